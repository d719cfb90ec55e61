"""What a moderator does, for tests: on the moderators' page, where acts are chosen and their
forms filled in."""

from collections.abc import Sequence
from typing import Any

import discord
import simcord

from bot.model.server import AuditEntry
from bot.moderation.at_tables import SET_UP as SET_UP
from bot.store import moderation
from bot.tables import ServerSettings
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import CHANNEL_SELECT, ROLE_SELECT, SELECT, USER_SELECT

WHY = "They asked for it."


def menus(shown: simcord.ResponseMessage, verb: str) -> list[dict[str, Any]]:
    """The menus of a page whose choices have this verb."""
    kinds = (SELECT, USER_SELECT)
    return [
        one
        for one in raw(shown)
        if one.get("type") in kinds and one["custom_id"].startswith(f"tz:{verb}:")
    ]


def acts_offered(shown: simcord.ResponseMessage) -> dict[str, str]:
    """The acts that a page offers, by name: the custom id of their menu or button."""
    found = {}
    for one in raw(shown):
        custom_id = one.get("custom_id", "")
        if not custom_id.startswith("tz:moddo:"):
            continue
        if one["type"] == SELECT:
            found |= {option["value"]: custom_id for option in one.get("options", [])}
        else:
            found[custom_id.rpartition(" ")[2]] = custom_id
    return found


async def open_page(
    moderator: simcord.MemberActor, channel: simcord.ChannelHandle
) -> simcord.ResponseMessage:
    """The page of a channel."""
    return answer(await moderator.slash(channel, "moderate page"))


async def go(
    moderator: simcord.MemberActor, shown: simcord.ResponseMessage, value: str
) -> simcord.ResponseMessage:
    """Choose a table, season or league in a menu of the page; the page then."""
    [(menu, chosen), *_] = _values(shown, value)
    return answer(await moderator.select(shown, [chosen], custom_id=menu))


def _values(shown: simcord.ResponseMessage, end: str) -> list[tuple[str, str]]:
    return [
        (one["custom_id"], option["value"])
        for one in menus(shown, "moderate")
        for option in one.get("options", [])
        if option["value"].endswith(end)
    ]


async def go_to_person(
    moderator: simcord.MemberActor, shown: simcord.ResponseMessage, person: Any
) -> simcord.ResponseMessage:
    """Choose a person; the page then."""
    [menu] = [one for one in menus(shown, "moderate") if one["type"] == USER_SELECT]
    return answer(await moderator.select(shown, [person], custom_id=menu["custom_id"]))


async def choose_act(
    moderator: simcord.MemberActor, shown: simcord.ResponseMessage, name: str
) -> simcord.InteractionResult:
    """Choose an act that the page offers: its form, or what follows."""
    custom_id = acts_offered(shown)[name]
    if custom_id.endswith(f" {name}"):
        return await moderator.click(shown, custom_id=custom_id)
    return await moderator.select(shown, [name], custom_id=custom_id)


async def propose(
    moderator: simcord.MemberActor,
    channel: simcord.ChannelHandle,
    act: str,
    /,
    *,
    reason: str = WHY,
    person: Any = None,
    table: int | None = None,
    league: str | None = None,
    home: Any = None,
    fill: bool = True,
    **filled: Any,
) -> simcord.InteractionResult:
    """From the page of a channel to an act with its form filled in: what is shown then. The person
    or the season's table is chosen on the way, as the season in which the act is possible. Without
    `fill` it ends at the form."""
    opened = await moderator.slash(channel, "moderate page")
    shown = answer(opened)
    if not raw(shown):  # a refusal
        return opened
    if league is not None:
        [value] = [
            option["value"]
            for one in menus(shown, "moderate")
            for option in one.get("options", [])
            if option["label"] == league
        ]
        shown = await go(moderator, shown, value)
    first = shown
    seasons = [
        option["value"]
        for one in menus(shown, "moderate")
        for option in one.get("options", [])
        if option["value"].startswith("s") and "." not in option["value"]
    ]
    for season in [None, *seasons]:
        shown = first if season is None else await go(moderator, first, season)
        if table is not None:
            if not _values(shown, f".t{table}"):
                break
            shown = await go(moderator, shown, f".t{table}")
        if person is not None:
            shown = await go_to_person(moderator, shown, person)
        if act in acts_offered(shown):
            break
        if person is not None or table is not None:
            first = await open_page(moderator, channel)
    old = None
    if act not in acts_offered(shown):
        chosen, old = await press_old(moderator, channel, f"{_word(first, person, table)} {act}")
    else:
        chosen = await choose_act(moderator, shown, act)
    if not fill:
        return chosen
    if home is not None:
        filled["channel"] = home
    done = await filled_in(moderator, chosen, reason=reason, **filled)
    if old is not None:
        await old.delete()
    return done


