"""The calendar: the large gear, its days, the food days, the corn on its teeth, the arrow."""

from functools import lru_cache

from PIL import Image, ImageChops

from bot.engine.board import FOOD_DAY_TEETH
from bot.engine.food_day import MID_AGE_DAYS
from rendering.canvas import Sketch, arc, around, paste, raised, text
from rendering.gears import gear_outline, gear_sprite
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
from rendering.scene import Scene
from rendering.theme import Theme, mix

FOOD_DAYS = {tooth: n in MID_AGE_DAYS for n, tooth in enumerate(FOOD_DAY_TEETH)}  # day: mid age?
_CORN = 40


def draw_gear(image: Image.Image, theme: Theme) -> None:
    """The gear itself and the arrow that points at today's tooth."""
    sprite = gear_sprite(
        CALENDAR_TEETH, 180.0, theme.stone, theme.stone_light, theme.stone_shade, theme.shadow
    )
    paste(image, sprite, CALENDAR)
    paste(image, _arrow(theme), ARROW)


def _arrow(theme: Theme) -> Image.Image:
    mask = Sketch(92, 84, mode="L")
    head = [(46, 12), (74, 42), (18, 42)]
    shaft = [(36, 38), (56, 38), (56, 64), (36, 64)]
    for part in (head, shaft):
        mask.polygon(part, 255)
        mask.line([*part, part[0]], 6, 255)
    shade = mix(theme.turn, (0, 0, 0), 0.4)
    return raised(
        mask.image, theme.turn, mix(theme.turn, (255, 255, 255), 0.5), shade, theme.shadow
    )


def draw_food_teeth(image: Image.Image, empty: Image.Image, theme: Theme, tooth: int) -> None:
    """Colour the teeth of the food days; `empty` is the picture of the bare gear."""
    for day in days_shown(tooth):
        if day in FOOD_DAYS:
            place = (day - tooth) % CALENDAR_TEETH
            key = (theme.name, place, FOOD_DAYS[day])
            if key not in _FOOD_TEETH:
                _FOOD_TEETH[key] = _food_tooth(empty, theme, place, FOOD_DAYS[day])
            sprite, corner = _FOOD_TEETH[key]
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
    empty: Image.Image, theme: Theme, place: int, mid_age: bool
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
    for outline in (sector, gear_outline(CALENDAR, CALENDAR_TEETH, 180.0)):
        mask = Sketch(right - left, bottom - top, mode="L")
        mask.polygon([(x - left, y - top) for x, y in outline], 255)
        masks.append(mask.sprite())
    patch = empty.crop((left, top, right, bottom)).point(_tint(theme, mid_age))
    patch.putalpha(ImageChops.darker(*masks))
    return patch, (left, top)


def draw_days(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """The days' numbers: the round that will be played when the tooth comes to the arrow, if the
    calendar moves one day a round from now on. Past days are faint; after a double advance they
    are left out, since they would not name the rounds that were played.
    """
    rounds_over_days = scene.round - scene.tooth
    for day in days_shown(scene.tooth):
        place = around(CALENDAR, DAY_NUMBER_RADIUS, day_angle(day - scene.tooth))
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
    sketch = Sketch(50, 50)
    sketch.circle((25, 25), 23, theme.turn)
    return sketch.sprite()


def draw_corn(image: Image.Image, theme: Theme, corn: int) -> None:
    """The corn that waits on the teeth of the days on which nobody took the starting space."""
    for ago in range(min(corn, CALENDAR_TEETH - 1), 0, -1):
        place = around(CALENDAR, CALENDAR_RADIUS + 0.4 * M, day_angle(-ago))
        paste(image, icon("corn", _CORN, theme), place)
