"""Lists of open tables: those of a person, with the games that wait for this person first; and
those of a server, with the stuck ones and the longest waiting first."""

from datetime import UTC, datetime, timedelta

from bot.model.open_games import OpenGame
from bot.store import open_games as stored
from bot.tables.service import Tables

STUCK_AFTER = timedelta(minutes=5)
"""If a channel has not been told everything after this time, telling it has failed."""
_NEVER = datetime.max.replace(tzinfo=UTC)


async def mine(tables: Tables, user_id: int) -> list[OpenGame]:
    """List the open tables of a person: those that wait for the person, by deadline and then the
    longest waiting first; those that wait for others, in this order too; lobbies; those without a
    channel."""

    def order(game: OpenGame) -> tuple[int, datetime, datetime, int]:
        seat = game.asked_of(user_id)
        end = (seat.deadline if seat else game.deadline) or _NEVER
        since = seat.since if seat and seat.since else game.since
        return _rank(game, asked=seat is not None), end, since, game.id

    return sorted(await tables.store.read(stored.of_person, user_id), key=order)


def _rank(game: OpenGame, *, asked: bool) -> int:
    if game.gone_at is not None:
        return 3
    if asked:
        return 0
    return 1 if game.status == "playing" else 2


async def at_server(tables: Tables, guild_id: int) -> list[OpenGame]:
    """List the open tables of a server: the stuck ones, the other games with the longest waiting
    first, lobbies."""
    now = tables.now()

    def order(game: OpenGame) -> tuple[int, datetime, int]:
        rank = 0 if stuck(game, now) else 1 if game.status == "playing" else 2
        return rank, game.since, game.id

    return sorted(await tables.store.read(stored.at_server, guild_id), key=order)


def stuck(game: OpenGame, now: datetime) -> bool:
    """Whether somebody should look after a table: its channel is gone, or has long not been told
    everything."""
    return game.gone_at is not None or (not game.told and game.changed_at <= now - STUCK_AFTER)
