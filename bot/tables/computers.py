"""What computers do at a table: their own turns, turns for people whose time is over, planned turns
that confirm themselves, hints, a coach, and reviews of finished games.

They think while the table is not locked, so that nobody waits for them. Their answers count only if
the table has not changed meanwhile.

A hint is advice to a person at the highest level the server allows, from what lies open and the
person's own options. A review looks at a finished game, turn by turn, and sees what lay open in
each moment. It compares only the seats' own turns: not choices of tiles or other answers, least of
all secret ones.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from bot.ai.advice import Moment, sure
from bot.ai.puzzles import as_a_way
from bot.ai.worker import Answer, Ask
from bot.engine.components import WEALTH
from bot.model.computers import (
    ORDINARY,
    Advised,
    Better,
    Compared,
    Computer,
    Lesson,
    Level,
    Review,
    Told,
)
from bot.model.notes import CallSeat
from bot.refusal import Refusal
from bot.store import log, puzzles
from bot.store import tables as stored
from bot.tables import preparation, time_passing, timing, turns
from bot.tables.finding import Tables
from bot.tables.looking_back import Replay, replay
from bot.tables.open_table import OpenTable
from bot.tables.preparation import SECRET_KIND, TURN_KIND
from bot.tables.records import must_be_told
from bot.tables.thinking import Think, looked_less_far
from bot.tables.turns import Confirmed, TurnView


@dataclass(frozen=True)
class Hint:
    """A computer's advice on a turn. Show it to that seat alone."""

    turn: TurnView
    """The turn so far."""
    ways: tuple[Advised, ...]
    """The ways to go on, the best first, each with the answer that ends the turn; empty if the turn
    is complete."""
    level: Level
    """The computer's level, which is lower than the server's while many tables wait."""
    hurried: bool = False
    """Whether it looked less far than the server's level does."""


async def hint(tables: Tables, table_id: int, user_id: int, *, ahead: bool = False) -> Hint:
    """Advise this person on the turn; `ahead` of being asked the advice waits behind computers'
    turns. Raises Refusal as `turns.view`, and (`no-hints`) where the table, the server or the bot
    gives no hints."""
    opened = await tables.read(table_id)
    mine = turns.asked(opened, user_id, None)
    level = await _hint_level(tables, opened)
    if tables.advise is None:
        raise _no_hints()
    advice = await tables.advise(
        opened.game, mine.seat, level, begun=mine.turn.actions, urgent=not ahead
    )
    hurried = looked_less_far(advice, level)
    return Hint(turns.view_of(opened, mine), advice.ways, advice.level, hurried)


async def first_tiles_hint(
    tables: Tables, table_id: int, user_id: int, tribe: str | None
) -> tuple[str, ...]:
    """Choose the wealth tiles a computer would keep for this person, with this tribe if one is
    given. Raises Refusal as `hint`, and (`tiles-chosen`) if no tiles are chosen any more or the
    tribe is not on offer to the person."""
    opened = await tables.read(table_id)
    mine = turns.asked(opened, user_id, None)
    level = await _hint_level(tables, opened)
    if tables.think is None:
        raise _no_hints()
    legal = opened.game.legal(mine.seat)
    if tribe is not None:
        legal = [action for action in legal if tribe in action.split()]
    if opened.game.kind_asked(mine.seat) != SECRET_KIND or not legal:
        raise Refusal("tiles-chosen", "The tiles are already chosen; the game has moved on.")
    computer = Computer(level)
    thought = await tables.think(opened.game, mine.seat, computer, legal=legal, urgent=True)
    [action] = thought.actions
    return tuple(tile for tile in action.split()[1:] if tile in WEALTH)


async def _hint_level(tables: Tables, opened: OpenTable) -> Level:
    """Find the level of the computer that gives hints at this table."""
    if not opened.table.options.hints:
        raise _no_hints()
    chosen = (await tables.server_settings(opened.table.guild_id)).hints
    if chosen == "off":
        raise Refusal("no-hints-on-server", "Hints are switched off on this server.")
    return chosen


def _no_hints() -> Refusal:
    return Refusal("no-hints", "Hints are switched off at this table.")


AT_ONCE = Computer("instant")
"""The computer that takes a person's turn whose time is over at a live table, where everybody
waits; elsewhere it is `ORDINARY`."""


