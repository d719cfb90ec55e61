"""The faces of buildings and monuments: price in the band, effect as icons."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image

from bot.engine.components import COMPONENTS
from rendering.canvas import Point, Sketch, paste, text
from rendering.captions import draw_caption
from rendering.fonts import fitted
from rendering.fonts import width as letters
from rendering.icons import icon
from rendering.inline import Group, Line, Pic, Score, Words, draw_line, size_to_fit
from rendering.pen import box
from rendering.relief import chamfered, engraved, inset, thrown, tones
from rendering.theme import Colour, Theme, mix
from rendering.tile_signs import sign

Raw = Mapping[str, Any]

TILES: Mapping[str, Raw] = {
    raw["id"]: raw for key in ("buildings", "monuments") for raw in COMPONENTS[key]
}
BAND = 64  # height of the coloured band with the price
MARGIN = 6  # room round the card for its shadow
_SIDE = 16  # nothing comes nearer to the card's sides
FOOT = 44  # height of the plinth, with the category and the number to choose by
_TITLES, _TITLE_SIDE = (
    (25, 23, 21),
    54,
)  # letters of a name on the plinth, and its distance from the sides
_LARGEST = 92  # icons of an effect
_PRICE_GAP = 0.27  # between the kinds of a price, in sizes
_PITCH = 1.1  # from line to line, in sizes

_KINDS = ("corn", "wood", "stone", "gold", "skull")


@lru_cache(maxsize=36)
def tile_face(
    tile: str,
    width: int,
    height: int,
    players: int,
    theme: Theme,
    *,
    taken: bool = False,
    title: str = "",
) -> Image.Image:
    """A building or monument with `MARGIN` pixels of the plate on every side; the number to choose
    by is not on it. Monuments have stepped shoulders; one that is `taken` is dimmed. Copy it
    before drawing on it. A tile with an effect that has no icons shows its name and text; an id
    that is not in the data stands there itself.

    `players` matters to the one monument that scores by the number of seats. A `title` is written
    on the plinth.
    """
    if taken:
        face = tile_face(tile, width, height, players, theme, title=title)
        return Image.blend(face, Image.new("RGB", face.size, theme.plate), 0.58)
    raw = TILES.get(tile) or _unknown(tile)
    monument = "scoring" in raw
    band = theme.categories.get(raw["category"], theme.dim)
    face = _card(width, height, band, theme, stepped=monument).copy()
    if raw["cost"] is not None:
        _draw_price(face, raw["cost"], width, theme)
    _draw_signs(face, raw, height, theme)
    if title:
        at = (MARGIN + width / 2, MARGIN + height - FOOT / 2)
        free = width - 2 * _TITLE_SIDE
        size = next((s for s in _TITLES if letters(title, "bold", s) <= free), _TITLES[-1])
        text(face, at, fitted(title, "bold", size, free), "bold", size, theme.dim, "mm")
    if _has_icons(raw):
        lines = _scoring(raw["scoring"], players) if monument else _effects(raw)
        _draw_effect(face, lines, width, height, theme)
    else:
        left, right = MARGIN + _SIDE, MARGIN + width - _SIDE
        room = (left, MARGIN + BAND + 8, right, MARGIN + height - FOOT - 4)
        draw_caption(face, room, raw, theme)
    return face


def _unknown(tile: str) -> Raw:
    name = tile.replace("-", " ").capitalize()
    return {"name": name, "category": None, "cost": None, "effects": (), "text": ""}


def _has_icons(raw: Raw) -> bool:
    """Whether all it does can be drawn."""
    if "scoring" in raw:
        return raw["scoring"]["type"] in _SCORINGS
    return bool(raw["effects"]) and all(effect["type"] in _EFFECTS for effect in raw["effects"])


def _draw_price(face: Image.Image, cost: Raw, width: int, theme: Theme) -> None:
    """The price in the band, every kind with its number."""
    price = [(Words(str(cost[kind]), 1.3), Pic(kind)) for kind in _KINDS if cost.get(kind)]
    size = size_to_fit(price, 47, width - 2 * _SIDE, theme, apart=_PRICE_GAP)
    at = (MARGIN + width / 2, MARGIN + BAND / 2 + 2)
    draw_line(face, price, at, size, theme, theme.outline, apart=_PRICE_GAP)


@lru_cache(maxsize=16)
def empty_place(width: int, height: int, theme: Theme) -> Image.Image:
    """A place where no building is left, with the same margin as a face: a bed in the ground."""
    sketch = Sketch(width + 2 * MARGIN, height + 2 * MARGIN)
    outline = _placed(_house(width, height))
    floor = mix(theme.plate, theme.shadow, 0.3)
    edges = tones(theme.plate, mix(theme.plate, theme.shadow, 0.8))
    chamfered(sketch, outline, 4, floor, edges, sunk=True)
    return _on_plate(sketch.sprite(), theme)


@lru_cache(maxsize=10)
def _card(width: int, height: int, band: Colour, theme: Theme, *, stepped: bool) -> Image.Image:
    """An empty card: a house, or with `stepped` shoulders a monument, whose lintel has the colour
    of its category. Copy it before drawing on it."""
    sketch = Sketch(width + 2 * MARGIN, height + 2 * MARGIN)
    wall, stone = theme.building_card, mix(theme.building_card, theme.shadow, 0.75)
    lintel = _monument(width) if stepped else _lintel(width)
    body = [(_INSET, BAND - 4), (width - _INSET, BAND - 4),
            (width - _INSET, height - FOOT), (_INSET, height - FOOT)]  # fmt: skip
    plinth = [(0, height - FOOT), (width, height - FOOT), (width, height), (0, height)]
    thrown(sketch, _placed(_monument(width, height) if stepped else _house(width, height)), 6,
           theme.shadow)  # fmt: skip
    edges = tones(wall, stone)
    chamfered(sketch, _placed(body), 3, wall, edges)
    shaded = mix(wall, theme.shadow, 0.5)
    sketch.polygon(_placed(box(_INSET, BAND, width - _INSET, BAND + 7)), shaded)
    chamfered(sketch, _placed(plinth), 3, plinth_colour(theme), tones(plinth_colour(theme), stone))
    chamfered(sketch, _placed(lintel), 4, band, tones(band, mix(band, theme.outline, 0.55)))
    groove = (MARGIN + 10.0, MARGIN + BAND - 10.0), (MARGIN + width - 10.0, MARGIN + BAND - 10.0)
    engraved(sketch, groove, 2, mix(band, theme.outline, 0.35), mix(band, theme.hub_text, 0.3))
    return _on_plate(sketch.sprite(), theme)


def plinth_colour(theme: Theme) -> Colour:
    """The ground of the number to choose a tile by."""
    return mix(theme.building_card, theme.shadow, 0.35 if theme.name == "dark" else 0.22)


_INSET = 6  # of the wall behind lintel and plinth
_NOTCH = 7  # corners of the lintel
_SHOULDERS = ((30, 0), (15, 11), (0, 22))  # of a monument: from the side, from the top


def _lintel(width: float) -> list[Point]:
    """The lintel of a house, stepped at its upper corners; clockwise."""
    n = _NOTCH
    return [
        (n, 0), (width - n, 0), (width - n, n), (width, n), (width, BAND), (0, BAND), (0, n), (n, n)
    ]  # fmt: skip


def _monument(width: float, height: float = BAND) -> list[Point]:
    """The stepped upper part of a monument, down to `height`."""
    left: list[Point] = []
    for number, (side, top) in enumerate(_SHOULDERS):
        if number:
            left.append((_SHOULDERS[number - 1][0], top))
        left.append((side, top))
    right = [(width - x, y) for x, y in left]
    return [*right, (width, height), (0, height), *left[::-1]]


def _house(width: float, height: float) -> list[Point]:
    """The outline of a whole house: lintel, wall, plinth."""
    wall, foot = width - _INSET, height - FOOT
    return [
        *_lintel(width)[:5], (wall, BAND), (wall, foot), (width, foot), (width, height),
        (0, height), (0, foot), (_INSET, foot), (_INSET, BAND), *_lintel(width)[5:],
    ]  # fmt: skip


def _placed(outline: Sequence[Point]) -> list[Point]:
    """The outline on its sprite."""
    return [(MARGIN + x, MARGIN + y) for x, y in outline]


def _on_plate(sprite: Image.Image, theme: Theme) -> Image.Image:
    """The sprite on the plate's colour: cards lie nowhere else, and what is drawn on an opaque
    picture keeps smooth edges."""
    image = Image.new("RGB", sprite.size, theme.plate)
    image.paste(sprite, mask=sprite)
    return image


def _draw_signs(face: Image.Image, raw: Raw, height: int, theme: Theme) -> None:
    """Below left the category's sign, and the mark of a building that can be renovated."""
    x, y = MARGIN + 30, MARGIN + height - FOOT / 2
    if raw["category"] in theme.categories:
        colour = theme.categories[raw["category"]]
        if theme.name == "light":  # on white the plain colours would be too pale
            colour = mix(colour, theme.outline, 0.2)
        paste(face, icon(raw["category"], 48, theme, colour), (x, y))
    if any(effect["type"] == "renovation" for effect in raw.get("effects", ())):
        paste(face, sign("renovation", 38, theme), (x + 48, y))


