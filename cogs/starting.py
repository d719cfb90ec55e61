"""What the host is told of Discord and the start: which database is used, which variables are no
settings, and in one sentence why the bot does not start.

`doctor --online` checks the bot at Discord: the token, the permissions on servers, and the clock.
It asks a few questions and changes nothing; the bot may run meanwhile.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import aiohttp
import discord
import structlog
from discord.http import Route
from yarl import URL

from bot import COMMAND, FOLDER
from bot.hosting import Finding, fault, ok, warning
from bot.model.server import NEEDED_PERMISSIONS
from bot.monitoring import PortTaken, ReportsMissing
from bot.settings import Settings, SettingsError, UnreachableError, proxy_for, unknown_variables
from bot.store import Store
from bot.store.database import StoreError, UnreachableStoreError
from rendering import FontsMissing

TOO_MANY = 429
TOKEN_REFUSED = 4004
"""The code with which Discord closes a connection whose token it refuses."""

ENTRY_POINT = 4
"""Discord's type of the command that starts an Activity; a host who enables Activities gets one."""
ENTRY_POINT_FIELDS = (
    "id", "type", "handler", "name", "name_localizations", "description",
    "description_localizations", "contexts", "integration_types", "nsfw",
)  # fmt: skip
"""What is sent back of it when the commands are registered."""

log = structlog.get_logger(__name__)


@contextmanager
def start_explained() -> Iterator[None]:
    """Turn an error by which the program cannot start on this machine into one sentence: an
    UnreachableError if trying again later may help, else a SettingsError."""
    try:
        yield
    except UnreachableStoreError as error:
        raise UnreachableError(str(error)) from error
    except (FontsMissing, StoreError, PortTaken, ReportsMissing) as error:
        raise SettingsError(str(error)) from error


@contextmanager
def refusal_of_discord_explained() -> Iterator[None]:
    """Turn an error or the silence of Discord into an UnreachableError or a SettingsError."""
    try:
        yield
    except discord.LoginFailure as error:
        raise _token_refused() from error
    except discord.HTTPException as error:
        raise _http_fault(error) from error
    except discord.GatewayNotFound as error:
        raise UnreachableError(
            "Discord does not say where to connect to; try again later."
        ) from error
    except discord.ConnectionClosed as error:
        if error.code == TOKEN_REFUSED:
            raise _token_refused() from error
        raise UnreachableError(
            f"Discord has closed the connection (code {error.code}); try again later."
        ) from error
    except aiohttp.ClientHttpProxyError as error:
        raise _proxy_fault(error) from error
    except aiohttp.ClientProxyConnectionError as error:
        raise UnreachableError(
            f"The proxy of HTTPS_PROXY cannot be reached ({error}); try again later."
        ) from error
    except (aiohttp.ClientError, TimeoutError) as error:
        raise UnreachableError(
            f"Discord cannot be reached ({str(error) or 'no answer'}); try again later."
        ) from error


class NotDiscordError(aiohttp.ClientError):
    """Something else has answered in Discord's place, such as a proxy with its own page."""


async def must_be_json(
    session: aiohttp.ClientSession, context: object, ended: aiohttp.TraceRequestEndParams
) -> None:
    """Called after each request. Raises NotDiscordError if a good answer to a GET is not JSON:
    discord.py would take it for a text, and fail later when it reads fields."""
    answer = ended.response
    if ended.method != "GET" or not answer.ok or "/api/" not in ended.url.path:
        return
    if answer.content_type != "application/json":
        answer.close()
        raise NotDiscordError(f"{answer.status} without JSON, as a proxy may answer")


def _proxy_fault(error: aiohttp.ClientHttpProxyError) -> Exception:
    answer = f"{error.status} {error.message}".strip()
    if error.status >= 500:
        return UnreachableError(
            f"The proxy of HTTPS_PROXY does not reach Discord now ({answer}); try again later."
        )
    advice = "check user and password there" if error.status == 407 else "ask who runs it"
    return SettingsError(
        f"The proxy of HTTPS_PROXY does not let the bot through ({answer}); {advice}."
    )


@dataclass(frozen=True)
class Proxy:
    """The proxy through which Discord is reached."""

    url: str
    """Its address, without user and password."""
    auth: aiohttp.BasicAuth | None = None


def proxy_to_discord() -> Proxy | None:
    """Find the proxy of HTTPS_PROXY, None without one, or if NO_PROXY names Discord. Raises
    SettingsError for one that cannot be used."""
    host = URL(Route.BASE).host
    assert host is not None
    given = proxy_for(host)
    if given is None:
        return None
    try:
        url = URL(given)
        without = str(url.with_user(None).origin())
    except ValueError:
        raise SettingsError(
            "HTTPS_PROXY cannot be understood; an address that can is http://HOST:PORT."
        ) from None
    if url.user is None:
        return Proxy(without)
    return Proxy(without, aiohttp.BasicAuth(url.user, url.password or "", "utf-8"))


