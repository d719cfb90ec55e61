"""The bracket of a cup: the data of its picture, and the same in words for alt texts, messages and
pages. Who goes on, and from where, is known by who makes the data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.refusal import P_
from bot.text.descriptions.alt_text import fitting
from bot.text.names import PLAYERS
from bot.text.translation import N_, Translations, listed

State = Literal["to come", "waiting", "playing", "played", "bye"]
"""What a table is doing; "to come" until it is drawn, and "bye" for somebody without one."""
_SHORTER_NAMES = (14, 10, 7)


@dataclass(frozen=True)
class BracketRow:
    """A seat at a table of the bracket."""

    name: str
    """The name of who sits there, as the server shows it."""
    seed: int | None = None
    """The place in the list of seeds, from 1."""
    source: int = 0
    """The number of the table from which the person comes; 0 for none."""
    points: str = ""
    """The points of the game, once it is over."""
    goes_on: bool | None = None
    """Whether the person goes on to the next round; None while it is open, and in the final."""


@dataclass(frozen=True)
class BracketTable:
    """A table of a round; or somebody who goes on without one."""

    state: State
    rows: tuple[BracketRow, ...] = ()
    """The seats, by place once the table is over; empty before it is drawn."""
    number: int = 0
    """The number of the table in the season; 0 for a bye, and before it is drawn."""
    seats: int = 0
    """How many will sit there, before it is drawn."""


@dataclass(frozen=True)
class BracketRound:
    """A round of the bracket."""

    name: str
    """Its name, in the reader's language."""
    tables: tuple[BracketTable, ...]
    goes_on: int = 0
    """How many go on from each table; 0 in the final."""

    @property
    def games(self) -> tuple[BracketTable, ...]:
        """The tables at which somebody plays: those that are no byes."""
        return tuple(table for table in self.tables if table.state != "bye")

    @property
    def over(self) -> int:
        """The number of tables that are over, byes not counted."""
        return sum(table.state == "played" for table in self.games)

    @property
    def drawn(self) -> bool:
        """Whether it is known who sits where."""
        return all(table.state != "to come" for table in self.tables)


@dataclass(frozen=True)
class Bracket:
    """The data of the picture. Compared by value, so that a drawing can be cached."""

    title: str
    rounds: tuple[BracketRound, ...]
    """The rounds from the first to the last, at least one."""

    @property
    def current(self) -> int:
        """The index of the first round that is not over; of the last one drawn if all are."""
        drawn = [one for one in self.rounds if one.drawn]
        unfinished = (n for n, one in enumerate(drawn) if one.over < len(one.games))
        return next(unfinished, len(drawn) - 1)

    @property
    def champion(self) -> str:
        """The name of who has won the cup; empty until then."""
        last = self.rounds[-1].tables
        return last[0].rows[0].name if last[0].state == "played" and len(last) == 1 else ""

    @property
    def coming(self) -> tuple[BracketRound, ...]:
        """The rounds that are not drawn yet."""
        return tuple(one for one in self.rounds if not one.drawn)


# Translators, for each: name of a round of a cup; heading
_LAST_ROUNDS = (N_("Final"), N_("Semi-finals"), N_("Quarter-finals"))
# Translators: name of a round of a cup, when it is not one of the last; {n} is its number; heading
_ROUND = N_("Round {n}")
# Translators: name of a table of a season, as in “Table 3”; also the name of its thread
_TABLE = N_("Table {n}")
# Translators: somebody goes on to the next round of a cup without playing; stands behind the name,
# or as the heading of a list of names; in a picture at most 16 characters
BYE = N_("Bye")
# Translators: how many tables a round of a cup has; in a picture, behind its name and a colon
_TABLES = P_("{n} table", "{n} tables")
# Translators: line below the tables of a round of a cup, of which so many more are not shown
TABLES_LEFT_OUT = P_("and {n} more table", "and {n} more tables")
# Translators: how many people go on to the next round of a cup from each table; in a picture at
# most 24 characters
GO_ON = P_("{n} advances", "{n} advance")
# Translators: the rounds of a cup that come later: “Then: Semi-finals: 2 tables → Final”
_NEXT = N_("Then: {rounds}")
# Translators: picture and alt text of a cup that is over; at most 40 characters without the name
_WINS = N_("{name} wins the cup!")


def round_name(t: Translations, number: int, tables: Sequence[int]) -> str:
    """Name the round with this index (from 0). `tables` has the number of tables of each round, the
    last one the final. A round is a semi-final or quarter-final only if all after it are, too."""
    left = len(tables) - 1 - number
    wide = [2**back for back in range(left, -1, -1)]
    if left < len(_LAST_ROUNDS) and list(tables[number:]) == wide:
        return t.gettext(_LAST_ROUNDS[left])
    return t.say(_ROUND, n=number + 1)


def progress_words(t: Translations, bracket: Bracket) -> str:
    """Tell how far the cup is: "Semi-finals · 1 of 2 tables"."""
    now = bracket.rounds[bracket.current]
    if len(now.games) < 2:
        return now.name
    # Translators: how many tables are over; beside the title of a picture, at most 34 characters
    over = t.ngettext(
        "{finished} of {all} table finished", "{finished} of {all} tables finished", len(now.games)
    )
    return f"{now.name} · {over.format(finished=now.over, all=len(now.games))}"


def champion_words(t: Translations, name: str) -> str:
    """Say who has won the cup."""
    return t.say(_WINS, name=name)


def table_words(t: Translations, table: BracketTable) -> str:
    """Name a table: "Table 5", "Bye", "4 players"."""
    if table.state == "bye":
        return t.gettext(BYE)
    if table.state == "to come":
        return t.say(PLAYERS, n=table.seats)
    return t.say(_TABLE, n=table.number)


