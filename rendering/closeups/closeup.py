"""Close-ups by name, with words in the reader's language for those who do not know the icons.

Those of a position show one part of it large. They are drawn from the public scene, so they show
nothing secret. The legend explains every icon and sign of the board's pictures, on four pages,
mostly in two columns.
"""

from collections.abc import Callable, Mapping

from PIL import Image

from bot.engine.components import GEARS
from bot.scene import Scene
from bot.text.descriptions.closeups import alt_closeup
from bot.text.rules import LEGEND_PAGES, alt_legend, legend_page
from bot.text.translation import Translations
from rendering.closeups import blocks, gears, possessions, tiles, tracks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.encoding import png
from rendering.drawing.lettering import text, width
from rendering.drawing.picture import POSSESSIONS, Picture
from rendering.drawing.relief import chamfered, slab, tones
from rendering.drawing.theme import BLACK, THEMES, Colour, Theme, ThemeName, mix
from rendering.icons.catalogue import icon
from rendering.icons.effects import Pic, sprite
from rendering.icons.markers import dummy, ghost_ring, marker, ring
from rendering.wheels.gears import temple_face

_DRAWN: Mapping[str, Callable[[Scene, Theme, Translations], Image.Image]] = {
    "temples": tracks.draw_temples,
    "technologies": tracks.draw_technologies,
    "buildings": tiles.draw_buildings,
    "monuments": tiles.draw_monuments,
    "calendar": gears.draw_calendar,
}
CLOSEUPS = (*GEARS, *_DRAWN, POSSESSIONS)
"""The names of all close-ups."""


def draw_closeup(
    scene: Scene,
    what: str,
    *,
    seat: int | None = None,
    theme: ThemeName = "dark",
    t: Translations,
) -> Picture:
    """Draw one of `CLOSEUPS`, 1,080 pixels wide and as high as needed, with letters of 36 pixels or
    more. `seat` is given for `POSSESSIONS` only. Raises ValueError for an unknown close-up, and for
    possessions without a seat of the scene."""
    if (what == POSSESSIONS) != (seat is not None) or what not in CLOSEUPS:
        raise ValueError(f"no close-up: {what} {seat}")
    look = THEMES[theme]
    if seat is not None:
        if not 0 <= seat < len(scene.players):
            raise ValueError(f"no seat {seat}")
        image = possessions.draw_possessions(scene, seat, look, t)
    elif what in GEARS:
        image = gears.draw_gear(scene, what, look, t)
    else:
        image = _DRAWN[what](scene, look, t)
    alt = alt_closeup(scene, what, t, seat=seat)
    name = what.replace("_", "-") if seat is None else f"{what}-{seat}"
    return Picture(png(image, look), f"closeup-{name}.png", alt)


