"""Drawing a season: its divisions, the lots for its tables, and its final.

The divisions: their number and sizes, everybody's place on the ladder, and whether everybody goes
where the season before announced. Moves that were announced as certain are kept if the sizes allow
it: free places above go to people below who were not sent down. `not_kept` lists all other people,
so that nobody draws over their moves without noticing.

The lots: divisions with their schedules, Swiss rounds, tables for latecomers. Every function makes
an event that holds the draw, ready for `applying.apply`. The same season and seed give the same
draw.

The final: after the last table of all divisions a few players meet once more, at one table, for the
title of the season. The divisions keep their order and their promotion. The finalists follow from
the standings, so that moderators choose nobody; ties that nothing breaks are drawn by the season's
seed.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from bot.refusal import Refusal
from bot.seasons import events, standings
from bot.seasons.results import lots
from bot.seasons.schedules import Round, Schedule, pair_round, schedule_of_games, schedule_of_rounds
from bot.seasons.season import FEWEST_IN_DIVISION, Season
from bot.seasons.seating import MOST_SEATS, Table, most_even

MOST_SHAPES = 8
_NO_RATINGS: Mapping[int, float] = MappingProxyType({})
_AROUND = 4
"""How far from the best number of divisions others are looked at, on both sides."""


@dataclass(frozen=True)
class Announced:
    """Where the season before sends a person."""

    person: int
    direction: standings.Direction
    tier: int
    """The tier in the next season."""


@dataclass(frozen=True)
class NotKept:
    """A person who would not go where it was announced."""

    person: int
    direction: standings.Direction
    """The direction that was announced."""


def announced(season: Season, signed_up: Sequence[int]) -> list[Announced]:
    """Where a season sends those of its players who have signed up for the next one, from the top
    of the new ladder. A substitute takes the place of the entry, unless the substitute has an own
    one."""
    moves = {move.entry: move for move in standings.moves_of(season)}
    own = {season.holder(entry) for entry in moves if season.holder(entry) == entry}
    found: dict[int, Announced] = {}
    for entry in standings.ladder(moves.values()):
        person, move = season.holder(entry), moves[entry]
        if person in signed_up and person not in found and (person == entry or person not in own):
            found[person] = Announced(person, move.direction, move.tier)
    return list(found.values())


def tiers_of(divisions: int, *, pyramid: bool) -> list[int]:
    """The tier of each division, from the top: each has its own, or, in a pyramid, 1, 2, 4... share
    one."""
    if not pyramid:
        return list(range(divisions))
    return [(number + 1).bit_length() - 1 for number in range(divisions)]


def division_shapes(
    players: int, rules: events.Rules, before: Sequence[Announced] = ()
) -> list[tuple[int, ...]]:
    """List the ways to divide so many players, each as the sizes of divisions from the top. The
    best come first: those that keep the announced moves, then those nearest to the size that the
    rules want. A division has no fewer players than a table has seats, unless the rules want it
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
    """Order everybody from the top so that divisions of these sizes keep as many announced moves as
    they can. `before` is the ladder; newcomers begin in the lowest tier, as on MeepleLeague."""
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


def seed_order(
    season: Season,
    before: Sequence[Announced] = (),
    ratings: Mapping[int, float] = _NO_RATINGS,
    *,
    waiting: bool = False,
) -> list[int]:
    """Order the people who have a place, with `waiting` also those who wait for one, the best
    seeded first: as moderators seeded them; without seeds as was chosen, by the ladder of the
    season before, by rating, or as they signed up. Whom that does not know comes last, in the order
    of signing up."""
    people = season.in_line if waiting else season.signed_up
    if season.seeds.order:
        places = {person: n for n, person in enumerate(season.seeds.order)}
    elif season.drawing.order == "rating":
        return sorted(people, key=lambda person: -ratings.get(person, 0.0))
    elif season.drawing.order == "ladder":
        places = {one.person: n for n, one in enumerate(before)}
    else:
        places = {}
    return sorted(people, key=lambda person: places.get(person, len(places)))


