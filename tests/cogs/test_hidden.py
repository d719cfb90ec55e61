"""What is hidden shows nowhere: secret choices before all have chosen, the order of the stacks;
and the sealed deal, which /verify proves in the end.

Each game of the first tests is played twice, with everything public alike and all that is hidden
different. Whoever may not know what is hidden must then see, hear and be answered exactly the
same in both: in messages and their custom ids, alt texts, what pictures are drawn from, answers,
refusals and logs."""

import asyncio
import io
import logging
import random
import re
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
import structlog
from sqlalchemy import text
from sqlalchemy import text as statement

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.deal import shuffle_deal
from bot.engine.expansion import TRIBES
from bot.engine.position import Position
from bot.notation.records import from_json, sum_of
from bot.settings import Settings
from bot.tables import Person, lobby
from bot.tables.records import checks, commitment, new_secret, verdict
from bot.text.descriptions.alt_text import alt_city, alt_cover, alt_panel, alt_wheels
from bot.text.descriptions.closeups import alt_kept, alt_strip
from bot.text.descriptions.results import alt_card, alt_final, alt_food_day
from bot.text.names import tile_name
from bot.text.translation import translator
from cogs.client import TzolkinBot
from cogs.kit.log import set_up_logging
from rendering import COVER, DrawingPool, Picture
from tests.cogs.conftest import SETTLE_SECONDS, Room, first_legal, with_long
from tests.cogs.driver import (
    CONFIRM,
    answer,
    button_id,
    choose_tiles,
    give_up,
    in_options,
    labels,
    last_turn_message,
    offered,
    open_panel,
    press,
    raw,
    unlettered,
    words,
)
from tests.tables.acts import (
    add_computer,
    choose,
    confirm,
    open_lobby,
    play_computers,
    record_of,
    start,
    turn_of,
)

Setup = dict[str, Any]


# Two deals that look alike.


def dealt(players: int, modules: Sequence[str], seed: str) -> Setup:
    """A deal in which nobody is dealt Ixtab, who keeps one wealth tile more than others."""
    for number in range(100):
        setup = shuffle_deal(players, modules, f"{seed} {number}")
        if "ixtab" not in setup.get("tribes", [])[: 2 * players]:
            return setup
    raise AssertionError("no such deal")


def with_other_choices(setup: Setup, seed: int) -> Setup:
    """The deal with other tribes and wealth tiles for everybody but seat 0, and other stacks."""
    players, chance = setup["players"], random.Random(seed)
    ours, open_ = Game.from_setup(setup), 4 * players
    for _ in range(10_000):
        other = with_other_stacks(setup, seed)
        wealth = other["wealth"]
        places = [*range(4, open_), *range(max(open_, len(wealth) - 6), len(wealth))]
        for to, tile in zip(
            places, chance.sample([wealth[i] for i in places], len(places)), strict=True
        ):
            wealth[to] = tile
        if "tribes" in other:
            other["tribes"][2:] = chance.sample(other["tribes"][2:], len(other["tribes"]) - 2)
        theirs = Game.from_setup(other)
        alike = theirs.snapshot() == ours.snapshot() and theirs.legal(0) == ours.legal(0)
        tribes = other.get("tribes", [])[: 2 * players]
        if (
            alike
            and "ixtab" not in tribes
            and all(
                first_kept(setup, s).isdisjoint(first_kept(other, s)) for s in range(1, players)
            )
        ):
            return other
    raise AssertionError("no such deal")


def first_kept(setup: Setup, seat: int) -> set[str]:
    """What the seat keeps if it taps the first tribe and the first two wealth tiles."""
    tribes = sorted(setup.get("tribes", [])[2 * seat : 2 * seat + 2])
    wealth = sorted(setup["wealth"][4 * seat : 4 * seat + 4])
    return {*tribes[:1], *wealth[:2]}


