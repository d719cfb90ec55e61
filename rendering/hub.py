"""The middle of the calendar: age, round, days to the next food day, and whose turn it is."""

from functools import lru_cache

from PIL import Image

from rendering.canvas import Point, Sketch, arc, around, paste, rounded, text
from rendering.fonts import fitted, showable, width
from rendering.icons import icon, medal
from rendering.inline import points_words
from rendering.layout import CALENDAR, CALENDAR_TEETH, DAY_ANGLE, HUB_RADIUS, day_angle
from rendering.markers import LETTERS, marker
from rendering.relief import chamfered, tones, well
from rendering.scene import Scene
from rendering.theme import Colour, Theme, mix

_X, _Y = CALENDAR
_BLACK = (0, 0, 0)
_RING_INNER, _RING_OUTER = 208.0, 217.0
_LIT_INNER, _LIT_OUTER = 204.0, 221.0
_GAP = 0.8  # degrees on both sides of a tile
_PYRAMIDS = 222.0
_PILL_TOP, _PILL_BOTTOM, _PILL_WIDTH = _Y + 96, _Y + 166, 272
_PLACES_STEP, _PLACES_ROOM = 84, 330
_NAME_SIZES = (37, 34, 31)  # a long name is written smaller before it is cut


def draw_hub(image: Image.Image, theme: Theme) -> None:
    """The obsidian disc sunk into the calendar, its jade ring, one tile a day, unlit, and small
    pyramids on the ring."""
    paste(image, _disc(theme), CALENDAR)


@lru_cache(maxsize=1)
def _disc(theme: Theme) -> Image.Image:
    side = 2 * round(HUB_RADIUS + 8)
    sketch = Sketch(side, side, smoothing=3)
    middle = (side / 2, side / 2)
    edges = tones(theme.stone, theme.stone_shade)
    dark = mix(theme.obsidian, _BLACK, 0.5)
    well(sketch, middle, HUB_RADIUS - 2, theme.obsidian, edges, rim=3, depth=9, dark=dark)
    facet = mix(theme.obsidian, (255, 255, 255), 0.035)
    sketch.polygon(arc(middle, _RING_INNER, 262, 402), facet)
    for day in range(CALENDAR_TEETH):
        sketch.polygon(_pyramid(middle, day_angle(day)), theme.inlay)
        sketch.polygon(_tile(middle, day_angle(day), _RING_INNER, _RING_OUTER), theme.jade_deep)
    return sketch.sprite()


def _tile(middle: Point, start: float, inner: float, outer: float) -> list[Point]:
    """A tile of the ring from `start` one day clockwise, with a gap on both sides."""
    first, last = start + _GAP, start + DAY_ANGLE - _GAP
    return [*arc(middle, outer, first, last, 3), *arc(middle, inner, last, first, 3)]


def _pyramid(middle: Point, angle: float) -> list[Point]:
    """A stepped pyramid standing on the ring."""
    shape = ((-21, 0), (-21, 7), (-13, 7), (-13, 14), (-5, 14), (-5, 21))
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
        box = (left, _Y + down - 170, left + 36, _Y + down - 138)
        if lit:
            light, shade = mix(fill, (255, 255, 255), 0.4), mix(fill, _BLACK, 0.4)
            rounded(image, box, 8, fill, light=light, shade=shade, shadow=theme.hub_shadow, drop=3)
        else:
            rounded(image, box, 8, fill)
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
    ring, (right, down) = _lit_ring(colour, food.rounds)
    image.paste(ring, (round(_X) + right, round(_Y) + down), ring)


@lru_cache(maxsize=32)
def _lit_ring(colour: Colour, days: int) -> tuple[Image.Image, tuple[int, int]]:
    """The tiles that are lit, from today's tooth to the tooth `days` ahead, without the empty room
    around them; and where the upper left corner lies from the calendar's middle."""
    side = 2 * round(_LIT_OUTER + 4)
    sketch = Sketch(side, side, smoothing=3)
    edges = tones(colour, mix(colour, _BLACK, 0.45))
    for day in range(days):
        tile = _tile((side / 2, side / 2), day_angle(day), _LIT_INNER, _LIT_OUTER)
        chamfered(sketch, tile, 3, colour, edges)
    sprite = sketch.sprite()
    box = sprite.getbbox() or (0, 0, 1, 1)
    return sprite.crop(box), (box[0] - side // 2, box[1] - side // 2)


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
    light, shade = mix(theme.hub_turn, (255, 255, 255), 0.5), mix(theme.hub_turn, _BLACK, 0.4)
    rounded(image, box, 35, theme.hub_turn, light=light, shade=shade, shadow=theme.hub_shadow)
