"""What a food day took from a seat, seen from the positions before and after it."""

from dataclasses import dataclass
from itertools import accumulate

from bot.engine.food_day import food_needs
from bot.engine.position import Position, load


@dataclass(frozen=True)
class Feeding:
    """How a seat came through a food day."""

    paid: int
    """Corn."""
    hungry: int
    """Workers that were not fed."""
    income: int
    """Corn that came from the seat's buildings just before."""
    lost: int
    """Points lost for workers that were not fed."""


def feeding(before: Position, after: Position, seat: int) -> Feeding | None:
    """What the seat paid on a food day that lies between two positions, the first of them just
    before the action that led to it. None if the corn of the two does not tell for sure, as when
    that action brought the seat corn of its own."""
    old = load(before)
    new = load(after)  # it may be the end of the game
    owner = new.seats[seat]  # what it built with the last action counts on the food day
    needs = food_needs(old, owner)
    corn = before.players[seat].corn
    if before.start_space == seat and before.turn_seat == seat:
        corn += before.calendar_corn
    income = sum(tile.income[before.age - 1][0] for tile in owner.buildings)
    corn += income
    left = after.players[seat].corn
    for fed, paid in enumerate(accumulate(needs, initial=0)):
        enough = fed == len(needs) or needs[fed] > left
        if corn - paid == left and enough:
            hungry = len(needs) - fed
            return Feeding(paid, hungry, income, hungry * owner.powers.unfed_points)
    return None
