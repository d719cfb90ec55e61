"""/move: a whole turn typed in one line."""

from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    new_game,
    offered,
    pinged,
    with_id,
    words,
)
from tests.cogs.test_taps import stand
from tests.tables.acts import turn_of


async def begin(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)


async def test_a_line_that_ends_counts_at_once(room: Room) -> None:
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    other = next(person for person in room.people[:2] if person is not actor)
    said = answer(await actor.slash(room.channel, "move", turn="place pal tikal; end"))
    assert said.ephemeral and "Turn confirmed" in words(said)
    assert pinged(room.channel) == [other.id]
    assert f"**{actor.name}** → Palenque 0, Tikal 0 (" in words(room.channel.last_message)
    record = (await room.bot.tables.game(1)).record()["actions"]
    assert [action for _, action in record[2:]] == ["place palenque", "place tikal", "end"]


async def test_a_line_without_end_is_prepared(room: Room) -> None:
    await begin(room)
    actor = await stand(room, {"gears.palenque.3": 0, "gears.yaxchilan.2": 0})
    panel = answer(await actor.slash(room.channel, "move", turn="pick palenque 3 wood"))
    assert {"Confirm", "Back"} <= set(labels(panel))
    assert "pick yaxchilan 2" in offered(panel)
    said = answer(await actor.slash(room.channel, "move", turn="pick yax2; end"))
    assert "Turn confirmed" in words(said)
    assert "← Palenque 3 (+2 wood), Yaxchilan 2 (+1 corn, +1 stone)" in words(said)


async def test_nothing_of_a_line_counts_if_a_part_is_wrong(room: Room) -> None:
    await begin(room)
    actor = await stand(room, {"gears.palenque.3": 0, "gears.yaxchilan.2": 0})
    before = (await room.bot.tables.game(1)).record()
    for line, part in (
        ("pick palenque 3 wood; pick tikal 2; end", "no worker on Tikal 2"),
        ("pick palenque 3; end", "“end” comes too early"),
        ("pick palenque 3 gold; end", "“gold”"),
        ("pick palenque 3 wood; place tikal; end", "picking up"),
        ("x" * 400, "does not fit"),
    ):
        panel = answer(await actor.slash(room.channel, "move", turn=line))
        assert part in words(panel), words(panel)
        assert (await turn_of(room.bot.tables, 1, actor.id)).prepared == ()
        assert "pick palenque 3" in offered(panel), "the panel shows what can be done"
    assert (await room.bot.tables.game(1)).record() == before


async def test_what_is_suggested_can_be_sent(room: Room) -> None:
    await begin(room)
    actor = await stand(room, {"gears.palenque.3": 0, "gears.yaxchilan.2": 0})
    first = await actor.autocomplete(room.channel, "move", "turn", "")
    assert "pick palenque 3" in [choice["value"] for choice in first]
    more = await actor.autocomplete(room.channel, "move", "turn", "pick yaxchilan 2")
    line = next(choice["value"] for choice in more if choice["value"].endswith("end"))
    said = answer(await actor.slash(room.channel, "move", turn=line))
    assert "Turn confirmed" in words(said)
    stranger = room.people[3]
    assert await stranger.autocomplete(room.channel, "move", "turn", "") == []
