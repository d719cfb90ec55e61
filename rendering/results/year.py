"""A year of a person or a server, to be shared: four numbers, a bar for each month, and what there
was most of. All of it is read on a phone."""

from PIL import Image

from bot.text.descriptions.year import YearCard, alt_year
from bot.text.formats import month
from bot.text.translation import Translations
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import showable, shrunk, width
from rendering.drawing.lettering import draw_casing, text
from rendering.drawing.page import DIGITS, EDGE, FOOT, HIGHEST, WIDTH, draw_foot, page
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.results.ages import SKY, age_picture
from rendering.results.figures import stone_bar

_APART, _FACT = 10, 66
_NUMBERS, _BAR, _HEADING = 150, 42, 54
_NUMBER, _LABEL = range(60, DIGITS - 1, -2), range(28, 21, -2)  # sizes of letters
_CASING = 5  # dark edge of the words on the picture of the sky


def draw_year(card: YearCard, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The card of a year, 800 pixels wide and 1,000 high."""
    look = THEMES[theme]
    return Picture(png(year_image(card, look, t), look), "year.png", alt_year(card, t))


def year_image(card: YearCard, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    image = page(HIGHEST, theme)
    sky = age_picture(1, theme)
    image.paste(sky, (0, 0), sky)
    left, room = EDGE + 14, WIDTH - 2 * EDGE - 28
    for words, y, size in ((showable(card.name) or "…", 68, 62), (card.title, 126, DIGITS)):
        shown, high = shrunk(words, "black", range(size, 33, -2), room)
        middle = (left + width(shown, "black", high) / 2, y)
        draw_casing(image, middle, shown, "black", high, theme.outline, _CASING)
        text(image, middle, shown, "black", high, theme.hub_text, "mm")
    top = SKY + EDGE - 4
    _draw_numbers(image, card, top, theme)
    facts = HIGHEST - FOOT - len(card.most) * _FACT - _APART
    _draw_months(image, card, (top + _NUMBERS + _APART, facts - _APART), theme, t)
    _draw_most(image, card, facts, theme)
    draw_foot(image, t, theme)
    return image


def _draw_numbers(image: Image.Image, card: YearCard, top: int, theme: Theme) -> None:
    wide = (WIDTH - 2 * EDGE + _APART) / len(card.numbers)
    for place, (label, number) in enumerate(card.numbers):
        left = EDGE + place * wide
        draw_panel(image, (left, top, left + wide - _APART, top + _NUMBERS), theme)
        middle = left + (wide - _APART) / 2
        shown, size = shrunk(number, "black", _NUMBER, round(wide) - 30)
        text(image, (middle, top + 58), shown, "black", size, theme.turn, "mm")
        shown, size = shrunk(label, "bold", _LABEL, round(wide) - 40)
        text(image, (middle, top + 116), shown, "bold", size, theme.dim, "mm")


def _draw_months(
    image: Image.Image, card: YearCard, between: tuple[int, int], theme: Theme, t: Translations
) -> None:
    """Draw a bar for each month, its won part below in gold, with the number on top."""
    top, bottom = between
    draw_panel(image, (EDGE, top, WIDTH - EDGE, bottom), theme)
    heading, size = shrunk(card.heading, "bold", _LABEL, WIDTH - 2 * EDGE - 40)
    text(image, (EDGE + 20, top + 32), heading, "bold", size, theme.dim, "lm")
    foot, step = bottom - 50, (WIDTH - 2 * EDGE - 24) / len(card.games)
    high = foot - top - _HEADING - DIGITS - 8
    most = max(card.games)
    for n, (games, won) in enumerate(zip(card.games, card.won, strict=True)):
        x = EDGE + 12 + (n + 0.5) * step
        text(image, (x, bottom - 26), month(t, n + 1), "bold", 30, theme.dim, "mm")
        for count, colour in ((games, theme.jade), (won, theme.maize)):
            tall = round(high * count / most)
            if tall > 6:
                paste(image, stone_bar(_BAR, tall, colour, theme), (x, foot - tall / 2))
        if games and (most < 100 or games == most):
            y = foot - round(high * games / most) - 8
            text(image, (x, y), str(games), "black", DIGITS, theme.text, "mb")


def _draw_most(image: Image.Image, card: YearCard, top: int, theme: Theme) -> None:
    draw_panel(image, (EDGE, top, WIDTH - EDGE, top + len(card.most) * _FACT + 4), theme)
    for place, (label, name, much) in enumerate(card.most):
        y, right = top + (place + 0.5) * _FACT + 2, WIDTH - EDGE - 24
        shown, size = shrunk(label, "bold", range(30, 21, -2), 280)
        text(image, (EDGE + 24, y), shown, "bold", size, theme.dim, "lm")
        text(image, (right, y), much, "black", DIGITS + 2, theme.text, "rm")
        beside = right - max(102, width(much, "black", DIGITS + 2)) - 18
        shown, size = shrunk(showable(name) or "…", "black", range(38, 29, -2), 320)
        text(image, (beside, y), shown, "black", size, theme.text, "rm")
