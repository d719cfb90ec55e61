"""Leagues as files."""

import csv
import io

import pytest

from bot.leagues import queries
from bot.leagues.queries import results_sheet, standings_sheet
from bot.leagues.season_transaction import Leagues
from bot.seasons.results import UNIT
from bot.spreadsheet import csv_of
from tests.leagues.played import GIVING_UP, LEAVING, SUBSTITUTE, played


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def number(cell: str) -> int:
    """An id, which is text for spreadsheets."""
    assert cell.startswith("'")
    return int(cell[1:])


async def test_standings_as_csv(leagues: Leagues) -> None:
    season = await played(leagues, 1)
    found = rows(csv_of(standings_sheet(season, {101: '=HYPERLINK("x")', 102: "Ada, the first"})))
    lines = [line for table in await queries.standings(leagues, season.id) for line in table.lines]
    assert [number(row["entry"]) for row in found] == [line.row.entry for line in lines]
    for row, line in zip(found, lines, strict=True):
        assert float(row["points"]) == pytest.approx(line.row.points / UNIT)
        assert int(row["place"]) == line.row.place
        assert row["goes"] == line.direction
    by_entry = {number(row["entry"]): row for row in found}
    assert by_entry[101]["name"].startswith("'="), "no formula for a spreadsheet"
    assert by_entry[102]["name"] == "Ada, the first"
    assert by_entry[LEAVING]["player"] == f"'{SUBSTITUTE}"
    assert by_entry[GIVING_UP]["withdrawn"] == "1"


async def test_results_as_csv_add_up_to_the_standings(leagues: Leagues) -> None:
    season = await played(leagues, 2)
    found = rows(csv_of(results_sheet(season, {})))
    assert len(found) == 14 * 4
    sums: dict[int, float] = {}
    for row in found:
        entry = number(row["entry"])
        sums[entry] = sums.get(entry, 0) + float(row["league_points"])
    for table in await queries.standings(leagues, season.id):
        for line in table.lines:
            assert sums[line.row.entry] == pytest.approx(line.row.points / UNIT)
