"""Pictures for web pages, half as large. A game there has a wheels picture for every round. What is
the same in all of them is a ground, and each is a layer that holds only what is not yet so in the
layers below it.

They are drawn in half their size at once, and are PNG in the palette of the theme: WebP took ten
times as long.
"""

from functools import lru_cache

from PIL import Image, ImageChops

from bot.scene import Scene
from bot.text.descriptions.profile import ProfileCard
from bot.text.descriptions.results import FinalResult
from bot.text.translation import Translations
from rendering.city.picture import city_image
from rendering.drawing.encoding import PALETTES, numbers_of, png
from rendering.drawing.theme import THEMES, ThemeName
from rendering.results.final import final_image
from rendering.results.profile import profile_image
from rendering.wheels.picture import SMALLER, half_plate, half_wheels

LOOK = 1
"""The number of the look of all these pictures. Pictures with another one are drawn again: raise it
whenever they look different (tests/rendering/test_small.py says so)."""
_BLOCK = 8  # pixels of the square along which layers are cut out
_ANY = [0] + [255] * 255  # a table that makes anything but 0 white

Numbers = Image.Image
"""A picture with the number of a colour of the theme's palette for each pixel, in mode "L"."""


def small_wheels(scene: Scene, *, theme: ThemeName, t: Translations) -> Numbers:
    """The wheels picture of a scene."""
    return _opaque(half_wheels(scene, THEMES[theme], t), theme)


def small_ground(seats: int, prophecies: bool, theme: ThemeName) -> Numbers:
    """What all wheels pictures with so many seats lie upon."""
    return _opaque(half_plate(THEMES[theme], seats, prophecies), theme)


def layer(picture: Numbers, theme: ThemeName, below: Numbers | None = None) -> bytes:
    """A PNG of the picture; with one below it, it is transparent where they are alike."""
    if below is None:
        return png(picture, THEMES[theme])
    free, _ = _most_alike(theme)
    changed = Image.new("L", picture.size, free)
    changed.paste(picture, mask=_changed(picture, below))
    return png(changed, THEMES[theme], unseen=free)


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
    numbers = numbers_of(image.convert("RGB").reduce(SMALLER), THEMES[theme])
    return layer(_opaque(numbers, theme), theme)


def _opaque(numbers: Image.Image, theme: ThemeName) -> Numbers:
    """The same without the number that means “transparent” in layers."""
    free, instead = _most_alike(theme)
    shown = numbers.tobytes().replace(bytes([free]), bytes([instead]))
    return Image.frombytes("L", numbers.size, shown)


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
