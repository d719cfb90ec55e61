"""Lists of open tables: all of a person's, what waits for that person first; and all of a server's,
what is stuck and what has waited longest first."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.model.open_games import Holder, OpenGame
from bot.refusal import Refusal
from bot.store import open_games as stored
from bot.tables.service import Tables

STUCK_AFTER = timedelta(minutes=5)
"""A channel that has not been told everything after so long waits for something that failed."""
_NEVER = datetime.max.replace(tzinfo=UTC)


async def mine(tables: Tables, user_id: int) -> list[OpenGame]:
    """The open tables at which a person sits: those that wait for the person, by deadline and then
    the longest waiting first; those that wait for others, in the same order; lobbies; those whose
    channel is gone."""

    def order(game: OpenGame) -> tuple[int, datetime, datetime, int]:
        seat = game.asked_of(user_id)
        end = game.bids_until or (seat.deadline if seat else game.deadline) or _NEVER
        since = seat.since if seat and seat.since else game.since
        return _rank(game, asked=seat is not None), end, since, game.id

    return sorted(
        await _known(tables, await tables.store.read(stored.of_person, user_id)), key=order
    )


def _rank(game: OpenGame, *, asked: bool) -> int:
    if game.gone_at is not None:
        return 3
    if asked:
        return 0
    return 1 if game.status == "playing" else 2


async def at_server(tables: Tables, guild_id: int) -> list[OpenGame]:
    """The open tables of a server: those that are stuck, the other games with the longest waiting
    first, lobbies."""
    now = tables.now()

    def order(game: OpenGame) -> tuple[int, datetime, int]:
        rank = 0 if stuck(game, now) else 1 if game.status == "playing" else 2
        return rank, game.since, game.id

    found = await tables.store.read(stored.at_server, guild_id)
    return sorted(await _known(tables, found), key=order)


def stuck(game: OpenGame, now: datetime) -> bool:
    """Whether somebody should look after a table: its channel is gone, or has long not been told
    what happened."""
    return game.gone_at is not None or (not game.told and game.changed_at <= now - STUCK_AFTER)


async def _known(tables: Tables, games: Sequence[OpenGame]) -> list[OpenGame]:
    """The same, with who is asked where the table does not say: in games that were begun before it
    was noted, until somebody plays on."""
    return [game if game.known else await _looked_up(tables, game) for game in games]


async def _looked_up(tables: Tables, game: OpenGame) -> OpenGame:
    try:
        opened = await tables.read(game.id)
        waiting = opened.waiting
    except Refusal:  # it is over meanwhile, or cannot be replayed
        return game

    def asked(one: Holder) -> Holder:
        clock = opened.table.seats[one.seat].clock
        question = clock.question if clock is not None else None
        since = question.asked_at if question is not None else game.changed_at
        return replace(one, asked=True, since=since) if one.seat in waiting else one

    return replace(game, known=True, seats=tuple(map(asked, game.seats)))
