"""What pictures are drawn on: the ground of the board's pictures, with round corners, carved
ornaments and the line of step-frets; the sheet of results, with a title; and the page for phones.

A page is narrow enough that its words are read where it is shown small.
"""

from PIL import Image, ImageChops

from bot.text.names import UNOFFICIAL
from bot.text.translation import Translations
from rendering.drawing.canvas import Point, Sketch, rounded
from rendering.drawing.kept import kept
from rendering.drawing.lettering import fitted, showable, text, width
from rendering.drawing.relief import chamfered, engraved, tones
from rendering.drawing.theme import Theme, mix
from rendering.layout import FRET_TOP, WHEELS_HEIGHT, WIDTH, M

CORNER = 28  # radius of the picture's corners
_STEP = 38
_TOP_STEPS, _BOTTOM_STEPS = 5, 4
_BOTTOM = WHEELS_HEIGHT - 8
_SPIRAL = ((26, 138), (26, 26), (116, 26), (116, 92), (60, 92), (60, 58), (86, 58))
_LINE = 9
_FRET_STEP = 1.73 * M


@kept(1_500_000)
def ground_in(box: tuple[int, int, int, int], theme: Theme) -> Image.Image:
    """The part of the empty wheels picture inside `box` (left, top, right, bottom). Copy it before
    drawing on it."""
    return ground(theme).crop(box)


def ground(theme: Theme) -> Image.Image:
    """The empty ground of the wheels picture (mode RGB): round upper corners, and carved ornaments
    in its four corners."""
    image = Image.new("RGB", (WIDTH, WHEELS_HEIGHT), theme.ground)
    draw_corners(image, theme)
    round_corners(image, theme, (0,))
    return image


def round_corners(image: Image.Image, theme: Theme, edges: tuple[int, ...]) -> None:
    """Cut the corners of a picture round: 0 in `edges` means the upper two, 1 the lower two."""
    cut = _cut()
    for left in (0, 1):
        for lower in edges:
            x, y = CORNER * left, CORNER * lower
            quarter = cut.crop((x, y, x + CORNER, y + CORNER))
            at = ((image.width - CORNER) * left, (image.height - CORNER) * lower)
            image.paste(theme.page, at, quarter)


@kept(1_000_000)
def _cut() -> Image.Image:
    """A square mask (mode L): 255 where the four round corners leave something outside."""
    corner = Sketch(2 * CORNER, 2 * CORNER, mode="L")
    corner.circle((CORNER, CORNER), CORNER, 255)
    return ImageChops.invert(corner.sprite())


def draw_corners(image: Image.Image, theme: Theme) -> None:
    """Draw a stepped slab in each corner of the wheels; the one at the lower right has a spiral."""
    for right in (False, True):
        for bottom in (False, True):
            reach = _STEP * (_BOTTOM_STEPS if bottom else _TOP_STEPS)
            sketch = Sketch(reach + 8, reach + 8, smoothing=3)
            place = ((WIDTH - sketch.size[0]) * right, (_BOTTOM - sketch.size[1]) * bottom)
            _draw_corner(sketch, theme, right, bottom)
            sketch.draw_on(image, place)


def _draw_corner(sketch: Sketch, theme: Theme, right: bool, bottom: bool) -> None:
    side = sketch.size[0]
    steps = side // _STEP
    reach = _STEP * steps

    def turned(points: list[Point]) -> list[Point]:
        """The points of the upper left corner moved to the corner drawn, still clockwise."""
        moved = [(side - x if right else x, side - y if bottom else y) for x, y in points]
        return moved[::-1] if right != bottom else moved

    # The slab's straight sides lie outside of the picture.
    outline: list[Point] = [(-9.0, -9.0), (reach, -9.0)]
    for row in range(1, steps + 1):
        x, y = _STEP * (steps - row + 1), _STEP * row
        outline += [(x, y), (x - _STEP, y)] if row < steps else [(x, y), (-9.0, y)]
    edges = tones(theme.step, mix(theme.step, theme.shadow, 0.75))
    shadow = mix(theme.ground, theme.shadow, 0.45)
    corner = turned(outline)
    sketch.polygon([(x + 3, y + 4.5) for x, y in corner], shadow)
    chamfered(sketch, corner, 3, theme.step, tuple(mix(edge, theme.step, 0.6) for edge in edges))
    if bottom or not right:  # a spiral would be half hidden there
        return
    spiral = turned(list(_SPIRAL))
    light = mix(edges[3], theme.step, 0.5)
    engraved(sketch, spiral, _LINE, mix(theme.step, theme.shadow, 0.45), light)


