"""Files made to take time: none holds more parts than the games there are."""

import json
from typing import Any

import pytest

from bot.notation import NotationError, read_file
from bot.notation.records import LONGEST, MOST_PARTS, to_json, too_long
from tests.notation.random_games import random_record

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
