"""Pictures for web pages, half as large, as WebP. A game there has a picture for every round, so
what is the same in all wheels pictures is a file of its own, and each of them lies upon it."""

from io import BytesIO

from PIL import Image

from bot.scene import Scene
from bot.text.translation import Translations
from rendering.drawing.encoding import BLOCK, Picture, changed_blocks
from rendering.drawing.kept import kept
from rendering.drawing.theme import THEMES, ThemeName
from rendering.wheels.picture import SMALLER, empty_image, wheels_image

_QUALITY, _EFFORT = 50, 2  # more effort: 3 % smaller in twice the time


def small(picture: Picture) -> bytes:
    """Make a finished picture half as large."""
    with Image.open(BytesIO(picture.data)) as image:
        return _webp(image.convert("RGB").reduce(SMALLER))


def small_ground(width: int, height: int, theme: ThemeName) -> bytes:
    """What small wheels pictures of this size lie upon."""
    return _webp(_ground((width, height), theme))


def small_wheels(
    scene: Scene, *, theme: ThemeName, t: Translations
) -> tuple[bytes, tuple[int, int]]:
    """A small wheels picture, transparent where it is like the `small_ground` of its size; with
    this size, width and height."""
    image = wheels_image(scene, THEMES[theme], t).reduce(SMALLER)
    differs = changed_blocks(_ground(image.size, theme), image)
    mask = differs.resize((BLOCK * differs.width, BLOCK * differs.height), Image.Resampling.NEAREST)
    image.putalpha(mask.crop((0, 0, *image.size)))
    return _webp(image), image.size


@kept(2_500_000)
def _ground(size: tuple[int, int], theme: ThemeName) -> Image.Image:
    look = THEMES[theme]
    image = Image.new("RGB", size, look.ground)
    image.paste(empty_image(look).convert("RGB").reduce(SMALLER))
    return image


def _webp(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "WEBP", quality=_QUALITY, method=_EFFORT)
    return out.getvalue()
