"""Games as text: what people may write, and that whatever they write is answered in a sentence."""

import random
from dataclasses import replace

import pytest

from bot.engine import Game
from bot.engine.board import MODULES
from bot.engine.deal import shuffle_deal
from bot.notation import (
    NotationError,
    WrittenGame,
    read_text,
    record_text,
    write_position,
    write_text,
    written_down,
)
from bot.notation.games import of_fresh_record
from bot.notation.records import LONGEST
from tests.notation.random_games import random_record

BY_HAND = """
  [Seat A Ada]   # a comment
  [Seat B "Ben # Two" computer]
  [Seed five]

  a: keep chi-10 pal-7
  BEN # TWO: keep uxm-7 yax-1
"""


def refused(text: str) -> str:
    """What is said of a text that is refused, which must be one sentence."""
    with pytest.raises(NotationError) as found:
        read_text(text)
    said = str(found.value)
    assert said.endswith(".") and "\n" not in said and len(said) < 600, said
    return said


def small(players: int = 3, seed: str = "5") -> tuple[str, Game]:
    """The fewest lines that are a game, and the game."""
    game = Game.from_setup({**shuffle_deal(players, (), seed), "rules": 1})
    return f"[Players {players}]\n[Seed {seed}]\n", game


def kept(players: int = 3) -> tuple[str, Game]:
    """The same with the tiles kept that come first."""
    text, game = small(players)
    for seat in range(players):
        action = game.legal(seat)[0]
        game.play(seat, action)
        text += f"{'ABCDE'[seat]}: {action}\n"
    return text, game


def test_players_and_a_seed_are_a_game() -> None:
    text, game = small()
    read = read_text(text)
    assert read.played().record() == game.record()
    assert read.names == ("A", "B", "C")
    assert read.stored is None


def test_modules_and_left_out_tribes_are_dealt() -> None:
    read = read_text("[Players 2]\n[Seed x]\n[Modules tribes prophecies]\n[Without balam ixtab]")
    dealt = shuffle_deal(2, ("tribes", "prophecies"), "x", without=("balam", "ixtab"))
    assert read.deal == dealt


def test_turns_may_be_written_freely() -> None:
    text, game = kept()
    first, second = game.pending[0].seat, None
    seats = "ABC"
    free = (
        text
        + f"""
        Round 1 :   # whatever
        {seats[first].lower()}   place  pal   uxmal ; end  # shortened
    """
    )
    read = read_text(free)
    assert [event.action for event in read.events[3:]] == ["place palenque", "place uxmal", "end"]
    second = read.played().pending[0].seat
    assert read_text(f"{free}\r\n{seats[second]} : place tikal;end\r\n").events[-1].seat == second


def test_the_end_of_a_turn_may_be_left_out() -> None:
    text, game = kept()
    first = game.pending[0].seat
    second = (first + 1) % 3
    lines = f"{text}{'ABC'[first]}: place tikal\n{'ABC'[second]}: place tikal\n"
    actions = [(event.seat, event.action) for event in read_text(lines).events[3:]]
    assert actions == [(first, "place tikal"), (first, "end"), (second, "place tikal")]
    assert read_text(f"{lines}Round 1\n").events[-1].action == "end"


def test_a_seat_is_named_by_letter_or_by_name() -> None:
    game = Game.from_setup({**shuffle_deal(2, (), "five"), "rules": 1})
    actions = [game.legal(seat)[0] for seat in (0, 1)]
    text = BY_HAND.replace("keep chi-10 pal-7", actions[0]).replace("keep uxm-7 yax-1", actions[1])
    read = read_text(text.replace("BEN # TWO:", "B:"))
    assert read.names == ("Ada", "Ben # Two")
    assert [event.action for event in read.events] == actions
    assert [event.computer for event in read.events] == [False, True]
    assert "A turn begins with its seat" in refused(text)  # what follows # is a comment
    assert read_text(text.replace("BEN # TWO:", "b (person):")).events[1].computer is False
    plain = text.replace('"Ben # Two"', '"Ben Two"').replace("BEN # TWO", "ben two")
    assert read_text(plain).events == read.events


def test_a_deal_may_be_written_out() -> None:
    deal = shuffle_deal(2, ("tribes",), "x")
    tags = [f"[Deal {key} {' '.join(deal[key])}]" for key in ("wealth", "age1", "age2", "tribes")]
    tags += [f"[Deal first_seat {deal['first_seat']}]", f"[Deal monuments {deal['monuments'][0]}]"]
    read = read_text("\n".join(["[Players 2]", "[Modules tribes]", *tags]))
    assert read.deal == {**deal, "monuments": deal["monuments"][:1]}
    assert len(read.begun().snapshot().monument_row) == 1


