"""python -m training.puzzles: find puzzles in games of computers, and write them to a file, one a
line. Only those are kept that are clear even to a search five times as wide as a master's.

With --check, look at the puzzles of a file once more, and keep the clear ones. With --choose, keep
--count of them whose order obeys the rules of days. With --solve, let levels solve them, and print
what they lose.
"""

import argparse
import asyncio
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import mean

from pydantic import TypeAdapter

from bot.ai.advice import CLOSER, Moment
from bot.ai.limits import WIDE
from bot.ai.players import plan_turn
from bot.ai.puzzles import best_ways, least_ahead, points_lost, puzzles_of_a_game, theme_of
from bot.ai.worker import Answer, Question, answer
from bot.engine.position import Position
from bot.model.computers import (
    AT_LEAST,
    AT_MOST,
    PUZZLE_THEMES,
    Puzzle,
    PuzzleKind,
    PuzzleTheme,
    gears_of,
    must_come,
)
from bot.notation.position_line import read_position, write_position

OF_THEME, OF_PART = 6, 5
"""At most one puzzle in `OF_THEME` has the same theme, and one in `OF_PART` the same part of the
game."""
_LINE = TypeAdapter(Puzzle)


async def ask(question: Question | Moment) -> Answer:
    """Answer a question in this process."""
    return answer(question)


def read(path: Path) -> list[Puzzle]:
    """Read the puzzles of a file; none if there is no such file."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [_LINE.validate_json(line) for line in lines]


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles, one a line."""
    lines = []
    for one in puzzles:
        line = {"position": one.position, "rules": one.rules, "theme": one.theme}
        lines.append(json.dumps({**line, "ways": [asdict(way) for way in one.ways]}))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def make(path: Path, seed: str, count: int) -> None:
    """Add puzzles from games to a file until it has at least `count` lines."""
    puzzles = read(path)
    began, before = time.process_time(), len(puzzles)

    def wanted(theme: PuzzleTheme, position: Position, actions: Sequence[str]) -> bool:
        new = PuzzleKind(theme, gears_of(actions), position.round)
        kinds = [one.kind for one in puzzles]
        alike = sum((one.theme, one.gears) == (new.theme, new.gears) for one in kinds)
        return (
            sum(one.theme == theme for one in kinds) < count // OF_THEME
            and sum(one.part == new.part for one in kinds) < count // OF_PART
            and alike <= count // OF_THEME // 2
        )

    async def of_game(number: int) -> None:
        found = puzzles_of_a_game(ask, f"{seed}/{number}", wanted, (CLOSER, WIDE))
        async for position, rules, theme, ways in found:
            puzzles.append(Puzzle(write_position(position), rules, theme, ways))
            write(path, puzzles)
            spent = (time.process_time() - began) / (len(puzzles) - before)
            print(f"{len(puzzles)}: {theme}, {spent:.1f} s each", flush=True)

    for number in itertools.count():
        if len(puzzles) >= count:
            break
        asyncio.run(of_game(number))


async def check(path: Path) -> None:
    """Keep the puzzles of a file that are clear to the widest search, and store the turns it
    finds."""
    clear: list[Puzzle] = []
    for number, one in enumerate(read(path)):
        position = read_position(one.position)
        ways = await best_ways(ask, position, one.rules, WIDE)
        ahead = min((way.behind for way in ways[1:]), default=0.0)
        if ahead >= least_ahead(position.round):
            theme = theme_of(position, one.rules, ways)
            clear.append(replace(one, ways=ways, theme=theme))
        else:
            print(f"{number}: {one.theme}, {ahead:.1f} points ahead", flush=True)
    write(path, clear)


def choose(path: Path, count: int, seed: str, tries: int = 4_000) -> None:
    """Keep `count` puzzles of a file, in an order that obeys the rules of days to the end. Of the
    orders tried, it is the one with the fewest pairs of days in a row that have the same part of
    the game. Raises ValueError if none is found."""
    puzzles, chance = read(path), random.Random(seed)
    found: dict[int, list[Puzzle]] = {}
    for _ in range(tries):
        order = drawn(puzzles, count, chance)
        kinds = [one.kind for one in order]
        if len(order) == count and kept(kinds) == count:
            found[sum(a.part == b.part for a, b in itertools.pairwise(kinds))] = order
    if not found:
        raise ValueError(f"no order of {count} of these {len(puzzles)} puzzles keeps the rules")
    write(path, found[min(found)])


