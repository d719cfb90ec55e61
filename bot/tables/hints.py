"""Hints: advice of a computer to a person, at the highest level the server allows.

It sees what lies open and the person's own options. It thinks while the table is not locked.
"""

from dataclasses import dataclass

from bot.engine.components import WEALTH
from bot.model.advice import Advised, Computer, Level
from bot.refusal import Refusal
from bot.tables import turns
from bot.tables.open_table import OpenTable
from bot.tables.preparation import SECRET_KIND
from bot.tables.service import Tables
from bot.tables.thinking import looked_less_far
from bot.tables.turns import TurnView


@dataclass(frozen=True)
class Hint:
    """A computer's advice on a turn. Show it to that seat alone."""

    turn: TurnView
    """The turn so far."""
    ways: tuple[Advised, ...]
    """The ways to go on, the best first, each with the answer that ends the turn; empty if the turn
    is complete."""
    level: Level
    """The computer's level, which is lower than the server's while many tables wait."""
    hurried: bool = False
    """Whether it looked less far than the server's level does."""


async def hint(tables: Tables, table_id: int, user_id: int) -> Hint:
    """Advise this person on the turn. Raises Refusal as `turns.view`, and (`no-hints`) where the
    table, the server or the bot gives no hints."""
    opened = await tables.read(table_id)
    mine = turns.asked(opened, user_id, None)
    level = await _level(tables, opened)
    if tables.advise is None:
        raise _no_hints()
    advice = await tables.advise(opened.game, mine.seat, level, begun=mine.turn.actions)
    hurried = looked_less_far(advice, level)
    return Hint(turns.view_of(opened, mine), advice.ways, advice.level, hurried)


async def first_tiles(
    tables: Tables, table_id: int, user_id: int, tribe: str | None
) -> tuple[str, ...]:
    """Choose the wealth tiles a computer would keep for this person, with this tribe if one is
    given. Raises Refusal as `hint`, and (`tiles-chosen`) if no tiles are chosen any more or the
    tribe is not on offer to the person."""
    opened = await tables.read(table_id)
    mine = turns.asked(opened, user_id, None)
    level = await _level(tables, opened)
    if tables.think is None:
        raise _no_hints()
    legal = opened.game.legal(mine.seat)
    if tribe is not None:
        legal = [action for action in legal if tribe in action.split()]
    if opened.game.kind_asked(mine.seat) != SECRET_KIND or not legal:
        raise Refusal("tiles-chosen", "The tiles are already chosen; the game has moved on.")
    computer = Computer(level)
    thought = await tables.think(opened.game, mine.seat, computer, legal=legal, urgent=True)
    [action] = thought.actions
    return tuple(tile for tile in action.split()[1:] if tile in WEALTH)


async def _level(tables: Tables, opened: OpenTable) -> Level:
    """Find the level of the computer that gives hints at this table."""
    if not opened.table.options.hints:
        raise _no_hints()
    chosen = (await tables.server_settings(opened.table.guild_id)).hints
    if chosen == "off":
        raise Refusal("no-hints-on-server", "Hints are switched off on this server.")
    return chosen


def _no_hints() -> Refusal:
    return Refusal("no-hints", "Hints are switched off at this table.")
