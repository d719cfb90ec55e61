"""A server at the stand-in for Discord, with many channels in which people press and type: what was
posted stays there, and a message that comes a second time is not posted again."""

import asyncio
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientConnectionError, web

from tests.standin.discord_standin import (
    APPLICATION,
    Discord,
    Sent,
    as_json,
    channel,
    made_now,
    server,
)

FIRST_CHANNEL, FIRST_PERSON = 1_000, 1_000_000
EPHEMERAL = 1 << 6
CALLBACK = re.compile(r"/interactions/\d+/([^/]+)/callback")
WEBHOOK = re.compile(rf"/webhooks/{APPLICATION}/([^/]+)(/messages/[^/]+)?")
POSTED = re.compile(r"/channels/(\d+)/messages")
ONE = re.compile(r"/channels/(\d+)/messages/(\d+)")
SAME_NONCE = 180.0
"""Seconds for which Discord knows a nonce again; it says "the past few minutes"."""
MOST_NONCES = 20_000
PATIENCE = 60.0
"""Seconds after which somebody no longer waits for an answer. Discord waits for 3, but the machine
of a test may be busy."""
UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK = 10008, 10015

Message = dict[str, Any]


class Lost(Exception):
    """The program did not answer, or is not there."""


@dataclass
class Asked:
    """Something that somebody did, and its answer."""

    channel: int
    pressed: Message | None
    """The message that was pressed."""
    answer: asyncio.Future[Message]
    private: Message | None = None
    """The message with which it was answered."""
    flags: int = 0
    """Those with which its answer was promised."""


@dataclass
class Counted:
    """What has happened so far."""

    interactions: int = 0
    unanswered: int = 0
    messages: int = 0
    copies: int = 0
    """Messages that came a second time."""


