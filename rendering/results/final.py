"""Pictures of one game's points.

The final score has the winner, where each seat's points came from, and how they grew; in a running
game it shows the points so far. The review shows, round by round, with how many points a computer
expected each seat to end.
"""

from collections.abc import Iterator, Sequence

from PIL import Image

from bot.engine.game_facts import PointsHistory, SeatPoints
from bot.engine.happenings import POINTS_SOURCES, PointsSource
from bot.text.descriptions.results import Expectations, FinalResult, alt_expectations, alt_final
from bot.text.names import SEAT_LETTERS, points_number
from bot.text.points import FINAL_SCORE, SOURCE_HEADINGS, tied
from bot.text.translation import Translations
from rendering.drawing.canvas import Sketch, paste, rounded
from rendering.drawing.encoding import Picture, png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import fitted, showable, shrunk, text, width
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.ground import SHEET_HEAD, SHEET_LEFT, SHEET_LOWEST, SHEET_RIGHT, SHEET_WIDTH, sheet
from rendering.icons.catalogue import icon, medal
from rendering.icons.markers import marker
from rendering.results.charts import LOOKS, Lines, block, draw_chart, ink_on, lines_of, sign

_GAP = 14
_ROW_HEIGHTS = {2: 196, 3: 186, 4: 174, 5: 162}
_CHART_HEIGHT = 500
_FOOT = 20
_NAME_SIZES = (48, 42, 36, 32)
_BAR_LEFT, _BAR_RIGHT = SHEET_LEFT + 22, 1308
_POINTS_ROOM = 222
_POINTS_SIZES = (100, 88, 76, 64)
_NUMBER_SIZES = (44, 38, 32, 28)
_LEGEND_SWATCH, _LEGEND_LETTERS, _LEGEND_LINE = 58, 36, 62
_LONGEST_ENTRY = 700  # the widest name of a source in the legend


