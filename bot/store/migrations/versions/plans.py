"""A plan has several turns with several ways to take each, and may confirm itself."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "plans"
down_revision = "cards"
branch_labels = None
depends_on = None

SEATS = sa.table(
    "seats",
    sa.column("table_id", sa.Integer),
    sa.column("seat", sa.Integer),
    sa.column("plan", sa.JSON(none_as_null=True)),
)


OUTBOX = sa.table("outbox", sa.column("kind"))


def upgrade() -> None:
    """Add the columns. A plan of the next turn stays, and does not confirm itself."""
    op.add_column("seats", sa.Column("plan_due", sa.DateTime(timezone=True)))
    op.create_index("ix_seats_plan_due", "seats", ["plan_due"])
    op.add_column("events", sa.Column("planned", sa.Boolean))
    op.add_column("undone", sa.Column("planned", sa.Boolean))
    _rewrite(lambda actions: {"turns": [[{"actions": actions}]]})


def downgrade() -> None:
    """Drop the columns. Of a plan the first way to take the next turn stays; nobody is told any
    more that they are next."""
    op.execute(sa.delete(OUTBOX).where(OUTBOX.c.kind == "SeatIsNext"))
    _rewrite(lambda plan: [*plan["turns"][0][0]["actions"]] if plan["turns"] else None)
    op.drop_column("undone", "planned")
    op.drop_column("events", "planned")
    op.drop_index("ix_seats_plan_due", "seats")
    op.drop_column("seats", "plan_due")


def _rewrite(converted: Callable[[Any], Any]) -> None:
    connection = op.get_bind()
    for row in connection.execute(sa.select(SEATS).where(SEATS.c.plan.is_not(None))).all():
        connection.execute(
            sa.update(SEATS)
            .where(SEATS.c.table_id == row.table_id, SEATS.c.seat == row.seat)
            .values(plan=converted(row.plan))
        )
