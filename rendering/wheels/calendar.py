"""The calendar: the large gear with its days and food days, corn and arrow, and the hub in its
middle.

The hub shows age, round, days to the next food day, and whose turn it is.
"""

from functools import lru_cache
from math import radians, sin

from PIL import Image, ImageChops

from bot.engine.calendar import MID_AGE_DAYS
from bot.engine.components import FOOD_DAY_TEETH
from bot.scene import Scene
from bot.text.names import SEAT_LETTERS, points_number
from rendering.drawing.canvas import Point, Sketch, arc, around, paste, rounded
from rendering.drawing.encoding import coloured, reduced
from rendering.drawing.kept import Shelf, kept
from rendering.drawing.lettering import draw_casing, showable, shrunk, text, width
from rendering.drawing.relief import chamfered, thrown, tones, well
from rendering.drawing.theme import BLACK, WHITE, Colour, Theme, mix
from rendering.icons.catalogue import icon
from rendering.icons.markers import marker
from rendering.layout import (
    ARROW,
    CALENDAR,
    CALENDAR_RADIUS,
    CALENDAR_TEETH,
    DAY_ANGLE,
    DIGIT,
    HUB_RADIUS,
    M,
    day_angle,
)
from rendering.wheels.gears import beside, gear_outline, gear_sprite

FOOD_DAYS = {tooth: n in MID_AGE_DAYS for n, tooth in enumerate(FOOD_DAY_TEETH)}  # True: mid-age
_CORN = 48
_BLOCK_INNER, _BLOCK_OUTER = HUB_RADIUS + 3.5, CALENDAR_RADIUS - 1.36 * M
_HALF_SIGN = (  # modules aside and out from the pitch circle: a stepped pyramid
    (-0.4, -0.74), (-0.4, -0.46), (-0.24, -0.46), (-0.24, -0.1), (-0.1, -0.1), (-0.1, 0.3),
)  # fmt: skip
_SIGN, _SIGN_EDGE = (*_HALF_SIGN, *((-x, y) for x, y in reversed(_HALF_SIGN))), 1.6
_BLOCK_HALF, _BLOCK_EDGE = DAY_ANGLE / 2 - 0.42, 2.4  # degrees, pixels
_BLOCK_MIDDLE = (_BLOCK_INNER + _BLOCK_OUTER) / 2
_PLATE_HALF = DAY_ANGLE / 2 + 3.2  # degrees of the plate under the number of a food day
_NUMBER_EDGE = 7
_NUMBER_RADIUS, _NUMBER_ASIDE = 294, 12  # further out at the sides, where two digits lie across it
_FOOD_TEETH = Shelf(4_500_000)
"""Coloured teeth of food days with their upper left corners: at most 26 places in two colours and
two themes, and 40 of an animation."""
_X, _Y = CALENDAR
_TILE_INNER, _TILE_OUTER = HUB_RADIUS - 22, HUB_RADIUS - 12
_LIT_INNER, _LIT_OUTER = HUB_RADIUS - 27, HUB_RADIUS - 8
_TILE_GAP = 0.8  # degrees on both sides of a tile
_AGE, _ROUND, _FOOD, _BOWL = 36, 168, 112, 104  # sizes in the hub
_AGES_AT, _ROUND_AT, _FOOD_AT = -180, -82, 43  # middles, from the hub's
_PILL_TOP, _PILL_BOTTOM, _PILL_WIDTH = _Y + 104, _Y + 182, 286
_ASKED, _ASKED_APART = 52, 62  # markers in the pill, and how far they are apart
_PLACES_STEP = 92
_NAME_SIZES = (44, 40, 36, 33)  # a long name is written smaller before it is cut


def draw_gear(image: Image.Image, theme: Theme, turned: float = 0.0) -> None:
    """Draw the gear, turned by the part `turned` (0 to 1) of a tooth, and the arrow at today's
    tooth."""
    sprite = gear_sprite(CALENDAR_TEETH, day_angle(-turned), theme.stone, theme.stone_shade)
    paste(image, sprite, CALENDAR)
    paste(image, _carving(theme, turned), CALENDAR)
    paste(image, _arrow(theme), ARROW)


def _carving(theme: Theme, turned: float) -> Image.Image:
    """The ring of blocks, one for each day, and the stepped sign cut into every tooth."""
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


def _block(middle: Point, at: float, half: float = _BLOCK_HALF) -> list[Point]:
    return [
        *arc(middle, _BLOCK_OUTER, at - half, at + half, 2),
        *arc(middle, _BLOCK_INNER, at + half, at - half, 2),
    ]