def with_other_stacks(setup: Setup, seed: int) -> Setup:
    """The deal with the buildings that are not yet on offer, and the quick-action tiles of the
    second age, in another order."""
    other, chance = deepcopy(setup), random.Random(seed)
    for key, known in (("age1", 6), ("age2", 0), ("quick_age2", 0)):
        if key in other:
            stack = other[key]
            stack[known:] = chance.sample(stack[known:], len(stack) - known)
    return other


# A table, and what is seen at it.


@dataclass
class Watched:
    """A table with people, and everything those who may not know have come to see."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    people: list[simcord.MemberActor]
    """Those who play; in seat order once the game has begun."""
    stranger: simcord.MemberActor
    log: io.StringIO
    scenes: list[str]
    """All that pictures were drawn from, but for those of panels."""
    panels: dict[int, list[str]]
    """What the pictures of a person's own panels were drawn from: only that person sees them."""
    seen: list[str] = field(default_factory=list)

    @property
    def bot(self) -> TzolkinBot:
        """The bot now running."""
        assert isinstance(self.env.bot, TzolkinBot)
        return self.env.bot

    async def position(self) -> Position:
        """What lies open."""
        return (await self.bot.tables.game(1)).snapshot()

    async def look(self, *eyes: simcord.MemberActor) -> None:
        """Note what these people read in the channel, private answers to them included, what the
        pictures so far were drawn from, and the log. What is being done in the background, such as
        deleting a call, is done first: what is shown counts, not when."""
        while running := [*self.bot._background]:
            await asyncio.wait(running)
        await self.env.settle()
        for viewer in eyes:
            for message in self.channel.history(viewer=viewer):
                attached = [(a.filename, a.description) for a in message.attachments]
                self.seen.append(f"{viewer.name} sees {message.content} {raw(message)} {attached}")
            self.seen += [f"{viewer.name} sees {line}" for line in self.panels.get(viewer.id, ())]
        self.seen += self.scenes
        for sent in self.env.http_requests:
            if sent.path.startswith("/channels/"):
                self.seen.append(f"sent {sent.method} {sent.path} {sent.json}")
        self.seen += [without_time(line) for line in self.log.getvalue().splitlines()]
        self.scenes.clear()
        self.panels.clear()
        emptied(self.log)


def emptied(log: io.StringIO) -> io.StringIO:
    """The log without what was written so far."""
    log.seek(0)
    log.truncate()
    return log


def without_time(line: str) -> str:
    """A line of a log without what differs at every start: times, places in memory, numbers of
    errors."""
    line = re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|0x[0-9a-f]+|\d+\.\d+ ?m?s\b", "…", line)
    return re.sub(r"(trace\W+)[0-9a-f]{6}", r"\1…", line)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the program writes to its log, everything down to DEBUG."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    # The simulated Discord is not ours, and the database driver writes every statement down.
    others = [logging.getLogger(name) for name in ("simcord",)]
    levels = [other.level for other in others]
    for other in others:
        other.setLevel(logging.WARNING)
    yield io.StringIO()
    root.handlers = handlers
    root.setLevel(level)
    for other, before in zip(others, levels, strict=True):
        other.setLevel(before)
    structlog.reset_defaults()


