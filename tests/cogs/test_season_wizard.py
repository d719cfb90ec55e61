"""The wizard of the next season and of one that exists: page by page, through a restart."""

from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest
from discord.http import Route
from simcord import MemberActor, ResponseMessage

from bot.clocks import DaysClock, PersonalTime
from bot.leagues import season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_lifecycle import next_name
from bot.leagues.settings import SeasonSettings, changed, checked
from bot.model.league import League
from bot.seasons.events import Rules, Stage
from bot.tables import PersonSettings, Refusal
from bot.text.typed import read_moment
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from cogs.leagues.wizard import DAY_BEGINS, DAY_ENDS, MORE, USUAL, Wizard, typed_moment, wizard_view
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import SELECT, check_message
from tests.cogs.moderators_page import WHY, choose, do, found, new_season, propose, wizard_of
from tests.cogs.seasons import looked_up
from tests.cogs.test_longest_words import Longer
from tests.leagues.changes import create_league, void
from tests.tables.acts import audit_log, set_person_settings


def selected(page: ResponseMessage, name: str) -> list[str]:
    """The values that a menu of the wizard shows as chosen."""
    [menu] = [one for one in raw(page) if one.get("custom_id", "").endswith(f".{name}")]
    return [one["value"] for one in menu["options"] if one.get("default")]


async def test_the_wizard_to_its_end_through_a_restart(
    room: Room, maya: MemberActor, noah: MemberActor
) -> None:
    await found(room, maya)
    in_berlin = PersonSettings(hours=PersonalTime(zone="Europe/Berlin"))
    await set_person_settings(room.bot.tables, maya.id, in_berlin)
    wizard = await wizard_of(maya, room.channel)
    assert wizard.ephemeral and selected(wizard, "clock") == ["days1"]
    assert "go up" not in words(wizard) and words(wizard).count("4 games each") == 1, "no noise"
    assert (
        "With 8 players: 1 division of 8.\n8 tables · 4 games each · Up to 2 tables at once"
        in words(wizard)
    )
    assert "about 7 weeks at 6 hours a turn" in words(wizard)
    assert "The long count 1" in words(wizard)

    page = wizard
    page = await choose(maya, page, "seats", "3")
    page = await choose(maya, page, "plan", "rounds")
    assert "4 games each" in words(page), "as many as fit into two months"
    page = await choose(maya, page, "games", "6")
    await room.restart()
    page = await choose(maya, page, "size", "4")
    assert "With 8 players: 2 divisions of 4.\n24 tables · 6 games each" in words(page)

    page = await choose(maya, page, "scheme", "share")
    page = await choose(maya, page, "moves", "1.2")
    page = await choose(maya, page, "late", "2")
    page = await choose(maya, page, "modules", "tribes", "prophecies")
    page = await choose(maya, page, "clock", "days2")
    page = await choose(maya, page, "out", "moderator")

    # another moderator goes on where the first one stopped
    other = await wizard_of(noah, room.channel)
    assert "24 tables · 6 games each" in words(other)
    form = await maya.click(page, label="Name and dates")
    dates = {"until": "2031-06-30 18:00", "starts": "2031-07-01", "ends": "2031-08-31"}
    page = answer(await maya.submit_modal(form, {"name": "Rainy season", **dates}))
    until = datetime(2031, 6, 30, 16, 0, tzinfo=UTC)
    assert f"<t:{int(until.timestamp())}:f>" in words(page), "in Berlin it is summer"

    page = answer(await maya.click(page, label="Create"))
    assert "for the draw and all settings" in words(page)
    season = await room.bot.leagues.read(1)
    settings = season.settings
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

    said = words(answer(await noah.click(other, label="Create")))
    assert "draw it first" in said, "one season is open already"
    assert len(await season_lifecycle.seasons_of(room.bot.leagues, 1)) == 1


async def test_the_next_season_begins_as_the_last_one(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    page = await wizard_of(maya, room.channel)
    form = await maya.click(page, label="Name and dates")
    dates = {"until": "", "starts": "", "ends": "2031-08-31"}
    page = answer(await maya.submit_modal(form, {"name": "Season 9", **dates}))
    await choose(maya, page, "seats", "2")
    await maya.click(await wizard_of(maya, room.channel), label="Create")
    for person in room.people[:3]:
        await sign_up(room.bot.leagues, 1, person.id)
    await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=1)
    said = words(await wizard_of(maya, room.channel))
    assert "**Season 10**" in said
    assert (
        "With 3 players: 1 division of 3.\n6 tables · 4 games each · Up to 2 tables at once" in said
    )
    assert "End" not in said, "dates are not taken over"


