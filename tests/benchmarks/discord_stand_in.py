"""A stand-in for Discord in a process of its own, with people who press more and more often.

It speaks as much of the gateway and of the API as the bot uses while games of two are played: so
what the bot does for a press is done whole, from the socket to the socket. People press as they
would: the panel is opened, choices are made, some taken back, the turn is confirmed. Started by
`test_overload.py`, it reads what is to be played as JSON from its standard input, prints its port,
and after each rate a line of JSON with what became of the presses.
"""

import asyncio
import heapq
import json
import random
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

APPLICATION, GUILD = 900_000_000_000_000_001, 900_000_000_000_000_002
ROLE_OF_ALL = GUILD
GIVES_UP = 3.0
"""Seconds after which Discord takes no first answer any more."""
LOOKS_AFTER = 1.0
"""Seconds a person looks at a panel, or waits for the next turn, before the next press."""
EPOCH = 1_420_070_400_000
PRESS_OF_BUTTON, BUTTON, SELECT = 3, 2, 3
ALL_PERMISSIONS = str((1 << 53) - 1)
NOBODY = {"username": "stand-in", "discriminator": "0", "avatar": None, "global_name": None}


def snowflake(number: int) -> int:
    """An id that was made now, different for each `number` below 4 million."""
    return (int(time.time() * 1000) - EPOCH) << 22 | number & 0x3FFFFF


