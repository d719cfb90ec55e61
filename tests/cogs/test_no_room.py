"""A server that has no room for another thread, pin or icon."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
import structlog

from bot.refusal import Refusal
from cogs.kit.channels import _SENTENCES, why_refused
from cogs.leagues.league_channel import pin_post
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, choose_tiles, in_options, said_privately, words
from tests.cogs.faults import Refusing, opens_thread, refused
from tests.cogs.moderators_page import propose
from tests.cogs.season_commands import name_moderators
from tests.cogs.season_tables import drawn, look

TOO_MANY_THREADS, TOO_MANY_PINS = 160006, 30047


def full_server(room: Room, monkeypatch: pytest.MonkeyPatch) -> Refusing:
    """Discord refuses threads, until its `when` says otherwise."""
    full = Refusing(room, monkeypatch, refused(400, TOO_MANY_THREADS))
    full.when = lambda route, sent: opens_thread(route)
    return full


async def test_a_game_begins_in_the_channel_instead(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = full_server(room, monkeypatch)
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    await in_options(ana, lobby, "Play in a new thread")
    begun = answer(await ana.click(lobby, label="Start"))
    table = await room.bot.tables.table(1)
    assert table.status == "playing" and table.channel_id == room.channel.id
    assert "has begun" in words(begun) and "too many open threads" in words(begun)
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
    told = answer(await bob.slash(room.channel, "doctor"))
    assert "too many open threads" in words(told)
    asked = answer(await room.people[2].slash(room.channel, "tzolkin new"))
    said = await room.people[2].click(asked, label="Open one in a new thread")
    assert "too many open threads" in words(said_privately(said))
    full.when = lambda route, sent: False
    asked = answer(await room.people[2].slash(room.channel, "tzolkin new"))
    await room.people[2].click(asked, label="Open one in a new thread")
    assert "too many open threads" not in words(answer(await bob.slash(room.channel, "doctor")))
    assert room.env.errors == []


async def test_a_league_is_told_once_and_goes_on_by_itself(
    room: Room,
    monkeypatch: pytest.MonkeyPatch,
    role: simcord.RoleHandle,
    maya: simcord.MemberActor,
) -> None:
    full = full_server(room, monkeypatch)
    await name_moderators(room, role)
    await drawn(room)
    with structlog.testing.capture_logs() as lines:
        for _ in range(8):
            await look(room, minutes=1)
    assert full.tries == 1, "not tried again each minute"
    assert [line["log_level"] for line in lines if line["event"] == "refused"] == ["warning"]
    assert not [line for line in lines if line["log_level"] == "error"]
    told = [m for m in room.channel.history() if "no table can open now" in words(m)]
    assert len(told) == 1 and "too many open threads" in words(told[0])
    stalled = answer(await propose(maya, room.channel, "stalled"))
    assert "too many open threads" in words(stalled)
    await look(room, minutes=11)
    assert full.tries == 2
    full.when = lambda route, sent: False
    await look(room, minutes=11)
    assert room.channel.threads
    stalled = answer(await propose(maya, room.channel, "stalled"))
    assert "too many open threads" not in words(stalled)
    assert len([m for m in room.channel.history() if "no table can open" in words(m)]) == 1


class Post:
    """Of a forum in which others have pinned as much as Discord takes."""

    id, is_full = 2, True

    async def edit(self, *, pinned: bool) -> None:
        if self.is_full:
            raise refused(400, TOO_MANY_PINS)()


async def test_a_post_that_cannot_be_pinned_is_told_where_the_bot_is_asked(room: Room) -> None:
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    forum: Any = SimpleNamespace(
        threads=(), guild=guild, permissions_for=lambda _: discord.Permissions.all()
    )
    post: Any = Post()
    for full in (True, False):
        post.is_full = full
        await pin_post(room.bot, forum, post, None)
        told = words(answer(await room.people[0].slash(room.channel, "doctor")))
        assert ("cannot pin another post" in told) == full


async def test_missing_icons_are_told(room: Room) -> None:
    missing = "My icons are missing"
    assert missing not in words(answer(await room.people[0].slash(room.channel, "doctor")))
    room.bot.settings = room.bot.settings.model_copy(update={"emojis": True})
    assert missing in words(answer(await room.people[0].slash(room.channel, "doctor")))
    room.bot.icons = {"corn": "<:tz_corn_aaaaaa:1>"}
    assert missing not in words(answer(await room.people[0].slash(room.channel, "doctor")))


@pytest.mark.parametrize("code", _SENTENCES)
def test_each_code_says_what_helps(code: int) -> None:
    error = refused(400, code)()
    assert isinstance(error, discord.HTTPException)
    found = why_refused(error)
    assert isinstance(found, Refusal) and str(found).endswith(".")


def test_a_missing_permission_leads_to_the_doctor() -> None:
    assert why_refused(refused(500)()) is None
    forbidden = refused(403, 50013)()
    assert isinstance(forbidden, discord.HTTPException)
    assert "/doctor" in str(why_refused(forbidden))
