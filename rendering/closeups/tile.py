"""The close-up of a tile: its name, and its face large; a tribe has a shield, and its powers in
words."""

from io import BytesIO

from PIL import Image

from bot.engine.components import QUICK_TILES, WEALTH
from bot.engine.prophecies import PROPHECIES
from bot.engine.tribes import TRIBES
from bot.text.descriptions.closeups import alt_tile
from bot.text.names import tile_name
from bot.text.tiles import tile_effects, tile_kind
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.encoding import Picture, png
from rendering.drawing.kept import kept
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.catalogue import icon, sign
from rendering.icons.effects import calamity_line, goods_line, quick_line
from rendering.icons.emojis import emoji_images
from rendering.icons.lines import Line
from rendering.icons.tiles import TILES, tile_face

_FACE, _HEIGHT, _MONUMENT_HEIGHT = 520, 360, 380
_SLAB_HIGH, _ICONS = 150, 96
_SIGN, _SHIELD = 110, 168


def draw_tile(
    tile: str, *, players: int = 4, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """A tile of the data, 1,080 pixels wide and as high as needed. `players` matters to the one
    monument that scores by the number of seats. Raises KeyError for an id that is not in the data.
    """
    look = THEMES[theme]
    name, kind = tile_name(t, tile), tile_kind(t, tile)
    drawn = _drawn(tile, players, look)
    if drawn is None:
        drawn = blocks.words(tile_effects(t, tile), look.text, size=42)
    shown = [blocks.title(name, kind, look, _head(tile, look)), blocks.gap(18), drawn]
    return Picture(png(blocks.sheet(shown, look), look), f"tile-{tile}.png", alt_tile(t, tile))


def _drawn(tile: str, players: int, theme: Theme) -> Block | None:
    """The tile itself; None for a tribe, whose powers are words alone."""
    if tile in TILES:
        return _face(tile, players, theme)
    if tile in WEALTH:
        return _slab(goods_line(WEALTH[tile].raw), theme)
    if tile in QUICK_TILES:
        return _slab(quick_line(tile), theme)
    return _slab(calamity_line(tile), theme) if tile in PROPHECIES else None


def _face(tile: str, players: int, theme: Theme) -> Block:
    height = _MONUMENT_HEIGHT if "scoring" in TILES[tile] else _HEIGHT
    face = tile_face(tile, _FACE, height, players, theme)

    def draw(image: Image.Image, top: int) -> None:
        image.paste(face, ((image.width - face.width) // 2, top))

    return Block(face.height, draw)


def _slab(line: Line, theme: Theme) -> Block:
    width = RIGHT - LEFT
    return blocks.tablet(line, theme, left=LEFT, width=width, height=_SLAB_HIGH, size=_ICONS)


def _head(tile: str, theme: Theme) -> Image.Image | None:
    """The sign before the name of a tile without a face; None for other tiles."""
    if tile in PROPHECIES:
        return icon("prophecy", _SIGN, theme)
    if tile in TRIBES:
        return sign(f"tribe-{tile}", _SHIELD, theme)
    return _sack() if tile in WEALTH else None


@kept(1_000_000)
def _sack() -> Image.Image:
    """The sign of all wealth tiles."""
    drawn = Image.open(BytesIO(emoji_images()["wealth"])).convert("RGBA")
    return drawn.resize((_SIGN, _SIGN), Image.Resampling.LANCZOS)