@asynccontextmanager
async def watched(
    file: Path, setup: Setup, log: io.StringIO, monkeypatch: pytest.MonkeyPatch,
    *, log_format: Any = "text", moderators: bool = False,
) -> AsyncIterator[Watched]:  # fmt: skip
    """A channel in which this deal is about to be dealt; nothing is drawn but noted."""
    settings = Settings(
        _env_file=None, database_url=f"sqlite+aiosqlite:///{file}",
        log_level="DEBUG", log_format=log_format,
    )  # fmt: skip
    monkeypatch.setattr(sys, "stderr", emptied(log))
    set_up_logging(settings)
    scenes: list[str] = []
    panels: dict[int, list[str]] = {}

    async def noted(pool: DrawingPool, function: Any, scene: Any, *more: Any, **named: Any) -> Any:
        line, t = f"drawn {function.__name__} {scene!r} {more} {named['theme']}", named["t"]
        if function.__name__ in ("draw_strip", "draw_choices"):
            panels.setdefault(named["by"], []).append(line)
            strip = function.__name__ == "draw_strip"
            told = alt_strip(t, scene) if strip else alt_panel(t, scene, *more)
            return Picture(b"", "choices.png", told)
        scenes.append(line)
        if function.__name__ == "draw_cover":
            return Picture(b"", COVER, alt_cover(t))
        if function.__name__ == "draw_kept":
            return Picture(b"", "first-tiles.png", alt_kept(t, scene, *more))
        if function.__name__ == "draw_card":
            return Picture(b"", "result.png", alt_card(scene, t))
        if function.__name__ == "draw_final":
            return Picture(b"", "final.png", alt_final(scene.names, scene.history, t))
        if function.__name__ == "draw_food_day":
            return Picture(b"", "food-day.png", alt_food_day(scene, t))
        if function.__name__ == "turning_frame":
            return b""
        if function.__name__ == "put_turning_together":
            return Picture(b"", "wheels.webp", alt_wheels(scene, t))
        alt = alt_wheels if function.__name__ == "draw_wheels" else alt_city
        return Picture(b"", f"{function.__name__[5:]}.png", alt(scene, t))

    monkeypatch.setattr(DrawingPool, "draw", noted)
    monkeypatch.setattr(TzolkinBot, "warm_up", no_warm_up)
    shuffle = "bot.tables.lobby.shuffle_deal"
    monkeypatch.setattr(shuffle, lambda *_, **__: deepcopy(setup))
    monkeypatch.setattr(lobby, "start", partial(ORIGINAL_START, seed="the seats"))
    monkeypatch.setattr("bot.tables.lobby.new_secret", lambda: SECRET)
    async with simcord.run(
        TzolkinBot(settings, think=first_legal), settle_timeout=SETTLE_SECONDS
    ) as env:
        guild = env.create_guild("Friends")
        power = discord.Permissions(manage_messages=True, administrator=True)
        roles = [guild.create_role("Moderators", permissions=power)] if moderators else []
        channel = guild.create_text_channel("tzolkin")
        *people, stranger = [
            guild.add_member(env.create_user(name), roles=roles)
            for name in ("ana", "bob", "cleo", "dan", "eve", "stranger")
        ]
        yield Watched(env, channel, people[: setup["players"]], stranger, log, scenes, panels)
        assert isinstance(env.bot, TzolkinBot)
        env.bot.pool.close()
        await env.bot.store.close()


ORIGINAL_START = lobby.start
SECRET = "5ea1" * 16
"""Of the sealed deal: the same at both tables, whose commitments would else tell them apart."""


async def no_warm_up(bot: TzolkinBot) -> None:
    """No process for drawing is started."""


async def begin(at: Watched, modules: Sequence[str]) -> None:
    """A lobby, joined by all, and started; the people then stand in seat order."""
    host = at.people[0]
    lobby = answer(await host.slash(at.channel, "tzolkin new"))
    for other in at.people[1:]:
        await other.click(lobby, label="Join")
    options = answer(await host.click(lobby, label="Options"))
    await host.select(options, list(modules), custom_id="tz:modules:1::")
    await host.click(lobby, label="Start")
    holders = (await at.bot.tables.table(1)).seats
    at.people = [next(p for p in at.people if p.id == holder.user_id) for holder in holders]


