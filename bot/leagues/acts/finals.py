"""Drawing the final of a season."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.leagues.acts.act import NameOf, Preview, SeasonAct
from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.process.long_work import in_thread
from bot.refusal import Refusal
from bot.seasons.disputes import open_disputes
from bot.seasons.events import Event, FinalDrawn
from bot.seasons.finals import draw_final, finalists, rounds_left
from bot.text.finals import finalist_lines
from bot.text.translation import N_, Translations


@dataclass(frozen=True)
class DrawFinal(SeasonAct):
    """Draw the final by the standings of the divisions."""

    act = "season-final"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about the final of a season
    called = N_("final drawn")
    # Translators: heading: a question to a moderator before it is done
    asks = N_("Draw the final?")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it
    tells = N_("{moderator} has drawn the final.")
    asks_reason = False
    takes_long = True

    def can_affect(self, season: SeasonView) -> bool:
        """Whether the act replaces a final that may have begun."""
        return bool(season.state.final_tables)

    async def helps_players(self, leagues: Leagues, season: SeasonView) -> bool:
        """Whether it replaces a final, or the standings are disputed."""
        return self.can_affect(season) or bool(open_disputes(season.state.disputes))

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """Draw the final, or draw it again if the standings or its players have changed. Raises
        Refusal if it is drawn for these players, before the divisions are over, once a table of it
        has a result, and for fewer than two players."""
        state = season.state
        if state.phase != "running" or state.rules.finals == "none" or state.open_in_divisions():
            return [FinalDrawn((), ())]  # `apply` raises the Refusal
        if rounds_left(state):
            raise Refusal(
                "rounds-before-final", "Not all rounds are drawn; the final comes after them."
            )
        entries = (await in_thread(finalists, state)).entries
        if entries == state.finalists:
            raise Refusal("same-finalists", "The final is already drawn for these players.")
        if len(entries) < 2:
            raise Refusal("too-few-finalists", "Fewer than two players are left for a final.")
        return [draw_final(state, entries)]

    def preview(self, t: Translations, name_of: NameOf, found: Preview) -> list[str]:
        """List the players of the final."""
        lines = drawn_final_lines(t, name_of, found.after)
        if found.before.state.final_tables:
            lines.append(
                t.gettext("It replaces the final drawn before, whose games are abandoned.")
            )
        return lines


def drawn_final_lines(t: Translations, name_of: NameOf, season: SeasonView) -> list[str]:
    """List the players of a final that was just drawn."""
    state = season.state
    found = finalists(state)
    level = found.drawn_among if found.entries == state.finalists else ()
    return finalist_lines(
        t,
        [name_of(state.holder(entry)) for entry in state.finalists],
        len(state.final_tables),
        [name_of(state.holder(entry)) for entry in level],
    )
