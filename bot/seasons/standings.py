"""Standings of a division, with every tie explained; the champions of a season; promotion and
relegation: current moves, whether they are certain, and the next divisions.

Standings are never stored but calculated from the results, so that a correction corrects them all.

A place is for who has played at least half as many games as anybody there, byes included, and has
not left. Titles, finals and promotion go by places alone. A late entry that left before it played
is in no standings.

An entry that leaves counts as one that has gone down: so many fewer go down from its division, and
nobody is relegated because somebody else left.

Divisions stand in tiers, the top one 0. Several divisions may share a tier, as on MeepleLeague,
where each tier has twice as many leagues of seven as the one above.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain as joined
from typing import Literal

from bot.seasons.events import LATER, stage_of
from bot.seasons.results import CRITERIA, Asked, PointsScheme, Result, scheme_named, tally
from bot.seasons.season import Season
from bot.seasons.stages import knockout


@dataclass(frozen=True, slots=True)
class TieStep:
    """How one criterion was used on a group of tied entries, and what came of it."""

    criterion: str
    tied: tuple[int, ...]
    """The entries that were tied so far, in the order in which this criterion leaves them."""
    values: tuple[int, ...]
    """The values of `tied` by the criterion (see `results.CRITERIA`)."""

    @property
    def decided(self) -> bool:
        """Whether the criterion separated any of them."""
        return self.values[0] != self.values[-1]


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in the standings."""

    entry: int
    place: int | None
    """The place, from 1; entries that stay tied share it, and the next places are skipped. None for
    an entry that was given up, or has too few games."""
    games: int
    points: int
    """League points, in units of `results.UNIT`."""
    wins: int
    """Wins, also in units: a shared win counts in part."""
    enough: bool
    """Whether it has enough games for a place."""
    margin: int
    """Own points less the average of the opponents', over all tables, in 1/48 point."""
    computer_turns: int
    withdrawn: bool
    ahead_by: str | None
    """The criterion that puts it before the next entry if they are level on points; None if no tie
    was broken."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A division's table at one moment."""

    rows: tuple[Row, ...]
    """The rows by place, then those without one, entries that were given up last; entries that
    share a place are in the order of the draw."""
    ties: tuple[TieStep, ...]
    """Every step that was needed, from the top of the table, even those that decided nothing:
    together they explain the order of tied entries."""

    def ties_of(self, entry: int) -> tuple[TieStep, ...]:
        """The steps in which the entry was tied, in order."""
        return tuple(step for step in self.ties if entry in step.tied)


def standings(
    entries: Iterable[int],
    results: Iterable[Result],
    scheme: PointsScheme,
    *,
    seed: str,
    withdrawn: Collection[int] = (),
    left_out: Collection[int] = (),
    adjustments: Mapping[int, int] | None = None,
    byes: Mapping[int, int] | None = None,
) -> Standings:
    """Rank the entries by the first of the criteria, tied ones by the second, and so on.

    A criterion is used on tied entries only, and those it leaves tied go on to the next one (they
    do not start again). Below all others stand, without a place, entries with less than half of the
    most games, `byes` counted, and last those that were given up. Entries that are `left_out` have
    no row. `seed` decides the drawing of lots. Raises ValueError for results for which the scheme
    has no points.
    """
    tallies = tally(entries, results, scheme, adjustments=adjustments)
    asked = Asked(tallies, seed)
    ties: list[TieStep] = []
    played = {entry: own.games + (byes or {}).get(entry, 0) for entry, own in tallies.items()}
    most = max(played.values(), default=0)
    parts: tuple[list[int], list[int], list[int]] = ([], [], [])
    for entry in tallies:
        if entry not in left_out:
            parts[2 if entry in withdrawn else 2 * played[entry] < most].append(entry)
    rows: list[Row] = []
    for number, part in enumerate(parts):
        groups = _ranked(part, asked, 0, ties)
        below = [*(criterion for criterion, _ in groups[1:]), None]
        for (_, group), ahead_by in zip(groups, below, strict=False):
            place = None if number else len(rows) + 1
            for one in group:
                own, enough = tallies[one], 2 * played[one] >= most
                row = Row(
                    one, place, own.games, own.points, own.wins, enough,
                    own.margin, own.computer_turns, number == 2, ahead_by,
                )  # fmt: skip
                rows.append(row)
    return Standings(tuple(rows), tuple(ties))


def _ranked(
    tied: list[int], asked: Asked, depth: int, ties: list[TieStep]
) -> list[tuple[str | None, list[int]]]:
    """Split the entries into groups, best first: a group shares a place, since nothing breaks its
    tie. Each comes with the criterion that puts the group before it ahead."""
    if not tied:
        return []
    if len(tied) == 1 or depth == len(CRITERIA):
        return [(None, tied)]
    criterion, values_of = [*CRITERIA.items()][depth]
    values = values_of(asked, tied)
    order = sorted(tied, key=lambda entry: -values[entry])
    if depth:
        ties.append(TieStep(criterion, tuple(order), tuple(values[entry] for entry in order)))
    groups: list[list[int]] = []
    for entry in order:
        if groups and values[groups[-1][0]] == values[entry]:
            groups[-1].append(entry)
        else:
            groups.append([entry])
    ranked: list[tuple[str | None, list[int]]] = []
    for group in groups:
        (_, first), *others = _ranked(group, asked, depth + 1, ties)
        ranked += [(criterion if ranked and depth else None, first), *others]
    return ranked


