"""The moderators' page: who sees it, and what it offers; and how much a season asks of somebody
who knows no command but the first: commands, presses, choices and sent forms, from founding the
league to the end."""

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage, RoleHandle

from bot.leagues import games, season_lifecycle
from bot.leagues import people as taking_part
from bot.leagues.people import give_up, list_substitute
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings, settings_to_json
from bot.model.league import Ban
from bot.seasons.events import Rules, Stage, TimedOut
from bot.store import leagues as stored
from bot.tables import Table
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import BUTTON
from tests.cogs.moderators_page import (
    acts_offered,
    choose_act,
    do,
    filled_in,
    found,
    go,
    go_to_person,
    manager,
    open_page,
    press_old,
    propose,
    set_up,
)
from tests.cogs.seasons import (
    PAIRS,
    SEASON,
    drawn,
    drawn_season,
    look,
    members,
    play_out,
    playing,
    season_of,
    settled,
    thread_of,
)
from tests.leagues.played import some_result
from tests.tables.acts import count_entries

GOAL_OF_EIGHT = 10


class Counted:
    """A moderator whose commands, presses, choices and sent forms are counted."""

    def __init__(self, actor: MemberActor) -> None:
        self.actor, self.done = actor, Counter[str]()

    def __getattr__(self, name: str) -> Any:
        self.done[name] += 1
        return getattr(self.actor, name)


@pytest.mark.first
async def test_a_season_of_eight_from_founding_to_close(room: Room, maya: MemberActor) -> None:
    people, counted = members(room, 8), Counted(maya)
    page = answer(await counted.slash(room.channel, "league show"))
    assert "A league is a series of seasons" in words(page)
    form = await choose_act(counted, page, "found")
    wizard = await filled_in(counted, form, name="The long count", channel=room.channel)
    await counted.click(answer(wizard), label="Create")
    posted = room.channel.last_message
    assert {"Sign up", "Moderate"} <= set(labels(posted))
    for person in people:
        await person.click(posted, label="Sign up")
    page = answer(await counted.click(posted, label="Moderate"))
    shown = answer(await counted.click(page, label="Draw the season"))
    await counted.click(shown, label="Confirm")
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert season.state.phase == "running" and len(season.state.division_of) == 8
    while tables := await playing(room, season):
        for table in tables.values():
            await play_out(room, table.id)
    page = answer(await counted.click(posted, label="Moderate"))
    shown = answer(await counted.click(page, label="Close the season"))
    assert "First place" in words(shown)
    await counted.click(shown, label="Confirm")
    assert (await room.bot.leagues.read(1)).state.phase == "finished"
    assert counted.done["submit_modal"] == 1
    assert sum(counted.done.values()) <= GOAL_OF_EIGHT, counted.done


async def test_a_free_seat_is_one_press_away_and_the_page_of_a_person_says_where(
    room: Room, maya: MemberActor
) -> None:
    season = await drawn_season(room, room.people)
    ana, eve = room.people[0], room.guild.add_member(room.env.create_user("eve"))
    await list_substitute(room.bot.leagues, season.id, eve.id, on=True, roles=())
    assert "seat" not in words(await open_page(maya, room.channel))
    async with room.bot.leagues.open(season.id) as opened:
        opened.happen(TimedOut(1, ana.id, 2), by=None)
    await give_up(room.bot.leagues, season.id, ana.id)
    page = await open_page(maya, room.channel)
    assert "1 seat is free." in words(page)
    shown = answer(await maya.click(page, label="ana's seat"))
    assert "### **ana**" in words(shown) and "substitute" in acts_offered(shown)
    shown = await go_to_person(maya, await open_page(maya, room.channel), ana)
    assert "Division 1 · has left the season\nopen tables: Table 1" in words(shown)
    assert "has run out of time 2 times this season" in words(shown)
    shown = await go_to_person(maya, await open_page(maya, room.channel), eve)
    assert "On the list of substitutes" in words(shown)


