"""A stone tablet with what a tile does, in icons."""

from collections.abc import Sequence

from PIL import Image

from bot.engine.components import QUICK_TILES, WEALTH
from bot.engine.prophecies import PROPHECIES
from rendering.drawing.kept import kept
from rendering.drawing.page import DIGITS
from rendering.drawing.relief import SLAB_MARGIN, slab
from rendering.drawing.theme import Theme
from rendering.icons.effects import calamity_line, goods_line, metric_line, quick_line
from rendering.icons.lines import WORDS, Line, Pic, line_width
from rendering.icons.tiles import draw_effect

_SIDE, _FRAME = 16, 10  # from the tablet's sides, and from its upper and lower edge


def effect_lines(tile: str) -> Sequence[Line]:
    """What a wealth tile, a quick action or a prophecy does, as lines of icons. A prophecy has a
    second one: what it counts. Raises KeyError for any other tile."""
    if tile in WEALTH:
        return [goods_line(WEALTH[tile].raw)]
    if tile in QUICK_TILES:
        return [quick_line(tile)]
    return [calamity_line(tile), [(Pic("prophecy"),), metric_line(PROPHECIES[tile].raw)]]


def least_width(tile: str, theme: Theme) -> int:
    """The width of a tablet on which the first line's numbers are large enough for phones."""
    return round(line_width(effect_lines(tile)[0], DIGITS / WORDS + 1, theme)) + 2 * _SIDE


def tablet(
    image: Image.Image,
    lines: Sequence[Line],
    box: tuple[int, int, int, int],
    theme: Theme,
    *,
    foot: int = 0,
) -> None:
    """Draw a tablet in `box` (left, top, width, height) with the lines as large as they fit above
    its lowest `foot` pixels."""
    left, top, wide, high = box
    stone = _stone(wide, high, theme)
    image.paste(stone, (left - SLAB_MARGIN, top - SLAB_MARGIN), stone)
    room = (left + _SIDE, top + _FRAME, left + wide - _SIDE, top + high - (foot or _FRAME))
    draw_effect(image, lines, room, theme, theme.ink)


@kept(2_500_000)
def _stone(width: int, height: int, theme: Theme) -> Image.Image:
    return slab(width, height, theme.tablet, theme.tablet_shade, theme.shadow, thick=3)
