"""Checks everything the bot needs on this machine, so that whoever runs it sees a fault before
players do. Nothing is changed."""

import asyncio
import base64
import binascii
import os
import platform
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot import COMMAND, VERSION
from bot.hosting import Finding, fault, ok, warning
from bot.hosting.backups import backups_in, folder_of, made_at, revision_of
from bot.settings import TOKEN_VARIABLE, Settings, SettingsError, load_settings, unknown_variables
from bot.store import Store, copies
from bot.store import settings as stored_settings
from bot.store.copies import alone
from bot.store.database import StoreError, is_there, newest_revision, revisions, sqlite_file
from bot.store.sqlite import hindrance
from bot.text.translation import not_compiled
from rendering import FontsMissing, check_fonts, left_out

FEW_BYTES, TOO_FEW_BYTES = 1_000_000_000, 50_000_000
"""Free bytes on the disk: fewer than the first are a warning, fewer than the second a fault."""
OLD_BACKUP = timedelta(days=8)
"""A backup older than this is a warning, if the bot itself makes none."""
AHEAD = timedelta(seconds=90)
"""If the bot was last seen running more than this in the future, the clock was put back."""

MINUTE = "%Y-%m-%d %H:%M UTC"


def look_around() -> tuple[Settings | None, list[Finding]]:
    """Check this machine; return the settings, None if they cannot be used, and all findings."""
    try:
        settings = load_settings()
    except SettingsError as error:
        return None, [version(), fault("settings", str(error)), *fonts(), *texts()]
    found = [version(), *known_settings(), *token(settings)]
    in_use = [*database(settings)]
    found += in_use
    if not any(one.level == "fault" for one in in_use):
        found += clock(settings)
    return settings, [
        *found,
        *backups(settings),
        *disk(settings),
        *fonts(),
        *texts(),
        *pages(settings),
    ]


def version() -> Finding:
    """Say which version of the bot this is, and the newest revision of a database it knows."""
    return ok(
        "version",
        f"{VERSION} with Python {platform.python_version()}; it knows databases up to revision "
        f"{newest_revision()}",
    )


def known_settings() -> Iterator[Finding]:
    """Say where the settings come from, and which variables are no settings."""
    file = Path(".env").absolute()
    for name, meant in unknown_variables().items():
        advice = f"perhaps you mean {meant}" if meant else f"{COMMAND} settings lists them"
        yield warning("settings", f"{name} is not a setting; {advice}.")
    where = f"from {file} and the environment" if file.is_file() else "from the environment"
    yield ok("settings", where if file.is_file() else f"{where}; there is no {file}")


def token(settings: Settings) -> Iterator[Finding]:
    """Check whether the token looks like one; it is never shown."""
    try:
        given = settings.token()
    except SettingsError as error:
        yield fault("token", str(error))
        return
    parts = given.split(".")
    if len(parts) == 3 and _decoded(parts[0]).isdigit():
        yield ok("token", f"looks like one, of the application {_decoded(parts[0])}")
    else:
        yield fault(
            "token",
            f"{TOKEN_VARIABLE} does not look like a bot's token, which is three parts with dots "
            "between; copy it from the page Bot of the developer portal, not the client secret.",
        )


def _decoded(part: str) -> str:
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return ""


def database(settings: Settings) -> Iterator[Finding]:
    """Check whether the database exists, is whole, can be written to, and is of a revision we
    know."""
    url = settings.database_url
    file = sqlite_file(url)
    try:
        if file is None:
            yield from _on_a_server(url)
            return
        if not is_there(file):
            yield _no_file(file.absolute())
            return
        copies.file_must_be_whole(file)
        revision = asyncio.run(revision_of(url))
        if revision is None:
            yield fault("database", f"{file.absolute()} is not a database of this bot.")
            return
        yield _form(revision)
        asyncio.run(_must_be_writable(url))
        if hindered := hindrance(file):  # SQLite can do without, until the bot starts
            yield fault("database", f"The bot cannot begin to use {file.absolute()}{hindered}.")
            return
        size = file.stat().st_size / 1e6
        by = "a bot runs on it" if _is_played(url) else "no bot runs on it"
        yield ok("database", f"{file.absolute()} is whole and can be written ({size:.1f} MB); {by}")
    except StoreError as error:
        yield fault("database", str(error))


def _on_a_server(url: str) -> Iterator[Finding]:
    version = asyncio.run(copies.server_version(url))
    revision = asyncio.run(revision_of(url))
    if revision is not None:
        yield _form(revision)
        asyncio.run(_must_be_writable(url))
    yield ok("database", f"PostgreSQL {version} can be reached and written")
    missing, of_tools = copies.missing_tools(), copies.tools_version()
    if missing:
        yield warning(
            "tools",
            f"{', '.join(missing)} not installed, so there can be no backups; on Debian they come "
            "with postgresql-client.",
        )
    elif of_tools is not None and of_tools < version:
        yield warning(
            "tools",
            f"pg_dump is of version {of_tools} and cannot copy a database of version {version}; "
            f"install the client of version {version}.",
        )
    else:
        yield ok("tools", f"pg_dump, pg_restore and psql are there (version {of_tools})")


async def _must_be_writable(url: str) -> None:
    store = Store(url)
    try:
        await store.must_be_writable()
    finally:
        await store.close()


