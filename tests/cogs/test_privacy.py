"""/privacy: one's own file, and the name gone for good; nobody else learns of either."""

import gzip
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.leagues import privacy
from bot.leagues.people import sign_up
from bot.leagues.settings import SeasonSettings
from bot.store.schema import metadata
from bot.store.settings import of_person
from bot.tables import Moderator, Person, PersonSettings
from bot.text.names import shown_name
from cogs.kit.members import plain_names
from cogs.people.privacy import FORMAT, as_file, deletion_view
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    choose_tiles,
    click_together,
    labels,
    new_game,
    select_id,
    words,
)
from tests.cogs.limits import check_message
from tests.cogs.test_limits import Longer, shown
from tests.leagues.changes import create_league, create_season
from tests.tables.acts import abandon, end_game, result_of, set_person_settings

KEPT_FOR = 365


async def over(room: Room) -> None:
    """A game of two that a moderator has ended, so that its points count."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    moderator = Moderator(room.people[3].id, room.guild.id)
    await end_game(room.bot.tables, 1, moderator, "It is late.", counts=True)


async def places(room: Room, *wanted: object) -> set[str]:
    """The columns of all tables of the database in which any of these stands."""
    async with room.bot.store.engine.connect() as connection:
        return {
            f"{name}.{column}"
            for name in metadata.tables
            for row in (await connection.execute(text(f"SELECT * FROM {name}"))).mappings()
            for column, value in row.items()
            if any(str(one) in str(value) for one in wanted)
        }


async def test_everybody_chooses_how_to_stand_on_web_pages(room: Room) -> None:
    ana = room.people[0]
    said = answer(await ana.slash(room.channel, "privacy pages"))
    assert said.ephemeral and "standings, results and replays of finished games" in words(said)
    for chosen, told in (("named", "Your name is shown."), ("hidden", "is not shown.")):
        said = answer(await ana.select(said, [chosen], custom_id=select_id(said, "onpages")))
        assert told in words(said)
        assert (await room.bot.store.read(of_person, ana.id)).on_pages == chosen


async def test_the_file_is_whole_and_private(room: Room) -> None:
    await over(room)
    ana, bob = room.people[:2]
    await set_person_settings(room.bot.tables, ana.id, PersonSettings(way="direct"))
    said = answer(await ana.slash(room.channel, "privacy export"))
    assert said.ephemeral
    [attachment] = said.attachments
    stored = json.loads(await attachment.read())
    assert (stored["format"], stored["person"]) == (FORMAT, ana.id)
    parts = {name: part for name, part in stored.items() if isinstance(part, dict)}
    assert set(parts) == {
        "settings", "language", "seats", "opened", "actions", "rewinds", "moderation",
        "statistics", "seasons", "ratings", "bans",
    }  # fmt: skip
    assert all(len(part["what"]) > 20 for part in parts.values()), "each says what it is"
    assert parts["settings"]["stored"]["way"] == "direct"
    assert parts["seats"]["stored"][0]["name"] == "ana"
    whole = json.dumps(stored)
    assert str(bob.id) not in whole
    assert "bob" not in whole


async def test_what_goes_and_what_stays_is_said_before(room: Room) -> None:
    await over(room)
    ana = room.people[0]
    said = answer(await ana.slash(room.channel, "privacy delete"))
    assert said.ephemeral
    for told in ("Deleted:", "Kept without your name", "cannot be undone", "moderator"):
        assert told in words(said)
    assert labels(said) == ["Delete my data"]
    assert "seats.user_id" in await places(room, ana.id), "nothing is done yet"


async def test_the_name_goes_and_the_result_stays(room: Room) -> None:
    await over(room)
    ana, bob = room.people[:2]
    before = await result_of(room.bot.tables, 1)
    said = answer(await ana.slash(room.channel, "privacy delete"))
    await room.restart()
    done = answer(await ana.click(said, label="Delete my data"))
    assert "nothing stored here names you" in words(done)
    assert await places(room, ana.id) == set()
    after = await result_of(room.bot.tables, 1)
    assert before is not None and after is not None
    assert after.decided_by is not None  # where the person stood by id before
    assert str(ana.id) not in str(after.decided_by.details)
    assert replace(after, decided_by=None) == replace(before, decided_by=None)
    score = answer(await bob.slash(room.channel, "score"))
    assert "Deleted account" in words(score)
    assert "**ana**" not in words(score)
    verified = answer(await bob.slash(room.channel, "verify"))
    assert "Everything checks out" in words(verified)
    # Somebody who comes back is somebody new.
    await new_game(room.channel, room.people[:2])
    assert (await room.bot.tables.table(2)).seat_of(ana.id) is not None


async def test_two_presses_and_a_third_do_it_once(room: Room) -> None:
    await over(room)
    ana = room.people[0]
    said = answer(await ana.slash(room.channel, "privacy delete"))
    press = button_id(said, "Delete my data")
    results = await click_together([(ana, said, press)] * 3)
    assert "There was nothing to delete." in words(answer(results[-1]))
    assert room.env.errors == []
    assert await places(room, ana.id) == set()
    async with room.bot.store.engine.connect() as connection:
        found = await connection.scalars(text("SELECT user_id FROM seats WHERE user_id < 0"))
        assert len(list(found)) == 1


async def test_who_presses_deletes_the_own_data_alone(room: Room) -> None:
    """Whatever message the button came from."""
    await over(room)
    ana, bob, stranger = room.people[:3]
    said = answer(await ana.slash(room.channel, "privacy delete"))
    press = button_id(said, "Delete my data")
    [result] = await click_together([(stranger, said, press)])
    assert "There was nothing to delete." in words(answer(result))
    for person in (ana, bob):
        assert "seats.user_id" in await places(room, person.id)


@pytest.mark.parametrize("stage", ["lobby", "game"])
async def test_refused_while_others_count_on_the_seat(room: Room, stage: str) -> None:
    await over(room)
    ana = room.people[0]
    said = answer(await ana.slash(room.channel, "privacy delete"))
    if stage == "lobby":
        await ana.slash(room.channel, "tzolkin new")
    else:
        await new_game(room.channel, room.people[:2])
    for result in (
        await ana.slash(room.channel, "privacy delete"),
        await ana.click(said, label="Delete my data"),
    ):
        told = answer(result)
        assert told.ephemeral
        assert f"a game in <#{room.channel.id}> that is not over" in words(told)
    assert "seats.user_id" in await places(room, ana.id)


async def test_refused_in_a_season_that_is_not_over(room: Room) -> None:
    leagues, ana = room.bot.leagues, room.people[0]
    league = await create_league(leagues, room.guild.id, "The long count")
    season = await create_season(leagues, league.id, SeasonSettings("Rainy season"), by=None)
    await sign_up(leagues, season.id, ana.id)
    told = answer(await ana.slash(room.channel, "privacy delete"))
    assert "the season Rainy season, which is not over: leave it with /league leave" in words(told)


async def test_at_a_table_of_a_season_the_way_that_works_is_named(room: Room) -> None:
    """Somebody who sits at a table and plays in a season is sent to the season first."""
    leagues, ana = room.bot.leagues, room.people[0]
    await new_game(room.channel, room.people[:2])
    league = await create_league(leagues, room.guild.id, "The long count")
    season = await create_season(leagues, league.id, SeasonSettings("Rainy season"), by=None)
    await sign_up(leagues, season.id, ana.id)
    told = answer(await ana.slash(room.channel, "privacy delete"))
    assert "leave it with /league leave" in words(told)


async def test_a_stranger_has_a_file_with_nothing_in_it(room: Room) -> None:
    stranger = room.people[2]
    said = answer(await stranger.slash(room.channel, "privacy export"))
    stored = json.loads(await said.attachments[0].read())
    assert stored["seats"]["stored"] == stored["actions"]["stored"] == []
    assert stored["settings"]["stored"] is None


def test_a_file_too_large_for_discord_is_compressed() -> None:
    stored = {"actions": ["pick palenque 3 corn"] * 1000}
    name, data = as_file(stored, largest=5000)
    assert name == "tzolkin-my-data.json.gz"
    assert len(data) < 5000
    assert json.loads(gzip.decompress(data)) == stored


async def test_what_is_old_is_removed_every_day(room: Room) -> None:
    ana = room.people[0]
    await new_game(room.channel, room.people[:2])
    await abandon(room.bot.tables, 1, Person(ana.id, "ana"), moderator=True)
    await set_person_settings(room.bot.tables, ana.id, PersonSettings(way="direct"))
    privacy: Any = room.bot.get_cog("Privacy")
    assert privacy.look.is_running()
    assert privacy.look.seconds == 24 * 3600
    await privacy.look.coro(privacy)
    assert "people.user_id" in await places(room, ana.id)
    room.wait.ahead += timedelta(days=KEPT_FOR + 1)
    await privacy.look.coro(privacy)
    assert await places(room, ana.id) == set()


def test_no_language_leads_beyond_what_discord_takes() -> None:
    check_message(shown(deletion_view(Longer())))


async def test_a_reader_of_another_language_reads_it_in_that(room: Room) -> None:
    await over(room)
    await privacy.forget(room.bot.leagues, room.people[0].id)
    table = await room.bot.tables.table(1)
    t = Longer()
    assert t.gettext("Deleted account") in plain_names(t, table)
    stored_long_ago = "Former player"
    assert shown_name(t, stored_long_ago) == t.gettext("Deleted account")
    assert "bob" in plain_names(t, table)
