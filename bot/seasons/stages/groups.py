"""Groups: everybody in a division plays everybody, by a schedule that is drawn at once."""

import random
from collections.abc import Sequence
from functools import lru_cache

from bot.seasons.events import Rules, Stage
from bot.seasons.schedules import (
    Extent,
    Schedule,
    extent_of_games,
    extent_of_rounds,
    schedule_of_games,
    schedule_of_rounds,
)
from bot.seasons.stages.kind import Kind, Paired


def _begin(rules: Rules, stage: Stage, entries: Sequence[int], division: int, seed: int) -> Paired:
    """The whole schedule; each player's place in it is drawn by lot."""
    lots = list(entries)
    random.Random(f"draw {seed} {division}").shuffle(lots)
    plan = _plan(len(lots), rules.seats, stage.games, stage.in_rounds, seed)
    return Paired(
        tuple(
            (number, tuple(lots[player] for player in table))
            for table, number in zip(plan.tables, plan.rounds, strict=True)
        )
    )


@lru_cache(maxsize=4)  # one for all divisions of a size; only the players differ
def _plan(players: int, seats: int, games: int | None, in_rounds: bool, seed: int) -> Schedule:
    if in_rounds:
        return schedule_of_rounds(players, seats, games or 1, seed=seed)
    return schedule_of_games(players, seats, games, seed=seed)


def _extent(rules: Rules, stage: Stage, players: int) -> Extent:
    if stage.in_rounds:
        return extent_of_rounds(players, rules.seats, stage.games or 1)
    return extent_of_games(players, rules.seats, stage.games)


GROUPS = Kind(_begin, _extent, late=True)
