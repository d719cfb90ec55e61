"""A whole game as one animated picture: the wheels pictures of all rounds, half as large.

Each round is drawn as a job of its own, and so are they put together, each when it is the turn of
the person who asks: nobody else's picture waits for more than one of these jobs.
"""

import asyncio
from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

from bot.scene import Scene
from bot.text.descriptions.alt_text import alt_whole_game
from bot.text.translation import Translations
from rendering.drawing.encoding import (
    FOR_EVER,
    Frame,
    Picture,
    animated_webp,
    changed_blocks,
    frame_of,
    png,
)
from rendering.drawing.pool import DrawingPool
from rendering.drawing.theme import THEMES, ThemeName
from rendering.wheels.picture import SMALLER, wheels_image

MOST_BYTES = 1_000_000
QUALITIES = (85, 70, 50, 30, 15, 5)
"""Qualities that are tried in this order until the picture is small enough."""
_A_ROUND, _THE_END = 1_000, 6_000  # milliseconds


async def draw_whole_game(
    pool: DrawingPool,
    scenes: Sequence[Scene],
    *,
    theme: ThemeName = "dark",
    t: Translations,
    by: int | None = None,
) -> Picture:
    """The scenes, one for each round and the last for the end, as an endless animated WebP of at
    most `MOST_BYTES`. `by` is the id of the person who asks."""
    drawn = await asyncio.gather(
        *(pool.draw(draw_round, one, theme=theme, t=t, by=by, keep=False) for one in scenes)
    )
    frames = tuple(one.data for one in drawn)
    alt = alt_whole_game(scenes[0], scenes[-1], t)
    for quality in QUALITIES:
        picture = await pool.draw(put_together, frames, quality, alt, by=by, keep=False)
        if len(picture.data) <= MOST_BYTES:
            break
    return picture


def draw_round(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """One frame of the animation, as a PNG without alt text."""
    look = THEMES[theme]
    image = wheels_image(scene, look, t).reduce(SMALLER)
    return Picture(png(image, look), f"round-{scene.round}.png", "")


def put_together(frames: Sequence[bytes], quality: int, alt: str) -> Picture:
    """The animation of these PNGs in this quality. It may be larger than `MOST_BYTES`."""
    with Image.open(BytesIO(frames[0])) as first:
        size = first.size
    return Picture(animated_webp(size, _moving(frames, quality), FOR_EVER), "game.webp", alt)


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
