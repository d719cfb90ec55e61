"""The rule of the second moderator as a table: who asks, who else was known, who confirms, when."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.server import AuditEntry, Moderator
from bot.moderation.gate import (
    KNOWN,
    OBJECTED,
    TOLD_AT,
    free_moderators,
    may_settle,
    must_wait,
    note_known,
    object_to,
)
from bot.refusal import Refusal
from bot.store import Store, moderation
from tests.tables.playing import refused

GUILD, ASKS, PLAYS, FREE, OWNER, STRANGER = 1, 10, 11, 12, 13, 14
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
CONCERNED = frozenset({ASKS, PLAYS, OWNER})
NONE, FOUND = [ASKS, PLAYS], [ASKS, PLAYS, FREE]


def request(known: list[int] | None, *, objected: bool = False, told: bool = True) -> AuditEntry:
    """A request made at `NOW` by somebody who plays, of which players are told at once."""
    details: dict[str, object] = {} if known is None else {KNOWN: known}
    if told:
        details[TOLD_AT] = NOW.isoformat()
    if objected:
        details[OBJECTED] = PLAYS
    return AuditEntry(1, GUILD, None, NOW, ASKS, "season-void", "why", details, own_table=True)


@pytest.mark.parametrize(
    ("second", "changes", "gains", "helps", "waits"),
    [
        (True, True, False, True, True),
        (True, False, False, True, False),
        (False, True, False, True, False),
        (False, True, True, True, True),
        (False, False, True, True, True),
        (False, False, True, False, False),
        (True, False, True, False, False),
    ],
)
def test_what_waits(second: bool, changes: bool, gains: bool, helps: bool, waits: bool) -> None:
    assert must_wait(second=second, changes_result=changes, gains=gains, helps=helps) is waits


@pytest.mark.parametrize(
    ("who", "named", "known", "objected", "hours", "said"),
    [
        # a moderator who does not gain confirms at any time, whoever else is known
        (FREE, True, FOUND, False, 0, "confirms"),
        (FREE, True, NONE, True, 48, "confirms"),
        (FREE, True, None, False, 0, "confirms"),
        # who asked, or gains, never does while another moderator was known
        (ASKS, True, FOUND, False, 48, "second-moderator"),
        (PLAYS, True, FOUND, False, 48, "plays-there"),
        (OWNER, True, FOUND, False, 48, "plays-there"),
        (OWNER, False, FOUND, False, 48, "moderator-decides"),
        (STRANGER, False, FOUND, False, 48, "moderator-decides"),
        # before it is noted who was known, others may be
        (ASKS, True, None, False, 48, "second-moderator"),
        (OWNER, False, None, False, 48, "moderator-decides"),
        # where nobody was known: not before the time for objections is over, not after one
        (ASKS, True, NONE, False, 0, "objections-wait"),
        (OWNER, False, NONE, False, 23, "objections-wait"),
        (ASKS, True, NONE, True, 48, "objected"),
        (OWNER, True, NONE, True, 48, "objected"),
        (STRANGER, False, NONE, True, 48, "objected"),
        (ASKS, True, NONE, False, 24, "after the wait"),
        (OWNER, False, NONE, False, 24, "after the wait"),
    ],
)
def test_who_confirms(
    who: int, named: bool, known: list[int] | None, objected: bool, hours: int, said: str
) -> None:
    entry, person = request(known, objected=objected), Moderator(who, GUILD, named)
    then = NOW + timedelta(hours=hours)
    assert may_settle(entry, person, CONCERNED, confirm=False, now=then) is False, "may refuse it"
    if said in ("confirms", "after the wait"):
        waited = may_settle(entry, person, CONCERNED, confirm=True, now=then)
        assert waited is (said == "after the wait")
        return
    with pytest.raises(Refusal) as caught:
        may_settle(entry, person, CONCERNED, confirm=True, now=then)
    assert caught.value.code == said


def test_the_time_for_objections_begins_when_players_are_told() -> None:
    """Else who keeps the bot from writing keeps everybody from objecting."""
    entry, person = request(NONE, told=False), Moderator(ASKS, GUILD)
    with pytest.raises(Refusal) as caught:
        may_settle(entry, person, CONCERNED, confirm=True, now=NOW + timedelta(days=9))
    assert caught.value.code == "not-told"
    later = (NOW + timedelta(days=1)).isoformat()
    entry = replace(entry, details={**entry.details, TOLD_AT: later})
    with pytest.raises(Refusal) as caught:
        may_settle(entry, person, CONCERNED, confirm=True, now=NOW + timedelta(days=1.5))
    assert caught.value.code == "objections-wait"
    assert may_settle(entry, person, CONCERNED, confirm=True, now=NOW + timedelta(days=2))


async def test_who_was_known_is_noted_once(store: Store) -> None:
    """Found: taking the last role out of the setup made the wait avoidable."""
    entry = await store.write(moderation.add, waiting(request(None)))
    noted = await note_known(store, entry, [FREE, ASKS])
    assert free_moderators(noted, CONCERNED) == {FREE}
    noted = await note_known(store, entry, [])
    assert free_moderators(noted, CONCERNED) == {FREE}, "what counts is who was known then"


async def test_players_object_once(store: Store) -> None:
    entry = await store.write(moderation.add, waiting(request(NONE)))
    players = frozenset({ASKS, PLAYS})
    await refused("objects-not-player", object_to(store, entry, STRANGER, players))
    await refused("objects-own", object_to(store, entry, ASKS, players))
    await object_to(store, entry, PLAYS, players)
    held = await store.read(moderation.by_id, entry.id)
    assert held is not None and held.details[OBJECTED] == PLAYS
    await refused("objected-already", object_to(store, held, PLAYS, players))
    await refused("objected-already", object_to(store, entry, FREE, players | {FREE}))


def waiting(entry: AuditEntry) -> AuditEntry:
    """The same, waiting."""
    return replace(entry, status="pending")