def _token_refused() -> SettingsError:
    return SettingsError(
        "DISCORD_TOKEN is not accepted by Discord; copy the bot's token again from the developer "
        "portal into .env."
    )


def _http_fault(error: discord.HTTPException) -> Exception:
    """The error for an answer of Discord. It has only the status: the body may be a whole page."""
    answer = f"{error.status} {getattr(error.response, 'reason', None) or ''}".strip()
    if error.status == TOO_MANY or error.status >= 500:
        return UnreachableError(f"Discord refuses requests now ({answer}); try again later.")
    return SettingsError(
        f"Discord refuses what the bot asks for at its start ({answer}, code {error.code}); "
        f"check with {COMMAND} doctor --online."
    )


def not_at(server: int, invitation: str) -> SettingsError:
    """The error if the bot is not on the server of TZOLKIN_SYNC_GUILD, to register commands."""
    return SettingsError(
        f"The bot is not at the server {server} of TZOLKIN_SYNC_GUILD; invite it with {invitation} "
        "or remove that setting."
    )


async def entry_points(
    http: discord.http.HTTPClient, application: int | None
) -> list[dict[str, Any]]:
    """The commands that start an Activity of the application, at most one, as they are sent back
    when all commands are registered."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    found = await http.request(route, params={"with_localizations": "true"})
    return [
        {name: one[name] for name in ENTRY_POINT_FIELDS if name in one}
        for one in found
        if one["type"] == ENTRY_POINT
    ]


def warn_of_unknown_settings() -> None:
    """Log a line for each variable that looks like a setting but is none."""
    for name, meant in unknown_variables().items():
        log.warning("no such setting", name=name, perhaps=meant)


async def open_database(store: Store) -> None:
    """Open the database and log which one it is. Warns if it is new, since the games may then be in
    another one. Raises StoreError."""
    is_new = await store.is_new()
    await store.open()
    if not is_new:
        log.info("database", at=store.called)
        return
    log.warning("new database", at=store.called, working_folder=str(Path.cwd()))
    for other in _of_the_same_name(store.file):
        log.warning("another database is not used", at=str(other))


def _of_the_same_name(made: Path | None) -> list[Path]:
    """Databases that may be meant instead of a new one with a relative path: those with this path
    from the project's folder, and from the folders above the working folder."""
    if made is None or made.is_absolute():
        return []
    there = [folder / made for folder in (FOLDER, *Path.cwd().parents)]
    return [
        file
        for file in dict.fromkeys(there)
        if file.is_file() and file.stat().st_size and not file.samefile(made)
    ]


# --- the doctor asks Discord ----------------------------------------------------------------------

DOCTOR_PATIENCE = aiohttp.ClientTimeout(total=15)
SKEW, FAR_SKEW = 2.0, 30.0
"""Seconds by which the machine's clock may differ from Discord's, whose answer has whole seconds.
Beyond the first it should be set, beyond the second players' time is plainly wrong."""
MOST_SERVERS = 2000
MOST_NAMED = 5
"""The most servers with missing permissions that are named."""
SERVERS_A_PAGE = 200
FEW_STARTS = 10
"""With fewer connections left for the day, the host is warned. Each start of the bot takes one."""
_AGENT = f"DiscordBot (https://github.com/Rapptz/discord.py, {discord.__version__})"
_CALLED = {"read_messages": "View Channels"}
"""Discord's names of permissions that discord.py calls otherwise."""


class _Failed(Exception):
    """Discord gave an unexpected answer or none; the message says which."""


async def ask_discord(settings: Settings) -> list[Finding]:
    """Check everything at Discord. It takes some seconds."""
    try:
        proxy = proxy_to_discord()
    except SettingsError as error:
        return [fault("proxy", str(error))]
    found = [] if proxy is None else [ok("proxy", f"Discord is asked through {proxy.url}")]
    async with aiohttp.ClientSession(
        timeout=DOCTOR_PATIENCE, headers={"User-Agent": _AGENT},
        proxy=None if proxy is None else proxy.url,
        proxy_auth=None if proxy is None else proxy.auth,
    ) as web:  # fmt: skip
        try:
            found.append(await _clock(web))
        except aiohttp.ClientHttpProxyError as error:
            return [*found, fault("proxy", f"It answers {error.status} {error.message}.")]
        except (aiohttp.ClientError, TimeoutError) as error:
            reason = str(error) or "no answer"
            return [
                *found,
                fault("Discord", f"It cannot be reached ({reason}); look at network and proxy."),
            ]
        try:
            web.headers.update(Authorization=f"Bot {settings.token()}")
        except SettingsError:
            return found  # said already
        try:
            return [*found, *[one async for one in _about(web, settings)]]
        except (_Failed, aiohttp.ClientError, TimeoutError) as error:
            return [*found, warning("Discord", f"{error or 'No answer'}; try again later.")]


