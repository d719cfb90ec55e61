"""From stored rows to the snapshots that are handed out, and back."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, cast, get_args

from bot.clocks import rules_from_json, rules_to_json
from bot.model.server import Theme
from bot.store.rows import TableRow
from bot.tables.table import Options, RewindWish, SeatHolder, Status, Table
from bot.tables.timing import deadlines_of, ping_of


def table_of(row: TableRow, now: datetime) -> Table:
    """The snapshot of a stored table, at this moment."""
    wish = row.rewind_wish
    return Table(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        status=cast(Status, row.status),
        host_id=row.host_id,
        holders=tuple(
            SeatHolder(
                seat.seat, seat.user_id, seat.name, seat.computer, ping_of(row, seat.seat, now)
            )
            for seat in row.seats
        ),
        options=options_of(row.options),
        version=row.version,
        board_message_id=row.board_message_id,
        lobby_message_id=row.lobby_message_id,
        created_at=row.created_at,
        updated_at=row.updated_at,
        abandon_votes=row.abandon_votes,
        announced=row.announced,
        rewinds=row.rewinds,
        rewind_wish=None if wish is None else RewindWish(wish.to, wish.user_id, wish.votes),
        deadlines=deadlines_of(row),
        paused=row.paused_at is not None,
        commitment=row.commitment,
    )


def options_of(stored: Mapping[str, Any]) -> Options:
    """Stored options; what another version of the program stored and this one does not know is
    as if it had not been chosen."""
    options = Options(
        modules=tuple(stored.get("modules", ())),
        without=tuple(stored.get("without", ())),
        hints=stored.get("hints") is not False,
    )
    with suppress(ValueError):
        options = replace(options, time=rules_from_json(stored.get("time", {})))
    theme = stored.get("theme")
    return replace(options, theme=cast(Theme, theme)) if theme in get_args(Theme) else options


def stored_options(options: Options) -> dict[str, Any]:
    """Options as plain JSON types."""
    return {
        "theme": options.theme,
        "modules": list(options.modules),
        "without": list(options.without),
        "time": rules_to_json(options.time),
        "hints": options.hints,
    }
