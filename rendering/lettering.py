"""Words and numbers on a picture, set at their final size."""

from functools import lru_cache

from PIL import Image, ImageDraw

from rendering.fonts import Weight, font, runs, width
from rendering.geometry import Point
from rendering.theme import Colour

SOFT = [round(value / 85) * 85 for value in range(256)]
"""Edges of letters and shapes have two shades between ink and ground: one byte in fifteen of a
picture is saved, and no eye sees it."""


def text(
    image: Image.Image,
    xy: Point,
    string: str,
    weight: Weight,
    size: int,
    fill: Colour,
    anchor: str = "lm",
) -> None:
    """Write the string at its final size. Anchors are Pillow's; a second letter `m` means the
    middle of the digits and capitals, which is what the eye takes for the middle of a line.
    """
    x, y = xy
    if anchor[1] == "m":
        anchor, y = anchor[0] + "s", y + cap_height(weight, size) / 2
    mask, left, top = _letters(string, weight, size, anchor)
    image.paste(fill, (round(x) + left, round(y) + top), mask)


@lru_cache(maxsize=512)
def _letters(string: str, weight: Weight, size: int, anchor: str) -> tuple[Image.Image, int, int]:
    """The string as a mask, and where its upper left corner lies from the anchor. Most of what a
    picture says is said again in the next one, and pasting costs a fifth of setting type."""
    pieces = runs(string, weight, size)
    if len(pieces) > 1:
        return _mixed_letters(string, weight, size, anchor)
    face = pieces[0][1] if pieces else font(weight, size)
    left, top, right, bottom = (round(v) for v in face.getbbox(string, anchor=anchor))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), string, fill=255, font=face, anchor=anchor)
    return mask.point(SOFT), left, top


def _mixed_letters(
    string: str, weight: Weight, size: int, anchor: str
) -> tuple[Image.Image, int, int]:
    """`_letters` for a string that needs several typefaces; anchored on the line of its letters."""
    wide = width(string, weight, size)
    mask = Image.new("L", (round(wide) + size, 2 * size), 0)
    x = size / 2
    for piece, face in runs(string, weight, size):
        ImageDraw.Draw(mask).text((x, 1.4 * size), piece, fill=255, font=face, anchor="ls")
        x += face.getlength(piece)
    before = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * wide
    return mask.point(SOFT), round(-size / 2 - before), round(-1.4 * size)


@lru_cache(maxsize=128)
def cap_height(weight: Weight, size: int) -> float:
    """Height of a capital or a digit above the line, in pixels."""
    top = font(weight, size).getbbox("8", anchor="ls")[1]
    return -float(top)
