"""Words and numbers on a picture: in one line, along a circle, and broken into lines."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from rendering.drawing.canvas import REDUCTION, SOFT, paste
from rendering.drawing.fonts import ELLIPSIS, Weight, font, runs, showable, width
from rendering.drawing.geometry import Point, around
from rendering.drawing.kept import kept
from rendering.drawing.theme import Colour

_EAST_ASIAN = ("W", "F")
"""East Asian letters, between which a line may end anywhere."""
_VOWELS = frozenset("aeiouyäöüáéíóúàèìòùâêôãõ")
_ONE_SOUND = ("ch", "ck", "ll", "nh", "lh", "ph", "rr", "sc", "sh", "th")
_SECOND_HALVES = (
    "akademie", "brände", "gelbes", "gold", "grabmal", "grünes", "hain", "holz", "knappheit",
    "lager", "monument", "not", "opfer", "schrein", "stapel", "steinbruch", "steinmetz",
    "werkstatt",
)  # fmt: skip
"""Second parts of German compounds that would else be parted in the wrong place."""
_STICKS = "。、，．！？：；）」』】〉》ー…,.!?:;)]}’”"
"""Characters that never begin a line."""
_BEFORE = "→"
"""Never ends a line: it stays with what it leads to."""


def text(
    image: Image.Image,
    xy: Point,
    string: str,
    weight: Weight,
    size: int,
    fill: Colour,
    anchor: str = "lm",
) -> None:
    """Write the string. Anchors are Pillow's, except that a second letter `m` is the middle of
    digits and capitals, which looks like the middle of the line."""
    x, y = xy
    if anchor[1] == "m":
        anchor, y = anchor[0] + "s", y + cap_height(weight, size) / 2
    mask, left, top = _letters(string, weight, size, anchor)
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
    """Draw the ground of a string that is written there afterwards (anchor "mm"): its letters grown
    by `edge` pixels, so that they stand out on everything."""
    mask, left, top = _letters(string, weight, size, "ms")
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
def _letters(string: str, weight: Weight, size: int, anchor: str) -> tuple[Image.Image, int, int]:
    """The string as a mask, and the place of its upper left corner relative to the anchor. Cached:
    most strings come again in the next picture, and pasting takes a fifth of setting type."""
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
    """`_letters` for a string that needs several typefaces, anchored at the baseline."""
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
    """The degrees of a circle that the words take in `write_round`."""
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
    """Write along a circle: the middle of the line is at angle `middle`, that of its height at
    `radius`."""
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
    """The words in lines of at most `room` pixels; a word that is wider is broken with a hyphen.
    Characters that cannot be drawn are left out; without any others there is no line."""
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
    """A name in bold letters as lines with their size. It takes the largest of `sizes` (largest
    first) in which `lines` are enough, else `at_need` lines, with a long word parted by a hyphen,
    else it is cut after a word. Empty if not even one word fits in the smallest size."""
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
    """The units between which a line may be broken: words with the blank before them, and single
    East Asian letters with the signs behind them."""
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
    """The word in pieces that fit, all but the last with a hyphen."""
    pieces: list[str] = []
    while width(word, weight, size) > room and len(word) > 1:
        end = len(word) - 1
        while end > 1 and width(word[:end] + "-", weight, size) > room:
            end -= 1
        pieces.append(word[:end] + "-")
        word = word[end:]
    return [*pieces, word]
