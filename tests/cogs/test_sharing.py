"""Share: a private page is posted once, as it is above its button, without buttons."""

from typing import Any

import discord
import pytest

from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    click_together,
    labels,
    new_game,
    pictured,
    said_privately,
    words,
)
from tests.cogs.test_every_button import play_to_the_end
from tests.cogs.test_playing_on import at_round
from tests.cogs.test_rematch import finished
from tests.cogs.test_statistics import played

BY = "Shared by **dan**"
pytestmark = pytest.mark.english


def shared(room: Room) -> list[discord.Message]:
    """What was shared in the channel, oldest first."""
    return [one for one in room.channel.history() if "Shared by" in words(one)]


def stored(room: Room, page: Message) -> Any:
    """A private message as it is now."""
    return room.env.backend.get_message(page.channel_id, page.id)


async def share(room: Room, page: Message) -> str:
    """What dan is told who shares a page; empty if it is shared."""
    result = await room.people[3].click(page, custom_id=button_id(page, "Share"))
    told = [one for one in (result.response, *result.followups) if one is not None and one.content]
    return "".join(one.content for one in told)


async def test_a_tile_is_posted_once_without_buttons(room: Room) -> None:
    dan = room.people[3]
    page = answer(await dan.slash(room.channel, "tile", name="mon-skulls"))
    once = button_id(page, "Share")
    results = await click_together([(dan, page, once), (dan, page, once)])
    assert "You have shared this already" in words(said_privately(results[1]))
    [posted] = shared(room)
    assert BY in words(posted) and not labels(posted) and not posted.mentions
    assert words(posted).startswith(words(page)) and pictured(posted) == pictured(page)
    [file] = posted.attachments
    assert await file.read() == await page.attachments[0].read()
    assert "'disabled': True" in str(stored(room, page).components)
    assert room.env.errors == []


async def test_a_message_that_shows_another_page_can_be_shared_again(room: Room) -> None:
    await finished(room, 2)
    page = await at_round(room, 2)
    assert await share(room, page) == ""
    page = answer(await room.people[3].click(page, label="Next"))
    assert await share(room, page) == ""
    first, second = shared(room)
    assert "Round 2 begins" in words(first) and "Round 3 begins" in words(second)
    assert len(first.attachments) == 2 and not labels(second)


async def test_a_hint_is_shared_when_the_game_is_over(room: Room) -> None:
    ana = room.people[0]
    await new_game(room.channel, [ana], computers=1)
    hint = answer(await ana.slash(room.channel, "hint"))
    result = await ana.click(hint, custom_id=button_id(hint, "Share"))
    assert "share this when it is over" in words(said_privately(result))
    assert not shared(room)
    await play_to_the_end(room)
    await ana.click(hint, custom_id=button_id(hint, "Share"))
    [posted] = shared(room)
    assert "What a computer would do" in words(posted) and not labels(posted)


async def test_of_a_profile_games_elsewhere_are_not_shared(room: Room) -> None:
    await played(room, 2)
    ana = room.people[0]
    page = answer(await ana.slash(room.channel, "profile"))
    assert "Last games" in words(page) and "Only you see this" in words(page)
    await ana.click(page, custom_id=button_id(page, "Share"))
    [posted] = shared(room)
    assert "Last games" not in words(posted) and "Only you" not in words(posted)
    assert "Shared by **ana**" in words(posted) and len(posted.attachments) == 1


async def test_where_nothing_can_be_shared(room: Room) -> None:
    """A clear sentence, and the page can be shared once it works."""
    dan = room.people[3]
    assert room.guild.me is not None
    mute = discord.PermissionOverwrite(send_messages=False)
    channel = room.guild.create_text_channel("mute", overwrites={room.guild.me: mute})
    page = answer(await dan.slash(channel, "tile", name="mon-skulls"))
    assert "Send Messages" in await share(room, page)

    page = answer(await dan.slash(room.channel, "tile", name="mon-skulls"))
    blobs = room.env.backend.cdn._blobs
    kept = dict(blobs)
    blobs.clear()
    assert "This picture is gone" in await share(room, page)
    blobs.update(kept)
    assert await share(room, page) == ""
    assert len(shared(room)) == 1
    assert room.env.errors == []
