"""All data stored about a person at tables, for that person and nobody else.

Others are in it by their seats alone. The prepared turns, plans and secret choices in it are the
person's own.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import structlog

from bot.refusal import Refusal
from bot.store import privacy
from bot.store import tables as stored
from bot.store.privacy import Expired
from bot.tables.finding import Tables
from bot.tables.looking_back import Result, result
from bot.tables.records import join_of_person
from bot.text.translation import N_

Row = Mapping[str, Any]
NOTE = "note"
"""The act by which moderators write a note for themselves."""
logger = structlog.get_logger(__name__)
EXPLAINED: Mapping[str, str] = {
    "settings": N_(
        "Your time zone, quiet hours and vacation, and how you want to hear that it is your "
        "turn, as set with /pings."
    ),
    "language": N_("Your Discord language when you last used the bot, for direct messages."),
    "seats": N_(
        "Every table you sit at: your name there, what you have prepared or planned, your "
        "clock, what you agreed to, the mark that stands for you in the sealed deal, and how "
        "the game ended. Seats are counted from 1; the others at the table are left out."
    ),
    "opened": N_("The tables you opened or became host of."),
    "invitations": N_("Tables you were invited to, and whether you said “Not now”."),
    "game nights": N_("Weekly game nights that you host."),
    "actions": N_(
        "Every action you have confirmed, with its time (UTC), numbered from 0 at each table. "
        "Actions taken back are kept and marked. /verify gives the whole record of a finished "
        "game."
    ),
    "rewinds": N_("Games that were rewound to an earlier turn because you were the first to ask."),
    "statistics": N_(
        "What the statistics keep about your games: the seats you sat in, your totals on each "
        "server, and, outside leagues, your rating there after each game. Also your turns of "
        "the day, the turns of your own games that come back as puzzles, and how many turns "
        "you took on time at each table with a clock."
    ),
    "open tables": N_(
        "The servers on which you are called for games, and which games you are called for."
    ),
    "moderation": N_(
        "What moderators did that involved you, and what you did as a moderator. Moderators' "
        "private notes are left out; ask the moderators about those."
    ),
}
"""The explanation of each part, for readers of the file."""
COUNTED: Mapping[str, str] = {
    "games": "counted_seats", "sums": "figures", "ratings": "server_ratings",
    "turns of the day": "tries", "mistakes": "puzzles", "turns on time": "timed_turns",
}  # fmt: skip
"""The tables of the database with somebody's statistics, by their names in the file."""


async def stored_about(tables: Tables, user_id: int) -> Mapping[str, Any]:
    """Collect all data about a person at tables, by the parts of `EXPLAINED`, in plain JSON types.
    Show it to that person alone."""
    read = tables.store.read
    chosen = await read(privacy.rows_of, "people", user_id)
    seats = []
    for row in await read(privacy.seats_of, user_id):
        ended = None
        if row["status"] == "finished":
            try:
                ended = await result(await tables.read(row["table_id"]))
            except Refusal:  # today's rules cannot replay it
                logger.info("result left out", table=row["table_id"])
        seats.append(about_seat(row, ended, user_id))
    confirmed = await read(privacy.rows_of, "events", user_id)
    gone = await read(privacy.rows_of, "undone", user_id)
    return {
        "settings": dict(chosen[0]["chosen"]) if chosen else None,
        "language": chosen[0]["locale"] if chosen else None,
        "seats": seats,
        "opened": await read(privacy.opened_by, user_id),
        "game nights": [
            {
                "server": row["guild_id"],
                "channel": row["channel_id"],
                "time": row["at"],
                "time zone": row["zone"],
                "next": _moment(row["next_at"]),
            }
            for row in await read(privacy.rows_of, "nights", user_id)
        ],
        "invitations": [
            {"table": row["table_id"], "not now": row["declined"]}
            for row in await read(privacy.rows_of, "invitations", user_id)
        ],
        "actions": about_actions([*confirmed, *gone]),
        "rewinds": about_rewinds(await read(privacy.rows_of, "rewinds", user_id)),
        "statistics": {
            part: [about_statistics(row) for row in await read(privacy.rows_of, name, user_id)]
            for part, name in COUNTED.items()
        },
        "open tables": [
            {"server": row["guild_id"], "pace": row["pace"]}
            for row in await read(privacy.rows_of, "wishes", user_id)
        ],
        "moderation": about_moderation(await read(privacy.moderated, user_id), user_id),
    }


