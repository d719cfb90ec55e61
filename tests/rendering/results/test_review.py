"""The picture of a review: every seat, and the numbers in words."""

from dataclasses import replace

import pytest

from bot.text.descriptions.alt_text import LONGEST
from bot.text.descriptions.results import alt_expectations
from bot.text.translation import ENGLISH
from rendering.drawing.theme import THEMES
from rendering.results.final import draw_review, review_image
from tests.rendering.kinds import expectations
from tests.rendering.written import watched, written


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
