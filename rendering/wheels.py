"""The main plate: calendar, cities, workers, and the seats below. Posted every round."""

from functools import lru_cache

from PIL import Image

from bot.engine.board import GEARS, JUNGLE_GROUPS
from rendering import calendar_gear, city_gears, hub, start_space
from rendering.cards import draw_cards
from rendering.last_move_rings import draw_last_move
from rendering.layout import CARDS_TOP, CITIES
from rendering.plate import draw_base_plate, draw_fret, draw_gear_shadows, ground
from rendering.prophecy_panel import draw_prophecies
from rendering.quick_panel import draw_quick_actions
from rendering.scene import Scene
from rendering.theme import Theme


@lru_cache(maxsize=2)
def empty_plate(theme: Theme) -> Image.Image:
    """Everything that never changes during a game, drawn once for each theme. Copy it."""
    return with_gears(without_gears(theme), theme)


def without_gears(theme: Theme) -> Image.Image:
    """What lies below the gears."""
    image = ground(theme)
    draw_fret(image, theme)
    draw_base_plate(image, theme)
    city_gears.draw_hairlines(image, theme)
    return image


def with_gears(below: Image.Image, theme: Theme, turned: float = 0.0) -> Image.Image:
    """The empty plate, on a copy of what lies below the gears. Between two days the gears have
    `turned` a part of a tooth, 0 to 1."""
    image = below.copy()
    draw_gear_shadows(image, theme, turned)
    calendar_gear.draw_gear(image, theme, turned)
    for city in CITIES.values():
        city_gears.draw_city(image, city, theme, turned)
    for city in CITIES.values():
        city_gears.draw_tablets(image, city, theme)
    hub.draw_hub(image, theme)
    start_space.draw_space(image, theme)
    return image


def draw_plate(scene: Scene, theme: Theme) -> Image.Image:
    """The whole main plate of a scene, 1600 x 1440 pixels, mode RGB."""
    image = draw_table(scene, theme)
    draw_cards(image, scene, theme, CARDS_TOP)
    return image


def draw_table(
    scene: Scene, theme: Theme, *, behind: float = 0.0, empty: Image.Image | None = None
) -> Image.Image:
    """The main plate without the cards of the seats.

    `behind` is how many days the gears still have to turn until they stand as the scene says; it
    needs the `empty` plate with the gears at that point between two days.
    """
    empty = empty or empty_plate(theme)
    image = empty.copy()
    calendar_gear.draw_food_teeth(image, empty, theme, scene.tooth, behind)
    calendar_gear.draw_days(image, theme, scene, behind)
    if scene.phase == "finished":
        hub.draw_places(image, theme, scene)
    else:
        hub.draw_day(image, theme, scene)
        hub.draw_turn(image, theme, scene)
    city_gears.draw_changing_tablets(image, theme, jungle_fields(scene), scene.skull_spaces)
    calendar_gear.draw_corn(image, theme, scene.calendar_corn, behind)
    start_space.draw_state(image, theme, scene)
    draw_quick_actions(image, scene, theme)
    draw_prophecies(image, scene, theme)
    draw_last_move(image, scene, theme)
    for gear, workers in zip(GEARS, scene.gears, strict=True):
        city_gears.draw_workers(image, CITIES[gear], workers, theme, scene.waiting, behind)
    return image


def jungle_fields(scene: Scene) -> dict[int, tuple[str, ...]]:
    """The fields of every harvest space of Palenque, as many as seats: "wood" (wood lying on
    corn), "corn" or "gone"."""
    return {
        space: ("wood",) * wood + ("corn",) * (corn - wood) + ("gone",) * (len(scene.seats) - corn)
        for space, (corn, wood) in zip(JUNGLE_GROUPS, scene.jungle, strict=True)
    }