def _draw_effect(
    face: Image.Image, lines: Sequence[Line], width: int, height: int, theme: Theme
) -> None:
    """The effect in the middle, as large as it fits. A single line may be broken into two; two
    lines of equally many groups stand in columns."""
    room = width - 2 * _SIDE
    top, bottom = MARGIN + BAND + 12, MARGIN + height - FOOT - 6
    columns = len(lines) == 2 and len(lines[0]) == len(lines[1])
    if len(lines) == 1:
        lines = _broken(lines[0], room, bottom - top, theme)
    size = _fitting(lines, room, bottom - top, theme)
    x, y = MARGIN + width / 2, (top + bottom) / 2 - _PITCH * size * (len(lines) - 1) / 2
    for line in lines:
        if columns:
            _draw_columns(face, line, (x, y), room, size, theme)
        else:
            draw_line(face, line, (x, y), size, theme, theme.text)
        y += _PITCH * size


def _broken(line: Line, room: float, tall: float, theme: Theme) -> Sequence[Line]:
    """The line as it is, or halved where that makes the icons much larger."""
    half = (len(line) + 1) // 2
    two = [line[:half], line[half:]]
    if len(line) > 1 and _fitting(two, room, tall, theme) > 1.1 * _fitting(
        [line], room, tall, theme
    ):
        return two
    return [line]


