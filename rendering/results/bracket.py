"""The picture of a cup's bracket: its rounds beside each other, with lines from table to table, as
long as that can be read on a phone; else below each other, each with its tables in columns.

Where a large cup does not fit, rounds that are over shrink to who went on, and at last tables are
left out and counted.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from PIL import Image

from bot.text.descriptions.bracket import (
    BYE,
    GO_ON,
    TABLES_LEFT_OUT,
    Bracket,
    BracketRound,
    BracketRow,
    BracketTable,
    State,
    alt_bracket,
    champion_words,
    coming_words,
    progress_words,
    table_words,
)
from bot.text.translation import Translations
from rendering.drawing.canvas import Pen, Sketch, paste, rounded
from rendering.drawing.encoding import Picture, png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import ELLIPSIS, fitted, showable, shrunk, text, width
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, Theme, ThemeName, mix
from rendering.ground import SHEET_HEAD, SHEET_LEFT, SHEET_LOWEST, SHEET_RIGHT, SHEET_WIDTH, sheet
from rendering.icons import goods
from rendering.results.standings import readable_names

LEAST = 46
"""The least size of letters in pixels: 11½ where the picture is shown 400 wide."""
HIGHEST = SHEET_WIDTH * 11 // 7
"""The greatest height in pixels."""
_COMFORTABLE = SHEET_WIDTH * 5 // 4  # what a phone shows whole; more only where it must be
_ACROSS = SHEET_RIGHT - SHEET_LEFT
_FOOT = 24
_CROWN, _CROWN_GAP = 150, 22  # the strip with the champion
_ROWS = (112, 106, 100, 94, 88, 82, 76, 72, 68)  # heights of a seat
_NAMES = (64, 60, 56, 52, 49, LEAST)
_CARD_HEAD, _CARD_FOOT, _PAD = 68, 16, 26
_MARK, _MEDAL = 14, 70  # widths: the mark of those who go on; a medal
_APART, _FRAME = 22, 6
_ROUND_HEAD = 138  # above a column: the name of the round, how many go on, and a bar
_WAY = 60  # between columns, for the lines from table to table
_MOST_BESIDE = 3  # more rounds beside each other leave no room for names
_COLUMNS, _MOST_COLUMNS = (2, 3), 4  # of tables of a round
_SECTION_HEAD, _SECTION_GAP, _LINE = 78, 26, 62
_MOST_LINES = 7  # of names of those who went on, or who have a bye

_Show = Literal["whole", "went on", "not"]
_SHORTER: Sequence[_Show] = ("went on", "not")
_When = Literal["over", "now", "coming"]


def draw_bracket(bracket: Bracket, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw the bracket, 1,600 pixels wide and at most `HIGHEST` high."""
    look = THEMES[theme]
    data = png(bracket_image(bracket, look, t), look)
    return Picture(data, "bracket.png", alt_bracket(bracket, t))


