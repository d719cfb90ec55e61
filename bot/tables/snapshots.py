"""From stored rows to the snapshots that are handed out, and back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast, get_args

from bot.store.rows import TableRow
from bot.tables.table import Options, SeatHolder, Status, Table, Theme


def table_of(row: TableRow) -> Table:
    """The snapshot of a stored table."""
    return Table(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        status=cast(Status, row.status),
        host_id=row.host_id,
        holders=tuple(
            SeatHolder(seat.seat, seat.user_id, seat.name, seat.computer) for seat in row.seats
        ),
        options=options_of(row.options),
        version=row.version,
        board_message_id=row.board_message_id,
        lobby_message_id=row.lobby_message_id,
        created_at=row.created_at,
        updated_at=row.updated_at,
        abandon_votes=row.abandon_votes,
        announced=row.announced,
    )


def options_of(stored: Mapping[str, Any]) -> Options:
    """Stored options; what another version of the program stored and this one does not know is
    as if it had not been chosen."""
    options = Options(
        modules=tuple(stored.get("modules", ())), without=tuple(stored.get("without", ()))
    )
    theme = stored.get("theme")
    return replace(options, theme=cast(Theme, theme)) if theme in get_args(Theme) else options


def stored_options(options: Options) -> dict[str, Any]:
    """Options as plain JSON types."""
    return {
        "theme": options.theme,
        "modules": list(options.modules),
        "without": list(options.without),
    }
