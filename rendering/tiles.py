"""The faces of buildings and monuments: price in the band, effect as icons."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image

from bot.engine.components import COMPONENTS
from rendering.canvas import Point, Sketch, paste, raised
from rendering.captions import draw_caption
from rendering.icons import icon
from rendering.inline import Group, Line, Pic, Score, Words, draw_line, size_to_fit
from rendering.theme import Colour, Theme, mix
from rendering.tile_signs import sign

Raw = Mapping[str, Any]

TILES: Mapping[str, Raw] = {
    raw["id"]: raw for key in ("buildings", "monuments") for raw in COMPONENTS[key]
}
BAND = 64  # height of the coloured band with the price
MARGIN = 6  # room round the card for its shadow
_SIDE = 14  # nothing comes nearer to the card's sides
_FOOT = 46  # height of the strip at the bottom with the number to choose by
_LARGEST = 88  # icons of an effect
_PRICE_GAP = 0.32  # between the kinds of a price, in sizes
_PITCH = 1.1  # from line to line, in sizes

_KINDS = ("corn", "wood", "stone", "gold", "skull")


@lru_cache(maxsize=160)
def tile_face(
    tile: str, width: int, height: int, players: int, theme: Theme, *, taken: bool = False
) -> Image.Image:
    """A building or monument with `MARGIN` pixels of the plate on every side; the number to choose
    by is not on it. Monuments have stepped shoulders; one that is `taken` is dimmed. Copy it
    before drawing on it. A tile with an effect that has no icons shows its name and text; an id
    that is not in the data stands there itself.

    `players` matters to the one monument that scores by the number of seats.
    """
    if taken:
        face = tile_face(tile, width, height, players, theme)
        return Image.blend(face, Image.new("RGB", face.size, theme.plate), 0.58)
    raw = TILES.get(tile) or _unknown(tile)
    monument = "scoring" in raw
    band = theme.categories.get(raw["category"], theme.dim)
    face = _card(width, height, band, theme, stepped=monument).copy()
    if raw["cost"] is not None:
        _draw_price(face, raw["cost"], width, theme)
    _draw_signs(face, raw, height, theme)
    if _has_icons(raw):
        lines = _scoring(raw["scoring"], players) if monument else _effects(raw)
        _draw_effect(face, lines, width, height, theme)
    else:
        left, right = MARGIN + _SIDE, MARGIN + width - _SIDE
        room = (left, MARGIN + BAND + 8, right, MARGIN + height - _FOOT)
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
    size = size_to_fit(price, 47, width - 2 * _SIDE - 8, theme, apart=_PRICE_GAP)
    at = (MARGIN + width / 2, MARGIN + BAND / 2 + 2)
    draw_line(face, price, at, size, theme, theme.outline, apart=_PRICE_GAP)


@lru_cache(maxsize=16)
def empty_place(width: int, height: int, theme: Theme) -> Image.Image:
    """A place where no building is left, with the same margin as a face."""
    sketch = Sketch(width + 2 * MARGIN, height + 2 * MARGIN)
    for inset, colour in ((0, mix(theme.plate, theme.dim, 0.3)), (3, theme.plate)):
        left, right, bottom = MARGIN + inset, MARGIN + width - inset, MARGIN + height - inset
        sketch.rounded((left, left, right, bottom), 12, colour)
    return _on_plate(sketch.sprite(), theme)


@lru_cache(maxsize=24)
def _card(width: int, height: int, band: Colour, theme: Theme, *, stepped: bool) -> Image.Image:
    """An empty card with its coloured band. Copy it before drawing on it."""
    whole = Sketch(width + 2 * MARGIN, height + 2 * MARGIN, mode="L")
    left, top, right, bottom = MARGIN, MARGIN, MARGIN + width, MARGIN + height
    if stepped:
        whole.rounded((left, top + 26, right, bottom), 10, 255)
        whole.rounded((left + 14, top + 12, right - 14, bottom), 4, 255)
        whole.rounded((left + 28, top, right - 28, bottom), 4, 255)
    else:
        whole.rounded((left, top, right, bottom), 12, 255)
    light = mix(theme.building_card, theme.text if theme.name == "dark" else theme.plate, 0.10)
    shade = mix(theme.building_card, theme.shadow, 0.45)
    card = raised(whole.image, theme.building_card, light, shade, theme.shadow)
    upper = Image.new("L", whole.image.size, 0)
    edge = (MARGIN + BAND) * whole.scale
    upper.paste(whole.image.crop((0, 0, whole.image.width, edge)), (0, 0))
    lit = raised(upper, band, mix(band, theme.hub_text, 0.35), band, theme.shadow)
    # The band keeps the card's outline but casts its shadow on the card only.
    card.alpha_composite(lit.crop((0, 0, lit.width, MARGIN + BAND)), (0, 0))
    line = Image.new("RGBA", (width - 2, 3), (*mix(band, theme.outline, 0.45), 255))
    card.paste(line, (MARGIN + 1, MARGIN + BAND - 3))
    return _on_plate(card, theme)


def _on_plate(sprite: Image.Image, theme: Theme) -> Image.Image:
    """The sprite on the plate's colour: cards lie nowhere else, and what is drawn on an opaque
    picture keeps smooth edges."""
    image = Image.new("RGB", sprite.size, theme.plate)
    image.paste(sprite, mask=sprite)
    return image


def _draw_signs(face: Image.Image, raw: Raw, height: int, theme: Theme) -> None:
    """Below left the category's sign, and the mark of a building that can be renovated."""
    x, y = MARGIN + 34, MARGIN + height - _FOOT / 2 - 5
    if raw["category"] in theme.categories:
        colour = theme.categories[raw["category"]]
        if theme.name == "light":  # on white the plain colours would be too pale
            colour = mix(colour, theme.outline, 0.2)
        paste(face, icon(raw["category"], 50, theme, colour), (x, y))
    if any(effect["type"] == "renovation" for effect in raw.get("effects", ())):
        paste(face, sign("renovation", 50, theme), (x + 52, y + 2))


def _draw_effect(
    face: Image.Image, lines: Sequence[Line], width: int, height: int, theme: Theme
) -> None:
    """The effect in the middle, as large as it fits. A single line may be broken into two; two
    lines of equally many groups stand in columns."""
    room = width - 2 * _SIDE
    top, bottom = MARGIN + BAND + 8, MARGIN + height - _FOOT
    columns = len(lines) == 2 and len(lines[0]) == len(lines[1])
    if len(lines) == 1:
        lines = _broken(lines[0], room, bottom - top, theme)
    if len(lines) == 1:
        bottom += _FOOT // 2  # one line keeps clear of the number all the same
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
