"""People in leagues: what they are told is stored, and that they can be forgotten without a point
or a place of anybody changing."""

import json
import random
import re

import pytest
from sqlalchemy import text

from bot.leagues import Seasons, SeasonView
from bot.leagues.desk import SeasonDesk
from bot.leagues.model.events import Rules
from bot.store import Store, leagues
from bot.store.leagues import Ban
from bot.store.schema import metadata
from bot.tables import Moderator, Tables
from tests.leagues.played import GUILD, MODERATOR, drawn, signed_up, some_result
from tests.tables.playing import Clock, refused

PEOPLE = tuple(100_200_300_400_500_600 + number for number in range(9))
LEAVER, STAYER, SUBSTITUTE = PEOPLE[2], PEOPLE[4], PEOPLE[8]
RULES = Rules(seats=4, division_size=4, chain=("wins", "lot"))


async def found(store: Store, user_id: int) -> set[str]:
    """The columns of all tables in which an id stands, as `table.column`."""
    async with store.reading() as connection:
        return {
            f"{name}.{column}"
            for name in metadata.tables
            for row in (await connection.execute(text(f"SELECT * FROM {name}"))).mappings()
            for column, value in row.items()
            if str(user_id) in str(value)
        }


async def play_on(seasons: Seasons, season_id: int, tables: int, chance: random.Random) -> None:
    """So many tables, or all there are, with results made up by chance."""
    for _ in range(tables):
        ready = await seasons.ready(season_id)
        if not ready:
            return
        state = (await seasons.season(season_id)).state
        await seasons.count(season_id, some_result(state, ready[0], chance))


async def begun(seasons: Seasons, chance: random.Random) -> SeasonView:
    """A season of eight in two divisions, after two tables."""
    season = await drawn(seasons, PEOPLE[:8], RULES)
    await play_on(seasons, season.id, 2, chance)
    return season


async def whole(seasons: Seasons, seed: int) -> SeasonView:
    """A whole season: one gives up and a substitute comes, a turn is lost to the clock, points are
    taken."""
    chance = random.Random(seed)
    number = (await begun(seasons, chance)).id
    await seasons.withdraw(number, LEAVER, by=LEAVER, reason="no time")
    await seasons.substitute(number, LEAVER, SUBSTITUTE, by=MODERATOR)
    table = (await seasons.ready(number))[0]
    await seasons.note_time_out(number, table.number, table.entries[0], 2)
    await seasons.adjust(number, STAYER, -600, by=MODERATOR, reason="insulted the others")
    await play_on(seasons, number, 1000, chance)
    return await seasons.close(number, by=MODERATOR)


async def shown(store: Store, seasons: Seasons, season: SeasonView) -> str:
    """What the season and its league show, each person by when they came into the season."""
    came = [
        event.payload["person"]
        for event in await store.read(leagues.events_from, season.id)
        if event.payload["event"] in ("SignedUp", "Substituted")
    ]
    ratings = dict(await seasons.ratings(season.league_id, 4))
    everything = repr(
        (
            await seasons.standings(season.id),
            [ratings.get(person) for person in came],
            await seasons.rating_history(season.league_id),
            await seasons.champions(season.id),
        )
    )
    for number, person in enumerate(came):
        everything = everything.replace(str(person), f"person {number}")
    return everything


@pytest.mark.parametrize("seed", range(4))
async def test_not_a_point_or_place_changes(
    store: Store, seasons: Seasons, clock: Clock, seed: int
) -> None:
    season = await whole(seasons, seed)
    before = await shown(store, seasons, season)
    assert "criterion='lot'" in before
    for person in (LEAVER, STAYER, SUBSTITUTE):
        assert {"season_events.payload", "rating_changes.user_id"} <= await found(store, person)
        assert await seasons.forget(person)
        assert await found(store, person) == set()
        assert not await seasons.forget(person), "again, there is nothing"
        assert await shown(store, seasons, season) == before
    assert len(re.findall(r"-\d{6,}", repr((await seasons.season(season.id)).state.holders))) == 5

    fresh = Seasons(store, now=clock)
    assert await shown(store, fresh, season) == before
    # Worked out from the logs once more the ratings are the same, too.
    anew = await SeasonDesk(store, clock, 4).rating_history_anew(season.league_id)
    assert anew == await fresh.rating_history(season.league_id)


