"""What has no answer after a second is deferred; what comes then goes where it belongs."""

from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from cogs.kit.answering import may_begin
from cogs.kit.late_answers import DONE, LateResponse, fill
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


def test_no_answer_goes_round_this() -> None:
    """Where discord.py's way is used, a late answer to everybody would be private."""
    for file in [*(ROOT / "cogs").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]:
        if file.name != "late_answers.py":
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

    for where in ("cogs.client", "cogs.kit.buttons", "cogs.kit.forms"):
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
