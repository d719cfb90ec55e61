"""What holds in every game, tried on random ones: whole games and rich positions.

Each game is made from one number, so a failure names the game that shows it.
"""

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine import Game

from .deals import (
    AGE_1,
    AGE_2,
    MODULES,
    MONUMENTS,
    NEW_AGE_1,
    NEW_AGE_2,
    PROMO,
    PROPHECIES,
    QUICK_1,
    QUICK_2,
    TRIBES,
    WEALTH,
)
from .random_play import (
    FOOD_TEETH,
    MOODS,
    TOPS,
    check_choices,
    check_every_answer,
    check_hidden,
    check_position,
    check_quick_tile,
    choose,
    play_on,
    prophecy_after,
)
from .scenario import GEARS, TEMPLES, TRACKS, changed, default_position

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
COUNTS = (2, 3, 4)
SHORT, LONG = 20, 70
# The expansion: each part alone and all together, for every number of seats.
PARTS = [*([module] for module in MODULES), MODULES]
NAMES = [*MODULES, "everything"]
ALL_COUNTS = (2, 3, 4, 5)
SHORT_OF_PARTS, LONG_OF_PARTS = 3, 6


def checking(examples: int) -> settings:
    """The same examples in every run, so that a failure is everybody's failure."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def check_whole_game(players: int, seed: int, modules: Sequence[str] = ()) -> None:
    """Play one random game from deal to scoring and check it throughout."""
    chance = random.Random(seed)
    mood = MOODS[seed % len(MOODS)]
    game = Game.new(players, modules=modules, seed=seed)
    setup = game.setup
    quick = [*setup.get("quick_age1", []), *setup.get("quick_age2", [])]
    teeth: dict[int, int] = {}  # round -> tooth the arrow points at
    running: dict[int, str | None] = {}  # round -> prophecy that runs
    held: list[int] = []  # rounds in which a food day was held
    aside: list[tuple[Game, dict[str, Any]]] = []

    position = game.position()
    while not game.finished:
        if position["round"] not in teeth:
            teeth[position["round"]] = position["tooth"]
            running[position["round"]] = prophecy_after(position, position["food_days_held"])
        assert position["active_prophecy"] == running[position["round"]]
        check_position(position)
        check_quick_tile(position, quick)
        check_choices(game, players)
        if chance.random() < 0.04:
            check_every_answer(game, chance)
            check_hidden(game, setup)
        if chance.random() < 0.01:
            aside.append((game.copy(), position))
        seat = chance.choice(game.pending).seat
        game.play(seat, choose(chance, game.legal(seat), mood))
        number, position = position["round"], game.position()
        if position["food_days_held"] > len(held):
            held.append(number)
    check_position(position)

    last = max(teeth)
    assert last <= 27 and teeth[last] in (26, 27)
    assert held == [min(n for n, at in teeth.items() if at >= food) for food in FOOD_TEETH]
    assert held[-1] == last, "the fourth food day is in the last round"
    assert game.pending == () and game.legal() == []

    for later, position in aside:  # playing on has not touched the copies, nor they the game
        assert later.position() == position
    final = game.position()
    for later, _ in aside:
        play_on(later, chance, "uniform", decisions=40)
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


@pytest.mark.short
@pytest.mark.parametrize("players", COUNTS)
def test_whole_games(players: int) -> None:
    @checking(SHORT)
    @given(SEEDS)
    def games(seed: int) -> None:
        check_whole_game(players, seed)

    games()


@pytest.mark.long
@pytest.mark.parametrize("players", COUNTS)
def test_hundreds_of_whole_games(players: int) -> None:
    @checking(LONG)
    @given(SEEDS)
    def games(seed: int) -> None:
        check_whole_game(players, seed)

    games()


@pytest.mark.short
@pytest.mark.parametrize("players", ALL_COUNTS)
@pytest.mark.parametrize("modules", PARTS, ids=NAMES)
def test_whole_games_with_the_expansion(modules: list[str], players: int) -> None:
    @checking(SHORT_OF_PARTS)
    @given(SEEDS)
    def games(seed: int) -> None:
        check_whole_game(players, seed, modules)

    games()


@pytest.mark.long
@pytest.mark.parametrize("players", ALL_COUNTS)
@pytest.mark.parametrize("modules", PARTS, ids=NAMES)
def test_hundreds_of_whole_games_with_the_expansion(modules: list[str], players: int) -> None:
    @checking(LONG_OF_PARTS)
    @given(SEEDS)
    def games(seed: int) -> None:
        check_whole_game(players, seed, modules)

    games()


@st.composite
def rich_positions(draw: st.DrawFn, expansion: bool = False) -> dict[str, Any]:
    """Positions at the start of a turn as they come up late in good games, and stranger ones;
    those of the base game, or with some parts of the expansion."""
    modules: list[str] = []
    if expansion:
        modules = [module for module in MODULES if draw(st.booleans())]
    players = draw(st.integers(2, 5 if "quick_actions" in modules else 4))
    tooth = draw(st.integers(0, 26))
    held = sum(food < tooth for food in FOOD_TEETH)
    age = 2 if held >= 2 else 1
    new = "buildings" in modules
    stacks = {
        1: draw(st.permutations(NEW_AGE_1 * new + AGE_1)),
        2: draw(st.permutations(NEW_AGE_2 * new + AGE_2)),
    }
    built = draw(st.integers(0, 5))
    monuments = draw(st.permutations(MONUMENTS))
    wealth = draw(st.permutations(WEALTH + [PROMO] * ("promo" in modules)))
    changes: dict[str, Any] = {
        "modules": modules,
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
    if "prophecies" in modules:
        changes["prophecies"] = draw(st.permutations(PROPHECIES))[:3]
        changes["active_prophecy"] = prophecy_after(changes, held)
    tribes = draw(st.permutations(TRIBES)) if "tribes" in modules else []
    for seat in range(players):
        own = f"players.{seat}."
        changes[own + "corn"] = draw(st.one_of(st.integers(0, 4), st.integers(0, 20)))
        for resource in ("wood", "stone", "gold"):
            changes[own + resource] = draw(st.integers(0, 5))
        changes[own + "workers"] = draw(st.integers(3, 6))
        if "tribes" in modules:
            changes[own + "tribe"] = tribes[seat]
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
        who = _cit_bolon_tum(tribes[:players])
        if who is not None and at_hand[who] and draw(st.booleans()):
            at_hand[who] -= 1
            changes[f"gears.{gear}.{last + 1}"] = who
    if "quick_actions" in modules:
        lists = {1: draw(st.permutations(QUICK_1)), 2: draw(st.permutations(QUICK_2))}
        changes |= {"quick_age1": lists[1], "quick_age2": lists[2]}
        shown = [*lists[1], *lists[2]][min(tooth // 2, 12)]
        dummies = draw(st.integers(0, 2))
        changes["quick"] = {
            "tile": shown,
            "coming": [*lists[1], *lists[2]][min(tooth // 2, 12) + 1 : 13 if held else 7],
            "spaces": ["dummy"] * dummies + [None] * (3 - dummies),
        }
    return changed(default_position(players), changes)


def _cit_bolon_tum(tribes: Sequence[str]) -> int | None:
    """The seat whose workers may stand a space beyond the others' last one."""
    return tribes.index("cit-bolon-tum") if "cit-bolon-tum" in tribes else None


