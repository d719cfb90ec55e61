"""A whole game as one animated picture: the wheels pictures of all rounds, half as large, put
together in a process for drawing (`rendering.animations` asks for them)."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

from bot.scene import Scene
from bot.text.translation import Translations
from rendering.drawing.encoding import (
    FOR_EVER,
    Frame,
    Picture,
    animated_webp,
    changed_blocks,
    frame_bytes,
    frame_of,
    png,
)
from rendering.drawing.theme import THEMES, ThemeName
from rendering.wheels.picture import half_wheels

_A_ROUND, _THE_END = 1_000, 6_000  # milliseconds


def draw_round(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """One frame of the animation, as a PNG without alt text."""
    look = THEMES[theme]
    return Picture(png(half_wheels(scene, look, t), look), f"round-{scene.round}.png", "")


def put_together(frames: Sequence[bytes], quality: int, alt: str) -> Picture:
    """The animation of these PNGs in this quality. It may be larger than allowed."""
    with Image.open(BytesIO(frames[0])) as first:
        size = first.size
    return Picture(
        animated_webp(size, map(frame_bytes, _moving(frames, quality)), FOR_EVER), "game.webp", alt
    )


def _moving(frames: Sequence[bytes], quality: int) -> Iterator[Frame]:
    """Yields the first frame whole, and of each other one the changes; one by one, since all
    together would take 50 MB."""
    shown: Image.Image | None = None
    for number, data in enumerate(frames, start=1):
        image = Image.open(BytesIO(data)).convert("RGB")
        seen = _A_ROUND if number < len(frames) else _THE_END
        if shown is None:
            yield Frame(image, (0, 0), seen, quality)
        else:
            yield frame_of(image, changed_blocks(shown, image), seen, quality)
        shown = image
