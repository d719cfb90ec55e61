"""The acts of moderators at a table, by name: what each would change, and why it cannot be.

A wish is in plain JSON types, so that an act that waits for a second moderator can be kept. Nothing
hidden in a game is in any of it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any

from bot.clocks import NoClock, extend, pause, resume
from bot.moderation.conditions import must_be_points
from bot.refusal import Refusal
from bot.store import moderation, people, reseating
from bot.store.rows import ClockRow, PauseWish, PreparedRow, SeatRow, TableRow
from bot.tables import rewinding, timing
from bot.tables.desk import Desk
from bot.tables.lobby import COMPUTER_NAMES, MOST_SEATS, over, seat_of
from bot.tables.past_turns import turns_from
from bot.tables.results import result
from bot.tables.snapshots import table_of
from bot.tables.table import Person, Rewind
from bot.tables.turn import SECRET_KIND

NOTE = "note"
DEAL_TOLD = "deal_told"
"""In the details of a rewind: the game was over, so its hidden stacks can be known to anybody."""
Wish = Mapping[str, Any]
Standings = Sequence[Mapping[str, int]]


@dataclass(frozen=True)
class Effect:
    """What an act changes."""

    write: Callable[..., Awaitable[TableRow]]
    """Given a connection, writes it."""
    details: Mapping[str, Any]
    """For the audit log."""
    hidden: Mapping[str, Any] | None = None
    rewind: Rewind | None = None
    own: bool = False
    """Whether the moderator gets or gives up a seat by it."""


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
                "no-such-turn", "No turn begins there; choose one from the list of turns."
            )
    seat = undone[0].seat if undone else 0
    return Rewind(table_of(row, desk.now()), seat, to, undone, ())


async def _pause(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    _must_play(row)
    _must_have_clock(row)
    if row.paused_at is not None:
        raise Refusal("paused", "The clocks stand still already; /moderate resume starts them.")
    now = desk.now()
    clock_rows = timing.changed(row, now, lambda clock: pause(clock, now))
    wanted = replace(row, paused_at=now, pause_wish=None)  # ordered, not agreed
    return Effect(_saving(row, wanted, desk, clock_rows), {})


async def _resume(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    _must_play(row)
    if row.paused_at is None:
        raise Refusal("not-paused", "The clocks run; /moderate pause stops them.")
    now = desk.now()
    clock_rows = timing.changed(row, now, lambda clock: resume(clock, now))
    seconds = int((now - row.paused_at).total_seconds())
    return Effect(
        _saving(row, replace(row, paused_at=None, pause_wish=None), desk, clock_rows),
        {"paused_seconds": seconds},
    )


async def _extend(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    """`seat`: whose clock, None for all; `seconds`: by how much."""
    _must_play(row)
    _must_have_clock(row)
    clocks, now = timing.clocks_of(row), desk.now()
    seats = sorted(clocks) if wish["seat"] is None else [wish["seat"]]
    if not set(seats) <= clocks.keys():
        raise Refusal("no-clock", "A computer needs no time; choose a seat with a person.")
    by = timedelta(seconds=wish["seconds"])
    longer = {seat: extend(clocks[seat], by, now) for seat in seats}
    return Effect(_saving(row, row, desk, timing.rows_of(row, longer, now)), {"seats": seats})


async def _rewind(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    """`to`: how many actions stay; `version`: of the table that the moderator was shown."""
    if row.version != wish["version"]:
        raise Refusal(
            "moved-on", "The game has moved on meanwhile; look at it again before you rewind."
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
    done = replace(offer, done=True, position=opened.game.snapshot(), waiting=waiting)
    details: dict[str, Any] = {"turns_undone": len(offer.turns), "rewind": row.rewinds + 1}
    if row.status == "finished":
        details[DEAL_TOLD] = True
    return Effect(write, details, rewind=done)


async def _replace(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    """`seat`: which; `user_id` and `name`: who takes it, None for a computer."""
    _must_play(row)
    if not 0 <= wish["seat"] < len(row.seats):
        raise Refusal("no-seat", "There is no such seat; choose one of those at the table.")
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
    return Effect(write, details, own=user_id in (was.user_id, now_there.user_id))


async def _latecomer(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    """`user_id` and `name`: who comes. The deal depends on how many play, and those who play have
    seen their tiles: nothing but a new deal is fair. So the table goes back to its lobby."""
    _must_play(row)
    if (await desk.games.get(row)).game.snapshot().phase != SECRET_KIND:
        raise Refusal(
            "too-late",
            "The first round has begun; a latecomer can only take somebody's seat now.",
        )
    if seat_of(row, wish["user_id"]) is not None:
        raise Refusal("seated-already", "This person sits at the table already.")
    if len(row.seats) >= MOST_SEATS:
        raise Refusal(
            "no-room",
            "All {seats} seats are taken; a latecomer can only take somebody's seat.",
            seats=MOST_SEATS,
        )
    seat = SeatRow(len(row.seats), wish["user_id"], wish["name"], computer=False)
    wanted = replace(row, seats=(*row.seats, seat))
    write = partial(
        reseating.back_to_lobby, read=row, wanted=wanted, at=desk.now(), user_id=user_id
    )
    hidden = await desk.store.read(reseating.old_deal, row.id)
    details = {"seats": [{"user_id": one.user_id, "name": one.name} for one in row.seats]}
    return Effect(write, details, hidden=hidden, own=wish["user_id"] == user_id)


async def _end(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    """`counts`: whether the points so far are the result."""
    _must_play(row)
    status = "finished" if wish["counts"] else "abandoned"
    standings = [*(await desk.games.get(row)).game.standings()] if wish["counts"] else None
    wanted = replace(row, status=status, rewind_wish=None)
    clock_rows = timing.stopped(row, desk.now())
    return Effect(_saving(row, wanted, desk, clock_rows), {"standings": standings})


async def _correct(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    """`points4`: quarters of a point, by seat. The game's own result stays as it is."""
    before = await result(desk, row)
    if before is None:
        raise Refusal("not-over", "The game goes on; a result can be corrected once it is over.")
    points4: list[int] = list(wish["points4"])
    must_be_points(points4, len(row.seats))
    details = {"standings": _placed(points4), "before": [dict(one) for one in before.standings]}
    return Effect(partial(unchanged, row), details)


