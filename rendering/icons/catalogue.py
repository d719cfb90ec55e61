"""All icons and signs by name: as sprites for pictures, and as files for messages and buttons.

An icon is one drawing from `goods` or `places`; a sign is put together from icons.

The files are small PNG with a transparent ground. Discord shows them 20 to 44 pixels large, on dark
and on light grounds, so each is a bold drawing with a dark outline, as all icons are. The emblems
of the cities, which have one colour on the board, lie on a gear in the city's colour.
"""

from collections.abc import Callable, Mapping
from functools import partial

from PIL import Image

from bot.engine.components import GEARS, TECHNOLOGIES, TEMPLES
from bot.engine.expansion import TRIBES
from bot.text.names import SEAT_LETTERS, tribe_icon
from rendering.drawing.canvas import Pen, Point, Sketch, around, box, oval, paste, path, soft_box
from rendering.drawing.encoding import transparent_png
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.theme import (
    BARK,
    BARK_LINE,
    DARK,
    LEVEL_BLOCK,
    PALE,
    ROCK,
    ROOF,
    ROOF_LIGHT,
    SACK,
    SACK_SHADE,
    WHITE,
    Colour,
    Theme,
    mix,
)
from rendering.icons import goods, places
from rendering.icons.goods import corn, gold
from rendering.icons.markers import dummy, marker
from rendering.icons.places import temple_any
from rendering.icons.tribes import mask, tribe_sign

_COLOURED: Mapping[str, Callable[[Pen], None]] = {
    "corn": goods.corn,
    "wood": goods.wood,
    "stone": goods.stone,
    "gold": goods.gold,
    "skull": goods.skull,
    "any-resource": goods.any_resource,
    "points": goods.points,
    "corn-tile": goods.corn_tile,
    "wood-tile": goods.wood_tile,
    "tile-gone": goods.tile_gone,
    "fish": goods.fish,
    "burn": goods.burn,
    "market": goods.market,
    "free-choice": goods.free_choice,
    "any-city": goods.any_city,
    "food-mid": goods.food_mid,
    "food-end": goods.food_end,
    "first-player": goods.first_player,
    "sun": goods.sun,
    "moon": goods.moon,
    "prophecy": goods.prophecy,
    "temple-chaac": places.temple_chaac,
    "temple-quetzalcoatl": places.temple_quetzalcoatl,
    "temple-kukulkan": places.temple_kukulkan,
    "temple-any": places.temple_any,
    "tech-agriculture": places.tech_agriculture,
    "tech-extraction": places.tech_extraction,
    "tech-architecture": places.tech_architecture,
    "tech-theology": places.tech_theology,
    "tech-any": places.tech_any,
    "build": places.build,
    "monument": places.monument,
}

# Icons in one colour, which the caller may choose.
_TINTED: Mapping[str, tuple[Callable[[Pen, Colour], None], Callable[[Theme], Colour]]] = {
    "worker": (goods.pawn, lambda theme: theme.worker),
    "feed-free": (goods.feed_free, lambda theme: theme.worker),
    "arrow": (goods.arrow, lambda theme: theme.ink),
    "check": (goods.check, lambda theme: theme.jade),
    "city-palenque": (places.city_palenque, lambda theme: theme.cities["palenque"].numeral),
    "city-yaxchilan": (places.city_yaxchilan, lambda theme: theme.cities["yaxchilan"].numeral),
    "city-tikal": (places.city_tikal, lambda theme: theme.cities["tikal"].numeral),
    "city-uxmal": (places.city_uxmal, lambda theme: theme.cities["uxmal"].numeral),
    "city-chichen_itza": (
        places.city_chichen_itza,
        lambda theme: theme.cities["chichen_itza"].numeral,
    ),
    "farm": (places.farm_sign, lambda theme: theme.outline),
    "tomb": (places.tomb_sign, lambda theme: theme.outline),
    "civic": (places.civic_sign, lambda theme: theme.outline),
    "shrine": (places.shrine_sign, lambda theme: theme.outline),
}

NAMES = tuple(sorted([*_COLOURED, *_TINTED, "dummy"]))


@kept(2_000_000)
def icon(name: str, size: int, theme: Theme, colour: Colour | None = None) -> Image.Image:
    """The icon as an RGBA sprite of size x size pixels, cached: do not draw on it.

    A `colour` can be given only for icons that have one colour: worker, feed-free, arrow, check,
    city-* and the signs of the building categories. Raises KeyError for a name that is not in
    `NAMES`.
    """
    if name == "dummy":
        return dummy(size, theme)
    pen = Pen(size, theme)
    if name in _TINTED:
        draw, usual = _TINTED[name]
        draw(pen, colour or usual(theme))
    elif colour is None:
        _COLOURED[name](pen)
    else:
        raise ValueError(f"The icon {name} has its own colours.")
    return pen.sprite()


