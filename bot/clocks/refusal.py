"""Why a setting of time is not accepted."""

from bot.refusal import Refusal


class ClockRefusal(Refusal, ValueError):
    """A value outside its range, or an unknown one."""
