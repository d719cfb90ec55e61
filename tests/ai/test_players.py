"""Levels and styles of computers, and their mistakes for learners."""

from collections import Counter

import pytest

from bot.ai.chance import draw, plausible
from bot.ai.limits import LEVELS, Budget
from bot.ai.players import STYLES, WITHIN, decide, liking, plan_turn, preferred, styled
from bot.ai.turns import Turn, whole_turns
from bot.ai.value import NOTHING, Judge, is_last_turn, weights
from bot.engine import Game
from bot.engine.components import CHICHEN_ITZA, MODULES, YAXCHILAN
from bot.engine.position import load
from bot.engine.state import State, run
from bot.engine.turn import BEG
from tests.engine.scenario import start
from training.match.figures import Tally, tallied
from training.match.games import Deal, deal_played, rotations

from .planning import any_net, seen, turns_of_games

# --- Floors under the levels: they win against random answers, easy is the weakest of them --------


def match(first: str, second: str, seats: int, modules: tuple[str, ...], count: int) -> Tally:
    """Games of one seat against others, on each seat in turn."""
    seatings = [*rotations([0] + [1] * (seats - 1))]
    found = []
    for deal in range(-(-count // seats)):
        names = (first, second)
        left = tuple(seatings[: count - len(found)])
        found += deal_played(Deal(names, modules, f"floor/{deal}", left))
    return tallied(found, 2)


@pytest.mark.short
@pytest.mark.parametrize(("seats", "modules"), [(2, MODULES), (4, ())])
def test_instant_wins_against_random_answers(seats: int, modules: tuple[str, ...]) -> None:
    found = match("instant/styles", "random", seats, modules, 4)
    assert found.games == 4
    assert found.firsts()[0] == 100
    assert not found.sides[0].illegal


@pytest.mark.long
@pytest.mark.parametrize(("seats", "modules"), [(2, ()), (3, MODULES), (4, ())])
def test_instant_wins_many_games_against_random_answers(
    seats: int, modules: tuple[str, ...]
) -> None:
    found = match("instant/styles", "random", seats, modules, 6)
    assert found.games == 6
    assert found.firsts()[0] == 100


@pytest.mark.parametrize(
    "seats", [pytest.param(2, marks=pytest.mark.short), pytest.param(4, marks=pytest.mark.long)]
)
def test_easy_is_beaten_and_beats(seats: int) -> None:
    """By instant, and random answers: by many points."""
    assert match("easy/styles", "random", seats, (), seats).ahead.mean > 30
    assert match("easy/styles", "instant", seats, (), seats).ahead.mean < -5


# --- Styles: other turns, but none that is much worse ---------------------------------------------

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


# --- Mistakes of the levels for learners: plausible ones only, the same every time ----------------

LEVEL = LEVELS["easy"]
FOOD_DAY_NOW = {"round": 8, "tooth": 7}


def turns(state: State, seat: int) -> list[Turn]:
    """All turns, judged by an arbitrary net."""
    return whole_turns(Judge(any_net(), state, seat), state, LEVEL, Budget(3_000))


def test_no_more_points_below_the_best_than_the_level_says() -> None:
    counts: Counter[int] = Counter()
    for game, seat in turns_of_games(3, (), seed=3, every=3):
        found = turns(seen(game), seat)
        near = plausible(found, seat, 3.0)
        assert near
        assert min(turn.value for turn in near) >= found[0].value - 3.0
        counts[len(near) > 1] += 1
    assert counts[True] > counts[False]


def test_nothing_free_is_left() -> None:
    """Picking up a worker without its action is never taken where the action costs nothing."""
    table = start({"gears.palenque.2": 0, "jungle.2": {"corn": 2, "wood": 0}}, players=2)
    state = load(table.game.snapshot())
    run(state)
    found = whole_turns(Judge(NOTHING, state, 0), state, LEVEL, Budget(3_000))
    skipped = [turn for turn in found if turn.path[:2] == ("pick palenque 2", "skip")]
    assert skipped
    near = plausible(found, 0, 100.0)
    assert not [turn for turn in near if turn.path[:2] == ("pick palenque 2", "skip")]
    assert [turn for turn in near if turn.path[0] == "pick palenque 2"]


def test_nobody_goes_hungry_by_choice() -> None:
    hungry = FOOD_DAY_NOW | {"gears.palenque.4": 0, "gears.tikal.1": 0, "players.0.corn": 0}
    table = start(hungry | {"jungle.4": {"corn": 2, "wood": 1}}, players=2)
    state = load(table.game.snapshot())
    run(state)
    found = whole_turns(Judge(NOTHING, state, 0), state, LEVEL, Budget(3_000))
    for turn in plausible(found, 0, 100.0):
        assert turn.state.seats[0].corn >= 6, turn.path


def test_nobody_begs_without_need() -> None:
    """Only where the best turn does."""
    table = start({"players.0.corn": 2, "gears.palenque.3": 0}, players=2)
    state = load(table.game.snapshot())
    run(state)
    found = whole_turns(Judge(weights(), state, 0), state, LEVEL, Budget(3_000))
    begging = [turn for turn in found if BEG in turn.path]
    others = [turn for turn in found if BEG not in turn.path]
    assert begging
    assert not [turn for turn in plausible(others + begging, 0, 100.0) if BEG in turn.path]
    assert [turn for turn in plausible(begging + others, 0, 100.0) if BEG in turn.path]


def test_nobody_is_sent_to_chichen_itza_in_vain() -> None:
    """Only with a skull, or a worker on the way to one."""
    for skulls in (0, 1):
        changes = {"players.0.corn": 9, "players.0.skulls": skulls}
        state = load(start(changes, players=2).game.snapshot())
        run(state)
        found = whole_turns(Judge(NOTHING, state, 0), state, LEVEL, Budget(3_000))
        elsewhere = [turn for turn in found if not turn.state.seats[0].on[CHICHEN_ITZA]]
        sent = [turn for turn in found if turn.state.seats[0].on[CHICHEN_ITZA]]
        near = [turn for turn in plausible(elsewhere[:1] + sent, 0, 100.0) if turn in sent]
        in_vain = [turn for turn in near if not turn.state.seats[0].on[YAXCHILAN]]
        assert near
        assert bool(in_vain) is bool(skulls)


def test_the_best_turn_is_likely_and_the_worst_is_not() -> None:
    drawn: Counter[int] = Counter()
    for game, seat in turns_of_games(4, (), seed=5, every=2):
        state = seen(game)
        drawn[draw([10.0, 9.0, 7.5, 6.9], 3.0, state, seat)] += 1
    assert drawn[0] > drawn[1] > drawn[2] > 0
    assert drawn[3] == 0


def test_the_same_position_has_the_same_mistakes() -> None:
    others = 0
    for game, seat in turns_of_games(3, (), seed=9, every=4):
        first = plan_turn(game.snapshot(), seat, "easy", net=any_net())
        assert plan_turn(game.snapshot(), seat, "easy", net=any_net()) == first
        others += first != turns(seen(game), seat)[0].path
    assert others > 5


def test_tiles_are_kept_by_the_same_kind_of_draw() -> None:
    """Legal, the same every time, and not always those that are best."""
    others = 0
    for seed in range(6):
        game = Game.new(3, seed=seed)
        for seat, kind in game.pending:
            asked = (game.snapshot(), seat, kind, game.legal(seat))
            kept = decide(*asked, "easy")
            assert kept in asked[3]
            assert decide(*asked, "easy") == kept
            others += kept != decide(*asked, "instant")
    assert others
