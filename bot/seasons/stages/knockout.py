"""A knock-out: of each table the first few go on to the next round, until one table is left.

A round seats everybody who is still in. Tables are full or one seat short; where that does not come
out, as few of the best seeded as possible have a bye, and byes come early rather than late
(`rounds_from`). Nobody has a bye twice, unless
everybody who is left has had one. Seeds are the order in which people entered the stage. In
every round they are dealt to the tables to and fro, so that the best seeded meet as late as
possible; the best seeded sit at the short tables.

Of a table those with the most league points of that table go on; of two who are level, the better
seeded one. Who was given up does not go on: the best of those who did not takes the place. A table
that was voided sends its best seeded on.

Those who are out are ordered by the round they reached, then by league points a game from that
round on, then by seed. If places are played out, they play on in every round, paired like Swiss
rounds by that order.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bot.seasons.events import DrawnTable, Rules, Stage, stage_of
from bot.seasons.results import Tally, scheme_named, tally
from bot.seasons.schedules import Extent, Round, pair_round
from bot.seasons.season import Season
from bot.seasons.seating import FEWEST_SEATS, Table, most_even
from bot.seasons.stages.kind import Kind, Paired

# --- how many tables and rounds -------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """A round by numbers alone."""

    sizes: tuple[int, ...]
    """The numbers of players at the tables, the fewest first."""
    byes: int
    go_on: int
    """How many go on to the next round; 0 from the last one."""


def rounds_from(players: int, seats: int, go_on: int, free: int | None = None) -> tuple[Shape, ...]:
    """The rounds that lie before so many players, at tables of so many seats of which `go_on` go
    on, fewer than there are seats. Only `free` of them may still have a bye (None: all). There are
    as few rounds as possible, then as few byes, in the last rounds first."""
    free = players if free is None else free
    for least in (max(go_on + 1, seats - 1, FEWEST_SEATS), FEWEST_SEATS):
        room = [seats]  # the most players that so many rounds can have
        while len(room) <= players:
            if room[-1] >= players and (found := _best(players, seats, go_on, least, free, *room)):
                return found
            tables, byes = divmod(room[-1], go_on)
            room.append(tables * seats + byes)
    raise ValueError(f"no knock-out of {players} players at tables of {seats}")


@lru_cache(maxsize=4096)
def _best(
    players: int, seats: int, go_on: int, least: int, free: int, *room: int
) -> tuple[Shape, ...]:
    """The best way with as many rounds as `room` has numbers, or fewer; empty for none."""
    if players <= seats:
        return (Shape((players,), 0, 0),) if players >= FEWEST_SEATS else ()
    found: tuple[Shape, ...] = ()
    for tables in range(1, players // least + 1) if len(room) > 1 else ():
        for byes in range(max(0, players - tables * seats), players - tables * least + 1):
            size, more = divmod(players - byes, tables)
            sizes = (size,) * (tables - more) + (size + 1,) * more
            on = byes + sum(min(go_on, one - 1) for one in sizes)
            if byes > free or on >= players or on > room[-2]:
                continue
            rest = _best(on, seats, go_on, least, on, *room[:-1])
            way = (Shape(sizes, byes, on), *rest)
            if rest and (not found or _cost(way) < _cost(found)):
                found = way
    return found


def _cost(rounds: Sequence[Shape]) -> tuple[int, list[int], int]:
    return len(rounds), [one.byes for one in reversed(rounds)], len(rounds[0].sizes)


# --- what was played ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A round of a knock-out that is drawn."""

    tables: tuple[DrawnTable, ...]
    """The tables whose best go on."""
    byes: tuple[int, ...]
    for_places: tuple[DrawnTable, ...]
    """The tables of those who are out."""

    @property
    def still_in(self) -> tuple[int, ...]:
        """The entries that play it for the title, or have a bye in it."""
        return (*(entry for drawn in self.tables for entry in drawn.entries), *self.byes)


def knockouts_of(season: Season) -> tuple[int, ...]:
    """The divisions in which a knock-out is drawn: those of the newest stage first."""
    found = [n for n in season.drawn_divisions() if season.stage(n).kind == "knockout"]
    return tuple(sorted(found, key=lambda n: (-stage_of(n), n)))


def known_of(season: Season) -> list[object]:
    """What is known of the tables of all knock-outs: it differs whenever a bracket does, but for
    games that begin."""
    return [
        (drawn, drawn.table in season.voided, season.results.get(drawn.table))
        for division in knockouts_of(season)
        for drawn in season.tables_in(division)
    ]


