"""How much may be asked for, in which order it is answered, and what is not begun."""

import asyncio
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from bot import traffic
from bot.process import Newest
from bot.refusal import Refusal
from bot.traffic import (
    CREEP,
    LASTING,
    MOST_KNOWN,
    OLDEST,
    PER_PERSON,
    PER_SERVER,
    SOON,
    Limits,
    Queue,
    Received,
    TooOld,
)

# --- How much one person and one server may ask for -----------------------------------------------

ANA, BOB, SERVER = 1, 2, 7


def test_one_person() -> None:
    """So many at once, then one more every so many seconds; others are not concerned."""
    now = 100.0
    limits = Limits(lambda: now)
    for _ in range(PER_PERSON.at_once):
        limits.take(ANA, SERVER)
    with pytest.raises(Refusal) as refused:
        limits.take(ANA, SERVER)
    assert refused.value.code == "too-much"
    seconds = refused.value.params["seconds"]
    assert seconds == PER_PERSON.seconds
    limits.take(BOB, SERVER)
    limits.take_typed(ANA, SERVER)  # counted by itself
    now += PER_PERSON.seconds
    limits.take(ANA, SERVER)
    with pytest.raises(Refusal):
        limits.take(ANA, SERVER)


def test_one_server() -> None:
    """Many people of one server together; those of another are not concerned, and who is refused
    for the server's sake has not used up anything."""
    limits = Limits(lambda: 5.0)
    for number in range(PER_SERVER.at_once):
        limits.take(1000 + number, SERVER)
    with pytest.raises(Refusal):
        limits.take(ANA, SERVER)
    for _ in range(PER_PERSON.at_once):
        limits.take(ANA, None)
    limits.take(BOB, SERVER + 1)


def test_who_asked_for_nothing_lately_is_forgotten() -> None:
    times = count()
    limits = Limits(lambda: float(next(times)))
    for number in range(MOST_KNOWN + 50):
        limits.take(number, None)
    assert len(limits._paid_at) < MOST_KNOWN


# --- The order of interactions, and those that are not begun --------------------------------------

_EPOCH, _BITS = 1_420_070_400.0, 22
NOON = 1_800_000_000.0
"""A moment by Discord's clock."""


def made_at(moment: float, number: int = 0) -> int:
    """The id of something that Discord made then."""
    return int((moment - _EPOCH) * 1000) << _BITS | number


@pytest.mark.parametrize("skew", [0.0, 3600.0, -86_400.0, -NOON])
def test_age_by_discords_clock(skew: float) -> None:
    """However far the machine's clock is from it."""
    queue = Queue()
    assert queue.age(made_at(NOON), NOON + skew + 0.1) == 0, "the first one has come in time"
    assert queue.age(made_at(NOON + 5), NOON + 5 + skew + 0.05) == 0, "this one was quicker"
    age = queue.age(made_at(NOON + 6), NOON + 6 + skew + 0.35)
    assert age == pytest.approx(0.3, abs=0.003)
    late = queue.age(made_at(NOON + 7), NOON + 10 + skew + 0.05)
    assert late == pytest.approx(3, abs=0.005)


def test_a_clock_that_goes_wrong_slowly_is_followed() -> None:
    queue, drift = Queue(), CREEP / 2
    for minute in range(120):
        at = NOON + 60 * minute
        assert queue.age(made_at(at), at + 60 * minute * drift) <= 60 * drift + 0.002


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

    monkeypatch.setattr("bot.traffic.asyncio.get_running_loop", Loop)
    return now


class Desk:
    """Where interactions are worked on; it notes which were begun and which were too old."""

    def __init__(self, time: SimpleNamespace, at_once: int) -> None:
        self.time, self.queue = time, Queue(at_once)
        self.begun: list[int] = []
        self.too_old: list[int] = []
        self._ids: dict[int, int] = {}
        self._answered: dict[int, asyncio.Event] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, *ones: tuple[int, int]) -> None:
        """Interactions (the person, a number of theirs) that Discord makes now."""
        for person, number in ones:
            self._ids[number] = made_at(NOON + self.time.seconds, number)
            self._answered[number] = asyncio.Event()
            self.tasks.append(asyncio.create_task(self._work(person, number)))
        await settled()

    async def _work(self, person: int, number: int) -> None:
        try:
            await self.queue.begin(self._ids[number], person)
        except TooOld:
            self.too_old.append(number)
            return
        self.begun.append(number)
        await self._answered[number].wait()

    async def answer(self, number: int) -> None:
        """Its answer is on its way; its task goes on."""
        self.queue.ended(self._ids[number])
        await settled()

    async def let_others(self, number: int) -> None:
        """It waits for its picture."""
        self.queue.let_others(self._ids[number])
        await settled()

    async def end(self, *numbers: int) -> None:
        """Their tasks end."""
        for number in numbers or self._answered:
            self._answered[number].set()
        await settled()

    def is_empty(self) -> bool:
        """Whether nothing is left of all."""
        return not (len(self.queue) or self.queue._working or self.queue._people)


async def settled() -> None:
    """Everything that can go on has gone on."""
    for _ in range(60):
        await asyncio.sleep(0)


