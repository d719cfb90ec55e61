"""What hatch does before it builds a wheel: it compiles the languages, which are read compiled."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    """The .mo files, which are not in git, made and packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatch."""
        sys.path.insert(0, self.root)
        from bot.text.catalogue import compile_catalogues

        compile_catalogues()
        build_data["artifacts"].append("data/locales/*/LC_MESSAGES/*.mo")
