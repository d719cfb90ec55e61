"""The rows of the table: every act, with everything that makes a difference among its choices."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.leagues.act import SeasonAct
from bot.leagues.people_acts import (
    Ban,
    EnterLate,
    HandOver,
    SignOff,
    SignUp,
    Substitute,
    TakeSeat,
    Unban,
    Withdraw,
)
from bot.leagues.result_acts import (
    Adjust,
    Correct,
    EnterResult,
    Reject,
    Replay,
    Restore,
    Settle,
    Void,
)
from bot.leagues.season_acts import (
    Cancel,
    ChangeSettings,
    Close,
    Draw,
    DrawFinal,
    DrawRound,
    MoreDays,
    OpenTables,
    Reopen,
    Seed,
)
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import settings_to_json
from bot.moderation.table_acts import (
    CorrectResult,
    EndGame,
    ExtendTime,
    Note,
    PauseClocks,
    PlayTurn,
    ReplacePlayer,
    ResumeClocks,
    RewindGame,
    SeatLatecomer,
    TableAct,
)
from bot.seasons.results import UNIT
from bot.tables import Table
from tests.leagues.act_places import BANNED, GONE, LATE, LISTED, LOW, NEW, TOP, Place


class Row(NamedTuple):
    """An act as it is asked for."""

    said: str
    """What is chosen in it, for the table."""
    act: SeasonAct | TableAct
    about: int | None = None
    """The person whom it is about, if somebody may ask for it about himself."""


Rows = list[Row]


def _each(place: Place, act: Callable[[int], SeasonAct]) -> Rows:
    """A row for a table of the season in each state."""
    return [Row(f"table {name}", act(number)) for name, number in place.numbers.items()]


def _settings(season: SeasonView) -> Rows:
    now = settings_to_json(season.settings)

    def changed(said: str, **changes: object) -> Row:
        wanted = settings_to_json(replace(season.settings, **changes))  # type: ignore[arg-type]
        return Row(said, ChangeSettings(wanted, now))

    return [
        changed("its name", name="Another name"),
        changed("days for disputes", appeal_days=0),
        changed("time-outs until a seat is free", hand_over_after=1),
        changed("scheme of points", rules=replace(season.state.rules, scheme="1000-100-10")),
    ]


SEASON: Mapping[str, Callable[[Place, SeasonView], Rows]] = {
    Draw.act: lambda place, season: [
        Row("", Draw()), Row("not as announced", Draw(against_announced=True)),
    ],
    Seed.act: lambda place, season: [
        Row("", Seed(season.state.in_line[::-1])), Row("somebody new", Seed((NEW,))),
    ],
    DrawRound.act: lambda place, season: [Row("the second", DrawRound(0, 2))],
    OpenTables.act: lambda place, season: [Row("", OpenTables())],
    Close.act: lambda place, season: [Row("", Close())],
    Reopen.act: lambda place, season: [Row("", Reopen())],
    Cancel.act: lambda place, season: [Row("", Cancel())],
    ChangeSettings.act: lambda place, season: _settings(season),
    DrawFinal.act: lambda place, season: [Row("", DrawFinal())],
    MoreDays.act: lambda place, season: _each(place, lambda n: MoreDays(n, 3, 0)),
    Correct.act: lambda place, season: _each(place, lambda n: Correct(n, (200, 120))),
    EnterResult.act: lambda place, season: _each(place, lambda n: EnterResult(n, 0, (200, 120))),
    Void.act: lambda place, season: _each(place, Void),
    Restore.act: lambda place, season: _each(place, Restore),
    Replay.act: lambda place, season: _each(place, Replay),
    Adjust.act: lambda place, season: [Row("", Adjust(TOP[0], UNIT, 0), TOP[0])],
    Reject.act: lambda place, season: [Row("", Reject(1, place.numbers.get("over", 1)), TOP[0])],
    Settle.act: lambda place, season: [Row("", Settle(1, place.numbers.get("over", 1)), TOP[0])],
    SignUp.act: lambda place, season: [
        Row("somebody new", SignUp(NEW), NEW), Row("who is kept out", SignUp(BANNED), BANNED),
        Row("who plays", SignUp(TOP[0]), TOP[0]),
    ],
    SignOff.act: lambda place, season: [
        Row("who plays", SignOff(TOP[0]), TOP[0]), Row("somebody new", SignOff(NEW), NEW),
    ],
    EnterLate.act: lambda place, season: [
        Row("somebody new", EnterLate(NEW, 1), NEW),
        Row("who is kept out", EnterLate(BANNED, 1), BANNED),
        Row("who plays", EnterLate(TOP[0], 1), TOP[0]), Row("who left", EnterLate(GONE, 1), GONE),
    ],
    Withdraw.act: lambda place, season: [
        Row("who plays", Withdraw(TOP[0]), TOP[0]), Row("who left", Withdraw(GONE), GONE),
    ],
    Substitute.act: lambda place, season: [
        Row("somebody new for who left", Substitute(GONE, NEW), NEW),
        Row("somebody new for who plays", Substitute(TOP[0], NEW), NEW),
        Row("listed for who left", Substitute(GONE, LISTED), LISTED),
        Row("who left for himself", Substitute(GONE, GONE), GONE),
        Row("kept out for who left", Substitute(GONE, BANNED), BANNED),
        Row("who plays elsewhere for who left", Substitute(GONE, LOW[0]), LOW[0]),
        Row("who plays there for who left", Substitute(GONE, TOP[1]), TOP[1]),
    ],
    TakeSeat.act: lambda place, season: [
        Row("listed, of who left", TakeSeat(GONE, GONE, LISTED), LISTED),
        Row("somebody new, of who left", TakeSeat(GONE, GONE, NEW), NEW),
        Row("listed, of who plays", TakeSeat(TOP[0], TOP[0], LISTED), LISTED),
    ],
    HandOver.act: lambda place, season: [
        Row("whose time ran out", HandOver(LATE), LATE), Row("who plays", HandOver(TOP[0]), TOP[0]),
    ],
    Ban.act: lambda place, season: [
        Row("who plays", Ban(TOP[0], 3), TOP[0]), Row("somebody new", Ban(NEW, None), NEW),
    ],
    Unban.act: lambda place, season: [
        Row("who is kept out", Unban(BANNED), BANNED), Row("somebody new", Unban(NEW), NEW),
    ],
}  # fmt: skip
"""The rows of each act in a season, by the act's name."""

