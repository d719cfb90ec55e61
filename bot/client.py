"""The program as Discord sees it: start-up, commands, the background tasks, what happens when
something goes wrong."""

import asyncio
import gc
import re
import sys
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from importlib import import_module
from typing import Any

import aiohttp
import discord
import structlog
from aiohttp import web
from discord import app_commands
from discord.ext import commands

from bot import VERSION
from bot.answering import answer_error, may_begin, must_be_short
from bot.channels import Channels
from bot.emojis import Icons
from bot.engine import Game
from bot.leagues.opened import Leagues
from bot.limits import Limits
from bot.log import begin_trace, set_up_logging, trace_id
from bot.model.computers import Level
from bot.model.server import THEMES, Language
from bot.monitoring.error_reports import Report, ReportsMissing, no_report, reporting
from bot.monitoring.metrics import Metrics
from bot.monitoring.port import PortTaken, open_port
from bot.overload import Turns
from bot.scene import scene_of
from bot.settings import Settings, SettingsError
from bot.store import Store
from bot.store.alone import alone
from bot.store.database import StoreError
from bot.tables import Advise, Tables, Think, Thinking, utc_now
from bot.tables.service import NO_PAUSES, PAUSES
from bot.text import commands as commands_named
from bot.text.command_names import CHOICE, MENU, OPTION
from bot.text.translation import NO_ICONS, not_compiled, translator
from rendering import DrawingPool, FontsMissing, check_fonts, draw_city, draw_wheels, prepare

EXTENSIONS = (
    "cogs.carry_on", "cogs.lobby", "cogs.bidding", "cogs.play", "cogs.board", "cogs.tiles",
    "cogs.settings", "cogs.pings", "cogs.rewinding", "cogs.clock", "cogs.history",
    "cogs.hint", "cogs.doctor", "cogs.about", "cogs.plan", "cogs.rules",
    "cogs.people", "cogs.tutorial", "cogs.verify", "cogs.pausing", "cogs.privacy", "cogs.backups",
    "cogs.moderation.moderate", "cogs.leagues.tables", "cogs.leagues.league", "cogs.season.season",
)  # fmt: skip
PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
"""All the bot needs in a channel, and all the invitation asks for."""
SCOPES = ("bot", "applications.commands")
EXIT_OK, EXIT_UNREACHABLE = 0, 1
SWITCH_INTERVAL = 0.0001
"""Seconds after which a thread that draws or thinks in Python hands over to the event loop. Each
press goes round the loop some twenty times, and may have to wait so long each time: with the usual
5 ms nobody could play while a picture is drawn. Drawing takes some 3 % longer by it."""

COLLECTED_AFTER = (3_000, 5, 100)
"""Thresholds of the garbage collector. With the usual ones (700, 10, 10) it looks through all that
is kept each time somebody exports a large league, for 20 to 40 ms. With these it looks through the
newest 15,000 objects at a time, 5 ms, and seldom through all."""

log = structlog.get_logger(__name__)


Location = app_commands.TranslationContextLocation
_NAME, _DESCRIPTION = re.compile(r"[-_'\w]{1,32}"), re.compile(r".{1,100}")
_MENU = re.compile(r".{1,32}")
"""What Discord takes as the name of a command or option, in small letters, and as what it says
about them or about a choice; and as the name of a menu on a person."""
_VERB = re.compile(r"tz:([a-z]+):")
"""How the custom ids of our buttons begin, with their verb (`cogs.buttons`)."""


def context_of(place: app_commands.TranslationContextTypes) -> str | None:
    """The context under which a name stands in the catalogues (`bot.text.command_names`); None for
    a description, which has none."""
    match place.location:
        case Location.command_name | Location.group_name:
            if isinstance(place.data, app_commands.ContextMenu):
                return MENU
            return f"/{place.data.qualified_name}"
        case Location.parameter_name:
            return OPTION
        case Location.choice_name:
            return CHOICE
    return None


