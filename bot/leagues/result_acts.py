"""Acts of moderators about results in a season, and those that decide a dispute and leave its
table's result. Acts that change the result decide its disputes, too."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from pydantic import SkipValidation, TypeAdapter

from bot.leagues.act import Preview, SeasonAct, seen_of
from bot.leagues.games import take_back
from bot.leagues.season_transaction import OpenSeason, SeasonView
from bot.model.server import AuditEntry
from bot.moderation import desk
from bot.refusal import P_, Refusal
from bot.seasons import events
from bot.seasons.results import UNIT, Line, Result, seats_in
from bot.seasons.season import Season, no_table, open_disputes
from bot.seasons.stages.knockout import best_at
from bot.store import leagues as stored
from bot.text.descriptions.bracket import go_on_words
from bot.text.standings import adjustment_words, dispute_line, entered_lines, reached
from bot.text.translation import N_, Translations, listed

MOST_ADJUSTED = 100_000
"""The most league points that one act may add or remove."""
_RESULT = TypeAdapter(Result)


@dataclass(frozen=True)
class _AboutTable(SeasonAct):
    """An act that changes the result of a season's table."""

    touches = ("result", "table")

    table: int
    """The table's number in the season."""

    def settling(
        self, season: OpenSeason, decision: events.Decision, reason: str
    ) -> Sequence[events.Event]:
        """Make this decision about the table's open disputes."""
        waiting = open_disputes(season.state.disputes, self.table)
        return [events.Settled(number, decision, reason) for number in waiting]

    async def apply(self, opened: OpenSeason, by: int, reason: str) -> desk.Outcome:
        """Change the result, and take back what was drawn from it where others go on now."""
        before = opened.state
        outcome = await super().apply(opened, by, reason)
        await take_back(opened, before, before.tables[self.table].division, by, self.table)
        return outcome

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the people at the table, by seat as drawn, and its result, if it is over; empty
        for a table that does not exist."""
        state = opened.state
        drawn, result = state.tables.get(self.table), state.results.get(self.table)
        if drawn is None:
            return {}
        return {
            "division": drawn.division,
            "people": [state.holder(entry) for entry in drawn.entries],
            "points4": None if result is None else [line.points4 for line in result.lines],
            "forfeits": [] if result is None else list(result.forfeits),
            "result": None if result is None else _RESULT.dump_python(result, mode="json"),
        }

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the result before and after."""
        before, after = found.before.state, found.after.state
        # Translators: heading of what an act would change
        lines = [t.gettext("Table {number} of the season").format(number=self.table)]
        was, then = before.results.get(self.table), after.results.get(self.table)
        if self.table in after.voided:
            lines.append(t.gettext("The table will no longer count and will not be played again."))
        elif then is None:
            lines.append(t.gettext("The table will have no result until it has been played again."))
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
        if after.stage(before.tables[self.table].division).kind == "knockout" and then is not None:
            best = best_at(after, self.table)
            lines += [go_on_words(t, [name_of(after.holder(one)) for one in best])] if best else []
        gone = sorted(after.replaced - before.replaced)
        if gone:
            words = t.ngettext(
                "Table {tables} will be drawn again, because different players may now advance.",
                "Tables {tables} will be drawn again, because different players may now advance.",
                len(gone),
            )
            lines.append(words.format(tables=listed(t, [str(number) for number in gone])))
        return lines

    def division_changed(self, before: SeasonView) -> int | None:
        """The table's division; none in a cup, where nobody counts points together."""
        division = before.state.tables[self.table].division
        return None if before.state.stage(division).kind == "knockout" else division