async def _clock(web: aiohttp.ClientSession) -> Finding:
    before = datetime.now(UTC)
    async with web.get(f"{Route.BASE}/gateway") as answer:
        there = parsedate_to_datetime(answer.headers["Date"])
    here = before + (datetime.now(UTC) - before) / 2
    # Its time has whole seconds only.
    ahead = (here - there).total_seconds() - 0.5
    way = "ahead of" if ahead > 0 else "behind"
    told = f"this machine's clock is {abs(ahead):.0f} s {way} Discord's"
    if abs(ahead) <= SKEW:
        return ok("time", "this machine's clock agrees with Discord's")
    if abs(ahead) <= FAR_SKEW:
        return warning("time", f"{told}; set it by NTP.")
    return fault("time", f"{told}; set it by NTP.")


async def _about(web: aiohttp.ClientSession, settings: Settings) -> AsyncIterator[Finding]:
    status, application = await _asked(web, "/applications/@me")
    if status == 401:
        yield fault(
            "Discord",
            "It does not take the token; copy the bot's token again from the developer portal.",
        )
        return
    yield ok("Discord", f"it takes the token, which is that of {application['name']}")
    yield ok("intents", "none of the privileged ones is needed")
    _, gateway = await _asked(web, "/gateway/bot")
    left = gateway["session_start_limit"]["remaining"]
    if left < FEW_STARTS:
        yield warning(
            "starts",
            f"Discord takes {left} more starts today: the bot starts too often; look at its log.",
        )
    else:
        yield ok(
            "starts", f"Discord takes {left} more today; shards it advises: {gateway['shards']}"
        )
    servers = await _servers(web)
    if settings.sync_guild is not None and str(settings.sync_guild) not in {
        one["id"] for one in servers
    }:
        yield fault(
            "servers",
            f"The bot is not at the server {settings.sync_guild} of TZOLKIN_SYNC_GUILD; invite it, "
            "or remove that setting.",
        )
    yield _permissions(servers)


def _permissions(servers: list[dict[str, Any]]) -> Finding:
    """Say which permissions the bot's roles lack on servers; channels may differ (`/doctor`)."""
    lacking = {}
    for server in servers:
        given = discord.Permissions(int(server["permissions"]))
        missing = discord.Permissions(**dict.fromkeys(NEEDED_PERMISSIONS, True)) & ~given
        if missing and not given.administrator:
            names = [
                _CALLED.get(name, name.replace("_", " ").title()) for name, on in missing if on
            ]
            lacking[f"{server['name']} ({server['id']})"] = ", ".join(names)
    told = f"the bot is at {len(servers)}"
    if not servers:
        return warning("servers", f"The bot is at none; {COMMAND} run prints a link to invite it.")
    if not lacking:
        return ok("servers", f"{told}, and has what it needs there (channels may differ: /doctor)")
    named = "; ".join(f"{server}: {names}" for server, names in list(lacking.items())[:MOST_NAMED])
    more = f"; and {len(lacking) - MOST_NAMED} more" if len(lacking) > MOST_NAMED else ""
    return warning(
        "servers",
        f"{told}, and {len(lacking)} do not give it permissions it needs ({named}{more}); "
        "ask somebody who manages those servers to give them to its role.",
    )


async def _servers(web: aiohttp.ClientSession) -> list[dict[str, Any]]:
    """List the servers of the bot, at most `MOST_SERVERS`."""
    found: list[dict[str, Any]] = []
    while len(found) < MOST_SERVERS:
        after = found[-1]["id"] if found else "0"
        _, page = await _asked(web, f"/users/@me/guilds?limit={SERVERS_A_PAGE}&after={after}")
        found += page
        if len(page) < SERVERS_A_PAGE:
            break
    return found


async def _asked(web: aiohttp.ClientSession, path: str) -> tuple[int, Any]:
    """Ask Discord; return the status, 200 or 401, and the answer. Raises _Failed otherwise."""
    async with web.get(f"{Route.BASE}{path}") as answer:
        if answer.status in (200, 401):
            return answer.status, await answer.json()
        raise _Failed(f"Discord answers {answer.status} to {path.partition('?')[0]}")
