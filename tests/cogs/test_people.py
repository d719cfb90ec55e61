"""What a person sees of the own games and of others': the menu on a person, /profile, /stats,
the year; and /privacy: one's own file, and the name gone for good; nobody else learns of either."""

import gzip
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from simcord import InteractionResult
from sqlalchemy import text

from bot.leagues import privacy, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Rules
from bot.statistics import count_games, rate_servers
from bot.store.schema import metadata
from bot.store.settings import named_on_pages, of_person
from bot.tables import Moderator, Person, PersonSettings
from bot.tables.settings import ServerSettings
from bot.text.descriptions.figures import PAGES
from bot.text.names import shown_name
from cogs.kit.members import plain_names
from cogs.people.privacy import FORMAT, as_file, deletion_view
from tests.cogs.conftest import START, Room
from tests.cogs.driver import (
    Message,
    answer,
    begin_game,
    button_id,
    choose_tiles,
    click_together,
    labels,
    new_game,
    pictured,
    pinged,
    raw,
    said_privately,
    select_id,
    with_id,
    words,
)
from tests.cogs.limits import check_message
from tests.cogs.seasons import (
    drawn_season,
    looked_up,
    members,
    play,
)
from tests.cogs.test_longest_words import Longer
from tests.cogs.test_longest_words import shown as as_shown
from tests.leagues.changes import create_league, create_season
from tests.statistics.games import EVENING, OTHER_GUILD, store_game, store_season
from tests.tables.acts import abandon, end_game, result_of, set_person_settings
from tests.test_spreadsheet import pages_of

MENU = "Tzolk'in games"
NOTHING = "Nothing here yet"


