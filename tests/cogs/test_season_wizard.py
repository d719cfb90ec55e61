"""The wizard of /season new and /season settings: page by page, through a restart, to its end."""

from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest
import simcord
from discord.http import Route

from bot.clocks import DaysClock, PersonalTime
from bot.leagues import founding
from bot.leagues.model.drawing import draw
from bot.leagues.model.events import Created, Rules, SignedUp
from bot.leagues.model.season import replay
from bot.leagues.model.tie_breaks import chain_named
from bot.leagues.people import sign_up
from bot.leagues.settings import SeasonSettings, changed, checked, divisions_of, next_name
from bot.model.league import League
from bot.tables import PersonSettings, Refusal
from cogs.buttons import button
from cogs.layout import message, row
from cogs.season.forms import DAY_BEGINS, DAY_ENDS, read_moment, typed_moment
from cogs.season.wizard import Wizard, wizard_view
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import SELECT, check_message
from tests.cogs.season_commands import found, name_moderators, new_season
from tests.cogs.test_limits import Longer
from tests.leagues.changes import create_league, void
from tests.tables.acts import audit_log, set_person_settings


async def choose(
    actor: simcord.MemberActor, shown: simcord.ResponseMessage, field: str, *values: str
) -> simcord.ResponseMessage:
    """Choose in the menu of a field; the page then."""
    menu = next(
        c["custom_id"]
        for c in raw(shown)
        if c["type"] == SELECT and c["custom_id"].endswith(f".{field}")
    )
    return answer(await actor.select(shown, list(values), custom_id=menu))


async def test_the_wizard_to_its_end_through_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    in_berlin = PersonSettings(hours=PersonalTime(zone="Europe/Berlin"))
    await set_person_settings(room.bot.tables, maya.id, in_berlin)
    wizard = answer(await maya.slash(room.channel, "season new"))
    assert wizard.ephemeral and "2 days a turn" in words(wizard)
    assert "14 players make 2 divisions of 7; everybody plays 4 games." in words(wizard)
    assert "The long count 1" in words(wizard)

    page = answer(await maya.click(wizard, label="Tables"))
    page = await choose(maya, page, "seats", "3")
    page = await choose(maya, page, "form", "rounds")
    assert "there are 3 rounds" in words(page), "as many as seats, since a number is needed"
    page = await choose(maya, page, "games", "6")
    await room.restart()
    page = await choose(maya, page, "size", "4")
    assert "14 players make 3 divisions of 5 or 4; there are 6 rounds." in words(page)
    page = answer(await maya.click(page, label="Back"))

    page = answer(await maya.click(page, label="Points"))
    page = await choose(maya, page, "scheme", "share")
    page = await choose(maya, page, "chain", "meeple")
    page = await choose(maya, page, "moves", "1.2")
    page = await choose(maya, page, "late", "off")
    page = answer(await maya.click(page, label="Back"))
    assert "No late entries" in words(page)

    page = answer(await maya.click(page, label="Game and clock"))
    page = await choose(maya, page, "modules", "tribes", "prophecies")
    page = await choose(maya, page, "clock", "days2")
    page = await choose(maya, page, "out", "moderator")
    page = answer(await maya.click(page, label="Shared deals: off"))
    assert "Shared deals: on" in labels(page)
    form = await maya.click(page, label="Handicap by seat")
    said = words(answer(await maya.submit_modal(form, {"points": "0 1"})))
    assert "each of the 3 seats" in said
    form = await maya.click(page, label="Handicap by seat")
    page = answer(await maya.submit_modal(form, {"points": "0 0.5 1"}))

    # another moderator goes on where the first one stopped
    other = answer(await noah.slash(room.channel, "season new"))
    assert "+½" in words(other) and "play the same deal" in words(other)
    page = answer(await maya.click(page, label="Back"))
    form = await maya.click(page, label="Name and dates")
    dates = {"until": "2031-06-30 18:00", "starts": "2031-07-01", "ends": "2031-08-31"}
    page = answer(await maya.submit_modal(form, {"name": "Rainy season", **dates}))
    until = datetime(2031, 6, 30, 16, 0, tzinfo=UTC)
    assert f"<t:{int(until.timestamp())}:f>" in words(page), "in Berlin it is summer"

    page = answer(await maya.click(page, label="Create"))
    assert "/season draw" in words(page)
    season = await room.bot.leagues.read(1)
    settings = season.settings
    assert settings.rules == Rules(
        seats=3, form="rounds", games=6, division_size=4, scheme="share",
        chain=chain_named("meeple"), promoted=1, relegated=2, late_entry=False,
    )  # fmt: skip
    assert settings.name == "Rainy season" and settings.modules == ("tribes", "prophecies")
    assert settings.time.clock == DaysClock(2) and settings.time.when_out == "moderator"
    assert settings.duplicate and settings.handicap == (0, 2, 4)
    assert settings.sign_up_until == until
    assert settings.starts == datetime(2031, 6, 30, 22, 0, tzinfo=UTC)
    assert settings.ends == datetime(2031, 8, 31, 21, 59, tzinfo=UTC)
    posted = room.channel.last_message
    assert posted is not None and {"Sign up", "Sign off"} <= set(labels(posted))
    assert "Rainy season" in words(posted)

    said = words(answer(await noah.click(other, label="Create")))
    assert "draw it first" in said, "one season is open already"
    assert len(await founding.seasons_of(room.bot.leagues, 1)) == 1


