"""What Discord does not let the bot do: a permission that is missing, a server without room for
another thread, pin or icon, whatever is refused for good. It is said clearly and once, to who
pressed, to moderators and in /doctor, and is not tried again and again; nothing is lost, and
games go on. What may pass by itself is tried again."""

from datetime import timedelta
from functools import partial

import aiohttp
import discord
import pytest
import simcord
import structlog
from discord import ChannelType, TextChannel
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.clocks import DaysClock, TimeRules
from bot.leagues import season_lifecycle
from bot.model.notes import Happened, NoResult
from bot.refusal import NotTaken, Refusal
from bot.store import outbox
from bot.store import tables as stored_tables
from bot.tables import Options, Person
from bot.tables.settings import ServerSettings
from bot.text.translation import ENGLISH, translator
from cogs.client import PERMISSIONS
from cogs.kit.channels import _SENTENCES, why_refused
from cogs.kit.context import permission_name
from tests.cogs.conftest import Room, with_long
from tests.cogs.driver import (
    answer,
    begin_game,
    choose_tiles,
    in_options,
    labels,
    last_turn_message,
    new_game,
    open_panel,
    pinged,
    posted_after,
    press,
    public,
    said_privately,
    select_id,
    with_id,
    words,
)
from tests.cogs.faults import Refusing, opens_thread, posts, refused
from tests.cogs.moderators_page import (
    founded_at,
    name_moderators,
    open_page,
)
from tests.cogs.seasons import drawn, look, playing, texts, threads
from tests.tables.acts import set_options

UNKNOWN = 987_654
OF_NAMES = (20031, 50035, 200001, UNKNOWN)
"""Codes for a name, a form or words that Discord does not take, and one nobody knows."""
FOR_GOOD = (*OF_NAMES, 50024, 160007)
SORRY = "Something went wrong"


async def with_moderators(room: Room, role: simcord.RoleHandle) -> simcord.ChannelHandle:
    """The channel in which moderators are called."""
    place = room.guild.create_text_channel("moderators")
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
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
    why = known.get(code, f"refused to open a thread (error {code})")
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
@pytest.mark.parametrize(
    ("code", "what"),
    with_long(
        [(160007, "thread"), (UNKNOWN, "message")],
        [
            *((code, "thread") for code in FOR_GOOD if code != 160007),
            *((code, "message") for code in FOR_GOOD if code != UNKNOWN),
        ],
    ),
)
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
    assert "could not open" in called and "the other tables open as usual" in called
    assert called.count("error") or code in (50024, 160007)
    assert SORRY not in await doctor(room)
    assert "❌" in await doctor(room)
    discord.when = lambda route, sent: False
    await look(room, minutes=61)
    assert len(await playing(room, season)) == 2
    assert "❌" not in await doctor(room) and room.env.errors == []


