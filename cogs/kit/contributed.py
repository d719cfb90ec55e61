"""What a page or a call takes from features that it does not know: each adds its part here when it
is imported."""

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.leagues.views import SeasonView
from bot.tables import Moderator, Table
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.context import Interaction
from cogs.kit.layout import Part

DoctorLines = Callable[[TzolkinBot, Translations, discord.Guild], Awaitable[Sequence[str]]]
PendingParts = Callable[[Interaction, Moderator], Awaitable[Sequence[Part]]]
SeatOffer = Callable[[TzolkinBot, SeasonView, int, int, Table], Awaitable[bool]]

DOCTOR_LINES: list[DoctorLines] = []
"""What is wrong on a server, for /doctor."""
PENDING_PARTS: list[PendingParts] = []
"""What waits for moderators beside requests, for /moderate pending."""
SEAT_OFFERS: list[SeatOffer] = []
"""Offers an entry's seat, at this table of its season, to others; False where nobody could take
it."""
