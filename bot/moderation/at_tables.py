"""A table as the place of moderators' acts, the audit log, and the settings for moderators, which
people who manage a server make and the audit log notes. Callers must have checked that the person
is a moderator, or manages the server."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from pydantic import TypeAdapter

from bot.model.league import League
from bot.model.notes import ActInSeason, ActTold
from bot.model.server import AuditEntry, Moderator
from bot.model.table import GameNight, Table
from bot.moderation import table_acts
from bot.moderation.desk import (
    OPEN,
    UNDOES,
    About,
    Act,
    Place,
    changed_since,
    good_reason,
    must_stand,
    no_way_back,
)
from bot.refusal import Refusal
from bot.store import leagues, moderation, outbox, settings
from bot.store.database import Transaction
from bot.tables import gathering
from bot.tables.finding import Tables
from bot.tables.open_table import OpenTable
from bot.tables.settings import OF_MODERATORS, ServerSettings
from bot.text.audit import value_words
from bot.text.translation import N_, Translations

LATELY = timedelta(days=90)
"""How long after an act as a moderator a person is taken for one, until Discord is asked."""


@dataclass(frozen=True)
class Stake:
    """The season that a table of a league belongs to."""

    season_id: int
    season: str
    """The name of the season."""
    league: League
    leaving: frozenset[int]
    """The people who leave to others what is in `desk.LEFT`."""
    table: int
    """The number of the table in the season."""
    over: bool
    """Whether the table has a result in the season, or was taken out."""
    before: Sequence[int] = ()
    """Where the season's news was before its league was moved."""


class AtTable(Place[OpenTable, Table]):
    """A table, as the place of moderators' acts."""

    acts = table_acts.ACTS

    def __init__(self, tables: Tables, table_id: int, stake: Stake | None = None) -> None:
        """`stake` is the season that the table belongs to."""
        self.tables, self.store, self.stake = tables, tables.store, stake
        self.id = self.table_id = table_id
        self.season_id = None if stake is None else stake.season_id

    async def prepared(self, act: Act[OpenTable]) -> Act[OpenTable]:
        """Return the act. Raises Refusal for one that must be decided in the season
        (`act-of-season`, `league-table`), and for one that resumes a game which is over in the
        season (`changed-since`)."""
        if self.stake is None:
            return act
        if self.stake.over and isinstance(act, table_acts.RewindGame) and act.undoes:
            raise changed_since()  # the season keeps the result, however the game goes on
        if isinstance(act, table_acts.ReplacePlayer):
            # an undo: `season_act_for` has replaced any other
            raise Refusal(
                "act-of-season",
                "At a league table, this is decided on the season's page; open it with "
                "/moderate page.",
            )
        return act

    def open(self) -> AbstractAsyncContextManager[OpenTable]:
        """Open the table to change it."""
        return self.tables.open(self.id)

    @asynccontextmanager
    async def try_out(self) -> AsyncIterator[OpenTable]:
        """Read the table, for trying something."""
        yield (await self.tables.read(self.id)).trial()

    def view(self, opened: OpenTable) -> Table:
        """Give the table as it is now."""
        return opened.table

    async def about(self, opened: OpenTable, act: Act[OpenTable]) -> About:
        """Name the channel, and the season with the table's number there; who plays or has played
        there takes part."""
        guild_id, where = opened.table.guild_id, {"channel": opened.table.channel_id, OPEN: True}
        people, stake = await table_acts.who_played_at(opened), self.stake
        if stake is None:
            return About(guild_id, where, people)
        of_season = {"season": stake.season, "in_season": stake.table}
        return About(guild_id, {**where, **of_season}, people, stake.league, stake.leaving)

    async def tell(self, opened: OpenTable, act: Act[OpenTable], entry: AuditEntry) -> None:
        """Put notes into the outbox: for the table, and for the season it belongs to."""
        assert isinstance(act, table_acts.TableAct)
        opened.must_tell(*act.notes(entry.id))
        if self.stake is not None:
            await opened.write(outbox.add, [ActInSeason(entry.id)], season_id=self.season_id)
            before = [ActTold(entry.id, one) for one in self.stake.before]
            await opened.write(outbox.add, before, guild_id=entry.guild_id)


async def lately_acting(tables: Tables, guild_id: int) -> set[int]:
    """List the people who acted as moderators of a server in the last `LATELY`."""
    return await tables.store.read(moderation.acted_since, guild_id, tables.now() - LATELY)


