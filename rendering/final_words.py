"""The final-score picture in words."""

from collections.abc import Callable, Sequence

from bot.engine.points_by_source import PointsHistory
from bot.text.names import points_number
from bot.text.points import sources_words, tied
from bot.text.translation import Translations

LONGEST = 1024
"""Characters Discord takes as alt text."""
_SHORT_NAME = 14


def alt_final(names: Sequence[str], history: PointsHistory, t: Translations) -> str:
    """Places, points, their sources and the points after each food day. Where that is too long,
    the food days give way first, then long names, the monuments' names and the sources."""
    short = [name[:_SHORT_NAME] for name in names]
    attempts: Sequence[Callable[[], str]] = (
        lambda: _told(t, names, history, monuments=True, food_days=True),
        lambda: _told(t, short, history, monuments=True, food_days=True),
        lambda: _told(t, short, history, monuments=False, food_days=True),
        lambda: _told(t, short, history, monuments=False),
        lambda: _told(t, short, history, sources=False),
    )
    for attempt in attempts:
        words = attempt()
        if _length(words) <= LONGEST:
            return words
    return words


def _told(
    t: Translations,
    names: Sequence[str],
    history: PointsHistory,
    *,
    monuments: bool = False,
    food_days: bool = False,
    sources: bool = True,
) -> str:
    rounds = len(history.food_days)
    if history.finished:
        head = t.ngettext(
            "Final score after {n} round.", "Final score after {n} rounds.", rounds
        ).format(n=rounds)
    else:
        head = t.ngettext(
            "Points after {n} round.", "Points after {n} rounds.", rounds
        ).format(n=rounds)  # fmt: skip
    sentences = [head]
    for seat in history.by_place:
        points = history.seats[seat]
        what = sources_words(t, points, monuments=monuments) if sources else ""
        if tied(history, points):
            on_gears = t.ngettext(
                "{n} worker on gears", "{n} workers on gears", points.workers_on_gears
            ).format(n=points.workers_on_gears)
            what = f"{what}; {on_gears}" if what else on_gears
        one = t.gettext("{place}. {name}, {points} points").format(
            place=points.place, name=names[seat], points=points_number(points.points4)
        )
        sentences.append(f"{one}: {what}." if what else f"{one}.")
    if food_days:
        sentences += _food_days(t, names, history)
    return " ".join(sentences)


def _food_days(t: Translations, names: Sequence[str], history: PointsHistory) -> list[str]:
    """The line, at the rounds in which it bends most."""
    told = []
    for number, day in enumerate(history.food_days, start=1):
        if day is not None:
            points = ", ".join(
                f"{name} {points_number(seat.line[number])}"
                for name, seat in zip(names, history.seats, strict=True)
            )
            told.append(
                t.gettext("After the food day of round {n}: {points}.").format(
                    n=number, points=points
                )
            )
    return told


def _length(words: str) -> int:
    """As Discord may count it: letters outside the basic plane count twice."""
    return len(words.encode("utf-16-le")) // 2
