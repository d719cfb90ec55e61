"""Moderators' acts at a table.

None of them reveals hidden information: moderators see what everybody may see.
"""

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, ClassVar

from bot.clocks import extend, pause
from bot.model.computers import ORDINARY
from bot.model.notes import ActAtTable, Note
from bot.model.server import AuditEntry
from bot.model.table import PauseRequest, Person, Seat, Table, TurnInPreparation
from bot.moderation import desk
from bot.refusal import Refusal
from bot.store import moderation, settings
from bot.tables import requests, timing
from bot.tables.lobby import free_name
from bot.tables.looking_back import all_turns
from bot.tables.open_table import OpenTable, must_have_clock, over
from bot.tables.preparation import SECRET_KIND
from bot.tables.requests import Rewind
from bot.text.audit import deal_told_line
from bot.text.points import standings_lines
from bot.text.translation import N_, Translations
from bot.text.turns import turn_line
from bot.text.typed import escaped

MOST_UNDONE = 2500
"""The most characters of the turns that a rewind would undo, in its preview."""
DEAL_TOLD = "deal_told"
"""Key in the details of a rewind: the game was over, so its hidden stacks may be known."""


class TableAct(desk.Act[OpenTable]):
    """An act of a moderator at a table. `tells` may contain {moderator}, {reason}, {was} and
    {now}."""

    async def seen(self, opened: OpenTable) -> dict[str, Any]:
        """Describe the people (ids) and computers (names) in the seats."""
        return {"seats": [one.user_id or one.name for one in opened.table.seats]}

    def notes(self, entry_id: int) -> Sequence[Note]:
        """List the notes about the act, which has this number in the audit log."""
        return [ActAtTable(entry_id)] if self.tells else []


@dataclass(frozen=True)
class ExtendTime(TableAct):
    """Give one seat more time, or all of them."""

    act = "extend"
    called = N_("more time given")
    tells = N_("{moderator} gave more time: {reason}")
    touches = ("time",)
    no_undo = "the clocks have run on since"

    seat: int | None
    """The seat; None for all."""
    seconds: int
    """The added time in seconds."""

    async def apply(self, opened: OpenTable, by: int, reason: str) -> desk.Outcome:
        """Extend the time. Raises Refusal without a clock, for a computer's seat, and for zero time
        or too much of it."""
        must_play(opened.table)
        must_have_clock(opened.table)
        clocks = timing.clocks_of(opened.table)
        seats = sorted(clocks) if self.seat is None else [self.seat]
        if not set(seats) <= clocks.keys():
            raise Refusal(
                "computer-needs-no-time", "A computer needs no time; choose a person's seat."
            )
        more = timedelta(seconds=self.seconds)
        was = opened.table.deadlines
        opened.set_clocks({seat: extend(clocks[seat], more, opened.now) for seat in seats})
        first = [seat for seat in seats if seat in was and seat in opened.table.deadlines][:1]
        ends = [one[seat].isoformat() for seat in first for one in (was, opened.table.deadlines)]
        return desk.Outcome({"seats": seats, "ends": ends})


@dataclass(frozen=True)
class PlayTurn(TableAct):
    """Let a computer take the turn of a seat whose time is over. It is only an entry in the audit
    log: the turn itself follows, and is told as a timed-out one."""

    act = "play-turn"
    called = N_("turn given to a computer")
    touches = ("turn",)
    no_undo = "the turn is taken back by a rewind"

    seat: int

    async def apply(self, opened: OpenTable, by: int, reason: str) -> desk.Outcome:
        """Raises Refusal where this bot has no computers, or the seat is not asked."""
        must_play(opened.table)
        must_have_computers(opened)
        if self.seat not in opened.waiting:
            raise turn_gone()
        return desk.Outcome({"was": {"name": opened.table.seats[self.seat].name}})


