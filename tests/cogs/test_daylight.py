"""Whatever moderators do to a season is told in its league's channel with buttons to undo it and to
the log, which everybody can open; no move of the league and no deleted message hides it."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage, RoleHandle

from bot.leagues import acting, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Ban, Withdraw
from bot.leagues.season_transaction import SeasonView
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
from tests.cogs.driver import answer, labels, words
from tests.cogs.limits import SELECT
from tests.cogs.moderators_page import WHY, do, menus, name_moderators, propose
from tests.cogs.seasons import (
    drawn,
    look,
    looked_up,
    moderate,
    play,
    playing,
    season_of,
    settled,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, Killed, death, moderator  # noqa: F401
from tests.tables.acts import audit_log


async def begun(room: Room, role: RoleHandle, **chosen: Any) -> SeasonView:
    """A season that is played."""
    await name_moderators(room, role)
    season = await drawn(room, **chosen)
    await look(room)
    return season


async def opened(reader: MemberActor, told: Any) -> ResponseMessage:
    """The log behind the button of a message."""
    shown = answer(await reader.click(told, label="Log"))
    assert shown.ephemeral
    return shown


def undoing(shown: ResponseMessage) -> list[dict[str, Any]]:
    """The menus of a page that undo something."""
    return [one for one in menus(shown, "modundo") if one["type"] == SELECT]


async def test_everybody_reads_it_and_moderators_undo_it(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    ana, bob, *_ = room.people
    assert "audit log entry" in await do(room, maya, "withdraw", person=bob)
    told = room.channel.history()[-1]
    assert {"Undo", "Log"} <= set(labels(told))
    said = words(told)
    assert "maya" in said and "bob" in said and WHY in said and "plays → has left" in said

    shown = await opened(ana, told)
    assert "removed from the season" in words(shown) and WHY in words(shown)
    assert undoing(shown) == [], "players only read"
    refused = answer(await ana.click(told, label="Undo"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    assert undoing(await opened(maya, told)) != []

    form = await maya.click(told, label="Undo")
    preview = answer(await maya.submit_modal(form, {"reason": "The wrong one."}))
    assert "audit log entry" in words(answer(await maya.click(preview, label="Confirm")))
    await settled(room)
    assert bob.id in (await room.bot.leagues.read(season.id)).state.holders
    assert bob.id not in (await room.bot.leagues.read(season.id)).state.withdrawn
    back = [one for one in room.channel.history() if "The wrong one." in words(one)]
    assert len(back) == 1 and {"Undo", "Log"} <= set(labels(back[0])), "undoing is told as well"


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
    await begun(room, role)
    await do(room, maya, "ban", person=room.people[0])
    await room.channel.history()[-1].delete()
    await look(room)
    shown = await looked_up(room.people[1], room.channel, "openlog")
    assert "ban imposed or lifted" in words(shown) and "→ banned" in words(shown)


async def test_what_is_done_at_a_table_of_the_season(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    table = (await playing(room, season))[1]
    thread = thread_of(room, table)
    await moderate(maya, thread, "end", counts="yes")
    await settled(room)
    [told] = [one for one in room.channel.history() if "ended the game" in words(one)]
    assert "Table 1" in words(told) and "in play → finished" in words(told)
    assert "game ended early" in words(await opened(room.people[0], told))


async def test_moving_the_league_to_a_hidden_channel_hides_nothing(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await begun(room, role)
    ana, bob, *_ = room.people
    old = answer(await ana.slash(room.channel, "league show", public=True))
    hidden = room.guild.create_text_channel("hidden")
    await propose(maya, room.channel, "move", home=hidden)
    await settled(room)
    for channel in (room.channel, hidden):
        [moved] = [one for one in channel.history() if "channel chosen" in words(one)]
        assert f"<#{room.channel.id}> → <#{hidden.id}>" in words(moved)
    await do(room, maya, "withdraw", person=bob)
    await settled(room)
    for channel in (room.channel, hidden):
        told = channel.history()[-1]
        assert "removed **bob**" in words(told) and {"Undo", "Log"} <= set(labels(told))
        assert "removed from the season" in words(await opened(ana, told))
    assert "removed from the season" in words(await opened(ana, old)), "from the season's message"
    elsewhere = room.guild.create_text_channel("elsewhere")
    room.env.backend.delete_channel(hidden.id)
    await propose(maya, room.channel, "move", home=elsewhere)
    await settled(room)
    for channel in (room.channel, elsewhere):
        assert any(f"<#{hidden.id}> → <#{elsewhere.id}>" in one for one in texts(channel)[-2:])
    assert await room.bot.store.read(outbox.of_server, room.guild.id) == []
    assert room.env.errors == []


async def test_what_is_done_while_the_channel_is_gone_is_told_where_the_league_goes_on(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await begun(room, role)
    room.env.backend.delete_channel(room.channel.id)
    act = Withdraw(room.people[1].id)
    await desk.do(InSeason(room.bot.leagues, season.id), moderator(room), act, WHY)
    await look(room)
    side, new = (room.guild.create_text_channel(name) for name in ("side", "new"))
    await propose(maya, side, "move", home=new)
    await settled(room)
    assert sum("removed **bob**" in one for one in texts(new)) == 1


async def test_what_an_old_channel_does_not_take_is_told_there_later(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """Found: where the bot could not write for a while it was never told."""
    await begun(room, role)
    hidden = room.guild.create_text_channel("hidden")
    await propose(maya, room.channel, "move", home=hidden)
    await settled(room)
    old = f"/channels/{room.channel.id}/messages"
    room.env.inject_error("POST", old, status=403, code=50013, times=None)
    await do(room, maya, "withdraw", person=room.people[1])
    await settled(room)
    assert any("removed **bob**" in one for one in texts(hidden))
    room.env.backend.faults.clear()
    room.wait.ahead += timedelta(hours=2)
    for _ in range(2):
        await tell_server(room.bot, room.guild.id)
        assert sum("removed **bob**" in one for one in texts(room.channel)) == 1


async def test_a_season_that_is_over_is_not_reopened_in_hiding(
    room: Room, maya: MemberActor
) -> None:
    """Found: only open seasons remembered the channel from which their league was moved."""
    season = await play(room, await drawn(room))
    await season_lifecycle.close(room.bot.leagues, season.id, by=None)
    hidden = room.guild.create_text_channel("hidden")
    await propose(maya, room.channel, "move", home=hidden)
    await do(room, maya, "close-back")
    await settled(room)
    for channel in (room.channel, hidden):
        assert sum("reopened the season" in one for one in texts(channel)) == 1


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
    season = await begun(room, role)
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
    death.left = after
    with suppress(Killed):
        place = InSeason(room.bot.leagues, season.id)
        await desk.do(place, moderator(room), act, "The line was cut.")
        await tell_season(room.bot, season.id)
        await tell_server(room.bot, room.guild.id)
    assert death.over() is (after < 11)
    await room.restart()
    for _ in range(2):
        await look(room)
        await tell_server(room.bot, room.guild.id)
    assert len(await audit_log(room.bot.tables, room.guild.id)) == 1
    for channel in (room.channel, new):
        # twice where it was killed between telling and noting it
        assert sum("The line was cut." in one for one in texts(channel)) in (1, 2)
    assert (await room.bot.leagues.read(season.id)).untold == ()
    assert await room.bot.store.read(outbox.of_server, room.guild.id) == []
