"""What a moderator does, for tests: on the moderators' page, where acts are chosen and their
forms filled in."""

from collections.abc import Sequence
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage, RoleHandle

from bot.tables import ServerSettings
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import CHANNEL_SELECT, ROLE_SELECT, SELECT, USER_SELECT

WHY = "They asked for it."


def menus(shown: ResponseMessage, verb: str) -> list[dict[str, Any]]:
    """The menus of a page whose choices have this verb."""
    kinds = (SELECT, USER_SELECT)
    found = [one for one in raw(shown) if one.get("type") in kinds]
    return [one for one in found if one["custom_id"].startswith(f"tz:{verb}:")]


def acts_offered(shown: ResponseMessage) -> dict[str, str]:
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


async def open_page(moderator: MemberActor, channel: ChannelHandle) -> ResponseMessage:
    """The page of a channel."""
    return answer(await moderator.slash(channel, "moderate page"))


def places_offered(shown: ResponseMessage) -> list[tuple[str, dict[str, str]]]:
    """The tables, seasons, leagues and people that the menus of a page lead to: the custom id of
    the menu and the option."""
    return [
        (one["custom_id"], option)
        for one in menus(shown, "moderate")
        for option in one.get("options", [])
    ]


async def go(moderator: MemberActor, shown: ResponseMessage, value: str) -> ResponseMessage:
    """Choose a table, season or league in a menu of the page; the page then."""
    menu, chosen = next(one for one in places_offered(shown) if one[1]["value"].endswith(value))
    return answer(await moderator.select(shown, [chosen["value"]], custom_id=menu))


def _menu_of_people(shown: ResponseMessage) -> str:
    [menu] = [one for one in menus(shown, "moderate") if one["type"] == USER_SELECT]
    return str(menu["custom_id"])


async def go_to_person(
    moderator: MemberActor, shown: ResponseMessage, person: Any
) -> ResponseMessage:
    """Choose a person; the page then."""
    return answer(await moderator.select(shown, [person], custom_id=_menu_of_people(shown)))


async def choose_act(
    moderator: MemberActor, shown: ResponseMessage, name: str
) -> InteractionResult:
    """Choose an act that the page offers: its form, or what follows."""
    custom_id = acts_offered(shown)[name]
    if custom_id.endswith(f" {name}"):
        return await moderator.click(shown, custom_id=custom_id)
    return await moderator.select(shown, [name], custom_id=custom_id)


async def propose(
    moderator: MemberActor,
    channel: ChannelHandle,
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
) -> InteractionResult:
    """From the page of a channel to an act with its form filled in: what is shown then. The person
    or the season's table is chosen on the way, as the season in which the act is possible. Without
    `fill` it ends at the form."""
    opened = await moderator.slash(channel, "moderate page")
    shown = answer(opened)
    if not raw(shown):  # a refusal
        return opened
    if league is not None:
        [place] = [option for _, option in places_offered(shown) if option["label"] == league]
        shown = await go(moderator, shown, place["value"])
    first, offered = shown, [option["value"] for _, option in places_offered(shown)]
    seasons = [value for value in offered if value.startswith("s") and "." not in value]
    for season in [None, *seasons]:
        shown = first if season is None else await go(moderator, first, season)
        if table is not None:
            if not any(one["value"].endswith(f".t{table}") for _, one in places_offered(shown)):
                break
            shown = await go(moderator, shown, f".t{table}")
        if person is not None:
            shown = await go_to_person(moderator, shown, person)
        if act in acts_offered(shown):
            break
        if person is not None or table is not None:
            first = await open_page(moderator, channel)
    possible = act in acts_offered(shown)
    if possible:
        chosen = await choose_act(moderator, shown, act)
    else:
        chosen = await press_old(moderator, channel, f"{_word(first, person, table)} {act}")
        old = channel.history()[-1]
    if not fill:
        return chosen
    if home is not None:
        filled["channel"] = home
    done = await filled_in(moderator, chosen, reason=reason, **filled)
    if not possible:
        await old.delete()
    return done


def _word(shown: ResponseMessage, person: Any, table: int | None) -> str:
    season = _menu_of_people(shown).rpartition(":")[2]
    if table is not None:
        return f"{season}.t{table}"
    return season if person is None else f"{season}.p{person.id}"


async def press_old(
    actor: MemberActor, channel: ChannelHandle, word: str, verb: str = "moddo", number: int = 0
) -> InteractionResult:
    """Press a button of moderators as an old message may still show it, usually of an act that was
    possible when the page was shown; what follows. The message is still there."""
    place = actor._env.bot.get_partial_messageable(channel.id)
    await place.send(view=message(row([button("Press", verb, number, word=word)])))
    return await actor.click(channel.history()[-1], label="Press")


