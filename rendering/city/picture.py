"""The city picture: temples, technologies, buildings and monuments.

The temples are drawn in `rendering.city.temples`, all else here. In the technology table each
technology has a carved band with its name. Markers begin beside the technology's sign and move to
the right through three troughs, each below the tablet of its level, with its effect and price, and
marked with its dots.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import cast

from PIL import Image

from bot.engine.components import BUILDING_ROW, COMPONENTS, TECHNOLOGIES, TOP_LEVEL
from bot.scene import ROW, Scene
from bot.text.descriptions.alt_text import alt_city
from bot.text.names import technology_name, tile_name
from bot.text.translation import Translations
from rendering.city.temples import (
    draw_markers,
    draw_supplies,
    draw_temple_names,
    draw_temples,
    light_age,
)
from rendering.drawing.canvas import Sketch, box, paste
from rendering.drawing.encoding import Paletted, Picture, coloured, numbers_of, reduced
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text, titled
from rendering.drawing.relief import SLAB_MARGIN, chamfered, slab, tones
from rendering.drawing.theme import BONUS_TABLET, THEMES, Colour, Theme, ThemeName, mix
from rendering.ground import round_corners
from rendering.icons.catalogue import icon
from rendering.icons.effects import Line, Pic, Score, Words, draw_line, size_to_fit
from rendering.icons.markers import RING, frame, marker, place_markers, ring
from rendering.icons.tiles import FOOT, MARGIN, empty_place, tile_laid
from rendering.layout import (
    BUILDINGS_BOX,
    CARD_GAP,
    CITY_HEIGHT,
    MONUMENTS_BOX,
    TECHNOLOGIES_BOX,
    TEMPLES_BOX,
    WIDTH,
)

_TABLE_LEFT, _TABLE_TOP, _TABLE_RIGHT, _TABLE_BOTTOM = (round(edge) for edge in TECHNOLOGIES_BOX)
_TABLE_WIDTH = _TABLE_RIGHT - _TABLE_LEFT
_HEADER, _BAND_GAP = 44, 8
_ROW = (_TABLE_BOTTOM - _TABLE_TOP - _HEADER + _BAND_GAP) / 4
_BAND = round(_ROW - _BAND_GAP)
_SHARES = (0.227, 0.175, 0.282, 0.175, 0.141)  # start, levels 1 to 3, bonus
_EDGES = tuple(_TABLE_LEFT + _TABLE_WIDTH * share for share in accumulate(_SHARES, initial=0.0))
_NAMES, _NAME_ROOM, _NAME_AT = (34, 32, 30), 400, (16, 23)  # sizes, room, from the band's corner
_BONUS_TOP = 9
_TABLET_TOP, _TABLET = 41, 54
_TROUGH_TOP, _TROUGH = 98, 43
_SIGN = 56
_MARKER, _PLACE = 42, 49  # at the start: size, and from one to the next
_PLACES = ((0, 1), (1, 1), (2, 1), (1, 0), (2, 0))  # below and beside the technology's sign

# A harvest bonus without a corn tile is shown as an empty place that yields corn.
_EFFECTS: Mapping[str, tuple[Line, ...]] = {
    "agriculture": (
        [(Words("+1"), Pic("corn"))],
        [(Pic("no-tile", 0.8), Pic("arrow", 0.36), Pic("corn", 0.9)), (Words("+1"), Pic("fish"))],
        [(Words("+2"), Pic("corn"))],
        [(Pic("temple-any"),)],
    ),
    "extraction": (
        [(Words("+1"), Pic("wood"))],
        [(Words("+1"), Pic("stone"))],
        [(Words("+1"), Pic("gold"))],
        [(Pic("any-resource"),), (Pic("any-resource"),)],
    ),
    "architecture": (
        [(Pic("build", 0.8), Words("+1"), Pic("corn", 0.9))],
        [(Pic("build"), Words("+"), Score(2))],
        [(Pic("build", 0.8), Words("−1"), Pic("any-resource", 0.8))],
        [(Score(3),)],
    ),
    "theology": (
        [(Pic("city-chichen_itza"), Words("+1"))],
        [(Pic("city-chichen_itza"), Pic("any-resource"), Pic("arrow", 0.36), Pic("temple-any"))],
        [(Words("+1"), Pic("skull"))],
        [(Pic("skull"),)],
    ),
}


def _row_top(track: int) -> float:
    return _TABLE_TOP + _HEADER + track * _ROW


def draw_table(image: Image.Image, theme: Theme) -> None:
    """Draw what never changes on the technologies: prices (the same for all), bands, signs, tablets
    and troughs."""
    first = COMPONENTS["technologies"][0]
    for column, priced in enumerate([*first["levels"], first["bonus"]], start=1):
        centre = (_EDGES[column] + _EDGES[column + 1]) / 2
        line: Line = [(Pic("any-resource"),)] * priced["cost"]
        draw_line(image, line, (centre, _TABLE_TOP + 18), 36, theme, theme.text)
    band = _band(theme)
    for track, name in enumerate(TECHNOLOGIES):
        top = round(_row_top(track))
        image.paste(band, (_TABLE_LEFT - SLAB_MARGIN, top - SLAB_MARGIN), band)
        paste(image, icon(f"tech-{name}", _SIGN, theme), (_sign_at(0) - 3, _place_at(track, 0)))
        for column, line in enumerate(_EFFECTS[name], start=1):
            left, right = round(_EDGES[column] + 4), round(_EDGES[column + 1] - 6)
            bonus = column > TOP_LEVEL
            above = _BONUS_TOP if bonus else _TABLET_TOP
            height = _BAND - 2 * _BONUS_TOP if bonus else _TABLET
            fill, shade = (
                (BONUS_TABLET, mix(BONUS_TABLET, theme.outline, 0.4))
                if bonus
                else (theme.tablet, theme.tablet_shade)
            )
            tablet = slab(right - left, height, fill, shade, mix(_face(theme), theme.shadow, 0.75))
            middle = ((left + right) / 2, top + above + height / 2 - 1)
            paste(image, tablet, middle)
            size = size_to_fit(line, 46 if not bonus else 60, right - left - 12, theme)
            draw_line(image, line, middle, size, theme, theme.ink)


def draw_technology_names(image: Image.Image, theme: Theme, t: Translations) -> None:
    """Write each technology's name in the upper left corner of its band."""
    for track, name in enumerate(TECHNOLOGIES):
        at = (_TABLE_LEFT + _NAME_AT[0], _row_top(track) + _NAME_AT[1])
        for line, size in titled(technology_name(t, name), _NAMES, _NAME_ROOM):
            text(image, at, line, "bold", size, theme.text)