def _draw_columns(
    face: Image.Image, line: Line, middle: Point, room: float, size: float, theme: Theme
) -> None:
    pitch = room / len(line)
    for place, group in enumerate(line):
        x = middle[0] + (place - (len(line) - 1) / 2) * pitch
        draw_line(face, [group], (x, middle[1]), size, theme, theme.text)


def _fitting(lines: Sequence[Line], room: float, tall: float, theme: Theme) -> float:
    """The size at which all lines fit, at most `_LARGEST`."""
    size = min(_LARGEST, tall / (1 + _PITCH * (len(lines) - 1)))
    return min(size_to_fit(line, size, room, theme) for line in lines)


def _goods(goods: Raw) -> list[Group]:
    """A gain: number and icon, a single one without its number."""
    groups: list[Group] = []
    for kind in _KINDS:
        count = goods.get(kind, 0)
        if count == 1:
            groups.append((Pic(kind),))
        elif count:
            groups.append((Words(str(count)), Pic(kind)))
    return groups


def _effects(raw: Raw) -> list[Line]:
    groups: list[Group] = []
    for effect in raw["effects"]:
        groups += _EFFECTS[effect["type"]](effect)
    return [groups]


def _temple(effect: Raw) -> list[Group]:
    return [(Pic(f"temple-{effect['temple']}"),)] * effect["steps"]


def _technology(effect: Raw) -> list[Group]:
    return [(Pic(f"tech-{effect['track']}"),)] * effect["steps"]


def _feed_free(effect: Raw) -> list[Group]:
    corn = (Words("0"), Pic("corn", 0.85))
    return [(Words(f"{effect['workers']}×"), Pic("worker", 0.85), Pic("arrow", 0.3), *corn)]


def _feed_discount(effect: Raw) -> list[Group]:
    return [(Pic("worker"),), (Words(f"−{effect['corn_per_worker']}"), Pic("corn"))]


def _any_action(effect: Raw) -> list[Group]:
    return [(*_goods({"corn": effect["corn"]})[0], Pic("arrow", 0.36), Pic("any-city"))]


def _build(effect: Raw) -> list[Group]:
    return [(Pic("monument" if effect["what"] == "monument" else "build"),)]


def _income(effect: Raw) -> list[Group]:
    """Goods on every food day; where they differ by age, the age's number stands before them."""
    each_food_day: Group = (Pic("food-days"), Pic("arrow", 0.36))
    if "by_age" not in effect:
        return [each_food_day, *_goods(effect["resources"])]
    by_age: Group = ()
    for age, numeral in (("1", "I"), ("2", "II")):
        (goods,) = _goods(effect["by_age"][age])
        by_age += (Words(numeral, 0.8), *goods)
    return [(*each_food_day, *by_age)]


def _exchange(effect: Raw) -> list[Group]:
    return [(Pic("tech-down"),), (Pic("arrow", 0.36),), (Words("3×"), Pic("tech-any"))]


_EFFECTS: Mapping[str, Callable[[Raw], list[Group]]] = {
    "gain": lambda effect: _goods(effect["resources"]),
    "temple": _temple,
    "technology": _technology,
    "worker": lambda effect: [(Words("+"), Pic("worker"))] * effect["count"],
    "feed_free": _feed_free,
    "feed_discount": _feed_discount,
    "points": lambda effect: [(Score(effect["amount"]),)],
    "market": lambda effect: [(Pic("market"),)],
    "build": _build,
    "any_action": _any_action,
    "renovation": lambda effect: [],  # its mark stands below, for it is no gain
    "food_day_income": _income,
    "technology_exchange": _exchange,
    "skull_offering": lambda effect: [(Pic("kept-skull"),)],
}