async def filled_in(
    moderator: MemberActor, chosen: InteractionResult, **filled: Any
) -> InteractionResult:
    """The form of an act filled in with what it asks for (None is left empty); `points` are split
    to the lines of the seats. What is shown then, or the same where there is no form."""
    if chosen.modal is None:
        return chosen
    parts = [part["component"] for part in chosen.modal["components"]]
    lines = {part["custom_id"]: part for part in parts}
    asked = lines.keys()
    if "seat1" in asked and "points" in filled:
        for seat, points in enumerate(str(filled.pop("points")).split(), 1):
            filled[f"seat{seat}"] = points
    filled |= {name: "?" for name in asked if name[:-1] == "seat" and name not in filled}
    if "organisers" in asked:
        filled.setdefault("organisers", "daylight")
    given = {name: value for name, value in filled.items() if name in asked and value is not None}
    typed = {name: _typed(value, lines[name]) for name, value in given.items()}
    return await moderator.submit_modal(chosen, typed)


def _typed(value: Any, line: dict[str, Any]) -> Any:
    written = str(value) if isinstance(value, int) else value
    return written if isinstance(written, str) and line["type"] != SELECT else [written]


async def turns_offered(moderator: MemberActor, channel: ChannelHandle) -> list[dict[str, Any]]:
    """The turns to which a game can be rewound, as its form offers them: labels and values."""
    form = await propose(moderator, channel, "rewind", fill=False)
    parts = {one["component"]["custom_id"]: one["component"] for one in form.modal["components"]}
    return list(parts["turn"]["options"])


async def name_moderators(room: Room, role: RoleHandle) -> None:
    """Make the members of a role the moderators."""
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)


async def founded_at(
    moderator: MemberActor,
    channel: ChannelHandle,
    name: str = "The long count",
    home: Any = None,
) -> InteractionResult:
    """The form of a new league sent from the page of the server: what is shown then."""
    page = await open_page(moderator, channel)
    if "found" not in acts_offered(page):
        page = await go(moderator, page, "g")
    form = await choose_act(moderator, page, "found")
    return await filled_in(moderator, form, name=name, channel=home or channel)


async def wizard_of(moderator: MemberActor, channel: ChannelHandle) -> ResponseMessage:
    """The wizard of the next season, from the page of its league."""
    return answer(await propose(moderator, channel, "new"))


async def found(room: Room, moderator: MemberActor, name: str = "The long count") -> None:
    """A league in the room's channel."""
    said = await founded_at(moderator, room.channel, name)
    assert "lives in" in words(answer(said)), words(answer(said))


async def new_season(room: Room, moderator: MemberActor) -> None:
    """The next season with the settings the wizard offers."""
    wizard = await wizard_of(moderator, room.channel)
    await moderator.click(wizard, label="Create")


async def everybody_signs_up(room: Room, people: Sequence[MemberActor]) -> None:
    """By the button of the season's message, which is the channel's last one; the fourth of them
    signs off again, and comes back."""
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in people:
        await person.click(posted, label="Sign up")
    await people[3].click(posted, label="Cancel sign-up")
    await people[3].click(posted, label="Sign up")


async def page_with(actor: Any, shown: ResponseMessage, field: str) -> Any:
    """The page of the wizard with the menu of a field: this one or the other."""
    if any(part.get("custom_id", "").endswith(f".{field}") for part in raw(shown)):
        return shown
    [other] = {"More settings", "Usual settings"} & set(labels(shown))
    return answer(await actor.click(shown, label=other))


async def choose(actor: Any, shown: ResponseMessage, field: str, *values: str) -> ResponseMessage:
    """Choose in the menu of a field of the wizard, on this page or the other; the page then."""
    shown = await page_with(actor, shown, field)
    ids = (part["custom_id"] for part in raw(shown) if part["type"] == SELECT)
    menu = next(one for one in ids if one.endswith(f".{field}"))
    return answer(await actor.select(shown, list(values), custom_id=menu))


async def do(
    room: Room,
    moderator: MemberActor,
    act: str,
    why: str | None = WHY,
    **options: Any,
) -> str:
    """An act on the moderators' page and its red button; returns the answer."""
    shown = answer(await propose(moderator, room.channel, act, reason=why or WHY, **options))
    return words(answer(await moderator.click(shown, label="Confirm")))


async def press_it(moderator: MemberActor, shown: ResponseMessage, why: str | None = WHY) -> str:
    """The red button of a preview, and the reason, if it was not given; returns the answer."""
    pressed = await moderator.click(shown, label="Confirm")
    if why is None or pressed.modal is None:
        return words(answer(pressed))
    return words(answer(await moderator.submit_modal(pressed, {"reason": why})))


def manager(room: Room) -> MemberActor:
    """Somebody who manages the server."""
    managing = room.guild.create_role("owner", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("olga"), roles=[managing])


async def set_up(manager: MemberActor, channel: ChannelHandle, **chosen: Any) -> ResponseMessage:
    """Choose the `role` or roles of the moderators (None for none), or the `place` where they are
    called, on the page of who moderates; what it shows then."""
    shown = answer(await manager.slash(channel, "moderate setup"))
    for name, value in chosen.items():
        kind = ROLE_SELECT if name == "role" else CHANNEL_SELECT
        [menu] = [one["custom_id"] for one in raw(shown) if one["type"] == kind]
        values = value if isinstance(value, list) else [] if value is None else [value]
        shown = answer(await manager.select(shown, values, custom_id=menu))
    return shown