@dataclass(frozen=True)
class RewindGame(TableAct):
    """Rewind the game to an earlier turn, also after its end."""

    act = "rewind"
    called = N_("game rewound")
    asks = N_("Rewind the game?")
    tells = N_("{moderator} rewound the game to an earlier turn: {reason}")
    no_undo = "the turns would have to be taken again"
    touches = ("result",)

    to: int
    """The number of actions that stay in the log."""
    version: int
    """The table's version that the moderator was shown."""

    def notes(self, entry_id: int) -> Sequence[Note]:
        """No notes: the board that follows tells the rewind."""
        return []

    def preview(
        self, t: Translations, name_of: desk.NameOf, found: desk.Preview[Table]
    ) -> list[str]:
        """Show the turns that would be undone."""
        assert found.outcome.rewind is not None
        lines, undone = list[str](), found.outcome.rewind.turns
        if found.before.status == "finished":
            lines.append(deal_told_line(t))
        if not undone:
            return [*lines, t.gettext("Nothing is undone; the game continues where it ended.")]
        names = [name_of(one.seat) for one in found.before.seats]
        told = ["- " + turn_line(t, names, turn.seat, turn.steps) for turn in undone]
        newest = told[:]
        while len("\n".join(newest)) > MOST_UNDONE:
            del newest[0]
        # Translators: above a list of turns
        lines.append(
            t.ngettext("{n} turn is undone:", "{n} turns are undone:", len(undone)).format(
                n=len(undone)
            )
        )
        return [*lines, *([] if newest == told else ["…"]), *newest]

    async def apply(self, opened: OpenTable, by: int, reason: str) -> desk.Outcome:
        """Rewind the game. Raises Refusal (`moved-on-before-rewind`) if the table's version has
        changed, and (`no-such-turn`) unless a turn begins there."""
        table = opened.table
        if table.version != self.version:
            raise Refusal(
                "moved-on-before-rewind",
                "The game has moved on; look at it again before you rewind.",
            )
        offer, played = await rewind_offer(opened, self.to), opened.game.snapshot()
        done = requests.rewind(opened, offer, by, moderator=True)
        details: dict[str, Any] = {"rewind": opened.table.rewinds, "turns_undone": len(offer.turns)}
        if table.status == "finished":
            details[DEAL_TOLD] = True
        if offer.turns:
            details |= {"round": offer.turns[0].before.round, "turn_of": offer.turns[0].seat}
            details["was_round"] = played.round
        return desk.Outcome(details, rewind=done)


async def rewind_offer(opened: OpenTable, to: int) -> Rewind:
    """Describe the rewind that leaves only the first `to` actions. A game that was ended early can
    be resumed without undoing anything. Raises Refusal (`no-such-turn`) unless a turn begins
    there."""
    table = opened.table
    _must_have_begun(table)
    if table.rules is None:
        raise over(table)
    turns = await all_turns(opened)
    begins = [turn.table.version - len(turn.actions) for turn in turns]
    undone = tuple(turns[begins.index(to) :]) if to in begins else ()
    if not undone:
        ended_early = table.status in ("finished", "abandoned") and not opened.game.finished
        if to != table.version or not ended_early:
            raise Refusal(
                "no-such-turn",
                "You cannot go back to that turn; choose one from the list of turns.",
            )
    seat = undone[0].seat if undone else 0
    return Rewind(table, seat, to, undone, ())


