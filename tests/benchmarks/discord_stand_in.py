"""A stand-in for Discord in a process of its own, with the people who press there, and the watch.

It speaks as much of the gateway and of the API as the bot uses while games of two are played: so
what the bot does for a press is done whole, from the socket to the socket. Started by
`test_presses.py`: the first line of its standard input has the tables as JSON, it prints its port,
then the first press after the start. Each further line is a rate and how long people press so
often; it is answered with a line about what became of that.

It does nothing twice and parses little, so that the bot is what is measured; what it takes of the
processor is told, too, and how late its people press for lack of it.
"""

import asyncio
import heapq
import json
import math
import random
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from aiohttp import web

from bot.process.beside import run
from cogs.kit.answering import DONE
from tests.benchmarks.people import (
    BUTTON,
    Place,
    components,
    offered_in,
    recorded_turns,
    should_have_picture,
    texts,
)
from tests.soak.server import CONFIRMED

APPLICATION, GUILD = 900_000_000_000_000_001, 900_000_000_000_000_002
GIVES_UP = 3.0
"""Seconds after which Discord takes no first answer any more, and people press again."""
NEVER_FILLED = 15.0
"""Seconds after which people press again where the answer was promised and never came."""
LOOKS_AFTER = 0.6
"""Seconds a person looks at a panel, or waits for the next turn, before the next press."""
SLOW = 0.5
"""Seconds: what takes longer is late for a picture, and no sign of a bot that is well."""
WATCHED, NEARLY_ALL = 5, 0.95
"""For how many seconds, and how many of the presses, that must be so to be normal."""
CALM, LONGEST_CALM = 3.0, 17
"""Seconds after the last press of a rate in which its pictures and news may still come; the most
that are added where somebody waits for an answer or a channel for its news."""
HEARD_AFTER = 0.05
"""Seconds after which a heartbeat is heard: discord.py takes one that is heard at once for late."""
EPOCH = 1_420_070_400_000
PRESSED, GALLERY = 3, 12
POSTS, DEFERS, EDITS, DEFERS_EDIT = 4, 5, 7, 6
PRIVATE, IN_COMPONENTS = 1 << 6, 1 << 15
ALL_PERMISSIONS = str((1 << 53) - 1)
NOBODY = {"username": "stand-in", "discriminator": "0", "avatar": None, "global_name": None}
ME = {"id": str(APPLICATION), "bot": True, **NOBODY}
FILES = b"https://files.example/"
now = time.perf_counter


@dataclass
class Sent:
    """A press, and when what came of it. Times are in seconds since the press; None: it did not."""

    place: Place
    kind: str
    at: float
    due: float
    """When it was to be pressed."""
    user: int
    base: int | None = None
    """Of a Confirm: how many actions the person had confirmed before."""
    acknowledged: float | None = None
    """The first answer of any kind."""
    deferred: bool = False
    answered: float | None = None
    """The answer in words, with or without a picture."""
    picture: float | None = None
    due_picture: bool = False
    """Whether the answer should have one."""
    superseded: float | None = None
    """The same person has pressed again."""
    late: bool = False
    """It was answered when Discord did not take that any more."""
    confirmed: bool = False
    news: bool = False
    """Whether the channel is to be told of it."""
    told: float | None = None
    told_picture: float | None = None


@dataclass
class Body:
    """What came with a request."""

    told: dict[str, Any] = field(default_factory=dict)
    files: bool = False

    @property
    def shown(self) -> dict[str, Any]:
        """The message in an answer to a press."""
        return self.told.get("data") or {}


