"""What moderators and people do to a season: with its audit log entry or not at all, and refused
without a change."""

import asyncio
import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.leagues import acting, games, queries, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import ACTS, InSeason
from bot.leagues.people import enter_late, sign_off, sign_up
from bot.leagues.queries import division_tables
from bot.leagues.result_acts import Void, corrected
from bot.leagues.season_lifecycle import revision
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings, settings_to_json
from bot.model.league import Ban
from bot.model.notes import Happened, StopGame
from bot.model.server import AuditEntry
from bot.moderation import desk
from bot.refusal import Refusal
from bot.seasons.events import Rules, Stage
from bot.seasons.results import UNIT, Line, Result, rate_all
from bot.seasons.standings import champions
from bot.store import Store, moderation
from bot.store import leagues as stored
from bot.tables import Moderator
from bot.text.standings import tie_sentences
from bot.text.translation import translator
from tests.leagues.changes import (
    adjust,
    bans,
    correct,
    create_league,
    create_season,
    draw_round,
    substitute,
    void,
    withdraw,
)
from tests.leagues.played import (
    GUILD,
    MODERATOR,
    PEOPLE,
    drawn,
    played,
    signed_up,
    some_result,
    swapped,
)
from tests.tables.playing import Clock, refused

# --- What moderators and people do to a season, and what is refused; nothing changes then ---------


async def test_signing_up_and_off(leagues: Leagues) -> None:
    season = await signed_up(leagues, (1, 2, 3))
    await refused("signed-up", sign_up(leagues, season.id, 2))
    season = await sign_off(leagues, season.id, 2)
    assert season.state.signed_up == (1, 3)
    await refused("not-signed-up", sign_off(leagues, season.id, 2))
    await refused("sign-up", withdraw(leagues, season.id, 1, by=1))
    assert (await leagues.read(season.id)).version == season.version


async def test_the_draw_needs_two_and_happens_once(leagues: Leagues) -> None:
    season = await signed_up(leagues, (1,))
    await refused("too-few-players", season_lifecycle.draw(leagues, season.id, by=MODERATOR))
    await sign_up(leagues, season.id, 2)
    season = await season_lifecycle.draw(leagues, season.id, by=MODERATOR)
    assert season.state.phase == "running"
    await refused("drawn-before", season_lifecycle.draw(leagues, season.id, by=MODERATOR))
    await refused("running", sign_up(leagues, season.id, 3))


async def test_one_season_at_a_time(leagues: Leagues) -> None:
    season = await signed_up(leagues, (1, 2))
    more = SeasonSettings("Dry season")
    await refused("sign-up-open", create_season(leagues, season.league_id, more, by=MODERATOR))
    await season_lifecycle.draw(leagues, season.id, by=MODERATOR)
    following = await create_season(leagues, season.league_id, more, by=MODERATOR)
    for person in (1, 2):
        await sign_up(leagues, following.id, person)
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


async def test_late_entry_brings_tables(leagues: Leagues) -> None:
    season = await drawn(leagues, rules=Rules(late_entry=True))
    tables = len(season.state.tables)
    season = await enter_late(leagues, season.id, 500)
    new = [t for t in await games.schedule(leagues, season.id) if t.number > tables]
    assert len(new) == 3, "each of the seven others plays one game more"
    assert all(500 in table.people and table.division == 1 for table in new)
    assert season.entry_of(500) == 500
    await refused("takes-part", enter_late(leagues, season.id, 500))


async def test_no_late_entry_where_the_season_has_none(leagues: Leagues) -> None:
    season = await drawn(leagues)
    await refused("late", enter_late(leagues, season.id, 500))


async def test_coming_back_after_a_withdrawal(leagues: Leagues) -> None:
    season = await drawn(leagues)
    season = await withdraw(leagues, season.id, 101, by=101)
    assert season.entry_of(101) is None
    await refused("withdrawn", withdraw(leagues, season.id, 101, by=101))
    season = await substitute(leagues, season.id, 101, 101, by=MODERATOR)
    assert season.entry_of(101) == 101
    division = season.state.divisions[season.state.division_of[101]].entries
    other = next(entry for entry in division if entry != 101)
    await refused("same-division", substitute(leagues, season.id, 101, other, by=MODERATOR))


async def test_nobody_is_at_two_tables_at_once(leagues: Leagues) -> None:
    season = await drawn(leagues)
    ready = await games.ready(leagues, season.id)
    seated = [person for table in ready for person in table.people]
    assert len(seated) == len(set(seated))
    assert ready


