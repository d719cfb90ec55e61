"""A finished drawing as PNG bytes.

PNG because chat previews keep it lossless; 256 colours because that is a third of the size and of
the time. The colours are fixed for each theme (`palettes`): a palette made from each picture anew
would let colours flicker from round to round, and takes a hundred times as long.

The few bytes of a PNG round the pixels are written here and not by Pillow, so that the pixels can
be compressed by zlib-ng at a level of our choice: 4 to 6 ms for a picture, where Pillow takes 10 ms
for more bytes and 20 ms for hardly fewer.
"""

from functools import cache
from io import BytesIO
from struct import pack

from PIL import Image
from zlib_ng import zlib_ng

from rendering.palettes import PALETTES
from rendering.theme import Theme

LARGEST = 249_000
"""Bytes of compressed pixels above which they are compressed again, with more effort; the palette
and the rest of the file add less than a thousand."""
_FAST, _THOROUGH = 2, 4  # levels of 1 to 9; the second takes twice as long for 10 % fewer bytes
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _PALETTE = 8, 3


@cache
def _lookup(name: str) -> Image.Image:
    """An image with the palette by which colours are looked up.

    Pillow knows only every fourth shade of a channel and rounds down. So does this palette: then
    an exact colour of the theme is always found again, however near its neighbours are.
    """
    image = Image.new("P", (1, 1))
    image.putpalette(bytes(value & ~3 for value in bytes.fromhex(PALETTES[name])))
    return image


def png(image: Image.Image, theme: Theme) -> bytes:
    """The RGB picture as an 8-bit PNG in the theme's palette."""
    reduced = image.quantize(palette=_lookup(theme.name), dither=Image.Dither.NONE)
    # In a PNG every line begins with the number of its filter. A column more at the left, which
    # is all zeros, says "none": the best for a palette, where neighbouring numbers mean nothing.
    lines = reduced.crop((-1, 0, reduced.width, reduced.height)).tobytes()
    out = BytesIO()
    out.write(_SIGNATURE)
    size = (image.width, image.height)
    _write_chunk(out, b"IHDR", pack(">IIBBBBB", *size, _EIGHT_BITS, _PALETTE, 0, 0, 0))
    _write_chunk(out, b"PLTE", bytes.fromhex(PALETTES[theme.name]))
    _write_chunk(out, b"IDAT", _compressed(lines))
    _write_chunk(out, b"IEND", b"")
    return out.getvalue()


def _compressed(lines: bytes) -> bytes:
    packed = zlib_ng.compress(lines, _FAST)
    return packed if len(packed) <= LARGEST else zlib_ng.compress(lines, _THOROUGH)


def _write_chunk(out: BytesIO, kind: bytes, content: bytes) -> None:
    checksum = zlib_ng.crc32(content, zlib_ng.crc32(kind))
    out.write(pack(">I", len(content)) + kind + content + pack(">I", checksum))
