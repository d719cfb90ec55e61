"""The roles of champions and division winners: given at the close, taken from those before."""

import simcord

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Reopened, Rules
from bot.seasons.results import Line, Result
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, raw, words
from tests.cogs.season_commands import found, name_moderators
from tests.cogs.season_tables import MODERATOR, drawn, look, texts
from tests.cogs.test_scheduled_event import may
from tests.leagues.changes import create_season

TWO = Rules(seats=2, games=1, division_size=2, promoted=0, relegated=0)
"""Two divisions of two."""


def wearing(room: Room, role: simcord.RoleHandle) -> list[int]:
    """Who has a role."""
    members = room.env.backend.get_guild(room.guild.id).members
    return sorted(one for one in members if role.id in members[one].role_ids)


async def closed(room: Room, season: SeasonView, *, first: bool = True) -> SeasonView:
    """The season closed, with the first (or second) player of each table as its winner."""
    leagues = room.bot.leagues
    for table in await games.schedule(leagues, season.id):
        if table.number not in (await leagues.read(season.id)).state.results:
            places = (1, 2) if first else (2, 1)
            lines = [
                Line(entry, place, 240 - place, ((entry, 26),))
                for entry, place in zip(table.entries, places, strict=True)
            ]
            await games.count(leagues, season.id, Result(table.number, tuple(lines)))
    return await season_lifecycle.close(leagues, season.id, by=MODERATOR)


async def next_season(room: Room, season: SeasonView, name: str, **roles: int) -> SeasonView:
    """Another season of the league, drawn."""
    settings, leagues = SeasonSettings(name, TWO, **roles), room.bot.leagues
    season = await create_season(leagues, season.league_id, settings, by=MODERATOR)
    for person in room.people:
        season = await sign_up(leagues, season.id, person.id)
    return await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=5)


def winners(season: SeasonView, seat: int) -> list[int]:
    """The players of this seat at each table."""
    return [season.state.tables[number].entries[seat] for number in (1, 2)]


async def test_given_once_it_may_and_taken_from_those_before(room: Room) -> None:
    crown, star = room.guild.create_role("crown"), room.guild.create_role("star")
    leagues = room.bot.leagues
    may(room, manage_roles=False)
    chosen = {"champion_role": crown.id, "winner_role": star.id}
    season = await closed(room, await drawn(room, TWO, **chosen))
    await look(room)
    await look(room)
    told = [one for one in texts(room.channel) if "I cannot give" in one]
    assert len(told) == 1 and "Manage Roles" in told[0]
    assert wearing(room, crown) == wearing(room, star) == []
    await room.restart()
    may(room, manage_roles=True)
    leagues = room.bot.leagues
    await look(room)
    assert wearing(room, crown) == winners(season, 0)[:1]
    assert wearing(room, star) == sorted(winners(season, 0))
    room.env.backend.remove_member_role(room.guild.id, winners(season, 0)[0], crown.id)
    await look(room)
    assert wearing(room, crown) == [], "given once"
    async with leagues.open(season.id) as opened:
        opened.happen(Reopened("wrong"), by=MODERATOR)
    await look(room)
    assert wearing(room, star) == [], "while it is open again"
    await season_lifecycle.close(leagues, season.id, by=MODERATOR)
    await look(room)
    assert wearing(room, crown) == winners(season, 0)[:1]
    second = await next_season(room, season, "Dry season", **chosen)
    before = winners(season, 0)[0]
    seat = 1 if winners(second, 0)[0] == before else 0
    second = await closed(room, second, first=seat == 0)
    await look(room)
    assert wearing(room, crown) == winners(second, seat)[:1] != [before]
    assert wearing(room, star) == sorted(winners(second, seat))
    assert len([one for one in texts(room.channel) if "I cannot give" in one]) == 1
    await closed(room, await next_season(room, second, "Short season"))
    await look(room)
    assert wearing(room, crown) == wearing(room, star) == [], "a season without roles"


async def test_a_moderator_names_only_a_role_to_give(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Otherwise a champion could get any role from somebody who has no right to give it."""
    await name_moderators(room, role)
    await found(room, maya)
    crown = room.guild.create_role("crown")
    wizard = answer(await maya.slash(room.channel, "season new"))
    page = answer(await maya.click(wizard, label="Announcements"))
    menu = next(c for c in raw(page) if str(c.get("custom_id")).endswith(".champion"))
    refused = answer(await maya.select(page, [crown], custom_id=menu["custom_id"]))
    assert "a role that you may give" in words(refused)
