"""The people in a season: signing up and off, late entries, withdrawals, substitutes.

Functions that take an `OpenSeason` are for callers that do more in the same transaction.
"""

import secrets
from collections.abc import Collection
from datetime import timedelta

from bot.leagues import season_lifecycle
from bot.leagues.bans import refuse_banned
from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.refusal import Refusal
from bot.seasons.drawing import draw_late_entry
from bot.seasons.events import (
    EnteredLate,
    SignedOff,
    SignedUp,
    SubstituteListed,
    SubstituteUnlisted,
    Withdrew,
)
from bot.seasons.season import Season, no_late_entry
from bot.store import leagues as stored

MOST_CHANGES = 6
"""How often a person may sign up and off within a day."""


async def season_to_join(leagues: Leagues, league_id: int) -> SeasonView:
    """Find the newest season of a league that is open for sign-up, or else the running one. Raises
    Refusal (`nothing-open`) where there is none."""
    found = await season_lifecycle.seasons_of(leagues, league_id)
    for phase in ("sign-up", "running"):
        for season in reversed(found):
            if season.state.phase == phase:
                return season
    raise Refusal(
        "nothing-open",
        "No season of this league is open; wait until the moderators begin the next one.",
    )


async def season_to_leave(leagues: Leagues, league_id: int, user_id: int) -> SeasonView:
    """Find the newest season a person has signed up for, or else the running one the person plays
    in. Raises Refusal (`not-there`) where there is neither."""
    found = await season_lifecycle.seasons_of(leagues, league_id)
    for season in reversed(found):
        if season.state.phase == "sign-up" and user_id in season.state.in_line:
            return season
    for season in reversed(found):
        if season.state.phase == "running" and season.entry_of(user_id) is not None:
            return season
    raise Refusal("not-there", "You are in no season of this league, so nothing has changed.")


async def sign_up(
    leagues: Leagues, season_id: int, user_id: int, *, roles: Collection[int] = ()
) -> SeasonView:
    """Sign a person with these roles up; if all places are taken they wait for one. Raises Refusal
    (`banned`) for a person banned from the league, (`role-needed`, `games-needed`, `time-outs`) for
    one who does not meet the season's conditions, and (`signed-often`) for one who has signed up
    and off too often today."""
    async with leagues.open(season_id) as season:
        await refuse_banned(season, user_id)
        await _refuse_endless(season, user_id)
        if season.state.phase == "sign-up" and user_id not in season.state.in_line:
            await _must_meet_conditions(season, user_id, roles)
        season.happen(SignedUp(user_id), by=user_id)
    return season.view


async def _must_meet_conditions(season: OpenSeason, user_id: int, roles: Collection[int]) -> None:
    wanted = season.view.settings
    if wanted.needs_role is not None and wanted.needs_role not in roles:
        raise Refusal(
            "role-needed",
            "This season is for people with the role {role}; ask a moderator for it.",
            role=f"<@&{wanted.needs_role}>",
        )
    if wanted.needs_games:
        played = await season.transaction.run(stored.games_finished_by, user_id)
        if played < wanted.needs_games:
            # Translators: {needed} and {played} are numbers of games
            raise Refusal(
                "games-needed",
                "This season is for people who have finished enough games with this "
                "bot (needed: {needed}; yours: {played}); begin one with /tzolkin new.",
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
                "Your time ran out too often in the last season (turns: {outs}; this "
                "season allows {most}); ask a moderator.",
                outs=outs,
                most=wanted.most_time_outs,
            )


async def sign_off(leagues: Leagues, season_id: int, user_id: int) -> SeasonView:
    """Undo a sign-up, before the draw; the first who waits moves up. Raises Refusal
    (`signed-often`) as `sign_up` does."""
    async with leagues.open(season_id) as season:
        await _refuse_endless(season, user_id)
        season.happen(signed_off(season, user_id), by=user_id)
    return season.view


def signed_off(season: OpenSeason, user_id: int) -> SignedOff:
    """Make the event that signs a person off, and note for the channel who moves up by it."""
    state = season.state
    if user_id not in state.signed_up or not state.waiting or state.phase != "sign-up":
        return SignedOff(user_id)
    season.must_tell_next()
    return SignedOff(user_id, state.waiting[0])


async def _refuse_endless(season: OpenSeason, user_id: int) -> None:
    since = season.now - timedelta(days=1)
    log = await season.transaction.run(stored.events_after, season.id, since)
    own = [
        one
        for one in log
        if one.user_id == user_id
        and one.payload["event"] in (SignedUp.__name__, SignedOff.__name__)
    ]
    if len(own) >= MOST_CHANGES:
        # Translators: {n} is a number from 2
        raise Refusal(
            "signed-often",
            "You have signed up and off {n} times today; come back tomorrow, or ask a moderator.",
            n=len(own),
        )


