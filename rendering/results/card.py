"""The card of a game that is over, to be shared: the winner, everybody's points and how they grew,
what decided the game, and who climbed most temple steps. All of it is read on a phone."""

import re

from PIL import Image

from bot.text.descriptions.card import (
    Card,
    alt_card,
    climbing_title,
    played_words,
    turn_gain,
    turning_moment,
    turning_title,
)
from bot.text.names import SEAT_LETTERS, points_number, signed_points
from bot.text.points import winner_line
from bot.text.translation import Translations
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import fitted, showable, shrunk, width
from rendering.drawing.lettering import draw_casing, text
from rendering.drawing.page import DIGITS, EDGE, FOOT, HIGHEST, WIDTH, draw_foot, page
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.catalogue import icon, medal, sign
from rendering.icons.markers import marker, ring
from rendering.results.ages import SKY, age_picture
from rendering.results.points_chart import Measures, draw_chart, lines_of

_ROWS = {2: 92, 3: 76, 4: 66, 5: 60}
_FACTS, _APART = 106, 10
_TITLES = (62, 54, 46, 40, 34)
_NAMES = (42, 38, 34)
_NUMBERS = 48  # of the points
_LABEL, _VALUE = 28, 40
_CASING = 5  # dark edge of the words on the picture of the age
_HALF = (WIDTH - 2 * EDGE - _APART) // 2
_CHART = Measures(
    left=104, right=66, top=62, bottom=52, letters=DIGITS, signs=38, most_lines=4, near=3,
    along=26, at_end=34, numbers=False,
)  # fmt: skip