async def _note(desk: Desk, row: TableRow, user_id: int, wish: Wish) -> Effect:
    return Effect(partial(unchanged, row), {})


ACTS: Mapping[str, Callable[[Desk, TableRow, int, Wish], Awaitable[Effect]]] = {
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


async def unchanged(row: TableRow, connection: object) -> TableRow:
    return row


def _saving(
    row: TableRow, wanted: TableRow, desk: Desk, clock_rows: Sequence[ClockRow]
) -> Callable[..., Awaitable[TableRow]]:
    return partial(reseating.change, read=row, wanted=wanted, at=desk.now(), clock_rows=clock_rows)


def _newcomer(row: TableRow, was: SeatRow, wish: Wish) -> SeatRow:
    """Who will sit there. Raises Refusal where that changes nothing or cannot be."""
    if wish["user_id"] is not None:
        if seat_of(row, wish["user_id"]) is not None:
            raise Refusal("seated-already", "This person sits at the table already.")
        return SeatRow(was.seat, wish["user_id"], wish["name"], computer=False)
    if was.computer:
        raise Refusal("computer-already", "A computer sits there already; name a person.")
    if all(one.computer for one in row.seats if one.seat != was.seat):
        raise Refusal(
            "last-person",
            "Nobody else plays here; end the game instead, or seat another person.",
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
            "This person has played another seat of this game; choose somebody else.",
        )
    secret = any(d.kind == SECRET_KIND for d in (await desk.games.get(row)).game.pending)
    if secret and user_id == moderator:
        raise Refusal(
            "secret-choice",
            "While tiles are chosen in secret a moderator cannot take a seat; choose somebody "
            "else or wait.",
        )


async def _sat_before(desk: Desk, row: TableRow) -> dict[int, set[int]]:
    """By seat, the people who were replaced there."""
    found: dict[int, set[int]] = {}
    for entry in await desk.store.read(moderation.of_table, row.id):
        was = entry.details.get("was", {}).get("user_id")
        if entry.act == "replace" and was is not None:
            found.setdefault(entry.details["seat"], set()).add(was)
    return found


async def plays(desk: Desk, row: TableRow, user_id: int) -> bool:
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
        raise Refusal("no-clock", "This table has no clock; nobody runs out of time here.")


def _not_started() -> Refusal:
    return Refusal(
        "not-started",
        "The game has not started yet; people join and leave by the buttons of the lobby.",
    )


def person_wish(person: Person | None) -> dict[str, Any]:
    """A person as acts take them; None is a computer."""
    return {
        "user_id": None if person is None else person.id,
        "name": None if person is None else person.name,
    }
