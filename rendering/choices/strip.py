"""Tiles to choose from: each large, with the letter of its button, its name, effect and price.

Buildings and monuments have their face, tribes their shield and their power in words, all other
tiles a stone tablet with their effect in icons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from PIL import Image

from bot.engine.prophecies import PROPHECIES
from bot.engine.tribes import TRIBES
from bot.text.descriptions.closeups import alt_strip
from bot.text.names import choice_letter, tile_name
from bot.text.tiles import tile_effects
from bot.text.translation import Translations
from rendering.choices.tablet import effect_lines, tablet
from rendering.drawing.canvas import paste, rounded
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import width
from rendering.drawing.lettering import text, titled, wrapped
from rendering.drawing.page import EDGE, WIDTH, page
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.catalogue import sign
from rendering.icons.tiles import MARGIN, TILES, tile_laid, tile_signs

_APART = 16  # between tiles side by side
_BELOW = 20  # between rows
_FEW, _SOME, _MANY = 4, 6, 9
"""Up to the second number two tiles stand in a row, more than these three; more than the first
are lower, more than the third lower still."""
_HEAD = 62  # height of a tile's letter and name
_TAB = 54
_NAMES, _LONG_NAMES = (34, 31), (28, 26, 24, 22)
"""Sizes of names in one line, and of those in several."""
_SHIELD = 148
_POWERS = (32, 30, 28, 26)
_POWER_LINES = 4
_LEADING = 1.22


@dataclass(frozen=True)
class _Row:
    """Tiles side by side, each with the number of its letter."""

    tiles: tuple[tuple[int, str], ...]
    height: int


def draw_strip(
    tiles: Sequence[str], *, players: int = 4, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """The tiles in this order with the letters A, B, C ... (`choice_letter`), 800 pixels wide and
    up to 1,000 high for what a game offers at once.

    They may be of any kinds. `players` matters to the one monument that scores by the number of
    seats. Raises ValueError without tiles, KeyError for an id that is not in the data.
    """
    if not tiles:
        raise ValueError("a strip needs tiles")
    look = THEMES[theme]
    image = strip_image(tiles, players, look, t)
    return Picture(png(image, look), "choices.png", alt_strip(t, tiles))


def strip_image(tiles: Sequence[str], players: int, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    rows = _rows(tiles, t)
    height = sum(row.height for row in rows) + _BELOW * (len(rows) - 1) + 2 * EDGE
    image = page(height, theme)
    columns, top = _columns(tiles), EDGE
    for row in rows:
        if row.tiles[0][1] in TRIBES:
            _draw_tribe(image, *row.tiles[0], top, theme, t)
        else:
            wide = (WIDTH - 2 * EDGE - _APART * (columns - 1)) // columns
            for place, (number, tile) in enumerate(row.tiles):
                box = (EDGE + place * (wide + _APART), top, wide, row.height)
                _draw_tile(image, number, tile, box, players, theme, t)
        top += row.height + _BELOW
    return image


def _columns(tiles: Sequence[str]) -> int:
    return 2 if len(tiles) <= _SOME else 3


def _rows(tiles: Sequence[str], t: Translations) -> list[_Row]:
    """The tiles in rows: a tribe has one of its own."""
    rows, columns = [], _columns(tiles)
    for tribe, found in groupby(enumerate(tiles), lambda one: one[1] in TRIBES):
        members = list(found)
        if tribe:
            rows += [_Row((one,), _tribe_height(one[1], t)) for one in members]
            continue
        for at in range(0, len(members), columns):
            row = tuple(members[at : at + columns])
            height = max(_face_height(tile, len(tiles)) for _, tile in row)
            rows.append(_Row(row, _HEAD + height))
    return rows


def _face_height(tile: str, count: int) -> int:
    """The height of a tile without its name."""
    if tile in TILES:
        return 260 if count <= _FEW else 238 if count <= _MANY else 200
    return (160 if tile not in PROPHECIES else 190) if count <= _MANY else 140


def _draw_tab(image: Image.Image, number: int, at: tuple[int, int], theme: Theme) -> None:
    """The letter of a tile's button."""
    left, top = at
    rounded(image, (left, top, left + _TAB, top + _TAB), 12, theme.turn)
    middle = (left + _TAB / 2, top + _TAB / 2)
    text(image, middle, choice_letter(number), "black", 42, theme.turn_ink, "mm")


def _draw_name(image: Image.Image, name: str, place: tuple[int, int, int], theme: Theme) -> None:
    """A name from `left` on, so wide, about the middle: in one line, else in two, at need three."""
    left, wide, middle = place
    whole = next((size for size in _NAMES if width(name, "bold", size) <= wide), None)
    shown = ((name, whole),) if whole else titled(name, _LONG_NAMES, wide, lines=2, at_need=3)
    pitch = max((size for _, size in shown), default=0) * 1.02
    for number, (line, size) in enumerate(shown):
        y = middle + (number - (len(shown) - 1) / 2) * pitch
        text(image, (left, y), line, "bold", size, theme.text)


def _draw_tile(
    image: Image.Image,
    number: int,
    tile: str,
    box: tuple[int, int, int, int],
    players: int,
    theme: Theme,
    t: Translations,
) -> None:
    """A tile in `box`: left, top, width, height."""
    left, top, wide, height = box
    _draw_tab(image, number, (left, top), theme)
    beside = left + _TAB + 12
    right, high = left + wide, height - _HEAD
    if tile in TILES:
        for sprite in tile_signs(tile, theme):
            right -= sprite.width
            paste(image, sprite, (right + sprite.width / 2, top + _TAB / 2))
        size = (wide - 2 * MARGIN, high - 2 * MARGIN)
        image.paste(tile_laid(tile, *size, players, theme, plinth=False), (left, top + _HEAD))
    else:
        tablet(image, effect_lines(tile), (left, top + _HEAD, wide, high - MARGIN), theme)
    _draw_name(image, tile_name(t, tile), (beside, right - beside, top + _TAB // 2), theme)


def _power(tribe: str, t: Translations) -> tuple[Sequence[str], int]:
    """The lines of a tribe's power, and the size of their letters."""
    room = WIDTH - EDGE - _power_left()
    words = tile_effects(t, tribe)
    for size in _POWERS:
        lines = wrapped(words, "regular", size, room)
        if len(lines) <= _POWER_LINES:
            break
    return lines, size


def _power_left() -> int:
    return EDGE + _SHIELD + 22


def _tribe_height(tribe: str, t: Translations) -> int:
    lines, size = _power(tribe, t)
    return max(_SHIELD, _HEAD + round(len(lines) * size * _LEADING) + 2)


def _draw_tribe(
    image: Image.Image, number: int, tribe: str, top: int, theme: Theme, t: Translations
) -> None:
    """A tribe over the whole width: its shield, letter and name, and its power in words."""
    shield = sign(f"tribe-{tribe}", _SHIELD, theme)
    paste(image, shield, (EDGE + _SHIELD / 2, top + _tribe_height(tribe, t) / 2))
    left = _power_left()
    _draw_tab(image, number, (left, top), theme)
    beside = left + _TAB + 14
    place = (beside, WIDTH - EDGE - beside, top + _TAB // 2)
    _draw_name(image, tile_name(t, tribe), place, theme)
    lines, size = _power(tribe, t)
    for row, line in enumerate(lines):
        y = top + _HEAD + (row + 0.5) * size * _LEADING
        text(image, (left, y), line, "regular", size, theme.text)
