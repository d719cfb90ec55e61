"""A final table: the best of the stage before meet once more for the title of the season."""

from collections.abc import Sequence

from bot.seasons.events import Rules, Stage
from bot.seasons.schedules import Extent
from bot.seasons.stages.kind import Kind, Paired


def _begin(rules: Rules, stage: Stage, entries: Sequence[int], division: int, seed: int) -> Paired:
    """All games: seated by their standing, and in each further game one seat later."""
    if not 2 <= len(entries) <= 5:
        raise ValueError("a final has 2 to 5 players")
    games = []
    for game in range(stage.games or 1):
        on = game % len(entries)
        games.append((game, (*entries[on:], *entries[:on])))
    return Paired(tuple(games))


def _extent(rules: Rules, stage: Stage, players: int) -> Extent:
    games = stage.games or 1
    return Extent(games, games, games)


FINAL = Kind(_begin, _extent)
