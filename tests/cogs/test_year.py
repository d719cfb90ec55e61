"""The year: a card of one's own games and of a server's, from /profile and /stats."""

from datetime import UTC, datetime

import pytest

from bot.statistics import count_games
from tests.cogs.conftest import START, Room
from tests.cogs.driver import Message, answer, button_id, labels, pictured, said_privately, words
from tests.statistics.games import store_game

pytestmark = pytest.mark.english
LAST_YEAR = START.year - 1


async def played(room: Room) -> None:
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


async def test_one_s_own_year_is_shared(room: Room) -> None:
    await played(room)
    ana = room.people[0]
    page = await my_year(room)
    assert page.ephemeral and [one.filename for one in page.attachments] == ["year.png"]
    said = pictured(page)
    assert said.startswith(f"ana, Year {START.year}. Games: 10. Wins: ")
    assert "January 3 (" in said and "February 7 (" in said and "December" not in said
    assert "Most often met: Player 0, 4×." in said, "who plays elsewhere is not named here"
    assert labels(page) == ["Share"], "it is March"
    await ana.click(page, custom_id=button_id(page, "Share"))
    [posted] = [one for one in room.channel.history() if "Shared by" in words(one)]
    assert pictured(posted) == said and not labels(posted)


async def test_a_server_s_year(room: Room) -> None:
    await played(room)
    page = answer(await room.people[3].slash(room.channel, "stats"))
    assert "figures from 20 on" in words(page), "a year has no least number of games"
    said = pictured(said_privately(await room.people[3].click(page, label="The year")))
    assert said.startswith(f"{room.guild.name}, Year {START.year}. Games: 4. Players: 2.")
    assert "Most games: " in said and "Most wins: " in said and "cleo" not in said


async def test_in_january_the_year_before(room: Room) -> None:
    await played(room)
    room.wait.ahead = datetime(START.year, 1, 3, tzinfo=UTC) - START
    page = await my_year(room)
    said = pictured(page)
    assert f"Year {LAST_YEAR}" in said and "Games: 1." in said and "Most often met" not in said
    assert labels(page) == ["Share", str(START.year)]
    now = said_privately(await room.people[0].click(page, label=str(START.year)))
    assert f"Year {START.year}" in pictured(now) and labels(now) == ["Share", str(LAST_YEAR)]


async def test_without_a_game_there_is_no_year(room: Room) -> None:
    page = answer(await room.people[0].slash(room.channel, "stats", of="me"))
    said = said_privately(await room.people[0].click(page, label="My year"))
    assert f"No finished game of {START.year}" in words(said) and not said.attachments