async def must_sit_nowhere(tables: Tables, user_id: int) -> None:
    """Raises Refusal (`still-seated`) for a person at a table that is not over."""
    for table in await tables.store.read(stored.open_of_person, user_id):
        # Translators: {channel}: a link to a channel.
        raise Refusal(
            "still-seated",
            "You are in a game in {channel} that is not over: leave its lobby, finish it, end it "
            "with /tzolkin abandon, or ask a moderator to give your seat to a computer; then "
            "delete your data.",
            channel=f"<#{table.channel_id}>",
        )


async def remove_old(tables: Tables, after: timedelta) -> Expired:
    """Remove data that nobody has used for the time `after`; return what was removed
    (`bot.store.privacy`)."""
    removed = await tables.store.write(privacy.remove_old, tables.now() - after)
    if removed:
        logger.info("old data removed", **vars(removed))
    return removed


def about_seat(row: Row, ended: Result | None, user_id: int) -> dict[str, Any]:
    """Describe a person's seat at a table."""
    seat: int = row["seat"]
    rewind, pause = row["rewind_request"] or {}, row["pause_request"] or {}
    agreed = {
        "give the game up": seat in row["abandon_votes"],
        "rewind the game": seat in rewind.get("votes", ()),
        "stop the clocks": seat in pause.get("votes", ()),
    }
    found = {
        "table": row["table_id"],
        "server": row["guild_id"],
        "channel": row["channel_id"],
        "status": row["status"],
        "opened": _moment(row["created_at"]),
        "last change": _moment(row["updated_at"]),
        "modules": row["options"].get("modules", []),
        "seat": seat + 1,
        "name": row["name"],
        "agreed to": [what for what, given in agreed.items() if given],
        "prepared": row["prepared"],
        "plan": row["plan"],
        "clock": row["clock"],
    }
    found["mark"] = join_of_person(row["commitment"], user_id)
    if ended is not None:
        found["result"] = [
            {
                "seat": one["seat"] + 1,
                "place": one["place"],
                "points": one["points4"] / 4,
            }
            for one in ended.standings
        ]
    return found


def about_actions(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """List a person's actions, table by table."""
    by_table: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        action = {"number": row["n"], "at": _moment(row["at"]), "action": row["action"]}
        if "rewind" in row:
            action["taken back"] = True
        by_table.setdefault(row["table_id"], []).append(action)
    return [{"table": table, "actions": done} for table, done in sorted(by_table.items())]


def about_rewinds(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """List the rewinds a person asked for first."""
    return [
        {
            "table": row["table_id"],
            "at": _moment(row["at"]),
            "actions": row["from_version"],
            "stayed": row["to_version"],
        }
        for row in rows
    ]


def about_statistics(row: Row) -> dict[str, Any]:
    """Describe a row of a person's statistics; seats are counted from 1."""
    names = {"guild_id": "server", "table_id": "table", "points4": "quarters of a point"}
    found = {
        names.get(key, key): _moment(value) if isinstance(value, date) else value
        for key, value in row.items()
        if key not in ("user_id", "league_id")
    }
    return found if "seat" not in row else {**found, "seat": row["seat"] + 1}


def about_moderation(rows: Sequence[Row], user_id: int) -> list[dict[str, Any]]:
    """List the entries a person may see: the person's own acts, and those told to a table or
    league. Other moderators' notes and undecided acts are left out."""
    found = []
    for row in rows:
        own = user_id in (row["user_id"], row["settled_by"])
        if not own and (row["act"] == NOTE or row["status"] != "done"):
            continue
        found.append(
            {
                "entry": row["id"],
                "at": _moment(row["at"]),
                "server": row["guild_id"],
                "table": row["table_id"],
                "season": row["season_id"],
                "act": row["act"],
                "reason": row["reason"],
                "status": row["status"],
                "by you": own,
            }
        )
    return found


def _moment(at: date) -> str:
    return at.isoformat(timespec="seconds") if isinstance(at, datetime) else at.isoformat()
