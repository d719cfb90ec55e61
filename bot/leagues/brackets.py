"""The bracket of a knock-out, from what the season's log says: for its picture and its words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.leagues.season_transaction import SeasonView
from bot.model.league import LeagueTable
from bot.seasons.events import DrawnTable
from bot.seasons.season import Season
from bot.seasons.stages import knockout
from bot.text.descriptions.bracket import (
    Bracket,
    BracketRound,
    BracketRow,
    BracketTable,
    State,
    round_name,
)
from bot.text.names import points_number
from bot.text.standings import ORIGIN_SIGNS
from bot.text.translation import Translations


def bracket_of(
    t: Translations,
    view: SeasonView,
    division: int,
    tables: Sequence[LeagueTable],
    called: Callable[[int], str],
) -> Bracket:
    """The bracket of a division in which a knock-out is drawn, without tables for places. `tables`
    are all of the season, and `called` names a person."""
    state = view.state
    played = knockout.rounds_played(state, division)
    coming = knockout.rounds_to_come(state, division)
    wide = [*(len(one.tables) for one in played), *(len(one.sizes) for one in coming)]
    go_on = state.stage(division).go_on
    known = _Known(state, division, {one.number: one for one in tables}, called)
    rounds, source = list[BracketRound](), dict[int, int]()
    for number, one in enumerate(played):
        final = number == len(wide) - 1
        on = None if final else _going_on(state, division, played, number)
        shown = [
            *(BracketTable("bye", (known.row(entry, goes_on=True),)) for entry in one.byes),
            *(known.table(drawn, source, on) for drawn in one.tables),
        ]
        source = {entry: drawn.table for drawn in one.tables for entry in drawn.entries}
        name = round_name(t, number, wide)
        rounds.append(BracketRound(name, tuple(shown), 0 if final else go_on))
    for number, shape in enumerate(coming, start=len(played)):
        seats = tuple(BracketTable("to come", seats=size) for size in shape.sizes)
        rounds.append(BracketRound(round_name(t, number, wide), seats, shape.go_on and go_on))
    return Bracket(view.settings.name, tuple(rounds))


def _going_on(
    state: Season, division: int, played: Sequence[knockout.Played], number: int
) -> Collection[int]:
    """The entries that go on from a round, as far as that is known."""
    if number + 1 < len(played):
        return played[number + 1].still_in
    if all(state.is_over(drawn.table) for drawn in played[number].tables):
        return knockout.going_on(state, division)
    seeds, go_on = state.entries_in(division), state.stage(division).go_on
    best = (knockout.order_at(state, drawn, seeds)[:go_on] for drawn in played[number].tables)
    return {entry for group in best for entry in group} - state.withdrawn


@dataclass(frozen=True)
class _Known:
    """What is known of a knock-out's tables."""

    state: Season
    division: int
    tables: Mapping[int, LeagueTable]
    called: Callable[[int], str]

    def row(
        self, entry: int, *, source: int = 0, points: str = "", goes_on: bool | None = None
    ) -> BracketRow:
        name = self.called(self.state.holder(entry))
        seed = 1 + self.state.entries_in(self.division).index(entry)
        return BracketRow(name, seed, source, points, goes_on)

    def table(
        self, drawn: DrawnTable, source: Mapping[int, int], on: Collection[int] | None
    ) -> BracketTable:
        """A table whose people come from these tables; `on` are those who go on, None in the
        final."""
        over = self.state.is_over(drawn.table)
        order = drawn.entries
        if over:
            seeds = self.state.entries_in(self.division)
            order = tuple(knockout.order_at(self.state, drawn, seeds))
        result = self.state.results.get(drawn.table)
        reached = {
            line.entry: ORIGIN_SIGNS["forfeit"] if line.forfeited else points_number(line.points4)
            for line in (result.lines if result else ())
        }
        rows = (
            self.row(
                entry,
                source=source.get(entry, 0),
                points=reached.get(entry, ""),
                goes_on=entry in on if over and on is not None else None,
            )
            for entry in order
        )
        status = self.tables[drawn.table].status
        now: State = "played" if over else "playing" if status == "playing" else "waiting"
        return BracketTable(now, tuple(rows), drawn.table)