def rounds_played(season: Season, division: int) -> list[Played]:
    """The rounds of a knock-out that are drawn."""
    by_round: dict[int, list[DrawnTable]] = {}
    for drawn in season.tables_in(division):
        by_round.setdefault(drawn.round, []).append(drawn)
    later = [drawn for drawn in season.rounds if drawn.division == division]
    byes = [season.first_byes.get(division, ()), *(drawn.byes for drawn in later)]
    places = {number for drawn in later for number in drawn.for_places}
    return [
        Played(
            tuple(drawn for drawn in tables if drawn.table not in places),
            tuple(out),
            tuple(drawn for drawn in tables if drawn.table in places),
        )
        for (_, tables), out in zip(sorted(by_round.items()), byes, strict=True)
    ]


def order_at(season: Season, drawn: DrawnTable, seeds: Sequence[int]) -> list[int]:
    """The entries of a table, the best first; by their seeds while it has no result."""
    points = _points(season, [drawn])
    return sorted(drawn.entries, key=lambda entry: (-points[entry].points, seeds.index(entry)))


def best_at(season: Season, table: int) -> list[int]:
    """Who goes on from a table that is over, the best first; nobody from the final, nor from a
    table for places."""
    drawn = season.tables[table]
    for played in rounds_played(season, drawn.division):
        if drawn in played.tables and (len(played.tables) > 1 or played.byes):
            return first_at(season, drawn)
    return []


def first_at(season: Season, drawn: DrawnTable) -> list[int]:
    """The entries of a table that the rules let go on, the best first."""
    most = min(season.stage(drawn.division).go_on, len(drawn.entries) - 1)
    return order_at(season, drawn, season.entries_in(drawn.division))[:most]


def _points(season: Season, tables: Sequence[DrawnTable]) -> dict[int, Tally]:
    return tally(
        dict.fromkeys(entry for drawn in tables for entry in drawn.entries),
        [season.results[one.table] for one in tables if one.table in season.results],
        scheme_named(season.rules.scheme),
    )


def going_on(season: Season, division: int) -> list[int]:
    """Who goes on from the last round that is drawn, once its tables are over: in the order of
    their seeds."""
    seeds, last = season.entries_in(division), rounds_played(season, division)[-1]
    on = [*last.byes, *(e for drawn in last.tables for e in first_at(season, drawn))]
    left = [entry for entry in on if entry not in season.withdrawn]
    spare = [e for e in out_in_order(season, division, left) if e not in season.withdrawn]
    return sorted([*left, *spare[: len(on) - len(left)]], key=seeds.index)


def out_in_order(season: Season, division: int, still_in: Sequence[int]) -> list[int]:
    """Everybody who is out, the best first; `still_in` are those who are not."""
    seeds, rounds = season.entries_in(division), rounds_played(season, division)
    reached = {entry: number for number, one in enumerate(rounds) for entry in one.still_in}
    out = [entry for entry in seeds if entry not in still_in]
    since: dict[int, list[Fraction]] = {entry: [] for entry in out}
    for number, one in enumerate(rounds):
        played = [*one.tables, *one.for_places]
        for drawn in played:
            if drawn.table not in season.results:
                continue
            for entry, sums in _points(season, [drawn]).items():
                if entry in since and reached[entry] <= number:
                    since[entry].append(Fraction(sums.points))

    def key(entry: int) -> tuple[int, Fraction, int]:
        games = since[entry]
        average = sum(games, Fraction(0)) / max(1, len(games))
        return -reached.get(entry, -1), -average, seeds.index(entry)

    return sorted(out, key=key)


def ranking(season: Season, division: int) -> list[list[int]]:
    """Everybody in a knock-out, the best first; those who are still in share the first place."""
    rounds = rounds_played(season, division)
    if any(not season.is_over(drawn.table) for drawn in rounds[-1].tables):
        first = [sorted(rounds[-1].still_in, key=season.entries_in(division).index)]
    elif len(rounds[-1].tables) == 1 and not rounds[-1].byes:
        order = order_at(season, rounds[-1].tables[0], season.entries_in(division))
        first = [[entry] for entry in order]
    else:
        first = [going_on(season, division)]
    still_in = [entry for group in first for entry in group]
    return [*first, *([entry] for entry in out_in_order(season, division, still_in))]


def _rounds_left(season: Season, division: int) -> bool:
    last = rounds_played(season, division)[-1]
    if len(last.tables) == 1 and not last.byes:
        return False
    if any(not season.is_over(drawn.table) for drawn in last.tables):
        return True
    return len(going_on(season, division)) >= FEWEST_SEATS


