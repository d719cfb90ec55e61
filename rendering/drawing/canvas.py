"""Smooth shapes, which Pillow itself cannot draw; a pen for icons; and the points of outlines:
circles, curves, rectangles, and paths written as short text.

A `Sketch` is drawn several times larger than it is shown and then reduced. A drawing that is used
often becomes a sprite (an RGBA image) once and is pasted. Text is drawn at its final size, where it
is sharper and takes less time. Angles are degrees, clockwise from straight up.
"""

from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from math import cos, hypot, radians, sin

from PIL import Image, ImageChops, ImageDraw

from rendering.drawing.kept import kept
from rendering.drawing.theme import Colour, Theme

Point = tuple[float, float]
Points = Sequence[Point]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def around(centre: Point, radius: float, angle: float) -> Point:
    """The point on the circle round `centre` at `angle` degrees, clockwise from straight up."""
    turn = radians(angle)
    return (centre[0] + radius * sin(turn), centre[1] - radius * cos(turn))


def arc(centre: Point, radius: float, start: float, end: float, step: float = 1.0) -> list[Point]:
    """Points along a circle from `start` to `end` degrees (clockwise from up), both included, about
    `step` degrees apart."""
    count = max(1, round(abs(end - start) / step))
    return [around(centre, radius, start + (end - start) * i / count) for i in range(count + 1)]


def curved(points: Sequence[Point], segments: int = 12) -> list[Point]:
    """Points of the Bezier curve from the first to the last of 3 or 4 points, which those between
    pull to their side."""
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


def path(commands: str) -> list[Point]:
    """Points of an outline written as in SVG: `M x y`, `L x y`, `Q` and `C` curves, absolute. The
    outline closes by itself. Raises KeyError for any other command."""
    points: list[Point] = []
    words = commands.replace(",", " ").split()
    place = 0
    while place < len(words):
        command = words[place]
        count = {"M": 1, "L": 1, "Q": 2, "C": 3}[command]
        numbers = [float(word) for word in words[place + 1 : place + 1 + 2 * count]]
        given = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += given if count == 1 else curved([points[-1], *given])[1:]
        place += 1 + 2 * count
    return points


