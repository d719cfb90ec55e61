"""The page about the notation: its examples are read, and it names all there is."""

import re

from bot.hosting.written_games import FORMS
from bot.notation import read_position, read_text, write_position
from bot.notation.head import OFTEN, ONCE
from bot.notation.position_line import SHARED
from tests.docs.guides import ROOT

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The one example of a kind."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_game_is_read() -> None:
    game = read_text(block("tzolkin"))
    assert game.names == ("Ada", "Ben", "Imix II")
    now = game.played()
    assert now.round == 3
    assert [event.seat for event in game.events if event.action == "end"] == [0, 1, 2, 0, 1, 2]


def test_the_position_is_read() -> None:
    line = block("position").strip()
    position = read_position(line)
    assert write_position(position) == line
    assert position.gears["palenque"][4:6] == (1, 2)
    assert position.food_days_held == 1


def test_every_part_is_named() -> None:
    named = set(re.findall(r"`\[(\w+)", PAGE))
    assert named == {*ONCE, *OFTEN}
    rows = re.findall(r"^\| (\d+)", PAGE, re.MULTILINE)
    assert rows == [str(number) for number in range(1, len(SHARED) + 2)]
    for form in FORMS:
        assert f".{form}" in PAGE or f"--to {form}" in PAGE or form in ("text", "lines")
