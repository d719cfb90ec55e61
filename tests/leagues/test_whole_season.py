"""Whole seasons through the service, with everything that changes results, counted once more."""

import csv
import io
import json
import random
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.queries import export_files
from bot.leagues.result_acts import Adjust, EnterResult, Replay, Void
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.model.league import LeagueTable
from bot.seasons.events import Rules, Seeded, Stage
from bot.seasons.standings import champions, ladder, moves_of
from bot.site import season_page
from bot.site.elements import as_told
from bot.site.leagues import addresses, read_league
from bot.store import Store, schema
from bot.store import leagues as stored
from bot.store.database import downgrade, upgrade
from bot.text.translation import translator
from tests.leagues.changes import happens, substitute, withdraw
from tests.leagues.played import (
    GIVING_UP,
    GUILD,
    LEAVING,
    MODERATOR,
    PEOPLE,
    SUBSTITUTE,
    do,
    drawn,
    played,
    signed_up,
    some_result,
)
from tests.leagues.recounted import FINAL, Recount
from tests.tables.playing import Clock


async def test_what_happened_is_in_the_log_and_read_by_another_program(
    leagues: Leagues, store: Store, clock: Clock
) -> None:
    season = await played(leagues, 6)
    log = await queries.history(leagues, season.id)
    assert Counter(event.payload["event"] for event in log) == {
        "Created": 1, "SignedUp": 14, "Drawn": 1, "Finished": 14, "Withdrew": 2,
        "Substituted": 1, "TimedOut": 3, "Corrected": 1, "Closed": 1,
    }  # fmt: skip
    assert [event.n for event in log] == list(range(len(log)))
    assert {event.at for event in log} == {clock.moment}
    by = {event.payload["event"]: event.user_id for event in log}
    assert by["Corrected"] == by["Drawn"] == MODERATOR
    assert by["Finished"] is None
    tables = await queries.standings(leagues, season.id)
    assert any(line.ties for table in tables for line in table.lines), "a tie in the standings"
    assert (await Leagues(store).read(season.id)).state == season.state, "another program"


async def test_promotion_champions_and_the_next_season(leagues: Leagues) -> None:
    season = await played(leagues, 3)
    top, bottom = await queries.standings(leagues, season.id)
    assert champions((await leagues.read(season.id)).state) == (top.lines[0].holder,)
    assert [line.direction for line in top.lines] == ["stays"] * 5 + ["down"] * 2
    assert [line.direction for line in bottom.lines] == ["up"] * 2 + ["stays"] * 4 + ["leaves"]
    assert bottom.lines[-1].row.entry == GIVING_UP
    offered = await season_lifecycle.offered(leagues, season.league_id)
    assert offered == season.settings
    again = (777, *(p for p in PEOPLE if p != LEAVING), SUBSTITUTE)
    following = await drawn(leagues, again, offered.rules, league_id=season.league_id)
    assert following.number == 2
    first, second = ({*division.entries} for division in following.state.divisions)
    holders = [[line.holder for line in table.lines] for table in (top, bottom)]
    assert first == {*holders[0][:5], *holders[1][:2]}
    assert second == {*holders[0][5:], *holders[1][2:], 777}
    archive = await season_lifecycle.seasons_of(leagues, season.league_id)
    assert [(s.number, s.state.phase) for s in archive] == [(1, "finished"), (2, "running")]
    current = await season_lifecycle.current(leagues, season.league_id)
    assert current is not None and current.id == following.id


# --- Counted once more ----------------------------------------------------------------------------
# Whole seasons with everything that changes results, counted once more from their export alone.

SWISS = Rules(
    seats=2, stages=(Stage("swiss", 5), Stage("final", 2, who="best", players=4)), division_size=5
)
"""Divisions of five at tables of two: in each round somebody has a bye."""
FREE = Rules(seats=4, division_size=7, stages=(Stage(), Stage("final", 1, who="winners")))


