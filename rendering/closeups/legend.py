"""The legend: every icon and sign of the board's pictures with its meaning, mostly in two columns,
on three pages."""

from PIL import Image

from bot.text.descriptions.legend import PAGES, alt_legend, legend_page
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.lettering import text
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.catalogue import icon
from rendering.icons.lines import Pic, sprite
from rendering.icons.markers import dummy, ghost_ring, marker, ring

_ICON, _ROOM = 68, 88  # size of an icon, and the room it stands in
_SHIELD, _WIDE_ROOM = 108, 120  # of a tribe
_COLUMNS = (LEFT, (LEFT + RIGHT) // 2 + 10)
_COLUMN = _COLUMNS[1] - LEFT - 20
_GAP, _SECTION_GAP = 10, 16


def draw_legend(page: int, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """What the icons and signs on a page mean, counted from 0, 1,080 pixels wide and as high as
    needed."""
    look = THEMES[theme]
    data = png(legend_image(page, look, t), look)
    return Picture(data, f"legend-{page + 1}.png", alt_legend(page, t))


def legend_image(page: int, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    # Translators: title of a picture.
    head = t.gettext("Icons of the pictures")
    parts = [blocks.title(head, "", theme, icon("points", 84, theme))]
    for heading, entries in legend_page(t, page):
        columns = 1 if page == PAGES - 1 else 2  # tribes have whole sentences
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
    """An icon and its meaning, over the whole width if it is `wide`."""
    left = _COLUMNS[column]
    drawn, room = _drawn(name, theme), _WIDE_ROOM if wide else _ROOM
    right = RIGHT if wide else left + _COLUMN

    def draw(image: Image.Image, top: int) -> None:
        paste(image, drawn, (left + room / 2, top + room / 2))

    meaning = blocks.words(words, theme.text, left=left + room + 12, right=right, size=36)
    return blocks.beside(Block(room, draw), meaning)


def _drawn(name: str, theme: Theme) -> Image.Image:
    """The icon, sign or mark of an entry."""
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
        drawn = Image.new("RGBA", (_ROOM, _ROOM), (*theme.text, 0))
        text(drawn, (_ROOM / 2, _ROOM / 2), "¼½¾", "black", 32, theme.text, "mm")
        return drawn
    size = _SHIELD if name.startswith("tribe-") else _ICON
    return sprite(Pic(name), size, theme, theme.worker if name != "arrow" else theme.text)
