"""The wizard of the next season and of one that exists: page by page, through a restart."""

from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest
from discord.http import Route
from simcord import MemberActor, ResponseMessage

from bot.clocks import DaysClock, PersonalTime, TimeRules
from bot.leagues import season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_lifecycle import next_name
from bot.leagues.settings import FIRST, SeasonSettings, changed, checked
from bot.model.league import League
from bot.seasons.events import Rules, Stage
from bot.tables import PersonSettings, Refusal
from bot.text.typed import read_moment
from cogs.leagues.wizard import DAY_BEGINS, DAY_ENDS, MORE, USUAL, Wizard, typed_moment, wizard_view
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, tap, words
from tests.cogs.limits import SELECT, check_message
from tests.cogs.moderators_page import WHY, choose, do, found, new_season, propose, wizard_of
from tests.cogs.seasons import (
    all_won,
    choose_all,
    drawn,
    looked_up,
    new_sign_up,
    press_old,
    preview,
    state_of,
)
from tests.cogs.test_longest_words import Longer
from tests.leagues.changes import create_league
from tests.tables.acts import audit_log, set_person_settings

AT_ONCE = "4 games each · Up to 2 tables at once"


def selected(page: ResponseMessage, name: str) -> list[str]:
    """The values that a menu of the wizard shows as chosen."""
    [menu] = [one for one in raw(page) if one.get("custom_id", "").endswith(f".{name}")]
    return [one["value"] for one in menu["options"] if one.get("default")]


async def name_and_dates(
    moderator: MemberActor, page: ResponseMessage, name: str = "Rainy season", **dates: str
) -> ResponseMessage:
    """The form of a season's name and dates filled in: the page then."""
    form = await moderator.click(page, label="Name and dates")
    typed = {"name": name, "until": "", "starts": "", "ends": "", **dates}
    return answer(await moderator.submit_modal(form, typed))


async def test_the_wizard_to_its_end_through_a_restart(
    room: Room, maya: MemberActor, noah: MemberActor
) -> None:
    await found(room, maya)
    in_berlin = PersonSettings(hours=PersonalTime(zone="Europe/Berlin"))
    await set_person_settings(room.bot.tables, maya.id, in_berlin)
    wizard = await wizard_of(maya, room.channel)
    assert wizard.ephemeral and selected(wizard, "clock") == ["days1"]
    assert "go up" not in words(wizard) and words(wizard).count("4 games each") == 1, "no noise"
    assert f"With 8 players: 1 division of 8.\n8 tables · {AT_ONCE}" in words(wizard)
    assert "about 7 weeks at 6 hours a turn" in words(wizard)
    assert "The long count 1" in words(wizard)

    page = await choose_all(maya, wizard, seats="3", plan="rounds")
    assert "4 games each" in words(page), "as many as fit into two months"
    page = await choose(maya, page, "games", "6")
    await room.restart()
    page = await choose(maya, page, "size", "4")
    assert "With 8 players: 2 divisions of 4.\n24 tables · 6 games each" in words(page)

    page = await choose_all(maya, page, scheme="share", moves="1.2", late="2")
    page = await choose(maya, page, "modules", "tribes", "prophecies")
    page = await choose_all(maya, page, clock="days2", out="moderator")

    # another moderator goes on where the first one stopped
    other = await wizard_of(noah, room.channel)
    assert "24 tables · 6 games each" in words(other)
    dates = {"until": "2031-06-30 18:00", "starts": "2031-07-01", "ends": "2031-08-31"}
    page = await name_and_dates(maya, page, **dates)
    until = datetime(2031, 6, 30, 16, 0, tzinfo=UTC)
    assert f"<t:{int(until.timestamp())}:f>" in words(page), "in Berlin it is summer"

    page = await tap(maya, page, "Create")
    assert "for the draw and all settings" in words(page)
    settings = (await room.bot.leagues.read(1)).settings
    assert settings.rules == Rules(
        seats=3, stages=(Stage(games=6, in_rounds=True),), division_size=4, scheme="share",
        promoted=1, relegated=2, late_entry=True, most_late=2,
    )  # fmt: skip
    assert settings.name == "Rainy season" and settings.modules == ("tribes", "prophecies")
    assert settings.time.clock == DaysClock(2) and settings.time.when_out == "moderator"
    assert settings.sign_up_until == until
    assert settings.starts == datetime(2031, 6, 30, 22, 0, tzinfo=UTC)
    assert settings.ends == datetime(2031, 8, 31, 21, 59, tzinfo=UTC)
    posted = room.channel.last_message
    assert posted is not None and {"Sign up", "Cancel sign-up"} <= set(labels(posted))
    assert "Rainy season" in words(posted)

    said = words(await tap(noah, other, "Create"))
    assert "draw it first" in said, "one season is open already"
    assert len(await season_lifecycle.seasons_of(room.bot.leagues, 1)) == 1


