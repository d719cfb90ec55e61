"""The middle of the calendar: age, round, days to the next food day, and whose turn it is."""

from functools import lru_cache

from PIL import Image

from rendering.canvas import Sketch, around, paste, rounded, text
from rendering.fonts import fitted, showable, width
from rendering.icons import icon, medal
from rendering.inline import points_words
from rendering.layout import CALENDAR, CALENDAR_TEETH, DAY_ANGLE, HUB_RADIUS, day_angle
from rendering.markers import LETTERS, marker
from rendering.scene import Scene
from rendering.theme import Colour, Theme, mix

_X, _Y = CALENDAR
_RING_INNER, _RING_OUTER = 207.5, 216.5
_LIT_INNER, _LIT_OUTER = 203.0, 219.0
_PYRAMIDS = 224.0
_PILL_TOP, _PILL_BOTTOM, _PILL_WIDTH = _Y + 96, _Y + 166, 272
_PLACES_STEP, _PLACES_ROOM = 84, 330
_NAME_SIZES = (37, 34, 31)  # a long name is written smaller before it is cut


def draw_hub(image: Image.Image, theme: Theme) -> None:
    """The obsidian disc and its mosaic, two tiles a day, unlit."""
    side = 2 * round(HUB_RADIUS + 8)
    sketch = Sketch(side, side, smoothing=3)
    middle = (side / 2, side / 2)
    sketch.circle(middle, HUB_RADIUS + 2.5, theme.stone_shade)
    sketch.circle(middle, HUB_RADIUS, theme.obsidian)
    for i in range(2 * CALENDAR_TEETH):
        colour = mix(theme.turquoise_deep if i % 2 else theme.jade_deep, theme.obsidian, 0.05)
        sketch.polygon(_tile(middle, day_angle(0) + i * DAY_ANGLE / 2), colour)
    for i in range(2 * CALENDAR_TEETH):
        sketch.polygon(_pyramid(middle, i * DAY_ANGLE / 2), theme.jade_deep)
    paste(image, sketch.sprite(), CALENDAR)


def _tile(
    middle: tuple[float, float],
    start: float,
    inner: float = _RING_INNER,
    outer: float = _RING_OUTER,
) -> list[tuple[float, float]]:
    """A tile of the mosaic from `start` half a day clockwise, with a gap on both sides."""
    gap = 0.75
    return [
        around(middle, radius, angle)
        for radius, angle in (
            (inner, start + gap),
            (outer, start + gap),
            (outer, start + DAY_ANGLE / 2 - gap),
            (inner, start + DAY_ANGLE / 2 - gap),
        )
    ]


def _pyramid(middle: tuple[float, float], angle: float) -> list[tuple[float, float]]:
    """A small stepped pyramid standing on the ring."""
    shape = ((-12, 0), (-12, 5), (-7.5, 5), (-7.5, 9.5), (-3, 9.5), (-3, 14))
    points = [*shape, *((-x, y) for x, y in reversed(shape))]
    out = []
    for side, up in points:
        x, y = around(middle, _PYRAMIDS + up, angle)
        right, down = around((0.0, 0.0), side, angle + 90)
        out.append((x + right, y + down))
    return out


def draw_day(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """Age, round, and how many days until the next food day, in the colour of its kind."""
    food = scene.food_day
    down = 0 if food else 90  # with nothing below them, age and round stand in the middle
    for number, roman, left in ((1, "I", _X - 39.5), (2, "II", _X + 3.5)):
        lit = number == scene.age
        fill = theme.maize if lit else theme.hub_panel
        rounded(image, (left, _Y + down - 170, left + 36, _Y + down - 138), 8, fill)
        ink = theme.food_ink if lit else theme.hub_dim
        text(image, (left + 18, _Y + down - 154), roman, "black", 25, ink, "mm")
    text(image, (_X, _Y - 69 + down), str(scene.round), "black", 141, theme.hub_text, "mm")
    if food is None:
        return
    name = "food-mid" if food.mid_age else "food-end"
    colour = theme.food_mid if food.mid_age else theme.food_end
    paste(image, icon(name, 80, theme), (_X - 36, _Y + 43))
    # A day that has come has no number any more to light up: the number takes the bowl's colour.
    ink = theme.hub_text if food.rounds else mix(colour, theme.hub_text, 0.25)
    text(image, (_X + 50, _Y + 42), str(food.rounds), "black", 89, ink, "mm")
    paste(image, _lit_ring(mix(colour, (255, 255, 255), 0.3), food.rounds), CALENDAR)


@lru_cache(maxsize=32)
def _lit_ring(colour: Colour, days: int) -> Image.Image:
    """The tiles that are lit, from today's tooth to the tooth `days` ahead."""
    side = 2 * round(_LIT_OUTER + 4)
    sketch = Sketch(side, side, smoothing=3)
    for i in range(2 * days):
        start = day_angle(0) + i * DAY_ANGLE / 2
        tile = _tile((side / 2, side / 2), start, _LIT_INNER, _LIT_OUTER)
        sketch.polygon(tile, colour)
    return sketch.sprite()


def draw_places(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """Once the game is finished: all seats by place, with their points."""
    order = sorted(range(len(scene.seats)), key=lambda seat: scene.seats[seat].place or 0)
    step = min(_PLACES_STEP, _PLACES_ROOM / len(order))
    size = round(step * 0.74)
    for row, number in enumerate(order):
        seat = scene.seats[number]
        y = _Y + (row - (len(order) - 1) / 2) * step
        paste(image, medal(seat.place or 1, round(size * 1.3), theme), (_X - 116, y))
        paste(image, marker(number, size, theme), (_X - 48, y))
        words = points_words(seat.points4)
        text(image, (_X - 4, y), words, "black", round(size * 1.06), theme.hub_text)


def draw_turn(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """The pill with the seat that is asked; several seats asked at once show their markers."""
    seats = scene.waiting
    if not seats:
        return
    middle = (_PILL_TOP + _PILL_BOTTOM) / 2
    if len(seats) > 1:
        _pill(image, theme, 52 * len(seats) + 28)
        for i, seat in enumerate(seats):
            x = _X + 52 * (i - (len(seats) - 1) / 2)
            paste(image, marker(seat, 43, theme), (x, middle))
        return
    seat, room = seats[0], _PILL_WIDTH - 100
    name = showable(scene.seats[seat].name) or LETTERS[seat]
    size = next(
        (size for size in _NAME_SIZES if width(name, "black", size) <= room), _NAME_SIZES[-1]
    )
    name = fitted(name, "black", size, room)
    wide = round(width(name, "black", size)) + 100
    _pill(image, theme, wide)
    left = _X - wide / 2
    paste(image, marker(seat, 43, theme), (left + 45, middle))
    text(image, (left + 79, middle), name, "black", size, theme.food_ink, "lm")


def _pill(image: Image.Image, theme: Theme, wide: int) -> None:
    box = (_X - wide / 2, _PILL_TOP, _X + wide / 2, _PILL_BOTTOM)
    rounded(image, box, 35, theme.hub_turn)
