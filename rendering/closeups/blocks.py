"""Parts of a close-up, each of which knows its height, so that parts can be put below and beside
each other.

A close-up is `WIDTH` pixels wide and as high as its parts. Phones show it 350 to 420 pixels wide,
so letters are no smaller than `LEAST`, which is 13 to 15 pixels there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from rendering.drawing.canvas import Sketch, paste, rounded
from rendering.drawing.kept import kept
from rendering.drawing.lettering import Weight, fitted, showable, text, width, wrapped
from rendering.drawing.relief import SLAB_MARGIN, slab
from rendering.drawing.theme import Colour, Theme, mix
from rendering.icons.effects import Line, draw_line, size_to_fit
from rendering.icons.markers import marker

WIDTH = 1080
LEFT, RIGHT = 36, 1044
LEAST = 36
_LEADING = 1.24  # from line to line, in sizes of the letters
_CORNER = 28
_FRAME = 32  # above the first part and below the last


@dataclass(frozen=True)
class Block:
    """A part of a picture: its height in pixels, and `draw(image, top)`, which draws it from that
    height down."""

    height: int
    draw: Callable[[Image.Image, int], None]


def gap(height: int) -> Block:
    """Empty room, so many pixels high."""
    return Block(height, lambda image, top: None)


def stacked(blocks: Sequence[Block], apart: int = 0) -> Block:
    """Parts below each other, `apart` pixels from one to the next."""
    height = sum(block.height for block in blocks) + apart * max(0, len(blocks) - 1)

    def draw(image: Image.Image, top: int) -> None:
        for block in blocks:
            block.draw(image, top)
            top += block.height + apart

    return Block(height, draw)


def beside(*blocks: Block, least: int = 0, pad: int = 0) -> Block:
    """Parts beside each other, their middles on one line: at least `least` pixels high, with at
    least `pad` free pixels above and below each."""
    height = max(least, *(block.height + 2 * pad for block in blocks))

    def draw(image: Image.Image, top: int) -> None:
        for block in blocks:
            block.draw(image, top + (height - block.height) // 2)

    return Block(height, draw)


def from_the_top(*blocks: Block) -> Block:
    """Parts beside each other, their upper edges on one line."""

    def draw(image: Image.Image, top: int) -> None:
        for block in blocks:
            block.draw(image, top)

    return Block(max(block.height for block in blocks), draw)


def words(
    string: str,
    ink: Colour,
    *,
    left: int = LEFT,
    right: int = RIGHT,
    size: int = 38,
    weight: Weight = "regular",
    smaller: Sequence[int] = (),
) -> Block:
    """A paragraph between `left` and `right`, in the first of the sizes in which it is one line,
    else in the last of them, broken into lines."""
    sizes = (size, *smaller)
    room = right - left
    size = next((s for s in sizes if len(wrapped(string, weight, s, room)) < 2), sizes[-1])
    lines = wrapped(string, weight, size, room)
    pitch = round(size * _LEADING)

    def draw(image: Image.Image, top: int) -> None:
        for number, line in enumerate(lines):
            middle = top + number * pitch + pitch / 2
            text(image, (left, middle), line, weight, size, ink)

    return Block(pitch * len(lines), draw)


def signs(
    line: Line,
    theme: Theme,
    *,
    left: int = LEFT,
    right: int = RIGHT,
    size: int = 56,
    ink: Colour | None = None,
    anchor: str = "l",
    apart: float = 0.19,
) -> Block:
    """Icons and numbers in one line, made smaller if they are too wide. `anchor` says where the
    line stands between `left` and `right`: "l", "m" or "r"; `apart` is the gap between groups, in
    sizes."""
    fits = size_to_fit(line, size, right - left, theme, apart=apart)
    at = {"l": float(left), "m": (left + right) / 2, "r": float(right)}[anchor]

    def draw(image: Image.Image, top: int) -> None:
        middle = (at, top + size / 2)
        draw_line(image, line, middle, fits, theme, ink or theme.text, anchor=anchor, apart=apart)

    return Block(size, draw)


def sprite(drawn: Image.Image, left: int) -> Block:
    """An RGBA sprite with its left edge at `left`."""

    def draw(image: Image.Image, top: int) -> None:
        paste(image, drawn, (left + drawn.width / 2, top + drawn.height / 2))

    return Block(drawn.height, draw)


def centred(drawn: Image.Image, middle: int, height: int) -> Block:
    """An RGBA sprite whose middle is at x = `middle`. The part counts as `height` pixels high,
    since sprites of markers have free room round them."""

    def draw(image: Image.Image, top: int) -> None:
        paste(image, drawn, (middle, top + height / 2))

    return Block(height, draw)


def one_line(
    string: str,
    ink: Colour,
    *,
    left: int,
    right: int,
    size: int = 40,
    weight: Weight = "bold",
) -> Block:
    """A name in one line: a long one in letters of size `LEAST`, cut with an ellipsis if even that
    is too wide."""
    shown, room = showable(string), right - left
    size = next((s for s in (size, LEAST) if width(shown, weight, s) <= room), LEAST)
    shown = fitted(shown, weight, size, room)
    pitch = round(size * _LEADING)

    def draw(image: Image.Image, top: int) -> None:
        text(image, (left, top + pitch / 2), shown, weight, size, ink)

    return Block(pitch, draw)


def seats(
    numbers: Sequence[int], theme: Theme, *, right: int, size: int = 58, room: int | None = None
) -> Block:
    """The markers of these seats in one row that ends at `right`; closer together if they would
    take more than `room` pixels."""
    pitch = size * 1.14
    if room is not None and len(numbers) > 1:
        pitch = min(pitch, (room - size) / (len(numbers) - 1))

    def draw(image: Image.Image, top: int) -> None:
        x = right - size / 2 - pitch * (len(numbers) - 1)
        for number in numbers:
            paste(image, marker(number, size, theme), (x, top + size / 2))
            x += pitch

    return Block(size if numbers else 0, draw)


def disc(string: str, fill: Colour, ink: Colour, *, left: int, size: int = 64) -> Block:
    """A number on a disc."""

    def draw(image: Image.Image, top: int) -> None:
        middle = (left + size / 2, top + size / 2)
        paste(image, _disc(size, fill), middle)
        text(image, middle, string, "black", round(size * 0.68), ink, "mm")

    return Block(size, draw)


@kept(1_000_000)
def _disc(size: int, fill: Colour) -> Image.Image:
    sketch = Sketch(size, size)
    sketch.circle((size / 2, size / 2), size / 2, fill)
    return sketch.sprite()


def tablet(
    line: Line, theme: Theme, *, left: int, width: int, height: int, size: int, dim: bool = False,
    sign: Image.Image | None = None,
) -> Block:  # fmt: skip
    """A stone tablet with a line of icons, or with a `sign` in their place. A `dim` one lies
    flat."""

    def draw(image: Image.Image, top: int) -> None:
        stone = _stone(width, height, theme, dim)
        image.paste(stone, (left - SLAB_MARGIN, top - SLAB_MARGIN), stone)
        middle = top + height / 2
        if sign is not None:
            paste(image, sign, (left + width / 2, middle))
            return
        content = signs(
            line, theme, left=left + 10, right=left + width - 10,
            size=size, ink=theme.ink, anchor="m", apart=0.1,
        )  # fmt: skip
        content.draw(image, round(middle - content.height / 2))

    return Block(height, draw)


@kept(2_500_000)
def _stone(width: int, height: int, theme: Theme, dim: bool) -> Image.Image:
    face = theme.tablet_used if dim else theme.tablet
    thick = 0 if dim else 3
    return slab(width, height, face, theme.tablet_shade, theme.shadow, thick=thick)


def panel(
    block: Block,
    theme: Theme,
    *,
    left: int = LEFT - 12,
    right: int = RIGHT + 12,
    pad: int = 18,
    fill: Colour | None = None,
    frame: Colour | None = None,
) -> Block:
    """A part on a panel of its own, with `pad` free pixels above and below; framed if `frame` is
    given."""
    height = block.height + 2 * pad

    def draw(image: Image.Image, top: int) -> None:
        box = (left, top, right, top + height)
        if frame:
            rounded(image, box, 18, fill or theme.panel, frame=frame, frame_width=6)
        else:
            rounded(image, box, 18, fill or theme.panel)
        block.draw(image, top + pad)

    return Block(height, draw)


def warning(string: str, theme: Theme) -> Block:
    """A sentence about what is harder now, in a coloured frame; nothing for an empty string."""
    if not string:
        return gap(0)
    framed = panel(words(string, theme.text, size=36), theme, pad=14, frame=theme.turn)
    return stacked([gap(16), framed])


def rule(theme: Theme, room: int = 20) -> Block:
    """A thin line across the picture, with `room` pixels above and below."""

    def draw(image: Image.Image, top: int) -> None:
        colour = mix(theme.ground, theme.dim, 0.28)
        image.paste(colour, (LEFT, top + room, RIGHT, top + room + 2))

    return Block(2 * room + 2, draw)


def title(string: str, more: str, theme: Theme, head: Image.Image | None = None) -> Block:
    """The heading of a close-up: what it shows, with the sprite `head` before it and `more`
    below."""
    left = LEFT + (head.width + 20 if head else 0)
    parts = [
        words(string, theme.text, left=left, size=60, weight="black", smaller=(52, 46)),
        *([words(more, theme.dim, left=left, size=40, smaller=(36,))] if more else []),
    ]
    column = stacked(parts)
    return beside(sprite(head, LEFT), column) if head else column


def sheet(blocks: Sequence[Block], theme: Theme) -> Image.Image:
    """The finished picture (mode RGB) of these parts below each other."""
    whole = stacked(blocks)
    height = whole.height + 2 * _FRAME
    image = Image.new("RGB", (WIDTH, height), theme.page)
    rounded(image, (0, 0, WIDTH, height), _CORNER, theme.ground)
    whole.draw(image, _FRAME)
    return image


def wide(string: str, weight: Weight, size: int) -> int:
    """The width of a line of words in pixels, rounded up."""
    return int(width(string, weight, size)) + 1
