"""One outbox of notes for tables and seasons, in the place of words stored beside each."""

import json
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "outbox"
down_revision = "reviews"
branch_labels = None
depends_on = None

Fields = dict[str, Any]
FOR_SEATS = (
    "CallSeat", "RemindSeat", "NudgeSeat", "TimeNearlyOver", "TimeOver", "CallModerators",
    "CallSubstitutes",
)  # fmt: skip
PLAIN = {
    "paused": "ClocksStopped", "bids": "CallBidders", "bid_reminder": "RemindBidders",
    "goes_on": "GameGoesOn", "sign-up": "SignUpOpened", "pinged sign-up": "RolePinged",
    "closed": "EndAnnounced", "no threads": "NoThreads", "too few": "TooFewSignedUp",
    "late": "StillPlayed", "final due": "FinalDue",
}  # fmt: skip
"""Words that become one note without fields, or with empty ones."""
EMPTY: dict[str, Fields] = {"FinalDue": {"again": None}}
ONE_NUMBER = {
    "last_call": ("TimeNearlyOver", "seat"), "time_out": ("TimeOver", "seat"),
    "substitute": ("CallSubstitutes", "seat"), "moderators": ("CallModerators", "seat"),
    "resumed": ("ClocksStarted", "seat"), "entry": ("ActAtTable", "entry"),
    "replaced": ("SeatReplaced", "entry"), "event": ("Happened", "n"), "offer": ("SeatFree", "n"),
    "seats": ("ChangeSeats", "n"), "stop": ("StopGame", "table"),
    "dispute": ("DisputeRaised", "number"), "decided": ("DisputeDecided", "number"),
}  # fmt: skip
"""Words that consist of one word and a number, with their notes and fields."""


def note_of(word: str) -> tuple[str, Fields] | None:
    """Find the kind and the fields of the note for a word; None for an unknown word."""
    if word in PLAIN:
        return (PLAIN[word], EMPTY.get(PLAIN[word], {}))
    what, *rest = word.split(" ")
    match what, rest:
        case "direct", [seat]:
            return ("CallSeat", {"seat": int(seat), "way": "direct", "silent": False})
        case (("turn" | "reminder"), [seat, way, *silent]):
            kind = "CallSeat" if what == "turn" else "RemindSeat"
            return (kind, {"seat": int(seat), "way": way, "silent": bool(silent)})
        case "nudge", [seat, way, by]:
            return ("NudgeSeat", {"seat": int(seat), "way": way, "by": int(by)})
        case (("rewind_request" | "pause_request" | "abandon_request"), []):
            return ("AskAgreement", {"to": what.removesuffix("_request")})
        case "abandoned", [seat]:
            return ("TableGivenUp", {"seat": int(seat), "person": None})
        case "abandoned_by", [person]:
            return ("TableGivenUp", {"seat": None, "person": int(person)})
        case "gone", [seat]:
            return ("ChannelLost", {"seat": int(seat)})
        case "gone_moderators", []:
            return ("ChannelLost", {"seat": None})
        case (("timed_out" | "ran_out"), [seat, version]):
            by_computer = what == "timed_out"
            lost = {"seat": int(seat), "version": int(version), "by_computer": by_computer}
            return ("TurnTimedOut", lost)
        case "seat", [entry, where]:
            return ("SeatTaken", {"entry": int(entry), "whole_season": where == "season"})
        case "given", ["up", table, game, rewinds]:
            fields = {"table": int(table), "game": int(game), "rewinds": int(rewinds)}
            return ("NoResult", fields)
        case (("due" | "overdue"), [table, at]):
            kind = "TableDue" if what == "due" else "TableOverdue"
            return (kind, {"table": int(table), "at": f"{at}:00Z"})
        case "appeals", [until]:
            return ("AppealsOpen", {"until": f"{until}:00Z"})
        case "no", ["event", *why]:
            return ("NoEvent", {"why": " ".join(why)})
        case "no", ["room", why, day]:
            return ("NoRoom", {"why": why, "day": day})
        case "not", ["drawn", why]:
            return ("NotDrawn", {"why": why})
        case "deal", [seal]:
            return ("DealSealed", {"seal": seal})
        case "kept", ["open", *which]:
            numbers = [one for one in which if one[:1].isdigit()]
            why = [one for one in which if one not in numbers]
            return ("KeptOpen", {"why": " ".join(why) or "waits", "which": " ".join(numbers)})
        case "round", [division, number]:
            return ("RoundOver", {"division": int(division), "number": int(number)})
        case "final", ["again", table]:
            return ("FinalDue", {"again": int(table)})
        case "to", ["close", since]:
            return ("ReadyToClose", {"since": f"{since}Z"})
        case _ if what in ONE_NUMBER and len(rest) == 1:
            kind, field = ONE_NUMBER[what]
            return (kind, {field: int(rest[0])})
    return None


