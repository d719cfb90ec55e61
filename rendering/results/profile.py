"""A person's finished games: places by number of players, favourite gears, and the rating."""

from PIL import Image

from bot.text.descriptions.profile import (
    PlacesRow,
    ProfileCard,
    alt_profile,
    card_rating,
    gears_heading,
)
from bot.text.formats import number
from bot.text.names import games_words, gear_name
from bot.text.translation import Translations
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import shrunk, width
from rendering.drawing.geometry import Box
from rendering.drawing.lettering import text
from rendering.drawing.relief import draw_panel
from rendering.drawing.theme import MEDALS, THEMES, Colour, Theme, ThemeName, mix
from rendering.icons.catalogue import medal
from rendering.icons.emojis import gear_icon
from rendering.results.chart import draw_scale
from rendering.results.figures import stone_bar
from rendering.results.ratings import draw_rating_line, rating_axis, thinned
from rendering.results.sheet import HEAD, LEFT, LOWEST, RIGHT, sheet

MOST_ROWS = 5
_COLUMNS_HIGH, _ROW, _GAP, _FOOT = 58, 104, 6, 24
_LABEL, _LABEL_ROOM = 30, 306  # left edge and width of the labels
_BARS, _BARS_END, _SEGMENT = 380, 1180, 118  # ends of the bars, and the least width of a place
_POINTS, _GAMES = 1370, 1550  # right ends of the columns
_LETTERS, _HEADS, _BAR_HIGH, _MEDAL = 40, 36, 68, 50
_MIDDLE, _BETWEEN = 790, 12  # right end of the gears, and the gap to the rating
_GEAR, _GEARS_HIGH, _GEARS_HEAD = 70, 500, 84


