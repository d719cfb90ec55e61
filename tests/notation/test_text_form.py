"""Games as text: what is written of them, and that every turn can be typed as it is written."""

import json
import random
import re
from dataclasses import replace

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.notation import NotationError, read_position, write_position, write_text, written_down
from bot.notation.games import WrittenGame
from bot.text.notation import read_turn
from tests.notation.random_games import of_fresh_record, random_record


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
