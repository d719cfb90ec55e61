"""Styles: other turns, but none that is much worse."""

import pytest

from bot.ai.limits import LEVELS, Budget
from bot.ai.players import STYLES, WITHIN, decide, liking, plan_turn, preferred, styled
from bot.ai.turns import Turn, whole_turns
from bot.ai.value import Judge, is_last_turn, weights
from bot.engine import Game

from .planning import seen, turns_of_games

NET = weights()


@pytest.mark.parametrize("style", STYLES)
def test_a_turn_liked_more_is_almost_as_good(style: str) -> None:
    others = 0
    for game, seat in turns_of_games(4, (), seed=2, every=2):
        state = seen(game)
        level = LEVELS["instant"]
        found = whole_turns(Judge(NET, state, seat), state, level, Budget(level.evaluations))
        usual = {turn.path: turn.value for turn in found}
        liked = styled(found, seat, style)
        assert len(liked) == len(found)
        assert usual[liked[0].path] >= found[0].value - WITHIN
        most, usually = liked[0].state, found[0].state
        assert liking(most, seat, STYLES[style]) >= liking(usually, seat, STYLES[style])
        others += liked[0].path != found[0].path
    assert others


def test_values_of_another_depth_are_left_alone() -> None:
    game, seat = next(turns_of_games(4, (), seed=2, every=8))
    state = seen(game)
    rich = state.copy()
    rich.seats[seat].workers = 6
    looked, not_looked = Turn(("a",), state, 20.0, 2), Turn(("b",), rich, 20.0, 1)
    assert styled([looked, not_looked], seat, "farmer")[0] is not not_looked
    assert styled([looked, not_looked._replace(depth=2)], seat, "farmer")[0].path == ("b",)


def test_styles_differ() -> None:
    """In some positions of a game; the same style does the same every time."""
    plans = set()
    for game, seat in turns_of_games(3, (), seed=4, every=10):
        turns = {
            style: plan_turn(game.snapshot(), seat, "instant", style=style, net=NET)
            for style in STYLES
        }
        again = plan_turn(game.snapshot(), seat, "instant", style="priest", net=NET)
        assert again == turns["priest"]
        plans.add(len(set(turns.values())))
    assert max(plans) > 1


def test_styles_keep_legal_tiles() -> None:
    game = Game.new(3, seed=1)
    for seat, kind in game.pending:
        legal = game.legal(seat)
        for style in STYLES:
            kept = decide(game.snapshot(), seat, kind, legal, "instant", style=style, net=NET)
            assert kept in legal


def test_an_answer_liked_more_is_almost_as_good() -> None:
    """The third is liked most, but is too much worse; the fourth is liked more than the first."""
    values, liked = [20.0, 19.0, 17.9, 18.5], [1.0, 0.5, 9.0, 3.0]
    assert preferred(values, liked) == [20.0, 18.5, 17.9, 20.5]


def test_the_last_turn_is_for_points_alone() -> None:
    """Whatever a style likes."""
    last_turns = 0
    for seed in range(4):
        for game, seat in turns_of_games(2, (), seed=seed):
            if is_last_turn(seen(game)):
                last_turns += 1
                usual = plan_turn(game.snapshot(), seat, "instant", net=NET)
                for style in STYLES:
                    plan = plan_turn(game.snapshot(), seat, "instant", style=style, net=NET)
                    assert plan == usual
    assert last_turns == 8
