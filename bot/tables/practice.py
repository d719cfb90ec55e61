"""Practice without a table: the tutorial's lesson, the turn of the day, and one's own mistakes as
puzzles; and who is new, or a newcomer at a table.

The lesson is the rounds up to the first food day, against a computer. data/lesson.json holds the
deal and every turn, so that the lesson is the same for everybody. How far a lesson
is follows from the number of presses the learner has made: buttons carry it, and the person's
settings store it, so that a lesson can be interrupted and continued.

A puzzle is a position line, so nothing hidden is in it. A try is stored with each choice, and can
be gone on with after a restart; it is judged once, when the whole turn is confirmed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Literal

import structlog
from pydantic import TypeAdapter

from bot import FOLDER
from bot.ai.puzzles import as_a_way, best_ways, leads_to, points_lost, puzzles_of_a_game, theme_of
from bot.ai.worker import Ask
from bot.clocks import zone_named
from bot.engine import Game, Step
from bot.engine.position import Position
from bot.model import computers
from bot.model.table import Options, Person, PersonSettings, Seat, Table
from bot.notation.position_line import read_position, write_position
from bot.process import Newest
from bot.refusal import Refusal
from bot.store import log, settings, stats
from bot.store import puzzles as stored
from bot.store.database import Connection
from bot.tables.computers import reviewed
from bot.tables.finding import Tables
from bot.tables.lobby import COMPUTER_NAMES
from bot.tables.looking_back import Replay
from bot.tables.preparation import not_whole, prepare
from bot.tables.records import deal_must_be_over
from bot.tables.turns import TurnView, changed

Look = Literal["wheels", "tiles", "temples", "none"]

_WRITTEN: Mapping[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "lesson.json").read_text(encoding="utf-8")
)
LEARNER, COMPUTER = 0, 1
PRESSES: int = sum(len(t["presses"]) for t in _WRITTEN["turns"] if t["seat"] == LEARNER)
"""The number of the learner's presses in the whole lesson."""


@dataclass(frozen=True)
class Deed:
    """A whole turn of a seat."""

    seat: int
    before: Position
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Lesson:
    """The lesson at one press."""

    presses: int
    """The number of presses the learner has made."""
    game: Game
    kind: str | None
    """The kind of question the learner is asked; None once the lesson is over."""
    wanted: tuple[str, ...]
    """The answers that the next press gives; empty once the lesson is over."""
    beside: tuple[str, ...] | None
    """The answers shown beside the wanted one, which the lesson has spoken of; None for all."""
    look: Look
    """The picture shown before that press."""
    turn: Deed
    """The learner's turn so far."""
    deeds: tuple[Deed, ...]
    """The learner's last turn, and the computer's turns after it."""

    @property
    def over(self) -> bool:
        """Whether the lesson is over."""
        return not self.wanted


def lesson(presses: int = 0) -> Lesson:
    """Play the lesson up to so many presses. Raises ValueError for more than there are.

    It takes some milliseconds: call it beside the event loop.
    """
    if not 0 <= presses <= PRESSES:
        raise ValueError(f"a lesson has no press {presses}")
    game = Game.from_setup(_WRITTEN["setup"])
    for seat, action in _WRITTEN["chosen"]:
        game.step(seat, action)
    deeds: list[Deed] = []
    made = 0
    for written in _WRITTEN["turns"]:
        turn = Deed(written["seat"], game.snapshot(), ())
        for press in written["presses"]:
            if turn.seat == LEARNER and made == presses:
                kind, wanted = game.kind_asked(LEARNER), tuple(press["does"])
                beside, look = press.get("beside", ()), press.get("look", "wheels")
                beside = beside if beside is None else tuple(beside)
                return Lesson(made, game, kind, wanted, beside, look, turn, tuple(deeds))
            steps = [game.step(turn.seat, action) for action in press["does"]]
            turn = replace(turn, steps=(*turn.steps, *steps))
            made += turn.seat == LEARNER
        deeds = [turn] if turn.seat == LEARNER else [*deeds, turn]
    nothing = Deed(LEARNER, game.snapshot(), ())
    return Lesson(made, game, None, (), (), "wheels", nothing, tuple(deeds))


# --- who is new -----------------------------------------------------------------------------------

GAMES_OF_NEWCOMERS = 2
"""A person is a newcomer with fewer finished games than this."""
MOST_NEWCOMERS, MOST_EXPERIENCED = 1_000, 20_000
"""Of how many people it is remembered at most that they are newcomers at a table, and that they
are none."""


