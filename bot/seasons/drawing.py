"""Drawing lots for a season: divisions with their schedules, Swiss rounds, tables for latecomers.

Every function makes an event that holds the draw, ready for `seasons.apply`. The same season and
seed give the same draw.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence

from bot.refusal import Refusal
from bot.seasons.events import (
    Drawn,
    DrawnDivision,
    DrawnTable,
    EnteredLate,
    RoundDrawn,
    Rules,
)
from bot.seasons.schedules import Schedule, schedule_of_games, schedule_of_rounds
from bot.seasons.season import Season
from bot.seasons.seating import Table, most_even
from bot.seasons.standings import byes_of, standings_of
from bot.seasons.swiss import Round, pair


def draw(rules: Rules, divisions: Sequence[DrawnDivision], *, seed: int) -> Drawn:
    """Draw the tables of these divisions; the places in a division's schedule go by lot. Raises
    ValueError where no schedule is possible, as for a single player."""
    tables: list[DrawnTable] = []
    plans: dict[int, Schedule] = {}  # one for all divisions of a size; only the players differ
    for tier, entries in enumerate(drawn.entries for drawn in divisions):
        if rules.form == "swiss":
            paired = pair(dict.fromkeys(entries, 0), rules.seats, seed=seed + tier)
            tables += _numbered(len(tables), tier, 0, paired.tables)
            continue
        numbers = list(entries)
        random.Random(f"draw {seed} {tier}").shuffle(numbers)
        plan = plans.get(len(entries))
        if plan is None:
            plan = plans[len(entries)] = _plan(len(entries), rules, seed)
        for table, number in zip(plan.tables, plan.rounds, strict=True):
            seats = tuple(numbers[player] for player in table)
            tables.append(DrawnTable(len(tables) + 1, tier, number, seats))
    return Drawn(tuple(divisions), tuple(tables), str(seed))


def draw_round(season: Season, division: int, *, seed: int) -> RoundDrawn:
    """Pair the next round of a division in the Swiss form by the standings, without withdrawn
    entries. Raises ValueError if fewer than two are left."""
    table = standings_of(season, division)
    staying = [row for row in table.rows if not row.withdrawn]
    before = _rounds_played(season, division)
    paired = pair(
        {row.entry: row.points for row in staying}, season.rules.seats, before,
        seed=seed, places={row.entry: row.place for row in staying},
    )  # fmt: skip
    return RoundDrawn(
        division,
        tuple(_numbered(len(season.tables), division, len(before), paired.tables)),
        paired.byes,
        tuple(sorted(paired.floated_down)),
        tuple(sorted(paired.floated_up)),
    )


def draw_late_entry(season: Season, person: int, division: int, *, seed: int) -> EnteredLate:
    """Draw tables for a newcomer: as many as each was drawn for, or fewer where opponents are
    missing, since nobody sits at more than one table of another's late entry. Tables have one seat
    too few where that gives the newcomer more games. In the Swiss form there are none: the newcomer
    is paired from the next round on. Raises IndexError for no division, and Refusal (`late-full`)
    where there is no table for the newcomer."""
    if season.rules.form == "swiss":
        return EnteredLate(person, division, ())
    chance = random.Random(f"late {seed} {person}")
    games: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    free = set(season.divisions[division].entries) - season.withdrawn
    last_round = 0
    for drawn in season.tables.values():
        if drawn.division != division:
            continue
        last_round = max(last_round, drawn.round)
        newcomer = season.late_tables.get(drawn.table)
        if newcomer is None:
            games.update(drawn.entries)
        if drawn.table not in season.voided:
            _note(drawn.entries, met, sat)
            if newcomer is not None:
                free -= set(drawn.entries) - {newcomer}
    wanted = max(games.values(), default=0)
    opponents = season.rules.seats - 1
    count = min(wanted, len(free) // max(opponents - 1, 1))
    if not count:
        raise Refusal(
            "late-full",
            "Nobody else can join late: the others would play too many games. Sign up for the "
            "next season.",
        )
    taken = min(len(free), count * opponents)
    new: list[Table] = []
    for n in range(count):
        table = [person]
        # the first tables get the seats that are left over
        for _ in range(taken // count + (n < taken % count)):
            left = sorted(free)
            chance.shuffle(left)
            table.append(min(left, key=lambda one: sum(met[frozenset((one, e))] for e in table)))
            free.remove(table[-1])
        seats = most_even(table, sat)
        _note(seats, met, sat)
        new.append(seats)
    numbered = [
        DrawnTable(len(season.tables) + 1 + n, division, last_round + 1 + n, seats)
        for n, seats in enumerate(new)
    ]
    return EnteredLate(person, division, tuple(numbered))


def _plan(players: int, rules: Rules, seed: int) -> Schedule:
    if rules.form == "rounds":
        return schedule_of_rounds(players, rules.seats, rules.games or 1, seed=seed)
    return schedule_of_games(players, rules.seats, rules.games, seed=seed)


def _numbered(count: int, division: int, number: int, tables: Sequence[Table]) -> list[DrawnTable]:
    return [DrawnTable(count + 1 + n, division, number, table) for n, table in enumerate(tables)]


def _note(
    table: Sequence[int], met: Counter[frozenset[int]], sat: Counter[tuple[int, int]]
) -> None:
    met.update(frozenset((one, other)) for one in table for other in table if one < other)
    sat.update((player, seat) for seat, player in enumerate(table))


def _rounds_played(season: Season, division: int) -> list[Round]:
    """List the rounds of the Swiss form so far, without voided tables."""
    byes = byes_of(season, division)
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
"""The first line of the hashed text, as in `bot.tables.fair_deal`."""


def shared_deal(secret: str, tables: Mapping[int, DrawnTable], number: int) -> str:
    """Make the secret of a table's deal, as 64 hexadecimal digits, shared by the tables of a round.

    It is derived from a secret of the season, which nobody is ever told: a finished table reveals
    the secret of its round alone. (Tables with fewer seats make another deal of it.)

    A round may hold two tables of one person. A person who has played a deal knows its hidden
    stacks, so the second table has another deal, shared with other people's second tables. Raises
    KeyError if there is no such table.
    """
    lines = [ROUND, secret, str(tables[number].round)]
    if turn := _turn(tables, number):
        lines.append(str(turn))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _turn(tables: Mapping[int, DrawnTable], number: int) -> int:
    """Count how often somebody at this table has played in its round before, by the numbers of the
    tables; 0 as a rule."""
    turns: dict[int, int] = {}
    for table in sorted(tables.values(), key=lambda one: one.table):
        if table.round != tables[number].round:
            continue
        turn = max((turns.get(entry, -1) for entry in table.entries), default=-1) + 1
        if table.table == number:
            return turn
        turns.update(dict.fromkeys(table.entries, turn))
    raise KeyError(number)
