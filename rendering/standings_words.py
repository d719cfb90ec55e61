"""The standings picture in words."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.text.translation import Translations

if TYPE_CHECKING:
    from rendering.standings_picture import StandingsRow, StandingsTable

LONGEST = 1024
"""Characters Discord takes as alt text."""
_SHORT_NAMES = (14, 10, 7)


def alt_standings(table: "StandingsTable", t: Translations) -> str:
    """Title, every place with its values, who goes up or down. Where that is too long, ties and
    moves give way first, then all columns but the first, then long names, then the last places.
    """
    attempts: Sequence[Callable[[], str]] = (
        lambda: _told(t, table),
        lambda: _told(t, table, ties=False),
        lambda: _told(t, table, ties=False, columns=1),
        *(
            partial(_told, t, table, ties=False, columns=1, longest=longest)
            for longest in _SHORT_NAMES
        ),
        *(
            partial(_told, t, table, ties=False, columns=1, longest=_SHORT_NAMES[-1], rows=rows)
            for rows in range(len(table.rows) - 1, -1, -1)
        ),
    )
    for attempt in attempts:
        words = attempt()
        if _length(words) <= LONGEST:
            return words
    return words[:LONGEST]  # a title nobody would give


def _told(
    t: Translations,
    table: "StandingsTable",
    *,
    ties: bool = True,
    columns: int | None = None,
    longest: int | None = None,
    rows: int | None = None,
) -> str:
    head = ", ".join(part for part in (table.title, table.note) if part)
    sentences = [t.gettext("Standings of {title}.").format(title=head)]
    told = table.rows[:rows]
    for row in told:
        sentences.append(_row(t, table, row, ties=ties, columns=columns, longest=longest))
    left = len(table.rows) - len(told)
    if left:
        more = t.ngettext("And {n} more place.", "And {n} more places.", left)
        sentences.append(more.format(n=left))
    return " ".join(sentences)


def _row(
    t: Translations,
    table: "StandingsTable",
    row: "StandingsRow",
    *,
    ties: bool,
    columns: int | None,
    longest: int | None,
) -> str:
    values = [
        t.gettext("{what} {value}").format(what=head, value=value)
        for head, value in zip(table.columns[:columns], row.values[:columns], strict=True)
    ]
    if row.gone:
        values.append(t.gettext("has withdrawn"))
    elif row.band == "up":
        values.append(t.gettext("on a place to go up"))
    elif row.band == "down":
        values.append(t.gettext("on a place to go down"))
    if ties and row.moved:
        places = abs(row.moved)
        moved = (
            t.ngettext("{n} place won", "{n} places won", places)
            if row.moved > 0
            else t.ngettext("{n} place lost", "{n} places lost", places)
        )
        values.append(moved.format(n=places))
    if ties and row.tie:
        values.append(row.tie)
    return t.gettext("{place}. {name}: {what}.").format(
        place=row.place, name=row.name[:longest], what=", ".join(values)
    )


def _length(words: str) -> int:
    """As Discord may count it: letters outside the basic plane count twice."""
    return len(words.encode("utf-16-le")) // 2
