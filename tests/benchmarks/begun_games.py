"""Games of two that are begun in a database, for `test_presses.py`, and what became of them. It
runs with the code that is measured, which is first on Python's path:

    python begun_games.py begin URL TABLES    prints the tables as JSON
    python begun_games.py played URL          prints how many actions each person has confirmed
"""

import asyncio
import json
import random
import sys
from typing import Any

from sqlalchemy import text

from bot.store import Store, settings
from bot.tables import Person, ServerSettings, Tables
from bot.tables.preparation import prepare
from bot.text.catalogue import compile_catalogues
from tests.engine.record_playthrough import _liking
from tests.tables.acts import confirm, join, note_told, open_lobby, start

CHANNELS, PEOPLE = 900_000_000_001_000_000, 900_000_000_002_000_000
GUILD = 900_000_000_000_000_002
LATEST = 26
"""Turns that are taken at a table at most before people press there, from none on; the tiles are
chosen before the first."""


async def begin(tables: Tables, number: int) -> dict[str, Any]:
    """A game, as the people are told of it."""
    ids, chance = (PEOPLE + 2 * number, PEOPLE + 2 * number + 1), random.Random(number)
    people = [Person(one, f"p{one}") for one in ids]
    for one in ids:  # as somebody the bot has met before
        await tables.store.write(settings.set_locale, one, "en-US", at=tables.now())
    table = await open_lobby(tables, GUILD, CHANNELS + number, people[0])
    await join(tables, table.id, people[1])
    await start(tables, table.id, people[0], seed=str(number))
    turns = 11 * number % (LATEST + 2 + 1)  # 0: even the tiles are not chosen
    for _ in range(turns):
        await take_turn(tables, table.id, chance)
    table, game = await tables.table(table.id), await tables.game(table.id)
    # As if the channel had been told: otherwise the board of the start comes first.
    await note_told(tables, table.id, table.version)
    return {
        "channel": CHANNELS + number, "table": table.id, "people": ids, "turn": turns,
        "asked": table.seats[game.pending[0].seat].user_id,
    }  # fmt: skip


async def take_turn(tables: Tables, table_id: int, chance: random.Random) -> None:
    """A turn as in the recorded games: by chance, leaning to what is worth something."""
    game, table = await tables.game(table_id), await tables.table(table_id)
    seat = game.pending[0].seat
    turn = prepare(game, seat, ())
    while not turn.complete:
        legal = turn.game.legal(seat)
        [action] = chance.choices(legal, [_liking(one) for one in legal])
        turn = prepare(game, seat, (*turn.actions, action))
    user = table.seats[seat].user_id
    assert user is not None
    await confirm(tables, table_id, user, more=turn.actions)


async def begin_all(url: str, count: int) -> list[dict[str, Any]]:
    """So many games."""
    store = Store(url)
    await store.open()
    try:
        tables = Tables(store)
        await tables.set_server_settings(GUILD, ServerSettings(pages=True))  # where they are served
        return [await begin(tables, number) for number in range(count)]
    finally:
        await store.close()


async def played(url: str) -> list[tuple[int, int, int]]:
    """The table, the person, and how many of its actions are in the log."""
    store = Store(url)
    asked = "SELECT table_id, user_id, count(*) FROM events GROUP BY table_id, user_id"
    async with store.engine.connect() as connection:
        found = [tuple(row) for row in await connection.execute(text(asked))]
    await store.close()
    return found


if __name__ == "__main__":
    verb, url, *rest = sys.argv[1:]
    if verb == "begin":
        compile_catalogues()  # as after an installation
        print(json.dumps(asyncio.run(begin_all(url, int(rest[0])))))
    else:
        print(json.dumps(asyncio.run(played(url))))
