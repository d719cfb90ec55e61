"""The processes in which computers think, beside the program, so that no press waits for them.

A process is given what lies open and the seat's own options (`Question`), never a game with its
stacks. Its answers are tried on a copy of the game before they count. When many tables ask at once,
computers play at a lower level for a while, so that nobody waits much longer.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from bot.ai.advice import Moment
from bot.ai.limits import GLANCE, LEVELS, TWICE
from bot.ai.worker import Answer, Question, answer
from bot.engine import Game, IllegalAction
from bot.model.computers import Advised, Computer, Level
from bot.process.beside import Beside, Gone, program
from bot.refusal import Refusal
from bot.tables.preparation import TURN_KIND, PreparedTurn, prepare

logger = structlog.get_logger(__name__)
WEAKER: dict[Level, Level] = {"master": "hard", "hard": "instant", "medium": "easy"}
"""For each level the one at which a computer plays while many tables wait: it looks less far, and
is no stronger."""
A_STEP, TWO_STEPS = 2, 5
"""With so many waiting questions for each process computers play one level lower, and with so many
two levels lower. Behind as many questions of masters one would wait a second, or three."""
QUIET = 60.0
"""The seconds between two lines in the log that computers play weaker."""
PATIENCE = 30.0
"""The seconds after which a process without an answer is given up."""
PROGRAM = program("bot.ai.worker", "serve")


@dataclass(frozen=True)
class Thought:
    """A computer's turn."""

    actions: tuple[str, ...]
    """The whole turn, its prepared part included."""
    level: Level
    """The level of the thinking, lower than asked for while many tables wait."""
    late: bool = False
    """Whether no answer came in time, so that the first legal answers were taken."""


@dataclass(frozen=True)
class Advice:
    """A computer's advice to a person."""

    ways: tuple[Advised, ...]
    """The best first: rests of the turn, or answers to another question. Each is legal and leaves
    nothing to decide; empty if the turn is already complete."""
    level: Level
    """The level of the thinking, as in `Thought`."""
    late: bool = False
    """Whether the time was over before the level had looked as far as it does, as on a busy
    machine."""


def looked_less_far(found: Thought | Advice, level: Level) -> bool:
    """Whether a computer looked less far than this level, which was asked for, does. A turn that
    the clock ended early is the choice of its level all the same."""
    return found.late or found.level != level


class Think(Protocol):
    """The type of `Thinking.turn`, which takes computers' turns at tables."""

    async def __call__(
        self, game: Game, seat: int, computer: Computer, *,
        begun: Sequence[str] = (), legal: Sequence[str] = (), urgent: bool = False,
    ) -> Thought:  # fmt: skip
        """Find a computer's turn for a seat that is asked. The game does not change."""


class Advise(Protocol):
    """The type of `Thinking.advice`, which advises people."""

    async def __call__(
        self, game: Game, seat: int, level: Level, *,
        begun: Sequence[str] = (), urgent: bool = True,
    ) -> Advice:  # fmt: skip
        """Find the best ways to go on for a seat that is asked. The game does not change."""


