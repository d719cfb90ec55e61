"""Reviews: a computer looks at a finished game, turn by turn.

It sees what lay open in each moment. It compares only the seats' own turns: not choices of tiles
or other answers, least of all secret ones.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from bot.ai.review import Moment, sure
from bot.ai.worker import Answer, Ask
from bot.model.advice import ORDINARY, Compared, Review, Told
from bot.refusal import Refusal
from bot.store import reviews
from bot.tables.open_table import OpenTable
from bot.tables.records import must_be_told
from bot.tables.replaying import Replay, replay
from bot.tables.service import Tables
from bot.tables.turns import Confirmed

logger = structlog.get_logger(__name__)

MOST_TOLD = 3
LOSS, GAIN = 1.5, 3.0
"""The least points lost or gained by a turn that is told, where the computer would be sure of fewer
(`bot.ai.review.sure`). A slightly better turn is not worth telling."""
LOSSES_AGAIN, GAINS_AGAIN = 6, 2
"""The turns with the greatest losses and gains at first sight that are looked at again."""
MISTAKE = 2
"""Rounds: of a seat's turns with losses closer than this, one is told."""
InBackground = Callable[[Coroutine[Any, Any, Any], str], object]


@dataclass(frozen=True)
class Turn:
    """A turn that was played, as a question of the review."""

    round: int
    number: int
    """How many seats had had their turn of the round."""
    moment: Moment


def turns_of(looked_at: Replay) -> list[Turn]:
    """List the turns to look at: those of people, or of computers in a game without people."""
    found, of_people = [], []
    for one in looked_at.rounds:
        for number, begun in enumerate(one.begun):
            played = one.turns[begun.number]
            turn = Turn(one.number, number, _moment(played, played.actions))
            found.append(turn)
            if not played.by_computer:
                of_people.append(turn)
    return of_people or found


def beginnings(looked_at: Replay) -> list[tuple[int, Moment]]:
    """List each round with the moment of its first seat's turn."""
    levels = tuple((seat.computer or ORDINARY).level for seat in looked_at.table.seats)
    return [
        (one.number, replace(_moment(one.turns[one.begun[0].number], ()), levels=levels))
        for one in looked_at.rounds
        if one.begun
    ]


def _moment(played: Confirmed, actions: Sequence[str]) -> Moment:
    return Moment(played.before, played.game.rules_version, played.seat, tuple(actions))


def looked_at_again(found: Sequence[tuple[Turn, Compared]]) -> list[Turn]:
    """Choose the turns that lost and gained most, in the order in which they were played."""
    order = sorted(found, key=lambda one: one[1].lost, reverse=True)
    losses = [turn for turn, one in order if one.lost > 0][:LOSSES_AGAIN]
    gains = [turn for turn, one in reversed(order) if one.lost < 0][:GAINS_AGAIN]
    return [turn for turn, _ in found if turn in losses or turn in gains]


def told_of(found: Sequence[tuple[Turn, Compared]]) -> tuple[Told, ...]:
    """Choose the turns to tell, in order of rounds: the one that gained most, and those that lost
    or gained most; no two of one seat that are close together."""
    told = [
        Told(turn.round, turn.number, turn.moment.seat, one.lost, one.other)
        for turn, one in found
        if one.other and _told(turn, one)
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


def _told(turn: Turn, one: Compared) -> bool:
    return abs(one.lost) > sure(turn.round) and (one.lost >= LOSS or one.lost <= -GAIN)


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
    review = await opened.fetch(reviews.kept, table.id, table.rewinds, table.version)
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
        """Find the review of a game, if it is stored or in the making."""
        key = _key(looked_at)
        return self._making.get(key) or await self._tables.store.read(reviews.kept, *key)

    def begin(self, looked_at: Replay) -> Looking:
        """Start the review of a game that may be reviewed; a second caller gets the review in the
        making. Raises Refusal (`no-computer`) where no computer can look at it."""
        if self._look_back is None:
            raise Refusal("no-reviewer", "This bot has no computer to review games.")
        key = _key(looked_at)
        if key not in self._making:
            looking = self._making[key] = Looking(len(turns_of(looked_at)))
            self._in_background(self._make(key, looked_at, looking, self._look_back), "a review")
        return self._making[key]

    async def _make(
        self, key: tuple[int, int, int], looked_at: Replay, looking: Looking, look_back: Ask
    ) -> None:
        try:
            async with self._one_by_one:
                review = await review_of(looked_at, look_back, looking)
            await self._tables.store.write(reviews.keep, *key, review)
            looking.made.set_result(review)
        except Exception as error:
            looking.made.set_exception(error)  # the task that awaits it logs it
        finally:
            looking.made.cancel()
            del self._making[key]


def _key(looked_at: Replay) -> tuple[int, int, int]:
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
            _log(looked_at, answer)
    turns = turns_of(looked_at)
    first = await _compared(looked_at, turns, look_back, looking)
    closer = [
        replace(turn, moment=replace(turn.moment, closer=True)) for turn in looked_at_again(first)
    ]
    if not rounds or (turns and not first):
        raise RuntimeError("nothing of the game could be looked at")
    again = await _compared(looked_at, closer, look_back, None)
    return Review(tuple(rounds), told_of(again), len(first))


async def _compared(
    looked_at: Replay, turns: Sequence[Turn], look_back: Ask, looking: Looking | None
) -> list[tuple[Turn, Compared]]:
    """Compare the turns with others. A turn that no computer could look at is left out."""
    found = []
    for turn in turns:
        answer = await look_back(turn.moment)
        if answer.compared is not None:
            found.append((turn, answer.compared))
        else:
            _log(looked_at, answer)
        if looking is not None:
            looking.done += 1
    return found


def _log(looked_at: Replay, answer: Answer) -> None:
    logger.error("review failed", table=looked_at.table.id, error=answer.error)
