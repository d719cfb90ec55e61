"""Random games for the property tests, and what must hold in every position of every game."""

import json
import random
from collections.abc import Callable
from typing import Any

from bot.engine import Game, IllegalAction

from .deals import QUICK_2, TRIBES, WEALTH
from .scenario import GEARS, TEMPLES, TRACKS

TOPS = {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}
FOOD_TEETH = (7, 13, 20, 26)
MOST_CHOICES = 25  # what a menu of Discord holds

POSITION_KEYS = {
    *("round", "tooth", "age", "phase", "first_seat", "turn_seat", "calendar_corn"),
    *("food_days_held", "bank_skulls", "start_space", "gears", "jungle", "skull_spaces"),
    *("building_row", "age1_left", "age2_left", "monument_row", "modules", "prophecies"),
    *("active_prophecy", "quick", "players"),
}
PLAYER_KEYS = {
    *("corn", "wood", "stone", "gold", "skulls", "points4", "workers", "available"),
    *("light_side", "temples", "technologies", "buildings", "monuments", "wealth", "tribe"),
    *("corn_tiles", "wood_tiles"),
}

# How a random player leans: uniform chance reaches few of the rarer actions.
GIVING_UP = {"skip", "stop", "done", "decline", "beg", "end", "keep-all", "take 0", "pass"}
RARE = (
    *("build", "monument", "do chichen_itza", "do uxmal 5", "do tikal", "offer", "burn", "sell"),
    *("place quick", "renovate", "bonus", "lower", "skip-space"),
)


def choose(chance: random.Random, options: list[str], mood: str) -> str:
    """Pick one of the options: `uniform`, `eager` for rare things, or `patient` in placing."""
    if mood == "eager" and chance.random() < 0.8:
        better = [action for action in options if action not in GIVING_UP]
        rare = [action for action in better if action.startswith(RARE)]
        options = rare or better or options
    if mood == "patient" and chance.random() < 0.8:
        better = [action for action in options if not action.startswith("pick")]
        options = [action for action in better if action not in GIVING_UP] or better or options
    return chance.choice(options)


MOODS = ("uniform", "eager", "patient")


def check_position(position: dict[str, Any]) -> None:
    """Conservation and bounds. Raises AssertionError."""
    assert set(position) == POSITION_KEYS
    assert json.loads(json.dumps(position)) == position, "plain JSON types only"
    players = position["players"]
    held = sum(player["skulls"] for player in players)
    placed = sum("x2-skull-shrine" in player["buildings"] for player in players)
    placed += sum(position["skull_spaces"])
    assert position["bank_skulls"] + held + placed == 13
    assert position["bank_skulls"] >= 0 and position["calendar_corn"] >= 0
    for seat, player in enumerate(players):
        assert set(player) == PLAYER_KEYS
        on_gears = sum(spaces.count(seat) for spaces in position["gears"].values())
        on_start = int(position["start_space"] == seat)
        on_quick = (position["quick"] or {"spaces": []})["spaces"].count(seat)
        assert on_quick <= 1, "one own worker on the quick actions"
        assert player["available"] + on_gears + on_start + on_quick == player["workers"]
        assert 3 <= player["workers"] <= 6
        for goods in PLAYER_KEYS - {"points4", "light_side", "tribe"}:
            value = player[goods]
            assert not isinstance(value, int) or value >= 0, f"{goods} below zero"
        assert set(player["technologies"]) == set(TRACKS)
        assert all(0 <= level <= 3 for level in player["technologies"].values())
        assert set(player["temples"]) == set(TEMPLES)
        assert all(0 <= step <= TOPS[temple] for temple, step in player["temples"].items())
        assert player["wealth"] == sorted(player["wealth"])
    for temple, top in TOPS.items():
        assert sum(player["temples"][temple] == top for player in players) <= 1
    for group, tiles in position["jungle"].items():
        assert 0 <= tiles["wood"] <= tiles["corn"] <= len(players), group
    for gear in GEARS:
        spaces = position["gears"][gear]
        teeth, last = (13, 10) if gear == "chichen_itza" else (10, 7)
        assert len(spaces) == teeth
        for space, who in enumerate(spaces[last + 1 :], last + 1):
            if who not in (None, "dummy"):  # a tribe has one space more
                assert players[who]["tribe"] == "cit-bolon-tum" and space == last + 1
    tiles = [tile for tile in position["building_row"] if tile]
    tiles += [tile for player in players for tile in player["buildings"]]
    tiles += position["monument_row"]
    tiles += [tile for player in players for tile in player["monuments"]]
    assert len(tiles) == len(set(tiles)), "a tile in two places"
    assert 1 <= position["round"] <= 27 and position["round"] - 1 <= position["tooth"] <= 28
    assert position["age"] == (2 if position["food_days_held"] >= 2 else 1)
    tribes = [player["tribe"] for player in players if player["tribe"]]
    assert len(tribes) == len(set(tribes)), "a tribe in two places"
    check_parts(position)


