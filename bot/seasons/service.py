"""The service behind the commands: everything that can be done with leagues."""

from bot.seasons.dates import Dates
from bot.seasons.deciding import Deciding
from bot.seasons.looking import Looking
from bot.seasons.privacy import Privacy

__all__ = ["Seasons"]


class Seasons(Deciding, Dates, Looking, Privacy):
    """All leagues of all servers.

    Every method may raise Refusal and has then changed nothing. What is done to the same season
    takes turns; what other processes on the same database do is noticed, too.
    """
