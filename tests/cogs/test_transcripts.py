"""A whole game, and a league's season as its players, its moderators and everybody in its
channel read it, in every language: played once, put into words for each, and compared with the
files in tests/text/transcripts."""

import random
from collections.abc import Sequence
from typing import Any

import discord
import pytest
import simcord

from bot.ai.limits import LEVELS
from bot.engine.components import MODULES
from bot.tables import Table
from tests.cogs import conftest
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    eager,
    labels,
    last_turn_message,
    new_game,
    pinged,
    turn_button,
    with_id,
)
from tests.cogs.moderators_page import (
    choose,
    do,
    everybody_signs_up,
    founded_at,
    name_moderators,
    turns_offered,
)
from tests.cogs.seasons import (
    card_of,
    exported,
    look,
    looked_up,
    moderate,
    playing,
    press_old,
    raise_dispute,
    settled,
    take_turn,
    thread_of,
)
from tests.cogs.seasons import play_out as play_table_out
from tests.cogs.test_whole_game import new_game_with, play_out
from tests.tables.playing import by_answers
from tests.text.transcripts.files import compare, languages
from tests.text.transcripts.recorder import Recorder

Commands = Sequence[tuple[str, dict[str, Any]]]

MONUMENT, TRIBE = "mon-tombs", "yaluk"
REFUSED: Commands = (
    ("tzolkin new", {}),
    ("tzolkin start", {}),
    ("undo", {}),
    ("resume", {}),
    ("tile", {"name": "Castle"}),
    ("rules", {"topic": "dragons"}),
    ("place", {"workers": "the moon"}),
    ("place", {"workers": "palenque, palenque, palenque, palenque"}),
    ("pickup", {"workers": "tikal 1"}),
    ("move", {"turn": "place palenque; do palenque 3; end"}),
    ("move", {"turn": "end"}),
    ("pings", {"quiet_from": "late"}),
)
"""What whoever is to move asks for in vain."""
LOOKED_AT: Commands = (
    ("tzolkin status", {}),
    ("board", {"private": True}),
    ("tribe", {}),
    ("score", {}),
    ("tile", {"name": MONUMENT}),
    ("tile", {"name": TRIBE}),
    ("rules", {}),
    ("rules", {"topic": "begging"}),
    ("rules", {"topic": "food day"}),
    ("pings", {}),
    ("hint", {}),
    ("verify", {}),
)


