"""Games for the tests of computer players: who answers, and what must be true of every answer."""

import copy
import random
from collections.abc import Callable, Collection

from bot.engine import Decision, Game
from tests.ai.plain import choose

Answer = Callable[[Game, Decision], str]
MODULES = ("tribes", "prophecies", "buildings", "quick_actions", "promo")


def computer(game: Game, asked: Decision) -> str:
    """What a computer answers, given what the tables give it: the position and its own options."""
    return choose(game.snapshot(), asked.seat, asked.kind, game.legal(asked.seat))


def checked_computer(game: Game, asked: Decision) -> str:
    """The same, and it must be legal, the same a second time, and leave its arguments alone."""
    position, legal = game.snapshot(), game.legal(asked.seat)
    given = copy.deepcopy((position, legal))
    answer = choose(position, asked.seat, asked.kind, legal)
    assert answer in legal, f"{asked.kind}: {answer!r} is not one of {legal}"
    assert (position, legal) == given, f"{asked.kind}: the arguments were changed"
    assert choose(position, asked.seat, asked.kind, legal) == answer
    return answer


def at_random(chance: random.Random) -> Answer:
    """A player who takes any legal answer."""
    return lambda game, asked: chance.choice(game.legal(asked.seat))


def play(
    game: Game, computers: Collection[int], others: Answer, *, answer: Answer = computer
) -> Game:
    """Play to the end: `computers` are the seats of computers, answering with `answer`."""
    while game.pending:
        asked = game.pending[0]
        player = answer if asked.seat in computers else others
        game.play(asked.seat, player(game, asked))
    return game


def points(game: Game) -> list[float]:
    """Final points by seat."""
    return [player["points4"] / 4 for player in game.position()["players"]]
