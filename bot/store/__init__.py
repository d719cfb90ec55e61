"""The store: all SQL of the program, in small repositories."""

from bot.store.database import Store

__all__ = ["Store"]
