"""`check` plays every stored game again and names those that are not what their logs lead to."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store.alone import alone
from tests.hosting.conftest import GAMES, Said, address, change
from tests.store.databases import only_sqlite

pytestmark = only_sqlite
Say = Callable[..., Said]


def test_games_that_are_as_their_logs_say(database: Path, say: Say) -> None:
    with alone(address(database)):  # also while a bot runs
        code, said, _ = say("check")
    assert code == 0
    assert said == f"Games played again: {GAMES}; not as their logs say: 0.\n"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            "UPDATE tables SET position = json_set(position, '$.round', 9) WHERE id = 2",
            "The log leads to another position than is stored (round).",
        ),
        ("UPDATE tables SET position_version = 3 WHERE id = 2", "is that after 3 actions"),
        ("UPDATE tables SET position = NULL WHERE id = 2", "No position is stored"),
        ("DELETE FROM events WHERE table_id = 2 AND n = 3", "The log should hold"),
        (
            "UPDATE events SET action = 'fly' WHERE table_id = 2 AND n = 3",
            "is against the rules",
        ),
        ("UPDATE events SET seat = 77 WHERE table_id = 2 AND n = 3", "is against the rules"),
        ("UPDATE tables SET setup = '{}' WHERE id = 2", "The deal cannot be laid out"),
        ("UPDATE tables SET rules = 99 WHERE id = 2", "by version 99 of the rules"),
    ],
)
def test_games_that_differ_are_named(database: Path, say: Say, statement: str, words: str) -> None:
    change(database, statement)
    code, said, _ = say("check")
    assert code == 1
    first, last = said.splitlines()
    assert first.startswith("Game 2: ")
    assert words in first
    assert last == f"Games played again: {GAMES}; not as their logs say: 1."


def test_no_database_is_made_by_looking_for_one(tmp_path: Path, database: Path, say: Say) -> None:
    database.unlink()
    code, said, error = say("check")
    assert (code, said) == (2, "")
    assert error == f"There is no database {database}.\n"
    assert not database.exists()


def test_a_database_of_an_older_version_is_not_changed(database: Path, say: Say) -> None:
    change(database, "UPDATE alembic_version SET version_num = 'bids'")
    code, _, error = say("check")
    assert code == 2
    assert "is at revision bids" in error
    assert "python -m bot migrate" in error
