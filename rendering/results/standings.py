"""The picture of a division's standings: places, points, and who would go up or down."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PIL import Image

from bot.text.descriptions.results import Band, StandingsRow, StandingsTable, alt_standings
from bot.text.names import NO_PLACE, told_apart
from bot.text.translation import Translations
from rendering.drawing.canvas import Sketch, paste, rounded
from rendering.drawing.encoding import Picture, png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import showable, shrunk, text, width, wrapped
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, Colour, Theme, ThemeName, mix
from rendering.ground import SHEET_HEAD, SHEET_LEFT, SHEET_LOWEST, SHEET_RIGHT, sheet
from rendering.icons.catalogue import medal

MOST_ROWS = 20
_COLUMNS_HIGH, _FOOT = 62, 24
_MOST_ROOM = 1640  # the greatest height of all rows together
_ROW_LOWEST, _ROW_USUAL, _ROW_HIGHEST, _GAP = 76, 108, 200, 6
_PLACE, _NAME = 104, 168  # from the row's left edge
_PAD, _BAND = 26, 34
_HEAD_LETTERS = 36
_LEGEND_LETTERS = (36, 33, 30)  # the first size in which it fits a line is taken
_LEGEND_HIGH = 56  # of each line
_LEAST_TIE = 28  # smaller letters cannot be read on a phone


def draw_standings(table: StandingsTable, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw the standings, 1,600 pixels wide. Raises ValueError for more than `MOST_ROWS` rows, and
    for a row without a value for each column."""
    if len(table.rows) > MOST_ROWS:
        raise ValueError(f"a picture holds {MOST_ROWS} rows, not {len(table.rows)}")
    if any(len(row.values) != len(table.columns) for row in table.rows):
        raise ValueError("every row has a value for each column")
    look = THEMES[theme]
    data = png(standings_image(table, look), look)
    return Picture(data, "standings.png", alt_standings(table, t))


def standings_image(table: StandingsTable, theme: Theme) -> Image.Image:
    """The picture before it is encoded."""
    count = max(1, len(table.rows))
    above = SHEET_HEAD + _COLUMNS_HIGH
    legend, letters = _legend(table)
    foot = _FOOT + len(legend) * _LEGEND_HIGH
    row = _row_height(count, SHEET_LOWEST - above - foot)
    height = max(SHEET_LOWEST, above + count * (row + _GAP) + foot)
    image = sheet(height, table.title, table.note, theme)
    sizes = _Sizes.of(row)
    rights = _column_rights(table, sizes)
    for head, right in zip(table.columns, rights, strict=True):
        text(image, (right, SHEET_HEAD + 26), head, "bold", _HEAD_LETTERS, theme.dim, "rm")
    top = above
    names = readable_names([one.name for one in table.rows])
    for number, one in enumerate(table.rows):
        before = table.rows[number - 1] if number else None
        if before is not None and before.band != one.band:
            _draw_border(image, before.band if one.band == "stays" else one.band, top, theme)
        _draw_row(image, one, names[number], (top, top + row), rights, sizes, theme)
        top += row + _GAP
    for number, line in enumerate(legend):
        middle = height - _FOOT // 2 - (len(legend) - number - 0.5) * _LEGEND_HIGH
        text(image, (SHEET_LEFT + _PAD, middle), line, "bold", letters, theme.dim, "lm")
    return image


def _legend(table: StandingsTable) -> tuple[Sequence[str], int]:
    """The lines of the legend and the size of their letters: as large as fits one line, else as
    small as can be read, in several."""
    room = SHEET_RIGHT - SHEET_LEFT - 2 * _PAD
    for size in _LEGEND_LETTERS:
        lines = wrapped(table.legend, "bold", size, room)
        if len(lines) <= 1:
            break
    return lines, size


