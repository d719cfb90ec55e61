"""An answer tried on a copy of the game, and the parts that descriptions of answers share."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from bot.engine import Game
from bot.engine.components import CORN_VALUE, MONUMENTS
from bot.engine.happenings import GoodsChanged, Happening, TempleMoved
from bot.engine.position import Position
from bot.text.names import temple_name
from bot.text.seats import GOODS, Change, change_of, signed, signed_goods
from bot.text.translation import Translations

LABEL, WIDE_LABEL = 30, 34
"""The most characters that surely fit on a button of a phone, and the most for a price and words
that cannot be shorter. A sign is as wide as two letters."""
BEHIND_A_NUMBER = LABEL - 5
"""The same behind the number of a place: "12 · "."""
CUT = "…"
"""Ends a text that was cut."""


OPTION = 50
"""The most characters of a menu's option that a phone shows on one line."""


DETAIL = 100
"""The most characters of a select option's description."""


_NOT_PAID = ("food", "hunger")
"""Sources of losses that are no price of an answer."""


@dataclass(frozen=True)
class Tried:
    """An answer that was tried, and its consequences."""

    action: str
    words: Sequence[str]
    seat: int
    before: Position
    happenings: tuple[Happening, ...]
    """The happenings from `before` to `after`."""
    game: Game
    """The game after the answer."""
    next_kind: str | None
    """The kind of question this seat is asked next in the same turn; None for none."""
    actions: tuple[str, ...]
    """The answer, and those after it that were given without asking."""

    @classmethod
    def of(
        cls, game: Game, before: Position, seat: int, *actions: str,
        earlier: Sequence[Happening] = (),
    ) -> "Tried":  # fmt: skip
        """Try answers in `game`, one after the other; `earlier` are the happenings since `before`.
        Raises IllegalAction for an illegal one."""
        copy, happenings = game.copy(), [*earlier]
        for action in actions:
            copy.play(seat, action, happenings.append)
        return cls(
            actions[0], actions[0].split(), seat, before, tuple(happenings), copy,
            copy.kind_asked(seat), actions,
        )  # fmt: skip

    # Lazy, as many answers are only tried to find that there are too many.

    @cached_property
    def after(self) -> Position:
        """The position after the answer."""
        return self.game.snapshot()

    @cached_property
    def change(self) -> Change:
        """The changes for the seat."""
        return change_of(self.happenings, self.seat)

    def then(self, action: str) -> "Tried":
        """Try one more action after the answer."""
        copy, happenings = self.game.copy(), [*self.happenings]
        copy.play(self.seat, action, happenings.append)
        return Tried(
            self.action, self.words, self.seat, self.before, tuple(happenings), copy,
            copy.kind_asked(self.seat), (*self.actions, action),
        )  # fmt: skip

    @cached_property
    def costs(self) -> Mapping[str, int]:
        """The price, by corn, wood, stone, gold and skulls, apart from any gains."""
        paid = dict.fromkeys(GOODS, 0)
        for one in self.happenings:
            if (
                isinstance(one, GoodsChanged)
                and one.seat == self.seat
                and one.source not in _NOT_PAID
            ):
                for kind in GOODS:
                    paid[kind] += max(0, -getattr(one, kind))
        return {kind: n for kind, n in paid.items() if n}

    @cached_property
    def gains(self) -> Change:
        """The changes without the price."""
        goods = {kind: self.change.goods.get(kind, 0) + self.costs.get(kind, 0) for kind in GOODS}
        return replace(self.change, goods={kind: n for kind, n in goods.items() if n})

    @cached_property
    def usual(self) -> str | None:
        """The action of the space a worker was picked up from, which the label of picking it up
        names. None where the worker cannot do it, or stands on a space for any action."""
        if self.words[0] != "pick" or self.next_kind != "action":
            return None
        own = " ".join(["do", *self.words[1:]])
        return own if own in self.game.legal(self.seat) else None

    def paid(self) -> "Tried":
        """If blocks are to be chosen next, pay with those worth least on the market."""
        if self.next_kind != "pay":
            return self
        return self.then(min(self.game.legal(self.seat), key=_market_value))

    def answers(self) -> list["Tried"]:
        """Try the answers to the next question, each compared with the same beginning."""
        return [
            Tried.of(self.game, self.before, self.seat, action, earlier=self.happenings)
            for action in self.game.legal(self.seat)
        ]


