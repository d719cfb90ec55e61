"""Finished pictures as bytes, a PNG or an animated WebP; and drawing on a picture that is in the
colours of its file from the start.

Stills are PNG, which chat previews keep lossless, with 256 colours, which takes a third of the size
and of the time. Each theme has a fixed palette (data/palettes.json): a palette of each picture's
own would let colours flicker from round to round, and take a hundred times as long. The chunks of a
PNG are written here, not by Pillow, so that zlib-ng can compress the pixels at a level of our
choice, and so that lines compressed before are taken as they are.

An animated WebP is put together from frames that Pillow encodes one by one. Pillow's own animations
have one quality for all frames, and encode every frame more than once to find what has changed.
Here still frames are exact, moving ones small, and each holds only what changes. Container: RFC
9649, section 2.7.

A `Paletted` picture begins as a copy of its plate: all that never changes on it, in its final size,
one number of the theme's palette for each pixel. What is laid on it is mixed with what lies there
and reduced to the palette, only in its own rectangle. The result is kept, since mostly the same
thing lies on the same ground again; so most pixels are only copied and compressed. What lies at a
place is known without looking at pixels: by the plate, and by what was laid on it and where.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import count
from math import ceil, floor
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
`DIMMED` colours are only for what is dimmed, which has no others."""
DIMMED = 20
LARGEST = 249_000
"""The most bytes of compressed pixels: if there are more, as many as needed are compressed again
with more effort. The rest of the file adds less than a thousand."""
_THOROUGH = 6
"""The effort (1 to 9) for bands of pictures that would become too large."""
_FEW_PIXELS, _CAREFUL, _QUICK = 800_000, 5, 3
"""Up to so many pixels a picture is compressed with the second effort. Of a larger one each band is
compressed with the third, which takes a third less time for a seventh more bytes, as long as the
file then stays small enough, and otherwise with the second, too."""
_LEAST = 2
"""The effort for layers, which are mostly transparent, and compressed in one piece: none comes
again."""
_PER_PIXEL, _SPARE = 0.0705, 2_500
"""How many bytes a pixel of the largest boards takes with `_CAREFUL` effort; how many bytes stay
free, since some pictures take more."""
BAND = 40_000
"""The most bytes of lines that are compressed together. From one round of a game to the next about
a third of a board's bytes are in bands that were compressed before. Pillow gives up to 65,000 bytes
in one piece; larger ones take new memory each time, which takes longer than copying."""
_BEFORE = 4
"""A band may refer to so many lines before it, which saves one byte in thirty."""
_BANDS = Shelf(3_500_000)
"""Compressed bands by their checksums."""
_MOST = 9
_ZLIB, _LAST = b"\x78\x9c", b"\x03\x00"  # a stream's first bytes, and an empty last block
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _PALETTE, _COLOURS_AND_ALPHA = 8, 3, 6
BLOCK = 16
"""The side, in pixels, of the squares in which changes are cut out: lossy WebP works on such
squares."""
_ANIMATED, _WITH_ALPHA = 0x02, 0x10
_PIXELS = (b"ALPH", b"VP8 ", b"VP8L")  # the chunks of a still WebP that hold its picture
ONCE, FOR_EVER = 1, 0
"""How often an animation runs, as the format writes it."""
_SPEED = 2  # from 0 to 6; with 1 a frame takes 37 instead of 44 ms and 40 % more bytes


@cache
def _lookup(name: str) -> Image.Image:
    """An image whose palette is the theme's, for looking up colours.

    Pillow rounds each channel down to a multiple of four when it looks up a colour. This palette is
    rounded, too, so an exact colour of the theme is always found, however close others are.
    """
    image = Image.new("P", (1, 1))
    image.putpalette(bytes(value & ~3 for value in PALETTES[name][: -3 * DIMMED]))
    return image


@cache
def dimming(theme: Theme) -> Sequence[int]:
    """A lookup table: for each number in the theme's palette the number of that colour dimmed."""
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
    """An RGB picture in the colours of the theme's palette (mode P)."""
    return coloured(numbers_of(image, theme), theme)


