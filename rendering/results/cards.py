"""Cards for phones, to be shared, each with a picture of an age at the top.

That of a finished game has the winner, everybody's points and how they grew, what decided the game,
and who climbed most temple steps. That of a food day says who was fed, who went hungry, what the
temples gave, and who stands where. That of a year of a person or a server has four numbers, a bar
for each month, and what there was most of.

The first age is a green dawn over the jungle, the second dusk over a city of stone.
"""

import re
from collections.abc import Sequence

from PIL import Image, ImageChops

from bot.engine.components import TEMPLES
from bot.scene import DAYS, HeldFoodDay, SeatsDay
from bot.text.descriptions import results
from bot.text.descriptions.board import food_day_brings
from bot.text.descriptions.figures import YearCard, alt_year
from bot.text.names import SEAT_LETTERS, points_number, signed_points
from bot.text.points import winner_line
from bot.text.translation import Translations, month
from rendering.drawing.canvas import Pen, Point, Sketch, box, oval, paste, path, rounded
from rendering.drawing.encoding import Picture, png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import Weight, draw_casing, fitted, showable, shrunk, text, width
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, AgeSky, Theme, ThemeName, sky_of_age
from rendering.ground import DIGITS, PAGE_EDGE, PAGE_FOOT, PAGE_HIGHEST, PAGE_WIDTH, draw_foot, page
from rendering.icons import effects
from rendering.icons.catalogue import icon, medal, sign
from rendering.icons.markers import marker, ring
from rendering.results.charts import Measures, draw_chart, lines_of
from rendering.results.statistics import stone_bar

SKY = 176
"""The usual height of the picture of an age, in pixels."""


@kept(3_000_000)
def age_picture(age: int, theme: Theme, height: int = SKY) -> Image.Image:
    """The picture of age 1 or 2, as wide as a page and with its round upper corners; a lower one
    has less sky. Cached: do not draw on it."""
    sky = sky_of_age(age)
    sketch = Sketch(PAGE_WIDTH, SKY, smoothing=2)
    bands = len(sky.bands)
    for number, colour in enumerate(sky.bands):
        top = SKY * 0.86 * number / bands
        sketch.polygon(box(0, top, PAGE_WIDTH, SKY), colour)
    draw = _jungle if age == 1 else _stone_city
    draw(sketch, sky)
    sprite = sketch.sprite().crop((0, SKY - height, PAGE_WIDTH, SKY))
    corners = Sketch(PAGE_WIDTH, height, mode="L")
    corners.rounded((0, 0, PAGE_WIDTH, height + 40), 24, 255)
    sprite.putalpha(ImageChops.multiply(sprite.getchannel("A"), corners.sprite()))
    return sprite


def _pyramid(middle: float, foot: float, size: float) -> list[Point]:
    """A stepped pyramid with a temple on top, clockwise from its lower left corner."""
    left: list[Point] = []
    for step in range(4):
        x, y = middle - size * (1 - step * 0.21), foot - size * 0.24 * step
        left += [(x, y), (x, y - size * 0.24)]
    left += [(middle - size * 0.2, foot - size * 0.96), (middle - size * 0.2, foot - size * 1.2)]
    return [*left, *((2 * middle - x, y) for x, y in reversed(left))]


def _jungle(sketch: Sketch, sky: AgeSky) -> None:
    """The sun rises behind a pyramid; palms and hills are in front."""
    sketch.circle((590, 140), 74, sky.glow)
    sketch.circle((590, 140), 58, sky.sun)
    sketch.polygon(_pyramid(664, 168, 104), sky.far)
    hills = path(
        "M 0 176 L 0 150 C 90 118 180 150 260 150 C 360 150 400 128 500 146"
        " C 620 166 700 150 800 132 L 800 176"
    )
    sketch.polygon(hills, sky.near)
    for x, y, tall in ((752, 168, 116), (548, 174, 66), (792, 174, 80)):
        sketch.polygon([(x - 4, y), (x + 1, y - tall), (x + 6, y - tall), (x + 5, y)], sky.front)
        for reach, fall in ((-46, 20), (46, 20), (-34, -14), (34, -14), (-8, 34), (12, 34)):
            crown = y - tall
            leaf = path(
                f"M {x} {crown} Q {x + reach * 0.6} {crown - 22} {x + reach} {crown + fall}"
                f" Q {x + reach * 0.45} {crown - 4} {x} {crown}"
            )
            sketch.polygon(leaf, sky.front)
    for x in range(-20, 820, 64):
        sketch.polygon(oval(x, 182, 46, 22), sky.front)


