"""The three temples of the second plate: steps, rewards, leader bonuses, markers.

Above them, where the lower temples leave room, stand the next food day, the stock of skulls and
the stack of buildings.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image

from bot.engine.board import LEADER_BONUS, START_STEP, STEP_POINTS, TEMPLES, TOP
from bot.engine.components import COMPONENTS
from rendering.canvas import Box, paste, rounded, text
from rendering.fonts import width
from rendering.icon_places import plume, rain, serpent
from rendering.icons import icon, points_icon
from rendering.marker_rows import place_markers
from rendering.pen import Pen
from rendering.scene import Scene
from rendering.theme import TEMPLES as TEMPLE_COLOURS
from rendering.theme import Colour, Theme, mix, rgb
from rendering.tile_signs import sign

PANEL: Box = (20, 20, 880, 580)
_COLUMN_WIDTH, _FIRST_COLUMN, _COLUMN_STEP = 268, 36, 280
_BASE, _RISE = 566, 50.4
_NARROWING = 0.4  # the top step is so much narrower than the bottom one
_POINTS, _REWARD = 42, 40
_SUPPLIES = 64  # height of the line of supplies above the outer temples
_ROMAN = ("I", "II")
_STAIRS = 64  # width of the stairs
_PALE, _DARK = rgb("F7EEDD"), rgb("2B1A0A")
_SIGNS: Mapping[str, Callable[[Pen], None]] = {
    "chaac": lambda pen: rain(pen, _PALE),
    "quetzalcoatl": lambda pen: plume(pen, _DARK, TEMPLE_COLOURS["quetzalcoatl"]),
    "kukulkan": lambda pen: serpent(pen, _PALE, rgb("1C5A30")),
}


@dataclass(frozen=True)
class _Step:
    """One step of a temple on the picture."""

    left: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        return self.top + (_RISE - 4) / 2


def _step(temple: int, index: int) -> _Step:
    centre = _FIRST_COLUMN + temple * _COLUMN_STEP + _COLUMN_WIDTH / 2
    half = _COLUMN_WIDTH * (1 - _NARROWING * index / TOP[temple]) / 2
    return _Step(centre - half, centre + half, _BASE - (index + 1) * _RISE)


def _centre(temple: int) -> float:
    return _FIRST_COLUMN + temple * _COLUMN_STEP + _COLUMN_WIDTH / 2


def _rewards(temple: int) -> list[str | None]:
    """By step, the icon of what its food day in mid age brings."""
    steps = COMPONENTS["temples"][temple]["steps_bottom_to_top"]
    return [next(iter(step["mid_age_reward"] or ()), None) for step in steps]


def draw_temples(image: Image.Image, theme: Theme) -> None:
    """All that never changes: the panel, steps, points, rewards."""
    rounded(image, PANEL, 18, theme.panel)
    for temple, name in enumerate(TEMPLES):
        for index, points in enumerate(STEP_POINTS[temple]):
            _draw_step(image, temple, index, theme)
            step = _step(temple, index)
            at = (step.left + 12 + _POINTS / 2, step.middle)
            paste(image, points_icon(points, _POINTS, theme), at)
            reward = _rewards(temple)[index]
            if reward:
                at = (step.right - 12 - _REWARD / 2, step.middle)
                paste(image, icon(reward, _REWARD, theme), at)
        head = _head(temple)
        paste(image, icon(f"temple-{name}", 62, theme), (_centre(temple) - 78, head))
        for age in (1, 2):
            at = (_centre(temple) + 31 + (age - 1) * 84, head)
            paste(image, points_icon(LEADER_BONUS[temple][age - 1], _POINTS, theme), at)


def _head(temple: int) -> float:
    """Middle of the line above the top step."""
    return _step(temple, TOP[temple]).top - 38


def _draw_step(image: Image.Image, temple: int, index: int, theme: Theme) -> None:
    step = _step(temple, index)
    colour = _step_colour(temple, index, theme)
    box = (step.left, step.top, step.right, step.top + _RISE - 4)
    rounded(
        image, box, 6, colour,
        light=mix(colour, (255, 255, 255), 0.35), shade=mix(colour, (0, 0, 0), 0.4),
        shadow=theme.shadow, drop=3,
    )  # fmt: skip
    _draw_stairs(image, temple, step, colour)
    if index == TOP[temple]:
        _draw_sign(image, temple, step, theme)


def _draw_stairs(image: Image.Image, temple: int, step: _Step, colour: Colour) -> None:
    """The flight of stairs up the middle, on which the markers stand."""
    left = round(_centre(temple) - _STAIRS / 2)
    tread, riser = mix(colour, (255, 255, 255), 0.07), mix(colour, (0, 0, 0), 0.13)
    top, height = round(step.top) + 3, round(_RISE) - 9
    for row in range(3):
        upper = top + row * height // 3
        lower = top + (row + 1) * height // 3
        image.paste(tread, (left, upper, left + _STAIRS, lower))
        image.paste(riser, (left, lower - 5, left + _STAIRS, lower))
    for rail in (left - 5, left + _STAIRS):
        image.paste(tread, (rail, top, rail + 5, top + height))


def _draw_sign(image: Image.Image, temple: int, step: _Step, theme: Theme) -> None:
    """The god's sign on the top step."""
    name = TEMPLES[temple]
    size = 44
    pen = Pen(size, theme)
    _SIGNS[name](pen)
    paste(image, pen.sprite(), (step.right - 36, step.middle - 1))


