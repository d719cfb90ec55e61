"""Forms count whenever they are sent, and nothing that was typed is lost."""

import ast
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.tables import Moderator
from bot.tables.settings import ServerSettings
from bot.traffic import TYPED_BY_PERSON
from cogs.kit.buttons import CUSTOM_ID_LIMIT, Form, Press
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, emit, new_game, words
from tests.cogs.moderators_page import propose
from tests.cogs.season_commands import name_moderators
from tests.cogs.season_tables import drawn, look, settled
from tests.tables.acts import audit_log, count_entries, end_game

FORM = 5
ROOT = Path(__file__).parents[2]
WHY = "The line was cut."


async def send(
    room: Room, who: simcord.MemberActor, form: Any, on: Any = None, **typed: str
) -> Any:
    """The form, which was opened `on` a message or with a command, is sent as Discord does,
    whatever the bot knows of it; lines not named stay as they were."""
    parts = []
    for number, label in enumerate(form.modal["components"]):
        line = label["component"]
        name = line["custom_id"].partition(":")[0]
        value = typed.get(name, line.get("value") or "")
        parts.append(
            {"type": 18, "id": 2 * number,
             "component": {"type": 4, "id": 2 * number + 1, "custom_id": line["custom_id"],
                           "value": value}}
        )  # fmt: skip
    data = {"custom_id": form.modal["custom_id"], "components": parts}
    return answer(await emit(room, FORM, who, data, on))


async def much_later(room: Room) -> None:
    """The program is begun again, and more time passes than Discord keeps anything for."""
    await room.restart()
    await room.env.advance_time(20 * 60)


async def test_a_reason_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await new_game(room.channel, room.people[:2])
    form = await propose(maya, room.channel, "note", fill=False)
    await much_later(room)
    refused = await send(room, maya, form, reason="no")
    assert refused.ephemeral and "reason of 3 to 200" in words(refused)
    assert "You typed:\n```\nno\n```" in words(refused)
    assert await count_entries(room.bot.tables, room.guild.id) == 0
    await send(room, maya, form, reason=WHY)
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert entry.reason == WHY
    assert room.env.errors == []


async def test_points_of_a_game_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """With its reason, however long it is."""
    await name_moderators(room, role)
    await new_game(room.channel, room.people[:2])
    await end_game(room.bot.tables, 1, Moderator(1, room.guild.id), WHY, counts=True)
    why = "w" * 180
    form = await propose(maya, room.channel, "amend", fill=False)
    await much_later(room)
    wrong = await send(room, maya, form, seat1="6x", seat2="48", reason=why)
    assert "points of each seat" in words(wrong) and "6x\n48" in words(wrong)
    shown = await send(room, maya, form, seat1="61", seat2="2¾", reason=why)
    assert "61" in words(shown) and why in words(shown)


async def test_points_of_a_season_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await drawn(room)
    await look(room)
    form = await propose(maya, room.channel, "result", table=1, fill=False)
    await much_later(room)
    shown = await send(room, maya, form, seat1="61", seat2="x", reason=WHY)
    assert WHY in words(shown)
    await maya.click(shown, label="Confirm")
    await settled(room)
    assert (await room.bot.leagues.read(1)).state.results[1].how == "forfeit"
    stranger = await send(room, room.people[0], form, seat1="61", seat2="x")
    assert "Only the moderators" in words(stranger)


@pytest.mark.english
async def test_dates_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await maya.slash(room.channel, "season found", name="Long count", channel=room.channel)
    page = answer(await maya.slash(room.channel, "season new"))
    form = await maya.click(page, label="Name and dates")
    await much_later(room)
    wrong = await send(room, maya, form, page, name="Rain", until="tomorrow")
    assert "is not a date" in words(wrong) and "Rain\ntomorrow" in words(wrong)
    typed = {"until": "tomorrow", "starts": "2031-07-01 late", "ends": "never", "appeals": "many"}
    wrong = await send(room, maya, form, page, **typed)
    told = words(wrong).partition("You typed:")[0]
    assert all(one in told for one in ("“tomorrow”", "“late”", "“never”", "days for disputes"))
    await send(room, maya, form, page, name="Rain", until="2031-06-30 18:00")
    assert "Rain" in words(page)


async def test_a_reason_in_a_season_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await drawn(room)
    await look(room)
    form = await propose(maya, room.channel, "void", table=1, fill=False)
    await much_later(room)
    shown = await send(room, maya, form, reason=WHY)
    await maya.click(shown, label="Confirm")
    await settled(room)
    assert 1 in (await room.bot.leagues.read(1)).state.voided
    assert room.env.errors == []


async def test_what_was_typed_comes_back_where_too_much_was_asked_for(room: Room) -> None:
    """Its limit is looked at before it is read."""
    parts = [{"type": 18, "id": 1,
              "component": {"type": 4, "id": 2, "custom_id": "reason", "value": WHY}}]  # fmt: skip
    data = {"custom_id": "tz:act:1::end.0", "components": parts}
    ana = room.people[0]
    for _ in range(TYPED_BY_PERSON.at_once):
        room.bot.limits.take_typed(ana.id, None)
    said = words(answer(await emit(room, FORM, ana, data)))
    assert "again in" in said and WHY in said


async def test_nothing_is_kept_of_a_form_that_is_never_sent(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    await new_game(room.channel, room.people[:2])
    await propose(maya, room.channel, "note", fill=False)
    assert room.bot._connection._view_store._modals == {}


async def test_a_form_of_another_version(room: Room) -> None:
    """What was typed is not lost with it."""
    parts = [{"type": 18, "id": 1,
              "component": {"type": 4, "id": 2, "custom_id": "reason", "value": WHY}}]  # fmt: skip
    for custom_id in ("0123456789abcdef", "tz:nosuchverb:0::x"):
        said = answer(
            await emit(room, FORM, room.people[0], {"custom_id": custom_id, "components": parts})
        )
        assert said.ephemeral and "out of date" in words(said) and WHY in words(said)


def test_every_form_is_one_of_these() -> None:
    """No other modal is made or sent: it would not count after a restart."""
    found = []
    for path in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr == "Modal":
                found.append(str(path.relative_to(ROOT)))
    assert found == ["cogs/kit/buttons.py"]


@pytest.mark.parametrize("length", [0, 1, 98, 99, 180])
def test_what_a_form_keeps_comes_back(length: int) -> None:
    kept = "".join(chr(97 + n % 26) for n in range(length))
    form = Form("Points", Press("moddo", 1, "", ""), kept)
    for seat in range(2):
        form.ask(f"seat{seat + 1}", "Seat", most=5)
    names = [label["component"]["custom_id"] for label in form.to_dict()["components"]]
    assert all(len(name) <= CUSTOM_ID_LIMIT for name in names)
    assert "".join(name.partition(":")[2] for name in names) == kept