async def test_dates_that_cannot_be(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    page = await wizard_of(maya, room.channel)
    before = await season_lifecycle.draft(room.bot.leagues, 1)
    for until, starts, ends, why in (
        ("tomorrow", "", "", "12/24/2026"),
        ("2031-06-30 25:00", "", "", "22:30"),
        ("2001-06-30", "", "", "is in the past"),
        ("2031-06-30", "2031-06-01", "", "out of order"),
        ("", "2031-06-30", "2031-06-01", "out of order"),
    ):
        form = await maya.click(page, label="Name and dates")
        typed = {"name": "Rainy season", "until": until, "starts": starts, "ends": ends}
        said = words(answer(await maya.submit_modal(form, typed)))
        assert why in said, typed
    assert await season_lifecycle.draft(room.bot.leagues, 1) == before


async def test_settings_of_a_season_that_exists(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    await new_season(room, maya)
    for person in room.people[:2]:
        await sign_up(room.bot.leagues, 1, person.id)
    await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=1)
    page = answer(await propose(maya, room.channel, "settings"))
    assert labels(page) == ["Dates", "More settings", "Back"]
    offered = [one["custom_id"].rpartition(".")[2] for one in raw(page) if one["type"] == SELECT]
    assert offered == ["clock", "modules"], "all else is fixed"
    page = await choose(maya, page, "clock", "days3")
    assert labels(page)[2:] == ["Save changes", "Discard changes", "Back"]
    form = await maya.click(page, label="Dates")
    dates = {"until": "", "starts": "", "ends": "2031-06-30"}
    page = answer(await maya.submit_modal(form, dates))
    assert "End: <t:" in words(page)
    assert (await room.bot.leagues.read(1)).settings.time.clock == DaysClock(1), "not saved yet"
    await maya.click(page, label="Save changes")
    settings = (await room.bot.leagues.read(1)).settings
    assert settings.time.clock == DaysClock(3) and settings.ends is not None
    told = [one for one in room.channel.history() if "changed the settings" in words(one)]
    assert len(told) == 1, "two changes are told once"
    log = await audit_log(room.bot.tables, room.guild.id)
    assert (log[0].act, log[0].season_id) == ("season-settings", 1)
    page = answer(await propose(maya, room.channel, "settings"))
    for number in (await room.bot.leagues.read(1)).state.tables:
        await void(room.bot.leagues, 1, number, by=maya.id, reason="nobody came")
    await season_lifecycle.close(room.bot.leagues, 1, by=maya.id)
    said = words(answer(await maya.select(page, ["days7"], custom_id=_clock_menu(page))))
    assert "The season is over" in said
    assert (await room.bot.leagues.read(1)).settings.time.clock == DaysClock(3)


async def test_everything_may_change_until_the_draw(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    await new_season(room, maya)
    for person in room.people:
        await sign_up(room.bot.leagues, 1, person.id)
    page = answer(await propose(maya, room.channel, "settings"))
    assert "With 4 players: 1 division of 4" in words(page), "as many as have signed up"
    page = await choose(maya, page, "seats", "2")
    page = await choose(maya, page, "plan", "swiss")
    page = await choose(maya, page, "size", "5")
    page = await choose(maya, page, "scheme", "share")
    page = await choose(maya, page, "moves", "1.1")
    form = await maya.click(page, label="Name and dates")
    typed = {"name": "Dry season", "until": "", "starts": "", "ends": ""}
    page = answer(await maya.submit_modal(form, typed))
    await room.restart()
    assert (await room.bot.leagues.read(1)).state.rules.seats == 4, "not saved yet"
    page = answer(await maya.click(page, label="Save changes"))
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
    page = answer(await propose(maya, room.channel, "settings"))
    page = await choose(maya, page, "seats", "5")
    page = answer(await maya.click(page, label="Discard changes"))
    assert selected(page, "seats") == ["2"] and "Save changes" not in labels(page)
    await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=1)
    assert all(len(t.entries) == 2 for t in (await room.bot.leagues.read(1)).state.tables.values())


async def test_two_moderators_choose_at_once(
    room: Room, maya: MemberActor, noah: MemberActor
) -> None:
    """No choice is lost without a word: who presses on an old page sees the newer one."""
    await found(room, maya)
    pages = {}
    for one in (maya, noah):
        shown = await wizard_of(one, room.channel)
        pages[one] = shown
    mine = await choose(maya, pages[maya], "seats", "3")
    late = await choose(noah, pages[noah], "plan", "rounds")
    assert "Somebody else has changed the settings" in words(late)
    draft = await season_lifecycle.draft(room.bot.leagues, 1)
    assert (draft.rules.seats, draft.rules.first.in_rounds) == (3, False)
    late = await choose(noah, late, "plan", "rounds")
    assert "Somebody else has changed the settings" not in words(late)
    draft = await season_lifecycle.draft(room.bot.leagues, 1)
    assert (draft.rules.seats, draft.rules.first.in_rounds) == (3, True)
    said = answer(await maya.click(mine, label="Create"))
    assert "Somebody else has changed the settings" in words(said)
    assert selected(said, "seats") == ["3"]
    assert await season_lifecycle.seasons_of(room.bot.leagues, 1) == []


async def test_a_season_is_cancelled_and_the_league_renamed_and_deleted(
    room: Room, maya: MemberActor
) -> None:
    await found(room, maya)
    await new_season(room, maya)
    posted = room.channel.last_message
    assert posted is not None
    for person in room.people[:3]:
        await person.click(posted, label="Sign up")
    said = words(answer(await propose(maya, room.channel, "delete")))
    assert "cancel it first" in said
    assert "audit log entry" in await do(room, maya, "new-back", "Too few came.")
    assert (await room.bot.leagues.read(1)).state.phase == "cancelled"
    last = room.channel.last_message
    assert last is not None and "cancelled the season" in words(last)
    now = next(one for one in room.channel.history() if one.id == posted.id)
    assert "cancelled" in words(now) and "Sign up" not in labels(now)
    assert "cancelled" in words(await looked_up(maya, room.channel, "archive"))
    wizard = await wizard_of(maya, room.channel)
    assert "**The long count 1**" in words(wizard), "the name of the cancelled one is free"

    said = words(answer(await propose(maya, room.channel, "rename", name="The  short count")))
    assert "The short count" in said and "entry" in said
    [league] = await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)
    assert league.name == "The short count"
    await found(room, maya, "Another")
    said = words(
        answer(await propose(maya, room.channel, "rename", name="Another", league=league.name))
    )
    assert "already" in said

    stale = await propose(maya, room.channel, "delete", league=league.name, fill=False)
    said = words(answer(await propose(maya, room.channel, "delete", league=league.name)))
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
    assert "drawn" in words(answer(await propose(maya, room.channel, "new-back")))
    assert "cannot be deleted" in words(answer(await propose(maya, room.channel, "delete")))


