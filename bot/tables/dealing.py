"""The deal and the start of a game, from its seed and its seats."""

from collections.abc import Sequence
from dataclasses import replace

import structlog

from bot.engine import Game
from bot.engine.deal import shuffle_deal
from bot.engine.dealt_anew import dealt_anew
from bot.engine.versions import RULES_VERSION
from bot.model.table import Joins, Options, Seat
from bot.notation.position_line import read_position
from bot.refusal import P_, Refusal
from bot.store import log
from bot.tables import timing
from bot.tables.fair_deal import commitment, mark, seed_of, shared_seed
from bot.tables.open_table import OpenTable

logger = structlog.get_logger(__name__)


async def seed_for(opened: OpenTable, joined: Sequence[Seat]) -> str:
    """Make the seed of a table's game, from its secret and those who joined."""
    table = opened.table
    secret = await opened.fetch(log.secret, table.id)
    marks = [mark(table.commitment, one.user_id, one.name) for one in joined]
    return seed_of(secret, table.id, marks)


def dealt(options: Options, seats: int, seed: str) -> Game:
    """Deal a new game, or the hidden tiles of a position. Raises Refusal (`options`) if so many
    cannot play these options."""
    try:
        if options.position:
            begun = dealt_anew(read_position(options.position), seed)
            return Game.from_setup({**begun, "rules": RULES_VERSION})
        deal = shuffle_deal(seats, options.modules, seed, without=options.without)
        return Game.from_setup({**deal, "rules": RULES_VERSION})
    except ValueError:
        raise Refusal(
            "options",
            *P_(
                "These options do not work with {n} seat; change them first.",
                "These options do not work with {n} seats; change them first.",
            ),
            n=seats,
        ) from None


def begin(
    opened: OpenTable,
    joined: Sequence[Seat],
    seated: Sequence[Seat],
    seed: str,
    deal_of: str | None,
    *,
    given: bool = False,
) -> None:
    """Deal and begin. `joined` are the seats in the seed, as they joined; `seated` are the same in
    playing order; `given` says that a schedule gave the seats. `deal_of` as in `lobby.start`."""
    sealed = opened.table.commitment
    joins = Joins(
        tuple(mark(sealed, one.user_id, one.name) for one in joined),
        tuple(mark(sealed, one.user_id, one.name) for one in seated),
        given=given,
    )
    of_deal = seed if deal_of is None else shared_seed(deal_of)
    game = dealt(opened.table.options, len(seated), of_deal)
    opened.begin(
        seated,
        game,
        RULES_VERSION,
        seed=seed,
        setup=game.setup,
        joins=joins,
        shared_secret=deal_of,
        shared_commitment=None if deal_of is None else commitment(deal_of),
    )
    opened.set_clocks(timing.begun(opened.table, opened.waiting, opened.now))
    logger.info("game started", table=opened.table.id, seats=len(seated))


def numbered(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Number the seats in this order."""
    return tuple(replace(one, seat=number) for number, one in enumerate(seats))
