"""Plain good sense in positions where there is little to argue about."""

from typing import Any

import pytest

from bot.engine import Game
from tests.ai.plain.playing import computer
from tests.engine.deals import begin, deal, keep
from tests.engine.scenario import AGE_2, Table, start

FOOD_DAY_NOW = {"round": 8, "tooth": 7}
LAST_ROUND = AGE_2 | {"round": 27, "tooth": 26, "food_days_held": 3}


def table(changes: dict[str, Any], *played: str, players: int = 2) -> Table:
    """A table where seat 0 is asked, having played some answers of its turn."""
    return start(changes, players=players).play(0, *played)


def answer(table: Table) -> str:
    """What the computer answers, asked now."""
    return computer(table.game, table.game.pending[0])


def whole_turn(table: Table) -> list[str]:
    """The computer's answers to the end of seat 0's turn, all of them played."""
    answers: list[str] = []
    turn = table.game.pending[0].seat
    while table.game.pending and table.game.pending[0].seat == turn:
        answers.append(answer(table))
        table.play(turn, answers[-1])
        if answers[-1] == "end":
            break
    return answers


# --- Corn ----------------------------------------------------------------------------------------


def test_takes_the_food_it_needs_before_a_food_day() -> None:
    """Corn for three workers, and not the wood that lies on the same field."""
    hungry = FOOD_DAY_NOW | {"gears.palenque.4": 0, "gears.tikal.1": 0, "players.0.wood": 1}
    field = table(hungry | {"jungle.4": {"corn": 2, "wood": 1}})
    assert whole_turn(field)[:3] == ["pick palenque 4", "do palenque 4", "corn"]


def test_takes_no_more_corn_than_it_has_use_for() -> None:
    rich = AGE_2 | {"gears.palenque.4": 0, "players.0.corn": 40}
    field = table(rich | {"jungle.4": {"corn": 2, "wood": 1}}, "pick palenque 4", "do palenque 4")
    assert answer(field) == "wood"


def test_sells_gold_rather_than_starve() -> None:
    hungry = FOOD_DAY_NOW | {"gears.uxmal.2": 0, "players.0.gold": 2}
    market = table(hungry, "pick uxmal 2", "do uxmal 2")
    whole_turn(market)
    assert market["players.0.corn"] >= 6


def test_begs_when_it_costs_nothing_to_speak_of() -> None:
    """A step of Chaac, where the other seat leads, is a point; an unfed worker is three."""
    behind = {"players.0.temples.chaac": 1, "players.1.temples.chaac": 5}
    poor = table(AGE_2 | behind | {"round": 21, "tooth": 20})
    assert answer(poor) == "beg"


def test_does_not_beg_when_it_costs_more_than_it_brings() -> None:
    """One corn more, for the lead of a temple."""
    high = {"chaac": 0, "quetzalcoatl": 7, "kukulkan": 0}
    proud = table(AGE_2 | {"players.0.corn": 2, "players.0.temples": high})
    proud.offers(0, "beg")
    assert answer(proud) != "beg"


def test_angers_the_gods_where_it_loses_least() -> None:
    steps = {"chaac": 4, "quetzalcoatl": 1, "kukulkan": 5}
    assert answer(table({"players.0.temples": steps}, "beg")) == "down quetzalcoatl"


def test_takes_much_corn_from_the_starting_player_space() -> None:
    assert "place start" in whole_turn(table({"calendar_corn": 9, "players.0.corn": 1}))


# --- Workers -------------------------------------------------------------------------------------


def test_picks_a_ripe_worker() -> None:
    """A worker on its last space would fall off; a fresh one may ride on."""
    ripe = table({"gears.yaxchilan.7": 0, "gears.tikal.0": 0, "players.0.corn": 5})
    answers = whole_turn(ripe)
    assert answers[0] == "pick yaxchilan 7"
    assert "pick tikal 0" not in answers


def test_leaves_a_worker_that_has_just_been_placed() -> None:
    growing = table({"gears.yaxchilan.0": 0, "gears.palenque.0": 0, "players.0.corn": 6})
    assert answer(growing).startswith("place")


def test_places_no_worker_where_it_has_nothing_to_do() -> None:
    """Without a skull, or a way to one in time, nothing is to be had at Chichen Itza."""
    late = AGE_2 | {"round": 24, "tooth": 23, "food_days_held": 3, "players.0.corn": 20}
    assert "place chichen_itza" not in whole_turn(table(late))


def test_places_no_worker_too_late_to_be_picked_up() -> None:
    """In the last round it picks up what it has."""
    busy = {"gears.yaxchilan.2": 0, "gears.palenque.1": 0, "players.0.corn": 20}
    answers = whole_turn(table(LAST_ROUND | busy))
    assert not [said for said in answers if said.startswith("place")]
    assert {"pick yaxchilan 2", "pick palenque 1"} <= set(answers)


