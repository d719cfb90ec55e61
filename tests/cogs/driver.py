"""Playing through the simulated Discord as a person would: reading messages, pressing buttons;
and many tables at once, as copies of one."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import discord
import simcord
from simcord import InteractionResult, MemberActor, ResponseMessage, interactions
from simcord.backend.serializers import message_payload
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Game
from bot.engine.expansion import TRIBES
from bot.store.schema import seats, tables
from bot.tables import Table, TurnView
from bot.tables.preparation import prepare
from tests.cogs.conftest import Room
from tests.cogs.limits import BUTTON, SELECT, TEXT

COMMAND, COMPONENT_INTERACTION, AUTOCOMPLETE, FORM = 2, 3, 4, 5
"""Discord's kinds of interactions."""
TRIBE_NAMES = {tribe.name for tribe in TRIBES.values()}
Message = discord.Message | ResponseMessage
Policy = Callable[[Sequence[str]], str]


def raw(message: Message) -> list[dict[str, Any]]:
    """The components of a message as Discord would send them, nested ones included."""
    tops = (
        message.components
        if isinstance(message, ResponseMessage)
        else [component.to_dict() for component in message.components]
    )
    found: list[dict[str, Any]] = []
    waiting: list[Any] = list(tops)
    while waiting:
        component = waiting.pop(0)
        found.append(component)
        waiting = [*(component.get("components") or []), *waiting]
    return found


def words(message: Message) -> str:
    """All texts of a message; a command that can be clicked reads as it is typed, and what does not
    part from an arrow has a plain blank."""
    texts = [c["content"] for c in raw(message) if c["type"] == TEXT]
    said = "\n".join([message.content, *texts] if message.content else texts)
    return re.sub(r"</([^:>]+):\d+>", r"/\1", said).replace("→\xa0", "→ ")


def pictured(message: Message) -> str:
    """All alt texts of a message's pictures."""
    pictures = [item for c in raw(message) for item in c.get("items") or ()]
    return "\n".join(picture["description"] for picture in pictures)


def labels(message: Message) -> list[str]:
    """The labels of all enabled buttons."""
    return [c["label"] for c in raw(message) if c["type"] == BUTTON and not c.get("disabled")]


def button_id(message: Message, label: str) -> str:
    """The custom id of the button with this label."""
    return next(c["custom_id"] for c in raw(message) if c.get("label") == label)


def select_id(message: Message, verb: str) -> str:
    """The custom id of the select with this verb."""
    ids = (c.get("custom_id", "") for c in raw(message))
    return next(custom_id for custom_id in ids if custom_id.startswith(f"tz:{verb}:"))


def offered(message: Message) -> dict[str, tuple[str, bool]]:
    """The actions a panel offers: for each the custom id, and whether it is in a select. Where one
    press does several actions, the first stands for all of them."""
    found: dict[str, tuple[str, bool]] = {}
    for component in raw(message):
        custom_id = component.get("custom_id", "")
        if component.get("disabled"):
            continue
        word = custom_id.split(":", 4)[4] if custom_id.count(":") > 3 else ""
        if component["type"] == BUTTON and word and custom_id.startswith(("tz:do:", CONFIRM)):
            found.setdefault(word.split(";")[0], (custom_id, False))
        elif component["type"] == SELECT and custom_id.startswith("tz:choose:"):
            for option in component["options"]:
                found.setdefault(option["value"].split(";")[0], (custom_id, True))
    return found


def helpful(message: Message) -> dict[str, str]:
    """What the menu of help offers: the custom id of the button behind each of its entries."""
    options = [
        o
        for c in raw(message)
        if c.get("custom_id", "").startswith("tz:more:")
        for o in c["options"]
    ]
    return {one["label"]: one["value"] for one in options}


async def ask(actor: MemberActor, message: ResponseMessage, entry: str) -> ResponseMessage:
    """Choose an entry of the menu of help; what answers it."""
    chosen = [helpful(message)[entry]]
    return answer(await actor.select(message, chosen, custom_id=select_id(message, "more")))


async def tap(actor: MemberActor, message: Message, label: str) -> ResponseMessage:
    """Press the button with this label, or choose the entry of a menu; what answers it."""
    menus = [part for part in raw(message) if part.get("options")]
    for menu in menus:
        for one in menu["options"]:
            if one["label"] == label and label not in labels(message):
                chosen = [one["value"]]
                return answer(await actor.select(message, chosen, custom_id=menu["custom_id"]))
    known = [*labels(message), *(one["label"] for menu in menus for one in menu["options"])]
    assert label in known, f"{label!r} is not among {known}"
    return answer(await actor.click(message, label=label))


CONFIRM = "tz:confirm:"
"""The prefix of custom ids of buttons that confirm, with or without an answer."""


async def press(actor: MemberActor, message: Message, action: str) -> ResponseMessage:
    """Take one of the actions a panel offers; returns the panel afterwards."""
    custom_id, in_select = offered(message)[action]
    if in_select:
        options = next(c["options"] for c in raw(message) if c.get("custom_id") == custom_id)
        values = [o["value"] for o in options if o["value"].split(";")[0] == action]
        return answer(await actor.select(message, values[:1], custom_id=custom_id))
    return answer(await actor.click(message, custom_id=custom_id))