async def test_the_next_season_begins_as_the_last_one(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = await name_and_dates(maya, wizard, "Season 9", ends="2031-08-31")
    await choose(maya, page, "seats", "2")
    await maya.click(await wizard_of(maya, room.channel), label="Create")
    for person in room.people[:3]:
        await sign_up(room.bot.leagues, 1, person.id)
    await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=1)
    said = words(await wizard_of(maya, room.channel))
    assert "**Season 10**" in said
    assert f"With 3 players: 1 division of 3.\n6 tables · {AT_ONCE}" in said
    assert "End" not in said, "dates are not taken over"


async def test_dates_that_cannot_be(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    page = await wizard_of(maya, room.channel)
    before = await season_lifecycle.draft(room.bot.leagues, 1)
    for dates, why in (
        ({"until": "tomorrow"}, "12/24/2026"),
        ({"until": "2031-06-30 25:00"}, "22:30"),
        ({"until": "2001-06-30"}, "is in the past"),
        ({"until": "2031-06-30", "starts": "2031-06-01"}, "out of order"),
        ({"starts": "2031-06-30", "ends": "2031-06-01"}, "out of order"),
    ):
        assert why in words(await name_and_dates(maya, page, **dates)), dates
    assert await season_lifecycle.draft(room.bot.leagues, 1) == before


async def test_settings_of_a_season_that_exists(room: Room, maya: MemberActor) -> None:
    await drawn(room, time=TimeRules(DaysClock(1)))
    page = await preview(room, maya, "settings")
    assert labels(page) == ["Dates", "More settings", "Back"]
    offered = [one["custom_id"].rpartition(".")[2] for one in raw(page) if one["type"] == SELECT]
    assert offered == ["clock", "modules"], "all else is fixed"
    page = await choose(maya, page, "clock", "days3")
    assert labels(page)[2:] == ["Save changes", "Discard changes", "Back"]
    form = await maya.click(page, label="Dates")
    page = answer(await maya.submit_modal(form, {"ends": "2031-06-30"}))
    assert "End: <t:" in words(page)
    assert (await room.bot.leagues.read(1)).settings.time.clock == DaysClock(1), "not saved yet"
    await maya.click(page, label="Save changes")
    settings = (await room.bot.leagues.read(1)).settings
    assert settings.time.clock == DaysClock(3) and settings.ends is not None
    told = [one for one in room.channel.history() if "changed the settings" in words(one)]
    assert len(told) == 1, "two changes are told once"
    log = await audit_log(room.bot.tables, room.guild.id)
    assert (log[0].act, log[0].season_id) == ("season-settings", 1)
    page = await preview(room, maya, "settings")
    await all_won(room)
    await season_lifecycle.close(room.bot.leagues, 1, by=maya.id)
    assert "The season is over" in words(await choose(maya, page, "clock", "days7"))
    assert (await room.bot.leagues.read(1)).settings.time.clock == DaysClock(3)


async def test_everything_may_change_until_the_draw(room: Room, maya: MemberActor) -> None:
    await new_sign_up(room, maya)
    for person in room.people:
        await sign_up(room.bot.leagues, 1, person.id)
    page = await preview(room, maya, "settings")
    assert "With 4 players: 1 division of 4" in words(page), "as many as have signed up"
    page = await choose_all(maya, page, seats="2", plan="swiss", size="5", scheme="share")
    page = await name_and_dates(maya, await choose(maya, page, "moves", "1.1"), "Dry season")
    await room.restart()
    assert (await state_of(room)).rules.seats == 4, "not saved yet"
    page = await tap(maya, page, "Save changes")
    assert "Dry season" in words(page) and "Save changes" not in labels(page)
    season = await room.bot.leagues.read(1)
    rules = season.state.rules
    assert (rules.seats, rules.first.kind, rules.division_size) == (2, "swiss", 5)
    assert (rules.scheme, rules.promoted, rules.relegated) == ("share", 1, 1)
    assert season.state.rules == season.settings.rules
    assert season.state.name == season.settings.name == "Dry season"
    told = [one for one in room.channel.history() if "changed the settings" in words(one)]
    posted = [one for one in room.channel.history() if "Sign up" in labels(one)]
    assert len(told) == 1 and "Tables of 2 seats" in words(posted[-1]), "signed for anew"

    # what was not wanted after all
    page = await choose(maya, await preview(room, maya, "settings"), "seats", "5")
    page = await tap(maya, page, "Discard changes")
    assert selected(page, "seats") == ["2"] and "Save changes" not in labels(page)
    await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=1)
    assert {len(table.entries) for table in (await state_of(room)).tables.values()} == {2}


