"""/games: a person's tables on all servers and in direct messages, a server's for its moderators;
and the commands that people have who installed the bot for themselves."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
import simcord

from bot.clocks import DaysClock, TimeRules
from bot.model.server import LANGUAGES
from bot.model.table import Holder, OpenGame
from bot.tables import Options, Person, time_passing
from bot.text.translation import translator
from cogs.client import GettextTranslator
from cogs.leagues.season_sweep import open_ready
from cogs.people.games import ON_A_PAGE, games_message, my_games, server_games
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    click_together,
    copied,
    labels,
    new_game,
    pinged,
    raw,
    select_id,
    with_id,
    words,
)
from tests.cogs.limits import check_message
from tests.cogs.moderators_page import name_moderators
from tests.cogs.seasons import drawn, playing, settled
from tests.tables.acts import set_options

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
FOR_ALL = {"games", "profile", "rules", "tile"}
"""The commands that people have who installed the bot for themselves."""
GUILD, BOT_DM, PRIVATE = 0, 1, 2


async def test_my_games_on_all_servers(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    said = answer(await ana.slash(room.channel, "games"))
    assert said.ephemeral and "You are not in any game" in words(said)
    await new_game(room.channel, [ana, bob])
    other = room.env.create_guild("Rivals")
    there = other.create_text_channel("there")
    ana_there = other.add_member(ana.user)
    await other.add_member(cleo.user).slash(there, "tzolkin new")
    await ana_there.click(there.history()[0], label="Join")
    said = words(answer(await ana.slash(room.channel, "games")))
    assert "Friends" not in said, "the server of this channel is not named"
    assert "**Rivals** · <#" in said
    table = await room.bot.tables.table(1)
    board = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/"
    assert f"see the board]({board}{table.posted.board})" in said
    assert f"[join](https://discord.com/channels/{other.id}/{there.id}/" in said
    assert said.index("Waiting for you** (1)") < said.index("Not started yet** (1)")
    assert f"urn began <t:{int(table.asked[0].since.timestamp())}:R>" in said  # type: ignore[index]
    said = words(answer(await ana.user.slash("games")))
    assert "**Friends** · <#" in said and "**Rivals** · <#" in said, "in direct messages"
    assert "You are not in any game" in words(
        answer(await room.people[3].slash(room.channel, "games"))
    )


async def test_only_who_is_waited_for_is_told_and_until_when(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    rules = Options(time=TimeRules(DaysClock(1)))
    await set_options(room.bot.tables, 1, Person(ana.id, "ana"), rules)
    await ana.click(lobby, label="Start")
    await choose_tiles(ana, room.channel)
    mine = words(answer(await ana.slash(room.channel, "games")))
    assert "Waiting for others** (1)" in mine and "aiting for **bob** · turn began" in mine
    await choose_tiles(bob, room.channel)
    asked = with_id(room.people, pinged(room.channel)[0])
    other = bob if asked is ana else ana
    [end] = (await room.bot.tables.table(1)).deadlines.values()
    mine = words(answer(await asked.slash(room.channel, "games")))
    assert "Waiting for you** (1)" in mine and "aiting for **" not in mine
    assert f"time runs out <t:{int(end.timestamp())}:R>" in mine
    theirs = words(answer(await other.slash(room.channel, "games")))
    assert f"aiting for **{asked.name}** · turn began" in theirs


async def test_a_game_whose_channel_is_gone(room: Room) -> None:
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    async with room.bot.tables.open(1) as opened:
        time_passing.set_aside(opened)
    said = words(answer(await ana.slash(room.channel, "games")))
    assert "On hold** (1)" in said and "ts channel is gone" in said
    assert "/tzolkin move" in said or "</tzolkin move:" in said
    assert "see the board" not in said, "there is none"


async def test_a_table_of_a_league_says_so(room: Room) -> None:
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = next(iter((await playing(room, season)).values()))
    person = next(one.user_id for one in table.seats if one.user_id is not None)
    reader = with_id(room.people, person)
    assert "**The long count** Table " in words(answer(await reader.slash(room.channel, "games")))


async def test_many_tables_are_turned_page_by_page(room: Room) -> None:
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    await copied(room, 1, range(1, 30), [ana.id, bob.id])
    said = answer(await ana.slash(room.channel, "games"))
    assert "Waiting for you** (30)" in words(said)
    seen = set[str]()
    for page in (1, 2, 3, 4):
        assert f"Page {page} of 4" in words(said)
        seen |= {one.split(">")[0] for one in words(said).split("<#")[1:]}
        if page < 4:
            said = answer(await ana.click(said, label="Next"))
    assert len(seen) == 30
    assert "Page 3 of 4" in words(answer(await ana.click(said, label="Previous")))


async def test_the_games_of_a_server_for_its_moderators(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    ana, bob, cleo, dan = room.people
    await name_moderators(room, role)
    said = answer(await ana.slash(room.channel, "games", server=True))
    assert said.ephemeral and "Only the moderators of this server" in words(said)
    said = answer(await maya.slash(room.channel, "games", server=True))
    assert said.ephemeral and "No game is open here" in words(said)
    await new_game(room.channel, [ana, bob])
    await room.later(hours=1)
    other, lobby = (room.guild.create_text_channel(name) for name in ("other", "lobby"))
    await new_game(other, [cleo, dan])
    await ana.slash(lobby, "tzolkin new")
    mine = answer(await maya.slash(room.channel, "games"))
    assert "You are not in any game" in words(mine)
    said = answer(await maya.click(mine, label="Games of this server"))
    told = words(said)
    assert "Longest wait first** (2)" in told and "Not started yet** (1)" in told
    at = [told.index(f"<#{one.id}>") for one in (room.channel, other, lobby)]
    assert at == sorted(at)
    assert "aiting for **ana** and **bob** · turn began" in told
    back = answer(await maya.click(said, label="Your games"))
    assert "You are not in any game" in words(back)
    async with room.bot.tables.open(2) as opened:
        time_passing.set_aside(opened)
    told = words(answer(await maya.slash(room.channel, "games", server=True)))
    assert told.index("Needs a look** (1)") < told.index("Longest wait first** (1)")
    assert "Games of this server" not in labels(answer(await ana.slash(room.channel, "games")))
    [pressed] = await click_together([(ana, back, "tz:games:0::server.first")])
    assert "Only the moderators of this server" in words(answer(pressed))


async def test_a_server_is_asked_about_from_a_server(room: Room) -> None:
    said = words(answer(await room.people[0].user.slash("games", server=True)))
    assert "Use this command in a channel of a server I am on" in said


def longest(number: int) -> OpenGame:
    """A table about which there is as much to say as can be."""
    name = "*_~`|" * 6 + "**"  # a name of 32 letters, of which each is escaped
    seats = tuple(
        Holder(seat, 10**18 + seat, name, True, NOW - timedelta(days=30), NOW + timedelta(days=99))
        for seat in range(5)
    )
    return OpenGame(
        number, 10**18, 10**18 + number, "playing", message_id=10**18, changed_at=NOW,
        paused=True, gone_at=None, told=False, seats=seats,
        league="_" * 100, number=10_000,
    )  # fmt: skip


def test_a_lobby_waits_for_who_has_to_answer() -> None:
    t = translator("en")
    game = replace(longest(1), status="lobby", told=True, paused=False, seats=(
        Holder(0, 7, "ana", True), Holder(1, 8, "bob", False),
    ))  # fmt: skip
    [mine] = my_games(t, [game], 7, {})
    assert mine.heading == "Waiting for you" and "Say whether you will play" in mine.words
    [theirs] = my_games(t, [game], 8, {})
    assert theirs.heading == "Not started yet"
    assert "Open to join · waiting for **ana**" in theirs.words


@pytest.mark.parametrize("language", LANGUAGES)
def test_discord_takes_every_page_in_every_language(language: str) -> None:
    t, games = translator(language), list(map(longest, range(40)))
    for found in (my_games(t, games, 1, {10**18: "_" * 100}), server_games(t, games, NOW)):
        shown = 0
        for page in range(40):
            view = games_message(t, "mine", found, page, both=True)
            check_message({"components": view.to_components(), "flags": 1 << 15})
            body = json.dumps(view.to_components())
            shown += body.count("<#")
            if shown == 40:
                break
        assert shown == 40
        assert page > 40 / ON_A_PAGE, "fewer than usual stand on one"
        assert games_message(t, "mine", found, 999, both=True).to_components() == (
            view.to_components()
        ), "the last page"


# --- for people who installed the bot for themselves ----------------------------------------------


async def test_which_commands_people_have_who_installed_the_bot_for_themselves(room: Room) -> None:
    for command in room.bot.tree.get_commands():
        payload = await command.get_translated_payload(room.bot.tree, GettextTranslator())
        if command.name in FOR_ALL:
            assert payload["integration_types"] == [0, 1], command.name
            assert payload["contexts"] == [GUILD, BOT_DM, PRIVATE], command.name
        else:  # where nothing was said, Discord would offer it to them, too
            assert payload["integration_types"] == [0], command.name
            assert PRIVATE not in (payload["contexts"] or []), command.name


Change = Callable[[dict[str, Any], int], None]


def at_a_strange_server(payload: dict[str, Any], person: int) -> None:
    """A server that the bot is not at: Discord tells no more of it than this."""
    user = payload.pop("user")
    payload["member"] = {
        "user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
        "mute": False, "flags": 0, "permissions": str(discord.Permissions.all().value),
    }  # fmt: skip
    payload["guild_id"] = "987654321987654321"
    payload["guild"] = {"id": payload["guild_id"], "locale": "de", "features": []}
    payload["guild_locale"] = "de"
    payload["context"] = GUILD


def in_a_private_channel(payload: dict[str, Any], person: int) -> None:
    """Direct messages of others, or a group's."""
    payload["context"] = PRIVATE


