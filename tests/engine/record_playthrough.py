"""Write the golden playthroughs anew: whole random games as text one can read.

    python -m tests.engine.record_playthrough [NAME...]

Only needed when a rule was really wrong; read the difference before it is kept. The games are
chosen among many so that nearly every kind of action comes up in them.
"""

import json
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.engine import Game

from .deals import MODULES, words
from .scenario import GEARS, TEMPLES, TRACKS, fact

FOLDER = Path(__file__).parent / "playthroughs"
CANDIDATES = 1000

GAMES: dict[str, tuple[int, Sequence[str]]] = {
    "2-seats": (2, ()),
    "3-seats": (3, ()),
    "4-seats": (4, ()),
    "buildings-4-seats": (4, ["buildings"]),
    "everything-5-seats": (5, MODULES),
    "promo-2-seats": (2, ["promo"]),
    "prophecies-3-seats": (3, ["prophecies"]),
    "quick-actions-2-seats": (2, ["quick_actions"]),
    "tribes-4-seats": (4, ["tribes"]),
}
"""Number of seats and parts of the expansion of each game."""

EACH_ROUND = words(
    "round tooth first_seat calendar_corn bank_skulls players.*.corn players.*.wood "
    "players.*.stone players.*.gold players.*.skulls players.*.points4 players.*.available"
)
EACH_FOOD_DAY = [
    *("age", "building_row", "monument_row", "skull_spaces", "jungle"),
    *(f"gears.{gear}" for gear in GEARS),
    *(f"players.*.temples.{temple}" for temple in TEMPLES),
    *(f"players.*.technologies.{track}" for track in TRACKS),
    *("players.*.workers", "players.*.light_side", "players.*.corn_tiles", "players.*.wood_tiles"),
    *("players.*.buildings", "players.*.monuments"),
]
# What is written down in a game with a part of the expansion.
FIRST_WITH = {"tribes": "players.*.tribe", "prophecies": "prophecies"}
EACH_ROUND_WITH = {"prophecies": "active_prophecy", "quick_actions": "quick"}


# How gladly a player of these games takes an action; the first pattern that fits counts.
LIKING = [
    (r"pass|take 0", 0.1),
    (r"place quick|skip-space|renovate|lower|take|place \w+ discount", 6),
    (r"build x|keep .*promo", 20),
    (r"monument|do chichen", 30),
    (r"pick \w+ 0", 0.02),
    (r"pick \w+ [12]$", 0.5),
    (r"pick", 3),
    (r"do (palenque|yaxchilan|tikal) [1-2]", 1.5),
    (r"do yaxchilan 4|do uxmal [345]|do tikal [345]", 8),
    (r"do", 4),
    (r"build .* plain", 2),
    (r"build|offer", 6),
    (r"place (palenque|yaxchilan)", 3),
    (r"place|corn|wood", 2),
    (r"skip", 0.05),
    (r"stop|decline|beg", 0.3),
]


def random_game(players: int, seed: int, modules: Sequence[str] = ()) -> Game:
    """A whole game by chance, leaning to what is worth something."""
    chance = random.Random(seed)
    game = Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        seat = game.pending[0].seat
        options = game.legal(seat)
        game.play(seat, chance.choices(options, [_liking(action) for action in options])[0])
    return game


def _liking(action: str) -> float:
    return next((weight for pattern, weight in LIKING if re.match(pattern, action)), 1)


def variety(game: Game) -> tuple[int, int]:
    """How many different actions a game shows, a monument counting more, and the points won."""
    actions = {_kind(action) for _, action in game.record()["actions"]}
    new = sum(re.match(OF_THE_EXPANSION, action) is not None for action in actions)
    points4 = sum(row["points4"] for row in game.standings())
    return len(actions) + 5 * ("monument" in actions) + 5 * new, points4


OF_THE_EXPANSION = (
    r"build x|keep promo|renovate|keep-all|lower|take|bonus|skip-space|pass|place (quick|discount)"
)
TELLING = {"plain", "start", "2", "quick", "discount"}


def _kind(action: str) -> str:
    words = action.split()
    if words[0] == "do" or (words[0] == "build" and words[1].startswith("x")):
        return action
    if words[0] == "keep" and "promo" in action:
        return "keep promo"
    return f"{words[0]} {words[-1]}" if words[-1] in TELLING else words[0]


def transcript(game: Game) -> str:
    """The game as a scenario: the deal, a line for each turn, checkpoints each round."""
    setup = game.setup
    parts = ", ".join(setup["modules"]).replace("_", " ")
    lines = [
        f"title   a whole game of {setup['players']} seats" + (f" with {parts}" if parts else ""),
        "checks  every rule on its way; recorded, not read from a rulebook",
    ]
    lines += [f"setup   {key} = {_text(value)}" for key, value in setup.items()]
    replay = Game.from_setup(setup)
    turn: list[str] = []
    whose = -1
    for number, (seat, action) in enumerate(game.record()["actions"]):
        before = replay.position()
        if seat != whose and turn:
            lines.append(f"play    {whose}: {'; '.join(turn)}")
            turn = []
        whose = seat
        replay.play(seat, action)
        turn.append(action)
        after = replay.position()
        over = number + 1 == len(game.record()["actions"])
        new_round = after["round"] > before["round"] or after["phase"] != before["phase"]
        if new_round or over or action in ("end", "pass"):
            lines.append(f"play    {seat}: {'; '.join(turn)}")
            turn = []
        if new_round or over:
            fed = after["food_days_held"] > before["food_days_held"] or over
            lines += ["", f"# {_heading(after)}"]
            paths = EACH_ROUND + _with_parts(after, EACH_ROUND_WITH)
            if before["phase"] == "keep":
                paths += _with_parts(after, FIRST_WITH)
            lines += _facts(after, paths + (EACH_FOOD_DAY if fed else []))
    lines.append("pending")
    rows = "; ".join(f"{row['seat']} {row['place']}" for row in game.standings())
    lines.append(f"standings {rows}")
    return "\n".join(lines) + "\n"


def _heading(position: dict[str, Any]) -> str:
    if position["phase"] == "finished":
        return "The end"
    return f"Round {position['round']}, tooth {position['tooth']}"


def _with_parts(position: dict[str, Any], paths: dict[str, str]) -> list[str]:
    return [path for module, path in paths.items() if module in position["modules"]]


def _facts(position: dict[str, Any], paths: list[str]) -> list[str]:
    return [f"expect  {path} = {_text(fact(position, path))}" for path in paths]


def _text(value: Any) -> str:
    """As JSON, with a list of ids as bare words where that reads back as the same."""
    if isinstance(value, list) and len(value) > 1 and all(isinstance(v, str) for v in value):
        return " ".join(value)
    return json.dumps(value)


def main() -> None:
    """Choose the games with most variety and write them."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or GAMES:
        players, modules = GAMES[name]
        games = (random_game(players, seed, modules) for seed in range(CANDIDATES))
        path = FOLDER / f"{name}.txt"
        path.write_text(transcript(max(games, key=variety)), encoding="utf-8")


if __name__ == "__main__":
    main()
