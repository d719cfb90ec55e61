"""The five cities: gear, dial, tablets, the curved band of the free choice, and the workers."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from rendering.canvas import Sketch, arc, around, paste
from rendering.dials import dial
from rendering.gears import gear_sprite
from rendering.icons import icon
from rendering.layout import CITIES, WORKER, City, M
from rendering.markers import dummy, marker
from rendering.relief import chamfered, thrown, tones
from rendering.round_text import write_round
from rendering.tablets import marks, tablet
from rendering.theme import Theme, mix

Worker = int | str | None  # seat, "dummy" or nobody
DUMMY = round(WORKER * 0.9)

_FREE_CHOICE_FIRST = 6  # spaces 6 and 7 of a ten-tooth gear share one band
_BAND_BEFORE, _BAND_AFTER = 18.5, 2.5  # degrees the band reaches beyond its spaces


def draw_city(image: Image.Image, city: City, theme: Theme, turned: float = 0.0) -> None:
    """Everything of a city that never changes. The gear has `turned` a part of a tooth, the dial
    stands still."""
    colours = theme.cities[city.id]
    at = city.angle(0) + turned * city.step
    paste(image, gear_sprite(city.teeth, at, colours.gear, colours.shade), city.centre)
    paste(image, dial(city, theme), city.centre)


def draw_tablets(image: Image.Image, city: City, theme: Theme) -> None:
    """The tablets that never change, and the band."""
    for space in range(1, len(city.tablets) + 1):
        if not is_changing(city.id, space):
            paste(image, tablet(marks(city.id, space), theme), city.tablets[space - 1])
    if city.teeth == 10:
        band, corner = _band(city, theme)
        image.paste(band, corner, band)


def is_changing(city: str, space: int) -> bool:
    """Whether the tablet shows something that players use up."""
    return "points" in " ".join(marks(city, space)) or (city == "palenque" and 2 <= space <= 5)


def draw_hairlines(image: Image.Image, theme: Theme) -> None:
    """A thin line from every tablet to its tooth, below everything else."""
    for city in CITIES.values():
        colour = mix(theme.cities[city.id].gear, theme.base, 0.25)
        for space, place in enumerate(city.tablets, start=1):
            tooth = around(city.centre, city.radius, city.angle(space))
            left, top = (round(min(a, b)) - 3 for a, b in zip(place, tooth, strict=True))
            right, bottom = (round(max(a, b)) + 3 for a, b in zip(place, tooth, strict=True))
            sketch = Sketch(right - left, bottom - top)
            sketch.line([(x - left, y - top) for x, y in (place, tooth)], 2, colour)
            sprite = sketch.sprite()
            image.paste(sprite, (left, top), sprite)


@lru_cache(maxsize=8)
def _band(city: City, theme: Theme) -> tuple[Image.Image, tuple[int, int]]:
    """The curved tablet of the free-choice spaces, with the sign and the city's name; and the place
    of its upper left corner."""
    start = city.angle(_FREE_CHOICE_FIRST) - _BAND_BEFORE
    end = city.angle(_FREE_CHOICE_FIRST + 1) + _BAND_AFTER
    radius = city.radius + 2.35 * M
    inner, outer = radius - 0.68 * M, radius + 0.68 * M
    edge = [*arc(city.centre, outer, start, end, 3), *arc(city.centre, inner, end, start, 3)]
    left, top = (round(min(values)) - 10 for values in zip(*edge, strict=True))
    right, bottom = (round(max(values)) + 10 for values in zip(*edge, strict=True))
    sketch = Sketch(right - left, bottom - top)
    band = [(x - left, y - top) for x, y in edge]
    thrown(sketch, band, 6, theme.shadow)
    thrown(sketch, band, 3, theme.tablet_shade)
    shade = mix(theme.tablet, theme.tablet_shade, 0.8)
    chamfered(sketch, band, 2, theme.tablet, tones(theme.tablet, shade))
    sprite = sketch.sprite()
    centre = (city.centre[0] - left, city.centre[1] - top)
    # Below the gear the words turn round, so that they never stand on their heads.
    upside_down = 90 < ((start + end) / 2) % 360 < 270
    sign_at = end - 7.2 if upside_down else start + 7.2
    paste(sprite, icon("free-choice", 32, theme), around(centre, radius, sign_at))
    free = (start + end) / 2 + (-6.2 if upside_down else 6.2)
    size = 22 if len(city.id) < 7 else 20
    write_round(sprite, city.label, centre, radius, free, size, theme.ink, upside_down)
    return sprite, (left, top)


def draw_workers(
    image: Image.Image,
    city: City,
    workers: Sequence[Worker],
    theme: Theme,
    to_move: Sequence[int] = (),
    behind: float = 0.0,
) -> None:
    """The workers on a gear, one entry a space; those of the seats to move wear a gold rim. The
    gear still has to turn `behind` teeth to bring them to these spaces."""
    for space, worker in enumerate(workers):
        at = city.worker(space - behind)
        if worker == "dummy":
            paste(image, dummy(DUMMY, theme), at)
        elif isinstance(worker, int):
            paste(image, marker(worker, WORKER, theme, to_move=worker in to_move), at)


def draw_changing_tablets(
    image: Image.Image,
    theme: Theme,
    fields: dict[int, tuple[str, ...]],
    skulls: Sequence[bool],
) -> None:
    """The harvest tablets with their jungle fields (by space) and the skull spaces (item 0 is
    space 1; True where a skull lies)."""
    palenque, chichen = CITIES["palenque"], CITIES["chichen_itza"]
    for space, row in fields.items():
        sprite = tablet(marks("palenque", space), theme, fields=row)
        paste(image, sprite, palenque.tablets[space - 1])
    for space, used in enumerate(skulls, start=1):
        sprite = tablet(marks("chichen_itza", space), theme, used=used)
        paste(image, sprite, chichen.tablets[space - 1])
