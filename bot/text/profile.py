"""A person's page in words: the games of its picture, the last games, and the rating."""

from collections.abc import Mapping, Sequence

from bot.engine.board import GEARS
from bot.model.figures import Figures, Key, LastGame, Sums
from bot.seasons.ratings import PROVISIONAL_GAMES, Rating
from bot.text.descriptions.profile import PlacesRow, ProfileCard
from bot.text.formats import number
from bot.text.hours import moment
from bot.text.names import players_words, points, rating_words
from bot.text.records import provisional_words
from bot.text.translation import Translations

_NOTHING = Sums()


def profile_card(
    t: Translations, name: str, by_players: Mapping[int, Figures], course: Sequence[Rating] = ()
) -> ProfileCard | None:
    """Make the data of a person's picture from figures by number of seats, and ratings game by
    game; None without a game."""
    sizes = {n: one for n, one in by_players.items() if one.get(Key("points"), _NOTHING).games}
    if not sizes:
        return None
    rows = [_row(players_words(t, players), [one]) for players, one in sizes.items()]
    # Translators: in a picture, before a row: games of any number of players; at most 20 characters
    whole = _row(t.pgettext("profile", "All games"), list(sizes.values()))
    gears = {
        gear: sum(one.get(Key("gear", gear), _NOTHING).total for one in sizes.values())
        for gear in GEARS
    }
    return ProfileCard(
        name,
        whole.games,
        (whole, *rows) if len(rows) > 1 else tuple(rows),
        tuple(
            (gear, picked_up / whole.games)
            for gear, picked_up in sorted(gears.items(), key=lambda one: -one[1])
        ),
        tuple(rating.shown for rating in course),
        PROVISIONAL_GAMES,
    )


def _row(label: str, figures: Sequence[Figures]) -> PlacesRow:
    points = sum((one.get(Key("points"), _NOTHING) for one in figures), _NOTHING)
    places = [
        sum(one.get(Key("place", str(place)), _NOTHING).seats for one in figures)
        for place in range(1, 6)
    ]
    while not places[-1]:
        places.pop()
    return PlacesRow(label, points.games, points.total / 4 / points.seats, tuple(places))


def rating_lines(t: Translations, rating: Rating) -> list[str]:
    """Tell the rating on this server, and its meaning."""
    told = rating_words(t, rating.shown, rating.games, provisional=rating.provisional)
    # Translators: a person's rating (strength of play) at a server: {rating} as "12.3 after 14
    # games", {mean} and {aside} are numbers
    words = t.gettext("Rating: {rating} (estimated {mean} ± {aside})")
    return [
        words.format(
            rating=told, mean=number(t, rating.mu, 1), aside=number(t, 3 * rating.sigma, 1)
        ),
        f"-# {rating_means(t)} {provisional_words(t)}",
    ]


def rating_means(t: Translations) -> str:
    """Explain a rating on a server."""
    return t.gettext(
        "Ratings come from places among people in games here, outside leagues. They start at 0: "
        "estimated strength minus uncertainty."
    )


def last_game_line(t: Translations, game: LastGame, others: Sequence[str], link: str) -> str:
    """Tell a finished game: when, place, points, and the opponents, as they are to be printed."""
    # Translators: a finished game of a person: {when} is a date, {players} how many played,
    # {points} as "62½ points"; {others} are names: "Ben, Cleo"
    words = t.gettext("{when}: place {place} of {players} with {points}, against {others}").format(
        when=moment(game.finished_at, "d"), place=game.place, players=game.players,
        points=points(t, game.points4), others=", ".join(others),
    )  # fmt: skip
    # Translators: a link, in brackets after a channel: look at the game's board.
    label = t.gettext("to the board")
    return f"- {words} ([{label}]({link}))"
