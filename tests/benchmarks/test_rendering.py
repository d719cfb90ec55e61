"""What the expansion adds to the time of a picture, against a base game drawn in the same run.

Run with `scripts/test tests/benchmarks --benchmark-only`.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.board import MODULES
from bot.text.translation import translator
from rendering import draw_city, draw_wheels, prepare
from rendering.scene import Scene, scene_of

NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame")
ENGLISH = translator("en")


def scenes(modules: tuple[str, ...]) -> list[Scene]:
    """Every tenth position of a random game with four seats."""
    game, chance, found = Game.new(4, seed=9, modules=modules), random.Random(9), []
    count = 0
    while game.pending:
        seat = game.pending[0].seat
        game.play(seat, chance.choice(game.legal(seat)))
        count += 1
        if count % 10 == 0 and game.position()["phase"] == "play":
            found.append(scene_of(game.position(), NAMES, waiting=(seat,)))
    return found


def seconds(draw: Callable[..., Any], of: list[Scene]) -> float:
    """The median time of one picture."""
    times = []
    for scene in of:
        start = time.perf_counter()
        draw(scene, t=ENGLISH)
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


@pytest.mark.parametrize("draw", [draw_wheels, draw_city])
def test_with_everything_against_the_base_game(benchmark: Any, draw: Callable[..., Any]) -> None:
    prepare("dark")
    base, everything = scenes(()), scenes(MODULES)
    for scene in (*base[:3], *everything[:3]):  # fill the caches of sprites
        draw(scene, t=ENGLISH)
    plain = min(seconds(draw, base) for _ in range(3))
    full = min(seconds(draw, everything) for _ in range(3))

    benchmark(draw, everything[len(everything) // 2], t=ENGLISH)

    benchmark.extra_info["times_the_base_game"] = round(full / plain, 2)
    print(
        f"\n{draw.__name__}: {full * 1000:.1f} ms with everything, {plain * 1000:.1f} ms in the "
        f"base game: {full / plain:.2f} times"
    )
