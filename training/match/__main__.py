"""python -m training.match: two players against each other, in figures. With --table first, the
table of docs/computers.md."""

import argparse
import sys
from collections.abc import Sequence
from multiprocessing import Pool

from bot.engine import Game
from bot.engine.board import MODULES
from training.match import table
from training.match.figures import Figures, figures
from training.match.games import Played, play, rotations
from training.match.players import NAMES, player


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match and print its figures."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["--table"]:
        table.main(words[1:])
        return
    reading = argparse.ArgumentParser(prog="python -m training.match", description=__doc__)
    names = NAMES
    reading.add_argument("first", help=names)
    reading.add_argument("second", help=names)
    reading.add_argument("--seats", type=int, default=4)
    reading.add_argument("--of-first", type=int, default=1, help="seats of the first player")
    reading.add_argument("--modules", default="", help="“all”, or names with commas between")
    reading.add_argument("--games", type=int, default=100)
    reading.add_argument("--seed", type=int, default=1)
    reading.add_argument("--processes", type=int, default=1)
    told = reading.parse_args(words)
    modules = MODULES if told.modules == "all" else tuple(filter(None, told.modules.split(",")))
    jobs = [
        (told.first, told.second, modules, f"{told.seed}/{deal}", sits)
        for deal in range(-(-told.games // told.seats))
        for sits in rotations(told.seats, told.of_first)
    ][: told.games]
    print(*lines(told.first, told.second, figures(played(jobs, told.processes))), sep="\n")


Job = tuple[str, str, tuple[str, ...], str, tuple[bool, ...]]
"""First and second player, modules, seed of the deal, and by seat whether the first player sits."""


def one(job: Job) -> Played:
    """Play one game of a match."""
    first, second, modules, seed, sits = job
    game = Game.new(len(sits), modules=modules, seed=seed)
    return play(game, player(first, f"{seed}/first"), player(second, f"{seed}/second"), sits)


def played(jobs: Sequence[Job], processes: int) -> list[Played]:
    """Play all games; the results are in the order of the jobs."""
    if processes == 1:
        return [one(job) for job in jobs]
    with Pool(processes) as pool:
        return pool.map(one, jobs, chunksize=1)


def lines(first: str, second: str, found: Figures) -> list[str]:
    """The figures in words."""

    def times(player: int) -> str:
        median, most, worst = found.times[player]
        return f"median {median:.0f} ms, 99th {most:.0f} ms, worst {worst:.0f} ms"

    return [
        f"{first} against {second}, {found.games} games",
        f"firsts of {first}: {found.firsts} % (95 % sure)",
        f"points: {first} {found.points[0]}, {second} {found.points[1]}, "
        f"ahead {found.ahead}; winning {found.winning}",
        f"a turn of {first}: {times(0)}",
        f"a turn of {second}: {times(1)}",
        f"illegal actions of {first}: {found.illegal}",
    ]


if __name__ == "__main__":
    main()