# Translators: in the audit log: what a moderator or the bot has done; a heading of a few words, no
# sentence; about a server
SET_UP, SET_UP_CALLED = "setup", N_("moderators set up")
# Translators: in the audit log: what a moderator or the bot has done; a heading of a few words, no
# sentence; about a game that began every week
NIGHT, NIGHT_CALLED = "night-end", N_("weekly game night ended")
SET_UP_REASON = "/moderate setup"
"""The reason in the audit log, as nobody is asked for one."""
_STORED = TypeAdapter(ServerSettings)


async def end_night(tables: Tables, moderator: Moderator, night: GameNight) -> Sequence[Table]:
    """End somebody else's game night, with an entry in the audit log; see `gathering.end_night`."""
    entry = AuditEntry(
        0, night.guild_id, None, tables.now(), moderator.id, NIGHT, f"{night.at} ({night.zone})",
        {"channel": night.channel_id, "user_id": night.user_id}, own_table=False,
    )  # fmt: skip
    async with tables.store.transaction() as transaction:
        await transaction.run(settings.end_night, night.id)
        await transaction.run(moderation.add, entry)
    return await gathering.end_night(tables, night.id)


async def set_up(
    tables: Tables, moderator: Moderator, wanted: Mapping[str, str | None]
) -> ServerSettings:
    """Change the settings of a server, by the names of `OF_MODERATORS`; None leaves one as it is.
    An entry in the audit log has the old and the new values of changed settings; without changes
    there is no entry. Returns the settings."""
    async with tables.store.transaction() as transaction:
        was = chosen = await transaction.run(settings.of_server, moderator.guild_id, ServerSettings)
        for one in OF_MODERATORS:
            if (value := wanted[one.name]) is not None:
                chosen = one.change(chosen, value)
        if chosen != was:
            await _store(tables, transaction, moderator, was, chosen, SET_UP_REASON)
    return chosen


async def settings_before(
    fetch: Callable[..., Awaitable[Any]], entry: AuditEntry
) -> tuple[ServerSettings, ServerSettings]:
    """Find the settings of a server, now and without the change of an entry. `fetch` calls a
    repository's function. Raises Refusal as `must_stand` does, and (`changed-since`) if one of them
    was changed again."""
    await must_stand(fetch, entry)
    now: ServerSettings = await fetch(settings.of_server, entry.guild_id, ServerSettings)
    was, became = (_STORED.validate_python(entry.details[when]) for when in ("was", "now"))
    names = list(entry.details["now"])
    if any(not hasattr(now, name) for name in names):
        raise no_way_back()
    if any(getattr(now, name) != getattr(became, name) for name in names):
        raise changed_since()
    return now, replace(now, **{name: getattr(was, name) for name in names})


async def undo_set_up(
    tables: Tables, moderator: Moderator, entry: AuditEntry, reason: str
) -> AuditEntry:
    """Give the settings that an entry changed the values they had. Raises Refusal as
    `settings_before` does, and without a valid reason."""
    reason = good_reason(reason)
    async with tables.store.transaction() as transaction:
        now, before = await settings_before(transaction.run, entry)
        undoes = {UNDOES: entry.id}
        return await _store(tables, transaction, moderator, now, before, reason, undoes)


async def _store(
    tables: Tables,
    transaction: Transaction,
    moderator: Moderator,
    was: ServerSettings,
    chosen: ServerSettings,
    reason: str,
    more: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """Store settings for moderators with their entry in the audit log, which has `more` details,
    and put notes about it into the outbox for each league of the server."""
    old, new, guild_id, now = asdict(was), asdict(chosen), moderator.guild_id, tables.now()
    names = [name for name in new if new[name] != old[name]]
    details = {
        "was": {name: old[name] for name in names},
        "now": {name: new[name] for name in names},
        **(more or {}),
    }
    await transaction.run(settings.set_server, guild_id, chosen, at=now)
    entry = await transaction.run(
        moderation.add,
        AuditEntry(0, guild_id, None, now, moderator.id, SET_UP, reason, details, own_table=False),
    )
    for league in await transaction.run(leagues.leagues_of, guild_id):
        await transaction.run(leagues.must_tell, entry, league)
    return entry


def set_up_changes(t: Translations, details: Mapping[str, Any]) -> list[str]:
    """Describe what an entry changed, with the old and the new value of each setting."""
    was, now = (_STORED.validate_python(details[when]) for when in ("was", "now"))
    found = []
    for one in OF_MODERATORS:
        old, new = (" · ".join(one.log_lines(t, settings)) for settings in (was, now))
        if old != new:
            found.append(value_words(t, t.gettext(one.heading), old, new))
    return found