async def ask_everything(at: Watched, who: simcord.MemberActor) -> None:
    """Everything a person can do who does not take a turn; it is refused or answered."""
    channel = at.channel
    board = next(m for m in channel.history() if "tz:icons:" in str(raw(m)))
    asked = last_turn_message(channel)
    for command in ("tribe", "score", "endturn", "undo", "tzolkin status", "tzolkin options",
                    "tzolkin start"):  # fmt: skip
        await who.slash(channel, command)
    await who.slash(channel, "board", private=True)
    for closely in ("text", "tikal", "seat-1"):
        await who.slash(channel, "board", show=closely)
    await who.slash(channel, "place", workers="palenque tikal")
    await who.slash(channel, "pickup", workers="palenque 3")
    for message, verb in ((board, "mine"), (board, "live"), (asked, "openturn")):
        if verb == "mine" and "tz:mine:" not in str(raw(board)):
            continue  # while tiles are chosen; /tribe says the same
        said = await who.click(message, custom_id=f"tz:{verb}:1::")
        if verb == "live":
            await who.click(answer(said), custom_id="tz:live:1::again")
    for command, option in (("place", "workers"), ("pickup", "workers"), ("tile", "name")):
        for typed in ("", "a"):
            suggested = await who.autocomplete(channel, command, option, typed)
            at.seen.append(f"{who.name} is suggested {suggested}")


async def tap(at: Watched, seat: int, *, tiles: int = 3, confirm: bool = False) -> None:
    """Tap so many of the own tiles, the first tribe and then wealth tiles; perhaps confirm."""
    who = at.people[seat]
    panel = await open_panel(who, at.channel)
    dealt = [c["label"] for c in raw(panel) if "tz:tile:" in c.get("custom_id", "")]
    names = {tribe.name for tribe in TRIBES.values()}
    tribes = [label for label in dealt if unlettered(label) in names]
    wanted = [*tribes[:1], *[name for name in dealt if name not in tribes][:2]]
    for name in wanted[:tiles] if "Confirm" not in labels(panel) else ():
        panel = answer(await who.click(panel, label=name))
    if confirm:
        assert "Tiles chosen." in words(answer(await who.click(panel, label="Confirm")))


async def secret_choices(at: Watched, modules: Sequence[str], *, early: bool) -> None:
    """Everybody chooses but for the last one's confirming. Seat 0 looks on, which has chosen
    `early` or is the one that has not confirmed; and a stranger."""
    await begin(at, modules)
    me, others = at.people[0], list(range(1, len(at.people)))
    if early:
        await tap(at, 0, confirm=True)
    await at.look(me, at.stranger)
    for seat in others:
        last = early and seat == others[-1]
        await tap(at, seat, tiles=2)
        await at.look(me, at.stranger)
        await tap(at, seat, confirm=not last)
        await at.look(me, at.stranger)
    await ask_everything(at, at.stranger)
    await ask_everything(at, me)
    if not early:
        await tap(at, 0)
    await at.people[-1].slash(at.channel, "board")
    await at.look(me, at.stranger)
    position = await at.position()
    assert position.phase == "keep"


def without_moments(lines: Sequence[str]) -> list[str]:
    """The lines with Discord's ids numbered in the order in which they come up: an id holds the
    moment at which it was made, and on a busy machine a second more may have passed in one game
    than in the other."""
    numbers: dict[str, int] = {}
    return [
        re.sub(r"\b\d{17,20}\b", lambda one: f"id {numbers.setdefault(one[0], len(numbers))}", line)
        for line in lines
    ]


def check_alike(one: Sequence[str], other: Sequence[str]) -> None:
    """Two lists of what was seen, line by line."""
    one, other = without_moments(one), without_moments(other)
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            at = next(i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b)
            near = slice(max(0, at - 100), at + 100)
            pytest.fail(f"what is hidden shows:\n{mine[:60]}\n{mine[near]}\n{theirs[near]}")
    assert len(one) == len(other)


