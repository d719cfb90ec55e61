"""The bracket of a knock-out, from what the season's log says: for its picture and its words."""

from collections.abc import Callable, Mapping, Sequence

from bot.leagues.season_transaction import SeasonView
from bot.model.league import LeagueTable
from bot.seasons.events import stage_of
from bot.seasons.season import Season
from bot.text.descriptions.bracket import Bracket, BracketRound, BracketRow, BracketTable, State
from bot.text.names import points_number
from bot.text.translation import Translations


def brackets_of(state: Season) -> tuple[int, ...]:
    """The divisions in which a knock-out is drawn: those of the newest stage first."""
    found = [n for n in state.drawn_divisions() if state.stage(n).kind == "knockout"]
    return tuple(sorted(found, key=lambda n: (-stage_of(n), n)))
