"""`replay` and `convert`: games in files, told, drawn and written in other forms."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.engine.board import MODULES
from bot.hosting.written_games import FORMS
from bot.model.server import LANGUAGES
from bot.notation import read_position, read_text, record_text
from bot.notation.bg_stats import bg_stats, bg_stats_link
from bot.notation.games import of_fresh_record, write_lines
from bot.notation.records import LONGEST, to_json
from bot.notation.turns_in_words import turns_of
from bot.scene import scene_of
from bot.text.translation import translator
from rendering import draw_city, draw_wheels
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
def files(tmp_path: Path) -> dict[str, Path]:
    """One game in each form that is read."""
    forms = {
        "json": to_json(RECORD),
        "txt": record_text(RECORD),
        "jsonl": write_lines(of_fresh_record(RECORD)),
    }
    for form, text in forms.items():
        (tmp_path / f"game.{form}").write_text(text, encoding="utf-8")
    return {form: tmp_path / f"game.{form}" for form in forms}


def test_each_form_is_written_from_each(say: Say, files: dict[str, Path], tmp_path: Path) -> None:
    for one in files.values():
        for form, other in files.items():
            out = tmp_path / f"out.{form}"
            assert say("convert", str(one), str(out)) == (0, "", "")
            assert out.read_bytes() == other.read_bytes()


def test_standard_input_and_output(say: Say, files: dict[str, Path]) -> None:
    lines = files["jsonl"].read_text(encoding="utf-8")
    code, text, _ = say("convert", "-", "-", "--to", "text", stdin=lines)
    assert code == 0
    assert text == files["txt"].read_text(encoding="utf-8")
    assert say("convert", "-", "-", "--to", "json", stdin="\ufeff" + text)[1].strip() == (
        files["json"].read_text(encoding="utf-8")
    )


def test_plays_for_bg_stats(say: Say, files: dict[str, Path], tmp_path: Path) -> None:
    assert say("convert", str(files["txt"]), "x.bgsplay")[0] == 0
    play = json.loads((tmp_path / "x.bgsplay").read_text(encoding="utf-8"))
    assert [one["name"] for one in play["players"]] == [
        one["name"] for one in bg_stats(RECORD)["players"]
    ]
    link = say("convert", str(files["txt"]), "-", "--to", "bgstats-link")[1]
    assert link == f"{bg_stats_link(RECORD)}\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(say: Say, files: dict[str, Path], language: str) -> None:
    code, told, _ = say("replay", str(files["json"]), "--language", language)
    assert code == 0
    assert told == say("replay", str(files["jsonl"]), "--language", language)[1]
    round_ = translator(language).gettext("Round {round}").partition(" ")[0]
    heads = [line for line in told.split("\n") if line.startswith(round_)]
    assert 20 <= len(heads) <= 27
    assert "**" not in told and "<" not in told
    for name in ("Ada", "Ben", "Imix"):
        assert told.count(name) > 20


def test_the_told_game_ends_with_its_result(say: Say, files: dict[str, Path]) -> None:
    told = say("replay", str(files["txt"]))[1].rstrip().split("\n")
    assert RECORD.result is not None
    winner = RECORD.seats[RECORD.result[0]["seat"]].name
    assert told[-4] == f"{winner} wins!"
    assert told[-3].startswith(f"1 · {winner}: ")
    assert told[0] == "A game of Tzolk'in: Imix, Ben and Ada"


def test_a_game_is_told_up_to_a_round(say: Say, files: dict[str, Path]) -> None:
    whole = say("replay", str(files["txt"]))[1]
    part = say("replay", str(files["txt"]), "--round", "7")[1]
    assert whole.startswith(part.rstrip("\n"))
    assert "Round 7" in part and "Round 8" not in part
    assert "Round" not in say("replay", str(files["txt"]), "--round", "0")[1]
    code, said, error = say("replay", str(files["txt"]), "--round", "28")
    assert (code, said) == (2, "")
    assert error.startswith("There is no round 28 in this game: its last one is ")


def test_what_a_computer_did_for_a_person_is_said(say: Say) -> None:
    text = "[Players 2]\n[Seed 5]\n"
    game = read_text(text).played()
    for seat, letter in enumerate("AB"):
        text += f"{letter}: {game.legal(seat)[0]}\n"
    game = read_text(text).played()
    text += f"{'AB'[game.pending[0].seat]} (computer): place tikal; end\n"
    told = say("replay", "-", stdin=text)[1]
    assert "(out of time: a computer decided)" in told


def test_the_position_then_is_printed(say: Say, files: dict[str, Path]) -> None:
    for round_, phase in (("0", "play"), ("9", "play")):
        code, said, _ = say("replay", str(files["json"]), "--round", round_, "--position")
        position = read_position(said)
        assert (code, position.phase, position.round) == (0, phase, int(round_) + 1)
    last = read_position(say("replay", str(files["json"]), "--position")[1])
    assert last.phase == "finished"
    begun = say("replay", "-", "--position", stdin="[Players 2]\n[Seed 5]\n")[1]
    assert read_position(begun).phase == "keep"


def test_the_board_then_is_drawn(say: Say, files: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    code, said, _ = say(
        "replay", str(files["txt"]), "--round", "9", "--picture", str(out), "--position"
    )
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
        ("", 1, "A game has 2 to 5 seats"),
        ("{}", 1, "This file is not a record of a game"),
        ("{", 1, "This file is not a record of a game: it is not JSON"),
        ('{"format": "tzolkin-game"}\n', 1, "Line 1: Parts of this are missing"),
        ('{"format": "tzolkin-record", "version": 1}\n{"seat": 0}\n', 1, "This record is damaged"),
        ('{"a": 1}\n[]\n', 1, "Line 2: This is not a JSON object"),
        ("[" * 100_000, 1, "Line 1: "),
        ('{"a":' * 100_000, 1, "This file is not a record of a game: it is not JSON"),
        ("# " * LONGEST, 1, "This is too long to be a game"),
        ("[Players 2]\n[Seed 1]\nA: fly\n", 1, "Line 3: Keep two different tiles"),
    ],
)
def test_what_is_no_game_is_answered_in_a_sentence(
    say: Say, text: str, code: int, says: str
) -> None:
    for words in (("replay", "-"), ("convert", "-", "-", "--to", "lines")):
        found, said, error = say(*words, stdin=text)
        assert (found, said) == (code, "")
        assert says in error and error.count("\n") == 1 and error.endswith(".\n"), error


def test_what_cannot_be_done_is_told(say: Say, files: dict[str, Path], tmp_path: Path) -> None:
    text = str(files["txt"])
    (tmp_path / "latin.txt").write_bytes(b"[Seat A \xe9]")
    for words, code, says in (
        (("replay", "nowhere.txt"), 2, "nowhere.txt cannot be read: No such file"),
        (("replay", "."), 2, ". cannot be read: "),
        (("replay", "latin.txt"), 1, "This is not text in UTF-8."),
        (("convert", text, "nowhere/x.json"), 2, "nowhere/x.json cannot be written: "),
        (("convert", text, "x.doc"), 2, "x.doc does not say the form; give one with --to"),
        (("convert", text, "-"), 2, "- does not say the form"),
        (("replay", text, "--picture", "nowhere/x.png"), 2, "nowhere/x.png cannot be written"),
    ):
        found, said, error = say(*words)
        assert (found, said) == (code, ""), words
        assert error.startswith(says) and error.count("\n") == 1, error


def test_a_game_that_is_no_record_is_not_written_as_one(say: Say) -> None:
    text = "[Players 2]\n[Seed 5]\n"
    for form in FORMS:
        code, said, error = say("convert", "-", "-", "--to", form, stdin=text)
        if form in ("text", "lines"):
            assert (code, error) == (0, "")
            assert say("convert", "-", "-", "--to", "lines", stdin=said)[1]
        else:
            assert (code, said) == (1, "")
            assert error.startswith("This game cannot be a record: facts are missing")


def test_a_sum_that_does_not_hold_is_kept(say: Say, files: dict[str, Path]) -> None:
    """Who changes a record and converts it does not get one with a sum that holds."""
    text = files["txt"].read_text(encoding="utf-8").replace("[Table 7]", "[Table 8]")
    changed = say("convert", "-", "-", "--to", "json", stdin=text)[1]
    assert json.loads(changed)["sum"] == json.loads(to_json(RECORD))["sum"]
    files["json"].write_text(changed, encoding="utf-8")
    with pytest.MonkeyPatch.context() as usual:
        usual.delenv("TZOLKIN_DATABASE_URL")
        assert say("check", str(files["json"]))[0] == 1
