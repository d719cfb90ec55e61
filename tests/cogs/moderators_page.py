"""What a moderator does on the moderators' page, for tests: open it, choose, fill in the form."""

from typing import Any

import discord
import simcord

from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from tests.cogs.driver import answer, labels, raw
from tests.cogs.limits import SELECT

WHY = "They asked for it."
USER_SELECT = 5


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
            found |= {option["value"]: custom_id for option in one["options"]}
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
        for option in one["options"]
        if option["value"].endswith(end)
    ]


async def go_to_person(
    moderator: simcord.MemberActor, shown: simcord.ResponseMessage, person: Any
) -> simcord.ResponseMessage:
    """Choose a person; the page then."""
    [menu] = [one for one in menus(shown, "modperson") if one["type"] == USER_SELECT]
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
            for option in one["options"]
            if option["label"] == league
        ]
        shown = await go(moderator, shown, value)
    first = shown
    seasons = [
        option["value"]
        for one in menus(shown, "moderate")
        for option in one["options"]
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
    [menu] = [one for one in menus(shown, "modperson") if one["type"] == USER_SELECT]
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


async def requests(
    moderator: simcord.MemberActor, channel: simcord.ChannelHandle
) -> simcord.InteractionResult:
    """What the page of a channel shows of the requests that wait for a second moderator; the page
    itself, if none does."""
    shown = await moderator.slash(channel, "moderate page")
    if "Requests" not in labels(answer(shown)):
        return shown
    return await moderator.click(answer(shown), label="Requests")
