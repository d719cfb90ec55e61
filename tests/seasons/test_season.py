"""The season as a state machine: what may happen when, and what follows; its disputes, and its
events as JSON."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.refusal import Refusal
from bot.seasons.applying import apply, replay
from bot.seasons.drawing import announced, draw_late_entry, draw_round
from bot.seasons.events import (
    FORMER,
    Adjusted,
    Cancelled,
    CheckedIn,
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
    MovedUp,
    Reopened,
    Replayed,
    Restored,
    RoundDrawn,
    Rules,
    RulesChanged,
    Seeded,
    Settled,
    SignedOff,
    SignedUp,
    Stage,
    StageDrawn,
    Stood,
    Substituted,
    SubstituteListed,
    SubstituteUnlisted,
    TakenBack,
    TimedOut,
    Voided,
    Withdrew,
    from_written,
    to_json,
)
from bot.seasons.results import UNIT, Line, Result
from bot.seasons.schedules import Round, pair_round
from bot.seasons.season import Season, open_disputes
from bot.seasons.stages import swiss
from bot.seasons.standings import byes_of, champions, moves_of, standings_of
from tests.seasons.tables import draw, read_again, result_of, row_of

# --- The season as a state machine: what may happen when, and what follows ------------------------

RULES = Rules(seats=3, division_size=3, promoted=1, relegated=1)


def run(*events: Event) -> Season:
    return replay(events)


def signed_up(*people: int, rules: Rules = RULES) -> Season:
    return run(Created("Spring", rules), *(SignedUp(person) for person in people))


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
    for drawn in season.open_tables():
        season = apply(season, Finished(result(drawn)))
    return season


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


def test_the_draw_is_written_out() -> None:
    """Reading the log needs no draw: a table drawn otherwise is read as it stands."""
    season = signed_up(1, 2, 3)
    event = draw(season, season.signed_up, seed=1)
    other = replace(event, tables=event.tables[:1])
    assert len(apply(season, other).tables) == 1


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
    again = run_events(closed, Reopened("by mistake"), Closed())
    assert again == closed, "undone"
    voided = Voided(1, "a mistake")
    changed = run_events(closed, Reopened("a mistake"), voided, Closed())
    assert standings_of(changed, 0) == standings_of(run_events(played, voided), 0)


def ladder(season: Season, *signed_up: int) -> list[int]:
    """Who of these people played, from the top of the season after this one."""
    return [one.person for one in announced(season, signed_up)]


def test_a_substitute_plays_on_for_the_entry() -> None:
    season = run_events(running(6), Withdrew(2, "ill"))
    assert standings_of(season, 0).rows[-1].entry == 2
    assert row_of(standings_of(season, 0), 2).withdrawn
    season = apply(season, Substituted(2, 99))
    assert not row_of(standings_of(season, 0), 2).withdrawn
    assert season.holder(2) == 99
    assert season.holders[2] == (2, 99)
    season = apply(all_finished(season), Closed())
    # 1 wins everything in the top division, then the entry of 2, then 3.
    assert champions(season) == (1,)
    assert ladder(season, 1, 99, 3, 4, 5, 6, 7) == [1, 99, 4, 3, 5, 6]
    assert ladder(season, 1, 2, 3, 4, 5, 6) == [1, 4, 3, 5, 6]


def test_a_substitute_from_another_division_keeps_the_own_place() -> None:
    season = run_events(running(6), Withdrew(1), Substituted(1, 4))
    season = apply(all_finished(season), Closed())
    assert champions(season) == (4,)
    assert ladder(season, 1, 2, 3, 4, 5, 6) == [2, 4, 3, 5, 6], "1 begins anew"


def test_coming_back_after_withdrawing() -> None:
    season = run_events(running(3), Withdrew(2), Substituted(2, 2))
    assert season.withdrawn == frozenset()
    assert season.holder(2) == 2


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
    season = run_events(running(3), Adjusted(1, UNIT, "kind"), Adjusted(1, -3 * UNIT, "late"))
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


def test_late_entry_brings_tables() -> None:
    season = running(13, rules=LATE)
    division = len(season.divisions) - 1
    before = games_of(season)
    late = draw_late_entry(season, 50, division, seed=1)
    assert late == draw_late_entry(season, 50, division, seed=1)
    assert all(50 in drawn.entries for drawn in late.tables)
    numbers = [drawn.table for drawn in late.tables]
    assert numbers == list(range(len(season.tables) + 1, len(season.tables) + 1 + len(numbers)))
    season = apply(season, late)
    assert row_of(standings_of(season, division), 50).games == 0
    after = games_of(season)
    assert all(after[entry] - before[entry] <= 1 for entry in before)
    season = apply(all_finished(season), Closed())
    assert row_of(standings_of(season, division), 50).games == len(late.tables)


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


def test_who_enters_late_and_leaves_takes_the_tables_along() -> None:
    season = running(7, rules=LATE)
    late = draw_late_entry(season, 50, 0, seed=1)
    numbers = tuple(drawn.table for drawn in late.tables)
    gone = run_events(season, late, Withdrew(50, dropped=numbers))
    assert games_of(gone) == games_of(season)
    assert gone.open_tables() == season.open_tables()
    another = draw_late_entry(gone, 51, 0, seed=1)
    assert len(another.tables) == len(late.tables), "the others have room for a game again"


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


def test_swiss_rounds_are_paired_by_who_met_in_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before: list[Round] = []

    def noting(*known: Any, **rest: Any) -> Round:
        before[:] = known[2] if len(known) > 2 else []
        return pair_round(*known, **rest)

    monkeypatch.setattr(swiss, "pair_round", noting)
    season = running(6, rules=Rules(seats=2, stages=(Stage("swiss", 4),), division_size=20))
    drawn = [season.open_tables()]
    for _ in range(3):
        season = all_finished(season)
        event = draw_round(season, 0, seed=5)
        assert [one.tables for one in before] == [tuple(t.entries for t in one) for one in drawn]
        drawn.append(list(event.tables))
        season = apply(season, event)


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


def run_events(season: Season, *events: Event) -> Season:
    for event in events:
        season = apply(season, event)
    return season


TABLE = DrawnTable(1, 0, 0, (1, 2, 3))


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
        (
            signed_up(1, 2, 3),
            Drawn((DrawnDivision(0, (1, 2, 3)),), (replace(TABLE, table=2),), "1"),
            "no-draw",
        ),
        (
            signed_up(1, 2, 3),
            Drawn((DrawnDivision(0, (1, 2, 3)),), (replace(TABLE, entries=(1, 2, 4)),), "1"),
            "no-draw",
        ),
        (
            signed_up(1, 2, 3),
            Drawn((DrawnDivision(0, (1, 2, 3)),), (replace(TABLE, entries=(1, 2, 2)),), "1"),
            "no-draw",
        ),
        (running(), SignedUp(9), "running"),
        (running(), Withdrew(9), "not-in-season"),
        (run_events(running(), Withdrew(1)), Withdrew(1), "withdrawn"),
        (running(), Substituted(1, 2), "same-division"),
        (running(), Substituted(1, 1), "same-division"),
        (running(), Substituted(9, 10), "not-in-season"),
        (running(), RoundDrawn(0, ()), "no-draw"),
        (running(rules=LATE), EnteredLate(1, 0, ()), "takes-part"),
        (running(rules=LATE), EnteredLate(9, 2, ()), "division"),
        (running(), EnteredLate(9, 0, ()), "late"),
        (run_events(running(rules=LATE), Substituted(1, 9)), EnteredLate(9, 0, ()), "takes-part"),
        (running(), Finished(replace(result(running().tables[1]), table=77)), "no-table-in-season"),
        (running(), Finished(replace(result(running().tables[4]), table=1)), "result"),
        (running(), Corrected(result(running().tables[1]), "why"), "unfinished"),
        (running(), TimedOut(1, 6), "time-out"),
        (run_events(running(), Voided(1, "x")), Voided(1, "x"), "voided"),
        (running(), Closed(), "open-tables"),
        (apply(all_finished(running()), Closed()), Withdrew(1), "season-ended"),
    ],
)
def test_events_refused(season: Season, event: Event, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        apply(season, event)
    assert refused.value.code == code
    assert str(refused.value) == refused.value.template.format(**refused.value.params)


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


# --- Disputes in a season's log -------------------------------------------------------------------

SEASON = running()
PLAYED_TABLE = SEASON.tables[1]
MINE, OTHER = (
    PLAYED_TABLE.entries[0],
    next(e for e in SEASON.division_of if e not in PLAYED_TABLE.entries),
)
DISPUTED = apply(SEASON, Disputed(1, MINE, "my worker stood on 3"))


def after(season: Season, *events: Event) -> Season:
    for event in events:
        season = apply(season, event)
    return season


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
    ],
)
def test_disputes_refused(season: Season, event: Event, code: str) -> None:
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
    assert apply(season, Disputed(1, PLAYED_TABLE.entries[1], "mine")).disputes[3].decision is None


def test_a_table_played_again_forgets_how_it_ended() -> None:
    season = apply(SEASON, Finished(result(PLAYED_TABLE), "adjudicated"))
    assert season.results[1].how == "adjudicated"
    assert apply(season, Replayed(1, "wrong")).results == {}


# --- Events as JSON and back ----------------------------------------------------------------------

RESULT = Result(3, (Line(1, 1, 200, turns=((1, 10), (9, 4)), computer_turns=2), Line(None, 2, -4)))
SEATED_TABLE = DrawnTable(1, 0, 0, (2, 1))
EVENTS: list[Event] = [
    Created("Spring", Rules(stages=(Stage("swiss", 4),), pyramid=True)),
    RulesChanged("Summer", Rules(seats=2)),
    Cancelled("too few"),
    SignedUp(7),
    SignedOff(7),
    CheckedIn(7),
    Seeded((2, 1), (0, 0)),
    Drawn((DrawnDivision(0, (1, 2)),), (SEATED_TABLE,), "12"),
    RoundDrawn(0, (SEATED_TABLE,), (3,), (2,)),
    MovedUp(3, 1, (2,), (DrawnTable(3, 1000, 1, (2, 3)),)),
    StageDrawn(1, (2, 1), (DrawnTable(2, 1000, 1, (2, 1)),), (3,)),
    TakenBack((2, 3)),
    EnteredLate(8, 0, (SEATED_TABLE,)),
    Withdrew(1, "moving house"),
    Substituted(1, 9),
    SubstituteListed(9),
    SubstituteUnlisted(9),
    TimedOut(1, 2, 3),
    Finished(RESULT),
    Finished(RESULT, "adjudicated"),
    Corrected(RESULT, "miscounted"),
    Voided(1, "wrong modules"),
    Restored(1, "the right ones after all"),
    Replayed(1, "a mistake of the program"),
    Disputed(1, 9, "my worker stood on 3"),
    Settled(1, "rejected", "the log says 4"),
    Adjusted(1, -60_000, "late"),
    Closed((Stood(0, 9, 1, 600_000, 60_000), Stood(0, 4, None, 0, 0))),
    Reopened("a dispute"),
]


def test_every_event_is_here() -> None:
    assert {Former, *map(type, EVENTS)} == set(Event.__subclasses__())


@pytest.mark.parametrize("kind", FORMER)
def test_what_only_former_versions_wrote_changes_nothing(kind: str) -> None:
    event = from_written(kind, f'{{"event": "{kind}", "table": 1, "days": 3}}')
    assert apply(SEASON, event) == SEASON


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_there_and_back(event: Event) -> None:
    assert read_again(event) == event
    spaced = json.dumps(to_json(event))
    assert from_written(type(event).__name__, spaced) == event, "as version 1.0.0 wrote it"


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
