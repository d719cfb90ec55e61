"""People in leagues: what they are told is stored, and that they can be forgotten without a point
or a place of anybody changing."""

import json
import random
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.leagues import games, people, people_acts, privacy, queries, season_lifecycle
from bot.leagues.queries import season_json
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.model.league import Ban
from bot.seasons.events import Adjusted, Disputed, Rules, Settled, TimedOut
from bot.seasons.standings import champions
from bot.store import Store
from bot.store import leagues as stored
from bot.store.privacy import remove_old, stand_ins
from bot.store.schema import metadata
from bot.tables import Moderator, Tables
from tests.leagues.changes import happens, substitute, withdraw
from tests.leagues.played import GUILD, MODERATOR, do, drawn, play_on, signed_up, some_result
from tests.store.databases import on_both
from tests.tables.acts import stored_about
from tests.tables.playing import Clock, refused

PEOPLE = tuple(100_200_300_400_500_600 + number for number in range(9))
LEAVER, STAYER, SUBSTITUTE = PEOPLE[2], PEOPLE[4], PEOPLE[8]
RULES = Rules(seats=4, division_size=4, scheme="wins")


async def found(store: Store, user_id: int) -> set[str]:
    """The columns of all tables in which an id stands, as `table.column`."""
    async with store.engine.connect() as connection:
        return {
            f"{name}.{column}"
            for name in metadata.tables
            for row in (await connection.execute(text(f"SELECT * FROM {name}"))).mappings()
            for column, value in row.items()
            if str(user_id) in str(value)
        }


async def close(leagues: Leagues, season_id: int, seed: int) -> SeasonView:
    """Play all tables that are left, and close the season; in the second division all are level, so
    that lots decide."""
    chance = random.Random(seed)
    while ready := await games.ready(leagues, season_id):
        result = some_result((await leagues.read(season_id)).state, ready[0], chance)
        if ready[0].division == 1:
            level = tuple(replace(line, place=1, points4=200) for line in result.lines)
            result = replace(result, lines=level)
        await games.count(leagues, season_id, result)
    return await season_lifecycle.close(leagues, season_id, by=MODERATOR)


async def begun(leagues: Leagues) -> SeasonView:
    """A season of eight in two divisions, after two tables."""
    return await play_on(leagues, await drawn(leagues, PEOPLE[:8], RULES), 1, 2)


async def whole(leagues: Leagues, seed: int) -> SeasonView:
    """A whole season: one gives up and a substitute comes, a turn is lost to the clock, points are
    taken."""
    number = (await begun(leagues)).id
    await withdraw(leagues, number, LEAVER, by=LEAVER, reason="no time")
    await substitute(leagues, number, LEAVER, SUBSTITUTE, by=MODERATOR)
    table = (await games.ready(leagues, number))[0]
    late = TimedOut(table.number, table.entries[0], 2)
    await happens(leagues, number, late, Adjusted(STAYER, -600, "insulted the others"))
    return await close(leagues, number, seed)


async def shown(store: Store, leagues: Leagues, season: SeasonView) -> str:
    """What the season and its league show, each person by when they came into the season."""
    came = [
        event.payload["person"]
        for event in await store.read(stored.events_from, season.id)
        if event.payload["event"] in ("SignedUp", "Substituted")
    ]
    ratings = dict(await queries.ratings(leagues, season.league_id, 4))
    everything = repr(
        (
            await queries.standings(leagues, season.id),
            [ratings.get(person) for person in came],
            await leagues.store.read(stored.rating_history, season.league_id),
            champions((await leagues.read(season.id)).state),
        )
    )
    for number, person in enumerate(came):
        everything = everything.replace(str(person), f"person {number}")
    return everything


@pytest.mark.parametrize("seed", range(4))
async def test_not_a_point_or_place_changes(
    store: Store, leagues: Leagues, clock: Clock, seed: int
) -> None:
    season = await whole(leagues, seed)
    before = await shown(store, leagues, season)
    assert "criterion='lot'" in before
    for person in (LEAVER, STAYER, SUBSTITUTE):
        assert {"season_events.payload", "rating_changes.user_id"} <= await found(store, person)
        assert await privacy.forget(leagues, person)
        assert await found(store, person) == set()
        assert not await privacy.forget(leagues, person), "again, there is nothing"
        assert await shown(store, leagues, season) == before
    assert len(re.findall(r"-\d{6,}", repr((await leagues.read(season.id)).state.holders))) == 5

    fresh = Leagues(store, now=clock)
    assert await shown(store, fresh, season) == before
    # Worked out from the logs once more the ratings are the same, too.
    async with Leagues(store, open_seasons=4).try_out(season.id) as opened:
        anew = await opened.rating_history_anew()
    assert anew == await fresh.store.read(stored.rating_history, season.league_id)


async def test_refused_in_a_season_that_is_not_over(store: Store, leagues: Leagues) -> None:
    season = await signed_up(leagues, PEOPLE[:8], RULES)
    await refused("still-playing", privacy.must_play_nowhere(leagues, LEAVER))
    await refused("still-playing", privacy.forget(leagues, LEAVER))
    await privacy.must_play_nowhere(leagues, SUBSTITUTE)
    await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=1)
    await refused("still-playing", privacy.forget(leagues, LEAVER))
    await withdraw(leagues, season.id, LEAVER, by=LEAVER)
    await substitute(leagues, season.id, LEAVER, SUBSTITUTE, by=MODERATOR)
    await refused("still-playing", privacy.forget(leagues, SUBSTITUTE))
    assert "season_events.payload" in await found(store, LEAVER)


