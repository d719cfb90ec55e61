"""The program is killed at random moments; and what looks at the traces of that sees what is
wrong."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from bot.tables import Confirmed, Tables
from tests.soak.kill import Plan, kill_again_and_again, report
from tests.soak.server import Confirmation
from tests.soak.told import in_the_channel, in_the_log, lines_of
from tests.tables.acts import all_turns
from tests.tables.playing import in_play, play


async def check(plan: Plan, folder: Path) -> None:
    """Kill, and let nothing be missing or count twice."""
    outcome = await kill_again_and_again(plan, folder)
    said = report(outcome, 0)
    assert outcome.killed.total() == plan.kills
    assert outcome.confirmed > plan.kills and outcome.found.turns >= outcome.confirmed, said
    assert outcome.found.told > 0, said
    assert outcome.found.wrong == [], said


@pytest.mark.short
async def test_killed_some_times(tmp_path: Path) -> None:
    await check(Plan(kills=2, tables=3, ahead=False), tmp_path)


@pytest.mark.long
async def test_killed_often(tmp_path: Path) -> None:
    await check(Plan(kills=5, tables=4, seed=2), tmp_path)


@pytest.fixture
async def turns(tmp_path: Path) -> Sequence[Confirmed]:
    """A game of people, its tiles chosen and some turns played."""
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'played.sqlite3'}")
    await store.open()
    try:
        tables = Tables(store)
        table = await in_play(tables)
        await play(tables, table, 6)
        return await all_turns(tables, table.id)
    finally:
        await store.close()


def confirmations(turns: Sequence[Confirmed]) -> list[Confirmation]:
    """What people were told of these turns."""
    found, bases = [], dict[int, int]()
    for turn in turns:
        base, user = bases.get(turn.seat, 0), turn.table.seats[turn.seat].user_id
        assert user is not None
        said = "\n".join(["### Turn confirmed.", *lines_of([turn])])
        found.append(Confirmation(turn.table.id, user, base, said))
        bases[turn.seat] = base + len(turn.actions)
    return found


def asked(confirmed: Sequence[Confirmation]) -> list[Confirmation]:
    """That people asked for them."""
    return [replace(one, words=None) for one in confirmed]


async def test_the_log_is_held_against_what_people_were_told(turns: Sequence[Confirmed]) -> None:
    told = confirmations(turns)
    assert in_the_log([turns], asked(told), told) == []
    assert len(told) > 6
    [lost] = in_the_log([turns[:-1]], asked(told), told)
    assert "not in the log" in lost
    [doubled] = in_the_log([turns], asked(told[:-1]), told[:-1])
    assert "nobody confirmed" in doubled
    [another] = in_the_log([turns], asked(told), [*told[:-1], replace(told[-1], words="another")])
    assert "another turn" in another


def message(number: int, *said: str, kind: str = "board") -> dict[str, Any]:
    """A message with these lines: a board, or a call."""
    parts: list[dict[str, Any]] = [{"type": 10, "content": "\n".join(said)}]
    if kind == "board":
        parts.append({"type": 12, "items": []})
    else:
        button = {"type": 2, "custom_id": "tz:openturn:1::", "label": "Your turn"}
        parts.append({"type": 1, "components": [button]})
    return {"id": str(number), "components": [{"type": 17, "components": parts}]}


@pytest.mark.parametrize(
    ("messages", "missing", "again"),
    [
        ([("a", "b"), ("c",)], 0, 0),
        ([("a", "b"), ("b", "c")], 0, 1),
        ([("a",), ("c",)], 1, 0),
        ([("b", "a"), ("c",)], 1, 0),
        ([("a", "…", "c")], 1, 0),
    ],
    ids=["each once", "told again", "not told", "another order", "left out"],
)
def test_each_turn_is_told_once(
    messages: Sequence[Sequence[str]], missing: int, again: int
) -> None:
    posted = [message(n, "## Round", *said) for n, said in enumerate(messages)]
    found = in_the_channel(["a", "b", "c"], posted, untold_at_end=False)
    assert tuple(map(len, found)) == (missing, again)


def test_a_call_that_stayed_tells_nothing() -> None:
    posted = [message(1, "a", kind="call"), message(2, "a", "b")]
    assert in_the_channel(["a", "b"], posted, untold_at_end=False) == ([], [])
    newest = [message(1, "a"), message(2, "b", kind="call")]
    assert in_the_channel(["a", "b"], newest, untold_at_end=False) == ([], [])


def test_who_answers_alone_may_not_be_told_yet() -> None:
    posted = [message(1, "a")]
    assert in_the_channel(["a", "b"], posted, untold_at_end=True) == ([], [])
    assert in_the_channel(["a", "b"], posted, untold_at_end=False) == (["not told: b"], [])