def _face(theme: Theme) -> Colour:
    """The colour of the bands."""
    return theme.panel if theme.is_dark else theme.base


def _band(theme: Theme) -> Image.Image:
    """The empty band of a technology: a slab with three troughs, each with the dots of its level,
    as the Maya wrote numbers."""
    face = _face(theme)
    ground = slab(_TABLE_WIDTH, _BAND, face, mix(face, theme.shadow, 0.8), theme.shadow, notch=9)
    sketch = Sketch(*ground.size)
    floor = mix(face, theme.shadow, 0.62 if theme.is_dark else 0.45)
    for level in range(1, TOP_LEVEL + 1):
        left = _EDGES[level] - _TABLE_LEFT + SLAB_MARGIN + 4
        right = _EDGES[level + 1] - _TABLE_LEFT + SLAB_MARGIN - 6
        top = SLAB_MARGIN + _TROUGH_TOP
        outline = box(left, top, right, top + _TROUGH)
        chamfered(sketch, outline, 3, floor, tones(face, theme.shadow), sunk=True)
        sketch.polygon(box(left + 3, top + 3, right - 3, top + 7), mix(floor, theme.shadow, 0.7))
        middle = ((left + right) / 2, top + _TROUGH / 2 + 1)
        for dot in range(level):
            x = middle[0] + (dot - (level - 1) / 2) * 20
            sketch.circle((x, middle[1]), 6, mix(floor, theme.dim, 0.35))
    ground.alpha_composite(sketch.sprite())
    return ground


def _sign_at(column: int) -> float:
    """x of the middle of a column (0 to 2) at the left end of a band, where markers start."""
    return (_EDGES[0] + _EDGES[1]) / 2 + 2 + (column - 1) * _PLACE


def _place_at(track: int, row: int) -> float:
    """y of the middle of a row (0 or 1) in the band of a technology."""
    return _row_top(track) + (_TABLET_TOP + _TABLET / 2, _TROUGH_TOP + _TROUGH / 2)[row]


