"""What the program answers about a database, as plain JSON; and what it does with one.

Everything the tests of old databases need from the program is in this module, so that a changed
interface is followed in one place. The keys and the form of the answers stay: the files beside this
module hold the answers of commit 3fb2503 (see `make.py`).
"""

import csv
import dataclasses
import io
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

from pydantic import TypeAdapter

from bot.engine.position import Jungle, Player
from bot.leagues import games, privacy, queries, season_lifecycle
from bot.leagues.acts import acting
from bot.leagues.exporting import results_sheet, season_json, standings_sheet
from bot.leagues.season_lifecycle import step_due
from bot.leagues.season_transaction import Leagues
from bot.leagues.settings import settings_to_json
from bot.notation.records import StoredRecord, sum_of
from bot.seasons.results import Line, Result
from bot.seasons.standings import champions
from bot.spreadsheet import csv_of
from bot.store import Store, settings
from bot.store import tables as stored
from bot.tables import Moderator, Options, Person, PersonSettings, Refusal, Tables
from bot.tables.timing import ping_of
from bot.tables.verifying import checks, verdict
from tests.leagues import changes
from tests.tables import acts
from tests.tables.playing import last, last_legal

Plain = Any
"""Plain JSON types."""


def _as_it_was_quoted(table: str) -> str:
    """CSV as commit 3fb2503 wrote it: quoted where needed only, ids as numbers, without the columns
    added since."""
    head, *lines = csv.reader(io.StringIO(table))
    kept = [n for n, name in enumerate(head) if name not in COLUMNS_ADDED]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [re.sub(r"^'(?=-?\d+$)", "", line[n]) for n in kept] for line in [head, *lines]
    )
    return text.getvalue()


COLUMNS_ADDED = ("seat_points",)


@dataclasses.dataclass
class Moment:
    """The time, moved by hand."""

    at: datetime

    def __call__(self) -> datetime:
        return self.at

    def pass_by(self, time: timedelta) -> None:
        """Let time go by."""
        self.at += time


@dataclasses.dataclass
class Program:
    """The program with a database."""

    store: Store
    tables: Tables
    leagues: Leagues
    clock: Moment


@asynccontextmanager
async def program(url: str, at: datetime, think: Any = last_legal) -> Any:
    """Today's program on a database, at some moment."""
    store = Store(url)
    await store.open()
    clock = Moment(at)
    try:
        yield Program(
            store, Tables(store, think=think, now=clock), Leagues(store, now=clock), clock
        )
    finally:
        await store.close()


# --- what it says --------------------------------------------------------------------------------