def check_parts(position: dict[str, Any]) -> None:
    """What belongs to a part of the expansion is there with it and only with it."""
    modules = position["modules"]
    assert ("quick_actions" in modules) == (position["quick"] is not None)
    assert "quick_actions" in modules or len(position["players"]) < 5
    if position["quick"]:
        assert len(position["quick"]["spaces"]) == 3
    assert len(position["prophecies"]) == (3 if "prophecies" in modules else 0)
    # On a food day the next one is counted before the calendar turns and lets it run.
    held = position["food_days_held"]
    may_run = [prophecy_after(position, held), prophecy_after(position, held - 1)]
    if position["phase"] == "finished":
        may_run = [None]
    assert position["active_prophecy"] in may_run
    for player in position["players"]:
        if position["phase"] == "keep" or "tribes" not in modules:
            assert player["tribe"] is None
        else:
            assert player["tribe"] in TRIBES


def prophecy_after(position: dict[str, Any], food_days: int) -> str | None:
    """The prophecy that runs when so many food days have been held."""
    if not position["prophecies"] or not 1 <= food_days <= 3:
        return None
    prophecy: str = position["prophecies"][food_days - 1]
    return prophecy


def check_quick_tile(position: dict[str, Any], tiles: list[str]) -> None:
    """Each tile for two teeth, the last one to the end; which of them lie open (R-017, R-178)."""
    if position["quick"]:
        number = min(position["tooth"] // 2, 12)
        assert position["quick"]["tile"] == tiles[number]
        open_ = 13 if position["food_days_held"] else 7  # those of age 2 from the first food day on
        assert position["quick"]["coming"] == tiles[number + 1 : open_]


def check_choices(game: Game, players: int) -> None:
    """The decisions now open and their lists; `players` is the number of seats. Raises
    AssertionError."""
    seats = [decision.seat for decision in game.pending]
    assert seats == sorted(set(seats)) and seats, "in seat order, each once"
    assert game.legal() == game.legal(seats[0])
    for decision in game.pending:
        options = game.legal(decision.seat)
        assert options == sorted(set(options)), "sorted as strings, each once"
        assert 1 <= len(options) <= MOST_CHOICES
        if decision.kind not in ("turn", "place", "pick", "keep"):
            assert len(options) > 1, f"{decision.kind} with one answer is the engine's to take"
    for seat in range(players):
        if seat not in seats:
            assert game.legal(seat) == []


# Answers of every kind, to try where they are not on offer.
NOTATION = [
    *("beg", "end", "pass", "skip", "stop", "done", "decline", "corn", "wood", "burn", "keep-all"),
    *(f"place {gear}" for gear in (*GEARS, "start", "quick")),
    *(f"pick {gear} {space}" for gear in GEARS for space in (0, 1, 4, 7, 8)),
    *(f"do {gear} {space}" for gear in GEARS for space in (0, 1, 2, 3, 4, 5, 6)),
    *(f"{verb} {temple}" for verb in ("up", "down") for temple in TEMPLES),
    *(f"advance {track}" for track in TRACKS),
    *("advance 1", "advance 2", "pay 1 0 0", "pay 0 1 1", "take 0", "waive wood", "offer gold"),
    *(f"{verb} {resource}" for verb in ("gain", "sell", "buy") for resource in ("wood", "gold")),
    *("build a1-small-farm-1", "build a1-builder-tomb plain", "monument mon-works"),
    *("", "END", "end ", "place", "place palenque 0", "do palenque", "keep pal-1 pal-3", "\n"),
    *(f"{verb} {gear}" for verb in ("skip-space",) for gear in GEARS),
    *(f"place {gear} discount" for gear in (*GEARS, "start", "quick")),
    *(f"{verb} {track}" for verb in ("bonus", "lower") for track in TRACKS),
    *("pick palenque 9", "pick chichen_itza 11", "pick chichen_itza 12", "do quick", "do tikal 8"),
    *("take 1", "take 3", "take -1", "take", "sell stone", "sell skull", "renovate", "quick"),
    *("renovate x1-store-farm", "build x2-skull-shrine", "build x1-gold-hall plain"),
    *("monument promo-time-monument", "keep balam pal-1 pal-3", "keep ixtab pal-1 pal-3 pal-5"),
    *("pay 0 0 4", "pay 2 1 1", "waive gold", "advance 3", "place tikal quick", "pass pass"),
]


def check_every_answer(game: Game, chance: random.Random) -> None:
    """Each action on offer can be played on a copy; others are refused and change nothing."""
    seat = chance.choice(game.pending).seat
    before, options, record = game.position(), game.legal(seat), game.record()
    players = len(before["players"])
    for action in options:
        copy = game.copy()
        copy.play(seat, action)
        assert copy.record()["actions"] == [*record["actions"], [seat, action]]
        check_position(copy.position())
        if not copy.finished:
            check_choices(copy, players)
    for action in chance.sample(NOTATION, 8):
        if action not in options:
            refused(game, seat, action)
    other = next((s for s in range(players) if not game.legal(s)), None)
    if other is not None:
        refused(game, other, options[0])
    assert game.position() == before and game.legal(seat) == options
    assert game.record() == record


def refused(game: Game, seat: int, action: str) -> None:
    """The action must raise IllegalAction with one sentence."""
    try:
        game.play(seat, action)
    except IllegalAction as refusal:
        assert str(refusal).strip()
    else:
        raise AssertionError(f"{action!r} was accepted")


def check_hidden(game: Game, setup: dict[str, Any]) -> None:
    """Nothing lying face down is in the position: stacks, dealt and discarded tiles, tribes."""
    position = game.position()
    shown = json.dumps(position)
    kept = [tile for player in position["players"] for tile in player["wealth"]]
    assert not any(f'"{tile}"' in shown for tile in set(WEALTH) - set(kept))
    tribes = [player["tribe"] for player in position["players"]]
    assert not any(f'"{tribe}"' in shown for tribe in set(TRIBES) - set(tribes))
    if position["phase"] == "keep":
        assert kept == [] and set(tribes) == {None}
    if position["age"] == 1:
        drawn = len(setup["age1"]) - position["age1_left"]
        assert not any(f'"{tile}"' in shown for tile in setup["age1"][drawn:])
    drawn = len(setup["age2"]) - position["age2_left"]
    assert not any(f'"{tile}"' in shown for tile in setup["age2"][drawn:])
    if position["quick"] and not position["food_days_held"]:
        assert not any(f'"{tile}"' in shown for tile in QUICK_2)


def play_on(
    game: Game,
    chance: random.Random,
    mood: str,
    *,
    each: Callable[[Game], None] = lambda game: None,
    decisions: int | None = None,
) -> None:
    """Random play to the end of the game, or for some decisions; `each` is called before each."""
    while not game.finished and decisions != 0:
        each(game)
        seat = chance.choice(game.pending).seat
        game.play(seat, choose(chance, game.legal(seat), mood))
        decisions = None if decisions is None else decisions - 1
