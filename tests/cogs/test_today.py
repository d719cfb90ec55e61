"""The turn of the day, mistakes that come back, and a server's page, by command and buttons."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.ai import worker
from bot.store import puzzles as stored
from bot.tables import Person, puzzles
from bot.tables.puzzles import Solving
from tests.cogs.conftest import Room
from tests.cogs.driver import Message, answer, button_id, labels, raw, said_privately, words

DAY = "Turn of the day, March 2"


@pytest.fixture(autouse=True)
def not_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer judges in earnest, but does not look far."""
    monkeypatch.setattr(worker, "CLOSER", "instant")
    monkeypatch.setattr(puzzles, "STOCK", 0)


async def of(room: Room, person: MemberActor) -> Solving:
    """A person's try at the puzzle of the day."""
    day = await puzzles.day_of(room.bot.tables, person.id, room.guild.id)
    puzzle = await puzzles.puzzle_of(room.bot.tables, day)
    return await puzzles.solving(room.bot.tables, Person(person.id, "ana"), puzzle)


def tries(panel: Message) -> list[str]:
    return [one["custom_id"] for one in raw(panel) if one.get("custom_id", "").startswith("tz:try")]


@pytest.mark.english
async def test_smoke(room: Room) -> None:
    ana = room.people[0]
    panel = answer(await ana.slash(room.channel, "today"))
    print(words(panel))
    print(tries(panel), labels(panel))
    do = next(one for one in tries(panel) if ":do " in one)
    panel = answer(await ana.click(panel, custom_id=do))
    print(words(panel))
    print(tries(panel), labels(panel))
    for _ in range(5):
        now = await of(room, ana)
        print(now.tried, now.turn.legal, now.turn.can_confirm)
        if now.turn.can_confirm:
            break
        do = next(one for one in tries(panel) if ":do " in one)
        panel = answer(await ana.click(panel, custom_id=do))
    panel = answer(await ana.click(panel, label="Confirm"))
    print(words(panel))
    print(labels(panel))
    shared = await ana.click(panel, label="Share")
    print(words(room.channel.history()[-1]))
    page = answer(await ana.slash(room.channel, "today", show="server"))
    print(words(page))
    page = answer(await ana.slash(room.channel, "today", show="mine"))
    print(words(page))
    assert room.env.errors == []
