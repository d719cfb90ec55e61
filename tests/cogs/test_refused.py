"""Whatever Discord refuses for good is not tried again and again, and is said to who pressed, to
moderators and in /doctor; what may pass by itself is tried again."""

from functools import partial

import aiohttp
import pytest
import simcord
from discord import ChannelType, TextChannel
from simcord.backend.errors import OptionError

from bot.leagues import season_lifecycle
from bot.model.notes import Happened, NoResult
from bot.refusal import NotTaken
from bot.store import leagues as stored
from bot.store import outbox
from bot.tables.settings import ServerSettings
from cogs.kit.channels import why_refused
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    in_options,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    said_privately,
    with_id,
    words,
)
from tests.cogs.faults import Refusing, opens_thread, posts, refused
from tests.cogs.season_tables import drawn, look, playing, texts, threads
from tests.cogs.test_disputes import begun, disputed, private_threads

UNKNOWN = 987_654
OF_NAMES = (20031, 50035, 200001, UNKNOWN)
"""Codes for a name, a form or words that Discord does not take, and one nobody knows."""
FOR_GOOD = (*OF_NAMES, 50024, 160007)
SORRY = "Something went wrong"


async def with_moderators(room: Room, role: simcord.RoleHandle) -> simcord.ChannelHandle:
    """The channel in which moderators are called."""
    place = room.guild.create_text_channel("moderators")
    chosen = ServerSettings(
        moderator_roles=(role.id,), second_moderator=False, moderators_channel=place.id
    )
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    return place


async def doctor(room: Room) -> str:
    return words(answer(await room.people[0].slash(room.channel, "doctor")))


# --- what is final --------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [*FOR_GOOD, 0, 160006, 40005])
@pytest.mark.parametrize("status", [400, 403, 404, 409, 413])
def test_what_is_refused_for_good(status: int, code: int) -> None:
    assert why_refused(refused(status, code)()) is not None


@pytest.mark.parametrize("error", [
    *(refused(status)() for status in (408, 425, 429, 500, 502, 503, 524)),
    refused(429, 30046)(), refused(403, 40333)(), refused(400, 130000)(), refused(403, 20028)(),
    TimeoutError(), aiohttp.ServerDisconnectedError(),
], ids=repr)  # fmt: skip
def test_what_may_pass(error: Exception) -> None:
    assert why_refused(error) is None


def test_what_nobody_can_mend_is_said_with_its_number() -> None:
    for code in OF_NAMES:
        found = why_refused(refused(400, code)())
        assert isinstance(found, NotTaken) and str(code) in str(found)
    assert "413" in str(why_refused(refused(413)()))


# --- threads --------------------------------------------------------------------------------------


async def lobby_in_a_thread(room: Room) -> str:
    """What somebody reads who starts a game in a new thread."""
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    await in_options(ana, lobby, "Play in a new thread")
    return words(answer(await ana.click(lobby, label="Start")))


