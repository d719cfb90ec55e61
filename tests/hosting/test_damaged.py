"""Databases that were damaged, or made to do harm: `check` and `diff` end in time, with a sentence
and the exit code of what cannot be done, and count nothing as right that they did not look at."""

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.hosting.conftest import Said, change
from tests.hosting.test_hostile import Say, is_well_said
from tests.store.databases import only_sqlite

pytestmark = only_sqlite
ROOT = Path(__file__).parents[2]
ENDLESS = (
    "CREATE VIEW seasons AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    "SELECT i AS id FROM n"
)


def both(say: Say, file: Path) -> list[Said]:
    return [say("check"), say("diff", file)]


def test_a_view_without_an_end_in_the_place_of_a_table(database: Path, say: Say) -> None:
    change(database, "ALTER TABLE seasons RENAME TO others")
    change(database, ENDLESS)
    for code, said, error in both(say, database):
        assert (code, said) == (2, "") and "has a view in it" in error and error.count("\n") == 1


def test_what_takes_too_long_is_broken_off(
    database: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.copies.LONGEST_SECONDS", -1.0)
    monkeypatch.setattr("bot.store.copies.STEPS", 1)
    for code, said, error in both(say, database):
        assert (code, said) == (2, "") and "interrupted" in error


def test_a_trigger(database: Path, say: Say) -> None:
    change(database, "CREATE TRIGGER x AFTER INSERT ON tables BEGIN SELECT 1; END")
    for code, said, error in both(say, database):
        assert (code, said) == (2, "") and "has a trigger in it" in error


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET options = 'no JSON'",
        "UPDATE alembic_version SET version_num = 'x'",
        "UPDATE alembic_version SET version_num = 5",
        "DELETE FROM seats",
        "DELETE FROM seats WHERE table_id = 2",
        "UPDATE tables SET revision = 'x'",
        "UPDATE tables SET revision = NULL",
        "UPDATE seats SET name = NULL",
        "UPDATE seats SET seat = seat + 7",
        "UPDATE tables SET setup = '{}'",
        "UPDATE tables SET options = '[1]'",
        "UPDATE tables SET options = '5'",
        "UPDATE events SET action = zeroblob(1000000)",
    ],
)
def test_one_thing_that_is_wrong(database: Path, say: Say, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = 1")
        try:
            connection.execute(statement)
        except sqlite3.IntegrityError:
            pytest.skip("the database itself refuses it")
        connection.commit()
    for said in both(say, database):
        assert is_well_said(said), said
        assert said[0] in (1, 2), said


@pytest.mark.parametrize("seed", range(25))
def test_bytes_that_were_turned(database: Path, say: Say, seed: int) -> None:
    chance, data = random.Random(seed), bytearray(database.read_bytes())
    for _ in range(chance.choice((1, 20, 400))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    database.write_bytes(bytes(data))
    for said in both(say, database):
        assert is_well_said(said), said


def test_who_stops_reading_is_no_error(tmp_path: Path) -> None:
    """As in `settings | head -5`."""
    for verb in ("settings", "--help"):
        with subprocess.Popen(
            [sys.executable, "-m", "bot", verb], cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            assert process.stdout is not None and process.stderr is not None
            process.stdout.close()
            error = process.stderr.read()
        assert error == b"", verb
        assert process.returncode in (0, 141), verb
