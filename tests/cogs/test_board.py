"""The board as it is now, for one person alone, with what is ringed; close-ups and the position
in words; and when the picture of a new round is an animation."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import discord
import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine import Game, Position, Step
from bot.engine.components import GEARS, MODULES
from bot.scene import Scene, scene_of
from bot.tables import Confirmed, ServerSettings, Tables
from bot.tables import lobby as lobbies
from bot.text.descriptions.alt_text import alt_city, alt_cover, alt_wheels
from bot.text.descriptions.position import Section, position_sections
from bot.text.names import tile_name
from bot.text.translation import translator
from cogs.kit import pictures
from cogs.kit.pictures import wheels_of_round
from cogs.looking.board import MOST_OF_A_PAGE, look_message, looks, pages_in_words
from rendering import CLOSEUPS, COVER, DrawingPool, Picture, draw_closeup, small
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    ask,
    begin_game,
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
    select_id,
    with_id,
    words,
)
from tests.cogs.limits import GALLERY, check_message
from tests.cogs.test_longest_words import LONG_NAME, Longer, a_table, rich, shown
from tests.rendering.scenes import FINISHED, played
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
async def foursome(room: Room, drawn: list[tuple[str, Scene]]) -> Room:
    """A game of four in its first round, so that no dummy workers stand on the gears; its people in
    the order of their turns, then one without a seat."""
    stranger = room.guild.add_member(room.env.create_user("eve"))
    await begin_game(room.channel, room.people)
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


async def board_now(room: Room, actor: MemberActor) -> ResponseMessage:
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
    foursome: Room, drawn: list[tuple[str, Scene]]
) -> None:
    await place(foursome, "palenque")
    _, second, *_, stranger = foursome.people
    ping = last_turn_message(foursome.channel)
    of_round = with_picture(foursome)[-1]
    panel = await open_panel(second, foursome.channel)
    for actor, message in ((second, ping), (second, panel), (second, of_round), (stranger, ping)):
        count = len(foursome.channel.history())
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
            assert item["description"].startswith("Age 1, round 1, turn 2 of 4.")
        scene = newest(drawn)
        assert scene.gears["palenque"][0] == scene.first_seat, "as it is now"
        assert rings(scene) == {(0, "palenque", 0, False)}
        assert "tz:closer:1::" in {c.get("custom_id") for c in raw(said)}
        assert len(foursome.channel.history()) == count
    assert foursome.env.errors == []


async def test_what_is_ringed_is_what_was_done_since_my_last_turn(
    foursome: Room, drawn: list[tuple[str, Scene]]
) -> None:
    first, second, third, fourth, stranger = foursome.people

    async def seen(actor: MemberActor) -> set[Ring]:
        await board_now(foursome, actor)
        return rings(newest(drawn))

    for person in foursome.people:
        said = await board_now(foursome, person)
        assert "Nothing has moved" in words(said) and not rings(newest(drawn))
    await place(foursome, "palenque")
    await place(foursome, "tikal")
    one, two = (0, "palenque", 0, False), (1, "tikal", 0, False)
    assert await seen(first) == {two}
    assert await seen(second) == set()
    assert await seen(third) == await seen(stranger) == {one, two}
    await foursome.restart()
    assert await seen(first) == {two}
    assert await seen(third) == await seen(stranger) == {one, two}
    await place(foursome, "uxmal")
    await place(foursome, "chichen_itza")  # the calendar turns, and the workers move on
    two, three = (1, "tikal", 1, False), (2, "uxmal", 1, False)
    four = (3, "chichen_itza", 1, False)
    assert await seen(first) == {two, three, four}
    assert await seen(second) == {three, four}
    assert await seen(third) == {four}
    assert await seen(fourth) == set()
    said = await board_now(foursome, stranger)
    assert "Nothing has moved since the round began." in words(said)
    assert rings(newest(drawn)) == set()
    await place(foursome, "yaxchilan")
    said = await board_now(foursome, stranger)
    assert "Circled: what has moved since the round began." in words(said)
    assert rings(newest(drawn)) == {(0, "yaxchilan", 0, False)}
    said = await board_now(foursome, second)
    assert "Circled: what has moved since your last turn." in words(said)
    assert rings(newest(drawn)) == {three, four, (0, "yaxchilan", 0, False)}


async def test_the_prepared_turn_is_drawn_for_its_owner_on_request(
    foursome: Room, drawn: list[tuple[str, Scene]]
) -> None:
    await place(foursome, "palenque")
    first, second, third, _, stranger = foursome.people
    assert "With my turn" not in labels(await board_now(foursome, second))
    panel = await press(second, await open_panel(second, foursome.channel), "place tikal")
    done, mine = (0, "palenque", 0, False), (1, "tikal", 0, True)
    before = drawn[-1][1]
    for other in (first, third, stranger):
        said = await board_now(foursome, other)
        assert {"With my turn", "Without my turn"}.isdisjoint(labels(said))
        scene = newest(drawn)
        assert scene.gears == before.gears and scene.players == before.players
    said = await board_now(foursome, second)
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
        await foursome.restart()
    await second.click(panel, label="Confirm")
    later = answer(await second.click(without, label="Refresh"))
    assert {"With my turn", "Without my turn"}.isdisjoint(labels(later))
    assert rings(newest(drawn)) == set(), "the own turn is over, and nobody has moved since"


async def test_a_forged_request_shows_nobody_elses_turn(
    foursome: Room, drawn: list[tuple[str, Scene]]
) -> None:
    first = foursome.people[0]
    panel = await press(first, await open_panel(first, foursome.channel), "place tikal")
    shown = helpful(panel)["Board"]
    assert shown.endswith(":turn")
    ping = last_turn_message(foursome.channel)
    components = [
        {"type": 1, "components": [{"type": 2, "style": 2, "label": "Forged", "custom_id": shown}]}
    ]
    foursome.env.backend.edit_message(foursome.channel.id, ping.id, {"components": components})
    del drawn[:]
    for other in foursome.people[1:]:
        answer(await other.click(ping, label="Forged"))
        scene = newest(drawn)
        assert rings(scene) == set()
        assert not any(scene.first_seat in gear for gear in scene.gears.values())


async def test_a_plan_and_an_answer_that_uncovers_something_are_not_drawn(
    foursome: Room, drawn: list[tuple[str, Scene]]
) -> None:
    _, second, *_ = foursome.people
    await set_plan(foursome.bot.tables, 1, second.id, ["place tikal"])
    said = await board_now(foursome, second)
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
        said = await board_now(room, actor)
        assert "With my turn" not in labels(said)
        assert "A new game" in words(said) and "inged" not in words(said)
        assert ("What I have" in labels(said)) == (actor is not stranger)


async def test_the_board_by_command_and_what_everybody_reads(
    foursome: Room, drawn: list[tuple[str, Scene]]
) -> None:
    for gear in ("palenque", "tikal", "uxmal", "chichen_itza"):
        await place(foursome, gear)
    of_round = with_picture(foursome)[-1]
    alts = [i["description"] for c in raw(of_round) if c["type"] == GALLERY for i in c["items"]]
    assert alts and all(alt.startswith("Age 1, round 2 begins.") for alt in alts)
    await place(foursome, "yaxchilan")
    stranger = foursome.people[4]
    private = answer(await stranger.slash(foursome.channel, "board", private=True))
    assert private.ephemeral and "Refresh" in labels(private)
    assert rings(newest(drawn)) == {(0, "yaxchilan", 0, False)}
    shown = answer(await stranger.slash(foursome.channel, "board"))
    alts = [i["description"] for c in raw(shown) if c["type"] == GALLERY for i in c["items"]]
    assert alts and all(alt.startswith("Age 1, round 2, turn 2 of 4.") for alt in alts)
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
    await begin_game(room.channel, room.people[:2])
    await place(room, "palenque")
    del calls[:]
    for actor in (room.people[2], room.people[3], room.people[2]):  # two without a seat
        await board_now(room, actor)
        assert sorted(calls) == ["city", "wheels"]


EVERYTHING = ["text", *GEARS, "steps", "tiles", "calendar", "seat-0", "seat-1"]
PICTURES = {word: 2 if word in ("steps", "tiles") else int(word != "text") for word in EVERYTHING}


@pytest.fixture
async def game(room: Room) -> Room:
    """A game of two in its first round, its board the last message but one."""
    people = room.people[:2]
    await begin_game(room.channel, people)
    return room


@pytest.fixture
async def board(game: Room) -> Any:
    """The board that lies in the channel."""
    return answer(await game.people[0].slash(game.channel, "board"))


def alts(message: Any) -> list[str]:
    """The alt texts of all pictures of a message."""
    found = [item for c in raw(message) if c["type"] == GALLERY for item in c["items"]]
    return [item["description"] for item in found]


def offered(menu: Any) -> Mapping[str, str]:
    """What the menu offers: labels by what they stand for."""
    select = next(c for c in raw(menu) if c.get("custom_id", "").startswith("tz:closer:"))
    return {option["value"]: option["label"] for option in select["options"]}


def chosen(menu: Any) -> list[str]:
    select = next(c for c in raw(menu) if c.get("custom_id", "").startswith("tz:closer:"))
    return [option["value"] for option in select["options"] if option.get("default")]


async def look(actor: Any, menu: Any, word: str) -> ResponseMessage:
    """Choose something in the menu; the message that takes the place of the one before."""
    return answer(await actor.select(menu, [word], custom_id=select_id(menu, "closer")))


@pytest.mark.drawn
async def test_the_command_shows_one_thing_privately(game: Room) -> None:
    stranger = game.people[2]
    live = (await game.bot.tables.table(1)).posted.board
    for word in EVERYTHING:
        said = answer(await stranger.slash(game.channel, "board", show=word))
        assert said.ephemeral, word
        assert len(said.attachments) == len(alts(said)) == PICTURES[word], word
        assert chosen(said) == [word]
        assert (await game.bot.tables.table(1)).posted.board == live, word


async def test_the_board_alone_stays_public(game: Room) -> None:
    for options in ({}, {"show": "picture"}):
        said = answer(await game.people[0].slash(game.channel, "board", **options))
        assert not said.ephemeral and len(said.attachments) == 2


@pytest.mark.english
async def test_what_can_be_shown_is_suggested(game: Room) -> None:
    ana = game.people[0]
    found = await ana.autocomplete(game.channel, "board", "show", "")
    assert [c["value"] for c in found] == ["picture", *EVERYTHING]
    for typed, expected in (
        ("chich", ["chichen_itza"]), ("TECHN", ["steps"]), ("ana", ["seat-0", "seat-1"]),
        ("text", ["text"]), ("nowhere", []),
    ):  # fmt: skip
        found = await ana.autocomplete(game.channel, "board", "show", typed)
        names = [c["value"] for c in found]
        assert names == expected or (typed == "ana" and len(names) == 1), typed
    elsewhere = game.guild.create_text_channel("elsewhere")
    found = await ana.autocomplete(elsewhere, "board", "show", "")
    assert [c["value"] for c in found] == ["picture"]


@pytest.mark.english
async def test_what_is_typed_is_understood(game: Room) -> None:
    ana = game.people[0]
    seat = next(h.seat for h in (await game.bot.tables.table(1)).seats if h.name == "ana")
    for typed, word in (
        ("Text", "text"), ("chichen itza", "chichen_itza"), (" TIKAL ", "tikal"),
        ("Temples and technologies", "steps"), ("monuments", "tiles"), ("ana", f"seat-{seat}"),
    ):  # fmt: skip
        assert chosen(answer(await ana.slash(game.channel, "board", show=typed))) == [word]
    for typed in ("rome", "and", " "):
        said = answer(await ana.slash(game.channel, "board", show=typed))
        assert said.ephemeral and "suggestions" in words(said) and not raw(said)


async def test_without_a_game_there_is_nothing_to_see(room: Room) -> None:
    said = answer(await room.people[0].slash(room.channel, "board", show="tikal"))
    assert said.ephemeral and "no game in this channel" in words(said)
    await room.people[0].slash(room.channel, "tzolkin new")
    for word in ("tikal", "text"):
        said = answer(await room.people[0].slash(room.channel, "board", show=word))
        assert said.ephemeral and "not started yet" in words(said) and not said.attachments


async def test_the_board_has_a_menu_and_each_choice_takes_the_place_of_the_last(
    game: Room, board: Any
) -> None:
    stranger = game.people[3]
    menu = answer(await stranger.click(board, label="Board"))
    assert menu.ephemeral and len(menu.attachments) == 2
    assert list(offered(menu)) == EVERYTHING
    assert len(set(offered(menu).values())) == len(EVERYTHING)
    for word in EVERYTHING:
        before, menu = menu, await look(stranger, menu, word)
        assert menu.id == before.id, "it is edited, not sent anew"
        assert len(menu.attachments) == PICTURES[word] == len(alts(menu))
        assert chosen(menu) == [word]
    assert "possessions-1.png" in menu.attachments[0].filename
    back = answer(await stranger.click(menu, label="Board"))
    assert back.id == menu.id and len(back.attachments) == 2 and chosen(back) == []


async def test_button_and_menu_work_after_a_restart(game: Room, board: Any) -> None:
    ana = game.people[0]
    menu = answer(await ana.click(board, label="Board"))
    menu = await look(ana, menu, "uxmal")
    await game.restart()
    menu = await look(ana, menu, "tikal")
    assert "Tikal" in alts(menu)[0] and len(menu.attachments) == 1
    assert answer(await ana.click(board, label="Board")).ephemeral


async def test_a_finished_game_can_be_looked_at(
    game: Room, board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = played(2, until=FINISHED)

    async def finished(self: Tables, table_id: int) -> Game:
        return over

    monkeypatch.setattr(Tables, "game", finished)
    stranger = game.people[2]
    last = answer(await stranger.slash(game.channel, "board"))
    assert "Board" in labels(last) and "My turn" not in labels(last)
    menu = answer(await stranger.click(last, label="Board"))
    for word in EVERYTHING:
        menu = await look(stranger, menu, word)
        assert chosen(menu) == [word]


async def test_all_in_words_is_all_there_is(game: Room) -> None:
    ana = game.people[0]
    menu = answer(await ana.slash(game.channel, "board", show="text"))
    said = words(menu)
    while any(label.startswith("Page") for label in labels(menu)):
        last = [label for label in labels(menu) if label.startswith("Page")][-1]
        menu = answer(await ana.click(menu, label=last))
        if words(menu) in said:
            break
        said += "\n" + words(menu)
    position = (await game.bot.tables.game(1)).snapshot()
    names = [holder.name for holder in (await game.bot.tables.table(1)).seats]
    asked = (position.turn_seat,)
    for section in position_sections(scene_of(position, names, waiting=asked), translator("en")):
        assert f"### {section.heading}\n" in said
        for line in section.lines:
            assert line in said


def sections() -> list[Section]:
    """More than fits on a page, one section longer than a page by itself, and one empty."""
    lines = tuple(f"line {n} " + "word " * 40 for n in range(60))
    return [
        Section("One", lines[:10]), Section("Two", lines), Section("Three", ("x " * 4000,)),
        Section("Four", ("last",)),
    ]  # fmt: skip


def test_pages_hold_everything_and_each_fits() -> None:
    found = pages_in_words(sections())
    assert len(found) > 4
    assert all(len(page) <= MOST_OF_A_PAGE for page in found)
    whole = " ".join(found)
    for section in sections():
        assert f"### {section.heading}" in whole
        for line in section.lines[:5]:
            assert line.split(" word")[0][:20] in whole
    assert whole.count("x ") + whole.count("x\n") >= 3990
    for page in found:
        assert page.startswith("### "), "a page says what it goes on with"


async def test_pages_are_turned(game: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cogs.looking.board.pages_in_words", lambda told: ["start page", "second page", "third"]
    )
    ana = game.people[0]
    menu = answer(await ana.slash(game.channel, "board", show="text"))
    assert "start page" in words(menu) and labels(menu) == ["Page 2 of 3", "Board", "Share"]
    await game.restart()
    menu = answer(await ana.click(menu, label="Page 2 of 3"))
    assert "second page" in words(menu)
    assert labels(menu) == ["Page 1 of 3", "Page 3 of 3", "Board", "Share"]
    menu = answer(await ana.click(menu, label="Page 3 of 3"))
    assert "third" in words(menu) and chosen(menu) == ["text"]
    menu = await look(ana, menu, "tikal")
    assert labels(menu) == ["Board", "Share"] and len(menu.attachments) == 1
    menu = await look(ana, menu, "text")
    assert menu.attachments == [] and "start page" in words(menu)


@pytest.mark.parametrize("modules", [pytest.param((), marks=pytest.mark.long), MODULES])
async def test_what_is_chosen_in_secret_is_not_shown(
    room: Room, modules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    draw = DrawingPool.draw

    async def noted(pool: DrawingPool, function: Any, *args: Any, **kwargs: Any) -> Any:
        drawn.append(repr(args))
        return await draw(pool, function, *args, **kwargs)

    monkeypatch.setattr(DrawingPool, "draw", noted)
    monkeypatch.setattr(lobbies, "start", partial(lobbies.start, seed="kept"))
    people, channel = room.people[:2], room.channel
    lobby = answer(await people[0].slash(channel, "tzolkin new"))
    await people[1].click(lobby, label="Join")
    options = answer(await people[0].click(lobby, label="Options"))
    if modules:
        await people[0].select(options, list(modules), custom_id="tz:modules:1::")
    await people[0].click(lobby, label="Start")
    await choose_tiles(people[0], channel)
    game = await room.bot.tables.game(1)
    assert game.position()["phase"] == "keep"
    dealt = set(secret_tiles(game))
    assert len(dealt) >= 4
    for eyes in (room.people[2], people[0]):
        for word in EVERYTHING:
            said = answer(await eyes.slash(channel, "board", show=word))
            seen = f"{words(said)} {alts(said)}"
            assert seen.strip()
            for tile in dealt:
                assert tile_name(translator("en"), tile) not in seen, (word, tile)
    assert drawn
    for tile in dealt:
        assert not [scene for scene in drawn if f"'{tile}'" in scene]


def secret_tiles(game: Game) -> Iterator[str]:
    """The tiles that the seats still to choose were dealt."""
    for decision in game.pending:
        for action in game.legal(decision.seat):
            yield from action.split()[1:]


# In every language, with the longest names, in the fullest game.


def test_everything_keeps_discords_limits_in_the_longest_words() -> None:
    t, table = Longer(), a_table(5)
    for position in rich():
        scene = scene_of(position, [LONG_NAME] * 5, waiting=range(5))
        said = pages_in_words(position_sections(scene, t))
        known = looks(t, table)
        assert len(known) <= 25
        for page in range(len(said)):
            check_message(shown(look_message(t, table, known[0], [], said, page)))
        assert sum(map(len, said)) > 6000


def test_close_ups_keep_discords_limits_in_the_longest_words() -> None:
    t, table = Longer(), a_table(5)
    scene = scene_of(rich()[0], [LONG_NAME] * 5, waiting=range(5))
    shown_all = set()
    for one in looks(t, table)[1:]:
        drawn = [draw_closeup(scene, what, seat=seat, t=t) for what, seat in one.closeups]
        shown_all |= {what for what, _ in one.closeups}
        check_message(shown(look_message(t, table, one, drawn)))
        assert all(len(picture.data) <= 400_000 for picture in drawn)
    assert shown_all == set(CLOSEUPS)


ENGLISH = translator("en")


def a_round(seed: int = 1) -> tuple[Position, list[Step], Game]:
    """A position, the steps from it until the calendar turns, and the game then."""
    game = Game.new(2, seed=seed)
    while game.position()["phase"] == "keep":
        game.play(game.pending[0].seat, game.legal(game.pending[0].seat)[0])
    before, steps = game.snapshot(), []
    while game.position()["tooth"] == before.tooth:
        legal = game.legal(game.pending[0].seat)
        action = "end" if "end" in legal else legal[0]
        steps.append(game.step(game.pending[0].seat, action))
    return before, steps, game


async def picture(room: Room, *, last: int | None = None, food_day: bool = True) -> str:
    """The name of the picture after a round of which the last steps are left out."""
    await new_game(room.channel, room.people[:2])
    table = replace(await room.bot.tables.table(1), guild_id=room.guild.id)
    before, steps, game = a_round()
    steps = steps[:last]
    turn = Confirmed(
        table=table, seat=0, actions=tuple(step.action for step in steps), before=before,
        after=steps[-1].position, game=game, steps=tuple(steps), new_round=True, food_day=food_day,
        finished=False, waiting=(), standings=None,
    )  # fmt: skip
    scene = scene_of(turn.after, ("Ana", "Bob"))
    drawn = await wheels_of_round(room.bot, ENGLISH, table, scene, [turn])
    return str(drawn.filename)


@pytest.mark.drawn
async def test_the_wheels_turn_on_food_days_alone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wheels between two days, drawn ahead in the program, stand still here."""
    between = small._between_days
    monkeypatch.setattr(small, "_between_days", lambda theme, step: between(theme, 0))
    monkeypatch.setattr(pictures, "PATIENCE", 60)
    assert await picture(room) == "wheels-2.webp"


async def test_in_any_other_round_they_stand_still(room: Room) -> None:
    assert await picture(room, food_day=False) == "wheels-2.png"


async def test_pictures_are_still_where_the_server_wants_it(room: Room) -> None:
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(animation=False))
    assert await picture(room) == "wheels-2.png"


async def test_they_stand_still_while_the_calendar_does(room: Room) -> None:
    assert await picture(room, last=-1) == "wheels-1.png"


@pytest.mark.drawn
async def test_nobody_waits_long_for_an_animation(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE", 0.01)
    assert await picture(room) == "wheels-2.png"
