"""A table with its game, open to be looked at and changed: what `Tables.open` and `Tables.read`
give; and the conditions under which something can be done at a table.

The modules beside this one decide what changes and call `change`, `append` or `rewind`. These
change the table in memory, so that an act can also be tried; what `Tables.open` gave is saved at
the end of its block.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.clocks import NoClock, SeatClock
from bot.engine import Game, Step
from bot.model.notes import Note, SeatNote
from bot.model.table import AskedSince, Event, Seat, Table
from bot.refusal import Over, Refusal
from bot.store import log, outbox, tables
from bot.store.database import ChannelBusyError, Connection
from bot.tables import timing

Args = ParamSpec("Args")
Answer = TypeVar("Answer")


class Run(Protocol):
    """Calls a repository's function: `Transaction.run`, or `Store.read`."""

    async def __call__(
        self,
        query: Callable[Concatenate[Connection, Args], Awaitable[Answer]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Answer:
        """What the function returns."""
        ...


async def _write_nothing(query: Any, *args: Any, **more: Any) -> Any:
    raise AssertionError("nothing is written at a table that is only read")


@dataclass(frozen=True)
class TakenOut:
    """The events a rewind takes out of the log."""

    to: int
    """How many stay."""
    user_id: int | None
    """Who asked for it."""


class OpenTable:
    """A table as it was read, and what has been changed since."""

    def __init__(
        self,
        table: Table,
        game: Game | Refusal | None,
        now: datetime,
        fetch: Run,
        *,
        computers_play: bool,
        write: Run = _write_nothing,
    ) -> None:
        """`game` is as confirmed, or why it cannot be replayed; None where it has not started."""
        self.computers_play = computers_play
        """Whether a computer may take a seat."""
        self.before = table
        """As it was read."""
        self.table = table
        """With what was changed since."""
        self.now = now
        """When it was read; UTC."""
        self.events: list[Event] = []
        """What was added to the log."""
        self.taken_out: TakenOut | None = None
        self.hidden: dict[str, Any] = {}
        """Columns of the table that changed, and that a Table does not show."""
        self.clocks_set = False
        self.notes: list[Note] = []
        """What must be told, besides what waits in the outbox already."""
        self._void: list[int | None] = []
        """The seats that need not be called any more; None for all of them."""
        self._dropped: tuple[type[Note], ...] = ()
        """The kinds of notes that wait no longer."""
        self.fetch = fetch
        """Calls a repository's function that reads what else is stored."""
        self.write = write
        """Calls one that writes something else in the same transaction."""
        self._game = game

    def trial(self) -> "OpenTable":
        """The same table, to try something: what is changed there is never written."""
        return OpenTable(
            self.table, self._game, self.now, self.fetch, computers_play=self.computers_play
        )

    @property
    def game(self) -> Game:
        """The game as confirmed, never to be played on, only to be copied. It knows the hidden
        stacks. Raises Refusal if it has not started or cannot be replayed."""
        if self._game is None:
            must_have_started(self.table)
            raise AssertionError("the game was not asked for when the table was opened")
        if isinstance(self._game, Refusal):
            raise self._game
        return self._game

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats asked now. Raises Refusal as `game`."""
        return tuple(decision.seat for decision in self.game.pending)

    def _asked_anew(self, since: Mapping[int, datetime] | None = None) -> tuple[AskedSince, ...]:
        """Who is asked at the game as it is now: from now on, but for seats that were asked before
        and have not answered, in `since`."""
        known = since or {}
        return tuple(AskedSince(seat, known.get(seat, self.now)) for seat in self.waiting)

    def change(self, **fields: Any) -> None:
        """Change fields of the table."""
        changed = replace(self.table, **fields)
        if changed != self.table:
            self.table = replace(changed, revision=self.before.revision + 1, updated_at=self.now)

    def change_seat(self, seat: int, **fields: Any) -> None:
        """Change what belongs to a seat: its turn in preparation, its plan or its clock. That is
        no change of the table for others."""
        seats = list(self.table.seats)
        seats[seat] = replace(seats[seat], **fields)
        self.table = replace(self.table, seats=tuple(seats))

    def set_clocks(self, clocks: Mapping[int, SeatClock]) -> None:
        """Let these clocks run, by seat."""
        for seat, clock in clocks.items():
            self.change_seat(seat, clock=clock)
        self.clocks_set = True

    def must_tell(self, *notes: Note) -> None:
        """This must be told besides turns, in this order: it waits in the outbox from the end of
        the block until it was told."""
        self.notes += [note for note in notes if note not in self.notes]
        if notes:
            self.table = replace(self.table, notes_wait=True)

    def drop_notes(self, *kinds: type[Note]) -> None:
        """Notes of these kinds need not be told any more."""
        self.notes = [note for note in self.notes if not isinstance(note, kinds)]
        self._dropped += kinds

    def _drop_calls(self, answered: int | None = None) -> None:
        """The seat that has answered need not be called any more; without one, no seat need."""
        self.notes = [
            note for note in self.notes
            if not isinstance(note, SeatNote) or answered not in (None, note.seat)
        ]  # fmt: skip
        self._void.append(answered)

    def move(self, channel_id: int) -> None:
        """The game is to be played in another channel, in which no table is open."""
        self.change(channel_id=channel_id, options=replace(self.table.options, thread=False))
        self.hidden |= {"channel_id": channel_id}
        self._forget_posted(board=None, lobby=None, calls=(), leaving=())

    def _forget_posted(self, **changed: Any) -> None:
        self.change(posted=replace(self.table.posted, **changed))
        columns = {f"posted_{name}": value for name, value in changed.items()}
        self.hidden |= {name: None if value == () else value for name, value in columns.items()}

    def begin(self, seats: Sequence[Seat], game: Game, rules: int, **hidden: Any) -> None:
        """Turn a lobby into a game, with the deal in `hidden`."""
        self._game = game
        self.change(status="playing", seats=tuple(seats), rules=rules, asked=self._asked_anew())
        self.hidden |= {**hidden, "position": game.position(), "position_version": 0}

    def append(self, seat: int, steps: Sequence[Step], game: Game, *, user_id: int | None) -> None:
        """Add a whole turn to the log; it leads to `game`. Whoever plays on no longer wants to
        abandon the game, and no request to rewind it is left."""
        self._game = game
        self.events += [Event(seat, step.action, user_id, self.now) for step in steps]
        version = self.table.version + len(steps)
        since = {one.seat: one.since for one in self.table.asked or () if one.seat != seat}
        self.change(
            status="finished" if game.finished else "playing",
            version=version,
            abandon_votes=self.table.abandon_votes - {seat},
            rewind_request=None,
            asked=self._asked_anew(since),
        )
        self.hidden |= {"position": steps[-1].position.dump(), "position_version": version}
        if self.table.notes_wait:
            self._drop_calls(seat)

    def rewind(self, to: int, *, user_id: int | None) -> None:
        """Take the events from n = `to` on out of the log. Turns in preparation are dropped: they
        were for another position."""
        self._game = back = game_at(self.game, to)
        self.taken_out = TakenOut(to, user_id)
        posted = self.table.posted
        self.change(
            status="playing",
            version=to,
            abandon_votes=frozenset(),
            rewinds=self.table.rewinds + 1,
            rewind_request=None,
            seats=tuple(replace(one, prepared=None) for one in self.table.seats),
            asked=self._asked_anew(),
        )
        self.hidden |= {"position": back.position(), "position_version": to}
        self._forget_posted(
            version=None if posted.version is None else min(posted.version, to),
            on_board=None if posted.on_board is None else min(posted.on_board, to),
        )
        self._drop_calls()

    def undeal(self, seats: Sequence[Seat]) -> None:
        """Take a game that was rewound to its beginning back into its lobby, with these seats, to
        be dealt anew."""
        self._game = None
        self.change(
            status="lobby",
            seats=tuple(seats),
            rules=None,
            asked=None,
            paused_at=None,
            pause_request=None,
            bidding=None,
        )
        self.hidden |= dict.fromkeys(("seed", "setup", "position", "position_version"))
        self._forget_posted(version=None, on_board=None)

    async def save(self) -> None:
        """Write what was changed. Raises Refusal (`channel-taken`) if the table is to be open again
        while another one is in its channel."""
        before, table, took = self.before, self.table, self.taken_out
        clocks_differ = [one.clock for one in table.seats] != [one.clock for one in before.seats]
        due = timing.due_moments(table, self.now) if self.clocks_set or clocks_differ else {}
        try:
            await self.write(tables.save, before, table, due=due, added=self.events, **self.hidden)
        except ChannelBusyError:
            raise Refusal(
                "channel-taken",
                "Another game is open in this channel; it must end before this one can go on.",
            ) from None
        if took is not None:
            await self.write(
                log.take_out, table.id, number=before.rewinds + 1, was=before.version,
                to=took.to, at=self.now, user_id=took.user_id,
            )  # fmt: skip
        for seat in self._void:
            await self.write(outbox.answered, table.id, seat)
        if self._dropped:
            await self.write(outbox.drop, self._dropped, table_id=table.id)
        if self.notes:
            await self.write(outbox.add, self.notes, table_id=table.id)


def game_at(game: Game, version: int) -> Game:
    """The game as it stood after its first `version` actions."""
    record = game.record()
    return Game.replay({**record, "actions": record["actions"][:version]})


def must_sit(table: Table, user_id: int) -> Seat:
    """Where a person sits. Raises Refusal (`not-seated`) for a stranger."""
    seat = table.seat_of(user_id)
    if seat is not None:
        return seat
    if table.status == "lobby" and not table.bids_open:
        raise Refusal("not-seated", "You do not sit at this table; press Join first.")
    raise Refusal(
        "not-a-player",
        "You do not sit at this table; watch with /board, or start a game of your own in another "
        "channel with /tzolkin new.",
    )


def must_be_lobby(table: Table) -> None:
    """Raises Refusal unless the game has yet to start."""
    if table.status == "playing":
        raise Over(
            "started",
            "The game has started; play on, or give it up with /tzolkin abandon.",
        )
    if table.status != "lobby":
        raise over(table)
    if table.bids_open:
        raise bids_are_open()


def bids_are_open() -> Refusal:
    """The refusal while the seats of a table are bid for."""
    return Refusal(
        "bids-open", "The seats are being bid for; the game begins as soon as everybody has bid."
    )


def must_have_started(table: Table) -> None:
    """Raises Refusal for a lobby, and for a game that was given up."""
    if table.bids_open:
        raise bids_are_open()
    if table.status == "lobby":
        raise Refusal("not-started", "The game has not started yet; press Start in the lobby.")
    if table.status == "abandoned":
        raise over(table)


def must_be_playing(table: Table) -> None:
    """Raises Refusal for a lobby, and for a game that is over."""
    must_have_started(table)
    if table.status != "playing":
        raise over(table)


def must_sit_in_play(table: Table, user_id: int) -> Seat:
    """Where a person sits in a game that is being played. Raises Refusal for a lobby, a stranger,
    and a game that is over."""
    must_have_started(table)
    seat = must_sit(table, user_id)
    must_be_playing(table)
    return seat


def must_have_clock(table: Table) -> None:
    """Raises Refusal (`no-clock`) where nobody runs out of time."""
    if isinstance(table.options.time.clock, NoClock):
        raise Refusal("no-clock", "This table has no clock; nobody runs out of time here.")


def over(table: Table) -> Refusal:
    """The refusal for a table at which nothing happens any more."""
    if table.status == "finished":
        return Over(
            "finished",
            "This game is over; see its result with /score, or start anew with /tzolkin new.",
        )
    return Over("abandoned", "This game was abandoned; start a new one with /tzolkin new.")
