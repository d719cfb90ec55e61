"""Where points came from, in words."""

import random

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.game_facts import points_history
from bot.engine.happenings import POINTS_SOURCES
from bot.text.names import points, points_number
from bot.text.points import points_line, points_lines, source_name, sources_words
from bot.text.translation import translator
from tests.rendering.histories import SEATS, history
from tests.text.test_words import Marked

T = translator("en")
NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")


def test_every_source_has_a_name_of_its_own() -> None:
    assert len({source_name(T, source) for source in POINTS_SOURCES}) == len(POINTS_SOURCES)
    assert source_name(Marked(), "temples") == "⟦temples⟧"


def test_a_seats_line() -> None:
    (first, *_) = history(SEATS[:2]).seats
    assert points_line(T, "Ixchel", first) == (
        "Ixchel 72¼: temples 42, Chichen Itza 11, Tomb Monument 10, Worker Monument 6, "
        "prophecies 3, goods 3¼, hunger −3"
    )
    assert "monuments 16" in sources_words(T, first, monuments=False)


QUARTERS = (
    "Points come in quarters: a shared bonus is halved, and each corn left at the end is worth ¼."
)


def test_a_seat_without_points() -> None:
    (first, _) = history(({}, {"goods": 1}), monuments=()).seats
    assert points_line(T, "Ixchel", first) == "Ixchel 0"


def test_lines_go_by_place_and_say_how_a_tie_was_broken() -> None:
    level = ({"temples": 100}, {"temples": 120}, {"temples": 100}, {"goods": 3})
    told = points_lines(T, NAMES[:4], history(level, monuments=(), on_gears=(1, 0, 2, 0)))
    assert told == [
        "1 · Tomás 30: temples 30",
        "2 · Marisol 25: temples 25 (2 workers on gears)",
        "3 · Ixchel 25: temples 25 (1 worker on gears)",
        "4 · Kwame ¾: goods ¾",
        QUARTERS,
    ]


def test_quarters_are_explained_only_where_there_are_some() -> None:
    whole = ({"temples": 100}, {"temples": 120})
    assert QUARTERS not in points_lines(T, NAMES[:2], history(whole, monuments=()))


def test_in_a_running_game_no_tie_is_broken_yet() -> None:
    level = ({"temples": 100}, {"temples": 100})
    told = points_lines(T, NAMES[:2], history(level, monuments=(), finished=False))
    assert not any("gears" in line for line in told)


def test_the_parts_told_add_up_in_a_real_game() -> None:
    chance = random.Random(3)
    game = Game.new(5, modules=MODULES, seed=3)
    while not game.finished:
        game.play(game.pending[0].seat, chance.choice(game.legal()))
    record = game.record()
    told = points_history(record["setup"], [(seat, action) for seat, action in record["actions"]])
    *lines, note = points_lines(T, NAMES, told)
    assert len(lines) == 5 and note == QUARTERS
    for line, seat in zip(lines, told.by_place, strict=True):
        points = told.seats[seat]
        assert line.startswith(f"{points.place} · {NAMES[seat]} {points_number(points.points4)}")


def test_all_words_are_translated() -> None:
    *lines, note = points_lines(Marked(), NAMES[:2], history(SEATS[:2]))
    assert note == f"⟦{QUARTERS}⟧"
    for line in lines:
        assert "⟦temples⟧" in line


def test_one_point_less_is_one_point() -> None:
    assert [points(T, of) for of in (4, -4, 8, -5)] == [
        "1 point", "−1 point", "2 points", "−1¼ points"
    ]  # fmt: skip
