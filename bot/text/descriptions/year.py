"""A year of a person or a server: what its picture shows, and its alt text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.model.year import Kind, Most, Year
from bot.text.descriptions.alt_text import joined
from bot.text.formats import listed, month, number
from bot.text.names import gear_name, points_number
from bot.text.points import source_heading
from bot.text.translation import N_, Translations

# Translators, for each: label in a picture, at most 22 characters, before what it names: a person,
# what gave points (as "Temples"), a gear of the board
_MOST: Mapping[Kind, str] = {
    "opponent": N_("Most often met"),
    "source": N_("Most points from"),
    "gear": N_("Favourite gear"),
    "games": N_("Most games"),
    "wins": N_("Most wins"),
    # Translators: label in a picture, at most 22 characters: who had most points in a game
    "points": N_("Most points"),
}


@dataclass(frozen=True)
class YearCard:
    """The data of the picture. Compared by value, so that a drawing can be kept."""

    name: str
    """The name of the person or server."""
    title: str
    numbers: tuple[tuple[str, str], ...]
    """Four labels with their numbers."""
    heading: str
    """The heading of the months."""
    games: tuple[int, ...]
    """The games of each month."""
    won: tuple[int, ...]
    """The games of them that were won; zeros for a server."""
    most: tuple[tuple[str, str, str], ...]
    """At most three labels, what they name, and how much of it."""


def year_card(
    t: Translations, name: str, number_of_year: int, year: Year, called: Callable[[int], str]
) -> YearCard:
    """Make the data of the picture; `called` names people by their ids."""
    if year.of_person:
        # Translators: in a picture, above a bar for each month of a year; at most 34 characters;
        # the part of the games that was won has another colour
        heading = t.gettext("Games by month, wins in gold")
        counts = (
            # Translators: label in a picture, at most 14 characters, below a number
            (t.pgettext("year", "Wins"), sum(year.won)),
            # Translators: label in a picture, at most 14 characters, below how many games somebody
            # won one after the other
            (t.gettext("Wins in a row"), year.streak),
        )
    else:
        # Translators: in a picture, above a bar for each month of a year; at most 34 characters
        heading = t.gettext("Games by month")
        counts = (
            # Translators: label in a picture, at most 14 characters, below how many people played
            (t.pgettext("year", "Players"), year.people),
            # Translators: label in a picture, at most 14 characters, below the most games that were
            # played in one month
            (t.gettext("Best month"), max(year.games)),
        )
    numbers = [
        # Translators: label in a picture, at most 14 characters, below a number
        (t.pgettext("year", "Games"), number(t, sum(year.games))),
        *((label, number(t, n)) for label, n in counts),
        # Translators: label in a picture, at most 14 characters, below a number
        (t.gettext("Best score"), points_number(year.best4)),
    ]
    # Translators: in a picture below the name of a person or a server, at most 28 characters
    title = t.gettext("Year {year}").format(year=number_of_year)
    most = tuple((t.gettext(_MOST[one.kind]), *_named(t, one, called)) for one in year.most)
    return YearCard(name, title, tuple(numbers), heading, year.games, year.won, most)


def _named(t: Translations, one: Most, called: Callable[[int], str]) -> tuple[str, str]:
    much = points_number(one.n) if one.kind in ("points", "source") else f"{one.n}×"
    if isinstance(one.name, int):
        return called(one.name), much
    named = gear_name(t, one.name) if one.kind == "gear" else source_heading(t, one.name)  # type: ignore[arg-type]
    return named, much


def alt_year(card: YearCard, t: Translations) -> str:
    """Describe the picture."""
    months = [
        f"{month(t, n, in_full=True)} {games}" + (f" ({won})" if any(card.won) else "")
        for n, (games, won) in enumerate(zip(card.games, card.won, strict=True), start=1)
        if games
    ]
    return joined(
        [
            f"{card.name}, {card.title}.",
            *(f"{label}: {value}." for label, value in card.numbers),
            f"{card.heading}: {listed(t, months)}.",
            *(f"{label}: {name}, {n}." for label, name, n in card.most),
        ]
    )
