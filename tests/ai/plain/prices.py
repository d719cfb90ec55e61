"""Plain prices: what one corn, block or skull is worth to a seat, in points.

The figures are judgement, settled by letting computers play each other: about how many points a
thing turns into by the end of a game, not what the rules pay for it.
"""

from tests.ai.plain.view import Hand, View, remembered

SHORT_OF_TIME = 8
"""With fewer rounds left than these, goods fall towards what the final scoring pays for them."""
EARLY_CORN, LATE_CORN = 0.5, 0.25
EARLY_BLOCKS, LATE_BLOCKS = (1.1, 1.6, 2.1), (0.5, 0.75, 1.0)
EARLY_SKULL, LATE_SKULL = 6.0, 3.0


def by_time(view: View, early: float, late: float) -> float:
    """`early` for most of the game, falling to `late` in its last rounds."""
    return late + (early - late) * min(1.0, view.rounds_left / SHORT_OF_TIME)


@remembered
def corn_price(view: View) -> float:
    """Points for a corn, if it is not urgently needed and there is not plenty of it."""
    return by_time(view, EARLY_CORN, LATE_CORN)


@remembered
def block_prices(view: View) -> tuple[float, float, float]:
    """Points for a block of wood, stone, gold."""
    wood, stone, gold = zip(EARLY_BLOCKS, LATE_BLOCKS, strict=True)
    return by_time(view, *wood), by_time(view, *stone), by_time(view, *gold)


@remembered
def skull_price(view: View) -> float:
    """Points for a skull: 3 at the end, more while it can still be brought to Chichen Itza."""
    return by_time(view, EARLY_SKULL, LATE_SKULL)


def goods_price(view: View, hand: Hand) -> float:
    """Points for goods at their plain price."""
    wood, stone, gold = block_prices(view)
    blocks = hand.wood * wood + hand.stone * stone + hand.gold * gold
    return hand.corn * corn_price(view) + blocks + hand.skulls * skull_price(view)
