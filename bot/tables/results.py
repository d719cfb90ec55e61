"""How a game ended: by itself, or by a moderator's word."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.moderation import AuditEntry
from bot.store import moderation
from bot.store.rows import TableRow
from bot.tables.desk import Desk

_RESULTS = ("end", "correct", "rewind", "latecomer")
"""What changes the result of a table; the newest that was done decides."""


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    standings: tuple[Mapping[str, int], ...]
    """By place: `seat`, `place` and `points4` (quarters of a point). Empty: it does not count."""
    played: tuple[Mapping[str, int], ...] | None
    """What the game itself came to; None if it was not played to its end."""
    decided_by: AuditEntry | None
    """The moderator's act that decided it, if not the game."""


async def result(desk: Desk, row: TableRow) -> Result | None:
    """How a game ended: what moderators decided, else what it came to. None while it goes on."""
    if row.rules is None or row.status not in ("finished", "abandoned"):
        return None
    played = None
    game = (await desk.games.get(row)).game
    if game.finished:
        played = tuple(game.standings())
    entry = await desk.store.read(moderation.latest_done, row.id, _RESULTS)
    if entry is not None and entry.act in ("end", "correct"):
        return Result(tuple(entry.details.get("standings") or ()), played, entry)
    return Result(played or (), played, None)
