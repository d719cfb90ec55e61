"""Matches: seats in rotation, games counted as they ended, and figures by hand."""

from collections import Counter

import pytest

from bot.ai.players import STYLES
from bot.ai.value import NOTHING
from bot.engine import Game
from bot.engine.game_facts import points_history
from tests.ai.planning import turns_of_games
from tests.training.made_up import alone, match
from training.match.__main__ import main
from training.match.figures import Sum, between, errors, tallied
from training.match.games import Deal, deal_played, play, rotations
from training.match.players import Asked, player, thinking

LEVEL = "instant"


def test_every_seat_on_every_deal() -> None:
    assert list(rotations((0, 1, 1))) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    half = list(rotations((0, 0, 1, 1)))
    assert [sum(seating[seat] for seating in half) for seat in range(4)] == [2, 2, 2, 2]


def hasty(asked: Asked) -> tuple[str, ...]:
    """Any answer, but two days of the calendar whenever they are offered."""
    return (asked.legal[-1] if asked.kind == "calendar" else player("random", "1")(asked)[0],)


def test_a_game_is_counted_as_it_ended() -> None:
    """As its log tells when it is played again."""
    game = Game.new(3, seed=2)
    played = play(game, [player(LEVEL), hasty], (1, 0, 1), "2")
    assert [one.player for one in played.seats] == [1, 0, 1]
    record = game.record()
    history = points_history(record["setup"], record["actions"])
    answers = Counter((seat, action) for seat, action in record["actions"])
    for seat, (one, told) in enumerate(zip(played.seats, history.seats, strict=True)):
        assert 4 * one.points == told.points4
        assert one.first == (told.place == 1)
        assert 4 * one.hunger == dict(told.sources).get("hunger", 0)
        assert one.begged == answers[seat, "beg"]
        assert one.double_days == answers[seat, "advance 2"]
        assert one.technology == sum(game.position()["players"][seat]["technologies"].values())
        assert len(one.seconds) > 20
        assert one.illegal == 0
    for what in ("hunger", "begged", "double_days", "technology"):
        assert any(getattr(one, what) for one in played.seats), what


def test_illegal_answers_are_counted_and_the_game_goes_on() -> None:
    def wrong(asked: Asked) -> tuple[str, ...]:
        return ("fly away",)

    played = play(Game.new(2, seed=1), [wrong, player(LEVEL)], (0, 1), "1")
    assert played.seats[0].illegal > 20
    assert (played.seats[0].first, played.seats[1].illegal) == (0, 0)


def test_all_seatings_of_a_deal_are_played_on_it() -> None:
    first, second = deal_played(Deal(("random", LEVEL), (), "7", ((0, 1), (1, 0))))
    assert first.deal == second.deal == "7"
    assert [[one.player for one in game.seats] for game in (first, second)] == [[0, 1], [1, 0]]


def test_figures_by_hand() -> None:
    tally = tallied(match([(60, 50), (40, 70)], [(50, 50), (66, 50)]), 2)
    assert (tally.games, tally.deals) == (4, 2)
    assert tally.firsts()[0] == 62.5
    assert tally.firsts(1)[0] == 37.5
    assert [side.points.mean for side in tally.sides] == [54, 55]
    assert tally.ahead.mean == -1
    assert tally.winning.mean == 61.5
    assert [tally.sides[0].time(share) for share in (0.5, 1)] == pytest.approx([1, 2], rel=0.05)
    played = [alone("1", hunger=-6, begged=2), alone("1", technology=5), alone("2", double_days=1)]
    [side] = tallied(played, 1).sides
    assert side.hunger.mean == -1.5
    assert side.begged.mean == 0.5
    assert side.technology.mean == 1.25
    assert side.double_days.mean == 0.5


def test_games_on_one_deal_are_one_measurement() -> None:
    """Points: the interval of the means of four deals, 8, 12, 4 and 8, by Student's factor 3.18."""
    deals = ([(60, 50), (56, 50)], [(62, 50)] * 2, [(50, 50), (58, 50)], [(58, 50)] * 2)
    ahead = tallied(match(*deals), 2).ahead
    assert ahead.mean == 8
    assert ahead.around == pytest.approx(3.18 * (32 / 3) ** 0.5 / 2, rel=0.01)
    assert tallied(match(*(games * 2 for games in deals)), 2).ahead == ahead
    alone = [[game] for games in deals for game in games]
    assert tallied(match(*alone), 2).ahead.around < 0.8 * ahead.around


def test_wins_on_one_deal_are_one_measurement() -> None:
    """Firsts: a deal won in all its games says as much as one game, not as four."""
    won, lost = [(60, 50)] * 4, [(50, 60)] * 4
    share, low, high = tallied(match(*[won, lost] * 20), 2).firsts()
    assert share == 50
    assert (low, high) == pytest.approx((35, 65), abs=1)  # 160 games alone: 42 to 58
    mixed = tallied(match(*[[(60, 50), (50, 60)] * 2] * 40), 2).firsts()
    assert mixed == pytest.approx((50, 42, 58), abs=1)  # at most as many as were played


def test_few_deals_say_little() -> None:
    """Wilson's interval for as many games as there are deals, where all ended alike; wider than his
    by Student's factor. None for fewer than three deals."""
    assert tallied(match(*[[(60, 50)] * 4] * 75), 2).firsts() == pytest.approx(
        (100, 95, 100), abs=0.2
    )
    assert tallied(match(*[[(60, 50)] * 4] * 4), 2).firsts()[1] == pytest.approx(28, abs=1)
    two = tallied(match([(60, 50)] * 4, [(60, 51)] * 4), 2)
    assert two.firsts() == (100, 0, 100)
    assert str(two.ahead) == "9.5"
    assert between(Sum(), 0) == (0, 100)


def test_how_sure_a_mean_is() -> None:
    """As in tables of Student's distribution."""
    assert [errors(count) for count in (4, 10, 100)] == pytest.approx([3.18, 2.26, 1.98], abs=0.03)
    four = Sum()
    for number in (1.0, 2.0, 3.0, 4.0):
        four.add(number)
    assert four.figure.around == pytest.approx(3.18 * 1.29 / 2, abs=0.03)


def test_names_of_players() -> None:
    for name in ("nobody", "hard/sailor"):
        with pytest.raises(ValueError, match=name):
            player(name)
    assert thinking("instant", NOTHING)


def test_another_style_on_each_seat() -> None:
    whole = player("instant/styles")
    styles = [player(f"instant/{style}") for style in STYLES]
    for game, seat in turns_of_games(3, (), seed=4, every=10):
        asked = Asked(game.snapshot(), seat, "turn", game.legal(seat))
        assert whole(asked) == styles[seat](asked)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    main([LEVEL, "random", "--seats", "2", "--games", "5"])
    outcome, figures, own, other = capsys.readouterr().out.splitlines()
    assert outcome.startswith(f"{LEVEL} against random: 6 games on 3 deals")
    assert figures.startswith("firsts 100 % (")
    assert ", ahead " in figures
    assert " ± " in figures
    for line, name in ((own, LEVEL), (other, "random")):
        assert line.startswith(f"{name}: points ")
        for what in ("hunger −", "begged", "technology levels", "double advances", "99th"):
            assert what in line
        assert line.endswith("illegal answers 0")
