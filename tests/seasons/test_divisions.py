"""Divisions: before the draw, seeds, what is announced of the draw, promotion and relegation."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations, product
from typing import Any

import pytest

from bot.clocks import BankClock, DaysClock, LiveClock, NoClock, usual_time
from bot.refusal import Refusal
from bot.seasons import schedules
from bot.seasons.applying import replay
from bot.seasons.drawing import (
    Announced,
    by_ladder,
    divided,
    division_sizes,
    forecast,
    not_kept,
    placed,
    seed_order,
    tiers_of,
)
from bot.seasons.events import (
    Created,
    Event,
    Rules,
    Seeded,
    SignedOff,
    SignedUp,
    Stage,
)
from bot.seasons.results import scheme_named
from bot.seasons.schedules import TURNS, pair_round
from bot.seasons.season import Season
from bot.seasons.standings import (
    Move,
    Standings,
    ladder,
    moves,
    standings,
)
from tests.engine.record_playthrough import random_game
from tests.seasons.tables import draw, table

# --- Divisions before the draw: their sizes, who stands where, what was announced -----------------

LADDER = [
    *(Announced(person, "stays", 0) for person in (1, 2, 3, 4, 5)),
    *(Announced(person, "up", 0) for person in (11, 12)),
    *(Announced(person, "down", 1) for person in (6, 7)),
    *(Announced(person, "stays", 1) for person in (13, 14, 15, 16, 17)),
]
"""After a season of two divisions of seven, from the top."""


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(14, (7, 7)), (13, (6, 7)), (10, (5, 5)), (9, (9,)), (20, (6, 7, 7)), (2, (2,))],
)
def test_divisions_are_as_near_to_the_wanted_size_as_can_be(
    players: int, sizes: tuple[int, ...]
) -> None:
    assert division_sizes(players, Rules()) == sizes


def test_every_number_of_players_can_be_divided() -> None:
    for size in (2, 3, 7, 40):
        for players in range(2, 200):
            assert sum(division_sizes(players, Rules(division_size=size))) == players


def test_what_was_announced_is_kept_where_the_sizes_allow_it() -> None:
    sizes = division_sizes(14, Rules(), LADDER)
    drawn = divided(by_ladder(LADDER, (), sizes), sizes)
    assert {*drawn[0].entries} == {1, 2, 3, 4, 5, 11, 12}
    assert not_kept(LADDER, drawn) == []


def test_free_places_go_to_who_was_not_sent_down() -> None:
    """Three of the top do not come again: those sent down stay down, and others rise."""
    ladder = [one for one in LADDER if one.person not in (3, 4, 5)]
    for sizes in ((7, 4), (5, 6)):
        drawn = divided(by_ladder(ladder, (), sizes), sizes)
        assert {6, 7} <= {*drawn[1].entries}
        assert {1, 2, 11, 12, 13} <= {*drawn[0].entries}
        assert not_kept(ladder, drawn) == []
    drawn = divided(by_ladder(ladder, (), (11,)), (11,))
    assert {one.person for one in not_kept(ladder, drawn)} == {6, 7}, "there is no place below"


def test_a_free_place_is_one_of_its_tier() -> None:
    """Of three divisions the second has a place; in a pyramid it shares its tier with the third."""
    ladder = [
        Announced(1, "stays", 0), Announced(2, "stays", 0), Announced(3, "stays", 1),
        Announced(5, "down", 2), Announced(6, "stays", 2),
    ]  # fmt: skip
    assert by_ladder(ladder, (), (2, 2, 1)) == [1, 2, 3, 6, 5]
    assert by_ladder(ladder, (), (2, 2, 1), pyramid=True) == [1, 2, 3, 5, 6]


def test_a_promotion_without_a_place_is_said() -> None:
    lost = not_kept(LADDER, divided(by_ladder(LADDER, (), (5, 9)), (5, 9)))
    assert [(one.person, one.direction) for one in lost] == [(11, "up"), (12, "up")]
    newcomers = range(100, 106)
    sizes = division_sizes(20, Rules(), LADDER)
    assert sizes == (7, 7, 6), "a larger top keeps the promise, and is as near to seven"
    drawn = divided(by_ladder(LADDER, newcomers, sizes), sizes)
    assert not_kept(LADDER, drawn) == [] and {*drawn[2].entries} == {*newcomers}


def test_a_pyramid_has_1_2_and_4_divisions() -> None:
    assert tiers_of(8, pyramid=True) == [0, 1, 1, 2, 2, 2, 2, 3]
    assert tiers_of(3, pyramid=False) == [0, 1, 2]
    drawn = divided(range(21), (7, 7, 7), pyramid=True)
    assert [one.tier for one in drawn] == [0, 1, 1]
    assert drawn[0].entries == tuple(range(7))
    assert drawn[1].entries == (7, 10, 11, 14, 15, 18, 19), "there and back, equally strong"


# --- Seeds: the order for the draw, and divisions that moderators chose ---------------------------


def seeded(*happened: Event) -> Season:
    """A season for which the people 1 to 6 have signed up, and then."""
    opened = Created("Rainy season", Rules(seats=2, division_size=3))
    return replay([opened, *map(SignedUp, range(1, 7)), *happened])


def test_seeds_come_before_everything_else() -> None:
    ladder = [Announced(person, "stays", 0) for person in (5, 2, 9)]
    assert seed_order(seeded(), ladder) == [5, 2, 1, 3, 4, 6]
    now = seeded(Seeded((6, 2, 4)), SignedOff(2), SignedUp(7))
    assert seed_order(now, ladder) == [6, 4, 1, 3, 5, 7], "who comes later comes last"
    assert seed_order(seeded(Seeded((6,)), Seeded()), ladder) == [5, 2, 1, 3, 4, 6], "taken back"


def test_moderators_place_people_in_divisions() -> None:
    seeds = Seeded((6, 5, 4, 3), (1, 0, 1, 0))
    drawn = placed(seed_order(seeded(seeds)), seeds)
    assert [one.entries for one in drawn] == [(5, 3), (6, 4, 1, 2)], "the others in the lowest"
    assert placed([6, 4, 1], seeds) == (), "the first has nobody any more"
    assert placed([1, 2], Seeded((2, 1))) == ()
    six = Seeded((1, 2, 3, 4, 5, 6), (0, 0, 1, 1, 2, 2))
    tiers = [(one.tier, one.entries) for one in placed(range(1, 9), six, pyramid=True)]
    assert tiers == [(0, (1, 2)), (1, (3, 4, 7)), (1, (5, 6, 8))]
    for few in ((0, 0, 0, 1), (0, 0, 2, 2), (1, 1, 1, 1)):
        with pytest.raises(Refusal, match="needs at least 2"):
            seeded(Seeded((6, 5, 4, 3), few))


# --- What is announced of a season is what is drawn; and how long it is said to take --------------


def must_be_drawn(players: int, rules: Rules) -> None:
    """Check that the draw of these players has the tables and games that are announced."""
    told = forecast(division_sizes(players, rules), rules, 2, None)
    drawn = draw(Season(rules=rules), range(players), seed=1)
    games = Counter(entry for table in drawn.tables for entry in table.entries)
    each = [games[entry] for entry in range(players)]
    found = (len(drawn.tables), min(each), max(each))
    assert (told.tables, told.fewest, told.most) == found, (players, rules)


@pytest.mark.parametrize("form", ["games", "rounds"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("numbers", [
    [*range(3, 22), *range(27, 61, 7)],
    pytest.param([one for one in range(22, 61) if one % 7 != 6], marks=pytest.mark.long),
], ids=["usual", "others"])  # fmt: skip
def test_what_is_announced_is_drawn(
    form: Any, seats: int, numbers: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For 3 to 60 players, in one division and in several. The search for even meetings is left
    out: it exchanges players of tables of the same draw."""
    monkeypatch.setattr(schedules, "even_meetings", lambda players, tables, *_: tables)
    for players in numbers:
        for games in (None, 1, 3, 4, 6) if form == "games" else (1, 2, 3, 5, 8):
            for size in (7, 60) if games != 6 else (8,):
                stage = Stage(games=games, in_rounds=form == "rounds")
                must_be_drawn(players, Rules(seats, (stage,), size))


