"""Statistics as pictures.

Those of many games are rows of mean points with their intervals, and points by source over the
rounds. A person's ratings are shown game by game, with a line for each number of players. A profile
has the places of a person's finished games for each number of players, the favourite gears and the
rating.
"""

from collections.abc import Callable, Sequence
from math import ceil

from PIL import Image

from bot.engine.happenings import PointsSource
from bot.text.descriptions import figures
from bot.text.descriptions.results import RatingLine, RatingsChart, alt_ratings
from bot.text.names import GAMES, PLAYERS, gear_name
from bot.text.points import SOURCE_HEADINGS
from bot.text.translation import Translations, number, rating_number
from rendering.drawing.canvas import Box, Point, Sketch, paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import fitted, shrunk, text, width
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import MEDALS, THEMES, Colour, Theme, ThemeName, mix
from rendering.ground import SHEET_HEAD, SHEET_LEFT, SHEET_LOWEST, SHEET_RIGHT, sheet
from rendering.icons.catalogue import gear_icon, icon, medal
from rendering.icons.markers import marker
from rendering.results.charts import LOOKS, At, Axis, axis_of, block, draw_scale, moved_apart, sign

MOST_FIGURES = 20
_COLUMNS_HIGH, _FOOT, _GAP, _LEGEND_HIGH = 62, 24, 6, 60
_ROW_LOWEST, _ROW_HIGHEST = 78, 150
_LABEL, _LABEL_ROOM = 30, 420  # left edge and width of the labels
_BARS, _BARS_END = 490, 1050  # left and right end of the bars
_VALUE, _WINS, _GAMES = 1220, 1392, 1560  # right ends of the columns
_LETTERS, _HEADS = 40, 36
_SHARE, _ASIDE = 34, 28  # letters of a share, and of its interval below
_LEGEND_LETTERS = (36, 33, 30)  # the first size in which it fits is taken
_STEPS = (5, 10, 20, 25, 50, 100, 200)
_WHISKER, _CAP = 6.0, 22.0
_CHART_LEFT, _CHART_RIGHT = 120, 1130
_CHART_TOP, _CHART_BOTTOM = 196, 1010


