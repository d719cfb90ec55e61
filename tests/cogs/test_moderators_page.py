"""The moderators' page: who sees it, and what it offers; and how much a whole season asks of
somebody who knows no command but the first: commands, presses, choices and sent forms, from
founding the league to the next season, with a time-out, a correction and a withdrawal between."""

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord import InteractionResult, MemberActor, ResponseMessage, RoleHandle

from bot.leagues import games, season_lifecycle
from bot.leagues import people as taking_part
from bot.leagues.people import give_up, list_substitute
from bot.leagues.settings import SeasonSettings, settings_to_json
from bot.model.league import Ban
from bot.seasons.events import Rules, Stage
from bot.store import leagues as stored
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, with_id, words
from tests.cogs.limits import BUTTON, CHANNEL_SELECT, ROLE_SELECT, SELECT
from tests.cogs.moderators_page import (
    acts_offered,
    choose_act,
    do,
    filled_in,
    found,
    founded_at,
    go,
    go_to_person,
    name_moderators,
    open_page,
    page_with,
    propose,
    set_up,
    wizard_of,
)
from tests.cogs.seasons import (
    PAIRS,
    SEASON,
    drawn,
    drawn_season,
    look,
    looked_up,
    members,
    play_out,
    playing,
    season_of,
    settled,
    texts,
    thread_of,
    threads,
)
from tests.cogs.test_substitutes import called
from tests.leagues.played import some_result

GOAL_OF_EIGHTEEN = 30
PLAYERS, SEATS, DIVISION = 18, 3, 6


@dataclass
class Counted:
    """A moderator whose commands, presses, choices and sent forms are counted."""

    actor: MemberActor
    done: Counter[str] = field(default_factory=Counter)

    async def slash(self, *args: Any, **options: Any) -> Any:
        """A command."""
        self.done["command"] += 1
        return await self.actor.slash(*args, **options)

    async def click(self, *args: Any, **which: Any) -> Any:
        """A press."""
        self.done["press"] += 1
        return await self.actor.click(*args, **which)

    async def select(self, *args: Any, **which: Any) -> Any:
        """A choice."""
        self.done["choice"] += 1
        return await self.actor.select(*args, **which)

    async def submit_modal(self, *args: Any) -> Any:
        """A sent form."""
        self.done["form"] += 1
        return await self.actor.submit_modal(*args)


async def choose(actor: Counted, page: ResponseMessage, field_: str, value: str) -> Any:
    """Choose in the menu of a field; the page then."""
    page = await page_with(actor, page, field_)
    menu = next(
        c["custom_id"]
        for c in raw(page)
        if c["type"] == SELECT and c["custom_id"].endswith(f".{field_}")
    )
    return answer(await actor.select(page, [value], custom_id=menu))


async def sign_up(room: Room, people: list[MemberActor]) -> None:
    """They press the button of the newest message."""
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in people:
        await person.click(posted, label="Sign up")


