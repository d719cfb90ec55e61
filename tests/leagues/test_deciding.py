"""What moderators and people do to leagues and seasons: with its audit log entry or not at all, and
refused without a change."""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.leagues import acting, games, queries, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people import sign_off, sign_up
from bot.leagues.people_acts import Ban, SignUp, Substitute, Withdraw
from bot.leagues.queries import division_tables
from bot.leagues.result_acts import Adjust, EnterResult, Void, corrected
from bot.leagues.season_acts import ChangeSettings, Draw
from bot.leagues.season_lifecycle import revision
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings, settings_to_json
from bot.model.notes import Happened, StopGame
from bot.model.server import AuditEntry
from bot.moderation import desk
from bot.refusal import Refusal
from bot.seasons.events import Rules, Stage
from bot.seasons.results import UNIT
from bot.store import Store, moderation
from bot.store import leagues as stored
from bot.tables import Moderator, Tables
from bot.text.translation import translator
from tests.leagues.changes import create_league, create_season, void, withdraw
from tests.leagues.played import GUILD, MAYA, MODERATOR, PEOPLE, WHY, do, drawn, play_on, signed_up
from tests.tables.acts import audit_log
from tests.tables.playing import Clock, refused


async def test_what_is_not_the_time_for_is_refused(leagues: Leagues) -> None:
    season, more = await signed_up(leagues, (1,)), SeasonSettings("Dry season")
    await refused("too-few-players", season_lifecycle.draw(leagues, season.id, by=MODERATOR))
    for person in (2, 3):
        await sign_up(leagues, season.id, person)
    season = await sign_off(leagues, season.id, 3)
    assert season.state.signed_up == (1, 2)
    await refused("not-signed-up", sign_off(leagues, season.id, 3))
    await refused("sign-up", withdraw(leagues, season.id, 1, by=1))
    await refused("sign-up-open", create_season(leagues, season.league_id, more, by=MODERATOR))
    assert (await leagues.read(season.id)).version == season.version
    season = await season_lifecycle.draw(leagues, season.id, by=MODERATOR)
    assert season.state.phase == "running"
    await refused("drawn-before", season_lifecycle.draw(leagues, season.id, by=MODERATOR))
    await refused("running", sign_up(leagues, season.id, 3))
    following = await signed_up(leagues, (1, 2), league_id=season.league_id)
    await refused("season-before", season_lifecycle.draw(leagues, following.id, by=MODERATOR))
    await refused("open-tables", season_lifecycle.close(leagues, season.id, by=MODERATOR))


async def test_leagues_have_names(leagues: Leagues) -> None:
    league = await create_league(leagues, GUILD, "  The   long count ")
    assert league.name == "The long count"
    await refused("name-taken", create_league(leagues, GUILD, "The long count"))
    await refused("name", create_league(leagues, GUILD, " "))
    await refused("name", create_league(leagues, GUILD, "x" * 61))
    await refused("alphabets", create_league(leagues, GUILD, "The l\u043eng count"))  # Cyrillic o
    other = await create_league(leagues, GUILD + 1, "The long count")
    assert (await create_league(leagues, 9, "Лига Tzolk'in 2 α")).name == "Лига Tzolk'in 2 α"
    assert await season_lifecycle.leagues_of(leagues, GUILD) == [league]
    assert await season_lifecycle.leagues_of(leagues, GUILD + 1) == [other]
    assert await season_lifecycle.current(leagues, league.id) is None
    await refused("no-league", leagues.league(99))
    await refused("no-season", leagues.read(99))


async def test_the_draft_is_kept_until_the_season_is_created(leagues: Leagues) -> None:
    league, _ = await acting.found_league(leagues, MAYA, "The long count", 5)
    draft = await season_lifecycle.draft(leagues, league.id)
    assert draft.name == "The long count 1"
    wanted = replace(draft, name="Rainy season", modules=("tribes",))
    assert await season_lifecycle.prepare(leagues, league.id, None, wanted, seen=revision(draft))
    other = replace(draft, name="Dry season")
    assert not await season_lifecycle.prepare(leagues, league.id, None, other, seen=revision(draft))
    await acting.found_league(leagues, MAYA, "The long count", 6)
    kept = await season_lifecycle.draft(leagues, league.id)
    assert (kept.name, kept.modules) == ("Rainy season", ("tribes",))
    await acting.create_season(leagues, league.id, MAYA, kept)
    after = await season_lifecycle.draft(leagues, league.id)
    assert (after.name, after.modules) == ("Rainy season 2", ("tribes",))


