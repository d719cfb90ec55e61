"""Plans for the next turns: private, checked when the turn comes, and played once or not at all."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.model.notes import CallSeat
from bot.model.table import Table
from bot.refusal import Refusal
from bot.store import Store
from bot.store import tables as stored
from bot.tables import Tables
from bot.tables.preparation import LATE, MOST_TURNS, MOST_WAYS, PAUSE, TELLING
from tests.tables.acts import (
    abandon,
    add_turn,
    add_way,
    all_turns,
    choose,
    choose_all,
    confirm,
    drop_plan,
    notes_of,
    order_rewind,
    plan_of,
    play_computers,
    replace_player,
    set_plan,
    set_plays,
    stop_plan,
    take_back,
    take_back_offered,
    turn_of,
    with_plans_due,
)
from tests.tables.playing import EVE, asked_seats, in_play, play, refused, user
from tests.tables.test_moderating import MAYA, WHY

# --- Plans for the next turns ---------------------------------------------------------------------
# Private, stored, checked again when the turn comes, and confirmed by themselves only where
# nothing they rest on has changed.


async def begun(tables: Tables) -> tuple[Table, int, int]:
    """A game in play: its table, the person who is asked, and the one who waits."""
    table = await in_play(tables)
    [first] = await asked_seats(tables, table.id)
    return table, user(table, first), user(table, 1 - first)


async def test_plan_is_kept_and_offered(tables: Tables, store: Store) -> None:
    table, _, waiting = await begun(tables)
    view = await plan_of(tables, table.id, waiting)
    assert (view.way.actions, view.kind) == ((), "turn")
    assert view.start.turn_seat == view.seat
    view = await set_plan(tables, table.id, waiting, ["place tikal", "place uxmal"])
    assert view.way.holds
    assert view.position.gears["tikal"][0] == view.seat
    assert (await plan_of(Tables(store), table.id, waiting)).kept == view.kept

    await play(tables, table, 1)
    turn = await turn_of(tables, table.id, waiting)
    assert turn.plan is not None
    assert (turn.plan.actions, turn.prepared) == (("place tikal", "place uxmal"), ())
    await choose_all(tables, table.id, waiting, turn.plan.possible, turn.stamp)
    assert (await turn_of(tables, table.id, waiting)).plan is None, "it is done already"
    await confirm(tables, table.id, waiting)
    await play(tables, table, 1)
    assert (await turn_of(tables, table.id, waiting)).plan is None, "it had its turn"


async def test_plan_that_no_longer_holds(tables: Tables) -> None:
    table, first, waiting = await begun(tables)
    # As many workers on Tikal as the corn allows; the other one takes the cheapest space.
    plan: list[str] = []
    while "place tikal" in (await set_plan(tables, table.id, waiting, plan)).legal:
        plan.append("place tikal")
    assert len(plan) > 1
    assert (await set_plan(tables, table.id, waiting, plan)).way.holds
    await choose(tables, table.id, first, "place tikal")
    await confirm(tables, table.id, first)

    turn = await turn_of(tables, table.id, waiting)
    assert turn.plan is not None
    assert turn.plan.possible == tuple(plan[:-1]), "every one of them costs a corn more now"
    assert not turn.plan.holds


async def test_dropping_and_refusals(tables: Tables) -> None:
    table, first, waiting = await begun(tables)
    await refused("your-turn", plan_of(tables, table.id, first))
    await refused("not-a-player", plan_of(tables, table.id, EVE.id))
    await refused("illegal", set_plan(tables, table.id, waiting, ["place nowhere"]))
    await refused("illegal", set_plan(tables, table.id, waiting, ["pick tikal 3"]))
    for way in (set_plan(tables, table.id, waiting, []), drop_plan(tables, table.id, waiting)):
        await set_plan(tables, table.id, waiting, ["place tikal"])
        assert (await way).kept.turns == ()
    await play(tables, table, 1)
    assert (await turn_of(tables, table.id, waiting)).plan is None


async def test_nobody_else_sees_it(tables: Tables) -> None:
    table, first, waiting = await begun(tables)
    await set_plan(tables, table.id, waiting, ["place tikal"])
    assert (await turn_of(tables, table.id, first)).plan is None
    assert "tikal" not in repr(await tables.table(table.id)).lower()


async def test_several_turns_and_ways(tables: Tables) -> None:
    table, _, waiting = await begun(tables)
    await refused("plan-full", add_way(tables, table.id, waiting))
    await refused("plan-full", add_turn(tables, table.id, waiting))
    await set_plan(tables, table.id, waiting, ["place tikal"])
    view = await add_way(tables, table.id, waiting)
    assert [one.actions for one in view.turns[0]] == [("place tikal",), ()]
    view = await set_plan(tables, table.id, waiting, ["place uxmal"])
    assert [one.actions for one in view.turns[0]] == [("place tikal",), ("place uxmal",)]
    view = await add_turn(tables, table.id, waiting)
    assert view.position.gears["tikal"][1] == view.seat, "the calendar has turned by a day"
    assert "pick tikal 1" in view.legal
    view = await set_plan(tables, table.id, waiting, ["pick tikal 1", "skip"])
    assert [len(ways) for ways in view.turns] == [2, 1]

    await play(tables, table, 1)
    await choose(tables, table.id, waiting, "place tikal")
    await confirm(tables, table.id, waiting)
    if (await asked_seats(tables, table.id)) != [view.seat]:
        left = await plan_of(tables, table.id, waiting)
        assert [[one.actions for one in ways] for ways in left.turns] == [
            [("pick tikal 1", "skip")]
        ]
    for _ in range(MOST_TURNS + MOST_WAYS):  # an empty way or turn goes again
        view = await set_plan(tables, table.id, waiting, [])
    assert view.kept.turns == ()


async def test_what_is_shown_is_what_is_changed(tables: Tables) -> None:
    """Where the first turn has become impossible, the turns after it are not shown, and go with the
    next change."""
    table, _, waiting = await begun(tables)
    plan: list[str] = []
    while "place tikal" in (await set_plan(tables, table.id, waiting, plan)).legal:
        plan.append("place tikal")
    await set_plan(tables, table.id, waiting, plan)
    await add_turn(tables, table.id, waiting)
    async with tables.open(table.id) as opened:  # as if the space had been taken meanwhile
        seat = opened.table.seat_of(waiting)
        assert seat is not None
        assert seat.plan is not None
        impossible = replace(seat.plan.turns[0][0], actions=("pick tikal 3",))
        turns = ((impossible,), *seat.plan.turns[1:])
        opened.change_seat(seat.seat, plan=replace(seat.plan, turns=turns))
    view = await plan_of(tables, table.id, waiting)
    assert (len(view.turns), view.way.holds) == (1, False)
    view = await set_plan(tables, table.id, waiting, ["place uxmal"])
    assert [[one.actions for one in ways] for ways in view.kept.turns] == [[("place uxmal",)]]


async def test_a_turn_taken_otherwise_drops_the_plan(tables: Tables) -> None:
    table, _, waiting = await begun(tables)
    await set_plan(tables, table.id, waiting, ["place tikal"])
    await add_turn(tables, table.id, waiting)
    await set_plan(tables, table.id, waiting, ["pick tikal 1", "skip"])
    await play(tables, table, 1)
    await choose(tables, table.id, waiting, "place uxmal")
    await confirm(tables, table.id, waiting)
    seat = (await tables.table(table.id)).seat_of(waiting)
    assert seat is not None
    assert seat.plan is None


async def elsewhere(tables: Tables, table: Table, first: int) -> None:
    """The seat before takes its turn, and touches nothing of the plan."""
    await choose(tables, table.id, first, "place palenque")
    await confirm(tables, table.id, first)


async def later(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, by: timedelta = PAUSE + TELLING
) -> None:
    """Let time pass."""
    then = tables.now() + by
    monkeypatch.setattr(tables, "now", lambda: then)


async def due_of(tables: Tables, table: Table, person: int) -> bool:
    """Whether the planned turn of a person confirms itself."""
    seat = (await tables.table(table.id)).seat_of(person)
    assert seat is not None
    return seat.plan_due is not None


async def test_a_plan_plays_itself(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, waiting = await begun(tables)
    await set_plan(tables, table.id, waiting, ["place uxmal"])
    assert (await set_plays(tables, table.id, waiting, plays=True)).kept.plays
    await elsewhere(tables, table, first)
    assert await due_of(tables, table, waiting), "nothing it rests on has changed"
    assert await play_computers(tables, table.id) == [], "it can be stopped for a while"
    assert await with_plans_due(tables) == []
    await later(tables, monkeypatch)
    assert await with_plans_due(tables) == [table.id]
    [turn] = await play_computers(tables, table.id)
    assert (turn.planned, turn.by_computer) == (True, False)
    assert turn.actions == ("place uxmal", "end")
    assert await play_computers(tables, table.id) == [], "once"
    assert await with_plans_due(tables) == []
    assert (await all_turns(Tables(store), table.id))[-1].planned


@pytest.mark.parametrize(("extra", "plays"), [(0, False), (1, False), (2, True)])
async def test_what_costs_more_waits_unless_wished(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, extra: int, plays: bool
) -> None:
    table, first, waiting = await begun(tables)
    await set_plan(tables, table.id, waiting, ["place tikal"])
    await set_plays(tables, table.id, waiting, plays=True, extra=extra)
    await choose(tables, table.id, first, "place tikal")
    await confirm(tables, table.id, first)
    assert await due_of(tables, table, waiting) == plays, (
        "the free space after it costs two corn more"
    )
    await later(tables, monkeypatch)
    assert len(await play_computers(tables, table.id)) == plays


@pytest.mark.parametrize("extra", [0, 5])
@pytest.mark.parametrize(
    "change",
    [
        {},
        {"placed": (("uxmal", 1),)},
        {"placed": (("tikal", 0),)},
        {"food_day": 3},
        {"food_day": None},
        {"held": {"chaac": (2, 2)}},
        {"held": {"points4": (0, 4)}},
        {"held": {"wood": (9, 9)}},
        {"held": {"basic-farm": (1, 1)}},
        {"held": {"corn": (99, 99)}},
        {"held": {"corn": (-1, -1)}},
    ],
    ids=str,
)
async def test_it_rests_on_all_that_was_shown(
    tables: Tables, change: dict[str, Any], extra: int
) -> None:
    """Spaces, goods, points, steps and tiles before and after, and the rounds to the food day."""
    table, first, waiting = await begun(tables)
    await set_plan(tables, table.id, waiting, ["place uxmal"])
    await set_plays(tables, table.id, waiting, plays=True, extra=extra)
    async with tables.open(table.id) as opened:
        seat = opened.table.seat_of(waiting)
        assert seat is not None and seat.plan is not None
        [[way]] = seat.plan.turns
        assert way.rests_on is not None
        held = {**way.rests_on.held, **change.get("held", {})}
        planned = replace(way.rests_on, **{**change, "held": held})
        turns = ((replace(way, rests_on=planned),),)
        opened.change_seat(seat.seat, plan=replace(seat.plan, turns=turns))
    await elsewhere(tables, table, first)
    assert await due_of(tables, table, waiting) == (change == {})


async def test_another_way_where_the_first_is_not_possible(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, waiting = await begun(tables)
    await set_plan(tables, table.id, waiting, ["place tikal"])
    await add_way(tables, table.id, waiting)
    await set_plan(tables, table.id, waiting, ["place uxmal"])
    await set_plays(tables, table.id, waiting, plays=True)
    await choose(tables, table.id, first, "place tikal")
    await confirm(tables, table.id, first)
    turn = await turn_of(tables, table.id, waiting)
    assert turn.plan is not None
    assert turn.plan.actions == ("place uxmal",)
    await later(tables, monkeypatch)
    [turn] = await play_computers(tables, table.id)
    assert turn.actions == ("place uxmal", "end")


async def test_stopped_confirmed_or_changed_before(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    for how in ("stop", "choose", "confirm", "pause"):
        monkeypatch.undo()
        table, first, waiting = await begun(tables)
        await set_plan(tables, table.id, waiting, ["place uxmal"])
        await set_plays(tables, table.id, waiting, plays=True)
        await elsewhere(tables, table, first)
        assert await due_of(tables, table, waiting)
        if how == "stop":
            assert await stop_plan(tables, table.id, waiting)
            assert not await stop_plan(tables, table.id, waiting)
        elif how == "pause":
            async with tables.open(table.id) as opened:
                opened.change(paused_at=opened.now)
        else:
            await choose(tables, table.id, waiting, "place tikal")
            if how == "confirm":
                await confirm(tables, table.id, waiting)
        await later(tables, monkeypatch)
        assert await with_plans_due(tables) == []
        assert await play_computers(tables, table.id) == []
        assert await due_of(tables, table, waiting) == (how == "pause")
        async with tables.open(table.id) as opened:
            opened.change(status="abandoned", paused_at=None)


async def test_who_cannot_go_on_as_planned_is_called(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the plan became impossible while it waited, as by an update of the rules."""
    table, first, waiting = await begun(tables)
    await set_plan(tables, table.id, waiting, ["place uxmal"])
    await set_plays(tables, table.id, waiting, plays=True)
    await elsewhere(tables, table, first)
    async with tables.open(table.id) as opened:
        seat = opened.table.seat_of(waiting)
        assert seat is not None
        opened.change_seat(seat.seat, plan=None)
    await later(tables, monkeypatch)
    assert await play_computers(tables, table.id) == []
    assert CallSeat(seat.seat, "mention") in await notes_of(tables, table.id)
    assert await play_computers(tables, table.id) == []


