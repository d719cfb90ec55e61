"""Seats that are offered to the substitutes of a season: the first who presses plays on."""

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord

from bot.clocks import LiveClock, TimeRules, WhenOut
from bot.leagues import games, people
from bot.leagues.season_transaction import SeasonView
from bot.tables import Table, Thought
from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room, first_legal
from tests.cogs.driver import answer, labels, words
from tests.cogs.moderators_page import propose
from tests.cogs.season_commands import name_moderators
from tests.cogs.season_tables import (
    drawn,
    look,
    playing,
    settled,
    take_turn,
    texts,
    thread_of,
)
from tests.cogs.test_calling import pinged_in
from tests.cogs.test_carry_on import HURRIED
from tests.leagues.changes import substitute, void
from tests.tables.acts import audit_log


def offers(room: Room) -> list[discord.Message]:
    """The seats offered in the league's channel."""
    return [one for one in room.channel.history() if "Take the seat" in labels(one)]


async def begun(room: Room, rule: WhenOut) -> tuple[SeasonView, Table]:
    """A season of pairs with this rule, and its first table, with all tiles chosen."""
    season = await drawn(room, time=TimeRules(LiveClock(30), when_out=rule))
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    while (await room.bot.tables.game(table.id)).snapshot().phase == "keep":
        await take_turn(room, table.id)
    return season, await room.bot.tables.table(table.id)


@pytest.fixture
def eve(room: Room) -> simcord.MemberActor:
    """Somebody who plays nowhere yet."""
    return room.guild.add_member(room.env.create_user("eve"))


@pytest.fixture
def finn(room: Room) -> simcord.MemberActor:
    """Somebody else."""
    return room.guild.add_member(room.env.create_user("finn"))


async def test_the_season_shows_its_substitutes(
    room: Room, eve: simcord.MemberActor, finn: simcord.MemberActor
) -> None:
    await drawn(room)
    shown = words(answer(await finn.slash(room.channel, "league show")))
    assert "substitute" not in shown
    for person in (eve, finn):
        await person.slash(room.channel, "league substitute")
    shown = words(answer(await finn.slash(room.channel, "league show")))
    assert "**2 substitutes** **eve** and **finn**" in shown
    await eve.slash(room.channel, "league substitute")
    shown = words(answer(await finn.slash(room.channel, "league show")))
    assert "**1 substitute** **finn**" in shown


async def test_the_first_who_presses_takes_the_seat(
    room: Room, role: simcord.RoleHandle, eve: simcord.MemberActor, finn: simcord.MemberActor
) -> None:
    await name_moderators(room, role, second=True)
    season, table = await begun(room, "substitute")
    said = answer(await eve.slash(room.channel, "league substitute"))
    assert said.ephemeral and "You are a substitute" in words(said)
    [seat] = (await room.bot.tables.read(table.id)).waiting
    late = table.seats[seat].user_id
    assert late is not None
    await room.later(minutes=31)
    await settled(room)
    [offer] = [one for one in offers(room) if f"<#{table.channel_id}>" in words(one)]
    assert eve.id in pinged_in(room, room.channel.id, "users")
    assert late not in pinged_in(room, room.channel.id, "users")
    assert table.seats[seat].name in words(offer)

    refused = words(answer(await finn.click(offer, label="Take the seat")))
    assert "join them with /league substitute" in refused
    await finn.slash(room.channel, "league substitute")
    taken = words(answer(await eve.click(offer, label="Take the seat")))
    assert "The seat is yours, at 3 open tables" in taken
    refused = words(answer(await finn.click(offer, label="Take the seat")))
    assert "Somebody else was faster" in refused
    await settled(room)
    assert (await room.bot.leagues.read(season.id)).state.holders[late] == (late, eve.id)
    assert (await room.bot.tables.table(table.id)).seats[seat].user_id == eve.id
    log = await audit_log(room.bot.tables, room.guild.id)
    assert {(entry.act, entry.status) for entry in log} == {
        ("replace", "done"),
        ("season-take-seat", "done"),
    }, "the rule's act waits for no second moderator"
    assert (
        sum("takes over from" in one and "Out of time" in one for one in texts(room.channel)) == 1
    )


async def test_a_hurried_computer_is_told_aloud(room: Room) -> None:
    """In a league everybody must know it: not in small letters, and of choices of tiles, too."""

    async def late(*asked: Any, **how: Any) -> Thought:
        return replace(await first_legal(*asked, **how), late=True)

    room.bot.tables.think = late
    season = await drawn(room, time=TimeRules(LiveClock(30), when_out="computer"))
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    for told in (2, 3):
        await room.later(minutes=31)
        await settled(room)
        said = "\n".join(texts(thread_of(room, table))).splitlines()
        assert (said.count(HURRIED), said.count(f"-# {HURRIED}")) == (told, 0)