async def test_who_left_the_server_is_found_at_the_table(room: Room, maya: MemberActor) -> None:
    """No menu of Discord has people who are gone, but the page of their table has."""
    await drawn_season(room, room.people)
    ana = room.people[0]
    room.env.backend.remove_member(room.guild.id, ana.id)
    await settled(room)
    shown = await go(maya, await open_page(maya, room.channel), ".t1")
    shown = await go(maya, shown, f".p{ana.id}")
    assert "Division 1" in words(shown) and "withdraw" in acts_offered(shown)


async def one_table(room: Room, appeal_days: int) -> tuple[SeasonView, Table]:
    """A season of two people with a single table, which has opened."""
    rules = Rules(seats=2, stages=(Stage(games=1),))
    season = await season_of(room, rules, people=2, appeal_days=appeal_days)
    season = await season_lifecycle.draw(room.bot.leagues, season.id, by=None)
    await look(room)
    [table] = (await playing(room, season)).values()
    return season, table


async def test_what_stalls_and_the_form_of_the_dates(room: Room, maya: MemberActor) -> None:
    _, table = await one_table(room, appeal_days=2)
    await look(room, days=1)
    assert "1 table has had no turn" not in words(await open_page(maya, room.channel))
    await look(room, days=4)
    assert "1 table has had no turn for two days." in words(await open_page(maya, room.channel))
    await play_out(room, table.id)
    wizard = answer(await propose(maya, room.channel, "settings"))
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
    assert labels(page) == ["Who moderates"]
    shown = answer(await owner.click(page, label="Who moderates"))
    assert f"Moderators: <@&{role.id}>" in words(shown)
    shown = words(await set_up(owner, room.channel, role=[role, council], place=room.channel))
    assert f"Moderators: <@&{role.id}> and <@&{council.id}>" in shown
    assert f"notified in <#{room.channel.id}>" in shown
    server = await room.bot.tables.server_settings(room.guild.id)
    assert server.moderators_channel == room.channel.id
    await set_up(owner, room.channel, place=room.channel)
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert f"moderators' channel: – → <#{room.channel.id}>" in log
    assert await count_entries(room.bot.tables, room.guild.id) == 2, "nothing changed last"
    assert "Who moderates" not in labels(await open_page(maya, room.channel))
    refused = answer(await press_old(maya, room.channel, "role", "modsetup"))
    assert "Only people who can manage this server" in words(refused)


async def test_a_tables_first_message_and_calls_lead_to_the_page(
    room: Room, maya: MemberActor
) -> None:
    """Which says how the table goes, and what it came to."""
    called = room.guild.create_text_channel("moderators")
    await set_up(manager(room), room.channel, place=called)
    _, table = await one_table(room, appeal_days=0)
    first = thread_of(room, table).history()[0]
    refused = answer(await room.people[0].click(first, label="Moderate"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    page = answer(await maya.click(first, label="Moderate"))
    assert page.ephemeral and words(page).startswith(f"### Table 1 · {SEASON}")
    assert "in play · last turn <t:" in words(page) and words(page).count("It is **") == 2
    await play_out(room, table.id)
    said = words(answer(await maya.click(first, label="Moderate")))
    assert "1. **" in said and " · 2. **" in said and "It is " not in said
    await look(room)  # the season can be closed
    page = answer(await maya.click(called.history()[-1], label="Moderate"))
    assert words(page).startswith("### Moderate") and "close" in acts_offered(page)


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
    assert set(acts_offered(shown)) == {"found"}, "only what is possible"
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
    last = "close The long count 1, then draw"
    await goes_on(maya, await page("s2"), last, "Go to the next step")
    await maya.click(answer(closing), label="Confirm")
    await goes_on(maya, await page("s1"), "go on with The long count 2", "Go to the next step")
    await do(room, maya, "new-back")
    again = "prepare the next season"
    following = await goes_on(maya, await page(), again, "Prepare the next season")
    assert "Create" in labels(answer(following))
    next_on(await page("s2"), again, "Prepare the next season")
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
    said = answer(await press_old(maya, room.channel, f"{season.id}.{word}", verb))
    assert said.ephemeral and "That button is out of date" in words(said)
    assert "/league show" in words(said)
    assert await room.bot.store.read(stored.bans_of, season.league_id) == [ban]
