"""The gears of the cities and the stone tablets beside their spaces, the slab below all gears, and
the outline of any gear.

A gear is a thick wheel with slanted edges, lit from the upper left. The five cities have dials with
name and emblem, large numbers at the roots of their teeth, tablets and workers.

A tablet shows in a few large icons what an action costs and brings. The marks of an action are
names of icons, and numbers and signs that are written ("3", "/", "+"), taken from
data/components.json. Close-ups show all of them; the tablets on the wheels picture, which is read
on phones, leave out what players know by heart. Harvest tablets show the tiles left in the jungle,
those of offerings their points on the colour of the temple.
"""

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Any

from PIL import Image, ImageChops, ImageFilter

from bot.engine.components import COMPONENTS
from bot.engine.position import Jungle
from bot.text.names import GEARS_IN_CAPITALS
from bot.text.translation import Translations
from rendering.drawing.canvas import Point, Sketch, around, curved, paste
from rendering.drawing.kept import kept
from rendering.drawing.lettering import degrees, draw_casing, text, width, write_round
from rendering.drawing.relief import (
    SLAB_MARGIN,
    TO_LIGHT,
    boss,
    chamfered,
    slab,
    thrown,
    tones,
    well,
)
from rendering.drawing.theme import BLACK, WHITE, Colour, Theme, contrast, mix
from rendering.icons.catalogue import icon
from rendering.icons.markers import dummy, marker
from rendering.layout import (
    CALENDAR,
    CALENDAR_TEETH,
    CITIES,
    DIGIT,
    WHEELS_HEIGHT,
    WIDTH,
    WORKER,
    City,
    M,
    day_angle,
)

TABLET_HEIGHT, TALL_TABLET = 78, 144  # of tablets with one row and with two
_ICON, _ARROW, _STAR, _SKULL = 60, 34, 52, 62
_PAD, _GAP = 8, 4
_WIDEST = 190  # a row that would be wider is broken
_LEAST_CONTRAST = 4.5

Marks = tuple[str, ...]
Space = Mapping[str, Any]  # a space of data/components.json


_SPACES: Mapping[tuple[str, int], Space] = {
    (gear["id"], space["space"]): space for gear in COMPONENTS["gears"] for space in gear["spaces"]
}


def marks(city: str, space: int) -> Marks:
    """All marks of what a space does; none for a space without an action."""
    raw = _SPACES[city, space]
    return _goods(raw.get("cost", {})) + _EFFECTS[raw["action"]](raw)


def _counted(name: str, count: int) -> Marks:
    return (name,) if count == 1 else (str(count), name)


def _goods(goods: Mapping[str, int]) -> Marks:
    """The marks of a price, without the skull of an offering, which every space of Chichen Itza
    takes."""
    found: Marks = ()
    for name, count in goods.items():
        if name != "skull":
            found += _counted(name.replace("_", "-"), count)
    return (*found, "arrow") if found else ()


def _gain(raw: Space) -> Marks:
    found: Marks = ("fish",) if raw.get("kind") == "fish" else ()
    for name, count in raw["gain"].items():
        found += _counted(name, count)
    return found


def _harvest(raw: Space) -> Marks:
    found: Marks = (str(raw["corn"]), "corn")
    return (*found, str(raw["wood"]), "wood") if raw["wood"] else found


def _build(raw: Space) -> Marks:
    price: Marks = ()
    if raw.get("pay") == "corn":
        price = ("any-resource", "=", *_counted("corn", raw["corn_per_resource"]), "arrow")
    found: Marks = ()
    for option in raw.get("options", [raw]):
        found += ("/",) if found else ()
        found += ("build",) * option.get("buildings_max", 0)
        found += ("monument",) * option.get("monuments", 0)
    return price + found


