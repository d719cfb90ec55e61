"""The typefaces of the pictures, from packages, never from the system.

Everything is set in Lato (`font-lato`). Only names may hold characters that Lato lacks: they are
taken from the first of `_FALLBACKS` that has them, if its package is installed, and left out
otherwise. Opening a font for every string would cost four times the drawing, so each weight and
size is opened once and kept.
"""

import unicodedata
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from PIL import ImageFont

Weight = Literal["black", "bold", "regular"]

_FILES: dict[Weight, str] = {
    "black": "Lato-Black.ttf",
    "bold": "Lato-Bold.ttf",
    "regular": "Lato-Regular.ttf",
}
_FALLBACKS = (
    ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),  # all of Latin, Greek, Cyrillic
    ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),  # Chinese, Japanese, Korean
)
_THICKNESS: dict[Weight, int] = {"black": 900, "bold": 700, "regular": 400}
_MISSING = "\ue000"  # private use: no font has it, so it shows what a missing character looks like
_SILENT = "\u034f\ufe0e\ufe0f"  # they say how to join or to draw the letter before them
ELLIPSIS = "…"
_FAMILY = "Lato"
_WRITTEN = "0123456789+−–/=×≤¼½¾ABCDEIabcxyz" + ELLIPSIS
"""What the pictures write, besides names."""
_BROKEN = "The font file {path} is missing or broken: reinstall the package font-lato."


class FontsMissing(RuntimeError):
    """The typeface cannot be read; the text says which file and what to install."""


def _folder() -> Path:
    """Where Lato's files lie; raises FontsMissing if the package is not there."""
    try:
        return Path(str(resources.files("font_lato"))) / "files"
    except ModuleNotFoundError as error:
        raise FontsMissing(
            "The pictures need the Lato typeface: install the package font-lato."
        ) from error


@lru_cache(maxsize=96)
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """Lato in the given weight, `size` pixels to the em. Raises FontsMissing."""
    path = _folder() / _FILES[weight]
    try:
        # The basic layout draws the same on every machine; raqm is there on some of them only.
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        raise FontsMissing(_BROKEN.format(path=path)) from error


def check_fonts() -> None:
    """Open every weight once and write with it, so that a font that is missing, broken or not Lato
    is reported at the start. Raises FontsMissing."""
    for weight, file in _FILES.items():
        face = font(weight, 20)
        try:
            # A file that was cut short may well open: its letters are then all empty.
            missing = bytes(face.getmask(_MISSING))
            whole = face.getname()[0] == _FAMILY and all(
                _inked(face, character) and bytes(face.getmask(character)) != missing
                for character in _WRITTEN
            )
        except OSError:
            whole = False
        if not whole:
            font.cache_clear()
            raise FontsMissing(_BROKEN.format(path=_folder() / file))


@lru_cache(maxsize=12)  # up to 2 MB each
def _fallback(number: int, weight: Weight, size: int) -> ImageFont.FreeTypeFont | None:
    """The fallback typeface, or None if its package is not installed."""
    package, file = _FALLBACKS[number]
    try:
        path = Path(str(resources.files(package))) / file
        face = ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
    except (ModuleNotFoundError, OSError):
        return None
    if "wght" in file:
        _set_thickness(face, _THICKNESS[weight])
    return face


def _set_thickness(face: Any, thickness: int) -> None:  # Pillow gives these methods no types
    axes = face.get_variation_axes()
    face.set_variation_by_axes(
        [thickness if axis["name"] == b"Weight" else axis["default"] for axis in axes]
    )


def _face(number: int, weight: Weight, size: int) -> ImageFont.FreeTypeFont | None:
    """Typeface 0 is Lato, 1 and on are the fallbacks."""
    return font(weight, size) if number == 0 else _fallback(number - 1, weight, size)


@cache
def _blank(number: int) -> bytes:
    face = _face(number, "bold", 20)
    return bytes(face.getmask(_MISSING)) if face else b""


def _inked(face: ImageFont.FreeTypeFont, character: str) -> bool:
    """Whether the typeface draws anything for the character; an empty glyph cannot be read."""
    return any(face.getmask(character))


@lru_cache(maxsize=4096)
def _face_of(character: str) -> int | None:
    """The first typeface that shows the character; None if no installed one does."""
    if character == " ":
        return 0
    for number in range(1 + len(_FALLBACKS)):
        face = _face(number, "bold", 20)
        if face and _inked(face, character) and bytes(face.getmask(character)) != _blank(number):
            return number
    return None


@lru_cache(maxsize=512)
def showable(string: str) -> str:
    """The string in characters that can be drawn: ornamental letters become plain ones (Unicode's
    compatibility forms), an accented letter that no typeface has loses its accent, any other
    character becomes a blank, and blanks are not repeated. May be empty."""
    kept = []
    for character in unicodedata.normalize("NFKC", string):
        if unicodedata.combining(character) or character in _SILENT:
            continue  # it has a glyph too, but that would be drawn on nothing
        plain = unicodedata.normalize("NFKD", character)[0]
        kept.append(
            next(
                (one for one in (character, plain) if one.isprintable() and _drawable(one)),
                " ",
            )
        )
    return " ".join("".join(kept).split())


def _drawable(character: str) -> bool:
    return _face_of(character) is not None


Run = tuple[str, ImageFont.FreeTypeFont]


@lru_cache(maxsize=512)
def runs(string: str, weight: Weight, size: int) -> tuple[Run, ...]:
    """The string cut where the typeface changes, each piece with its typeface."""
    pieces: list[tuple[str, int]] = []
    for character in string:
        number = _face_of(character) or 0
        if pieces and pieces[-1][1] == number:
            pieces[-1] = (pieces[-1][0] + character, number)
        else:
            pieces.append((character, number))
    return tuple(
        (piece, _face(number, weight, size) or font(weight, size)) for piece, number in pieces
    )


@lru_cache(maxsize=2048)
def width(string: str, weight: Weight, size: int) -> float:
    """How wide the string is drawn, in pixels."""
    return sum(face.getlength(piece) for piece, face in runs(string, weight, size))


@lru_cache(maxsize=512)
def fitted(string: str, weight: Weight, size: int, room: int) -> str:
    """The string, or as much of its beginning as fits into `room` pixels together with an
    ellipsis."""
    if width(string, weight, size) <= room:
        return string
    end = len(string)
    while end and width(string[:end].rstrip() + ELLIPSIS, weight, size) > room:
        end -= 1
    return string[:end].rstrip() + ELLIPSIS
