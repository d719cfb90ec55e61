"""Where a picture has its letters: drawing is watched, so that no test knows a place in pixels.

`watched()` looks at `rendering.drawing.lettering.text` and at the pasting, copying and cutting of
images, so that letters are found however many sprites they went through. Letters that are turned or
scaled afterwards (the names round the gears) are lost on the way.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from PIL import Image

from rendering.drawing import encoding, lettering
from rendering.drawing.encoding import Paletted
from rendering.drawing.lettering import Weight
from rendering.drawing.theme import Colour, Theme
from tests.rendering.caches import Contents, kept_apart, much_kept

Box = tuple[int, int, int, int]
Text = Callable[..., None]


@dataclass(frozen=True, eq=False)
class Written:
    """A string on a picture: its ink as a mask (mode L), and where the mask's corner lies."""

    string: str
    weight: Weight
    size: int
    fill: Colour
    mask: Image.Image
    left: int
    top: int
    cut: bool = False
    """Whether an edge of what it was written on, or laid on, took some of its ink."""

    @property
    def box(self) -> Box:
        """Where there is ink."""
        known = vars(self.mask)  # it is asked for wherever the mask is laid
        if "ink" not in known:
            known["ink"] = self.mask.getbbox() or (0, 0, 0, 0)
        left, top, right, bottom = known["ink"]
        return (self.left + left, self.top + top, self.left + right, self.top + bottom)

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return ((left + right) / 2, (top + bottom) / 2)

    def lies_on(self, left: int, top: int, right: int, bottom: int) -> bool:
        """Whether some of its ink may be in this box."""
        box = self.box
        return box[0] < right and box[2] > left and box[1] < bottom and box[3] > top

    def moved(self, right: int, down: int) -> "Written":
        return replace(self, left=self.left + right, top=self.top + down)


def written(image: Image.Image) -> list[Written]:
    """What was written on an image drawn while watched, in the order of writing."""
    found: list[Written] = getattr(image, "written", [])
    return found


@contextmanager
def watched(text: Text | None = None) -> Iterator[None]:
    """Images drawn inside know what was written on them. `text` stands for `lettering.text`, to see
    what would happen if it wrote otherwise."""
    now: list[tuple[str, Weight, int, Colour]] = []
    write = text or lettering.text

    @wraps(lettering.text)
    def noting(image: Image.Image, xy: Any, string: str, *more: Any, **named: Any) -> None:
        now.append((string, *_given(*more, **named)))
        write(image, xy, string, *more, **named)
        now.pop()

    plain = {name: getattr(Image.Image, name) for name in ("paste", "alpha_composite")}
    made = {name: getattr(Image.Image, name) for name in ("copy", "crop", "convert")}

    def laid(on: Image.Image, what: Any, box: Any, mask: Any) -> None:
        left, top = box[:2] if isinstance(box, tuple | list) else (0, 0)
        if isinstance(what, Image.Image):
            _add(on, what, left, top)
        elif now and isinstance(mask, Image.Image):
            _note(on, Written(*now[-1], mask, left, top))

    def paste(self: Image.Image, im: Any, box: Any = None, mask: Any = None) -> None:
        plain["paste"](self, im, box, mask)
        laid(self, im, box, mask)

    def lay(self: Paletted, what: Any, box: Any = (0, 0), mask: Any = None) -> None:
        """It mixes what is laid with a part of the picture, or takes a result kept from another
        place; neither says what is written here."""
        _silent.append(True)
        try:
            put(self, what, box, mask)
        finally:
            _silent.pop()
        if self.scale == 1:
            laid(self.numbers, what, box, mask)

    def alpha_composite(
        self: Image.Image, im: Image.Image, dest: Any = (0, 0), source: Any = (0, 0)
    ) -> None:
        plain["alpha_composite"](self, im, dest, source)
        _add(self, im, dest[0] - source[0], dest[1] - source[1])

    def copy(self: Image.Image) -> Image.Image:
        new: Image.Image = made["copy"](self)
        _add(new, self, 0, 0)
        return new

    def crop(self: Image.Image, box: Any = None) -> Image.Image:
        new: Image.Image = made["crop"](self, box)
        left, top = (round(box[0]), round(box[1])) if box else (0, 0)
        for found in written(self):
            if found.lies_on(left, top, left + new.width, top + new.height):
                _note(new, found.moved(-left, -top))
        return new

    def convert(self: Image.Image, *given: Any, **named: Any) -> Image.Image:
        new: Image.Image = made["convert"](self, *given, **named)
        if new is not self:
            _add(new, self, 0, 0)
        return new

    put = Paletted.paste
    count = encoding.numbers_of

    def numbers_of(image: Image.Image, theme: Theme) -> Image.Image:
        new = count(image, theme)
        _add(new, image, 0, 0)
        return new

    counting = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("rendering.") and hasattr(module, "numbers_of")
    ]
    users = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("rendering.")
        and module is not lettering
        and getattr(module, "text", None) is lettering.text
    ]
    original = lettering.text
    contents = _drawn_watched.pop() if _drawn_watched and text is None else {}
    with much_kept(8), kept_apart(contents):
        try:
            for module in users:
                module.text = noting  # type: ignore[attr-defined]
            for module in counting:
                module.numbers_of = numbers_of  # type: ignore[attr-defined]
            for method in (paste, alpha_composite, copy, crop, convert):
                setattr(Image.Image, method.__name__, method)
            Paletted.paste = lay  # type: ignore[method-assign]
            yield
        finally:
            for module in users:
                module.text = original  # type: ignore[attr-defined]
            for module in counting:
                module.numbers_of = count  # type: ignore[attr-defined]
            for name, method in (*plain.items(), *made.items()):
                setattr(Image.Image, name, method)
            Paletted.paste = put  # type: ignore[method-assign]
    if text is None:
        _drawn_watched.append(contents)


_drawn_watched: list[Contents] = []
"""Sprites that know what is written on them, to be taken by who watches next."""


def forget_watched() -> None:
    """Drop the sprites drawn while watched: the next picture watched is drawn from nothing."""
    _drawn_watched.clear()


def _given(
    weight: Weight, size: int, fill: Colour, anchor: str = "lm"
) -> tuple[Weight, int, Colour]:
    return weight, size, fill


_silent: list[bool] = []
"""Not empty while nothing is noted."""


def _note(image: Image.Image, found: Written) -> None:
    """Note a string once: where something is laid on a part of a picture, the part comes back with
    all that was on it before."""
    if _silent:
        return
    place = (found.string, id(found.mask), found.left, found.top)
    known: set[Any] = vars(image).setdefault("written_at", set())
    if place in known:
        return
    known.add(place)
    left, top, right, bottom = found.box
    if left < 0 or top < 0 or right > image.width or bottom > image.height:
        found = replace(found, cut=True)
    vars(image).setdefault("written", []).append(found)


def _add(image: Image.Image, other: Image.Image, right: int, down: int) -> None:
    for found in written(other):
        _note(image, found.moved(right, down))
