"""The audit log says what was done: who, which seat, from what to what. It is undone from the log:
with a reason and the preview, as any act; and only if that brings back what was before."""

import discord
from simcord import InteractionResult, MemberActor, ResponseMessage, RoleHandle

from bot.clocks import DaysClock, TimeRules
from bot.leagues import games, queries
from bot.leagues.season_transaction import SeasonView
from bot.model.server import AuditEntry
from bot.seasons.results import Line, Result
from bot.store import leagues as stored
from bot.store import moderation
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, begin_game, labels, raw, tap, words
from tests.cogs.limits import SELECT
from tests.cogs.moderators_page import WHY, choose, do, propose, set_up
from tests.cogs.seasons import (
    drawn,
    look,
    members,
    moderate,
    new_sign_up,
    playing,
    press_old,
    preview,
    season_of,
    settled,
    state_of,
    texts,
    thread_of,
)
from tests.tables.acts import audit_log


async def test_what_was_done_can_be_read(room: Room, maya: MemberActor) -> None:
    season = await drawn(room)
    await look(room)
    eve = members(room, 5, "=eve{n}")[4]
    table = next(iter((await playing(room, season)).values()))
    thread = thread_of(room, table)
    seated = [next(p for p in room.people if p.id == seat.user_id) for seat in table.seats]
    await moderate(maya, thread, "replace", seat=0, by=eve)
    await moderate(maya, thread, "end", counts="yes")
    await do(room, maya, "ban", person=eve)
    other = next(p for p in room.people if p not in seated)
    await do(room, maya, "adjust", person=other, points="-1.5")
    await do(room, maya, "adjust", person=other, points="-1.5")
    page = words(await the_log(room, maya)).replace("**", "")
    assert f"Rainy season · {seated[0].name} → =eve0 · Division 1" in page
    assert "the points scored so far count" in page and f"{seated[1].name} " in page
    assert "=eve0 · may take part → banned" in page
    assert f"{other.name} · Division 1 · −1.5 league points: −1.5 → −3" in page


async def test_points_are_typed_with_the_names_in_view(room: Room, maya: MemberActor) -> None:
    """A line for each seat, with the name and the points so far."""
    season = await drawn(room)
    await look(room)
    number, table = next(iter((await playing(room, season)).items()))
    await moderate(maya, thread_of(room, table), "end", counts="yes")
    await look(room)
    before = (await state_of(room)).results[number]
    names = [next(p.name for p in room.people if p.id == line.entry) for line in before.lines]
    form = await propose(maya, room.channel, "result", table=number, fill=False)
    assert form.modal is not None
    *lines, reason = form.modal["components"]
    assert [row["label"] for row in lines] == [f"Seat {n}: {one}" for n, one in enumerate(names, 1)]
    typed = [float(row["component"]["value"]) for row in lines]
    assert typed == [line.points4 / 4 for line in before.lines]
    assert reason["label"].startswith("The reason")
    filled = {"seat1": "61,25", "seat2": "48", "reason": WHY}
    shown = words(answer(await maya.submit_modal(form, filled)))
    assert "→ 61¼" in shown and "Standings afterwards" in shown
    assert (await state_of(room)).results[number] == before, "only shown"
    shown = words(answer(await propose(maya, thread_of(room, table), "result", points="50 48")))
    assert "Standings afterwards" in shown, "it is the season's act"


SORRY = "The wrong one, sorry."


async def the_log(room: Room, moderator: MemberActor) -> ResponseMessage:
    return answer(await moderator.slash(room.channel, "moderate log"))


def offered(log: ResponseMessage) -> list[int]:
    """The entries that a page of the log offers to undo."""
    menus = [part for part in raw(log) if part.get("type") == SELECT]
    return [int(option["value"]) for menu in menus for option in menu["options"]]


async def chosen(room: Room, moderator: MemberActor, entry: int | None = None) -> InteractionResult:
    """An entry chosen to be undone, the newest one if none is named, and the reason given."""
    log = await the_log(room, moderator)
    entry = offered(log)[0] if entry is None else entry
    form = await moderator.select(log, [str(entry)], custom_id="tz:modundo:0::")
    return await moderator.submit_modal(form, {"reason": SORRY})


async def undo(room: Room, moderator: MemberActor, entry: int | None = None) -> str:
    """The same, and the red button of the preview; the answer."""
    shown = answer(await chosen(room, moderator, entry))
    if "Confirm" not in labels(shown):
        return words(shown)
    return words(await tap(moderator, shown, "Confirm"))


