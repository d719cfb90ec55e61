"""Lines of icons, numbers and signs, as on tiles ("3 wood", "worker − 1 corn"); and what tiles,
prophecies and quick actions do, as such lines.

A line is a row of groups; a group is a row of parts that stand close together. All measures are
multiples of one size, the height of a full icon in pixels, so that a line can be made to fit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from bot.engine.components import COMPONENTS, QUICK_TILES
from bot.engine.expansion import PROPHECIES
from rendering.drawing.canvas import Point
from rendering.drawing.kept import kept
from rendering.drawing.lettering import Weight, text, width
from rendering.drawing.theme import Colour, Theme
from rendering.icons.catalogue import NAMES, icon, points_icon, sign

CLOSE, APART = 0.06, 0.19  # gaps inside and between groups, in sizes
WORDS = 0.66  # height of letters, in sizes


@dataclass(frozen=True)
class Pic:
    """An icon (from `catalogue.NAMES`) or a sign (from `catalogue.SIGNS`); `scale` is its height in
    sizes."""

    name: str
    scale: float = 1.0


@dataclass(frozen=True)
class Score:
    """A number of points on its tablet."""

    n: int
    scale: float = 1.0


@dataclass(frozen=True)
class Words:
    """A number or a sign of arithmetic; never a word, since icons need no language."""

    string: str
    scale: float = 1.0
    weight: Weight = "black"


Part = Pic | Score | Words
Group = tuple[Part, ...]
Line = Sequence[Group]


def line_width(line: Line, size: float, theme: Theme, *, apart: float = APART) -> float:
    """The width of the line in pixels at this size; `apart` is the gap between groups, in sizes."""
    close = sum(len(group) - 1 for group in line) * CLOSE * size
    return (
        sum(_width(part, size, theme) for group in line for part in group)
        + close
        + (len(line) - 1) * apart * size
    )


def size_to_fit(
    line: Line, size: float, room: float, theme: Theme, *, apart: float = APART
) -> float:
    """The size, made smaller if the line would otherwise be wider than `room` pixels."""
    wide = line_width(line, size, theme, apart=apart)
    return size if wide <= room else size * room / wide


def draw_line(
    image: Image.Image,
    line: Line,
    at: Point,
    size: float,
    theme: Theme,
    ink: Colour,
    *,
    anchor: str = "m",
    apart: float = APART,
) -> None:
    """Draw the line at the height `at[1]`; `anchor` says whether `at[0]` is its left end (`l`),
    middle (`m`) or right end (`r`). `ink` is the colour of numbers, workers and arrows."""
    x = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * line_width(line, size, theme, apart=apart)
    for group in line:
        for part in group:
            _draw(image, part, (x, at[1]), size, theme, ink)
            x += _width(part, size, theme) + CLOSE * size
        x += (apart - CLOSE) * size


def _width(part: Part, size: float, theme: Theme) -> float:
    if isinstance(part, Words):
        return width(part.string, part.weight, _letters(part, size))
    return sprite(part, round(size * part.scale), theme, theme.ink).width


def _letters(part: Words, size: float) -> int:
    return round(WORDS * size * part.scale)


def _draw(
    image: Image.Image, part: Part, at: Point, size: float, theme: Theme, ink: Colour
) -> None:
    if isinstance(part, Words):
        text(image, at, part.string, part.weight, _letters(part, size), ink)
        return
    drawn = sprite(part, round(size * part.scale), theme, ink)
    image.paste(drawn, (round(at[0]), round(at[1] - drawn.height / 2)), drawn)


def _tint(name: str, theme: Theme, ink: Colour) -> Colour | None:
    """The colour of a one-coloured icon in a line: `ink` for workers and arrows, the gear's colour
    for a city's emblem; None for its usual colour."""
    if name in ("worker", "arrow"):
        return ink
    return theme.cities[name[5:]].gear if name.startswith("city-") else None


@kept(1_200_000)
def sprite(part: Pic | Score, size: int, theme: Theme, ink: Colour) -> Image.Image:
    """The part without empty room at its sides, so that parts are evenly spaced."""
    if isinstance(part, Score):
        drawn = points_icon(part.n, size, theme)
    elif part.name in NAMES:
        drawn = icon(part.name, size, theme, _tint(part.name, theme, ink))
    else:
        drawn = sign(part.name, size, theme)
    box = drawn.getbbox() or (0, 0, drawn.width, drawn.height)
    return drawn.crop((box[0], 0, box[2], drawn.height))


Raw = Mapping[str, Any]
_NAME = 8  # the most letters of a name that replaces a drawing
_METRICS: Mapping[str, Callable[[Raw], Group]] = {
    "sum_of_temple_positions": lambda raw: (Pic("temple-any"),),
    "temple_position": lambda raw: (Pic(f"temple-{raw['temple']}"),),
    "own_wood_tiles": lambda raw: (Pic("wood-tile"),),
    "own_corn_tiles": lambda raw: (Pic("corn-tile"),),
    "own_gold": lambda raw: (Pic("gold"),),
    "own_unspent_skulls": lambda raw: (Pic("skull"),),
    "sum_of_technology_levels": lambda raw: (Pic("tech-any"),),
    "tracks_at_level_2_or_more": lambda raw: (Pic("tech-any"), Words("2+")),
    "own_buildings_in_play": lambda raw: (Pic("build"),),
    "workers_fully_fed_this_food_day": lambda raw: (Pic("worker"), Pic("corn")),
    "own_workers_on_gear": lambda raw: (Pic("worker"), Pic(f"city-{raw['gear']}")),
}