@pytest.mark.parametrize("where", [at_a_strange_server, in_a_private_channel])
async def test_they_are_answered_wherever_they_are(
    room: Room, monkeypatch: pytest.MonkeyPatch, where: Change
) -> None:
    """SimCord knows servers with the bot and its direct messages alone: what it delivers is changed
    to what Discord sends from elsewhere."""
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    build, delivered = simcord.interactions.base_payload, []

    def elsewhere(*args: Any, user_id: int, **more: Any) -> Any:
        record, payload = build(*args, user_id=user_id, **more)
        payload["authorizing_integration_owners"] = {"1": str(user_id)}
        payload["app_permissions"] = "0"
        where(payload, user_id)
        delivered.append(payload)
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", elsewhere)
    games = answer(await ana.user.slash("games"))
    assert games.ephemeral and "**Friends** · <#" in words(games)
    refused = answer(await ana.user.slash("games", server=True))
    assert refused.ephemeral and "Use this command in a channel of a server I am on" in words(
        refused
    )
    rules = answer(await ana.user.slash("rules"))
    assert rules.ephemeral
    chosen = await ana.user.select(rules, ["begging"], custom_id=select_id(rules, "rules"))
    assert "corn" in words(answer(chosen))
    menus = [one for one in raw(rules) if one.get("options")]
    legend = next(one for one in menus if "icons" in [o["value"] for o in one["options"]])
    icons = await ana.user.select(rules, ["icons"], custom_id=legend["custom_id"])
    assert answer(icons).attachments
    tile = answer(await ana.user.slash("tile", name="a1-field-school"))
    assert tile.ephemeral and len(tile.attachments) == 1
    assert len(delivered) == 6, "all of it came from there"