_NUMBER = 36  # size of a number beside an icon
_ICON, _ROOM = 68, 88  # size of an icon, and the room it stands in
_SHIELD, _WIDE_ROOM = 108, 120  # of a tribe
_COLUMNS = (LEFT, (LEFT + RIGHT) // 2 + 10)
_COLUMN = _COLUMNS[1] - LEFT - 20
_GAP, _SECTION_GAP = 10, 16


def draw_legend(page: int, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """Draw a page of the legend, counted from 0: its icons and signs with what they mean. It is
    1,080 pixels wide and as high as needed."""
    look = THEMES[theme]
    data = png(legend_image(page, look, t), look)
    return Picture(data, f"legend-{page + 1}.png", alt_legend(page, t))


def legend_image(page: int, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    # Translators: title of a picture.
    head = t.gettext("Icons in the pictures")
    parts = [blocks.title(head, "", theme, icon("points", 84, theme))]
    for heading, entries in legend_page(t, page):
        columns = 1 if page == LEGEND_PAGES - 1 else 2  # tribes have whole sentences
        cells = [
            _cell(name, words, number % columns, theme, wide=columns == 1)
            for number, (name, words) in enumerate(entries.items())
        ]
        rows = [blocks.beside(*cells[at : at + columns]) for at in range(0, len(cells), columns)]
        parts += [
            blocks.gap(_SECTION_GAP),
            blocks.words(heading, theme.dim, size=40, weight="black"),
            blocks.gap(_GAP),
            blocks.panel(blocks.stacked(rows, _GAP), theme, pad=14),
        ]
    return blocks.sheet(parts, theme)


def _cell(name: str, words: str, column: int, theme: Theme, *, wide: bool) -> Block:
    """An icon with its meaning in column 0 or 1, or over the whole width if `wide`."""
    left = _COLUMNS[column]
    drawn, room = _drawn(name, theme), _WIDE_ROOM if wide else _ROOM
    right = RIGHT if wide else left + _COLUMN

    def draw(image: Image.Image, top: int) -> None:
        paste(image, drawn, (left + room / 2, top + room / 2))

    meaning = blocks.words(words, theme.text, left=left + room + 12, right=right, size=36)
    return blocks.beside(Block(room, draw), meaning)


def _drawn(name: str, theme: Theme) -> Image.Image:
    """The icon, sign or mark that the legend explains under this name."""
    if name in _BOARD_MARKS:
        return _BOARD_MARKS[name](theme)
    if name == "seat":
        return marker(0, _ICON - 8, theme)
    if name == "to-move":
        return marker(3, _ICON - 14, theme, to_move=True)
    if name == "dummy":
        return dummy(_ICON - 4, theme)
    if name in ("ring", "dashed"):
        drawn = ring(_ROOM / 2 - 4, theme, dashed=name == "dashed").copy()
        middle = (drawn.width / 2, drawn.height / 2)
        paste(drawn, marker(1, 50, theme), middle)
        return drawn
    if name == "ghost":
        return ghost_ring(2, _ROOM / 2, theme)
    if name == "quarters":
        drawn = _empty(theme)
        text(drawn, (_ROOM / 2, _ROOM / 2), "¼½¾", "black", 32, theme.text, "mm")
        return drawn
    size = _SHIELD if name.startswith("tribe-") else _ICON
    return sprite(Pic(name), size, theme, theme.worker if name != "arrow" else theme.text)


def _empty(theme: Theme) -> Image.Image:
    return Image.new("RGBA", (_ROOM, _ROOM), (*theme.text, 0))


def _number(words: str, name: str, theme: Theme, *, before: bool = True) -> Image.Image:
    """A number before an icon, or behind it, as on the wheels picture."""
    drawn, middle = _empty(theme), _ROOM / 2
    wide = width(words, "black", _NUMBER)
    size = round(_ROOM - wide - 4)
    x = 0 if before else size + 2
    text(drawn, (x, middle), words, "black", _NUMBER, theme.text)
    paste(drawn, icon(name, size, theme), (_ROOM - size / 2 if before else size / 2, middle))
    return drawn


def _slab(face: Colour, theme: Theme, *, frame: Colour | None = None) -> Image.Image:
    """A tablet, with a frame if a colour is given for it."""
    drawn, middle = _empty(theme), (_ROOM / 2, _ROOM / 2)
    shade = mix(face, BLACK, 0.4)
    if frame:
        paste(drawn, slab(_ICON + 10, _ICON + 2, frame, shade, theme.shadow, thick=0), middle)
    paste(drawn, slab(_ICON, _ICON - 8, face, shade, theme.shadow, thick=0), middle)
    return drawn


def _offering(theme: Theme) -> Image.Image:
    face, ink = temple_face(theme, "kukulkan")
    drawn = _slab(face, theme)
    text(drawn, (_ROOM / 2, _ROOM / 2), "7", "black", 48, ink, "mm")
    return drawn


def _offered(theme: Theme) -> Image.Image:
    drawn = _slab(theme.tablet_used, theme)
    paste(drawn, icon("skull", 50, theme), (_ROOM / 2, _ROOM / 2))
    return drawn


def _prophecy(theme: Theme) -> Image.Image:
    drawn = _slab(theme.tablet, theme, frame=theme.turn)
    paste(drawn, icon("temple-kukulkan", 46, theme), (_ROOM / 2, _ROOM / 2))
    return drawn


def _short(theme: Theme) -> Image.Image:
    drawn = _empty(theme)
    sketch = Sketch(_ROOM, _ROOM)
    sketch.rounded((2, 18, _ROOM - 2, _ROOM - 18), 10, theme.warn)
    paste(drawn, sketch.sprite(), (_ROOM / 2, _ROOM / 2))
    paste(drawn, icon("corn", 42, theme), (26, _ROOM / 2))
    text(drawn, (52, _ROOM / 2), "1", "black", 46, theme.turn_ink)
    return drawn


def _day(face: Colour, number: str, theme: Theme) -> Image.Image:
    """A block of the calendar; with a `number`, the round of a food day, it has its tooth below."""
    sketch = Sketch(_ROOM, _ROOM)
    edges = tones(face, mix(face, BLACK, 0.45))
    if number:
        tooth = [(24.0, 58.0), (64.0, 58.0), (54.0, 86.0), (34.0, 86.0)]
        chamfered(sketch, tooth, 2, face, edges)
    block = [(4.0, 6.0), (84.0, 6.0), (80.0, 60.0), (8.0, 60.0)]
    chamfered(sketch, block, 3, face, edges)
    drawn = sketch.sprite()
    text(drawn, (_ROOM / 2, 33), number, "black", 46, theme.food_ink, "mm")
    return drawn


_BOARD_MARKS: Mapping[str, Callable[[Theme], Image.Image]] = {
    "today": lambda theme: _day(theme.hub_turn, "", theme),
    "tooth-mid": lambda theme: _day(theme.food_mid, "8", theme),
    "tooth-end": lambda theme: _day(theme.food_end, "14", theme),
    "start-corn": lambda theme: _number("+2", "corn", theme),
    "tiles-left": lambda theme: _number("3", "corn-tile", theme),
    "offering": _offering,
    "offered": _offered,
    "in-hand": lambda theme: _number("1/4", "worker", theme, before=False),
    "short": _short,
    "active-prophecy": _prophecy,
}
"""Signs that are only on the wheels picture."""
