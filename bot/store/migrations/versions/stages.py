"""What came after version 1.0.0: what organisers of a league may do who play, its staff, and codes
by which somebody who was erased is known again. And what that version stored in another form:
seasons with a form and a final in place of stages and with tie-breaks of their own, people ordered
by hand, who floated in Swiss rounds, acts under other names, acts that waited for a second
moderator, shared deals.

A season that is closed keeps the order, the points and the champions with which it was closed: they
are reckoned here once more, as that version did, and written into the log."""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "stages"
down_revision = "first"
branch_labels = None
depends_on = None

Json = dict[str, Any]
_SAME_FOR_ALL = ("chain", "computer_percent")
_BEFORE = ("form", "games", "finals", "finalists", "final_games")
_EVENTS = (
    "Created", "RulesChanged", "FinalDrawn", "StageDrawn", "DrawPrepared", "RoundDrawn", "Closed",
)  # fmt: skip
_ACTS: Mapping[str, tuple[str, Json]] = {
    "dispute-reject": ("dispute-settle", {"rejected": True}),
    "resume": ("pause", {"back": True}),
    "season-cancel": ("season-new", {"back": True}),
    "season-correct": ("season-result", {"forfeiting": 0}),
    "season-final": ("season-round", {"division": 1000, "round": 1, "seen": {"stage": "final"}}),
    "season-hand-over": ("season-withdraw", {"by_rule": True}),
    "season-late": ("season-sign-up", {"late": True}),
    "season-reopen": ("season-close", {"back": True}),
    "season-restore": ("season-void", {"back": True}),
    "season-sign-off": ("season-sign-up", {"back": True}),
    "season-take-seat": ("season-substitute", {}),
    "season-unban": ("season-ban", {"back": True}),
}
"""Names of acts, each with the present name and the details that those entries lack."""


