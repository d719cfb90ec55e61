"""The calendar: the large gear, its days and food days, corn and arrow, and the hub in its middle.

The hub shows age, round, days to the next food day, and whose turn it is.
"""

from functools import lru_cache

from PIL import Image, ImageChops

from bot.engine.board import FOOD_DAY_TEETH
from bot.engine.food_day import MID_AGE_DAYS
from bot.scene import Scene
from bot.text.names import SEAT_LETTERS, points_number
from rendering.drawing.canvas import Sketch, paste, rounded
from rendering.drawing.fonts import fitted, showable, width
from rendering.drawing.geometry import Point, arc, around
from rendering.drawing.lettering import text
from rendering.drawing.relief import boss, chamfered, thrown, tones, well
from rendering.drawing.theme import BLACK, WHITE, Colour, Theme, mix
from rendering.icons.catalogue import icon, medal
from rendering.icons.markers import marker
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
from rendering.wheels.gears import beside, gear_outline, gear_sprite

FOOD_DAYS = {tooth: n in MID_AGE_DAYS for n, tooth in enumerate(FOOD_DAY_TEETH)}  # day: mid age?
_CORN = 40
_BLOCK_INNER, _BLOCK_OUTER = HUB_RADIUS + 3.5, CALENDAR_RADIUS - 1.36 * M
_HALF_SIGN = (  # modules aside and out from the pitch circle: a stepped pyramid
    (-0.4, -0.74), (-0.4, -0.46), (-0.24, -0.46), (-0.24, -0.1), (-0.1, -0.1), (-0.1, 0.3),
)  # fmt: skip
_SIGN, _SIGN_EDGE = (*_HALF_SIGN, *((-x, y) for x, y in reversed(_HALF_SIGN))), 1.6
_BLOCK_HALF, _BLOCK_EDGE = DAY_ANGLE / 2 - 0.42, 2.2  # degrees, pixels
_FOOD_TEETH: dict[tuple[str, int, bool], tuple[Image.Image, tuple[int, int]]] = {}
"""Cache of coloured food teeth: at most 26 places in two colours and two themes."""
_X, _Y = CALENDAR
_TILE_INNER, _TILE_OUTER = 208.0, 217.0
_LIT_INNER, _LIT_OUTER = 204.0, 221.0
_TILE_GAP = 0.8  # degrees on both sides of a tile
_PYRAMIDS = 222.0
_PILL_TOP, _PILL_BOTTOM, _PILL_WIDTH = _Y + 96, _Y + 166, 272
_PLACES_STEP, _PLACES_ROOM = 84, 330
_NAME_SIZES = (37, 34, 31)  # a long name is written smaller before it is cut


def draw_gear(image: Image.Image, theme: Theme, turned: float = 0.0) -> None:
    """Draw the gear, turned by the part `turned` of a tooth, and the arrow at today's tooth."""
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
    """The ground of the number of a past day."""
    return mix(theme.stone, theme.stone_shade, 0.4)


@lru_cache(maxsize=256)
def _sunk_block(theme: Theme, at: float) -> Image.Image:
    """The block of a past day, sunk in. Its middle is that of the day's number."""
    sketch = Sketch(84, 84)
    x, y = around((0.0, 0.0), (_BLOCK_INNER + _BLOCK_OUTER) / 2, at)
    block = _block((42 - x, 42 - y), at)
    face = past_block(theme)
    dark = tones(face, mix(theme.stone_shade, BLACK, 0.35))
    chamfered(sketch, block, _BLOCK_EDGE, face, dark, sunk=True)
    sprite = sketch.sprite()
    # Cached for every place on turning wheels (6 MB), so without the empty room around it.
    left, top, right, bottom = sprite.getbbox() or (0, 0, 84, 84)
    wide, high = max(42 - left, right - 42), max(42 - top, bottom - 42)
    return sprite.crop((42 - wide, 42 - high, 42 + wide, 42 + high))


