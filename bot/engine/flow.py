"""How the game goes on: an agenda of steps, some of which ask a seat.

The agenda is a stack, the next step last. A step is carried out at once if it starts with a
function; if it starts with a Question, its legal answers are found: none, and the step is passed
over; one, and the engine takes it by itself; several, and the game waits (contract, rule 2).
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.refusal import IllegalAction
from bot.engine.state import State, Step


@dataclass(frozen=True, eq=False, slots=True)
class Question:
    """A kind of decision: what may be answered, and what an answer does.

    `options` may return the answers in any order. `why_not` explains an answer that is not
    among them. With `always_asked` even a single answer is left to the player.
    """

    kind: str
    options: Callable[[State, Step], list[str]]
    answer: Callable[[State, Step, str], None]
    why_not: Callable[[State, Step, str], IllegalAction | None]
    always_asked: bool = False


def run(state: State) -> None:
    """Carry out the agenda until a seat must be asked or nothing is left."""
    agenda = state.agenda
    while agenda:
        step = agenda.pop()
        what = step[0]
        if what.__class__ is not Question:
            what(state, step)
            continue
        options = what.options(state, step)
        if what.always_asked or len(options) > 1:
            options.sort()
            state.asked = ((step, options),)
            return
        if options:
            what.answer(state, step, options[0])