@kept(1_000_000)
def medal(place: int, size: int, theme: Theme) -> Image.Image:
    """The medal for a `place` at the end of a game (from 1), as an RGBA sprite of size x size
    pixels."""
    pen = Pen(size, theme)
    goods.medal(pen, place)
    sprite = pen.sprite()
    text(
        sprite, (size / 2, size / 2), str(place), "black", round(size * 0.52), theme.food_ink, "mm"
    )
    return sprite


@kept(1_500_000)
def points_icon(n: int, size: int, theme: Theme) -> Image.Image:
    """A number of points on its tablet, as an RGBA sprite of size x size pixels."""
    pen = Pen(size, theme)
    goods.cartouche(pen)
    sprite = pen.sprite()
    words = str(n).replace("-", "−")
    height = round(size * (0.6 if len(words) < 3 else 0.46))
    text(sprite, (size / 2, size / 2), words, "black", height, theme.ink, "mm")
    return sprite


def _category(name: str) -> Callable[[int, Theme], Image.Image]:
    """A small card in the colour of a building category."""

    def draw(size: int, theme: Theme) -> Image.Image:
        pen = Pen(size, theme)
        pen.fill(soft_box(4, 4, 96, 96, 16), theme.outline)
        pen.fill(soft_box(9, 9, 91, 91, 12), theme.categories[name])
        sprite = pen.sprite()
        paste(sprite, icon(name, round(size * 0.84), theme), (size / 2, size / 2))
        return sprite

    return draw


def _everyone(size: int, theme: Theme) -> Image.Image:
    """All players together: three workers."""
    sprite = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    back = mix(theme.worker, theme.building_card, 0.35)
    for x, scale, colour in ((0.24, 0.72, back), (0.76, 0.72, back), (0.5, 0.86, theme.worker)):
        paste(sprite, icon("worker", round(size * scale), theme, colour), (size * x, size * 0.54))
    return sprite


def _food_days(size: int, theme: Theme) -> Image.Image:
    """Both kinds of food day."""
    sprite = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    part = round(size * 0.72)
    paste(sprite, icon("food-end", part, theme), (size * 0.64, size * 0.37))
    paste(sprite, icon("food-mid", part, theme), (size * 0.36, size * 0.63))
    return sprite


def _tracks(count: int) -> Callable[[int, Theme], Image.Image]:
    """A number of technologies at the top level: each a column of three blocks."""

    def draw(size: int, theme: Theme) -> Image.Image:
        pen = Pen(size, theme)
        for column in range(count):
            x = 50 + (column - (count - 1) / 2) * 32
            for row in range(3):
                y = 20 + row * 30
                pen.fill(soft_box(x - 15, y - 14, x + 15, y + 14, 5), theme.outline)
                pen.fill(soft_box(x - 11, y - 10, x + 11, y + 10, 3), LEVEL_BLOCK)
        return pen.sprite()

    return draw


def _highest(size: int, theme: Theme) -> Image.Image:
    """The highest of three temples."""
    pen = Pen(size, theme)
    heights = {"chaac": 44, "quetzalcoatl": 92, "kukulkan": 62}
    for column, (temple, height) in enumerate(heights.items()):
        left = 4 + column * 31
        pen.shape(box(left + 3, 96 - height, left + 27, 94), theme.temples[temple], width=4)
    arrow = [(50, 14), (62, 30), (54, 30), (54, 66), (46, 66), (46, 30), (38, 30)]
    pen.shape([(float(x), float(y)) for x, y in arrow], WHITE, width=2.5)
    return pen.sprite()


def _temple_down(size: int, theme: Theme) -> Image.Image:
    """One step down in any temple."""
    pen = Pen(size, theme)
    temple_any(pen, [(50, 82), (73, 54), (60, 54), (60, 20), (40, 20), (40, 54), (27, 54)])
    return pen.sprite()


def _renovation(size: int, theme: Theme) -> Image.Image:
    """Renovation: a hut that becomes blocks, with which a later price can be paid."""
    pen = Pen(size, theme)
    pen.shape(box(10, 40, 50, 80), mix(theme.categories["tomb"], theme.outline, 0.2), width=4)
    pen.shape([(30, 12), (60, 42), (0, 42)], ROOF, width=4)
    pen.line([(58, 50), (76, 50)], 9, theme.dim)
    pen.fill([(72, 36), (96, 50), (72, 64)], theme.dim)
    pen.shape(soft_box(60, 72, 76, 88, 3), BARK, width=3)
    pen.shape(soft_box(80, 72, 96, 88, 3), ROCK, width=3)
    return pen.sprite()


