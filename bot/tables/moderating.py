"""What moderators do with a table. Every act has a reason, and is written into the audit log in the
same transaction as what it changes.

An act is a name and a wish in plain JSON types (`_ACTS`), so that one that waits for a second
moderator can be kept, and done later. Nothing hidden in a game is in any of it: moderators are
shown what everybody may see.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any

import structlog

from bot.clocks import ClockRefusal, NoClock, extend, pause, resume
from bot.store import moderation, people, reseating, settings
from bot.store.errors import ChannelBusyError
from bot.store.moderation import EntryRow
from bot.store.rows import ClockRow, PauseWish, PreparedRow, SeatRow, TableRow
from bot.tables import rewinding, timing
from bot.tables.desk import Desk
from bot.tables.lobby import COMPUTER_NAMES, MOST_SEATS, over, seat_of
from bot.tables.past_turns import turns_from
from bot.tables.refusal import Refusal
from bot.tables.server_settings import settings_of
from bot.tables.snapshots import table_of
from bot.tables.table import Person, Rewind, Table
from bot.tables.turn import SECRET_KIND
from bot.text.translation import N_

REASON_LENGTH = (3, 200)
"""Fewest and most characters of a reason."""
POINTS_RANGE = (-100, 500)
"""What a corrected result may give a seat."""
NOTE = "note"
DEAL_TOLD = "deal_told"
"""In the details of a rewind: the game was over, so its hidden stacks can be known to anybody."""
_RESULTS = ("end", "correct", "rewind", "latecomer")
"""What changes the result of a table; the newest that was done decides."""

Entry = EntryRow
"""An entry of the audit log, as it may be shown to moderators."""
Wish = Mapping[str, Any]
Standings = Sequence[Mapping[str, int]]
logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Moderator:
    """A person who may moderate at a server. Who may is for the caller to know."""

    id: int
    guild_id: int


@dataclass(frozen=True)
class Moderated:
    """What a moderator did, or wished where a second one must confirm it."""

    entry: Entry
    """As it stands in the audit log; look at its `status`."""
    table: Table
    """As it is now."""
    rewind: Rewind | None = None
    """What was undone, if the game was set back."""
    waiting: tuple[int, ...] = ()
    """The seats asked now."""


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    standings: tuple[Mapping[str, int], ...]
    """By place: `seat`, `place` and `points4` (quarters of a point). Empty: it does not count."""
    played: tuple[Mapping[str, int], ...] | None
    """What the game itself came to; None if it was not played to its end."""
    decided_by: Entry | None
    """The moderator's act that decided it, if not the game."""


@dataclass(frozen=True)
class _Effect:
    """What an act changes."""

    write: Callable[..., Awaitable[TableRow]]
    """Given a connection, writes it."""
    details: Mapping[str, Any]
    """For the audit log."""
    hidden: Mapping[str, Any] | None = None
    rewind: Rewind | None = None
    own: bool = False
    """Whether the moderator gets or gives up a seat by it."""


def good_reason(reason: str) -> str:
    """A reason in one line. Raises Refusal where it is too short or too long."""
    words = " ".join(reason.split())
    fewest, most = REASON_LENGTH
    if not fewest <= len(words) <= most:
        raise Refusal(
            "reason",
            N_("Give a reason of {fewest} to {most} characters; the audit log keeps it."),
            fewest=fewest,
            most=most,
        )
    return words


def must_belong(row: TableRow, moderator: Moderator) -> None:
    """Raises Refusal for a table of another server."""
    if row.guild_id != moderator.guild_id:
        raise Refusal("other-server", N_("This game belongs to another server; moderate it there."))


