"""The condition by which a process finds the rows of its own servers."""

from typing import Any

from sqlalchemy import ColumnElement, func, true

from bot.model.shards import SHIFT, Shards


def owned(guild_id: ColumnElement[Any], shards: Shards) -> ColumnElement[bool]:
    """The condition that a server belongs to one of the shards, as in `Shards.have`."""
    if shards.are_all:
        return true()
    # Division, since the shift operator binds less tightly in one of the databases.
    shard = func.coalesce(guild_id, 0).op("/", precedence=8)(1 << SHIFT) % shards.count
    return shard.between(shards.first, shards.last)
