"""Buildings and monuments as cards: the price on the band, the effect in icons.

A tile with an effect that has no icons shows its name and a few words instead, so that a new tile
in the data can be read at once.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from bot.engine.components import BUILDINGS, COMPONENTS, MONUMENTS
from rendering.drawing.canvas import Box, Point, Sketch, box, paste
from rendering.drawing.encoding import reduced
from rendering.drawing.kept import kept
from rendering.drawing.lettering import Weight, fitted, text, titled, width
from rendering.drawing.relief import chamfered, engraved, thrown, tones
from rendering.drawing.theme import Colour, Theme, mix
from rendering.icons.catalogue import SIGNS, icon, sign
from rendering.icons.effects import (
    KINDS,
    Line,
    Pic,
    Words,
    draw_line,
    has_icons,
    size_to_fit,
    tile_lines,
)

Raw = Mapping[str, Any]

TILES: Mapping[str, Raw] = {
    raw["id"]: raw for key in ("buildings", "monuments") for raw in COMPONENTS[key]
}
BAND = 64  # height of the coloured band with the price
MARGIN = 6  # room round the card for its shadow
_SIDE = 16  # the least distance from the card's sides
FOOT = 44  # height of the plinth, with the category and the tile's number
_TITLES, _TITLE_SIDE, _TITLE_PITCH = (32, 30, 28), 12, 1.1
"""Sizes of a name's letters; its distance from the sides; the distance of its lines, in sizes."""
_LARGEST = 92  # icons of an effect
_PRICE_GAP = 0.27  # between the resources of a price, in sizes
_PITCH = 1.1  # from line to line, in sizes

_INSET = 6  # how far the wall stands back behind lintel and plinth
_SHOULDERS = ((30, 0), (15, 11), (0, 22))  # of a monument: from the side, from the top
_SIZES = (30, 26, 23, 20, 18)
_LINE = 1.24  # from line to line, in sizes of the letters


@kept(4_000_000)
def tile_laid(
    tile: str,
    width: int,
    height: int,
    players: int,
    theme: Theme,
    *,
    taken: bool = False,
    title: str = "",
    plinth: bool = True,
) -> Image.Image:
    """`tile_face` in the theme's palette (mode P), which takes a quarter of the bytes to keep."""
    face = tile_face(tile, width, height, players, theme, taken=taken, title=title, plinth=plinth)
    return reduced(face, theme)


def tile_face(
    tile: str,
    width: int,
    height: int,
    players: int,
    theme: Theme,
    *,
    taken: bool = False,
    title: str = "",
    plinth: bool = True,
) -> Image.Image:
    """A building or monument with `MARGIN` pixels of the ground on every side, without its number.
    A monument has stepped shoulders; one that is `taken` is dimmed. A tile with an effect that has
    no icons shows its name and text; an id that is not in the data is written as it is.

    Only one monument needs the number of `players`, by which it scores. A `title` is written above
    the plinth, on monuments in two lines, at need in three. Without the `plinth` the effect has
    more room, and the caller draws the `tile_signs` elsewhere.
    """
    if taken:
        face = tile_face(tile, width, height, players, theme, title=title, plinth=plinth)
        return Image.blend(face, Image.new("RGB", face.size, theme.ground), 0.58)
    raw = TILES.get(tile) or _unknown(tile)
    monument = "scoring" in raw
    band = theme.categories.get(raw["category"], theme.dim)
    foot = FOOT if plinth else 0
    face = _card(width, height, band, theme, stepped=monument, foot=foot)
    if raw["cost"] is not None:
        _draw_price(face, raw["cost"], width, theme)
    if plinth:
        x, y = MARGIN + 30, MARGIN + height - FOOT / 2
        for number, sprite in enumerate(_signs_of(raw, theme)):
            paste(face, sprite, (x + 48 * number, y))
    if has_icons(raw):
        wide = width - 2 * _TITLE_SIDE
        named = (
            titled(title, _TITLES, wide, lines=1 + monument, at_need=2 + monument) if title else ()
        )
        lines = tile_lines(raw, players)
        bottom = MARGIN + height - foot - 6
        for line, size in reversed(named):
            pitch = round(size * _TITLE_PITCH)
            middle = (MARGIN + width / 2, bottom - pitch / 2 + 2)
            text(face, middle, line, "bold", size, theme.text, "mm")
            bottom -= pitch
        room = (MARGIN + _SIDE, MARGIN + BAND + 12, MARGIN + width - _SIDE, bottom)
        draw_effect(face, lines, room, theme, theme.text)
    else:
        left, right = MARGIN + _SIDE, MARGIN + width - _SIDE
        room = (left, MARGIN + BAND + 8, right, MARGIN + height - foot - 4)
        draw_caption(face, room, raw, theme)
    return face


