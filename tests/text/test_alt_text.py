"""The pictures in words: complete, within the limit, and all of it through the translation."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil

import pytest

from bot.engine import Game
from bot.engine.components import GEARS, STEP_POINTS, TECHNOLOGIES, TEMPLES
from bot.scene import Moved, Scene
from bot.text.descriptions import alt_text
from bot.text.descriptions.alt_text import LONGEST, alt_city, alt_wheels
from bot.text.names import (
    SEAT_LETTERS,
    gear_name,
    points_number,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.translation import Translations, translator
from tests.pseudo import MadeUp
from tests.rendering.scenes import (
    FINISHED,
    LONG_NAMES,
    NAMES,
    Position,
    crowded,
    played,
    position,
    position_in_words,
    scene,
)

ENGLISH = translator("en")
Words = Callable[[Scene, Translations], str]

POSITIONS = [
    (players, until, seed) for players in (2, 3, 4, 5) for until in (1, 9, 18) for seed in (1, 2)
]


class Shouting(MadeUp):
    """Says everything in capitals, so that words that pass it by stand out."""

    def gettext(self, message: str) -> str:
        return re.sub(r"[^{}]+(?![^{]*\})", lambda found: found[0].upper(), message)


class Longwinded(MadeUp):
    """A language that needs so many times the room for everything that is translated."""

    def __init__(self, times: float = 2) -> None:
        super().__init__()
        self.times = times

    def __str__(self) -> str:
        return f"{self.times} times as long"

    def gettext(self, message: str) -> str:
        letters = re.sub(r"{.*?}", "", message)
        return message + "·" * ceil(len(letters) * (self.times - 1))


def language_id(t: Translations) -> str:
    """The name of a case: the same in every process."""
    return str(t) if isinstance(t, Longwinded) else "English"


def _length(words: str) -> int:
    """As Discord may count: characters outside the basic plane are two."""
    return len(words.encode("utf-16-le")) // 2


def _sentence(words: str, subject: str) -> str:
    """The sentence "subject: ... ." of a text."""
    found = re.search(rf"(?:^|[ \n]){re.escape(subject)}[^:.]*: ([^.\n]*)\.", words)
    assert found, f"{subject} is not told of in: {words}"
    return found[1]


def _workers_told(words: str, gear: str) -> set[tuple[str, int]]:
    told = _sentence(words, gear_name(ENGLISH, gear))
    if told == "empty":
        return set()
    return {
        (who, int(space)) for who, space in (worker.split(" on ") for worker in told.split(", "))
    }


def _workers_there(dump: Position, gear: str) -> set[tuple[str, int]]:
    return {
        (SEAT_LETTERS[who] if isinstance(who, int) else "dummy", space)
        for space, who in enumerate(dump["gears"][gear])
        if who is not None
    }


def _markers_told(sentence: str, split: str) -> dict[str, str]:
    """By seat the place told for it: "A, B at 6; C at 2"."""
    told = {}
    for group in sentence.split("; "):
        seats, place = group.split(split)
        told |= dict.fromkeys(seats.split(", "), place)
    return told


@pytest.mark.parametrize(("players", "until", "seed"), POSITIONS)
@pytest.mark.parametrize("words", [alt_wheels, position_in_words])
def test_every_worker_is_told(words: Words, players: int, until: int, seed: int) -> None:
    dump = position(players, until, seed)
    said = words(scene(dump), ENGLISH)
    for gear in GEARS:
        assert _workers_told(said, gear) == _workers_there(dump, gear)


@pytest.mark.parametrize(("players", "until", "seed"), POSITIONS)
def test_every_marker_is_told(players: int, until: int, seed: int) -> None:
    dump = position(players, until, seed)
    said = alt_city(scene(dump), ENGLISH)
    for place, temple in enumerate(TEMPLES):
        told = _markers_told(_sentence(said, temple_name(ENGLISH, temple)), " at ")
        assert told == {
            SEAT_LETTERS[seat]: points_number(4 * STEP_POINTS[place][player["temples"][temple]])
            for seat, player in enumerate(dump["players"])
        }
    for track in TECHNOLOGIES:
        told = _markers_told(_sentence(said, technology_name(ENGLISH, track)), " level ")
        assert told == {
            SEAT_LETTERS[seat]: str(player["technologies"][track])
            for seat, player in enumerate(dump["players"])
        }


@pytest.mark.parametrize(("players", "until", "seed"), POSITIONS)
def test_every_tile_on_offer_is_told(players: int, until: int, seed: int) -> None:
    dump = position(players, until, seed)
    said = alt_city(scene(dump), ENGLISH)
    row = [(n, tile) for n, tile in enumerate(dump["building_row"], start=1) if tile]
    for number, tile in row + list(enumerate(dump["monument_row"], start=1)):
        assert f"{number} {tile_name(ENGLISH, tile)}" in said


def test_what_lies_on_the_board_is_told_where_there_is_room() -> None:
    dump = position(2, 3)
    dump["calendar_corn"], dump["start_space"], dump["bank_skulls"] = 3, 1, 11
    dump["skull_spaces"] = [False, True, False, False, True, False, False, False, False]
    dump["jungle"]["4"] = {"corn": 3, "wood": 1}
    dump["players"][1].update(
        corn=7, points4=-5, wood=2, stone=1, gold=0, skulls=1, workers=5, available=2,
        light_side=False, corn_tiles=3, wood_tiles=1,
        buildings=["a1-small-farm-1"], monuments=["mon-works"], wealth=["pal-1", "yax-3"],
    )  # fmt: skip
    dump["quick"] = {"tile": "qa1-stone", "spaces": [1, None, "dummy"]}
    said = alt_wheels(scene(dump), ENGLISH)
    for words in (
        "Starting space: B.",
        "On the calendar: 3 corn.",
        "Skulls on these spaces of Chichen Itza: 2, 5. In the supply: 11 skulls.",
        "4: 3/1",
        f"Starting player: {SEAT_LETTERS[dump['first_seat']]}.",
        "Quick action “Stone”: B on 1, dummy on 3.",
    ):
        assert words in said
    told = _sentence(said, "B Tomás").split(", ")
    assert told[:9] == [
        "7 corn", "−1¼ points", "free workers: 2 of 5", "2 wood", "1 stone", "1 skull",
        "2 buildings", "3 corn tiles", "1 wood tile",
    ]  # fmt: skip
    assert "dark side up" in told


@pytest.mark.parametrize("words", [alt_wheels, alt_city])
@pytest.mark.parametrize("t", [ENGLISH, Longwinded(2), Longwinded(4)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_limit_holds_whatever_the_game(words: Words, t: Translations, players: int) -> None:
    for dump in (position(players, 1), position(players, 20), crowded(players)):
        said = words(scene(dump, LONG_NAMES), t)
        assert 200 < _length(said) <= LONGEST


MOVES = (Moved(1, "tikal", 4, placed=False), Moved(4, "uxmal", 0, placed=True))


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
def test_where_room_is_short_what_decides_is_kept(names: Sequence[str]) -> None:
    dump = crowded(5)
    said = alt_wheels(replace(scene(dump, names), last_move=MOVES), ENGLISH)
    assert sum(len(_workers_there(dump, gear)) for gear in GEARS) >= 25
    for gear in GEARS:
        assert _workers_told(said, gear) == _workers_there(dump, gear)
    assert said.startswith(f"Age {dump['age']}, round {dump['round']} begins. Food day in ")
    assert re.search(r"To move: [A-E]( \S+)?\.", said)
    assert "Latest moves: B (Tikal 4, picked up), E (Uxmal 0)." in said
    for letter in SEAT_LETTERS:
        assert re.search(rf"{letter}( [^:.]+)?: 104 corn, −100¾ points, free workers: 0 of 6", said)


@pytest.mark.parametrize("longer", [1.4, 1.7])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_decides_is_kept_in_longer_languages(longer: float, players: int) -> None:
    dump = crowded(players)
    moves = tuple(move for move in MOVES if move.seat < players)
    said = alt_wheels(replace(scene(dump, LONG_NAMES), last_move=moves), Longwinded(longer))
    for seat in range(players):
        assert f"{SEAT_LETTERS[seat]}: 104 corn" in said or f"{SEAT_LETTERS[seat]} " in said
        standing = sum(gear.count(seat) for gear in dump["gears"].values())
        assert len(re.findall(rf"{SEAT_LETTERS[seat]} on \d", said)) == standing >= 6
    assert said.count("104 corn") == said.count("−100¾ points") == players
    assert said.count("free workers: 0 of 6") == players
    assert f"round {dump['round']}" in said


@pytest.mark.parametrize("words", [alt_wheels, alt_city])
@pytest.mark.parametrize(
    "t", [ENGLISH, Longwinded(1.4), Longwinded(2), Longwinded(4)], ids=language_id
)
@pytest.mark.parametrize("players", [2, 5])
def test_no_word_is_cut(
    words: Words, t: Translations, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = scene(crowded(players), ("Maximiliano Alexander der Dritte", *LONG_NAMES[1:]))
    short = words(shown, t)
    monkeypatch.setattr(alt_text, "LONGEST", 10**6)
    assert _words(short) <= _words(words(shown, t))
    if players == 5:
        assert len(short) < len(words(shown, t))


def _words(said: str) -> set[str]:
    return set(re.sub(r"[:;,.()]", " ", said).split())


@pytest.mark.parametrize("words", [alt_wheels, alt_city, position_in_words])
@pytest.mark.parametrize("until", [1, 9, FINISHED])
def test_all_words_are_translated(words: Words, until: int) -> None:
    dump = position(4, until)
    names = ("IXCHEL", "TOMÁS", "MARISOL", "KWAME")
    said = words(scene(dump, names, () if until == FINISHED else None), Shouting())
    assert said == said.upper()


def test_who_is_asked_is_told() -> None:
    assert "To move: C Marisol." in alt_wheels(scene(position(4), waiting=(2,)), ENGLISH)
    before = Game.new(3, seed=1).position()
    shown = scene(before, waiting=(0, 2))
    assert "Choosing wealth tiles: A Ixchel, C Marisol." in alt_wheels(shown, ENGLISH)
    over = position(3, FINISHED)
    said = alt_wheels(scene(over, waiting=()), ENGLISH)
    assert said.startswith(f"The game ended after round {over['round']}.")
    assert "To move" not in said


@pytest.mark.parametrize("words", [alt_wheels, alt_city, position_in_words])
def test_nothing_hidden_is_told(words: Words) -> None:
    game = played(4, 4)
    said = words(scene(game.position()), ENGLISH)
    row = {tile for tile in game.position()["building_row"] if tile}
    shown = {tile_name(ENGLISH, tile) for tile in row}
    for player in game.position()["players"]:
        shown |= {tile_name(ENGLISH, tile) for tile in player["buildings"]}
    hidden = {tile_name(ENGLISH, tile) for tile in (*game.setup["age1"], *game.setup["age2"])}
    assert len(hidden - shown) > 10
    assert not [name for name in hidden - shown if f" {name}" in said]