_EFFECTS: Mapping[str, Callable[[Space], Marks]] = {
    "none": lambda raw: (),
    "gain": _gain,
    "harvest": _harvest,
    "technology": lambda raw: ("tech-any",) * int(raw["levels_max"]),
    "build": _build,
    "temple": lambda raw: ("temple-any",) * sum(int(step["temples"]) for step in raw["steps"]),
    "market": lambda raw: ("market",),
    "gain_worker": lambda raw: ("+", "worker"),
    "any_action": lambda raw: ("any-city",),
    "skull_offering": lambda raw: (
        f"points {raw['points']}",
        f"temple-{raw['temple']}",
        *("any-resource",) * int(raw["any_resource"]),
    ),
    "free_choice": lambda raw: ("free-choice",),
}


def is_changing(city: str, space: int) -> bool:
    """Whether the tablet changes during the game: that of a harvest or an offering."""
    return _SPACES[city, space]["action"] in ("harvest", "skull_offering")


def rows(city: str, space: int) -> tuple[Marks, ...]:
    """The marks on the tablet of a space that never changes, in one row or two."""
    words = marks(city, space)
    if "=" in words:  # corn for any resource: the rate is known by heart
        words = words[words.index("=") + 2 :]
    words = tuple(word for word in words if word != "fish")
    if _row_width(words) <= _WIDEST:
        return (words,)
    middle = len(words) // 2
    return (words[:middle], words[middle:])


def tablet(city: str, space: int, theme: Theme) -> Image.Image:
    """The tablet of a space that never changes, as an RGBA sprite with the tablet in its middle."""
    image, lines = _tablet_slab(*tablet_size(city, space), theme), rows(city, space)
    if lines == (("free-choice",),):
        paste(image, icon("free-choice", _STAR, theme), (image.width / 2, image.height / 2))
        return image
    for number, line in enumerate(lines):
        _draw_row(image, line, _row_middle(number), theme, theme.ink)
    return image


