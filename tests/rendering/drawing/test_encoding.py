"""Pictures as bytes: PNG in the palette's colours, and the container of animations."""

import random
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from rendering.drawing import encoding
from rendering.drawing.encoding import (
    BLOCK,
    PALETTES,
    Frame,
    Paletted,
    animated_webp,
    changed_blocks,
    frame_bytes,
    frame_of,
    numbers_of,
    png,
)
from rendering.drawing.theme import THEMES, Theme
from rendering.icons.markers import marker

# --- Pictures as PNG bytes: readable by others, in the palette's colours, never too large ---------

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


def rich(theme: Theme, seed: int, *, strokes: int, wide: int) -> Image.Image:
    """A large picture with many strokes in its left part, `wide` pixels."""
    image, chance = Image.new("RGB", (1600, 600), theme.ground), random.Random(seed)
    for _ in range(strokes):
        x, y = chance.randrange(wide), chance.randrange(600)
        image.paste(theme.seats[chance.randrange(5)].fill, (x, y, x + chance.randrange(40), y + 9))
    return image


def test_a_rich_picture_takes_more_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes out too large is compressed again, as much of it as is needed, and says the
    same."""
    theme = THEMES["dark"]
    image = rich(theme, 2, strokes=3000, wide=800)
    monkeypatch.setattr(encoding, "_PER_PIXEL", 0)  # nothing is foreseen
    usual = png(image, theme)
    monkeypatch.setattr(encoding, "LARGEST", len(usual) - 2000)
    small = png(image, theme)
    monkeypatch.setattr(encoding, "LARGEST", len(usual) // 2)
    smallest = png(image, theme)
    assert len(smallest) < len(small) < len(usual) - 1000
    assert decoded(smallest).tobytes() == decoded(small).tobytes() == decoded(usual).tobytes()


def test_a_large_picture_takes_as_much_effort_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of its bands, so that it need not be compressed again as a whole."""
    theme = THEMES["dark"]
    image = rich(theme, 3, strokes=9000, wide=1600)
    quick = len(png(image, theme))
    with monkeypatch.context() as patch:
        patch.setattr(encoding, "_QUICK", encoding._CAREFUL)
        careful = len(png(image, theme))
    monkeypatch.setattr(encoding, "LARGEST", (quick + careful) // 2)
    monkeypatch.setattr(encoding, "_PER_PIXEL", careful / (image.width * image.height))
    monkeypatch.setattr(encoding, "_THOROUGH", 0)  # as large as the pixels
    encoding._BANDS.cache_clear()
    assert careful < len(png(image, theme)) < (quick + careful) // 2 < quick


def test_the_same_lines_after_others_are_read_as_they_are() -> None:
    """Compressed lines may refer to those before them, so they are kept together with these."""
    theme, below = THEMES["dark"], rich(THEMES["dark"], 5, strokes=3000, wide=1600)
    for seed in (6, 7, 6):
        image = rich(theme, seed, strokes=3000, wide=1600)
        for top in range(0, 600, 50):  # what lies at the seam differs, too
            image.paste(below.crop((0, top + 9, 1600, top + 50)), (0, top + 9))
        assert decoded(png(image, theme)).convert("RGB").tobytes() == image.tobytes()


# --- Pictures drawn in their palette show what was laid, whatever was laid there before -----------

DARK = THEMES["dark"]
PLATES = [
    numbers_of(Image.new("RGB", (200, 90), colour), DARK) for colour in (DARK.panel, DARK.ground)
]
MARKERS = [marker(seat, size, DARK) for seat in range(5) for size in (40, 60)]


def laid(plates: list[Image.Image], seed: int) -> tuple[Paletted, Image.Image]:
    """The same drawn in the palette, and with all colours."""
    on, chance = Paletted(plates, DARK), random.Random(seed)
    image = on.image.convert("RGB")
    for _ in range(12):
        sprite, at = chance.choice(MARKERS), (20 * chance.randrange(9), 20 * chance.randrange(7))
        on.paste(sprite, at, sprite)
        image.paste(sprite, at, sprite)
    return on, image


@pytest.mark.parametrize("plates", [PLATES, PLATES[::-1]], ids=["one", "other"])
def test_what_lies_below_is_seen(plates: list[Image.Image]) -> None:
    """Also where the same thing was laid at the same place on something else."""
    for seed in (*range(20), *range(20)):
        on, image = laid(plates, seed)
        off = ImageChops.difference(on.image.convert("RGB"), image).convert("L").histogram()
        assert sum(off[90:]) == 0, seed


def test_nothing_is_drawn_outside_of_the_window() -> None:
    sprite, window = MARKERS[1], (60, 40, 140, 120)
    on = [Paletted(PLATES, DARK), Paletted(PLATES, DARK, 1.0, window)]
    for one in on:
        for at in ((0, 0), (50, 30), (0, 130), (100, 60)):
            one.paste(sprite, at, sprite)
    whole, part = on
    assert part.numbers.crop(window).tobytes() == whole.numbers.crop(window).tobytes()
    assert part.numbers.crop((0, 150, 60, 180)).getcolors() == [(1800, PLATES[1].getpixel((0, 0)))]
    assert len(whole.numbers.crop((0, 150, 60, 180)).getcolors() or []) > 1


# --- The animations' container: what goes in comes out again, and only what changes is kept -------

SIZE = (96, 64)


def webp(*frames: Frame) -> bytes:
    return animated_webp(SIZE, map(frame_bytes, frames))


def plain(colour: tuple[int, int, int]) -> Image.Image:
    return Image.new("RGB", SIZE, colour)


def test_a_change_of_one_shade_in_one_pixel_marks_its_block() -> None:
    one = plain((10, 20, 30))
    other = one.copy()
    other.putpixel((17, 40), (10, 20, 31))
    blocks = changed_blocks(one, other)
    assert blocks.size == (SIZE[0] // BLOCK, SIZE[1] // BLOCK)
    assert blocks.getbbox() == (1, 2, 2, 3)
    assert blocks.getpixel((1, 2)) == 255
    assert changed_blocks(one, one).getbbox() is None


@pytest.mark.parametrize("quality", [None, 60])
def test_frames_come_out_as_they_went_in(quality: int | None) -> None:
    first, second = plain((200, 30, 40)), plain((200, 30, 40))
    second.paste((20, 120, 230), (16, 16, 48, 32))
    second.paste((20, 120, 230), (80, 48, 96, 64))
    frames = [
        Frame(first, (0, 0), 20, None),
        frame_of(second, changed_blocks(first, second), 300, quality),
    ]
    data = webp(*frames)
    animation = Image.open(BytesIO(data))
    assert (animation.format, animation.size) == ("WEBP", SIZE)
    assert animation.info["loop"] == 1
    assert animation.n_frames == 2  # type: ignore[attr-defined]
    for number, (wanted, milliseconds) in enumerate([(first, 20), (second, 300)]):
        animation.seek(number)
        animation.load()
        assert animation.info["duration"] == milliseconds
        difference = ImageChops.difference(animation.convert("RGB"), wanted)
        exact = number == 0 or quality is None
        assert max(ImageStat.Stat(difference).mean) <= (0 if exact else 2)


def test_what_does_not_change_stays_as_it_was() -> None:
    """Unmarked blocks are not even in the frame, whatever its picture holds there."""
    first, second = plain((0, 0, 0)), plain((250, 250, 250))
    left = plain((0, 0, 0))
    left.paste((250, 250, 250), (0, 0, 32, 32))
    blocks = changed_blocks(first, left)
    part = frame_of(second, blocks, 100, None)
    assert (part.corner, part.image.size) == ((0, 0), (32, 32))
    animation = Image.open(BytesIO(webp(Frame(first, (0, 0), 20, None), part)))
    animation.seek(1)
    assert ImageChops.difference(animation.convert("RGB"), left).getbbox() is None


def test_a_frame_in_which_nothing_changes() -> None:
    same = plain((9, 9, 9))
    nothing = frame_of(plain((99, 99, 99)), changed_blocks(same, same), 100, 50)
    animation = Image.open(BytesIO(webp(Frame(same, (0, 0), 20, None), nothing)))
    animation.seek(1)
    assert ImageChops.difference(animation.convert("RGB"), same).getbbox() is None


def test_corners_are_even() -> None:
    with pytest.raises(ValueError, match="even"):
        webp(Frame(plain((0, 0, 0)), (1, 0), 20, None))
