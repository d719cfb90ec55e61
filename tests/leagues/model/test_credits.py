"""Split credit: points shared by turns, exact in sum."""

from hypothesis import given
from hypothesis import strategies as st

from bot.seasons.results import UNIT, Credit, Line, Result, credits_of, scheme_named, shares

POINTS = scheme_named("10-6-3-1")


def test_substitute_gets_the_part_played() -> None:
    result = Result(
        1,
        (
            Line(1, 1, 200, turns=((1, 10), (9, 30))),
            Line(2, 2, 100),
            Line(3, 3, 80, turns=((3, 5),), computer_turns=20),
        ),
    )
    assert credits_of([result], POINTS) == {
        1: Credit(10 * UNIT // 4, UNIT // 4, UNIT // 4),
        9: Credit(30 * UNIT // 4, 3 * UNIT // 4, 3 * UNIT // 4),
        2: Credit(4 * UNIT, UNIT, 0),
        3: Credit(0, UNIT, 0),
    }


def test_coming_back_counts_together() -> None:
    line = Line(1, 1, 200, turns=((1, 3), (9, 2), (1, 1)))
    assert shares(line, 60) == {1: 40, 9: 20}


def test_a_seat_played_by_the_computer_alone_is_nobodys() -> None:
    assert shares(Line(1, 1, 200, computer_turns=30), 60) == {}
    assert shares(Line(None, 1, 200), 60) == {}


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 40)), min_size=1, max_size=6),
    st.integers(0, 10**7),
)
def test_nothing_is_lost_in_rounding(turns: list[tuple[int, int]], whole: int) -> None:
    given_shares = shares(Line(1, 1, 4, turns=tuple(turns)), whole)
    assert sum(given_shares.values()) == whole
    everything = sum(count for _, count in turns)
    for person, part in given_shares.items():
        exact = whole * sum(count for who, count in turns if who == person) / everything
        assert abs(part - exact) < 1
