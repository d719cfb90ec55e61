"""Which rows belong to the servers that a process looks after."""

from typing import Any

from sqlalchemy import ColumnElement, func, true

from bot.model.shards import SHIFT, Shards


def owned(guild_id: ColumnElement[Any], shards: Shards) -> ColumnElement[bool]:
    """The server in this column comes by one of the shards, as in `Shards.have`."""
    if shards.are_all:
        return true()
    # Divided, since the sign for shifting binds less tightly than the rest in one database only.
    shard = func.coalesce(guild_id, 0).op("/", precedence=8)(1 << SHIFT) % shards.count
    return shard.between(shards.first, shards.last)