def upgrade() -> None:
    """Organisers may do everything, as so far; of people erased before nothing is known; acts that
    waited were not done. A shared deal stays where a table has it already."""
    op.add_column(
        "leagues",
        sa.Column("organisers", sa.String(8), nullable=False, server_default="daylight"),
    )
    op.add_column("leagues", sa.Column("staff", sa.JSON(), nullable=False, server_default="{}"))
    op.create_table(
        "marks",
        sa.Column("stand_in", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("stand_in", name=op.f("pk_marks")),
        sqlite_with_rowid=False,
    )
    op.execute("UPDATE moderation SET status = 'refused' WHERE status = 'pending'")
    _keep_standings()
    _rewrite("season_events", ("season_id", "n"), "payload", _event, "kind", _EVENTS)
    for table in ("seasons", "leagues"):
        _rewrite(table, ("id",), "settings", partial(_with_rules, _rules))
    for old, (new, lacked) in _ACTS.items():
        _rewrite("moderation", ("id",), "details", partial(_completed, lacked), "act", (old,))
        op.execute(sa.update(_MODERATION).where(_MODERATION.c.act == old).values(act=new))
    changed = partial(_with_rules, _rules)
    _rewrite("moderation", ("id",), "details", changed, "act", ("season-settings",))
    gone = "'NoEvent', 'DealSealed', 'RoundOver', 'FinalDue', 'GiveRoles', 'NoRoles', 'RolePinged'"
    gone += ", 'TableDue', 'TableOverdue', 'CallSubstitutes'"
    op.execute(
        "UPDATE outbox SET kind = 'CallModerators' WHERE kind = 'CallSubstitutes' AND NOT EXISTS "
        "(SELECT 1 FROM outbox AS called WHERE called.kind = 'CallModerators' "
        "AND called.table_id = outbox.table_id AND called.note = outbox.note)"
    )
    op.execute(f"DELETE FROM outbox WHERE kind IN ({gone})")
    op.drop_column("seasons", "secret")


def downgrade() -> None:
    """Write rules and finals again as version 1.0.0 does, as far as it knows such seasons."""
    op.add_column("seasons", sa.Column("secret", sa.String(64)))
    _rewrite("season_events", ("season_id", "n"), "payload", _event_before, "kind", _EVENTS)
    for table in ("seasons", "leagues"):
        _rewrite(table, ("id",), "settings", partial(_with_rules, _rules_before))
    op.drop_table("marks")
    op.drop_column("leagues", "staff")
    op.drop_column("leagues", "organisers")


_MODERATION = sa.table("moderation", sa.column("act"))


def _rewrite(
    table: str,
    key: Sequence[str],
    column: str,
    change: Callable[[Json], Json],
    which: str | None = None,
    values: Collection[str] = (),
) -> None:
    """Change the JSON of a column, where the column `which` has one of these values; the name of an
    event is kept beside it, too."""
    names = [*key, *([which] if which else [])]
    kept = sa.table(table, *map(sa.column, names), sa.column(column, sa.JSON))
    query = sa.select(kept)
    if which is not None:
        query = query.where(kept.c[which].in_(values))
    for row in op.get_bind().execute(query).mappings().all():
        now = change(row[column])
        if now == row[column]:
            continue
        named = {"kind": now["event"]} if which == "kind" else {}
        of_row = (kept.c[name] == row[name] for name in key)
        op.execute(sa.update(kept).where(*of_row).values({column: now, **named}))


def _completed(lacked: Json, details: Json) -> Json:
    return {**lacked, **details}


def _with_rules(change: Callable[[Json], Json], value: Json) -> Json:
    """The value with the rules of a season changed, wherever they stand in it."""
    return {
        name: (change(one) if name == "rules" else _with_rules(change, one))
        if isinstance(one, dict)
        else one
        for name, one in value.items()
    }


def _rules(rules: Json) -> Json:
    """The stages in place of form and final; without what is the same in all seasons now."""
    rules = {name: one for name, one in rules.items() if name not in _SAME_FOR_ALL}
    if "stages" in rules or not any(name in rules for name in _BEFORE):
        return rules
    form, games = rules.get("form", "games"), rules.get("games")
    kind = "swiss" if form == "swiss" else "groups"
    stages = [{"kind": kind, "games": games, "in_rounds": form == "rounds"}]
    if (who := rules.get("finals", "none")) != "none":
        players, games = rules.get("finalists", 4), rules.get("final_games", 1)
        stages.append({"kind": "final", "games": games, "who": who, "players": players})
    return {**{k: one for k, one in rules.items() if k not in _BEFORE}, "stages": stages}


def _rules_before(rules: Json) -> Json:
    first, *later = rules.get("stages", [{"kind": "knockout"}])
    if first["kind"] == "knockout" or [one["kind"] for one in later] not in ([], ["final"]):
        return rules
    form = "rounds" if first.get("in_rounds") else "games"
    old = {"form": "swiss" if first["kind"] == "swiss" else form, "games": first.get("games")}
    for final in later:
        old |= {"finals": final["who"], "finalists": final["players"]}
        old["final_games"] = final["games"]
    return {**{k: one for k, one in rules.items() if k != "stages"}, **old}


def _event(event: Json) -> Json:
    if event["event"] == "FinalDrawn":
        entries, tables = event["finalists"], event["tables"]
        return {"event": "StageDrawn", "stage": 1, "entries": entries, "tables": tables}
    if event["event"] == "DrawPrepared":
        people, sizes = event.get("entries", []), event["sizes"]
        if event["order"] != "hand":
            return {name: one for name, one in event.items() if name != "entries"}
        fit = sum(sizes) == len(people) and min(sizes, default=0) > 1
        places = [number for number, size in enumerate(sizes) for _ in range(size)]
        return {"event": "Seeded", "order": people, "divisions": places if fit else []}
    kept = {name: one for name, one in event.items() if not name.startswith("floated_")}
    return _with_rules(_rules, kept)


def _event_before(event: Json) -> Json:
    if event["event"] == "Closed":
        return {"event": "Closed"}
    if event["event"] == "StageDrawn" and event["stage"] == 1 and not event.get("byes"):
        entries, tables = event["entries"], event["tables"]
        return {"event": "FinalDrawn", "finalists": entries, "tables": tables}
    return _with_rules(_rules_before, event)


# --- the standings of closed seasons --------------------------------------------------------------


_UNIT = 60_000
_SCHEMES: Mapping[str, tuple[Sequence[Sequence[int]], int, int]] = {
    "10-6-3-1": (((10, 0), (10, 4, 1), (10, 6, 3, 1), (10, 7, 4, 3, 1)), 0, 0),
    "1000-100-10": (((1000, 0), (1000, 100, 0), (1000, 100, 10, 0), (1000, 100, 10, 1, 0)), 1, 0),
    "share": (((0, 0), (0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0, 0)), 0, 100),
    "beaten": (((2, 0), (4, 2, 0), (6, 4, 2, 0), (8, 6, 4, 2, 0)), 0, 0),
    "wins": (((1, 0), (1, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0, 0)), 0, 0),
}
"""The points schemes: for tables of 2 to 5 the points of each place; the points for as many points
as the winner has; those for an average share of all points."""
_STANDARD = (
    "points", "wins", "head_to_head", "margin", "opponents", "computer_turns", "lot",
)  # fmt: skip


def _keep_standings() -> None:
    """Write into the end of each closed season how its divisions and its final stood."""
    kept = sa.table(
        "season_events", *map(sa.column, ("season_id", "n", "kind")), sa.column("payload", sa.JSON)
    )
    ends = sa.select(kept.c.season_id).where(kept.c.kind == "Closed").distinct()
    for season_id in op.get_bind().scalars(ends).all():
        of_season = sa.select(kept).where(kept.c.season_id == season_id).order_by(kept.c.n)
        log = op.get_bind().execute(of_season).all()
        if log[-1].kind == "Closed" and "stages" not in log[0].payload["rules"]:
            now = {"event": "Closed", "standings": [*_standings([one.payload for one in log])]}
            at_end = kept.c.season_id == season_id, kept.c.n == log[-1].n
            op.execute(sa.update(kept).where(*at_end).values(payload=now))


def _standings(log: Sequence[Json]) -> Iterator[Json]:
    """The lines of the standings by a log of version 1.0.0, each with its division, whose number is
    1000 for the final."""
    divisions, where = dict[int, list[int]](), dict[int, int]()
    results, taken_out = dict[int, Json](), dict[int, Json]()
    units, byes, gone = Counter[int](), Counter[tuple[int, int]](), set[int]()
    rules, seed = dict[str, Any](), ""
    for event in log:
        where |= {one["table"]: one["division"] for one in event.get("tables", ())}
        match event["event"]:
            case "Created" | "RulesChanged":
                rules = event["rules"]
            case "RankedBy":
                rules = {**rules, "chain": event["chain"]}
            case "Drawn":
                seed = event["seed"]
                playing = {entry for one in event["tables"] for entry in one["entries"]}
                for division, drawn in enumerate(event["divisions"]):
                    divisions[division] = list(drawn["entries"])
                    byes.update((division, one) for one in drawn["entries"] if one not in playing)
            case "RoundDrawn":
                byes.update((event["division"], entry) for entry in event["byes"])
            case "FinalDrawn":
                divisions[1000] = event["finalists"]
            case "EnteredLate":
                divisions[event["division"]].append(event["person"])
            case "Withdrew":
                gone.add(event["entry"])
            case "Substituted":
                gone.discard(event["entry"])
            case "Finished":
                how = event.get("how", "played")
                result = event["result"] if how == "played" else {**event["result"], "how": how}
                results[result["table"]] = result
            case "Corrected":
                results[event["result"]["table"]] = event["result"]
            case "Voided" if event["table"] in results:
                taken_out[event["table"]] = results.pop(event["table"])
            case "Restored" if event["table"] in taken_out:
                results[event["table"]] = taken_out.pop(event["table"])
            case "Replayed":
                results.pop(event["table"], None)
                taken_out.pop(event["table"], None)
            case "Adjusted":
                units[event["entry"]] += event["units"]
    places, ratio, share = _SCHEMES[rules["scheme"]]
    full = places[rules.get("seats", 4) - 2]
    bye = _divided(_UNIT * sum(full), len(full)) + _UNIT * (ratio + share)
    for division, entries in divisions.items():
        sums = {entry: Counter[str]() for entry in entries}
        if division < 1000:
            swiss = rules.get("form") == "swiss"
            for entry in entries:
                sums[entry]["points"] = units[entry] + swiss * bye * byes[division, entry]
        own = [result for number, result in results.items() if where[number] == division]
        yield from _ranking(division, sums, own, gone, rules, f"{seed} {division}")


def _divided(whole: int, parts: int) -> int:
    return (2 * whole + parts) // (2 * parts)


def _ranking(
    division: int,
    sums: Mapping[int, Counter[str]],
    results: Sequence[Json],
    gone: Collection[int],
    rules: Json,
    seed: str,
) -> Iterator[Json]:
    """The lines of one division; `sums` are what its entries have apart from tables, and have all
    that criteria need afterwards. An entry that was given up has no place."""
    percent = rules.get("computer_percent", 20)
    met: dict[int, list[int]] = {entry: [] for entry in sums}
    for result in results:
        _add_up(result, sums, met, rules["scheme"], percent)

    def values(criterion: str, tied: Sequence[int]) -> Mapping[int, int]:
        if criterion == "head_to_head":
            return _head_to_head(results, tied, percent)
        if criterion == "lot":
            lots = (hashlib.sha256(f"{seed}:{n}".encode()).digest() for n, _ in enumerate(sums, 1))
            return {one: int.from_bytes(lot[:4]) for one, lot in zip(sums, lots, strict=True)}
        if criterion == "opponents":
            points = {e: [sums[one]["points"] for one in met[e] if one != e] for e in tied}
            return {e: sum(of) // len(of) if of else 0 for e, of in points.items()}
        name, by_game, _ = criterion.partition("_average")
        name = {"average": "points", "seconds": "place 2", "thirds": "place 3"}.get(name, name)
        whole = not by_game and criterion not in ("average", "ratio")
        return {e: sums[e][name] // (1 if whole else max(1, sums[e]["games"])) for e in tied}

    def ranked(tied: list[int], chain: Sequence[str]) -> list[list[int]]:
        if len(tied) < 2 or not chain:
            return [tied] if tied else []
        by = values(chain[0], tied)
        if chain[0] == "computer_turns":
            by = {entry: -turns for entry, turns in by.items()}
        order = sorted(tied, key=lambda entry: -by[entry])
        groups = (list(group) for _, group in groupby(order, key=by.__getitem__))
        return [inner for group in groups for inner in ranked(group, chain[1:])]

    chain, place = rules.get("chain", _STANDARD), 1
    for out in (False, True):
        for group in ranked([entry for entry in sums if (entry in gone) == out], chain):
            for entry in group:
                yield {
                    "division": division, "entry": entry, "place": None if out else place,
                    "points": sums[entry]["points"], "wins": sums[entry]["wins"],
                }  # fmt: skip
            place += len(group)


def _add_up(
    result: Json,
    sums: Mapping[int, Counter[str]],
    met: Mapping[int, list[int]],
    scheme: str,
    percent: int,
) -> None:
    lines = result["lines"]
    at = [line["place"] for line in lines]
    by_place, ratio, share = _SCHEMES[scheme]
    counted = [line for line in lines if not (line["forfeited"] and result["how"] == "forfeit")]
    reached = [max(0, line["points4"]) for line in counted]
    top, most = max(reached, default=0), max(line["points4"] for line in lines)
    for line in lines:
        entry, points4 = line["entry"], line["points4"]
        if entry not in sums:
            continue
        own, place = sums[entry], line["place"]
        own["games"] += 1
        own["computer_turns"] += line["computer_turns"]
        if not line["forfeited"]:
            met[entry] += [one["entry"] for one in lines if one["entry"] in sums and one in counted]
        if _earns_nothing(line, percent):
            continue
        tied = at.count(place)
        taken = by_place[len(lines) - 2][place - 1 : place - 1 + tied]
        own["points"] += _divided(_UNIT * sum(taken), tied)
        if line in counted:
            points = max(0, points4)
            own["points"] += _divided(_UNIT * ratio * points, top) if top else _UNIT * ratio
            whole, everything = _UNIT * share * len(counted) * points, sum(reached)
            own["points"] += _divided(whole, everything) if everything else _UNIT * share
        own[f"place {place}"] += 1
        own["wins"] += (place == 1) * _UNIT // at.count(1)
        own["total"] += points4
        if len(counted) > 1:
            others = sum(one["points4"] for one in lines) - points4
            own["margin"] += 12 * points4 - 12 // (len(counted) - 1) * others
        own["ratio"] += _UNIT * points4 // most if points4 > 0 else 0


def _earns_nothing(line: Json, percent: int) -> bool:
    turns = line["computer_turns"] + sum(n for _, n in line["turns"])
    return bool(line["forfeited"] or 100 * line["computer_turns"] > percent * turns)


def _head_to_head(results: Sequence[Json], tied: Sequence[int], percent: int) -> Mapping[int, int]:
    """For each of the tied entries how many of the others stood behind it at their common tables,
    less those in front."""
    net = dict.fromkeys(tied, 0)
    for result in results:
        here = {
            line["entry"]: 99 if _earns_nothing(line, percent) else line["place"]
            for line in result["lines"]
            if line["entry"] in net
        }
        for one, place in here.items():
            net[one] += sum((place < other) - (place > other) for other in here.values())
    return net
