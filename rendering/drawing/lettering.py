"""Words and numbers on a picture, in one line, along a circle, and broken into lines; and their
typefaces, which are in data/fonts and never the system's.

Everything is set in Lato, with the arrows of its later version (`Signs`). Only names may have other
characters. Each of these comes from the first fallback that has it, or from one of the `_SHAPED`
typefaces, whose letters Raqm joins and orders, if Pillow has it; else it is left out. Chinese,
Japanese and Korean need an extra package. Each weight and size is opened once and kept: opening a
font for every string would take four times as long as drawing it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from PIL import Image, ImageChops, ImageDraw, ImageFont, features

from rendering.drawing.canvas import REDUCTION, SOFT, Point, around, paste
from rendering.drawing.kept import kept
from rendering.drawing.picture import FontsMissing as FontsMissing
from rendering.drawing.theme import Colour

Weight = Literal["black", "bold", "regular"]

_FILES: dict[Weight, str] = {
    "black": "Lato-Black.ttf",
    "bold": "Lato-Bold.ttf",
    "regular": "Lato-Regular.ttf",
}
_SIGNS, _NOTO, _CJK = 1, 2, 3
"""Numbers of the fallbacks (`_face`): arrows; Latin, Greek and Cyrillic; the extra package."""
_CJK_PACKAGE, _CJK_FILE = "noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"
_SHAPED = ("Arabic", "Hebrew", "Thai", "Devanagari", "Bengali", "Tamil", "Georgian", "Armenian")
"""Scripts whose letters change shape beside others, and that have a typeface in data/fonts."""
_SHAPED_SIZE = 0.68
"""The size of their letters relative to Lato's: at the same size they would leave the line."""
_FOLDER = Path(__file__).parents[2] / "data" / "fonts"
_FIRST_SHAPED = 1 + _CJK
_TO_THE_LEFT = ("R", "AL")
_THICKNESS: dict[Weight, int] = {"black": 900, "bold": 700, "regular": 400}
_MISSING = "\ue000"  # private use: no font has it, so it is drawn as a missing character
_JOINERS = "\u200c\u200d"  # say whether the shaped letters beside them join
_SILENT = "\u034f\ufe0e\ufe0f"  # say how to join or to draw the letter before them
ELLIPSIS = "…"
_NO_ORNAMENTS = "ªº" + ELLIPSIS
_WRITTEN = "0123456789+−–/=×≤¼½¾ABCDEIabcxyz" + ELLIPSIS
"""Characters that pictures write besides names: `check_fonts` looks for them in every weight."""
_BROKEN = "The font file {path} is missing or broken: install the program anew."


@lru_cache(maxsize=96)
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """Lato in this weight, `size` pixels to the em. Raises FontsMissing."""
    path = _FOLDER / _FILES[weight]
    try:
        # The basic layout draws the same on every machine; only some have Raqm.
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        raise FontsMissing(_BROKEN.format(path=path)) from error


def check_fonts() -> None:
    """Open every weight once and write with it, so that a font file that is missing, broken or not
    Lato is noticed when the program starts. Raises FontsMissing."""
    for weight, file in _FILES.items():
        face = font(weight, 20)
        try:
            # A file that was cut short may open, with empty letters.
            missing = bytes(face.getmask(_MISSING))
            whole = face.getname()[0] == "Lato" and all(
                _inked(face, character) and bytes(face.getmask(character)) != missing
                for character in _WRITTEN
            )
        except OSError:
            whole = False
        if not whole:
            font.cache_clear()
            raise FontsMissing(_BROKEN.format(path=_FOLDER / file))


def left_out() -> Mapping[str, str]:
    """Scripts that this machine cannot write in pictures, each with what to install."""
    lacking = {}
    if not _shows(_CJK, "漢"):
        lacking["Chinese, Japanese, Korean"] = "the extra cjk (package noto-cjk-sans-jp-bold)"
    if not features.check("raqm"):
        lacking[", ".join(_SHAPED)] = "the system's library fribidi (on Debian libfribidi0)"
    return lacking


