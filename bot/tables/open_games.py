"""The games being played, rebuilt from the log when somebody asks and kept while there is room."""

import sys
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import structlog

from bot.engine import Game, IllegalAction
from bot.refusal import Refusal
from bot.store import Store, log
from bot.store.rows import Event, TableRow

RULES_VERSION = 1
"""To be raised when a change to the rules makes old logs play differently."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class OpenGame:
    """A confirmed game; never played on, only copied."""

    game: Game
    version: int
    """How many events of the log it has seen."""
    answered: tuple[int, ...]
    """How many of them were each seat's."""
    rewinds: int = 0
    """How often the game had been set back then."""

    def after(self, game: Game, seat: int, actions: int) -> "OpenGame":
        """The same table when a seat has confirmed so many actions more."""
        answered = list(self.answered)
        answered[seat] += actions
        return replace(self, game=game, version=self.version + actions, answered=tuple(answered))


class OpenGames:
    """At most `room` games, the least recently used dropped first."""

    def __init__(self, store: Store, room: int) -> None:
        self._store = store
        self._room = room
        self._games: OrderedDict[int, OpenGame] = OrderedDict()

    def __len__(self) -> int:
        """How many games are held."""
        return len(self._games)

    async def get(self, row: TableRow) -> OpenGame:
        """The game at the version of `row`. Raises Refusal if today's rules cannot replay it."""
        held = self._games.get(row.id)
        if held is None or held.rewinds != row.rewinds or held.version > row.version:
            held = await self._rebuild(row)
        elif held.version < row.version:  # another process confirmed turns
            events = await self._store.read(log.events_between, row.id, held.version, row.version)
            held = self._play_on(row, held, events)
        self.put(row.id, held)
        return held

    def put(self, table_id: int, game: OpenGame) -> None:
        """Hold a game, now the most recently used one."""
        self._games[table_id] = game
        self._games.move_to_end(table_id)
        while len(self._games) > self._room:
            self._games.popitem(last=False)

    def drop(self, table_id: int) -> None:
        """Let a game go."""
        self._games.pop(table_id, None)

    async def at(self, row: TableRow, version: int) -> OpenGame:
        """The game as it stood after the first `version` events. Raises Refusal as `get` does."""
        setup = await self._store.read(log.setup, row.id)
        events = await self._store.read(log.events_between, row.id, 0, version)
        fresh = OpenGame(_dealt(row, setup), 0, (0,) * len(row.seats), row.rewinds)
        return self._play_on(replace(row, version=version), fresh, events)

    async def _rebuild(self, row: TableRow) -> OpenGame:
        rebuilt = await self.at(row, row.version)
        kept = await self._store.read(log.position, row.id)
        # The log has the last word; but a difference means that the rules have changed under a
        # running game, or that somebody wrote into the database by hand.
        if kept is not None and kept[0] == row.version and kept[1] != rebuilt.game.position():
            logger.error("position differs from log", table=row.id, rules=row.rules)
        return rebuilt

    def _play_on(self, row: TableRow, held: OpenGame, events: Sequence[Event]) -> OpenGame:
        if held.version + len(events) != row.version:
            logger.error("events missing", table=row.id, expected=row.version)
            raise _cannot_be_replayed()
        game = held.game.copy()
        answered = Counter(dict(enumerate(held.answered)))
        try:
            for event in events:
                game.play(event.seat, sys.intern(event.action))
                answered[event.seat] += 1
        except IllegalAction as error:
            logger.error("log cannot be replayed", table=row.id)
            raise _cannot_be_replayed() from error
        by_seat = tuple(answered[seat] for seat in sorted(answered))
        return OpenGame(game, row.version, by_seat, row.rewinds)


def _dealt(row: TableRow, setup: Mapping[str, Any]) -> Game:
    if row.rules != RULES_VERSION:
        logger.warning("game of other rules", table=row.id, rules=row.rules, now=RULES_VERSION)
    try:
        return Game.from_setup(setup)
    except (ValueError, KeyError) as error:
        logger.error("deal cannot be laid out", table=row.id)
        raise _cannot_be_replayed() from error


def _cannot_be_replayed() -> Refusal:
    return Refusal(
        "rules-changed",
        "This game was played by another version of the rules and cannot go on; abandon it "
        "with /tzolkin abandon and start a new one.",
    )
