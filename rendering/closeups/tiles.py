"""The close-ups of tiles.

Buildings and monuments on offer have their face, large, with name and effect in words. A single
tile has its name and a larger face; a tribe has its shield, and its powers in words.
"""

from io import BytesIO

from PIL import Image

from bot.engine.components import QUICK_TILES, WEALTH
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.scene import Scene
from bot.text.descriptions.closeups import TO_COME, alt_tile, building_trouble
from bot.text.names import category_name, tile_name
from bot.text.tiles import tile_effects, tile_kind
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.encoding import Picture, png
from rendering.drawing.kept import kept
from rendering.drawing.theme import THEMES, Theme, ThemeName, mix
from rendering.icons import effects
from rendering.icons.catalogue import emoji_images, icon, sign
from rendering.icons.tiles import TILES, empty_place, tile_face

_FACE, _HEIGHT, _MONUMENT_HEIGHT = 272, 196, 208
_DRAWN = 1.25  # faces are drawn larger by this factor, as on the city picture, and then reduced
_WORDS_LEFT = LEFT + _FACE + 24
_PRICE_RIGHT = 760
_BETWEEN = 13  # room above and below the line between two tiles


def draw_buildings(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of the buildings on offer, with the numbers by which they are chosen, and of the
    stacks."""
    parts = [
        blocks.title(
            # Translators: title of a picture.
            t.gettext("Buildings"),
            t.say(TO_COME, first=scene.age1_left, second=scene.age2_left),
            theme,
            icon("build", 100, theme),
        ),
        blocks.warning(building_trouble(t, scene), theme),
        blocks.gap(14),
    ]
    for number, tile in enumerate(scene.building_row, start=1):
        parts.append(blocks.rule(theme, _BETWEEN))
        if tile is None:
            # Translators: in the picture of the buildings: a place where none is left.
            name = _name(number, t.gettext("No building"), theme)
            parts.append(blocks.beside(_face(empty_place(_FACE, 120, theme), 120), name))
        else:
            parts.append(_tile(scene, tile, number, theme, t))
    return blocks.sheet(parts, theme)


def draw_monuments(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of the monuments: those on offer, and below them the built ones with their
    seats."""
    parts = [
        blocks.title(
            # Translators: title of a picture; below it: when monuments bring points.
            t.gettext("Monuments"), t.gettext("Monuments score when the game ends."), theme,
            icon("monument", 100, theme),
        ),
        blocks.gap(14),
    ]  # fmt: skip
    for number, tile in enumerate(scene.monument_row, start=1):
        parts += [blocks.rule(theme, _BETWEEN), _tile(scene, tile, number, theme, t)]
    if not scene.monument_row:
        # Translators: in the picture of the monuments: all are built.
        words = t.pgettext("monuments", "None is left.")
        parts += [blocks.rule(theme), blocks.words(words, theme.dim)]
    for tile, seat in scene.built_monuments:
        parts += [blocks.rule(theme, _BETWEEN), _built(tile, seat, theme, t)]
    return blocks.sheet(parts, theme)


def _tile(scene: Scene, tile: str, number: int, theme: Theme, t: Translations) -> Block:
    height = _MONUMENT_HEIGHT if "scoring" in TILES.get(tile, {}) else _HEIGHT
    face = _reduced(tile, height, len(scene.players), theme)
    return blocks.beside(
        _face(face, height),
        blocks.stacked(
            [
                _name(number, tile_name(t, tile), theme),
                blocks.gap(4),
                _price(tile, theme, t),
                blocks.gap(4),
                blocks.words(tile_effects(t, tile), theme.text, left=_WORDS_LEFT, size=38),
            ]
        ),
    )


def _price(tile: str, theme: Theme, t: Translations) -> Block:
    """A tile's price in icons, and its category, which some monuments count."""
    raw = TILES.get(tile, {})
    cost = [
        (effects.Words(str(n), 1.2), effects.Pic(kind))
        for kind, n in (raw.get("cost") or {}).items()
        if n
    ]
    size = 52
    line = blocks.signs(cost, theme, left=_WORDS_LEFT, right=_PRICE_RIGHT, size=size, apart=0.35)
    if raw.get("category") not in theme.categories:
        return line
    wide = effects.line_width(cost, size, theme, apart=0.35)
    left = round(min(_WORDS_LEFT + wide, _PRICE_RIGHT)) + 28
    category = category_name(t, raw["category"])
    return blocks.beside(line, blocks.words(category, theme.dim, left=left, size=36))


@kept(1_000_000)
def _reduced(tile: str, height: int, players: int, theme: Theme) -> Image.Image:
    """The tile's face, `_FACE` pixels wide and `height` high, and its margin round it."""
    face = tile_face(tile, round(_FACE * _DRAWN), round(height * _DRAWN), players, theme)
    size = (round(face.width / _DRAWN), round(face.height / _DRAWN))
    return face.resize(size, Image.Resampling.LANCZOS)


def _face(face: Image.Image, height: int) -> Block:
    """A tile's face at the left edge; the part is `height` pixels high."""

    def draw(image: Image.Image, top: int) -> None:
        margin = (face.width - _FACE) // 2
        image.paste(face, (LEFT - margin - 8, top - margin))

    return Block(height, draw)


def _name(number: int, name: str, theme: Theme) -> Block:
    """A tile's name behind the number by which it is chosen."""
    size, left = 54, _WORDS_LEFT
    fill = mix(theme.ground, theme.dim, 0.25)
    return blocks.beside(
        blocks.disc(str(number), fill, theme.text, left=left, size=size),
        blocks.words(
            name, theme.text, left=left + size + 18, size=46, weight="black", smaller=(40,)
        ),
    )


def _built(tile: str, seat: int, theme: Theme, t: Translations) -> Block:
    """A monument that a seat has built."""
    # Translators: in the picture of the monuments; {tile}: the name of one that is built.
    name = t.gettext("{tile} (built)").format(tile=tile_name(t, tile))
    return blocks.beside(
        blocks.seats([seat], theme, right=LEFT + 76, size=64),
        blocks.stacked(
            [
                blocks.words(name, theme.text, left=LEFT + 112, size=42, weight="bold"),
                blocks.words(tile_effects(t, tile), theme.dim, left=LEFT + 112, size=36),
            ]
        ),
        least=76,
    )


_LARGE_FACE, _LARGE_HEIGHT, _LARGE_MONUMENT_HEIGHT = 520, 360, 380
_SLAB_HIGH, _ICONS = 150, 96
_SIGN, _SHIELD = 110, 168


def draw_tile(
    tile: str, *, players: int = 4, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """Draw a single tile, 1,080 pixels wide and as high as needed. Only one monument needs the
    number of `players`, by which it scores. Raises KeyError for an id that is not in the data."""
    look = THEMES[theme]
    name, kind = tile_name(t, tile), tile_kind(t, tile)
    drawn = _tile_itself(tile, players, look)
    if drawn is None:
        drawn = blocks.words(tile_effects(t, tile), look.text, size=42)
    shown = [blocks.title(name, kind, look, _head_sign(tile, look)), blocks.gap(18), drawn]
    return Picture(png(blocks.sheet(shown, look), look), f"tile-{tile}.png", alt_tile(t, tile))


def _tile_itself(tile: str, players: int, theme: Theme) -> Block | None:
    """The face or tablet of a tile; None for a tribe, which has only words."""
    if tile in TILES:
        return _large_face(tile, players, theme)
    if tile in WEALTH:
        return _slab(effects.goods_line(WEALTH[tile].raw), theme)
    if tile in QUICK_TILES:
        return _slab(effects.quick_line(tile), theme)
    return _slab(effects.calamity_line(tile), theme) if tile in PROPHECIES else None


def _large_face(tile: str, players: int, theme: Theme) -> Block:
    height = _LARGE_MONUMENT_HEIGHT if "scoring" in TILES[tile] else _LARGE_HEIGHT
    face = tile_face(tile, _LARGE_FACE, height, players, theme)

    def draw(image: Image.Image, top: int) -> None:
        image.paste(face, ((image.width - face.width) // 2, top))

    return Block(face.height, draw)


def _slab(line: effects.Line, theme: Theme) -> Block:
    width = RIGHT - LEFT
    return blocks.tablet(line, theme, left=LEFT, width=width, height=_SLAB_HIGH, size=_ICONS)


def _head_sign(tile: str, theme: Theme) -> Image.Image | None:
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
