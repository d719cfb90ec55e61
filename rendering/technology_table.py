"""The technology table of the second plate: what each level brings, its price, who has it."""

from collections.abc import Mapping
from itertools import accumulate

from PIL import Image

from bot.engine.board import TECHNOLOGIES, TOP_LEVEL
from bot.engine.components import COMPONENTS
from rendering.canvas import Sketch, paste, rounded
from rendering.icons import icon
from rendering.inline import Line, Pic, Score, Words, draw_line, size_to_fit
from rendering.marker_rows import place_markers
from rendering.scene import Scene
from rendering.theme import Theme, mix, rgb

_LEFT, _TOP, _WIDTH = 900, 20, 680
_HEADER, _ROW, _PANEL = 46, 129, 122
_SHARES = (0.165, 0.18, 0.315, 0.18, 0.16)  # start, levels 1 to 3, bonus
_EDGES = tuple(_LEFT + _WIDTH * share for share in accumulate(_SHARES, initial=0.0))
_TABLET_TOP, _TABLET = 9, 62
_MARKERS = 98  # middle of the markers, from the row's top
_BONUS = rgb("EDCF87")

# A harvest bonus that needs no corn tile is shown as an empty place that yields corn all the same.
_EFFECTS: Mapping[str, tuple[Line, ...]] = {
    "agriculture": (
        [(Words("+1"), Pic("corn"))],
        [(Pic("no-tile", 0.8), Pic("arrow", 0.36), Pic("corn", 0.9)), (Words("+1"), Pic("fish"))],
        [(Words("+2"), Pic("corn"))],
        [(Pic("temple-any"),)],
    ),
    "extraction": (
        [(Words("+1"), Pic("wood"))],
        [(Words("+1"), Pic("stone"))],
        [(Words("+1"), Pic("gold"))],
        [(Pic("any-resource"),), (Pic("any-resource"),)],
    ),
    "architecture": (
        [(Pic("build", 0.8), Words("+1"), Pic("corn", 0.9))],
        [(Pic("build"), Words("+"), Score(2))],
        [(Pic("build", 0.8), Words("−1"), Pic("any-resource", 0.8))],
        [(Score(3),)],
    ),
    "theology": (
        [(Pic("city-chichen_itza"), Words("+1"))],
        [(Pic("city-chichen_itza"), Pic("any-resource"), Pic("arrow", 0.36), Pic("temple-any"))],
        [(Words("+1"), Pic("skull"))],
        [(Pic("skull"),)],
    ),
}


def _row_top(track: int) -> float:
    return _TOP + _HEADER + track * _ROW


def _costs(track: int) -> list[int]:
    """Blocks for levels 1 to 3 and for the bonus beyond."""
    raw = COMPONENTS["technologies"][track]
    return [level["cost"] for level in raw["levels"]] + [raw["bonus"]["cost"]]


def draw_table(image: Image.Image, theme: Theme) -> None:
    """All that never changes: prices (the same for all tracks), tablets, the markers' lines."""
    for column, cost in enumerate(_costs(0), start=1):
        centre = (_EDGES[column] + _EDGES[column + 1]) / 2
        line: Line = [(Pic("any-resource"),)] * cost
        draw_line(image, line, (centre, _TOP + 19), 34, theme, theme.text)
    for track, name in enumerate(TECHNOLOGIES):
        top = _row_top(track)
        rounded(image, (_LEFT, top, _LEFT + _WIDTH, top + _PANEL), 14, theme.panel)
        paste(image, icon(f"tech-{name}", 54, theme), (_LEFT + 40, top + 33))
        _draw_lines(image, top + _MARKERS, theme)
        for column, line in enumerate(_EFFECTS[name], start=1):
            left, right = _EDGES[column] + 4, _EDGES[column + 1] - 6
            bonus = column > TOP_LEVEL
            fill = _BONUS if bonus else theme.tablet
            rounded(
                image, (left, top + _TABLET_TOP, right, top + _TABLET_TOP + _TABLET), 8, fill,
                light=mix(fill, (255, 255, 255), 0.6), shade=mix(fill, theme.tablet_shade, 0.9),
                shadow=theme.shadow,
            )  # fmt: skip
            size = size_to_fit(line, 48, right - left - 14, theme)
            middle = ((left + right) / 2, top + _TABLET_TOP + _TABLET / 2 - 1)
            draw_line(image, line, middle, size, theme, theme.ink)


def _draw_lines(image: Image.Image, middle: float, theme: Theme) -> None:
    """The line the markers walk along, with a gap between the levels."""
    sketch = Sketch(_WIDTH, 8)
    for column in range(TOP_LEVEL + 1):
        ends = [
            (_EDGES[column] - _LEFT + 16.0, 4.0),
            (_EDGES[column + 1] - _LEFT - 16.0, 4.0),
        ]
        sketch.line(ends, 5, mix(theme.panel, theme.dim, 0.35))
    paste(image, sketch.sprite(), (_LEFT + _WIDTH / 2, middle))


def draw_levels(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """All seats' markers below the levels they have reached."""
    for track in range(len(TECHNOLOGIES)):
        for level in range(TOP_LEVEL + 1):
            seats = [n for n, seat in enumerate(scene.seats) if seat.technologies[track] == level]
            if seats:
                middle = _row_top(track) + _MARKERS
                left, right = _EDGES[level] + 4, _EDGES[level + 1] - 4
                room = (left, middle - 33, right, middle + 25)
                place_markers(image, seats, room, (left + right) / 2, theme)
