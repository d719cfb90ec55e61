"""Our icons as emojis of the application, so that they stand in messages and on buttons.

An emoji is called `tz_<icon>_<hash>`, with the first six hexadecimal digits of its PNG's sha256. A
picture that was drawn anew is therefore another emoji, and messages posted before keep theirs. What
is missing is added after the start, and looked for every hour: whoever manages the application may
have removed one, or Discord may not have taken it the first time.
"""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Protocol

import discord
import structlog
from discord.ext import commands, tasks

from cogs.kit.answering import UNREACHABLE
from rendering import DrawingPool, emoji_images

OURS = re.compile(r"tz_(?P<icon>[a-z_]+)_[0-9a-f]{6}")
MOST = 1500
"""The most emojis of ours that are kept; Discord allows an application 2,000."""
LOOK_AGAIN_SECONDS = 3600
BAD_REQUEST = 400

log = structlog.get_logger(__name__)


class HasIcons(Protocol):
    """The part of the bot that this module uses."""

    icons: Mapping[str, str]
    pool: DrawingPool

    async def is_first(self) -> bool: ...

    async def fetch_application_emojis(self) -> list[discord.Emoji]: ...

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji: ...

    def log_error(self, error: BaseException, what: str) -> str: ...


class Icons(commands.Cog):
    """Brings the icons up and looks after them every hour."""

    def __init__(self, bot: HasIcons) -> None:
        self.bot = bot
        self.images: Mapping[str, bytes] = {}
        self.failed = False

    async def cog_load(self) -> None:
        """Begin, without keeping the start waiting."""
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self.look.cancel()

    @tasks.loop(seconds=LOOK_AGAIN_SECONDS)
    async def look(self) -> None:
        """Add what is missing. What Discord refuses is logged when it begins."""
        try:
            if not self.images:  # drawing takes a while: show those of the run before until then
                self.bot.icons = _newest(await self.bot.fetch_application_emojis())
                self.images = await self.bot.pool.draw(emoji_images, keep=False)
            if await self.bot.is_first():
                await bring_up(self.bot, self.images)
            else:
                await look_at(self.bot, self.images)
            self.failed = False
        except UNREACHABLE as refused:
            if not self.failed:
                log.warning("icons not up", shown=len(self.bot.icons), reason=str(refused))
            self.failed = True
        except Exception as error:
            self.bot.log_error(error, "icons")


def emoji_name(icon: str, png: bytes) -> str:
    """What the emoji of an icon is called."""
    return f"tz_{icon}_{sha256(png).hexdigest()[:6]}"


async def bring_up(bot: HasIcons, images: Mapping[str, bytes]) -> None:
    """Add the emojis that are missing, and remove the oldest beyond MOST. Those that exist can be
    shown even if this fails half-way. Raises one of UNREACHABLE."""
    names = {emoji_name(icon, png): icon for icon, png in images.items()}
    there = await bot.fetch_application_emojis()
    try:
        held = {emoji.name for emoji in there}
        for name, icon in names.items():
            if name not in held:
                there.append(await _created(bot, name, images[icon]))
    finally:
        bot.icons = _markup(names, there)
    for emoji in _too_many(names, there):
        await emoji.delete()


async def look_at(bot: HasIcons, images: Mapping[str, bytes]) -> None:
    """Show the emojis that exist; another process adds the missing ones. Raises one of
    UNREACHABLE."""
    names = {emoji_name(icon, png): icon for icon, png in images.items()}
    bot.icons = _markup(names, await bot.fetch_application_emojis())


def _newest(there: Sequence[discord.Emoji]) -> Mapping[str, str]:
    """The markup of every icon that has an emoji of any version: that of the newest one."""
    ours = [(OURS.fullmatch(emoji.name), emoji) for emoji in sorted(there, key=lambda one: one.id)]
    return {found["icon"]: str(emoji) for found, emoji in ours if found}


def _markup(names: Mapping[str, str], there: Sequence[discord.Emoji]) -> Mapping[str, str]:
    """The markup of each icon in a message, by its name."""
    return {names[emoji.name]: str(emoji) for emoji in there if emoji.name in names}


async def _created(bot: HasIcons, name: str, png: bytes) -> discord.Emoji:
    """Create an emoji. If another process was faster, Discord refuses the name as taken, and the
    other's emoji is returned."""
    try:
        return await bot.create_application_emoji(name=name, image=png)
    except discord.HTTPException as refused:
        if refused.status != BAD_REQUEST:
            raise
        for emoji in await bot.fetch_application_emojis():
            if emoji.name == name:
                return emoji
        raise


def _too_many(names: Mapping[str, str], there: Sequence[discord.Emoji]) -> Sequence[discord.Emoji]:
    """The emojis of ours to remove: the oldest that show no current picture."""
    ours = [emoji for emoji in there if OURS.fullmatch(emoji.name)]
    past = sorted((emoji for emoji in ours if emoji.name not in names), key=lambda one: one.id)
    return past[: max(0, len(ours) - MOST)]
