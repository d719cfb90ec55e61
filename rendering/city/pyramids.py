"""The stone of the three temples: stepped pyramids with stairs, and a shrine on each.

Light falls from the upper left, as on everything. A step is a tread that catches it, a cornice,
and a riser in the cornice's shadow; all of them flat tones.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image

from bot.engine.board import START_STEP, TEMPLES, TOP
from rendering.drawing.canvas import Pen, Sketch, paste
from rendering.drawing.geometry import Box, Point, box
from rendering.drawing.relief import chamfered, tones
from rendering.drawing.theme import (
    BLACK,
    DARK_SIGN,
    FEATHER,
    PALE,
    SERPENT_EYE,
    WHITE,
    Colour,
    Theme,
    mix,
)
from rendering.icons.places import plume, rain, serpent
from rendering.layout import TEMPLES_BOX

_COLUMN, _FIRST, _PITCH = 268, 16, 280  # width, left edge in the panel, from column to column
_FOOT = 56  # room below the lowest step for the temples' names
_NARROWING = 0.38  # part of its width by which the top step is narrower than the lowest one
_HEAD = 92  # room for the shrine above the highest temple
RISE = (TEMPLES_BOX[3] - TEMPLES_BOX[1] - _FOOT - _HEAD) / (max(TOP) + 1)
"""Pixels from step to step."""
TREAD, _CORNICE, _OVERHANG = 9, 7, 4
_FLIGHT, _RAIL, _TREADS = 58, 9, 4
_BLOCKS = 44  # length of the blocks of a wall
_SIGNS: Mapping[str, Callable[[Pen], None]] = {
    "chaac": lambda pen: rain(pen, PALE),
    "quetzalcoatl": lambda pen: plume(pen, FEATHER, DARK_SIGN),
    "kukulkan": lambda pen: serpent(pen, PALE, SERPENT_EYE),
}
_SHRINE_SIGN = 58


@dataclass(frozen=True)
class Step:
    """One step of a temple on the picture: the edges of its riser, and the top of its tread."""

    left: float
    right: float
    top: float

    @property
    def aside(self) -> float:
        """Room in the column on either side of the step."""
        return (_COLUMN - self.right + self.left) / 2

    @property
    def middle(self) -> float:
        """Height of the middle of what is drawn on the step."""
        return self.top + (RISE + TREAD) / 2 - 1


def centre(temple: int) -> float:
    """The middle of a temple's column."""
    return TEMPLES_BOX[0] + _FIRST + temple * _PITCH + _COLUMN / 2


def step_of(temple: int, index: int) -> Step:
    """The edges of a step; index 0 is the lowest."""
    half = _COLUMN * (1 - _NARROWING * index / TOP[temple]) / 2
    top = TEMPLES_BOX[3] - _FOOT - (index + 1) * RISE
    return Step(centre(temple) - half, centre(temple) + half, top)


@dataclass(frozen=True)
class _Stone:
    """The tones of a temple's stone."""

    face: Colour
    tread: Colour
    cornice: Colour
    lit: Colour
    shade: Colour
    deep: Colour


def _stone(colour: Colour) -> _Stone:
    return _Stone(
        face=mix(colour, BLACK, 0.22),
        tread=mix(colour, WHITE, 0.34),
        cornice=mix(colour, BLACK, 0.04),
        lit=mix(colour, WHITE, 0.12),
        shade=mix(colour, BLACK, 0.42),
        deep=mix(colour, BLACK, 0.6),
    )


def corner_stone(temple: int, theme: Theme) -> Colour:
    """The colour of the stones at the ends of a temple's steps."""
    return _stone(theme.temples[TEMPLES[temple]]).face


def _step_stone(temple: int, index: int, theme: Theme) -> _Stone:
    """The stone of a step: paler for the start, brighter for the top, which holds one marker."""
    colour = theme.temples[TEMPLES[temple]]
    if index == START_STEP:
        return _stone(mix(colour, theme.tablet, 0.62))
    return _stone(mix(colour, WHITE, 0.14) if index == TOP[temple] else colour)


def draw_pyramids(image: Image.Image, theme: Theme) -> None:
    """All three temples, on their panel."""
    left, top, right, bottom = TEMPLES_BOX
    sketch = Sketch(right - left, bottom - top, smoothing=3)
    stage = _Stage(sketch, (-left, -top), theme)
    for temple in range(len(TEMPLES)):
        stage.shadow(temple)
    for temple in range(len(TEMPLES)):
        for index in range(TOP[temple] + 1):
            stage.step(temple, index)
        stage.shrine(temple)
    paste(image, sketch.sprite(), ((left + right) / 2, (top + bottom) / 2))
    for temple, name in enumerate(TEMPLES):
        pen = Pen(_SHRINE_SIGN, theme)
        _SIGNS[name](pen)
        paste(image, pen.sprite(), (centre(temple), shrine_middle(temple) + 2))


def shrine_middle(temple: int) -> float:
    """Height of the middle of the shrine's door."""
    return step_of(temple, TOP[temple]).top - 34