def bracket_image(bracket: Bracket, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    bracket = _readable(bracket)
    top = SHEET_HEAD + (_CROWN + _CROWN_GAP if bracket.champion else 0)
    placed = _beside(bracket, top) or _below(bracket, top, t)
    height = max(SHEET_LOWEST, placed.bottom + _FOOT)
    image = sheet(height, bracket.title, progress_words(t, bracket), theme, letters=LEAST)
    if bracket.champion:
        _draw_crown(image, bracket.champion, theme, t)
    for line in placed.lines:
        _draw_line(image, line, theme)
    for head in placed.heads:
        _draw_head(image, head, theme, t)
    for words, left, middle in placed.words:
        text(image, (left, middle), words, "bold", LEAST, theme.dim)
    leads = {} if placed.lines else _leads(bracket)
    sizes = _name_sizes(placed.cards)
    for card in placed.cards:
        _draw_card(image, card, sizes[card.width], leads.get(card.table.number), theme, t)
    return image


def _readable(bracket: Bracket) -> Bracket:
    """The bracket with all names in letters that can be drawn, and different."""
    names = {row.name for one in bracket.rounds for table in one.tables for row in table.rows}
    given = sorted(names)
    shown = dict(zip(given, readable_names(given), strict=True))

    def told(table: BracketTable) -> BracketTable:
        rows = tuple(replace(row, name=shown[row.name]) for row in table.rows)
        return replace(table, rows=rows)

    rounds = (replace(one, tables=tuple(map(told, one.tables))) for one in bracket.rounds)
    return replace(bracket, rounds=tuple(rounds))


# --- where everything is --------------------------------------------------------------------------


@dataclass(frozen=True)
class _Card:
    """A table on the picture."""

    table: BracketTable
    left: int
    top: int
    right: int
    bottom: int
    row: int
    """The height of a seat in pixels."""
    seeds: int
    """The width for the numbers of seeds in pixels; 0 if they are not shown."""

    @property
    def middle(self) -> int:
        return (self.top + self.bottom) // 2

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def has_medals(self) -> bool:
        return self.table.state == "played" and self.table.rows[0].goes_on is None

    def of_name(self, row: BracketRow) -> tuple[int, int]:
        """Where the name in a row begins, and where it must end."""
        left, right = self.left + _PAD + _MARK, self.right - _PAD
        left += _MEDAL if self.has_medals else self.seeds
        if row.points:
            right -= round(width(row.points, "black", self.of_points)) + 18
        return left, right

    @property
    def of_points(self) -> int:
        """The size of the figures of points."""
        return min(58, round(self.row * 0.68))


@dataclass(frozen=True)
class _Head:
    """The heading of a round."""

    of: BracketRound
    when: _When
    left: int
    right: int
    top: int
    beside: bool
    """Whether how many go on stands at the right of its name; else below it."""


@dataclass(frozen=True)
class _Line:
    """A line from a table to the next."""

    start: tuple[int, int]
    end: tuple[int, int]


@dataclass
class _Placed:
    """All that is on the picture below its title, down to `bottom`."""

    bottom: int
    cards: list[_Card] = field(default_factory=list)
    heads: list[_Head] = field(default_factory=list)
    lines: list[_Line] = field(default_factory=list)
    words: list[tuple[str, int, int]] = field(default_factory=list)
    """Further words: where each begins, and how high its middle is."""

    def write(self, parts: Sequence[str], between: str = "") -> None:
        """Add the parts of a list, in at most `_MOST_LINES` lines. Each is written alone, since one
        that is read from the right would turn its whole line round."""
        start, end = SHEET_LEFT + _PAD, SHEET_RIGHT - 3 * _PAD
        left, line, last = start, 0, len(parts) - 1
        for number, part in enumerate(parts):
            shown = fitted(showable(part), "bold", LEAST, _ACROSS // 2)
            more = between if number < last else ""
            wide, gap = (round(width(one, "bold", LEAST)) for one in (shown, more))
            if left > start and left + wide + gap > end:
                if line == _MOST_LINES - 1:
                    self._add(ELLIPSIS, left, line)
                    break
                left, line = start, line + 1
            self._add(shown, left, line)
            self._add(more, left + wide, line)
            left += wide + gap
        self.bottom += (line + 1) * _LINE

    def _add(self, words: str, left: int, line: int) -> None:
        self.words.append((words, left, self.bottom + line * _LINE + _LINE // 2))


def _when(bracket: Bracket, number: int) -> _When:
    if bracket.champion or number < bracket.current:
        return "over"
    return "now" if number == bracket.current else "coming"


def _seeds_wide(bracket: Bracket) -> int:
    """The width that the numbers of the first round's seeds need; 0 without seeds."""
    seeds = [row.seed or 0 for table in bracket.rounds[0].tables for row in table.rows]
    return 18 + round(width(str(max(seeds)), "bold", LEAST)) if any(seeds) else 0


def _card_height(table: BracketTable, row: int) -> int:
    return _CARD_HEAD + max(len(table.rows), table.seats) * row + _CARD_FOOT


def _fitted(place: Callable[[int], _Placed]) -> _Placed | None:
    """What is placed with the greatest height of a seat that leaves the picture comfortable, else
    with the least one; None if even that is too high."""
    for row in _ROWS:
        placed = place(row)
        if placed.bottom + _FOOT <= _COMFORTABLE:
            return placed
    return placed if placed.bottom + _FOOT <= HIGHEST else None


# --- rounds beside each other


def _beside(bracket: Bracket, top: int) -> _Placed | None:
    """The rounds beside each other; None if that cannot be read."""
    if len(bracket.rounds) > _MOST_BESIDE:
        return None
    return _fitted(partial(_in_columns, bracket, top + _ROUND_HEAD))


def _untangled(bracket: Bracket) -> Sequence[BracketRound]:
    """The rounds with their tables in the order of those to which people go on from them."""
    rounds = [bracket.rounds[-1]]
    for one in bracket.rounds[-2::-1]:
        after = rounds[0].tables

        def place(table: BracketTable, after: Sequence[BracketTable] = after) -> int:
            return next((n for n, to in enumerate(after) if _feeds(table, to)), len(after))

        rounds.insert(0, replace(one, tables=tuple(sorted(one.tables, key=place))))
    return rounds


def _in_columns(bracket: Bracket, top: int, row: int) -> _Placed:
    """Each round in a column, its tables from `top` down."""
    rounds = _untangled(bracket)
    high = max(
        SHEET_LOWEST - top - _FOOT,
        *(sum(_card_height(table, row) + _APART for table in one.tables) for one in rounds),
    )
    wide = (_ACROSS - _WAY * (len(rounds) - 1)) // len(rounds)
    placed, before = _Placed(top + high), list[_Card]()
    for number, one in enumerate(rounds):
        left = SHEET_LEFT + number * (wide + _WAY)
        right, when = left + wide, _when(bracket, number)
        seeds = 0 if number else _seeds_wide(bracket)
        placed.heads.append(_Head(one, when, left, right, top - _ROUND_HEAD, beside=False))
        column = [
            _Card(table, left, at, right, at + _card_height(table, row), row, seeds)
            for table, at in zip(one.tables, _tops(one, before, row, top, high), strict=True)
        ]
        placed.cards += column
        placed.lines += _lines(before, column)
        before = column
    return placed


def _tops(one: BracketRound, before: Sequence[_Card], row: int, top: int, high: int) -> list[int]:
    """Where each table of a column begins: level with the tables that lead to it alone, else evenly
    spread."""
    heights = [_card_height(table, row) for table in one.tables]
    apart = (high - sum(heights)) / len(heights)
    tops, spread = list[float](), top + apart / 2
    before = [card for card in before if sum(_feeds(card.table, to) for to in one.tables) == 1]
    for table, tall in zip(one.tables, heights, strict=True):
        middles = [card.middle for card in before if _feeds(card.table, table)]
        level = sum(middles) / len(middles) - tall / 2 if middles else spread
        tops.append(max(top, level))
        spread += tall + apart
    # Each is pushed off its neighbour, first from the top down, then from the bottom up.
    for n in range(1, len(tops)):
        tops[n] = max(tops[n], tops[n - 1] + heights[n - 1] + _APART)
    below = float(top + high + _APART)
    for n in reversed(range(len(tops))):
        below = tops[n] = min(tops[n], below - _APART - heights[n])
    return [round(at) for at in tops]


def _feeds(table: BracketTable, later: BracketTable) -> bool:
    """Whether somebody goes on from a table to a later one."""
    if table.state == "bye":
        return any(row.name == table.rows[0].name for row in later.rows)
    return any(row.source == table.number for row in later.rows)


def _lines(before: Sequence[_Card], after: Sequence[_Card]) -> Iterator[_Line]:
    """The lines between two columns; none from tables from which people go on to several."""
    for card in before:
        fed = [to for to in after if _feeds(card.table, to.table)]
        if len(fed) == 1:
            yield _Line((card.right, card.middle), (fed[0].left, fed[0].middle))


# --- rounds below each other


def _below(bracket: Bracket, top: int, t: Translations) -> _Placed:
    """The rounds below each other, shortened as far as it must be."""
    for shown in _shortened(bracket):
        for columns in _COLUMNS:
            placed = _fitted(partial(_stacked, bracket, shown, columns, None, top, t))
            if placed is not None:
                return placed
    most = len(bracket.rounds[bracket.current].games)
    shortest = partial(_stacked, bracket, shown, _MOST_COLUMNS)
    while (placed := _fitted(partial(shortest, most, top, t))) is None:
        most -= 1
    return placed


def _shortened(bracket: Bracket) -> Iterator[Sequence[_Show]]:
    """How each round that is drawn is shown: first all in whole, then ever shorter."""
    shown: list[_Show] = ["whole"] * (len(bracket.rounds) - len(bracket.coming))
    yield tuple(shown)
    for shorter in _SHORTER:
        for number in range(bracket.current):
            shown[number] = shorter
            yield tuple(shown)


def _stacked(
    bracket: Bracket,
    shown: Sequence[_Show],
    columns: int,
    most: int | None,
    top: int,
    t: Translations,
    row: int,
) -> _Placed:
    """The rounds from the top down, their tables in so many columns; of the current round at most
    `most` tables."""
    placed = _Placed(top)

    for number, how in enumerate(shown):
        one = bracket.rounds[number]
        if how == "not":
            continue
        when = _when(bracket, number)
        head = _Head(one, when, SHEET_LEFT, SHEET_RIGHT, placed.bottom, beside=True)
        placed.heads.append(head)
        placed.bottom += _SECTION_HEAD
        if how == "went on":
            on = [row.name for table in one.tables for row in table.rows if row.goes_on]
            placed.write(on, " · ")
        else:
            seeds = 0 if number or columns == _MOST_COLUMNS else _seeds_wide(bracket)
            games = _in_order(one, most if number == bracket.current else None)
            for at in range(0, len(games), columns):
                line = games[at : at + columns]
                _place_line(placed, line, columns if at else len(line), row, seeds)
            if len(games) < len(one.games):
                placed.write([t.say(TABLES_LEFT_OUT, n=len(one.games) - len(games))])
            byes = [r.name for table in one.tables if table.state == "bye" for r in table.rows]
            if byes:
                placed.write([f"{t.gettext(BYE)}: {byes[0]}", *byes[1:]], " · ")
        placed.bottom += _SECTION_GAP
    if coming := coming_words(t, bracket):
        placed.write(coming, " → ")
    return placed


def _place_line(
    placed: _Placed, tables: Sequence[BracketTable], columns: int, row: int, seeds: int
) -> None:
    """Place tables beside each other, below all that is there; `columns` of them fill the line."""
    wide = (_ACROSS - _APART * (columns - 1)) // columns
    bottom = placed.bottom + max(_card_height(table, row) for table in tables)
    for number, table in enumerate(tables):
        left = SHEET_LEFT + number * (wide + _APART)
        placed.cards.append(_Card(table, left, placed.bottom, left + wide, bottom, row, seeds))
    placed.bottom = bottom + _APART


def _in_order(one: BracketRound, most: int | None) -> Sequence[BracketTable]:
    """The tables of a round at which somebody plays. If they are more than `most`, only so many are
    left, and those that are played now come first."""
    if most is None or most >= len(one.games):
        return one.games
    order: Sequence[State] = ("playing", "waiting", "played")
    return sorted(one.games, key=lambda table: order.index(table.state))[:most]


def _leads(bracket: Bracket) -> Mapping[int, int]:
    """The table to which people go on, by the number of the table they come from; only for rounds
    in which that is one for each table."""
    leads: dict[int, int] = {}
    for one in bracket.rounds:
        ways = {(row.source, to.number) for to in one.tables for row in to.rows if row.source}
        if len(ways) == len({source for source, _ in ways}):
            leads |= dict(ways)
    return leads


# --- drawing --------------------------------------------------------------------------------------


def _draw_crown(image: Image.Image, name: str, theme: Theme, t: Translations) -> None:
    """Draw the strip with who has won the cup."""
    top, bottom = SHEET_HEAD, SHEET_HEAD + _CROWN
    box = (SHEET_LEFT, top, SHEET_RIGHT, bottom)
    rounded(image, box, 18, theme.obsidian, frame=theme.hub_turn, frame_width=_FRAME)
    paste(image, _medal(1, 126, 66, theme), (SHEET_LEFT + 100, (top + bottom) / 2))
    left = SHEET_LEFT + 190
    room = SHEET_RIGHT - _PAD - left
    words = champion_words(t, name)
    shown, size = shrunk(words, "black", (84, 74, 64, 56), room)
    if shown != words:
        rest = width(champion_words(t, ""), "black", size)
        shown = champion_words(t, fitted(name, "black", size, round(room - rest)))
    text(image, (left, (top + bottom) / 2), shown, "black", size, theme.hub_text)


def _draw_head(image: Image.Image, head: _Head, theme: Theme, t: Translations) -> None:
    """Draw the heading of a round, with a bar in the colour of how far it is."""
    colour = {"over": theme.jade, "now": theme.turn, "coming": theme.faint}[head.when]
    ink = theme.dim if head.when == "coming" else theme.text
    more = t.say(GO_ON, n=head.of.goes_on) if head.of.goes_on else ""
    room = head.right - head.left
    if head.beside:
        middle = head.top + 36
        rounded(image, (head.left, middle - 24, head.left + 12, middle + 24), 5, colour)
        left, right = head.left + _PAD + 6, head.right - _PAD
        text(image, (left, middle), fitted(head.of.name, "black", 56, room // 2), "black", 56, ink)
        more = fitted(more, "bold", LEAST, room // 2 - 2 * _PAD)
        text(image, (right, middle), more, "bold", LEAST, theme.dim, "rm")
        return
    name, size = shrunk(head.of.name, "black", (58, 54, 50, LEAST), room - 8)
    text(image, (head.left + 4, head.top + 32), name, "black", size, ink)
    more = fitted(more, "bold", LEAST, room - 8)
    text(image, (head.left + 4, head.top + 86), more, "bold", LEAST, theme.dim)
    rounded(image, (head.left, head.top + 114, head.right, head.top + 122), 4, colour)


def _draw_line(image: Image.Image, line: _Line, theme: Theme) -> None:
    (x, y), (end, below) = line.start, line.end
    turn = end - _WAY // 2
    image.paste(theme.jade, (x, y - 3, turn + 3, y + 3))
    image.paste(theme.jade, (turn - 3, min(y, below) - 3, turn + 3, max(y, below) + 3))
    image.paste(theme.jade, (turn - 3, below - 3, end, below + 3))


def _name_sizes(cards: Sequence[_Card]) -> Mapping[int, int]:
    """The size of names for each width of cards: the largest in which four of five have room."""
    sizes = {}
    for wide in {card.width for card in cards}:
        named = [
            (row.name, right - left)
            for card in cards
            if card.width == wide
            for row in card.table.rows
            for left, right in (card.of_name(row),)
        ]
        highest = max(card.row for card in cards) * 0.7
        sizes[wide] = next(
            (
                size
                for size in _NAMES
                if size <= highest
                and sum(width(name, "black", size) > room for name, room in named) * 5 <= len(named)
            ),
            LEAST,
        )
    return sizes


def _draw_card(
    image: Image.Image, card: _Card, size: int, lead: int | None, theme: Theme, t: Translations
) -> None:
    """Draw a table with its seats; `lead` is the table to which people go on."""
    table, box = card.table, (card.left, card.top, card.right, card.bottom)
    if table.state == "playing":
        rounded(image, box, 16, theme.panel, frame=theme.turn, frame_width=_FRAME)
    elif table.state in ("waiting", "to come"):
        edge = mix(theme.ground, theme.faint, 0.6)
        rounded(image, box, 16, theme.ground, frame=edge, frame_width=4)
    else:
        draw_panel(image, box, theme)
    left, right, middle = card.left + _PAD, card.right - _PAD, card.top + _CARD_HEAD // 2 + 6
    title = table_words(t, table)
    if table.state not in ("to come", "bye"):
        paste(image, _sign_of(table.state, 38, theme), (right - 20, middle))
        right -= 60
    if lead is not None:
        onward = f"→ {lead}"
        room = right - left - width(onward, "bold", LEAST) - 20
        if width(title, "bold", LEAST) > room:
            title = f"{table.number} {onward}"
        else:
            text(image, (right, middle), onward, "bold", LEAST, theme.dim, "rm")
    shown = fitted(title, "bold", LEAST, right - left)
    text(image, (left, middle), shown, "bold", LEAST, theme.dim)
    for number in range(table.seats):
        y = card.top + _CARD_HEAD + round((number + 0.5) * card.row)
        bar = (left + _MARK, y - 8, (left + card.right) // 2, y + 8)
        rounded(image, bar, 8, mix(theme.ground, theme.faint, 0.3))
    for number, row in enumerate(table.rows):
        _draw_row(image, card, number, row, size, theme)


def _draw_row(
    image: Image.Image,
    card: _Card,
    number: int,
    row: BracketRow,
    size: int,
    theme: Theme,
) -> None:
    """Draw a seat: a mark if the person goes on, the seed or a medal, the name, the points."""
    top = card.top + _CARD_HEAD + number * card.row
    middle = top + card.row / 2
    place = number + 1 if card.has_medals else 0
    if row.goes_on:
        mark = (card.left + 10, top + 7, card.left + 10 + _MARK, top + card.row - 7)
        rounded(image, mark, 6, theme.jade)
    out = row.goes_on is False
    ink = theme.dim if out else theme.text
    left, right = card.of_name(row)
    if place:
        paste(image, _medal(place, _MEDAL - 2, LEAST, theme), (left - _MEDAL / 2 - 10, middle))
    elif card.seeds and row.seed is not None:
        text(image, (left - 18, middle), str(row.seed), "bold", LEAST, theme.dim, "rm")
    if row.points:
        at = (card.right - _PAD, middle)
        text(image, at, row.points, "black", card.of_points, ink, "rm")
    weight: Literal["bold", "black"] = "bold" if out else "black"
    sizes = [one for one in _NAMES if one <= size]
    shown, size = shrunk(row.name, weight, sizes, right - left)
    text(image, (left, middle), shown, weight, size, ink)


@kept(500_000)
def _medal(place: int, size: int, letters: int, theme: Theme) -> Image.Image:
    """A medal whose number has letters of this size."""
    pen = Pen(size, theme)
    goods.medal(pen, place)
    sprite, middle = pen.sprite(), size / 2
    text(sprite, (middle, middle), str(place), "black", letters, theme.food_ink, "mm")
    return sprite


@kept(500_000)
def _sign_of(state: State, size: int, theme: Theme) -> Image.Image:
    """The sign of a table: a check mark when it is over, a triangle while it is played, a ring
    before."""
    sketch, unit = Sketch(size, size), size / 100
    if state == "played":
        line = [(10, 54), (38, 82), (90, 20)]
        sketch.line([(x * unit, y * unit) for x, y in line], 16 * unit, theme.jade)
    elif state == "playing":
        sketch.polygon([(x * unit, y * unit) for x, y in ((14, 4), (96, 50), (14, 96))], theme.turn)
    else:
        sketch.circle((size / 2, size / 2), 44 * unit, theme.faint)
        sketch.circle((size / 2, size / 2), 30 * unit, theme.ground)
    return sketch.sprite()
