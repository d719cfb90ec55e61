"""The verbs of the command line: those for whoever runs the bot, which speak English, and those
about files with records: `replay` tells the game, `convert` writes it in another form."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from bot.hosting import EXIT_FALSE, EXIT_OK, EXIT_SETTINGS, Finding, plain, printed
from bot.model.server import LANGUAGES
from bot.notation import games
from bot.notation.bg_stats import bg_stats_file, bg_stats_link
from bot.notation.position_line import NotationError, write_position
from bot.notation.records import LONGEST, Record
from bot.settings import Settings, SettingsError
from bot.text.translation import SOURCE_LANGUAGE, Translations, translator

if TYPE_CHECKING:
    from bot.hosting.backups import Replayed
    from bot.site.elements import AskChannels

VERBS_OF_FILES = ("replay", "convert")
"""The verbs about files; they need no settings."""
Form = Literal["text", "bgsplay", "bgstats-link"]
FORMS: tuple[Form, ...] = get_args(Form)
_BY_SUFFIX: Mapping[str, Form] = {".txt": "text", ".bgsplay": "bgsplay"}
_STANDARD = "-"


class CannotBeDone(Exception):
    """What is asked for is impossible, whatever the file holds; the message is one sentence."""


def add_verbs_of_files(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verbs about files to the command line."""
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


def run_on_files(options: argparse.Namespace) -> int:
    """Run a verb about files; return the exit code: 0 done, 1 the file holds no game that can be
    read or written so, 2 what is asked for is impossible."""
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
    turns = _until(list(games.turns_of(game)), options.round)
    t = translator(options.language)
    if options.picture is not None:
        _draw(t, game, turns, options.picture)
    if options.position:
        print(write_position(turns[-1].after if turns else game.begun().snapshot()))
    elif options.picture is None:
        print(games.told(t, game, turns), end="")


def _until(turns: list[games.PlayedTurn], last: int | None) -> list[games.PlayedTurn]:
    """The turns up to the end of this round; all of them for None. Raises CannotBeDone if the game
    has no such round."""
    if last is None:
        return turns
    rounds = turns[-1].round if turns else 0
    if not 0 <= last <= rounds:
        raise CannotBeDone(f"There is no round {last} in this game: its last one is {rounds}.")
    return [turn for turn in turns if turn.round <= last]


def _draw(
    t: Translations, game: games.WrittenGame, turns: Sequence[games.PlayedTurn], file: Path
) -> None:
    """Draw both pictures of the board after these turns; those of the last round are marked."""
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
    scene = scene_of(position, games.shown_names(t, game), waiting=waiting, last_move=seen)
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


def _record(game: games.WrittenGame) -> Record:
    assert game.stored is not None, "it was read from a record"
    return game.stored.record


_WRITERS: Mapping[Form, Callable[[games.WrittenGame], str]] = {
    "text": games.write_text,
    "bgsplay": lambda game: bg_stats_file(_record(game)),
    "bgstats-link": lambda game: bg_stats_link(_record(game)),
}


def _game_of(file: str) -> games.WrittenGame:
    """Read the game in a file, or from standard input."""
    try:
        if file == _STANDARD:
            return games.read_file(sys.stdin.buffer.read(LONGEST + 1))
        with Path(file).open("rb") as opened:
            return games.read_file(opened.read(LONGEST + 1))
    except OSError as error:
        raise CannotBeDone(f"{file} cannot be read: {error.strerror}.") from error


def _write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise CannotBeDone(f"{file} cannot be written: {error.strerror}.") from error


Verb = Callable[[Settings, argparse.Namespace], int]
AskDiscord = Callable[[Settings], Coroutine[Any, Any, list[Finding]]]


