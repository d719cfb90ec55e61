"""A name and a few words instead of icons, for a tile whose effect has no drawing of its own.

A new tile in the data is then seen and can be read at once; its icons can follow.
"""

from collections.abc import Mapping
from typing import Any

from PIL import Image

from rendering.canvas import Box, text
from rendering.fonts import Weight, fitted, width
from rendering.theme import Theme

_SIZES = (30, 26, 23, 20, 18)
_LINE = 1.24  # from line to line, in sizes of the letters


def caption(raw: Mapping[str, Any]) -> tuple[str, str]:
    """The name of a tile of the data, and what it does: its `text`, or else the plain names of
    its effects."""
    words = raw.get("text")
    if words is None:
        parts = [raw.get(key) for key in ("scoring", "calamity")] + [*raw.get("effects", ())]
        words = ", ".join(str(part["type"]).replace("_", " ") for part in parts if part)
    return str(raw["name"]), str(words)


def draw_caption(image: Image.Image, box: Box, raw: Mapping[str, Any], theme: Theme) -> None:
    """Write the caption into the box, as large as it fits; what does not fit at all is cut."""
    name, words = caption(raw)
    left, top, right, bottom = box
    for size in _SIZES:
        lines: list[tuple[str, Weight]] = [
            *((line, "black") for line in _wrapped(name, "black", size, right - left)),
            *((line, "regular") for line in _wrapped(words, "regular", size, right - left)),
        ]
        if len(lines) * size * _LINE <= bottom - top:
            break
    most = max(1, int((bottom - top) / (size * _LINE)))
    shown = lines[:most]
    y = (top + bottom) / 2 - (len(shown) - 1) * size * _LINE / 2
    for line, weight in shown:
        cut = fitted(line, weight, size, round(right - left))
        text(image, ((left + right) / 2, y), cut, weight, size, theme.text, "mm")
        y += size * _LINE


def _wrapped(words: str, weight: Weight, size: int, room: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}", weight, size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
