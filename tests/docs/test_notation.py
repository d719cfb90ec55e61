"""The page about the notation: its examples are read, and it names all there is."""

import re
from dataclasses import replace

from bot.engine.deal import shuffle_deal
from bot.hosting.verbs import FORMS
from bot.notation import read_position, write_position, write_text
from bot.notation.games import WrittenGame
from bot.notation.position_line import SHARED
from bot.notation.records import Entry, Seat
from bot.text.notation import read_turn
from tests.docs.guides import ROOT

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The one example of a kind."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
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
    assert set(re.findall(r"`\[(\w+)", PAGE)) == set(re.findall(r'_tag\(\s*"(\w+)"', written))
    rows = re.findall(r"^\| (\d+)", PAGE, re.MULTILINE)
    assert rows == [str(number) for number in range(1, len(SHARED) + 2)]
    for form in FORMS:
        assert f".{form}" in PAGE or f"--to {form}" in PAGE or form == "text"
