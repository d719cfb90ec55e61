"""What holds in every game, tried on random ones: whole games and rich positions.

Each game is made from one number, so a failure names the game that shows it.
"""

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine import Game

from .deals import AGE_1, AGE_2, MONUMENTS, WEALTH
from .random_play import (
    FOOD_TEETH,
    MOODS,
    TOPS,
    check_choices,
    check_every_answer,
    check_hidden,
    check_position,
    choose,
    play_on,
)
from .scenario import GEARS, TEMPLES, TRACKS, changed, default_position

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
COUNTS = (2, 3, 4)
SHORT, LONG = 50, 1000


def checking(examples: int) -> settings:
    """The same examples in every run, so that a failure is everybody's failure."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def check_whole_game(players: int, seed: int) -> None:
    """Play one random game from deal to scoring and check it throughout."""
    chance = random.Random(seed)
    mood = MOODS[seed % len(MOODS)]
    game = Game.new(players, seed=seed)
    setup = game.setup
    teeth: dict[int, int] = {}  # round -> tooth the arrow points at
    held: list[int] = []  # rounds in which a food day was held
    aside: list[tuple[Game, dict[str, Any]]] = []

    while not game.finished:
        position = game.position()
        teeth.setdefault(position["round"], position["tooth"])
        check_position(position)
        check_choices(game)
        if chance.random() < 0.04:
            check_every_answer(game, chance)
            check_hidden(game, setup)
        if chance.random() < 0.01:
            aside.append((game.copy(), position))
        seat = chance.choice(game.pending).seat
        game.play(seat, choose(chance, game.legal(seat), mood))
        if game.position()["food_days_held"] > len(held):
            held.append(position["round"])
    check_position(game.position())

    last = max(teeth)
    assert last <= 27 and teeth[last] in (26, 27)
    assert held == [min(n for n, at in teeth.items() if at >= food) for food in FOOD_TEETH]
    assert held[-1] == last, "the fourth food day is in the last round"
    assert game.pending == () and game.legal() == []

    for copy, position in aside:  # playing on has not touched the copies, nor they the game
        assert copy.position() == position
    final = game.position()
    for copy, _ in aside:
        play_on(copy, chance, "uniform", decisions=40)
    assert game.position() == final

    check_standings(game)
    record = json.loads(json.dumps(game.record()))
    assert set(record) == {"setup", "actions"} and record["setup"] == setup
    again = Game.replay(record)
    assert again.position() == final and again.record() == game.record()
    assert again.standings() == game.standings()


def check_standings(game: Game) -> None:
    """By place, then seat; more points first, then more workers on gears; ties share a place."""
    rows = game.standings()
    assert [(row["place"], row["seat"]) for row in rows] == sorted(
        (row["place"], row["seat"]) for row in rows
    )
    position = game.position()
    for row in rows:
        assert row["points4"] == position["players"][row["seat"]]["points4"]
        own = sum(spaces.count(row["seat"]) for spaces in position["gears"].values())
        assert row["workers_on_gears"] == own
        strength = (row["points4"], own)
        better = sum((other["points4"], other["workers_on_gears"]) > strength for other in rows)
        assert row["place"] == 1 + better


@pytest.mark.parametrize("players", COUNTS)
def test_whole_games(players: int) -> None:
    @checking(SHORT)
    @given(SEEDS)
    def games(seed: int) -> None:
        check_whole_game(players, seed)

    games()


@pytest.mark.long
@pytest.mark.parametrize("players", COUNTS)
def test_a_thousand_whole_games(players: int) -> None:
    @checking(LONG)
    @given(SEEDS)
    def games(seed: int) -> None:
        check_whole_game(players, seed)

    games()


@st.composite
def rich_positions(draw: st.DrawFn) -> dict[str, Any]:
    """Positions at the start of a turn as they come up late in good games, and stranger ones."""
    players = draw(st.integers(2, 4))
    tooth = draw(st.integers(0, 26))
    held = sum(food < tooth for food in FOOD_TEETH)
    age = 2 if held >= 2 else 1
    stacks = {1: draw(st.permutations(AGE_1)), 2: draw(st.permutations(AGE_2))}
    built = draw(st.integers(0, 5))
    monuments = draw(st.permutations(MONUMENTS))
    wealth = draw(st.permutations(WEALTH))
    changes: dict[str, Any] = {
        "round": tooth + 1,
        "tooth": tooth,
        "food_days_held": held,
        "age": age,
        "calendar_corn": draw(st.integers(0, 6)),
        "first_seat": (turn := draw(st.integers(0, players - 1))),
        "turn_seat": turn,
        "building_row": stacks[age][built : built + 6],
        "age1": stacks[1][built + 6 :] if age == 1 else [],
        "age2": stacks[2][built + 6 :] if age == 2 else stacks[2],
        "monument_row": monuments[2:6],
    }
    for space in range(9):
        changes[f"skull_spaces.{space}"] = draw(st.booleans())
    for group in "2345":
        corn = draw(st.integers(0, players))
        wood = 0 if group == "2" else draw(st.integers(0, corn))
        changes[f"jungle.{group}"] = {"corn": corn, "wood": wood}
    for seat in range(players):
        own = f"players.{seat}."
        changes[own + "corn"] = draw(st.one_of(st.integers(0, 4), st.integers(0, 20)))
        for resource in ("wood", "stone", "gold"):
            changes[own + resource] = draw(st.integers(0, 5))
        changes[own + "workers"] = draw(st.integers(3, 6))
        changes[own + "light_side"] = draw(st.booleans())
        changes[own + "points4"] = draw(st.integers(-40, 200))
        for track in TRACKS:
            changes[f"{own}technologies.{track}"] = draw(st.integers(0, 3))
        for temple in TEMPLES:
            top = TOPS[temple]
            taken = any(changes.get(f"players.{s}.temples.{temple}") == top for s in range(seat))
            changes[f"{own}temples.{temple}"] = draw(st.integers(0, top - taken))
        changes[own + "skulls"] = draw(st.integers(0, 1))
        changes[own + "buildings"] = stacks[age][seat:built:players]
        changes[own + "wealth"] = sorted(wealth[2 * seat : 2 * seat + 2])
    changes["players.0.monuments"] = monuments[: draw(st.integers(0, 2))]

    at_hand = {seat: changes[f"players.{seat}.workers"] for seat in range(players)}
    for gear in GEARS:
        last = 10 if gear == "chichen_itza" else 7
        for space in range(last + 1):
            who = draw(st.sampled_from([None, None, None, "dummy", *range(players)]))
            if who in at_hand:
                if not at_hand[who]:
                    continue
                at_hand[who] -= 1
            changes[f"gears.{gear}.{space}"] = who
    return changed(default_position(players), changes)


def check_from_position(position: dict[str, Any], seed: int) -> None:
    """Play some decisions from a position and check each."""
    chance = random.Random(seed)
    game = Game.from_position(position)
    shown = {key: value for key, value in position.items() if key not in ("age1", "age2")}
    shown |= {"age1_left": len(position["age1"]), "age2_left": len(position["age2"])}
    assert game.position() == shown
    mood = MOODS[seed % len(MOODS)]

    def each(game: Game) -> None:
        check_position(game.position())
        check_choices(game)
        if chance.random() < 0.3:
            check_every_answer(game, chance)

    play_on(game, chance, mood, each=each, decisions=40)
    check_position(game.position())
    assert Game.replay(game.record()).position() == game.position()


@checking(100)
@given(rich_positions(), SEEDS)
def test_rich_positions(position: dict[str, Any], seed: int) -> None:
    check_from_position(position, seed)


@pytest.mark.long
@checking(2000)
@given(rich_positions(), SEEDS)
def test_thousands_of_rich_positions(position: dict[str, Any], seed: int) -> None:
    check_from_position(position, seed)