async def press(room: Room, moderator: MemberActor, word: str) -> str:
    """A button of an undo as a message may still show it; the answer."""
    return words(answer(await press_old(room, moderator, "modundo", word)))


async def log_of(room: Room) -> list[AuditEntry]:
    return await audit_log(room.bot.tables, room.guild.id)


async def with_result(room: Room) -> SeasonView:
    """A running season of pairs whose first table is over: a tie that the game broke, and turns of
    two people in a seat."""
    season = await drawn(room)
    one, two = season.state.tables[1].entries
    other = next(p.id for p in room.people if p.id not in (one, two))
    lines = (Line(one, 1, 320, ((one, 20), (other, 6))), Line(two, 2, 300, ((two, 26),)))
    return (await games.count(room.bot.leagues, season.id, Result(1, lines))).season


async def test_a_table_taken_out_counts_again(room: Room, maya: MemberActor) -> None:
    """And is taken out again by undoing that; each entry says which it undoes."""
    season = await with_result(room)
    leagues, league = room.bot.leagues, season.league_id
    ratings = await queries.ratings(leagues, league, 2)
    await do(room, maya, "void", table=1)
    [entry] = await log_of(room)
    log = await the_log(room, maya)
    assert offered(log) == [entry.id]
    shown = answer(await chosen(room, maya))
    assert "Let the table count again?" in words(shown) and "80" in words(shown)
    assert 1 in (await state_of(room)).voided, "only shown"
    assert "audit log entry" in words(await tap(maya, shown, "Confirm"))
    assert (await state_of(room)).results == season.state.results
    assert await queries.ratings(leagues, league, 2) == ratings
    assert any("made table 1 count again" in one and SORRY in one for one in texts(room.channel))
    log = await the_log(room, maya)
    assert offered(log) == [entry.id + 1], "what is undone is not offered"
    assert f"undoes entry {entry.id}" in words(log)
    assert f"undone by entry {entry.id + 1}" in words(log)
    again = await tap(maya, shown, "Confirm")
    assert f"Entry {entry.id} is already undone" in words(again)
    await undo(room, maya)
    assert 1 in (await state_of(room)).voided
    log = await the_log(room, maya)
    assert offered(log) == [entry.id + 2, entry.id], "what was done stands again"
    assert f"undone by entry {entry.id + 1}" not in words(log)
    await do(room, maya, "void-back", table=1)
    refused = words(await preview(room, maya, "void-back", table=1))
    assert "has not been removed" in refused


async def test_a_ban_and_its_end(room: Room, maya: MemberActor) -> None:
    await drawn(room)
    eve = members(room, 5)[4]
    await do(room, maya, "ban", person=eve)
    [entry] = await log_of(room)
    await do(room, maya, "ban", person=eve)
    refused = await press(room, maya, str(entry.id))
    assert f"Entry {entry.id + 1} has since changed this again" in refused
    assert offered(await the_log(room, maya)) == [], "the ban before does not come back"
    await do(room, maya, "ban-back", person=eve)
    assert await room.bot.store.read(stored.bans_of, 1) == []
    assert "audit log entry" in await undo(room, maya)
    assert [ban.user_id for ban in await room.bot.store.read(stored.bans_of, 1)] == [eve.id]
    assert "audit log entry" in await undo(room, maya)
    assert await room.bot.store.read(stored.bans_of, 1) == []


async def test_a_result(room: Room, maya: MemberActor) -> None:
    """What was there before comes back whole: places, turns and where it came from; or nothing, and
    the table waits again."""
    before = (await with_result(room)).state.results
    said = await do(room, maya, "result", table=1, points="30 95.25")
    assert "set the result of table 1: " in said
    corrected = (await state_of(room)).results[1]
    assert [line.points4 for line in corrected.lines] == [120, 381]
    [entry] = await log_of(room)
    assert "set the result of table 1: " in await undo(room, maya)
    assert (await state_of(room)).results == before
    log = words(await the_log(room, maya))
    assert f"undone by entry {entry.id + 1}" in log and f"undoes entry {entry.id}" in log
    await do(room, maya, "result", table=1, points="x 40")
    entered = (await state_of(room)).results[1]
    assert entered.how == "forfeit"
    await undo(room, maya)
    assert (await state_of(room)).results == before
    await undo(room, maya)
    assert (await state_of(room)).results[1] == entered
    assert "80 → forfeit" in words(await the_log(room, maya)).split("They asked")[0]
    await do(room, maya, "result", table=2, points="50 40")
    await settled(room)
    assert "played again" in await _shown(room, maya)
    await undo(room, maya)
    assert 2 not in (await state_of(room)).results


