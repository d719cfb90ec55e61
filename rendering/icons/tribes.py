"""The tribes: for each a round shield with a sign of what it can do.

All shields look alike, so that they are known as tribes; their grounds and signs differ. A tribe
that has no drawing gets the mask, which stands for any tribe.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image

from rendering.drawing.canvas import Pen, Point, around, box, curved, moved, oval, path, soft_box
from rendering.drawing.lettering import text
from rendering.drawing.theme import (
    COPPER,
    EYE_RAYS,
    FLAME,
    KERNEL,
    LEVEL_BLOCK,
    PALE,
    RED_PLUME,
    SACK,
    SACK_SHADE,
    SHIELD_GROUNDS,
    SHIELD_RIM,
    SPROUT,
    TEAL_PLUME,
    WHITE,
    Colour,
    Theme,
    mix,
)
from rendering.icons import goods, places

_GOLD, _LIGHT = SHIELD_RIM
(
    _BLOOD, _SEA, _NIGHT, _LEAF, _CLAY, _SKY, _STORM, _PLUM, _SAND, _MOSS, _RUST, _INK, _TEAL,
) = SHIELD_GROUNDS  # fmt: skip
_UP: tuple[Point, ...] = (
    (0, -22), (19, 2), (8, 2), (8, 22), (-8, 22), (-8, 2), (-19, 2)
)  # fmt: skip


@dataclass(frozen=True)
class _Shield:
    """A shield's colour, its sign, and a number on it if it has one: (number, middle, height)."""

    ground: Colour
    draw: Callable[[Pen], None]
    number: tuple[str, Point, float] | None = None


def tribe_sign(tribe: str, size: int, theme: Theme, *, numbered: bool = True) -> Image.Image:
    """The shield of a tribe as an RGBA sprite of size x size pixels. Pictures for phones leave out
    its number (`numbered`), which would be too small there."""
    pen = Pen(size, theme)
    shield = _SHIELDS.get(tribe)
    if shield is None:
        mask(pen)
        return pen.sprite()
    for radius, colour in ((49, theme.outline), (45.5, _LIGHT), (43.5, _GOLD), (37, theme.outline)):
        pen.dot((50, 50), radius, colour)
    for stud in range(8):
        pen.dot(around((50, 50), 40.5, stud * 45 + 22.5), 2.6, mix(_GOLD, theme.outline, 0.55))
    pen.dot((50, 50), 35.5, shield.ground)
    shield.draw(pen)
    if shield.number is None or not numbered:
        return pen.sprite()
    string, (x, y), height = shield.number
    aside, tall = (0.31 * len(string) + 0.14) * height, 0.54 * height
    pen.fill(soft_box(x - aside, y - tall, x + aside, y + tall, tall * 0.7), theme.outline)
    sprite = pen.sprite()
    at = (x * size / 100, y * size / 100)
    text(sprite, at, string, "black", round(height * size / 100), WHITE, "mm")
    return sprite


def mask(pen: Pen) -> None:
    """The sign of any tribe: a jade mask with feathers."""
    feather = path("M 0 -2 C -9 -14 -11 -28 0 -42 C 11 -28 9 -14 0 -2")
    for turn, colour in (
        (-58, TEAL_PLUME), (58, TEAL_PLUME), (-29, RED_PLUME), (29, RED_PLUME), (0, KERNEL),
    ):  # fmt: skip
        pen.shape(moved(feather, 50, 47, turn=turn), colour, width=4)
    for side in (oval(16, 64, 9, 11), oval(84, 64, 9, 11)):
        pen.shape(side, KERNEL, width=4)
    face = path("M 22 38 L 78 38 C 82 58 80 78 66 90 C 58 96 42 96 34 90 C 20 78 18 58 22 38")
    pen.shape(face, pen.theme.jade)
    pen.fill(box(22, 38, 78, 46), KERNEL)
    for eye in (oval(38, 60, 7.5, 5), oval(62, 60, 7.5, 5)):
        pen.fill(eye, pen.theme.outline)
    pen.fill([(50, 58), (57, 74), (43, 74)], pen.theme.jade_deep)
    pen.fill(soft_box(38, 79, 62, 87, 4), RED_PLUME)


def _pawns(pen: Pen, *places: tuple[float, float, float]) -> None:
    """Workers, each at (left, top, size)."""
    for left, top, size in places:
        goods.pawn(pen.part(left, top, size), PALE)


def _arrow(pen: Pen, x: float, y: float, turn: float, colour: Colour, scale: float = 1.0) -> None:
    """An arrow with its middle at (x, y), pointing up, or turned clockwise by `turn` degrees."""
    pen.shape(moved(_UP, x, y, turn=turn, scale=scale), colour, width=3.5)


def _leap(pen: Pen, start: Point, end: Point, colour: Colour) -> None:
    """An arrow that leaps from `start` over what is between to `end`."""
    top = min(start[1], end[1]) - 34
    middle = ((start[0] + end[0]) / 2, top)
    way = curved([start, (start[0], middle[1]), (end[0], middle[1]), (end[0], end[1] - 10)])
    side = 11
    head = [(end[0] - side, end[1] - 13), (end[0] + side, end[1] - 13), (end[0], end[1] + 3)]
    pen.line(way, 14, pen.theme.outline)
    pen.shape(head, colour, width=3.5)
    pen.line(way, 7.5, colour)


