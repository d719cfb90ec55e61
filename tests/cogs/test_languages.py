"""Who is spoken to in which language: the reader alone, everybody at a server or at a table, and by
direct message."""

import discord
import pytest
import simcord

from bot.store import settings
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    options_id,
    select_id,
    words,
)
from tests.cogs.languages import named, reading
from tests.tables.acts import stored_about


@pytest.fixture
def manager(room: Room) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


async def test_a_server_speaks_as_discord_says_until_it_chooses(
    room: Room, manager: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(room, monkeypatch)
    ana, channel = room.people[0], room.channel
    reading(room, monkeypatch, {ana.id: "es-419"}, server="it")
    assert "[it] " in words(answer(await ana.slash(channel, "tzolkin new")))
    panel = answer(await manager.slash(channel, "settings"))
    assert "[en-US] " in words(panel), "the manager is answered alone"
    await manager.select(panel, ["pt-BR"], custom_id=select_id(panel, "language"))
    other = room.guild.create_text_channel("other")
    lobby = answer(await ana.slash(other, "tzolkin new"))
    assert "[pt-BR] " in words(lobby) and "[it]" not in words(lobby)
    said = answer(await ana.click(lobby, custom_id="tz:lobby:2::join"))
    assert "[es-419] " in words(said), "Ana is answered alone"
    await room.restart()
    third = room.guild.create_text_channel("third")
    assert "[pt-BR] " in words(answer(await ana.slash(third, "tzolkin new")))
    panel = answer(await manager.slash(channel, "settings"))
    await manager.select(panel, ["discord"], custom_id=select_id(panel, "language"))
    assert (await room.bot.tables.server_settings(room.guild.id)).language is None
    fourth = room.guild.create_text_channel("fourth")
    assert "[it] " in words(answer(await ana.slash(fourth, "tzolkin new")))


async def test_a_table_may_have_its_own(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    named(room, monkeypatch)
    (ana, bob), channel = room.people[:2], room.channel
    reading(room, monkeypatch, {ana.id: "es-ES"}, server="it")
    lobby = answer(await ana.slash(channel, "tzolkin new"))
    options = answer(await ana.click(lobby, custom_id=options_id(lobby)))
    assert "[es-ES] " in words(options)
    options = answer(await ana.select(options, ["de"], custom_id=select_id(options, "tongue")))
    assert "[es-ES] " in words(options)
    lobby_now = channel.history()[0]
    assert "[de] " in words(lobby_now) and "[it]" not in words(lobby_now)
    await bob.click(lobby_now, custom_id="tz:lobby:1::join")
    await ana.click(lobby_now, custom_id="tz:lobby:1::start")
    assert "[de] " in words(channel.history()[0]), "the lobby is closed in it"
    assert "[de] " in words(channel.history()[1]), "and so the game begins"
    await room.restart()
    board = answer(await bob.slash(channel, "board"))
    assert "[de] " in words(board) and "[it]" not in words(board)
    options = answer(await ana.slash(channel, "tzolkin options"))
    await ana.select(options, ["server"], custom_id=select_id(options, "tongue"))
    assert (await room.bot.tables.table(1)).options.language is None, "also in a running game"
    assert "[it] " in words(answer(await bob.slash(channel, "board")))


async def test_a_direct_message_speaks_the_language_its_reader_was_seen_with(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(room, monkeypatch)
    ana, bob = room.people[:2]
    languages = {ana.id: "es-419", bob.id: "pt-BR"}
    reading(room, monkeypatch, languages)
    for person in (ana, bob):
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await room.restart()  # it is known from the database
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, custom_id="tz:lobby:1::join")
    await ana.click(lobby, custom_id="tz:lobby:1::start")
    for person in (ana, bob):
        [direct] = person.user.dm_channel.history()
        assert f"[{languages[person.id]}] " in words(direct)
        assert "[en-US]" not in words(direct)
    assert "[en-US] " in words(room.channel.history()[-1])


async def test_a_language_is_written_only_when_it_changes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, written = room.people[0], list[str]()
    set_locale = settings.set_locale

    async def counted(connection: object, user_id: int, locale: str, *, at: object) -> None:
        written.append(locale)
        await set_locale(connection, user_id, locale, at=at)  # type: ignore[arg-type]

    monkeypatch.setattr("bot.store.settings.set_locale", counted)
    languages = {ana.id: "de"}
    reading(room, monkeypatch, languages)
    for _ in range(2):
        for _ in range(3):
            await ana.slash(room.channel, "rules", topic="begging")
        await room.restart()
    languages[ana.id] = "it"
    await ana.slash(room.channel, "rules", topic="begging")
    await room.env.settle()
    assert written == ["de", "it"]
    assert await room.bot.store.read(settings.locale_of, ana.id) == "it"


async def test_who_asks_for_the_own_data_is_not_noted_by_that(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = room.people[0]
    reading(room, monkeypatch, {ana.id: "de"})
    await ana.slash(room.channel, "privacy export")
    assert (await stored_about(room.bot.tables, ana.id))["language"] is None
    await ana.slash(room.channel, "rules", topic="begging")
    await room.env.settle()
    assert (await stored_about(room.bot.tables, ana.id))["language"] == "de"
    said = answer(await ana.slash(room.channel, "privacy delete"))
    await ana.click(said, custom_id=button_id(said, "Delete my data"))
    await room.env.settle()
    assert await room.bot.store.read(settings.locale_of, ana.id) is None
    await ana.slash(room.channel, "rules", topic="begging")
    await room.env.settle()
    assert await room.bot.store.read(settings.locale_of, ana.id) == "de", "back, and somebody new"
