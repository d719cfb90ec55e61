"""What people call themselves changes nothing around it, and nobody is taken for somebody else."""

import ast
import json
import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notation.bg_stats import bg_stats, bg_stats_file
from bot.text.typed import escaped, plain, plain_name, seen
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    open_panel,
    pinged,
    press,
    raw,
    with_id,
    words,
)
from tests.notation.random_games import random_record

ROOT = Path(__file__).parents[2]
MARKUP = re.compile(r"(?<!\\)<(?:@[!&]?|#|/|t:|a?:|id:)")
HOSTILE = (
    "<@123456789012345678>", "<@&5>", "<#7>", "</tzolkin new:5>", "<t:0:R>", "<:x:5>", "<a:x:5>",
    "<id:home>", "@everyone", "\u202eana", "a\u200bb\u2060c", "two\nlines\u2028more",
    "[a](b.example)", "**bold**", "`code", "||secret||", "# big", "> said", "\u3164",
)  # fmt: skip


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(HOSTILE)).map("".join)))
def test_nothing_is_left_that_means_something(name: str) -> None:
    said = escaped(name)
    assert MARKUP.search(said) is None
    assert "@" not in said.replace("\\@", "")
    for sign in plain(name):
        joins = sign == "\u200d"  # between two emojis
        assert joins or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    assert plain(plain(name)) == plain(name) and plain_name(name)
    assert re.sub(r"\\(.)", r"\1", said) == plain(name)


def test_what_people_really_write_stays() -> None:
    for name in ("Ana", "Zoë", "後藤", "مريم", "Ада", "👩‍🚀 Ana", "O'Neill", "Ana (2)"):
        assert plain(name) == name
    assert seen("place palenque ") == "place palenque ", "the blank says that the word is over"


def call(room: Room, person: int, name: str) -> None:
    """Somebody is called otherwise at the server."""
    room.env.backend.get_member(room.guild.id, person).nick = name


def all_text(shown: Any) -> list[str]:
    """All strings of a message that people read."""
    found: list[str] = []
    for part in raw(shown):
        found += [str(part[key]) for key in ("content", "description") if part.get(key)]
    return found


@pytest.mark.english
@pytest.mark.parametrize("name", HOSTILE)
async def test_a_game_of_somebody_with_such_a_name(room: Room, name: str) -> None:
    """Lobby, calls, log, score, status and the pages of a person."""
    room.check_limits = False
    guest = room.guild.add_member(room.env.create_user("guest", global_name="guest"))
    shown = []
    ana = room.people[0]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    call(room, guest.id, name)
    shown.append(answer(await guest.click(lobby, label="Join")))
    await ana.click(lobby, label="Start")
    for person in (ana, guest):
        await choose_tiles(person, room.channel)
    for gear in ("palenque", "tikal"):
        actor = with_id([ana, guest], pinged(room.channel)[0])
        panel = await press(actor, await open_panel(actor, room.channel), f"place {gear}")
        await actor.click(panel, label="Confirm")
    for command in ("log", "score", "tzolkin status", "profile", "games"):
        shown.append(answer(await guest.slash(room.channel, command)))
    table = await room.bot.tables.table(1)
    assert plain_name(name) in [seat.name for seat in table.seats]
    for one in [*shown, *room.channel.history()]:
        for said in all_text(one):
            raw_name = re.search(rf"(?<!\\){re.escape(name)}", said)
            assert raw_name is None or escaped(name) == name, said
            assert "\u202e" not in said and "\u200b" not in said
    assert room.env.errors == []
    assert words(shown[0])


@pytest.mark.english
async def test_two_of_one_name(room: Room) -> None:
    twins = [
        room.guild.add_member(room.env.create_user(f"Ada{n}", global_name="Ada")) for n in (1, 2)
    ]
    lobby = answer(await twins[0].slash(room.channel, "tzolkin new"))
    await twins[1].click(lobby, label="Join")
    await twins[0].click(lobby, label="Start")
    for person in twins:
        await choose_tiles(person, room.channel)
    status = words(answer(await twins[0].slash(room.channel, "tzolkin status")))
    assert "**Ada**" in status and "**Ada (2)**" in status
    for gear in ("palenque", "tikal"):
        actor = with_id(twins, pinged(room.channel)[0])
        panel = await press(actor, await open_panel(actor, room.channel), f"place {gear}")
        await actor.click(panel, label="Confirm")
    log = words(answer(await twins[1].slash(room.channel, "log")))
    assert "**Ada**" in log and "**Ada (2)**" in log


def test_two_of_one_name_are_two_in_bg_stats() -> None:
    number = 0
    while (record := random_record(number, players=3)).result is None:
        number += 1
    record = replace(record, seats=tuple(replace(one, name="Ada") for one in record.seats))
    play = bg_stats(record)
    assert [one["name"] for one in play["players"]] == ["Ada", "Ada (2)", "Ada (3)"]
    file = json.loads(bg_stats_file(record))
    assert len({one["uuid"] for one in file["players"]}) == 3


@pytest.mark.english
async def test_a_changed_nickname_reaches_a_game_that_goes_on(room: Room) -> None:
    """With the next press of that person, wherever it is on the server."""
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    await ana.click(lobby, label="Start")
    call(room, ana.id, "Itzel")
    elsewhere = room.guild.create_text_channel("elsewhere")
    await ana.slash(elsewhere, "rules")
    status = words(answer(await bob.slash(room.channel, "tzolkin status")))
    assert "**Itzel**" in status and "**ana**" not in status


def test_names_come_in_through_one_place() -> None:
    found = []
    for path in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in (
                "display_name", "escape_markdown", "escape_mentions", "global_name"
            ):  # fmt: skip
                found.append(f"{path.relative_to(ROOT)} {node.attr}")
    assert found == ["cogs/kit/context.py display_name"]
