"""The stone tablets beside the spaces: what an action costs and brings, in a few large icons.

The marks of an action are numerals and signs as words ("3", "/", "+") and icon names, derived from
data/components.json. Close-ups have them all; the tablets on the wheels picture, which is read on
phones, leave out what is known by heart. The harvest tablets have the tiles left in the jungle, the
offerings their points on the colour of the temple.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image

from bot.engine.components import COMPONENTS
from bot.engine.position import Jungle
from rendering.drawing.canvas import paste
from rendering.drawing.fonts import width
from rendering.drawing.geometry import Point
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.relief import SLAB_MARGIN, slab
from rendering.drawing.theme import BLACK, WHITE, Colour, Theme, contrast, mix
from rendering.icons.catalogue import icon
from rendering.layout import DIGIT

HEIGHT, TALL = 78, 144  # of tablets with one row and with two
_ICON, _ARROW, _STAR, _SKULL = 60, 34, 52, 62
_PAD, _GAP = 8, 4
_WIDEST = 190  # a row that would be wider is broken
_LEAST_CONTRAST = 4.5

Marks = tuple[str, ...]
Space = Mapping[str, Any]  # a space of data/components.json


_SPACES: Mapping[tuple[str, int], Space] = {
    (gear["id"], space["space"]): space for gear in COMPONENTS["gears"] for space in gear["spaces"]
}


def marks(city: str, space: int) -> Marks:
    """All marks of the action of a space; none where there is no action."""
    raw = _SPACES[city, space]
    return _goods(raw.get("cost", {})) + _EFFECTS[raw["action"]](raw)


def _counted(name: str, count: int) -> Marks:
    return (name,) if count == 1 else (str(count), name)


def _goods(goods: Mapping[str, int]) -> Marks:
    """The marks of a price, without the skull of an offering, which every space of Chichen Itza
    takes."""
    found: Marks = ()
    for name, count in goods.items():
        if name != "skull":
            found += _counted(name.replace("_", "-"), count)
    return (*found, "arrow") if found else ()


def _gain(raw: Space) -> Marks:
    found: Marks = ("fish",) if raw.get("kind") == "fish" else ()
    for name, count in raw["gain"].items():
        found += _counted(name, count)
    return found


def _harvest(raw: Space) -> Marks:
    found: Marks = (str(raw["corn"]), "corn")
    return (*found, str(raw["wood"]), "wood") if raw["wood"] else found


def _build(raw: Space) -> Marks:
    price: Marks = ()
    if raw.get("pay") == "corn":
        price = ("any-resource", "=", *_counted("corn", raw["corn_per_resource"]), "arrow")
    found: Marks = ()
    for option in raw.get("options", [raw]):
        found += ("/",) if found else ()
        found += ("build",) * option.get("buildings_max", 0)
        found += ("monument",) * option.get("monuments", 0)
    return price + found


_EFFECTS: Mapping[str, Callable[[Space], Marks]] = {
    "none": lambda raw: (),
    "gain": _gain,
    "harvest": _harvest,
    "technology": lambda raw: ("tech-any",) * int(raw["levels_max"]),
    "build": _build,
    "temple": lambda raw: ("temple-any",) * sum(int(step["temples"]) for step in raw["steps"]),
    "market": lambda raw: ("market",),
    "gain_worker": lambda raw: ("+", "worker"),
    "any_action": lambda raw: ("any-city",),
    "skull_offering": lambda raw: (
        f"points {raw['points']}",
        f"temple-{raw['temple']}",
        *("any-resource",) * int(raw["any_resource"]),
    ),
    "free_choice": lambda raw: ("free-choice",),
}


def is_changing(city: str, space: int) -> bool:
    """Whether the tablet changes during the game, as jungle fields and skull spaces do."""
    return _SPACES[city, space]["action"] in ("harvest", "skull_offering")


def rows(city: str, space: int) -> tuple[Marks, ...]:
    """The marks on the tablet of a space that never changes, in one row or two."""
    words = marks(city, space)
    if "=" in words:  # corn for any resource: the rate is known by heart
        words = words[words.index("=") + 2 :]
    words = tuple(word for word in words if word != "fish")
    if _row_width(words) <= _WIDEST:
        return (words,)
    middle = len(words) // 2
    return (words[:middle], words[middle:])


@kept(2_500_000)
def tablet(city: str, space: int, theme: Theme) -> Image.Image:
    """The tablet of a space that never changes, as an RGBA sprite with the tablet in its middle."""
    image, lines = _slab(*tablet_size(city, space), theme), rows(city, space)
    if lines == (("free-choice",),):
        paste(image, icon("free-choice", _STAR, theme), (image.width / 2, image.height / 2))
        return image
    for number, line in enumerate(lines):
        _draw_row(image, line, _row_middle(number), theme, theme.ink)
    return image


@kept(3_000_000)
def jungle_tablet(left: Jungle, wooded: bool, theme: Theme) -> Image.Image:
    """The tablet of a harvest space: the corn tiles and, where it is `wooded`, the wood tiles that
    are left."""
    counts = [("corn-tile", left.corn)] + [("wood-tile", left.wood)] * wooded
    image = _slab(_JUNGLE_WIDTH, TALL if wooded else HEIGHT, theme)
    for number, (tile, count) in enumerate(counts):
        middle = _row_middle(number)
        if count:
            _draw_row(image, (str(count), tile), middle, theme, theme.ink)
            continue
        pale = Image.new("RGBA", image.size, (*theme.tablet, 0))
        _draw_row(pale, ("0", tile), middle, theme, theme.ink)
        pale.putalpha(pale.getchannel("A").point([v * 4 // 10 for v in range(256)]))
        image.alpha_composite(pale)
    return image


@kept(1_500_000)
def offering_tablet(space: int, used: bool, theme: Theme) -> Image.Image:
    """The tablet of an offering: its points on the colour of its temple, and a resource if it
    brings one. With the skull that was offered it is `used`."""
    temple, row = _offering(space)
    wide, high = tablet_size("chichen_itza", space)
    if used:
        image = slab(wide, high, theme.tablet_used, theme.ground, theme.shadow, thick=0)
        paste(image, icon("skull", _SKULL, theme), (image.width / 2, image.height / 2))
        return image
    face, ink = temple_face(theme, temple)
    shade = mix(face, BLACK, 0.45)
    image = slab(wide, high, face, shade, theme.shadow, notch=9)
    _draw_row(image, row, _row_middle(0), theme, ink)
    return image


def temple_face(theme: Theme, temple: str) -> tuple[Colour, Colour]:
    """The colour of an offering's tablet and of the points on it: black where that stands out on
    the temple's colour, else white on a darker shade of it."""
    face = theme.temples[temple]
    if contrast(face, theme.food_ink) >= 8:
        return face, theme.food_ink
    while contrast(face, WHITE) < _LEAST_CONTRAST + 0.5:
        face = mix(face, BLACK, 0.05)
    return face, WHITE


