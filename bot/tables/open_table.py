"""A table with its game, open to be read and changed, as `Tables.open` and `Tables.read` give it;
and the conditions for acts at a table.

The other modules decide on the changes and call `change`, `append` or `rewind`. These change the
table in memory, so that an act can also be tried. A table of `Tables.open` is saved at the end of
its block.
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
from bot.store import log, outbox, stats, tables
from bot.store.database import ChannelBusyError, Connection
from bot.tables import timing

Args = ParamSpec("Args")
Answer = TypeVar("Answer")


class Run(Protocol):
    """A caller of repository functions: `Transaction.run`, or `Store.read`."""

    async def __call__(
        self,
        query: Callable[Concatenate[Connection, Args], Awaitable[Answer]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Answer:
        """Call the function with a connection, and return its result."""
        ...


async def _write_nothing(query: Any, *args: Any, **more: Any) -> Any:
    raise AssertionError("nothing is written at a table that is only read")


@dataclass(frozen=True)
class TakenOut:
    """The events that a rewind takes out of the log."""

    to: int
    """The number of events that stay."""
    user_id: int | None
    """The person who asked for it."""


class OpenTable:
    """A table as it was read, and its changes since."""

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
        """`game` is the confirmed game, or why it cannot be replayed; None before its start."""
        self.computers_play = computers_play
        """Whether a computer may take a seat."""
        self.before = table
        """The table as it was read."""
        self.table = table
        """The table with its changes."""
        self.now = now
        """When it was read, in UTC."""
        self.events: list[Event] = []
        """The events added to the log."""
        self.taken_out: TakenOut | None = None
        self.hidden: dict[str, Any] = {}
        """Changed columns of the table that have no field in `Table`."""
        self.clocks_set = False
        self.notes: list[Note] = []
        """Notes to add to the outbox."""
        self._void: list[int | None] = []
        """The seats whose calls are void; None stands for all seats."""
        self._dropped: tuple[type[Note], ...] = ()
        """The kinds of notes to take out of the outbox."""
        self.fetch = fetch
        """Calls repository functions that read other data."""
        self.write = write
        """Calls repository functions that write other data in the same transaction."""
        self._game = game

    def trial(self) -> "OpenTable":
        """Copy the open table for trying something: changes of the copy are never written."""
        return OpenTable(
            self.table, self._game, self.now, self.fetch, computers_play=self.computers_play
        )

    @property
    def game(self) -> Game:
        """The confirmed game. Copy it, never play on it. It knows the hidden stacks. Raises Refusal
        if it has not started or cannot be replayed."""
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
        """List the seats that are asked now, each since now, or since the moment in `since` if it
        was asked before and has not answered."""
        known = since or {}
        return tuple(AskedSince(seat, known.get(seat, self.now)) for seat in self.waiting)

    def change(self, **fields: Any) -> None:
        """Change fields of the table."""
        changed = replace(self.table, **fields)
        if changed != self.table:
            self.table = replace(changed, revision=self.before.revision + 1, updated_at=self.now)

    def mark(self, **fields: Any) -> None:
        """Change fields of the table without its counting as used: a lobby still closes as long
        after its last change."""
        self.table = replace(self.table, **fields, revision=self.before.revision + 1)

    def change_seat(self, seat: int, **fields: Any) -> None:
        """Change the data of a seat: its turn in preparation, its plan or its clock. For others the
        table has not changed."""
        seats = list(self.table.seats)
        seats[seat] = replace(seats[seat], **fields)
        self.table = replace(self.table, seats=tuple(seats))

    def set_clocks(self, clocks: Mapping[int, SeatClock]) -> None:
        """Replace the clocks of these seats."""
        for seat, clock in clocks.items():
            self.change_seat(seat, clock=clock)
        self.clocks_set = True

    def must_tell(self, *notes: Note) -> None:
        """Add notes to the outbox, in this order, besides the turns. They wait there from the end
        of the block until they are told."""
        self.notes += [note for note in notes if note not in self.notes]
        if notes:
            self.table = replace(self.table, notes_wait=True)

    def drop_notes(self, *kinds: type[Note]) -> None:
        """Take the notes of these kinds out of the outbox."""
        self.notes = [note for note in self.notes if not isinstance(note, kinds)]
        self._dropped += kinds

    def _drop_calls(self, answered: int | None = None) -> None:
        """Drop the calls of the seat that has answered; without a seat, of all seats."""
        self.notes = [
            note for note in self.notes
            if not isinstance(note, SeatNote) or answered not in (None, note.seat)
        ]  # fmt: skip
        self._void.append(answered)

    def move(self, channel_id: int) -> None:
        """Move the game to another channel, which has no open table."""
        self.change(channel_id=channel_id, options=replace(self.table.options, thread=False))
        self.hidden |= {"channel_id": channel_id}
        self._forget_posted(board=None, lobby=None, calls=(), leaving=())

    def _forget_posted(self, **changed: Any) -> None:
        self.change(posted=replace(self.table.posted, **changed))
        columns = {f"posted_{name}": value for name, value in changed.items()}
        self.hidden |= {name: None if value == () else value for name, value in columns.items()}

    def begin(self, seats: Sequence[Seat], game: Game, rules: int, **hidden: Any) -> None:
        """Make a lobby a game, with the deal in `hidden`."""
        self._game = game
        self.change(status="playing", seats=tuple(seats), rules=rules, asked=self._asked_anew())
        self.hidden |= {**hidden, "position": game.position(), "position_version": 0}

    def append(
        self,
        seat: int,
        steps: Sequence[Step],
        game: Game,
        clocks: Mapping[int, SeatClock],
        *,
        user_id: int | None,
        hurried: bool,
        planned: bool,
    ) -> None:
        """Add a whole turn to the log; it leads to `game`, and to these clocks. The seat's vote to
        give up the game is dropped, any request to rewind it, and a planned turn that was about to
        confirm itself."""
        self._game = game
        self.change_seat(seat, plan_due=None)
        if clocks:
            self.set_clocks(clocks)
        self.events += [
            Event(seat, step.action, user_id, self.now, hurried, planned) for step in steps
        ]
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
            seats=tuple(replace(one, prepared=None, plan_due=None) for one in self.table.seats),
            asked=self._asked_anew(),
        )
        self.hidden |= {"position": back.position(), "position_version": to}
        self._forget_posted(
            version=None if posted.version is None else min(posted.version, to),
            on_board=None if posted.on_board is None else min(posted.on_board, to),
        )
        self._drop_calls()

    async def save(self) -> None:
        """Write the changes. Raises Refusal (`channel-taken`) if the table is to be open again
        while another one is in its channel."""
        before, table, took = self.before, self.table, self.taken_out
        clocks_differ = [one.clock for one in table.seats] != [one.clock for one in before.seats]
        due = timing.due_moments(table, self.now) if self.clocks_set or clocks_differ else {}
        turns = timing.turns_timed(before, table) if clocks_differ else {}
        try:
            await self.write(tables.save, before, table, due=due, added=self.events, **self.hidden)
        except ChannelBusyError:
            raise Refusal(
                "channel-taken",
                "Another game is open in this channel; finish or abandon it before this one can "
                "go on.",
            ) from None
        if turns:
            await self.write(stats.count_turns, table.id, turns)
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
    """Rebuild the game as it stood after its first `version` actions."""
    record = game.record()
    return Game.replay({**record, "actions": record["actions"][:version]})


def must_sit(table: Table, user_id: int) -> Seat:
    """Find a person's seat. Raises Refusal (`not-seated`) for a stranger."""
    seat = table.seat_of(user_id)
    if seat is not None:
        return seat
    if table.status == "lobby":
        raise Refusal("not-seated", "You are not at this table; press Join first.")
    raise Refusal(
        "not-a-player",
        "You are not in this game; watch it with /board, or start your own in another channel "
        "with /tzolkin new.",
    )


