"""The row of seat cards at the foot of both plates: everything a seat owns, in four lines.

Numbers that decide a turn (corn, points, workers) are the largest. A card with a coloured frame is
a seat that is asked, at the end the winner's; the headdress is the first player's.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.engine.tribes import TRIBES
from rendering.canvas import paste, rounded, text
from rendering.card_estate import draw_estate
from rendering.fonts import fitted, showable, width
from rendering.icons import icon, medal
from rendering.inline import Pic, points_words, sprite
from rendering.markers import LETTERS, marker
from rendering.pen import Pen
from rendering.scene import Scene, SeatView
from rendering.theme import Colour, Theme, mix

HEIGHT = 268
_LEFT, _WIDTH, _GAP = 20, 1560, 14
_PAD = 16
_LINES = (118, 184, 237)  # middles of the lines below the name, from the card's top
_NARROW, _WIDE = 340, 480  # below and above these widths cards have sizes of their own
_TRIBE_SIZES = (26, 24, 22, 20, 18)  # letters of the tribe's name, below the seat's
_TRIBE_NAMES = {tribe.id: tribe.name for tribe in TRIBES.values()}
_TO_NUMBER = 7  # from an icon to its number
_LEAST = 10  # from a number to the next icon
_WARNED = 2  # so many rounds before a food day want of corn is pointed out
_WITH_ESTATE = 700  # from this width on, the right part shows technologies, temples, tiles
_GOODS_ROOM = 400  # what the goods then take


@dataclass(frozen=True)
class _Sizes:
    """Sizes in pixels: letters of the name (long ones are written smaller before they are cut),
    then (icon, number) of each line."""

    marker: int
    name: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]


_WIDE_SIZES = _Sizes(62, (42, 36, 31), ((52, 60), (44, 48), (38, 39)))
_USUAL_SIZES = _Sizes(60, (40, 34, 29), ((44, 52), (36, 39), (33, 33)))
_NARROW_SIZES = _Sizes(56, (34, 30, 26), ((36, 43), (30, 34), (28, 29)))


@dataclass(frozen=True)
class _Entry:
    """An icon with its number; `after` follows in small letters, `warn` puts it on a warning."""

    icon: str
    number: str
    after: str = ""
    faint: bool = False
    dim: bool = False
    warn: bool = False


def draw_cards(image: Image.Image, scene: Scene, theme: Theme, top: int) -> None:
    """Draw the cards of all seats (2 to 5) on a picture 1,600 pixels wide; the row is `HEIGHT`
    pixels high and begins `top` pixels below the picture's upper edge."""
    count = len(scene.seats)
    wide = (_WIDTH - _GAP * (count - 1)) / count
    for number in range(count):
        left = round(_LEFT + number * (wide + _GAP))
        _draw_card(image, scene, number, theme, (left, top, left + round(wide), top + HEIGHT))


def _draw_card(
    image: Image.Image, scene: Scene, number: int, theme: Theme, box: tuple[int, int, int, int]
) -> None:
    seat = scene.seats[number]
    left, top, right, bottom = box
    sizes = _sizes(right - left)
    if number in scene.waiting or seat.place == 1:
        grown = (left - 2, top - 4, right + 2, bottom + 4)
        rounded(image, grown, 20, theme.panel, frame=theme.turn, frame_width=8)
    else:
        rounded(image, box, 18, theme.panel)
    middle = top + 50
    x = left + _PAD + sizes.marker // 2 + 2
    paste(image, marker(number, sizes.marker, theme), (x, middle))
    if seat.played:
        paste(image, _tick(32, theme), (x + 25, middle + 24))
    if number == scene.first_seat:
        paste(image, icon("first-player", sizes.marker, theme), (x, top - 2))
    if seat.place is not None:
        paste(image, medal(seat.place, 64, theme), (right - _PAD - 26, middle))
    else:
        side = icon("sun" if seat.light_side else "moon", 44, theme)
        paste(image, side, (right - _PAD - 22, middle))
    start = x + sizes.marker // 2 + 18
    room = right - _PAD - 54 - start
    name = showable(seat.name) or LETTERS[number]
    letters = next((s for s in sizes.name if width(name, "black", s) <= room), sizes.name[-1])
    name = fitted(name, "black", letters, room)
    tribe = _TRIBE_NAMES.get(seat.tribe, seat.tribe) if seat.tribe else None
    text(image, (start, middle - (13 if tribe else 0)), name, "black", letters, theme.text)
    if tribe:
        size = next((s for s in _TRIBE_SIZES if width(tribe, "bold", s) <= room), _TRIBE_SIZES[-1])
        words = fitted(tribe, "bold", size, room)
        text(image, (start, middle + 20), words, "bold", size, theme.dim)
    inner = (left + _PAD, right - _PAD)
    if right - left >= _WITH_ESTATE:
        estate = (inner[0] + _GOODS_ROOM + 48, top + 92, inner[1], bottom - 14)
        draw_estate(image, seat, estate, [top + line for line in _LINES], theme)
        inner = (inner[0], inner[0] + _GOODS_ROOM)
    lines = (_first_line(seat), _second_line(seat), _third_line(seat, scene))
    for entries, down, line_sizes in zip(lines, _LINES, sizes.lines, strict=True):
        place = (*inner, top + down)
        _draw_line(image, entries, place, line_sizes, theme)


