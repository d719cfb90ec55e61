"""How the points of a table's game came about."""

import asyncio

from bot.engine.points_by_source import PointsHistory, points_history
from bot.tables.open_games import OpenGame


async def history_of(opened: OpenGame) -> PointsHistory:
    """The points of a game so far, or to its end, by source and by round."""
    record = opened.game.record()
    actions = [(seat, action) for seat, action in record["actions"]]
    # A whole game is played again for it: not where others wait.
    return await asyncio.to_thread(points_history, record["setup"], actions)