def _market_value(pay: str) -> tuple[int, str]:
    """The worth of `pay W S G` in corn, then the words, to sort payments."""
    blocks = (int(n) for n in pay.split()[1:])
    return sum(n * corn for n, corn in zip(blocks, CORN_VALUE, strict=True)), pay


class Words(NamedTuple):
    """An answer in words."""

    deeds: tuple[str, ...]
    """The effects of the answer, in full and then ever shorter."""
    detail: str = ""
    price: str | None = None
    """The price, empty for none; None for what `price_words` writes."""
    brief: str = ""
    """The price in the fewest signs, beside the icon or the number of a place: "free", "−2🌽"."""
    brings: tuple[str, ...] = ()
    """What is done at a place, without its name, in full and then ever shorter."""


Describe = Callable[[Translations, Tried], Words]


def price_words(t: Translations, tried: Tried) -> str:
    """Write the whole price, as "−2 corn, −1 Chaac": a step down names its temple unless that is
    yet to be chosen, and blocks yet to be chosen are counted; empty for nothing."""
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


def no_words(_: Translations) -> str:
    """Say nothing."""
    return ""


def no_deeds(_: Translations) -> Sequence[str]:
    """Say nothing in any length."""
    return ()


@dataclass(frozen=True)
class Said:
    """An answer in words, to be written in the form that its row or menu takes. Each part is given
    the language, which may have signs for goods and names that are cut."""

    price: Callable[[Translations], str]
    """The price; empty for none."""
    deeds: Callable[[Translations], Sequence[str]]
    """The effects, in full and then ever shorter."""
    bare: Callable[[Translations], Sequence[str]] = no_deeds
    """The shortest effect without its place; none where nothing can be left out."""
    detail: Callable[[Translations], str] = no_words
    """More about it."""
    place: Callable[[Translations], str] = no_words
    """The place, which the detail names if the label has no room for it."""
    several: bool = False
    """Whether the detail is of several technologies or tiles: it is left out if it must be cut."""
    ladders: dict[tuple[Translations, bool], Sequence[str]] = field(default_factory=dict)
    """Labels in full and then ever shorter, by what they were written with: for a row and for
    menus many forms are tried."""


class Written(NamedTuple):
    """What stands on a button or an option: its label, and more about it."""

    label: str
    detail: str


def in_one_form(
    t: Translations, row: Sequence[Said], most: int = LABEL, *, signs: bool = False
) -> list[Written]:
    """Write the answers of a row or menu in one form, the longest in which all labels fit into
    `most` characters and differ as much as in full: goods in words, or (with `signs` at once) in
    signs; then without places, then with names that are cut, where they must be. A label still too
    long ends with `CUT`. On a menu the details have the same form."""
    in_signs, cut, widest = t.with_signs(), t.with_cut_names(), most + WIDE_LABEL - LABEL
    forms = [in_signs] if signs else [t, in_signs]
    different = len({_ladder(forms[0], one)[0] for one in row})
    tries = [
        *([(form, False)] for form in forms),
        *([(form, False), (form, True)] for form in forms),
        [(in_signs, False), (cut, False)],
        [(in_signs, False), (cut, False), (in_signs, True), (cut, True)],
    ]
    for ways in tries:
        form = ways[0][0]
        details = [_detail(form, one) for one in row] if most == OPTION else []
        if not form.in_signs and any(map(_needs_signs, details)):
            continue
        ladders = [[_ladder(way, one, bare=bare) for way, bare in ways] for one in row]
        for room in (most, widest):
            for step in range(max(len(one[0]) for one in ladders)):
                labels = [_on_step(each, step, room) for each in ladders]
                if all(width(one) <= room for one in labels) and len(set(labels)) >= different:
                    return [_written(form, *each) for each in zip(row, labels, strict=True)]
    alone = [_written(cut, one, _alone(t, one, widest)) for one in row]
    fit = [one for one, written in zip(row, alone, strict=True) if written.label[-1:] != CUT]
    if not fit or len(fit) == len(row):
        return alone
    others = iter(in_one_form(t, fit, most, signs=signs))  # as if the cut ones were not there
    return [one if one.label[-1:] == CUT else next(others) for one in alone]


