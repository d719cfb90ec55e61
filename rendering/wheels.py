"""The main plate: calendar, cities, workers, and the seats below. Posted every round."""

from functools import lru_cache

from PIL import Image

from bot.engine.board import GEARS, JUNGLE_GROUPS
from rendering import calendar_gear, city_gears, hub, start_space
from rendering.cards import draw_cards
from rendering.last_move_rings import draw_last_move
from rendering.layout import CARDS_TOP, CITIES
from rendering.plate import draw_base_plate, draw_fret, ground
from rendering.prophecy_panel import draw_prophecies
from rendering.quick_panel import draw_quick_actions
from rendering.scene import Scene
from rendering.theme import Theme


@lru_cache(maxsize=2)
def empty_plate(theme: Theme) -> Image.Image:
    """Everything that never changes during a game, drawn once for each theme. Copy it."""
    image = ground(theme).copy()
    draw_fret(image, theme)
    draw_base_plate(image, theme)
    city_gears.draw_hairlines(image, theme)
    calendar_gear.draw_gear(image, theme)
    for city in CITIES.values():
        city_gears.draw_city(image, city, theme)
    for city in CITIES.values():
        city_gears.draw_tablets(image, city, theme)
    hub.draw_hub(image, theme)
    start_space.draw_space(image, theme)
    return image


def draw_plate(scene: Scene, theme: Theme) -> Image.Image:
    """The whole main plate of a scene, 1600 x 1440 pixels, mode RGB."""
    empty = empty_plate(theme)
    image = empty.copy()
    calendar_gear.draw_food_teeth(image, empty, theme, scene.tooth)
    calendar_gear.draw_days(image, theme, scene)
    if scene.phase == "finished":
        hub.draw_places(image, theme, scene)
    else:
        hub.draw_day(image, theme, scene)
        hub.draw_turn(image, theme, scene)
    city_gears.draw_changing_tablets(image, theme, jungle_fields(scene), scene.skull_spaces)
    calendar_gear.draw_corn(image, theme, scene.calendar_corn)
    start_space.draw_state(image, theme, scene)
    draw_quick_actions(image, scene, theme)
    draw_prophecies(image, scene, theme)
    draw_last_move(image, scene, theme)
    for gear, workers in zip(GEARS, scene.gears, strict=True):
        city_gears.draw_workers(image, CITIES[gear], workers, theme, scene.waiting)
    draw_cards(image, scene, theme, CARDS_TOP)
    return image


def jungle_fields(scene: Scene) -> dict[int, tuple[str, ...]]:
    """The fields of every harvest space of Palenque, as many as seats: "wood" (wood lying on
    corn), "corn" or "gone"."""
    return {
        space: ("wood",) * wood + ("corn",) * (corn - wood) + ("gone",) * (len(scene.seats) - corn)
        for space, (corn, wood) in zip(JUNGLE_GROUPS, scene.jungle, strict=True)
    }
