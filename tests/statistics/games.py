"""Finished games, written into a database without being played at a table."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import insert

from bot.engine import Game
from bot.model.table import Joins, Options
from bot.store import Store
from bot.store.schema import events, league_tables, leagues, seasons, seats, tables
from tests.engine.random_play import MOODS, choose

EVENING = datetime(2030, 1, 2, 18, 0, tzinfo=UTC)
MINUTES_AN_ACTION = 2
GUILD, OTHER_GUILD = 1, 2


@cache
def played(players: int, seed: int, modules: tuple[str, ...]) -> Game:
    """A whole random game; it is not played on."""
    chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        seat = game.pending[0].seat
        game.play(seat, choose(chance, game.legal(seat), MOODS[seed % len(MOODS)]))
    return game


async def store_game(
    store: Store,
    people: Sequence[int | None],
    seed: int = 1,
    *,
    guild_id: int | None = GUILD,
    modules: Sequence[str] = (),
    begun: datetime = EVENING,
    shared: str | None = None,
    channel_id: int = 700,
) -> int:
    """A finished game of these people (None: a computer), each of whom did all in the own seat.
    Its id; it takes two minutes an action."""
    game = played(len(people), seed, tuple(modules))
    record = game.record()
    actions = record["actions"]
    over = begun + timedelta(minutes=MINUTES_AN_ACTION * len(actions))
    values: dict[str, Any] = {
        "guild_id": guild_id, "channel_id": channel_id, "status": "finished", "host_id": 1,
        "options": Options(modules=tuple(modules)), "abandon_votes": frozenset(), "revision": 7,
        "version": len(actions), "rules": game.rules_version, "seed": str(seed),
        "setup": {key: value for key, value in record["setup"].items() if key != "rules"},
        "position": game.position(), "position_version": len(actions),
        "posted_version": len(actions),
        "secret": "", "commitment": "", "joins": Joins((), ()), "shared_commitment": shared,
        "created_at": begun, "updated_at": over,
    }  # fmt: skip
    async with store.writing() as connection:
        made = await connection.execute(insert(tables).values(**values))
        assert made.inserted_primary_key is not None
        table_id = int(made.inserted_primary_key[0])
        await connection.execute(
            insert(seats),
            [
                {
                    "table_id": table_id, "seat": seat, "user_id": one, "name": f"Player {seat}",
                    "computer": one is None, "computer_level": "easy" if one is None else None,
                }
                for seat, one in enumerate(people)
            ],
        )  # fmt: skip
        await connection.execute(
            insert(events),
            [
                {
                    "table_id": table_id, "n": n, "seat": seat, "action": action,
                    "at": begun + timedelta(minutes=MINUTES_AN_ACTION * n),
                    "user_id": people[seat],
                }
                for n, (seat, action) in enumerate(actions)
            ],
        )  # fmt: skip
    return table_id


async def store_season(store: Store, *table_ids: int, status: str = "finished") -> tuple[int, int]:
    """A season of a league of the server that played these tables. (league, season)."""
    async with store.writing() as connection:
        made = await connection.execute(
            insert(leagues).values(guild_id=GUILD, name="Maize", settings={}, created_at=EVENING)
        )
        assert made.inserted_primary_key is not None
        league_id = int(made.inserted_primary_key[0])
        made = await connection.execute(
            insert(seasons).values(
                league_id=league_id, number=1, status=status, settings={}, version=0,
                created_at=EVENING,
            )
        )  # fmt: skip
        assert made.inserted_primary_key is not None
        season_id = int(made.inserted_primary_key[0])
        await connection.execute(
            insert(league_tables),
            [
                {
                    "season_id": season_id, "number": number, "division": 0, "round": 0,
                    "entries": [], "status": "finished", "table_id": table_id,
                }
                for number, table_id in enumerate(table_ids, start=1)
            ],
        )  # fmt: skip
    return league_id, season_id
