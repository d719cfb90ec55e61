"""Another colour for food days: it is in the pictures, and in the palettes of the PNG files."""

from bot.engine import Game
from bot.scene import scene_of
from rendering.drawing.encoding import PALETTES
from rendering.drawing.theme import THEMES, rgb
from rendering.wheels.picture import wheels_image


def test_it_is_drawn() -> None:
    scene = scene_of(Game.new(2, seed=1).snapshot(), ["Ada", "Ben"])
    for theme in THEMES.values():
        assert theme.food_end == rgb("8A3FD1")
        image = wheels_image(scene, theme)
        colours = image.convert("RGB").getcolors(image.width * image.height)
        assert rgb("8A3FD1") in {colour for _, colour in colours or ()}


def test_the_palettes_hold_it() -> None:
    for colours in PALETTES.values():
        assert rgb("8A3FD1") in {tuple(colours[at : at + 3]) for at in range(0, 768, 3)}
