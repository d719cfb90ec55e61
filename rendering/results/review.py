"""The picture of a review: the final points a computer expected of each seat, round by round."""

from PIL import Image

from bot.text.descriptions.reviews import Expectations, alt_expectations
from bot.text.names import SEAT_LETTERS
from bot.text.translation import Translations
from rendering.drawing.canvas import paste
from rendering.drawing.encoding import Picture, png
from rendering.drawing.fonts import fitted, showable, width
from rendering.drawing.lettering import text
from rendering.drawing.theme import THEMES, Theme, ThemeName
from rendering.icons.markers import marker
from rendering.results.points_chart import Lines, draw_chart
from rendering.results.sheet import HEAD, LEFT, LOWEST, RIGHT, sheet

_NAMES_HIGH, _FOOT = 84, 20
_MARKER, _AFTER, _BETWEEN = 52, 14, 40
_LETTERS = (44, 40, 36)


def draw_review(shown: Expectations, *, theme: ThemeName = "dark", t: Translations) -> Picture:
    """The lines of all seats as a picture 1,600 pixels wide."""
    look = THEMES[theme]
    return Picture(
        png(review_image(shown, look, t), look), "review.png", alt_expectations(shown, t)
    )


def review_image(shown: Expectations, theme: Theme, t: Translations) -> Image.Image:
    """The picture before it is encoded."""
    # Translators: title of a picture, at most 30 characters: the points each seat was expected to
    # have at the end of the game, as a line over the rounds
    title = t.gettext("Expected final points")
    rounds = len(shown.food_days)
    note = t.ngettext("{n} round", "{n} rounds", rounds).format(n=rounds)
    image = sheet(LOWEST, title, note, theme)
    _draw_names(image, shown, HEAD + _NAMES_HIGH / 2 - 8, theme)
    lines = Lines(
        shown.lines, shown.ends, shown.by_place, shown.food_days, 0.0, scored=False, from_zero=False
    )
    draw_chart(image, lines, (LEFT, HEAD + _NAMES_HIGH, RIGHT, LOWEST - _FOOT), theme)
    return image


def _draw_names(image: Image.Image, shown: Expectations, y: float, theme: Theme) -> None:
    """Draw each seat's marker with its name, in seat order."""
    seats = len(shown.names)
    whole = RIGHT - LEFT - (seats - 1) * _BETWEEN - seats * (_MARKER + _AFTER) - 8
    names = [showable(name) or SEAT_LETTERS[n] for n, name in enumerate(shown.names)]
    size = next(
        (one for one in _LETTERS if sum(width(n, "black", one) for n in names) <= whole),
        _LETTERS[-1],
    )
    # Longer names get the room that shorter ones leave.
    left, fit = float(whole), dict[int, str]()
    for done, seat in enumerate(sorted(range(seats), key=lambda n: width(names[n], "black", size))):
        fit[seat] = fitted(names[seat], "black", size, left / (seats - done))
        left -= width(fit[seat], "black", size)
    x = float(LEFT + 4)
    for seat in range(seats):
        paste(image, marker(seat, _MARKER, theme), (x + _MARKER / 2, y))
        x += _MARKER + _AFTER
        text(image, (x, y), fit[seat], "black", size, theme.text)
        x += width(fit[seat], "black", size) + _BETWEEN
