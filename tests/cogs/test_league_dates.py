"""The dates of seasons are kept by themselves: the draw, the opening, the end."""

from datetime import timedelta

import pytest

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_lifecycle import step_due
from bot.seasons.events import Rules
from bot.tables import ServerSettings
from bot.tables.records import commitment, new_secret
from bot.text.league_news import drawn_line
from cogs.kit.layout import message, text
from cogs.kit.members import Names
from cogs.leagues.league_channel import channel_of
from cogs.leagues.news import closing_lines, opening_buttons, opening_lines, result_line
from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import words
from tests.cogs.limits import check_message
from tests.cogs.season_tables import (
    MODERATOR,
    drawn,
    look,
    play_out,
    playing,
    season_of,
    settled,
    texts,
    threads,
)
from tests.cogs.test_limits import Longer, shown
from tests.leagues.changes import create_season, draw_round, void


async def test_from_the_sign_up_to_the_champions(room: Room) -> None:
    now = room.wait()
    season = await season_of(
        room,
        sign_up_until=now + timedelta(days=1),
        starts=now + timedelta(days=2),
        ends=now + timedelta(days=3),
        appeal_days=0,
    )
    await look(room)
    assert texts(room.channel) == []
    await look(room, hours=25)
    season = await room.bot.leagues.read(season.id)
    assert season.state.phase == "running"
    assert "**Rainy season** is drawn: 4 players, 1 division." in texts(room.channel)[-1]
    assert "Its tables open <t:" in texts(room.channel)[-1]
    assert await open_ready(room.bot, season.id) == [] and threads(room) == []
    await room.restart()
    await look(room, hours=24)
    assert sorted(await playing(room, season)) == [1, 2]
    assert sum("is drawn" in one for one in texts(room.channel)) == 1

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
    season = await room.bot.leagues.read(season.id)
    assert season.state.phase == "finished", "closed with the last result"
    end = room.channel.history()[-1]
    assert "### Rainy season is over" in words(end) and "🏆 Champion" in words(end)
    [standings] = await queries.standings(room.bot.leagues, season.id)
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
    assert "too few people have signed up" in told
    await sign_up(room.bot.leagues, season.id, room.people[2].id)
    await look(room)
    assert (await room.bot.leagues.read(season.id)).state.phase == "running"
    assert len(threads(room)) == 1


async def test_the_season_before_is_still_played(room: Room) -> None:
    first = await drawn(room)
    settings = first.settings
    assert settings.sign_up_until is None
    leagues = room.bot.leagues
    later = type(settings)("Dry season", settings.rules, sign_up_until=room.wait())
    second = await create_season(leagues, first.league_id, later, by=MODERATOR)
    for person in room.people[:2]:
        await sign_up(leagues, second.id, person.id)
    for _ in range(3):
        await look(room, minutes=5)
    told = [one for one in texts(room.channel) if "cannot be drawn yet" in one]
    assert len(told) == 1 and "The previous season is still being played" in told[0]


async def test_a_season_without_dates_stays_as_it_is(room: Room) -> None:
    season = await season_of(room)
    await look(room, days=400)
    assert step_due(await room.bot.leagues.read(season.id), room.wait()) is None
    assert texts(room.channel) == []


async def test_stopped_between_closing_and_telling(room: Room) -> None:
    season = await drawn(room, ends=room.wait() + timedelta(hours=1))
    leagues = room.bot.leagues
    for number in list(season.state.tables):
        await void(leagues, season.id, number, by=MODERATOR, reason="rain")
    await season_lifecycle.close(leagues, season.id, by=None)
    await room.restart()
    await look(room)
    assert sum("Rainy season is over" in one for one in texts(room.channel)) == 1
    await room.restart()
    await look(room)
    assert sum("Rainy season is over" in one for one in texts(room.channel)) == 1


async def test_rounds_are_drawn_by_moderators(room: Room) -> None:
    season = await drawn(room, Rules(seats=2, form="swiss", games=2, division_size=4))
    await open_ready(room.bot, season.id)
    tables = await playing(room, season)
    for table in tables.values():
        await play_out(room, table.id)
    told = [one for one in texts(room.channel) if "round 1 is over" in one]
    assert told == ["**Rainy season**, Division 1: round 1 is over. The moderators draw the next "
                    "one with /moderate page."]  # fmt: skip
    assert await playing(room, season) == {}
    season = await draw_round(room.bot.leagues, season.id, 0, by=MODERATOR)
    await look(room)
    tables = await playing(room, season)
    assert sorted(tables) == [3, 4]
    for table in tables.values():
        await play_out(room, table.id)
    assert not any("round 2 is over" in one for one in texts(room.channel))


@pytest.mark.english
async def test_no_message_is_too_long_in_any_language(room: Room) -> None:
    """Five people with the longest names, all of whose letters Markdown would take for its own."""
    name = "*_" * 16
    people = [room.guild.add_member(room.env.create_user(name)) for _ in range(5)]
    room.people[:] = people
    rules = Rules(seats=5, games=1, division_size=5)
    season = await drawn(room, rules, people=5, duplicate=True)
    await open_ready(room.bot, season.id)
    await settled(room)
    [table] = (await playing(room, season)).values()
    [thread] = threads(room)
    assert thread.name is not None and len(thread.name) == 100 and thread.name.endswith("…")
    where = await channel_of(room.bot, season)
    assert where is not None
    t = Longer()
    [scheduled] = await games.schedule(room.bot.leagues, season.id)
    lines = opening_lines(t, season, scheduled, table)
    buttons = opening_buttons(t, table, commitment(new_secret()))
    check_message(shown(message(text(*lines), buttons)))
    view = await room.bot.leagues.read(season.id)
    standings = [{"seat": seat, "place": seat + 1, "points4": 399 - seat} for seat in range(5)]
    counted = await games.game_over(room.bot.leagues, table.id, 0, standings)
    assert counted is not None
    assert scheduled.seats is not None
    names = dict.fromkeys(scheduled.seats, f"**{name}**")
    check_message(shown(message(text(result_line(t, view, names, counted.result, corrected=True)))))
    [found] = await queries.standings(room.bot.leagues, season.id)
    lines = closing_lines(t, view, found, Names(dict.fromkeys([p.id for p in people], name)))
    check_message(shown(message(text(*lines))))
    check_message(shown(message(text(drawn_line(t, f"**{name}**", 5, 1, view.created_at)))))
