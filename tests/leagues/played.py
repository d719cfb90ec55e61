"""Seasons in every state, played with results made up by chance; and what moderators do in them."""

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.clocks import DaysClock, TimeRules
from bot.leagues import games, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.league import LeagueTable
from bot.model.server import AuditEntry, Moderator
from bot.moderation import desk
from bot.seasons.events import Rules, TimedOut
from bot.seasons.results import Line, Result
from bot.seasons.season import Season
from bot.tables import Options, Person, Table, Tables, lobby
from tests.leagues.changes import (
    correct,
    create_league,
    create_season,
    happens,
    substitute,
    withdraw,
)
from tests.tables.acts import start_scheduled

GUILD, MODERATOR = 1, 999
PEOPLE = tuple(range(101, 115))
LEAVING, GIVING_UP, SUBSTITUTE = 103, 110, 900
MAYA, WHY = Moderator(MODERATOR, GUILD), "They asked for it."


async def do(
    leagues: Leagues, season: SeasonView, act: SeasonAct, by: Moderator = MAYA, why: str = WHY
) -> desk.Done[SeasonView]:
    return await desk.do(InSeason(leagues, season.id), by, act, why)


async def undo(leagues: Leagues, season: SeasonView, entry: AuditEntry) -> desk.Done[SeasonView]:
    back = await desk.undo_of(InSeason(leagues, season.id), entry, MAYA)
    return await desk.do(InSeason(leagues, season.id), MAYA, back, WHY)


def some_result(
    state: Season,
    table: LeagueTable,
    chance: random.Random,
    *,
    late: int | None = None,
    turns: int = 26,
) -> Result:
    """A result with points so near that some tie; two turns of `late` were the computer's."""
    points = [chance.randrange(200, 208) for _ in table.entries]
    lines = []
    for entry, person, mine in zip(table.entries, table.people, points, strict=True):
        place = 1 + sum(other > mine for other in points)
        by_computer = 2 if entry == late else 0
        played: tuple[tuple[int, int], ...] = ()
        if person is None:
            by_computer = turns
        elif person != entry:  # a substitute came during the game
            played = ((entry, 6), (person, turns - 6))
        else:
            played = ((person, turns - by_computer),)
        lines.append(Line(entry, place, mine, played, by_computer))
    assert [line.entry for line in lines] == list(state.tables[table.number].entries)
    return Result(table.number, tuple(lines))


def swapped(result: Result) -> Result:
    """The same with what the first two seats reached exchanged."""
    first, second, *others = result.lines
    first_now = replace(first, place=second.place, points4=second.points4)
    second_now = replace(second, place=first.place, points4=first.points4)
    return replace(result, lines=(first_now, second_now, *others))


async def signed_up(
    leagues: Leagues,
    people: Iterable[int] = PEOPLE,
    rules: Rules | None = None,
    name: str = "The long count",
    *,
    league_id: int | None = None,
    **settings: Any,
) -> SeasonView:
    """A season of these settings for which these people have signed up, in a new league if none is
    given."""
    league_id = league_id or (await create_league(leagues, GUILD, name)).id
    wanted = SeasonSettings("Rainy season", rules or Rules(), **settings)
    season = await create_season(leagues, league_id, wanted, by=MODERATOR)
    roles = set(filter(None, [wanted.needs_role]))
    for person in people:
        season = await sign_up(leagues, season.id, person, roles=roles)
    return season


async def drawn(
    leagues: Leagues,
    people: Iterable[int] = PEOPLE,
    rules: Rules | None = None,
    name: str = "The long count",
    **more: Any,
) -> SeasonView:
    """The same, drawn."""
    season = await signed_up(leagues, people, rules, name, **more)
    return await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=5)


async def play_on(leagues: Leagues, season: SeasonView, *numbers: int) -> SeasonView:
    """The season with a result at these of its open tables, or at all."""
    for table in await games.schedule(leagues, season.id):
        season = await leagues.read(season.id)
        wanted = not numbers or table.number in numbers
        if wanted and not season.state.is_over(table.number):
            result = some_result(season.state, table, random.Random(table.number))
            season = (await games.count(leagues, season.id, result)).season
    return season


async def begun_game(
    leagues: Leagues, tables: Tables, season: SeasonView
) -> tuple[LeagueTable, Table]:
    """The first table of a season that can open, and its game, which begins; computers play where
    nobody does."""
    first = (await games.ready(leagues, season.id))[0]
    seated = [None if one is None else Person(one, f"Player {one}") for one in first.people]
    opened = await lobby.open_scheduled(
        tables, GUILD, 1000 + first.number, seated, Options(time=TimeRules(DaysClock(2))),
        host_id=MODERATOR, claim=games.claim_for(first),
    )  # fmt: skip
    table = await start_scheduled(tables, opened.id, seated, seed="7")
    return await games.opened(leagues, season.id, first.number, table), table


async def played(leagues: Leagues, seed: int) -> SeasonView:
    """A whole season of 14 in two divisions, with a withdrawal, a substitute, turns lost to the
    clock and a corrected result, up to its end."""
    chance = random.Random(seed)
    season = await signed_up(leagues)
    season = await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=seed)
    number = season.id
    while ready := await games.ready(leagues, number):
        count = len(season.state.results)
        if count == 4:
            await withdraw(leagues, number, LEAVING, by=LEAVING, reason="no time")
            await substitute(leagues, number, LEAVING, SUBSTITUTE, by=MODERATOR)
        if count == 7:
            await withdraw(leagues, number, GIVING_UP, by=MODERATOR, reason="lost interest")
        table = (await games.ready(leagues, number))[0] if count in (4, 7) else ready[0]
        seated = [
            entry for entry, person in zip(table.entries, table.people, strict=True) if person
        ]
        late = chance.choice(seated) if count in (2, 5, 11) else None
        if late is not None:
            await happens(leagues, number, TimedOut(table.number, late, 2))
        result = some_result((await leagues.read(number)).state, table, chance, late=late)
        season = (await games.count(leagues, number, result)).season
        if len(season.state.results) == 9:
            season = await correct(
                leagues, number, swapped(result), by=MODERATOR, reason="two seats were mixed up"
            )
    return await season_lifecycle.close(leagues, number, by=MODERATOR)