async def test_what_is_long_overdue_is_told_once_more(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a long pause of the game, or where the program stood still meanwhile."""
    table, first, waiting = await begun(tables)
    await set_plan(tables, table.id, waiting, ["place uxmal"])
    await set_plays(tables, table.id, waiting, plays=True)
    await elsewhere(tables, table, first)
    await later(tables, monkeypatch, PAUSE + TELLING + LATE + timedelta(seconds=1))
    assert await play_computers(tables, table.id) == []
    seat = (await tables.table(table.id)).seat_of(waiting)
    assert seat is not None
    assert CallSeat(seat.seat, "mention") in await notes_of(tables, table.id)
    assert seat.plan_due == tables.now() + PAUSE + TELLING
    await later(tables, monkeypatch)
    assert len(await play_computers(tables, table.id)) == 1


async def test_a_table_that_does_not_allow_it(tables: Tables) -> None:
    table, _, waiting = await begun(tables)
    async with tables.open(table.id) as opened:
        opened.change(options=replace(opened.table.options, plans_play=False))
    await set_plan(tables, table.id, waiting, ["place uxmal"])
    await refused("plans-wait", set_plays(tables, table.id, waiting, plays=True))
    assert not (await plan_of(tables, table.id, waiting)).may_play


# --- A planned turn that confirms itself, under all that may come between -------------------------
# It is played once, as the person planned it, or not at all.

Act = Callable[[Tables, Table, int, int], Awaitable[object]]
"""Something done while the plan of the second of two people waits."""
PLANNED = ("place uxmal", "end")


async def waits(tables: Tables) -> tuple[Table, int, int]:
    """A table where a planned turn waits for its time: the table, the person before, and the one
    whose turn it is."""
    table, before, after = await begun(tables)
    await set_plan(tables, table.id, after, ["place uxmal"])
    await set_plays(tables, table.id, after, plays=True)
    await elsewhere(tables, table, before)
    return await tables.table(table.id), before, after


async def turns_with(tables: Tables, table_id: int) -> int:
    """How often the planned turn stands in the log."""
    actions = (await tables.game(table_id)).record()["actions"]
    return sum(action == PLANNED[0] for _, action in actions)


async def taken_back(tables: Tables, table: Table, before: int, after: int) -> None:
    """The one before takes their turn back, or asks for it where the plan was quicker."""
    offer = await take_back_offered(tables, table.id, before)
    taken = await take_back(tables, table.id, before, offer.table.version)
    assert taken.done or await turns_with(tables, table.id) == 1


async def rewound(tables: Tables, table: Table, before: int, after: int) -> None:
    """A moderator rewinds the turn before."""
    await order_rewind(tables, table.id, MAYA, table.version - 2, table.version, WHY)


async def replaced(tables: Tables, table: Table, before: int, after: int) -> None:
    """Somebody else gets the seat."""
    seat = table.seat_of(after)
    assert seat is not None
    await replace_player(tables, table.id, MAYA, seat.seat, EVE, WHY)


async def left(tables: Tables, table: Table, before: int, after: int) -> None:
    """Both give the game up."""
    for one in table.seats:
        assert one.user_id is not None
        await abandon(tables, table.id, replace(EVE, id=one.user_id))


async def stopped(tables: Tables, table: Table, before: int, after: int) -> None:
    """The person stops it."""
    if not await stop_plan(tables, table.id, after):
        raise Refusal("plan-played", "The plan was quicker.")


async def paused(tables: Tables, table: Table, before: int, after: int) -> None:
    """The game is paused."""
    async with tables.open(table.id) as opened:
        opened.change(paused_at=opened.now)


async def played_otherwise(tables: Tables, table: Table, before: int, after: int) -> None:
    """The person takes another turn by hand."""
    await choose(tables, table.id, after, "place tikal")
    await confirm(tables, table.id, after)


async def played_by_hand(tables: Tables, table: Table, before: int, after: int) -> None:
    """The person takes the planned turn by hand."""
    await choose(tables, table.id, after, PLANNED[0])
    await confirm(tables, table.id, after)


async def nothing(tables: Tables, table: Table, before: int, after: int) -> None:
    """Nothing comes between."""


ACTS: dict[Act, int] = {
    nothing: 1, taken_back: 0, rewound: 0, replaced: 0, left: 0, stopped: 0, paused: 0,
    played_otherwise: 0, played_by_hand: 1,
}  # fmt: skip
"""How often the planned turn is played where this came between."""


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
async def test_before_its_time(tables: Tables, monkeypatch: pytest.MonkeyPatch, act: Act) -> None:
    table, before, after = await waits(tables)
    await act(tables, table, before, after)
    await later(tables, monkeypatch)
    for _ in range(2):
        await play_computers(tables, table.id)
    assert await turns_with(tables, table.id) == ACTS[act]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
@pytest.mark.parametrize("first", ["act", "plan"])
async def test_at_the_same_moment(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, act: Act, first: str
) -> None:
    """Whichever of the two comes first, the game stays whole, and the planned turn is in it at most
    once."""
    table, before, after = await waits(tables)
    await later(tables, monkeypatch)
    both = [act(tables, table, before, after), play_computers(tables, table.id)]
    done = await asyncio.gather(*(both if first == "act" else both[::-1]), return_exceptions=True)
    assert all(isinstance(one, Refusal) for one in done if isinstance(one, BaseException)), done
    await play_computers(tables, table.id)
    assert await turns_with(tables, table.id) <= 1
    actions = (await tables.game(table.id)).record()["actions"]
    assert len(actions) == (await tables.table(table.id)).version
    refused = any(isinstance(one, Refusal) for one in done)
    assert not refused or await turns_with(tables, table.id) == 1, "the plan was quicker"


async def test_many_at_once(tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes of the bot, each asked several times, play it once."""
    table, _, _ = await waits(tables)
    await later(tables, monkeypatch)
    other = Tables(store)
    monkeypatch.setattr(other, "now", tables.now)
    asked = [play_computers(each, table.id) for each in (tables, other) * 3]
    turns = [turn for played in await asyncio.gather(*asked) for turn in played]
    assert [turn.actions for turn in turns] == [PLANNED]
    assert await turns_with(tables, table.id) == 1


@pytest.mark.parametrize("how", ["back", "resumed"])
async def test_afterwards(tables: Tables, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """A turn taken back and taken again calls for the plan again; so does the end of a pause."""
    table, before, after = await waits(tables)
    if how == "back":
        await taken_back(tables, table, before, after)
        await elsewhere(tables, table, before)
    else:
        await paused(tables, table, before, after)
        async with tables.open(table.id) as opened:
            opened.change(paused_at=None)
    await later(tables, monkeypatch)
    [turn] = await play_computers(tables, table.id)
    assert turn.actions == PLANNED
    assert await play_computers(tables, table.id) == []


async def test_the_write_fails(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is half done where the process is killed before the turn is stored."""
    table, _, _ = await waits(tables)
    await later(tables, monkeypatch)

    async def killed(*_: object, **__: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patched, pytest.raises(ConnectionError):
        patched.setattr(stored, "save", killed)
        await play_computers(tables, table.id)
    assert await turns_with(tables, table.id) == 0
    again = Tables(store)
    monkeypatch.setattr(again, "now", tables.now)
    [turn] = await play_computers(again, table.id)
    assert turn.planned
