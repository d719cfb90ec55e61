"""Statistics in words: the pages, the names of figures, and the rows of a page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

from bot.engine.game_facts import THE_END
from bot.engine.happenings import POINTS_SOURCES, PointsSource
from bot.model.figures import (
    LEAST_GAMES,
    Estimate,
    Figures,
    Key,
    Kind,
    Sums,
    mean,
    winners_mean,
    wins,
)
from bot.seasons.ratings import PROVISIONAL_GAMES, Rating
from bot.text.descriptions.figures import (
    FigureRow,
    FiguresTable,
    RoundsTable,
    figure_line,
    rating_line,
    share_range,
    value_range,
)
from bot.text.formats import number
from bot.text.names import (
    games_words,
    gear_name,
    players_words,
    technology_level,
    temple_step,
    tile_name,
)
from bot.text.points import source_heading
from bot.text.translation import N_, Translations

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


def too_few_words(t: Translations, games: int) -> str:
    """Say that there are too few games for figures."""
    # Translators: {n} and {least}: numbers of games; statistics are shown from so many on
    return t.ngettext(
        "{n} game so far; figures from {least} on.", "{n} games so far; figures from {least} on.",
        games,
    ).format(n=games, least=LEAST_GAMES)  # fmt: skip


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
        _row(_label(t, key), kept[key], won=page not in _ONE_WINS)
        for key in sorted(most, key=order)
    ]
    return FiguresTable(page_title(t, page), games_words(t, games_of(figures)), tuple(rows))


def players_table(
    t: Translations, by_players: Mapping[int, Figures]
) -> tuple[FiguresTable, Sequence[str]]:
    """Make the page that compares tables of different sizes, and lines about the length of their
    games and the wins of the first player."""
    rows, lines = [], []
    for players, figures in by_players.items():
        if games_of(figures) < LEAST_GAMES:
            continue
        label = players_words(t, players)
        rows.append(_row(label, figures[Key("points")], won=False))
        days = mean(figures[Key("length")])
        rounds = mean(figures[Key("rounds")])
        lines.append(
            # Translators: a line of statistics; {players} is "3 players", {rounds} and {days} are
            # numbers as "3.2 ± 0.3", {share} is "34% (28%–40%)"
            t.gettext(
                "{players}: rounds {rounds}, days {days}; going first won {share}; {games}"
            ).format(
                players=label,
                rounds=value_range(t, rounds),
                days=value_range(t, Estimate(*(one / _MINUTES_A_DAY for one in days))),
                share=share_range(t, wins(figures[Key("order", "0")])),
                games=games_words(t, games_of(figures)),
            )
        )
    games = sum(games_of(figures) for figures in by_players.values())
    return FiguresTable(page_title(t, "players"), games_words(t, games), tuple(rows)), lines


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
        page_title(t, "rounds"), games_words(t, games_of(figures)), sources, tuple(rounds), whole
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
    note = least_games_words(t)
    return FiguresTable(page_title(t, "ratings"), note, rows, ratings=True)


def least_games_words(t: Translations) -> str:
    """Say from how many games on people are ranked by rating."""
    # Translators: beside the title of ratings, at most 20 characters
    return t.ngettext("from {n} game on", "from {n} games on", PROVISIONAL_GAMES).format(
        n=PROVISIONAL_GAMES
    )


def source_lines(t: Translations, figures: Figures) -> list[str]:
    """Write the average points of a seat from each source."""
    everybody, lines = figures[Key("points")], []
    for source in POINTS_SOURCES:
        sums = figures.get(Key("source", source))
        if sums is None or not sums.total:
            continue
        lines.append(
            f"{source_heading(t, source)}: {value_range(t, _of_source(figures, source))}; "
            f"{games_words(t, everybody.games)}"
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


def _row(label: str, sums: Sums, *, won: bool) -> FigureRow:
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
                gear_name(t, gear) + (f" ×{number(t, n)}" if n > 1 else "")
                for gear, n in counted.items()
            )
        case "technology", [track, level]:
            return technology_level(t, track, int(level))
        case "temple", [temple, step]:
            return temple_step(t, temple, int(step))
    return tile_name(t, key.name)