def test_a_game_may_begin_with_a_position() -> None:
    _, game = kept()
    line = write_position(game.snapshot())
    seat = game.pending[0].seat
    text = f"[Position {line}]\n{'ABC'[seat]}: place tikal; end\n"
    read = read_text(text)
    now = read.played().snapshot()
    assert now.gears["tikal"].count(seat) == 1
    assert read_text(write_text(read)) == read
    assert f"[Position {line}]" in write_text(read)


def test_a_game_of_the_engine_is_written_and_read() -> None:
    game = Game.new(4, modules=MODULES, seed=3)
    chance = random.Random(3)
    for _ in range(60):
        seat = chance.choice(game.pending).seat
        game.play(seat, chance.choice(game.legal(seat)))
    written = written_down(game, ("Ada", "Ben"), (False, False, True))
    assert written.names == ("Ada", "Ben", "C", "D")
    read = read_text(write_text(written))
    assert read == written
    assert read.played().record() == game.record()


def test_a_record_is_made_where_all_facts_are_there() -> None:
    record = random_record(4)
    text = record_text(record)
    assert read_text(text).stored is not None
    for name in ("Table", "Opened", "Sum"):
        lines = [line for line in text.split("\n") if not line.startswith(f"[{name} ")]
        assert read_text("\n".join(lines)).stored is None
    changed = text.replace(f"[Table {record.table}]", "[Table 99]")
    stored = read_text(changed).stored
    assert stored is not None and stored.record.table == 99
    assert f"[Sum {stored.sum}]" in text  # so that the change is noticed


def test_lines_are_short_where_the_day_stays() -> None:
    record = random_record(5)
    text = record_text(record)
    stamps = [line.partition(" @")[2] for line in text.split("\n") if " @" in line]
    assert len({stamp for stamp in stamps if "T" in stamp}) < len(stamps) / 2


@pytest.mark.parametrize("at", ["2030-01-02T12:00:00Z", "2030-01-02T12:00:00", "", '@"#', None])
def test_moments_of_any_form_are_kept(at: str | None) -> None:
    text, _ = kept()
    game = read_text(text)
    game = replace(game, events=tuple(replace(event, at=at) for event in game.events))
    assert read_text(write_text(game)) == game


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "A game has 2 to 5 seats"),
        ("[Players 3]", "A game needs its deal"),
        ("[Players 6]\n[Seed 1]", "A game has 2 to 5 seats"),
        ("[Players -1]\n[Seed 1]", "A game has 2 to 5 seats"),
        ("[Players 99999999999]\n[Seed 1]", "A game has 2 to 5 seats"),
        ("[Players three]\n[Seed 1]", "Line 1: “three” is not a whole number"),
        ("[Players 2 3]\n[Seed 1]", "Line 1: The tag Players has 1 words"),
        ("[Players 2]\n[Players 2]\n[Seed 1]", "Line 2: The tag Players stands here a second"),
        ("[Players 3]\n[Seat A Ada]\n[Seat B Ben]\n[Seed 1]", "A game has 2 to 5 seats"),
        ("[Seat B Ben]\n[Seat A Ada]\n[Seed 1]", "Line 1: Seats are named in playing order"),
        ("[Seat A Ada robot]\n[Seat B Ben]\n[Seed 1]", "Line 1: “robot” is nothing"),
        ("[Players 2]\n[Seed 1]\n[Modules tribe]", "unknown modules: tribe"),
        ("[Players 2]\n[Seed 1]\n[Modules tribes]\n[Without x]", "unknown tribes: x"),
        ("[Players 2]\n[Seed 1]\n[Rules 77]", "Line 3: There is no version 77"),
        ("[Tzolkin 2]\n[Players 2]\n[Seed 1]", "Line 1: This was written by another version"),
        ("[Player 2]\n[Seed 1]", "Line 1: There is no tag “Player”"),
        ("[]", "Line 1: This tag has no name"),
        ("[Players 2", "Line 1: This tag is not closed"),
        ('[Seat A "Ada]', "Line 1: The tag "),
        ('[Seat A "\\q"]', "Line 1: "),
        ('[Seat A "\\ud800"]\n[Seat B B]\n[Seed 1]', "Line 1: "),
        ("[Players 2]\n[Deal wealth]", "Line 2: The tag Deal names what is dealt"),
        ("[Players 2]\n[Deal wealth pal-1]", "This deal cannot be laid out"),
        (
            "[Players 2]\n[Deal players 999999999]",
            "The deal is for another number of seats",
        ),
        ("[Players 2]\n[Deal first_seat 7]", "The deal names no seat that begins"),
        ('[Players 2]\n[Deal wealth "json:["]', "Line 2: What follows “json:” is not JSON"),
        (f'[Players 2]\n[Deal wealth "json:{"[" * 5000}"]', "Line 2: What follows “json:”"),
        ('[Players 2]\n[Deal position "json:{}"]', "This position is incomplete"),
        ("[Position 1 2 3]", "Line 1: A position has 12 fields"),
        ("hello", "A game has 2 to 5 seats"),
        ("\0\0\0", "A game has 2 to 5 seats"),
        ("x" * (LONGEST + 1), "This is too long to be a game"),
    ],
)
def test_wrong_tags_are_refused(text: str, says: str) -> None:
    assert says in refused(text)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hello", "A turn begins with its seat and a colon"),
        ("D: place tikal", "“D” is not a seat of this game"),
        ("Zoe: place tikal", "“Zoe” is not a seat of this game"),
        ("{seat}: place rome", "“rome” is not a place"),
        ("{seat}:", "Write your move like"),
        ("{seat}: = fly", "is not"),
        ("{seat}: end", "."),
        ("{other}: place tikal; end", "has nothing to decide here; "),
        ("{seat}: place tikal; end @yesterday", "“yesterday” is not a moment"),
        ("{seat}: place tikal; end @12:00:00", "“12:00:00” is not a moment"),
        ('{seat}: place tikal; end @"', "is not a JSON string"),
        ("Round 2", "Round 2 does not begin here: this is round 1"),
        ("[Players 3]", "Tags stand before the first turn"),
        ("{seat}: " + "place tikal " * 500, "This line is too long for a turn"),
        ("{seat}: " + "; ".join(["place tikal"] * 100), "."),
    ],
)
def test_a_wrong_line_is_named_by_its_number(line: str, says: str) -> None:
    text, game = kept()
    seat = game.pending[0].seat
    line = line.replace("{seat}", "ABC"[seat]).replace("{other}", "ABC"[seat - 1])
    said = refused(f"{text}\n# a comment\n{line}")
    assert said.startswith("Line 8: ") and says in said, said


