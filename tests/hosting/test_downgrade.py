"""`downgrade` brings the database back to an earlier form, with a backup made first."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store.database import newest_revision, revisions
from bot.store.single_process_lock import alone
from tests.hosting.conftest import Said, actions_in, address, change
from tests.store.databases import only_sqlite

pytestmark = only_sqlite
Say = Callable[..., Said]


def test_forms_are_listed(database: Path, say: Say) -> None:
    code, said, _ = say("downgrade")
    assert code == 0
    assert said.splitlines() == [
        f"{'*' if one == newest_revision() else ' '} {one}" for one in revisions()
    ]


@pytest.mark.parametrize("revision", revisions()[1:])
def test_back_and_forth(database: Path, say: Say, revision: str) -> None:
    actions = actions_in(database)
    code, said, _ = say("downgrade", revision)
    assert code == 0
    [kept] = (database.parent / "backups").iterdir()
    assert str(kept) in said
    assert actions_in(kept) == actions_in(database) == actions
    assert f"* {revision}\n" in say("downgrade")[1]
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


def test_no_later_form(database: Path, say: Say) -> None:
    assert say("downgrade", revisions()[-1])[0] == 0
    code, _, error = say("downgrade", revisions()[-2])
    assert code == 2
    assert "is not an earlier one" in error


def test_it_refuses_while_a_bot_runs(database: Path, say: Say) -> None:
    before = database.read_bytes()
    with alone(address(database)):
        code, _, error = say("downgrade", revisions()[-1])
    assert code == 2
    assert "A bot runs on the database" in error
    assert database.read_bytes() == before


def test_nothing_is_changed_without_a_backup(database: Path, say: Say) -> None:
    (database.parent / "backups").touch()
    assert say("downgrade", revisions()[-1])[0] == 2
    assert f"* {newest_revision()}\n" in say("downgrade")[1]


def test_a_database_of_a_newer_version(database: Path, say: Say) -> None:
    change(database, "UPDATE alembic_version SET version_num = '9999'")
    code, _, error = say("downgrade", revisions()[-1])
    assert code == 2
    assert "is at revision 9999, which this version does not know" in error
