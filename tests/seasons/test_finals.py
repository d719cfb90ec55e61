"""Finals: who plays them, how they sit, who is the champion, what stays as it was."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.refusal import Refusal
from bot.seasons.applying import apply, replay
from bot.seasons.drawing import draw_final, final_due, finalists, rounds_left
from bot.seasons.events import (
    FINAL,
    Closed,
    Created,
    Drawn,
    DrawnDivision,
    DrawnTable,
    EnteredLate,
    Event,
    FinalDrawn,
    Finished,
    Replayed,
    Restored,
    RoundDrawn,
    Rules,
    SignedUp,
    Substituted,
    Voided,
    Withdrew,
    from_json,
    to_json,
)
from bot.seasons.results import Line, Result
from bot.seasons.season import Season
from bot.seasons.standings import champions, earned_by, moves_of, standings_of

DIVISIONS = ((1, 2, 3, 4), (5, 6, 7, 8))
CHAIN = ("points", "margin")


def result(table: int, *points: tuple[int, int]) -> Finished:
    """A result from (entry, points) by seat."""
    lines = tuple(
        Line(entry, 1 + sum(other > mine for _, other in points), 4 * mine)
        for entry, mine in points
    )
    return Finished(Result(table, lines))


def season(
    rules: Rules, *points: Sequence[int], tiers: tuple[int, ...] = (0, 1), chain: object = CHAIN
) -> Season:
    """Two divisions of four with one table each, played with these points."""
    rules = replace(rules, chain=chain, promoted=1, relegated=1)  # type: ignore[arg-type]
    events: list[Event] = [Created("A season", rules)]
    events += [SignedUp(person) for entries in DIVISIONS for person in entries]
    tables = [DrawnTable(n + 1, n, 0, entries) for n, entries in enumerate(DIVISIONS)]
    drawn = [DrawnDivision(tier, e) for tier, e in zip(tiers, DIVISIONS, strict=True)]
    events.append(Drawn(tuple(drawn), tuple(tables), "7"))
    for number, reached in enumerate(points):
        seated = zip(DIVISIONS[number], reached, strict=True)
        events.append(result(number + 1, *seated))
    return replay(events)


PLAYED = ((60, 50, 40, 30), (70, 69, 20, 10))
"""With margins that put 5 before 1, and 6 before 2."""


@pytest.mark.parametrize(
    ("rules", "tiers", "expected"),
    [
        (Rules(finals="winners"), (0, 1), (1, 5)),
        (Rules(finals="winners"), (0, 0), (5, 1)),
        (Rules(finals="best", finalists=3), (0, 1), (5, 1, 6)),
        (Rules(finals="best", finalists=5), (0, 1), (5, 1, 6, 2, 3)),
        (Rules(finals="top", finalists=2), (0, 1), (1, 2)),
        (Rules(finals="top", finalists=5), (0, 1), (1, 2, 3, 4)),
        (Rules(finals="top", finalists=4), (0, 0), (5, 1, 6, 2)),
    ],
)
def test_who_plays(rules: Rules, tiers: tuple[int, ...], expected: tuple[int, ...]) -> None:
    state = season(rules, *PLAYED, tiers=tiers)
    assert final_due(state)
    assert finalists(state).entries == expected
    assert finalists(state).drawn_among == ()


def test_the_best_of_all_go_by_league_points_and_have_half_of_the_games() -> None:
    """A latecomer with one game won does not displace players with three."""
    many = Season(
        rules=Rules(finals="best", finalists=5, chain=CHAIN),
        phase="running",
        divisions=(DrawnDivision(0, (1, 2, 3, 4, 9)),),
        division_of=dict.fromkeys((1, 2, 3, 4, 9), 0),
        holders={entry: (entry,) for entry in (1, 2, 3, 4, 9)},
        tables={n: DrawnTable(n, 0, n, (1, 2, 3, 4)) for n in (1, 2, 3)}
        | {n: DrawnTable(n, 0, n, (9, 2)) for n in (4, 5)},
        results={
            n: result(n, (1, 60), (2, 50), (3, 40), (4, 30)).result for n in (1, 2, 3)
        }
        | {4: result(4, (9, 60), (2, 50)).result},
        voided=frozenset({5}),
    )  # fmt: skip
    assert finalists(many).entries == (1, 2, 3, 4)
    rest = {5: result(5, (9, 60), (2, 50)).result}
    two = replace(many, voided=frozenset(), results={**many.results, **rest})
    assert 9 not in finalists(two).entries, "two of five games are too few"
    three = replace(two, tables={**two.tables, 6: DrawnTable(6, 0, 6, (9, 3))})
    three = replace(three, results={**two.results, 6: result(6, (9, 60), (3, 50)).result})
    assert finalists(three).entries[:2] == (1, 9), "30 league points each; the margin decides"


def test_not_before_the_divisions_are_over_and_not_without_the_setting() -> None:
    early = season(Rules(finals="winners"), PLAYED[0])
    assert not final_due(early)
    with pytest.raises(Refusal, match="not finished"):
        apply(early, FinalDrawn((1, 5), (DrawnTable(3, FINAL, 1, (1, 5)),)))
    plain = season(Rules(), *PLAYED)
    assert not final_due(plain)
    with pytest.raises(Refusal, match="no final"):
        apply(plain, FinalDrawn((1, 5), ()))


def test_who_is_level_for_the_last_place_is_drawn_by_the_seed() -> None:
    level = (50, 50, 50, 50), (70, 69, 20, 10)
    state = season(Rules(finals="best", finalists=3), *level)
    found = finalists(state)
    assert found.entries[:2] == (5, 6)
    assert set(found.drawn_among) == {1, 2, 3, 4}
    seeds = {finalists(replace(state, seed=str(seed))).entries[2] for seed in range(40)}
    assert seeds == {1, 2, 3, 4}, "every one of them by some seed"
    assert finalists(state) == found, "and the same by the same"


def test_who_has_withdrawn_makes_room_for_the_next() -> None:
    state = season(Rules(finals="winners"), *PLAYED)
    assert finalists(apply(state, Withdrew(1))).entries == (2, 5)
    back = replay([Withdrew(1), Substituted(1, 99)], state)
    assert finalists(back).entries == (1, 5)


def test_nobody_sits_in_two_seats() -> None:
    state = replay([Withdrew(1), Substituted(1, 5)], season(Rules(finals="best"), *PLAYED))
    assert state.holder(1) == 5
    assert finalists(state).entries == (5, 6, 2, 3)


def drawn(games: int = 1, finals: str = "winners") -> Season:
    rules = Rules(finals=finals, final_games=games)  # type: ignore[arg-type]
    state = season(rules, *PLAYED)
    return apply(state, drawn_now(state))


def drawn_now(state: Season) -> FinalDrawn:
    return draw_final(state, finalists(state).entries)


def test_the_seats_go_on_by_one_from_game_to_game() -> None:
    state = drawn(3, "top")
    tables = [state.tables[number] for number in state.final_tables]
    assert [one.entries for one in tables] == [(1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2)]
    assert [one.division for one in tables] == [FINAL] * 3
    assert len({one.round for one in tables} | {0}) == 4, "rounds, and so deals, of their own"
    assert [one.table for one in state.may_open()] == [3], "one after the other"


def test_the_final_makes_the_champion_and_nothing_else() -> None:
    before = season(Rules(finals="winners"), *PLAYED)
    state = drawn()
    assert [move.direction for move in moves_of(state)] == [
        move.direction for move in moves_of(before)
    ]
    assert [move.certain for move in moves_of(state)] == [move.certain for move in moves_of(before)]
    with pytest.raises(Refusal):
        apply(state, Closed())
    state = apply(state, result(3, (1, 40), (5, 55)))
    assert [row.entry for row in standings_of(state, FINAL).rows] == [5, 1]
    for division in (0, 1):
        assert standings_of(state, division) == standings_of(before, division)
    assert earned_by(state, 5) == earned_by(before, 5)
    assert champions(apply(state, Closed())) == (5,)


def test_without_a_result_of_the_final_the_top_division_has_the_champion() -> None:
    state = replay([Voided(3, "nobody wanted to"), Closed()], drawn())
    assert champions(state) == (1,)


def test_drawn_again_as_long_as_nothing_is_played() -> None:
    state = apply(drawn(), Withdrew(1))
    again = apply(state, drawn_now(state))
    assert again.finalists == (2, 5) and again.final_tables == (4,)
    assert again.voided == {3}
    for event in (Restored(3, "no"), Replayed(3, "no")):
        with pytest.raises(Refusal, match="drawn again"):
            apply(again, event)
    over = apply(again, result(4, (2, 40), (5, 50)))
    with pytest.raises(Refusal, match="has a result"):
        apply(over, drawn_now(over))
    released = apply(over, Replayed(4, "a wrong deal"))
    assert apply(released, drawn_now(released)).final_tables == (5,)


def test_nobody_enters_late_once_it_is_drawn() -> None:
    with pytest.raises(Refusal, match="final is drawn"):
        apply(drawn(), EnteredLate(20, 0, ()))


def test_a_final_is_of_its_finalists_alone() -> None:
    state = season(Rules(finals="winners"), *PLAYED)
    for tables in (
        (DrawnTable(3, FINAL, 1, (1, 6)),),
        (DrawnTable(3, 0, 1, (1, 5)),),
    ):
        with pytest.raises(Refusal, match="final has 2 to 5"):
            apply(state, FinalDrawn((1, 5), tables))


def test_it_is_read_back_from_the_log() -> None:
    event = drawn_now(season(Rules(finals="top"), *PLAYED))
    assert from_json(to_json(event)) == event


def test_all_swiss_rounds_come_before_it() -> None:
    rules = Rules(form="swiss", games=2, finals="winners")
    state = season(rules, *PLAYED)
    assert rounds_left(state) and not final_due(state)
    one = [
        RoundDrawn(number, (DrawnTable(3 + number, number, 1, entries),))
        for number, entries in enumerate(DIVISIONS)
    ]
    points = [zip(entries, (9, 8, 7, 6), strict=True) for entries in DIVISIONS]
    over = replay([*one, result(3, *points[0]), result(4, *points[1])], state)
    assert not rounds_left(over) and final_due(over)
