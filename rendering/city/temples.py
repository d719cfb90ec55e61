"""The contents of the three temples of the city picture: points, rewards, leader bonuses, markers.

What the next food day gives lies on cream tablets: points and the leader bonus at the end of an
age, goods in the middle of one. All else is cut into the stone. Above the lower temples are the
next food day, the stock of skulls and the stack of buildings.
"""

from PIL import Image

from bot.engine.board import LEADER_BONUS, STEP_POINTS, TEMPLES, TOP
from bot.scene import Scene
from bot.text.names import temple_name
from bot.text.translation import Translations
from rendering.city.pyramids import RISE, TREAD, Step, centre, corner_stone, draw_pyramids, step_of
from rendering.drawing.canvas import Sketch, paste, rounded
from rendering.drawing.fonts import width
from rendering.drawing.geometry import box
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text, titled
from rendering.drawing.relief import chamfered, tones
from rendering.drawing.theme import DARK_SIGN, PALE, WHITE, Colour, Theme, contrast, mix
from rendering.icons.catalogue import icon, points_icon, sign
from rendering.icons.effects import step_rewards
from rendering.icons.markers import place_markers
from rendering.layout import TEMPLES_BOX

PANEL = TEMPLES_BOX
_POINTS, _REWARD, _TABLET = 46, 34, 44
_BLOCK, _JUT = 42, 18  # size of the stones at both ends of a step; how far they jut out at most
_ENGRAVED = 29
_ROMAN = ("I", "II")
_NAMES, _NAME_ROOM, _NAME_UP = (36, 34, 32, 30), 268, 26  # sizes, room, middle above the edge
_OVER = 3  # later than any age
_BONUS_AT, _BONUS_UP = 94, 34  # from the shrine's middle line, above the top step


def draw_temples(image: Image.Image, theme: Theme) -> None:
    """All that never changes: the panel, the stone, points and rewards as they look while they
    are not due."""
    light = mix(theme.panel, WHITE, 0.12)
    shade = mix(theme.panel, theme.shadow, 0.6)
    rounded(image, PANEL, 18, theme.panel, light=light, shade=shade, shadow=theme.shadow, drop=3)
    draw_pyramids(image, theme)
    for temple in range(len(TEMPLES)):
        for index, points in enumerate(STEP_POINTS[temple]):
            step = step_of(temple, index)
            number = _number(points, corner_stone(temple, theme), theme)
            paste(image, number, (_points_at(step), step.middle))
            reward = step_rewards(temple)[index]
            if reward:
                drawn = _reward(reward, corner_stone(temple, theme), theme)
                paste(image, drawn, (_reward_at(step), step.middle))


def draw_temple_names(image: Image.Image, theme: Theme, t: Translations) -> None:
    """The names, each below its temple."""
    for temple, name in enumerate(TEMPLES):
        words = temple_name(t, name)
        at = (centre(temple), PANEL[3] - _NAME_UP)
        for line, size in titled(words, _NAMES, _NAME_ROOM):
            text(image, at, line, "bold", size, theme.text, "mm")


def _points_at(step: Step) -> float:
    """Middle of the block with the points at the step's left end. Where the step leaves room in
    the column, the block juts out, so that more markers find room between the two."""
    return step.left + 4 + _BLOCK / 2 - min(_JUT, step.aside)


def _reward_at(step: Step) -> float:
    return step.right - 4 - _BLOCK / 2 + min(_JUT, step.aside)


@kept(1_000_000)
def _stone_block(face: Colour, theme: Theme) -> Image.Image:
    """A corner stone of a step. Copy it before drawing on it."""
    sketch = Sketch(_BLOCK, _BLOCK)
    sketch.rounded((0, 0, _BLOCK, _BLOCK), 7, mix(face, theme.outline, 0.75))
    block = box(2, 2, _BLOCK - 2, _BLOCK - 2)
    chamfered(sketch, block, 3, face, tones(face, mix(face, theme.outline, 0.55)))
    return sketch.sprite()


def _number(points: int, face: Colour, theme: Theme) -> Image.Image:
    """Points that are not due, cut into their block."""
    sprite = _stone_block(face, theme).copy()
    ink = max((PALE, DARK_SIGN), key=lambda colour: contrast(colour, face))
    words = str(points).replace("-", "−")
    text(sprite, (_BLOCK / 2, _BLOCK / 2), words, "black", _ENGRAVED, ink, "mm")
    return sprite


