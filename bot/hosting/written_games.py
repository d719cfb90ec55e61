"""The verbs about files of records: `replay` tells the game, `convert` writes it otherwise."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

from bot.hosting.findings import EXIT_FALSE, EXIT_OK, EXIT_SETTINGS
from bot.model.server import LANGUAGES
from bot.notation.bg_stats import bg_stats_file, bg_stats_link
from bot.notation.errors import NotationError
from bot.notation.games import WrittenGame, read_file
from bot.notation.position_line import write_position
from bot.notation.records import LONGEST, Record
from bot.notation.text_form import write_text
from bot.notation.turns_in_words import PlayedTurn, shown_names, told, turns_of
from bot.text.translation import SOURCE_LANGUAGE, Translations, translator

VERBS = ("replay", "convert")
"""The verbs, none of which needs a setting."""
Form = Literal["text", "bgsplay", "bgstats-link"]
FORMS: tuple[Form, ...] = get_args(Form)
_BY_SUFFIX: Mapping[str, Form] = {".txt": "text", ".bgsplay": "bgsplay"}
_STANDARD = "-"


class CannotBeDone(Exception):
    """The request is impossible, whatever is in the file; the message is one sentence."""


def add_to(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the verbs to the command line."""
    replay = verbs.add_parser("replay", help="print the game of a record, turn by turn")
    replay.add_argument("file", metavar="FILE", help="a record (JSON); - for stdin")
    replay.add_argument(
        "--language", choices=LANGUAGES, default=SOURCE_LANGUAGE, help="of what is told"
    )
    replay.add_argument(
        "--round", type=int, metavar="N", help="only to the end of this round (0: tiles are chosen)"
    )
    replay.add_argument(
        "--position",
        action="store_true",
        help="print the position at that point in one line, instead",
    )
    replay.add_argument(
        "--picture", metavar="OUT.png", type=Path,
        help="draw the board at that point: the gears here, the city in OUT-city.png",
    )  # fmt: skip
    convert = verbs.add_parser("convert", help="write the game of a record in another form")
    convert.add_argument("file", metavar="IN", help="as for replay")
    convert.add_argument(
        "out", metavar="OUT",
        help="a .txt or .bgsplay (for BG Stats); - for stdout",
    )  # fmt: skip
    convert.add_argument("--to", choices=FORMS, help="the form, if OUT does not say it")


def run(options: argparse.Namespace) -> int:
    """Run the verb; return the exit code: 0 done, 1 the file holds no game that can be read or
    written so, 2 the request is impossible."""
    try:
        (_replay if options.verb == "replay" else _convert)(options)
        sys.stdout.flush()
    except NotationError as error:
        print(error, file=sys.stderr)
        return EXIT_FALSE
    except CannotBeDone as error:
        print(error, file=sys.stderr)
        return EXIT_SETTINGS
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_OK


def _replay(options: argparse.Namespace) -> None:
    game = _game_of(options.file)
    turns = _until(list(turns_of(game)), options.round)
    t = translator(options.language)
    if options.picture is not None:
        _draw(t, game, turns, options.picture)
    if options.position:
        print(write_position(turns[-1].after if turns else game.begun().snapshot()))
    elif options.picture is None:
        print(told(t, game, turns), end="")


def _until(turns: list[PlayedTurn], last: int | None) -> list[PlayedTurn]:
    """List the turns up to the end of a round."""
    if last is None:
        return turns
    rounds = turns[-1].round if turns else 0
    if not 0 <= last <= rounds:
        raise CannotBeDone(f"There is no round {last} in this game: its last one is {rounds}.")
    return [turn for turn in turns if turn.round <= last]


def _draw(t: Translations, game: WrittenGame, turns: Sequence[PlayedTurn], file: Path) -> None:
    """Draw both pictures of the board after these turns, with those of the last round marked."""
    from bot.scene import scene_of
    from rendering import FontsMissing, check_fonts, draw_city, draw_wheels

    try:
        check_fonts()
    except FontsMissing as error:
        raise CannotBeDone(str(error)) from None
    if turns:
        position, waiting = turns[-1].after, turns[-1].waiting
    else:
        begun = game.begun()
        position, waiting = begun.snapshot(), tuple(one.seat for one in begun.pending)
    seen = [turn for turn in turns if turn.round == turns[-1].round]
    scene = scene_of(position, shown_names(t, game), waiting=waiting, last_move=seen)
    _write(file, draw_wheels(scene, t=t).data)
    _write(file.with_name(f"{file.stem}-city{file.suffix}"), draw_city(scene, t=t).data)


def _convert(options: argparse.Namespace) -> None:
    form: Form | None = options.to or _BY_SUFFIX.get(Path(options.out).suffix.lower())
    if form is None:
        raise CannotBeDone(
            f"{options.out} does not say the form; give one with --to: {', '.join(FORMS)}."
        )
    written = _WRITERS[form](_game_of(options.file))
    if options.out == _STANDARD:
        print(written, end="" if written.endswith("\n") else "\n")
    else:
        _write(Path(options.out), written.encode())


def _record(game: WrittenGame) -> Record:
    assert game.stored is not None, "it was read from a record"
    return game.stored.record


_WRITERS: Mapping[Form, Callable[[WrittenGame], str]] = {
    "text": write_text,
    "bgsplay": lambda game: bg_stats_file(_record(game)),
    "bgstats-link": lambda game: bg_stats_link(_record(game)),
}


def _game_of(file: str) -> WrittenGame:
    """Read the game of a file, or of standard input."""
    try:
        if file == _STANDARD:
            return read_file(sys.stdin.buffer.read(LONGEST + 1))
        with Path(file).open("rb") as opened:
            return read_file(opened.read(LONGEST + 1))
    except OSError as error:
        raise CannotBeDone(f"{file} cannot be read: {error.strerror}.") from error


def _write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise CannotBeDone(f"{file} cannot be written: {error.strerror}.") from error
