"""What the expansion adds to the wheels picture.

The panel in the upper right corner has the quick actions: the tile under the arrow, the rounds
until the next tile, and the spaces with their price. The band between wheels and seats has the
prophecies of this game in their order, what is counted for the active or next one, and the points
it would give each seat now.
"""

from collections.abc import Sequence

from PIL import Image

from bot.engine.expansion import PROPHECIES
from bot.engine.placing import QUICK_SPACE_CORN
from bot.scene import QUICK, Scene
from rendering.drawing.canvas import Box, Point, Sketch, paste
from rendering.drawing.encoding import reduced
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text, width
from rendering.drawing.relief import SLAB_MARGIN, draw_panel, pulled_apart, slab, tones, well
from rendering.drawing.theme import BLACK, Colour, Theme, mix
from rendering.ground import ground_in
from rendering.icons.catalogue import icon
from rendering.icons.effects import (
    Group,
    Pic,
    Words,
    calamity_line,
    metric_line,
    quick_line,
    sprite,
)
from rendering.icons.markers import dummy, marker, ring
from rendering.layout import (
    BAND_HEIGHT,
    DIGIT,
    FOOT_LEFT,
    FOOT_RIGHT,
    FOOT_TOP,
    QUICK_PANEL,
    WORKER,
)

_PAD = 12
_TILE, _TILE_WIDTH = 84, 170  # height of a tile on the panel, and its least width
_WELL, _WELL_STEP = 66, 79
_ICON = 62
_RING = 0.72 * WORKER
_MARKER = 52
_ARROW = 34
_NARROW = 40  # a tablet of a prophecy is one of this width, pulled apart