@pytest.fixture
def lively_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers that play something of everything, and advise and review without thinking long:
    what is said of it is read, not whether it is good."""
    monkeypatch.setitem(LEVELS, "master", LEVELS["medium"])
    chance = random.Random("computers")
    monkeypatch.setattr(conftest, "first_legal", by_answers(eager(chance)))


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """What is done and said, from the beginning."""
    recorder = Recorder()
    recorder.begin(monkeypatch)
    return recorder


async def type_all(actor: simcord.MemberActor, room: Room, commands: Commands) -> None:
    """Type these commands, one after the other."""
    for command, options in commands:
        await actor.slash(room.channel, command, **options)


async def asked(room: Room) -> simcord.MemberActor:
    """Whoever is to move."""
    return with_id(room.people, pinged(room.channel)[0])


@pytest.mark.english
@pytest.mark.first
@pytest.mark.usefixtures("lively_computers")
async def test_a_game(room: Room, recorder: Recorder) -> None:
    ana, bob, cleo = room.people[:3]
    recorder.heading("Lobby and secret choice")
    await new_game_with(room, MODULES, 2, 1)
    await choose_tiles(ana, room.channel)
    await cleo.click(
        last_turn_message(room.channel), custom_id=turn_button(last_turn_message(room.channel))
    )
    await choose_tiles(bob, room.channel)

    recorder.heading("What is refused")
    first = await asked(room)
    other = bob if first is ana else ana
    call = last_turn_message(room.channel)
    for early in (cleo, other):
        await early.click(call, custom_id=turn_button(call))
        await early.slash(room.channel, "place", workers="palenque")
    await type_all(first, room, REFUSED)

    recorder.heading("What can be looked at")
    await type_all(first, room, LOOKED_AT)

    recorder.heading("The game")
    chance = random.Random(5)
    await play_out(room, [ana, bob], chance, most=6)
    waiting = bob if (await asked(room)) is ana else ana
    await type_all(
        waiting, room, (("log", {}), ("plan", {}), ("undo", {}), ("nudge", {}), ("pause", {}))
    )
    await play_out(room, [ana, bob], chance)
    recorder.heading("After the game")
    over = room.channel.last_message
    assert over is not None
    for label in labels(over):
        if label not in ("Rematch", "How it went"):
            await cleo.click(over, label=label)
    await type_all(ana, room, (("verify", {}), ("score", {}), ("undo", {})))

    recorder.heading("The base game, up to the second age")
    await new_game(room.channel, [ana, bob])
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
    await play_out(room, [ana, bob], random.Random(8), most=28)
    assert room.env.errors == []
    compare("game", recorder.written)
    recorder.check(languages())


LEAGUE_PAGES = ("standings", "schedule", "card")


async def founded(room: Room, maya: simcord.MemberActor) -> None:
    """A league whose first season is played in pairs, by the wizard."""
    page = answer(await founded_at(maya, room.channel, "The long count", room.channel))
    page = await choose(maya, page, "seats", "2")
    page = await choose(maya, page, "games", "2")
    form = await maya.click(page, label="Name and dates")
    page = answer(await maya.submit_modal(form, {"name": "Season 1"}))
    await maya.click(page, label="Create")


@pytest.mark.english
async def test_a_season(room: Room, recorder: Recorder) -> None:
    allowed = discord.Permissions(manage_threads=True)
    role = room.guild.create_role("referees", mentionable=True, permissions=allowed)
    maya, noah = (
        room.guild.add_member(room.env.create_user(name), roles=[role]) for name in ("maya", "noah")
    )
    eve = room.guild.add_member(room.env.create_user("eve"))
    people = room.people
    await name_moderators(room, role)

    recorder.heading("Founding and signing up")
    await eve.slash(room.channel, "league show")
    await founded(room, maya)
    await everybody_signs_up(room, people)
    await press_old(room, people[3], "signup", 1)
    await people[0].slash(room.channel, "league show")

    recorder.heading("The draw")
    await do(room, maya, "draw", None)
    await settled(room)
    for verb in LEAGUE_PAGES:
        await looked_up(people[0], room.channel, verb)
    await looked_up(people[0], room.channel, "card", "ratings")
    await exported(people[0], room.channel)

    recorder.heading("A table: time, a rewind")
    tables = await playing(room, await room.bot.leagues.read(1))
    number, table = next(iter(tables.items()))
    await moderated(room, maya, noah, table)

    recorder.heading("Results: a dispute, a correction, a table taken out")
    await play_table_out(room, table.id)
    seats = (await room.bot.leagues.read(1)).state.tables[number].entries
    loser = with_id(people, seats[1])
    await raise_dispute(loser, room.channel, number, "Look, please.")
    await settled(room)
    await do(room, maya, "result", table=number, points="60 50")
    await do(room, maya, "void", table=number)
    await do(room, maya, "void-back", table=number)
    await do(room, maya, "adjust", person=loser, points="-3.0")

    recorder.heading("Somebody leaves, another takes the seat")
    asked = await looked_up(people[2], room.channel, "leaving")
    await people[2].click(asked, label="Leave the season")
    await settled(room)
    await looked_up(eve, room.channel, "substitutes")
    said = await do(room, maya, "substitute", person=people[2], by=eve)
    assert "audit log entry" in said

    recorder.heading("To the end")
    while tables := await playing(room, await room.bot.leagues.read(1)):
        for table in tables.values():
            await play_table_out(room, table.id)
    await look(room)
    for verb in LEAGUE_PAGES:
        await looked_up(people[1], room.channel, verb)
    await card_of(people[0], room.channel, people[1])
    await look(room, days=4)
    await do(room, maya, "close", None)
    await settled(room)
    await maya.slash(room.channel, "moderate log")
    await looked_up(people[0], room.channel, "archive")
    assert room.env.errors == []
    compare("league", recorder.written)
    recorder.check(languages())


async def moderated(
    room: Room, maya: simcord.MemberActor, noah: simcord.MemberActor, table: Table
) -> None:
    """Turns at a table at which somebody runs out of time, and at which moderators act."""
    thread = thread_of(room, table)
    for _ in range(6):
        await take_turn(room, table.id)
    await room.later(days=2, minutes=1)
    await settled(room)
    offered = await turns_offered(maya, thread)
    await moderate(maya, thread, "rewind", turn=offered[1]["value"])
