"""Drawing a season: its divisions, the lots for its tables, and its further stages.

The divisions: their sizes, and everybody's place on the ladder. Moves that the season before
announced as certain are kept if the sizes allow it: free places above go to people below who were
not sent down. `not_kept` lists all other people.

The lots: the first tables of each division, further rounds, tables for latecomers. What a stage
draws stands in the file of its kind (`KINDS`). Every function makes an event that holds the draw,
ready for `applying.apply`. The same season and seed give the same draw.

A further stage begins once the tables of the one before are over. The divisions keep their order
and their promotion. Who goes on follows from the standings, so that moderators choose nobody; ties
that nothing breaks are drawn by the season's seed.
"""

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain

from bot.refusal import Refusal
from bot.seasons import events, standings
from bot.seasons.applying import apply
from bot.seasons.results import lots
from bot.seasons.schedules import LONG, TURNS, Extent
from bot.seasons.season import FEWEST_IN_DIVISION, Season
from bot.seasons.seating import MOST_SEATS, Table, most_even
from bot.seasons.stages.final import FINAL
from bot.seasons.stages.groups import GROUPS
from bot.seasons.stages.kind import Kind, Paired
from bot.seasons.stages.knockout import KNOCKOUT, going_on, out_in_order, rounds_played
from bot.seasons.stages.swiss import SWISS

KINDS: Mapping[events.StageKind, Kind] = {
    "groups": GROUPS,
    "swiss": SWISS,
    "knockout": KNOCKOUT,
    "final": FINAL,
}
"""The kinds of stages."""
_AROUND = 4
"""How far from the best number of divisions others are looked at, on both sides."""


@dataclass(frozen=True)
class Announced:
    """Where the season before sends a person."""

    person: int
    direction: standings.Direction
    tier: int
    """The tier in the next season."""


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


def division_sizes(
    players: int, rules: events.Rules, before: Sequence[Announced] = ()
) -> tuple[int, ...]:
    """The sizes of the divisions, from the top, of so many players: those that keep most announced
    moves, and of these the nearest to the size that the rules want. A division has no fewer players
    than a table has seats, unless the rules want it smaller."""
    if players < 2 or rules.is_cup:  # one list of seeds
        return (players,) if players else ()
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

    def worth(shape: tuple[int, ...]) -> tuple[int, int]:
        broken = 0
        if before:
            people = [one.person for one in before]
            newcomers = range(-1, -1 - players + len(people), -1)
            order = by_ladder(before, newcomers, shape, pyramid=rules.pyramid)
            broken = len(not_kept(before, divided(order, shape, pyramid=rules.pyramid)))
        return broken, max(abs(size - wanted) for size in shape)

    return min(found, key=worth)


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
    season: Season, before: Sequence[Announced] = (), *, waiting: bool = False
) -> list[int]:
    """Order the people who have a place, with `waiting` also those who wait for one, the best
    seeded first: as moderators seeded them, else by the ladder of the season before. Whom that does
    not know comes last, in the order of signing up."""
    people = season.in_line if waiting else season.signed_up
    known = season.seeds.order or [one.person for one in before]
    places = {person: n for n, person in enumerate(known)}
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
) -> list[Announced]:
    """List what was announced to people who would not go there: those who would be put lower, and
    those who were sent down and would not go. Rising further than announced is not among these."""
    tier_of = {person: drawn.tier for drawn in divisions for person in drawn.entries}
    found = []
    for one in before:
        now = tier_of[one.person]
        if now > one.tier or (now < one.tier and one.direction == "down"):
            found.append(one)
    return found


def draw(
    rules: events.Rules, divisions: Sequence[events.DrawnDivision], *, seed: int
) -> events.Drawn:
    """Draw the first tables of these divisions. Raises ValueError if that is impossible, as for a
    single player."""
    tables: list[events.DrawnTable] = []
    begin = KINDS[rules.first.kind].begin
    for number, drawn in enumerate(divisions):
        paired = begin(rules, rules.first, drawn.entries, number, seed)
        tables += _numbered(len(tables), number, 0, paired)
    return events.Drawn(tuple(divisions), tuple(tables), str(seed))


