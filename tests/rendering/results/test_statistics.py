"""Pictures of figures, and the same in words: statistics, a person, a review."""

from dataclasses import replace

import pytest

from bot.model.figures import LEAST_GAMES, Key, Sums
from bot.seasons.results import PROVISIONAL_GAMES, Rating
from bot.text.descriptions.alt_text import LONGEST
from bot.text.descriptions.figures import (
    PAGES,
    figures_table,
    lines_of,
    players_table,
    profile_card,
    rating_lines,
    rounds_table,
    source_lines,
)
from bot.text.descriptions.results import alt_expectations
from bot.text.translation import ENGLISH
from rendering import draw_profile
from rendering.drawing.theme import THEMES
from rendering.results.final import draw_review, review_image
from rendering.results.statistics import MOST_FIGURES, draw_figures, draw_rounds
from tests.rendering.kinds import expectations
from tests.rendering.scenes import GAMES, figures, games_of_a_person, sums
from tests.rendering.written import watched, written

# --- Pictures of statistics: every row and figure on them, and in words with the number of games --


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ("players", "rounds")])
def test_rows_say_how_many_games_they_are_of(page: str) -> None:
    table = figures_table(ENGLISH, page, figures())  # type: ignore[arg-type]
    assert 0 < len(table.rows) <= MOST_FIGURES
    assert table.note == f"{GAMES} games"
    for row, line in zip(table.rows, lines_of(ENGLISH, table), strict=True):
        assert line.startswith(f"{row.label}: ") and line.endswith(f"; {row.games} games")
        assert row.points.low < row.points.value < row.points.high
        assert f"± {row.points.high - row.points.value:.1f}".removesuffix(".0") in line


def test_nothing_of_few_games_is_shown() -> None:
    few = {Key("points"): sums(3), Key("order", "0"): sums(1, LEAST_GAMES - 1),
           Key("order", "1"): sums(1, LEAST_GAMES)}  # fmt: skip
    assert [row.label for row in figures_table(ENGLISH, "order", few).rows] == ["Seat 2"]
    table, lines = players_table(ENGLISH, {2: {Key("points"): sums(1, LEAST_GAMES - 1)}})
    assert (table.rows, lines) == ((), [])
    one_winner = Sums(30, 30, 3_000, 310_000, 60, 1, 300, 90_000)
    [row] = figures_table(ENGLISH, "order", {Key("order", "0"): one_winner}).rows
    assert row.winners is None, "the mean of those who won is one of few games, too"


def test_points_by_round_add_up_to_the_end() -> None:
    made = figures()
    table = rounds_table(ENGLISH, made)
    assert len(table.rounds) == 28
    for number, source in enumerate(table.sources):
        parts = [s.total for key, s in made.items() if key.name.startswith(f"{source}.")]
        assert table.rounds[-1][number] == pytest.approx(sum(parts) / 4 / (2 * GAMES))
    assert len(source_lines(ENGLISH, made)) == len(table.sources)


def test_pictures_say_what_they_show() -> None:
    figure = draw_figures(figures_table(ENGLISH, "tribe", figures()), t=ENGLISH)
    assert figure.filename == "statistics.png"
    assert figure.alt.startswith("Tribes, 1312 games. Average points: ") and len(figure.alt) <= 1024
    assert "Yaluk" in figure.alt
    rounds = draw_rounds(rounds_table(ENGLISH, figures()), t=ENGLISH, theme="light")
    assert "temples" in rounds.alt and len(rounds.alt) <= 1024


# --- The picture of a person: places, gears and the rating, and all of it in words ----------------


def test_a_row_of_all_games_and_one_of_each_size() -> None:
    sizes = {players: games_of_a_person(players) for players in (2, 4)}
    card = profile_card(ENGLISH, "Ana", sizes)
    assert card is not None
    assert [row.label for row in card.rows] == ["All games", "2 players", "4 players"]
    whole, two, four = card.rows
    assert whole.games == two.games + four.games == card.games == sum(whole.places)
    assert whole.places[:2] == tuple(
        a + b for a, b in zip(two.places, four.places[:2], strict=True)
    )
    assert [n for _, n in card.gears] == sorted((n for _, n in card.gears), reverse=True)
    assert profile_card(ENGLISH, "Ana", {3: {Key("gear", "tikal"): Sums()}}) is None


def test_one_game_is_shown_with_its_place() -> None:
    one = {3: {Key("points"): Sums(1, 1, 165), Key("place", "2"): Sums(1, 1, 165)}}
    card = profile_card(ENGLISH, "Ana", one)
    assert card is not None
    [row] = card.rows
    assert (row.label, row.games, row.points, row.places) == ("3 players", 1, 41.25, (0, 1))
    drawn = draw_profile(card, t=ENGLISH, theme="light")
    assert drawn.filename == "profile.png"
    assert drawn.alt.startswith("Ana, 1 game. 3 players: 1 game, 41.2 points on average; place 2:")


@pytest.mark.parametrize("games", [3, PROVISIONAL_GAMES])
def test_a_rating_says_what_it_rests_on(games: int) -> None:
    rating = Rating(28.0, 3.0, games)
    told, means = rating_lines(ENGLISH, rating)
    assert told.startswith(f"Rating: 19.0 after {games} games")
    assert told.endswith("(estimated 28 ± 9)") and means.startswith("-# ")
    assert ("provisional" in told) == (games < PROVISIONAL_GAMES)
    card = profile_card(ENGLISH, "Ana", {2: games_of_a_person(2)}, [rating] * games)
    assert card is not None
    assert f"Rating 19.0 after {games} games" in draw_profile(card, t=ENGLISH).alt


# --- The picture of a review: every seat, and the numbers in words --------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_seat_is_named_and_its_points_are_told(seats: int) -> None:
    shown = expectations(seats)
    with watched():
        words = [one.string for one in written(review_image(shown, THEMES["light"], ENGLISH))]
    for name in shown.names:
        assert any(word.rstrip("…") and name.startswith(word.rstrip("…")) for word in words)
    alt = alt_expectations(shown, ENGLISH)
    assert all(f"{name} {60 + 3 * n}" in alt for n, name in enumerate(shown.names[:1]))
    assert alt.count("After the food day of round") == 3
    assert "Final score: " in alt


def test_long_names_are_cut_where_there_is_no_room() -> None:
    shown = replace(expectations(5), names=tuple(f"{'Wolfgang Amadeus ' * 3}{n}" for n in "ABCDE"))
    alt = alt_expectations(shown, ENGLISH)
    assert len(alt) <= LONGEST and "Wolfgang Amade" in alt
    assert draw_review(shown, t=ENGLISH).filename == "review.png"
