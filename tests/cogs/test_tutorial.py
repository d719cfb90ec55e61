"""The tutorial from its beginning to its end, by its buttons."""

import random

from simcord import ResponseMessage

from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words


def choices(view: ResponseMessage) -> list[str]:
    """The custom ids of what may be pressed, but for the step back."""
    ids = [c for c in raw(view) if c.get("custom_id", "").startswith("tz:learn:")]
    return [c["custom_id"] for c in ids if c["label"] != "Back" and not c.get("disabled")]


async def test_to_its_end(room: Room) -> None:
    ana, chance = room.people[0], random.Random(3)
    view = answer(await ana.slash(room.channel, "tutorial"))
    assert view.ephemeral
    assert "round 1 of 3" in words(view)
    assert "Back" not in labels(view)
    rounds = set()
    for step in range(60):
        if "Once more" in labels(view):
            break
        rounds.update(n for n in (1, 2, 3) if f"round {n} of 3" in words(view))
        confirm = [c["custom_id"] for c in raw(view) if c.get("label") == "Confirm"]
        pressed = confirm[0] if confirm and chance.random() < 0.5 else chance.choice(choices(view))
        if step == 4:
            await room.restart()
        view = answer(await ana.click(view, custom_id=pressed))
    assert rounds == {1, 2, 3}
    assert "Well done" in words(view)
    assert "food days" in words(view)
    assert room.channel.history() == [], "nobody else is disturbed"
    view = answer(await ana.click(view, label="Once more"))
    assert "round 1 of 3" in words(view)


async def test_a_step_back(room: Room) -> None:
    ana = room.people[0]
    view = answer(await ana.slash(room.channel, "tutorial"))
    first = words(view)
    view = answer(await ana.click(view, custom_id=choices(view)[0]))
    assert words(view) != first
    view = answer(await ana.click(view, label="Back"))
    assert words(view) == first
