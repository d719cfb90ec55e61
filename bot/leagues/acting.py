"""A season as the place of moderators' acts, whose kinds stand by subject in `people_acts`,
`result_acts` and `season_acts`; and what moderators do with leagues.

Callers must have checked that the person is a moderator.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, replace
from typing import Any

from bot.leagues import games, people_acts, result_acts, season_acts, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.season_transaction import Leagues, OpenSeason, SeasonView, places_before
from bot.leagues.settings import FIRST, SeasonSettings, checked_name
from bot.model.league import NO_STAFF, League, Organisers, Staff
from bot.model.notes import ActAtTable, ActInSeason, ActTold, SignUpOpened
from bot.model.server import AuditEntry, Moderator
from bot.model.table import Table
from bot.moderation import desk, table_acts
from bot.moderation.at_tables import SET_UP, AtTable, Stake
from bot.refusal import Refusal
from bot.seasons.season import Season
from bot.store import leagues as stored
from bot.store import moderation, outbox
from bot.store.database import Transaction
from bot.store.leagues import NameTakenError
from bot.tables.finding import Tables
from bot.tables.open_table import OpenTable
from bot.text.translation import N_
from bot.text.typed import folded

ACTS: Mapping[str, type[SeasonAct]] = desk.kinds(season_acts, people_acts, result_acts)
"""Moderators' acts by the names under which they are stored."""
NEW, FOUND = "league-new", "league-found"
RENAME, DELETE, ORGANISERS = "league-rename", "league-delete", "league-organisers"
STAFF = "league-staff"
# Translators, for each: in the audit log: what a moderator or the bot has done; a heading of a few
# words, no sentence; about a league
CALLED: Mapping[str, str] = {
    NEW: N_("league created"),
    FOUND: N_("league's channel chosen"),
    RENAME: N_("league renamed"),
    DELETE: N_("league deleted"),
    ORGANISERS: N_("rules changed for organisers who play"),
    STAFF: N_("league's moderators and helpers chosen"),
    **{name: act.called for name, act in ACTS.items()},
}
"""The names of acts in leagues in the audit log."""


class InSeason(desk.Place[OpenSeason, SeasonView]):
    """A season, as the place of moderators' acts."""

    acts = ACTS

    def __init__(self, leagues: Leagues, season_id: int) -> None:
        self.leagues, self.store = leagues, leagues.store
        self.id = self.season_id = season_id

    async def prepared(self, act: desk.Act[OpenSeason]) -> desk.Act[OpenSeason]:
        """Return the act with everything done that takes long or asks Discord."""
        assert isinstance(act, SeasonAct)
        return await act.prepare(self.leagues, await self.leagues.read(self.id))

    def open(self) -> AbstractAsyncContextManager[OpenSeason]:
        """Open the season to change it."""
        return self.leagues.open(self.id)

    def try_out(self) -> AbstractAsyncContextManager[OpenSeason]:
        """Open the season for trying something."""
        return self.leagues.try_out(self.id)

    def view(self, opened: OpenSeason) -> SeasonView:
        """Give the season as it is now."""
        return opened.view

    async def about(self, opened: OpenSeason, act: desk.Act[OpenSeason]) -> desk.About:
        """Whom the act is about leaves such acts to others, too."""
        league = await opened.fetch(stored.league, opened.view.league_id)
        again = isinstance(act, season_acts.Close) and act.back
        left_by = leaving(league, opened.state, again=again)
        entering = set(filter(None, [act.details().get("user_id")]))
        return desk.About(
            league.guild_id,
            {"season": opened.view.settings.name, desk.OPEN: True},
            players_of(opened.state),
            league,
            left_by | entering if league.organisers == "leave" else left_by,
        )

    async def tell(self, opened: OpenSeason, act: desk.Act[OpenSeason], entry: AuditEntry) -> None:
        """Put notes about an act into the outbox: for the league's channel and where it was before,
        and perhaps for a table."""
        assert isinstance(act, SeasonAct)
        opened.must_tell(ActInSeason(entry.id))
        league = await opened.fetch(stored.league, opened.view.league_id)
        elsewhere = [ActTold(entry.id, one) for one in places_before(league, opened.view)]
        await opened.write(outbox.add, elsewhere, guild_id=entry.guild_id)
        if act.table_told is not None:
            game = (await opened.fetch(stored.games_of, opened.id)).get(act.table_told)
            if game is not None and game.status in ("lobby", "playing"):
                await opened.write(outbox.add, [ActAtTable(entry.id)], table_id=game.table_id)


