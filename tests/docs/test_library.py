"""The pages about use as a library and about the notation: their examples run, and name all there
is."""

import doctest
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from bot.engine.deal import shuffle_deal
from bot.hosting.verbs import FORMS
from bot.notation import read_position, write_position, write_text
from bot.notation.games import WrittenGame
from bot.notation.position_line import SHARED
from bot.notation.records import Entry, Seat, to_json
from bot.text.notation import read_turn
from tests.docs.guides import ROOT
from tests.tables.test_records import a_record

# --- The page about use as a library: its examples run, and what it names imports no Discord ------

LIBRARY = ROOT / "docs" / "library.md"
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
    page = LIBRARY.read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(
        page, {"FILE": file}, LIBRARY.name, str(LIBRARY), 0
    )
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
    page = LIBRARY.read_text(encoding="utf-8")
    for module in ("bot.engine", "bot.ai", "bot.text.notation", "bot.notation"):
        assert module in MODULES and f"| `{module}` |" in page


# --- The page about the notation: its examples are read, and it names all there is ----------------

NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The one example of a kind."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", NOTATION, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_game_is_written_so() -> None:
    """Its turns are typed into a game of its seed, and the text of that game is the example."""
    text = block("tzolkin")
    seats = (Seat("Ada", False, None), Seat("Ben", False, None), Seat("Imix II", True, None))
    game = WrittenGame(1, seats, shuffle_deal(3, (), "autumn"), (), seed="autumn")
    now, events = game.begun(), list[Entry]()
    for letter, line in re.findall(r"^([ABC]): (.*)$", text, re.MULTILINE):
        seat = "ABC".index(letter)
        typed = read_turn(now, seat, line)
        for action in [*typed.actions, *["end"] * typed.ends]:
            now.play(seat, action)
            events.append(Entry(seat, action, None, seats[seat].computer))
    assert now.round == 3
    assert write_text(replace(game, events=tuple(events))) == text


def test_the_position_is_read() -> None:
    line = block("position").strip()
    position = read_position(line)
    assert write_position(position) == line
    assert position.gears["palenque"][4:6] == (1, 2)
    assert position.food_days_held == 1


def test_every_part_is_named() -> None:
    written = (ROOT / "bot" / "notation" / "games.py").read_text("utf-8")
    assert set(re.findall(r"`\[(\w+)", NOTATION)) == set(re.findall(r'_tag\(\s*"(\w+)"', written))
    rows = re.findall(r"^\| (\d+)", NOTATION, re.MULTILINE)
    assert rows == [str(number) for number in range(1, len(SHARED) + 2)]
    for form in FORMS:
        assert f".{form}" in NOTATION or f"--to {form}" in NOTATION or form == "text"