async def play_by_themselves(
    tables: Tables, table_id: int, *, plans: bool = True
) -> list[Confirmed]:
    """Play the turns of computers until none is asked, and with `plans` confirm planned turns that
    are due. Return the confirmed turns, oldest first. It is harmless to call at any time: a second
    caller waits until the first has finished."""
    played: list[Confirmed] = []
    async with tables.locks.of(("computers", table_id)):  # otherwise they would think twice
        while True:
            opened = await tables.read(table_id)
            asked, planned = _computer_asked(opened), _plan_due(opened) if plans else None
            if planned is not None:
                turn = await _planned_turn(tables, table_id, planned)
            elif asked is not None and tables.think is not None:
                turn = await _computers_turn(tables, tables.think, opened, *asked)
            else:
                return played
            if turn is not None:
                played.append(turn)


def _plan_due(opened: OpenTable) -> int | None:
    """Find the first seat whose planned turn is due to be confirmed; None if there is none."""
    if opened.table.status != "playing" or opened.table.paused:
        return None
    seats = opened.table.seats
    return next((s.seat for s in seats if s.plan_due and s.plan_due <= opened.now), None)


async def _planned_turn(tables: Tables, table_id: int, seat: int) -> Confirmed | None:
    """Confirm a seat's planned turn, if it is due. If it is no longer possible as planned, the
    person is called instead; if it is overdue by more than `LATE`, the person is told again and it
    waits. Return None if nothing was confirmed."""
    async with tables.open(table_id) as opened:
        if _plan_due(opened) != seat:
            return None
        actions, holder = preparation.as_planned(opened, seat), opened.table.seats[seat]
        opened.change_seat(seat, plan_due=None)
        if (
            actions is not None
            and holder.plan_due
            and opened.now - holder.plan_due > preparation.LATE
        ):
            preparation.let_plan_wait(opened, seat)
        elif actions is not None:
            return turns.append(opened, seat, actions, user_id=holder.user_id, planned=True)
        way = timing.ping_of(opened.table, holder, opened.now)
        if opened.game.kind_asked(seat) is not None and way in ("mention", "direct"):
            opened.must_tell(CallSeat(seat, way))
        return None


async def with_plans_due(tables: Tables) -> list[int]:
    """List the ids of the tables where a planned turn is due to be confirmed."""
    return await tables.store.read(stored.with_plans_due, tables.now(), tables.shards)


async def _computers_turn(
    tables: Tables, think: Think, opened: OpenTable, seat: int, computer: Computer
) -> Confirmed | None:
    time = asyncio.get_running_loop().time
    # At a live clock everybody waits.
    live = opened.table.options.time.is_live
    pause = 0.0 if live else tables.pauses[computer.level] * (2 if computer.thinks_twice else 1)
    not_before = time() + pause
    thought = await think(opened.game, seat, computer)
    await asyncio.sleep(max(0.0, not_before - time()))
    hurried = looked_less_far(thought, computer.level)
    return await _append_if_still(tables, opened, seat, thought.actions, hurried=hurried)


async def needing_computers(tables: Tables) -> list[int]:
    """List the ids of the tables where a computer is asked. A table without one is looked at again
    only after it has changed, so this may be called every minute."""
    if tables.think is None:
        return []
    playing = await tables.store.read(stored.playing_with_computers, tables.shards)
    found = []
    for table_id, revision in playing.items():
        if tables.asking_no_computer.get(table_id) == revision:
            continue
        if _computer_asked(await tables.read(table_id)) is not None:
            found.append(table_id)
    tables.asking_no_computer = {key: playing[key] for key in playing.keys() - set(found)}
    return found


def _computer_asked(opened: OpenTable) -> tuple[int, Computer] | None:
    """Find the first seat that is asked and has a computer, with this computer; None if there is
    none, or the game cannot be replayed."""
    if opened.table.status != "playing":
        return None
    try:
        waiting = opened.waiting
    except Refusal:  # it cannot be replayed; people are told when they try
        return None
    sitting = ((seat, opened.table.seats[seat].computer) for seat in waiting)
    return next(((seat, computer) for seat, computer in sitting if computer is not None), None)


