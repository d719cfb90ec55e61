"""Statistics of many games as pictures: rows of mean points with their intervals, and points by
source over the rounds."""

from collections.abc import Callable, Sequence

from PIL import Image

from bot.engine.happenings import PointsSource
from bot.text.descriptions.figures import (
    FigureRow,
    FiguresTable,
    RoundsTable,
    alt_figures,
    alt_rounds,
    percent,
    value_range,
)
from bot.text.formats import number
from bot.text.points import source_heading
from bot.text.translation import Translations
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import shrunk, width
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, Colour, Theme, ThemeName, mix
from rendering.icons.catalogue import icon, medal
from rendering.results.chart import Axis, axis_of, draw_scale
from rendering.results.sheet import HEAD, LEFT, LOWEST, RIGHT, sheet
from rendering.results.source_patterns import LOOKS, block, sign

MOST_ROWS = 20
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


def draw_figures(table: FiguresTable, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The rows as a picture 1,600 pixels wide. Raises ValueError for more than `MOST_ROWS`."""
    if len(table.rows) > MOST_ROWS:
        raise ValueError(f"a picture holds {MOST_ROWS} rows, not {len(table.rows)}")
    look = THEMES[theme]
    return Picture(
        png(figures_image(table, look, t), look), "statistics.png", alt_figures(table, t)
    )


def figures_image(table: FiguresTable, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    count = max(1, len(table.rows))
    above, below = HEAD + _COLUMNS_HIGH, _FOOT + _LEGEND_HIGH
    row = min(_ROW_HIGHEST, max(_ROW_LOWEST, (LOWEST - above - below) // count - _GAP))
    height = above + count * (row + _GAP) + below
    image = sheet(height, table.title, table.note, theme)
    wins = any(one.wins is not None for one in table.rows)
    # Translators: head of a column in a picture, at most 10 characters: mean points of a game
    head = t.pgettext("mean", "Points")
    if table.ratings:
        # Translators: head of a column in a picture, at most 10 characters: a person's rating
        head = t.pgettext("column", "Rating")
    text(image, (_VALUE, HEAD + 26), head, "bold", _HEADS, theme.dim, "rm")
    if wins:
        # Translators: head of a column in a picture, at most 10 characters: share of games won
        head = t.pgettext("share", "Won")
        text(image, (_WINS, HEAD + 26), head, "bold", _HEADS, theme.dim, "rm")
    text(image, (_GAMES, HEAD + 26), t.pgettext("column", "Games"), "bold", _HEADS, theme.dim, "rm")
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
    image: Image.Image, row: FigureRow, span: tuple[int, int], axis: Axis, theme: Theme,
    t: Translations,
) -> None:  # fmt: skip
    top, bottom = span
    middle = (top + bottom) / 2
    draw_panel(image, (LEFT, top, RIGHT, bottom + 3), theme)
    label, size = shrunk(row.label, "black", range(_LETTERS, 29, -2), _LABEL_ROOM)
    text(image, (LEFT + _LABEL, middle), label, "black", size, theme.text)
    high = min(50, bottom - top - 26)
    left, right = _x(axis, 0), _x(axis, row.points.value)
    wide = max(12, round(abs(right - left)))
    bar = stone_bar(wide, high, theme.jade, theme)
    paste(image, bar, ((left + right) / 2, middle))
    sketch = Sketch(RIGHT - _BARS, bottom - top, smoothing=2)
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
        share = percent(t, row.wins.value)
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
    """Draw the meaning of whisker and medal."""
    # Translators: below the rows of a picture, at most 32 characters: the line across a bar shows
    # where the true mean is with 95 % certainty
    interval = t.gettext("Confidence interval (95%)")
    # Translators: below the rows of a picture, at most 32 characters: the medal shows the mean
    # points of those who won
    winners = t.gettext("Mean of those who won")
    room = RIGHT - LEFT - _LABEL - 96 - 70 - 62 - 24
    size = next(
        (s for s in _LEGEND_LETTERS
         if width(interval, "bold", s) + width(winners, "bold", s) <= room),
        _LEGEND_LETTERS[-1],
    )  # fmt: skip
    x = float(LEFT + _LABEL)
    sketch = Sketch(90, 40, smoothing=2)
    sketch.line([(6, 20), (76, 20)], _WHISKER, theme.text)
    for end in (6, 76):
        sketch.line([(end, 9), (end, 31)], _WHISKER, theme.text)
    sketch.draw_on(image, (round(x), y - 20))
    if ratings:
        # Translators: below ratings in a picture, at most 50 characters: the line behind a bar
        # shows where the true strength lies with 99.7 % certainty; the rating is its lower end
        interval = t.gettext("Range of the true strength, 99.7%")
        text(image, (x + 96, y), interval, "bold", _LEGEND_LETTERS[0], theme.dim, "lm")
        return
    text(image, (x + 96, y), interval, "bold", size, theme.dim, "lm")
    x += 96 + width(interval, "bold", size) + 70
    paste(image, medal(1, 46, theme), (x + 23, y))
    text(image, (x + 62, y), winners, "bold", size, theme.dim, "lm")


# --- over the rounds ------------------------------------------------------------------------------


def draw_rounds(table: RoundsTable, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Points by source after each round as a picture 1,600 pixels wide."""
    look = THEMES[theme]
    return Picture(png(rounds_image(table, look, t), look), "statistics.png", alt_rounds(table, t))


def rounds_image(table: RoundsTable, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded: columns of blocks, with losses below the line."""
    image = sheet(LOWEST + 60, table.title, table.note, theme)
    draw_panel(image, (LEFT, HEAD, RIGHT, LOWEST + 40), theme)
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


def _draw_sources(image: Image.Image, table: RoundsTable, theme: Theme, t: Translations) -> None:
    """Draw at the right each source with its colour, its points in all and their interval; the
    highest block first."""
    left, y = _CHART_RIGHT + 36, _CHART_TOP - 10
    room = RIGHT - left - 24
    step = min(92, (_CHART_BOTTOM - _CHART_TOP + 60) // max(1, len(table.sources)))
    for source, whole in reversed(list(zip(table.sources, table.whole, strict=True))):
        stone = block(source, 56, 56, theme)
        paste(image, stone, (left + 28, y + 28))
        paste(image, sign(source, 42, theme), (left + 28, y + 28))
        told = value_range(t, whole)
        mean, _, aside = told.partition(" ")
        wide = round(width(mean, "black", 36))
        text(image, (left + 72, y + 46), mean, "black", 36, theme.text, "lm")
        text(image, (left + 84 + wide, y + 46), aside, "bold", 30, theme.dim, "lm")
        words, size = shrunk(source_heading(t, source), "bold", range(34, 27, -2), room - 72)
        text(image, (left + 72, y + 10), words, "bold", size, theme.dim, "lm")
        y += step