class Played:
    """A season under way."""

    def __init__(self, leagues: Leagues, season: SeasonView, seed: int) -> None:
        self.leagues, self.id = leagues, season.id
        self.chance = random.Random(seed)
        self.happened: Counter[str] = Counter()

    async def season(self) -> SeasonView:
        return await self.leagues.read(self.id)

    async def act(self, *acts: SeasonAct) -> None:
        for act in acts:
            await do(self.leagues, await self.season(), act)
            self.happened[act.act] += 1

    async def finish(self, table: LeagueTable) -> None:
        """Bring a table to a result, in one of many ways."""
        state, number, chance = (await self.season()).state, table.number, self.chance
        typed = tuple(4 * chance.randrange(40, 46) for _ in table.entries)
        forfeits = (0, 1 << chance.randrange(len(typed)), (1 << len(typed)) - 1)
        seated = [e for e in table.entries if e not in state.withdrawn]
        late = chance.choice(seated) if seated else None
        how = chance.randrange(8)
        if how < len(forfeits):  # played elsewhere; one of them did not come; nobody came
            await self.act(EnterResult(number, forfeits[how], typed))
        else:
            result = some_result(state, table, chance, late=late)
            if chance.random() < 0.3:  # and the computer took a seat over
                first, *others = result.lines
                result = replace(result, lines=(replace(first, computer_turns=40), *others))
            await games.count(self.leagues, self.id, result)
        (one, other), had = table.entries[:2], state.adjustments
        then: Sequence[Sequence[SeasonAct]] = [
            [EnterResult(number, 0, typed[::-1])], [Void(number)],
            [Void(number), Void(number, back=True)], [Replay(number)],
            [Adjust(one, 90_000, had.get(one, 0))], [Adjust(other, -60_000, had.get(other, 0))],
            [], [], [],
        ]  # fmt: skip
        await self.act(*chance.choice(then))

    async def tables(self) -> None:
        """All tables that can be played, until there are none."""
        while ready := await games.ready(self.leagues, self.id):
            state = (await self.season()).state
            if len(state.results) > 6 and not state.withdrawn and not self.happened["withdrew"]:
                for leaver in state.divisions[0].entries[:2]:
                    await withdraw(self.leagues, self.id, leaver, by=leaver, reason="no time")
                await substitute(self.leagues, self.id, leaver, SUBSTITUTE, by=MODERATOR)
                self.happened["withdrew"] += 1
                continue
            await self.finish(ready[0])

    async def to_the_final(self) -> SeasonView:
        """All tables and rounds before the final, which is drawn."""
        while not (season := await self.season()).state.later:
            await self.tables()
            await games.draw_due(self.leagues, self.id)
        return season

    async def whole(self) -> SeasonView:
        """To its end, with its final."""
        await self.to_the_final()
        await self.tables()
        return await season_lifecycle.close(self.leagues, self.id, by=MODERATOR)


def rows(export: bytes, part: str) -> list[dict[str, str]]:
    with zipfile.ZipFile(io.BytesIO(export)) as archive:
        return list(csv.DictReader(io.StringIO(archive.read(part).decode())))


def entry_of(row: Mapping[str, str], column: str = "entry") -> int:
    return int(row[column].lstrip("'"))


async def test_the_export_alone_gives_standings_final_and_ratings(leagues: Leagues) -> None:
    hows: set[str] = set()
    happened: Counter[str] = Counter()
    for rules, seed in product((SWISS, FREE), (0, 1)):
        people = PEOPLE[:10] if rules.first.kind == "swiss" else PEOPLE
        name = f"{rules.first.kind} {seed}"
        played = Played(leagues, await drawn(leagues, people, rules, name), seed)
        season = await played.whole()
        log, league = await queries.history(leagues, season.id), season.league_id
        steps = await leagues.store.read(stored.rating_history, league, season_id=season.id)
        _, export = export_files(season, log, steps, {})
        counted = Recount(export)
        _same_standings(export, counted)
        _same_ratings(export, counted)
        _columns_add_up(export)
        hows |= {row["how"] for row in rows(export, "results.csv")}
        happened += played.happened
    assert hows >= {"played", "elsewhere", "forfeit", "corrected", "bye"}
    acts = (EnterResult, Void, Replay, Adjust)
    assert {act.act for act in acts} | {"withdrew"} <= set(happened), "all of it was counted"


def _same_standings(export: bytes, counted: Recount) -> None:
    standings = rows(export, "standings.csv")
    for division in range(len(counted.divisions)):
        shown = [row for row in standings if row["division"] == str(division + 1)]
        again = counted.standings(division)
        assert [entry_of(row) for row in shown] == [entry for entry, *_ in again]
        for row, line in zip(shown, again, strict=True):
            assert row["place"] == str(line.place or "")
            for column in ("points", "wins", "margin"):
                assert float(row[column]) == pytest.approx(float(getattr(line, column)), abs=1e-3)
    final = [row for row in standings if row["division"] == "final"]
    assert [entry_of(row) for row in final] == [entry for entry, *_ in counted.standings(FINAL)]
    by_seed = sorted(final, key=lambda row: int(row["seed"]))
    assert [entry_of(row) for row in by_seed] == list(counted.finalists)


def _same_ratings(export: bytes, counted: Recount) -> None:
    shown = {}
    for row in rows(export, "ratings.csv"):  # step by step: the last one holds
        key = entry_of(row, "player"), int(row["players"])
        shown[key] = float(row["mu"]), float(row["sigma"]), int(row["games"])
    again = counted.ratings()
    assert shown.keys() == again.keys()
    for key, (mu, sigma, number) in again.items():
        assert shown[key] == (pytest.approx(mu), pytest.approx(sigma), number)


def _columns_add_up(export: bytes) -> None:
    """What an entry has is the sum of its lines in results.csv, byes among them, and of what
    moderators gave and took."""
    sums: Counter[int] = Counter()
    for row in rows(export, "results.csv"):
        if row["division"] != "final":
            sums[entry_of(row)] += round(60_000 * float(row["league_points"]))
    for row in rows(export, "standings.csv"):
        if row["division"] == "final":
            continue
        apart = round(60_000 * float(row["adjustment"]))
        assert sums[entry_of(row)] + apart == round(60_000 * float(row["points"]))
        assert float(row["bye_points"]) == 5 * int(row["byes"])


