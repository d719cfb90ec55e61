"""The season as a state machine: what may happen when, and what follows; its disputes, and its
events as JSON."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.refusal import Refusal
from bot.seasons.applying import apply, replay
from bot.seasons.drawing import announced, draw_late_entry, draw_round
from bot.seasons.events import (
    FORMER,
    Adjusted,
    Closed,
    Corrected,
    Created,
    Disputed,
    Drawn,
    DrawnDivision,
    DrawnTable,
    EnteredLate,
    Event,
    Finished,
    Former,
    Reopened,
    Replayed,
    RoundDrawn,
    Rules,
    Settled,
    SignedOff,
    SignedUp,
    Stage,
    Stood,
    Substituted,
    TimedOut,
    Voided,
    Withdrew,
    from_written,
    to_json,
)
from bot.seasons.results import UNIT, Result
from bot.seasons.season import Season, open_disputes
from bot.seasons.stages.swiss import rounds_played
from bot.seasons.standings import all_standings, byes_of, champions, moves_of, standings_of
from tests.seasons.tables import draw, read_again, result_of, row_of

# --- The season as a state machine: what may happen when, and what follows ------------------------

RULES = Rules(seats=3, division_size=3, promoted=1, relegated=1)


def after(season: Season, *events: Event) -> Season:
    return replay(events, season)


def signed_up(*people: int, rules: Rules = RULES) -> Season:
    return replay([Created("Spring", rules), *map(SignedUp, people)])


def running(people: int = 6, rules: Rules = RULES, seed: int = 1) -> Season:
    season = signed_up(*range(1, people + 1), rules=rules)
    return apply(season, draw(season, season.signed_up, seed=seed))


def result(drawn: DrawnTable, *winning: int) -> Result:
    """The table's result: the entries named first, in this order, then the others."""
    order = [*winning, *(entry for entry in sorted(drawn.entries) if entry not in winning)]
    return result_of(
        drawn.table,
        drawn.entries,
        [(order.index(entry) + 1, 100 - 4 * order.index(entry)) for entry in drawn.entries],
    )


def all_finished(season: Season) -> Season:
    return after(season, *(Finished(result(drawn)) for drawn in season.open_tables()))


def test_signing_up_and_off() -> None:
    season = signed_up(3, 1, 2)
    assert season.signed_up == (3, 1, 2)
    assert apply(season, SignedOff(1)).signed_up == (3, 2)


def test_the_draw() -> None:
    season = running(6)
    assert season.phase == "running"
    assert season.divisions == (DrawnDivision(0, (1, 2, 3)), DrawnDivision(1, (4, 5, 6)))
    assert len(season.tables) == 6, "three games each, in each seat once"
    for seat in range(3):
        assert {t.entries[seat] for t in season.tables.values() if t.division == 1} == {4, 5, 6}


def test_only_tables_whose_players_are_free_may_open() -> None:
    season = running(6)
    assert {drawn.table for drawn in season.may_open()} == {1, 4}
    [first] = [drawn for drawn in season.may_open() if drawn.division == 0]
    season = apply(season, Finished(result(first)))
    assert {drawn.table for drawn in season.may_open()} == {2, 4}
    assert {drawn.table for drawn in season.may_open(frozenset({5}))} == {2}
    without = replace(season, withdrawn=frozenset({5}))
    assert {drawn.table for drawn in without.may_open(frozenset({5}))} == {2, 4}


def test_a_corrected_result_corrects_the_standings() -> None:
    season = running(3)
    drawn = season.tables[1]
    season = apply(season, Finished(result(drawn, 1, 2, 3)))
    assert standings_of(season, 0).rows[0].entry == 1
    season = apply(season, Corrected(result(drawn, 2, 1, 3), "seats were mixed up"))
    assert standings_of(season, 0).rows[0].entry == 2
    season = apply(season, Voided(1, "wrong modules"))
    assert all(row.games == 0 for row in standings_of(season, 0).rows)


def test_the_order_of_version_1_0_0_stands_until_something_happens() -> None:
    played = all_finished(running())
    stood = tuple(Stood(0, entry, 4 - entry, 60_000 * entry, 0) for entry in (3, 2, 1))
    closed = apply(played, Closed(stood))
    assert champions(closed) == (3,)
    again = after(closed, Reopened("by mistake"), Closed())
    assert again == closed, "undone"
    voided = Voided(1, "a mistake")
    changed = after(closed, Reopened("a mistake"), voided, Closed())
    assert standings_of(changed, 0) == standings_of(after(played, voided), 0)


