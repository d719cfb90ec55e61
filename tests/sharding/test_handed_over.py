"""What a process is asked that has not got the table's server is told there by the one that has;
and nothing that a process remembers stays when another one changes it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.leagues.settings import SeasonSettings
from bot.settings import Settings
from bot.store.postgres import ANEW, FORGOTTEN, LANGUAGE
from bot.tables import Options, Table
from bot.tables.settings import ServerSettings
from cogs.client import TzolkinBot
from cogs.leagues.season_sweep import LeagueTables
from cogs.telling.carry_on import OtherProcesses, carry_on, sweep
from tests.leagues.changes import create_league, create_season
from tests.sharding.process import stand_in
from tests.sharding.test_shards import server
from tests.store.databases import on_postgres
from tests.tables.acts import join, note_told, open_lobby, start
from tests.tables.playing import PEOPLE, Clock, last_legal, play

pytestmark = on_postgres
CHANNEL = 70


@pytest.fixture
async def two(url: str, clock: Clock, tmp_path: Path) -> AsyncIterator[list[TzolkinBot]]:
    """Processes with shards 0 and 1 of 2; what each sends to Discord is in a file of its own."""
    bots = []
    for shards in ("0/2", "1/2"):
        settings = Settings(_env_file=None, database_url=url, shards=shards, emojis=False)
        bot = TzolkinBot(settings, think=last_legal, now=clock)
        stand_in(bot, tmp_path / f"sent by {shards[0]}")
        await bot._async_setup_hook()
        await bot.store.open()
        await OtherProcesses(bot).cog_load()
        bots.append(bot)
    yield bots
    for bot in bots:
        await bot.close()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what the other process does."""
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it was not done")


def sent(folder: Path, by: int) -> list[str]:
    """Where a process posted."""
    file = folder / f"sent by {by}"
    lines = file.read_text().splitlines() if file.exists() else []
    return [one["path"] for one in map(json.loads, lines) if one["what"] == "POST"]


async def game_with_an_untold_turn(bot: TzolkinBot) -> Table:
    """At a server of shard 1, and by the process of shard 0, as by a press in a direct message."""
    table = await open_lobby(bot.tables, server(1, 2), CHANNEL, PEOPLE[0], Options())
    for person in PEOPLE[1:3]:
        await join(bot.tables, table.id, person)
    table = await start(bot.tables, table.id, PEOPLE[0], seed="1")
    while (await bot.tables.game(table.id)).pending[0].kind != "turn":
        await play(bot.tables, table, 1)
    table = await bot.tables.table(table.id)
    await note_told(bot.tables, table.id, table.version)
    return table


async def test_the_one_with_the_server_tells_it(two: list[TzolkinBot], tmp_path: Path) -> None:
    asked, has_it = two
    table = await game_with_an_untold_turn(asked)
    assert await carry_on(asked, table.id, await play(asked.tables, table, 1))
    await until(lambda: bool(sent(tmp_path, 1)))
    await sweep(asked)
    assert sent(tmp_path, 0) == []
    assert sent(tmp_path, 1) == [f"/channels/{CHANNEL}/messages"]
    await until(lambda: not has_it._background)
    assert await has_it.tables.not_announced() == []


async def test_what_another_told_is_not_told_again(two: list[TzolkinBot], tmp_path: Path) -> None:
    """One has a server, then another takes it over for a while, and gives it back."""
    other, bot = two
    table = await game_with_an_untold_turn(bot)
    first = await play(bot.tables, table, 1)
    await carry_on(bot, table.id, first)
    other.mine = other.tables.shards = bot.mine
    second = await play(other.tables, table, 1)
    await carry_on(other, table.id, second)
    await carry_on(bot, table.id, second)  # as if it had confirmed this one
    assert len(sent(tmp_path, 0)) == len(sent(tmp_path, 1)) == 1
    posted = (await bot.tables.table(table.id)).posted.calls
    known = bot.channels[table.id].posted
    assert known is None or known.calls == posted
    third = await play(bot.tables, table, 1)
    await carry_on(bot, table.id, third)
    assert len(sent(tmp_path, 1)) == 2


async def test_what_was_told_and_could_not_be_noted_is_not_forgotten(
    two: list[TzolkinBot], tmp_path: Path
) -> None:
    """Where only its messages were noted since, and no other process has told anything."""
    _, bot = two
    table = await game_with_an_untold_turn(bot)
    await carry_on(bot, table.id, await play(bot.tables, table, 1))
    channel = bot.channels[table.id]
    told = channel.posted
    assert told is not None and told.version is not None
    now = await bot.tables.table(table.id)
    channel.posted = channel.noted = replace(told, version=told.version + 1, lobby=7)
    channel.compare(now)
    assert channel.posted is not None
    channel.posted = channel.noted = replace(told, board=7)
    channel.compare(now)
    assert channel.posted is None, "another process has posted a board"


async def test_a_season_is_looked_at_by_the_one_with_its_server(
    two: list[TzolkinBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, _has_it = two
    league = await create_league(asked.leagues, server(1, 2), "The long count")
    season = await create_season(asked.leagues, league.id, SeasonSettings("Rainy season"), by=1)
    looked: list[tuple[int, int]] = []
    for number, bot in enumerate(two):
        cog = LeagueTables(bot)

        async def look(season_id: int, number: int = number) -> None:
            looked.append((number, season_id))

        monkeypatch.setattr(cog, "_tell", look)
        monkeypatch.setattr(cog, "_look_at", lambda _: asyncio.sleep(0))
        bot.add_listener(cog.on_season_changed, "on_season_changed")
    asked.dispatch("season_changed", season.id)
    await until(lambda: bool(looked))
    assert looked == [(1, season.id)]


async def test_what_is_remembered_follows(two: list[TzolkinBot]) -> None:
    changes, remembers = two
    guild, person = server(0, 2), 1 << 60
    await changes.tables.set_server_settings(guild, ServerSettings(language="de"))
    await changes.store.processes.say(f"{LANGUAGE} {guild}")
    await until(lambda: remembers.server_languages == {guild: "de"})

    remembers.seen_locales[person] = "de"
    await changes._note_locale(person, "es-ES")
    await until(lambda: person not in remembers.seen_locales)

    remembers.seen_names[guild, person] = "Ada"
    await changes.store.processes.say(f"{FORGOTTEN} {person}")
    await until(lambda: not remembers.seen_names)


async def test_nothing_remembered_is_trusted_after_words_were_missed(two: list[TzolkinBot]) -> None:
    changes, remembers = two
    guild, person = server(0, 2), 1 << 60
    remembers.seen_locales[person] = "de"
    remembers.seen_names[guild, person] = "Ada"
    await changes.tables.set_server_settings(guild, ServerSettings(language="de"))
    await OtherProcesses(remembers).heard(ANEW)
    assert remembers.server_languages == {guild: "de"}
    assert not remembers.seen_locales and not remembers.seen_names


async def test_what_is_done_once_is_done_by_one(two: list[TzolkinBot]) -> None:
    assert [await bot.is_first() for bot in two] == [True, False]
    await two[0].close()
    assert await two[1].is_first()
