"""Computers play their turns by themselves, and think in processes of their own."""

import asyncio
import os
import pickle
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.ai.advice import Moment
from bot.ai.limits import LEVELS, TWICE
from bot.ai.worker import Answer, answer
from bot.clocks import ClockRule, DaysClock, LiveClock, TimeRules
from bot.engine import Game
from bot.engine.components import MODULES
from bot.model.computers import LEVELS as ALL_LEVELS
from bot.model.computers import Computer, Level
from bot.store import Store
from bot.tables import Confirmed, Options, Tables, Thought
from bot.tables import thinking as module
from bot.tables.preparation import SECRET_KIND, prepare
from bot.tables.thinking import Thinking, looked_less_far, question
from tests.ai.test_worker import otherwise_hidden
from tests.processes import runs
from tests.tables.acts import (
    abandon,
    add_computer,
    first_tiles,
    needing_computers,
    play_computers,
    set_options,
    start,
    time_over,
    turn_of,
)
from tests.tables.playing import (
    ADA,
    all_there_is,
    asked_seats,
    last_legal,
    lobby,
    play_turn,
    started,
    user,
)

# --- Computers play their turns by themselves -----------------------------------------------------


def no_doubles(told: list[Confirmed]) -> bool:
    """Whether every turn follows the previous one."""
    versions = [turn.table.version for turn in told]
    return versions == sorted(set(versions))


async def test_computers_play_until_a_person_is_asked(tables: Tables) -> None:
    table = await started(tables, 1, computers=3)
    me = next(iter(table.human_seats))
    told = await play_computers(tables, table.id)

    assert sorted(turn.seat for turn in told) == sorted({0, 1, 2, 3} - {me})
    assert all(turn.actions == ("keep",) for turn in told)
    assert await asked_seats(tables, table.id) == [me]
    assert await play_computers(tables, table.id) == []


async def test_whole_game_with_computers(tables: Tables) -> None:
    table = await started(tables, 1, computers=1)
    [me] = table.human_seats
    chance = random.Random(1)
    told = await play_computers(tables, table.id)
    while not told or not told[-1].finished:
        told.append(await play_turn(tables, table, me, chance))
        told += await play_computers(tables, table.id)

    assert no_doubles(told)
    assert {turn.seat for turn in told} == {0, 1}
    assert (await tables.table(table.id)).status == "finished"
    assert await play_computers(tables, table.id) == []


async def test_two_calls_at_once_play_each_turn_once(store: Store) -> None:
    noted = Noted()
    tables = Tables(store, think=noted)
    table = await started(tables, 1, computers=3)
    told = await asyncio.gather(*(play_computers(tables, table.id) for _ in range(5)))
    assert sorted(turn.table.version for turns in told for turn in turns) == [1, 2, 3]
    assert len(noted.asked) == 3, "nor do computers think about one twice"


async def test_people_are_not_kept_waiting_while_a_computer_thinks(store: Store) -> None:
    thinking, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*asked: Any, **how: Any) -> Thought:
        thinking.set()
        await go_on.wait()
        return await last_legal(*asked, **how)

    tables = Tables(store, think=slow)
    table = await started(tables, 2, computers=1)
    playing = asyncio.create_task(play_computers(tables, table.id))
    await thinking.wait()

    people = sorted(table.human_seats)
    kept = await play_turn(tables, table, people[0], random.Random(1))
    assert kept.waiting
    go_on.set()
    told = await playing
    assert len(told) == 1
    assert await asked_seats(tables, table.id) == [people[1]]


async def test_game_given_up_while_a_computer_thinks(store: Store) -> None:
    thinking, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*asked: Any, **how: Any) -> Thought:
        thinking.set()
        await go_on.wait()
        return await last_legal(*asked, **how)

    tables = Tables(store, think=slow)
    table = await started(tables, 1, computers=1)
    playing = asyncio.create_task(play_computers(tables, table.id))
    await thinking.wait()
    await abandon(tables, table.id, ADA)
    go_on.set()

    assert await playing == []
    assert (await tables.table(table.id)).version == 0


class Noted:
    """A computer that notes at which level it is asked, and what is urgent."""

    def __init__(self) -> None:
        self.asked: list[tuple[Computer, bool]] = []

    async def __call__(
        self, game: Game, seat: int, computer: Computer, *,
        begun: Sequence[str] = (), legal: Sequence[str] = (), urgent: bool = False,
    ) -> Thought:  # fmt: skip
        """As `Thinking.turn`."""
        self.asked.append((computer, urgent))
        return await last_legal(game, seat, computer, begun=begun, legal=legal)


