"""A process in which computers think, so that the event loop of the program stays free.

Questions come in and answers go out by pipes, as plain data. What the process imports is little: no
Discord, no database, no pictures. It ends when the program that asks has ended, however that was.
"""

import os
import pickle
import signal
import sys
import traceback
from dataclasses import dataclass
from time import monotonic

from bot.ai.advice import advise
from bot.ai.review import CLOSER, FIRST, Moment, compared, expected
from bot.ai.search.players import decide, plan_turn
from bot.ai.value.net import weights
from bot.engine.position import Position
from bot.engine.versions import rules_of
from bot.model.advice import Advised, Compared

LENGTH = 4
"""Bytes in which the length of an answer is written before it."""
_NICER = 10
"""By how much people's presses go before thinking where the processor is short."""
_TURN = "turn"


@dataclass(frozen=True, slots=True)
class Question:
    """What a computer is asked: all that its seat may see, and nothing else."""

    position: Position
    """What lies open: for a turn, when it began."""
    seat: int
    kind: str
    legal: tuple[str, ...]
    """The answers to choose from; left out for a turn, which tells them itself."""
    prepared: tuple[str, ...]
    """What of a turn is answered already."""
    level: str
    style: str | None
    rules: int
    """The version of the rules the game is played by."""
    seconds: float | None = None
    """How long it may think, from when it begins; None for as long as it takes."""
    advice: bool = False
    """Whether a person is to be advised: with the best ways to go on, instead of one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of thinking."""

    actions: tuple[str, ...]
    error: str | None = None
    """What went wrong and where, for the log: without the error's message, in which tiles that
    are still secret might be named. There are no actions then."""
    advised: tuple[Advised, ...] = ()
    """The ways to go on, where advice was asked for; there are no actions then."""
    expected: tuple[float, ...] = ()
    """What each seat could expect in a moment that was looked at again."""
    compared: Compared | None = None
    """A turn that was played beside another one, where that was asked for."""


def think(question: Question) -> tuple[str, ...]:
    """The rest of the turn, or the one answer to a question outside of it. Raises what bot.ai
    raises."""
    rules = rules_of(question.rules)
    if question.kind == _TURN:
        return plan_turn(
            question.position, question.seat, question.level, _deadline(question),
            prepared=question.prepared, style=question.style, rules=rules,
        )  # fmt: skip
    action = decide(
        question.position, question.seat, question.kind, question.legal, question.level,
        _deadline(question), style=question.style, rules=rules,
    )  # fmt: skip
    return (action,)


def advised(question: Question) -> tuple[Advised, ...]:
    """The best ways to go on. Raises what bot.ai raises."""
    return advise(
        question.position, question.seat, question.kind, question.legal, question.level,
        _deadline(question), prepared=question.prepared, rules=rules_of(question.rules),
    )  # fmt: skip


def _deadline(question: Question) -> float | None:
    return None if question.seconds is None else monotonic() + question.seconds


def looked_back(moment: Moment) -> Answer:
    """What a review asked about a moment. Raises what bot.ai raises."""
    rules = rules_of(moment.rules)
    if not moment.played:
        return Answer((), expected=tuple(expected(moment.position, rules=rules)))
    level = CLOSER if moment.closer else FIRST
    return Answer(
        (), compared=compared(moment.position, moment.seat, moment.played, level, rules=rules)
    )


def answer(question: Question | Moment) -> Answer:
    """What came of a question; it never raises."""
    try:
        if isinstance(question, Moment):
            return looked_back(question)
        if question.advice:
            return Answer((), advised=advised(question))
        return Answer(think(question))
    except Exception as error:
        lines = traceback.format_tb(error.__traceback__)
        return Answer((), "".join([*lines, type(error).__name__]))


def serve() -> None:
    """Answer questions from standard input until it is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # they are for the program, which ends us
    if hasattr(os, "nice"):
        os.nice(_NICER)
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what is printed by mistake must not stand between answers
    weights()
    while True:
        try:
            question = pickle.load(incoming)  # noqa: S301 - from our own process
        except EOFError:
            return
        told = pickle.dumps(answer(question))
        try:
            outgoing.write(len(told).to_bytes(LENGTH, "big") + told)
            outgoing.flush()
        except BrokenPipeError:  # nobody is there any more
            os._exit(0)
