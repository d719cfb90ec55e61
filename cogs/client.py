"""The Discord client: start-up, registration of commands, background tasks, errors that nothing
else catches; and what the cogs of features are, with or without a loop that looks for what is due,
again and again, as long as the cog is loaded."""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial, wraps
from importlib import import_module
from pkgutil import walk_packages
from socket import gaierror
from types import ModuleType
from typing import Any, TypeVar

import aiohttp
import discord
import structlog
from aiohttp import web
from discord import app_commands
from discord.ext import commands, tasks

from bot import COMMAND, VERSION
from bot.ai.worker import Ask
from bot.engine import Game
from bot.leagues.season_transaction import Leagues
from bot.model.computers import Level
from bot.model.server import NEEDED_PERMISSIONS, THEMES, Language, Theme
from bot.monitoring import Metrics, Report, no_report, open_port, reporting
from bot.process import Newest, spare_the_collector
from bot.process.beside import Gone, run
from bot.process.work import InHand, StopSignals, cancelled
from bot.refusal import Refusal
from bot.scene import scene_of
from bot.settings import Settings
from bot.store import Store
from bot.store.copies import alone
from bot.store.database import ErasedMeanwhileError, may_pass
from bot.store.postgres import LOCALE
from bot.tables import Advise, Tables, Think, Thinking, utc_now
from bot.tables.computers import Reviews
from bot.tables.finding import NO_PAUSES, PAUSES
from bot.tables.practice import MOST_NEWCOMERS, Newcomers
from bot.text import names as commands_named
from bot.text.names import CHOICE_CONTEXT, MENU_CONTEXT, OPTION_CONTEXT, SEAT_LETTERS
from bot.text.translation import ENGLISH, NO_ICONS, not_compiled, translator
from bot.traffic import Limits, Queue, Received
from cogs import starting
from cogs.kit.answering import answer_error, may_be_read, may_begin
from cogs.kit.channels import Channels, Hindrance
from cogs.kit.layout import Icons
from cogs.kit.log import begin_trace, set_up_logging, trace_id
from rendering import (
    DrawingPool,
    Picture,
    check_fonts,
    draw_cover,
    left_out,
    prepare_city,
    prepare_turning,
    prepare_wheels,
)
from rendering.drawing.picture import TURNING_STEPS

UNREACHED = (ConnectionError, gaierror, aiohttp.ClientConnectionError)
"""The errors by which Discord or the database cannot be reached."""
FEATURES = (
    "telling", "lobby", "play", "looking", "people", "servers", "backups", "web", "moderation",
    "leagues",
)  # fmt: skip
"""The packages and modules of `cogs` with commands and loops, in the order in which they are set
up."""
PERMISSIONS = discord.Permissions(**dict.fromkeys(NEEDED_PERMISSIONS, True))
SCOPES = ("bot", "applications.commands")
EXIT_OK = 0
LOGIN_SECONDS = 60.0
"""How long Discord may take to let the bot in and register its commands."""
GOODBYE_SECONDS = 1.5
"""How long the bot waits at its end for Discord to confirm that the connection is closed;
discord.py would wait half a minute."""
SWITCH_INTERVAL = 0.0001
"""Seconds after which a thread that draws or thinks in Python hands over to the event loop. Each
press goes round the loop some twenty times and may wait this long each time: with the usual 5 ms
nobody could play while a picture is drawn. Drawing takes some 3 % longer."""

MOST_MESSAGES, MOST_NAMES = 4_096, 5_000
"""Of how many messages the newest press is remembered at most, and how many names."""

# discord.py need not warn that packages for voice are missing: this bot does not speak.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

log = structlog.get_logger(__name__)


Result = TypeVar("Result")
Location = app_commands.TranslationContextLocation
_NAME, _DESCRIPTION = re.compile(r"[-_'\w]{1,32}"), re.compile(r".{1,100}")
_MENU = re.compile(r".{1,32}")
"""What Discord accepts: `_NAME` for commands and options, in small letters; `_DESCRIPTION` for
descriptions and choices; `_MENU` for commands in the menu of a person."""
_VERB = re.compile(r"tz:([a-z]+):")
"""How the custom ids of our buttons begin, with their verb (`cogs.kit.buttons`)."""