def _arrow(theme: Theme) -> Image.Image:
    """The golden arrow, on a stepped foot."""
    right = ((46, 8), (78, 44), (59, 44), (59, 58), (67, 58), (67, 73))
    outline = [*right, *((92 - x, y) for x, y in reversed(right[1:]))]
    shade = mix(theme.turn, BLACK, 0.4)
    sketch = Sketch(92, 88)
    thrown(sketch, outline, 10, theme.shadow)
    thrown(sketch, outline, 4, mix(theme.turn, BLACK, 0.6))
    chamfered(sketch, outline, 4, theme.turn, tones(theme.turn, shade))
    return sketch.sprite()


def draw_food_teeth(
    image: Image.Image, empty: Image.Image, theme: Theme, tooth: int, behind: float = 0.0
) -> None:
    """Colour the teeth of the food days. `empty` is the picture of the bare gear, which still has
    to turn `behind` teeth until it is at `tooth`."""
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
    """The days on the 26 teeth when the calendar is at `tooth` (day 0 is the game's first).

    Two days 26 apart share a tooth; it shows the later one, if the game still has it.
    """
    days = []
    for first in range(CALENDAR_TEETH):
        day = tooth + (first - tooth) % CALENDAR_TEETH
        days.append(day if day <= max(FOOD_DAYS) else day - CALENDAR_TEETH)
    return days


def past_food(theme: Theme, mid_age: bool) -> Colour:
    """The colour of the number of a past food day: a dark shade of its tooth's."""
    return mix(_food(theme, mid_age), BLACK, 0.66)


def _food(theme: Theme, mid_age: bool) -> Colour:
    return theme.food_mid if mid_age else theme.food_end


@lru_cache(maxsize=4)
def _tint(theme: Theme, mid_age: bool) -> list[int]:
    """Lookup tables that turn the stone's colours into a food day's and keep light and shadow."""
    food = _food(theme, mid_age)
    return [
        min(255, round(value * to / of))
        for of, to in zip(theme.stone, food, strict=True)
        for value in range(256)
    ]


def _food_tooth(
    empty: Image.Image, theme: Theme, place: float, mid_age: bool
) -> tuple[Image.Image, tuple[int, int]]:
    """The tooth `place` days ahead of the arrow with the ring under it, coloured, and the place of
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
    """The outline of the calendar when it still has to turn the part `turned` of a tooth."""
    return gear_outline(CALENDAR, CALENDAR_TEETH, day_angle(turned))


def draw_days(image: Image.Image, theme: Theme, scene: Scene, behind: float = 0.0) -> None:
    """Draw the days' numbers: the round that is played when the tooth comes to the arrow, if the
    calendar moves one day a round from now on. Past days are faint; after a double advance they
    are left out, since they would name the wrong rounds. The gear still has to turn `behind` teeth
    until it is as in the scene.
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
            ink = past_food(theme, FOOD_DAYS[day]) if day in FOOD_DAYS else theme.stone_past
            text(image, place, number, "black", 25, ink, "mm")


@lru_cache(maxsize=2)
def _today(theme: Theme) -> Image.Image:
    sketch = Sketch(54, 54)
    sketch.circle((28, 29), 24, mix(theme.stone_shade, BLACK, 0.5))
    edges = tones(theme.turn, mix(theme.turn, BLACK, 0.4))
    boss(sketch, (27, 27), 23, theme.turn, edges, 2.5)
    return sketch.sprite()


def draw_corn(image: Image.Image, theme: Theme, corn: int, behind: float = 0.0) -> None:
    """Draw the corn on the teeth of the days on which nobody took the starting-player space."""
    for ago in range(min(corn, CALENDAR_TEETH - 1), 0, -1):
        place = around(CALENDAR, CALENDAR_RADIUS + 0.4 * M, day_angle(behind - ago))
        paste(image, icon("corn", _CORN, theme), place)


def draw_hub(image: Image.Image, theme: Theme) -> None:
    """Draw the obsidian disc sunk into the calendar, its jade ring with an unlit tile for each day,
    and the small pyramids on the ring."""
    paste(image, _hub_disc(theme), CALENDAR)