def calamity_line(prophecy: str) -> list[Group]:
    """What a prophecy makes harder: a gain or act with its extra cost. If that has no icons, the
    beginning of the prophecy's name."""
    known = PROPHECIES.get(prophecy)
    draw = _CALAMITIES.get(known.raw["calamity"]["type"]) if known else None
    if known is None or draw is None:
        return [(Words((known.name if known else prophecy)[:_NAME], 0.6),)]
    return [draw(known.raw["calamity"])]


def metric_line(raw: Raw) -> Group:
    """What is counted when a prophecy ends, in icons; "#" if that has none. `raw` is the prophecy's
    data."""
    draw = _METRICS.get(raw["metric"]["type"])
    return draw(raw["metric"]) if draw else (Words("#"),)


def _price(icon: str, count: int) -> tuple[Part, ...]:
    return (Words(f"−{count}"), Pic(icon))


def _temple_step_cost(raw: Raw) -> Group:
    temples = raw["temples"]
    temple = "temple-any" if temples == "all" else f"temple-{temples[0]}"
    ((good, count),) = raw["cost"].items()
    return (Pic(temple), *_price(good.replace("_", "-"), count))


def _gain_cost(raw: Raw) -> Group:
    if raw["resource"] == "skull":
        return (Pic("skull"), *_price("temple-down", raw["temple_steps_down_each"]))
    return (Pic(raw["resource"]), *_price("corn", raw["cost_each"]["corn"]))


def _technology_level_off(raw: Raw) -> Group:
    return (Pic("tech-any"), Words(f"{raw['level']}"), Pic("arrow", 0.6), Words("0"))


_CALAMITIES: Mapping[str, Callable[[Raw], Group]] = {
    "temple_step_cost": _temple_step_cost,
    "harvest_loss": lambda raw: (
        Pic(f"{raw['resource']}-tile"),
        *_price(raw["resource"], raw["amount"]),
    ),
    "gain_cost": _gain_cost,
    "technology_step_cost": lambda raw: (
        Pic("tech-any"),
        *_price("any-resource", raw["cost"]["any_resource"]),
    ),
    "technology_level_off": _technology_level_off,
    "building_cost": lambda raw: (
        Pic("build"),
        *_price("any-resource", raw["cost"]["any_resource"]),
    ),
    "feed_extra": lambda raw: (Pic("worker"), *_price("corn", raw["corn_per_worker"])),
    "placement_extra": lambda raw: (Pic(f"city-{raw['gear']}"), *_price("corn", raw["corn_each"])),
}


KINDS = ("corn", "wood", "stone", "gold", "skull")
"""Goods in the order in which they are shown."""


def has_icons(raw: Raw) -> bool:
    """Whether everything a tile does has icons. `raw` is the tile's data."""
    if "scoring" in raw:
        return raw["scoring"]["type"] in _SCORINGS
    return bool(raw["effects"]) and all(
        effect["type"] in _TILE_EFFECTS for effect in raw["effects"]
    )


def tile_lines(raw: Raw, players: int) -> list[Line]:
    """What a building does, or how a monument scores, in icons. Only one monument needs the number
    of `players`, by which it scores. Raises KeyError for an effect without icons."""
    if "scoring" in raw:
        return _SCORINGS[raw["scoring"]["type"]](raw["scoring"], players)
    groups: list[Group] = []
    for effect in raw["effects"]:
        groups += _TILE_EFFECTS[effect["type"]](effect)
    return [groups]


def goods_line(raw: Raw) -> Line:
    """What a wealth tile gives, in icons. Raises KeyError for an effect without icons."""
    groups = _goods(raw.get("resources", {}))
    for effect in raw["effects"]:
        groups += _TILE_EFFECTS[effect["type"]](effect)
    return groups


def _goods(goods: Raw) -> list[Group]:
    """Goods as icons with their numbers; a 1 is not written."""
    groups: list[Group] = []
    for kind in KINDS:
        count = goods.get(kind, 0)
        if count == 1:
            groups.append((Pic(kind),))
        elif count:
            groups.append((Words(str(count)), Pic(kind)))
    return groups


def _temple(effect: Raw) -> list[Group]:
    if effect["steps"] < 0:
        return [(Words(f"−{-effect['steps']}"), Pic(f"temple-{effect['temple']}"))]
    return [(Pic(f"temple-{effect['temple']}"),)] * effect["steps"]


def _feed_free(effect: Raw) -> list[Group]:
    corn = (Words("0"), Pic("corn", 0.85))
    return [(Words(f"{effect['workers']}×"), Pic("worker", 0.85), Pic("arrow", 0.3), *corn)]


