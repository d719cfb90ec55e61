"""What a process for drawing draws ahead, so that the first picture need not wait for it: the parts
that all pictures of a theme share."""

from bot.engine import Game
from bot.scene import Scene, scene_of
from bot.text.translation import ENGLISH
from rendering.city.picture import draw_city
from rendering.drawing.theme import ThemeName
from rendering.wheels.picture import draw_wheels


def prepare_wheels(theme: ThemeName) -> None:
    """Draw the wheels once; takes half a second. Raises FontsMissing."""
    draw_wheels(_beginning(), theme=theme, t=ENGLISH)


def prepare_city(theme: ThemeName) -> None:
    """Draw the city once; takes half a second. Raises FontsMissing."""
    draw_city(_beginning(), theme=theme, t=ENGLISH)


def prepare(theme: ThemeName = "dark") -> None:
    """Both."""
    prepare_wheels(theme)
    prepare_city(theme)


def _beginning() -> Scene:
    return scene_of(Game.new(2, seed=0).snapshot(), ["", ""])
