"""Deals that the tables of a round share.

They follow from a secret of the season, which nobody is ever told: what a table tells when it is
over is the secret of its round alone.
"""

import hashlib
from collections.abc import Mapping

from bot.leagues.model.events import DrawnTable

ROUND = "tzolkin round 1"
"""The first line of what is hashed, as in `bot.tables.fair_deal`."""


def shared_deal(secret: str, tables: Mapping[int, DrawnTable], number: int) -> str:
    """The secret of a table's deal: the same for the tables of a round, as 64 hexadecimal digits.
    (Tables with fewer seats make another deal of it.)

    A round may hold two tables of one person. Who has played a deal knows what lies hidden in it,
    so the second one has another deal, with the second ones of other people. Raises KeyError if
    there is no such table.
    """
    lines = [ROUND, secret, str(tables[number].round)]
    if turn := _turn(tables, number):
        lines.append(str(turn))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _turn(tables: Mapping[int, DrawnTable], number: int) -> int:
    """How often somebody at this table has played in its round before, by the numbers of the
    tables; 0 as a rule."""
    turns: dict[int, int] = {}
    for table in sorted(tables.values(), key=lambda one: one.table):
        if table.round != tables[number].round:
            continue
        turn = max((turns.get(entry, -1) for entry in table.entries), default=-1) + 1
        if table.table == number:
            return turn
        turns.update(dict.fromkeys(table.entries, turn))
    raise KeyError(number)
