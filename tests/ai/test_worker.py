"""The process in which computers think: what it imports, what it does with a bad question, and that
it knows what a seat may see, and no more."""

import ast
import io
import os
import pickle
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

import bot.ai
from bot.ai import worker
from bot.ai.limits import GLANCE, LEVELS, STEADY, TWICE, WIDE, Budget
from bot.ai.players import STYLES, decide, plan_turn
from bot.ai.worker import MOST_MEMORY, Answer, Question, answer
from bot.engine import Game
from bot.engine.components import MODULES
from bot.model import computers
from bot.process import LENGTH, memory

from .planning import turns_of_games

# --- The process in which computers think: what it imports, and what it does with a bad question --

TOO_MUCH = {"discord", "sqlalchemy", "aiosqlite", "PIL", "pydantic", "structlog", "asyncio"}
linux = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="only Linux tells the memory there"
)


def asked(game: Game, seat: int, level: str = "instant") -> Question:
    """What a computer is asked in a game."""
    kind = game.kind_asked(seat)
    assert kind is not None
    legal = tuple(game.legal(seat))
    return Question(game.snapshot(), seat, kind, legal, (), level, None, game.rules_version)


def talk(*questions: Question) -> list[Answer]:
    """What a process answers, in order, before it ends."""
    program = "import sys; from bot.ai.worker import serve; serve(); print(*sys.modules, sep=';')"
    told = subprocess.run(
        [sys.executable, "-c", program], input=b"".join(map(pickle.dumps, questions)),
        capture_output=True, check=True,
    )  # fmt: skip
    assert not TOO_MUCH & set(told.stderr.decode().strip().split(";"))
    stream = io.BytesIO(told.stdout)
    return [
        pickle.loads(stream.read(int.from_bytes(stream.read(LENGTH), "big"))) for _ in questions
    ]


def test_process_answers_one_question_after_the_other_and_imports_little() -> None:
    first = Game.new(2, seed=1)
    later, seat = next(turns_of_games(3, (), seed=1, every=12))
    keep, turn = asked(first, 1), asked(later, seat)
    bad = replace(turn, level="none")
    kept, failed, planned = talk(keep, bad, turn)
    assert kept == Answer((decide(keep.position, 1, "keep", keep.legal, "instant"),))
    assert failed.actions == ()
    assert "KeyError" in (failed.error or "")
    assert planned == Answer(plan_turn(turn.position, seat, "instant"))


def test_time_that_is_over_ends_thinking() -> None:
    """Somewhere in a game a hurried turn is another one."""
    for game, seat in turns_of_games(3, (), seed=1, every=4):
        question = asked(game, seat, "medium")
        hurried = answer(replace(question, seconds=0.0))
        budget = Budget(LEVELS["medium"].evaluations, 0.0)
        assert hurried == Answer(plan_turn(question.position, seat, "medium", budget), late=True)
        assert budget.late
        usual = answer(question)
        assert not usual.late
        if hurried.actions != usual.actions:
            return
    raise AssertionError("the time was never over")


@pytest.mark.parametrize(("seconds", "looks"), [(4.0, 3.85), (1.0, 0.85), (0.15, 0.1)])
def test_what_is_begun_is_finished_in_time(
    monkeypatch: pytest.MonkeyPatch, seconds: float, looks: float
) -> None:
    """On a clock that stands at the last moment of looking, and then just after it."""
    game, seat = next(turns_of_games(3, (), seed=1, every=12))
    question = replace(asked(game, seat, "medium"), seconds=seconds)
    monkeypatch.setattr(worker, "monotonic", lambda: 50.0)
    made = []

    def budget(evaluations: int, deadline: float) -> Budget:
        made.append(deadline)
        return Budget(evaluations, deadline, lambda: 50.0 + looks + later)

    monkeypatch.setattr(worker, "Budget", budget)
    for later in (-0.001, 0.001):
        assert answer(question).late == (later > 0)
    assert made == pytest.approx([50.0 + looks] * 2)


def test_style_counts() -> None:
    """Somewhere in a game each style takes another turn than the best."""
    for style in STYLES:
        for game, seat in turns_of_games(3, (), seed=1, every=1):
            question = asked(game, seat)
            liked = answer(replace(question, style=style))
            assert liked == Answer(plan_turn(question.position, seat, "instant", style=style))
            if liked != answer(question):
                break
        else:
            raise AssertionError(f"{style} always takes the best turn")


def test_levels_and_styles_at_tables_are_those_that_can_be_played() -> None:
    others = {"training", "training deeper", TWICE, GLANCE, STEADY, WIDE}
    assert set(get_args(computers.Level)) == LEVELS.keys() - others
    assert [*computers.LEVELS] == [one for one in LEVELS if one not in {"instant", *others}]
    assert set(computers.STYLES) == STYLES.keys()


def test_what_is_prepared_is_gone_on_with() -> None:
    game, seat = next(turns_of_games(3, (), seed=1, every=12))
    placing = next(action for action in game.legal(seat) if action.startswith("place"))
    rest = answer(replace(asked(game, seat), prepared=(placing,))).actions
    for action in (placing, *rest):
        game.play(seat, action)
    assert game.turn_over(seat)


