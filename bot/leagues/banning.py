"""Who may not play in a league: bans are given, lifted and listed."""

from datetime import timedelta

from bot.leagues.desked import Desked
from bot.refusal import Refusal
from bot.store import leagues
from bot.store.leagues import Ban

MOST_DAYS = 3650
"""A ban for a longer time is one for good."""


class Banning(Desked):
    """A ban keeps somebody from signing up, entering late and coming as a substitute; it does
    not end what somebody plays already."""

    async def bans(self, league_id: int) -> list[Ban]:
        """The bans of a league that hold now, the newest first."""
        now = self._desk.now()
        found = await self._desk.store.read(leagues.bans_of, league_id)
        return [ban for ban in found if ban.until is None or ban.until > now]

    async def _ban(self, league_id: int, user_id: int, days: int | None, reason: str) -> None:
        """Instead of a ban there may be already. Refused (`days`) for less than a day."""
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise Refusal(
                "days",
                "A ban is for {least} to {most} days, or without a number for good.",
                least=1,
                most=MOST_DAYS,
            )
        now = self._desk.now()
        until = None if days is None else now + timedelta(days=days)
        await self._desk.write(leagues.ban, Ban(league_id, user_id, until, reason, now))

    async def _lift_ban(self, league_id: int, user_id: int) -> None:
        """Refused (`no-ban`) where there is none that holds."""
        if all(ban.user_id != user_id for ban in await self.bans(league_id)):
            raise Refusal("no-ban", "Nobody keeps this person out of the league; all is well.")
        await self._desk.write(leagues.lift_ban, league_id, user_id)