def plain(value: Any) -> Plain:
    """Any answer as plain JSON types; floats with nine digits."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    match value:
        case Player() | Jungle():
            return plain(value._asdict())
        case datetime():
            return value.isoformat()
        case float():
            return round(value, 9)
        case Mapping():
            return {str(key): plain(one) for key, one in value.items()}
        case frozenset() | set():
            return sorted(plain(one) for one in value)
        case list() | tuple():
            return [plain(one) for one in value]
        case _:
            return value


async def said_of_everything(
    program: Program, *, people: Sequence[int], guilds: Sequence[int], channels: Sequence[int],
    tables: Sequence[int],
) -> Plain:  # fmt: skip
    """Everything the program answers about a database with these in it."""
    return {
        "tables": {str(one): await said_of_table(program, one) for one in tables},
        "not announced": await program.tables.not_announced(),
        "needing computers": await acts.needing_computers(program.tables),
        "channels": {
            str(one): {
                "settings": plain(await program.tables.store.read(settings.get, "channel", one)),
                "open": await _id_of(program.store.read(stored.open_in_channel, one)),
                "latest": await _id_of(program.store.read(stored.latest_in_channel, one)),
            }
            for one in channels
        },
        "guilds": {str(one): await said_of_guild(program, one) for one in guilds},
        "people": {str(one): await said_of_person(program, one) for one in people},
    }


async def _id_of(found: Any) -> int | None:
    table = await found
    return None if table is None else table.id


async def said_of_table(program: Program, number: int) -> Plain:
    """Everything the program answers about a lobby or game, also to its people."""
    tables, said = program.tables, await said_shortly(program, number)
    if "no game" in said:
        return said
    game = await tables.game(number)
    return said | {
        "legal": {str(one.seat): game.legal(one.seat) for one in game.pending},
        "history": plain(await acts.points_history(tables, number)),
        "turns": await turns_of(program, number),
        "untold": [turn.table.version for turn in await acts.turns_not_announced(tables, number)],
        "people": {
            str(one["user"]): await said_to(program, number, one["user"])
            for one in said["seats"]
            if one["user"] is not None
        },
        "record": await said_of_record(program, number),
    }


async def turns_of(program: Program, number: int) -> Plain:
    """All confirmed turns of a game: seat, actions, version after it, whether by a computer."""
    return [
        [turn.seat, list(turn.actions), turn.table.version, turn.by_computer]
        for turn in await acts.all_turns(program.tables, number)
    ]


async def said_shortly(program: Program, number: int) -> Plain:
    """What the program answers about a lobby or game to everybody."""
    tables = program.tables
    table = await tables.table(number)
    said: dict[str, Any] = {
        "guild": table.guild_id,
        "channel": table.channel_id,
        "status": table.status,
        "host": table.host_id,
        "version": table.version,
        "seats": [
            {
                "user": one.user_id,
                "name": one.name,
                "computer": one.computer is not None,
                "ping": ping_of(table, one, tables.now()),
            }
            for one in table.seats
        ],
        "options": plain(chosen_then(Options, table.options)),
        "messages": [table.posted.board, table.posted.lobby],
        "created": plain(table.created_at),
        "updated": plain(table.updated_at),
        "abandon votes": sorted(table.abandon_votes),
        "announced": table.posted.version,
        "rewinds": table.rewinds,
        "rewind wish": None
        if table.rewind_request is None
        else {
            "to": table.rewind_request.to,
            "by": table.rewind_request.by,
            "votes": sorted(table.rewind_request.votes),
        },
        "deadlines": plain(table.deadlines),
        "paused": table.paused,
        "commitment": table.commitment,
    }
    try:
        game = await tables.game(number)
    except Refusal as refusal:
        said["no game"] = refusal.code
        return said
    said |= {
        "position": plain(game.position()),
        "pending": [[one.seat, one.kind] for one in game.pending],
        "standings": plain(game.standings()),
        "result": await _result(program, number),
    }
    return said


async def said_to(program: Program, number: int, user_id: int) -> Plain:
    """What a person at a table is asked, has planned and may take back."""
    tables, said = program.tables, {}
    try:
        view = await acts.turn_of(tables, number, user_id)
    except Refusal as refusal:
        said["turn"] = {"refused": refusal.code}
    else:
        said["turn"] = {
            "seat": view.seat,
            "kind": view.kind,
            "legal": list(view.legal),
            "prepared": list(view.prepared),
            "stamp": view.stamp,
            "can confirm": view.can_confirm,
            "position": plain(view.position) if view.prepared else "as confirmed",
            "plan": None if view.plan is None else list(view.plan.actions),
            "plan possible": None if view.plan is None else list(view.plan.possible),
        }
    try:
        planned = await acts.plan_of(tables, number, user_id)
    except Refusal as refusal:
        said["plan"] = {"refused": refusal.code}
    else:
        said["plan"] = {
            "actions": list(planned.way.actions),
            "possible": list(planned.way.possible),
            "kind": planned.kind,
            "legal": list(planned.legal),
        }
    try:
        offer = await acts.take_back_offered(tables, number, user_id)
    except Refusal as refusal:
        said["take back"] = {"refused": refusal.code}
    else:
        said["take back"] = {
            "to": offer.to,
            "turns": len(offer.turns),
            "missing": list(offer.missing),
        }
    return said


async def _result(program: Program, number: int) -> Plain:
    result = await acts.result_of(program.tables, number)
    if result is None:
        return None
    return {
        "standings": plain(result.standings),
        "played": plain(result.played),
        "decided by": None if result.decided_by is None else result.decided_by.id,
    }


async def said_of_record(program: Program, number: int) -> Plain:
    """The record of a game that is over, and whether it is valid."""
    try:
        record = await acts.record_of(program.tables, number)
    except Refusal as refusal:
        return {"refused": refusal.code}
    total = sum_of(record)
    revealed = await acts.revealed_of(program.tables, number)
    return {
        "sum": total,
        "verdict": verdict(checks(StoredRecord(record, total)), record),
        "secret": None if revealed is None else revealed.secret,
    }


async def said_of_guild(program: Program, guild: int) -> Plain:
    """The settings, the audit log and the leagues of a server."""
    tables, leagues = program.tables, program.leagues
    return {
        "settings": plain(await tables.store.read(settings.get, "guild", guild)),
        "audit log": [_entry(one) for one in await acts.audit_log(tables, guild)],
        "pending": [one.id for one in await acts.pending(tables, guild)],
        "leagues": {
            str(one.id): await said_of_league(program, one)
            for one in await season_lifecycle.leagues_of(leagues, guild)
        },
    }


def _entry(entry: Any) -> Plain:
    """An entry of the audit log."""
    return plain(entry)


async def said_of_league(program: Program, league: Any) -> Plain:
    """A league with all its seasons."""
    leagues = program.leagues
    current = await season_lifecycle.current(leagues, league.id)
    players = range(2, 6)
    everybody = {
        person
        for view in await season_lifecycle.seasons_of(leagues, league.id)
        for held in view.state.holders.values()
        for person in held
    }
    return {
        "name": league.name,
        "channel": league.channel_id,
        "draft": settings_to_json(await season_lifecycle.draft(leagues, league.id)),
        "offered": settings_to_json(await season_lifecycle.offered(leagues, league.id)),
        "usual players": await season_lifecycle.expected_players(leagues, league.id),
        "current": None if current is None else current.id,
        "bans": [
            [one.user_id, plain(one.until), one.reason]
            for one in await changes.bans(leagues, league.id)
        ],
        "ratings": {
            str(n): [
                [who, plain(rating)] for who, rating in await queries.ratings(leagues, league.id, n)
            ]
            for n in players
        },
        "rating history": plain(await queries.rating_history(leagues, league.id)),
        "cards": {
            str(person): _card(await queries.card(leagues, league.id, person))
            for person in sorted(everybody)
        },
        "seasons": {
            str(one.id): await said_of_season(program, one.id)
            for one in await season_lifecycle.seasons_of(leagues, league.id)
        },
    }


def _card(card: Any) -> Plain:
    return plain(card)


async def said_of_season(program: Program, number: int) -> Plain:
    """A season: its standings, its tables, its log."""
    leagues = program.leagues
    view = await leagues.read(number)
    names = await queries.last_names(
        leagues, (await leagues.league(view.league_id)).guild_id, sorted(view.state.division_of)
    )
    log = await queries.history(leagues, number)
    return {
        "number": view.number,
        "phase": view.state.phase,
        "version": view.version,
        "created": plain(view.created_at),
        "settings": settings_to_json(view.settings),
        "signed up": list(view.state.signed_up),
        "withdrawn": sorted(view.state.withdrawn),
        "holders": plain(view.state.holders),
        "names": plain(names),
        "standings": [
            {
                "division": one.division,
                "tier": one.tier,
                "lines": [
                    {
                        "row": plain(line.row),
                        "holder": line.holder,
                        "direction": line.direction,
                        "certain": line.certain,
                        "ties": plain(line.ties),
                    }
                    for line in one.lines
                ],
            }
            for one in await queries.standings(leagues, number)
        ],
        "tables": [_scheduled(one) for one in await games.schedule(leagues, number)],
        "ready": [one.number for one in await games.ready(leagues, number)],
        "being opened": [one.number for one in await games.being_opened(leagues, number)],
        "games": {
            str(one.number): [one.table_id, one.status]
            for one in (await games.games(leagues, number)).values()
        },
        "channels": plain(await games.channels(leagues, number)),
        "champions": list(champions(view.state)),
        "due": step_due(view, program.clock()),
        "log": [[one.n, plain(one.at), plain(one.payload), one.user_id] for one in log],
        "files": {
            "season": json.loads(season_json(view, log)),
            "standings": _as_it_was_quoted(csv_of(standings_sheet(view, names))),
            "results": _as_it_was_quoted(csv_of(results_sheet(view, names))),
        },
    }


ADDED = (
    "thread",
    "reminders",
    "order_stays",
    "asked",
    "reminder",
    "lesson",
    "handicap",
)
"""Fields of people's choices that were added since."""


