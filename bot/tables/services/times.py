"""People's own hours, clocks, and what comes with time."""

import structlog

from bot.tables import time_passing, timing
from bot.tables.asking import prepared_turn
from bot.tables.computers import think_turn
from bot.tables.nudging import nudge
from bot.tables.open_games import OpenGame
from bot.tables.people import PersonSettings
from bot.tables.services.computers import Computers
from bot.tables.table import Confirmed, TimeCall
from bot.tables.turn import PreparedTurn, kind_asked

logger = structlog.get_logger(__name__)


class Times(Computers):
    """What comes with time."""

    async def person_settings(self, user_id: int) -> PersonSettings:
        """What a person has set for all tables."""
        return await time_passing.person_settings(self._desk, user_id)

    async def set_person_settings(self, user_id: int, chosen: PersonSettings) -> None:
        """Keep what a person has set, and let it hold at all tables."""
        await time_passing.set_person_settings(self._desk, user_id, chosen)

    async def time_calls(self) -> list[TimeCall]:
        """What is to be told or done about time now, the longest overdue first. Each is handed
        out once; only a time that is over comes until `time_over` was called for it."""
        return await time_passing.calls(self._desk)

    async def time_over(self, table_id: int, seat: int) -> list[Confirmed]:
        """A seat's time is over: a computer takes its turn where that is the table's rule. Else
        nothing is played, and it is noted that the moderators know."""
        if self._think is None:
            await time_passing.note_time_out(self._desk, table_id, seat)
            return []

        async def attempt() -> tuple[OpenGame, PreparedTurn, bool, int | None] | None:
            row = await self._desk.row(table_id)
            opened = await self._desk.opened(row)
            if row.status != "playing" or kind_asked(opened.game, seat) is None:
                return None
            begun = prepared_turn(row, opened, seat)
            computer_may = timing.rules_of(row).when_out == "computer"
            return opened, begun, computer_may, row.seats[seat].user_id

        found = await self._desk.alone(table_id, attempt)
        if found is None:
            return []
        opened, begun, computer_may, holder = found
        if not computer_may:
            await time_passing.note_time_out(self._desk, table_id, seat)
            return []
        # What the person has prepared counts, as far as it goes.
        if begun.actions and begun.may_stop:
            actions = list(begun.whole())
        else:
            actions = await think_turn(self._think, opened.game, seat, begun.actions)
        turn = await self._append_if_still(table_id, opened, seat, actions, holder=holder)
        return [turn] if turn else []

    async def nudge(self, table_id: int, user_id: int) -> list[int]:
        """This person would like to have those called once more who are waited for: their
        seats. Refused too soon after the last time, and in their quiet hours."""

        async def attempt() -> list[int]:
            return await nudge(self._desk, await self._desk.row(table_id), user_id)

        return await self._desk.alone(table_id, attempt)

    async def beat(self) -> None:
        """Note that the program runs; to be called every half minute."""
        await time_passing.beat(self._desk)

    async def give_time_back(self) -> int:
        """Give back to all clocks the time in which the program did not run; to be called at
        start-up. At how many tables."""
        return await time_passing.give_back(self._desk)
