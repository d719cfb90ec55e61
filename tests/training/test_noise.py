"""What is measured about computers' values."""

import json
from pathlib import Path

import pytest

from bot.ai.advice import Measured
from bot.ai.limits import STEADY
from bot.ai.value import weights
from bot.engine import Game
from training.noise import OneGame, charged, lines, main, measure, smoothed, with_figures

NOW = weights().generation


def test_a_game_is_measured_turn_by_turn_and_round_by_round() -> None:
    """A level charges its own turns little: it looks back wider than it played."""
    found = measure(Game.new(2, seed=1), "instant", ("instant", "medium"))
    rounds = [number for number, _ in found.missed]
    assert rounds == sorted(rounds) and rounds.count(1) == 2 and rounds[-1] > 20
    turns = [number for number, _ in found.lost["instant"]]
    assert turns == [number for number, _ in found.lost["medium"]]
    assert set(turns) == set(rounds) and len(turns) == len(rounds)
    own, above = (sum(max(0.0, points) for _, points in found.lost[judge]) for judge in found.lost)
    assert 0 <= own < above / 2
    last = [abs(points) for number, points in found.missed if number == rounds[-1]]
    assert max(last) < 15


def test_only_losses_are_charged_by_third() -> None:
    assert charged(((1, 2.0), (9, -3.0), (9, 1.0), (10, 4.0), (26, 0.0), (27, 0.5))) == [
        [2.0, 1.0], [4.0], [0.5],
    ]  # fmt: skip


def test_rounds_near_each_other_share_their_mean() -> None:
    assert smoothed(((1, 4.0),)) == [4.0]
    assert smoothed(tuple((number, 6.0) for number in range(1, 9))) == [6.0] * 8
    assert smoothed(((1, 0.0), (1, 0.0), (2, 6.0))) == [1.5, 2.6]
    assert smoothed(((1, 1.0), (4, 4.0))) == [1.0, 2.0, 3.0, 4.0], "a round that was jumped"


def test_figures_are_kept_by_level_as_long_as_the_weights_stay() -> None:
    plays = OneGame(((1, 5.0),), {"medium": ((1, 1.0), (2, -1.0), (12, 2.0))})
    other = OneGame(((1, 7.0),), {"medium": ((1, 4.0),)})
    known = Measured(NOW, {"instant": [1, 1, 1]}, {"instant": [3.0]})
    found = with_figures(known, "hard", [plays, other])
    assert found == Measured(
        NOW,
        {"instant": [1, 1, 1], "medium": [2.5, 2.0, 0.0]},
        {"instant": [3.0], "hard": [6.0]},
    )
    assert list(with_figures(found, "easy", [OneGame(((1, 2.0),), {})]).missed) == [
        "instant", "easy", "hard",
    ]  # fmt: skip
    shown = with_figures(found, STEADY, [plays])
    assert (shown.missed, shown.noise["medium"]) == (found.missed, [1.0, 2.0, 0.0])
    earlier = Measured(NOW - 1, {"instant": [1, 1, 1]}, {"instant": [3.0]})
    assert with_figures(earlier, "easy", [OneGame(((1, 2.0),), {})]) == Measured(
        NOW, {}, {"easy": [2.0]}
    )


def test_the_figures_are_told() -> None:
    said = list(lines([OneGame(((1, 5.0), (2, 5.0)), {"medium": ((1, 1.0), (2, -1.0))})]))
    assert said == [
        "medium charges a turn 0.50 points",
        "  third 1: 1 turns charged, mean 1.00, spread 0.00, most 1.0, told 0",
        "real points minus estimate, by round: +5.0 +5.0",
    ]


def test_what_was_measured_is_written_and_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "review.json"
    main(["instant", "--games", "1", "--seats", "2", "--write", "--file", str(file)])
    assert "real points minus estimate" in capsys.readouterr().out
    kept = Measured(**json.loads(file.read_text("utf-8")))
    assert (kept.generation, kept.noise, list(kept.missed)) == (NOW, {}, ["instant"])
    main(["easy", "--games", "1", "--seats", "2", "--write", "--file", str(file)])
    more = Measured(**json.loads(file.read_text("utf-8")))
    assert more.missed["instant"] == kept.missed["instant"] and len(more.missed["easy"]) > 20
