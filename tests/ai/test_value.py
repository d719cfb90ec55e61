"""What positions are worth, and the whole turns that are compared."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from bot.ai import features
from bot.ai.features import NAMES, OUTLOOK_NAMES, OWN_NAMES, Outlook, own_part
from bot.ai.limits import Budget, Level
from bot.ai.turns import BATCH, Turn, whole_turns
from bot.ai.value import (
    NOTHING,
    WEIGHTS_PATH,
    BadWeights,
    Judge,
    certain_points,
    end,
    is_last_turn,
    load_net,
    read_net,
    save_net,
    weights,
)
from bot.engine import Game
from bot.engine.components import GEARS, MODULES
from bot.engine.state import State, run
from bot.engine.turn import begin_turn

from .planning import any_net, seen, turns_of_games

# --- What positions are worth: features, certain points, and weights as data ----------------------


def vector(state: State, seat: int) -> dict[str, int]:
    """The numbers of a position that are not 0, by name."""
    outlook = Outlook(state, seat)
    numbers = np.frombuffer(own_part(state, outlook) + outlook.part, np.int8).tolist()
    return {name: number for name, number in zip(NAMES, numbers, strict=True) if number}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_number_has_a_name(players: int) -> None:
    for game, _ in turns_of_games(players, MODULES, seed=players, every=10):
        state = seen(game)
        for seat in range(players):
            outlook = Outlook(state, seat)
            assert len(outlook.part) == len(OUTLOOK_NAMES)
            assert len(own_part(state, outlook)) == len(OWN_NAMES)


def test_numbers_say_what_they_are_called() -> None:
    game = Game.new(3, modules=("tribes",), seed=1)
    for seat, legal in enumerate([game.legal(seat) for seat in range(3)]):
        game.play(seat, legal[0])
    while game.pending[0].kind != "turn":
        game.play(game.pending[0].seat, game.legal()[0])
    position = game.position()
    seat = position["turn_seat"]
    position["players"][seat] |= {"corn": 7, "gold": 2, "skulls": 3, "light_side": True}
    position["players"][seat]["temples"]["chaac"] = 4
    game = Game.from_position(position)
    numbers = vector(seen(game), seat)
    assert numbers["corn"] == 7
    assert numbers["corn 6"] == 1
    assert "corn 8" not in numbers
    assert (numbers["gold"], numbers["skulls"], numbers["light side"]) == (2, 3, 1)
    assert numbers["chaac 4"] == 1
    assert "chaac 5" not in numbers
    assert numbers["chaac: leads"] == 1
    assert (numbers["3 seats"], numbers["tribes"]) == (1, 1)
    assert numbers[position["players"][seat]["tribe"]] == 1
    assert numbers["rounds left"] == 26


def test_certain_points_are_counted_as_at_the_end() -> None:
    """Goods and skulls by hand: 9 corn, 1 stone and 1 gold are 4 points, a skull 3."""
    game, seat = next(turns_of_games(2, (), seed=1))
    position = game.position()
    goods = {"corn": 9, "wood": 0, "stone": 1, "gold": 1, "skulls": 1, "points4": 20}
    position["players"][seat] |= goods
    assert certain_points(seen(Game.from_position(position)), seat) == 5 + 4 + 3


def test_a_batch_gives_what_whole_vectors_give() -> None:
    net = any_net()
    for game, seat in turns_of_games(4, MODULES, seed=1, every=25):
        state = seen(game)
        if is_last_turn(state):
            continue
        judge = Judge(net, state, seat)
        own = judge.features(state)
        (value,) = judge.values([own], [1.5])
        (to_come,) = net.points_of(read_net(own + judge.outlook.part, 1)).tolist()
        assert value == pytest.approx(1.5 + to_come, abs=1e-3)


def test_weights_come_back_as_they_were_stored(tmp_path: Path) -> None:
    save_net(any_net(), tmp_path / "net.npz")
    first = load_net(tmp_path / "net.npz")
    save_net(first, tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "net.npz").read_bytes()
    for layer, again in zip(first.layers, load_net(tmp_path / "again.npz").layers, strict=True):
        assert all((one == two).all() for one, two in zip(layer, again, strict=True))


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    save_net(any_net(), path)
    with np.load(path) as file:
        arrays = dict(file)
    arrays["part2"] = arrays["part2"].copy()
    arrays["part2"][0, 0] += 1
    np.savez(path, **arrays)
    with pytest.raises(BadWeights, match="damaged"):
        load_net(path)
    path.write_bytes(b"no weights")
    with pytest.raises(BadWeights, match="cannot be read"):
        load_net(path)


def test_weights_of_another_version_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_net(NOTHING, tmp_path / "net.npz")
    monkeypatch.setattr(features, "VERSION", features.VERSION + 1)
    with pytest.raises(BadWeights, match="version"):
        load_net(tmp_path / "net.npz")


def test_weights_belong_to_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a tile comes in its number weighs nothing; the others stay what they were."""
    assert len(set(NAMES)) == len(NAMES)
    save_net(any_net(), tmp_path / "net.npz")
    before = load_net(tmp_path / "net.npz").layers[0][0]
    monkeypatch.setattr(features, "NAMES", (NAMES[1], "a new tile", *NAMES[2:]))
    after = load_net(tmp_path / "net.npz").layers[0][0]
    assert (after[0] == before[1]).all()
    assert not after[1].any()
    assert (after[2:] == before[2:]).all()


