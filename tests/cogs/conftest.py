"""The real bot on a simulated Discord; every message it sends is checked against Discord's
limits."""

import asyncio
import hashlib
import itertools
import random
import selectors
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import discord
import pytest
import simcord
from discord.app_commands import CommandTree
from PIL import Image
from simcord import _dpy_internals, _runtime, _settlement, gateway, results
from simcord import components as simcord_components
from simcord import env as environment
from simcord.http import router

from bot.refusal import Refusal
from bot.settings import Settings
from bot.store.database import ErasedMeanwhileError
from bot.tables import ServerSettings, Thinking
from bot.traffic import Limits
from cogs.client import TzolkinBot
from rendering.drawing.encoding import Paletted
from rendering.drawing.theme import Theme
from tests.cogs import as_discord
from tests.cogs.limits import check_requests
from tests.cogs.wire import Wire, copied
from tests.store.databases import Kind, in_the_loop, newest_database
from tests.tables.playing import by_answers

MakeBot = Callable[[], TzolkinBot]


START = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""When every test begins: a Monday noon, with no change of summer time for weeks."""


@dataclass
class Wait:
    """The time, which advances by a millisecond with every call and can be moved ahead."""

    ahead: timedelta = timedelta(0)

    def __call__(self) -> datetime:
        self.ahead += timedelta(milliseconds=1)
        return START + self.ahead


@dataclass
class Room:
    """A server with a channel, four people and the bot."""

    env: simcord.Env
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: list[simcord.MemberActor]
    make_bot: MakeBot
    wait: Wait
    check_limits: bool = True

    @property
    def bot(self) -> TzolkinBot:
        """The bot that is running now."""
        assert isinstance(self.env.bot, TzolkinBot)
        return self.env.bot

    async def later(self, **time: float) -> None:
        """Let time pass (arguments as for timedelta), then let the bot check the clocks."""
        self.wait.ahead += timedelta(**time)
        clock: Any = self.bot.get_cog("Clock")
        await clock.look()
        await self.env.settle()

    async def restart(self) -> None:
        """Stop the bot without a shutdown, and start a new one on the same database."""
        old = self.bot
        await self.env.restart_bot(self.make_bot())
        old.pool.close()
        await old.store.close()


def with_long(usual: Sequence[Any], more: Sequence[Any]) -> list[Any]:
    """Values of a parameter, or tuples of those of several: the usual ones, and more of them with
    --long."""
    rest = (one if isinstance(one, tuple) else (one,) for one in more)
    return [*usual, *(pytest.param(*one, marks=pytest.mark.long) for one in rest)]


def first(legal: Sequence[str]) -> str:
    """Ends a turn as soon as it may, else takes the first legal action."""
    return "end" if "end" in legal else legal[0]


first_legal = by_answers(first)
"""The computer of most tests."""
ADVISING = Thinking(0, timed=False)
"""Who advises people: in earnest, but the same every time."""


USUAL_SETTINGS = Settings(_env_file=None)


async def _no_warm_up(bot: TzolkinBot) -> None:
    """No process for drawing is started."""


PIXELS = (
    "rendering.choices:kept_image", "rendering.choices:strip_image",
    "rendering.closeups.blocks:sheet",
    "rendering.panel:choices_image", "rendering.results.statistics:figures_image",
    "rendering.results.statistics:rounds_image", "rendering.results.final:final_image",
    "rendering.results.cards:food_day_image", "rendering.results.statistics:profile_image",
    "rendering.results.statistics:ratings_image", "rendering.results.final:review_image",
    "rendering.results.standings:standings_image", "rendering.results.cards:year_image",
    "rendering.wheels.picture:image_without_cards",
    "rendering.small:draw_moment", "rendering.small:half_wheels",
)  # fmt: skip
"""What draws pictures before they are encoded, by module and name. Few tests look at what is drawn:
those are marked `drawn`. All else about a picture is as ever: who draws it when, its file, its
name, its alt text."""


for _module in {one.split(":")[0] for one in PIXELS}:  # before anything is replaced in one of them
    import_module(_module)


def _blank(*shown: object, **more: object) -> Image.Image:
    return Image.new("L", (64, 64))


def _blank_canvas(plates: object, theme: Theme) -> Paletted:
    return Paletted([_blank()], theme)


CANVASES = (
    (
        "rendering.city.picture",
        {"Paletted": _blank_canvas, "empty_image": _blank, "draw_scene": _blank},
    ),
    (
        "rendering.wheels.picture",
        {"Paletted": _blank_canvas, "wheels_plates": _blank, "draw_scene": _blank},
    ),
)
"""The same of the board's pictures, which are drawn on a canvas in the colours of their file."""


