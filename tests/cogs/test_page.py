"""The moderators' page: who sees it, what it offers, and how much a whole season asks of somebody
who knows no command but the first."""

from datetime import timedelta

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
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.league_seasons import SEASON, drawn_season, members
from tests.cogs.limits import CHANNEL_SELECT, ROLE_SELECT
from tests.cogs.moderators_page import (
    acts_offered,
    choose_act,
    filled_in,
    go_to_person,
    open_page,
)
from tests.cogs.season_commands import name_moderators
from tests.cogs.season_tables import look, play_out, playing, season_of, settled, thread_of
from tests.cogs.test_season_presses import Counted

GOAL = 20
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
    assert presses <= GOAL, maya.done


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
    shown = answer(await owner.click(shown, label="Ask for a second moderator"))
    assert f"notified in <#{room.channel.id}>" in words(shown)
    server = await room.bot.tables.server_settings(room.guild.id)
    assert server.moderators_channel == room.channel.id and server.second_moderator
    assert "Who moderates" not in labels(await open_page(maya, room.channel))
    assert labels(await open_page(owner, room.channel)) == ["Who moderates"]
    place = room.bot.get_partial_messageable(room.channel.id)
    await place.send(view=message(row([button("Press", "modsetup", 0, word="second.off")])))
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