async def test_corrections_voids_and_penalties_are_recomputed(leagues: Leagues) -> None:
    season = await drawn(leagues)
    chance = random.Random(1)
    results = []
    for _ in range(5):
        table = (await games.ready(leagues, season.id))[0]
        results.append(some_result(season.state, table, chance))
        season = (await games.count(leagues, season.id, results[-1])).season
    season = await correct(leagues, season.id, swapped(results[0]), by=MODERATOR, reason="mixed up")
    season = await void(leagues, season.id, results[1].table, by=MODERATOR, reason="foul play")
    expected, _ = rate_all([swapped(results[0]), *results[2:]])
    assert dict(await queries.ratings(leagues, season.league_id, 4)) == {
        person: rating for (person, _), rating in expected.items()
    }
    before = {
        line.row.entry: line.row.points
        for table in await queries.standings(leagues, season.id)
        for line in table.lines
    }
    await adjust(leagues, season.id, 101, -2 * UNIT, by=MODERATOR, reason="late to every table")
    division = await queries.division(leagues, season.id, season.state.division_of[101])
    row = next(line.row for line in division.lines if line.row.entry == 101)
    assert row.points == before[101] - 2 * UNIT
    again = await games.count(leagues, season.id, results[1])
    assert not again.changed, "a voided table stays out"


async def test_results_of_other_people_are_refused(leagues: Leagues) -> None:
    season = await drawn(leagues)
    one, other = (await games.ready(leagues, season.id))[:2]
    wrong = some_result(season.state, other, random.Random(1))
    wrong = type(wrong)(one.number, wrong.lines)
    await refused("result", games.count(leagues, season.id, wrong))
    assert (await leagues.read(season.id)).version == season.version


async def test_a_result_that_a_table_has_already_is_refused(leagues: Leagues) -> None:
    """Found: a Confirm pressed twice logged a correction that changed nothing."""
    season = await drawn(leagues)
    seats = len(season.state.tables[1].entries)
    for forfeiting in (0, 1):
        points4 = [0 if forfeiting and not seat else 160 + 4 * seat for seat in range(seats)]
        given = {"table": 1, "forfeiting": forfeiting, "points4": points4}
        await desk.do(InSeason(leagues, season.id), MAYA, chosen("season-result", given), WHY)
        version = (await leagues.read(season.id)).version
        again = desk.do(InSeason(leagues, season.id), MAYA, chosen("season-result", given), WHY)
        await refused("result-same", again)
        assert (await leagues.read(season.id)).version == version


