"""The next food day: how far it is, and what a seat will owe."""

from bot.engine.position import Position
from bot.text.names import amount
from bot.text.translation import Translations

WARNING_ROUNDS = 2
"""So near to a food day, missing corn is pointed out."""


def food_day_words(t: Translations, position: Position) -> str:
    """When the next food day is: "Food day at the end of this round", "Food day in 3 rounds"."""
    rounds = position.rounds_to_food_day
    if rounds is None:
        return t.gettext("No more food days")
    if rounds == 0:
        return t.gettext("Food day at the end of this round")
    return t.ngettext("Food day in {n} round", "Food day in {n} rounds", rounds).format(n=rounds)


def food_owed_words(t: Translations, position: Position, seat: int) -> str:
    """What the seat will owe against what it holds, and close to the day what is missing."""
    owed = position.food_owed(seat)
    held = position.players[seat].corn
    if not owed:
        return t.gettext("your workers need no food")
    rounds = position.rounds_to_food_day
    if owed > held and rounds is not None and rounds <= WARNING_ROUNDS:
        return t.gettext("{owed} owed, {held} held, {short} missing").format(
            owed=amount(t, "corn", owed), held=held, short=owed - held
        )
    return t.gettext("{owed} owed, {held} held").format(owed=amount(t, "corn", owed), held=held)