async def found_league(
    leagues: Leagues,
    moderator: Moderator,
    name: str,
    channel_id: int,
    organisers: Organisers = "daylight",
) -> tuple[League, AuditEntry | None]:
    """Add a league whose tables open in this channel, and say what its organisers may do who play;
    or move the league of this name there. The entry is None where nothing changed. Raises Refusal
    for an invalid name."""
    name = " ".join(name.split())
    known = await season_lifecycle.leagues_of(leagues, moderator.guild_id)
    league = next((one for one in known if folded(one.name) == folded(name)), None)
    desk.must_be_staff(moderator, None if league is None else league.id, "settings")
    if league is not None and league.channel_id == channel_id:
        return league, None
    if league is not None:
        entry = await change_league(leagues, moderator, league.id, FOUND, channel_id)
        return await leagues.league(league.id), entry
    async with leagues.store.transaction() as transaction:
        league_id = await season_lifecycle.add_league(
            leagues, transaction, moderator.guild_id, name, replace(FIRST, name=name)
        )
        await transaction.run(stored.set_government, league_id, organisers, NO_STAFF)
        await transaction.run(stored.set_channel, league_id, channel_id)
        founded: League | None = await transaction.run(stored.league, league_id)
        assert founded is not None
        entry = _about_league(leagues, moderator, founded, NEW, name, channel_id=channel_id)
        return founded, await _add(transaction, entry, None)


async def _add(transaction: Transaction, entry: AuditEntry, was: League | None) -> AuditEntry:
    """Write the entry of an act on a league, and put notes about it into the outbox. `was` is the
    league before; None for a new one."""
    entry = await transaction.run(moderation.add, entry)
    league = await transaction.run(stored.league, entry.details["league_id"]) or was
    assert league is not None
    before = [] if was is None or was.channel_id == league.channel_id else [was.channel_id]
    await transaction.run(stored.must_tell, entry, league, *before)
    return entry


async def _must_not_take_part(leagues: Leagues, league: League, moderator: Moderator) -> None:
    """Raises Refusal for a person who takes part in a season of a league that leaves this to
    others."""
    seasons = await season_lifecycle.seasons_of(leagues, league.id)
    left_by = frozenset().union(*(leaving(league, season.state) for season in seasons))
    if moderator.id in left_by:
        raise desk.left_to_others(moderator, left_by, league)


_GOVERNS = (ORGANISERS, STAFF)
_CHANGES: Mapping[str, str] = {
    RENAME: "name", FOUND: "channel_id", ORGANISERS: "organisers", STAFF: "staff",
}  # fmt: skip
"""The field of the league that an act changes, by the name of the act; `undo_league` undoes it."""


async def change_league(
    leagues: Leagues,
    moderator: Moderator,
    league_id: int,
    act: str,
    wanted: Any,
    *,
    reason: str = "",
    undone: AuditEntry | None = None,
) -> AuditEntry:
    """Give a league another name or channel, other staff, or say what its organisers may do who
    play: what `act` changes. Raises Refusal (`organisers-already`) where that is so, for a name
    that is empty, too long or taken; and for the last two where a person who takes part leaves this
    to others. `undone` is the entry that this undoes; then also as `league_before`."""
    league = await leagues.league(league_id)
    wanted = checked_name(wanted) if act == RENAME else wanted
    if act in _GOVERNS:
        await _must_not_take_part(leagues, league, moderator)
    async with leagues.store.transaction() as transaction:
        if undone is not None:
            await league_before(transaction.run, undone)
        was = await transaction.run(stored.league, league_id, to_write=True)
        if was is None or getattr(was, _CHANGES[act]) == wanted:
            raise Refusal("organisers-already", "This league already has this setting.")
        now = replace(was, **{_CHANGES[act]: wanted})
        entry = _about_league(
            leagues, moderator, was, act, reason or was.name, **_told(act, was, now)
        )
        if undone is not None:
            entry = replace(entry, details={**entry.details, desk.UNDOES: undone.id})
        if act == FOUND:
            await transaction.run(stored.set_channel, league_id, wanted)
        elif act == RENAME:
            try:
                await transaction.run(stored.set_league, league_id, wanted, was.settings)
            except NameTakenError:
                raise season_lifecycle.name_taken(wanted) from None
        else:
            await transaction.run(stored.set_government, league_id, now.organisers, now.staff)
        return await _add(transaction, entry, was)


