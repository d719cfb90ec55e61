"""Tables that have lost their channel: it was deleted, or the bot is no longer on the server.

Such a game stands still, with its clocks, and nothing looks after it. It goes on in another channel
if somebody says so, or in its own once the bot is back; otherwise it is given up after `WAITS`. A
lobby is closed at once, for nothing has been played.
"""

from datetime import timedelta

import structlog

from bot.clocks import pause, resume
from bot.model.notes import ChannelLost, GameGoesOn
from bot.model.table import Table
from bot.refusal import Refusal
from bot.store import tables as stored
from bot.tables import lobby, timing
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables

WAITS = timedelta(days=30)
"""How long a game waits for another channel."""

logger = structlog.get_logger(__name__)


def set_aside(opened: OpenTable) -> bool:
    """Stop a game whose channel is gone, until it goes on elsewhere, and let its players be told.
    Returns whether this was new. A lobby is closed."""
    table = opened.table
    if table.gone_at is not None or table.status not in ("lobby", "playing"):
        return False
    if table.status == "lobby":
        lobby.give_up(opened)
        return True
    if not table.paused:
        opened.set_clocks(timing.changed(table, lambda clock: pause(clock, opened.now)))
        opened.change(paused_at=opened.now)
    opened.change(gone_at=opened.now)
    seats = sorted(table.human_seats)
    opened.must_tell(*map(ChannelLost, seats), ChannelLost(None))
    logger.warning("channel gone", table=table.id, channel=table.channel_id, guild=table.guild_id)
    return True


def go_on(opened: OpenTable, channel_id: int) -> Table:
    """Continue a game without a channel in this channel, with the clocks as they stood. Raises
    Refusal (`not-waiting`) for any other table, and at the end of the block (`channel-busy`) where
    another table is open in the channel."""
    table = opened.table
    if table.gone_at is None or table.status != "playing":
        raise Refusal("not-waiting", "This game no longer waits for another channel.")
    if table.paused_at == table.gone_at:  # otherwise people had stopped the clocks before
        opened.set_clocks(timing.changed(table, lambda clock: resume(clock, opened.now)))
        opened.change(paused_at=None)
    opened.change(gone_at=None)
    opened.drop_notes(ChannelLost)
    if channel_id != table.channel_id:
        opened.move(channel_id)
    opened.must_tell(GameGoesOn())
    logger.info("table goes on", table=table.id, channel=channel_id)
    return opened.table


def must_wait_no_longer(opened: OpenTable) -> bool:
    """Give up a game that has waited too long for a channel; return whether it was given up."""
    table = opened.table
    if table.status != "playing" or table.gone_at is None or opened.now < table.gone_at + WAITS:
        return False
    lobby.give_up(opened)
    logger.warning("given up, its channel is gone", table=table.id, since=table.gone_at.isoformat())
    return True


async def waiting(tables: Tables, guild_id: int | None = None) -> list[Table]:
    """List the games that wait for another channel, on one server or on all of this program, the
    oldest first."""
    return await tables.store.read(stored.set_aside, guild_id, tables.shards)


async def in_place(tables: Tables, guild_id: int | None = None) -> list[Table]:
    """List the open tables whose channel is not lost, on one server or on all of this program."""
    return await tables.store.read(stored.in_place, guild_id, tables.shards)
