"""The close-up of the calendar: food days, starting player, the quick action and the prophecies in
words."""

from collections.abc import Iterator

from PIL import Image

from bot.engine.board import FOOD_DAY_TEETH
from bot.engine.components import QUICK_TILES
from bot.engine.food_day import MID_AGE_DAYS
from bot.engine.prophecies import PROPHECIES
from bot.engine.quick_actions import QUICK_SPACE_CORN
from bot.scene import Scene
from bot.text.descriptions import board
from bot.text.descriptions.closeups import food_day_words, prophecy_state
from bot.text.names import amount, tile_name
from bot.text.prophecies import calamity_words, fulfilment_words
from bot.text.tiles import tile_effects
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.canvas import paste
from rendering.drawing.theme import Theme
from rendering.icons.catalogue import icon, points_icon
from rendering.icons.effects import calamity_line, quick_line
from rendering.icons.lines import Line, Pic, Words
from rendering.icons.markers import dummy, marker

_WORDS_LEFT = LEFT + 92
_SLAB, _SLAB_HIGH = 300, 92


def draw(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of the calendar."""
    # Translators: below the title of a picture.
    when = t.gettext("Round {round}, age {age}").format(round=scene.round, age=scene.age)
    parts = [
        # Translators: title of a picture; at most 20 characters.
        blocks.title(t.gettext("Calendar"), when, theme, icon("sun", 92, theme)),
        blocks.gap(18),
        blocks.panel(blocks.stacked(list(_food_days(scene, theme, t)), 6), theme),
        blocks.gap(18),
        _start(scene, theme, t),
    ]
    if scene.quick is not None:
        parts += [blocks.rule(theme), *_quick(scene, theme, t)]
    for number in range(len(scene.prophecies)):
        parts += [blocks.rule(theme), _prophecy(scene, number, theme, t)]
    return blocks.sheet(parts, theme)


def _food_days(scene: Scene, theme: Theme, t: Translations) -> Iterator[Block]:
    """The four food days: over, next, to come."""
    for held in range(len(FOOD_DAY_TEETH)):
        mid_age = held in MID_AGE_DAYS
        string = food_day_words(t, scene, held)
        following = held == scene.food_days_held
        yield blocks.beside(
            blocks.sprite(icon("food-mid" if mid_age else "food-end", 64, theme), LEFT + 8),
            blocks.words(
                string, theme.text if following else theme.dim, left=_WORDS_LEFT,
                weight="bold" if following else "regular", size=40, smaller=(36,),
            ),
            least=70,
        )  # fmt: skip


def _start(scene: Scene, theme: Theme, t: Translations) -> Block:
    """The starting player, and the starting-player space with its worker and corn."""
    first = scene.seats[scene.first_seat].name
    if scene.start_space is None:
        # Translators: in a picture, beside "Starting-player space": nobody stands there.
        space = t.pgettext("space", "free")
    else:
        space = scene.seats[scene.start_space].name
    line: Line = [(Words(f"+{scene.calendar_corn}", 1.1), Pic("corn"))]
    ink = theme.text if scene.calendar_corn else theme.faint
    return blocks.stacked(
        [
            blocks.beside(
                blocks.sprite(icon("first-player", 64, theme), LEFT + 8),
                # Translators: in a picture, before the player's name.
                blocks.words(t.gettext("Starting player"), theme.dim, left=_WORDS_LEFT, right=560),
                blocks.one_line(first, theme.text, left=576, right=RIGHT),
                least=70,
            ),
            blocks.beside(
                blocks.signs(line, theme, left=LEFT, right=LEFT + 120, size=56, ink=ink),
                blocks.words(
                    # Translators: in a picture, before the name of who stands there, or "free".
                    t.gettext("Starting-player space"), theme.dim, left=LEFT + 132, right=560,
                    smaller=(36,),
                ),
                blocks.one_line(space, theme.text, left=576, right=RIGHT),
                least=70,
            ),
        ]
    )  # fmt: skip


def _tablet(line: Line, theme: Theme, *, dim: bool = False) -> Block:
    return blocks.tablet(line, theme, left=LEFT, width=_SLAB, height=_SLAB_HIGH, size=66, dim=dim)


def _quick(scene: Scene, theme: Theme, t: Translations) -> Iterator[Block]:
    quick = scene.quick
    assert quick is not None
    left = LEFT + _SLAB + 28
    column = [
        blocks.words(
            # Translators: in a picture; {tile}: the name of a quick action.
            t.gettext("Quick action: {tile}").format(tile=board.quick_name(t, scene)),
            theme.text, left=left, size=42, weight="bold", smaller=(38,),
        )
    ]  # fmt: skip
    if quick.tile and quick.tile in QUICK_TILES:
        column.append(blocks.words(tile_effects(t, quick.tile), theme.text, left=left))
    # Translators: in a picture, about the spaces of the quick action; {corn} as "1 corn".
    price = t.gettext("A space costs {corn}").format(corn=amount(t, "corn", QUICK_SPACE_CORN))
    column.append(blocks.words(price, theme.dim, left=left, size=36))
    line = quick_line(quick.tile) if quick.tile else [(Pic("tile-back"),)]
    yield blocks.beside(_tablet(line, theme), blocks.stacked(column))
    yield blocks.gap(14)

    def draw(image: Image.Image, top: int) -> None:
        x = LEFT + 34
        for who in quick.spaces:
            drawn = dummy(54, theme) if who == "dummy" else icon("worker", 40, theme, theme.faint)
            if isinstance(who, int):
                drawn = marker(who, 54, theme, to_move=who in scene.waiting)
            paste(image, drawn, (x, top + 32))
            x += 84

    spaces = Block(64, draw)
    soon = board.next_quick_words(t, scene)
    yield blocks.beside(spaces, blocks.words(soon, theme.dim, left=left, size=36))
    if quick.coming:
        yield blocks.gap(14)
        yield blocks.words(board.coming_quick_words(t, scene), theme.dim, size=36)


def _prophecy(scene: Scene, number: int, theme: Theme, t: Translations) -> Block:
    """A prophecy: what it makes harder, and what counts at its end. Once over, only its name."""
    prophecy = scene.prophecies[number]
    runs = prophecy == scene.active_prophecy
    over = not runs and number < scene.food_days_held
    state = prophecy_state(t, scene, number)
    left = LEFT + _SLAB + 28
    head = blocks.beside(
        _tablet(calamity_line(prophecy), theme, dim=over),
        blocks.stacked(
            [
                blocks.words(
                    tile_name(t, prophecy), theme.dim if over else theme.text,
                    left=left, size=42, weight="bold", smaller=(38,),
                ),
                blocks.words(state, theme.turn if runs else theme.dim, left=left, weight="bold"),
            ]
        ),
    )  # fmt: skip
    if over or prophecy not in PROPHECIES:
        return head
    parts = [head, blocks.gap(12)]
    ink = theme.text if runs else theme.dim
    for string in (calamity_words(t, prophecy), fulfilment_words(t, prophecy)):
        parts.append(blocks.words(string, ink, size=36))
    if runs and any(seat.prophecy_points is not None for seat in scene.seats):
        parts += [blocks.gap(10), _worth(scene, theme, t)]
    return blocks.stacked(parts)


def _worth(scene: Scene, theme: Theme, t: Translations) -> Block:
    """The points the active prophecy would give each seat now."""
    worth = [(n, seat.prophecy_points) for n, seat in enumerate(scene.seats)]

    def draw(image: Image.Image, top: int) -> None:
        x = 400
        for number, points in worth:
            if points is not None:
                paste(image, marker(number, 46, theme), (x, top + 32))
                paste(image, points_icon(points, 56, theme), (x + 54, top + 32))
            x += 130

    # Translators: in a picture, before the points a prophecy would give each player; it wraps after
    # 14 characters.
    label = blocks.words(t.gettext("Now it would give"), theme.dim, right=370, size=36)
    return blocks.beside(label, Block(64, draw))
