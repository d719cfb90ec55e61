"""Pictures of statistics: every row and figure on them, and in words with the number of games."""

import pytest

from bot.model.figures import LEAST_GAMES, Key, Sums
from bot.text.descriptions.figures import (
    PAGES,
    figures_table,
    lines_of,
    players_table,
    rounds_table,
    source_lines,
)
from bot.text.translation import ENGLISH
from rendering.results.statistics import MOST_FIGURES, draw_figures, draw_rounds
from tests.rendering.figures import GAMES, figures, sums


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
    assert figure.alt.startswith("Tribes, 1312 games. Mean points: ") and len(figure.alt) <= 1024
    assert "Yaluk" in figure.alt
    rounds = draw_rounds(rounds_table(ENGLISH, figures()), t=ENGLISH, theme="light")
    assert "temples" in rounds.alt and len(rounds.alt) <= 1024
