"""All icons by name, as sprites. The drawings are in `icon_goods`, `icon_places`, `icon_signs`."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from PIL import Image

from rendering import icon_goods as goods
from rendering import icon_places as places
from rendering import icon_signs as signs
from rendering.canvas import text
from rendering.markers import dummy
from rendering.pen import Pen
from rendering.theme import Colour, Theme

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
    "fish": signs.fish,
    "burn": signs.burn,
    "market": signs.market,
    "free-choice": signs.free_choice,
    "any-city": signs.any_city,
    "food-mid": signs.food_mid,
    "food-end": signs.food_end,
    "first-player": signs.first_player,
    "sun": signs.sun,
    "moon": signs.moon,
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

# Drawn in one colour, which the caller may choose.
_TINTED: Mapping[str, tuple[Callable[[Pen, Colour], None], Callable[[Theme], Colour]]] = {
    "worker": (signs.worker, lambda theme: theme.worker),
    "feed-free": (signs.feed_free, lambda theme: theme.worker),
    "arrow": (signs.arrow, lambda theme: theme.ink),
    "check": (signs.check, lambda theme: theme.jade),
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


@lru_cache(maxsize=256)
def icon(name: str, size: int, theme: Theme, colour: Colour | None = None) -> Image.Image:
    """The icon as an RGBA sprite of size x size pixels, cached: do not draw on it.

    `colour` goes only with the icons of one colour (worker, feed-free, arrow, check, city-*, and
    the signs of the building categories). Raises KeyError for a name that is not in `NAMES`.
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


@lru_cache(maxsize=32)
def medal(place: int, size: int, theme: Theme) -> Image.Image:
    """The place of a seat at the end, as an RGBA sprite of size x size pixels."""
    pen = Pen(size, theme)
    signs.medal(pen, place)
    sprite = pen.sprite()
    text(
        sprite, (size / 2, size / 2), str(place), "black", round(size * 0.52), theme.food_ink, "mm"
    )
    return sprite


@lru_cache(maxsize=128)
def points_icon(n: int, size: int, theme: Theme) -> Image.Image:
    """A cartouche with a number of points on it, as an RGBA sprite of size x size pixels."""
    pen = Pen(size, theme)
    goods.cartouche(pen)
    sprite = pen.sprite()
    words = str(n).replace("-", "−")
    height = round(size * (0.6 if len(words) < 3 else 0.46))
    text(sprite, (size / 2, size / 2), words, "black", height, theme.ink, "mm")
    return sprite
