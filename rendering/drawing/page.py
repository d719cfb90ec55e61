"""An empty picture for phones: narrow enough that its words are read where it is shown small."""

from PIL import Image

from bot.text.names import unofficial
from bot.text.translation import Translations
from rendering.drawing.canvas import rounded
from rendering.drawing.fonts import fitted
from rendering.drawing.lettering import text
from rendering.drawing.theme import Theme

WIDTH = 800
EDGE = 18
"""From the picture's sides to what is on it, in pixels."""
HIGHEST = 1000
"""The most pixels of height that a phone shows whole: 5 to 4 of the width."""
DIGITS = 38
"""The least size of letters for numbers: digits are 9 pixels high in a preview 265 pixels wide."""
FOOT = 46
"""The height of the line at the bottom that `draw_foot` writes."""
_CORNER = 24


def page(height: int, theme: Theme) -> Image.Image:
    """An empty page, `WIDTH` pixels wide, mode RGB, with round corners on Discord's ground."""
    image = Image.new("RGB", (WIDTH, height), theme.page)
    rounded(image, (0, 0, WIDTH, height), _CORNER, theme.ground)
    return image


def draw_foot(image: Image.Image, t: Translations, theme: Theme) -> None:
    """Write at the bottom whose picture it is."""
    words = fitted(f"Tzolk'in · {unofficial(t)}", "bold", 26, WIDTH - 2 * EDGE)
    text(image, (WIDTH / 2, image.height - FOOT / 2), words, "bold", 26, theme.dim, "mm")
