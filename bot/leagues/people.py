"""The people in a season: who may take part, signing up and off, late entries, withdrawals,
substitutes, bans from the league, and disputes.

Signing up, entering late, the list of substitutes, taking a free seat, and moderators who let
somebody in by any of these ways all ask one rule, `must_be_let_in`. Functions that take an
`OpenSeason` are for callers that do more in the same transaction.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.leagues import games, season_lifecycle
from bot.leagues.season_transaction import Leagues, OpenSeason, SeasonView
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons import events
from bot.seasons.applying import apply
from bot.seasons.drawing import KINDS, draw_late_entry, moves_up
from bot.seasons.season import Dispute, Season, open_disputes
from bot.store import leagues as stored
from bot.store import privacy
from bot.text.translation import moment


@dataclass(frozen=True)
class Newcomer:
    """A person who would take part in a season, or in more of it."""

    user_id: int
    roles: frozenset[int] = frozenset()
    """The person's roles on the server; only looked at where the season needs a role."""
    by_moderator: bool = False
    """Whether a moderator lets the person in: they may give back a seat that was left or lost."""


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
    it (`left-or-lost`); with `late`, for an entry after the draw, also where all places are taken
    or enough people have entered late (`places-taken`). For moderators the first is
    `player-banned`."""
    await _must_not_be_banned(season, who)
    wanted = season.view.settings
    if wanted.needs_role is not None and wanted.needs_role not in who.roles:
        raise Refusal(
            "role-needed",
            "This season is only for people with the role {role}; moderators can assign that role.",
            role=f"<@&{wanted.needs_role}>",
        )
    if not who.by_moderator and await known_as(season, who) & season.state.left:
        raise Refusal(
            "left-or-lost",
            "You left this season or lost your seat in it, so you cannot enter it again; only a "
            "moderator who does not play in it can let you back in.",
        )
    if not late:
        return
    state = season.state
    places, most = state.rules.most_players, state.rules.most_late
    full = places is not None and len(state.playing) >= places
    if full or len(state.entered_late - state.came_and_went) >= most:
        raise Refusal(
            "places-taken",
            "All places for late entries are taken; to become a substitute, use /league show.",
        )


async def known_as(season: OpenSeason, who: Newcomer) -> frozenset[int]:
    """Find by which numbers seasons know a person: the id, and those that took its place when the
    person's data was deleted."""
    former = await season.transaction.run(privacy.stand_ins, who.user_id)
    return frozenset([who.user_id, *former])


async def _must_not_be_banned(season: OpenSeason, who: Newcomer) -> None:
    for ban in await season.bans():
        if ban.user_id != who.user_id:
            continue
        if who.by_moderator:
            raise Refusal(
                "player-banned", "This player is banned from the league; lift the ban first."
            )
        raise Refusal("banned", "You are banned from this league; ask its moderators about it.")


async def sign_up(
    leagues: Leagues,
    season_id: int,
    user_id: int,
    *,
    roles: Collection[int] = (),
    name: str = "",
) -> SeasonView:
    """Sign a person of this name with these roles up; if all places are taken they wait for one.
    Raises Refusal as `must_be_let_in` does."""
    async with leagues.open(season_id) as season:
        if season.state.phase == "sign-up" and user_id not in season.state.in_line:
            await must_be_let_in(season, Newcomer(user_id, frozenset(roles)))
        season.happen(events.SignedUp(user_id, name), by=user_id)
        if season_lifecycle.absent(season.view, season.now):  # the check-in is open
            season.happen(events.CheckedIn(user_id), by=user_id)
    return season.view


async def check_in(leagues: Leagues, season_id: int, user_id: int) -> SeasonView:
    """Note that a person who has signed up is here. Raises Refusal (`check-in-later`,
    `no-check-in`) while the season has no check-in that is open."""
    async with leagues.open(season_id) as season:
        begins = season.view.settings.check_in_from
        if begins is None:
            raise Refusal("no-check-in", "This season has no check-in; just come and play.")
        if season.now < begins:
            raise Refusal(
                "check-in-later", "Check-in opens {moment}; press the button again then.",
                moment=moment(begins),
            )  # fmt: skip
        season.happen(events.CheckedIn(user_id), by=user_id)
    return season.view


async def sign_off(leagues: Leagues, season_id: int, user_id: int) -> SeasonView:
    """Undo a sign-up, before the draw; the first who waits moves up."""
    async with leagues.open(season_id) as season:
        season.happen(signed_off(season, user_id), by=user_id)
    return season.view


def signed_off(season: OpenSeason, user_id: int) -> events.SignedOff:
    """Make the event that signs a person off, and note for the channel who moves up by it."""
    state = season.state
    if user_id not in state.signed_up or not state.waiting or state.phase != "sign-up":
        return events.SignedOff(user_id)
    season.must_tell_next()
    return events.SignedOff(user_id, state.waiting[0])


async def enter_late(
    leagues: Leagues,
    season_id: int,
    user_id: int,
    *,
    roles: Collection[int] = (),
) -> SeasonView:
    """Add a newcomer with these roles to the lowest division, with further tables. Raises Refusal
    as `late_entry` does."""
    async with leagues.open(season_id) as season:
        who = Newcomer(user_id, frozenset(roles))
        season.happen(await late_entry(season, who), by=user_id)
    return season.view


