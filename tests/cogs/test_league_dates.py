"""The dates of seasons are kept by themselves: the draw, the opening, the end."""

from datetime import timedelta

from bot.seasons.dates import step_due
from bot.tables import ServerSettings
from cogs.league_tables import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import words
from tests.cogs.seasons_here import (
    MODERATOR,
    drawn,
    look,
    play_out,
    playing,
    season_of,
    texts,
    threads,
)


async def test_from_the_sign_up_to_the_champions(room: Room) -> None:
    now = room.wait()
    season = await season_of(
        room,
        sign_up_until=now + timedelta(days=1),
        starts=now + timedelta(days=2),
        ends=now + timedelta(days=3),
    )
    await look(room)
    assert texts(room.channel) == []
    await look(room, hours=25)
    season = await room.bot.seasons.season(season.id)
    assert season.state.phase == "running"
    assert "**Rainy season** is drawn: 4 players, 1 division." in texts(room.channel)[-1]
    assert "Its tables open <t:" in texts(room.channel)[-1]
    assert await open_ready(room.bot, season.id) == [] and threads(room) == []
    await room.restart()
    await look(room, hours=24)
    assert sorted(await playing(room, season)) == [1, 2]
    assert sum("is drawn" in text for text in texts(room.channel)) == 1

    role = room.guild.create_role("referees")
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    await look(room, hours=24)
    assert f"<@&{role.id}>" in texts(room.channel)[-1]
    assert "6 tables are still open" in texts(room.channel)[-1]
    before = len(room.channel.history())
    await look(room, hours=1)
    assert len(room.channel.history()) == before, "told once"

    while tables := await playing(room, season):
        for table in tables.values():
            await play_out(room, table.id)
    season = await room.bot.seasons.season(season.id)
    assert season.state.phase == "finished", "closed with the last result"
    end = room.channel.history()[-1]
    assert "### Rainy season is over" in words(end) and "🏆 Champion" in words(end)
    [standings] = await room.bot.seasons.standings(season.id)
    first = standings.lines[0].holder
    assert next(p.name for p in room.people if p.id == first) in words(end)
    assert [a.filename for a in end.attachments] == ["standings.png"]
    before = len(room.channel.history())
    await room.restart()
    await look(room)
    assert len(room.channel.history()) == before
    assert room.env.errors == []


async def test_too_few(room: Room) -> None:
    season = await season_of(room, people=1, sign_up_until=room.wait() + timedelta(hours=1))
    for _ in range(3):
        await look(room, hours=1)
    [told] = texts(room.channel)
    assert "too few have signed up" in told
    await room.bot.seasons.sign_up(season.id, room.people[2].id)
    await look(room)
    assert (await room.bot.seasons.season(season.id)).state.phase == "running"
    assert len(threads(room)) == 1


async def test_the_season_before_is_still_played(room: Room) -> None:
    first = await drawn(room)
    settings = first.settings
    assert settings.sign_up_until is None
    seasons = room.bot.seasons
    later = type(settings)("Dry season", settings.rules, sign_up_until=room.wait())
    second = await seasons.create_season(first.league_id, later, by=MODERATOR)
    for person in room.people[:2]:
        await seasons.sign_up(second.id, person.id)
    for _ in range(3):
        await look(room, minutes=5)
    told = [text for text in texts(room.channel) if "cannot be drawn yet" in text]
    assert len(told) == 1 and "The season before is still played" in told[0]


async def test_a_season_without_dates_stays_as_it_is(room: Room) -> None:
    season = await season_of(room)
    await look(room, days=400)
    assert step_due(await room.bot.seasons.season(season.id), room.wait()) is None
    assert texts(room.channel) == []


async def test_stopped_between_closing_and_telling(room: Room) -> None:
    season = await drawn(room, ends=room.wait() + timedelta(hours=1))
    seasons = room.bot.seasons
    for number in list(season.state.tables):
        await seasons.void(season.id, number, by=MODERATOR, reason="rain")
    await seasons.keep_told(season.id, "closing")
    await seasons.close(season.id, by=None)
    await room.restart()
    await look(room)
    assert sum("Rainy season is over" in text for text in texts(room.channel)) == 1
    await room.restart()
    await look(room)
    assert sum("Rainy season is over" in text for text in texts(room.channel)) == 1