async def test_a_whole_season_of_one_moderator(room: Room, role: RoleHandle) -> None:
    people = members(room, PLAYERS)
    maya, noah = (
        Counted(room.guild.add_member(room.env.create_user(name), roles=[role]))
        for name in ("maya", "noah")
    )
    eve, finn = (room.guild.add_member(room.env.create_user(name)) for name in ("eve", "finn"))
    await name_moderators(room, role)

    # Founded and prepared, with other settings than those offered.
    page = answer(await founded_at(maya, room.channel, "The long count", room.channel))
    page = await choose(maya, page, "seats", str(SEATS))
    page = await choose(maya, page, "games", "1")
    page = await choose(maya, page, "size", str(DIVISION))
    page = await choose(maya, page, "moves", "1.1")
    page = await choose(maya, page, "out", "moderator")
    form = await maya.click(page, label="Name and dates")
    dates = {"until": "2026-03-08", "starts": "2026-03-09", "ends": "2026-05-31"}
    page = answer(await maya.submit_modal(form, {"name": "Season 1", **dates}))
    await maya.click(page, label="Create")
    await sign_up(room, people)

    # Drawn by its date; all tables open as soon as their players are free.
    await look(room, days=8)
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert [len(drawn.entries) for drawn in season.state.divisions] == [DIVISION] * 3
    assert threads(room)

    happened: Counter[str] = Counter()
    leaving = season.state.divisions[1].entries[2]
    while tables := await playing(room, season):
        for number, table in tables.items():
            if not happened["time-out"]:
                happened["time-out"] += 1
                await replace_who_is_late(room, maya, noah, finn)
            await play_out(room, table.id)
            if not happened["correction"]:
                happened["correction"] += 1
                shown = answer(
                    await propose(maya, room.channel, "result",
                        table=number, points="60 50 40", reason="Points were read off wrongly.",
                    )
                )  # fmt: skip
                said = words(answer(await maya.click(shown, label="Confirm")))
                assert "audit log entry" in said
            if not happened["withdrawal"] and len(season.state.results) > 2:
                happened["withdrawal"] += 1
                gone = with_id(people, leaving)
                asked = await looked_up(gone, room.channel, "leaving")
                await gone.click(asked, label="Leave the season")
                shown = answer(
                    await propose(maya, room.channel, "substitute",
                        person=gone, by=eve, reason="Eve plays on for them.",
                    )
                )  # fmt: skip
                said = words(answer(await maya.click(shown, label="Confirm")))
                assert "audit log entry" in said
            season = await room.bot.leagues.read(1)
    assert len(happened) == 3 and len(season.state.results) == PLAYERS // SEATS
    assert season.state.holder(leaving) == eve.id

    # Closed by its date; the next one is opened as this one was, and drawn by hand.
    await look(room, days=90)
    await settled(room)
    assert any("🏆 Champion" in told for told in texts(room.channel))
    page = await wizard_of(maya, room.channel)
    assert "Sign-up until <t:" not in words(page), "its dates are its own"
    await maya.click(page, label="Create")
    await sign_up(room, people)
    presses = sum(maya.done.values())
    shown = answer(await propose(maya, room.channel, "draw"))
    await maya.click(shown, label="Confirm")
    await settled(room)
    following = await room.bot.leagues.read(2)
    assert following.state.phase == "running" and await playing(room, following)
    assert room.env.errors == []

    print(f"\nacts and presses of one moderator: {presses} {dict(maya.done)}; "
          f"of a second one: {sum(noah.done.values())}")  # fmt: skip
    assert presses <= GOAL_OF_EIGHTEEN, maya.done


async def replace_who_is_late(room: Room, maya: Counted, noah: Counted, by: MemberActor) -> None:
    """Time is over at a table; whom the moderators are called for is replaced."""
    await room.later(days=6)
    await settled(room)
    call = called(room.channel)[0]
    form = await maya.click(call, label="Replace")
    assert form.modal is not None
    late = form.modal["components"][0]["component"]["options"][0]["value"]
    shown = answer(await filled_in(maya, form, seat=late, by=by, reason="Gone."))
    said = words(answer(await maya.click(shown, label="Confirm")))
    assert "audit log entry" in said


GOAL_OF_EIGHT = 10
MODERATORS_TYPE, PLAYERS_TYPE = 3, 8
"""The most commands of moderators (/moderate), and of players of leagues."""


def manager(room: Room) -> MemberActor:
    """Somebody who manages the server."""
    managing = room.guild.create_role("owner", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("sofia"), roles=[managing])


@pytest.mark.first
async def test_a_season_of_eight_from_founding_to_close(room: Room, role: RoleHandle) -> None:
    await name_moderators(room, role)
    people = members(room, 8)
    maya = Counted(room.guild.add_member(room.env.create_user("maya"), roles=[role]))
    page = answer(await maya.slash(room.channel, "league show"))
    assert "A league is a series of seasons" in words(page)
    form = await choose_act(maya, page, "found")
    wizard = await filled_in(maya, form, name="The long count", channel=room.channel)
    await maya.click(answer(wizard), label="Create")
    posted = room.channel.last_message
    assert posted is not None and {"Sign up", "Moderate"} <= set(labels(posted))
    for person in people:
        await person.click(posted, label="Sign up")
    page = answer(await maya.click(posted, label="Moderate"))
    shown = answer(await maya.click(page, label="Draw the season"))
    await maya.click(shown, label="Confirm")
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert season.state.phase == "running" and len(season.state.division_of) == 8
    while tables := await playing(room, season):
        for table in tables.values():
            await play_out(room, table.id)
        season = await room.bot.leagues.read(1)
    page = answer(await maya.click(posted, label="Moderate"))
    shown = answer(await maya.click(page, label="Close the season"))
    assert "First place" in words(shown)
    await maya.click(shown, label="Confirm")
    assert (await room.bot.leagues.read(1)).state.phase == "finished"
    presses = sum(maya.done.values())
    print(f"\nfounding to close of 8 players: {presses} {dict(maya.done)}")
    assert presses <= GOAL_OF_EIGHT, maya.done


