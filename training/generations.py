"""The whole training: games, learning, and now and then a match for a new generation.

All that is needed to go on is in one folder, which is not committed: `learner.npz` (the weights
that learn, in 32 bits), `training.json` (plan and progress), `log.txt`, and in `replay` the games
of the last iterations: without them no fit is done until there are games enough again. A training
in a new folder begins with the weights of the generation.

A net of this size learns a few hundred games by heart, and then errs more in others than a straight
line would. So it learns from thousands of games, each a few times, and the log has its error in
games it has not yet learned from.

The generation that computers play with is `data/computer.npz`; it is replaced only after a match.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from statistics import mean
from time import monotonic
from typing import Any

import numpy as np

from bot.ai.value import Array, Net, load_net, save_net
from bot.engine import Game
from training.games import Lesson, Way, mixture, play_game
from training.learning import Samples, error_of, fit, new_net, rounded, scales_of, widened
from training.match.figures import Tally, tallied
from training.match.games import Played, Seating, play, rotations
from training.match.players import thinking

LEARNER, STATE, LOG, REPLAY = "learner.npz", "training.json", "log.txt", "replay"


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a training."""

    seed: int = 1
    first_games: int = 400
    """The games without a net from which the first net learns."""
    first_epochs: int = 12
    games: int = 1000
    """Games of the net against itself in each iteration."""
    epochs: int = 1
    replayed: int = 16
    """How many iterations' games are learned from, including the present one."""
    trace: float = 0.7
    level: str = "training"
    """The level of play, also in matches: "training" looks one turn ahead; "training deeper" looks
    two turns ahead, and at the others' turns in between."""
    rate: float = 3e-4
    """Learning rate."""
    least: int = 150_000
    """The least number of samples for a fit. Until there are so many, games are only collected.
    Only the first fit of a new net needs no more than the games played without one."""
    match_every: int = 5
    """Iterations between matches for a new generation."""
    match_games: int = 200


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a training."""

    iteration: int = 0
    """The number of finished iterations."""
    generation: int = 0
    games: int = 0


@contextmanager
def workers(processes: int) -> Iterator[Any]:
    """Yields a function like `map`, which does the jobs in this process or in several; the results
    come in the order of the jobs."""
    if processes == 1:
        yield map
        return
    # Forked, if the system can: a new Python would order sets otherwise, and the games would depend
    # on the number of processes.
    method = "fork" if "fork" in get_all_start_methods() else None
    with get_context(method).Pool(processes) as pool:
        yield partial(pool.imap, chunksize=1)


class Training:
    """A training in a folder, new or continued.

    A new one begins with the weights in `released`, or with none if there is no such file.
    `changes` are the fields of the plan that get new values from now on.
    """

    def __init__(self, folder: Path, released: Path, changes: Mapping[str, Any]) -> None:
        self.folder = folder
        self.released = released
        self.plan = Plan()
        self.progress = Progress()
        self.net: Net | None = None
        self.scales: Array | None = None
        self.replay: list[Samples] = []
        if (folder / STATE).exists():
            self._read()
        elif released.exists():
            self.net = load_net(released)
            self.progress = Progress(generation=self.net.generation)
        planned = self.plan
        self.plan = replace(planned, **changes)
        if self.plan != planned:
            told = ", ".join(f"{name} {value}" for name, value in changes.items())
            self._log(f"planned: {told}")

    def _read(self) -> None:
        told = json.loads((self.folder / STATE).read_text(encoding="utf-8"))
        self.plan = Plan(**told["plan"])
        self.progress = Progress(**told["progress"])
        with np.load(self.folder / LEARNER) as file:
            parts = [file[f"part{number}"] for number in range(len(file.files) - 1)]
            self.scales = file["scales"]
        layers = tuple(zip(parts[::2], parts[1::2], strict=True))
        self.net = Net(layers, self.progress.generation)
        end = self.progress.iteration
        for number in range(end - self.plan.replayed, end):
            if self._games_of(number).exists():
                with np.load(self._games_of(number)) as file:
                    self.replay.append(Samples(file["vectors"], file["to_come"]))

    def _games_of(self, iteration: int) -> Path:
        return self.folder / REPLAY / f"{iteration}.npz"

    def _write(self) -> None:
        """Write the checkpoint, weights first. If that is interrupted, the last games are played
        again."""
        assert self.net is not None
        assert self.scales is not None
        parts = [part for layer in self.net.layers for part in layer]
        named = {f"part{number}": part for number, part in enumerate(parts)}
        _replace(self.folder / LEARNER, scales=self.scales, **named)
        told = {"plan": asdict(self.plan), "progress": asdict(self.progress)}
        beside = self.folder / f"{STATE}.new"
        beside.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
        beside.replace(self.folder / STATE)

    def _keep(self, number: int, games: Samples) -> None:
        """Store the games of an iteration, and delete those that are too old to be learned from."""
        self._games_of(number).parent.mkdir(exist_ok=True)
        _replace(self._games_of(number), vectors=games.vectors, to_come=games.to_come)
        self._games_of(number - self.plan.replayed).unlink(missing_ok=True)

    def _log(self, line: str) -> None:
        print(line, flush=True)
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def iterate(self, work: Any) -> None:
        """Do one iteration: games, a fit, sometimes a match, and the checkpoint."""
        begun, plan, number = monotonic(), self.plan, self.progress.iteration
        playing = rounded(self.net, number) if self.net else None
        way = Way(playing, plan.trace, level=plan.level)
        count = plan.games if playing else plan.first_games
        seeds = [f"{plan.seed}/{number}/{game}" for game in range(count)]
        lessons: list[Lesson] = list(work(partial(play_game, way), seeds))
        new = Samples.of([sample for lesson in lessons for sample in lesson.samples])
        seconds = monotonic() - begun
        every, net = new, self.net
        if self.scales is None:
            self.scales = scales_of(new)
        if net is None:  # games without a net are not kept
            net = new_net(self.scales, plan.seed)
        else:
            self.replay = [*self.replay, new][-plan.replayed :]
            every = Samples.joined(self.replay)
            self._keep(number, new)
        unseen = error_of(net, new)
        epochs = plan.epochs if playing else plan.first_epochs
        learned = "only collected"
        if not playing or len(every.to_come) >= plan.least:
            seed = f"{plan.seed}/{number}"
            net, error = fit(net, every, self.scales, epochs, plan.rate, seed)
            learned = f"error {error:.2f}"
        self.net = net
        self.progress = replace(
            self.progress, iteration=number + 1, games=self.progress.games + count
        )
        self._log(
            f"iteration {number}: {count} games, {_points(lessons)}; {len(every.to_come)} samples, "
            f"{learned}, {unseen:.2f} before learning from the new ones; "
            f"{3600 * count / seconds:.0f} games an hour, "
            f"{monotonic() - begun - seconds:.0f} s learning"
        )
        self._write()  # a match takes long, and may be interrupted
        if (number + 1) % plan.match_every == 0 or not self.released.exists():
            self._match(work)
            self._write()

    def widen(self, width: int) -> None:
        """Widen the first layer of the learning net to `width` numbers. Its values stay the same
        until it learns more. Raises ValueError if the training has no net yet."""
        if self.net is None or self.scales is None:
            raise ValueError("there is no net to widen yet")
        self.net = widened(self.net, self.scales, width, self.progress.iteration)
        self._log(f"  widened to {width}")
        self._write()

    def _match(self, work: Any) -> None:
        """Play a match, and replace the generation that computers use if the new one wins."""
        assert self.net is not None
        new = rounded(self.net, self.progress.generation + 1)
        if not self.released.exists():
            self._release(new, "the first one, without a match")
            return
        begun = monotonic()
        old = load_net(self.released)
        played = list(
            work(
                partial(_match_game, self.plan.level, new, old),
                _deals(self.plan, self.progress.iteration),
            )
        )
        found = tallied(played, 2)
        if found.ahead.mean > 0:
            self._release(new, _told(found, monotonic() - begun))
        else:
            self._log(f"  not a new generation: {_told(found, monotonic() - begun)}")

    def _release(self, net: Net, why: str) -> None:
        self.progress = replace(self.progress, generation=net.generation)
        beside = self.released.with_suffix(".new")
        save_net(net, beside)
        beside.replace(self.released)
        self._log(f"  generation {net.generation}: {why}")


Deal = tuple[str, tuple[str, ...], Seating]
"""Seed, modules, and by seat whether the new net (0) or the old one (1) sits there."""


def _deals(plan: Plan, iteration: int) -> list[Deal]:
    """The deals of a match. On each, the new net has half of the seats (one more or less, by turns,
    if their number is odd), in every rotation."""
    deals: list[Deal] = []
    number = 0
    while len(deals) < plan.match_games:
        seed = f"match {plan.seed}/{iteration}/{number}"
        seats, modules = mixture(random.Random(seed))
        of_new = seats // 2 if number % 2 else (seats + 1) // 2
        for seating in rotations([0] * of_new + [1] * (seats - of_new)):
            deals.append((seed, modules, seating))
        number += 1
    return deals


def _match_game(level: str, new: Net, old: Net, deal: Deal) -> Played:
    seed, modules, seating = deal
    game = Game.new(len(seating), modules=modules, seed=seed)
    return play(game, [thinking(level, new), thinking(level, old)], seating, seed)


def _told(found: Tally, seconds: float) -> str:
    return (
        f"match of {found.games} games against the one before: ahead by {found.ahead} points, "
        f"winning {found.winning.figure}; {seconds:.0f} s"
    )


def _points(lessons: Sequence[Lesson]) -> str:
    """The mean points of a seat in the base game, for each number of seats, in words. Gifts make
    them higher than in real games."""
    told = []
    for seats in (2, 3, 4, 5):
        points = [
            one
            for lesson in lessons
            if len(lesson.points) == seats and set(lesson.modules) <= _FORCED
            for one in lesson.points
        ]
        told.append(f"{seats} seats {mean(points):.1f}" if points else f"{seats} seats -")
    return ", ".join(told)


_FORCED = {"quick_actions"}


def _replace(path: Path, **arrays: Any) -> None:
    """Write these arrays to a file, which is complete at any time, even if this is interrupted."""
    beside = path.with_suffix(".new")
    with beside.open("wb") as file:
        np.savez_compressed(file, **arrays)
    beside.replace(path)