def _clock_menu(shown: ResponseMessage) -> str:
    ids: list[str] = [c.get("custom_id", "") for c in raw(shown)]
    return next(one for one in ids if one.endswith(".clock"))


async def test_another_servers_league_is_not_there(room: Room, maya: MemberActor) -> None:
    await found(room, maya)
    away = await create_league(room.bot.leagues, 1, "Elsewhere")
    page = await wizard_of(maya, room.channel)
    place = room.bot.get_partial_messageable(room.channel.id)
    left = message(row([button("Press", "seasoncreate", 0, word=f"l{away.id}")]))
    await place.send(view=left)
    said = words(answer(await maya.click(room.channel.history()[-1], label="Press")))
    assert "no such league" in said
    assert await season_lifecycle.seasons_of(room.bot.leagues, away.id) == []
    assert "New season of The long count" in words(page)


def test_what_no_longer_fits_is_brought_to_what_does() -> None:
    settings = SeasonSettings("One", Rules(stages=(Stage(games=None),)))
    swiss = changed(settings, "plan", "swiss")
    assert swiss.rules.first.games == 2
    small = changed(changed(settings, "moves", "4.4"), "size", "3")
    assert (small.rules.promoted, small.rules.relegated) == (1, 2)
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
    assert read_moment("2026-07-01", "en-US", "America/New_York", DAY_BEGINS) == datetime(
        2026, 7, 1, 4, 0, tzinfo=UTC
    )
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
    room: Room,
    maya: MemberActor,
    monkeypatch: pytest.MonkeyPatch,
    restarted: bool,
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
