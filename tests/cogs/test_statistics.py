"""/stats: of whose games, page by page, as a picture, in words and as files."""

import json

from simcord import InteractionResult

from bot.statistics import count_games
from bot.text.descriptions.figures import PAGES
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words
from tests.statistics.games import store_game, store_season
from tests.test_spreadsheet import pages_of


async def played(room: Room, games: int) -> list[int]:
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
    await played(room, 3)
    shown = answer(await room.people[0].slash(room.channel, "stats"))
    assert shown.ephemeral and not shown.attachments
    assert "3 games so far; figures from 20 on." in words(shown)


async def test_every_page_has_a_picture_and_words(room: Room) -> None:
    games = await played(room, 20)
    await store_season(room.bot.store, *games)
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "stats"))
    assert shown.ephemeral
    assert [one.filename for one in shown.attachments] == ["statistics.png"]
    assert "Games of this server" in words(shown) and "Number of players" in words(shown)

    result: InteractionResult = await ana.click(shown, label="As text")
    told = words(answer(result))
    assert "2 players: " in told and "going first won" in told and "; 20 games" in told
    for page in PAGES:
        result = await ana.select(answer(result), values=[page])
        assert "went wrong" not in words(answer(result)), page
    result = await ana.click(answer(result), label="3")
    assert "0 games so far" in words(answer(result))


async def test_of_oneself_and_as_files(room: Room) -> None:
    await played(room, 20)
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