def answer(result: InteractionResult) -> ResponseMessage:
    """The message that answered an interaction."""
    assert result.acknowledged
    response = result.response or (result.followups[0] if result.followups else None)
    assert response is not None
    return response


def said_privately(result: InteractionResult) -> ResponseMessage:
    """What only the person who pressed can read: the answer, or the follow-up where the answer is
    an edit of the message itself."""
    told = next((one for one in result.followups if one.ephemeral), None)
    return told or answer(result)


async def give_up(actor: MemberActor, channel: simcord.ChannelHandle) -> InteractionResult:
    """Ask to give the game up, or agree to it, by the command and the button of its question."""
    question = answer(await actor.slash(channel, "tzolkin abandon"))
    assert question.ephemeral
    return await actor.click(question, custom_id=button_id(question, labels(question)[0]))


def pinged(channel: simcord.ChannelHandle) -> list[int]:
    """The people the last message in the channel mentions."""
    last = channel.last_message
    assert last is not None
    return [int(id) for id in re.findall(r"<@(\d+)>", words(last))]


def turn_button(message: Message) -> str:
    """The custom id of the button that opens the private panel."""
    ids = (c.get("custom_id", "") for c in raw(message))
    return next(custom_id for custom_id in ids if custom_id.startswith("tz:openturn:"))


async def open_panel(actor: MemberActor, channel: simcord.ChannelHandle) -> ResponseMessage:
    """Press the button of the last message that asks for a turn; returns the private panel."""
    message = last_turn_message(channel)
    result = await actor.click(message, custom_id=turn_button(message))
    panel = answer(result)
    assert panel.ephemeral, "a panel is private"
    return panel


def last_turn_message(channel: simcord.ChannelHandle) -> discord.Message:
    """The newest message with a button that opens the panel."""
    last = channel.last_message  # most of the time; reading the whole history is slow
    for message in [last] if last and _asks(last) else reversed(channel.history()):
        if _asks(message):
            return message
    raise AssertionError("nobody is asked")


def _asks(message: Message) -> bool:
    return any(c.get("custom_id", "").startswith("tz:openturn:") for c in raw(message))


def options_id(lobby: Message) -> str:
    """The custom id of the lobby's Options, which has the seal of the deal in it."""
    ids = (str(part.get("custom_id")) for part in raw(lobby))
    return next(one for one in ids if one.startswith("tz:lobby:") and "options" in one)


async def in_options(person: simcord.MemberActor, lobby: Message, label: str) -> Message:
    """Press a button behind the lobby's Options, and return the private answer."""
    options = answer(await person.click(lobby, label="Options"))
    assert options.ephemeral
    return answer(await person.click(options, label=label))


async def new_game(
    channel: simcord.ChannelHandle, people: Sequence[MemberActor], computers: int = 0
) -> None:
    """A lobby that these people join, started."""
    lobby = answer(await people[0].slash(channel, "tzolkin new", computers=computers))
    for other in people[1:]:
        await other.click(lobby, label="Join")
    await people[0].click(lobby, label="Start")


async def choose_tiles(actor: MemberActor, channel: simcord.ChannelHandle) -> ResponseMessage:
    """Keep the first tribe, if any, and the first wealth tiles; returns the final answer."""
    panel = await open_panel(actor, channel)
    names = [c["label"] for c in _tiles(panel)]
    tribes = [name for name in names if unlettered(name) in TRIBE_NAMES]
    wanted = [*tribes[:1], *(name for name in names if name not in tribes)]
    for name in wanted:
        if "Confirm" in labels(panel):
            break
        tile = next(c for c in _tiles(panel) if c["label"] == name)
        panel = answer(await actor.click(panel, custom_id=tile["custom_id"]))
    return answer(await actor.click(panel, label="Confirm"))


async def begin_game(channel: simcord.ChannelHandle, people: Sequence[MemberActor]) -> None:
    """A game of these people, who have chosen their tiles."""
    await new_game(channel, people)
    for person in people:
        await choose_tiles(person, channel)


def unlettered(label: str) -> str:
    """The name of a tile on a button, without its letter."""
    return label.partition(" · ")[2]


def _tiles(panel: Message) -> list[dict[str, Any]]:
    return [c for c in raw(panel) if c.get("custom_id", "").startswith("tz:tile:")]


async def play_turn(
    actor: MemberActor, channel: simcord.ChannelHandle, policy: Policy
) -> list[str]:
    """Take a whole turn on the panel; returns the actions taken."""
    panel = await open_panel(actor, channel)
    actions: list[str] = []
    while True:
        options = list(offered(panel))
        if "Confirm" in labels(panel):
            options.append("end")
        action = policy(options)
        if action == "end" and "Confirm" in labels(panel):
            break
        confirms = offered(panel)[action][0].startswith(CONFIRM)
        panel = await press(actor, panel, action)
        actions.append(action)
        if confirms:
            assert "confirmed" in words(panel), words(panel)
            return actions
    done = answer(await actor.click(panel, label="Confirm"))
    assert "confirmed" in words(done), words(done)
    return actions


