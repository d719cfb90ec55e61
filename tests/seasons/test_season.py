"""The season as a state machine: what may happen when, and what follows; its disputes, and its
events as JSON."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
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
    Restored,
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
from bot.seasons.results import UNIT, Line, Result
from bot.seasons.season import Season, open_disputes
from bot.seasons.stages.swiss import rounds_played
from bot.seasons.standings import all_standings, byes_of, champions, moves_of, standings_of
from tests.seasons.recount import order_again
from tests.seasons.tables import draw, read_again, row_of, table

# --- The season as a state machine: what may happen when, and what follows ------------------------

RULES = Rules(seats=3, division_size=3, promoted=1, relegated=1)


def after(season: Season, *events: Event) -> Season:
    return replay(events, season)


def signed_up(*people: int, rules: Rules = RULES) -> Season:
    return replay([Created("Spring", rules), *map(SignedUp, people)])


def running(people: int = 6, rules: Rules = RULES, seed: int = 1) -> Season:
    season = signed_up(*range(1, people + 1), rules=rules)
    return apply(season, draw(season, season.signed_up, seed=seed))


def result(drawn: DrawnTable) -> Result:
    """The result of a table where who signed up first comes first."""
    return table(drawn.table, *((entry, 100 - entry) for entry in drawn.entries))


def all_finished(season: Season) -> Season:
    return after(season, *(Finished(result(drawn)) for drawn in season.open_tables()))


def test_signing_up_and_off() -> None:
    season = signed_up(3, 1, 2)
    assert season.signed_up == (3, 1, 2)
    assert apply(season, SignedOff(1)).signed_up == (3, 2)


def test_the_draw() -> None:
    season = signed_up(6, 5, 4, 3, 2, 1)
    season = apply(season, draw(season, (2, 1, 3, 6, 5, 4), seed=1))
    assert season.divisions == (DrawnDivision(0, (2, 1, 3)), DrawnDivision(1, (6, 5, 4)))
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


def test_a_result_is_corrected_voided_restored_and_played_again() -> None:
    season = after(running(3), Finished(result(running(3).tables[1]), "adjudicated"))
    assert standings_of(season, 0).rows[0].entry == 1
    assert season.results[1].how == "adjudicated"
    upside_down = table(1, *((entry, entry) for entry in season.tables[1].entries))
    season = apply(season, Corrected(upside_down, "seats were mixed up"))
    assert standings_of(season, 0).rows[0].entry == 3
    voided = apply(season, Voided(1, "wrong modules"))
    assert all(row.games == 0 for row in standings_of(voided, 0).rows)
    assert apply(voided, Restored(1, "the right ones after all")) == season
    again = apply(season, Replayed(1, "wrong"))
    assert again.results == {} and again.open_tables() == running(3).open_tables()


def test_the_order_of_version_1_0_0_stands_until_something_happens() -> None:
    played = all_finished(running())
    stood = tuple(Stood(0, entry, 4 - entry, 60_000 * entry, 0) for entry in (3, 2, 1))
    closed = apply(played, Closed(stood))
    assert champions(closed) == (3,)
    assert after(closed, Reopened("by mistake"), Closed()) == closed, "undone"
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
    assert season.holder(2) == 99 and season.holders[2] == (2, 99)
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
    sure = [(move.entry, move.direction) for move in moves_of(over) if move.certain]
    assert sure == [(1, "stays"), (2, "stays"), (4, "up")], "others may yet leave"
    assert all(move.certain for move in moves_of(apply(over, Closed())))


def test_points_apart_from_tables() -> None:
    season = after(running(6), Adjusted(1, UNIT, "kind"), Adjusted(1, -3 * UNIT, "late"))
    assert row_of(standings_of(season, 0), 1).points == -2 * UNIT
    assert standings_of(season, 1) == standings_of(running(6), 1)


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

    first = next(drawn for drawn in season.open_tables() if drawn.table == numbers[0])
    played = after(season, Finished(result(first)), Withdrew(50, dropped=numbers[1:]))
    assert (gone.came_and_went, played.came_and_went) == ({50}, set())
    assert row_of(standings_of(played, 1), 50).games == 1, "who has played stays in the standings"


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


def test_nobody_meets_again_in_swiss_rounds() -> None:
    season = running(6, rules=Rules(seats=2, stages=(Stage("swiss", 4),), division_size=20))
    drawn = [season.open_tables()]
    for _ in range(3):
        with pytest.raises(Refusal, match="does not fit"):
            apply(season, RoundDrawn(0, ()))
        season = all_finished(season)
        season = apply(season, draw_round(season, 0, seed=5))
        drawn.append(season.open_tables())
    played = [tuple(one.entries for one in tables) for tables in drawn]
    assert [one.tables for one in rounds_played(season, 0)] == played
    assert len({frozenset(pair) for pairs in played for pair in pairs}) == 4 * 3
    season = apply(all_finished(season), Closed())
    assert {row.games for row in standings_of(season, 0).rows} == {4}


def test_swiss_byes_count_as_an_average_game() -> None:
    season = running(5, rules=Rules(seats=2, stages=(Stage("swiss", 2),), division_size=20))
    [[out]] = byes_of(season, 0)
    assert row_of(standings_of(season, 0), out).points == 5 * UNIT
    season = all_finished(season)
    (_, [second]) = byes_of(apply(season, draw_round(season, 0, seed=5)), 0)
    assert second != out


def test_rounds_form() -> None:
    season = running(8, rules=Rules(stages=(Stage(games=3, in_rounds=True),), division_size=8))
    assert len(season.tables) == 6
    for number in range(3):
        there = [e for t in season.tables.values() if t.round == number for e in t.entries]
        assert sorted(there) == list(range(1, 9))


# --- Disputes, and all that is refused ------------------------------------------------------------

SEASON = running()
PLAYED_TABLE = SEASON.tables[1]
MINE, OTHER = PLAYED_TABLE.entries[0], SEASON.divisions[1].entries[0]
OVER = all_finished(SEASON)
DISPUTED = apply(SEASON, Disputed(1, MINE, "my worker stood on 3"))
DECIDED = apply(DISPUTED, Settled(1, "settled", "x"))


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
        (OVER, TimedOut(1, 1), "time-out"),
        (OVER, Finished(result(OVER.tables[1])), "finished-table"),
        (after(SEASON, Voided(1, "x")), Voided(1, "x"), "voided"),
        (SEASON, Closed(), "open-tables"),
        (apply(OVER, Closed()), Withdrew(1), "season-ended"),
        (SEASON, Disputed(1, OTHER, "not mine"), "not-at-table"),
        (SEASON, Disputed(77, MINE, "where?"), "no-table-in-season"),
        (SEASON, Disputed(1, MINE, "  "), "reason-dispute"),
        (DISPUTED, Disputed(1, MINE, "once more"), "disputed"),
        (SEASON, Settled(1, "settled", "none"), "no-dispute"),
        (DISPUTED, Settled(0, "settled", "none"), "no-dispute"),
        (DECIDED, Settled(1, "settled", "y"), "dispute-settled"),
        (after(OVER, Closed()), Disputed(1, MINE, "too late"), "season-ended"),
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
    ],
)
def test_what_is_no_event_is_refused(raw: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        from_written(str(raw.get("event")), json.dumps(raw))


# --- A whole season of 14 in two divisions, counted once more -------------------------------------

PEOPLE = range(101, 115)
LEAVING, GIVING_UP, SUBSTITUTE = 103, 110, 900


def whole_season(seed: int) -> tuple[Season, list[Event]]:
    """A season with random results, somebody who gives up, a substitute, turns lost to the clock, a
    corrected result and ties; the season at its end and its log."""
    chance = random.Random(seed)
    log: list[Event] = []
    season = Season()

    def happen(event: Event) -> None:
        nonlocal season
        season = apply(season, event)
        log.append(event)

    happen(Created("Rainy season", Rules(stages=(Stage(games=None),))))
    for person in PEOPLE:
        happen(SignedUp(person))
    happen(draw(season, season.signed_up, seed=seed))
    while season.open_tables():
        drawn = season.may_open()[0]
        if len(season.results) == 4:
            happen(Withdrew(LEAVING, "no time"))
            happen(Substituted(LEAVING, SUBSTITUTE))
        if len(season.results) == 7:
            happen(Withdrew(GIVING_UP, "lost interest"))
        late = chance.choice(drawn.entries) if chance.random() < 0.4 else None
        if late is not None:
            happen(TimedOut(drawn.table, late, 2))
        points = [chance.randrange(200, 208) for _ in drawn.entries]  # near, so that some tie
        happen(Finished(played(season, drawn, points, late)))
        if len(season.results) == 9:
            swapped = played(season, drawn, points[::-1], late)
            happen(Corrected(swapped, "the seats were mixed up"))
    happen(Closed())
    return season, log


def played(season: Season, drawn: DrawnTable, points: Sequence[int], late: int | None) -> Result:
    """The result of a table with these quarters of points, at which one entry was late twice."""
    lines = []
    for entry, mine in zip(drawn.entries, points, strict=True):
        gone = entry in season.withdrawn
        turns = () if gone else ((season.holder(entry), 26),)
        by_computer = 26 if gone else 2 * (entry == late)
        place = 1 + sum(other > mine for other in points)
        lines.append(Line(entry, place, mine, turns, by_computer))
    return Result(drawn.table, tuple(lines))


@pytest.mark.parametrize("seed", range(25))
def test_standings_agree_with_an_independent_count(seed: int) -> None:
    season, log = whole_season(seed)
    written = json.loads(json.dumps([to_json(event) for event in log]))
    found = [[row.entry for row in standings_of(season, number).rows] for number in (0, 1)]
    assert order_again(written) == found


def test_the_log_is_the_season() -> None:
    season, log = whole_season(1)
    assert replay(log) == season, "results in a row are counted together, as one by one"
    assert replay(map(read_again, log)) == season


# --- Seasons under random rules, which people leave, come back to and enter late ------------------


def some_season(players: int, chance: random.Random) -> Season:
    """A season of so many players under random rules, drawn, which people may enter late."""
    rules = Rules(
        seats=chance.choice((2, 3, 4)),
        stages=(
            replace(
                chance.choice((Stage(), Stage(), Stage(in_rounds=True), Stage("swiss"))),
                games=chance.randrange(1, 6),
            ),
        ),
        division_size=chance.choice((3, 5, 9)),
        promoted=chance.randrange(1, 4), relegated=chance.randrange(4),
        pyramid=chance.random() < 0.2, late_entry=chance.random() < 0.6,
        most_late=chance.randrange(1, 4),
    )  # fmt: skip
    season = apply(Season(), Created("A season", rules))
    for person in range(1, players + 1):
        season = apply(season, SignedUp(person))
    return apply(season, draw(season, season.signed_up, seed=chance.randrange(99)))


def step(season: Season, chance: random.Random) -> Season | None:
    """The season after something random: a result, somebody who leaves, comes back or enters late,
    the next round; None once there is nothing more."""
    division, kind = chance.randrange(len(season.divisions)), chance.random()
    if kind < 0.06 and season.playing:
        entry = chance.choice(sorted(season.playing))
        begun = chance.random() < 0.5
        own = [n for n, of in season.late_tables.items() if of == entry and not season.is_over(n)]
        return apply(season, Withdrew(entry, "", () if begun else tuple(own)))
    if kind < 0.09 and season.withdrawn - season.entered_late:
        entry = chance.choice(sorted(season.withdrawn - season.entered_late))
        return apply(season, Substituted(entry, 10_000 + chance.randrange(10**9)))
    used = len(season.entered_late - season.came_and_went)
    if kind < 0.2 and season.late_places(division) and used < season.rules.most_late:
        newcomer = 1_000 + len(season.entered_late)
        with suppress(Refusal):
            return apply(season, draw_late_entry(season, newcomer, division, seed=1))
    if waiting := season.open_tables():
        drawn = chance.choice(waiting)
        points = ((entry, chance.randrange(4)) for entry in drawn.entries)
        return apply(season, Finished(table(drawn.table, *points)))
    for number in range(len(season.divisions)):
        staying = season.playing.intersection(season.divisions[number].entries)
        if season.rounds_left(number) and len(staying) > 1:
            return apply(season, draw_round(season, number, seed=2))
    return season if kind < 0.7 else None


@settings(deadline=None, max_examples=80)
@given(st.integers(3, 40), st.integers(0, 10**6))
def test_what_is_certain_stays_and_only_who_has_played_has_a_place(players: int, seed: int) -> None:
    chance = random.Random(seed)
    season, sure = some_season(players, chance), dict[int, str]()
    while (after := step(season, chance)) is not None:
        season = after
        tables = all_standings(season)
        for number, found in enumerate(tables):
            byes = Counter(entry for out in byes_of(season, number) for entry in out)
            games = {entry: byes[entry] for entry in season.divisions[number].entries}
            for result in season.results.values():
                games.update(
                    (e, games[e] + 1) for e in (x.entry for x in result.lines) if e in games
                )
            enough = {e for e, n in games.items() if 2 * n >= max(games.values())}
            placed = {row.entry for row in found.rows if row.place is not None}
            assert placed == enough & season.playing
        for entry, extra in games_beyond_the_draw(season).items():
            assert extra <= 1, entry
        moved = {move.entry: move for move in moves_of(season, tables)}
        assert not season.came_and_went & set(moved)
        for entry in sure.keys() & season.playing:
            assert (moved[entry].direction, moved[entry].certain) == (sure[entry], True)
        assert all(move.place is not None for move in moved.values() if move.direction == "up")
        sure = {e: move.direction for e, move in moved.items() if move.certain}
        sure = {e: to for e, to in sure.items() if to != "leaves"}
    season = replace(season, phase="finished")
    assert {e: m.direction for e, m in ((m.entry, m) for m in moves_of(season))}.items() >= {
        entry: to for entry, to in sure.items() if entry in season.playing
    }.items()
    first = {row.entry for found in all_standings(season) for row in found.rows if row.place == 1}
    assert {season.holder(entry) for entry in first} >= {*champions(season)}


def games_beyond_the_draw(season: Season) -> Counter[int]:
    """How many tables of others' late entries each entry sits at."""
    return Counter(
        entry
        for number, newcomer in season.late_tables.items()
        for entry in season.tables[number].entries
        if entry != newcomer and number not in season.voided
    )
