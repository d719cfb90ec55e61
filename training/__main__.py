"""python -m training: go on training the net, or begin."""

import argparse
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from bot.ai.value import WEIGHTS_PATH
from training.generations import Plan, Training, workers

FOLDER = Path(__file__).parent / "checkpoint"


def main(arguments: Sequence[str] | None = None) -> None:
    """Train until stopped. After every iteration all that is needed to go on is stored."""
    reading = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    reading.add_argument("--folder", type=Path, default=FOLDER, help="the checkpoint")
    reading.add_argument(
        "--released", type=Path, default=WEIGHTS_PATH, help="weights of the generation"
    )
    reading.add_argument("--iterations", type=int, help="how many; else without end")
    reading.add_argument("--processes", type=int, default=1)
    reading.add_argument("--widen", type=int, metavar="WIDTH", help="first widen the net")
    for field in fields(Plan):
        kind = type(field.default)
        words = f"from now on (in a new training {field.default})"
        reading.add_argument(f"--{field.name.replace('_', '-')}", type=kind, help=words)
    told = vars(reading.parse_args(arguments))
    changes = {f.name: told[f.name] for f in fields(Plan) if told[f.name] is not None}
    told["folder"].mkdir(parents=True, exist_ok=True)
    training = Training(told["folder"], told["released"], changes)
    if told["widen"]:
        training.widen(told["widen"])
    with workers(told["processes"]) as work:
        done = 0
        while told["iterations"] is None or done < told["iterations"]:
            training.iterate(work)
            done += 1


if __name__ == "__main__":
    main()