def _each_seat(word: str) -> list[str]:
    """Split a nudge of several seats into one for each."""
    what, *rest = word.split(" ")
    if what != "nudge":
        return [word]
    return [" ".join(("nudge", seat, *rest[1:])) for seat in rest[0].split(",")]


def word_of(kind: str, one: Fields) -> str | None:
    """Find the word for a note; None for a note that had no word."""
    names = {name: word for word, name in PLAIN.items()}
    numbers = {name: word for word, (name, _) in ONE_NUMBER.items()}
    if kind in (*numbers, "ActInSeason"):
        return f"{numbers.get(kind, 'entry')} {next(iter(one.values()))}"
    if kind in names and one == EMPTY.get(kind, {}):
        return names[kind]
    match kind:
        case "CallSeat" | "RemindSeat":
            what = "turn" if kind == "CallSeat" else "reminder"
            return f"{what} {one['seat']} {one['way']}" + (" silent" if one["silent"] else "")
        case "NudgeSeat":
            return f"nudge {one['seat']} {one['way']} {one['by']}"
        case "AskAgreement":
            return f"{one['to']}_request"
        case "TableGivenUp":
            by_seat = one["person"] is None
            return f"abandoned {one['seat']}" if by_seat else f"abandoned_by {one['person']}"
        case "ChannelLost":
            return "gone_moderators" if one["seat"] is None else f"gone {one['seat']}"
        case "TurnTimedOut":
            what = "timed_out" if one["by_computer"] else "ran_out"
            return f"{what} {one['seat']} {one['version']}"
        case "SeatTaken":
            return f"seat {one['entry']} {'season' if one['whole_season'] else 'table'}"
        case "NoResult":
            return f"given up {one['table']} {one['game']} {one['rewinds']}"
        case "TableDue" | "TableOverdue":
            what = "due" if kind == "TableDue" else "overdue"
            return f"{what} {one['table']} {one['at'][:16]}"
        case "AppealsOpen":
            return f"appeals {one['until'][:16]}"
        case "NoEvent":
            return f"no event {one['why']}".strip()
        case "NoRoom":
            return f"no room {one['why']} {one['day']}"
        case "NotDrawn":
            return f"not drawn {one['why']}"
        case "DealSealed":
            return f"deal {one['seal']}"
        case "KeptOpen":
            why = "" if one["why"] == "waits" else f"{one['why']} "
            return f"kept open {why}{one['which']}"
        case "RoundOver":
            return f"round {one['division']} {one['number']}"
        case "FinalDue":
            return f"final again {one['again']}"
        case "ReadyToClose":
            return f"to close {one['since'][:19]}"
    return None


TABLES = sa.table("tables", sa.column("id"), sa.column("untold", sa.JSON(none_as_null=True)))
SEASONS = sa.table(
    "seasons", sa.column("id"), sa.column("status"), sa.column("settings", sa.JSON),
    sa.column("made", sa.JSON(none_as_null=True)),
)  # fmt: skip
EVENTS = sa.table("season_events", sa.column("season_id"), sa.column("n"), sa.column("kind"))
OUTBOX = sa.table(
    "outbox", sa.column("id"), sa.column("table_id"), sa.column("season_id"), sa.column("kind"),
    sa.column("note"), sa.column("seat"), sa.column("told", sa.Boolean),
)  # fmt: skip


