"""Databases from before the first release, which eight steps had made (revisions 0001 to 0008).

Such a database is brought to the form of the first release by its actual contents: missing tables
and columns are added, then separate tables are moved into the seats. All of it is done in the
transaction in which Alembic goes on afterwards.
"""

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, inspect, text

from bot.store.migrations.versions.first_release import METADATA, revision

OLD_REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
_PARTS = {
    "prepared": {
        "prepared_base": "base",
        "prepared_revision": "revision",
        "prepared": "actions",
    },
    "plans": {"plan": "actions"},
    "clocks": {"clock": "clock", "due_at": "due_at"},
}
"""Tables with the key of `seats`, and their columns that are now columns of `seats`."""

_RENAMED = {"rewind_wish": "rewind_request", "pause_wish": "pause_request"}
"""Renamed columns of `tables`."""


def bring_over(connection: Connection) -> None:
    """Bring a database of an old revision to the first release; leave any other as it is."""
    context = MigrationContext.configure(connection)
    if context.get_current_revision() not in OLD_REVISIONS:
        return
    op = Operations(context)
    for old in {column["name"] for column in inspect(connection).get_columns("tables")} & {
        *_RENAMED
    }:
        op.alter_column("tables", old, new_column_name=_RENAMED[old])
    inspector = inspect(connection)
    known = {
        name: {column["name"] for column in inspector.get_columns(name)}
        for name in inspector.get_table_names()
    }
    _add_columns(op, known)
    _fill_columns(connection, known)
    for part, columns in _PARTS.items():
        if part in known:
            _move_to_seats(connection, part, columns)
            op.drop_table(part)
    # Indexes last: a dropped table takes the names of its indexes with it.
    METADATA.create_all(connection)
    for table in METADATA.sorted_tables:
        for index in table.indexes:
            index.create(connection, checkfirst=True)
    connection.execute(
        text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision}
    )


def _add_columns(op: Operations, known: dict[str, set[str]]) -> None:
    for table in METADATA.sorted_tables:
        for column in table.columns:
            if table.name in known and column.name not in known[table.name]:
                op.add_column(table.name, column)  # which copies it


def _fill_columns(connection: Connection, known: dict[str, set[str]]) -> None:
    if "announced" not in known["tables"]:
        # In games already begun everything counts as told.
        connection.execute(text("UPDATE tables SET announced = version WHERE rules IS NOT NULL"))
    if "rewinds_told" not in known["tables"]:
        connection.execute(text("UPDATE tables SET rewinds_told = rewinds"))
    if "user_id" not in known["events"]:
        # Until then only the person of a seat could confirm its events.
        connection.execute(
            text(
                "UPDATE events SET user_id = (SELECT seats.user_id FROM seats "
                "WHERE seats.table_id = events.table_id AND seats.seat = events.seat)"
            )
        )


def _move_to_seats(connection: Connection, part: str, columns: dict[str, str]) -> None:
    of_seat = f"FROM {part} WHERE {part}.table_id = seats.table_id AND {part}.seat = seats.seat"
    for new, old in columns.items():
        connection.execute(text(f"UPDATE seats SET {new} = (SELECT {part}.{old} {of_seat})"))