def coloured(numbers: Image.Image, theme: Theme) -> Image.Image:
    """The picture (mode P) for numbers of the theme's palette (mode L)."""
    image = numbers.copy()
    image.putpalette(PALETTES[theme.name])
    return image


def numbers_of(image: Image.Image, theme: Theme) -> Image.Image:
    """The numbers in the theme's palette (mode L) for the colours of an RGB picture."""
    numbers = image.quantize(palette=_lookup(theme.name), dither=Image.Dither.NONE)
    return Image.frombytes("L", image.size, numbers.tobytes())


@cache
def number_of(colour: Colour, theme: Theme) -> int:
    """The number in the theme's palette of this colour or, if it is not there, of the nearest
    one."""
    number = reduced(Image.new("RGB", (1, 1), colour), theme).getpixel((0, 0))
    assert isinstance(number, int)
    return number


def png(image: Image.Image, theme: Theme, *, unseen: int | None = None) -> bytes:
    """An 8-bit PNG in the theme's palette, of an RGB image, or of one of mode P or L that holds the
    palette's numbers. Pixels with the number `unseen`, which follows the palette's last, are
    transparent."""
    numbers = image if image.mode in ("P", "L") else numbers_of(image, theme)
    palette = PALETTES[theme.name]
    if unseen is None:
        large = numbers.width * numbers.height > _FEW_PIXELS
        packed = _compressed(numbers, _QUICK if large else _CAREFUL)
        return _file(image, _PALETTE, (b"PLTE", palette), (b"IDAT", packed))
    width, height = numbers.size
    packed = zlib_ng.compress(numbers.crop((-1, 0, width, height)).tobytes(), _LEAST)
    transparent = b"\xff" * unseen + b"\0"
    return _file(
        image, _PALETTE, (b"PLTE", palette + b"\0" * 3), (b"tRNS", transparent), (b"IDAT", packed)
    )


def transparent_png(image: Image.Image) -> bytes:
    """A PNG of an RGBA picture with all its colours and its transparency."""
    pixels = Image.new("RGBA", image.size)
    pixels.paste(image, mask=image.getchannel("A").point([0] + [255] * 255))
    wide = 4 * image.width
    rows = pixels.tobytes()
    lines = b"".join(b"\0" + rows[at : at + wide] for at in range(0, len(rows), wide))
    return _file(image, _COLOURS_AND_ALPHA, (b"IDAT", zlib_ng.compress(lines, _MOST)))


