"""What is announced of a season is what is drawn; and how long it is said to take."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from bot.clocks import BankClock, DaysClock, LiveClock, NoClock, usual_time
from bot.seasons import schedules
from bot.seasons.drawing import division_shapes
from bot.seasons.events import Rules
from bot.seasons.schedules import LONG, TURNS, forecast, pair_round
from bot.seasons.season import Season
from tests.engine.record_playthrough import random_game
from tests.leagues.model.tables import draw


def must_be_drawn(players: int, rules: Rules) -> None:
    """Check that the draw of these players has the tables and games that are announced."""
    told = forecast(division_shapes(players, rules)[0], rules, 2, None)
    drawn = draw(Season(rules=rules), range(players), seed=1)
    games = Counter(entry for table in drawn.tables for entry in table.entries)
    each = [games[entry] for entry in range(players)]
    found = (len(drawn.tables), min(each), max(each))
    assert (told.tables, told.fewest, told.most) == found, (players, rules)


@pytest.mark.parametrize("form", ["games", "rounds"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_is_announced_is_drawn(form: Any, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """For 3 to 60 players, in one division and in several. The search for even meetings is left
    out: it exchanges players of tables of the same draw."""
    monkeypatch.setattr(schedules, "even_meetings", lambda players, tables, *_: tables)
    for players in range(3, 61):
        for games in (None, 1, 3, 4, 6) if form == "games" else (1, 2, 3, 5, 8):
            for size in (7, 60) if games != 6 else (8,):
                must_be_drawn(players, Rules(seats, form, games, size))


def test_what_is_announced_is_drawn_with_the_whole_search() -> None:
    for players in (5, 11, 14, 23):
        for games in (None, 5):
            must_be_drawn(players, Rules(games=games))


@pytest.mark.parametrize("players", range(3, 20))
def test_what_is_announced_of_swiss_rounds_is_paired(players: int) -> None:
    rules = Rules(4, "swiss", 4, 60)
    told = forecast([players], rules, 2, None)
    rounds: list[Any] = []
    for number in range(4):
        rounds.append(pair_round(dict.fromkeys(range(players), 0), 4, rounds, seed=number))
    games = Counter(one for paired in rounds for table in paired.tables for one in table)
    each = [games[one] for one in range(players)]
    count = sum(len(paired.tables) for paired in rounds)
    assert (told.tables, told.fewest, told.most) == (count, min(each), max(each))


def test_how_long_it_takes() -> None:
    day = usual_time(DaysClock(1), TURNS)
    assert day == timedelta(hours=6)
    seven = forecast([7], Rules(games=8), 2, day)
    assert (seven.tables, seven.most, seven.takes) == (14, 8, timedelta(days=100))
    assert not seven.too_long
    one_by_one = forecast([7], Rules(games=8), 1, day)
    assert one_by_one.takes == timedelta(days=200)
    assert one_by_one.too_long and timedelta(days=200) > LONG
    rounds = forecast([8], Rules(form="rounds", games=4), 0, day)
    assert rounds.takes == timedelta(days=100), "one round after the other"
    two = forecast([8], Rules(form="rounds", games=4), 2, day)
    assert two.takes == timedelta(days=50), "tables of two rounds beside each other"
    swiss = forecast([8], Rules(form="swiss", games=4), 2, day)
    assert swiss.takes == timedelta(days=100), "the next round is drawn after the last"
    assert forecast([3], Rules(games=4), 2, day).takes == timedelta(days=2 * 25 * 3 / 4)


def test_the_time_of_a_turn() -> None:
    assert usual_time(NoClock(), TURNS) is None
    assert usual_time(LiveClock(10), TURNS) is None
    assert usual_time(BankClock(72, 12, 120), TURNS) == timedelta(hours=4)
    assert forecast([7], Rules(), 2, None).takes is None


def test_a_seat_has_about_25_turns() -> None:
    for players in (2, 3, 4, 5):
        for seed in range(3):
            actions = random_game(players, seed).record()["actions"]
            turns = sum(action == "end" for _, action in actions)
            assert abs(turns / players - TURNS) <= 2