def check_from_position(position: dict[str, Any], seed: int) -> None:
    """Play some decisions from a position and check each."""
    chance = random.Random(seed)
    game = Game.from_position(position)
    stacks = ("age1", "age2", "quick_age1", "quick_age2")
    shown = copy.deepcopy({key: position[key] for key in position if key not in stacks})
    shown |= {"age1_left": len(position["age1"]), "age2_left": len(position["age2"])}
    first = shown["players"][shown["turn_seat"]]
    if first["tribe"] == "bacab":  # whose turn has begun
        first["corn"] = max(2, first["corn"])
    assert game.position() == shown
    mood = MOODS[seed % len(MOODS)]

    def each(game: Game) -> None:
        check_position(game.position())
        check_choices(game, len(position["players"]))
        if chance.random() < 0.3:
            check_every_answer(game, chance)

    play_on(game, chance, mood, each=each, decisions=40)
    check_position(game.position())
    assert Game.replay(game.record()).position() == game.position()


@pytest.mark.short
@checking(20)
@given(rich_positions(), SEEDS)
def test_rich_positions(position: dict[str, Any], seed: int) -> None:
    check_from_position(position, seed)


@pytest.mark.short
@checking(30)
@given(rich_positions(expansion=True), SEEDS)
def test_rich_positions_with_the_expansion(position: dict[str, Any], seed: int) -> None:
    check_from_position(position, seed)


@pytest.mark.long
@checking(120)
@given(rich_positions(expansion=True), SEEDS)
def test_hundreds_of_rich_positions_with_the_expansion(position: dict[str, Any], seed: int) -> None:
    check_from_position(position, seed)


@pytest.mark.long
@checking(120)
@given(rich_positions(), SEEDS)
def test_hundreds_of_rich_positions(position: dict[str, Any], seed: int) -> None:
    check_from_position(position, seed)
