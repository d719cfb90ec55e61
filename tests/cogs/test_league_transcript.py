"""A league's season as its players, its moderators and everybody in its channel read it, in every
language: played once, put into words for each, and compared with tests/text/transcripts."""

import discord
import pytest
import simcord

from bot.tables import Table
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, with_id
from tests.cogs.league_seasons import compared, exported, looked_up
from tests.cogs.moderators_page import propose, requests, turns_offered
from tests.cogs.season_commands import (
    WHY,
    choose,
    do,
    everybody_signs_up,
    name_moderators,
    press_it,
)
from tests.cogs.season_tables import (
    look,
    moderate,
    play_out,
    playing,
    settled,
    take_turn,
    thread_of,
)
from tests.text.transcripts.files import compare, languages
from tests.text.transcripts.recorder import Recorder

pytestmark = pytest.mark.english

LOOKED_AT = ("show", "standings", "schedule", "card")


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """What is done and said, from the beginning."""
    recorder = Recorder()
    recorder.begin(monkeypatch)
    return recorder


async def founded(room: Room, maya: simcord.MemberActor) -> None:
    """A league whose first season is played in pairs, by the wizard."""
    page = answer(
        await maya.slash(room.channel, "season found", name="The long count", channel=room.channel)
    )
    page = answer(await maya.click(page, label="Tables"))
    page = await choose(maya, page, "seats", "2")
    page = await choose(maya, page, "games", "2")
    page = answer(await maya.click(page, label="Points"))
    page = answer(await maya.click(page, label="Game and clock"))
    form = await maya.click(page, label="Name and dates")
    page = answer(await maya.submit_modal(form, {"name": "Season 1"}))
    await maya.click(page, label="Create")


async def confirmed(room: Room, second: simcord.MemberActor, said: str) -> None:
    """What changes a result waits for another moderator, who confirms it."""
    assert "Another moderator must confirm this" in said, said
    waiting = answer(await requests(second, room.channel))
    await second.click(waiting, label="Confirm")
    await settled(room)


async def disputed(room: Room, person: simcord.MemberActor, table: int) -> discord.Message:
    """A player disputes a table; the moderators' message about it."""
    await person.slash(room.channel, "league dispute", table=table, reason="Look, please.")
    dispute = max(
        (one for one in room.channel.threads if one.name.startswith("Dispute")),
        key=lambda one: one.id,
    )
    return next(one for one in dispute.history() if "Reject" in labels(one))


async def test_a_season(room: Room, recorder: Recorder) -> None:
    allowed = discord.Permissions(manage_threads=True)
    role = room.guild.create_role("referees", mentionable=True, permissions=allowed)
    maya, noah = (
        room.guild.add_member(room.env.create_user(name), roles=[role]) for name in ("maya", "noah")
    )
    eve = room.guild.add_member(room.env.create_user("eve"))
    people = room.people
    await name_moderators(room, role, second=True)

    recorder.heading("Founding and signing up")
    await eve.slash(room.channel, "league join")
    await eve.slash(room.channel, "season found", name="Mine", channel=room.channel)
    await founded(room, maya)
    await everybody_signs_up(room, people)
    await people[3].slash(room.channel, "league join")
    await people[0].slash(room.channel, "league show")

    recorder.heading("The draw")
    await do(room, maya, "draw", None)
    await settled(room)
    for command in LOOKED_AT:
        await people[0].slash(room.channel, f"league {command}")
    await looked_up(people[0], room.channel, "ratings", "league card")
    await looked_up(people[0], room.channel, "calendar")
    await exported(people[0], room.channel)

    recorder.heading("A table: time, a pause, a rewind")
    tables = await playing(room, await room.bot.leagues.read(1))
    number, table = next(iter(tables.items()))
    await moderated(room, maya, noah, table)

    recorder.heading("Results: a dispute, a correction, a table taken out")
    await play_out(room, table.id)
    seats = (await room.bot.leagues.read(1)).state.tables[number].entries
    loser = with_id(people, seats[1])
    call = await disputed(room, loser, number)
    form = await maya.click(call, label="Correct")
    shown = answer(await maya.submit_modal(form, {"seat1": "60", "seat2": "50", "reason": WHY}))
    await confirmed(room, noah, await press_it(maya, shown))
    await confirmed(room, noah, await do(room, maya, "void", table=number))
    await confirmed(room, noah, await do(room, maya, "restore", table=number))
    await confirmed(room, noah, await do(room, maya, "adjust", person=loser, points="-3.0"))

    recorder.heading("Somebody leaves, another takes the seat")
    asked = answer(await people[2].slash(room.channel, "league leave"))
    await people[2].click(asked, label="Leave the season")
    await settled(room)
    await eve.slash(room.channel, "league substitute")
    said = await do(room, maya, "substitute", person=people[2], by=eve)
    await confirmed(room, noah, said)

    recorder.heading("To the end")
    while tables := await playing(room, await room.bot.leagues.read(1)):
        for table in tables.values():
            await play_out(room, table.id)
    await look(room)
    for command in LOOKED_AT:
        await people[1].slash(room.channel, f"league {command}")
    await compared(people[0], room.channel, people[0], people[1])
    await look(room, days=4)
    await do(room, maya, "close", None)
    await settled(room)
    await maya.slash(room.channel, "moderate log")
    await looked_up(people[0], room.channel, "archive")
    assert room.env.errors == []
    compare("league", recorder.written)
    recorder.check(languages())


async def moderated(
    room: Room, maya: simcord.MemberActor, noah: simcord.MemberActor, table: Table
) -> None:
    """Turns at a table at which somebody runs out of time, and at which moderators act."""
    thread = thread_of(room, table)
    for _ in range(6):
        await take_turn(room, table.id)
    await propose(maya, thread, "pause", reason="The server moves.")
    await propose(maya, thread, "resume", reason="It has moved.")
    await propose(maya, thread, "note", reason="Both are new here.")
    await room.later(days=2, minutes=1)
    await settled(room)
    offered = await turns_offered(maya, thread)
    await confirmed(room, noah, await moderate(maya, thread, "rewind", turn=offered[1]["value"]))
