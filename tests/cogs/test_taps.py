"""How many choices a turn takes, from the button of the ping to the confirmed turn.

Typical turns, each written as the buttons and the entries of menus one chooses: a placing turn may
take 3 choices, a turn of picking up 4. The first is a choice below the call, or the button that
opens the panel. (`test_at_a_glance` counts taps: an entry of a menu takes two.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine import Game
from bot.engine.components import FOOD_DAY_TEETH
from bot.tables import PersonSettings, Table
from bot.text.choices_in_one_tap import first_choices
from bot.text.translation import translator
from cogs.telling.messages import Call, turn_message
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    ask,
    begin_game,
    button_id,
    choose_tiles,
    click_together,
    helpful,
    labels,
    last_turn_message,
    new_game,
    open_panel,
    pictured,
    pinged,
    posted_after,
    press,
    public,
    raw,
    select_id,
    tap,
    with_id,
    words,
)
from tests.engine.scenario import start
from tests.tables.acts import set_person_settings, turn_of

MOST_PLACING, MOST_PICKING_UP = 3, 4


@pytest.fixture(autouse=True)
async def in_words(room: Room) -> None:
    """Everybody has panels without pictures, whose buttons are named by words."""
    for person in room.people:
        await set_person_settings(room.bot.tables, person.id, PersonSettings(pictures=False))


@dataclass(frozen=True)
class Turn:
    """A turn as one taps it."""

    what: str
    stands: Mapping[str, Any]
    """What I have, and where my workers stand (seat 0 of tests.engine.scenario)."""
    taps: Sequence[str]
    """The labels of the buttons, from the ping's to Confirm."""
    done: str
    """What the confirmed turn is told with."""


CORN = {"players.0.corn": 6}

PLACING = (
    Turn(
        "one worker",
        CORN,
        ["Free · Palenque 0", "Confirm"],
        "→ Palenque 0",
    ),
    Turn(
        "two workers on free spaces",
        CORN,
        ["Free · Palenque 0", "−1 corn · Uxmal 0", "Confirm"],
        "→ Palenque 0, Uxmal 0 (−1 corn)",
    ),
    Turn(
        "two workers on one gear",
        CORN,
        ["Free · Tikal 0", "−2 corn · Tikal 1", "Confirm"],
        "→ Tikal 0+1 (−2 corn)",
    ),
    Turn(
        "the start-player space with its corn, and one more worker",
        CORN | {"calendar_corn": 3},
        ["Free · Start (+3 corn)", "−1 corn · Yaxchilan 0", "Confirm"],
        "+3 corn there",
    ),
)
PICKING_UP = (
    Turn(
        "one worker with nothing to choose",
        {"gears.yaxchilan.2": 0},
        ["Yaxchilan 2: +1 corn, +1 stone", "Confirm"],
        "← Yaxchilan 2 (+1 corn, +1 stone)",
    ),
    Turn(
        "three workers with nothing to choose",
        {"gears.yaxchilan.1": 0, "gears.yaxchilan.3": 0, "gears.palenque.1": 0},
        ["3 workers: +5🌽 +1🪵 +1🪙", "Confirm"],
        "+3 corn",
    ),
    Turn(
        "a harvest, and wood",
        {"gears.palenque.3": 0, "gears.yaxchilan.1": 0},
        ["Palenque 3: +2🪵", "Yaxchilan 1: +1 wood", "Confirm"],
        "← Palenque 3 (+2 wood), Yaxchilan 1 (+1 wood)",
    ),
    Turn(
        "a building",
        {"gears.tikal.2": 0, "players.0.wood": 2},
        ["−1 wood · Tikal 2: Small Farm", "Confirm"],
        "built: Small Farm",
    ),
    Turn(
        "a technology, and a temple step",
        {"gears.tikal.1": 0, "gears.uxmal.1": 0, "players.0.wood": 1, "players.0.corn": 3},
        ["Tikal 1: 1 technology", "−1 wood · Agriculture 0 → 1",
         "−3 corn · Uxmal 1: Chaac 0 → 2", "Confirm"],
        "Agriculture level 1",
    ),
    Turn(
        "two steps on temples, paid with one of two kinds",
        {"gears.tikal.5": 0, "players.0.wood": 1, "players.0.gold": 1},
        ["−1 wood · Quetzalcoatl + Kukulkan", "Confirm"],
        "−1 wood, Quetzalcoatl 0 → 1, Kukulkan 0 → 1",
    ),
    Turn(
        "trading",
        {"gears.uxmal.2": 0, "players.0.wood": 1},
        ["Uxmal 2: the market", "−1 wood · +2 corn", "Done", "Confirm"],
        "+2 corn",
    ),
)  # fmt: skip