async def act(
    desk: Desk, row: TableRow, moderator: Moderator, name: str, wish: Wish, reason: str
) -> Moderated:
    """Do something with a table, or keep it until a second moderator confirms it, where the
    server wants that for what changes a result. To be called alone.

    Raises Refusal without a good reason, for a table of another server, and where it cannot be
    done.
    """
    reason = good_reason(reason)
    must_belong(row, moderator)
    effect = await _ACTS[name](desk, row, moderator.id, wish)
    own = effect.own or await _plays(desk, row, moderator.id)
    entry = Entry(
        0, moderator.guild_id, row.id, desk.now(), moderator.id, name, reason, wish, own_table=own
    )
    if _changes_result(row, name) and await _second_wanted(desk, moderator.guild_id):
        told = {key: effect.details[key] for key in (DEAL_TOLD,) if key in effect.details}
        waiting = replace(entry, status="pending", details={**wish, **told})
        kept = await desk.store.write(moderation.add, waiting)
        logger.info("moderator's act pending", table=row.id, act=name, entry=kept.id)
        return Moderated(kept, table_of(row, desk.now()), effect.rewind)
    entry = replace(entry, details={**wish, **effect.details})
    try:
        entry, _ = await desk.store.write(
            moderation.acted, entry, effect.write, hidden=effect.hidden
        )
    except ChannelBusyError:
        raise _busy() from None
    return await _done(desk, entry, effect)


async def settle(
    desk: Desk, row: TableRow, moderator: Moderator, entry: Entry, *, confirm: bool
) -> Moderated:
    """A second moderator confirms what is pending, and it is done; or refuses it. Who wished it
    may refuse it, too, but not confirm it. To be called alone.

    Raises Refusal if it is pending no longer, or cannot be done any more.
    """
    must_belong(row, moderator)
    if entry.status != "pending":
        raise Refusal("settled", N_("That was decided already; see /moderate log."))
    settled = replace(entry, settled_by=moderator.id, settled_at=desk.now())
    if not confirm:
        refused = replace(settled, status="refused")
        await desk.store.write(moderation.settled, refused, partial(_unchanged, row))
        return Moderated(refused, table_of(row, desk.now()))
    if entry.user_id == moderator.id:
        raise Refusal(
            "second-moderator", N_("Another moderator must confirm this; ask one of them.")
        )
    effect = await _ACTS[entry.act](desk, row, entry.user_id, entry.details)
    own = entry.own_table or await _plays(desk, row, moderator.id)
    settled = replace(
        settled, status="done", own_table=own, details={**entry.details, **effect.details}
    )
    try:
        await desk.store.write(moderation.settled, settled, effect.write, hidden=effect.hidden)
    except ChannelBusyError:
        raise _busy() from None
    return await _done(desk, settled, effect)


async def preview(desk: Desk, row: TableRow, to: int) -> Rewind:
    """What would be undone if only the first `to` actions stayed. A game that was ended early can
    be taken up again with nothing undone.

    Raises Refusal unless a turn begins there.
    """
    if row.rules is None:
        raise _not_started()
    turns = await turns_from(desk, row, 0)
    begins = [turn.table.version - len(turn.actions) for turn in turns]
    undone = tuple(turns[begins.index(to) :]) if to in begins else ()
    if not undone:
        opened = await desk.games.get(row)
        ended_early = row.status in ("finished", "abandoned") and not opened.game.finished
        if to != row.version or not ended_early:
            raise Refusal(
                "no-such-turn", N_("No turn begins there; choose one from the list of turns.")
            )
    seat = undone[0].seat if undone else 0
    return Rewind(table_of(row, desk.now()), seat, to, undone, ())


async def result(desk: Desk, row: TableRow) -> Result | None:
    """How a game ended: what moderators decided, else what it came to. None while it goes on."""
    if row.rules is None or row.status not in ("finished", "abandoned"):
        return None
    played = None
    game = (await desk.games.get(row)).game
    if game.finished:
        played = tuple(game.standings())
    entry = await desk.store.read(moderation.latest_done, row.id, _RESULTS)
    if entry is not None and entry.act in ("end", "correct"):
        return Result(tuple(entry.details.get("standings") or ()), played, entry)
    return Result(played or (), played, None)


# --- the acts ------------------------------------------------------------------------------------


