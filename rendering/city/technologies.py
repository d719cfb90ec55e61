"""The technology table of the city picture: the effect and price of each level, and who has it.

Each technology has a carved band with its name. Markers begin beside the technology's sign and move
to the right through three troughs, each below the tablet of its level and marked with its dots.
"""

from collections.abc import Mapping
from itertools import accumulate

from PIL import Image

from bot.engine.board import TECHNOLOGIES, TOP_LEVEL
from bot.engine.components import COMPONENTS
from bot.scene import Scene
from bot.text.names import technology_name
from bot.text.translation import Translations
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.geometry import box
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text, titled
from rendering.drawing.relief import SLAB_MARGIN, chamfered, slab, tones
from rendering.drawing.theme import BONUS_TABLET, Colour, Theme, mix
from rendering.icons.catalogue import icon
from rendering.icons.lines import Line, Pic, Score, Words, draw_line, size_to_fit
from rendering.icons.markers import RING, marker, place_markers, ring
from rendering.layout import TECHNOLOGIES_BOX

_LEFT, _TOP, _RIGHT, _BOTTOM = (round(edge) for edge in TECHNOLOGIES_BOX)
_WIDTH = _RIGHT - _LEFT
_HEADER, _BAND_GAP = 44, 8
_ROW = (_BOTTOM - _TOP - _HEADER + _BAND_GAP) / 4
_BAND = round(_ROW - _BAND_GAP)
_SHARES = (0.227, 0.175, 0.282, 0.175, 0.141)  # start, levels 1 to 3, bonus
_EDGES = tuple(_LEFT + _WIDTH * share for share in accumulate(_SHARES, initial=0.0))
_NAMES, _NAME_ROOM, _NAME_AT = (34, 32, 30), 400, (16, 23)  # sizes, room, from the band's corner
_BONUS_TOP = 9
_TABLET_TOP, _TABLET = 41, 54
_TROUGH_TOP, _TROUGH = 98, 43
_SIGN = 56
_MARKER, _PLACE = 42, 49  # at the start: size, and from one to the next
_PLACES = ((0, 1), (1, 1), (2, 1), (1, 0), (2, 0))  # below and beside the technology's sign

# A harvest bonus without a corn tile is shown as an empty place that yields corn.
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


def draw_table(image: Image.Image, theme: Theme) -> None:
    """All that never changes: prices (the same for all tracks), bands, signs, tablets, troughs."""
    first = COMPONENTS["technologies"][0]
    for column, priced in enumerate([*first["levels"], first["bonus"]], start=1):
        centre = (_EDGES[column] + _EDGES[column + 1]) / 2
        line: Line = [(Pic("any-resource"),)] * priced["cost"]
        draw_line(image, line, (centre, _TOP + 18), 36, theme, theme.text)
    band = _band(theme)
    for track, name in enumerate(TECHNOLOGIES):
        top = round(_row_top(track))
        image.paste(band, (_LEFT - SLAB_MARGIN, top - SLAB_MARGIN), band)
        paste(image, icon(f"tech-{name}", _SIGN, theme), (_sign_at(0) - 3, _place_at(track, 0)))
        for column, line in enumerate(_EFFECTS[name], start=1):
            left, right = round(_EDGES[column] + 4), round(_EDGES[column + 1] - 6)
            bonus = column > TOP_LEVEL
            above = _BONUS_TOP if bonus else _TABLET_TOP
            height = _BAND - 2 * _BONUS_TOP if bonus else _TABLET
            fill, shade = (
                (BONUS_TABLET, mix(BONUS_TABLET, theme.outline, 0.4))
                if bonus
                else (theme.tablet, theme.tablet_shade)
            )
            tablet = slab(right - left, height, fill, shade, mix(_face(theme), theme.shadow, 0.75))
            middle = ((left + right) / 2, top + above + height / 2 - 1)
            paste(image, tablet, middle)
            size = size_to_fit(line, 46 if not bonus else 60, right - left - 12, theme)
            draw_line(image, line, middle, size, theme, theme.ink)


