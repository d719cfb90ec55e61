"""The quick actions, in the upper left corner of the main plate: the tile under the arrow, its
three spaces, and the rounds until the next one lies there."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from PIL import Image

from bot.engine.components import QUICK_TILES
from bot.engine.quick_actions import QUICK_SPACE_CORN
from rendering.canvas import Point, Sketch, paste
from rendering.inline import Group, Pic, Words, draw_line, size_to_fit
from rendering.last_move import QUICK
from rendering.last_move_rings import ring
from rendering.layout import QUICK_PANEL
from rendering.markers import dummy, marker
from rendering.plate import draw_panel, ground_in
from rendering.relief import slab, tones, well
from rendering.scene import Scene
from rendering.theme import Theme, mix

_PAD = 12
_TILE_HEIGHT = 84
_ICON = 62
_WELL = 52
_WORKER, _RING = 50, 34  # smaller than on the gears: three stand side by side

Raw = Mapping[str, Any]


def draw_quick_actions(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """The panel; nothing if the game is played without quick actions."""
    quick = scene.quick
    if quick is None:
        return
    left, top = QUICK_PANEL[:2]
    panel = _panel(quick.tile, len(quick.spaces), scene.rounds_of_quick_tile, theme)
    image.paste(panel, (left, top))
    for moved in scene.last_move:
        if moved.place == QUICK and moved.placed:
            x, y = _place(panel, moved.space, len(quick.spaces))
            paste(image, ring(_RING, theme), (left + x, top + y))
    for place, who in enumerate(quick.spaces):
        x, y = _place(panel, place, len(quick.spaces))
        if isinstance(who, int):
            worker = marker(who, _WORKER, theme, to_move=who in scene.waiting)
            paste(image, worker, (left + x, top + y))
        elif who is not None:
            paste(image, dummy(round(_WORKER * 0.9), theme), (left + x, top + y))


@lru_cache(maxsize=4)
def _panel(tile: str | None, spaces: int, rounds: int | None, theme: Theme) -> Image.Image:
    """The panel on its ground, without workers."""
    image = ground_in(QUICK_PANEL, theme).copy()
    draw_panel(image, (0, 0, image.width, image.height), theme)
    stone = slab(
        image.width - 2 * _PAD,
        _TILE_HEIGHT,
        theme.tablet,
        theme.tablet_shade,
        theme.shadow,
        notch=7,
    )
    paste(image, stone, (image.width / 2, _PAD + _TILE_HEIGHT / 2))
    if tile is None:
        line: list[Group] = [(Pic("tile-back"),)]
    else:
        line = quick_line(tile)
    size = size_to_fit(line, _ICON, image.width - 2 * _PAD - 20, theme)
    middle = (image.width / 2, _PAD + _TILE_HEIGHT / 2)
    draw_line(image, line, middle, size, theme, theme.ink)
    for place in range(spaces):
        _draw_well(image, _place(image, place, spaces), theme)
    # The price of a space, and in how many rounds the next tile comes.
    words: list[Group] = [(Words(f"−{QUICK_SPACE_CORN}"), Pic("corn"))]
    if rounds is not None:
        words.append((Words(f"{rounds}"), Pic("arrow", 0.5), Pic("tile-back")))
    bottom = (image.width / 2, image.height - 28)
    draw_line(image, words, bottom, 38, theme, theme.text, apart=0.5)
    return image


def _place(panel: Image.Image, place: int, spaces: int) -> Point:
    """Middle of a space, from the panel's corner."""
    step = (panel.width - 2 * _PAD) / spaces
    return _PAD + (place + 0.5) * step, 2 * _PAD + _TILE_HEIGHT + _WELL / 2 + 8


def quick_line(tile: str) -> list[Group]:
    """A quick-action tile in icons: its price and what it does. One that is not known by its
    effects keeps its name."""
    known = QUICK_TILES.get(tile)
    if known is None:
        return [(Words(tile[:8], 0.6),)]
    groups: list[Group] = []
    for good, count in known.raw["cost"].items():
        groups.append((Words(f"−{count}"), Pic(good)))
    for effect in known.raw["effects"]:
        draw = _EFFECTS.get(effect["type"])
        groups += draw(effect) if draw else [(Words(known.name[:8], 0.6),)]
    return groups


def _gain(effect: Raw) -> list[Group]:
    return [
        (Words(str(count)), Pic(good)) if count > 1 else (Pic(good),)
        for good, count in effect["resources"].items()
    ]


_EFFECTS: Mapping[str, Callable[[Raw], list[Group]]] = {
    "gain": _gain,
    "technology": lambda effect: [(Pic("tech-any"),)],
    "market": lambda effect: [(Pic("market"),)],
    "build": lambda effect: [(Pic("build"),)],
}


def _draw_well(image: Image.Image, at: Point, theme: Theme) -> None:
    sketch = Sketch(_WELL + 8, _WELL + 8)
    middle = (_WELL / 2 + 4, _WELL / 2 + 4)
    edges = tones(theme.stone, theme.stone_shade)
    dark = mix(theme.obsidian, (0, 0, 0), 0.5)
    well(sketch, middle, _WELL / 2 - 1, theme.obsidian, edges, rim=2.5, depth=4, dark=dark)
    paste(image, sketch.sprite(), at)