def _word(shown: simcord.ResponseMessage, person: Any, table: int | None) -> str:
    [menu] = [one for one in menus(shown, "moderate") if one["type"] == USER_SELECT]
    season = menu["custom_id"].rpartition(":")[2]
    if table is not None:
        return f"{season}.t{table}"
    return season if person is None else f"{season}.p{person.id}"


async def press_old(
    moderator: simcord.MemberActor, channel: simcord.ChannelHandle, word: str
) -> tuple[simcord.InteractionResult, discord.Message]:
    """Press the button of an act that was still possible when the page was shown; what follows, and
    the message with the button."""
    place = moderator._env.bot.get_partial_messageable(channel.id)
    old = await place.send(view=message(row([button("Press", "moddo", 0, word=word)])))
    return await moderator.click(channel.history()[-1], label="Press"), old


async def filled_in(
    moderator: simcord.MemberActor, chosen: simcord.InteractionResult, **filled: Any
) -> simcord.InteractionResult:
    """The form of an act filled in with what it asks for; `points` are split to the lines of the
    seats. What is shown then, or the same where there is no form."""
    if chosen.modal is None:
        return chosen
    lines = {
        part["component"]["custom_id"]: part["component"] for part in chosen.modal["components"]
    }
    asked = lines.keys()
    if "seat1" in asked and "points" in filled:
        for seat, points in enumerate(str(filled.pop("points")).split(), 1):
            filled[f"seat{seat}"] = points
    filled |= {name: "?" for name in asked if name[:-1] == "seat" and name not in filled}
    if "organisers" in asked:
        filled.setdefault("organisers", "daylight")
    return await moderator.submit_modal(
        chosen,
        {name: _typed(value, lines[name]) for name, value in filled.items() if name in asked},
    )


def _typed(value: Any, line: dict[str, Any]) -> Any:
    written = str(value) if isinstance(value, int) else value
    return written if isinstance(written, str) and line["type"] != SELECT else [written]


async def turns_offered(
    moderator: simcord.MemberActor, channel: simcord.ChannelHandle
) -> list[dict[str, Any]]:
    """The turns to which a game can be rewound, as its form offers them: labels and values."""
    form = await propose(moderator, channel, "rewind", fill=False)
    assert form.modal is not None
    [choice] = [
        part["component"]
        for part in form.modal["components"]
        if part["component"]["custom_id"] == "turn"
    ]
    return list(choice["options"])


async def name_moderators(room: Room, role: simcord.RoleHandle) -> None:
    """Make the members of a role the moderators."""
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)


async def acted(room: Room, moderator: simcord.MemberActor) -> None:
    """Let the bot know a moderator, by an entry in the audit log."""
    entry = AuditEntry(
        0, room.guild.id, None, room.bot.tables.now(), moderator.id, SET_UP, WHY,
        {"was": {}, "now": {}}, own_table=False,
    )  # fmt: skip
    await room.bot.store.write(moderation.add, entry)