class Server(Discord):
    """A server with so many channels, the first of which is FIRST_CHANNEL. Of each channel all
    messages are kept, or so many of the newest."""

    def __init__(self, channels: int, *, kept: int | None = None) -> None:
        super().__init__()
        numbers = range(FIRST_CHANNEL, FIRST_CHANNEL + channels)
        self.channels: dict[int, dict[int, Message]] = {number: {} for number in numbers}
        """What everybody in a channel reads, by the messages' ids."""
        self.counted = Counted()
        self.confirming, self.posting = asyncio.Event(), asyncio.Event()
        """Somebody asks for a turn to be confirmed; something was posted."""
        self._kept = kept
        self._nonces: dict[tuple[int, str], tuple[float, Message]] = {}
        self._asked: dict[str, Asked] = {}

    # --- what people do ---------------------------------------------------------------------------

    async def press(
        self, person: int, at: int, message: Message, custom_id: str, value: str | None = None
    ) -> Message:
        """Somebody presses a button, or chooses a value in a menu; the message that is shown then.
        Raises Lost."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if value is not None:
            data |= {"component_type": 3, "values": [value]}
        return await self._does(person, at, 3, data, message)

    async def types(self, person: int, at: int, name: str, *options: Any) -> Message:
        """Somebody types a command; what is answered. Raises Lost."""
        data = {"id": "1", "name": name, "type": 1, "options": list(options)}
        return await self._does(person, at, 2, data, None)

    async def _does(
        self, person: int, at: int, kind: int, data: Mapping[str, Any], pressed: Message | None
    ) -> Message:
        token, loop = f"token{next(self._ids)}", asyncio.get_running_loop()
        asked = self._asked[token] = Asked(at, pressed, loop.create_future())
        user = {"id": str(person), "username": f"p{person}", "discriminator": "0", "avatar": None}
        member = {
            "user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
            "mute": False, "flags": 0, "permissions": str(2**40 - 1),
        }  # fmt: skip
        more = {} if pressed is None else {"message": pressed}
        self.counted.interactions += 1
        try:
            if not self.connected.is_set():
                raise Lost
            await self.interaction(
                kind, data, token=token, channel_id=str(at), channel=channel(at), member=member,
                **more,
            )  # fmt: skip
            async with asyncio.timeout(PATIENCE):
                return await asked.answer
        except (Lost, TimeoutError, ClientConnectionError, ConnectionError) as lost:
            self.counted.unanswered += 1
            raise Lost from lost
        finally:  # what comes later is taken, too
            loop.call_later(PATIENCE, self._asked.pop, token, None)

    def lose(self) -> None:
        """The program is gone: nothing is answered any more."""
        self.connected.clear()
        self._sockets.clear()
        for asked in self._asked.values():
            if not asked.answer.done():
                asked.answer.set_exception(Lost())
                asked.answer.exception()  # also where nobody waits for it

    # --- what the program does --------------------------------------------------------------------

    def _server(self) -> Mapping[str, Any]:
        return server([channel(number) for number in self.channels])

    async def _note(self, sent: Sent) -> None:
        """What is sent is kept in the channels alone."""

    def _usual(self, sent: Sent) -> web.Response:
        if (found := CALLBACK.fullmatch(sent.path)) is not None:
            return as_json(self._answered(found[1], sent.body))
        if (found := WEBHOOK.fullmatch(sent.path)) is not None:
            return self._answered_later(sent, found[1])
        if (found := POSTED.fullmatch(sent.path)) is not None and sent.method == "POST":
            return as_json(self._posted(int(found[1]), sent.body))
        if (found := ONE.fullmatch(sent.path)) is not None:
            return self._one(sent, int(found[1]), int(found[2]))
        if sent.path == "/users/@me/channels":
            return as_json({"id": self._id(), "type": 1, "recipients": []})
        return super()._usual(sent)

    def _posted(self, at: int, body: Mapping[str, Any]) -> Message:
        key, now = (at, str(body.get("nonce"))), time.monotonic()
        if body.get("enforce_nonce") and key in self._nonces:
            before, first = self._nonces[key]
            if now - before < SAME_NONCE:
                self.counted.copies += 1
                return first
        posted = self._made(at, body)
        self._show(at, posted)
        self._nonces[key] = now, posted
        if len(self._nonces) > MOST_NONCES:
            old = [one for one, (then, _) in self._nonces.items() if now - then >= SAME_NONCE]
            for one in old:
                del self._nonces[one]
        self.posting.set()
        return posted

    def _show(self, at: int, message: Message) -> None:
        self.counted.messages += 1
        shown = self.channels.setdefault(at, {})
        shown[int(message["id"])] = message
        if self._kept is not None and len(shown) > self._kept:
            del shown[next(iter(shown))]

    def _one(self, sent: Sent, at: int, number: int) -> web.Response:
        message = self.channels.get(at, {}).get(number)
        if message is None:
            return as_json({"message": "Unknown Message", "code": UNKNOWN_MESSAGE}, status=404)
        if sent.method == "DELETE":
            del self.channels[at][number]
            return web.Response(status=204)
        if sent.method == "PATCH":
            _change(message, sent.body)
        return as_json(message)

    def _answered(self, token: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        asked, said = self._asked.get(token), body.get("data") or {}
        told: dict[str, Any] = {"id": "1", "type": 2}
        if asked is None or body["type"] not in (4, 7):  # 5 and 6: answered later
            if asked is not None and body["type"] == 5:
                asked.flags = (said.get("flags") or 0) & EPHEMERAL
            return {"interaction": told}
        if body["type"] == 4:
            message = asked.private = self._made(asked.channel, said)
            if not message["flags"] & EPHEMERAL:
                self._show(asked.channel, message)
        else:
            assert asked.pressed is not None
            message = asked.pressed
            _change(message, said)
        _resolve(asked, message)
        told["response_message_id"] = message["id"]
        return {"interaction": told, "resource": {"type": body["type"], "message": message}}

    def _answered_later(self, sent: Sent, token: str) -> web.Response:
        asked = self._asked.get(token)
        if asked is None:
            return as_json({"message": "Unknown Webhook", "code": UNKNOWN_WEBHOOK}, status=404)
        if sent.method == "DELETE":
            return web.Response(status=204)
        shown = asked.private or asked.pressed
        if sent.method == "POST" or shown is None:
            shown = self._made(asked.channel, sent.body or {})
            if asked.private is None:
                shown["flags"] |= asked.flags
            asked.private = asked.private or shown
        elif sent.method == "PATCH":
            _change(shown, sent.body)
        _resolve(asked, shown)
        return as_json(shown)

    def _made(self, at: int, body: Mapping[str, Any]) -> Message:
        made = self._message(body)
        return {**made, "id": str(made_now(next(self._ids))), "channel_id": str(at), **_shown(body)}


def _resolve(asked: Asked, message: Message) -> None:
    if not asked.answer.done():
        asked.answer.set_result(message)


def _change(message: Message, body: Mapping[str, Any]) -> None:
    """Edit a message. One that only one person sees stays so."""
    private = message["flags"] & EPHEMERAL
    message.update(_shown(body))
    message["flags"] |= private


def _shown(body: Mapping[str, Any]) -> Message:
    """What of a message changes with this body. Its files have an address of their own then."""
    changed: Message = {
        name: body[name] for name in ("content", "flags", "nonce") if body.get(name)
    }
    if body.get("components") is not None:
        changed["components"] = _at_home(body["components"])
    if body.get("attachments") is not None:
        changed["attachments"] = [
            {
                "id": str(number), "filename": one.get("filename", ""), "size": 1,
                "url": _address(one.get("filename", "")), "proxy_url": "",
            }
            for number, one in enumerate(body["attachments"], start=1)
        ]  # fmt: skip
    return changed


def _address(filename: str) -> str:
    return f"https://files.example/{filename}"


def _at_home(part: Any) -> Any:
    if isinstance(part, list):
        return [_at_home(one) for one in part]
    if isinstance(part, dict):
        return {name: _at_home(one) for name, one in part.items()}
    if isinstance(part, str) and part.startswith("attachment://"):
        return _address(part.removeprefix("attachment://"))
    return part


# --- what people read -----------------------------------------------------------------------------


def parts(message: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All parts of a message, those within others behind them."""
    waiting: list[Any] = list(message.get("components") or [])
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting = [*(part.get("components") or []), *waiting]


def lines(message: Mapping[str, Any]) -> list[str]:
    """The lines of all its texts."""
    said = [part["content"] for part in parts(message) if part["type"] == 10]
    return [line for one in [message.get("content") or "", *said] for line in one.split("\n")]


def buttons(message: Mapping[str, Any], prefix: str) -> Sequence[str]:
    """The custom ids, beginning so, of the buttons that can be pressed."""
    return [
        part["custom_id"] for part in parts(message)
        if part["type"] == 2 and not part.get("disabled")
        and part.get("custom_id", "").startswith(prefix)
    ]  # fmt: skip
