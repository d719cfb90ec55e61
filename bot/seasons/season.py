"""A season at one moment, and questions about it; and its disputes, with which players call the
moderators to a table.

`apply` (`bot.seasons.applying`) makes the season after one more event. Standings are calculated
from it (`standings_of`), so a corrected result or a substitute corrects everything at once.

Choices. An *entry* is a place in a division for a season, with the id of the person who signed up.
A substitute takes the entry over with its points and its place in the standings. Without one a
computer seat plays the open tables, so opponents keep their number of games, and the entry stands
last. A late entry brings further tables, for its opponents too: each of them sits at one such table
at most, so that nobody plays more than one game beyond the draw.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.refusal import P_, Refusal
from bot.seasons import events
from bot.seasons.results import Result

FEWEST_IN_DIVISION = 2
"""The fewest players for whom a division can be drawn."""
MOST_DISPUTES = 3
"""How often a person may dispute one table, so that nobody calls moderators without end."""


@dataclass(frozen=True)
class Dispute:
    """A player's dispute about a table, and how it was decided."""

    table: int
    person: int
    reason: str
    decision: events.Decision | None = None
    """The decision; None while the dispute is open."""
    answer: str = ""
    """The reason that moderators gave for their decision."""


def disputed(known: Sequence[Dispute], event: events.Disputed) -> tuple[Dispute, ...]:
    """The disputes of a season with one more. Raises Refusal if the person has an open one about
    that table, or has had too many."""
    own = [one for one in known if (one.table, one.person) == (event.table, event.person)]
    if any(one.decision is None for one in own):
        raise Refusal(
            "disputed",
            "You have already disputed table {table}; wait for the moderators' decision.",
            table=event.table,
        )
    if len(own) >= MOST_DISPUTES:
        raise Refusal(
            "disputed-often",
            *P_(
                "You have already disputed table {table} ({n} time); ask a moderator.",
                "You have disputed table {table} too often ({n} times); ask a moderator.",
            ),
            table=event.table,
            n=MOST_DISPUTES,
        )
    if not event.reason.strip():
        raise Refusal("reason-dispute", "Say what you dispute.")
    return (*known, Dispute(event.table, event.person, event.reason))


def settled(known: Sequence[Dispute], event: events.Settled) -> tuple[Dispute, ...]:
    """The disputes of a season with one of them decided. Raises Refusal if it is decided already
    (`dispute-settled`), or if there is none (`no-dispute`)."""
    if not 1 <= event.dispute <= len(known):
        raise Refusal("no-dispute", "There is no such dispute.")
    before = known[event.dispute - 1]
    if before.decision is not None:
        raise Refusal("dispute-settled", "This dispute is already decided.")
    decided = replace(before, decision=event.decision, answer=event.reason)
    return (*known[: event.dispute - 1], decided, *known[event.dispute :])


def open_disputes(known: Sequence[Dispute], table: int | None = None) -> Mapping[int, Dispute]:
    """The open disputes by number: those about one table, or all."""
    return {
        number: dispute
        for number, dispute in enumerate(known, start=1)
        if dispute.decision is None and table in (None, dispute.table)
    }


Phase = Literal["new", "sign-up", "running", "finished", "cancelled"]


