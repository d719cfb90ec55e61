"""A table with its game, open to be looked at and changed: what `Tables.open` and `Tables.read`
give.

Functions of the modules beside this one say what changes: `change`, `append`, `rewind`. That is
done in memory, so that an act can also be tried and looked at; what `Tables.open` gave is written
at the end of its block.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.clocks import SeatClock
from bot.engine import Game
from bot.model.table import Event, Seat, Table
from bot.refusal import Refusal
from bot.store.database import Connection, Transaction
from bot.tables.conditions import must_have_started
from bot.tables.open_games import Fetch, OpenGame

Args = ParamSpec("Args")
Answer = TypeVar("Answer")


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
        held: OpenGame | Refusal | None,
        now: datetime,
        fetch: Fetch,
        *,
        computers_play: bool,
        transaction: Transaction | None = None,
    ) -> None:
        """`held` is the game, or why it cannot be replayed; None where it has not started."""
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
        self._held = held
        self._fetch = fetch
        self._transaction = transaction

    def trial(self) -> "OpenTable":
        """The same table, to try something: what is changed there is never written."""
        return OpenTable(
            self.table, self._held, self.now, self._fetch, computers_play=self.computers_play
        )

    @property
    def open_game(self) -> OpenGame:
        """The confirmed game. Raises Refusal if it has not started or cannot be replayed."""
        if self._held is None:
            must_have_started(self.table)
            raise AssertionError("the game was not asked for when the table was opened")
        if isinstance(self._held, Refusal):
            raise self._held
        return self._held

    @property
    def game(self) -> Game:
        """The confirmed game, never to be played on, only to be copied. It knows the hidden
        stacks. Raises Refusal as `open_game`."""
        return self.open_game.game

    @property
    def answered(self) -> tuple[int, ...]:
        """How many actions of the log were each seat's. Raises Refusal as `open_game`."""
        return self.open_game.answered

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats asked now. Raises Refusal as `open_game`."""
        return tuple(decision.seat for decision in self.game.pending)

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

    def begin(self, seats: Sequence[Seat], game: Game, rules: int, **hidden: Any) -> None:
        """Turn a lobby into a game, with the deal in `hidden`."""
        self._held = OpenGame(game, 0, (0,) * len(seats), self.table.rewinds)
        self.change(status="playing", seats=tuple(seats), rules=rules)
        self.hidden |= {**hidden, "position": game.position(), "position_version": 0}

    def append(self, seat: int, actions: Sequence[str], game: Game, *, user_id: int | None) -> None:
        """Add a whole turn to the log; it leads to `game`. Whoever plays on no longer wants to
        abandon the game, and no request to rewind it is left."""
        self._held = self.open_game.after(game, seat, len(actions))
        self.events += [Event(seat, action, user_id, self.now) for action in actions]
        version = self.table.version + len(actions)
        self.change(
            status="finished" if game.finished else "playing",
            version=version,
            abandon_votes=self.table.abandon_votes - {seat},
            rewind_request=None,
        )
        self.hidden |= {"position": game.position(), "position_version": version}

    def rewind(self, to: int, *, user_id: int | None) -> None:
        """Take the events from n = `to` on out of the log. Turns in preparation are dropped: they
        were for another position."""
        number = self.table.rewinds + 1
        back = replace(self.open_game.at(to), rewinds=number)
        self._held, self.taken_out = back, TakenOut(to, user_id)
        told = self.table.announced
        self.change(
            status="playing",
            version=to,
            abandon_votes=frozenset(),
            rewinds=number,
            rewind_request=None,
            announced=None if told is None else min(told, to),
            seats=tuple(replace(one, prepared=None) for one in self.table.seats),
        )
        self.hidden |= {"position": back.game.position(), "position_version": to}

    def undeal(self, seats: Sequence[Seat]) -> None:
        """Take a game that was rewound to its beginning back into its lobby, with these seats, to
        be dealt anew."""
        self._held = None
        self.change(
            status="lobby",
            seats=tuple(seats),
            rules=None,
            announced=None,
            paused_at=None,
            pause_request=None,
        )
        self.hidden |= dict.fromkeys(("seed", "setup", "position", "position_version"))

    async def fetch(
        self,
        query: Callable[Concatenate[Connection, Args], Awaitable[Answer]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Answer:
        """Call a repository's function that reads what else is stored."""
        answer: Answer = await self._fetch(query, *args, **more)
        return answer

    async def write(
        self,
        change: Callable[Concatenate[Connection, Args], Awaitable[Answer]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Answer:
        """Call a repository's function that writes something else in the same transaction."""
        assert self._transaction is not None, "nothing is written at a table that is only read"
        return await self._transaction.run(change, *args, **more)
