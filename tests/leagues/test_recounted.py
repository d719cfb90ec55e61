"""Whole seasons with everything that changes results, counted once more from their export alone."""

import csv
import io
import random
import zipfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.queries import export_files
from bot.leagues.result_acts import Adjust, Correct, EnterResult, Replay, Restore, Void
from bot.leagues.season_acts import DrawFinal
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.model.league import LeagueTable
from bot.moderation import acting as desk
from bot.seasons.events import Rules
from bot.tables import Moderator
from tests.leagues.changes import draw_round, substitute, withdraw
from tests.leagues.played import GUILD, MODERATOR, PEOPLE, SUBSTITUTE, drawn, some_result
from tests.leagues.recounted import FINAL, Recount

SWISS = Rules(
    seats=2, form="swiss", games=5, division_size=5, finals="best", finalists=4, final_games=2
)
"""Divisions of five at tables of two: in each round somebody has a bye."""
FREE = Rules(seats=4, division_size=7, finals="winners")


class Played:
    """A season under way."""

    def __init__(self, leagues: Leagues, season: SeasonView, seed: int) -> None:
        self.leagues, self.id = leagues, season.id
        self.chance = random.Random(seed)
        self.happened: Counter[str] = Counter()

    async def season(self) -> SeasonView:
        return await self.leagues.read(self.id)

    async def act(self, act: SeasonAct) -> None:
        moderator = Moderator(MODERATOR, GUILD)
        done = await desk.do(InSeason(self.leagues, self.id), moderator, act, "as it should be")
        assert done.entry.status == "done"
        self.happened[act.act] += 1

    async def finish(self, table: LeagueTable) -> None:
        """Bring a table to a result, in one of many ways."""
        state, number = (await self.season()).state, table.number
        typed = tuple(4 * self.chance.randrange(40, 46) for _ in table.entries)
        seated = [e for e in table.entries if e not in state.withdrawn]
        late = self.chance.choice(seated) if seated else None
        match self.chance.randrange(8):
            case 0:
                await self.act(EnterResult(number, 0, typed))
            case 1:  # one of them did not come
                await self.act(EnterResult(number, 1 << self.chance.randrange(len(typed)), typed))
            case 2:  # nobody came
                everybody = (1 << len(typed)) - 1
                await self.act(EnterResult(number, everybody, typed))
            case _:
                result = some_result(state, table, self.chance, late=late)
                if self.chance.random() < 0.3:  # and the computer took a seat over
                    first, *others = result.lines
                    result = replace(result, lines=(replace(first, computer_turns=40), *others))
                await games.count(self.leagues, self.id, result)
        match self.chance.randrange(9):
            case 0:
                await self.act(Correct(number, typed[::-1]))
            case 1:
                await self.act(Void(number))
            case 2:
                await self.act(Void(number))
                await self.act(Restore(number))
            case 3:
                await self.act(Replay(number))
            case 4:
                was = (await self.season()).state.adjustments.get(table.entries[0], 0)
                await self.act(Adjust(table.entries[0], 90_000, was))
            case 5:
                was = (await self.season()).state.adjustments.get(table.entries[1], 0)
                await self.act(Adjust(table.entries[1], -60_000, was))

    async def tables(self) -> None:
        """All tables that can be played, until there are none."""
        while ready := await games.ready(self.leagues, self.id):
            state = (await self.season()).state
            if len(state.results) > 6 and not state.withdrawn and not self.happened["withdrew"]:
                first, second = state.divisions[0].entries[:2]
                await withdraw(self.leagues, self.id, first, by=first, reason="no time")
                await withdraw(self.leagues, self.id, second, by=second, reason="no time")
                await substitute(self.leagues, self.id, second, SUBSTITUTE, by=MODERATOR)
                self.happened["withdrew"] += 1
                continue
            await self.finish(ready[0])

    async def whole(self) -> SeasonView:
        """To its end, with its final."""
        await self.tables()
        state = (await self.season()).state
        if state.rules.form == "swiss":
            for number in range(2, (state.rules.games or 0) + 1):
                for division in range(len(state.divisions)):
                    await draw_round(self.leagues, self.id, division, by=MODERATOR, seed=number)
                await self.tables()
        await self.act(DrawFinal())
        await self.tables()
        return await season_lifecycle.close(self.leagues, self.id, by=MODERATOR)


async def exported(leagues: Leagues, season: SeasonView) -> bytes:
    """The bytes of the zip with everything about a season."""
    log = await queries.history(leagues, season.id)
    steps = await queries.rating_history(leagues, season.league_id, season_id=season.id)
    return export_files(season, log, steps, {}, str)[1]


def rows(export: bytes, part: str) -> list[dict[str, str]]:
    with zipfile.ZipFile(io.BytesIO(export)) as archive:
        return list(csv.DictReader(io.StringIO(archive.read(part).decode())))


def entry_of(row: Mapping[str, str], column: str = "entry") -> int:
    return int(row[column].lstrip("'"))


SEASONS = [(rules, seed) for rules in (SWISS, FREE) for seed in range(2)]


async def test_the_export_alone_gives_standings_final_and_ratings(leagues: Leagues) -> None:
    hows: set[str] = set()
    happened: Counter[str] = Counter()
    for rules, seed in SEASONS:
        people = PEOPLE[:10] if rules.form == "swiss" else PEOPLE
        name = f"{rules.form} {seed}"
        played = Played(leagues, await drawn(leagues, people, rules, name), seed)
        export = await exported(leagues, await played.whole())
        counted = Recount(export)
        _same_standings(export, counted)
        _same_ratings(export, counted)
        _columns_add_up(export)
        hows |= {row["how"] for row in rows(export, "results.csv")}
        happened += played.happened
    assert hows >= {"played", "elsewhere", "forfeit", "corrected", "bye"}
    acts = (EnterResult, Correct, Void, Restore, Replay, Adjust, DrawFinal)
    assert {act.act for act in acts} | {"withdrew"} <= set(happened), "all of it was counted"


def _same_standings(export: bytes, counted: Recount) -> None:
    standings = rows(export, "standings.csv")
    for division in range(len(counted.divisions)):
        shown = [row for row in standings if row["division"] == str(division + 1)]
        again = counted.standings(division)
        assert [entry_of(row) for row in shown] == [entry for entry, *_ in again]
        for row, line in zip(shown, again, strict=True):
            assert int(row["place"]) == line.place
            for column in ("points", "wins", "margin"):
                assert float(row[column]) == pytest.approx(float(getattr(line, column)), abs=1e-3)
    final = rows(export, "final.csv")
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
        apart = round(60_000 * float(row["adjustment"]))
        assert sums[entry_of(row)] + apart == round(60_000 * float(row["points"]))
        assert float(row["bye_points"]) == 5 * int(row["byes"])
