"""Why an action is not legal, in one sentence that can be translated."""

from collections.abc import Sequence

from bot.refusal import Refusal


class Goods(dict[str, int]):
    """Goods named in a refusal, such as a price: how many of corn, wood, stone, gold, skulls."""

    def __str__(self) -> str:
        return ", ".join(f"{n} {what}" for what, n in self.items() if n)

    def __format__(self, spec: str) -> str:
        return str(self)


class IllegalAction(Refusal, ValueError):
    """An action the rules do not allow now; the game is unchanged.

    `template` is an English sentence with named places, `params` fills them: the texts shown to
    players translate the template, and ids and Goods in the params, before filling.
    """

    def __init__(self, template: str, **params: object) -> None:
        super().__init__("illegal", template, **params)


def not_on_offer(action: str, options: Sequence[str]) -> IllegalAction:
    """The general refusal: what was asked for cannot be done here, and this can."""
    return IllegalAction(
        "“{action}” is not possible now; choose one of: {choices}.",
        action=action,
        choices=", ".join(options),
    )
