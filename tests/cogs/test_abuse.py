"""People who ask for too much, type too much, or press buttons that do not stand there; and what
nobody would press or type: malformed, huge, hostile. It is answered with a refusal or not at
all, changes nothing, and never fails in the program."""

import asyncio
import time
from typing import Any

import discord
import hypothesis.strategies as st
import pytest
from discord import app_commands
from hypothesis import HealthCheck, given, settings
from simcord import MemberActor, RoleHandle

from bot.engine.components import GEARS
from bot.leagues.acting import ACTS
from bot.refusal import Refusal
from bot.tables import ServerSettings
from bot.text.typed import read_moment
from bot.traffic import Allowance
from cogs.kit.answering import LONGEST_MESSAGE, LONGEST_TYPED
from cogs.kit.buttons import _HANDLERS, _STAND, Press, button, custom_id, select
from cogs.kit.context import Stands
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT_INTERACTION,
    FORM,
    answer,
    begin_game,
    click_together,
    emit,
    in_options,
    raw,
    said_privately,
    select_id,
    with_id,
    words,
)
from tests.cogs.limits import BUTTON, SELECT
from tests.cogs.seasons import drawn, look, playing
from tests.cogs.test_every_button import WENT_WRONG, stored
from tests.cogs.test_league_night import disputed

ELSEWHERE = "belongs to a game in another channel"
TOO_LONG = f"at most {LONGEST_TYPED} characters"
TOO_MUCH = "Slow down: try again in"
AT_A_TABLE = sorted(
    {
        "abandon", "agree", "choose", "everyworker",
        "clock", "closer", "computers", "confirm", "do", "explain",
        "findplayers", "findzone", "first", "firsttiles",
        "gamefile", "hint",
        "hintask", "hints", "history", "instead", "level", "live", "lobby", "log",
        "lookat", "mine", "modules",
        "openturn", "page", "pausedrop", "pauseend", "pauseno", "pauseyes", "plan", "planadd",
        "planback", "plandrop", "planelse", "planplay", "planprice", "planstop", "planthen",
        "planwait", "playon", "points", "record", "rematch", "replay", "review", "rounds", "seal",
        "share", "style",
        "takeback", "takebackdrop", "takebackoffer", "thatmoment", "theme", "tile", "tongue",
        "trylesson", "twice", "undo", "unfilled", "useplan",
        "whynot", "without",
    }
)  # fmt: skip
"""The verbs whose buttons stand at the table whose number they carry, and nowhere else."""


def test_every_handler_says_where_its_buttons_stand(room: Room) -> None:
    """The room's bot has loaded all there are. Whoever adds one to the others has thought about
    it: what is not named as standing elsewhere stands at its table."""
    assert set(_STAND) == set(_HANDLERS)
    at_the_table = sorted(v for v, stands in _STAND.items() if stands is Stands.AT_THE_TABLE)
    assert at_the_table == AT_A_TABLE


async def a_game(room: Room) -> None:
    """A game of two in the room's channel."""
    await begin_game(room.channel, room.people[:2])


async def pressed_in(
    channel: Any, room: Room, presser: MemberActor, verb: str, word: str = "0", table: int = 1
) -> str:
    """What is answered to a press on a button with this verb on a message in a channel."""
    home: Any = room.bot.get_channel(channel.id)
    if verb in ("choose", "closer"):
        options = [discord.SelectOption(label="Palenque", value="palenque")]
        part: Any = select(options, verb, table, placeholder="Which")
        values = ["palenque"]
    else:
        part, values = button("Press", verb, table, "0r0", word), []
    posted = await home.send(view=message(row([part])))
    custom_id = next(one["custom_id"] for one in raw(posted) if "custom_id" in one)
    [result] = await click_together([(presser, posted, custom_id)], values)
    assert result.acknowledged, verb
    told = said_privately(result)
    assert told.ephemeral, verb
    return words(told)


