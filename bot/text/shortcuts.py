"""Shortcuts within a turn: a whole visit to the market, and the last tap with another payment."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from bot.engine import Game, IllegalAction, Position
from bot.engine.board import RESOURCES
from bot.text.action_choices import net_of
from bot.text.answer_preview import OPTION, Said, Tried, price_words
from bot.text.choices import OTHER, Choice, Menu, alike
from bot.text.names import amount, amounts
from bot.text.translation import Translations

MOST_VISITS = 25
"""The most visits that fit a menu."""
MOST_BOUGHT = 4
"""The most blocks of one kind that are bought at once."""
MOST_PAYMENTS = 2
"""The most other payments offered here; with more they are answers of their own."""
DONE, TRADE = "done", "trade"
Blocks = dict[str, int]
"""Amounts of blocks by kind."""


def market_visits(t: Translations, game: Game, seat: int) -> list[Menu]:
    """Describe whole visits to the market: blocks sold; blocks bought, also for what must be sold
    for one of them; and blocks sold to buy with the corn afterwards. Empty where no market is
    open."""
    if game.kind_asked(seat) != TRADE:
        return []
    before, legal = game.snapshot(), game.legal(seat)
    me = before.players[seat]
    held = {kind: getattr(me, kind) for kind in RESOURCES if f"sell {kind}" in legal}
    sold = [(sales, Blocks()) for sales in _sales(held)]
    bought = [(Blocks(), {kind: n}) for kind in RESOURCES for n in range(1, MOST_BOUGHT + 1)]
    exchanged = [({one: 1}, {other: 1}) for one, other in product(held, RESOURCES) if one != other]
    needed = [
        (sales, {kind: 1})
        for (sales, _), kind in product(sold, RESOURCES)
        if sum(sales.values()) > 1 and kind not in sales
        and not any(_visit(game, before, seat, less, {kind: 1}) for less in _one_less(sales))
    ]  # fmt: skip
    several = [(sales, buys) for sales, buys in sold if sum(sales.values()) > 1]
    menus: list[tuple[str, Sequence[tuple[Blocks, Blocks]], bool]] = [
        # Translators: on a menu until something is chosen: sell resources and end the visit to the
        # market; imperative
        (t.gettext("Sell, and done"), sold, True),
        # Translators: on a menu until something is chosen: buy resources and end the
        # visit to the market; imperative
        (t.gettext("Buy, and done"), [*exchanged, *bought, *needed], True),
        # Translators: on a menu until something is chosen: sell several resources, then choose what
        # to buy; imperative
        (t.gettext("Sell several, then buy"), several, False),
    ]
    found = []
    for asked, visits, over in menus:
        tried = [(_visit(game, before, seat, *visit, over=over), *visit) for visit in visits]
        # one trade after which none is possible has a button
        told = [_told(one, *visit) for one, *visit in tried if one and one.actions[1:]]
        found.append(Menu(asked, alike(t, told[:MOST_VISITS], OPTION)))
    return [menu for menu in found if menu.choices]


def _sales(held: Blocks) -> list[Blocks]:
    """List the sales of these blocks, least first; where there are many, only all or none of each
    kind, and some of one kind alone as far as there is room."""
    ways = [
        {kind: n for kind, n in zip(held, counts, strict=True) if n}
        for counts in product(*(range(n, -1, -1) for n in held.values()))
    ]
    ways = sorted((sales for sales in ways if sales), key=lambda sales: sum(sales.values()))
    if len(ways) > MOST_VISITS:
        whole = [sales for sales in ways if all(n == held[kind] for kind, n in sales.items())]
        some = [sales for sales in ways if len(sales) == 1 and sales not in whole]
        kept = [*whole, *some][:MOST_VISITS]
        ways = [sales for sales in ways if sales in kept]
    return ways


def _one_less(sales: Blocks) -> Iterator[Blocks]:
    for kind in sales:
        less = {**sales, kind: sales[kind] - 1}
        yield {one: n for one, n in less.items() if n}


def _each(verb: str, blocks: Blocks) -> Iterator[str]:
    for kind, n in blocks.items():
        yield from [f"{verb} {kind}"] * n


def _visit(
    game: Game, before: Position, seat: int, sales: Blocks, buys: Blocks, *, over: bool = True
) -> Tried | None:
    """Try these trades, with the visit `over` or going on; None where the rules do not allow
    them."""
    try:
        trades = [*_each("sell", sales), *_each("buy", buys)]
        tried = Tried.of(game, before, seat, *trades)
    except IllegalAction:
        return None
    if not over:
        can_buy = any(action.startswith("buy ") for action in tried.game.legal(seat))
        return tried if tried.next_kind == TRADE and can_buy else None
    # The engine ends a visit where nothing more can be traded.
    return tried.then(DONE) if tried.next_kind == TRADE else tried


def _told(tried: Tried, sales: Blocks, buys: Blocks) -> Choice:

    def prices(way: Translations) -> str:
        if not sales or not buys:
            return ""
        # Translators: below a trade on the market: what is sold, what is bought, and each price:
        # "sell 1 stone for 3 corn, buy 1 wood for 2 corn"
        return way.gettext("sell {sold} for {got}, buy {bought} for {paid}").format(
            sold=amounts(way, sales), got=amount(way, "corn", tried.gains.goods.get("corn", 0)),
            bought=amounts(way, buys), paid=amount(way, "corn", tried.costs.get("corn", 0)),
        )  # fmt: skip

    return Choice(tried.action, net_of(tried, prices), OTHER, tried.actions)


def other_payments(
    t: Translations, begun: Game, seat: int, prepared: Sequence[str], tapped: int
) -> list[Choice]:
    """Describe the other ways to make the last payment among the actions of the last tap, each with
    the later answers; empty where there are many. `begun` is the game before all `prepared`."""
    last = [n for n, action in enumerate(prepared) if action.startswith("pay ")]
    if not last or last[-1] <= len(prepared) - tapped:
        return []
    game = begun.copy()
    for action in prepared[: last[-1]]:
        game.play(seat, action)
    paid, *after = prepared[last[-1] :]
    others = [one for one in game.legal(seat) if one.startswith("pay ") and one != paid]
    if len(others) > MOST_PAYMENTS:
        return []
    found = list[Choice]()
    for pay in others:
        try:
            tried = Tried.of(game, game.snapshot(), seat, pay, *after)
        except IllegalAction:
            continue  # later answers need what this payment takes
        said = Said(partial(price_words, tried=tried), _paid_otherwise)
        found.append(Choice(pay, said, OTHER, tried.actions))
    return alike(t, found)


def _paid_otherwise(t: Translations) -> Sequence[str]:
    # Translators: button, behind a price: pay with that; imperative
    return [t.gettext("Pay this instead")]
