"""A seat's next turn, if nobody did anything until then."""

import random
from collections import Counter

from bot.engine import Game
from bot.engine.components import GEARS, MODULES
from bot.engine.expansion import TRIBES


def test_before_the_own_turn_it_is_the_table_as_it_is() -> None:
    for game, seat in _waiting_seats():
        position = game.position()
        if _order(position, seat) > _order(position, position["turn_seat"]):
            ahead = game.next_turn(seat)
            assert ahead is not None
            assert ahead.pending[0].seat == seat
            now = ahead.position()
            assert (now["round"], now["gears"]) == (position["round"], position["gears"])


def test_after_it_the_gears_have_turned_once() -> None:
    checked = 0
    for game, seat in _waiting_seats():
        position = game.position()
        if _order(position, seat) > _order(position, position["turn_seat"]):
            continue
        ahead = game.next_turn(seat)
        if position["tooth"] >= 26:  # the last round
            assert ahead is None
            continue
        assert ahead is not None
        now = ahead.position()
        assert (now["round"], now["tooth"]) == (position["round"] + 1, position["tooth"] + 1)
        for gear in GEARS:
            moved, were = now["gears"][gear], position["gears"][gear]
            assert moved[1:7] == were[:6]
            assert all(who in (None, was) for who, was in zip(moved[7:], were[6:], strict=False))
        assert now["start_space"] is None
        assert now["quick"] is None or not any(isinstance(n, int) for n in now["quick"]["spaces"])
        for number, player in enumerate(now["players"]):
            on_gears = sum(spaces.count(number) for spaces in now["gears"].values())
            assert player["available"] + on_gears == player["workers"], "the others came home"
        grown = position["start_space"] is None
        assert now["calendar_corn"] == position["calendar_corn"] + grown
        checked += 1
    assert checked > 100


def test_the_turn_after_one_that_is_taken_comes_with_what_its_end_brings() -> None:
    """The corn of the calendar is taken, and a quick action done, once."""
    checked = Counter[str]()
    for game, _ in _waiting_seats():
        seat = game.pending[0].seat
        for place in ("place start", "place quick"):
            if place not in game.legal(seat):
                continue
            turn = game.copy()
            turn.play(seat, place)
            after, ahead = turn.at_turn_end("end"), turn.next_turn(seat, closing="end")
            if ahead is None or not turn.ends_turn("end"):
                continue
            taken = game.snapshot().calendar_corn if place == "place start" else 0
            assert after.calendar_corn == game.snapshot().calendar_corn - taken
            then, mine = ahead.snapshot().players[seat], after.players[seat]
            raised = TRIBES[mine.tribe].powers.corn_at_turn_start if mine.tribe else 0
            assert then.goods == {**mine.goods, "corn": max(mine.corn, raised)}
            checked[place] += 1
    assert min(checked.values()) > 10, checked


def test_no_turn_to_plan() -> None:
    assert Game.new(2, seed=1).next_turn(0) is None


def _order(position: dict[str, object], seat: int) -> int:
    players, first = position["players"], position["first_seat"]
    assert isinstance(players, list)
    assert isinstance(first, int)
    return (seat - first) % len(players)


def _waiting_seats() -> list[tuple[Game, int]]:
    found = []
    for seed in range(4):
        game, chance = (
            Game.new(2 + seed, seed=seed, modules=MODULES if seed % 2 else ()),
            (random.Random(seed)),
        )
        while game.pending:
            [(seat, kind), *_] = game.pending
            if kind == "turn":
                others = [one for one in range(2 + seed) if one != seat]
                here = game.copy()
                found += [(here, one) for one in others]
            game.play(seat, chance.choice(game.legal(seat)))
    return found
