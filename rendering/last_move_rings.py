"""Rings round what was moved last, below the workers."""

from functools import lru_cache

from PIL import Image

from bot.engine.board import GEARS
from rendering.canvas import Sketch, paste
from rendering.layout import CITIES, START_SPACE, WORKER
from rendering.markers import marker
from rendering.scene import Scene
from rendering.theme import Theme

_RADIUS = 0.76 * WORKER
_LINE = 7
_GHOST = round(0.62 * WORKER)


def draw_last_move(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """A ring round every worker placed on a gear or the starting space; where one was picked up, if
    nobody stands there now, a ring with the ghost of it."""
    for worker in scene.last_move:
        if worker.place in CITIES:
            at = CITIES[worker.place].worker(worker.space)
            free = scene.gears[GEARS.index(worker.place)][worker.space] is None
            if worker.placed:
                paste(image, ring(_RADIUS, theme), at)
            elif free:
                paste(image, _left(worker.seat, theme), at)
        elif worker.place == "start":
            paste(image, ring(_RADIUS, theme), START_SPACE)


@lru_cache(maxsize=4)
def ring(radius: float, theme: Theme) -> Image.Image:
    """A ring in the colour of what is new, `radius` pixels to its outer edge."""
    side = 2 * round(radius + 4)
    sketch = Sketch(side, side)
    sketch.circle((side / 2, side / 2), radius, theme.news)
    sketch.circle((side / 2, side / 2), radius - _LINE, (*theme.news, 0))
    return sketch.sprite()


@lru_cache(maxsize=16)
def _left(seat: int, theme: Theme) -> Image.Image:
    """A ring with the pale marker of the worker that went away."""
    side = 2 * round(_RADIUS + 4)
    sketch = Sketch(side, side)
    middle = (side / 2, side / 2)
    sketch.circle(middle, _RADIUS * 0.8, theme.news)
    sketch.circle(middle, _RADIUS * 0.8 - _LINE, theme.base)
    sprite = sketch.sprite()
    ghost = marker(seat, _GHOST, theme).copy()
    ghost.putalpha(ghost.getchannel("A").point([value * 6 // 10 for value in range(256)]))
    paste(sprite, ghost, middle)
    return sprite
