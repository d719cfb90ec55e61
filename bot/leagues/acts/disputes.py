"""Acts of moderators that decide a dispute and leave the result of its table. Acts that change the
result decide the dispute, too (`bot.leagues.acts.results`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from bot.leagues.acts.act import NameOf, Preview, SeasonAct
from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.seasons.disputes import open_dispute
from bot.seasons.events import Decision, Event, Settled
from bot.text.disputes import dispute_line
from bot.text.translation import N_, Translations


@dataclass(frozen=True)
class _AboutDispute(SeasonAct):
    """An act about a dispute, of which the channel is not told: it is the player's own affair."""

    decision: ClassVar[Decision]

    dispute: int
    """The dispute's number in the season."""
    table: int
    """The number of the disputed table."""

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the person who disputed."""
        known = opened.state.disputes[self.dispute - 1 : self.dispute]
        return {"people": [one.person for one in known]}

    async def helps_players(self, leagues: Leagues, season: SeasonView) -> bool:
        """Always true: the act leaves a result as it is."""
        return True

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """Settle the dispute. Raises Refusal for a dispute that is not open."""
        open_dispute(season.state.disputes, self.dispute, self.table)
        return [Settled(self.dispute, self.decision, reason)]

    def preview(self, t: Translations, name_of: NameOf, found: Preview) -> list[str]:
        """Show the dispute, and who is told."""
        known = found.before.state.disputes[self.dispute - 1]
        return [
            dispute_line(t, name_of(known.person), known),
            t.gettext("The result stays as it is. Only the player is told your reason."),
        ]


@dataclass(frozen=True)
class Reject(_AboutDispute):
    """Reject a dispute: nothing was wrong."""

    act = "dispute-reject"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a dispute
    called = N_("dispute rejected")
    asks = N_("Reject the dispute?")
    decision = "rejected"


@dataclass(frozen=True)
class Settle(_AboutDispute):
    """Settle a dispute without an act in the season: by a rewind, more time or a word."""

    act = "dispute-settle"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a dispute
    called = N_("dispute settled")
    asks = N_("Is the dispute settled?")
    decision = "settled"
