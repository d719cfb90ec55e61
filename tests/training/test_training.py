"""Training: the same seed gives the same weights, and what is measured about values."""

import copy
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot.ai.advice import Measured
from bot.ai.chance import FEAR
from bot.ai.limits import LEVELS, STEADY, Budget
from bot.ai.plan import Planner
from bot.ai.players import Liking
from bot.ai.value import NOTHING, load_net, weights
from bot.engine import Game
from bot.engine.components import FOOD_DAY_TEETH
from tests.ai.planning import seen, turns_of_games
from training import compiled, games
from training.games import Sample, Way, learned, play_game
from training.generations import LEARNER, LOG, REPLAY, STATE, Training, workers
from training.learning import Samples, error_of, fit, new_net, scales_of
from training.noise import OneGame, charged, lines, main, measure, smoothed, with_figures

# --- Training: the same seed gives the same weights, in one piece or in several -------------------

SMALL = {
    "first_games": 2, "first_epochs": 2, "games": 2, "epochs": 1, "match_every": 2,
    "match_games": 2, "least": 0,
}  # fmt: skip


def train(folder: Path, iterations: int, processes: int = 1) -> None:
    """Begin a training in a folder, or go on with it."""
    folder.mkdir(exist_ok=True)
    training = Training(folder, folder / "computer.npz", SMALL)
    with workers(processes) as work:
        for _ in range(iterations):
            training.iterate(work)


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seats, and little thought."""
    monkeypatch.setattr(games, "SEATS", (2,))
    monkeypatch.setattr(games, "COMMON", 0)
    hasty = replace(LEVELS["training"], beam=2, leaves=6, evaluations=30)
    monkeypatch.setitem(LEVELS, "training", hasty)


@pytest.mark.usefixtures("short_games")
def test_in_one_piece_or_in_several(tmp_path: Path) -> None:
    """Also in several processes, which need no more than the folder to go on."""
    train(tmp_path / "whole", 3)
    train(tmp_path / "parts", 1)
    train(tmp_path / "parts", 2, processes=2)
    for name in (LEARNER, STATE, "computer.npz"):
        whole, parts = ((tmp_path / folder / name).read_bytes() for folder in ("whole", "parts"))
        assert whole == parts, name
    told = json.loads((tmp_path / "whole" / STATE).read_text(encoding="utf-8"))
    assert told["progress"]["iteration"] == 3
    assert told["progress"]["games"] == 6
    log = (tmp_path / "whole" / LOG).read_text(encoding="utf-8")
    assert log.count("iteration ") == 3
    assert log.count("match of 2 games") == 1
    assert log.count("planned: ") == 1


@pytest.mark.usefixtures("short_games")
def test_a_new_training_begins_with_the_weights_of_the_generation(tmp_path: Path) -> None:
    """So it needs no folder of an earlier one."""
    train(tmp_path / "one", 2)
    released = load_net(tmp_path / "one" / "computer.npz")
    (tmp_path / "two").mkdir()
    training = Training(tmp_path / "two", tmp_path / "one" / "computer.npz", SMALL)
    assert training.progress.generation == released.generation >= 1
    training.iterate(map)
    again = Training(tmp_path / "two", tmp_path / "one" / "computer.npz", {})
    assert again.progress.games == SMALL["games"] and len(again.replay) == 1, "played with a net"
    assert again.net is not None and again.scales is not None
    changed = abs(again.net.layers[1][0] - released.layers[1][0])
    anew = abs(new_net(again.scales, 1).layers[1][0] - released.layers[1][0])
    assert 0 < changed.mean() < anew.mean() / 3, "it has learned on, not begun anew"


@pytest.mark.usefixtures("short_games")
def test_goes_on_without_the_last_games(tmp_path: Path) -> None:
    train(tmp_path, 2)
    before = (tmp_path / LEARNER).read_bytes()
    (tmp_path / REPLAY / "1.npz").unlink()
    train(tmp_path, 1)
    assert (tmp_path / LEARNER).read_bytes() != before
    assert (tmp_path / LEARNER).stat().st_size < 2_000_000
    assert load_net(tmp_path / "computer.npz").generation >= 1


@pytest.mark.usefixtures("short_games")
def test_a_net_is_widened(tmp_path: Path) -> None:
    """It says what it said before, until it learns."""
    with pytest.raises(ValueError, match="no net"):
        Training(tmp_path, tmp_path / "computer.npz", SMALL).widen(8)
    train(tmp_path, 2)
    training = Training(tmp_path, tmp_path / "computer.npz", {})
    before = training.net
    assert before is not None
    width = before.layers[0][0].shape[1]
    training.widen(width + 8)
    again = Training(tmp_path, tmp_path / "computer.npz", {})
    assert again.net is not None
    assert again.net.layers[0][0].shape[1] == width + 8
    (games,) = again.replay
    vectors = games.vectors.astype(np.float32)
    assert np.allclose(again.net.points_of(vectors), before.points_of(vectors), atol=1e-4)
    again.iterate(map)
    assert np.any(again.net.layers[1][0][width:])


@pytest.mark.usefixtures("short_games")
def test_games_are_only_collected_until_there_are_enough(tmp_path: Path) -> None:
    """A net that learned from too few games would play worse than before."""
    train(tmp_path, 1)
    training = Training(tmp_path, tmp_path / "computer.npz", {"least": 10_000, "match_every": 99})
    before = training.net
    training.iterate(map)
    assert training.net is before
    assert training.progress.iteration == 2
    again = Training(tmp_path, tmp_path / "computer.npz", {"least": 1})
    again.iterate(map)
    assert again.net is not before


@pytest.mark.usefixtures("short_games")
def test_only_the_last_games_are_kept(tmp_path: Path) -> None:
    """Those without a net, from which the first one learns, are not among them."""
    with workers(1) as work:
        training = Training(tmp_path, tmp_path / "computer.npz", {**SMALL, "replayed": 2})
        for _ in range(4):
            training.iterate(work)
    assert {path.name for path in (tmp_path / REPLAY).iterdir()} == {"2.npz", "3.npz"}
    again = Training(tmp_path, tmp_path / "computer.npz", {})
    for kept, read in zip(training.replay, again.replay, strict=True):
        assert np.array_equal(kept.vectors, read.vectors)
        assert np.array_equal(kept.to_come, read.to_come)


@pytest.mark.usefixtures("short_games")
def test_a_game_teaches_what_came_of_its_turns() -> None:
    lesson = play_game(Way(NOTHING, 1.0, gifts=False), "a game")
    assert len(lesson.samples) > 30
    assert lesson == play_game(Way(NOTHING, 1.0, gifts=False), "a game")
    assert lesson != play_game(Way(NOTHING, 1.0), "a game")


@pytest.mark.usefixtures("short_games")
def test_members_of_the_population_play_what_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearer the end, the less."""
    monkeypatch.setattr(games, "OF_POPULATION", 1.0)
    monkeypatch.setattr(games, "MEMBERS", {"miser": Liking(corn=9.0)})
    game, seat = next(turns_of_games(2, (), seed=3, every=12))
    state = seen(game)
    turns = Planner(NOTHING, LEVELS["instant"]).turns(state, seat, Budget(600))
    liked = games._liked(turns, state, seat, games.MEMBERS["miser"])
    assert liked.state.seats[seat].corn == max(turn.state.seats[seat].corn for turn in turns)
    state.tooth = FOOD_DAY_TEETH[-1]
    assert games._liked(turns, state, seat, games.MEMBERS["miser"]) == turns[0]
    assert play_game(Way(NOTHING, 1.0), "a game") != play_game(
        Way(NOTHING, 1.0, gifts=False), "a game"
    )


