"""What nobody would press or type: malformed, huge, hostile. It is answered with a refusal or not
at all, changes nothing, and never fails in the program."""

from typing import Any

import discord
import hypothesis.strategies as st
import pytest
from discord import app_commands
from hypothesis import HealthCheck, given, settings
from simcord import MemberActor, RoleHandle

from bot.leagues.acting import ACTS
from bot.refusal import Refusal
from bot.tables import ServerSettings
from bot.text.typed import read_moment
from cogs.kit.buttons import _HANDLERS, custom_id
from cogs.leagues.wizard import read_days
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT_INTERACTION,
    FORM,
    choose_tiles,
    emit,
    new_game,
    with_id,
)
from tests.cogs.limits import BUTTON, SELECT
from tests.cogs.season_tables import drawn, look, playing
from tests.cogs.test_disputes import disputed
from tests.cogs.test_every_button import stored

pytestmark = pytest.mark.english  # what is said again is neither English nor translated

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
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
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


MODERATORS = "season", "draw", "deadline", "dispute", "mod", "out", "stalled"
"""With what the verbs of moderators begin."""
ENDS_IT = "leaguedelete", "forget"
"""Verbs after which nothing is left to try."""
PAGES = (
    "archive", "calendar", "card", "enter", "export", "late", "ratings", "schedule", "season",
    "signoff", "signup", "standings", "withdraw",
)  # fmt: skip
"""The verbs of pages of leagues."""
NEARLY = st.lists(
    st.sampled_from((
        "0", "1", "2", "3", "7", "-1", "99", "2147483648", "9223372036854775808", "1" * 30, "٣",
        "x", "", "me", "s1", "l1", "n1", "show", "points", "void", "more", "all", "game", "tables",
        "on", "seats", "form", "games", "size", "scheme", "chain", "moves", "role", "ping", "order",
        "deals", "modules", "clock", "dates", "go", "sure", "confirm", "reject", "act",
        "settle", "correct", "page", "4x1", "2x2", "999999999x999999999", "announced", "hand",
        *ACTS,
    )), min_size=1, max_size=5,
)  # fmt: skip
"""What buttons of leagues and moderators say, each at some place."""


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
    assert len(typing) >= 15
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


@settings(max_examples=300, deadline=None)
@given(TYPED)
def test_dates_and_numbers_of_forms(typed: str) -> None:
    now = discord.utils.utcnow().time()
    for read in (
        lambda: read_moment(typed, "pt-BR", "Europe/Berlin", now),
        lambda: read_days(typed),
    ):
        try:
            read()
        except Refusal:
            continue