async def test_no_button_works_in_another_channel_or_on_another_server(room: Room) -> None:
    """Not even for who sits at that table; nothing of the table is shown, and nothing changes."""
    await a_game(room)
    before = await stored(room)
    other = room.guild.create_text_channel("elsewhere")
    guild = room.env.create_guild("Strangers")
    far = guild.create_text_channel("far")
    ana = room.people[0]
    stranger = guild.add_member(room.env.create_user("eve"))
    for verb in AT_A_TABLE:
        assert ELSEWHERE in await pressed_in(other, room, ana, verb), verb
        assert ELSEWHERE in await pressed_in(far, room, stranger, verb), verb
    for verb in (verb for verb, stands in _STAND.items() if stands is Stands.AT_THE_SERVER):
        assert ELSEWHERE in await pressed_in(far, room, stranger, verb), verb
    assert await stored(room) == before
    assert room.env.errors == []


async def test_no_such_table(room: Room) -> None:
    await a_game(room)
    for verb in AT_A_TABLE:
        assert "no longer exists" in await pressed_in(
            room.channel, room, room.people[0], verb, table=77
        ), verb


async def test_a_lobby_works_where_its_thread_hangs(room: Room) -> None:
    """The game has moved into a thread; who presses an old button of the lobby's channel is told
    about the game, not that it is elsewhere."""
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    await room.people[1].click(lobby, label="Join")
    await in_options(room.people[0], lobby, "Play in a new thread")
    await room.people[0].click(lobby, label="Start")
    table = await room.bot.tables.table(1)
    assert table.channel_id != room.channel.id
    said = await pressed_in(room.channel, room, room.people[2], "lobby", "join")
    assert "The game has started" in said


async def test_typed_text_that_is_too_long(room: Room) -> None:
    """It is refused in one sentence, and not said again; nothing else happens. Discord would
    refuse it itself, unless somebody goes round it."""
    await a_game(room)
    before, ana = await stored(room), room.people[0]
    long = "palenque " * 650
    for command, option in (
        ("place", "workers"), ("pickup", "workers"), ("move", "turn"), ("board", "show"),
        ("tile", "name"), ("rules", "topic"), ("pings", "timezone"),
    ):  # fmt: skip
        typed = {"name": option, "type": 3, "value": long}
        data = {"id": "1", "type": 1, "name": command, "options": [typed]}
        said = answer(await emit(room, COMMAND, ana, data))
        assert said.ephemeral, command
        assert TOO_LONG in words(said), command
        assert len(words(said)) < 200, command
    league = {"name": "league", "type": 3, "value": long}
    show = {"name": "show", "type": 1, "options": [league]}
    data = {"id": "1", "type": 1, "name": "league", "options": [show]}
    assert TOO_LONG in words(answer(await emit(room, COMMAND, ana, data)))
    for command, option in (("place", "workers"), ("move", "turn"), ("tile", "name")):
        typed = {"name": option, "type": 3, "value": long, "focused": True}
        data = {"id": "1", "type": 1, "name": command, "options": [typed]}
        assert (await emit(room, AUTOCOMPLETE, ana, data)).autocomplete_choices == []
    assert await stored(room) == before
    assert room.env.errors == []


