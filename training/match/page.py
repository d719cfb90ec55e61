"""Writes the tables of docs/computers.md, between two comments, and the strengths in README; the
rest of these pages is written by hand."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from training.match.figures import Figure
from training.match.series import ITSELF, LEVELS, SEATS, Series, Tally

BEGIN = "<!-- figures: written by python -m training.match --table -->"
END = "<!-- end of figures -->"
NOT_YET = "–"
EARLIER = "\\*"
"""Marks games of a computer that has changed since."""


def written(page: str, tallies: Mapping[Series, Tally], current: Collection[Series]) -> str:
    """The page with these figures, with a mark at series that are not `current`. Raises ValueError
    if the page has no place for them."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the page has no {BEGIN} or no {END}")
    tables = "\n\n".join(_tables(tallies, current))
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


def with_strengths(page: str, tallies: Mapping[Series, Tally]) -> str:
    """The page with each level's figures at four seats against the plain player, before comments:
    the share of its wins before `<!-- hard wins -->`, its mean points before
    `<!-- hard points -->`."""
    for level in LEVELS:
        tally = tallies.get(Series(level, "plain", 4, everything=False))
        if tally is not None:
            wins, points = f"{tally.share[0]:.0f} %", f"{tally.own.figure.mean:.0f}"
            page = re.sub(rf"[\d–]+ %(?=<!-- {level} wins -->)", wins, page)
            page = re.sub(rf"[\d–]+(?=<!-- {level} points -->)", points, page)
    return page


def _tables(tallies: Mapping[Series, Tally], current: Collection[Series]) -> Iterator[str]:
    def games(series: Series) -> str:
        """The number of games of a series, with its mark."""
        mark = "" if series in current else EARLIER
        return f"{tallies[series].games}{mark}"

    def against_plain(series: Series) -> Sequence[str]:
        if series not in tallies:
            return [NOT_YET] * 4
        tally = tallies[series]
        return [
            _percent(*tally.share),
            _shown(tally.own.figure),
            _shown(tally.others.figure),
            games(series),
        ]

    def against_itself(series: Series) -> Sequence[str]:
        if series not in tallies:
            return [NOT_YET] * 3
        tally = tallies[series]
        return [_shown(tally.winning.figure), _shown(tally.own.figure), games(series)]

    def times(series: Series) -> Sequence[str]:
        if series not in tallies:
            return [NOT_YET] * 3
        tally = tallies[series]
        return [f"{tally.time(0.5):.0f}", f"{tally.time(0.99):.0f}", f"{tally.worst:.0f}"]

    for everything in (False, True):
        rows = [
            [
                level,
                str(seats),
                *against_plain(Series(level, "plain", seats, everything)),
                *against_itself(Series(level, ITSELF, seats, everything)),
                *times(Series(level, ITSELF, seats, everything)),
            ]
            for level in LEVELS
            for seats in SEATS
        ]
        yield "### All modules" if everything else "### Base game (five seats: with quick actions)"
        yield _table(_HEAD, rows)
    yield "### Other yardsticks, four seats, base game"
    rows = []
    for level in LEVELS:
        row = [level]
        for other in ("random", "greedy"):
            row += against_plain(Series(level, other, 4, False))
        rows.append(row)
    yield _table(_YARDSTICKS, rows)
    illegal = sum(tally.illegal for tally in tallies.values())
    every = sum(tally.games for tally in tallies.values())
    yield f"Games behind these tables: {every}. Answers that were not legal: {illegal}."


_HEAD = (
    "level", "seats", "firsts against the plain player", "its points", "the others' points",
    "games", "against itself: winning points", "all seats", "games", "ms a turn: median", "99th",
    "worst",
)  # fmt: skip
_YARDSTICKS = (
    "level", "firsts against random answers", "its points", "the others' points", "games",
    "firsts against greedy", "its points", "the others' points", "games",
)  # fmt: skip


def _shown(figure: Figure) -> str:
    """A figure with its interval; without it for one game or two, which have none."""
    return f"{figure.mean:.1f}" if figure.around == float("inf") else str(figure)


def _percent(share: float, low: float, high: float) -> str:
    return f"{share:.0f} % ({low:.0f}–{high:.0f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
