"""The row of seat cards at the foot of the wheels picture and the city picture: everything a seat
owns.

Numbers that decide a turn (corn, points, workers) are the largest. The card of a seat whose turn it
is, at the end the winner's, has a coloured frame; the first player's has the headdress. Wide cards,
in a game of two, have a right part: technologies, temples and tiles on the wheels picture, and on
the city picture, which shows those above, the effects of the built tiles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.engine.board import STEP_POINTS, TEMPLES
from bot.engine.position import Player
from bot.engine.tribes import TRIBES
from bot.scene import Scene
from bot.text.names import SEAT_LETTERS, points_number, tile_name
from bot.text.translation import ENGLISH, Translations
from rendering.drawing.canvas import Pen, paste, rounded
from rendering.drawing.fonts import fitted, showable, width
from rendering.drawing.geometry import Box
from rendering.drawing.lettering import text
from rendering.drawing.theme import WHITE, Colour, Theme, mix
from rendering.icons.catalogue import icon, icon_or_sign, medal
from rendering.icons.lines import Pic, sprite
from rendering.icons.markers import marker
from rendering.icons.tiles import small_face, tile_sign

HEIGHT = 268
_LEFT, _WIDTH, _GAP = 20, 1560, 14
_PAD = 16
_LINES = (123, 189, 239)  # middles of the lines below the name, from the card's top
_LINE_EDGES = ((90, 156), (160, 214), (214, 264))  # upper (even) and lower edges of the lines
_ASIDE = 6  # room of a line left of its entries; right of them it has two more
_NARROW, _WIDE = 340, 480  # narrower and wider cards have sizes of their own
_TRIBE_SIZES = (28, 27, 25, 23, 21, 19)  # letters of the tribe's name, below the seat's
_STRIP = (90, 156)  # upper and lower edge of the sunk strip of the first line
_SUN = 40
_MARGIN = 6  # round a card, for its frame and its shadow
_TO_NUMBER = 6  # from an icon to its number
_WARNED = 2  # rounds before a food day from which a lack of corn is highlighted
_TWO_PARTS = 700  # cards of this width or more have a right part
_GOODS_ROOM = 444  # width of the goods beside a right part


_ICON, _NUMBER, _APART = 36, 33, 4
_TILE, _TILE_GAP = 36, 4
_GRIDS = ((3, 2), (4, 2), (5, 3), (6, 4), (8, 5))  # columns and rows for few and for many tiles
_BUILT_GAP = 6


@dataclass(frozen=True)
class _Sizes:
    """Sizes in pixels: letters of the name (long ones are written smaller before they are cut),
    then (icon, number) of each line."""

    marker: int
    name: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]


_WIDE_SIZES = _Sizes(62, (42, 36, 31), ((58, 70), (45, 49), (38, 40)))
_USUAL_SIZES = _Sizes(60, (40, 34, 29), ((44, 56), (34, 38), (32, 32)))
_NARROW_SIZES = _Sizes(54, (35, 30, 26), ((34, 46), (29, 33), (27, 28)))


@dataclass(frozen=True)
class _Entry:
    """An icon with its number, and `after` in small letters behind. A `short` number has the colour
    of a warning, with `warn` it lies on a ground of that colour."""

    icon: str
    number: str
    after: str = ""
    faint: bool = False
    dim: bool = False
    short: bool = False
    warn: bool = False


def draw_cards(
    image: Image.Image,
    scene: Scene,
    theme: Theme,
    top: int,
    t: Translations = ENGLISH,
    *,
    built: bool = False,
) -> None:
    """Draw the cards of all seats (2 to 5) on a picture 1,600 pixels wide. The row is `HEIGHT`
    pixels high and begins `top` pixels below the picture's upper edge. The right part of wide cards
    shows temples and technologies, or with `built` the tiles the seat has built."""
    count = len(scene.players)
    wide = (_WIDTH - _GAP * (count - 1)) / count
    for number in range(count):
        left = round(_LEFT + number * (wide + _GAP))
        box = (left, top, left + round(wide), top + HEIGHT)
        _draw_card(image, scene, number, theme, box, t, built=built)


def _draw_card(
    image: Image.Image,
    scene: Scene,
    number: int,
    theme: Theme,
    box: tuple[int, int, int, int],
    t: Translations,
    *,
    built: bool,
) -> None:
    seat = scene.players[number]
    left, top, right, bottom = box
    framed = number in scene.waiting or scene.seats[number].place == 1
    image.paste(_ground(right - left, theme, framed=framed), (left - _MARGIN, top - _MARGIN))
    if right - left >= _TWO_PARTS:
        area = (left + _PAD + _GOODS_ROOM + 44, top + 92, right - _PAD, bottom - 14)
        if built:
            _draw_built(image, seat, area, len(scene.players), theme)
        else:
            _draw_standing(image, seat, area, [top + line for line in _LINES], theme)
    lines = (_first_line(scene, number), _second_line(seat), _third_line(scene, number))
    start = _PAD - _ASIDE - left % 2  # an even place: half pixels are rounded to even numbers
    for line, entries in enumerate(lines):
        shown = _line(line, tuple(entries), right - left, start, theme, framed=framed)
        image.paste(shown, (left + start, top + _LINE_EDGES[line][0]))
    _draw_head(
        image, scene, number, theme, box, _sizes(right - left), t
    )  # the letters' descenders need room


@lru_cache(maxsize=64)
def _line(
    number: int, entries: tuple[_Entry, ...], wide: int, start: int, theme: Theme, *, framed: bool
) -> Image.Image:
    """A line of a seat's goods on its part of an empty card, from `start` on. Cached: most lines
    are the same in the next picture and in the other of the two."""
    upper, lower = _LINE_EDGES[number]
    end = _goods_end(wide)
    image = _ground(wide, theme, framed=framed).crop(
        (start + _MARGIN, upper + _MARGIN, end + _ASIDE + 2 + _MARGIN, lower + _MARGIN)
    )
    place = (_PAD - start, end - start, _LINES[number] - upper)
    _draw_line(image, entries, place, _sizes(wide).lines[number], theme)
    return image


def _goods_end(wide: int) -> int:
    """The right end of the lines of goods, from the card's left edge."""
    return _PAD + _GOODS_ROOM if wide >= _TWO_PARTS else wide - _PAD