async def enter_late(
    leagues: Leagues,
    season_id: int,
    user_id: int,
    division: int | None = None,
    *,
    by: int | None,
    seed: int | None = None,
) -> SeasonView:
    """Add a newcomer to a division (by default the lowest) with further tables. Raises Refusal
    (`banned`) for a person banned from the league."""
    async with leagues.open(season_id) as season:
        season.happen(await late_entry(season, user_id, division, seed=seed), by=by)
    return season.view


def check_late_entry(season: SeasonView, user_id: int) -> None:
    """Raises Refusal for a person who cannot enter a season late, or takes part already."""
    state = season.state
    if state.phase != "running":
        raise Refusal("not-running-join", "This season is not being played; use /league join.")
    if any(user_id in held for held in state.holders.values()):
        raise Refusal("takes-part", "You take part in this season already.")
    if not state.rules.late_entry:
        raise no_late_entry()


async def late_entry(
    season: OpenSeason,
    user_id: int,
    division: int | None,
    *,
    seed: int | None = None,
    by_other: bool = False,
) -> EnteredLate:
    """Make the event that adds a newcomer, with the tables drawn. Raises Refusal as `enter_late`
    does, `by_other` as `refuse_banned` does."""
    await refuse_banned(season, user_id, by_other=by_other)
    state = season.state
    number = len(state.divisions) - 1 if division is None else division
    there = 0 <= number < len(state.divisions) and user_id not in state.division_of
    if state.phase != "running" or not there or not state.rules.late_entry:
        return EnteredLate(user_id, number, ())  # `apply` raises the Refusal
    chosen = secrets.randbits(63) if seed is None else seed
    return draw_late_entry(state, user_id, number, seed=chosen)


async def late_entry_seen(leagues: Leagues, season_id: int, user_id: int) -> Season:
    """Derive a season as it would be if a person entered it now, and write nothing. Raises Refusal
    as `enter_late` does."""
    async with leagues.try_out(season_id) as season:
        season.happen(await late_entry(season, user_id, None), by=user_id)
    return season.state


async def withdraw(
    leagues: Leagues, season_id: int, entry: int, *, by: int | None, reason: str = ""
) -> SeasonView:
    """Withdraw an entry. Unless a substitute comes, computers play on at its open tables."""
    async with leagues.open(season_id) as season:
        season.happen(Withdrew(entry, reason), by=by)
    return season.view


async def give_up(leagues: Leagues, season: SeasonView, user_id: int) -> None:
    """Withdraw a person's own entry. Raises Refusal (`not-there`) for a person who has none."""
    entry = season.entry_of(user_id)
    if entry is None:
        raise Refusal("left-season", "You do not play in this season any more.")
    await withdraw(leagues, season.id, entry, by=user_id)


def entries_held(season: SeasonView, user_id: int, *, also_gone: bool = False) -> list[int]:
    """List the entries a person plays for, the person's own first; with `also_gone` also those
    given up. A substitute may have several. Raises Refusal where there is none."""
    state = season.state
    held = [entry for entry in state.holders if state.holder(entry) == user_id]
    found = [entry for entry in held if also_gone or entry not in state.withdrawn]
    if not found and held:
        raise Refusal("left-already", "This player has left the season already.")
    if not found:
        raise Refusal("no-player", "This person does not play in the season; choose one who does.")
    return sorted(found, key=lambda entry: entry != user_id)


def to_hand_over(season: SeasonView) -> list[int]:
    """List the entries with so many time-outs that the season's settings give the seat away."""
    most, state = season.settings.hand_over_after, season.state
    if most is None or state.phase != "running":
        return []
    entries = sorted({entry for _, entry in state.time_outs} - state.withdrawn)
    return [entry for entry in entries if state.time_outs_of(entry) >= most]


async def list_substitute(
    leagues: Leagues, season_id: int, user_id: int, *, on: bool
) -> SeasonView:
    """Put a person on a season's list of substitutes, or take them off it. Raises Refusal
    (`banned`) for a person banned from the league."""
    async with leagues.open(season_id) as season:
        if on:
            await refuse_banned(season, user_id)
        event = SubstituteListed(user_id) if on else SubstituteUnlisted(user_id)
        season.happen(event, by=user_id)
    return season.view


def substitutes_for(season: SeasonView, entry: int) -> list[int]:
    """List the substitutes who may take the seat of an entry: nobody who plays in its division."""
    state = season.state
    there = {
        state.holder(other)
        for other, division in state.division_of.items()
        if division == state.division_of[entry] and other not in state.withdrawn
    }
    return [person for person in state.substitutes if person not in there]
