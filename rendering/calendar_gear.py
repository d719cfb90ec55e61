"""The calendar: the large gear, its days, the food days, the corn on its teeth, the arrow."""

from functools import lru_cache

from PIL import Image, ImageChops

from bot.engine.board import FOOD_DAY_TEETH
from bot.engine.food_day import MID_AGE_DAYS
from rendering.canvas import Point, Sketch, arc, around, paste, text
from rendering.gears import beside, gear_outline, gear_sprite
from rendering.icons import icon
from rendering.layout import (
    ARROW,
    CALENDAR,
    CALENDAR_RADIUS,
    CALENDAR_TEETH,
    DAY_ANGLE,
    DAY_NUMBER_RADIUS,
    HUB_RADIUS,
    M,
    day_angle,
)
from rendering.relief import boss, chamfered, thrown, tones
from rendering.scene import Scene
from rendering.theme import Colour, Theme, mix

FOOD_DAYS = {tooth: n in MID_AGE_DAYS for n, tooth in enumerate(FOOD_DAY_TEETH)}  # day: mid age?
_CORN = 40
_BLOCK_INNER, _BLOCK_OUTER = HUB_RADIUS + 3.5, CALENDAR_RADIUS - 1.36 * M
_HALF_SIGN = (  # modules aside and out from the pitch circle: a stepped pyramid
    (-0.4, -0.74), (-0.4, -0.46), (-0.24, -0.46), (-0.24, -0.1), (-0.1, -0.1), (-0.1, 0.3),
)  # fmt: skip
_SIGN, _SIGN_EDGE = (*_HALF_SIGN, *((-x, y) for x, y in reversed(_HALF_SIGN))), 1.6
_BLOCK_HALF, _BLOCK_EDGE = DAY_ANGLE / 2 - 0.42, 2.2  # degrees, pixels


def draw_gear(image: Image.Image, theme: Theme, turned: float = 0.0) -> None:
    """The gear itself, `turned` by a part of a tooth, and the arrow that points at today's."""
    sprite = gear_sprite(CALENDAR_TEETH, day_angle(-turned), theme.stone, theme.stone_shade)
    paste(image, sprite, CALENDAR)
    paste(image, _carving(theme, turned), CALENDAR)
    paste(image, _arrow(theme), ARROW)


def _carving(theme: Theme, turned: float) -> Image.Image:
    """The ring of blocks on which the days' numbers stand, one for each tooth, and a stepped sign
    cut into every tooth."""
    side = 2 * round(CALENDAR_RADIUS + M)
    middle = (side / 2, side / 2)
    sketch = Sketch(side, side, smoothing=3)
    edges = tones(theme.stone, theme.stone_shade)
    sunk = mix(theme.stone, theme.stone_shade, 0.25)
    sketch.circle(middle, _BLOCK_OUTER, mix(theme.stone, theme.stone_shade, 0.7))
    for tooth in range(CALENDAR_TEETH):
        at = day_angle(tooth - turned)
        block = _block(middle, at)
        chamfered(sketch, block, _BLOCK_EDGE, theme.stone, edges)
        sign = [beside(middle, CALENDAR_RADIUS + up * M, at, out * M) for out, up in _SIGN]
        chamfered(sketch, sign, _SIGN_EDGE, sunk, edges, sunk=True)
    sketch.circle(middle, HUB_RADIUS, (0, 0, 0, 0))
    return sketch.sprite()


def _block(middle: Point, at: float) -> list[Point]:
    return [
        *arc(middle, _BLOCK_OUTER, at - _BLOCK_HALF, at + _BLOCK_HALF, 2),
        *arc(middle, _BLOCK_INNER, at + _BLOCK_HALF, at - _BLOCK_HALF, 2),
    ]


def past_block(theme: Theme) -> Colour:
    """The ground of the number of a day gone by."""
    return mix(theme.stone, theme.stone_shade, 0.4)


@lru_cache(maxsize=256)
def _sunk_block(theme: Theme, at: float) -> Image.Image:
    """The block of a day gone by: it has sunk in. Its middle is that of the day's number."""
    sketch = Sketch(84, 84)
    x, y = around((0.0, 0.0), (_BLOCK_INNER + _BLOCK_OUTER) / 2, at)
    block = _block((42 - x, 42 - y), at)
    face = past_block(theme)
    dark = tones(face, mix(theme.stone_shade, (0, 0, 0), 0.35))
    chamfered(sketch, block, _BLOCK_EDGE, face, dark, sunk=True)
    sprite = sketch.sprite()
    # Kept for every place at which turning wheels show it (6 MB): without the empty room around.
    left, top, right, bottom = sprite.getbbox() or (0, 0, 84, 84)
    wide, high = max(42 - left, right - 42), max(42 - top, bottom - 42)
    return sprite.crop((42 - wide, 42 - high, 42 + wide, 42 + high))


def _arrow(theme: Theme) -> Image.Image:
    """The golden arrow, on a stepped foot."""
    right = ((46, 8), (78, 44), (59, 44), (59, 58), (67, 58), (67, 73))
    outline = [*right, *((92 - x, y) for x, y in reversed(right[1:]))]
    shade = mix(theme.turn, (0, 0, 0), 0.4)
    sketch = Sketch(92, 88)
    thrown(sketch, outline, 10, theme.shadow)
    thrown(sketch, outline, 4, mix(theme.turn, (0, 0, 0), 0.6))
    chamfered(sketch, outline, 4, theme.turn, tones(theme.turn, shade))
    return sketch.sprite()


