"""The result of a finished game, for its season: places, points, and whose turns they were."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.leagues.model.results import Line, Result
from bot.store.rows import Event

TURN_ENDS = "end"
"""The action that closes a turn in the log; answers to questions in between are no turns."""


def result_of_game(
    number: int,
    drawn: Sequence[int],
    seats: Sequence[int],
    standings: Sequence[Mapping[str, Any]],
    log: Sequence[Event],
    handicap: Sequence[int] = (),
) -> Result:
    """The result of a season's table.

    `drawn` are its entries in the order of the draw, `seats` by seat of the game; `standings` as
    the engine gives them at the end; `log` the whole game. Who confirmed a turn counts for it,
    whoever sat there later; a turn without a person was a computer's. `handicap` is what each seat
    is given in the league, in quarters of a point.
    """
    turns: dict[int, Counter[int | None]] = {seat: Counter() for seat in range(len(seats))}
    for event in log:
        if event.action == TURN_ENDS:
            turns[event.seat][event.user_id] += 1
    by_entry = {}
    for row in with_handicap(standings, handicap):
        seat = int(row["seat"])
        counted = turns[seat]
        people = tuple((person, n) for person, n in counted.items() if person is not None)
        by_entry[seats[seat]] = Line(
            seats[seat], int(row["place"]), int(row["points4"]), people, counted[None]
        )
    return Result(number, tuple(by_entry[entry] for entry in drawn))


def with_handicap(
    standings: Sequence[Mapping[str, Any]], handicap: Sequence[int]
) -> list[Mapping[str, Any]]:
    """The standings of a game with what each seat is given (quarters of a point; seats beyond the
    end nothing), placed anew: by points, then by workers on the gears where the game says them
    (rulebook p. 11); who is level in both shares the place."""
    if not any(handicap):
        return list(standings)
    given = dict(enumerate(handicap))
    rows = [{**row, "points4": row["points4"] + given.get(row["seat"], 0)} for row in standings]

    def rank(row: Mapping[str, Any]) -> tuple[int, int]:
        return (row["points4"], row.get("workers_on_gears", 0))

    for row in rows:
        row["place"] = 1 + sum(rank(other) > rank(row) for other in rows)
    return sorted(rows, key=lambda row: (row["place"], row["seat"]))


def seats_of_game(
    drawn: Sequence[int], people: Sequence[int | None], sitting: Sequence[int | None]
) -> tuple[int, ...] | None:
    """The entries by seat of a game, from who plays for them and who sits where (None for a
    computer); None if other people sit there. Computers take the given-up entries in order."""
    if Counter(people) != Counter(sitting):
        return None
    given_up = iter(e for e, person in zip(drawn, people, strict=True) if person is None)
    entry_of = {p: e for e, p in zip(drawn, people, strict=True) if p is not None}
    return tuple(next(given_up) if p is None else entry_of[p] for p in sitting)