@kept(5_000_000)
def _sunk_block(theme: Theme, at: float) -> Image.Image:
    """The sunk block of a past day. The middle of the sprite is that of the block at this angle."""
    face = mix(theme.stone, theme.stone_shade, 0.4)
    edges = tones(face, mix(theme.stone_shade, BLACK, 0.35))
    return _cut_block(at, _BLOCK_HALF, face, edges, sunk=True)


@kept(1_000_000)
def _today(theme: Theme) -> Image.Image:
    """The golden block of today."""
    edges = tones(theme.hub_turn, mix(theme.hub_turn, BLACK, 0.4))
    return _cut_block(day_angle(0), _BLOCK_HALF, theme.hub_turn, edges)


@kept(1_000_000)
def _food_number(number: str, mid_age: bool, theme: Theme) -> Image.Image:
    """The number of a food day with an edge in the colour of its plate, beyond which it reaches."""
    sprite = Image.new("RGBA", (round(width(number, "black", DIGIT)) + 24, DIGIT + 16))
    middle = (sprite.width / 2, sprite.height / 2)
    draw_casing(sprite, middle, number, "black", DIGIT, _food(theme, mid_age), _NUMBER_EDGE)
    text(sprite, middle, number, "black", DIGIT, theme.food_ink, "mm")
    return sprite


def _cut_block(
    at: float, half: float, face: Colour, edges: tuple[Colour, ...], *, sunk: bool = False
) -> Image.Image:
    """A block of the ring at the angle `at`, as a sprite without empty room round it."""
    x, y = around((0.0, 0.0), _BLOCK_MIDDLE, at)
    sketch = Sketch(128, 128)
    block = _block((64 - x, 64 - y), at, half)
    chamfered(sketch, block, _BLOCK_EDGE, face, edges, sunk=sunk)
    sprite = sketch.sprite()
    left, top, right, bottom = sprite.getbbox() or (0, 0, 128, 128)
    wide, high = max(64 - left, right - 64), max(64 - top, bottom - 64)
    return sprite.crop((64 - wide, 64 - high, 64 + wide, 64 + high))


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
    """Colour the teeth of the food days. `empty` is the picture of the bare gear (mode L or RGB),
    which still has to turn `behind` teeth until it is at `tooth`."""
    for day in days_shown(tooth):
        if day not in FOOD_DAYS:
            continue
        place = (day - tooth) % CALENDAR_TEETH + behind
        key = (theme.name, round(place, 6), FOOD_DAYS[day], bool(behind))
        known = _FOOD_TEETH.get(key)
        if known is None:
            known = sprite, corner = _food_tooth(empty, theme, place, FOOD_DAYS[day])
            if not behind:  # many pictures have it at this place, on the same ground
                box = (*corner, corner[0] + sprite.width, corner[1] + sprite.height)
                ground = _part(empty, box, theme)
                ground.paste(sprite, (0, 0), sprite)
                known = reduced(ground, theme), corner
            _FOOD_TEETH.put(key, known)
        image.paste(*known, *([known[0]] if behind else []))


def _part(empty: Image.Image, box: tuple[int, int, int, int], theme: Theme) -> Image.Image:
    """The part of the empty picture inside a box, as an RGB image."""
    part = empty.crop(box)
    return part if part.mode == "RGB" else coloured(part, theme).convert("RGB")


def days_shown(tooth: int) -> list[int]:
    """The days on the 26 teeth when the calendar is at `tooth`, from today's on; day 0 is the first
    of the game.

    Two days 26 apart share a tooth. It shows the later one, unless that is after the last food day.
    """
    days = []
    for first in range(CALENDAR_TEETH):
        day = tooth + (first - tooth) % CALENDAR_TEETH
        days.append(day if day <= max(FOOD_DAYS) else day - CALENDAR_TEETH)
    return days


def _food(theme: Theme, mid_age: bool) -> Colour:
    return theme.food_mid if mid_age else theme.food_end


@lru_cache(maxsize=4)
def _tint(theme: Theme, mid_age: bool) -> list[int]:
    """Lookup tables that turn the colours of stone into those of a food day but keep light and
    shadow."""
    food = _food(theme, mid_age)
    return [
        min(255, round(value * to / of))
        for of, to in zip(theme.stone, food, strict=True)
        for value in range(256)
    ]


