"""Whether stored games are what their logs lead to: each is played again from its deal and its log,
by the rules it was begun with, and compared with what was kept beside them."""

import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from bot.engine import Game, IllegalAction
from bot.model.table import StoredGame, Table
from bot.notation.games import NOT_TO_BE_PLAYED
from bot.store import Store, log, tables
from bot.tables.service import differs

UNREADABLE = "What is stored of it is not of the kind it should be, and cannot be read."


@dataclass(frozen=True)
class Checked:
    """A stored game that was played again."""

    table: int
    """Its id."""
    differences: tuple[str, ...]
    """What differs, a sentence each, for whoever runs the bot; empty where nothing does. None tells
    what is hidden."""


async def check_games(store: Store, games: Sequence[int]) -> AsyncIterator[Checked]:
    """Play these games again, each some ten milliseconds in which nothing else is done: not for a
    bot that runs. Each is read in one look, so a bot may go on in the same database."""
    for table_id in games:
        try:
            async with store.transaction(read_only=True) as snapshot:
                found = await snapshot.run(log.stored_game, table_id)
                table = await snapshot.run(tables.by_id, table_id)
        except NOT_TO_BE_PLAYED:
            yield Checked(table_id, (UNREADABLE,))
            continue
        if found is not None:  # else removed meanwhile, or taken back into its lobby
            yield Checked(table_id, (*_row_otherwise(table, found[0]), *_differences(*found)))


def _row_otherwise(table: Table | None, game: StoredGame) -> list[str]:
    """What of the table itself cannot be: who sits there, and its number of changes."""
    if table is None or type(table.revision) is not int:
        return [UNREADABLE]
    players = (game.setup or {}).get("players", len(table.seats))
    if players not in range(2, 6):
        return []  # the deal is told of
    if [one.seat for one in table.seats] != [*range(players)]:
        return [f"The seats of {players} should be stored, and {len(table.seats)} are."]
    return []


def is_gapless(numbers: Sequence[int], version: int) -> bool:
    """Whether a log of this version has the right numbers, from 0 on."""
    return len(numbers) == version and all(n == number for n, number in enumerate(numbers))


def _differences(game: StoredGame, events: Sequence[tuple[int, int, str]]) -> list[str]:
    if not is_gapless([n for n, _, _ in events], game.version):
        return [f"The log should hold {game.version} actions, and holds {len(events)}."]
    try:
        replayed = Game.from_setup({**(game.setup or {}), "rules": game.rules})
    except NOT_TO_BE_PLAYED:
        return [f"The deal cannot be laid out by version {game.rules} of the rules."]
    for n, seat, action in events:
        try:
            replayed.play(seat, sys.intern(action))
        except (IllegalAction, *NOT_TO_BE_PLAYED):
            return [f"Action {n + 1} of {len(events)} is against the rules."]
    return list(_kept_otherwise(game, replayed))


def _kept_otherwise(game: StoredGame, replayed: Game) -> list[str]:
    """What is stored beside the log and is not what the log leads to."""
    told = []
    if replayed.finished and game.status == "playing":
        told.append("The game is over by its log, and stored as going on.")
    if game.position is None:
        told.append("No position is stored beside the log.")
    elif game.position_version != game.version:
        told.append(
            f"The stored position is that after {game.position_version} actions, and the log has "
            f"{game.version}."
        )
    elif differs(game.position, replayed):
        now = replayed.position()
        parts = sorted(
            key for key in {*now, *game.position} if now.get(key) != game.position.get(key)
        )
        told.append(f"The log leads to another position than is stored ({', '.join(parts)}).")
    return told
