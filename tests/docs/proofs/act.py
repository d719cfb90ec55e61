"""An act more: previewed, done, logged, told, and offered on the moderators' page."""

from bot.leagues.acting import ACTS, InSeason
from bot.leagues.people import list_substitute
from bot.leagues.season_transaction import Leagues
from bot.model.notes import ActInSeason
from bot.model.server import Moderator
from bot.moderation import desk
from cogs.kit.buttons import as_number
from cogs.leagues.waiting import Here
from cogs.leagues.ways import WAYS
from cogs.moderation.audit_log import NAMES_OF_ACTS
from tests.docs.proofs.shown import ENGLISH
from tests.leagues.conftest import clock, kind, leagues, store
from tests.leagues.played import GUILD, PEOPLE, signed_up
from tests.leagues.test_gate import (
    test_every_act_has_its_rows,
    test_every_act_is_in_the_registry,
    test_every_act_is_logged_and_undone,
)
from tests.leagues.test_told import test_every_act_in_a_season
from tests.tables.playing import refused

__all__ = [
    "clock",
    "kind",
    "leagues",
    "store",
    "test_every_act_has_its_rows",
    "test_every_act_in_a_season",
    "test_every_act_is_in_the_registry",
    "test_every_act_is_logged_and_undone",
]

MAYA, LISTED, WHY = Moderator(999, GUILD), 77, "He asked for it."


async def test_it_goes_the_way_of_every_act(leagues: Leagues) -> None:
    season = await signed_up(leagues, PEOPLE[:4])
    season = await list_substitute(leagues, season.id, LISTED, on=True)
    here = Here(MAYA, await leagues.league(season.league_id), season, person=LISTED)
    way = WAYS["unlist"]
    assert (way.section, way.label, way.with_reason) == ("person", "Take off the list", True)
    assert way.when(here) and not way.when(Here(MAYA, here.league, season, person=PEOPLE[0]))

    act = ACTS["season-unlist"].of_word(str(LISTED), as_number)
    place = InSeason(leagues, season.id)
    found = await desk.preview(place, MAYA, act)
    assert act.preview(ENGLISH, str, found) == [str(LISTED)]
    assert LISTED in (await leagues.read(season.id)).state.substitutes, "only looked at"

    done = await desk.do(place, MAYA, act, WHY)
    assert (done.entry.status, done.entry.reason, done.entry.season_id) == ("done", WHY, season.id)
    assert ENGLISH.gettext(NAMES_OF_ACTS[done.entry.act]) == "taken off the list of substitutes"
    assert LISTED not in done.after.state.substitutes
    assert ActInSeason(done.entry.id) in done.after.untold
    await refused("not-listed", desk.do(place, MAYA, act, WHY))
    await refused("no-way-back", desk.undo_of(place, done.entry, MAYA))