async def test_refused_in_a_season_that_is_not_over(store: Store, seasons: Seasons) -> None:
    season = await signed_up(seasons, PEOPLE[:8], RULES)
    await refused("still-playing", seasons.must_play_nowhere(LEAVER))
    await refused("still-playing", seasons.forget(LEAVER))
    await seasons.must_play_nowhere(SUBSTITUTE)
    await seasons.draw(season.id, by=MODERATOR, seed=1)
    await refused("still-playing", seasons.forget(LEAVER))
    await seasons.withdraw(season.id, LEAVER, by=LEAVER)
    await seasons.substitute(season.id, LEAVER, SUBSTITUTE, by=MODERATOR)
    await refused("still-playing", seasons.forget(SUBSTITUTE))
    assert "season_events.payload" in await found(store, LEAVER)


async def test_who_has_left_can_go_and_the_season_is_played_to_its_end(
    store: Store, seasons: Seasons
) -> None:
    chance = random.Random(1)
    season = await begun(seasons, chance)
    await seasons.withdraw(season.id, LEAVER, by=LEAVER, reason="no time")
    assert await seasons.forget(LEAVER)
    assert await found(store, LEAVER) == set()
    await play_on(seasons, season.id, 1000, chance)
    closed = await seasons.close(season.id, by=MODERATOR)
    assert closed.state.phase == "finished"


async def test_a_ban_is_kept_until_it_ends(store: Store, seasons: Seasons, clock: Clock) -> None:
    season = await whole(seasons, 0)
    ban = Ban(season.league_id, LEAVER, None, "insulted the others", clock())
    await store.write(leagues.ban, ban)
    assert (await seasons.stored_about(LEAVER))["bans"][0]["reason"] == "insulted the others"
    await seasons.forget(LEAVER)
    assert await found(store, LEAVER) == {"league_bans.user_id"}
    await store.write(leagues.ban, Ban(season.league_id, LEAVER, clock(), "over", clock()))
    await seasons.forget(LEAVER)
    assert await found(store, LEAVER) == set()


async def test_everything_about_a_person_and_nothing_about_others(seasons: Seasons) -> None:
    season = await whole(seasons, 0)
    stored = await seasons.stored_about(LEAVER)
    [told] = stored["seasons"]
    kinds = [event["event"] for event in told["log"]]
    assert kinds[:2] == ["SignedUp", "Drawn"]
    assert {"Finished", "Withdrew", "Substituted"} <= set(kinds)
    assert told["log"][0]["by you"]
    results = [event for event in told["log"] if event["event"] == "Finished"]
    assert len(results) == sum(
        any(line.entry == LEAVER for line in result.lines)
        for result in (await seasons.season(season.id)).state.results.values()
    )
    for other in PEOPLE:
        assert other == LEAVER or str(other) not in json.dumps(stored)
    points = (await seasons.stored_about(STAYER))["seasons"][0]["log"]
    assert [e["reason"] for e in points if e["event"] == "Adjusted"] == ["insulted the others"]
    assert (await seasons.stored_about(SUBSTITUTE))["ratings"]["steps"]
    assert await seasons.stored_about(5) == {
        "seasons": [], "ratings": {"now": [], "steps": []}, "bans": [],
    }  # fmt: skip


async def test_what_moderators_decided_is_told_and_loses_the_name(
    store: Store, seasons: Seasons
) -> None:
    chance, maya = random.Random(1), Moderator(PEOPLE[0] + 5000, GUILD)
    season = await begun(seasons, chance)
    for act, wish in (
        ("season-withdraw", {"entry": LEAVER}),
        ("season-substitute", {"entry": LEAVER, "user_id": SUBSTITUTE}),
        ("season-ban", {"user_id": LEAVER, "days": 30}),
    ):
        await seasons.act(season.id, maya, act, wish, f"What <@{LEAVER}> did.")
    assert "moderation.details" in await found(store, LEAVER)
    told = (await Tables(store).stored_about(LEAVER))["moderation"]
    assert [one["act"] for one in told] == ["season-withdraw", "season-substitute", "season-ban"]
    assert str(maya.id) not in json.dumps(told)

    await seasons.forget(LEAVER)
    assert await found(store, LEAVER) == {"league_bans.user_id"}, "until it ends"
    assert {"moderation.user_id", "season_events.user_id"} <= await found(store, maya.id)
    await play_on(seasons, season.id, 1000, chance)
    await seasons.act(season.id, maya, "season-close", {}, "All is played.")