def _ladder(t: Translations, said: Said, *, bare: bool = False) -> Sequence[str]:
    """Write the labels of an answer in full and then ever shorter."""
    written = said.ladders.get((t, bare))
    if written is None:
        price, deeds = said.price(t), (bare and said.bare(t)) or said.deeds(t)
        # Translators: button: what it costs, and what it does: "−2 corn · Palenque 1"
        frame = t.gettext("{price} · {deed}")
        written = [frame.format(price=price, deed=deed) if price else deed for deed in deeds]
        said.ladders[t, bare] = written
    return written


def fits(t: Translations, said: Said, most: int) -> bool:
    """Whether a label of an answer fits at all, in words, in signs or with names that are cut."""
    widest = most + WIDE_LABEL - LABEL
    return any(
        width(label) <= widest
        for way in (t, t.with_signs(), t.with_cut_names())
        for bare in (False, True)
        for label in _ladder(way, said, bare=bare)
    )


def _on_step(ladders: Sequence[Sequence[str]], step: int, room: int) -> str:
    """Choose the label on this step of the first ladder where it fits, else of the last one."""
    labels = [ladder[min(step, len(ladder) - 1)] for ladder in ladders]
    return next((one for one in labels if width(one) <= room), labels[-1])


def _alone(t: Translations, said: Said, most: int) -> str:
    """Write in signs the longest label of an answer that fits, or cut the shortest one."""
    ways = (t.with_signs(), t.with_cut_names())
    ladder = [
        one for way in ways for bare in (False, True) for one in _ladder(way, said, bare=bare)
    ]
    return shortened(next((one for one in ladder if width(one) <= most), ladder[-1]), most)


def _written(t: Translations, said: Said, label: str) -> Written:
    """Write the detail beside a label: the place, if the label has no room for it, and more."""
    named = any(said.place(way) in label for way in (t, t.with_cut_names()))
    detail = _detail(t, said, with_place=not named)
    if said.several and detail.endswith(CUT):
        detail = "" if named else said.place(t)
    return Written(label, detail)


def _detail(t: Translations, said: Said, *, with_place: bool = False) -> str:
    """Write more about an answer in at most DETAIL characters, in signs where these are too few."""
    for way in (t, t.with_signs(), t.with_cut_names()):
        detail = sentence(said.place(way) if with_place else "", said.detail(way))
        if width(detail) <= DETAIL:
            return detail
    return shortened(detail, DETAIL)


def _needs_signs(detail: str) -> bool:
    return width(detail) > len(detail)


def behind_number(
    t: Translations, tried: Tried, brings: Callable[[Translations], Sequence[str]]
) -> Said:
    """Say behind the whole price what an answer brings, beside the number of its place: goods, or
    anything else as `brings` tells it. A temple that the icon before it shows is not named."""
    change = tried.change
    shown = len(change.temples) if icon_brought(tried) in t.icons else 0
    falls = any(steps < 0 for steps in change.temples_up.values())
    # else a step down is yet to be paid, or the action to be chosen
    settled = tried.next_kind not in ("anger", "action") and not falls
    if tried.gains.goods and settled and change.besides_goods == min(shown, 1):
        return Said(
            lambda way: price_words(way, tried), lambda way: [signed_goods(way, tried.gains.goods)]
        )
    return Said(lambda way: price_words(way, tried), brings)


def icon_brought(tried: Tried) -> str:
    """Choose the icon of what an answer brings: its rarest part; empty for nothing."""
    found = tried.gains
    rises = [temple for temple in found.temples if found.temples_up[temple] > 0]
    names = [
        *("monument" if tile in MONUMENTS else "building" for tile in found.tiles),
        *found.technologies,
        *rises,
        *(["worker"] if found.workers else []),
        *(["points"] if found.points4 > 0 else []),
        *(kind.removesuffix("s") for kind in reversed(GOODS) if found.goods.get(kind, 0) > 0),
    ]
    return names[0] if names else ""


def width(text: str) -> int:
    """Measure the width of a text on a button: a sign is as wide as two letters, as in UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def shortened(text: str, most: int) -> str:
    """Cut the text, with an ellipsis, if it is wider than `most` letters."""
    if width(text) <= most:
        return text
    while width(text) >= most:
        text = text[:-1]
    return text.rstrip(" ,;:") + CUT


def sentence(*parts: str) -> str:
    """Join the parts that are not empty."""
    return " · ".join(part for part in parts if part)
