"""The picture of a lobby: the wheels alone, before the first round."""

from PIL import Image

from bot.scene import Scene
from bot.text.descriptions.alt_text import alt_cover
from bot.text.translation import Translations
from rendering.drawing.encoding import png
from rendering.drawing.picture import COVER, Picture
from rendering.drawing.theme import THEMES, ThemeName
from rendering.layout import WHEELS_HEIGHT, WIDTH
from rendering.wheels.picture import image_without_cards

_PART = 2
"""How much smaller it is than the picture of a round."""


def draw_cover(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The wheels of a scene without its seats, half as large as in a round."""
    look = THEMES[theme]
    wheels = image_without_cards(scene, look, t).crop((0, 0, WIDTH, WHEELS_HEIGHT))
    small = wheels.resize((WIDTH // _PART, WHEELS_HEIGHT // _PART), Image.Resampling.LANCZOS)
    return Picture(png(small, look), COVER, alt_cover(t))