class StandIn:
    """The server and the people."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = {one.channel: one for one in places}
        self.chance = random.Random(1)
        self.number = self.sequence = 0
        self.socket: web.WebSocketResponse | None = None
        self.deflate = zlib.compressobj(1)
        self.sent: dict[str, Sent] = {}
        """The presses by their tokens."""
        self.newest: dict[int, Sent] = {}
        """The last press on a panel, by channel."""
        self.untold: dict[int, list[Sent]] = {}
        """The confirmed turns of which a channel does not know, by channel."""
        self.ahead: dict[int, tuple[float, int, bool]] = {}
        """The newest message that told of nothing known here, by channel: when it came, its id, and
        whether with files. It may be there before the Confirm it tells of is answered."""
        self.told_by: dict[int, list[Sent]] = {}
        """Those of which a message tells, by its id."""
        self.messages: dict[int, dict[str, Any]] = {}
        """The posted ones, by their ids: what can be edited."""
        self.ready: list[tuple[float, int, Place]] = []
        self.unknown, self.asked, self.others = Counter[str](), Counter[str](), Counter[str]()
        self.over = 0
        """Games that are over."""
        self.say: Callable[[Any], None] = lambda _: None

    def id(self) -> int:
        """A new id, with the time in it."""
        self.number += 1
        return (int(time.time() * 1000) - EPOCH) << 22 | self.number & 0x3FFFFF

    # --- the API ---------------------------------------------------------------------------------

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Any request, by its method and path."""
        path = request.path.removeprefix("/api/v10").split("/")[1:]
        if path == ["gateway-socket"]:
            return await self.gateway(request)
        match request.method, *path:
            case "POST", "interactions", _, token, "callback":
                return self.callback(token, await _body(request))
            case method, "webhooks", _, token, *rest:
                return self.webhook(method, token, rest[-1] if rest else "", await _body(request))
            case "POST", "channels", channel, "messages":
                return self.posted(int(channel), await _body(request))
            case method, "channels", channel, "messages", message:
                return self.changed(method, int(channel), int(message), await _body(request))
        return self.seldom(request.method, path, await _body(request))

    def seldom(self, method: str, path: Sequence[str], body: Body) -> web.Response:
        """What is asked at the start alone."""
        match method, *path:
            case "GET", "users", "@me":
                return _json(ME)
            case "GET", ("oauth2" | "applications"), *_, "@me":
                return _json({
                    "id": str(APPLICATION), "name": "stand-in", "icon": None, "description": "",
                    "bot_public": True, "bot_require_code_grant": False, "verify_key": "",
                    "flags": 0, "owner": {"id": "1", **NOBODY},
                })  # fmt: skip
            case "GET", "gateway", "bot":
                limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
                return _json({"url": "", "shards": 1, "session_start_limit": limit})
            case "PUT", "applications", _, "commands":
                given = {
                    "application_id": str(APPLICATION), "version": "1", "type": 1,
                    "description": "",
                }  # fmt: skip
                return _json([{**given, **one, "id": str(self.id())} for one in body.told])
            case "GET", "applications", _, "commands":
                return _json([])
            case "GET", "applications", _, "emojis":
                return _json({"items": []})
            case "POST", "applications", _, "emojis":
                return _json({"id": str(self.id()), "name": body.told["name"]})
        self.unknown[f"{method} /{re.sub('[0-9]+', 'N', '/'.join(path))}"] += 1
        return _json({"code": 0, "message": "unknown"}, status=404)

    def callback(self, token: str, body: Body) -> web.Response:
        """The first answer to a press."""
        kind, press = body.told["type"], self.sent[token]
        self.asked[{DEFERS: "deferrals", DEFERS_EDIT: "deferrals"}.get(kind, "answers")] += 1
        since = now() - press.at
        if since > GIVES_UP:
            press.late = True
            return _json({"code": 10062, "message": "Unknown interaction"}, status=404)
        press.acknowledged = since
        message = self.message(press.place.channel, body.shown, private=True)
        if kind == POSTS and press.kind != "look":
            press.place.message = message["id"]
        elif kind == EDITS:
            message["id"] = press.place.message
        if kind in (POSTS, EDITS):
            self.fill(press, body.shown, files=body.files)
        elif kind in (DEFERS, DEFERS_EDIT):
            press.deferred = True
        else:
            self.unknown[f"callback of type {kind}"] += 1
        interaction = {
            "id": token[1:], "type": PRESSED, "response_message_id": message["id"],
            "response_message_loading": press.deferred, "response_message_ephemeral": True,
        }  # fmt: skip
        return _json({"interaction": interaction, "resource": {"type": kind, "message": message}})

    def webhook(self, method: str, token: str, message: str, body: Body) -> web.Response:
        """What comes after the first answer: an edit of it, or another message."""
        press = self.sent[token]
        self.asked["edits of answers" if message else "further answers"] += 1
        if method == "DELETE":
            return web.Response(status=204)
        if method in ("PATCH", "POST"):
            self.fill(press, body.told, files=body.files)
        shown = self.message(press.place.channel, body.told, private=True)
        if press.kind == "open" and press.deferred and self.newest[press.place.channel] is press:
            press.place.message = shown["id"]
        elif press.kind != "look":
            shown["id"] = press.place.message
        return _json(shown)

    def fill(self, press: Sent, shown: Mapping[str, Any], *, files: bool) -> None:
        """The answer in words or with its picture, or something that is changed in it."""
        parts = shown.get("components") or []
        if shown.get("content") == DONE:
            return  # the notice that it takes long, before it is deleted
        since, offered = now() - press.at, offered_in(parts)
        pictured = files or any(one["type"] == GALLERY for one in components(parts))
        if pictured and press.picture is None:
            press.picture = since
        is_newest = self.newest.get(press.place.channel) is press
        if press.answered is not None:
            if is_newest and offered:
                press.place.panel = parts
            return
        press.answered = since
        press.due_picture = press.kind == "look" or should_have_picture(offered)
        if press.kind == "look":
            self.later(press.place)
        elif is_newest:
            said = "\n".join([shown.get("content") or "", *texts(parts)]).strip()
            self.look(press, parts, said.split("\n"), offered=bool(offered))

    def look(
        self, press: Sent, parts: list[dict[str, Any]], said: Sequence[str], *, offered: bool
    ) -> None:
        """The person looks at the answer, and will press again."""
        place = press.place
        place.panel = parts if offered else []
        press.confirmed = press.kind == "confirm" and any(line in CONFIRMED for line in said)
        if press.confirmed:
            place.turn += 1
            if not offered:
                press.news = CONFIRMED[0] in said  # who chose tiles is told when all have chosen
                if press.news:
                    self.wait_for_news(press)
                place.begin_turn(self.chance)
            else:  # asked again: the channel hears of both together
                place.left, place.presses = (), 0
        elif not offered:
            self.others[re.sub("[0-9]+", "N", f"{press.kind}: {said[0][:60]}")] += 1
            place.begin_turn(self.chance)
            place.asked = next(one for one in place.people if one != place.asked)
        self.later(place)

    def wait_for_news(self, press: Sent) -> None:
        """The channel is to be told of this turn, if it was not already."""
        channel = press.place.channel
        came, number, files = self.ahead.pop(channel, (0.0, 0, False))
        if came < press.at:
            self.untold.setdefault(channel, []).append(press)
        else:
            self.tell([press], came, number, files=files)

    def tell(self, news: Sequence[Sent], came: float, number: int, *, files: bool) -> None:
        """A message tells of these turns."""
        for one in news:
            one.told = came - one.at
            if files:
                one.told_picture = one.told
        if not files:
            self.told_by[number] = list(news)

    def posted(self, channel: int, body: Body) -> web.Response:
        """A message in a channel, which may tell of turns and call somebody."""
        self.asked["messages"] += 1
        place, at = self.places[channel], now()
        message = self.message(channel, body.told)
        number = int(message["id"])
        self.messages[number] = message
        if news := self.untold.pop(channel, []):
            self.tell(news, at, number, files=body.files)
        else:
            self.ahead[channel] = at, number, body.files
        self.calls(place, body.told)
        if any(one.get("custom_id", "").startswith("tz:rematch:")
               for one in components(message["components"])):  # fmt: skip
            self.over += 1
            del self.places[channel]
        return _json(message)

    def calls(self, place: Place, shown: Mapping[str, Any]) -> None:
        """Whoever is named is asked next, unless somebody is at it."""
        called = [int(one) for one in (shown.get("allowed_mentions") or {}).get("users", ())]
        if called and called[0] in place.people and not place.panel:
            place.asked = called[0]

    def changed(self, method: str, channel: int, number: int, body: Body) -> web.Response:
        """A message in a channel that is changed or deleted."""
        self.asked[f"messages {method.lower()}"] += 1
        if method == "DELETE":
            self.messages.pop(number, None)
            return web.Response(status=204)
        if method == "PATCH" and body.files:
            for one in self.told_by.pop(number, ()):
                one.told_picture = now() - one.at
        known = self.messages.get(number) or self.message(channel, {})
        return _json({**self.message(channel, {**known, **body.told}), "id": str(number)})

    def message(
        self, channel: int, shown: Mapping[str, Any], *, private: bool = False
    ) -> dict[str, Any]:
        """A message as Discord shows it."""
        attached = [
            {"id": str(number), "filename": one.get("filename", ""), "size": 1, "proxy_url": "",
             "url": f"{FILES.decode()}{one.get('filename', '')}"}
            for number, one in enumerate(shown.get("attachments") or (), start=1)
        ]  # fmt: skip
        return {
            "id": str(self.id()), "channel_id": str(channel), "type": 0, "content": "",
            "author": ME, "attachments": attached, "embeds": [], "mentions": [],
            "mention_roles": [], "mention_everyone": False, "pinned": False, "tts": False,
            "timestamp": "2026-03-02T12:00:00+00:00", "edited_timestamp": None,
            "flags": IN_COMPONENTS | (PRIVATE if private else 0),
            "components": shown.get("components") or [],
        }  # fmt: skip

    # --- the gateway -----------------------------------------------------------------------------

    async def gateway(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """The connection on which the bot hears of presses."""
        assert request.query.get("compress") == "zlib-stream", request.query
        self.socket = socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        self.deflate = zlib.compressobj(1)
        await self.send(10, {"heartbeat_interval": 41_250})
        async for message in socket:
            said = orjson.loads(message.data)
            if said["op"] == 1:
                await asyncio.sleep(HEARD_AFTER)
                await self.send(11, None)
            elif said["op"] == 2:
                await self.welcome()
        return socket

    async def welcome(self) -> None:
        """Who the bot is, and the server it is in; the first press comes at once."""
        await self.event("READY", {
            "v": 10, "user": ME, "session_id": "s", "resume_gateway_url": "ws://127.0.0.1:1/",
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "application": {"id": str(APPLICATION), "flags": 0}, "shard": [0, 1],
        })  # fmt: skip
        role = {
            "id": str(GUILD), "name": "@everyone", "permissions": ALL_PERMISSIONS, "position": 0,
            "color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0,
        }  # fmt: skip
        channels = [
            {"id": str(one), "type": 0, "name": f"table-{one}", "position": 0,
             "permission_overwrites": [], "parent_id": None, "nsfw": False, "topic": None}
            for one in self.places
        ]  # fmt: skip
        joined = "2026-03-02T12:00:00+00:00"
        member = {"roles": [], "joined_at": joined, "deaf": False, "mute": False, "flags": 0}
        await self.event("GUILD_CREATE", {
            "id": str(GUILD), "name": "Friends", "owner_id": "1", "roles": [role], "emojis": [],
            "stickers": [], "features": [], "members": [{**member, "user": ME}],
            "channels": channels, "threads": [], "voice_states": [], "presences": [],
            "stage_instances": [], "guild_scheduled_events": [], "member_count": 1,
            "unavailable": False, "preferred_locale": "en-US", "region": "", "joined_at": joined,
            "verification_level": 0, "default_message_notifications": 0, "mfa_level": 0,
            "explicit_content_filter": 0, "nsfw_level": 0, "premium_tier": 0, "afk_timeout": 0,
            "system_channel_flags": 0, "premium_progress_bar_enabled": False, "large": False,
            "icon": None, "splash": None, "banner": None, "description": None,
        })  # fmt: skip
        for place in self.places.values():
            place.begin_turn(self.chance)
        first = next(iter(self.places.values()))
        first.looks = False
        press = await self.press(first, now())
        await asyncio.sleep(GIVES_UP)
        self.say({"first press": _ms(press.acknowledged), "late": press.late})

    async def event(self, name: str, data: Mapping[str, Any]) -> None:
        """Something that happened."""
        self.sequence += 1
        await self.send(0, data, t=name, s=self.sequence)

    async def send(self, op: int, data: Any, **more: Any) -> None:
        """A packet, compressed as Discord does."""
        packet = orjson.dumps({"op": op, "d": data, "t": None, "s": None, **more})
        packed = self.deflate.compress(packet) + self.deflate.flush(zlib.Z_SYNC_FLUSH)
        assert self.socket is not None
        await self.socket.send_bytes(packed)

    # --- the people ------------------------------------------------------------------------------

    async def press(self, place: Place, due: float) -> Sent:
        """One more press; whoever gets no answer presses again later."""
        pressed = place.next_press(self.chance)
        number = self.id()
        press = Sent(place, pressed.kind, now(), due, place.asked)
        if pressed.kind == "confirm":
            stamp = pressed.custom_id.split(":", 4)[3]
            press.base = int(stamp.split("w")[-1].split("r")[0])
        self.sent[f"t{number}"] = press
        if pressed.kind != "look":
            before = self.newest.get(place.channel)
            if before is not None:
                before.superseded = press.at - before.at
            self.newest[place.channel] = press
        parts = place.panel or [_call(pressed.custom_id)]
        if pressed.kind == "look":
            parts = [_call(pressed.custom_id)]
        private = parts is place.panel
        user = {"id": str(place.asked), **NOBODY, "username": f"p{place.asked}"}
        message = self.message(place.channel, {"components": parts}, private=private)
        if private:
            message["id"] = place.message
        await self.event("INTERACTION_CREATE", {
            "id": str(number), "application_id": str(APPLICATION), "type": PRESSED,
            "data": pressed.data, "guild_id": str(GUILD), "channel_id": str(place.channel),
            "channel": {"id": str(place.channel), "type": 0, "name": "table",
                        "permissions": ALL_PERMISSIONS},
            "guild": {"id": str(GUILD), "features": [], "locale": "en-US"},
            "member": {"user": user, "roles": [], "joined_at": "2026-03-02T12:00:00+00:00",
                       "deaf": False, "mute": False, "permissions": ALL_PERMISSIONS, "flags": 0},
            "token": f"t{number}", "version": 1, "message": message, "locale": "en-US",
            "guild_locale": "en-US", "app_permissions": ALL_PERMISSIONS, "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)}, "context": 0,
            "attachment_size_limit": 10_000_000,
        })  # fmt: skip
        asyncio.get_running_loop().call_later(GIVES_UP, self.give_up, press)
        return press

    def give_up(self, press: Sent) -> None:
        """The person presses again, if there was no answer."""
        if press.answered is not None or press.superseded is not None:
            return
        if press.acknowledged is not None and now() - press.at < NEVER_FILLED:
            wait = NEVER_FILLED - GIVES_UP
            asyncio.get_running_loop().call_later(wait + 0.1, self.give_up, press)
            return
        if press.kind != "look":
            press.place.begin_turn(self.chance)  # the panel is opened again
        self.later(press.place, 0)

    def later(self, place: Place, seconds: float = LOOKS_AFTER) -> None:
        """This place's next press."""
        self.number += 1
        if place.channel in self.places:
            heapq.heappush(self.ready, (now() + seconds, self.number, place))

    async def play(self, rate: float, seconds: float) -> dict[str, Any]:
        """Press so often, and say what became of it. Whoever has looked long enough may be next:
        else all tables would be opened together, then all confirmed."""
        waiting = {one.channel for _, _, one in self.ready} | {
            channel for channel, one in self.newest.items() if one.answered is None
        }  # fmt: skip
        for place in self.places.values():
            if place.channel not in waiting:
                self.later(place, 0)
        eager: list[Place] = []
        self.asked, used, start = Counter(), time.process_time(), now()
        first, starved = len(self.sent), 0
        for count in range(round(rate * seconds)):
            due = start + count / rate
            if (wait := due - now()) > 0:
                await asyncio.sleep(wait)
            while self.ready and self.ready[0][0] <= now():
                eager.append(heapq.heappop(self.ready)[2])
            eager = [one for one in eager if one.channel in self.places]
            if not eager:
                starved += 1
                continue
            await self.press(eager.pop(self.chance.randrange(len(eager))), due)
        took, used = now() - start, time.process_time() - used
        for place in eager:
            self.later(place, 0)
        self.say({"pressed": True})
        pressed = list(self.sent.values())[first:]
        await asyncio.sleep(CALM)
        for _ in range(LONGEST_CALM):
            if any(map(_waits, pressed)):
                await asyncio.sleep(1)
        return {
            "rate": rate, "took": took, "starved": starved, "its own processor": used / took,
            **figures(pressed, start, took), "requests": dict(self.asked),
            "games over": self.over, "unknown": self.unknown, "other answers": self.others,
        }  # fmt: skip

    def confirmed(self) -> list[tuple[int, int, int]]:
        """Of each Confirm that was answered as done: the table, the person, and how many actions
        that person had confirmed before."""
        return [
            (one.place.table, one.user, one.base)
            for one in self.sent.values() if one.confirmed and one.base is not None
        ]  # fmt: skip


def _waits(press: Sent) -> bool:
    """Whether something is still to come."""
    asks = press.acknowledged is not None and press.answered is None
    return asks or (press.news and press.told is None)


def figures(pressed: Sequence[Sent], start: float, took: float) -> dict[str, Any]:
    """What became of these presses; times in milliseconds."""
    acknowledged = [one.acknowledged for one in pressed if one.acknowledged is not None]
    answered = [one.answered for one in pressed if one.answered is not None]
    panels = [one for one in pressed if one.due_picture]
    pictures = [one.picture for one in panels if one.picture is not None]
    bare = [one for one in panels if one.picture is None]
    # Whoever pressed again soon did not wait for it; for the others it never came.
    never = sum(one.superseded is None or one.superseded > SLOW for one in bare)
    news = [one for one in pressed if one.news]
    ages = [  # from the answer, as people see it, until the channel knows
        max(0.0, one.told - one.answered)
        if one.told is not None else now() - one.at - one.answered
        for one in news if one.answered is not None
    ]  # fmt: skip
    with_picture = [
        max(0.0, one.told_picture - one.answered)
        for one in news if one.told_picture is not None and one.answered is not None
    ]  # fmt: skip
    dropped = Counter(one.kind for one in pressed if one.acknowledged is None)
    return {
        "pressed": len(pressed), "kinds": Counter(one.kind for one in pressed),
        "acknowledged": at(acknowledged, 50, 95, 99), "carried": len(answered) / took,
        "answered": at(answered, 50, 95, 99), "answered count": len(answered),
        "by kind": {
            kind: at([o.answered for o in pressed if o.kind == kind and o.answered], 50, 95)
            for kind in sorted({one.kind for one in pressed})
        },
        "pictures due": len(panels), "pictures": at([*pictures, *never * [math.inf]], 50, 95, 99),
        "pictures that came": at(pictures, 50, 95, 99), "without picture": never,
        "pressed before the picture": len(bare) - never,
        "turns": sum(one.confirmed for one in pressed), "told": at(ages, 50, 99),
        "told count": len(ages), "oldest": max(ages, default=0.0),
        "not told": sum(one.told is None for one in news),
        "told with picture": at(with_picture, 50, 99), "told with picture count": len(with_picture),
        "dropped": dropped, "late": sum(one.late for one in pressed),
        "never filled": Counter(
            one.kind for one in pressed
            if one.acknowledged is not None and one.answered is None
        ),
        "normal after": normal_after(pressed, start),
        "pressed too late": at([one.at - one.due for one in pressed], 99),
    }  # fmt: skip


def normal_after(pressed: Sequence[Sent], start: float) -> int | None:
    """After how many seconds of this rate presses are answered as they should be: nearly all within
    half a second, for some seconds on end. None: never."""
    times = [(one.at - start, one.answered) for one in pressed]
    last = max((at for at, _ in times), default=0.0)
    for begin in range(max(0, int(last) - WATCHED) + 1):
        within = [took for at, took in times if begin <= at < begin + WATCHED]
        soon = sum(took is not None and took <= SLOW for took in within)
        if within and soon >= NEARLY_ALL * len(within):
            return begin
    return None


def at(times: Sequence[float | None], *shares: int) -> dict[int, float | None]:
    """Percentiles in milliseconds."""
    found = sorted(one for one in times if one is not None)
    return {share: _ms(found[len(found) * share // 100]) if found else None for share in shares}


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, 1)


def _call(custom_id: str) -> dict[str, Any]:
    """The row with a button below a message in the channel."""
    inner = {"type": BUTTON, "style": 2, "label": "Turn", "custom_id": custom_id, "id": 2}
    return {"type": 1, "id": 1, "components": [inner]}


def _json(data: Any, status: int = 200) -> web.Response:
    """An answer with the header that discord.py looks for."""
    body = orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)
    return web.Response(body=body, status=status, headers={"Content-Type": "application/json"})


async def _body(request: web.BaseRequest) -> Body:
    """What came, with files beside it or not; the message is the first part then."""
    sent = await request.read()
    if not sent:
        return Body()
    files = request.content_type == "multipart/form-data"
    if files:
        boundary = sent[: sent.index(b"\r\n")]
        head, _, rest = sent.partition(b"\r\n\r\n")
        assert b'name="payload_json"' in head, head
        sent = rest[: rest.index(b"\r\n" + boundary)]
    return Body(orjson.loads(sent.replace(b"attachment://", FILES)), files)


def say(told: Any) -> None:
    """A line for the test."""
    print(json.dumps(told), flush=True)


async def main() -> None:
    """Serve until the test is over."""
    loop = asyncio.get_running_loop()
    given = json.loads(sys.stdin.readline())
    turns = recorded_turns()
    places = [
        Place(**{**one, "people": tuple(one["people"])}, turns=turns) for one in given["places"]
    ]
    stand_in = StandIn(places)
    stand_in.say = say
    server = web.ServerRunner(web.Server(stand_in.answer, access_log=None))
    await server.setup()
    await web.TCPSite(server, "127.0.0.1", 0).start()
    say(server.addresses[0][1])
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(line)
        if asked == "confirmed":
            say(stand_in.confirmed())
        else:
            say(await stand_in.play(*asked))


if __name__ == "__main__":
    run(main())
