"""The empty sheet for pictures of results: any height, with a title and the step-fret at the
top."""

from PIL import Image, ImageChops

from rendering.drawing.canvas import Sketch
from rendering.drawing.fonts import fitted, showable, width
from rendering.drawing.lettering import text
from rendering.drawing.theme import Theme
from rendering.ground import draw_fret

WIDTH = 1600
LEFT, RIGHT = 20, WIDTH - 20
HEAD = 116
"""Height of title and fret, in pixels."""
LOWEST = 1030
"""The least height of a picture, in pixels, so that none is wider than 11:7."""
_CORNER, _FRET, _PAD = 28, 84, 22
_TITLE, _NOTE = 54, 40


def sheet(height: int, title: str, note: str, theme: Theme) -> Image.Image:
    """An empty sheet, `WIDTH` pixels wide, with its title and, at the right, a note."""
    image = Image.new("RGB", (WIDTH, height), theme.ground)
    disc = Sketch(2 * _CORNER, 2 * _CORNER, mode="L")
    disc.circle((_CORNER, _CORNER), _CORNER, 255)
    outside = ImageChops.invert(disc.sprite())
    for left, x in ((0, 0), (WIDTH - _CORNER, _CORNER)):
        for top, y in ((0, 0), (height - _CORNER, _CORNER)):
            corner = outside.crop((x, y, x + _CORNER, y + _CORNER))
            image.paste(theme.page, (left, top), corner)
    draw_fret(image, theme, _FRET)
    room = RIGHT - LEFT - 2 * _PAD
    note = fitted(showable(note), "bold", _NOTE, room // 2)
    text(image, (RIGHT - _PAD, 47), note, "bold", _NOTE, theme.dim, "rm")
    if note:
        room -= round(width(note, "bold", _NOTE)) + 40
    text(
        image, (LEFT + _PAD, 46), fitted(showable(title), "black", _TITLE, room),
        "black", _TITLE, theme.text,
    )  # fmt: skip
    return image