async def test_each_seat_plays_as_was_chosen(store: Store) -> None:
    noted, chosen = Noted(), (Computer("hard", "priest"), Computer("easy"))
    tables = Tables(store, think=noted)
    table = await lobby(tables, 1)
    for computer in chosen:
        await add_computer(tables, table.id, ADA, computer)
    table = await start(tables, table.id, ADA, seed="1")
    turns = await play_computers(tables, table.id)
    assert noted.asked == [(table.seats[turn.seat].computer, False) for turn in turns]
    assert {computer for computer, _ in noted.asked} == set(chosen)


@pytest.mark.parametrize("live", [False, True])
async def test_time_of_a_turn_tells_nothing(store: Store, live: bool) -> None:
    """Nobody waits for the pause where the clock is live."""
    thought = asyncio.Event()

    async def at_once(*asked: Any, **how: Any) -> Thought:
        thought.set()
        return await last_legal(*asked, **how)

    tables = Tables(store, think=at_once, pauses=dict.fromkeys(ALL_LEVELS, 3600))
    table = await lobby(tables)
    await add_computer(tables, table.id, ADA, Computer("easy"))
    if live:
        await set_options(tables, table.id, ADA, Options(time=TimeRules(LiveClock(10))))
    await start(tables, table.id, ADA, seed="1")
    playing = asyncio.create_task(play_computers(tables, table.id))
    if live:
        assert len(await playing) == 1
    else:
        await thought.wait()
        await asyncio.sleep(0.05)
        assert not playing.done()
        assert (await tables.table(table.id)).version == 0
        playing.cancel()


@pytest.mark.parametrize(("clock", "level"), [(LiveClock(10), "instant"), (DaysClock(2), "medium")])
async def test_what_people_wait_for_is_urgent(store: Store, clock: ClockRule, level: Level) -> None:
    noted = Noted()
    tables = Tables(store, think=noted)
    table = await lobby(tables)
    await set_options(tables, table.id, ADA, Options(time=TimeRules(clock)))
    table = await start(tables, table.id, ADA, seed="1")
    await first_tiles(tables, table.id, user(table, 0), None)
    assert noted.asked == [(Computer("medium"), True)]
    await time_over(tables, table.id, 0)
    assert noted.asked[1:] == [(Computer(level), True)]


async def test_after_a_restart_computers_are_found(store: Store, tables: Tables) -> None:
    asked = await started(tables, 1, computers=1, channel=1)
    waiting = await started(tables, 1, computers=1, channel=2)
    await play_computers(tables, waiting.id)
    await started(tables, 2, channel=3)
    over = await started(tables, 1, computers=1, channel=4)
    await abandon(tables, over.id, ADA)

    fresh = Tables(store, think=last_legal)
    assert await needing_computers(fresh) == [asked.id]
    before = await all_there_is(fresh, waiting.id)
    assert len(await play_computers(fresh, asked.id)) == 1
    assert await needing_computers(fresh) == []
    assert await all_there_is(fresh, waiting.id) == before


async def test_person_cannot_play_for_a_computer(tables: Tables) -> None:
    table = await started(tables, 1, computers=1)
    [me] = table.human_seats
    assert user(table, me) == ADA.id
    view = await turn_of(tables, table.id, ADA.id)
    assert view.seat == me


# --- Computers think in processes of their own, which may be killed, hang, or be asked too much ---

MOST_MEGABYTES = 60
MOST_BYTES = 2_000
MASTER, HARD = Computer("master"), Computer("hard")
MEDIUM, EASY, INSTANT = Computer("medium"), Computer("easy"), Computer("instant")


@pytest.fixture
async def thinking() -> AsyncIterator[Thinking]:
    """One process."""
    thinking = Thinking(1, timed=False)
    await thinking.start()
    yield thinking
    await thinking.close()


def after(actions: int, players: int = 3, modules: tuple[str, ...] = ()) -> Game:
    """A game in which so many actions were played by chance, at the beginning of a turn."""
    game = Game.new(players, modules=modules, seed=actions)
    chance = random.Random(actions)
    while actions > 0 or game.pending[0].kind != "turn":
        asked = game.pending[0]
        game.play(asked.seat, chance.choice(game.legal(asked.seat)))
        actions -= 1
    return game


