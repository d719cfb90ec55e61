"""The ladder of levels in docs/computers.md, and its figures in README: they become more exact each
time the command is run.

The results so far are in docs/computers.json. A series goes on from these, those with the fewest
games first. If the weights have changed, or the limits of its levels, it begins anew.
"""

import argparse
import json
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from time import monotonic

from bot.ai.limits import LEVELS
from bot.ai.value import WEIGHTS_PATH, load_net
from training.match.figures import Tally
from training.match.games import Played, deal_played
from training.match.page import with_strengths, written
from training.match.series import Series, every_series

DOCS = Path(__file__).parents[2] / "docs"
Tallies = dict[Series, Tally]


def main(arguments: Sequence[str]) -> None:
    """Play for some time, and write the pages."""
    reading = argparse.ArgumentParser(prog="python -m training.match --table", description=__doc__)
    reading.add_argument("--minutes", type=float, default=60, help="no deal is begun later")
    reading.add_argument("--games", type=int, default=48, help="enough for a series")
    reading.add_argument("--processes", type=int, default=1)
    reading.add_argument("--only", default="", help="series whose name has this in it")
    reading.add_argument("--weights", type=Path, default=WEIGHTS_PATH)
    reading.add_argument("--folder", type=Path, default=DOCS)
    told = reading.parse_args(arguments)
    table = Table(told.folder, told.weights)
    table.write()
    wanted = [series for series in every_series() if told.only in str(series)]
    table.play(wanted, told.games, monotonic() + 60 * told.minutes, told.processes)


def fewest(
    tallies: Mapping[Series, Tally], wanted: Sequence[Series], games: int, busy: Collection[Series]
) -> Series | None:
    """The series to play next: of those that are not `busy` the one with the fewest games; None if
    all have enough."""
    left = [series for series in wanted if series not in busy and tallies[series].games < games]
    return min(left, key=lambda series: tallies[series].games, default=None)


class Table:
    """The stored results, and the pages that show them."""

    def __init__(self, folder: Path, weights: Path) -> None:
        self.folder = folder
        self.page = folder / "computers.md"
        self.results = folder / "computers.json"
        self.weights = weights
        self.generation = load_net(weights).generation
        self._sum = sha256(weights.read_bytes()).hexdigest()[:12]
        self.stored: Tallies = self._read()
        """The last results of each series, which may be of an earlier state of the computers."""

    def state(self, series: Series) -> str:
        """A text that names the weights and limits behind a series. Only results with the same text
        are added up."""
        told = [f"weights {self._sum} (generation {self.generation})"]
        for name in series.players:
            if name in LEVELS:
                level = asdict(LEVELS[name])
                del level["seconds"]  # matches are limited by evaluations only
                told.append(
                    f"{name}: {', '.join(f'{what} {most}' for what, most in level.items())}"
                )
        return "; ".join(told)

    def now(self) -> Tallies:
        """The results of all series with the present computers; empty where nothing was played
        yet."""
        found = {}
        for series in every_series():
            tally = self.stored.get(series)
            state = self.state(series)
            if tally is None or tally.of != state:
                tally = Tally.between(len(series.players), state)
            found[series] = tally
        return found

    def play(self, wanted: Sequence[Series], games: int, until: float, processes: int) -> None:
        """Play deals of these series until each has `games` games, or the time `until` is over.
        Each deal is stored at once."""
        tallies = self.now()
        running: dict[Future[list[Played]], Series] = {}
        with ProcessPoolExecutor(processes) as pool:
            while True:
                while len(running) < processes and monotonic() < until:
                    series = fewest(tallies, wanted, games, running.values())
                    if series is None:
                        break
                    deal = series.deal(tallies[series].deals, str(self.weights))
                    running[pool.submit(deal_played, deal)] = series
                if not running:
                    return
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    series = running.pop(done)
                    tallies[series].add(done.result())
                    self.stored[series] = tallies[series]
                    self.write()
                    print(f"{series}: {tallies[series].games} games", flush=True)

    def write(self) -> None:
        """Write the results, the page, and the strengths in README in all its languages."""
        lines = [
            f"{json.dumps(str(series))}: {json.dumps(tally.as_json(), separators=(',', ':'))}"
            for series, tally in sorted(self.stored.items())
        ]
        _replace(self.results, "{\n" + ",\n".join(lines) + "\n}\n")
        current = {
            series for series, tally in self.stored.items() if tally.of == self.state(series)
        }
        _replace(self.page, written(self.page.read_text("utf-8"), self.stored, current))
        for readme in (self.folder.parent / "README.md", *self.folder.glob("*/README.md")):
            if readme.exists():
                _replace(readme, with_strengths(readme.read_text("utf-8"), self.stored))

    def _read(self) -> Tallies:
        if not self.results.exists():
            return {}
        stored = json.loads(self.results.read_text("utf-8"))
        return {
            series: Tally.from_json(stored[str(series)])
            for series in every_series()
            if str(series) in stored
        }


def _replace(path: Path, text: str) -> None:
    """Replace a file at once, so that it is complete if the command is stopped."""
    new = path.with_suffix(path.suffix + ".new")
    new.write_text(text, "utf-8")
    new.replace(path)
