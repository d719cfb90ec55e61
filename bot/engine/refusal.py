"""Why an action is not legal, in one sentence that can be translated."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.refusal import Refusal


class Goods(dict[str, int]):
    """Goods named in a refusal, such as a price: amounts of corn, wood, stone, gold, skulls and of
    resources of any kind."""

    def __str__(self) -> str:
        return ", ".join(
            f"{n} {what.removesuffix('s') if n == 1 else what}" for what, n in self.items() if n
        )

    def __format__(self, spec: str) -> str:
        return str(self)


class Space(NamedTuple):
    """A space named in a refusal, such as Tikal 3."""

    gear: str
    number: int

    def __str__(self) -> str:
        return f"{self.gear} {self.number}"

    def __format__(self, spec: str) -> str:
        return str(self)


class IllegalAction(Refusal, ValueError):
    """An action the rules do not allow now; the game is unchanged.

    Each reason has its own `code`. The texts shown to players translate `template`, and the ids,
    Goods and Spaces in `params`, before filling it.
    """


NOT_ON_OFFER = "not-on-offer"
"""The code of a refusal without a more precise reason."""
OUT_OF_REACH = "out-of-reach"
"""The code for an action that the worker picked up cannot reach."""


def not_asked() -> IllegalAction:
    """Make the refusal for a seat that has nothing to decide now."""
    return IllegalAction("not-asked", "It is not this seat's turn.")


def not_on_offer(action: str, options: Sequence[str]) -> IllegalAction:
    """Make the general refusal, which lists what the seat may do instead."""
    return IllegalAction(
        NOT_ON_OFFER,
        "“{action}” is not possible now; choose one of: {choices}.",
        action=action,
        choices=", ".join(options),
    )
