"""Disputes and deadlines in a season's log."""

import pytest

from bot.refusal import Refusal
from bot.seasons.applying import apply
from bot.seasons.events import (
    Closed,
    DeadlineMoved,
    Disputed,
    Event,
    Finished,
    Replayed,
    Settled,
    Substituted,
)
from bot.seasons.season import Season, open_disputes
from tests.leagues.model.test_season import all_finished, result, running

SEASON = running()
TABLE = SEASON.tables[1]
MINE, OTHER = TABLE.entries[0], next(e for e in SEASON.division_of if e not in TABLE.entries)
DISPUTED = apply(SEASON, Disputed(1, MINE, "my worker stood on 3"))


def after(season: Season, *events: Event) -> Season:
    for event in events:
        season = apply(season, event)
    return season


def test_a_dispute_is_open_until_it_is_decided() -> None:
    assert list(open_disputes(DISPUTED.disputes)) == [1]
    assert not open_disputes(DISPUTED.disputes, 2)
    both = apply(DISPUTED, Disputed(1, TABLE.entries[1], "and mine on 4"))
    one = apply(both, Settled(1, "rejected", "the log says 4"))
    assert list(open_disputes(one.disputes, 1)) == [2]
    assert (one.disputes[0].decision, one.disputes[0].answer) == ("rejected", "the log says 4")
    assert one.disputes[1] == both.disputes[1]


def test_who_played_for_an_entry_before_may_dispute_its_table() -> None:
    season = apply(SEASON, Substituted(MINE, 99))
    assert apply(season, Disputed(1, MINE, "before I left")).disputes
    assert apply(season, Disputed(1, 99, "since I came")).disputes


@pytest.mark.parametrize(
    ("season", "event", "code"),
    [
        (SEASON, Disputed(1, OTHER, "not mine"), "not-at-table"),
        (SEASON, Disputed(77, MINE, "where?"), "no-table-in-season"),
        (SEASON, Disputed(1, MINE, "  "), "reason-dispute"),
        (DISPUTED, Disputed(1, MINE, "once more"), "disputed"),
        (SEASON, Settled(1, "settled", "none"), "no-dispute"),
        (DISPUTED, Settled(0, "settled", "none"), "no-dispute"),
        (
            after(DISPUTED, Settled(1, "settled", "x")),
            Settled(1, "settled", "y"),
            "dispute-settled",
        ),
        (after(all_finished(SEASON), Closed()), Disputed(1, MINE, "too late"), "season-ended"),
        (SEASON, DeadlineMoved(1, 0, "none"), "days"),
        (SEASON, DeadlineMoved(77, 1, "where?"), "no-table-in-season"),
        (after(SEASON, Finished(result(TABLE))), DeadlineMoved(1, 1, "late"), "over"),
    ],
)
def test_refused(season: Season, event: Event, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        apply(season, event)
    assert refused.value.code == code


def test_a_table_is_not_disputed_without_end() -> None:
    season = SEASON
    for number in (1, 2, 3):
        season = after(season, Disputed(1, MINE, "again"), Settled(number, "rejected", "no"))
    with pytest.raises(Refusal) as refused:
        apply(season, Disputed(1, MINE, "again"))
    assert refused.value.code == "disputed-often"
    assert apply(season, Disputed(1, TABLE.entries[1], "mine")).disputes[3].decision is None


def test_a_table_played_again_forgets_its_days_and_how_it_ended() -> None:
    season = after(
        SEASON, DeadlineMoved(1, 3, "a"), DeadlineMoved(1, 4, "b"),
        Finished(result(TABLE), "adjudicated"),
    )  # fmt: skip
    assert (season.more_days, season.results[1].how) == ({1: 7}, "adjudicated")
    again = apply(season, Replayed(1, "wrong"))
    assert (again.more_days, again.results) == ({}, {})
