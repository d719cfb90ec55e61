"""Buildings and monuments on offer: each tile's face large, its name, its effect in words."""

from PIL import Image

from bot.scene import Scene
from bot.text.descriptions.closeups import building_trouble, stacks_words
from bot.text.names import category_name, tile_name
from bot.text.tiles import tile_effects
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, Block
from rendering.drawing.kept import kept
from rendering.drawing.theme import Theme, mix
from rendering.icons.catalogue import icon
from rendering.icons.lines import Pic, Words, line_width
from rendering.icons.tiles import TILES, empty_place, tile_face

_FACE, _HEIGHT, _MONUMENT_HEIGHT = 272, 196, 208
_DRAWN = 1.25  # faces are drawn larger by this factor, as on the city picture, and then reduced
_WORDS_LEFT = LEFT + _FACE + 24
_PRICE_RIGHT = 760
_BETWEEN = 13  # room above and below the line between two tiles


def draw_buildings(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The row of buildings with the numbers by which they are chosen, and the stacks."""
    parts = [
        blocks.title(
            # Translators: title of a picture.
            t.gettext("Buildings"),
            stacks_words(t, scene),
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
    """The monuments on offer, and below them the built ones with their seats."""
    parts = [
        blocks.title(
            # Translators: title of a picture; below it: when monuments bring points.
            t.gettext("Monuments"), t.gettext("They score when the game ends."), theme,
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
    """The price in icons, and the category that monuments count."""
    raw = TILES.get(tile, {})
    cost = [(Words(str(n), 1.2), Pic(kind)) for kind, n in (raw.get("cost") or {}).items() if n]
    size = 52
    line = blocks.signs(cost, theme, left=_WORDS_LEFT, right=_PRICE_RIGHT, size=size, apart=0.35)
    if raw.get("category") not in theme.categories:
        return line
    wide = line_width(cost, size, theme, apart=0.35)
    left = round(min(_WORDS_LEFT + wide, _PRICE_RIGHT)) + 28
    category = category_name(t, raw["category"])
    return blocks.beside(line, blocks.words(category, theme.dim, left=left, size=36))


@kept(1_000_000)
def _reduced(tile: str, height: int, players: int, theme: Theme) -> Image.Image:
    """The tile's face, `_FACE` wide and `height` high, with its margin."""
    face = tile_face(tile, round(_FACE * _DRAWN), round(height * _DRAWN), players, theme)
    size = (round(face.width / _DRAWN), round(face.height / _DRAWN))
    return face.resize(size, Image.Resampling.LANCZOS)


def _face(face: Image.Image, height: int) -> Block:
    """A tile's face at the left."""

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
