"""The board as it is now, for one person alone: from the ping, the panel and the message of a
round; what is ringed, and the turn in preparation."""

from typing import Any

import discord
import pytest
from simcord import MemberActor, ResponseMessage

from bot.scene import Scene
from bot.text.descriptions.alt_text import alt_city, alt_cover, alt_wheels
from rendering import COVER, DrawingPool, Picture
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    ask,
    choose_tiles,
    helpful,
    labels,
    last_turn_message,
    new_game,
    open_panel,
    pinged,
    press,
    public,
    raw,
    with_id,
    words,
)
from tests.cogs.limits import GALLERY
from tests.tables.acts import choose, set_plan, turn_of

Ring = tuple[int, str, int, bool]
"""Who has moved, counted from the first player; gear, space, and whether the turn is only
prepared."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Scene]]:
    """What was drawn: the kind of picture and its scene. Nothing is drawn but noted."""
    found: list[tuple[str, Scene]] = []

    async def noted(pool: DrawingPool, function: Any, scene: Scene, *_: Any, **named: Any) -> Any:
        kind = function.__name__.removeprefix("draw_")
        if kind == "cover":
            return Picture(b"", COVER, alt_cover(named["t"]))
        if kind in ("choices", "strip", "kept"):  # of a panel, or of tiles
            return Picture(b"", f"{kind}.png", kind)
        found.append((kind, scene))
        words_of = alt_city if kind == "city" else alt_wheels
        return Picture(b"", f"{kind}.png", words_of(scene, named["t"]))

    monkeypatch.setattr(DrawingPool, "draw", noted)
    return found


@pytest.fixture
async def game(room: Room, drawn: list[tuple[str, Scene]]) -> Room:
    """A game of four in its first round, so that no dummy workers stand on the gears; its people in
    the order of their turns, then one without a seat."""
    stranger = room.guild.add_member(room.env.create_user("eve"))
    await new_game(room.channel, room.people)
    for person in room.people:
        await choose_tiles(person, room.channel)
    seats = (await room.bot.tables.table(1)).seats
    first = (await room.bot.tables.game(1)).snapshot().first_seat
    order = [*seats[first:], *seats[:first]]
    room.people = [*(with_id(room.people, holder.user_id or 0) for holder in order), stranger]
    return room


async def place(room: Room, gear: str) -> None:
    """Whose turn it is places a worker there."""
    [asked] = pinged(room.channel)
    said = await with_id(room.people, asked).slash(room.channel, "move", turn=f"place {gear}; end")
    assert "Turn confirmed" in words(answer(said))


async def board(room: Room, actor: MemberActor) -> ResponseMessage:
    """The board as it is now, from the last ping."""
    said = answer(await actor.click(last_turn_message(room.channel), label="Board"))
    assert said.ephemeral
    return said


def with_picture(room: Room) -> list[discord.Message]:
    """The boards in the channel."""
    return [one for one in public(room.channel) if any(c["type"] == GALLERY for c in raw(one))]


def rings(scene: Scene) -> set[Ring]:
    """The workers ringed on gears."""
    return {
        ((one.seat - scene.first_seat) % 4, one.place, one.space, one.prepared)
        for one in scene.last_move
    }


def newest(drawn: list[tuple[str, Scene]]) -> Scene:
    """What the pictures drawn last show: both the same."""
    (first, scene), (second, same) = drawn[-2:]
    assert {first, second} == {"wheels", "city"} and scene == same
    return scene


async def test_one_tap_from_ping_panel_and_round_message(
    game: Room, drawn: list[tuple[str, Scene]]
) -> None:
    await place(game, "palenque")
    _, second, *_, stranger = game.people
    ping = last_turn_message(game.channel)
    of_round = with_picture(game)[-1]
    panel = await open_panel(second, game.channel)
    for actor, message in ((second, ping), (second, panel), (second, of_round), (stranger, ping)):
        count = len(game.channel.history())
        if message is panel:  # a menu there
            said = await ask(actor, panel, "Board")
        else:
            said = answer(await actor.click(message, label="Board"))
        assert said.ephemeral and said.id != message.id
        assert len(said.attachments) == 2
        galleries = [c for c in raw(said) if c["type"] == GALLERY]
        items = [item for gallery in galleries for item in gallery["items"]]
        assert len(items) == len(galleries) == 2, "each whole, over the whole width"
        assert "Round 1, turn 2 of 4" in words(said)
        for item in items:
            assert item["description"].startswith("Round 1, turn 2 of 4, age 1.")
        scene = newest(drawn)
        assert scene.gears["palenque"][0] == scene.first_seat, "as it is now"
        assert rings(scene) == {(0, "palenque", 0, False)}
        assert "tz:closer:1::" in {c.get("custom_id") for c in raw(said)}
        assert len(game.channel.history()) == count
    assert game.env.errors == []


async def test_what_is_ringed_is_what_was_done_since_my_last_turn(
    game: Room, drawn: list[tuple[str, Scene]]
) -> None:
    first, second, third, fourth, stranger = game.people

    async def seen(actor: MemberActor) -> set[Ring]:
        await board(game, actor)
        return rings(newest(drawn))

    for person in game.people:
        said = await board(game, person)
        assert "Nothing has moved" in words(said) and not rings(newest(drawn))
    await place(game, "palenque")
    await place(game, "tikal")
    one, two = (0, "palenque", 0, False), (1, "tikal", 0, False)
    assert await seen(first) == {two}
    assert await seen(second) == set()
    assert await seen(third) == await seen(stranger) == {one, two}
    await game.restart()
    assert await seen(first) == {two}
    assert await seen(third) == await seen(stranger) == {one, two}
    await place(game, "uxmal")
    await place(game, "chichen_itza")  # the calendar turns, and the workers move on
    two, three = (1, "tikal", 1, False), (2, "uxmal", 1, False)
    four = (3, "chichen_itza", 1, False)
    assert await seen(first) == {two, three, four}
    assert await seen(second) == {three, four}
    assert await seen(third) == {four}
    assert await seen(fourth) == set()
    said = await board(game, stranger)
    assert "Nothing has moved since the round began." in words(said)
    assert rings(newest(drawn)) == set()
    await place(game, "yaxchilan")
    said = await board(game, stranger)
    assert "Circled: what has moved since the round began." in words(said)
    assert rings(newest(drawn)) == {(0, "yaxchilan", 0, False)}
    said = await board(game, second)
    assert "Circled: what has moved since your last turn." in words(said)
    assert rings(newest(drawn)) == {three, four, (0, "yaxchilan", 0, False)}


async def test_the_prepared_turn_is_drawn_for_its_owner_on_request(
    game: Room, drawn: list[tuple[str, Scene]]
) -> None:
    await place(game, "palenque")
    first, second, third, _, stranger = game.people
    assert "With my turn" not in labels(await board(game, second))
    panel = await press(second, await open_panel(second, game.channel), "place tikal")
    done, mine = (0, "palenque", 0, False), (1, "tikal", 0, True)
    before = drawn[-1][1]
    for other in (first, third, stranger):
        said = await board(game, other)
        assert {"With my turn", "Without my turn"}.isdisjoint(labels(said))
        scene = newest(drawn)
        assert scene.gears == before.gears and scene.players == before.players
    said = await board(game, second)
    assert rings(newest(drawn)) == {done}, "not unless it is asked for"
    with_turn = answer(await second.click(said, label="With my turn"))
    assert with_turn.id == said.id, "in the same message"
    assert rings(newest(drawn)) == {done, mine}
    assert newest(drawn).gears["tikal"][0] == newest(drawn).turn_seat
    assert "not yet confirmed" in words(with_turn) and "Round 1, with your turn" in words(with_turn)
    again = answer(await second.click(with_turn, label="Refresh"))
    assert again.id == said.id and rings(newest(drawn)) == {done, mine}
    without = answer(await second.click(again, label="Without my turn"))
    assert without.id == said.id and rings(newest(drawn)) == {done}
    # From the panel it is there at once, also after a restart.
    for _ in range(2):
        await ask(second, panel, "Board")
        assert rings(newest(drawn)) == {done, mine}
        await game.restart()
    await second.click(panel, label="Confirm")
    later = answer(await second.click(without, label="Refresh"))
    assert {"With my turn", "Without my turn"}.isdisjoint(labels(later))
    assert rings(newest(drawn)) == set(), "the own turn is over, and nobody has moved since"


async def test_a_forged_request_shows_nobody_elses_turn(
    game: Room, drawn: list[tuple[str, Scene]]
) -> None:
    first = game.people[0]
    panel = await press(first, await open_panel(first, game.channel), "place tikal")
    shown = helpful(panel)["Board"]
    assert shown.endswith(":turn")
    ping = last_turn_message(game.channel)
    components = [
        {"type": 1, "components": [{"type": 2, "style": 2, "label": "Forged", "custom_id": shown}]}
    ]
    game.env.backend.edit_message(game.channel.id, ping.id, {"components": components})
    del drawn[:]
    for other in game.people[1:]:
        answer(await other.click(ping, label="Forged"))
        scene = newest(drawn)
        assert rings(scene) == set()
        assert not any(scene.first_seat in gear for gear in scene.gears.values())


async def test_a_plan_and_an_answer_that_uncovers_something_are_not_drawn(
    game: Room, drawn: list[tuple[str, Scene]]
) -> None:
    _, second, *_ = game.people
    await set_plan(game.bot.tables, 1, second.id, ["place tikal"])
    said = await board(game, second)
    assert "With my turn" not in labels(said) and not rings(newest(drawn))


async def test_before_the_first_round_and_old_buttons(
    room: Room, drawn: list[tuple[str, Scene]]
) -> None:
    ana, bob, stranger, _ = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    await ana.click(lobby, label="Start")
    view = await turn_of(room.bot.tables, 1, ana.id)
    await choose(room.bot.tables, 1, ana.id, view.legal[0])
    for actor in (ana, bob, stranger):
        said = await board(room, actor)
        assert "With my turn" not in labels(said)
        assert "A new game" in words(said) and "inged" not in words(said)
        assert ("What is mine" in labels(said)) == (actor is not stranger)


async def test_the_board_by_command_and_what_everybody_reads(
    game: Room, drawn: list[tuple[str, Scene]]
) -> None:
    for gear in ("palenque", "tikal", "uxmal", "chichen_itza"):
        await place(game, gear)
    of_round = with_picture(game)[-1]
    alts = [i["description"] for c in raw(of_round) if c["type"] == GALLERY for i in c["items"]]
    assert alts and all(alt.startswith("Round 2 begins, age 1.") for alt in alts)
    await place(game, "yaxchilan")
    stranger = game.people[4]
    private = answer(await stranger.slash(game.channel, "board", private=True))
    assert private.ephemeral and "Refresh" in labels(private)
    assert rings(newest(drawn)) == {(0, "yaxchilan", 0, False)}
    shown = answer(await stranger.slash(game.channel, "board"))
    alts = [i["description"] for c in raw(shown) if c["type"] == GALLERY for i in c["items"]]
    assert alts and all(alt.startswith("Round 2, turn 2 of 4, age 1.") for alt in alts)
    assert "-# food day in " in words(shown)
    assert labels(shown)[-3:] == ["Your turn", "Board", "Icons"]
    assert "your turn in round" in words(shown), "also where the ping was deleted by hand"


async def test_the_same_board_is_drawn_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def noted(kind: str) -> Any:
        def draw(scene: Scene, **_: Any) -> Picture:
            calls.append(kind)
            return Picture(b"-", f"{kind}.png", kind)

        return draw

    for kind in ("wheels", "city"):
        monkeypatch.setattr(f"cogs.kit.pictures.draw_{kind}", noted(kind))
    room.bot.icons = {"corn": "<:tz_corn_0:1>"}
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    await place(room, "palenque")
    del calls[:]
    for actor in (room.people[2], room.people[3], room.people[2]):  # two without a seat
        await board(room, actor)
        assert sorted(calls) == ["city", "wheels"]
