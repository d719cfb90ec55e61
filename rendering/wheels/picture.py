"""The wheels picture of a round: calendar, cities, workers, and the seats below; and that of a
lobby: the wheels alone, before the first round.

In the upper left corner are the starting-player space with the corn that the next worker there
takes, the stock of skulls, and the skulls kept on buildings.
"""

from typing import cast

from PIL import Image

from bot.scene import START, Scene
from bot.text.descriptions.alt_text import alt_cover, alt_wheels
from bot.text.translation import ENGLISH, Translations
from rendering.drawing.canvas import Sketch, around, paste
from rendering.drawing.encoding import Paletted, Picture, coloured, numbers_of, png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text, width
from rendering.drawing.picture import COVER
from rendering.drawing.relief import boss, chamfered, thrown, tones, well
from rendering.drawing.theme import BLACK, THEMES, Theme, ThemeName, mix
from rendering.ground import draw_fret, ground, round_corners
from rendering.icons.catalogue import icon, sign
from rendering.icons.markers import ghost_ring, marker, ring
from rendering.layout import (
    CITIES,
    DIGIT,
    SKULL_STOCK,
    START_SPACE,
    START_SPACE_RADIUS,
    WHEELS_HEIGHT,
    WIDTH,
    WORKER,
    seats_top,
    wheels_height,
)
from rendering.wheels import calendar as calendar_gear
from rendering.wheels import gears as city_gears
from rendering.wheels.expansion import draw_prophecies, draw_quick_actions
from rendering.wheels.gears import draw_gear_shadows, draw_slab
from rendering.wheels.seats import draw_lines, draw_seats

_RAYS, _RAY = 20, START_SPACE_RADIUS + 12
_CORN_ASIDE = START_SPACE_RADIUS + 26  # from the sun's middle to the corn
_CORNER_ICON = 56


@kept(1_000_000)
def _sun(theme: Theme) -> Image.Image:
    side = 2 * (START_SPACE_RADIUS + 16)
    middle = (side / 2, side / 2)
    sketch = Sketch(side, side)
    sun = [
        around(middle, _RAY if i % 2 == 0 else START_SPACE_RADIUS - 4, i * 180 / _RAYS)
        for i in range(2 * _RAYS)
    ]
    ray = mix(theme.maize, theme.stone_shade, 0.35)
    thrown(sketch, sun, 8, theme.shadow)
    thrown(sketch, sun, 3, mix(ray, BLACK, 0.6))
    chamfered(sketch, sun, 3, ray, tones(ray, mix(ray, BLACK, 0.5)))
    sketch.circle((middle[0] + 2, middle[1] + 3), START_SPACE_RADIUS - 2, mix(ray, BLACK, 0.6))
    edges = tones(theme.stone, theme.stone_shade)
    boss(sketch, middle, START_SPACE_RADIUS - 2, theme.stone, edges, 3)
    gold = tones(theme.maize, mix(theme.maize, BLACK, 0.5))
    boss(sketch, middle, START_SPACE_RADIUS - 9, theme.maize, gold, 2)
    dark = mix(theme.obsidian, BLACK, 0.5)
    well(sketch, middle, START_SPACE_RADIUS - 13, theme.obsidian, gold, rim=1.5, depth=5, dark=dark)
    sprite = sketch.sprite()
    paste(sprite, icon("first-player", 66, theme), (side / 2, side / 2 - 2))
    return sprite


