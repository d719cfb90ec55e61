"""Deals that are committed to before the game. Older games have none."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

COLUMNS: dict[str, Any] = {
    "secret": sa.Text(),
    "commitment": sa.String(64),
    "joins": sa.JSON(),
    "shared_secret": sa.Text(),
    "shared_commitment": sa.String(64),
}


def upgrade() -> None:
    """Add the columns, empty: a commitment made afterwards would commit nobody to anything."""
    for name, kind in COLUMNS.items():
        op.add_column("tables", sa.Column(name, kind))
    op.create_index("ix_tables_shared_commitment", "tables", ["shared_commitment"])


def downgrade() -> None:
    """Take them away. The games stay, but how they were dealt can no longer be proved."""
    op.drop_index("ix_tables_shared_commitment", "tables")
    for name in reversed(COLUMNS):
        op.drop_column("tables", name)