async def test_what_is_said_again_fits_into_a_message(room: Room) -> None:
    """The longest that may be typed, of letters that are escaped."""
    await a_game(room)
    ana = room.people[0]
    for typed in ("*" * LONGEST_TYPED, "`" * LONGEST_TYPED, "𒐫" * (LONGEST_TYPED // 2)):
        for command, option in (("move", "turn"), ("board", "show"), ("tile", "name")):
            said = answer(await ana.slash(room.channel, command, **{option: typed}))
            assert said.ephemeral
            assert len(words(said)) <= LONGEST_MESSAGE
            assert WENT_WRONG not in words(said)
    assert room.env.errors == []


async def test_a_form_with_too_much_in_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a program sends instead of Discord's form."""
    sent: list[Any] = []

    async def noted(_: Any, press: Press) -> None:
        sent.append(press)

    monkeypatch.setitem(_HANDLERS, "act", noted)
    ana = room.people[0]
    data = {
        "custom_id": custom_id("act", 0),
        "components": [
            {"type": 18, "id": 1,
             "component": {"type": 4, "id": 2, "custom_id": "reason", "value": "x" * 5000}}
        ],
    }  # fmt: skip
    result = await emit(room, FORM, ana, data)
    assert TOO_LONG in words(answer(result))
    assert sent == []


async def test_who_asks_for_too_many_pictures(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind answer; others are not concerned, and it is over after a while."""
    monkeypatch.setattr("bot.traffic.PER_PERSON", Allowance(4, 2.0))
    await a_game(room)
    ana, bob = room.people[:2]
    for _ in range(2):
        assert answer(await ana.slash(room.channel, "board", private=True)).attachments
    for command in ("board", "score", "verify"):
        said = said_privately(await ana.slash(room.channel, command))
        assert TOO_MUCH in words(said), command
    looked = answer(await bob.slash(room.channel, "board", private=True))
    assert looked.attachments
    await room.env.advance_time(4.5)
    looked = answer(await ana.slash(room.channel, "board", private=True))
    assert looked.attachments
    refused = said_privately(
        await ana.select(looked, ["steps"], custom_id=select_id(looked, "closer"))
    )
    assert TOO_MUCH in words(refused)
    assert room.env.errors == []


@pytest.mark.drawn
async def test_sixty_close_ups_of_one_person_make_nobody_else_wait(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another person's picture is drawn next but one."""
    await a_game(room)
    ana, bob = room.people[:2]
    drawn: list[str] = []
    drawing = room.bot.pool._drawn

    async def noted(job: Any) -> Any:
        # As long as it takes until the next press reaches the pool.
        await asyncio.to_thread(time.sleep, 0.2)
        drawn.append(job.asked[0].__name__)
        return await drawing(job)

    monkeypatch.setattr(room.bot.pool, "_drawn", noted)
    looked = answer(await ana.slash(room.channel, "board", private=True))
    his = answer(await bob.slash(room.channel, "board", private=True))
    room.bot.pool._pictures.clear()
    room.bot.pool._bytes = 0
    drawn.clear()
    menu, live = select_id(looked, "closer"), "tz:live:1::again"
    views = (*GEARS, "calendar", "seat-0", "seat-1")
    for view in views:
        pressed = {"custom_id": menu, "component_type": SELECT, "values": [view]}
        await emit(room, COMPONENT_INTERACTION, ana, pressed, looked, settle=False)
    again = {"custom_id": live, "component_type": BUTTON}
    await emit(room, COMPONENT_INTERACTION, bob, again, his)
    last_of_bob = max(n for n, name in enumerate(drawn) if name in ("draw_wheels", "draw_city"))
    assert len(drawn) == len(views) + 2
    assert last_of_bob <= 6, drawn  # behind those four that have begun, in turns with the others


HOSTILE = (
    "", " ", "0", "-1", "1", "7.7", "1.2.3", "1e9", "999999999999999999999", "٣", "²", "nan", "inf",
    "0r0", "-1r-1", "1w1r1", "all", "end", "join", "start", "place palenque", "99*end", "0*", ";",
    ";;;", "5*5*5*end", "end;" * 12, ":", "::", "\x00", "\u202e", "𒐫" * 12,
    "'; DROP TABLE seats;--",
    "{0}", "{seat.__class__}", "%s", "%(n)s", "@everyone", "<@1>", "](https://a.example)", "../..",
    "null", "[]", "{}", "again turn", "text", "seat-99", "seat--1", "palenque", "\n", "`" * 20,
)  # fmt: skip
EXAMPLES = 250
WORDS = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30))
TYPED = st.one_of(
    WORDS, st.lists(WORDS, max_size=12).map(" ".join), st.text(max_size=400),
    st.sampled_from(HOSTILE).map(lambda one: one * 900),
)  # fmt: skip
STATE = "0r0", "1r1", "1w0r3", "", "x", "99999999999r9"


def drawn_by(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """So many examples of a strategy, the same in every run: a room takes longer to set up than
    hundreds of presses in it, so all of them are drawn first."""
    found: list[Any] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(example: Any) -> None:
        found.append(example)

    draw()
    return found


@pytest.fixture
def failures(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that failed in the program."""
    found: list[str] = []
    room.check_limits = False  # what is said again is as hostile as what was typed

    def log_error(error: BaseException, what: str) -> str:
        found.append(f"{what}: {error!r}")
        return "abc123"

    monkeypatch.setattr(room.bot, "log_error", log_error)
    return found


async def game(room: Room) -> tuple[MemberActor, MemberActor, Any]:
    """A game whose tiles are chosen: somebody of it, a stranger, and the last message."""
    await begin_game(room.channel, room.people[:2])
    last = room.channel.last_message
    assert last is not None
    return room.people[0], room.people[3], last


async def press(
    room: Room, person: MemberActor, parts: tuple[Any, ...], values: list[str] | None, on: Any
) -> None:
    """A press of a button with this custom id, or of a menu with these `values`, on a message that
    has it."""
    custom_id = "tz:{}:{}:{}:{}".format(*parts)[:100]
    component: dict[str, Any] = {"type": BUTTON, "style": 2, "custom_id": custom_id}
    if values is not None:
        options = [{"label": "x", "value": "x"}]
        component = {"type": SELECT, "custom_id": custom_id, "options": options}
    shown = room.env.backend.get_message(room.channel.id, on.id)
    shown.content, shown.embeds = "", []
    shown.components = [{"type": 1, "components": [component]}]
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": component["type"]}
    if values is not None:
        data["values"] = values
    await emit(room, COMPONENT_INTERACTION, person, data, on)


@pytest.mark.english  # what is said again is neither English nor translated
async def test_custom_ids(room: Room, failures: list[str]) -> None:
    """By a stranger to the game, so that nothing may change."""
    _, stranger, last = await game(room)
    before = await stored(room)
    pressed = st.tuples(
        st.sampled_from(sorted(_HANDLERS)), st.sampled_from([0, 1, 1, 1, 2, 10**6, 2**63, 10**40]),
        st.sampled_from(STATE), WORDS, st.lists(WORDS, max_size=3), st.booleans(),
    )  # fmt: skip
    for verb, table, stamp, word, values, is_menu in drawn_by(pressed, EXAMPLES):
        if verb in ("lobby", "newgame", "forget", "rematch"):
            continue  # what a stranger may do
        await press(room, stranger, (verb, table, stamp, word), values if is_menu else None, last)
    assert failures == []
    assert await stored(room) == before


MODERATORS = "season", "draw", "mod", "out", "seed"
"""With what the verbs of moderators begin."""
ENDS_IT = ("forget",)
"""Verbs after which nothing is left to try."""
PAGES = (
    "archive", "card", "enter", "export", "late", "ratings", "schedule", "season",
    "signoff", "signup", "standings", "webfiles", "withdraw",
)  # fmt: skip
"""The verbs of pages of leagues."""
NEARLY = st.lists(
    st.sampled_from((
        "0", "1", "2", "3", "7", "-1", "99", "2147483648", "9223372036854775808", "1" * 30, "٣",
        "x", "", "me", "s1", "l1", "n1", "show", "points", "void", "more", "all", "game", "tables",
        "on", "seats", "plan", "games", "size", "scheme", "chain", "moves", "role", "order",
        "deals", "modules", "clock", "dates", "go", "sure", "confirm", "reject", "act",
        "settle", "correct", "page", "4x1", "2x2", "999999999x999999999", "announced", "hand",
        *ACTS,
    )), min_size=1, max_size=5,
)  # fmt: skip
"""What buttons of leagues and moderators say, each at some place."""


@pytest.mark.english
@pytest.mark.parametrize("who", ["moderator", "player"])
async def test_custom_ids_of_a_season(
    room: Room, role: RoleHandle, maya: MemberActor, failures: list[str], who: str
) -> None:
    """By those who may do things, in a season whose tables are played, one of them disputed."""
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    season = await drawn(room)
    await look(room)
    seat = (await playing(room, season))[1].seats[0]
    await disputed(room, with_id(room.people, seat.user_id or 0))
    last = room.channel.last_message
    assert last is not None
    person = maya if who == "moderator" else room.people[1]
    known = st.sampled_from(("1", "s1", "l1")).flatmap(
        lambda one: NEARLY.map(lambda two: [one, *two])
    )
    word = st.one_of(known.map(".".join), NEARLY.map(".".join), known.map(" ".join), WORDS)
    verbs = [verb for verb in sorted(_HANDLERS) if verb not in ENDS_IT]
    of_moderators = [verb for verb in verbs if verb.startswith(MODERATORS)]
    pressed = st.tuples(
        st.sampled_from(verbs + 2 * of_moderators), st.sampled_from([0, 1, 1, 2, 10**40]),
        st.sampled_from((*STATE, "1", "7")), word, st.lists(word, max_size=3), st.booleans(),
    )  # fmt: skip
    pages = st.tuples(
        st.sampled_from(PAGES), st.just(0), st.just(""), word, st.just([]), st.just(False)
    )
    for verb, table, stamp, said, values, is_menu in drawn_by(
        st.one_of(pressed, pages), 2 * EXAMPLES
    ):
        id_of = verb, table, stamp, said
        await press(room, person, id_of, values if is_menu else None, last)
    assert failures == []


@pytest.mark.english
async def test_command_options(room: Room, failures: list[str]) -> None:
    """Every option in which something is typed, and its suggestions."""
    _, stranger, _ = await game(room)
    before = await stored(room)
    typing = [
        (command, option)
        for command in room.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.type is discord.AppCommandOptionType.string
        and not any(other.required for other in command.parameters if other is not option)
    ]
    assert len(typing) >= 12
    for number, typed in enumerate(drawn_by(TYPED, EXAMPLES)):
        command, option = typing[number % len(typing)]
        first, *rest = command.qualified_name.split(" ")
        part: dict[str, Any] = {"name": option.name, "type": 3, "value": typed}
        kinds = [COMMAND]
        if option.autocomplete:
            part["focused"] = True
            kinds.append(AUTOCOMPLETE)
        options = [part]
        for name in reversed(rest):
            options = [{"name": name, "type": 1, "options": options}]
        for kind in kinds:
            data = {"id": "1", "type": 1, "name": first, "options": options}
            await emit(room, kind, stranger, data)
            assert failures == [], (command.qualified_name, typed)
    assert await stored(room) == before


@pytest.mark.english
async def test_forms(room: Room, failures: list[str]) -> None:
    """Points of seats, as somebody sends them who may moderate."""
    asked, _, _ = await game(room)
    before = await stored(room)
    many = st.lists(st.one_of(WORDS, TYPED), min_size=0, max_size=3)
    for typed in drawn_by(many, 80):
        lines = [
            {"type": 4, "id": 9 + n, "custom_id": f"seat{n + 1}", "value": one}
            for n, one in enumerate(typed)
        ]
        parts = [{"type": 18, "id": n, "component": one} for n, one in enumerate(lines)]
        form = {"custom_id": custom_id("moddo", 0, word="t1 amend"), "components": parts}
        await emit(room, FORM, asked, form)
        assert failures == [], typed
    assert await stored(room) == before


@pytest.mark.english
@settings(max_examples=300, deadline=None)
@given(TYPED)
def test_dates_and_numbers_of_forms(typed: str) -> None:
    now = discord.utils.utcnow().time()
    for read in (lambda: read_moment(typed, "pt-BR", "Europe/Berlin", now),):
        try:
            read()
        except Refusal:
            continue
