"""Pictures for web pages, half as large. A game there has a wheels picture for every round. What is
the same in all of them is a ground, and each is a layer that holds only what is not yet so in the
layers below it.

They are drawn at once on a canvas of half the size, which takes a third of the time of drawing
them whole, and are PNG in the palette of the theme: WebP took ten times as long.
"""

from functools import lru_cache
from typing import Any, cast

from PIL import Image, ImageChops

from bot.scene import Scene
from bot.text.descriptions.profile import ProfileCard
from bot.text.translation import Translations
from rendering.city.picture import city_image
from rendering.drawing.encoding import PALETTES, in_palette, palette_png
from rendering.drawing.theme import THEMES, ThemeName
from rendering.ground import draw_fret
from rendering.results.final import FinalResult, final_image
from rendering.results.profile import profile_image
from rendering.wheels.picture import SMALLER, draw_scene, empty_image, wheels_size

LOOK = 1
"""The number of the look of all these pictures. Pictures with another one are drawn again: raise it
whenever they look different (tests/rendering/test_small.py says so)."""
_BLOCK = 8  # pixels of the square along which layers are cut out
_ANY = [0] + [255] * 255  # a table that makes anything but 0 white
_MOST_BYTES = 24_000_000
"""The bound of the cache of halves: of the images that they are made of."""

Numbers = Image.Image
"""A picture with the number of a colour of the theme's palette for each pixel, in mode "L"."""


@lru_cache(maxsize=2)
def small_wheels(scene: Scene, *, theme: ThemeName, t: Translations) -> Numbers:
    """The wheels picture of a scene. The newest are kept, for the layer upon them."""
    size = wheels_size(scene)
    canvas = _Half(size, _empty_wheels(size, theme).copy())
    draw_scene(cast(Image.Image, canvas), scene, THEMES[theme], t)
    return _numbers(canvas.half, theme)


def small_size(scene: Scene) -> tuple[int, int]:
    """The width and height of a scene's wheels picture."""
    width, height = wheels_size(scene)
    return width // SMALLER, height // SMALLER


@lru_cache(maxsize=4)
def small_ground(size: tuple[int, int], theme: ThemeName) -> Numbers:
    """What all wheels pictures of this small size lie upon."""
    width, height = size
    return _numbers(_empty_wheels((width * SMALLER, height * SMALLER), theme), theme)


def layer(picture: Numbers, theme: ThemeName, below: Numbers | None = None) -> bytes:
    """A PNG of the picture; with one below it, it is transparent where they are alike."""
    if below is None:
        return palette_png(picture, THEMES[theme])
    free, _ = _most_alike(theme)
    changed = Image.new("L", picture.size, free)
    changed.paste(picture, mask=_changed(picture, below))
    return palette_png(changed, THEMES[theme], unseen=free)


def _changed(one: Numbers, other: Numbers) -> Image.Image:
    """The blocks in which two pictures differ, as a mask. Single pixels would do, but a browser
    that makes layers smaller mixes those at an edge with what is below: it would shine through."""
    blocks = ImageChops.difference(one, other).point(_ANY).reduce(_BLOCK).point(_ANY)
    size = (_BLOCK * blocks.width, _BLOCK * blocks.height)
    return blocks.resize(size, Image.Resampling.NEAREST).crop((0, 0, *one.size))


def small_city(scene: Scene, *, theme: ThemeName, t: Translations) -> bytes:
    """The city picture of a scene."""
    return _whole(city_image(scene, THEMES[theme], t), theme)


def small_final(result: FinalResult, *, theme: ThemeName, t: Translations) -> bytes:
    """The picture of a final score."""
    return _whole(final_image(result, THEMES[theme], t), theme)


def small_profile(card: ProfileCard, *, theme: ThemeName, t: Translations) -> bytes:
    """The picture of a person's games."""
    return _whole(profile_image(card, THEMES[theme], t), theme)


def _whole(image: Image.Image, theme: ThemeName) -> bytes:
    return layer(_numbers(image.reduce(SMALLER), theme), theme)


def _numbers(image: Image.Image, theme: ThemeName) -> Numbers:
    free, instead = _most_alike(theme)
    numbers = in_palette(image, THEMES[theme]).tobytes().replace(bytes([free]), bytes([instead]))
    return Image.frombytes("L", image.size, numbers)


@lru_cache(maxsize=2)
def _most_alike(theme: ThemeName) -> tuple[int, int]:
    """The numbers of the two colours that are the most alike: one stands for both, the other is
    free, and means “transparent” in layers."""
    palette = PALETTES[theme]
    colours = [palette[at : at + 3] for at in range(0, len(palette), 3)]

    def apart(pair: tuple[int, int]) -> int:
        one, other = (colours[number] for number in pair)
        return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))

    return min(((one, other) for one in range(len(colours)) for other in range(one)), key=apart)


@lru_cache(maxsize=4)
def _empty_wheels(size: tuple[int, int], theme: ThemeName) -> Image.Image:
    """The wheels without what changes, half as large as `size`."""
    look = THEMES[theme]
    image = Image.new("RGB", size, look.ground)
    image.paste(empty_image(look))
    draw_fret(image, look)
    return image.reduce(SMALLER)


class _Half:
    """Stands for a picture twice as large as `half`: what is pasted on it is made half as large and
    pasted there. It has what drawing a scene needs of an image, no more."""

    mode = "RGB"

    def __init__(self, size: tuple[int, int], half: Image.Image) -> None:
        self.width, self.height = size
        self.half = half

    def paste(self, what: Any, box: tuple[int, ...], mask: Image.Image | None = None) -> None:
        """As Pillow's `paste`, of an image or of a colour."""
        left, top = box[:2]
        at, off = (left // SMALLER, top // SMALLER), (left % SMALLER, top % SMALLER)
        covered = None if mask is None else _HALVES.of(mask, *off)
        if isinstance(what, Image.Image):
            self.half.paste(_HALVES.of(what, *off), at, covered)
        elif covered is not None:
            self.half.paste(what, at, covered)
        else:  # a rectangle whose edges something else covers
            self.half.paste(what, (*at, -(-box[2] // SMALLER), -(-box[3] // SMALLER)))


class _Halves:
    """A cache of what was made half as large, for places one pixel apart; bounded by bytes."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int, int], tuple[Image.Image, Image.Image]] = {}
        self._bytes = 0

    def of(self, image: Image.Image, right: int, down: int) -> Image.Image:
        """The image half as large, for a place so many pixels off those of the half picture."""
        key = (id(image), right, down)
        found = self._made.get(key)
        if found is None:
            self._bytes += image.width * image.height * len(image.mode)
            if self._bytes > _MOST_BYTES:
                self._made, self._bytes = {}, 0
            # With the image itself: as long as it is kept, no other one gets its id.
            found = self._made[key] = (image, _reduced(image, right, down))
        return found[1]


_HALVES = _Halves()


def _reduced(image: Image.Image, right: int, down: int) -> Image.Image:
    width, height = (
        -(-(length + off) // SMALLER) * SMALLER
        for length, off in ((image.width, right), (image.height, down))
    )
    moved = Image.new(image.mode, (width, height))
    if image.mode == "RGB":  # nothing is transparent: what reaches half a pixel takes all of it
        moved = image.resize(moved.size, Image.Resampling.NEAREST)
    moved.paste(image, (right, down))
    return moved.reduce(SMALLER)