@lru_cache(maxsize=8)
def _ground(wide: int, theme: Theme, *, framed: bool) -> Image.Image:
    """An empty card with a margin of the ground on every side, to be pasted in one piece: its four
    parts would take half the time of all cards."""
    image = Image.new("RGB", (wide + 2 * _MARGIN, HEIGHT + 2 * _MARGIN), theme.ground)
    left, top, right, bottom = _MARGIN, _MARGIN, _MARGIN + wide, _MARGIN + HEIGHT
    if framed:
        grown = (left - 2, top - 4, right + 2, bottom + 4)
        rounded(image, grown, 20, theme.panel, frame=theme.turn, frame_width=8)
    else:
        light, shade = mix(theme.panel, WHITE, 0.12), mix(theme.panel, theme.shadow, 0.6)
        rounded(
            image, (left, top, right, bottom), 18, theme.panel,
            light=light, shade=shade, shadow=theme.shadow, drop=3,
        )  # fmt: skip
    strip = (left + _PAD - 6, top + _STRIP[0], left + _goods_end(wide) + 6, top + _STRIP[1])
    sunk = mix(theme.panel, theme.obsidian, 0.75) if theme.is_dark else theme.ground
    rounded(image, strip, 12, sunk)
    return image


def _draw_head(
    image: Image.Image,
    scene: Scene,
    number: int,
    theme: Theme,
    box: tuple[int, int, int, int],
    sizes: _Sizes,
    t: Translations,
) -> None:
    """Draw marker, name and tribe, and at the upper right the board's side, or at the end the
    place."""
    seat = scene.players[number]
    left, top, right, _ = box
    middle = top + 49
    x = left + _PAD + sizes.marker // 2 + 2
    first = number == scene.first_seat
    view = scene.seats[number]
    down = 4 if first else 0  # under its headdress
    paste(image, marker(number, sizes.marker, theme), (x, middle + down))
    if first:
        crown = round(sizes.marker * 0.86)
        paste(image, icon("first-player", crown, theme), (x, top - 7))
    if view.played:
        paste(image, _tick(32, theme), (x + 25, middle + 24))
    if view.place is not None:
        side = medal(view.place, 62, theme)
        paste(image, side, (right - _PAD - 26, middle - 3))
    else:
        side = icon("sun" if seat.light_side else "moon", _SUN, theme)
        paste(image, side, (right - _PAD - 16, top + 34))
    start = x + sizes.marker // 2 + 16
    room = right - _PAD - (58 if view.place is not None else _SUN + 2) - start
    name = showable(view.name) or SEAT_LETTERS[number]
    letters = next((s for s in sizes.name if width(name, "black", s) <= room), sizes.name[-1])
    name = fitted(name, "black", letters, room)
    tribe = seat.tribe and (tile_name(t, seat.tribe) if seat.tribe in TRIBES else seat.tribe)
    text(image, (start, middle - (16 if tribe else 0)), name, "black", letters, theme.text)
    if tribe:
        if view.place is None:
            room = right - _PAD - start  # below the sun
        size = next((s for s in _TRIBE_SIZES if width(tribe, "bold", s) <= room), _TRIBE_SIZES[-1])
        words = fitted(tribe, "bold", size, room)
        text(image, (start, middle + 22), words, "bold", size, theme.dim)


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