async def test_first_come_first_served_and_one_at_a_time_a_person(time: SimpleNamespace) -> None:
    desk = Desk(time, at_once=3)
    await desk.come((1, 11), (1, 12), (2, 21), (1, 13), (3, 31), (4, 41))
    assert desk.begun == [11, 21, 31], "one of each person, and three in all"
    assert len(desk.queue) == 3
    await desk.answer(21)
    assert desk.begun == [11, 21, 31, 41], "12 came before, but 11 is not answered yet"
    await desk.answer(11)
    assert desk.begun[-1] == 12
    await desk.answer(11)
    assert desk.begun[-1] == 12, "it has ended once"
    await desk.end()
    assert desk.begun == [11, 21, 31, 41, 12, 13] and desk.is_empty()


async def test_what_waits_for_its_picture_keeps_nobody_else_waiting(time: SimpleNamespace) -> None:
    desk = Desk(time, at_once=1)
    await desk.come((1, 11), (1, 12), (2, 21))
    await desk.let_others(11)
    assert desk.begun == [11, 21], "but its person's next press waits for the answer"
    await desk.end()
    assert desk.begun == [11, 21, 12] and desk.is_empty()


async def test_what_has_waited_too_long_is_not_begun(time: SimpleNamespace) -> None:
    desk = Desk(time, at_once=1)
    await desk.come((1, 11), (2, 21), (3, 31))
    time.seconds += LASTING - 0.1
    await desk.come((4, 41))
    time.seconds += OLDEST - LASTING + 0.2
    await desk.come((5, 51))
    await desk.end()
    assert desk.begun[0] == 11 and desk.too_old[:2] == [21, 31] and desk.is_empty()


async def test_a_moment_of_waiting_sheds_nobody(time: SimpleNamespace) -> None:
    """A burst that is done within a second."""
    desk = Desk(time, at_once=1)
    await desk.come(*((person, person) for person in range(1, 9)))
    for person in range(1, 9):
        time.seconds += LASTING / 9
        await desk.end(person)
    assert (desk.begun, desk.too_old) == ([*range(1, 9)], []) and desk.is_empty()


async def test_under_lasting_overload_who_is_begun_has_not_waited_long(
    time: SimpleNamespace,
) -> None:
    """Twice as many come as can be done: after a second, none of those begun has waited for
    more than a tenth of a second, and all that can be done are done. When it is over, nobody is
    sent away any more."""
    desk, step = Desk(time, at_once=1), 0.05
    number, working, waited = 0, 0, dict[int, float]()
    came: dict[int, float] = {}
    for tick in range(400):
        for _ in range(2):
            number += 1
            came[number] = time.seconds
            await desk.come((number, number))
        for one in desk.begun:
            waited.setdefault(one, time.seconds - came[one])
        time.seconds += step
        working = desk.begun[-1]
        await desk.end(working)
        assert len(desk.begun) >= tick, "nobody is sent away while there is nothing to do"
    later = [waited[one] for one in desk.begun[:-1] if came[one] > 50 + 2 * LASTING]
    assert len(later) > 300 and max(later) <= SOON + step
    assert len(desk.too_old) > 300
    await desk.end()
    sent_away = len(desk.too_old)
    time.seconds += 1
    await desk.come((9_001, 9_001), (9_002, 9_002))
    time.seconds += 2 * SOON
    await desk.end(9_001, 9_002)
    assert desk.begun[-2:] == [9_001, 9_002] and len(desk.too_old) == sent_away


async def test_who_stops_waiting_loses_nobody_elses_turn(time: SimpleNamespace) -> None:
    desk = Desk(time, at_once=1)
    await desk.come((1, 11), (2, 21), (3, 31))
    desk.tasks[1].cancel()
    await settled()
    desk.tasks[0].cancel()
    await desk.end()
    assert desk.begun == [11, 31] and desk.is_empty()


async def test_a_cancelled_one_that_was_just_begun_is_no_loss(time: SimpleNamespace) -> None:
    desk = Desk(time, at_once=1)
    await desk.come((1, 11), (2, 21), (3, 31))
    desk.queue.ended(desk._ids[11])  # 21 is begun, and hears of it later
    desk.tasks[1].cancel()
    await settled()
    assert desk.begun == [11, 31]
    await desk.end()
    assert desk.is_empty()


def test_the_second_time_is_known() -> None:
    received = Received()
    assert [received.again(one) for one in (7, 8, 7, 8, 9)] == [False, False, True, True, False]


def test_only_the_last_are_kept() -> None:
    received = Received(room=2)
    for one in (1, 2, 3):
        assert not received.again(one)
    assert received.again(3) and received.again(2) and not received.again(1)


def test_the_limits_leave_time_to_answer() -> None:
    """Discord gives up after three seconds."""
    assert SOON < LASTING < OLDEST < 3 and traffic.AT_ONCE > 1


def test_what_was_used_last_is_dropped_last() -> None:
    kept = Newest[str, int](2)
    kept["a"] = 1
    kept["b"] = 2
    assert kept.used("a") == 1 and kept.used("c") is None
    kept["c"] = 3
    assert dict(kept) == {"a": 1, "c": 3}
    kept["a"] = 4
    kept["d"] = 5
    assert dict(kept) == {"a": 4, "d": 5}