def components(tops: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """All components, nested ones included."""
    for one in tops:
        yield one
        yield from components(one.get("components") or ())


@dataclass
class Place:
    """A channel with a game of two, and what can be pressed next there."""

    channel: int
    table: int
    people: tuple[int, int]
    asked: int
    panel: list[dict[str, Any]] = field(default_factory=list)
    chosen: int = 0
    refused: int = 0
    confirmed: float | None = None
    """When the first turn was confirmed that the channel does not know yet."""

    def next_press(self, chance: random.Random) -> tuple[str, dict[str, Any], list[dict[str, Any]]]:
        """Which kind of press, what Discord sends as its data, and the components it stands on."""
        ids = pressable(self.panel)
        confirms = [one for one in ids if one["custom_id"].startswith("tz:confirm:")]
        offered = offered_in(self.panel)
        if not offered:
            opens = [_button(f"tz:open:{self.table}::")]
            return "open", {"custom_id": f"tz:open:{self.table}::", "component_type": BUTTON}, opens
        back = [one for one in ids if one["custom_id"].startswith("tz:undo:")]
        if confirms and back and not self.chosen % 4 and chance.random() < 0.5:
            return "back", _pressed(back[0], chance), self.panel
        if confirms and chance.random() < 0.6:
            return "confirm", _pressed(confirms[0], chance), self.panel
        one = chance.choice(offered)
        kind = "confirm" if one["custom_id"].startswith("tz:confirm:") else "choose"
        return kind, _pressed(one, chance), self.panel


def pressable(panel: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What can be pressed in a panel."""
    found = [one for one in components(panel) if not one.get("disabled")]
    return [one for one in found if "custom_id" in one]


def offered_in(panel: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What can be pressed in a panel to go on with a turn."""
    found = pressable(panel)
    return [one for one in found if re.match("tz:(do|choose|tile|confirm):", one["custom_id"])]


def _button(custom_id: str) -> dict[str, Any]:
    inner = {"type": BUTTON, "style": 2, "label": "Turn", "custom_id": custom_id, "id": 2}
    return {"type": 1, "id": 1, "components": [inner]}


def _pressed(one: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    data = {"custom_id": one["custom_id"], "component_type": one["type"]}
    if one["type"] == SELECT:
        data["values"] = [chance.choice(one["options"])["value"]]
    return data


@dataclass
class Sent:
    """A press on its way."""

    place: Place
    kind: str
    at: float
    answered: float | None = None
    late: bool = False


class StandIn:
    """The server and the people."""

    def __init__(self, places: Sequence[Place], stages: Sequence[tuple[int, float]]) -> None:
        self.places = {one.channel: one for one in places}
        self.by_table = {one.table: one for one in places}
        self.stages = stages
        self.chance = random.Random(1)
        self.number = 0
        self.socket: web.WebSocketResponse | None = None
        self.sequence = 0
        self.deflate = zlib.compressobj()
        self.sent: dict[int, Sent] = {}
        self.ready: list[tuple[float, int, Place]] = []
        self.unknown: Counter[str] = Counter()
        self.messages = self.pictures = 0
        self.ages: list[float] = []
        """Seconds from the answer to a Confirm until the channel was told."""

    def id(self) -> int:
        """A new id."""
        self.number += 1
        return snowflake(self.number)

    # --- the API ---------------------------------------------------------------------------------

    def app(self) -> web.Application:
        """The server."""
        app = web.Application(client_max_size=50_000_000)
        app.add_routes([
            web.get("/", self.gateway),
            web.post("/api/interactions/{id}/{token}/callback", self.callback),
            web.patch("/api/webhooks/{app}/{token}/messages/@original", self.edited),
            web.post("/api/channels/{channel}/messages", self.posted),
            web.patch("/api/channels/{channel}/messages/{id}", self.edited),
            web.delete("/api/channels/{channel}/messages/{id}", self.deleted),
            web.put("/api/applications/{id}/commands", self.registered),
            web.get("/api/oauth2/applications/@me", self.application),
            web.get("/api/users/@me", self.me),
            web.route("*", "/{rest:.*}", self.not_found),
        ])  # fmt: skip
        return app

    async def me(self, _: web.Request) -> web.Response:
        """The bot's own account."""
        return _json({"id": str(APPLICATION), "bot": True, **NOBODY})

    async def application(self, _: web.Request) -> web.Response:
        """The application."""
        return _json({
            "id": str(APPLICATION), "name": "stand-in", "icon": None, "description": "",
            "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0,
            "owner": {"id": "1", **NOBODY},
        })  # fmt: skip

    async def registered(self, request: web.Request) -> web.Response:
        """The commands, each with an id."""
        given = {"application_id": str(APPLICATION), "version": "1", "type": 1, "description": ""}
        return _json([{**given, **one, "id": str(self.id())} for one in await request.json()])

    async def not_found(self, request: web.Request) -> web.Response:
        """What the bot asks for beyond that."""
        self.unknown[f"{request.method} {re.sub('[0-9]+', 'N', request.path)}"] += 1
        return _json({"code": 0, "message": "unknown"}, status=404)

    async def callback(self, request: web.Request) -> web.Response:
        """The first answer to a press."""
        now = time.perf_counter()
        body = await _json_of(request)
        number = int(request.match_info["id"])
        press = self.sent[number]
        if now - press.at > GIVES_UP:
            press.late = True
            return _json({"code": 10062, "message": "Unknown interaction"}, status=404)
        press.answered = now
        panel = (body.get("data") or {}).get("components") or []
        if press.kind == "confirm" and offered_in(panel):
            press.place.confirmed = None  # asked again: the channel hears of both together
        elif press.kind == "confirm" and press.place.confirmed is None:
            press.place.confirmed = now
        message = self.message(press.place.channel, panel)
        self.look(press, panel)
        interaction = {
            "id": str(number), "type": PRESS_OF_BUTTON, "response_message_id": message["id"],
            "response_message_loading": False, "response_message_ephemeral": True,
        }  # fmt: skip
        resource = {"type": body["type"], "message": message}
        return _json({"interaction": interaction, "resource": resource})

    async def edited(self, request: web.Request) -> web.Response:
        """A message that was changed."""
        body = await _json_of(request)
        channel = int(request.match_info.get("channel", next(iter(self.places))))
        return _json(self.message(channel, body.get("components") or []))

    async def posted(self, request: web.Request) -> web.Response:
        """A message in a channel, which may call somebody."""
        body = await _json_of(request)
        place = self.places[int(request.match_info["channel"])]
        self.messages += 1
        if place.confirmed is not None:
            self.ages.append(time.perf_counter() - place.confirmed)
            place.confirmed = None
        self.pictures += request.content_type.startswith("multipart/")
        called = [int(one) for one in (body.get("allowed_mentions") or {}).get("users", ())]
        if called and called[0] in place.people:
            place.asked = called[0]
        return _json(self.message(place.channel, body.get("components") or []))

    async def deleted(self, _: web.Request) -> web.Response:
        """A message that is gone."""
        return web.Response(status=204)

    def message(self, channel: int, parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """A message as Discord shows it."""
        return {
            "id": str(self.id()), "channel_id": str(channel), "type": 0, "content": "",
            "author": {"id": str(APPLICATION), "bot": True, **NOBODY}, "attachments": [],
            "embeds": [], "mentions": [], "mention_roles": [], "mention_everyone": False,
            "pinned": False, "tts": False, "timestamp": "2026-03-02T12:00:00+00:00",
            "edited_timestamp": None, "flags": 1 << 15, "components": list(parts),
        }  # fmt: skip

    # --- the gateway -----------------------------------------------------------------------------

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """The connection on which the bot hears of presses."""
        assert request.query.get("compress") == "zlib-stream", request.query
        self.socket = socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self.deflate = zlib.compressobj()
        await self.send(10, {"heartbeat_interval": 41_250})
        async for message in socket:
            said = json.loads(message.data)
            if said["op"] == 1:
                await self.send(11, None)
            elif said["op"] == 2:
                await self.welcome()
                asyncio.get_running_loop().create_task(self.play())
        return socket

    async def welcome(self) -> None:
        """Who the bot is, and the server it is in."""
        me = {"id": str(APPLICATION), "bot": True, **NOBODY}
        await self.event("READY", {
            "v": 10, "user": me, "session_id": "s", "resume_gateway_url": "ws://127.0.0.1:1/",
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "application": {"id": str(APPLICATION), "flags": 0}, "shard": [0, 1],
        })  # fmt: skip
        role = {
            "id": str(ROLE_OF_ALL), "name": "@everyone", "permissions": ALL_PERMISSIONS,
            "position": 0, "color": 0, "hoist": False, "managed": False, "mentionable": False,
            "flags": 0,
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
            "stickers": [], "features": [], "members": [{**member, "user": me}],
            "channels": channels, "threads": [], "voice_states": [], "presences": [],
            "stage_instances": [], "guild_scheduled_events": [], "member_count": 1,
            "unavailable": False, "preferred_locale": "en-US", "region": "",
            "verification_level": 0, "default_message_notifications": 0, "mfa_level": 0,
            "explicit_content_filter": 0, "nsfw_level": 0, "premium_tier": 0, "afk_timeout": 0,
            "system_channel_flags": 0, "premium_progress_bar_enabled": False, "large": False,
            "icon": None, "splash": None, "banner": None, "description": None,
        })  # fmt: skip

    async def event(self, name: str, data: Mapping[str, Any]) -> None:
        """Something that happened."""
        self.sequence += 1
        await self.send(0, data, t=name, s=self.sequence)

    async def send(self, op: int, data: Any, **more: Any) -> None:
        """A packet, compressed as Discord does."""
        text = json.dumps({"op": op, "d": data, "t": None, "s": None, **more})
        packed = self.deflate.compress(text.encode()) + self.deflate.flush(zlib.Z_SYNC_FLUSH)
        assert self.socket is not None
        await self.socket.send_bytes(packed)

    # --- the people ------------------------------------------------------------------------------

    async def press(self, place: Place) -> None:
        """One more press."""
        kind, data, parts = place.next_press(self.chance)
        number = self.id()
        self.sent[number] = Sent(place, kind, time.perf_counter())
        user = {"id": str(place.asked), **NOBODY, "username": f"p{place.asked}"}
        message = self.message(place.channel, parts)
        await self.event("INTERACTION_CREATE", {
            "id": str(number), "application_id": str(APPLICATION), "type": PRESS_OF_BUTTON,
            "data": data, "guild_id": str(GUILD), "channel_id": str(place.channel),
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

    def look(self, press: Sent, panel: list[dict[str, Any]]) -> None:
        """The person looks at the answer, and will press again."""
        place = press.place
        place.panel = panel
        place.chosen += 1
        if not offered_in(panel):
            place.panel = []
            if press.kind == "open":  # somebody else is asked
                place.refused += 1
                place.asked = next(one for one in place.people if one != place.asked)
        self.later(place)

    def later(self, place: Place, seconds: float = LOOKS_AFTER) -> None:
        """This place's next press."""
        self.number += 1
        heapq.heappush(self.ready, (time.perf_counter() + seconds, self.number, place))

    async def play(self) -> None:
        """Press at one rate after the other, and say what became of it. Whoever has looked long
        enough may be next: else all tables would be opened together, then all confirmed."""
        await asyncio.sleep(5)  # until the bot has settled
        for place in self.places.values():
            self.later(place, 0)
        eager: list[Place] = []
        for rate, seconds in self.stages:
            before, starved, start = len(self.sent), 0, time.perf_counter()
            drawn, self.ages = self.pictures, []
            for count in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, start + count / rate - time.perf_counter()))
                while self.ready and self.ready[0][0] <= time.perf_counter():
                    eager.append(heapq.heappop(self.ready)[2])
                if not eager:
                    starved += 1
                    continue
                await self.press(eager.pop(self.chance.randrange(len(eager))))
            took, drawn = time.perf_counter() - start, self.pictures - drawn
            await asyncio.sleep(GIVES_UP + 1)
            pressed = list(self.sent.values())[before:]
            now = time.perf_counter()
            waits = [one.confirmed for one in self.places.values() if one.confirmed is not None]
            self.ages += [now - since for since in waits]
            self.tell(rate, took, starved, pressed, drawn)
            for one in pressed:
                if one.answered is None:
                    one.place.panel = []
                    self.later(one.place, 0)
        print(json.dumps({"unknown": self.unknown, "messages": self.messages}), flush=True)

    def tell(
        self, rate: int, took: float, starved: int, pressed: Sequence[Sent], drawn: int
    ) -> None:
        """A line about one rate; `drawn` messages came with a picture."""
        turns = sum(one.kind == "confirm" and one.answered is not None for one in pressed)
        times = sorted(1000 * (o.answered - o.at) for o in pressed if o.answered)
        at = {share: times[int(len(times) * share / 100)] for share in (50, 95, 99) if times}
        print(json.dumps({
            "rate": rate, "pressed": len(pressed), "a second": round(len(pressed) / took, 1),
            "answered": len(times), "late": sum(one.late for one in pressed),
            "starved": starved, **{f"p{share}": round(ms, 1) for share, ms in at.items()},
            "slowest": round(times[-1], 1) if times else None,
            "kinds": Counter(one.kind for one in pressed),
            "turns a second": round(turns / took, 1), "pictures a second": round(drawn / took, 1),
            "told": len(self.ages), "oldest told": round(max(self.ages, default=0), 1),
            "told within": round(sorted(self.ages)[len(self.ages) * 99 // 100], 1)
            if self.ages else None,
        }), flush=True)  # fmt: skip


def _json(data: Any, status: int = 200) -> web.Response:
    """An answer with the header that discord.py looks for."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, headers={"Content-Type": "application/json"})


async def _json_of(request: web.Request) -> dict[str, Any]:
    """The body, which has files beside it or not."""
    if not request.content_type.startswith("multipart/"):
        return json.loads(await request.read() or b"{}")  # type: ignore[no-any-return]
    found: dict[str, Any] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            found = json.loads(await part.read())
        else:
            await part.read()
    return found


async def main() -> None:
    """Serve until the test is over."""
    given = json.loads(sys.stdin.readline())
    places = [Place(**{**one, "people": tuple(one["people"])}) for one in given["places"]]
    stand_in = StandIn(places, given["stages"])
    runner = web.AppRunner(stand_in.app(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
