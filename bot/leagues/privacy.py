"""Personal data in leagues: its export for the person, and its deletion, which includes tables."""

import secrets
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from typing import Any

import structlog

from bot.leagues.season_transaction import Leagues, SeasonView
from bot.model.league import SeasonEvent
from bot.model.notes import PeopleChanged
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons import events
from bot.seasons.results import UNIT, Result
from bot.store import leagues as stored
from bot.store import outbox, privacy
from bot.store.database import ChangedMeanwhileError
from bot.store.privacy import Forgotten, StillSeatedError
from bot.tables.records import join_of_person
from bot.text.names import FORMER_NAME
from bot.text.translation import N_

_ATTEMPTS = 20
_NUMBERS = 2**53 - 1
"""The number of stand-in ids for deleted people: integers that any JSON parser keeps exact."""

EXPLAINED: Mapping[str, str] = {
    "seasons": N_(
        "What the logs of league seasons say about you: signing up, your tables and seats, your "
        "results with the turns you took, what you disputed, and what moderators decided about "
        "your entry."
    ),
    "ratings": N_("Your league ratings by number of players, with their history."),
    "bans": N_("Leagues you are or were banned from, until when and why."),
    "staff": N_("Leagues in which you were named as a moderator or helper."),
}
"""The explanation of each part of the file, for its reader."""

logger = structlog.get_logger(__name__)


async def stored_about(leagues: Leagues, user_id: int) -> Mapping[str, Any]:
    """Collect everything stored about a person in leagues, by the parts of `EXPLAINED`, as plain
    JSON types. Show it to that person only."""
    store, seasons = leagues.store, []
    for season_id in await store.read(privacy.seasons_with, user_id):
        view = await leagues.read(season_id)
        log = await store.read(stored.events_from, season_id)
        own = await in_thread(_own_log, log, user_id)
        if own:
            seasons.append(
                {
                    "season": season_id,
                    "league": view.league_id,
                    "name": view.state.name,
                    "number": view.number,
                    "log": own,
                }
            )
    now = await store.read(privacy.rows_of, "ratings", user_id)
    steps = await store.read(privacy.rows_of, "rating_changes", user_id)
    bans = await store.read(privacy.rows_of, "league_bans", user_id)
    staff = await store.read(privacy.looked_after, user_id)
    return {
        "seasons": seasons,
        "ratings": {"now": [_rating(row) for row in now], "steps": [_rating(s) for s in steps]},
        "bans": [
            {
                "league": ban["league_id"],
                "since": ban["at"].isoformat(timespec="seconds"),
                "until": ban["until"] and ban["until"].isoformat(timespec="seconds"),
                "reason": ban["reason"],
            }
            for ban in bans
        ],
        "staff": [
            {"league": one["id"], "name": one["name"], "moderates": user_id in one["staff"].people}
            for one in staff
        ],
    }


async def must_play_nowhere(leagues: Leagues, user_id: int) -> None:
    """Raises Refusal (`still-playing`) for a person in a season that is not over."""
    for season_id in await leagues.store.read(privacy.seasons_with, user_id):
        _must_not_play(await leagues.read(season_id), user_id)


async def forget(leagues: Leagues, user_id: int) -> Forgotten:
    """Delete a person from everything stored, in one transaction; a second call finds nothing.
    docs/privacy.md says what stays, without a name.

    Raises Refusal (`still-playing`) for a person in a season that is not over. Callers check first
    that the person sits at no open table (`must_sit_nowhere`); a person who has sat down since then
    is refused too (`still-seated`).
    """
    for _ in range(_ATTEMPTS - 1):
        try:
            return await _forget(leagues, user_id)
        except ChangedMeanwhileError:
            logger.info("season changed meanwhile", why="somebody is forgotten")
    return await _forget(leagues, user_id)


async def _forget(leagues: Leagues, user_id: int) -> Forgotten:
    store, instead = leagues.store, -1 - secrets.randbelow(_NUMBERS)
    read, shown = await store.read(privacy.seasons_with, user_id), dict[int, PeopleChanged]()
    async with AsyncExitStack() as held:
        # No task may decide on a season that still names the person, and write afterwards.
        for season_id in sorted(read):
            await held.enter_async_context(leagues.locks.of(season_id))
            view = await leagues.read(season_id)
            _must_not_play(view, user_id)
            if view.state.phase in ("sign-up", "running"):
                shown[season_id] = PeopleChanged(view.version)
        try:
            async with store.transaction() as writing:
                done = await writing.run(
                    privacy.forget, user_id, instead, FORMER_NAME,
                    read=read, mark_at=lambda sealed: join_of_person(sealed, user_id),
                    now=leagues.now(),
                )  # fmt: skip
                for season_id, note in shown.items():
                    await writing.run(outbox.add, [note], season_id=season_id)
        except StillSeatedError:
            raise Refusal(
                "just-sat-down",
                "You just joined a table; leave it, then delete your data.",
            ) from None
    await store.look_for_erasures()
    logger.info("person forgotten", tables=done.tables, seasons=done.seasons)
    return done


def _must_not_play(view: SeasonView, user_id: int) -> None:
    state = view.state
    waiting = state.phase == "sign-up" and user_id in state.in_line
    if waiting or (state.phase == "running" and view.entry_of(user_id) is not None):
        raise Refusal(
            "still-playing",
            "You play in the season {season}, which is not over: leave it with /league show, "
            "then delete your data.",
            season=state.name,
        )


