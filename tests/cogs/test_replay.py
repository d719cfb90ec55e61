"""A game looked at again: its rounds and turns, its end, and what can be taken away of it; its
log in words, and nudging."""

import json
import random
from dataclasses import replace
from datetime import time, timedelta
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import func, select

from bot.clocks import PersonalTime, QuietHours
from bot.engine.components import MODULES
from bot.notation.records import LONGEST, Record, to_json
from bot.store.schema import tables
from bot.tables import PersonSettings, Result, Seat
from bot.tables.looking_back import LAST, WRITTEN, replay
from bot.text.translation import translator
from bot.traffic import PER_PERSON, Limits
from cogs.kit.buttons import button
from cogs.kit.layout import TEXT_LIMIT, message, row
from cogs.kit.pages import RECORD
from cogs.kit.pictures import table_scene
from cogs.looking import replays
from cogs.looking.replays import _list_of_rounds, moment_message
from rendering import Picture
from rendering.drawing.pool import MOST_BYTES
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    choose_tiles,
    click_together,
    eager,
    labels,
    new_game,
    pinged,
    play_turn,
    raw,
    said_privately,
    with_id,
    words,
)
from tests.cogs.limits import check_message
from tests.cogs.test_board import alts
from tests.cogs.test_every_button import (
    Kind,
    both_play,
    play_to_the_end,
    press,
    second_round,
    shown,
)
from tests.cogs.test_longest_words import LONG_NAME, Longer
from tests.notation.random_games import random_record
from tests.tables.acts import choose, confirm, play_computers, set_person_settings, turn_of
from tests.tables.test_looking_back import looked_at, played

ENGLISH = translator("en")


def ids(message: Any) -> dict[str, bool]:
    """The words of the buttons that lead to other moments, and whether they can be pressed."""
    return {
        c["custom_id"].split(":")[4].split(".")[0]: not c.get("disabled", False)
        for c in raw(message)
        if c.get("custom_id", "").startswith("tz:replay:") and "label" in c
    }


def options(message: Any, word: str) -> dict[str, str]:
    """What a menu offers: labels by values."""
    [menu] = [c for c in raw(message) if c.get("custom_id", "") == f"tz:replay:1::{word}"]
    return {one["value"]: one["label"] for one in menu["options"]}


@pytest.mark.english
async def test_a_running_game_is_shown_as_it_is_now_and_as_it_was(room: Room) -> None:
    await second_round(room)
    stranger = room.people[3]
    page = answer(await stranger.slash(room.channel, "replay"))
    assert page.ephemeral and len(page.attachments) == len(alts(page)) == 2
    assert "Round 2 begins" in words(page) and "where the game is now" in words(page)
    kinds = [one["type"] for one in raw(page)]
    below = len(kinds) - kinds[::-1].index(12)
    assert kinds[below] == 1, "the buttons are right below the picture"
    assert "What was possible" not in words(page), "what can be done now is for who is asked"
    assert ids(page) == {"first": True, "back": True, "next": False, "last": False}
    assert options(page, "round") == {"1.0": "Round 1", "2.0": "Round 2"}

    page = answer(await stranger.click(page, label="First"))
    assert "Round 1 begins" in words(page) and "Everybody has chosen" in words(page)
    assert "could start the turn in" in words(page) and "Place a worker: Palenque" in words(page)
    assert ids(page) == {"first": False, "back": False, "next": True, "last": True}
    first, second = options(page, "turn").items()
    assert first[0] == "1.0" and second[0] == "1.1"
    page = answer(await stranger.select(page, ["1.1"], custom_id="tz:replay:1::turn"))
    assert "Round 1, turn 2 of 2" in words(page) and "Everybody has chosen" not in words(page)
    page = answer(await stranger.click(page, label="Next"))
    assert "where the game is now" in words(page)
    assert "Whole game" not in str(labels(page))

    page = answer(await stranger.slash(room.channel, "board", round=1))
    assert page.ephemeral and "Round 1 begins" in words(page)


@pytest.mark.english
async def test_what_cannot_be_looked_at_is_refused_in_one_sentence(room: Room) -> None:
    ana = room.people[0]
    assert "no game" in words(answer(await ana.slash(room.channel, "replay")))
    await second_round(room)
    for command, given, expected in (
        ("board", {"round": 9}, "This game has no round 9; choose one up to round 2."),
        ("board", {"round": 1, "show": "tikal"}, "choose either a round or a view"),
        ("replay", {"game": 7}, "No game in this channel has the number 7"),
    ):
        said = answer(await ana.slash(room.channel, command, **given))
        assert expected in words(said), words(said)
    elsewhere = room.guild.create_text_channel("elsewhere")
    said = answer(await ana.slash(elsewhere, "replay", game=1))
    assert "No game in this channel has the number 1" in words(said)
    assert await ana.autocomplete(elsewhere, "replay", "game", "") == []
    [found] = await ana.autocomplete(room.channel, "replay", "game", "")
    assert found["value"] == 1 and "ana" in found["name"] and found["name"].startswith("1 · ")
    assert await ana.autocomplete(room.channel, "replay", "game", "2") == []