@dataclass(frozen=True)
class EnterResult(_AboutTable):
    """Correct the result of a table, or enter that of one that not everybody, or nobody, has played
    with this bot."""

    act = "season-result"
    called = N_("league result entered or corrected")
    asks = N_("Save this result?")
    tells = N_("{moderator} set the result of table {table}: {reason}")

    forfeiting: int
    """The seats that lost by forfeit, as bits by seat as drawn; see `seats_in`."""
    points4: tuple[int, ...]
    """Quarters of a point, by seat as drawn; 0 for seats that lost by forfeit."""
    result: Annotated[Mapping[str, Any] | None, SkipValidation] = field(
        default=None, metadata=desk.LOG_ONLY
    )
    """The whole result, as `seen` writes it, where an undo brings one back; None for one with
    these points."""

    @property
    def forfeits(self) -> tuple[int, ...]:
        """The numbers, from 0, of the seats that lost by forfeit."""
        if self.result is not None:
            return _RESULT.validate_python(self.result).forfeits
        return seats_in(self.forfeiting)

    @property
    def table_told(self) -> int:
        """The table, whose players are told why their game is given up."""
        return self.table

    def _corrects(self, known: Result | None) -> bool:
        """Whether it changes the points of this result, and the rest of it stays."""
        return known is not None and known.how != "elsewhere" and not self.forfeits

    def _is(self, known: Result) -> bool:
        """Whether a result has these points and forfeits."""
        points = [0 if n in known.forfeits else one for n, one in enumerate(self.points4)]
        return self.forfeits == known.forfeits and points == [one.points4 for one in known.lines]

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Count the result, or replace the present one. Raises Refusal for points that no game can
        end with, and (`result-same`) for those that it has."""
        known = season.state.results.get(self.table)
        if known is not None and self.result is None and self._is(known):
            raise Refusal(
                "result-same",
                "Table {table} has this result already; type other points, or decide its dispute.",
                table=self.table,
            )
        if self.result is not None:
            result = _RESULT.validate_python(self.result)
        elif known is not None and self._corrects(known):
            result = corrected(known, self.points4)
        else:
            result = entered(season.state, self.table, self.points4, self.forfeits)
        event = events.Corrected(result, reason) if known else events.Finished(result)
        return [event, *self.settling(season, "corrected", reason)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Bring back the result before; without one the table waits for a game again. None in
        entries that do not hold it. Raises Refusal if the table has another result now."""
        now, before = opened.state.results.get(self.table), desk.seen_before(entry)
        if now is None or not self._is(now):
            raise desk.changed_since()
        if "result" not in before:
            return None
        result: Mapping[str, Any] | None = before["result"]
        if result is None:
            return Replay(self.table)
        forfeiting = sum(1 << n for n, line in enumerate(result["lines"]) if line["forfeited"])
        points4 = tuple(line["points4"] for line in result["lines"])
        return EnterResult(self.table, forfeiting, points4, result)

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the result before and after, and its consequences."""
        state, lines = found.before.state, super().preview(t, name_of, found)
        if self.result is not None or self._corrects(state.results.get(self.table)):
            return lines
        seated = state.tables[self.table].entries
        out = [name_of(state.holder(seated[seat])) for seat in self.forfeits]
        return [*lines, *entered_lines(t, out)]


@dataclass(frozen=True)
class Void(_AboutTable):
    """Take a table out of a season, or let it count again."""

    act = "season-void"
    called = N_("table removed or made to count again")
    asks = N_("Remove the table from the season?")
    asks_back = N_("Let the table count again?")
    tells = N_("{moderator} removed table {table} from the season: {reason}")
    tells_back = N_("{moderator} made table {table} count again: {reason}")
    offer = desk.Offer(
        "table", N_("Remove it from the season"), lambda here: Void(here.at),
        lambda here: here.phase == "running", tried=True,
    )  # fmt: skip
    offer_back = desk.Offer(
        "table", N_("Let it count again"), lambda here: Void(here.at, back=True),
        lambda here: here.phase == "running", tried=True,
    )  # fmt: skip

    back: bool = False
    """Whether the table counts again, with the result it had; without one its game goes on, or it
    waits for one."""

    @property
    def table_told(self) -> int | None:
        """The voided table, as its players may want to know before they play on."""
        return None if self.back else self.table

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Void the table, or restore it. Raises Refusal where that is so already."""
        if not self.back:
            event: events.Event = events.Voided(self.table, reason)
            return [event, *self.settling(season, "voided", reason)]
        season.leagues.counted.clear()  # its game may have ended meanwhile
        event = events.Restored(self.table, reason)
        return [event, *self.settling(season, "restored", reason)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct:
        """Take it out again, or let it count again."""
        return Void(self.table, back=not self.back)


@dataclass(frozen=True)
class Replay(_AboutTable):
    """Remove the result of a table, and let another game be played for it."""

    act = "season-replay"
    called = N_("table to be played again")
    asks = N_("Have the table played again?")
    tells = N_("{moderator} is having table {table} played again: {reason}")
    no_undo = "another game may have begun"
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
        return [events.Replayed(self.table, reason), *self.settling(season, "replayed", reason)]


@dataclass(frozen=True)
class Adjust(SeasonAct):
    """Add league points to an entry, or remove some."""

    act = "season-adjust"
    called = N_("points added or removed")
    asks = N_("Add or remove points?")
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
                    "Add or remove up to {n} point; 0 changes nothing.",
                    "Add or remove up to {n} points; 0 changes nothing.",
                ),
                n=MOST_ADJUSTED,
            )
        return [events.Adjusted(self.entry, self.units, reason)]

    async def apply(self, opened: OpenSeason, by: int, reason: str) -> desk.Outcome:
        """Change the points, and take back a stage to which others go on now."""
        before = opened.state
        outcome = await super().apply(opened, by, reason)
        await take_back(opened, before, before.division_of[self.entry], by)
        return outcome

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


def corrected(known: Result, points4: Sequence[int]) -> Result:
    """Make the result of a table with other points, in quarters by seat as drawn. Places follow
    from the points alone, ties share a place; the turns of each person stay. Raises Refusal for
    points that no game can end with."""
    desk.must_be_points(points4, len(known.lines))
    return Result(
        known.table,
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


@dataclass(frozen=True)
class DecideDispute(SeasonAct):
    """Decide the disputes about a table and leave its result: nothing was wrong, or it is settled
    by a rewind, more time or a word. What the player wrote, and who that is, stays with the
    moderators."""

    act = "dispute-settle"
    called = N_("dispute decided")
    asks = N_("Decide the dispute?")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
    # {reason} is what a moderator has typed
    tells = N_("{moderator} decided the dispute about table {table}: {reason}")
    touches = ("dispute", "table")
    no_undo = "the player knows the decision"
    # Translators: something a moderator can do, in a menu or on a button, at most 34 characters;
    # imperative
    offer = desk.Offer(
        "table", N_("Decide the dispute"), lambda here: DecideDispute(here.at),
        lambda here: (
            here.phase == "running" and bool(open_disputes(here.state.disputes, here.at))
        ),
    )  # fmt: skip

    table: int
    """The table's number in the season."""

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Settle the disputes. Raises Refusal (`not-disputed`) where none is open."""
        waiting = open_disputes(season.state.disputes, self.table)
        if not waiting:
            raise Refusal(
                "not-disputed", "There is no open dispute about table {table}.", table=self.table
            )
        return [events.Settled(number, "settled", reason) for number in waiting]

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the disputes, and who is told."""
        known = open_disputes(found.before.state.disputes, self.table).values()
        return [
            *(dispute_line(t, name_of(one.person), one) for one in known),
            t.gettext("The result stays as it is. Everybody can read your reason."),
        ]