def _unknown(tile: str) -> Raw:
    name = tile.replace("-", " ").capitalize()
    return {"name": name, "category": None, "cost": None, "effects": (), "text": ""}


def _draw_price(face: Image.Image, cost: Raw, width: int, theme: Theme) -> None:
    """Write the price on the band: every kind of good with its number."""
    price = [(Words(str(cost[kind]), 1.3), Pic(kind)) for kind in KINDS if cost.get(kind)]
    size = size_to_fit(price, 47, width - 2 * _SIDE, theme, apart=_PRICE_GAP)
    at = (MARGIN + width / 2, MARGIN + BAND / 2 + 2)
    draw_line(face, price, at, size, theme, theme.outline, apart=_PRICE_GAP)


@kept(1_000_000)
def empty_place(width: int, height: int, theme: Theme) -> Image.Image:
    """The place of a building when none is left, a hollow in the ground, with the same margin as a
    face."""
    sketch = Sketch(width + 2 * MARGIN, height + 2 * MARGIN)
    outline = _placed(_house(width, height))
    floor = mix(theme.ground, theme.shadow, 0.3)
    edges = tones(theme.ground, mix(theme.ground, theme.shadow, 0.8))
    chamfered(sketch, outline, 4, floor, edges, sunk=True)
    return _on_ground(sketch.sprite(), theme)


def _card(
    width: int, height: int, band: Colour, theme: Theme, *, stepped: bool, foot: int
) -> Image.Image:
    """An empty card: a house, or with `stepped` shoulders a monument; its lintel has the colour
    `band`. `foot` is the height of its plinth."""
    sketch = Sketch(width + 2 * MARGIN, height + 2 * MARGIN)
    wall, stone = theme.building_card, mix(theme.building_card, theme.shadow, 0.75)
    lintel = _monument(width) if stepped else _lintel(width)
    body = [(_INSET, BAND - 4), (width - _INSET, BAND - 4),
            (width - _INSET, height - foot), (_INSET, height - foot)]  # fmt: skip
    outlines: list[Sequence[Point]] = [lintel, body]
    if foot:
        outlines = [_monument(width, height) if stepped else _house(width, height)]
    for outline in outlines:
        thrown(sketch, _placed(outline), 6, theme.shadow)
    edges = tones(wall, stone)
    chamfered(sketch, _placed(body), 3, wall, edges)
    shaded = mix(wall, theme.shadow, 0.5)
    sketch.polygon(_placed(box(_INSET, BAND, width - _INSET, BAND + 7)), shaded)
    if foot:
        plinth = box(0, height - foot, width, height)
        ground = mix(theme.building_card, theme.shadow, 0.35 if theme.is_dark else 0.22)
        chamfered(sketch, _placed(plinth), 3, ground, tones(ground, stone))
    chamfered(sketch, _placed(lintel), 4, band, tones(band, mix(band, theme.outline, 0.55)))
    groove = (MARGIN + 10.0, MARGIN + BAND - 10.0), (MARGIN + width - 10.0, MARGIN + BAND - 10.0)
    engraved(sketch, groove, 2, mix(band, theme.outline, 0.35), mix(band, theme.hub_text, 0.3))
    return _on_ground(sketch.sprite(), theme)


def _lintel(width: float) -> list[Point]:
    """The lintel of a house, stepped at its upper corners; clockwise."""
    n = 7  # the notch of a corner
    return [
        (n, 0), (width - n, 0), (width - n, n), (width, n), (width, BAND), (0, BAND), (0, n), (n, n)
    ]  # fmt: skip


def _monument(width: float, height: float = BAND) -> list[Point]:
    """The stepped upper part of a monument, `height` pixels high; clockwise."""
    left: list[Point] = []
    for number, (side, top) in enumerate(_SHOULDERS):
        if number:
            left.append((_SHOULDERS[number - 1][0], top))
        left.append((side, top))
    right = [(width - x, y) for x, y in left]
    return [*right, (width, height), (0, height), *left[::-1]]


def _house(width: float, height: float) -> list[Point]:
    """The outline of a whole house: lintel, wall, plinth."""
    wall, foot = width - _INSET, height - FOOT
    return [
        *_lintel(width)[:5], (wall, BAND), (wall, foot), (width, foot), (width, height),
        (0, height), (0, foot), (_INSET, foot), (_INSET, BAND), *_lintel(width)[5:],
    ]  # fmt: skip


def _placed(outline: Sequence[Point]) -> list[Point]:
    """The outline moved by the margin of its sprite."""
    return [(MARGIN + x, MARGIN + y) for x, y in outline]


def _on_ground(sprite: Image.Image, theme: Theme) -> Image.Image:
    """The sprite on the ground's colour (mode RGB), on which all cards lie: what is drawn on an
    opaque picture keeps smooth edges."""
    image = Image.new("RGB", sprite.size, theme.ground)
    image.paste(sprite, mask=sprite)
    return image


