"""A local browser page with a channel, four people to act as, and the real bot in it.

The bot, its SQLite database and its pictures are the real ones; only Discord is simulated.
"""

import contextlib
import socket
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord
from discord import PartialEmoji
from simcord.backend.cdn import CDN_BASE

from bot.model.server import Language
from bot.process.stopping import StopSignals
from bot.settings import Settings, SettingsError
from bot.store.single_process_lock import alone
from bot.tables.service import NO_PAUSES
from cogs.client import TzolkinBot, make_bot
from cogs.kit.log import set_up_logging
from cogs.preview.places import Places, served_places
from cogs.starting import start_explained
from rendering import emoji_images

PEOPLE = ("Itzel", "Balam", "Nicte", "Kinich")
NAME = "Tzolk'in"
SERVER, CHANNEL = "Friends", "tzolkin"
LOCALES: Mapping[Language, str] = {"en": "en-US", "es": "es-ES"}
"""A locale of Discord for each language that is none itself."""
SETTLE_SECONDS = 3600.0
"""Seconds for which the start or a press may keep the bot busy with drawing and thinking: enough
for any machine."""


class _PatientEnv(simcord.Env):
    """A SimCord environment that waits `settle_timeout` for the start, too, not five seconds."""

    async def _settle_internal(self, **how: Any) -> None:
        if how.get("timeout") is not None:
            how["timeout"] = self.settle_timeout
        await super()._settle_internal(**how)


async def show(
    settings: Settings,
    signals: StopSignals,
    *,
    port: int = 0,
    seats: int | None = None,
    database: str | None = None,
    language: Language = "en",
) -> None:
    """Serve the page until cancelled, asked to stop (Ctrl-C) or ended from the page; prints its
    address.

    With `seats` a game of so many seats is started at once, with the first person in one seat and
    computers in the others. `database` is the file of the games; `language` is that of the server
    and of everybody on it.
    """
    _must_be_free(port)
    set_up_logging(settings.model_copy(update={"log_level": "WARNING"}))
    with start_explained():
        async with preview(
            settings, port=port, seats=seats, database=database, language=language
        ) as page:
            bot = page.page.env.bot
            assert isinstance(bot, TzolkinBot)
            await signals.until_asked(_open(page), bot.in_hand.finish)


async def _open(page: Places) -> None:
    print("Tzolk'in without Discord: open this address in a browser, Ctrl-C ends it.")
    print(page.url, flush=True)
    print("Choose who you are at the top; write /tzolkin new to begin.", flush=True)
    print(
        "Threads, such as a league's tables, are listed at the very top: tap one to open it.",
        flush=True,
    )
    await page.wait_closed()


def _must_be_free(port: int) -> None:
    """Check that the page can be served on the port. Raises SettingsError."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            raise SettingsError(
                f"Port {port} cannot be used; choose another one with --port."
            ) from None


@contextlib.asynccontextmanager
async def preview(
    settings: Settings,
    *,
    port: int = 0,
    seats: int | None = None,
    database: str | None = None,
    language: Language = "en",
) -> AsyncIterator[Places]:
    """The running page; see `show`."""
    with (
        tempfile.TemporaryDirectory(prefix="tzolkin-preview-") as folder,
        contextlib.ExitStack() as held,
    ):
        path = Path(database) if database else Path(folder) / "preview.sqlite3"
        settings = settings.model_copy(
            update={
                "database_url": f"sqlite+aiosqlite:///{path.absolute()}",
                "sync_guild": None,
                "backup_hours": 0,
            }
        )
        held.enter_context(alone(settings.database_url))
        bot = make_bot(settings)
        # The page shows what computers do when all have played, so that waiting helps nobody; and
        # a wait that ends while the simulated clock moves can be missed by it.
        bot.tables.pauses = NO_PAUSES
        async with furnished(bot, language) as place:
            if seats is not None:
                await place.people[0].slash(place.channel, "tzolkin new", computers=seats - 1)
                await place.people[0].slash(place.channel, "tzolkin start")

            def opening(
                channel: simcord.ChannelHandle, people: Sequence[simcord.MemberActor]
            ) -> contextlib.AbstractAsyncContextManager[simcord.Preview]:
                return page_of(bot, Place(place.env, people, channel))

            async with served_places(place.channel, place.people, opening, port=port) as page:
                yield page
        await bot.close()


@dataclass(frozen=True)
class Place:
    """A simulated server with a channel and four people, of whom the first manages the server."""

    env: simcord.Env
    people: Sequence[simcord.MemberActor]
    channel: simcord.ChannelHandle


@contextlib.asynccontextmanager
async def furnished(bot: TzolkinBot, language: Language) -> AsyncIterator[Place]:
    """Run the bot on a simulated Discord where everything is in this language, and stop it at the
    end."""
    locale = LOCALES.get(language, language)
    async with _simulated(bot) as env:
        assert bot.user is not None
        await bot.user.edit(username=NAME)
        _read_by_all(env, locale)
        yield Place(env, *_furnish(env, locale))


def page_of(
    bot: TzolkinBot, place: Place, *, port: int = 0
) -> contextlib.AbstractAsyncContextManager[simcord.Preview]:
    """Serve the place as a page, for as long as the result is entered."""
    return place.env.preview(
        place.channel, viewers=place.people, layout="channel", port=port, width=1200, height=900,
        assets=_icon_files(bot),
    )  # fmt: skip


@contextlib.asynccontextmanager
async def _simulated(bot: TzolkinBot) -> AsyncIterator[simcord.Env]:
    """Run the bot on a simulated Discord, and stop it at the end."""
    env = _PatientEnv(bot, check_errors=False, settle_timeout=SETTLE_SECONDS)
    await env.start()
    try:
        with env.time_context():
            yield env
    finally:
        await env.shutdown()


def _read_by_all(env: simcord.Env, locale: str) -> None:
    """Give everybody this locale; SimCord itself gives them American English."""
    emit = env.backend.emit

    def with_locale(event: str, payload: Any, *others: Any, **more: Any) -> Any:
        if event == "INTERACTION_CREATE":
            payload |= {"locale": locale, "guild_locale": locale}
        return emit(event, payload, *others, **more)

    env.backend.emit = with_locale  # type: ignore[method-assign]


def _icon_files(bot: TzolkinBot) -> Mapping[str, tuple[str, bytes]]:
    """The icons by the addresses from which the page loads emojis: SimCord does not keep their
    pictures."""
    images = emoji_images() if bot.icons else {}
    numbers = {icon: PartialEmoji.from_str(markup).id for icon, markup in bot.icons.items()}
    return {
        f"{CDN_BASE}/emojis/{number}.png": (f"{icon}.png", images[icon])
        for icon, number in numbers.items()
    }


def _furnish(
    env: simcord.Env, locale: str = LOCALES["en"]
) -> tuple[Sequence[simcord.MemberActor], simcord.ChannelHandle]:
    """Create a server with four people and a channel, where the bot has the permissions it needs.
    The first person manages the server, so that settings and leagues can be tried."""
    guild = env.create_guild(SERVER, preferred_locale=locale)
    manages = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    people = [
        guild.add_member(
            env.create_user(name.lower(), global_name=name), roles=[] if number else [manages]
        )
        for number, name in enumerate(PEOPLE)
    ]
    return people, guild.create_text_channel(CHANNEL)
