"""The picture of a person's ratings, game by game, with a line for each number of players."""

from collections.abc import Sequence
from math import ceil

from PIL import Image

from bot.text.descriptions.results import RatingLine, RatingsChart, alt_ratings
from bot.text.formats import number, rating_number
from bot.text.names import players_words
from bot.text.translation import Translations
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import fitted, width
from rendering.drawing.geometry import Point
from rendering.drawing.lettering import text
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, Colour, Theme, ThemeName, mix
from rendering.icons.markers import marker
from rendering.results.chart import At, Axis, axis_of, draw_scale, moved_apart
from rendering.results.sheet import HEAD, LEFT, LOWEST, RIGHT, sheet

MOST_POINTS = 160
"""The most points of a line. If there are more games, every second, third... is drawn."""
_PAD_LEFT, _PAD_RIGHT, _PAD_TOP, _PAD_BOTTOM = 110, 400, 56, 84
_LINE, _RIM, _PROVISIONAL = 8.0, 3.0, 4.0  # widths of lines
_END, _LETTERS, _NUMBERS, _WORDS = 46, 34, 46, 34
_FOOT = 22
_MOST_LINES = 9


def draw_ratings(chart: RatingsChart, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The ratings as a picture 1,600 pixels wide."""
    look = THEMES[theme]
    data = png(ratings_image(chart, look, t), look)
    return Picture(data, "ratings.png", alt_ratings(chart, t))


def rating_axis(values: Sequence[float], most: int) -> Axis:
    """The axis for these ratings, with at most so many lines."""
    return axis_of([0.0, 2.0, *values], (1, 2, 5, 10, 20, 50), most)


def ratings_image(chart: RatingsChart, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    # Translators: in a picture, beside the name of a player: numbers of the player's strength.
    note = t.gettext("Ratings")
    image = sheet(LOWEST, chart.name, note, theme)
    box = (LEFT, HEAD, RIGHT, LOWEST - _FOOT)
    draw_panel(image, box, theme)
    inner = (box[0] + _PAD_LEFT, box[1] + _PAD_TOP, box[2] - _PAD_RIGHT, box[3] - _PAD_BOTTOM)
    values = [value for line in chart.lines for value in line.values]
    axis = rating_axis(values, _MOST_LINES)
    most = max([chart.provisional, 1, *(len(line.values) for line in chart.lines)])

    def at(game: float, value: float) -> Point:
        x = inner[0] + (inner[2] - inner[0]) * game / most
        return x, inner[3] - (inner[3] - inner[1]) * (value - axis.low) / (axis.high - axis.low)

    _draw_grid(image, at, axis, most, inner, theme, t)
    # Translators: below the axis of a chart: how many games have been rated.
    words = t.gettext("Games rated")
    text(image, ((inner[0] + inner[2]) / 2, box[3] - 26), words, "bold", 30, theme.dim, "mm")
    sketch = Sketch(inner[2] + 40, inner[3] + 60, smoothing=2)
    ends = []
    for line in chart.lines:
        points = [at(game, value) for game, value in thinned(line.values)]
        thin = sum(game <= chart.provisional for game, _ in thinned(line.values))
        fill = theme.seats[_seat(line.players)].fill
        draw_rating_line(sketch, points, thin, fill, theme)
        ends.append((line, points[-1]))
    sketch.draw_on(image, (0, 0))
    _draw_ends(image, ends, chart.provisional, inner, theme, t)
    return image


def _seat(players: int) -> int:
    """The seat whose colour and shape stand for tables with this number of players."""
    return players - 2


def thinned(values: Sequence[float]) -> list[tuple[int, float]]:
    """The points (game, value) of a line that starts at 0, at most about `MOST_POINTS` of them; the
    last one is always kept."""
    whole = [(0, 0.0), *enumerate(values, start=1)]
    every = max(1, ceil(len(whole) / MOST_POINTS))
    kept = whole[::every]
    return kept if kept[-1] == whole[-1] else [*kept, whole[-1]]


def _draw_grid(
    image: Image.Image,
    at: At,
    axis: Axis,
    most: int,
    inner: tuple[int, int, int, int],
    theme: Theme,
    t: Translations,
) -> None:
    """Draw lines of equal rating with their numbers, and the number of games below."""
    marks = [(v, number(t, v, 1), at(0, v)[1]) for v in axis.marks]
    draw_scale(image, marks, (inner[0], inner[2]), _LETTERS, theme)
    every = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**6) if most / s <= 8)
    for game in range(every, most + 1, every):
        x = at(game, 0)[0]
        text(image, (x, inner[3] + 26), str(game), "bold", 30, theme.dim, "mm")


def draw_rating_line(
    sketch: Sketch, points: Sequence[Point], thin: int, fill: Colour, theme: Theme
) -> None:
    """Draw a rating's line; its first `thin` points are provisional, and thin."""
    early, late = points[: thin + 1], points[thin - 1 :] if thin < len(points) else []
    for wide, part in ((_PROVISIONAL, early), (_LINE, late)):
        if len(part) > 1:
            sketch.line(part, wide + 2 * _RIM, theme.outline)
            sketch.line(part, wide, fill)


def _draw_ends(
    image: Image.Image,
    ends: Sequence[tuple[RatingLine, Point]],
    provisional: int,
    inner: tuple[int, int, int, int],
    theme: Theme,
    t: Translations,
) -> None:
    """Draw each line's marker, rating and number of players beside the chart, by height."""
    order = sorted(ends, key=lambda end: (end[1][1], end[0].players))
    room = _NUMBERS + _WORDS + 34
    downs = moved_apart([point[1] for _, point in order], room, inner[1] + 20, inner[3] - 20)
    left = inner[2] + 56
    for (line, point), y in zip(order, downs, strict=True):
        paste(image, marker(_seat(line.players), 34, theme, letter=False), point)
        if abs(point[1] - y) > 4 or point[0] < inner[2] - 4:
            _draw_lead(image, point, (left - 6, y), theme)
        paste(image, marker(_seat(line.players), _END, theme, letter=False), (left + 22, y))
        shown = rating_number(t, line.values[-1])
        text(image, (left + 62, y - 18), shown, "black", _NUMBERS, theme.text)
        words = players_words(t, line.players)
        if len(line.values) < provisional:
            beside = left + 62 + round(width(shown, "black", _NUMBERS)) + 14
            # Translators: in a picture, beside a rating after few games; at most 12 characters.
            sign = fitted(t.gettext("provisional"), "regular", 30, RIGHT - 20 - beside)
            text(image, (beside, y - 16), sign, "regular", 30, mix(theme.dim, theme.text, 0.3))
        words = fitted(words, "bold", _WORDS, RIGHT - 20 - left - 62)
        text(image, (left + 62, y + 26), words, "bold", _WORDS, theme.dim)


def _draw_lead(image: Image.Image, start: Point, end: Point, theme: Theme) -> None:
    """Draw a thin line from the end of a rating's line to its words."""
    left, top = round(start[0]), round(min(start[1], end[1])) - 8
    sketch = Sketch(round(end[0]) - left + 8, round(abs(start[1] - end[1])) + 16, smoothing=2)
    sketch.line([(22, start[1] - top), (end[0] - left, end[1] - top)], 3, theme.faint)
    sketch.draw_on(image, (left, top))
