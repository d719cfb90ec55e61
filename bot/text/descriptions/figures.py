"""Statistics of finished games, of all and of a person, and a year of a person or a server: their
pages in words, their pictures as plain data, and in words for people who cannot see these."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from bot.engine.components import GEARS
from bot.engine.game_facts import THE_END
from bot.engine.happenings import POINTS_SOURCES, PointsSource
from bot.model.figures import (
    LEAST_GAMES,
    Estimate,
    Figures,
    Key,
    Kind,
    LastGame,
    Most,
    Sums,
    Year,
    mean,
    winners_mean,
    wins,
)
from bot.model.figures import MostKind as YearKind
from bot.refusal import P_
from bot.seasons.results import PROVISIONAL_GAMES, Rating
from bot.text import names
from bot.text.descriptions.alt_text import as_fits, joined
from bot.text.names import points
from bot.text.points import SOURCE_HEADINGS, source_name
from bot.text.translation import N_, Translations, listed, moment, month, number


@dataclass(frozen=True)
class FigureRow:
    """One row of a picture; points are whole."""

    label: str
    games: int
    points: Estimate
    winners: Estimate | None = None
    """The points of the winners."""
    wins: Estimate | None = None
    """The share of wins; None where that means nothing."""


@dataclass(frozen=True)
class FiguresTable:
    """Rows of mean points, or of ratings. Compared by value, so that a drawing can be cached."""

    title: str
    note: str
    rows: tuple[FigureRow, ...]
    ratings: bool = False
    """Whether the values are ratings: each interval then belongs to the estimate, which is higher
    than the rating."""


@dataclass(frozen=True)
class RoundsTable:
    """Points by source over the rounds: means of all seats."""

    title: str
    note: str
    sources: tuple[PointsSource, ...]
    """The sources that gave or took points, in the order in which they are told."""
    rounds: tuple[tuple[float, ...], ...]
    """The points by source after each round, and at last after the end of the game."""
    whole: tuple[Estimate, ...] = ()
    """The points of each source in all, with its interval."""


def rating_line(t: Translations, row: FigureRow) -> str:
    """Describe a row of ratings: "1. Ana: 12.3 after 14 games (estimated 24.1 ± 7.7)"."""
    points = row.points
    # Translators: in a list of ratings (strength of play): {who} as "1. Ana", {rating} as "12.3
    # after 14 games", {mean} and {aside} are numbers
    return t.gettext("{who}: {rating} (estimated {mean} ± {aside})").format(
        who=row.label, rating=names.rating_words(t, points.value, row.games, provisional=False),
        mean=number(t, (points.low + points.high) / 2, 1),
        aside=number(t, (points.high - points.low) / 2, 1),
    )  # fmt: skip


def percent(t: Translations, share: float) -> str:
    """Write a share: "34%", in German "34 %"."""
    # Translators: a share of a hundred, as the language writes it: "34%", "34 %"
    return t.gettext("{n}%").format(n=number(t, 100 * share, 0))


def figure_line(t: Translations, row: FigureRow) -> str:
    """Describe a row, with the interval of each figure and the number of games."""
    words = f"{row.label}: {value_range(t, row.points)}"
    if row.winners is not None:
        # Translators: in a line of statistics: mean points of those who won; {points} is "71.2 ±
        # 1.7"
        won = t.gettext("winners scored {points}").format(points=value_range(t, row.winners))
        words += f"; {won}"
    if row.wins is not None:
        # Translators: in a line of statistics: how often it won; {share} is "34% (28%–40%)"
        words += "; " + t.gettext("won {share}").format(share=share_range(t, row.wins))
    return f"{words}; {t.say(names.GAMES, n=row.games)}"


def share_range(t: Translations, share: Estimate) -> str:
    """Write a share with its interval: "34% (28%–40%)"."""
    return f"{percent(t, share.value)} ({percent(t, share.low)}–{percent(t, share.high)})"


def value_range(t: Translations, value: Estimate) -> str:
    """Write a value with its interval: "62.3 ± 2.2"."""
    aside = (value.high - value.low) / 2
    return f"{number(t, value.value, 1)} ± {number(t, aside, 1)}"


def alt_figures(table: FiguresTable, t: Translations) -> str:
    """Describe a table's picture: the title and as many rows as fit."""
    # Translators: description of a picture; {title}: as "Tribes", {note}: as "312 games"
    words = t.gettext("{title}, {note}. Average points:").format(title=table.title, note=table.note)
    if table.ratings:
        words = f"{table.title}, {table.note}:"
    rows = [
        f"{row.label} {number(t, row.points.value, 1)} ({t.say(names.GAMES, n=row.games)})."
        for row in table.rows
    ]
    return as_fits([words, *rows])