@lru_cache(maxsize=12)  # up to 2 MB each
def _fallback(number: int, weight: Weight, size: int) -> ImageFont.FreeTypeFont | None:
    """The fallback typeface with this number; None if it is not installed."""
    try:
        if number == _CJK:
            path = Path(str(resources.files(_CJK_PACKAGE))) / _CJK_FILE
        else:
            path = _FOLDER / (
                f"Signs-{weight.title()}.ttf" if number == _SIGNS else "NotoSans-Variable.ttf"
            )
        face = ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
    except (ModuleNotFoundError, OSError):
        return None
    if number == _NOTO:
        _set_thickness(face, _THICKNESS[weight])
    return face


@lru_cache(maxsize=24)
def _shaped(script: str, size: int) -> ImageFont.FreeTypeFont | None:
    """The typeface of a script whose letters change shape beside others; None without Raqm."""
    if not features.check("raqm"):
        return None
    try:
        path = _FOLDER / f"NotoSans{script}-Bold.ttf"
        fitting = round(size * _SHAPED_SIZE)
        return ImageFont.truetype(str(path), fitting, layout_engine=ImageFont.Layout.RAQM)
    except OSError:
        return None


def _set_thickness(face: Any, thickness: int) -> None:  # Pillow gives these methods no types
    axes = face.get_variation_axes()
    face.set_variation_by_axes(
        [thickness if axis["name"] == b"Weight" else axis["default"] for axis in axes]
    )


def _face(number: int, weight: Weight, size: int) -> ImageFont.FreeTypeFont | None:
    """The typeface of this number: 0 is Lato, then come the fallbacks, then the shaped scripts."""
    if number >= _FIRST_SHAPED:
        return _shaped(_SHAPED[number - _FIRST_SHAPED], size)
    return font(weight, size) if number == 0 else _fallback(number, weight, size)


@lru_cache(maxsize=32)
def _blank(number: int) -> bytes:
    face = _face(number, "bold", 20)
    return bytes(face.getmask(_MISSING)) if face else b""


def _inked(face: ImageFont.FreeTypeFont, character: str) -> bool:
    """Whether the typeface draws anything for the character; an empty glyph would be no help."""
    return any(face.getmask(character))


@lru_cache(maxsize=4096)
def _face_of(character: str) -> int | None:
    """The number of the first typeface that shows the character; None if no installed one does."""
    if character == " ":
        return 0
    shaped = range(_FIRST_SHAPED, _FIRST_SHAPED + len(_SHAPED))
    # Shaped scripts come first: Noto Sans has some of their letters, but does not join them.
    order = (0, *shaped, *range(1, _FIRST_SHAPED))
    return next((number for number in order if _shows(number, character)), None)


@lru_cache(maxsize=4096)
def _shows(number: int, character: str) -> bool:
    face = _face(number, "bold", 20)
    return (
        face is not None
        and _inked(face, character)
        and bytes(face.getmask(character)) != _blank(number)
    )


_MOST_MARKS = 3
"""The most marks kept on a letter: in the shaped scripts no word has more, except with the accents
of the Hebrew Bible."""


@lru_cache(maxsize=512)
def showable(string: str) -> str:
    """The string in characters that can be drawn. Ornamental letters become plain ones (Unicode's
    compatibility forms), an accented letter that no typeface has loses its accent, any other
    character becomes a blank, and blanks are not repeated. A letter keeps only its first
    `_MOST_MARKS` marks, so that they stay in the line. May be empty."""
    kept: list[str] = []
    marks = 0  # on the letter before
    for character in _in_plain_forms(string):
        marks = marks + 1 if _is_mark(character) else 0
        if kept and _stands_on(character, kept[-1]):
            if marks <= _MOST_MARKS:
                kept.append(character)
            continue
        if _is_mark(character) or character in _SILENT:
            continue  # a mark without its letter would be drawn on nothing
        plain = unicodedata.normalize("NFKD", character)[0]
        kept.append(
            next(
                (one for one in (character, plain) if one.isprintable() and is_drawn(one)),
                " ",
            )
        )
    return " ".join("".join(kept).split())


