"""What hatch does before it builds a wheel: it compiles the languages, which are read compiled."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    """The .mo files, which are not in git, made and packed. Nothing of the bot is imported: a wheel
    is built where only hatchling and Babel are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatch."""
        for path in sorted(Path(self.root).glob("data/locales/*/LC_MESSAGES/*.po")):
            with path.open("rb") as file:
                catalogue = read_po(file, locale=path.parents[1].name)
            with path.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
        build_data["artifacts"].append("data/locales/*/LC_MESSAGES/*.mo")