def alt_rounds(table: RoundsTable, t: Translations) -> str:
    """Describe the picture of points: the title, and each source after every fifth round."""
    words = t.gettext("{title}, {note}. Average points:").format(title=table.title, note=table.note)
    said = [words]
    for source, values in zip(table.sources, zip(*table.rounds, strict=True), strict=True):
        so_far = ", ".join(number(t, one, 1) for one in (*values[4:-1:5], values[-1]))
        said.append(f"{source_name(t, source)} {so_far};")
    return as_fits([*said[:-1], said[-1].rstrip(";") + "."])


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


# Translators: in a picture, above a bar for each gear: how many workers somebody picked up from
# it; at most 40 characters
PICKED_UP_PER_GAME = N_("Workers picked up per game")


def card_rating(t: Translations, card: ProfileCard) -> str:
    """Write the rating now: "12.3 after 14 games"."""
    games = len(card.ratings)
    return names.rating_words(t, card.ratings[-1], games, provisional=games < card.provisional)


def alt_profile(card: ProfileCard, t: Translations) -> str:
    """Describe the picture, as fully as fits."""
    said = [
        f"{card.name}, {t.say(names.GAMES, n=card.games)}.",
        *(_places_told(t, one) for one in card.rows),
    ]
    gears = ", ".join(f"{names.gear_name(t, gear)} {number(t, n, 1)}" for gear, n in card.gears)
    said.append(f"{t.say(PICKED_UP_PER_GAME)}: {gears}.")
    if card.ratings:
        # Translators: in the description of a picture; {rating} as "12.3 after 14 games"
        said.append(t.gettext("Rating {rating}.").format(rating=card_rating(t, card)))
    return as_fits(said)


def _places_told(t: Translations, row: PlacesRow) -> str:
    places = ", ".join(
        # Translators: in the description of a picture: how often somebody came in at a place
        t.gettext("place {place}: {times}×").format(place=place, times=number(t, times))
        for place, times in enumerate(row.places, start=1)
        if times
    )
    # Translators: in the description of a picture: {label} as "3 players", {points} the mean,
    # {games} as "12 games", {places} as "place 1: 5×, place 2: 7×"
    return t.gettext("{label}: {games}, {points} points on average; {places}.").format(
        label=row.label, games=t.say(names.GAMES, n=row.games), points=number(t, row.points, 1),
        places=places,
    )  # fmt: skip


# Translators, for each: label in a picture, at most 22 characters, before what it names: a person,
# what gave points (as "Temples"), a gear of the board
_MOST: Mapping[YearKind, str] = {
    "opponent": N_("Met most often"),
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
            (t.gettext("Peak month"), max(year.games)),
        )
    numbers = [
        # Translators: label in a picture, at most 14 characters, below a number
        (t.pgettext("year", "Games"), number(t, sum(year.games))),
        *((label, number(t, n)) for label, n in counts),
        # Translators: label in a picture, at most 14 characters, below a number
        (t.gettext("Best score"), names.points_number(year.best4)),
    ]
    # Translators: in a picture below the name of a person or a server, at most 28 characters
    title = t.gettext("Year {year}").format(year=number_of_year)
    most = tuple((t.gettext(_MOST[one.kind]), *_named(t, one, called)) for one in year.most)
    return YearCard(name, title, tuple(numbers), heading, year.games, year.won, most)


def _named(t: Translations, one: Most, called: Callable[[int], str]) -> tuple[str, str]:
    much = names.points_number(one.n) if one.kind in ("points", "source") else f"{one.n}×"
    if isinstance(one.name, int):
        return called(one.name), much
    if one.kind == "gear":
        return names.gear_name(t, one.name), much
    return t.gettext(SOURCE_HEADINGS[one.name]), much  # type: ignore[index]


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


