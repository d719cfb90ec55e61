"""The moderators' page: who sees it, and what it offers; and how much a whole season asks of
somebody who knows no command but the first: commands, presses, choices and sent forms, from
founding the league to the next season, with a time-out, a correction and a withdrawal between."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands

from bot.leagues import season_lifecycle
from bot.leagues.people import give_up, list_substitute
from bot.seasons.events import Rules
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, select_id, with_id, words
from tests.cogs.limits import CHANNEL_SELECT, ROLE_SELECT, SELECT
from tests.cogs.moderators_page import (
    acts_offered,
    choose_act,
    filled_in,
    go_to_person,
    name_moderators,
    open_page,
    propose,
)
from tests.cogs.seasons import (
    SEASON,
    drawn_season,
    look,
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

GOAL_OF_EIGHTEEN = 27
PLAYERS, SEATS, DIVISION = 18, 3, 6


@dataclass
class Counted:
    """A moderator whose commands, presses, choices and sent forms are counted."""

    actor: simcord.MemberActor
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


async def choose(actor: Counted, page: simcord.ResponseMessage, field_: str, value: str) -> Any:
    """Choose in the menu of a field; the page then."""
    menu = next(
        c["custom_id"]
        for c in raw(page)
        if c["type"] == SELECT and c["custom_id"].endswith(f".{field_}")
    )
    return answer(await actor.select(page, [value], custom_id=menu))


async def sign_up(room: Room, people: list[simcord.MemberActor]) -> None:
    """They press the button of the newest message."""
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in people:
        await person.click(posted, label="Sign up")


async def test_a_whole_season_of_one_moderator(room: Room, role: simcord.RoleHandle) -> None:
    people = members(room, PLAYERS)
    maya, noah = (
        Counted(room.guild.add_member(room.env.create_user(name), roles=[role]))
        for name in ("maya", "noah")
    )
    eve, finn = (room.guild.add_member(room.env.create_user(name)) for name in ("eve", "finn"))
    await name_moderators(room, role)

    # Founded and prepared, with other settings than those offered.
    page = answer(
        await maya.slash(room.channel, "season found", name="The long count", channel=room.channel)
    )
    page = answer(await maya.click(page, label="Tables"))
    page = await choose(maya, page, "seats", str(SEATS))
    page = await choose(maya, page, "games", "1")
    page = await choose(maya, page, "size", str(DIVISION))
    page = answer(await maya.click(page, label="Points"))
    page = await choose(maya, page, "moves", "1.1")
    page = answer(await maya.click(page, label="Game and clock"))
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
                    await propose(maya, room.channel, "correct",
                        table=number, points="60 50 40", reason="Points were read off wrongly.",
                    )
                )  # fmt: skip
                said = words(answer(await maya.click(shown, label="Confirm")))
                assert "audit log entry" in said
            if not happened["withdrawal"] and len(season.state.results) > 2:
                happened["withdrawal"] += 1
                gone = with_id(people, leaving)
                asked = answer(await gone.slash(room.channel, "league leave"))
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

    # Closed by its date; the next one is opened as this one was, and drawn by its date.
    await look(room, days=90)
    await settled(room)
    assert any("🏆 Champion" in told for told in texts(room.channel))
    page = answer(await maya.slash(room.channel, "season new"))
    assert "Sign-up until <t:" in words(page) and "End: <t:" in words(page)
    await maya.click(page, label="Create")
    await sign_up(room, people)
    await look(room, days=14)
    await settled(room)
    following = await room.bot.leagues.read(2)
    assert following.state.phase == "running" and await playing(room, following)
    assert room.env.errors == []

    presses = sum(maya.done.values())
    print(f"\nacts and presses of one moderator: {presses} {dict(maya.done)}; "
          f"of a second one: {sum(noah.done.values())}")  # fmt: skip
    assert presses <= GOAL_OF_EIGHTEEN, maya.done


async def replace_who_is_late(
    room: Room, maya: Counted, noah: Counted, by: simcord.MemberActor
) -> None:
    """Time is over at a table; whom the moderators are called for is replaced."""
    await room.later(days=6)
    await settled(room)
    call = called(room.channel)[0]
    asked = answer(await maya.click(call, label="Replace"))
    shown = answer(await maya.select(asked, [by], custom_id=select_id(asked, "outperson")))
    said = words(answer(await maya.click(shown, label="Confirm")))
    assert "audit log entry" in said


GOAL_OF_EIGHT = 20
MODERATORS_TYPE, PLAYERS_TYPE = 12, 8
"""The most commands of moderators (/season and /moderate), and of players of leagues."""


def manager(room: Room) -> simcord.MemberActor:
    """Somebody who manages the server."""
    managing = room.guild.create_role("owner", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("sofia"), roles=[managing])


@pytest.mark.first
async def test_a_season_of_eight_from_founding_to_close(
    room: Room, role: simcord.RoleHandle
) -> None:
    await name_moderators(room, role)
    people = members(room, 8)
    maya = Counted(room.guild.add_member(room.env.create_user("maya"), roles=[role]))
    page = answer(await maya.slash(room.channel, "moderate page"))
    form = await choose_act(maya, page, "found")
    wizard = await filled_in(maya, form, name="The long count", channel=room.channel)
    await maya.click(answer(wizard), label="Create")
    posted = room.channel.last_message
    assert posted is not None and {"Sign up", "Moderate"} <= set(labels(posted))
    for person in people:
        await person.click(posted, label="Sign up")
    page = answer(await maya.click(posted, label="Moderate"))
    shown = answer(await maya.click(page, label="Draw the divisions"))
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


async def test_who_is_no_moderator_is_refused(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role)
    said = answer(await room.people[0].slash(room.channel, "moderate page"))
    assert said.ephemeral and "Only the moderators" in words(said)


async def test_only_what_is_possible_is_offered(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    assert set(acts_offered(await open_page(maya, room.channel))) == {"found"}


def test_few_commands_are_typed(room: Room) -> None:
    """What is typed seldom is on the page, or behind a button."""
    groups = {one.name: one for one in room.bot.tree.get_commands()}
    count = {
        name: len(group.commands)
        for name, group in groups.items()
        if isinstance(group, app_commands.Group)
    }
    assert count["season"] + count["moderate"] <= MODERATORS_TYPE
    assert count["league"] <= PLAYERS_TYPE


async def test_a_free_seat_is_one_press_away(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    season = await drawn_season(room, room.people)
    assert "Nothing is waiting for you." in words(await open_page(maya, room.channel))
    await give_up(room.bot.leagues, season.id, room.people[0].id)
    shown = await open_page(maya, room.channel)
    assert "The seat of **ana** is free." in words(shown)
    shown = answer(await maya.click(shown, label="Seat of ana"))
    assert "### **ana**" in words(shown) and "substitute" in acts_offered(shown)


async def test_the_dates_that_come_and_their_form(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    starts = room.wait() + timedelta(hours=20)
    rules = Rules(seats=2, games=1)
    season = await season_of(room, rules, people=2, starts=starts, round_days=3, appeal_days=2)
    assert f"Start: <t:{starts.timestamp():.0f}:f>" in words(await open_page(maya, room.channel))
    await season_lifecycle.draw(room.bot.leagues, season.id, by=maya.id)
    await look(room, days=1)
    said = words(await open_page(maya, room.channel))
    assert "Start" not in said and "Table 1 is due by <t:" in said
    await look(room, days=4)
    said = words(await open_page(maya, room.channel))
    assert "1 table is past its deadline." in said and "due by" not in said
    for table in (await playing(room, await room.bot.leagues.read(season.id))).values():
        await play_out(room, table.id)
    shown = await open_page(maya, room.channel)
    assert "Disputes until <t:" in words(shown)
    form = await maya.click(shown, label="Dates")
    wizard = answer(await maya.submit_modal(form, {"ends": "2031-01-31", "appeals": "2"}))
    assert "End: <t:" in words(wizard)
    wizard = answer(await maya.click(wizard, label="Save changes"))
    assert "End: <t:" in words(answer(await maya.click(wizard, label="Back")))


async def test_who_moderates_is_set_up_from_the_page(room: Room, role: simcord.RoleHandle) -> None:
    """By who manages the server, a moderator or not; no moderator sees a button for it."""
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    council, owner = room.guild.create_role("council"), manager(room)
    page = await open_page(owner, room.channel)
    shown = answer(await owner.click(page, label="Who moderates"))
    for chosen in (role, council):
        [menu] = [one["custom_id"] for one in raw(shown) if one["type"] == ROLE_SELECT]
        shown = answer(await owner.select(shown, [chosen], custom_id=menu))
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
    room: Room, role: simcord.RoleHandle
) -> None:
    await name_moderators(room, role)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    called = room.guild.create_text_channel("moderators")
    await manager(room).slash(room.channel, "moderate setup", channel=called)
    rules = Rules(seats=2, games=1)
    season = await season_of(room, rules, people=2, round_days=3, appeal_days=0)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=maya.id)
    await look(room)
    [table] = (await playing(room, season)).values()
    first = thread_of(room, table).history()[0]
    refused = answer(await room.people[0].click(first, label="Moderate"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    page = answer(await maya.click(first, label="Moderate"))
    assert page.ephemeral and words(page).startswith(f"### Table 1 · {SEASON}")
    await look(room, days=4)  # the deadline
    page = answer(await maya.click(called.history()[-1], label="Moderate"))
    assert words(page).startswith(f"### Table 1 · {SEASON}")
    await play_out(room, table.id)
    await look(room)  # the season can be closed
    page = answer(await maya.click(called.history()[-1], label="Moderate"))
    assert words(page).startswith("### Moderate") and "close" in acts_offered(page)


async def test_the_page_of_a_table_says_how_it_goes(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    season = await season_of(room, Rules(seats=2, games=1), people=2)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=maya.id)
    await look(room)
    [table] = (await playing(room, season)).values()
    first = thread_of(room, table).history()[0]
    said = words(answer(await maya.click(first, label="Moderate")))
    assert "being played · last turn <t:" in said and "It is **" in said
    await play_out(room, table.id)
    said = words(answer(await maya.click(first, label="Moderate")))
    assert "1. **" in said and " · 2. **" in said and "It is **" not in said


async def test_the_page_of_a_person_says_where(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    season = await drawn_season(room, room.people[:4])
    ana, eve = room.people[0], room.guild.add_member(room.env.create_user("eve"))
    await list_substitute(room.bot.leagues, season.id, eve.id, on=True, roles=())
    await give_up(room.bot.leagues, season.id, ana.id)
    page = await open_page(maya, room.channel)
    shown = await go_to_person(maya, page, ana)
    assert "Division 1 · has withdrawn\nopen tables: Table 1" in words(shown)
    assert "Bring in a substitute" in labels(shown), "the next step has a button"
    shown = await go_to_person(maya, await open_page(maya, room.channel), eve)
    assert "On the list of substitutes" in words(shown)
