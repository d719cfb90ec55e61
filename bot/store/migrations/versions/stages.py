"""What came after version 1.0.0: what organisers of a league may do who play, its staff, and codes
by which somebody who was erased is known again. And what that version stored in another form:
seasons with a form and a final in place of stages and with tie-breaks of their own, people ordered
by hand, who floated in Swiss rounds, acts under other names, acts that waited for a second
moderator, shared deals."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
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
_EVENTS = ("Created", "RulesChanged", "FinalDrawn", "StageDrawn", "DrawPrepared", "RoundDrawn")
_ACTS: Mapping[str, tuple[str, Json]] = {
    "dispute-reject": ("dispute-settle", {"rejected": True}),
    "resume": ("pause", {"back": True}),
    "season-correct": ("season-result", {"forfeiting": 0}),
    "season-final": ("season-round", {"division": 1000, "round": 1, "seen": {"stage": "final"}}),
    "season-hand-over": ("season-withdraw", {"by_rule": True}),
    "season-restore": ("season-void", {"back": True}),
    "season-take-seat": ("season-substitute", {}),
    "season-unban": ("season-ban", {"days": None, "back": True}),
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
    _rewrite("season_events", ("season_id", "n"), "payload", _event, "kind", _EVENTS)
    for table in ("seasons", "leagues"):
        _rewrite(table, ("id",), "settings", partial(_with_rules, _rules))
    for old, (new, lacked) in _ACTS.items():
        _rewrite("moderation", ("id",), "details", partial(_completed, lacked), "act", (old,))
        op.execute(sa.update(_MODERATION).where(_MODERATION.c.act == old).values(act=new))
    changed = partial(_with_rules, _rules)
    _rewrite("moderation", ("id",), "details", changed, "act", ("season-settings",))
    gone = "'NoEvent', 'DealSealed', 'RoundOver', 'FinalDue'"
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
    if event["event"] == "StageDrawn" and event["stage"] == 1 and not event.get("byes"):
        entries, tables = event["entries"], event["tables"]
        return {"event": "FinalDrawn", "finalists": entries, "tables": tables}
    return _with_rules(_rules_before, event)