async def time_over(
    tables: Tables, table_id: int, seat: int, *, ordered: bool = False
) -> list[Confirmed]:
    """Let a computer take the turn of a seat whose time is over, by the table's rule or because a
    moderator has `ordered` it. Otherwise play nothing; the moderators are to be called."""
    opened = await tables.read(table_id)
    by_rule = opened.table.options.time.when_out == "computer"
    if tables.think is None or not (by_rule or ordered):
        async with tables.open(table_id, game=False) as changing:
            time_passing.note_time_out(changing, seat)
        return []
    if opened.table.status != "playing" or opened.game.kind_asked(seat) is None:
        return []
    begun = turns.asked_seat(opened, seat).turn
    # The person's prepared actions count, as far as they go.
    whole = begun.whole if begun.actions else None
    actions: Sequence[str] = whole or ()
    hurried = False
    if not actions:
        computer = AT_ONCE if opened.table.options.time.is_live else ORDINARY
        thought = await tables.think(opened.game, seat, computer, begun=begun.actions, urgent=True)
        actions, hurried = thought.actions, looked_less_far(thought, computer.level)
    turn = await _append_if_still(
        tables, opened, seat, actions, hurried=hurried, in_time=ordered, missed=True
    )
    return [turn] if turn else []


async def _append_if_still(
    tables: Tables,
    thought_on: OpenTable,
    seat: int,
    actions: Sequence[str],
    hurried: bool,
    in_time: bool = True,
    missed: bool = False,
) -> Confirmed | None:
    """Confirm a computer's turn, unless the table changed during its thinking or somebody else sits
    there now; unless `in_time` is set, also unless the seat has time again. A turn that a person
    has `missed` is counted."""
    holder = thought_on.table.seats[seat].user_id
    async with tables.open(thought_on.table.id) as opened:
        table = opened.table
        if table.status != "playing" or table.seats[seat].user_id != holder:
            return None
        then = thought_on.table.rewinds, thought_on.game.answered(seat)
        if (table.rewinds, opened.game.answered(seat)) != then:
            return None
        if not in_time and time_passing.has_time(opened, seat):
            return None
        if missed:
            time_passing.count_missed(opened, seat, by_computer=True)
        return turns.append(opened, seat, actions, user_id=None, hurried=hurried)


async def coached(tables: Tables, ask: Ask, done: Confirmed) -> Better | None:
    """Find the turn that would have been clearly better than the one a person has confirmed, from
    what lay open before it; None where there is none, at a table without hints, and at a table of a
    season that is not closed."""
    if done.by_computer or done.kind != TURN_KIND:
        return None
    opened = await tables.read(done.table.id)
    try:
        await _hint_level(tables, opened)
    except Refusal:
        return None
    if await opened.fetch(log.season_runs, done.table.id):
        return None
    return await better_than(ask, _moment_before(done, done.actions))


async def better_than(ask: Ask, moment: Moment) -> Better | None:
    """Find a turn that is clearly better than the one that was played, also on a closer look; None
    where there is none, or no computer could look."""
    first = (await ask(moment)).compared
    if first is None or first.lost < LOSS:
        return None
    again = (await ask(replace(moment, closer=True, ways=(first.other,)))).compared
    if again is None or not is_clear(moment.position.round, again.lost):
        return None
    return await known_of(ask, moment, again)


async def known_of(ask: Ask, moment: Moment, seen: Compared) -> Better | None:
    """Find what is known of a turn that was played and of the better one; None if no computer could
    look."""
    facts = [
        await as_a_way(ask, moment.position, moment.rules, way)
        for way in (seen.other, moment.played)
    ]
    better, played = facts
    return None if better is None or played is None else Better(seen.lost, better, played)


logger = structlog.get_logger(__name__)

MOST_TOLD = MOST_LESSONS = 3
LOSS, GAIN = 1.5, 3.0
"""The least points that a turn must have lost, or gained, to be told. It must also be more than the
computer can be sure of (`bot.ai.advice.sure`)."""
LOSSES_AGAIN, GAINS_AGAIN = 6, 2
"""How many of the turns that lost, and gained, most at first sight are looked at again."""
MISTAKE = 2
"""A number of rounds: of two turns of one seat that are closer than this, only one is told."""
InBackground = Callable[[Coroutine[Any, Any, Any], str], object]


