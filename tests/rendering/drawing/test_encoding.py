"""Pictures as PNG bytes: readable by others, in the palette's colours, never too large."""

import random
from io import BytesIO

import pytest
from PIL import Image

from rendering.drawing import encoding
from rendering.drawing.encoding import PALETTES, png
from rendering.drawing.theme import THEMES, Theme

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def decoded(data: bytes) -> Image.Image:
    """The picture as any other program reads it; checksums and all."""
    Image.open(BytesIO(data)).verify()
    image = Image.open(BytesIO(data))
    image.load()
    return image


@BOTH
@pytest.mark.parametrize("size", [(1, 1), (7, 5), (640, 300)])
def test_the_theme_s_colours_stay_as_they_are(theme: Theme, size: tuple[int, int]) -> None:
    image = Image.new("RGB", size, theme.ground)
    image.paste(theme.panel, (size[0] // 3, size[1] // 2, size[0], size[1]))
    image.paste(theme.seats[2].fill, (0, size[1] // 2, size[0] // 4, size[1]))
    read = decoded(png(image, theme))
    assert (read.format, read.mode, read.size) == ("PNG", "P", size)
    assert read.convert("RGB").tobytes() == image.tobytes()


@BOTH
def test_any_other_colour_becomes_one_of_the_palette(theme: Theme) -> None:
    noise = Image.frombytes("RGB", (64, 64), random.Random(1).randbytes(64 * 64 * 3))
    code = PALETTES[theme.name]
    allowed = {tuple(code[i : i + 3]) for i in range(0, len(code), 3)}
    seen = {colour for _, colour in decoded(png(noise, theme)).convert("RGB").getcolors(4096) or []}
    assert len(seen) > 100
    assert seen <= allowed


def test_a_rich_picture_takes_more_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes out too large is compressed again, and says the same."""
    theme, chance = THEMES["dark"], random.Random(2)
    image = Image.new("RGB", (1600, 600), theme.ground)
    for _ in range(3000):
        x, y = chance.randrange(800), chance.randrange(600)
        image.paste(theme.seats[chance.randrange(5)].fill, (x, y, x + chance.randrange(40), y + 9))
    usual = png(image, theme)
    monkeypatch.setattr(encoding, "LARGEST", len(usual) // 2)
    smaller = png(image, theme)
    assert len(smaller) < len(usual)
    assert decoded(smaller).tobytes() == decoded(usual).tobytes()