@lru_cache(maxsize=1)
def _hub_disc(theme: Theme) -> Image.Image:
    side = 2 * round(HUB_RADIUS + 8)
    sketch = Sketch(side, side, smoothing=3)
    middle = (side / 2, side / 2)
    edges = tones(theme.stone, theme.stone_shade)
    dark = mix(theme.obsidian, BLACK, 0.5)
    well(sketch, middle, HUB_RADIUS - 2, theme.obsidian, edges, rim=3, depth=9, dark=dark)
    facet = mix(theme.obsidian, WHITE, 0.035)
    sketch.polygon(arc(middle, _TILE_INNER, 262, 402), facet)
    for day in range(CALENDAR_TEETH):
        sketch.polygon(_pyramid(middle, day_angle(day)), theme.inlay)
        sketch.polygon(
            _ring_tile(middle, day_angle(day), _TILE_INNER, _TILE_OUTER), theme.jade_deep
        )
    return sketch.sprite()


def _ring_tile(middle: Point, start: float, inner: float, outer: float) -> list[Point]:
    """The outline of a tile of the ring, from `start` one day clockwise, with gaps at its sides."""
    first, last = start + _TILE_GAP, start + DAY_ANGLE - _TILE_GAP
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
    """Draw age, round, and the days until the next food day in the colour of its kind."""
    food = scene.food_day
    down = 0 if food else 90  # without a food day below them, age and round are in the middle
    for number, roman, left in ((1, "I", _X - 39.5), (2, "II", _X + 3.5)):
        lit = number == scene.age
        fill = theme.maize if lit else theme.hub_panel
        box = (left, _Y + down - 170, left + 36, _Y + down - 138)
        if lit:
            light, shade = mix(fill, WHITE, 0.4), mix(fill, BLACK, 0.4)
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
    # On the food day itself the number takes the bowl's colour.
    ink = theme.hub_text if food.rounds else mix(colour, theme.hub_text, 0.25)
    text(image, (_X + 50, _Y + 42), str(food.rounds), "black", 89, ink, "mm")
    ring, (right, down) = _lit_ring(colour, food.rounds)
    image.paste(ring, (round(_X) + right, round(_Y) + down), ring)


@lru_cache(maxsize=32)
def _lit_ring(colour: Colour, days: int) -> tuple[Image.Image, tuple[int, int]]:
    """The lit tiles from today's tooth to the tooth `days` ahead, without empty room around them,
    and the place of the upper left corner relative to the calendar's middle."""
    side = 2 * round(_LIT_OUTER + 4)
    sketch = Sketch(side, side, smoothing=3)
    edges = tones(colour, mix(colour, BLACK, 0.45))
    for day in range(days):
        tile = _ring_tile((side / 2, side / 2), day_angle(day), _LIT_INNER, _LIT_OUTER)
        chamfered(sketch, tile, 3, colour, edges)
    sprite = sketch.sprite()
    box = sprite.getbbox() or (0, 0, 1, 1)
    return sprite.crop(box), (box[0] - side // 2, box[1] - side // 2)


def draw_places(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """Draw all seats of a finished game by place, with their points."""
    order = sorted(range(len(scene.players)), key=lambda seat: scene.seats[seat].place or 0)
    step = min(_PLACES_STEP, _PLACES_ROOM / len(order))
    size = round(step * 0.74)
    for row, number in enumerate(order):
        seat = scene.players[number]
        y = _Y + (row - (len(order) - 1) / 2) * step
        paste(image, medal(scene.seats[number].place or 1, round(size * 1.3), theme), (_X - 116, y))
        paste(image, marker(number, size, theme), (_X - 48, y))
        words = points_number(seat.points4)
        text(image, (_X - 4, y), words, "black", round(size * 1.06), theme.hub_text)


def draw_turn(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """Draw the pill with the seat whose turn it is; of several seats it has the markers."""
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
    name = showable(scene.seats[seat].name) or SEAT_LETTERS[seat]
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
    light, shade = mix(theme.hub_turn, WHITE, 0.5), mix(theme.hub_turn, BLACK, 0.4)
    rounded(image, box, 35, theme.hub_turn, light=light, shade=shade, shadow=theme.hub_shadow)