@lru_cache(maxsize=4)
def _tick(size: int, theme: Theme) -> Image.Image:
    """The badge of a seat that has played this round."""
    pen = Pen(size, theme)
    pen.dot((50, 50), 49, theme.panel)
    pen.dot((50, 50), 40, theme.jade)
    sprite = pen.sprite()
    paste(sprite, icon("check", round(size * 0.56), theme, theme.outline), (size / 2, size / 2))
    return sprite


def _sizes(wide: int) -> _Sizes:
    if wide < _NARROW:
        return _NARROW_SIZES
    return _USUAL_SIZES if wide < _WIDE else _WIDE_SIZES


def _first_line(seat: SeatView) -> list[_Entry]:
    return [
        _Entry("corn", str(seat.corn), faint=not seat.corn),
        _Entry("points", points_words(seat.points4), faint=not seat.points4),
        _Entry("worker", str(seat.available), after=f"/{seat.workers}", faint=not seat.available),
    ]


def _second_line(seat: SeatView) -> list[_Entry]:
    goods = (
        ("wood", seat.wood), ("stone", seat.stone), ("gold", seat.gold), ("skull", seat.skulls)
    )  # fmt: skip
    return [_Entry(kind, str(count), faint=not count) for kind, count in goods]


def _third_line(seat: SeatView, scene: Scene) -> list[_Entry]:
    """Tiles, and the corn owed on the next food day."""
    tiles = (
        ("build", len(seat.buildings) + len(seat.monuments)),
        ("corn-tile", seat.corn_tiles),
        ("wood-tile", seat.wood_tiles),
    )
    entries = [_Entry(kind, str(count), faint=not count, dim=True) for kind, count in tiles]
    if seat.food_owed is not None and scene.food_day is not None:
        bowl = "food-mid" if scene.food_day.mid_age else "food-end"
        entries.append(
            _Entry(
                bowl, f"−{seat.food_owed}" if seat.food_owed else "0", dim=True,
                faint=not seat.food_owed,
                warn=seat.short_of_food and scene.food_day.rounds <= _WARNED,
            )
        )  # fmt: skip
    return entries


def _draw_line(
    image: Image.Image,
    entries: list[_Entry],
    place: tuple[int, int, int],
    sizes: tuple[int, int],
    theme: Theme,
) -> None:
    """Entries spread over the line. Room for two digits each keeps the columns equal on all cards;
    longer numbers push the others aside, and only what still does not fit is drawn smaller.
    """
    left, right, middle = place
    room = right - left
    widths = [_entry_width(entry, sizes, theme, digits=2) for entry in entries]
    if sum(widths) > room:
        widths = [_entry_width(entry, sizes, theme) for entry in entries]
        least = _LEAST * (len(entries) - 1)
        if sum(widths) + least > room:
            scale = room / (sum(widths) + least)
            sizes = (int(sizes[0] * scale), int(sizes[1] * scale))
            widths = [_entry_width(entry, sizes, theme) for entry in entries]
    gap = (room - sum(widths)) / max(1, len(entries) - 1)
    x: float = left
    for entry, wide in zip(entries, widths, strict=True):
        _draw_entry(image, entry, (x, middle), sizes, theme)
        x += wide + gap


def _entry_width(entry: _Entry, sizes: tuple[int, int], theme: Theme, *, digits: int = 1) -> float:
    """Room for the entry, its number filled up to so many digits."""
    number = entry.number.ljust(digits, "0")
    after = width(entry.after, "bold", _small(sizes))
    return sizes[0] + _TO_NUMBER + width(number, "black", sizes[1]) + after


def _small(sizes: tuple[int, int]) -> int:
    return round(sizes[1] * 0.66)


def _draw_entry(
    image: Image.Image, entry: _Entry, at: tuple[float, float], sizes: tuple[int, int], theme: Theme
) -> None:
    x, y = at
    ink: Colour = theme.faint if entry.faint else theme.dim if entry.dim else theme.text
    if entry.warn:
        wide = sizes[0] + _TO_NUMBER + width(entry.number, "black", sizes[1])
        box = (x - 5, y - sizes[0] * 0.62, x + wide + 7, y + sizes[0] * 0.62)
        rounded(image, box, 9, theme.maize)
        ink = theme.food_ink
    tint = theme.worker
    if entry.icon == "worker" and entry.faint:
        tint = mix(theme.worker, theme.panel, 0.6)
    drawn = sprite(Pic(entry.icon), sizes[0], theme, tint)
    paste(image, drawn, (x + sizes[0] / 2, y))
    x += sizes[0] + _TO_NUMBER
    text(image, (x, y), entry.number, "black", sizes[1], ink)
    if entry.after:
        x += width(entry.number, "black", sizes[1]) + 1
        text(image, (x, y + sizes[1] * 0.06), entry.after, "bold", _small(sizes), theme.dim)