def upgrade() -> None:
    """Make the outbox and fill it with the notes for the words that wait."""
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("table_id", sa.Integer),
        sa.Column("season_id", sa.Integer),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("told", sa.Boolean, nullable=False),
        sa.CheckConstraint("(table_id IS NULL) <> (season_id IS NULL)", name="table_or_season"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_outbox_table_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_outbox_season_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    for owner in ("table_id", "season_id"):
        op.create_index(f"uq_outbox_{owner}", "outbox", [owner, "kind", "note"], unique=True)
    op.add_column("seasons", sa.Column("made", sa.JSON))
    connection = op.get_bind()
    waiting = connection.execute(sa.select(TABLES).where(TABLES.c.untold.is_not(None)))
    for table in waiting.all():
        _add(connection, "table_id", table.id, table.untold, told=False)
    for season in connection.execute(sa.select(SEASONS).order_by(SEASONS.c.id)).all():
        _bring_over(connection, season)
    op.drop_column("tables", "untold")


def _bring_over(connection: sa.Connection, season: Any) -> None:
    settings = dict(season.settings)
    told, untold = settings.pop("told", []), settings.pop("untold", [])
    made = settings.pop("made", None) or {}
    disputed = [word.split(" ") for word in told if word.startswith("disputed ")]
    if disputed:
        made["disputes"] = {
            number: {"channel": int(channel), "message": int(message), "private": how == "private"}
            for _, number, channel, message, how in disputed
        }
    _add(connection, "season_id", season.id, told, told=True)
    _add(connection, "season_id", season.id, untold, told=False)
    # the bot was stopped between closing the season and announcing its end
    if season.status == "finished" and "closing" in told and "closed" not in told and not untold:
        closed = sa.select(sa.func.max(EVENTS.c.n)).where(
            EVENTS.c.season_id == season.id, EVENTS.c.kind == "Closed"
        )
        n = connection.scalar(closed)
        _add(connection, "season_id", season.id, [] if n is None else [f"event {n}"], told=False)
    if settings != season.settings:
        connection.execute(
            sa.update(SEASONS)
            .where(SEASONS.c.id == season.id)
            .values(settings=settings, made=made or None)
        )


def _add(
    connection: sa.Connection, owner: str, number: int, words: Iterable[str], *, told: bool
) -> None:
    known: set[tuple[str, str]] = set()
    for kind, fields in filter(None, map(note_of, chain.from_iterable(map(_each_seat, words)))):
        if kind == "ActAtTable" and owner == "season_id":
            kind = "ActInSeason"
        written = json.dumps(fields, separators=(",", ":"))
        if (kind, written) in known:
            continue
        known.add((kind, written))
        seat = fields["seat"] if kind in FOR_SEATS else None
        connection.execute(
            sa.insert(OUTBOX).values(
                {owner: number, "kind": kind, "note": written, "seat": seat, "told": told}
            )
        )


def downgrade() -> None:
    """Write the waiting notes as words again."""
    op.add_column("tables", sa.Column("untold", sa.JSON))
    connection = op.get_bind()
    rows = connection.execute(sa.select(OUTBOX).order_by(OUTBOX.c.id)).all()
    for number in {row.table_id for row in rows if row.table_id is not None}:
        words = _words([row for row in rows if row.table_id == number])
        connection.execute(
            sa.update(TABLES).where(TABLES.c.id == number).values(untold=words or None)
        )
    for season in connection.execute(sa.select(SEASONS)).all():
        mine = [row for row in rows if row.season_id == season.id]
        made = dict(season.made or {})
        told = _words([row for row in mine if row.told])
        told += [
            f"disputed {number} {one['channel']} {one['message']} "
            f"{'private' if one['private'] else 'moderators'}"
            for number, one in made.pop("disputes", {}).items()
        ]
        kept = {"told": told, "untold": _words([r for r in mine if not r.told]), "made": made}
        settings = {**season.settings, **{key: value for key, value in kept.items() if value}}
        connection.execute(
            sa.update(SEASONS).where(SEASONS.c.id == season.id).values(settings=settings)
        )
    op.drop_column("seasons", "made")
    op.drop_table("outbox")


def _words(rows: Sequence[Any]) -> list[str]:
    words = [word_of(row.kind, json.loads(row.note)) for row in rows]
    return [word for word in words if word is not None]