@dataclass(frozen=True)
class ReplacePlayer(TableAct):
    """Give a seat to another person, or to a computer. Its prepared turn and plan are dropped, and
    for a person its clock starts afresh; the log still says who did what."""

    act = "replace"
    called = N_("seat changed")
    asks = N_("Change who has this seat?")
    tells = N_("{moderator} gave the seat of {was} to {now}: {reason}")
    touches = ("seat", "seat")

    seat: int
    user_id: int | None
    """The id of the new person; None for a computer."""
    name: str | None

    async def apply(self, opened: OpenTable, by: int, reason: str) -> desk.Outcome:
        """Change the seat. Raises Refusal where nothing would change, where the seat cannot be
        taken, and where a person would learn what only another seat may know."""
        table = opened.table
        must_play(table)
        if not 0 <= self.seat < len(table.seats):
            raise Refusal("no-seat", "There is no such seat; choose one of the seats at the table.")
        if self.user_id is None:
            must_have_computers(opened)
        was = table.seats[self.seat]
        comes = await self._newcomer(opened, was)
        if comes.user_id is not None:
            await _may_take(opened, was.seat, comes.user_id, by)
        if was.prepared is not None:
            # empty under a new revision, so that old buttons are stale
            emptied = TurnInPreparation(was.prepared.base, was.prepared.revision + 1, ())
            comes = replace(comes, prepared=emptied)
        opened.change(
            seats=tuple(comes if one.seat == was.seat else one for one in table.seats),
            abandon_votes=table.abandon_votes - {was.seat},
            rewind_request=None,
            pause_request=_pause_without(table.pause_request, was.seat),
        )
        if comes.user_id is not None:
            # a new clock with the full initial time, running if the seat is asked
            clocks = timing.begun(opened.table, opened.waiting, opened.now)
            if opened.table.paused:
                clocks = {seat: pause(clock, opened.now) for seat, clock in clocks.items()}
            opened.set_clocks(clocks)
        details = {
            "was": {"user_id": was.user_id, "name": was.name},
            "now": {"user_id": comes.user_id, "name": comes.name},
        }
        return desk.Outcome(details)

    def preview(
        self, t: Translations, name_of: desk.NameOf, found: desk.Preview[Table]
    ) -> list[str]:
        """Show who leaves the seat, and who takes it."""
        if self.name is None:
            came = t.gettext("a computer")
            after = t.gettext("Prepared and planned turns are discarded.")
        else:
            came = f"**{escaped(self.name)}**"
            after = t.gettext(
                "Prepared and planned turns are discarded; the new player's clock starts afresh."
            )
        return [
            # Translators: {was} and {now} are names, or “a computer”
            t.gettext("{was} leaves the seat, and {now} takes it.").format(
                was=name_of(self.seat), now=came
            ),
            after,
        ]

    async def undo(self, opened: OpenTable, entry: AuditEntry) -> TableAct:
        """Give the seat back. Raises Refusal if somebody else sits there now."""
        was, came = entry.details["was"], entry.details["now"]
        there = {one.seat: one for one in opened.table.seats}.get(self.seat)
        if there is None or there.user_id != came["user_id"]:
            raise desk.changed_since()
        person = None if was["user_id"] is None else Person(was["user_id"], was["name"])
        return replace_player(self.seat, person)

    async def _newcomer(self, opened: OpenTable, was: Seat) -> Seat:
        seats = opened.table.seats
        if self.user_id is not None:
            if opened.table.seat_of(self.user_id) is not None:
                raise Refusal("sits-already", "This person is already at the table.")
            assert self.name is not None
            own = await opened.fetch(settings.of_person, self.user_id)
            return Seat(was.seat, self.user_id, self.name, settings=own)
        if was.computer:
            raise Refusal("computer-already", "A computer already has this seat; choose a person.")
        if all(one.computer for one in seats if one.seat != was.seat):
            raise Refusal(
                "last-person",
                "No other person plays at this table; end the game, or give the seat to "
                "somebody else.",
            )
        return Seat(was.seat, None, free_name({one.name for one in seats}), ORDINARY)


