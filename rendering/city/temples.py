"""The three temples of the city picture: stepped pyramids of stone, each with stairs and a shrine;
on them points, rewards, leader bonuses and the seats' markers.

Light falls from the upper left, as on everything. A step is a tread that catches it, a cornice,
and a riser in the cornice's shadow; all of them flat tones.

What the next food day gives lies on cream tablets: points and the leader bonus at the end of an
age, goods in the middle of one. All else is cut into the stone. Above the lower temples are the
next food day, the stock of skulls and the stack of buildings.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image

from bot.engine.components import LEADER_BONUS, START_STEP, STEP_POINTS, TEMPLES, TOP
from bot.scene import Scene
from bot.text.names import temple_name
from bot.text.translation import Translations
from rendering.drawing.canvas import Box, Pen, Point, Sketch, box, paste, rounded
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text, titled, width
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
    contrast,
    mix,
)
from rendering.icons.catalogue import icon, points_icon, sign
from rendering.icons.effects import step_rewards
from rendering.icons.markers import place_markers
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
        """Free pixels in the column on each side of the step."""
        return (_COLUMN - self.right + self.left) / 2

    @property
    def middle(self) -> float:
        """Height of the middle of what is drawn on the step."""
        return self.top + (RISE + TREAD) / 2 - 1


def centre(temple: int) -> float:
    """x of the middle of a temple's column."""
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
    """Draw all three temples on their panel, without points and rewards."""
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
        paste(image, pen.sprite(), (centre(temple), step_of(temple, TOP[temple]).top - 32))


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


PANEL = TEMPLES_BOX
_POINTS, _REWARD, _TABLET = 46, 34, 44
_BLOCK, _JUT = 42, 18  # size of the stones at both ends of a step; how far they jut out at most
_ENGRAVED = 29
_ROMAN = ("I", "II")
_NAMES, _NAME_ROOM, _NAME_UP = (36, 34, 32, 30), 268, 26  # sizes, room, middle above the edge
_OVER = 3  # later than any age
_BONUS_AT, _BONUS_UP = 94, 34  # from the shrine's middle line, above the top step


def draw_temples(image: Image.Image, theme: Theme) -> None:
    """Draw what never changes: the panel, the stone, and points and rewards as they look when they
    are not due."""
    light = mix(theme.panel, WHITE, 0.12)
    shade = mix(theme.panel, theme.shadow, 0.6)
    rounded(image, PANEL, 18, theme.panel, light=light, shade=shade, shadow=theme.shadow, drop=3)
    draw_pyramids(image, theme)
    for temple in range(len(TEMPLES)):
        for index, points in enumerate(STEP_POINTS[temple]):
            step = step_of(temple, index)
            number = _number(points, corner_stone(temple, theme), theme)
            paste(image, number, (_points_at(step), step.middle))
            reward = step_rewards(temple)[index]
            if reward:
                drawn = _reward(reward, corner_stone(temple, theme), theme)
                paste(image, drawn, (_reward_at(step), step.middle))


def draw_temple_names(image: Image.Image, theme: Theme, t: Translations) -> None:
    """Write each temple's name below it."""
    for temple, name in enumerate(TEMPLES):
        words = temple_name(t, name)
        at = (centre(temple), PANEL[3] - _NAME_UP)
        for line, size in titled(words, _NAMES, _NAME_ROOM):
            text(image, at, line, "bold", size, theme.text, "mm")


def _points_at(step: Step) -> float:
    """x of the middle of the block with the points, at the step's left end. A narrow step lets the
    block jut out of it, which leaves more room for markers."""
    return step.left + 4 + _BLOCK / 2 - min(_JUT, step.aside)


def _reward_at(step: Step) -> float:
    return step.right - 4 - _BLOCK / 2 + min(_JUT, step.aside)


@kept(1_000_000)
def _stone_block(face: Colour, theme: Theme) -> Image.Image:
    """A corner stone of a step. Copy it before drawing on it."""
    sketch = Sketch(_BLOCK, _BLOCK)
    sketch.rounded((0, 0, _BLOCK, _BLOCK), 7, mix(face, theme.outline, 0.75))
    block = box(2, 2, _BLOCK - 2, _BLOCK - 2)
    chamfered(sketch, block, 3, face, tones(face, mix(face, theme.outline, 0.55)))
    return sketch.sprite()


def _number(points: int, face: Colour, theme: Theme) -> Image.Image:
    """Points that are not due, cut into their block."""
    sprite = _stone_block(face, theme).copy()
    ink = max((PALE, DARK_SIGN), key=lambda colour: contrast(colour, face))
    words = str(points).replace("-", "−")
    text(sprite, (_BLOCK / 2, _BLOCK / 2), words, "black", _ENGRAVED, ink, "mm")
    return sprite


