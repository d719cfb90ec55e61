"""What a person may choose, and what all have chosen: tiles drawn large.

`draw_strip` draws tiles to choose from, each with the letter of its button, its name, effect and
price. Buildings and monuments have their face, tribes their shield and their power in words, all
other tiles a stone tablet with their effect in icons. `draw_kept` draws the first tiles of all
seats, once they are revealed: a row for each seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from PIL import Image

from bot.engine.components import MONUMENTS, QUICK_TILES, WEALTH
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.happenings import TilesKept
from bot.text.descriptions.closeups import alt_kept, alt_strip
from bot.text.names import SEAT_LETTERS, choice_letter, tile_name
from bot.text.tiles import tile_effects
from bot.text.translation import Translations
from rendering.drawing.canvas import paste, rounded
from rendering.drawing.encoding import Picture, png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import showable, shrunk, text, titled, width, wrapped
from rendering.drawing.relief import SLAB_MARGIN, slab
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.ground import DIGITS, PAGE_EDGE, PAGE_WIDTH, page
from rendering.icons import effects
from rendering.icons.catalogue import sign
from rendering.icons.markers import marker
from rendering.icons.tiles import MARGIN, TILES, draw_effect, tile_laid, tile_signs

_SIDE, _FRAME = 16, 10  # from the tablet's sides, and from its upper and lower edge


def effect_lines(tile: str) -> Sequence[effects.Line]:
    """What a wealth tile, a quick action or a prophecy does, as lines of icons. A prophecy has a
    second one: what it counts. Raises KeyError for any other tile."""
    if tile in WEALTH:
        return [effects.goods_line(WEALTH[tile].raw)]
    if tile in QUICK_TILES:
        return [effects.quick_line(tile)]
    return [
        effects.calamity_line(tile),
        [(effects.Pic("prophecy"),), effects.metric_line(PROPHECIES[tile].raw)],
    ]


def tablet(
    image: Image.Image,
    lines: Sequence[effects.Line],
    box: tuple[int, int, int, int],
    theme: Theme,
    *,
    foot: int = 0,
) -> None:
    """Draw a stone tablet in `box` (left, top, width, height). The lines are as large as fits; the
    lowest `foot` pixels stay free of them."""
    left, top, wide, high = box
    stone = _stone(wide, high, theme)
    image.paste(stone, (left - SLAB_MARGIN, top - SLAB_MARGIN), stone)
    room = (left + _SIDE, top + _FRAME, left + wide - _SIDE, top + high - (foot or _FRAME))
    draw_effect(image, lines, room, theme, theme.ink)


@kept(2_500_000)
def _stone(width: int, height: int, theme: Theme) -> Image.Image:
    return slab(width, height, theme.tablet, theme.tablet_shade, theme.shadow, thick=3)


_APART = 16  # between tiles side by side
_BELOW = 20  # between rows
_FEW, _SOME, _MANY = 4, 6, 9
"""Numbers of tiles: with more than `_FEW` they are drawn lower, with more than `_SOME` three stand
in a row in place of two, with more than `_MANY` they are lower still."""
_HEAD = 62  # height of a tile's letter and name
_TAB = 54
_NAMES, _LONG_NAMES = (34, 31), (28, 26, 24, 22)
"""Sizes of a name's letters: for one line, and for several. The first that fits is taken."""
_SHIELD = 148
_POWERS = (32, 30, 28, 26)
_POWER_LINES = 4
_LEADING = 1.22


@dataclass(frozen=True)
class _Row:
    """Tiles side by side, as (place from 0, which gives the letter, id of the tile)."""

    tiles: tuple[tuple[int, str], ...]
    height: int