@dataclass(frozen=True)
class ReviewedTurn:
    """A turn that was played, as a question of the review."""

    round: int
    number: int
    """How many seats had taken their turn in this round before it."""
    moment: Moment


def own_turns(looked_at: Replay) -> list[ReviewedTurn]:
    """List the turns to look at: those of people, or of computers in a game without people."""
    found, of_people = [], []
    for one in looked_at.rounds:
        for number, begun in enumerate(one.begun):
            played = one.turns[begun.number]
            turn = ReviewedTurn(one.number, number, _moment_before(played, played.actions))
            found.append(turn)
            if not played.by_computer:
                of_people.append(turn)
    return of_people or found


def beginnings(looked_at: Replay) -> list[tuple[int, Moment]]:
    """List each round with the moment of its first seat's turn."""
    levels = tuple((seat.computer or ORDINARY).level for seat in looked_at.table.seats)
    return [
        (one.number, replace(_moment_before(one.turns[one.begun[0].number], ()), levels=levels))
        for one in looked_at.rounds
        if one.begun
    ]


def _moment_before(played: Confirmed, actions: Sequence[str]) -> Moment:
    return Moment(played.before, played.game.rules_version, played.seat, tuple(actions))


def looked_at_again(found: Sequence[tuple[ReviewedTurn, Compared]]) -> list[ReviewedTurn]:
    """Choose the turns that lost or gained most at first sight, in the order in which they were
    played."""
    order = sorted(found, key=lambda one: one[1].lost, reverse=True)
    losses = [turn for turn, one in order if one.lost > 0][:LOSSES_AGAIN]
    gains = [turn for turn, one in reversed(order) if one.lost < 0][:GAINS_AGAIN]
    return [turn for turn, _ in found if turn in losses or turn in gains]


def told_of(found: Sequence[tuple[ReviewedTurn, Compared]]) -> tuple[Told, ...]:
    """Choose at most `MOST_TOLD` turns to tell, in order of rounds: first the one that gained most,
    then those with the greatest losses or gains. Two of one seat are at least `MISTAKE` rounds
    apart."""
    told = [
        Told(turn.round, turn.number, turn.moment.seat, one.lost, one.other)
        for turn, one in found
        if one.other and is_clear(turn.round, one.lost)
    ]
    told.sort(key=lambda one: abs(one.lost), reverse=True)
    chosen = [one for one in told if one.lost < 0][:1]
    for one in told:
        close = any(
            one.seat == other.seat and abs(one.round - other.round) < MISTAKE for other in chosen
        )
        if len(chosen) < MOST_TOLD and not close:
            chosen.append(one)
    return tuple(sorted(chosen, key=lambda one: (one.round, one.turn)))


def lessons_of(
    found: Sequence[tuple[ReviewedTurn, Compared]],
) -> list[tuple[ReviewedTurn, Compared]]:
    """Choose the turns from which to learn, in order: of each seat at most `MOST_LESSONS` that lost
    most, at least `MISTAKE` rounds apart."""
    chosen: list[tuple[ReviewedTurn, Compared]] = []
    for turn, one in sorted(found, key=lambda each: each[1].lost, reverse=True):
        own = [other for other, _ in chosen if other.moment.seat == turn.moment.seat]
        close = any(abs(turn.round - other.round) < MISTAKE for other in own)
        if one.other and one.lost > 0 and is_clear(turn.round, one.lost) and not close:
            chosen += [(turn, one)] if len(own) < MOST_LESSONS else []
    return sorted(chosen, key=lambda each: (each[0].round, each[0].number))


def is_clear(round_number: int, lost: float) -> bool:
    """Whether a turn that lost so many points (below 0: gained) is worth telling."""
    return abs(lost) > sure(round_number) and (lost >= LOSS or lost <= -GAIN)


@dataclass
class Looking:
    """A review in the making, or waiting for another one."""

    turns: int
    """The number of turns to look at."""
    done: int = 0
    """The number of turns already looked at."""
    made: asyncio.Future[Review] = field(default_factory=asyncio.Future)


async def reviewed(opened: OpenTable) -> Replay:
    """Find the game of a table that may be reviewed. Raises Refusal as `replay`; `no-review` unless
    it was played to its end and is over, and `deal-played` while another table may still play its
    deal."""
    if opened.table.status != "finished":
        raise _no_review()
    looked_at = await replay(opened)
    if not looked_at.over:
        raise _no_review()
    await must_be_told(opened)
    return looked_at


