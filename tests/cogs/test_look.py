"""Close-ups and the position in words: asked for by command, button and menu, and seen alone."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from simcord import ResponseMessage

from bot.engine import Game
from bot.engine.components import GEARS, MODULES
from bot.scene import scene_of
from bot.tables import Tables
from bot.tables import lobby as lobbies
from bot.text.descriptions.position import Section, position_sections
from bot.text.names import tile_name
from bot.text.translation import translator
from cogs.looking.board import MOST_OF_A_PAGE, look_message, looks, pages_in_words
from rendering import CLOSEUPS, DrawingPool, draw_closeup
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, choose_tiles, labels, new_game, raw, select_id, words
from tests.cogs.limits import GALLERY, check_message
from tests.cogs.test_limits import LONG_NAME, Longer, a_table, rich, shown
from tests.rendering.scenes import FINISHED, played

EVERYTHING = ["text", *GEARS, "steps", "tiles", "calendar", "seat-0", "seat-1"]
PICTURES = {word: 2 if word in ("steps", "tiles") else int(word != "text") for word in EVERYTHING}


@pytest.fixture
async def game(room: Room) -> Room:
    """A game of two in its first round, its board the last message but one."""
    people = room.people[:2]
    await new_game(room.channel, people)
    for person in people:
        await choose_tiles(person, room.channel)
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


@pytest.mark.parametrize("word", EVERYTHING)
@pytest.mark.drawn
async def test_the_command_shows_one_thing_privately(game: Room, word: str) -> None:
    stranger = game.people[2]
    live = (await game.bot.tables.table(1)).posted.board
    said = answer(await stranger.slash(game.channel, "board", show=word))
    assert said.ephemeral
    assert len(said.attachments) == len(alts(said)) == PICTURES[word]
    assert chosen(said) == [word]
    assert (await game.bot.tables.table(1)).posted.board == live


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
        "cogs.looking.board.pages_in_words", lambda told: ["first page", "second page", "third"]
    )
    ana = game.people[0]
    menu = answer(await ana.slash(game.channel, "board", show="text"))
    assert "first page" in words(menu) and labels(menu) == ["Page 2 of 3", "Board", "Share"]
    await game.restart()
    menu = answer(await ana.click(menu, label="Page 2 of 3"))
    assert "second page" in words(menu)
    assert labels(menu) == ["Page 1 of 3", "Page 3 of 3", "Board", "Share"]
    menu = answer(await ana.click(menu, label="Page 3 of 3"))
    assert "third" in words(menu) and chosen(menu) == ["text"]
    menu = await look(ana, menu, "tikal")
    assert labels(menu) == ["Board", "Share"] and len(menu.attachments) == 1
    menu = await look(ana, menu, "text")
    assert menu.attachments == [] and "first page" in words(menu)


@pytest.mark.parametrize("modules", [(), MODULES])
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
