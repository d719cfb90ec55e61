"""A written game told turn by turn, in the words of the log."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine import Step
from bot.engine.position import Position
from bot.model.seat_points import counted
from bot.notation.games import WrittenGame, play
from bot.text.formats import listed
from bot.text.names import module_name, shown_name
from bot.text.points import standings_lines, winner_line
from bot.text.telling import game_lines, news
from bot.text.translation import Translations
from bot.text.turns import turn_line

_BOLD = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of a written game, or an answer outside of one, and what came of it. Nothing in it
    is hidden."""

    seat: int
    before: Position
    steps: tuple[Step, ...]
    waiting: tuple[int, ...]
    """The seats that are asked after it."""
    by_computer: bool
    """Whether a computer took it: in its own seat, or for a person whose time was over."""

    @property
    def after(self) -> Position:
        """The position it led to."""
        return self.steps[-1].position

    @property
    def round(self) -> int:
        """The round it belongs to; 0 while tiles are chosen."""
        return self.before.round if self.before.phase == "play" else 0


def turns_of(game: WrittenGame) -> Iterator[PlayedTurn]:
    """The turns, oldest first; what was begun and not ended comes last. Raises NotationError where
    the deal or an action is against the rules."""
    now, steps = game.begun(), list[Step]()
    before = now.snapshot()
    for number, event in enumerate(game.events, start=1):
        steps.append(play(now, event, number))
        if now.turn_over(event.seat) or number == len(game.events):
            waiting = tuple(decision.seat for decision in now.pending)
            yield PlayedTurn(event.seat, before, tuple(steps), waiting, event.computer)
            before, steps = now.snapshot(), []


def shown_names(t: Translations, game: WrittenGame) -> list[str]:
    """What the seats are called."""
    return [shown_name(t, name) for name in game.names]


def told(t: Translations, game: WrittenGame, turns: Sequence[PlayedTurn]) -> list[str]:
    """The lines of these turns of a game from its first one on, with a heading for each round; at
    the end of the game its result."""
    names = shown_names(t, game)
    begun = game.begun().snapshot()
    last = turns[-1].after if turns else begun
    lines = [listed(t, names)]
    if begun.modules:
        lines.append(listed(t, [module_name(t, module) for module in begun.modules]))
    lines += map(_plain, game_lines(t, begun))
    round_told = 0
    for turn in turns:
        if turn.round != round_told:
            round_told = turn.round
            lines += ["", t.gettext("Round {round}").format(round=round_told)]
        if turn.after.phase == "keep" and last.phase != "keep":
            continue  # told together, when the choices were revealed
        lines += _lines_of(t, names, game, turn)
    if last.phase == "finished":
        standings = counted(last.standings(), _seat_points(game))
        lines += ["", winner_line(t, names, standings), *standings_lines(t, names, standings)]
    return lines


def _lines_of(
    t: Translations, names: Sequence[str], game: WrittenGame, turn: PlayedTurn
) -> Iterator[str]:
    """One turn, and what the table did by itself after it."""
    if not (turn.before.phase == "keep" and turn.after.phase != "keep"):
        words = turn_line(t, names, turn.seat, turn.steps)
        if turn.by_computer and not game.seats[turn.seat].computer:
            # Translators: {words}: what the computer did, a whole sentence.
            words = t.gettext("Time was over, and a computer took the turn: {words}").format(
                words=words
            )
        yield words
    yield from map(_plain, news(t, names, turn.steps[-1]))


def _plain(line: str) -> str:
    """A line without the signs of bold type."""
    return _BOLD.sub(r"\1", line)


def _seat_points(game: WrittenGame) -> Sequence[int]:
    return game.stored.record.seat_points if game.stored else ()
