"""`downgrade` brings the database back to an earlier form, with a backup made first."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store.copies import alone
from bot.store.database import newest_revision, revisions
from tests.hosting.conftest import Said, actions_in, address, change
from tests.store.databases import only_sqlite

pytestmark = only_sqlite
Say = Callable[..., Said]


FIRST = revisions()[-1]


@pytest.fixture
def newer(database: Path, say: Say, one_more: str) -> Path:
    """The same database after one more migration."""
    assert say("migrate")[0] == 0
    return database


def test_forms_are_listed(newer: Path, say: Say) -> None:
    code, said, _ = say("downgrade")
    assert code == 0
    assert said.splitlines() == [
        f"{'*' if one == newest_revision() else ' '} {one}" for one in revisions()
    ]


def test_back_and_forth(newer: Path, say: Say) -> None:
    actions = actions_in(newer)
    code, said, _ = say("downgrade", FIRST)
    assert code == 0
    [kept] = (newer.parent / "backups").iterdir()
    assert str(kept) in said
    assert actions_in(kept) == actions_in(newer) == actions
    assert f"* {FIRST}\n" in say("downgrade")[1]
    assert say("migrate")[0] == 0
    assert say("check")[0] == 0


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        ("base", "There is no revision base"),
        ("", "There is no revision"),
        (newest_revision(), "is not an earlier one"),
    ],
)
def test_what_is_no_earlier_form(database: Path, say: Say, revision: str, words: str) -> None:
    code, _, error = say("downgrade", revision)
    assert (code, error.count("\n")) == (2, 1)
    assert words in error
    assert not (database.parent / "backups").exists()


def test_no_later_form(newer: Path, say: Say, one_more: str) -> None:
    assert say("downgrade", FIRST)[0] == 0
    code, _, error = say("downgrade", one_more)
    assert code == 2
    assert "is not an earlier one" in error


def test_it_refuses_while_a_bot_runs(newer: Path, say: Say) -> None:
    before = newer.read_bytes()
    with alone(address(newer)):
        code, _, error = say("downgrade", FIRST)
    assert code == 2
    assert "A bot runs on the database" in error
    assert newer.read_bytes() == before


def test_nothing_is_changed_without_a_backup(newer: Path, say: Say) -> None:
    (newer.parent / "backups").touch()
    assert say("downgrade", FIRST)[0] == 2
    assert f"* {newest_revision()}\n" in say("downgrade")[1]


def test_a_database_of_a_newer_version(database: Path, say: Say) -> None:
    change(database, "UPDATE alembic_version SET version_num = '9999'")
    code, _, error = say("downgrade", FIRST)
    assert code == 2
    assert "is at revision 9999, which this version does not know" in error