@pytest.mark.parametrize("players", range(3, 20))
def test_what_is_announced_of_swiss_rounds_is_paired(players: int) -> None:
    rules = Rules(4, (Stage("swiss", 4),), 60)
    told = forecast([players], rules, 2, None)
    rounds: list[Any] = []
    for number in range(4):
        rounds.append(pair_round(dict.fromkeys(range(players), 0), 4, rounds, seed=number))
    games = Counter(one for paired in rounds for table in paired.tables for one in table)
    each = [games[one] for one in range(players)]
    count = sum(len(paired.tables) for paired in rounds)
    assert (told.tables, told.fewest, told.most) == (count, min(each), max(each))


DAY = usual_time(DaysClock(1), TURNS)
GROUPS, ROUNDS = Stage(games=8), Stage(games=4, in_rounds=True)
FINAL = Stage("final", 1, who="top")


@pytest.mark.parametrize(
    ("players", "stages", "at_once", "days"),
    [
        (7, (GROUPS,), 2, 100),
        (7, (GROUPS,), 1, 200),
        (8, (ROUNDS,), 0, 100),  # one round after the other
        (8, (ROUNDS,), 2, 50),  # tables of two rounds beside each other
        (8, (Stage("swiss", 4),), 2, 100),  # the next round is drawn after the last
        (3, (Stage(games=4),), 2, 37.5),  # tables of three
        (7, (GROUPS, FINAL), 2, 125),  # the final comes after all tables
    ],
)
def test_how_long_it_takes(
    players: int, stages: tuple[Stage, ...], at_once: int, days: float
) -> None:
    told = forecast([players], Rules(stages=stages), at_once, DAY)
    assert told.takes == timedelta(days=days)
    assert told.too_long == (days > 183)


def test_a_final_adds_a_game_for_its_players() -> None:
    told = forecast([7], Rules(stages=(GROUPS, FINAL)), 2, DAY)
    assert (told.tables, told.fewest, told.most) == (14 + 1, 8, 8 + 1)


