"""Words broken into lines by their measured width, in any language."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from rendering.fonts import Weight, showable, width

_WIDE = ("W", "F")
"""East Asian letters, between which a line may end anywhere."""
_STICKS = "。、，．！？：；）」』】〉》ー…,.!?:;)]}’”"
"""These never begin a line."""


@lru_cache(maxsize=512)
def wrapped(string: str, weight: Weight, size: int, room: float) -> tuple[str, ...]:
    """The words in lines of at most `room` pixels; a word that is wider is broken with a hyphen.
    Characters nobody can draw are left out; nothing to draw gives no line."""
    lines: list[str] = []
    current = ""
    for unit in _units(showable(string)):
        longer = current + unit
        if width(longer.rstrip(), weight, size) <= room:
            current = longer
            continue
        if current.strip():
            lines.append(current.rstrip())
        *full, current = _broken(unit.lstrip(), weight, size, room)
        lines += full
    if current.strip():
        lines.append(current.rstrip())
    return tuple(lines)


def _units(string: str) -> Iterator[str]:
    """What stays together: words with the blank before them, single East Asian letters with the
    signs that follow them."""
    unit = ""
    for character in string:
        ends = character == " " or (
            bool(unit.strip())
            and character not in _STICKS
            and (_is_wide(character) or _is_wide(unit[-1]))
        )
        if ends and unit:
            yield unit
            unit = ""
        unit += character
    if unit:
        yield unit


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in _WIDE


def _broken(word: str, weight: Weight, size: int, room: float) -> list[str]:
    """The word in pieces that fit, all but the last with a hyphen."""
    pieces: list[str] = []
    while width(word, weight, size) > room and len(word) > 1:
        end = len(word) - 1
        while end > 1 and width(word[:end] + "-", weight, size) > room:
            end -= 1
        pieces.append(word[:end] + "-")
        word = word[end:]
    return [*pieces, word]
