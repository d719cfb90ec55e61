"""Pictures of games and leagues: a scene or table goes in, PNG bytes and alt text come out."""

from rendering.choices.kept import draw_kept
from rendering.choices.strip import draw_strip
from rendering.city import picture as city
from rendering.city.picture import draw_city
from rendering.closeups.closeup import CLOSEUPS, POSSESSIONS, draw_closeup
from rendering.closeups.legend import draw_legend
from rendering.closeups.tile import draw_tile
from rendering.drawing.encoding import Picture
from rendering.drawing.fonts import FontsMissing, check_fonts, left_out
from rendering.drawing.pool import DrawingPool, Superseded
from rendering.drawing.theme import THEMES, ThemeName
from rendering.icons.emojis import emoji_images
from rendering.panel import draw_choices
from rendering.results.card import draw_card
from rendering.results.figures import draw_figures, draw_rounds
from rendering.results.final import FinalResult, draw_final
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
    small_size,
    small_wheels,
)
from rendering.wheels import picture as wheels
from rendering.wheels.cover import COVER, draw_cover
from rendering.wheels.picture import draw_wheels
from rendering.wheels.turning import draw_turning, prepare_turning
from rendering.wheels.whole_game import draw_whole_game

__all__ = [
    "CLOSEUPS",
    "COVER",
    "LOOK",
    "POSSESSIONS",
    "THEMES",
    "DrawingPool",
    "FinalResult",
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
    "prepare_turning",
    "small_city",
    "small_final",
    "small_ground",
    "small_profile",
    "small_size",
    "small_wheels",
]


def prepare(theme: ThemeName = "dark") -> None:
    """Draw the parts that all pictures share before the first picture is asked for; takes a second.

    Raises FontsMissing if the typeface is not installed.
    """
    check_fonts()
    city.empty_image(THEMES[theme])
    wheels.empty_image(THEMES[theme])
