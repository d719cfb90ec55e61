"""Finished pictures as bytes: a PNG, and an animated WebP.

Stills are PNG, which chat previews keep lossless, with 256 colours, which takes a third of the size
and of the time. Each theme has a fixed palette (data/palettes.json): a palette of each picture's
own would let colours flicker from round to round, and take a hundred times as long. The chunks of
a PNG are written here, not by Pillow, so that zlib-ng can compress the pixels at a level of our
choice, and so that lines compressed before are taken as they are.

An animated WebP is put together from frames that Pillow encodes one by one. Pillow's own animations
have one quality for all frames, and encode every frame more than once to find what has changed.
Here still frames are exact, moving ones small, and each holds only what changes. Container: RFC
9649, section 2.7.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from struct import pack, unpack_from
from types import MappingProxyType

from PIL import Image, ImageChops
from zlib_ng import zlib_ng

from rendering.drawing.kept import Shelf
from rendering.drawing.picture import Picture as Picture
from rendering.drawing.theme import DIM, Colour, Theme, mix

PALETTES: Mapping[str, bytes] = MappingProxyType(
    {
        theme: bytes.fromhex("".join(lines))
        for theme, lines in json.loads(
            (Path(__file__).parents[2] / "data" / "palettes.json").read_text(encoding="utf-8")
        ).items()
    }
)
"""Red, green and blue of at most 256 colours, by theme; made by scripts/make_palettes.py. The last
`DIMMED` are those of what is dimmed, where no other is used."""
DIMMED = 20
LARGEST = 249_000
"""If compressed pixels have more bytes, they are compressed again with more effort. The rest of the
file adds less than a thousand."""
_THOROUGH = 6
"""The effort, 1 to 9, for small pictures and for those that would become too large."""
_EFFORTS = ((800_000, _THOROUGH), (2_850_000, 3), (3_000_000, 4))
"""The effort for pictures of up to so many pixels: the least with which boards stay small enough.
With 3 it takes a third less time than with 5, for a seventh more bytes."""
_LARGE = 5
"""The effort for larger ones."""
BAND = 52_000
"""The most bytes of lines that are compressed together. From one round of a game to the next about
a quarter of a board's bytes is in bands that have been before."""
_BANDS = Shelf(5_000_000)
"""Compressed bands by their checksums."""
_MOST = 9
_ZLIB, _LAST = b"\x78\x9c", b"\x03\x00"  # a stream's first bytes, and an empty last block
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _PALETTE, _COLOURS_AND_ALPHA = 8, 3, 6
BLOCK = 16
"""The pixels of a square along which changes are cut out: lossy WebP works on such squares."""
_ANIMATED, _WITH_ALPHA = 0x02, 0x10
_PIXELS = (b"ALPH", b"VP8 ", b"VP8L")  # the chunks of a still WebP that hold its picture
ONCE, FOR_EVER = 1, 0
"""The number of times an animation runs, as the format writes it."""
_SPEED = 2  # from 0 to 6; with 1 a frame takes 37 instead of 44 ms and 40 % more bytes


@cache
def _lookup(name: str) -> Image.Image:
    """An image with the palette in which colours are looked up.

    Pillow rounds each channel down to a multiple of four. This palette does so, too, by which an
    exact colour of the theme is always found, however close other colours are.
    """
    image = Image.new("P", (1, 1))
    image.putpalette(bytes(value & ~3 for value in PALETTES[name][: -3 * DIMMED]))
    return image


@cache
def dimming(theme: Theme) -> Sequence[int]:
    """For each number in the theme's palette the number of the same colour dimmed."""
    code = PALETTES[theme.name]
    colours = [(code[at], code[at + 1], code[at + 2]) for at in range(0, len(code), 3)]
    first = len(colours) - DIMMED
    numbers = []
    for colour in colours[:first]:
        wanted = mix(colour, theme.ground, DIM)
        off = [
            sum((a - b) ** 2 for a, b in zip(wanted, one, strict=True)) for one in colours[first:]
        ]
        numbers.append(first + off.index(min(off)))
    return numbers + list(range(first, 256))


