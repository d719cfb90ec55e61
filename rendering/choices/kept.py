"""The first tiles of all seats, once they are revealed: a row for each seat."""

from collections.abc import Sequence

from PIL import Image

from bot.engine.happenings import TilesKept
from bot.text.descriptions.closeups import alt_kept
from bot.text.names import SEAT_LETTERS, tile_name
from bot.text.translation import Translations
from rendering.choices.tablet import effect_lines, least_width, tablet
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import showable, shrunk, width
from rendering.drawing.lettering import text
from rendering.drawing.page import EDGE, WIDTH, page
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.catalogue import sign
from rendering.icons.markers import marker

_HEAD, _BELOW = 56, 10
_TABLET, _FOOT = 124, 36  # height of a tablet, and of the tile's name on it
_CROWDED = 146  # height of tablets without names, three in a row
_USUAL = 2  # tiles in a row
_APART = 14
_SHIELD, _SMALL_SHIELD = 106, 52
_NAMES = (36, 32, 28)
_TILE_NAMES = (28, 26, 24)


def draw_kept(
    kept: Sequence[TilesKept], names: Sequence[str], *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """What each seat has kept, 800 pixels wide and up to 1,000 high. `names` are the seats' names,
    in seat order."""
    look = THEMES[theme]
    image = kept_image(kept, names, look, t)
    return Picture(png(image, look), "first-tiles.png", alt_kept(t, kept, names))


def kept_image(
    kept: Sequence[TilesKept], names: Sequence[str], theme: Theme, t: Translations
) -> Image.Image:
    """The picture before it is encoded."""
    rows = sorted(kept, key=lambda chosen: chosen.seat)
    heights = [_HEAD + _tablet_height(one) for one in rows]
    image = page(2 * EDGE + sum(heights) + _BELOW * (len(rows) - 1), theme)
    top = EDGE
    for one, height in zip(rows, heights, strict=True):
        _draw_seat(image, one, names[one.seat], top, theme, t)
        top += height + _BELOW
    return image


def _tablet_height(kept: TilesKept) -> int:
    return _TABLET if len(kept.wealth) <= _USUAL else _CROWDED


def _draw_seat(
    image: Image.Image, kept: TilesKept, name: str, top: int, theme: Theme, t: Translations
) -> None:
    """Marker, name and tribe of a seat, and below them its tiles."""
    left, right, middle = EDGE, WIDTH - EDGE, top + _HEAD // 2 - 2
    paste(image, marker(kept.seat, 44, theme), (left + 24, middle))
    shown, start = showable(name) or SEAT_LETTERS[kept.seat], left + 60
    tribe = tile_name(t, kept.tribe) if kept.tribe else ""
    room = (
        right
        - start
        - (round(width(tribe, "bold", _NAMES[-1])) + 30 + _SMALL_SHIELD if tribe else 0)
    )
    shown, size = shrunk(shown, "black", _NAMES, room)
    text(image, (start, middle), shown, "black", size, theme.text)
    crowded = len(kept.wealth) > _USUAL
    if tribe:
        beside = start + width(shown, "black", size) + 20
        if crowded:
            small = sign(f"tribe-{kept.tribe}", _SMALL_SHIELD, theme)
            paste(image, small, (beside + _SMALL_SHIELD / 2, middle))
            beside += _SMALL_SHIELD + 10
        else:
            shield = sign(f"tribe-{kept.tribe}", _SHIELD, theme)
            paste(image, shield, (left + _SHIELD / 2, top + _HEAD + _TABLET / 2))
            left += _SHIELD + _APART
        text(image, (beside, middle), tribe, "bold", _NAMES[-1], theme.dim)
    for tile, wide in zip(kept.wealth, _widths(kept.wealth, right - left, theme), strict=True):
        box = (left, top + _HEAD, wide, _tablet_height(kept))
        tablet(image, effect_lines(tile), box, theme, foot=0 if crowded else _FOOT)
        if not crowded:
            _draw_tile_name(image, tile_name(t, tile), box, theme)
        left += wide + _APART


def _widths(tiles: Sequence[str], room: int, theme: Theme) -> list[int]:
    """The widths of a row's tablets: equal, but where one of two needs more for numbers that are
    large enough, it takes that from the other."""
    count = max(_USUAL, len(tiles))
    each = (room - _APART * (count - 1)) // count
    if len(tiles) != _USUAL:
        return [each] * len(tiles)
    one, other = (least_width(tile, theme) for tile in tiles)
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
    at = (left + wide / 2, top + high - _FOOT / 2 - 4)
    text(image, at, name, "bold", size, theme.ink, "mm")