class Newcomers:
    """Who is a newcomer at which table, as far as it was looked up. Who is one stays one to the end
    of the game, and who is none is none for ever."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._at = Newest[tuple[int, int], None](MOST_NEWCOMERS)
        self._experienced = Newest[int, None](MOST_EXPERIENCED)

    async def sees(self, table_id: int, user_id: int) -> bool:
        """Whether a person is a newcomer at this table."""
        if user_id in self._experienced:
            return False
        if (table_id, user_id) in self._at:
            return True
        played = await self._tables.store.read(stats.games_of, user_id, GAMES_OF_NEWCOMERS)
        if played >= GAMES_OF_NEWCOMERS:
            self._experienced[user_id] = None
            return False
        self._at[table_id, user_id] = None
        return True


async def is_new(tables: Tables, user_id: int) -> bool:
    """Whether a person has neither finished a game nor the lesson."""
    made = (await tables.store.read(settings.of_person, user_id)).lesson
    return made < PRESSES and not await tables.store.read(stats.games_of, user_id, 1)


# --- the lesson -----------------------------------------------------------------------------------


async def presses_made(tables: Tables, user_id: int) -> int:
    """Read the number of presses a person has made; 0 if the person is not in the lesson."""
    made = (await tables.store.read(settings.of_person, user_id)).lesson
    return made if made < PRESSES else 0


async def note_presses(tables: Tables, user_id: int, presses: int) -> None:
    """Store the number of presses a person has made."""

    async def note(connection: Connection) -> None:
        known = await settings.of_person(connection, user_id)
        if known.lesson != presses:
            changed = replace(known, lesson=presses)
            await settings.set_person(connection, user_id, changed, at=tables.now())

    await tables.store.write(note)


STOCK = 60
"""How many unused puzzles are kept in stock."""
A_WEEK, PAST_DAYS = timedelta(days=6), 30
"""How far a server's page looks back before today, and how many days before today can be opened."""
GRACE = timedelta(minutes=10)
"""How long after midnight a turn of the day that was begun the day before may be confirmed."""
logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Solving:
    """A puzzle, and a person's try at it. Show it to that person alone."""

    puzzle: computers.Puzzle
    tried: computers.Try
    turn: TurnView
    pair: tuple[computers.Advised, computers.Advised] | None = None
    """Once it is judged, two turns to compare: the best one and the person's; or the person's, if
    that lost nothing, and the next best one."""


@cache
def shipped() -> Sequence[tuple[str, computers.Puzzle]]:
    """Read the first puzzles, which come with the program, with their sources."""
    lines = (FOLDER / "data" / "puzzles.jsonl").read_text("utf-8").splitlines()
    read = TypeAdapter(computers.Puzzle).validate_json
    return [(f"first.{number}", read(line)) for number, line in enumerate(lines)]