async def _no_translator(tree: CommandTree, translator: object) -> None:
    """Names and descriptions of commands stay English."""


SETTLE_SECONDS = 180.0
"""How long SimCord waits for the bot to become idle before the test fails. Nothing takes that long,
except on a busy machine."""
LOOK_AGAIN_SECONDS = 0.01
PAUSE_SECONDS = 2
"""A timer of the bot of at least this many seconds is a pause that no test waits for: only
`advance_time` lets it elapse. SimCord would wait for every timer within its settle time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test with SimCord this settle time."""
    for item in items:
        if "simcord_env" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.simcord(settle_timeout=SETTLE_SECONDS))


_record_error = simcord.Env._record_error
_schedule_timer = simcord.Env._schedule_timer
_settle = simcord.Env._settle_internal


def _record_unless_refused(env: simcord.Env, error: BaseException) -> None:
    """A refusal raised by a command or form is answered; it is no error of the bot."""
    if not isinstance(getattr(error, "original", error), Refusal | ErasedMeanwhileError):
        _record_error(env, error)


def _schedule_unless_pause(env: simcord.Env, record: Any, *more: Any) -> None:
    """Only timers that are no pauses run in real time."""
    if record.when - env._virtual_time < PAUSE_SECONDS:
        _schedule_timer(env, record, *more)


async def _settle_soon_and_in_good_time(env: simcord.Env, **how: Any) -> None:
    """Check again soon whether the bot is idle: SimCord would sleep 50 ms at nearly every press,
    and a look takes longer than waiting for the database. Starting the bot gets the same time limit
    as everything else; SimCord allows five seconds."""
    await _what_is_at_work(env)
    await _settle(env, **{**how, "timeout": None, "idle": LOOK_AGAIN_SECONDS})


async def _what_is_at_work(env: simcord.Env) -> None:
    """Wait as long as tasks of the bot come to their end, one soon after the other. SimCord would
    look at all of them each time one of them ends, some ten times a press."""
    state = env._settlement_state()
    while at_work := [
        task for task in env._work.tasks if not task.done() and not _sleeps_on(state, task)
    ]:
        done, _ = await asyncio.wait(at_work, timeout=LOOK_AGAIN_SECONDS)
        if not done:
            return


_parked = environment._is_parked
_virtualize = environment._virtualize_recognized_waits
_asleep: WeakKeyDictionary[asyncio.Task[Any], Any] = WeakKeyDictionary()
"""The tasks that were seen to sleep, with the future each waits for and the timer that ends it."""


def _sleeps_on(state: Any, task: asyncio.Task[Any]) -> bool:
    """Whether a task still sleeps as it did when it was looked at."""
    waiter, timer = _asleep.get(task, (None, None))
    return (
        waiter is not None
        and getattr(task, "_fut_waiter", None) is waiter
        and not waiter.done()
        and timer.handle is not None
        and not timer.handle.cancelled()
        and timer.when > state.virtual_time
    )