# --- Of a season ----------------------------------------------------------------------------------


def standings_of(season: Season, division: int) -> Standings:
    """The present standings of a division of any stage. Raises IndexError if there is no such
    division."""
    results = [
        result
        for number, result in season.results.items()
        if season.tables[number].division == division
    ]
    found = standings(
        season.entries_in(division),
        results,
        scheme_named(season.rules.scheme),
        seed=f"{season.seed} {division}",
        withdrawn=season.withdrawn,
        left_out=season.came_and_went,
        byes=Counter(joined.from_iterable(byes_of(season, division))),
        adjustments=_units_apart(season, division),
    )
    by_entry, rows = {row.entry: row for row in found.rows}, list[Row]()
    if stood := [one for one in season.stood if one.division == division]:
        rows += (
            replace(row, place=one.place, points=one.points, wins=one.wins, ahead_by=None)
            for one in stood
            if (row := by_entry.get(one.entry))
        )
        return Standings(tuple(rows), ())
    if season.stage(division).kind != "knockout":
        return found
    for group in knockout.ranking(season, division):
        place = len(rows) + 1
        for one in group:
            if one not in season.withdrawn:
                rows.append(replace(by_entry.pop(one), place=place, ahead_by=None))
    gone = (replace(row, place=None, ahead_by=None) for row in by_entry.values())
    return Standings((*rows, *gone), ())


def all_standings(season: Season) -> list[Standings]:
    """The present standings of all divisions of the first stage, in their order."""
    return [standings_of(season, division) for division in range(len(season.divisions))]


def champions(season: Season) -> tuple[int, ...]:
    """The people in first place of the last stage that was played, of its top divisions; several if
    they share it. Empty until the season is finished."""
    if season.phase != "finished":
        return ()
    played = {stage_of(season.tables[number].division) for number in season.results}
    if last := max(played, default=0):
        divisions = [LATER * last]
    else:
        top = min(drawn.tier for drawn in season.divisions)
        divisions = [n for n, drawn in enumerate(season.divisions) if drawn.tier == top]
    return tuple(
        season.holder(row.entry)
        for number in divisions
        for row in standings_of(season, number).rows
        if row.place == 1
    )


def earned_by(season: Season, person: int) -> tuple[int, int, int]:
    """A person's points and wins, in units, and games in a season: those of the seats that the
    person holds now, or held last, whoever played there before. Later stages, which are for the
    title alone, are left out."""
    held = {entry for entry, people in season.holders.items() if people[-1] == person}
    rows = [
        row
        for division in sorted({season.division_of[entry] for entry in held})
        for row in standings_of(season, division).rows
        if row.entry in held
    ]
    return sum(r.points for r in rows), sum(r.wins for r in rows), sum(r.games for r in rows)


def byes_of(season: Season, division: int) -> tuple[tuple[int, ...], ...]:
    """The entries that had no game, for each round of a division that is drawn round by round."""
    first = season.first_byes.get(division, ())
    return (first, *(drawn.byes for drawn in season.rounds if drawn.division == division))


def bye_units(season: Season, division: int) -> int:
    """The units for a Swiss round without a game; 0 in other stages."""
    if season.stage(division).kind != "swiss":
        return 0
    return scheme_named(season.rules.scheme).bye(season.rules.seats)


def _units_apart(season: Season, division: int) -> dict[int, int]:
    """The units that do not come from tables, by entry: byes, and in the first stage
    adjustments."""
    units = {} if stage_of(division) else dict(season.adjustments)
    if bye := bye_units(season, division):
        for out in byes_of(season, division):
            for entry in out:
                units[entry] = units.get(entry, 0) + bye
    return units


Direction = Literal["up", "stays", "down", "leaves"]


@dataclass(frozen=True)
class Move:
    """Where an entry goes after the season."""

    entry: int
    division: int
    """The division in which it played."""
    place: int | None
    direction: Direction
    """Up, down or neither; entries that were given up leave."""
    tier: int
    """The tier in the next season; for an entry that leaves, its old one."""
    certain: bool
    """Whether nothing can change the direction any more, neither the remaining tables nor people
    who leave or come back."""


