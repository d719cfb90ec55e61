"""What a season says at one moment: standings, moves between divisions, champions.

Nothing of it is kept: it is worked out from the results, so that a correction corrects it all.
"""

from collections.abc import Sequence

from bot.leagues.points import scheme_named
from bot.leagues.promotion import Move, moves
from bot.leagues.results import Result
from bot.leagues.season import Season
from bot.leagues.standings import Standings, standings


def standings_of(season: Season, division: int) -> Standings:
    """The standings of a division now. Raises IndexError if there is no such division."""
    results = [
        result
        for number, result in season.results.items()
        if season.tables[number].division == division
    ]
    return _ranked(season, division, results)


def _ranked(season: Season, division: int, results: Sequence[Result]) -> Standings:
    return standings(
        season.divisions[division].entries,
        results,
        scheme_named(season.rules.scheme),
        season.rules.chain,
        seed=f"{season.seed} {division}",
        withdrawn=season.withdrawn,
        adjustments=_units_apart(season, division),
        computer_percent=season.rules.computer_percent,
    )


def all_standings(season: Season) -> list[Standings]:
    """The standings of all divisions now, in their order."""
    by_division: list[list[Result]] = [[] for _ in season.divisions]
    for number, result in season.results.items():
        by_division[season.tables[number].division].append(result)
    return [_ranked(season, division, results) for division, results in enumerate(by_division)]


def moves_of(season: Season, tables: Sequence[Standings] | None = None) -> list[Move]:
    """Promotion and relegation as they are now: a preview while the season runs. `tables` are
    `all_standings`, where they are known."""
    tables = all_standings(season) if tables is None else tables
    to_play = dict.fromkeys(season.division_of, 0)
    for drawn in season.open_tables():
        for entry in drawn.entries:
            to_play[entry] += 1
    return moves(
        [(drawn.tier, table) for drawn, table in zip(season.divisions, tables, strict=True)],
        season.rules.promoted,
        season.rules.relegated,
        scheme_named(season.rules.scheme),
        season.rules.seats,
        to_play,
        by_points=season.rules.chain[0] == "points" and season.rules.form != "swiss",
    )


def champions(season: Season) -> tuple[int, ...]:
    """Who holds the first place of the top divisions, shared places included; empty as long as
    the season is not finished."""
    if season.phase != "finished":
        return ()
    top = min(drawn.tier for drawn in season.divisions)
    return tuple(
        season.holder(row.entry)
        for number, drawn in enumerate(season.divisions)
        if drawn.tier == top
        for row in standings_of(season, number).rows
        if row.place == 1 and not row.withdrawn
    )


def byes_of(season: Season, division: int) -> tuple[tuple[int, ...], ...]:
    """In the Swiss form who had no game, round by round."""
    first = season.first_byes.get(division, ())
    return (first, *(drawn.byes for drawn in season.rounds if drawn.division == division))


def _units_apart(season: Season, division: int) -> dict[int, int]:
    """Units that come from no table: adjustments and byes."""
    units = dict(season.adjustments)
    if season.rules.form == "swiss":
        bye = scheme_named(season.rules.scheme).bye(season.rules.seats)
        for out in byes_of(season, division):
            for entry in out:
                units[entry] = units.get(entry, 0) + bye
    return units
