"""Points that belong to seats, as everybody reads them: a handicap of the league."""

from bot.leagues.exporting import results_sheet
from bot.seasons.events import Rules
from bot.spreadsheet import csv_of
from bot.tables import ServerSettings, looking_back
from bot.text.descriptions.results import alt_final
from bot.text.names import points_number
from bot.text.translation import translator
from cogs.kit.names import plain_names
from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words
from tests.cogs.moderators_page import propose
from tests.cogs.season_tables import (
    drawn,
    moderate,
    play_out,
    playing,
    settled,
    texts,
    thread_of,
)
from tests.leagues.test_exporting import rows

ENGLISH = translator("en")


async def test_points_that_a_moderator_names_are_those_that_count(room: Room) -> None:
    role = room.guild.create_role("referees")
    chosen = ServerSettings(moderator_roles=(role.id,), second_moderator=False)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    rules = Rules(seats=2, games=1, division_size=2, promoted=0, relegated=0)
    season = await drawn(room, rules, people=2, handicap=(-20, 8))
    await open_ready(room.bot, season.id)
    await settled(room)
    [table] = (await playing(room, season)).values()
    await play_out(room, table.id)
    thread = thread_of(room, table)
    shown = answer(await propose(maya, thread, "correct", points="30 20"))
    assert "include the seat handicap" in words(shown)
    await moderate(maya, thread, "correct", points="30 20")
    lines = (await room.bot.leagues.read(season.id)).state.results[1].lines
    assert [line.points4 for line in lines] == [120, 80]


async def test_a_handicap_counts_wherever_the_final_score_is_shown(room: Room) -> None:
    season = await drawn(room, Rules(seats=2, games=1, division_size=2, promoted=0, relegated=0),
                         people=2,
                         handicap=(-400, 8))  # fmt: skip
    await open_ready(room.bot, season.id)
    await settled(room)
    [table] = (await playing(room, season)).values()
    await play_out(room, table.id)
    table = await room.bot.tables.table(table.id)
    played = (await room.bot.tables.game(table.id)).standings()
    points = {row["seat"]: row["points4"] for row in played}
    assert points[0] - 400 < points[1] + 8, "a hundred points are too much"
    first, second = points_number(points[0]), points_number(points[1])
    end = next(text for text in texts(thread_of(room, table)) if "The game is over" in text)
    loser = f"{first} −100 for seat 1 = {points_number(points[0] - 400)}"
    assert f"{second} +2 for seat 2 = {points_number(points[1] + 8)}" in end
    assert loser in end
    names = plain_names(ENGLISH, table)
    assert f"**{names[1]}** wins" in end
    said = words(answer(await room.people[0].slash(thread_of(room, table), "score")))
    assert "seat −100" in said and "seat 2" in said
    assert said.index(names[1]) < said.index(names[0]), "by the places that count"
    history = await looking_back.points_history(await room.bot.tables.read(table.id))
    assert "seat −100" in alt_final(names, history, ENGLISH)
    assert f"({first} −100)" in texts(room.channel)[-2], "the league's line says the same"
    view = await room.bot.leagues.read(season.id)
    line = view.state.results[1].lines[0]
    assert (line.place, line.points4, line.given4) == (2, points[0] - 400, -400)
    assert {row["seat_points"] for row in rows(csv_of(results_sheet(view, {})))} == {
        "-100.0",
        "2.0",
    }
