"""Players and seeds: the list by hand, with up and down, and from a file; the draw follows them."""

import pytest
from simcord import MemberActor, ResponseMessage

from bot.leagues.people import sign_off, sign_up
from bot.spreadsheet import Sheet, csv_of, tables_in, workbook_of
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, select_id, tap, words
from tests.cogs.moderators_page import WHY, do, press_it
from tests.cogs.seasons import (
    exported,
    members,
    part_of,
    preview,
    season_of,
    settled,
    state_of,
    texts,
)
from tests.cogs.test_undoing import undo

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


async def seeds(room: Room) -> list[int]:
    return list((await state_of(room)).seeds.order)


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
    assert await seeds(room) == [], "nothing counts yet"

    assert "audit log entry" in await save(maya, shown)
    await settled(room)
    order = [people[0], *people[2:], people[1]]
    assert await seeds(room) == [person.id for person in order]
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
    rows = [(n, person.id, 2 if 4 <= n < 8 else 1) for n, person in enumerate(people, 1)]
    shown = await send(maya, await preview(room, maya, "seeds"), csv_of(Sheet(HEAD, rows)))
    shown = await tap(maya, await choose_player(maya, shown, people[7]), "Up")
    assert f"{people[7].name}** · Division 1 · was 8" in words(shown)
    assert "audit log entry" in await save(maya, shown)
    late = members(room, 9)[8]
    await sign_up(room.bot.leagues, 1, late.id)
    await do(room, maya, "draw", None)
    state = await state_of(room)
    assert [len(one.entries) for one in state.divisions] == [4, 5]
    assert state.division_of[people[7].id] == 0 and state.division_of[late.id] == 1


async def test_a_division_for_one(room: Room, maya: MemberActor) -> None:
    people = await opened(room, 4)
    rows = [(n, person.id, 2 if n == 1 else 1) for n, person in enumerate(people, 1)]
    shown = await send(maya, await preview(room, maya, "seeds"), csv_of(Sheet(HEAD, rows)))
    assert "Division 2 needs at least 2 players" in words(shown)
    [button] = [c for c in raw(shown) if c.get("label") == "Save"]
    assert button["disabled"]


async def test_seeds_are_undone_and_taken_back(room: Room, maya: MemberActor) -> None:
    people = await opened(room, 4)
    shown = await choose_player(maya, await preview(room, maya, "seeds"), people[3])
    assert "audit log entry" in await save(maya, await tap(maya, shown, "Up"))
    first = await seeds(room)
    shown = await choose_player(maya, await preview(room, maya, "seeds"), people[3])
    assert "audit log entry" in await save(maya, await tap(maya, shown, "Up"))
    await sign_off(room.bot.leagues, 1, people[0].id)
    log = answer(await maya.slash(room.channel, "moderate log"))
    assert "players seeded" in words(log) and "3 → 2" in words(log)
    assert "audit log entry" in await undo(room, maya)
    assert await seeds(room) == [one for one in first if one != people[0].id]
    assert "audit log entry" in await save(
        maya, await preview(room, maya, "seeds"), "Remove all seeds"
    )
    await settled(room)
    assert await seeds(room) == [] and "removed all seeds" in texts(room.channel)[-1]
    assert "1 → –" in texts(room.channel)[-1]


async def test_other_seeds_meanwhile(room: Room, maya: MemberActor, noah: MemberActor) -> None:
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


async def test_only_before_the_draw(room: Room, maya: MemberActor) -> None:
    people = await opened(room, 4)
    shown = await preview(room, maya, "seeds")
    shown = await choose_player(maya, shown, people[1])
    await do(room, maya, "draw", None)
    assert "has begun" in words(await tap(maya, shown, "Up"))


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
    shown = await send(
        maya, await preview(room, maya, "seeds"), "\r\n".join(rows).encode("utf-8-sig")
    )
    said = words(shown)
    for wanted in (
        "7 rows can be used", "Row 6: I do not know anybody", f"Row 7: {stranger.id} has not",
        "/league show", f"Row 8: {names[3]} is listed twice", "Row 9: ",
        f"the seed given to {names[4]}", f"Row 10: the seed given to {names[5]}",
        f"Row 11: I do not know the division given for {names[6]}",
        f"they come last: **{names[7]}**",
    ):  # fmt: skip
        assert wanted in said, (wanted, said)
    assert await seeds(room) == []
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
    assert [(row["seed"], row["name"]) for row in rows] == [
        (str(n), person.name) for n, person in enumerate(people[::-1], 1)
    ]
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
