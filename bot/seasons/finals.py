"""The final of a season: its players, their seats, and when it can be drawn.

After the last table of all divisions a few players meet once more, at one table, for the title of
the season. The divisions keep their order and their promotion. The finalists follow from the
standings, so that moderators choose nobody; ties that nothing breaks are drawn by the season's
seed.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import chain

from bot.seasons.events import FINAL, DrawnTable, FinalDrawn
from bot.seasons.season import Season
from bot.seasons.seating import MOST_SEATS
from bot.seasons.standings import Row, all_standings, byes_of
from bot.seasons.tie_breaks import lots


@dataclass(frozen=True)
class Finalists:
    """The finalists by the current standings."""

    entries: tuple[int, ...] = ()
    """The entries, the best first."""
    drawn_among: tuple[int, ...] = ()
    """The entries level for the last places, of which some were drawn by the season's seed; empty
    where the standings broke all ties."""


def final_due(season: Season) -> bool:
    """Whether it is time for a final: the season has one, all tables of its divisions are over, and
    it is not drawn. There may be too few `finalists` for it."""
    if season.phase != "running" or season.rules.finals == "none" or season.final_tables:
        return False
    return not season.open_in_divisions() and not rounds_left(season)


def rounds_left(season: Season) -> bool:
    """Whether a Swiss season has rounds that are not drawn yet."""
    return any(map(season.rounds_left, range(len(season.divisions))))


def finalists(season: Season) -> Finalists:
    """Find the finalists by the season's rules and current standings. A withdrawn entry is left
    out, and the next one moves up; so is the worse of two entries that one person plays for. Among
    the best of all are only entries with at least half as many games, byes included, as the entry
    that has the most."""
    tables = all_standings(season)
    tiers = [drawn.tier for drawn in season.divisions]
    wanted = season.rules.finalists if season.rules.finals != "winners" else MOST_SEATS
    byes = Counter(
        entry
        for division in range(len(season.divisions))
        for entry in chain.from_iterable(byes_of(season, division))
    )
    rounds = {row.entry: row.games + byes[row.entry] for table in tables for row in table.rows}
    most = max(rounds.values(), default=0)
    ranked: list[tuple[tuple[int, ...], int]] = []
    for tier, table in zip(tiers, tables, strict=True):
        for row in table.rows:
            if row.withdrawn:
                continue
            by_game = _by_game(row, byes[row.entry])
            match season.rules.finals:
                case "winners" if row.place == 1:
                    ranked.append(((tier, *by_game), row.entry))
                case "best" if 2 * rounds[row.entry] >= most:
                    margin = row.margin // max(1, row.games)
                    ranked.append(((-row.points, -row.wins, -margin), row.entry))
                case "top" if tier == min(tiers):
                    ranked.append(((row.place, *by_game), row.entry))
    entries = chain.from_iterable(drawn.entries for drawn in season.divisions)
    drawn_for = lots(f"{season.seed} final", entries)
    ranked.sort(key=lambda one: (one[0], drawn_for[one[1]]))
    people: set[int] = set()
    able: list[tuple[tuple[int, ...], int]] = []
    for key, entry in ranked:
        if season.holder(entry) not in people:
            people.add(season.holder(entry))
            able.append((key, entry))
    chosen, left = able[:wanted], able[wanted:]
    level = [entry for key, entry in able if chosen and left and key == chosen[-1][0]]
    drawn = level if left and left[0][0] == chosen[-1][0] else []
    return Finalists(tuple(entry for _, entry in chosen), tuple(drawn))


def _by_game(row: Row, byes: int) -> tuple[int, ...]:
    """League points, wins and margin by round played, to sort the best first: divisions may differ
    in their number of games."""
    rounds = max(1, row.games + byes)
    return (-(row.points // rounds), -(row.wins // rounds), -(row.margin // max(1, row.games)))


def draw_final(season: Season, entries: tuple[int, ...]) -> FinalDrawn:
    """Draw the tables of the final: these finalists as often as the rules say, seated by their
    standing, in each further game one seat later."""
    first = 1 + max((drawn.round for drawn in season.tables.values()), default=-1)
    tables = []
    for game in range(season.rules.final_games):
        on = game % len(entries)
        seats = entries[on:] + entries[:on]
        tables.append(DrawnTable(len(season.tables) + game + 1, FINAL, first + game, seats))
    return FinalDrawn(entries, tuple(tables))