def draw_food_teeth(
    image: Image.Image, empty: Image.Image, theme: Theme, tooth: int, behind: float = 0.0
) -> None:
    """Colour the teeth of the food days; `empty` is the picture of the bare gear. It still has to
    turn `behind` teeth to stand at `tooth`."""
    for day in days_shown(tooth):
        if day not in FOOD_DAYS:
            continue
        place = (day - tooth) % CALENDAR_TEETH
        key = (theme.name, place, FOOD_DAYS[day])
        if behind:
            sprite, corner = _food_tooth(empty, theme, place + behind, FOOD_DAYS[day])
        elif key in _FOOD_TEETH:
            sprite, corner = _FOOD_TEETH[key]
        else:
            sprite, corner = _FOOD_TEETH[key] = _food_tooth(empty, theme, place, FOOD_DAYS[day])
        image.paste(sprite, corner, sprite)


def days_shown(tooth: int) -> list[int]:
    """The days on the 26 teeth when the calendar stands at `tooth` (day 0 is the game's first).

    Two days 26 apart share a tooth; it shows the one to come, if the game still has it.
    """
    days = []
    for first in range(CALENDAR_TEETH):
        day = tooth + (first - tooth) % CALENDAR_TEETH
        days.append(day if day <= max(FOOD_DAYS) else day - CALENDAR_TEETH)
    return days


_FOOD_TEETH: dict[tuple[str, int, bool], tuple[Image.Image, tuple[int, int]]] = {}
"""Food teeth already coloured; at most 26 places in two colours and two themes."""


@lru_cache(maxsize=4)
def _tint(theme: Theme, mid_age: bool) -> list[int]:
    """Tables that turn the stone's colours into a food day's, keeping light, rim and shadow."""
    food = theme.food_mid if mid_age else theme.food_end
    return [
        min(255, round(value * to / of))
        for of, to in zip(theme.stone, food, strict=True)
        for value in range(256)
    ]


def _food_tooth(
    empty: Image.Image, theme: Theme, place: float, mid_age: bool
) -> tuple[Image.Image, tuple[int, int]]:
    """The tooth `place` days ahead of the arrow and the ring under it, coloured, and the place of
    its upper left corner."""
    angle = day_angle(place)
    half = DAY_ANGLE / 2 - 0.25
    inner, outer = HUB_RADIUS + 2, CALENDAR_RADIUS + 1.2 * M
    sector = [
        *arc(CALENDAR, outer, angle - half, angle + half),
        *arc(CALENDAR, inner, angle + half, angle - half),
    ]
    left, top = (int(min(values)) - 2 for values in zip(*sector, strict=True))
    right, bottom = (int(max(values)) + 3 for values in zip(*sector, strict=True))
    masks = []
    for outline in (sector, _teeth(round(place % 1, 6))):
        mask = Sketch(right - left, bottom - top, mode="L")
        mask.polygon([(x - left, y - top) for x, y in outline], 255)
        masks.append(mask.sprite())
    patch = empty.crop((left, top, right, bottom)).point(_tint(theme, mid_age))
    patch.putalpha(ImageChops.darker(*masks))
    return patch, (left, top)


@lru_cache(maxsize=16)
def _teeth(turned: float) -> list[Point]:
    """The outline of the calendar when it still has to turn a part of a tooth."""
    return gear_outline(CALENDAR, CALENDAR_TEETH, day_angle(turned))


def draw_days(image: Image.Image, theme: Theme, scene: Scene, behind: float = 0.0) -> None:
    """The days' numbers: the round that will be played when the tooth comes to the arrow, if the
    calendar moves one day a round from now on. Past days are faint; after a double advance they
    are left out, since they would not name the rounds that were played. The gear still has to turn
    `behind` teeth to stand as in the scene.
    """
    rounds_over_days = scene.round - scene.tooth
    for day in days_shown(scene.tooth):
        at = day_angle(day - scene.tooth + behind)
        place = around(CALENDAR, DAY_NUMBER_RADIUS, at)
        if day < scene.tooth and day not in FOOD_DAYS:
            paste(image, _sunk_block(theme, round(at, 6)), place)
        number = str(day + rounds_over_days)
        if day == scene.tooth:
            paste(image, _today(theme), place)
            text(image, place, number, "black", 28, theme.turn_ink, "mm")
        elif day > scene.tooth:
            ink = theme.food_ink if day in FOOD_DAYS else theme.ink
            text(image, place, number, "black", 25, ink, "mm")
        elif rounds_over_days == 1:
            ink = theme.food_past if day in FOOD_DAYS else theme.stone_past
            text(image, place, number, "black", 25, ink, "mm")


@lru_cache(maxsize=2)
def _today(theme: Theme) -> Image.Image:
    sketch = Sketch(54, 54)
    sketch.circle((28, 29), 24, mix(theme.stone_shade, (0, 0, 0), 0.5))
    edges = tones(theme.turn, mix(theme.turn, (0, 0, 0), 0.4))
    boss(sketch, (27, 27), 23, theme.turn, edges, 2.5)
    return sketch.sprite()


def draw_corn(image: Image.Image, theme: Theme, corn: int, behind: float = 0.0) -> None:
    """The corn that waits on the teeth of the days on which nobody took the starting space."""
    for ago in range(min(corn, CALENDAR_TEETH - 1), 0, -1):
        place = around(CALENDAR, CALENDAR_RADIUS + 0.4 * M, day_angle(behind - ago))
        paste(image, icon("corn", _CORN, theme), place)
