"""Draw docs/board.png, the picture in the README: a game between computers in its twelfth round.

Run it again after the look of the pictures has changed:  python scripts/make_hero.py
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.ai import choose  # noqa: E402
from bot.engine import Game  # noqa: E402
from bot.text.translation import translator  # noqa: E402
from rendering import draw_wheels  # noqa: E402
from rendering.scene import scene_of  # noqa: E402

NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame")
ROUND = 12
SEED = 4


def main() -> None:
    """Play to the round and draw it."""
    game = Game.new(len(NAMES), seed=SEED)
    while game.position()["round"] < ROUND:
        seat, kind = game.pending[0]
        game.play(seat, choose(game.position(), seat, kind, game.legal(seat)))
    waiting = [decision.seat for decision in game.pending]
    scene = scene_of(game.position(), NAMES, waiting=waiting)
    picture = draw_wheels(scene, theme="dark", t=translator("en"))
    (ROOT / "docs" / "board.png").write_bytes(picture.data)


main()
