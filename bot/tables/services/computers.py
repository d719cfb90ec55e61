"""The computers take their turns."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import structlog

from bot.refusal import Refusal
from bot.store import tables
from bot.tables.computers import think_turn
from bot.tables.open_games import OpenGame
from bot.tables.services.desked import Desked
from bot.tables.table import Confirmed

logger = structlog.get_logger(__name__)


class Computers(Desked):
    """What computers do."""

    _asking_none: Mapping[int, int] = MappingProxyType({})
    """The revisions of tables at which no computer was asked."""

    async def play_computers(self, table_id: int) -> list[Confirmed]:
        """Let the computers play while one is asked; their turns, oldest first. Harmless to call
        at any time. Thinking is done without keeping others from the table."""
        played: list[Confirmed] = []
        while self._think is not None:
            found = await self._computer_asked(table_id)
            if found is None:
                break
            opened, seat = found
            actions = await think_turn(self._think, opened.game, seat)
            turn = await self._append_if_still(table_id, opened, seat, actions, holder=None)
            if turn is not None:
                played.append(turn)
        return played

    async def needing_computers(self) -> list[int]:
        """The tables where a computer is asked. A table that has not changed since it was found to
        ask none is not opened again, so that this can be called every minute."""
        if self._think is None:
            return []
        playing = await self._desk.store.read(tables.playing_with_computers)
        found = []
        for table_id, revision in playing.items():
            if self._asking_none.get(table_id) == revision:
                continue
            if await self._computer_asked(table_id) is not None:
                found.append(table_id)
        self._asking_none = {key: playing[key] for key in playing.keys() - set(found)}
        return found

    async def _computer_asked(self, table_id: int) -> tuple[OpenGame, int] | None:
        """The game and the first computer's seat that is asked."""

        async def attempt() -> tuple[OpenGame, int] | None:
            row = await self._desk.row(table_id)
            if row.status != "playing":
                return None
            try:
                opened = await self._desk.games.get(row)
            except Refusal:  # it cannot be played on; people are told when they try
                return None
            asked_seats = [row.seats[decision.seat] for decision in opened.game.pending]
            return next(((opened, seat.seat) for seat in asked_seats if seat.computer), None)

        return await self._desk.alone(table_id, attempt)

    async def _append_if_still(
        self,
        table_id: int,
        thought_on: OpenGame,
        seat: int,
        actions: Sequence[str],
        *,
        holder: int | None,
    ) -> Confirmed | None:
        """Confirm a computer's turn, unless the table went on without it while it was thinking,
        or `holder` (a person's id, None the computer's own seat) no longer sits there."""

        async def attempt() -> Confirmed | None:
            row = await self._desk.row(table_id)
            if row.status != "playing" or row.seats[seat].user_id != holder:
                return None
            opened = await self._desk.games.get(row)
            if (opened.rewinds, opened.answered[seat]) != (
                thought_on.rewinds,
                thought_on.answered[seat],
            ):
                return None
            return await self._desk.append(row, opened, seat, actions, user_id=None)

        return await self._desk.alone(table_id, attempt)
