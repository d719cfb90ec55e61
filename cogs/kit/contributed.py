"""Parts of shared pages and calls that features contribute: each feature adds its own here when it
is imported, so that the page need not know the feature."""

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.leagues.acts.act import SeasonAct
from bot.leagues.views import SeasonView
from bot.tables import Moderator, Table
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.context import Interaction
from cogs.kit.layout import Part

DoctorLines = Callable[[TzolkinBot, Translations, discord.Guild], Awaitable[Sequence[str]]]
RoleUses = Callable[[TzolkinBot, Translations, discord.Guild], Awaitable[Sequence[tuple[int, str]]]]
PendingParts = Callable[[Interaction, Moderator], Awaitable[Sequence[Part]]]
SeatOffer = Callable[[TzolkinBot, SeasonView, int, int, Table], Awaitable[bool]]

SeasonProposal = Callable[
    [Interaction, Moderator, SeasonView, SeasonAct, str | None], Awaitable[None]
]

DOCTOR_LINES: list[DoctorLines] = []
"""Lines for /doctor about what is wrong on a server."""
ROLE_USES: list[RoleUses] = []
"""The roles that settings of a server name, each with the line for when it was deleted."""
PENDING_PARTS: list[PendingParts] = []
"""Parts of the page of requests, and of the moderators' page, beside the requests."""
SEASON_PROPOSALS: list[SeasonProposal] = []
"""Functions that answer a moderator with the preview of a season's act."""
SEAT_OFFERS: list[SeatOffer] = []
"""Functions that offer an entry's seat at a table of its season to others; False if nobody could
take it."""