def _hungry(scene: Scene, number: int) -> bool:
    """Whether a lack of corn for the next food day is highlighted."""
    near = scene.food_day is not None and scene.food_day.rounds <= _WARNED
    return near and scene.short_of_food(number)


def _first_line(scene: Scene, number: int) -> list[_Entry]:
    """Corn, points and workers, which must be readable on a phone. So zeros are dim, not faint as
    in the lines below."""
    seat = scene.players[number]
    return [
        _Entry("corn", str(seat.corn), dim=not seat.corn, short=_hungry(scene, number)),
        _Entry("points", points_number(seat.points4), dim=not seat.points4),
        _Entry("worker", str(seat.available), after=f"/{seat.workers}", dim=not seat.available),
    ]


def _second_line(seat: Player) -> list[_Entry]:
    goods = (
        ("wood", seat.wood), ("stone", seat.stone), ("gold", seat.gold), ("skull", seat.skulls)
    )  # fmt: skip
    return [_Entry(kind, str(count), faint=not count) for kind, count in goods]


def _third_line(scene: Scene, number: int) -> list[_Entry]:
    """Tiles, and the corn owed on the next food day."""
    seat, owed = scene.players[number], scene.seats[number].food_owed
    tiles = (
        ("build", len(seat.buildings) + len(seat.monuments)),
        ("corn-tile", seat.corn_tiles),
        ("wood-tile", seat.wood_tiles),
    )
    entries = [_Entry(kind, str(count), faint=not count, dim=True) for kind, count in tiles]
    if owed is not None and scene.food_day is not None:
        bowl = "food-mid" if scene.food_day.mid_age else "food-end"
        entries.append(
            _Entry(
                bowl, f"−{owed}" if owed else "0", dim=True,
                faint=not owed,
                warn=_hungry(scene, number),
            )
        )  # fmt: skip
    return entries


