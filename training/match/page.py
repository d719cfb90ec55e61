"""Writes the tables of docs/computers.md, between two comments, and the strengths in README. The
rest of these pages is written by hand."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from training.match.figures import Tally
from training.match.series import CLIMBING, LEVELS, SEATS, Series, below, itself, together

BEGIN = "<!-- figures: written by python -m training.match --table -->"
END = "<!-- end of figures -->"
NOT_YET = "–"
EARLIER = "\\*"
"""Marks games of computers that have changed since."""
STRONGER, NOT_SHOWN = "yes", "**not shown**"
"""Whether a level is shown to be stronger than the one below."""
UNSURE = "†"
"""Marks in README what `NOT_SHOWN` marks on the page."""


def written(page: str, tallies: Mapping[Series, Tally], current: Collection[Series]) -> str:
    """The page with these figures. Series that are not `current` get a mark. Raises ValueError if
    the page lacks the comments between which the tables stand."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the page has no {BEGIN} or no {END}")
    tables = "\n\n".join(_tables(tallies, current))
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


def with_strengths(page: str, tallies: Mapping[Series, Tally]) -> str:
    """The page with the figures of each level at four seats in the base game, which stand before
    comments.

    Before `<!-- hard wins -->` stands the share of games in which one hard computer beats three of
    the level below, with a mark if it is not shown to be stronger and with a space before the sign
    where the page has one; before `<!-- hard points -->`
    the mean points of hard computers among themselves.
    """
    for level in LEVELS:
        climbed = tallies.get(below(level, 4, everything=False)) if level in CLIMBING else None
        if climbed is not None:
            mark = "" if stronger(climbed) else UNSURE
            wins = rf"{climbed.firsts()[0]:.0f}\1%{mark}"
            page = re.sub(rf"(?:\d+( ?)%{UNSURE}?|–)(?=<!-- {level} wins -->)", wins, page)
        alone = tallies.get(itself(level, 4, everything=False))
        if alone is not None:
            points = f"{alone.sides[0].points.mean:.0f}"
            page = re.sub(rf"[\d–]+(?=<!-- {level} points -->)", points, page)
    return page


def stronger(tally: Tally, number: int = 0) -> bool:
    """Whether a player is shown to be stronger than the next one: the whole interval of 95 % of its
    lead in points lies above 0."""
    ahead = tally.sides[number].ahead.figure
    return ahead.mean > ahead.around


def _tables(tallies: Mapping[Series, Tally], current: Collection[Series]) -> Iterator[str]:
    def row(series: Series, number: int, cells: Callable[[Tally, int], list[str]]) -> list[str]:
        told = [series.players[number], str(series.seats)]
        if series not in tallies:
            return told
        mark = "" if series in current else EARLIER
        tally = tallies[series]
        return [*told, f"{tally.games}{mark}", *cells(tally, number)]

    for everything in (False, True):
        of = "all modules" if everything else "base game (five seats: with quick actions)"
        cells = [(level, seats, everything) for level in LEVELS for seats in SEATS]
        climbing = [cell for cell in cells if cell[0] in CLIMBING]
        yield f"### Against the level below, {of}"
        yield _table(_BELOW, [row(below(*cell), 0, _climbed) for cell in climbing])
        yield f"### All levels at one table, {of.partition(' (')[0]}"
        table = together(everything)
        yield _table(_BELOW, [row(table, number, _climbed) for number in range(len(LEVELS))])
        yield f"### Each level at a table of its own, {of}"
        yield _table(_ALONE, [row(itself(*cell), 0, _alone) for cell in cells])
    games = sum(tally.games for tally in tallies.values())
    illegal = sum(side.illegal for tally in tallies.values() for side in tally.sides)
    yield f"Games behind these tables: {games}. Answers that were not legal: {illegal}."


_BELOW = ("level", "seats", "games", "firsts", "points", "ahead of the level below", "stronger")
_ALONE = (
    "level", "seats", "games", "winner", "all seats", "hunger", "begged", "technology",
    "double advances", "ms a turn: median", "99th",
)  # fmt: skip


def _climbed(tally: Tally, number: int) -> list[str]:
    share, low, high = tally.firsts(number)
    side = tally.sides[number]
    told = [f"{share:.0f} % ({low:.0f}–{high:.0f})", str(side.points.figure)]
    if number == len(tally.sides) - 1:
        return told
    return [*told, str(side.ahead.figure), STRONGER if stronger(tally, number) else NOT_SHOWN]


def _alone(tally: Tally, number: int) -> list[str]:
    side = tally.sides[number]
    figures = (side.points, side.hunger, side.begged, side.technology, side.double_days)
    return [
        str(tally.winning.figure),
        *(str(one.figure) if one.count else NOT_YET for one in figures),
        f"{side.time(0.5):.0f}",
        f"{side.time(0.99):.0f}",
    ]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    whole = [[*row, *[NOT_YET] * (len(head) - len(row))] for row in rows]
    lines = [head, ["---"] * len(head), *whole]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
