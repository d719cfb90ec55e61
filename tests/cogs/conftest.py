"""The real bot on a simulated Discord, and every message it sends held against the limits."""

import hashlib
import itertools
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.client import TzolkinBot
from bot.engine import Game
from bot.refusal import Refusal
from bot.settings import Settings
from bot.tables import utc_now
from tests.cogs.limits import check_requests

MakeBot = Callable[[], TzolkinBot]


@dataclass
class Wait:
    """The time, which goes on by itself and can be moved ahead."""

    ahead: timedelta = timedelta(0)

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


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
        """The bot now running."""
        assert isinstance(self.env.bot, TzolkinBot)
        return self.env.bot

    async def later(self, **time: float) -> None:
        """So much time passes (as for timedelta), and the bot looks at the clocks."""
        self.wait.ahead += timedelta(**time)
        clock: Any = self.bot.get_cog("Clock")
        await clock.look()
        await self.env.settle()

    async def restart(self) -> None:
        """Stop the bot without any farewell and start a fresh one on the same database."""
        old = self.bot
        await self.env.restart_bot(self.make_bot())
        old.pool.close()
        await old.store.close()


async def first_legal(game: Game, seat: int) -> str:
    """A computer for tests: ends its turn as soon as it may, else takes what comes first."""
    legal = game.legal(seat)
    return "end" if "end" in legal else legal[0]


async def _no_warm_up(bot: TzolkinBot) -> None:
    """Drawing ahead is worth seconds; tests whose pictures are few draw them when asked."""


_record_error = simcord.Env._record_error


def _record_unless_refused(env: simcord.Env, error: BaseException) -> None:
    """A refusal that a command or form raises is answered; it is no error of the bot."""
    if not isinstance(getattr(error, "original", error), Refusal):
        _record_error(env, error)


@pytest.fixture(autouse=True)
def _refusals_are_no_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simcord.Env, "_record_error", _record_unless_refused)


@pytest.fixture
def wait() -> Wait:
    """The time that passes."""
    return Wait()


@pytest.fixture
def make_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wait: Wait) -> MakeBot:
    """Makes bots that share one database."""
    monkeypatch.setattr(TzolkinBot, "warm_up", _no_warm_up)
    # The same deals in every run: a test passes or fails by what it tests, not by luck.
    number = itertools.count()
    monkeypatch.setattr(
        "bot.tables.services.lobbies.new_secret",
        lambda: hashlib.sha256(f"secret {next(number)}".encode()).hexdigest(),
    )
    settings = Settings(
        _env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"
    )
    return lambda: TzolkinBot(settings, think=first_legal, now=wait)


@pytest.fixture
def simcord_bot(make_bot: MakeBot) -> TzolkinBot:
    """The bot SimCord starts."""
    return make_bot()


@pytest.fixture
async def room(simcord_env: simcord.Env, make_bot: MakeBot, wait: Wait) -> AsyncIterator[Room]:
    """A channel ready to play in. Afterwards everything the bot sent is checked."""
    guild = simcord_env.create_guild("Friends")
    channel = guild.create_text_channel("tzolkin")
    people = [
        guild.add_member(simcord_env.create_user(name)) for name in ("ana", "bob", "cleo", "dan")
    ]
    room = Room(simcord_env, guild, channel, people, make_bot, wait)
    yield room
    if room.check_limits:
        check_requests(simcord_env.http_requests)
    room.bot.pool.close()
    await room.bot.store.close()


@pytest.fixture
def role(room: Room) -> simcord.RoleHandle:
    """The role the owner names."""
    return room.guild.create_role("referees")


@pytest.fixture
def maya(room: Room, role: simcord.RoleHandle) -> simcord.MemberActor:
    """A moderator."""
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


@pytest.fixture
def noah(room: Room, role: simcord.RoleHandle) -> simcord.MemberActor:
    """Another moderator."""
    return room.guild.add_member(room.env.create_user("noah"), roles=[role])