def draw_levels(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw all seats' markers: those without a level round the technology's sign, the others in
    their level's trough. Markers that moved last are ringed."""
    for track, name in enumerate(TECHNOLOGIES):
        ringed = scene.markers_moved(name)
        levels = [seat.technologies[name] for seat in scene.players]
        beginners = [seat for seat, level in enumerate(levels) if level == 0]
        for seat, (column, row) in zip(
            beginners,
            sorted(_PLACES[: len(beginners)], key=lambda place: (place[1], place[0])),
            strict=True,
        ):
            at = (_sign_at(column), _place_at(track, row))
            if seat in ringed:
                paste(image, ring(RING * _MARKER, theme, dashed=ringed[seat]), at)
            shown = marker(seat, _MARKER, theme, to_move=seat in scene.waiting)
            paste(image, shown, at)
        for level in set(levels) - {0}:
            seats = [seat for seat, reached in enumerate(levels) if reached == level]
            left, right = _EDGES[level] + 4, _EDGES[level + 1] - 6
            top = _row_top(track) + _TROUGH_TOP
            room = (left - 3, top - 4, right + 3, top + _TROUGH + 2)
            place_markers(
                image, seats, room, (left + right) / 2, theme, largest=44, asked=scene.waiting,
                ringed=ringed,
            )  # fmt: skip


_TILES_LEFT, _TILES_ROOM, _TILES_GAP = (
    BUILDINGS_BOX[0],
    BUILDINGS_BOX[2] - BUILDINGS_BOX[0],
    CARD_GAP,
)
_BUILDINGS_TOP, _BUILDING_HEIGHT = BUILDINGS_BOX[1], BUILDINGS_BOX[3] - BUILDINGS_BOX[1]
_MONUMENTS_TOP, _MONUMENT_HEIGHT = MONUMENTS_BOX[1], MONUMENTS_BOX[3] - MONUMENTS_BOX[1]
_NUMBER, _OWNER = 37, 40
_OUT = 4  # pixels from a tile's edge to the outer edge of its frame


def draw_city(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The city picture: temples, technologies, buildings, monuments."""
    look = THEMES[theme]
    on = Paletted([empty_image(look)], look)
    draw_scene(cast("Image.Image", on), scene, look, t)
    return Picture(on.png(), f"city-{scene.round}.png", alt_city(scene, t))


@kept(4_500_000)
def empty_image(theme: Theme) -> Image.Image:
    """Everything that never changes during a game, drawn once for each theme, as numbers of its
    palette (mode L). Copy it."""
    image = Image.new("RGB", (WIDTH, CITY_HEIGHT), theme.ground)
    round_corners(image, theme, (0, 1))
    draw_temples(image, theme)
    draw_table(image, theme)
    return numbers_of(image, theme)


def city_image(
    scene: Scene, theme: Theme, t: Translations | None = None, *, paletted: bool = False
) -> Image.Image:
    """The city picture of a scene, 1,600 x 1,268 pixels. With `t`, temples, technologies and tiles
    show their names in that language. Its mode is RGB, or P with the theme's palette, which takes a
    third of the time."""
    if paletted:
        on = Paletted([empty_image(theme)], theme)
        draw_scene(cast("Image.Image", on), scene, theme, t)
        return on.image
    image = coloured(empty_image(theme), theme).convert("RGB")
    draw_scene(image, scene, theme, t)
    return image


def draw_scene(image: Image.Image, scene: Scene, theme: Theme, t: Translations | None) -> None:
    """Draw all that changes during a game on a copy of the `empty_image`."""
    mid_age = None if scene.food_day is None else scene.food_day.mid_age
    image.paste(_temples(scene.age, mid_age, theme, t), TEMPLES_BOX[:2])
    if t:
        draw_technology_names(image, theme, t)
    draw_supplies(image, scene, theme)
    draw_markers(image, scene, theme)
    draw_levels(image, scene, theme)
    _draw_buildings(image, scene, theme, t)
    _draw_monuments(image, scene, theme, t)
    _draw_frames(image, scene, theme)
    _draw_owners(image, scene, theme)


@kept(2_400_000)
def _temples(age: int, mid_age: bool | None, theme: Theme, t: Translations | None) -> Image.Image:
    """The temples without markers. They stay the same for many rounds, and pasting one piece takes
    a tenth of the time of their forty parts. A game has four different ones; all are kept."""
    image = coloured(empty_image(theme).crop((0, 0, *TEMPLES_BOX[2:])), theme).convert("RGB")
    light_age(image, age, mid_age, theme)
    if t:
        draw_temple_names(image, theme, t)
    return reduced(image.crop(TEMPLES_BOX), theme)


def _draw_buildings(image: Image.Image, scene: Scene, theme: Theme, t: Translations | None) -> None:
    """Draw the row of six buildings; a place whose stack has run out stays empty."""
    places = _places(len(scene.building_row))
    for number, (tile, (left, right)) in enumerate(
        zip(scene.building_row, places, strict=True), start=1
    ):
        box = (left, _BUILDINGS_TOP, right, _BUILDINGS_TOP + _BUILDING_HEIGHT)
        if tile is None:
            _lay(image, empty_place(right - left, _BUILDING_HEIGHT, theme), box)
        else:
            title = tile_name(t, tile) if t else ""
            size = (right - left, _BUILDING_HEIGHT)
            # No building depends on the number of players: each is kept once for all games.
            _lay(image, tile_laid(tile, *size, 0, theme, title=title), box)
            _number(image, number, box, theme)


def _draw_monuments(image: Image.Image, scene: Scene, theme: Theme, t: Translations | None) -> None:
    """Draw the monuments on offer with their numbers; after them those already built, dimmed."""
    built = scene.built_monuments
    places = _places(len(scene.monument_row) + len(built))
    players = len(scene.players)
    offered = enumerate(scene.monument_row, start=1)
    for (left, right), (number, tile) in zip(places, offered, strict=False):
        box = (left, _MONUMENTS_TOP, right, _MONUMENTS_TOP + _MONUMENT_HEIGHT)
        title = tile_name(t, tile) if t else ""
        size = (right - left, _MONUMENT_HEIGHT)
        _lay(image, tile_laid(tile, *size, players, theme, title=title), box)
        _number(image, number, box, theme)
    for (left, right), (tile, _) in zip(places[len(scene.monument_row) :], built, strict=True):
        box = (left, _MONUMENTS_TOP, right, _MONUMENTS_TOP + _MONUMENT_HEIGHT)
        title = tile_name(t, tile) if t else ""
        size = (right - left, _MONUMENT_HEIGHT)
        _lay(image, tile_laid(tile, *size, players, theme, taken=True, title=title), box)


def _draw_frames(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw a frame round every tile that is new in the row, every place from which one was taken,
    and every monument built last."""
    row = [(left, right, _BUILDINGS_TOP, _BUILDING_HEIGHT) for left, right in _places(BUILDING_ROW)]
    monuments = {
        tile: (left, right, _MONUMENTS_TOP, _MONUMENT_HEIGHT)
        for tile, (left, right) in zip(
            [*scene.monument_row, *(tile for tile, _ in scene.built_monuments)],
            _places(len(scene.monument_row) + len(scene.built_monuments)),
            strict=True,
        )
    }
    for one in scene.changed:
        if one.what == ROW:
            left, right, top, height = row[one.place]
        elif one.what in monuments:
            left, right, top, height = monuments[one.what]
        else:
            continue
        drawn = frame(right - left + 2 * _OUT, height + 2 * _OUT, theme, dashed=one.prepared)
        paste(image, drawn, ((left + right) / 2, top + height / 2))


def _draw_owners(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw on each built monument the marker of the seat that built it."""
    places = _places(len(scene.monument_row) + len(scene.built_monuments))
    built = places[len(scene.monument_row) :]
    for (_, right), (_, seat) in zip(built, scene.built_monuments, strict=True):
        paste(image, marker(seat, _OWNER, theme), (right - 34, MONUMENTS_BOX[3] - FOOT / 2 - 3))


def _places(count: int) -> list[tuple[int, int]]:
    """Left and right edges of `count` cards in one row."""
    wide = (_TILES_ROOM - _TILES_GAP * (count - 1)) / max(1, count)
    lefts = [round(_TILES_LEFT + place * (wide + _TILES_GAP)) for place in range(count)]
    return [(left, left + round(wide)) for left in lefts]


def _lay(image: Image.Image, face: Image.Image, box: tuple[int, int, int, int]) -> None:
    image.paste(face, (box[0] - MARGIN, box[1] - MARGIN))


def _number(image: Image.Image, number: int, box: tuple[int, int, int, int], theme: Theme) -> None:
    """Write the number by which a tile is chosen into its lower right corner."""
    at = (box[2] - 16, box[3] - FOOT / 2)
    text(image, at, str(number), "black", _NUMBER, theme.text, "rm")