@kept(3_000_000)
def jungle_tablet(left: Jungle, wooded: bool, theme: Theme) -> Image.Image:
    """The tablet of a harvest space: how many corn tiles and, if it is `wooded`, wood tiles are
    left."""
    counts = [("corn-tile", left.corn)] + [("wood-tile", left.wood)] * wooded
    image = _tablet_slab(_JUNGLE_WIDTH, TALL_TABLET if wooded else TABLET_HEIGHT, theme)
    for number, (tile, count) in enumerate(counts):
        middle = _row_middle(number)
        if count:
            _draw_row(image, (str(count), tile), middle, theme, theme.ink)
            continue
        pale = Image.new("RGBA", image.size, (*theme.tablet, 0))
        _draw_row(pale, ("0", tile), middle, theme, theme.ink)
        pale.putalpha(pale.getchannel("A").point([v * 4 // 10 for v in range(256)]))
        image.alpha_composite(pale)
    return image


@kept(1_500_000)
def offering_tablet(space: int, used: bool, theme: Theme) -> Image.Image:
    """The tablet of an offering: its points on the colour of its temple, and the resource if it
    brings one; or, if `used`, the skull that lies there."""
    temple, row = _offering(space)
    wide, high = tablet_size("chichen_itza", space)
    if used:
        image = slab(wide, high, theme.tablet_used, theme.ground, theme.shadow, thick=0)
        paste(image, icon("skull", _SKULL, theme), (image.width / 2, image.height / 2))
        return image
    face, ink = temple_face(theme, temple)
    shade = mix(face, BLACK, 0.45)
    image = slab(wide, high, face, shade, theme.shadow, notch=9)
    _draw_row(image, row, _row_middle(0), theme, ink)
    return image


def temple_face(theme: Theme, temple: str) -> tuple[Colour, Colour]:
    """The colours of an offering's tablet and of the points on it: black points if they stand out
    on the temple's colour, else white ones on a darker shade of it."""
    face = theme.temples[temple]
    if contrast(face, theme.food_ink) >= 8:
        return face, theme.food_ink
    while contrast(face, WHITE) < _LEAST_CONTRAST + 0.5:
        face = mix(face, BLACK, 0.05)
    return face, WHITE


def tablet_size(city: str, space: int) -> tuple[int, int]:
    """Width and height in pixels of the tablet of a space. All free-choice spaces of a gear share
    one."""
    raw = _SPACES[city, space]
    if raw["action"] == "free_choice":
        return _STAR + 18, _STAR + 18
    if raw["action"] == "harvest":
        return _JUNGLE_WIDTH, TALL_TABLET if raw["wood"] else TABLET_HEIGHT
    if raw["action"] == "skull_offering":
        return max(TABLET_HEIGHT, _row_width(_offering(space)[1]) + 2 * _PAD), TABLET_HEIGHT
    lines = rows(city, space)
    wide = max(TABLET_HEIGHT, max(map(_row_width, lines)) + 2 * _PAD)
    return wide, TABLET_HEIGHT if len(lines) == 1 else TALL_TABLET


def _offering(space: int) -> tuple[str, Marks]:
    """The temple of an offering, and the marks of its points and of its resource if it brings
    one."""
    points, temple, *more = marks("chichen_itza", space)
    return temple.removeprefix("temple-"), (points.removeprefix("points "), *more)


def _tablet_slab(wide: int, high: int, theme: Theme) -> Image.Image:
    return slab(wide, high, theme.tablet, theme.tablet_shade, theme.shadow, notch=5, thick=4)


def _row_middle(row: int) -> float:
    """y of the middle of a row (from 0), from the upper edge of the sprite."""
    return SLAB_MARGIN + TABLET_HEIGHT / 2 + row * (TALL_TABLET - TABLET_HEIGHT)


def _row_width(words: Sequence[str]) -> int:
    return sum(_mark_width(word) for word in words) + _GAP * (len(words) - 1)


def _draw_row(
    image: Image.Image, words: Sequence[str], middle: float, theme: Theme, ink: Colour
) -> None:
    x = (image.width - _row_width(words)) / 2
    for word in words:
        _draw_mark(image, word, (x, middle), theme, ink)
        x += _mark_width(word) + _GAP


def _is_written(word: str) -> bool:
    return word.isdigit() or word in "/+"


def _mark_width(word: str) -> int:
    """The width of a mark in pixels, without the blank sides of its icon."""
    if _is_written(word):
        return round(width(word, "black", DIGIT))
    if word == "arrow":
        return _ARROW
    return _NARROW.get(word, _ICON)


_NARROW = {"corn": 44, "worker": 46, "build": 58}
"""Widths in pixels of icons that do not fill their square."""


_JUNGLE_WIDTH = _row_width(("0", "corn-tile")) + 2 * _PAD


def _draw_mark(image: Image.Image, word: str, place: Point, theme: Theme, ink: Colour) -> None:
    """Draw a mark; `place` is the middle of its left edge."""
    x, y = place
    if _is_written(word):
        text(image, place, word, "black", DIGIT, ink)
        return
    size = _ARROW if word == "arrow" else _ICON
    colour = mix(theme.ink, theme.tablet, 0.28) if word == "worker" else None
    paste(image, icon(word, size, theme, colour), (x + _mark_width(word) / 2, y))


_PITCH, _TIP, _CHAMFER = 0.735, 0.42, 0.30
_ROOT_DEPTH, _TIP_HEIGHT, _CHAMFER_DEPTH = 1.15, 0.95, 0.12
_VALLEY_DEPTH = 0.18
CHAMFER = 4.2  # pixels
THICKNESS = 5  # pixels of the wall seen below and to the right
_RIM, _GROOVE = 3.0, 13.0  # the slab's slanted edge, and the distance of the line along it
_SHADOW_FALL, _SHADOW_BLUR, _SHADOW_DEPTH = 13, 5, 0.85  # shadow of the gears
_SLAB_FALL, _SLAB_BLUR = 9, 5

Discs = list[tuple[Point, float]]
_DIAL_DEPTH = 1.5  # modules from the pitch circle to the edge of the dial
_BOSS, _LARGE_BOSS = 38, 66
_EMBLEM, _LARGE_EMBLEM = 54, 94
_NAME_RADIUS, _LARGE_NAME_RADIUS = 51, 86
_NAME, _LARGE_NAME, _LEAST_NAME, _NAME_ROOM = 20, 28, 11, 220.0
_CASING = 5  # pixels of the dark edge round a number
Worker = int | str | None  # seat, "dummy" or nobody
DUMMY = round(WORKER * 0.9)


def gear_outline(centre: Point, teeth: int, turn: float) -> list[Point]:
    """The outline of a gear that has the middle of one tooth at `turn` degrees."""
    radius = M * teeth / 2
    root_width = 1.0 if teeth == CALENDAR_TEETH else 0.84
    flank = (
        (root_width, -_ROOT_DEPTH),
        (_PITCH, 0.0),
        (_TIP, _TIP_HEIGHT - _CHAMFER_DEPTH),
        (_CHAMFER, _TIP_HEIGHT),
    )
    points: list[Point] = []
    for tooth in range(teeth):
        angle = turn + tooth * 360 / teeth
        sides = [(-width, height) for width, height in flank] + list(reversed(flank))
        points += [beside(centre, radius + up * M, angle, side * M) for side, up in sides]
        next_root = beside(centre, radius - _ROOT_DEPTH * M, angle + 360 / teeth, -root_width * M)
        deep = around(centre, radius - (_ROOT_DEPTH + _VALLEY_DEPTH) * M, angle + 180 / teeth)
        points += curved([points[-1], deep, next_root], 6)[1:-1]
    return points


def beside(centre: Point, radius: float, angle: float, side: float) -> Point:
    """The point `radius` from the centre at `angle`, moved `side` pixels clockwise along the
    tangent."""
    x, y = around(centre, radius, angle)
    right, down = around((0.0, 0.0), side, angle + 90)
    return (x + right, y + down)


def gear_sprite(teeth: int, turn: float, face: Colour, shade: Colour) -> Image.Image:
    """A gear without its shadow; the middle of the sprite is that of the gear's face."""
    side = 2 * round(M * (teeth / 2 + _TIP_HEIGHT) + 10)
    sketch = Sketch(side, side, smoothing=3)
    outline = gear_outline((side / 2, side / 2), teeth, turn)
    wall = mix(shade, BLACK, 0.35)
    thrown(sketch, outline, THICKNESS, wall)
    chamfered(sketch, outline, CHAMFER, face, tones(face, shade))
    return sketch.sprite()


def dial(city: City, theme: Theme) -> Image.Image:
    """The dial with the emblem, and the numbers round it, as an RGBA sprite; its middle is the
    gear's."""
    colours = theme.cities[city.id]
    radius = city.radius - _DIAL_DEPTH * M
    side = 2 * round(city.radius + M)
    middle = (side / 2, side / 2)
    large = city.teeth > 10
    hub, size = (_LARGE_BOSS, _LARGE_EMBLEM) if large else (_BOSS, _EMBLEM)
    dark = mix(colours.dial, BLACK, 0.5)
    edges = tones(colours.gear, colours.shade)
    face = mix(colours.gear, colours.shade, 0.45)
    sketch = Sketch(side, side)
    well(sketch, middle, radius, colours.dial, edges, rim=2.4, depth=5, dark=dark)
    sketch.circle((middle[0] + 2.5, middle[1] + 4), hub + 0.5, dark)
    boss(sketch, middle, hub, face, tones(face, mix(colours.shade, BLACK, 0.3)), 3)
    sprite = sketch.sprite()
    depth = icon(f"city-{city.id}", size, theme, mix(colours.shade, BLACK, 0.35))
    paste(sprite, depth, (middle[0] + 2, middle[1] + 2))
    paste(sprite, icon(f"city-{city.id}", size, theme), middle)
    for space in range(len(city.tablets) + (1 if large else 2)):
        right, down = (a - b for a, b in zip(city.numeral(space), city.centre, strict=True))
        at = (middle[0] + right, middle[1] + down)
        draw_casing(sprite, at, str(space), "black", DIGIT, dark, _CASING)
        text(sprite, at, str(space), "black", DIGIT, theme.hub_text, "mm")
    return sprite


def draw_city_names(image: Image.Image, theme: Theme, t: Translations) -> None:
    """Write the cities' names round their emblems; they do not turn with the gears."""
    for city in CITIES.values():
        sprite, corner = _name(
            city, t.gettext(GEARS_IN_CAPITALS[city.id]), theme.cities[city.id].numeral
        )
        image.paste(sprite, corner, sprite)


Placed = tuple[Image.Image, tuple[int, int]]
"""A sprite and the place of its upper left corner."""


@kept(1_500_000)
def _name(city: City, words: str, ink: Colour) -> Placed:
    """A name written round the gear's middle, smaller if it would take too much of the circle."""
    large = city.teeth > 10
    radius, most = (_LARGE_NAME_RADIUS, _LARGE_NAME) if large else (_NAME_RADIUS, _NAME)
    sizes = range(most, _LEAST_NAME, -1)
    size = next((s for s in sizes if degrees(words, s, radius) <= _NAME_ROOM), _LEAST_NAME)
    side = radius + 2 * size
    left, top = round(city.centre[0]) - side, round(city.centre[1]) - side
    sprite = Image.new("RGBA", (2 * side, 2 * side), (*ink, 0))
    centre = (city.centre[0] - left, city.centre[1] - top)
    write_round(sprite, words, centre, radius, 0, size, ink)
    box = sprite.getbbox() or (0, 0, 1, 1)
    return sprite.crop(box), (left + box[0], top + box[1])


def draw_city_gear(image: Image.Image, city: City, theme: Theme, turned: float = 0.0) -> None:
    """Draw a city's gear, turned by the part `turned` (0 to 1) of a tooth, and its dial, which does
    not turn."""
    colours = theme.cities[city.id]
    at = city.angle(0) + turned * city.step
    paste(image, gear_sprite(city.teeth, at, colours.gear, colours.shade), city.centre)
    paste(image, dial(city, theme), city.centre)


def draw_hairlines(image: Image.Image, theme: Theme) -> None:
    """Draw a thin line from every tablet to its tooth, below everything else."""
    for city in CITIES.values():
        colour = mix(theme.cities[city.id].gear, theme.base, 0.25)
        for space, place in enumerate(city.tablets, start=1):
            tooth = around(city.centre, city.radius, city.angle(space))
            left, top = (round(min(a, b)) - 3 for a, b in zip(place, tooth, strict=True))
            right, bottom = (round(max(a, b)) + 3 for a, b in zip(place, tooth, strict=True))
            sketch = Sketch(right - left, bottom - top)
            sketch.line([(x - left, y - top) for x, y in (place, tooth)], 2, colour)
            sketch.draw_on(image, (left, top))


def draw_workers(
    image: Image.Image,
    city: City,
    workers: Sequence[Worker],
    theme: Theme,
    to_move: Sequence[int] = (),
    behind: float = 0.0,
) -> None:
    """Draw the workers on a gear; `workers` has one entry for each space. Seats `to_move` have a
    gold rim. The gear still has to turn `behind` teeth until the workers are on these spaces."""
    for space, worker in enumerate(workers):
        if worker is None:
            continue
        at = city.worker(space - behind)
        if worker == "dummy":
            paste(image, dummy(DUMMY, theme), at)
        elif isinstance(worker, int):
            paste(image, marker(worker, WORKER, theme, to_move=worker in to_move), at)


def draw_changing_tablets(
    image: Image.Image, theme: Theme, jungle: Mapping[int, Jungle], skulls: Sequence[bool]
) -> None:
    """Draw the harvest tablets with the tiles left in the `jungle` (by space), and those of the
    offerings; `skulls` says for each, from space 1 on, whether its skull is there."""
    palenque, chichen = CITIES["palenque"], CITIES["chichen_itza"]
    for space, left in jungle.items():
        sprite = jungle_tablet(left, "wood" in marks("palenque", space), theme)
        paste(image, sprite, palenque.tablets[space - 1])
    for space, used in enumerate(skulls, start=1):
        paste(image, offering_tablet(space, used, theme), chichen.tablets[space - 1])


def draw_slab(image: Image.Image, theme: Theme) -> None:
    """Draw the slab behind all gears: its shadow on the ground, its lit edge, a line along it."""
    discs = [(CALENDAR, 15.1 * M)]
    discs += [(city.centre, city.radius + 3.15 * M) for city in CITIES.values()]
    big = _grown(discs, 1.1 * M)
    slab = _closed(big, discs, 1.1 * M)
    shadow = _moved(slab, _SLAB_FALL).filter(ImageFilter.GaussianBlur(_SLAB_BLUR))
    image.paste(theme.shadow, (0, 0), shadow.point(_layers(0.7)))
    image.paste(theme.base_edge, (0, 0), slab)
    face = ImageChops.darker(slab, _moved(slab, _RIM))  # without the edge towards the light
    image.paste(theme.base, (0, 0), face)
    away = ImageChops.subtract(slab, _moved(slab, -_RIM))
    image.paste(mix(theme.base, theme.shadow, 0.6), (0, 0), away)
    inner, innermost = (_closed(big, discs, 1.1 * M, inset) for inset in (_GROOVE, _GROOVE + 2))
    groove = ImageChops.subtract(inner, innermost)
    image.paste(mix(theme.base, theme.shadow, 0.5), (0, 0), groove)


def draw_gear_shadows(image: Image.Image, theme: Theme, turned: float = 0.0) -> None:
    """Draw the soft shadow of all gears in one, since they lie in one plane."""
    sketch = Sketch(WIDTH / 2, WHEELS_HEIGHT / 2, smoothing=1, mode="L")
    outlines = [gear_outline(CALENDAR, CALENDAR_TEETH, day_angle(-turned))]
    for city in CITIES.values():
        at = city.angle(0) + turned * city.step
        outlines.append(gear_outline(city.centre, city.teeth, at))
    for outline in outlines:
        sketch.polygon([(x / 2, y / 2) for x, y in outline], 255)
    soft = sketch.image.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR / 2))
    mask = soft.resize((WIDTH, WHEELS_HEIGHT), Image.Resampling.BILINEAR)
    image.paste(theme.shadow, (0, 0), _moved(mask, _SHADOW_FALL).point(_layers(_SHADOW_DEPTH)))


def _layers(depth: float) -> list[int]:
    """A lookup table that makes two flat layers of a soft shadow: a smooth one would have as many
    colours as the rest of the picture. `depth` is how strong (0 to 1) the darker layer is."""
    return [round(255 * depth * min(2, (value + 60) // 110) / 2) for value in range(256)]


def _moved(mask: Image.Image, by: float) -> Image.Image:
    """The mask moved `by` pixels away from the light."""
    out = Image.new("L", mask.size, 0)
    out.paste(mask, (round(-TO_LIGHT[0] * by), round(-TO_LIGHT[1] * by)))
    return out


def _grown(discs: Discs, by: float) -> Image.Image:
    """A mask of all discs together, each grown by `by` pixels, at twice the picture's size."""
    sketch = Sketch(WIDTH, WHEELS_HEIGHT, smoothing=2, mode="L")
    for centre, radius in discs:
        sketch.circle(centre, radius + by, 255)
    return sketch.image


def _closed(grown: Image.Image, discs: Discs, by: float, inset: float = 0.0) -> Image.Image:
    """A mask of all discs together, its notches rounded to a radius of `by`, then shrunk by
    `inset`. It begins with the grown discs, from which a brush takes away the rest."""
    sketch = Sketch(WIDTH, WHEELS_HEIGHT, smoothing=2, mode="L")
    sketch.lay(grown)
    for centre, radius in discs:
        others = [(other, size + by) for other, size in discs if other is not centre]
        for i in range(360):
            x, y = around(centre, radius + by, i)
            if all(hypot(x - o[0], y - o[1]) >= size - 0.5 for o, size in others):
                sketch.circle((x, y), by + inset, 0)
    return sketch.sprite()