def _told(act: str, was: League, now: League) -> dict[str, Any]:
    """Describe a change of a league for the audit log, as plain JSON types."""
    if act == FOUND:
        return {"channel_id": now.channel_id, "was_channel": was.channel_id}
    if act == RENAME:
        return {"names": [was.name, now.name]}
    if act == ORGANISERS:
        return {"organisers": [was.organisers, now.organisers]}
    lists = ({k: list(v) for k, v in asdict(one.staff).items()} for one in (was, now))
    return {"staff": [*lists]}


def _was_and_is(entry: AuditEntry) -> Sequence[Any]:
    """Read from an entry what a change of a league has changed, and into what (`_told`)."""
    details = entry.details
    if entry.act == FOUND:
        return details["was_channel"], details["channel_id"]
    if entry.act == STAFF:
        # a negative number stands for somebody whose data was deleted
        return [
            Staff(**{k: tuple(one for one in v if one > 0) for k, v in lists.items()})
            for lists in details["staff"]
        ]
    found: Sequence[Any] = details["names" if entry.act == RENAME else "organisers"]
    return found


def can_be_undone(entry: AuditEntry) -> bool:
    """Whether there is an act that undoes such an entry, unless the same was changed since. Nothing
    undoes, for instance, a draw, or the founding of a league."""
    if entry.act == FOUND:
        return "was_channel" in entry.details
    act = ACTS.get(entry.act) or table_acts.ACTS.get(entry.act)
    if act is None:
        return entry.act in (*_CHANGES, SET_UP)
    cancelled = act is season_acts.Open and entry.details.get("back")
    stays = cancelled or entry.details.get("here")
    return not act.no_undo and not stays


def must_be_theirs(moderator: Moderator, league_id: int, act: str) -> None:
    """Raises Refusal as `desk.must_be_staff` for an act about a league itself. What says who may do
    what there, and deleting it, is for the moderators of the whole server."""
    of_server = act in (DELETE, *_GOVERNS)
    desk.must_be_staff(moderator, None if of_server else league_id, "settings")


def is_about_league(entry: AuditEntry) -> bool:
    """Whether an entry is about a change of a league itself."""
    return entry.act in _CHANGES


async def league_before(fetch: Callable[..., Awaitable[Any]], entry: AuditEntry) -> League:
    """Find a league as it would be without the change that an entry describes. `fetch`
    calls a repository's function. Raises Refusal as `must_stand` does, for what has no way back
    (`no-way-back`), and if that was changed again (`changed-since`)."""
    await desk.must_stand(fetch, entry)
    if not can_be_undone(entry) or entry.act not in _CHANGES or "league_id" not in entry.details:
        raise desk.no_way_back()
    league: League | None = await fetch(stored.league, entry.details["league_id"])
    (was, became), name = _was_and_is(entry), _CHANGES[entry.act]
    if league is None or getattr(league, name) != became:
        raise desk.changed_since()
    return replace(league, **{name: was})


async def undo_league(
    leagues: Leagues, moderator: Moderator, entry: AuditEntry, reason: str
) -> AuditEntry:
    """Give a league what it had before an entry. Raises Refusal as `league_before` and
    `change_league` do, and without a valid reason."""
    reason = desk.good_reason(reason)
    before = await league_before(leagues.store.read, entry)
    wanted = getattr(before, _CHANGES[entry.act])
    return await change_league(
        leagues, moderator, before.id, entry.act, wanted, reason=reason, undone=entry
    )


async def delete_league(
    leagues: Leagues, league_id: int, moderator: Moderator, reason: str = ""
) -> AuditEntry:
    """Delete a league of which no season was drawn. Raises Refusal for other leagues, and where a
    person who takes part leaves this to others."""
    league = await leagues.league(league_id)
    await _must_not_take_part(leagues, league, moderator)
    await season_lifecycle.must_be_empty(leagues, league_id)
    entry = _about_league(leagues, moderator, league, DELETE, reason or league.name)
    async with leagues.store.transaction() as transaction:
        await transaction.run(stored.delete_league, league_id)
        return await _add(transaction, entry, league)


def _about_league(
    leagues: Leagues, moderator: Moderator, league: League, act: str, words: str, **more: Any
) -> AuditEntry:
    desk.must_belong(league.guild_id, moderator)
    must_be_theirs(moderator, league.id, act)
    return AuditEntry(
        0, moderator.guild_id, None, leagues.now(), moderator.id, act, words,
        {"league": league.name, "league_id": league.id, **more}, own_table=False,
    )  # fmt: skip


