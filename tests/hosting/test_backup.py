"""`backup` and `restore`, and `downgrade`, which makes a backup first."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.hosting.backups import back_up, backups_in, made_at, restore
from bot.store.copies import alone
from bot.store.database import StoreError, newest_revision, revisions
from tests.hosting.conftest import GAMES, Said, actions_in, address, change
from tests.store.databases import only_sqlite

# --- `backup` while others write, looked through before it counts; `restore`, and what it refuses -

pytestmark = only_sqlite
Say = Callable[..., Said]
ROOT = Path(__file__).parents[2]
NOON = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)


def test_backup_while_a_bot_writes(database: Path, say: Say) -> None:
    actions = actions_in(database)
    with alone(address(database)), closing(sqlite3.connect(database)) as bot:
        bot.execute("BEGIN IMMEDIATE")
        bot.execute("DELETE FROM events")  # not confirmed, so not in the backup
        code, said, _ = say("backup")
        bot.rollback()
    assert code == 0
    [made] = (database.parent / "backups").iterdir()
    assert said.startswith(f"Backup: {made} (")
    assert f"It is complete; games played again: {GAMES}." in said
    assert actions_in(made) == actions
    assert (made.stat().st_mode & 0o777, made.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_its_name_tells_when(database: Path, tmp_path: Path) -> None:
    made = back_up(address(database), tmp_path / "kept", kept=1, now=NOON)
    assert made.file == tmp_path / "kept" / "games-20300102T120000Z.sqlite3"
    assert made_at(made.file) == NOON
    with pytest.raises(StoreError, match="already exists"):
        back_up(address(database), tmp_path / "kept", kept=1, now=NOON)


def test_the_oldest_go(database: Path, tmp_path: Path) -> None:
    url, folder = address(database), tmp_path / "kept"
    folder.mkdir()
    others = [folder / "mine-20200102T120000Z.sqlite3", folder / "games-before.sqlite3"]
    for other in others:
        other.touch()
    made = [back_up(url, folder, kept=2, now=NOON + timedelta(days=day)).file for day in range(4)]
    assert backups_in(url, folder) == made[2:]
    assert sorted(folder.iterdir()) == sorted([*made[2:], *others]), "of others nothing goes"


def test_settings_say_where_and_how_many(
    database: Path, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZOLKIN_BACKUP_FOLDER", str(tmp_path / "far"))
    monkeypatch.setenv("TZOLKIN_BACKUPS_KEPT", "1")
    older = back_up(address(database), tmp_path / "far", kept=1, now=NOON - timedelta(days=9999))
    code, said, _ = say("backup")
    assert code == 0
    assert f"Removed: {older.file}." in said
    assert len(list((tmp_path / "far").iterdir())) == 1
    assert say("backup", str(tmp_path / "given"))[0] == 0
    assert len(list((tmp_path / "given").iterdir())) == 1


def test_a_copy_that_does_not_hold_is_none_and_removes_none(database: Path, say: Say) -> None:
    good = back_up(address(database), database.parent / "backups", kept=1, now=NOON)
    change(database, "UPDATE events SET action = 'fly' WHERE table_id = 2 AND n = 3")
    code, said, error = say("backup")
    assert (code, said) == (2, "")
    assert "Game 2 in" in error and "Action 4 of" in error
    assert list(good.file.parent.iterdir()) == [good.file]


def test_nothing_to_copy(database: Path, say: Say) -> None:
    database.unlink()
    code, _, error = say("backup")
    assert (code, error) == (2, f"There is no database {database}.\n")
    assert list((database.parent / "backups").iterdir()) == []


def test_nowhere_to_copy_to(database: Path, say: Say) -> None:
    (database.parent / "file").touch()
    code, _, error = say("backup", database.parent / "file")
    assert code == 2
    assert error.count("\n") == 1
    assert "cannot be written" in error


def test_restore_keeps_what_was_there(database: Path, say: Say) -> None:
    url, actions = address(database), actions_in(database)
    made = back_up(url, database.parent / "backups", kept=1, now=NOON).file
    database.chmod(0o640)
    change(database, "DELETE FROM events WHERE table_id = 2")
    code, said, _ = say("restore", made)
    assert code == 0
    assert actions_in(database) == actions
    assert database.stat().st_mode & 0o777 == 0o640, "who could read it before can read it again"
    [kept] = database.parent.glob("games-replaced-*.sqlite3")
    assert f"The database from before is kept in {kept}." in said
    assert actions_in(kept) < actions
    assert made.exists()


def test_two_restores_in_one_second_keep_both(database: Path) -> None:
    """And the first can be taken back by what it has kept."""
    url = address(database)
    made = back_up(url, database.parent / "backups", kept=1, now=NOON).file
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE mine (verse TEXT)")
    first = restore(url, made, now=NOON)
    assert first is not None
    second = restore(url, first, now=NOON)
    assert second is not None and second != first
    for file, there in ((database, 1), (first, 1), (second, 0), (made, 0)):
        with closing(sqlite3.connect(file)) as connection:
            found = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'mine'")
            assert found.fetchone() == (there,), file


def test_restore_where_there_is_nothing(database: Path) -> None:
    made = back_up(address(database), database.parent / "backups", kept=1, now=NOON).file
    actions = actions_in(database)
    database.unlink()
    assert restore(address(database), made) is None
    assert actions_in(database) == actions


def test_what_a_killed_bot_left_beside_the_database_is_not_taken_for_the_new_one(
    database: Path,
) -> None:
    url, actions = address(database), actions_in(database)
    made = back_up(url, database.parent / "backups", kept=1, now=NOON).file
    killed = database.parent / "killed"
    killed.mkdir()
    with closing(sqlite3.connect(database)) as bot:
        bot.execute("DELETE FROM events WHERE table_id = 2")
        bot.commit()
        for file in database.parent.glob("games.sqlite3*"):
            shutil.copy(file, killed / file.name)
    assert (killed / "games.sqlite3-wal").stat().st_size > 0
    kept = restore(address(killed / "games.sqlite3"), made)
    assert actions_in(killed / "games.sqlite3") == actions
    assert kept is not None and actions_in(kept) < actions, "it has what stood beside it"


def test_a_damaged_database_can_be_replaced(database: Path, say: Say) -> None:
    url, actions = address(database), actions_in(database)
    made = back_up(url, database.parent / "backups", kept=1, now=NOON).file
    database.write_bytes(b"no database any more " * 500)
    database.with_name("games.sqlite3-wal").write_bytes(b"nor a log")
    code, _, _ = say("restore", made)
    assert code == 0
    assert actions_in(database) == actions
    assert len(list(database.parent.glob("games-replaced-*.sqlite3-wal"))) == 1


def test_restore_refuses_while_a_bot_runs(database: Path, say: Say) -> None:
    made = back_up(address(database), database.parent / "backups", kept=1, now=NOON).file
    before = database.read_bytes()
    with alone(address(database)):
        code, _, error = say("restore", made)
    assert code == 2
    assert "A bot runs on the database" in error
    assert database.read_bytes() == before


def test_what_is_no_backup_is_not_put_back(database: Path, say: Say, tmp_path: Path) -> None:
    before = database.read_bytes()
    made = back_up(address(database), tmp_path / "backups", kept=1, now=NOON).file
    letter, newer, spoilt, other = (tmp_path / name for name in ("a", "b", "c", "d"))
    letter.write_text("Dear Itzel, " * 500)
    shutil.copy(made, newer)
    change(newer, "UPDATE alembic_version SET version_num = '9999'")
    shutil.copy(made, spoilt)
    with spoilt.open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"\xff" * 4096 * 8)
    change(other, "CREATE TABLE poems (verse TEXT)")
    for file, words in (
        (tmp_path / "none", "There is no file"),
        (letter, "file is not a database"),
        (newer, "newer version of the bot"),
        (spoilt, "is damaged"),
        (other, "is not a database of this bot"),
        (database, "is the database itself"),
    ):
        code, _, error = say("restore", file)
        assert (code, error.count("\n")) == (2, 1), error
        assert words in error
        assert database.read_bytes() == before
        assert list(tmp_path.glob("games-replaced-*")) == []


FULL = """
import resource, signal, sys
from bot.__main__ import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
sys.exit(main(["backup"]))
"""


def test_a_full_disk_is_one_sentence_and_leaves_nothing(database: Path) -> None:
    """A process that may write no larger files stands for the disk."""
    assert database.stat().st_size > 100_000
    done = subprocess.run(
        [sys.executable, "-c", FULL], env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "cannot be copied" in done.stderr
    assert list((database.parent / "backups").iterdir()) == []


def test_what_a_killed_backup_left_goes_after_a_day(database: Path, tmp_path: Path) -> None:
    url, folder = address(database), tmp_path / "kept"
    folder.mkdir()
    left = [folder / f"games-20300102T120000Z.sqlite3.part{more}" for more in ("", "-journal")]
    for one in left:
        one.write_bytes(b"half")
    made = back_up(url, folder, kept=9, now=NOON + timedelta(hours=1)).file
    assert sorted(folder.iterdir()) == sorted([*left, made]), "it may still be written"
    assert backups_in(url, folder) == [made]
    later = back_up(url, folder, kept=9, now=NOON + timedelta(hours=25)).file
    assert sorted(folder.iterdir()) == sorted([made, later])


def test_restore_over_what_a_killed_restore_left(database: Path) -> None:
    url, actions = address(database), actions_in(database)
    made = back_up(url, database.parent / "backups", kept=1, now=NOON).file
    database.with_name("games.sqlite3.part").write_bytes(b"half")
    database.with_name("games.sqlite3.part-journal").write_bytes(b"half")
    restore(url, made)
    assert actions_in(database) == actions
    assert not list(database.parent.glob("*.part*"))


# --- `downgrade` brings the database back to an earlier form, with a backup made first ------------

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