async def stand(room: Room, changes: Mapping[str, Any]) -> MemberActor:
    """Put the table's game into another position, called as if it had come to it by itself; the
    person whose turn it is then."""
    tables = room.bot.tables
    opened = await tables.read(1)
    game = start(dict(changes)).game
    game._actions = opened.game._actions  # as many are confirmed as before
    tables.games.keep(opened.table, game)
    await call(room, opened.table, game)
    user = opened.table.seats[0].user_id
    return next(person for person in room.people if person.id == user)


async def call(room: Room, table: Table, game: Game) -> None:
    """Post a call that nothing takes away again."""
    t, [asked] = translator("en"), game.pending
    first = first_choices(t, game, asked.seat) if asked.kind == "turn" else ()
    view = turn_message(t, table, game.snapshot(), Call([asked.seat], asked.kind, first=first))
    channel: Any = room.bot.get_channel(room.channel.id)
    await channel.send(view=view)


async def tap_through(room: Room, actor: MemberActor, taps: Sequence[str]) -> ResponseMessage:
    """Tap the buttons with these labels, the first one below the call; what is read at the end."""
    shown = last_turn_message(room.channel)
    assert taps[0] in labels(shown), f"{taps[0]!r} is not among {labels(shown)}"
    panel = answer(await actor.click(shown, label=taps[0]))
    assert panel.ephemeral
    for label in taps[1:]:
        panel = await tap(actor, panel, label)
    return panel


@pytest.mark.english
@pytest.mark.parametrize(
    ("turns", "most"),
    [(PLACING, MOST_PLACING), (PICKING_UP, MOST_PICKING_UP)],
    ids=["placing", "picking up"],
)
async def test_taps_of_typical_turns(room: Room, turns: Sequence[Turn], most: int) -> None:
    await begin_game(room.channel, room.people[:2])
    for turn in turns:
        actor = await stand(room, turn.stands)
        done = await tap_through(room, actor, turn.taps)
        assert "Turn confirmed" in words(done), turn.what
        assert turn.done in words(done).replace("\u00a0", " "), words(done)
        assert len(turn.taps) <= most, turn.what


@pytest.mark.parametrize("how", ["again", "another one", "another day"])
async def test_the_call_begins_a_turn_once(room: Room, how: str) -> None:
    """Pressed again it shows the turn as it is, and once the game has gone on it begins none."""
    await begin_game(room.channel, room.people[:2])
    asked = with_id(room.people, pinged(room.channel)[0])
    waiting = next(person for person in room.people[:2] if person is not asked)
    opened = await room.bot.tables.read(1)
    await call(room, opened.table, opened.game)
    shown = last_turn_message(room.channel)
    first = next(one for one in labels(shown) if "Palenque" in one)
    said = answer(await waiting.click(shown, label=first))
    assert said.ephemeral and "It is not your turn" in words(said)
    panel = answer(await asked.click(shown, label=first))
    assert panel.ephemeral and {"Confirm", "Back"} <= set(labels(panel))
    if how == "another day":
        await asked.click(panel, label="Confirm")
        for turn in range(3):
            await (waiting, asked, waiting)[turn].slash(
                room.channel, "move", turn="place tikal; end"
            )
    label = first if how != "another one" else next(o for o in labels(shown) if "Tikal" in o)
    again = answer(await asked.click(shown, label=label))
    assert again.ephemeral
    prepared = (await turn_of(room.bot.tables, 1, asked.id)).prepared
    if how == "another day":
        assert "out of date" in words(again) and prepared == ()
    else:
        assert prepared == ("place palenque",)
        assert ("You have already begun your turn" in words(again)) == (how == "another one")
    assert room.env.errors == []


@pytest.mark.english
async def test_another_action_is_a_step_back(room: Room) -> None:
    """One tap picks up and does the usual action; the step before it asks for another one."""
    await begin_game(room.channel, room.people[:2])
    actor = await stand(room, {"gears.yaxchilan.3": 0, "players.0.corn": 2})
    taps = ["Your turn", "Yaxchilan 3: +2 corn, +1 gold", "Change action"]
    panel = await tap_through(room, actor, taps)
    assert (await turn_of(room.bot.tables, 1, actor.id)).prepared == ("pick yaxchilan 3",)
    panel = await tap(actor, panel, "−1🌽 · Yaxchilan 2: +1🌽 +1🪨")
    panel = await tap(actor, panel, "Back")
    panel = await tap(actor, panel, "Back")
    assert "Back" not in labels(panel), "nothing is prepared any more"


