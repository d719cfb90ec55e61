"""What positions are worth: features, certain points, and weights as data."""

from pathlib import Path

import numpy as np
import pytest

from bot.ai import features
from bot.ai.features import NAMES, OUTLOOK_NAMES, OWN_NAMES, Outlook, own_part
from bot.ai.value import (
    NOTHING,
    WEIGHTS_PATH,
    BadWeights,
    Judge,
    certain_points,
    is_last_turn,
    load_net,
    read_net,
    save_net,
    weights,
)
from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.state import State

from .planning import any_net, seen, turns_of_games


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
