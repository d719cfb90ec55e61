"""Pictures of games and leagues: a scene or table goes in, PNG bytes and alt text come out.

Whoever imports a drawing here gets its name, by which a process for drawing finds it
(`rendering.drawing.pool`). Pillow, fonts and all that draws are loaded where it is called.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rendering.drawing.picture import COVER, POSSESSIONS, Drawing, FontsMissing, Picture
from rendering.drawing.theme import THEMES, ThemeName

__all__ = [
    "CLOSEUPS",
    "COVER",
    "LOOK",
    "POSSESSIONS",
    "THEMES",
    "DrawingPool",
    "FontsMissing",
    "Picture",
    "Superseded",
    "ThemeName",
    "check_fonts",
    "draw_card",
    "draw_choices",
    "draw_city",
    "draw_closeup",
    "draw_cover",
    "draw_figures",
    "draw_final",
    "draw_food_day",
    "draw_kept",
    "draw_legend",
    "draw_profile",
    "draw_ratings",
    "draw_review",
    "draw_rounds",
    "draw_standings",
    "draw_strip",
    "draw_tile",
    "draw_turning",
    "draw_wheels",
    "draw_whole_game",
    "draw_year",
    "emoji_images",
    "layer",
    "left_out",
    "prepare",
    "prepare_city",
    "prepare_turning",
    "prepare_wheels",
    "small_city",
    "small_final",
    "small_ground",
    "small_profile",
    "small_size",
    "small_wheels",
]

if TYPE_CHECKING:
    from rendering.ahead import prepare, prepare_city, prepare_wheels
    from rendering.animations import draw_turning, draw_whole_game
    from rendering.choices.kept import draw_kept
    from rendering.choices.strip import draw_strip
    from rendering.city.picture import draw_city
    from rendering.closeups.closeup import CLOSEUPS, draw_closeup
    from rendering.closeups.legend import draw_legend
    from rendering.closeups.tile import draw_tile
    from rendering.drawing.fonts import check_fonts, left_out
    from rendering.drawing.pool import DrawingPool, Superseded
    from rendering.icons.emojis import emoji_images
    from rendering.panel import draw_choices
    from rendering.results.card import draw_card
    from rendering.results.figures import draw_figures, draw_rounds
    from rendering.results.final import draw_final
    from rendering.results.food_day import draw_food_day
    from rendering.results.profile import draw_profile
    from rendering.results.ratings import draw_ratings
    from rendering.results.review import draw_review
    from rendering.results.standings import draw_standings
    from rendering.results.year import draw_year
    from rendering.small import (
        LOOK,
        layer,
        small_city,
        small_final,
        small_ground,
        small_profile,
        small_wheels,
    )
    from rendering.wheels.cover import draw_cover
    from rendering.wheels.picture import draw_wheels, small_size
    from rendering.wheels.turning import prepare_turning
else:
    _DRAWINGS = {
        "ahead": ("prepare", "prepare_city", "prepare_wheels"),
        "choices.kept": ("draw_kept",),
        "choices.strip": ("draw_strip",),
        "city.picture": ("draw_city",),
        "closeups.closeup": ("draw_closeup",),
        "closeups.legend": ("draw_legend",),
        "closeups.tile": ("draw_tile",),
        "drawing.fonts": ("check_fonts", "left_out"),
        "icons.emojis": ("emoji_images",),
        "panel": ("draw_choices",),
        "results.card": ("draw_card",),
        "results.figures": ("draw_figures", "draw_rounds"),
        "results.final": ("draw_final",),
        "results.food_day": ("draw_food_day",),
        "results.profile": ("draw_profile",),
        "results.ratings": ("draw_ratings",),
        "results.review": ("draw_review",),
        "results.standings": ("draw_standings",),
        "results.year": ("draw_year",),
        "small": (
            "layer",
            "small_city",
            "small_final",
            "small_ground",
            "small_profile",
            "small_wheels",
        ),
        "wheels.cover": ("draw_cover",),
        "wheels.picture": ("draw_wheels", "small_size"),
        "wheels.turning": ("prepare_turning",),
    }
    for _module, _names in _DRAWINGS.items():
        for _name in _names:
            globals()[_name] = Drawing(f"rendering.{_module}", _name)
    _OTHERS = {
        "CLOSEUPS": "closeups.closeup",
        "DrawingPool": "drawing.pool",
        "LOOK": "small",
        "Superseded": "drawing.pool",
        "draw_turning": "animations",
        "draw_whole_game": "animations",
    }

    def __getattr__(name: str) -> Any:
        if name not in _OTHERS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"rendering.{_OTHERS[name]}"), name)
