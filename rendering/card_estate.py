"""What a wide seat card shows besides goods: technologies, temples, and every tile that was built.

The same stands on the second plate; with two seats there is room to have it at hand.
"""

from collections.abc import Sequence

from PIL import Image

from bot.engine.board import STEP_POINTS, TECHNOLOGIES, TEMPLES
from bot.engine.components import BUILDINGS, MONUMENTS
from rendering.canvas import Box, paste, text
from rendering.icons import icon
from rendering.inline import points_words
from rendering.scene import SeatView
from rendering.theme import Theme, mix
from rendering.tile_signs import SIGNS, sign

_ICON, _NUMBER, _APART = 40, 37, 5
_TILE, _TILE_GAP = 36, 4


def draw_estate(
    image: Image.Image, seat: SeatView, box: Box, lines: Sequence[float], theme: Theme
) -> None:
    """Draw the three lines inside the box; `lines` are the heights of their middles."""
    left, top, right, bottom = box
    edge = (round(left) - 24, round(top), round(left) - 21, round(bottom))
    image.paste(mix(theme.panel, theme.dim, 0.25), edge)
    levels = [
        (f"tech-{track}", str(level), level == 0)
        for track, level in zip(TECHNOLOGIES, seat.technologies, strict=True)
    ]
    steps = [
        (f"temple-{temple}", points_words(4 * points[step]), False)
        for temple, points, step in zip(TEMPLES, STEP_POINTS, seat.temples, strict=True)
    ]
    for entries, y in ((levels, lines[0]), (steps, lines[1])):
        pitch = (right - left) / len(entries)
        for place, (name, number, faint) in enumerate(entries):
            x = left + place * pitch
            paste(image, icon(name, _ICON, theme), (x + _ICON / 2, y))
            ink = theme.faint if faint else theme.text
            text(image, (x + _ICON + _APART, y), number, "black", _NUMBER, ink)
    _draw_tiles(image, seat, (left, right, lines[2]), theme)


def _draw_tiles(
    image: Image.Image, seat: SeatView, place: tuple[float, float, float], theme: Theme
) -> None:
    """Buildings as small cards in the colour of their category, then monuments; closer together
    where they are many."""
    left, right, y = place
    signs = [_sign(tile) for tile in (*seat.buildings, *seat.monuments)]
    room = right - left - _TILE
    pitch = min(_TILE + _TILE_GAP, room / max(1, len(signs) - 1))
    for number, name in enumerate(signs):
        drawn = sign(name, _TILE, theme) if name in SIGNS else icon(name, _TILE, theme)
        paste(image, drawn, (left + _TILE / 2 + number * pitch, y))


def _sign(tile: str) -> str:
    if tile in MONUMENTS:
        return "monument"
    raw = BUILDINGS[tile].raw if tile in BUILDINGS else {}
    name = f"category-{raw.get('category')}"
    return name if name in SIGNS else "build"