def draw_technology_names(image: Image.Image, theme: Theme, t: Translations) -> None:
    """The names, each in the upper left corner of its band."""
    for track, name in enumerate(TECHNOLOGIES):
        at = (_LEFT + _NAME_AT[0], _row_top(track) + _NAME_AT[1])
        for line, size in titled(technology_name(t, name), _NAMES, _NAME_ROOM):
            text(image, at, line, "bold", size, theme.text)


def _face(theme: Theme) -> Colour:
    """The ground of the bands."""
    return theme.panel if theme.is_dark else theme.base


@kept(1_000_000)
def _band(theme: Theme) -> Image.Image:
    """An empty band: a slab with three troughs, each with the dots of its level, as the Maya wrote
    numbers."""
    face = _face(theme)
    ground = slab(_WIDTH, _BAND, face, mix(face, theme.shadow, 0.8), theme.shadow, notch=9)
    sketch = Sketch(*ground.size)
    floor = mix(face, theme.shadow, 0.62 if theme.is_dark else 0.45)
    for level in range(1, TOP_LEVEL + 1):
        left = _EDGES[level] - _LEFT + SLAB_MARGIN + 4
        right = _EDGES[level + 1] - _LEFT + SLAB_MARGIN - 6
        top = SLAB_MARGIN + _TROUGH_TOP
        outline = box(left, top, right, top + _TROUGH)
        chamfered(sketch, outline, 3, floor, tones(face, theme.shadow), sunk=True)
        sketch.polygon(box(left + 3, top + 3, right - 3, top + 7), mix(floor, theme.shadow, 0.7))
        middle = ((left + right) / 2, top + _TROUGH / 2 + 1)
        for dot in range(level):
            x = middle[0] + (dot - (level - 1) / 2) * 20
            sketch.circle((x, middle[1]), 6, mix(floor, theme.dim, 0.35))
    ground.alpha_composite(sketch.sprite())
    return ground


def _sign_at(column: int) -> float:
    """Middle of one of the three columns of the start."""
    return (_EDGES[0] + _EDGES[1]) / 2 + 2 + (column - 1) * _PLACE


def _place_at(track: int, row: int) -> float:
    """Middle of one of the two rows of a band."""
    return _row_top(track) + (_TABLET_TOP + _TABLET / 2, _TROUGH_TOP + _TROUGH / 2)[row]


def draw_levels(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """All seats' markers: at the start round the technology's sign, then in their level's trough.
    Markers that moved last are ringed."""
    for track, name in enumerate(TECHNOLOGIES):
        ringed = scene.markers_moved(name)
        levels = [seat.technologies[name] for seat in scene.players]
        beginners = [seat for seat, level in enumerate(levels) if level == 0]
        for seat, (column, row) in zip(beginners, _seating(len(beginners)), strict=True):
            at = (_sign_at(column), _place_at(track, row))
            if seat in ringed:
                paste(image, ring(RING * _MARKER, theme, dashed=ringed[seat]), at)
            shown = marker(seat, _MARKER, theme, to_move=seat in scene.waiting)
            paste(image, shown, at)
        for level in set(levels) - {0}:
            seats = [seat for seat, reached in enumerate(levels) if reached == level]
            left, right = _EDGES[level] + 4, _EDGES[level + 1] - 6
            top = _row_top(track) + _TROUGH_TOP
            room = (left - 3, top - 4, right + 3, top + _TROUGH + 2)
            place_markers(
                image, seats, room, (left + right) / 2, theme, largest=44, asked=scene.waiting,
                ringed=ringed,
            )  # fmt: skip


def _seating(count: int) -> list[tuple[int, int]]:
    """The places of so many markers, in reading order: up to three below the sign, the others
    beside it."""
    return sorted(_PLACES[:count], key=lambda place: (place[1], place[0]))