def drawn(puzzles: Sequence[Puzzle], count: int, chance: random.Random) -> list[Puzzle]:
    """Draw puzzles for one day after the other as the rules of days allow. A theme comes the
    sooner, the longer it has waited and the more puzzles are left of it. Fewer than `count` are
    drawn if no puzzle is allowed any more."""
    left, order, days = [(one, one.kind) for one in puzzles], list[Puzzle](), list[PuzzleKind]()
    common = Counter(gear for _, kind in left for gear in kind.gears).most_common(1)[0][0]
    pressed, noise = chance.choice((0.3, 0.6, 1.0)), chance.choice((0.1, 0.4))
    while len(order) < count:
        past = [kind.theme for kind in reversed(days[-AT_LEAST:])]
        share, taken = Counter(kind.theme for _, kind in left), Counter(kind.theme for kind in days)
        now = must_come(past, share.keys())
        allowed: list[tuple[float, int]] = []
        for index, (_, kind) in enumerate(left):
            waited = past.index(kind.theme) + 1 if kind.theme in past else len(past) + 1
            again = days and (kind.gears & days[-1].gears or kind.theme in past[: AT_MOST - 1])
            if again or kind.theme not in now or taken[kind.theme] >= count // AT_MOST:
                continue
            score = waited * share[kind.theme] / (count - len(order)) - 0.15 * len(kind.gears)
            score += pressed * (common in kind.gears) + chance.gauss(0, noise)
            score -= 0.3 * bool(days and kind.part == days[-1].part)
            allowed.append((score, index))
        if not allowed:
            break
        one, kind = left.pop(max(allowed)[1])
        order.append(one)
        days.append(kind)
    return order


def kept(days: Sequence[PuzzleKind]) -> int:
    """Count the days from the first one on that obey the rules: a theme comes at most once in
    `AT_MOST` days and at least once in `AT_LEAST`, and no gear comes on two days in a row."""
    for number, one in enumerate(days):
        before = [each.theme for each in days[max(0, number - AT_MOST + 1) : number]]
        lately = {each.theme for each in days[max(0, number - AT_LEAST + 1) : number + 1]}
        if one.theme in before or (number and one.gears & days[number - 1].gears):
            return number
        if number + 1 >= AT_LEAST and len(lately) < len(PUZZLE_THEMES):
            return number
    return len(days)


async def solve(puzzles: Sequence[Puzzle], levels: Sequence[str]) -> None:
    """Print the mean loss of each level, and how often it loses nothing."""
    lost: dict[str, list[float]] = {level: [] for level in levels}
    for number, one in enumerate(puzzles, 1):
        position = read_position(one.position)
        for level in levels:
            random.seed(number)
            turn = plan_turn(position, position.turn_seat, level)
            lost[level].append(await points_lost(ask, position, one.rules, one.ways, turn))
        print(
            number,
            *(f"{k} {mean(v):.2f} ({sum(not one for one in v)} found)" for k, v in lost.items()),
            flush=True,
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments and do it."""
    reading = argparse.ArgumentParser(prog="python -m training.puzzles", description=__doc__)
    reading.add_argument("file", type=Path)
    reading.add_argument("--count", type=int, default=100)
    reading.add_argument("--seed", default="puzzles")
    reading.add_argument("--check", action="store_true")
    reading.add_argument("--choose", action="store_true")
    reading.add_argument("--solve", default="", help="levels with commas between")
    told = reading.parse_args(arguments)
    if told.solve:
        asyncio.run(solve(read(told.file), told.solve.split(",")))
    elif told.check:
        asyncio.run(check(told.file))
    elif told.choose:
        choose(told.file, told.count, told.seed)
    else:
        make(told.file, told.seed, told.count)


if __name__ == "__main__":
    main()
