"""An answer tried on a copy of the game, and the parts that descriptions of answers share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.engine import Game
from bot.engine.happenings import Happening
from bot.engine.position import Position
from bot.engine.tribes import TRIBES
from bot.text.changes import Change, change_of, signed
from bot.text.names import (
    name_of,
)
from bot.text.translation import Translations

LABEL = 34
"""The most characters that fit on a button of a phone."""


DETAIL = 100
"""The most characters of a select option's description."""


@dataclass(frozen=True)
class Tried:
    """An answer and what it leads to."""

    action: str
    words: Sequence[str]
    seat: int
    before: Position
    after: Position
    happenings: tuple[Happening, ...]
    """From `before` to `after`."""
    change: Change
    game: Game
    next_kind: str | None
    """The decision this seat is asked next in the same turn, if any."""

    @classmethod
    def of(
        cls, game: Game, before: Position, seat: int, action: str,
        earlier: tuple[Happening, ...] = (),
    ) -> "Tried":  # fmt: skip
        """Try an answer in `game`; `earlier` is what happened since `before`."""
        copy = game.copy()
        step = copy.step(seat, action)
        happenings = (*earlier, *step.happenings)
        next_kind = copy.kind_asked(seat)
        return cls(
            action, action.split(), seat, before, step.position, happenings,
            change_of(happenings, seat), copy, next_kind,
        )  # fmt: skip

    @cached_property
    def usual(self) -> str | None:
        """The action of the space a worker was picked up from; None where the player may want
        another one, that is not only a step back for corn."""
        if self.words[0] != "pick" or self.next_kind != "action":
            return None
        _, gear, space = self.words
        legal = self.game.legal(self.seat)
        own = f"do {gear} {space}"
        others = [action.split() for action in legal if action.startswith("do ")]
        steps_back = all(of == gear and int(number) <= int(space) for _, of, number in others)
        tribe = self.before.players[self.seat].tribe
        gains_by_stepping_back = tribe and TRIBES[tribe].powers.step_back_gain
        return own if own in legal and steps_back and not gains_by_stepping_back else None

    def answers(self) -> list["Tried"]:
        """The answers to the decision this one leads to, each compared with where we began."""
        found = []
        for action in self.game.legal(self.seat):
            tried = Tried.of(self.game, self.before, self.seat, action, self.happenings)
            found.append(tried)
        return found


Words = tuple[str, str]


Describe = Callable[[Translations, Tried], Words]


def plain_words(t: Translations, words: Sequence[str]) -> str:
    """An action without a description of its own: its words, with ids turned into names."""
    text = " ".join(name_of(t, word) for word in words)
    return text[:1].upper() + text[1:]


def price_words(t: Translations, tried: Tried) -> str:
    """What is paid, as "−2 corn", or how many blocks if they are yet to be chosen; empty for
    nothing."""
    paid = [signed(t, kind, n) for kind, n in tried.change.goods.items() if n < 0]
    if tried.next_kind == "pay":
        blocks = sum(int(n) for n in tried.game.legal(tried.seat)[0].split()[1:])
        paid.append(t.ngettext("−{n} block", "−{n} blocks", blocks).format(n=blocks))
    return ", ".join(paid)


def with_more(label: str, more: str) -> str:
    return f"{label} ({more})" if more else label


def fitting(*variants: str) -> str:
    """The first variant that fits on a button, else the last one."""
    return next((v for v in variants if len(v) <= LABEL), variants[-1])


def sentence(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