def _draw_line(
    image: Image.Image,
    entries: Sequence[_Entry],
    place: tuple[int, int, int],
    sizes: tuple[int, int],
    theme: Theme,
) -> None:
    """Draw the entries spread over the line. Each has room for two digits, so that columns are
    equal on all cards; longer numbers push the others aside, and at need all are drawn smaller.
    """
    left, right, middle = place
    room = right - left
    widths = [_entry_width(entry, sizes, theme, digits=2) for entry in entries]
    if sum(widths) > room:
        widths = [_entry_width(entry, sizes, theme) for entry in entries]
        least = 10 * (len(entries) - 1)  # from the numbers to the next icons
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
    """The width of the entry with its number padded to this many digits."""
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
    if entry.short:
        ink = theme.warn
    if entry.warn:
        wide = sizes[0] + _TO_NUMBER + width(entry.number, "black", sizes[1])
        box = (x - 5, y - sizes[0] * 0.64, x + wide + 7, y + sizes[0] * 0.64)
        rounded(image, box, 9, theme.warn)
        ink = theme.turn_ink
    tint = theme.worker
    if entry.icon == "worker" and entry.dim:
        tint = mix(theme.worker, theme.panel, 0.6)
    drawn = sprite(Pic(entry.icon), sizes[0], theme, tint)
    paste(image, drawn, (x + sizes[0] / 2, y))
    x += sizes[0] + _TO_NUMBER
    text(image, (x, y), entry.number, "black", sizes[1], ink)
    if entry.after:
        x += width(entry.number, "black", sizes[1]) + 1
        text(image, (x, y + sizes[1] * 0.06), entry.after, "bold", _small(sizes), theme.dim)


def _draw_standing(
    image: Image.Image, seat: Player, box: Box, lines: Sequence[float], theme: Theme
) -> None:
    """Draw technologies, temples and tiles in three lines, whose middles are at `lines`."""
    left, _, right, _ = box
    _draw_edge(image, box, theme)
    levels = [
        (f"tech-{track}", str(level), level == 0) for track, level in seat.technologies.items()
    ]
    steps = [
        (f"temple-{temple}", points_number(4 * points[seat.temples[temple]]), False)
        for temple, points in zip(TEMPLES, STEP_POINTS, strict=True)
    ]
    for entries, y in ((levels, lines[0]), (steps, lines[1])):
        pitch = (right - left) / len(entries)
        for place, (name, number, faint) in enumerate(entries):
            x = left + place * pitch
            paste(image, icon(name, _ICON, theme), (x + _ICON / 2, y))
            ink = theme.faint if faint else theme.text
            text(image, (x + _ICON + _APART, y), number, "black", _NUMBER, ink)
    _draw_tiles(image, seat, (left, right, lines[2]), theme)


def _draw_edge(image: Image.Image, box: Box, theme: Theme) -> None:
    """Draw the line between the goods and the right part."""
    left, top, _, bottom = box
    edge = (round(left) - 24, round(top), round(left) - 21, round(bottom))
    image.paste(mix(theme.panel, theme.dim, 0.25), edge)


def _draw_built(image: Image.Image, seat: Player, box: Box, players: int, theme: Theme) -> None:
    """Draw every tile the seat has built, with its effect, inside the box."""
    left, top, right, bottom = box
    _draw_edge(image, box, theme)
    tiles = (*seat.buildings, *seat.monuments)
    columns, rows = next((g for g in _GRIDS if g[0] * g[1] >= len(tiles)), _GRIDS[-1])
    wide = round((right - left - _BUILT_GAP * (columns - 1)) / columns)
    tall = round((bottom - top - _BUILT_GAP * (rows - 1)) / rows)
    for place in range(columns * rows):
        x = round(left) + place % columns * (wide + _BUILT_GAP)
        y = round(top) + place // columns * (tall + _BUILT_GAP)
        if place < len(tiles):
            face = small_face(tiles[place], wide, tall, players, theme)
            image.paste(face, (x, y), face)
        else:
            rounded(image, (x, y, x + wide, y + tall), 4, mix(theme.panel, theme.ground, 0.6))


def _draw_tiles(
    image: Image.Image, seat: Player, place: tuple[float, float, float], theme: Theme
) -> None:
    """Draw buildings as small cards in the colour of their category, then monuments; closer
    together if they are many."""
    left, right, y = place
    signs = [tile_sign(tile) for tile in (*seat.buildings, *seat.monuments)]
    room = right - left - _TILE
    pitch = min(_TILE + _TILE_GAP, room / max(1, len(signs) - 1))
    for number, name in enumerate(signs):
        drawn = icon_or_sign(name, _TILE, theme)
        paste(image, drawn, (left + _TILE / 2 + number * pitch, y))
