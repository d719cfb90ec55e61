"""Leagues of a server: seasons kept as logs, their tables and games, standings, ratings.

Between the mathematics of leagues (`bot.leagues`) and the commands: `Seasons` is the service.
What happens in a season is one more event of its log; everything shown is worked out from it.
Whether somebody may do a moderator's act is for the commands to know.
"""

from bot.leagues.deciding import Decided, Preview
from bot.leagues.explaining import criterion_name, league_points, tie_sentences
from bot.leagues.exporting import results_csv, season_json, standings_csv
from bot.leagues.service import Seasons
from bot.leagues.settings import SeasonSettings
from bot.leagues.views import (
    Card,
    Counted,
    DivisionTable,
    HeadToHead,
    League,
    Line,
    Played,
    ScheduledTable,
    SeasonView,
)

__all__ = [
    "Card",
    "Counted",
    "Decided",
    "DivisionTable",
    "HeadToHead",
    "League",
    "Line",
    "Played",
    "Preview",
    "ScheduledTable",
    "SeasonSettings",
    "SeasonView",
    "Seasons",
    "criterion_name",
    "league_points",
    "results_csv",
    "season_json",
    "standings_csv",
    "tie_sentences",
]
