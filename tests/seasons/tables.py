"""Tables for the tests, written shortly."""

import json
from collections.abc import Sequence

from bot.seasons import drawing
from bot.seasons.drawing import divided, division_sizes
from bot.seasons.events import Drawn, Event, from_written, to_json
from bot.seasons.results import Line, Result
from bot.seasons.season import Season
from bot.seasons.standings import Row, Standings


def table(number: int, *points: tuple[int, int]) -> Result:
    """A result from (entry, points) by seat; places follow from the points."""
    return Result(
        number,
        tuple(
            Line(entry, 1 + sum(other > mine for _, other in points), 4 * mine)
            for entry, mine in points
        ),
    )


def result_of(
    table: int, entries: Sequence[int | None], standings: Sequence[tuple[int, int]]
) -> Result:
    """A result from each seat's entry, and its place and points in quarters; turns uncounted."""
    lines = zip(entries, standings, strict=True)
    return Result(table, tuple(Line(entry, place, points4) for entry, (place, points4) in lines))


def read_again(event: Event) -> Event:
    """The event after it was written as the database does."""
    written = json.dumps(to_json(event), separators=(",", ":"), ensure_ascii=False)
    return from_written(type(event).__name__, written)


def draw(season: Season, order: Sequence[int], *, seed: int) -> Drawn:
    """The draw of these people, from the top, in the best divisions."""
    rules = season.rules
    sizes = division_sizes(len(order), rules)
    divisions = divided(order, sizes, pyramid=rules.pyramid)
    return drawing.draw(rules, divisions, seed=seed)


def row_of(standings: Standings, entry: int) -> Row:
    """The row of an entry."""
    [row] = [one for one in standings.rows if one.entry == entry]
    return row
