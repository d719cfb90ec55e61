"""The games being played, rebuilt from the log when somebody asks and kept while there is room."""

import sys
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import structlog

from bot.engine import Game, IllegalAction
from bot.model.table import Event, Table
from bot.refusal import Refusal
from bot.store import log

RULES_VERSION = 1
"""To be raised when a change to the rules makes old logs play differently."""

Answer = TypeVar("Answer")
logger = structlog.get_logger(__name__)


class Fetch(Protocol):
    """Calls a repository's function that only reads: `Store.read`, or within a transaction."""

    def __call__(self, query: Any, *args: Any, **more: Any) -> Awaitable[Any]:
        """What the function returns."""
        ...


@dataclass(frozen=True)
class OpenGame:
    """A confirmed game; never played on, only copied."""

    game: Game
    version: int
    """How many events of the log it has seen."""
    answered: tuple[int, ...]
    """How many of them were each seat's."""
    rewinds: int = 0
    """How often the game had been rewound then."""

    def after(self, game: Game, seat: int, actions: int) -> "OpenGame":
        """The same table when a seat has confirmed so many actions more."""
        answered = list(self.answered)
        answered[seat] += actions
        return replace(self, game=game, version=self.version + actions, answered=tuple(answered))

    def at(self, version: int) -> "OpenGame":
        """The game as it stood after the first `version` events."""
        record = self.game.record()
        game = Game.from_setup(record["setup"])
        answered = [0] * len(self.answered)
        for seat, action in record["actions"][:version]:
            game.play(seat, action)
            answered[seat] += 1
        return OpenGame(game, version, tuple(answered), self.rewinds)


class OpenGames:
    """At most `room` games, the least recently used dropped first."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._games: OrderedDict[int, OpenGame] = OrderedDict()

    def __len__(self) -> int:
        """How many games are held."""
        return len(self._games)

    def known(self, table: Table) -> OpenGame | None:
        """The game, if it is held at the version of the table."""
        held = self._games.get(table.id)
        if held is None or (held.rewinds, held.version) != (table.rewinds, table.version):
            return None
        self._games.move_to_end(table.id)
        return held

    async def load(self, table: Table, fetch: Fetch) -> OpenGame:
        """The game at the version of the table, which was read by the same connection. Raises
        Refusal (`rules-changed`) if today's rules cannot replay it."""
        held = self._games.get(table.id)
        if held is None or held.rewinds != table.rewinds or held.version > table.version:
            game = await _rebuilt(table, fetch)
        elif held.version < table.version:  # another process confirmed turns
            events = await fetch(log.events_between, table.id, held.version, table.version)
            game = _played_on(table, held, events)
        else:
            game = held
        self.put(table.id, game)
        return game

    def put(self, table_id: int, game: OpenGame) -> None:
        """Hold a game, now the most recently used one; not instead of a newer one."""
        held = self._games.get(table_id)
        if held is None or (held.rewinds, held.version) <= (game.rewinds, game.version):
            self._games[table_id] = game
        self._games.move_to_end(table_id)
        while len(self._games) > self._room:
            self._games.popitem(last=False)

    def drop(self, table_id: int) -> None:
        """Let a game go."""
        self._games.pop(table_id, None)


async def _rebuilt(table: Table, fetch: Fetch) -> OpenGame:
    setup = await fetch(log.setup, table.id)
    events = await fetch(log.events_between, table.id, 0, table.version)
    fresh = OpenGame(_dealt(table, setup), 0, (0,) * len(table.seats), table.rewinds)
    rebuilt = _played_on(table, fresh, events)
    kept = await fetch(log.position, table.id)
    # The log has the last word; but a difference means that the rules have changed under a
    # running game, or that somebody wrote into the database by hand.
    if kept is not None and kept[0] == table.version and kept[1] != rebuilt.game.position():
        logger.error("position differs from log", table=table.id, rules=table.rules)
    return rebuilt


def _dealt(table: Table, setup: Mapping[str, Any]) -> Game:
    if table.rules != RULES_VERSION:
        logger.warning("game of other rules", table=table.id, rules=table.rules, now=RULES_VERSION)
    try:
        return Game.from_setup(setup)
    except (ValueError, KeyError) as error:
        logger.error("deal cannot be laid out", table=table.id)
        raise _cannot_be_replayed() from error


def _played_on(table: Table, held: OpenGame, events: Sequence[Event]) -> OpenGame:
    if held.version + len(events) != table.version:
        logger.error("events missing", table=table.id, expected=table.version)
        raise _cannot_be_replayed()
    game = held.game.copy()
    answered = Counter(dict(enumerate(held.answered)))
    try:
        for event in events:
            game.play(event.seat, sys.intern(event.action))
            answered[event.seat] += 1
    except IllegalAction as error:
        logger.error("log cannot be replayed", table=table.id)
        raise _cannot_be_replayed() from error
    by_seat = tuple(answered[seat] for seat in sorted(answered))
    return OpenGame(game, table.version, by_seat, table.rewinds)


def _cannot_be_replayed() -> Refusal:
    return Refusal(
        "rules-changed",
        "This game was played by another version of the rules and cannot go on; abandon it with "
        "/tzolkin abandon and start a new one.",
    )
