"""Animated pictures: the wheels turning, and a whole game (both drawn in `rendering.small`).

Each frame is drawn as a job of its own, when it is its turn: nobody else's picture waits for more
than one of these jobs.
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
"""Qualities that are tried in this order until the picture is small enough."""
BUSY = 2
"""With more pictures than these in the queue no frame of turning wheels is begun."""
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
    """The wheels picture of `after` as an animated WebP in which the wheels turn from where they
    were in `before`; None where other pictures wait, since it takes as long as thirty of them.
    Raises ValueError if the calendar did not turn by one day or two, and what `pool.draw` raises; a
    newer picture of the same `subject` ends it."""
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
    """The scenes, one for each round and the last for the end, as an endless animated WebP of at
    most `MOST_BYTES`. `by` is the id of the person who asks."""
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
