"""The dial in the middle of a city's gear: a sunk ring with the spaces' numbers, and in its middle
a boss with the city's emblem."""

from functools import lru_cache

from PIL import Image

from rendering.canvas import Sketch, paste, text
from rendering.icons import icon
from rendering.layout import City, M
from rendering.relief import boss, tones, well
from rendering.round_text import write_round
from rendering.theme import Theme, mix

_NUMERAL, _SMALL_NUMERAL = 42, 39
_BOSS, _LARGE_BOSS = 37, 57
_EMBLEM, _LARGE_EMBLEM = 50, 84
_NAME_RADIUS, _NAME = 2.93 * M, 18
_BLACK = (0, 0, 0)


@lru_cache(maxsize=5)
def dial(city: City, theme: Theme) -> Image.Image:
    """The dial with its numbers and its emblem, as an RGBA sprite whose middle is the gear's; a
    large one has room for the city's name too."""
    colours = theme.cities[city.id]
    radius = city.radius - 1.42 * M
    side = 2 * round(radius + 8)
    middle = (side / 2, side / 2)
    large = city.teeth > 10
    hub, size = (_LARGE_BOSS, _LARGE_EMBLEM) if large else (_BOSS, _EMBLEM)
    dark = mix(colours.dial, _BLACK, 0.5)
    edges = tones(colours.gear, colours.shade)
    face = mix(colours.gear, colours.shade, 0.45)
    sketch = Sketch(side, side)
    well(sketch, middle, radius, colours.dial, edges, rim=2.4, depth=5, dark=dark)
    sketch.circle((middle[0] + 2.5, middle[1] + 4), hub + 0.5, dark)
    boss(sketch, middle, hub, face, tones(face, mix(colours.shade, _BLACK, 0.3)), 3)
    sprite = sketch.sprite()
    depth = icon(f"city-{city.id}", size, theme, mix(colours.shade, _BLACK, 0.35))
    paste(sprite, depth, (middle[0] + 2, middle[1] + 2))
    paste(sprite, icon(f"city-{city.id}", size, theme), middle)
    for space in range(len(city.tablets) + (1 if large else 3)):
        right, down = (a - b for a, b in zip(city.numeral(space), city.centre, strict=True))
        at, letters = (middle[0] + right, middle[1] + down), _SMALL_NUMERAL if large else _NUMERAL
        text(sprite, at, str(space), "black", letters, colours.numeral, "mm")
    if large:
        write_round(sprite, city.label, middle, _NAME_RADIUS, 0, _NAME, colours.numeral)
    return sprite
