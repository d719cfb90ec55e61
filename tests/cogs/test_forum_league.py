"""A league that lives in a forum: a post for the news of each season, one for each table; whatever
is said in a league's channel is said there."""

import asyncio
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor, RoleHandle
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.clocks import LiveClock, TimeRules
from bot.leagues import people, season_lifecycle
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Rules, Stage
from bot.store import leagues as stored
from cogs.kit import context
from cogs.leagues.league_channel import channel_of, show_season, tell_season
from tests.cogs.as_discord import FLAGS, REQUIRE_TAG
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, pictured, raw, times_told, with_id, words
from tests.cogs.moderators_page import (
    choose,
    do,
    founded_at,
    new_season,
    propose,
)
from tests.cogs.seasons import (
    SEASON,
    drawn,
    look,
    looked_up,
    members,
    open_season,
    play_out,
    playing,
    raise_dispute,
    season_of,
    settled,
    state_of,
    take_turn,
    texts,
)
from tests.cogs.test_league_killed import Death, death  # noqa: F401
from tests.cogs.test_longest_words import Longer
from tests.cogs.test_substitutes import pinged_in
from tests.leagues.changes import void


@pytest.fixture
def forum(room: Room) -> ChannelHandle:
    """A forum without tags."""
    return room.guild.create_forum_channel("league")


def post_called(forum: ChannelHandle, name: str) -> ChannelHandle:
    """The one post of this name."""
    [post] = [one for one in forum.threads if one.name == name]
    return post


def news_in(forum: ChannelHandle) -> ChannelHandle:
    """The post for the news of the season."""
    return post_called(forum, SEASON)


async def with_a_tag(room: Room, forum: ChannelHandle) -> None:
    """The forum has a tag."""
    tag = {"id": "77", "name": "Talk", "moderated": False, "emoji_id": None, "emoji_name": None}
    room.env.backend.edit_channel(forum.id, {"available_tags": [tag]})
    await room.env.settle()


async def deleted(room: Room, post: ChannelHandle) -> None:
    """Somebody deletes a post."""
    room.env.backend.delete_channel(post.id)
    await room.env.settle()


async def put_away(room: Room, post: ChannelHandle, **changed: Any) -> None:
    """Discord archives a post, as after a quiet week."""
    room.env.backend.edit_channel(post.id, changed, thread_metadata={"archived": True})
    await room.env.settle()


async def one_result(room: Room, season: SeasonView) -> int:
    """The first of the tables that are played comes to its end; its number."""
    number, table = next(iter((await playing(room, season)).items()))
    await play_out(room, table.id)
    await look(room, minutes=11)
    return number


def tags_of(room: Room, post: ChannelHandle) -> list[str]:
    """The names of the tags of a post."""
    found: Any = room.bot.get_channel(post.id)
    return [tag.name for tag in found.applied_tags]


async def moved(room: Room, forum: ChannelHandle) -> None:
    """The league of a test lives in the forum from now on."""
    [league] = await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)
    await room.bot.store.write(stored.set_channel, league.id, forum.id)


async def test_from_founding_to_the_champions(
    room: Room, maya: MemberActor, forum: ChannelHandle
) -> None:
    said = words(answer(await founded_at(maya, room.channel, home=forum)))
    assert f"lives in <#{forum.id}>" in said and "Each season has a post for its news" in said
    await new_season(room, maya)
    [news] = forum.threads
    assert news.name == "The long count 1"
    hub, told = news.history()
    assert "opened sign-up" in words(told)
    assert {"Sign up", "Cancel sign-up"} <= set(labels(hub))
    for person in room.people:
        await person.click(hub, label="Sign up")
    assert "**4 people have signed up**" in words(news.history()[0])

    # what the moderator changes is in the same message, and told
    page = answer(await propose(maya, news, "settings"))
    page = await choose(maya, page, "seats", "2")
    await maya.click(page, label="Save changes")
    assert "2 seats" in words(news.history()[0])
    assert "changed the settings" in words(news.history()[2])

    await do(room, maya, "draw", None)
    await look(room)
    hub = news.history()[0]
    assert "Standings" in labels(hub) and "Sign up" not in labels(hub)
    assert times_told(news, "begins now")
    season = await room.bot.leagues.read(1)
    tables = await playing(room, season)
    posts = {post.id: post for post in forum.threads}
    for number, table in tables.items():
        post = posts[table.channel_id]
        assert post.name.startswith(f"Table {number} · ")
        assert times_told(post, "The deal (which tiles lie where) is sealed")
        assert "**The long count 1**, table" in words(post.history()[0])

    shown = answer(await room.people[0].click(hub, label="Standings"))
    assert shown.ephemeral and len(shown.attachments) == 1
    assert "Tables finished: 0 of 8" in words(shown)

    number = await one_result(room, season)
    assert times_told(news, f"Table {number} of")
    while left := await playing(room, season):
        for one in left.values():
            await play_out(room, one.id)
    await do(room, maya, "close", None)
    await look(room)
    assert times_told(news, "🏆 Champion")

    # the next season has posts of its own, also after months
    await put_away(room, news)
    await new_season(room, maya)
    assert "The long count 2" in [post.name for post in forum.threads]
    assert len(room.channel.history()) == 0, "nothing is said elsewhere"
    assert room.env.errors == []


