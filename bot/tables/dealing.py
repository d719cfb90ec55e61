"""The deal and the start of a game, from the seed and who sits where."""

from collections.abc import Sequence
from dataclasses import replace

import structlog

from bot.engine import Game
from bot.engine.deal import shuffle_deal
from bot.engine.versions import RULES_VERSION
from bot.model.table import Joins, Options, Seat
from bot.refusal import Refusal
from bot.store import log
from bot.tables import timing
from bot.tables.fair_deal import commitment, mark, new_secret, seed_of, shared_seed, with_bid
from bot.tables.open_table import OpenTable

logger = structlog.get_logger(__name__)


async def seed_for(
    opened: OpenTable, joined: Sequence[Seat], bids: Sequence[Sequence[int]] = ()
) -> str:
    """The seed of a table's game, from its secret and those who joined, with what they bid."""
    table = opened.table
    secret = await opened.fetch(log.secret, table.id)
    if secret is None:  # the lobby was opened before deals were sealed
        secret = new_secret()
    marks = [mark(table.commitment or "", one.user_id, one.name) for one in joined]
    if bids:
        marks = [with_bid(one, bid) for one, bid in zip(marks, bids, strict=True)]
    return seed_of(secret, table.id, marks)


def dealt(options: Options, seats: int, seed: str) -> Game:
    """A new game. Raises Refusal (`options`) if the options cannot be played by so many."""
    try:
        deal = shuffle_deal(seats, options.modules, seed, without=options.without)
        return Game.from_setup({**deal, "rules": RULES_VERSION})
    except ValueError:
        raise Refusal(
            "options",
            "The chosen options cannot be played with {seats} seats; change them first.",
            seats=seats,
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
    """Deal and begin. `joined` are those who went into the seed, in their order, `seated` the same
    in playing order; `given`: the seats were those of a schedule. `deal_of` as in `lobby.start`."""
    sealed = opened.table.commitment
    joins = None
    if sealed is not None:
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
    """The seats in this order."""
    return tuple(replace(one, seat=number) for number, one in enumerate(seats))
