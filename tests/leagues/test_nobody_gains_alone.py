"""What moderators found to do alone for themselves, each of which now waits or is refused."""

import random

from bot.leagues import dividing, games, people, season_lifecycle
from bot.leagues.acts import acting
from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.people import Ban, EnterLate, SignOff, SignUp, TakeSeat, Unban
from bot.leagues.acts.running import Close, Draw
from bot.leagues.season_transaction import Leagues
from bot.leagues.settings import SeasonSettings
from bot.leagues.views import SeasonView
from bot.model.server import Moderator
from bot.seasons.events import Rules
from tests.leagues.changes import create_league, create_season
from tests.leagues.played import GUILD, PEOPLE, drawn, signed_up, some_result
from tests.tables.playing import refused

FREE, NEW = Moderator(999, GUILD), Moderator(500, GUILD)
PLAYS, WAITS = Moderator(PEOPLE[0], GUILD), Moderator(PEOPLE[4], GUILD)
WHY = "They asked for it."


async def asked(leagues: Leagues, season: SeasonView, moderator: Moderator, act: SeasonAct) -> str:
    """Ask for an act; its status."""
    return (await acting.moderate(leagues, season.id, moderator, act, WHY)).entry.status


async def test_who_is_kept_out_does_not_let_himself_in(leagues: Leagues) -> None:
    season = await signed_up(leagues, PEOPLE[:4])
    await asked(leagues, season, FREE, Ban(NEW.id, None))
    assert await asked(leagues, season, NEW, Unban(NEW.id)) == "pending"
    assert await asked(leagues, season, FREE, Unban(NEW.id)) == "done"


async def test_nobody_waives_anything_for_himself(leagues: Leagues) -> None:
    league = await create_league(leagues, GUILD, "The long count")
    wanted = SeasonSettings("Rainy season", needs_games=3)
    season = await create_season(leagues, league.id, wanted, by=FREE.id)
    await refused("games-needed", asked(leagues, season, NEW, SignUp(NEW.id)))
    await refused("games-needed", acting.preview(leagues, season.id, NEW, SignUp(NEW.id)))
    assert await asked(leagues, season, FREE, SignUp(NEW.id)) == "done"


async def test_who_waits_for_a_place_frees_none_alone(leagues: Leagues) -> None:
    season = await signed_up(leagues, PEOPLE[:5], Rules(most_players=4))
    assert season.state.waiting == (WAITS.id,)
    assert await asked(leagues, season, WAITS, SignOff(PEOPLE[1])) == "pending"
    assert await asked(leagues, season, FREE, SignOff(PEOPLE[1])) == "done"
    season = await leagues.read(season.id)
    assert WAITS.id in season.state.signed_up and not season.state.waiting
    assert await asked(leagues, season, WAITS, SignOff(PEOPLE[2])) == "done", "nobody gains"


async def test_who_plays_does_not_divide_by_hand_alone(leagues: Leagues) -> None:
    season = await signed_up(leagues, PEOPLE[:8], Rules(division_size=4))
    by_rule = await asked(leagues, season, PLAYS, Draw())
    assert by_rule == "done"
    season = await signed_up(leagues, PEOPLE[:8], Rules(division_size=4), "Another league")
    choice = dividing.swapped(PEOPLE[0], PEOPLE[7])
    await dividing.choose(leagues, season.id, choice, seen=season.version, by=PLAYS.id)
    await refused("by-hand", season_lifecycle.draw(leagues, season.id, by=None))
    asks = await acting.moderate(leagues, season.id, PLAYS, Draw(against_announced=True), WHY)
    assert asks.entry.status == "pending"
    done = await acting.settle(leagues, asks.entry.id, FREE, confirm=True)
    assert done.season.state.division_of[PEOPLE[7]] == 0


async def test_who_leads_does_not_end_the_season_before_the_last_round(leagues: Leagues) -> None:
    rules = Rules(form="swiss", games=2, division_size=8)
    season, chance = await drawn(leagues, PEOPLE[:8], rules), random.Random(1)
    for table in await games.schedule(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    assert await asked(leagues, season, PLAYS, Close()) == "pending"
    assert await asked(leagues, season, FREE, Close()) == "done"


async def test_no_seat_is_taken_before_the_draw(leagues: Leagues) -> None:
    season = await signed_up(leagues, PEOPLE[:4])
    await people.list_substitute(leagues, season.id, NEW.id, on=True)
    await refused("taken", asked(leagues, season, FREE, TakeSeat(PEOPLE[0], PEOPLE[0], NEW.id)))


async def test_who_left_reads_how_to_come_back(leagues: Leagues) -> None:
    season = await drawn(leagues, PEOPLE[:7], Rules(late_entry=True))
    await people.give_up(leagues, season.id, PEOPLE[0])
    await refused("left-or-lost", people.enter_late(leagues, season.id, PEOPLE[0]))
    await refused("takes-part", people.enter_late(leagues, season.id, PEOPLE[1]))
    by_moderator = asked(leagues, season, FREE, EnterLate(PEOPLE[0], None))
    await refused("player-takes-part", by_moderator)
