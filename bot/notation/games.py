"""A whole game that is written down: its deal, its seats, and every action in order.

A record is read into a `WrittenGame`, and each form is written from one. Facts that only a record
has (its table, the seal of its deal, the rewinds) are in `stored`.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine import Game, Step
from bot.engine.deal import shuffle_deal
from bot.notation.errors import NotationError, shortened
from bot.notation.position_line import LETTERS, checked_dump
from bot.notation.records import (
    Entry,
    RecordError,
    Seat,
    StoredRecord,
    from_json,
    too_long,
)

_SEATS = range(2, len(LETTERS) + 1)
NOT_TO_BE_PLAYED = (
    ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError, AssertionError,
    RecursionError,
)  # fmt: skip
"""The errors that a deal or a log written by hand may cause."""


@dataclass(frozen=True)
class WrittenGame:
    """A game with everything that is written down of it."""

    rules: int
    """The version of the rules of the game."""
    seats: tuple[Seat, ...]
    """The seats in playing order."""
    deal: Mapping[str, Any]
    """The deal as `Game.from_setup` takes it; the rules are those of `rules`."""
    events: tuple[Entry, ...]
    """The actions, oldest first."""
    modules: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """The tribes left out before the deal."""
    seed: str | None = None
    """The seed from which the deal was shuffled; None where it is unknown."""
    stored: StoredRecord | None = None
    """The record of the game; None where some of its facts are unknown."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self.seats)

    def begun(self) -> Game:
        """Make the game before its first action. Raises NotationError for an impossible deal."""
        if "position" in self.deal:
            checked_dump(self.deal["position"])
        players = players_of(self.deal)
        if type(players) is not int or players not in _SEATS or players != len(self.seats):
            raise NotationError("The deal is for another number of seats than the game has.")
        if self.deal.get("first_seat", 0) not in range(players):
            raise NotationError("The deal names no seat that begins.")
        try:
            return Game.from_setup({**self.deal, "rules": self.rules})
        except NOT_TO_BE_PLAYED:
            raise NotationError("This deal cannot be laid out.") from None

    def played(self, actions: int | None = None) -> Game:
        """Play the game up to so many actions, or all of them. Raises NotationError where the deal
        or an action is against the rules."""
        game = self.begun()
        for number, event in enumerate(self.events[:actions], start=1):
            play(game, event, number)
        return game


def players_of(deal: Mapping[str, Any]) -> Any:
    """Find the number of players of a deal, perhaps written by hand; None where it has none."""
    if "position" not in deal:
        return deal.get("players")
    try:
        return len(deal["position"]["players"])
    except (KeyError, TypeError):
        return None


def play(game: Game, event: Entry, number: int) -> Step:
    """Play an action of a log, the `number`th, and return its consequences. Raises NotationError
    where the rules do not allow it."""
    try:
        return game.step(event.seat, sys.intern(event.action))
    except NOT_TO_BE_PLAYED:
        raise NotationError(
            f"Action {number} ({shortened(event.action)}) is against the rules."
        ) from None


def written_down(
    game: Game, names: Sequence[str] = (), computers: Sequence[bool] = ()
) -> WrittenGame:
    """Take a game of the engine to write it down. Seats without a name are called by letter."""
    record = game.record()
    setup = {key: record["setup"][key] for key in record["setup"] if key != "rules"}
    count = len(game.snapshot().players)
    seats = [
        Seat(
            names[seat] if seat < len(names) else LETTERS[seat],
            computers[seat] if seat < len(computers) else False,
            None,
        )
        for seat in range(count)
    ]
    return WrittenGame(
        rules=game.rules_version,
        seats=tuple(seats),
        deal=setup,
        events=tuple(
            Entry(seat, action, None, seats[seat].computer) for seat, action in record["actions"]
        ),
        modules=game.snapshot().modules,
    )


def of_record(stored: StoredRecord) -> WrittenGame:
    """Take the game of a record."""
    record = stored.record
    return WrittenGame(
        rules=record.rules,
        seats=record.seats,
        deal=record.deal,
        events=record.events,
        modules=record.modules,
        without=record.without,
        seed=record.seed,
        stored=stored,
    )


def follows_from_the_seed(game: WrittenGame) -> bool:
    """Whether the seed gives this deal."""
    if game.seed is None:
        return False
    try:
        deal = shuffle_deal(len(game.seats), game.modules, game.seed, without=game.without)
    except ValueError:
        return False
    return deal == game.deal


def read_file(data: bytes) -> WrittenGame:
    """Read the game of a record's file. Raises NotationError for any other content."""
    if too_long(data):
        raise NotationError("This is too long to be a game.")
    try:
        return of_record(from_json(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise NotationError("This is not text in UTF-8.") from None
    except RecordError as error:
        raise NotationError(error.template) from None