@pytest.mark.english
async def test_a_closed_panel_is_opened_where_it_was(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    actor = await stand(room, {"gears.palenque.3": 0, "gears.yaxchilan.1": 0})
    await tap_through(room, actor, ["Your turn", "Palenque 3: +2 wood"])
    panel = await tap_through(room, actor, ["Your turn", "Confirm"])
    assert "← Palenque 3 (+2 wood)" in words(panel)


@pytest.mark.english
async def test_back_takes_one_tap_back_whatever_it_did(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    stands = {"gears.tikal.1": 0, "gears.yaxchilan.3": 0, "gears.palenque.1": 0}
    actor = await stand(room, {**stands, "players.0.wood": 1, "players.0.gold": 1})

    async def prepared() -> tuple[str, ...]:
        return (await turn_of(room.bot.tables, 1, actor.id)).prepared

    panel = await tap_through(room, actor, ["Your turn", "Yaxchilan 3: +2 corn, +1 gold"])
    panel = await tap(actor, panel, "−1 wood · Tikal 1: Theology 0 → 1")
    assert len(await prepared()) == 6
    panel = answer(await actor.click(panel, label="−1 gold · Pay this instead"))
    assert (await prepared())[-1] == "pay 0 0 1"
    panel = answer(await actor.click(panel, label="−1 wood · Pay this instead"))
    assert (await prepared())[-1] == "pay 1 0 0"
    panel = answer(await actor.click(panel, label="Back"))
    assert await prepared() == ("pick yaxchilan 3", "do yaxchilan 3")
    panel = answer(await actor.click(panel, label="Back"))
    assert await prepared() == ()
    panel = answer(await actor.click(panel, label="2 workers: +5 corn, +1 gold"))
    assert len(await prepared()) == 4
    panel = answer(await actor.click(panel, label="Back"))
    assert await prepared() == ()


@pytest.mark.english
async def test_what_one_tap_paid_and_did_can_be_chosen_otherwise(room: Room) -> None:
    """Also where something was answered after the payment."""
    await begin_game(room.channel, room.people[:2])
    stands = {"gears.tikal.5": 0, "players.0.wood": 1, "players.0.gold": 1}
    actor = await stand(room, stands)

    async def prepared() -> tuple[str, ...]:
        return (await turn_of(room.bot.tables, 1, actor.id)).prepared

    at_once = ["Your turn", "−1 wood · Tikal 5: Quetzalcoatl + Kukulkan"]
    await tap_through(room, actor, [*at_once, "−1 gold · Pay this instead"])
    assert (await prepared())[2:] == ("pay 0 0 1", "up quetzalcoatl", "up kukulkan")
    panel = await tap_through(room, actor, ["Your turn", "Start over"])
    panel = await tap(actor, panel, at_once[1])
    panel = await tap(actor, panel, "Change action")
    panel = await tap(actor, panel, "No action")
    assert await prepared() == ("pick tikal 5", "skip")


@pytest.mark.english
async def test_many_payments_are_a_question_of_their_own(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    rich = {f"players.0.{block}": 2 for block in ("wood", "stone", "gold")}
    actor = await stand(room, {**rich, "gears.tikal.1": 0, "players.0.technologies.theology": 1})
    panel = await tap_through(
        room, actor, ["Your turn", "−2 wood · Tikal 1: Theology 1 → 2", "Pay differently"]
    )
    assert "−1 wood, −1 stone · Pay this" in labels(panel)
    assert (await turn_of(room.bot.tables, 1, actor.id)).prepared[-1] == "advance theology"


async def test_a_visit_to_the_market_is_one_choice(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    blocks = {"players.0.wood": 3, "players.0.gold": 1}
    actor = await stand(room, {**blocks, "gears.uxmal.2": 0, "players.0.corn": 0})
    panel = await tap_through(room, actor, ["Uxmal 2: the market"])
    menu = next(c for c in raw(panel) if c.get("custom_id", "").endswith(":visit"))
    value = {o["label"]: o["value"] for o in menu["options"]}
    sold = value["−3 wood, −1 gold · +10 corn"]
    panel = answer(await actor.select(panel, [sold], custom_id=menu["custom_id"]))
    done = answer(await actor.click(panel, label="Confirm"))
    assert "+10 corn" in words(done).replace("\u00a0", " ")


@pytest.mark.english
async def test_another_action_is_in_a_menu(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    actor = await stand(room, {"gears.yaxchilan.3": 0, "players.0.corn": 2})
    panel = await tap_through(room, actor, ["Your turn"])
    usual, lower = (
        [option["label"] for option in c["options"]]
        for c in raw(panel)
        if c.get("custom_id", "").endswith((":pick", ":else"))
    )
    assert usual == ["Yaxchilan 3: +2 corn, +1 gold"]
    assert lower == [
        "−1 corn · Yaxchilan 3 → 2: +1 corn, +1 stone", "−2 corn · Yaxchilan 3 → 1: +1 wood",
    ]  # fmt: skip
    panel = await tap(actor, panel, lower[0])
    done = answer(await actor.click(panel, label="Confirm"))
    assert "← Yaxchilan 3 (+1 stone)" in words(done).replace("\u00a0", " ")


WAITING = {
    "Turn of the day": "points in the end",
    "Rules": "Begging",
    "My games": "Your games",
    "Turn notifications": "Turn notifications",
}
"""What the menu below a confirmed turn offers, and what is on its page."""


@pytest.mark.english
async def test_what_one_can_do_while_waiting(room: Room) -> None:
    """Each option opens a page of its own, also after a restart, and the turn stays below it."""
    await begin_game(room.channel, room.people[:2])
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    done = answer(await actor.click(panel, label="Confirm"))
    await room.restart()
    [menu] = [part for part in raw(done) if part.get("placeholder") == "While you wait"]
    assert [one["label"] for one in menu["options"]] == [*WAITING]
    for one, (_, said) in zip(menu["options"], WAITING.items(), strict=True):
        page = answer(await actor.select(done, [one["value"]], custom_id=menu["custom_id"]))
        assert page.ephemeral and page.id != done.id
        assert said in words(page) + str(raw(page))
    assert "Take back" in labels(done)
    assert room.env.errors == []


async def test_against_computers_nobody_waits(room: Room) -> None:
    """It is one's turn again at once, and nobody asks for a seal; Explain says what the workers
    will eat."""
    ana = room.people[0]
    await new_game(room.channel, [ana], computers=1)
    assert labels(next(iter(public(room.channel)))) == [], "a lobby that is over"
    await choose_tiles(ana, room.channel)
    panel = await press(ana, await open_panel(ana, room.channel), "place palenque")
    assert "Food day in 7 rounds**: need 6" in words(await ask(ana, panel, "Explain"))
    assert "Hint" in helpful(panel), "also in the middle of a turn"
    done = answer(await ana.click(panel, label="Confirm"))
    assert labels(done) == ["Take back"]
    assert not any("placeholder" in part for part in raw(done))
    assert room.env.errors == []


async def test_confirm_pressed_twice_says_so_twice(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await open_panel(actor, room.channel)
    panel = await press(actor, panel, "place palenque")
    again = button_id(panel, "Confirm")
    results = await click_together([(actor, panel, again), (actor, panel, again)])
    for result in results:
        said = words(answer(result)).replace("\u00a0", " ")
        assert "Turn confirmed" in said
        assert "→ Palenque" in said
        assert {"Plan ahead", "Take back"} <= set(labels(answer(result)))
    assert room.env.errors == []


@pytest.mark.english
async def test_a_tap_that_does_two_things_counts_once(room: Room) -> None:
    """Two phones, and a double press on one of them."""
    await begin_game(room.channel, room.people[:2])
    actor = await stand(room, {"gears.yaxchilan.3": 0, "gears.yaxchilan.1": 0})
    phones = [await tap_through(room, actor, ["Your turn"]) for _ in range(2)]
    gold, menu = "pick yaxchilan 3;do yaxchilan 3", select_id(phones[0], "choose")
    presses = [(actor, phone, menu) for phone in (phones[0], phones[0], phones[1])]
    for result in await click_together(presses, [gold]):
        assert "from before" not in words(answer(result))
    turn = await turn_of(room.bot.tables, 1, actor.id)
    assert turn.prepared == ("pick yaxchilan 3", "do yaxchilan 3")
    assert room.env.errors == []


@pytest.mark.english
async def test_why_not_is_answered_privately_and_changes_nothing(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    actor = await stand(room, {"gears.tikal.4": 0, "gears.yaxchilan.1": 0})
    panel = await tap_through(room, actor, ["Your turn", "Yaxchilan 1: +1 wood"])
    said = await ask(actor, panel, "Why not?")
    assert said.ephemeral
    assert "picking up workers this turn" in words(said)
    assert (await turn_of(room.bot.tables, 1, actor.id)).prepared == (
        "pick yaxchilan 1", "do yaxchilan 1",
    )  # fmt: skip


@pytest.mark.english
async def test_how_far_the_calendar_turns_is_asked_where_the_turn_was_confirmed(room: Room) -> None:
    """Who ends the round and was on the starting player's space answers with one more tap, and
    the channel is not asked."""
    await begin_game(room.channel, room.people[:2])
    stands = {"first_seat": 1, "turn_seat": 0, "gears.tikal.1": 1, "players.1.available": 2}
    actor = await stand(room, stands)
    panel = await tap_through(room, actor, ["Your turn", "Free · Starting player"])
    before = list(public(room.channel))
    panel = answer(await actor.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(panel)
    assert labels(panel)[:3] == ["1 day, as usual", "2 days", "Take back"]
    styles = {c["label"]: c["style"] for c in raw(panel) if c.get("label")}
    assert [one for one, style in styles.items() if style == 3] == ["1 day, as usual"], "green"
    assert "food day comes a round sooner: need 6 corn, have " in words(panel)
    assert list(public(room.channel)) == before, "the call stays until it is answered"
    done = answer(await actor.click(panel, label="2 days"))
    told = posted_after(room.channel, before)[0]
    assert "→ " in told
    assert "turns the calendar 2 days" in words(done)
    assert "Free · Palenque 0" in labels(done), "the one on that space begins the next round"


@pytest.mark.english
@pytest.mark.parametrize("place", ["Starting player", "Palenque 0"])
async def test_a_food_day_is_told_where_the_calendar_is_asked_for_too(
    room: Room, place: str
) -> None:
    """The next board shows who ate what and what the temples gave, with or without the question
    between; where that is asked, the answer to Confirm tells it, too."""
    await begin_game(room.channel, room.people[:2])
    stands = {
        "first_seat": 1, "turn_seat": 0, "gears.tikal.1": 1, "players.1.available": 2,
        "players.0.corn": 6, "players.1.corn": 2, "tooth": FOOD_DAY_TEETH[0],
        "players.1.temples.chaac": 2,
    }  # fmt: skip
    actor = await stand(room, stands)
    panel = await tap_through(room, actor, ["Your turn", f"Free · {place}"])
    before = list(public(room.channel))
    panel = answer(await actor.click(panel, label="Confirm"))
    if asked := place != "Palenque 0":
        day = words(panel).partition("**Food day**")[2]
        own, other = day.split("\n")[1:3]
        assert "−6 corn" in own and "−2 corn, 2 workers hungry (−6 points)" in other
        assert "temples: +" in other
        await actor.click(panel, label="1 day, as usual")
    else:
        assert "hungry" not in words(panel)
    [board] = [one for one in public(room.channel) if one not in before]
    assert ("turns the calendar" in words(board)) == asked
    assert "Food day 1 of 4" in pictured(board) and "2 workers hungry" in pictured(board)


@pytest.mark.english
async def test_corn_that_comes_with_confirm_counts_for_the_food_day(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    stands = {"players.0.corn": 4, "calendar_corn": 2, "tooth": FOOD_DAY_TEETH[0]}
    actor = await stand(room, stands)
    panel = await tap_through(room, actor, ["Your turn", "Free · Start (+2 corn)"])
    assert "need 6 corn, have 4 + 2\n" in words(panel).replace("\u00a0", " ")
    assert "Hunger" not in words(panel)


@pytest.mark.english
async def test_who_is_asked_after_anothers_turn_reads_of_the_food_day(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    stands = {
        "first_seat": 1, "turn_seat": 0, "start_space": 1, "players.1.available": 2,
        "players.0.corn": 6, "players.1.corn": 2, "tooth": FOOD_DAY_TEETH[0],
    }  # fmt: skip
    actor = await stand(room, stands)
    panel = await tap_through(room, actor, ["Your turn", "Free · Palenque 0"])
    before = list(public(room.channel))
    await actor.click(panel, label="Confirm")
    [told] = posted_after(room.channel, before)
    day, _ = told.split("How far should the calendar turn?")
    assert "Food day" in day and "−2 corn, 2 workers hungry (−6 points)" in day, told
