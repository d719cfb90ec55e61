"""Before a season begins: who may sign up, and what moderators do about it; the draw: divisions are
proposed for the number that signed up, and kept as the season before announced them, or the draw
says why not; and players and seeds: the list by hand, with up and down, and from a file, which the
draw follows."""

from collections import Counter
from csv import DictReader
from dataclasses import replace
from io import StringIO

import pytest
from simcord import MemberActor, ResponseMessage

from bot.leagues import season_lifecycle
from bot.leagues.people import sign_off, sign_up
from bot.leagues.queries import standings_sheet
from bot.leagues.settings import SeasonSettings
from bot.seasons.standings import standings_of
from bot.spreadsheet import Sheet, csv_of, tables_in, workbook_of
from bot.store.settings import named_on_pages
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, select_id, tap, with_id, words
from tests.cogs.moderators_page import (
    WHY,
    choose,
    do,
    found,
    open_page,
    press_it,
    wizard_of,
)
from tests.cogs.seasons import (
    MODERATOR,
    PAIRS,
    card_of,
    choose_all,
    drawn_season,
    exported,
    look,
    looked_up,
    members,
    new_sign_up,
    open_season,
    part_of,
    play,
    pressed,
    preview,
    season_of,
    settled,
    standings_in,
    state_of,
    texts,
)
from tests.cogs.test_undoing import undo
from tests.leagues.changes import create_season
from tests.tables.acts import audit_log


async def test_moderators_sign_people_up_and_off(room: Room, maya: MemberActor) -> None:
    await new_sign_up(room, maya)
    ana = room.people[0]
    assert "audit log entry" in words(await preview(room, maya, "up", person=ana))
    assert (await state_of(room)).signed_up == (ana.id,)
    assert any("signed **ana** up" in told for told in texts(room.channel))
    assert "has already signed up" in words(await preview(room, maya, "up", person=ana))
    assert "audit log entry" in words(await preview(room, maya, "sign-up-back", person=ana))
    assert (await state_of(room)).signed_up == ()
    assert "has not signed up" in words(await preview(room, maya, "sign-up-back", person=ana))
    acts = [entry.act for entry in await audit_log(room.bot.tables, room.guild.id)]
    assert acts[:2] == ["season-sign-up", "season-sign-up"]
    await do(room, maya, "ban", person=ana)
    said = words(await preview(room, maya, "up", person=ana))
    assert "lift the ban first" in said, "a ban is lifted, not walked round"


async def test_places_are_limited_and_others_wait(room: Room, maya: MemberActor) -> None:
    await new_sign_up(room, maya)
    page = await choose(maya, await preview(room, maya, "settings"), "most", "4")
    await maya.click(page, label="Save changes")
    posted = next(one for one in reversed(room.channel.history()) if "Sign up" in labels(one))
    assert "At most 4 players" in words(posted)
    people = members(room, 6)
    for person in people:
        last = await person.click(posted, label="Sign up")
    said = [answer(last), *last.followups]
    assert any("number 2 on the waiting list" in words(one) for one in said)
    ids = tuple(person.id for person in people)
    state = await state_of(room)
    assert state.signed_up == ids[:4] and state.waiting == ids[4:]
    await people[0].click(posted, label="Cancel sign-up")
    await settled(room)
    state = await state_of(room)
    assert state.signed_up == ids[1:5] and state.waiting == ids[5:]
    assert any("moves up from the waiting list" in told for told in texts(room.channel))
    await do(room, maya, "draw", None)
    state = await state_of(room)
    assert set(state.division_of) == set(ids[1:5]) and state.substitutes == ids[5:]


async def test_who_signs_up_first_is_asked_once_for_a_name(room: Room, maya: MemberActor) -> None:
    posted = await new_sign_up(room, maya)
    ana, bob = room.people[:2]
    question = (await ana.click(posted, label="Sign up")).followups[-1]
    assert question.ephemeral and "web pages that anybody can open" in words(question)
    assert labels(question) == ["Show my name", "Only a number"]
    assert await named(room, ana, bob) == {}, "not before the answer"
    await ana.click(posted, label="Cancel sign-up")
    again = await ana.click(posted, label="Sign up")
    assert "May your name be shown" not in words(again.followups[-1]), "once"
    assert "Your name is shown." in words(await tap(ana, question, "Show my name"))
    assert await named(room, ana, bob) == {ana.id: "named"}
    await room.restart()
    question = (await pressed(bob, room.channel, "signup")).followups[-1]
    assert "Your name is not shown." in words(await tap(bob, question, "Only a number"))
    assert (await state_of(room)).signed_up == (ana.id, bob.id)
    assert await named(room, ana, bob) == {ana.id: "named"}


