"""The panels of the expansion, in the upper corners of the wheels picture.

The left panel has the quick actions: the tile under the arrow, its three spaces, the rounds until
the next tile, and the following tiles in their order. The right one has the prophecies: the active
or next one, the points it would give to each seat, and the three of this game in their order.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image

from bot.engine.prophecies import PROPHECIES
from bot.engine.quick_actions import QUICK_SPACE_CORN
from bot.last_move import QUICK
from bot.scene import Scene
from bot.text.prophecies import least_counted
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.geometry import Box, Point
from rendering.drawing.lettering import text
from rendering.drawing.relief import draw_panel, slab, tones, well
from rendering.drawing.theme import BLACK, Colour, Theme, mix
from rendering.ground import ground_in
from rendering.icons.catalogue import points_icon
from rendering.icons.effects import calamity_line, metric_line, quick_line
from rendering.icons.lines import Group, Pic, Words, draw_line, line_width, size_to_fit
from rendering.icons.markers import dummy, marker, place_markers, ring
from rendering.layout import PROPHECY_PANEL, QUICK_PANEL

_QUICK_PAD = 12
_QUICK_HEIGHT = 228  # without the following tiles
_TILE_HEIGHT = 84
_QUICK_ICON = 62
_WELL = 52
_COMING_SIZES = range(42, 19, -1)
_COMING_PAD, _COMING_GAP, _COMING_APART = 4, 4, 0.06
_COMING_FOOT = 10  # room below the last row
_WORKER, _RING = 50, 34  # smaller than on the gears, since three are side by side

Raw = Mapping[str, Any]

_PAD = 10
_CALAMITY_HEIGHT, _SMALL_HEIGHT = 64, 44
_RANGES, _SCORES = 91, 125  # middles of the bands' lines
_SEATS_TOP, _SEATS_BOTTOM = 149, 206
_ICON, _SMALL_ICON = 58, 36
_POINTS, _RANGE = 44, 27


def draw_quick_actions(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw the panel of the quick actions, if the game has them."""
    quick = scene.quick
    if quick is None:
        return
    left, top = QUICK_PANEL[:2]
    rounds = scene.rounds_of_quick_tile
    panel = _quick_panel(quick.tile, len(quick.spaces), rounds, quick.coming, theme)
    image.paste(panel, (left, top))
    for moved in scene.last_move:
        if moved.place == QUICK and moved.placed:
            x, y = _place(panel, moved.space, len(quick.spaces))
            paste(image, ring(_RING, theme, dashed=moved.prepared), (left + x, top + y))
    for place, who in enumerate(quick.spaces):
        x, y = _place(panel, place, len(quick.spaces))
        if isinstance(who, int):
            worker = marker(who, _WORKER, theme, to_move=who in scene.waiting)
            paste(image, worker, (left + x, top + y))
        elif who is not None:
            paste(image, dummy(round(_WORKER * 0.9), theme), (left + x, top + y))


@lru_cache(maxsize=4)
def _quick_panel(
    tile: str | None, spaces: int, rounds: int | None, coming: tuple[str, ...], theme: Theme
) -> Image.Image:
    """The panel on its ground, without workers; the following tiles are at its foot."""
    left, top, right, bottom = QUICK_PANEL
    small, rows = _rows_of(
        coming, right - left - 2 * _QUICK_PAD, bottom - top - _QUICK_HEIGHT, theme
    )
    more = round(len(rows) * _pitch(small) + _COMING_FOOT) if rows else 0
    image = ground_in((left, top, right, top + _QUICK_HEIGHT + more), theme).copy()
    draw_panel(image, (0, 0, image.width, image.height), theme)
    stone = slab(
        image.width - 2 * _QUICK_PAD,
        _TILE_HEIGHT,
        theme.tablet,
        theme.tablet_shade,
        theme.shadow,
        notch=7,
    )
    paste(image, stone, (image.width / 2, _QUICK_PAD + _TILE_HEIGHT / 2))
    if tile is None:
        line: list[Group] = [(Pic("tile-back"),)]
    else:
        line = quick_line(tile)
    size = size_to_fit(line, _QUICK_ICON, image.width - 2 * _QUICK_PAD - 20, theme)
    middle = (image.width / 2, _QUICK_PAD + _TILE_HEIGHT / 2)
    draw_line(image, line, middle, size, theme, theme.ink)
    for place in range(spaces):
        _draw_well(image, _place(image, place, spaces), theme)
    # The price of a space, and the rounds until the next tile.
    words: list[Group] = [(Words(f"−{QUICK_SPACE_CORN}"), Pic("corn"))]
    if rounds is not None:
        words.append((Words(f"{rounds}"), Pic("arrow", 0.5), Pic("tile-back")))
    middle = (image.width / 2, _QUICK_HEIGHT - 28)
    draw_line(image, words, middle, 38, theme, theme.text, apart=0.5)
    for row, tiles in enumerate(rows):
        _draw_coming(image, tiles, _QUICK_HEIGHT - 2 + row * _pitch(small), small, theme)
    return image


