"""Who may do what in a lobby, and what the table is like afterwards. No database here: a row in,
the wanted row out, or a Refusal."""

from dataclasses import replace

from bot.refusal import Refusal
from bot.store.rows import SeatRow, TableRow
from bot.tables.fair_deal import playing_order
from bot.tables.table import Person
from bot.text.former import is_former

FEWEST_SEATS = 2
MOST_SEATS = 5
COMPUTER_NAMES = ("Imix", "Kimi", "Lamat", "Chuen", "Kaban")
"""Days of the Tzolk'in calendar: names that need no translation."""


def with_person(row: TableRow, person: Person) -> TableRow:
    """The table with a person in one more seat."""
    must_be_lobby(row)
    if seat_of(row, person.id) is not None:
        raise Refusal("seated-already", "You sit at this table already.")
    return _with_one_more(row, SeatRow(len(row.seats), person.id, person.name, computer=False))


def with_computer(row: TableRow, person: Person) -> TableRow:
    """The table with a computer in one more seat."""
    must_be_lobby(row)
    must_sit(row, person.id)
    taken = {seat.name for seat in row.seats if seat.computer}
    name = next(name for name in COMPUTER_NAMES if name not in taken)
    return _with_one_more(row, SeatRow(len(row.seats), None, name, computer=True))


def _with_one_more(row: TableRow, seat: SeatRow) -> TableRow:
    if len(row.seats) >= MOST_SEATS:
        raise Refusal(
            "full",
            "All {seats} seats are taken; wait until somebody leaves.",
            seats=len(row.seats),
        )
    return replace(row, seats=(*row.seats, seat))


def without_person(row: TableRow, person: Person) -> TableRow:
    """The table after a person has left it."""
    must_be_lobby(row)
    left = [seat for seat in row.seats if seat is not must_sit(row, person.id)]
    people = [seat.user_id for seat in left if seat.user_id is not None]
    if not people:
        return closed(row)
    host = row.host_id if row.host_id in people else people[0]
    return replace(row, host_id=host, seats=_numbered(left))


def without_computer(row: TableRow, person: Person) -> TableRow:
    """The table after the computer that came last was sent away."""
    must_be_lobby(row)
    must_sit(row, person.id)
    computers = [seat for seat in row.seats if seat.computer]
    if not computers:
        raise Refusal("no-computer", "There is no computer to take away; add one first.")
    return replace(row, seats=_numbered([s for s in row.seats if s is not computers[-1]]))


def shuffled(row: TableRow, person: Person, seed: str) -> TableRow:
    """The table with its seats in playing order, which the seed decides, ready to be dealt."""
    must_be_lobby(row)
    must_sit(row, person.id)
    if len(row.seats) < FEWEST_SEATS:
        raise Refusal(
            "too-few",
            "At least {seats} seats must be taken to start; wait for others to join, or add "
            "a computer.",
            seats=FEWEST_SEATS,
        )
    order = playing_order(len(row.seats), seed)
    return replace(row, seats=_numbered([row.seats[n] for n in order]))


def closed(row: TableRow) -> TableRow:
    """The table after nobody wants to play at it any more."""
    return replace(row, status="abandoned")


def seat_of(row: TableRow, user_id: int) -> SeatRow | None:
    """Where a person sits, if at all."""
    return next((seat for seat in row.seats if seat.user_id == user_id), None)


def can_agree(seat: SeatRow) -> bool:
    """Whether somebody sits there who can be asked: no computer, and nobody who is forgotten."""
    return not seat.computer and not is_former(seat.user_id)


def must_sit(row: TableRow, user_id: int) -> SeatRow:
    """Where a person sits. Raises Refusal for a stranger."""
    seat = seat_of(row, user_id)
    if seat is not None:
        return seat
    if row.status == "lobby":
        raise Refusal("not-seated", "You do not sit at this table; press Join first.")
    raise Refusal(
        "not-seated",
        "You do not sit at this table; watch with /board, or start a game of your own in "
        "another channel with /tzolkin new.",
    )


def must_be_lobby(row: TableRow) -> None:
    """Raises Refusal unless the game has yet to start."""
    if row.status == "playing":
        raise Refusal(
            "started",
            "The game has started; play on, or give it up with /tzolkin abandon.",
        )
    if row.status != "lobby":
        raise over(row)


def must_have_started(row: TableRow) -> None:
    """Raises Refusal for a lobby, and for a game that was given up."""
    if row.status == "lobby":
        raise Refusal("not-started", "The game has not started yet; press Start in the lobby.")
    if row.status == "abandoned":
        raise over(row)


def over(row: TableRow) -> Refusal:
    """The refusal for a table at which nothing happens any more."""
    if row.status == "finished":
        return Refusal(
            "finished",
            "This game is over; see its result with /score, or start anew with /tzolkin new.",
        )
    return Refusal("abandoned", "This game was abandoned; start a new one with /tzolkin new.")


def _numbered(seats: list[SeatRow]) -> tuple[SeatRow, ...]:
    return tuple(replace(seat, seat=number) for number, seat in enumerate(seats))
