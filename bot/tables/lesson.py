"""The tutorial's game: the rounds up to the first food day, against a computer.

data/lesson.json holds the deal and every turn, so that the lesson is the same for everybody. The
learner's number of presses says everything: buttons carry it, and the person's settings store it,
so that a lesson can be interrupted and continued.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from bot.engine import Game, Step
from bot.engine.position import Position
from bot.store import settings
from bot.store.database import Connection
from bot.tables.service import Tables

Look = Literal["wheels", "city"]

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
                look = press.get("look", "wheels")
                return Lesson(made, game, kind, wanted, look, turn, tuple(deeds))
            steps = [game.step(turn.seat, action) for action in press["does"]]
            turn = replace(turn, steps=(*turn.steps, *steps))
            made += turn.seat == LEARNER
        deeds = [turn] if turn.seat == LEARNER else [*deeds, turn]
    nothing = Deed(LEARNER, game.snapshot(), ())
    return Lesson(made, game, None, (), "wheels", nothing, tuple(deeds))


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
