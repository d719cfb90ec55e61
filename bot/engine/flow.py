"""How the game goes on: an agenda of steps, some of which ask a seat.

The agenda is a stack, the next step last. A step is carried out at once if it starts with a
function; if it starts with a Question, its legal answers are found: none, and the step is passed
over; one, and the engine takes it by itself; several, and the game waits (contract, rule 2).

The effects of a tile are put on the agenda one after the other. Each kind of effect is a
function(state, (function, seat, effect)) beside its subject - temple steps in temples.py,
technology in technology.py - and registers itself here by its name.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.components import Tile
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


Carry = Callable[[State, Step], None]
_EFFECTS: dict[str, Carry] = {}


def effect(kind: str) -> Callable[[Carry], Carry]:
    """Register the function that carries out tile effects of this kind."""

    def register(carry: Carry) -> Carry:
        _EFFECTS[kind] = carry
        return carry

    return register


def resolve(state: State, seat: int, tile: Tile) -> None:
    """Put the tile's effects on the agenda, the first one to be done next."""
    for tile_effect in reversed(tile.effects):
        carry = _EFFECTS.get(tile_effect.kind)
        if carry is not None:  # farms work on food days only
            state.agenda.append((carry, seat, tile_effect))