def tablet_size(city: str, space: int) -> tuple[int, int]:
    """Width and height of the tablet of a space in pixels; that of the first free-choice space is
    the tablet of all of them."""
    raw = _SPACES[city, space]
    if raw["action"] == "free_choice":
        return _STAR + 18, _STAR + 18
    if raw["action"] == "harvest":
        return _JUNGLE_WIDTH, TALL if raw["wood"] else HEIGHT
    if raw["action"] == "skull_offering":
        return max(HEIGHT, _row_width(_offering(space)[1]) + 2 * _PAD), HEIGHT
    lines = rows(city, space)
    wide = max(HEIGHT, max(map(_row_width, lines)) + 2 * _PAD)
    return wide, HEIGHT if len(lines) == 1 else TALL


def _offering(space: int) -> tuple[str, Marks]:
    """The temple of an offering, and the marks of its points and of its resource."""
    points, temple, *more = marks("chichen_itza", space)
    return temple.removeprefix("temple-"), (points.removeprefix("points "), *more)


def _slab(wide: int, high: int, theme: Theme) -> Image.Image:
    return slab(wide, high, theme.tablet, theme.tablet_shade, theme.shadow, notch=5, thick=4)


def _row_middle(row: int) -> float:
    """The middle of a row, from the upper edge of the sprite."""
    return SLAB_MARGIN + HEIGHT / 2 + row * (TALL - HEIGHT)


def _row_width(words: Sequence[str]) -> int:
    return sum(_width(word) for word in words) + _GAP * (len(words) - 1)


def _draw_row(
    image: Image.Image, words: Sequence[str], middle: float, theme: Theme, ink: Colour
) -> None:
    x = (image.width - _row_width(words)) / 2
    for word in words:
        _draw_mark(image, word, (x, middle), theme, ink)
        x += _width(word) + _GAP


def _is_written(word: str) -> bool:
    return word.isdigit() or word in "/+"


def _width(word: str) -> int:
    """The width of a mark, without the blank parts of its icon."""
    if _is_written(word):
        return round(width(word, "black", DIGIT))
    if word == "arrow":
        return _ARROW
    return _NARROW.get(word, _ICON)


_NARROW = {"corn": 44, "worker": 46, "build": 58}
"""Icons that do not take the whole width of their square."""


_JUNGLE_WIDTH = _row_width(("0", "corn-tile")) + 2 * _PAD


def _draw_mark(image: Image.Image, word: str, place: Point, theme: Theme, ink: Colour) -> None:
    """Draw a mark whose left edge, at half height, is `place`."""
    x, y = place
    if _is_written(word):
        text(image, place, word, "black", DIGIT, ink)
        return
    size = _ARROW if word == "arrow" else _ICON
    colour = mix(theme.ink, theme.tablet, 0.28) if word == "worker" else None
    paste(image, icon(word, size, theme, colour), (x + _width(word) / 2, y))
