"""A plan for the next turn: kept for one person alone, and offered when the turn comes."""

from typing import Any

from simcord import MemberActor, ResponseMessage

from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    raw,
    select_id,
    with_id,
    words,
)
from tests.tables.acts import plan_of, turn_of


async def begin(room: Room) -> tuple[MemberActor, MemberActor]:
    """A game in which the first turn begins; who has it, and who waits."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    [asked] = pinged(room.channel)
    [waits] = [person for person in room.people[:2] if person.id != asked]
    return with_id(room.people, asked), waits


def steps(view: ResponseMessage) -> list[str]:
    """What may be added to a plan."""
    found: list[dict[str, Any]] = [c for c in raw(view) if "planadd" in c.get("custom_id", "")]
    return [option["value"] for option in found[0]["options"]] if found else []


async def add(person: MemberActor, view: ResponseMessage, step: str) -> ResponseMessage:
    """Add a step to the plan."""
    return answer(await person.select(view, [step], custom_id=select_id(view, "planadd")))


async def test_planned_kept_and_offered(room: Room) -> None:
    first, waits = await begin(room)
    messages = len(room.channel.history())
    view = answer(await waits.slash(room.channel, "plan"))
    assert view.ephemeral
    assert "Nothing is planned yet" in words(view)
    view = await add(waits, view, "place tikal")
    view = await add(waits, view, "place uxmal")
    assert "Tikal" in words(view)
    assert "Uxmal" in words(view)
    assert len(room.channel.history()) == messages
    await room.restart()
    view = answer(await waits.slash(room.channel, "plan"))
    assert "Tikal" in words(view)

    panel = await press(first, await open_panel(first, room.channel), "place palenque")
    await first.click(panel, label="Confirm")
    assert pinged(room.channel) == [waits.id]
    panel = await open_panel(waits, room.channel)
    assert "Your plan" in words(panel)
    panel = answer(await waits.click(panel, label="Use my plan"))
    turn = await turn_of(room.bot.tables, 1, waits.id)
    assert turn.prepared == ("place tikal", "place uxmal")
    assert "Confirm" in labels(panel)


async def test_step_back_and_no_plan(room: Room) -> None:
    _, waits = await begin(room)
    view = answer(await waits.slash(room.channel, "plan"))
    view = await add(waits, view, "place tikal")
    view = await add(waits, view, "place uxmal")
    view = answer(await waits.click(view, label="Back"))
    assert (await plan_of(room.bot.tables, 1, waits.id)).plan.actions == ("place tikal",)
    view = answer(await waits.click(view, label="No plan"))
    assert "Nothing is planned yet" in words(view)


async def test_refused(room: Room) -> None:
    first, _ = await begin(room)
    now = answer(await first.slash(room.channel, "plan"))
    assert "your turn now" in words(now)
    assert "Palenque" in words(answer(await first.click(now, label="Your turn")))
    assert "are not in this game" in words(answer(await room.people[3].slash(room.channel, "plan")))


async def test_the_other_one_does_not_see_it(room: Room) -> None:
    first, waits = await begin(room)
    view = answer(await waits.slash(room.channel, "plan"))
    await add(waits, view, "place yaxchilan")
    seen = [words(await open_panel(first, room.channel))]
    for command in ("score", "log", "hint", "tribe", "board"):
        seen.append(words(answer(await first.slash(room.channel, command))))
    assert not any("plan" in text.lower() for text in seen)