async def create_season(
    leagues: Leagues, league_id: int, moderator: Moderator, settings: SeasonSettings
) -> SeasonView:
    """Open the next season for sign-up. Raises Refusal as `season_lifecycle.add_season` does."""
    league = await leagues.league(league_id)
    desk.must_belong(league.guild_id, moderator)
    desk.must_be_staff(moderator, league.id, "settings")
    entry = AuditEntry(
        0, moderator.guild_id, None, leagues.now(), moderator.id, season_acts.Open.act,
        settings.name, {"season": settings.name, desk.OPEN: True}, own_table=False,
    )  # fmt: skip
    async with leagues.store.transaction() as transaction:
        season_id = await season_lifecycle.add_season(
            leagues, transaction, league_id, settings, by=moderator.id
        )
        entry = await transaction.run(moderation.add, replace(entry, season_id=season_id))
        notes = [ActInSeason(entry.id), SignUpOpened()]
        await transaction.run(outbox.add, notes, season_id=season_id)
    return await leagues.read(season_id)


def players_of(state: Season) -> frozenset[int]:
    """List the people who take part in a season: who play or have played in it, have signed up for
    it or wait for a place, or are on its list of substitutes."""
    return frozenset(state.in_line).union(state.substitutes, *state.holders.values())


def leaving(league: League, state: Season, *, again: bool = False) -> frozenset[int]:
    """List the people who leave results and entries of a season to others: those who take part, in
    a league that wants it so, until the season is over, or is opened `again`. Empty otherwise."""
    over = state.phase not in ("sign-up", "running") and not again
    return frozenset() if over or league.organisers == "daylight" else players_of(state)


async def season_act_for(
    leagues: Leagues, table: Table, wanted: desk.Act[OpenTable]
) -> tuple[SeasonView, SeasonAct] | None:
    """Find the season's act that takes the place of a changed seat at a table of a league. None for
    other acts, and outside leagues."""
    scheduled = await games.table_of_game(leagues, table.id)
    if scheduled is None or scheduled.seats is None:
        return None
    if not isinstance(wanted, table_acts.ReplacePlayer):
        return None
    season, entry = await leagues.read(scheduled.season_id), scheduled.seats[wanted.seat]
    if wanted.user_id is None:
        return season, people_acts.Withdraw(entry)
    holder = season.state.holder(entry)
    return season, people_acts.Substitute(entry, wanted.user_id, holder, named=True)


async def at_table(leagues: Leagues, tables: Tables, table_id: int) -> AtTable:
    """Make the place of acts at a table, which knows the season it belongs to."""
    return AtTable(tables, table_id, await stake_of(leagues, table_id))


async def place_of(leagues: Leagues, tables: Tables, entry: AuditEntry) -> AtTable | InSeason:
    """Find the place of an entry in the audit log. Raises Refusal (`no-entry`) for one about
    neither a table nor a season."""
    if entry.act in ACTS and entry.season_id is not None:
        return InSeason(leagues, entry.season_id)
    if entry.act in AtTable.acts and entry.table_id is not None:
        return await at_table(leagues, tables, entry.table_id)
    raise desk.no_entry()


async def open_log(
    leagues: Leagues, guild_id: int, league_id: int, season_id: int, *, skip: int, most: int
) -> list[AuditEntry]:
    """List what moderators did in a season and at its tables, to its league and to the server's
    settings for moderators, and bans in all seasons of the league, newest first; with 0 for the
    season what they did in all seasons. For everybody to read."""
    seasons = [one.id for one in await leagues.store.read(stored.seasons_of, league_id)]
    return await leagues.store.read(
        moderation.open_log, guild_id, league_id, [season_id] if season_id else seasons,
        of_league=seasons, skip=skip, most=most,
    )  # fmt: skip


async def stake_of(leagues: Leagues, table_id: int) -> Stake | None:
    """Find the season whose results acts at this table can change; None without a season."""
    found = await games.table_of_game(leagues, table_id)
    if found is None:
        return None
    season = await leagues.read(found.season_id)
    over = season.state.is_over(found.number)
    league = await leagues.league(season.league_id)
    return Stake(
        season.id, season.settings.name, league, leaving(league, season.state),
        found.number, over, places_before(league, season),
    )  # fmt: skip
