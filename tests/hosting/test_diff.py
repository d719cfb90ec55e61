"""`diff` plays an archive again with this version before it is put to use."""

import shutil
from collections.abc import Callable
from pathlib import Path

from bot.notation.records import to_json
from tests.hosting.conftest import GAMES, Said, change
from tests.store.databases import only_sqlite
from tests.tables.test_records import a_record

pytestmark = only_sqlite
Say = Callable[..., Said]


def test_a_backup_that_holds(database: Path, say: Say, tmp_path: Path) -> None:
    shutil.copy(database, tmp_path / "copy")
    before = (tmp_path / "copy").read_bytes()
    code, said, _ = say("diff", tmp_path / "copy")
    assert (code, said) == (
        0,
        f"Played again: {GAMES} games, 0 seasons; different from their logs: 0.\n",
    )
    assert (tmp_path / "copy").read_bytes() == before


def test_a_backup_of_an_older_version(
    database: Path, say: Say, tmp_path: Path, one_more: str
) -> None:
    """It is played again in the form of today, and stays as it is."""
    file = tmp_path / "copy"
    shutil.copy(database, file)
    before = file.read_bytes()
    code, said, _ = say("diff", file)
    assert code == 0
    assert said == f"Played again: {GAMES} games, 0 seasons; different from their logs: 0.\n"
    assert file.read_bytes() == before


def test_what_differs_is_named(database: Path, say: Say) -> None:
    change(database, "UPDATE events SET action = 'fly' WHERE table_id = 2 AND n = 3")
    change(database, "UPDATE tables SET rules = 99 WHERE id = 3")
    code, said, _ = say("diff", database)
    assert code == 1
    lines = said.splitlines()
    assert [line.partition(":")[0] for line in lines[:-1]] == ["Game 2", "Game 3"]
    assert lines[-1] == f"Played again: {GAMES} games, 0 seasons; different from their logs: 2."


def test_records(say: Say, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    whole = to_json(a_record())
    (folder / "true.json").write_text(whole, encoding="utf-8")
    assert say("diff", folder / "true.json")[:2] == (
        0,
        "Played again: 1 games, 0 seasons; different from their logs: 0.\n",
    )
    (folder / "false.json").write_text(whole.replace('"Ada"', '"Eva"'), encoding="utf-8")
    (folder / "none.json").write_text("{}", encoding="utf-8")
    (folder / "letter.txt").write_text("Dear Itzel", encoding="utf-8")
    code, said, _ = say("diff", folder)
    assert code == 1
    first, second, last = said.splitlines()
    assert first.startswith("false.json: The record was changed")
    assert second.startswith("none.json: This file is not a record")
    assert last == "Played again: 3 games, 0 seasons; different from their logs: 2."


def test_what_is_no_archive(say: Say, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "letter").write_text("Dear Itzel, " * 500)
    (tmp_path / "x.dump").write_bytes(b"PGDMP of some kind")
    for name, words in (
        ("none", "cannot be read: No such file or directory."),
        ("empty", "This folder has no records"),
        ("letter", "file is not a database"),
        ("x.dump", "restore it into an empty database"),
    ):
        code, said, error = say("diff", tmp_path / name)
        assert (code, said, error.count("\n")) == (2, "", 1)
        assert words in error
