"""A whole game as one animated picture (`rendering.wheels.whole_game`).

Each round is drawn as a job of its own, and so are they put together, each when it is the turn of
the person who asks: nobody else's picture waits for more than one of these jobs.
"""

import asyncio
from collections.abc import Sequence

from bot.scene import Scene
from bot.text.descriptions.alt_text import alt_whole_game
from bot.text.translation import Translations
from rendering.drawing.picture import Drawing, Picture
from rendering.drawing.pool import DrawingPool
from rendering.drawing.theme import ThemeName

MOST_BYTES = 1_000_000
QUALITIES = (85, 70, 50, 30, 15, 5)
"""Qualities that are tried in this order until the picture is small enough."""
_ROUND = Drawing("rendering.wheels.whole_game", "draw_round")
_TOGETHER = Drawing("rendering.wheels.whole_game", "put_together")


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
        *(pool.draw(_ROUND, one, theme=theme, t=t, by=by, keep=False) for one in scenes)
    )
    frames = tuple(one.data for one in drawn)
    alt = alt_whole_game(scenes[0], scenes[-1], t)
    for quality in QUALITIES:
        picture: Picture = await pool.draw(_TOGETHER, frames, quality, alt, by=by, keep=False)
        if len(picture.data) <= MOST_BYTES:
            break
    return picture
