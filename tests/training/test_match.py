"""Matches: seats in rotation, and honest figures."""

import pytest

from bot.ai.styles import STYLES
from bot.ai.value.net import NOTHING
from bot.engine import Game
from tests.ai.planning import turns_of_games
from training.match.__main__ import main
from training.match.figures import Figure, errors, figures, part
from training.match.games import Played, play, rotations
from training.match.players import Asked, player, thinking
from training.match.series import AGAINST

PLAIN = AGAINST["plain"]


def test_every_seat_on_every_deal() -> None:
    assert list(rotations(3, 1)) == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    half = list(rotations(4, 2))
    assert all(sum(sits) == 2 for sits in half)
    assert [sum(sits[seat] for sits in half) for seat in range(4)] == [2, 2, 2, 2]


def test_a_game_is_counted_as_it_ended() -> None:
    game = Game.new(3, seed=2)
    played = play(game, player(PLAIN), player("random", "1"), (False, True, False))
    points = [row["points4"] / 4 for row in game.position()["players"]]
    assert list(played.points) == points
    assert played.share == (points[1] == max(points))
    assert len(played.seconds[0]) > 20
    assert len(played.seconds[1]) > 40
    assert played.illegal == 0


def test_illegal_answers_are_counted_and_the_game_goes_on() -> None:
    def wrong(asked: Asked) -> tuple[str, ...]:
        return ("fly away",)

    played = play(Game.new(2, seed=1), wrong, player(PLAIN), (True, False))
    assert played.illegal > 20
    assert played.share == 0


def game(points: tuple[float, ...], share: float) -> Played:
    return Played((True, False), points, share, ((0.001, 0.002), (0.005,)), 0)


def test_figures_by_hand() -> None:
    found = figures([game((60, 50), 1), game((40, 70), 0), game((50, 50), 0.5), game((66, 50), 1)])
    assert found.games == 4
    assert found.firsts.mean == 62.5
    assert (found.points[0].mean, found.points[1].mean) == (54, 55)
    assert found.ahead.mean == -1
    assert found.winning.mean == 61.5
    assert found.times[0] == (1, 2, 2)
    assert found.times[1] == (5, 5, 5)


def test_how_sure_a_part_is() -> None:
    """Wilson's interval: never nothing, and narrower with more games."""
    assert part(1.0, 300).around < 1.5
    assert part(0.6, 150).around == pytest.approx(8.1, abs=0.3)
    assert part(0.6, 600).around < part(0.6, 150).around / 1.9
    assert Figure.of([3.0]).around == float("inf")


def test_how_sure_a_mean_is() -> None:
    """As in tables of Student's distribution."""
    assert [errors(count) for count in (4, 10, 100)] == pytest.approx([3.18, 2.26, 1.98], abs=0.03)
    assert Figure.of([1.0, 2.0, 3.0, 4.0]).around == pytest.approx(3.18 * 1.29 / 2, abs=0.03)


def test_names_of_players() -> None:
    for name in ("nobody", "hard/sailor"):
        with pytest.raises(ValueError, match=name):
            player(name)
    assert thinking("instant", NOTHING)


def answers_of(name: str) -> list[list[str]]:
    """What a player answers to everything asked at the start of a game."""
    game = Game.new(3, seed=1)
    return [
        list(player(name)(Asked(game.snapshot(), seat, kind, game.legal(seat))))
        for seat, kind in game.pending
    ]


def test_players_from_elsewhere() -> None:
    assert answers_of("training.match.greedy:greedy") == answers_of("greedy")
    for [answer], (seat, _) in zip(answers_of(PLAIN), Game.new(3, seed=1).pending, strict=True):
        assert answer in Game.new(3, seed=1).legal(seat)


def test_another_style_on_each_seat() -> None:
    whole = player("instant/styles")
    styles = [player(f"instant/{style}") for style in STYLES]
    for game, seat in turns_of_games(3, (), seed=4, every=10):
        asked = Asked(game.snapshot(), seat, "turn", game.legal(seat))
        assert whole(asked) == styles[seat](asked)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["greedy", "random", "--seats", "2", "--games", "4"])
    said = capsys.readouterr().out
    assert "greedy against random, 4 games" in said
    assert "illegal actions of greedy: 0" in said
    assert "median" in said