def _reward(name: str, face: Colour, theme: Theme) -> Image.Image:
    """A reward that is not due, pale on its block."""
    sprite = _stone_block(face, theme).copy()
    drawn = icon(name, _REWARD, theme).copy()
    drawn.putalpha(drawn.getchannel("A").point([value * 6 // 10 for value in range(256)]))
    paste(sprite, drawn, (_BLOCK / 2, _BLOCK / 2))
    return sprite


@kept(1_000_000)
def _due(name: str, theme: Theme) -> Image.Image:
    """A reward of the next food day, on a cream tablet like points."""
    sketch = Sketch(_TABLET, _TABLET)
    sketch.rounded((0, 0, _TABLET, _TABLET), 10, theme.outline)
    sketch.rounded((2, 2, _TABLET - 2, _TABLET - 2), 8, PALE)
    sprite = sketch.sprite()
    paste(sprite, icon(name, _TABLET - 6, theme), (_TABLET / 2, _TABLET / 2))
    return sprite


def light_age(image: Image.Image, age: int, mid_age: bool | None, theme: Theme) -> None:
    """Highlight what the next food day gives: points and the leader bonus of the present age, or
    goods if it is `mid_age`; None after the last food day. The bonus of a past age is faint."""
    if mid_age is None:  # after the last food day
        age = _OVER
    for temple in range(len(TEMPLES)):
        for number in (1, 2):
            _draw_bonus(image, temple, number, age, theme, lit=mid_age is False)
        for index, points in enumerate(STEP_POINTS[temple]):
            step = step_of(temple, index)
            reward = step_rewards(temple)[index]
            if mid_age is False:
                at = (_points_at(step), step.middle)
                paste(image, points_icon(points, _POINTS, theme), at)
            elif mid_age and reward:
                paste(image, _due(reward, theme), (_reward_at(step), step.middle))


def _draw_bonus(
    image: Image.Image, temple: int, age: int, present: int, theme: Theme, *, lit: bool
) -> None:
    """Draw the leader bonus of an age beside the shrine: the age's number and the points, the first
    age on the left. The present one stands out, more if it is `lit`; a past one is faint."""
    x = centre(temple) + (_BONUS_AT if age == 2 else -_BONUS_AT)
    y = step_of(temple, TOP[temple]).top - _BONUS_UP
    pill = (x - 37, y - 26, x + 37, y + 26)
    bonus = LEADER_BONUS[temple][age - 1]
    if lit and age == present:
        rounded(image, pill, 10, theme.maize)
        text(image, (x - 20, y), _ROMAN[age - 1], "black", 27, theme.food_ink, "mm")
        paste(image, points_icon(bonus, 44, theme), (x + 12, y))
        return
    ground = mix(theme.panel, theme.ground, 0.8)
    rounded(image, pill, 10, ground)
    ink = theme.text if age == present else theme.dim
    if age < present:
        ink = mix(theme.faint, ground, 0.35)
    numeral = theme.turn if age == present else ink
    text(image, (x - 20, y), _ROMAN[age - 1], "black", 26, numeral, "mm")
    text(image, (x + 12, y), str(bonus), "black", 36, ink, "mm")


def draw_supplies(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw next food day and stock of skulls on the left, this age's stack of buildings right."""
    y = 66  # above the outer temples
    left = PANEL[0] + 20
    if scene.food_day is not None:
        bowl = "food-mid" if scene.food_day.mid_age else "food-end"
        paste(image, icon(bowl, 62, theme), (left + 31, y))
        text(image, (left + 70, y), str(scene.food_day.rounds), "black", 54, theme.text)
    paste(image, icon("skull", 46, theme), (left + 172, y))
    ink = theme.dim if scene.bank_skulls else theme.faint
    text(image, (left + 201, y), str(scene.bank_skulls), "black", 44, ink)
    y -= 12
    # The other age's stack is untouched or gone, so only this age's is shown.
    x, count = PANEL[2] - 20, scene.age1_left if scene.age == 1 else scene.age2_left
    ink = theme.dim if count else theme.faint
    text(image, (x, y), str(count), "black", 44, ink, "rm")
    x -= round(width(str(count), "black", 44))
    paste(image, sign("stack", 48, theme), (x - 32, y - 1))


def draw_markers(image: Image.Image, scene: Scene, theme: Theme) -> None:
    """Draw all seats' markers, those on one step side by side. The step of a temple's leaders has a
    golden edge, unless all are level. Markers that moved last are ringed."""
    for temple, name in enumerate(TEMPLES):
        ringed = scene.markers_moved(name)
        standing = [seat.temples[name] for seat in scene.players]
        if scene.phase != "finished" and min(standing) < max(standing):
            step = step_of(temple, max(standing))
            gold = _gold(round(step.right - step.left), theme)
            paste(image, gold, ((step.left + step.right) / 2, step.top + TREAD / 2))
        for index in set(standing):
            seats = [seat for seat, at in enumerate(standing) if at == index]
            step = step_of(temple, index)
            left = _points_at(step) + _POINTS / 2 + 2
            right = _reward_at(step) + _BLOCK / 2
            if step_rewards(temple)[index]:
                right -= _TABLET + 3
            room = (left, step.top + TREAD - 4, right, step.top + RISE + 2)
            place_markers(
                image, seats, room, centre(temple), theme, largest=46, asked=scene.waiting,
                ringed=ringed,
            )  # fmt: skip


@kept(1_000_000)
def _gold(wide: int, theme: Theme) -> Image.Image:
    """A tread of gold."""
    sketch = Sketch(wide + 8, TREAD + 6)
    for grow, colour in ((3, theme.outline), (0, theme.hub_turn)):
        low = (4.0 - grow, 4 + wide + grow, 3.0 + TREAD + grow, 3.0 - grow)
        left, right, bottom, top = low
        sketch.polygon([(left + 4, top), (right - 4, top), (right, bottom), (left, bottom)], colour)
    return sketch.sprite()
