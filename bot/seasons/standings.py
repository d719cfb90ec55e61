"""Standings of a division, with every tie explained, and the champions of a season.

They are never stored but calculated from the results, so that a correction corrects them all.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.seasons.events import FINAL
from bot.seasons.points import Credit, PointsScheme, credits_of, scheme_named
from bot.seasons.results import COMPUTER_PERCENT, Result
from bot.seasons.season import Season
from bot.seasons.tie_breaks import CRITERIA, Asked, Tally, tally


@dataclass(frozen=True, slots=True)
class TieStep:
    """The use of one criterion on a group of tied entries, and its outcome."""

    criterion: str
    tied: tuple[int, ...]
    """The entries that were tied so far, in the order in which this criterion leaves them."""
    values: tuple[int, ...]
    """The values of `tied` by the criterion (see `tie_breaks.CRITERIA`)."""

    @property
    def decided(self) -> bool:
        """Whether the criterion separated any of them."""
        return self.values[0] != self.values[-1]


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in the standings."""

    entry: int
    place: int
    """The place, from 1; entries tied to the end share it and the next is skipped."""
    games: int
    points: int
    """League points, in units of `points.UNIT`."""
    wins: int
    """Wins, in units too: a shared win counts in part."""
    places: tuple[int, ...]
    """The numbers of first, second, third, fourth, fifth places."""
    margin: int
    """Own points less the average of the opponents', over all tables; 48 to a point."""
    computer_turns: int
    withdrawn: bool
    ahead_by: str | None
    """The criterion that puts it before the next entry, though they are level on the first one;
    None where no tie was broken."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A division's table at one moment."""

    rows: tuple[Row, ...]
    """The rows by place; entries that share a place, in the order of the draw."""
    ties: tuple[TieStep, ...]
    """Every step that was needed, from the top of the table, those that decided nothing included:
    together they explain the order of tied entries."""

    def ties_of(self, entry: int) -> tuple[TieStep, ...]:
        """List the steps in which the entry was tied, in order."""
        return tuple(step for step in self.ties if entry in step.tied)


def standings(
    entries: Iterable[int],
    results: Iterable[Result],
    scheme: PointsScheme,
    chain: Sequence[str],
    *,
    seed: str,
    withdrawn: Collection[int] = (),
    adjustments: Mapping[int, int] | None = None,
    computer_percent: int = COMPUTER_PERCENT,
) -> Standings:
    """Rank the entries by the chain's first criterion, tied ones by the second, and so on.

    A criterion is used on the tied entries only, and those it leaves tied go on to the next one
    (they do not start again). Withdrawn entries stand below all others. `seed` decides the drawing
    of lots. Raises KeyError for a criterion that does not exist, ValueError for an empty chain and
    for results the scheme has no points for.
    """
    if not chain:
        raise ValueError("a chain of tie-breaks has at least one criterion")
    tallies = tally(
        entries, results, scheme, adjustments=adjustments, computer_percent=computer_percent
    )
    asked = Asked(tallies, seed, computer_percent)
    ties: list[TieStep] = []
    staying = [entry for entry in tallies if entry not in withdrawn]
    gone = [entry for entry in tallies if entry in withdrawn]
    groups = [*_ranked(staying, asked, chain, 0, ties), *_ranked(gone, asked, chain, 0, ties)]
    rows: list[Row] = []
    for number, (_, group) in enumerate(groups):
        ahead_by = groups[number + 1][0] if number + 1 < len(groups) else None
        place = len(rows) + 1
        for entry in group:
            rows.append(_row(tallies[entry], place, entry in withdrawn, ahead_by))
    return Standings(tuple(rows), tuple(ties))


def _ranked(
    tied: list[int], asked: Asked, chain: Sequence[str], depth: int, ties: list[TieStep]
) -> list[tuple[str | None, list[int]]]:
    """Split the entries into groups of ties that nothing breaks, best first, each with the
    criterion that puts the group before it ahead."""
    if not tied:
        return []
    if len(tied) == 1 or depth == len(chain):
        return [(None, tied)]
    values = CRITERIA[chain[depth]](asked, tied)
    order = sorted(tied, key=lambda entry: -values[entry])
    if depth:
        ties.append(TieStep(chain[depth], tuple(order), tuple(values[entry] for entry in order)))
    groups: list[list[int]] = []
    for entry in order:
        if groups and values[groups[-1][0]] == values[entry]:
            groups[-1].append(entry)
        else:
            groups.append([entry])
    ranked: list[tuple[str | None, list[int]]] = []
    for group in groups:
        (_, first), *others = _ranked(group, asked, chain, depth + 1, ties)
        ranked += [(chain[depth] if ranked and depth else None, first), *others]
    return ranked