def test_two_of_one_name_are_told_apart_by_their_letters() -> None:
    text = "[Seat A Ada]\n[Seat B Ada]\n[Seed 1]\nAda: keep pal-1 pal-3"
    assert refused(text) == "Line 4: “Ada” is not a seat of this game; use a letter from A to B."


def test_a_log_against_the_rules_is_not_written() -> None:
    record = random_record(4)
    wrong = replace(record.events[9], action="fly\x1b[1m" * 30)
    record = replace(record, events=(*record.events[:9], wrong, *record.events[10:]))
    with pytest.raises(NotationError, match=r"^Action 10 \(fly.* is against the rules\.$") as found:
        record_text(record)
    assert "\x1b" not in str(found.value)


def test_whatever_is_changed_is_read_or_refused() -> None:
    """Letters, words and lines of whole games are lost, doubled and exchanged."""
    chance, texts = random.Random(16), [record_text(random_record(n)) for n in (3, 8)]
    heads = [text[: text.index("Round 2")] for text in texts]
    refusals = 0
    for _ in range(400):
        text = chance.choice(heads)
        for _ in range(chance.randrange(1, 4)):
            text = _changed(text, chance)
        try:
            assert isinstance(read_text(text), WrittenGame)
        except NotationError as error:
            refusals += 1
            assert "\n" not in str(error) and str(error).endswith("."), str(error)
    assert 100 < refusals < 400


def _changed(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    way = chance.randrange(4)
    if way == 0:
        return text[:at] + text[at + chance.randrange(1, 9) :]
    if way == 1:
        return text[:at] + chance.choice('[]"#@:;=\\\n 0z9é\x00') + text[at:]
    parts = text.split("\n" if way == 2 else " ")
    one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    parts[one] = parts[other]
    return ("\n" if way == 2 else " ").join(parts)


def test_a_mistake_of_the_writer_would_be_seen() -> None:
    """The record that comes back is compared as a whole: its sum is over everything in it."""
    record = random_record(4)
    written = of_fresh_record(record)
    assert read_text(write_text(written)) == written
    assert read_text(write_text(replace(written, seats=written.seats[::-1]))) != written