def tile_signs(tile: str, theme: Theme) -> Sequence[Image.Image]:
    """The sign of a tile's category if it has one, and the renovation mark if it can be
    renovated."""
    return _signs_of(TILES[tile], theme)


def _signs_of(raw: Raw, theme: Theme) -> Sequence[Image.Image]:
    signs = []
    if raw["category"] in theme.categories:
        colour = theme.categories[raw["category"]]
        if not theme.is_dark:  # on white the plain colours would be too pale
            colour = mix(colour, theme.outline, 0.2)
        signs.append(icon(raw["category"], 48, theme, colour))
    if any(effect["type"] == "renovation" for effect in raw.get("effects", ())):
        signs.append(sign("renovation", 38, theme))
    return signs


def draw_effect(
    image: Image.Image, lines: Sequence[Line], box: Box, theme: Theme, ink: Colour
) -> None:
    """Draw lines of icons in the middle of the box (left, top, right, bottom), as large as fits. A
    single line may be broken into two; two lines with equally many groups become columns. `ink` is
    the colour of the numbers."""
    left, top, right, bottom = box
    room = right - left
    columns = len(lines) == 2 and len(lines[0]) == len(lines[1])
    if len(lines) == 1:
        lines = _broken(lines[0], room, bottom - top, theme)
    size = _fitting(lines, room, bottom - top, theme)
    x, y = (left + right) / 2, (top + bottom) / 2 - _PITCH * size * (len(lines) - 1) / 2
    for line in lines:
        if columns:
            _draw_columns(image, line, (x, y), room, size, theme, ink)
        else:
            draw_line(image, line, (x, y), size, theme, ink)
        y += _PITCH * size


def _broken(line: Line, room: float, tall: float, theme: Theme) -> Sequence[Line]:
    """The line as it is, or in two halves if icons then are more than a tenth larger."""
    half = (len(line) + 1) // 2
    two = [line[:half], line[half:]]
    if len(line) > 1 and _fitting(two, room, tall, theme) > 1.1 * _fitting(
        [line], room, tall, theme
    ):
        return two
    return [line]


def _draw_columns(
    image: Image.Image,
    line: Line,
    middle: Point,
    room: float,
    size: float,
    theme: Theme,
    ink: Colour,
) -> None:
    pitch = room / len(line)
    for place, group in enumerate(line):
        x = middle[0] + (place - (len(line) - 1) / 2) * pitch
        draw_line(image, [group], (x, middle[1]), size, theme, ink)


def _fitting(lines: Sequence[Line], room: float, tall: float, theme: Theme) -> float:
    """The size in pixels at which all lines fit, at most `_LARGEST`."""
    size = min(_LARGEST, tall / (1 + _PITCH * (len(lines) - 1)))
    return min(size_to_fit(line, size, room, theme) for line in lines)


def caption(raw: Mapping[str, Any]) -> tuple[str, str]:
    """A tile's name, and its effect in words: the `text` of its data, or else the types of its
    effects."""
    words = raw.get("text")
    if words is None:
        parts = [raw.get(key) for key in ("scoring", "calamity")] + [*raw.get("effects", ())]
        words = ", ".join(str(part["type"]).replace("_", " ") for part in parts if part)
    return str(raw["name"]), str(words)


def draw_caption(image: Image.Image, box: Box, raw: Mapping[str, Any], theme: Theme) -> None:
    """Write a tile's name and effect into the box, as large as fits; cut them if even that is too
    long."""
    name, words = caption(raw)
    left, top, right, bottom = box
    for size in _SIZES:
        lines: list[tuple[str, Weight]] = [
            *((line, "black") for line in _wrapped(name, "black", size, right - left)),
            *((line, "regular") for line in _wrapped(words, "regular", size, right - left)),
        ]
        if len(lines) * size * _LINE <= bottom - top:
            break
    most = max(1, int((bottom - top) / (size * _LINE)))
    shown = lines[:most]
    y = (top + bottom) / 2 - (len(shown) - 1) * size * _LINE / 2
    for line, weight in shown:
        cut = fitted(line, weight, size, round(right - left))
        text(image, ((left + right) / 2, y), cut, weight, size, theme.text, "mm")
        y += size * _LINE


def _wrapped(words: str, weight: Weight, size: int, room: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}", weight, size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def tile_sign(tile: str) -> str:
    """The name of the icon or sign that stands for a built tile."""
    if tile in MONUMENTS:
        return "monument"
    raw = BUILDINGS[tile].raw if tile in BUILDINGS else {}
    name = f"category-{raw.get('category')}"
    return name if name in SIGNS else "build"