def coming_words(t: Translations, bracket: Bracket) -> list[str]:
    """Name the rounds that are not drawn yet, each with its tables: "Round 3: 4 tables"."""
    return [_with_tables(t, one.name, len(one.games)) for one in bracket.coming]


def _with_tables(t: Translations, name: str, tables: int) -> str:
    return f"{name}: {t.say(_TABLES, n=tables)}" if tables > 1 else name


def rounds_words(t: Translations, tables: Sequence[int]) -> str:
    """Name the rounds of a cup with these numbers of tables: "Semi-finals: 2 tables → Final"."""
    return " → ".join(
        _with_tables(t, round_name(t, number, tables), one) for number, one in enumerate(tables)
    )


def bracket_lines(t: Translations, bracket: Bracket) -> list[str]:
    """Tell the bracket in Markdown: the tables of the current round, the rounds to come, then who
    went on from those before, newest first. Names come as they shall be printed."""
    lines = [f"🏆 **{champion_words(t, bracket.champion)}**"] if bracket.champion else []
    now = bracket.rounds[bracket.current]
    head = [f"**{now.name}**", *([t.say(GO_ON, n=now.goes_on)] if now.goes_on else [])]
    lines += [" · ".join(head), *(f"- {words}" for words in _round_told(t, now))]
    if coming := coming_words(t, bracket):
        lines.append("-# " + t.say(_NEXT, rounds=" → ".join(coming)))
    for one in bracket.rounds[: bracket.current][::-1]:
        lines.append(f"-# **{one.name}:** {_went_on(t, one)}")
    return lines


def alt_bracket(bracket: Bracket, t: Translations) -> str:
    """Describe the bracket in an alt text: how far the cup is, the tables of the current round, the
    next rounds, and who went on before. If that is too long, the rounds before are left out first;
    then long names are cut, and the last tables left out."""
    return fitting(_ways(t, bracket))


def _ways(t: Translations, bracket: Bracket) -> Iterator[Sequence[str]]:
    yield _told(t, bracket, bracket.current)
    yield _told(t, bracket, 1)
    yield _told(t, bracket, 0)
    for longest in _SHORTER_NAMES:
        yield _told(t, _with_names_cut(bracket, longest), 0)


def _told(t: Translations, bracket: Bracket, before: int) -> Sequence[str]:
    """Tell the bracket, with so many of the rounds before the current one."""
    progress = progress_words(t, bracket)
    # Translators: alt text of a picture: the tables of a cup round by round. {title} is the name of
    # the cup, {progress} how far it is: “Semi-finals · 1 of 2 tables”
    head = t.gettext("Bracket of {title}: {progress}.").format(
        title=bracket.title, progress=progress
    )
    sentences = [head]
    if bracket.champion:
        sentences.append(champion_words(t, bracket.champion))
    now = bracket.current
    sentences += [f"{words}." for words in _round_told(t, bracket.rounds[now])]
    sentences += [f"{words}." for words in coming_words(t, bracket)]
    for one in bracket.rounds[max(0, now - before) : now][::-1]:
        sentences.append(f"{one.name}: {_went_on(t, one)}.")
    return sentences


def _with_names_cut(bracket: Bracket, longest: int) -> Bracket:
    def cut(table: BracketTable) -> BracketTable:
        rows = tuple(replace(row, name=row.name[:longest]) for row in table.rows)
        return replace(table, rows=rows)

    rounds = (replace(one, tables=tuple(map(cut, one.tables))) for one in bracket.rounds)
    return replace(bracket, rounds=tuple(rounds))


def _went_on(t: Translations, one: BracketRound) -> str:
    """Tell who went on from a round."""
    names = [row.name for table in one.tables for row in table.rows if row.goes_on]
    return go_on_words(t, names)


def go_on_words(t: Translations, names: Sequence[str]) -> str:
    """Say that these people go on to the next round."""
    # Translators: {names}: people who go on to the next round of a cup; plural by their number
    words = t.ngettext("{names} advances", "{names} advance", len(names))
    return words.format(names=listed(t, names))


def _round_told(t: Translations, one: BracketRound) -> list[str]:
    """Tell each table of a round; byes together, at the end."""
    told = [_table_told(t, table) for table in one.games]
    byes = [row.name for table in one.tables if table.state == "bye" for row in table.rows]
    return [*told, f"{t.gettext(BYE)}: {listed(t, byes)}"] if byes else told


def _table_told(t: Translations, table: BracketTable) -> str:
    """Tell one table: "Table 5: Ada 54 and Ben 50 go on; out: Cem 30 and Dora 22"."""
    title = table_words(t, table)
    seats = [row.name for row in table.rows]
    if table.state == "playing":
        # Translators: a table of a cup at which people play now; {table} is its name, “Table 3”
        return t.gettext("{table}, in play: {names}").format(table=title, names=listed(t, seats))
    if table.state == "waiting":
        return f"{title}: {listed(t, seats)}"
    reached = [f"{seat} {row.points}".strip() for seat, row in zip(seats, table.rows, strict=True)]
    if table.rows[0].goes_on is None:
        order = [f"{place}. {one}" for place, one in enumerate(reached, start=1)]
        return f"{title}: {', '.join(order)}"
    gone = [one for one, row in zip(reached, table.rows, strict=True) if not row.goes_on]
    on = [one for one, row in zip(reached, table.rows, strict=True) if row.goes_on]
    words = f"{title}: {go_on_words(t, on)}"
    if not gone:
        return words
    # Translators: continues a sentence about a table of a cup, behind who goes on: the others
    others = t.gettext("knocked out: {names}").format(names=listed(t, gone))
    return f"{words}; {others}"
