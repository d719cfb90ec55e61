"""What is hidden in a game that is played changes no byte of what is served."""

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.engine import Game, IllegalAction
from bot.engine.components import MODULES
from bot.store.schema import events, seats, tables
from tests.site.test_served import Site, _play_on, served, site
from tests.site.test_site import ADA, BEN, GUILD, database, store_game
from tests.statistics.games import played
from tests.store.databases import only_sqlite

__all__ = ["database", "site"]
pytestmark = only_sqlite
PEOPLE = ADA, BEN, 77, 78, 79
CHANNEL = 9000


def after(setup: Any, actions: Sequence[Sequence[Any]]) -> Game:
    """A game of this deal after these actions."""
    game = Game.from_setup(setup)
    for seat, action in actions:
        game.play(seat, action)
    return game


def redealt(setup: Any, actions: Sequence[Sequence[Any]], chance: random.Random) -> Any:
    """The deal with all in another order that nobody has seen who does not play."""
    seen = after(setup, actions).snapshot()
    for key, stack in setup.items():
        for known in range(len(stack) - 1 if isinstance(stack, list) else 0):
            other = {**setup, key: [*stack[:known], *stack[known + 1 :], stack[known]]}
            tail = chance.sample(stack[known + 1 :], len(stack) - known - 1)
            with suppress(IllegalAction):
                if after(other, actions).snapshot() == seen:
                    setup = {**other, key: [*stack[:known], *tail, stack[known]]}
                    if after(setup, actions).snapshot() == seen:
                        break
            setup = {**setup, key: stack}
    return setup


async def shown(site: Site, number: int) -> dict[str, bytes]:
    """All pages on which a game can be seen, made by a bot that has just started."""
    paths = [f"/en/game-{number}.{kind}" for kind in ("html", "json", "csv")]
    paths += [f"/en/server-{GUILD}.{kind}" for kind in ("html", "json", "csv")]
    async with served(site.url) as fresh:
        found = {one: await fresh.bytes(one) for one in paths}
        drawn = {file: repr(seen.draw.args) for file, seen in fresh.pages._seen.items()}
    assert b'class="live"' in found[paths[0]]
    return {**found, "pictures": repr(drawn).encode()}


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(n, marks=pytest.mark.long) for n in range(8, 80))]
)
async def test_what_is_hidden_changes_nothing(site: Site, seed: int) -> None:
    """At any moment, with and without the expansion: the order of stacks, tiles in hands, choices
    that are not revealed, turns in preparation and seeds. Every other game has just begun."""
    chance = random.Random(seed)
    players, modules = chance.choice(((2, ()), (3, ("tribes",)), (4, MODULES), (5, MODULES)))
    record = played(players, seed, modules).record()
    setup, actions = record["setup"], record["actions"]
    moment = chance.randrange(players, len(actions)) if seed % 2 else chance.randrange(1, players)
    number = await store_game(
        site.store, PEOPLE[:players], seed, modules=modules, channel_id=CHANNEL
    )
    await _play_on(site.store, number, CHANNEL, left=moment)
    before = await shown(site, number)

    actions = actions[:moment]
    if moment < players:  # what is chosen first, nobody knows yet
        actions = [(seat, chance.choice(Game.from_setup(setup).legal(seat))) for seat, _ in actions]
    other = redealt(setup, actions, chance)
    assert other != setup
    game = after(other, actions)
    asked = game.pending[0].seat
    async with site.store.writing() as connection:
        of_game = tables.c.id == number
        stored = (await connection.execute(select(tables.c.setup).where(of_game))).scalar_one()
        changed = {"setup": {key: other[key] for key in stored}, "seed": "?", "secret": "?"}
        await connection.execute(update(tables).where(of_game).values(**changed))
        for n, (seat, action) in enumerate(actions):
            one = (events.c.table_id == number) & (events.c.n == n)
            await connection.execute(update(events).where(one).values(seat=seat, action=action))
        mine = (seats.c.table_id == number) & (seats.c.seat == asked)
        prepared = (chance.choice(game.legal(asked)),)
        secret = {"prepared_base": moment, "prepared_revision": 1, "prepared": prepared}
        await connection.execute(update(seats).where(mine).values(**secret))
    assert await shown(site, number) == before
