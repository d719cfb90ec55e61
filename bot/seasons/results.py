"""The result of a finished table for the league, and its making from a game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

COMPUTER_PERCENT = 20
"""A seat with more than this percentage of its turns taken by the computer earns its entry
nothing; its opponents keep what they earned. MeepleLeague's Terra Mystica tournament gives whoever
drops out of a game nothing at all; we let missed turns pass up to this, and count them as a
tie-break."""

How = Literal["played", "corrected", "elsewhere", "forfeit", "adjudicated"]
"""The sources of a result: a game of this bot; points that moderators wrote in its place; a game
played elsewhere; a table that somebody lost without playing it (`Line.forfeited`); points that
moderators gave a game which was not over."""
Origin = How | Literal["computer"]
"""The source of a result; or a computer that took over a seat, which therefore earned nothing."""
NOT_PLAYED: tuple[How, ...] = ("elsewhere", "forfeit", "adjudicated")
"""The sources without a game of this bot: a game that is being played is given up."""


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one seat."""

    entry: int | None
    """The entry of the seat, by the id of the person who signed up; None for a computer seat
    without an entry."""
    place: int
    """The place, from 1; ties share it and the next one is skipped."""
    points4: int
    """The final points in quarters, as the engine counts them."""
    turns: tuple[tuple[int, int], ...] = ()
    """Each person who played the seat, with the number of turns confirmed; empty if the entry alone
    played and nobody counted."""
    computer_turns: int = 0
    """The number of turns a computer seat took, after time-outs or a withdrawal."""
    forfeited: bool = False
    """Whether the seat lost without playing: its place is behind all who played, with 0 points, and
    it earns nothing."""

    @property
    def player(self) -> int | None:
        """The person who played the seat last; None where only a computer did."""
        if self.turns:
            return self.turns[-1][0]
        return None if self.computer_turns else self.entry

    def played_by(self, person: int) -> bool:
        """Whether a person took a turn at the seat; if no turns were recorded, whether the entry
        has the person's id."""
        if not self.turns:
            return self.entry == person and not self.computer_turns
        return any(one == person for one, _ in self.turns)

    def computer_took_over(self, percent: int) -> bool:
        """Whether the computer took more than this percentage of the turns; False if none were
        counted."""
        if not self.computer_turns:
            return False
        by_people = sum(turns for _, turns in self.turns)
        return 100 * self.computer_turns > percent * (by_people + self.computer_turns)

    def earns_nothing(self, percent: int) -> bool:
        """Whether its place brings no league points and no win: it was forfeited, or a computer
        took it over (`computer_took_over`). Its opponents keep what they earned."""
        return self.forfeited or self.computer_took_over(percent)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished table."""

    table: int
    lines: tuple[Line, ...]
    """The lines by seat, from the first."""
    how: How = "played"

    @property
    def forfeits(self) -> tuple[int, ...]:
        """The numbers, from 0, of the seats that lost without playing."""
        return tuple([seat for seat, line in enumerate(self.lines) if line.forfeited])


def seats_in(forfeiting: int) -> tuple[int, ...]:
    """List the seats, from 0, in a number that adds 1 for the first seat, 2 for the second, then 4,
    8 and 16."""
    return tuple(seat for seat in range(5) if forfeiting >> seat & 1)


def check(result: Result) -> str | None:
    """Say what is wrong with a result, in an English sentence; None if it can be counted."""
    places = [line.place for line in result.lines]
    if not 2 <= len(places) <= 5:
        return "A table has 2 to 5 seats."
    in_order = sorted(places)
    if any([place != 1 + in_order.index(place) for place in places]):  # noqa: C419 (faster)
        return "Places are shared and skipped like 1, 1, 3."
    entries = [line.entry for line in result.lines if line.entry is not None]
    if len(set(entries)) < len(entries):
        return "Nobody sits at a table twice."
    for line in result.lines:
        if line.computer_turns < 0 or any([n < 0 for _, n in line.turns]):  # noqa: C419 (faster)
            return "Turns are counted from 0."
    if bool(result.forfeits) != (result.how == "forfeit"):
        return "A result by forfeit says whose forfeit it is."
    return None


def result_of_game(
    number: int,
    drawn: Sequence[int],
    seats: Sequence[int],
    standings: Sequence[Mapping[str, Any]],
    ended: Iterable[tuple[int, int | None]],
) -> Result:
    """Make the result of a season's table.

    `drawn` are its entries in the order of the draw, `seats` by seat of the game. `standings` are
    final. `ended` are the turns of the whole game, each with its seat and the person who confirmed
    it. That person counts for it, whoever sat there later; a turn without a person was a
    computer's.
    """
    turns: dict[int, Counter[int | None]] = {seat: Counter() for seat in range(len(seats))}
    for seat, user_id in ended:
        turns[seat][user_id] += 1
    by_entry = {}
    for row in standings:
        seat = int(row["seat"])
        counted = turns[seat]
        people = tuple((person, n) for person, n in counted.items() if person is not None)
        by_entry[seats[seat]] = Line(
            seats[seat],
            int(row["place"]),
            int(row["points4"]),
            people,
            counted[None],
        )
    return Result(number, tuple(by_entry[entry] for entry in drawn))


def seats_of_game(
    drawn: Sequence[int], people: Sequence[int | None], sitting: Sequence[int | None]
) -> tuple[int, ...] | None:
    """Find the entries by seat of a game, from the people who play for them and those who sit there
    (None: a computer); None if others sit there. Computers take the given-up entries in order."""
    if Counter(people) != Counter(sitting):
        return None
    given_up = iter(e for e, person in zip(drawn, people, strict=True) if person is None)
    entry_of = {p: e for e, p in zip(drawn, people, strict=True) if p is not None}
    return tuple(next(given_up) if p is None else entry_of[p] for p in sitting)