def placed(
    order: Sequence[int], seeds: events.Seeded, *, pyramid: bool = False
) -> tuple[events.DrawnDivision, ...]:
    """Divide people, ordered from the top, as moderators placed them; whom they did not place goes
    to the smallest of the lowest divisions. Empty if they placed nobody, or if a division is left
    with too few."""
    if not seeds.divisions:
        return ()
    where = dict(zip(seeds.order, seeds.divisions, strict=True))
    tiers = tiers_of(max(seeds.divisions) + 1, pyramid=pyramid)
    members: list[list[int]] = [[] for _ in tiers]
    lowest = [number for number, tier in enumerate(tiers) if tier == tiers[-1]]
    for person in sorted(order, key=lambda person: person not in where):
        number = where.get(person)
        if number is None:
            number = min(lowest, key=lambda one: len(members[one]))
        members[number].append(person)
    if min(map(len, members)) < FEWEST_IN_DIVISION:
        return ()
    return tuple(
        events.DrawnDivision(tier, tuple(people))
        for tier, people in zip(tiers, members, strict=True)
    )


def divided(
    order: Sequence[int], sizes: Sequence[int], *, pyramid: bool = False
) -> tuple[events.DrawnDivision, ...]:
    """Divide people, ordered from the top, into divisions of these sizes. Divisions of one tier are
    filled in turn, to and fro, so that they are equally strong."""
    tiers = tiers_of(len(sizes), pyramid=pyramid)
    members: list[list[int]] = [[] for _ in sizes]
    start = 0
    for tier in dict.fromkeys(tiers):
        numbers = [number for number, its in enumerate(tiers) if its == tier]
        end = start + sum(sizes[number] for number in numbers)
        people = list(order[start:end])
        start = end
        while people:
            for number in numbers:
                if people and len(members[number]) < sizes[number]:
                    members[number].append(people.pop(0))
            numbers.reverse()
    return tuple(
        events.DrawnDivision(tier, tuple(people))
        for tier, people in zip(tiers, members, strict=True)
    )


def not_kept(
    before: Sequence[Announced], divisions: Sequence[events.DrawnDivision]
) -> list[NotKept]:
    """List the people who would not go where it was announced: those who would be put lower, and
    those who were sent down and would not go. Rising further than announced is not among these."""
    tier_of = {person: drawn.tier for drawn in divisions for person in drawn.entries}
    found = []
    for one in before:
        now = tier_of[one.person]
        if now > one.tier or (now < one.tier and one.direction == "down"):
            found.append(NotKept(one.person, one.direction))
    return found


def draw(
    rules: events.Rules, divisions: Sequence[events.DrawnDivision], *, seed: int
) -> events.Drawn:
    """Draw the tables of these divisions; each player's place in the schedule is drawn by lot.
    Raises ValueError if no schedule is possible, as for a single player."""
    tables: list[events.DrawnTable] = []
    plans: dict[int, Schedule] = {}  # one for all divisions of a size; only the players differ
    for tier, entries in enumerate(drawn.entries for drawn in divisions):
        if rules.form == "swiss":
            paired = pair_round(dict.fromkeys(entries, 0), rules.seats, seed=seed + tier)
            tables += _numbered(len(tables), tier, 0, paired.tables)
            continue
        numbers = list(entries)
        random.Random(f"draw {seed} {tier}").shuffle(numbers)
        plan = plans.get(len(entries))
        if plan is None:
            players = len(entries)
            plan = plans[len(entries)] = (
                schedule_of_rounds(players, rules.seats, rules.games or 1, seed=seed)
                if rules.form == "rounds"
                else schedule_of_games(players, rules.seats, rules.games, seed=seed)
            )
        for table, number in zip(plan.tables, plan.rounds, strict=True):
            seats = tuple(numbers[player] for player in table)
            tables.append(events.DrawnTable(len(tables) + 1, tier, number, seats))
    return events.Drawn(tuple(divisions), tuple(tables), str(seed))


