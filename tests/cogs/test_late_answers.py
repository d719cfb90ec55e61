"""What has no answer after a second is deferred; what comes then goes where it belongs."""

from typing import Any

import discord
import pytest

from bot.late_answers import LateResponse


class Asked:
    """An interaction that notes what is asked of Discord."""

    def __init__(self, *, private: bool | None) -> None:
        self.type = discord.InteractionType.component
        self.done: list[Any] = []
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
    assert asked.done[1:] == ["original deleted", ("followup", False)]
    assert sent.message_id == 7, "which the table notes"


async def test_the_message_that_was_pressed_is_edited(late: Any) -> None:
    asked, response = await late(private=True)
    await response.edit_message(view=object())
    assert asked.done[1:] == ["original edited"]
    asked, response = await late(private=False)
    await response.defer()
    await response.edit_message(view=object())
    assert asked.done[1:] == ["message edited", "original deleted"]


async def test_a_form_is_too_late(late: Any) -> None:
    _, response = await late(private=True)
    with pytest.raises(Exception, match="too long"):
        await response.send_modal(object())
