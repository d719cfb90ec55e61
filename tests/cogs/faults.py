"""Faults of Discord, injected into the simulated one."""

from collections.abc import Callable
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from tests.cogs.conftest import Room

Fault = Callable[[], Exception]


def refused(status: int, code: int = 0) -> Fault:
    """Discord answers with this status."""
    answered: Any = SimpleNamespace(status=status, reason="injected")
    kinds = {403: discord.Forbidden, 404: discord.NotFound, 500: discord.DiscordServerError}
    kind = kinds.get(min(status, 500), discord.HTTPException)
    return lambda: kind(answered, {"code": code, "message": "injected"})


def silent() -> Exception:
    """Nothing comes back."""
    return TimeoutError()


def dropped() -> Exception:
    """The connection breaks."""
    return aiohttp.ServerDisconnectedError()


class Refusing:
    """Discord refuses some requests, as long as `when` says so of their address and contents."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch, fault: Fault) -> None:
        self.fault, self.tries = fault, 0
        self.when: Callable[[Route, str], bool] = lambda route, sent: False
        self._through = room.bot.http.request
        monkeypatch.setattr(room.bot.http, "request", self._request)

    async def _request(self, route: Route, **how: Any) -> Any:
        if self.when(route, f"{how.get('json')} {how.get('form')}"):
            self.tries += 1
            raise self.fault()
        return await self._through(route, **how)


class Discord:
    """The way from the bot that runs now to Discord, which can be broken."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fault: Fault | None = None
        """What happens to messages that the bot posts."""
        self.loses_answers = 0
        """So many messages are posted, and the bot is told that they were not."""
        self.refused = 0
        self._sent: dict[str, Any] = {}
        self._through = room.bot.http.request
        monkeypatch.setattr(room.bot.http, "request", self._request)

    async def _request(self, route: Route, **how: Any) -> Any:
        if not posts(route):
            return await self._through(route, **how)
        if self.fault is not None:
            self.refused += 1
            raise self.fault()
        nonce = nonce_of(how)
        if nonce in self._sent:  # of a second copy Discord gives the first
            return deepcopy(self._sent[nonce])
        answered = await self._through(route, **how)
        if nonce:
            self._sent[nonce] = deepcopy(answered)
        if self.loses_answers:
            self.loses_answers -= 1
            raise aiohttp.ServerDisconnectedError
        return answered

    def rename_files(self) -> None:
        """The answers to second copies name other files than the messages have."""
        for answered in self._sent.values():
            _rename(answered)


def _rename(part: Any) -> None:
    for value in part.values() if isinstance(part, dict) else part:
        if isinstance(value, dict | list):
            _rename(value)
    if isinstance(part, dict) and str(part.get("url", "")).endswith(".png"):
        part["url"] = part["url"].replace(".png", "-drawn-anew.png")


def posts(route: Route) -> bool:
    """Whether a request posts a message."""
    return route.method == "POST" and route.path.endswith("/messages")


def opens_thread(route: Route) -> bool:
    """Whether a request opens a thread, or a post of a forum."""
    return route.method == "POST" and route.path.endswith("/threads")


def nonce_of(how: dict[str, Any]) -> str:
    """What the message that is posted is known by; empty where that is nothing."""
    body = how.get("json")
    for part in how.get("form") or []:
        if part.get("name") == "payload_json":
            body = discord.utils._from_json(part["value"])
    return str((body or {}).get("nonce") or "")


def deliver_twice(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on Discord sends each interaction two times."""
    backend, emit = room.env.backend, room.env.backend.emit

    def twice(event: str, payload: Any, *args: Any, **more: Any) -> Any:
        if event == "INTERACTION_CREATE":
            emit(event, deepcopy(payload), *args, **more)
        return emit(event, payload, *args, **more)

    monkeypatch.setattr(backend, "emit", twice)
