"""What has no answer after a second is deferred; what comes then goes where it belongs."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.refusal import Refusal
from cogs.kit import answering
from cogs.kit.answering import DONE, LateResponse, fill, may_begin, post_beside
from cogs.kit.buttons import _HANDLERS, button
from cogs.kit.layout import message, row, text
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    eager,
    new_game,
    pinged,
    play_turn,
    with_id,
    words,
)

ROOT = Path(__file__).parents[2]
TAKEN_AWAY = ("original edited", "original deleted")
"""What becomes of the notice that we think."""


class Asked:
    """An interaction that notes what is asked of Discord."""

    def __init__(self, *, private: bool | None) -> None:
        self.type = discord.InteractionType.component
        self.done: list[Any] = []
        self.said: list[str] = []
        self.followup = self
        self.message: Any = None
        if private is not None:
            self.message = self
            self.flags = discord.MessageFlags(ephemeral=private)

    async def send(self, **what: Any) -> Any:
        self.done.append(("followup", what["ephemeral"]))
        return discord.Object(7)

    async def edit(self, **what: Any) -> None:
        self.done.append("message edited")

    async def edit_original_response(self, **what: Any) -> None:
        self.done.append("original edited")
        self.said += [what["content"]] if "content" in what else []

    async def delete_original_response(self) -> None:
        self.done.append("original deleted")


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Any:
    async def deferred(self: Any, *, ephemeral: bool, thinking: bool) -> None:
        self._parent.done.append(("deferred", ephemeral, thinking))
        self._response_type = discord.InteractionResponseType.deferred_message_update

    monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)

    async def response(*, private: bool | None) -> tuple[Asked, LateResponse]:
        asked = Asked(private=private)
        made = LateResponse(asked)  # type: ignore[arg-type]
        await made.defer_itself()
        await made.defer_itself()
        return asked, made

    return response


@pytest.mark.parametrize("private", [None, True, False])
async def test_nothing_private_becomes_public(late: Any, private: bool | None) -> None:
    asked, response = await late(private=private)
    thinks = private is not True
    assert asked.done == [("deferred", True, thinks)]
    await response.send_message(view=object(), ephemeral=True)
    assert asked.done[1:] == [("followup", True)]


async def test_a_public_answer_stands_behind(late: Any) -> None:
    asked, response = await late(private=None)
    sent = await response.send_message(view=object())
    assert asked.done[1:] == [*TAKEN_AWAY, ("followup", False)]
    assert sent.message_id == 7, "which the table notes"


async def test_the_message_that_was_pressed_is_edited(late: Any) -> None:
    asked, response = await late(private=True)
    await response.edit_message(view=object())
    assert asked.done[1:] == ["original edited"]
    asked, response = await late(private=False)
    await response.defer()
    await response.edit_message(view=object())
    assert asked.done[1:] == [*TAKEN_AWAY, "message edited"]


async def test_a_notice_that_a_killed_program_leaves_waits_for_nothing(late: Any) -> None:
    asked, response = await late(private=False)
    await response.edit_message(view=object())
    assert asked.done[1:] == ["message edited", *TAKEN_AWAY], "the answer stands before"
    assert asked.said == [DONE]


async def test_a_form_is_too_late(late: Any) -> None:
    _, response = await late(private=True)
    with pytest.raises(Exception, match="too long"):
        await response.send_modal(object())


@pytest.mark.parametrize("private", [None, True, False])
async def test_whoever_answers_sees_nothing_of_the_deferral(
    late: Any, private: bool | None
) -> None:
    asked, response = await late(private=private)
    assert not response.is_done()
    await response.defer(ephemeral=True, thinking=True)
    assert response.is_done()
    assert len(asked.done) == 1, "Discord was told already"


async def test_a_page_for_everybody_is_public_although_it_was_late(late: Any) -> None:
    asked, response = await late(private=None)
    asked.response = response
    await response.defer(thinking=True)
    posted = await fill(asked, view=object())
    assert asked.done[1:] == [*TAKEN_AWAY, ("followup", False)]
    assert posted.id == 7


async def test_a_page_that_was_turned_late_is_turned_where_it_stands(late: Any) -> None:
    for private, done in ((True, "original edited"), (False, "message edited")):
        asked, response = await late(private=private)
        asked.response = response
        await response.defer()
        await fill(asked, view=object())
        assert done in asked.done
        assert not any(one[0] == "followup" for one in asked.done)


async def test_a_private_page_takes_the_place_of_the_notice(late: Any) -> None:
    asked, response = await late(private=None)
    asked.response = response
    await response.defer(ephemeral=True, thinking=True)
    await fill(asked, view=object())
    assert asked.done[1:] == ["original edited"]


@pytest.fixture
def clicked(room: Room, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Clicks a button whose handler is given; the kinds of answers that Discord got to it."""

    async def click(handler: Any) -> list[int]:
        monkeypatch.setitem(_HANDLERS, "trial", handler)
        channel: Any = room.bot.get_channel(room.channel.id)
        posted = await channel.send(view=message(row([button("Trial", "trial", 0)])))
        before = len(room.env.http_requests)
        await room.people[0].click(posted, label="Trial")
        assert room.env.errors == []
        return [
            r.json["type"] if r.path.endswith("/callback") else 0
            for r in room.env.http_requests[before:] if isinstance(r.json, dict)
        ]  # fmt: skip

    return click


