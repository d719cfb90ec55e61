"""Every text a person reads goes through the translations."""

import random
import re
from typing import Any

import pytest

from tests.cogs.conftest import Room
from tests.cogs.driver import (
    CONFIRM,
    answer,
    button_id,
    eager,
    labels,
    offered,
    press,
    raw,
    turn_button,
)
from tests.cogs.limits import BUTTON, SELECT, TEXT
from tests.languages import MadeUp


class Marked(MadeUp):
    """A language in which every translated text is put into ⟦brackets⟧."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"


def outside(text: str) -> str:
    """What stands outside all brackets."""
    depth, left = 0, []
    for character in text:
        depth += {"⟦": 1, "⟧": -1}.get(character, 0)
        if depth == 0 and character != "⟧":
            left.append(character)
    return "".join(left)


def untranslated(message: Any, names: list[str]) -> list[str]:
    """Words of a message that were not translated; names, mentions and addresses are none."""
    said = [message.content] if message.content else []
    for component in raw(message):
        if component["type"] == TEXT:
            said.append(component["content"])
        elif component["type"] == BUTTON:
            said.append(component["label"])
        elif component["type"] == SELECT:
            said += [option["label"] for option in component["options"]]
            said.append(component["placeholder"])
    found = []
    for text in said:
        rest = re.sub(r"<@\d+>|https?://\S+", "", outside(text))
        rest = re.sub("|".join(map(re.escape, names)), "", rest)
        found += re.findall(r"[^\W\d_]{2,}", rest)
    return found


async def test_nothing_is_said_but_in_the_readers_language(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.answering.translator", lambda locale: Marked())
    monkeypatch.setattr("bot.text.choices.shortened", lambda text, most: text)
    room.check_limits = False  # the brackets make labels longer than buttons may be
    people, channel = room.people[:2], room.channel
    names = [person.name for person in people]
    seen: list[Any] = []

    async def do(result: Any) -> Any:
        message = answer(result)
        seen.append(message)
        assert untranslated(message, names) == [], message.content
        return message

    lobby = await do(await people[0].slash(channel, "tzolkin new"))
    await do(await people[0].slash(channel, "tzolkin status"))
    await do(await people[0].slash(channel, "tzolkin options"))
    await people[1].click(lobby, custom_id="tz:lobby:1::join")
    await people[0].click(lobby, custom_id="tz:lobby:1::start")
    for person in people:
        panel = await do(await person.click(channel.history()[1], custom_id="tz:open:1::"))
        for number in range(2):
            tiles = [c for c in raw(panel) if c.get("custom_id", "").startswith("tz:tile:")]
            panel = await do(await person.click(panel, custom_id=tiles[number]["custom_id"]))
        confirm = next(c for c in raw(panel) if c.get("custom_id", "").startswith("tz:confirm"))
        await do(await person.click(panel, custom_id=confirm["custom_id"]))
    policy = eager(random.Random(3))
    for _ in range(30):
        table = await room.bot.tables.table(1)
        seat = (await room.bot.tables.game(1)).pending[0].seat
        actor = next(p for p in people if p.id == table.seats[seat].user_id)
        last = channel.last_message
        assert last is not None
        panel = await do(await actor.click(last, custom_id=turn_button(last)))
        while True:
            options = list(offered(panel))
            can_end = "⟦Confirm⟧" in labels(panel)
            action = policy([*options, "end"] if can_end else options)
            if action == "end":
                confirm = button_id(panel, "⟦Confirm⟧")
                await do(await actor.click(panel, custom_id=confirm))
                break
            confirms = offered(panel)[action][0].startswith(CONFIRM)
            panel = await press(actor, panel, action)
            assert untranslated(panel, names) == []
            if confirms:
                break
    for command in ("tribe", "score", "board", "endturn", "undo", "tzolkin status"):
        await do(await people[0].slash(channel, command))
    await do(await people[0].slash(channel, "place", workers="rome"))
    await do(await room.people[2].slash(channel, "tribe"))
    await do(await people[0].slash(channel, "tile", name="grand tomb"))
    await do(await people[0].slash(channel, "tzolkin abandon"))
    assert len(seen) > 40
    for message in channel.history():
        assert untranslated(message, names) == []