def _file(image: Image.Image, kind: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG file of the image's size; `kind` is the colour type, `chunks` are (name, content)."""
    out = BytesIO()
    out.write(_SIGNATURE)
    head = pack(">IIBBBBB", image.width, image.height, _EIGHT_BITS, kind, 0, 0, 0)
    for name, content in ((b"IHDR", head), *chunks, (b"IEND", b"")):
        checksum = zlib_ng.crc32(content, zlib_ng.crc32(name))
        out.write(pack(">I", len(content)) + name + content + pack(">I", checksum))
    return out.getvalue()


def _compressed(numbers: Image.Image, effort: int) -> bytes:
    """The lines of a PNG as a zlib stream, made of bands that refer at most to the last lines
    before them: a band that was compressed after the same lines is taken as it is. If the whole
    becomes too large, its first bands are compressed again until it is not."""
    width, height = numbers.size
    wide = width + 1
    band = max(1, BAND // wide)

    def lines_of(top: int, bottom: int) -> bytes:
        # Every line begins with the number of its filter. A column of zeros at the left means no
        # filter: the best for a palette, where neighbouring numbers mean nothing.
        return numbers.crop((-1, top, width, bottom)).tobytes()

    parts, size, checksum, before = list[bytes](), 0, 1, b""
    for top in range(0, height, band):
        lines = lines_of(top, min(top + band, height))
        checksum = zlib_ng.adler32(lines, checksum)
        fits = size + _PER_PIXEL * wide * (height - top) <= LARGEST - _SPARE
        parts.append(_band(lines, before, effort, effort if fits else max(effort, _CAREFUL)))
        size += len(parts[-1])
        before = lines[-_BEFORE * wide :]
    for number in range(len(parts)):
        if size <= LARGEST:
            break
        top = number * band
        before = lines_of(top - _BEFORE, top) if number else b""
        lines = lines_of(top, min(top + band, height))
        size -= len(parts[number])
        parts[number] = _band(lines, before, _THOROUGH, _THOROUGH)
        size += len(parts[number])
    return b"".join((_ZLIB, *parts, _LAST, pack(">I", checksum)))


def _band(lines: bytes, before: bytes, kind: int, effort: int) -> bytes:
    """These lines compressed with this effort, or as they were kept when they came after the same
    lines in a picture of this `kind`: one for which this effort, or a greater one, was meant."""
    crc, adler = zlib_ng.crc32(before), zlib_ng.adler32(before)
    key = (kind, len(lines), zlib_ng.crc32(lines, crc), zlib_ng.adler32(lines, adler))
    packed: bytes | None = _BANDS.get(key)
    if packed is None:
        deflate = zlib_ng.compressobj(
            effort, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS, zdict=before
        )  # fmt: skip
        packed = deflate.compress(lines) + deflate.flush(zlib_ng.Z_SYNC_FLUSH)
        _BANDS.put(key, packed)
    return packed


@dataclass(frozen=True)
class Frame:
    """A frame of an animation; where it is transparent, the frame before stays visible."""

    image: Image.Image
    """Mode RGB or RGBA."""
    corner: tuple[int, int]
    """Its upper left corner; both numbers are even, as the format demands."""
    milliseconds: int
    """How long it is shown: at least 11, since programs take less for a mistake and show it for
    100."""
    quality: int | None
    """0 to 100, or None to keep every pixel exactly."""


def changed_blocks(one: Image.Image, other: Image.Image) -> Image.Image:
    """A mask of the blocks in which two RGB pictures differ, with one pixel for each block: 0 or
    255."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(red, ImageChops.lighter(green, blue))
    return most.point([0] + [255] * 255).reduce(BLOCK).point([0] + [255] * 255)


def frame_of(
    image: Image.Image, blocks: Image.Image, milliseconds: int, quality: int | None
) -> Frame:
    """A frame that holds only the blocks of a picture that are 255 in `blocks`."""
    box = blocks.getbbox() or (0, 0, 1, 1)  # a frame must have pixels, even if none has changed
    mask = blocks.crop(box)
    left, top, right, bottom = (BLOCK * number for number in box)
    part = image.crop((left, top, min(right, image.width), min(bottom, image.height)))
    whole = mask.resize((right - left, bottom - top), Image.Resampling.NEAREST)
    part.putalpha(whole.crop((0, 0, *part.size)))  # the last blocks may reach beyond the edge
    return Frame(part, (left, top), milliseconds, quality)


def animated_webp(size: tuple[int, int], frames: Iterable[bytes], times: int = ONCE) -> bytes:
    """An animated WebP of `size` pixels, made of what `frame_bytes` returned. It runs `times` times
    (`ONCE` or `FOR_EVER`) and stops with the last frame."""
    canvas = pack("<I", _ANIMATED | _WITH_ALPHA) + _three(size[0] - 1) + _three(size[1] - 1)
    body = _chunk(b"VP8X", canvas) + _chunk(b"ANIM", pack("<IH", 0, times))
    body += b"".join(frames)
    return b"RIFF" + pack("<I", len(body) + 4) + b"WEBP" + body


def frame_bytes(frame: Frame) -> bytes:
    """The frame as it stands in the file of an animation. Raises ValueError if its corner is
    odd."""
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
    """Yields the chunks of a still WebP that hold its picture."""
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


_EDGE = 4
"""Empty pixels added round a thing before it is made smaller: one pixel of the smaller picture
covers fewer."""
_LAID = Shelf(5_000_000)
"""How a thing looks on the ground it was laid on, by the thing and the ground's pixels."""
_THERE = Shelf(1_000_000)
"""Keys of `_LAID`, by the thing, its place and what was laid there before it."""
_SMALL = Shelf(2_500_000)
"""Things made smaller, by thing, scale and the part of a pixel at which they begin."""
KEPT_OF_LAYING = (_LAID, _THERE, _SMALL)
"""What is kept of things that were laid on pictures."""
_marks = count(1)
_STRIP = 64
"""What was laid is noted by strips of so many lines, so that little is looked through to find what
lies below a thing."""

Laid = tuple[int, int, int, int, int]
"""Left, top, right and bottom of where a thing was laid, and the thing's hash."""


class Paletted:
    """A picture in the theme's palette, on which drawing functions lay things as on an RGB image.
    With a `scale` below 1 everything laid on it is made smaller; places are still those of the full
    size. With a `window`, a box of the picture, what lies outside of it is not drawn."""

    mode = "P"

    def __init__(
        self,
        plates: Sequence[Image.Image],
        theme: Theme,
        scale: float = 1.0,
        window: tuple[int, int, int, int] | None = None,
    ) -> None:
        """Begin with the `plates` below each other: they have the final size and hold the palette's
        numbers (mode L)."""
        size = plates[0].width, sum(plate.height for plate in plates)
        self.numbers, top = Image.new("L", size, None), 0
        for plate in plates:
            self.numbers.paste(plate, (0, top))
            top += plate.height
        self.theme, self.scale = theme, scale
        self._window = window or (0, 0, *size)
        marks = [_mark(plate) for plate in plates]
        self._plate = hash(tuple(marks)) if all(known for _, known in marks) else 0
        """A number that stands for the plates; 0 if one of them is new and may never come again."""
        self._laid = [list[Laid]() for _ in range(0, size[1], _STRIP)]

    @property
    def image(self) -> Image.Image:
        """The picture as it is now, in mode P."""
        image = self.numbers.copy()
        image.putpalette(PALETTES[self.theme.name])
        return image

    def png(self) -> bytes:
        """The picture as a PNG."""
        return png(self.numbers, self.theme)

    @property
    def width(self) -> int:
        """The width in full size."""
        return round(self.numbers.width / self.scale)

    @property
    def height(self) -> int:
        """The height in full size."""
        return round(self.numbers.height / self.scale)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in full size."""
        return self.width, self.height

    def paste(
        self,
        what: Image.Image | Colour,
        box: Sequence[int] = (0, 0),
        mask: Image.Image | None = None,
    ) -> None:
        """Lay an image or a colour at `box`, through the mask if there is one. A colour without a
        mask fills the whole box."""
        left, top = box[0], box[1]
        shape = mask or what
        if isinstance(shape, Image.Image):
            right, bottom = left + shape.size[0], top + shape.size[1]
        else:
            right, bottom = box[2], box[3]
        scale, window = self.scale, self._window
        x, y = floor(left * scale), floor(top * scale)
        end_x, end_y = ceil(right * scale), ceil(bottom * scale)
        if x >= window[2] or y >= window[3] or end_x <= window[0] or end_y <= window[1]:
            return
        mark, marked = _mark(what) if isinstance(what, Image.Image) else (what, True)
        through: int | Colour | None = mark
        masked = marked
        if mask is not what:
            through, masked = _mark(mask) if mask else (None, True)
        start = (x / scale - left, y / scale - top)
        thing = hash((self.theme.name, scale, start, mark, through))
        laid = (x, y, end_x, end_y, thing)
        strips = self._laid[max(0, y) // _STRIP : (end_y - 1) // _STRIP + 1]
        if mask is None and not isinstance(what, Image.Image):
            self.numbers.paste(number_of(what, self.theme), laid[:4])
        elif (
            mask is None
            and isinstance(what, Image.Image)
            and what.mode != "RGBA"
            and laid[:4] == (left * scale, top * scale, right * scale, bottom * scale)
        ):
            seen = self._alone(what, laid, known=marked)
            self.numbers.im.paste(seen.im, laid[:4])
        else:
            mixed = self._mixed(what, mask, laid, start, strips, known=marked and masked)
            self.numbers.im.paste(mixed.im, laid[:4])
        for strip in strips:
            strip.append(laid)

    def show(self, other: Image.Image, corner: tuple[int, int], mask: Image.Image) -> None:
        """Copy a part of another picture of the same size and palette (mode L) through a mask of 0
        and 255, at `corner`. Call it before anything is laid: what is kept does not know about
        it."""
        left, top = corner
        part = other.crop((left, top, left + mask.width, top + mask.height))
        self.numbers.paste(part, corner, mask)

    def _alone(self, what: Image.Image, laid: Laid, *, known: bool) -> Image.Image:
        """What is seen of an opaque image that fills whole pixels, whatever it lies on. For one
        that is not `known` nothing is kept, as in `_mixed`."""
        if self.scale == 1 and what.mode == "P":
            return what  # as it is, without a conversion to L
        left, top, right, bottom, thing = laid
        found: Image.Image | None = _LAID.get(thing) if known else None
        if found is None:
            seen = what.convert("RGB")
            if self.scale != 1:
                seen = seen.resize((right - left, bottom - top), Image.Resampling.BOX)
            found = numbers_of(seen, self.theme)
            if known:
                _LAID.put(thing, found)
        return found

    def _mixed(
        self,
        what: Image.Image | Colour,
        mask: Image.Image | None,
        laid: Laid,
        start: tuple[float, float],
        strips: Sequence[Sequence[Laid]],
        *,
        known: bool,
    ) -> Image.Image:
        """What is seen in the box where something is laid. `start` is where the box begins in the
        thing, in full size; `strips` hold what was laid there before. A thing that is not `known`
        is laid for the first time, and perhaps never again, so nothing is kept for it."""
        left, top, right, bottom, thing = laid
        place = key = None
        if known and self._plate:
            below = [
                one
                for strip in strips
                for one in strip
                if one[0] < right and one[2] > left and one[1] < bottom and one[3] > top
            ]
            place = hash((self._plate, laid, *below))
            key = _THERE.get(place)
            if key is not None and (found := _LAID.get(key)):
                return found  # type: ignore[no-any-return]
        under = self.numbers.crop((left, top, right, bottom))
        if known:
            key = hash((thing, under.tobytes()))
            if place is not None:
                _THERE.put(place, key)
            if found := _LAID.get(key):
                return found  # type: ignore[no-any-return]
        under.putpalette(PALETTES[self.theme.name])
        seen = under.convert("RGB")
        if self.scale == 1:
            seen.paste(what, (0, 0), mask)
        else:
            sprite = _SMALL.get(thing) if known else None
            if sprite is None:
                sprite = _smaller(what, mask, under.size, start, self.scale)
                if known:
                    _SMALL.put(thing, sprite)
            seen.paste(sprite, (0, 0), sprite)
        mixed = numbers_of(seen, self.theme)
        if key is not None:
            _LAID.put(key, mixed)
        return mixed


def _mark(image: Image.Image) -> tuple[int, bool]:
    """The number by which an image is recognised, and whether it had one already."""
    known: int | None = vars(image).get("mark")
    if known is None:
        known = vars(image)["mark"] = next(_marks)
        return known, False
    return known, True


def _smaller(
    what: Image.Image | Colour,
    mask: Image.Image | None,
    size: tuple[int, int],
    start: tuple[float, float],
    scale: float,
) -> Image.Image:
    """The thing as an RGBA sprite of `size` pixels, made smaller by `scale`, from the point `start`
    of it on."""
    if not isinstance(what, Image.Image):
        whole = Image.new("RGBA", mask.size if mask else (1, 1), (*what, 255))
    else:
        whole = what.convert("RGBA")
    if mask is not None and mask.mode == "L":
        whole.putalpha(mask)
    room = Image.new("RGBA", (whole.width + 2 * _EDGE, whole.height + 2 * _EDGE))
    room.paste(whole, (_EDGE, _EDGE))
    left, top = start[0] + _EDGE, start[1] + _EDGE
    box = (left, top, left + size[0] / scale, top + size[1] / scale)
    return room.resize(size, Image.Resampling.BOX, box)