@pytest.mark.english
async def test_the_present_turn_is_looked_at_without_what_is_possible(room: Room) -> None:
    """Once somebody has played in a round, its beginning tells all, and the last page nothing of
    whoever is asked now."""
    await second_round(room)
    opened = await room.bot.tables.read(1)
    now = (await replay(opened)).moment(LAST)
    assert (now.round, now.turn, now.begun, now.played) == (2, 0, None, ())
    assert now.position == opened.game.snapshot() and now.waiting == opened.waiting
    await both_play(room)
    later = await replay(await room.bot.tables.read(1))
    assert later.moment(2).position == now.position
    begun = later.moment(2).begun
    assert begun is not None and begun.possible == tuple(opened.game.legal(begun.seat))


@pytest.mark.english
@pytest.mark.drawn
async def test_the_end_and_what_can_be_taken_away(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await second_round(room)
    await play_to_the_end(room)
    ana, stranger = room.people[0], room.people[3]
    board = answer(await ana.slash(room.channel, "board"))
    page = answer(await stranger.click(board, custom_id=button_id(board, "Replay")))
    assert page.ephemeral and ids(page)["first"] is False
    page = answer(await ana.slash(room.channel, "replay", game=1))
    assert "Round 1 begins" in words(page)
    page = answer(await ana.click(page, label="Last"))
    assert "The game is over" in words(page) and "wins!" in words(page)
    assert ids(page) == {"first": True, "back": True, "next": False, "last": False}

    await room.restart()
    as_text = button_id(page, "Whole game as text")
    people = (ana, ana, stranger)
    for result in await click_together([(one, page, as_text) for one in people]):
        assert [one.filename for one in answer(result).attachments] == ["tzolkin-1.txt"]
    written = answer(await ana.click(page, label="Whole game as text"))
    assert written.ephemeral
    [file] = written.attachments
    assert file.filename == "tzolkin-1.txt"
    text = replays.game_text(ENGLISH, await replay(await room.bot.tables.read(1)))
    assert text.startswith("A game of Tzolk'in: ") and "wins!" in text
    assert "**" not in text and "\nRound 1\n-------\n* " in text and "Everybody has chosen" in text

    game = (await room.bot.tables.read(1)).game
    noted = answer(await ana.click(page, label="In notation"))
    [file] = noted.attachments
    assert file.filename == "tzolkin-1.notation.txt"
    text = (await file.read()).decode()
    assert "[Seat A ana]\n[Seat B bob]\n" in text and "\nRound 2\n" in text
    assert "@20" not in text and "[Seed" not in text and "[Sealed" not in text
    play = answer(await ana.click(page, label="For BG Stats"))
    [file] = play.attachments
    scores = json.loads(await file.read())["plays"][0]["playerScores"]
    assert {one["score"] for one in scores} == {
        f"{row['points4'] / 4:g}" for row in game.standings()
    }
    assert "[BG Stats](https://app.bgstatsapp.com/createPlay.html?data=%7B" in words(play)

    drawn = answer(await ana.click(page, label="Whole game as a picture"))
    [file] = drawn.attachments
    assert file.filename == "game.webp" and file.size <= MOST_BYTES
    [alt] = alts(drawn)
    assert alt.startswith("The whole game, one picture for each round from 1 to ")
    kept = [one for one in room.bot.pool._pictures if one[0] == "whole game"]
    assert len(kept) == 1
    data = room.bot.pool._pictures[kept[0]].data
    rounds = len((await replay(await room.bot.tables.read(1))).rounds)
    with Image.open(BytesIO(data)) as shown:
        assert shown.size == (800, 796) and getattr(shown, "n_frames", 1) == rounds + 1

    # It is drawn once, and who asks for too much waits.
    monkeypatch.setattr(replays, "draw_whole_game", None)
    answer(await ana.click(page, label="Whole game as a picture"))
    room.bot.pool._pictures.clear()
    monkeypatch.setattr(room.bot, "limits", Limits())
    monkeypatch.setattr(replays, "ANIMATION_AS_MUCH_AS", PER_PERSON.at_once + 1)
    said = answer(await ana.click(page, label="Whole game as a picture"))
    assert "Slow down: try again in" in words(said)


@pytest.mark.english
async def test_a_game_that_goes_on_is_not_taken_away(room: Room) -> None:
    await second_round(room)
    stale = Kind("gamefile", "text", for_all=True)
    on = await shown(room, room.people[0], stale)
    [said] = await press(stale, on, room.people[0], room=room)
    assert "The game is still going on" in words(said_privately(said))


def test_the_list_of_rounds_has_two_pages_where_it_is_long() -> None:
    whole = looked_at(played(2, (), 4))
    while len(whole.rounds) < 27:  # the longest game there is
        last = whole.rounds[-1]
        whole = replace(whole, rounds=(*whole.rounds, replace(last, number=last.number + 1)))
    for number, values in (
        (1, [*range(1, 25), 25]), (24, [*range(1, 25), 25]),
        (25, [24, 25, 26, 27, LAST]), (LAST, [24, 25, 26, 27, LAST]),
    ):  # fmt: skip
        menu: Any = _list_of_rounds(ENGLISH, whole, whole.moment(number))
        assert sorted(one.value for one in menu.options) == sorted(f"{n}.0" for n in values)
        [chosen] = [one.value for one in menu.options if one.default]
        assert chosen == f"{number}.0"


def test_no_moment_is_too_long_in_the_longest_words() -> None:
    """The fullest game, with long names full of signs of Markdown, in made-up long words."""
    t = Longer()
    whole = looked_at(played(5, tuple(MODULES), 4))
    seats = tuple(Seat(n, 2**60 + n, LONG_NAME) for n in range(5))
    table = replace(whole.table, id=2**40, seats=seats)
    standings = tuple(played(5, tuple(MODULES), 4).standings())
    whole = replace(whole, table=table, result=Result(standings, standings, None))
    drawn = [Picture(b"", "wheels-1.png", "alt"), Picture(b"", "city-1.png", "alt")]
    for number in (1, 2, 8, 9, 14, whole.rounds[-1].number, LAST):
        for turn in (0, 3):
            moment = whole.moment(number, turn)
            scene = table_scene(t, table, moment.position, moment.waiting, moment.moved)
            view = moment_message(t, whole, moment, scene, drawn)
            check_message({"components": view.to_components()})


WRITTEN_NAMES = ("Xoc", "Yax", "Zac")


def finished_record() -> Record:
    """Of a game of three that was played to its end."""
    number = 0
    while True:
        record = random_record(number, players=3)
        if record.result is not None:
            seats = zip(WRITTEN_NAMES, record.seats, strict=True)
            return replace(record, seats=tuple(replace(one, name=name) for name, one in seats))
        number += 1


async def of_file(room: Room, content: str, name: str = "Our game.json") -> Any:
    """What /replay answers to a file."""
    given = (name, content.encode())
    return answer(await room.people[3].slash(room.channel, "replay", file=given))


@pytest.mark.english
async def test_a_game_of_a_file_is_looked_at(room: Room) -> None:
    """It was played elsewhere, nothing of it is stored, and after a restart it goes on."""
    record = finished_record()
    stranger = room.people[3]
    page = await of_file(room, to_json(record))
    assert (
        page.ephemeral and "a game from a file" in words(page) and "Round 1 begins" in words(page)
    )
    assert all(name in words(page) for name in WRITTEN_NAMES)
    page = answer(await stranger.click(page, label="Next"))
    assert "Round 2 begins" in words(page)
    await room.restart()
    page = answer(await stranger.click(page, label="Last"))
    assert "The game is over" in words(page)
    assert [one.filename for one in page.attachments][-1] == RECORD and len(page.attachments) == 3
    shown = labels(page)
    assert "Whole game as text" in shown and "For BG Stats" not in shown
    assert "Review" not in shown
    told = answer(await stranger.click(page, label="Whole game as text"))
    [file] = told.attachments
    assert file.filename == "tzolkin.txt" and b"Round 20" in await file.read()
    async with room.bot.store.engine.connect() as connection:
        assert (await connection.execute(select(func.count()).select_from(tables))).scalar() == 0


@pytest.mark.english
async def test_files_without_a_game(room: Room) -> None:
    record = finished_record()
    for content, said in (
        ("Dear Itzel", "cannot find a game in this file"),
        ("{}", "cannot find a game in this file"),
        ("[Players 2]\n[Seed 1]\n", "cannot find a game in this file"),
        (
            to_json(record).replace(record.events[5].action, "place tikal tikal", 1),
            "cannot find a game in this file",
        ),
        ("#" * (LONGEST + 1), "too large to be a game"),
    ):
        answered = await of_file(room, content)
        assert answered.ephemeral and said in words(answered), content[:40]


@pytest.mark.english
@pytest.mark.parametrize(
    ("verb", "word", "said"),
    [
        ("replay", "first.1.0", "send it again"),
        ("gamefile", "text", "send it again"),
        ("gamefile", "bgstats", "That button is out of date"),
    ],
)
async def test_a_written_game_without_its_file(room: Room, verb: str, word: str, said: str) -> None:
    """The file stands at the message; where it does not, nothing is looked up anywhere else."""
    ana = room.people[0]
    page = answer(await ana.slash(room.channel, "rules"))
    view = message(row([button("Press", verb, WRITTEN, word=word)]))
    room.env.backend.edit_message(page.channel_id, page.id, {"components": view.to_components()})
    told = said_privately(await ana.click(page, label="Press"))
    assert said in words(told)


async def begin(room: Room, computers: int = 0) -> None:
    """A game in which the first turn begins."""
    people = room.people[: 1 if computers else 2]
    await new_game(room.channel, people, computers=computers)
    for person in people:
        await choose_tiles(person, room.channel)


async def test_log_tells_every_turn(room: Room) -> None:
    none = answer(await room.people[0].slash(room.channel, "log"))
    assert "no game" in words(none)
    await begin(room)
    told = []
    for turn in range(4):
        [asked] = pinged(room.channel)
        person = with_id(room.people, asked)
        told += await play_turn(person, room.channel, eager(random.Random(turn)))
    shown = answer(await room.people[3].slash(room.channel, "log"))  # a stranger may read it
    assert shown.ephemeral
    assert words(shown).count("placed") + words(shown).count("picked up") >= 4
    assert len(told) >= 4
    assert "### Round 1" in words(shown)
    assert "### Round 2" in words(shown)


async def test_pages_of_a_long_game(room: Room) -> None:
    await begin(room, computers=1)
    tables = room.bot.tables
    while (await tables.table(1)).status == "playing":
        [asked] = [d.seat for d in (await tables.game(1)).pending]
        user = (await tables.table(1)).seats[asked].user_id
        assert user is not None
        game = await tables.game(1)
        legal = game.legal(asked)
        await choose(tables, 1, user, legal[0])
        turn = await turn_of(tables, 1, user)
        while not turn.can_confirm:
            turn = await choose(tables, 1, user, turn.legal[0])
        await confirm(tables, 1, user)
        await play_computers(tables, 1)
    page = answer(await room.people[0].slash(room.channel, "log"))
    assert len(words(page)) <= TEXT_LIMIT
    assert labels(page) == ["Older"]
    newest = words(page)
    assert newest.split("\n")[1].startswith("### Round"), "also in the middle of a round"
    page = answer(await room.people[0].click(page, label="Older"))
    assert words(page) != newest
    assert "Newer" in labels(page)
    await room.restart()
    page = answer(await room.people[0].click(page, label="Newer"))
    assert words(page) == newest


async def test_nudge(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    before = len(room.channel.history())
    own = answer(await with_id(room.people, asked).slash(room.channel, "nudge"))
    assert "It is your turn; open it" in words(own)
    panel = answer(await with_id(room.people, asked).click(own, label="Your turn"))
    assert panel.ephemeral and "place a worker" in words(panel), (
        "as the call does, which may be gone"
    )
    stranger = answer(await room.people[3].slash(room.channel, "nudge"))
    assert "are not in this game" in words(stranger)
    assert len(room.channel.history()) == before

    told = answer(await other.slash(room.channel, "nudge"))
    assert told.ephemeral
    assert len(room.channel.history()) == before + 1
    assert pinged(room.channel) == [asked]
    sent = [r.json for r in room.env.http_requests if r.path.endswith("/messages")]
    assert sent[-1]["allowed_mentions"]["users"] == [asked]

    again = answer(await other.slash(room.channel, "nudge"))
    assert "Somebody has already sent a reminder" in words(again)
    await room.later(hours=12, minutes=1)
    await other.slash(room.channel, "nudge")
    assert len(room.channel.history()) == before + 2


async def test_nobody_is_nudged_out_of_bed(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    before = len(room.channel.history())
    now = room.wait()
    quiet = QuietHours(time((now - timedelta(hours=1)).hour), time((now + timedelta(hours=5)).hour))
    for settings, expected in (
        (PersonSettings(hours=PersonalTime(quiet=quiet)), "quiet hours"),
        (PersonSettings("none"), "has switched notifications off"),
    ):
        await set_person_settings(room.bot.tables, asked, settings)
        told = answer(await other.slash(room.channel, "nudge"))
        assert expected in words(told)
        assert len(room.channel.history()) == before