# --- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", with_long([400], [403, 413]))
@pytest.mark.parametrize("code", with_long([UNKNOWN], [50035, 20031]))
async def test_a_message_that_is_refused(
    room: Room, role: simcord.RoleHandle, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    """Who confirmed reads why, and so do moderators; it is told with the next turn."""
    place = await with_moderators(room, role)
    await begin_game(room.channel, room.people[:2])
    actor = with_id(room.people, pinged(room.channel)[0])
    other = next(person for person in room.people[:2] if person is not actor)
    discord = Refusing(room, monkeypatch, refused(status, code))
    discord.when = lambda route, sent: posts(route) and route.channel_id == room.channel.id
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    done = await actor.click(panel, label="Confirm")
    why = f"refused one of my messages in <#{room.channel.id}> (error {code})"
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


async def test_no_league_lives_in_an_announcement_channel(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """A form does not offer it; where it became one later, the refusal says what to do."""
    await with_moderators(room, role)
    home = room.guild.create_text_channel("home")
    await founded_at(maya, room.channel, "The long count", home)
    home_here = room.bot.get_channel(home.id)
    assert isinstance(home_here, TextChannel)
    home_here._type = ChannelType.news.value
    said = await founded_at(maya, room.channel, "Short", home)
    assert "announcement channel" in words(answer(said))
    assert len(await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)) == 1


NAMES = {
    "read_messages": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}
"""Every permission the bot asks for, as Discord calls it."""
NEEDED = sorted(NAMES)
NOT_ALLOWED, NO_DIRECT_MESSAGES = 50013, 50007


def test_these_are_all_permissions() -> None:
    assert {name for name, wanted in PERMISSIONS if wanted} == set(NAMES)


@pytest.mark.parametrize("language", ["es", "pt-BR", "it", "de"])
@pytest.mark.parametrize("forum", [False, True])
def test_other_languages_name_permissions_in_english_too(language: str, forum: bool) -> None:
    t = translator(language)
    for name in (*NAMES, "create_public_threads"):
        english = permission_name(ENGLISH, name, forum=forum)
        own = permission_name(t, name, forum=forum)
        assert own.endswith(f" ({english})")


def place(room: Room, permission: str) -> simcord.ChannelHandle:
    """A channel, or a thread, in which this permission is needed."""
    if permission != "send_messages_in_threads":
        return room.channel
    owner = room.people[0]
    thread = room.env.backend.create_thread(room.channel.id, "a game", owner.id)
    return next(one for one in room.channel.threads if one.id == thread.id)


def take_away(room: Room, *permissions: str) -> None:
    """The bot may not do this in the channel any more."""
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    me = room.env.backend.bot_user.id
    overwrite = Overwrite(me, OverwriteType.MEMBER, deny=denied)
    room.env.backend.set_overwrite(room.channel.id, overwrite)


def give_back(room: Room) -> None:
    """The bot may do everything again."""
    take_away(room)


def public_texts(channel: simcord.ChannelHandle) -> list[str]:
    """What everybody in the channel can read, oldest first."""
    return [words(message) for message in public(channel)]


@pytest.mark.parametrize("permission", NEEDED)
async def test_no_lobby_without_it(room: Room, permission: str) -> None:
    channel = place(room, permission)
    take_away(room, permission)
    result = await room.people[0].slash(channel, "tzolkin new")
    said = answer(result)
    assert said.ephemeral and not result.followups
    assert f"must give me {NAMES[permission]} here. Use /doctor to see how." in words(said)
    assert await room.bot.store.read(stored_tables.open_in_channel, channel.id) is None
    assert f"❌ **{NAMES[permission]}**" in words(
        answer(await room.people[0].slash(channel, "doctor"))
    )
    give_back(room)
    lobby = answer(await room.people[0].slash(channel, "tzolkin new"))
    assert "Join" in labels(lobby)


@pytest.mark.parametrize("permission", NEEDED)
async def test_no_start_without_it(room: Room, permission: str) -> None:
    channel = place(room, permission)
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    take_away(room, permission)
    said = answer(await ana.click(lobby, label="Start"))
    assert said.ephemeral and f"must give me {NAMES[permission]}" in words(said)
    table = await room.bot.store.read(stored_tables.open_in_channel, channel.id)
    assert table is not None and table.status == "lobby"
    give_back(room)
    await ana.click(lobby, label="Start")
    assert "A new game" in "".join(public_texts(channel))
    assert sorted(pinged(channel)) == sorted([ana.id, bob.id])


@pytest.mark.parametrize("permission", NEEDED)
async def test_a_turn_counts_without_it(room: Room, permission: str) -> None:
    """Two turns and a new round are confirmed that the channel cannot be told; each who confirms
    reads why, once. Once it is allowed again, the channel hears of everything within an hour."""
    channel = place(room, permission)
    await begin_game(channel, room.people[:2])
    first = with_id(room.people, pinged(channel)[0])
    second = next(person for person in room.people[:2] if person is not first)
    before = list(public(channel))
    take_away(room, permission)
    confirmed = [await first.slash(channel, "move", turn="place palenque; end")]
    if permission == "attach_files":  # SimCord does not look at it; text alone needs it not
        assert not confirmed.pop().followups
        room.env.inject_error("POST", "/channels/*/messages", status=403, code=NOT_ALLOWED)
        before = list(public(channel))
    confirmed.append(await second.slash(channel, "move", turn="place tikal; end"))
    for result in confirmed:
        assert "Turn confirmed" in words(answer(result))
        [said] = result.followups
        assert said.ephemeral
        assert f"must give me {NAMES[permission]} here. Use /doctor to see how." in words(said)
    assert list(public(channel)) == before
    assert (await room.bot.tables.table(1)).version == 6
    await room.env.advance_time(600)
    assert list(public(channel)) == before, "nothing is tried that Discord would refuse"
    give_back(room)
    room.wait.ahead += timedelta(hours=1)
    await room.env.advance_time(61)
    new = "".join(posted_after(channel, before))
    assert "round 2" in new and "→ Tikal" in new
    assert permission == "attach_files" or "→ Palenque" in new
    assert len(pinged(channel)) == 1, "who is to move is called"
    count = len(public_texts(channel))
    await room.env.advance_time(400)
    assert len(public_texts(channel)) == count, "everything is told once"
    assert room.env.errors == []


async def test_closed_direct_messages(room: Room) -> None:
    """Who wants direct messages, but does not take any, is called in the channel, and reads why."""
    for person in room.people[:2]:
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await begin_game(room.channel, room.people[:2])
    [asked] = pinged(room.channel)
    other = next(person for person in room.people[:2] if person.id != asked)
    before = len(public_texts(room.channel))
    direct = other.user.dm_channel
    written = len(direct.history())
    room.env.inject_error(
        "POST", f"/channels/{direct.id}/messages", status=403, code=NO_DIRECT_MESSAGES
    )
    await with_id(room.people, asked).slash(room.channel, "move", turn="place palenque; end")
    new = public_texts(room.channel)[before:]
    assert sum("I cannot send you direct messages; see /pings" in one for one in new) == 1
    assert pinged(room.channel) == [other.id]
    assert len(direct.history()) == written
    done = await other.slash(room.channel, "move", turn="place tikal; end")
    assert "Turn confirmed" in words(answer(done))


async def test_the_board_message_is_deleted(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    board = (await room.bot.tables.table(1)).posted.board
    assert board is not None
    for gear in ("palenque", "tikal"):
        actor = with_id(room.people, pinged(room.channel)[0])
        if gear == "palenque":
            room.env.backend.delete_message(room.channel.id, board)
        done = await actor.slash(room.channel, "move", turn=f"place {gear}; end")
        assert "Turn confirmed" in words(answer(done))
    assert (await room.bot.tables.table(1)).posted.board not in (None, board)
    assert any("your turn in round 2!" in one for one in public_texts(room.channel))
    assert room.env.errors == []


async def test_the_message_that_asks_is_deleted(room: Room) -> None:
    """/board asks again, and commands need no message at all."""
    await begin_game(room.channel, room.people[:2])
    actor = with_id(room.people, pinged(room.channel)[0])
    call = last_turn_message(room.channel)
    room.env.backend.delete_message(room.channel.id, call.id)
    board = answer(await actor.slash(room.channel, "board"))
    assert "**Round 1**" in words(answer(await actor.click(board, label="Your turn")))
    done = await actor.slash(room.channel, "move", turn="place palenque; end")
    assert "Turn confirmed" in words(answer(done))
    assert [one for one in public(room.channel) if "Your turn" in labels(one)] == [
        last_turn_message(room.channel)
    ], "the call is taken off the board again"


async def test_the_channel_is_deleted(room: Room) -> None:
    """The bot's other games do not suffer, neither from its clock nor from a restart."""
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    rules = Options(time=TimeRules(DaysClock(1)))
    await set_options(room.bot.tables, 1, Person(ana.id, "ana"), rules)
    await ana.click(lobby, label="Start")
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
    elsewhere = room.guild.create_text_channel("elsewhere")
    await new_game(elsewhere, room.people[2:])
    room.env.backend.delete_channel(room.channel.id)
    await room.later(hours=13)
    await room.restart()
    await room.later(days=3)
    for person in room.people[2:]:
        await choose_tiles(person, elsewhere)
    assert len(pinged(elsewhere)) == 1
    assert room.env.errors == []


async def test_a_closed_thread(room: Room) -> None:
    """Discord takes nothing in a closed thread; once it is open, what was played is told."""
    thread = place(room, "send_messages_in_threads")
    await begin_game(thread, room.people[:2])
    actor = with_id(room.people, pinged(thread)[0])
    before = len(public_texts(thread))
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=50083)
    done = await actor.slash(thread, "move", turn="place palenque; end")
    assert "Turn confirmed" in words(answer(done))
    [why] = [said for said in done.followups if "thread is closed" in words(said)]
    assert why.ephemeral
    assert len(public_texts(thread)) == before
    await room.people[3].slash(thread, "tzolkin status")
    assert "→ Palenque" in public_texts(thread)[-1]
    assert pinged(thread) != [actor.id]


TOO_MANY_THREADS = 160006


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
    shown = await open_page(maya, room.channel)
    assert "too many open threads" in words(shown)
    await look(room, minutes=11)
    assert full.tries == 2
    full.when = lambda route, sent: False
    await look(room, minutes=11)
    assert room.channel.threads
    shown = await open_page(maya, room.channel)
    assert "too many open threads" not in words(shown)
    assert len([m for m in room.channel.history() if "no table can open" in words(m)]) == 1


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
