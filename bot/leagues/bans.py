"""Bans from a league; whom they keep out says `bot.leagues.admission`."""

from datetime import timedelta

from bot.leagues.season_transaction import OpenSeason
from bot.model.league import Ban
from bot.refusal import P_, Refusal
from bot.store import leagues as stored

MOST_DAYS = 3650
"""The longest ban in days; a longer one is permanent."""


def ban(season: OpenSeason, user_id: int, days: int | None, reason: str) -> None:
    """Ban a person from signing up, entering late and being a substitute; running games go on.
    Replaces an earlier ban. Raises Refusal (`days`) for less than a day."""
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Refusal(
            "ban-days",
            *P_(
                "A ban lasts {least} to {n} day; leave the number out to ban for good.",
                "A ban lasts {least} to {n} days; leave the number out to ban for good.",
            ),
            least=1,
            n=MOST_DAYS,
        )
    until = None if days is None else season.now + timedelta(days=days)
    season.write_at_end(stored.ban, Ban(season.view.league_id, user_id, until, reason, season.now))


async def lift_ban(season: OpenSeason, user_id: int) -> None:
    """End a ban. Raises Refusal (`no-ban`) where none is in force."""
    if all(known.user_id != user_id for known in await season.bans()):
        raise Refusal("no-ban", "This person is not banned from the league.")
    season.write_at_end(stored.lift_ban, season.view.league_id, user_id)