async def in_forum(room: Room, forum: ChannelHandle, **chosen: Any) -> SeasonView:
    """A drawn season of pairs in the forum."""
    season = await season_of(room, **chosen)
    await moved(room, forum)
    return await season_lifecycle.draw(room.bot.leagues, season.id, by=None, seed=5)


async def test_seats_are_offered_and_moderators_called_in_the_news(
    room: Room, role: RoleHandle, maya: MemberActor, forum: ChannelHandle
) -> None:
    season = await in_forum(room, forum, time=TimeRules(LiveClock(30), when_out="moderator"))
    await look(room)
    table = (await playing(room, season))[1]
    while (await room.bot.tables.game(table.id)).snapshot().phase == "keep":
        await take_turn(room, table.id)
    await room.later(minutes=31)
    await settled(room)
    news = news_in(forum)
    calls = [one for one in news.history() if "24 more hours" in labels(one)]
    assert any(f"<#{table.channel_id}>" in words(one) for one in calls)
    assert set(pinged_in(room, news.id, "roles")) == {role.id}

    unhappy = with_id(room.people, table.seats[0].user_id)
    said = words(await raise_dispute(unhappy, news, 1, "A slip."))
    assert "the moderators have been notified" in said
    await settled(room)
    [call] = [told for told in texts(news) if "is disputed" in told]
    assert "A slip." not in call, "everybody reads the news"

    eve = room.guild.add_member(room.env.create_user("eve"))
    said = words(await looked_up(eve, news, "substitutes"))
    assert "You are a substitute" in said, "the league of a post is that of its forum"
    await people.give_up(room.bot.leagues, season.id, unhappy.id)
    await look(room)
    await look(room)
    [offer] = [one for one in news.history() if "Take the seat" in labels(one)]
    assert pinged_in(room, news.id, "users") == [eve.id]
    await eve.click(offer, label="Take the seat")
    await look(room)
    assert (await state_of(room)).holder(unhappy.id) == eve.id
    [told] = texts(room.channel)
    assert "takes over" in told, "acts are told where the league was before, and nothing else"
    assert room.env.errors == []


