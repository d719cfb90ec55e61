"""The command line: `python -m bot run`, `python -m bot preview`, and the verbs for whoever runs
the bot."""

import argparse
import asyncio
import io
import os
import sys
from collections.abc import Sequence
from functools import partial

from bot import COMMAND, VERSION
from bot.hosting import EXIT_OK, EXIT_SETTINGS, EXIT_UNREACHABLE
from bot.hosting import verbs as hosting
from bot.model.server import LANGUAGES, Language
from bot.process.work import StopSignals, ended
from bot.settings import Settings, SettingsError, UnreachableError, load_settings

EXIT_BROKEN_PIPE = 141
"""The exit code that shells report for a program ended by SIGPIPE."""


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="Play Tzolk'in: The Mayan Calendar in a Discord channel. Unofficial.",
    )
    parser.add_argument("--version", action="version", version=f"tzolkin-bot {VERSION}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    verbs.add_parser("run", help="connect to Discord; needs DISCORD_TOKEN")
    preview = verbs.add_parser("preview", help="try it in a local browser page, without Discord")
    preview.add_argument("--port", type=int, default=0, help="port of the page (default: any free)")
    preview.add_argument(
        "--seats",
        type=int,
        choices=(2, 3, 4, 5),
        help=(
            "start a game with this many seats right away: you in one, computers in the others "
            "(default: only an empty channel)"
        ),
    )
    preview.add_argument(
        "--database",
        metavar="FILE",
        help="keep the games in this SQLite file (default: a temporary one)",
    )
    preview.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="everybody's language (default: en)",
    )
    verbs.add_parser("migrate", help="update the database to the newest form and stop")
    hosting.add_to(verbs)
    hosting.add_verbs_of_files(verbs)
    verbs.add_parser("settings", help="list every setting with its meaning and stop")
    texts = verbs.add_parser(
        "texts", help="rewrite the template of texts and bring the catalogues up to date"
    )
    texts.add_argument(
        "--check",
        action="store_true",
        help="write nothing: name the texts that wait for a translation, and fail if one does",
    )
    return parser


def _run(settings: Settings) -> int:
    signals = StopSignals()
    with signals.heard():
        from cogs.client import run_bot

        hosting.must_have_a_folder_for_backups(settings)

        return ended(run_bot(settings, signals))


def _preview(
    settings: Settings, port: int, seats: int | None, database: str | None, language: Language
) -> int:
    signals = StopSignals()
    with signals.heard():
        try:
            from cogs.preview import show
        except ModuleNotFoundError as missing:
            if missing.name is None or not missing.name.startswith("simcord"):
                raise
            raise SettingsError(
                "The preview needs the package simcord from the extra “preview”: in a checkout "
                "start it with scripts/preview; otherwise install the program again with "
                "[preview] after its file or name."
            ) from None
        shown = show(
            settings, signals, port=port, seats=seats, database=database, language=language
        )
        # Not in uvloop's event loop: SimCord puts its clock into the loop's methods, which only
        # Python's loop allows.
        asyncio.run(signals.until_asked(shown))
    return ended(EXIT_OK)


def _doctor(online: bool) -> int:
    if not online:
        return hosting.doctor(None)
    from cogs.starting import ask_discord

    return hosting.doctor(ask_discord)


def _list_settings() -> int:
    for name, field in Settings.model_fields.items():
        variable = field.validation_alias or f"TZOLKIN_{name.upper()}"
        default = "" if field.default is None else f" [{field.default}]"
        print(f"{variable}{default}\n    {field.description}")
    return EXIT_OK


def _write_texts() -> int:
    from bot.text.catalogue import (
        ROOT,
        TEMPLATE,
        catalogues,
        in_checkout,
        read_catalogue,
        untranslated,
        write_texts,
    )
    from bot.text.translation import changed_passages

    if not in_checkout():
        raise SettingsError(
            f"Texts can only be written in a checkout of the project, which {ROOT} is not; an "
            "installed bot has its languages compiled already."
        )
    write_texts()
    print(TEMPLATE)
    for path in catalogues():
        old = len([*changed_passages(path.parents[1].name)])
        waiting = untranslated(read_catalogue(path))
        fuzzy = sum(message.fuzzy for message in waiting)
        print(
            f"{path}: {len(waiting) - fuzzy} texts are not translated, {fuzzy} are fuzzy since the "
            f"English has changed, {old} passages of the pages are old"
        )
    return EXIT_OK


def _check_texts() -> int:
    from bot.text.catalogue import catalogues, waiting_for_translation

    found = {path.parents[1].name: waiting_for_translation(path) for path in catalogues()}
    for language, waiting in found.items():
        for text in waiting:
            print(f"{language}: {text}")
    counted = ", ".join(f"{language} {len(waiting)}" for language, waiting in found.items())
    print(f"Texts that wait for a translation: {counted}.")
    return 1 if any(found.values()) else EXIT_OK


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb as `run_verb` does; return the exit code. If the reader of the output stops
    reading, as `head` does, the program ends without an error message."""
    try:
        try:
            return run_verb(arguments)
        finally:  # also after --help, which ends by an exception
            sys.stdout.flush()
    except BrokenPipeError:
        # Python writes the rest at its end: to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE


def run_verb(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; return the exit code: 0 done; 1 a check found something wrong, or something
    that is needed cannot be reached now; 2 a setting is missing or wrong, or what is asked for is
    impossible. For `doctor` 1 is a warning and 2 a fault; for verbs about files 1 means that the
    file holds no game."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a character the terminal cannot show is no error
        sys.stdout.reconfigure(errors="backslashreplace")
    options = _arguments().parse_args(arguments)
    if options.verb == "settings":
        return _list_settings()
    if options.verb == "doctor":
        return _doctor(options.online)
    if options.verb in hosting.VERBS_OF_FILES:
        return hosting.run_on_files(options)
    try:
        if options.verb == "texts":
            return _check_texts() if options.check else _write_texts()
        settings = load_settings()
        if options.verb == "run":
            return _run(settings)
        if options.verb == "migrate":
            from cogs.client import migrate_only

            asyncio.run(migrate_only(settings))
            return EXIT_OK
        if options.verb == "site":
            from cogs.web import ask_channels

            return hosting.site(partial(ask_channels, settings))(settings, options)
        if options.verb in hosting.VERBS:
            return hosting.VERBS[options.verb](settings, options)
        return _preview(settings, options.port, options.seats, options.database, options.language)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return EXIT_SETTINGS
    except UnreachableError as error:
        print(error, file=sys.stderr)
        return EXIT_UNREACHABLE


if __name__ == "__main__":
    sys.exit(main())
