"""Pictures of games and leagues: a scene or table goes in, PNG bytes and alt text come out.

The names imported from here stand for the functions that draw: a process that draws finds the
function by its name (`rendering.drawing.pool`). Pillow, fonts and the drawing modules are loaded
only when one is called.
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
    "draw_bracket",
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
    "ground_of_boards",
    "keep_more",
    "layer_of_board",
    "left_out",
    "page_icon",
    "prepare",
    "prepare_city",
    "prepare_turning",
    "prepare_wheels",
    "small_city",
    "small_final",
    "small_profile",
    "small_size",
]

if TYPE_CHECKING:
    from rendering.choices import draw_kept, draw_strip
    from rendering.city.picture import draw_city
    from rendering.closeups.closeup import CLOSEUPS, draw_closeup, draw_legend
    from rendering.closeups.tiles import draw_tile
    from rendering.drawing.lettering import check_fonts, left_out
    from rendering.drawing.pool import DrawingPool, Superseded, draw_turning, draw_whole_game
    from rendering.icons.catalogue import emoji_images
    from rendering.panel import draw_choices
    from rendering.results.bracket import draw_bracket
    from rendering.results.cards import draw_card, draw_food_day, draw_year
    from rendering.results.final import draw_final, draw_review
    from rendering.results.standings import draw_standings
    from rendering.results.statistics import draw_figures, draw_profile, draw_ratings, draw_rounds
    from rendering.small import (
        LOOK,
        ground_of_boards,
        keep_more,
        layer_of_board,
        page_icon,
        prepare,
        prepare_city,
        prepare_turning,
        prepare_wheels,
        small_city,
        small_final,
        small_profile,
    )
    from rendering.wheels.picture import draw_cover, draw_wheels, small_size
else:
    _DRAWINGS = {
        "choices": ("draw_kept", "draw_strip"),
        "city.picture": ("draw_city",),
        "closeups.closeup": ("draw_closeup", "draw_legend"),
        "closeups.tiles": ("draw_tile",),
        "drawing.lettering": ("check_fonts", "left_out"),
        "icons.catalogue": ("emoji_images",),
        "panel": ("draw_choices",),
        "results.bracket": ("draw_bracket",),
        "results.cards": ("draw_card", "draw_food_day", "draw_year"),
        "results.final": ("draw_final", "draw_review"),
        "results.standings": ("draw_standings",),
        "results.statistics": ("draw_figures", "draw_profile", "draw_ratings", "draw_rounds"),
        "small": (
            "ground_of_boards",
            "keep_more",
            "layer_of_board",
            "page_icon",
            "prepare",
            "prepare_city",
            "prepare_turning",
            "prepare_wheels",
            "small_city",
            "small_final",
            "small_profile",
        ),
        "wheels.picture": ("draw_cover", "draw_wheels", "small_size"),
    }
    for _module, _names in _DRAWINGS.items():
        for _name in _names:
            globals()[_name] = Drawing(f"rendering.{_module}", _name)
    _OTHERS = {
        "CLOSEUPS": "closeups.closeup",
        "DrawingPool": "drawing.pool",
        "LOOK": "small",
        "Superseded": "drawing.pool",
        "draw_turning": "drawing.pool",
        "draw_whole_game": "drawing.pool",
    }

    def __getattr__(name: str) -> Any:
        if name not in _OTHERS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"rendering.{_OTHERS[name]}"), name)
