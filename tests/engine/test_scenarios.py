"""The scenarios in scenarios/, one text file each: the rulebooks' worked examples, and the tiles
of the expansion."""

import re
from pathlib import Path

import pytest

from bot.engine import Game

from .deals import NEW_AGE_1, NEW_AGE_2, PROMO, PROPHECIES, TRIBES
from .scenario import read_scenario

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
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
    names = {path.stem for path in FILES}
    assert [tile for tile in tiles if f"{name}-{tile}" not in names] == []


def test_the_promo_tile_has_a_scenario() -> None:
    assert any(re.search(PROMO, path.read_text(encoding="utf-8")) for path in FILES)


def test_a_wrong_expectation_is_noticed() -> None:
    """Each kind of step must be able to fail, or the scenarios prove nothing."""
    path = next(path for path in FILES if path.stem == "p06-order-of-picking-up-wrong")
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
