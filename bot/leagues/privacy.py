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
        "your entry. Points are in quarters (points4), league points in units of 1/60,000; null "
        "stands for other people."
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


_PEOPLE = ("person", "entry", "instead", "moved_up", "entries", "order", "byes")
"""The fields of events that hold people; and `turns` has pairs of a person and a number."""
_OF_TABLES = ("Voided", "Restored", "Replayed", "DeadlineMoved")


def _own_log(log: Iterable[SeasonEvent], user_id: int) -> list[dict[str, Any]]:
    """Collect what a season's log says about a person, and what happened to the person's tables:
    events as they are stored, with None in the place of others and of what is about them."""
    found, tables, disputes = [], set[int](), list[int]()
    for kept in log:
        own: Mapping[str, Any] | None = None
        if kept.kind in _OF_TABLES:
            own = kept.payload if kept.payload["table"] in tables else None
        elif kept.kind == "Settled":
            own = kept.payload if disputes[kept.payload["dispute"] - 1] == user_id else None
        elif str(user_id) in kept.written:  # else most of a long log
            own = _own_part(kept.payload, user_id)
        if kept.kind == "Disputed":
            disputes.append(kept.payload["person"])
        by_you, at = kept.user_id == user_id, kept.at.isoformat(timespec="seconds")
        if own is not None or by_you:
            own = own or {"event": kept.kind}
            tables.update(one["table"] for one in own.get("tables") or () if one)
            found.append({"at": at, **own, "by you": by_you})
    return found


def _own_part(value: Any, user_id: int, field: str = "") -> Any:
    """What a part of an event says about a person; None for nothing."""
    if field == "turns" and isinstance(value, list):
        return [pair for pair in value if pair[0] == user_id] or None
    if isinstance(value, Mapping):
        own = {name: _own_part(one, user_id, name) for name, one in value.items()}
        named = (own[name] for name, one in value.items() if name in _PEOPLE or _has_parts(one))
        return own if any(one is not None for one in named) else None
    if isinstance(value, list) and (field in _PEOPLE or _has_parts(value)):
        parts = [_own_part(one, user_id, field) for one in value]
        return parts if any(one is not None for one in parts) else None
    return None if field in _PEOPLE and value != user_id else value


def _has_parts(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and any(isinstance(one, (Mapping, list)) for one in value)
    )


def _rating(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("user_id", "n")}