def asked(game: Game) -> int:
    """The seat that is asked."""
    return game.pending[0].seat


async def still_runs(pid: int) -> bool:
    """Whether a process still is there, after it had some time to end."""
    for _ in range(200):
        if not runs(pid):
            return False
        await asyncio.sleep(0.05)
    return True


async def held_up(thinking: Thinking, game: Game) -> asyncio.Task[Thought]:
    """A question to a process that is stopped, so that it cannot have been answered yet."""
    os.kill(thinking.workers[0], signal.SIGSTOP)
    task = asyncio.create_task(thinking.turn(game, asked(game), INSTANT))
    await asyncio.sleep(0.05)
    assert not task.done()
    return task


@pytest.mark.parametrize("modules", [(), MODULES])
async def test_process_thinks_as_this_program_does(
    thinking: Thinking, modules: tuple[str, ...]
) -> None:
    here = Thinking(0, timed=False)
    game = Game.new(3, modules=modules, seed=3)
    for _ in range(15):
        seat = asked(game)
        thought = await thinking.turn(game, seat, INSTANT)
        assert thought == await here.turn(game, seat, INSTANT)
        assert prepare(game, seat, thought.actions).complete
        for action in thought.actions:
            game.play(seat, action)
    await here.close()


async def test_turn_that_was_begun_is_gone_on_with(thinking: Thinking) -> None:
    game = after(30)
    seat = asked(game)
    begun = game.legal(seat)[-1]
    assert begun.startswith("pick")
    thought = await thinking.turn(game, seat, INSTANT, begun=[begun])
    assert thought.actions[0] == begun
    assert prepare(game, seat, thought.actions).complete
    again = await thinking.turn(game, seat, INSTANT, begun=thought.actions)
    assert again == thought, "nothing is left to think about"


SECRET = "'A-' + 'SECRET'"
"""Put together when it is used: a traceback may show the line of the program itself."""


async def test_advice_is_whole_turns(thinking: Thinking) -> None:
    """The same as of this program, from the beginning of a turn, within it, and for an answer."""
    here = Thinking(0, timed=False)
    game, secret = after(30), Game.new(3, seed=1)
    seat = asked(game)
    for at, who, begun in ((game, seat, ()), (game, seat, game.legal(seat)[-1:]), (secret, 1, ())):
        found = await thinking.advice(at, who, "medium", begun=begun)
        assert found == await here.advice(at, who, "medium", begun=begun)
        assert len(found.ways) > 1
        assert found.level == "medium"
        for one in found.ways:
            assert prepare(at, who, (*begun, *one.actions)).complete
    whole = (await thinking.advice(game, seat, "easy")).ways[0].actions
    assert (await thinking.advice(game, seat, "easy", begun=whole)).ways == ()
    await here.close()


@pytest.mark.parametrize(
    ("body", "events"),
    [
        (f"return (Advised(('keep ' + {SECRET},), 1.0),)", ["computer left its turn open"]),
        ("return ()", ["computer left its turn open"]),
        (f"raise KeyError({SECRET})", ["computer failed"]),
    ],
)
async def test_bad_advice_is_replaced(
    monkeypatch: pytest.MonkeyPatch, body: str, events: list[str]
) -> None:
    program = (
        "from bot.ai import worker\n"
        "from bot.model.computers import Advised\n"
        f"def advised(asked, budget):\n    {body}\n"
        "worker.advised = advised\n"
        "worker.serve()"
    )
    monkeypatch.setattr(module, "PROGRAM", (sys.executable, "-c", program))
    thinking, game = Thinking(1), Game.new(3, seed=1)
    with capture_logs() as lines:
        [only] = (await thinking.advice(game, 1, "hard")).ways
    assert only.actions == (game.legal(1)[0],)
    assert [line["event"] for line in lines] == events
    assert "A-SECRET" not in repr(lines)
    await thinking.close()


async def test_choice_may_be_narrowed(thinking: Thinking) -> None:
    game = Game.new(3, modules=("tribes",), seed=1)
    legal = game.legal(0)
    best = (await thinking.turn(game, 0, INSTANT)).actions
    tribe = best[0].split()[1]
    others = [action for action in legal if tribe not in action.split()]
    [action] = (await thinking.turn(game, 0, INSTANT, legal=others)).actions
    assert action in others


