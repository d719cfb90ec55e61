"""The prophecies, in the upper right corner of the main plate: the calamity that runs or comes
next, what it will be worth, and the three of this game in their order."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image

from bot.engine.prophecies import PROPHECIES
from rendering.canvas import Box, paste, rounded, text
from rendering.icons import points_icon
from rendering.inline import Group, Part, Pic, Words, draw_line, size_to_fit
from rendering.layout import PROPHECY_PANEL
from rendering.plate import ground
from rendering.scene import Scene
from rendering.theme import Colour, Theme, mix

_PAD = 12
_CALAMITY_HEIGHT, _BANDS_HEIGHT, _SMALL_HEIGHT = 84, 96, 52
_ICON, _SMALL_ICON = 62, 38
_POINTS, _RANGE = 46, 29

Raw = Mapping[str, Any]


def draw_prophecies(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """The panel; nothing if the game is played without prophecies."""
    if scene.prophecies:
        active, held = scene.active_prophecy, scene.food_days_held
        image.paste(_panel(scene.prophecies, active, held, theme), PROPHECY_PANEL[:2])


@lru_cache(maxsize=32)
def _panel(prophecies: tuple[str, ...], active: str | None, held: int, theme: Theme) -> Image.Image:
    """The panel on its ground: it changes on food days only."""
    image = ground(theme).crop(PROPHECY_PANEL)
    rounded(image, (0, 0, image.width, image.height), 18, theme.panel)
    shown = active or next_prophecy(prophecies, held)
    if shown:
        _draw_calamity(image, shown, shown == active, theme)
        _draw_bands(image, shown, theme)
    _draw_order(image, prophecies, active, held, theme)
    return image


def next_prophecy(prophecies: Sequence[str], held: int) -> str | None:
    """The prophecy that will run after the next food day, with `held` held so far, if one will."""
    return prophecies[held] if held < len(prophecies) else None


def calamity_line(prophecy: str) -> list[Group]:
    """What is harder, in icons: what is gained or done, and what it costs."""
    calamity = PROPHECIES[prophecy].raw["calamity"]
    return [_CALAMITIES[calamity["type"]](calamity)]


def _draw_calamity(image: Image.Image, prophecy: str, runs: bool, theme: Theme) -> None:
    box = (_PAD, _PAD, image.width - _PAD, _PAD + _CALAMITY_HEIGHT)
    face = theme.tablet if runs else mix(theme.tablet, theme.panel, 0.55)
    _draw_stone(image, box, 12, face, 6 if runs else 0, theme)
    line = calamity_line(prophecy)
    size = size_to_fit(line, _ICON, box[2] - box[0] - 24, theme)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    draw_line(image, line, middle, size, theme, theme.ink)


def _draw_stone(
    image: Image.Image, box: Box, radius: int, face: Colour, frame: int, theme: Theme
) -> None:
    """A tablet; the one that runs has a frame in the colour of the turn."""
    if frame:
        rounded(image, box, radius, face, frame=theme.turn, frame_width=frame)
        return
    light, shade = mix(face, (255, 255, 255), 0.55), mix(face, theme.tablet_shade, 0.9)
    rounded(image, box, radius, face, light=light, shade=shade, shadow=theme.shadow)


def _draw_bands(image: Image.Image, prophecy: str, theme: Theme) -> None:
    """What is counted at the end, and the points for so many of it, best first."""
    y = 2 * _PAD + _CALAMITY_HEIGHT
    raw = PROPHECIES[prophecy].raw
    bands = list(reversed(raw["bands"]))
    cell = (image.width - 2 * _PAD) / (len(bands) + 1)
    middle = _PAD + cell / 2
    counted: list[Group] = [_METRICS[raw["metric"]["type"]](raw["metric"])]
    size = size_to_fit(counted, 46, cell - 6, theme)
    draw_line(image, counted, (middle, y + _BANDS_HEIGHT / 2 - 4), size, theme, theme.text)
    for place, band in enumerate(bands, start=1):
        x = middle + place * cell
        text(image, (x, y + 18), band_words(band), "bold", _RANGE, theme.text, "mm")
        paste(image, points_icon(band["points"], _POINTS, theme), (x, y + 62))


def band_words(band: Raw) -> str:
    """A range of a band: "10+", "4–9", "2", "≤0"."""
    low, high = band.get("min"), band.get("max")
    if high is None:
        return f"{low}+"
    if low is None:
        return f"≤{high}".replace("-", "−")
    return str(low) if low == high else f"{low}–{high}"


def _draw_order(
    image: Image.Image, prophecies: Sequence[str], active: str | None, held: int, theme: Theme
) -> None:
    """The prophecies of the game in their order: over, running, to come."""
    wide = (image.width - (len(prophecies) + 1) * _PAD) / len(prophecies)
    bottom = image.height - _PAD
    for number, prophecy in enumerate(prophecies):
        start = _PAD + number * (wide + _PAD)
        box = (start, bottom - _SMALL_HEIGHT, start + wide, bottom)
        runs = prophecy == active
        over = not runs and number < held
        face = theme.tablet_used if over else mix(theme.tablet, theme.panel, 0.0 if runs else 0.5)
        _draw_stone(image, box, 9, face, 4 if runs else 0, theme)
        line = calamity_line(prophecy)
        size = size_to_fit(line, _SMALL_ICON, wide - 12, theme)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        draw_line(image, line, middle, size, theme, theme.ink)


def _price(icon: str, count: int) -> tuple[Part, ...]:
    return (Words(f"−{count}" if count > 1 else "−"), Pic(icon))


def _temple_step_cost(raw: Raw) -> Group:
    temples = raw["temples"]
    temple = "temple-any" if temples == "all" else f"temple-{temples[0]}"
    ((good, count),) = raw["cost"].items()
    return (Pic(temple), *_price(good.replace("_", "-"), count))


def _harvest_loss(raw: Raw) -> Group:
    return (Pic(f"{raw['resource']}-tile"), *_price(raw["resource"], raw["amount"]))


def _gain_cost(raw: Raw) -> Group:
    if raw["resource"] == "skull":
        return (Pic("skull"), *_price("temple-any", raw["temple_steps_down_each"]))
    return (Pic(raw["resource"]), *_price("corn", raw["cost_each"]["corn"]))


def _technology_step_cost(raw: Raw) -> Group:
    return (Pic("tech-any"), *_price("any-resource", raw["cost"]["any_resource"]))


def _technology_level_off(raw: Raw) -> Group:
    return (Pic("tech-any"), Words(f"{raw['level']}"), Pic("arrow", 0.6), Words("0"))


def _building_cost(raw: Raw) -> Group:
    return (Pic("build"), *_price("any-resource", raw["cost"]["any_resource"]))


def _feed_extra(raw: Raw) -> Group:
    return (Pic("worker"), *_price("corn", raw["corn_per_worker"]))


def _placement_extra(raw: Raw) -> Group:
    return (Pic(f"city-{raw['gear']}"), *_price("corn", raw["corn_each"]))


_CALAMITIES: Mapping[str, Callable[[Raw], Group]] = {
    "temple_step_cost": _temple_step_cost,
    "harvest_loss": _harvest_loss,
    "gain_cost": _gain_cost,
    "technology_step_cost": _technology_step_cost,
    "technology_level_off": _technology_level_off,
    "building_cost": _building_cost,
    "feed_extra": _feed_extra,
    "placement_extra": _placement_extra,
}
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
