"""Put a game on the table, play it in notation and say what must be true.

Two ways to write the same thing. In Python, a `Table`:

    table = start({"players.0.corn": 1, "gears.yaxchilan.3": 0})
    table.play(0, "pick yaxchilan 3", "do yaxchilan 2")
    table.expect({"players.0.stone": 1, "players.0.corn": 1})

and as a text file (see scenarios/), for whole examples one wants to read from top to bottom:

    title   a step back costs 1 corn
    checks  R-038
    players 2
    set     players.0.corn = 1
    set     gears.yaxchilan.3 = 0
    play    0: pick yaxchilan 3; do yaxchilan 2
    expect  players.0.stone = 1

A scenario may begin with a deal instead: `setup wealth = pal-1 pal-3 ...` and so on, what is not
said being as in deals.py.

A dotted path leads into the position (see engine-contract.md): `players.0.corn`, `gears.tikal.3`.
`*` stands for all items of a list (`players.*.corn` is a list), `#` for a list's length.
"""

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.engine import Game, IllegalAction

from .deals import PROPHECIES, deal

GEARS = ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")
TEMPLES = ("chaac", "quetzalcoatl", "kukulkan")
TRACKS = ("agriculture", "extraction", "architecture", "theology")

BUILDING_ROW = [
    "a1-small-farm-1",  # 1 wood: one worker less to feed
    "a1-field-school",  # 2 wood: agriculture
    "a1-mason-shrine",  # 1 gold: architecture
    "a1-builder-tomb",  # 1 wood 1 gold: a temple step and another building
    "a1-mine-workshop",  # 2 wood 1 stone: extraction and 1 gold
    "a1-brown-green-tomb",  # 1 wood 2 stone: chaac and kukulkan
]
AGE_1_STACK = ["a1-common-farm-1", "a1-mine-school", "a1-oracle-shrine", "a1-small-farm-2"]
AGE_2_STACK = [
    "a2-great-farm-1",
    "a2-trader-tomb",
    "a2-labourer-tomb",
    "a2-stone-academy",
    "a2-brown-shrine",
    "a2-green-shrine",
    "a2-yellow-shrine",
    "a2-gold-academy",
]
MONUMENT_ROW = ["mon-works", "mon-civic", "mon-skulls", "mon-corn-tiles"]

# The same game later, to be merged into the changes of `start`.
AGE_2 = {"age": 2, "round": 16, "tooth": 15, "food_days_held": 2}


def default_position(players: int) -> dict[str, Any]:
    """An empty board in round 3, everyone with 3 workers at hand and no goods."""
    seat: dict[str, Any] = {"corn": 0, "wood": 0, "stone": 0, "gold": 0, "skulls": 0}
    seat |= {"points4": 0, "workers": 3, "available": 3, "light_side": True}
    seat |= {"temples": dict.fromkeys(TEMPLES, 1), "technologies": dict.fromkeys(TRACKS, 0)}
    seat |= {"buildings": [], "monuments": [], "wealth": [], "tribe": None}
    seat |= {"corn_tiles": 0, "wood_tiles": 0}
    fields = {str(group): {"corn": players, "wood": players} for group in (3, 4, 5)}
    five = players == 5  # who always play with quick actions
    return {
        "round": 3,
        "tooth": 2,
        "age": 1,
        "phase": "play",
        "first_seat": 0,
        "turn_seat": 0,
        "calendar_corn": 0,
        "food_days_held": 0,
        "bank_skulls": 13,
        "start_space": None,
        "gears": {gear: [None] * (13 if gear == "chichen_itza" else 10) for gear in GEARS},
        "jungle": {"2": {"corn": players, "wood": 0}} | fields,
        "skull_spaces": [False] * 9,
        "building_row": list(BUILDING_ROW),
        "age1_left": len(AGE_1_STACK),
        "age2_left": len(AGE_2_STACK),
        "monument_row": list(MONUMENT_ROW),
        "modules": ["quick_actions"] if five else [],
        "prophecies": [],
        "active_prophecy": None,
        "quick": {"tile": "qa1-wood-corn", "spaces": [None] * 3} if five else None,
        "players": [copy.deepcopy(seat) for _ in range(players)],
        "age1": list(AGE_1_STACK),
        "age2": list(AGE_2_STACK),
    }