class Thinking:
    """The thinking of computers, by `processes` at once. Other questions wait in the order they
    came; urgent ones before all, those about finished games after all. Without processes a thread
    of this program thinks, as in tests."""

    def __init__(
        self, processes: int = 1, *, timed: bool = True, patience: float = PATIENCE
    ) -> None:
        """Without `timed` a question always has the same answer, however busy the machine is."""
        self._places = max(1, processes)
        self._free = self._places
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()
        self._past: deque[asyncio.Future[None]] = deque()
        self._quiet_until = 0.0
        self._timed = timed
        self._patience = patience
        self._thread = ThreadPoolExecutor(1, "computer") if not processes else None
        self._idle: list[Beside] = []
        self._workers: set[Beside] = set()
        self._closed = False

    @property
    def workers(self) -> list[int]:
        """The system's numbers of the processes."""
        return sorted(worker.pid for worker in self._workers if not worker.ended)

    @property
    def waiting(self) -> int:
        """The number of waiting questions about running games."""
        return len(self._urgent) + len(self._others)

    async def start(self) -> None:
        """Start the processes, so that the first question need not wait for them."""
        while self._thread is None and len(self._workers) < self._places:
            self._idle.append(await self._begin())

    async def close(self) -> None:
        """End the processes, and cancel those who wait for a thought: otherwise the first legal
        answer would count, only because the program ends."""
        self._closed = True
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            await worker.wait()
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)

    async def turn(
        self, game: Game, seat: int, computer: Computer, *,
        begun: Sequence[str] = (), legal: Sequence[str] = (), urgent: bool = False,
    ) -> Thought:  # fmt: skip
        """Find a computer's turn for a seat that is asked, the rest of one that was `begun`, or its
        answer to another question, which `legal` may restrict. An `urgent` question, for which a
        person waits, overtakes the others.

        The result is always a whole legal turn: if no process could think, which the log tells, it
        is the first legal answers. Raises IllegalAction or Refusal for what was begun.
        """
        turn = prepare(game, seat, begun)
        if turn.complete:
            return Thought(turn.actions, computer.level)
        asked = question(game, seat, computer, begun, legal)
        told, level = await self._asked(asked, computer.level, urgent=urgent)
        late = told.late and told.error is not None
        return Thought(_completed(game, seat, turn, told, legal), level, late)

    async def advice(
        self, game: Game, seat: int, level: Level, *,
        begun: Sequence[str] = (), urgent: bool = True,
    ) -> Advice:  # fmt: skip
        """Find the best ways to go on for a seat that is asked. An `urgent` question, for which a
        person waits, overtakes computers' turns; for another one a glance is enough. Raises
        IllegalAction or Refusal for what was begun."""
        turn = prepare(game, seat, begun)
        if turn.complete:
            return Advice((), level)
        asked = replace(question(game, seat, Computer(level), begun), advice=True)
        if not urgent and LEVELS[level].depth > 1:
            asked = replace(asked, level=GLANCE)
        told, level = await self._asked(asked, level, urgent=urgent)
        ways = tuple(one for one in told.advised if _is_whole(game, seat, turn, one.actions))
        if told.error is None and ways:
            return Advice(ways, level, told.late)
        actions = _completed(game, seat, turn, told, ())
        return Advice((Advised(actions[len(turn.actions) :], value=0.0),), level, told.late)

    async def look_back(self, moment: Moment | Question) -> Answer:
        """Answer a question about a moment of a finished game or a puzzle. Running games come
        first; they wait for one such question at most, which takes some seconds at worst."""
        await self._wait_for_process(self._past)
        try:
            return await self._answered(moment)
        finally:
            self._give_back()

    async def _asked(self, asked: Question, wanted: Level, *, urgent: bool) -> tuple[Answer, Level]:
        """Ask a question in its turn; return the answer and the level of the thinking."""
        await self._wait_for_process(self._urgent if urgent else self._others)
        try:
            level = self._level_now(wanted)
            if level != wanted:
                asked = replace(asked, level=level)
            seconds = LEVELS[asked.level].seconds if self._timed else None
            return await self._answered(replace(asked, seconds=seconds)), level
        finally:
            self._give_back()

    async def _wait_for_process(self, queue: deque[asyncio.Future[None]]) -> None:
        """Wait in this queue for a free process; afterwards call `_give_back`."""
        if self._free:
            self._free -= 1
            return
        mine = asyncio.get_running_loop().create_future()
        queue.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine in queue:
                queue.remove(mine)
            elif not mine.cancelled():  # the process was given to this task just now
                self._give_back()
            raise

    def _give_back(self) -> None:
        """Give the process to the next one who waits."""
        while queue := self._urgent or self._others or self._past:
            first = queue.popleft()
            if not first.done():  # otherwise that task stopped waiting
                first.set_result(None)
                return
        self._free += 1

    def _level_now(self, level: Level) -> Level:
        """Choose the level of a question that begins now: `level`, or one or two steps lower
        (`WEAKER`) if many others wait."""
        waiting = self.waiting
        steps = sum(waiting >= many * self._places for many in (A_STEP, TWO_STEPS))
        now = asyncio.get_running_loop().time()
        if steps and now >= self._quiet_until:
            self._quiet_until = now + QUIET
            logger.info("computers play weaker", steps=steps, waiting=waiting)
        for _ in range(steps):
            level = WEAKER.get(level, level)
        return level

    async def _answered(self, asked: Question | Moment) -> Answer:
        if self._thread is not None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, answer, asked)
        for _ in range(2):  # a process may have been killed by the system
            try:
                return await self._by_worker(asked)
            except TimeoutError:
                return Answer((), f"no answer in {self._patience} s", late=True)
            except (Gone, OSError) as error:
                if self._closed:
                    raise asyncio.CancelledError from error
                logger.warning("process of computers is gone", reason=str(error))
        return Answer((), "two processes are gone")

    async def _by_worker(self, asked: Question | Moment) -> Answer:
        worker = self._idle.pop() if self._idle else await self._begin()
        try:
            told: Answer = await worker.ask(asked, self._patience)
        except BaseException:
            worker.end()
            raise
        self._idle.append(worker)
        return told

    async def _begin(self) -> Beside:
        if self._closed:
            raise Gone("the program ends")
        worker = await Beside.begin(PROGRAM)
        self._workers = {worker, *(one for one in self._workers if not one.gone)}
        return worker


def question(
    game: Game, seat: int, computer: Computer, begun: Sequence[str] = (), legal: Sequence[str] = ()
) -> Question:
    """What a computer is asked: what lies open, and the seat's own options where they are secret.
    Raises ValueError for a seat that is not asked."""
    kind = game.kind_asked(seat)
    if kind is None:
        raise ValueError(f"seat {seat} is not asked")
    options = () if kind == TURN_KIND else tuple(legal) or tuple(game.legal(seat))
    level = TWICE if computer.thinks_twice else computer.level
    return Question(
        game.snapshot(), seat, kind, options, tuple(begun), level, computer.style,
        game.rules_version,
    )  # fmt: skip


def _is_whole(game: Game, seat: int, turn: PreparedTurn, rest: Sequence[str]) -> bool:
    """Whether this rest completes the turn by the rules."""
    try:
        return prepare(game, seat, (*turn.actions, *rest)).complete
    except (IllegalAction, Refusal):
        return False


def _completed(
    game: Game, seat: int, turn: PreparedTurn, told: Answer, legal: Sequence[str]
) -> tuple[str, ...]:
    """Complete the turn by the answer, or by the first legal answers if it breaks the rules. No
    line in the log names an action, since it may be secret."""
    if told.error is not None:
        logger.error("computer failed", seat=seat, error=told.error)
    else:
        try:
            thought = prepare(game, seat, (*turn.actions, *told.actions))
            if thought.complete:
                return thought.actions
            logger.error("computer left its turn open", seat=seat)
        except (IllegalAction, Refusal):
            logger.error("computer chose what is not legal", seat=seat)
    while not turn.complete:
        turn = prepare(game, seat, (*turn.actions, (legal or turn.legal)[0]))
    return turn.actions