async def test_killed_before_a_post_was_noted(
    room: Room, forum: ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was posted is found again: one post of each name."""
    await season_of(room)
    await moved(room, forum)
    note_made = season_lifecycle.note_made

    async def killed(*_: Any, **__: Any) -> None:
        monkeypatch.setattr(season_lifecycle, "note_made", note_made)
        raise ConnectionError("the program is no more")

    monkeypatch.setattr(season_lifecycle, "note_made", killed)
    await season_lifecycle.draw(room.bot.leagues, 1, by=None, seed=5)
    for _ in range(3):
        await look(room, minutes=11)
        await room.restart()
    assert season_lifecycle.note_made is note_made
    names = sorted(str(post.name).split(" · ")[0] for post in forum.threads)
    assert names == [SEASON, "Table 1", "Table 2"]
    assert times_told(news_in(forum), "has been drawn") == 1
    assert (await room.bot.leagues.read(1)).untold == ()


async def test_a_deleted_post_comes_again(room: Room, forum: ChannelHandle) -> None:
    season = await in_forum(room, forum)
    await look(room)
    first = news_in(forum)
    await deleted(room, first)
    number = await one_result(room, season)
    again = news_in(forum)
    assert again.id != first.id
    assert times_told(again, f"Table {number} of"), "nothing is lost"
    assert "Standings" in labels(again.history()[0])


async def test_calls_have_a_post_before_there_are_news(room: Room, forum: ChannelHandle) -> None:
    """The league has just moved into the forum, or somebody deletes the post: moderators are
    called all the same."""
    until = room.wait() + timedelta(days=1)
    await season_of(room, people=1, sign_up_until=until)
    await moved(room, forum)
    await look(room)
    news = news_in(forum)
    assert "Sign up" in labels(news.history()[0])
    await deleted(room, news)
    for _ in range(2):
        await look(room, hours=13)
    assert times_told(news_in(forum), "too few people have signed up") == 1


async def test_what_the_bot_may_not_do_in_a_forum(
    room: Room, maya: MemberActor, forum: ChannelHandle
) -> None:
    me: Any = room.guild.me

    async def deny(who: int, **permissions: bool) -> None:
        _, denied = discord.PermissionOverwrite(**permissions).pair()
        one = Overwrite(who, OverwriteType.MEMBER, 0, denied.value)
        room.env.backend.set_overwrite(forum.id, one)
        await room.env.settle()

    await deny(me.id, send_messages=False, manage_threads=False)
    said = words(answer(await founded_at(maya, room.channel, home=forum)))
    assert f"I cannot open tables in <#{forum.id}>" in said and "Create Posts" in said
    await deny(maya.id, send_messages=False)
    said = words(answer(await founded_at(maya, room.channel, home=forum)))
    assert "You cannot write in" in said

    # all works without Manage Posts
    await deny(maya.id)
    await deny(me.id, manage_threads=False)
    await founded_at(maya, room.channel, home=forum)
    await new_season(room, maya)
    assert [post.name for post in forum.threads] == ["The long count 1"]
    assert room.env.errors == []

    await deny(me.id, send_messages_in_threads=False)
    shown = words(answer(await room.people[0].slash(room.channel, "doctor")))
    assert "❌ **The long count 1**: Somebody who manages the server must give me" in shown
    assert f" in <#{forum.id}>." in shown
    assert "Send Messages in Posts" in shown


async def test_a_forum_that_requires_a_tag_gets_one(room: Room, forum: ChannelHandle) -> None:
    FLAGS[forum.id] = REQUIRE_TAG
    await with_a_tag(room, forum)
    season = await in_forum(room, forum)
    await look(room)
    assert tags_of(room, news_in(forum)) == ["Talk"]
    await one_result(room, season)
    assert room.env.errors == []


async def test_a_league_that_moves_into_a_forum(
    room: Room, maya: MemberActor, forum: ChannelHandle
) -> None:
    """And out of it again: the news go where the league is; tables stay where they are."""
    season = await drawn(room)
    await look(room)
    before = len(room.channel.history())
    await propose(maya, room.channel, "move", home=forum)
    number = await one_result(room, season)
    news = news_in(forum)
    assert times_told(news, f"Table {number} of")
    assert len(room.channel.history()) == before + 1
    assert "channel chosen" in texts(room.channel)[-1]
    shown = await looked_up(room.people[0], room.channel, public=True)
    assert f"/{room.guild.id}/{news.id}" in str(raw(shown))
    said = len(news.history())
    await propose(maya, room.channel, "move", home=room.channel)
    await one_result(room, season)
    assert len(news.history()) == said + 1, "the move is told there, too"
    assert len(room.channel.history()) > before + 2


async def test_posts_that_discord_has_put_away(
    room: Room, maya: MemberActor, forum: ChannelHandle
) -> None:
    """The news are taken out again, and keep the tags that people gave them, until the season is
    closed and also when it is reopened."""
    await with_a_tag(room, forum)
    season = await in_forum(room, forum)
    await look(room)
    news = news_in(forum)
    await put_away(room, news, applied_tags=[77])
    number = await one_result(room, season)
    assert times_told(news, f"Table {number} of")
    for other in season.state.tables.keys() - {number}:
        await void(room.bot.leagues, season.id, other, by=1, reason="Too few came.")
    await put_away(room, news)
    await do(room, maya, "close", None)
    await look(room)
    assert "finished" in words(news.history()[0])
    assert tags_of(room, news) == ["Talk"]
    await put_away(room, news)
    await do(room, maya, "close-back")
    await look(room, minutes=11)
    assert "in play" in words(news.history()[0])
    assert room.env.errors == []


async def test_a_cancelled_season(room: Room, maya: MemberActor, forum: ChannelHandle) -> None:
    """Nobody signs up for it any more; the next one has a post of its own, though of the same
    name."""
    await founded_at(maya, room.channel, home=forum)
    await new_season(room, maya)
    [first] = forum.threads
    await do(room, maya, "new-back")
    assert "Sign up" not in labels(first.history()[0])
    assert "cancelled the season" in words(first.history()[-1])
    said = len(first.history())
    await new_season(room, maya)
    assert [post.name for post in forum.threads] == ["The long count 1"] * 2
    assert len(first.history()) == said
    assert room.env.errors == []


async def test_many_divisions_in_a_long_language(
    room: Room, forum: ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten divisions of people with the longest names: what is posted keeps Discord's limits."""
    t = Longer()
    monkeypatch.setattr("cogs.leagues.league_channel.language_of_server", lambda *_: t)
    rules = Rules(seats=2, stages=(Stage(games=1),), division_size=2, promoted=1, relegated=1)
    people = members(room, 20, "W" * 29 + "{n:03}")
    season = await open_season(room, people, settings=SeasonSettings("W" * 60, rules))
    await moved(room, forum)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=None, seed=5)
    await look(room)
    assert len(forum.threads) == 11
    assert all(len(str(post.name).encode("utf-16-le")) <= 200 for post in forum.threads)
    assert room.env.errors == []


