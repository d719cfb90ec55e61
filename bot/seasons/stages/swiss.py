"""Swiss rounds: each is paired by the standings (`schedules.pair_round`)."""

from collections.abc import Sequence

from bot.seasons import standings
from bot.seasons.events import Rules, Stage
from bot.seasons.schedules import Extent, Round, extent_of_rounds, pair_round
from bot.seasons.season import Season
from bot.seasons.stages.kind import Kind, Paired


def _begin(rules: Rules, stage: Stage, entries: Sequence[int], division: int, seed: int) -> Paired:
    return _paired(0, pair_round(dict.fromkeys(entries, 0), rules.seats, seed=seed + division))


def _draw_round(season: Season, division: int, seed: int) -> Paired:
    """Pair the next round by the standings, without entries that were given up."""
    staying = [row for row in standings.standings_of(season, division).rows if not row.withdrawn]
    before = rounds_played(season, division)
    paired = pair_round(
        {row.entry: row.points for row in staying}, season.rules.seats, before,
        seed=seed, places={row.entry: row.place or n for n, row in enumerate(staying, start=1)},
    )  # fmt: skip
    return _paired(len(before), paired)


def _paired(number: int, found: Round) -> Paired:
    return Paired(tuple((number, table) for table in found.tables), found.byes)


def rounds_played(season: Season, division: int) -> list[Round]:
    """The rounds of a division so far, without voided tables."""
    tables = season.tables_in(division)
    first = min((drawn.round for drawn in tables), default=0)
    return [
        Round(
            tuple(
                drawn.entries
                for drawn in tables
                if drawn.round == first + number and drawn.table not in season.voided
            ),
            out,
        )
        for number, out in enumerate(standings.byes_of(season, division))
    ]


def _rounds_left(season: Season, division: int) -> bool:
    """None are where fewer than two are left to play them."""
    staying = set(season.entries_in(division)) - season.withdrawn
    return len(staying) > 1 and season.rounds_left(division)


def _extent(rules: Rules, stage: Stage, players: int) -> Extent:
    return extent_of_rounds(players, rules.seats, stage.games or 1)


SWISS = Kind(_begin, _extent, _rounds_left, _draw_round, late=True)
