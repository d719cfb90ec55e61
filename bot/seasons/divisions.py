"""The divisions before the tables are drawn: their number and sizes, everybody's place on the
ladder, and whether everybody goes where the season before announced.

Certain moves that were announced are kept where the sizes allow it: free places above go to people
below who were not sent down. `not_kept` lists the other people, so that nobody draws over their
moves unawares.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.seasons.events import DrawnDivision, Rules
from bot.seasons.promotion import Direction, ladder, moves_of
from bot.seasons.season import Season

MOST_SHAPES = 8
_AROUND = 4
"""The range around the best number of divisions that is looked at."""


@dataclass(frozen=True)
class Announced:
    """The tier to which the season before sends a person."""

    person: int
    direction: Direction
    tier: int
    """The tier in the next season."""


@dataclass(frozen=True)
class NotKept:
    """A person who would not go to the tier announced."""

    person: int
    direction: Direction
    """The direction announced."""


def announced(season: Season, signed_up: Sequence[int]) -> list[Announced]:
    """List the tiers announced for a season's players who have signed up for the next one, from the
    top of the new ladder. A substitute takes the place of the entry, unless they have one of their
    own."""
    moves = {move.entry: move for move in moves_of(season)}
    own = {season.holder(entry) for entry in moves if season.holder(entry) == entry}
    found: dict[int, Announced] = {}
    for entry in ladder(moves.values()):
        person, move = season.holder(entry), moves[entry]
        if person in signed_up and person not in found and (person == entry or person not in own):
            found[person] = Announced(person, move.direction, move.tier)
    return list(found.values())


def tiers_of(divisions: int, *, pyramid: bool) -> list[int]:
    """List the tier of each division, from the top: one each; in a pyramid 1, 2, 4... share one."""
    if not pyramid:
        return list(range(divisions))
    return [(number + 1).bit_length() - 1 for number in range(divisions)]


def division_shapes(
    players: int, rules: Rules, before: Sequence[Announced] = ()
) -> list[tuple[int, ...]]:
    """List the sizes of divisions, from the top, into which so many players can be divided; the
    best come first: those that keep the announced moves, then those nearest to the size the rules
    want. A division has no fewer players than a table has seats, unless the rules want it
    smaller."""
    if players < 2:
        return [(players,)] if players else []
    wanted = rules.division_size
    fewest = max(2, min(rules.seats, wanted))
    near = max(1, round(players / wanted))
    found: list[tuple[int, ...]] = []
    for count in range(max(1, near - _AROUND), near + _AROUND + 1):
        size, more = divmod(players, count)
        if count > 1 and size < fewest:
            break
        found.append((size,) * (count - more) + (size + 1,) * more)
        found.append((size + 1,) * more + (size,) * (count - more))
    if before and not rules.pyramid:
        tiers = [one.tier for one in before]
        counts = [tiers.count(tier) for tier in range(max(tiers) + 1)]
        counts[-1] += players - len(before)
        if all(count >= fewest for count in counts):
            found.append(tuple(counts))
    shapes = list(dict.fromkeys(found))

    def worth(shape: tuple[int, ...]) -> tuple[int, int]:
        broken = 0
        if before:
            people = [one.person for one in before]
            newcomers = range(-1, -1 - players + len(people), -1)
            order = by_ladder(before, newcomers, shape, pyramid=rules.pyramid)
            broken = len(not_kept(before, divided(order, shape, pyramid=rules.pyramid)))
        return broken, max(abs(size - wanted) for size in shape)

    return sorted(shapes, key=worth)[:MOST_SHAPES]


def by_ladder(
    before: Sequence[Announced],
    newcomers: Sequence[int],
    sizes: Sequence[int],
    *,
    pyramid: bool = False,
) -> list[int]:
    """Order everybody from the top, so that divisions of these sizes keep as many announced moves
    as they can. `before` is the ladder; newcomers begin in the lowest tier, as on MeepleLeague."""
    tiers = tiers_of(len(sizes), pyramid=pyramid)
    last = tiers[-1]
    pools: list[list[int]] = [[] for _ in range(last + 1)]
    for one in before:
        pools[min(one.tier, last)].append(one.person)
    pools[last] += newcomers
    sent_down = {one.person for one in before if one.direction == "down"}
    order: list[int] = []
    for tier in range(last + 1):
        places = sum(size for size, its in zip(sizes, tiers, strict=True) if its == tier)
        mine = pools[tier]
        below = [person for pool in pools[tier + 1 :] for person in pool]
        below.sort(key=lambda person: person in sent_down)  # they come up last of all
        risen = below[: max(0, places - len(mine))]
        for pool in pools[tier + 1 :]:
            pool[:] = [person for person in pool if person not in risen]
        order += mine[:places] + risen
        if tier < last:
            pools[tier + 1][:0] = mine[places:]
    return order


def divided(
    order: Sequence[int], sizes: Sequence[int], *, pyramid: bool = False, as_it_is: bool = False
) -> tuple[DrawnDivision, ...]:
    """Divide people, ordered from the top, into divisions of these sizes. Divisions of one tier are
    filled in turn, there and back, so that they are equally strong; with `as_it_is` each takes the
    next people in order."""
    tiers = tiers_of(len(sizes), pyramid=pyramid)
    members: list[list[int]] = [[] for _ in sizes]
    start = 0
    for tier in dict.fromkeys(tiers):
        numbers = [number for number, its in enumerate(tiers) if its == tier]
        end = start + sum(sizes[number] for number in numbers)
        people = list(order[start:end])
        start = end
        if as_it_is:
            for number in numbers:
                members[number], people = people[: sizes[number]], people[sizes[number] :]
        while people:
            for number in numbers:
                if people and len(members[number]) < sizes[number]:
                    members[number].append(people.pop(0))
            numbers.reverse()
    return tuple(
        DrawnDivision(tier, tuple(people)) for tier, people in zip(tiers, members, strict=True)
    )


def not_kept(before: Sequence[Announced], divisions: Sequence[DrawnDivision]) -> list[NotKept]:
    """List the people who would not go where it was announced, or lower than it: promoted without a
    place above, sent down and not gone, or staying and put down. Rising further is no such case."""
    tier_of = {person: drawn.tier for drawn in divisions for person in drawn.entries}
    found = []
    for one in before:
        now = tier_of[one.person]
        if now > one.tier or (now < one.tier and one.direction == "down"):
            found.append(NotKept(one.person, one.direction))
    return found