async def founded_at(
    moderator: simcord.MemberActor,
    channel: simcord.ChannelHandle,
    name: str = "The long count",
    home: Any = None,
) -> simcord.InteractionResult:
    """The form of a new league sent from the page of the server: what is shown then."""
    page = await open_page(moderator, channel)
    if "found" not in acts_offered(page):
        page = await go(moderator, page, "g")
    form = await choose_act(moderator, page, "found")
    return await filled_in(moderator, form, name=name, channel=home or channel)


async def wizard_of(
    moderator: simcord.MemberActor, channel: simcord.ChannelHandle
) -> simcord.ResponseMessage:
    """The wizard of the next season, from the page of its league."""
    return answer(await propose(moderator, channel, "new"))


async def found(room: Room, moderator: simcord.MemberActor, name: str = "The long count") -> None:
    """A league in the room's channel."""
    said = await founded_at(moderator, room.channel, name)
    assert "lives in" in words(answer(said)), words(answer(said))


async def new_season(room: Room, moderator: simcord.MemberActor) -> None:
    """The next season with the settings the wizard offers."""
    wizard = await wizard_of(moderator, room.channel)
    await moderator.click(wizard, label="Create")


async def everybody_signs_up(room: Room, people: Sequence[simcord.MemberActor]) -> None:
    """By the button of the season's message, which is the channel's last one; the fourth of them
    signs off again, and comes back."""
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in people:
        await person.click(posted, label="Sign up")
    await people[3].click(posted, label="Cancel sign-up")
    await people[3].click(posted, label="Sign up")


async def page_with(actor: Any, shown: simcord.ResponseMessage, field: str) -> Any:
    """The page of the wizard with the menu of a field: this one or the other."""
    if any(part.get("custom_id", "").endswith(f".{field}") for part in raw(shown)):
        return shown
    [other] = {"More settings", "Usual settings"} & set(labels(shown))
    return answer(await actor.click(shown, label=other))


async def choose(
    actor: simcord.MemberActor, shown: simcord.ResponseMessage, field: str, *values: str
) -> simcord.ResponseMessage:
    """Choose in the menu of a field of the wizard, on this page or the other; the page then."""
    shown = await page_with(actor, shown, field)
    menu = next(
        c["custom_id"]
        for c in raw(shown)
        if c["type"] == SELECT and c["custom_id"].endswith(f".{field}")
    )
    return answer(await actor.select(shown, list(values), custom_id=menu))


async def do(
    room: Room,
    moderator: simcord.MemberActor,
    act: str,
    why: str | None = WHY,
    **options: Any,
) -> str:
    """An act on the moderators' page and its red button; returns the answer."""
    shown = answer(await propose(moderator, room.channel, act, reason=why or WHY, **options))
    return words(answer(await moderator.click(shown, label="Confirm")))


async def press_it(
    moderator: simcord.MemberActor, shown: simcord.ResponseMessage, why: str | None = WHY
) -> str:
    """The red button of a preview, and the reason, if it was not given; returns the answer."""
    pressed = await moderator.click(shown, label="Confirm")
    if why is None or pressed.modal is None:
        return words(answer(pressed))
    return words(answer(await moderator.submit_modal(pressed, {"reason": why})))


async def set_up(
    manager: simcord.MemberActor, channel: simcord.ChannelHandle, **chosen: Any
) -> simcord.ResponseMessage:
    """Choose the `role` of the moderators (None for none), or the `place` where they are called, on
    the page of who moderates; what it shows then."""
    shown = answer(await manager.slash(channel, "moderate setup"))
    for name, value in chosen.items():
        kind = ROLE_SELECT if name == "role" else CHANNEL_SELECT
        [menu] = [one["custom_id"] for one in raw(shown) if one["type"] == kind]
        values = [] if value is None else [value]
        shown = answer(await manager.select(shown, values, custom_id=menu))
    return shown