async def test_two_moderators_choose_at_once(
    room: Room, maya: MemberActor, noah: MemberActor
) -> None:
    """No choice is lost without a word: who presses on an old page sees the newer one."""
    await found(room, maya)
    mine, other = await wizard_of(maya, room.channel), await wizard_of(noah, room.channel)
    mine = await choose(maya, mine, "seats", "3")
    late = await choose(noah, other, "plan", "rounds")
    assert "Somebody else has changed the settings" in words(late)
    draft = await season_lifecycle.draft(room.bot.leagues, 1)
    assert (draft.rules.seats, draft.rules.first.in_rounds) == (3, False)
    late = await choose(noah, late, "plan", "rounds")
    assert "Somebody else has changed the settings" not in words(late)
    draft = await season_lifecycle.draft(room.bot.leagues, 1)
    assert (draft.rules.seats, draft.rules.first.in_rounds) == (3, True)
    said = await tap(maya, mine, "Create")
    assert "Somebody else has changed the settings" in words(said)
    assert selected(said, "seats") == ["3"]
    assert await season_lifecycle.seasons_of(room.bot.leagues, 1) == []


async def test_a_season_is_cancelled_and_the_league_renamed_and_deleted(
    room: Room, maya: MemberActor
) -> None:
    posted = await new_sign_up(room, maya)
    for person in room.people[:3]:
        await person.click(posted, label="Sign up")
    assert "cancel it first" in words(await preview(room, maya, "delete"))
    assert "audit log entry" in await do(room, maya, "new-back", "Too few came.")
    assert (await state_of(room)).phase == "cancelled"
    last = room.channel.last_message
    assert last is not None and "cancelled the season" in words(last)
    now = next(one for one in room.channel.history() if one.id == posted.id)
    assert "cancelled" in words(now) and "Sign up" not in labels(now)
    assert "cancelled" in words(await looked_up(maya, room.channel, "archive"))
    wizard = await wizard_of(maya, room.channel)
    assert "**The long count 1**" in words(wizard), "the name of the cancelled one is free"

    said = words(await preview(room, maya, "rename", name="The  short count"))
    assert "The short count" in said and "entry" in said
    [league] = await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)
    assert league.name == "The short count"
    await found(room, maya, "Another")
    refused = await preview(room, maya, "rename", name="Another", league=league.name)
    assert "already" in words(refused)

    stale = await propose(maya, room.channel, "delete", league=league.name, fill=False)
    said = words(await preview(room, maya, "delete", league=league.name))
    assert "league deleted (audit log entry " in said
    [left] = await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)
    assert left.name == "Another"
    entries = await audit_log(room.bot.tables, room.guild.id)
    acts = [entry.act for entry in entries]
    assert acts[:1] == ["league-delete"] and "league-rename" in acts
    assert [one.details.get("back") for one in entries if one.act == "season-new"] == [True, None]
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "league deleted" in log and WHY in log
    said = words(answer(await maya.submit_modal(stale, {"reason": WHY})))
    assert "no such" in said, "sent twice"

    # what was played is kept
    await new_season(room, maya)
    [season] = await season_lifecycle.seasons_of(room.bot.leagues, left.id)
    for person in room.people:
        await sign_up(room.bot.leagues, season.id, person.id)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=maya.id, seed=1)
    assert "drawn" in words(await preview(room, maya, "new-back"))
    assert "cannot be deleted" in words(await preview(room, maya, "delete"))


