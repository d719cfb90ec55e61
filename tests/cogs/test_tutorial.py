"""The tutorial from its beginning to its end, by its buttons."""

from typing import Any

from discord import ButtonStyle
from simcord import ResponseMessage

from bot.tables.practice import PRESSES
from bot.text.translation import lesson_presses, translator
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, click_together, labels, raw, words
from tests.cogs.limits import BUTTON

ROW, TEXT, GALLERY = 1, 10, 12
"""Types of components."""
BACK, ONCE_MORE = "Back", "Once more"


def buttons(view: ResponseMessage) -> list[dict[str, Any]]:
    return [c for c in raw(view) if c["type"] == BUTTON and not c.get("disabled")]


def wanted(view: ResponseMessage) -> str:
    """The custom id of the one button that stands out."""
    loud = (ButtonStyle.primary.value, ButtonStyle.success.value)
    [one] = [c for c in buttons(view) if c["style"] in loud]
    return str(one["custom_id"])


def others(view: ResponseMessage) -> list[str]:
    """The custom ids of the choices that are not wanted."""
    return [c["custom_id"] for c in buttons(view) if "!" in c["custom_id"]]


async def test_to_its_end(room: Room) -> None:
    ana, t = room.people[0], translator("en")
    view = answer(await ana.slash(room.channel, "tutorial"))
    assert view.ephemeral
    assert BACK not in labels(view)
    for step in range(PRESSES):
        assert f"step {step + 1} of {PRESSES}" in words(view)
        assert t.gettext(lesson_presses()[step]) in words(view)
        kinds = [c["type"] for c in raw(view)]
        assert kinds.index(GALLERY) < kinds.index(TEXT) < kinds.index(ROW)
        if step == 4:
            await room.restart()
        view = answer(await ana.click(view, custom_id=wanted(view)))
    assert "Well done" in words(view) and "tz:today:0::" in str(raw(view))
    assert "food day" in words(view)
    assert room.channel.history() == [], "nobody else is disturbed"
    again = answer(await ana.click(view, label=ONCE_MORE))
    assert "step 1 of" in words(again)


async def test_it_ends_with_a_game(room: Room) -> None:
    ana = room.people[0]
    view = answer(await ana.slash(room.channel, "tutorial"))
    for _ in range(PRESSES):
        view = answer(await ana.click(view, custom_id=wanted(view)))
    lobby = answer(await ana.click(view, label="Start a game"))
    assert not lobby.ephemeral
    assert "who plays?" in words(lobby)
    assert "(computer, easy · builder)" in words(lobby)
    await ana.click(lobby, label="Start")
    assert "choose your wealth tiles" in "".join(words(m) for m in room.channel.history())


async def test_a_game_is_started_once(room: Room) -> None:
    """However often, by whomever and after whatever the button at the end is pressed."""
    ana, bob = room.people[:2]
    views = []
    for person in (ana, bob):
        view = answer(await person.slash(room.channel, "tutorial"))
        for _ in range(PRESSES):
            view = answer(await person.click(view, custom_id=wanted(view)))
        views.append(view)
    await room.restart()
    pressed = wanted(views[0])
    both = [(ana, views[0], pressed), (ana, views[0], pressed), (bob, views[1], pressed)]
    said = [answer(result) for result in await click_together(both)]
    assert sum("who plays?" in words(one) for one in said) == 1
    refused = [one for one in said if "who plays?" not in words(one)]
    assert all(one.ephemeral and "already" in words(one) for one in refused)


async def test_another_choice_leads_nowhere_and_says_so(room: Room) -> None:
    ana = room.people[0]
    view = answer(await ana.slash(room.channel, "tutorial"))
    seen = 0
    for step in range(PRESSES):
        for other in others(view)[:2]:
            pressed = next(c["label"] for c in buttons(view) if c["custom_id"] == other)
            stays = answer(await ana.click(view, custom_id=other))
            assert f"step {step + 1} of" in words(stays)
            kinds = [c["type"] for c in raw(stays)]
            above = raw(stays)[kinds.index(TEXT) : kinds.index(ROW)]
            told = "".join(c.get("content", "") for c in above)
            assert f"In a game you could press “{pressed}”" in told, "between picture and buttons"
            assert wanted(stays) == wanted(view)
            view, seen = stays, seen + 1
        view = answer(await ana.click(view, custom_id=wanted(view)))
        assert "In a game you could" not in words(view)
    assert seen > PRESSES


async def test_a_step_back(room: Room) -> None:
    ana = room.people[0]
    view = answer(await ana.slash(room.channel, "tutorial"))
    said = []
    for _ in range(PRESSES):
        said.append(words(view))
        view = answer(await ana.click(view, custom_id=wanted(view)))
    for before in reversed(said):  # over the computer's turns, too
        view = answer(await ana.click(view, label=BACK))
        assert words(view) == before


async def test_left_and_gone_on_with(room: Room) -> None:
    """Each where they left it, also after a restart."""
    ana, bob = room.people[:2]
    for person, times in ((ana, 6), (bob, 2)):
        view = answer(await person.slash(room.channel, "tutorial"))
        for _ in range(times):
            view = answer(await person.click(view, custom_id=wanted(view)))
    await room.restart()
    view = answer(await ana.slash(room.channel, "tutorial"))
    assert "step 7 of" in words(view)
    assert "This is where you left the tutorial" in words(view)
    assert "step 3 of" in words(answer(await bob.slash(room.channel, "tutorial")))
    view = answer(await ana.click(view, label="From the beginning"))
    assert "step 1 of" in words(view)


async def test_several_at_once(room: Room) -> None:
    learners = room.people[:3]
    views = [answer(await person.slash(room.channel, "tutorial")) for person in learners]
    for _ in range(3):
        pressed = [(p, v, wanted(v)) for p, v in zip(learners, views, strict=True)]
        views = [answer(result) for result in await click_together(pressed)]
    assert all("step 4 of" in words(view) for view in views)
