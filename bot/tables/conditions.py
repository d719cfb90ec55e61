"""What somebody must be, or a table, so that something can be done there; else why not."""

from bot.clocks import NoClock
from bot.model.table import Seat, Table
from bot.refusal import Refusal


def must_sit(table: Table, user_id: int) -> Seat:
    """Where a person sits. Raises Refusal (`not-seated`) for a stranger."""
    seat = table.seat_of(user_id)
    if seat is not None:
        return seat
    if table.status == "lobby":
        raise Refusal("not-seated", "You do not sit at this table; press Join first.")
    raise Refusal(
        "not-seated",
        "You do not sit at this table; watch with /board, or start a game of your own in another "
        "channel with /tzolkin new.",
    )


def must_be_lobby(table: Table) -> None:
    """Raises Refusal unless the game has yet to start."""
    if table.status == "playing":
        raise Refusal(
            "started",
            "The game has started; play on, or give it up with /tzolkin abandon.",
        )
    if table.status != "lobby":
        raise over(table)


def must_have_started(table: Table) -> None:
    """Raises Refusal for a lobby, and for a game that was given up."""
    if table.status == "lobby":
        raise Refusal("not-started", "The game has not started yet; press Start in the lobby.")
    if table.status == "abandoned":
        raise over(table)


def must_be_playing(table: Table) -> None:
    """Raises Refusal for a lobby, and for a game that is over."""
    must_have_started(table)
    if table.status != "playing":
        raise over(table)


def must_have_clock(table: Table) -> None:
    """Raises Refusal (`no-clock`) where nobody runs out of time."""
    if isinstance(table.options.time.clock, NoClock):
        raise Refusal("no-clock", "This table has no clock; nobody runs out of time here.")


def over(table: Table) -> Refusal:
    """The refusal for a table at which nothing happens any more."""
    if table.status == "finished":
        return Refusal(
            "finished",
            "This game is over; see its result with /score, or start anew with /tzolkin new.",
        )
    return Refusal("abandoned", "This game was abandoned; start a new one with /tzolkin new.")
