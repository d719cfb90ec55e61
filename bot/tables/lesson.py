"""The first rounds of a game against a computer, to learn by doing.

A lesson needs no store: always the same deal, a computer that always answers alike, so what the
learner has chosen so far, a letter for each choice, is all there is to know.
"""

from dataclasses import dataclass
from string import ascii_lowercase

from bot.ai import choose
from bot.engine import Game, Step
from bot.engine.position import Position

SEED = "lesson 29"
"""A deal in which the learner begins, with 10 corn, a stone, a gold, and an empty Palenque."""
LEARNER, COMPUTER = 0, 1
ROUNDS = 3
LETTERS = ascii_lowercase
"""One for each of the answers a decision may have: at most 25."""


@dataclass(frozen=True)
class Deed:
    """A whole turn of a seat."""

    seat: int
    before: Position
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Lesson:
    """Where a learner is."""

    choices: str
    """All the learner has chosen, a letter for each choice: its place among the legal answers."""
    game: Game
    kind: str | None
    """What the learner is asked; None once the lesson is over."""
    legal: tuple[str, ...]
    turn: Deed
    """The learner's turn so far."""
    deeds: tuple[Deed, ...]
    """The learner's last turn, and the computer's turns since."""

    @property
    def over(self) -> bool:
        """Whether all rounds of the lesson are played."""
        return self.kind is None


def lesson(choices: str = "") -> Lesson:
    """The lesson after these choices. Raises ValueError for choices that nobody can have made.

    It takes some milliseconds, as a computer thinks: call it beside the event loop.
    """
    game = _dealt()
    deeds: list[Deed] = []
    turn = Deed(LEARNER, game.snapshot(), ())
    for letter in choices:
        legal = _asked(game)
        at = LETTERS.find(letter)
        if not 0 <= at < len(legal):
            raise ValueError(f"not the choices of a lesson: {choices[:30]}")
        turn = Deed(LEARNER, turn.before, (*turn.steps, game.step(LEARNER, legal[at])))
        if _is_over(game) or game.pending[0].seat != LEARNER:
            deeds = [turn, *_answered(game)]
            turn = Deed(LEARNER, game.snapshot(), ())
    legal = _asked(game)
    kind = None if _is_over(game) else game.pending[0].kind
    return Lesson(choices, game, kind, tuple(legal), turn, tuple(deeds))


def chosen(now: Lesson, action: str) -> str:
    """The choices once this legal action is added. Raises ValueError for any other."""
    return now.choices + LETTERS[now.legal.index(action)]


def _dealt() -> Game:
    """The game when the learner's first turn begins: the tiles are chosen already."""
    game = Game.new(2, seed=SEED)
    while game.pending[0].kind != "turn":
        _let_computer_answer(game, game.pending[0].seat)
    return game


def _asked(game: Game) -> list[str]:
    return [] if _is_over(game) else game.legal(LEARNER)


def _is_over(game: Game) -> bool:
    return not game.pending or game.snapshot().round > ROUNDS


def _answered(game: Game) -> list[Deed]:
    """The computer's turns until the learner is asked again, or the lesson is over."""
    deeds = []
    while not _is_over(game) and game.pending[0].seat == COMPUTER:
        before, steps = game.snapshot(), []
        while not _is_over(game) and game.pending[0].seat == COMPUTER:
            steps.append(_let_computer_answer(game, COMPUTER))
            if game.turn_over(COMPUTER):
                break
        deeds.append(Deed(COMPUTER, before, tuple(steps)))
    return deeds


def _let_computer_answer(game: Game, seat: int) -> Step:
    kind = next(decision.kind for decision in game.pending if decision.seat == seat)
    return game.step(seat, choose(game.snapshot(), seat, kind, game.legal(seat)))
