"""The close-up of the temples: steps, points, goods, leaders, and all seats' markers."""

from collections.abc import Sequence

from PIL import Image

from bot.engine.board import LEADER_BONUS, START_STEP, STEP_POINTS, TEMPLES, TOP
from bot.scene import Scene
from bot.text.descriptions.closeups import food_day_notes, next_food_day, temple_trouble
from bot.text.names import temple_name
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, Block
from rendering.drawing.canvas import paste, rounded
from rendering.drawing.lettering import text
from rendering.drawing.theme import BLACK, WHITE, Colour, Theme, mix
from rendering.icons.catalogue import icon, points_icon
from rendering.icons.effects import step_rewards
from rendering.icons.markers import marker

_COLUMN, _APART = 324, 18
_RISE, _BETWEEN = 76, 5
_NARROWING = 0.16  # part of its width by which the top step is narrower than the lowest one
_POINTS, _REWARD, _LARGEST = 58, 54, 58
_SPREAD = 1.1  # from marker to marker, in sizes
_LEADER = 62
_ROMAN = ("I", "II")


def draw(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of the temples."""
    kinds = ("food-mid", "food-end")
    now = scene.food_day
    rows = [
        blocks.beside(
            blocks.sprite(icon(kind, 64, theme), LEFT),
            blocks.words(
                note, theme.text if now and now.mid_age == (kind == kinds[0]) else theme.dim,
                left=LEFT + 88, size=36,
            ),
        )
        for kind, note in zip(kinds, food_day_notes(t), strict=True)
    ]  # fmt: skip
    parts = [
        blocks.title(
            t.gettext("Temples"), next_food_day(t, scene), theme, icon("temple-any", 96, theme)
        ),
        blocks.warning(temple_trouble(t, scene), theme),
        blocks.gap(20),
        _temples(scene, theme, t),
        blocks.gap(24),
        blocks.stacked(rows, 12),
    ]
    return blocks.sheet(parts, theme)


def _left(temple: int) -> int:
    """The left edge of a temple's column."""
    return LEFT + temple * (_COLUMN + _APART)


def _temples(scene: Scene, theme: Theme, t: Translations) -> Block:
    names = [
        blocks.words(
            temple_name(t, temple), theme.text, left=_left(number), right=_left(number) + _COLUMN,
            size=42, weight="bold", smaller=(36,),
        )
        for number, temple in enumerate(TEMPLES)
    ]  # fmt: skip
    heights = [
        name.height + _LEADER + 12 + (top + 1) * _RISE for name, top in zip(names, TOP, strict=True)
    ]
    height = max(heights)

    def draw(image: Image.Image, top: int) -> None:
        for temple in range(len(TEMPLES)):
            left, base = _left(temple), top + height
            for step in range(TOP[temple] + 1):
                _draw_step(image, scene, temple, step, (left, base), theme)
            head = base - (TOP[temple] + 1) * _RISE - 12
            _draw_head(image, scene, temple, (left, head), theme)
            names[temple].draw(image, base - heights[temple])

    return Block(height, draw)


def _draw_head(
    image: Image.Image, scene: Scene, temple: int, at: tuple[int, int], theme: Theme
) -> None:
    """Draw the leader bonuses of both ages above the top step."""
    left, bottom = at
    middle = bottom - _LEADER // 2
    x = left + 30
    paste(image, icon("first-player", 58, theme), (x + 4, middle - 4))
    for number, roman in enumerate(_ROMAN, start=1):
        x = left + 98 + (number - 1) * 118
        lit = number == scene.age and scene.phase != "finished"
        fill = theme.maize if lit else theme.panel
        rounded(image, (x - 16, middle - 25, x + 16, middle + 25), 8, fill)
        ink = theme.food_ink if lit else theme.dim
        text(image, (x, middle), roman, "black", 36, ink, "mm")
        bonus = points_icon(LEADER_BONUS[temple][number - 1], 56, theme)
        paste(image, bonus, (x + 50, middle))


def _draw_step(
    image: Image.Image, scene: Scene, temple: int, step: int, at: tuple[int, int], theme: Theme
) -> None:
    left, base = at
    inset = _COLUMN * _NARROWING * step / TOP[temple] / 2
    box = (left + inset, base - (step + 1) * _RISE, left + _COLUMN - inset, base - step * _RISE)
    colour = _colour(temple, step, theme)
    rounded(
        image, (*box[:3], box[3] - _BETWEEN), 8, colour,
        light=mix(colour, WHITE, 0.35), shade=mix(colour, BLACK, 0.4),
        shadow=theme.shadow, drop=3,
    )  # fmt: skip
    middle = (box[1] + box[3] - _BETWEEN) / 2
    points = points_icon(STEP_POINTS[temple][step], _POINTS, theme)
    paste(image, points, (box[0] + 12 + _POINTS / 2, middle))
    right = box[2] - 12
    reward = step_rewards(temple)[step]
    if reward:
        paste(image, icon(reward, _REWARD, theme), (right - _REWARD / 2, middle))
        right -= _REWARD + 6
    seats = [n for n, seat in enumerate(scene.players) if seat.temples[TEMPLES[temple]] == step]
    _place(image, seats, (box[0] + 18 + _POINTS, right), middle, theme)


def _place(
    image: Image.Image, seats: Sequence[int], room: tuple[float, float], middle: float, theme: Theme
) -> None:
    """Draw markers side by side, or in two rows if they can then be larger."""
    if not seats:
        return
    left, right = room
    half = (len(seats) + 1) // 2
    in_one_row = min(_LARGEST, (right - left) / (len(seats) * _SPREAD))
    in_two_rows = min(_RISE * 0.44, (right - left) / (half * _SPREAD))
    rows: tuple[Sequence[int], ...] = (seats,)
    size = in_one_row
    if in_two_rows > in_one_row:
        rows, size = (seats[:half], seats[half:]), in_two_rows
    for row, members in enumerate(rows):
        y = middle + (row - (len(rows) - 1) / 2) * _RISE * 0.46
        x = (left + right) / 2 - size * _SPREAD * (len(members) - 1) / 2
        for seat in members:
            paste(image, marker(seat, round(size), theme), (x, y))
            x += size * _SPREAD


def _colour(temple: int, step: int, theme: Theme) -> Colour:
    """The colour of a step: cream for the start, bright for the top, which holds one marker; the
    others alternate a little."""
    colour = theme.temples[TEMPLES[temple]]
    if step == START_STEP:
        return theme.tablet
    if step == TOP[temple]:
        return mix(colour, WHITE, 0.14)
    return mix(colour, BLACK, 0.16 if step % 2 == 0 else 0.27)
