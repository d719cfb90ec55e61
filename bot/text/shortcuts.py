"""What saves taps within a turn: a whole visit to the market, and the last tap once more with
another payment."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from bot.engine import Game, IllegalAction, Position
from bot.engine.board import RESOURCES
from bot.text.changes import change_words
from bot.text.choices import OTHER, Choice
from bot.text.names import amounts
from bot.text.translation import Translations
from bot.text.trying import DETAIL, OPTION, Tried, labelled, price_words, shortened

MOST_VISITS = 25
"""So many fit a menu."""
FEW_SALES = 18
"""With more ways to sell than this, some of one kind or all of several are offered."""
MOST_BOUGHT = 4
"""So many of one kind are bought at once."""
MOST_PAYMENTS = 2
"""With more other payments than this they are chosen as an answer of their own."""
DONE, TRADE = "done", "trade"


def market_visits(t: Translations, game: Game, seat: int) -> list[Choice]:
    """Whole visits to the market, done with: blocks sold, blocks bought, or one exchanged for
    another. Empty where no market is open."""
    if game.kind_asked(seat) != TRADE:
        return []
    before, legal = game.snapshot(), game.legal(seat)
    me = before.players[seat]
    held = {kind: getattr(me, kind) for kind in RESOURCES if f"sell {kind}" in legal}
    sold = list(_sales(held))
    bought = [{kind: n} for kind in RESOURCES for n in range(1, MOST_BOUGHT + 1)]
    exchanged = [({one: 1}, {other: 1}) for one, other in product(held, RESOURCES) if one != other]
    visits: list[tuple[dict[str, int], dict[str, int]]] = [
        *((sales, {}) for sales in sold), *exchanged, *(({}, buys) for buys in bought),
    ]  # fmt: skip
    found: list[Choice] = []
    for sales, buys in visits:
        tried = _visit(game, before, seat, [*_each("sell", sales), *_each("buy", buys)])
        if tried is not None:
            found.append(_told(t, tried, sales, buys))
    return found[:MOST_VISITS]


def _sales(held: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """What may be sold of these blocks, least first; where that is much, of each kind none or all,
    or some of one kind alone."""
    ways = [
        {kind: n for kind, n in zip(held, counts, strict=True) if n}
        for counts in product(*(range(n, -1, -1) for n in held.values()))
    ]
    many = len(ways) > FEW_SALES + 1
    for sales in sorted(ways, key=lambda sales: sum(sales.values())):
        whole = all(n == held[kind] for kind, n in sales.items())
        if sales and (not many or whole or len(sales) == 1):
            yield sales


def _each(verb: str, blocks: Mapping[str, int]) -> Iterator[str]:
    for kind, n in blocks.items():
        yield from [f"{verb} {kind}"] * n


def _visit(game: Game, before: Position, seat: int, trades: Sequence[str]) -> Tried | None:
    """These trades tried, and the visit over; None where the rules do not allow them."""
    try:
        tried = Tried.of(game, before, seat, *trades)
    except IllegalAction:
        return None
    # The visit is over by itself where nothing more can be traded.
    return tried.then(DONE) if tried.next_kind == TRADE else tried


def _told(
    t: Translations, tried: Tried, sales: Mapping[str, int], buys: Mapping[str, int]
) -> Choice:
    corn = amounts(t, {"corn": tried.gains.goods.get("corn", 0)})
    goods = amounts(t, buys)
    net = ""
    if not buys:
        deed = t.gettext("Sell for {corn}").format(corn=corn)
    elif not sales:
        deed = t.gettext("Buy {goods}").format(goods=goods)
    else:
        deed = t.gettext("Sell for {corn}, buy {goods}").format(corn=corn, goods=goods)
        net = ", ".join(change_words(t, tried.change))
    return Choice(
        tried.action, labelled(t, price_words(t, tried), [deed], OPTION), shortened(net, DETAIL),
        OTHER, tried.actions,
    )  # fmt: skip


def other_payments(
    t: Translations, begun: Game, seat: int, prepared: Sequence[str], tapped: int
) -> list[Choice]:
    """The last payment among the actions of the last tap made otherwise, each with what was
    answered after it; empty where there are many. `begun` is the game before all `prepared`."""
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
    found = []
    for pay in others:
        try:
            tried = Tried.of(game, game.snapshot(), seat, pay, *after)
        except IllegalAction:
            continue  # what was answered after it needs what this one pays with
        label = labelled(t, price_words(t, tried), [t.gettext("Pay this instead")])
        found.append(Choice(pay, label, "", OTHER, tried.actions))
    return found
