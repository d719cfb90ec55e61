"""Results in words, for their pictures: points of a game, standings and ratings of a league.

The pictures of leagues show plain data made for them; they do not know how leagues rank players.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.engine.points_by_source import PointsHistory
from bot.text.descriptions.alt_text import LONGEST, fitting
from bot.text.formats import rating_number
from bot.text.names import games_words, players_words
from bot.text.names import points as points_words
from bot.text.points import (
    food_days_words,
    on_gears_words,
    quarters_note,
    sources_words,
    tied,
)
from bot.text.translation import Translations

Band = Literal["up", "stays", "down"]
_SHORT_NAME = 14
_SHORTER_NAMES = (14, 10, 7)


@dataclass(frozen=True)
class FinalResult:
    """The data of the final picture. Compared by value, so that a drawing can be kept."""

    names: tuple[str, ...]
    """The names by seat, as the server shows them."""
    history: PointsHistory


def alt_final(names: Sequence[str], history: PointsHistory, t: Translations) -> str:
    """Describe the final picture: places, points, their sources and the points after each food day.
    If that is too long, first the food days are left out, then long names are cut, then the
    monuments' names and the sources are left out."""
    return fitting(_final_ways(names, history, t))


def _final_ways(
    names: Sequence[str], history: PointsHistory, t: Translations
) -> Iterator[Sequence[str]]:
    yield _final_told(t, names, history, monuments=True, food_days=True)
    short = [name[:_SHORT_NAME] for name in names]
    yield _final_told(t, short, history, monuments=True, food_days=True)
    yield _final_told(t, short, history, food_days=True)
    yield _final_told(t, short, history)
    yield _final_told(t, short, history, sources=False)


def _final_told(
    t: Translations,
    names: Sequence[str],
    history: PointsHistory,
    *,
    monuments: bool = False,
    food_days: bool = False,
    sources: bool = True,
) -> Sequence[str]:
    rounds = len(history.food_days)
    if history.finished:
        head = t.ngettext(
            "Final score after {n} round.", "Final score after {n} rounds.", rounds
        ).format(n=rounds)
    else:
        head = t.ngettext("Points after {n} round.", "Points after {n} rounds.", rounds).format(
            n=rounds
        )
    sentences = [head]
    for seat in history.by_place:
        points = history.seats[seat]
        what = sources_words(t, points, monuments=monuments) if sources else ""
        if tied(history, points):
            on_gears = on_gears_words(t, points)
            what = f"{what}; {on_gears}" if what else on_gears
        reached = points_words(t, points.points4)
        one = f"{points.place}. {names[seat]}, {reached}"
        sentences.append(f"{one}: {what}." if what else f"{one}.")
    if food_days:
        sentences += food_days_words(t, names, history)
        sentences.append(quarters_note(t, (seat.points4 for seat in history.seats)))
    return sentences


@dataclass(frozen=True)
class StandingsRow:
    """One line of the standings."""

    place: int
    """The place, from 1, shared by ties."""
    name: str
    """The name, as the server shows it."""
    values: tuple[str, ...]
    """The texts for the table's columns."""
    moved: int | None = None
    """Places won (or, below zero, lost) since the last time; None for a new entry."""
    tie: str = ""
    """Why the row stands before the next though both are level, in the reader's language."""
    band: Band = "stays"
    """Whether this place is promoted or relegated at the end of the season."""
    gone: bool = False
    """Whether the entry has withdrawn: it stays in the table, in faint colours."""
    signs: str = ""
    """Small signs behind the name, which the legend explains."""


@dataclass(frozen=True)
class StandingsTable:
    """The data of the picture. Compared by value, so that a drawing can be cached."""

    title: str
    columns: tuple[str, ...]
    """Heads of the columns of numbers, the first counts most: ("Points", "Games", "Wins")."""
    rows: tuple[StandingsRow, ...]
    """The rows by place, at most `MOST_ROWS`."""
    note: str = ""
    """A note at the right of the title: "After round 3 of 6"."""
    legend: str = ""
    """The meaning of the rows' signs, below them."""


def alt_standings(table: "StandingsTable", t: Translations) -> str:
    """Describe the standings: the title, every place with its values, who is promoted or relegated.
    If that is too long, ties and moves are left out first, then all columns but the first; then
    long names are cut, and the last places left out."""
    return fitting(_standings_ways(t, table))


