"""Where points came from: every source by a game made for it, and the sums in random games."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import Game, IllegalAction
from bot.engine.components import BUILDINGS
from bot.engine.components import MODULES as ALL_MODULES
from bot.engine.game_facts import PointsHistory, points_history
from bot.engine.happenings import POINTS_SOURCES

from .random_play import MOODS, choose
from .scenario import changed, default_position
from .test_properties import SEEDS, checking


def history_of(game: Game) -> PointsHistory:
    """The history of a game's own record."""
    record = game.record()
    return points_history(record["setup"], [(seat, action) for seat, action in record["actions"]])


def check(game: Game) -> PointsHistory:
    """What holds for every history. Returns it."""
    history = history_of(game)
    rounds = len(history.food_days)
    assert history.finished == game.finished
    for row in game.standings():
        points = history.seats[row["seat"]]
        assert points.points4 == row["points4"]
        ahead = sum(other.points4 > points.points4 for other in history.seats)
        assert points.place == (row["place"] if game.finished else 1 + ahead)
        assert points.workers_on_gears == row["workers_on_gears"]
        assert sum(n for _, n in points.sources) == row["points4"]
        assert points.line[-1] == row["points4"]
        assert len(points.line) == rounds + 2
        named = [source for source, _ in points.sources]
        assert named == [source for source in POINTS_SOURCES if source in named]
        assert all(n for _, n in points.sources)
        built = game.position()["players"][row["seat"]]["monuments"]
        assert [tile for tile, _ in points.monuments] == (built if game.finished else [])
        assert sum(n for _, n in points.monuments) == dict(points.sources).get("monuments", 0)
    assert [history.seats[seat].place for seat in history.by_place] == sorted(
        points.place for points in history.seats
    )
    return history


def check_random_game(players: int, seed: int, modules: Sequence[str]) -> PointsHistory:
    """One random game, its history looked at on the way and at the end."""
    chance = random.Random(seed)
    mood = MOODS[seed % len(MOODS)]
    game = Game.new(players, modules=modules, seed=seed)
    after_round: list[list[int]] = []
    while not game.finished:
        before = game.position()
        seat = chance.choice(game.pending).seat
        game.play(seat, choose(chance, game.legal(seat), mood))
        now = game.position()
        if now["round"] > before["round"]:
            after_round.append([player["points4"] for player in now["players"]])
        if chance.random() < 0.01:
            check(game)
    history = check(game)
    assert sum(day is not None for day in history.food_days) == 4
    assert [day for day in history.food_days if day] == ["mid_age", "end_of_age"] * 2
    assert history.food_days[-1] == "end_of_age"
    assert len(history.food_days) == len(after_round) + 1
    for points in history.seats:
        own = [row[history.seats.index(points)] for row in after_round]
        if history.seats.count(points) == 1:
            assert list(points.line[1 : len(own) + 1]) == own
        end = sum(n for source, n in points.sources if source in ("goods", "skulls", "monuments"))
        assert points.line[-1] - points.line[-2] == end
    return history


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("modules", [(), ALL_MODULES], ids=["base", "everything"])
def test_the_sources_add_up(players: int, modules: Sequence[str]) -> None:
    @checking(12)
    @given(SEEDS)
    def games(seed: int) -> None:
        check_random_game(players, seed, modules)

    games()


@pytest.mark.short
@checking(12)
@given(SEEDS, st.integers(2, 5), st.sets(st.sampled_from(ALL_MODULES)))
def test_the_sources_add_up_with_any_modules(seed: int, players: int, modules: set[str]) -> None:
    check_random_game(players, seed, sorted(modules))


@pytest.mark.long
@checking(60)
@given(SEEDS, st.integers(2, 5), st.sets(st.sampled_from(ALL_MODULES)))
def test_the_sources_of_hundreds_of_games_add_up(
    seed: int, players: int, modules: set[str]
) -> None:
    check_random_game(players, seed, sorted(modules))


def test_every_source_comes_up_in_these_tests() -> None:
    """Else the tests above would say little; monuments have the one below."""
    seen = {
        source
        for seed in (7, 18)
        for points in check_random_game(4, seed, ALL_MODULES).seats
        for source, _ in points.sources
    }
    assert seen >= set(POINTS_SOURCES) - {"earlier", "seat", "monuments"}