def draw_fret(image: Image.Image, theme: Theme, top: int = FRET_TOP) -> None:
    """Draw the line of step-frets, as above the seats, 16 pixels high."""
    fret = _fret(theme)
    image.paste(fret, (0, top), fret)


@kept(250_000)
def _fret(theme: Theme) -> Image.Image:
    hook = (
        (0, 16), (0, 12), (6, 12), (6, 8), (12, 8), (12, 4), (18, 4), (18, 0), (43, 0), (43, 11),
        (28, 11), (28, 7), (37, 7), (37, 4), (24, 4), (24, 16),
    )  # fmt: skip
    count = int((WIDTH - 40) / _FRET_STEP)
    sketch = Sketch(WIDTH, 16, smoothing=2)
    left = (WIDTH - count * _FRET_STEP + _FRET_STEP - 43) / 2
    for i in range(count):
        sketch.polygon([(left + i * _FRET_STEP + x, y) for x, y in hook], theme.fret)
    return sketch.sprite()


PAGE_WIDTH = 800
PAGE_EDGE = 18
"""Free pixels at the left and right side of a page."""
PAGE_HIGHEST = 1000
"""The greatest height in pixels that a phone shows whole: 5/4 of the width."""
DIGITS = 38
"""The least size of letters for numbers: in a preview 265 pixels wide their digits are 9 pixels
high."""
PAGE_FOOT = 46
"""The height of the line at the bottom that `draw_foot` writes."""
_PAGE_CORNER = 24


def page(height: int, theme: Theme) -> Image.Image:
    """An empty page, `PAGE_WIDTH` pixels wide, mode RGB, with round corners on Discord's ground."""
    image = Image.new("RGB", (PAGE_WIDTH, height), theme.page)
    rounded(image, (0, 0, PAGE_WIDTH, height), _PAGE_CORNER, theme.ground)
    return image


def draw_foot(image: Image.Image, t: Translations, theme: Theme) -> None:
    """Write at the bottom of a page the game's name and that this is unofficial."""
    words = fitted(f"Tzolk'in · {t.say(UNOFFICIAL)}", "bold", 26, PAGE_WIDTH - 2 * PAGE_EDGE)
    text(image, (PAGE_WIDTH / 2, image.height - PAGE_FOOT / 2), words, "bold", 26, theme.dim, "mm")


SHEET_WIDTH = 1600
SHEET_LEFT, SHEET_RIGHT = 20, SHEET_WIDTH - 20
SHEET_HEAD = 116
"""Height of title and fret, in pixels."""
SHEET_LOWEST = 1030
"""The least height of a sheet in pixels; so none is wider than 11:7."""
_SHEET_FRET, _SHEET_PAD = 84, 22
_TITLE, _NOTE = 54, 40


def sheet(height: int, title: str, note: str, theme: Theme, *, letters: int = _NOTE) -> Image.Image:
    """An empty sheet (mode RGB), `SHEET_WIDTH` pixels wide, with its title at the left and a note
    at the right, whose letters have this size."""
    image = Image.new("RGB", (SHEET_WIDTH, height), theme.ground)
    round_corners(image, theme, (0, 1))
    draw_fret(image, theme, _SHEET_FRET)
    room = SHEET_RIGHT - SHEET_LEFT - 2 * _SHEET_PAD
    note = fitted(showable(note), "bold", letters, room // 2)
    text(image, (SHEET_RIGHT - _SHEET_PAD, 47), note, "bold", letters, theme.dim, "rm")
    if note:
        room -= round(width(note, "bold", letters)) + 40
    text(
        image, (SHEET_LEFT + _SHEET_PAD, 46), fitted(showable(title), "black", _TITLE, room),
        "black", _TITLE, theme.text,
    )  # fmt: skip
    return image
