"""The process in which computers think, so that the event loop of the program stays free.

Questions and answers pass through pipes, as plain data. The process imports little: no Discord, no
database, no pictures. It ends when the program that asks has ended, in whatever way.
"""

import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic

from bot import process
from bot.ai.advice import CLOSER, FIRST, Moment, advise, compared, expected
from bot.ai.limits import LEVELS, Budget
from bot.ai.players import decide, plan_turn
from bot.ai.value import weights
from bot.engine.position import Position
from bot.engine.state import rules_of
from bot.model.computers import Advised, Compared

_NICER = 10
"""How much the niceness of this process is raised: where processor time is short, people's presses
come first."""
FINISHING = 0.15
"""In the last so many seconds of a turn's time (but at most its last third) no further positions
are looked at: one that is begun may take so long where four programs share a processor."""
MOST_MEMORY = 60 << 20
"""If the process takes more bytes than this after an answer it starts itself anew: Python keeps the
memory that a large turn took."""
_TURN = "turn"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a computer, with everything that its seat may see, and nothing else."""

    position: Position
    """What lies open: for a turn that at its start."""
    seat: int
    kind: str
    legal: tuple[str, ...]
    """The answers to choose from; empty for a turn, whose answers the search finds."""
    prepared: tuple[str, ...]
    """The answers already given in the turn."""
    level: str
    """One of `bot.ai.limits.LEVELS`."""
    style: str | None
    rules: int
    """The version of the rules by which the game is played."""
    seconds: float | None = None
    """How long it may think, from when it begins; None for no limit."""
    advice: bool = False
    """Whether a person wants advice: the best ways to go on in place of one answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a computer has found."""

    actions: tuple[str, ...]
    error: str | None = None
    """The kind and place of an error, for the log; there are no actions then. The error's message
    is left out, as it might name tiles that are still secret."""
    advised: tuple[Advised, ...] = ()
    """For a question with `advice`: the best ways to go on."""
    expected: tuple[float, ...] = ()
    """For a moment of a review: the points that each seat could expect."""
    compared: Compared | None = None
    """For a moment of a review: the turn that was played, compared with others."""
    late: bool = False
    """Whether the clock ended the thinking before the level would have."""


Ask = Callable[[Question | Moment], Awaitable[Answer]]
"""Has a computer answer a question, without a limit of time."""


def think(question: Question, budget: Budget) -> tuple[str, ...]:
    """Find the actions for the rest of the turn, or the one answer outside of a turn. Raises
    BadWeights, and ValueError for a question that cannot be asked so."""
    rules = rules_of(question.rules)
    if question.kind == _TURN:
        return plan_turn(
            question.position, question.seat, question.level, budget,
            prepared=question.prepared, style=question.style, rules=rules,
        )  # fmt: skip
    action = decide(
        question.position, question.seat, question.kind, question.legal, question.level, budget,
        style=question.style, rules=rules,
    )  # fmt: skip
    return (action,)


def advised(question: Question, budget: Budget) -> tuple[Advised, ...]:
    """Find the best ways to go on. Raises as `think`."""
    return advise(
        question.position, question.seat, question.kind, question.legal, question.level, budget,
        prepared=question.prepared, rules=rules_of(question.rules),
    )  # fmt: skip


def looked_back(moment: Moment) -> Answer:
    """Answer a review's question about a moment. Raises as `think`."""
    rules = rules_of(moment.rules)
    if not moment.played:
        found = expected(moment.position, moment.levels, rules=rules)
        return Answer((), expected=tuple(found))
    level = CLOSER if moment.closer else FIRST
    seen = compared(
        moment.position, moment.seat, moment.played, level, ways=moment.ways, rules=rules
    )
    return Answer((), compared=seen)


def answer(question: Question | Moment) -> Answer:
    """Answer a question. An error becomes part of the answer and is never raised."""
    try:
        if isinstance(question, Moment):
            return looked_back(question)
        deadline = None
        if question.seconds is not None:
            deadline = monotonic() + question.seconds - min(FINISHING, question.seconds / 3)
        budget = Budget(LEVELS[question.level].evaluations, deadline)
        if question.advice:
            ways = advised(question, budget)
            return Answer((), advised=ways, late=budget.late)
        actions = think(question, budget)
        return Answer(actions, late=budget.late)
    except Exception as error:
        lines = traceback.format_tb(error.__traceback__)
        return Answer((), "".join([*lines, type(error).__name__]))


def serve() -> None:
    """Answer questions that come through standard input until that is closed."""
    weights()
    process.serve(answer, nicer=_NICER, most_memory=MOST_MEMORY)