def thinks(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Processes begun from now on think so about `asked`."""
    program = (
        "from bot.ai import worker\n"
        f"def think(asked, budget):\n    {body}\n"
        "worker.think = think\n"
        "worker.serve()"
    )
    monkeypatch.setattr(module, "PROGRAM", (sys.executable, "-c", program))


async def test_levels_have_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    thinks(monkeypatch, "raise type(f'{asked.level} {asked.seconds}', (Exception,), {})")
    game = after(30)
    for timed in (True, False):
        thinking = Thinking(1, timed=timed)
        with capture_logs() as lines:
            for computer in (HARD, MASTER, replace(MASTER, twice=True), replace(HARD, twice=True)):
                thought = await thinking.turn(game, asked(game), computer)
                assert prepare(game, asked(game), thought.actions).complete
        assert {line["event"] for line in lines} == {"computer failed"}
        for line, level in zip(lines, ("hard", "master", TWICE, "hard"), strict=True):
            seconds = LEVELS[level].seconds if timed else None
            assert line["error"].endswith(f"{level} {seconds}")
        await thinking.close()


def test_twice_is_twice() -> None:
    master, longer = LEVELS["master"], LEVELS[TWICE]
    assert (longer.evaluations, longer.seconds) == (2 * master.evaluations, 2 * master.seconds)


async def test_advice_that_the_clock_ended_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that it ended is the choice of its level, and nothing to be told."""
    monkeypatch.setitem(LEVELS, "easy", replace(LEVELS["easy"], seconds=0.0))
    game = after(30)
    for timed in (False, True):
        thinking = Thinking(0, timed=timed)
        turn = await thinking.turn(game, asked(game), EASY)
        assert not looked_less_far(turn, "easy")
        assert (await thinking.advice(game, asked(game), "easy")).late == timed
        await thinking.close()


@pytest.mark.parametrize(
    ("body", "event"),
    [
        (f"return ('keep ' + {SECRET},)", "computer chose what is not legal"),
        ("return ()", "computer left its turn open"),
        (f"raise KeyError({SECRET})", "computer failed"),
    ],
)
async def test_bad_answer_is_replaced_and_the_log_reveals_nothing(
    monkeypatch: pytest.MonkeyPatch, body: str, event: str
) -> None:
    thinks(monkeypatch, body)
    thinking, game = Thinking(1), Game.new(3, seed=1)
    with capture_logs() as lines:
        thought = await thinking.turn(game, 1, HARD)
    assert thought.actions == (game.legal(1)[0],)
    assert [line["event"] for line in lines] == [event]
    told = repr(lines)
    assert "A-SECRET" not in told
    assert not [tile for tile in game.setup["wealth"] if tile in told]
    await thinking.close()


async def test_question_is_asked_again_when_its_process_is_killed(thinking: Thinking) -> None:
    game = after(30)
    [killed] = thinking.workers
    task = await held_up(thinking, game)
    with capture_logs() as lines:
        os.kill(killed, signal.SIGKILL)
        thought = await task
    assert [line["event"] for line in lines] == ["process of computers is gone"]
    assert thought == await thinking.turn(game, asked(game), INSTANT)
    assert len(thinking.workers) == 1
    assert killed not in thinking.workers


async def test_process_killed_between_questions_is_replaced(thinking: Thinking) -> None:
    game = after(30)
    thought = await thinking.turn(game, asked(game), INSTANT)
    [killed] = thinking.workers
    os.kill(killed, signal.SIGKILL)
    assert await thinking.turn(game, asked(game), INSTANT) == thought
    assert killed not in thinking.workers


async def test_signals_that_stop_the_program_do_not_stop_its_processes(
    thinking: Thinking,
) -> None:
    """A terminal or a service manager sends them to all processes; the program ends its own."""
    game = after(30)
    await thinking.turn(game, asked(game), INSTANT)
    before = thinking.workers
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(before[0], number)
    await thinking.turn(game, asked(game), INSTANT)
    assert thinking.workers == before


async def test_game_goes_on_where_no_process_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PROGRAM", (sys.executable, "-c", ""))
    thinking, game = Thinking(1), after(30)
    with capture_logs() as lines:
        thought = await thinking.turn(game, asked(game), HARD)
    assert [line["log_level"] for line in lines] == ["warning", "warning", "error"]
    assert prepare(game, asked(game), thought.actions).complete
    assert thought.actions[0] == game.legal(asked(game))[0]
    await thinking.close()


async def test_process_that_hangs_is_given_up() -> None:
    thinking, game = Thinking(1, patience=0.2), after(30)
    await thinking.start()
    [hanging] = thinking.workers
    with capture_logs() as lines:
        thought = await (await held_up(thinking, game))
    assert [line["event"] for line in lines] == ["computer failed"]
    assert prepare(game, asked(game), thought.actions).complete
    assert looked_less_far(thought, thought.level)
    assert thinking.workers == []
    await thinking.close()
    assert not await still_runs(hanging)


async def test_answer_nobody_waits_for_is_not_given_to_the_next_question(
    thinking: Thinking,
) -> None:
    game, other = after(30), after(60)
    [first] = thinking.workers
    task = await held_up(thinking, game)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    thought = await thinking.turn(other, asked(other), INSTANT)
    assert prepare(other, asked(other), thought.actions).complete
    assert first not in thinking.workers
    assert not await still_runs(first)


@pytest.mark.parametrize(("level", "glance"), [("hard", "glance"), ("easy", "easy")])
async def test_who_has_not_asked_gets_what_a_glance_finds(
    monkeypatch: pytest.MonkeyPatch, level: Level, glance: str
) -> None:
    looked = list[str]()
    monkeypatch.setattr(module, "answer", lambda one: looked.append(one.level) or answer(one))
    thinking, game = Thinking(0, timed=False), after(40)
    for urgent in (True, False):
        assert (await thinking.advice(game, asked(game), level, urgent=urgent)).ways
    assert looked == [level, glance]
    await thinking.close()


async def test_levels_fall_while_many_tables_wait(thinking: Thinking) -> None:
    game = after(30)
    os.kill(thinking.workers[0], signal.SIGSTOP)
    with capture_logs() as lines:
        tasks = [
            asyncio.create_task(thinking.turn(game, asked(game), computer))
            for computer in [INSTANT] + [HARD] * 8 + [MASTER] * 12 + [MEDIUM] * 2
        ]
        await asyncio.sleep(0.05)
        os.kill(thinking.workers[0], signal.SIGCONT)
        levels = [(await task).level for task in tasks]
    masters = ["instant"] * 9 + ["hard"] * 3  # behind them wait 13, 12, ... 2
    assert levels == ["instant"] * 9 + masters + ["medium"] * 2
    weaker = [line for line in lines if line["event"] == "computers play weaker"]
    assert [(line["steps"], line["waiting"]) for line in weaker] == [(2, 21)], "once a minute"


async def test_nothing_counts_that_was_not_thought_because_the_program_ends() -> None:
    thinking, game = Thinking(1, timed=False), after(30)
    await thinking.start()
    tasks = [await held_up(thinking, game)]
    tasks += [asyncio.create_task(thinking.turn(game, asked(game), INSTANT)) for _ in range(2)]
    await asyncio.sleep(0.05)
    with capture_logs() as lines:
        await thinking.close()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(one) for one in ended} == {asyncio.CancelledError}
    assert (lines, thinking.workers) == ([], [])


