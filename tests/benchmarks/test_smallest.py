"""Every bench still runs with the program as it is. What it prints in this size says nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks import SMALLEST

HERE = Path(__file__)
FILES = sorted(one.name for one in HERE.parent.glob("test_*.py") if one.name != HERE.name)


@pytest.mark.first
@pytest.mark.parametrize("file", FILES)
def test_bench_runs(file: str) -> None:
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", HERE.with_name(file), "--benchmark-only",
            "--numprocesses=0", "--benchmark-max-time=0", "--benchmark-min-rounds=1",
        ],
        cwd=HERE.parents[2], env={**os.environ, SMALLEST: "yes"}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout.splitlines()[-1]
