"""A check of the bot at Discord: the token, the permissions on servers, and the clock. It asks a
few questions and changes nothing; the bot may run meanwhile."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord
from discord.http import Route

from bot import COMMAND
from bot.hosting.findings import Finding, fault, ok, warning
from bot.model.server import NEEDED_PERMISSIONS
from bot.settings import Settings, SettingsError
from cogs.starting import proxy_to_discord

PATIENCE = aiohttp.ClientTimeout(total=15)
SKEW, FAR_SKEW = 2.0, 30.0
"""Seconds by which the machine's clock may differ from Discord's, whose answer has whole seconds.
Beyond the first it should be set, beyond the second players' time is plainly wrong."""
MOST_SERVERS = 2000
NAMED = 5
"""The most servers with missing permissions that are named."""
PAGE = 200
FEW_STARTS = 10
"""Connections left for the day from which they are few; each start of the bot takes one."""
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
        timeout=PATIENCE, headers={"User-Agent": _AGENT},
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
    named = "; ".join(f"{server}: {names}" for server, names in list(lacking.items())[:NAMED])
    more = f"; and {len(lacking) - NAMED} more" if len(lacking) > NAMED else ""
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
        _, page = await _asked(web, f"/users/@me/guilds?limit={PAGE}&after={after}")
        found += page
        if len(page) < PAGE:
            break
    return found


async def _asked(web: aiohttp.ClientSession, path: str) -> tuple[int, Any]:
    """Ask Discord; return the status, 200 or 401, and the answer. Raises _Failed otherwise."""
    async with web.get(f"{Route.BASE}{path}") as answer:
        if answer.status in (200, 401):
            return answer.status, await answer.json()
        raise _Failed(f"Discord answers {answer.status} to {path.partition('?')[0]}")