def _pitch(size: int) -> float:
    """The distance between rows of the following tiles."""
    return size + 2 * _COMING_PAD + _COMING_GAP


def _coming_width(tile: str, size: int, theme: Theme) -> float:
    return line_width(quick_line(tile), size, theme, apart=_COMING_APART) + 2 * _COMING_PAD


def _rows_of(
    tiles: Sequence[str], wide: float, high: float, theme: Theme
) -> tuple[int, list[list[str]]]:
    """The largest size of icons at which all following tiles fit, and the tiles in rows."""
    rows: list[list[str]] = []
    size = _COMING_SIZES[0]
    for size in _COMING_SIZES:
        rows, used = [], wide
        for tile in tiles:
            more = _coming_width(tile, size, theme) + _COMING_GAP
            if used + more > wide + _COMING_GAP:
                rows.append([])
                used = 0.0
            rows[-1].append(tile)
            used += more
        if len(rows) * _pitch(size) + _COMING_FOOT <= high:
            break
    return size, rows


def _draw_coming(
    image: Image.Image, tiles: Sequence[str], top: float, size: int, theme: Theme
) -> None:
    """Draw a row of small tiles."""
    x, middle = float(_QUICK_PAD), top + size / 2 + _COMING_PAD
    for tile in tiles:
        wide, high = round(_coming_width(tile, size, theme)), size + 2 * _COMING_PAD
        stone = slab(wide, high, theme.tablet, theme.tablet_shade, theme.shadow, thick=2)
        at = (x + wide / 2, middle)
        paste(image, stone, at)
        draw_line(image, quick_line(tile), at, size, theme, theme.ink, apart=_COMING_APART)
        x += wide + _COMING_GAP


def _place(panel: Image.Image, place: int, spaces: int) -> Point:
    """Middle of a space, relative to the panel's corner."""
    step = (panel.width - 2 * _QUICK_PAD) / spaces
    return _QUICK_PAD + (place + 0.5) * step, 2 * _QUICK_PAD + _TILE_HEIGHT + _WELL / 2 + 8


def quick_space(scene: Scene, space: int) -> Point:
    """Middle of a space of the quick actions on the picture."""
    left, top, right, _ = QUICK_PANEL
    spaces = len(scene.quick.spaces) if scene.quick else 1
    step = (right - left - 2 * _QUICK_PAD) / spaces
    down = 2 * _QUICK_PAD + _TILE_HEIGHT + _WELL / 2 + 8
    return left + _QUICK_PAD + (space + 0.5) * step, top + down


def _draw_well(image: Image.Image, at: Point, theme: Theme) -> None:
    sketch = Sketch(_WELL + 8, _WELL + 8)
    middle = (_WELL / 2 + 4, _WELL / 2 + 4)
    edges = tones(theme.stone, theme.stone_shade)
    dark = mix(theme.obsidian, BLACK, 0.5)
    well(sketch, middle, _WELL / 2 - 1, theme.obsidian, edges, rim=2.5, depth=4, dark=dark)
    paste(image, sketch.sprite(), at)