def draw_round(season: Season, division: int, *, seed: int) -> events.RoundDrawn:
    """Draw the next round of a division that is drawn round by round, without entries that were
    given up. Raises ValueError if fewer than two are left."""
    paired = KINDS[season.stage(division).kind].draw_round(season, division, seed)
    first = min((drawn.round for drawn in season.tables_in(division)), default=0)
    return events.RoundDrawn(
        division,
        tuple(_numbered(len(season.tables), division, first, paired)),
        paired.byes,
        tuple(len(season.tables) + 1 + n for n in paired.for_places),
    )


def draw_stage(
    season: Season, stage: int, entries: Sequence[int], *, seed: int
) -> events.StageDrawn:
    """Draw the first tables of a further stage for those who go on (`who_goes_on`), the best first.
    Raises ValueError if that is impossible."""
    rules, division = season.rules, events.LATER * stage
    paired = KINDS[rules.stages[stage].kind].begin(
        rules, rules.stages[stage], entries, division, seed
    )
    before = season.tables.values()
    first = 1 + max((one.round for one in before), default=-1)
    tables = _numbered(len(before), division, first, paired)
    return events.StageDrawn(stage, tuple(entries), tuple(tables), paired.byes)


def rounds_left(season: Season, division: int) -> bool:
    """Whether more rounds are to be drawn in a division, once its tables are over."""
    return KINDS[season.stage(division).kind].rounds_left(season, division)


def taken_back(
    before: Season, after: Season, division: int, table: int | None = None
) -> list[events.TakenBack]:
    """Find what was drawn from the results of a division, if after a change of them (at `table`, or
    of points apart from tables) others go on, or nobody knows yet who does: the later rounds of
    its knock-out, and the stages after it. Empty also where one of those tables is over: what is
    played stays. Pairings of Swiss rounds stay, too."""
    stage, rounds = events.stage_of(division), None
    if table is not None and before.stage(division).kind == "knockout":
        rounds = before.tables[table].round
    drawn = [
        number
        for number, one in before.tables.items()
        if events.stage_of(one.division) > stage
        or (rounds is not None and one.division == division and one.round > rounds)
    ]
    back = events.TakenBack(tuple(number for number in drawn if number not in before.replaced))
    if not back.replaced or not before.results.keys().isdisjoint(back.replaced):
        return []
    same = _goes_on(before, back, division) == _goes_on(after, back, division)
    return [] if same else [back]


def _goes_on(season: Season, back: events.TakenBack, division: int) -> list[int] | None:
    """Who goes on from a division to what would be taken back; None while nobody knows."""
    season, stage = apply(season, back), events.stage_of(division)
    if season.stage(division).kind == "knockout" and rounds_left(season, division):
        over = all(season.is_over(one.table) for one in season.tables_in(division))
        return going_on(season, division) if over else None
    if season.open_in_stage(stage):
        return None
    return list(who_goes_on(season, stage + 1).entries)


def plays_on(season: Season, entry: int) -> bool:
    """Whether an entry has tables to finish, or rounds that are to be drawn."""
    waiting = any(entry in drawn.entries for drawn in season.open_tables())
    return waiting or any(
        rounds_left(season, division)
        for division in season.drawn_divisions()
        if entry in season.entries_in(division)
    )


def draw_late_entry(season: Season, person: int, division: int, *, seed: int) -> events.EnteredLate:
    """Draw tables for a newcomer: as many as each of the others was drawn for, or fewer if
    opponents are missing, since nobody sits at more than one table of another's late entry. Tables
    have one seat fewer where that gives the newcomer more games. In Swiss rounds there are none:
    the newcomer is paired from the next round on. Raises IndexError if there is no such division,
    Refusal (`late-full`) if there is no table for the newcomer."""
    if season.rules.first.kind == "swiss":
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
            "Nobody else can join late, because the others would then have too many games to "
            "play. Sign up for the next season.",
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
    count: int, division: int, first_round: int, paired: Paired
) -> list[events.DrawnTable]:
    return [
        events.DrawnTable(count + 1 + n, division, first_round + number, table)
        for n, (number, table) in enumerate(paired.tables)
    ]