async def test_other_programs_on_the_same_database_take_turns(
    leagues: Leagues, store: Store
) -> None:
    season = await signed_up(leagues, ())
    others = [leagues, Leagues(store), Leagues(store)]
    await asyncio.gather(
        *(sign_up(others[person % 3], season.id, person) for person in range(1, 16))
    )
    for other in others:
        assert sorted((await other.read(season.id)).state.signed_up) == list(range(1, 16))
    log = await queries.history(leagues, season.id)
    assert [event.n for event in log] == list(range(16))


async def test_few_seasons_are_kept_in_memory_and_none_is_lost(store: Store) -> None:
    leagues = Leagues(store, open_seasons=1)
    one = await drawn(leagues, PEOPLE)
    other = await signed_up(leagues, (), name="Another one")
    assert (await leagues.read(one.id)).state == one.state
    assert (await leagues.read(other.id)).state.phase == "sign-up"


# --- Acts of moderators ---------------------------------------------------------------------------


async def with_result(leagues: Leagues) -> SeasonView:
    """A running season of four whose first table is over."""
    return await play_on(leagues, await drawn(leagues, PEOPLE[:4], Rules(late_entry=True)), 1)


async def test_an_act_and_its_entry(leagues: Leagues, tables: Tables) -> None:
    season = await with_result(leagues)
    done = await do(leagues, season, EnterResult(1, 0, (100, 120, 140, 160)), why=f"  {WHY} ")
    lines = done.after.state.results[1].lines
    assert [line.place for line in lines] == [4, 3, 2, 1]
    whose = [line.turns for line in season.state.results[1].lines]
    assert [line.turns for line in lines] == whose, "whose turns they were stays"
    [entry] = await audit_log(tables, GUILD)
    assert (entry.act, entry.season_id, entry.table_id) == ("season-result", season.id, None)
    assert (entry.reason, entry.user_id, entry.own_table) == (WHY, MAYA.id, False)
    assert entry.details["points4"] == [100, 120, 140, 160] and entry.status == "done"
    last = (await queries.history(leagues, season.id))[-1]
    assert last.payload["reason"] == WHY and last.user_id == MAYA.id