Page = Literal[
    "players", "order", "opening", "technology", "temple", "monument", "tribe", "prophecy",
    "rounds", "ratings",
]  # fmt: skip
PAGES: tuple[Page, ...] = tuple(page for page in get_args(Page) if page != "ratings")
"""The pages for all games; a server with ratings has one more."""
MOST_ROWS = 20
"""The most rows of a page; the figures of more games come first."""
LAST_ROUND = 27
_MINUTES_A_DAY = 24 * 60
# Translators, for each: title of a page of statistics, also in a menu; at most 24 characters
_TITLES: Mapping[Page, str] = {
    "players": N_("Number of players"),
    "order": N_("Turn order"),
    # Translators: title of a page of statistics, also in a menu; at most 24 characters: on which
    # gears somebody placed the first workers
    "opening": N_("Openings"),
    "technology": N_("Technologies"),
    "temple": N_("Temples"),
    "monument": N_("Monuments"),
    "tribe": N_("Tribes"),
    "prophecy": N_("Prophecies"),
    "rounds": N_("Points by round"),
    # Translators: title of a page of statistics, also in a menu; at most 24 characters: numbers
    # that say how well people play
    "ratings": N_("Ratings"),
}
KINDS: Mapping[Page, frozenset[Kind]] = {
    "players": frozenset({"points", "order", "rounds", "length"}),
    "order": frozenset({"points", "order"}),
    "opening": frozenset({"points", "opening"}),
    "technology": frozenset({"points", "technology"}),
    "temple": frozenset({"points", "temple"}),
    "monument": frozenset({"points", "monument"}),
    "tribe": frozenset({"points", "tribe"}),
    "prophecy": frozenset({"points", "prophecy"}),
    "rounds": frozenset({"points", "gain", "source"}),
}
"""The kinds of figures on each page."""
_BY_POINTS: frozenset[Page] = frozenset({"opening", "monument", "tribe", "prophecy"})
_ONE_WINS: frozenset[Page] = frozenset({"players", "prophecy"})
"""The pages with everybody at the table in one row, where a share of wins means nothing."""
_AND = " + "


def page_title(t: Translations, page: Page) -> str:
    """Write the title of a page."""
    return t.gettext(_TITLES[page])


# Translators: {n} and {least}: numbers of games; statistics are shown from so many on
TOO_FEW = P_(
    "{n} game so far; statistics appear once there are {least}.",
    "{n} games so far; statistics appear once there are {least}.",
)


def games_of(figures: Figures) -> int:
    """Count the games of these figures."""
    return figures.get(Key("points"), Sums()).games


def figures_table(t: Translations, page: Page, figures: Figures) -> FiguresTable:
    """Make the rows of a page about one kind of figure, for its picture."""
    kept = {
        key: sums for key, sums in figures.items() if key.kind == page and sums.games >= LEAST_GAMES
    }
    most = sorted(kept, key=lambda key: (-kept[key].games, key.name))[:MOST_ROWS]
    order: Callable[[Key], tuple[float, ...] | tuple[str, int]]
    if page in _BY_POINTS:
        order = lambda key: (-kept[key].total / kept[key].seats,)  # noqa: E731
    else:
        order = lambda key: _natural(key.name)  # noqa: E731
    rows = [
        _figure_row(_label(t, key), kept[key], won=page not in _ONE_WINS)
        for key in sorted(most, key=order)
    ]
    return FiguresTable(page_title(t, page), t.say(names.GAMES, n=games_of(figures)), tuple(rows))


def players_table(
    t: Translations, by_players: Mapping[int, Figures]
) -> tuple[FiguresTable, Sequence[str]]:
    """Make the page that compares tables of different sizes, and lines about the length of their
    games and the wins of the first player."""
    rows, lines = [], []
    for players, figures in by_players.items():
        if games_of(figures) < LEAST_GAMES:
            continue
        label = t.say(names.PLAYERS, n=players)
        rows.append(_figure_row(label, figures[Key("points")], won=False))
        days = mean(figures[Key("length")])
        rounds = mean(figures[Key("rounds")])
        lines.append(
            # Translators: a line of statistics; {players} is "3 players", {rounds} and {days} are
            # numbers as "3.2 ± 0.3", {share} is "34% (28%–40%)"
            t.gettext(
                "{players}: {rounds} rounds, {days} days; whoever went first won {share}; {games}"
            ).format(
                players=label,
                rounds=value_range(t, rounds),
                days=value_range(t, Estimate(*(one / _MINUTES_A_DAY for one in days))),
                share=share_range(t, wins(figures[Key("order", "0")])),
                games=t.say(names.GAMES, n=games_of(figures)),
            )
        )
    games = sum(games_of(figures) for figures in by_players.values())
    return FiguresTable(page_title(t, "players"), t.say(names.GAMES, n=games), tuple(rows)), lines


def rounds_table(t: Translations, figures: Figures) -> RoundsTable:
    """Make the page of points by source over the rounds."""
    seats = figures[Key("points")].seats
    sources = tuple(
        source for source in POINTS_SOURCES if figures.get(Key("source", source), Sums()).total
    )
    rounds, so_far = [], dict.fromkeys(sources, 0)
    for in_round in (*range(1, LAST_ROUND + 1), THE_END):
        for source in sources:
            so_far[source] += figures.get(Key("gain", f"{source}.{in_round}"), Sums()).total
        rounds.append(tuple(so_far[source] / 4 / seats for source in sources))
    whole = tuple(_of_source(figures, source) for source in sources)
    return RoundsTable(
        page_title(t, "rounds"),
        t.say(names.GAMES, n=games_of(figures)),
        sources,
        tuple(rounds),
        whole,
    )