def taken_by_discord(text: str, context: str | None) -> bool:
    """Whether Discord takes a translated name or description."""
    if context is None or context == CHOICE:
        return _DESCRIPTION.fullmatch(text) is not None
    if context == MENU:
        return _MENU.fullmatch(text) is not None
    return _NAME.fullmatch(text) is not None and text == text.lower()


class GettextTranslator(app_commands.Translator):
    """Names and descriptions of commands in the languages there are catalogues for."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None, so that Discord shows English, if there is none, or if
        Discord would not take it: one wrong name, and no command at all would be registered. A
        test fails for such a name in our own catalogues."""
        t, role = translator(str(locale)), context_of(context)
        if role is None:
            translated = t.gettext(string.message)
        else:
            translated = t.pgettext(role, string.message)
        if translated == string.message:
            return None
        if not taken_by_discord(translated, role):
            log.warning("translated command not taken", locale=str(locale), text=translated[:100])
            return None
        return translated


class Tree(app_commands.CommandTree["TzolkinBot"]):
    """The commands; what each logs carries a trace id of its own."""

    async def interaction_check(self, interaction: discord.Interaction["TzolkinBot"], /) -> bool:
        """Called by discord.py before every command and autocompletion, in its task."""
        begin_trace(server=interaction.guild_id)
        return await may_begin(interaction) and await must_be_short(interaction)


def _received_as(interaction: discord.Interaction[Any]) -> tuple[str, str]:
    """The kind of an interaction and the name of the command or verb, for counting."""
    data: Any = interaction.data or {}
    if "custom_id" in data:
        verb = _VERB.match(data["custom_id"])
        return interaction.type.name, verb[1] if verb else "?"
    name = interaction.command.qualified_name if interaction.command else "?"
    return interaction.type.name, name


