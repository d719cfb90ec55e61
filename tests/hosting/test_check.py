"""`check` and `diff` play stored games again: here those of one's own database, and an archive."""

import asyncio
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.leagues.games import count, ready
from bot.leagues.season_transaction import Leagues
from bot.notation.records import to_json
from bot.store import Store
from bot.store.copies import alone
from tests.hosting.conftest import GAMES, Said, address, change
from tests.leagues.played import drawn, played, some_result
from tests.store.databases import only_sqlite
from tests.tables.test_records import a_record

# --- `check` plays every stored game again and names those that are not what their logs lead to ---

pytestmark = only_sqlite
Say = Callable[..., Said]


def test_games_that_are_as_their_logs_say(database: Path, say: Say) -> None:
    with alone(address(database)):  # also while a bot runs
        code, said, _ = say("check")
    assert code == 0
    assert said == f"Played again: {GAMES} games, 0 seasons; different from their logs: 0.\n"


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
    assert last == f"Played again: {GAMES} games, 0 seasons; different from their logs: 1."


def test_no_database_is_made_by_looking_for_one(tmp_path: Path, database: Path, say: Say) -> None:
    database.unlink()
    code, said, error = say("check")
    assert (code, said) == (2, "")
    assert error == f"There is no database {database}.\n"
    assert not database.exists()


def test_a_database_of_an_older_version_is_not_changed(
    database: Path, say: Say, one_more: str
) -> None:
    before = database.read_bytes()
    code, _, error = say("check")
    assert code == 2
    assert f"this version of the bot reads {one_more}" in error
    assert "python -m bot migrate" in error
    assert database.read_bytes() == before


@pytest.fixture
def seasons(database: Path) -> Path:
    """A database with two seasons in it, of which one is over."""

    async def make() -> None:
        store = Store(address(database))
        await store.open()
        leagues = Leagues(store)
        await played(leagues, 1)
        season = await drawn(leagues, name="The short count")
        [table, *_] = await ready(leagues, season.id)
        await count(leagues, season.id, some_result(season.state, table, random.Random(1)))
        await store.close()

    asyncio.run(make())
    return database


def test_seasons_that_are_as_their_logs_say(seasons: Path, say: Say) -> None:
    code, said, _ = say("check")
    assert code == 0
    assert re.fullmatch(rf"Played again: {GAMES} games, 2 seasons; different from .*: 0\.\n", said)


SOME = "(season_id, number) = (SELECT season_id, min(number) FROM league_tables"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            f"UPDATE league_tables SET status = 'playing' WHERE {SOME} WHERE status = 'finished')",
            "is finished by the log, and stored as playing",
        ),
        (
            f"UPDATE league_tables SET status = 'finished' WHERE {SOME} WHERE status = 'waiting')",
            "is open by the log, and stored as finished",
        ),
        (f"DELETE FROM league_tables WHERE {SOME})", "is in the log, and not stored"),
        (
            f"UPDATE league_tables SET entries = '[]' WHERE {SOME})",
            "is stored with others than were drawn",
        ),
        (
            "UPDATE seasons SET status = 'sign-up' WHERE id = "
            "(SELECT min(id) FROM seasons WHERE status = 'finished')",
            "The season is finished by its log, and stored as sign-up.",
        ),
        (
            "DELETE FROM season_events WHERE n = 1 AND season_id = (SELECT min(id) FROM seasons)",
            "The log should hold",
        ),
        (
            "UPDATE season_events SET kind = 'Cheated', payload = '{\"event\": \"Cheated\"}' "
            "WHERE n = 1 AND season_id = (SELECT min(id) FROM seasons)",
            "(Cheated) cannot happen.",
        ),
    ],
)
def test_seasons_that_differ_are_named(seasons: Path, say: Say, statement: str, words: str) -> None:
    change(seasons, statement)
    code, said, _ = say("check")
    assert code == 1
    first, last = said.splitlines()
    assert re.match(r"Season \d+: ", first)
    assert words in first
    assert last.endswith(" different from their logs: 1.")


# --- `diff` plays an archive again with this version before it is put to use ----------------------


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
    assert second.startswith("none.json: This file is not a Tzolk'in game record")
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
