"""Options of the whole test run, and what is made once for it."""

import ast
import asyncio
import gc
import os
import pickle
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from alembic.config import Config
from alembic.script import ScriptDirectory
from hypothesis import settings
from sqlalchemy import URL, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.engine.state import _VERSIONS, Rules
from bot.store import Store, database
from bot.text.catalogue import compile_catalogues
from rendering import DrawingPool
from tests.postgres import standing_by
from tests.store.databases import OTHER_DATABASE, USUAL

# The same examples in every run, however long one of them takes on a busy machine.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")

IN_MEMORY, ROOM = Path("/dev/shm"), 2 * 1024**3
"""Every commit waits for the disk, some 2 ms, and the tests make tens of thousands: so where there
is a file system in memory with room enough, their databases are there."""

if (
    "TMPDIR" not in os.environ
    and os.access(IN_MEMORY, os.W_OK)
    and shutil.disk_usage(IN_MEMORY).free > ROOM
):
    tempfile.tempdir = str(IN_MEMORY)

_parse = ast.parse


def _parse_undisturbed(*source: Any, **how: Any) -> ast.AST:
    """Parse without collecting garbage meanwhile. Until Python 3.11.8 and 3.12.2 that raises
    SystemError where what is collected is a task, whose last words have a traceback: to show it,
    Python parses, too (python/cpython#106905)."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return _parse(*source, **how)
    finally:
        if collects:
            gc.enable()


if sys.version_info < (3, 12, 2):
    ast.parse = _parse_undisturbed


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--long` also runs the tests that take minutes."""
    parser.addoption("--long", action="store_true", help="also run the tests marked long")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """With `--numprocesses auto` one process more than there are cores: some always wait, for
    another thread, a database, a program they have started."""
    mine = getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))
    return len(mine(0)) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Once for all test processes, before the first test, the languages are compiled, and a
    PostgreSQL server stands by."""
    if not hasattr(config, "workerinput"):
        compile_catalogues()
        server = standing_by()
        server.__enter__()
        config.add_cleanup(lambda: server.__exit__(None, None, None))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is marked long unless it was asked for; then what is marked short is left out: a
    long test does more of the same. What takes long comes first, so that no process is left alone
    with it at the end."""
    items.sort(key=lambda item: "long" not in item.keywords and "first" not in item.keywords)
    if OTHER_DATABASE is not None:
        for item in items:
            if "only_sqlite" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="about SQLite alone"))
    if config.getoption("--long"):
        items[:] = [item for item in items if "short" not in item.keywords]
        return
    skip = pytest.mark.skip(reason="takes minutes; run with --long")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)


def pytest_collection_finish() -> None:
    """Collect garbage as seldom as the program does (`cogs.client`), and leave alone what was
    imported: to look at all of it again and again takes a tenth of the time of small tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 5, 100)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is marked on_both runs on SQLite and on PostgreSQL."""
    marked = metafunc.definition.get_closest_marker
    if "kind" in metafunc.fixturenames and marked("on_both") and not marked("only_sqlite"):
        metafunc.parametrize("kind", ["sqlite", "postgresql"] if USUAL == "sqlite" else [USUAL])


@pytest.fixture(autouse=True)
def _plain_traces() -> None:
    """Log errors with plain traces, as the program does: structlog's own print every variable,
    which takes seconds."""
    renderer = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    structlog.reset_defaults()
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], renderer])


@pytest.fixture
def version_99(monkeypatch: pytest.MonkeyPatch) -> int:
    """One more version of the rules; it changes none."""
    monkeypatch.setitem(_VERSIONS, 99, Rules(99))
    return 99


async def _drawn_here(pool: DrawingPool, job: Any) -> tuple[Any, float]:
    """Draw as a process would; what could not be sent to one fails here, too."""
    function, args, named = job.asked
    pickle.dumps((args, named))
    return function(*args, **named), 0.0


drawn_in_process = DrawingPool._drawn


@pytest.fixture(autouse=True)
def _drawn_without_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of tests draw pictures: each would start a process. Those of the processes are in
    tests/rendering/drawing/test_pool.py."""
    monkeypatch.setattr(DrawingPool, "_drawn", _drawn_here)


_scripts: dict[str | None, ScriptDirectory] = {}
_from_config = ScriptDirectory.from_config


@pytest.fixture(scope="session", autouse=True)
def _migrations_read_once() -> Iterator[None]:
    """Alembic reads all migrations whenever a database is opened, as the program does once and the
    tests do thousands of times."""

    def known(config: Config) -> ScriptDirectory:
        place = config.get_main_option("script_location")
        if place not in _scripts:
            _scripts[place] = _from_config(config)
        return _scripts[place]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScriptDirectory, "from_config", known)
        yield


class _Compiled(dict[Any, Any]):
    """Statements as text, whichever engine they were first compiled for."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        super().__setitem__(key[1:], value)


_compiled: defaultdict[str, _Compiled] = defaultdict(_Compiled)
_engine, _plain_engine = database._engine, database._plain_engine


@pytest.fixture(scope="session", autouse=True)
def _statements_compiled_once() -> Iterator[None]:
    """SQLAlchemy compiles each statement once for an engine; the program has one engine, the tests
    have thousands."""

    def knowing(url: URL) -> AsyncEngine:
        engine = _engine(url)
        engine.sync_engine._compiled_cache = _compiled[engine.dialect.name]
        return engine

    def plain(url: URL) -> Engine:
        engine = _plain_engine(url)
        engine._compiled_cache = _compiled["plain"]
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_engine", knowing)
        patch.setattr(database, "_plain_engine", plain)
        yield


_SECOND = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "one_more", {before!r}, None, None


def upgrade() -> None:
    op.add_column("tables", sa.Column("nudges", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("tables", "nudges")
"""


@pytest.fixture
def one_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The revision of a migration that is one more than the program has."""
    folder = tmp_path / "migrations"
    shutil.copytree(database.MIGRATIONS, folder)
    added = _SECOND.format(before=database.newest_revision())
    (folder / "versions" / "one_more.py").write_text(added, encoding="utf-8")
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    database.newest_revision.cache_clear()
    yield "one_more"
    database.newest_revision.cache_clear()


@pytest.fixture(scope="session")
def newest_form(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file in its newest form without any content, to be copied: the migrations run once
    in each test process."""
    file = tmp_path_factory.mktemp("newest") / "newest.sqlite3"

    async def make() -> None:
        store = Store(f"sqlite+aiosqlite:///{file}")
        await store.open()
        await store.close()

    asyncio.run(make())
    return file