@on_both
async def test_nobody_comes_back_to_a_season_as_somebody_new(
    store: Store, leagues: Leagues, clock: Clock
) -> None:
    rules = replace(RULES, late_entry=True)
    season = await drawn(leagues, PEOPLE[:8], rules)
    await happens(leagues, season.id, Adjusted(LEAVER, -600, "insulted the others"))
    await withdraw(leagues, season.id, LEAVER, by=LEAVER)
    await substitute(leagues, season.id, STAYER, SUBSTITUTE, by=MODERATOR)
    for person in (LEAVER, STAYER):
        assert await privacy.forget(leagues, person)
        assert await found(store, person) == set(), "the code does not show the id"
    again = Leagues(store, now=clock)  # as after a restart
    for person in (LEAVER, STAYER):
        await refused("left-or-lost", people.enter_late(again, season.id, person))
        await refused("left-or-lost", people.list_substitute(again, season.id, person, on=True))
        assert not await privacy.forget(again, person), "nothing was written of the attempt"
        await refused("left-or-lost", people.enter_late(again, season.id, person))
        async with again.try_out(season.id) as opened:
            by_moderator = people.Newcomer(person, by_moderator=True)
            await refused("player-takes-part", people.late_entry(opened, by_moderator))
    await people.enter_late(again, season.id, 5)
    assert (await again.read(season.id)).entry_of(5) == 5, "others still may"

    year = timedelta(days=365)
    clock.pass_by(2 * year)
    assert not (await store.write(remove_old, clock() - year)).marks, "the season goes on"
    assert (await close(again, season.id, 1)).state.phase == "finished"
    assert (await store.write(remove_old, clock() - year)).marks == 2
    assert not await store.read(stand_ins, LEAVER)


async def test_everything_about_a_person_and_nothing_about_others(leagues: Leagues) -> None:
    season = await whole(leagues, 0)
    stored = await privacy.stored_about(leagues, LEAVER)
    [told] = stored["seasons"]
    kinds = [event["event"] for event in told["log"]]
    assert kinds[:2] == ["SignedUp", "Drawn"]
    assert {"Finished", "Withdrew", "Substituted"} <= set(kinds)
    assert told["log"][0]["by you"]
    results = [event for event in told["log"] if event["event"] == "Finished"]
    assert len(results) == sum(
        any(line.entry == LEAVER for line in result.lines)
        for result in (await leagues.read(season.id)).state.results.values()
    )
    for other in PEOPLE:
        assert other == LEAVER or str(other) not in json.dumps(stored)
    points = (await privacy.stored_about(leagues, STAYER))["seasons"][0]["log"]
    assert [e["reason"] for e in points if e["event"] == "Adjusted"] == ["insulted the others"]
    assert (await privacy.stored_about(leagues, SUBSTITUTE))["ratings"]["steps"]
    assert await privacy.stored_about(leagues, 5) == {
        "seasons": [], "ratings": {"now": [], "steps": []}, "bans": [], "staff": [],
    }  # fmt: skip


async def test_what_moderators_decided_is_told_and_loses_the_name_and_a_ban_is_kept_until_it_ends(
    store: Store, leagues: Leagues, tables: Tables, clock: Clock
) -> None:
    maya, why = Moderator(PEOPLE[0] + 5000, GUILD), f"What <@{LEAVER}> did."
    season = await begun(leagues)
    await do(leagues, season, people_acts.Withdraw(LEAVER), maya, why)
    await do(leagues, season, people_acts.Substitute(LEAVER, SUBSTITUTE), maya, why)
    await do(leagues, season, people_acts.Ban(LEAVER), maya, why)
    assert "moderation.details" in await found(store, LEAVER)
    told = (await stored_about(tables, LEAVER))["moderation"]
    assert [one["act"] for one in told] == ["season-withdraw", "season-substitute", "season-ban"]
    assert str(maya.id) not in json.dumps(told)
    [kept_out] = (await privacy.stored_about(leagues, LEAVER))["bans"]
    assert kept_out["reason"] == why

    await privacy.forget(leagues, LEAVER)
    assert await found(store, LEAVER) == {"league_bans.user_id"}, "until it ends"
    assert {"moderation.user_id", "season_events.user_id"} <= await found(store, maya.id)
    await store.write(stored.ban, Ban(season.league_id, LEAVER, clock(), "over", clock()))
    await privacy.forget(leagues, LEAVER)
    assert await found(store, LEAVER) == set()
    await close(leagues, season.id, 1)


async def test_what_somebody_disputed_is_theirs_to_read_and_goes_with_them(
    store: Store, leagues: Leagues
) -> None:
    season = await begun(leagues)
    number = next(n for n, drawn in season.state.tables.items() if LEAVER in drawn.entries)
    disputed = Disputed(number, LEAVER, "my worker stood on 3")
    await happens(leagues, season.id, disputed, by=LEAVER)
    await happens(leagues, season.id, Settled(1, "rejected", "the log says 4"), by=MODERATOR)
    [told] = (await privacy.stored_about(leagues, LEAVER))["seasons"]
    said = {one["event"]: one for one in told["log"]}
    assert said["Disputed"]["reason"] == "my worker stood on 3"
    decided = said["Settled"]["decision"], said["Settled"]["reason"]
    assert decided == ("rejected", "the log says 4")
    others = json.dumps(await privacy.stored_about(leagues, STAYER))
    assert "my worker" not in others and "the log says" not in others

    view, log = await leagues.read(season.id), await queries.history(leagues, season.id)
    public = season_json(view, log)
    assert '"Disputed"' in public and "my worker" not in public and "the log says" not in public
    assert json.loads(public)

    await withdraw(leagues, season.id, LEAVER, by=LEAVER)
    await privacy.forget(leagues, LEAVER)
    assert await found(store, LEAVER) == set()
    [dispute] = (await leagues.read(season.id)).state.disputes
    assert dispute.person < 0 and dispute.reason == "…" and dispute.decision == "rejected"
