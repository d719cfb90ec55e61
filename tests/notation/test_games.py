"""Games written down: what comes back of a record, its schema, and games as text."""

import json
import os
import random
import re
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bot.engine import Game
from bot.engine.components import MODULES
from bot.notation import (
    NotationError,
    read_file,
    read_position,
    write_position,
    write_text,
    written_down,
)
from bot.notation.games import WrittenGame
from bot.notation.records import Record, RecordError, from_json, schema_text, sum_of, to_json
from bot.text.notation import read_turn
from tests.docs.guides import ROOT
from tests.notation.random_games import of_fresh_record, random_record
from tests.tables.test_records import a_record

# --- What is written down comes back exactly: games of all modules, and each position of them -----
# `TZOLKIN_ROUND_TRIPS=1000 python -m pytest --long tests/notation/test_games.py -n 2` runs
# so many games instead of 60.

GAMES = int(os.environ.get("TZOLKIN_ROUND_TRIPS", "60"))
IN_PARTS = max(4, GAMES // 20)


def comes_back(record: Record) -> None:
    """From the record to its file and back to all of it."""
    read = read_file(to_json(record).encode())
    assert read == of_fresh_record(record)
    stored = read.stored
    assert stored is not None
    assert stored.sum == sum_of(record) == sum_of(stored.record)


def position_comes_back(game: Game) -> None:
    """The position before a decision, and at the start of a turn what is legal there."""
    position = game.snapshot()
    line = write_position(position)
    assert "\n" not in line
    read = read_position(line)
    assert read == position, line
    assert write_position(read) == line
    seat = game.pending[0].seat
    if game.kind_asked(seat) == "turn" and _is_at_its_start(game, seat):
        again = Game.from_position({**read.dump(), "rules": game.rules_version})
        assert [again.pending, again.legal(seat)] == [game.pending, game.legal(seat)], line


def _is_at_its_start(game: Game, seat: int) -> bool:
    """Whether nothing of the turn has been played: whoever has begged is asked the same again."""
    actions = game.record()["actions"]
    return actions[-1][0] != seat or game.turn_over(seat)


@pytest.mark.short
@pytest.mark.parametrize("number", range(4))
def test_a_game_comes_back_exactly(number: int) -> None:
    comes_back(random_record(number, each=position_comes_back))


@pytest.mark.long
@pytest.mark.parametrize("part", range(IN_PARTS))
def test_many_games_come_back_exactly(part: int) -> None:
    for number in range(100 + part, 100 + GAMES, IN_PARTS):
        comes_back(random_record(number, each=position_comes_back))


# --- The published schema is that of the records that are written ---------------------------------

SCHEMA = json.loads((ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_up_to_date() -> None:
    assert (ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8") == schema_text()


def test_records_are_as_the_schema_says() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for record in (a_record(), *(random_record(number) for number in range(4))):
        VALIDATOR.validate(json.loads(to_json(record)))


@pytest.mark.parametrize("path", [("table",), ("seats", 0, "name"), ("sum",), ("events", 0, "at")])
@pytest.mark.parametrize("value", [{}, 1.5, True])
def test_schema_and_reader_refuse_the_same(path: tuple[Any, ...], value: object) -> None:
    plain = json.loads(to_json(a_record()))
    assert VALIDATOR.is_valid(plain)
    changed = deepcopy(plain)
    inside: Any = changed
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    assert not VALIDATOR.is_valid(changed)
    with pytest.raises(RecordError):
        from_json(json.dumps(changed))
    inside[path[-1]] = None
    assert VALIDATOR.is_valid(changed) == (path[-1] == "at")
    changed = {**plain, "more": 1}
    assert not VALIDATOR.is_valid(changed)


# --- Games as text: what is written of them, and that every turn can be typed as it is written ----


def turns(text: str) -> list[str]:
    """The lines of the turns."""
    lines = [line for line in text.split("\n") if line and not line.startswith("[")]
    return [line for line in lines if not line.startswith("Round ")]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_turns_written_can_be_typed(number: int) -> None:
    """Each by itself, in the game as it then stood; together they are the whole game."""
    game = of_fresh_record(random_record(number))
    now, whole = game.begun(), game.played().position()
    for line in turns(write_text(game)):
        found = re.fullmatch(r"([A-E])(?: \((?:computer|person)\))?: (.*?)(?: @\S.*)?", line)
        assert found is not None, line
        seat = "ABCDE".index(found[1])
        typed = read_turn(now, seat, found[2])
        for action in typed.actions:
            now.play(seat, action)
        if typed.ends and not now.turn_over(seat):
            now.play(seat, "end")
    assert now.position() == whole


def test_a_game_of_the_engine_is_written() -> None:
    game = Game.new(4, modules=MODULES, seed=3)
    chance = random.Random(3)
    for _ in range(60):
        seat = chance.choice(game.pending).seat
        game.play(seat, chance.choice(game.legal(seat)))
    written = written_down(game, ("Ada", "Ben"), (False, False, True))
    assert written.names == ("Ada", "Ben", "C", "D")
    text = write_text(written)
    assert "[Seat A Ada]\n[Seat B Ben]\n[Seat C C computer]\n[Seat D D]\n[Modules " in text
    deal = game.record()["setup"]
    assert f"[Deal wealth {' '.join(deal['wealth'])}]" in text
    assert f"[Deal first_seat {deal['first_seat']}]" in text and "[Seed" not in text
    assert written.played().record() == game.record()


def test_a_deal_that_follows_from_its_seed_is_not_written_out() -> None:
    record = replace(random_record(4), shared=None)
    assert "[Deal " not in write_text(of_fresh_record(record))
    other = replace(record, seed="another")
    assert "[Deal wealth " in write_text(of_fresh_record(other))


def test_a_game_that_begins_with_a_position_names_it() -> None:
    game = Game.new(3, seed=5)
    for seat in range(3):
        game.play(seat, game.legal(seat)[0])
    line = write_position(game.snapshot())
    deal = {"position": read_position(line).dump()}
    seats = written_down(game).seats
    text = write_text(WrittenGame(rules=game.rules_version, seats=seats, deal=deal, events=()))
    assert f"[Position {line}]" in text and "[Deal" not in text


def test_a_record_has_its_table_and_its_result() -> None:
    record = replace(random_record(1), table=77)
    while record.result is None:
        record = random_record(record.table + 1)
    text = write_text(of_fresh_record(record))
    assert f"[Table {record.table}]\n[Opened {record.opened}]\n[Place seat=" in text
    assert text.count("[Place ") == len(record.seats)
    for secret in (record.sealed.secret if record.sealed else "-", "mark="):
        assert f" {secret}" not in text


def test_names_cannot_break_out_of_their_tag() -> None:
    for name in ("x\ny\\", "[Imix]", 'Zoë "the" Great', "A: B"):
        game = of_fresh_record(random_record(4))
        seats = (replace(game.seats[0], name=name), *game.seats[1:])
        text = write_text(replace(game, seats=seats))
        [line] = [one for one in text.split("\n") if one.startswith("[Seat A ")]
        assert (
            line.removesuffix(" computer]")
            .rstrip("]")
            .endswith(json.dumps(name, ensure_ascii=False).rstrip("]"))
        )


def test_lines_are_short_where_the_day_stays() -> None:
    text = write_text(of_fresh_record(random_record(5)))
    stamps = [line.partition(" @")[2] for line in text.split("\n") if " @" in line]
    assert len({stamp for stamp in stamps if "T" in stamp}) < len(stamps) / 2


def test_a_log_against_the_rules_is_not_written() -> None:
    record = random_record(4)
    wrong = replace(record.events[9], action="fly\x1b[1m" * 30)
    record = replace(record, events=(*record.events[:9], wrong, *record.events[10:]))
    with pytest.raises(NotationError, match=r"^Action 10 \(fly.* is against the rules\.$") as found:
        write_text(of_fresh_record(record))
    assert "\x1b" not in str(found.value)
