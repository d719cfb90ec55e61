"""The review of a game for its picture, and in words for people who cannot see that."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.points_by_source import FoodDay
from bot.text.descriptions.alt_text import fitting
from bot.text.names import points_number
from bot.text.translation import Translations

_SHORTER_NAMES = (14, 7)


@dataclass(frozen=True)
class Expectations:
    """The points a computer expected for each seat, in quarters. Compared by value, so that a
    drawing can be kept."""

    names: tuple[str, ...]
    """The names by seat, as the server shows them."""
    lines: tuple[tuple[float, ...], ...]
    """The expected points by seat: at the beginning of each round, and the final ones."""
    ends: tuple[int, ...]
    """The final points of each seat."""
    by_place: tuple[int, ...]
    """The seats from the first place to the last."""
    food_days: tuple[FoodDay | None, ...]
    """The food day of each round; None in a round without one."""


def alt_expectations(shown: Expectations, t: Translations) -> str:
    """Tell each seat's final points, and those expected at the beginning and after each food day,
    as whole points. If that is too long, names are cut."""
    short = [[name[:most] for name in shown.names] for most in _SHORTER_NAMES]
    return fitting(_told(t, shown, names) for names in (shown.names, *short))


def _told(t: Translations, shown: Expectations, names: Sequence[str]) -> Sequence[str]:
    # Translators: begins the description of a picture for those who cannot see it; after it stand
    # names and points of several moments of a game
    sentences = [t.gettext("The final points that a computer expected of each seat.")]
    # Translators: a moment of a game; {points} as "Ann 60, Bob 58"
    start = t.gettext("At the beginning: {points}.")
    sentences.append(start.format(points=_points(names, shown, 0)))
    for number, day in enumerate(shown.food_days[:-1], start=1):
        if day is not None:
            sentences.append(
                t.gettext("After the food day of round {n}: {points}.").format(
                    n=number, points=_points(names, shown, number)
                )
            )
    ends = ", ".join(f"{names[n]} {points_number(shown.ends[n])}" for n in shown.by_place)
    # Translators: the end of a game; {points} as "Ann 71, Bob 64½"
    sentences.append(t.gettext("Final score: {points}.").format(points=ends))
    return sentences


def _points(names: Sequence[str], shown: Expectations, number: int) -> str:
    return ", ".join(
        f"{names[n]} {points_number(4 * round(shown.lines[n][number] / 4))}" for n in shown.by_place
    )
