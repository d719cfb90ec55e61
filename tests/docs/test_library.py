"""The page about use as a library: its examples run, and what it names imports no Discord."""

import doctest
import subprocess
import sys
from pathlib import Path

from bot.notation.records import to_json
from tests.docs.guides import ROOT
from tests.tables.test_records import a_record

PAGE = ROOT / "docs" / "library.md"
MODULES = (
    "bot.engine",
    "bot.ai",
    "bot.ai.players",
    "bot.text.notation",
    "bot.notation",
    "bot.notation.records",
    "bot.notation.games",
    "bot.notation.bg_stats",
    "bot.notation.records",
)
NOT_NEEDED = ("discord", "sqlalchemy", "PIL", "aiosqlite", "alembic", "structlog")


def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(to_json(a_record()), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(page, {"FILE": file}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 30
    said: list[str] = []
    found = doctest.DocTestRunner().run(examples, out=said.append)
    assert found.failed == 0, "".join(said)


def test_the_library_imports_no_discord_no_database_no_pictures() -> None:
    program = f"import sys, {', '.join(MODULES)}; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in ran.stdout.split()}
    assert "bot" in loaded
    assert loaded & set(NOT_NEEDED) == set()


def test_the_page_names_what_is_tested() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for module in ("bot.engine", "bot.ai", "bot.text.notation", "bot.notation"):
        assert module in MODULES and f"| `{module}` |" in page