def draw_prophecies(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw the panel of the prophecies, if the game has them."""
    if not scene.prophecies:
        return
    left, top, right, bottom = PROPHECY_PANEL
    active, held, shown = scene.active_prophecy, scene.food_days_held, scene.prophecy_shown
    tall = bottom - top if shown else _SMALL_HEIGHT + 2 * _PAD
    panel = _prophecy_panel(scene.prophecies, shown, active, held, (right - left, tall), theme)
    image.paste(panel, (left, top))
    if active and active in PROPHECIES:
        _draw_seats(image, scene, PROPHECIES[active].raw, theme)


@lru_cache(maxsize=4)
def _prophecy_panel(
    prophecies: tuple[str, ...],
    shown: str | None,
    active: str | None,
    held: int,
    size: tuple[int, int],
    theme: Theme,
) -> Image.Image:
    """The panel on its ground. Cached, since it changes only on food days."""
    left, top = PROPHECY_PANEL[:2]
    image = ground_in((left, top, left + size[0], top + size[1]), theme).copy()
    draw_panel(image, (0, 0, image.width, image.height), theme)
    if shown is not None:
        _draw_calamity(image, shown, shown == active, theme)
        if shown in PROPHECIES:
            _draw_bands(image, PROPHECIES[shown].raw, theme)
    _draw_order(image, prophecies, active, held, theme)
    return image


def _draw_calamity(image: Image.Image, prophecy: str, runs: bool, theme: Theme) -> None:
    box = (_PAD, _PAD, image.width - _PAD, _PAD + _CALAMITY_HEIGHT)
    face = theme.tablet if runs else mix(theme.tablet, theme.panel, 0.55)
    _draw_stone(image, box, face, 6 if runs else 0, theme)
    line = calamity_line(prophecy)
    size = size_to_fit(line, _ICON, box[2] - box[0] - 24, theme)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    draw_line(image, line, middle, size, theme, theme.ink)


def _draw_stone(image: Image.Image, box: Box, face: Colour, frame: int, theme: Theme) -> None:
    """Draw a tablet, with a `frame` of so many pixels in the colour of the turn round it."""
    left, top, right, bottom = (round(value) for value in box)
    middle = ((left + right) / 2, (top + bottom) / 2)
    wide, high, inner = right - left, bottom - top, face
    if frame:
        shade = mix(theme.turn, BLACK, 0.4)
        paste(image, slab(wide, high, theme.turn, shade, theme.shadow), middle)
        wide, high = wide - 2 * frame, high - 2 * frame
    thick = 0 if frame else 3
    paste(image, slab(wide, high, inner, theme.tablet_shade, theme.shadow, thick=thick), middle)


def _bands(raw: Raw) -> list[Raw]:
    """The bands of a prophecy, the best first."""
    return list(reversed(raw["bands"]))


def _column(raw: Raw, place: int) -> float:
    """Middle of a column of the bands, from the panel's left edge; column 0 has what is counted."""
    wide = PROPHECY_PANEL[2] - PROPHECY_PANEL[0] - 2 * _PAD
    return _PAD + wide / (len(raw["bands"]) + 1) * (place + 0.5)


def _draw_bands(image: Image.Image, raw: Raw, theme: Theme) -> None:
    """Draw what the prophecy counts at its end, and each band with its points."""
    counted: list[Group] = [metric_line(raw)]
    room = _column(raw, 1) - _column(raw, 0) - 6
    size = size_to_fit(counted, 46, room, theme)
    draw_line(image, counted, (_column(raw, 0), _SCORES - 14), size, theme, theme.text)
    for place, band in enumerate(_bands(raw), start=1):
        x = _column(raw, place)
        words = band_words(band, least_counted(raw))
        text(image, (x, _RANGES), words, "bold", _RANGE, theme.text, "mm")
        paste(image, points_icon(band["points"], _POINTS, theme), (x, _SCORES))


def band_words(band: Raw, least: int = 0) -> str:
    """The range of a band in words: "10+", "4–9", "2", or "≤0" if it reaches below 0. `least` is
    the least number that the prophecy can count."""
    low, high = band.get("min", least), band.get("max")
    if high is None:
        return f"{low}+"
    if low == high:
        return str(low).replace("-", "−")
    return f"≤{high}".replace("-", "−") if low < 0 else f"{low}–{high}"


def _draw_seats(image: Image.Image, scene: Scene, raw: Raw, theme: Theme) -> None:
    """Draw below every band the seats that would get its points now."""
    left, top = PROPHECY_PANEL[:2]
    for place, band in enumerate(_bands(raw), start=1):
        seats = [
            number
            for number, seat in enumerate(scene.seats)
            if seat.prophecy_points == band["points"]
        ]
        if seats:
            x = left + _column(raw, place)
            half = (_column(raw, 2) - _column(raw, 1)) / 2
            room = (x - half, top + _SEATS_TOP, x + half, top + _SEATS_BOTTOM)
            place_markers(image, seats, room, x, theme)


def _draw_order(
    image: Image.Image, prophecies: Sequence[str], active: str | None, held: int, theme: Theme
) -> None:
    """Draw the prophecies of the game in their order: past, active, following."""
    wide = (image.width - (len(prophecies) + 1) * _PAD) / len(prophecies)
    bottom = image.height - _PAD
    for number, prophecy in enumerate(prophecies):
        start = _PAD + number * (wide + _PAD)
        box = (start, bottom - _SMALL_HEIGHT, start + wide, bottom)
        runs = prophecy == active
        over = not runs and number < held
        face = theme.tablet_used if over else mix(theme.tablet, theme.panel, 0.0 if runs else 0.5)
        _draw_stone(image, box, face, 4 if runs else 0, theme)
        line = calamity_line(prophecy)
        size = size_to_fit(line, _SMALL_ICON, wide - 12, theme)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        draw_line(image, line, middle, size, theme, theme.ink)
