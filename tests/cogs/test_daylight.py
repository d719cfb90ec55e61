"""Whatever moderators do to a season is told in its league's channel with buttons to undo it and to
the log, which everybody can open; no move of the league and no deleted message hides it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from simcord import ChannelHandle, MemberActor, ResponseMessage, RoleHandle

from bot.leagues import acting, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Ban, Withdraw
from bot.model.server import AuditEntry, EntryStatus
from bot.moderation import desk
from bot.store import leagues as stored
from bot.store import outbox
from bot.text.translation import translator
from cogs.kit.members import Names
from cogs.leagues.league_channel import tell_season
from cogs.moderation.audit_log import act_buttons, entry_lines
from cogs.telling.dispatcher import tell_server
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, times_told, words
from tests.cogs.moderators_page import WHY, do, menus, press_it, propose
from tests.cogs.seasons import (
    drawn,
    look,
    looked_up,
    moderate,
    play,
    season_of,
    settled,
    state_of,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, death, moderator  # noqa: F401
from tests.cogs.test_league_night import begun
from tests.tables.acts import audit_log


async def moved(room: Room, maya: MemberActor, name: str = "hidden") -> ChannelHandle:
    """The channel of this name, into which a moderator moves the league."""
    channel = room.guild.create_text_channel(name)
    await propose(maya, room.channel, "move", home=channel)
    await settled(room)
    return channel


async def opened(reader: MemberActor, told: Any) -> ResponseMessage:
    """The log behind the button of a message."""
    shown = answer(await reader.click(told, label="Log"))
    assert shown.ephemeral
    return shown


async def test_everybody_reads_it_and_moderators_undo_it(room: Room, maya: MemberActor) -> None:
    _, table = await begun(room)
    ana, bob, *_ = room.people
    assert "audit log entry" in await do(room, maya, "withdraw", person=bob)
    told = room.channel.history()[-1]
    assert {"Undo", "Log"} <= set(labels(told))
    said = words(told)
    assert "maya" in said and "bob" in said and WHY in said and "plays → has left" in said

    shown = await opened(ana, told)
    assert "removed from the season" in words(shown) and WHY in words(shown)
    assert menus(shown, "modundo") == [], "players only read"
    refused = answer(await ana.click(told, label="Undo"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    assert menus(await opened(maya, told), "modundo") != []

    form = await maya.click(told, label="Undo")
    preview = answer(await maya.submit_modal(form, {"reason": "The wrong one."}))
    assert "audit log entry" in await press_it(maya, preview)
    await settled(room)
    state = await state_of(room)
    assert bob.id in state.holders and bob.id not in state.withdrawn
    [back] = [one for one in room.channel.history() if "The wrong one." in words(one)]
    assert {"Undo", "Log"} <= set(labels(back)), "undoing is told as well"

    # what is done at a table of the season
    await moderate(maya, thread_of(room, table), "end", counts="yes")
    await settled(room)
    [told] = [one for one in room.channel.history() if "ended the game" in words(one)]
    assert "Table 1" in words(told) and "in play → finished" in words(told)
    assert "game ended early" in words(await opened(ana, told))


@pytest.mark.parametrize(
    ("act", "details", "shown"),
    [
        ("season-draw", {}, ["Log"]),
        ("season-withdraw", {}, ["Undo", "Log"]),
        ("season-sign-up", {}, ["Undo", "Log"]),
        ("season-sign-up", {"here": True}, ["Log"]),
        ("rewind", {}, ["Log"]),
        ("end", {}, ["Undo", "Log"]),
        ("pause", {}, ["Log"]),
        ("league-new", {}, ["Log"]),
        ("league-found", {"was_channel": 3}, ["Undo", "Log"]),
        ("league-rename", {}, ["Undo", "Log"]),
        ("league-delete", {}, ["Log"]),
        ("setup", {}, ["Undo", "Log"]),
    ],
)  # fmt: skip
async def test_what_nothing_undoes_has_no_button_for_it(
    act: str, details: dict[str, int], shown: list[str]
) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    entry = AuditEntry(7, 1, None, at, 5, act, WHY, details, False)
    buttons = act_buttons(translator("en"), entry, 1, 1)
    assert [one.label for one in buttons.children] == shown


@pytest.mark.parametrize(
    ("status", "said"), [("done", "approved by **noah**"), ("refused", "refused by **noah**")]
)
def test_a_request_of_older_versions_says_who_approved_or_refused_it(
    status: EntryStatus, said: str
) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    entry = AuditEntry(7, 1, None, at, 5, "note", WHY, {}, False, status=status, settled_by=6)
    assert said in entry_lines(translator("en"), entry, Names({5: "maya", 6: "noah"}))[0]


async def test_a_deleted_message_changes_nothing(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await begun(room)
    await do(room, maya, "ban", person=room.people[0])
    await room.channel.history()[-1].delete()
    await look(room)
    shown = await looked_up(room.people[1], room.channel, "openlog")
    assert "ban imposed or lifted" in words(shown) and "→ banned" in words(shown)


async def test_moving_the_league_to_a_hidden_channel_hides_nothing(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await begun(room)
    ana, bob, *_ = room.people
    old = await looked_up(ana, room.channel, public=True)
    hidden = await moved(room, maya)
    for channel in (room.channel, hidden):
        assert times_told(channel, f"<#{room.channel.id}> → <#{hidden.id}>") == 1
    await do(room, maya, "withdraw", person=bob)
    await settled(room)
    for channel in (room.channel, hidden):
        told = channel.history()[-1]
        assert "removed **bob**" in words(told) and {"Undo", "Log"} <= set(labels(told))
        assert "removed from the season" in words(await opened(ana, told))
    assert "removed from the season" in words(await opened(ana, old)), "from the season's message"
    room.env.backend.delete_channel(hidden.id)
    elsewhere = await moved(room, maya, "elsewhere")
    for channel in (room.channel, elsewhere):
        assert any(f"<#{hidden.id}> → <#{elsewhere.id}>" in one for one in texts(channel)[-2:])
    assert await room.bot.store.read(outbox.of_server, room.guild.id) == []
    assert room.env.errors == []


async def test_what_is_done_while_the_channel_is_gone_is_told_where_the_league_goes_on(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season, _ = await begun(room)
    room.env.backend.delete_channel(room.channel.id)
    act = Withdraw(room.people[1].id)
    await desk.do(InSeason(room.bot.leagues, season.id), moderator(room), act, WHY)
    await look(room)
    side, new = (room.guild.create_text_channel(name) for name in ("side", "new"))
    await propose(maya, side, "move", home=new)
    await settled(room)
    assert times_told(new, "removed **bob**") == 1


async def test_what_an_old_channel_does_not_take_is_told_there_later(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """Found: where the bot could not write for a while it was never told."""
    await begun(room)
    hidden = await moved(room, maya)
    old = f"/channels/{room.channel.id}/messages"
    room.env.inject_error("POST", old, status=403, code=50013, times=None)
    await do(room, maya, "withdraw", person=room.people[1])
    await settled(room)
    assert times_told(hidden, "removed **bob**") == 1
    room.env.backend.faults.clear()
    room.wait.ahead += timedelta(hours=2)
    for _ in range(2):
        await tell_server(room.bot, room.guild.id)
        assert times_told(room.channel, "removed **bob**") == 1


async def test_a_season_that_is_over_is_not_reopened_in_hiding(
    room: Room, maya: MemberActor
) -> None:
    """Found: only open seasons remembered the channel from which their league was moved."""
    season = await play(room, await drawn(room))
    await season_lifecycle.close(room.bot.leagues, season.id, by=None)
    hidden = await moved(room, maya)
    await do(room, maya, "close-back")
    await settled(room)
    for channel in (room.channel, hidden):
        assert times_told(channel, "reopened the season") == 1


async def test_a_move_that_was_cut_short_is_finished(room: Room) -> None:
    """Found: killed after the league had its new channel, the season's message stayed in the old
    one, and so did games whose thread was gone."""
    season = await season_of(room)
    league = await room.bot.leagues.league(season.league_id)
    new = room.guild.create_text_channel("new")
    await acting.found_league(room.bot.leagues, moderator(room), league.name, new.id)
    await room.restart()
    for _ in range(2):
        await look(room)
        assert sum("Sign up" in labels(one) for one in new.history()) == 1


async def test_the_log_has_pages(room: Room, role: RoleHandle, maya: MemberActor) -> None:
    season, _ = await begun(room)
    place = InSeason(room.bot.leagues, season.id)
    for n in range(1, 9):
        await desk.do(place, moderator(room), Ban(room.people[0].id), f"Ban {n}.")
    ana = room.people[1]
    first = await looked_up(ana, room.channel, "openlog")
    assert "Ban 8." in words(first) and "Ban 2." not in words(first)
    second = answer(await ana.click(first, label="Older"))
    assert "Ban 2." in words(second) and "Ban 8." not in words(second)
    assert "Older" not in labels(second)
    assert "Ban 8." in words(answer(await ana.click(second, label="Newer")))


@pytest.mark.parametrize("after", range(1, 12))  # the last one lets it come to its end
async def test_killed_at_every_moment(room: Room, death: Death, after: int) -> None:  # noqa: F811
    """An act in a league that has moved is told in both channels."""
    season = await drawn(room)
    new = room.guild.create_text_channel("new")
    await room.bot.store.write(stored.set_channel, season.league_id, new.id)
    act = Ban(room.people[0].id)
    async with death.after(after, room):
        place = InSeason(room.bot.leagues, season.id)
        await desk.do(place, moderator(room), act, "The line was cut.")
        await tell_season(room.bot, season.id)
        await tell_server(room.bot, room.guild.id)
    assert death.died is (after < 11)
    for _ in range(2):
        await look(room)
        await tell_server(room.bot, room.guild.id)
    assert len(await audit_log(room.bot.tables, room.guild.id)) == 1
    for channel in (room.channel, new):
        # twice where it was killed between telling and noting it
        assert times_told(channel, "The line was cut.") in (1, 2)
    assert (await room.bot.leagues.read(season.id)).untold == ()
    assert await room.bot.store.read(outbox.of_server, room.guild.id) == []