async def test_a_computer_in_a_seat_of_a_league_is_told_aloud(room: Room) -> None:
    """Its choice of tiles as well, which is no news elsewhere."""

    async def late(*asked: Any, **how: Any) -> Thought:
        return replace(await first_legal(*asked, **how), late=True)

    room.bot.tables.think = late
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    gone = table.seats[0].user_id
    assert gone is not None
    await people.give_up(room.bot.leagues, season.id, gone)
    await look(room)
    assert (await room.bot.tables.table(table.id)).seats[0].user_id is None
    said = "\n".join(texts(thread_of(room, table))).splitlines()
    assert (said.count(HURRIED), said.count(f"-# {HURRIED}")) == (1, 0)


async def test_who_plays_again_keeps_the_seat(room: Room, eve: simcord.MemberActor) -> None:
    season, table = await begun(room, "substitute")
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    await room.later(minutes=31)
    await settled(room)
    offer = next(one for one in offers(room) if f"<#{table.channel_id}>" in words(one))
    await take_turn(room, table.id)
    refused = words(answer(await eve.click(offer, label="Take the seat")))
    assert "The player is back" in refused
    held = (await room.bot.leagues.read(season.id)).state.holders
    assert all(eve.id not in one for one in held.values())


async def test_a_computer_plays_meanwhile(room: Room, eve: simcord.MemberActor) -> None:
    season, table = await begun(room, "relief")
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    [seat] = (await room.bot.tables.read(table.id)).waiting
    late = table.seats[seat].user_id
    assert late is not None
    await room.later(minutes=31)
    await settled(room)
    assert (await room.bot.tables.table(table.id)).version > table.version, "the game goes on"
    name = f"**{table.seats[seat].name}**"
    offer = next(
        one for one in offers(room) if f"<#{table.channel_id}>" in words(one) and name in words(one)
    )
    await eve.click(offer, label="Take the seat")
    await settled(room)
    assert (await room.bot.tables.table(table.id)).seats[seat].user_id == eve.id
    state = (await room.bot.leagues.read(season.id)).state
    assert state.time_outs[1, late] == 1


async def test_without_substitutes_the_moderators_are_called(
    room: Room, role: simcord.RoleHandle
) -> None:
    await name_moderators(room, role)
    season, table = await begun(room, "substitute")
    [seat] = (await room.bot.tables.read(table.id)).waiting
    late = table.seats[seat].user_id
    await room.later(minutes=31)
    await settled(room)
    assert not offers(room)
    assert any("24 h more" in labels(one) for one in room.channel.history())
    assert late is not None
    state = (await room.bot.leagues.read(season.id)).state
    assert state.time_outs[1, late] == 1, "recorded though no computer played"


async def test_who_leaves_the_season_is_offered(room: Room, eve: simcord.MemberActor) -> None:
    season, table = await begun(room, "computer")
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    gone = table.seats[0].user_id
    assert gone is not None
    await people.give_up(room.bot.leagues, season.id, gone)
    await look(room)
    await look(room)
    [offer] = offers(room)
    assert "has left the season" in words(offer)
    assert eve.id in pinged_in(room, room.channel.id, "users")
    await eve.click(offer, label="Take the seat")
    await look(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.holder(gone) == eve.id and not state.withdrawn
    assert (await room.bot.tables.table(table.id)).seats[0].user_id == eve.id


async def test_an_old_offer_takes_no_seat_from_who_came_back(
    room: Room, eve: simcord.MemberActor
) -> None:
    season, table = await begun(room, "computer")
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    gone = table.seats[0].user_id
    assert gone is not None
    await people.give_up(room.bot.leagues, season.id, gone)
    await look(room)
    [offer] = offers(room)
    await substitute(room.bot.leagues, season.id, gone, gone, by=None)
    refused = words(answer(await eve.click(offer, label="Take the seat")))
    assert "The player is back" in refused
    assert (await room.bot.leagues.read(season.id)).entry_of(gone) == gone


async def test_an_offer_ends_with_its_table(room: Room, eve: simcord.MemberActor) -> None:
    season, table = await begun(room, "substitute")
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    await room.later(minutes=31)
    await settled(room)
    offer = next(one for one in offers(room) if f"<#{table.channel_id}>" in words(one))
    scheduled = await games.table_of_game(room.bot.leagues, table.id)
    assert scheduled is not None
    await void(room.bot.leagues, season.id, scheduled.number, by=None, reason="no time left")
    refused = words(answer(await eve.click(offer, label="Take the seat")))
    assert "The player is back" in refused


async def test_the_list_is_left_again_and_closed_to_the_banned(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, eve: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    season, _ = await begun(room, "computer")
    await eve.slash(room.channel, "league substitute")
    said = words(answer(await eve.slash(room.channel, "league substitute")))
    assert "no longer a substitute" in said
    assert (await room.bot.leagues.read(season.id)).state.substitutes == ()
    shown = answer(await propose(maya, room.channel, "ban", person=eve))
    await maya.click(shown, label="Confirm")
    refused = words(answer(await eve.slash(room.channel, "league substitute")))
    assert "You are banned from this league" in refused