def draw_final(result: FinalResult, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw the final score, or the points so far, 1,600 pixels wide."""
    look = THEMES[theme]
    name = "final.png" if result.history.finished else "points.png"
    alt = alt_final(result.names, result.history, t)
    return Picture(png(final_image(result, look, t), look), name, alt)


def final_image(result: FinalResult, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    history = result.history
    row = _ROW_HEIGHTS[len(history.seats)]
    legend = _legend_lines(_shown_sources(history), t)
    height = (
        SHEET_HEAD + len(history.seats) * (row + _GAP) + len(legend) * _LEGEND_LINE + 22
        + _CHART_HEIGHT + _FOOT
    )  # fmt: skip
    # Translators: title of a picture: points in a game that goes on; at most 30 characters.
    so_far = t.gettext("Points so far")
    title = t.say(FINAL_SCORE) if history.finished else so_far
    rounds = len(history.food_days)
    # Translators: in a picture: how many rounds were played.
    note = t.ngettext("{n} round", "{n} rounds", rounds).format(n=rounds)
    if any(seat.points4 % 4 for seat in history.seats):
        # Translators: in a picture, after "12 rounds, ": why there are ¼, ½ and ¾; at most 24
        # characters.
        quarters = t.gettext("with quarter points")
        note = f"{note}, {quarters}"
    image = sheet(height, title, note, theme)
    top = SHEET_HEAD
    for seat in history.by_place:
        _draw_row(image, result, seat, (top, top + row), theme)
        top += row + _GAP
    for line in legend:
        _draw_legend(image, line, top + _LEGEND_LINE / 2, theme)
        top += _LEGEND_LINE
    top += 16
    draw_chart(image, lines_of(history), (SHEET_LEFT, top, SHEET_RIGHT, top + _CHART_HEIGHT), theme)
    return image


def _draw_row(
    image: Image.Image, result: FinalResult, seat: int, span: tuple[int, int], theme: Theme
) -> None:
    """Draw the row of a seat: place, marker, name, points, and the bar of where they came from."""
    top, bottom = span
    points = result.history.seats[seat]
    box = (SHEET_LEFT, top, SHEET_RIGHT, bottom)
    if points.place == 1 and result.history.finished:
        grown = (SHEET_LEFT - 2, top - 3, SHEET_RIGHT + 2, bottom + 3)
        rounded(image, grown, 20, theme.panel, frame=theme.turn, frame_width=8)
    else:
        draw_panel(image, box, theme)
    middle = top + 44
    x = SHEET_LEFT + 22 + 32
    paste(image, medal(points.place, 64, theme), (x, middle))
    x += 32 + 16 + 32
    paste(image, marker(seat, 56, theme), (x, middle))
    x += 32 + 16
    room = _BAR_RIGHT - x - 120
    name = showable(result.names[seat]) or SEAT_LETTERS[seat]
    name, size = shrunk(name, "black", _NAME_SIZES, room)
    text(image, (x, middle), name, "black", size, theme.text)
    if tied(result.history, points):
        words = str(points.workers_on_gears)
        text(image, (_BAR_RIGHT, middle), words, "black", 40, theme.dim, "rm")
        pawn = icon("worker", 42, theme)
        paste(image, pawn, (_BAR_RIGHT - width(words, "black", 40) - 28, middle))
    _draw_points(image, result.history, points, (SHEET_RIGHT - 26, (top + bottom) / 2), theme)
    _draw_bar(image, result.history, points, (top + 86, bottom - 20), theme)


def _draw_points(
    image: Image.Image,
    history: PointsHistory,
    points: SeatPoints,
    at: tuple[float, float],
    theme: Theme,
) -> None:
    """Write a seat's points, the largest number of the picture, in one size for all rows; quarters
    follow in smaller letters."""
    split = [_whole_and_part(seat.points4) for seat in history.seats]

    def behind(size: int) -> float:
        return max(width(part, "bold", _small(size)) for _, part in split)

    def wide(size: int) -> float:
        return max(width(whole, "black", size) for whole, _ in split) + behind(size)

    size = next((s for s in _POINTS_SIZES if wide(s) <= _POINTS_ROOM), _POINTS_SIZES[-1])
    whole, part = _whole_and_part(points.points4)
    wins = points.place == 1 and history.finished
    x, y = at[0] - behind(size), at[1]
    ink = theme.turn if wins else theme.text
    text(image, (x - 4, y), whole, "black", size, ink, "rm")
    text(image, (x, y - size * 0.1), part, "bold", _small(size), ink if wins else theme.dim)


def _whole_and_part(points4: int) -> tuple[str, str]:
    words = points_number(points4)
    whole = words.rstrip("¼½¾")
    return whole, words[len(whole) :]


def _small(size: int) -> int:
    return round(size * 0.56)


def _draw_bar(
    image: Image.Image,
    history: PointsHistory,
    points: SeatPoints,
    span: tuple[int, int],
    theme: Theme,
) -> None:
    """Draw a seat's blocks side by side in a groove: gains to the right of zero, losses to the
    left, on one scale for all seats."""
    taken = [-sum(n for _, n in seat.sources if n < 0) for seat in history.seats]
    given = [sum(n for _, n in seat.sources if n > 0) for seat in history.seats]
    below, above = max(taken), max(40, *given)
    scale = (_BAR_RIGHT - _BAR_LEFT) / (below + above)
    zero = _BAR_LEFT + below * scale
    top, bottom = span
    groove = (_BAR_LEFT - 5, top - 5, _BAR_RIGHT + 5, bottom + 5)
    rounded(image, groove, 8, theme.ground)
    right, left = zero, zero
    for source, points4 in _parts(points):
        wide = abs(points4) * scale
        if points4 > 0:
            start, right = right, right + wide
        else:
            start, left = left - wide, left - wide
        _draw_block(image, source, points4, (round(start), round(start + wide)), span, theme)
    if below:
        rounded(image, (zero - 3, top - 9, zero + 3, bottom + 9), 2, theme.text)


def _parts(points: SeatPoints) -> Iterator[tuple[PointsSource, int]]:
    """Yields the blocks of a bar as (source, quarters of a point): one for every source, but one
    for each monument."""
    for source, points4 in points.sources:
        if source == "monuments":
            yield from ((source, worth) for _, worth in points.monuments if worth)
        else:
            yield source, points4


def _draw_block(
    image: Image.Image,
    source: PointsSource,
    points4: int,
    sides: tuple[int, int],
    span: tuple[int, int],
    theme: Theme,
) -> None:
    left, right = sides
    top, bottom = span
    wide, high = right - left, bottom - top
    if wide < 1:
        return
    stone = block(source, wide, high, theme)
    image.paste(stone, (left, top), stone)
    words = points_number(points4)
    ink = ink_on(LOOKS[source].fill(theme), theme)
    sizes = [size for size in _NUMBER_SIZES if width(words, "black", size) + 8 <= wide]
    if not sizes:
        return
    size, middle = sizes[0], (top + bottom) / 2
    number = round(width(words, "black", size))
    tall = round(high * 0.68)
    together = tall + 8 + number
    centre = (left + right) / 2
    quiet = _quiet_place(number + 16, size, source, theme)
    if together + 28 <= wide:
        paste(image, sign(source, tall, theme), (centre - together / 2 + tall / 2, middle))
        centre += (tall + 8) / 2
    if quiet.width <= wide - 4:
        paste(image, quiet, (centre, middle))
    text(image, (centre, middle), words, "black", size, ink, "mm")


@kept(2_000_000)
def _quiet_place(wide: int, high: int, source: PointsSource, theme: Theme) -> Image.Image:
    """A patch in the source's colour without its pattern, to write the number on."""
    sketch = Sketch(wide, high)
    sketch.rounded((0, 0, wide, high), 8, LOOKS[source].fill(theme))
    return sketch.sprite()


def _shown_sources(history: PointsHistory) -> list[PointsSource]:
    found = {source for seat in history.seats for source, _ in seat.sources}
    return [source for source in POINTS_SOURCES if source in found]


def _legend_lines(
    shown: Sequence[PointsSource], t: Translations
) -> list[list[tuple[PointsSource, str]]]:
    """The sources with their names, in as few lines as fit, all of about the same length."""
    entries = []
    for source in shown:
        name = fitted(t.gettext(SOURCE_HEADINGS[source]), "bold", _LEGEND_LETTERS, _LONGEST_ENTRY)
        entries.append((source, name))
    for count in range(1, len(entries)):
        each = -(-len(entries) // count)
        lines = [entries[i : i + each] for i in range(0, len(entries), each)]
        if all(_legend_width(line) <= SHEET_RIGHT - SHEET_LEFT for line in lines):
            return lines
    return [[entry] for entry in entries]


def _legend_width(line: Sequence[tuple[PointsSource, str]]) -> float:
    return sum(
        (_LEGEND_SWATCH + 12 + width(name, "bold", _LEGEND_LETTERS)) for _, name in line
    ) + 40 * (len(line) - 1)


def _draw_legend(
    image: Image.Image, line: Sequence[tuple[PointsSource, str]], middle: float, theme: Theme
) -> None:
    x = (SHEET_WIDTH - _legend_width(line)) / 2
    for source, name in line:
        stone = block(source, _LEGEND_SWATCH, 50, theme)
        paste(image, stone, (x + _LEGEND_SWATCH / 2, middle))
        paste(image, sign(source, 42, theme), (x + _LEGEND_SWATCH / 2, middle))
        x += _LEGEND_SWATCH + 12
        text(image, (x, middle), name, "bold", _LEGEND_LETTERS, theme.text)
        x += width(name, "bold", _LEGEND_LETTERS) + 40


_REVIEW_NAMES_HIGH, _REVIEW_FOOT = 84, 20
_REVIEW_MARKER, _REVIEW_AFTER, _REVIEW_BETWEEN = 52, 14, 40
_REVIEW_LETTERS = (44, 40, 36)


def draw_review(shown: Expectations, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw what each seat was expected to end with, as lines over the rounds, 1,600 pixels wide."""
    look = THEMES[theme]
    return Picture(
        png(review_image(shown, look, t), look), "review.png", alt_expectations(shown, t)
    )


def review_image(shown: Expectations, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    # Translators: title of a picture, at most 30 characters: the points each seat was expected to
    # have at the end of the game, as a line over the rounds
    title = t.gettext("Expected final points")
    rounds = len(shown.food_days)
    note = t.ngettext("{n} round", "{n} rounds", rounds).format(n=rounds)
    image = sheet(SHEET_LOWEST, title, note, theme)
    _draw_names(image, shown, SHEET_HEAD + _REVIEW_NAMES_HIGH / 2 - 8, theme)
    lines = Lines(
        shown.lines, shown.ends, shown.by_place, shown.food_days, 0.0, scored=False, from_zero=False
    )
    draw_chart(
        image,
        lines,
        (SHEET_LEFT, SHEET_HEAD + _REVIEW_NAMES_HIGH, SHEET_RIGHT, SHEET_LOWEST - _REVIEW_FOOT),
        theme,
    )
    return image


def _draw_names(image: Image.Image, shown: Expectations, y: float, theme: Theme) -> None:
    """Draw each seat's marker with its name, in seat order."""
    seats = len(shown.names)
    whole = (
        SHEET_RIGHT
        - SHEET_LEFT
        - (seats - 1) * _REVIEW_BETWEEN
        - seats * (_REVIEW_MARKER + _REVIEW_AFTER)
        - 8
    )
    names = [showable(name) or SEAT_LETTERS[n] for n, name in enumerate(shown.names)]
    size = next(
        (one for one in _REVIEW_LETTERS if sum(width(n, "black", one) for n in names) <= whole),
        _REVIEW_LETTERS[-1],
    )
    # Longer names get the room that shorter ones leave.
    left, fit = float(whole), dict[int, str]()
    for done, seat in enumerate(sorted(range(seats), key=lambda n: width(names[n], "black", size))):
        fit[seat] = fitted(names[seat], "black", size, left / (seats - done))
        left -= width(fit[seat], "black", size)
    x = float(SHEET_LEFT + 4)
    for seat in range(seats):
        paste(image, marker(seat, _REVIEW_MARKER, theme), (x + _REVIEW_MARKER / 2, y))
        x += _REVIEW_MARKER + _REVIEW_AFTER
        text(image, (x, y), fit[seat], "black", size, theme.text)
        x += width(fit[seat], "black", size) + _REVIEW_BETWEEN
