"""Each word after ? in the address of a database is understood, or named in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import text

from bot.store import Store, copies
from bot.store.database import StoreError, address_of
from bot.store.postgres import LIBPQ, UNDERSTOOD
from tests.store.databases import on_postgres

SERVER = "postgresql+asyncpg://bot:pass-word@127.0.0.1:1/games"
WITH = {
    "connect_timeout": "5", "timeout": "5", "command_timeout": "5", "pgbouncer": "true",
    "statement_cache_size": "0", "prepared_statement_cache_size": "0",
}  # fmt: skip
"""Values of words that need a certain one."""


class Reached(Exception):
    """The driver was called."""


@contextmanager
def given_to_the_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """What asyncpg is called with, in place of connecting."""
    asyncpg = pytest.importorskip("asyncpg")
    seen: list[dict[str, Any]] = []

    async def connect(**options: Any) -> None:
        seen.append(options)
        raise Reached

    monkeypatch.setattr(asyncpg, "connect", connect)
    yield seen


async def connected_with(url: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The options with which the driver connects, the same for the games and for the locks."""
    with given_to_the_driver(monkeypatch) as seen:
        store = Store(url)
        with pytest.raises(Reached):
            await store.engine.connect()
        with pytest.raises(Reached):
            await store.processes.is_first("a key")
        await store.close()
    for one in seen:
        one.pop("prepared_statement_name_func", None)
    assert seen[0] == seen[1]
    return seen[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sslmode=require", {"dsn": "postgresql://?sslmode=require"}),
        ("sslmode=verify-full&sslrootcert=/a b", {
            "dsn": "postgresql://?sslmode=verify-full&sslrootcert=%2Fa+b",
        }),
        ("sslmode=require&channel_binding=prefer", {"dsn": "postgresql://?sslmode=require"}),
        ("connect_timeout=7", {"timeout": 7.0}),
        ("connect_timeout=0", {"timeout": None}),
        ("timeout=2.5&command_timeout=9", {"timeout": 2.5, "command_timeout": 9.0}),
        ("pgbouncer=true", {"statement_cache_size": 0}),
        ("pgbouncer=false", {}),
        ("statement_cache_size=5", {"statement_cache_size": 5}),
        ("ssl=require", {"ssl": "require"}),
        ("options=-c%20statement_timeout%3D9", {
            "dsn": "postgresql://?options=-c+statement_timeout%3D9",
        }),
        ("gssencmode=disable&sslcompression=0", {}),
    ],
)  # fmt: skip
async def test_words_that_are_understood(
    words: str, expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = {
        "host": "127.0.0.1", "port": 1, "user": "bot", "password": "pass-word",
        "database": "games",
    }  # fmt: skip
    assert await connected_with(f"{SERVER}?{words}", monkeypatch) == {**usual, **expected}


async def test_asyncpg_takes_what_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one of the words is an argument that it does not know, or a setting of the server."""
    utils = pytest.importorskip("asyncpg.connect_utils")
    import inspect

    import asyncpg

    known = {*inspect.signature(asyncpg.connect).parameters, "prepared_statement_cache_size"}
    for word in set(UNDERSTOOD) - {"host", "port"}:
        options = await connected_with(f"{SERVER}?{word}={WITH.get(word, 'x')}", monkeypatch)
        assert set(options) <= known, word
        if "dsn" in options and word not in ("application_name", "options"):
            assert f"'{word}'" in inspect.getsource(utils), word


@pytest.mark.parametrize("word", sorted({*LIBPQ, "schema", "sslmod", "foo"}))
def test_every_word_of_libpq_and_others(word: str) -> None:
    url = f"{SERVER}?{word}={WITH.get(word, 'secret-value')}"
    if word in UNDERSTOOD:
        assert address_of(url).query
        return
    with pytest.raises(StoreError) as refused:
        address_of(url)
    said = str(refused.value)
    assert f"TZOLKIN_DATABASE_URL has the word {word}" in said and said.endswith(".")
    assert "secret-value" not in said and "pass-word" not in said
    with pytest.raises(StoreError, match=rf"the word {word} after \?"):
        address_of(f"sqlite+aiosqlite:///x.sqlite3?{word}=1")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("channel_binding=require", "remove it, or write channel_binding=prefer"),
        ("connect_timeout=soon", "connect_timeout, which needs a whole number of seconds"),
        ("connect_timeout=2.5", "connect_timeout, which needs a whole number of seconds"),
        ("timeout=nan", "timeout, which needs a number of seconds"),
        ("pgbouncer=maybe", "pgbouncer, which needs true or false"),
        ("sslmod=require", "perhaps you mean sslmode"),
        ("sslmode=require&sslmode=allow", "sslmode more than once"),
        ("xq-7/=x", "has a word, which is not understood; remove it"),
    ],
)
def test_what_is_wrong_is_said(words: str, said: str) -> None:
    with pytest.raises(StoreError, match=said):
        address_of(f"{SERVER}?{words}")


def test_a_sqlite_file_takes_no_words() -> None:
    for word in ("timeout=3", "mode=ro", "sslmode=require", "cache=shared"):
        with pytest.raises(StoreError, match=rf"the word {word.partition('=')[0]} after \?"):
            Store(f"sqlite+aiosqlite:///x.sqlite3?{word}")


def test_the_tools_of_postgresql_are_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, str] = {}
    monkeypatch.setattr("bot.store.copies.shutil.which", lambda tool: tool)

    def run(*_: object, env: dict[str, str], **__: object) -> Any:
        told.update(env)
        raise Reached

    monkeypatch.setattr("bot.store.copies.subprocess.run", run)
    words = "sslmode=verify-ca&sslrootcert=/ca.pem&connect_timeout=4&options=-cfoo%3D1"
    with pytest.raises(Reached):
        copies._run_tool(f"{SERVER}?{words}", "psql")
    assert told | {
        "PGSSLMODE": "verify-ca", "PGSSLROOTCERT": "/ca.pem", "PGCONNECT_TIMEOUT": "4",
        "PGOPTIONS": "-cfoo=1", "PGHOST": "127.0.0.1", "PGPORT": "1",
    } == told  # fmt: skip
    with pytest.raises(Reached):
        copies._run_tool("postgresql+asyncpg://bot@/games?host=one:5&host=two:6", "psql")
    assert (told["PGHOST"], told["PGPORT"]) == ("one,two", "5,6")


@on_postgres
async def test_with_words_the_server_is_reached(store: Store) -> None:
    url = store.engine.url.update_query_dict(
        {
            "connect_timeout": "20", "pgbouncer": "true", "sslmode": "prefer",
            "application_name": "ours", "options": "-c statement_timeout=12345",
            "channel_binding": "disable",
        }
    )  # fmt: skip
    other = Store(url.render_as_string(hide_password=False))
    await other.open()
    async with other.engine.connect() as connection:
        said = (
            await connection.execute(
                text("SELECT current_setting('application_name'), current_setting("
                     "'statement_timeout')")
            )
        ).one()  # fmt: skip
    assert tuple(said) == ("ours", "12345ms")
    assert await other.processes.is_first("a key")
    await other.close()
