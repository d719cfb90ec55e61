"""The end of the game (rulings R-122 to R-133, rulebook p14, p16), and where all points
came from."""

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
from .scenario import TEMPLES, TRACKS, Table, changed, default_position, start
from .test_properties import SEEDS, checking

# --- The last round, final scoring and the winner (R-122 to R-133, rulebook p14, p16) -------------

# Everyone fed, everyone tied on the start steps: half of 2 + 6 + 4 points, in quarters.
TIED = 24


def finished(changes: dict[str, Any] | None = None, players: int = 2) -> Table:
    """The last seat places on Palenque and the game is over; everyone has corn for 3 workers."""
    last = players - 1
    end = {"round": 27, "tooth": 26, "age": 2, "food_days_held": 3, "turn_seat": last}
    corn = {f"players.{seat}.corn": 6 for seat in range(players)}
    table = start(end | corn | (changes or {}), players=players)
    return table.play(last, "place palenque", "end").expect({"phase": "finished"})


def scored(*monuments: str, **changes: Any) -> float:
    """Whole points seat 0 has beyond the tie. Keyword paths are seat 0's, `__` for a dot."""
    own = {f"players.0.{path.replace('__', '.')}": value for path, value in changes.items()}
    table = finished(own | {"players.0.monuments": list(monuments)})
    points4: int = table["players.0.points4"]
    return (points4 - TIED) / 4


def test_r122_farms_count_for_the_general_monument_only() -> None:
    farms = ["a1-small-farm-1", "a1-common-farm-1", "a2-great-farm-1"]
    assert scored("mon-works", buildings=farms, corn=0) == 2 * 4
    # Monuments of a category count themselves and no farm.
    for monument in ("mon-tombs", "mon-civic", "mon-shrines"):
        assert scored(monument, buildings=farms, corn=0) == 4


def test_r123_the_calendar_turns_once_more_before_the_final_scoring() -> None:
    table = finished({"gears.tikal.7": 0, "gears.tikal.6": 0, "gears.chichen_itza.10": 0})
    table.expect(
        {
            "gears.tikal.7": 0,  # came from 6; the one on 7 fell off
            "gears.chichen_itza.11": None,
            "gears.palenque.1": 1,
            "players.0.available": 2,
            "round": 27,
            "tooth": 27,
            "food_days_held": 4,
            "active_prophecy": None,
        }
    )
    table.pending()
    assert table.game.finished and table.game.legal() == []
    on_gears = {row["seat"]: row["workers_on_gears"] for row in table.game.standings()}
    assert on_gears == {0: 1, 1: 1}
    table.illegal(0, "place tikal", "end")


def test_r124_goods_become_points_and_stay_in_the_position() -> None:
    assert scored(wood=2) == 1
    assert scored(stone=4) == 3
    assert scored(gold=3) == 3
    assert scored(skulls=2) == 6
    assert scored(corn=6 + 8) == 2
    assert scored(corn=6 + 1, wood=1, stone=1, gold=2, skulls=1) == (1 + 2 + 3 + 8) / 4 + 3
    table = finished({"players.0.gold": 3, "players.0.skulls": 1, "players.0.corn": 9})
    table.expect({"players.0.gold": 3, "players.0.skulls": 1, "players.0.corn": 3})
    # Skulls placed are not one's own any more.
    placed = finished({"skull_spaces.0": True})
    placed.expect({"players.0.points4": TIED})


def test_r125_quarters_are_kept() -> None:
    for corn in range(5):
        assert scored(corn=6 + corn) == corn / 4
    assert scored(corn=7, stone=1) == 1
    assert scored(corn=6, stone=1) == 0.75
    # A quarter of a point decides.
    table = finished({"players.1.corn": 7}).standings((1, 1), (0, 2))
    assert [row["points4"] for row in table.game.standings()] == [TIED + 1, TIED]


def test_r126_ties() -> None:
    # Equal points: more own workers on the gears after the last turn of the calendar.
    finished({"gears.tikal.3": 0, "gears.uxmal.3": 0}).standings((0, 1), (1, 2))
    finished({"gears.tikal.7": 0, "gears.uxmal.7": 0}).standings((1, 1), (0, 2))  # fell off
    finished({"gears.tikal.3": 0}).standings((0, 1), (1, 1))  # still tied: shared
    # The worker from the starting-player space does not count.
    finished({"gears.tikal.3": 0, "start_space": 0}).standings((0, 1), (1, 1))
    # A shared place skips the next one.
    three = {"gears.tikal.3": 0, "gears.uxmal.3": 1, "players.1.corn": 5, "players.1.workers": 3}
    table = finished(three, players=3)
    table.standings((0, 1), (2, 1), (1, 3))
    # Points come before workers.
    finished({"gears.tikal.3": 0, "gears.uxmal.3": 0, "players.1.corn": 7}).standings(
        (1, 1), (0, 2)
    )


def test_r127_monuments_count_themselves_and_other_monuments() -> None:
    buildings = ["a1-builder-tomb", "a2-grand-tomb", "a1-field-school", "a1-mason-shrine"]
    # Two tombs, one civic building, one shrine; each monument counts itself.
    assert scored("mon-tombs", buildings=buildings) == 4 * 3
    assert scored("mon-civic", buildings=buildings) == 4 * 2
    assert scored("mon-shrines", buildings=buildings) == 4 * 2
    assert scored("mon-works", buildings=buildings) == 2 * 5
    both = scored("mon-tombs", "mon-works", "mon-civic", buildings=buildings)
    assert both == 4 * 4 + 2 * 7 + 4 * 2
    assert scored("mon-tombs") == 4