async def named(room: Room, *people: MemberActor) -> dict[int, str]:
    """Who of these people stands on pages by name, and how."""
    found = await room.bot.store.read(named_on_pages, [one.id for one in people])
    return dict(found)


async def test_the_seasons_message_follows_whoever_comes_and_goes(
    room: Room, maya: MemberActor
) -> None:
    posted = await new_sign_up(room, maya)
    ana, bob, cleo = room.people[:3]

    async def now() -> str:
        await room.later(minutes=1)
        await look(room)
        return words(next(one for one in room.channel.history() if one.id == posted.id))

    await looked_up(ana, room.channel, "signup")
    assert "1 person has signed up" in await now() and "ana" in await now()
    await looked_up(bob, room.channel, "signup")
    await looked_up(ana, room.channel, "signoff")
    said = await now()
    assert "1 person has signed up" in said and "bob" in said and "ana" not in said
    await looked_up(cleo, room.channel, "substitutes")
    assert "1 substitute cleo" in (await now()).replace("*", "")
    await preview(room, maya, "up", person=ana)
    assert "2 people have signed up" in await now()
    await do(room, maya, "ban", person=bob)
    assert "bob" not in await now()
    answered = answer(await cleo.slash(room.channel, "privacy delete"))
    await cleo.click(answered, label="Delete my data")
    assert "cleo" not in await now(), "nor who has deleted their data"

    def edits() -> int:
        sent = [one for one in room.env.http_requests if one.method == "PATCH"]
        return sum(one.path.endswith(f"/messages/{posted.id}") for one in sent)

    await room.restart()
    await looked_up(room.people[3], room.channel, "signup")
    before = edits()
    assert "dan" in await now() and "dan" in await now()
    assert edits() == before + 1, "edited once for all that happened"


async def test_who_leaves_the_server_before_the_draw_is_said_in_time(
    room: Room, maya: MemberActor
) -> None:
    posted = await new_sign_up(room, maya)
    for person in room.people:
        await person.click(posted, label="Sign up")
    _, bob, cleo, _ = room.people
    assert "left this server" not in words(await open_page(maya, room.channel))
    room.guild.remove_member(bob)
    await room.restart()  # no name is in memory
    page = await open_page(maya, room.channel)
    assert "@…" not in words(page)
    for shown in (page, await preview(room, maya, "draw")):
        assert "**bob** has left this server, but is still signed up" in words(shown)
    person = await tap(maya, page, "Withdraw bob")
    off = answer(await maya.select(person, ["sign-up-back"], custom_id=select_id(person, "moddo")))
    assert "audit log entry" in words(off)
    assert bob.id not in (await state_of(room)).signed_up
    assert "left this server" not in words(await preview(room, maya, "draw"))
    room.guild.remove_member(cleo)
    await room.restart()
    assert "audit log entry" in await do(room, maya, "draw", None)
    told = texts(room.channel)[-1]
    assert "cleo" in told and "@…" not in told and f"<@{cleo.id}>" not in told


UP_AND_DOWN = replace(PAIRS, promoted=1, relegated=1)


async def test_divisions_are_shown_before_the_draw_as_long_as_they_are_true(
    room: Room, maya: MemberActor
) -> None:
    people = members(room, 13)
    await open_season(room, people[:12])
    old = await preview(room, maya, "draw")
    await sign_up(room.bot.leagues, 1, people[12].id)
    await room.restart()
    page = await tap(maya, old, "Confirm")
    assert "nothing was done" in words(page) and people[12].name in words(page)
    assert "7 players" in words(page) and "13 players" not in words(page), "not one of thirteen"
    assert (await state_of(room)).phase == "sign-up"
    assert "audit log entry" in await press_it(maya, page, None)
    divisions = (await state_of(room)).divisions
    assert [len(division.entries) for division in divisions] == [6, 7]