async def test_what_a_person_waits_for_overtakes(thinking: Thinking) -> None:
    game = after(30)
    told: list[str] = []

    def ask(name: str, urgent: bool) -> asyncio.Task[Thought]:
        task = asyncio.create_task(thinking.turn(game, asked(game), INSTANT, urgent=urgent))
        task.add_done_callback(lambda _: told.append(name))
        return task

    os.kill(thinking.workers[0], signal.SIGSTOP)
    tasks = [
        ask(name, urgent=name.startswith("person"))
        for name in ("first", "computer", "person", "another", "person again")
    ]
    await asyncio.sleep(0.05)
    os.kill(thinking.workers[0], signal.SIGCONT)
    await asyncio.gather(*tasks)
    assert told == ["first", "person", "person again", "computer", "another"]


async def test_games_that_are_over_wait_for_all_others(thinking: Thinking) -> None:
    """What is told of them is what this program itself would find; they make no computer weaker."""
    game = after(30)
    moment = Moment(game.snapshot(), game.rules_version)
    told: list[str] = []

    async def look(name: str) -> Answer:
        found = await thinking.look_back(moment)
        told.append(name)
        return found

    async def play(name: str) -> None:
        assert (await thinking.turn(game, asked(game), MEDIUM)).level == "medium"
        told.append(name)

    os.kill(thinking.workers[0], signal.SIGSTOP)
    tasks = [asyncio.create_task(play("first"))]
    await asyncio.sleep(0)
    past = [asyncio.create_task(look(name)) for name in ("past", "past too", "past again")]
    tasks.append(asyncio.create_task(play("second")))
    await asyncio.sleep(0.05)
    assert thinking.waiting == 1
    os.kill(thinking.workers[0], signal.SIGCONT)
    found = await asyncio.gather(*past)
    await asyncio.gather(*tasks)
    assert told == ["first", "second", "past", "past too", "past again"]
    assert found[0] == answer(moment) and len(found[0].expected) == 3


