"""Interactions are begun in turns, and none that Discord no longer waits for."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.traffic import overload
from bot.traffic.overload import OLDEST, DiscordClock, TooOld, Turns

_EPOCH, _BITS = 1_420_070_400.0, 22
NOON = 1_800_000_000.0
"""A moment by Discord's clock."""


def made_at(moment: float, number: int = 0) -> int:
    """The id of something that Discord made then."""
    return int((moment - _EPOCH) * 1000) << _BITS | number


@pytest.mark.parametrize("skew", [0.0, 3600.0, -86_400.0, -NOON])
def test_age_by_discords_clock(skew: float) -> None:
    """However far the machine's clock is from it."""
    clock = DiscordClock()
    assert clock.age(made_at(NOON), NOON + skew + 0.1) == 0, "the first one has come in time"
    assert clock.age(made_at(NOON + 5), NOON + 5 + skew + 0.05) == 0, "this one was quicker"
    assert clock.age(made_at(NOON + 6), NOON + 6 + skew + 0.35) == pytest.approx(0.3, abs=0.002)
    late = clock.age(made_at(NOON + 7), NOON + 10 + skew + 0.05)
    assert late == pytest.approx(3, abs=0.002)


def test_the_usual_delay_is_measured_anew() -> None:
    """A clock that goes wrong slowly is followed; but what comes late after a quiet time is not
    taken for usual."""
    clock, drift = DiscordClock(), 0.001
    for minute in range(120):
        at = NOON + 60 * minute
        age = clock.age(made_at(at), at + 60 * minute * drift)
        assert age <= 2 * overload.LOOKS_BACK * drift + 0.002
    quiet = NOON + 60 * 500
    late = clock.age(made_at(quiet), quiet + 5 + 60 * 500 * drift)
    assert late > OLDEST


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The event loop's time, which stands still until it is set."""
    now = SimpleNamespace(seconds=50.0)
    loop_of = asyncio.get_running_loop

    class Loop:
        def __getattr__(self, name: str) -> Any:
            return getattr(loop_of(), name)

        def time(self) -> float:
            return float(now.seconds)

    monkeypatch.setattr("bot.traffic.overload.asyncio.get_running_loop", Loop)
    return now


def interaction(user: int, number: int, moment: float = NOON) -> tuple[int, int]:
    """The ids of one that was made at a moment, and of the person who made it."""
    return made_at(moment, number), user


class Desk:
    """Where interactions are worked; it notes which were begun and which were too old."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.begun: list[int] = []
        self.too_old: list[int] = []
        self.two_begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def work(self, one: int, user: int) -> None:
        try:
            await self.turns.begin(one, user)
        except TooOld:
            self.too_old.append(one & 0xFF)
            return
        self.begun.append(one & 0xFF)
        if len(self.begun) > 1:
            self.two_begun.set()
        await self.may_end.wait()

    async def all_of(self, *ones: tuple[int, int]) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(self.work(*one)) for one in ones]
        await asyncio.sleep(0)
        return tasks


async def settled() -> None:
    """Everything that can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_only_so_many_at_once_and_persons_take_turns(time: SimpleNamespace) -> None:
    desk = Desk(Turns(at_once=2))
    ana = [interaction(1, number) for number in range(1, 6)]
    bob = interaction(2, 6)
    tasks = await desk.all_of(*ana, bob)
    await settled()
    assert desk.begun == [1, 2]
    assert desk.turns.waiting == 4
    desk.turns.ended(ana[0][0])  # its answer is on its way
    await settled()
    assert desk.begun == [1, 2, 3]
    desk.turns.ended(ana[1][0])
    await settled()
    assert desk.begun == [1, 2, 3, 6], "bob, who came last, does not wait for all of ana's"
    desk.turns.ended(ana[1][0])
    await settled()
    assert desk.begun == [1, 2, 3, 6], "it has ended once"
    desk.may_end.set()
    await asyncio.gather(*tasks)
    assert sorted(desk.begun) == [1, 2, 3, 4, 5, 6]
    assert desk.turns.waiting == 0
    assert desk.turns._free == 2


async def test_what_has_waited_too_long_is_not_begun(time: SimpleNamespace) -> None:
    desk = Desk(Turns(at_once=1))
    tasks = await desk.all_of(interaction(1, 1), interaction(2, 2), interaction(3, 3))
    time.seconds += OLDEST + 0.1
    tasks += await desk.all_of(interaction(4, 4, NOON + OLDEST))
    desk.may_end.set()
    await asyncio.gather(*tasks)
    assert (desk.begun, desk.too_old) == ([1, 4], [2, 3])
    assert desk.turns._free == 1


async def test_one_that_is_never_answered_keeps_others_waiting_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(overload, "LONGEST_KEPT", 0.001)
    desk = Desk(Turns(at_once=1))
    tasks = await desk.all_of(interaction(1, 1), interaction(2, 2))
    await desk.two_begun.wait()
    desk.may_end.set()
    await asyncio.gather(*tasks)
    assert desk.turns._free == 1


async def test_who_stops_waiting_loses_nobody_elses_turn(time: SimpleNamespace) -> None:
    desk = Desk(Turns(at_once=1))
    first, second, third = await desk.all_of(
        interaction(1, 1), interaction(2, 2), interaction(3, 3)
    )
    await settled()
    second.cancel()
    await settled()
    desk.may_end.set()
    await asyncio.gather(first, third)
    assert desk.begun == [1, 3]
    assert desk.turns._free == 1
