"""The folder with the pages: files are replaced one by one, each at once; what is in it was written
by us, or is left alone."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bot.model.server import LANGUAGES
from bot.settings import SettingsError

NOTE = "tzolkin-site.json"
"""The file that says when the pages were written, and of what each game's pages were made."""
OWN = ("pictures", "fonts", *LANGUAGES)
"""The folders in it that are wholly ours: what else lies there is removed."""


@dataclass(frozen=True)
class Folder:
    """The folder, while it is written."""

    path: Path
    wanted: set[str] = field(default_factory=set)
    """The files that belong there now."""

    def put(self, name: str, data: bytes) -> None:
        """Write a file, unless it is like that already."""
        self.wanted.add(name)
        file = self.path / name
        if file.is_file() and file.read_bytes() == data:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        coming = file.with_name(f"{file.name}.{os.getpid()}")  # several processes write grounds
        coming.write_bytes(data)
        coming.replace(file)

    def keep(self, *patterns: str) -> bool:
        """Let the files of these patterns stay; return whether each pattern has some."""
        found = [[one.relative_to(self.path).as_posix() for one in self.path.glob(pattern)]
                 for pattern in patterns]  # fmt: skip
        self.wanted.update(name for some in found for name in some)
        return all(found)

    def remove_others(self) -> int:
        """Remove what was written earlier and does not belong there any more; return how much."""
        found = [one for own in OWN for one in (self.path / own).rglob("*") if one.is_file()]
        old = [one for one in found if one.relative_to(self.path).as_posix() not in self.wanted]
        for one in old:
            one.unlink()
        return len(old)


def noted(path: Path) -> tuple[datetime | None, Mapping[str, str]]:
    """When pages were written into this folder, and of what each game's were made. Raises
    SettingsError for a folder with other files."""
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
    """Note what was written."""
    told = {"written": written.isoformat(timespec="seconds"), "games": dict(games)}
    folder.put(NOTE, json.dumps(told, indent=0).encode())
