"""What comes next for a league and its season, said on the moderators' page in one line, with the
one green button that does it, where something can be pressed. Each state has its step here."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.leagues.season_acts import next_round
from bot.leagues.season_lifecycle import FEWEST_PLAYERS
from bot.leagues.season_transaction import SeasonView
from bot.model.league import League
from bot.seasons.season import open_disputes
from bot.text.seasons import later_name
from bot.text.translation import Translations, moment
from bot.text.typed import escaped
from cogs.leagues.waiting import Here


@dataclass(frozen=True)
class Step:
    """What comes next."""

    line: str
    act: str = ""
    """The name of the way (`cogs.leagues.ways`) that does it; empty where nothing can be done."""
    page: str = ""
    """The word of the page on which it is done, if that is another one."""


def on_server(t: Translations, leagues: Sequence[League]) -> Step:
    """The next step on the page of a server."""
    if not leagues:
        return Step(t.gettext("Next: found the first league."), "found")
    if len(leagues) > 1:
        return Step(t.gettext("Next: choose a league from the menu below."))
    [league] = leagues
    words = t.gettext("Next: go on with {league}.").format(league=escaped(league.name))
    return Step(words, page=f"l{league.id}")


def in_league(
    t: Translations,
    here: Here,
    seasons: Sequence[SeasonView],
    there: Container[str],
    now: datetime,
    *,
    lost: bool,
) -> Step:
    """The next step on the page of a league or its season. `seasons` are all of the league, oldest
    first, `there` the names of what can be done now; `lost` says that the league's channel is gone,
    or that the bot may not write there any more."""
    if lost:
        channel = f"<#{here.home.channel_id}>"
        words = t.gettext("Next: choose another channel; {channel} is gone, or closed to me.")
        return Step(words.format(channel=channel), "move")
    number = 0 if here.season is None else here.season.number
    newer = [one for one in seasons if one.number > number and one.state.phase != "cancelled"]
    match here.phase:
        case "sign-up":
            return _sign_up(t, here.played, seasons)
        case "running":
            return _running(t, here.played, there, now)
        case _ if newer:
            words = t.gettext("Next: go on with {season}.")
            return Step(words.format(season=newer[-1].title), page=f"s{newer[-1].id}")
        case "":
            return Step(t.gettext("Next: prepare the first season."), "new")
        case _:
            return Step(t.gettext("Next: prepare the next season."), "new")


def _sign_up(t: Translations, season: SeasonView, seasons: Sequence[SeasonView]) -> Step:
    until, missing = season.settings.drawn_at, FEWEST_PLAYERS - len(season.state.signed_up)
    before = [one for one in seasons if one.state.phase == "running"]
    if before:
        words = t.gettext("Next: close {season}, then draw this one.")
        return Step(words.format(season=before[-1].title), page=f"s{before[-1].id}")
    if missing > 0:
        words = t.ngettext(
            "Next: wait until {n} more player has signed up.",
            "Next: wait until {n} more players have signed up.",
            missing,
        )
        return Step(words.format(n=missing))
    if until is not None:
        # Translators: {moment} is relative, such as “in 3 days”
        words = t.gettext("Next: I draw the season {moment}, or you do it now.")
        return Step(words.format(moment=moment(until)), "draw")
    return Step(t.gettext("Next: draw the season once everybody has signed up."), "draw")


def _running(t: Translations, season: SeasonView, there: Container[str], now: datetime) -> Step:
    state, starts, ends = season.state, season.settings.starts, season.settings.ends
    still = len(state.open_tables())
    if open_disputes(state.disputes):
        return Step(t.gettext("Next: decide the disputes below."))
    if still:
        if starts is not None and starts > now:
            # Translators: {moment} is relative, such as “in 3 days”
            words = t.gettext("Next: I open the first tables {moment}.")
            return Step(words.format(moment=moment(starts)))
        words = t.ngettext(
            "Next: wait for {n} more result; tables open by themselves.",
            "Next: wait for {n} more results; tables open by themselves.",
            still,
        )
        return Step(words.format(n=still))
    if "round" in there:
        if stage := later_name(t, state, next_round(state).division):
            # Translators: {stage} is a part of the season, such as “Final”
            words = t.gettext("Next: draw what follows: {stage}.")
            return Step(words.format(stage=stage), "round")
        return Step(t.gettext("Next: draw the next round."), "round")
    if "close" not in there:
        return Step(t.gettext("Next: decide what waits below."))
    if ends is not None and ends > now:
        # Translators: {moment} is relative, such as “in 3 days”
        words = t.gettext("Next: I close the season {moment}, or you do it now.")
        return Step(words.format(moment=moment(ends)), "close")
    return Step(t.gettext("Next: close the season; all tables are over."), "close")