def _food_tooth(
    empty: Image.Image, theme: Theme, place: float, mid_age: bool
) -> tuple[Image.Image, tuple[int, int]]:
    """The tooth `place` days ahead of the arrow, coloured, with the plate for its number; and its
    upper left corner."""
    angle, half = day_angle(place), DAY_ANGLE / 2 - 0.25
    sector = [
        *arc(CALENDAR, CALENDAR_RADIUS + 1.2 * M, angle - half, angle + half),
        *arc(CALENDAR, _BLOCK_OUTER, angle + half, angle - half),
    ]
    plate = _block(CALENDAR, angle, _PLATE_HALF)
    left, top = (int(min(values)) - 4 for values in zip(*sector, *plate, strict=True))
    right, bottom = (int(max(values)) + 6 for values in zip(*sector, *plate, strict=True))
    masks = []
    for outline in (sector, _teeth(round(place % 1, 6))):
        mask = Sketch(right - left, bottom - top, mode="L")
        mask.polygon([(x - left, y - top) for x, y in outline], 255)
        masks.append(mask.sprite())
    part = _part(empty, (left, top, right, bottom), theme)
    patch = part.point(_tint(theme, mid_age))
    patch.putalpha(ImageChops.darker(*masks))
    sketch = Sketch(right - left, bottom - top)
    plate = [(x - left, y - top) for x, y in plate]
    thrown(sketch, plate, 3, mix(theme.stone_shade, BLACK, 0.4))
    food = _food(theme, mid_age)
    chamfered(sketch, plate, _BLOCK_EDGE, food, tones(food, mix(food, BLACK, 0.45)))
    patch.alpha_composite(sketch.sprite())
    box = patch.getbbox() or (0, 0, 1, 1)
    return patch.crop(box), (left + box[0], top + box[1])


@lru_cache(maxsize=16)
def _teeth(turned: float) -> list[Point]:
    """The outline of the calendar when it still has to turn by the part `turned` of a tooth."""
    return gear_outline(CALENDAR, CALENDAR_TEETH, day_angle(turned))


def draw_days(image: Image.Image, theme: Theme, scene: Scene, behind: float = 0.0) -> None:
    """Draw today's block in gold, the blocks of past days sunk, and on each food day to come the
    number of the round in which it is held if the calendar moves one day each round. The gear still
    has to turn `behind` teeth until it is as in the scene."""
    rounds_over_days = scene.round - scene.tooth
    for day in days_shown(scene.tooth):
        at = day_angle(day - scene.tooth + behind)
        if day in FOOD_DAYS:
            if day >= scene.tooth:
                out = _NUMBER_RADIUS + _NUMBER_ASIDE * abs(sin(radians(at)))
                place = around(CALENDAR, out, at)
                number = str(day + rounds_over_days)
                paste(image, _food_number(number, FOOD_DAYS[day], theme), place)
        elif day < scene.tooth:
            middle = around(CALENDAR, _BLOCK_MIDDLE, at)
            paste(image, _sunk_block(theme, round(at, 6)), middle)
    if scene.tooth not in FOOD_DAYS:
        paste(image, _today(theme), around(CALENDAR, _BLOCK_MIDDLE, day_angle(0)))


def draw_corn(image: Image.Image, theme: Theme, corn: int, behind: float = 0.0) -> None:
    """Draw the corn that lies on the calendar, one on each of the teeth before today's."""
    for ago in range(min(corn, CALENDAR_TEETH - 1), 0, -1):
        place = around(CALENDAR, CALENDAR_RADIUS + 0.4 * M, day_angle(behind - ago))
        paste(image, icon("corn", _CORN, theme), place)


def draw_hub(image: Image.Image, theme: Theme) -> None:
    """Draw the obsidian disc sunk into the calendar, with its jade ring: an unlit tile for each
    day."""
    paste(image, _hub_disc(theme), CALENDAR)


def _hub_disc(theme: Theme) -> Image.Image:
    side = 2 * round(HUB_RADIUS + 8)
    sketch = Sketch(side, side, smoothing=3)
    middle = (side / 2, side / 2)
    edges = tones(theme.stone, theme.stone_shade)
    dark = mix(theme.obsidian, BLACK, 0.5)
    well(sketch, middle, HUB_RADIUS - 2, theme.obsidian, edges, rim=3, depth=9, dark=dark)
    facet = mix(theme.obsidian, WHITE, 0.035)
    sketch.polygon(arc(middle, _LIT_INNER - 4, 262, 402), facet)
    for day in range(CALENDAR_TEETH):
        sketch.polygon(
            _ring_tile(middle, day_angle(day), _TILE_INNER, _TILE_OUTER), theme.jade_deep
        )
    return sketch.sprite()


def _ring_tile(middle: Point, start: float, inner: float, outer: float) -> list[Point]:
    """The outline of a tile of the ring, one day wide, clockwise from the angle `start`, with gaps
    at its sides."""
    first, last = start + _TILE_GAP, start + DAY_ANGLE - _TILE_GAP
    return [*arc(middle, outer, first, last, 3), *arc(middle, inner, last, first, 3)]


