"""The rules of Tzolk'in: The Mayan Calendar. Pure and synchronous: no Discord, no SQL, no
pictures, no clock, and no chance after the deal."""

from bot.engine.game import Game, Step
from bot.engine.position import Position
from bot.engine.state import Decision, IllegalAction

__all__ = ["Decision", "Game", "IllegalAction", "Position", "Step"]