async def turning_point(opened: OpenTable) -> Told | None:
    """Find the turn that won or lost most in a finished game; None while nobody has had it
    reviewed, while another table may still play its deal, and where no turn decided much."""
    table = opened.table
    review = await opened.fetch(puzzles.kept_review, table.id, table.rewinds, table.version)
    if review is None:
        return None
    try:
        await must_be_told(opened)
    except Refusal:
        return None
    return max(review.told, key=lambda one: abs(one.lost), default=None)


def _no_review() -> Refusal:
    return Refusal("no-review", "Only a game that was played to its end can be reviewed.")


class Reviews:
    """Makes reviews, one after the other, and stores them."""

    def __init__(self, tables: Tables, look_back: Ask | None, in_background: InBackground) -> None:
        """Without `look_back` no review can be made. `in_background` makes them."""
        self._tables = tables
        self._look_back = look_back
        self._in_background = in_background
        self._one_by_one = asyncio.Lock()
        self._making: dict[tuple[int, int, int], Looking] = {}

    async def known(self, looked_at: Replay) -> Review | Looking | None:
        """Find the review of a game, stored or in the making; None if there is neither."""
        key = _review_key(looked_at)
        return self._making.get(key) or await self._tables.store.read(puzzles.kept_review, *key)

    def begin(self, looked_at: Replay) -> Looking:
        """Start the review of a game that may be reviewed; a second caller gets the review in the
        making. Raises Refusal (`no-computer`) where no computer can look at it."""
        if self._look_back is None:
            raise Refusal("no-reviewer", "None of this bot's computer players can review games.")
        key = _review_key(looked_at)
        if key not in self._making:
            looking = self._making[key] = Looking(len(own_turns(looked_at)))
            self._in_background(self._make(key, looked_at, looking, self._look_back), "a review")
        return self._making[key]

    async def _make(
        self, key: tuple[int, int, int], looked_at: Replay, looking: Looking, look_back: Ask
    ) -> None:
        try:
            async with self._one_by_one:
                review = await review_of(looked_at, look_back, looking)
            await self._tables.store.write(puzzles.keep_review, *key, review)
            looking.made.set_result(review)
        except Exception as error:
            looking.made.set_exception(error)  # the task that awaits it logs it
        finally:
            looking.made.cancel()
            del self._making[key]


def _review_key(looked_at: Replay) -> tuple[int, int, int]:
    table = looked_at.table
    return table.id, table.rewinds, table.version


async def review_of(looked_at: Replay, look_back: Ask, looking: Looking) -> Review:
    """Review a game, and count the progress in `looking`."""
    rounds = []
    for number, moment in beginnings(looked_at):
        answer = await look_back(moment)
        if answer.error is None:
            rounds.append((number, answer.expected))
        else:
            _log_review(looked_at, answer)
    turns = own_turns(looked_at)
    first = await _compare(looked_at, turns, look_back, looking)
    closer = [
        replace(turn, moment=replace(turn.moment, closer=True)) for turn in looked_at_again(first)
    ]
    if not rounds or (turns and not first):
        raise RuntimeError("nothing of the game could be looked at")
    again = await _compare(looked_at, closer, look_back, None)
    lessons = []
    for turn, one in lessons_of(again):
        if why := await known_of(look_back, turn.moment, one):
            lessons.append(Lesson(turn.round, turn.number, turn.moment.seat, why))
    return Review(tuple(rounds), told_of(again), len(first), tuple(lessons))


async def _compare(
    looked_at: Replay, turns: Sequence[ReviewedTurn], look_back: Ask, looking: Looking | None
) -> list[tuple[ReviewedTurn, Compared]]:
    """Compare the turns with others. A turn that no computer could look at is left out."""
    found = []
    for turn in turns:
        answer = await look_back(turn.moment)
        if answer.compared is not None:
            found.append((turn, answer.compared))
        else:
            _log_review(looked_at, answer)
        if looking is not None:
            looking.done += 1
    return found


def _log_review(looked_at: Replay, answer: Answer) -> None:
    logger.error("review failed", table=looked_at.table.id, error=answer.error)
