"""The people in a season: signing up and off, late entries, withdrawals, substitutes.

Functions that take an `OpenSeason` are for callers that do more in the same transaction.
"""

import secrets
from collections.abc import Collection
from datetime import timedelta

from bot.leagues import season_lifecycle
from bot.leagues.admission import Newcomer, must_be_let_in
from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.refusal import P_, Refusal
from bot.seasons.applying import apply
from bot.seasons.drawing import draw_late_entry
from bot.seasons.events import (
    EnteredLate,
    SignedOff,
    SignedUp,
    SubstituteListed,
    SubstituteUnlisted,
    Withdrew,
)
from bot.seasons.season import Season
from bot.store import leagues as stored

MOST_CHANGES = 6
"""How often a person may sign up and off within a day."""


async def season_to_join(leagues: Leagues, league_id: int) -> SeasonView:
    """Find the newest season of a league that is open for sign-up, or else the running one. Raises
    Refusal (`nothing-open`) where there is none."""
    season = await season_lifecycle.newest(leagues, league_id, "sign-up", "running")
    if season is None:
        raise Refusal(
            "nothing-open",
            "No season of this league is open; wait for the moderators to start the next one.",
        )
    return season


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
    raise Refusal("not-there", "You are not in any season of this league, so nothing has changed.")


async def sign_up(
    leagues: Leagues,
    season_id: int,
    user_id: int,
    *,
    roles: Collection[int] = (),
    name: str = "",
) -> SeasonView:
    """Sign a person of this name with these roles up; if all places are taken they wait for one.
    Raises Refusal as `must_be_let_in` does, and (`signed-often`) for one who has signed up and off
    too often today."""
    async with leagues.open(season_id) as season:
        await _refuse_endless(season, user_id)
        if season.state.phase == "sign-up" and user_id not in season.state.in_line:
            await must_be_let_in(season, Newcomer(user_id, frozenset(roles)))
        season.happen(SignedUp(user_id, name), by=user_id)
    return season.view


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
        raise Refusal(
            "signed-often",
            *P_(
                "You have signed up and withdrawn {n} time today; "
                "come back tomorrow, or ask a moderator.",
                "You have signed up and withdrawn {n} times today; "
                "come back tomorrow, or ask a moderator.",
            ),
            n=len(own),
        )


async def enter_late(
    leagues: Leagues,
    season_id: int,
    user_id: int,
    *,
    roles: Collection[int] = (),
    seed: int | None = None,
) -> SeasonView:
    """Add a newcomer with these roles to the lowest division, with further tables. Raises Refusal
    as `late_entry` does."""
    async with leagues.open(season_id) as season:
        who = Newcomer(user_id, frozenset(roles))
        season.happen(await late_entry(season, who, None, seed=seed), by=user_id)
    return season.view


async def late_entry(
    season: OpenSeason, who: Newcomer, division: int | None, *, seed: int | None = None
) -> EnteredLate:
    """Make the event that adds a newcomer to a division, by default the lowest, with the tables
    drawn. Raises Refusal for a season that takes no late entries, for a person who takes part
    already, where nothing is left to play (`late-over`), and as `must_be_let_in` and
    `draw_late_entry` do."""
    state = season.state
    if state.phase != "running":
        raise Refusal("not-running-join", "This season is not being played; use /league join.")
    number = len(state.divisions) - 1 if division is None else division
    if who.user_id in state.left and not who.by_moderator:
        await must_be_let_in(season, who)
    if who.by_moderator and any(who.user_id in held for held in state.holders.values()):
        raise Refusal(
            "player-takes-part",
            "This player is or was in the season; to bring back somebody who left, make them a "
            "substitute.",
        )
    apply(state, EnteredLate(who.user_id, number, ()))  # raises the other Refusals
    if state.rules.form == "swiss":
        left = state.rounds_left(number)
    else:
        left = any(drawn.division == number for drawn in state.open_tables())
    if not left:
        raise Refusal(
            "late-over",
            "All games of this division are drawn or over; sign up for the next season.",
        )
    await must_be_let_in(season, who, late=True)
    chosen = secrets.randbits(63) if seed is None else seed
    return draw_late_entry(state, who.user_id, number, seed=chosen)


