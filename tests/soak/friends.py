"""Friends in a channel, who open games there and play them by pressing and typing, at random."""

import asyncio
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.model.computers import Level
from tests.soak.server import Lost, Message, Server, buttons, lines, parts

LONGEST_TURN = 80
"""Presses, after which a turn is begun anew."""
SLOW = "days2"
"""The clock they choose, in the options."""
TURN, LOBBY, OVER = "tz:openturn:", "tz:lobby:", "tz:rematch:"
CONFIRM, UNDO, TILE = "tz:confirm:", "tz:undo:", "tz:tile:"
CONFIRMED = ("### Turn confirmed.", "### Chosen.")
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
