"""Records and databases that were damaged, or made to do harm, given to `check` and `diff`."""

import io
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from bot.__main__ import main
from bot.engine import Game
from bot.hosting import LONGEST_LINE, MOST_LINES
from bot.notation.records import LONGEST, RecordError, from_json, sum_of, to_json
from tests.hosting.conftest import Said, change
from tests.hosting.test_check import seasons
from tests.store.databases import only_sqlite
from tests.tables.test_records import a_record

# --- Made to do harm ------------------------------------------------------------------------------
# Records and databases as somebody may write them who wishes the host ill, given to `check` and
# `diff`: the exit code is the documented one, what is said is short, one sentence a line and
# nothing but letters, and nothing fails in the program or fills the memory.

__all__ = ["seasons"]
pytestmark = only_sqlite
Say = Callable[..., Said]
WHOLE = to_json(a_record())
PLAIN: dict[str, Any] = json.loads(WHOLE)
HOSTILE = (
    None, True, False, 0, -1, 1, 99, 2**31, 2**63, 10**400, -(10**4000), 10**4299 * 9, 2.5, 1e308,
    float("inf"), float("nan"), "", "x", "0" * 100_000, "\x1b[2J\x1b[31m", "\n\n", "\x00", "\u202e",
    "\ud800", "{0}", "%s", [], {}, [[]], [None] * 999, ["Ada"] * 50, {"a": 1}, {"position": {}},
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all that is inside; of lists only the first three."""
    inside = value.items() if isinstance(value, dict) else enumerate(value[:3])
    found = []
    for key, inner in inside:
        found.append((*path, key))
        if isinstance(inner, dict | list):
            found += places(inner, (*path, key))
    return found


def put(plain: Any, path: tuple[Any, ...], how: str, value: Any) -> None:
    """Change what stands at a path, where there still is one."""
    inside = plain
    for key in path[:-1]:
        if not isinstance(inside, dict | list) or (isinstance(inside, list) and key >= len(inside)):
            return
        inside = inside.get(key) if isinstance(inside, dict) else inside[key]
    key = path[-1]
    if isinstance(inside, dict):
        if how == "gone":
            inside.pop(key, None)
        else:
            inside[f"{key}?" if how == "more" else key] = value
    elif isinstance(inside, list) and key < len(inside):
        if how == "gone":
            inside.pop(key)
        elif how == "more":
            inside += [value, *inside[:20]]
        else:
            inside[key] = value


def with_its_sum(plain: dict[str, Any]) -> str:
    """The file, with a sum that fits if there is one: so all that follows is worked out, too."""
    text = json.dumps(plain)
    try:
        plain["sum"] = sum_of(from_json(text).record)
    except RecordError:
        return text
    return json.dumps(plain)


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(places(PLAIN)),
        st.sampled_from(["other", "other", "gone", "more"]),
        st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20), st.integers()),
    ),
    min_size=1, max_size=4,
)  # fmt: skip
CUTS = st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 40), st.binary(max_size=6))


def is_well_said(said: Said) -> bool:
    """Whether each line is short, and nothing but letters."""
    code, out, error = said
    lines = [*out.splitlines(), *error.splitlines()]
    assert code in (0, 1, 2) and lines and len(lines) <= MOST_LINES + 2
    assert all(line.isprintable() and len(line) <= 10 * LONGEST_LINE for line in lines)
    assert "Traceback" not in out + error
    return True


def asked(say: Say, file: Path, content: bytes) -> None:
    """What both verbs say of a file, which agree on whether something is wrong with it."""
    file.write_bytes(content)
    checked, differs = say("check", file), say("diff", file)
    assert is_well_said(checked) and is_well_said(differs)
    if content.startswith(b"{"):
        assert checked[0] == differs[0] != 2
    else:
        assert differs[0] == 2


FUZZED = settings(suppress_health_check=list(HealthCheck), max_examples=30)


@FUZZED
@given(changes=CHANGES)
def test_records_with_other_parts(say: Say, tmp_path: Path, changes: Any) -> None:
    plain = deepcopy(PLAIN)
    for path, how, value in changes:
        put(plain, path, how, deepcopy(value))
    asked(say, tmp_path / "record.json", with_its_sum(plain).encode())


@FUZZED
@given(cut=CUTS)
def test_records_with_other_bytes(say: Say, tmp_path: Path, cut: Any) -> None:
    start, long, instead = cut
    whole = WHOLE.encode()
    asked(say, tmp_path / "record.json", whole[:start] + instead + whole[start + long :])
    asked(say, tmp_path / "record.json", whole[:start] + instead)


def nested(depth: int, opening: str, closing: str) -> str:
    """A record with something deep in its deal."""
    return f'{WHOLE.rstrip()[:-1]}, "x": {opening * depth}1{closing * depth}}}'


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\x00", b"\xff\xfe", b"{", b"{}", b"[]", b'{"\xff": 1}', b"\xef\xbb\xbf{}",
        b'{"format": "tzolkin-record", "version": true}', b"PGDM", b"SQLite format 3\x00" * 99,
        WHOLE.encode("utf-16"), WHOLE.encode("utf-8-sig"), b"{" * 1_000_000, b"[" * 3_000_000,
        b" " * (LONGEST + 1), nested(150, "[", "]").encode(), nested(980, '{"a":', "}").encode(),
        nested(90_000, "[", "]").encode(),
    ],
    ids=lambda content: repr(content[:12]),
)  # fmt: skip
def test_what_is_hardly_a_record(say: Say, tmp_path: Path, content: bytes) -> None:
    asked(say, tmp_path / "record.json", content)


@pytest.mark.parametrize(
    "changes",
    [
        {"set_back": [{"actions": 10**4299, "stayed": 1, "at": ""}] * 40},
        {"without": ["balam"] * 50_000},
        {"set_back": [{"actions": 1, "stayed": 1, "at": ""}] * 4_000},
        {"seats": [{"name": "x" * 60_000, "computer": False, "join": None}] * 30},
        {"deal": {"players": 3, "x": [[]] * 20_000}},
        {"events": PLAIN["events"][:1] * 3_000},
        {"sealed": {**PLAIN["sealed"], "joined": ["a"] * 50_000}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_huge_ones(say: Say, tmp_path: Path, changes: dict[str, Any]) -> None:
    text = json.dumps({**PLAIN, **changes}, separators=(",", ":"))
    assert len(text) < LONGEST
    asked(say, tmp_path / "record.json", text.encode())


@pytest.mark.parametrize(
    ("key", "number"), [("corn", 2**33), ("corn", 10**400), ("workers", 2**27), ("points4", 2**70)]
)
def test_a_position_written_by_hand_does_not_fill_the_memory(
    say: Say, tmp_path: Path, key: str, number: int
) -> None:
    record = a_record()
    game = Game.from_setup({**record.deal, "rules": record.rules})
    for number_, entry in enumerate(record.events, start=1):
        game.play(entry.seat, entry.action)
        if number_ > 30 and game.pending[0].kind == "turn" and game.pending[0].seat == 0:
            break
    position = json.loads(json.dumps(game.position()))
    position["players"][0][key] = number
    plain = {**deepcopy(PLAIN), "deal": {"players": 3, "position": position}}
    plain["events"] = plain["events"][number_:]
    file = tmp_path / "record.json"
    file.write_text(with_its_sum(plain))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code, said, _ = say("check", file)
    assert code == 1 and "NO  The game cannot be replayed from this deal and log." in said
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


def test_a_key_that_is_there_twice(say: Say, tmp_path: Path) -> None:
    """Whoever reads the first of the two sees another game than the one that was checked."""
    file = tmp_path / "record.json"
    file.write_text(WHOLE.replace('"seed":', '"seed": "another",\n "seed":', 1), encoding="utf-8")
    code, said, error = say("check", file)
    assert (code, said) == (1, "")
    assert error == (
        "This record is damaged: parts of it are missing, were added or have the wrong form.\n"
    )


def test_names_do_not_move_the_cursor(say: Say, tmp_path: Path) -> None:
    plain = deepcopy(PLAIN)
    plain["events"][0]["action"] = "\x1b[2J\nAll of this record holds"
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "dir.json").mkdir()
    os.mkfifo(folder / "pipe.json")
    for name in (b"\xff.json", b"a\n\x1b[31m.json"):
        (folder / os.fsdecode(name)).write_text(with_its_sum(plain))
    code, said, error = say("diff", folder)
    assert (code, error) == (1, "")
    assert said.isascii() and "\x1b" not in said
    lines = said.splitlines()
    assert lines[-1] == "Played again: 2 games, 0 seasons; different from their logs: 2."
    assert {line.partition(": ")[0] for line in lines[:-1]} == {
        "\\udcff.json",
        "a\\n\\x1b[31m.json",
    }
    assert any("(\\x1b[2J\\nAll of this" in line for line in lines)


def test_what_is_neither_a_file_nor_a_folder(say: Say, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path / "pipe", Path("/dev/zero")):
        code, said, error = say("diff", name)
        assert (code, said, error) == (2, "", f"{name} is neither a file nor a folder.\n")
    assert say("check", "/dev/zero")[0] == 1
    assert say("check", tmp_path)[0] == 2


def test_a_terminal_that_cannot_show_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = deepcopy(PLAIN)
    plain["seats"][0] |= {"name": "Žofie", "join": "somebody"}
    (tmp_path / "record.json").write_text(with_its_sum(plain), encoding="utf-8")
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["check", str(tmp_path / "record.json")]) == 0
    sys.stdout.flush()
    assert b"\\u017dofie took over seat 1 from another player." in written.getvalue()


VALUES = (
    "NULL", "'x'", "''", "-1", "9223372036854775807", "1e999", "x'ff00'", "CAST(x'ff' AS TEXT)",
    "'[]'", "'{}'", "'7'", "'{\"a\": NaN}'", "printf('%.*c', 3000, '[')", "'{\"position\": {}}'",
)  # fmt: skip
GAME = "id = 2"
SEASON = "id = (SELECT min(id) FROM seasons)"
COLUMNS = [
    *(("tables", name, GAME) for name in (
        "setup", "position", "position_version", "version", "rules", "status",
    )),
    *(("events", name, "table_id = 2 AND n = 3") for name in ("n", "seat", "action")),
    *(("seasons", name, SEASON) for name in (
        "settings", "version", "created_at", "status", "number",
    )),
    *(("season_events", name, f"n = 1 AND season_{SEASON}") for name in ("n", "kind", "payload")),
    *(("league_tables", name, f"season_{SEASON}") for name in ("entries", "status", "division")),
    ("alembic_version", "version_num", "TRUE"),
]  # fmt: skip


@pytest.mark.parametrize(
    "every", [pytest.param(9, marks=pytest.mark.short), pytest.param(3, marks=pytest.mark.long)]
)
def test_databases_with_other_values(seasons: Path, say: Say, every: int) -> None:
    """One at a time, in a column of each kind; what is hidden is not told."""
    change(seasons, "UPDATE tables SET rules = NULL WHERE id <> 2")  # all but one are left out
    whole, told = seasons.read_bytes(), []
    for number, (table, column, where) in enumerate(COLUMNS):
        for value in VALUES[number % every :: every]:
            seasons.write_bytes(whole)
            with closing(sqlite3.connect(seasons)) as connection:
                connection.execute("PRAGMA ignore_check_constraints = 1")
                try:
                    connection.execute(f"UPDATE {table} SET {column} = {value} WHERE {where}")
                except sqlite3.IntegrityError:
                    continue
                connection.commit()
            said = say("check")
            assert is_well_said(said), (table, column, value)
            assert said[0] != 2 or said[1] == "" or "different from their" not in said[1]
            told.append((table, column, value, said))
    assert {code for *_, (code, _, _) in told} == {0, 1, 2}


def test_what_is_stored_is_not_told(seasons: Path, say: Say) -> None:
    change(seasons, f"UPDATE seasons SET settings = CAST(x'616263ff' AS TEXT) WHERE {SEASON}")
    code, _, error = say("check")
    assert (code, error.count("\n")) == (2, 1)
    assert "Could not decode to UTF-8 column 'settings'" in error and "abc" not in error


def test_a_database_without_a_table(database: Path, say: Say) -> None:
    change(database, "ALTER TABLE seasons RENAME TO others")
    for words in (("check",), ("diff", database)):
        code, said, error = say(*words)
        assert (code, said) == (2, "")
        assert error == "The database cannot be read: no such table: seasons.\n"


def test_a_season_that_cannot_be_read_is_named(seasons: Path, say: Say) -> None:
    change(seasons, f"UPDATE seasons SET settings = 'x' WHERE {SEASON}")
    code, said, _ = say("check")
    assert code == 1
    assert said.splitlines()[0].endswith(
        "of it is not of the kind it should be, and cannot be read."
    )
    assert said.endswith(" different from their logs: 1.\n")


# --- Databases that were damaged, or made to do harm ----------------------------------------------
# `check` and `diff` end in time, with a sentence and the exit code of what cannot be done, and
# count nothing as right that they did not look at.

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
    for verb in ("settings", "--help", "site --help"):
        with subprocess.Popen(
            [sys.executable, "-m", "bot", *verb.split()], cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            assert process.stdout is not None and process.stderr is not None
            process.stdout.close()
            error = process.stderr.read()
        assert error == b"", verb
        assert process.returncode in (0, 141), verb