def ratings_table(
    t: Translations, found: Sequence[tuple[str, Rating]], first: int = 1
) -> FiguresTable:
    """Make the page of a server's best ratings, each with a name; the first has place `first`."""
    rows = tuple(
        FigureRow(
            f"{place}. {name}",
            one.games,
            Estimate(one.shown, one.shown, one.mu + 3 * one.sigma),
        )
        for place, (name, one) in enumerate(found, start=first)
    )
    note = t.say(FROM_GAMES_ON, n=PROVISIONAL_GAMES)
    return FiguresTable(page_title(t, "ratings"), note, rows, ratings=True)


# Translators: beside the title of ratings, at most 20 characters
FROM_GAMES_ON = P_("at least {n} game", "at least {n} games")


def source_lines(t: Translations, figures: Figures) -> list[str]:
    """Write the average points of a seat from each source."""
    everybody, lines = figures[Key("points")], []
    for source in POINTS_SOURCES:
        sums = figures.get(Key("source", source))
        if sums is None or not sums.total:
            continue
        lines.append(
            f"{t.gettext(SOURCE_HEADINGS[source])}: {value_range(t, _of_source(figures, source))}; "
            f"{t.say(names.GAMES, n=everybody.games)}"
        )
    return lines


def _of_source(figures: Figures, source: PointsSource) -> Estimate:
    """Estimate the points of a seat from a source; seats without any count too."""
    everybody, sums = figures[Key("points")], figures[Key("source", source)]
    return _points(mean(Sums(everybody.games, everybody.seats, sums.total, sums.squares)))


def lines_of(t: Translations, table: FiguresTable) -> list[str]:
    """Write the rows in words."""
    told = rating_line if table.ratings else figure_line
    return [told(t, row) for row in table.rows]


def _figure_row(label: str, sums: Sums, *, won: bool) -> FigureRow:
    return FigureRow(
        label,
        sums.games,
        _points(mean(sums)),
        _points(winners_mean(sums)) if sums.winners >= LEAST_GAMES else None,
        wins(sums) if won else None,
    )


def _points(quarters: Estimate) -> Estimate:
    return Estimate(*(one / 4 for one in quarters))


def _natural(name: str) -> tuple[str, int]:
    what, _, last = name.rpartition(".")
    return what, int(last)


def _label(t: Translations, key: Key) -> str:
    match key.kind, key.name.split("."):
        case "order", [place]:
            # Translators: in statistics: who is the first, second... to play in the first round;
            # at most 14 characters
            return t.gettext("Seat {n}").format(n=int(place) + 1)
        case "opening", gears:
            counted = {gear: gears.count(gear) for gear in gears}
            return _AND.join(
                names.gear_name(t, gear) + (f" ×{number(t, n)}" if n > 1 else "")
                for gear, n in counted.items()
            )
        case "technology", [track, level]:
            return names.technology_level(t, track, int(level))
        case "temple", [temple, step]:
            return names.temple_step(t, temple, int(step))
    return names.tile_name(t, key.name)


_NOTHING = Sums()


def profile_card(
    t: Translations, name: str, by_players: Mapping[int, Figures], course: Sequence[Rating] = ()
) -> ProfileCard | None:
    """Make the data of a person's picture from figures by number of seats, and ratings game by
    game; None without a game."""
    sizes = {n: one for n, one in by_players.items() if one.get(Key("points"), _NOTHING).games}
    if not sizes:
        return None
    rows = [_places_row(t.say(names.PLAYERS, n=players), [one]) for players, one in sizes.items()]
    # Translators: in a picture, before a row: games of any number of players; at most 20 characters
    whole = _places_row(t.pgettext("profile", "All games"), list(sizes.values()))
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


def _places_row(label: str, figures: Sequence[Figures]) -> PlacesRow:
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
    told = names.rating_words(t, rating.shown, rating.games, provisional=rating.provisional)
    # Translators: a person's rating (strength of play) at a server: {rating} as "12.3 after 14
    # games", {mean} and {aside} are numbers
    words = t.gettext("Rating: {rating} (estimated {mean} ± {aside})")
    return [
        words.format(
            rating=told, mean=number(t, rating.mu, 1), aside=number(t, 3 * rating.sigma, 1)
        ),
        f"-# {t.say(RATINGS_COME_FROM)} {t.say(PROVISIONAL, n=PROVISIONAL_GAMES)}",
    ]


PROVISIONAL = P_(
    "A rating is provisional for the first {n} game.",
    "A rating is provisional for the first {n} games.",
)


RATINGS_COME_FROM = N_(
    "Ratings are based on how people finish against each other in this server's games, not "
    "counting league games. A rating is the estimated strength minus the uncertainty, and "
    "starts at 0."
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
    label = t.gettext("see the board")
    return f"- {words} ([{label}]({link}))"