def draw_quick_actions(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw the panel of the quick actions, if the game has them."""
    quick = scene.quick
    if quick is None:
        return
    image.paste(_quick_panel(quick.tile, len(quick.spaces), theme), QUICK_PANEL[:2])
    rounds = scene.rounds_of_quick_tile
    if rounds is not None:  # until the next tile
        line: list[Group] = [(Words(f"{rounds}"), Pic("arrow", 0.5), Pic("tile-back"))]
        _, top, right, _ = QUICK_PANEL
        at = (right - _PAD - _marks_width(line, theme) / 2, top + _PAD + _TILE / 2)
        _draw_marks(image, line, at, theme, theme.text)
    for moved in scene.last_move:
        if moved.place == QUICK and moved.placed:
            at = quick_space(scene, moved.space)
            paste(image, ring(_RING, theme, dashed=moved.prepared), at)
    for place, who in enumerate(quick.spaces):
        at = quick_space(scene, place)
        if isinstance(who, int):
            paste(image, marker(who, WORKER, theme, to_move=who in scene.waiting), at)
        elif who is not None:
            paste(image, dummy(round(WORKER * 0.9), theme), at)


def quick_space(scene: Scene, space: int) -> Point:
    """Middle of a quick-action space (from 0) on the picture."""
    left, _, _, bottom = QUICK_PANEL
    return left + _PAD + (space + 0.5) * _WELL_STEP, bottom - _PAD - _WELL_STEP / 2 + 2


@kept(1_500_000)
def _quick_panel(tile: str | None, spaces: int, theme: Theme) -> Image.Image:
    """The panel without workers and rounds, on its part of the ground (mode RGB)."""
    image = ground_in(QUICK_PANEL, theme).copy()
    draw_panel(image, (0, 0, image.width, image.height), theme)
    line: list[Group] = [(Pic("tile-back"),)] if tile is None else quick_line(tile)
    wide = max(_TILE_WIDTH, _marks_width(line, theme) + 16)
    stone = _tile_stone(round(wide), theme)
    middle, right = (_PAD + wide / 2, _PAD + _TILE / 2), image.width - _PAD
    paste(image, stone, middle)
    _draw_marks(image, line, middle, theme, theme.ink)
    low = image.height - _PAD - _WELL_STEP / 2 + 2
    for place in range(spaces):
        paste(image, _well(theme), (_PAD + (place + 0.5) * _WELL_STEP, low))
    line = [(Words(f"−{QUICK_SPACE_CORN}"), Pic("corn"))]
    _draw_marks(image, line, (right - _marks_width(line, theme) / 2, low), theme, theme.text)
    return reduced(image, theme)


def _draw_marks(
    image: Image.Image, line: Sequence[Group], middle: Point, theme: Theme, ink: Colour
) -> None:
    """Draw icons and numbers in one line; the digits are as large as all others of the picture."""
    x = middle[0] - _marks_width(line, theme) / 2
    for group in line:
        for part in group:
            if isinstance(part, Words):
                text(image, (x, middle[1]), part.string, "black", DIGIT, ink)
                x += width(part.string, "black", DIGIT) + 4
            elif isinstance(part, Pic):
                drawn = sprite(part, round(_ICON * part.scale), theme, ink)
                paste(image, drawn, (x + drawn.width / 2, middle[1]))
                x += drawn.width + 4
        x += 8


def _marks_width(line: Sequence[Group], theme: Theme) -> float:
    wide = 0.0
    for group in line:
        for part in group:
            if isinstance(part, Words):
                wide += width(part.string, "black", DIGIT) + 4
            elif isinstance(part, Pic):
                wide += sprite(part, round(_ICON * part.scale), theme, theme.ink).width + 4
        wide += 8
    return wide - 12


@kept(500_000)
def _tile_stone(wide: int, theme: Theme) -> Image.Image:
    """The empty tablet of a quick-action tile."""
    return slab(wide, _TILE, theme.tablet, theme.tablet_shade, theme.shadow, notch=7)


@kept(100_000)
def _well(theme: Theme) -> Image.Image:
    """An empty space of the quick actions."""
    sketch = Sketch(_WELL + 8, _WELL + 8)
    middle = (_WELL / 2 + 4, _WELL / 2 + 4)
    edges = tones(theme.stone, theme.stone_shade)
    dark = mix(theme.obsidian, BLACK, 0.5)
    well(sketch, middle, _WELL / 2 - 1, theme.obsidian, edges, rim=2.5, depth=4, dark=dark)
    return sketch.sprite()


def draw_prophecies(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw the band of the prophecies, if the game has them."""
    if not scene.prophecies:
        return
    shown, active = scene.prophecy_shown, scene.active_prophecy
    band, x = _prophecy_band(scene.prophecies, shown, active, scene.food_days_held, theme)
    image.paste(band, (FOOT_LEFT, FOOT_TOP))
    points = [
        (number, str(seat.prophecy_points).replace("-", "−"))
        for number, seat in enumerate(scene.seats)
        if seat.prophecy_points is not None
    ]
    if not points:
        return
    step = (FOOT_RIGHT - FOOT_LEFT - _PAD - x) / len(scene.seats)
    middle = FOOT_TOP + BAND_HEIGHT / 2
    for number, words in points:
        left = FOOT_LEFT + x + number * step
        paste(image, marker(number, _MARKER, theme), (left + _MARKER / 2, middle))
        text(image, (left + _MARKER + 10, middle), words, "black", DIGIT, theme.text)


@kept(1_500_000)
def _prophecy_band(
    prophecies: tuple[str, ...], shown: str | None, active: str | None, held: int, theme: Theme
) -> tuple[Image.Image, float]:
    """The band without the seats' points, and the left end of the room for these. Kept, since it
    changes only on food days."""
    image = Image.new("RGB", (FOOT_RIGHT - FOOT_LEFT, BAND_HEIGHT), theme.ground)
    draw_panel(image, (0, 0, image.width, image.height), theme)
    x, middle = float(_PAD), image.height / 2 - 1
    for number, prophecy in enumerate(prophecies):
        whole = prophecy == shown
        line = _calamity(prophecy, whole=whole)
        wide = _marks_width(line, theme) + 26
        runs, over = prophecy == active, prophecy != active and number < held
        face = theme.tablet_used if over else mix(theme.tablet, theme.panel, 0.0 if whole else 0.4)
        box = (x, _PAD - 1, x + wide, image.height - _PAD - 2)
        _draw_stone(image, box, face, 6 * runs, theme)
        _draw_marks(image, line, (x + wide / 2, middle), theme, theme.ink)
        x += wide + 10
    if shown is not None and shown in PROPHECIES:
        counted = [metric_line(PROPHECIES[shown].raw)]
        x += 14
        wide = _marks_width(counted, theme)
        _draw_marks(image, counted, (x + wide / 2, middle), theme, theme.text)
        x += wide + 14
        arrow = icon("arrow", _ARROW, theme, theme.dim)
        paste(image, arrow, (x + _ARROW / 2, middle))
        x += _ARROW + 20
    return reduced(image, theme), x


def _calamity(prophecy: str, *, whole: bool) -> list[Group]:
    """What a prophecy makes harder; unless `whole`, only the icons of that."""
    pictures = tuple(
        part for group in calamity_line(prophecy) for part in group if isinstance(part, Pic)
    )
    if not pictures:  # without a drawing
        return [(Pic("prophecy"),)]
    return calamity_line(prophecy) if whole else [pictures]


def _draw_stone(image: Image.Image, box: Box, face: Colour, frame: int, theme: Theme) -> None:
    """Draw a tablet, with a golden frame of `frame` pixels round it (0: none)."""
    left, top, right, bottom = (round(value) for value in box)
    middle = ((left + right) / 2, (top + bottom) / 2)
    wide, high = right - left, bottom - top
    if frame:
        shade = mix(theme.turn, BLACK, 0.4)
        stone = _stone(high, theme.turn, shade, theme.shadow, 3)
        paste(image, pulled_apart(stone, wide + 2 * SLAB_MARGIN), middle)
        wide, high = wide - 2 * frame, high - 2 * frame
    thick = 0 if frame else 3
    stone = _stone(high, face, theme.tablet_shade, theme.shadow, thick)
    paste(image, pulled_apart(stone, wide + 2 * SLAB_MARGIN), middle)


@kept(300_000)
def _stone(high: int, face: Colour, shade: Colour, shadow: Colour, thick: int) -> Image.Image:
    """The empty tablet of a prophecy, narrow."""
    return slab(_NARROW, high, face, shade, shadow, thick=thick)
