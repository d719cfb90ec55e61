"""Acts of moderators about results in a season, and those that decide a dispute and leave its
table's result. Acts that change the result decide its disputes, too."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from pydantic import SkipValidation, TypeAdapter

from bot.leagues.act import Preview, SeasonAct, seen_of
from bot.leagues.season_transaction import OpenSeason, SeasonView
from bot.model.server import AuditEntry
from bot.moderation import desk
from bot.refusal import P_, Refusal
from bot.seasons import events
from bot.seasons.results import UNIT, Line, Result, seats_in
from bot.seasons.season import Season, no_table, open_dispute, open_disputes
from bot.store import leagues as stored
from bot.text.standings import adjustment_words, dispute_line, entered_lines, reached
from bot.text.translation import N_, Translations

MOST_ADJUSTED = 100_000
"""The most league points that one act may add or remove."""
_RESULT = TypeAdapter(Result)


@dataclass(frozen=True)
class _AboutTable(SeasonAct):
    """An act that changes the result of a season's table."""

    touches = ("result", "table")
    decision: ClassVar[events.Decision]
    """The decision it makes about open disputes of the table."""

    table: int
    """The table's number in the season."""

    def settling(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """List the disputes about the table that it decides."""
        waiting = open_disputes(season.state.disputes, self.table)
        return [events.Settled(number, self.decision, reason) for number in waiting]

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the people at the table, by seat as drawn, and its result, if it is over."""
        return seen_at(opened.state, self.table)

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the result before and after."""
        before, after = found.before.state, found.after.state
        # Translators: heading of what an act would change
        lines = [t.gettext("Table {number} of the season").format(number=self.table)]
        was, then = before.results.get(self.table), after.results.get(self.table)
        if self.table in after.voided:
            lines.append(t.gettext("It no longer counts and is not played again."))
        elif then is None:
            lines.append(t.gettext("It has no result until it has been played again."))
        for seat, entry in enumerate(before.tables[self.table].entries):
            line = name_of(before.holder(entry))
            points = [
                reached(t, reckoned.points4, forfeited=reckoned.forfeited)
                for one in (was, then)
                if one is not None
                for reckoned in [one.lines[seat]]
            ]
            if points:
                line += " " + " → ".join(dict.fromkeys(points))
            lines.append(line)
        return lines

    def division_changed(self, before: SeasonView) -> int | None:
        """The table's division."""
        return before.state.tables[self.table].division


@dataclass(frozen=True)
class Correct(_AboutTable):
    """Correct the result of a season's table."""

    act = "season-correct"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a table of a season
    called = N_("league result corrected")
    asks = N_("Correct the result?")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
    # {reason} is what a moderator has typed
    tells = N_("{moderator} corrected the result of table {table}: {reason}")
    decision = "corrected"

    points4: tuple[int, ...]
    """Quarters of a point, by seat as drawn."""
    result: Annotated[Mapping[str, Any] | None, SkipValidation] = field(
        default=None, metadata=desk.LOG_ONLY
    )
    """The whole result, as `seen_at` writes it, where an undo brings one back; None for the present
    one with other points."""

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Replace the result. Raises Refusal where there is none yet, and for points that no game
        can end with."""
        result = corrected(season.state, self.table, self.points4)
        if self.result is not None:
            result = _RESULT.validate_python(self.result)
        return [events.Corrected(result, reason), *self.settling(season, reason)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Bring back the result before."""
        now = opened.state.results.get(self.table)
        _must_have(now, self.points4, () if now is None else now.forfeits)
        return _result_before(self.table, entry)


@dataclass(frozen=True)
class EnterResult(_AboutTable):
    """Enter the result of a table that not everybody, or nobody, has played with this bot."""

    act = "season-result"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a table of a season
    called = N_("league result entered")
    asks = N_("Enter this result?")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
    # {reason} is what a moderator has typed
    tells = N_("{moderator} entered the result of table {table}: {reason}")
    decision = "corrected"

    forfeiting: int
    """The seats that lost by forfeit, as bits by seat as drawn; see `seats_in`."""
    points4: tuple[int, ...]
    """Quarters of a point, by seat as drawn; 0 for seats that lost by forfeit."""

    @property
    def forfeits(self) -> tuple[int, ...]:
        """The numbers, from 0, of the seats that lost by forfeit."""
        return seats_in(self.forfeiting)

    @property
    def table_told(self) -> int:
        """The table, whose players are told why their game is given up."""
        return self.table

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Count the result, or replace the present one. Raises Refusal for points that no game can
        end with."""
        result = entered(season.state, self.table, self.points4, self.forfeits)
        known = self.table in season.state.results
        event = events.Corrected(result, reason) if known else events.Finished(result)
        return [event, *self.settling(season, reason)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Bring back the result before; without one the table waits for a game again."""
        _must_have(opened.state.results.get(self.table), self.points4, self.forfeits)
        seen = desk.seen_before(entry)
        if "result" in seen and seen["result"] is None:
            return Replay(self.table)
        return _result_before(self.table, entry)

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the result before and after, and its consequences."""
        state = found.before.state
        seated = state.tables[self.table].entries
        out = [name_of(state.holder(seated[seat])) for seat in self.forfeits]
        return [*super().preview(t, name_of, found), *entered_lines(t, out)]


@dataclass(frozen=True)
class Void(_AboutTable):
    """Take a table out of a season."""

    act = "season-void"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a table of a season
    called = N_("table removed")
    asks = N_("Remove the table from the season?")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
    # {reason} is what a moderator has typed
    tells = N_("{moderator} removed table {table} from the season: {reason}")
    decision = "voided"
    # Translators: something a moderator can do, in a menu or on a button, at most 34 characters;
    # imperative
    offer = desk.Offer(
        "table", N_("Remove it from the season"), lambda here: Void(here.at),
        lambda here: here.phase == "running", tried=True,
    )  # fmt: skip

    @property
    def table_told(self) -> int:
        """The voided table, as its players may want to know before they play on."""
        return self.table

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Void the table."""
        return [events.Voided(self.table, reason), *self.settling(season, reason)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct:
        """Let the table count again."""
        return Restore(self.table)


@dataclass(frozen=True)
class Restore(_AboutTable):
    """Let a voided table count again."""

    act = "season-restore"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a table of a season
    called = N_("table counts again")
    asks = N_("Count the table again?")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
    # {reason} is what a moderator has typed
    tells = N_("{moderator} made table {table} count again: {reason}")
    decision = "restored"
    # Translators: something a moderator can do, in a menu or on a button, at most 34 characters;
    # imperative
    offer = desk.Offer(
        "table", N_("Count it again"), lambda here: Restore(here.at),
        lambda here: here.phase == "running", tried=True,
    )  # fmt: skip

    @property
    def table_told(self) -> int | None:
        """None: the channel of the league is told instead."""
        return None

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Restore the table with the result it had; without one its game goes on, or it waits for
        one. Raises Refusal unless it was voided."""
        season.leagues.counted.clear()  # its game may have ended meanwhile
        return [events.Restored(self.table, reason), *self.settling(season, reason)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct:
        """Take the table out again."""
        return Void(self.table)


@dataclass(frozen=True)
class Replay(_AboutTable):
    """Remove the result of a table, and let another game be played for it."""

    act = "season-replay"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a table of a season
    called = N_("table to be played again")
    asks = N_("Play the table again?")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
    # {reason} is what a moderator has typed
    tells = N_("{moderator} asked for table {table} to be played again: {reason}")
    decision = "replayed"
    no_undo = "another game may have begun"
    # Translators: something a moderator can do, in a menu or on a button, at most 34 characters;
    # imperative
    offer = desk.Offer(
        "table", N_("Have it played again"), lambda here: Replay(here.at),
        lambda here: here.phase == "running", tried=True,
    )  # fmt: skip

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Release the table. Raises Refusal while its game is being played, and where none was."""
        state = season.state
        game = (await season.transaction.run(stored.games_of, season.id)).get(self.table)
        if game is not None and game.status in ("lobby", "playing"):
            raise Refusal(
                "being-played",
                "Table {table} is being played; end its game first with /moderate page.",
                table=self.table,
            )
        if game is None and not state.is_over(self.table):
            raise Refusal(
                "not-played-yet", "Table {table} has not been played yet.", table=self.table
            )
        return [events.Replayed(self.table, reason), *self.settling(season, reason)]


@dataclass(frozen=True)
class Adjust(SeasonAct):
    """Add league points to an entry, or remove some."""

    act = "season-adjust"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about league points of a person
    called = N_("points given or taken")
    asks = N_("Give or take points?")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
    # {reason} is what a moderator has typed; {entry} is a person's name, {points} “+3 league
    # points”
    tells = N_("{moderator} changed the points of {entry} ({points}): {reason}")
    touches = ("points", "entry")

    entry: int
    units: int
    """League points in `results.UNIT`."""
    was: int
    """The entry's adjustment when the button was made, so that two presses count once."""

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Adjust the points. Raises Refusal if they were adjusted meanwhile."""
        if season.state.adjustments.get(self.entry, 0) != self.was:
            raise Refusal("adjusted", "Somebody else has changed the points; check them again.")
        if self.units == 0 or abs(self.units) > MOST_ADJUSTED * UNIT:
            raise Refusal(
                "no-points",
                *P_(
                    "Give or take up to {n} point; 0 changes nothing.",
                    "Give or take up to {n} points; 0 changes nothing.",
                ),
                n=MOST_ADJUSTED,
            )
        return [events.Adjusted(self.entry, self.units, reason)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct:
        """Take back what was given, or give back what was taken."""
        return Adjust(self.entry, -self.units, opened.state.adjustments.get(self.entry, 0))

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the entry's person and division."""
        return seen_of(opened.state, self.entry)

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the points."""
        who = name_of(found.before.state.holder(self.entry))
        return [f"{who}: {adjustment_words(t, self.units)}"]

    def division_changed(self, before: SeasonView) -> int | None:
        """The entry's division."""
        return before.state.division_of[self.entry]


def seen_at(state: Season, number: int) -> dict[str, Any]:
    """Describe the people at a table, by seat as drawn, and its result, if it is over; empty for a
    table that does not exist."""
    drawn, result = state.tables.get(number), state.results.get(number)
    if drawn is None:
        return {}
    return {
        "division": drawn.division,
        "people": [state.holder(entry) for entry in drawn.entries],
        "points4": None if result is None else [line.points4 for line in result.lines],
        "forfeits": [] if result is None else list(result.forfeits),
        "result": None if result is None else _RESULT.dump_python(result, mode="json"),
    }


def _must_have(now: Result | None, points4: Sequence[int], forfeits: Sequence[int]) -> None:
    """Raises Refusal unless a table has a result with these points, but for `forfeits`."""
    there = [] if now is None else [line.points4 for line in now.lines]
    same = now is not None and tuple(forfeits) == now.forfeits
    if not same or any(
        there[seat] != points for seat, points in enumerate(points4) if seat not in forfeits
    ):
        raise desk.changed_since()


def _result_before(table: int, entry: AuditEntry) -> SeasonAct | None:
    """Make the act that brings back the result of a table before an act; None if its entry does not
    hold it."""
    before: Mapping[str, Any] | None = desk.seen_before(entry).get("result")
    if before is None:
        return None
    return Correct(table, tuple(line["points4"] for line in before["lines"]), before)


def corrected(state: Season, number: int, points4: Sequence[int]) -> Result:
    """Make the result of a table with other points, in quarters by seat as drawn. Places follow
    from the points alone, ties share a place; the turns of each person stay. Raises Refusal where
    there is no result, and for points that no game can end with."""
    known = state.results.get(number)
    if known is None:
        raise no_result(number)
    desk.must_be_points(points4, len(known.lines))
    return Result(
        number,
        tuple(
            replace(
                line,
                place=1 + sum(other > mine for other in points4),
                points4=mine,
                forfeited=False,
            )
            for line, mine in zip(known.lines, points4, strict=True)
        ),
        "corrected",
    )


def entered(
    state: Season, number: int, points4: Sequence[int], forfeits: Collection[int]
) -> Result:
    """Make the result of a table that was played elsewhere, or that some seats lost by forfeit.
    `points4` are quarters by seat as drawn, `forfeits` seats from 0, whose points are ignored.
    Places follow from the points, ties share a place; forfeiting seats share the last one, with 0
    points. A seat's player is the person who plays for its entry now, or a computer for a withdrawn
    one. Raises Refusal for a table that does not exist, and for points that no game can end
    with."""
    drawn = state.tables.get(number)
    if drawn is None:
        raise no_table(number)
    desk.must_be_points(points4, len(drawn.entries))
    played = [points for seat, points in enumerate(points4) if seat not in forfeits]
    lines = []
    for seat, (entry, points) in enumerate(zip(drawn.entries, points4, strict=True)):
        holder, gone = state.holder(entry), entry in state.withdrawn
        turns = () if gone or holder == entry else ((holder, 1),)
        if seat in forfeits:
            place = len(played) + 1
            lines.append(Line(entry, place, 0, turns, forfeited=True))
        else:
            place = 1 + sum(other > points for other in played)
            lines.append(Line(entry, place, points, turns, computer_turns=int(gone)))
    return Result(number, tuple(lines), "forfeit" if forfeits else "elsewhere")


def no_result(number: int) -> Refusal:
    """Make the refusal to correct a table without a result."""
    return Refusal(
        "nothing-to-correct",
        "Table {table} has no result to correct; see /league schedule.",
        table=number,
    )


@dataclass(frozen=True)
class _AboutDispute(SeasonAct):
    """An act about a dispute. What the player wrote, and who that is, stays with the moderators."""

    decision: ClassVar[events.Decision]
    touches = ("dispute", "dispute")
    no_undo = "the player knows the decision"

    dispute: int
    """The dispute's number in the season."""
    table: int
    """The number of the disputed table."""

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Settle the dispute. Raises Refusal for a dispute that is not open."""
        open_dispute(season.state.disputes, self.dispute, self.table)
        return [events.Settled(self.dispute, self.decision, reason)]

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the dispute, and who is told."""
        known = found.before.state.disputes[self.dispute - 1]
        return [
            dispute_line(t, name_of(known.person), known),
            t.gettext("The result stays as it is. Everybody can read your reason."),
        ]


@dataclass(frozen=True)
class Reject(_AboutDispute):
    """Reject a dispute: nothing was wrong."""

    act = "dispute-reject"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a dispute
    called = N_("dispute rejected")
    asks = N_("Reject the dispute?")
    decision = "rejected"


@dataclass(frozen=True)
class Settle(_AboutDispute):
    """Settle a dispute without an act in the season: by a rewind, more time or a word."""

    act = "dispute-settle"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a dispute
    called = N_("dispute settled")
    asks = N_("Is the dispute settled?")
    decision = "settled"