def context_of(place: app_commands.TranslationContextTypes) -> str | None:
    """The context under which a name stands in the catalogues (`bot.text.names`); None for
    a description, which has none."""
    match place.location:
        case Location.command_name | Location.group_name:
            if isinstance(place.data, app_commands.ContextMenu):
                return MENU_CONTEXT
            return f"/{place.data.qualified_name}"
        case Location.parameter_name:
            return OPTION_CONTEXT
        case Location.choice_name:
            return CHOICE_CONTEXT
    return None


def taken_by_discord(text: str, context: str | None) -> bool:
    """Whether Discord accepts a translated name or description."""
    if context is None or context == CHOICE_CONTEXT:
        return _DESCRIPTION.fullmatch(text) is not None
    if context == MENU_CONTEXT:
        return _MENU.fullmatch(text) is not None
    return _NAME.fullmatch(text) is not None and text == text.lower()


class GettextTranslator(app_commands.Translator):
    """Translates the names and descriptions of commands from our catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language. None, by which Discord shows English, if there is no
        translation or Discord would refuse it: one refused name keeps all commands from being
        registered. A test fails for such a name in our own catalogues."""
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


def cogs_of_features() -> list[type["BotCog"]]:
    """The cogs that the modules of the features define. With them the modules register what presses
    do."""
    modules: list[ModuleType] = []
    for feature in FEATURES:
        found = import_module(f"cogs.{feature}")
        within = walk_packages(getattr(found, "__path__", ()), f"cogs.{feature}.")
        modules += [found, *map(import_module, sorted(one.name for one in within))]
    return [
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, BotCog) and one.__module__ == module.__name__
    ]


class Tree(app_commands.CommandTree["TzolkinBot"]):
    """The commands; each call logs under a trace id of its own."""

    async def sync(
        self, *, guild: discord.abc.Snowflake | None = None
    ) -> list[app_commands.AppCommand]:
        """Register the commands, and return them as Discord has them. The entry point of an
        Activity, if there is one, is sent along: Discord refuses to remove it (50240)."""
        application, translator = self.client.application_id, self.translator
        kept = [] if guild else await starting.entry_points(self.client.http, application)
        if not kept or application is None or translator is None:
            return await super().sync(guild=guild)
        own = [await one.get_translated_payload(self, translator) for one in self.get_commands()]
        await self.client.http.bulk_upsert_global_commands(application, [*own, *kept])
        return await self.fetch_commands()

    async def interaction_check(self, interaction: discord.Interaction["TzolkinBot"], /) -> bool:
        """Called by discord.py before every command and autocompletion, in its task."""
        begin_trace(server=interaction.guild_id)
        if not (await may_begin(interaction) and await may_be_read(interaction)):
            return False
        try:
            interaction.client.in_hand.begin()
        except Refusal as refusal:
            await answer_error(interaction, refusal, "command")
            return False
        return True


