"""Seasons and tables in every state, in which acts are tried, and a database in which everything
that is tried is undone."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import text

from bot.clocks import DaysClock, TimeRules
from bot.leagues import games, people, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Ban
from bot.leagues.season_acts import Cancel, DrawRound
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.server import Moderator
from bot.model.table import Options, Person
from bot.moderation import desk
from bot.moderation.at_tables import AtTable
from bot.moderation.table_acts import EndGame, PauseClocks
from bot.seasons.events import LATER, Rules, Stage
from bot.seasons.results import Line, Result
from bot.store import Store
from bot.store.sqlite import AT_ONCE, Plain
from bot.tables import Tables, lobby
from tests.leagues.changes import create_league, create_season, time_out, void, withdraw
from tests.leagues.played import GUILD
from tests.tables.acts import join, open_lobby, start, start_scheduled
from tests.tables.playing import play

FREE, FREE_TOO, NEW, BANNED, LISTED = 900, 901, 902, 903, 904
"""People who do not play: two moderators, three who may be moderators or not."""
TOP, LOW = (101, 102, 103, 104), (105, 106, 107, 108)
"""The people of the two divisions."""
GONE, LATE = TOP[3], TOP[2]
"""Who left the season, and whose time ran out too often."""
WAITING = 109
WHY = "They asked for it."
CLOCK = TimeRules(DaysClock(2))
RULES = Rules(
    seats=2, division_size=4, promoted=1, relegated=1, late_entry=True, most_players=8
)  # fmt: skip
ANYBODY = Moderator(FREE, GUILD)


@dataclass(frozen=True)
class Place:
    """A season or a table in one state, and what of it acts are about."""

    name: str
    """The state, for the heading."""
    season: int | None = None
    table: int | None = None
    """The id of the game at a table."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Tables of the season, by their state."""
    seated: tuple[int, ...] = ()
    """Who sits at the table."""


async def _season(
    leagues: Leagues, name: str, rules: Rules = RULES, **settings: object
) -> SeasonView:
    league = await create_league(leagues, GUILD, name)
    wanted = SeasonSettings(name, rules, time=CLOCK, round_days=9, hand_over_after=2)
    season = await create_season(leagues, league.id, replace(wanted, **settings), by=FREE)  # type: ignore[arg-type]
    for person in (*TOP, *LOW):
        season = await people.sign_up(leagues, season.id, person)
    await desk.do(InSeason(leagues, season.id), ANYBODY, Ban(BANNED, None), WHY)
    return await people.list_substitute(leagues, season.id, LISTED, on=True)


async def _drawn(leagues: Leagues, name: str, rules: Rules = RULES) -> SeasonView:
    season = await _season(leagues, name, rules)
    return await season_lifecycle.draw(leagues, season.id, by=FREE, seed=1)


async def _all_over(leagues: Leagues, season: SeasonView) -> SeasonView:
    for table in season.state.open_tables():
        lines = [
            Line(entry, place, 400 - 8 * place, ((season.state.holder(entry), 26),))
            for place, entry in enumerate(sorted(table.entries), 1)
        ]
        by_entry = {line.entry: line for line in lines}
        result = Result(table.table, tuple(by_entry[entry] for entry in table.entries))
        season = (await games.count(leagues, season.id, result)).season
    return season


def _person(number: int) -> Person:
    return Person(number, f"Player {number}")


async def _game(leagues: Leagues, tables: Tables, season: SeasonView, number: int) -> int:
    """Begin the game of a table; the id of the game."""
    [drawn] = await games.schedule(leagues, season.id, [number])
    seated = [None if one is None else _person(one) for one in drawn.people]
    channel = 1000 * season.id + number
    game = await lobby.open_scheduled(
        tables, GUILD, channel, seated, Options(time=CLOCK), host_id=FREE,
        claim=games.claim_for(drawn),
    )  # fmt: skip
    game = await start_scheduled(tables, game.id, seated, seed="7")
    await play(tables, game, 6)
    await games.opened(leagues, season.id, number, game)
    return game.id


async def sign_up(leagues: Leagues) -> Place:
    """A season for which people sign up, one more than there are places."""
    season = await _season(leagues, "open for sign-up")
    await people.sign_up(leagues, season.id, WAITING)
    await people.sign_up(leagues, season.id, GONE + 900)
    await people.sign_off(leagues, season.id, GONE + 900)
    return Place("open for sign-up", season.id, numbers={"drawn": 1})


async def running(leagues: Leagues, tables: Tables) -> tuple[Place, Place, Place, Place]:
    """A running season with tables in every state, a dispute, one player who left and one whose
    time ran out; with the games at three of its tables."""
    season = await _drawn(leagues, "running")
    first = [one.table for one in season.state.tables.values() if set(one.entries) == {101, 102}]
    mine = [
        one.table
        for one in season.state.tables.values()
        if one.division == 0 and one.table not in first and GONE not in one.entries
    ]
    others = [
        one.table
        for one in season.state.tables.values()
        if one.division == 0 and GONE in one.entries
    ]
    numbers = dict(zip(("over", "playing", "given up", "waiting", "out"),
                       (*first, *mine, *others), strict=False))  # fmt: skip
    ended = await _game(leagues, tables, season, numbers["over"])
    await desk.do(AtTable(tables, ended), ANYBODY, EndGame(counts=True), WHY)
    await games.count_finished(leagues, tables, season.id)
    await people.dispute(leagues, season.id, 101, numbers["over"], "He looked at my tiles")
    playing = await _game(leagues, tables, season, numbers["playing"])
    await time_out(leagues, season.id, numbers["playing"], LATE, 2)
    given_up = await _game(leagues, tables, season, numbers["given up"])
    await desk.do(AtTable(tables, given_up), ANYBODY, EndGame(counts=False), WHY)
    await void(leagues, season.id, numbers["out"], by=FREE, reason=WHY)
    await withdraw(leagues, season.id, GONE, by=GONE)
    there = Place("running", season.id, numbers=numbers)
    return (
        there,
        *(
            Place(f"league's table, {name}", season.id, game, numbers, seated)
            for name, game, seated in (
                ("being played", playing, await _seated(tables, playing)),
                ("over", ended, await _seated(tables, ended)),
                ("given up", given_up, await _seated(tables, given_up)),
            )
        ),
    )  # type: ignore[return-value]


