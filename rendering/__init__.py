"""Pictures of a game: a frozen scene in, PNG bytes and alt text out."""

from dataclasses import dataclass
from typing import Literal

from bot.text.translation import Translations
from rendering import city, wheels
from rendering.alt_text import alt_city, alt_wheels
from rendering.encoding import png
from rendering.fonts import check_fonts
from rendering.scene import Scene
from rendering.theme import THEMES

__all__ = ["Picture", "check_fonts", "draw_city", "draw_wheels", "prepare"]

ThemeName = Literal["dark", "light"]


@dataclass(frozen=True)
class Picture:
    """A finished picture: PNG bytes, a file name of letters, digits, dash and dot, and alt text of
    at most 1,024 characters."""

    data: bytes
    filename: str
    alt: str


def draw_wheels(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The main plate, for every round: calendar, gears, workers, jungle, skulls, seats."""
    look = THEMES[theme]
    data = png(wheels.draw_plate(scene, look), look)
    return Picture(data, f"wheels-{scene.round}.png", alt_wheels(scene, t))


def draw_city(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The second plate: temples, technologies, buildings, monuments, seats."""
    look = THEMES[theme]
    data = png(city.draw_plate(scene, look, t), look)
    return Picture(data, f"city-{scene.round}.png", alt_city(scene, t))


def prepare(theme: ThemeName = "dark") -> None:
    """Draw what is the same in every picture, a second's work, before the first one is asked for.

    Raises FontsMissing if the typeface is not installed.
    """
    check_fonts()
    city.untouched(THEMES[theme])
    wheels.empty_plate(THEMES[theme])