async def _shown(room: Room, moderator: MemberActor) -> str:
    return words(answer(await chosen(room, moderator)))


async def test_points(room: Room, maya: MemberActor) -> None:
    """In turn, the newest first; and what was given again is taken back again."""
    await drawn(room)
    bob = room.people[1]

    async def units() -> float:
        return (await state_of(room)).adjustments.get(bob.id, 0)

    await do(room, maya, "adjust", person=bob, points="3")
    three = await units()
    await do(room, maya, "adjust", person=bob, points="-1")
    newer, older = [one.id for one in await log_of(room)]
    assert offered(await the_log(room, maya)) == [newer]
    refused = await press(room, maya, f"{older}.do")
    assert refused.endswith(f"Entry {newer} has since changed this again; undo that entry first.")
    await undo(room, maya)
    assert await units() == three
    assert offered(await the_log(room, maya)) == [newer + 1, older]
    await undo(room, maya, older)
    assert await units() == 0


async def test_a_setting(room: Room, maya: MemberActor) -> None:
    """Of the same name only; and not once it was changed again."""
    season = await season_of(room)

    async def at_once(value: str) -> None:
        page = await choose(maya, await preview(room, maya, "settings"), "once", value)
        await maya.click(page, label="Save changes")

    await at_once("3")
    changed = (await room.bot.leagues.read(1)).settings
    assert changed.at_once == 3 and season.settings.at_once != 3
    [entry] = await log_of(room)
    assert "audit log entry" in await undo(room, maya)
    assert (await room.bot.leagues.read(1)).settings == season.settings
    await at_once("2")
    assert offered(await the_log(room, maya)) == [entry.id + 2]
    assert "has since changed this again" in await press(room, maya, f"{entry.id + 1}.do")


async def test_people_in_and_out(room: Room, maya: MemberActor) -> None:
    await drawn(room)
    bob, eve = room.people[1], members(room, 5)[4]

    async def seat() -> tuple[int, bool]:
        state = await state_of(room)
        return state.holder(bob.id), bob.id in state.withdrawn

    await do(room, maya, "withdraw", person=bob)
    assert await seat() == (bob.id, True)
    assert "takes over from" in await _shown(room, maya)
    await undo(room, maya)
    assert await seat() == (bob.id, False)
    await do(room, maya, "substitute", person=bob, by=eve)
    assert await seat() == (eve.id, False)
    await undo(room, maya)
    assert await seat() == (bob.id, False)
    assert bob.id not in (await state_of(room)).left
    await do(room, maya, "withdraw", person=bob)
    await do(room, maya, "substitute", person=bob, by=eve)
    await undo(room, maya)
    assert await seat() == (bob.id, True), "left to who had it"


async def test_the_sign_up(room: Room, maya: MemberActor) -> None:
    posted = await new_sign_up(room, maya)
    for person in room.people[:2]:
        await person.click(posted, label="Sign up")
    assert len(offered(await the_log(room, maya))) == 1, "opening it, by cancelling it"
    eve = members(room, 5)[4]
    await propose(maya, room.channel, "up", person=eve)
    assert eve.id in (await state_of(room)).in_line
    assert "audit log entry" in await undo(room, maya)
    assert eve.id not in (await state_of(room)).in_line
    await undo(room, maya)
    assert eve.id in (await state_of(room)).in_line
    await do(room, maya, "draw", None)
    assert offered(await the_log(room, maya)) == [], "a draw has no way back"
    assert "This cannot be undone" in await press(room, maya, str((await log_of(room))[0].id))