def _no_file(file: Path) -> Finding:
    if not file.parent.is_dir():
        return fault("database", f"There is no folder {file.parent}; create it.")
    if hindered := hindrance(file):
        return fault("database", f"{file} does not exist yet and cannot be made{hindered}.")
    return warning(
        "database",
        f"{file} does not exist yet; the first run creates it. If you expect games in it, check "
        "TZOLKIN_DATABASE_URL and the working folder.",
    )


def _form(revision: str) -> Finding:
    newest = newest_revision()
    if revision == newest:
        return ok("form", f"the database is at revision {revision}, the newest of this version")
    if revision in revisions():
        return warning(
            "form",
            f"the database is at revision {revision}, older than the program; the next run updates "
            f"it to {newest}: make a backup first.",
        )
    return fault(
        "form",
        f"The database is at revision {revision}, which version {VERSION} does not know: it is "
        "newer than the program, or from before the first release. Update the bot, or choose "
        "another database with TZOLKIN_DATABASE_URL.",
    )


def _is_played(url: str) -> bool:
    try:
        with alone(url):
            return False
    except StoreError:
        return True


def clock(settings: Settings) -> Iterator[Finding]:
    """Check whether the clock was put back since the bot ran."""
    seen = asyncio.run(_last_seen(settings.database_url))
    now = datetime.now(UTC)
    if seen is not None and seen - now > AHEAD:
        yield warning(
            "clock",
            f"The bot ran at {seen:{MINUTE}}, and now it is {now:{MINUTE}}: one of the two is "
            "wrong, and players' time would be, too; set the clock by NTP.",
        )
    else:
        yield ok("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC")


async def _last_seen(url: str) -> datetime | None:
    store = Store(url)
    try:
        await store.open_to_read()
        return await store.read(stored_settings.last_seen)
    except StoreError:
        return None  # none yet, or of another revision
    finally:
        await store.close()


def backups(settings: Settings) -> Iterator[Finding]:
    """Check whether there is a backup, and how old it is."""
    folder = folder_of(settings.database_url, settings.backup_folder).absolute()
    if hindered := hindrance(_nearest(folder) / "a copy"):
        yield warning("backups", f"There can be no backup in {folder}{hindered}.")
        return
    try:
        made = backups_in(settings.database_url, folder)
    except StoreError:
        return  # the address is malformed, which is said already
    advice = f"make one with {COMMAND} backup, and set TZOLKIN_BACKUP_HOURS=24"
    if not made:
        yield warning("backups", f"There is no backup in {folder}; {advice}.")
        return
    age = datetime.now(UTC) - made_at(made[-1])
    told = f"{len(made)} in {folder}, the last of {made_at(made[-1]):{MINUTE}}"
    every = timedelta(hours=settings.backup_hours)
    if every and age > 2 * every:
        yield warning(
            "backups", f"{told}: one is overdue; the log of the bot says why (no backup)."
        )
    elif not every and age > OLD_BACKUP:
        yield warning("backups", f"{told}; {advice}.")
    else:
        yield ok("backups", told)


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists and this process can see."""
    return next(one for one in (folder, *folder.parents) if os.access(one, os.F_OK))


def disk(settings: Settings) -> Iterator[Finding]:
    """Check whether the disk has room for the database and for a copy of it."""
    file = sqlite_file(settings.database_url)
    folders = {folder_of(settings.database_url, settings.backup_folder).absolute()}
    size = 0
    if file is not None:
        folders.add(file.absolute().parent)
        size = file.stat().st_size if os.access(file, os.F_OK) else 0
    for folder in sorted(folders):
        free = shutil.disk_usage(_nearest(folder)).free
        told = f"{free / 1e9:.1f} GB are free for {folder}"
        if free < TOO_FEW_BYTES:
            yield fault("disk", f"{told}; make room.")
        elif free < max(FEW_BYTES, 2 * size):
            yield warning("disk", f"{told}; make room.")
        else:
            yield ok("disk", told)


def fonts() -> Iterator[Finding]:
    """Check whether the fonts of the pictures can be loaded."""
    try:
        check_fonts()
    except FontsMissing as error:
        yield fault("fonts", str(error))
    else:
        told = "the typeface of the pictures is there"
        for scripts, helps in left_out().items():
            told += f"; names in {scripts} are left out without {helps}"
        yield ok("fonts", told)


def texts() -> Iterator[Finding]:
    """Check whether the translations are compiled."""
    old = [path.parts[-3] for path in not_compiled()]
    if old:
        yield warning(
            "texts", f"not compiled since they changed: {', '.join(old)}; {COMMAND} texts does."
        )
    else:
        yield ok("texts", "all languages are compiled")


def pages(settings: Settings) -> Iterator[Finding]:
    """Check whether web pages are served where readers find them, and who asks is known."""
    port, url = settings.pages_port, settings.pages_url
    if port is None:
        if url is not None:
            said = "TZOLKIN_PAGES_URL is set, but no page is served; set TZOLKIN_PAGES_PORT, too."
            yield warning("pages", said)
        return
    told = f"served on {settings.pages_host}, port {port}"
    if url is None:
        yield warning("pages", f"{told}; set TZOLKIN_PAGES_URL, so that messages lead to them.")
    elif settings.pages_client is None:
        yield warning(
            "pages",
            f"{told}, as {url}; behind a proxy set TZOLKIN_PAGES_CLIENT, or all readers together "
            "may ask for as much as one.",
        )
    else:
        yield ok("pages", f"{told}, as {url}")