def changed(position: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out the changes, then count skulls and workers at hand unless the changes say them.

    Skulls: 13 less those held and placed. Workers at hand: those in play less those on the gears
    and on the starting-player and quick-action spaces.
    """
    for path, value in changes.items():
        *way, last = path.split(".")
        place: Any = position
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if isinstance(place, list):
            place[int(last)] = copy.deepcopy(value)
        elif last in place or last in ("age1", "age2", "quick_age1", "quick_age2", "rules"):
            place[last] = copy.deepcopy(value)
        else:
            raise KeyError(f"no {path} in a position")
    if "bank_skulls" not in changes:
        held = sum(player["skulls"] for player in position["players"])
        shrines = sum("x2-skull-shrine" in player["buildings"] for player in position["players"])
        position["bank_skulls"] = 13 - held - shrines - sum(position["skull_spaces"])
    for seat, player in enumerate(position["players"]):
        if f"players.{seat}.available" not in changes:
            out = sum(spaces.count(seat) for spaces in position["gears"].values())
            out += position["start_space"] == seat
            out += (position["quick"] or {"spaces": []})["spaces"].count(seat)
            player["available"] = player["workers"] - out
    return position


def fact(position: Any, path: str) -> Any:
    """What stands at a dotted path of a position."""
    if not path:
        return position
    step, _, rest = path.partition(".")
    if step == "#":
        return len(position)
    if step == "*":
        return [fact(item, rest) for item in position]
    return fact(position[int(step)] if isinstance(position, list) else position[step], rest)


class Table:
    """A game being tested. Every check raises AssertionError and says what was there instead."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getitem__(self, path: str) -> Any:
        return fact(self.game.position(), path)

    def copy(self) -> "Table":
        """A second table with the same game."""
        return Table(self.game.copy())

    def play(self, seat: int, *actions: str) -> "Table":
        """These actions, one after the other, must be accepted."""
        for action in actions:
            try:
                self.game.play(seat, action)
            except IllegalAction as refusal:
                asked = [(decision.seat, decision.kind) for decision in self.game.pending]
                raise AssertionError(
                    f"seat {seat} may not {action!r}: {refusal} (asked: {asked}, "
                    f"on offer: {self.game.legal(seat)})"
                ) from refusal
        return self

    def illegal(self, seat: int, *actions: str) -> "Table":
        """Each of these actions must be refused with one sentence and change nothing."""
        for action in actions:
            before = self.game.position(), self._asked(), self.game.legal(seat), self.game.record()
            assert action not in before[2], f"{action!r} is on offer to seat {seat}: {before[2]}"
            try:
                self.game.play(seat, action)
            except IllegalAction as refusal:
                assert str(refusal).strip(), "a refusal must say why"
            else:
                raise AssertionError(f"seat {seat} could play {action!r}")
            after = self.game.position(), self._asked(), self.game.legal(seat), self.game.record()
            assert after == before, f"the refused {action!r} changed the game"
        return self

    def legal(self, seat: int, *actions: str) -> "Table":
        """Exactly these actions are on offer."""
        assert self.game.legal(seat) == sorted(actions), f"on offer: {self.game.legal(seat)}"
        return self

    def offers(self, seat: int, *actions: str) -> "Table":
        """All of these actions are on offer."""
        missing = set(actions) - set(self.game.legal(seat))
        assert not missing, f"missing: {sorted(missing)}; on offer: {self.game.legal(seat)}"
        return self

    def lacks(self, seat: int, *actions: str) -> "Table":
        """None of these actions is on offer. An action ending in * stands for all that begin so."""
        assert self._is_asked(seat), f"seat {seat} is not asked: {self._asked()}"
        for action in self.game.legal(seat):
            for unwanted in actions:
                begins = unwanted.endswith("*") and action.startswith(unwanted[:-1])
                assert action != unwanted and not begins, f"{action!r} is on offer to {seat}"
        return self

    def pending(self, *decisions: tuple[int, str]) -> "Table":
        """Exactly these decisions, (seat, kind), are open."""
        assert self._asked() == list(decisions), f"asked: {self._asked()}, not {decisions}"
        return self

    def expect(self, facts: Mapping[str, Any]) -> "Table":
        """Facts of the position, by dotted path."""
        position = self.game.position()
        found = {path: fact(position, path) for path in facts}
        assert found == dict(facts)
        return self

    def standings(self, *places: tuple[int, int]) -> "Table":
        """The final table as (seat, place), in its order."""
        found = [(row["seat"], row["place"]) for row in self.game.standings()]
        assert found == list(places), f"standings: {self.game.standings()}"
        return self

    def _asked(self) -> list[tuple[int, str]]:
        return [(decision.seat, decision.kind) for decision in self.game.pending]

    def _is_asked(self, seat: int) -> bool:
        return any(asked == seat for asked, _ in self._asked())


def parts(
    *,
    tribe: str | None = None,
    prophecy: str | None = None,
    quick: str | None = None,
) -> dict[str, Any]:
    """Changes that put parts of the expansion on the table: a tribe of seat 0, a prophecy that
    runs (between the first food day and the second), a quick-action tile with free spaces."""
    changes: dict[str, Any] = {"modules": []}
    if tribe:
        changes["modules"].append("tribes")
        changes["players.0.tribe"] = tribe
    if prophecy:
        later = [other for other in PROPHECIES if other != prophecy][-2:]
        changes["modules"].append("prophecies")
        changes |= {"prophecies": [prophecy, *later], "active_prophecy": prophecy}
        changes |= {"food_days_held": 1, "round": 10, "tooth": 9}
    if quick:
        changes["modules"].append("quick_actions")
        changes["quick"] = {"tile": quick, "spaces": [None] * 3}
    return changes


def start(changes: Mapping[str, Any] | None = None, *, players: int = 2) -> Table:
    """A table at the start of a turn: the default position with some changes, by dotted path."""
    return Table(Game.from_position(changed(default_position(players), changes or {})))


# --- Scenarios: the same as data -----------------------------------------------------------------


@dataclass
class Scenario:
    """A start and a list of steps, each `[verb, argument, ...]` as in the shared examples."""

    name: str
    title: str = ""
    checks: str = ""
    players: int = 2
    changes: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    steps: list[list[Any]] = field(default_factory=list)

    def table(self, default: Mapping[str, Any] | None = None) -> Table:
        """The start: from a deal if there is one, else the default position with the changes."""
        if self.setup:
            written = copy.deepcopy(self.setup)
            like = deal(players=written["players"], modules=written.get("modules", ()))
            return Table(Game.from_setup(like | written))
        position = copy.deepcopy(dict(default)) if default else default_position(self.players)
        if default:
            player = position.pop("player")
            position["players"] = [copy.deepcopy(player) for _ in range(self.players)]
        return Table(Game.from_position(changed(position, self.changes)))

    def run(self, default: Mapping[str, Any] | None = None) -> Table:
        """Play it through; the first thing that is not so raises AssertionError with its step."""
        table = self.table(default)
        for number, step in enumerate(self.steps, 1):
            try:
                take_step(table, step)
            except AssertionError as error:
                raise AssertionError(f"{self.name}, step {number} {step}: {error}") from error
        return table


def take_step(table: Table, step: Sequence[Any]) -> None:
    """Do one step of a scenario."""
    verb, *arguments = step
    match verb:
        case "play" | "illegal":
            seat, action = arguments
            getattr(table, verb)(seat, action)
        case "legal" | "offers" | "lacks":
            seat, actions = arguments
            getattr(table, verb)(seat, *actions)
        case "pending" | "standings":
            getattr(table, verb)(*[tuple(pair) for pair in arguments[0]])
        case "expect":
            table.expect(arguments[0])
        case _:
            raise ValueError(f"no such step: {verb}")


def read_scenario(path: Path) -> Scenario:
    """Read a scenario's text file. A line that cannot be read is a ValueError with its number."""
    scenario = Scenario(path.stem)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.partition("# ")[0].strip()
        if line and line != "#":
            try:
                verb, _, rest = line.partition(" ")
                _read_line(scenario, verb, rest.strip())
            except (ValueError, KeyError) as error:
                raise ValueError(f"{path.name}, line {number}: {error}") from error
    return scenario


def _read_line(scenario: Scenario, verb: str, rest: str) -> None:
    match verb:
        case "title" | "checks":
            setattr(scenario, verb, rest)
        case "players":
            scenario.players = int(rest)
        case "set" | "setup" | "expect":
            key, equals, value = (part.strip() for part in rest.partition("="))
            if not equals:
                raise ValueError(f"{verb} needs `path = value`")
            if verb == "expect":
                scenario.steps.append(["expect", {key: _value(value)}])
            else:
                (scenario.changes if verb == "set" else scenario.setup)[key] = _value(value)
        case "play" | "illegal":
            seat, actions = _seat_and_actions(rest)
            scenario.steps.extend([verb, seat, action] for action in actions)
        case "legal" | "offers" | "lacks":
            scenario.steps.append([verb, *_seat_and_actions(rest)])
        case "pending":
            pairs = (pair.split() for pair in _parts(rest))
            scenario.steps.append(["pending", [[int(seat), kind] for seat, kind in pairs]])
        case "standings":
            rows = (pair.split() for pair in _parts(rest))
            scenario.steps.append(["standings", [[int(seat), int(at)] for seat, at in rows]])
        case _:
            raise ValueError(f"no such line: {verb}")


def _seat_and_actions(text: str) -> tuple[int, list[str]]:
    seat, _, actions = text.partition(":")
    return int(seat), list(_parts(actions))


def _parts(text: str) -> Iterable[str]:
    return (part.strip() for part in text.split(";") if part.strip())


def _value(text: str) -> Any:
    """A JSON value; a bare word is a string and bare words are a list of strings."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        words = text.split()
        return words[0] if len(words) == 1 else words
