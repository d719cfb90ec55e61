"""A computer's turn, thought out on a copy of the game."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from bot.ai import choose
from bot.engine import Game
from bot.tables.preparation import prepare

Think = Callable[[Game, int], Awaitable[str]]
"""think(game, seat): a legal action for a computer's seat. It is given a copy of the game, and
must use only what that seat may see."""

logger = structlog.get_logger(__name__)


async def think(game: Game, seat: int) -> str:
    """What the computer player of `bot.ai` answers, worked out in a thread of its own. It is
    given what lies open and the seat's own options, never the game with its stacks."""
    kind = next(decision.kind for decision in game.pending if decision.seat == seat)
    return await asyncio.to_thread(choose, game.snapshot(), seat, kind, game.legal(seat))


async def think_turn(think: Think, game: Game, seat: int, begun: Sequence[str] = ()) -> list[str]:
    """A whole turn of a computer that is asked, its closing action included; or the rest of one
    that has been begun with these actions, and they with it."""
    actions = list(begun)
    turn = prepare(game, seat, actions)
    while not turn.complete:
        actions.append(await _answer(think, turn.game, seat))
        turn = prepare(game, seat, actions)
    return actions


async def _answer(think: Think, game: Game, seat: int) -> str:
    legal = game.legal(seat)
    try:
        action = await think(game, seat)
        if action in legal:
            return action
        logger.error("computer chose what is not legal", seat=seat)
    except Exception:
        # People sit at this table: a computer that fails must not stop their game.
        logger.exception("computer failed", seat=seat)
    return legal[0]
