"""A check of stored games: each is played again from its deal and its log, by its version of the
rules, and compared with the data stored beside them."""

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
    """The result of checking one stored game."""

    table: int
    """The table's id."""
    differences: tuple[str, ...]
    """The differences, a sentence each, for whoever runs the bot; empty for none. No sentence tells
    anything hidden."""


async def check_games(store: Store, games: Sequence[int]) -> AsyncIterator[Checked]:
    """Play these games again. Each blocks for some ten milliseconds, so do not use it in a running
    bot. Each is read at one moment, so a bot may run on the same database."""
    for table_id in games:
        try:
            async with store.transaction(read_only=True) as snapshot:
                found = await snapshot.run(log.stored_game, table_id)
                table = await snapshot.run(tables.by_id, table_id)
        except NOT_TO_BE_PLAYED:
            yield Checked(table_id, (UNREADABLE,))
            continue
        if found is not None:  # None: removed meanwhile, or back in its lobby
            yield Checked(table_id, (*_row_differences(table, found[0]), *_differences(*found)))


def _row_differences(table: Table | None, game: StoredGame) -> list[str]:
    """List impossible data of the table itself: its seats and its number of changes."""
    if table is None or type(table.revision) is not int:
        return [UNREADABLE]
    setup = game.setup if isinstance(game.setup, dict) else {}
    players = setup.get("players", len(table.seats))
    if players not in range(2, 6):
        return []  # a bad deal is told by others
    if [one.seat for one in table.seats] != [*range(players)]:
        return [f"The seats of {players} should be stored, and {len(table.seats)} are."]
    return []


def is_gapless(numbers: Sequence[int], version: int) -> bool:
    """Whether the numbers of a log's events run from 0 to this version without a gap."""
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
    return list(_stored_differences(game, replayed))


def _stored_differences(game: StoredGame, replayed: Game) -> list[str]:
    """List stored data beside the log that does not agree with the replayed game."""
    told = []
    if replayed.finished and game.status == "playing":
        told.append("The game is over by its log, and stored as going on.")
    if not isinstance(game.position, dict):
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
