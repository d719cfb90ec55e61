"""Close-ups of a position: one part of it large, with words in the reader's language for those who
do not know the icons. They are drawn from the public scene, so they hold no secret.
"""

from collections.abc import Callable, Mapping

from PIL import Image

from bot.engine.board import GEARS
from bot.scene import Scene
from bot.text.descriptions.closeups import alt_closeup
from bot.text.translation import Translations
from rendering.closeups import calendar, gear, possessions, technologies, temples, tiles
from rendering.drawing.encoding import png
from rendering.drawing.picture import POSSESSIONS, Picture
from rendering.drawing.theme import THEMES, Theme, ThemeName

_DRAWN: Mapping[str, Callable[[Scene, Theme, Translations], Image.Image]] = {
    "temples": temples.draw,
    "technologies": technologies.draw,
    "buildings": tiles.draw_buildings,
    "monuments": tiles.draw_monuments,
    "calendar": calendar.draw,
}
CLOSEUPS = (*GEARS, *_DRAWN, POSSESSIONS)
"""The names of all close-ups."""


def draw_closeup(
    scene: Scene,
    what: str,
    *,
    seat: int | None = None,
    theme: ThemeName = "dark",
    t: Translations,
) -> Picture:
    """One of `CLOSEUPS`, 1,080 pixels wide and as high as needed; letters are 36 pixels or more.

    `seat` is given for `POSSESSIONS` only. Raises ValueError for an unknown close-up, and for
    possessions without a seat of the scene.
    """
    if (what == POSSESSIONS) != (seat is not None) or what not in CLOSEUPS:
        raise ValueError(f"no close-up: {what} {seat}")
    look = THEMES[theme]
    if seat is not None:
        if not 0 <= seat < len(scene.players):
            raise ValueError(f"no seat {seat}")
        image = possessions.draw(scene, seat, look, t)
    elif what in GEARS:
        image = gear.draw(scene, what, look, t)
    else:
        image = _DRAWN[what](scene, look, t)
    alt = alt_closeup(scene, what, t, seat=seat)
    name = what.replace("_", "-") if seat is None else f"{what}-{seat}"
    return Picture(png(image, look), f"closeup-{name}.png", alt)
