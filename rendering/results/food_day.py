"""A food day as one card: who was fed, who went hungry, what the temples gave, who stands where.

Above it stands a picture of the age (`rendering.results.ages`).
"""

from collections.abc import Sequence

from PIL import Image

from bot.engine.board import TEMPLES
from bot.held_food_day import HeldFoodDay, SeatsDay
from bot.text.descriptions.board import food_day_brings
from bot.text.descriptions.food_day import alt_food_day, food_day_title
from bot.text.names import SEAT_LETTERS, points_number, signed_points
from bot.text.translation import Translations
from rendering.drawing.canvas import Pen, paste, rounded
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import Weight, fitted, showable, shrunk, width
from rendering.drawing.geometry import Point
from rendering.drawing.kept import kept
from rendering.drawing.lettering import draw_casing, text
from rendering.drawing.page import DIGITS, EDGE, WIDTH, page
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.catalogue import icon, medal
from rendering.icons.lines import WORDS, Group, Line, Pic, Words, draw_line, line_width, size_to_fit
from rendering.icons.markers import marker
from rendering.results.ages import age_picture

_SKY = 112  # height of the picture of the age
_CASING = 5  # dark edge of the words on it, on which they stand out
_ROW = 118  # as low as two lines with their icons are
_APART = 8
_LEFT = EDGE + 92  # of what is right of the place
_RIGHT = WIDTH - EDGE - 16
_NAMES = (38, 34, 30)
_SIZE = DIGITS / WORDS  # of lines of icons, so that their numbers are large enough
_ICON, _PAWN = 0.82, 0.76  # in sizes
_BETWEEN = 0.24  # between groups, in sizes


