"""Leagues as they are asked for: cards, names, files, the bracket of a cup."""

import csv
import io
import random
from collections.abc import Collection
from datetime import UTC, datetime

import pytest

from bot.leagues import queries, season_lifecycle
from bot.leagues.queries import bracket_of, standings_sheet
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.league import LeagueTable
from bot.seasons.applying import apply, replay
from bot.seasons.drawing import draw_round, rounds_left
from bot.seasons.events import (
    Adjusted,
    Closed,
    Created,
    Drawn,
    DrawnDivision,
    DrawnTable,
    Finished,
    Rules,
    SignedUp,
    Stage,
)
from bot.seasons.results import UNIT, Line, Result
from bot.seasons.season import Season
from bot.seasons.standings import champions, standings_of
from bot.spreadsheet import csv_of
from bot.tables import Person, Tables
from bot.text.descriptions.bracket import Bracket, BracketRound
from bot.text.names import points_number
from bot.text.standings import tie_sentences
from bot.text.translation import translator
from tests.leagues.changes import happens, substitute, withdraw
from tests.leagues.played import GIVING_UP, LEAVING, PEOPLE, SUBSTITUTE, drawn, play_on, played
from tests.seasons.tables import draw, table
from tests.tables.acts import open_lobby


async def test_points_are_on_the_card_of_who_holds_the_seat(leagues: Leagues) -> None:
    """Those too that a moderator gave or took."""
    season = await play_on(leagues, await drawn(leagues), *range(1, 5))
    await withdraw(leagues, season.id, LEAVING, by=LEAVING)
    await substitute(leagues, season.id, LEAVING, SUBSTITUTE, by=None)
    await withdraw(leagues, season.id, GIVING_UP, by=None)
    season = await play_on(leagues, season)
    await happens(leagues, season.id, Adjusted(PEOPLE[0], -3 * UNIT // 2, "too late"))
    season = await season_lifecycle.close(leagues, season.id, by=None)
    rows = [row for n in (0, 1) for row in standings_of(season.state, n).rows]
    holders = [season.state.holder(row.entry) for row in rows]
    cards = [await queries.card(leagues, season.league_id, holder) for holder in holders]
    assert SUBSTITUTE in holders and {card.seasons for card in cards} == {1}
    assert [(card.points, card.wins, card.games) for card in cards] == [
        (row.points, row.wins, row.games) for row in rows
    ]
    champion = champions(season.state)
    assert [bool(card.titles) for card in cards] == [one in champion for one in holders]
    left = await queries.card(leagues, season.league_id, LEAVING)
    assert (left.points, left.wins, left.games, left.seasons) == (0, 0, 0, 1)

    mine = await queries.played_by(leagues, season.league_id, PEOPLE[0])
    assert [one.line.entry for one in mine] == [PEOPLE[0]] * 4
    theirs = await queries.played_by(leagues, season.league_id, SUBSTITUTE)
    assert {one.line.entry for one in theirs} == {LEAVING}
    assert await queries.played_by(leagues, season.league_id, 12345) == []


async def test_ties_are_explained_in_words(leagues: Leagues) -> None:
    season = await played(leagues, 25)
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


async def test_names_are_those_of_the_newest_table_of_the_server(
    leagues: Leagues, tables: Tables
) -> None:
    await open_lobby(tables, 5, 1, Person(77, "old"))
    await open_lobby(tables, 5, 2, Person(77, "new"))
    await open_lobby(tables, 6, 3, Person(77, "elsewhere"))
    assert await queries.last_names(leagues, 5, [77, 78]) == {77: "new"}
    assert await queries.last_names(leagues, 6, [77]) == {77: "elsewhere"}
    assert await queries.last_names(leagues, 7, [77]) == {}


async def test_standings_as_csv(leagues: Leagues) -> None:
    season = await played(leagues, 1)
    written = csv_of(standings_sheet(season, {101: '=HYPERLINK("x")', 102: "Ada, the first"}))
    found = {int(row["entry"].strip("'")): row for row in csv.DictReader(io.StringIO(written))}
    lines = [line for table in await queries.standings(leagues, season.id) for line in table.lines]
    assert [*found] == [line.row.entry for line in lines]
    assert [row["goes"] for row in found.values()] == [line.direction for line in lines]
    assert found[101]["entry"] == "'101", "no number for a spreadsheet"
    assert found[101]["name"].startswith("'="), "nor a formula"
    assert found[102]["name"] == "Ada, the first"
    assert found[LEAVING]["player"] == f"'{SUBSTITUTE}"
    assert (found[GIVING_UP]["withdrawn"], found[GIVING_UP]["place"]) == ("1", "")


# --- The bracket of a cup -------------------------------------------------------------------------


def cup(people: int, rules: Rules) -> Season:
    """A cup whose first round is drawn."""
    state = replay([Created("Cup", rules), *map(SignedUp, range(1, people + 1))])
    return apply(state, draw(state, state.signed_up, seed=people))


def shown_now(state: Season, playing: Collection[int] = ()) -> Bracket:
    """The bracket of a season, whose people are called by their numbers."""
    view = SeasonView(1, 1, 1, SeasonSettings("Cup", state.rules), state, 0, datetime.now(UTC))
    scheduled = [
        LeagueTable(1, n, one.division, one.round, one.entries,
                    "playing" if n in playing else "waiting")
        for n, one in state.tables.items()
    ]  # fmt: skip
    return bracket_of(translator("en"), view, 0, scheduled, str)


def finished(state: Season, number: int, chance: random.Random) -> Season:
    """A table with a result; everybody has other points."""
    entries = state.tables[number].entries
    points = chance.sample(range(10, 100), len(entries))
    return apply(state, Finished(table(number, *zip(entries, points, strict=True))))


def test_of_a_table_of_two_one_goes_on_while_another_is_played() -> None:
    rules, people = Rules(4, (Stage("knockout", go_on=2),)), (1, 2, 3, 4, 5)
    tables = DrawnTable(1, 0, 0, (1, 2, 3)), DrawnTable(2, 0, 0, (4, 5))
    drawn = Drawn((DrawnDivision(0, people),), tables, "7")
    state = replay([Created("Cup", rules), *map(SignedUp, people), drawn])
    shown = _newest(finished(state, 2, random.Random(1)))
    [over] = [one for one in shown.tables if one.state == "played"]
    assert [row.goes_on for row in over.rows] == [True, False]


@pytest.mark.parametrize(
    ("people", "seats", "go_on"),
    [
        (3, 2, 1), (4, 4, 2), (7, 2, 1), (8, 4, 2),
        (13, 3, 1), (16, 4, 2), (21, 5, 3), (40, 4, 1),
    ],
)  # fmt: skip
def test_a_bracket_shows_who_the_rules_send_on(people: int, seats: int, go_on: int) -> None:
    rules, chance = Rules(seats, (Stage("knockout", go_on=go_on),)), random.Random(people)
    state = cup(people, rules)
    first, *later = shown_now(state).rounds
    assert first.drawn and not any(one.drawn for one in later)
    seats_there = [row.name for table in first.tables for row in table.rows]
    assert sorted(map(int, seats_there)) == list(range(1, people + 1))
    while True:
        while waiting := state.open_tables():
            shown = shown_now(state, playing=[waiting[-1].table])
            assert shown.champion == ""
            assert len(shown.rounds) == len([first, *later])
            states = {one.number: one.state for part in shown.rounds for one in part.tables}
            assert states[waiting[-1].table] == "playing"
            state = finished(state, waiting[0].table, chance)
        if not rounds_left(state, 0):
            break
        sent = {row.name for table in _newest(state).tables for row in table.rows if row.goes_on}
        state = apply(state, draw_round(state, 0, seed=1))
        *_, earlier, newest = [one for one in shown_now(state).rounds if one.drawn]
        assert {row.name for table in newest.tables for row in table.rows} == sent
        on = [row.name for table in earlier.tables for row in table.rows if row.goes_on]
        assert sorted(on) == sorted(sent), "still told when the next round is drawn"
        free = {row.name for table in earlier.tables if table.state == "bye" for row in table.rows}
        for there in newest.tables:
            for row in there.rows:
                assert row.seed == int(row.name)
                if row.name in free or there.state == "bye":
                    assert not row.source
                else:
                    assert int(row.name) in state.tables[row.source].entries
    shown = shown_now(state)
    [final] = shown.rounds[-1].tables
    points = {line.entry: line.points4 for line in state.results[final.number].lines}
    best = max(points, key=points.__getitem__)  # type: ignore[arg-type]
    assert shown.champion == str(best) == str(champions(apply(state, Closed()))[0])
    by_row = [points_number(points[int(row.name)]) for row in final.rows]
    assert [row.points for row in final.rows] == by_row


def _newest(state: Season) -> BracketRound:
    return [one for one in shown_now(state).rounds if one.drawn][-1]


def test_a_forfeit_has_a_sign_in_a_bracket_and_tables_for_places_are_left_out() -> None:
    state = cup(4, Rules(2, (Stage("knockout", go_on=1, places=True),)))
    first, second = state.tables[1].entries
    lines = (Line(first, 1, 0), Line(second, 2, 0, forfeited=True))
    state = apply(state, Finished(Result(1, lines, "forfeit")))
    [table, _] = shown_now(state).rounds[0].tables
    assert [(row.name, row.points) for row in table.rows] == [(str(first), "0"), (str(second), "×")]
    state = finished(state, 2, random.Random(1))
    state = apply(state, draw_round(state, 0, seed=1))
    assert len(state.tables) == 4
    assert [table.number for table in shown_now(state).rounds[1].tables] == [3]