async def test_a_cup_says_its_rounds_and_who_meets_whom(room: Room, maya: MemberActor) -> None:
    """The wizard names the rounds for as many as are expected; before the draw counts it shows the
    tables of the first round, and who has a bye."""
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = await choose_all(maya, wizard, seats="2", plan="cup-winners")
    rounds = "Quarter-finals: 4 tables → Semi-finals: 2 tables → Final"
    assert f"8 players · {rounds}" in words(page)
    await maya.click(page, label="Create")
    people = members(room, 5)
    for person in people:
        await sign_up(room.bot.leagues, 1, person.id)
    shown = await preview(room, maya, "draw")
    assert "**Round 1** · 5 players" in words(shown)
    await press_it(maya, shown, None)
    state = await state_of(room)
    names = {person.id: f"**{person.name}**" for person in people}
    [table] = state.tables.values()
    one, two = (names[entry] for entry in table.entries)
    first, *others = (names[entry] for entry in state.first_byes[0])
    assert f"- Table 1: {one} and {two}\n- Bye: {first}, {' and '.join(others)}" in words(shown)
    assert f"- Table 1: {one} and {two}" in "\n".join(texts(room.channel))


async def test_the_draw_says_what_of_last_season_it_cannot_keep(
    room: Room, maya: MemberActor
) -> None:
    """First all go on as announced, then only the upper division does."""
    people, leagues = members(room, 8), room.bot.leagues
    season = await play(room, await drawn_season(room, people, UP_AND_DOWN))
    await season_lifecycle.close(leagues, season.id, by=MODERATOR)
    settings = SeasonSettings("Dry season", UP_AND_DOWN)
    following = await create_season(leagues, season.league_id, settings, by=MODERATOR)
    first, second = (division.entries for division in season.state.divisions)
    relegated = standings_of(season.state, 0).rows[-1].entry
    for person in (*first, *second):
        await sign_up(leagues, following.id, person)
    page = await preview(room, maya, "draw")
    assert "Not placed according to last season" not in words(page)
    for person in second:
        await sign_off(leagues, following.id, person)
    await look(room, days=1)
    page = await preview(room, maya, "draw")
    assert "Not placed according to last season's standings" in words(page)
    name = with_id(people, relegated).name
    assert f"**{name}** should go down, but does not" in words(page)
    assert "audit log entry" in await press_it(maya, page, None)
    [division] = (await state_of(room, following.id)).divisions
    assert len(division.entries) == 4


async def test_a_pyramid_has_levels(room: Room, maya: MemberActor) -> None:
    """Three divisions on two levels: before the draw, in standings, on a card and in the file."""
    people = members(room, 12)
    rules = replace(PAIRS, promoted=1, pyramid=True)
    season = await open_season(room, people, settings=SeasonSettings("Rainy season", rules))
    page = await preview(room, maya, "draw")
    assert "level 1" in words(page) and words(page).count("level 2") == 2
    assert "audit log entry" in await press_it(maya, page, None)
    season = await play(room, season)
    assert [drawn.tier for drawn in season.state.divisions] == [0, 1, 1]
    shown = words(await standings_in(maya, room.channel, 3))
    assert "Division 3, level 2 · " in shown
    last = with_id(people, standings_of(season.state, 2).rows[-1].entry)
    card = words(await card_of(maya, room.channel, last))
    assert "Rainy season: Division 3, level 2, place 4" in card
    csv_rows = DictReader(StringIO(csv_of(standings_sheet(season, {}))))
    assert Counter(row["level"] for row in csv_rows) == {"1": 4, "2": 8}


# --- seeds ----------------------------------------------------------------------------------------


HEAD = ("seed", "player", "division")


async def opened(room: Room, number: int = 8) -> list[MemberActor]:
    """So many people have signed up for a season."""
    room.people[:] = members(room, number)
    await season_of(room, people=number)
    return room.people


async def choose_player(
    moderator: MemberActor, shown: ResponseMessage, person: MemberActor
) -> ResponseMessage:
    menu = select_id(shown, "seedlist")
    return answer(await moderator.select(shown, [str(person.id)], custom_id=menu))


async def save(moderator: MemberActor, shown: ResponseMessage, label: str = "Save") -> str:
    pressed = await moderator.click(shown, label=label)
    return words(answer(await moderator.submit_modal(pressed, {"reason": WHY})))


async def send(
    moderator: MemberActor, shown: ResponseMessage, content: bytes | str, name: str = "seeds.csv"
) -> ResponseMessage:
    asked = await moderator.click(shown, label="From a file")
    assert asked.modal is not None
    data = content.encode() if isinstance(content, str) else content
    return answer(await moderator.submit_modal(asked, {"file": (name, data)}))


def listed(shown: ResponseMessage) -> list[str]:
    """The names of the page from the first seed, without what stands behind them."""
    lines = (line.removeprefix("▸ ") for line in words(shown).splitlines())
    found = [line.partition(". ") for line in lines]
    return [name.partition(" · ")[0].strip("*") for n, dot, name in found if dot and n.isdigit()]