def draw_strip(
    tiles: Sequence[str], *, players: int = 4, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """Draw tiles to choose from, in this order, with the letters A, B, C ... (`choice_letter`): 800
    pixels wide, and at most 1,000 high for what a game offers at once.

    The tiles may be of any kinds. Only one monument needs the number of `players`, by which it
    scores. Raises ValueError without tiles, KeyError for an id that is not in the data.
    """
    if not tiles:
        raise ValueError("a strip needs tiles")
    look = THEMES[theme]
    image = strip_image(tiles, players, look, t)
    return Picture(png(image, look), "choices.png", alt_strip(t, tiles))


def strip_image(tiles: Sequence[str], players: int, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    rows = _rows(tiles, t)
    height = sum(row.height for row in rows) + _BELOW * (len(rows) - 1) + 2 * PAGE_EDGE
    image = page(height, theme)
    columns, top = _columns(tiles), PAGE_EDGE
    for row in rows:
        if row.tiles[0][1] in TRIBES:
            _draw_tribe(image, *row.tiles[0], top, theme, t)
        else:
            wide = (PAGE_WIDTH - 2 * PAGE_EDGE - _APART * (columns - 1)) // columns
            for place, (number, tile) in enumerate(row.tiles):
                box = (PAGE_EDGE + place * (wide + _APART), top, wide, row.height)
                _draw_tile(image, number, tile, box, players, theme, t)
        top += row.height + _BELOW
    return image


def _columns(tiles: Sequence[str]) -> int:
    return 2 if len(tiles) <= _SOME else 3


def _rows(tiles: Sequence[str], t: Translations) -> list[_Row]:
    """Put the tiles in rows of two or three; a tribe has a row to itself."""
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
        most = _MANY if tile in MONUMENTS else _FEW  # a monument's numbers need more room
        return 260 if count <= _FEW else 238 if count <= most else 200
    return (160 if tile not in PROPHECIES else 190) if count <= _MANY else 140


def _draw_tab(image: Image.Image, number: int, at: tuple[int, int], theme: Theme) -> None:
    """Draw the letter of a tile's button on a square of `_TAB` pixels."""
    left, top = at
    rounded(image, (left, top, left + _TAB, top + _TAB), 12, theme.turn)
    middle = (left + _TAB / 2, top + _TAB / 2)
    text(image, middle, choice_letter(number), "black", 42, theme.turn_ink, "mm")


def _draw_name(image: Image.Image, name: str, place: tuple[int, int, int], theme: Theme) -> None:
    """Write a name; `place` is its left edge, its room in pixels, and the height of its middle. It
    takes one line if it fits, else two, at need three."""
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
    """Draw a tile with its letter and name in `box`: left, top, width, height."""
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
    """What a tribe can do, broken into lines, and the size of the letters."""
    room = PAGE_WIDTH - PAGE_EDGE - _power_left()
    words = tile_effects(t, tribe)
    for size in _POWERS:
        lines = wrapped(words, "regular", size, room)
        if len(lines) <= _POWER_LINES:
            break
    return lines, size


def _power_left() -> int:
    return PAGE_EDGE + _SHIELD + 22


def _tribe_height(tribe: str, t: Translations) -> int:
    lines, size = _power(tribe, t)
    return max(_SHIELD, _HEAD + round(len(lines) * size * _LEADING) + 2)


def _draw_tribe(
    image: Image.Image, number: int, tribe: str, top: int, theme: Theme, t: Translations
) -> None:
    """A tribe over the whole width: its shield, letter and name, and its power in words."""
    shield = sign(f"tribe-{tribe}", _SHIELD, theme)
    paste(image, shield, (PAGE_EDGE + _SHIELD / 2, top + _tribe_height(tribe, t) / 2))
    left = _power_left()
    _draw_tab(image, number, (left, top), theme)
    beside = left + _TAB + 14
    place = (beside, PAGE_WIDTH - PAGE_EDGE - beside, top + _TAB // 2)
    _draw_name(image, tile_name(t, tribe), place, theme)
    lines, size = _power(tribe, t)
    for row, line in enumerate(lines):
        y = top + _HEAD + (row + 0.5) * size * _LEADING
        text(image, (left, y), line, "regular", size, theme.text)


_SEAT_HEAD, _SEAT_BELOW = 56, 10
_KEPT_TABLET, _KEPT_FOOT = 124, 36  # height of a tablet, and of the tile's name on it
_CROWDED = 146  # height of tablets without names, three in a row
_USUAL = 2  # tiles in a row
_KEPT_APART = 14
_SEAT_SHIELD, _SMALL_SEAT_SHIELD = 106, 52
_SEAT_NAMES = (36, 32, 28)
_TILE_NAMES = (28, 26, 24)


def draw_kept(
    kept: Sequence[TilesKept], names: Sequence[str], *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """Draw the tiles each seat has kept, 800 pixels wide and at most 1,000 high. `names` are the
    players' names in seat order."""
    look = THEMES[theme]
    image = kept_image(kept, names, look, t)
    return Picture(png(image, look), "first-tiles.png", alt_kept(t, kept, names))


def kept_image(
    kept: Sequence[TilesKept], names: Sequence[str], theme: Theme, t: Translations
) -> Image.Image:
    """The picture before it is encoded."""
    rows = sorted(kept, key=lambda chosen: chosen.seat)
    heights = [_SEAT_HEAD + _kept_height(one) for one in rows]
    image = page(2 * PAGE_EDGE + sum(heights) + _SEAT_BELOW * (len(rows) - 1), theme)
    top = PAGE_EDGE
    for one, height in zip(rows, heights, strict=True):
        _draw_seat(image, one, names[one.seat], top, theme, t)
        top += height + _SEAT_BELOW
    return image


def _kept_height(kept: TilesKept) -> int:
    return _KEPT_TABLET if len(kept.wealth) <= _USUAL else _CROWDED


def _draw_seat(
    image: Image.Image, kept: TilesKept, name: str, top: int, theme: Theme, t: Translations
) -> None:
    """Marker, name and tribe of a seat, and below them its tiles."""
    left, right, middle = PAGE_EDGE, PAGE_WIDTH - PAGE_EDGE, top + _SEAT_HEAD // 2 - 2
    paste(image, marker(kept.seat, 44, theme), (left + 24, middle))
    shown, start = showable(name) or SEAT_LETTERS[kept.seat], left + 60
    tribe = tile_name(t, kept.tribe) if kept.tribe else ""
    room = (
        right
        - start
        - (round(width(tribe, "bold", _SEAT_NAMES[-1])) + 30 + _SMALL_SEAT_SHIELD if tribe else 0)
    )
    shown, size = shrunk(shown, "black", _SEAT_NAMES, room)
    text(image, (start, middle), shown, "black", size, theme.text)
    crowded = len(kept.wealth) > _USUAL
    if tribe:
        beside = start + width(shown, "black", size) + 20
        if crowded:
            small = sign(f"tribe-{kept.tribe}", _SMALL_SEAT_SHIELD, theme)
            paste(image, small, (beside + _SMALL_SEAT_SHIELD / 2, middle))
            beside += _SMALL_SEAT_SHIELD + 10
        else:
            shield = sign(f"tribe-{kept.tribe}", _SEAT_SHIELD, theme)
            paste(image, shield, (left + _SEAT_SHIELD / 2, top + _SEAT_HEAD + _KEPT_TABLET / 2))
            left += _SEAT_SHIELD + _KEPT_APART
        text(image, (beside, middle), tribe, "bold", _SEAT_NAMES[-1], theme.dim)
    for tile, wide in zip(kept.wealth, _widths(kept.wealth, right - left, theme), strict=True):
        box = (left, top + _SEAT_HEAD, wide, _kept_height(kept))
        tablet(image, effect_lines(tile), box, theme, foot=0 if crowded else _KEPT_FOOT)
        if not crowded:
            _draw_tile_name(image, tile_name(t, tile), box, theme)
        left += wide + _KEPT_APART


def _widths(tiles: Sequence[str], room: int, theme: Theme) -> list[int]:
    """The widths of a row's tablets in pixels. All are equal, but of two tablets the one whose
    numbers would be too small takes what it needs from the other."""
    count = max(_USUAL, len(tiles))
    each = (room - _KEPT_APART * (count - 1)) // count
    if len(tiles) != _USUAL:
        return [each] * len(tiles)
    one, other = (
        # on which the first line's numbers are large enough for phones
        round(effects.line_width(effect_lines(tile)[0], DIGITS / effects.WORDS + 1, theme))
        + 2 * _SIDE
        for tile in tiles
    )
    first = each
    if max(one, other) > each:
        first = one if one > other else 2 * each - other
    return [first, 2 * each - first]


def _draw_tile_name(
    image: Image.Image, name: str, box: tuple[int, int, int, int], theme: Theme
) -> None:
    """A tile's name at the foot of its tablet."""
    left, top, wide, high = box
    name, size = shrunk(name, "bold", _TILE_NAMES, wide - 20)
    at = (left + wide / 2, top + high - _KEPT_FOOT / 2 - 4)
    text(image, at, name, "bold", size, theme.ink, "mm")
