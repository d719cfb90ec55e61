"""The picture of the private panel, with the numbers of its buttons; and panels left over."""

import asyncio
import re
from typing import Any

import discord
import pytest
from simcord import ResponseMessage

from bot.store import stats
from bot.tables import PersonSettings
from cogs.play import shown
from rendering import Superseded
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    ask,
    choose_tiles,
    helpful,
    labels,
    new_game,
    offered,
    open_panel,
    pinged,
    press,
    raw,
    with_id,
    words,
)
from tests.cogs.limits import GALLERY
from tests.tables.acts import set_person_settings

pytestmark = [pytest.mark.english, pytest.mark.drawn]


async def begin(room: Room) -> Any:
    """A game in which the first turn begins; the person whose turn it is."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    return with_id(room.people, pinged(room.channel)[0])


def alt_of(panel: ResponseMessage) -> str | None:
    """The alt text of a panel's picture; None without one."""
    found = [item for one in raw(panel) if one["type"] == GALLERY for item in one["items"]]
    return found[0]["description"] if found else None


async def test_buttons_have_the_numbers_of_the_picture(room: Room) -> None:
    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    assert raw(panel)[1]["type"] == GALLERY, "the picture comes first"
    alt = alt_of(panel)
    assert alt is not None and "1: Palenque 0, Free" in alt
    assert labels(panel)[0] == "1 · free"
    named = [re.fullmatch(r"\d · (free|[−+]\d🌽)", label) for label in labels(panel)[:6]]
    assert all(named), labels(panel)
    panel = await press(asked, panel, "place palenque")
    alt = alt_of(panel)
    assert alt is not None and "1: Palenque 1, −2 corn" in alt
    assert "1 · −2🌽" in labels(panel)
    done = answer(await asked.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done) and alt_of(done) is None


async def test_who_wants_words_has_no_picture(room: Room) -> None:
    asked = await begin(room)
    await set_person_settings(room.bot.tables, asked.id, PersonSettings(pictures=False))
    panel = await open_panel(asked, room.channel)
    assert alt_of(panel) is None
    assert "Free · Palenque 0" in labels(panel)


@pytest.mark.parametrize(
    ("error", "logged"),
    [(RuntimeError("no picture"), True), (Superseded(), False)],
    ids=["a fault", "the program ends"],
)
async def test_without_its_picture_a_panel_has_words(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    error: Exception, logged: bool,
) -> None:  # fmt: skip
    def fail(*_: object, **__: object) -> None:
        raise error

    asked = await begin(room)
    first = await open_panel(asked, room.channel)
    monkeypatch.setattr(shown, "draw_choices", fail)
    panel = await press(asked, first, "place palenque")
    assert alt_of(panel) is None, "the picture before is gone, too"
    assert "−1 corn · Tikal 0" in labels(panel)
    assert ("picture of a panel" in capsys.readouterr().out) == logged


class Slow:
    """Drawing of which each picture waits until it is let go."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on, self._env = asyncio.Event(), room.env
        self._draw = room.bot.pool.draw
        monkeypatch.setattr(room.bot.pool, "draw", self)
        monkeypatch.setattr(shown, "IN_TIME", 0.0)

    async def __call__(self, *args: Any, **named: Any) -> Any:
        await self._env.external_wait(self.go_on.wait(), reason="drawing is slow")
        return await self._draw(*args, **named)


def now(room: Room, panel: ResponseMessage) -> str:
    """The components of the panel as it stands now."""
    return str(room.env.backend.get_message(panel.channel_id, panel.id).components)


async def test_a_picture_that_is_late_follows(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel is there at once, in words, and can be pressed."""
    asked, slow = await begin(room), Slow(room, monkeypatch)
    panel = await open_panel(asked, room.channel)
    assert alt_of(panel) is None and "Free · Palenque 0" in labels(panel)
    slow.go_on.set()
    await room.env.settle()
    assert "1: Palenque 0, Free" in now(room, panel)
    panel = await press(asked, panel, "place palenque")
    slow.go_on.clear()
    panel = await press(asked, panel, "place palenque")
    assert alt_of(panel) is None, "the picture before is gone"
    slow.go_on.set()
    await room.env.settle()
    assert "'media'" in now(room, panel)