async def test_swiss_rounds(leagues: Leagues) -> None:
    rules = Rules(stages=(Stage("swiss", 2),), division_size=20)
    season = await drawn(leagues, rules=rules)
    chance = random.Random(1)
    assert await games.draws_due(season.state) == []
    await refused("no-draw", draw_round(leagues, season.id, 0, by=MODERATOR))
    for table in await games.ready(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    await games.draw_due(leagues, season.id)
    season = await leagues.read(season.id)
    assert {table.round for table in await games.ready(leagues, season.id)} == {1}
    for table in await games.ready(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    await games.draw_due(leagues, season.id)
    assert len((await leagues.read(season.id)).state.rounds) == 1
    season = await season_lifecycle.close(leagues, season.id, by=MODERATOR)
    assert champions((await leagues.read(season.id)).state)


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
    league = await create_league(leagues, GUILD, "Another one")
    other = await create_season(leagues, league.id, SeasonSettings("First"), by=None)
    assert (await leagues.read(one.id)).state == one.state
    assert (await leagues.read(other.id)).state.phase == "sign-up"


@pytest.mark.parametrize("seed", [25])
async def test_ties_are_explained_in_words(leagues: Leagues, seed: int) -> None:
    season = await played(leagues, seed)
    top, bottom = await queries.standings(leagues, season.id)
    t = translator("en")
    first = next(line for line in top.lines if line.row.ahead_by)
    said = tie_sentences(t, first.ties, lambda entry: f"P{entry}")
    assert said[-1].startswith("points ahead of opponents: ")
    assert f"P{first.row.entry}" in said[-1]
    assert said[0].startswith("wins: ")
    assert said[0].endswith(" are tied")
    second = next(line for line in bottom.lines if line.row.ahead_by)
    words = tie_sentences(t, second.ties, lambda entry: f"P{entry}")[0]
    assert words.startswith(f"wins: P{second.row.entry} ")


# --- What moderators decide about a season --------------------------------------------------------
# With its audit log entry or not at all, twice where a server wants that, and what is only looked
# at changes nothing.

MAYA, NOAH = Moderator(999, GUILD), Moderator(998, GUILD)


def chosen(act: str, choices: Mapping[str, object]) -> SeasonAct:
    """An act with these choices."""
    return ACTS[act].of_details(choices)


WHY = "They asked for it."


async def with_result(leagues: Leagues) -> SeasonView:
    """A running season of four whose first table is over."""
    season = await drawn(leagues, PEOPLE[:4], rules=Rules(late_entry=True))
    entries = season.state.tables[1].entries
    lines = [Line(entry, n, 400 - 40 * n, ((entry, 26),)) for n, entry in enumerate(entries, 1)]
    return (await games.count(leagues, season.id, Result(1, tuple(lines)))).season


async def log(store: Store) -> list[AuditEntry]:
    """The whole audit log, the newest first."""
    return await store.read(moderation.of_guild, GUILD)


async def test_an_act_and_its_entry(leagues: Leagues, store: Store) -> None:
    season = await with_result(leagues)
    given = {"table": 1, "forfeiting": 0, "points4": [100, 120, 140, 160]}
    done = await desk.do(
        InSeason(leagues, season.id), MAYA, chosen("season-result", given), f"  {WHY} "
    )
    assert [line.place for line in done.after.state.results[1].lines] == [4, 3, 2, 1]
    assert [line.turns for line in done.after.state.results[1].lines] == [
        line.turns for line in season.state.results[1].lines
    ], "whose turns they were stays"
    [entry] = await log(store)
    assert (entry.act, entry.season_id, entry.table_id) == ("season-result", season.id, None)
    assert (entry.reason, entry.user_id, entry.own_table) == (WHY, MAYA.id, False)
    assert entry.details["points4"] == given["points4"] and entry.status == "done"
    last = (await queries.history(leagues, season.id))[-1]
    assert last.payload["reason"] == WHY and last.user_id == MAYA.id


async def test_all_or_nothing(
    leagues: Leagues, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = await with_result(leagues)

    async def full(connection: AsyncConnection, entry: AuditEntry, **more: object) -> AuditEntry:
        raise OSError("no room on the disk")

    with monkeypatch.context() as broken:
        broken.setattr(moderation, "add", full)
        with pytest.raises(OSError):
            await desk.do(
                InSeason(leagues, season.id),
                MAYA,
                chosen("season-void", {"table": 1}),
                WHY,
            )
        with pytest.raises(OSError):
            await acting.found_league(leagues, MAYA, "Another league", 5)
        with pytest.raises(OSError):
            await desk.do(
                InSeason(leagues, season.id),
                MAYA,
                chosen("season-ban", {"user_id": 7}),
                WHY,
            )
    assert await leagues.read(season.id) == season
    assert len(await season_lifecycle.leagues_of(leagues, GUILD)) == 1
    assert await bans(leagues, season.league_id) == []
    assert await log(store) == []
    with pytest.raises(Refusal):
        await desk.do(InSeason(leagues, season.id), MAYA, chosen("season-void", {"table": 99}), WHY)
    assert await log(store) == [], "what is refused leaves no entry"


async def test_a_preview_changes_nothing(leagues: Leagues, store: Store) -> None:
    season = await with_result(leagues)
    entry = season.state.tables[1].entries[0]
    for act, given in (
        ("season-result", {"table": 1, "forfeiting": 0, "points4": [0, 0, 0, 4]}),
        ("season-void", {"table": 1}),
        ("season-withdraw", {"entry": entry}),
        ("season-adjust", {"entry": entry, "units": -20 * UNIT, "was": 0}),
        ("season-sign-up", {"user_id": 77, "late": True}),
        ("season-substitute", {"entry": entry, "user_id": 77}),
    ):
        found = await desk.preview(InSeason(leagues, season.id), MAYA, chosen(act, given))
        assert found.before == season and found.after.state != season.state, act
    assert await leagues.read(season.id) == season
    assert (await queries.history(leagues, season.id))[-1].payload["event"] == "Finished"
    assert await log(store) == []
    given = {"entry": entry, "units": -20 * UNIT, "was": 0}
    found = await desk.preview(InSeason(leagues, season.id), MAYA, chosen("season-adjust", given))
    done = await desk.do(InSeason(leagues, season.id), MAYA, chosen("season-adjust", given), WHY)
    assert division_tables(found.after) == division_tables(done.after), "as it was shown"


async def test_a_corrected_semi_final_is_drawn_again_with_who_won_it(leagues: Leagues) -> None:
    rules = Rules(2, (Stage("knockout", go_on=1),))
    season = await drawn(leagues, PEOPLE[:4], rules=rules)
    here = InSeason(leagues, season.id)
    for table in (1, 2):
        given = {"table": table, "forfeiting": 0, "points4": [200, 160]}
        await desk.do(here, MAYA, chosen("season-result", given), WHY)
    season = await draw_round(leagues, season.id, 0, by=None)
    first, second = (season.state.tables[table].entries for table in (1, 2))
    assert set(season.state.tables[3].entries) == {first[0], second[0]}

    typed = chosen("season-result", {"table": 2, "forfeiting": 0, "points4": [160, 200]})
    found = await desk.preview(here, MAYA, typed)
    lines = typed.preview(translator("en"), str, found)
    assert {
        "Table 3 will be drawn again, because different players may now advance.",
        f"{second[1]} advances",
    } <= {*lines}
    assert typed.division_changed(found.before) is None, "a cup has no standings to show"
    season = (await desk.do(here, MAYA, typed, WHY)).after
    assert season.state.open_tables() == () and season.state.replaced == {3}
    assert StopGame(3) in season.untold, "its game is given up"
    told = [note.n for note in season.untold if isinstance(note, Happened)]
    log_of_season = await queries.history(leagues, season.id)
    assert log_of_season[-1].payload["event"] == "TakenBack"
    assert len(log_of_season) - 1 in told, "the channel is told"
    assert await games.draws_due(season.state) == [games.DueRound(0, 2)]
    season = await draw_round(leagues, season.id, 0, by=None)
    assert set(season.state.tables[4].entries) == {first[0], second[1]}

    again = chosen("season-replay", {"table": 1})
    assert (await desk.do(here, MAYA, again, WHY)).after.state.replaced == {3, 4}
    assert {one.number for one in await games.ready(leagues, season.id)} == {1}
    given = {"table": 1, "forfeiting": 0, "points4": [200, 160]}
    season = (await desk.do(here, MAYA, chosen("season-result", given), WHY)).after
    season = await draw_round(leagues, season.id, 0, by=None)
    given = {"table": 5, "forfeiting": 0, "points4": [200, 160]}
    await desk.do(here, MAYA, chosen("season-result", given), WHY)
    given = {"table": 1, "forfeiting": 0, "points4": [160, 200]}
    season = (await desk.do(here, MAYA, chosen("season-result", given), WHY)).after
    assert season.state.replaced == {3, 4}, "a final that is over stays"


async def test_a_draw_is_looked_at_without_its_lots(leagues: Leagues) -> None:
    season = await signed_up(leagues)
    found = await desk.preview(InSeason(leagues, season.id), MAYA, chosen("season-draw", {}))
    done = await desk.do(
        InSeason(leagues, season.id), MAYA, chosen("season-draw", {}), "Rainy season"
    )
    people = [one.entries for one in done.after.state.divisions]
    assert people == [one.entries for one in found.after.state.divisions]
    assert found.after.state.seed != done.after.state.seed, "lots are drawn when it is done"


async def test_who_plays_is_marked(leagues: Leagues, store: Store) -> None:
    season = await with_result(leagues)
    player = Moderator(PEOPLE[0], GUILD)
    await desk.do(InSeason(leagues, season.id), player, chosen("season-void", {"table": 2}), WHY)
    await desk.do(InSeason(leagues, season.id), NOAH, chosen("season-void", {"table": 3}), WHY)
    entry = season.state.tables[1].entries[0]
    given = {"entry": entry, "user_id": NOAH.id}
    await desk.do(InSeason(leagues, season.id), MAYA, chosen("season-substitute", given), WHY)
    await desk.do(InSeason(leagues, season.id), NOAH, chosen("season-void", {"table": 4}), WHY)
    found = [*reversed(await log(store))]
    assert [one.own_table for one in found] == [True, False, False, True]


async def test_another_servers_season(leagues: Leagues) -> None:
    season = await with_result(leagues)
    stranger = Moderator(1, GUILD + 1)
    for trying in (
        desk.preview(InSeason(leagues, season.id), stranger, Void(1)),
        desk.do(InSeason(leagues, season.id), stranger, Void(1), WHY),
    ):
        with pytest.raises(Refusal) as refused:
            await trying
        assert refused.value.code == "other-server"


async def test_bans(leagues: Leagues, clock: Clock) -> None:
    season = await signed_up(leagues, PEOPLE[:4], rules=Rules(late_entry=True))
    await desk.do(
        InSeason(leagues, season.id),
        MAYA,
        chosen("season-ban", {"user_id": 7}),
        WHY,
    )
    with pytest.raises(Refusal) as refused:
        await sign_up(leagues, season.id, 7)
    assert refused.value.code == "banned"
    await season_lifecycle.draw(leagues, season.id, by=MAYA.id, seed=1)
    for act, given in (
        ("season-sign-up", {"user_id": 7, "late": True}),
        ("season-substitute", {"user_id": 7, "entry": PEOPLE[0]}),
    ):
        with pytest.raises(Refusal) as refused:
            await desk.do(InSeason(leagues, season.id), MAYA, chosen(act, given), WHY)
        assert refused.value.code == "player-banned"
    assert [ban.reason for ban in await bans(leagues, season.league_id)] == [WHY]
    await leagues.store.write(stored.lift_ban, season.league_id, 7)
    until = clock() + timedelta(days=2)  # as version 1.0.0 could say it
    await leagues.store.write(stored.ban, Ban(season.league_id, 7, until, WHY, clock()))
    with pytest.raises(Refusal):
        await enter_late(leagues, season.id, 7)
    clock.pass_by(timedelta(days=2))
    assert await bans(leagues, season.league_id) == []
    await enter_late(leagues, season.id, 7)
    with pytest.raises(Refusal):
        await desk.do(
            InSeason(leagues, season.id),
            MAYA,
            chosen("season-ban", {"user_id": 8, "back": True}),
            WHY,
        )
    await desk.do(
        InSeason(leagues, season.id),
        MAYA,
        chosen("season-ban", {"user_id": 8}),
        WHY,
    )
    await desk.do(
        InSeason(leagues, season.id),
        MAYA,
        chosen("season-ban", {"user_id": 8, "back": True}),
        WHY,
    )
    assert await bans(leagues, season.league_id) == []


async def test_founding_and_creating_are_in_the_log(leagues: Leagues, store: Store) -> None:
    league, entry = await acting.found_league(leagues, MAYA, " The  long count ", 5)
    assert (league.name, league.channel_id) == ("The long count", 5) and entry is not None
    league, entry = await acting.found_league(leagues, NOAH, "the LONG count", 6)
    assert league.channel_id == 6 and entry is not None and entry.user_id == NOAH.id
    _, entry = await acting.found_league(leagues, NOAH, "the LONG count", 6)
    assert entry is None, "nothing changed"
    made = await acting.create_season(
        leagues, league.id, MAYA, await season_lifecycle.draft(leagues, league.id)
    )
    assert made.state.phase == "sign-up"
    assert [(one.act, one.season_id) for one in await log(store)] == [
        ("season-new", made.id), ("league-found", None), ("league-new", None),
    ]  # fmt: skip
    with pytest.raises(Refusal):
        await acting.create_season(
            leagues, league.id, Moderator(1, GUILD + 1), SeasonSettings("Mine")
        )


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


async def test_settings_that_may_change_later(leagues: Leagues, clock: Clock) -> None:
    season = await drawn(leagues, PEOPLE[:4])
    wanted = replace(season.settings, modules=("tribes",), starts=clock())
    was = settings_to_json(season.settings)
    given = {"settings": settings_to_json(wanted), "was": was}
    done = await desk.do(
        InSeason(leagues, season.id),
        MAYA,
        chosen("season-settings", given),
        "Rainy season",
    )
    assert done.after.settings == wanted
    for fixed in (
        replace(wanted, name="Other"),
        replace(wanted, rules=replace(wanted.rules, seats=2)),
        replace(wanted, modules=("chess",)),
    ):
        with pytest.raises(Refusal):
            given = {"settings": settings_to_json(fixed), "was": was}
            await desk.do(
                InSeason(leagues, season.id),
                MAYA,
                chosen("season-settings", given),
                "Rainy season",
            )
    assert (await leagues.read(season.id)).settings == wanted


async def test_corrected_results_share_places(leagues: Leagues) -> None:
    season = await with_result(leagues)
    known = season.state.results[1]
    result = corrected(known, [200, 300, 200, 100])
    assert [line.place for line in result.lines] == [2, 1, 2, 4]
    for points4 in ([1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 501 * 4], [1, 2, 3, -101 * 4]):
        with pytest.raises(Refusal):
            corrected(known, points4)