async def test_who_is_no_moderator_is_refused(room: Room, role: RoleHandle) -> None:
    await name_moderators(room, role)
    said = answer(await room.people[0].slash(room.channel, "moderate page"))
    assert said.ephemeral and "Only the moderators" in words(said)


async def test_only_what_is_possible_is_offered(room: Room, maya: MemberActor) -> None:
    assert set(acts_offered(await open_page(maya, room.channel))) == {"found"}


def test_few_commands_are_typed(room: Room) -> None:
    """What is typed seldom is on the page, or behind a button."""
    groups = {one.name: one for one in room.bot.tree.get_commands()}
    count = {
        name: len(group.commands)
        for name, group in groups.items()
        if isinstance(group, app_commands.Group)
    }
    assert count["moderate"] <= MODERATORS_TYPE
    assert count["league"] <= PLAYERS_TYPE


async def test_a_free_seat_is_one_press_away(room: Room, maya: MemberActor) -> None:
    season = await drawn_season(room, room.people)
    assert "seat" not in words(await open_page(maya, room.channel))
    await give_up(room.bot.leagues, season.id, room.people[0].id)
    shown = await open_page(maya, room.channel)
    assert "1 seat is free." in words(shown)
    shown = answer(await maya.click(shown, label="ana's seat"))
    assert "### **ana**" in words(shown) and "substitute" in acts_offered(shown)


async def test_who_left_the_server_is_found_at_the_table(room: Room, maya: MemberActor) -> None:
    """No menu of Discord has people who are gone, but the page of their table has."""
    await drawn_season(room, room.people)
    ana = room.people[0]
    room.env.backend.remove_member(room.guild.id, ana.id)
    await settled(room)
    shown = await go(maya, await open_page(maya, room.channel), ".t1")
    shown = await go(maya, shown, f".p{ana.id}")
    assert "Division 1" in words(shown) and "withdraw" in acts_offered(shown)


async def test_what_stalls_and_the_form_of_the_dates(room: Room, maya: MemberActor) -> None:
    rules = Rules(seats=2, stages=(Stage(games=1),))
    season = await season_of(room, rules, people=2, appeal_days=2)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=maya.id)
    await look(room, days=1)
    assert "1 table has had no turn" not in words(await open_page(maya, room.channel))
    await look(room, days=4)
    assert "1 table has had no turn for two days." in words(await open_page(maya, room.channel))
    for table in (await playing(room, await room.bot.leagues.read(season.id))).values():
        await play_out(room, table.id)
    wizard = answer(await choose_act(maya, await open_page(maya, room.channel), "settings"))
    form = await maya.click(wizard, label="Dates")
    wizard = answer(await maya.submit_modal(form, {"ends": "2031-01-31"}))
    assert "End: <t:" in words(wizard)
    wizard = answer(await maya.click(wizard, label="Save changes"))
    assert "I will close the season" in words(answer(await maya.click(wizard, label="Back")))


