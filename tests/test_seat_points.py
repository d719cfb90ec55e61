"""Points that belong to a seat: a handicap."""

from bot.engine import Game
from bot.engine.points_by_source import points_history
from bot.model.seat_points import counted, history_counted, position_counted


def row(seat: int, place: int, points4: int, workers: int = 0) -> dict[str, int]:
    """A line of standings as the engine gives them."""
    return {"seat": seat, "place": place, "points4": points4, "workers_on_gears": workers}


def test_without_such_points_the_places_are_the_games() -> None:
    standings = [row(1, 1, 40), row(0, 2, 30)]
    assert counted(standings, ()) == standings
    assert counted(standings, (0, 0)) == standings


def test_points_for_a_seat_change_the_places() -> None:
    standings = [row(1, 1, 40), row(0, 2, 30), row(2, 3, 20)]
    placed = counted(standings, (12, 0, 0, 40))
    assert [(r["seat"], r["place"], r["points4"]) for r in placed] == [
        (0, 1, 42), (1, 2, 40), (2, 3, 20),
    ]  # fmt: skip
    assert standings[0]["points4"] == 40, "the game's own result stays"


def test_who_is_level_afterwards_shares_the_place_unless_workers_break_the_tie() -> None:
    level = counted([row(1, 1, 40), row(0, 2, 30), row(2, 3, 20)], (10, 0, 0))
    assert [(r["seat"], r["place"]) for r in level] == [(0, 1), (1, 1), (2, 3)]
    broken = counted([row(1, 1, 40, 3), row(0, 2, 30, 1)], (10, 0))
    assert [(r["seat"], r["place"]) for r in broken] == [(1, 1), (0, 2)]
    corrected = [{"seat": 0, "place": 1, "points4": 8}, {"seat": 1, "place": 2, "points4": 4}]
    assert [r["place"] for r in counted(corrected, (0, 4))] == [1, 1]


def test_each_line_says_what_belongs_to_the_seat() -> None:
    placed = counted([row(1, 1, 40), row(0, 2, 30)], (8, -4))
    assert [(r["seat"], r["points4"], r["given4"]) for r in placed] == [(0, 38, 8), (1, 36, -4)]


def test_they_are_one_more_source() -> None:
    game = Game.new(3, seed=1)
    history = points_history(game.record()["setup"], [])
    assert history_counted(history, ()) is history
    found = history_counted(history, (8, -4))
    assert [seat.points4 for seat in found.seats] == [8, -4, 0]
    assert [seat.place for seat in found.seats] == [1, 3, 2]
    assert [seat.sources for seat in found.seats] == [(("seat", 8),), (("seat", -4),), ()]
    assert all(sum(n for _, n in seat.sources) == seat.points4 for seat in found.seats)
    assert [seat.line[-1] for seat in found.seats] == [8, -4, 0]


def test_a_running_game_shows_what_was_played() -> None:
    position = Game.new(2, seed=1).snapshot()
    assert position_counted(position, (8, -4)) is position