def moves(
    divisions: Sequence[tuple[int, Standings]],
    promoted: int,
    relegated: int,
    scheme: PointsScheme,
    seats: int,
    to_play: Mapping[int, int],
    *,
    pyramid: bool = False,
    finished: bool = False,
    late: Collection[int] = (),
    late_places: Sequence[int] = (),
    rounds_left: bool = False,
) -> list[Move]:
    """Find everybody's move by the current standings, by division and place.

    `divisions` are tier and standings of all divisions; from each `promoted` go up, unless it is a
    top one, and `relegated` down, unless it is one of the last tier. Those who left are counted
    among the relegated, and who has no place does not go up. Where more would move than there are
    entries, relegation gives way. In a pyramid as many go down as come up: where two divisions
    stand below one, two for each that goes up from each of them; where they cannot be shared
    evenly, one more, whose place goes to the next best below.

    `to_play` says how many games each entry has or may have still to play, `late` who entered late,
    `late_places` how many more may, for each division (none if left out). Once the season is
    `finished`, every move is certain. Before, nobody is certain to go down, nor to stay where one
    could go up. Going up, or staying in the top tier, is certain if it stands whatever the
    remaining games bring and whoever leaves, comes back or enters late: ties count against it, as
    leaving may change how they break. In Swiss nothing is certain while there are `rounds_left`.
    """
    tiers = [tier for tier, _ in divisions]
    found = []
    for number, (tier, table) in enumerate(divisions):
        staying = [row for row in table.rows if not row.withdrawn]
        gone = [row for row in table.rows if row.withdrawn]
        placed = sum(row.place is not None for row in staying)
        most_up = promoted if tier > min(tiers) else 0
        up = min(most_up, placed)
        leaving = relegated
        if pyramid:  # as many as come up from the tier below, shared by this tier's divisions
            leaving = -(-tiers.count(tier + 1) * promoted // tiers.count(tier))
        leaving = leaving if tier < max(tiers) else 0
        down = max(0, min(leaving - len(gone), len(staying) - up))
        more = late_places[number] if late_places else 0
        games = {row.entry: row.games + to_play.get(row.entry, 0) for row in table.rows}
        over = not rounds_left and not any(games[row.entry] > row.games for row in table.rows)
        best = {
            row.entry: row.points + scheme.most(seats) * to_play.get(row.entry, 0)
            for row in table.rows
        }
        # late entries that have not played may leave no trace; `more` counts their places
        fleeting = {row.entry for row in table.rows if not row.games and row.entry in late}
        for rank, row in enumerate(staying):
            ahead = {row.entry for row in table.rows}
            keeps = row.enough if over else 2 * row.games >= max(games.values())
            keeps = keeps and not rounds_left
            if over and keeps:
                ahead = {one.entry for one in table.rows if one.enough and one.points >= row.points}
            elif keeps:
                ahead = {entry for entry, points in best.items() if points >= row.points}
            ahead.discard(row.entry)
            direction: Direction = "stays"
            lasting = len(table.rows) - len(fleeting - {row.entry})
            certain = not most_up and len(ahead - fleeting) < lasting - leaving
            if rank < up:
                direction = "up"
                newcomers = max(more, len(ahead & fleeting))
                certain = keeps and len(ahead - fleeting) + newcomers < most_up
            elif rank >= len(staying) - down:
                direction, certain = "down", False
            tier_after = tier + {"up": -1, "stays": 0, "down": 1}[direction]
            certain = finished or certain
            found.append(Move(row.entry, number, row.place, direction, tier_after, certain))
        found += [Move(row.entry, number, row.place, "leaves", tier, True) for row in gone]
    return found


def moves_of(season: Season, tables: Sequence[Standings] | None = None) -> list[Move]:
    """Promotion and relegation by the present standings: a preview while the season runs. `tables`
    are `all_standings` if they are known already."""
    tables = all_standings(season) if tables is None else tables
    to_play = dict.fromkeys(season.division_of, 0)
    for drawn in season.open_in_stage(0):
        for entry in drawn.entries:
            to_play[entry] += 1
    late_places = [season.late_places(number) for number in range(len(season.divisions))]
    at_late = season.at_late_tables()
    for entry, division in season.division_of.items():
        if late_places[division] and entry not in at_late:
            to_play[entry] += 1
    return moves(
        [(drawn.tier, table) for drawn, table in zip(season.divisions, tables, strict=True)],
        season.rules.promoted,
        season.rules.relegated,
        scheme_named(season.rules.scheme),
        season.rules.seats,
        to_play,
        pyramid=season.rules.pyramid,
        finished=season.phase == "finished",
        late=season.entered_late,
        late_places=late_places,
        rounds_left=any(map(season.rounds_left, range(len(season.divisions)))),
    )


def ladder(moved: Iterable[Move]) -> list[int]:
    """Order everybody for the next season, from the top: by the new tier, and in it first those who
    come down, then those who stay, then those who come up, each by place, without one last."""
    rank = {"down": 0, "stays": 1, "up": 2}
    going_on = [move for move in moved if move.direction != "leaves"]
    last = 1 + max((move.place or 0 for move in going_on), default=0)
    going_on.sort(key=lambda one: (one.tier, rank[one.direction], one.place or last, one.division))
    return [move.entry for move in going_on]
