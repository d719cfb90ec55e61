"""How a position is drawn and told."""

from bot.engine import Game
from bot.scene import scene_of
from bot.text.descriptions.board import tribes_words
from bot.text.translation import translator
from rendering import draw_closeup, draw_wheels

ENGLISH = translator("en")


def tribes_told(game: Game) -> str:
    """What is said about the tribes at the table."""
    return tribes_words(ENGLISH, scene_of(game.snapshot(), ["Ada", "Ben"]))


def drawn(game: Game, closeup: str | None = None, *, seat: int | None = None) -> str:
    """Draw the wheels or a close-up; its description."""
    scene = scene_of(game.snapshot(), ["Ada", "Ben"])
    if closeup is None:
        picture = draw_wheels(scene, t=ENGLISH)
    else:
        picture = draw_closeup(scene, closeup, seat=seat, t=ENGLISH)
    assert picture.data.startswith(b"\x89PNG")
    return picture.alt