def _note(
    table: Sequence[int], met: Counter[frozenset[int]], sat: Counter[tuple[int, int]]
) -> None:
    met.update(frozenset((one, other)) for one in table for other in table if one < other)
    sat.update((player, seat) for seat, player in enumerate(table))


def moves_up(season: Season, entry: int, begun: Collection[int] = ()) -> list[events.MovedUp]:
    """Draw anew the tables of an entry that was given up, with the best of those who did not go on
    in its place: at a stage after the first, and in a knock-out. None where one of its tables has
    `begun`, or where nobody is free: who plays in the same round for a place is not."""
    for division in reversed(season.drawn_divisions()):
        there = [one for one in season.tables_in(division) if one.table not in season.voided]
        own = [one for one in there if entry in one.entries and not season.is_over(one.table)]
        numbers = [one.table for one in own]
        if not own or not set(numbers).isdisjoint(begun):
            continue
        rounds = {one.round for one in own}
        busy = [one.entries for one in season.open_tables()]
        busy += [one.entries for one in there if one.round in rounds]
        people = {season.holder(seated) for seated in chain.from_iterable(busy)}
        free = (
            one
            for one in _in_line(season, division)
            if one not in season.withdrawn and season.holder(one) not in people
        )
        if (into := next(free, None)) is not None:
            tables = (
                events.DrawnTable(
                    len(season.tables) + 1 + n, division, one.round,
                    tuple(into if seated == entry else seated for seated in one.entries),
                )
                for n, one in enumerate(own)
            )  # fmt: skip
            return [events.MovedUp(into, entry, tuple(numbers), tuple(tables))]
    return []


def _in_line(season: Season, division: int) -> list[int]:
    """Who did not go on to where a division stands now, the best first."""
    stage = season.stage(division)
    number = events.stage_of(division)
    rounds = rounds_played(season, division) if stage.kind == "knockout" else []
    if len(rounds) > 1:
        return out_in_order(season, division, rounds[-1].still_in)
    if not number or (stage.kind == "knockout" and not rounds):
        return []
    drawn = season.later[number - 1]
    return [e for e in who_goes_on(season, number).entries if e not in drawn.entries]


@dataclass(frozen=True)
class GoOn:
    """Who goes on to a stage by the present standings."""

    entries: tuple[int, ...] = ()
    """The entries, the best first."""
    drawn_among: tuple[int, ...] = ()
    """The entries that are level for the last places, some of which were drawn by the season's
    seed; empty if the standings broke all ties."""


def stage_due(season: Season) -> int | None:
    """The number of the stage that should be drawn now, since all tables of those before are over;
    None for none. There may still be too few who go on (`who_goes_on`)."""
    stage = len(season.later) + 1
    if season.phase != "running" or stage >= len(season.rules.stages) or season.open_tables():
        return None
    if any(rounds_left(season, division) for division in season.drawn_divisions()):
        return None
    return stage