@pytest.mark.parametrize(
    ("players", "modules", "early", "moderators", "log_format"),
    with_long(
        [(2, MODULES, True, False, "json"), (5, MODULES, False, True, "text")],
        [(2, (), False, False, "text"), (3, (), True, True, "json")],
    ),
)
async def test_secret_choices_show_nowhere(
    players: int, modules: Sequence[str], early: bool, moderators: bool, log_format: str,
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    setup = dealt(players, modules, "secret")
    twin = with_other_choices(setup, 1)
    seen = []
    for number, deal in enumerate((setup, twin)):
        async with watched(
            tmp_path / f"{number}.sqlite3", deal, log, monkeypatch,
            log_format=log_format, moderators=moderators,
        ) as at:  # fmt: skip
            await secret_choices(at, modules, early=early)
            seen.append(at.seen)
    text = "\n".join(seen[0])
    for kind in ("sees", "sees drawn draw_strip", "sent POST", "drawn draw_city", "is suggested",
                 "turn confirmed"):  # fmt: skip
        assert kind in text
    assert commitment(SECRET) in text
    assert SECRET not in text
    public = [line for line in seen[0] if line.startswith(("stranger sees", "sent", "drawn"))]
    for tile in (*setup["wealth"][: 4 * players], *setup.get("tribes", [])[: 2 * players]):
        name = tile_name(translator("en"), tile)
        assert not [line for line in public if name in line or f"'{tile}'" in line], name
    check_alike(*seen)


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_failures_tell_no_secret(
    log_format: str, tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program fails while somebody chooses, and so does the database: neither the answer nor
    the log, with all it says about where it failed, tells what was chosen."""
    setup = dealt(3, MODULES, "failing")
    seen = []
    for number, deal in enumerate((setup, with_other_choices(setup, 2))):
        async with watched(
            tmp_path / f"{number}.sqlite3", deal, log, monkeypatch, log_format=log_format
        ) as at:
            await begin(at, MODULES)
            who = at.people[1]
            panels = [await open_panel(who, at.channel) for _ in range(2)]
            ids = [c.get("custom_id", "") for c in raw(panels[0])]
            tile = next(one for one in ids if "tz:tile:" in one)
            with monkeypatch.context() as broken:
                broken.setattr("cogs.play.first_tiles.tile_name", failing)
                result = await who.click(panels[0], custom_id=tile)
                at.seen.append(words(answer(result)))
            await tap(at, 1)
            panel = await open_panel(who, at.channel)
            async with at.bot.store.writing() as connection:
                await connection.execute(statement("ALTER TABLE events RENAME TO lost"))
            result = await who.click(panel, label="Confirm")
            at.seen.append(words(answer(result)))
            await at.look(at.people[0], at.stranger)
            seen.append(at.seen)
    text = "\n".join(seen[0])
    assert text.count("Something went wrong") == 2
    for reason in ("this tile cannot be told", "no such table"):
        assert reason in text
    check_alike(*map(without_traces, seen))


def failing(*_: Any) -> str:
    raise RuntimeError("this tile cannot be told")


def without_traces(seen: Sequence[str]) -> list[str]:
    """What was seen without the codes people are given to report an error by."""
    return [re.sub(r"report the code `[0-9a-f]{6}`", "report the code", line) for line in seen]


@pytest.mark.parametrize(("players", "modules"), [(2, MODULES), (3, ())])
async def test_the_order_of_the_stacks_shows_nowhere(
    players: int, modules: Sequence[str],
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Two games that differ by nothing but the stacks are alike in all that is seen, private
    panels too, until what lay on top of a stack comes to light."""
    setup = dealt(players, modules, "stacks")
    played = []
    for number, deal in enumerate((setup, with_other_stacks(setup, 3))):
        async with watched(tmp_path / f"{number}.sqlite3", deal, log, monkeypatch) as at:
            played.append(await until_a_building(at, modules))
    (before, last), (twin_before, twin_last) = played
    check_alike(before, twin_before)
    assert len(before) > 200
    assert last != twin_last, "the stacks came to light alike, so they were no secret"


async def until_a_building(at: Watched, modules: Sequence[str]) -> tuple[list[str], list[Any]]:
    """Play until somebody has built: what was seen up to the moment before that turn was
    confirmed, and the buildings on offer after it."""
    await begin(at, modules)
    for seat in range(len(at.people)):
        await tap(at, seat, confirm=True)
    chance = random.Random(4)
    for _ in range(60):
        seat = (await at.bot.tables.game(1)).pending[0].seat
        who, position = at.people[seat], await at.position()
        panel = await open_panel(who, at.channel)
        built = False
        while "Confirm" not in labels(panel) or (offered(panel) and chance.random() < 0.5):
            found = offered(panel)
            if (menu := building_at_once(panel)) is not None:
                built = True
                panel = answer(await who.select(panel, [menu[1]], custom_id=menu[0]))
                continue
            action = builder(chance, found)
            custom_id, _ = found[action]
            built = built or action.startswith("build") or ";build " in custom_id
            panel = await press(who, panel, action)
            if custom_id.startswith(CONFIRM):
                break
        await at.look(*at.people, at.stranger)
        if built:
            await ask_everything_open(at, who)
            await at.look(*at.people, at.stranger)
            await who.click(panel, label="Confirm")
            after = await at.position()
            assert after.building_row != position.building_row
            return at.seen, after.building_row
        if "Confirm" in labels(panel):
            await who.click(panel, label="Confirm")
    raise AssertionError("nobody built")


def building_at_once(panel: Any) -> tuple[str, str] | None:
    """A menu of workers to be picked up, and its entry that builds with one."""
    for one in raw(panel):
        for option in one.get("options", ()):
            if one["custom_id"].startswith("tz:choose:") and ";build " in option["value"]:
                return one["custom_id"], option["value"]
    return None


def builder(chance: random.Random, actions: Mapping[str, tuple[str, bool]]) -> str:
    """Somebody who builds as soon as it can be."""
    if at_once := [action for action, (custom_id, _) in actions.items() if ";build " in custom_id]:
        return chance.choice(at_once)
    for wanted in ("build", "do tikal 2", "do tikal 4", "place tikal", "do yaxchilan"):
        if found := [action for action in actions if action.startswith(wanted)]:
            return chance.choice(found)
    return chance.choice(list(actions))


async def ask_everything_open(at: Watched, who: simcord.MemberActor) -> None:
    """Everything one can ask without taking a turn, by somebody with a turn in preparation."""
    for command in ("tribe", "score", "tzolkin status", "tzolkin options"):
        await who.slash(at.channel, command)
    await who.slash(at.channel, "board", private=True)
    for closely in ("text", "tiles", "seat-0"):
        await who.slash(at.channel, "board", show=closely)
    for typed in ("", "a"):
        suggested = await who.autocomplete(at.channel, "tile", "name", typed)
        at.seen.append(f"{who.name} is suggested {suggested}")


SUM = r"`([0-9a-f]{64})`"
SEAL = "Proof of a fair deal"


async def play_to_the_end(room: Room) -> None:
    """Everybody does the first thing offered, until the game is over; the channel is told."""
    tables = room.bot.tables
    while (await tables.table(1)).status == "playing":
        [asked] = [decision.seat for decision in (await tables.game(1)).pending]
        user = (await tables.table(1)).seats[asked].user_id
        assert user is not None
        turn = await turn_of(tables, 1, user)
        while not turn.can_confirm:
            turn = await choose(tables, 1, user, turn.legal[0])
        await confirm(tables, 1, user)
        await play_computers(tables, 1)
    await room.restart()
    await room.env.settle()


async def sealed_lobby(room: Room) -> str:
    """A lobby of one person and a computer; the commitment it shows."""
    opened = answer(await room.people[0].slash(room.channel, "tzolkin new", computers=1))
    shown = await in_options(room.people[1], opened, SEAL)
    assert shown.ephemeral
    assert "revealed here when the game is over" in words(shown)
    [sealed] = re.findall(f"Proof of a fair deal \\(SHA-256\\): {SUM}", words(shown))
    assert button_id(opened, "Options").endswith(f".{sealed}"), "it is posted, not only answered"
    return str(sealed)


def file_of(result: simcord.InteractionResult) -> str | None:
    """The name of the file a message shows, if any."""
    names = [c["file"]["url"] for c in raw(answer(result)) if c["type"] == 13]
    return names[0] if names else None


async def test_from_the_seal_to_the_proof(room: Room) -> None:
    sealed = await sealed_lobby(room)
    await room.people[1].click(room.channel.history()[-1], label="Join")
    await room.people[0].slash(room.channel, "tzolkin start")
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    secret = await secret_of(room)
    assert commitment(secret) == sealed

    early = answer(await room.people[0].slash(room.channel, "verify"))
    assert early.ephemeral
    assert "stays secret until its game is over" in words(early)
    assert secret not in everything_said(room)

    await play_to_the_end(room)
    over = room.channel.history()[-1]
    assert secret not in words(over)
    last = words(answer(await room.people[1].click(over, label=SEAL)))
    assert re.findall(f"Secret of the deal: {SUM}", last) == [secret]
    [told_sum] = re.findall(f"Checksum of the record: {SUM}", last)
    record = await record_of(room.bot.tables, 1)
    assert sum_of(record) == told_sum

    result = await room.people[0].slash(room.channel, "verify")
    found = answer(result)
    assert found.ephemeral
    assert words(found).count("✅") == 7
    assert "❌" not in words(found)
    assert sealed in words(found)
    assert told_sum in words(found)
    assert file_of(result) is not None
    [attached] = found.attachments
    assert attached.filename == "tzolkin-1.json"
    stored = from_json(await attached.read())
    assert stored.record == record
    assert verdict(checks(stored)) == "true"

    stranger = await room.people[3].slash(room.channel, "verify")
    assert words(answer(stranger)).count("✅") == 7
    assert file_of(stranger) is None
    assert "Only this game's players" in words(answer(stranger))


async def test_every_lobby_has_a_seal_of_its_own(room: Room) -> None:
    first = await sealed_lobby(room)
    await give_up(room.people[0], room.channel)
    refused = answer(await room.people[0].slash(room.channel, "verify"))
    assert "abandoned, so its deal stays secret" in words(refused)
    assert await sealed_lobby(room) != first


async def test_without_a_game_there_is_nothing_to_verify(room: Room) -> None:
    none = answer(await room.people[0].slash(room.channel, "verify"))
    assert "no game in this channel" in words(none)


async def test_shared_deal_stays_secret_while_another_table_plays(room: Room) -> None:
    tables, secret = room.bot.tables, new_secret()
    await sealed_lobby(room)
    person = (await tables.table(1)).seats[0]
    assert person.user_id is not None
    me = Person(person.user_id, person.name)
    await start(tables, 1, me, deal_of=secret)
    other = await open_lobby(tables, None, 4711, me)
    await add_computer(tables, other.id, me)
    await start(tables, other.id, me, deal_of=secret)
    async with room.bot.store.writing() as connection:
        await connection.execute(text("UPDATE tables SET status = 'finished' WHERE id = 1"))
    refused = answer(await room.people[0].slash(room.channel, "verify"))
    assert "Another table is still playing this deal" in words(refused)
    assert secret not in everything_said(room)


async def secret_of(room: Room) -> str:
    """The secret, from where nobody can look."""
    async with room.bot.store.engine.connect() as connection:
        found = await connection.exec_driver_sql("SELECT secret FROM tables WHERE id = 1")
        return str(found.scalar_one())


def everything_said(room: Room) -> str:
    """All that was sent to Discord."""
    return str([sent.json for sent in room.env.http_requests])