class TzolkinBot(commands.Bot):
    """The bot: the tables, the drawing threads and the commands, tied together."""

    def __init__(
        self,
        settings: Settings,
        *,
        think: Think | None = None,
        advise: Advise | None = None,
        thinking: Thinking | None = None,
        pauses: Mapping[Level, float] = NO_PAUSES,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """`thinking` takes the turns of computers and advises people, and is started and closed
        with the bot; `think` and `advise` may do so instead. `pauses` are as `PAUSES`; `now` tells
        the time in UTC."""
        self.metrics = Metrics()
        self.turns, self.limits = Turns(), Limits()
        self.buttons_seen: set[Hashable] = set()
        """Tables with the channels in which their buttons were found to stand (`cogs.places`)."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            http_trace=self.metrics.trace(answering=self.turns.ended),
            intents=discord.Intents(guilds=True),  # none of the privileged ones
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.settings = settings
        self.thinking = thinking
        if thinking is not None:
            think, advise = thinking.turn, thinking.advice
        self.store = Store(settings.database_url)
        self.tables = Tables(
            self.store, think=think, advise=advise,
            lobby_life=timedelta(hours=settings.lobby_hours), pauses=pauses, now=now,
        )  # fmt: skip
        self.leagues = Leagues(self.store, now=now)
        self.channels = Channels()
        self.pool = DrawingPool(
            threads=settings.drawing_threads, drawn=self.metrics.drawn,
            busy=lambda: self.turns.waiting > 0,
        )  # fmt: skip
        self.report: Report = no_report
        if settings.sentry_dsn is not None:
            self.report = reporting(settings.sentry_dsn.get_secret_value(), VERSION)
        self.began = now()
        """When this run of the program began."""
        self._connected = False
        self._port: web.AppRunner | None = None
        self.tree.error(self._on_command_error)
        self.seen_names: dict[tuple[int, int], str] = {}
        """What people are called, by server and person, for as long as the program runs."""
        self.server_languages: dict[int, Language] = {}
        """The languages that were set, by server; the others speak as Discord says."""
        self.seen_locales: dict[int, str] = {}
        """The languages of people, in the words of Discord, for as long as the program runs."""
        self.icons = NO_ICONS
        """The markup of our icons, by their names; none until the application has them."""
        self._background: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Bring the database up to date, load and register the commands, begin to draw ahead."""
        await self.store.open()
        self.server_languages = await self.tables.languages_of_servers()
        await self.tree.set_translator(GettextTranslator())
        for extension in EXTENSIONS:
            # `load_extension` would run each module once more, beside the one others have imported
            await import_module(extension).setup(self)
        await self._register_commands()
        log.info("invite", link=self.invite_link())
        self.in_background(self.warm_up(), "warm-up")
        if self.thinking is not None:
            try:
                await self.thinking.start()
            except OSError as error:  # a question tries it again
                self.log_error(error, "starting computers")
        if self.settings.emojis:
            await self.add_cog(Icons(self))
        if self.settings.monitoring_port is not None:
            self.in_background(self.metrics.watch_the_loop(), "watching the event loop")
            self._port = await open_port(
                self.settings.monitoring_host, self.settings.monitoring_port,
                metrics=self._measured, lacking=self._lacking,
            )  # fmt: skip

    async def on_ready(self) -> None:
        """Discord has told of all servers."""
        self._connected = True

    async def on_resumed(self) -> None:
        """Discord is heard again."""
        self._connected = True

    async def on_disconnect(self) -> None:
        """Discord is not heard any more; discord.py connects again by itself."""
        self._connected = False

    async def _measured(self) -> bytes:
        return await self.metrics.page(
            self.tables.counted,
            {
                "untold_tables": len(await self.tables.not_announced()),
                "interactions_queue": self.turns.waiting,
                "drawing_queue": self.pool.waiting,
                "thinking_queue": self.thinking.waiting if self.thinking else 0,
                "servers": len(self.guilds),
            },
        )

    async def _lacking(self) -> list[str]:
        """Why people cannot play now, for whoever watches the program."""
        lacking = [] if self._connected else ["not connected to Discord"]
        try:
            await self.tables.counted()
        except Exception as error:
            self.log_error(error, "readiness")
            lacking.append("the database does not answer")
        return lacking

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Count it, and keep which language a person reads, for direct messages; not while the
        person looks at what is stored, or has it deleted."""
        self.metrics.received(interaction.id, *_received_as(interaction))
        user, locale = interaction.user.id, str(interaction.locale)
        data: Any = interaction.data or {}
        about_storage = data.get("name") == "privacy" or "forget" in data.get("custom_id", "")
        if self.seen_locales.get(user) != locale and not about_storage:
            self.seen_locales[user] = locale
            self.in_background(self.tables.note_locale(user, locale), "noting a language")

    async def warm_up(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Draw once what every picture needs, so that the first player does not wait for it: in
        one thread after the other, so that a picture somebody asks for is not kept waiting.
        `progress` is called before each step with its number, from 1, and how many there are."""
        scene = scene_of(Game.new(2, seed=0).snapshot(), ["", ""])
        t = translator("en")
        steps: list[Callable[[], Awaitable[Any]]] = []
        for theme in sorted(THEMES, key=lambda name: name != self.settings.theme):
            steps.append(partial(asyncio.to_thread, prepare, theme))
            for draw in (draw_wheels, draw_city):
                steps.append(partial(self.pool.draw, draw, scene, theme=theme, t=t))
        for number, step in enumerate(steps, start=1):
            if progress is not None:
                progress(number, len(steps))
            await step()

    async def _register_commands(self) -> None:
        guild = None
        if self.settings.sync_guild is not None:
            guild = discord.Object(self.settings.sync_guild)
            self.tree.copy_global_to(guild=guild)
        ids = {
            one.name: one.id
            for one in await self.tree.sync(guild=guild)
            if one.type is discord.AppCommandType.chat_input
        }
        commands_named.know(
            {
                one.qualified_name: ids[one.qualified_name.split(" ")[0]]
                for one in self.tree.walk_commands(guild=guild)
                if isinstance(one, app_commands.Command)
            }
        )

    def invite_link(self) -> str:
        """The address that invites the bot to a server with exactly the permissions it needs."""
        assert self.application_id is not None
        return discord.utils.oauth_url(self.application_id, permissions=PERMISSIONS, scopes=SCOPES)

    def in_background(self, work: Coroutine[Any, Any, Any], what: str) -> None:
        """Let work go on by itself; an error in it is logged with a trace id."""
        task = asyncio.create_task(self._logged(work, what), name=what)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _logged(self, work: Coroutine[Any, Any, Any], what: str) -> None:
        try:
            await work
        except Exception as error:
            self.log_error(error, what)

    def log_error(self, error: BaseException, what: str) -> str:
        """Log an error under a short trace id, which is returned for the person to report."""
        trace = trace_id()
        log.error("error", trace=trace, what=what, exc_info=error)
        self.metrics.errors.inc()
        self.report(error, what, trace)
        return trace

    async def _on_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        name = interaction.command.qualified_name if interaction.command else "command"
        await answer_error(interaction, cause, f"/{name}")

    async def close(self) -> None:
        """Stop the background work, the processes of computers, the drawing threads and the
        database."""
        if self._port is not None:
            await self._port.cleanup()
        for task in self._background:
            task.cancel()
        await super().close()
        if self.thinking is not None:
            await self.thinking.close()
        self.pool.close()
        await self.store.close()


def make_bot(settings: Settings) -> TzolkinBot:
    """The bot as it runs, on Discord and on the local page; a log line names the languages that
    are not as their catalogues have them. Raises FontsMissing, StoreError."""
    check_fonts()
    for path in not_compiled():
        log.warning("catalogue not compiled", path=str(path), run="python -m bot texts")
    return TzolkinBot(settings, thinking=Thinking(settings.computer_processes), pauses=PAUSES)


@contextmanager
def start_explained() -> Iterator[None]:
    """Turns what keeps the program from starting into a SettingsError with the same sentence."""
    try:
        yield
    except (FontsMissing, StoreError, PortTaken, ReportsMissing) as error:
        raise SettingsError(str(error)) from error


def spare_the_collector() -> None:
    """Leave what the program has loaded so far out of all later garbage collections. It stays as
    long as the program runs, and looking through it each time would block the event loop for some
    80 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


async def _spare_the_servers_too(bot: TzolkinBot) -> None:
    """The same for what Discord tells of all servers after the connection is made."""
    await bot.wait_until_ready()
    spare_the_collector()


def run_bot(settings: Settings) -> int:
    """Connect to Discord and stay until stopped; the exit code. Raises SettingsError for a token
    that is missing or that Discord does not accept, for a database that cannot be opened, and for
    missing fonts."""
    token = settings.token()
    set_up_logging(settings)
    sys.setswitchinterval(SWITCH_INTERVAL)

    async def serve() -> None:
        async with make_bot(settings) as bot:
            await bot.login(token)
            spare_the_collector()
            bot.in_background(_spare_the_servers_too(bot), "sparing the servers")
            print(f"Invite me with: {bot.invite_link()}", flush=True)
            await bot.connect()

    try:
        with start_explained(), alone(settings.database_url):
            asyncio.run(serve())
    except aiohttp.ClientConnectionError as error:
        print(f"Discord cannot be reached: {error}.", file=sys.stderr)
        return EXIT_UNREACHABLE
    except discord.LoginFailure:
        raise SettingsError(
            "DISCORD_TOKEN is not accepted by Discord; copy the bot's token anew from the "
            "developer portal into .env."
        ) from None
    except KeyboardInterrupt:
        pass
    return EXIT_OK


async def migrate_only(settings: Settings) -> None:
    """Bring the database to the newest form, without connecting to Discord. Raises SettingsError
    for one that cannot be opened."""
    with start_explained():
        store = Store(settings.database_url)
        try:
            await store.open()
        finally:
            await store.close()