CATEGORIES = {
    "mon-tombs": "mon-works mon-corn-tiles mon-wood-tiles mon-all-monuments",
    "mon-civic": "mon-mastery mon-learning mon-workers",
    "mon-shrines": "mon-temple-points mon-highest-temple mon-skulls",
}


@pytest.mark.parametrize("counting", CATEGORIES)
def test_r127_category_of_each_monument(counting: str) -> None:
    for category, monuments in CATEGORIES.items():
        for monument in monuments.split():
            alone, with_it = scored(monument), scored(counting, monument)
            own = with_it - alone
            if monument == "mon-all-monuments":
                own -= 6  # two monuments stand instead of one
            if monument == "mon-works":
                own -= 2
            assert own == (8 if category == counting else 4), monument


@pytest.mark.parametrize(("players", "each"), [(2, 6), (3, 5), (4, 4), (5, 3)])
def test_r128_monuments_built_by_anyone(players: int, each: int) -> None:
    built = {
        "players.0.monuments": ["mon-all-monuments"],
        "players.1.monuments": ["mon-skulls", "mon-corn-tiles"],
    }
    with_it = finished(built, players)["players.0.points4"]
    without = finished({}, players)["players.0.points4"]
    assert with_it - without == 4 * 3 * each


def test_r129_the_temple_with_most_steps_above_the_start() -> None:
    def steps(chaac: int, quetzalcoatl: int, kukulkan: int) -> float:
        temples = {"chaac": chaac, "quetzalcoatl": quetzalcoatl, "kukulkan": kukulkan}
        return scored("mon-highest-temple", temples=temples) - scored(temples=temples)

    assert steps(1, 1, 1) == 0
    assert steps(2, 5, 3) == 12
    assert steps(6, 0, 0) == 15
    assert steps(1, 8, 7) == 21
    assert steps(0, 0, 0) == 0  # not below nothing


def test_r130_the_step_values_once_more_without_the_leader_bonus() -> None:
    def again(chaac: int, quetzalcoatl: int, kukulkan: int) -> float:
        temples = {"chaac": chaac, "quetzalcoatl": quetzalcoatl, "kukulkan": kukulkan}
        return scored("mon-temple-points", temples=temples) - scored(temples=temples)

    assert again(1, 1, 1) == 0
    assert again(6, 8, 7) == 8 + 13 + 10
    assert again(3, 4, 5) == 4 + 4 + 7
    assert again(0, 0, 0) == -1 - 2 - 3
    assert again(2, 0, 1) == 2 - 2 + 0


def test_r131_mastery_and_learning() -> None:
    def levels(*numbers: int) -> dict[str, int]:
        return dict(zip(TRACKS, numbers, strict=True))

    for at_three, points in ((0, 0), (1, 9), (2, 20), (3, 33), (4, 33)):
        technologies = levels(*[3] * at_three, *[2] * (4 - at_three))
        assert scored("mon-mastery", technologies=technologies) == points
    assert scored("mon-learning", technologies=levels(3, 2, 1, 0)) == 18
    assert scored("mon-learning", technologies=levels(3, 3, 3, 3)) == 36
    assert scored("mon-learning", technologies=levels(0, 0, 0, 0)) == 0


def test_r132_skulls_in_chichen_itza_whoever_placed_them() -> None:
    placed = {f"skull_spaces.{space}": True for space in (0, 4, 8)}
    table = finished(placed | {"players.0.monuments": ["mon-skulls"], "players.0.skulls": 1})
    table.expect({"players.0.points4": TIED + 4 * (9 + 3), "players.1.points4": TIED})
    assert scored("mon-skulls", skulls=2) == 6  # skulls still held do not count for it


def test_r133_tiles_kept() -> None:
    assert scored("mon-corn-tiles", corn_tiles=3, wood_tiles=5) == 12
    assert scored("mon-wood-tiles", corn_tiles=3, wood_tiles=5) == 20
    assert scored("mon-wood-tiles") == 0
    # Burned wood and corn without a tile leave nothing to count.
    jungle = {"gears.palenque.3": 0, "players.0.technologies.agriculture": 2}
    table = start(jungle | {"gears.palenque.4": 0}).play(0, "pick palenque 3", "do palenque 3")
    table.play(0, "burn", "down chaac", "pick palenque 4", "do palenque 4", "corn")
    table.expect({"players.0.wood_tiles": 0, "players.0.corn_tiles": 1})


@pytest.mark.parametrize(("workers", "points"), [(3, 0), (4, 6), (5, 12), (6, 18)])
def test_workers_in_play_monument(workers: int, points: int) -> None:
    corn = 2 * workers
    assert scored("mon-workers", workers=workers, corn=corn) == points


def test_final_points_may_be_negative() -> None:
    table = finished({"players.0.corn": 0, "players.0.temples": dict.fromkeys(TEMPLES, 0)})
    table.expect({"players.0.points4": 4 * (-9 - 1 - 2 - 3)})
    table.standings((1, 1), (0, 2))


# --- Where points came from: every source by a game made for it, and the sums in random games -----


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
@pytest.mark.parametrize(
    "examples", [pytest.param(4, marks=pytest.mark.short), pytest.param(12, marks=pytest.mark.long)]
)
def test_the_sources_add_up(players: int, modules: Sequence[str], examples: int) -> None:
    @checking(examples)
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