def _parked_or_sleeps_on(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
    """The bot's dozen of loops sleep most of the time, and SimCord looks at each several times a
    press, along all timers and all views: a fifth of the time of these tests."""
    if _sleeps_on(state, task):
        return True
    parked = _parked(state, task, deadline)
    waiter = getattr(task, "_fut_waiter", None)
    if parked and _dpy_internals.tasks_loop_sleep(task, waiter):
        timers = _settlement._timer_records_waking(state, task, waiter)
        if len(timers) == 1:
            _asleep[task] = waiter, timers[0]
    return parked


def _virtualize_what_woke(state: Any, pending: list[asyncio.Task[Any]]) -> None:
    _virtualize(state, [task for task in pending if not _sleeps_on(state, task)])


_track_callback = _runtime._track_callback


def _track_unless_of_a_task(
    work: Any, original: Any, callback: Any, args: tuple[Any, ...], **more: Any
) -> asyncio.Handle:
    """The steps of the bot's tasks need no record of their own: a task is known to be at work by
    itself, and nearly all that the event loop does is to step a task."""
    task = getattr(callback, "__self__", None)
    if more["when"] is None and isinstance(task, asyncio.Task) and task in work.tasks:
        return original(callback, *args, context=more["context"])
    return _track_callback(work, original, callback, args, **more)


def _clock_of_the_bot() -> float:
    """As SimCord's, which imports a name with every call: the event loop looks at this clock in
    each of its rounds."""
    env = _runtime._selected_env(driver=False)
    return _dpy_internals._REAL_MONOTONIC() if env is None else env._virtual_time


_select = selectors.DefaultSelector.select
_asks = itertools.cycle([True, *[False] * 7])


def _select_now_and_then(selector: Any, timeout: float | None = None) -> Any:
    """While tasks are ready, ask the system only every eighth time whether a thread has ended:
    each question is a call of the system."""
    if timeout == 0 and not next(_asks):
        return []
    return _select(selector, timeout)


def _last_message(channel: simcord.ChannelHandle) -> discord.Message | None:
    """SimCord would make messages of all that were ever sent there, and take the last one."""
    sent = channel._env.backend.messages.get(channel.id, {}).values()
    last = max((one for one in sent if one.visible_to(None)), key=lambda one: one.id, default=None)
    return None if last is None else results.to_discord_message(channel._env, last)


@pytest.fixture(autouse=True)
def _simcord_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simcord.Env, "_record_error", _record_unless_refused)
    monkeypatch.setattr(simcord.Env, "_schedule_timer", _schedule_unless_pause)
    monkeypatch.setattr(simcord.Env, "_settle_internal", _settle_soon_and_in_good_time)
    monkeypatch.setattr(_dpy_internals, "_clock_monotonic", _clock_of_the_bot)
    monkeypatch.setattr(selectors.DefaultSelector, "select", _select_now_and_then)
    monkeypatch.setattr(_runtime, "_track_callback", _track_unless_of_a_task)
    monkeypatch.setattr(environment, "_is_parked", _parked_or_sleeps_on)
    monkeypatch.setattr(environment, "_virtualize_recognized_waits", _virtualize_what_woke)
    # Records of callbacks are taken out of a long list one by one: each is itself and no other.
    monkeypatch.setattr(_runtime._CallbackRecord, "__eq__", object.__eq__)
    monkeypatch.setattr(simcord.ChannelHandle, "last_message", property(_last_message))
    for module in (results, simcord_components):  # what they copy is JSON
        monkeypatch.setattr(module, "deepcopy", copied)
    for module in (gateway, router):
        monkeypatch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
    in_the_loop(monkeypatch)
    as_discord.with_forums(monkeypatch)


