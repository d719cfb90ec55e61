"""What the bot cuts with an ellipsis, seen while it is done."""

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.text import answer_preview
from tests.cogs.limits import components

SHOWN_ON_A_COMPONENT = ("label", "placeholder", "description", "title")


class Cuts:
    """Everything that was cut since the test began, also what nobody was shown in the end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._whole: dict[str, str] = {}
        """The whole text by what was left of it."""
        function = answer_preview.shortened

        def shortened(text: str, most: int) -> str:
            shown = function(text, most)
            if shown != text:
                self._whole[shown] = text
            return shown

        for name, module in list(sys.modules.items()):
            if name.startswith(("bot.", "cogs.")) and vars(module).get("shortened") is function:
                monkeypatch.setattr(module, "shortened", shortened)

    def in_message(self, body: Mapping[str, Any], *names: str) -> list[str]:
        """What a message, form or list of suggestions shows cut, whole; without texts in which one
        of these `names`, which people gave, stands."""
        return [
            self._whole[said]
            for said in _said_in(body)
            if said in self._whole and not any(name in self._whole[said] for name in names)
        ]


def _said_in(body: Mapping[str, Any]) -> Iterator[str]:
    shown = [body, *components(body), *(body.get("choices") or ())]
    shown += [option for one in shown for option in one.get("options") or ()]
    for one in shown:
        yield from (one[key] for key in (*SHOWN_ON_A_COMPONENT, "name") if one.get(key))