def ladder(season: Season, *signed_up: int) -> list[int]:
    """Who of these people played, from the top of the season after this one."""
    return [one.person for one in announced(season, signed_up)]


def test_a_substitute_plays_on_for_the_entry() -> None:
    season = after(running(6), Withdrew(2, "ill"))
    assert standings_of(season, 0).rows[-1].entry == 2
    assert row_of(standings_of(season, 0), 2).withdrawn
    season = apply(season, Substituted(2, 99))
    assert not row_of(standings_of(season, 0), 2).withdrawn
    assert season.holder(2) == 99
    assert season.holders[2] == (2, 99)
    back = after(running(6), Withdrew(2), Substituted(2, 2))
    assert back.withdrawn == frozenset() and back.holder(2) == 2
    season = apply(all_finished(season), Closed())
    # 1 wins everything in the top division, then the entry of 2, then 3.
    assert champions(season) == (1,)
    assert ladder(season, 1, 99, 3, 4, 5, 6, 7) == [1, 99, 4, 3, 5, 6]
    assert ladder(season, 1, 2, 3, 4, 5, 6) == [1, 4, 3, 5, 6]


def test_a_substitute_from_another_division_keeps_the_own_place() -> None:
    season = after(running(6), Withdrew(1), Substituted(1, 4))
    season = apply(all_finished(season), Closed())
    assert champions(season) == (4,)
    assert ladder(season, 1, 2, 3, 4, 5, 6) == [2, 4, 3, 5, 6], "1 begins anew"


def test_moves_are_shown_while_the_season_runs() -> None:
    season = running(6)
    assert not any(move.certain for move in moves_of(season))
    over = all_finished(season)
    done = moves_of(over)
    assert [move.entry for move in done if move.certain] == [1, 2, 4], "others may yet leave"
    assert all(move.certain for move in moves_of(apply(over, Closed())))
    assert {move.entry: move.direction for move in done} == {
        1: "stays", 2: "stays", 3: "down", 4: "up", 5: "stays", 6: "stays",
    }  # fmt: skip


def test_points_apart_from_tables() -> None:
    season = after(running(3), Adjusted(1, UNIT, "kind"), Adjusted(1, -3 * UNIT, "late"))
    assert row_of(standings_of(season, 0), 1).points == -2 * UNIT


LATE = Rules(late_entry=True)


def games_of(season: Season) -> Counter[int]:
    """The games of each entry that count."""
    return Counter(
        entry
        for number, drawn in season.tables.items()
        if number not in season.voided
        for entry in drawn.entries
    )


def test_a_late_entry_brings_tables_and_takes_them_along() -> None:
    before = running(13, rules=LATE)
    late = draw_late_entry(before, 50, 1, seed=1)
    assert late == draw_late_entry(before, 50, 1, seed=1)
    assert all(50 in drawn.entries for drawn in late.tables)
    numbers = tuple(drawn.table for drawn in late.tables)
    assert numbers == tuple(range(len(before.tables) + 1, len(before.tables) + 1 + len(numbers)))
    season = apply(before, late)
    assert row_of(standings_of(season, 1), 50).games == 0
    over = apply(all_finished(season), Closed())
    assert row_of(standings_of(over, 1), 50).games == len(numbers)

    gone = apply(season, Withdrew(50, dropped=numbers))
    assert games_of(gone) == games_of(before)
    assert gone.open_tables() == before.open_tables() != season.open_tables()
    assert gone.late_places(1) == before.late_places(1)
    assert all_standings(gone) == all_standings(before)
    assert moves_of(gone) == moves_of(before), "nobody stays because somebody came and went"
    another = draw_late_entry(gone, 51, 1, seed=1)
    assert len(another.tables) == len(numbers), "the others have room for a game again"


@given(st.integers(4, 24), st.integers(2, 5), st.integers(1, 8), st.integers(0, 2**32))
def test_late_entries_never_inflate_a_season(
    players: int, seats: int, newcomers: int, seed: int
) -> None:
    season = running(
        players, rules=replace(LATE, seats=seats, stages=(Stage(games=seats),), division_size=24)
    )
    most = max(games_of(season).values())
    for newcomer in range(100, 100 + newcomers):
        before = games_of(season)
        try:
            late = draw_late_entry(season, newcomer, 0, seed=seed)
        except Refusal as refusal:
            assert refusal.code == "late-full"
            break
        season = apply(season, late)
        after = games_of(season)
        assert 1 <= after[newcomer] <= most
        assert all(after[entry] - before[entry] <= 1 for entry in before)
        assert max(after.values()) <= most + 1
        assert {len(drawn.entries) for drawn in late.tables} <= {seats, max(seats - 1, 2)}