def _reward(name: str, face: Colour, theme: Theme) -> Image.Image:
    """A reward that is not due, pale on its block."""
    sprite = _stone_block(face, theme).copy()
    drawn = icon(name, _REWARD, theme).copy()
    drawn.putalpha(drawn.getchannel("A").point([value * 6 // 10 for value in range(256)]))
    paste(sprite, drawn, (_BLOCK / 2, _BLOCK / 2))
    return sprite


@kept(1_000_000)
def _due(name: str, theme: Theme) -> Image.Image:
    """A reward of the next food day, on a cream tablet like points."""
    sketch = Sketch(_TABLET, _TABLET)
    sketch.rounded((0, 0, _TABLET, _TABLET), 10, theme.outline)
    sketch.rounded((2, 2, _TABLET - 2, _TABLET - 2), 8, PALE)
    sprite = sketch.sprite()
    paste(sprite, icon(name, _TABLET - 6, theme), (_TABLET / 2, _TABLET / 2))
    return sprite


def light_age(image: Image.Image, age: int, mid_age: bool | None, theme: Theme) -> None:
    """Highlight what the next food day gives: goods if it is in the middle of an age (`mid_age`),
    else points and the leader bonus of this `age`; nothing after the last food day (None). Bonuses
    of past ages are faint."""
    if mid_age is None:  # after the last food day
        age = _OVER
    for temple in range(len(TEMPLES)):
        for number in (1, 2):
            _draw_bonus(image, temple, number, age, theme, lit=mid_age is False)
        for index, points in enumerate(STEP_POINTS[temple]):
            step = step_of(temple, index)
            reward = step_rewards(temple)[index]
            if mid_age is False:
                at = (_points_at(step), step.middle)
                paste(image, points_icon(points, _POINTS, theme), at)
            elif mid_age and reward:
                paste(image, _due(reward, theme), (_reward_at(step), step.middle))


def _draw_bonus(
    image: Image.Image, temple: int, age: int, present: int, theme: Theme, *, lit: bool
) -> None:
    """Draw the leader bonus of an age beside the shrine, as the age's number and the points: age 1
    at the left, age 2 at the right. That of the `present` age stands out, more so if `lit`; a past
    one is faint."""
    x = centre(temple) + (_BONUS_AT if age == 2 else -_BONUS_AT)
    y = step_of(temple, TOP[temple]).top - _BONUS_UP
    pill = (x - 37, y - 26, x + 37, y + 26)
    bonus = LEADER_BONUS[temple][age - 1]
    if lit and age == present:
        rounded(image, pill, 10, theme.maize)
        text(image, (x - 20, y), _ROMAN[age - 1], "black", 27, theme.food_ink, "mm")
        paste(image, points_icon(bonus, 44, theme), (x + 12, y))
        return
    ground = mix(theme.panel, theme.ground, 0.8)
    rounded(image, pill, 10, ground)
    ink = theme.text if age == present else theme.dim
    if age < present:
        ink = mix(theme.faint, ground, 0.35)
    numeral = theme.turn if age == present else ink
    text(image, (x - 20, y), _ROMAN[age - 1], "black", 26, numeral, "mm")
    text(image, (x + 12, y), str(bonus), "black", 36, ink, "mm")


def draw_supplies(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw at the left the next food day and the stock of skulls, at the right how many buildings
    are left in this age's stack."""
    y = 66  # above the outer temples
    left = PANEL[0] + 20
    if scene.food_day is not None:
        bowl = "food-mid" if scene.food_day.mid_age else "food-end"
        paste(image, icon(bowl, 62, theme), (left + 31, y))
        text(image, (left + 70, y), str(scene.food_day.rounds), "black", 54, theme.text)
    paste(image, icon("skull", 46, theme), (left + 172, y))
    ink = theme.dim if scene.bank_skulls else theme.faint
    text(image, (left + 201, y), str(scene.bank_skulls), "black", 44, ink)
    y -= 12
    # The other age's stack is untouched or gone, so only this age's is shown.
    x, count = PANEL[2] - 20, scene.age1_left if scene.age == 1 else scene.age2_left
    ink = theme.dim if count else theme.faint
    text(image, (x, y), str(count), "black", 44, ink, "rm")
    x -= round(width(str(count), "black", 44))
    paste(image, sign("stack", 48, theme), (x - 32, y - 1))


def draw_markers(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw all seats' markers, side by side on their steps. The highest occupied step of a temple
    has a golden edge, unless all seats are level. Markers that moved last are ringed."""
    for temple, name in enumerate(TEMPLES):
        ringed = scene.markers_moved(name)
        standing = [seat.temples[name] for seat in scene.players]
        if scene.phase != "finished" and min(standing) < max(standing):
            step = step_of(temple, max(standing))
            gold = _gold(round(step.right - step.left), theme)
            paste(image, gold, ((step.left + step.right) / 2, step.top + TREAD / 2))
        for index in set(standing):
            seats = [seat for seat, at in enumerate(standing) if at == index]
            step = step_of(temple, index)
            left = _points_at(step) + _POINTS / 2 + 2
            right = _reward_at(step) + _BLOCK / 2
            if step_rewards(temple)[index]:
                right -= _TABLET + 3
            room = (left, step.top + TREAD - 4, right, step.top + RISE + 2)
            place_markers(
                image, seats, room, centre(temple), theme, largest=46, asked=scene.waiting,
                ringed=ringed,
            )  # fmt: skip


@kept(1_000_000)
def _gold(wide: int, theme: Theme) -> Image.Image:
    """A tread of gold."""
    sketch = Sketch(wide + 8, TREAD + 6)
    for grow, colour in ((3, theme.outline), (0, theme.hub_turn)):
        low = (4.0 - grow, 4 + wide + grow, 3.0 + TREAD + grow, 3.0 - grow)
        left, right, bottom, top = low
        sketch.polygon([(left + 4, top), (right - 4, top), (right, bottom), (left, bottom)], colour)
    return sketch.sprite()
