"""The animations' container: what goes in comes out again, and only what changes is kept."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from rendering.drawing.encoding import (
    BLOCK,
    Frame,
    animated_webp,
    changed_blocks,
    frame_bytes,
    frame_of,
)

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
