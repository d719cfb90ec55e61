"""The turn in preparation, and its confirmation."""

from collections.abc import Sequence

import structlog

from bot.refusal import Refusal
from bot.tables.services.desked import Desked
from bot.tables.table import Confirmed, TurnView
from bot.tables.turn import prepare

logger = structlog.get_logger(__name__)


class Turns(Desked):
    """What a person does in a turn."""

    async def turn(self, table_id: int, user_id: int) -> TurnView:
        """The decision this person is asked, with the turn prepared so far."""

        async def attempt() -> TurnView:
            return (await self._desk.asked(table_id, user_id, None)).view()

        return await self._desk.alone(table_id, attempt)

    async def choose(
        self, table_id: int, user_id: int, action: str, stamp: str | None = None
    ) -> TurnView:
        """Add an action to the turn in preparation. Stored at once, but it counts only when
        confirmed."""
        return await self.choose_all(table_id, user_id, (action,), stamp)

    async def choose_all(
        self, table_id: int, user_id: int, actions: Sequence[str], stamp: str | None = None
    ) -> TurnView:
        """Add several actions to the turn in preparation: all of them or none."""
        return await self._desk.prepare(table_id, user_id, stamp, lambda old: (*old, *actions))

    async def undo(
        self, table_id: int, user_id: int, stamp: str | None = None, *, everything: bool = False
    ) -> TurnView:
        """Take back the last action of the turn in preparation, or all of them."""

        def shorter(old: tuple[str, ...]) -> tuple[str, ...]:
            if not old:
                raise Refusal(
                    "nothing-prepared",
                    "There is nothing to undo; what is confirmed stays as it is.",
                )
            return () if everything else old[:-1]

        return await self._desk.prepare(table_id, user_id, stamp, shorter)

    async def confirm(
        self,
        table_id: int,
        user_id: int,
        stamp: str | None = None,
        *,
        more: Sequence[str] = (),
    ) -> Confirmed:
        """Make the prepared turn count, `more` actions added to it, and `end` where the player may
        stop. One transaction, all or nothing; refused as `moved-on` if it is confirmed already."""

        async def attempt() -> Confirmed:
            mine = await self._desk.asked(table_id, user_id, stamp)
            turn = mine.turn
            if more:
                turn = prepare(mine.opened.game, mine.seat, (*turn.actions, *more))
            return await self._desk.append(
                mine.row, mine.opened, mine.seat, turn.whole(), user_id=user_id
            )

        return await self._desk.alone(table_id, attempt)
