"""Drawing on a picture that has the colours of its file already.

A picture is begun as a copy of its plate: all that never changes on it, in its final size, one
number of the theme's palette a pixel. What is laid on it is mixed with what lies there, and reduced
to the palette, in its own rectangle only. The result is kept, since mostly the same thing lies on
the same ground again. So all pixels of a picture are only copied and compressed.

What lies somewhere is known by the things that were laid there, without looking at pixels: by the
plate, and by what each thing was and where.
"""

from collections.abc import Sequence
from itertools import count
from math import ceil, floor

from PIL import Image

from rendering.drawing.encoding import PALETTES, number_of, numbers_of, png
from rendering.drawing.kept import Shelf
from rendering.drawing.theme import Colour, Theme

_EDGE = 4
"""Empty pixels round a thing that is made smaller: more than one pixel of the picture takes."""
_LAID = Shelf(5_000_000)
"""What was laid on a ground, as it looks there, by the thing and the pixels of the ground."""
_THERE = Shelf(1_000_000)
"""The keys of the same, by the thing and what was laid there before."""
_SMALL = Shelf(2_500_000)
"""Things made smaller, by the scale and by where in a pixel they begin."""
_marks = count(1)

Laid = tuple[int, int, int, int, int]
"""The box in which a thing was laid, and the thing."""


class Paletted:
    """A picture in the theme's palette, on which drawing functions lay things as on an RGB image.
    With a `scale` below 1 all that is laid becomes so much smaller; places are those of the full
    size. With a `window`, a box of the picture, what lies outside of it is not drawn."""

    mode = "P"

    def __init__(
        self,
        plates: Sequence[Image.Image],
        theme: Theme,
        scale: float = 1.0,
        window: tuple[int, int, int, int] | None = None,
    ) -> None:
        """Begin with the `plates` below each other, which have the final size and the palette's
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
        """A number that stands for the plates; 0 where they may be used only once."""
        self._laid = list[Laid]()

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
        """Lay an image or a colour here, through the mask if there is one. A colour without a mask
        fills the whole box."""
        left, top = box[0], box[1]
        shape = mask or what
        right, bottom = (
            (left + shape.width, top + shape.height)
            if isinstance(shape, Image.Image)
            else (box[2], box[3])
        )
        scale = self.scale
        x, y = floor(left * scale), floor(top * scale)
        end_x, end_y = ceil(right * scale), ceil(bottom * scale)
        window = self._window
        if x >= window[2] or y >= window[3] or end_x <= window[0] or end_y <= window[1]:
            return
        marks = [
            _mark(one) if isinstance(one, Image.Image) else (one, True) for one in (what, mask)
        ]
        start = (x / scale - left, y / scale - top)
        thing = hash((self.theme.name, scale, start, marks[0][0], marks[1][0]))
        laid = (x, y, end_x, end_y, thing)
        if not isinstance(what, Image.Image) and mask is None:
            self.numbers.paste(number_of(what, self.theme), laid[:4])
        elif scale == 1 and isinstance(what, Image.Image) and what.mode == "P" and mask is None:
            self.numbers.paste(_bare(what), (x, y))
        else:
            known = marks[0][1] and marks[1][1]
            self.numbers.paste(self._mixed(what, mask, laid, start, known=known), (x, y))
        self._laid.append(laid)

    def show(self, other: Image.Image, corner: tuple[int, int], mask: Image.Image) -> None:
        """Show a part of another picture of the same size and palette (mode L), through a mask of 0
        and 255 that lies here. It is the last that is done before things are laid."""
        left, top = corner
        part = other.crop((left, top, left + mask.width, top + mask.height))
        self.numbers.paste(part, corner, mask)

    def _mixed(
        self,
        what: Image.Image | Colour,
        mask: Image.Image | None,
        laid: Laid,
        start: tuple[float, float],
        *,
        known: bool,
    ) -> Image.Image:
        """What is seen where something is laid. `start` is the place of the corner of the box in
        the thing, in full size; a thing that is not `known` is laid for the first time, perhaps the
        only one."""
        *box, thing = laid
        left, top, right, bottom = box
        place = key = None
        if known and self._plate:
            below = [
                one
                for one in self._laid
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


def _bare(image: Image.Image) -> Image.Image:
    """The numbers of a picture's colours, without its palette."""
    return Image.frombytes("L", image.size, image.tobytes())


def _mark(image: Image.Image) -> tuple[int, bool]:
    """The number by which an image is known again, and whether it was seen before."""
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
    """The thing as an RGBA sprite of this size, smaller by the scale, beginning at `start`."""
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