async def test_open_games_of_a_person(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await new_game(room.channel, [ana, bob])
    other = room.guild.create_text_channel("other")
    await ana.slash(other, "tzolkin new")
    said = answer(await cleo.context_menu(room.channel, MENU, ana))
    assert said.ephemeral and "**ana**" in words(said)
    assert "Choosing wealth tiles; it is their turn" in words(said)
    assert "open to join" in words(said)
    assert words(said).count("discord.com/channels/") == 2
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
    asked = with_id(room.people, pinged(room.channel)[0])
    waiting = bob if asked is ana else ana
    assert "it is their turn" in words(answer(await cleo.context_menu(room.channel, MENU, asked)))
    assert "their turn" not in words(answer(await cleo.context_menu(room.channel, MENU, waiting)))
    assert "it is your turn" in words(answer(await asked.context_menu(room.channel, MENU, asked)))
    assert NOTHING in words(answer(await ana.context_menu(room.channel, MENU, cleo)))


async def test_games_in_channels_the_reader_does_not_see(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    secret = room.guild.create_text_channel(
        "secret", overwrites={cleo: discord.PermissionOverwrite(view_channel=False)}
    )
    await new_game(secret, [ana, bob])
    assert NOTHING in words(answer(await cleo.context_menu(room.channel, MENU, ana)))
    assert "Open games" in words(answer(await bob.context_menu(room.channel, MENU, ana)))


async def test_the_card_of_the_league(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    await play(room, await drawn_season(room, [ana, bob, cleo]))
    said = answer(await dan.context_menu(room.channel, MENU, ana))
    assert "1 season" in words(said) and "The long count" in words(said)
    card = answer(await dan.click(said, label=labels(said)[0]))
    assert "ana" in words(card)
    assert NOTHING in words(answer(await dan.context_menu(room.channel, MENU, dan)))


async def test_nothing_is_told_of_whoever_is_forgotten(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    season = await play(room, await drawn_season(room, [ana, bob, cleo]))
    await season_lifecycle.close(room.bot.leagues, season.id, by=None)
    await privacy.forget(room.bot.leagues, ana.id)
    said = words(answer(await bob.context_menu(room.channel, MENU, ana)))
    assert NOTHING in said, said


async def played(
    room: Room, count: int, *, guild_id: int | None = None, channel: int | None = None
) -> None:
    """So many finished games of two people of the room and a computer, counted and rated; the
    room's first channel is theirs unless another is named."""
    people = room.people
    for n in range(count):
        await store_game(
            room.bot.store,
            (people[n % 2].id, people[1 - n % 2].id, None)[: 2 + n % 2],
            n % 4,
            guild_id=guild_id or room.guild.id,
            begun=EVENING + timedelta(days=n),
            channel_id=channel or room.channel.id,
        )
    await count_games(room.bot.tables, rest=0)
    await rate_servers(room.bot.tables, rest=0)


def alt(shown: discord.Message) -> str:
    """What the picture of the page says."""
    [media] = [one for one in raw(shown) if one["type"] == 12]
    described: str = media["items"][0]["description"]
    return described


async def test_ones_own_games_of_all_servers_also_in_direct_messages(room: Room) -> None:
    ana = room.people[0]
    await played(room, 2)
    await played(room, 1, guild_id=OTHER_GUILD)
    for shown in (
        answer(await ana.slash(room.channel, "profile")),
        answer(await ana.user.slash("profile")),
    ):
        assert shown.ephemeral
        assert [one.filename for one in shown.attachments] == ["profile.png"]
        assert alt(shown).startswith("ana, 3 games. All games: 3 games, ")
        assert "2 players: 2 games, " in alt(shown) and "Workers picked up per game: " in alt(shown)
        assert words(shown).count("see the board") == 3
        assert "against **Player 1**" in words(shown) and "Rating" not in words(shown)


async def test_somebody_elses_games_of_this_server_alone(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await played(room, 1, guild_id=OTHER_GUILD)
    assert NOTHING in words(answer(await cleo.slash(room.channel, "profile", person=ana)))
    await played(room, 7)
    shown = answer(await cleo.slash(room.channel, "profile", person=ana))
    assert alt(shown).startswith("ana, 7 games. ") and words(shown).count("see the board") == 5
    by_menu = answer(await cleo.context_menu(room.channel, MENU, ana))
    assert (alt(by_menu), words(by_menu)) == (alt(shown), words(shown))
    refused = words(answer(await cleo.user.slash("profile", person=bob.user)))
    assert "Look up other people in a channel" in refused


async def test_games_in_channels_the_reader_does_not_see_are_not_listed(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    secret = room.guild.create_text_channel(
        "secret", overwrites={cleo: discord.PermissionOverwrite(view_channel=False)}
    )
    await played(room, 2, channel=secret.id)
    hidden = answer(await cleo.slash(room.channel, "profile", person=ana))
    assert "see the board" not in words(hidden) and "2 games" in alt(hidden)
    assert "see the board" in words(answer(await bob.slash(room.channel, "profile", person=ana)))
    assert "see the board" in words(answer(await ana.slash(room.channel, "profile")))


async def test_ratings_where_the_server_wants_them(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(ratings=True))
    await played(room, 9)
    page = answer(await cleo.slash(room.channel, "stats"))
    page = answer(await cleo.select(page, values=["ratings"]))
    assert "Nobody has 10 rated games yet." in words(page) and "All" not in labels(page)
    shown = answer(await cleo.slash(room.channel, "profile", person=ana))
    assert "after 9 games, provisional (estimated " in words(shown)
    assert "after 9 games, provisional." in alt(shown)

    await played(room, 3)
    page = answer(await cleo.select(page, values=["ratings"]))
    assert "1. " in alt(page) and "2. " in alt(page) and "(12 games)" in alt(page)
    told = words(answer(await cleo.click(page, label="As text")))
    assert "after 12 games (estimated" in told and "Player 0" in told and "Player 1" in told

    await privacy.forget(room.bot.leagues, ana.id)
    page = answer(await bob.slash(room.channel, "stats"))
    page = answer(await bob.select(page, values=["ratings"]))
    assert "1. bob" in alt(page) and "2. " not in alt(page)
    assert NOTHING in words(answer(await bob.slash(room.channel, "profile", person=ana)))
    shown = answer(await bob.slash(room.channel, "profile"))
    assert "against **Deleted account**" in words(shown) and alt(shown).startswith("bob, 12 games.")


async def test_no_page_of_ratings_where_nobody_wants_them(room: Room) -> None:
    ana = room.people[0]
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(ratings=True))
    await played(room, 1)
    page = answer(await ana.slash(room.channel, "stats"))
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings())
    assert "ratings" in str(raw(page))
    page = answer(await ana.select(page, values=["ratings"]))
    assert "Number of players" in words(page) and "ratings" not in str(raw(page))


async def played_by_two(room: Room, games: int) -> list[int]:
    """So many finished games of two people of the room, counted."""
    store, people = room.bot.store, room.people
    found = [
        await store_game(
            store, (people[n % 2].id, people[1 - n % 2].id), n % 3, guild_id=room.guild.id
        )
        for n in range(games)
    ]
    assert await count_games(room.bot.tables, rest=0) == games
    return found


async def test_few_games_say_how_many_there_are(room: Room) -> None:
    await played_by_two(room, 3)
    shown = answer(await room.people[0].slash(room.channel, "stats"))
    assert shown.ephemeral and not shown.attachments
    assert "3 games so far; statistics appear once there are 20." in words(shown)


async def test_every_page_has_a_picture_and_words(room: Room) -> None:
    games = await played_by_two(room, 20)
    await store_season(room.bot.store, *games)
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "stats"))
    assert shown.ephemeral
    assert [one.filename for one in shown.attachments] == ["statistics.png"]
    assert "Games of this server" in words(shown) and "Number of players" in words(shown)

    result: InteractionResult = await ana.click(shown, label="As text")
    told = words(answer(result))
    assert "2 players: " in told and "whoever went first won" in told and "; 20 games" in told
    for page in PAGES:
        result = await ana.select(answer(result), values=[page])
        assert "went wrong" not in words(answer(result)), page
    result = await ana.click(answer(result), label="3")
    assert "0 games so far" in words(answer(result))


async def test_of_oneself_and_as_files(room: Room) -> None:
    await played_by_two(room, 20)
    ana, cleo = room.people[0], room.people[2]
    shown = answer(await cleo.slash(room.channel, "stats", of="me"))
    assert "0 games so far" in words(shown)
    shown = answer(await ana.slash(room.channel, "stats", of="me"))
    files = answer(await ana.click(shown, label="Files"))
    assert files.ephemeral
    book, table, data = [await one.read() for one in files.attachments]
    lines = json.loads(data)["figures"]
    assert len(pages_of(book)["statistics"]) == len(lines) + 1
    assert len(table.decode().splitlines()) == len(lines) + 1
    [points] = [one for one in lines if one["what"] == "points"]
    assert (points["games"], points["seats"], points["players"]) == (20, 20, 2)
    assert points["mean_low"] < points["mean"] < points["mean_high"]


LAST_YEAR = START.year - 1


async def year_played(room: Room) -> None:
    """Ana beats bob or not on the server in three months of this year and once in the year before,
    meets cleo six times on another server, and leaves one seat there to a computer."""
    ana, bob, cleo = (person.id for person in room.people[:3])
    store, here = room.bot.store, room.guild.id
    for month, seed in ((1, 1), (1, 2), (2, 3)):
        begun = datetime(START.year, month, 5, seed, tzinfo=UTC)
        await store_game(store, (ana, bob), seed, guild_id=here, begun=begun)
    begun = datetime(LAST_YEAR, 12, 31, 23, 59, tzinfo=UTC)  # it ends in the new year
    await store_game(store, (bob, ana), 1, guild_id=here, begun=begun)
    begun = datetime(LAST_YEAR, 12, 30, tzinfo=UTC)
    await store_game(store, (ana, None), 1, guild_id=here, begun=begun)
    for seed in range(6):
        begun = datetime(START.year, 2, 20, seed, tzinfo=UTC)
        await store_game(store, (ana, cleo), seed, guild_id=2, begun=begun)
    await count_games(room.bot.tables, rest=0)


async def my_year(room: Room, person: int = 0) -> Message:
    """What the button on the own profile answers."""
    page = answer(await room.people[person].slash(room.channel, "profile"))
    return said_privately(await room.people[person].click(page, label="My year"))


@pytest.mark.english
async def test_one_s_own_year_is_shared(room: Room) -> None:
    await year_played(room)
    ana = room.people[0]
    page = await my_year(room)
    assert page.ephemeral and [one.filename for one in page.attachments] == ["year.png"]
    said = pictured(page)
    assert said.startswith(f"ana, Year {START.year}. Games: 10. Wins: ")
    assert "January 3 (" in said and "February 7 (" in said and "December" not in said
    assert "Met most often: Player 0, 4×." in said, "who plays elsewhere is not named here"
    assert labels(page) == ["Share"], "it is March"
    await ana.click(page, custom_id=button_id(page, "Share"))
    [posted] = [one for one in room.channel.history() if "Shared by" in words(one)]
    assert pictured(posted) == said and not labels(posted)


@pytest.mark.english
async def test_a_server_s_year(room: Room) -> None:
    await year_played(room)
    page = answer(await room.people[3].slash(room.channel, "stats"))
    assert "statistics appear once there are 20" in words(page), (
        "a year has no least number of games"
    )
    said = pictured(said_privately(await room.people[3].click(page, label="Server's year")))
    assert said.startswith(f"{room.guild.name}, Year {START.year}. Games: 4. Players: 2.")
    assert "Most games: " in said and "Most wins: " in said and "cleo" not in said


@pytest.mark.english
async def test_in_january_the_year_before(room: Room) -> None:
    await year_played(room)
    room.wait.ahead = datetime(START.year, 1, 3, tzinfo=UTC) - START
    page = await my_year(room)
    said = pictured(page)
    assert f"Year {LAST_YEAR}" in said and "Games: 1." in said and "Met most often" not in said
    assert labels(page) == ["Share", str(START.year)]
    now = said_privately(await room.people[0].click(page, label=str(START.year)))
    assert f"Year {START.year}" in pictured(now) and labels(now) == ["Share", str(LAST_YEAR)]


@pytest.mark.english
async def test_without_a_game_there_is_no_year(room: Room) -> None:
    page = answer(await room.people[0].slash(room.channel, "stats", of="me"))
    said = said_privately(await room.people[0].click(page, label="My year"))
    assert f"No finished games from {START.year}" in words(said) and not said.attachments


KEPT_FOR = 365


async def over(room: Room) -> None:
    """A game of two that a moderator has ended, so that its points count."""
    await begin_game(room.channel, room.people[:2])
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
    assert said.ephemeral and "web pages that anybody can open" in words(said)
    for chosen, told in (("named", "Your name is shown."), ("hidden", "is not shown.")):
        said = answer(await ana.select(said, [chosen], custom_id=select_id(said, "onpages")))
        assert told in words(said)
        assert (await room.bot.store.read(of_person, ana.id)).on_pages == chosen


async def test_who_agreed_about_leagues_alone_may_agree_about_games(room: Room) -> None:
    """As version 1.0.0 asked; until then the name is on no page of another game."""
    ana, store = room.people[0], room.bot.store

    async def named() -> list[bool]:
        asked = [{}, {"outside_leagues": True}]
        return [bool(await store.read(named_on_pages, [ana.id], **one)) for one in asked]

    for old in ("named", "profile"):
        await set_person_settings(room.bot.tables, ana.id, PersonSettings(on_pages=old))
        assert await named() == [True, False]
        said = answer(await ana.slash(room.channel, "privacy pages"))
        assert "only in leagues and in the ranking" in words(said)
        said = answer(await ana.click(said, label="Show my name in games, too"))
        assert "only in leagues" not in words(said) and "in games, too" not in words(said)
        assert await named() == [True, True]
        assert (await store.read(of_person, ana.id)).on_pages == old
    said = answer(await ana.select(said, ["hidden"], custom_id=select_id(said, "onpages")))
    assert await named() == [False, False] and "only in leagues" not in words(said)


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
        "settings", "language", "seats", "opened", "game nights", "invitations", "actions",
        "rewinds", "moderation", "statistics", "open tables", "seasons", "ratings", "bans",
        "staff",
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
    assert "nothing this bot has stored names you" in words(done)
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
    assert "the season Rainy season, which is not over: leave it with /league show" in words(told)


async def test_who_left_a_season_and_deletes_does_not_come_back_as_somebody_new(
    room: Room,
) -> None:
    ana = room.people[0]
    season = await drawn_season(room, members(room, 8), Rules(late_entry=True))
    asked = await looked_up(ana, room.channel, "leaving")
    await ana.click(asked, label="Leave the season")
    said = answer(await ana.slash(room.channel, "privacy delete"))
    assert "so that nobody can enter the same season twice" in words(said)
    await ana.click(said, label="Delete my data")
    assert await places(room, ana.id) == set()
    await room.restart()
    for verb in ("late", "substitutes"):
        told = await looked_up(ana, room.channel, verb)
        assert told.ephemeral and "left this season" in words(told)
        assert "so you cannot enter it again" in words(told)
    state = (await room.bot.leagues.read(season.id)).state
    assert ana.id not in state.division_of and ana.id not in state.substitutes


async def test_at_a_table_of_a_season_the_way_that_works_is_named(room: Room) -> None:
    """Somebody who sits at a table and plays in a season is sent to the season first."""
    leagues, ana = room.bot.leagues, room.people[0]
    await new_game(room.channel, room.people[:2])
    league = await create_league(leagues, room.guild.id, "The long count")
    season = await create_season(leagues, league.id, SeasonSettings("Rainy season"), by=None)
    await sign_up(leagues, season.id, ana.id)
    told = answer(await ana.slash(room.channel, "privacy delete"))
    assert "leave it with /league show" in words(told)


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
    check_message(as_shown(deletion_view(Longer())))


async def test_a_reader_of_another_language_reads_it_in_that(room: Room) -> None:
    await over(room)
    await privacy.forget(room.bot.leagues, room.people[0].id)
    table = await room.bot.tables.table(1)
    t = Longer()
    assert t.gettext("Deleted account") in plain_names(t, table)
    stored_long_ago = "Former player"
    assert shown_name(t, stored_long_ago) == t.gettext("Deleted account")
    assert "bob" in plain_names(t, table)