def _kept_skull(size: int, theme: Theme) -> Image.Image:
    """A skull that stays on its building."""
    sketch = Sketch(size, size)
    sketch.rounded((0, size * 0.12, size, size * 0.88), size * 0.14, theme.outline)
    edge = size * 0.05
    inner = (edge, size * 0.12 + edge, size - edge, size * 0.88 - edge)
    sketch.rounded(inner, size * 0.1, theme.tablet_used)
    sprite = sketch.sprite()
    paste(sprite, icon("skull", round(size * 0.62), theme), (size / 2, size / 2))
    return sprite


def _no_tile(size: int, theme: Theme) -> Image.Image:
    """The empty place of a corn tile."""
    pen = Pen(size, theme)
    pen.fill(soft_box(8, 8, 92, 92, 12), mix(theme.tablet_shade, theme.outline, 0.35))
    pen.fill(soft_box(14, 14, 86, 86, 9), theme.tablet_shade)
    return pen.sprite()


def _tile_back(size: int, theme: Theme) -> Image.Image:
    """A quick action that is not known yet, face down."""
    pen = Pen(size, theme)
    pen.shape(soft_box(8, 14, 92, 86, 12), theme.jade_deep)
    hook = [(22, 70), (22, 34), (70, 34), (70, 64), (46, 64), (46, 50)]
    pen.line([(float(x), float(y)) for x, y in hook], 8, theme.jade)
    return pen.sprite()


def _stack(size: int, theme: Theme) -> Image.Image:
    """The stack of buildings that are not on offer yet."""
    pen = Pen(size, theme)
    for step in (2, 1, 0):
        left, top = 4 + step * 8, 20 - step * 8
        pen.fill(soft_box(left, top, left + 76, top + 76, 10), theme.outline)
        face = mix(theme.tablet, theme.tablet_shade, 0.5 * step)
        pen.fill(soft_box(left + 5, top + 5, left + 71, top + 71, 7), face)
    sprite = pen.sprite()
    paste(sprite, icon("build", round(size * 0.52), theme), (size * 0.42, size * 0.58))
    return sprite


_SIGNS: Mapping[str, Callable[[int, Theme], Image.Image]] = {
    **{f"category-{name}": _category(name) for name in ("farm", "tomb", "civic", "shrine")},
    "everyone": _everyone,
    "food-days": _food_days,
    "tracks-1": _tracks(1),
    "tracks-2": _tracks(2),
    "tracks-3": _tracks(3),
    "highest-temple": _highest,
    "tech-down": lambda size, theme: icon("tech-any", size, theme).rotate(180),
    "temple-down": _temple_down,
    "renovation": _renovation,
    "kept-skull": _kept_skull,
    "no-tile": _no_tile,
    "stack": _stack,
    "tile-back": _tile_back,
    **{f"tribe-{tribe}": partial(tribe_sign, tribe) for tribe in TRIBES},
}

SIGNS = tuple(sorted(_SIGNS))


@kept(1_500_000)
def sign(name: str, size: int, theme: Theme) -> Image.Image:
    """The sign as an RGBA sprite of size x size pixels, cached: do not draw on it. Raises KeyError
    for a name that is not in `SIGNS`."""
    return _SIGNS[name](size, theme)


def icon_or_sign(name: str, size: int, theme: Theme) -> Image.Image:
    """The icon or sign of this name, cached: do not draw on it. Raises KeyError for an unknown
    name."""
    return sign(name, size, theme) if name in SIGNS else icon(name, size, theme)


EMOJI_SIZE = 128
"""Width and height of emojis in pixels, as Discord asks for."""
_SEATS = (112, 120, 100, 98, 104)  # sizes of the seats' markers, whose shapes differ in reach
_LARGE, _SMALL = 47, 37  # radius of a gear's teeth, and of the ground between them


def emoji_images() -> Mapping[str, bytes]:
    """All emojis by name, as PNG files of 128 x 128 pixels with a transparent ground. Their bytes
    are the same in every run, so that their hashes can be compared."""
    drawn = {name: icon_or_sign(like, EMOJI_SIZE, DARK) for name, like in _OF_THE_BOARD.items()}
    for name, draw in _OWN.items():
        pen = Pen(EMOJI_SIZE, DARK)
        draw(pen)
        drawn[name] = pen.sprite()
    drawn |= {f"seat_{letter.lower()}": _seat(n) for n, letter in enumerate(SEAT_LETTERS)}
    return {name: transparent_png(image) for name, image in drawn.items()}


@kept(1_000_000)
def gear_icon(gear: str, size: int, theme: Theme) -> Image.Image:
    """A gear in its city's colour with its emblem, as an RGBA sprite of size x size pixels, cached:
    do not draw on it."""
    pen = Pen(size, theme)
    _city(pen, gear)
    return pen.sprite()


