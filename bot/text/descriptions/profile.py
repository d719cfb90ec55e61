"""A person's finished games for their picture, and in words for people who cannot see it."""

from dataclasses import dataclass

from bot.text.descriptions.alt_text import as_fits
from bot.text.formats import number
from bot.text.names import games_words, gear_name, rating_words
from bot.text.translation import Translations


@dataclass(frozen=True)
class PlacesRow:
    """The games of one size."""

    label: str
    games: int
    points: float
    """The mean of whole points."""
    places: tuple[int, ...]
    """The numbers of first, second... places, up to the last that occurred."""


@dataclass(frozen=True)
class ProfileCard:
    """The data of the picture. Compared by value, so that a drawing can be cached."""

    name: str
    """The person's name, as the server shows it."""
    games: int
    rows: tuple[PlacesRow, ...]
    """At most five rows: all games together, and each size if there are several."""
    gears: tuple[tuple[str, float], ...]
    """Workers picked up per game from each gear, the favourite gear first."""
    ratings: tuple[float, ...] = ()
    """The rating after each game, the first game first; empty without ratings."""
    provisional: int = 0
    """The number of games up to which a rating is provisional."""


def gears_heading(t: Translations) -> str:
    """Write the heading of the bars of the gears."""
    # Translators: in a picture, above a bar for each gear: how many workers somebody picked up from
    # it; at most 40 characters
    return t.gettext("Workers picked up per game")


def card_rating(t: Translations, card: ProfileCard) -> str:
    """Write the rating now: "12.3 after 14 games"."""
    games = len(card.ratings)
    return rating_words(t, card.ratings[-1], games, provisional=games < card.provisional)


def alt_profile(card: ProfileCard, t: Translations) -> str:
    """Describe the picture, as fully as fits."""
    said = [f"{card.name}, {games_words(t, card.games)}.", *(_row(t, one) for one in card.rows)]
    gears = ", ".join(f"{gear_name(t, gear)} {number(t, n, 1)}" for gear, n in card.gears)
    said.append(f"{gears_heading(t)}: {gears}.")
    if card.ratings:
        # Translators: in the description of a picture; {rating} as "12.3 after 14 games"
        said.append(t.gettext("Rating {rating}.").format(rating=card_rating(t, card)))
    return as_fits(said)


def _row(t: Translations, row: PlacesRow) -> str:
    places = ", ".join(
        # Translators: in the description of a picture: how often somebody came in at a place
        t.gettext("place {place}: {times}×").format(place=place, times=number(t, times))
        for place, times in enumerate(row.places, start=1)
        if times
    )
    # Translators: in the description of a picture: {label} as "3 players", {points} the mean,
    # {games} as "12 games", {places} as "place 1: 5×, place 2: 7×"
    return t.gettext("{label}: {games}, {points} points on average; {places}.").format(
        label=row.label, games=games_words(t, row.games), points=number(t, row.points, 1),
        places=places,
    )  # fmt: skip
