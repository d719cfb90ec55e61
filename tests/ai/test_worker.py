"""The process in which computers think: what it imports, and what it does with a bad question."""

import io
import pickle
import subprocess
import sys
from dataclasses import replace
from typing import get_args

from bot.ai.search.limits import LEVELS, TWICE, Budget
from bot.ai.search.players import decide, plan_turn
from bot.ai.styles import STYLES
from bot.ai.worker import LENGTH, Answer, Question, answer
from bot.engine import Game
from bot.model import advice

from .planning import turns_of_games

TOO_MUCH = {"discord", "sqlalchemy", "aiosqlite", "PIL", "pydantic", "structlog", "asyncio"}


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


def test_style_counts() -> None:
    """Somewhere in a game each style takes another turn than the best."""
    for style in STYLES:
        for game, seat in turns_of_games(3, (), seed=1, every=4):
            question = asked(game, seat)
            liked = answer(replace(question, style=style))
            assert liked == Answer(plan_turn(question.position, seat, "instant", style=style))
            if liked != answer(question):
                break
        else:
            raise AssertionError(f"{style} always takes the best turn")


def test_levels_and_styles_at_tables_are_those_that_can_be_played() -> None:
    others = {"training", "training deeper", TWICE}
    assert set(get_args(advice.Level)) == LEVELS.keys() - others
    assert [*advice.LEVELS] == [one for one in LEVELS if one not in {"instant", *others}]
    assert set(advice.STYLES) == STYLES.keys()


def test_what_is_prepared_is_gone_on_with() -> None:
    game, seat = next(turns_of_games(3, (), seed=1, every=12))
    placing = next(action for action in game.legal(seat) if action.startswith("place"))
    rest = answer(replace(asked(game, seat), prepared=(placing,))).actions
    for action in (placing, *rest):
        game.play(seat, action)
    assert game.turn_over(seat)
