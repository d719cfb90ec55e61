"""A language more: who reads French is answered in French, the others in English."""

from typing import Any

import pytest

from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words

pytest_plugins = ("tests.cogs.conftest",)
"""The bot on a simulated Discord."""


@pytest.mark.english  # it is about a language of its own
async def test_the_bot_speaks_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, channel = room.people[0], room.channel
    assert "There is no game" in words(answer(await ana.slash(channel, "board")))
    emit = room.env.backend.emit

    def in_french(event: str, payload: Any, *others: Any, **named: Any) -> Any:
        if event == "INTERACTION_CREATE":
            payload["locale"] = "fr"
        return emit(event, payload, *others, **named)

    monkeypatch.setattr(room.env.backend, "emit", in_french)
    told = words(answer(await ana.slash(channel, "board")))
    assert told.startswith("Pas de partie dans ce salon")
    # What is not translated stays English.
    assert "Unofficial" in words(answer(await ana.slash(channel, "tzolkin new")))