CUP = Rules(2, (Stage("knockout", go_on=1),))
"""Four people: two semi-finals and a final."""


@pytest.mark.parametrize("in_a_forum", [False, True])
async def test_the_message_of_a_cup_shows_its_bracket_as_it_is_now(
    room: Room, forum: ChannelHandle, in_a_forum: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the draw on, after each table that opens and each result; anybody can look it up."""
    season = await season_of(room, CUP)
    if in_a_forum:
        await moved(room, forum)
    where = await channel_of(room.bot, await room.bot.leagues.read(season.id))
    await show_season(where)

    async def shown() -> discord.Message:
        await tell_season(room.bot, season.id)
        await settled(room)
        place = news_in(forum) if in_a_forum else room.channel
        return next(one for one in place.history() if f"### {SEASON}" in words(one))

    posted = await shown()
    assert "4 people have signed up" in words(posted) and not posted.attachments
    await season_lifecycle.draw(room.bot.leagues, season.id, by=None, seed=5)
    posted = await shown()
    assert "**Semi-finals** · 1 advances" in words(posted)
    assert "in play" not in pictured(posted)
    [before] = posted.attachments
    await look(room)
    assert pictured(await shown()).count("in play") == 2

    for number in (1, 2):
        await play_out(room, (await playing(room, season))[number].id)
    posted = await shown()
    [now] = posted.attachments
    assert now.filename == before.filename == "bracket.png"
    assert await now.read() != await before.read()
    told = pictured(posted)
    assert told.startswith(f"Bracket of {SEASON}: Final. Table 3, in play: ")
    assert told.endswith(" advance.") and "Semi-finals: " in told
    await play_out(room, (await playing(room, season))[3].id)
    posted = await shown()
    assert "wins the cup!" in pictured(posted) and "wins the cup!" in words(posted)

    page = await looked_up(room.people[0], room.channel)
    assert page.ephemeral and len(page.attachments) == 1
    assert "wins the cup!" in words(page) and pictured(page) == pictured(posted)
    assert room.env.errors == []

    async def never(*_: Any, **__: Any) -> None:
        await room.env.external_wait(asyncio.Event().wait(), reason="never drawn")

    monkeypatch.setattr(room.bot.pool, "draw", never)
    monkeypatch.setattr(context, "PATIENCE", 0.01)
    page = await looked_up(room.people[0], room.channel)
    assert "wins the cup!" in words(page) and not page.attachments
