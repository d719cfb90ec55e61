"""Pictures drawn at half the size: those of web pages, in layers, and the cover of a lobby."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.engine import Game
from bot.scene import scene_of
from bot.text.translation import translator
from rendering import (
    COVER,
    LOOK,
    THEMES,
    Picture,
    ThemeName,
    draw_cover,
    small_city,
    small_size,
)
from rendering.city.picture import city_image
from rendering.drawing.encoding import PALETTES, numbers_of
from rendering.layout import WIDTH
from rendering.small import layer, small_ground, small_wheels
from rendering.wheels.picture import wheels_image
from tests.rendering.scenes import FINISHED, crowded, position, scene
from tests.rendering.test_snapshots import frozen

# --- Pictures of web pages are those of messages, half as large; layers put them together again ---

ENGLISH = translator("en")
SNAPSHOTS = Path(__file__).parent / "__snapshots__" / "test_snapshots"
SHOWN = ("draw_wheels", "draw_city", "final_picture")
"""In the names of snapshots that show what web pages show."""
LOOKS = {1: "59601f603dcb9583", 2: "b29d6b87407e5b33"}
"""A sum of these snapshots by the number of the look."""
SCENES = {
    "two": scene(position(2)),
    "four": scene(position(4), waiting=(0, 2)),
    "five": scene(crowded()),
    "end": scene(position(3, FINISHED)),
    "expansion": frozen("all-5"),
    "quick": frozen("quick-5-end"),
}
_FAR, _MOST, _MEAN = 24, 0.001, 0.05
"""How many of all pixels may be further off than so many of 255 shades, and the mean of all: two
edges that meet within a pixel look a little different where each is made half as large alone."""


def colours(numbers: Image.Image, theme: str) -> Image.Image:
    shown = numbers.copy()
    shown.putpalette(PALETTES[theme])
    return shown.convert("RGB")


def check_alike(small: Image.Image, whole: Image.Image) -> None:
    shades = ImageChops.difference(small, whole).convert("L").histogram()
    assert sum(shades[_FAR:]) <= _MOST * sum(shades)
    assert sum(shade * count for shade, count in enumerate(shades)) <= _MEAN * sum(shades)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", SCENES)
def test_wheels_drawn_half_as_large_look_like_the_whole_ones(name: str, theme: ThemeName) -> None:
    shown, look = SCENES[name], THEMES[theme]
    small = small_wheels(shown, theme=theme, t=ENGLISH)
    whole = colours(numbers_of(wheels_image(shown, look, ENGLISH).reduce(2), look), theme)
    assert small.size == whole.size == small_size(shown)
    check_alike(colours(small, theme), whole)


def test_layers_upon_each_other_are_the_whole_picture() -> None:
    """Also where the one below shows quite another moment."""
    first, second = (scene(position(4, until)) for until in (5, 12))
    drawn = [small_wheels(one, theme="dark", t=ENGLISH) for one in (first, second)]
    ground = small_ground(4, False, "dark")
    seen = Image.new("RGBA", ground.size)
    for picture, below in zip((ground, *drawn), (None, ground, drawn[0]), strict=True):
        with Image.open(BytesIO(layer(picture, "dark", below))) as laid:
            assert laid.mode == "P", "a byte for each pixel"
            seen.alpha_composite(laid.convert("RGBA"))
        assert seen.convert("RGB").tobytes() == colours(picture, "dark").tobytes()


@pytest.mark.parametrize("width", [358, 600])
def test_layers_made_smaller_by_a_browser_show_nothing_of_those_below(width: int) -> None:
    moments = [scene(position(4, until)) for until in (5, 6, 7)]
    drawn = [small_wheels(one, theme="dark", t=ENGLISH) for one in moments]
    drawn.insert(0, small_ground(4, False, "dark"))
    size = (width, round(width * drawn[0].height / drawn[0].width))
    seen = Image.new("RGBA", size)
    for picture, below in zip(drawn, (None, *drawn), strict=False):
        with Image.open(BytesIO(layer(picture, "dark", below))) as laid:
            small = laid.convert("RGBA").convert("RGBa").resize(size, Image.Resampling.BILINEAR)
            seen.alpha_composite(small.convert("RGBA"))
    whole = colours(drawn[-1], "dark").resize(size, Image.Resampling.BILINEAR)
    off = ImageChops.difference(seen.convert("RGB"), whole).convert("L").histogram()
    assert sum(off[_FAR:]) <= 0.003 * sum(off)


def test_a_layer_holds_only_what_is_not_in_the_one_below() -> None:
    shown = scene(position(4))
    picture = small_wheels(shown, theme="dark", t=ENGLISH)
    ground = small_ground(4, False, "dark")
    with Image.open(BytesIO(layer(picture, "dark", picture))) as nothing:
        assert nothing.convert("RGBA").getbbox() is None
    sizes = [len(layer(picture, "dark", below)) for below in (picture, ground, None)]
    assert 10 * sizes[0] < sizes[1] and 1.2 * sizes[1] < sizes[2]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", SCENES)
def test_the_city_drawn_half_as_large_is_the_one_of_messages(name: str, theme: ThemeName) -> None:
    shown, look = SCENES[name], THEMES[theme]
    data = small_city(shown, theme=theme, t=ENGLISH)
    whole = city_image(shown, look, ENGLISH).convert("RGB").reduce(2)
    with Image.open(BytesIO(data)) as small:
        check_alike(small.convert("RGB"), colours(numbers_of(whole, look), theme))


def test_another_look_has_another_number() -> None:
    """Whoever changes what is seen on the pictures writes their snapshots anew."""
    files = [one for one in sorted(SNAPSHOTS.iterdir()) if any(kind in one.name for kind in SHOWN)]
    found = sha256(b"".join(one.read_bytes() for one in files)).hexdigest()[:16]
    assert len(files) > 20 and LOOKS[LOOK] == found, (
        f"the pictures look different: raise LOOK in rendering/small.py, and note {found} for it "
        "in LOOKS (where nobody can see the difference, LOOK may stay)"
    )


# --- The picture of a lobby -----------------------------------------------------------------------


def drawn(theme: ThemeName, names: str = "ABCD") -> Picture:
    board = scene_of(Game.new(4, seed=0).snapshot(), names)
    return draw_cover(board, theme=theme, t=translator("en"))


def test_it_is_small_and_shows_no_seats() -> None:
    dark, light = drawn("dark"), drawn("light")
    assert dark.data != light.data
    for one in (dark, light):
        assert one.filename == COVER and one.alt
        assert Image.open(BytesIO(one.data)).width == WIDTH // 2
        assert len(one.data) < 150_000
    assert drawn("dark", "WXYZ").data == dark.data, "it is of no table"