async def test_a_list_by_hand(room: Room, maya: MemberActor) -> None:
    people = await opened(room)
    names = [person.name for person in people]
    shown = await preview(room, maya, "seeds")
    assert listed(shown) == names, "as they signed up, without a season before"
    assert {"Up", "Save"}.isdisjoint(labels(shown)), "nobody is chosen"
    shown = await choose_player(maya, shown, people[1])
    shown = await tap(maya, shown, "Up")
    assert listed(shown) == [names[1], names[0], *names[2:]]
    assert f"**{names[1]}** · Division 1 · was 2" in words(shown)
    await room.restart()
    shown = await tap(maya, shown, "Down")
    shown = await tap(maya, shown, "Down")
    assert listed(shown)[:3] == [names[0], names[2], names[1]]
    for _ in names[3:]:
        shown = await tap(maya, shown, "Down")
    assert listed(shown)[-1] == names[1]
    assert (await state_of(room)).seeds.order == (), "nothing counts yet"

    assert "audit log entry" in await save(maya, shown)
    await settled(room)
    order = [people[0], *people[2:], people[1]]
    assert (await state_of(room)).seeds.order == tuple(person.id for person in order)
    [told] = [one for one in texts(room.channel) if "seeded the players" in one]
    assert WHY in told and f"{names[0]}: – → 1" in told.replace("*", "")
    drawn = await preview(room, maya, "draw")
    assert "The moderators chose the divisions." in words(drawn)
    assert "audit log entry" in await press_it(maya, drawn, None)
    state = await state_of(room)
    assert state.division_of[people[1].id] == 1 and state.division_of[people[4].id] == 0


async def test_divisions_of_a_file(room: Room, maya: MemberActor) -> None:
    """Who signs up later comes into the lowest one; moved up or down, people stay in theirs."""
    people = await opened(room)
    alone = [(n, person.id, 2 if n == 1 else 1) for n, person in enumerate(people, 1)]
    shown = await send(maya, await preview(room, maya, "seeds"), csv_of(Sheet(HEAD, alone)))
    assert "Division 2 needs at least 2 players" in words(shown)
    [button] = [c for c in raw(shown) if c.get("label") == "Save"]
    assert button["disabled"]
    rows = [(n, person.id, 2 if 4 <= n < 8 else 1) for n, person in enumerate(people, 1)]
    shown = await send(maya, shown, csv_of(Sheet(HEAD, rows)))
    shown = await tap(maya, await choose_player(maya, shown, people[7]), "Up")
    assert f"{people[7].name}** · Division 1 · was 8" in words(shown)
    assert "audit log entry" in await save(maya, shown)
    late = members(room, 9)[8]
    await sign_up(room.bot.leagues, 1, late.id)
    await do(room, maya, "draw", None)
    state = await state_of(room)
    assert [len(one.entries) for one in state.divisions] == [4, 5]
    assert state.division_of[people[7].id] == 0 and state.division_of[late.id] == 1


async def test_seeds_are_undone_and_taken_back(room: Room, maya: MemberActor) -> None:
    people = await opened(room, 4)
    shown = await choose_player(maya, await preview(room, maya, "seeds"), people[3])
    assert "audit log entry" in await save(maya, await tap(maya, shown, "Up"))
    first = (await state_of(room)).seeds.order
    shown = await choose_player(maya, await preview(room, maya, "seeds"), people[3])
    assert "audit log entry" in await save(maya, await tap(maya, shown, "Up"))
    await sign_off(room.bot.leagues, 1, people[0].id)
    log = answer(await maya.slash(room.channel, "moderate log"))
    assert "players seeded" in words(log) and "3 → 2" in words(log)
    assert "audit log entry" in await undo(room, maya)
    left = tuple(one for one in first if one != people[0].id)
    assert (await state_of(room)).seeds.order == left
    shown = await preview(room, maya, "seeds")
    assert "audit log entry" in await save(maya, shown, "Remove all seeds")
    await settled(room)
    assert (await state_of(room)).seeds.order == ()
    assert "removed all seeds" in texts(room.channel)[-1] and "1 → –" in texts(room.channel)[-1]


