"""What a computer advises on a turn or an answer: numbers and what would happen, no words."""

from dataclasses import dataclass

from bot.engine.happenings import Happening


@dataclass(frozen=True, slots=True)
class PickedUp:
    """A worker that would be picked up."""

    gear: str
    space: int
    happened: tuple[Happening, ...]
    """What would come of it."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """An own turn of the seat after the advised one, as the computer would take it if the others
    did nothing meanwhile."""

    picked: tuple[PickedUp, ...]
    placed: tuple[str, ...]
    """Where workers would be placed: gears, "start" or "quick", each once."""


@dataclass(frozen=True, slots=True)
class Food:
    """The next food day, as things stand after the turn."""

    rounds: int
    """Rounds before it; 0 if it ends this one."""
    missing: int
    """Corn the seat would have too little, before what its tiles bring on that day."""
    missing_before: int
    """The same without the turn."""


@dataclass(frozen=True, slots=True)
class Advised:
    """A turn, or the rest of one that was begun, or an answer."""

    actions: tuple[str, ...]
    value: float
    """Points expected at the end of the game."""
    behind: float = 0.0
    """Points less than the best one; those that are compared were looked at equally far."""
    certain: float = 0.0
    """Points that are certain afterwards, more than before the turn: those on the track, and
    what goods, skulls and monuments would count if the game ended."""
    leads: tuple[str, ...] = ()
    """Temples in which nobody else stands as high afterwards; before the turn somebody did."""
    payable: tuple[str, ...] = ()
    """Monuments and buildings on offer whose blocks and skulls the seat holds afterwards, and did
    not before."""
    food: Food | None = None
    """None after the last food day, and for answers."""
    ahead: tuple[Ahead, ...] = ()
    """The next turns, as far as the computer looked."""
