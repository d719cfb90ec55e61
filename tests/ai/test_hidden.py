"""A computer knows what its seat may see, and no more."""

import ast
import random
from pathlib import Path
from typing import Any

import bot.ai

ON_THE_BOARD = 6  # buildings lying open from the beginning
DEALT = 4  # wealth tiles to each seat


def otherwise_hidden(setup: dict[str, Any], seat: int, chance: random.Random) -> dict[str, Any]:
    """The same deal to the eyes of a seat: stacks in another order, other tiles dealt to others.

    The tiles the dummies are drawn from stay: the dummies stand on the board.
    """
    players = setup["players"]
    stack, age2 = setup["age1"][ON_THE_BOARD:], list(setup["age2"])
    chance.shuffle(stack)
    chance.shuffle(age2)
    places = [i for i in range(DEALT * players) if i // DEALT != seat]
    others = [setup["wealth"][i] for i in places]
    chance.shuffle(others)
    wealth = list(setup["wealth"])
    for place, tile in zip(places, others, strict=True):
        wealth[place] = tile
    age1 = setup["age1"][:ON_THE_BOARD] + stack
    return {**setup, "age1": age1, "age2": age2, "wealth": wealth}


NEVER_THOUGHT_WITH = {
    "bot.engine",
    "bot.engine.Game",
    "bot.engine.game",
    "bot.engine.deal",
    "random",
    "time",
}


def test_computers_never_touch_a_game() -> None:
    """Game and its deal hold the stacks, so the modules of bot.ai that think do not import them;
    training and matches do, and what plays a game to find puzzles in it. The process they think in
    looks at the clock for them; level easy and the imagined stacks draw by what lies open alone."""
    imported: set[str | None] = set()
    for module in Path(bot.ai.__file__).parent.glob("*.py"):
        draws = {"random", "random.Random"}
        plays = {*draws, "bot.engine", "bot.engine.Game"}
        allowed = {
            "worker.py": {"time"}, "limits.py": {"time"}, "chance.py": draws, "puzzles.py": plays,
        }.get(module.name, set())  # fmt: skip
        names: set[str | None] = set()
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
            elif isinstance(node, ast.Import):
                names |= {name.name for name in node.names}
        imported |= names - allowed
    assert "bot.engine.state" in imported, "nothing was read"
    assert not imported & NEVER_THOUGHT_WITH
