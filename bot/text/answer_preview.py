"""An answer tried on a copy of the game, and the parts that descriptions of answers share."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from bot.engine import Game
from bot.engine.board import CORN_VALUE
from bot.engine.happenings import GoodsChanged, Happening, TempleMoved
from bot.engine.position import Position
from bot.text.changes import GOODS, Change, change_of, signed
from bot.text.names import name_of, temple_name
from bot.text.translation import Translations

LABEL, WIDE_LABEL = 30, 34
"""The most characters that fit on a button of a phone for sure, and that a price and words that
cannot be said shorter may have. A sign is as wide as two letters."""
CUT = "…"
"""Ends what is cut."""


OPTION = 50
"""The most characters of a menu's option that a phone shows on one line."""


DETAIL = 100
"""The most characters of a select option's description."""


_NOT_PAID = ("food", "hunger")
"""Sources of losses that no answer causes."""


@dataclass(frozen=True)
class Tried:
    """An answer and what it leads to."""

    action: str
    words: Sequence[str]
    seat: int
    before: Position
    happenings: tuple[Happening, ...]
    """From `before` to `after`."""
    game: Game
    """After it."""
    next_kind: str | None
    """The decision this seat is asked next in the same turn, if any."""
    actions: tuple[str, ...]
    """The answer, and those that follow it without being asked."""

    @classmethod
    def of(
        cls, game: Game, before: Position, seat: int, *actions: str,
        earlier: Sequence[Happening] = (),
    ) -> "Tried":  # fmt: skip
        """Try answers in `game`, one after the other; `earlier` is what happened since `before`.
        Raises IllegalAction where one is not legal."""
        copy, happenings = game.copy(), [*earlier]
        for action in actions:
            copy.play(seat, action, happenings.append)
        return cls(
            actions[0], actions[0].split(), seat, before, tuple(happenings), copy,
            copy.kind_asked(seat), actions,
        )  # fmt: skip

    # Worked out when they are asked for: much is tried only to find that there are too many ways.

    @cached_property
    def after(self) -> Position:
        """What it leads to."""
        return self.game.snapshot()

    @cached_property
    def change(self) -> Change:
        """What changes for the seat."""
        return change_of(self.happenings, self.seat)

    def then(self, action: str) -> "Tried":
        """The same answer with one more action that it brings with it."""
        more = Tried.of(self.game, self.before, self.seat, action, earlier=self.happenings)
        actions = (*self.actions, action)
        return replace(more, action=self.action, words=self.words, actions=actions)

    @cached_property
    def costs(self) -> Mapping[str, int]:
        """What is paid, by corn, wood, stone, gold, skulls, whatever comes in besides."""
        paid = Counter[str]()
        for one in self.happenings:
            if (
                isinstance(one, GoodsChanged)
                and one.seat == self.seat
                and one.source not in _NOT_PAID
            ):
                paid.update({kind: max(0, -getattr(one, kind)) for kind in GOODS})
        return {kind: paid[kind] for kind in GOODS if paid[kind]}

    @cached_property
    def gains(self) -> Change:
        """The change without what was paid for it."""
        goods = {kind: self.change.goods.get(kind, 0) + self.costs.get(kind, 0) for kind in GOODS}
        return replace(self.change, goods={kind: n for kind, n in goods.items() if n})

    @cached_property
    def usual(self) -> str | None:
        """The action of the space a worker was picked up from, which the label of picking it up
        names; None where the worker may not do it, as where it stands on a space for any action."""
        if self.words[0] != "pick" or self.next_kind != "action":
            return None
        own = " ".join(["do", *self.words[1:]])
        return own if own in self.game.legal(self.seat) else None

    def paid(self) -> "Tried":
        """The same, paid with what is worth least on the market if blocks are to be chosen."""
        if self.next_kind != "pay":
            return self
        return self.then(min(self.game.legal(self.seat), key=_market_value))

    def answers(self) -> list["Tried"]:
        """The answers to the decision this one leads to, each compared with where we began."""
        return [
            Tried.of(self.game, self.before, self.seat, action, earlier=self.happenings)
            for action in self.game.legal(self.seat)
        ]


