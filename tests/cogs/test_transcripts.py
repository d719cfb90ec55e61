"""A whole game and a league's season as they are read in every language: played once, put into
words five times, and compared with the files in tests/text/transcripts."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
import simcord

from bot.ai.limits import LEVELS
from bot.engine.components import MODULES
from tests.cogs import conftest
from tests.cogs.conftest import MakeBot, Room
from tests.cogs.driver import (
    choose_tiles,
    eager,
    labels,
    last_turn_message,
    new_game,
    pinged,
    turn_button,
    with_id,
)
from tests.cogs.test_expansion import new_game_with
from tests.cogs.test_whole_game import play_out
from tests.tables.playing import by_answers
from tests.text.transcripts.files import compare, languages
from tests.text.transcripts.recorder import Recorder

pytestmark = pytest.mark.english

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
def simcord_bot(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A bot whose computers play something of everything, and advise and review without thinking
    long: what is said of it is read, not whether it is good."""
    monkeypatch.setitem(LEVELS, "master", LEVELS["medium"])
    chance = random.Random("computers")
    monkeypatch.setattr(conftest, "first_legal", by_answers(eager(chance)))
    return make_bot()


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


@pytest.mark.first
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