def draw_food_day(day: HeldFoodDay, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """A food day that was held, 800 pixels wide and at most 800 high."""
    look = THEMES[theme]
    name = f"food-day-{day.number}.png"
    return Picture(png(food_day_image(day, look, t), look), name, alt_food_day(day, t))


def food_day_image(day: HeldFoodDay, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    top = _SKY + EDGE
    image = page(top + len(day.seats) * (_ROW + _APART) - _APART + EDGE, theme)
    _draw_head(image, day, theme, t)
    for seat in range(len(day.seats)):
        _draw_seat(image, day, seat, (top, top + _ROW), theme)
        top += _ROW + _APART
    return image


def _draw_head(image: Image.Image, day: HeldFoodDay, theme: Theme, t: Translations) -> None:
    sky = age_picture(day.age, theme, _SKY)
    image.paste(sky, (0, 0), sky)
    bowl = icon("food-mid" if day.mid_age else "food-end", 90, theme)
    paste(image, bowl, (EDGE + 56, _SKY / 2))
    left = EDGE + 122
    lines: tuple[tuple[str, int, int, Weight], ...] = (
        (food_day_title(t, day), 40, 48, "black"),
        (food_day_brings(t, mid_age=day.mid_age), 88, 34, "bold"),
    )
    for words, y, size, weight in lines:
        shown = fitted(words, weight, size, WIDTH - EDGE - left)
        middle = (left + width(shown, weight, size) / 2, y)
        draw_casing(image, middle, shown, weight, size, theme.outline, _CASING)
        text(image, middle, shown, weight, size, theme.hub_text, "mm")


def _draw_seat(
    image: Image.Image, day: HeldFoodDay, number: int, span: tuple[int, int], theme: Theme
) -> None:
    """The row of a seat: its place; name and feeding; rewards and points."""
    seat = day.seats[number]
    top, bottom = span
    draw_panel(image, (EDGE, top, WIDTH - EDGE, bottom), theme)
    upper, lower = top + (bottom - top) * 0.28, top + (bottom - top) * 0.74
    _draw_place(image, seat, (top, bottom), theme)
    paste(image, marker(number, 46, theme), (_LEFT + 24, upper))
    name, left = showable(seat.name) or SEAT_LETTERS[number], _LEFT + 58
    room = round(_draw_feeding(image, seat, upper, theme)) - 20 - left
    shown, size = shrunk(name, "black", _NAMES, room)
    text(image, (left, upper), shown, "black", size, theme.text)
    rewards, points, size_of_all = _second_line(day, seat, theme)
    for line, x, anchor in ((rewards, _LEFT, "l"), (points, _RIGHT, "r")):
        draw_line(
            image, line, (x, lower), size_of_all, theme, theme.text, anchor=anchor, apart=_BETWEEN
        )


def _second_line(day: HeldFoodDay, seat: SeatsDay, theme: Theme) -> tuple[Line, Line, float]:
    """The rewards, the points, and the size of both. Where room is short, what the day changed in
    all is left out, then what buildings gave, then the temples of goods, which tell their temple;
    then all is a little smaller."""
    ways = (
        (_rewards(day, seat), _points(seat)),
        (_rewards(day, seat), _points(seat, changed=False)),
        (_rewards(day, seat, income=False), _points(seat, changed=False)),
        (_rewards(day, seat, income=False, temples=False), _points(seat, changed=False)),
    )
    room = _RIGHT - _LEFT
    for rewards, points in ways:
        size = size_to_fit([*rewards, *points], _SIZE, room, theme, apart=_BETWEEN)
        if size == _SIZE:
            break
    return rewards, points, size


def _draw_place(image: Image.Image, seat: SeatsDay, span: tuple[int, int], theme: Theme) -> None:
    """The place's medal, and below it an arrow with the places won or lost."""
    x, middle = EDGE + 46, (span[0] + span[1]) / 2
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
    """Workers fed for corn, and at the right on a warning ground the hungry ones with their price;
    returns where they begin."""
    x = float(_RIGHT)
    if seat.fed is None:
        return x
    if seat.fed.hungry:
        hungry: Line = [
            (Words(str(seat.fed.hungry)), Pic("worker", _PAWN)),
            (Words(_minus(seat.fed.lost)), Pic("points", _ICON)),
        ]
        wide = line_width(hungry, _SIZE, theme, apart=_BETWEEN)
        rounded(image, (x - wide - 20, y - 26, x + 4, y + 28), 12, theme.warn)
        at = (x - 8, y)
        draw_line(image, hungry, at, _SIZE, theme, theme.turn_ink, anchor="r", apart=_BETWEEN)
        x -= wide + 40
    if seat.fed.fed:
        fed: Line = [
            (Words(str(seat.fed.fed)), Pic("worker", _PAWN)),
            (Words(_minus(seat.fed.corn)), Pic("corn", _ICON)),
        ]
        draw_line(image, fed, (x, y), _SIZE, theme, theme.text, anchor="r", apart=_BETWEEN)
        x -= line_width(fed, _SIZE, theme, apart=_BETWEEN)
    return x


def _minus(n: int) -> str:
    return f"−{n}" if n else "0"


def _points(seat: SeatsDay, *, changed: bool = True) -> Line:
    """The points after the day, and before them what it changed."""
    line: list[Group] = []
    if seat.gained4 and changed:
        line.append((Words(signed_points(seat.gained4)),))
    return [*line, (Pic("points", 0.9), Words(points_number(seat.points4), 1.12))]


def _rewards(
    day: HeldFoodDay, seat: SeatsDay, *, income: bool = True, temples: bool = True
) -> Line:
    """What each temple gave, the buildings' income, and the prophecy's points. Without `temples`
    the goods stand alone."""
    line: list[Group] = []
    for number, temple in enumerate(TEMPLES):
        sign = (Pic(f"temple-{temple}", _ICON),) if temples or not day.mid_age else ()
        if day.mid_age and seat.goods[number]:
            line.append((*sign, *_counted(seat.goods[number])))
        elif not day.mid_age and seat.temples4[number]:
            line.append((*sign, Words(signed_points(seat.temples4[number]))))
    if seat.income and income:
        line.append((Pic("build", _ICON), *_counted(seat.income)))
    if day.prophecy is not None:
        line.append((Pic("prophecy", _ICON), Words(signed_points(seat.prophecy4))))
    return line


def _counted(goods: Sequence[tuple[str, int]]) -> Group:
    """Goods with their numbers; one alone has none."""
    parts: Group = ()
    for kind, n in goods:
        parts += (Words(str(n)), Pic(kind, _ICON)) if n > 1 else (Pic(kind, _ICON),)
    return parts
