"""The city picture: temples, technologies, buildings and monuments."""

from typing import cast

from PIL import Image

from bot.engine.board import BUILDING_ROW
from bot.last_move import ROW
from bot.scene import Scene
from bot.text.descriptions.alt_text import alt_city
from bot.text.names import tile_name
from bot.text.translation import Translations
from rendering.city.technologies import draw_levels, draw_table, draw_technology_names
from rendering.city.temples import (
    draw_markers,
    draw_supplies,
    draw_temple_names,
    draw_temples,
    light_age,
)
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import Picture, coloured, numbers_of, reduced
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.paletted import Paletted
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.ground import round_corners
from rendering.icons.markers import frame, marker
from rendering.icons.tiles import FOOT, MARGIN, empty_place, tile_laid
from rendering.layout import (
    BUILDINGS_BOX,
    CARD_GAP,
    CITY_HEIGHT,
    MONUMENTS_BOX,
    TEMPLES_BOX,
    WIDTH,
)

_LEFT, _ROOM, _GAP = BUILDINGS_BOX[0], BUILDINGS_BOX[2] - BUILDINGS_BOX[0], CARD_GAP
_BUILDINGS_TOP, _BUILDING_HEIGHT = BUILDINGS_BOX[1], BUILDINGS_BOX[3] - BUILDINGS_BOX[1]
_MONUMENTS_TOP, _MONUMENT_HEIGHT = MONUMENTS_BOX[1], MONUMENTS_BOX[3] - MONUMENTS_BOX[1]
_NUMBER, _OWNER = 37, 40
_OUT = 4  # pixels from a tile's edge to the outer edge of its frame


def draw_city(scene: Scene, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The city picture: temples, technologies, buildings, monuments."""
    look = THEMES[theme]
    on = Paletted([empty_image(look)], look)
    _draw(cast("Image.Image", on), scene, look, t)
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
        _draw(cast("Image.Image", on), scene, theme, t)
        return on.image
    image = coloured(empty_image(theme), theme).convert("RGB")
    _draw(image, scene, theme, t)
    return image


def _draw(image: Image.Image, scene: Scene, theme: Theme, t: Translations | None) -> None:
    """Draw all that changes on the empty picture."""
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


@kept(1_800_000)
def _temples(age: int, mid_age: bool | None, theme: Theme, t: Translations | None) -> Image.Image:
    """The temples without markers. They stay the same for many rounds, and pasting one piece takes
    a tenth of the time of their forty parts."""
    image = coloured(empty_image(theme).crop((0, 0, *TEMPLES_BOX[2:])), theme).convert("RGB")
    light_age(image, age, mid_age, theme)
    if t:
        draw_temple_names(image, theme, t)
    return reduced(image.crop(TEMPLES_BOX), theme)


def _draw_buildings(image: Image.Image, scene: Scene, theme: Theme, t: Translations | None) -> None:
    """The row of six; a place whose stack has run out stays empty."""
    places = _places(len(scene.building_row))
    for number, (tile, (left, right)) in enumerate(
        zip(scene.building_row, places, strict=True), start=1
    ):
        box = (left, _BUILDINGS_TOP, right, _BUILDINGS_TOP + _BUILDING_HEIGHT)
        if tile is None:
            _lay(image, empty_place(right - left, _BUILDING_HEIGHT, theme), box)
        else:
            players = len(scene.players)
            title = tile_name(t, tile) if t else ""
            size = (right - left, _BUILDING_HEIGHT)
            _lay(image, tile_laid(tile, *size, players, theme, title=title), box)
            _number(image, number, box, theme)


def _draw_monuments(image: Image.Image, scene: Scene, theme: Theme, t: Translations | None) -> None:
    """Monuments on offer, numbered; after them the ones already built, dim, with their owners."""
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
    """The markers of those who have built the monuments."""
    places = _places(len(scene.monument_row) + len(scene.built_monuments))
    built = places[len(scene.monument_row) :]
    for (_, right), (_, seat) in zip(built, scene.built_monuments, strict=True):
        paste(image, marker(seat, _OWNER, theme), (right - 34, MONUMENTS_BOX[3] - FOOT / 2 - 3))


def _places(count: int) -> list[tuple[int, int]]:
    """Left and right edges of `count` cards in one row."""
    wide = (_ROOM - _GAP * (count - 1)) / max(1, count)
    lefts = [round(_LEFT + place * (wide + _GAP)) for place in range(count)]
    return [(left, left + round(wide)) for left in lefts]


def _lay(image: Image.Image, face: Image.Image, box: tuple[int, int, int, int]) -> None:
    image.paste(face, (box[0] - MARGIN, box[1] - MARGIN))


def _number(image: Image.Image, number: int, box: tuple[int, int, int, int], theme: Theme) -> None:
    """Write the number by which the tile is chosen."""
    at = (box[2] - 16, box[3] - FOOT / 2)
    text(image, at, str(number), "black", _NUMBER, theme.text, "rm")