def add_to(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verbs for whoever runs the bot to the command line."""
    backup = verbs.add_parser("backup", help="copy the database, even while the bot runs")
    backup.add_argument(
        "folder", metavar="FOLDER", nargs="?",
        help="where the copy goes (default: TZOLKIN_BACKUP_FOLDER)",
    )  # fmt: skip
    restore = verbs.add_parser("restore", help="replace the database with a backup")
    restore.add_argument("file", metavar="FILE", type=Path, help="a backup")
    check = verbs.add_parser(
        "check", help="replay every stored game and say what differs from its log"
    )
    check.add_argument(
        "file", metavar="FILE", nargs="?", type=Path,
        help="a record from /verify, instead of the database",
    )  # fmt: skip
    diff = verbs.add_parser("diff", help="replay an archive with this version and say what differs")
    diff.add_argument(
        "archive", metavar="ARCHIVE", type=Path,
        help="a backup, a record from /verify, or a folder of records",
    )  # fmt: skip
    downgrade = verbs.add_parser(
        "downgrade", help="take the database back to an earlier form, for an older version"
    )
    downgrade.add_argument(
        "revision", metavar="REVISION", nargs="?", help="the form (default: list all)"
    )
    site = verbs.add_parser(
        "site", help="write leagues whose servers allow it as web pages into a folder"
    )
    site.add_argument(
        "folder", metavar="FOLDER", nargs="?", type=Path,
        help="an empty folder, or one with such pages (default: TZOLKIN_SITE_FOLDER)",
    )  # fmt: skip
    site.add_argument("--league", metavar="LEAGUE", default="", help="only this one, by name")
    doctor = verbs.add_parser("doctor", help="check whether the bot has everything it needs")
    doctor.add_argument("--online", action="store_true", help="ask Discord, too")


def must_have_a_folder_for_backups(settings: Settings) -> None:
    """Raises SettingsError if the running bot should make backups, and something that is no folder
    has the name of their folder."""
    if not settings.backup_hours:
        return
    from bot.hosting.backups import folder_of

    folder = folder_of(settings.database_url, settings.backup_folder)
    if folder.exists() and not folder.is_dir():
        raise SettingsError(
            f"{folder.absolute()} is a file, and backups need a folder of that name; move the file "
            "away, or choose another folder with TZOLKIN_BACKUP_FOLDER."
        )


def doctor(ask_discord: AskDiscord | None) -> int:
    """Print a line about each thing the bot needs, also what Discord says if it is to be asked.
    Return the exit code: 0 if all is well, 1 with a warning, 2 with a fault."""
    from bot.hosting import LEVELS
    from bot.hosting.doctor import look_around

    settings, found = look_around()
    if ask_discord is not None and settings is not None:
        found += asyncio.run(ask_discord(settings))
    for one in found:
        sign = one.level.upper() if one.level == "fault" else one.level
        print(f"{sign:<8} {one.about:<9} {one.said}")
    return max(LEVELS.index(one.level) for one in found)


def _backup(settings: Settings, options: argparse.Namespace) -> int:
    from bot.hosting.backups import back_up, folder_of

    url = settings.database_url
    folder = folder_of(url, options.folder or settings.backup_folder)
    made = back_up(url, folder, kept=settings.backups_kept)
    print(f"Backup: {made.file.absolute()} ({made.file.stat().st_size / 1e6:.1f} MB).")
    if made.games is None:
        print("It can be read to its end.")
    else:
        print(f"It is complete; games played again: {made.games}.")
    for old in made.removed:
        print(f"Removed: {old.absolute()}.")
    return EXIT_OK


def _restore(settings: Settings, options: argparse.Namespace) -> int:
    from bot.hosting.backups import restore

    kept = restore(settings.database_url, options.file)
    print(f"Restored from {options.file}.")
    if kept is not None:
        print(f"The database from before is kept in {kept}.")
    return EXIT_OK


def _downgrade(settings: Settings, options: argparse.Namespace) -> int:
    from bot.hosting.backups import downgrade, forms

    if options.revision is None:
        for revision, is_present in forms(settings.database_url):
            print(f"{'*' if is_present else ' '} {revision}")
        return EXIT_OK
    kept = downgrade(settings, options.revision)
    print(f"The database is at revision {options.revision} now.")
    print(f"A copy of it as it was is in {kept.absolute()}.")
    return EXIT_OK


def site(ask: "AskChannels") -> Verb:
    """The verb that writes the pages of leagues; Discord is asked by `ask` which games they may
    show."""
    return _done(partial(_site, ask))


def _site(ask: "AskChannels", settings: Settings, options: argparse.Namespace) -> int:
    from bot.site.leagues import write_site

    folder = options.folder or settings.site_folder
    if not folder:
        raise SettingsError("Name a folder for the pages: site FOLDER, or TZOLKIN_SITE_FOLDER.")
    written = asyncio.run(
        write_site(
            settings.database_url, Path(folder), ask, only=options.league,
            theme=settings.theme, processes=max(1, (os.cpu_count() or 1) - 1),
        )
    )  # fmt: skip
    printed([f"Left out: {one}" for one in written.left_out])
    print(
        f"Pages in {Path(folder).absolute()}: {written.leagues} leagues, {written.games} games, of "
        f"which {written.drawn} were drawn now; old files removed: {written.removed}."
    )
    return EXIT_OK


def _diff(_settings: Settings, options: argparse.Namespace) -> int:
    from bot.hosting.backups import replay_archive

    return _told(replay_archive(options.archive, _tell))


def _check(settings: Settings, options: argparse.Namespace) -> int:
    if options.file is not None:
        return _check_record(options.file)
    return asyncio.run(_check_database(settings.database_url))


async def _check_database(url: str) -> int:
    from bot.hosting.backups import replay_all
    from bot.store import Store
    from bot.store.copies import file_must_be_plain

    store = Store(url)
    try:
        if store.file is not None and store.file.exists():
            await asyncio.to_thread(file_must_be_plain, store.file)
        await store.open_to_read()
        return _told(await replay_all(store, _tell))
    finally:
        await store.close()


def _tell(said: str) -> None:
    printed([said])


def _told(found: "Replayed") -> int:
    print(
        f"Played again: {found.games} games, {found.seasons} seasons; different from their logs: "
        f"{found.wrong}."
    )
    return EXIT_FALSE if found.wrong else EXIT_OK


def _check_record(file: Path) -> int:
    """Check a record and print what was found; return the exit code."""
    from bot.hosting.backups import read_record
    from bot.tables.records import checks, verdict, verdict_words
    from bot.text.translation import SOURCE_LANGUAGE, translator

    t = translator(SOURCE_LANGUAGE)
    stored = read_record(file)
    if isinstance(stored, str):
        print(stored, file=sys.stderr)
        return EXIT_FALSE
    found = checks(stored)
    signs = {True: "yes", False: "NO ", None: "-  "}
    printed([f"{signs[check.holds].ljust(3)} {check.words(t)}" for check in found])
    told = verdict(found)
    print(verdict_words(t, told))
    return EXIT_FALSE if told == "false" else EXIT_OK


def _done(verb: Verb) -> Verb:
    """Wrap a verb so that errors of the database are told like wrong settings."""

    def done(settings: Settings, options: argparse.Namespace) -> int:
        from bot.store.database import StoreError, reading

        try:
            with reading():
                return verb(settings, options)
        except StoreError as error:
            raise SettingsError(plain(str(error))) from error

    return done


VERBS: Mapping[str, Verb] = {
    "backup": _done(_backup),
    "restore": _done(_restore),
    "check": _done(_check),
    "diff": _done(_diff),
    "downgrade": _done(_downgrade),
}
"""The function of each verb: it takes the settings and the command line, and returns the exit code.
It raises SettingsError, with one sentence, if it cannot be done."""
