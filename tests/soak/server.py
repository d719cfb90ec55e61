"""A server at the stand-in for Discord, with many channels, and the friends who play in them."""

import asyncio
import random
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientConnectionError, web

from bot.model.computers import Level
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


def plain(text: str) -> str:
    """A text with plain blanks where a line must not end."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def lines(message: Mapping[str, Any]) -> list[str]:
    """The lines of all its texts."""
    said = [part["content"] for part in parts(message) if part["type"] == 10]
    texts = [message.get("content") or "", *said]
    return [line for one in texts for line in plain(one).split("\n")]


def buttons(message: Mapping[str, Any], prefix: str) -> Sequence[str]:
    """The custom ids, beginning so, of the buttons that can be pressed."""
    return [
        part["custom_id"] for part in parts(message)
        if part["type"] == 2 and not part.get("disabled")
        and part.get("custom_id", "").startswith(prefix)
    ]  # fmt: skip


# --- Friends in a channel, who open games there and play them by pressing and typing, at random ---

LONGEST_TURN = 80
"""Presses, after which a turn is begun anew."""
SLOW = "days2"
"""The clock they choose, in the options."""
TURN, LOBBY, OVER = "tz:openturn:", "tz:lobby:", "tz:rematch:"
CONFIRM, UNDO, TILE = "tz:confirm:", "tz:undo:", "tz:tile:"
CONFIRMED = ("### Turn confirmed.", "### Tiles chosen.")
STOPS, GOES_BACK, TYPES = 0.45, 0.03, 0.2
"""How often somebody confirms who could go on, goes back a step, or types in place of pressing."""
LOOKS_AGAIN = 0.2
"""Seconds until somebody who is not asked looks again."""
LEAVES_ALONE = 10.0
"""The same for who leaves the game to the clock."""
_USEFUL = ("do", "build", "monument", "corn", "up")
"""The first words of what is rather done, so that games progress."""
Choice = tuple[str, str | None]
"""The custom id that is pressed, and the value that is chosen, if it is a menu."""


@dataclass(frozen=True)
class Confirmation:
    """A turn that somebody asked to be confirmed."""

    table: int
    user: int
    base: int
    """How many actions the seat had confirmed before."""
    words: str | None = None
    """What was answered, where it was confirmed."""


@dataclass
class Friends:
    """Who plays in one channel, one game after the other."""

    server: Server
    channel: int
    people: Sequence[int]
    computers: int
    chance: random.Random
    level: Level = "instant"
    clock: bool = False
    """Whether they play with a slow clock."""
    pause: float = 0.0
    """Seconds between two turns of theirs, at most."""
    looks: float = 0.0
    """Seconds they look at a panel before they press there, at most."""
    absent: bool = False
    """Whether they begin a game, choose their tiles and leave the rest to the clock."""
    may_begin: bool = True
    """Whether they open another game when one is over."""
    keeps: bool = True
    """Whether all confirmations are kept."""
    wanted: list[Confirmation] = field(default_factory=list)
    """What they asked to be confirmed."""
    confirmed: list[Confirmation] = field(default_factory=list)
    """What they were told is confirmed."""
    turns: int = 0
    """How many turns they were told are confirmed."""

    async def play(self) -> None:
        """Play on, without end."""
        while True:
            try:
                await self.server.connected.wait()
                if await self._act():
                    await asyncio.sleep(self.pause * self.chance.random())
                else:
                    pause = LEAVES_ALONE if self.absent else LOOKS_AGAIN
                    await asyncio.sleep(pause * (0.5 + self.chance.random()))
            except Lost:
                await asyncio.sleep(LOOKS_AGAIN)

    async def _act(self) -> bool:
        """Do what is to be done in the channel now; whether a turn was confirmed."""
        message = self._newest()
        if message is None or buttons(message, OVER):
            if self.may_begin:
                await self._open()
        elif buttons(message, LOBBY):
            await self._begin(message)
        elif not self.absent or "in secret" in " ".join(lines(message)):  # there is no clock there
            return await self._turn(message)
        return False

    def _newest(self) -> Message | None:
        """The newest message with which something can be done."""
        for message in reversed(self.server.channels[self.channel].values()):
            if any(buttons(message, one) for one in (TURN, LOBBY, OVER)):
                return message
        return None

    async def _open(self) -> None:
        options = [
            {"name": "computers", "type": 4, "value": self.computers},
            {"name": "level", "type": 3, "value": self.level},
        ]
        new = {"name": "new", "type": 1, "options": options}
        await self.server.types(self.people[0], self.channel, "tzolkin", new)

    async def _begin(self, lobby: Message) -> None:
        """Sit down, and start."""
        table = buttons(lobby, LOBBY)[0].split(":")[2]
        seated = sum(re.match(r"\d\. ", line) is not None for line in lines(lobby))
        for person in self.people[1:]:
            if seated < len(self.people) + self.computers:
                await self._press(person, lobby, f"{LOBBY}{table}::join")
        [options] = [one for one in buttons(lobby, LOBBY) if _word(one).startswith("options")]
        if self.clock:
            private = await self._press(self.people[0], lobby, options)
            await self._press(self.people[0], private, f"tz:clock:{table}::", SLOW)
        await self._press(self.people[0], lobby, f"{LOBBY}{table}::start")

    async def _turn(self, call: Message) -> bool:
        """Take the turn of somebody who is called; whether it was confirmed."""
        said = " ".join(lines(call))
        called = [one for one in self.people if f"<@{one}>" in said]
        if not called:
            return False
        person, done = self.chance.choice(called), False
        panel = await self._press(person, call, buttons(call, TURN)[0])
        for _ in range(LONGEST_TURN):
            if not _is_panel(panel):
                break
            await asyncio.sleep(self.looks * self.chance.random())
            custom_id, value = self._choose(panel)
            if custom_id.startswith(CONFIRM):
                panel = await self._confirm(person, panel, custom_id)
                done = done or _says_confirmed(panel)
            else:
                panel = await self._press(person, panel, custom_id, value)
        return done

    async def _confirm(self, person: int, panel: Message, custom_id: str) -> Message:
        _, _, table, stamp, more = custom_id.split(":", 4)
        base = int(stamp.split("w")[-1].split("r")[0])
        if self.keeps:
            self.wanted.append(Confirmation(int(table), person, base))
        self.server.confirming.set()
        if not more and self.chance.random() < TYPES:
            answer = await self.server.types(person, self.channel, "endturn")
        else:
            answer = await self._press(person, panel, custom_id)
        if _says_confirmed(answer):
            self.turns += 1
            if self.keeps:
                said = "\n".join(lines(answer))
                self.confirmed.append(Confirmation(int(table), person, base, said))
        return answer

    async def _press(
        self, person: int, message: Message, custom_id: str, value: str | None = None
    ) -> Message:
        return await self.server.press(person, self.channel, message, custom_id, value)

    def _choose(self, panel: Message) -> Choice:
        """What is pressed next in a panel."""
        whole = [one for one in buttons(panel, CONFIRM) if one.endswith(":")]
        tiles = buttons(panel, TILE)
        if tiles:  # the button of a tile that is chosen already says fewer
            return (whole or [max(tiles, key=lambda one: len(_word(one).split()))])[0], None
        offered = _offered(panel)
        if whole and (not offered or self.chance.random() < STOPS):
            return whole[0], None
        back = buttons(panel, UNDO)
        if back and (not offered or self.chance.random() < GOES_BACK):
            return back[0], None
        useful = [
            (one, value) for one, value in offered if (value or _word(one)).split()[0] in _USEFUL
        ]
        return self.chance.choice(useful or offered)


def _word(custom_id: str) -> str:
    return custom_id.split(":", 4)[4]


def _offered(panel: Mapping[str, Any]) -> list[Choice]:
    """What a panel offers besides to confirm, to go back, and tiles."""
    found: list[Choice] = [
        (one, None)
        for prefix in ("tz:do:", CONFIRM)
        for one in buttons(panel, prefix)
        if _word(one)
    ]
    for part in parts(panel):
        if part["type"] == 3 and part["custom_id"].startswith("tz:choose:"):
            found += [(part["custom_id"], option["value"]) for option in part["options"]]
    return found


def _is_panel(message: Message) -> bool:
    """Whether a turn can be gone on with there."""
    return bool(_offered(message) or buttons(message, CONFIRM) or buttons(message, TILE))


def _says_confirmed(message: Message) -> bool:
    return any(line in CONFIRMED for line in lines(message))