def draw_day(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """Draw age, round, and the days to the next food day in the colour of its kind."""
    food = scene.food_day
    down = 0 if food else 62  # without a food day below them, age and round are in the middle
    for number, roman, left in ((1, "I", _X - 58), (2, "II", _X + 4)):
        lit = number == scene.age
        fill = theme.maize if lit else theme.hub_panel
        box = (left, _Y + down + _AGES_AT - 23, left + 54, _Y + down + _AGES_AT + 23)
        if lit:
            light, shade = mix(fill, WHITE, 0.4), mix(fill, BLACK, 0.4)
            rounded(image, box, 10, fill, light=light, shade=shade, shadow=theme.hub_shadow, drop=3)
        else:
            rounded(image, box, 10, fill)
        ink = theme.food_ink if lit else theme.hub_dim
        text(image, (left + 27, _Y + down + _AGES_AT), roman, "black", _AGE, ink, "mm")
    at = (_X, _Y + _ROUND_AT + down)
    text(image, at, str(scene.round), "black", _ROUND, theme.hub_text, "mm")
    if food is None:
        return
    name = "food-mid" if food.mid_age else "food-end"
    colour = theme.food_mid if food.mid_age else theme.food_end
    words = str(food.rounds)
    wide = _BOWL + 18 + width(words, "black", _FOOD)
    paste(image, icon(name, _BOWL, theme), (_X - wide / 2 + _BOWL / 2, _Y + _FOOD_AT))
    # On the food day itself the number takes the bowl's colour.
    ink = theme.hub_text if food.rounds else mix(colour, theme.hub_text, 0.25)
    at = (_X - wide / 2 + _BOWL + 18, _Y + _FOOD_AT)
    text(image, at, words, "black", _FOOD, ink)
    ring, (right, below) = _lit_ring(colour, food.rounds)
    image.paste(ring, (round(_X) + right, round(_Y) + below), ring)


@kept(4_000_000)
def _lit_ring(colour: Colour, days: int) -> tuple[Image.Image, tuple[int, int]]:
    """The `days` lit tiles from today's tooth on, without empty room round them, and where their
    upper left corner is relative to the calendar's middle."""
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
    """Draw the seats of a finished game by place with their points; the winner's row is golden."""
    order = sorted(range(len(scene.players)), key=lambda seat: scene.seats[seat].place or 0)
    step = min(_PLACES_STEP, (2 * HUB_RADIUS - 96) / len(order))
    for row, number in enumerate(order):
        y = _Y + (row - (len(order) - 1) / 2) * step
        words = points_number(scene.players[number].points4)
        wide = 56 + 18 + width(words, "black", DIGIT)
        won = scene.seats[number].place == 1
        if won:
            _pill(image, theme, (y - 38, y + 38), round(wide) + 44)
        paste(image, marker(number, 56, theme), (_X - wide / 2 + 28, y))
        ink = theme.food_ink if won else theme.hub_text
        text(image, (_X - wide / 2 + 74, y), words, "black", DIGIT, ink)


def draw_turn(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """Draw the bar with the seat whose turn it is: its name, or the markers of several seats."""
    seats = scene.waiting
    if not seats:
        return
    middle, edges = (_PILL_TOP + _PILL_BOTTOM) / 2, (_PILL_TOP, _PILL_BOTTOM)
    if len(seats) > 1:
        apart = min(_ASKED_APART, (_PILL_WIDTH - 16) / len(seats))
        _pill(image, theme, edges, round(apart * len(seats)) + 28)
        for i, seat in enumerate(seats):
            x = _X + apart * (i - (len(seats) - 1) / 2)
            paste(image, marker(seat, _ASKED, theme), (x, middle))
        return
    seat, room = seats[0], _PILL_WIDTH - 112
    name = showable(scene.seats[seat].name) or SEAT_LETTERS[seat]
    name, size = shrunk(name, "black", _NAME_SIZES, room)
    wide = round(width(name, "black", size)) + 112
    _pill(image, theme, edges, wide)
    left = _X - wide / 2
    paste(image, marker(seat, _ASKED, theme), (left + 48, middle))
    text(image, (left + 87, middle), name, "black", size, theme.food_ink, "lm")


def _pill(image: Image.Image, theme: Theme, edges: tuple[float, float], wide: int) -> None:
    """Draw a golden bar, `wide` pixels wide, in the middle of the hub; `edges` are its top and
    bottom."""
    box = (_X - wide / 2, edges[0], _X + wide / 2, edges[1])
    light, shade = mix(theme.hub_turn, WHITE, 0.5), mix(theme.hub_turn, BLACK, 0.4)
    rounded(image, box, 38, theme.hub_turn, light=light, shade=shade, shadow=theme.hub_shadow)