async def late_entry_seen(
    leagues: Leagues, season_id: int, user_id: int, *, roles: Collection[int] = ()
) -> Season:
    """Derive a season as it would be if a person with these roles entered it now, and write
    nothing. Raises Refusal as `enter_late` does."""
    async with leagues.try_out(season_id) as season:
        who = Newcomer(user_id, frozenset(roles))
        season.happen(await late_entry(season, who, None), by=user_id)
    return season.state


async def withdrawal(season: OpenSeason, entry: int, reason: str = "") -> Withdrew:
    """Make the event by which an entry is given up, by its player, by a moderator or by the
    season's rule. Unless a substitute comes, computers play on at its open tables; tables drawn for
    its late entry that have not begun are dropped."""
    state, dropped = season.state, []
    for number, newcomer in state.late_tables.items():
        if newcomer == entry and not state.is_over(number):
            table = await season.table(number)
            if table.table_id is None:
                dropped.append(number)
    return Withdrew(entry, reason, tuple(dropped))


async def give_up(leagues: Leagues, season_id: int, user_id: int) -> SeasonView:
    """Withdraw a person's own entry. Raises Refusal (`left-season`) for a person who has none."""
    async with leagues.open(season_id) as season:
        entry = season.view.entry_of(user_id)
        if entry is None:
            raise Refusal("left-season", "You no longer play in this season.")
        season.happen(await withdrawal(season, entry), by=user_id)
    return season.view


def entries_held(season: SeasonView, user_id: int, *, also_gone: bool = False) -> list[int]:
    """List the entries a person plays for, the person's own first; with `also_gone` also those
    given up. A substitute may have several. Raises Refusal where there is none."""
    state = season.state
    held = [entry for entry in state.holders if state.holder(entry) == user_id]
    found = [entry for entry in held if also_gone or entry not in state.withdrawn]
    if not found and held:
        raise Refusal("left-already", "This player has left the season already.")
    if not found:
        raise Refusal(
            "no-player", "This person does not play in the season; choose somebody who does."
        )
    return sorted(found, key=lambda entry: entry != user_id)


def to_hand_over(season: SeasonView) -> list[int]:
    """List the entries with so many time-outs that the season's settings give the seat away."""
    most, state = season.settings.hand_over_after, season.state
    if most is None or state.phase != "running":
        return []
    entries = sorted({entry for _, entry in state.time_outs} - state.withdrawn)
    return [entry for entry in entries if state.time_outs_of(entry) >= most]


async def list_substitute(
    leagues: Leagues, season_id: int, user_id: int, *, on: bool, roles: Collection[int] = ()
) -> SeasonView:
    """Put a person with these roles on a season's list of substitutes, or take them off it. Raises
    Refusal as `must_be_let_in` does."""
    async with leagues.open(season_id) as season:
        if on:
            await must_be_let_in(season, Newcomer(user_id, frozenset(roles)))
        event = SubstituteListed(user_id) if on else SubstituteUnlisted(user_id)
        season.happen(event, by=user_id)
    return season.view


async def substitutes_for(leagues: Leagues, season: SeasonView, entry: int) -> list[int]:
    """List the substitutes who may take the seat of an entry: nobody who plays in its division or
    with it in the final, has left the season or lost a seat in it, or is kept out of the
    league."""
    state = season.state
    banned = await leagues.store.read(stored.bans_of, season.league_id)
    out = state.left.union(ban.user_id for ban in banned if ban.holds(leagues.now()))
    near = frozenset(state.playing_with(entry)) - state.withdrawn
    out |= {state.holder(other) for other in near}
    return [person for person in state.substitutes if person not in out]
