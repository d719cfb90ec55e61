"""A game in a channel: the lobby, who sits where, the turn in preparation, the confirmed turns.

The log of confirmed actions is the game. `Tables` is the service; everything it hands out is a
snapshot that may be kept. It knows nothing of Discord beyond ids.
"""

from bot.model.moderation import Moderator
from bot.model.server import ServerSettings, Theme
from bot.refusal import Refusal
from bot.tables.computers import Think, think
from bot.tables.moderating import Entry, Moderated
from bot.tables.people import PersonSettings
from bot.tables.results import Result
from bot.tables.service import Tables, utc_now
from bot.tables.services.lobbies import Claim
from bot.tables.services.records import Revealed
from bot.tables.table import (
    Confirmed,
    Hint,
    Options,
    Person,
    Plan,
    PlanView,
    Rewind,
    SeatHolder,
    Status,
    Table,
    TimeCall,
    TurnView,
    Untold,
)

__all__ = [
    "Claim",
    "Confirmed",
    "Entry",
    "Hint",
    "Moderated",
    "Moderator",
    "Options",
    "Person",
    "PersonSettings",
    "Plan",
    "PlanView",
    "Refusal",
    "Result",
    "Revealed",
    "Rewind",
    "SeatHolder",
    "ServerSettings",
    "Status",
    "Table",
    "Tables",
    "Theme",
    "Think",
    "TimeCall",
    "TurnView",
    "Untold",
    "think",
    "utc_now",
]
