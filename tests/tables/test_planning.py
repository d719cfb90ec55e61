"""A plan for the next turn: private, stored, and checked again when the turn comes."""

from bot.store import Store
from bot.tables import Tables
from tests.tables.acts import choose, choose_all, confirm, plan_of, set_plan, turn_of
from tests.tables.playing import EVE, asked_seats, in_play, play, refused, user


async def test_plan_is_kept_and_offered(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    [first] = await asked_seats(tables, table.id)
    waiting = user(table, 1 - first)

    view = await plan_of(tables, table.id, waiting)
    assert (view.plan.actions, view.kind) == ((), "turn")
    assert view.start.turn_seat == 1 - first
    view = await set_plan(tables, table.id, waiting, ["place tikal", "place uxmal"])
    assert view.plan.holds
    assert view.position.gears["tikal"][0] == 1 - first
    assert (await plan_of(Tables(store), table.id, waiting)).plan == view.plan

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
    table = await in_play(tables)
    [first] = await asked_seats(tables, table.id)
    waiting = user(table, 1 - first)
    # As many workers on Tikal as the corn allows; the other one takes the cheapest space.
    plan: list[str] = []
    while "place tikal" in (await set_plan(tables, table.id, waiting, plan)).legal:
        plan.append("place tikal")
    assert len(plan) > 1
    assert (await set_plan(tables, table.id, waiting, plan)).plan.holds
    await choose(tables, table.id, user(table, first), "place tikal")
    await confirm(tables, table.id, user(table, first))

    turn = await turn_of(tables, table.id, waiting)
    assert turn.plan is not None
    assert turn.plan.possible == tuple(plan[:-1]), "every one of them costs a corn more now"
    assert not turn.plan.holds


async def test_dropping_and_refusals(tables: Tables) -> None:
    table = await in_play(tables)
    [first] = await asked_seats(tables, table.id)
    waiting = user(table, 1 - first)
    await refused("your-turn", plan_of(tables, table.id, user(table, first)))
    await refused("not-a-player", plan_of(tables, table.id, EVE.id))
    await refused("illegal", set_plan(tables, table.id, waiting, ["place nowhere"]))
    await refused("illegal", set_plan(tables, table.id, waiting, ["pick tikal 3"]))
    await set_plan(tables, table.id, waiting, ["place tikal"])
    view = await set_plan(tables, table.id, waiting, [])
    assert view.plan.actions == ()
    await play(tables, table, 1)
    assert (await turn_of(tables, table.id, waiting)).plan is None


async def test_nobody_else_sees_it(tables: Tables) -> None:
    table = await in_play(tables)
    [first] = await asked_seats(tables, table.id)
    await set_plan(tables, table.id, user(table, 1 - first), ["place tikal"])
    assert (await turn_of(tables, table.id, user(table, first))).plan is None
    assert "plan" not in repr(await tables.table(table.id)).lower()
