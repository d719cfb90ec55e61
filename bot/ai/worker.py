"""A process in which computers think, so that the event loop of the program stays free.

Questions and answers pass through pipes, as plain data. The process imports little: no Discord, no
database, no pictures. It ends when the program that asks has ended, in whatever way.
"""

import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic

from bot.ai.advice import CLOSER, FIRST, Moment, advise, compared, expected
from bot.ai.limits import LEVELS, Budget
from bot.ai.players import decide, plan_turn
from bot.ai.value import weights
from bot.engine.position import Position
from bot.engine.state import rules_of
from bot.model.computers import Advised, Compared
from bot.process import served

_NICER = 10
"""The niceness of thinking: where the processor is short, people's presses go first."""
FINISHING = 0.15
"""Seconds before the end of a turn's time, at most a third of it, from which on nothing more is
looked at: what is begun takes as long on a processor that four programs share."""
MOST_MEMORY = 60 << 20
"""The bytes of memory from which the process begins anew after an answer: what a large turn has
taken, Python keeps."""
_TURN = "turn"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a computer, with all that its seat may see, and nothing else."""

    position: Position
    """What lies open; for a turn, at its start."""
    seat: int
    kind: str
    legal: tuple[str, ...]
    """The answers to choose from; empty for a turn, where the search finds them itself."""
    prepared: tuple[str, ...]
    """The answers of the turn given already."""
    level: str
    """One of `bot.ai.limits.LEVELS`."""
    style: str | None
    rules: int
    """The version of the rules the game is played by."""
    seconds: float | None = None
    """The time to think, from when it begins; None for no limit."""
    advice: bool = False
    """Whether a person is advised, with the best ways to go on instead of one answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a question."""

    actions: tuple[str, ...]
    error: str | None = None
    """The kind and the place of an error, for the log; there are no actions then. The error's
    message is left out, as it might name tiles that are still secret."""
    advised: tuple[Advised, ...] = ()
    """The ways to go on, for a question with `advice`; there are no actions then."""
    expected: tuple[float, ...] = ()
    """The points each seat could expect in a moment of a review."""
    compared: Compared | None = None
    """A turn that was played, compared with others, for a moment of a review."""
    late: bool = False
    """Whether the clock ended the thinking earlier than the level would have."""


Ask = Callable[[Question | Moment], Awaitable[Answer]]
"""Has a computer answer a question, without a clock."""


def think(question: Question, budget: Budget) -> tuple[str, ...]:
    """Find the rest of the turn, or the one answer outside a turn. Raises what bot.ai raises."""
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
    """Find the best ways to go on. Raises what bot.ai raises."""
    return advise(
        question.position, question.seat, question.kind, question.legal, question.level, budget,
        prepared=question.prepared, rules=rules_of(question.rules),
    )  # fmt: skip


def looked_back(moment: Moment) -> Answer:
    """Answer a review's question about a moment. Raises what bot.ai raises."""
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
    """Answer a question; an error becomes part of the answer and is never raised."""
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
    """Answer questions from standard input until it is closed."""
    weights()
    served.serve(answer, nicer=_NICER, most_memory=MOST_MEMORY)
