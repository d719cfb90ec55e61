"""The stone tablets beside the spaces: an action's cost and effect, in icons.

A tablet reads from left to right: cost, arrow, effect. Its marks are numerals and signs as words
("3", "/", "+") and icon names, derived from data/components.json.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from PIL import Image

from bot.engine.components import COMPONENTS
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.fonts import width
from rendering.drawing.geometry import Point
from rendering.drawing.lettering import text
from rendering.drawing.relief import slab
from rendering.drawing.theme import Theme, mix
from rendering.icons.catalogue import icon, points_icon

HEIGHT, FIELD_HEIGHT = 57, 86  # the latter with a row of jungle fields below the goods
_ICON, _POINTS, _ARROW = 43, 49, 24
_NUMERAL = 40
_PAD, _GAP = 7, 3
_PIP, _PIP_STEP = 18, 23

Marks = tuple[str, ...]
Space = Mapping[str, Any]  # a space of data/components.json


_SPACES: Mapping[tuple[str, int], Space] = {
    (gear["id"], space["space"]): space for gear in COMPONENTS["gears"] for space in gear["spaces"]
}


def marks(city: str, space: int) -> Marks:
    """The marks on the tablet of a space; empty for spaces without a tablet of their own."""
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


@lru_cache(maxsize=64)
def tablet(
    words: Marks, theme: Theme, *, fields: tuple[str, ...] = (), used: bool = False
) -> Image.Image:
    """The tablet as an RGBA sprite with the tablet in its middle.

    `fields` are the jungle fields of a harvest space, each "wood" (wood lying on corn), "corn" or
    "gone". A `used` tablet is dimmed and carries the skull that was offered.
    """
    wide = sum(_width(word, theme) for word in words) + _GAP * (len(words) - 1) + 2 * _PAD
    wide = max(wide, HEIGHT - 1 if words != ("free-choice",) else 40, len(fields) * _PIP_STEP + 12)
    high = FIELD_HEIGHT if fields else HEIGHT if words != ("free-choice",) else 40
    if used:
        image = slab(wide, high, theme.tablet_used, theme.ground, theme.shadow, thick=0)
    else:
        image = slab(wide, high, theme.tablet, theme.tablet_shade, theme.shadow)
    content = Image.new("RGBA", image.size, (*theme.ink, 0))
    used_width = sum(_width(word, theme) for word in words) + _GAP * (len(words) - 1)
    x = 12 + (wide - used_width) / 2
    middle = 12 + HEIGHT / 2 if fields else 12 + high / 2
    for word in words:
        _draw_mark(content, word, (x, middle), theme)
        x += _width(word, theme) + _GAP
    if used:
        content.putalpha(content.getchannel("A").point([a // 4 for a in range(256)]))
    image.alpha_composite(content)
    if used:
        x = image.width / 2 + skull_aside(words, theme)
        paste(image, icon("skull", 46, theme), (x, image.height / 2))
    left = 12 + wide / 2 - (len(fields) * _PIP_STEP - (_PIP_STEP - _PIP)) / 2
    for i, field in enumerate(fields):
        pip = _pip(field, theme)
        paste(image, pip, (left + i * _PIP_STEP + _PIP / 2, 12 + FIELD_HEIGHT - 20))
    return image


def skull_aside(words: Marks, theme: Theme) -> float:
    """The distance of an offering's skull from the tablet's middle: it lies on the temple, the
    second mark, so that the points stay legible."""
    widths = [_width(word, theme) for word in words]
    return widths[0] + _GAP + (widths[1] - sum(widths) - _GAP * (len(words) - 1)) / 2


def _width(word: str, theme: Theme) -> int:
    """The width of a mark, without the blank parts of its icon."""
    if word.startswith("points "):
        return _POINTS
    if word == "arrow":
        return _ARROW
    if word.isdigit() or word in "/+=":
        return round(width(word, "black", _NUMERAL))
    box = icon(word, _size(word), theme).getbbox()
    return box[2] - box[0] if box else 0


def _size(word: str) -> int:
    return 36 if word == "free-choice" else _ICON


def _draw_mark(image: Image.Image, word: str, place: Point, theme: Theme) -> None:
    """Draw a mark whose left edge, at half height, is `place`."""
    x, y = place
    if word.startswith("points "):
        sprite = points_icon(int(word.removeprefix("points ")), _POINTS, theme)
        paste(image, sprite, (x + _POINTS / 2, y))
    elif word.isdigit() or word in "/+=":
        text(image, place, word, "black", _NUMERAL, theme.ink)
    elif word == "arrow":
        paste(image, icon("arrow", _ARROW, theme), (x + _ARROW / 2, y))
    else:
        colour = mix(theme.ink, theme.tablet, 0.28) if word == "worker" else None
        sprite = icon(word, _size(word), theme, colour)
        box = sprite.getbbox() or (0, 0, 0, 0)
        paste(image, sprite, (x + sprite.width / 2 - box[0], y))


@lru_cache(maxsize=16)
def _pip(field: str, theme: Theme) -> Image.Image:
    """One jungle field: wood over corn, corn, or gone."""
    sketch = Sketch(_PIP, _PIP, smoothing=8)
    if field == "gone":
        sketch.rounded((0.5, 0.5, _PIP - 0.5, _PIP - 0.5), 4, mix(theme.tablet, theme.ink, 0.25))
        sketch.rounded((2, 2, _PIP - 2, _PIP - 2), 2.5, theme.tablet)
        return sketch.sprite()
    sketch.rounded((0, 0, _PIP, _PIP), 4, theme.outline)
    sketch.rounded((2, 2, _PIP - 2, _PIP - 2), 2.5, theme.maize)
    if field == "wood":
        sketch.rounded((2, 2, _PIP - 2, _PIP / 2), 2.5, theme.temples["chaac"])
        sketch.rounded((2, 5, _PIP - 2, _PIP / 2), 0, theme.temples["chaac"])
    return sketch.sprite()
