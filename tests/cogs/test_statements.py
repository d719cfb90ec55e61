"""How many SQL statements it costs that somebody types a turn, or presses it."""

import pytest

from tests.cogs.conftest import Room
from tests.cogs.driver import choose_tiles, new_game, offered, open_panel, press
from tests.tables.test_statements import Counted

READ, WRITTEN = ["SELECT"], ["SELECT", "UPDATE"]
NEWCOMER = ["SELECT"]
"""A panel has hints in a person's first games, which are counted once a turn."""


@pytest.mark.english
async def test_a_table_is_read_once(room: Room) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)
    for person in people:
        await choose_tiles(person, room.channel)
    opened = await room.bot.tables.read(1)
    user_id = opened.table.seats[opened.waiting[0]].user_id
    [asked] = [person for person in people if person.id == user_id]

    for command, typed, newcomer in (
        ("place", {"workers": "tikal"}, NEWCOMER), ("undo", {}, []),
        ("move", {"turn": "place tikal"}, []), ("undo", {}, []),
    ):  # fmt: skip
        counted = await Counted().during(asked.slash(room.channel, command, **typed))
        assert (counted.statements, counted.begun) == ([*WRITTEN, *newcomer], 1), command
    refused = await Counted().during(asked.slash(room.channel, "place", workers="nowhere"))
    assert refused.statements == [*READ, *READ], "the table once more for the panel"

    panel = await open_panel(asked, room.channel)
    placing = next(action for action in offered(panel) if action.startswith("place"))
    counted = await Counted().during(press(asked, panel, placing))
    assert (counted.statements, counted.begun) == (WRITTEN, 1)
    [other] = [person for person in people if person.id != user_id]
    counted = await Counted().during(other.slash(room.channel, "plan"))
    assert counted.statements == READ
