"""What a wide seat card, in a game of two, shows besides goods.

On the main plate that is technologies, temples and tiles at a glance; on the second plate, where
those are seen above, what each built tile does.
"""

from collections.abc import Sequence

from PIL import Image

from bot.engine.board import STEP_POINTS, TECHNOLOGIES, TEMPLES
from bot.engine.components import BUILDINGS, MONUMENTS
from rendering.canvas import Box, paste, rounded, text
from rendering.icons import icon
from rendering.inline import points_words
from rendering.scene import SeatView
from rendering.theme import Theme, mix
from rendering.tile_signs import SIGNS, sign
from rendering.tiles import small_face

_ICON, _NUMBER, _APART = 36, 33, 4
_TILE, _TILE_GAP = 36, 4


def draw_estate(
    image: Image.Image, seat: SeatView, box: Box, lines: Sequence[float], theme: Theme
) -> None:
    """Draw the three lines inside the box; `lines` are the heights of their middles."""
    left, _, right, _ = box
    _draw_edge(image, box, theme)
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


def _draw_edge(image: Image.Image, box: Box, theme: Theme) -> None:
    """A line between goods and estate."""
    left, top, _, bottom = box
    edge = (round(left) - 24, round(top), round(left) - 21, round(bottom))
    image.paste(mix(theme.panel, theme.dim, 0.25), edge)


_GRIDS = ((3, 2), (4, 2), (5, 3), (6, 4), (8, 5))  # columns and rows for few and for many tiles


def draw_built(image: Image.Image, seat: SeatView, box: Box, players: int, theme: Theme) -> None:
    """Every tile the seat has built, with its effect, inside the box."""
    left, top, right, bottom = box
    _draw_edge(image, box, theme)
    tiles = (*seat.buildings, *seat.monuments)
    columns, rows = next((g for g in _GRIDS if g[0] * g[1] >= len(tiles)), _GRIDS[-1])
    wide = round((right - left - _BUILT_GAP * (columns - 1)) / columns)
    tall = round((bottom - top - _BUILT_GAP * (rows - 1)) / rows)
    for place in range(columns * rows):
        x = round(left) + place % columns * (wide + _BUILT_GAP)
        y = round(top) + place // columns * (tall + _BUILT_GAP)
        if place < len(tiles):
            face = small_face(tiles[place], wide, tall, players, theme)
            image.paste(face, (x, y), face)
        else:
            rounded(image, (x, y, x + wide, y + tall), 4, mix(theme.panel, theme.plate, 0.6))


_BUILT_GAP = 6


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