PROGRAM = """
import sys
from bot.ai import worker
print("begun", file=sys.stderr)
worker.MOST_MEMORY = {most}
worker.serve()
"""


@contextmanager
def process(most: int) -> Iterator[subprocess.Popen[bytes]]:
    """A process that begins anew from so many bytes of memory on."""
    program = [sys.executable, "-c", PROGRAM.format(most=most)]
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe) as running:
        yield running


def ask(running: subprocess.Popen[bytes], question: Question) -> Answer:
    """The answer of a process."""
    assert running.stdin is not None and running.stdout is not None
    running.stdin.write(pickle.dumps(question))
    running.stdin.flush()
    length = int.from_bytes(running.stdout.read(LENGTH), "big")
    told: Answer = pickle.loads(running.stdout.read(length))
    return told


@linux
@pytest.mark.parametrize(("most", "times"), [(1, 4), (1 << 40, 1)])
def test_process_that_holds_much_memory_begins_anew(most: int, times: int) -> None:
    """Nobody who asks notices: it is the same process, and as nice as before."""
    first = Game.new(2, seed=1)
    with process(most) as running:
        for seat in (0, 1, 0):
            assert ask(running, asked(first, seat)) == answer(asked(first, seat))
            assert os.getpriority(os.PRIO_PROCESS, running.pid) == max(os.nice(0), 10)
        _, errors = running.communicate()
    assert errors.split() == [b"begun"] * times
    assert running.returncode == 0


def memory_below(pid: int, most: int) -> bool:
    """Whether a process holds no more than that, or does so soon: it may be about to begin
    anew."""
    for _ in range(200):
        if memory(pid) <= most:
            return True
        time.sleep(0.05)
    return False


@linux
@pytest.mark.parametrize(
    "turns",
    [pytest.param(40, marks=pytest.mark.short), pytest.param(400, marks=pytest.mark.long)],
)
def test_memory_is_bounded(turns: int) -> None:
    """Of a process that has taken so many turns of whole games with all modules. For few turns the
    bound is little more than what a process needs for its first answer."""
    taken, seed, most, bound = 0, 0, MOST_MEMORY, 64_000_000
    if turns < 400:
        with process(MOST_MEMORY) as running:
            ask(running, asked(Game.new(2, seed=1), 0))
            most = bound = memory(running.pid) + 1_500_000
            running.communicate()
    with process(most) as running:
        while taken < turns:
            seed += 1
            game = Game.new(2 + seed % 4, modules=MODULES, seed=seed)
            while game.pending and taken < turns:
                seat = game.pending[0].seat
                question = asked(game, seat, "medium")
                for action in ask(running, question).actions:
                    game.play(seat, action)
                assert memory_below(running.pid, bound)
                taken += question.kind == "turn"
        _, errors = running.communicate()
    assert turns == 400 or len(errors.split()) > 1, "it never had to begin anew"


# --- A computer knows what its seat may see, and no more ------------------------------------------

ON_THE_BOARD = 6  # buildings lying open from the beginning
DEALT = 4  # wealth tiles to each seat


def otherwise_hidden(setup: dict[str, Any], seat: int, chance: random.Random) -> dict[str, Any]:
    """The same deal to the eyes of a seat: stacks in another order, other tiles dealt to others.

    The tiles the dummies are drawn from stay: the dummies stand on the board.
    """
    players = setup["players"]
    stack, age2 = setup["age1"][ON_THE_BOARD:], list(setup["age2"])
    chance.shuffle(stack)
    chance.shuffle(age2)
    places = [i for i in range(DEALT * players) if i // DEALT != seat]
    others = [setup["wealth"][i] for i in places]
    chance.shuffle(others)
    wealth = list(setup["wealth"])
    for place, tile in zip(places, others, strict=True):
        wealth[place] = tile
    age1 = setup["age1"][:ON_THE_BOARD] + stack
    return {**setup, "age1": age1, "age2": age2, "wealth": wealth}


NEVER_THOUGHT_WITH = {
    "bot.engine",
    "bot.engine.Game",
    "bot.engine.game",
    "bot.engine.deal",
    "random",
    "time",
}


def test_computers_never_touch_a_game() -> None:
    """Game and its deal hold the stacks, so the modules of bot.ai that think do not import them;
    training and matches do, and what plays a game to find puzzles in it. The process they think in
    looks at the clock for them; level easy and the imagined stacks draw by what lies open alone."""
    imported: set[str | None] = set()
    for module in Path(bot.ai.__file__).parent.glob("*.py"):
        draws = {"random", "random.Random"}
        plays = {*draws, "bot.engine", "bot.engine.Game"}
        allowed = {
            "worker.py": {"time"}, "limits.py": {"time"}, "chance.py": draws, "puzzles.py": plays,
        }.get(module.name, set())  # fmt: skip
        names: set[str | None] = set()
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
            elif isinstance(node, ast.Import):
                names |= {name.name for name in node.names}
        imported |= names - allowed
    assert "bot.engine.state" in imported, "nothing was read"
    assert not imported & NEVER_THOUGHT_WITH
