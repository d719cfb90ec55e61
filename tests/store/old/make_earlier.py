"""Made `revision_000N.sql.gz` beside it: small databases as they were at each revision of the
database before 0007, with games that go on and turns in preparation.

Each ran with the code of the last commit before the next revision; with `tests/store/old` copied
into a checkout of it, `python -m tests.store.old.make_earlier FOLDER` writes the dump:

    0001  865670b
    0002  99bc3e1
    0003  0eddd6a
    0006  8cd687f

Revisions 0004 to 0006 came in one commit: for the first two of them, 8cd687f made a database and
took it back one and two revisions by its own migrations. `make.py` makes one of revision 0007. It
need not run with today's program.
"""

import asyncio
import gzip
import random
import secrets
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.store import Store
from bot.store import settings as stored_settings
from bot.tables import Options, Person, Tables

GUILD = 1
ADA, BEN, CLEO = PEOPLE = (Person(101, "Ada"), Person(102, "Ben"), Person(103, "Cleo"))
NOW = [datetime(2029, 6, 1, 12, 0, tzinfo=UTC)]
chance = random.Random(1)


def now() -> datetime:
    """The time, which advances with every call."""
    NOW[0] += timedelta(seconds=3)
    return NOW[0]


async def last_legal(game: Any, seat: int) -> str:
    """A simple computer."""
    legal = game.legal(seat)
    return "end" if "end" in legal else legal[-1]


async def prepare(tables: Tables, number: int, seat: int, *, whole: bool = True) -> Any:
    """A random turn in preparation; returns its person and its state."""
    user = (await tables.table(number)).holders[seat].user_id
    view = await tables.turn(number, user)
    while not view.can_confirm:
        others = [one for one in view.legal if one not in ("end", "beg")] or list(view.legal)
        if not whole:
            others = [one for one in others if one.startswith("pick")] or others
        view = await tables.choose(number, user, chance.choice(others), view.stamp)
        if not whole:
            break
    return user, view


async def play(tables: Tables, number: int, turns: int) -> None:
    """Play this many turns, computers' included."""
    for _ in range(turns):
        await tables.play_computers(number)
        pending = (await tables.game(number)).pending
        if not pending:
            return
        user, view = await prepare(tables, number, pending[0].seat)
        await tables.confirm(number, user, view.stamp)


async def game(
    tables: Tables, channel: int, people: int, turns: int, *, computers: int = 0, **options: Any
) -> int:
    """A game, played for this many turns of people."""
    table = await tables.open(GUILD, channel, ADA, Options(**options))
    for person in PEOPLE[1:people]:
        await tables.join(table.id, person)
    for _ in range(computers):
        await tables.add_computer(table.id, ADA)
    await tables.start(table.id, ADA)
    await tables.set_message(table.id, board=5000 + table.id)
    await play(tables, table.id, turns)
    return table.id


async def fill(store: Store) -> None:
    """Lobbies and games."""
    tables = Tables(store, think=last_legal, now=now)
    lobby = await tables.open(GUILD, 700, ADA, Options(theme="light"))
    await tables.join(lobby.id, BEN)
    whole = await game(tables, 701, 2, 14)
    half = await game(tables, 702, 3, 20, computers=1)
    tiles = await game(tables, 703, 2, 0)
    for number, complete in ((whole, True), (half, False), (tiles, True)):
        await tables.play_computers(number)
        pending = (await tables.game(number)).pending
        await prepare(tables, number, pending[0].seat, whole=complete)
    await game(tables, 704, 2, 1000)
    voted = await game(tables, 705, 2, 4)
    await tables.abandon(voted, ADA)
    given_up = await game(tables, 706, 2, 4)
    for person in (ADA, BEN):
        await tables.abandon(given_up, person)
    await tables.change_guild_settings(GUILD, {"locale": "de"})
    await tables.change_channel_settings(701, {"hint": "told"})
    if hasattr(tables, "set_announced"):
        await tables.set_announced(whole, 4)
    if hasattr(tables, "set_plan"):
        await since_0003(tables)
    if hasattr(tables, "pause"):
        await since_0004(tables)
    if hasattr(tables, "record"):
        await since_0006(store)


