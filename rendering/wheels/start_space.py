"""The starting-player space with the corn its next visitor takes, the stock of skulls, and the
skulls kept on buildings, in the upper left corner."""

from PIL import Image

from bot.scene import Scene
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.fonts import width
from rendering.drawing.geometry import around
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.relief import boss, chamfered, thrown, tones, well
from rendering.drawing.theme import BLACK, Theme, mix
from rendering.icons.catalogue import icon, sign
from rendering.icons.markers import marker
from rendering.layout import DIGIT, SKULL_STOCK, START_SPACE, START_SPACE_RADIUS, WORKER

_RAYS, _RAY = 20, START_SPACE_RADIUS + 12
_ASIDE = START_SPACE_RADIUS + 26  # from the sun's middle to the corn
_ICON = 56


def draw_space(image: Image.Image, theme: Theme) -> None:
    """Draw the empty space, a stone sun with the headdress in its well."""
    paste(image, _sun(theme), START_SPACE)


@kept(1_000_000)
def _sun(theme: Theme) -> Image.Image:
    side = 2 * (START_SPACE_RADIUS + 16)
    middle = (side / 2, side / 2)
    sketch = Sketch(side, side)
    sun = [
        around(middle, _RAY if i % 2 == 0 else START_SPACE_RADIUS - 4, i * 180 / _RAYS)
        for i in range(2 * _RAYS)
    ]
    ray = mix(theme.maize, theme.stone_shade, 0.35)
    thrown(sketch, sun, 8, theme.shadow)
    thrown(sketch, sun, 3, mix(ray, BLACK, 0.6))
    chamfered(sketch, sun, 3, ray, tones(ray, mix(ray, BLACK, 0.5)))
    sketch.circle((middle[0] + 2, middle[1] + 3), START_SPACE_RADIUS - 2, mix(ray, BLACK, 0.6))
    edges = tones(theme.stone, theme.stone_shade)
    boss(sketch, middle, START_SPACE_RADIUS - 2, theme.stone, edges, 3)
    gold = tones(theme.maize, mix(theme.maize, BLACK, 0.5))
    boss(sketch, middle, START_SPACE_RADIUS - 9, theme.maize, gold, 2)
    dark = mix(theme.obsidian, BLACK, 0.5)
    well(sketch, middle, START_SPACE_RADIUS - 13, theme.obsidian, gold, rim=1.5, depth=5, dark=dark)
    sprite = sketch.sprite()
    paste(sprite, icon("first-player", 66, theme), (side / 2, side / 2 - 2))
    return sprite


def draw_state(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """Draw the corn to be taken, the worker on the space, and the skulls in the stock."""
    corn, seat = scene.calendar_corn, scene.start_space
    x, y = START_SPACE[0] + _ASIDE, SKULL_STOCK[1] - 84
    words = f"+{corn}"
    text(image, (x, y), words, "black", DIGIT, theme.text if corn else theme.faint)
    x += width(words, "black", DIGIT) + _ICON / 2 + 4
    paste(image, icon("corn", _ICON, theme), (x, y))
    x += _ICON / 2 + 34
    for seat_number in scene.skull_keepers:
        paste(image, sign("kept-skull", 62, theme), (x, y))
        paste(image, marker(seat_number, 36, theme), (x + 28, y - 20))
        x += 88
    if seat is not None:
        rim = seat in scene.waiting
        paste(image, marker(seat, WORKER, theme, to_move=rim), START_SPACE)
    x, y = SKULL_STOCK
    ink = theme.text if scene.bank_skulls else theme.faint
    paste(image, icon("skull", _ICON, theme), (x, y))
    text(image, (x + 36, y), str(scene.bank_skulls), "black", DIGIT, ink)
