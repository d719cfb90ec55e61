"""Drawing with smooth edges on Pillow, which has none of its own for shapes.

A `Sketch` is drawn several times larger than it will be seen and then reduced. What is drawn often
becomes a sprite (an RGBA image) once and is pasted; text is drawn at its final size, where it is
both crisper and cheaper.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians, sin

from PIL import Image, ImageChops, ImageDraw

from rendering.fonts import Weight, font, runs, width
from rendering.theme import Colour

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Fill = Colour | tuple[int, int, int, int] | int  # one number where the surface is a mask

REDUCTION = Image.Resampling.HAMMING
SMOOTHING = 4  # a sketch is this many times larger than the picture


class Sketch:
    """A transparent surface of width x height pixels; all positions and sizes in those pixels.

    With mode "L" it is a mask instead: 0 is outside, 255 inside.
    """

    def __init__(
        self, width: float, height: float, *, smoothing: int = SMOOTHING, mode: str = "RGBA"
    ) -> None:
        self.size = (round(width), round(height))
        self.scale = smoothing
        big = (self.size[0] * smoothing, self.size[1] * smoothing)
        self.image = Image.new(mode, big, 0)
        self._draw = ImageDraw.Draw(self.image)

    def polygon(self, points: Sequence[Point], fill: Fill) -> None:
        """A filled area."""
        self._draw.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=fill)

    def circle(self, centre: Point, radius: float, fill: Fill) -> None:
        """A filled disc."""
        x, y = centre[0] * self.scale, centre[1] * self.scale
        r = radius * self.scale
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def line(self, points: Sequence[Point], width: float, fill: Fill) -> None:
        """A line with round ends and round corners; give the first point again to close it."""
        big = [(x * self.scale, y * self.scale) for x, y in points]
        r = width * self.scale / 2
        for (x0, y0), (x1, y1) in pairwise(big):
            length = hypot(x1 - x0, y1 - y0) or 1.0
            right, down = r * (y0 - y1) / length, r * (x1 - x0) / length
            self._draw.polygon(
                [
                    (x0 + right, y0 + down),
                    (x1 + right, y1 + down),
                    (x1 - right, y1 - down),
                    (x0 - right, y0 - down),
                ],
                fill=fill,
            )
        for x, y in big:
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def rounded(self, box: Box, radius: float, fill: Fill) -> None:
        """A filled rectangle with round corners."""
        left, top, right, bottom = (value * self.scale for value in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius * self.scale, fill=fill
        )

    def sprite(self) -> Image.Image:
        """What was drawn, at its final size."""
        return self.image.resize(self.size, REDUCTION)


def raised(
    mask: Image.Image,
    fill: Colour,
    light: Colour,
    shade: Colour,
    shadow: Colour,
    *,
    smoothing: int = SMOOTHING,
    rim: float = 2.0,
    drop: float = 4.0,
) -> Image.Image:
    """A sprite of the mask's shape standing out of its ground, lit from the upper left.

    `mask` (mode L) is `smoothing` times as large as the sprite and needs `drop` pixels of free
    room below and to the right. `rim` is how wide the light and the shaded edge are, `drop` how
    far the shadow falls, all in pixels of the sprite.
    """
    edge = round(rim * smoothing)
    fall = round(drop * smoothing)
    size = (mask.width // smoothing, mask.height // smoothing)

    def reduced(big: Image.Image) -> Image.Image:
        return big.resize(size, REDUCTION)

    image = Image.new("RGBA", size, (*shadow, 0))
    under = ImageChops.lighter(_moved(mask, edge // 2, fall), _moved(mask, 0, fall // 2))
    image.putalpha(reduced(under))
    body = Image.new("RGB", size, fill)
    body.paste(shade, mask=reduced(ImageChops.subtract(mask, _moved(mask, -edge, -edge))))
    body.paste(light, mask=reduced(ImageChops.subtract(mask, _moved(mask, edge // 2, edge))))
    body.putalpha(reduced(mask))
    image.alpha_composite(body)
    return image


def _moved(mask: Image.Image, right: int, down: int) -> Image.Image:
    """The mask shifted; what leaves on one side does not come back on the other."""
    out = Image.new("L", mask.size, 0)
    out.paste(mask, (right, down))
    return out


def paste(image: Image.Image, sprite: Image.Image, centre: Point) -> None:
    """Lay an RGBA sprite on a picture or on another sprite, with its middle at `centre`."""
    left, top = round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2)
    if image.mode == "RGBA":
        # Pasting would mix the alphas too, and leave the lower sprite half transparent there.
        hidden = (max(0, -left), max(0, -top))
        image.alpha_composite(sprite, (max(0, left), max(0, top)), hidden)
    else:
        image.paste(sprite, (left, top), sprite)


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


@lru_cache(maxsize=1024)
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
    return mask, left, top


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
    return mask, round(-size / 2 - before), round(-1.4 * size)


@lru_cache(maxsize=128)
def cap_height(weight: Weight, size: int) -> float:
    """Height of a capital or a digit above the line, in pixels."""
    top = font(weight, size).getbbox("8", anchor="ls")[1]
    return -float(top)


def rounded(
    image: Image.Image,
    box: Box,
    radius: float,
    fill: Colour,
    *,
    light: Colour | None = None,
    shade: Colour | None = None,
    shadow: Colour | None = None,
    frame: Colour | None = None,
    frame_width: float = 0,
    drop: float = 4.0,
) -> None:
    """A rectangle with round corners: with `shadow` it stands out (light and shaded rim, shadow
    falling `drop` pixels), with `frame` it has a line of `frame_width` just inside its edge.
    """
    left, top, right, bottom = (round(value) for value in box)
    sprite = _rounded_sprite(
        right - left, bottom - top, radius, fill, light, shade, shadow, frame, frame_width, drop
    )
    image.paste(sprite, (left - _MARGIN, top - _MARGIN), sprite)


_MARGIN = 8  # room round a sprite for its shadow


@lru_cache(maxsize=256)
def _rounded_sprite(
    width: int,
    height: int,
    radius: float,
    fill: Colour,
    light: Colour | None,
    shade: Colour | None,
    shadow: Colour | None,
    frame: Colour | None,
    frame_width: float,
    drop: float,
) -> Image.Image:
    outer: Box = (_MARGIN, _MARGIN, _MARGIN + width, _MARGIN + height)
    size = (width + 2 * _MARGIN, height + 2 * _MARGIN)
    if frame is not None:
        sketch = Sketch(*size)
        sketch.rounded(outer, radius, frame)
        left, top, right, bottom = outer
        inner = (left + frame_width, top + frame_width, right - frame_width, bottom - frame_width)
        sketch.rounded(inner, max(0, radius - frame_width), fill)
        return sketch.sprite()
    if shadow is None:
        sketch = Sketch(*size)
        sketch.rounded(outer, radius, fill)
        return sketch.sprite()
    mask = Sketch(*size, mode="L")
    mask.rounded(outer, radius, 255)
    return raised(mask.image, fill, light or fill, shade or fill, shadow, drop=drop)


def around(centre: Point, radius: float, angle: float) -> Point:
    """The point at `angle` degrees, clockwise from straight up, on a circle."""
    turn = radians(angle)
    return (centre[0] + radius * sin(turn), centre[1] - radius * cos(turn))


def arc(centre: Point, radius: float, start: float, end: float, step: float = 1.0) -> list[Point]:
    """Points along a circle from `start` to `end` degrees (clockwise from up), both included."""
    count = max(1, round(abs(end - start) / step))
    return [around(centre, radius, start + (end - start) * i / count) for i in range(count + 1)]


def curved(points: Sequence[Point], segments: int = 12) -> list[Point]:
    """A Bezier curve through the first and last of 3 or 4 points, pulled by those between."""
    out = []
    for i in range(segments + 1):
        t = i / segments
        level = list(points)
        while len(level) > 1:
            level = [
                (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(level)
            ]
        out.append(level[0])
    return out