def draw_round(season: Season, division: int, *, seed: int) -> events.RoundDrawn:
    """Pair the next round of a Swiss division by the standings, without entries that were given up.
    Raises ValueError if fewer than two are left."""
    table = standings.standings_of(season, division)
    staying = [row for row in table.rows if not row.withdrawn]
    before = _rounds_played(season, division)
    paired = pair_round(
        {row.entry: row.points for row in staying}, season.rules.seats, before,
        seed=seed, places={row.entry: row.place or n for n, row in enumerate(staying, start=1)},
    )  # fmt: skip
    return events.RoundDrawn(
        division,
        tuple(_numbered(len(season.tables), division, len(before), paired.tables)),
        paired.byes,
        tuple(sorted(paired.floated_down)),
        tuple(sorted(paired.floated_up)),
    )


def draw_late_entry(season: Season, person: int, division: int, *, seed: int) -> events.EnteredLate:
    """Draw tables for a newcomer: as many as each of the others was drawn for, or fewer if
    opponents are missing, since nobody sits at more than one table of another's late entry. Tables
    have one seat fewer where that gives the newcomer more games. In the Swiss form there are none:
    the newcomer is paired from the next round on. Raises IndexError if there is no such division,
    Refusal (`late-full`) if there is no table for the newcomer."""
    if season.rules.form == "swiss":
        return events.EnteredLate(person, division, ())
    chance = random.Random(f"late {seed} {person}")
    games: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    free = set(season.divisions[division].entries) - season.withdrawn - season.at_late_tables()
    last_round = 0
    for drawn in season.tables.values():
        if drawn.division != division:
            continue
        last_round = max(last_round, drawn.round)
        if drawn.table not in season.voided:
            _note(drawn.entries, met, sat)
            if drawn.table not in season.late_tables:
                games.update(drawn.entries)
    wanted = max(games.values(), default=0)
    opponents = season.rules.seats - 1
    count = min(wanted, len(free) // max(opponents - 1, 1))
    if not count:
        raise Refusal(
            "late-full",
            "Nobody else can join late: the others would play too many games. Sign up for the "
            "next season.",
        )
    taken, new = min(len(free), count * opponents), list[Table]()
    for n in range(count):
        # The first tables get the seats that are left over.
        table = _late_table(person, free, taken // count + (n < taken % count), met, chance)
        seats = most_even(table, sat)
        _note(seats, met, sat)
        new.append(seats)
    numbered = [
        events.DrawnTable(len(season.tables) + 1 + n, division, last_round + 1 + n, seats)
        for n, seats in enumerate(new)
    ]
    return events.EnteredLate(person, division, tuple(numbered))


def _late_table(
    person: int, free: set[int], wanted: int, met: Counter[frozenset[int]], chance: random.Random
) -> list[int]:
    """Choose so many opponents for a newcomer from the `free` ones, and take them out of these: at
    each step one whom those at the table have met least often."""
    table = [person]
    for _ in range(wanted):
        left = sorted(free)
        chance.shuffle(left)
        table.append(min(left, key=lambda one: sum(met[frozenset((one, e))] for e in table)))
        free.remove(table[-1])
    return table


def _numbered(
    count: int, division: int, number: int, tables: Sequence[Table]
) -> list[events.DrawnTable]:
    return [
        events.DrawnTable(count + 1 + n, division, number, table) for n, table in enumerate(tables)
    ]


def _note(
    table: Sequence[int], met: Counter[frozenset[int]], sat: Counter[tuple[int, int]]
) -> None:
    met.update(frozenset((one, other)) for one in table for other in table if one < other)
    sat.update((player, seat) for seat, player in enumerate(table))


def _rounds_played(season: Season, division: int) -> list[Round]:
    """The Swiss rounds of a division so far, without voided tables."""
    byes = standings.byes_of(season, division)
    later = [drawn for drawn in season.rounds if drawn.division == division]
    return [
        Round(
            tuple(
                drawn.entries
                for drawn in season.tables.values()
                if drawn.division == division
                and drawn.round == number
                and drawn.table not in season.voided
            ),
            out,
            frozenset(later[number - 1].floated_down if number else ()),
            frozenset(later[number - 1].floated_up if number else ()),
        )
        for number, out in enumerate(byes)
    ]


# --- deals that the tables of a round share -------------------------------------------------------

ROUND = "tzolkin round 1"
"""The first line of the hashed text, as in `bot.tables.records`."""


def shared_deal(secret: str, tables: Mapping[int, events.DrawnTable], number: int) -> str:
    """The secret of a table's deal, 64 hexadecimal digits, which the tables of a round share. It is
    derived from a secret of the season that nobody is ever told: a finished table reveals only the
    secret of its round. (Tables with fewer seats make another deal of it.)

    A round may hold two tables of one person. A person who has played a deal knows its hidden
    stacks, so the second table has another deal, shared with other people's second tables. Raises
    KeyError if there is no such table.
    """
    lines = [ROUND, secret, str(tables[number].round)]
    if turn := _turn(tables, number):
        lines.append(str(turn))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _turn(tables: Mapping[int, events.DrawnTable], number: int) -> int:
    """How many tables of the same round, with lower numbers, somebody at this table plays before
    it; 0 as a rule."""
    turns: dict[int, int] = {}
    for table in sorted(tables.values(), key=lambda one: one.table):
        if table.round != tables[number].round:
            continue
        turn = max((turns.get(entry, -1) for entry in table.entries), default=-1) + 1
        if table.table == number:
            return turn
        turns.update(dict.fromkeys(table.entries, turn))
    raise KeyError(number)


@dataclass(frozen=True)
class Finalists:
    """Who plays the final by the present standings."""

    entries: tuple[int, ...] = ()
    """The entries, the best first."""
    drawn_among: tuple[int, ...] = ()
    """The entries that are level for the last places, some of which were drawn by the season's
    seed; empty if the standings broke all ties."""


def final_due(season: Season) -> bool:
    """Whether a final should be drawn now: the season has one, all tables of its divisions are
    over, and it is not drawn yet. There may still be too few `finalists`."""
    if season.phase != "running" or season.rules.finals == "none" or season.final_tables:
        return False
    return not season.open_in_divisions() and not rounds_left(season)


def rounds_left(season: Season) -> bool:
    """Whether a Swiss season has rounds that are not drawn yet."""
    return any(map(season.rounds_left, range(len(season.divisions))))


def finalists(season: Season) -> Finalists:
    """Who plays the final, by the season's rules and present standings. An entry without a place
    is left out, and the next one moves up; so is the worse of two entries for which one person
    plays. Among the best of all are only entries with at least half as many games, byes included,
    as the entry that has the most in any division."""
    tables = standings.all_standings(season)
    tiers = [drawn.tier for drawn in season.divisions]
    wanted = season.rules.finalists if season.rules.finals != "winners" else MOST_SEATS
    byes = Counter(
        entry
        for division in range(len(season.divisions))
        for entry in chain.from_iterable(standings.byes_of(season, division))
    )
    rounds = {row.entry: row.games + byes[row.entry] for table in tables for row in table.rows}
    most = max(rounds.values(), default=0)
    ranked: list[tuple[tuple[int, ...], int]] = []
    for tier, table in zip(tiers, tables, strict=True):
        for row in table.rows:
            if row.place is None:
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


def _by_game(row: standings.Row, byes: int) -> tuple[int, ...]:
    """League points, wins and margin for each round played, negative so that the best comes first:
    divisions may differ in their number of games."""
    rounds = max(1, row.games + byes)
    return (-(row.points // rounds), -(row.wins // rounds), -(row.margin // max(1, row.games)))


def draw_final(season: Season, entries: tuple[int, ...]) -> events.FinalDrawn:
    """Draw the tables of the final: these finalists play as many games as the rules say, seated by
    their standing, and in each further game one seat later."""
    first = 1 + max((drawn.round for drawn in season.tables.values()), default=-1)
    tables = []
    for game in range(season.rules.final_games):
        on = game % len(entries)
        seats = entries[on:] + entries[:on]
        tables.append(
            events.DrawnTable(len(season.tables) + game + 1, events.FINAL, first + game, seats)
        )
    return events.FinalDrawn(entries, tuple(tables))