async def test_all_or_nothing(
    leagues: Leagues, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = await with_result(leagues)

    async def full(connection: AsyncConnection, entry: AuditEntry, **more: object) -> AuditEntry:
        raise OSError("no room on the disk")

    with monkeypatch.context() as broken:
        broken.setattr(moderation, "add", full)
        with pytest.raises(OSError):
            await do(leagues, season, Void(1))
        with pytest.raises(OSError):
            await do(leagues, season, Ban(7))
        with pytest.raises(OSError):
            await acting.found_league(leagues, MAYA, "Another league", 5)
    assert await leagues.read(season.id) == season
    assert len(await season_lifecycle.leagues_of(leagues, GUILD)) == 1
    assert not await leagues.store.read(stored.bans_of, season.league_id)
    assert await audit_log(tables, GUILD) == []
    await refused("no-table-in-season", do(leagues, season, Void(99)))
    assert await audit_log(tables, GUILD) == [], "what is refused leaves no entry"


async def test_a_preview_changes_nothing(leagues: Leagues, tables: Tables) -> None:
    season = await with_result(leagues)
    entry = season.state.tables[1].entries[0]
    acts: Sequence[SeasonAct] = (
        EnterResult(1, 0, (0, 0, 0, 4)), Void(1), Withdraw(entry), SignUp(77, late=True),
        Substitute(entry, 77), Adjust(entry, -20 * UNIT, 0),
    )  # fmt: skip
    for act in acts:
        found = await desk.preview(InSeason(leagues, season.id), MAYA, act)
        assert found.before == season and found.after.state != season.state, act
    assert await leagues.read(season.id) == season
    assert (await queries.history(leagues, season.id))[-1].payload["event"] == "Finished"
    assert await audit_log(tables, GUILD) == []
    done = await do(leagues, season, acts[-1])
    assert division_tables(found.after) == division_tables(done.after), "as it was shown"


async def test_a_draw_is_looked_at_without_its_lots(leagues: Leagues) -> None:
    season = await signed_up(leagues)
    found = await desk.preview(InSeason(leagues, season.id), MAYA, Draw())
    done = await do(leagues, season, Draw())
    people = [one.entries for one in done.after.state.divisions]
    assert people == [one.entries for one in found.after.state.divisions]
    assert found.after.state.seed != done.after.state.seed, "lots are drawn when it is done"


async def test_who_plays_is_marked(leagues: Leagues) -> None:
    season, noah = await with_result(leagues), Moderator(998, GUILD)
    entry = season.state.tables[1].entries[0]
    done = [
        await do(leagues, season, Void(2), by=Moderator(PEOPLE[0], GUILD)),
        await do(leagues, season, Void(3), by=noah),
        await do(leagues, season, Substitute(entry, noah.id)),
        await do(leagues, season, Void(4), by=noah),
    ]
    assert [one.entry.own_table for one in done] == [True, False, False, True]


async def test_another_servers_season(leagues: Leagues) -> None:
    season, stranger = await with_result(leagues), Moderator(1, GUILD + 1)
    await refused("other-server", do(leagues, season, Void(1), by=stranger))
    place = InSeason(leagues, season.id)
    await refused("other-server", desk.preview(place, stranger, Void(1)))


async def test_settings_that_may_change_later(leagues: Leagues, clock: Clock) -> None:
    season = await drawn(leagues, PEOPLE[:4])
    was = settings_to_json(season.settings)
    wanted = replace(season.settings, modules=("tribes",), starts=clock())

    def change(now: SeasonSettings) -> Awaitable[desk.Done[SeasonView]]:
        return do(leagues, season, ChangeSettings(settings_to_json(now), was))

    assert (await change(wanted)).after.settings == wanted
    await refused("fixed", change(replace(wanted, name="Other")))
    await refused("fixed", change(replace(wanted, rules=replace(wanted.rules, seats=2))))
    await refused("modules", change(replace(wanted, modules=("chess",))))
    assert (await leagues.read(season.id)).settings == wanted


# --- Results --------------------------------------------------------------------------------------


async def test_corrected_results_share_places(leagues: Leagues) -> None:
    known = (await with_result(leagues)).state.results[1]
    result = corrected(known, [200, 300, 200, 100])
    assert [line.place for line in result.lines] == [2, 1, 2, 4]
    for points4 in ([1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 501 * 4], [1, 2, 3, -101 * 4]):
        with pytest.raises(Refusal, match="points"):
            corrected(known, points4)


@pytest.mark.parametrize(
    "act", [EnterResult(1, 0, (160, 164, 168, 172)), EnterResult(1, 1, (0, 164, 168, 172))]
)
async def test_a_result_that_a_table_has_already_is_refused(
    leagues: Leagues, act: EnterResult
) -> None:
    """Found: a Confirm pressed twice logged a correction that changed nothing."""
    season = (await do(leagues, await drawn(leagues), act)).after
    await refused("result-same", do(leagues, season, act))
    assert (await leagues.read(season.id)).version == season.version


async def test_a_voided_table_stays_out(leagues: Leagues) -> None:
    season = await with_result(leagues)
    result = season.state.results[1]
    await void(leagues, season.id, 1, by=MODERATOR, reason="foul play")
    assert not (await games.count(leagues, season.id, result)).changed


async def test_a_corrected_semi_final_is_drawn_again_with_who_won_it(leagues: Leagues) -> None:
    season = await drawn(leagues, PEOPLE[:4], Rules(2, (Stage("knockout", go_on=1),)))
    assert await games.draws_due(season.state) == []
    for table in (1, 2):
        await do(leagues, season, EnterResult(table, 0, (200, 160)))
    await games.draw_due(leagues, season.id)
    season = await leagues.read(season.id)
    first, second = (season.state.tables[table].entries for table in (1, 2))
    assert set(season.state.tables[3].entries) == {first[0], second[0]}

    typed = EnterResult(2, 0, (160, 200))
    found = await desk.preview(InSeason(leagues, season.id), MAYA, typed)
    assert {
        "Table 3 will be drawn again, because different players may now advance.",
        f"{second[1]} advances",
    } <= {*typed.preview(translator("en"), str, found)}
    assert typed.division_changed(found.before) is None, "a cup has no standings to show"
    season = (await do(leagues, season, typed)).after
    assert season.state.open_tables() == () and season.state.replaced == {3}
    assert StopGame(3) in season.untold, "its game is given up"
    told = [note.n for note in season.untold if isinstance(note, Happened)]
    events = await queries.history(leagues, season.id)
    assert events[-1].payload["event"] == "TakenBack"
    assert len(events) - 1 in told, "the channel is told"
    assert await games.draws_due(season.state) == [games.DueRound(0, 2)]
    await games.draw_due(leagues, season.id)
    season = await leagues.read(season.id)
    assert set(season.state.tables[4].entries) == {first[0], second[1]}
