"""Close-ups of a position: one thing large, with words for those who do not know the icons, in the
reader's language. They are drawn from the same scene as the plates and so hold no secret.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from PIL import Image

from bot.engine.board import GEARS
from bot.text.translation import Translations
from rendering import Picture, ThemeName
from rendering.alt_text import LONGEST
from rendering.closeups import calendar, estate, gear, technologies, temples, tiles
from rendering.encoding import png
from rendering.scene import Scene
from rendering.theme import THEMES, Theme

__all__ = ["CLOSEUPS", "ESTATE", "draw_closeup"]

Sentences = Sequence[str]
_DRAWN: Mapping[str, tuple[Callable[[Scene, Theme, Translations], Image.Image],
                           Callable[[Scene, Translations], Sequence[Sentences]]]] = {
    "temples": (temples.draw, temples.alt),
    "technologies": (technologies.draw, technologies.alt),
    "buildings": (tiles.draw_buildings, tiles.buildings_alt),
    "monuments": (tiles.draw_monuments, tiles.monuments_alt),
    "calendar": (calendar.draw, calendar.alt),
}  # fmt: skip
ESTATE = "estate"
CLOSEUPS = (*GEARS, *_DRAWN, ESTATE)
"""All that can be looked at closely."""


def draw_closeup(
    scene: Scene,
    what: str,
    *,
    seat: int | None = None,
    theme: ThemeName = "dark",
    t: Translations,
) -> Picture:
    """One of `CLOSEUPS`, 1,080 pixels wide and as high as needed; letters are 36 pixels or more.

    `seat` goes with the estate and with nothing else. Raises ValueError for what is no close-up
    and for an estate of no seat of the scene.
    """
    if (what == ESTATE) != (seat is not None) or what not in CLOSEUPS:
        raise ValueError(f"no close-up: {what} {seat}")
    look = THEMES[theme]
    if seat is not None:
        if not 0 <= seat < len(scene.seats):
            raise ValueError(f"no seat {seat}")
        image = estate.draw(scene, seat, look, t)
        ways: Sequence[Sentences] = estate.alt(scene, seat, t)
    elif what in GEARS:
        image, ways = gear.draw(scene, what, look, t), gear.alt(scene, what, t)
    else:
        draw, alt = _DRAWN[what]
        image, ways = draw(scene, look, t), alt(scene, t)
    name = what.replace("_", "-") if seat is None else f"{what}-{seat}"
    return Picture(png(image, look), f"closeup-{name}.png", _fitting(ways))


def _fitting(ways: Iterable[Sentences]) -> str:
    """The first of the ways to say it that fits into alt text; of the last one as many sentences
    as do. Words are never cut."""
    said: list[str] = []
    for sentences in ways:
        said = [sentence for sentence in sentences if sentence]
        if _length(said) <= LONGEST:
            break
    while _length(said) > LONGEST:
        said.pop()
    return " ".join(said)


def _length(sentences: Sentences) -> int:
    """Length as Discord may count it: letters outside the basic plane count twice."""
    return len(" ".join(sentences).encode("utf-16-le")) // 2
