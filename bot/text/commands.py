"""Commands named in a text as mentions that can be clicked: "/place" is sent as `</place:123>`.

The numbers are known once the commands are registered; until then, and for a name that is no
command, the text stays as it is. They belong to the application, so one run of the program has one
set of them.
"""

import re
from collections.abc import Mapping

_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_NAMED = re.compile(r"(?<![\w/<`:.])/([a-z]+)(?: ([a-z]+))?\b")
_ids: dict[str, int] = {}


def know(ids: Mapping[str, int]) -> None:
    """The commands there are, by their whole names ("tzolkin new"), with their numbers."""
    _ids.clear()
    _ids.update(ids)


def with_mentions(text: str) -> str:
    """A text in which every command it names can be clicked. What is code stays as it is."""
    if not _ids or "/" not in text:
        return text
    parts, at = [], 0
    for code in _CODE.finditer(text):
        parts += [_NAMED.sub(_mention, text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, _NAMED.sub(_mention, text[at:])])


def _mention(found: re.Match[str]) -> str:
    group, more = found.groups()
    whole = f"{group} {more}"
    if more and whole in _ids:
        return f"</{whole}:{_ids[whole]}>"
    if group in _ids:
        rest = found[0].removeprefix(f"/{group}")
        return f"</{group}:{_ids[group]}>{rest}"
    return found[0]
