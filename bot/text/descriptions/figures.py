"""Statistics of many games for their pictures, and in words for people who cannot see these.

The pictures show plain data made for them; `bot.text.figures` makes it.
"""

from dataclasses import dataclass

from bot.engine.happenings import PointsSource
from bot.model.figures import Estimate
from bot.text.descriptions.alt_text import as_fits
from bot.text.formats import number
from bot.text.names import games_words, rating_words
from bot.text.points import source_name
from bot.text.translation import Translations


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
    """The points by source after each round, and with those of the game's end at last."""
    whole: tuple[Estimate, ...] = ()
    """The points of each source in all, with its interval."""


def rating_line(t: Translations, row: FigureRow) -> str:
    """Describe a row of ratings: "1. Ana: 12.3 after 14 games (estimated 24.1 ± 7.7)"."""
    points = row.points
    # Translators: in a list of ratings (strength of play): {who} as "1. Ana", {rating} as "12.3
    # after 14 games", {mean} and {aside} are numbers
    return t.gettext("{who}: {rating} (estimated {mean} ± {aside})").format(
        who=row.label, rating=rating_words(t, points.value, row.games, provisional=False),
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
        won = t.gettext("winners {points}").format(points=value_range(t, row.winners))
        words += f"; {won}"
    if row.wins is not None:
        # Translators: in a line of statistics: how often it won; {share} is "34% (28%–40%)"
        words += "; " + t.gettext("won {share}").format(share=share_range(t, row.wins))
    return f"{words}; {games_words(t, row.games)}"


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
    words = t.gettext("{title}, {note}. Mean points:").format(title=table.title, note=table.note)
    if table.ratings:
        words = f"{table.title}, {table.note}:"
    rows = [
        f"{row.label} {number(t, row.points.value, 1)} ({games_words(t, row.games)})."
        for row in table.rows
    ]
    return as_fits([words, *rows])


def alt_rounds(table: RoundsTable, t: Translations) -> str:
    """Describe the picture of points: the title, and each source after every fifth round."""
    words = t.gettext("{title}, {note}. Mean points:").format(title=table.title, note=table.note)
    said = [words]
    for source, values in zip(table.sources, zip(*table.rounds, strict=True), strict=True):
        so_far = ", ".join(number(t, one, 1) for one in (*values[4:-1:5], values[-1]))
        said.append(f"{source_name(t, source)} {so_far};")
    return as_fits([*said[:-1], said[-1].rstrip(";") + "."])
