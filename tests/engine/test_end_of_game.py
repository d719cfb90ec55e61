"""The last round, final scoring and the winner (R-122 to R-133, rulebook p14, p16)."""

from typing import Any

import pytest

from .scenario import TEMPLES, TRACKS, Table, start

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