def _seat(number: int) -> Image.Image:
    sprite = marker(number, _SEATS[number], DARK)
    edge = (sprite.width - EMOJI_SIZE) // 2
    return sprite.crop((edge, edge, edge + EMOJI_SIZE, edge + EMOJI_SIZE))


def _gear(pen: Pen, teeth: int, colour: Colour, light: Colour) -> None:
    """A gear with slanted teeth and a lighter edge."""
    for shrunk, fill in ((0.0, pen.theme.outline), (4.5, light), (8.0, colour)):
        outline: list[Point] = []
        for tooth in range(teeth):
            turn = tooth * 360 / teeth
            for side, radius in ((-0.32, _SMALL), (-0.2, _LARGE), (0.2, _LARGE), (0.32, _SMALL)):
                at = turn + side * 360 / teeth
                outline.append(around((50, 50), radius - shrunk + 3 * (radius == _SMALL), at))
        pen.fill(outline, fill)


def _city(pen: Pen, gear: str) -> None:
    """A city's emblem on its gear."""
    colours = pen.theme.cities[gear]
    _gear(pen, 10, colours.gear, mix(colours.gear, colours.numeral, 0.55))
    _EMBLEMS[gear](pen.part(20.5, 20, 59), WHITE)


def _calendar(pen: Pen) -> None:
    """The calendar: the stone gear with the arrow at today's tooth."""
    _gear(pen, 13, pen.theme.stone, mix(pen.theme.stone, WHITE, 0.5))
    pen.dot((50, 50), 25, pen.theme.outline)
    pen.dot((50, 50), 21, pen.theme.jade_deep)
    arrow: list[Point] = [(50, 52), (76, 79), (61, 79), (61, 96), (39, 96), (39, 79), (24, 79)]
    pen.shape(arrow, pen.theme.turn, width=4.5)


def _quick(pen: Pen) -> None:
    """A quick action: a flash on a jade tile."""
    pen.shape(soft_box(8, 8, 92, 92, 16), pen.theme.jade_deep)
    flash: list[Point] = [(58, 14), (24, 56), (46, 56), (38, 87), (76, 42), (53, 42), (66, 14)]
    pen.shape(flash, pen.theme.turn, width=3.5)


def _wealth(pen: Pen) -> None:
    """A wealth tile: goods in an open sack."""
    corn(pen.part(10, 4, 44))
    gold(pen.part(46, 10, 42))
    sack = path(
        "M 16 42 C 34 50 66 50 84 42 C 80 52 82 56 88 66 C 96 82 90 95 74 95 L 26 95"
        " C 10 95 4 82 12 66 C 18 56 20 52 16 42"
    )
    pen.shape(sack, SACK)
    shade = path("M 50 52 C 60 50 74 47 78 49 C 80 60 96 78 78 90 C 88 70 70 62 50 52")
    pen.fill(shade, SACK_SHADE)
    pen.line([(19, 55), (50, 60), (81, 55)], 5, BARK)


def _beg(pen: Pen) -> None:
    """Begging: corn over an empty bowl."""
    bowl = path("M 6 56 L 94 56 C 92 76 84 88 66 95 L 34 95 C 16 88 8 76 6 56")
    pen.shape(bowl, ROOF_LIGHT)
    rim = oval(50, 56, 44, 11)
    pen.shape(rim, BARK_LINE, width=4)
    corn(pen.part(28, 3, 46))


def _pass(pen: Pen) -> None:
    """Doing nothing more: two arrows to the right."""
    for left in (8, 46):
        pen.shape([(left, 16), (left + 44, 50), (left, 84)], PALE)


_EMBLEMS: Mapping[str, Callable[[Pen, Colour], None]] = {
    "palenque": places.city_palenque,
    "yaxchilan": places.city_yaxchilan,
    "tikal": places.city_tikal,
    "uxmal": places.city_uxmal,
    "chichen_itza": places.city_chichen_itza,
}
_OF_THE_BOARD: Mapping[str, str] = {
    **{name: name for name in ("corn", "wood", "stone", "gold", "skull", "points", "worker")},
    **{temple: f"temple-{temple}" for temple in TEMPLES},
    **{track: f"tech-{track}" for track in TECHNOLOGIES},
    "building": "build",
    "monument": "monument",
    "prophecy": "prophecy",
    "start": "first-player",
    "burn": "burn",
    "food_day": "food-days",
    **{tribe_icon(tribe): f"tribe-{tribe}" for tribe in TRIBES},
}
"""Emojis that look like an icon or sign of the pictures, with the name of that."""
_OWN: Mapping[str, Callable[[Pen], None]] = {
    **{gear: partial(_city, gear=gear) for gear in GEARS},
    "calendar": _calendar,
    "quick": _quick,
    "wealth": _wealth,
    "tribe": mask,
    "beg": _beg,
    "pass": _pass,
}