def chosen_then(kind: type, chosen: Any) -> dict[str, Any]:
    """The choices without the fields added since, which have their defaults."""
    said: dict[str, Any] = TypeAdapter(kind).dump_python(chosen, mode="json")
    usual = TypeAdapter(kind).dump_python(kind(), mode="json")
    for name in set(ADDED) & set(said):
        assert said.pop(name) == usual[name], name
    return said


def _scheduled(table: Any) -> Plain:
    return plain(table)


async def said_of_person(program: Program, user_id: int) -> Plain:
    """A person's settings, seats and personal data."""
    return {
        "settings": plain(
            chosen_then(PersonSettings, await program.store.read(settings.of_person, user_id))
        ),
        "tables": [one.id for one in await program.store.read(stored.open_of_person, user_id)],
        "stored": plain(
            {
                **await acts.stored_about(program.tables, user_id),
                **await privacy.stored_about(program.leagues, user_id),
            }
        ),
    }


# --- what it does --------------------------------------------------------------------------------


async def start(program: Program, number: int, person: tuple[int, str]) -> None:
    """Start the game of a lobby."""
    await acts.start(program.tables, number, Person(*person))


async def prepare(program: Program, number: int, user_id: int, actions: Sequence[str]) -> None:
    """Add actions to a turn in preparation."""
    await acts.choose_all(program.tables, number, user_id, actions)


