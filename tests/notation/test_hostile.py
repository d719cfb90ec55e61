"""Files and texts made to take time: whatever people type, paste or attach."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import time as clock_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Game, IllegalAction
from bot.notation import NotationError, read_file
from bot.notation.position_line import read_position, write_position
from bot.notation.records import LONGEST, MOST_PARTS, to_json, too_long
from bot.refusal import Refusal
from bot.tables.turns import read_stamp
from bot.text.names import with_mentions
from bot.text.notation import (
    complete_pickups,
    complete_places,
    complete_turn,
    read_pickups,
    read_places,
    read_turn,
)
from bot.text.rules import topics_for
from bot.text.translation import translator
from bot.text.typed import read_date, read_moment, read_time, typed_number
from cogs.kit.buttons import apart
from cogs.kit.layout import printed
from cogs.kit.members import typed_result
from cogs.looking.rules import find_tile, suggest_tiles
from tests.notation.random_games import random_record

# --- Files made to take time: none holds more parts than the games there are ----------------------

RECORD = random_record(1)


def filled(beginning: str, piece: str, end: str = "") -> bytes:
    """A file as long as allowed, of one piece again and again."""
    return (
        beginning + piece * ((LONGEST - len(beginning) - len(end)) // len(piece)) + end
    ).encode()


HOSTILE = {
    "objects as lines": filled('{"format":"x"}\n', "{}\n"),
    "lists in a record": filled(f'{to_json(RECORD)[:-2]}, "x":[', "[],", "[]]}"),
    "blank lines": filled(to_json(RECORD), "\n"),
    "modules": filled(f'{to_json(RECORD)[:-2]}, "modules":[', '"",', '""]}'),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_of_more_parts_than_a_game_is_not_read(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: Any, **__: Any) -> Any:
        raise AssertionError("read before its parts were counted")

    monkeypatch.setattr(json, "loads", read)
    with pytest.raises(NotationError, match="too long to be a game"):
        read_file(HOSTILE[kind])


@pytest.mark.parametrize("number", range(3))
def test_the_longest_games_have_a_tenth_of_what_is_read(number: int) -> None:
    modules = ("tribes", "prophecies", "quick_actions")
    record = random_record(number, players=5, modules=modules)
    written = to_json(record)
    assert not too_long(written * 10) or len(written) * 10 > LONGEST
    assert sum(map(written.count, "\n,[{")) * 10 < MOST_PARTS
    assert read_file(written.encode()).events == record.events


# --- Whatever people type, paste or attach is read in a time that grows as its length does --------

MOST = 3.0
"""How many times the CPU time of a text may be that of its half."""
TRIES = 6
WORTH = 0.004
"""Seconds of CPU below which a time says nothing."""
FILE, TEXT = 30_000, 4_000
"""Characters of half a file, of at most 2,000,000 that are read, and of half a text, of at most
400: so few say nothing of how it grows. The whole stays below the 128 KiB from which on the C
library asks the system for memory each time, which is slower by itself."""
T = translator("en")


def _game() -> Game:
    game = Game.new(2, seed=1)
    while game.snapshot().phase == "keep":
        seat = game.pending[0].seat
        game.play(seat, game.legal(seat)[0])
    return game


GAME = _game()
SEAT = GAME.pending[0].seat
SHORT_RECORD = random_record(0, players=2)

TYPED: dict[str, Callable[[str], object]] = {
    "places": lambda text: read_places(GAME, SEAT, text),
    "pickups": lambda text: read_pickups(GAME, SEAT, text),
    "turn": lambda text: read_turn(GAME, SEAT, text),
    "suggested places": lambda text: complete_places(T, GAME, SEAT, text),
    "suggested pickups": lambda text: complete_pickups(T, GAME, SEAT, text),
    "suggested turn": lambda text: complete_turn(T, GAME, SEAT, text),
    "rules": lambda text: topics_for(T, text),
    "tile": lambda text: find_tile(T, text),
    "suggested tiles": lambda text: suggest_tiles(T, text, []),
    "time": read_time,
    "date": lambda text: read_date(text, "es-419"),
    "number": typed_number,
    "moment": lambda text: read_moment(text, "es-419", "Europe/Berlin", clock_time(0, 0)),
    "result": typed_result,
    "stamp": read_stamp,
    "press": apart,
    "name": printed,
    "mentions": with_mentions,
}
"""What reads a text of a command, a form or a button; also names that Discord gives."""
FILES: dict[str, Callable[[str], object]] = {
    "file": lambda text: read_file(text.encode("utf-8", "replace")),
    "position": read_position,
}
PIECES = (
    "a ", "a", " ", "\t", '"', '""', '"a" ', "\\", '"\\', "[", "]", "{", "}", '{"a":', "[[", "#",
    "\n", "\r\n", "\n\n", ",", ";", "; ", "1", "9", "1 ", "²", "−", "½", "٣", "é", "\u202e",
    "<@1>", "*", "_", "`", "/a ", "pick ", "place ", "place tikal; ", "tikal ", "tikal,", "pal ",
    "palenque 1, ", "corn ", "2 ", ":", "@", "A: ", "\nA: ", "=", "=;", "/", "w", "r", "!", "-",
    ".", "3*a", '"a\\', "[Seat A a]\n", "[Deal a b]\n", "{}\n", "null,", "(", "((",
)  # fmt: skip
BEGINNINGS = (
    "", "[Game ", '[Game "', "[Seat A ", "[Deal a json:", '[Deal a "json:', "{", '{"a": ',
    '{"a": [', "[", "#", "A: ", "pick ", "place ", "1", "/", "```", "[Position ",
    to_json(SHORT_RECORD), to_json(SHORT_RECORD)[:3000],
    write_position(GAME.snapshot()),
)  # fmt: skip


def seconds(read: Callable[[str], object], text: str, times: int) -> float:
    """The CPU time of reading it so many times."""
    begun = time.process_time()
    for _ in range(times):
        with suppress(Refusal, IllegalAction, NotationError):
            read(text)
    return time.process_time() - begun


def grows(read: Callable[[str], object], half: str, whole: str) -> float:
    """How many times longer the whole takes than its half; 0 where both take no time."""
    times = 1
    while (short := seconds(read, half, times)) < WORTH and times < 256:
        times *= 4
    long = seconds(read, whole, times)
    return 0.0 if long < WORTH else long / max(short, WORTH)


def hostile(beginning: str, pieces: list[str], end: str, length: int) -> str:
    """A text of this length beside its beginning."""
    piece = "".join(pieces)
    return beginning + (piece * (length // len(piece) + 1))[:length] + end


def holds(read: Callable[[str], object], of: Callable[[int], str], length: int) -> None:
    """Reading grows no faster than the length. A machine with other work may spoil a measurement:
    what is too much must be so each time."""
    half, whole = of(length), of(2 * length)
    found = [grows(read, half, whole)]
    while found[-1] > MOST and len(found) < TRIES:
        found.append(grows(read, half, whole))
    assert min(found) <= MOST, (found, of(60))


ENDS = ("", '"', "]", "}", "]}", "\n", "; end")


PIECES_IN_A_ROW = st.lists(st.sampled_from(PIECES), min_size=1, max_size=3)
FEW, MANY = pytest.param(12, marks=pytest.mark.short), pytest.param(40, marks=pytest.mark.long)
"""Examples."""


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("examples", [FEW, MANY])
def test_twice_as_long_a_file_takes_twice_as_long(name: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.sampled_from(BEGINNINGS), PIECES_IN_A_ROW, st.sampled_from(ENDS))
    def read(beginning: str, pieces: list[str], end: str) -> None:
        holds(FILES[name], lambda length: hostile(beginning, pieces, end, length), FILE)

    read()


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("beginning", BEGINNINGS, ids=lambda one: one[:12])
def test_each_piece_in_a_file(name: str, beginning: str) -> None:
    """Each behind a third of the beginnings."""
    for number, piece in enumerate(PIECES[BEGINNINGS.index(beginning) % 3 :: 3]):
        end = ("", "]")[number % 2]
        holds(FILES[name], lambda n, p=piece, e=end: hostile(beginning, [p], e, n), FILE // 2)


def test_a_turn_of_very_many_steps_is_refused_at_once() -> None:
    """Steps without a semicolon between them, of which each is found behind the one before."""
    steps = ["pick ", "1 ", "A: "]
    holds(TYPED["turn"], lambda length: hostile("[Deal a json:", steps, "\n", length), 3 * TEXT)


@pytest.mark.parametrize("name", TYPED)
@pytest.mark.parametrize("examples", [FEW, MANY])
def test_twice_as_long_a_text_takes_twice_as_long(name: str, examples: int) -> None:
    beginnings = [one for one in BEGINNINGS if len(one) < 20]

    @settings(max_examples=examples)
    @given(st.sampled_from(beginnings), PIECES_IN_A_ROW, st.sampled_from(ENDS))
    def read(beginning: str, pieces: list[str], end: str) -> None:
        holds(TYPED[name], lambda length: hostile(beginning, pieces, end, length), TEXT)

    read()
