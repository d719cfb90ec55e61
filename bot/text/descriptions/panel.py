"""The alt text of the picture of a private panel: its numbers, and what they are."""

from collections.abc import Sequence

from bot.engine.board import GEARS
from bot.scene import Scene, Spot
from bot.text.changes import signed
from bot.text.descriptions.alt_text import LONGEST
from bot.text.seats import coming_lines
from bot.text.translation import Translations
from bot.text.turns import place_name


def alt_panel(t: Translations, scene: Scene, seat: int, spots: Sequence[Spot]) -> str:
    """Tell the numbered places with their corn, then where the seat's workers stand next round, in
    at most `LONGEST` characters."""
    # Translators: alt text of a picture: a part of the board; below it come numbers and places
    lines = [t.gettext("What you can do on the board, with the numbers of the buttons:")]
    lines += [_spot_words(t, one) for one in spots]
    lines += coming_lines(t, scene, seat)
    while len("\n".join(lines)) > LONGEST:
        lines.pop()
    return "\n".join(lines)


def _spot_words(t: Translations, spot: Spot) -> str:
    """Tell one number: "2: Tikal 1, −1 corn"."""
    place = place_name(t, spot.place, spot.space if spot.place in GEARS else None)
    if spot.picks:
        # Translators: alt text of a picture, behind a number: a worker's place; imperative
        place = t.gettext("pick up {place}").format(place=place)
    if spot.corn is None:
        # Translators: alt text of a picture: the number of a button, and the place: "2: Tikal 1"
        return t.gettext("{number}: {place}").format(number=spot.number, place=place)
    # Translators: price on a button: it costs nothing: "Free · Palenque 0"; at most 8 characters
    corn = signed(t, "corn", spot.corn) if spot.corn else t.pgettext("price", "Free")
    # Translators: alt text of a picture: the number of a button, the place and the corn that it
    # costs or brings: "2: Tikal 1, −1 corn"
    return t.gettext("{number}: {place}, {corn}").format(number=spot.number, place=place, corn=corn)