def draw_profile(card: ProfileCard, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The card as a picture 1,600 pixels wide. Raises ValueError for more than `MOST_ROWS`."""
    if len(card.rows) > MOST_ROWS:
        raise ValueError(f"a picture holds {MOST_ROWS} rows, not {len(card.rows)}")
    look = THEMES[theme]
    return Picture(png(profile_image(card, look, t), look), "profile.png", alt_profile(card, t))


def profile_image(card: ProfileCard, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    above = HEAD + _COLUMNS_HIGH + len(card.rows) * (_ROW + _GAP) + _GAP
    height = max(LOWEST, above + _GEARS_HIGH + _FOOT)
    image = sheet(height, card.name, games_words(t, card.games), theme)
    y = HEAD + 24
    # Translators: head of a column in a picture, at most 10 characters: mean points of a game
    text(image, (_POINTS, y), t.pgettext("mean", "Points"), "bold", _HEADS, theme.dim, "rm")
    text(image, (_GAMES, y), t.pgettext("column", "Games"), "bold", _HEADS, theme.dim, "rm")
    # Translators: head of a column in a picture, at most 20 characters: how often somebody came
    # first, second...
    places = t.pgettext("column", "Places")
    text(image, (_BARS, y), places, "bold", _HEADS, theme.dim, "lm")
    top = HEAD + _COLUMNS_HIGH
    for one in card.rows:
        _draw_places(image, one, top, theme, t)
        top += _ROW + _GAP
    box = (LEFT, top + _GAP, RIGHT, height - _FOOT)
    if card.ratings:
        _draw_gears(image, card, (box[0], box[1], _MIDDLE, box[3]), theme, t)
        _draw_course(image, card, (_MIDDLE + _BETWEEN, box[1], box[2], box[3]), theme, t)
    else:
        _draw_gears(image, card, box, theme, t)
    return image


def _draw_places(
    image: Image.Image, row: PlacesRow, top: int, theme: Theme, t: Translations
) -> None:
    draw_panel(image, (LEFT, top, RIGHT, top + _ROW + 3), theme)
    middle = top + _ROW / 2
    label, size = shrunk(row.label, "black", range(_LETTERS, 29, -2), _LABEL_ROOM)
    text(image, (LEFT + _LABEL, middle), label, "black", size, theme.text)
    came = [(place, times) for place, times in enumerate(row.places, start=1) if times]
    spare = _BARS_END - _BARS - _SEGMENT * len(came)
    left = float(_BARS)
    for place, times in came:
        wide = _SEGMENT + spare * times / row.games
        fill = mix(MEDALS[min(place, len(MEDALS)) - 1], theme.panel, 0.35)
        bar = stone_bar(round(wide) - 4, _BAR_HIGH, fill, theme)
        paste(image, bar, (left + wide / 2 - 2, middle))
        paste(image, medal(place, _MEDAL, theme), (left + 12 + _MEDAL / 2, middle))
        room, sizes = round(wide) - _MEDAL - 32, range(_LETTERS, 25, -2)
        told, size = shrunk(number(t, times), "black", sizes, room)
        at = (left + 22 + _MEDAL, middle)
        text(image, at, told, "black", size, _ink(fill), "lm")
        left += wide
    value = number(t, row.points, 1)
    text(image, (_POINTS, middle), value, "black", _LETTERS + 4, theme.text, "rm")
    text(image, (_GAMES, middle), number(t, row.games), "bold", _LETTERS, theme.dim, "rm")


def _draw_gears(
    image: Image.Image, card: ProfileCard, box: Box, theme: Theme, t: Translations
) -> None:
    """Draw a bar for each gear in its colour, the favourite one first."""
    left, top, right, bottom = map(round, box)
    draw_panel(image, box, theme)
    room = right - left - 2 * _LABEL
    heading, size = shrunk(gears_heading(t), "bold", range(_HEADS, 27, -2), room)
    text(image, (left + _LABEL, top + 44), heading, "bold", size, theme.dim, "lm")
    names = [gear_name(t, gear) for gear, _ in card.gears]
    room = 300 if right > _MIDDLE else 236
    start, end = left + 130 + room, right - 120
    most = max(1e-9, *(value for _, value in card.gears))
    step = (bottom - top - _GEARS_HEAD - 10) / len(card.gears)
    for n, (gear, value) in enumerate(card.gears):
        y = top + _GEARS_HEAD + step * (n + 0.5)
        icon = gear_icon(gear, _GEAR, theme)
        paste(image, icon, (left + _LABEL + _GEAR / 2, y))
        name, size = shrunk(names[n], "black", range(38, 27, -2), room)
        text(image, (left + _LABEL + _GEAR + 20, y), name, "black", size, theme.text, "lm")
        wide = round((end - start) * value / most)
        if wide > 8:
            bar = stone_bar(wide, 50, theme.cities[gear].gear, theme)
            paste(image, bar, (start + wide / 2, y))
        told = number(t, value, 1)
        text(image, (right - _LABEL, y), told, "black", _LETTERS, theme.text, "rm")


def _draw_course(
    image: Image.Image, card: ProfileCard, box: Box, theme: Theme, t: Translations
) -> None:
    """Draw the rating after each game as a line, thin as long as it is provisional."""
    left, top, right, bottom = map(round, box)
    draw_panel(image, box, theme)
    # Translators: in a picture, above the line of a person's rating; at most 12 characters
    heading = t.pgettext("profile", "Rating")
    text(image, (left + _LABEL, top + 44), heading, "bold", _HEADS, theme.dim, "lm")
    beside = left + _LABEL + round(width(heading, "bold", _HEADS)) + 24
    room = right - _LABEL - beside
    told, size = shrunk(card_rating(t, card), "black", range(_LETTERS, 27, -2), room)
    text(image, (right - _LABEL, top + 44), told, "black", size, theme.text, "rm")
    inner = (left + 112, top + _GEARS_HEAD + 20, right - 50, bottom - 76)
    axis = rating_axis(card.ratings, 6)
    most = max(card.provisional, len(card.ratings))

    def at(game: float, value: float) -> tuple[float, float]:
        x = inner[0] + (inner[2] - inner[0]) * game / most
        return x, inner[3] - (inner[3] - inner[1]) * (value - axis.low) / (axis.high - axis.low)

    marks = [(value, number(t, value), at(0, value)[1]) for value in axis.marks]
    draw_scale(image, marks, (inner[0], inner[2]), 34, theme)
    every = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10**6) if most / s <= 5)
    for game in range(every, most + 1, every):
        text(image, (at(game, 0)[0], bottom - 40), str(game), "bold", 32, theme.dim, "mm")
    kept = thinned(card.ratings)
    points = [at(game, value) for game, value in kept]
    thin = sum(game <= card.provisional for game, _ in kept)
    sketch = Sketch(right - left, bottom - top, smoothing=2)
    moved = [(x - left, y - top) for x, y in points]
    draw_rating_line(sketch, moved, thin, theme.jade, theme)
    for radius, fill in ((15, theme.outline), (11, theme.turn)):
        sketch.circle(moved[-1], radius, fill)
    sketch.draw_on(image, (left, top))


def _ink(fill: Colour) -> Colour:
    """The colour of text on a bar of this colour."""
    bright = sum(part * share for part, share in zip(fill, (0.3, 0.59, 0.11), strict=True)) > 120
    return (20, 17, 11) if bright else (255, 255, 255)
