"""The folder with the pages. Its files are replaced one by one, each in one step. Only files that
we wrote are replaced or removed."""

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.model.server import LANGUAGES
from bot.settings import SettingsError
from rendering import Picture

NOTE = "tzolkin-site.json"
"""The file that says when the pages were written, and from what each game's page was made."""
PICTURES = "pictures"
OWN = (PICTURES, "fonts", *LANGUAGES)
"""The folders in it that are wholly ours: everything else in them is removed."""
_NAMED = re.compile(rf"{PICTURES}/[0-9a-f]+/[0-9a-f]+\.png")
"""The name of a picture, as it stands on a page."""


def bytes_of(drawn: bytes | Picture) -> bytes:
    """The bytes of a picture that a function of `rendering` has drawn."""
    return drawn if isinstance(drawn, bytes) else drawn.data


@dataclass(frozen=True)
class Folder:
    """The folder while it is being written."""

    path: Path
    wanted: set[str] = field(default_factory=set)
    """The files that belong in it now."""

    def put(self, name: str, data: bytes) -> None:
        """Write a file, unless its content is that already."""
        self.wanted.add(name)
        file = self.path / name
        if file.is_file() and file.read_bytes() == data:
            return
        self._write(file, data)

    def want(self, file: str, draw: Callable[[], Any]) -> None:
        """Draw a picture, unless it is there."""
        self.wanted.add(file)
        if not self.has(file):
            self._write(self.path / file, bytes_of(draw()))

    def _write(self, file: Path, data: bytes) -> None:
        coming = file.with_name(f"{file.name}.{os.getpid()}")  # several processes write grounds
        try:
            coming.write_bytes(data)
        except FileNotFoundError:  # the first file of its folder
            file.parent.mkdir(parents=True, exist_ok=True)
            coming.write_bytes(data)
        coming.replace(file)

    def has(self, name: str) -> bool:
        """Whether a file is there and has content: an empty one is what a loss of power has
        left."""
        file = self.path / name
        return file.is_file() and file.stat().st_size > 0

    def keep(self, *pages: str) -> bool:
        """Exempt these pages, and the pictures they name, from `remove_others`; return whether all
        of them are there."""
        there = list(filter(self.has, pages))
        self.wanted.update(there)
        pictures = {
            name for one in there for name in _NAMED.findall((self.path / one).read_text("utf-8"))
        }
        self.wanted.update(pictures)
        return len(there) == len(pages) and all(map(self.has, pictures))

    def remove_others(self) -> int:
        """Remove our older files that no longer belong here; return how many."""
        found = [one for own in OWN for one in (self.path / own).rglob("*") if one.is_file()]
        old = [one for one in found if one.relative_to(self.path).as_posix() not in self.wanted]
        for one in old:
            one.unlink()
        return len(old)


def noted(path: Path) -> tuple[datetime | None, Mapping[str, str]]:
    """When pages were last written into this folder (None: never), and from what each game's page
    was made, by the number of the game. Raises SettingsError for a folder with other files."""
    try:
        told = json.loads((path / NOTE).read_text(encoding="utf-8"))
        return datetime.fromisoformat(told["written"]), told["games"]
    except FileNotFoundError:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise SettingsError(
                f"{path.absolute()} is no folder of pages and not empty; choose an empty or new "
                "folder for them."
            ) from None
        return None, {}
    except (ValueError, KeyError):
        return None, {}


def note(folder: Folder, written: datetime, games: Mapping[str, str]) -> None:
    """Write down when the pages were written, and from what."""
    told = {"written": written.isoformat(timespec="seconds"), "games": dict(games)}
    folder.put(NOTE, json.dumps(told, indent=0).encode())