def _row(sums: Tally, place: int, withdrawn: bool, ahead_by: str | None) -> Row:
    return Row(
        sums.entry,
        place,
        sums.games,
        sums.points,
        sums.wins,
        tuple(sums.places[1:]),
        sums.margin,
        sums.computer_turns,
        withdrawn,
        ahead_by,
    )


# --- Of a season ----------------------------------------------------------------------------------


def standings_of(season: Season, division: int) -> Standings:
    """Calculate the current standings of a division, or of the `FINAL`. Raises IndexError if there
    is no such division."""
    results = [
        result
        for number, result in season.results.items()
        if season.tables[number].division == division
    ]
    return _of_season(season, division, results)


def _of_season(season: Season, division: int, results: Sequence[Result]) -> Standings:
    final = division == FINAL
    return standings(
        season.finalists if final else season.divisions[division].entries,
        results,
        scheme_named(season.rules.scheme),
        season.rules.chain,
        seed=f"{season.seed} {division}",
        withdrawn=season.withdrawn,
        adjustments=None if final else _units_apart(season, division),
        computer_percent=season.rules.computer_percent,
    )


def all_standings(season: Season) -> list[Standings]:
    """Calculate the current standings of all divisions, in their order."""
    by_division: list[list[Result]] = [[] for _ in season.divisions]
    for number, result in season.results.items():
        if season.tables[number].division != FINAL:
            by_division[season.tables[number].division].append(result)
    return [_of_season(season, division, results) for division, results in enumerate(by_division)]


def champions(season: Season) -> tuple[int, ...]:
    """Find the people in the first place of the final, or, if none was played, of the top
    divisions; shared places included. Empty as long as the season is not finished."""
    if season.phase != "finished":
        return ()
    if any(number in season.results for number in season.final_tables):
        return tuple(
            season.holder(row.entry) for row in standings_of(season, FINAL).rows if row.place == 1
        )
    top = min(drawn.tier for drawn in season.divisions)
    return _first(season, [n for n, drawn in enumerate(season.divisions) if drawn.tier == top])


def winners(season: Season) -> tuple[int, ...]:
    """Find the people in the first places of all divisions. Empty as `champions`."""
    return _first(season, range(len(season.divisions) if season.phase == "finished" else 0))


def _first(season: Season, divisions: Iterable[int]) -> tuple[int, ...]:
    return tuple(
        season.holder(row.entry)
        for number in divisions
        for row in standings_of(season, number).rows
        if row.place == 1 and not row.withdrawn
    )


def earned_by(season: Season, person: int) -> Credit:
    """Count a person's points, games and wins in a season. Points apart from tables go to the
    person who plays for the entry now. A person who plays an entry alone has earned its line in the
    standings; so the final, which is for the title alone, is left out."""
    own = [
        result
        for number, result in season.results.items()
        if season.tables[number].division != FINAL
        and any(line.played_by(person) for line in result.lines)
    ]
    credits = credits_of(
        own, scheme_named(season.rules.scheme), computer_percent=season.rules.computer_percent
    )
    earned = credits.get(person, Credit(0, 0, 0))
    apart = sum(
        _units_apart(season, season.division_of[entry]).get(entry, 0)
        for entry, held in season.holders.items()
        if held[-1] == person
    )
    return replace(earned, points=earned.points + apart)


def byes_of(season: Season, division: int) -> tuple[tuple[int, ...], ...]:
    """List the entries without a game in the Swiss form, round by round."""
    first = season.first_byes.get(division, ())
    return (first, *(drawn.byes for drawn in season.rounds if drawn.division == division))


def bye_units(season: Season) -> int:
    """Count the units for a round without a game in the Swiss form; 0 in the other forms."""
    if season.rules.form != "swiss":
        return 0
    return scheme_named(season.rules.scheme).bye(season.rules.seats)


def _units_apart(season: Season, division: int) -> dict[int, int]:
    """Add up the units apart from tables: adjustments and byes."""
    units = dict(season.adjustments)
    bye = bye_units(season)
    for out in byes_of(season, division):
        for entry in out:
            units[entry] = units.get(entry, 0) + bye
    return units
