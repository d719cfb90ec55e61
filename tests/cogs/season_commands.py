"""What a moderator does with the commands of /season and on their page, for tests."""

from collections.abc import Sequence
from typing import Any

import simcord

from bot.model.server import AuditEntry
from bot.moderation.at_tables import SET_UP as SET_UP
from bot.store import moderation
from bot.tables import ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import SELECT
from tests.cogs.moderators_page import WHY, propose


async def name_moderators(room: Room, role: simcord.RoleHandle, *, second: bool = False) -> None:
    """Make the members of a role the moderators."""
    chosen = ServerSettings(moderator_roles=(role.id,), second_moderator=second)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)


async def acted(room: Room, moderator: simcord.MemberActor) -> None:
    """Let the bot know a moderator, by an entry in the audit log."""
    entry = AuditEntry(
        0, room.guild.id, None, room.bot.tables.now(), moderator.id, SET_UP, WHY,
        {"was": {}, "now": {}}, own_table=False,
    )  # fmt: skip
    await room.bot.store.write(moderation.add, entry)


async def found(room: Room, moderator: simcord.MemberActor, name: str = "The long count") -> None:
    """A league in the room's channel."""
    said = await moderator.slash(room.channel, "season found", name=name, channel=room.channel)
    assert "lives in" in words(answer(said)), words(answer(said))


async def new_season(room: Room, moderator: simcord.MemberActor) -> None:
    """The next season with the settings the wizard offers."""
    wizard = answer(await moderator.slash(room.channel, "season new"))
    await moderator.click(wizard, label="Create")


async def everybody_signs_up(room: Room, people: Sequence[simcord.MemberActor]) -> None:
    """By the button of the season's message, which is the channel's last one; the fourth of them
    signs off again, and comes back by command."""
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in people:
        await person.click(posted, label="Sign up")
    await people[3].click(posted, label="Cancel sign-up")
    await people[3].slash(room.channel, "league join")


async def choose(
    actor: simcord.MemberActor, shown: simcord.ResponseMessage, field: str, *values: str
) -> simcord.ResponseMessage:
    """Choose in the menu of a field; the page then."""
    menu = next(
        c["custom_id"]
        for c in raw(shown)
        if c["type"] == SELECT and c["custom_id"].endswith(f".{field}")
    )
    return answer(await actor.select(shown, list(values), custom_id=menu))


async def do(
    room: Room,
    moderator: simcord.MemberActor,
    act: str,
    why: str | None = WHY,
    **options: Any,
) -> str:
    """An act on the moderators' page and its red button; returns the answer."""
    shown = answer(await propose(moderator, room.channel, act, reason=why or WHY, **options))
    return words(answer(await moderator.click(shown, label="Confirm")))


async def press_it(
    moderator: simcord.MemberActor, shown: simcord.ResponseMessage, why: str | None = WHY
) -> str:
    """The red button of a preview, and the reason, if it was not given; returns the answer."""
    pressed = await moderator.click(shown, label="Confirm")
    if why is None or pressed.modal is None:
        return words(answer(pressed))
    return words(answer(await moderator.submit_modal(pressed, {"reason": why})))
