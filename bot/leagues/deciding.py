"""What moderators decide about a season. Every act is written into the audit log in the same
transaction as what it changes.

An act is a name and a wish in plain JSON types (`_ACTS`), so that one that waits for a second
moderator can be kept, and done later. What it would change can be looked at before: `preview`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import structlog

from bot.clocks import DaysClock, TimeRules
from bot.leagues.banning import Banning
from bot.leagues.drafting import Drafting
from bot.leagues.entering import Entering
from bot.leagues.founding import Founding
from bot.leagues.model.points import UNIT
from bot.leagues.model.results import Result
from bot.leagues.model.season import Season
from bot.leagues.playing import Playing
from bot.leagues.settings import SeasonSettings
from bot.leagues.views import League, SeasonView
from bot.moderation.conditions import (
    good_reason,
    must_be_another,
    must_be_pending,
    must_be_points,
    no_entry,
    second_wanted,
    settled_already,
)
from bot.refusal import Refusal
from bot.store import leagues, moderation
from bot.store.errors import ChangedMeanwhileError
from bot.store.moderation import Connection
from bot.tables import Entry, Moderator

MOST_ADJUSTED = 100_000
"""League points that may be given or taken at once."""
FIRST_DAYS = 2
"""For a turn, in what a new league is offered for its first season."""
RESULTS = ("season-correct", "season-void", "season-adjust")
"""The acts that change a result, and wait for a second moderator where a server wants that."""
Wish = Mapping[str, Any]
logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Decided:
    """What a moderator did, or wished where a second one must confirm it."""

    entry: Entry
    """As it stands in the audit log; look at its `status`."""
    season: SeasonView
    """As it is now."""


@dataclass(frozen=True)
class Preview:
    """What an act would change."""

    before: SeasonView
    after: SeasonView


class Deciding(Founding, Entering, Playing, Banning, Drafting):
    """The acts of moderators. That somebody is one, the caller must have made sure of."""

    async def found(
        self, moderator: Moderator, name: str, channel_id: int
    ) -> tuple[League, Entry | None]:
        """Found a league whose tables open in this channel, or move the league of that name
        there; the entry is None where nothing changed. Refused for a name that cannot be."""
        name = " ".join(name.split())
        known = await self.leagues_of(moderator.guild_id)
        league = next((one for one in known if one.name.casefold() == name.casefold()), None)
        if league is not None and league.channel_id == channel_id:
            return league, None
        entry = Entry(
            0, moderator.guild_id, None, self._desk.now(), moderator.id, "league-found",
            league.name if league else name, {"channel_id": channel_id}, own_table=False,
        )  # fmt: skip
        written: list[Entry] = []

        async def add(connection: Connection, made: object) -> None:
            league_id = league.id if league else made
            assert isinstance(league_id, int)
            await leagues.set_channel(connection, league_id, channel_id)
            written.append(await moderation.add(connection, entry))

        there = self._at(self._desk.along(add))
        if league is None:
            # without a clock a league of many tables would stand still with its slowest player
            first = SeasonSettings(name, time=TimeRules(DaysClock(FIRST_DAYS)))
            league = await there.create_league(moderator.guild_id, name, defaults=first)
        else:
            await there._desk.write(_nothing_more)
        return await self._desk.league(league.id), written[-1]

    async def create(
        self, league_id: int, moderator: Moderator, settings: SeasonSettings
    ) -> Decided:
        """Open the next season for signing up, as `create_season` does."""
        league = await self._desk.league(league_id)
        if league.guild_id != moderator.guild_id:
            raise _other_server()
        entry = Entry(
            0, moderator.guild_id, None, self._desk.now(), moderator.id, "season-new",
            settings.name, {"season": settings.name}, own_table=False,
        )  # fmt: skip
        written: list[Entry] = []

        async def add(connection: Connection, made: object) -> None:
            assert isinstance(made, int)
            written.append(await moderation.add(connection, replace(entry, season_id=made)))

        there = self._at(self._desk.along(add))
        view = await there.create_season(league_id, settings, by=moderator.id)
        return _done(written[-1], view)

    async def preview(self, season_id: int, moderator: Moderator, act: str, wish: Wish) -> Preview:
        """What an act would change. Nothing is written; refused where the act would be."""
        before = await self._of_server(season_id, moderator)
        trying = self._at(self._desk.trying())
        after = await _ACTS[act](trying, before, wish, moderator.id, "only looked at")
        return Preview(before, after)

    async def act(
        self, season_id: int, moderator: Moderator, act: str, wish: Wish, reason: str
    ) -> Decided:
        """Do something with a season, or keep it until a second moderator confirms it.

        Refused without a good reason, for a season of another server, and where it cannot be
        done.
        """
        reason = good_reason(reason)
        view = await self._of_server(season_id, moderator)
        own = _plays(view.state, moderator.id) or wish.get("user_id") == moderator.id
        entry = Entry(
            0, moderator.guild_id, None, self._desk.now(), moderator.id, act, reason,
            {**wish, "season": view.settings.name}, own_table=own, season_id=season_id,
        )  # fmt: skip
        if act in RESULTS and await second_wanted(self._desk.store, moderator.guild_id):
            await self.preview(season_id, moderator, act, wish)  # what cannot be is refused now
            kept = await self._desk.store.write(moderation.add, replace(entry, status="pending"))
            logger.info("moderator's act pending", season=season_id, act=act, entry=kept.id)
            return Decided(kept, view)
        written: list[Entry] = []

        async def add(connection: Connection, _: object) -> None:
            written.append(await moderation.add(connection, entry))

        there = self._at(self._desk.along(add))
        view = await _ACTS[act](there, view, wish, moderator.id, reason)
        return _done(written[-1], view)

    async def settle(self, entry_id: int, moderator: Moderator, *, confirm: bool) -> Decided:
        """Confirm what another moderator wished about a season, and do it; or refuse it. Who
        wished it may refuse it, too, but not confirm it."""
        entry = await self._desk.store.read(moderation.by_id, entry_id)
        if entry is None or entry.season_id is None or entry.table_id is not None:
            raise no_entry()
        if entry.guild_id != moderator.guild_id:
            raise no_entry()
        must_be_pending(entry)
        view = await self._of_server(entry.season_id, moderator)
        settled = replace(entry, settled_by=moderator.id, settled_at=self._desk.now())

        async def close(connection: Connection, _: object = None) -> None:
            try:
                await moderation.settled(connection, settled, _nothing_more)
            except ChangedMeanwhileError:
                raise settled_already() from None

        if not confirm:
            settled = replace(settled, status="refused")
            await self._desk.store.write(close)
            return Decided(settled, view)
        must_be_another(entry, moderator)
        own = entry.own_table or _plays(view.state, moderator.id)
        settled = replace(settled, status="done", own_table=own)
        there = self._at(self._desk.along(close))
        view = await _ACTS[entry.act](there, view, entry.details, entry.user_id, entry.reason)
        return _done(settled, view)

    async def entry_of(self, season_id: int, user_id: int) -> int:
        """The entry somebody plays for, or has given up. Refused (`no-entry`) for others."""
        view = await self._desk.season(season_id)
        found = view.entry_of(user_id)
        if found is None and user_id in view.state.division_of:
            found = user_id
        if found is None:
            raise Refusal(
                "no-entry", "This person does not play in the season; choose one who does."
            )
        return found

    async def _of_server(self, season_id: int, moderator: Moderator) -> SeasonView:
        view = await self._desk.season(season_id)
        if (await self._desk.league(view.league_id)).guild_id != moderator.guild_id:
            raise _other_server()
        return view


# --- the acts ------------------------------------------------------------------------------------


async def _draw(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    return await seasons.draw(view.id, by=by)


async def _round(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    """`division`: which; `round`: the number from 1 of the round that was meant."""
    if next_round(view.state, wish["division"]) != wish["round"]:
        raise Refusal(
            "round-drawn", "Round {round} is drawn already; use /season round for the next.",
            round=wish["round"],
        )  # fmt: skip
    return await seasons.draw_round(view.id, wish["division"], by=by)


async def _open(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    """Nothing but an entry: opening tables is for Discord."""
    if view.state.phase != "running":
        raise Refusal("not-running", "This season is not being played; draw it first.")
    await seasons._desk.write(_nothing_more)
    return view


async def _close(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    return await seasons.close(view.id, by=by)


async def _late(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    """`user_id`: who comes; `division`: where, None for the lowest one."""
    return await seasons.enter_late(view.id, wish["user_id"], wish["division"], by=by)


async def _withdraw(
    seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str
) -> SeasonView:
    """`entry`: which is given up."""
    return await seasons.withdraw(view.id, wish["entry"], by=by, reason=why)


async def _substitute(
    seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str
) -> SeasonView:
    """`entry`: which; `user_id`: who plays on for it."""
    return await seasons.substitute(view.id, wish["entry"], wish["user_id"], by=by, reason=why)


async def _correct(
    seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str
) -> SeasonView:
    """`table`: its number in the season; `points4`: quarters of a point, by seat as drawn."""
    result = corrected(view.state, wish["table"], wish["points4"])
    return await seasons.correct(view.id, result, by=by, reason=why)


async def _void(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    """`table`: its number in the season."""
    return await seasons.void(view.id, wish["table"], by=by, reason=why)


async def _adjust(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    """`entry`: whose; `units`: league points in `points.UNIT`; `was`: what the entry
    was given so far, so that nothing is given twice by pressing twice."""
    if view.state.adjustments.get(wish["entry"], 0) != wish["was"]:
        raise Refusal("adjusted", "Points were given or taken meanwhile; use /season adjust again.")
    units = wish["units"]
    if units == 0 or abs(units) > MOST_ADJUSTED * UNIT:
        raise Refusal(
            "points", "Give or take up to {most} points; 0 changes nothing.", most=MOST_ADJUSTED
        )
    return await seasons.adjust(view.id, wish["entry"], units, by=by, reason=why)


async def _ban(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    """`user_id`: who; `days`: how long, None for good."""
    await seasons._ban(view.league_id, wish["user_id"], wish["days"], why)
    return view


async def _unban(seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str) -> SeasonView:
    """`user_id`: who may play again."""
    await seasons._lift_ban(view.league_id, wish["user_id"])
    return view


async def _settings(
    seasons: Deciding, view: SeasonView, wish: Wish, by: int, why: str
) -> SeasonView:
    """`settings`: those that may still change, as `settings.settings_to_json` writes them."""
    return await seasons._change_settings(view.id, wish["settings"])


_ACTS: Mapping[str, Callable[[Deciding, SeasonView, Wish, int, str], Awaitable[SeasonView]]] = {
    "season-draw": _draw,
    "season-round": _round,
    "season-open": _open,
    "season-close": _close,
    "season-late": _late,
    "season-withdraw": _withdraw,
    "season-substitute": _substitute,
    "season-correct": _correct,
    "season-void": _void,
    "season-adjust": _adjust,
    "season-ban": _ban,
    "season-unban": _unban,
    "season-settings": _settings,
}


def next_round(state: Season, division: int) -> int:
    """The number, from 1, of the round of a division that would be drawn next in the Swiss
    form."""
    return 2 + sum(event.division == division for event in state.rounds)


def corrected(state: Season, number: int, points4: list[int]) -> Result:
    """The result of a table with these points instead, in quarters by seat as drawn; places go by
    points alone, ties shared. Whose turns they were stays. Refused where there is no result, and
    for points that no game comes to."""
    known = state.results.get(number)
    if known is None:
        raise Refusal(
            "unfinished",
            "Table {table} has no result to correct; see /league schedule.",
            table=number,
        )
    must_be_points(points4, len(known.lines))
    return Result(
        number,
        tuple(
            replace(line, place=1 + sum(other > mine for other in points4), points4=mine)
            for line, mine in zip(known.lines, points4, strict=True)
        ),
    )


def _plays(state: Season, user_id: int) -> bool:
    """Whether somebody plays in a season, or has, or wants to."""
    return user_id in state.signed_up or any(user_id in held for held in state.holders.values())


def _done(entry: Entry, view: SeasonView) -> Decided:
    logger.info("season moderated", season=view.id, act=entry.act, entry=entry.id, by=entry.user_id)
    return Decided(entry, view)


async def _nothing_more(connection: Connection) -> None:
    """All of it is written beside the entry."""


def _other_server() -> Refusal:
    return Refusal("other-server", "This season belongs to another server; moderate it there.")
