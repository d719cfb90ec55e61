"""The close-ups of the tracks on which seats move up: temples and technologies.

Temples have their steps with points and goods, the leader bonuses and all seats' markers;
technologies have each level's effect in words, its price and its seats.
"""

from collections.abc import Sequence

from PIL import Image

from bot.engine import components
from bot.scene import Scene
from bot.text import seats
from bot.text.descriptions import closeups
from bot.text.names import technology_name, temple_name
from bot.text.spaces import level_off
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.canvas import paste, rounded
from rendering.drawing.lettering import text
from rendering.drawing.theme import BLACK, WHITE, Colour, Theme, mix
from rendering.icons.catalogue import icon, points_icon
from rendering.icons.effects import Line, Pic, Words, step_rewards
from rendering.icons.markers import marker

_COLUMN, _APART = 324, 18
_RISE, _BETWEEN = 76, 5
_NARROWING = 0.16  # part of its width by which the top step is narrower than the lowest one
_POINTS, _REWARD, _LARGEST = 58, 54, 58
_SPREAD = 1.1  # from marker to marker, in sizes
_LEADER = 62
_ROMAN = ("I", "II")


def draw_temples(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
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
        for kind,
        note in zip(kinds, (t.say(closeups.MIDDLE_OF_AGE), t.say(closeups.END_OF_AGE)), strict=True)
    ]  # fmt: skip
    day = None if scene.phase == "finished" else scene.food_day
    parts = [
        blocks.title(
            t.gettext("Temples"),
            seats.food_day_words(t, day.rounds if day else None),
            theme,
            icon("temple-any", 96, theme),
        ),
        blocks.warning(closeups.temple_trouble(t, scene), theme),
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
        for number, temple in enumerate(components.TEMPLES)
    ]  # fmt: skip
    heights = [
        name.height + _LEADER + 12 + (top + 1) * _RISE
        for name, top in zip(names, components.TOP, strict=True)
    ]
    height = max(heights)

    def draw(image: Image.Image, top: int) -> None:
        for temple in range(len(components.TEMPLES)):
            left, base = _left(temple), top + height
            for step in range(components.TOP[temple] + 1):
                _draw_step(image, scene, temple, step, (left, base), theme)
            head = base - (components.TOP[temple] + 1) * _RISE - 12
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
        bonus = points_icon(components.LEADER_BONUS[temple][number - 1], 56, theme)
        paste(image, bonus, (x + 50, middle))


def _draw_step(
    image: Image.Image, scene: Scene, temple: int, step: int, at: tuple[int, int], theme: Theme
) -> None:
    left, base = at
    inset = _COLUMN * _NARROWING * step / components.TOP[temple] / 2
    box = (left + inset, base - (step + 1) * _RISE, left + _COLUMN - inset, base - step * _RISE)
    colour = _colour(temple, step, theme)
    rounded(
        image, (*box[:3], box[3] - _BETWEEN), 8, colour,
        light=mix(colour, WHITE, 0.35), shade=mix(colour, BLACK, 0.4),
        shadow=theme.shadow, drop=3,
    )  # fmt: skip
    middle = (box[1] + box[3] - _BETWEEN) / 2
    points = points_icon(components.STEP_POINTS[temple][step], _POINTS, theme)
    paste(image, points, (box[0] + 12 + _POINTS / 2, middle))
    right = box[2] - 12
    reward = step_rewards(temple)[step]
    if reward:
        paste(image, icon(reward, _REWARD, theme), (right - _REWARD / 2, middle))
        right -= _REWARD + 6
    seats = [
        n
        for n, seat in enumerate(scene.players)
        if seat.temples[components.TEMPLES[temple]] == step
    ]
    _place(image, seats, (box[0] + 18 + _POINTS, right), middle, theme)


def _place(
    image: Image.Image, seats: Sequence[int], room: tuple[float, float], middle: float, theme: Theme
) -> None:
    """Draw the markers of these seats in the `room` (left, right), side by side, or in two rows
    where that makes them larger. `middle` is the height of their middle."""
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
    """The colour of a step: cream for the start, bright for the top, which only one marker can
    hold; the others alternate between two shades."""
    colour = theme.temples[components.TEMPLES[temple]]
    if step == components.START_STEP:
        return theme.tablet
    if step == components.TOP[temple]:
        return mix(colour, WHITE, 0.14)
    return mix(colour, BLACK, 0.16 if step % 2 == 0 else 0.27)


_PRICE_LEFT, _WORDS_LEFT = LEFT + 8, LEFT + 184
_SEATS = 190  # room for markers at the end of a line
_BLOCK = 46


def draw_technologies(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of the technologies."""
    parts = [
        blocks.title(
            # Translators: title of a picture.
            t.gettext("Technologies"),
            # Translators: below the title of the picture.
            t.gettext("The price of a level in resources, and its effect"),
            theme, icon("tech-any", 96, theme),
        ),
        blocks.warning(closeups.technology_trouble(t, scene), theme),
        blocks.gap(20),
    ]  # fmt: skip
    tracks = [_track(scene, track, theme, t) for track in range(len(components.TECHNOLOGIES))]
    return blocks.sheet([*parts, blocks.stacked(tracks, 16)], theme)


def _track(scene: Scene, track: int, theme: Theme, t: Translations) -> Block:
    name = components.TECHNOLOGIES[track]
    head = blocks.beside(
        blocks.sprite(icon(f"tech-{name}", 64, theme), LEFT),
        blocks.words(
            technology_name(t, name), theme.text,
            left=LEFT + 84, right=RIGHT - 350, size=46, weight="black", smaller=(40,),
        ),
        _beginners(scene, track, theme),
    )  # fmt: skip
    raw = components.COMPONENTS["technologies"][track]
    prices = [*(level["cost"] for level in raw["levels"]), raw["bonus"]["cost"]]
    levels = [
        _level(scene, track, level, price, theme, t) for level, price in enumerate(prices, start=1)
    ]
    return blocks.panel(blocks.stacked([head, blocks.gap(6), *levels]), theme)


def _beginners(scene: Scene, track: int, theme: Theme) -> Block:
    """The seats without a level in this technology, behind a 0; nothing if there are none."""
    seats = _seats_at(scene, track, 0)
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


def _seats_at(scene: Scene, track: int, level: int) -> list[int]:
    name = components.TECHNOLOGIES[track]
    return [n for n, seat in enumerate(scene.players) if seat.technologies[name] == level]


def _level(
    scene: Scene, track: int, level: int, price: int, theme: Theme, t: Translations
) -> Block:
    """A level with its price in resources, its effect in words and its seats. The level above the
    top one is the bonus, which has no seats."""
    seats = _seats_at(scene, track, level) if level <= components.TOP_LEVEL else []
    off = level == level_off(scene.active_prophecy)
    ink = theme.dim if level > components.TOP_LEVEL or off else theme.text
    string = closeups.level_words(t, scene, track, level)
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