def who_goes_on(season: Season, number: int) -> GoOn:
    """Who goes on to the stage of this number, from 1, by the season's rules and the present
    standings of the stage before. An entry without a place is left out, and the next one moves up;
    so is the worse of two entries for which one person plays. Among the best of all are only
    entries with at least half as many games, byes included, as the entry that has the most in any
    division."""
    divisions, stage = season.drawn_divisions(number - 1), season.rules.stages[number]
    tables = [standings.standings_of(season, division) for division in divisions]
    tiers = [0 if number > 1 else season.divisions[division].tier for division in divisions]
    byes = Counter(
        entry
        for division in divisions
        for entry in chain.from_iterable(standings.byes_of(season, division))
    )
    rounds = {row.entry: row.games + byes[row.entry] for table in tables for row in table.rows}
    most = max(rounds.values(), default=0)
    ranked: list[tuple[tuple[int, ...], int]] = []
    for tier, table in zip(tiers, tables, strict=True):
        for rank, row in enumerate(row for row in table.rows if row.place is not None):
            # for each round played: divisions may differ in their number of games
            margin, played = row.margin // max(1, row.games), max(1, rounds[row.entry])
            by_game = (-(row.points // played), -(row.wins // played), -margin)
            match stage.who:
                case "winners" if row.place == 1:
                    ranked.append(((tier, *by_game), row.entry))
                case "each" if rank < stage.players:
                    ranked.append(((rank, tier, *by_game), row.entry))
                case "best" if 2 * rounds[row.entry] >= most:
                    ranked.append(((-row.points, -row.wins, -margin), row.entry))
                case "top" if tier == min(tiers):
                    ranked.append(((row.place or 0, *by_game), row.entry))
    entries = chain.from_iterable(map(season.entries_in, divisions))
    drawn_for = lots(f"{season.seed} final", entries)
    ranked.sort(key=lambda one: (one[0], drawn_for[one[1]]))
    people: set[int] = set()
    able: list[tuple[tuple[int, ...], int]] = []
    for key, entry in ranked:
        if season.holder(entry) not in people:
            people.add(season.holder(entry))
            able.append((key, entry))
    wanted = stage.players if stage.who in ("best", "top") else len(able)
    if stage.kind == "final":
        wanted = min(wanted, MOST_SEATS)
    chosen, left = able[:wanted], able[wanted:]
    level = [entry for key, entry in able if chosen and left and key == chosen[-1][0]]
    drawn = level if left and left[0][0] == chosen[-1][0] else []
    return GoOn(tuple(entry for _, entry in chosen), tuple(drawn))


# --- how long it takes ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Forecast(Extent):
    """What a season asks of its players."""

    takes: timedelta | None
    """About how long the season takes; None if nobody can say."""

    @property
    def too_long(self) -> bool:
        """Whether it takes so long that the moderators should know."""
        return self.takes is not None and self.takes > LONG


def forecast(
    sizes: Sequence[int], rules: events.Rules, at_once: int, turn: timedelta | None
) -> Forecast:
    """Estimate what a season asks of its players. `sizes` are the numbers of players in its
    divisions, at least 2 each. `at_once` is how many tables a person plays at a time, 0 for all of
    a round; rounds that are drawn one by one are played one after the other. `turn` is how long a
    turn takes, None if unknown."""
    found = Extent(0, 0, 0)
    rounds = 0
    for stage in rules.stages:
        if stage is not rules.first:
            sizes = [_going_on(sizes, stage)]
        if min(sizes) < 2:
            break
        parts = [KINDS[stage.kind].extent(rules, stage, size) for size in sizes]
        most = max(one.most for one in parts)
        found = Extent(
            found.tables + sum(one.tables for one in parts),
            found.fewest or min(one.fewest for one in parts),
            found.most + most,
        )
        together = 1 if stage.round_by_round else at_once or 1
        seats = max(sizes) if stage.kind == "final" else min(rules.seats, max(sizes))
        rounds += -(-most // together) * seats
    takes = None if turn is None else rounds * TURNS * turn
    return Forecast(found.tables, found.fewest, found.most, takes)


def _going_on(sizes: Sequence[int], stage: events.Stage) -> int:
    """How many go on from divisions of these sizes."""
    match stage.who:
        case "winners":
            players = len(sizes)
        case "each":
            players = sum(min(size, stage.players) for size in sizes)
        case "top":
            players = min(stage.players, sizes[0])
        case "best" | "all":
            players = min(stage.players, sum(sizes))
    return min(players, MOST_SEATS) if stage.kind == "final" else players