# --- a season that version 1.0.0 began ------------------------------------------------------------


async def _as_before(connection: AsyncConnection, season_id: int) -> None:
    """Write who floated into Swiss rounds, and an order by hand, as version 1.0.0 did."""
    kept = schema.season_events
    of_season = kept.c.season_id == season_id
    for row in (await connection.execute(sa.select(kept).where(of_season))).all():
        kind, payload = row.kind, dict(row.payload)
        if kind == "RoundDrawn":
            payload |= {"floated_down": [1], "floated_up": []}
        if kind == "Seeded":
            kind = "DrawPrepared"
            payload = {"event": kind, "sizes": [5, 5], "order": "hand", "entries": payload["order"]}
        change = sa.update(kept).where(of_season, kept.c.n == row.n)
        await connection.execute(change.values(kind=kind, payload=payload))


async def test_a_season_of_version_1_0_0_goes_on(leagues: Leagues, store: Store) -> None:
    season = await signed_up(leagues, PEOPLE[:10], SWISS, "begun before")
    await happens(leagues, season.id, Seeded(PEOPLE[9::-1], (0,) * 5 + (1,) * 5), by=MODERATOR)
    await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=5)
    before = Played(leagues, season, 3)
    known = await before.to_the_final()
    logged = stored.events_from, known.id
    log, next_one = await store.read(*logged), await season_lifecycle.draft(leagues, 1)
    await downgrade(store.engine, "first")  # it writes as version 1.0.0 did
    old = await store.read(*logged)
    assert old[0].payload["rules"]["form"] == "swiss" and "stages" not in old[0].payload["rules"]
    assert [one.kind for one in old if one not in log] == ["Created", "FinalDrawn"]
    await store.write(_as_before, known.id)
    await upgrade(store.engine)
    leagues.drop(known.id)
    now = await leagues.read(known.id)
    assert now.state == known.state and now.settings == known.settings
    assert await season_lifecycle.draft(leagues, known.league_id) == next_one
    assert [one.differences async for one in queries.check_seasons(store)] == [()]
    await before.tables()
    over = await season_lifecycle.close(leagues, known.id, by=MODERATOR)
    assert set(champions(over.state)) <= set(known.state.later[0].entries) | {SUBSTITUTE}


BY_1_0_0 = json.loads((Path(__file__).parent / "closed_by_1_0_0.json").read_text())
"""Seasons that version 1.0.0 closed: the log, and what it showed: the standings with division,
entry, place, points and wins; the champions; and the order from which the next season is drawn. In
today's order each would have another champion."""
NOON = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)


async def _stored_by_1_0_0(connection: AsyncConnection, number: int, log: list[Any]) -> None:
    """Store a league with one season as that version did."""
    settings = {"name": "Rainy season", "rules": log[0]["rules"], "zone": "UTC"}
    named = {"id": number, "settings": settings, "created_at": NOON}
    season = {"league_id": number, "number": 1, "status": "finished", "version": len(log)}
    events = [
        {"season_id": number, "n": n, "at": NOON, "kind": one["event"], "payload": one}
        for n, one in enumerate(log)
    ]
    league = {**named, "guild_id": GUILD, "name": f"League {number}"}
    await connection.execute(sa.insert(schema.leagues), league)
    await connection.execute(sa.insert(schema.seasons), {**named, **season})
    await connection.execute(sa.insert(schema.season_events), events)


@pytest.mark.parametrize("number", (1, 2))
async def test_a_season_closed_by_version_1_0_0_keeps_its_order_and_champions(
    leagues: Leagues, store: Store, number: int
) -> None:
    before = BY_1_0_0[number - 1]
    await downgrade(store.engine, "first")
    await store.write(_stored_by_1_0_0, number, before["log"])
    await upgrade(store.engine)
    view, league = await leagues.read(number), await leagues.league(number)
    shown = [
        [table.division, one.row.entry, one.row.place, one.row.points, one.row.wins]
        for table in (*queries.division_tables(view), *queries.later_tables(view))
        for one in table.lines
    ]
    assert shown == before["standings"]
    assert list(champions(view.state)) == before["champions"]
    assert [*champions(replace(view.state, stood=()))] != before["champions"], "nothing is tested"
    assert ladder(moves_of(view.state)) == before["ladder"]
    for person in view.state.division_of:
        card = await queries.card(leagues, number, person)
        assert bool(card.titles) == (person in before["champions"])
    _, packed = export_files(view, await queries.history(leagues, number), [], {})
    exported = rows(packed, "standings.csv")
    assert [entry_of(row) for row in exported] == [entry for _, entry, *_ in before["standings"]]
    found = await read_league(leagues, league, Mock(), "dark", "en", as_told({}))
    t = translator("en")
    page = await addresses(found)[found.home + season_page(1)]("en")
    called = [found.people[view.state.holder(row[1])].called(t) for row in before["standings"]]
    final = len(view.state.later[0].entries)  # it is first on the page
    lines = [row[2] for row in page.sheets["standings"].lines]
    assert lines == [*called[-final:], *called[:-final]]
    [champion] = before["champions"]
    assert f"🏆 {found.called(t, champion)}" in page.html.decode()
