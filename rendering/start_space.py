"""The starting-player space, with the corn its next visitor takes, the stock of skulls, and the
skull that lies on a building."""

from PIL import Image

from rendering.canvas import Sketch, paste, raised, text
from rendering.fonts import width
from rendering.icons import icon
from rendering.layout import SKULL_STOCK, START_SPACE, START_SPACE_RADIUS, WORKER
from rendering.markers import marker
from rendering.scene import Scene
from rendering.theme import Theme
from rendering.tile_signs import sign


def draw_space(image: Image.Image, theme: Theme) -> None:
    """The empty space: a stone ring with the headdress in it."""
    side = 2 * (START_SPACE_RADIUS + 10)
    mask = Sketch(side, side, mode="L")
    mask.circle((side / 2, side / 2), START_SPACE_RADIUS, 255)
    sprite = raised(
        mask.image, theme.stone, theme.stone_light, theme.stone_shade, theme.shadow, drop=6
    )
    paste(image, sprite, START_SPACE)
    well = Sketch(side, side)
    well.circle((side / 2, side / 2), START_SPACE_RADIUS - 10, theme.obsidian)
    paste(image, well.sprite(), START_SPACE)
    x, y = START_SPACE
    paste(image, icon("first-player", 66, theme), (x, y - 2))


def draw_state(image: Image.Image, theme: Theme, scene: Scene) -> None:
    """The corn that waits, the worker who stands there, the skulls that can still be had."""
    corn, seat = scene.calendar_corn, scene.start_space
    x, y = START_SPACE
    words = f"+{corn}"
    wide = width(words, "black", 40)
    left = x - (wide + 6 + 40) / 2
    ink = theme.text if corn else theme.faint
    text(image, (left, y + 80), words, "black", 40, ink, "lm")
    paste(image, icon("corn", 40, theme), (left + wide + 26, y + 80))
    if seat is not None:
        rim = seat in scene.waiting
        paste(image, marker(seat, WORKER, theme, to_move=rim), START_SPACE)
    x, y = SKULL_STOCK
    ink = theme.dim if scene.bank_skulls else theme.faint
    paste(image, icon("skull", 40, theme), (x, y))
    text(image, (x + 30, y), str(scene.bank_skulls), "bold", 34, ink, "lm")
    x += 126
    for seat in scene.skull_keepers:
        paste(image, sign("kept-skull", 52, theme), (x, y))
        paste(image, marker(seat, 30, theme), (x + 24, y - 18))
        x += 76
