"""The audit log and requests say what was done, or would be: who, which seat, from what to what."""

import csv
import io

import simcord

from bot.leagues import games
from bot.seasons.results import Line, Result
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, words
from tests.cogs.league_seasons import members
from tests.cogs.moderators_page import propose, requests
from tests.cogs.season_commands import WHY, do, name_moderators
from tests.cogs.season_tables import drawn, look, moderate, playing, thread_of


async def test_what_was_done_can_be_read(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    season = await drawn(room)
    await look(room)
    eve = members(room, 5, "=eve{n}")[4]
    number, table = next(iter((await playing(room, season)).items()))
    thread = thread_of(room, table)
    seated = [next(p for p in room.people if p.id == seat.user_id) for seat in table.seats]
    await moderate(maya, thread, "replace", seat=0, by=eve)
    await moderate(maya, thread, "end", counts="yes")
    await do(room, maya, "ban", person=eve, days=3)
    other = next(p for p in room.people if p not in seated)
    await do(room, maya, "adjust", person=other, points="-1.5")
    await do(room, maya, "adjust", person=other, points="-1.5")
    page = plain(answer(await maya.slash(room.channel, "moderate log")))
    assert f"Rainy season · {seated[0].name} → =eve0 · Division 1" in page
    assert "the points so far count" in page and f"{seated[1].name} " in page
    assert "=eve0 · 3 days" in page
    assert f"{other.name} · Division 1 · −1.5 league points: −1.5 → −3" in page
    log = answer(await maya.slash(room.channel, "moderate log"))
    _, file = answer(await maya.click(log, label="Export")).attachments
    rows = list(csv.DictReader(io.StringIO((await file.read()).decode("utf-8-sig"))))
    did = ["season-substitute", "replace", "end", "season-ban", "season-adjust", "season-adjust"]
    assert [row["act"] for row in rows] == did
    assert {row["moderator"] for row in rows} == {"maya"}
    assert {row["moderator_id"] for row in rows} == {f"<@{maya.id}>"}, "all digits stay"
    assert f"<@{eve.id}>" in rows[0]["people"] and rows[2]["table"] == str(number)
    assert rows[3]["people"].startswith("'=eve0"), "no formula for a spreadsheet"


async def test_nobody_signs_blind(
    room: Room,
    role: simcord.RoleHandle,
    maya: simcord.MemberActor,
    noah: simcord.MemberActor,
) -> None:
    """A request shows what it was and what it will be, as it is now, and the standings
    afterwards; the latest comes first."""
    await name_moderators(room, role, second=True)
    season = await drawn(room)
    entries = season.state.tables[1].entries
    lines = [Line(entry, n, 400 - 40 * n) for n, entry in enumerate(entries, 1)]
    await games.count(room.bot.leagues, season.id, Result(1, tuple(lines)))
    names = [next(p.name for p in room.people if p.id == entry) for entry in entries]
    await do(room, maya, "correct", table=1, points="30 95.25")
    await do(room, maya, "void", table=1)
    shown = answer(await requests(noah, room.channel))
    said = plain(shown)
    assert "Request 1 of 2" in said and "table removed" in said
    assert f"{names[0]} 90, {names[1]} 80" in said
    assert {"Confirm", "Refuse", "Next"} <= set(labels(shown))
    second = answer(await noah.click(shown, label="Next"))
    said = plain(second)
    assert "Request 2 of 2" in said and "maya" in said and WHY in said
    assert f"{names[0]} 90 → 30, {names[1]} 80 → 95¼" in said
    assert "Standings afterwards" in said and "(now: place 1, " in said
    first = answer(await noah.click(second, label="Previous"))
    assert "audit log entry" in words(answer(await noah.click(first, label="Confirm")))
    said = words(answer(await requests(noah, room.channel)))
    assert "It can no longer be done: Table 1" in said


def plain(shown: simcord.ResponseMessage) -> str:
    """The words of an answer, without what makes some of them bold."""
    return words(shown).replace("**", "")


async def test_points_are_typed_with_the_names_in_view(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """A line for each seat, with the name and the points so far."""
    await name_moderators(room, role)
    season = await drawn(room)
    await look(room)
    number, table = next(iter((await playing(room, season)).items()))
    refused = words(answer(await propose(maya, room.channel, "correct", table=number)))
    assert "has no result to correct" in refused
    await moderate(maya, thread_of(room, table), "end", counts="yes")
    await look(room)
    reached = [
        line.points4 / 4
        for line in (await room.bot.leagues.read(season.id)).state.results[number].lines
    ]
    entries = season.state.tables[number].entries
    names = [next(p.name for p in room.people if p.id == entry) for entry in entries]
    form = await propose(maya, room.channel, "correct", table=number, fill=False)
    lines = labelled(form)
    *lines, (why, _) = lines
    assert [label for label, _ in lines] == [f"Seat {n}: {name}" for n, name in enumerate(names, 1)]
    assert [float(value) for _, value in lines] == reached and why.startswith("The reason")
    typed = {"seat1": "61,25", "seat2": "48", "reason": WHY}
    shown = answer(await maya.submit_modal(form, typed))
    assert "→ 61¼" in words(shown) and "Standings afterwards" in words(shown)
    result = (await room.bot.leagues.read(season.id)).state.results[number]
    assert [line.points4 / 4 for line in result.lines] == reached, "only shown"
    form = await propose(maya, room.channel, "correct", table=number, fill=False)
    wrong = await maya.submit_modal(form, {"seat1": "many", "seat2": "48", "reason": WHY})
    assert "such as 61" in words(answer(wrong))
    shown = answer(await propose(maya, thread_of(room, table), "correct", points="50 48"))
    assert "Standings afterwards" in words(shown), "it is the season's act"


def labelled(form: simcord.InteractionResult) -> list[tuple[str, str]]:
    """The labels of a form's lines, each with what stands in it."""
    rows = form.modal["components"]
    return [(row["label"], row["component"].get("value", "")) for row in rows]