def test_weights_of_the_program() -> None:
    assert WEIGHTS_PATH.stat().st_size < 1_500_000
    assert weights().layers[0][0].shape[0] == len(NAMES)


# --- Enumeration of whole turns: every one can be played, and none that matters is missing --------

WIDE = Level(depth=1, width=1, beam=8, leaves=60, evaluations=4_000, seconds=1.0)
BASE: tuple[str, ...] = ()


def turns_in(game: Game, seat: int, level: Level = WIDE) -> list[Turn]:
    """The turns found for a seat."""
    state = seen(game)
    return whole_turns(Judge(any_net(), state, seat), state, level, Budget(level.evaluations))


@pytest.mark.parametrize(
    ("players", "modules"), [(2, BASE), (3, MODULES), (4, BASE), (4, MODULES), (5, MODULES)]
)
def test_every_turn_found_can_be_played(players: int, modules: Sequence[str]) -> None:
    """And leads to what was thought: the seat's goods and points, and the end of its turn."""
    compared = 0
    for game, seat in turns_of_games(players, modules, seed=players, every=13):
        chance = random.Random(compared)
        turns = turns_in(game, seat)
        assert turns
        for turn in chance.sample(turns, min(12, len(turns))):
            played = game.copy()
            for action in turn.path:
                played.play(seat, action)
            assert played.turn_over(seat)
            thought = turn.state.copy()
            end(thought)
            run(thought, begin_turn)
            compared += 1
            owner, real = thought.seats[seat], played.snapshot().players[seat]
            if played.round == game.round and played.in_turn:  # no food day between
                assert (owner.corn, *owner.blocks, owner.skulls, owner.points4) == (
                    real.corn, real.wood, real.stone, real.gold, real.skulls, real.points4
                )  # fmt: skip
    assert compared > 30


def test_no_placing_is_missing() -> None:
    """All ways to place, found by trying every order, differ from those found only in it."""
    game, seat = next(turns_of_games(4, (), seed=3))
    found = {
        tuple(sorted(turn.path[:-1])) for turn in turns_in(game, seat) if "place" in turn.path[0]
    }

    def placings(game: Game, path: tuple[str, ...]) -> set[tuple[str, ...]]:
        every = {tuple(sorted(path))} if path else set()
        for action in game.legal(seat):
            if action.startswith("place "):
                placed = game.copy()
                placed.play(seat, action)
                every |= placings(placed, (*path, action))
        return every

    assert found == placings(game, ())
    assert len(found) > len(GEARS)


def test_every_worker_can_be_picked_up_alone() -> None:
    for game, seat in turns_of_games(3, (), seed=5, every=11):
        first = {turn.path[0] for turn in turns_in(game, seat)}
        picks = {action for action in game.legal(seat) if action.startswith("pick ")}
        assert picks <= first


def test_the_best_comes_first_and_no_two_are_alike() -> None:
    for game, seat in turns_of_games(4, MODULES, seed=2, every=23):
        turns = turns_in(game, seat)
        values = [turn.value for turn in turns]
        assert values == sorted(values, reverse=True)
        paths = [turn.path for turn in turns]
        assert len(set(paths)) == len(paths)


def test_evaluations_are_held() -> None:
    """A small budget finds fewer turns, but always some."""
    small = Level(depth=1, width=1, beam=2, leaves=8, evaluations=40, seconds=1.0)
    fewer = 0
    for game, seat in turns_of_games(4, (), seed=7, every=9):
        few = turns_in(game, seat, small)
        assert few
        fewer += len(few) < len(turns_in(game, seat))
    assert fewer


class Slow(Judge):
    """A judge who looks at one position a second."""

    looked_at = 0

    def clock(self) -> float:
        return float(self.looked_at)

    def features(self, state: State) -> bytes:
        self.looked_at += 1
        return super().features(state)


@pytest.mark.parametrize("seconds", [0, 50, 150])
def test_time_over_ends_the_search(seconds: int) -> None:
    """A few batches later at the latest, however many positions are waiting; and before that both
    kinds of turns have been looked at."""
    cut = 0
    for game, seat in turns_of_games(5, MODULES, seed=5, every=9):
        state = seen(game)
        judge = Slow(any_net(), state, seat)
        turns = whole_turns(judge, state, WIDE, Budget(WIDE.evaluations, seconds, judge.clock))
        assert judge.looked_at <= seconds + 5 * BATCH
        cut += judge.looked_at > seconds
        picks = any(action.startswith("pick ") for action in game.legal(seat))
        assert not picks or any(turn.path[0].startswith("pick ") for turn in turns)
    assert cut


def test_last_turn_is_judged_exactly() -> None:
    """The value of the last turn of a game is what its seat ends with."""
    judged = 0
    for seed in range(4):
        for game, seat in turns_of_games(2, MODULES, seed=seed):
            state = seen(game)
            if not is_last_turn(state) or (seat - state.first_seat) % 2 == 0:
                continue
            for turn in turns_in(game, seat)[:20]:
                played = game.copy()
                for action in turn.path:
                    played.play(seat, action)
                while played.pending:
                    asked = played.pending[0]
                    assert asked.kind == "tax"
                    played.play(asked.seat, played.legal(asked.seat)[0])
                assert turn.value == played.snapshot().players[seat].points4 / 4
                judged += 1
    assert judged
