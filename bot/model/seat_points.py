"""Points given to a seat, apart from its play: a handicap.

The engine does not know them. They are added to a game's result, in quarters of a point by seat,
and the places are awarded anew. Everything that shows or counts a final result uses this module.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.points_by_source import PointsHistory, SeatPoints
from bot.engine.position import Position

GIVEN = "given4"
"""The key in a line of standings for the quarters given to the seat."""


def counted(
    standings: Sequence[Mapping[str, Any]], given: Sequence[int]
) -> list[Mapping[str, Any]]:
    """Add the given points to a game's standings (seats beyond the end get none), and award the
    places anew: by points, then by workers on the gears where known (rulebook p. 11). Seats equal
    in both share the place."""
    if not any(given):
        return list(standings)
    of_seat = dict(enumerate(given))
    rows: list[dict[str, Any]] = []
    for row in standings:
        more = of_seat.get(row["seat"], 0)
        rows.append({**row, "points4": row["points4"] + more, GIVEN: more})
    places = _places([(row["points4"], row.get("workers_on_gears", 0)) for row in rows])
    for row, place in zip(rows, places, strict=True):
        row["place"] = place
    return [*sorted(rows, key=lambda row: (row["place"], row["seat"]))]


def history_counted(history: PointsHistory, given: Sequence[int]) -> PointsHistory:
    """Add the given points to a game's history as one more source, and award the places anew; until
    the game is over only points count."""
    if not any(given):
        return history
    seats = [
        _with_source(seat, more) for seat, more in zip(history.seats, given, strict=False)
    ] + list(history.seats[len(given) :])
    gears = [seat.workers_on_gears if history.finished else 0 for seat in seats]
    places = _places([(seat.points4, n) for seat, n in zip(seats, gears, strict=True)])
    placed = [replace(seat, place=place) for seat, place in zip(seats, places, strict=True)]
    return replace(history, seats=tuple(placed))


def _with_source(seat: SeatPoints, more: int) -> SeatPoints:
    if not more:
        return seat
    points4 = seat.points4 + more
    return replace(
        seat,
        points4=points4,
        sources=(*seat.sources, ("seat", more)),
        line=(*seat.line[:-1], points4),
    )


def position_counted(position: Position, given: Sequence[int]) -> Position:
    """Add the given points to a game's last position; any other position stays as it is."""
    if position.phase != "finished" or not any(given):
        return position
    of_seat = dict(enumerate(given))
    players = tuple(
        player._replace(points4=player.points4 + of_seat.get(seat, 0))
        for seat, player in enumerate(position.players)
    )
    return replace(position, players=players)


def _places(ranks: Sequence[tuple[int, int]]) -> list[int]:
    return [1 + sum(other > rank for other in ranks) for rank in ranks]