async def _pause(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    _must_play(row)
    _must_have_clock(row)
    if row.paused_at is not None:
        raise Refusal("paused", N_("The clocks stand still already; /moderate resume starts them."))
    now = desk.now()
    clock_rows = timing.changed(row, now, lambda clock: pause(clock, now))
    wanted = replace(row, paused_at=now, pause_wish=None)  # ordered, not agreed
    return _Effect(_saving(row, wanted, desk, clock_rows), {})


async def _resume(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    _must_play(row)
    if row.paused_at is None:
        raise Refusal("not-paused", N_("The clocks run; /moderate pause stops them."))
    now = desk.now()
    clock_rows = timing.changed(row, now, lambda clock: resume(clock, now))
    seconds = int((now - row.paused_at).total_seconds())
    return _Effect(
        _saving(row, replace(row, paused_at=None, pause_wish=None), desk, clock_rows),
        {"paused_seconds": seconds},
    )


async def _extend(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    """`seat`: whose clock, None for all; `seconds`: by how much."""
    _must_play(row)
    _must_have_clock(row)
    clocks, now = timing.clocks_of(row), desk.now()
    seats = sorted(clocks) if wish["seat"] is None else [wish["seat"]]
    if not set(seats) <= clocks.keys():
        raise Refusal("no-clock", N_("A computer needs no time; choose a seat with a person."))
    by = timedelta(seconds=wish["seconds"])
    try:
        longer = {seat: extend(clocks[seat], by, now) for seat in seats}
    except ClockRefusal as refused:
        raise Refusal(refused.code, refused.template, **refused.params) from None
    return _Effect(_saving(row, row, desk, timing.rows_of(row, longer, now)), {"seats": seats})


async def _rewind(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    """`to`: how many actions stay; `version`: of the table that the moderator was shown."""
    if row.version != wish["version"]:
        raise Refusal(
            "moved-on", N_("The game has moved on meanwhile; look at it again before you rewind.")
        )
    offer = await preview(desk, row, wish["to"])
    opened = await desk.games.at(row, offer.to)
    waiting = tuple(decision.seat for decision in opened.game.pending)
    now = desk.now()
    write = partial(
        reseating.set_back, read=row, to=offer.to, position=opened.game.position(), at=now,
        user_id=user_id,
        clock_rows=rewinding.clocks_set_back(row, offer, waiting, now, moderator=True),
    )  # fmt: skip
    done = replace(offer, done=True, position=opened.game.position(), waiting=waiting)
    details: dict[str, Any] = {"turns_undone": len(offer.turns), "rewind": row.rewinds + 1}
    if row.status == "finished":
        details[DEAL_TOLD] = True
    return _Effect(write, details, rewind=done)


async def _replace(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    """`seat`: which; `user_id` and `name`: who takes it, None for a computer."""
    _must_play(row)
    if not 0 <= wish["seat"] < len(row.seats):
        raise Refusal("no-seat", N_("There is no such seat; choose one of those at the table."))
    was = row.seats[wish["seat"]]
    now_there = _newcomer(row, was, wish)
    if now_there.user_id is not None:
        await _may_take(desk, row, was.seat, now_there.user_id, user_id)
    wanted = replace(
        row,
        seats=tuple(now_there if one.seat == was.seat else one for one in row.seats),
        abandon_votes=row.abandon_votes - {was.seat},
        rewind_wish=None,
        pause_wish=_pause_without(row.pause_wish, was.seat),
    )
    begun = row.prepared.get(was.seat)
    if begun is not None:  # emptied, but never with the number of a state that buttons know
        begun = PreparedRow(begun.base, begun.revision + 1, ())
    write = partial(
        reseating.reseat, read=row, wanted=wanted, seat=was.seat, at=desk.now(), begun=begun,
        clock_rows=await _fresh_clock(desk, wanted, was.seat),
    )  # fmt: skip
    details = {
        "was": {"user_id": was.user_id, "name": was.name},
        "now": {"user_id": now_there.user_id, "name": now_there.name},
    }
    return _Effect(write, details, own=user_id in (was.user_id, now_there.user_id))


async def _latecomer(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    """`user_id` and `name`: who comes. The deal depends on how many play, and those who play have
    seen their tiles: nothing but a new deal is fair. So the table goes back to its lobby."""
    _must_play(row)
    if (await desk.games.get(row)).game.position()["phase"] != SECRET_KIND:
        raise Refusal(
            "too-late",
            N_("The first round has begun; a latecomer can only take somebody's seat now."),
        )
    if seat_of(row, wish["user_id"]) is not None:
        raise Refusal("seated-already", N_("This person sits at the table already."))
    if len(row.seats) >= MOST_SEATS:
        raise Refusal(
            "no-room",
            N_("All {seats} seats are taken; a latecomer can only take somebody's seat."),
            seats=MOST_SEATS,
        )
    seat = SeatRow(len(row.seats), wish["user_id"], wish["name"], computer=False)
    wanted = replace(row, seats=(*row.seats, seat))
    write = partial(
        reseating.back_to_lobby, read=row, wanted=wanted, at=desk.now(), user_id=user_id
    )
    hidden = await desk.store.read(reseating.old_deal, row.id)
    details = {"seats": [{"user_id": one.user_id, "name": one.name} for one in row.seats]}
    return _Effect(write, details, hidden=hidden, own=wish["user_id"] == user_id)


async def _end(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    """`counts`: whether the points so far are the result."""
    _must_play(row)
    status = "finished" if wish["counts"] else "abandoned"
    standings = [*(await desk.games.get(row)).game.standings()] if wish["counts"] else None
    wanted = replace(row, status=status, rewind_wish=None)
    clock_rows = timing.stopped(row, desk.now())
    return _Effect(_saving(row, wanted, desk, clock_rows), {"standings": standings})


async def _correct(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    """`points4`: quarters of a point, by seat. The game's own result stays as it is."""
    before = await result(desk, row)
    if before is None:
        raise Refusal(
            "not-over", N_("The game goes on; a result can be corrected once it is over.")
        )
    points4: list[int] = list(wish["points4"])
    least, most = POINTS_RANGE
    if len(points4) != len(row.seats) or not all(least * 4 <= p <= most * 4 for p in points4):
        raise Refusal(
            "points",
            N_("Give points for each of the {seats} seats, from {least} to {most}."),
            seats=len(row.seats),
            least=least,
            most=most,
        )
    details = {"standings": _placed(points4), "before": [dict(one) for one in before.standings]}
    return _Effect(partial(_unchanged, row), details)


async def _note(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> _Effect:
    return _Effect(partial(_unchanged, row), {})


_ACTS: Mapping[str, Callable[[Desk, TableRow, int, Wish], Awaitable[_Effect]]] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "rewind": _rewind,
    "replace": _replace,
    "latecomer": _latecomer,
    "end": _end,
    "correct": _correct,
    NOTE: _note,
}


# --- what they need ------------------------------------------------------------------------------


async def _done(desk: Desk, entry: Entry, effect: _Effect) -> Moderated:
    assert entry.table_id is not None
    desk.games.drop(entry.table_id)
    row = await desk.row(entry.table_id)
    waiting: tuple[int, ...] = ()
    if row.status == "playing":
        game = (await desk.games.get(row)).game
        waiting = tuple(decision.seat for decision in game.pending)
    table = table_of(row, desk.now())
    rewind = None if effect.rewind is None else replace(effect.rewind, table=table)
    logger.info("moderated", table=row.id, act=entry.act, entry=entry.id, by=entry.user_id)
    return Moderated(entry, table, rewind, waiting)


async def _unchanged(row: TableRow, connection: object) -> TableRow:
    return row


def _saving(
    row: TableRow, wanted: TableRow, desk: Desk, clock_rows: Sequence[ClockRow]
) -> Callable[..., Awaitable[TableRow]]:
    return partial(reseating.change, read=row, wanted=wanted, at=desk.now(), clock_rows=clock_rows)


def _newcomer(row: TableRow, was: SeatRow, wish: Wish) -> SeatRow:
    """Who will sit there. Raises Refusal where that changes nothing or cannot be."""
    if wish["user_id"] is not None:
        if seat_of(row, wish["user_id"]) is not None:
            raise Refusal("seated-already", N_("This person sits at the table already."))
        return SeatRow(was.seat, wish["user_id"], wish["name"], computer=False)
    if was.computer:
        raise Refusal("computer-already", N_("A computer sits there already; name a person."))
    if all(one.computer for one in row.seats if one.seat != was.seat):
        raise Refusal(
            "last-person",
            N_("Nobody else plays here; end the game instead, or seat another person."),
        )
    taken = {one.name for one in row.seats}
    name = next(name for name in COMPUTER_NAMES if name not in taken)
    return SeatRow(was.seat, None, name, computer=True)


def _pause_without(wish: PauseWish | None, seat: int) -> PauseWish | None:
    """What is left of a wish when another person sits there, who has not agreed to it."""
    if wish is None or wish.agreed or seat not in wish.votes:
        return wish
    votes = wish.votes - {seat}
    return replace(wish, votes=votes) if votes else None


async def _may_take(desk: Desk, row: TableRow, seat: int, user_id: int, moderator: int) -> None:
    """Raises Refusal where a person would learn what only another seat may know."""
    before = await _sat_before(desk, row)
    if user_id in before.get(seat, ()):
        return  # back in the own seat
    if any(user_id in sat for sat in before.values()):
        raise Refusal(
            "played-another-seat",
            N_("This person has played another seat of this game; choose somebody else."),
        )
    secret = any(d.kind == SECRET_KIND for d in (await desk.games.get(row)).game.pending)
    if secret and user_id == moderator:
        raise Refusal(
            "secret-choice",
            N_(
                "While tiles are chosen in secret a moderator cannot take a seat; choose somebody "
                "else or wait."
            ),
        )


async def _sat_before(desk: Desk, row: TableRow) -> dict[int, set[int]]:
    """By seat, the people who were replaced there."""
    found: dict[int, set[int]] = {}
    for entry in await desk.store.read(moderation.of_table, row.id):
        was = entry.details.get("was", {}).get("user_id")
        if entry.act == "replace" and was is not None:
            found.setdefault(entry.details["seat"], set()).add(was)
    return found


async def _plays(desk: Desk, row: TableRow, user_id: int) -> bool:
    """Whether somebody plays at a table, or has."""
    if seat_of(row, user_id) is not None:
        return True
    return any(user_id in sat for sat in (await _sat_before(desk, row)).values())


async def _fresh_clock(desk: Desk, wanted: TableRow, seat: int) -> list[ClockRow]:
    """The clock of somebody who has just sat down: with the whole time of a first question,
    running if the seat is asked."""
    user_id = wanted.seats[seat].user_id
    if user_id is None:
        return []
    own = await desk.store.read(people.get, user_id)
    clocks = {other: clock for other, clock in wanted.clocks.items() if other != seat}
    row = replace(wanted, clocks=clocks, people={**wanted.people, user_id: own or {}})
    now = desk.now()
    waiting = [decision.seat for decision in (await desk.games.get(row)).game.pending]
    rows = timing.begun(row, waiting, now)
    if row.paused_at is not None:
        rows = timing.changed(timing.with_clocks(row, rows), now, lambda clock: pause(clock, now))
    return rows


def _changes_result(row: TableRow, name: str) -> bool:
    return name in ("end", "correct") or (name == "rewind" and row.status != "playing")


async def _second_wanted(desk: Desk, guild_id: int) -> bool:
    chosen = await desk.store.read(settings.get, "guild", guild_id)
    return settings_of(chosen).second_moderator


def _placed(points4: Sequence[int]) -> list[dict[str, int]]:
    """Standings by points alone: ties share the place and the next one is skipped."""
    rows = [
        {"seat": seat, "place": 1 + sum(other > points for other in points4), "points4": points}
        for seat, points in enumerate(points4)
    ]
    return sorted(rows, key=lambda one: (one["place"], one["seat"]))


def _must_play(row: TableRow) -> None:
    if row.status == "lobby":
        raise _not_started()
    if row.status != "playing":
        raise over(row)


def _must_have_clock(row: TableRow) -> None:
    if isinstance(timing.rules_of(row).clock, NoClock):
        raise Refusal("no-clock", N_("This table has no clock; nobody runs out of time here."))


def _not_started() -> Refusal:
    return Refusal(
        "not-started",
        N_("The game has not started yet; people join and leave by the buttons of the lobby."),
    )


def _busy() -> Refusal:
    return Refusal(
        "channel-busy",
        N_("Another game is open in this channel; it must end before this one can go on."),
    )


def person_wish(person: Person | None) -> dict[str, Any]:
    """A person as acts take them; None is a computer."""
    return {
        "user_id": None if person is None else person.id,
        "name": None if person is None else person.name,
    }
