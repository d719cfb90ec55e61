"""The five cities: gear, dial, tablets, the curved band of the free choice, and the workers."""

from collections.abc import Sequence

from PIL import Image

from rendering.canvas import REDUCTION, Point, Sketch, arc, around, paste, raised, text
from rendering.fonts import font, width
from rendering.gears import gear_sprite
from rendering.icons import icon
from rendering.layout import CITIES, WORKER, City, M
from rendering.markers import dummy, marker
from rendering.tablets import marks, tablet
from rendering.theme import Colour, Theme, mix

Worker = int | str | None  # seat, "dummy" or nobody
DUMMY = round(WORKER * 0.9)

_FREE_CHOICE_FIRST = 6  # spaces 6 and 7 of a ten-tooth gear share one band
_BAND_BEFORE, _BAND_AFTER = 18.5, 2.5  # degrees the band reaches beyond its spaces


def draw_city(image: Image.Image, city: City, theme: Theme) -> None:
    """Everything of a city that never changes."""
    colours = theme.cities[city.id]
    sprite = gear_sprite(
        city.teeth,
        city.angle(0),
        colours.gear,
        mix(colours.gear, (255, 255, 255), 0.28),
        colours.shade,
        theme.shadow,
    )
    paste(image, sprite, city.centre)
    _draw_dial(image, city, theme)


def draw_tablets(image: Image.Image, city: City, theme: Theme) -> None:
    """The tablets that never change, and the band."""
    for space in range(1, len(city.tablets) + 1):
        if not is_changing(city.id, space):
            paste(image, tablet(marks(city.id, space), theme), city.tablets[space - 1])
    if city.teeth == 10:
        _draw_band(image, city, theme)


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


def _draw_dial(image: Image.Image, city: City, theme: Theme) -> None:
    colours = theme.cities[city.id]
    radius = city.radius - 1.42 * M
    side = 2 * round(radius + 6)
    sketch = Sketch(side, side)
    middle = (side / 2, side / 2)
    sketch.circle(middle, radius + 2.5, colours.shade)
    sketch.circle(middle, radius + 1, mix(colours.numeral, theme.obsidian, 0.5))
    sketch.circle(middle, radius - 0.6, theme.obsidian)
    paste(image, sketch.sprite(), city.centre)
    large = city.teeth > 10
    paste(image, icon(f"city-{city.id}", 106 if large else 56, theme), city.centre)
    numbered = len(city.tablets) + (1 if large else 3)
    for space in range(numbered):
        size = 39 if large else 42
        text(image, city.numeral(space), str(space), "black", size, colours.numeral, "mm")
    if large:
        # The free corridor of its dial, where the unnumbered spaces have no numeral to meet.
        write_round(image, _name(city), city.centre, 2.88 * M, 67, 18, colours.numeral)


def _name(city: City) -> str:
    return city.id.replace("_", " ").upper()


def _draw_band(image: Image.Image, city: City, theme: Theme) -> None:
    """The curved tablet of the free-choice spaces, with the sign and the city's name."""
    start = city.angle(_FREE_CHOICE_FIRST) - _BAND_BEFORE
    end = city.angle(_FREE_CHOICE_FIRST + 1) + _BAND_AFTER
    radius = city.radius + 2.35 * M
    inner, outer = radius - 0.68 * M, radius + 0.68 * M
    edge = [*arc(city.centre, outer, start, end), *arc(city.centre, inner, end, start)]
    left, top = (round(min(values)) - 10 for values in zip(*edge, strict=True))
    right, bottom = (round(max(values)) + 10 for values in zip(*edge, strict=True))
    mask = Sketch(right - left, bottom - top, mode="L")
    mask.polygon([(x - left, y - top) for x, y in edge], 255)
    light = mix(theme.tablet, (255, 255, 255), 0.55)
    sprite = raised(mask.image, theme.tablet, light, theme.tablet_shade, theme.shadow)
    image.paste(sprite, (left, top), sprite)
    # Below the gear the words turn round, so that they never stand on their heads.
    upside_down = 90 < ((start + end) / 2) % 360 < 270
    sign_at = end - 7.2 if upside_down else start + 7.2
    paste(image, icon("free-choice", 32, theme), around(city.centre, radius, sign_at))
    free = (start + end) / 2 + (-6.2 if upside_down else 6.2)
    size = 22 if len(city.id) < 7 else 20
    write_round(image, _name(city), city.centre, radius, free, size, theme.ink, upside_down)


def write_round(
    image: Image.Image,
    words: str,
    centre: Point,
    radius: float,
    middle: float,
    size: int,
    fill: Colour,
    upside_down: bool = False,
) -> None:
    """Write along a circle, the middle of the line at angle `middle` and of its height at `radius`.

    Upside down means that the feet of the letters point away from the circle's middle.
    """
    scale = 4
    big = font("black", size * scale)
    spacing = size * 0.06
    widths = [width(letter, "black", size * scale) / scale + spacing for letter in words]
    along = -sum(widths) / 2
    height = big.getbbox("H", anchor="ls")[1]
    for letter, room in zip(words, widths, strict=True):
        turn = (along + room / 2) / radius * 57.2958
        angle = middle - turn if upside_down else middle + turn
        side = round(size * 1.6)
        sprite = Image.new("RGBA", (side * scale, side * scale), (*fill, 0))
        place = (side * scale / 2, side * scale / 2 - height / 2)
        text(sprite, place, letter, "black", size * scale, fill, "ms")
        rotation = -angle + (180 if upside_down else 0)
        sprite = sprite.rotate(rotation, Image.Resampling.BICUBIC)
        sprite = sprite.resize((side, side), REDUCTION)
        paste(image, sprite, around(centre, radius, angle))
        along += room


def draw_workers(
    image: Image.Image,
    city: City,
    workers: Sequence[Worker],
    theme: Theme,
    to_move: Sequence[int] = (),
) -> None:
    """The workers on a gear, one entry a space; those of the seats to move wear a gold rim."""
    for space, worker in enumerate(workers):
        if worker == "dummy":
            paste(image, dummy(DUMMY, theme), city.worker(space))
        elif isinstance(worker, int):
            rim = worker in to_move
            paste(image, marker(worker, WORKER, theme, to_move=rim), city.worker(space))


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
