"""The service behind the commands: everything that can be done with leagues."""

from bot.leagues.dates import Dates
from bot.leagues.deciding import Deciding
from bot.leagues.looking import Looking
from bot.leagues.privacy import Privacy

__all__ = ["Seasons"]


class Seasons(Deciding, Dates, Looking, Privacy):
    """All leagues of all servers.

    Every method may raise Refusal and has then changed nothing. What is done to the same season
    takes turns; what other processes on the same database do is noticed, too.
    """