async def confirm(program: Program, number: int, user_id: int, stamp: str | None = None) -> None:
    """Confirm a turn in preparation."""
    await acts.confirm(program.tables, number, user_id, stamp)


async def plan(program: Program, number: int, user_id: int, actions: Sequence[str]) -> None:
    """Plan the next turn."""
    await acts.set_plan(program.tables, number, user_id, actions)


async def let_computers_play(program: Program, number: int) -> int:
    """Let the computers that are asked take their turns; returns how many."""
    return len(await acts.play_computers(program.tables, number))


async def play_on(program: Program, number: int, *, turns: int = 1000) -> None:
    """Let simple players play on, for so many turns of people or to the end."""
    for _ in range(turns):
        await let_computers_play(program, number)
        game = await program.tables.game(number)
        if not game.pending:
            break
        table = await program.tables.table(number)
        seat = game.pending[0].seat
        user_id = table.seats[seat].user_id
        assert user_id is not None
        view = await acts.turn_of(program.tables, number, user_id)
        while not view.can_confirm:
            action = last(view.game.legal(seat))
            view = await acts.choose(program.tables, number, user_id, action, view.stamp)
        await acts.confirm(program.tables, number, user_id, view.stamp)


async def agree_to_rewind(program: Program, number: int, user_id: int, to: int) -> bool:
    """Agree that a game is rewound; returns whether it was."""
    return (await acts.agree_to_rewind(program.tables, number, user_id, to)).done


async def agree_to_pause(program: Program, number: int, user_id: int) -> bool:
    """Agree that the clocks are stopped; returns whether they were."""
    return not (await acts.agree_to_pause(program.tables, number, user_id)).missing


async def end_pause(program: Program, number: int, user_id: int) -> None:
    """Let the clocks run again."""
    await acts.end_pause(program.tables, number, user_id)


async def resume(program: Program, number: int, moderator: tuple[int, int]) -> None:
    """A moderator lets the clocks run again."""
    await acts.order_resume(program.tables, number, Moderator(*moderator), "they are back")


async def abandon(program: Program, number: int, person: tuple[int, str]) -> None:
    """Agree to give a game up."""
    await acts.abandon(program.tables, number, Person(*person))


async def settle(
    program: Program, entry: int, moderator: tuple[int, int], *, season: bool, confirm: bool
) -> str:
    """Settle as a second moderator; returns the status of the entry."""
    who = Moderator(*moderator)
    if season:
        return (await acting.settle(program.leagues, entry, who, confirm=confirm)).entry.status
    return (await acts.settle(program.tables, entry, who, confirm=confirm)).entry.status


async def time_calls(program: Program) -> list[tuple[int, int, str]]:
    """The notices about time that are due: (table, seat, what)."""
    return [(one.table.id, one.seat, one.what) for one in await acts.time_calls(program.tables)]


async def time_over(program: Program, number: int, seat: int) -> int:
    """A seat runs out of time; returns how many turns a computer took for it."""
    return len(await acts.time_over(program.tables, number, seat))


