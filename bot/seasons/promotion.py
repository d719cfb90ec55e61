"""Promotion and relegation: current moves, whether they are certain, and the next divisions.

An entry that leaves counts as one that has gone down: so many fewer go down from its division, and
nobody is relegated because somebody else left.

Divisions stand in tiers, the top one 0. Several divisions may share a tier, as on MeepleLeague,
where each tier has twice as many leagues of seven as the one above: one goes up from each, two go
down. Board Game Arena instead drops everybody by one to three leagues at the end of a season; we
move only those who earned it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.seasons.points import PointsScheme, scheme_named
from bot.seasons.season import Season
from bot.seasons.standings import Standings, all_standings

Direction = Literal["up", "stays", "down", "leaves"]


@dataclass(frozen=True)
class Move:
    """The move of an entry after the season."""

    entry: int
    division: int
    """The division in which it played."""
    place: int
    direction: Direction
    """The direction; withdrawn entries leave."""
    tier: int
    """The tier of the next season; for an entry that leaves, its old one."""
    certain: bool
    """Whether neither the remaining tables nor people who leave, or come back, can change the
    direction."""


def moves(
    divisions: Sequence[tuple[int, Standings]],
    promoted: int,
    relegated: int,
    scheme: PointsScheme,
    seats: int,
    to_play: Mapping[int, int],
    *,
    by_points: bool = True,
    pyramid: bool = False,
    finished: bool = False,
) -> list[Move]:
    """Find everybody's move by the current standings, by division and place.

    `divisions` are tier and standings of all divisions; from each `promoted` go up, unless it is a
    top one, and `relegated` down, unless it is one of the last tier. Those who left are counted
    among the relegated. Where more would move than there are entries, relegation gives way. In
    a pyramid as many go down as come up: where two divisions stand below one, two for each that
    goes up from each of them; where they cannot be shared evenly, one more, whose place goes to the
    next best below.

    `to_play` says how many games each entry has still to play. Once the season is `finished`, every
    move is certain. Before, others may leave and only ever lift an entry, so nobody is certain to
    go down, nor to stay where one could go up. Going up, or staying in the top tier, is certain if
    it stands whatever the remaining games bring, ties counted against it, though all who left find
    substitutes; if the standings do not go by points first (`by_points`), only when nothing is left
    to play.
    """
    tiers = [tier for tier, _ in divisions]
    found = []
    for number, (tier, table) in enumerate(divisions):
        staying = [row for row in table.rows if not row.withdrawn]
        gone = [row for row in table.rows if row.withdrawn]
        up = min(promoted, len(staying)) if tier > min(tiers) else 0
        leaving = relegated
        if pyramid:  # as many as come up from the tier below, shared by this tier's divisions
            leaving = -(-tiers.count(tier + 1) * promoted // tiers.count(tier))
        leaving = leaving if tier < max(tiers) else 0
        down = max(0, min(leaving - len(gone), len(staying) - up))
        best = {
            row.entry: row.points + scheme.most(seats) * to_play.get(row.entry, 0)
            for row in table.rows
        }
        over = not any(to_play.get(row.entry, 0) for row in staying)
        for rank, row in enumerate(staying):
            ahead = sum(not by_points or best[one.entry] >= row.points for one in gone)
            if over:
                ahead += rank
            else:
                others = [one for one in staying if one is not row]
                ahead += sum(not by_points or best[one.entry] >= row.points for one in others)
            direction: Direction = "stays"
            certain = not up and ahead < len(table.rows) - leaving
            if rank < up:
                direction, certain = "up", ahead < up
            elif rank >= len(staying) - down:
                direction, certain = "down", False
            tier_after = tier + {"up": -1, "stays": 0, "down": 1}[direction]
            certain = finished or certain
            found.append(Move(row.entry, number, row.place, direction, tier_after, certain))
        found += [Move(row.entry, number, row.place, "leaves", tier, True) for row in gone]
    return found


def moves_of(season: Season, tables: Sequence[Standings] | None = None) -> list[Move]:
    """Find promotion and relegation by the current standings: a preview while the season runs.
    `tables` are `all_standings`, where they are known."""
    tables = all_standings(season) if tables is None else tables
    to_play = dict.fromkeys(season.division_of, 0)
    for drawn in season.open_in_divisions():
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
        pyramid=season.rules.pyramid,
        finished=season.phase == "finished",
    )


def ladder(moved: Iterable[Move]) -> list[int]:
    """Order everybody for the next season from the top: by the new tier, in it those who come down
    first, then those who stay, then those who come up, each by place."""
    rank = {"down": 0, "stays": 1, "up": 2}
    going_on = [move for move in moved if move.direction != "leaves"]
    going_on.sort(key=lambda move: (move.tier, rank[move.direction], move.place, move.division))
    return [move.entry for move in going_on]