@dataclass(frozen=True)
class EndGame(TableAct):
    """End the game early."""

    act = "end"
    called = N_("game ended early")
    asks = N_("End the game now?")
    tells = N_("{moderator} ended the game with the points so far: {reason}")
    tells_cancelled: ClassVar[str] = N_("{moderator} ended the game without a result: {reason}")
    touches = ("result",)

    counts: bool
    """Whether the points so far become the result."""

    def told(self) -> str:
        """The message for the choice made in `counts`."""
        return self.tells if self.counts else self.tells_cancelled

    async def apply(self, opened: OpenTable, by: int, reason: str) -> desk.Outcome:
        """End the game. Raises Refusal if none is played."""
        must_play(opened.table)
        standings = [*opened.game.standings()] if self.counts else None
        opened.set_clocks(timing.stopped(opened.table))
        opened.change(status="finished" if self.counts else "abandoned", rewind_request=None)
        return desk.Outcome({"standings": standings})

    def preview(
        self, t: Translations, name_of: desk.NameOf, found: desk.Preview[Table]
    ) -> list[str]:
        """Show the result by the points so far, or that there is none."""
        if not self.counts:
            return [t.gettext("The game will not count for anybody.")]
        names = [name_of(one.seat) for one in found.before.seats]
        return standings_lines(t, names, found.outcome.details["standings"])

    async def undo(self, opened: OpenTable, entry: AuditEntry) -> TableAct:
        """Take the game up again where it ended. Raises Refusal if it was, already."""
        if opened.table.status not in ("finished", "abandoned"):
            raise desk.changed_since()
        return RewindGame(opened.table.version, opened.table.version)


ACTS: Mapping[str, type[TableAct]] = desk.kinds(sys.modules[__name__])
"""The acts by the names under which they are stored."""


def replace_player(seat: int, person: Person | None) -> ReplacePlayer:
    """Make the act that gives a seat to a person, or to a computer (None)."""
    return ReplacePlayer(seat, person.id if person else None, person.name if person else None)


async def who_played_at(opened: OpenTable) -> Collection[int]:
    """List the people who play or have played at a table."""
    now = {one.user_id for one in opened.table.seats if one.user_id is not None}
    return now.union(*(await _sat_before(opened)).values())


def is_played(table: Table | None) -> bool:
    """Whether a game is being played."""
    return table is not None and table.status == "playing"


def must_play(table: Table) -> None:
    """Raises Refusal unless a game is being played."""
    _must_have_begun(table)
    if table.status != "playing":
        raise over(table)


def _must_have_begun(table: Table) -> None:
    if table.status == "lobby":
        raise Refusal(
            "still-a-lobby",
            "The game has not started; people join and leave with the lobby's buttons.",
        )


async def _may_take(opened: OpenTable, seat: int, user_id: int, moderator: int) -> None:
    """Raises Refusal if the person would learn in this seat what only another seat may know."""
    before = await _sat_before(opened)
    if user_id in before.get(seat, ()):
        return  # back in the own seat
    if any(user_id in sat for sat in before.values()):
        raise Refusal(
            "played-another-seat",
            "This person has already had another seat in this game; choose somebody else.",
        )
    secret = any(decision.kind == SECRET_KIND for decision in opened.game.pending)
    if secret and user_id == moderator:
        raise Refusal(
            "secret-choice",
            "A moderator cannot take a seat while tiles are being chosen in secret; choose "
            "somebody else or wait.",
        )


async def _sat_before(opened: OpenTable) -> dict[int, set[int]]:
    """Find the people who have been replaced, by seat."""
    found: dict[int, set[int]] = {}
    for entry in await opened.fetch(moderation.of_table, opened.table.id):
        was = entry.details.get("was", {}).get("user_id")
        if entry.act == ReplacePlayer.act and was is not None and entry.status == "done":
            found.setdefault(entry.details["seat"], set()).add(was)
    return found


def _pause_without(request: PauseRequest | None, seat: int) -> PauseRequest | None:
    """Take the consent of this seat out of the request to pause, as it has another person now."""
    if request is None or request.agreed or seat not in request.votes:
        return request
    votes = request.votes - {seat}
    return replace(request, votes=votes) if votes else None


def must_have_computers(opened: OpenTable) -> None:
    """Raises Refusal (`no-computers`) where this bot has no computer players."""
    if not opened.computers_play:
        raise Refusal("no-computers", "This bot has no computer players; choose a person.")


def turn_gone() -> Refusal:
    """Make the refusal for the turn of a seat that is no longer asked."""
    return Refusal("turn-gone", "The game has moved on; this turn is over.")