def draw_figures(
    table: figures.FiguresTable, *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """Draw the rows, 1,600 pixels wide. Raises ValueError for more than `MOST_FIGURES`."""
    if len(table.rows) > MOST_FIGURES:
        raise ValueError(f"a picture holds {MOST_FIGURES} rows, not {len(table.rows)}")
    look = THEMES[theme]
    return Picture(
        png(figures_image(table, look, t), look), "statistics.png", figures.alt_figures(table, t)
    )


def figures_image(table: figures.FiguresTable, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    count = max(1, len(table.rows))
    above, below = SHEET_HEAD + _COLUMNS_HIGH, _FOOT + _LEGEND_HIGH
    row = min(_ROW_HIGHEST, max(_ROW_LOWEST, (SHEET_LOWEST - above - below) // count - _GAP))
    height = above + count * (row + _GAP) + below
    image = sheet(height, table.title, table.note, theme)
    wins = any(one.wins is not None for one in table.rows)
    # Translators: head of a column in a picture, at most 10 characters: mean points of a game
    head = t.pgettext("mean", "Points")
    if table.ratings:
        # Translators: head of a column in a picture, at most 10 characters: a person's rating
        head = t.pgettext("column", "Rating")
    text(image, (_VALUE, SHEET_HEAD + 26), head, "bold", _HEADS, theme.dim, "rm")
    if wins:
        # Translators: head of a column in a picture, at most 10 characters: share of games won
        head = t.pgettext("share", "Won")
        text(image, (_WINS, SHEET_HEAD + 26), head, "bold", _HEADS, theme.dim, "rm")
    text(
        image,
        (_GAMES, SHEET_HEAD + 26),
        t.pgettext("column", "Games"),
        "bold",
        _HEADS,
        theme.dim,
        "rm",
    )
    highest = [max(one.points.high, one.winners.value if one.winners else 0) for one in table.rows]
    axis = axis_of([0.0, 10.0, *highest, *(one.points.low for one in table.rows)], _STEPS, 6)
    top = above
    for one in table.rows:
        _draw_row(image, one, (top, top + row), axis, theme, t)
        top += row + _GAP
    _draw_legend(image, height - below // 2 - 6, theme, t, ratings=table.ratings)
    return image


def _x(axis: Axis, value: float) -> float:
    share = (value - axis.low) / (axis.high - axis.low)
    return _BARS + (_BARS_END - _BARS) * min(1.0, max(0.0, share))


def _draw_row(
    image: Image.Image, row: figures.FigureRow, span: tuple[int, int], axis: Axis, theme: Theme,
    t: Translations,
) -> None:  # fmt: skip
    top, bottom = span
    middle = (top + bottom) / 2
    draw_panel(image, (SHEET_LEFT, top, SHEET_RIGHT, bottom + 3), theme)
    label, size = shrunk(row.label, "black", range(_LETTERS, 29, -2), _LABEL_ROOM)
    text(image, (SHEET_LEFT + _LABEL, middle), label, "black", size, theme.text)
    high = min(50, bottom - top - 26)
    left, right = _x(axis, 0), _x(axis, row.points.value)
    wide = max(12, round(abs(right - left)))
    bar = stone_bar(wide, high, theme.jade, theme)
    paste(image, bar, ((left + right) / 2, middle))
    sketch = Sketch(SHEET_RIGHT - _BARS, bottom - top, smoothing=2)
    low, up = _x(axis, row.points.low) - _BARS, _x(axis, row.points.high) - _BARS
    half = middle - top
    for thick, colour in ((_WHISKER + 6, theme.panel), (_WHISKER, theme.text)):
        more = (thick - _WHISKER) / 2
        sketch.line([(low - more, half), (up + more, half)], thick, colour)
        for x in (low, up):
            sketch.line([(x, half - _CAP / 2 - more), (x, half + _CAP / 2 + more)], thick, colour)
    sketch.draw_on(image, (_BARS, top))
    if row.winners is not None:
        paste(image, medal(1, min(46, high), theme), (_x(axis, row.winners.value), middle))
    value = number(t, row.points.value, 1)
    text(image, (_VALUE, middle), value, "black", _LETTERS + 4, theme.text, "rm")
    if row.wins is not None:
        share = figures.percent(t, row.wins.value)
        up = 15 if bottom - top < 100 else 18
        text(image, (_WINS, middle - up), share, "bold", _SHARE, theme.text, "rm")
        aside = "–".join(number(t, 100 * one, 0) for one in row.wins[1:])
        text(image, (_WINS, middle + up + 4), aside, "bold", _ASIDE, theme.dim, "rm")
    text(image, (_GAMES, middle), number(t, row.games), "bold", _LETTERS, theme.dim, "rm")


@kept(1_000_000)
def stone_bar(wide: int, high: int, fill: Colour, theme: Theme) -> Image.Image:
    """A bar of stone, lit above and shaded below."""
    sketch = Sketch(wide, high)
    sketch.rounded((0, 0, wide, high), 0, theme.outline)
    sketch.rounded((2, 2, wide - 2, high - 2), 0, mix(fill, theme.outline, 0.45))
    sketch.rounded((2, 2, wide - 2, high - 5), 0, mix(fill, theme.text, 0.3))
    sketch.rounded((2, 5, wide - 2, high - 5), 0, fill)
    return sketch.sprite()


def _draw_legend(
    image: Image.Image, y: int, theme: Theme, t: Translations, *, ratings: bool
) -> None:
    """Draw what the line at a bar means and, except for `ratings`, what the medal means."""
    # Translators: below the rows of a picture, at most 32 characters: the line across a bar shows
    # where the true mean is with 95 % certainty
    interval = t.gettext("Confidence interval (95%)")
    # Translators: below the rows of a picture, at most 32 characters: the medal shows the mean
    # points of those who won
    winners = t.gettext("Winners' average points")
    room = SHEET_RIGHT - SHEET_LEFT - _LABEL - 96 - 70 - 62 - 24
    size = next(
        (s for s in _LEGEND_LETTERS
         if width(interval, "bold", s) + width(winners, "bold", s) <= room),
        _LEGEND_LETTERS[-1],
    )  # fmt: skip
    x = float(SHEET_LEFT + _LABEL)
    sketch = Sketch(90, 40, smoothing=2)
    sketch.line([(6, 20), (76, 20)], _WHISKER, theme.text)
    for end in (6, 76):
        sketch.line([(end, 9), (end, 31)], _WHISKER, theme.text)
    sketch.draw_on(image, (round(x), y - 20))
    if ratings:
        # Translators: below ratings in a picture, at most 50 characters: the line behind a bar
        # shows where the true strength lies with 99.7 % certainty; the rating is its lower end
        interval = t.gettext("True strength lies here (certainty: 99.7%)")
        text(image, (x + 96, y), interval, "bold", _LEGEND_LETTERS[0], theme.dim, "lm")
        return
    text(image, (x + 96, y), interval, "bold", size, theme.dim, "lm")
    x += 96 + width(interval, "bold", size) + 70
    paste(image, medal(1, 46, theme), (x + 23, y))
    text(image, (x + 62, y), winners, "bold", size, theme.dim, "lm")


# --- over the rounds ------------------------------------------------------------------------------


def draw_rounds(
    table: figures.RoundsTable, *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """Draw points by source after each round, 1,600 pixels wide."""
    look = THEMES[theme]
    return Picture(
        png(rounds_image(table, look, t), look), "statistics.png", figures.alt_rounds(table, t)
    )


def rounds_image(table: figures.RoundsTable, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded: a column of blocks for each round, with losses below the
    line."""
    image = sheet(SHEET_LOWEST + 60, table.title, table.note, theme)
    draw_panel(image, (SHEET_LEFT, SHEET_HEAD, SHEET_RIGHT, SHEET_LOWEST + 40), theme)
    ups = [sum(one for one in values if one > 0) for values in table.rounds]
    downs = [sum(one for one in values if one < 0) for values in table.rounds]
    axis = axis_of([0.0, 4.0, *ups, *downs], (1, 2, 5, 10, 20, 25, 50, 100, 200, 500), 8)

    def y(value: float) -> float:
        share = (value - axis.low) / (axis.high - axis.low)
        return _CHART_BOTTOM - (_CHART_BOTTOM - _CHART_TOP) * share

    marks = [(value, number(t, value), y(value)) for value in axis.marks]
    draw_scale(image, marks, (_CHART_LEFT, _CHART_RIGHT), 34, theme)
    paste(image, icon("points", 48, theme), (_CHART_LEFT - 46, _CHART_TOP - 42))
    step = (_CHART_RIGHT - _CHART_LEFT) / (len(table.rounds) + 1.4)
    for n, values in enumerate(table.rounds):
        last = n == len(table.rounds) - 1
        left = _CHART_LEFT + step * (n + 0.2 + (0.5 if last else 0))
        _draw_column(image, table.sources, values, (left, step * (1.5 if last else 0.94)), y, theme)
        if not last and (n + 1) % 5 == 0:
            place = (left + step * 0.47, _CHART_BOTTOM + 32)
            text(image, place, str(n + 1), "bold", 34, theme.dim, "mm")
        if last:
            paste(image, icon("monument", 44, theme), (left + step * 0.75, _CHART_BOTTOM + 30))
    _draw_sources(image, table, theme, t)
    return image


def _draw_column(
    image: Image.Image,
    sources: Sequence[PointsSource],
    values: Sequence[float],
    span: tuple[float, float],
    y: Callable[[float], float],
    theme: Theme,
) -> None:
    up = down = 0.0
    left, right = round(span[0]), round(span[0] + span[1])
    for source, value in zip(sources, values, strict=True):
        start = up if value > 0 else down
        top, bottom = sorted((round(y(start)), round(y(start + value))))
        if value > 0:
            up += value
        else:
            down += value
        if bottom - top < 1:
            continue
        fill = LOOKS[source].fill(theme)
        image.paste(mix(fill, theme.outline, 0.55), (left, top, right, bottom))
        if bottom - top > 3:
            image.paste(fill, (left + 2, top + 2, right - 2, bottom - 1))


def _draw_sources(
    image: Image.Image, table: figures.RoundsTable, theme: Theme, t: Translations
) -> None:
    """Draw at the right each source with its block, its points in all and their interval, in the
    order of the blocks from the top."""
    left, y = _CHART_RIGHT + 36, _CHART_TOP - 10
    room = SHEET_RIGHT - left - 24
    step = min(92, (_CHART_BOTTOM - _CHART_TOP + 60) // max(1, len(table.sources)))
    for source, whole in reversed(list(zip(table.sources, table.whole, strict=True))):
        stone = block(source, 56, 56, theme)
        paste(image, stone, (left + 28, y + 28))
        paste(image, sign(source, 42, theme), (left + 28, y + 28))
        told = figures.value_range(t, whole)
        mean, _, aside = told.partition(" ")
        wide = round(width(mean, "black", 36))
        text(image, (left + 72, y + 46), mean, "black", 36, theme.text, "lm")
        text(image, (left + 84 + wide, y + 46), aside, "bold", 30, theme.dim, "lm")
        words, size = shrunk(
            t.gettext(SOURCE_HEADINGS[source]), "bold", range(34, 27, -2), room - 72
        )
        text(image, (left + 72, y + 10), words, "bold", size, theme.dim, "lm")
        y += step


MOST_POINTS = 160
"""About the most points of a line: of more games only every second, third ... is drawn."""
_RATING_PAD_LEFT, _RATING_PAD_RIGHT, _RATING_PAD_TOP, _RATING_PAD_BOTTOM = 110, 400, 56, 84
_RATING_LINE, _RATING_RIM, _PROVISIONAL = 8.0, 3.0, 4.0  # widths of lines
_RATING_END, _RATING_LETTERS, _RATING_NUMBERS, _RATING_WORDS = 46, 34, 46, 34
_RATING_FOOT = 22
_MOST_LINES = 9


def draw_ratings(chart: RatingsChart, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw a person's ratings game by game, 1,600 pixels wide."""
    look = THEMES[theme]
    data = png(ratings_image(chart, look, t), look)
    return Picture(data, "ratings.png", alt_ratings(chart, t))


def rating_axis(values: Sequence[float], most: int) -> Axis:
    """An axis for these ratings, with at most `most` lines above the lowest one."""
    return axis_of([0.0, 2.0, *values], (1, 2, 5, 10, 20, 50), most)


def ratings_image(chart: RatingsChart, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    # Translators: in a picture, beside the name of a player: numbers of the player's strength.
    note = t.gettext("Ratings")
    image = sheet(SHEET_LOWEST, chart.name, note, theme)
    box = (SHEET_LEFT, SHEET_HEAD, SHEET_RIGHT, SHEET_LOWEST - _RATING_FOOT)
    draw_panel(image, box, theme)
    inner = (
        box[0] + _RATING_PAD_LEFT,
        box[1] + _RATING_PAD_TOP,
        box[2] - _RATING_PAD_RIGHT,
        box[3] - _RATING_PAD_BOTTOM,
    )
    values = [value for line in chart.lines for value in line.values]
    axis = rating_axis(values, _MOST_LINES)
    most = max([chart.provisional, 1, *(len(line.values) for line in chart.lines)])

    def at(game: float, value: float) -> Point:
        x = inner[0] + (inner[2] - inner[0]) * game / most
        return x, inner[3] - (inner[3] - inner[1]) * (value - axis.low) / (axis.high - axis.low)

    _draw_grid(image, at, axis, most, inner, theme, t)
    # Translators: below the axis of a chart: how many games have been rated.
    words = t.gettext("Rated games")
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
    """The seat whose colour and shape stand for games of so many players."""
    return players - 2


def thinned(values: Sequence[float]) -> list[tuple[int, float]]:
    """The points (game, value) of a line that starts at (0, 0), about `MOST_POINTS` of them at
    most; the last one is always kept."""
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
    """Draw lines of equal rating with their numbers, and the numbers of games below."""
    marks = [(v, number(t, v, 1), at(0, v)[1]) for v in axis.marks]
    draw_scale(image, marks, (inner[0], inner[2]), _RATING_LETTERS, theme)
    every = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**6) if most / s <= 8)
    for game in range(every, most + 1, every):
        x = at(game, 0)[0]
        text(image, (x, inner[3] + 26), str(game), "bold", 30, theme.dim, "mm")


def draw_rating_line(
    sketch: Sketch, points: Sequence[Point], thin: int, fill: Colour, theme: Theme
) -> None:
    """Draw the line of a rating: thin for its first `thin` points, which are provisional."""
    early, late = points[: thin + 1], points[thin - 1 :] if thin < len(points) else []
    for wide, part in ((_PROVISIONAL, early), (_RATING_LINE, late)):
        if len(part) > 1:
            sketch.line(part, wide + 2 * _RATING_RIM, theme.outline)
            sketch.line(part, wide, fill)


def _draw_ends(
    image: Image.Image,
    ends: Sequence[tuple[RatingLine, Point]],
    provisional: int,
    inner: tuple[int, int, int, int],
    theme: Theme,
    t: Translations,
) -> None:
    """Draw each line's marker, rating and number of players to the right of the chart, ordered by
    height."""
    order = sorted(ends, key=lambda end: (end[1][1], end[0].players))
    room = _RATING_NUMBERS + _RATING_WORDS + 34
    downs = moved_apart([point[1] for _, point in order], room, inner[1] + 20, inner[3] - 20)
    left = inner[2] + 56
    for (line, point), y in zip(order, downs, strict=True):
        paste(image, marker(_seat(line.players), 34, theme, letter=False), point)
        if abs(point[1] - y) > 4 or point[0] < inner[2] - 4:
            _draw_lead(image, point, (left - 6, y), theme)
        paste(image, marker(_seat(line.players), _RATING_END, theme, letter=False), (left + 22, y))
        shown = rating_number(t, line.values[-1])
        text(image, (left + 62, y - 18), shown, "black", _RATING_NUMBERS, theme.text)
        words = t.say(PLAYERS, n=line.players)
        if len(line.values) < provisional:
            beside = left + 62 + round(width(shown, "black", _RATING_NUMBERS)) + 14
            # Translators: in a picture, beside a rating after few games; at most 12 characters.
            sign = fitted(t.gettext("provisional"), "regular", 30, SHEET_RIGHT - 20 - beside)
            text(image, (beside, y - 16), sign, "regular", 30, mix(theme.dim, theme.text, 0.3))
        words = fitted(words, "bold", _RATING_WORDS, SHEET_RIGHT - 20 - left - 62)
        text(image, (left + 62, y + 26), words, "bold", _RATING_WORDS, theme.dim)


def _draw_lead(image: Image.Image, start: Point, end: Point, theme: Theme) -> None:
    """Draw a thin line from the end of a rating's line to its words beside the chart."""
    left, top = round(start[0]), round(min(start[1], end[1])) - 8
    sketch = Sketch(round(end[0]) - left + 8, round(abs(start[1] - end[1])) + 16, smoothing=2)
    sketch.line([(22, start[1] - top), (end[0] - left, end[1] - top)], 3, theme.faint)
    sketch.draw_on(image, (left, top))


MOST_PLACES = 5
_PROFILE_COLUMNS_HIGH, _PROFILE_ROW, _PROFILE_GAP, _PROFILE_FOOT = 58, 104, 6, 24
_PROFILE_LABEL, _PROFILE_LABEL_ROOM = 30, 306  # left edge and width of the labels
_PROFILE_BARS, _PROFILE_BARS_END, _PROFILE_SEGMENT = (
    380,
    1180,
    118,
)  # ends of the bars, and the least width of a place
_PROFILE_POINTS, _PROFILE_GAMES = 1370, 1550  # right ends of the columns
_PROFILE_LETTERS, _PROFILE_HEADS, _PROFILE_BAR_HIGH, _PROFILE_MEDAL = 40, 36, 68, 50
_MIDDLE, _BETWEEN = 790, 12  # right end of the gears, and the gap to the rating
_GEAR, _GEARS_HIGH, _GEARS_HEAD = 70, 500, 84


def draw_profile(
    card: figures.ProfileCard, *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """Draw a person's profile, 1,600 pixels wide. Raises ValueError for more than `MOST_PLACES`
    rows."""
    if len(card.rows) > MOST_PLACES:
        raise ValueError(f"a picture holds {MOST_PLACES} rows, not {len(card.rows)}")
    look = THEMES[theme]
    return Picture(
        png(profile_image(card, look, t), look), "profile.png", figures.alt_profile(card, t)
    )


def profile_image(card: figures.ProfileCard, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    above = (
        SHEET_HEAD
        + _PROFILE_COLUMNS_HIGH
        + len(card.rows) * (_PROFILE_ROW + _PROFILE_GAP)
        + _PROFILE_GAP
    )
    height = max(SHEET_LOWEST, above + _GEARS_HIGH + _PROFILE_FOOT)
    image = sheet(height, card.name, t.say(GAMES, n=card.games), theme)
    y = SHEET_HEAD + 24
    # Translators: head of a column in a picture, at most 10 characters: mean points of a game
    text(
        image,
        (_PROFILE_POINTS, y),
        t.pgettext("mean", "Points"),
        "bold",
        _PROFILE_HEADS,
        theme.dim,
        "rm",
    )
    text(
        image,
        (_PROFILE_GAMES, y),
        t.pgettext("column", "Games"),
        "bold",
        _PROFILE_HEADS,
        theme.dim,
        "rm",
    )
    # Translators: head of a column in a picture, at most 20 characters: how often somebody came
    # first, second...
    places = t.pgettext("column", "Places")
    text(image, (_PROFILE_BARS, y), places, "bold", _PROFILE_HEADS, theme.dim, "lm")
    top = SHEET_HEAD + _PROFILE_COLUMNS_HIGH
    for one in card.rows:
        _draw_places(image, one, top, theme, t)
        top += _PROFILE_ROW + _PROFILE_GAP
    box = (SHEET_LEFT, top + _PROFILE_GAP, SHEET_RIGHT, height - _PROFILE_FOOT)
    if card.ratings:
        _draw_gears(image, card, (box[0], box[1], _MIDDLE, box[3]), theme, t)
        _draw_course(image, card, (_MIDDLE + _BETWEEN, box[1], box[2], box[3]), theme, t)
    else:
        _draw_gears(image, card, box, theme, t)
    return image


def _draw_places(
    image: Image.Image, row: figures.PlacesRow, top: int, theme: Theme, t: Translations
) -> None:
    draw_panel(image, (SHEET_LEFT, top, SHEET_RIGHT, top + _PROFILE_ROW + 3), theme)
    middle = top + _PROFILE_ROW / 2
    label, size = shrunk(row.label, "black", range(_PROFILE_LETTERS, 29, -2), _PROFILE_LABEL_ROOM)
    text(image, (SHEET_LEFT + _PROFILE_LABEL, middle), label, "black", size, theme.text)
    came = [(place, times) for place, times in enumerate(row.places, start=1) if times]
    spare = _PROFILE_BARS_END - _PROFILE_BARS - _PROFILE_SEGMENT * len(came)
    left = float(_PROFILE_BARS)
    for place, times in came:
        wide = _PROFILE_SEGMENT + spare * times / row.games
        fill = mix(MEDALS[min(place, len(MEDALS)) - 1], theme.panel, 0.35)
        bar = stone_bar(round(wide) - 4, _PROFILE_BAR_HIGH, fill, theme)
        paste(image, bar, (left + wide / 2 - 2, middle))
        paste(image, medal(place, _PROFILE_MEDAL, theme), (left + 12 + _PROFILE_MEDAL / 2, middle))
        room, sizes = round(wide) - _PROFILE_MEDAL - 32, range(_PROFILE_LETTERS, 25, -2)
        told, size = shrunk(number(t, times), "black", sizes, room)
        at = (left + 22 + _PROFILE_MEDAL, middle)
        bright = (
            sum(part * share for part, share in zip(fill, (0.3, 0.59, 0.11), strict=True)) > 120
        )
        text(image, at, told, "black", size, (20, 17, 11) if bright else (255, 255, 255), "lm")
        left += wide
    value = number(t, row.points, 1)
    text(image, (_PROFILE_POINTS, middle), value, "black", _PROFILE_LETTERS + 4, theme.text, "rm")
    text(
        image,
        (_PROFILE_GAMES, middle),
        number(t, row.games),
        "bold",
        _PROFILE_LETTERS,
        theme.dim,
        "rm",
    )


def _draw_gears(
    image: Image.Image, card: figures.ProfileCard, box: Box, theme: Theme, t: Translations
) -> None:
    """Draw a bar for each gear in its colour, the favourite one first."""
    left, top, right, bottom = map(round, box)
    draw_panel(image, box, theme)
    room = right - left - 2 * _PROFILE_LABEL
    heading, size = shrunk(
        t.say(figures.PICKED_UP_PER_GAME), "bold", range(_PROFILE_HEADS, 27, -2), room
    )
    text(image, (left + _PROFILE_LABEL, top + 44), heading, "bold", size, theme.dim, "lm")
    names = [gear_name(t, gear) for gear, _ in card.gears]
    room = 300 if right > _MIDDLE else 236
    start, end = left + 130 + room, right - 120
    most = max(1e-9, *(value for _, value in card.gears))
    step = (bottom - top - _GEARS_HEAD - 10) / len(card.gears)
    for n, (gear, value) in enumerate(card.gears):
        y = top + _GEARS_HEAD + step * (n + 0.5)
        icon = gear_icon(gear, _GEAR, theme)
        paste(image, icon, (left + _PROFILE_LABEL + _GEAR / 2, y))
        name, size = shrunk(names[n], "black", range(38, 27, -2), room)
        text(image, (left + _PROFILE_LABEL + _GEAR + 20, y), name, "black", size, theme.text, "lm")
        wide = round((end - start) * value / most)
        if wide > 8:
            bar = stone_bar(wide, 50, theme.cities[gear].gear, theme)
            paste(image, bar, (start + wide / 2, y))
        told = number(t, value, 1)
        text(image, (right - _PROFILE_LABEL, y), told, "black", _PROFILE_LETTERS, theme.text, "rm")


def _draw_course(
    image: Image.Image, card: figures.ProfileCard, box: Box, theme: Theme, t: Translations
) -> None:
    """Draw the rating after each game as a line, thin while it is provisional."""
    left, top, right, bottom = map(round, box)
    draw_panel(image, box, theme)
    # Translators: in a picture, above the line of a person's rating; at most 12 characters
    heading = t.pgettext("profile", "Rating")
    text(image, (left + _PROFILE_LABEL, top + 44), heading, "bold", _PROFILE_HEADS, theme.dim, "lm")
    beside = left + _PROFILE_LABEL + round(width(heading, "bold", _PROFILE_HEADS)) + 24
    room = right - _PROFILE_LABEL - beside
    told, size = shrunk(
        figures.card_rating(t, card), "black", range(_PROFILE_LETTERS, 27, -2), room
    )
    text(image, (right - _PROFILE_LABEL, top + 44), told, "black", size, theme.text, "rm")
    inner = (left + 112, top + _GEARS_HEAD + 20, right - 50, bottom - 76)
    axis = rating_axis(card.ratings, 6)
    most = max(card.provisional, len(card.ratings))

    def at(game: float, value: float) -> tuple[float, float]:
        x = inner[0] + (inner[2] - inner[0]) * game / most
        return x, inner[3] - (inner[3] - inner[1]) * (value - axis.low) / (axis.high - axis.low)

    marks = [(value, number(t, value), at(0, value)[1]) for value in axis.marks]
    draw_scale(image, marks, (inner[0], inner[2]), 34, theme)
    every = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10**6) if most / s <= 5)
    for game in range(every, most + 1, every):
        text(image, (at(game, 0)[0], bottom - 40), str(game), "bold", 32, theme.dim, "mm")
    kept = thinned(card.ratings)
    points = [at(game, value) for game, value in kept]
    thin = sum(game <= card.provisional for game, _ in kept)
    sketch = Sketch(right - left, bottom - top, smoothing=2)
    moved = [(x - left, y - top) for x, y in points]
    draw_rating_line(sketch, moved, thin, theme.jade, theme)
    for radius, fill in ((15, theme.outline), (11, theme.turn)):
        sketch.circle(moved[-1], radius, fill)
    sketch.draw_on(image, (left, top))
