"""The service behind the commands: everything that can be done with a table."""

from bot.tables.services.chosen import Chosen
from bot.tables.services.computers import Computers
from bot.tables.services.desked import LOBBY_LIFE, OPEN_GAMES, utc_now
from bot.tables.services.lobbies import Lobbies
from bot.tables.services.looking import Looking
from bot.tables.services.moderation import Moderation
from bot.tables.services.pauses import Pauses
from bot.tables.services.privacy import Privacy
from bot.tables.services.records import Records
from bot.tables.services.second_thoughts import SecondThoughts
from bot.tables.services.times import Times
from bot.tables.services.told import Told
from bot.tables.services.turns import Turns

__all__ = ["LOBBY_LIFE", "OPEN_GAMES", "Tables", "utc_now"]


class Tables(
    Lobbies, Turns, SecondThoughts, Times, Computers, Pauses, Looking, Told, Chosen, Privacy,
    Moderation, Records,
):  # fmt: skip
    """All tables of all channels.

    Every method may raise Refusal and has then changed nothing. Calls that belong to the same
    table take turns; calls from other processes on the same database are noticed, too.
    """
