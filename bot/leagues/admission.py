"""Who may take part in a season: one rule for every way in.

Signing up, entering late, the list of substitutes, taking a free seat, and moderators who let
somebody in by any of these ways all ask `must_be_let_in`.
"""

from dataclasses import dataclass

from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.refusal import P_, Refusal
from bot.seasons.season import Season
from bot.store import leagues as stored
from bot.text.hours import moment


@dataclass(frozen=True)
class Newcomer:
    """A person who would take part in a season, or in more of it."""

    user_id: int
    roles: frozenset[int] = frozenset()
    """The person's roles on the server; only looked at where the season needs a role."""
    by_moderator: bool = False
    """Whether a moderator lets the person in. Moderators may waive what the person has played, and
    may give back a seat that was left or lost."""


async def newcomer(
    leagues: Leagues, season: SeasonView, user_id: int, *, by_moderator: bool = False
) -> Newcomer:
    """Make the newcomer for `must_be_let_in`. Asks Discord for the roles where they matter, so call
    it before the season is opened."""
    if season.settings.needs_role is None:
        return Newcomer(user_id, by_moderator=by_moderator)
    league = await leagues.league(season.league_id)
    roles = await leagues.roles_of(league.guild_id, user_id)
    return Newcomer(user_id, frozenset(roles), by_moderator)


async def must_be_let_in(season: OpenSeason, who: Newcomer, *, late: bool = False) -> None:
    """Raises Refusal for a person who may not take part: for one who is kept out of the league
    (`banned`), lacks the role the season needs (`role-needed`), left the season or lost a seat in
    it (`left-or-lost`), has not played enough (`games-needed`) or timed out too often
    (`time-outs`); with `late`, for an entry after the draw, also where all places are taken
    (`places-taken`) or enough people have entered late (`late-most`). For moderators the first two
    are `player-banned` and `player-role`."""
    await _must_not_be_banned(season, who)
    wanted = season.view.settings
    if wanted.needs_role is not None and wanted.needs_role not in who.roles:
        role = f"<@&{wanted.needs_role}>"
        if who.by_moderator:
            raise Refusal(
                "player-role",
                "This season is for people with the role {role}; give it to this player first.",
                role=role,
            )
        raise Refusal(
            "role-needed",
            "This season is for people with the role {role}; ask a moderator for it.",
            role=role,
        )
    if not who.by_moderator:
        if who.user_id in season.state.left:
            raise Refusal(
                "left-or-lost",
                "You left this season or lost your seat in it; ask a moderator who does not play "
                "in it to let you back in.",
            )
        await _must_have_played(season, who.user_id)
    if late:
        _must_have_a_place(season.state)


def _must_have_a_place(state: Season) -> None:
    places, most = state.rules.most_players, state.rules.most_late
    if places is not None and len(state.playing) >= places:
        raise Refusal(
            "places-taken",
            *P_(
                "The only place is taken; join the substitutes with /league substitute.",
                "All {n} places are taken; join the substitutes with /league substitute.",
            ),
            n=places,
        )
    if len(state.entered_late & state.playing) >= most:
        raise Refusal(
            "late-most",
            *P_(
                "The only late place in this season is taken; "
                "join the substitutes with /league substitute.",
                "All {n} late places in this season are taken; "
                "join the substitutes with /league substitute.",
            ),
            n=most,
        )


async def _must_not_be_banned(season: OpenSeason, who: Newcomer) -> None:
    for ban in await season.bans():
        if ban.user_id != who.user_id:
            continue
        if who.by_moderator:
            raise Refusal(
                "player-banned", "This player is banned from the league; lift the ban first."
            )
        if ban.until is None:
            raise Refusal(
                "banned-for-good", "You are banned from this league; ask its moderators about it."
            )
        raise Refusal(
            "banned",
            "You are banned from this league until {until}; ask its moderators about it.",
            until=moment(ban.until, "f"),
        )


async def _must_have_played(season: OpenSeason, user_id: int) -> None:
    wanted = season.view.settings
    if wanted.needs_games:
        played = await season.transaction.run(stored.games_finished_by, user_id)
        if played < wanted.needs_games:
            # Translators: {needed} and {played} are numbers of games
            raise Refusal(
                "games-needed",
                "This season is for people with finished games with this bot (you need {needed} "
                "and have {played}); start one with /tzolkin new.",
                needed=wanted.needs_games,
                played=played,
            )
    if wanted.most_time_outs is not None:
        before = [one.state for one in await season.earlier() if one.state.divisions]
        outs = before[-1].time_outs_of_person(user_id) if before else 0
        if outs > wanted.most_time_outs:
            # Translators: {outs} and {most} are numbers of turns
            raise Refusal(
                "time-outs",
                "You ran out of time too often last season (turns: {outs}; this season allows "
                "{most}); ask a moderator.",
                outs=outs,
                most=wanted.most_time_outs,
            )
