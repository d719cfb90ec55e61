"""The lines at the foot of the wheels picture, one for each seat: who it is, and what it has in
hand.

Numbers are large enough for a phone and stand in columns. The line of a seat whose turn it is has a
coloured frame, and at the end the winner's. The starting player has the headdress. What else a seat
has is on the close-up of its possessions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from bot.scene import Scene
from bot.text.names import SEAT_LETTERS, points_number
from rendering.drawing.canvas import Pen, paste, rounded
from rendering.drawing.encoding import reduced
from rendering.drawing.kept import kept
from rendering.drawing.lettering import showable, shrunk, text, width
from rendering.drawing.theme import WHITE, Theme, mix
from rendering.icons.catalogue import icon
from rendering.icons.markers import marker
from rendering.icons.tribes import tribe_sign
from rendering.layout import DIGIT, FOOT_LEFT, FOOT_RIGHT, LINE_GAP, LINE_HEIGHT

_MARKER, _TICK = 56, 30
_SIGN, _SIGN_STEP = 48, 58
_TRIBE = 60
_ICON, _TO_NUMBER, _APART = 50, 12, 13
_TO_AFTER = 5
_PAD = 14
_MARGIN = 6  # round a line, for its frame and its shadow
_FRAME = 7  # width of the frame
_INSIDE = 8  # free pixels at a line's upper and lower edge; even, since web pages halve them
_NAMES = (48, 44, 40, 36, 33)  # a long name is written smaller before it is cut
_LEAST_NAME = 96  # room for a name where numbers are long
_WARNED = 2  # rounds before a food day from which a lack of corn is highlighted
_DECIDING = ("corn", "worker", "points")
_GOODS = ("corn", "wood", "stone", "gold", "skull")


@dataclass(frozen=True)
class _Entry:
    """An icon with its number, followed by `after` in another shade. If the number is `short`, it
    lies on the colour of warnings."""

    icon: str
    number: str
    after: str = ""
    none: bool = False
    short: bool = False

    @property
    def wide(self) -> float:
        """The width in pixels."""
        after = _TO_AFTER + width(self.after, "black", DIGIT) if self.after else 0
        return _ICON + _TO_NUMBER + width(self.number, "black", DIGIT) + after


def draw_lines(image: Image.Image, seats: int, theme: Theme, top: int) -> None:
    """Draw the empty lines of so many seats (2 to 5) on a picture 1,600 pixels wide, from the
    height `top` down."""
    for number in range(seats):
        y = top + number * (LINE_HEIGHT + LINE_GAP)
        image.paste(_ground(theme, framed=False), (FOOT_LEFT - _MARGIN, y - _MARGIN))


def draw_seats(image: Image.Image, scene: Scene, theme: Theme, top: int) -> None:
    """Write on the empty lines what each seat has."""
    lines = [_entries(scene, number) for number in range(len(scene.players))]
    columns = _columns(lines)
    for number, entries in enumerate(lines):
        y = top + number * (LINE_HEIGHT + LINE_GAP)
        if number in scene.waiting or scene.seats[number].place == 1:
            image.paste(_ground(theme, framed=True), (FOOT_LEFT - _MARGIN, y - _MARGIN))
        for entry, left in zip(entries, columns, strict=True):
            _draw_entry(image, entry, (left, y), theme)
        _draw_head(image, scene, number, theme, y, columns[0])


def _entries(scene: Scene, number: int) -> list[_Entry]:
    seat = scene.players[number]
    goods = (seat.corn, seat.wood, seat.stone, seat.gold, seat.skulls)
    corn, *others = (
        _Entry(kind, str(count), none=not count) for kind, count in zip(_GOODS, goods, strict=True)
    )
    near = scene.food_day is not None and scene.food_day.rounds <= _WARNED
    return [
        replace(corn, short=near and scene.short_of_food(number)),
        *others,
        _Entry("worker", str(seat.available), f"/{seat.workers}", none=not seat.available),
        _Entry("points", points_number(seat.points4), none=not seat.points4),
    ]


def _columns(lines: Sequence[Sequence[_Entry]]) -> list[float]:
    """The left edges of the columns: each is as wide as its longest number; all move closer
    together if names would have no room."""
    widths = [max(entry.wide for entry in column) for column in zip(*lines, strict=True)]
    room = FOOT_RIGHT - FOOT_LEFT - 2 * _PAD - _MARKER - _LEAST_NAME
    gap = min(float(_APART), (room - sum(widths)) / len(widths))
    x = FOOT_RIGHT - _PAD - sum(widths) - gap * (len(widths) - 1)
    lefts = []
    for wide in widths:
        lefts.append(x)
        x += wide + gap
    return lefts


@kept(1_000_000)
def _ground(theme: Theme, *, framed: bool) -> Image.Image:
    """An empty line with a margin of the ground on every side, to be pasted in one piece."""
    size = (FOOT_RIGHT - FOOT_LEFT + 2 * _MARGIN, LINE_HEIGHT + 2 * _MARGIN)
    image = Image.new("RGB", size, theme.ground)
    box = (_MARGIN, _MARGIN, size[0] - _MARGIN, size[1] - _MARGIN)
    if framed:
        rounded(image, box, 18, theme.panel, frame=theme.turn, frame_width=_FRAME)
    else:
        light, shade = mix(theme.panel, WHITE, 0.12), mix(theme.panel, theme.shadow, 0.6)
        rounded(image, box, 18, theme.panel, light=light, shade=shade, shadow=theme.shadow, drop=3)
    return reduced(image, theme)


def _draw_entry(image: Image.Image, entry: _Entry, at: tuple[float, float], theme: Theme) -> None:
    left, top = round(at[0]), round(at[1])
    number = 4 * round((at[0] + _ICON + _TO_NUMBER) / 4)  # a whole pixel at a quarter of the width
    drawn = _drawn_entry(entry, number - left, theme)
    image.paste(drawn, (left - _pad(entry), top + (LINE_HEIGHT - drawn.height) // 2))


def _pad(entry: _Entry) -> int:
    """Pixels at both sides of an entry, for the colour behind a short number."""
    return 8 if entry.short else 2


@kept(2_500_000)
def _drawn_entry(entry: _Entry, number_at: int, theme: Theme) -> Image.Image:
    """An entry on the ground of its line, in the theme's palette; the number begins `number_at`
    pixels from the left edge of the icon."""
    pad, wide = _pad(entry), number_at - _ICON - _TO_NUMBER + entry.wide
    high = LINE_HEIGHT - 2 * (_FRAME if entry.short else _INSIDE)
    image = Image.new("RGB", (round(wide) + 2 * pad, high), theme.panel)
    middle, number = image.height / 2, pad + number_at
    # Zeros recede, but not those that decide a turn.
    ink = theme.text
    if entry.none:
        ink = theme.dim if entry.icon in _DECIDING else theme.faint
    if entry.short:
        rounded(image, (1, 0, pad + round(entry.wide) + 7, image.height), 12, theme.warn)
        ink = theme.turn_ink
    tint = mix(theme.worker, theme.panel, 0.5 * entry.none) if entry.icon == "worker" else None
    paste(image, icon(entry.icon, _ICON, theme, tint), (pad + _ICON / 2, middle))
    text(image, (number, middle), entry.number, "black", DIGIT, ink)
    if entry.after:
        x = number + width(entry.number, "black", DIGIT) + _TO_AFTER
        text(image, (x, middle), entry.after, "black", DIGIT, theme.dim)
    return reduced(image, theme)


def _draw_head(
    image: Image.Image, scene: Scene, number: int, theme: Theme, top: float, end: float
) -> None:
    """Draw marker, tribe and name, and signs for having played this round, being the starting
    player, and still being able to advance the calendar by two days; all of it to the left of
    `end`."""
    seat, view = scene.players[number], scene.seats[number]
    middle = top + LINE_HEIGHT / 2
    x = FOOT_LEFT + _PAD + _MARKER / 2 + 6
    paste(image, marker(number, _MARKER, theme), (x, middle))
    if view.played:
        paste(image, _tick(theme), (x + 25, middle + 22))
    start = x + _MARKER / 2 + 16
    if seat.tribe:
        shield = _shield(seat.tribe, theme)
        paste(image, shield, (start + _TRIBE / 2 - 4, middle))
        start += _TRIBE + 6
    signs = ["sun"] if seat.light_side and view.place is None else []
    signs += ["first-player"] if number == scene.first_seat else []
    for sign in signs:
        if end - start > _LEAST_NAME + _SIGN_STEP or sign == "first-player":
            end -= _SIGN_STEP
            paste(image, icon(sign, _SIGN, theme), (end + _SIGN / 2, middle))
    room = int(end - _APART - start)
    name = showable(view.name) or SEAT_LETTERS[number]
    name, size = shrunk(name, "black", _NAMES, room)
    text(image, (start, middle), name, "black", size, theme.text)


@kept(1_000_000)
def _shield(tribe: str, theme: Theme) -> Image.Image:
    return tribe_sign(tribe, _TRIBE, theme, numbered=False)


@kept(1_000_000)
def _tick(theme: Theme) -> Image.Image:
    """The badge of a seat that has played this round."""
    pen = Pen(_TICK, theme)
    pen.dot((50, 50), 49, theme.panel)
    pen.dot((50, 50), 40, theme.jade)
    sprite = pen.sprite()
    sign = icon("check", round(_TICK * 0.56), theme, theme.outline)
    paste(sprite, sign, (_TICK / 2, _TICK / 2))
    return sprite
