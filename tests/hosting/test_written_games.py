"""`replay` and `convert`: records in files, told, drawn and written in other forms."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.engine.components import MODULES
from bot.model.server import LANGUAGES
from bot.notation import read_position, write_text
from bot.notation.bg_stats import bg_stats, bg_stats_link
from bot.notation.games import turns_of
from bot.notation.records import LONGEST, to_json
from bot.scene import scene_of
from bot.text.translation import translator
from rendering import draw_city, draw_wheels
from tests.notation.random_games import of_fresh_record
from tests.tables.test_records import a_record

RECORD = a_record(MODULES)
Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Say:
    """Runs a verb in an empty folder, without any setting: its exit code and what it said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZOLKIN_DATABASE_URL", "nonsense")

    def said(*words: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = main([*words])
        out, error = capsys.readouterr()
        return code, out, error

    return said


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The file of a record."""
    (tmp_path / "game.json").write_text(to_json(RECORD), encoding="utf-8")
    return str(tmp_path / "game.json")


def test_a_record_is_written_as_text(say: Say, file: str, tmp_path: Path) -> None:
    text = write_text(of_fresh_record(RECORD))
    assert say("convert", file, "out.txt") == (0, "", "")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == text
    record = "\ufeff" + to_json(RECORD)
    assert say("convert", "-", "-", "--to", "text", stdin=record) == (0, text, "")


def test_plays_for_bg_stats(say: Say, file: str, tmp_path: Path) -> None:
    assert say("convert", file, "x.bgsplay")[0] == 0
    play = json.loads((tmp_path / "x.bgsplay").read_text(encoding="utf-8"))
    assert [one["name"] for one in play["players"]] == [
        one["name"] for one in bg_stats(RECORD)["players"]
    ]
    link = say("convert", file, "-", "--to", "bgstats-link")[1]
    assert link == f"{bg_stats_link(RECORD)}\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(say: Say, file: str, language: str) -> None:
    code, told, _ = say("replay", file, "--language", language)
    assert code == 0
    round_ = translator(language).gettext("Round {round}").partition(" ")[0]
    heads = [line for line in told.split("\n") if line.startswith(round_)]
    assert 20 <= len(heads) <= 27
    assert "**" not in told and "<" not in told
    for name in ("Ada", "Ben", "Imix"):
        assert told.count(name) > 20


def test_the_told_game_ends_with_its_result(say: Say, file: str) -> None:
    told = say("replay", file)[1].rstrip().split("\n")
    assert RECORD.result is not None
    winner = RECORD.seats[RECORD.result[0]["seat"]].name
    assert told[-4] == f"{winner} wins!"
    assert told[-3].startswith(f"1 · {winner}: ")
    assert told[0] == "A game of Tzolk'in: Imix, Ben and Ada"


def test_a_game_is_told_up_to_a_round(say: Say, file: str) -> None:
    whole = say("replay", file)[1]
    part = say("replay", file, "--round", "7")[1]
    assert whole.startswith(part.rstrip("\n"))
    assert "Round 7" in part and "Round 8" not in part
    assert "Round" not in say("replay", file, "--round", "0")[1]
    code, said, error = say("replay", file, "--round", "28")
    assert (code, said) == (2, "")
    assert error.startswith("There is no round 28 in this game: its last one is ")


def test_what_a_computer_did_for_a_person_is_said(say: Say) -> None:
    number = next(
        n
        for n, one in enumerate(RECORD.events)
        if one.action == "end" and not RECORD.seats[one.seat].computer
    )
    by_computer = replace(RECORD.events[number], computer=True)
    events = (*RECORD.events[:number], by_computer, *RECORD.events[number + 1 :])
    for record, times in ((RECORD, 0), (replace(RECORD, events=events), 1)):
        told = say("replay", "-", stdin=to_json(record))[1]
        assert told.count("(out of time: a computer decided)") == times


def test_the_position_then_is_printed(say: Say, file: str) -> None:
    for round_, phase in (("0", "play"), ("9", "play")):
        code, said, _ = say("replay", file, "--round", round_, "--position")
        position = read_position(said)
        assert (code, position.phase, position.round) == (0, phase, int(round_) + 1)
    last = read_position(say("replay", file, "--position")[1])
    assert last.phase == "finished"
    nothing = to_json(replace(RECORD, events=(), result=None))
    assert read_position(say("replay", "-", "--position", stdin=nothing)[1]).phase == "keep"


def test_the_board_then_is_drawn(say: Say, file: str, tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    code, said, _ = say("replay", file, "--round", "9", "--picture", str(out), "--position")
    assert (code, read_position(said).round) == (0, 10)
    turns = [turn for turn in turns_of(of_fresh_record(RECORD)) if turn.round <= 9]
    scene = scene_of(
        turns[-1].after,
        [seat.name for seat in RECORD.seats],
        waiting=turns[-1].waiting,
        last_move=[turn for turn in turns if turn.round == 9],
    )
    assert scene.last_move
    t = translator("en")
    assert out.read_bytes() == draw_wheels(scene, t=t).data
    assert (tmp_path / "board-city.png").read_bytes() == draw_city(scene, t=t).data


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", 1, "This file is not a record of a game: it is not JSON"),
        ("{}", 1, "This file is not a Tzolk'in game record made by this bot"),
        ("{", 1, "This file is not a record of a game: it is not JSON"),
        ('{"format": "tzolkin-record", "version": 1}', 1, "This record is damaged"),
        ("[" * 100_000, 1, "This file is not a record of a game: it is not JSON"),
        ('{"a":' * 100_000, 1, "This file is not a record of a game: it is not JSON"),
        ("# " * LONGEST, 1, "This is too long to be a game"),
        ("[Players 2]\n[Seed 1]\n", 1, "This file is not a record of a game: it is not JSON"),
    ],
)
def test_what_is_no_game_is_answered_in_a_sentence(
    say: Say, text: str, code: int, says: str
) -> None:
    for words in (("replay", "-"), ("convert", "-", "-", "--to", "text")):
        found, said, error = say(*words, stdin=text)
        assert (found, said) == (code, "")
        assert says in error and error.count("\n") == 1 and error.endswith(".\n"), error


def test_what_cannot_be_done_is_told(say: Say, file: str, tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"{\xe9}")
    for words, code, says in (
        (("replay", "nowhere.txt"), 2, "nowhere.txt cannot be read: No such file"),
        (("replay", "."), 2, ". cannot be read: "),
        (("replay", "latin.txt"), 1, "This is not text in UTF-8."),
        (("convert", file, "nowhere/x.txt"), 2, "nowhere/x.txt cannot be written: "),
        (("convert", file, "x.doc"), 2, "x.doc does not say the form; give one with --to"),
        (("convert", file, "-"), 2, "- does not say the form"),
        (("replay", file, "--picture", "nowhere/x.png"), 2, "nowhere/x.png cannot be written"),
    ):
        found, said, error = say(*words)
        assert (found, said) == (code, ""), words
        assert error.startswith(says) and error.count("\n") == 1, error