def _own_log(log: Iterable[SeasonEvent], user_id: int) -> list[dict[str, Any]]:
    """Collect the parts of a season's log that are about a person."""
    found, tables, disputes = [], set[int](), list[int]()
    for kept in log:
        by_you = kept.user_id == user_id
        if (
            kept.kind == events.Finished.__name__
            and not by_you
            and str(user_id) not in kept.written
        ):
            continue  # most of a long log
        event = events.from_written(kept.kind, kept.written)
        own = _own_part(event, user_id, tables, disputes)
        if own is not None or by_you:
            found.append(
                {
                    "at": kept.at.isoformat(timespec="seconds"),
                    "event": type(event).__name__,
                    **(own or {}),
                    "by you": by_you,
                }
            )
    return found


def _own_part(
    event: events.Event, user_id: int, tables: set[int], disputes: list[int]
) -> dict[str, Any] | None:
    """Collect the parts of an event about a person; None for none. `tables` collects the person's
    tables, `disputes` the people who disputed something."""
    match event:
        case events.SignedUp() if event.person == user_id:
            return {"name": event.name} if event.name else {}
        case events.SignedOff() | events.CheckedIn() if event.person == user_id:
            return {}
        case events.SubstituteListed() | events.SubstituteUnlisted() if event.person == user_id:
            return {}
        case events.Seeded() if user_id in event.order:
            seed = event.order.index(user_id)
            placed = {"division": event.divisions[seed] + 1} if event.divisions else {}
            return {"seed": seed + 1, **placed}
        case events.EnteredLate() if event.person == user_id:
            return {"division": event.division + 1, **_drawn(event.tables, user_id, tables)}
        case events.StageDrawn() if user_id in event.entries:
            place, bye = event.entries.index(user_id) + 1, user_id in event.byes
            drawn = {"bye": True} if bye else _drawn(event.tables, user_id, tables)
            return {"stage": event.stage + 1, "place among those who go on": place, **drawn}
        case events.MovedUp() if user_id == event.instead:
            return {"what": "somebody moves up in your place"}
        case events.MovedUp() if user_id == event.entry:
            return {"what": "you move up", **_drawn(event.tables, user_id, tables)}
        case events.EnteredLate() | events.RoundDrawn():
            found = _drawn(event.tables, user_id, tables)
            if isinstance(event, events.RoundDrawn) and user_id in event.byes:
                return {"bye": True}
            return found or None
        case events.Drawn():
            for number, division in enumerate(event.divisions, start=1):
                if user_id in division.entries:
                    return {"division": number, **_drawn(event.tables, user_id, tables)}
        case events.Substituted() if event.person == user_id:
            return {"what": "you play on for somebody else", "reason": event.reason}
        case events.Substituted() if event.entry == user_id:
            return {"what": "somebody else plays on for you", "reason": event.reason}
        case events.Withdrew() if event.entry == user_id:
            return {"reason": event.reason}
        case events.TimedOut() if event.entry == user_id:
            return {"table": event.table, "turns": event.turns}
        case events.Finished():
            return _line(event.result, user_id)
        case events.Corrected():
            line = _line(event.result, user_id)
            return None if line is None else {**line, "reason": event.reason}
        case events.Voided() if event.table in tables:
            return {"table": event.table, "reason": event.reason}
        case events.Disputed():
            disputes.append(event.person)
            if event.person == user_id:
                return {"table": event.table, "reason": event.reason}
        case events.Settled() if disputes[event.dispute - 1] == user_id:
            return {"decision": event.decision, "reason": event.reason}
        case events.DeadlineMoved() if event.table in tables:
            return {"table": event.table, "days": event.days, "reason": event.reason}
        case events.Adjusted() if event.entry == user_id:
            return {"points": event.units / UNIT, "reason": event.reason}
        case events.Closed():
            own_lines = (one for one in event.standings if one.entry == user_id)
            return next(
                ({"place": one.place, "points": one.points / UNIT} for one in own_lines), None
            )
        case _:
            pass
    return None


def _drawn(drawn: Iterable[events.DrawnTable], user_id: int, tables: set[int]) -> dict[str, Any]:
    """List the tables a person was drawn into; they are also added to `tables`."""
    own = [table for table in drawn if user_id in table.entries]
    tables.update(table.table for table in own)
    places = [
        {
            "table": table.table,
            "round": table.round + 1,
            "seat": table.entries.index(user_id) + 1,
        }
        for table in own
    ]
    return {"tables": places} if places else {}


def _line(result: Result, user_id: int) -> dict[str, Any] | None:
    """Describe the person's seat in a result, as its entry or as somebody who took turns there."""
    for seat, line in enumerate(result.lines, start=1):
        turns = sum(n for person, n in line.turns if person == user_id)
        if line.entry == user_id or turns:
            return {
                "table": result.table,
                "seat": seat,
                "place": line.place,
                "points": line.points4 / 4,
                "turns": turns,
                "computer turns": line.computer_turns,
                "how": result.how,
                "lost by forfeit": line.forfeited,
            }
    return None


def _rating(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("user_id", "n")}
