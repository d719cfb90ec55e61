"""A points scheme more: it is counted, offered and told by its numbers."""

from bot.seasons.results import UNIT, scheme_named, scheme_names
from bot.text.leagues import scheme_name, scheme_words
from tests.docs.proofs.shown import ENGLISH


def test_it_counts() -> None:
    scheme = scheme_named("5-3-2-1")
    given = scheme.for_table([1, 2, 3], [200, 100, 50])
    assert given == [7 * UNIT, 4 * UNIT, 3 * UNIT // 2]


def test_it_is_offered_and_told() -> None:
    scheme = scheme_named("5-3-2-1")
    assert "5-3-2-1" in scheme_names()
    assert scheme_name(ENGLISH, scheme, 4) == "5 · 3 · 2 · 1"
    assert scheme_words(ENGLISH, scheme, 4) == (
        "League points by place: 5, 3, 2 and 1, plus up to 2 more, the closer to the winner's score"
    )
