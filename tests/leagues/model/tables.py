"""Tables for the tests, written shortly."""

from bot.leagues.model.results import Line, Result


def table(number: int, *points: tuple[int, int]) -> Result:
    """A result from (entry, points) by seat; places follow from the points."""
    return Result(
        number,
        tuple(
            Line(entry, 1 + sum(other > mine for _, other in points), 4 * mine)
            for entry, mine in points
        ),
    )