async def test_who_stops_waiting_holds_nobody_up(thinking: Thinking) -> None:
    game = after(30)
    os.kill(thinking.workers[0], signal.SIGSTOP)
    first, waits, waits_too = (
        asyncio.create_task(thinking.turn(game, asked(game), INSTANT)) for _ in range(3)
    )
    await asyncio.sleep(0.05)
    waits.cancel()
    os.kill(thinking.workers[0], signal.SIGCONT)
    await first
    waits_too.cancel()  # which may think by now
    again = await asyncio.gather(
        *(thinking.turn(game, asked(game), INSTANT) for _ in range(3)), return_exceptions=True
    )
    assert again == [await first] * 3
    assert waits.cancelled() and len(thinking.workers) == 1


async def test_levels_that_cost_little_do_not_fall() -> None:
    thinking, game = Thinking(0, timed=False), after(30)
    thoughts = await asyncio.gather(
        *(
            thinking.turn(game, asked(game), computer)
            for computer in [INSTANT, Computer("easy")] * 4
        )
    )
    assert [thought.level for thought in thoughts] == ["instant", "easy"] * 4
    await thinking.close()


def megabytes(pid: int) -> float:
    """The most memory a process had resident so far."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells it there")
async def test_process_stays_small(thinking: Thinking) -> None:
    for players, modules, actions in ((4, (), 150), (5, MODULES, 0), (5, MODULES, 60)):
        game = after(actions, players, modules)
        await thinking.turn(game, asked(game), HARD)
        await thinking.advice(game, asked(game), "hard")
    assert 10 < megabytes(thinking.workers[0]) < MOST_MEGABYTES


async def test_process_ends_with_the_program_however_it_ends() -> None:
    program = (
        "import asyncio, os\n"
        "from bot.tables.thinking import Thinking\n"
        "async def main():\n"
        "    thinking = Thinking(1)\n"
        "    await thinking.start()\n"
        "    print(*thinking.workers, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    run = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], stdout=subprocess.PIPE, check=False
    )
    assert run.returncode == -signal.SIGKILL
    assert not await still_runs(int(run.stdout))


def test_question_holds_what_the_seat_may_see_and_no_more() -> None:
    """As it crosses to the other process, byte by byte; another deal that looks alike to the seat
    gives the same question."""
    game = Game.new(3, seed=5)
    others = Game.from_setup(otherwise_hidden(game.setup, 1, random.Random(1)))
    assert others.setup != game.setup
    assert question(game, 1, HARD) == question(others, 1, HARD)

    wealth = game.setup["wealth"]
    hidden = [*wealth[:4], *wealth[8:], *game.setup["age1"][6:], *game.setup["age2"]]
    crossing = pickle.dumps(question(game, 1, HARD))
    assert [tile for tile in wealth[4:8] if tile.encode() not in crossing] == []
    assert [tile for tile in hidden if tile.encode() in crossing] == []

    game.play(0, game.legal(0)[-1])
    kept = pickle.dumps(question(game, 1, HARD))
    assert [tile for tile in hidden if tile.encode() in kept] == []
    assert question(game, 1, HARD).kind == SECRET_KIND


def test_question_of_a_turn_does_not_hang_on_the_stacks() -> None:
    game = Game.new(3, seed=5)
    while game.pending[0].kind != "turn":
        game.play(game.pending[0].seat, game.legal()[0])
    seat = asked(game)
    crossing = pickle.dumps(question(game, seat, HARD))
    kept = {tile for player in game.snapshot().players for tile in player.wealth}
    returned = [tile for tile in game.setup["wealth"] if tile not in kept]
    hidden = [*game.setup["age1"][6:], *game.setup["age2"], *returned]
    assert [tile for tile in hidden if f"{tile}".encode() in crossing] == []


def test_question_is_small() -> None:
    for actions in (0, 100, 200):
        game = after(actions, 5, MODULES)
        assert len(pickle.dumps(question(game, asked(game), HARD))) < MOST_BYTES
