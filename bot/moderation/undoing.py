"""Undoing what moderators did: by the act that brings back what was before, which has a reason and
perhaps a second moderator like any other. Each act says itself which one that is (`Act.undo`)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.model.server import AuditEntry
from bot.moderation.acting import Act, Opened, no_entry
from bot.refusal import Refusal
from bot.store import moderation


async def inverse(opened: Opened, acts: Mapping[str, type[Any]], entry: AuditEntry) -> Any:
    """Make the act that undoes an entry, about the table or season that is `opened`. `acts` are the
    kinds of acts there, of which it is one. Raises Refusal for an entry that is not done
    (`not-done`), is undone already (`undone-already`), has no way back (`no-way-back`), or after
    which the same was changed (`changed-by`, `changed-since`)."""
    await must_stand(opened.fetch, entry)
    if entry.act not in acts:
        raise no_way_back()
    act: Act[Any] = acts[entry.act].of_details(entry.details)
    if not act.changes():
        raise no_way_back()
    if entry.table_id is not None:
        others = await opened.fetch(moderation.of_table, entry.table_id)
    else:
        others = await opened.fetch(moderation.of_season, entry.season_id)
    changed = _changed_by(acts, act, entry, others)
    if changed is not None:
        raise Refusal(
            "changed-by", "Entry {by} changed this again; undo that one first.", by=changed.id
        )
    found = await act.undo(opened, entry)
    if found is None:
        raise no_way_back()
    return replace(found, undoes=entry.id)


async def must_stand(fetch: Callable[..., Awaitable[Any]], entry: AuditEntry) -> None:
    """Raises Refusal for an entry that is not done (`not-done`), or is undone already
    (`undone-already`). `fetch` calls a repository's function."""
    if entry.status != "done":
        raise Refusal(
            "not-done",
            "This is waiting for confirmation, or was refused; there is nothing to undo.",
        )
    by = (await fetch(moderation.undone, entry.guild_id)).get(entry.id)
    if by is not None:
        raise Refusal(
            "undone-already",
            "Entry {entry} is already undone; undo entry {by} instead.",
            entry=entry.id,
            by=by,
        )


async def must_undo(opened: Opened, acts: Mapping[str, type[Any]], act: Act[Any]) -> None:
    """Raises Refusal for an act that is to undo an entry and no longer would, as `inverse` does."""
    if act.undoes is None:
        return
    entry = await opened.fetch(moderation.by_id, act.undoes)
    if entry is None:
        raise no_entry()
    if (await inverse(opened, acts, entry)).details() != act.details():
        raise changed_since()


def _changed_by(
    acts: Mapping[str, type[Any]], act: Act[Any], entry: AuditEntry, others: Sequence[AuditEntry]
) -> AuditEntry | None:
    """Find the newest act after an entry that changed the same, and is not undone itself."""
    later = {
        one.id: other
        for one in others
        if one.status == "done" and one.act in acts and _done_at(one) > _done_at(entry)
        for other in [acts[one.act].of_details(one.details)]
        if other.changes() == act.changes()
    }
    undone = set[int]()
    for one in sorted((one for one in others if one.id in later), key=_done_at, reverse=True):
        if one.id in undone:
            continue
        target = later[one.id].undoes
        if target not in later:
            return one
        undone.add(target)
    return None


def _done_at(entry: AuditEntry) -> tuple[datetime, int]:
    """The order in which entries were done: a confirmed one when it was confirmed."""
    return entry.settled_at or entry.at, entry.id


def changed_since() -> Refusal:
    """Make the refusal to undo what something else has changed since."""
    return Refusal(
        "changed-since",
        "This has changed since and cannot be undone; decide it again with /moderate page.",
    )


def no_way_back() -> Refusal:
    """Make the refusal to undo what no act takes back."""
    return Refusal(
        "no-way-back",
        "This cannot be undone; /moderate page shows what you can do instead.",
    )