def _income(effect: Raw) -> list[Group]:
    """What a building gives on every food day. If it differs by age, each age's goods follow its
    numeral."""
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


def _each(points: int, *parts: Pic) -> list[Line]:
    """So many points for each of what the icons show."""
    return [[(Score(points), Words("×", 0.9), *parts)]]


def _cases(cases: Sequence[tuple[Group, int]]) -> list[Line]:
    """A table of cases, each above its points."""
    return [[case for case, _ in cases], [(Score(points),) for _, points in cases]]


def _workers_in_play(scoring: Raw, players: int) -> list[Line]:
    paid = ((count, points) for count, points in scoring["points"].items() if points)
    return _cases([((Words(count), Pic("worker", 0.76)), points) for count, points in paid])


def _all_temples(scoring: Raw, players: int) -> list[Line]:
    temples = tuple((Pic(f"temple-{name}"),) for name in ("chaac", "quetzalcoatl", "kukulkan"))
    return [temples, [(Pic("points"), Words("×2"))]]


_TILE_EFFECTS: Mapping[str, Callable[[Raw], list[Group]]] = {
    "gain": lambda effect: _goods(effect["resources"]),
    "temple": _temple,
    "technology": lambda effect: [(Pic(f"tech-{effect['track']}"),)] * effect["steps"],
    "worker": lambda effect: [(Words("+"), Pic("worker"))] * effect["count"],
    "feed_free": _feed_free,
    "feed_discount": lambda effect: [
        (Pic("worker"),),
        (Words(f"−{effect['corn_per_worker']}"), Pic("corn")),
    ],
    "points": lambda effect: [(Score(effect["amount"]),)],
    "market": lambda effect: [(Pic("market"),)],
    "build": lambda effect: [(Pic("monument" if effect["what"] == "monument" else "build"),)],
    "any_action": lambda effect: [
        (*_goods({"corn": effect["corn"]})[0], Pic("arrow", 0.36), Pic("any-city"))
    ],
    "renovation": lambda effect: [],  # no gain: its mark is on the tile's plinth
    "food_day_income": _income,
    "technology_exchange": _exchange,
    "skull_offering": lambda effect: [(Pic("kept-skull"),)],
}
_SCORINGS: Mapping[str, Callable[[Raw, int], list[Line]]] = {
    "per_own_category": lambda scoring, players: _each(
        scoring["points"], Pic(f"category-{scoring['category']}")
    ),
    "per_own_building_or_monument": lambda scoring, players: _each(
        scoring["points"], Pic("build"), Pic("monument")
    ),
    "per_own_corn_tile": lambda scoring, players: _each(scoring["points"], Pic("corn-tile")),
    "per_own_wood_tile": lambda scoring, players: _each(scoring["points"], Pic("wood-tile")),
    "per_monument_built_by_anyone": lambda scoring, players: _each(
        scoring["points_by_players"][str(players)], Pic("monument"), Pic("everyone", 0.8)
    ),
    "by_tracks_at_level_3": lambda scoring, players: _cases(
        [((Pic(f"tracks-{n}"),), scoring["points"][n]) for n in (1, 2, 3)]
    ),
    "per_technology_level": lambda scoring, players: _each(scoring["points"], Pic("tech-any")),
    "by_workers_in_play": _workers_in_play,
    "temple_step_points_again": _all_temples,
    "best_temple_steps_above_start": lambda scoring, players: _each(
        scoring["points_per_step"], Pic("highest-temple")
    ),
    "per_skull_placed_by_anyone": lambda scoring, players: _each(
        scoring["points"], Pic("kept-skull"), Pic("everyone", 0.8)
    ),
    "immediate_by_quarter": lambda scoring, players: _cases(
        [((Words(str(n)), Pic("food-days", 0.9)), p) for n, p in enumerate(scoring["points"])]
    ),
}


def quick_line(tile: str) -> list[Group]:
    """A quick-action tile in icons: its price and what it does; if that has no icons, its name."""
    known = QUICK_TILES.get(tile)
    if known is None:
        return [(Words(tile[:8], 0.6),)]
    groups: list[Group] = []
    for good, count in known.raw["cost"].items():
        groups.append((Words(f"−{count}"), Pic(good)))
    for effect in known.raw["effects"]:
        draw = _QUICK_EFFECTS.get(effect["type"])
        groups += draw(effect) if draw else [(Words(known.name[:8], 0.6),)]
    return groups


_QUICK_EFFECTS: Mapping[str, Callable[[Raw], list[Group]]] = {
    "gain": lambda effect: [
        (Words(str(count)), Pic(good)) if count > 1 else (Pic(good),)
        for good, count in effect["resources"].items()
    ],
    "technology": lambda effect: [(Pic("tech-any"),)],
    "market": lambda effect: [(Pic("market"),)],
    "build": lambda effect: [(Pic("build"),)],
}


def step_rewards(temple: int) -> list[str | None]:
    """For each step of a temple, from the bottom, the icon of what it gives in the middle of an
    age; None if it gives nothing."""
    steps = COMPONENTS["temples"][temple]["steps_bottom_to_top"]
    return [next(iter(step["mid_age_reward"] or ()), None) for step in steps]