def _standings_ways(t: Translations, table: "StandingsTable") -> Iterator[Sequence[str]]:
    yield _standings_told(t, table)
    yield _standings_told(t, table, ties=False)
    for longest in (None, *_SHORTER_NAMES):
        yield _standings_told(t, table, ties=False, columns=1, longest=longest)
    for rows in range(len(table.rows) - 1, -1, -1):
        yield _standings_told(t, table, ties=False, columns=1, longest=longest, rows=rows)


def _standings_told(
    t: Translations,
    table: "StandingsTable",
    *,
    ties: bool = True,
    columns: int | None = None,
    longest: int | None = None,
    rows: int | None = None,
) -> Sequence[str]:
    head = ", ".join(part for part in (table.title, table.note) if part)
    # Translators: {title}: a league or season by its name, and how far it is: "Autumn, after round
    # 3 of 6".
    sentences = [t.gettext("Standings: {title}.").format(title=head)]
    told = table.rows[:rows]
    for row in told:
        sentences.append(_standings_row(t, table, row, ties=ties, columns=columns, longest=longest))
    left = len(table.rows) - len(told)
    if left:
        # Translators: last in a table too long to be told whole.
        more = t.ngettext("And {n} more place.", "And {n} more places.", left)
        sentences.append(more.format(n=left))
    if ties and table.legend:
        sentences.append(f"{table.legend}.")
    return sentences


def _standings_row(
    t: Translations,
    table: "StandingsTable",
    row: "StandingsRow",
    *,
    ties: bool,
    columns: int | None,
    longest: int | None,
) -> str:
    values = [
        f"{head} {value}"
        for head, value in zip(table.columns[:columns], row.values[:columns], strict=True)
    ]
    if row.gone:
        # Translators: in a list about a player, who has left the season.
        values.append(t.gettext("has withdrawn"))
    elif row.band == "up":
        # Translators: in a list about a player, who would go up to the division above.
        values.append(t.gettext("set to go up"))
    elif row.band == "down":
        # Translators: in a list about a player, who would go down to the division below.
        values.append(t.gettext("set to go down"))
    if ties and row.moved:
        values.append(moved_words(t, row.moved))
    if ties and row.tie:
        values.append(row.tie)
    name = " ".join(filter(None, (row.name[:longest], row.signs if ties else "")))
    return f"{row.place}. {name}: {', '.join(values)}."


def moved_words(t: Translations, places: int) -> str:
    """Tell how many places were won or lost in the last days; empty for none."""
    if not places:
        return ""
    n = abs(places)
    if places > 0:
        # Translators: in the standings, within the last days; behind a player's name and in the
        # words of a picture
        return t.ngettext("{n} place won", "{n} places won", n).format(n=n)
    # Translators: in the standings, within the last days; behind a player's name and in the words
    # of a picture
    return t.ngettext("{n} place lost", "{n} places lost", n).format(n=n)


@dataclass(frozen=True)
class RatingLine:
    """The history of one rating."""

    players: int
    """The number of players, 2 to 5, which chooses the line's colour and marker."""
    values: tuple[float, ...]
    """The rating after each game, the first game first; every line begins at 0 before it."""


@dataclass(frozen=True)
class RatingsChart:
    """The data of the picture. Compared by value, so that a drawing can be cached."""

    name: str
    """The name of the rated person, as the server shows it."""
    lines: tuple[RatingLine, ...]
    """The lines by number of players; at most four."""
    provisional: int
    """The number of games up to which a rating is provisional, and its line thin."""


def alt_ratings(chart: RatingsChart, t: Translations) -> str:
    """Describe the picture: each rating with its lowest and highest value, and its present one."""
    # Translators: {name}: a player.
    said = [t.gettext("Ratings of {name}, game by game.").format(name=chart.name)]
    for line in chart.lines:
        # Translators: a player's rating at tables of so many players; {players} as "3 players",
        # {games} as "12 games", the other places are numbers.
        told = t.gettext("{players}: {rating} ({games}), lowest {low}, highest {high}.")
        said.append(
            told.format(
                players=players_words(t, line.players),
                rating=rating_number(t, line.values[-1]),
                games=games_words(t, len(line.values)),
                low=rating_number(t, min(line.values)),
                high=rating_number(t, max(line.values)),
            )
        )
    return " ".join(said)[:LONGEST]