def reduced(image: Image.Image, theme: Theme) -> Image.Image:
    """The RGB picture in the theme's palette (mode P)."""
    return coloured(numbers_of(image, theme), theme)


def coloured(numbers: Image.Image, theme: Theme) -> Image.Image:
    """The picture with these numbers (mode L) in the theme's palette (mode P)."""
    image = numbers.copy()
    image.putpalette(PALETTES[theme.name])
    return image


def numbers_of(image: Image.Image, theme: Theme) -> Image.Image:
    """The numbers of an RGB picture's colours in the theme's palette (mode L)."""
    numbers = image.quantize(palette=_lookup(theme.name), dither=Image.Dither.NONE)
    return Image.frombytes("L", image.size, numbers.tobytes())


@cache
def number_of(colour: Colour, theme: Theme) -> int:
    """The number of a colour, or of the one nearest to it, in the theme's palette."""
    number = reduced(Image.new("RGB", (1, 1), colour), theme).getpixel((0, 0))
    assert isinstance(number, int)
    return number


def png(image: Image.Image, theme: Theme, *, unseen: int | None = None) -> bytes:
    """The picture as an 8-bit PNG in the theme's palette: an RGB image, or one of mode P or L that
    holds the palette's numbers. Pixels with the number `unseen` are transparent."""
    numbers = image if image.mode in ("P", "L") else numbers_of(image, theme)
    # In a PNG every line begins with the number of its filter. A column of zeros at the left means
    # no filter: the best for a palette, where neighbouring numbers mean nothing.
    lines = numbers.crop((-1, 0, numbers.width, numbers.height)).tobytes()
    band = max(1, BAND // (numbers.width + 1)) * (numbers.width + 1)
    chunks = [(b"PLTE", PALETTES[theme.name]), (b"IDAT", _compressed(lines, band))]
    if unseen is not None:
        chunks.insert(1, (b"tRNS", b"\xff" * unseen + b"\0"))
    return _file(image, _PALETTE, *chunks)


def transparent_png(image: Image.Image) -> bytes:
    """The RGBA picture as a PNG with all its colours and its alpha."""
    pixels = Image.new("RGBA", image.size)
    pixels.paste(image, mask=image.getchannel("A").point([0] + [255] * 255))
    wide = 4 * image.width
    rows = pixels.tobytes()
    lines = b"".join(b"\0" + rows[at : at + wide] for at in range(0, len(rows), wide))
    return _file(image, _COLOURS_AND_ALPHA, (b"IDAT", zlib_ng.compress(lines, _MOST)))


def _file(image: Image.Image, kind: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG of the image's size with these chunks."""
    out = BytesIO()
    out.write(_SIGNATURE)
    head = pack(">IIBBBBB", image.width, image.height, _EIGHT_BITS, kind, 0, 0, 0)
    for name, content in ((b"IHDR", head), *chunks, (b"IEND", b"")):
        _write_chunk(out, name, content)
    return out.getvalue()


def _compressed(lines: bytes, band: int) -> bytes:
    effort = next((effort for most, effort in _EFFORTS if len(lines) <= most), _LARGE)
    packed = _in_bands(lines, band, effort)
    return packed if len(packed) <= LARGEST else _in_bands(lines, band, _THOROUGH)


def _in_bands(lines: bytes, band: int, level: int) -> bytes:
    """The lines as a zlib stream, put together from bands of so many bytes that do not refer to
    each other, so that one that was compressed before is taken as it is."""
    deflate = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
    parts = [_ZLIB]
    view = memoryview(lines)
    for at in range(0, len(lines), band):
        part = view[at : at + band]
        key = (level, len(part), zlib_ng.crc32(part), zlib_ng.adler32(part))
        packed = _BANDS.get(key)
        if packed is None:
            packed = deflate.compress(part) + deflate.flush(zlib_ng.Z_FULL_FLUSH)
            _BANDS.put(key, packed)
        parts.append(packed)
    parts += (_LAST, pack(">I", zlib_ng.adler32(lines)))
    return b"".join(parts)


def _write_chunk(out: BytesIO, kind: bytes, content: bytes) -> None:
    checksum = zlib_ng.crc32(content, zlib_ng.crc32(kind))
    out.write(pack(">I", len(content)) + kind + content + pack(">I", checksum))


@dataclass(frozen=True)
class Frame:
    """A frame of an animation; where it is transparent, the frame before stays visible."""

    image: Image.Image
    """Mode RGB or RGBA."""
    corner: tuple[int, int]
    """The place of its upper left corner; both numbers are even, as the format demands."""
    milliseconds: int
    """How long it is shown, at least 11: programs take less for a mistake and make it 100."""
    quality: int | None
    """0 to 100; None keeps every pixel exactly."""


def changed_blocks(one: Image.Image, other: Image.Image) -> Image.Image:
    """The blocks in which two RGB pictures differ, as a mask with one pixel a block: 0 or 255."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(red, ImageChops.lighter(green, blue))
    return most.point([0] + [255] * 255).reduce(BLOCK).point([0] + [255] * 255)


def frame_of(
    image: Image.Image, blocks: Image.Image, milliseconds: int, quality: int | None
) -> Frame:
    """A frame that holds only these blocks of a picture."""
    box = blocks.getbbox() or (0, 0, 1, 1)  # a frame must have pixels, even if none has changed
    mask = blocks.crop(box)
    left, top, right, bottom = (BLOCK * number for number in box)
    part = image.crop((left, top, min(right, image.width), min(bottom, image.height)))
    whole = mask.resize((right - left, bottom - top), Image.Resampling.NEAREST)
    part.putalpha(whole.crop((0, 0, *part.size)))  # the last blocks may reach beyond the edge
    return Frame(part, (left, top), milliseconds, quality)


def animated_webp(size: tuple[int, int], frames: Iterable[bytes], times: int = ONCE) -> bytes:
    """The animation of these `frame_bytes`, `size` pixels large. It runs so many times and stops
    with the last frame."""
    canvas = pack("<I", _ANIMATED | _WITH_ALPHA) + _three(size[0] - 1) + _three(size[1] - 1)
    body = _chunk(b"VP8X", canvas) + _chunk(b"ANIM", pack("<IH", 0, times))
    body += b"".join(frames)
    return b"RIFF" + pack("<I", len(body) + 4) + b"WEBP" + body


def frame_bytes(frame: Frame) -> bytes:
    """The frame as it stands in the file of an animation. Raises ValueError for odd corners."""
    left, top = frame.corner
    if left % 2 or top % 2:
        raise ValueError("a frame's corner has even coordinates")
    places = (left // 2, top // 2, frame.image.width - 1, frame.image.height - 1)
    head = b"".join(_three(number) for number in (*places, frame.milliseconds))
    return _chunk(b"ANMF", head + b"\0" + b"".join(_pixels(_encoded(frame))))


def _encoded(frame: Frame) -> bytes:
    out = BytesIO()
    if frame.quality is None:
        frame.image.save(out, "WEBP", lossless=True, quality=0, method=1)
    else:
        frame.image.save(out, "WEBP", quality=frame.quality, method=_SPEED)
    return out.getvalue()


def _pixels(still: bytes) -> Iterator[bytes]:
    """The chunks of a still WebP that hold its picture."""
    at = len(b"RIFF____WEBP")
    while at < len(still):
        kind, length = unpack_from("<4sI", still, at)
        end = at + 8 + length + length % 2
        if kind in _PIXELS:
            yield still[at:end]
        at = end


def _chunk(kind: bytes, content: bytes) -> bytes:
    return kind + pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