async def since_0003(tables: Tables) -> None:
    """Clocks, plans, rewinds, people's own settings."""
    from bot.clocks import BankClock, DaysClock, TimeRules

    days = await game(tables, 710, 2, 9, time=TimeRules(DaysClock(2)))
    pending = (await tables.game(days)).pending
    user, _ = await prepare(tables, days, pending[0].seat)
    other = BEN.id if user == ADA.id else ADA.id
    view = await tables.plan(days, other)
    await tables.set_plan(
        days, other, [next(o for o in view.legal if o.startswith(("p", "place")))]
    )
    await game(tables, 711, 3, 9, time=TimeRules(BankClock(72, 12, 120)))
    back = await game(tables, 712, 2, 9)
    user, view = await prepare(tables, back, (await tables.game(back)).pending[0].seat)
    turn = await tables.confirm(back, user, view.stamp)
    offer = await tables.take_back(back, user, turn.table.version)
    table = await tables.table(back)
    for seat in offer.missing:
        await tables.agree_to_take_back(back, table.holders[seat].user_id, offer.to)
    wished = await game(tables, 713, 3, 9)
    first = (await tables.game(wished)).pending[0].seat
    await play(tables, wished, 2)
    table = await tables.table(wished)
    await tables.take_back(wished, table.holders[first].user_id, table.version)
    settings = await tables.store.read(stored_settings.of_person, ADA.id)
    await tables.set_person_settings(ADA.id, type(settings)("direct", settings.hours))
    await tables.beat()


async def since_0004(tables: Tables) -> None:
    """Moderators' acts, done and waiting for a second moderator."""
    from bot.clocks import DaysClock, TimeRules
    from bot.tables import Moderator, ServerSettings

    moderator = Moderator(901, GUILD)
    paused = await game(tables, 720, 2, 8, time=TimeRules(DaysClock(1)))
    await tables.pause(paused, moderator, "the server moves")
    replaced = await game(tables, 721, 3, 8)
    seat = (await tables.table(replaced)).holder_of(CLEO.id).seat
    await tables.replace_player(replaced, moderator, seat, None, "Cleo has no time")
    await tables.set_server_settings(GUILD, ServerSettings(second_moderator=True))
    ended = await game(tables, 722, 2, 8)
    await tables.end(ended, moderator, "both are ill", counts=True)


async def since_0006(store: Store) -> None:
    """A league with a running season."""
    from bot.leagues.events import Rules

    from bot.seasons import Seasons, SeasonSettings

    seasons, tables = Seasons(store, now=now), Tables(store, think=last_legal, now=now)
    league = await seasons.create_league(GUILD, "The long count")
    pairs = Rules(seats=2, games=2, division_size=3, promoted=1, relegated=1)
    season = await seasons.create_season(league.id, SeasonSettings("Season 1", pairs), by=901)
    for person in PEOPLE:
        await seasons.sign_up(season.id, person.id)
    await seasons.draw(season.id, by=901, seed=2)
    for channel, turns in ((730, 1000), (731, 6)):
        one = (await seasons.ready(season.id))[0]
        players = [person for person in PEOPLE if person.id in one.people]
        table = await tables.open(GUILD, channel, players[0])
        await tables.join(table.id, players[1])
        table = await tables.start(table.id, players[0])
        await seasons.opened(season.id, one.number, table)
        await play(tables, table.id, turns - 1)
        pending = (await tables.game(table.id)).pending
        if turns == 1000:
            last = (await tables.all_turns(table.id))[-1]
            await seasons.game_finished(last)
        else:
            await prepare(tables, table.id, pending[0].seat)


def keep(file: Path, to: Path) -> None:
    """Dump a database as compressed SQL, byte for byte the same in every run."""
    connection = sqlite3.connect(file)
    words = "\n".join(connection.iterdump()) + "\n"
    connection.close()
    to.write_bytes(gzip.compress(words.encode(), 9, mtime=0))


async def made(folder: Path) -> None:
    """Make the databases that this program can make."""
    from bot.store.migrating import downgrade, newest_revision

    chance = random.Random("earlier")
    secrets.token_hex = lambda size=32: chance.randbytes(size).hex()  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "old.sqlite3"
        store = Store(f"sqlite+aiosqlite:///{file}")
        await store.open()
        await fill(store)
        revision = newest_revision()
        keep(file, folder / f"revision_{revision}.sql.gz")
        if revision == "0006":
            for earlier in ("0005", "0004"):
                await downgrade(store.engine, earlier)
                keep(file, folder / f"revision_{earlier}.sql.gz")
        await store.close()


if __name__ == "__main__":
    asyncio.run(made(Path(sys.argv[1])))