def is_about_storage(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person asks what is stored about them or has it deleted. Nothing is noted from
    such an interaction."""
    data: Any = interaction.data or {}
    return data.get("name") == "privacy" or "forget" in data.get("custom_id", "")


def _received_as(interaction: discord.Interaction[Any]) -> tuple[str, str]:
    """The kind of an interaction and the name of the command or verb, for counting."""
    data: Any = interaction.data or {}
    if "custom_id" in data:
        verb = _VERB.match(data["custom_id"])
        return interaction.type.name, verb[1] if verb else "?"
    name = interaction.command.qualified_name if interaction.command else "?"
    return interaction.type.name, name


async def member_of(guild: discord.Guild, user_id: int) -> discord.Member | None:
    """Find a member of a server, and ask Discord for one who is not known yet. None for somebody
    who is not there, or whom Discord does not tell."""
    member = guild.get_member(user_id)
    if member is None:
        with suppress(discord.HTTPException):
            member = await guild.fetch_member(user_id)
    return member


class TzolkinBot(commands.AutoShardedBot):
    """The bot: the tables, the drawing and the commands, tied together."""

    def __init__(
        self,
        settings: Settings,
        *,
        think: Think | None = None,
        advise: Advise | None = None,
        look_back: Ask | None = None,
        thinking: Thinking | None = None,
        pauses: Mapping[Level, float] = NO_PAUSES,
        now: Callable[[], datetime] = utc_now,
        shard_count: int | None = 1,
        proxy: starting.Proxy | None = None,
    ) -> None:
        """`thinking` takes the turns of computers, advises people and reviews finished games; the
        bot starts and closes it. `think`, `advise` and `look_back` replace its three tasks.
        `pauses` are as `PAUSES`; `now` returns the time in UTC. The bot opens `shard_count`
        connections to Discord (None: as many as Discord advises), unless the settings say which
        shards this process has, through the `proxy`, if there is one."""
        self.metrics = Metrics()
        self.mine = settings.shard_range
        """The shards of this process, which plays the games of their servers."""
        self.queue, self.limits = Queue(), Limits()
        self.hindrances: dict[int, dict[str, Hindrance]] = {}
        """By server, what Discord refuses there now, and why (`cogs.kit.channels`)."""
        self.buttons_seen: set[Hashable] = set()
        """Pairs of a table and a channel where its buttons may stand (`cogs.kit.context`)."""
        trace = self.metrics.trace(answering=self.queue.ended)
        trace.on_request_end.append(starting.must_be_json)
        super().__init__(
            shard_count=shard_count if settings.shards is None else self.mine.count,
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            http_trace=trace,
            proxy=None if proxy is None else proxy.url,
            proxy_auth=None if proxy is None else proxy.auth,
            intents=discord.Intents(guilds=True),  # none of the privileged ones
            allowed_mentions=discord.AllowedMentions.none(),
            # Only servers get the commands, except those marked `anywhere`. By Discord's default
            # a person who installs the bot would be offered all of them.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        if settings.shards is not None:
            self.shard_ids = list(self.mine.ids)
        self.settings = settings
        self.thinking = thinking
        if thinking is not None:
            think, advise = thinking.turn, thinking.advice
            look_back = thinking.look_back
        self.store = Store(settings.database_url)
        self.tables = Tables(
            self.store, think=think, advise=advise,
            lobby_life=timedelta(hours=settings.lobby_hours), pauses=pauses, now=now,
            shards=self.mine,
        )  # fmt: skip
        self.reviews = Reviews(self.tables, look_back, self.in_background)
        self.look_back = look_back
        """Judges puzzles, too; None where no computer does."""
        self.leagues = Leagues(self.store, now=now, shards=self.mine)
        self.leagues.roles_of = self._roles_of
        self.channels = Channels()
        self.panels: dict[tuple[int, int, int], Any] = {}
        """The private panels by table, person and message (`cogs.play.shown`)."""
        self.hints = Newest[tuple[int, int], Any](MOST_NEWCOMERS)
        """The hints of newcomers by table and person (`cogs.play.newcomers`)."""
        self.newcomers = Newcomers(self.tables)
        self.thinks_of_hints = thinking is not None
        """Whether hints of newcomers are thought of beside everything else."""
        self.in_hand = InHand()
        """Counts the interactions that are being worked on."""
        themes: list[Theme] = sorted(THEMES, key=lambda name: name != settings.theme)
        self.pool = DrawingPool(
            processes=settings.drawing_processes, drawn=self.metrics.drawn, ready=check_fonts,
            ahead=[
                *(
                    partial(prepare, theme) for theme in themes
                    for prepare in (prepare_wheels, prepare_city)
                ),
                *(partial(prepare_turning, step, settings.theme) for step in range(TURNING_STEPS)),
            ],
        )  # fmt: skip
        self.covers: dict[Theme, Picture] = {}
        """The pictures of lobbies (`cover`)."""
        self.newest = Newest[int, int](MOST_MESSAGES)
        """The newest press on each message (`cogs.kit.answering`)."""
        self.report: Report = no_report
        if settings.sentry_dsn is not None:
            self.report = reporting(settings.sentry_dsn.get_secret_value(), VERSION)
        self.began = now()
        """When the program was started."""
        self._connected = False
        self._unheard: set[int] = set()
        """The shards whose connection is lost."""
        self._port: web.AppRunner | None = None
        self.tree.error(self._on_command_error)
        self.seen_names = Newest[tuple[int, int], str](MOST_NAMES)
        """Names by server and person, kept only in memory."""
        self.server_languages: dict[int, Language] = {}
        """The languages that servers have set; every other server has the one Discord names."""
        self.seen_locales: dict[int, str] = {}
        """Discord's locale of each person seen, kept only in memory."""
        self.icons = NO_ICONS
        """The markup of our icons by name; empty until they are emojis of the application."""
        self.received = Received()
        """The newest interactions, by which one that Discord delivers twice is known."""
        self.once = Received()
        """The newest presses of buttons that count once: what was shared, games opened."""
        self._background: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Migrate the database, load and register the commands, start the processes."""
        await self.store.open()
        await self.warm_up()
        await self._look_for_others()
        self.server_languages = await self.tables.languages_of_servers()
        await self.tree.set_translator(GettextTranslator())
        for cog in cogs_of_features():
            await self.add_cog(cog(self))
        await self._register_commands()
        if self.thinking is not None:
            try:
                await self.thinking.start()
            except OSError as error:  # the next question for a computer starts them
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
        """Called when Discord has sent all servers."""
        self._connected = True

    async def on_shard_ready(self, shard: int) -> None:
        """Called when Discord has sent the servers of a shard."""
        self._unheard.discard(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Called when a shard is connected again."""
        self._unheard.discard(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Called when a shard loses its connection; discord.py connects again by itself."""
        self._unheard.add(shard)

    async def _measured(self) -> bytes:
        return await self.metrics.page(
            self.tables.counted,
            {
                "untold_tables": len(await self.tables.not_announced()),
                "interactions_queue": len(self.queue),
                "drawing_queue": self.pool.waiting,
                "thinking_queue": self.thinking.waiting if self.thinking else 0,
                "servers": len(self.guilds),
            },
        )

    async def _lacking(self) -> list[str]:
        """Why people cannot play now, for the health check."""
        heard = self._connected and not self._unheard
        lacking = [] if heard else ["not connected to Discord"]
        if self.in_hand.finishing:
            lacking.append("it is being stopped")
        try:
            await self.tables.counted()
        except Exception as error:
            self.log_error(error, "readiness")
            lacking.append("the database does not answer")
        return lacking

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Count the interaction, and note the person's language for direct messages, unless the
        interaction is about storage."""
        self.metrics.received(interaction.id, *_received_as(interaction))
        user, locale = interaction.user.id, str(interaction.locale)
        if self.seen_locales.get(user) != locale and not is_about_storage(interaction):
            self.store.begin_work()
            self.seen_locales[user] = locale
            self.in_background(self._note_locale(user, locale), "noting a language")

    async def _note_locale(self, user_id: int, locale: str) -> None:
        with suppress(ErasedMeanwhileError):  # the next press notes it
            if await self.tables.note_locale(user_id, locale):
                await self.store.processes.say(f"{LOCALE} {user_id}")
            return
        self.seen_locales.pop(user_id, None)

    async def warm_up(self) -> None:
        """Start the processes for drawing, which draw ahead what every picture needs. Without them
        the bot plays on in words. Logs scripts that the fonts cannot write in pictures. Raises
        FontsMissing."""
        try:
            await self.pool.start()
            for scripts, helps in (await self.pool.draw(left_out, keep=False)).items():
                log.info(
                    "names are left out of pictures", scripts=scripts, until=f"there is {helps}"
                )
        except (Gone, OSError) as error:  # the next picture starts them
            self.log_error(error, "starting to draw")

    async def cover(self, theme: Theme) -> Picture:
        """The picture of lobbies: a board before the first round of a game of four. It is drawn
        once for each theme, since only its alt text differs between lobbies."""
        if theme not in self.covers:
            board = scene_of(Game.new(4, seed=0).snapshot(), SEAT_LETTERS[:4])
            self.covers[theme] = await self.pool.draw(draw_cover, board, theme=theme, t=ENGLISH)
        return self.covers[theme]

    async def _look_for_others(self) -> None:
        """Log a warning if another process has some of the same shards. Messages are still sent
        only once, but only one of the two processes can answer a press."""
        processes, count = self.store.processes, self.mine.count
        taken = [one for one in self.mine.ids if not await processes.is_first("shard", count, one)]
        if taken:
            log.warning("shards run elsewhere, too", shards=taken, of=count)

    async def is_first(self) -> bool:
        """Whether this process does the tasks of the whole application, such as removing old data.
        If it ends, another process takes them over."""
        return await self.store.processes.is_first("application")

    async def _register_commands(self) -> None:
        guild = None
        if self.settings.sync_guild is not None:
            guild = discord.Object(self.settings.sync_guild)
            self.tree.copy_global_to(guild=guild)
        async with self.store.processes.alone("commands"):  # the first registers, the others read
            try:
                if await self.is_first():
                    registered = await self.tree.sync(guild=guild)
                else:
                    registered = await self.tree.fetch_commands(guild=guild)
            except (discord.Forbidden, discord.NotFound) as error:
                if guild is None:
                    raise
                raise starting.not_at(guild.id, self.invite_link()) from error
        ids = {
            one.name: one.id for one in registered if one.type is discord.AppCommandType.chat_input
        }
        commands_named.know_commands(
            {
                one.qualified_name: ids[one.qualified_name.split(" ")[0]]
                for one in self.tree.walk_commands(guild=guild)
                if isinstance(one, app_commands.Command) and one.qualified_name.split(" ")[0] in ids
            }
        )

    def invite_link(self, guild: discord.Guild | None = None) -> str:
        """The address that invites the bot to a server with exactly the permissions it needs; with
        the `guild` it is on, the one that gives its role there what is missing."""
        assert self.application_id is not None
        return discord.utils.oauth_url(
            self.application_id,
            permissions=PERMISSIONS,
            scopes=SCOPES,
            guild=discord.utils.MISSING if guild is None else guild,
            disable_guild_select=guild is not None,
        )

    async def _roles_of(self, guild_id: int, user_id: int) -> list[int]:
        """Find the roles of a person on a server; none for somebody who is not there."""
        guild = self.get_guild(guild_id)
        member = None if guild is None else await member_of(guild, user_id)
        return [] if member is None else [role.id for role in member.roles]

    def in_background(
        self, work: Coroutine[Any, Any, Result], what: str
    ) -> asyncio.Task[Result | None]:
        """Run this beside everything else; an error in it is logged with a trace id."""
        task = asyncio.create_task(self.guarded(work, what), name=what)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task

    async def guarded(self, work: Awaitable[Result], what: str) -> Result | None:
        """Await the work, and return its result. Any error is logged as `what`, so that others go
        on."""
        try:
            return await work
        except Exception as error:
            self.log_error(error, what)
            return None

    def log_error(self, error: BaseException, what: str) -> str:
        """Log an error, and return its short trace id, which the person can report. Of a service
        that cannot be reached one line is logged: a traceback would tell nothing."""
        trace = trace_id()
        if isinstance(error, UNREACHED) or may_pass(error):
            reason = str(error).partition("\n")[0]
            log.error("not reached", trace=trace, what=what, reason=reason or repr(error))
        else:
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
        """Stop the background work, the processes for computers and for drawing, and the
        database."""
        if self._port is not None:
            await self._port.cleanup()
        await cancelled(self._background)
        if isinstance(self.loop, asyncio.AbstractEventLoop):  # else it never began
            try:
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await super().close()
            except TimeoutError:
                log.warning("Discord does not say goodbye", seconds=GOODBYE_SECONDS)
                await self.http.close()
        if self.thinking is not None:
            await self.thinking.close()
        self.pool.close()
        await self.pool.wait_closed()
        await self.store.close()


class BotCog(commands.Cog):
    """A cog of a feature. It is found by its module (`cogs_of_features`)."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot


def make_bot(
    settings: Settings, *, shard_count: int | None = 1, proxy: starting.Proxy | None = None
) -> TzolkinBot:
    """The bot as it runs on Discord (`shard_count` None: as Discord advises) and on the local page.
    Logs catalogues that are not compiled. Raises StoreError."""
    for path in not_compiled():
        log.warning("catalogue not compiled", path=str(path), run=f"{COMMAND} texts")
    thinking = Thinking(settings.computer_processes)
    return TzolkinBot(
        settings, thinking=thinking, pauses=PAUSES, shard_count=shard_count, proxy=proxy
    )


async def _spare_the_servers_too(bot: TzolkinBot) -> None:
    """Exclude the servers too, which Discord sends once the connection is made."""
    await bot.wait_until_ready()
    spare_the_collector()


def run_bot(settings: Settings, signals: StopSignals) -> int:
    """Connect to Discord, run until asked to stop, and return the exit code. Raises SettingsError
    or UnreachableError if the bot cannot start."""
    token, proxy = settings.token(), starting.proxy_to_discord()
    set_up_logging(settings)
    starting.warn_of_unknown_settings()
    if proxy is not None:
        log.info("Discord through a proxy", at=proxy.url)
    sys.setswitchinterval(SWITCH_INTERVAL)

    async def serve() -> None:
        async with make_bot(settings, shard_count=None, proxy=proxy) as bot:
            await signals.until_asked(stay(bot), bot.in_hand.finish)
        log.info("stopped")

    async def stay(bot: TzolkinBot) -> None:
        await starting.open_database(bot.store)
        async with asyncio.timeout(LOGIN_SECONDS):
            await bot.login(token)
        spare_the_collector()
        bot.in_background(_spare_the_servers_too(bot), "sparing the servers")
        print(f"Invite me with: {bot.invite_link()}", flush=True)
        await bot.connect()

    with (
        starting.start_explained(),
        starting.refusal_of_discord_explained(),
        alone(settings.database_url),
    ):
        run(serve())
    return EXIT_OK


async def migrate_only(settings: Settings) -> None:
    """Migrate the database without connecting to Discord. Raises SettingsError or UnreachableError
    if it cannot be opened."""
    with starting.start_explained():
        store = Store(settings.database_url)
        try:
            await store.open()
        finally:
            await store.close()


# --- loops of features ----------------------------------------------------------------------------

LookMethod = Callable[[Any], Awaitable[None]]
LOOP_AGAIN_SECONDS = 60.0
"""After a failure, a loop runs again after so many seconds, or at its usual time if that is
sooner."""


class LoopCog(BotCog):
    """A cog whose loop `look` runs as long as it is loaded."""

    look: tasks.Loop[Any]

    async def cog_load(self) -> None:
        """Begin to look."""
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.look.cancel()


def every(seconds: float, what: str) -> Callable[[LookMethod], tasks.Loop[Any]]:
    """Make a method of a cog a loop that runs every so many seconds once the bot is ready. An error
    is logged as `what`, and the loop goes on."""

    def looking(method: LookMethod) -> tasks.Loop[Any]:
        @wraps(method)
        async def look(cog: Any) -> None:
            cog.bot.store.begin_work()
            try:
                await method(cog)
            except Exception as error:
                cog.bot.log_error(error, what)
                loop = getattr(cog, method.__name__)
                if loop.get_task() is asyncio.current_task() and seconds > LOOP_AGAIN_SECONDS:
                    await asyncio.sleep(LOOP_AGAIN_SECONDS)
                    loop.restart()

        made = tasks.loop(seconds=seconds)(look)

        async def ready(cog: Any) -> None:
            await cog.bot.wait_until_ready()

        made.before_loop(ready)
        return made

    return looking