async def test_other_seeds_or_the_draw_meanwhile(
    room: Room, maya: MemberActor, noah: MemberActor
) -> None:
    people = await opened(room, 4)
    mine, other = await preview(room, maya, "seeds"), await preview(room, noah, "seeds")
    mine = await tap(maya, await choose_player(maya, mine, people[1]), "Up")
    other = await tap(noah, await choose_player(noah, other, people[2]), "Up")
    assert "audit log entry" in await save(noah, other)
    assert "nothing was done" in await save(maya, mine)
    mine = await choose_player(maya, await preview(room, maya, "seeds"), people[1])
    assert listed(mine)[1:3] == [people[2].name, people[1].name]
    late = members(room, 5)[4]
    await sign_up(room.bot.leagues, 1, late.id)
    await sign_off(room.bot.leagues, 1, people[0].id)
    mine = await tap(maya, mine, "Up")
    assert listed(mine) == [one.name for one in (people[1], people[2], people[3], late)]
    assert "audit log entry" in await save(maya, mine)
    mine = await choose_player(maya, await preview(room, maya, "seeds"), late)
    await do(room, maya, "draw", None)
    assert "has begun" in words(await tap(maya, mine, "Up"))


async def test_a_file(room: Room, maya: MemberActor) -> None:
    people = await opened(room)
    stranger = room.guild.add_member(room.env.create_user("stranger"))
    names = [person.name for person in people]
    rows = (
        "Setzplatz;Spieler;Gruppe", f"3;{people[0].id};1", f"1;<@{people[1].id}>;2",
        f"2;@{names[2].upper()};Division 2", f"4;{names[3]};A", "5;7777;1",
        f"6;{stranger.id};1", f"7;{names[3]};1", f"3;{names[4]};1", f"zwei;{names[5]};2",
        f"9;{names[6]};the best", ";;",
    )  # fmt: skip
    content = "\r\n".join(rows).encode("utf-8-sig")
    shown = await send(maya, await preview(room, maya, "seeds"), content)
    said = words(shown)
    for wanted in (
        "7 rows can be used", "Row 6: I do not know anybody", f"Row 7: {stranger.id} has not",
        "/league show", f"Row 8: {names[3]} is listed twice", "Row 9: ",
        f"the seed given to {names[4]}", f"Row 10: the seed given to {names[5]}",
        f"Row 11: I do not know the division given for {names[6]}",
        f"they come last: **{names[7]}**",
    ):  # fmt: skip
        assert wanted in said, (wanted, said)
    assert (await state_of(room)).seeds.order == ()
    assert "audit log entry" in await save(maya, shown)
    state = await state_of(room)
    order = [people[n].id for n in (1, 2, 0, 4, 3, 6, 5, 7)]
    assert list(state.seeds.order) == order
    assert state.seeds.divisions == (1, 1, 0, 0, 0, 1, 1, 1)


async def test_what_is_written_is_read_again(room: Room, maya: MemberActor) -> None:
    """The file of the page, as a workbook and as CSV; and later the export of the season."""
    people = await opened(room, 5)
    shown = await preview(room, maya, "seeds")
    for _ in range(2):
        [file] = shown.attachments
        [[head, *rows]] = tables_in(await file.read())
        turned = Sheet(head, [(6 - int(row[0]), *row[1:]) for row in rows])
        shown = await send(maya, shown, workbook_of({"any": turned}), "x.xlsx")
        assert listed(shown) == [person.name for person in people[::-1]]
        shown = await send(maya, shown, csv_of(Sheet(head, rows)))
        assert listed(shown) == [person.name for person in people]
        assert "5 rows can be used." in words(shown) and "Row" not in words(shown)
    shown = await send(maya, shown, csv_of(turned))
    assert "audit log entry" in await save(maya, shown)
    await do(room, maya, "draw", None)
    state = await state_of(room)
    rows = part_of(await exported(people[0], room.channel), "players.csv")
    seeded = [(str(n), person.name) for n, person in enumerate(people[::-1], 1)]
    assert [(row["seed"], row["name"]) for row in rows] == seeded
    assert {int(row["division"]) - 1 for row in rows} == {*state.division_of.values()}


@pytest.mark.english
async def test_files_without_players(room: Room, maya: MemberActor) -> None:
    await opened(room, 4)
    shown = await preview(room, maya, "seeds")
    for content, said in (
        ("Dear Itzel,\nhere are the players", "cannot find any players"),
        ("", "cannot find any players"),
        (b"PK\x03\x04 no workbook", "cannot read this file"),
        ("seed,player\n" * 2_001, "at most 2000 rows"),
        ("x" * 1_000_001, "at most 2000 rows"),
    ):
        assert said in words(await send(maya, shown, content)), content[:30]
