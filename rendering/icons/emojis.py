"""Our icons as small PNG files with a transparent ground, for messages and buttons.

Discord shows them 20 to 44 pixels large, on a dark and on a light ground. So each is a bold drawing
with the dark outline of all icons. The gears' emblems, which have one colour on the board, lie on a
gear in the city's colour.
"""

from collections.abc import Callable, Mapping
from functools import partial

from PIL import Image

from bot.engine.board import GEARS, TECHNOLOGIES, TEMPLES
from bot.engine.tribes import TRIBES
from bot.text.names import SEAT_LETTERS, tribe_icon
from rendering.drawing.canvas import Pen
from rendering.drawing.encoding import transparent_png
from rendering.drawing.geometry import Point, around, oval, path, soft_box
from rendering.drawing.kept import kept
from rendering.drawing.theme import (
    BARK,
    BARK_LINE,
    DARK,
    PALE,
    ROOF_LIGHT,
    SACK,
    SACK_SHADE,
    WHITE,
    Colour,
    Theme,
    mix,
)
from rendering.icons import places
from rendering.icons.catalogue import icon_or_sign
from rendering.icons.goods import corn, gold
from rendering.icons.markers import marker
from rendering.icons.tribes import mask

SIZE = 128
"""The width and height in pixels that Discord asks for."""
_SEATS = (112, 120, 100, 98, 104)  # sizes of the seats' markers, whose shapes differ in reach
_LARGE, _SMALL = 47, 37  # radius of a gear's teeth, and of the ground between them


def emoji_images() -> Mapping[str, bytes]:
    """All icons by name, as PNG files of 128 x 128 pixels with a transparent ground.

    The bytes are the same in every run, so that pictures can be compared by their hashes.
    """
    drawn = {name: icon_or_sign(like, SIZE, DARK) for name, like in _OF_THE_BOARD.items()}
    for name, draw in _OWN.items():
        pen = Pen(SIZE, DARK)
        draw(pen)
        drawn[name] = pen.sprite()
    drawn |= {f"seat_{letter.lower()}": _seat(n) for n, letter in enumerate(SEAT_LETTERS)}
    return {name: transparent_png(image) for name, image in drawn.items()}


@kept(1_000_000)
def gear_icon(gear: str, size: int, theme: Theme) -> Image.Image:
    """A gear in its city's colour with its emblem, as an RGBA sprite of size x size pixels. Cached:
    do not draw on it."""
    pen = Pen(size, theme)
    _city(pen, gear)
    return pen.sprite()


def _seat(number: int) -> Image.Image:
    sprite = marker(number, _SEATS[number], DARK)
    edge = (sprite.width - SIZE) // 2
    return sprite.crop((edge, edge, edge + SIZE, edge + SIZE))


def _gear(pen: Pen, teeth: int, colour: Colour, light: Colour) -> None:
    """A gear with slanted teeth and a lighter edge."""
    for shrunk, fill in ((0.0, pen.theme.outline), (4.5, light), (8.0, colour)):
        outline: list[Point] = []
        for tooth in range(teeth):
            turn = tooth * 360 / teeth
            for side, radius in ((-0.32, _SMALL), (-0.2, _LARGE), (0.2, _LARGE), (0.32, _SMALL)):
                at = turn + side * 360 / teeth
                outline.append(around((50, 50), radius - shrunk + 3 * (radius == _SMALL), at))
        pen.fill(outline, fill)


def _city(pen: Pen, gear: str) -> None:
    """A city's emblem on its gear."""
    colours = pen.theme.cities[gear]
    _gear(pen, 10, colours.gear, mix(colours.gear, colours.numeral, 0.55))
    _EMBLEMS[gear](pen.part(20.5, 20, 59), WHITE)


def _calendar(pen: Pen) -> None:
    """The calendar: the stone gear with the arrow at today's tooth."""
    _gear(pen, 13, pen.theme.stone, mix(pen.theme.stone, WHITE, 0.5))
    pen.dot((50, 50), 25, pen.theme.outline)
    pen.dot((50, 50), 21, pen.theme.jade_deep)
    arrow: list[Point] = [(50, 52), (76, 79), (61, 79), (61, 96), (39, 96), (39, 79), (24, 79)]
    pen.shape(arrow, pen.theme.turn, width=4.5)


def _quick(pen: Pen) -> None:
    """A quick action: a flash on a jade tile."""
    pen.shape(soft_box(8, 8, 92, 92, 16), pen.theme.jade_deep)
    flash: list[Point] = [(58, 14), (24, 56), (46, 56), (38, 87), (76, 42), (53, 42), (66, 14)]
    pen.shape(flash, pen.theme.turn, width=3.5)


def _wealth(pen: Pen) -> None:
    """A wealth tile: goods in an open sack."""
    corn(pen.part(10, 4, 44))
    gold(pen.part(46, 10, 42))
    sack = path(
        "M 16 42 C 34 50 66 50 84 42 C 80 52 82 56 88 66 C 96 82 90 95 74 95 L 26 95"
        " C 10 95 4 82 12 66 C 18 56 20 52 16 42"
    )
    pen.shape(sack, SACK)
    shade = path("M 50 52 C 60 50 74 47 78 49 C 80 60 96 78 78 90 C 88 70 70 62 50 52")
    pen.fill(shade, SACK_SHADE)
    pen.line([(19, 55), (50, 60), (81, 55)], 5, BARK)


def _beg(pen: Pen) -> None:
    """Begging: corn over an empty bowl."""
    bowl = path("M 6 56 L 94 56 C 92 76 84 88 66 95 L 34 95 C 16 88 8 76 6 56")
    pen.shape(bowl, ROOF_LIGHT)
    rim = oval(50, 56, 44, 11)
    pen.shape(rim, BARK_LINE, width=4)
    corn(pen.part(28, 3, 46))


def _pass(pen: Pen) -> None:
    """Doing nothing more: two arrows to the right."""
    for left in (8, 46):
        pen.shape([(left, 16), (left + 44, 50), (left, 84)], PALE)


_EMBLEMS: Mapping[str, Callable[[Pen, Colour], None]] = {
    "palenque": places.city_palenque,
    "yaxchilan": places.city_yaxchilan,
    "tikal": places.city_tikal,
    "uxmal": places.city_uxmal,
    "chichen_itza": places.city_chichen_itza,
}
_OF_THE_BOARD: Mapping[str, str] = {
    **{name: name for name in ("corn", "wood", "stone", "gold", "skull", "points", "worker")},
    **{temple: f"temple-{temple}" for temple in TEMPLES},
    **{track: f"tech-{track}" for track in TECHNOLOGIES},
    "building": "build",
    "monument": "monument",
    "prophecy": "prophecy",
    "start": "first-player",
    "burn": "burn",
    "food_day": "food-days",
    **{tribe_icon(tribe): f"tribe-{tribe}" for tribe in TRIBES},
}
"""Emojis that look like an icon or a sign of the pictures, with its name there."""
_OWN: Mapping[str, Callable[[Pen], None]] = {
    **{gear: partial(_city, gear=gear) for gear in GEARS},
    "calendar": _calendar,
    "quick": _quick,
    "wealth": _wealth,
    "tribe": mask,
    "beg": _beg,
    "pass": _pass,
}
