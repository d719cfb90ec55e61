"""Tables of a season that stand still, and seats that are given away after time-outs."""

import simcord

from bot.clocks import LiveClock, TimeRules
from bot.leagues import people, season_lifecycle
from bot.seasons.events import Rules
from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, labels, words
from tests.cogs.league_seasons import members
from tests.cogs.moderators_page import propose
from tests.cogs.season_commands import name_moderators
from tests.cogs.season_tables import (
    drawn,
    look,
    playing,
    season_of,
    settled,
    take_turn,
    texts,
    thread_of,
)
from tests.tables.acts import audit_log


async def test_the_longest_first_with_what_can_be_done(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    season = await drawn(room, time=TimeRules(LiveClock(60), when_out="moderator"))
    await open_ready(room.bot, season.id)
    await settled(room)
    first, second = (await playing(room, season)).values()
    await room.later(minutes=10)
    await take_turn(room, first.id)
    shown = answer(await propose(maya, room.channel, "stalled"))
    said = words(shown)
    assert shown.ephemeral and "'s turn." in said and "last turn <t:" in said
    assert said.index(f"<#{second.channel_id}>") < said.index(f"<#{first.channel_id}>")
    assert {"Nudge", "24 h more", "Replace"} <= set(labels(shown))
    before = len(texts(thread_of(room, second)))
    nudge = button_id(shown, "Nudge")
    assert "gets another reminder" in words(answer(await maya.click(shown, custom_id=nudge)))
    await settled(room)
    assert len(texts(thread_of(room, second))) == before + 1
    assert "Somebody has already sent a reminder" in words(
        answer(await maya.click(shown, custom_id=nudge))
    )


async def test_a_seat_is_given_away_after_time_outs(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role, second=True)
    season = await drawn(room, time=TimeRules(LiveClock(30)), hand_over_after=1)
    eve = room.guild.add_member(room.env.create_user("eve"))
    await people.list_substitute(room.bot.leagues, season.id, eve.id, on=True)
    await open_ready(room.bot, season.id)
    await settled(room)
    table = (await playing(room, season))[1]
    while (await room.bot.tables.game(table.id)).snapshot().phase == "keep":
        await take_turn(room, table.id)
    [seat] = (await room.bot.tables.read(table.id)).waiting
    late = table.seats[seat].user_id
    assert late is not None
    await room.later(minutes=31)
    await look(room)
    await look(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert late in state.withdrawn
    assert (await room.bot.tables.table(table.id)).seats[seat].computer
    log = await audit_log(room.bot.tables, room.guild.id)
    assert any((one.act, one.status) == ("season-hand-over", "done") for one in log)
    name = table.seats[seat].name
    offer = next(
        one
        for one in room.channel.history()
        if "Take the seat" in labels(one) and name in words(one)
    )
    await eve.click(offer, label="Take the seat")
    await look(room)
    await look(room)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.holder(late) == eve.id and late not in state.withdrawn
    assert state.time_outs_of(late) == 0, "the substitute begins anew"


async def test_a_full_page_fits_into_a_message(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """At every table several choose their tiles, all deadlines are over, a table is disputed, and
    there are further pages: the limits are checked at the end."""
    await name_moderators(room, role)
    room.people = members(room, 10)
    season = await season_of(
        room, Rules(seats=2, games=3, division_size=4), people=10, round_days=3, at_once=2
    )
    await season_lifecycle.draw(room.bot.leagues, season.id, by=None, seed=5)
    await look(room)
    tables = await playing(room, season)
    assert len(tables) > 4
    for number, table in tables.items():
        person = table.seats[0].user_id
        assert person is not None
        await people.dispute(room.bot.leagues, season.id, person, number, "The wrong tile.")
    await look(room, days=4)
    shown = answer(await propose(maya, room.channel, "stalled"))
    said = words(shown)
    assert (
        said.count("1 other has not chosen") == 4
        and f"{len(tables)} disputes are waiting for a decision" in said
    )
    assert labels(shown).count("Decide") == 4 and "Next" in labels(shown)