async def give_time_back(program: Program) -> int:
    """Restore the time during which the program did not run; returns at how many tables."""
    return await acts.give_time_back(program.tables)


async def replay(program: Program, number: int, moderator: tuple[int, int], to: int) -> None:
    """A moderator rewinds a game to an earlier turn."""
    table = await program.tables.table(number)
    await acts.order_rewind(
        program.tables, number, Moderator(*moderator), to, table.version, "once more"
    )


async def count_results(program: Program, season: int) -> list[int]:
    """Count games that were finished but not counted; returns the numbers of the season's
    tables."""
    counted = []
    for number, found in (await games.games(program.leagues, season)).items():
        game, status = found.table_id, found.status
        if status != "finished":
            continue
        table = await program.tables.table(game)
        result = await acts.result_of(program.tables, game)
        if result is None or not result.standings:
            continue
        done = await games.game_over(
            program.leagues, game, table.version, result.standings, rewinds=table.rewinds
        )
        if done is not None and done.changed:
            counted.append(number)
    return counted


async def open_ready(
    program: Program, season: int, channel: int, *, most: int = 100
) -> dict[int, int]:
    """Open the tables of a season that can be played, in channels from this one on; returns the
    games by table number."""
    from bot.tables import Options

    leagues, tables = program.leagues, program.tables
    view = await leagues.read(season)
    guild = (await leagues.league(view.league_id)).guild_id
    opened = {}
    for one in (await games.ready(leagues, season))[:most]:
        seated = [None if user is None else Person(user, f"player {user}") for user in one.people]
        table = await acts.open_scheduled(
            tables,
            guild, channel, seated,
            Options(modules=view.settings.modules, time=view.settings.time, hints=False),
            host_id=next((user for user in one.people if user is not None), 1),
            claim=games.claim_for(one),
        )  # fmt: skip
        opened[one.number] = await begin(program, season, one.number, table.id)
        channel += 1
    return opened


async def begin(program: Program, season: int, number: int, game: int) -> int:
    """Continue with a season's table that was being opened; returns the game's id."""
    leagues, tables = program.leagues, program.tables
    one = next(one for one in await games.schedule(leagues, season) if one.number == number)
    table = await tables.table(game)
    if table.status == "lobby":
        seated = [None if user is None else Person(user, f"player {user}") for user in one.people]
        deal = await games.deal_of(leagues, season, number)
        table = await acts.start_scheduled(tables, game, seated, deal_of=deal)
    await games.opened(leagues, season, number, table)
    return game


async def play_anew(program: Program, season: int) -> None:
    """Let the tables whose games were given up wait for new ones."""
    view = await program.leagues.read(season)
    done = {*view.state.results, *view.state.voided}
    for number, found in (await games.games(program.leagues, season)).items():
        if found.status == "abandoned" and number not in done:
            await games.release(program.leagues, season, number)


async def draw(program: Program, season: int, by: int) -> None:
    """Draw a season, also where somebody cannot go where it was announced."""
    await season_lifecycle.draw(program.leagues, season, by=by, seed=3, against_announced=True)


async def draw_round(program: Program, season: int, division: int, by: int) -> None:
    """Draw the next round of a division in the Swiss form."""
    await changes.draw_round(program.leagues, season, division, by=by, seed=3)


async def count_made_up(program: Program, season: int, chance: Any) -> int:
    """Count a made-up result for every table that can open now; returns how many."""
    leagues = program.leagues
    ready = await games.ready(leagues, season)
    for one in ready:
        points = [chance.randrange(200, 208) for _ in one.entries]
        lines = tuple(
            Line(
                entry, 1 + sum(other > mine for other in points), mine,
                () if user is None else ((user, 26),), 26 if user is None else 0,
            )
            for entry, user, mine in zip(one.entries, one.people, points, strict=True)
        )  # fmt: skip
        await games.count(leagues, season, Result(one.number, lines))
    return len(ready)


async def close(program: Program, season: int, by: int) -> None:
    """Close a season."""
    await season_lifecycle.close(program.leagues, season, by=by)


async def forget(program: Program, user_id: int) -> bool:
    """Delete a person's data; returns whether there was any."""
    return bool(await privacy.forget(program.leagues, user_id))
