"""What is never in the log, on no level, and what the libraries write into it."""

import io
import logging
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import structlog
from aiohttp import web
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, interaction_response_params

from bot.settings import Settings
from cogs.kit.log import set_up_logging, without_late, without_where

TOKEN = "aW50ZXJhY3Rpb246-a-token-that-is-secret"


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[str]]:
    """A stand-in for Discord's API that refuses all; the paths it was asked for."""
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        headers = {"Content-Type": "application/json"}
        return web.Response(
            status=404, body=b'{"code": 10062, "message": "Unknown interaction"}', headers=headers
        )

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10")
    yield asked
    await runner.cleanup()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What is written with the log set up as for DEBUG; afterwards all is as it was."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers, root.level
    monkeypatch.setattr("sys.stderr", stream)
    set_up_logging(Settings(_env_file=None, log_level="DEBUG"))
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


async def test_tokens_of_interactions(api: list[str], written: io.StringIO) -> None:
    """Neither where the answer to one is sent, nor where it is edited."""
    logging.getLogger("discord.client").debug("DEBUG lines are written")
    adapter = AsyncWebhookAdapter()
    params = interaction_response_params(type=4, data={"content": "a secret choice"})
    async with aiohttp.ClientSession() as session:
        with pytest.raises(discord.NotFound) as refused:
            await adapter.create_interaction_response(7, TOKEN, session=session, params=params)
        with pytest.raises(discord.NotFound):
            await adapter.get_original_interaction_response(9, TOKEN, session=session)
    async with discord.Client(intents=discord.Intents.none()) as client:
        with pytest.raises(discord.NotFound):
            await client.login("the.token.of-the-bot")
        with pytest.raises(discord.NotFound):
            await client.http.request(Route("GET", f"/webhooks/9/{TOKEN}/messages/@original"))
    logging.getLogger("bot").error("it failed", exc_info=refused.value)
    assert any(TOKEN in path for path in api), "it was sent"
    text = written.getvalue()
    assert "DEBUG lines are written" in text
    assert "Unknown interaction" in text
    assert TOKEN not in text
    assert "a secret choice" not in text
    assert "of-the-bot" not in text


def failed(code: int) -> logging.LogRecord:
    """What discord.py writes when a suggestion could not be given."""
    answered: Any = SimpleNamespace(status=404, reason="Not Found")
    error = discord.NotFound(answered, {"code": code, "message": "Unknown"})
    where = ("discord.app_commands.tree", logging.ERROR, "tree.py", 1)
    return logging.LogRecord(*where, "Ignoring %r", ("move",), (type(error), error, None))


@pytest.mark.parametrize("code", [10062, 40060])
def test_a_late_suggestion_is_one_line(code: int) -> None:
    record = failed(code)
    assert without_late(record)
    assert (record.levelname, record.exc_info) == ("INFO", None)
    assert record.getMessage() == "suggestion came too late"


def test_other_failures_are_errors() -> None:
    record = failed(50013)
    assert without_late(record) and record.levelname == "ERROR" and record.exc_info is not None


def broken(where: str, error: BaseException) -> logging.LogRecord:
    """What discord.py writes in this function of its own when it failed so."""
    record = logging.LogRecord(
        "discord.client", logging.ERROR, "client.py", 1, "Attempting a reconnect in %.2fs", (1.5,),
        (type(error), error, None), where,
    )  # fmt: skip
    assert without_where(record)
    return record


def test_a_broken_connection_is_one_line() -> None:
    record = broken("connect", ConnectionResetError("Cannot write to closing transport"))
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    said = "Attempting a reconnect in 1.50s: Cannot write to closing transport"
    assert record.getMessage() == said


def test_where_our_own_handlers_fail_is_told() -> None:
    assert broken("on_error", TimeoutError()).exc_info is not None
    assert broken("connect", KeyError("seat")).exc_info is not None