async def _seated(tables: Tables, game: int) -> tuple[int, ...]:
    seats = (await tables.table(game)).seats
    return tuple(one.user_id for one in seats if one.user_id is not None)


async def round_over(leagues: Leagues) -> Place:
    """A season in the Swiss form whose first round is over."""
    rules = replace(RULES, stages=(Stage("swiss", 2),))
    season = await _all_over(leagues, await _drawn(leagues, "a round is over", rules))
    return Place(season.state.name, season.id, numbers={"over": 1})


async def final_due(leagues: Leagues) -> Place:
    """A season with a final that is not drawn."""
    rules = replace(RULES, stages=(*RULES.stages, Stage("final", 1, who="best", players=2)))
    season = await _all_over(leagues, await _drawn(leagues, "the final is due", rules))
    return Place(season.state.name, season.id, numbers={"over": 1})


async def final_drawn(leagues: Leagues) -> Place:
    """A season whose final is drawn and not played."""
    rules = replace(RULES, stages=(*RULES.stages, Stage("final", 1, who="best", players=2)))
    season = await _all_over(leagues, await _drawn(leagues, "the final is drawn", rules))
    done = await desk.do(InSeason(leagues, season.id), ANYBODY, DrawRound(LATER, 1), WHY)
    [final] = [one.table for one in done.after.state.later[0].tables]
    return Place(season.state.name, season.id, numbers={"over": 1, "final": final})


async def all_over(leagues: Leagues) -> Place:
    """A running season all of whose tables are over."""
    season = await _all_over(leagues, await _drawn(leagues, "all tables are over"))
    return Place(season.state.name, season.id, numbers={"over": 1})


async def finished(leagues: Leagues) -> Place:
    """A season that is closed."""
    season = await _all_over(leagues, await _drawn(leagues, "closed"))
    await season_lifecycle.close(leagues, season.id, by=FREE)
    return Place(season.state.name, season.id, numbers={"over": 1})


async def cancelled(leagues: Leagues) -> Place:
    """A season that was cancelled."""
    season = await _season(leagues, "cancelled")
    await desk.do(InSeason(leagues, season.id), ANYBODY, Cancel(), WHY)
    return Place("cancelled", season.id, numbers={"drawn": 1})


async def plain_tables(tables: Tables) -> list[Place]:
    """Tables of no league in every state."""
    found, channel = [], 500
    options = Options(time=CLOCK)
    for name in ("in the lobby", "tiles are chosen", "being played",
                 "clocks paused", "over", "given up"):  # fmt: skip
        channel += 1
        game = await open_lobby(tables, GUILD, channel, _person(101), options)
        options = Options(time=CLOCK)
        game = await join(tables, game.id, _person(102))
        if name != "in the lobby":
            game = await start(tables, game.id, _person(101), seed="7")
        if name in ("being played", "clocks paused", "over", "given up"):
            await play(tables, game, 6)
        if name == "clocks paused":
            await desk.do(AtTable(tables, game.id), ANYBODY, PauseClocks(), WHY)
        if name in ("over", "given up"):
            await desk.do(AtTable(tables, game.id), ANYBODY, EndGame(name == "over"), WHY)
        found.append(Place(f"table of no league, {name}", table=game.id, seated=(101, 102)))
    return found


# --- A database in which everything that is tried is undone ---------------------------------------


class TriedStore(Store):
    """A store with `trying`, within which all that is read and written goes over one plain
    connection whose transaction is undone at the end."""

    _tried: Plain | None = None
    _kept: Plain | None = None
    """The connection between two tries: to take one from the engine and to give it back takes as
    long as most tries."""

    @asynccontextmanager
    async def trying(self) -> AsyncIterator[None]:
        """Undo at the end of the block what was written in it."""
        if self._kept is None:
            self._kept = self._connected("tries")
        token = AT_ONCE.set(True)
        try:
            await self._kept.begin()
            self._tried = self._kept
            yield
        finally:
            self._tried = None
            await self._kept.rollback()
            AT_ONCE.reset(token)

    async def read(self, query: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Read, over the one connection if something is being tried."""
        if self._tried is None:
            return await super().read(query, *args, **more)
        return await query(self._tried, *args, **more)

    async def finish(self, inside: Any, work: Any) -> Any:
        """Do the work inside the context."""
        if self._tried is None:
            return await super().finish(inside, work)
        async with inside as given:
            return await work(given)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Any]:
        """Write; what is being tried, up to a savepoint."""
        if self._tried is None:
            async with super().writing() as connection:
                yield connection
            return
        async with self._writing:
            await self._tried.execute(text("SAVEPOINT tried"))
            try:
                yield self._tried
            except BaseException:
                await self._tried.execute(text("ROLLBACK TO tried"))
                raise
            finally:
                await self._tried.execute(text("RELEASE tried"))

    @asynccontextmanager
    async def _reading_one_state(self) -> AsyncIterator[Any]:
        if self._tried is None:
            async with super()._reading_one_state() as connection:
                yield connection
            return
        yield self._tried