async def test_a_late_picture_does_not_undo_a_press(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, slow = await begin(room), Slow(room, monkeypatch)
    panel = await press(asked, await open_panel(asked, room.channel), "place palenque")
    assert "−1 corn · Tikal 0" in labels(panel), "a picture that never comes keeps nobody waiting"
    done = answer(await asked.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done)
    slow.go_on.set()
    await room.env.settle()
    assert "Turn confirmed" in now(room, panel)
    assert room.env.errors == []


async def test_a_picture_that_comes_while_the_panel_is_sent_follows(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, drawing = await begin(room), room.bot.pool.draw

    async def soon(*args: Any, **named: Any) -> Any:
        await room.env.external_wait(shown_in_words.wait(), reason="drawing is slow")
        return await drawing(*args, **named)

    shown_in_words = asyncio.Event()
    send = discord.InteractionResponse.send_message

    async def sent(self: Any, *args: Any, **what: Any) -> Any:
        answered = await send(self, *args, **what)
        shown_in_words.set()
        await asyncio.sleep(0.5)  # the answer of Discord takes longer than the picture
        return answered

    monkeypatch.setattr(room.bot.pool, "draw", soon)
    monkeypatch.setattr(shown, "IN_TIME", 0.0)
    monkeypatch.setattr(discord.InteractionResponse, "send_message", sent)
    panel = await open_panel(asked, room.channel)
    assert "1: Palenque 0, Free" in now(room, panel)


async def test_a_press_beside_the_panel_keeps_its_picture(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks at something else meanwhile still gets the picture."""
    asked, slow = await begin(room), Slow(room, monkeypatch)
    panel = await open_panel(asked, room.channel)
    await asked.slash(room.channel, "board", show="in words")
    slow.go_on.set()
    await room.env.settle()
    assert "1: Palenque 0, Free" in now(room, panel)


async def test_a_panel_left_over_loses_its_buttons(room: Room) -> None:
    asked = await begin(room)
    panels = [await open_panel(asked, room.channel) for _ in range(2)]
    assert all(offered(one) for one in panels)
    newest = await press(asked, panels[1], "place palenque")
    left = room.env.backend.get_message(panels[0].channel_id, panels[0].id)
    assert "goes on" in str(left.components) and "tz:" not in str(left.components)
    done = answer(await asked.click(newest, label="Confirm"))
    assert "Turn confirmed" in words(done)


async def test_a_command_closes_the_panel(room: Room) -> None:
    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    await asked.slash(room.channel, "move", turn="place tikal; end")
    left = room.env.backend.get_message(panel.channel_id, panel.id)
    assert "tz:" not in str(left.components)


async def test_a_newcomer_is_looked_up_once_a_turn(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> int:
        raise AssertionError("looked up again")

    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    monkeypatch.setattr(stats, "games_of", fail)
    panel = await press(asked, panel, "place palenque")
    assert "Confirm" in labels(panel) and "corn and wood" in words(panel)


async def test_help_is_in_one_menu(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "GAMES_OF_NEWCOMERS", 0)
    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    assert [*helpful(panel)] == ["Hint", "Explain", "Why not?", "What is mine", "Board"]
    told = await ask(asked, panel, "What is mine")
    assert told.ephemeral and "What is yours" in words(told)
    assert (await ask(asked, panel, "Board")).ephemeral


async def test_hints_are_told_in_the_first_games_and_on_request(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    assert "not both in one turn" in words(panel) and "Explain" not in helpful(panel)
    monkeypatch.setattr(shown, "GAMES_OF_NEWCOMERS", 0)
    room.bot.panels.clear()  # as in the next turn
    panel = await open_panel(asked, room.channel)
    assert "not both in one turn" not in words(panel)
    told = await ask(asked, panel, "Explain")
    assert told.ephemeral and "not both in one turn" in words(told)