def _row_height(count: int, least: int) -> int:
    """The height of each of `count` rows: few rows fill `least` pixels together, many are as low as
    can be read."""
    filling = least // count - _GAP
    comfortable = min(_ROW_USUAL, _MOST_ROOM // count - _GAP)
    return min(_ROW_HIGHEST, max(_ROW_LOWEST, filling, comfortable))


@dataclass(frozen=True)
class _Sizes:
    """Sizes of a row's letters and medal, in pixels."""

    medal: int
    names: tuple[int, ...]
    ties: tuple[int, ...]
    values: int

    @classmethod
    def of(cls, row: int) -> "_Sizes":
        name = min(62, round(row * 0.58))
        return cls(
            medal=min(92, round(row * 0.84)),
            names=(name, round(name * 0.9), round(name * 0.8)),
            ties=tuple(max(_LEAST_TIE, round(name * part)) for part in (0.56, 0.5, 0.45)),
            values=min(66, round(row * 0.62)),
        )


def _column_rights(table: StandingsTable, sizes: _Sizes) -> list[int]:
    """The right ends of the columns; the first one, the most important, has larger figures."""
    rights: list[int] = []
    right = SHEET_RIGHT - _PAD
    for number in range(len(table.columns) - 1, -1, -1):
        weight, size = _figures(number, sizes)
        words = [row.values[number] for row in table.rows]
        head = width(table.columns[number], "bold", _HEAD_LETTERS)
        wide = max([head, *(width(value, weight, size) for value in words)])
        rights.append(right)
        right -= round(wide) + 40
    return rights[::-1]


def _figures(column: int, sizes: _Sizes) -> tuple[Literal["black", "bold"], int]:
    return ("black", sizes.values) if column == 0 else ("bold", round(sizes.values * 0.82))


def _band_colour(band: Band, theme: Theme) -> Colour | None:
    return {"up": theme.jade, "stays": None, "down": theme.food_mid}[band]


def _draw_border(image: Image.Image, band: Band, top: int, theme: Theme) -> None:
    """Draw the line between those who go up or down (`band`) and their neighbours."""
    colour = _band_colour(band, theme)
    if colour is not None:
        image.paste(colour, (SHEET_LEFT, top - _GAP, SHEET_RIGHT, top - _GAP + 5))


def readable_names(names: Sequence[str]) -> list[str]:
    """The names in letters that can be drawn, made different where that makes two of them equal."""
    return told_apart([showable(name) for name in names])


def _draw_row(
    image: Image.Image,
    row: StandingsRow,
    name: str,
    span: tuple[int, int],
    rights: list[int],
    sizes: _Sizes,
    theme: Theme,
) -> None:
    top, bottom = span
    middle = (top + bottom) / 2
    draw_panel(image, (SHEET_LEFT, top, SHEET_RIGHT, bottom + 3), theme)
    colour = None if row.gone else _band_colour(row.band, theme)
    if colour is not None:
        rounded(image, (SHEET_LEFT, top, SHEET_LEFT + _BAND, bottom), 14, colour)
        image.paste(colour, (SHEET_LEFT + _BAND // 2, top, SHEET_LEFT + _BAND, bottom))
        paste(
            image, _triangle(20, row.band == "up", theme.food_ink), (SHEET_LEFT + _BAND / 2, middle)
        )
    ink = theme.faint if row.gone else theme.text
    x = SHEET_LEFT + _PLACE
    if row.place and row.place <= 3 and not row.gone:
        paste(image, medal(row.place, sizes.medal, theme), (x, middle))
    else:
        size = round(sizes.values * 0.9)
        text(image, (x, middle), str(row.place or NO_PLACE), "black", size, theme.dim, "mm")
    x = SHEET_LEFT + _NAME
    first = rights[0] - width(row.values[0], "black", sizes.values) if rights else SHEET_RIGHT
    room = round(first - 40 - x)
    tie, tie_size = shrunk(showable(row.tie), "regular", sizes.ties, room + 16)
    signs = showable(row.signs)
    if signs:
        room -= round(width(signs, "bold", sizes.names[0])) + 12
    letters = sizes.names[1:] if row.tie else sizes.names
    cut, size = shrunk(showable(name), "black", letters, room)
    lift = tie_size * 0.62 if tie else 0
    text(image, (x, middle - lift), cut, "black", size, ink)
    if signs:
        behind = x + width(cut, "black", size) + 12
        text(image, (behind, middle - lift), signs, "bold", size, theme.dim)
    if tie:
        pale = mix(theme.dim, theme.text, 0.3)  # so small and thin, dim letters would be too pale
        text(image, (x, middle + size * 0.54), tie, "regular", tie_size, pale)
    for number, (value, right) in enumerate(zip(row.values, rights, strict=True)):
        weight, size = _figures(number, sizes)
        shade = ink if number == 0 else (theme.faint if row.gone else theme.dim)
        text(image, (right, middle), value, weight, size, shade, "rm")


@kept(1_000_000)
def _triangle(size: int, up: bool, colour: Colour) -> Image.Image:
    sketch = Sketch(size, size)
    high = size * 0.86
    top = (size - high) / 2
    if up:
        sketch.polygon([(size / 2, top), (size, top + high), (0, top + high)], colour)
    else:
        sketch.polygon([(0, top), (size, top), (size / 2, top + high)], colour)
    return sketch.sprite()