async def late_entry(season: OpenSeason, who: Newcomer) -> events.EnteredLate:
    """Make the event that adds a newcomer to the lowest division, with the tables drawn. Lots
    follow from the seed of the draw, so that nobody chooses them by trying again.
    Raises Refusal for a season that takes no late entries, for a person who takes part already,
    where nothing is left to play (`late-over`), and as `must_be_let_in` and `draw_late_entry`
    do."""
    state = season.state
    if state.phase != "running":
        raise Refusal(
            "not-running-join",
            "This season is not being played, so nobody can join it late; see /league show.",
        )
    number = len(state.divisions) - 1
    known = await known_as(season, who)
    if known & state.left and not who.by_moderator:
        await must_be_let_in(season, who)
    if who.by_moderator and any(known.intersection(held) for held in state.holders.values()):
        raise Refusal(
            "player-takes-part",
            "This player is or was in the season; to bring back somebody who left, make them a "
            "substitute.",
        )
    apply(state, events.EnteredLate(who.user_id, number, ()))  # raises the other Refusals
    if not KINDS[state.rules.first.kind].late:
        raise Refusal(
            "late-knockout", "Nobody can join a knock-out late; sign up for the next season."
        )
    if not state.games_to_come(number):
        raise Refusal(
            "late-over",
            "There are no games left to join in this division; sign up for the next season.",
        )
    await must_be_let_in(season, who, late=True)
    lots = random.Random(f"late {state.seed}").getrandbits(63)
    return draw_late_entry(state, who.user_id, number, seed=lots)


async def late_entry_seen(
    leagues: Leagues, season_id: int, user_id: int, *, roles: Collection[int] = ()
) -> Season:
    """Derive a season as it would be if a person with these roles entered it now, and write
    nothing. Raises Refusal as `enter_late` does."""
    async with leagues.try_out(season_id) as season:
        who = Newcomer(user_id, frozenset(roles))
        season.happen(await late_entry(season, who), by=user_id)
    return season.state


async def withdrawal(season: OpenSeason, entry: int, reason: str = "") -> list[events.Event]:
    """Make the events by which an entry is given up, by its player, by a moderator or by the
    season's rule. Unless a substitute comes, computers play on at its open tables; where there was
    no turn yet, the next seeded moves up (`drawing.moves_up`). Tables drawn for its late entry that
    have not begun are dropped."""
    state, dropped = season.state, []
    for number, newcomer in state.late_tables.items():
        if newcomer == entry and not state.is_over(number):
            table = await season.table(number)
            if table.table_id is None:
                dropped.append(number)
    event = events.Withdrew(entry, reason, tuple(dropped))
    if entry not in state.division_of or entry in state.withdrawn or state.phase != "running":
        return [event]  # `apply` raises the Refusal
    begun = await season.fetch(stored.tables_begun, season.id)
    return [event, *await in_thread(moves_up, apply(state, event), entry, begun)]


async def give_up(leagues: Leagues, season_id: int, user_id: int) -> SeasonView:
    """Withdraw a person's own entry. Raises Refusal (`left-season`) for a person who has none."""
    async with leagues.open(season_id) as season:
        entry = season.view.entry_of(user_id)
        if entry is None:
            raise Refusal("left-season", "You no longer play in this season.")
        season.happen(*await withdrawal(season, entry), by=user_id)
    return season.view


def entries_held(season: SeasonView, user_id: int, *, also_gone: bool = False) -> list[int]:
    """List the entries a person plays for, the person's own first; with `also_gone` also those
    given up. A substitute may have several. Raises Refusal where there is none."""
    state = season.state
    held = [entry for entry in state.holders if state.holder(entry) == user_id]
    found = [entry for entry in held if also_gone or entry not in state.withdrawn]
    if not found and held:
        raise Refusal("left-already", "This player has already left the season.")
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
        event = events.SubstituteListed(user_id) if on else events.SubstituteUnlisted(user_id)
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


LONGEST_DISPUTE = 500


async def disputable_tables(leagues: Leagues, season: SeasonView, person: int) -> list[int]:
    """List the tables of a season that a person may dispute: own ones that have begun, newest
    first."""
    state = season.state
    if state.phase != "running":
        return []
    begun = {*await games.games(leagues, season.id), *state.results, *state.voided}
    return [n for n in sorted(begun, reverse=True) if state.played_at(person, n)]


async def dispute(leagues: Leagues, season_id: int, person: int, number: int, reason: str) -> None:
    """Dispute a table. Raises Refusal for a person who does not play there, for a table that has
    not begun, while an own dispute about it is open, and after the season's end."""
    season = await leagues.read(season_id)
    own = number in season.state.tables and season.state.played_at(person, number)
    begun = not own or number in await disputable_tables(leagues, season, person)
    if season.state.phase == "running" and not begun:
        raise Refusal("not-begun", "Table {table} has not begun.", table=number)
    async with leagues.open(season_id) as opened:
        opened.happen(events.Disputed(number, person, " ".join(reason.split())), by=person)


async def open_disputes_on(leagues: Leagues, guild_id: int) -> Sequence[tuple[SeasonView, Dispute]]:
    """List the open disputes on a server, each with its season, oldest season first."""
    found = []
    for season in await season_lifecycle.active_seasons(leagues):
        waiting = open_disputes(season.state.disputes)
        if waiting and (await leagues.league(season.league_id)).guild_id == guild_id:
            found += [(season, one) for one in waiting.values()]
    return found
