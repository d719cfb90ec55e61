"""Stages after the first: who plays them, how they sit, who is the champion, what they leave."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.refusal import Refusal
from bot.seasons.applying import apply, replay
from bot.seasons.drawing import (
    GoOn,
    draw,
    draw_round,
    draw_stage,
    moves_up,
    rounds_left,
    stage_due,
    taken_back,
    who_goes_on,
)
from bot.seasons.events import (
    LATER,
    Adjusted,
    Closed,
    Corrected,
    Created,
    Drawn,
    DrawnDivision,
    DrawnTable,
    EnteredLate,
    Event,
    Finished,
    Replayed,
    Restored,
    RoundDrawn,
    Rules,
    SignedUp,
    Stage,
    StageDrawn,
    Substituted,
    TakenBack,
    Voided,
    Who,
    Withdrew,
)
from bot.seasons.results import UNIT, Result, scheme_named
from bot.seasons.season import Season
from bot.seasons.stages.knockout import best_at, rounds_played
from bot.seasons.standings import byes_of, champions, earned_by, moves_of, standings_of
from tests.seasons.tables import table
from tests.seasons.test_season import some_season, step

DIVISIONS = ((1, 2, 3, 4), (5, 6, 7, 8))


def finished(number: int, *points: tuple[int, int]) -> Finished:
    """A table is over, with (entry, points) by seat."""
    return Finished(table(number, *points))


def season(rules: Rules, *points: Sequence[int], tiers: tuple[int, ...] = (0, 1)) -> Season:
    """Two divisions of four with one table each, played with these points."""
    rules = replace(rules, promoted=1, relegated=1)
    events: list[Event] = [Created("A season", rules)]
    events += [SignedUp(person) for entries in DIVISIONS for person in entries]
    tables = [DrawnTable(n + 1, n, 0, entries) for n, entries in enumerate(DIVISIONS)]
    drawn = map(DrawnDivision, tiers, DIVISIONS)
    events.append(Drawn(tuple(drawn), tuple(tables), "7"))
    for number, reached in enumerate(points):
        events.append(finished(number + 1, *zip(DIVISIONS[number], reached, strict=True)))
    return replay(events)


def final(who: Who, players: int = 4, games: int = 1) -> Rules:
    """Free tables, then a final."""
    return Rules(stages=(Stage(), Stage("final", games, who=who, players=players)))


def go_on(state: Season) -> GoOn:
    return who_goes_on(state, 1)


def numbers(state: Season) -> list[int]:
    """The tables of the stage that was drawn last."""
    return [one.table for one in state.later[-1].tables]


PLAYED = ((60, 50, 40, 30), (70, 69, 20, 10))
"""With margins that put 5 before 1, and 6 before 2."""


@pytest.mark.parametrize(
    ("rules", "tiers", "expected"),
    [
        (final("winners"), (0, 1), (1, 5)),
        (final("winners"), (0, 0), (5, 1)),
        (final("best", 3), (0, 1), (5, 1, 6)),
        (final("best", 5), (0, 1), (5, 1, 6, 2, 3)),
        (final("top", 2), (0, 1), (1, 2)),
        (final("top", 5), (0, 1), (1, 2, 3, 4)),
        (final("top", 4), (0, 0), (5, 1, 6, 2)),
    ],
)
def test_who_plays(rules: Rules, tiers: tuple[int, ...], expected: tuple[int, ...]) -> None:
    state = season(rules, *PLAYED, tiers=tiers)
    assert stage_due(state) == 1
    assert go_on(state).entries == expected
    assert go_on(state).drawn_among == ()


def season_of(rules: Rules, divisions: Sequence[tuple[int, ...]], *results: Result) -> Season:
    """A running season of which these tables are over."""
    division_of = {entry: n for n, entries in enumerate(divisions) for entry in entries}
    seated = {one.table: tuple(line.entry or 0 for line in one.lines) for one in results}
    return Season(
        rules=rules,
        phase="running",
        divisions=tuple(DrawnDivision(n, entries) for n, entries in enumerate(divisions)),
        division_of=division_of,
        holders={entry: (entry,) for entry in division_of},
        tables={n: DrawnTable(n, division_of[its[0]], n, its) for n, its in seated.items()},
        results={one.table: one for one in results},
    )


def test_the_best_of_all_go_by_league_points_and_have_half_of_the_games() -> None:
    """A latecomer with one game won does not displace players with three."""
    rules, everybody = final("best", 5), [(1, 2, 3, 4, 9)]
    three = [table(n, (1, 60), (2, 50), (3, 40), (4, 30)) for n in (1, 2, 3)]
    late = [table(4, (9, 60), (2, 50)), table(5, (9, 60), (2, 50)), table(6, (9, 60), (3, 50))]
    assert go_on(season_of(rules, everybody, *three, *late[:1])).entries == (1, 2, 3, 4)
    two = go_on(season_of(rules, everybody, *three, *late[:2]))
    assert 9 not in two.entries, "two of five games are too few"
    found = go_on(season_of(rules, everybody, *three, *late))
    assert found.entries[:2] == (1, 9), "30 league points each; the margin decides"


@pytest.mark.parametrize(("games", "expected"), [(2, (1, 2, 3)), (3, (1, 5, 2))])
def test_the_best_of_all_have_half_of_the_games_of_any_division(
    games: int, expected: tuple[int, ...]
) -> None:
    """The first division has played five games."""
    of_first = [table(n, (1, 60), (2, 50), (3, 40), (4, 30)) for n in range(1, 6)]
    of_second = [table(n, (5, 70), (6, 50), (7, 20), (8, 10)) for n in range(6, 6 + games)]
    state = season_of(final("best", 3), DIVISIONS, *of_first, *of_second)
    assert all(row.place for row in standings_of(state, 1).rows)
    assert go_on(state).entries == expected


def test_who_is_level_for_the_last_place_is_drawn_by_the_seed() -> None:
    level = (50, 50, 50, 50), (70, 69, 20, 10)
    state = season(final("best", 3), *level)
    found = go_on(state)
    assert found.entries[:2] == (5, 6)
    assert set(found.drawn_among) == {1, 2, 3, 4}
    seeds = {go_on(replace(state, seed=str(seed))).entries[2] for seed in range(40)}
    assert seeds == {1, 2, 3, 4}, "every one of them by some seed"
    assert go_on(state) == found, "and the same by the same"


def test_who_has_withdrawn_makes_room_for_the_next() -> None:
    state = season(final("winners"), *PLAYED)
    assert go_on(apply(state, Withdrew(1))).entries == (2, 5)
    back = replay([Withdrew(1), Substituted(1, 99)], state)
    assert go_on(back).entries == (1, 5)
    twice = replay([Withdrew(1), Substituted(1, 5)], season(final("best"), *PLAYED))
    assert go_on(twice).entries == (5, 6, 2, 3), "nobody sits in two seats"


def drawn(games: int = 1, who: Who = "winners") -> Season:
    state = season(final(who, games=games), *PLAYED)
    return apply(state, drawn_now(state))


def drawn_now(state: Season) -> StageDrawn:
    return draw_stage(state, 1, go_on(state).entries, seed=1)


def test_the_seats_go_on_by_one_from_game_to_game() -> None:
    state = drawn(3, "top")
    tables = [state.tables[number] for number in numbers(state)]
    assert [one.entries for one in tables] == [(1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2)]
    assert [one.division for one in tables] == [LATER] * 3
    assert len({one.round for one in tables} | {0}) == 4, "rounds, and so deals, of their own"
    assert [one.table for one in state.may_open()] == [3], "one after the other"


def test_the_final_makes_the_champion_and_nothing_else() -> None:
    before = season(final("winners"), *PLAYED)
    state = drawn()
    assert moves_of(state) == moves_of(before)
    with pytest.raises(Refusal, match="not finished"):
        apply(state, Closed())
    state = apply(state, finished(3, (1, 40), (5, 55)))
    assert [row.entry for row in standings_of(state, LATER).rows] == [5, 1]
    for division in (0, 1):
        assert standings_of(state, division) == standings_of(before, division)
    assert earned_by(state, 5) == earned_by(before, 5)
    assert champions(apply(state, Closed())) == (5,)
    without = replay([Voided(3, "nobody wanted to"), Closed()], drawn())
    assert champions(without) == (1,), "of the top division"


def test_drawn_again_as_long_as_nothing_is_played() -> None:
    state = apply(drawn(), Withdrew(1))
    again = apply(state, drawn_now(state))
    assert again.later[-1].entries == (2, 5) and numbers(again) == [4]
    assert again.voided == {3}
    for event in (Restored(3, "no"), Replayed(3, "no")):
        with pytest.raises(Refusal, match="drawn again"):
            apply(again, event)
    over = apply(again, finished(4, (2, 40), (5, 50)))
    with pytest.raises(Refusal, match="does not fit"):
        apply(over, drawn_now(over))
    released = apply(over, Replayed(4, "a wrong deal"))
    assert numbers(apply(released, drawn_now(released))) == [5]


def test_nobody_enters_late_once_it_is_drawn() -> None:
    with pytest.raises(Refusal, match="It is already decided who advances"):
        apply(drawn(), EnteredLate(20, 0, ()))


def final_of(*entries: int, division: int = LATER) -> StageDrawn:
    """A final of the winners 1 and 5 in whose seats these entries sit."""
    return StageDrawn(1, (1, 5), (DrawnTable(3, division, 1, entries),))


@pytest.mark.parametrize(
    ("state", "event"),
    [
        (season(final("winners"), PLAYED[0]), final_of(1, 5)),  # a table is open
        (season(Rules(), *PLAYED), final_of(1, 5)),  # without a final
        (season(final("winners"), *PLAYED), final_of(1, 6)),
        (season(final("winners"), *PLAYED), final_of(1, 5, division=0)),
        (season(final("winners"), *PLAYED), StageDrawn(1, (1, 5, 5), ())),
    ],
)
def test_what_is_no_final_of_the_season_is_refused(state: Season, event: StageDrawn) -> None:
    with pytest.raises(Refusal, match="does not fit"):
        apply(state, event)


def test_a_stage_is_due_once_all_swiss_rounds_are_over_or_nobody_is_left_to_play_them() -> None:
    """Found: where nearly all had left, nobody could draw the next round, nor the final."""
    assert stage_due(season(final("winners"), PLAYED[0])) is None
    assert stage_due(season(Rules(), *PLAYED)) is None
    rules = replace(final("best"), stages=(Stage("swiss", 2), Stage("final", 1, who="best")))
    state = season(rules, *PLAYED)
    assert rounds_left(state, 0) and rounds_left(state, 1) and stage_due(state) is None
    gone = replay(map(Withdrew, (1, 2, 3, 5, 6, 7)), state)
    assert not rounds_left(gone, 0) and not rounds_left(gone, 1)
    assert stage_due(gone) == 1 and go_on(gone).entries == (4, 8)
    for number, entries in enumerate(DIVISIONS):
        state = apply(state, RoundDrawn(number, (DrawnTable(3 + number, number, 1, entries),)))
        state = apply(state, finished(3 + number, *zip(entries, (9, 8, 7, 6), strict=True)))
    assert not rounds_left(state, 1) and stage_due(state) == 1


# --- knock-outs -----------------------------------------------------------------------------------


def cup(people: int, rules: Rules, seed: int = 1) -> Season:
    """A knock-out that is drawn, seeded in the order of signing up."""
    season = replay([Created("A cup", rules), *map(SignedUp, range(1, people + 1))])
    division = DrawnDivision(0, season.signed_up)
    return apply(season, draw(rules, [division], seed=seed))


def some_points(season: Season, drawn: DrawnTable, chance: random.Random) -> Season:
    """A result of a table, often with ties."""
    points = tuple((entry, chance.randrange(4)) for entry in drawn.entries)
    return apply(season, finished(drawn.table, *points))


def recounted_on(season: Season, division: int, go_on: int) -> list[int]:
    """Who goes on from the last round, counted from the drawn tables and results alone: league
    points of a place, ties shared, then the seed."""
    seeds = list(season.entries_in(division))
    scheme = scheme_named(season.rules.scheme)
    last = max(one.round for one in season.tables.values() if one.division == division)
    places = {n for event in season.rounds for n in event.for_places}
    tables = [
        one for n, one in season.tables.items()
        if one.division == division and one.round == last and n not in places | season.replaced
    ]  # fmt: skip
    out_of: dict[int, tuple[float, int]] = {}
    on = [*byes_of(season, division)[-1]]
    wanted = len(on)
    for one in tables:
        lines = season.results[one.table].lines
        given = scheme.for_places([line.place for line in lines])
        order = sorted(
            zip(given, one.entries, strict=True), key=lambda two: (-two[0], seeds.index(two[1]))
        )
        on += [entry for _, entry in order[: min(go_on, len(order) - 1)]]
        wanted += min(go_on, len(order) - 1)
        out_of |= {entry: (-units, seeds.index(entry)) for units, entry in order}
    on = [entry for entry in on if entry not in season.withdrawn]
    spare = sorted(
        (e for e in out_of if e not in on and e not in season.withdrawn), key=out_of.__getitem__
    )
    return sorted([*on, *spare[: wanted - len(on)]], key=seeds.index)


@settings(max_examples=60, deadline=None)
@given(
    people=st.one_of(st.integers(3, 30), st.integers(3, 200)), seats=st.integers(2, 5),
    go_on=st.integers(1, 4), places=st.booleans(), seed=st.integers(0, 10**6),
    leaving=st.sampled_from((0.0, 0.0, 0.02, 0.2)),
)  # fmt: skip
def test_knockouts_of_3_to_200_people(
    people: int, seats: int, go_on: int, places: bool, seed: int, leaving: float
) -> None:
    go_on, chance = min(go_on, seats - 1), random.Random(seed)
    rules = Rules(seats, (Stage("knockout", go_on=go_on, places=places),))
    season = cup(people, rules, seed)
    rounds = 1
    came_in: set[int] = set()
    while True:
        while waiting := season.open_tables():
            season = some_points(season, waiting[0], chance)
            for entry in sorted(season.playing):
                if len(season.playing) > 2 and chance.random() < leaving / rounds / 4:
                    season = apply(season, Withdrew(entry))
                    for event in moves_up(season, entry):
                        season, came_in = apply(season, event), came_in | {event.entry}
        if not rounds_left(season, 0):
            break
        expected = recounted_on(season, 0, go_on)
        there = rounds_played(season, 0)[-1].tables
        said = [*byes_of(season, 0)[-1], *(e for one in there for e in best_at(season, one.table))]
        assert leaving or sorted(said) == sorted(expected)
        season = apply(season, draw_round(season, 0, seed=seed))
        rounds += 1
        last = rounds_played(season, 0)[-1]
        if set(expected) != set(last.still_in):  # who was out before goes on where nobody else can
            assert set(expected) < set(last.still_in)
        assert set(last.byes) <= set(last.still_in)
        for one in (*last.tables, *last.for_places):
            assert 2 <= len(one.entries) <= seats
            assert not set(one.entries) & season.withdrawn
    byes = Counter(entry for out in byes_of(season, 0) for entry in out)
    assert leaving or max(byes.values(), default=0) <= 1, "nobody has a bye twice"
    games = Counter(
        entry for n, one in season.tables.items() if n in season.results for entry in one.entries
    )
    reached = {entry: n for n, one in enumerate(rounds_played(season, 0)) for entry in one.still_in}
    stayed = season.playing - came_in
    for number in set(reached.values()):
        of_round = [games[e] for e in stayed if reached[e] == number]
        if not leaving and not places:
            assert max(of_round) - min(of_round) <= 1
    if places and not leaving and people > 3:
        most = max(games.values())
        assert min(games.values()) >= most - 1 - (seats == 2), "everybody plays on"
    rows = standings_of(season, 0).rows
    assert [row.place for row in rows if row.place] == list(range(1, len(season.playing) + 1))
    by_place = [reached[row.entry] for row in rows if row.place]
    assert by_place == sorted(by_place, reverse=True), "who came further stands above"
    assert champions(apply(season, Closed())) == (rows[0].entry,)


@settings(max_examples=60, deadline=None)
@given(people=st.integers(5, 60), seats=st.integers(2, 5), seed=st.integers(0, 10**6))
def test_a_changed_result_redraws_what_came_from_it_unless_it_is_played(
    people: int, seats: int, seed: int
) -> None:
    chance = random.Random(seed)
    rules = Rules(seats, (Stage("knockout", go_on=chance.randint(1, seats - 1)),))
    before = cup(people, rules, seed)
    while rounds_left(before, 0):
        while waiting := before.open_tables():
            before = some_points(before, waiting[0], chance)
        if not rounds_left(before, 0):
            return
        drawn = apply(before, draw_round(before, 0, seed=seed))
        first, second = rounds_played(drawn, 0)[-2:]
        number = chance.choice(first.tables).table
        points = tuple((e, chance.randrange(4)) for e in drawn.tables[number].entries)
        changed = apply(drawn, Corrected(table(number, *points), "typed wrongly"))
        back = taken_back(drawn, changed, 0, number)
        anew = draw_round(apply(before, Corrected(changed.results[number], "x")), 0, seed=seed)
        same = {*anew.byes, *(e for one in anew.tables for e in one.entries)}
        assert bool(back) == (same != set(second.still_in)), "exactly where others go on"
        for event in back:
            assert event.replaced == tuple(one.table for one in second.tables)
            redrawn = apply(changed, event)
            assert not redrawn.open_tables() and rounds_left(redrawn, 0)
            redrawn = apply(redrawn, draw_round(redrawn, 0, seed=seed))
            assert set(rounds_played(redrawn, 0)[-1].still_in) == same
            with pytest.raises(Refusal, match="was drawn again"):
                apply(redrawn, Restored(event.replaced[0], "no"))
        replayed = apply(drawn, Replayed(number, "a fault"))
        [event] = taken_back(drawn, replayed, 0, number)
        assert [one.table for one in apply(replayed, event).open_tables()] == [number]
        played = some_points(drawn, second.tables[0], chance)
        later = apply(played, Corrected(changed.results[number], "too late"))
        assert taken_back(played, later, 0, number) == [], "what is played stays"
        with pytest.raises(Refusal, match="does not fit"):
            apply(later, TakenBack((second.tables[0].table,)))
        before = drawn


def cup_of_the_best_two() -> tuple[Season, Season]:
    """Two divisions are over; the same once the cup of the best two of each is drawn."""
    rules = Rules(stages=(Stage(), Stage("knockout", who="each", players=2)))
    state = season(rules, *PLAYED)
    return state, apply(state, drawn_now(state))


def test_a_changed_result_takes_back_the_next_stage() -> None:
    state, drawn = cup_of_the_best_two()
    number = next(iter(state.results))
    upside_down = tuple((line.entry, line.place) for line in state.results[number].lines)
    changed = apply(drawn, Corrected(table(number, *upside_down), "typed wrongly"))
    [event] = taken_back(drawn, changed, 0, number)
    fined = apply(drawn, Adjusted(drawn.later[0].entries[0], -100 * UNIT, "late"))
    assert taken_back(drawn, fined, 0) == [event]
    assert event.replaced == tuple(one.table for one in drawn.later[0].tables)
    now = apply(changed, event)
    assert now.later == () and not now.open_tables() and stage_due(now) == 1
    again = apply(now, drawn_now(now))
    assert set(again.later[0].entries) == set(go_on(now).entries) != set(drawn.later[0].entries)


def second_round(people: int, seats: int) -> Season:
    """A cup whose first round is over; those who are out play on for the places."""
    season = cup(people, Rules(seats, (Stage("knockout", go_on=seats // 2, places=True),)))
    for drawn in season.open_tables():
        season = some_points(season, drawn, random.Random(3))
    return apply(season, draw_round(season, 0, seed=1))


def test_who_has_played_for_a_place_in_a_round_does_not_move_up_in_it() -> None:
    season = second_round(8, seats=4)
    [played] = rounds_played(season, 0)[-1].for_places
    [title] = rounds_played(season, 0)[-1].tables
    season = apply(some_points(season, played, random.Random(3)), Withdrew(title.entries[0]))
    assert moves_up(season, title.entries[0]) == []


def test_a_table_for_places_stays_one_when_somebody_moves_up_there() -> None:
    """Found: its best went on to the next round of the cup, and one who was out became champion."""
    season = second_round(7, seats=2)
    before = rounds_played(season, 0)[-1]
    left = before.for_places[0].entries[0]
    season = apply(season, Withdrew(left))
    season = replay(moves_up(season, left), season)
    after = rounds_played(season, 0)[-1]
    assert after.tables == before.tables
    assert [one.entries for one in after.for_places] != [one.entries for one in before.for_places]


def test_the_next_of_the_division_moves_up_before_the_first_turn() -> None:
    _, state = cup_of_the_best_two()
    assert state.later[0].entries == (1, 5, 2, 6)
    [only] = state.later[0].tables
    left = apply(state, Withdrew(6))
    assert moves_up(left, 6, begun={only.table}) == []
    [event] = moves_up(left, 6)
    now = apply(left, event)
    assert (event.entry, now.later[0].entries) == (7, (1, 5, 2, 7))
    assert now.voided == {only.table} and numbers(now) == [only.table]
    assert [one.table for one in now.open_tables()] == [event.tables[0].table]
    with pytest.raises(Refusal, match="drawn again"):
        apply(now, Restored(only.table, "no"))
    with pytest.raises(Refusal, match="does not fit"):
        apply(state, event)
    assert moves_up(apply(left, finished(3, *((e, 9 - e) for e in only.entries))), 6) == []


@settings(max_examples=40, deadline=None)
@given(people=st.integers(4, 40), seed=st.integers(0, 10**6))
def test_who_goes_on_from_groups_with_late_entries_and_leavers(people: int, seed: int) -> None:
    chance = random.Random(seed)
    now = some_season(people, chance)
    cup_after = Stage("knockout", who="each", players=2, go_on=1)
    now = replace(now, rules=replace(now.rules, stages=(now.rules.first, cup_after)))
    while (later := step(now, chance)) is not None:
        now = later
    best: set[int] = set()
    for number in range(len(now.divisions)):
        best |= {row.entry for row in standings_of(now, number).rows[:2] if row.place is not None}
    assert set(go_on(now).entries) == best and not best & now.withdrawn
    if len(best) > 1:
        drawn_for = drawn_now(now)
        seated = [entry for one in drawn_for.tables for entry in one.entries]
        assert sorted([*seated, *drawn_for.byes]) == sorted(best)
        assert set(drawn_for.byes) == set(drawn_for.entries[: len(drawn_for.byes)]), "the best"
        assert rounds_left(apply(now, drawn_for), LATER) == (len(best) > now.rules.seats)
