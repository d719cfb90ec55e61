"""Games written down as data: scenarios, worked examples, golden playthroughs; and that every
ruling has a test."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Game

from .deals import MODULES, NEW_AGE_1, NEW_AGE_2, PROMO, PROPHECIES, TRIBES
from .record_playthrough import GAMES, transcript
from .scenario import Scenario, read_scenario

# --- The scenarios in scenarios/, one text file each ----------------------------------------------
# The rulebooks' worked examples, and the tiles of the expansion.

SCENARIO_FILES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


@pytest.mark.parametrize("path", SCENARIO_FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    scenario = read_scenario(path)
    assert scenario.title and scenario.checks and len(scenario.steps) > 1
    table = scenario.run()
    assert Game.replay(table.game.record()).position() == table.game.position()


@pytest.mark.parametrize(
    ("name", "tiles"),
    [
        ("tribe", TRIBES),
        ("prophecy", PROPHECIES),
        ("building", [tile.split("-", 1)[1] for tile in NEW_AGE_1 + NEW_AGE_2]),
    ],
)
def test_every_tile_of_the_expansion_has_a_scenario_of_its_name(
    name: str, tiles: list[str]
) -> None:
    names = {path.stem for path in SCENARIO_FILES}
    assert [tile for tile in tiles if f"{name}-{tile}" not in names] == []


def test_the_promo_tile_has_a_scenario() -> None:
    assert any(re.search(PROMO, path.read_text(encoding="utf-8")) for path in SCENARIO_FILES)


def test_a_wrong_expectation_is_noticed() -> None:
    """Each kind of step must be able to fail, or the scenarios prove nothing."""
    path = next(path for path in SCENARIO_FILES if path.stem == "p06-order-of-picking-up-wrong")
    wrong: list[list[object]] = [
        ["play", 0, "do yaxchilan 2"],
        ["illegal", 0, "do yaxchilan 3"],
        ["legal", 0, ["skip"]],
        ["offers", 0, ["do yaxchilan 1"]],
        ["lacks", 0, ["skip"]],
        ["pending", [[0, "pick"]]],
        ["expect", {"players.0.stone": 1}],
    ]
    for step in wrong:
        scenario = read_scenario(path)
        scenario.steps.append(step)
        with pytest.raises(AssertionError, match=r"step \d+"):
            scenario.run()


def test_unreadable_lines_are_reported(tmp_path: Path) -> None:
    for text in ("plya 0: end", "set players.0.corn 3", "play zero: end"):
        bad = tmp_path / "bad.txt"
        bad.write_text(f"title x\n{text}\n", encoding="utf-8")
        with pytest.raises(ValueError, match="line 2"):
            read_scenario(bad)


# --- Worked examples and traps of the rulebooks, as data: a start, steps, what must be seen -------

EXAMPLE_FILES = sorted(Path(__file__).with_name("examples").glob("*.json"))
SHARED = Path(__file__).parents[3] / "shared" / "reference"


def read(file: Path) -> dict[str, Any]:
    """A file of examples: what it is about, the default position, the scenarios."""
    examples: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return examples


EXAMPLES = [
    pytest.param(example, file["default"], id=example["id"])
    for file in map(read, EXAMPLE_FILES)
    for example in file["scenarios"]
]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared examples are not here")
@pytest.mark.parametrize("file", EXAMPLE_FILES, ids=lambda file: file.stem)
def test_the_examples_are_the_shared_ones(file: Path) -> None:
    assert read(SHARED / file.name) == read(file)


@pytest.mark.parametrize(("example", "default"), EXAMPLES)
def test_example(example: dict[str, Any], default: dict[str, Any]) -> None:
    begin = example["start"]
    scenario = Scenario(
        example["id"],
        players=begin.get("players", 2),
        changes=begin.get("set", {}),
        setup=begin.get("setup", {}),
        steps=example["steps"],
    )
    scenario.run(default)


# --- Golden playthroughs: whole games, turn by turn, with what stood on the table each round ------
# They were recorded with record_playthrough.py when two engines written apart from each other
# agreed on them, those with quick actions anew with this one. A change of a rule shows here as a
# difference one can read; a new version of the rules leaves them as they are, since they name
# none.

FOLDER = Path(__file__).parent / "playthroughs"
PLAYTHROUGH_FILES = sorted(FOLDER.glob("*.txt"))
IDS = [path.stem for path in PLAYTHROUGH_FILES]


def test_there_is_one_for_each_number_of_seats_and_each_part_of_the_expansion() -> None:
    assert [path.stem for path in PLAYTHROUGH_FILES] == sorted(GAMES)
    assert {players for players, _ in GAMES.values()} == {2, 3, 4, 5}
    assert all([module] in [parts for _, parts in GAMES.values()] for module in MODULES)


@pytest.mark.parametrize("path", PLAYTHROUGH_FILES, ids=IDS)
def test_playthrough(path: Path) -> None:
    table = read_scenario(path).run()
    assert table.game.finished
    assert Game.replay(table.game.record()).position() == table.game.position()


@pytest.mark.parametrize("path", PLAYTHROUGH_FILES, ids=IDS)
def test_recording_it_again_gives_the_same_text(path: Path) -> None:
    table = read_scenario(path).run()
    assert transcript(table.game) == path.read_text(encoding="utf-8")


# --- Every ruling has a test named by its number, or a reason why it has none ---------------------

RULINGS = range(1, 193)

NOT_TESTED = {
    185: "the time monument has no price and is never built (R-184)",
    189: "a list of conflicts; each is ruled and tested under the number it names",
}


def by_number() -> dict[int, list[str]]:
    """Ruling number -> names of the tests that carry it."""
    found: dict[int, list[str]] = {}
    for path in Path(__file__).parent.glob("test_*.py"):
        for name, number in re.findall(r"def (test_r(\d{3})_\w+)", path.read_text("utf-8")):
            found.setdefault(int(number), []).append(f"{path.name}::{name}")
    return found


def test_every_ruling_is_tested_or_listed() -> None:
    covered = set(by_number()) | set(NOT_TESTED)
    assert sorted(set(RULINGS) - covered) == []


def test_no_ruling_is_both_tested_and_excused() -> None:
    assert sorted(set(by_number()) & set(NOT_TESTED)) == []
    assert all(reason for reason in NOT_TESTED.values())