def _stone_city(sketch: Sketch, sky: AgeSky) -> None:
    """The sun sets between pyramids of stone behind a wall with step-frets."""
    sketch.circle((560, 128), 82, sky.glow)
    sketch.circle((560, 128), 62, sky.sun)
    for middle, size, colour in ((470, 62, sky.far), (690, 118, sky.near), (792, 70, sky.far)):
        sketch.polygon(_pyramid(middle, 168, size), colour)
    stairs = [(672.0, 168.0), (682, 56), (698, 56), (708, 168)]
    sketch.polygon(stairs, sky.far)
    sketch.polygon(box(0, 156, PAGE_WIDTH, 176), sky.front)
    for x in range(8, PAGE_WIDTH, 48):
        fret = [(x, 156), (x, 148), (x + 10, 148), (x + 10, 140), (x + 28, 140), (x + 28, 156)]
        sketch.polygon([(float(a), float(b)) for a, b in fret], sky.front)


_GAME_ROWS = {2: 92, 3: 76, 4: 66, 5: 60}
_GAME_FACTS, _GAME_APART = 106, 10
_GAME_TITLES = (62, 54, 46, 40, 34)
_GAME_NAMES = (42, 38, 34)
_GAME_NUMBERS = 48  # of the points
_GAME_LABEL, _GAME_VALUE = 28, 40
_CASING = 5  # dark edge of the words on the picture of the age
_GAME_HALF = (PAGE_WIDTH - 2 * PAGE_EDGE - _GAME_APART) // 2
_GAME_CHART = Measures(
    left=104, right=66, top=62, bottom=52, letters=DIGITS, signs=38, most_lines=4, near=3,
    along=26, at_end=34, numbers=False,
)  # fmt: skip


