"""A planned turn that confirms itself, under all that may come between: it is played once, as the
person planned it, or not at all."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.model.table import Table
from bot.refusal import Refusal
from bot.store import Store
from bot.store import tables as stored
from bot.tables import Tables
from tests.tables.acts import (
    abandon,
    choose,
    confirm,
    order_rewind,
    play_computers,
    replace_player,
    set_plan,
    set_plays,
    stop_plan,
    take_back,
    take_back_offered,
)
from tests.tables.playing import EVE
from tests.tables.test_moderating import MAYA, WHY
from tests.tables.test_planning import begun, elsewhere, later

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
