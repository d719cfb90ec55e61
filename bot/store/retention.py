"""What is not kept for ever: tables that came to nothing, and settings of people who have not been
seen for long."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import league_bans, league_tables, people, seats, tables


@dataclass(frozen=True)
class Expired:
    """How much was removed."""

    tables: int
    people: int
    bans: int

    def __bool__(self) -> bool:
        """Whether anything was."""
        return bool(self.tables or self.people or self.bans)


async def remove_old(connection: AsyncConnection, before: datetime) -> Expired:
    """Remove what was last of use before this moment: lobbies and games that were given up, with
    their logs; settings of people who have set nothing since and sit at no table that changed
    since or is open; bans that had ended. A finished game stays, and so does one a league knows."""
    in_a_league = select(league_tables.c.table_id).where(league_tables.c.table_id.is_not(None))
    gone = await connection.execute(
        delete(tables).where(
            tables.c.status == "abandoned",
            tables.c.updated_at < before,
            tables.c.id.not_in(in_a_league),
        )
    )
    seen = (
        select(seats.c.user_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(
            seats.c.user_id.is_not(None),
            or_(tables.c.updated_at >= before, tables.c.status.in_(("lobby", "playing"))),
        )
    )
    unseen = await connection.execute(
        delete(people).where(people.c.updated_at < before, people.c.user_id.not_in(seen))
    )
    over = await connection.execute(delete(league_bans).where(league_bans.c.until < before))
    return Expired(gone.rowcount, unseen.rowcount, over.rowcount)
