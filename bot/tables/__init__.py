"""A game in a channel: its lobby, its seats, turns in preparation and confirmed turns.

The log of confirmed actions is the game. `Tables` opens and finds tables; the other modules are
functions on an open table. The package knows nothing of Discord beyond ids.
"""

from bot.model.server import AuditEntry, Moderator, Theme
from bot.model.table import Options, Person, PersonSettings, RewindRequest, Seat, Status, Table
from bot.refusal import Refusal
from bot.tables.computers import Hint
from bot.tables.finding import Tables, utc_now
from bot.tables.lobby import Claim
from bot.tables.looking_back import Result, Untold
from bot.tables.open_table import OpenTable
from bot.tables.records import Revealed
from bot.tables.requests import Rewind
from bot.tables.settings import ServerSettings
from bot.tables.thinking import Advise, Think, Thinking, Thought
from bot.tables.time_passing import TimeCall
from bot.tables.turns import Confirmed, TurnView

__all__ = [
    "Advise",
    "AuditEntry",
    "Claim",
    "Confirmed",
    "Hint",
    "Moderator",
    "OpenTable",
    "Options",
    "Person",
    "PersonSettings",
    "Refusal",
    "Result",
    "Revealed",
    "Rewind",
    "RewindRequest",
    "Seat",
    "ServerSettings",
    "Status",
    "Table",
    "Tables",
    "Theme",
    "Think",
    "Thinking",
    "Thought",
    "TimeCall",
    "TurnView",
    "Untold",
    "utc_now",
]
