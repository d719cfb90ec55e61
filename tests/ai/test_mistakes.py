"""Mistakes of the levels for learners: plausible ones only, the same every time."""

from collections import Counter

from bot.ai.chance import draw, plausible
from bot.ai.limits import LEVELS, Budget
from bot.ai.players import decide, plan_turn
from bot.ai.turns import Turn, whole_turns
from bot.ai.value import NOTHING, Judge, weights
from bot.engine import Game
from bot.engine.components import CHICHEN_ITZA, YAXCHILAN
from bot.engine.position import load
from bot.engine.state import State, run
from bot.engine.turn import BEG
from tests.engine.scenario import start

from .planning import any_net, seen, turns_of_games

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