def must_be_lobby(table: Table) -> None:
    """Raises Refusal if the game has started."""
    if table.status == "playing":
        raise Over(
            "started",
            "The game has started; play on, or end it with /tzolkin abandon.",
        )
    if table.status != "lobby":
        raise over(table)


def not_requested() -> Refusal:
    """Make the refusal to withdraw what this person has not asked for."""
    return Refusal("not-requested", "Only the person who made this request can withdraw it.")


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


def must_sit_in_play(table: Table, user_id: int) -> Seat:
    """Find a person's seat in a game that is played. Raises Refusal for a lobby, a stranger, and a
    game that is over."""
    must_have_started(table)
    seat = must_sit(table, user_id)
    must_be_playing(table)
    return seat


def seat_in_game(opened: OpenTable, user_id: int) -> tuple[int, Game]:
    """Find a person's seat and the game, which may be over. Raises Refusal for a lobby, a stranger,
    and a game that was given up or cannot be replayed."""
    must_have_started(opened.table)
    return must_sit(opened.table, user_id).seat, opened.game


def must_have_clock(table: Table) -> None:
    """Raises Refusal (`no-clock`) for a table without a clock."""
    if isinstance(table.options.time.clock, NoClock):
        raise Refusal("no-clock", "This table has no clock, so nobody can run out of time.")


def over(table: Table) -> Refusal:
    """Make the refusal for a table that is over."""
    if table.status == "finished":
        return Over(
            "finished",
            "This game is over; see its result with /score, or start another game with "
            "/tzolkin new.",
        )
    return Over("abandoned", "This game was abandoned; start a new one with /tzolkin new.")
