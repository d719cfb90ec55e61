"""Carrying out a tile's effects one after the other.

Each kind of effect is a function(state, (function, seat, effect)) beside its subject - temple
steps in temples.py, technology in technology.py - and registers itself here by its name.
"""

from collections.abc import Callable

from bot.engine.components import Tile
from bot.engine.state import State, Step

Carry = Callable[[State, Step], None]
_EFFECTS: dict[str, Carry] = {}


def effect(kind: str) -> Callable[[Carry], Carry]:
    """Register the function that carries out tile effects of this kind."""

    def register(carry: Carry) -> Carry:
        _EFFECTS[kind] = carry
        return carry

    return register


def resolve(state: State, seat: int, tile: Tile) -> None:
    """Put the tile's effects on the agenda, the first one to be done next."""
    for tile_effect in reversed(tile.effects):
        carry = _EFFECTS.get(tile_effect.kind)
        if carry is not None:  # farms work on food days only
            state.agenda.append((carry, seat, tile_effect))