def _in_plain_forms(string: str) -> str:
    """The string in Unicode's compatibility forms, except the ordinals of "1ª Era" and "2º", which
    would become letters, and the ellipsis, which would become three wide dots."""
    return "".join(
        part if part in _NO_ORNAMENTS else unicodedata.normalize("NFKC", part)
        for part in re.split(f"([{_NO_ORNAMENTS}])", string)
    )


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M") or character in _JOINERS


def _stands_on(mark: str, before: str) -> bool:
    """Whether this mark is drawn on the letter before it; Raqm then places it."""
    number = _face_of(before) or 0
    if not _is_mark(mark) or number < _FIRST_SHAPED:
        return False
    return mark in _JOINERS or _shows(number, mark)


def is_drawn(character: str) -> bool:
    """Whether an installed typeface has the character."""
    return _face_of(character) is not None


Run = tuple[str, ImageFont.FreeTypeFont]


@lru_cache(maxsize=512)
def runs(string: str, weight: Weight, size: int) -> tuple[Run, ...]:
    """The string cut where the typeface changes: its pieces with their typefaces, from left to
    right. If the first letter belongs to a script read from the right, the whole string is ordered
    so."""
    pieces: list[tuple[str, int]] = []
    for place, character in enumerate(string):
        number = _face_of(character) or 0
        if pieces and pieces[-1][1] >= _FIRST_SHAPED and _goes_on(string, place, pieces[-1][1]):
            number = pieces[-1][1]
        if pieces and pieces[-1][1] == number:
            pieces[-1] = (pieces[-1][0] + character, number)
        else:
            pieces.append((character, number))
    kinds = (unicodedata.bidirectional(character) for character in string)
    if next((kind for kind in kinds if kind in ("L", *_TO_THE_LEFT)), "L") in _TO_THE_LEFT:
        pieces = [(_blanks_turned(piece), number) for piece, number in reversed(pieces)]
    return tuple(
        (piece, _face(number, weight, size) or font(weight, size)) for piece, number in pieces
    )


def _blanks_turned(piece: str) -> str:
    """The piece with its leading and trailing blanks exchanged, for text that is read from the
    right."""
    word = piece.strip()
    before = piece.index(word)
    return piece[before + len(word) :] + word + piece[:before]


def _goes_on(string: str, place: int, number: int) -> bool:
    """Whether the character belongs to the piece before it: a mark, or a blank before another
    letter of its typeface. Words of one script stay one piece, so that Raqm orders them
    together."""
    if _is_mark(string[place]):
        return True
    after = string[place + 1 : place + 2]
    return string[place] == " " and bool(after) and _face_of(after) == number


@lru_cache(maxsize=2048)
def width(string: str, weight: Weight, size: int) -> float:
    """The width of the drawn string in pixels."""
    return sum(face.getlength(piece) for piece, face in runs(string, weight, size))


@lru_cache(maxsize=512)
def fitted(string: str, weight: Weight, size: int, room: int) -> str:
    """The string; if it is wider than `room` pixels, its beginning with an ellipsis."""
    if width(string, weight, size) <= room:
        return string
    end = len(string)
    while end and width(string[:end].rstrip() + ELLIPSIS, weight, size) > room:
        end -= 1
    return string[:end].rstrip() + ELLIPSIS


def shrunk(string: str, weight: Weight, sizes: Sequence[int], room: float) -> tuple[str, int]:
    """The string and the first of these sizes in which it is at most `room` pixels wide. If it fits
    in none, it is cut and has the last size."""
    size = next((one for one in sizes if width(string, weight, one) <= room), sizes[-1])
    return fitted(string, weight, size, room), size


_EAST_ASIAN = ("W", "F")
"""Unicode widths of East Asian letters: between these a line may end anywhere."""
_VOWELS = frozenset("aeiouyäöüáéíóúàèìòùâêôãõ")
_ONE_SOUND = ("ch", "ck", "ll", "nh", "lh", "ph", "rr", "sc", "sh", "th")
_SECOND_HALVES = (
    "akademie", "brände", "gelbes", "gold", "grabmal", "grünes", "hain", "holz", "knappheit",
    "lager", "monument", "not", "opfer", "schrein", "stapel", "steinbruch", "steinmetz",
    "werkstatt",
)  # fmt: skip
"""Second parts of German compound words, which would otherwise be parted in the wrong place."""
_STICKS = "。、，．！？：；）」』】〉》ー…,.!?:;)]}’”"
"""Characters that never begin a line."""
_BEFORE = "→"
"""A character that never ends a line: it stays with what follows."""