def _step_colour(temple: int, index: int, theme: Theme) -> Colour:
    """Steps alternate a little; the start is cream, the top, where only one may stand, bright."""
    colour = theme.temples[TEMPLES[temple]]
    if index == START_STEP:
        return theme.tablet
    if index == TOP[temple]:
        return mix(colour, (255, 255, 255), 0.14)
    return mix(colour, (0, 0, 0), 0.16 if index % 2 == 0 else 0.27)


def light_age(image: Image.Image, age: int, theme: Theme) -> None:
    """Before each leader bonus its age; the present one is lit."""
    for temple in range(len(TEMPLES)):
        for number, roman in enumerate(_ROMAN, start=1):
            x = _centre(temple) - 8 + (number - 1) * 84
            lit = number == age
            fill = theme.maize if lit else mix(theme.panel, theme.plate, 0.8)
            ink = theme.food_ink if lit else theme.dim
            y = _head(temple)
            rounded(image, (x - 14, y - 21, x + 14, y + 21), 6, fill)
            text(image, (x, y), roman, "black", 26, ink, "mm")


def draw_supplies(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Next food day and stock of skulls on the left, this age's stack of buildings on the right."""
    y = _SUPPLIES
    left = PANEL[0] + 20
    if scene.food_day is not None:
        bowl = "food-mid" if scene.food_day.mid_age else "food-end"
        paste(image, icon(bowl, 58, theme), (left + 29, y))
        text(image, (left + 66, y), str(scene.food_day.rounds), "black", 50, theme.text)
    paste(image, icon("skull", 52, theme), (left + 160, y))
    ink = theme.text if scene.bank_skulls else theme.faint
    text(image, (left + 194, y), str(scene.bank_skulls), "black", 50, ink)
    # The other stack is either untouched or gone: only this age's says something.
    x, count = PANEL[2] - 20, scene.stacks_left[scene.age - 1]
    ink = theme.text if count else theme.faint
    text(image, (x, y), str(count), "black", 50, ink, "rm")
    x -= round(width(str(count), "black", 50))
    paste(image, sign("stack", 58, theme), (x - 36, y - 1))


def draw_markers(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """All seats' markers, side by side where several stand on one step."""
    for temple in range(len(TEMPLES)):
        for index in range(TOP[temple] + 1):
            seats = [n for n, seat in enumerate(scene.seats) if seat.temples[temple] == index]
            if seats:
                step = _step(temple, index)
                left = step.left + 12 + _POINTS + 4
                right = step.right - 10
                if _rewards(temple)[index]:
                    right -= _REWARD + 6
                room = (left, step.top - 2, right, step.top + _RISE - 2)
                place_markers(image, seats, room, _centre(temple), theme)
