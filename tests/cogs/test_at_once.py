"""Several tables of a season at once, through the commands."""

import simcord

from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.moderators_page import propose
from tests.cogs.season_commands import name_moderators
from tests.cogs.season_tables import drawn, look, playing, settled, threads


async def test_more_tables_open_when_the_number_is_raised(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    season = await drawn(room, at_once=1)
    await open_ready(room.bot, season.id)
    await settled(room)
    assert len(threads(room)) == 2, "4 people at tables of 2"
    shown = answer(await propose(maya, room.channel, "settings"))
    page = answer(await maya.click(shown, label="Game and clock"))
    menu = next(c["custom_id"] for c in raw(page) if c.get("custom_id", "").endswith(".once"))
    page = answer(await maya.select(page, ["2"], custom_id=menu))
    for label in labels(page):
        if label.startswith("Save"):
            await maya.click(page, label=label)
    await look(room)
    assert (await room.bot.leagues.read(season.id)).settings.at_once == 2
    assert len(threads(room)) == 4 and len(await playing(room, season)) == 4
    told = words(answer(await room.people[0].slash(room.channel, "league show")))
    assert "Up to 2 tables at once" in told
