"""A season as a state machine, driven by events: sign-up, running, finished; or cancelled before
the draw.

`apply` adds one event to a season or refuses it; `replay` adds the events of a whole log.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import groupby
from typing import Any

from bot.refusal import Refusal
from bot.seasons import events
from bot.seasons.results import Result, check
from bot.seasons.season import (
    FEWEST_IN_DIVISION,
    Phase,
    Season,
    disputed,
    no_division,
    no_rounds,
    no_table,
    settled,
)


def apply(season: Season, event: events.Event) -> Season:
    """The season after one more event. Raises Refusal, saying what to do instead, if the event
    cannot happen."""
    changes = _changes(event, season)
    if isinstance(event, events.Closed | events.Reopened):
        return replace(season, **changes)
    return replace(season, stood=(), **changes)


def replay(log: Iterable[events.Event], season: Season | None = None) -> Season:
    """The season that follows from a log or, if `season` is given, from that one and further
    events. Raises Refusal for an event that cannot happen."""
    season = Season() if season is None else season
    for kind, run in groupby(log, type):
        if kind is events.Finished:  # the most frequent event: copy the results once for all
            results = dict(season.results)
            for event in run:
                assert isinstance(event, events.Finished)
                results[event.result.table] = _counted(season, results, event)
            season = replace(season, results=results, stood=())
            continue
        for event in run:
            season = apply(season, event)
    return season


def _need(season: Season, *phases: Phase) -> None:
    if season.phase in phases:
        return
    match season.phase:
        case "new":
            raise Refusal("new", "There is no season yet; create one first.")
        case "sign-up":
            raise Refusal("sign-up", "The season has not begun; draw the divisions first.")
        case "running":
            raise Refusal(
                "running",
                "The season has begun; join late if it allows that, or wait for the next one.",
            )
        case "finished":
            raise Refusal(
                "season-ended",
                "The season is over; moderators can reopen it, or begin the next one.",
            )
        case "cancelled":
            raise Refusal("cancelled", "The season was cancelled; wait for the next one.")


@singledispatch
def _changes(event: events.Event, season: Season) -> dict[str, Any]:
    """What an event changes: new values by the fields of the season. Raises Refusal if it cannot
    happen."""
    raise TypeError(f"nothing is known of {event}")


@_changes.register
def _created(event: events.Created, season: Season) -> dict[str, Any]:
    if season.phase != "new":
        raise Refusal("created", "The season already exists.")
    _playable(event.rules)
    return {"name": event.name, "rules": event.rules, "phase": "sign-up"}


def _playable(rules: events.Rules) -> None:
    if not 2 <= rules.seats <= 5:
        raise Refusal("seats-of-table", "A table has 2 to 5 seats; choose a number in that range.")
    if not rules.stages:
        raise Refusal("no-stages", "Say how the season is played.")
    first = rules.first
    if (first.in_rounds or first.kind == "swiss") and first.games is None:
        raise no_rounds()


@_changes.register
def _rules_changed(event: events.RulesChanged, season: Season) -> dict[str, Any]:
    _need(season, "sign-up")
    _playable(event.rules)
    return {
        "name": event.name,
        "rules": event.rules,
        **_places(event.rules, season.in_line),
    }


@_changes.register
def _cancelled(event: events.Cancelled, season: Season) -> dict[str, Any]:
    _need(season, "sign-up")
    return {"phase": "cancelled"}


@_changes.register
def _signed(event: events.SignedUp | events.SignedOff, season: Season) -> dict[str, Any]:
    _need(season, "sign-up")
    there = event.person in season.in_line
    if isinstance(event, events.SignedUp):
        if there:
            raise Refusal("signed-up", "You have already signed up.")
        return _places(season.rules, (*season.in_line, event.person))
    if not there:
        raise Refusal("not-signed-up", "You have not signed up.")
    here = tuple(one for one in season.here if one != event.person)
    left = [one for one in season.in_line if one != event.person]
    return {**_places(season.rules, left), "here": here}


@_changes.register
def _checked_in(event: events.CheckedIn, season: Season) -> dict[str, Any]:
    _need(season, "sign-up")
    if event.person not in season.in_line:
        raise Refusal("not-signed-up", "You have not signed up.")
    if event.person in season.here:
        raise Refusal("checked-in", "You are already checked in.")
    return {"here": (*season.here, event.person)}


def _places(rules: events.Rules, in_line: Sequence[int]) -> dict[str, Any]:
    """Split the people in line into those with a place and those who wait for one."""
    places = len(in_line) if rules.most_players is None else rules.most_players
    return {"signed_up": tuple(in_line[:places]), "waiting": tuple(in_line[places:])}


@_changes.register
def _seeded(event: events.Seeded, season: Season) -> dict[str, Any]:
    _need(season, "sign-up")
    for number in range(max(event.divisions, default=-1) + 1):
        if event.divisions.count(number) < FEWEST_IN_DIVISION:
            raise Refusal(
                "seeds-few",
                "Division {number} needs at least 2 players; move somebody there.",
                number=number + 1,
            )
    return {"seeds": event}


@_changes.register
def _drawn(event: events.Drawn, season: Season) -> dict[str, Any]:
    _need(season, "sign-up")
    division_of = {
        entry: number for number, drawn in enumerate(event.divisions) for entry in drawn.entries
    }
    if sorted(e for drawn in event.divisions for e in drawn.entries) != sorted(season.signed_up):
        raise _no_draw()
    changes = {
        "phase": "running",
        "divisions": event.divisions,
        "division_of": division_of,
        "holders": {entry: (entry,) for entry in division_of},
        "substitutes": tuple(dict.fromkeys([*season.substitutes, *season.waiting])),
        "seed": event.seed,
    }
    changes["tables"] = _with_tables(season, event.tables, division_of)
    if season.rules.first.round_by_round:
        changes["first_byes"] = {
            number: tuple(
                entry
                for entry in drawn.entries
                if not any(entry in table.entries for table in event.tables)
            )
            for number, drawn in enumerate(event.divisions)
        }
    return changes


def _with_tables(
    season: Season,
    drawn: Iterable[events.DrawnTable],
    division_of: Mapping[int, int],
    later: Collection[int] = (),
) -> dict[int, events.DrawnTable]:
    """The tables with these ones; `later` are the entries of the stage, for one after the first."""
    tables = dict(season.tables)
    for table in drawn:
        strangers = any(
            entry not in later
            if events.stage_of(table.division)
            else division_of.get(entry) != table.division
            for entry in table.entries
        )
        twice = len(set(table.entries)) < len(table.entries)
        if strangers or twice or table.table != len(tables) + 1:
            raise _no_draw()
        tables[table.table] = table
    return tables


def _no_draw() -> Refusal:
    """The refusal of tables that do not fit the season: the program draws no such ones."""
    return Refusal("no-draw", "The draw does not fit the season; try it again.")


@_changes.register
def _round_drawn(event: events.RoundDrawn, season: Season) -> dict[str, Any]:
    _need(season, "running")
    if (
        event.division not in season.drawn_divisions()
        or not season.stage(event.division).round_by_round
        or any(drawn.division == event.division for drawn in season.open_tables())
    ):
        raise _no_draw()
    entries = season.entries_in(event.division)
    return {
        "tables": _with_tables(season, event.tables, season.division_of, entries),
        "rounds": (*season.rounds, event),
    }


@_changes.register
def _stage_drawn(event: events.StageDrawn, season: Season) -> dict[str, Any]:
    _need(season, "running")
    division, entries = events.LATER * event.stage, set(event.entries)
    before = {drawn.table for drawn in season.tables_in(division)}
    if (
        not 1 <= event.stage < len(season.rules.stages)
        or len(season.later) not in (event.stage - 1, event.stage)  # drawn now, or again
        or season.open_in_stage(event.stage - 1)
        or not before.isdisjoint(season.results)
        or len(entries) < max(2, len(event.entries))
        or not entries <= season.division_of.keys()
        or any(table.division != division for table in event.tables)
    ):
        raise _no_draw()
    return {
        "tables": _with_tables(season, event.tables, season.division_of, entries),
        "voided": season.voided | before,
        "replaced": season.replaced | before,
        "later": (*season.later[: event.stage - 1], event),
        "rounds": tuple(drawn for drawn in season.rounds if drawn.division != division),
        "first_byes": {**season.first_byes, division: event.byes},
    }


@_changes.register
def _taken_back(event: events.TakenBack, season: Season) -> dict[str, Any]:
    _need(season, "running")
    gone = season.replaced.union(event.replaced)
    if not gone <= season.tables.keys() or any(n in season.results for n in event.replaced):
        raise _no_draw()
    left = {(one.division, one.round) for n, one in season.tables.items() if n not in gone}
    divisions = {division for division, _ in left}
    return {
        "voided": season.voided | gone,
        "replaced": gone,
        "rounds": tuple(
            one for one in season.rounds if (one.division, one.tables[0].round) in left
        ),
        "later": tuple(one for one in season.later if events.LATER * one.stage in divisions),
    }


@_changes.register
def _moved_up(event: events.MovedUp, season: Season) -> dict[str, Any]:
    _entry(season, event.instead)
    gone = [season.tables[number] for number in event.replaced if number in season.tables]

    def seated(drawn: events.DrawnTable | events.StageDrawn) -> tuple[int, ...]:
        return tuple(event.entry if e == event.instead else e for e in drawn.entries)

    if (
        event.instead not in season.withdrawn
        or not gone
        or len(gone) < len(event.replaced)
        or [seated(old) for old in gone] != [new.entries for new in event.tables]
        or any(season.is_over(old.table) for old in gone)
    ):
        raise _no_draw()
    later = tuple(
        replace(drawn, entries=seated(drawn))
        if event.entry not in drawn.entries
        and drawn.stage == events.stage_of(event.tables[0].division)
        else drawn
        for drawn in season.later
    )
    entries = [entry for drawn in later for entry in drawn.entries]
    instead = {n: new.table for n, new in zip(event.replaced, event.tables, strict=True)}
    return {
        "later": later,
        "rounds": tuple(
            replace(drawn, for_places=tuple(instead.get(n, n) for n in drawn.for_places))
            for drawn in season.rounds
        ),
        "tables": _with_tables(season, event.tables, season.division_of, entries),
        "voided": season.voided.union(event.replaced),
        "replaced": season.replaced.union(event.replaced),
    }


@_changes.register
def _entered_late(event: events.EnteredLate, season: Season) -> dict[str, Any]:
    _need(season, "running")
    if season.later:
        raise Refusal(
            "stage-drawn", "It is already decided who advances; sign up for the next season."
        )
    if not season.rules.late_entry:
        raise Refusal("late", "You cannot join this season late; sign up for the next one.")
    if any(event.person in held for held in season.holders.values()):
        raise Refusal("takes-part", "You already play in this season.")
    if not 0 <= event.division < len(season.divisions):
        raise no_division()
    division_of = {**season.division_of, event.person: event.division}
    old = season.divisions[event.division]
    joined = replace(old, entries=(*old.entries, event.person))
    divisions = list(season.divisions)
    divisions[event.division] = joined
    return {
        "divisions": tuple(divisions),
        "division_of": division_of,
        "holders": {**season.holders, event.person: (event.person,)},
        "tables": _with_tables(season, event.tables, division_of),
        "entered_late": season.entered_late | {event.person},
        "late_tables": {
            **season.late_tables,
            **{table.table: event.person for table in event.tables},
        },
    }


@_changes.register
def _former(event: events.Former, season: Season) -> dict[str, Any]:
    return {}


def _entry(season: Season, entry: int) -> None:
    _need(season, "running")
    if entry not in season.division_of:
        raise Refusal("not-in-season", "This player is not in the season.")


@_changes.register
def _withdrew(event: events.Withdrew, season: Season) -> dict[str, Any]:
    _entry(season, event.entry)
    if event.entry in season.withdrawn:
        raise Refusal("withdrawn", "This player has already left the season.")
    return {
        "withdrawn": season.withdrawn | {event.entry},
        "left": season.left | {season.holder(event.entry)},
        "voided": season.voided.union(event.dropped),
    }


@_changes.register
def _substituted(event: events.Substituted, season: Season) -> dict[str, Any]:
    _entry(season, event.entry)
    for entry in season.playing_with(event.entry):
        if season.holder(entry) == event.person:
            if entry == event.entry and entry in season.withdrawn:
                continue  # the substitute comes back
            raise Refusal(
                "same-division",
                "That substitute already plays in this division or in the final; choose somebody "
                "else.",
            )
    held = season.holders[event.entry]
    left = season.left - {event.person}
    if event.person not in held:  # who gives a seat back to its player has not lost it
        left |= {held[-1]}
    return {
        "left": left,
        "holders": {**season.holders, event.entry: (*held, event.person)},
        "withdrawn": season.withdrawn - {event.entry},
        "forgiven": {
            **season.forgiven,
            event.entry: season.time_outs_of(event.entry) + season.forgiven.get(event.entry, 0),
        },
    }


@_changes.register
def _listed(
    event: events.SubstituteListed | events.SubstituteUnlisted, season: Season
) -> dict[str, Any]:
    _need(season, "sign-up", "running")
    there = event.person in season.substitutes
    if isinstance(event, events.SubstituteListed):
        if there:
            raise Refusal("listed", "You are already on the list of substitutes.")
        return {"substitutes": (*season.substitutes, event.person)}
    if not there:
        raise Refusal("not-listed", "You are not on the list of substitutes.")
    return {"substitutes": tuple(one for one in season.substitutes if one != event.person)}


def _table(season: Season, number: int) -> events.DrawnTable:
    _need(season, "running")
    drawn = season.tables.get(number)
    if drawn is None:
        raise no_table(number)
    if number in season.voided:
        raise Refusal("voided", "Table {table} no longer counts.", table=number)
    return drawn


@_changes.register
def _timed_out(event: events.TimedOut, season: Season) -> dict[str, Any]:
    drawn = _table(season, event.table)
    if event.table in season.results or event.entry not in drawn.entries or event.turns < 1:
        raise Refusal("time-out", "It is not this player's turn at that table.")
    key = (event.table, event.entry)
    turns = season.time_outs.get(key, 0) + event.turns
    return {"time_outs": {**season.time_outs, key: turns}}


def _checked(season: Season, result: Result) -> None:
    drawn = _table(season, result.table)
    problem = check(result)
    if problem is None and tuple([line.entry for line in result.lines]) != drawn.entries:
        problem = "The result must name the players of the table in their seats."
    if problem is not None:  # neither a form nor a game makes such a result
        raise Refusal(
            "result", "This cannot be the result of table {table}; check it.", table=result.table
        ) from ValueError(problem)


@_changes.register
def _finished(event: events.Finished, season: Season) -> dict[str, Any]:
    result = _counted(season, season.results, event)
    return {"results": {**season.results, result.table: result}}


def _counted(season: Season, results: Mapping[int, Result], event: events.Finished) -> Result:
    """The result that counts for a table, given those of the others. Raises Refusal if the table
    already has one."""
    _checked(season, event.result)
    number = event.result.table
    if number in results:
        raise Refusal(
            "finished-table", "Table {table} has a result; correct it instead.", table=number
        )
    result = event.result
    return result if event.how == "played" else replace(result, how=event.how)


@_changes.register
def _corrected(event: events.Corrected, season: Season) -> dict[str, Any]:
    _checked(season, event.result)
    number = event.result.table
    if number not in season.results:
        raise Refusal("unfinished", "Table {table} has no result to correct.", table=number)
    return {"results": {**season.results, number: event.result}}


@_changes.register
def _voided(event: events.Voided, season: Season) -> dict[str, Any]:
    _table(season, event.table)
    results, taken_out = dict(season.results), dict(season.taken_out)
    if event.table in results:
        taken_out[event.table] = results.pop(event.table)
    return {"voided": season.voided | {event.table}, "results": results, "taken_out": taken_out}


def _drawn_table(season: Season, number: int) -> None:
    _need(season, "running")
    if number not in season.tables:
        raise no_table(number)
    if number in season.replaced:
        raise Refusal(
            "old-draw", "That table is no longer in the season: its round was drawn again."
        )


@_changes.register
def _restored(event: events.Restored, season: Season) -> dict[str, Any]:
    _drawn_table(season, event.table)
    if event.table not in season.voided:
        raise Refusal(
            "not-voided",
            "Table {table} has not been removed; it is still in the season.",
            table=event.table,
        )
    results, taken_out = dict(season.results), dict(season.taken_out)
    if event.table in taken_out:
        results[event.table] = taken_out.pop(event.table)
    return {"voided": season.voided - {event.table}, "results": results, "taken_out": taken_out}


@_changes.register
def _replayed(event: events.Replayed, season: Season) -> dict[str, Any]:
    _drawn_table(season, event.table)

    def others(found: Mapping[int, Any]) -> dict[int, Any]:
        return {number: kept for number, kept in found.items() if number != event.table}

    return {
        "voided": season.voided - {event.table},
        "results": others(season.results),
        "taken_out": others(season.taken_out),
        "time_outs": {at: n for at, n in season.time_outs.items() if at[0] != event.table},
    }


@_changes.register
def _disputed(event: events.Disputed, season: Season) -> dict[str, Any]:
    _need(season, "running")
    if event.table not in season.tables:
        raise no_table(event.table)
    if not season.played_at(event.person, event.table):
        raise Refusal("not-at-table", "You do not play at table {table}.", table=event.table)
    return {"disputes": disputed(season.disputes, event)}


@_changes.register
def _settled(event: events.Settled, season: Season) -> dict[str, Any]:
    _need(season, "running")
    return {"disputes": settled(season.disputes, event)}


@_changes.register
def _reopened(event: events.Reopened, season: Season) -> dict[str, Any]:
    if season.phase != "finished":
        raise Refusal("not-closed", "The season is not closed; there is nothing to reopen.")
    return {"phase": "running"}


@_changes.register
def _adjusted(event: events.Adjusted, season: Season) -> dict[str, Any]:
    _entry(season, event.entry)
    units = season.adjustments.get(event.entry, 0) + event.units
    return {"adjustments": {**season.adjustments, event.entry: units}}


@_changes.register
def _closed(event: events.Closed, season: Season) -> dict[str, Any]:
    _need(season, "running")
    if waiting := season.open_tables():
        # Translators: {count} is how many they are
        raise Refusal(
            "open-tables",
            "Some tables are not finished ({count}); finish or remove them first.",
            count=len(waiting),
        )
    return {"phase": "finished", "stood": event.standings or season.stood}