@dataclass(frozen=True)
class Season:
    """A season at one moment. Nothing in it may be changed; `apply` makes the next one."""

    name: str = ""
    rules: events.Rules = field(default_factory=events.Rules)
    phase: Phase = "new"
    signed_up: tuple[int, ...] = ()
    """The people who have a place, in the order in which they signed up."""
    waiting: tuple[int, ...] = ()
    """The people on the waiting list, in order of signing up."""
    here: tuple[int, ...] = ()
    """The people with a place or waiting for one who have checked in."""
    seeds: events.Seeded = field(default_factory=events.Seeded)
    """The order into which moderators put them; empty without one."""
    divisions: tuple[events.DrawnDivision, ...] = ()
    division_of: Mapping[int, int] = field(default_factory=dict)
    """The division of each entry."""
    tables: Mapping[int, events.DrawnTable] = field(default_factory=dict)
    """The tables by number, voided ones included."""
    rounds: tuple[events.RoundDrawn, ...] = ()
    """The rounds of stages that are drawn round by round, without their first ones."""
    later: tuple[events.StageDrawn, ...] = ()
    """The stages after the first that are drawn, without draws that were replaced."""
    replaced: frozenset[int] = frozenset()
    """The tables of draws that were replaced; they stay voided."""
    first_byes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    holders: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Who has played for each entry, the present person last."""
    withdrawn: frozenset[int] = frozenset()
    """The entries that were given up and have no substitute."""
    left: frozenset[int] = frozenset()
    """The people who gave up an entry or lost it, and were not let in again."""
    entered_late: frozenset[int] = frozenset()
    """The entries of people who came after the draw."""
    late_tables: Mapping[int, int] = field(default_factory=dict)
    """For each table that was drawn for a late entry, that entry."""
    results: Mapping[int, Result] = field(default_factory=dict)
    """The results by table, as corrected, in the order in which tables were finished."""
    voided: frozenset[int] = frozenset()
    taken_out: Mapping[int, Result] = field(default_factory=dict)
    """The former results of voided tables."""
    disputes: tuple[Dispute, ...] = ()
    """The disputes; the first one has the number 1."""
    time_outs: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """How many turns timed out, by (table, entry)."""
    forgiven: Mapping[int, int] = field(default_factory=dict)
    """How often each entry had timed out before its present person came."""
    substitutes: tuple[int, ...] = ()
    """The people on the list of substitutes, in the order in which they joined it."""
    adjustments: Mapping[int, int] = field(default_factory=dict)
    """The units that moderators gave (or took, below 0), by entry."""
    seed: str = ""
    stood: tuple[events.Stood, ...] = ()
    """The standings with which version 1.0.0 closed it, as long as nothing has happened since."""

    def holder(self, entry: int) -> int:
        """The person who plays for the entry now, or did last."""
        return self.holders[entry][-1]

    @property
    def playing(self) -> frozenset[int]:
        """The entries that were not given up."""
        return frozenset(self.division_of) - self.withdrawn

    @property
    def came_and_went(self) -> frozenset[int]:
        """The late entries that were given up before they played: nothing of them is left."""
        gone = self.entered_late & self.withdrawn
        if not gone:
            return gone
        kept = (drawn.entries for n, drawn in self.tables.items() if n not in self.voided)
        return gone.difference(*kept)

    def late_places(self, division: int) -> int:
        """How many more people the rules may yet let into a division late: a late entry has used a
        place up for good once it has played."""
        rules = self.rules
        if self.phase != "running" or not rules.late_entry or self.later:
            return 0
        used = {
            line.entry
            for result in self.results.values()
            for line in result.lines
            if line.entry in self.entered_late
        }
        return max(0, rules.most_late - len(used)) if self.games_to_come(division) else 0

    def at_late_tables(self) -> frozenset[int]:
        """The entries that sit at a table of somebody else's late entry."""
        return frozenset(
            entry
            for number, newcomer in self.late_tables.items()
            if number not in self.voided
            for entry in self.tables[number].entries
            if entry != newcomer
        )

    def games_to_come(self, division: int) -> bool:
        """Whether a newcomer could still play in a division: a table of it is open, or in Swiss a
        round is to be drawn."""
        if self.rules.first.kind == "swiss":
            return self.rounds_left(division)
        return any(drawn.division == division for drawn in self.open_tables())

    def rounds_left(self, division: int) -> bool:
        """Whether more Swiss rounds are to be drawn in a division."""
        stage = self.stage(division)
        drawn = 1 + sum(event.division == division for event in self.rounds)
        return stage.kind == "swiss" and drawn < (stage.games or 0)

    def time_outs_of(self, entry: int) -> int:
        """How often an entry has timed out since its present person came."""
        had = sum(turns for (_, other), turns in self.time_outs.items() if other == entry)
        return had - self.forgiven.get(entry, 0)

    def is_over(self, table: int) -> bool:
        """Whether a table has a result, or was voided."""
        return table in self.results or table in self.voided

    def open_tables(self) -> tuple[events.DrawnTable, ...]:
        """The tables that are still to be finished, in playing order."""
        waiting = [drawn for number, drawn in self.tables.items() if not self.is_over(number)]
        return tuple(sorted(waiting, key=lambda drawn: (drawn.round, drawn.table)))

    def stage(self, division: int) -> events.Stage:
        """The stage in which a division plays."""
        return self.rules.stages[events.stage_of(division)]

    def entries_in(self, division: int) -> tuple[int, ...]:
        """The entries of a division of any stage that is drawn. Raises IndexError if there is none
        of that number."""
        stage = events.stage_of(division)
        if not stage:
            return self.divisions[division].entries
        return self.later[stage - 1].entries

    def drawn_divisions(self, stage: int | None = None) -> tuple[int, ...]:
        """The numbers of the divisions that are drawn: those of a stage, or of all."""
        found = [*range(len(self.divisions)), *(events.LATER * one.stage for one in self.later)]
        return tuple(n for n in found if stage in (None, events.stage_of(n)))

    def tables_in(self, division: int) -> list[events.DrawnTable]:
        """The tables of a division, without those of a draw that was replaced."""
        return [
            drawn for number, drawn in self.tables.items()
            if drawn.division == division and number not in self.replaced
        ]  # fmt: skip

    def playing_with(self, entry: int) -> list[int]:
        """The entries in the division of an entry, this one included, and those in a later stage
        with it."""
        own = self.division_of[entry]
        near = {*self.divisions[own].entries}
        near.update(*(one.entries for one in self.later if entry in one.entries))
        return [one for one in self.division_of if one in near]

    def open_in_stage(self, stage: int) -> tuple[events.DrawnTable, ...]:
        """The tables of a stage and of those before it that are still to be finished."""
        return tuple(
            drawn for drawn in self.open_tables() if events.stage_of(drawn.division) <= stage
        )

    def played_at(self, person: int, table: int) -> bool:
        """Whether a person plays or has played for an entry of a table."""
        return any(person in self.holders[entry] for entry in self.tables[table].entries)

    @property
    def in_line(self) -> tuple[int, ...]:
        """Everybody who wants to play: the people with a place, then the waiting list."""
        return (*self.signed_up, *self.waiting)

    def games_each(self, division: int) -> tuple[int, int]:
        """The fewest and the most games, played or drawn, of those entries in a division that were
        not given up."""
        playing = [e for e in self.divisions[division].entries if e not in self.withdrawn]
        games = Counter(
            entry
            for number, drawn in self.tables.items()
            if drawn.division == division and number not in self.voided
            for entry in drawn.entries
        )
        counts = [games[entry] for entry in playing]
        return min(counts, default=0), max(counts, default=0)

    def may_open(
        self, busy: frozenset[int] = frozenset(), at_once: int | None = 1
    ) -> tuple[events.DrawnTable, ...]:
        """The open tables that can be played at the same time: nobody sits at more than `at_once`
        of them, and no busy entry at any; a table waits for earlier ones of its players. Computer
        seats are never busy. If `at_once` is None: all of the first unfinished round of each
        division."""
        if at_once is None:
            waiting, first = self.open_tables(), dict[int, int]()
            for drawn in waiting:
                first.setdefault(drawn.division, drawn.round)
            return tuple(drawn for drawn in waiting if drawn.round == first[drawn.division])
        taken: Counter[int] = Counter(dict.fromkeys(busy, at_once))
        free = []
        for drawn in self.open_tables():
            playing = [entry for entry in drawn.entries if entry not in self.withdrawn]
            if all(taken[entry] < at_once for entry in playing):
                free.append(drawn)
            taken.update(playing)
        return tuple(free)


# --- refusals used in several places --------------------------------------------------------------


def no_rounds() -> Refusal:
    """The refusal where the number of rounds is missing."""
    return Refusal("rounds", "Say how many rounds to play.")


def no_division() -> Refusal:
    """Make the refusal for a division that does not exist."""
    return Refusal("division", "There is no such division; choose another one.")


def no_table(number: int) -> Refusal:
    """Make the refusal for a table that does not exist."""
    return Refusal("no-table-in-season", "There is no table {table} in this season.", table=number)
