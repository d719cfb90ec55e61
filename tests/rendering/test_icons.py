"""Icons and seat markers, and our icons as files for messages and buttons."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.engine.expansion import TRIBES
from bot.text.names import tribe_icon
from cogs.kit.layout import OUR_EMOJI, emoji_name
from rendering import emoji_images
from rendering.drawing.canvas import Pen
from rendering.drawing.theme import DARK, THEMES, Theme, rgb
from rendering.icons import catalogue as icons
from rendering.icons.catalogue import NAMES, icon, points_icon
from rendering.icons.markers import dummy, marker

# --- Icons and seat markers -----------------------------------------------------------------------

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
WANTED = set(
    """
corn wood stone gold skull any-resource points worker feed-free fish burn temple-chaac
temple-quetzalcoatl temple-kukulkan temple-any tech-agriculture tech-extraction tech-architecture
tech-theology tech-any build monument market free-choice any-city food-mid food-end first-player
sun moon corn-tile wood-tile tile-gone dummy city-palenque city-yaxchilan city-tikal city-uxmal
city-chichen_itza farm tomb civic shrine arrow check prophecy
""".split()  # noqa: SIM905
)


def on(sprite: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    image = Image.new("RGB", sprite.size, ground)
    image.paste(sprite, (0, 0), sprite)
    return image


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean distance of two pictures, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def test_every_icon_of_the_plan_exists() -> None:
    assert set(NAMES) == WANTED


@BOTH
@pytest.mark.parametrize("name", NAMES)
def test_icons_fill_their_square(name: str, theme: Theme) -> None:
    for size in (24, 44, 96):
        sprite = icon(name, size, theme)
        assert sprite.mode == "RGBA"
        assert sprite.size == (size, size)
        box = sprite.getbbox()
        assert box is not None
        assert max(box[2] - box[0], box[3] - box[1]) >= 0.55 * size


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"dummy"}))
def test_no_icon_is_cut_off_at_the_edge_of_its_square(name: str) -> None:
    pen = Pen(400, DARK)
    draw = icons._COLOURED.get(name)
    if draw:
        draw(pen.part(25, 25, 50))
    else:
        icons._TINTED[name][0](pen.part(25, 25, 50), DARK.ink)
    box = pen.sprite().getbbox()
    assert box is not None
    assert box[0] >= 98
    assert box[1] >= 98
    assert box[2] <= 302
    assert box[3] <= 302


@BOTH
def test_icons_are_told_apart_at_24_pixels(theme: Theme) -> None:
    small = {name: on(icon(name, 24, theme), theme.tablet) for name in NAMES}
    for one, other in combinations(NAMES, 2):
        # The two food bowls differ in their colour alone, which is what they mean.
        assert difference(small[one], small[other]) > 4, (one, other)


@BOTH
def test_icons_are_seen_on_the_grounds_they_are_used_on(theme: Theme) -> None:
    for name in NAMES:
        if name.startswith("city-"):
            grounds = [theme.obsidian]
        elif name in ("arrow", "farm", "tomb", "civic", "shrine"):
            grounds = [theme.tablet]
        elif name in ("check", "worker", "feed-free", "sun", "moon"):
            grounds = [theme.panel]
        else:
            grounds = [theme.panel, theme.tablet]
        for ground in grounds:
            blank = Image.new("RGB", (24, 24), ground)
            assert difference(on(icon(name, 24, theme), ground), blank) > 4, name


def test_icons_are_kept() -> None:
    assert icon("corn", 44, DARK) is icon("corn", 44, DARK)
    assert points_icon(7, 50, DARK) is points_icon(7, 50, DARK)
    assert icons.icon.cache_info().hits


def test_only_icons_of_one_colour_take_a_colour() -> None:
    red = icon("worker", 44, DARK, (255, 0, 0))
    assert red.getpixel((22, 30)) == (255, 0, 0, 255)
    with pytest.raises(ValueError, match="own colours"):
        icon("corn", 44, DARK, (255, 0, 0))
    with pytest.raises(KeyError):
        icon("sword", 44, DARK)


@pytest.mark.parametrize("number", [-3, 0, 7, 13, 104])
def test_points_keep_their_number_inside_the_cartouche(number: int) -> None:
    size = 60
    empty, full = (
        on(icon("points", size, DARK), DARK.tablet),
        on(points_icon(number, size, DARK), DARK.tablet),
    )
    changed = ImageChops.difference(empty, full).getbbox()
    assert changed is not None
    assert changed[0] >= 4
    assert changed[2] <= size - 4
    assert changed[1] >= 8
    assert changed[3] <= size - 8


# Markers


@BOTH
@pytest.mark.parametrize("size", [14, 34, 57])
def test_markers_are_told_apart_without_colour(theme: Theme, size: int) -> None:
    grey = [on(marker(seat, size, theme), theme.base).convert("L") for seat in range(5)]
    for one, other in combinations(grey, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 6


@BOTH
def test_markers_are_told_apart_by_shape_alone(theme: Theme) -> None:
    shapes = [marker(seat, 57, theme, letter=False).getchannel("A") for seat in range(5)]
    for one, other in combinations(shapes, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 12


@BOTH
@pytest.mark.parametrize("seat", range(5))
def test_markers_carry_colour_letter_and_ring(seat: int, theme: Theme) -> None:
    sprite = marker(seat, 100, theme)
    colours = {colour[:3] for _, colour in sprite.getcolors(sprite.width**2) or []}
    assert theme.seats[seat].fill in colours
    assert theme.seats[seat].letter in colours
    assert (255, 255, 255) in colours
    box = sprite.getbbox()
    assert box is not None
    assert min(box[0], box[1], sprite.width - box[2], sprite.height - box[3]) > 0


@BOTH
@pytest.mark.parametrize("seat", range(5))
def test_the_seat_to_move_wears_a_rim(seat: int, theme: Theme) -> None:
    plain, rimmed = marker(seat, 57, theme), marker(seat, 57, theme, to_move=True)
    assert plain.size == rimmed.size
    colours = {colour for _, colour in rimmed.getcolors(rimmed.width**2) or []}
    assert (*theme.turn, 255) in colours
    box, inner = rimmed.getbbox(), plain.getbbox()
    assert box is not None
    assert inner is not None
    assert box[0] < inner[0]
    assert box[2] > inner[2]
    assert min(box[0], box[1]) > 0


@BOTH
def test_dummies_are_grey_and_without_letter(theme: Theme) -> None:
    sprite = dummy(52, theme)
    assert sprite.size == (52, 52)
    assert sprite.getpixel((26, 8)) == (*theme.dummy, 255)
    for _, colour in sprite.getcolors(52 * 52) or []:
        if colour[3] == 255:
            assert max(colour[:3]) - min(colour[:3]) < 20


# --- Our icons as files for messages and buttons --------------------------------------------------

EMOJIS = """
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


def test_every_name_has_a_file_discord_takes() -> None:
    files = emoji_images()
    assert set(files) == {*EMOJIS, *map(tribe_icon, TRIBES)}
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
