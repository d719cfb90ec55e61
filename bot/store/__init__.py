"""Where games are kept: all SQL of the program, behind small repositories."""

from bot.store.database import Store

__all__ = ["Store"]
