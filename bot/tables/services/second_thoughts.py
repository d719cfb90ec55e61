"""Taking back what is confirmed, planning what is to come."""

from collections.abc import Sequence

import structlog

from bot.refusal import Refusal
from bot.store import plans
from bot.tables import rewinding
from bot.tables.computers import think_turn
from bot.tables.planning import planned
from bot.tables.services.desked import Desked
from bot.tables.snapshots import options_of
from bot.tables.table import Hint, PlanView, Rewind
from bot.tables.turn import prepare

logger = structlog.get_logger(__name__)


class SecondThoughts(Desked):
    """What a person does besides the turn itself."""

    async def take_back_offered(self, table_id: int, user_id: int) -> Rewind:
        """What it would undo if this person took back the last confirmed turn of the own seat,
        and who would have to agree. Nothing is changed."""

        async def attempt() -> Rewind:
            return await rewinding.offered(self._desk, await self._desk.row(table_id), user_id)

        return await self._desk.alone(table_id, attempt)

    async def take_back(self, table_id: int, user_id: int, version: int) -> Rewind:
        """Take it back, or wish it where others must agree: look at `done` and `missing`.
        Refused (`moved-on`) unless the table still has the version that was looked at. Afterwards
        call `play_computers`."""

        async def attempt() -> Rewind:
            row = await self._desk.row(table_id)
            return await rewinding.take_back(self._desk, row, user_id, version)

        return await self._desk.alone(table_id, attempt)

    async def agree_to_take_back(self, table_id: int, user_id: int, to: int) -> Rewind:
        """Agree that only the first `to` actions stay, as somebody wishes. As `take_back`."""

        async def attempt() -> Rewind:
            return await rewinding.agree(self._desk, await self._desk.row(table_id), user_id, to)

        return await self._desk.alone(table_id, attempt)

    async def hint(self, table_id: int, user_id: int) -> Hint:
        """How a computer would go on with this person's turn, from what lies open alone. Refused
        where the table plays without hints."""
        mine = await self._desk.alone(table_id, lambda: self._desk.asked(table_id, user_id, None))
        if not options_of(mine.row.options).hints or self._think is None:
            raise Refusal("no-hints", "Hints are switched off at this table.")
        actions = mine.turn.actions
        if not mine.turn.complete:
            found = await think_turn(self._think, mine.opened.game, mine.seat, actions)
            actions = tuple(found)
        ahead = prepare(mine.opened.game, mine.seat, actions)
        return Hint(mine.view(), actions[len(mine.turn.actions) :], ahead.game.snapshot())

    async def plan(self, table_id: int, user_id: int) -> PlanView:
        """What this person plans for the next turn."""

        async def attempt() -> PlanView:
            row = await self._desk.row(table_id)
            opened = await self._desk.opened(row)
            return planned(row, opened, user_id, None, self._desk.now())

        return await self._desk.alone(table_id, attempt)

    async def set_plan(self, table_id: int, user_id: int, actions: Sequence[str]) -> PlanView:
        """Plan these actions for the next turn; none, to drop the plan."""

        async def attempt() -> PlanView:
            row = await self._desk.row(table_id)
            opened = await self._desk.opened(row)
            view = planned(row, opened, user_id, actions, self._desk.now())
            await self._desk.store.write(
                plans.put, table_id, view.seat, view.plan.actions, at=self._desk.now()
            )
            return view

        return await self._desk.alone(table_id, attempt)