@pytest.fixture(autouse=True)
def wire(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Wire | None:
    """What goes over the wire, in the pseudo-locale; None for tests about English texts."""
    if request.node.get_closest_marker("english"):
        return None
    return Wire(monkeypatch)


@pytest.fixture
def wait() -> Wait:
    """The time that passes."""
    return Wait()


@pytest.fixture
def icons() -> bool:
    """Whether the bot has its icons. Most tests read plain words; a module that needs icons
    overrides this fixture."""
    return False


@pytest.fixture
def kind() -> Kind:
    """Which database a test has that is not marked with `on_both`: a file, which is faster."""
    return "sqlite"


@pytest.fixture
async def address(tmp_path: Path, newest_form: Path, kind: Kind) -> str:
    """The address of the database of the test's bots."""
    return await newest_database(tmp_path, newest_form, kind)


@pytest.fixture
def translated_commands() -> bool:
    """Whether the commands are registered in all languages. That takes longer than most tests, so
    a module that is about it overrides this fixture."""
    return False


@pytest.fixture
def make_bot(
    address: str, monkeypatch: pytest.MonkeyPatch, wait: Wait, icons: bool,
    translated_commands: bool, request: pytest.FixtureRequest,
) -> MakeBot:  # fmt: skip
    """Creates bots that share one database."""
    monkeypatch.setattr(TzolkinBot, "warm_up", _no_warm_up)
    for patience in (
        "play.shown.IN_TIME", "telling.posting.PATIENCE", "kit.pictures.PATIENCE",
        "kit.context.PATIENCE",
    ):  # fmt: skip
        monkeypatch.setattr(f"cogs.{patience}", 60.0)  # all have pictures on a slow machine, too
    if not request.node.get_closest_marker("drawn"):
        for module, name in (one.split(":") for one in PIXELS):
            monkeypatch.setattr(import_module(module), name, _blank)
        for module, names in CANVASES:
            for name, instead in names.items():
                monkeypatch.setattr(import_module(module), name, instead)
    if not translated_commands:
        monkeypatch.setattr(CommandTree, "set_translator", _no_translator)
    # The same deals and draws in every run: a test passes or fails by what it tests, not by luck.
    monkeypatch.setattr("secrets.randbits", random.Random("draws").getrandbits)
    number = itertools.count()
    monkeypatch.setattr(
        "bot.tables.lobby.new_secret",
        lambda: hashlib.sha256(f"secret {next(number)}".encode()).hexdigest(),
    )
    settings = USUAL_SETTINGS.model_copy(update={"database_url": address, "emojis": icons})

    def made() -> TzolkinBot:
        bot = TzolkinBot(
            settings, think=first_legal, advise=ADVISING.advice, look_back=ADVISING.look_back,
            now=wait,
        )  # fmt: skip
        bot.limits = Limits(lambda: asyncio.get_running_loop().time())
        return bot

    return made


@pytest.fixture
def simcord_bot(make_bot: MakeBot) -> TzolkinBot:
    """The bot that SimCord starts."""
    return make_bot()


@pytest.fixture
async def room(
    simcord_env: simcord.Env, make_bot: MakeBot, wait: Wait, wire: Wire | None
) -> AsyncIterator[Room]:
    """A channel to play in. At the end everything the bot sent is checked."""
    # Deals hang on the ids of who joins, and ids count on within a millisecond, those of the
    # commands included: so a new command shall not change every deal.
    simcord_env.backend.advance_clock(0.001)
    guild = simcord_env.create_guild("Friends")
    channel = guild.create_text_channel("tzolkin")
    people = [
        guild.add_member(simcord_env.create_user(name)) for name in ("ana", "bob", "cleo", "dan")
    ]
    room = Room(simcord_env, guild, channel, people, make_bot, wait)
    yield room
    if room.check_limits:
        check_requests(simcord_env.http_requests)
    if wire is not None:
        await wire.names_of_people_and_places(room.bot.store)
        wire.check(limits=room.check_limits)
    room.bot.pool.close()
    await room.bot.store.close()


@pytest.fixture
def role(room: Room) -> simcord.RoleHandle:
    """The role the owner names."""
    return room.guild.create_role("referees")


@pytest.fixture
async def maya(room: Room, role: simcord.RoleHandle) -> simcord.MemberActor:
    """A moderator, by the role that moderates on the server from now on."""
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


@pytest.fixture
def noah(room: Room, role: simcord.RoleHandle) -> simcord.MemberActor:
    """Another moderator."""
    return room.guild.add_member(room.env.create_user("noah"), roles=[role])
