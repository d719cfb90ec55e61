"""Draw docs/board.png, the picture in the README: a game between four computers in its eighteenth
round, as the channel sees it, with the last turn marked.

Run it again after the look of the pictures has changed:  python scripts/make_hero.py

The game is the same each time: it is played by the plain player, which stays as it is. With another
SEED look that every seat has built something.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.engine import Game, Position, Step  # noqa: E402
from bot.scene import scene_of  # noqa: E402
from bot.text.translation import translator  # noqa: E402
from rendering import Picture, draw_wheels  # noqa: E402
from tests.ai.plain import choose  # noqa: E402

NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame")
SEED, ROUND = 43, 18
MOST_BYTES = 300_000


@dataclass
class Turn:
    """One seat's turn, as far as it has come."""

    seat: int
    before: Position
    steps: list[Step] = field(default_factory=list)


def played() -> tuple[Game, Turn]:
    """The game at the beginning of the round, and the turn before it."""
    game = Game.new(len(NAMES), seed=SEED)
    turn = Turn(-1, game.snapshot())
    while (position := game.snapshot()).round < ROUND:
        seat, kind = game.pending[0]
        if kind == "turn" and seat != turn.seat:
            turn = Turn(seat, position)
        action = choose(game.snapshot(), seat, kind, game.legal(seat))
        turn.steps.append(game.step(seat, action))
    return game, turn


def write(picture: Picture, name: str) -> None:
    """Keep a picture for the README. Raises SystemExit for one too large for them."""
    if len(picture.data) > MOST_BYTES:
        raise SystemExit(f"{name} has {len(picture.data)} bytes, more than {MOST_BYTES}.")
    (ROOT / "docs" / name).write_bytes(picture.data)
    print(f"docs/{name}: {len(picture.data)} bytes. {picture.alt}\n")


def main() -> None:
    """Play to the round and draw it."""
    game, turn = played()
    waiting = [decision.seat for decision in game.pending]
    scene = scene_of(game.snapshot(), NAMES, waiting=waiting, last_move=[turn])
    write(draw_wheels(scene, theme="dark", t=translator("en")), "board.png")


if __name__ == "__main__":
    main()
