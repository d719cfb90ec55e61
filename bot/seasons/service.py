"""The service behind the commands: everything that can be done with leagues."""

from bot.seasons.entering import Entering
from bot.seasons.founding import Founding
from bot.seasons.looking import Looking
from bot.seasons.playing import Playing

__all__ = ["Seasons"]


class Seasons(Founding, Entering, Playing, Looking):
    """All leagues of all servers.

    Every method may raise Refusal and has then changed nothing. What is done to the same season
    takes turns; what other processes on the same database do is noticed, too.
    """