def _market_value(pay: str) -> tuple[int, str]:
    """What `pay W S G` is worth in corn; ties are decided by the words."""
    blocks = (int(n) for n in pay.split()[1:])
    return sum(n * corn for n, corn in zip(blocks, CORN_VALUE, strict=True)), pay


class Words(NamedTuple):
    """An answer in words."""

    deeds: tuple[str, ...]
    """What it does, in full and then ever shorter."""
    detail: str = ""
    price: str | None = None
    """What it costs; None for what the answer itself pays."""
    brief: str = ""
    """Price and deed in the fewest words, beside an icon; empty where there are none so short."""


Describe = Callable[[Translations, Tried], Words]


def plain_words(t: Translations, words: Sequence[str]) -> str:
    """An action without a description of its own, which no game of today has: its words, with ids
    turned into names."""
    return " ".join(name_of(t, word) for word in words)


def price_words(t: Translations, tried: Tried) -> str:
    """All that is paid, as "−2 corn, −1 Chaac": a step down names its temple unless that is yet to
    be chosen, and blocks yet to be chosen are counted; empty for nothing."""
    paid = [signed(t, kind, -n) for kind, n in tried.costs.items()]
    if tried.next_kind == "pay":
        blocks = sum(int(n) for n in tried.game.legal(tried.seat)[0].split()[1:])
        # Translators: price on a button: blocks of wood, stone or gold, yet to be chosen
        paid.append(t.ngettext("−{n} block", "−{n} blocks", blocks).format(n=blocks))
    down = Counter[str]()
    for one in tried.happenings:
        if isinstance(one, TempleMoved) and one.seat == tried.seat and one.steps < 0:
            down[one.temple] -= one.steps
    # Translators: price on a button: so many steps down on a temple: "−1 Chaac"
    step_down = t.gettext("−{n} {temple}")
    paid += [step_down.format(n=n, temple=temple_name(t, temple)) for temple, n in down.items()]
    if tried.next_kind == "anger":
        # Translators: price on a button: a step down on a temple that is chosen afterwards
        paid.append(t.gettext("−1 step"))
    return ("" if t.in_signs else ", ").join(paid)


Said = Callable[[Translations], tuple[str, Sequence[str]]]
"""The price of an answer, empty for none, and what it does, in full and then ever shorter."""


def labelled(t: Translations, said: Said, most: int = LABEL) -> str:
    """What a button says: the whole price first, then the fullest words for which there is room in
    `most` characters. Where there are none so short, signs stand for goods and names are cut; what
    is still too long ends with `CUT`."""
    widest = most + WIDE_LABEL - LABEL
    labels = _labels(t, said)
    for room in (most, widest):
        if found := next((label for label in labels if width(label) <= room), None):
            return found
    labels = _labels(t.with_signs(), said)
    found = next((label for label in labels if width(label) <= widest), labels[-1])
    return shortened(found, widest)


def _labels(t: Translations, said: Said) -> list[str]:
    price, deeds = said(t)
    # Translators: button: what it costs, and what it does: "−2 corn · Palenque 1"
    frame = t.gettext("{price} · {deed}")
    return [frame.format(price=price, deed=deed) if price else deed for deed in deeds]


def detailed(t: Translations, said: Callable[[Translations], str]) -> str:
    """More about an answer in at most DETAIL characters: in words, or where these are too long with
    signs for goods and names that are cut."""
    words = said(t)
    return words if width(words) <= DETAIL else shortened(said(t.with_signs()), DETAIL)


def width(text: str) -> int:
    """How wide a text is on a button, in letters: a sign is as wide as two."""
    return sum(1 + (letter > "\uffff") for letter in text)


def shortened(text: str, most: int) -> str:
    """The text, cut with an ellipsis if it is wider than `most` letters."""
    if width(text) <= most:
        return text
    while width(text) >= most:
        text = text[:-1]
    return text.rstrip(" ,;:") + CUT


def sentence(*parts: str) -> str:
    """The parts that say something, one behind the other."""
    return " · ".join(part for part in parts if part)
