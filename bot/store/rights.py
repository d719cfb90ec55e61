"""Whose the files of a SQLite database are, and which of them this process may not write."""

import getpass
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

LOG, INDEX, JOURNAL, RUNNING = "-wal", "-shm", "-journal", "-running"
"""The ends of files beside a database: changes not in the file yet, an index of them, pages that an
unfinished change overwrote, and the lock of the bot that runs on it."""


def hindrance(file: Path) -> str:
    """Say, to be put after a sentence, which of a database's folder and files this process may not
    write, whose they are and what helps; nothing if it may write all of them."""
    folder = file.absolute().parent
    for one in (*reversed(folder.parents), folder):
        if not os.access(one, os.F_OK):
            return f" (there is no folder {folder})"
        if not os.access(one, os.X_OK):
            return _closed([one])
    beside = [Path(f"{file.absolute()}{end}") for end in (LOG, INDEX, JOURNAL, RUNNING)]
    files = [file.absolute(), *beside]
    closed = [one for one in files if os.access(one, os.F_OK) and not os.access(one, os.W_OK)]
    if not os.access(folder, os.W_OK):
        closed.insert(0, folder)
    return _closed(closed) if closed else ""


def _closed(closed: Sequence[Path]) -> str:
    named, me = ", ".join(map(str, closed)), _this_user()
    owners = sorted({_owner(one) for one in closed})
    if _read_only(closed[0]):
        return f" ({named}: the file system can only be read)"
    if owners == [me]:
        return f" ({named}: owned by {me}, who may not write it; chmod u+rwX gives that right)"
    return (
        f" ({named}: owned by {' and '.join(owners)}, while the bot runs as {me}; as root, chown "
        f"{me} gives it to the bot)"
    )


def _read_only(path: Path) -> bool:
    return sys.platform != "win32" and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _this_user() -> str:
    if sys.platform != "win32":
        import pwd  # getpass believes the environment, which sudo and the like may leave as it was

        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())
    return getpass.getuser()


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except KeyError:
        return str(path.stat().st_uid)
    except NotImplementedError:  # on Windows
        return "somebody else"


def give_to_owner_of(other: Path, made: Path) -> None:
    """Let a file that root has made belong to the owner of another one, or of the folder of that if
    it does not exist: the bot may run as somebody else."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            was = (other if other.exists() else other.parent).stat()
            os.chown(made, was.st_uid, was.st_gid)