def test_places_one_worker_only_when_it_must_in_the_last_round() -> None:
    answers = whole_turn(table(LAST_ROUND | {"players.0.corn": 20}))
    assert [said.split()[0] for said in answers] == ["place", "end"]


# --- Goods, temples, tiles -----------------------------------------------------------------------


def test_pays_with_what_it_misses_least() -> None:
    """Wood, when there is nothing on offer to save it for."""
    goods = {"players.0.wood": 1, "players.0.stone": 1, "players.0.gold": 1}
    nothing = {"building_row": [None] * 6, "age1": [], "monument_row": []}
    offering = table(goods | nothing | {"gears.tikal.5": 0}, "pick tikal 5", "do tikal 5")
    assert answer(offering) == "pay 1 0 0"


def test_takes_gold_where_it_may_choose() -> None:
    skull = {"gears.chichen_itza.6": 0, "players.0.skulls": 1}
    shrine = table(LAST_ROUND | skull, "pick chichen_itza 6", "do chichen_itza 6")
    assert answer(shrine) == "gain gold"


def test_climbs_where_the_most_points_are() -> None:
    """From 6 to 9 points at Quetzalcoatl, against one or two elsewhere."""
    steps = {"chaac": 1, "quetzalcoatl": 5, "kukulkan": 1}
    late = LAST_ROUND | {"gears.uxmal.1": 0, "players.0.corn": 12, "players.0.temples": steps}
    assert answer(table(late, "pick uxmal 1", "do uxmal 1")) == "up quetzalcoatl"


def test_builds_the_tile_that_pays() -> None:
    """A tomb of 8 points in the last round, not a farm that will feed nobody any more."""
    row = ["a2-great-farm-1", "a2-grand-tomb", "a2-stone-academy", None, None, None]
    goods = {"players.0.wood": 3, "players.0.gold": 2, "players.0.corn": 12}
    late = LAST_ROUND | goods | {"building_row": row, "gears.tikal.2": 0}
    assert answer(table(late, "pick tikal 2", "do tikal 2")) == "build a2-grand-tomb"


def test_does_not_trade_for_nothing() -> None:
    """With nothing to gain at the market in the last round, blocks are kept for their points."""
    goods = {"players.0.gold": 2, "players.0.corn": 12}
    market = table(LAST_ROUND | goods | {"gears.uxmal.2": 0}, "pick uxmal 2", "do uxmal 2")
    before = market["players.0.gold"]
    whole_turn(market)
    assert market["players.0.gold"] >= before


def test_skips_an_action_that_only_costs() -> None:
    """Two blocks for a step in technology are wasted when nothing comes after."""
    goods = {"players.0.gold": 3, "players.0.corn": 12, "gears.tikal.1": 0}
    levels = {"players.0.technologies.theology": 1, "players.0.technologies.extraction": 1}
    last = table(LAST_ROUND | goods | levels | {"monument_row": []}, "pick tikal 1")
    last.offers(0, "do tikal 1")
    assert answer(last) == "skip"


# --- Decisions of their own ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("good", "poor"),
    [
        (("pal-3", "tik-3"), ("chi-5", "tik-7")),  # the same corn, more gold, stone, a step
        (("uxm-7", "chi-0"), ("chi-5", "tik-7")),  # the most corn with gold; a skull
    ],
)
def test_keeps_the_better_wealth_tiles(good: tuple[str, str], poor: tuple[str, str]) -> None:
    game = Game.from_setup(deal(poor[0], good[0], good[1], poor[1]))
    assert computer(game, game.pending[0]) == keep(*good)


def at_the_calendar(changes: dict[str, Any]) -> Table:
    """Seat 0 took the starting-player space, and the round is over."""
    waiting = {"start_space": 0, "players.0.workers": 5, "gears.palenque.0": 0}
    round_over = start(waiting | {"gears.tikal.0": 1} | changes)
    round_over.play(0, "pick palenque 0", "end").play(1, "pick tikal 0", "end")
    return round_over.pending((0, "calendar"))


def test_waits_with_the_food_day_it_cannot_feed() -> None:
    """Two days on it would be food day for both, and this seat has no corn."""
    hungry = {"round": 6, "tooth": 5}
    assert answer(at_the_calendar(hungry)) == "advance 1"


def test_hurries_to_the_food_day_that_others_cannot_feed() -> None:
    """The same with plenty of corn: now it is the other seat that would go hungry."""
    fed = {"round": 6, "tooth": 5, "players.0.corn": 20}
    assert answer(at_the_calendar(fed)) == "advance 2"


def test_first_turn_is_spent_on_the_board() -> None:
    """A game from its deal: several workers are placed, for there is corn for them."""
    game = Table(begin(("pal-7", "chi-10"), ("tik-3", "yax-7")))
    answers = whole_turn(game)
    assert len([said for said in answers if said.startswith("place")]) >= 2