@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize("package", games.PACKAGES)
def test_packages(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is the beginning of a way to win, and a position that can be played on."""
    monkeypatch.setattr(games, "PACKAGES", (package,))
    game, seat = next(turns_of_games(2, (), seed=3))
    position = game.position()
    before = copy.deepcopy(position["players"][seat])
    games._give_package(position["players"][seat], position["monument_row"], random.Random(1))
    assert position["players"][seat] != before
    Game.from_position(position)


@pytest.mark.usefixtures("short_games")
def test_first_games_go_by_certain_points() -> None:
    """What comes of them is learned whole: there is no net that could say what follows."""
    assert play_game(Way(None, 0.5), "a game") == play_game(Way(NOTHING, 1.0), "a game")


def turn(
    certain: float,
    value: float,
    *,
    last: bool = False,
    given: bool = False,
    explored: bool = False,
) -> games._Seen:
    return games._Seen(bytes([int(certain)]), certain, value, last, given, explored)


@pytest.mark.usefixtures("short_games")
def test_traces() -> None:
    """Targets by hand: half of the next value, half of what was learned there."""
    turns = [turn(1, 10), turn(2, 20), turn(3, 30), turn(4, 40, last=True)]
    assert learned(turns, 44, 0.5) == [
        Sample(bytes([3]), 0.5 * 40 + 0.5 * 44 - 3),
        Sample(bytes([2]), 0.5 * 30 + 0.5 * 42 - 2),
        Sample(bytes([1]), 0.5 * 20 + 0.5 * 36 - 1),
    ]


@pytest.mark.usefixtures("short_games")
def test_nothing_is_learned_across_a_gift() -> None:
    turns = [turn(1, 10), turn(2, 20), turn(3, 30, given=True), turn(4, 40)]
    taught = {sample.vector: sample.to_come for sample in learned(turns, 50, 1.0)}
    assert taught == {bytes([4]): 46, bytes([3]): 47, bytes([1]): 19}


@pytest.mark.usefixtures("short_games")
def test_turns_before_an_explored_one_learn_from_the_best() -> None:
    turns = [turn(1, 10), turn(2, 20), turn(3, 30, explored=True), turn(4, 40)]
    taught = {sample.vector: sample.to_come for sample in learned(turns, 50, 0.9)}
    assert taught[bytes([3])] == pytest.approx(0.1 * 40 + 0.9 * 50 - 3)
    assert taught[bytes([2])] == pytest.approx(30 - 2)
    assert taught[bytes([1])] == pytest.approx(0.1 * 20 + 0.9 * 30 - 1)


@pytest.mark.usefixtures("short_games")
def test_hungry_workers_count_as_in_thought() -> None:
    """For the turn before the food day and all earlier ones."""
    turns = [turn(1, 10), turn(2, 20)._replace(hungry=2), turn(3, 30)]
    turns.append(turn(4, 40, last=True)._replace(hungry=1))  # after the last turn points are exact
    fed = learned([one._replace(hungry=0) for one in turns], 44, 0.5)
    less = [
        one.to_come - other.to_come for one, other in zip(fed, learned(turns, 44, 0.5), strict=True)
    ]
    assert less == [0, 2 * FEAR, FEAR]


@pytest.mark.usefixtures("short_games")
def test_members_of_the_population_explore(monkeypatch: pytest.MonkeyPatch) -> None:
    """They, and nobody else, take other turns than the best."""
    explored = []

    def kept(turns: Sequence[games._Seen], final: float, trace: float) -> list[Sample]:
        explored.append(sum(one.explored for one in turns))
        return []

    monkeypatch.setattr(games, "learned", kept)
    monkeypatch.setattr(games, "OF_POPULATION", 0.0)
    play_game(Way(NOTHING, 0.7), "a game")
    assert not any(explored)
    monkeypatch.setattr(games, "OF_POPULATION", 1.0)
    play_game(Way(NOTHING, 0.7), "a game")
    assert any(explored)


@pytest.mark.usefixtures("short_games")
def test_a_fit_comes_nearer() -> None:
    lessons = [play_game(Way(None, 1.0), f"game {number}") for number in range(4)]
    samples = Samples.of([sample for lesson in lessons for sample in lesson.samples])
    scales = scales_of(samples)
    assert scales.min() > 0
    assert scales.max() == 1
    net = new_net(scales, 1)
    assert not np.any(net.points_of(samples.vectors.astype(np.float32)))
    _, early = fit(net, samples, scales, 1, 1e-3, "1")
    fitted, late = fit(net, samples, scales, 120, 1e-3, "1")
    assert error_of(fitted, samples) < error_of(net, samples) / 2
    assert late < early / 2
    off = fitted.points_of(samples.vectors.astype(np.float32)) - samples.to_come
    assert np.sqrt((off**2).mean()) < early / 2


# --- What is measured about computers' values -----------------------------------------------------

NOW = weights().generation


@pytest.mark.parametrize(
    "evaluations",
    [pytest.param(300, marks=pytest.mark.short), pytest.param(1_500, marks=pytest.mark.long)],
)
def test_a_game_is_measured_turn_by_turn_and_round_by_round(
    evaluations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A level charges its own turns little: it looks back wider than it played."""
    medium = replace(LEVELS["medium"], evaluations=evaluations)
    monkeypatch.setitem(LEVELS, "medium", medium)
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


def test_the_modules_that_are_compiled_are_there() -> None:
    for folder, names in (("engine", compiled.NOT_COMPILED), ("ai", compiled.SEARCH)):
        there = {path.stem for path in (compiled.ROOT / "bot" / folder).glob("*.py")}
        assert there >= set(names)
