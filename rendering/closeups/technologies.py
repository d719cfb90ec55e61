"""The close-up of the technologies: each level's effect in words, its price, and its seats."""

from PIL import Image

from bot.engine.board import TECHNOLOGIES, TOP_LEVEL
from bot.engine.components import COMPONENTS
from bot.scene import Scene
from bot.text.descriptions.closeups import level_words, technology_trouble
from bot.text.names import technology_name
from bot.text.spaces import level_off
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.theme import Theme
from rendering.icons.catalogue import icon
from rendering.icons.lines import Line, Pic, Words

_PRICE_LEFT, _WORDS_LEFT = LEFT + 8, LEFT + 184
_SEATS = 190  # room for markers at the end of a line
_BLOCK = 46


def draw(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of the technologies."""
    parts = [
        blocks.title(
            # Translators: title of a picture.
            t.gettext("Technologies"),
            # Translators: below the title of the picture.
            t.gettext("The price of a level in resources, and its effect"),
            theme, icon("tech-any", 96, theme),
        ),
        blocks.warning(technology_trouble(t, scene), theme),
        blocks.gap(20),
    ]  # fmt: skip
    tracks = [_track(scene, track, theme, t) for track in range(len(TECHNOLOGIES))]
    return blocks.sheet([*parts, blocks.stacked(tracks, 16)], theme)


def _track(scene: Scene, track: int, theme: Theme, t: Translations) -> Block:
    name = TECHNOLOGIES[track]
    head = blocks.beside(
        blocks.sprite(icon(f"tech-{name}", 64, theme), LEFT),
        blocks.words(
            technology_name(t, name), theme.text,
            left=LEFT + 84, right=RIGHT - 350, size=46, weight="black", smaller=(40,),
        ),
        _beginners(scene, track, theme),
    )  # fmt: skip
    raw = COMPONENTS["technologies"][track]
    prices = [*(level["cost"] for level in raw["levels"]), raw["bonus"]["cost"]]
    levels = [
        _level(scene, track, level, price, theme, t) for level, price in enumerate(prices, start=1)
    ]
    return blocks.panel(blocks.stacked([head, blocks.gap(6), *levels]), theme)


def _beginners(scene: Scene, track: int, theme: Theme) -> Block:
    """The seats that have no level yet, behind a 0."""
    seats = _at(scene, track, 0)
    if not seats:
        return blocks.gap(0)
    right = RIGHT - round(50 * 1.14 * len(seats)) - 4
    nought: Line = [(Words("0"),)]
    return blocks.beside(
        blocks.signs(
            nought, theme, left=right - 60, right=right, size=60, ink=theme.dim, anchor="r"
        ),
        blocks.seats(seats, theme, right=RIGHT, size=50),
    )


def _at(scene: Scene, track: int, level: int) -> list[int]:
    name = TECHNOLOGIES[track]
    return [n for n, seat in enumerate(scene.players) if seat.technologies[name] == level]


def _level(
    scene: Scene, track: int, level: int, price: int, theme: Theme, t: Translations
) -> Block:
    """A level's price, words and seats. Beyond the top level is the bonus, without seats."""
    seats = _at(scene, track, level) if level <= TOP_LEVEL else []
    off = level == level_off(scene.active_prophecy)
    ink = theme.dim if level > TOP_LEVEL or off else theme.text
    string = level_words(t, scene, track, level)
    line: Line = (
        [(Pic("any-resource"),)] * price
        if price < 4
        else [(Words(str(price)), Pic("any-resource"))]
    )
    room = RIGHT - (len(seats) * 58 + 20 if seats else 0)
    return blocks.beside(
        blocks.signs(line, theme, left=_PRICE_LEFT, size=_BLOCK, apart=0.08),
        blocks.words(
            string, ink, left=_WORDS_LEFT, right=max(room, RIGHT - _SEATS - 60), size=36,
            weight="bold" if seats else "regular",
        ),
        blocks.seats(seats, theme, right=RIGHT, size=50, room=_SEATS + 60),
        least=62, pad=5,
    )  # fmt: skip
