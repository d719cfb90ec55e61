"""Words written along a circle."""

from PIL import Image

from rendering.canvas import REDUCTION, Point, around, paste, text
from rendering.fonts import font, width
from rendering.theme import Colour


def write_round(
    image: Image.Image,
    words: str,
    centre: Point,
    radius: float,
    middle: float,
    size: int,
    fill: Colour,
    upside_down: bool = False,
) -> None:
    """Write along a circle, the middle of the line at angle `middle` and of its height at `radius`.

    Upside down means that the feet of the letters point away from the circle's middle.
    """
    scale = 4
    big = font("black", size * scale)
    spacing = size * 0.06
    widths = [width(letter, "black", size * scale) / scale + spacing for letter in words]
    along = -sum(widths) / 2
    height = big.getbbox("H", anchor="ls")[1]
    for letter, room in zip(words, widths, strict=True):
        turn = (along + room / 2) / radius * 57.2958
        angle = middle - turn if upside_down else middle + turn
        side = round(size * 1.6)
        sprite = Image.new("RGBA", (side * scale, side * scale), (*fill, 0))
        place = (side * scale / 2, side * scale / 2 - height / 2)
        text(sprite, place, letter, "black", size * scale, fill, "ms")
        rotation = -angle + (180 if upside_down else 0)
        sprite = sprite.rotate(rotation, Image.Resampling.BICUBIC)
        sprite = sprite.resize((side, side), REDUCTION)
        paste(image, sprite, around(centre, radius, angle))
        along += room