def rounds_to_come(season: Season, division: int) -> tuple[Shape, ...]:
    """The rounds of a knock-out that are not drawn yet."""
    rounds, stage = rounds_played(season, division), season.stage(division)
    last = rounds[-1]
    if len(last.tables) == 1 and not last.byes:
        return ()
    on = len(last.byes) + sum(min(stage.go_on, len(one.entries) - 1) for one in last.tables)
    had = {entry for one in rounds for entry in one.byes}
    free = max(0, on - len(had))
    return rounds_from(on, season.rules.seats, stage.go_on, free)


def rounds_in_all(season: Season, division: int) -> int:
    """How many rounds a knock-out has, those to come included."""
    return len(rounds_played(season, division)) + len(rounds_to_come(season, division))


# --- what is drawn --------------------------------------------------------------------------------


def _begin(rules: Rules, stage: Stage, entries: Sequence[int], division: int, seed: int) -> Paired:
    """The first round of these entries, seeded in this order."""
    shape = rounds_from(len(entries), rules.seats, stage.go_on)[0]
    byes, playing = tuple(entries[: shape.byes]), entries[shape.byes :]
    tables = [most_even(table, Counter()) for table in _dealt(playing, shape.sizes)]
    return Paired(tuple((0, table) for table in tables), byes)


def _dealt(seeds: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Deal entries, the best seeded first, to tables of these sizes, to and fro."""
    tables: list[list[int]] = [[] for _ in sizes]
    numbers = list(range(len(sizes)))
    left = list(seeds)
    while left:
        for number in numbers:
            if left and len(tables[number]) < sizes[number]:
                tables[number].append(left.pop(0))
        numbers.reverse()
    return tables


def _draw_round(season: Season, division: int, seed: int) -> Paired:
    rounds, stage = rounds_played(season, division), season.stage(division)
    on, number, seats = going_on(season, division), len(rounds), season.rules.seats
    if len(on) < FEWEST_SEATS:
        raise ValueError("nobody is left to play the next round")
    sat = Counter(
        (entry, seat)
        for one in rounds
        for drawn in (*one.tables, *one.for_places)
        for seat, entry in enumerate(drawn.entries)
    )
    had = {entry for one in rounds for entry in one.byes}
    free = [entry for entry in on if entry not in had]
    try:
        shape = rounds_from(len(on), seats, stage.go_on, len(free))[0]
    except ValueError:  # so many have left that somebody has a second one
        free, shape = on, rounds_from(len(on), seats, stage.go_on)[0]
    byes = tuple(free[: shape.byes])
    playing = [entry for entry in on if entry not in byes]
    tables: list[Table] = [most_even(table, sat) for table in _dealt(playing, shape.sizes)]
    out = [e for e in out_in_order(season, division, on) if e not in season.withdrawn]
    places: tuple[Table, ...] = ()
    if stage.places and len(out) >= FEWEST_SEATS:
        ranks = {entry: rank for rank, entry in enumerate(out)}
        places = pair_round(
            {entry: -rank for entry, rank in ranks.items()}, seats,
            [_as_round(season, division, one) for one in rounds], seed=seed, places=ranks,
        ).tables  # fmt: skip
    return Paired(
        tuple((number, table) for table in (*tables, *places)), byes,
        for_places=tuple(range(len(tables), len(tables) + len(places))),
    )  # fmt: skip


def _as_round(season: Season, division: int, one: Played) -> Round:
    """A round with everybody who had no game in it."""
    tables = tuple(drawn.entries for drawn in (*one.tables, *one.for_places))
    playing = {entry for table in tables for entry in table}
    return Round(tables, tuple(e for e in season.entries_in(division) if e not in playing))


def _extent(rules: Rules, stage: Stage, players: int) -> Extent:
    """With `places` everybody plays in each round, but for a bye."""
    rounds = rounds_from(players, rules.seats, stage.go_on)
    tables, out = 0, 0
    for number, shape in enumerate(rounds):
        tables += len(shape.sizes)
        if stage.places and number and out > 1:
            tables += -(-out // rules.seats)
        out += sum(shape.sizes) + shape.byes - shape.go_on if shape.go_on else 0
    byes = any(shape.byes for shape in rounds)
    fewest = len(rounds) - 1 if stage.places else 1
    return Extent(tables, max(1, fewest if byes or len(rounds) > 1 else 1), len(rounds))


KNOCKOUT = Kind(_begin, _extent, _rounds_left, _draw_round)
