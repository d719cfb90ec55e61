"""What of Discord's HTTP and gateway a bot needs to start and to answer, on a port of 127.0.0.1,
with faults that can be switched on.

It knows one server with one channel, and keeps what was sent to it. It is no model of Discord: what
it takes need not be what Discord takes (`simcord` checks that).
"""

import asyncio
import itertools
import json
import re
import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import WSMsgType, web

APPLICATION, SERVER, CHANNEL, PERSON = 100, 200, 300, 400
TOKEN = "standin.token.for-tests"
ENTRY_POINT = 4
"""The type of a command that starts an Activity: who registers commands must send it, too."""
_EPOCH = 1_420_070_400
_HELLO, _HEARTBEAT, _IDENTIFY, _RESUME, _ACK = 10, 1, 2, 6, 11


@dataclass(frozen=True)
class Sent:
    """What the program asked for by HTTP."""

    method: str
    path: str
    body: Any = field(repr=False)


@dataclass
class Fault:
    """What is answered to requests whose method and path (as "GET /users/@me") match, instead of
    what Discord answers usually."""

    pattern: str
    status: int | None = 503
    """None: no answer comes until `over` is set; then the usual one."""
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    seen: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the first such request has come."""


def made_now(number: int) -> int:
    """An id as Discord makes them: the time is in it, and the program reads it there."""
    return int((time.time() - _EPOCH) * 1000) << 22 | number % 2**22


class Discord:
    """The stand-in, from `async with` to its end."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        """With `tls` it is reached by https."""
        self._tls = tls
        self.gateway = ""
        """Where the program is told to find the gateway."""
        self.sent: list[Sent] = []
        self.faults: list[Fault] = []
        self.says_ready = True
        """Whether the gateway tells that a session has begun."""
        self.says_goodbye = True
        """Whether the gateway answers when the program closes the connection."""
        self.close_code: int | None = None
        """With which code the gateway closes a connection that has just identified itself."""
        self.commands: dict[str, list[dict[str, Any]]] = {}
        """What is registered, by path: for all servers, and for each one."""
        self.identified = asyncio.Event()
        """The program has come to the gateway."""
        self.connected = asyncio.Event()
        """A session has begun."""
        self.gone = asyncio.Event()
        """A session was closed by the program."""
        self.port = 0
        self._over = asyncio.Event()
        self._ids = itertools.count(1000)
        self._news = asyncio.Condition()
        self._sockets: list[web.WebSocketResponse] = []
        self._numbers = itertools.count(1)
        app = web.Application(client_max_size=2**25)
        app.router.add_get("/gateway-socket", self._gateway)
        app.router.add_route("*", "/{path:.*}", self._http)
        self._runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=0.1)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0, ssl_context=self._tls)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.gateway = self.gateway or f"ws://127.0.0.1:{self.port}/gateway-socket"
        return self

    async def __aexit__(self, *_: object) -> None:
        for fault in self.faults:
            fault.over.set()
        self._over.set()
        await self._runner.cleanup()

    # --- what a test does and looks at ------------------------------------------------------------

    def fault(self, pattern: str, status: int | None = 503, body: Any = None) -> Fault:
        """Switch a fault on; it is off when it is removed from `faults`, or its `over` set."""
        fault = Fault(pattern, status, body)
        self.faults.append(fault)
        return fault

    async def command(self, name: str, *, token: str | None = None, **more: Any) -> str:
        """Somebody uses a command; the token with which it is answered."""
        return await self.interaction(2, {"id": "1", "name": name, "type": 1, **more}, token=token)

    async def interaction(
        self, kind: int, data: Mapping[str, Any], *, token: str | None = None, **more: Any
    ) -> str:
        """Somebody does something; the token with which it is answered."""
        token = token or f"token{next(self._ids)}"
        user = {"id": str(PERSON), "username": "ana", "discriminator": "0", "avatar": None}
        member = {
            "user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
            "mute": False, "flags": 0, "permissions": str(2**40 - 1),
        }  # fmt: skip
        await self._tell("INTERACTION_CREATE", {
            "id": str(made_now(next(self._ids))), "application_id": str(APPLICATION), "type": kind,
            "token": token, "version": 1, "data": data, "guild_id": str(SERVER),
            "channel_id": str(CHANNEL), "channel": channel(), "member": member,
            "locale": "en-US", "guild_locale": "en-US", "app_permissions": str(2**40 - 1),
            "entitlements": [], "authorizing_integration_owners": {}, "context": 0,
            "attachment_size_limit": 10_000_000, **more,
        })  # fmt: skip
        return token

    async def answer(self, token: str) -> Any:
        """How an interaction was answered, as soon as it is."""
        async with self._news:
            while True:
                for one in self.sent:
                    if one.path.endswith(f"/{token}/callback"):
                        return one.body
                await self._news.wait()

    async def heard(self, pattern: str) -> list[Sent]:
        """The same as `asked`, as soon as there is something."""
        async with self._news:
            while not (found := self.asked(pattern)):
                await self._news.wait()
            return found

    def asked(self, pattern: str) -> list[Sent]:
        """What was asked for so far, by method and path."""
        return [one for one in self.sent if re.search(pattern, f"{one.method} {one.path}")]

    # --- HTTP -------------------------------------------------------------------------------------

    async def _http(self, request: web.Request) -> web.StreamResponse:
        path = re.sub(r"^/api/v\d+", "", request.path)
        called = f"{request.method} {path}"
        sent = Sent(request.method, path, await _body(request))
        for fault in list(self.faults):
            if not re.search(fault.pattern, called) or fault.over.is_set():
                continue
            fault.seen.set()
            if fault.status is not None:
                return as_json(fault.body, status=fault.status, headers=fault.headers)
            await fault.over.wait()
        await self._note(sent)
        if request.headers.get("Authorization") not in (f"Bot {TOKEN}", None):
            return as_json({"message": "401: Unauthorized", "code": 0}, status=401)
        return self._usual(sent)

    async def _note(self, sent: Sent) -> None:
        async with self._news:
            self.sent.append(sent)
            self._news.notify_all()

    def _usual(self, sent: Sent) -> web.Response:
        method, path = sent.method, sent.path
        if path == "/users/@me":
            return as_json(bot_user())
        if path == "/users/@me/guilds":
            return as_json([{**server([channel()]), "permissions": str(2**40 - 1)}])
        if path in ("/oauth2/applications/@me", "/applications/@me"):
            return as_json({
                "id": str(APPLICATION), "name": "Standin", "icon": None, "description": "",
                "bot_public": True, "bot_require_code_grant": False, "verify_key": "",
                "owner": bot_user(), "summary": "", "flags": 0,
            })  # fmt: skip
        if path.startswith("/gateway"):
            return as_json({
                "url": self.gateway, "shards": 1,
                "session_start_limit": {
                    "total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1,
                },
            })  # fmt: skip
        if path.endswith("/commands"):
            there = self.commands.get(path, [])
            if method == "GET":
                return as_json(there)
            named = {one.get("id") for one in sent.body}
            if any(one["type"] == ENTRY_POINT and one["id"] not in named for one in there):
                return as_json({"message": "It has an Entry Point", "code": 50240}, status=400)
            self.commands[path] = [
                {
                    "version": "1", "application_id": str(APPLICATION), "description": "",
                    **one, "id": one.get("id") or self._id(),
                }
                for one in sent.body
            ]  # fmt: skip
            return as_json(self.commands[path])
        if path.endswith("/emojis"):
            if method == "GET":
                return as_json({"items": []})
            return as_json({"id": self._id(), "name": sent.body["name"], "user": None})
        if path.endswith("/callback"):
            message = {"id": self._id(), "type": 4, "interaction_id": "1"}
            return as_json({"interaction": message})
        if method == "DELETE":
            return web.Response(status=204)
        return as_json(self._message(sent.body or {}))

    def _id(self) -> str:
        return str(next(self._ids))

    def _message(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        return {
            "id": self._id(), "channel_id": str(CHANNEL), "author": bot_user(),
            "content": body.get("content") or "", "components": body.get("components") or [],
            "flags": body.get("flags") or 0, "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [],
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
        }  # fmt: skip

    # --- the gateway ------------------------------------------------------------------------------

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoclose=False)
        await socket.prepare(request)
        await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            said = json.loads(message.data)
            if said["op"] == _HEARTBEAT:
                await socket.send_json({"op": _ACK})
            elif said["op"] in (_IDENTIFY, _RESUME):
                self.identified.set()
                if self.close_code is not None:
                    await socket.close(code=self.close_code)
                    return socket
                if self.says_ready:
                    await self._begin(socket, said["d"].get("shard", [0, 1]))
                if not self.says_goodbye:
                    await self._over.wait()
                    return socket
        self.gone.set()
        await socket.close()
        return socket

    async def _begin(self, socket: web.WebSocketResponse, shard: Sequence[int]) -> None:
        self._sockets.append(socket)
        ready = {
            "v": 10, "user": bot_user(), "session_id": "one", "guilds": [
                {"id": str(SERVER), "unavailable": True}
            ],
            "resume_gateway_url": self.gateway,
            "application": {"id": str(APPLICATION), "flags": 0}, "shard": shard,
        }  # fmt: skip
        await self._tell("READY", ready)
        await self._tell("GUILD_CREATE", self._server())
        self.connected.set()

    def _server(self) -> Mapping[str, Any]:
        return server([channel()])

    async def _tell(self, event: str, data: Mapping[str, Any]) -> None:
        number = next(self._numbers)
        await self._sockets[-1].send_json({"op": 0, "t": event, "s": number, "d": data})


async def _body(request: web.Request) -> Any:
    """What came with a request; of a form with files the message alone."""
    if request.content_type == "multipart/form-data":
        form = await request.post()
        told = form.get("payload_json")
        return json.loads(told) if isinstance(told, str) else None
    return await request.json() if request.can_read_body else None


def as_json(told: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """An answer; discord.py reads JSON only from this very type of content."""
    return web.Response(
        body=json.dumps(told).encode(), status=status,
        headers={"Content-Type": "application/json", **(headers or {})},
    )  # fmt: skip


def bot_user() -> Mapping[str, Any]:
    """The program as a user."""
    return {
        "id": str(APPLICATION), "username": "standin", "discriminator": "0", "avatar": None,
        "bot": True, "verified": True, "mfa_enabled": False, "flags": 0,
    }  # fmt: skip


def channel(number: int = CHANNEL) -> Mapping[str, Any]:
    """A channel of the server."""
    return {
        "id": str(number), "guild_id": str(SERVER), "type": 0, "name": "tzolkin", "position": 0,
        "permission_overwrites": [], "nsfw": False, "parent_id": None, "topic": None,
        "permissions": str(2**40 - 1),
    }  # fmt: skip


def server(channels: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The server, with these channels."""
    everyone = {
        "id": str(SERVER), "name": "@everyone", "permissions": str(2**40 - 1), "position": 0,
        "color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0,
    }  # fmt: skip
    return {
        "id": str(SERVER), "name": "Friends", "owner_id": str(PERSON), "roles": [everyone],
        "emojis": [], "stickers": [], "channels": channels, "threads": [], "members": [],
        "member_count": 2, "features": [], "presences": [], "voice_states": [],
        "stage_instances": [], "guild_scheduled_events": [], "preferred_locale": "en-US",
        "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
        "explicit_content_filter": 0, "mfa_level": 0, "nsfw_level": 0, "premium_tier": 0,
        "system_channel_flags": 0, "premium_progress_bar_enabled": False, "icon": None,
        "unavailable": False, "large": False, "joined_at": "2026-01-01T00:00:00+00:00",
    }  # fmt: skip
