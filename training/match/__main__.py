"""python -m training.match: play two players against each other, and print figures. With --table:
go on with the ladder of docs/computers.md."""

import argparse
import sys
from collections.abc import Sequence
from multiprocessing import Pool

from bot.engine.components import MODULES
from training.match import table
from training.match.figures import Tally, tallied
from training.match.games import Deal, Played, deal_played, rotations
from training.match.players import NAMES


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match and print its figures."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["--table"]:
        table.main(words[1:])
        return
    reading = argparse.ArgumentParser(prog="python -m training.match", description=__doc__)
    reading.add_argument("first", help=NAMES)
    reading.add_argument("second", help=NAMES)
    reading.add_argument("--seats", type=int, default=4)
    reading.add_argument("--of-first", type=int, default=1, help="seats of the first player")
    reading.add_argument("--modules", default="", help="“all”, or names with commas between")
    reading.add_argument("--games", type=int, default=100, help="rounded up to whole deals")
    reading.add_argument("--seed", type=int, default=1)
    reading.add_argument("--processes", type=int, default=1)
    told = reading.parse_args(words)
    modules = MODULES if told.modules == "all" else tuple(filter(None, told.modules.split(",")))
    seating = [0] * told.of_first + [1] * (told.seats - told.of_first)
    deals = [
        Deal((told.first, told.second), modules, f"{told.seed}/{deal}", (*rotations(seating),))
        for deal in range(-(-told.games // told.seats))
    ]
    tally = tallied(played(deals, told.processes), 2)
    print(*lines(told.first, told.second, tally), sep="\n")


def played(deals: Sequence[Deal], processes: int) -> list[Played]:
    """Play all games, in the order of the deals."""
    if processes == 1:
        return [game for deal in deals for game in deal_played(deal)]
    with Pool(processes) as pool:
        return [game for games in pool.map(deal_played, deals, chunksize=1) for game in games]


def lines(first: str, second: str, tally: Tally) -> list[str]:
    """The figures in words."""
    share, low, high = tally.firsts()
    told = [
        f"{first} against {second}: {tally.games} games on {tally.deals} deals; behind ± and in "
        f"brackets, intervals of 95 % by deal",
        f"firsts {share:.0f} % ({low:.0f}–{high:.0f}), ahead {tally.ahead} points; "
        f"winning points {tally.winning.figure}",
    ]
    for name, side in zip((first, second), tally.sides, strict=True):
        told.append(
            f"{name}: points {side.points.figure}, hunger {side.hunger.figure}, begged "
            f"{side.begged.figure} times, technology levels {side.technology.figure}, double "
            f"advances {side.double_days.figure}; a turn {side.time(0.5):.0f} ms, 99th "
            f"{side.time(0.99):.0f} ms; illegal answers {side.illegal}"
        )
    return told


if __name__ == "__main__":
    main()
