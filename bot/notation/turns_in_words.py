"""A written game told turn by turn, in the words of the log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine import Step
from bot.engine.position import Position
from bot.notation.games import WrittenGame, play
from bot.text.names import shown_name
from bot.text.replays import whole_game
from bot.text.translation import Translations


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of a written game, or an answer outside of one, and its consequences. Nothing in it is
    hidden."""

    seat: int
    before: Position
    steps: tuple[Step, ...]
    waiting: tuple[int, ...]
    """The seats that are asked after it."""
    by_computer: bool
    """Whether a computer took it: in its own seat, or for a person whose time was over."""

    @property
    def after(self) -> Position:
        """The position after it."""
        return self.steps[-1].position

    @property
    def round(self) -> int:
        """The round, or 0 while tiles are chosen."""
        return self.before.round if self.before.phase == "play" else 0


def turns_of(game: WrittenGame) -> Iterator[PlayedTurn]:
    """List the turns, oldest first; an unfinished one comes last. Raises NotationError where the
    deal or an action is against the rules."""
    now, steps = game.begun(), list[Step]()
    before = now.snapshot()
    for number, event in enumerate(game.events, start=1):
        steps.append(play(now, event, number))
        if now.turn_over(event.seat) or number == len(game.events):
            waiting = tuple(decision.seat for decision in now.pending)
            yield PlayedTurn(event.seat, before, tuple(steps), waiting, event.computer)
            before, steps = now.snapshot(), []


def shown_names(t: Translations, game: WrittenGame) -> list[str]:
    """List the names of the seats."""
    return [shown_name(t, name) for name in game.names]


def told(t: Translations, game: WrittenGame, turns: Sequence[PlayedTurn]) -> str:
    """Tell these turns of a game, from its first one on, as a text to read; at the end of the game
    with its result."""
    begun = game.begun().snapshot()
    last = turns[-1].after if turns else begun
    return whole_game(
        t,
        shown_names(t, game),
        [seat.computer for seat in game.seats],
        begun,
        # Choices that are all revealed together, with the last one.
        [turn for turn in turns if turn.after.phase != "keep" or last.phase == "keep"],
        last.standings() if last.phase == "finished" else (),
    )
