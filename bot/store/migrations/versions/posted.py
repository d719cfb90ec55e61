"""What stands in a table's channel is one record: columns of one name, calls with names for their
parts, and those that are leaving apart."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "posted"
down_revision = "outbox"
branch_labels = None
depends_on = None

NAMES = {
    "rewinds_told": "posted_rewinds", "announced": "posted_version",
    "on_board": "posted_on_board", "board_message_id": "posted_board",
    "lobby_message_id": "posted_lobby", "call_message_ids": "posted_calls",
}  # fmt: skip
DELETED, TAKEN_OFF, DIRECT = -1, -2, -3
"""What stood in the place of the seat of a call that was leaving."""
TABLES = sa.table(
    "tables", sa.column("id"),
    sa.column("posted_calls", sa.JSON(none_as_null=True)),
    sa.column("posted_leaving", sa.JSON(none_as_null=True)),
)  # fmt: skip


def upgrade() -> None:
    """Give the columns their names, and the calls those of their parts."""
    for before, after in NAMES.items():
        op.execute(f"ALTER TABLE tables RENAME COLUMN {before} TO {after}")
    op.add_column("tables", sa.Column("posted_leaving", sa.JSON))
    for number, noted, _ in _with_calls():
        calls = [_call(one) for one in noted or () if not _leaves(one)]
        leaving = [_call(one) for one in noted or () if _leaves(one)]
        _write(number, calls, leaving)


def downgrade() -> None:
    """Write all calls into one list again."""
    for number, calls, leaving in _with_calls():
        before = [_before(one, leaves=False) for one in calls or ()]
        _write(number, before + [_before(one, leaves=True) for one in leaving or ()], None)
    op.drop_column("tables", "posted_leaving")
    for old, new in NAMES.items():
        op.execute(f"ALTER TABLE tables RENAME COLUMN {new} TO {old}")


def _with_calls() -> Any:
    either = TABLES.c.posted_calls.is_not(None) | TABLES.c.posted_leaving.is_not(None)
    return op.get_bind().execute(sa.select(TABLES).where(either)).all()


def _write(number: int, calls: list[Any], leaving: list[Any] | None) -> None:
    values = {"posted_calls": calls or None, "posted_leaving": leaving or None}
    op.get_bind().execute(sa.update(TABLES).where(TABLES.c.id == number).values(values))


def _leaves(noted: Any) -> bool:
    return not isinstance(noted, int) and noted[0] < 0


def _call(noted: Any) -> dict[str, Any]:
    if isinstance(noted, int):
        return {"message": noted, "seat": None, "on_board": False}
    seat, message = noted
    on_board = seat == TAKEN_OFF
    if seat in (DELETED, TAKEN_OFF):
        return {"message": message, "seat": None, "on_board": on_board}
    return {"message": message, "seat": DIRECT - seat if seat < 0 else seat, "on_board": False}


def _before(call: dict[str, Any], *, leaves: bool) -> Any:
    message, seat = call["message"], call["seat"]
    if seat is not None:
        return [DIRECT - seat if leaves else seat, message]
    if leaves:
        return [TAKEN_OFF if call["on_board"] else DELETED, message]
    return message