async def test_another_servers_league_is_not_there(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    away = await create_league(room.bot.leagues, 1, "Elsewhere")
    page = await wizard_of(maya, room.channel)
    said = answer(await press_old(room, maya, "seasoncreate", f"l{away.id}"))
    assert "no such league" in words(said)
    assert await season_lifecycle.seasons_of(room.bot.leagues, away.id) == []
    assert "New season of The long count" in words(page)


def test_what_no_longer_fits_is_brought_to_what_does() -> None:
    settings = SeasonSettings("One", Rules(stages=(Stage(games=None),)))
    swiss = changed(settings, "plan", "swiss")
    assert swiss.rules.first.games == 2
    small = changed(changed(settings, "moves", "4.4"), "size", "3")
    assert (small.rules.promoted, small.rules.relegated) == (1, 2)
    top = changed(changed(FIRST, "plan", "league-top"), "finalgames", "2")
    assert top.rules.stages == (Stage(games=2), Stage("final", 2, who="top", players=4))
    winners = changed(top, "plan", "league-winners")
    assert winners.rules.stages == (Stage(games=2), Stage("final", 1, who="winners"))
    for one in (swiss, small, changed(settings, "games", "0"), changed(settings, "late", "2")):
        checked(one)
    for field, value in (("plan", "chess"), ("seats", "many"), ("moves", "1"), ("name", "x")):
        with pytest.raises(ValueError):
            changed(settings, field, value)


def test_names_of_the_next_season() -> None:
    assert next_name("Season 9", 2) == "Season 10"
    assert next_name("The long count", 3) == "The long count 3"
    assert len(next_name("x" * 60, 12)) == 60


def test_moments_are_read_in_the_moderators_time_zone() -> None:
    winter = read_moment("2026-12-24 18:00", "en-US", "Europe/Berlin", DAY_ENDS)
    assert winter == datetime(2026, 12, 24, 17, 0, tzinfo=UTC)
    assert read_moment(" ", "en-US", "UTC", DAY_ENDS) is None
    summer = read_moment("2026-07-01", "en-US", "America/New_York", DAY_BEGINS)
    assert summer == datetime(2026, 7, 1, 4, 0, tzinfo=UTC)
    assert typed_moment(winter, "Europe/Berlin") == "2026-12-24 18:00"
    for typed in ("24/12/2026", "2026-12-24 at six", "2026-13-01"):
        with pytest.raises(Refusal):
            read_moment(typed, "en-US", "UTC", DAY_ENDS)


@pytest.mark.parametrize("page", [USUAL, MORE])
def test_every_page_keeps_the_limits_in_long_languages(page: str) -> None:
    later = datetime(2031, 1, 1, tzinfo=UTC)
    settings = SeasonSettings(
        "W" * 60, Rules(seats=5, division_size=17), modules=("tribes", "prophecies"),
        sign_up_until=later,
        starts=later + timedelta(days=1), ends=later + timedelta(days=99),
    )  # fmt: skip
    league = League(10**9, 1, "W" * 60, {}, 5)
    view = wizard_view(Longer(), Wizard(league, settings, players=500), page, "x" * 200)
    check_message({"components": view.to_components(), "flags": 1 << 15})


@pytest.mark.parametrize("restarted", [True, False])
async def test_the_sign_up_is_posted_later(
    room: Room, maya: MemberActor, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    """Discord could not be reached when the season was created."""
    await found(room, maya)
    before = len(room.channel.history())
    through = room.bot.http.request

    async def refused(route: Route, **how: Any) -> Any:
        if route.method == "POST" and route.path.endswith("/messages"):
            raise aiohttp.ServerDisconnectedError
        return await through(route, **how)

    monkeypatch.setattr(room.bot.http, "request", refused)
    await new_season(room, maya)
    assert len(room.channel.history()) == before
    monkeypatch.setattr(room.bot.http, "request", through)
    if restarted:
        await room.restart()
    await room.env.advance_time(130)
    [_, posted] = room.channel.history()[before:]
    assert {"Sign up", "Cancel sign-up"} <= set(labels(posted))