TABLE: Mapping[str, Callable[[Place, Table], Rows]] = {
    PauseClocks.act: lambda place, table: [Row("", PauseClocks())],
    ResumeClocks.act: lambda place, table: [Row("", ResumeClocks())],
    ExtendTime.act: lambda place, table: [
        Row("one seat", ExtendTime(0, 3600), table.seats[0].user_id),
        Row("all", ExtendTime(None, 3600)),
    ],
    PlayTurn.act: lambda place, table: [
        Row(f"seat {seat + 1}", PlayTurn(seat), table.seats[seat].user_id) for seat in (0, 1)
    ],
    RewindGame.act: lambda place, table: [
        Row("to the first turn", RewindGame(2, table.version)),
        Row("as it ended early", RewindGame(table.version, table.version)),
    ],
    ReplacePlayer.act: lambda place, table: [
        Row("by somebody new", ReplacePlayer(0, NEW, "New"), NEW),
        Row("by a computer", ReplacePlayer(0, None, None), table.seats[0].user_id),
        Row("by who plays there", ReplacePlayer(0, table.seats[1].user_id, "Two")),
    ],
    SeatLatecomer.act: lambda place, table: [Row("", SeatLatecomer(NEW, "New"), NEW)],
    EndGame.act: lambda place, table: [
        Row("points count", EndGame(counts=True)), Row("without a result", EndGame(counts=False)),
    ],
    CorrectResult.act: lambda place, table: [Row("", CorrectResult((200, 120)))],
    Note.act: lambda place, table: [Row("", Note())],
}  # fmt: skip
"""The rows of each act at a table, by the act's name."""
