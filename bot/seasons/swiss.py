"""Swiss rounds at tables: neighbours in the standings play each other.

How a round is paired, what comes first first:

1. Sizes: full tables, and tables of one seat fewer where the number does not divide. Only where
   that does not come out either, as few players as possible have a bye.
2. A bye goes to whoever has had fewest, among those to the lowest in the standings, by all their
   tie-breaks; by lot only between those who share that place. Short tables are the last ones,
   after the byes are given.
3. The standings are cut into tables from the top.
4. Repeated meetings are avoided by exchanging players between tables: as few as possible, and
   among equally few the smallest differences in score within tables; nobody is moved further
   than `REACH` tables. Board Game Arena makes avoiding repeats an all-or-nothing option, which
   players there found to produce "very strange pairings" in late rounds; the reach prevents that.
5. A player who sits at a table where most have less is floating down, one where most have more
   floating up; among exchanges that are equal in the above those are preferred that float nobody
   the same way twice running.
6. Seats: at each table the order in which the players' numbers of games in every seat come out
   most even. (Board Game Arena draws the order by lot each round.)
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.seasons.seating import Table, cut, most_even

REACH = 6
"""How many tables up or down a player may be moved to avoid a repeated meeting."""

_SWEEPS = 8


@dataclass(frozen=True)
class Round:
    """A round that was played or paired."""

    tables: tuple[Table, ...]
    """The players of each table by seat, the top table first."""
    byes: tuple[int, ...] = ()
    """The players without a game."""
    floated_down: frozenset[int] = frozenset()
    floated_up: frozenset[int] = frozenset()
    repeats: tuple[tuple[int, int], ...] = ()
    """The pairs who meet again, smaller number first, sorted."""


def pair(
    scores: Mapping[int, int],
    seats: int,
    before: Sequence[Round] = (),
    *,
    seed: int,
    places: Mapping[int, int] | None = None,
) -> Round:
    """Pair the next round for the players in `scores`, by their scores so far (any unit).

    They are ordered by their `places` in the standings, tie-breaks included, or else by the scores.
    Equal players are ordered by lots drawn from `seed`; the first round is therefore drawn
    altogether. The same arguments give the same round. Raises ValueError for fewer than 2 players
    or tables of fewer than 2 seats.
    """
    if len(scores) < 2:
        raise ValueError("a round needs at least 2 players")
    chance = random.Random(f"swiss {seed} {len(before)}")
    order = sorted(scores)
    chance.shuffle(order)
    order.sort(key=lambda player: -scores[player] if places is None else places[player])
    seats = min(seats, len(order))
    sizes = cut(len(order), seats)
    byes = _byes(order, before, sizes.out)
    order = [player for player in order if player not in byes]
    tables = []
    for size in [seats] * sizes.full + [seats - 1] * sizes.short:
        tables.append(order[:size])
        order = order[size:]
    met = Counter(  # how often each two have met
        frozenset(two)
        for played in before
        for table in played.tables
        for two in combinations(table, 2)
    )
    last = before[-1] if before else Round(())
    _avoid_repeats(tables, scores, met, last)
    down, up = _floats(tables, scores)
    repeats = sorted(
        (min(met_again), max(met_again))
        for table in tables
        for met_again in combinations(table, 2)
        if met[frozenset(met_again)]
    )
    return Round(
        tuple(_seated(tables, before)), tuple(byes), frozenset(down), frozenset(up), tuple(repeats)
    )


def _byes(order: Sequence[int], before: Sequence[Round], count: int) -> list[int]:
    had = Counter(player for played in before for player in played.byes)
    lowest_first = list(reversed(order))
    lowest_first.sort(key=lambda player: had[player])
    return lowest_first[:count]


def _cost(
    table: Sequence[int],
    scores: Mapping[int, int],
    met: Mapping[frozenset[int], int],
    last: Round,
) -> tuple[int, int, int]:
    """Measure the faults of a table: repeated meetings, differences in score, floats repeated.

    Of meetings the square counts, so that a third one is worse than two second ones.
    """
    repeats = spread = 0
    for one, other in combinations(table, 2):
        repeats += met[frozenset((one, other))] ** 2
        spread += abs(scores[one] - scores[other])
    again = 0
    if spread and (last.floated_down or last.floated_up):
        down, up = _floats([table], scores)
        again = len(last.floated_down & down) + len(last.floated_up & up)
    return repeats, spread, again


def _avoid_repeats(
    tables: list[list[int]],
    scores: Mapping[int, int],
    met: Mapping[frozenset[int], int],
    last: Round,
) -> None:
    """Exchange players while that makes the round better. Go from the bottom up, so that the top
    tables, which matter most, stay as they are where others can give way."""
    costs = [_cost(table, scores, met, last) for table in tables]
    for _ in range(_SWEEPS):
        changed = False
        for here in reversed(range(len(tables))):
            if not costs[here][0] and not costs[here][2]:
                continue
            better = _best_exchange(here, tables, costs, scores, met, last)
            if better:
                there, i, j = better
                one, other = tables[here], tables[there]
                one[i], other[j] = other[j], one[i]
                for number in (here, there):
                    costs[number] = _cost(tables[number], scores, met, last)
                changed = True
        if not changed:
            return


def _best_exchange(
    here: int,
    tables: list[list[int]],
    costs: Sequence[tuple[int, int, int]],
    scores: Mapping[int, int],
    met: Mapping[frozenset[int], int],
    last: Round,
) -> tuple[int, int, int] | None:
    """Find the exchange that helps most: the other table, and the places at both; None if none
    helps. Of equal ones the lower table is taken."""
    best: tuple[int, int, int] | None = None
    least = (0, 0, 0)
    table = tables[here]
    near = range(max(0, here - REACH), min(len(tables), here + REACH + 1))
    for there in sorted(near, key=lambda n: (abs(n - here), -n)):
        if there == here:
            continue
        other = tables[there]
        now = costs[here], costs[there]
        for i, one in enumerate(table):
            for j, two in enumerate(other):
                table[i], other[j] = two, one
                then = _cost(table, scores, met, last), _cost(other, scores, met, last)
                table[i], other[j] = one, two
                gain = (
                    then[0][0] + then[1][0] - now[0][0] - now[1][0],
                    then[0][1] + then[1][1] - now[0][1] - now[1][1],
                    then[0][2] + then[1][2] - now[0][2] - now[1][2],
                )
                if gain < least:
                    best, least = (there, i, j), gain
    return best


def _floats(
    tables: Sequence[Sequence[int]], scores: Mapping[int, int]
) -> tuple[set[int], set[int]]:
    """Find the players who float down and up: with a score above, or below, most at the table."""
    down: set[int] = set()
    up: set[int] = set()
    for table in tables:
        for player in table:
            below = sum(scores[other] < scores[player] for other in table)
            above = sum(scores[other] > scores[player] for other in table)
            if 2 * below > len(table) - 1:
                down.add(player)
            if 2 * above > len(table) - 1:
                up.add(player)
    return down, up


def _seated(tables: Sequence[Sequence[int]], before: Sequence[Round]) -> list[Table]:
    sat: Counter[tuple[int, int]] = Counter()
    for played in before:
        for table in played.tables:
            sat.update((player, seat) for seat, player in enumerate(table))
    return [most_even(table, sat) for table in tables]