def test_swiss_rounds() -> None:
    rules = Rules(seats=4, stages=(Stage("swiss", 3),), division_size=20)
    season = running(13, rules=rules)
    assert len(season.tables) == 4, "four, three, three, three"
    for number in range(1, 3):
        with pytest.raises(Refusal, match="does not fit"):
            apply(season, RoundDrawn(0, ()))
        season = all_finished(season)
        season = apply(season, draw_round(season, 0, seed=5))
        assert len(season.tables) == 4 * (number + 1)
    season = apply(all_finished(season), Closed())
    assert {row.games for row in standings_of(season, 0).rows} == {3}


def test_nobody_meets_again_in_swiss_rounds() -> None:
    season = running(6, rules=Rules(seats=2, stages=(Stage("swiss", 4),), division_size=20))
    drawn = [season.open_tables()]
    for _ in range(3):
        season = all_finished(season)
        season = apply(season, draw_round(season, 0, seed=5))
        drawn.append(season.open_tables())
    played = [tuple(one.entries for one in tables) for tables in drawn]
    assert [one.tables for one in rounds_played(season, 0)] == played
    assert len({frozenset(pair) for pairs in played for pair in pairs}) == 4 * 3


def test_swiss_byes_count_as_an_average_game() -> None:
    rules = Rules(seats=2, stages=(Stage("swiss", 2),), division_size=20)
    season = running(5, rules=rules)
    [[out]] = byes_of(season, 0)
    assert row_of(standings_of(season, 0), out).points == 5 * UNIT
    season = all_finished(season)
    season = apply(season, draw_round(season, 0, seed=5))
    (_, [second]) = byes_of(season, 0)
    assert second != out
    assert out in {entry for n in (3, 4) for entry in season.tables[n].entries}


def test_rounds_form() -> None:
    season = running(8, rules=Rules(stages=(Stage(games=3, in_rounds=True),), division_size=8))
    assert len(season.tables) == 6
    for number in range(3):
        there = [e for t in season.tables.values() if t.round == number for e in t.entries]
        assert sorted(there) == list(range(1, 9))


def test_a_finished_table_is_not_finished_again() -> None:
    season = running(3)
    event = Finished(result(season.tables[1]))
    season = apply(season, event)
    with pytest.raises(Refusal, match="correct it instead"):
        apply(season, event)
    with pytest.raises(Refusal, match="not this player"):
        apply(season, TimedOut(1, 1))


def test_apply_leaves_the_season_as_it_was() -> None:
    season = running(3)
    before = replace(season)
    apply(season, Finished(result(season.tables[1])))
    apply(season, Withdrew(1))
    assert season == before
    assert season.results == {}


# --- Disputes, and all that is refused ------------------------------------------------------------

SEASON = running()
PLAYED_TABLE = SEASON.tables[1]
MINE, OTHER = (
    PLAYED_TABLE.entries[0],
    next(e for e in SEASON.division_of if e not in PLAYED_TABLE.entries),
)
DISPUTED = apply(SEASON, Disputed(1, MINE, "my worker stood on 3"))


def test_a_dispute_is_open_until_it_is_decided() -> None:
    assert list(open_disputes(DISPUTED.disputes)) == [1]
    assert not open_disputes(DISPUTED.disputes, 2)
    both = apply(DISPUTED, Disputed(1, PLAYED_TABLE.entries[1], "and mine on 4"))
    one = apply(both, Settled(1, "rejected", "the log says 4"))
    assert list(open_disputes(one.disputes, 1)) == [2]
    assert (one.disputes[0].decision, one.disputes[0].answer) == ("rejected", "the log says 4")
    assert one.disputes[1] == both.disputes[1]


def test_who_played_for_an_entry_before_may_dispute_its_table() -> None:
    season = apply(SEASON, Substituted(MINE, 99))
    assert apply(season, Disputed(1, MINE, "before I left")).disputes
    assert apply(season, Disputed(1, 99, "since I came")).disputes


def test_a_table_is_not_disputed_without_end() -> None:
    season = SEASON
    for number in (1, 2, 3):
        season = after(season, Disputed(1, MINE, "again"), Settled(number, "rejected", "no"))
    with pytest.raises(Refusal) as refused:
        apply(season, Disputed(1, MINE, "again"))
    assert refused.value.code == "disputed-often"
    assert apply(season, Disputed(1, PLAYED_TABLE.entries[1], "mine")).disputes[3].decision is None


def test_a_table_played_again_forgets_how_it_ended() -> None:
    season = apply(SEASON, Finished(result(PLAYED_TABLE), "adjudicated"))
    assert season.results[1].how == "adjudicated"
    assert apply(season, Replayed(1, "wrong")).results == {}