def _placed_and_back(pen: Pen) -> None:
    """Ah Chuy Kak: two workers go down, one comes up."""
    _pawns(pen, (14, 36, 40), (32, 36, 40))
    _arrow(pen, 70, 50, 0, EYE_RAYS, 1.05)


def _one_ahead(pen: Pen) -> None:
    """Ahau Chamahez: for a corn the action one space ahead."""
    goods.corn(pen.part(16, 30, 42))
    _arrow(pen, 67, 50, 90, EYE_RAYS, 1.0)


def _pass(pen: Pen) -> None:
    """Ahmakiq: a turn may be passed."""
    for left in (32, 55):
        pen.shape(soft_box(left, 30, left + 13, 70, 4), PALE, width=4)


def _corn_at_least(pen: Pen) -> None:
    """Bacab: always some corn, which stands in a bowl."""
    goods.corn(pen.part(40, 16, 40))
    bowl = path("M 20 54 L 80 54 C 78 68 70 76 60 80 L 40 80 C 30 76 22 68 20 54")
    pen.shape(bowl, COPPER, width=4)


def _step_back(pen: Pen) -> None:
    """Balam: a step back brings a corn."""
    _arrow(pen, 35, 50, -90, EYE_RAYS, 1.0)
    goods.corn(pen.part(45, 30, 42))


def _cheap_space(pen: Pen) -> None:
    """Cit-Bolon-Tum: the space of a worker costs 2 less."""
    _pawns(pen, (16, 18, 44))


def _partner(pen: Pen) -> None:
    """Huracan: the actions of two gears."""
    for x, y, colour in ((37, 41, LEVEL_BLOCK), (63, 61, FLAME)):
        teeth = [
            around((x, y), radius, tooth * 45 + side)
            for tooth in range(8)
            for side, radius in ((-14, 15), (-9, 21), (9, 21), (14, 15))
        ]
        pen.shape(teeth, colour, width=3)
        pen.dot((x, y), 6.5, pen.theme.outline)


def _cheap_learning(pen: Pen) -> None:
    """Itzamna: technologies cost a resource less."""
    places.tech_any(pen.part(18, 18, 44))


def _more_wealth(pen: Pen) -> None:
    """Ixtab: a third wealth tile."""
    sack = path(
        "M 30 40 C 40 45 60 45 70 40 C 68 46 70 50 74 56 C 80 68 76 78 64 78 L 36 78"
        " C 24 78 20 68 26 56 C 30 50 32 46 30 40"
    )
    pen.shape([(34, 24), (44, 30), (50, 22), (56, 30), (66, 24), (63, 42), (37, 42)], SACK_SHADE)
    pen.shape(sack, SACK, width=4)


def _skipped(pen: Pen) -> None:
    """Vacub-Caquix: a space is skipped."""
    for x, colour in ((26, PALE), (50, FLAME), (74, PALE)):
        pen.dot((x, 66), 9.5, pen.theme.outline)
        pen.dot((x, 66), 6.5, colour)
    _leap(pen, (26, 54), (74, 54), EYE_RAYS)


def _sale(pen: Pen) -> None:
    """Xaman Ek: sells a resource at any moment."""
    goods.market(pen.part(22, 22, 56))


def _crowd(pen: Pen) -> None:
    """Yaluk: five workers from the start."""
    _pawns(pen, (13, 18, 40), (47, 18, 40), (30, 14, 40))


def _cheap_crowd(pen: Pen) -> None:
    """Yumkaax: many workers for little corn."""
    _pawns(pen, (13, 20, 42), (30, 20, 42))
    goods.corn(pen.part(52, 22, 36))
    _arrow(pen, 60, 70, 180, SPROUT, 0.6)


_SHIELDS: Mapping[str, _Shield] = {
    "ah-chuy-kak": _Shield(_BLOOD, _placed_and_back),
    "ahau-chamahez": _Shield(_SEA, _one_ahead),
    "ahmakiq": _Shield(_NIGHT, _pass),
    "bacab": _Shield(_LEAF, _corn_at_least, ("2", (33, 37), 38)),
    "balam": _Shield(_CLAY, _step_back),
    "cit-bolon-tum": _Shield(_SKY, _cheap_space, ("−2", (60, 63), 37)),
    "huracan": _Shield(_STORM, _partner),
    "itzamna": _Shield(_SAND, _cheap_learning, ("−1", (60, 63), 37)),
    "ixtab": _Shield(_PLUM, _more_wealth, ("3", (50, 60), 40)),
    "vacub-caquix": _Shield(_MOSS, _skipped),
    "xaman-ek": _Shield(_INK, _sale),
    "yaluk": _Shield(_RUST, _crowd, ("5", (50, 65), 40)),
    "yumkaax": _Shield(_TEAL, _cheap_crowd),
}
