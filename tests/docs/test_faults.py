"""The page of faults names tests that there are, and each row at least one."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = [
    line
    for line in (ROOT / "docs/faults.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| fault |", "| --- |"))
]
TEST = re.compile(r"`(tests/[a-z_/]+\.py)::(test_\w+)`")


def names_in(file: str) -> set[str]:
    """The names of the tests in a file."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {one.name for one in tree.body if isinstance(one, kinds)}


def test_there_are_rows() -> None:
    assert len(ROWS) > 20


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:50])
def test_each_row_names_tests_that_there_are(row: str) -> None:
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert len(cells) == 5 and all(cells)
    named = TEST.findall(cells[-1])
    assert named and len(named) == cells[-1].count("`") // 2
    for file, name in named:
        assert name in names_in(file), f"{file} has no {name}"