async def make_more(tables: Tables, ask: Ask) -> None:
    """Let computers play a game, and store its puzzles. Nothing is done before a first puzzle was
    used, or while the stock is full and has enough of each theme. It keeps other processes busy for
    minutes, but everything else comes first there."""
    used, _ = await tables.store.read(stored.counted)
    left = await tables.store.read(stored.left)
    few = any(left[theme] < STOCK // computers.AT_LEAST for theme in computers.PUZZLE_THEMES)
    if not used or not (few or left.total() < STOCK):
        return
    seed, made = f"{tables.now():%Y-%m-%d %H:%M:%S}", 0

    def wanted(theme: computers.PuzzleTheme, _position: Position, _actions: Sequence[str]) -> bool:
        return left[theme] < STOCK // computers.AT_MOST

    async for position, rules, theme, ways in puzzles_of_a_game(ask, seed, wanted):
        puzzle = computers.Puzzle(write_position(position), rules, theme, ways)
        await tables.store.write(stored.add, [(f"{seed} {made}", puzzle)])
        made += 1
        left[theme] += 1
    logger.info("puzzles made", number=made)


# --- days -----------------------------------------------------------------------------------------


async def day_of(
    tables: Tables, user_id: int, guild_id: int | None, ago: timedelta = timedelta()
) -> date:
    """Find the date where a person is, now or `ago`: by the person's time zone or, if none is
    chosen, by the server's."""
    zone = (await tables.store.read(settings.of_person, user_id)).hours.zone
    if zone is None:
        zone = (await tables.server_settings(guild_id)).zone
    return (tables.now() - ago).astimezone(zone_named(zone)).date()


async def streak_of(tables: Tables, user_id: int, guild_id: int | None) -> int:
    """Count the days in a row on which a person has solved the turn of the day (`streak`)."""
    days = {day for day in await tables.store.read(stored.days, user_id) if day is not None}
    return computers.streak(days, await day_of(tables, user_id, guild_id))


async def puzzle_of(tables: Tables, day: date) -> int:
    """Find the puzzle of a day, the same for everybody. Raises Refusal (`no-puzzle`) where all are
    used up."""
    read, write = tables.store.read, tables.store.write
    if await read(stored.of_day, day) is None:
        async with tables.alone("puzzles"):
            if not any(await read(stored.counted)):
                await write(stored.add, shipped())
            await write(stored.take, day)
    found = await read(stored.of_day, day)
    if found is None:
        raise Refusal("no-puzzle", "There is no new turn today; come back tomorrow.")
    return found


async def puzzle_of_today(tables: Tables, person: Person, guild_id: int) -> Solving:
    """Open a person's try at the puzzle of the day. Raises Refusal as `puzzle_of`."""
    day = await day_of(tables, person.id, guild_id)
    puzzle = await puzzle_of(tables, day)
    await tables.store.write(stored.begin, person.id, puzzle, day, guild_id)
    return await solving(tables, person, puzzle)


async def past_days(
    tables: Tables, user_id: int, guild_id: int
) -> Sequence[tuple[date, float | None]]:
    """List the days before a person's today whose puzzle can be opened again, as `stored.past`."""
    today = await day_of(tables, user_id, guild_id)
    first, last = today - timedelta(days=PAST_DAYS), today - timedelta(days=1)
    return await tables.store.read(stored.past, user_id, first, last)


async def puzzle_of_past(tables: Tables, person: Person, guild_id: int, day: date) -> Solving:
    """Open the puzzle of a past day: with its judgement, or to be tried now, which counts for no
    day. Raises Refusal (`no-past`) for a day that cannot be opened (`past_days`)."""
    days = [one for one, _ in await past_days(tables, person.id, guild_id)]
    puzzle = await tables.store.read(stored.of_day, day)
    if puzzle is None or day not in days:
        raise Refusal("no-past", "This turn of the day cannot be opened; choose another day.")
    await tables.store.write(stored.begin, person.id, puzzle, None, guild_id)
    now = await solving(tables, person, puzzle)
    if now.tried.day is not None and now.tried.lost is None:  # it was begun on its day
        now = await _changed(tables, person, now, day=None)
    return now


async def week_of(tables: Tables, guild_id: int, today: date) -> list[Any]:
    """Sum up the seven days up to today for each person of a server, as `stored.sums`; who found
    most comes first."""
    people = await tables.store.read(stored.sums, today - A_WEEK, today, guild_id)
    return sorted(people, key=lambda one: (-one.found, one.mean, -one.tries))


# --- a try ----------------------------------------------------------------------------------------


async def solving(tables: Tables, person: Person, puzzle_id: int) -> Solving:
    """Find a person's try at a puzzle. Raises Refusal (`no-try`) without one."""
    puzzle = await tables.store.read(stored.by_id, puzzle_id)
    tried = await tables.store.read(stored.tried, person.id, puzzle_id)
    if puzzle is None or tried is None:
        raise Refusal(
            "no-try", "You have not begun this turn of the day; open your own with /today."
        )
    own = await tables.store.read(settings.of_person, person.id)
    turn = _turn(tables, puzzle, tried, person, own)
    return Solving(puzzle, tried, turn, await _pair(tables, puzzle, tried, turn.begun.snapshot()))


async def _pair(
    tables: Tables, puzzle: computers.Puzzle, tried: computers.Try, position: Position
) -> tuple[computers.Advised, computers.Advised] | None:
    """Find the two turns to compare; None while a try is not judged, or where there is nothing to
    compare it with."""
    if tried.lost is None or not puzzle.ways:
        return None
    turn = leads_to(position, puzzle.rules, tried.prepared)
    known = await tables.store.read(stored.judged, puzzle.id, turn)
    facts = (known and known[1]) or computers.Advised(tried.prepared, 0.0)
    if tried.lost:
        return puzzle.ways[0], facts
    others = (
        way for way in puzzle.ways
        if way.place > 1 and leads_to(position, puzzle.rules, way.actions) != turn
    )  # fmt: skip
    other = next(others, None)
    return (facts, other) if other is not None else None


async def must_be_open(tables: Tables, now: Solving, person: Person, guild_id: int | None) -> None:
    """Raises Refusal (`other-day`) for the puzzle of a day that has been over for more than
    `GRACE`."""
    day = now.tried.day
    if day is None or day == await day_of(tables, person.id, guild_id):
        return
    if day != await day_of(tables, person.id, guild_id, GRACE):
        raise Refusal("other-day", "That day is over; use /today to open the new turn of the day.")


async def choose(tables: Tables, person: Person, now: Solving, actions: Sequence[str]) -> Solving:
    """Replace the actions of a try that is not judged. Raises IllegalAction for actions the rules
    do not allow, and Refusal where the try has changed meanwhile."""
    prepared = prepare(now.turn.begun, now.turn.seat, actions).actions
    return await _changed(tables, person, now, prepared=prepared)


async def confirm(
    tables: Tables, ask: Ask, person: Person, now: Solving, more: Sequence[str], today: date
) -> Solving:
    """Judge the whole turn, with `more` actions added, and note when it comes back as a mistake.
    Raises Refusal while it is not complete, and as `choose`."""
    puzzle, begun = now.puzzle, now.turn.begun
    turn = prepare(begun, now.turn.seat, (*now.tried.prepared, *more))
    if (whole := turn.whole) is None:
        raise not_whole(turn.kind)
    lost = await _judged(tables, ask, puzzle, begun.snapshot(), whole)
    judged = await _changed(tables, person, now, prepared=whole, lost=lost)
    if lost and now.tried.day is not None:
        again = [(f"day {now.tried.day}", replace(puzzle, lost=lost))]
        first = today + timedelta(days=computers.INTERVALS[0])
        await tables.store.write(stored.add, again, person.id, first)
    for one in await tables.store.read(stored.mistakes, person.id):
        if one.id == puzzle.id:
            due, stage = computers.comes_back(one.stage, today, avoided=not lost)
            await tables.store.write(stored.note, one.id, {"due": due, "stage": stage})
    return judged


async def _judged(
    tables: Tables, ask: Ask, puzzle: computers.Puzzle, position: Position, whole: Sequence[str]
) -> float:
    """Judge a turn against the puzzle's own, which are looked for first where there are none. Of
    several people with the same turn one has it judged, and the others wait."""
    turn = leads_to(position, puzzle.rules, whole)
    async with tables.locks.of(("judging", puzzle.id)):
        known = await tables.store.read(stored.judged, puzzle.id, turn)
        if known is not None:
            return known[0]
        newest = await tables.store.read(stored.by_id, puzzle.id)
        ways = newest.ways if newest else ()
        if not ways:
            ways = await best_ways(ask, position, puzzle.rules)
            if not ways:
                raise RuntimeError("no turns to judge by")
            await tables.store.write(stored.note, puzzle.id, {"ways": ways})
        lost = await points_lost(ask, position, puzzle.rules, ways, whole)
        facts = await as_a_way(ask, position, puzzle.rules, whole)
        await tables.store.write(stored.keep_judged, puzzle.id, turn, lost, facts)
        return lost


async def share(tables: Tables, person: Person, now: Solving) -> Solving:
    """Note that a result is shared. Raises Refusal while the try is not judged (`not-judged`), and
    if it was shared before (`shared`)."""
    if now.tried.lost is None:
        raise Refusal("not-judged", "There is no result to share yet; confirm your turn first.")
    if now.tried.shared:
        raise Refusal("shared", "You have already shared this result.")
    return await _changed(tables, person, now, shared=True)


async def _changed(tables: Tables, person: Person, now: Solving, **values: object) -> Solving:
    if not await tables.store.write(stored.change, person.id, now.tried, values):
        raise changed()
    return await solving(tables, person, now.puzzle.id)


def _turn(
    tables: Tables,
    puzzle: computers.Puzzle,
    tried: computers.Try,
    person: Person,
    own: PersonSettings,
) -> TurnView:
    """Make the panel of a try, at a table made up for it: the person sits at the seat in turn, and
    computers at the others."""
    position = read_position(puzzle.position)
    begun, mine = Game.from_position({"rules": puzzle.rules, **position.dump()}), position.turn_seat
    turn = prepare(begun, mine, tried.prepared if tried.lost is None else ())
    seats = [
        Seat(seat, None, COMPUTER_NAMES[seat], computers.Computer())
        for seat in range(len(position.players))
    ]
    seats[mine] = Seat(mine, person.id, person.name, settings=own)
    now = tables.now()
    table = Table(0, None, 0, "playing", person.id, tuple(seats), Options(hints=False), 0, now, now)
    return TurnView(
        table, mine, turn.kind, turn.legal, turn.actions, turn.game.snapshot(),
        f"{puzzle.id}.{tried.revision}", turn.whole is not None, turn.game, begun,
    )  # fmt: skip


# --- one's own mistakes ---------------------------------------------------------------------------


async def mistakes(
    tables: Tables, person: Person, guild_id: int
) -> tuple[list[Any], Solving | None]:
    """Find the mistakes that are due, as `stored.mistakes`, and open a try at the worst one of the
    theme that cost most points. Where none is due, return those that come back later, and None."""
    today = await day_of(tables, person.id, guild_id)
    await _take_over(tables, person.id)
    known = [one for one in await tables.store.read(stored.mistakes, person.id) if one.due]
    due = [one for one in known if one.due <= today]
    if not due:
        return known, None
    cost = {one.theme: sum(other.lost for other in due if other.theme == one.theme) for one in due}
    worst = max(due, key=lambda one: (cost[one.theme], one.lost))
    await tables.store.write(stored.begin, person.id, worst.id, None, guild_id)
    now = await solving(tables, person, worst.id)
    if now.tried.lost is not None:  # it comes back
        now = await _changed(tables, person, now, prepared=(), lost=None)
    return due, now


async def try_lesson(
    tables: Tables, person: Person, guild_id: int, table_id: int, round_number: int, turn: int
) -> Solving:
    """Open a try at a lesson of a reviewed game. Raises Refusal as `reviewed`, and (`no-lesson`) if
    its review has no lesson there."""
    opened = await tables.read(table_id)
    looked_at, source = await reviewed(opened), f"{table_id}.{round_number}.{turn}"
    table = looked_at.table
    review = await tables.store.read(
        stored.kept_review, table_id, table.rewinds, table.version
    )  # fmt: skip
    lessons = [] if review is None else review.lessons
    lesson = next((one for one in lessons if (one.round, one.turn) == (round_number, turn)), None)
    if lesson is None:
        raise Refusal("no-lesson", "This lesson is out of date; open the review again.")
    await _take_over(tables, person.id)  # own mistakes come back later, too
    puzzle = _puzzle_of(looked_at, round_number, turn, lesson.why.better.actions)
    await tables.store.write(stored.add, [(source, puzzle)], person.id)
    known = await tables.store.read(stored.mistakes, person.id)
    found = next(one.id for one in known if one.source == source)
    await tables.store.write(stored.begin, person.id, found, None, guild_id)
    now = await solving(tables, person, found)
    if now.tried.lost is not None:
        now = await _changed(tables, person, now, prepared=(), lost=None)
    return now


def _puzzle_of(
    looked_at: Replay, round_number: int, turn: int, better: Sequence[str], lost: float = 0.0
) -> computers.Puzzle:
    """The position before a turn of a game as a puzzle."""
    played = looked_at.turn(round_number, turn)
    position, rules = played.before, played.game.rules_version
    theme = theme_of(position, rules, [computers.Advised(tuple(better), 0.0)])
    return computers.Puzzle(write_position(position), rules, theme, lost=lost)


async def _take_over(tables: Tables, user_id: int) -> None:
    """Store the mistakes that reviews have found and that are not stored yet, due on the day after
    the game. Turns taken by a computer or an earlier player of the seat, and those of a game that
    cannot be replayed, are stored without a day and never come back: so no game is replayed for
    them again."""
    known = {one.source for one in await tables.store.read(stored.mistakes, user_id)}
    for row in await tables.store.read(stored.reviews_of, user_id):
        told = [(one.round, one.turn, one.seat, one.lost, one.other) for one in row.review.told]
        told += [
            (one.round, one.turn, one.seat, one.why.lost, one.why.better.actions)
            for one in row.review.lessons
        ]
        new = {
            f"{row.table_id}.{number}.{turn}": (number, turn, lost, better)
            for number, turn, seat, lost, better in told
            if seat == row.seat and lost > 0
        }
        if new.keys() <= known:
            continue
        try:
            await deal_must_be_over(tables.store.read, row.table_id)
        except Refusal:  # another table still plays its deal
            continue
        opened = await tables.read(row.table_id)
        try:
            looked_at = await reviewed(opened)
        except Refusal:  # today's rules cannot replay it
            lost_for_good = [(source, computers.Puzzle("", 0, "goods")) for source in new]
            await tables.store.write(stored.add, lost_for_good, user_id)
            continue
        events = await opened.fetch(log.events_between, row.table_id, 0, opened.table.version)
        found: list[tuple[str, computers.Puzzle]] = []
        of_others: list[tuple[str, computers.Puzzle]] = []
        for source, (number, turn, lost, better) in new.items():
            version = looked_at.turn(number, turn).table.version
            mine = events[version - 1].user_id == user_id
            puzzle = _puzzle_of(looked_at, number, turn, better, lost)
            (found if mine else of_others).append((source, puzzle))
        due = row.updated_at.date() + timedelta(days=computers.INTERVALS[0])
        await tables.store.write(stored.add, found, user_id, due)
        await tables.store.write(stored.add, of_others, user_id)
