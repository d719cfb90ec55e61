"""python -m training.puzzles: find puzzles in games of computers and write them, one a line; or
with --solve let levels solve those of a file, and print what they lose."""

import argparse
import asyncio
import itertools
import json
import random
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import mean
from typing import Any

from bot.ai.puzzles import points_lost, puzzles_of_a_game
from bot.ai.review import Moment
from bot.ai.search.players import plan_turn
from bot.ai.worker import Answer, Question, answer
from bot.notation.position_line import read_position, write_position


async def ask(question: Question | Moment) -> Answer:
    """Answer in this process."""
    return answer(question)


def make(path: Path, seed: str, count: int) -> None:
    """Add the puzzles of games to a file until it has so many lines."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    began, before = time.process_time(), len(lines)

    def keep() -> None:
        path.write_text("\n".join(lines) + "\n", "utf-8")

    async def of_game(number: int) -> None:
        async for position, rules, theme, ways in puzzles_of_a_game(ask, f"{seed}/{number}"):
            line = {"position": write_position(position), "rules": rules, "theme": theme}
            lines.append(json.dumps({**line, "ways": [asdict(one) for one in ways]}))
            keep()
            spent = (time.process_time() - began) / (len(lines) - before)
            print(f"{len(lines)}: {theme}, {spent:.1f} s each", flush=True)

    for number in itertools.count():
        if len(lines) >= count:
            break
        asyncio.run(of_game(number))


async def solve(puzzles: Sequence[Any], levels: Sequence[str]) -> None:
    """Print the mean loss of each level, and how often it loses nothing."""
    lost: dict[str, list[float]] = {level: [] for level in levels}
    for number, one in enumerate(puzzles, 1):
        position = read_position(one["position"])
        for level in levels:
            random.seed(number)
            turn = plan_turn(position, position.turn_seat, level)
            lost[level].append(await points_lost(ask, position, one["rules"], turn))
        print(
            number,
            *(f"{k} {mean(v):.2f} ({sum(not one for one in v)} found)" for k, v in lost.items()),
            flush=True,
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments and do it."""
    reading = argparse.ArgumentParser(prog="python -m training.puzzles", description=__doc__)
    reading.add_argument("file", type=Path)
    reading.add_argument("--count", type=int, default=60)
    reading.add_argument("--seed", default="puzzles")
    reading.add_argument("--solve", default="", help="levels with commas between")
    told = reading.parse_args(arguments)
    if told.solve:
        puzzles = [json.loads(line) for line in told.file.read_text("utf-8").splitlines()]
        asyncio.run(solve(puzzles, told.solve.split(",")))
    else:
        make(told.file, told.seed, told.count)


if __name__ == "__main__":
    main()
