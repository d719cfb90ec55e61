"""Acts of moderators that decide a dispute without changing the result of its table. What changes
it decides the dispute, too (`bot.leagues.acts.results`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from bot.leagues.acts.act import NameOf, Preview, SeasonAct
from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.refusal import Refusal
from bot.seasons.events import Decision, Event, Settled
from bot.text.disputes import dispute_line
from bot.text.translation import N_, Translations


@dataclass(frozen=True)
class _AboutDispute(SeasonAct):
    """The league's channel is not told: a dispute is between a player and the moderators."""

    decision: ClassVar[Decision]

    dispute: int
    """Its number in the season."""
    table: int
    """The table that is disputed."""

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Who disputed."""
        known = opened.state.disputes[self.dispute - 1 : self.dispute]
        return {"people": [one.person for one in known]}

    async def helps_players(self, leagues: Leagues, season: SeasonView) -> bool:
        """Always: it says that a result stays."""
        return True

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """Settle it. Raises Refusal for one that is not open."""
        known = season.state.disputes[self.dispute - 1 : self.dispute]
        if [one.table for one in known] != [self.table]:
            raise Refusal("no-dispute", "There is no such dispute.")
        return [Settled(self.dispute, self.decision, reason)]

    def preview(self, t: Translations, name_of: NameOf, found: Preview) -> list[str]:
        """What is disputed, and who is told."""
        known = found.before.state.disputes[self.dispute - 1]
        return [
            dispute_line(t, name_of(known.person), known),
            t.gettext("The result stays as it is. Only the player is told your reason."),
        ]


@dataclass(frozen=True)
class Reject(_AboutDispute):
    """Find nothing wrong."""

    act = "dispute-reject"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a dispute
    called = N_("dispute rejected")
    asks = N_("Reject the dispute?")
    decision = "rejected"


@dataclass(frozen=True)
class Settle(_AboutDispute):
    """Settle it otherwise than by an act in the season: by rewinding, more time or a word."""

    act = "dispute-settle"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a dispute
    called = N_("dispute settled")
    asks = N_("Is the dispute settled?")
    decision = "settled"
