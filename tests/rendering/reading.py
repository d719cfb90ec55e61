"""Reading a picture as it is seen in a chat, 400 pixels wide: contrast, sizes, and what it says."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from statistics import median

from PIL import Image, ImageDraw, ImageFilter
from PIL.ImageFont import FreeTypeFont

from rendering.drawing.lettering import font
from tests.rendering.written import Written

SMALL = 400
"""Width of a picture in a chat on a phone."""
_ROOM = 3  # small pixels looked at round what is written
_ALIKE = 0.7  # correlation below which a character is not recognised


@dataclass(frozen=True)
class Seen:
    """A piece of a small picture with how much of each pixel is ink (0 to 255)."""

    size: tuple[int, int]
    picture: Image.Image
    coverage: list[int]


def small(picture: Image.Image) -> Image.Image:
    """The picture as a phone shows it."""
    high = round(picture.height * SMALL / picture.width)
    return picture.convert("RGB").resize((SMALL, high), Image.Resampling.LANCZOS)


def as_sent_on(picture: Image.Image) -> Image.Image:
    """The small picture after one more loss, a JPEG of middling quality."""
    data = BytesIO()
    picture.save(data, "JPEG", quality=75)
    return Image.open(data).convert("RGB")


def seen(picture: Image.Image, what: Written, wide: int) -> Seen:
    """What is written, on a small picture that was `wide` pixels wide before."""
    by = wide // SMALL
    left, top, right, bottom = what.box
    region = (
        left // by - _ROOM,
        top // by - _ROOM,
        -(-right // by) + _ROOM,
        -(-bottom // by) + _ROOM,
    )
    size = (region[2] - region[0], region[3] - region[1])
    ink = Image.new("L", (size[0] * by, size[1] * by))
    ink.paste(what.mask, (what.left - region[0] * by, what.top - region[1] * by))
    covered = ink.resize(size, Image.Resampling.LANCZOS)
    return Seen(size, picture.crop(region), list(covered.tobytes()))


@lru_cache(maxsize=1)
def _linear() -> tuple[float, ...]:
    return tuple(
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (n / 255 for n in range(256))
    )


def luminances(picture: Image.Image) -> list[float]:
    """Relative luminance of each pixel, after WCAG 2."""
    linear, data = _linear(), picture.convert("RGB").tobytes()
    return [
        0.2126 * linear[data[i]] + 0.7152 * linear[data[i + 1]] + 0.0722 * linear[data[i + 2]]
        for i in range(0, len(data), 3)
    ]


def ratio(one: float, other: float) -> float:
    """Contrast of two luminances, 1 to 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def contrast(piece: Seen) -> float:
    """Contrast of the ink against what lies within two pixels of it, as the small picture has it.
    The ink is what the strokes' middles show: the third of the inked pixels that is covered most.
    """
    light = luminances(piece.picture)
    inked = sorted((i for i, c in enumerate(piece.coverage) if c > 64),
                   key=lambda i: -piece.coverage[i])  # fmt: skip
    ink = median(light[i] for i in inked[: max(1, len(inked) // 3)])
    covered = Image.frombytes("L", piece.size, bytes(piece.coverage))
    nearest = covered.filter(ImageFilter.MaxFilter(5)).tobytes()
    ground = [
        light[i]
        for i, (own, near) in enumerate(zip(piece.coverage, nearest, strict=True))
        if own < 12 and near > 64
    ]
    return ratio(ink, median(ground))


def height(what: Written, wide: int) -> float:
    """Height of the ink on the small picture, in pixels."""
    return (what.box[3] - what.box[1]) * SMALL / wide


def type_size(what: Written, wide: int) -> float:
    """Height of the em on the small picture, in pixels: the measure of the type scale."""
    return what.size * SMALL / wide


def stroke(what: Written, wide: int) -> float:
    """Width of a stroke on the small picture, in pixels: half of the runs of ink along lines are
    wider."""
    mask, runs = what.mask, []
    data = mask.tobytes()
    for y in range(mask.height):
        row = [value > 127 for value in data[y * mask.width : (y + 1) * mask.width]]
        edges = [i for i, (a, b) in enumerate(pairwise([False, *row, False])) if a != b]
        runs += [b - a for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return median(runs) * SMALL / wide


def read(picture: Image.Image, what: Written, wide: int, among: str) -> str:
    """What stands there on the small picture: for each character the one of `among` that looks
    most like it, "?" where none does."""
    face, by = font(what.weight, what.size), wide // SMALL
    bearing, above, _, below = face.getbbox(what.string, anchor="ls")
    x, line = what.left - bearing, what.top - above
    found = ""
    for character in what.string:
        room = face.getlength(character)
        region = (
            round(x) // by, round(line + above) // by - 1,
            -(-round(x + room) // by), -(-round(line + below) // by) + 1,
        )  # fmt: skip
        shades = list(picture.crop(region).convert("L").tobytes())
        at = (round(x) - region[0] * by, round(line) - region[1] * by)
        size = (region[2] - region[0], region[3] - region[1])
        likeness, best = max(
            (_likeness(shades, _template(c, face, at, size, by)), c) for c in among
        )
        found += best if likeness > _ALIKE else "?"
        x += room
    return found


@lru_cache(maxsize=8192)
def _template(
    character: str, face: FreeTypeFont, at: tuple[int, int], size: tuple[int, int], by: int
) -> list[int]:
    """The character as it would be reduced at this place."""
    ink = Image.new("L", (size[0] * by, size[1] * by))
    ImageDraw.Draw(ink).text(at, character, fill=255, font=face, anchor="ls")
    return list(ink.resize(size, Image.Resampling.LANCZOS).tobytes())


def _likeness(shades: list[int], template: list[int]) -> float:
    """Correlation of two pieces, 0 to 1, whichever of ink and ground is the lighter."""
    count = len(shades)
    mean, other = sum(shades) / count, sum(template) / count
    product = sum((a - mean) * (b - other) for a, b in zip(shades, template, strict=True))
    one, two = sum((a - mean) ** 2 for a in shades), sum((b - other) ** 2 for b in template)
    return float(abs(product) / ((one * two) ** 0.5 or 1.0))
