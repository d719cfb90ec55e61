"""What the host is told at the start: which database is used, which variables are no settings, and
in one sentence why the bot does not start."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import discord
import structlog
from discord.http import Route
from yarl import URL

from bot import COMMAND, FOLDER
from bot.monitoring.error_reports import ReportsMissing
from bot.monitoring.port import PortTaken
from bot.settings import SettingsError, UnreachableError, proxy_for, unknown_variables
from bot.store import Store
from bot.store.database import StoreError, UnreachableStoreError
from rendering import FontsMissing

TOO_MANY = 429
TOKEN_REFUSED = 4004
"""The code with which Discord closes a connection whose token it refuses."""

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
