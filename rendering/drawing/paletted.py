"""Drawing on a picture that has the colours of its file already.

A picture is begun as a copy of its plate: all that never changes on it, in its final size and in
the theme's palette, one byte a pixel. What is laid on it is mixed with what lies there, and reduced
to the palette, in its own rectangle only. The result is kept, since mostly the same thing lies on
the same ground again. So all pixels of a picture are only copied and compressed.
"""

from collections.abc import Sequence
from itertools import count
from math import ceil, floor

from PIL import Image

from rendering.drawing.encoding import PALETTES, number_of, numbers_of
from rendering.drawing.kept import Shelf
from rendering.drawing.theme import Colour, Theme

_EDGE = 4
"""Empty pixels round a thing that is made smaller: more than one pixel of the picture takes."""
_LAID = Shelf(5_000_000)
"""What was laid on a ground, as it looks there."""
_SMALL = Shelf(2_500_000)
"""Things made smaller, by the scale and by where in a pixel they begin."""
_marks = count()


class Paletted:
    """A picture in the theme's palette, on which drawing functions lay things as on an RGB image.
    With a `scale` below 1 all that is laid becomes so much smaller; places are those of the full
    size."""

    mode = "P"

    def __init__(self, plate: Image.Image, theme: Theme, scale: float = 1.0) -> None:
        """Begin with a copy of the `plate`, which has the final size, in mode P."""
        # Numbers alone, mode L: every part that is cut out would take a copy of the palette along.
        self._numbers = _bare(plate)
        self.theme, self.scale = theme, scale

    @property
    def image(self) -> Image.Image:
        """The picture as it is now, in mode P."""
        image = self._numbers.copy()
        image.putpalette(PALETTES[self.theme.name])
        return image

    @property
    def width(self) -> int:
        """The width in full size."""
        return round(self._numbers.width / self.scale)

    @property
    def height(self) -> int:
        """The height in full size."""
        return round(self._numbers.height / self.scale)

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
        x, y = floor(left * self.scale), floor(top * self.scale)
        end = ceil(right * self.scale), ceil(bottom * self.scale)
        if not isinstance(what, Image.Image) and mask is None:
            self._numbers.paste(number_of(what, self.theme), (x, y, *end))
            return
        if self.scale == 1 and isinstance(what, Image.Image) and what.mode == "P" and mask is None:
            self._numbers.paste(_bare(what), (x, y))
            return
        under = self._numbers.crop((x, y, *end))
        start = (x / self.scale - left, y / self.scale - top)
        self._numbers.paste(self._laid(what, mask, under, start), (x, y))

    def show(self, other: Image.Image, corner: tuple[int, int], mask: Image.Image) -> None:
        """Show a part of another picture of the same size and palette, through a mask of 0 and 255
        that lies here."""
        left, top = corner
        part = other.crop((left, top, left + mask.width, top + mask.height))
        self._numbers.paste(_bare(part), corner, mask)

    def _laid(
        self,
        what: Image.Image | Colour,
        mask: Image.Image | None,
        under: Image.Image,
        start: tuple[float, float],
    ) -> Image.Image:
        """What is seen where something is laid on what is `under` it. `start` is the place of the
        corner of `under` in the thing, in full size."""
        marks = [_mark(one) if isinstance(one, Image.Image) else one for one in (what, mask)]
        key = None
        if False not in marks:  # else it is laid for the first time, perhaps the only one
            thing = (self.theme.name, self.scale, start, *marks)
            key = (thing, hash(under.tobytes()))
            known: Image.Image | None = _LAID.get(key)
            if known:
                return known
        under.putpalette(PALETTES[self.theme.name])
        seen = under.convert("RGB")
        if self.scale == 1:
            seen.paste(what, (0, 0), mask)
        else:
            sprite = _SMALL.get(key[0]) if key else None
            if sprite is None:
                sprite = _smaller(what, mask, under.size, start, self.scale)
                if key:
                    _SMALL.put(key[0], sprite)
            seen.paste(sprite, (0, 0), sprite)
        laid = numbers_of(seen, self.theme)
        if key:
            _LAID.put(key, laid)
        return laid


def _bare(image: Image.Image) -> Image.Image:
    """The numbers of a picture's colours, without its palette."""
    return Image.frombytes("L", image.size, image.tobytes())


def _mark(image: Image.Image) -> int | bool:
    """The number by which an image is known again; False when it is seen for the first time."""
    known: int | None = vars(image).get("mark")
    if known is None:
        vars(image)["mark"] = next(_marks)
        return False
    return known


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