async def test_at_a_table(room: Room, maya: MemberActor) -> None:
    """A game that was ended without a result is taken up again."""
    season = await drawn(room, time=TimeRules(DaysClock(2)))
    await look(room)
    table = next(iter((await playing(room, season)).values()))
    thread = thread_of(room, table)
    await moderate(maya, thread, "end", counts="no")
    assert (await room.bot.tables.table(table.id)).status == "abandoned"
    assert "Nothing is undone" in await _shown(room, maya)
    await undo(room, maya)
    assert (await room.bot.tables.table(table.id)).status == "playing"
    await moderate(maya, thread, "end", counts="yes")
    await look(room)
    [ended, *_] = await log_of(room)
    assert ended.id not in offered(await the_log(room, maya)), "the season has counted it"
    assert "This has changed since" in await press(room, maya, f"{ended.id}.do")
    table = (await playing(room, season))[2]
    thread = thread_of(room, table)
    await propose(maya, thread, "extend", hours=2, seat="all", reason=WHY)
    assert (await log_of(room))[0].id not in offered(await the_log(room, maya))


async def test_at_a_table_of_no_league(room: Room, maya: MemberActor) -> None:
    """A seat is given back, and an ended game goes on; what is undone already is refused."""
    await begin_game(room.channel, room.people[:2])
    eve, tables = members(room, 5)[4], room.bot.tables
    table = await tables.table(1)
    was = [seat.user_id for seat in table.seats]
    await moderate(maya, room.channel, "replace", seat=0, by=eve)
    assert (await tables.table(table.id)).seats[0].user_id == eve.id
    assert "leaves the seat" in await _shown(room, maya)
    await undo(room, maya)
    assert [seat.user_id for seat in (await tables.table(table.id)).seats] == was
    await moderate(maya, room.channel, "end", counts="yes")
    [entry, *_] = await log_of(room)
    await undo(room, maya)
    assert (await tables.table(table.id)).status == "playing"
    refused = await press(room, maya, str(entry.id))
    assert f"Entry {entry.id} is already undone" in refused


async def test_a_league_and_the_setup(room: Room, role: RoleHandle, maya: MemberActor) -> None:
    """A league gets its name and its channel back; the settings of the server only whoever manages
    it gives back."""
    await season_of(room)
    leagues, elsewhere = room.bot.leagues, room.guild.create_text_channel("elsewhere")
    await propose(maya, room.channel, "rename", name="Rain")
    assert (await leagues.league(1)).name == "Rain"
    assert "The long count → Rain" in words(await the_log(room, maya))
    assert "audit log entry" in await undo(room, maya)
    assert (await leagues.league(1)).name == "The long count"
    await propose(maya, room.channel, "move", home=elsewhere)
    assert (await leagues.league(1)).channel_id == elsewhere.id
    shown = f"<#{room.channel.id}> → <#{elsewhere.id}>"
    assert shown in words(await the_log(room, maya))
    assert "audit log entry" in await undo(room, maya)
    assert (await leagues.league(1)).channel_id == room.channel.id
    hosts = room.guild.create_role("hosts", permissions=discord.Permissions(manage_guild=True))
    manager = room.guild.add_member(room.env.create_user("ines"), roles=[role, hosts])
    await set_up(manager, room.channel, place=elsewhere)
    [entry, *_] = await log_of(room)
    assert entry.id not in offered(await the_log(room, maya))
    assert "Only people who can manage this server" in await press(room, maya, str(entry.id))

    tables = room.bot.tables
    assert (await tables.server_settings(room.guild.id)).moderators_channel == elsewhere.id
    assert "audit log entry" in await undo(room, manager)
    assert (await tables.server_settings(room.guild.id)).moderators_channel is None
    assert "is already undone" in await press(room, manager, str(entry.id))


async def test_hostile_words(room: Room, maya: MemberActor) -> None:
    """Of who moderates nothing, of another server's entry, of no entry."""
    season = await drawn(room)
    await do(room, maya, "void", table=1)
    [entry] = await log_of(room)
    foreign = AuditEntry(
        0, room.guild.id + 1, None, room.bot.tables.now(), maya.id, entry.act, WHY,
        entry.details, own_table=False, season_id=season.id,
    )  # fmt: skip
    elsewhere = await room.bot.store.write(moderation.add, foreign)
    bob = room.people[1]
    for step in ("", ".do"):
        refused = await press(room, bob, f"{entry.id}{step}")
        assert "Only the moderators of this server" in refused
        assert "There is no such entry" in await press(room, maya, f"{elsewhere.id}{step}")
        assert "There is no such entry" in await press(room, maya, f"{2**62}{step}")
        assert "That button is out of date" in await press(room, maya, f"one{step}")
    assert 1 in (await state_of(room)).voided
    assert len(await log_of(room)) == 1