def box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """The corners of a rectangle, clockwise from the upper left."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def soft_box(left: float, top: float, right: float, bottom: float, radius: float) -> list[Point]:
    """The outline of a rectangle with round corners."""
    corners = (
        (right - radius, top + radius, 0),
        (right - radius, bottom - radius, 90),
        (left + radius, bottom - radius, 180),
        (left + radius, top + radius, 270),
    )
    return [
        (x + radius * sin(radians(start + turn)), y - radius * cos(radians(start + turn)))
        for x, y, start in corners
        for turn in range(0, 91, 10)
    ]


def oval(x: float, y: float, half_width: float, half_height: float, turn: float = 0) -> list[Point]:
    """The outline of an ellipse about (x, y), turned clockwise by `turn` degrees."""
    points = [
        (half_width * cos(radians(angle)), half_height * sin(radians(angle)))
        for angle in range(0, 360, 6)
    ]
    return moved(points, x, y, turn=turn)


def moved(
    points: Points, right: float = 0, down: float = 0, *, turn: float = 0, scale: float = 1
) -> list[Point]:
    """Points scaled, then turned clockwise by `turn` degrees about (0, 0), then shifted."""
    c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    return [(x * c - y * s + right, x * s + y * c + down) for x, y in points]


def mirrored(points: Points) -> list[Point]:
    """The shape of an icon (100 wide) mirrored at its vertical middle line."""
    return [(100 - x, y) for x, y in points]


Fill = Colour | tuple[int, int, int, int] | int  # one number where the surface is a mask

SOFT = [(0, 128, 255)[round(value / 127.5)] for value in range(256)]
"""A lookup table that leaves one shade between ink and ground at the edges of letters and shapes.
That saves one byte in ten of a picture, and nobody sees it."""
REDUCTION = Image.Resampling.BOX  # the mean of what covers a pixel: crisp, without new colours
SMOOTHING = 4  # a sketch is this many times larger than the picture
OUTLINE = 5.0  # width of an icon's outline outside its shapes, in per cent of its size
_MARGIN = 8  # room round a sprite for its shadow
_RIM = 4  # the most pixels of light and shaded edges
_LARGE = 16_000  # pixels


class Sketch:
    """A transparent surface of width x height pixels; all positions and sizes are in those pixels.
    With mode "L" it is a mask instead: 0 is outside, 255 inside."""

    def __init__(
        self, width: float, height: float, *, smoothing: int = SMOOTHING, mode: str = "RGBA"
    ) -> None:
        self.size = (round(width), round(height))
        self.scale = smoothing
        big = (self.size[0] * smoothing, self.size[1] * smoothing)
        # "RGBa" has the colours multiplied by the alpha, which Pillow needs to reduce an image;
        # doing that there would take four times as long as all the rest.
        self.image = Image.new("RGBa" if mode == "RGBA" else mode, big, 0)
        self._draw = ImageDraw.Draw(self.image)

    def polygon(self, points: Sequence[Point], fill: Fill) -> None:
        """Fill the area inside these points."""
        self._draw.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=_ink(fill))

    def circle(self, centre: Point, radius: float, fill: Fill) -> None:
        """Draw a filled disc."""
        x, y = centre[0] * self.scale, centre[1] * self.scale
        r = radius * self.scale
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=_ink(fill))

    def line(self, points: Sequence[Point], width: float, fill: Fill) -> None:
        """Draw a line with round ends and round corners; give the first point again to close it."""
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
                fill=_ink(fill),
            )
        for x, y in big:
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=_ink(fill))

    def rounded(self, box: Box, radius: float, fill: Fill) -> None:
        """Draw a filled rectangle with round corners."""
        left, top, right, bottom = (value * self.scale for value in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius * self.scale, fill=_ink(fill)
        )

    def lay(self, image: Image.Image) -> None:
        """Begin with a copy of the `image` of another sketch of the same size."""
        self.image.paste(image)

    def sprite(self) -> Image.Image:
        """The drawing reduced to its final size: RGBA, or L for a mask."""
        sprite = self.image.reduce(self.scale)
        if sprite.mode == "L":
            return sprite.point(SOFT)
        sprite = sprite.convert("RGBA")
        sprite.putalpha(sprite.getchannel("A").point(SOFT))
        return sprite

    def draw_on(self, image: Image.Image, corner: tuple[int, int]) -> None:
        """Lay the drawing on a picture, with its upper left corner at `corner`."""
        sprite = self.sprite()
        image.paste(sprite, corner, sprite)


def _ink(fill: Fill) -> Fill:
    """The colour with its channels multiplied by its alpha."""
    if isinstance(fill, int) or len(fill) == 3:
        return fill
    red, green, blue, alpha = fill
    return (red * alpha // 255, green * alpha // 255, blue * alpha // 255, alpha)


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
    """A sprite of the mask's shape that stands out of its ground, lit from the upper left.

    `mask` (mode L) is `smoothing` times as large as the sprite and needs `drop` pixels of free room
    below and to the right. `rim` is the width of the light and the shaded edge, `drop` the length
    of the shadow, both in pixels of the sprite.
    """
    edge = round(rim * smoothing)
    fall = round(drop * smoothing)
    size = (mask.width // smoothing, mask.height // smoothing)

    def reduced(big: Image.Image) -> Image.Image:
        return big.reduce(smoothing)

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
    """The mask shifted; parts that leave it are lost."""
    out = Image.new("L", mask.size, 0)
    out.paste(mask, (right, down))
    return out


def paste(image: Image.Image, sprite: Image.Image, centre: Point) -> None:
    """Lay an RGBA sprite on a picture or another sprite, with its middle at `centre`."""
    left, top = round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2)
    if image.mode == "RGBA":
        # Pasting would mix the alphas, too, and make the lower sprite half transparent.
        hidden = (max(0, -left), max(0, -top))
        image.alpha_composite(sprite, (max(0, left), max(0, top)), hidden)
    else:
        image.paste(sprite, (left, top), sprite)


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
    """Draw a rectangle with round corners. With `shadow` it stands out: a light and a shaded rim,
    and a shadow `drop` pixels long. With `frame` it has a line of `frame_width` pixels just inside
    its edge."""
    left, top, right, bottom = (round(value) for value in box)
    look = (radius, fill, light, shade, shadow, frame, frame_width, drop)
    rim = round(max(radius, frame_width)) + _RIM
    wide, high = right - left, bottom - top
    if min(wide, high) <= 2 * rim or wide * high < _LARGE:
        sprite = _rounded_sprite(wide, high, *look)
        image.paste(sprite, (left - _MARGIN, top - _MARGIN), sprite)
        return
    # Only a small rectangle is blended; its corners and stretched edges frame a large one, whose
    # inside is filled with one colour, which is five times as fast.
    sprite = _rounded_sprite(2 * rim + 1, 2 * rim + 1, *look)
    edge, end = rim + _MARGIN, sprite.width
    image.paste(fill, (left + rim, top + rim, right - rim, bottom - rim))
    across = ((0, edge, left - _MARGIN), (edge, edge + 1, left + rim), (edge + 1, end, right - rim))
    down = ((0, edge, top - _MARGIN), (edge, edge + 1, top + rim), (edge + 1, end, bottom - rim))
    for start_x, end_x, x in across:
        for start_y, end_y, y in down:
            piece = sprite.crop((start_x, start_y, end_x, end_y))
            if piece.width == piece.height == 1:
                continue
            across_it = wide - 2 * rim if piece.width == 1 else edge
            down_it = high - 2 * rim if piece.height == 1 else edge
            piece = piece.resize((across_it, down_it), Image.Resampling.NEAREST)
            image.paste(piece, (x, y), piece)


@kept(2_000_000)
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


class Pen:
    """Draws an icon of `size` pixels. Positions and lengths are in per cent of its size."""

    def __init__(self, size: int, theme: Theme) -> None:
        self.theme = theme
        # Very small icons need more smoothing, or their outline would be a few big steps.
        self._sketch = Sketch(size, size, smoothing=8 if size < 32 else 4)
        self._unit = size / 100
        self._corner = (0.0, 0.0)

    def part(self, left: float, top: float, size: float) -> "Pen":
        """A pen for a square part of this icon, `size` wide, whose upper left corner is (left,
        top). For this pen the part is 100 x 100."""
        part = copy(self)
        part._corner = self._at((left, top))
        part._unit = self._unit * size / 100
        return part

    def sprite(self) -> Image.Image:
        """The finished icon."""
        return self._sketch.sprite()

    def fill(self, points: Points, fill: Fill) -> None:
        """Fill an area, without an outline."""
        self._sketch.polygon([self._at(point) for point in points], fill)

    def edge(self, *shapes: Points, width: float = OUTLINE) -> None:
        """Draw the dark outline round shapes that are filled afterwards."""
        for points in shapes:
            self.line([*points, points[0]], 2 * width, self.theme.outline)

    def shape(self, points: Points, fill: Fill, *, width: float = OUTLINE) -> None:
        """Fill an area and outline it."""
        self.edge(points, width=width)
        self.fill(points, fill)

    def line(self, points: Points, width: float, fill: Fill) -> None:
        """Draw a line with round ends."""
        self._sketch.line([self._at(point) for point in points], width * self._unit, fill)

    def dot(self, centre: Point, radius: float, fill: Fill) -> None:
        """Draw a disc without an outline."""
        self._sketch.circle(self._at(centre), radius * self._unit, fill)

    def _at(self, point: Point) -> Point:
        left, top = self._corner
        return (left + point[0] * self._unit, top + point[1] * self._unit)