def only_table(number: int, *entries: int) -> Drawn:
    """A draw of 1, 2 and 3 with this one table."""
    return Drawn((DrawnDivision(0, (1, 2, 3)),), (DrawnTable(number, 0, 0, entries),), "1")


@pytest.mark.parametrize(
    ("season", "event", "code"),
    [
        (Season(), SignedUp(1), "new"),
        (Season(), Created("x", Rules(seats=6)), "seats-of-table"),
        (Season(), Created("x", Rules(stages=(Stage("swiss"),))), "rounds"),
        (signed_up(1), Created("again", RULES), "created"),
        (signed_up(1), SignedUp(1), "signed-up"),
        (signed_up(1), SignedOff(2), "not-signed-up"),
        (signed_up(1), Closed(), "sign-up"),
        (signed_up(1, 2), Drawn((DrawnDivision(0, (1, 2, 3)),), (), "1"), "no-draw"),
        (signed_up(1, 2), Drawn((DrawnDivision(0, (1, 1, 2)),), (), "1"), "no-draw"),
        (signed_up(1, 2, 3), only_table(2, 1, 2, 3), "no-draw"),
        (signed_up(1, 2, 3), only_table(1, 1, 2, 4), "no-draw"),
        (signed_up(1, 2, 3), only_table(1, 1, 2, 2), "no-draw"),
        (SEASON, SignedUp(9), "running"),
        (SEASON, Withdrew(9), "not-in-season"),
        (after(SEASON, Withdrew(1)), Withdrew(1), "withdrawn"),
        (SEASON, Substituted(1, 2), "same-division"),
        (SEASON, Substituted(1, 1), "same-division"),
        (SEASON, Substituted(9, 10), "not-in-season"),
        (SEASON, RoundDrawn(0, ()), "no-draw"),
        (running(rules=LATE), EnteredLate(1, 0, ()), "takes-part"),
        (running(rules=LATE), EnteredLate(9, 2, ()), "division"),
        (SEASON, EnteredLate(9, 0, ()), "late"),
        (after(running(rules=LATE), Substituted(1, 9)), EnteredLate(9, 0, ()), "takes-part"),
        (SEASON, Finished(replace(result(SEASON.tables[1]), table=77)), "no-table-in-season"),
        (SEASON, Finished(replace(result(SEASON.tables[4]), table=1)), "result"),
        (SEASON, Corrected(result(SEASON.tables[1]), "why"), "unfinished"),
        (SEASON, TimedOut(1, 6), "time-out"),
        (after(SEASON, Voided(1, "x")), Voided(1, "x"), "voided"),
        (SEASON, Closed(), "open-tables"),
        (apply(all_finished(SEASON), Closed()), Withdrew(1), "season-ended"),
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
    ],
)
def test_events_refused(season: Season, event: Event, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        apply(season, event)
    assert refused.value.code == code
    assert str(refused.value) == refused.value.template.format(**refused.value.params)


# --- Events as JSON and back ----------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMER)
def test_what_only_former_versions_wrote_changes_nothing(kind: str) -> None:
    event = from_written(kind, f'{{"event": "{kind}", "table": 1, "days": 3}}')
    assert apply(SEASON, event) == SEASON


@pytest.mark.parametrize("kind", sorted({*Event.__subclasses__()} - {Former}, key=str))
@given(st.data())
@settings(max_examples=30, deadline=None)
def test_there_and_back(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(st.from_type(kind))
    assert read_again(event) == event
    spaced = json.dumps(to_json(event))
    assert from_written(kind.__name__, spaced) == event, "as version 1.0.0 wrote it"


def test_a_field_that_came_later_takes_its_default() -> None:
    assert from_written("Withdrew", '{"event":"Withdrew","entry":4}') == Withdrew(4)
    created = '{"event": "Created", "name": "x", "rules": {}}'
    assert from_written("Created", created) == Created("x", Rules())


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"event": "Exploded"},
        {"event": "SignedUp"},
        {"event": "SignedUp", "person": "7"},
        {"event": "SignedUp", "person": True},
        {"event": "SignedUp", "person": 7, "colour": "red"},
        {"event": "Created", "name": "x", "rules": {"form": "golf"}},
        {"event": "Created", "name": "x"},
        {"event": "Created", "name": "x", "rules": 3},
        {"event": "Drawn", "divisions": 3, "tables": [], "seed": ""},
        {"event": "Finished", "result": [1, 2]},
    ],
)
def test_what_is_no_event_is_refused(raw: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        from_written(str(raw.get("event")), json.dumps(raw))
