"""A season at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.leagues.events import DrawnDivision, DrawnTable, RoundDrawn, Rules
from bot.leagues.results import Result

Phase = Literal["new", "sign-up", "running", "finished"]


@dataclass(frozen=True)
class Season:
    """A season at one moment. Nothing in it may be changed; `apply` makes the next one."""

    name: str = ""
    rules: Rules = field(default_factory=Rules)
    phase: Phase = "new"
    signed_up: tuple[int, ...] = ()
    """In order of signing up."""
    divisions: tuple[DrawnDivision, ...] = ()
    division_of: Mapping[int, int] = field(default_factory=dict)
    """By entry."""
    tables: Mapping[int, DrawnTable] = field(default_factory=dict)
    """By number, those voided included."""
    rounds: tuple[RoundDrawn, ...] = ()
    """Of the Swiss form, after the first."""
    first_byes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    holders: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By entry who has played for it, the present one last."""
    withdrawn: frozenset[int] = frozenset()
    """Entries given up for which nobody plays on."""
    results: Mapping[int, Result] = field(default_factory=dict)
    """By table, as corrected; in the order of finishing."""
    voided: frozenset[int] = frozenset()
    time_outs: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """By table and entry, how many turns the computer took because time ran out."""
    adjustments: Mapping[int, int] = field(default_factory=dict)
    """By entry, units given or taken by moderators."""
    seed: str = ""

    def holder(self, entry: int) -> int:
        """Who plays for the entry now, or did last."""
        return self.holders[entry][-1]

    def open_tables(self) -> tuple[DrawnTable, ...]:
        """The tables still to be finished, in playing order."""
        waiting = [
            drawn
            for number, drawn in self.tables.items()
            if number not in self.results and number not in self.voided
        ]
        return tuple(sorted(waiting, key=lambda drawn: (drawn.round, drawn.table)))

    def may_open(self, busy: frozenset[int] = frozenset()) -> tuple[DrawnTable, ...]:
        """Of the open tables those that can be played at once: nobody at two of them, and nobody
        who is busy (entries); a table waits for earlier ones of its players. Computer seats are
        never busy."""
        taken = set(busy)
        free = []
        for drawn in self.open_tables():
            playing = [entry for entry in drawn.entries if entry not in self.withdrawn]
            if taken.isdisjoint(playing):
                free.append(drawn)
            taken.update(playing)
        return tuple(free)
