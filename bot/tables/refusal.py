"""What the rules do not allow, as a refusal with a code of its own."""

from bot.engine import IllegalAction
from bot.refusal import Refusal

__all__ = ["Refusal", "illegal"]


def illegal(reason: IllegalAction) -> Refusal:
    """What the rules do not allow, as a refusal with the engine's own sentence."""
    return Refusal("illegal", reason.template, **reason.params)