def _scoring(scoring: Raw, players: int) -> list[Line]:
    return _SCORINGS[scoring["type"]](scoring, players)


def _each(points: int, *parts: Pic) -> list[Line]:
    """So many points for each of something."""
    return [[(Score(points), Words("×", 0.9), *parts)]]


def _cases(cases: Sequence[tuple[Group, int]]) -> list[Line]:
    """Points by case: a table with every case over its points."""
    return [[case for case, _ in cases], [(Score(points),) for _, points in cases]]


def _per_category(scoring: Raw, players: int) -> list[Line]:
    return _each(scoring["points"], Pic(f"category-{scoring['category']}"))


def _top_levels(scoring: Raw, players: int) -> list[Line]:
    return _cases([((Pic(f"tracks-{n}"),), scoring["points"][n]) for n in (1, 2, 3)])


def _workers_in_play(scoring: Raw, players: int) -> list[Line]:
    paid = ((count, points) for count, points in scoring["points"].items() if points)
    return _cases([((Words(count), Pic("worker", 0.76)), points) for count, points in paid])


def _quarters(scoring: Raw, players: int) -> list[Line]:
    """Points by the number of food days held."""
    return _cases(
        [((Words(str(n)), Pic("food-days", 0.9)), p) for n, p in enumerate(scoring["points"])]
    )


def _all_temples(scoring: Raw, players: int) -> list[Line]:
    temples = tuple((Pic(f"temple-{name}"),) for name in ("chaac", "quetzalcoatl", "kukulkan"))
    return [temples, [(Pic("points"), Words("×2"))]]


_SCORINGS: Mapping[str, Callable[[Raw, int], list[Line]]] = {
    "per_own_category": _per_category,
    "per_own_building_or_monument": lambda scoring, players: _each(
        scoring["points"], Pic("build"), Pic("monument")
    ),
    "per_own_corn_tile": lambda scoring, players: _each(scoring["points"], Pic("corn-tile")),
    "per_own_wood_tile": lambda scoring, players: _each(scoring["points"], Pic("wood-tile")),
    "per_monument_built_by_anyone": lambda scoring, players: _each(
        scoring["points_by_players"][str(players)], Pic("monument"), Pic("everyone", 0.8)
    ),
    "by_tracks_at_level_3": _top_levels,
    "per_technology_level": lambda scoring, players: _each(scoring["points"], Pic("tech-any")),
    "by_workers_in_play": _workers_in_play,
    "temple_step_points_again": _all_temples,
    "best_temple_steps_above_start": lambda scoring, players: _each(
        scoring["points_per_step"], Pic("highest-temple")
    ),
    "per_skull_placed_by_anyone": lambda scoring, players: _each(
        scoring["points"], Pic("kept-skull"), Pic("everyone", 0.8)
    ),
    "immediate_by_quarter": _quarters,
}


@lru_cache(maxsize=64)
def small_face(tile: str, width: int, height: int, players: int, theme: Theme) -> Image.Image:
    """A tile that a seat has built, small and without its price, as an RGBA sprite: the colour of
    its category above, below it what it does. Monuments have stepped shoulders."""
    raw = TILES.get(tile) or _unknown(tile)
    monument = "scoring" in raw
    colour = theme.categories.get(raw["category"], theme.dim)
    sketch = Sketch(width, height)
    outline = _small_outline(width, height, monument=monument)
    wall = theme.building_card if theme.name == "dark" else theme.plate
    sketch.polygon(outline, mix(colour, theme.outline, 0.5))
    sketch.polygon(inset(outline, 2), colour)
    sketch.polygon(box(2, _SMALL_BAND, width - 2, height - 2), wall)
    sprite = sketch.sprite()
    known = _has_icons(raw)
    lines = (_scoring(raw["scoring"], players) if monument else _effects(raw)) if known else []
    middle, room, tall = (_SMALL_BAND + height - 2) / 2, width - 10, height - _SMALL_BAND - 8
    if len(lines) == 1:
        shown = _broken(lines[0], room, tall, theme)
        size = _fitting(shown, room, tall, theme)
        for row, line in enumerate(shown):
            y = middle + (row - (len(shown) - 1) / 2) * _PITCH * size
            draw_line(sprite, line, (width / 2, y), size, theme, theme.text)
    else:  # a table, or words, would be too small to read
        name = "monument" if monument else "build"
        paste(sprite, icon(name, height - _SMALL_BAND - 10, theme), (width / 2, middle))
    return sprite


_SMALL_BAND = 14


def _small_outline(width: float, height: float, *, monument: bool) -> list[Point]:
    """Clockwise, from the upper left."""
    if not monument:
        return box(0, 0, width, height)
    return [
        (8, 0), (width - 8, 0), (width - 8, 7), (width, 7),
        (width, height), (0, height), (0, 7), (8, 7),
    ]  # fmt: skip