async def test_who_moderates_is_set_up_from_the_page(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """By who manages the server, a moderator or not; no moderator sees a button for it."""
    council, owner = room.guild.create_role("council"), manager(room)
    page = await open_page(owner, room.channel)
    shown = answer(await owner.click(page, label="Who moderates"))
    for chosen in ([role], [role, council]):
        [menu] = [one["custom_id"] for one in raw(shown) if one["type"] == ROLE_SELECT]
        shown = answer(await owner.select(shown, chosen, custom_id=menu))
    assert f"Moderators: <@&{role.id}> and <@&{council.id}>" in words(shown)
    [menu] = [one["custom_id"] for one in raw(shown) if one["type"] == CHANNEL_SELECT]
    shown = answer(await owner.select(shown, [room.channel], custom_id=menu))
    assert f"notified in <#{room.channel.id}>" in words(shown)
    server = await room.bot.tables.server_settings(room.guild.id)
    assert server.moderators_channel == room.channel.id
    assert "Who moderates" not in labels(await open_page(maya, room.channel))
    assert labels(await open_page(owner, room.channel)) == ["Who moderates"]
    place = room.bot.get_partial_messageable(room.channel.id)
    await place.send(view=message(row([button("Press", "modsetup", 0, word="role")])))
    refused = answer(await maya.click(room.channel.history()[-1], label="Press"))
    assert "Only people who can manage this server" in words(refused)


async def test_a_tables_first_message_and_calls_lead_to_the_page(
    room: Room, maya: MemberActor
) -> None:
    called = room.guild.create_text_channel("moderators")
    await set_up(manager(room), room.channel, place=called)
    rules = Rules(seats=2, stages=(Stage(games=1),))
    season = await season_of(room, rules, people=2, appeal_days=0)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=maya.id)
    await look(room)
    [table] = (await playing(room, season)).values()
    first = thread_of(room, table).history()[0]
    refused = answer(await room.people[0].click(first, label="Moderate"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    page = answer(await maya.click(first, label="Moderate"))
    assert page.ephemeral and words(page).startswith(f"### Table 1 · {SEASON}")
    await play_out(room, table.id)
    await look(room)  # the season can be closed
    page = answer(await maya.click(called.history()[-1], label="Moderate"))
    assert words(page).startswith("### Moderate") and "close" in acts_offered(page)


async def test_the_page_of_a_table_says_how_it_goes(room: Room, maya: MemberActor) -> None:
    season = await season_of(room, Rules(seats=2, stages=(Stage(games=1),)), people=2)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=maya.id)
    await look(room)
    [table] = (await playing(room, season)).values()
    first = thread_of(room, table).history()[0]
    said = words(answer(await maya.click(first, label="Moderate")))
    assert "in play · last turn <t:" in said and said.count("It is **") == 2
    await play_out(room, table.id)
    said = words(answer(await maya.click(first, label="Moderate")))
    assert "1. **" in said and " · 2. **" in said and "It is " not in said


async def test_the_page_of_a_person_says_where(room: Room, maya: MemberActor) -> None:
    season = await drawn_season(room, room.people[:4])
    ana, eve = room.people[0], room.guild.add_member(room.env.create_user("eve"))
    await list_substitute(room.bot.leagues, season.id, eve.id, on=True, roles=())
    await give_up(room.bot.leagues, season.id, ana.id)
    page = await open_page(maya, room.channel)
    shown = await go_to_person(maya, page, ana)
    assert "Division 1 · has left the season\nopen tables: Table 1" in words(shown)
    assert "substitute" in acts_offered(shown)
    shown = await go_to_person(maya, await open_page(maya, room.channel), eve)
    assert "On the list of substitutes" in words(shown)


# --- what comes next -----------------------------------------------------------------------------

GREEN = 3
"""Discord's number for the style of a green button."""


def next_on(shown: ResponseMessage, line: str, button: str | None) -> str:
    """Hold that a page says this comes next, once, with this one green button, or none; the custom
    id of the button."""
    said = [one for one in words(shown).splitlines() if "Next: " in one]
    assert len(said) == 1 and line in said[0], said
    green = [one for one in raw(shown) if one.get("type") == BUTTON and one.get("style") == GREEN]
    assert [one["label"] for one in green] == ([button] if button else []), said
    return green[0]["custom_id"] if green else ""


async def goes_on(
    moderator: MemberActor, shown: ResponseMessage, line: str, button: str
) -> InteractionResult:
    """The same, and what follows when the button is pressed."""
    return await moderator.click(shown, custom_id=next_on(shown, line, button))


async def changed_to(room: Room, settings: SeasonSettings) -> None:
    """The first season has these settings from now on."""
    made = (await room.bot.leagues.read(1)).made
    await room.bot.store.write(stored.set_season, 1, settings_to_json(settings), made)


async def test_the_page_says_what_comes_next_in_every_state(room: Room, maya: MemberActor) -> None:
    leagues, channel, ana = room.bot.leagues, room.channel, room.people[0]

    async def page(word: str = "") -> ResponseMessage:
        shown = await open_page(maya, channel)
        return await go(maya, shown, word) if word else shown

    # a server, a league
    shown = await page()
    assert "A league is a series of seasons" in words(shown)
    form = await goes_on(maya, shown, "create the first league", "Create a league")
    await filled_in(maya, form, name="The long count", channel=channel, organisers="leave")
    assert (await leagues.league(1)).organisers == "leave"
    await goes_on(maya, await page("g"), "go on with The long count", "Go to the next step")
    first = await goes_on(maya, await page(), "prepare the first season", "Prepare the next season")
    await maya.click(answer(first), label="Create")

    # a season with too few, with enough, with a date
    next_on(await page(), "until 2 more players have signed up", None)
    await taking_part.sign_up(leagues, 1, ana.id)
    next_on(await page(), "until 1 more player has signed up", None)
    for person in room.people[1:]:
        await taking_part.sign_up(leagues, 1, person.id)
    settings = (await leagues.read(1)).settings
    soon, later = (leagues.now() + timedelta(days=n) for n in (1, 2))
    for dates, line in (
        ({"sign_up_until": soon}, "I will draw the season <t:"),
        ({"starts": later, "ends": None}, "draw the season once everybody"),
    ):
        await changed_to(room, replace(settings, **dates))
        shown = await page()
        next_on(shown, line, "Draw the season")
    draw = await goes_on(maya, shown, "draw the season", "Draw the season")
    await maya.click(answer(draw), label="Confirm")

    # drawn, begun, with a dispute, over
    next_on(await page(), "I will open the first tables <t:", None)
    await changed_to(room, settings)
    await look(room)
    next_on(await page(), "wait for 4 more results", None)
    while tables := await playing(room, await leagues.read(1)):
        for table in tables.values():
            await play_out(room, table.id)
    await taking_part.dispute(leagues, 1, ana.id, 1, "Look, please.")
    next_on(await page(), "decide the disputes below", None)
    assert "audit log entry" in await do(room, maya, "result", table=1, points="40 50 60 70")
    shown = await page()
    next_on(shown, "close the season; all tables are over", "Close the season")
    await changed_to(room, replace(settings, ends=later))
    shown = await page()
    closing = await goes_on(maya, shown, "I will close the season <t:", "Close the season")

    # the next one, while the first is played, and after it
    wizard = answer(await propose(maya, channel, "new"))
    await maya.click(wizard, label="Create")
    await goes_on(
        maya, await page("s2"), "close The long count 1, then draw", "Go to the next step"
    )
    await maya.click(answer(closing), label="Confirm")
    await goes_on(maya, await page("s1"), "go on with The long count 2", "Go to the next step")
    await do(room, maya, "new-back")
    following = await goes_on(
        maya, await page(), "prepare the next season", "Prepare the next season"
    )
    assert "Create" in labels(answer(following))
    next_on(await page("s2"), "prepare the next season", "Prepare the next season")
    await found(room, maya, "Another")
    next_on(await page(), "choose a league from the menu", None)


@pytest.mark.parametrize(
    "stages",
    [(Stage("swiss", 3),), (*PAIRS.stages, Stage("final", 1, who="top", players=2))],
)
async def test_the_page_says_that_a_round_or_the_final_comes_next(
    room: Room, stages: tuple[Stage, ...], maya: MemberActor
) -> None:
    season = await drawn(room, replace(PAIRS, stages=stages))
    for table in await games.schedule(room.bot.leagues, season.id):
        result = some_result(season.state, table, random.Random(7))
        await games.count(room.bot.leagues, season.id, result)
    next_on(await open_page(maya, room.channel), "I will draw what comes next", None)
    await look(room)
    next_on(await open_page(maya, room.channel), "wait for", None)


@pytest.mark.parametrize(
    "word",
    ["season-round.0.2", "season-more-days.1.7.0", "season-ban.801.7.0", "season-ban.801.1.0"],
)
@pytest.mark.parametrize("verb", ["act", "actask"])
async def test_a_button_of_an_act_that_is_gone_or_had_other_parts_changes_nothing(
    room: Room, maya: MemberActor, verb: str, word: str
) -> None:
    """A ban had days once: one of a day is not read as the end of a ban."""
    season = await drawn(room)
    ban = Ban(season.league_id, 801, None, "left three tables", room.wait())
    await room.bot.store.write(stored.ban, ban)
    place = room.bot.get_partial_messageable(room.channel.id)
    await place.send(view=message(row([button("Old", verb, 0, "", f"{season.id}.{word}")])))
    said = answer(await maya.click(room.channel.history()[-1], label="Old"))
    assert said.ephemeral and "That button is out of date" in words(said)
    assert "/league show" in words(said)
    assert await room.bot.store.read(stored.bans_of, season.league_id) == [ban]