def draw_card(card: Card, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The card of a game that is over, 800 pixels wide and 1,000 high."""
    look = THEMES[theme]
    return Picture(png(card_image(card, look, t), look), "result.png", alt_card(card, t))


def card_image(card: Card, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    image = page(HIGHEST, theme)
    names = [showable(name) or SEAT_LETTERS[n] for n, name in enumerate(card.names)]
    _draw_head(image, card, names, theme, t)
    top = _draw_seats(image, card, names, SKY + EDGE - 4, theme) + _APART
    facts = HIGHEST - FOOT - _FACTS
    ringed = _ringed(card)
    box = (EDGE, top, WIDTH - EDGE, facts - _APART)
    draw_chart(image, lines_of(card.history), box, theme, _CHART, ringed=ringed)
    _draw_facts(image, card, facts, theme, t)
    draw_foot(image, t, theme)
    return image


def _draw_head(
    image: Image.Image, card: Card, names: list[str], theme: Theme, t: Translations
) -> None:
    sky = age_picture(2, theme)
    image.paste(sky, (0, 0), sky)
    place = medal(1, 96, theme)
    paste(image, place, (EDGE + 56, SKY / 2))
    left, room = EDGE + 122, WIDTH - 2 * EDGE - 122
    title, size = _title(card, names, room, t)
    for words, y, high in ((title, 68, size), (played_words(t, card), 126, DIGITS)):
        shown = fitted(words, "black", high, room)
        middle = (left + width(shown, "black", high) / 2, y)
        draw_casing(image, middle, shown, "black", high, theme.outline, _CASING)
        text(image, middle, shown, "black", high, theme.hub_text, "mm")


def _title(card: Card, names: list[str], room: int, t: Translations) -> tuple[str, int]:
    """Who won, as large as there is room; long names are cut."""
    words = winner_line(t, names, card.standings)
    for size in _TITLES:
        if width(words, "black", size) <= room:
            return words, size
    without = width(winner_line(t, [""] * len(names), card.standings), "black", _TITLES[-1])
    winners = sum(row["place"] == 1 for row in card.standings)
    each = int((room - without) / winners)
    cut = [fitted(name, "black", _TITLES[-1], each) for name in names]
    return winner_line(t, cut, card.standings), _TITLES[-1]


def _draw_seats(image: Image.Image, card: Card, names: list[str], top: int, theme: Theme) -> int:
    """Draw a row for each seat, from the first place to the last; returns where they end."""
    row = _ROWS[len(names)]
    bottom = top + len(names) * row + 8
    draw_panel(image, (EDGE, top, WIDTH - EDGE, bottom), theme)
    high = row - 12
    for number, seat in enumerate(card.history.by_place):
        points = card.history.seats[seat]
        middle = top + 2 + (number + 0.5) * row
        ink = theme.turn if points.place == 1 else theme.text
        place = (EDGE + 34, middle)
        text(image, place, str(points.place), "black", _VALUE, ink, "mm")
        x = EDGE + 64 + high * 0.45
        paste(image, marker(seat, round(high * 0.9), theme), (x, middle))
        x += high * 0.45 + 16
        right = WIDTH - EDGE - 26
        reached = points_number(points.points4)
        text(image, (right, middle), reached, "black", _NUMBERS, ink, "rm")
        room = round(right - width(reached, "black", _NUMBERS) - 24 - x)
        shown, size = shrunk(names[seat], "black", _NAMES, room)
        text(image, (x, middle), shown, "black", size, theme.text)
    return bottom


def _ringed(card: Card) -> tuple[int, int] | None:
    """The seat and the round of what decided the game."""
    if card.turn is not None:
        return card.turn.seat, card.turn.round
    if card.last_change is None:
        return None
    return card.history.by_place[0], card.last_change


def _draw_facts(image: Image.Image, card: Card, top: int, theme: Theme, t: Translations) -> None:
    """Draw what decided the game and who climbed most, side by side; one alone in the middle."""
    facts = []
    if turning_moment(t, card):
        facts.append(_draw_turning)
    if card.climbers:
        facts.append(_draw_climbing)
    left = EDGE if len(facts) > 1 else (WIDTH - _HALF) // 2
    for draw in facts:
        draw_panel(image, (left, top, left + _HALF, top + _FACTS), theme)
        draw(image, card, (left + 16, top), theme, t)
        left += _HALF + _APART


def _draw_turning(
    image: Image.Image, card: Card, at: tuple[int, int], theme: Theme, t: Translations
) -> None:
    left, top = at
    room = _HALF - 36
    paste(image, ring(15, theme), (left + 16, top + 30))
    title = fitted(turning_title(t, card), "bold", _LABEL, room - 42)
    text(image, (left + 42, top + 30), title, "bold", _LABEL, theme.dim)
    y, x = top + 72, float(left)
    seat, gain = card.history.by_place[0], ""
    if card.turn is not None:
        seat, gain = card.turn.seat, signed_points(4 * turn_gain(card))
    paste(image, marker(seat, 42, theme), (x + 21, y))
    x += 42 + 14
    right = left + room
    if gain:
        paste(image, icon("points", 40, theme), (right - 20, y))
        text(image, (right - 46, y), gain, "black", _VALUE, theme.text, "rm")
        right -= round(46 + width(gain, "black", _VALUE) + 12)
    words = turning_moment(t, card)
    for part, size in _sized(words, right - x):
        shown = fitted(part, "black", size, round(right - x))
        text(image, (x, y), shown, "black", size, theme.text)
        x += width(shown, "black", size)


def _sized(words: str, room: float) -> list[tuple[str, int]]:
    """Words with their size, whole if there is room; else with small letters before the number,
    which stays legible on a phone."""
    for size in (_VALUE, DIGITS):
        if width(words, "black", size) <= room:
            return [(words, size)]
    parts = [part for part in re.split(r"(\d+)", words) if part]
    return [(part, DIGITS if part.isdigit() else _LABEL) for part in parts]


def _draw_climbing(
    image: Image.Image, card: Card, at: tuple[int, int], theme: Theme, t: Translations
) -> None:
    left, top = at
    paste(image, sign("highest-temple", 34, theme), (left + 16, top + 30))
    title = fitted(climbing_title(t), "bold", _LABEL, _HALF - 36 - 42)
    text(image, (left + 42, top + 30), title, "bold", _LABEL, theme.dim)
    y, x = top + 72, float(left)
    for seat in card.climbers:
        paste(image, marker(seat, 42, theme), (x + 21, y))
        x += 42 + 6
    steps = f"+{card.history.seats[card.climbers[0]].climbed}"
    x += 8
    text(image, (x, y), steps, "black", _VALUE, theme.text)
    x += width(steps, "black", _VALUE) + 8
    if len(card.climbers) == 1:
        room = round(left + _HALF - 36 - x)
        name = showable(card.names[card.climbers[0]])
        text(image, (x + 6, y), fitted(name, "black", 34, room), "black", 34, theme.text)