async def test_the_next_season_begins_as_the_last_one(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    page = answer(await maya.slash(room.channel, "season new"))
    form = await maya.click(page, label="Name and dates")
    dates = {"until": "", "starts": "", "ends": "2031-08-31"}
    page = answer(await maya.submit_modal(form, {"name": "Season 9", **dates}))
    page = answer(await maya.click(page, label="Tables"))
    await choose(maya, page, "seats", "2")
    await maya.click(answer(await maya.slash(room.channel, "season new")), label="Create")
    for person in room.people[:3]:
        await sign_up(room.bot.leagues, 1, person.id)
    await founding.draw(room.bot.leagues, 1, by=maya.id, seed=1)
    said = words(answer(await maya.slash(room.channel, "season new")))
    assert "**Season 10**" in said
    assert "3 players make 1 division of 3; everybody plays 2 games." in said
    assert "End when a moderator closes it" in said, "dates are not taken over"
    assert "Tables of 2 seats" in said


async def test_dates_that_cannot_be(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    page = answer(await maya.slash(room.channel, "season new"))
    before = await founding.draft(room.bot.leagues, 1)
    for until, starts, ends, why in (
        ("tomorrow", "", "", "2026-12-24"),
        ("2031-06-30 25:00", "", "", "22:30"),
        ("2001-06-30", "", "", "lies in the past"),
        ("2031-06-30", "2031-06-01", "", "starts after the sign-up"),
        ("", "2031-06-30", "2031-06-01", "ends after it starts"),
    ):
        form = await maya.click(page, label="Name and dates")
        typed = {"name": "Rainy season", "until": until, "starts": starts, "ends": ends}
        said = words(answer(await maya.submit_modal(form, typed)))
        assert why in said, typed
    assert await founding.draft(room.bot.leagues, 1) == before


async def test_settings_of_a_season_that_exists(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    await new_season(room, maya)
    page = answer(await maya.slash(room.channel, "season settings"))
    assert "Create" not in labels(page) and "Tables" not in labels(page)
    page = answer(await maya.click(page, label="Game and clock"))
    assert labels(page) == ["Back"], "deals and handicap are fixed"
    page = await choose(maya, page, "clock", "days3")
    settings = (await room.bot.leagues.read(1)).settings
    assert settings.time.clock == DaysClock(3)
    last = room.channel.last_message
    assert last is not None and "changed the settings" in words(last)
    log = await audit_log(room.bot.tables, room.guild.id)
    assert (log[0].act, log[0].season_id) == ("season-settings", 1)

    fixed = answer(await maya.slash(room.channel, "season settings"))
    form = await maya.click(fixed, label="Dates")
    dates = {"until": "2031-06-30", "starts": "", "ends": ""}
    assert "Sign-up until <t:" in words(answer(await maya.submit_modal(form, dates)))
    for person in room.people[:2]:
        await sign_up(room.bot.leagues, 1, person.id)
    await founding.draw(room.bot.leagues, 1, by=maya.id, seed=1)
    for number in (await room.bot.leagues.read(1)).state.tables:
        await void(room.bot.leagues, 1, number, by=maya.id, reason="nobody came")
    await founding.close(room.bot.leagues, 1, by=maya.id)
    said = words(answer(await maya.select(page, ["days7"], custom_id=_clock_menu(page))))
    assert "The season is over" in said
    assert (await room.bot.leagues.read(1)).settings.time.clock == DaysClock(3)


def _clock_menu(shown: simcord.ResponseMessage) -> str:
    ids: list[str] = [c.get("custom_id", "") for c in raw(shown)]
    return next(one for one in ids if one.endswith(".clock"))


async def test_another_servers_league_is_not_there(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    away = await create_league(room.bot.leagues, 1, "Elsewhere")
    page = answer(await maya.slash(room.channel, "season new"))
    place = room.bot.get_partial_messageable(room.channel.id)
    left = message(row([button("Press", "seasoncreate", 0, word=f"l{away.id}")]))
    await place.send(view=left)
    said = words(answer(await maya.click(room.channel.history()[-1], label="Press")))
    assert "no such league" in said
    assert await founding.seasons_of(room.bot.leagues, away.id) == []
    assert "New season of The long count" in words(page)


def test_what_no_longer_fits_is_brought_to_what_does() -> None:
    settings = SeasonSettings("One", Rules(games=None), handicap=(0, 1, 2, 3))
    swiss = changed(settings, "form", "swiss")
    assert swiss.rules.games == 4
    small = changed(changed(settings, "moves", "4.4"), "size", "3")
    assert (small.rules.promoted, small.rules.relegated) == (1, 2)
    assert changed(settings, "seats", "3").handicap == ()
    for one in (swiss, small, changed(settings, "games", "0"), changed(settings, "late", "off")):
        checked(one)
    for field, value in (("form", "chess"), ("seats", "many"), ("moves", "1"), ("name", "x")):
        with pytest.raises(ValueError):
            changed(settings, field, value)


def test_how_many_games_are_told_is_what_is_played() -> None:
    for players, rules in ((14, Rules()), (9, Rules(seats=3)), (7, Rules(games=5)), (3, Rules())):
        told = divisions_of(rules, players)
        people = [SignedUp(n) for n in range(players)]
        drawn = draw(replay([Created("One", rules), *people]), range(players), seed=1)
        assert [size for size, _ in told] == [len(one.entries) for one in drawn.divisions]
        for number, (_, each) in enumerate(told):
            for entry in drawn.divisions[number].entries:
                assert sum(entry in table.entries for table in drawn.tables) == each


def test_names_of_the_next_season() -> None:
    assert next_name("Season 9", 2) == "Season 10"
    assert next_name("The long count", 3) == "The long count 3"
    assert len(next_name("x" * 60, 12)) == 60


def test_moments_are_read_in_the_moderators_time_zone() -> None:
    winter = read_moment("2026-12-24 18:00", "Europe/Berlin", DAY_ENDS)
    assert winter == datetime(2026, 12, 24, 17, 0, tzinfo=UTC)
    assert read_moment(" ", "UTC", DAY_ENDS) is None
    assert read_moment("2026-07-01", "America/New_York", DAY_BEGINS) == datetime(
        2026, 7, 1, 4, 0, tzinfo=UTC
    )
    assert typed_moment(winter, "Europe/Berlin") == "2026-12-24 18:00"
    for typed in ("24.12.2026", "2026-12-24 at six", "2026-13-01"):
        with pytest.raises(Refusal):
            read_moment(typed, "UTC", DAY_ENDS)


@pytest.mark.parametrize("page", ["all", "tables", "points", "game"])
def test_every_page_keeps_the_limits_in_long_languages(page: str) -> None:
    later = datetime(2031, 1, 1, tzinfo=UTC)
    settings = SeasonSettings(
        "W" * 60, Rules(seats=5, division_size=17), modules=("tribes", "prophecies"),
        duplicate=True, handicap=(0, 1, 2, 3, -4), sign_up_until=later,
        starts=later + timedelta(days=1), ends=later + timedelta(days=99),
    )  # fmt: skip
    league = League(10**9, 1, "W" * 60, {}, 5)
    view = wizard_view(Longer(), Wizard(league, settings, players=500), page, "x" * 200)
    check_message({"components": view.to_components(), "flags": 1 << 15})


@pytest.mark.parametrize("restarted", [True, False])
async def test_the_sign_up_is_posted_later(
    room: Room,
    role: simcord.RoleHandle,
    maya: simcord.MemberActor,
    monkeypatch: pytest.MonkeyPatch,
    restarted: bool,
) -> None:
    """Discord could not be reached when the season was created."""
    await name_moderators(room, role)
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
    [posted] = room.channel.history()[before:]
    assert {"Sign up", "Sign off"} <= set(labels(posted))