def text(
    image: Image.Image,
    xy: Point,
    string: str,
    weight: Weight,
    size: int,
    fill: Colour,
    anchor: str = "lm",
) -> None:
    """Write the string at `xy`. Anchors are Pillow's, except that a second letter `m` means the
    middle of digits and capitals, which looks like the middle of the line."""
    x, y = xy
    if anchor[1] == "m":
        anchor, y = anchor[0] + "s", y + cap_height(weight, size) / 2
    mask, left, top = letters(string, weight, size, anchor)
    image.paste(fill, (round(x) + left, round(y) + top), mask)


def draw_casing(
    image: Image.Image,
    middle: Point,
    string: str,
    weight: Weight,
    size: int,
    fill: Colour,
    edge: int,
) -> None:
    """Draw the edge of a string that is then written on it (anchor "mm"): its letters grown by
    `edge` pixels, so that they stand out on any ground."""
    mask, left, top = letters(string, weight, size, "ms")
    wide = Image.new("L", (mask.width + 2 * edge, mask.height + 2 * edge))
    wide.paste(mask, (edge, edge))
    grown = Image.new("L", wide.size)
    for turn in range(0, 360, 30):
        right, down = around((0.0, 0.0), edge, turn)
        grown = ImageChops.lighter(grown, _shifted(wide, round(right), round(down)))
    feet = middle[1] + cap_height(weight, size) / 2
    image.paste(fill, (round(middle[0]) + left - edge, round(feet) + top - edge), grown)


def _shifted(mask: Image.Image, right: int, down: int) -> Image.Image:
    out = Image.new("L", mask.size)
    out.paste(mask, (right, down))
    return out


@kept(1_500_000)
def letters(string: str, weight: Weight, size: int, anchor: str) -> tuple[Image.Image, int, int]:
    """The string as a mask, and where its upper left corner is relative to the anchor. Kept, since
    most strings come again in the next picture, and pasting takes a fifth of the time of setting
    type."""
    pieces = runs(string, weight, size)
    if len(pieces) > 1:
        return _mixed_letters(string, weight, size, anchor)
    face = pieces[0][1] if pieces else font(weight, size)
    left, top, right, bottom = (round(v) for v in face.getbbox(string, anchor=anchor))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), string, fill=255, font=face, anchor=anchor)
    return mask.point(SOFT), left, top


def _mixed_letters(
    string: str, weight: Weight, size: int, anchor: str
) -> tuple[Image.Image, int, int]:
    """`letters` for a string that needs several typefaces, anchored at the baseline."""
    wide = width(string, weight, size)
    mask = Image.new("L", (round(wide) + size, 2 * size), 0)
    x = size / 2
    for piece, face in runs(string, weight, size):
        ImageDraw.Draw(mask).text((x, 1.4 * size), piece, fill=255, font=face, anchor="ls")
        x += face.getlength(piece)
    before = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * wide
    return mask.point(SOFT), round(-size / 2 - before), round(-1.4 * size)


@lru_cache(maxsize=128)
def cap_height(weight: Weight, size: int) -> float:
    """Height of a capital or a digit above the line, in pixels."""
    top = font(weight, size).getbbox("8", anchor="ls")[1]
    return -float(top)


def degrees(words: str, size: int, radius: float) -> float:
    """How many degrees of a circle with this radius the words take in `write_round`."""
    along = sum(width(letter, "black", size * 4) / 4 + size * 0.06 for letter in words)
    return along / radius * 57.2958