class _Stage:
    """Draws on a sketch that shows a part of the picture, in the coordinates of the picture."""

    def __init__(self, sketch: Sketch, offset: Point, theme: Theme) -> None:
        self._sketch, self._offset, self._theme = sketch, offset, theme

    def _fill(self, points: list[Point], colour: Colour) -> None:
        right, down = self._offset
        self._sketch.polygon([(x + right, y + down) for x, y in points], colour)

    def _box(self, corners: Box, colour: Colour) -> None:
        self._fill(box(*corners), colour)

    def _block(self, corners: Box, width: float, face: Colour, shade: Colour) -> None:
        right, down = self._offset
        outline = [(x + right, y + down) for x, y in box(*corners)]
        chamfered(self._sketch, outline, width, face, tones(face, shade))

    def shadow(self, temple: int) -> None:
        """The shadow of the temple on the panel: two layers, the nearer one darker."""
        for right, down, depth in ((20, 10, 0.35), (11, 6, 0.7)):
            colour = mix(self._theme.panel, self._theme.shadow, depth)
            for index in range(TOP[temple] + 1):
                step = step_of(temple, index)
                corners = (step.left + right, step.top + down, step.right + right)
                self._box((*corners, step.top + RISE + down), colour)
            x, top = centre(temple), step_of(temple, TOP[temple]).top
            self._box((x - 46 + right, top - 84 + down, x + 46 + right, top + down), colour)

    def step(self, temple: int, index: int) -> None:
        """Tread, cornice, riser and stairs of one step."""
        stone = _step_stone(temple, index, self._theme)
        step = step_of(temple, index)
        left, right, top, bottom = step.left, step.right, step.top, step.top + RISE
        self._fill(
            [(left + 4, top), (right - 4, top), (right, top + TREAD), (left, top + TREAD)],
            stone.tread,
        )
        cornice = top + TREAD + _CORNICE
        self._box((left, top + TREAD, right, cornice), stone.cornice)
        self._box((right - _OVERHANG - 4, top + TREAD, right, cornice), stone.shade)
        inner_left, inner_right = left + _OVERHANG, right - _OVERHANG
        self._box((inner_left, cornice, inner_right, bottom), stone.face)
        self._joints((inner_left + 4, cornice + 4, inner_right - 8, bottom), index, stone)
        self._box((inner_left, cornice, inner_left + 4, bottom), stone.lit)
        self._box((inner_right - 8, cornice, inner_right, bottom), stone.shade)
        self._box((inner_left, cornice, inner_right, cornice + 4), stone.deep)
        if index:  # the edge between the wall and the tread it rises from
            self._box((inner_left, bottom - 2, inner_right, bottom), stone.shade)
        self._stairs(temple, step, stone)

    def _joints(self, wall: Box, index: int, stone: _Stone) -> None:
        """Two courses of blocks, their joints barely darker than the wall."""
        left, top, right, bottom = wall
        colour, middle = mix(stone.face, stone.shade, 0.55), (top + bottom) / 2
        self._box((left, middle - 1, right, middle + 1), colour)
        for course, (upper, lower) in enumerate(((top, middle), (middle, bottom))):
            x = left + _BLOCKS * (0.35 + 0.5 * ((course + index) % 2))
            while x < right - 8:
                self._box((x, upper, x + 2, lower), colour)
                x += _BLOCKS

    def _stairs(self, temple: int, step: Step, stone: _Stone) -> None:
        """The stairs in the middle, between two rails; they stand out of the wall."""
        x, top, bottom = centre(temple), step.top, step.top + RISE
        half = _FLIGHT / 2
        self._box((x + half + _RAIL, top + TREAD, x + half + _RAIL + 6, bottom), stone.deep)
        height = RISE / _TREADS
        for row in range(_TREADS):
            upper = top + row * height
            self._box((x - half, upper, x + half, upper + height), stone.face)
            self._box((x - half, upper, x + half, upper + 4), stone.lit)
            self._box((x - half, upper + height - 3, x + half, upper + height), stone.shade)
        self._box((x - half, top, x - half + 6, bottom), stone.shade)  # the left rail's shadow
        for left in (x - half - _RAIL, x + half):
            self._box((left, top, left + _RAIL, bottom), stone.cornice)
            self._box((left, top, left + 3, bottom), stone.tread)
            self._box((left + _RAIL - 2, top, left + _RAIL, bottom), stone.shade)

    def shrine(self, temple: int) -> None:
        """A house with a dark door for the god's sign, a sloping roof and a stepped comb."""
        stone = _step_stone(temple, TOP[temple], self._theme)
        x, base = centre(temple), step_of(temple, TOP[temple]).top
        shade = stone.deep
        for comb, low, high in ((30, 76, 82), (20, 80, 88)):
            self._block((x - comb, base - high, x + comb, base - low), 2, stone.cornice, shade)
        self._block((x - 50, base - 9, x + 50, base), 2, stone.lit, shade)  # platform
        self._block((x - 43, base - 62, x + 43, base - 8), 3, stone.face, shade)
        self._fill(  # roof
            [(x - 42, base - 77), (x + 42, base - 77), (x + 52, base - 64), (x - 52, base - 64)],
            stone.cornice,
        )
        self._fill(
            [(x - 42, base - 77), (x + 42, base - 77), (x + 44, base - 74), (x - 44, base - 74)],
            stone.tread,
        )
        self._box((x - 52, base - 64, x + 52, base - 60), stone.shade)
        for stud in range(-3, 4):
            self._box((x + stud * 12 - 3, base - 71, x + stud * 12 + 3, base - 66), stone.deep)
        self._box((x - 30, base - 60, x + 30, base - 9), stone.deep)
        self._box((x - 27, base - 57, x + 30, base - 9), mix(stone.deep, BLACK, 0.45))