def test_the_end_counts_goods_skulls_and_every_monument() -> None:
    position = changed(
        default_position(2),
        {
            "round": 27, "tooth": 26, "age": 2, "food_days_held": 3,
            "players.0.monuments": ["mon-all-monuments", "mon-workers"],
            "players.1.monuments": ["mon-learning"],
            "players.1.technologies.theology": 2,
            "players.0.corn": 30, "players.0.gold": 1, "players.0.skulls": 2,
            "players.1.corn": 0, "players.1.points4": 5,
        },
    )  # fmt: skip
    game = Game.from_position(position)
    chance = random.Random(1)
    while not game.finished:
        game.play(game.pending[0].seat, chance.choice(game.legal()))
    first, second = check(game).seats
    sources = dict(first.sources)
    assert [tile for tile, _ in first.monuments] == ["mon-all-monuments", "mon-workers"]
    assert dict(first.monuments)["mon-workers"] == 0  # three workers are too few
    assert dict(first.monuments)["mon-all-monuments"] == sources["monuments"] > 0
    assert sources["skulls"] == 2 * 12
    assert sources["goods"] > 0 and "hunger" not in sources
    assert dict(second.sources)["earlier"] == 5
    assert dict(second.sources)["hunger"] < 0
    assert second.line[0] == 5


def after(actions: Sequence[str], players: int = 2, **changes: Any) -> dict[str, int]:
    """Quarters of a point by source for seat 0, after these answers from a position."""
    names = {key.replace("__", "."): value for key, value in changes.items()}
    position = changed(default_position(players), {"players.0.corn": 20, **names})
    history = points_history({"position": position}, [(0, action) for action in actions])
    return dict(history.seats[0].sources)


def test_a_skull_on_chichen_itza() -> None:
    found = after(
        ["pick chichen_itza 1", "do chichen_itza 1"],
        players__0__skulls=1, players__0__points4=8, gears__chichen_itza__1=0,
        players__0__workers=3,
    )  # fmt: skip
    assert found == {"chichen_itza": 16, "earlier": 8}


def test_architecture_pays_for_a_building_and_the_tile_for_itself() -> None:
    found = after(
        ["pick tikal 2", "do tikal 2"],
        players__0__wood=5, players__0__stone=5, players__0__gold=5,
        players__0__technologies__architecture=2, gears__tikal__2=0,
        age=2, food_days_held=2, tooth=14, round=15,
        building_row=["a2-green-shrine", None, None, None, None, None],
    )  # fmt: skip
    printed = sum(
        effect.raw["amount"]
        for effect in BUILDINGS["a2-green-shrine"].effects
        if effect.kind == "points"
    )
    assert found == {"technologies": 8, "buildings": 4 * printed}


def test_the_bonus_beyond_level_3_is_a_technologys() -> None:
    found = after(
        ["pick tikal 1", "do tikal 1", "advance architecture"],
        players__0__wood=1, players__0__technologies__architecture=3, gears__tikal__1=0,
    )  # fmt: skip
    assert found == {"technologies": 12}


def test_a_log_that_breaks_the_rules_is_refused() -> None:
    with pytest.raises(IllegalAction):
        points_history(Game.new(2, seed=1).setup, [(0, "pass")])


def test_nothing_played_yet() -> None:
    game = Game.new(3, seed=1)
    history = check(game)
    assert [points.line for points in history.seats] == [(0, 0)] * 3
    assert history.food_days == () and not history.finished


def test_nobody_leads_while_all_have_the_same() -> None:
    """Workers on gears, which break ties at the end, say nothing in the middle of a game."""
    game = Game.new(4, seed="level")
    while game.pending[0].kind == "keep":
        game.play(game.pending[0].seat, game.legal(game.pending[0].seat)[0])
    history = history_of(game)
    seat = game.pending[0].seat
    game.play(seat, "place palenque")
    game.play(seat, "end")
    points = {one.points4 for one in history_of(game).seats}
    assert points == {one.points4 for one in history.seats} == {0}
    assert [one.place for one in history_of(game).seats] == [1, 1, 1, 1]
    assert history_of(game).by_place == (0, 1, 2, 3)