NEW_MESSAGE, DEFERRED, DEFERRED_EDIT, EDITED, NO_FIRST_ANSWER = 4, 5, 6, 7, 0


async def test_what_is_ready_at_once_takes_one_request(clicked: Any) -> None:
    async def edits(interaction: Any, _: Any) -> None:
        await interaction.response.defer()
        assert (await fill(interaction, view=message(text("New.")))).id == interaction.message.id

    async def answers(interaction: Any, _: Any) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        assert (await fill(interaction, view=message(text("New.")))).flags.ephemeral

    async def refuses(interaction: Any, _: Any) -> None:
        await interaction.response.defer()
        raise Refusal("no", "No.")

    assert await clicked(edits) == [EDITED]
    assert await clicked(answers) == [NEW_MESSAGE]
    assert await clicked(refuses) == [NEW_MESSAGE]


async def test_what_takes_a_moment_is_deferred_as_it_wishes(
    clicked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "DEFERRED_AFTER_A_WISH", 0.0)

    async def slow(interaction: Any, thinking: bool) -> None:
        await interaction.response.defer(ephemeral=True, thinking=thinking)
        while not interaction.response.is_done():  # noqa: ASYNC110 - Discord hears of it
            await asyncio.sleep(0.001)
        await fill(interaction, view=message(text("New.")))

    async def edits(interaction: Any, _: Any) -> None:
        await slow(interaction, thinking=False)

    async def answers(interaction: Any, _: Any) -> None:
        await slow(interaction, thinking=True)

    assert await clicked(edits) == [DEFERRED_EDIT, NO_FIRST_ANSWER]
    assert await clicked(answers) == [DEFERRED, NO_FIRST_ANSWER]


async def test_a_deferral_that_nothing_follows_is_sent_at_the_end(clicked: Any) -> None:
    async def nothing(interaction: Any, _: Any) -> None:
        await interaction.response.defer()

    assert await clicked(nothing) == [DEFERRED_EDIT]


async def test_a_message_beside_the_answer_comes_behind_a_deferral(clicked: Any) -> None:
    async def both(interaction: Any, _: Any) -> None:
        await interaction.response.defer()
        await post_beside(interaction, view=message(text("For all.")))
        await fill(interaction, view=message(text("New.")))

    assert await clicked(both) == [DEFERRED_EDIT, NO_FIRST_ANSWER, NO_FIRST_ANSWER]


def test_no_answer_goes_round_this() -> None:
    """Where discord.py's way is used, a late answer to everybody would be private."""
    for file in [*(ROOT / "cogs").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]:
        if file != ROOT / "cogs/kit/answering.py":
            assert "edit_original_response" not in file.read_text("utf-8"), file


async def test_a_game_in_which_every_answer_is_late(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same is shown, to the same people, as where none is."""

    async def begin_late(interaction: discord.Interaction[Any]) -> bool:
        begun = await may_begin(interaction)
        if isinstance(interaction.response, LateResponse):
            await interaction.response.defer_itself()
        return begun

    for where in ("cogs.client", "cogs.kit.buttons"):
        monkeypatch.setattr(f"{where}.may_begin", begin_late)
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    for person in (ana, bob):
        done = await choose_tiles(person, room.channel)
        assert done.ephemeral
    for _ in range(4):
        [asked] = pinged(room.channel)
        actions = await play_turn(with_id(room.people, asked), room.channel, eager(Random(5)))
        assert actions
    public_board = await ana.slash(room.channel, "board", private=False)
    told = [*public_board.followups, public_board.response]
    assert [one for one in told if one is not None and not one.ephemeral]
    mine = answer(await bob.slash(room.channel, "log"))
    assert mine.ephemeral and "Round 1" in words(mine)
    stranger = answer(await room.people[3].slash(room.channel, "nudge"))
    assert stranger.ephemeral and "are not in this game" in words(stranger)
    deferred = [
        r for r in room.env.http_requests
        if r.path.endswith("/callback") and isinstance(r.json, dict) and r.json["type"] in (5, 6)
    ]  # fmt: skip
    assert len(deferred) > 15, "most of it came late"
    assert room.env.errors == []
