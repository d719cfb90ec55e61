"""Animated pictures: the wheels turning, and a whole game (`rendering.small` draws both).

Each frame is a job of its own in the pool, asked for when the one before is done: nobody else's
picture waits for more than one frame.
"""

import asyncio
from collections.abc import Hashable, Sequence

from bot.scene import Scene
from bot.text.descriptions.alt_text import alt_whole_game
from bot.text.translation import Translations
from rendering.drawing.picture import Drawing, Picture
from rendering.drawing.pool import DrawingPool
from rendering.drawing.theme import ThemeName

MOST_BYTES = 1_000_000
QUALITIES = (85, 70, 50, 30, 15, 5)
"""WebP qualities (0 to 100), tried in this order until the picture has at most `MOST_BYTES`."""
BUSY = 2
"""While more pictures than this are waiting or being drawn, no further frame of turning wheels is
begun."""
_FRAME = Drawing("rendering.small", "turning_frame")
_TURNED = Drawing("rendering.small", "put_turning_together")
_ROUND = Drawing("rendering.small", "draw_round")
_ALL_ROUNDS = Drawing("rendering.small", "put_game_together")


async def draw_turning(
    pool: DrawingPool,
    before: Scene,
    after: Scene,
    *,
    theme: ThemeName = "dark",
    t: Translations,
    subject: Hashable = None,
) -> Picture | None:
    """Draw the wheels picture of `after` as an animated WebP that turns the wheels from their place
    in `before`. Return None if other pictures are waiting, since this takes as long as thirty of
    them. Raises ValueError unless the calendar turned by one day or two, and what `pool.draw`
    raises: Superseded, among others, when a newer picture of the same `subject` is asked for."""
    frames = list[bytes]()
    while pool.waiting <= BUSY:
        number = len(frames)
        asked = pool.draw(
            _FRAME, before, after, number, theme=theme, t=t, subject=subject, keep=False
        )
        if frame := await asked:
            frames.append(frame)
            continue
        together = pool.draw(_TURNED, after, tuple(frames), theme=theme, t=t, keep=False)
        picture: Picture = await together
        return picture
    return None


async def draw_whole_game(
    pool: DrawingPool,
    scenes: Sequence[Scene],
    *,
    theme: ThemeName = "dark",
    t: Translations,
    by: int | None = None,
) -> Picture:
    """Draw an endless animated WebP of these scenes, one for each round and the last for the end.
    It has at most `MOST_BYTES` unless even the lowest of `QUALITIES` has more. `by` is the id of
    the person who asks."""
    drawn = await asyncio.gather(
        *(pool.draw(_ROUND, one, theme=theme, t=t, by=by, keep=False) for one in scenes)
    )
    frames = tuple(one.data for one in drawn)
    alt = alt_whole_game(scenes[0], scenes[-1], t)
    for quality in QUALITIES:
        picture: Picture = await pool.draw(_ALL_ROUNDS, frames, quality, alt, by=by, keep=False)
        if len(picture.data) <= MOST_BYTES:
            break
    return picture
