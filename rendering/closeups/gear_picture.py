"""One gear drawn large, turned as on the board, with a piece of the calendar it meshes with."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from bot.engine.board import CHICHEN_ITZA, GEARS, HIGHEST, TEETH
from rendering.canvas import Point, Sketch, around, paste, text
from rendering.gears import gear_outline
from rendering.icons import icon
from rendering.layout import CALENDAR, CALENDAR_TEETH, CITIES, City, M, day_angle
from rendering.markers import dummy, marker
from rendering.relief import boss, chamfered, tones, well
from rendering.scene import Occupant
from rendering.theme import Colour, Theme, mix

SIDE = 512
_BLACK = (0, 0, 0)
_REACH = 6.95  # from the middle of a gear to the picture's edge, in modules, with ten teeth
_MORE = 1.45  # the same, for each three teeth more
_DIAL, _NUMERAL, _BOSS, _WORKER = 1.42, 2.3, 1.6, 2.4
_CHAMFER, _THICKNESS = 4.5, 8


def scale(gear: str) -> float:
    """How many times larger than on the board the gear is drawn."""
    more = (TEETH[GEARS.index(gear)] - 10) / 3
    return SIDE / 2 / ((_REACH + _MORE * more) * M)


@lru_cache(maxsize=2)
def empty_gear(gear: str, theme: Theme) -> Image.Image:
    """The gear without workers, mode RGB, `SIDE` pixels square, on the colour of the base plate
    with round corners on that of the plate. Copy it before drawing on it."""
    city, k = CITIES[gear], scale(gear)
    colours = theme.cities[gear]
    sketch = Sketch(SIDE, SIDE, smoothing=2)
    sketch.rounded((0, 0, SIDE, SIDE), 22, theme.base)
    calendar = _seen(gear_outline(CALENDAR, CALENDAR_TEETH, day_angle(0)), city, k)
    wheel = _seen(gear_outline(city.centre, city.teeth, city.angle(0)), city, k)
    for outline, face, shade in (
        (calendar, theme.stone, theme.stone_shade),
        (wheel, colours.gear, colours.shade),
    ):
        wall = mix(shade, _BLACK, 0.35)
        sketch.polygon([(x + 6, y + 14) for x, y in outline], mix(theme.base, theme.shadow, 0.8))
        for down in range(1, _THICKNESS + 1):
            sketch.polygon([(x + down * 0.7, y + down) for x, y in outline], wall)
        chamfered(sketch, outline, _CHAMFER * k, face, tones(face, shade))
    _draw_dial(sketch, city, k, theme)
    image = Image.new("RGB", (SIDE, SIDE), theme.plate)
    drawn = sketch.sprite()
    mask = Sketch(SIDE, SIDE, smoothing=4, mode="L")
    mask.rounded((0, 0, SIDE, SIDE), 22, 255)
    image.paste(drawn, (0, 0), mask.sprite())
    middle = (SIDE / 2, SIDE / 2)
    size = round(_BOSS * M * k * 1.34)
    paste(image, icon(f"city-{gear}", size, theme), middle)
    letters = round(43 * k) if city.teeth == 10 else round(40 * k)
    for space in range(HIGHEST[GEARS.index(gear)] + 1):
        at = _place(city, space, -_NUMERAL, k)
        text(image, at, str(space), "black", letters, colours.numeral, "mm")
    return image


def _seen(outline: Sequence[Point], city: City, k: float) -> list[Point]:
    """Points of the board as they lie in the picture."""
    x0, y0 = city.centre
    return [(SIDE / 2 + (x - x0) * k, SIDE / 2 + (y - y0) * k) for x, y in outline]


def _place(city: City, space: int, out: float, k: float) -> Point:
    """`out` modules beyond the pitch circle, at a space."""
    return around((SIDE / 2, SIDE / 2), (city.radius + out * M) * k, city.angle(space))


def _draw_dial(sketch: Sketch, city: City, k: float, theme: Theme) -> None:
    colours = theme.cities[city.id]
    middle = (SIDE / 2, SIDE / 2)
    dark = mix(colours.dial, _BLACK, 0.5)
    radius = (city.radius - _DIAL * M) * k
    edges = tones(colours.gear, colours.shade)
    well(sketch, middle, radius, colours.dial, edges, rim=3 * k, depth=6 * k, dark=dark)
    hub = _BOSS * M * k * (1.5 if GEARS.index(city.id) == CHICHEN_ITZA else 1.0)
    sketch.circle((middle[0] + 4, middle[1] + 6), hub + 1, dark)
    face: Colour = mix(colours.gear, colours.shade, 0.45)
    boss(sketch, middle, hub, face, tones(face, mix(colours.shade, _BLACK, 0.3)), 4 * k)


def draw_workers(
    image: Image.Image,
    gear: str,
    workers: Sequence[Occupant],
    to_move: Sequence[int],
    theme: Theme,
) -> None:
    """Everybody who stands on the gear, one entry a space; seats `to_move` wear a gold rim."""
    city, k = CITIES[gear], scale(gear)
    size = round(_WORKER * M * k)
    for space, worker in enumerate(workers):
        at = _place(city, space, 0.25, k)
        if worker == "dummy":
            paste(image, dummy(round(size * 0.9), theme), at)
        elif isinstance(worker, int):
            paste(image, marker(worker, size, theme, to_move=worker in to_move), at)


def draw_next(image: Image.Image, gear: str, space: int, theme: Theme) -> None:
    """A ring where the next worker would stand."""
    city, k = CITIES[gear], scale(gear)
    side = round(_WORKER * M * k) + 12
    sketch = Sketch(side, side)
    middle = (side / 2, side / 2)
    sketch.circle(middle, side / 2 - 1, theme.outline)
    sketch.circle(middle, side / 2 - 4, theme.news)
    sketch.circle(middle, side / 2 - 13, theme.outline)
    sketch.circle(middle, side / 2 - 15, mix(theme.cities[gear].gear, theme.outline, 0.25))
    at = _place(city, space, 0.25, k)
    paste(image, sketch.sprite(), at)
    text(image, at, "+", "black", round(side * 0.62), theme.hub_text, "mm")