async def click_together(
    presses: Sequence[tuple[MemberActor, Message, str]], values: Sequence[str] = ()
) -> list[InteractionResult]:
    """Several presses that reach the bot before it has handled any of them: of buttons or, with
    `values`, of selects. Unlike `click` it does not check that the person can see the message."""
    env = presses[0][0]._env
    backend = env.backend
    records = []
    for actor, message, custom_id in presses:
        response = isinstance(message, ResponseMessage)
        channel_id = message.channel_id if response else message.channel.id
        stored = backend.get_message(channel_id, message.id)
        pressed = {"custom_id": custom_id, "component_type": SELECT if values else BUTTON}
        record, payload = interactions.base_payload(
            backend, type=COMPONENT_INTERACTION, channel_id=stored.channel_id,
            guild_id=actor.guild.id, user_id=actor.id,
            data=pressed | ({"values": list(values)} if values else {}),
        )  # fmt: skip
        record.source_message_id = stored.id
        payload["message"] = dict(message_payload(backend, stored))
        backend.emit("INTERACTION_CREATE", payload)
        records.append(record)
    await env.settle()
    return [InteractionResult(env, record) for record in records]


async def emit(
    room: Any, kind: int, actor: MemberActor, data: dict[str, Any], on: Message | None = None,
    *, earlier: int = 0, settle: bool = True,
) -> InteractionResult:  # fmt: skip
    """Something that reaches the bot as it stands here, also where SimCord would not send it; its
    id may be `earlier`."""
    backend = room.env.backend
    record, payload = interactions.base_payload(
        backend, type=kind, channel_id=room.channel.id, guild_id=actor.guild.id,
        user_id=actor.id, data=data,
    )  # fmt: skip
    if on is not None:
        record.source_message_id = on.id
        stored = backend.get_message(room.channel.id, on.id)
        payload["message"] = dict(message_payload(backend, stored))
    payload["id"] = str(record.id - earlier)
    backend.emit("INTERACTION_CREATE", payload)
    if settle:
        await room.env.settle()
    return InteractionResult(room.env, record)


def eager(chance: random.Random) -> Policy:
    """Takes any action on offer, but builds, harvests and stops often enough for games to
    progress."""

    def choose(options: Sequence[str]) -> str:
        if "end" in options and (len(options) == 1 or chance.random() < 0.45):
            return "end"
        others = [option for option in options if option != "end"]
        useful = [o for o in others if o.split()[0] in ("do", "build", "monument", "corn", "up")]
        return chance.choice(useful or others)

    return choose


def with_id(people: Sequence[MemberActor], user_id: int) -> MemberActor:
    """The person with this id."""
    return next(person for person in people if person.id == user_id)


def posted_after(channel: simcord.ChannelHandle, before: Sequence[Message]) -> list[str]:
    """The texts of the messages visible to everybody that were not there before, oldest first."""
    known = {message.id for message in before}
    return [words(message) for message in public(channel) if message.id not in known]


def public(channel: simcord.ChannelHandle) -> Iterator[discord.Message]:
    """The messages everybody in the channel can see."""
    for message in channel.history():
        if not message.flags.ephemeral:
            yield message


def times_told(channel: simcord.ChannelHandle, part: str) -> int:
    """How many messages of a channel have these words."""
    return sum(part in words(message) for message in channel.history())


def view_of(table: Table, game: Game, seat: int, actions: Sequence[str], stamp: str) -> TurnView:
    """The view that a seat's panel is made from, with these actions prepared."""
    turn = prepare(game, seat, actions)
    return TurnView(
        table, seat, turn.kind, turn.legal, turn.actions, turn.game.snapshot(), stamp,
        turn.whole is not None, turn.game, game,
    )  # fmt: skip


FIRST_CHANNEL = 10**18


async def copied(
    room: Room, table_id: int, numbers: Iterable[int], people: Sequence[int], **changed: Any
) -> None:
    """A copy of a table for each of these numbers, in a channel of its own, with these people at
    it by seat and without its log; `changed` are columns that differ."""
    channels = [FIRST_CHANNEL + number for number in numbers]

    async def copy(connection: AsyncConnection) -> None:
        found = await connection.execute(select(tables).where(tables.c.id == table_id))
        row = found.mappings().one()
        found = await connection.execute(select(seats).where(seats.c.table_id == table_id))
        seated = found.mappings().all()
        last = await connection.scalar(select(func.max(tables.c.id))) or 0
        new = {last + n: channel for n, channel in enumerate(channels, start=1)}
        await connection.execute(
            insert(tables),
            [{**row, **changed, "id": n, "channel_id": channel} for n, channel in new.items()],
        )
        await connection.execute(
            insert(seats),
            [
                {**one, "table_id": n, "user_id": people[one["seat"]], "due_at": None}
                for n in new
                for one in seated
            ],
        )

    await room.bot.store.write(copy)