def test_the_time_of_a_turn() -> None:
    assert timedelta(hours=6) == DAY
    assert usual_time(NoClock(), TURNS) is None
    assert usual_time(LiveClock(10), TURNS) is None
    assert usual_time(BankClock(72, 12, 120), TURNS) == timedelta(hours=4)
    assert forecast([7], Rules(), 2, None).takes is None


def test_a_seat_has_about_25_turns() -> None:
    for players in (2, 3, 4, 5):
        for seed in range(3):
            actions = random_game(players, seed).record()["actions"]
            turns = sum(action == "end" for _, action in actions)
            assert abs(turns / players - TURNS) <= 2


# --- Promotion and relegation, what of it is certain, and the next divisions ----------------------

POINTS = scheme_named("10-6-3-1")


def ranked(*entries: int, withdrawn: tuple[int, ...] = ()) -> Standings:
    """Standings in which the entries come in this order: each of two beats all below."""
    results = [
        table(n, (one, 50), (other, 40)) for n, (one, other) in enumerate(combinations(entries, 2))
    ]
    return standings(entries, results, POINTS, seed="", withdrawn=withdrawn)


def direction(found: list[Move]) -> dict[int, str]:
    return {move.entry: move.direction for move in found}


def test_two_tiers() -> None:
    divisions = [(0, ranked(1, 2, 3, 4)), (1, ranked(11, 12, 13, 14))]
    found = moves(divisions, 1, 2, POINTS, 4, {})
    assert direction(found) == {
        1: "stays", 2: "stays", 3: "down", 4: "down",
        11: "up", 12: "stays", 13: "stays", 14: "stays",
    }  # fmt: skip
    assert {move.entry for move in found if move.tier == 0} == {1, 2, 11}
    assert {move.entry for move in found if move.certain} == {1, 2, 11}, "others may yet leave"
    assert all(move.certain for move in moves(divisions, 1, 2, POINTS, 4, {}, finished=True))


def test_several_divisions_in_a_tier() -> None:
    """As on MeepleLeague: two come down, one goes up from each of the two below."""
    found = moves(
        [(0, ranked(1, 2, 3)), (1, ranked(11, 12, 13)), (1, ranked(21, 22, 23))],
        1, 2, POINTS, 4, {},
    )  # fmt: skip
    assert ladder(found) == [1, 11, 21, 2, 3, 12, 22, 13, 23]


def test_who_withdrew_counts_as_gone_down() -> None:
    left = ranked(1, 2, 3, 4, withdrawn=(2,))
    found = moves([(0, left), (1, ranked(11, 12))], 1, 1, POINTS, 4, {})
    assert direction(found)[2] == "leaves"
    assert direction(found)[4] == "stays"
    assert ladder(found) == [1, 3, 4, 11, 12]
    two = moves([(0, left), (1, ranked(11, 12))], 1, 2, POINTS, 4, {})
    assert direction(two) == {1: "stays", 3: "stays", 4: "down", 2: "leaves", 11: "up", 12: "stays"}


@pytest.mark.parametrize("tier", [0, 1, 2])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_nobody_goes_lower_because_somebody_else_leaves(size: int, tier: int) -> None:
    """Every group of people who leave, in every small season."""
    better = ["down", "stays", "up"]
    people = range(1, size + 1)
    others = [(n, ranked(11 + 10 * n, 12 + 10 * n)) for n in (0, 1, 2) if n != tier]
    groups = [gone for n in range(size) for gone in combinations(people, n)]
    for up, down in product((0, 1, 2), (0, 1, 2, 3)):
        moved = {}
        for gone in groups:
            tiers = [*others, (tier, ranked(*people, withdrawn=gone))]
            moved[gone] = direction(moves(tiers, up, down, POINTS, 2, {}))
        for gone, more in product(groups, groups):
            if set(gone) < set(more):
                for entry in {*people} - {*more}:
                    assert better.index(moved[more][entry]) >= better.index(moved[gone][entry])


def test_a_division_too_small_for_both() -> None:
    found = moves([(0, ranked(1)), (1, ranked(2)), (2, ranked(3))], 2, 2, POINTS, 4, {})
    assert direction(found) == {1: "down", 2: "up", 3: "up"}


def test_certain_while_games_are_left() -> None:
    # 1 and 11 have 30 points, the others 20, 10 and 0.
    tiers = [(0, ranked(1, 2, 3, 4)), (1, ranked(11, 12, 13, 14))]
    one_left = moves(tiers, 1, 1, POINTS, 4, {11: 0, 12: 1, 13: 1, 14: 1})
    assert not next(move for move in one_left if move.entry == 11).certain, "12 can tie"
    after = moves(tiers, 1, 1, POINTS, 4, {14: 1, 13: 1})
    assert next(move for move in after if move.entry == 11).certain
    of_top = moves(tiers, 1, 1, POINTS, 4, {2: 1, 3: 1, 4: 1})
    sure = [move.entry for move in of_top if move.certain and move.division == 0]
    assert sure == [1, 2], "3 and 4 can change places"
