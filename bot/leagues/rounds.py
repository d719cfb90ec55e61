"""Into which rounds the tables of a schedule fall, so that nobody sits at two at once."""

import random
from collections.abc import Sequence

_WORK = 12_000
"""How many tables are placed in all tries together, about; there are 1 to 200 tries."""


def into_rounds(
    players: int, tables: Sequence[Sequence[int]], seed: int, *, enough: int = 0
) -> list[int]:
    """Of each table the round, from 0, in as few rounds as some seeded tries find; `enough`
    rounds, if reached, end the search.

    Each try puts the tables, in shuffled order, into the first round in which all their players
    are free.
    """
    chance = random.Random(f"rounds {seed}")
    games = [0] * players
    for table in tables:
        for player in table:
            games[player] += 1
    enough = max(enough, max(games, default=0))
    order = list(range(len(tables)))
    best: list[int] = []
    for _ in range(min(200, max(1, _WORK // max(1, len(tables))))):
        chance.shuffle(order)
        found = _first_fit(players, tables, order)
        if not best or max(found, default=0) < max(best):
            best = found
        if max(best, default=0) < enough:
            break
    return best


def _first_fit(players: int, tables: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
    busy = [0] * players  # a bit for each round
    rounds = [0] * len(tables)
    for number in order:
        taken = 0
        for player in tables[number]:
            taken |= busy[player]
        first_free = ~taken & (taken + 1)
        for player in tables[number]:
            busy[player] |= first_free
        rounds[number] = first_free.bit_length() - 1
    return rounds