@pytest.mark.parametrize("code", OF_NAMES)
async def test_a_thread_without_the_name_that_is_refused(
    room: Room, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    discord = Refusing(room, monkeypatch, refused(400, code))
    discord.when = lambda route, sent: opens_thread(route) and "ana" in sent
    begun = await lobby_in_a_thread(room)
    [thread] = room.channel.threads
    assert thread.name == "Tzolk'in" and f"has begun in <#{thread.id}>" in begun
    assert discord.tries == 1 and room.env.errors == []


@pytest.mark.parametrize("code", FOR_GOOD)
async def test_a_thread_that_is_refused(
    room: Room, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """The game begins in the channel instead; who asked for a thread reads why, as /doctor does."""
    discord = Refusing(room, monkeypatch, refused(400, code))
    discord.when = lambda route, sent: opens_thread(route)
    begun = await lobby_in_a_thread(room)
    assert (await room.bot.tables.table(1)).channel_id == room.channel.id
    known = {50024: "use a text channel", 160007: "too many open threads"}
    why = known.get(code, f"refuses to open a thread (error {code})")
    assert why in begun and why in await doctor(room)
    asked = answer(await room.people[2].slash(room.channel, "tzolkin new"))
    said = words(
        said_privately(await room.people[2].click(asked, label="Open one in a new thread"))
    )
    assert why in said and SORRY not in said
    assert discord.tries <= 4 and room.env.errors == []


async def test_a_lobby_whose_first_message_is_refused(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await new_game(room.channel, room.people[:2])
    discord = Refusing(room, monkeypatch, refused(400, UNKNOWN))
    discord.when = lambda route, sent: posts(route) and route.channel_id != room.channel.id
    asked = answer(await room.people[2].slash(room.channel, "tzolkin new"))
    said = words(
        said_privately(await room.people[2].click(asked, label="Open one in a new thread"))
    )
    assert f"error {UNKNOWN}" in said and SORRY not in said
    assert room.channel.threads == []


@pytest.mark.parametrize("code", OF_NAMES)
async def test_a_leagues_table_opens_under_a_plain_name(
    room: Room, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    discord = Refusing(room, monkeypatch, refused(400, code))
    discord.when = lambda route, sent: opens_thread(route) and "ana" in sent
    season = await drawn(room)
    await look(room)
    assert len(await playing(room, season)) == 2
    named = sorted(one.name for one in threads(room))
    assert sum(one in ("Table 1", "Table 2") for one in named) == 1, named


@pytest.mark.english
@pytest.mark.parametrize("code", FOR_GOOD)
@pytest.mark.parametrize("what", ["thread", "message"])
async def test_a_leagues_other_tables_open(
    room: Room, role: simcord.RoleHandle, monkeypatch: pytest.MonkeyPatch, code: int, what: str
) -> None:
    """Whatever is refused for one of them; and that is said once, and not tried each minute."""
    place = await with_moderators(room, role)
    discord = Refusing(room, monkeypatch, refused(400, code))
    season = await drawn(room)
    if what == "thread":
        discord.when = lambda route, sent: opens_thread(route) and "Table 1" in sent
    else:
        discord.when = lambda route, sent: posts(route) and "able 1" in sent and "ana" in sent
    for _ in range(50):
        await look(room, minutes=1)
    assert 1 <= discord.tries <= 2
    assert len(await playing(room, season)) == 1
    [called] = texts(place)
    assert "does not open" in called and "the other tables open as usual" in called
    assert called.count("error") or code in (50024, 160007)
    assert SORRY not in await doctor(room)
    assert "❌" in await doctor(room)
    discord.when = lambda route, sent: False
    await look(room, minutes=61)
    assert len(await playing(room, season)) == 2
    assert "❌" not in await doctor(room) and room.env.errors == []


# --- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 403, 413])
@pytest.mark.parametrize("code", [50035, 20031, UNKNOWN])
async def test_a_message_that_is_refused(
    room: Room, role: simcord.RoleHandle, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    """Who confirmed reads why, and so do moderators; it is told with the next turn."""
    place = await with_moderators(room, role)
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    actor = with_id(room.people, pinged(room.channel)[0])
    other = next(person for person in room.people[:2] if person is not actor)
    discord = Refusing(room, monkeypatch, refused(status, code))
    discord.when = lambda route, sent: posts(route) and route.channel_id == room.channel.id
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    done = await actor.click(panel, label="Confirm")
    why = f"refuses a message of mine in <#{room.channel.id}> (error {code})"
    assert "confirmed" in words(answer(done))
    assert why in words(said_privately(done))
    for _ in range(50):
        await room.env.advance_time(60)
    assert discord.tries <= 2
    assert why in await doctor(room)
    [called] = texts(place)
    assert why in called
    discord.when = lambda route, sent: False
    await other.slash(room.channel, "move", turn="place tikal; end")
    told = "".join(texts(room.channel))
    assert told.count("→ Palenque") == 1 and "→ Tikal" in told
    assert why not in await doctor(room)


async def test_news_that_are_refused_hold_up_no_others(
    room: Room, role: simcord.RoleHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draw is refused; what comes after it is told, and the moderators know."""
    place = await with_moderators(room, role)
    discord = Refusing(room, monkeypatch, refused(400, UNKNOWN))
    discord.when = lambda route, sent: (
        posts(route) and route.channel_id == room.channel.id and discord.tries == 0
    )
    season = await drawn(room)
    notes = [Happened(season.version - 1), NoResult(1, 1, 0)]
    await room.bot.store.write(partial(outbox.add, season_id=season.id), notes)
    await look(room)
    await look(room, minutes=1)
    assert discord.tries == 1
    assert any("ended without a result" in one for one in texts(room.channel))
    assert any(f"(error {UNKNOWN})" in one for one in texts(place))
    assert (await room.bot.leagues.read(season.id)).untold == ()


# --- disputes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", FOR_GOOD)
@pytest.mark.parametrize("what", ["thread", "message"])
async def test_a_dispute_without_its_thread(
    room: Room, role: simcord.RoleHandle, monkeypatch: pytest.MonkeyPatch, code: int, what: str
) -> None:
    """Moderators are called in their own channel, once."""
    place = room.guild.create_text_channel("moderators")
    _, _, one, _ = await begun(room, role, place=place)
    discord = Refusing(room, monkeypatch, refused(400, code))
    inside = {room.channel.id, place.id}
    discord.when = lambda route, sent: (
        opens_thread(route)
        if what == "thread"
        else posts(route) and "worker stood" in sent and route.channel_id not in inside
    )
    said = await disputed(room, one)
    assert "notified" in said and "direct message" in said
    for _ in range(5):
        await look(room, minutes=1)
    [call] = [m for m in place.history() if "Reject" in labels(m)]
    assert "worker stood" in words(call)
    assert discord.tries <= 2 and room.env.errors == []


async def test_a_dispute_in_an_announcement_channel(
    room: Room, role: simcord.RoleHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text channel was made one after the league was founded there."""
    place = room.guild.create_text_channel("moderators")
    season, _, one, _ = await begun(room, role, place=place)
    news = room.guild.create_news_channel("news")
    await room.bot.store.write(stored.set_channel, season.league_id, news.id)
    discord = Refusing(room, monkeypatch, refused(400, 50024))
    discord.when = lambda route, sent: opens_thread(route)
    said = await disputed(room, one)
    assert "notified" in said and "direct message" in said
    assert [m for m in place.history() if "Reject" in labels(m)]
    assert private_threads(room) == [] and discord.tries == 0
    assert f"<#{news.id}> is an announcement channel" in await doctor(room)


@pytest.mark.parametrize("how", ["command", "undo"])
async def test_no_league_lives_in_an_announcement_channel(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, how: str
) -> None:
    """It is not offered; where it became one later, the refusal says what to do."""
    await with_moderators(room, role)
    news = room.guild.create_news_channel("news")
    if how == "command":
        with pytest.raises(OptionError, match="only allows channel types"):
            await maya.slash(room.channel, "season found", name="The long count", channel=news)
        return
    home = room.guild.create_text_channel("home")
    await maya.slash(room.channel, "season found", name="The long count", channel=home)
    home_here = room.bot.get_channel(home.id)
    assert isinstance(home_here, TextChannel)
    home_here._type = ChannelType.news.value
    said = await maya.slash(room.channel, "season found", name="Short", channel=home)
    assert "announcement channel" in words(answer(said))
    assert len(await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)) == 1