def draw_start_state(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """Draw the corn that can be taken, the skulls kept on buildings with their owners, the worker
    on the starting-player space, and the stock of skulls."""
    corn, seat = scene.calendar_corn, scene.start_space
    x, y = START_SPACE[0] + _CORN_ASIDE, SKULL_STOCK[1] - 84
    words = f"+{corn}"
    text(image, (x, y), words, "black", DIGIT, theme.text if corn else theme.faint)
    x += width(words, "black", DIGIT) + _CORNER_ICON / 2 + 4
    paste(image, icon("corn", _CORNER_ICON, theme), (x, y))
    x += _CORNER_ICON / 2 + 34
    for seat_number in scene.skull_keepers:
        paste(image, sign("kept-skull", 62, theme), (x, y))
        paste(image, marker(seat_number, 36, theme), (x + 28, y - 20))
        x += 88
    if seat is not None:
        rim = seat in scene.waiting
        paste(image, marker(seat, WORKER, theme, to_move=rim), START_SPACE)
    x, y = SKULL_STOCK
    ink = theme.text if scene.bank_skulls else theme.faint
    paste(image, icon("skull", _CORNER_ICON, theme), (x, y))
    text(image, (x + 36, y), str(scene.bank_skulls), "black", DIGIT, ink)


SMALLER = 2
"""Pictures at half the size, as in animations, are smaller by this factor: 800 pixels wide."""
_RING = 0.76 * WORKER  # radius of the rings round what moved last


def draw_wheels(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw the wheels picture of a round: calendar, gears, workers, jungle, skulls, seats."""
    look = THEMES[theme]
    on = _begun(scene, look)
    draw_scene(cast("Image.Image", on), scene, look, t)
    return Picture(on.png(), f"wheels-{scene.round}.png", alt_wheels(scene, t))


@kept(5_000_000)
def empty_image(theme: Theme) -> Image.Image:
    """Everything that never changes during a game, drawn once for each theme, as numbers of its
    palette (mode L). Copy it."""
    return numbers_of(with_gears(without_gears(theme), theme), theme)


def wheels_plates(theme: Theme, seats: int, prophecies: bool) -> tuple[Image.Image, Image.Image]:
    """The empty wheels, and the empty, unframed lines of so many seats that belong below them, as
    numbers of the theme's palette (mode L). Copy them."""
    return empty_image(theme), _foot(theme, seats, prophecies)


@kept(3_500_000)
def _foot(theme: Theme, seats: int, prophecies: bool) -> Image.Image:
    image = Image.new("RGB", (WIDTH, wheels_height(seats, prophecies=prophecies)), theme.ground)
    draw_fret(image, theme)
    draw_lines(image, seats, theme, seats_top(prophecies=prophecies))
    round_corners(image, theme, (1,))
    return numbers_of(image.crop((0, WHEELS_HEIGHT, *image.size)), theme)


def without_gears(theme: Theme) -> Image.Image:
    """What lies below the gears: ground, slab and lines to the tablets (mode RGB)."""
    image = ground(theme)
    draw_slab(image, theme)
    city_gears.draw_hairlines(image, theme)
    return image


def with_gears(below: Image.Image, theme: Theme, turned: float = 0.0) -> Image.Image:
    """The empty wheels, drawn on a copy of `below`, which `without_gears` gives. `turned` is the
    part of a tooth (0 to 1) by which gears are turned between two days."""
    image = below.copy()
    draw_gear_shadows(image, theme, turned)
    calendar_gear.draw_gear(image, theme, turned)
    for city in CITIES.values():
        city_gears.draw_city_gear(image, city, theme, turned)
    for city in CITIES.values():
        for space, place in enumerate(city.tablets, start=1):
            if not city_gears.is_changing(city.id, space):
                paste(image, city_gears.tablet(city.id, space, theme), place)
    calendar_gear.draw_hub(image, theme)
    paste(image, _sun(theme), START_SPACE)
    return image


def wheels_image(
    scene: Scene, theme: Theme, t: Translations = ENGLISH, *, paletted: bool = False
) -> Image.Image:
    """The wheels picture of a scene, 1,600 pixels wide; its height depends on the number of seats
    and on whether there are prophecies. Its mode is RGB, or if `paletted` P with the theme's
    palette, which takes a third of the time."""
    on = _begun(scene, theme)
    if paletted:
        draw_scene(cast("Image.Image", on), scene, theme, t)
        return on.image
    image = on.image.convert("RGB")
    draw_scene(image, scene, theme, t)
    return image


def _begun(scene: Scene, theme: Theme) -> Paletted:
    return Paletted(wheels_plates(theme, len(scene.players), bool(scene.prophecies)), theme)


def wheels_size(scene: Scene) -> tuple[int, int]:
    """Width and height of the wheels picture of a scene, in pixels."""
    return WIDTH, wheels_height(len(scene.players), prophecies=bool(scene.prophecies))


@kept(3_000_000)
def half_wheels(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The wheels picture, drawn at half the size from the start, as numbers of the theme's palette
    (mode L). The newest are kept, since the next picture is laid upon them."""
    plate = half_plate(theme, len(scene.players), bool(scene.prophecies))
    on = Paletted([plate], theme, 1 / SMALLER)
    draw_scene(cast("Image.Image", on), scene, theme, t)
    return on.numbers


def small_size(scene: Scene) -> tuple[int, int]:
    """Width and height of `half_wheels`, in pixels."""
    width, height = wheels_size(scene)
    return width // SMALLER, height // SMALLER


@kept(2_500_000)
def half_plate(theme: Theme, seats: int, prophecies: bool) -> Image.Image:
    """The `wheels_plates` below each other, at half the size (mode L)."""
    whole = Paletted(wheels_plates(theme, seats, prophecies), theme).image.convert("RGB")
    return numbers_of(whole.reduce(SMALLER), theme)


def draw_scene(image: Image.Image, scene: Scene, theme: Theme, t: Translations) -> None:
    """Draw all that changes during a game on a copy of the `wheels_plates`."""
    draw_changing(image, empty_image(theme), scene, theme, t)
    draw_prophecies(image, scene, theme)
    draw_seats(image, scene, theme, seats_top(prophecies=bool(scene.prophecies)))


def image_without_cards(scene: Scene, theme: Theme, t: Translations = ENGLISH) -> Image.Image:
    """The wheels alone (mode RGB): the upper part of the picture, without prophecies and seats."""
    empty = empty_image(theme)
    image = coloured(empty, theme).convert("RGB")
    draw_changing(image, empty, scene, theme, t)
    return image


def draw_changing(
    image: Image.Image,
    empty: Image.Image,
    scene: Scene,
    theme: Theme,
    t: Translations,
    behind: float = 0.0,
) -> None:
    """Draw all that changes during a game on a copy of the `empty` wheels. Their gears still have
    to turn `behind` days until they are as in the scene."""
    city_gears.draw_city_names(image, theme, t)
    calendar_gear.draw_food_teeth(image, empty, theme, scene.tooth, behind)
    calendar_gear.draw_days(image, theme, scene, behind)
    if scene.phase == "finished":
        calendar_gear.draw_places(image, theme, scene)
    else:
        calendar_gear.draw_day(image, theme, scene)
        calendar_gear.draw_turn(image, theme, scene)
    city_gears.draw_changing_tablets(image, theme, scene.jungle, scene.skull_spaces)
    calendar_gear.draw_corn(image, theme, scene.calendar_corn, behind)
    draw_start_state(image, theme, scene)
    draw_quick_actions(image, scene, theme)
    _draw_last_move(image, scene, theme)
    for gear, workers in scene.gears.items():
        city_gears.draw_workers(image, CITIES[gear], workers, theme, scene.waiting, behind)


def _draw_last_move(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw a ring round every worker placed last on a gear or the starting-player space, and a ring
    with a pale marker where one was picked up if that space is free. Those of a turn that is not
    confirmed are dashed."""
    for worker in scene.last_move:
        dashed = worker.prepared
        if worker.place in CITIES:
            at = CITIES[worker.place].worker(worker.space)
            free = scene.gears[worker.place][worker.space] is None
            if worker.placed:
                paste(image, ring(_RING, theme, dashed=dashed), at)
            elif free:
                paste(image, ghost_ring(worker.seat, _RING, theme, dashed=dashed), at)
        elif worker.place == START:
            paste(image, ring(_RING, theme, dashed=dashed), START_SPACE)


_COVER_PART = 2
"""The factor by which it is smaller than the picture of a round."""


def draw_cover(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw the picture of a lobby: the wheels without seats, at half the size."""
    look = THEMES[theme]
    wheels = image_without_cards(scene, look, t).crop((0, 0, WIDTH, WHEELS_HEIGHT))
    small = wheels.resize(
        (WIDTH // _COVER_PART, WHEELS_HEIGHT // _COVER_PART), Image.Resampling.LANCZOS
    )
    return Picture(png(small, look), COVER, alt_cover(t))