def draw_card(card: results.Card, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw the card of a finished game, 800 pixels wide and 1,000 high."""
    look = THEMES[theme]
    return Picture(png(card_image(card, look, t), look), "result.png", results.alt_card(card, t))


def card_image(card: results.Card, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    image = page(PAGE_HIGHEST, theme)
    names = [showable(name) or SEAT_LETTERS[n] for n, name in enumerate(card.names)]
    _draw_game_head(image, card, names, theme, t)
    top = _draw_seats(image, card, names, SKY + PAGE_EDGE - 4, theme) + _GAME_APART
    facts = PAGE_HIGHEST - PAGE_FOOT - _GAME_FACTS
    ringed = _ringed(card)
    box = (PAGE_EDGE, top, PAGE_WIDTH - PAGE_EDGE, facts - _GAME_APART)
    draw_chart(image, lines_of(card.history), box, theme, _GAME_CHART, ringed=ringed)
    _draw_facts(image, card, facts, theme, t)
    draw_foot(image, t, theme)
    return image


def _draw_game_head(
    image: Image.Image, card: results.Card, names: list[str], theme: Theme, t: Translations
) -> None:
    sky = age_picture(2, theme)
    image.paste(sky, (0, 0), sky)
    place = medal(1, 96, theme)
    paste(image, place, (PAGE_EDGE + 56, SKY / 2))
    left, room = PAGE_EDGE + 122, PAGE_WIDTH - 2 * PAGE_EDGE - 122
    title, size = _title(card, names, room, t)
    for words, y, high in ((title, 68, size), (results.played_words(t, card), 126, DIGITS)):
        shown = fitted(words, "black", high, room)
        middle = (left + width(shown, "black", high) / 2, y)
        draw_casing(image, middle, shown, "black", high, theme.outline, _CASING)
        text(image, middle, shown, "black", high, theme.hub_text, "mm")


def _title(card: results.Card, names: list[str], room: int, t: Translations) -> tuple[str, int]:
    """Who won, as large as there is room, with the size; long names are cut."""
    words = winner_line(t, names, card.standings)
    for size in _GAME_TITLES:
        if width(words, "black", size) <= room:
            return words, size
    without = width(winner_line(t, [""] * len(names), card.standings), "black", _GAME_TITLES[-1])
    winners = sum(row["place"] == 1 for row in card.standings)
    each = int((room - without) / winners)
    cut = [fitted(name, "black", _GAME_TITLES[-1], each) for name in names]
    return winner_line(t, cut, card.standings), _GAME_TITLES[-1]


def _draw_seats(
    image: Image.Image, card: results.Card, names: list[str], top: int, theme: Theme
) -> int:
    """Draw a row for each seat, from the first place to the last; return the height where they
    end."""
    row = _GAME_ROWS[len(names)]
    bottom = top + len(names) * row + 8
    draw_panel(image, (PAGE_EDGE, top, PAGE_WIDTH - PAGE_EDGE, bottom), theme)
    high = row - 12
    for number, seat in enumerate(card.history.by_place):
        points = card.history.seats[seat]
        middle = top + 2 + (number + 0.5) * row
        ink = theme.turn if points.place == 1 else theme.text
        place = (PAGE_EDGE + 34, middle)
        text(image, place, str(points.place), "black", _GAME_VALUE, ink, "mm")
        x = PAGE_EDGE + 64 + high * 0.45
        paste(image, marker(seat, round(high * 0.9), theme), (x, middle))
        x += high * 0.45 + 16
        right = PAGE_WIDTH - PAGE_EDGE - 26
        reached = points_number(points.points4)
        text(image, (right, middle), reached, "black", _GAME_NUMBERS, ink, "rm")
        room = round(right - width(reached, "black", _GAME_NUMBERS) - 24 - x)
        shown, size = shrunk(names[seat], "black", _GAME_NAMES, room)
        text(image, (x, middle), shown, "black", size, theme.text)
    return bottom


def _ringed(card: results.Card) -> tuple[int, int] | None:
    """The (seat, round) that decided the game, to be circled in the chart; None if nothing did."""
    if card.turn is not None:
        return card.turn.seat, card.turn.round
    if card.last_change is None:
        return None
    return card.history.by_place[0], card.last_change


def _draw_facts(
    image: Image.Image, card: results.Card, top: int, theme: Theme, t: Translations
) -> None:
    """Draw what decided the game and who climbed most temple steps, side by side; a single one in
    the middle."""
    facts = []
    if results.turning_moment(t, card):
        facts.append(_draw_turning)
    if card.climbers:
        facts.append(_draw_climbing)
    left = PAGE_EDGE if len(facts) > 1 else (PAGE_WIDTH - _GAME_HALF) // 2
    for draw in facts:
        draw_panel(image, (left, top, left + _GAME_HALF, top + _GAME_FACTS), theme)
        draw(image, card, (left + 16, top), theme, t)
        left += _GAME_HALF + _GAME_APART


def _draw_turning(
    image: Image.Image, card: results.Card, at: tuple[int, int], theme: Theme, t: Translations
) -> None:
    left, top = at
    room = _GAME_HALF - 36
    paste(image, ring(15, theme), (left + 16, top + 30))
    title = fitted(
        t.say(results.TURNING_POINT) if card.turn is not None else t.say(results.LAST_CHANGE),
        "bold",
        _GAME_LABEL,
        room - 42,
    )
    text(image, (left + 42, top + 30), title, "bold", _GAME_LABEL, theme.dim)
    y, x = top + 72, float(left)
    seat, gain = card.history.by_place[0], ""
    if card.turn is not None:
        seat, gain = card.turn.seat, signed_points(4 * results.turn_gain(card))
    paste(image, marker(seat, 42, theme), (x + 21, y))
    x += 42 + 14
    right = left + room
    if gain:
        paste(image, icon("points", 40, theme), (right - 20, y))
        text(image, (right - 46, y), gain, "black", _GAME_VALUE, theme.text, "rm")
        right -= round(46 + width(gain, "black", _GAME_VALUE) + 12)
    words = results.turning_moment(t, card)
    for part, size in _sized(words, right - x):
        shown = fitted(part, "black", size, round(right - x))
        text(image, (x, y), shown, "black", size, theme.text)
        x += width(shown, "black", size)


def _sized(words: str, room: float) -> list[tuple[str, int]]:
    """The words as parts with their sizes: in one piece if there is room, else with smaller letters
    round the numbers, which stay legible on a phone."""
    for size in (_GAME_VALUE, DIGITS):
        if width(words, "black", size) <= room:
            return [(words, size)]
    parts = [part for part in re.split(r"(\d+)", words) if part]
    return [(part, DIGITS if part.isdigit() else _GAME_LABEL) for part in parts]


def _draw_climbing(
    image: Image.Image, card: results.Card, at: tuple[int, int], theme: Theme, t: Translations
) -> None:
    left, top = at
    paste(image, sign("highest-temple", 34, theme), (left + 16, top + 30))
    title = fitted(t.say(results.MOST_STEPS), "bold", _GAME_LABEL, _GAME_HALF - 36 - 42)
    text(image, (left + 42, top + 30), title, "bold", _GAME_LABEL, theme.dim)
    y, x = top + 72, float(left)
    for seat in card.climbers:
        paste(image, marker(seat, 42, theme), (x + 21, y))
        x += 42 + 6
    steps = f"+{card.history.seats[card.climbers[0]].climbed}"
    x += 8
    text(image, (x, y), steps, "black", _GAME_VALUE, theme.text)
    x += width(steps, "black", _GAME_VALUE) + 8
    if len(card.climbers) == 1:
        room = round(left + _GAME_HALF - 36 - x)
        name = showable(card.names[card.climbers[0]])
        text(image, (x + 6, y), fitted(name, "black", 34, room), "black", 34, theme.text)


_DAY_SKY = 112  # height of the picture of the age
_DAY_ROW = 118  # as low as two lines with their icons are
_DAY_APART = 8
_DAY_LEFT = PAGE_EDGE + 92  # of what is right of the place
_DAY_RIGHT = PAGE_WIDTH - PAGE_EDGE - 16
_DAY_NAMES = (38, 34, 30)
_DAY_SIZE = DIGITS / effects.WORDS  # of lines of icons, so that their numbers are large enough
_DAY_ICON, _DAY_PAWN = 0.82, 0.76  # in sizes
_DAY_BETWEEN = 0.24  # between groups, in sizes


def draw_food_day(day: HeldFoodDay, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw what a food day brought each seat, 800 pixels wide and at most 800 high."""
    look = THEMES[theme]
    name = f"food-day-{day.number}.png"
    return Picture(png(food_day_image(day, look, t), look), name, results.alt_food_day(day, t))


def food_day_image(day: HeldFoodDay, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    top = _DAY_SKY + PAGE_EDGE
    image = page(top + len(day.seats) * (_DAY_ROW + _DAY_APART) - _DAY_APART + PAGE_EDGE, theme)
    _draw_day_head(image, day, theme, t)
    for seat in range(len(day.seats)):
        _draw_day_seat(image, day, seat, (top, top + _DAY_ROW), theme)
        top += _DAY_ROW + _DAY_APART
    return image


def _draw_day_head(image: Image.Image, day: HeldFoodDay, theme: Theme, t: Translations) -> None:
    sky = age_picture(day.age, theme, _DAY_SKY)
    image.paste(sky, (0, 0), sky)
    bowl = icon("food-mid" if day.mid_age else "food-end", 90, theme)
    paste(image, bowl, (PAGE_EDGE + 56, _DAY_SKY / 2))
    left = PAGE_EDGE + 122
    lines: tuple[tuple[str, int, int, Weight], ...] = (
        (t.say(results.FOOD_DAY, n=day.number, all=DAYS), 40, 48, "black"),
        (food_day_brings(t, mid_age=day.mid_age), 88, 34, "bold"),
    )
    for words, y, size, weight in lines:
        shown = fitted(words, weight, size, PAGE_WIDTH - PAGE_EDGE - left)
        middle = (left + width(shown, weight, size) / 2, y)
        draw_casing(image, middle, shown, weight, size, theme.outline, _CASING)
        text(image, middle, shown, weight, size, theme.hub_text, "mm")


def _draw_day_seat(
    image: Image.Image, day: HeldFoodDay, number: int, span: tuple[int, int], theme: Theme
) -> None:
    """Draw the row of a seat between the heights in `span`: at the left its place; then name and
    feeding, and below them rewards and points."""
    seat = day.seats[number]
    top, bottom = span
    draw_panel(image, (PAGE_EDGE, top, PAGE_WIDTH - PAGE_EDGE, bottom), theme)
    upper, lower = top + (bottom - top) * 0.28, top + (bottom - top) * 0.74
    _draw_place(image, seat, (top, bottom), theme)
    paste(image, marker(number, 46, theme), (_DAY_LEFT + 24, upper))
    name, left = showable(seat.name) or SEAT_LETTERS[number], _DAY_LEFT + 58
    room = round(_draw_feeding(image, seat, upper, theme)) - 20 - left
    shown, size = shrunk(name, "black", _DAY_NAMES, room)
    text(image, (left, upper), shown, "black", size, theme.text)
    rewards, points, size_of_all = _second_line(day, seat, theme)
    for line, x, anchor in ((rewards, _DAY_LEFT, "l"), (points, _DAY_RIGHT, "r")):
        effects.draw_line(
            image,
            line,
            (x, lower),
            size_of_all,
            theme,
            theme.text,
            anchor=anchor,
            apart=_DAY_BETWEEN,
        )


def _second_line(
    day: HeldFoodDay, seat: SeatsDay, theme: Theme
) -> tuple[effects.Line, effects.Line, float]:
    """The rewards, the points, and the size of both. Where room is short it leaves out one thing
    after another: the points of this day in all, then what buildings gave, then which temple gave
    which goods; at last all becomes smaller."""
    ways = (
        (_rewards(day, seat), _points(seat)),
        (_rewards(day, seat), _points(seat, changed=False)),
        (_rewards(day, seat, income=False), _points(seat, changed=False)),
        (_rewards(day, seat, income=False, temples=False), _points(seat, changed=False)),
    )
    room = _DAY_RIGHT - _DAY_LEFT
    for rewards, points in ways:
        size = effects.size_to_fit([*rewards, *points], _DAY_SIZE, room, theme, apart=_DAY_BETWEEN)
        if size == _DAY_SIZE:
            break
    return rewards, points, size


def _draw_place(image: Image.Image, seat: SeatsDay, span: tuple[int, int], theme: Theme) -> None:
    """Draw the medal of the place, and below it an arrow with the places won or lost since the day
    before."""
    x, middle = PAGE_EDGE + 46, (span[0] + span[1]) / 2
    moved = seat.place_before - seat.place
    paste(image, medal(seat.place, 72, theme), (x, middle - (21 if moved else 0)))
    if moved:
        sign = _arrow(34, theme, up=moved > 0)
        words = str(abs(moved))
        wide = 34 + 4 + width(words, "black", DIGITS)
        paste(image, sign, (x - wide / 2 + 17, middle + 37))
        ink = theme.text if moved > 0 else theme.warn
        text(image, (x - wide / 2 + 38, middle + 37), words, "black", DIGITS, ink)


@kept(1_000_000)
def _arrow(size: int, theme: Theme, *, up: bool) -> Image.Image:
    pen = Pen(size, theme)
    shape: list[Point] = [(50, 8), (94, 60), (66, 60), (66, 92), (34, 92), (34, 60), (6, 60)]
    pen.shape(shape if up else [(x, 100 - y) for x, y in shape], theme.jade if up else theme.warn)
    return pen.sprite()


def _draw_feeding(image: Image.Image, seat: SeatsDay, y: float, theme: Theme) -> float:
    """Draw the workers that were fed with the corn they took, and at the right, on a warning
    colour, the hungry ones with the points lost. Return the left end of what is drawn."""
    x = float(_DAY_RIGHT)
    if seat.fed is None:
        return x
    if seat.fed.hungry:
        hungry: effects.Line = [
            (effects.Words(str(seat.fed.hungry)), effects.Pic("worker", _DAY_PAWN)),
            (effects.Words(_minus(seat.fed.lost)), effects.Pic("points", _DAY_ICON)),
        ]
        wide = effects.line_width(hungry, _DAY_SIZE, theme, apart=_DAY_BETWEEN)
        rounded(image, (x - wide - 20, y - 26, x + 4, y + 28), 12, theme.warn)
        at = (x - 8, y)
        effects.draw_line(
            image, hungry, at, _DAY_SIZE, theme, theme.turn_ink, anchor="r", apart=_DAY_BETWEEN
        )
        x -= wide + 40
    if seat.fed.fed:
        fed: effects.Line = [
            (effects.Words(str(seat.fed.fed)), effects.Pic("worker", _DAY_PAWN)),
            (effects.Words(_minus(seat.fed.corn)), effects.Pic("corn", _DAY_ICON)),
        ]
        effects.draw_line(
            image, fed, (x, y), _DAY_SIZE, theme, theme.text, anchor="r", apart=_DAY_BETWEEN
        )
        x -= effects.line_width(fed, _DAY_SIZE, theme, apart=_DAY_BETWEEN)
    return x


def _minus(n: int) -> str:
    return f"−{n}" if n else "0"


def _points(seat: SeatsDay, *, changed: bool = True) -> effects.Line:
    """The points after the food day; with `changed`, before them what it brought in all."""
    line: list[effects.Group] = []
    if seat.gained4 and changed:
        line.append((effects.Words(signed_points(seat.gained4)),))
    return [*line, (effects.Pic("points", 0.9), effects.Words(points_number(seat.points4), 1.12))]


def _rewards(
    day: HeldFoodDay, seat: SeatsDay, *, income: bool = True, temples: bool = True
) -> effects.Line:
    """What each temple gave, the buildings' income, and the prophecy's points. Without `temples`,
    goods do not say which temple they are from."""
    line: list[effects.Group] = []
    for number, temple in enumerate(TEMPLES):
        sign = (effects.Pic(f"temple-{temple}", _DAY_ICON),) if temples or not day.mid_age else ()
        if day.mid_age and seat.goods[number]:
            line.append((*sign, *_counted(seat.goods[number])))
        elif not day.mid_age and seat.temples4[number]:
            line.append((*sign, effects.Words(signed_points(seat.temples4[number]))))
    if seat.income and income:
        line.append((effects.Pic("build", _DAY_ICON), *_counted(seat.income)))
    if day.prophecy is not None:
        line.append(
            (effects.Pic("prophecy", _DAY_ICON), effects.Words(signed_points(seat.prophecy4)))
        )
    return line


def _counted(goods: Sequence[tuple[str, int]]) -> effects.Group:
    """Goods as icons with their numbers; a 1 is not written."""
    parts: effects.Group = ()
    for kind, n in goods:
        parts += (
            (effects.Words(str(n)), effects.Pic(kind, _DAY_ICON))
            if n > 1
            else (effects.Pic(kind, _DAY_ICON),)
        )
    return parts


_YEAR_APART, _YEAR_FACT = 10, 66
_YEAR_NUMBERS, _YEAR_BAR, _YEAR_HEADING = 150, 42, 54
_YEAR_NUMBER, _YEAR_LABEL = range(60, DIGITS - 1, -2), range(28, 21, -2)  # sizes of letters


def draw_year(card: YearCard, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw the card of a year, 800 pixels wide and 1,000 high."""
    look = THEMES[theme]
    return Picture(png(year_image(card, look, t), look), "year.png", alt_year(card, t))


def year_image(card: YearCard, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    image = page(PAGE_HIGHEST, theme)
    sky = age_picture(1, theme)
    image.paste(sky, (0, 0), sky)
    left, room = PAGE_EDGE + 14, PAGE_WIDTH - 2 * PAGE_EDGE - 28
    for words, y, size in ((showable(card.name) or "…", 68, 62), (card.title, 126, DIGITS)):
        shown, high = shrunk(words, "black", range(size, 33, -2), room)
        middle = (left + width(shown, "black", high) / 2, y)
        draw_casing(image, middle, shown, "black", high, theme.outline, _CASING)
        text(image, middle, shown, "black", high, theme.hub_text, "mm")
    top = SKY + PAGE_EDGE - 4
    _draw_numbers(image, card, top, theme)
    facts = PAGE_HIGHEST - PAGE_FOOT - len(card.most) * _YEAR_FACT - _YEAR_APART
    _draw_months(image, card, (top + _YEAR_NUMBERS + _YEAR_APART, facts - _YEAR_APART), theme, t)
    _draw_most(image, card, facts, theme)
    draw_foot(image, t, theme)
    return image


def _draw_numbers(image: Image.Image, card: YearCard, top: int, theme: Theme) -> None:
    wide = (PAGE_WIDTH - 2 * PAGE_EDGE + _YEAR_APART) / len(card.numbers)
    for place, (label, number) in enumerate(card.numbers):
        left = PAGE_EDGE + place * wide
        draw_panel(image, (left, top, left + wide - _YEAR_APART, top + _YEAR_NUMBERS), theme)
        middle = left + (wide - _YEAR_APART) / 2
        shown, size = shrunk(number, "black", _YEAR_NUMBER, round(wide) - 30)
        text(image, (middle, top + 58), shown, "black", size, theme.turn, "mm")
        shown, size = shrunk(label, "bold", _YEAR_LABEL, round(wide) - 40)
        text(image, (middle, top + 116), shown, "bold", size, theme.dim, "mm")


def _draw_months(
    image: Image.Image, card: YearCard, between: tuple[int, int], theme: Theme, t: Translations
) -> None:
    """Draw a bar for each month with the number of games on top; its lower, golden part are those
    won. `between` is the panel's upper and lower edge."""
    top, bottom = between
    draw_panel(image, (PAGE_EDGE, top, PAGE_WIDTH - PAGE_EDGE, bottom), theme)
    heading, size = shrunk(card.heading, "bold", _YEAR_LABEL, PAGE_WIDTH - 2 * PAGE_EDGE - 40)
    text(image, (PAGE_EDGE + 20, top + 32), heading, "bold", size, theme.dim, "lm")
    foot, step = bottom - 50, (PAGE_WIDTH - 2 * PAGE_EDGE - 24) / len(card.games)
    high = foot - top - _YEAR_HEADING - DIGITS - 8
    most = max(card.games)
    for n, (games, won) in enumerate(zip(card.games, card.won, strict=True)):
        x = PAGE_EDGE + 12 + (n + 0.5) * step
        text(image, (x, bottom - 26), month(t, n + 1), "bold", 30, theme.dim, "mm")
        for count, colour in ((games, theme.jade), (won, theme.maize)):
            tall = round(high * count / most)
            if tall > 6:
                paste(image, stone_bar(_YEAR_BAR, tall, colour, theme), (x, foot - tall / 2))
        if games and (most < 100 or games == most):
            y = foot - round(high * games / most) - 8
            text(image, (x, y), str(games), "black", DIGITS, theme.text, "mb")


def _draw_most(image: Image.Image, card: YearCard, top: int, theme: Theme) -> None:
    draw_panel(
        image,
        (PAGE_EDGE, top, PAGE_WIDTH - PAGE_EDGE, top + len(card.most) * _YEAR_FACT + 4),
        theme,
    )
    for place, (label, name, much) in enumerate(card.most):
        y, right = top + (place + 0.5) * _YEAR_FACT + 2, PAGE_WIDTH - PAGE_EDGE - 24
        shown, size = shrunk(label, "bold", range(30, 21, -2), 280)
        text(image, (PAGE_EDGE + 24, y), shown, "bold", size, theme.dim, "lm")
        text(image, (right, y), much, "black", DIGITS + 2, theme.text, "rm")
        beside = right - max(102, width(much, "black", DIGITS + 2)) - 18
        shown, size = shrunk(showable(name) or "…", "black", range(38, 29, -2), 320)
        text(image, (beside, y), shown, "black", size, theme.text, "rm")