def write_round(
    image: Image.Image,
    words: str,
    centre: Point,
    radius: float,
    middle: float,
    size: int,
    fill: Colour,
) -> None:
    """Write along a circle: the line's middle is at the angle `middle` (degrees), and the letters'
    middle is `radius` pixels from the centre."""
    scale = 4
    big = font("black", size * scale)
    spacing = size * 0.06
    widths = [width(letter, "black", size * scale) / scale + spacing for letter in words]
    along = -sum(widths) / 2
    height = big.getbbox("H", anchor="ls")[1]
    for letter, room in zip(words, widths, strict=True):
        turn = (along + room / 2) / radius * 57.2958
        angle = middle + turn
        side = round(size * 1.6)
        sprite = Image.new("RGBA", (side * scale, side * scale), (*fill, 0))
        place = (side * scale / 2, side * scale / 2 - height / 2)
        text(sprite, place, letter, "black", size * scale, fill, "ms")
        sprite = sprite.rotate(-angle, Image.Resampling.BICUBIC)
        sprite = sprite.resize((side, side), REDUCTION)
        paste(image, sprite, around(centre, radius, angle))
        along += room


@lru_cache(maxsize=512)
def wrapped(string: str, weight: Weight, size: int, room: float) -> tuple[str, ...]:
    """The words broken into lines of at most `room` pixels; a word that is wider is broken with
    hyphens. Characters that cannot be drawn are left out; if nothing remains there are no lines."""
    lines: list[str] = []
    current = ""
    for unit in _units(showable(string)):
        longer = current + unit
        if width(longer.rstrip(), weight, size) <= room:
            current = longer
            continue
        if current.strip():
            lines.append(current.rstrip())
        *full, current = _hyphenated(unit.lstrip(), weight, size, room)
        lines += full
    if current.strip():
        lines.append(current.rstrip())
    return tuple(lines)


@lru_cache(maxsize=64)
def titled(
    words: str, sizes: tuple[int, ...], room: float, *, lines: int = 1, at_need: int = 1
) -> tuple[tuple[str, int], ...]:
    """A name in bold letters, as lines with their sizes. It takes the largest of `sizes` (largest
    first) in which it fits `lines` lines, else `at_need` lines, whole or with long words parted by
    a hyphen; else it is cut after a word. Empty if not even one word fits in the smallest size."""
    shown = showable(words).split()
    whole = [(lines, " ".join(shown), size) for size in sizes]
    if at_need > 1:
        parted = [(" ".join(_parted(word, size, room) for word in shown), size) for size in sizes]
        whole += [(at_need, " ".join(shown), size) for size in sizes]
        whole += [(at_need, string, size) for string, size in parted]
    cut = [
        (lines, " ".join(shown[:kept]) + ELLIPSIS, sizes[-1])
        for kept in range(len(shown) - 1, 0, -1)
    ]
    for count, string, size in (*whole, *cut):
        broken = wrapped(string, "bold", size, room)
        if len(broken) <= count and " ".join(broken) == showable(string):  # no word is broken
            return tuple((line, size) for line in broken)
    return ()


def _parted(word: str, size: int, room: float) -> str:
    """A word that is wider than the room parted in two, "Schädel- monument": at the joint of a
    compound, else between two consonants near its middle. Other words stay whole."""
    if width(word, "bold", size) <= room:
        return word
    for half in _SECOND_HALVES:
        if len(first := word.removesuffix(half)) < len(word) and len(first) > 2:
            return f"{first.removesuffix('-')}- {half}"
    seams = [
        at
        for at in range(3, len(word) - 2)
        if (pair := word[at - 1 : at + 1].lower()).isalpha()
        and not _VOWELS & set(pair)
        and pair not in _ONE_SOUND
    ]
    if not seams:
        return word
    at = min(seams, key=lambda one: abs(2 * one - len(word)))
    return f"{word[:at]}- {word[at:]}"


def _units(string: str) -> Iterator[str]:
    """Yields the parts between which a line may be broken: words with the blank before them, and
    single East Asian letters with the signs behind them."""
    unit = ""
    for character in string:
        ends = (character == " " and not unit.endswith(_BEFORE)) or (
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
    return unicodedata.east_asian_width(character) in _EAST_ASIAN


def _hyphenated(word: str, weight: Weight, size: int, room: float) -> list[str]:
    """The word in pieces of at most `room` pixels; all but the last end with a hyphen."""
    pieces: list[str] = []
    while width(word, weight, size) > room and len(word) > 1:
        end = len(word) - 1
        while end > 1 and width(word[:end] + "-", weight, size) > room:
            end -= 1
        pieces.append(word[:end] + "-")
        word = word[end:]
    return [*pieces, word]
