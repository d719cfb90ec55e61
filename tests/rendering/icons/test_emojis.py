"""Our icons as files for messages and buttons."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.engine.expansion import TRIBES
from bot.text.names import tribe_icon
from cogs.kit.layout import OUR_EMOJI, emoji_name
from rendering import emoji_images
from rendering.drawing.theme import rgb

NAMES = """
corn wood stone gold skull points worker palenque yaxchilan tikal uxmal chichen_itza start quick
chaac quetzalcoatl kukulkan agriculture extraction architecture theology building monument wealth
tribe prophecy seat_a seat_b seat_c seat_d seat_e burn beg food_day calendar pass
""".split()  # noqa: SIM905
LARGEST = 12_000
"""Bytes; Discord takes 256 KB."""
CHATS = pytest.mark.parametrize("ground", ["313338", "FFFFFF"])
SMALL = 22
LONGEST_NAME = 32
"""Characters of an emoji's name on Discord."""


@pytest.fixture(scope="module")
def images() -> dict[str, Image.Image]:
    return {name: Image.open(BytesIO(data)) for name, data in emoji_images().items()}


def small(image: Image.Image, ground: str) -> Image.Image:
    """As it stands between words in a chat."""
    shown = Image.new("RGB", image.size, rgb(ground))
    shown.paste(image, mask=image.getchannel("A"))
    return shown.resize((SMALL, SMALL), Image.Resampling.LANCZOS)


def difference(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def test_every_name_has_a_file_discord_takes() -> None:
    files = emoji_images()
    assert set(files) == {*NAMES, *map(tribe_icon, TRIBES)}
    assert all(OUR_EMOJI.fullmatch(emoji_name(name, data)) for name, data in files.items())
    assert all(len(emoji_name(name, data)) <= LONGEST_NAME for name, data in files.items())
    assert max(len(data) for data in files.values()) < LARGEST
    assert files == emoji_images()


def test_they_are_squares_on_a_transparent_ground(images: dict[str, Image.Image]) -> None:
    for name, image in images.items():
        assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (128, 128)), name
        alpha = image.getchannel("A")
        assert alpha.getpixel((0, 0)) == 0, name
        left, top, right, bottom = alpha.point([0] * 128 + [255] * 128).getbbox() or (0, 0, 0, 0)
        assert max(right - left, bottom - top) >= 112, name


@CHATS
def test_they_are_seen_and_told_apart_between_words(
    images: dict[str, Image.Image], ground: str
) -> None:
    shown = {name: small(image, ground) for name, image in images.items()}
    blank = Image.new("RGB", (SMALL, SMALL), rgb(ground))
    for name, image in shown.items():
        assert difference(image, blank) > 20, name
    for one, other in combinations(shown, 2):
        assert difference(shown[one], shown[other]) > 7, (one, other)
