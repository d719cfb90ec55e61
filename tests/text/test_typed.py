"""What people type is read, completed as they type, and found without its accents."""

import random
import re
import unicodedata
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import zone_names, zones_like
from bot.engine import Game, IllegalAction
from bot.engine.components import MODULES
from bot.model.server import LANGUAGES
from bot.text.names import TILE_IDS, tile_name
from bot.text.notation import (
    Completion,
    complete_pickups,
    complete_places,
    complete_turn,
    read_pickups,
    read_places,
    read_turn,
    write_turn,
)
from bot.text.rules import TOPICS, topics_for
from bot.text.translation import translator
from bot.text.typed import folded
from cogs.looking import board
from cogs.looking.rules import find_tile, suggest_tiles
from tests.engine.scenario import start

# --- What people type is read into actions, and completed as they type ----------------------------

T = translator("en")


@pytest.fixture
def game() -> Game:
    """Two seats with their tiles; seat 1 begins, with 10 corn."""
    game = Game.new(2, seed=5)
    for seat in (0, 1):
        game.play(seat, game.legal(seat)[0])
    assert game.pending[0].seat == 1
    return game


@pytest.fixture
def later(game: Game) -> Game:
    """Seat 1 has workers on Palenque 1, Palenque 2 and Yaxchilan 1."""
    game = game.copy()
    for seat, *actions in (
        (1, "place palenque", "place palenque", "place yaxchilan", "end"),
        (0, "place uxmal", "end"),
    ):
        for action in actions:
            game.play(seat, action)
    return game


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("palenque tikal start", ["palenque", "tikal", "start"]),
        ("pal, ux; START", ["palenque", "uxmal", "start"]),
        ("Chichen Itza chichén-itzá ch", ["chichen_itza"] * 3),
    ],
)
def test_places_are_read(game: Game, text: str, places: list[str]) -> None:
    assert read_places(game, 1, text) == [f"place {place}" for place in places]


@pytest.mark.parametrize("text", ["", "  ", "rome", "palenque 3"])
def test_what_is_no_place_is_refused(game: Game, text: str) -> None:
    with pytest.raises(IllegalAction):
        read_places(game, 1, text)


def test_places_are_completed_with_the_price_of_the_whole(game: Game) -> None:
    shown = {c.text: c.shown for c in complete_places(T, game, 1, "palenque palenque ")}
    assert shown["palenque palenque"] == "palenque palenque: 2 corn"
    assert shown["palenque palenque yaxchilan"] == "palenque palenque yaxchilan: 4 corn"
    assert [c.text for c in complete_places(T, game, 1, "yax")] == ["yaxchilan"]
    assert complete_places(T, game, 1, "rome ") == []
    assert game.record()["actions"].__len__() == 2, "completing plays nothing"


def test_workers_are_read_with_their_answers(later: Game) -> None:
    assert read_pickups(later, 1, "palenque 2") == ["pick palenque 2"]
    assert read_pickups(later, 1, "palenque 2 1, yaxchilan 1 1") == [
        "pick palenque 2", "do palenque 1", "pick yaxchilan 1", "do yaxchilan 1",
    ]  # fmt: skip
    assert read_pickups(later, 1, "pal2, yaxchilan 1 skip") == [
        "pick palenque 2", "do palenque 2", "pick yaxchilan 1", "skip",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", ",", "palenque", "palenque x", "palenque 2 gold", "tikal 1"])
def test_what_is_no_worker_of_mine_is_refused(later: Game, text: str) -> None:
    before = later.record()
    with pytest.raises(IllegalAction):
        read_pickups(later, 1, text)
    assert later.record() == before


def test_workers_are_completed_with_what_they_can_do(later: Game) -> None:
    shown = {c.text: c.shown for c in complete_pickups(T, later, 1, "")}
    assert shown == {
        "palenque 2": "Palenque 2: +4 corn",
        "palenque 1": "Palenque 1: +3 corn",
        "yaxchilan 1": "Yaxchilan 1: +1 wood",
    }
    texts = [c.text for c in complete_pickups(T, later, 1, "palenque 2")]
    assert texts[0] == "palenque 2"
    assert "palenque 2 1" in texts
    more = [c.text for c in complete_pickups(T, later, 1, "palenque 2, ")]
    assert more == ["palenque 2, palenque 1", "palenque 2, yaxchilan 1"]
    for text in [*texts, *more]:
        read_pickups(later, 1, text)


def turns(players: int, modules: Sequence[str], seed: int) -> Iterator[tuple[Game, int, list[str]]]:
    """The turns of a random game: the game before each, the seat, and all its actions."""
    chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        seat = chance.choice(game.pending).seat
        before, actions = game.copy(), list[str]()
        while True:
            legal = game.legal(seat)
            useful = [a for a in legal if a.split()[0] in ("do", "build", "monument", "place")]
            stop = "end" in legal and chance.random() < 0.3
            action = "end" if stop else chance.choice(useful or legal)
            game.play(seat, action)
            actions.append(action)
            if not before.in_turn or game.turn_over(seat):
                break
        yield before, seat, actions


@pytest.mark.parametrize(
    "games", [pytest.param(2, marks=pytest.mark.short), pytest.param(4, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(("players", "modules"), [(2, ()), (5, MODULES), (3, MODULES)])
def test_what_the_log_writes_is_read_as_the_same_turn(
    players: int, modules: Sequence[str], games: int
) -> None:
    """The whole line of each turn, and the line of each legal action by itself."""
    verbs = set()
    for seed in range(games):
        for before, seat, actions in turns(players, modules, seed):
            line = write_turn(before, seat, actions)
            typed = read_turn(before, seat, line)
            expected = actions[:-1] if actions[-1] == "end" else actions
            assert (list(typed.actions), typed.ends) == (expected, "end" in actions), line
            game = before.copy()
            for action in actions:
                for legal in game.legal(seat):
                    verbs.add(legal.split()[0])
                    if legal != "end":
                        one = write_turn(game, seat, [legal])
                        assert read_turn(game, seat, one).actions == (legal,), one
                game.play(seat, action)
    assert {"place", "pick", "do", "skip", "pay", "advance", "build", "up", "trade"} <= {
        *verbs, "trade" if "sell" in verbs else "",
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_in_preparation_is_written_and_read_at_every_step(seed: int) -> None:
    for before, seat, actions in turns(4, MODULES, seed):
        for count in range(1, len(actions)):
            begun = actions[:count]
            if begun[-1] == "end":
                continue  # typed, it would say that the turn is complete
            typed = read_turn(before, seat, write_turn(before, seat, begun))
            assert list(typed.actions) == begun


def test_lines_are_short(game: Game, later: Game) -> None:
    actions = ["pick palenque 2", "do palenque 2", "pick yaxchilan 1", "skip", "end"]
    assert write_turn(later, 1, actions) == "pick palenque 2; pick yaxchilan 1 skip; end"
    places = ["place palenque", "place tikal", "end"]
    assert write_turn(game, 1, places) == "place palenque tikal; end"
    typed = read_turn(later, 1, " PICK pal2 ; Pick yax 1 ski;END ")
    assert (typed.actions, typed.ends) == (
        ("pick palenque 2", "do palenque 2", "pick yaxchilan 1", "skip"), True,
    )  # fmt: skip
    assert read_turn(later, 1, "pick palenque 2; end").actions == (
        "pick palenque 2", "do palenque 2",
    )  # fmt: skip
    assert not read_turn(game, 1, "place pal").ends


def test_tiles_are_named_by_what_is_printed_on_them() -> None:
    for before, seat, actions in turns(3, (), 2):
        built = [a for a in actions if a.startswith("build ") and not a.endswith("plain")]
        if not built:
            continue
        line = write_turn(before, seat, actions)
        assert built[0].partition("-")[2] in line and built[0].split()[1] not in line
        assert read_turn(before, seat, line.upper()).actions == tuple(actions[:-1])
        return
    raise AssertionError("nobody built")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("", "Write your turn"),
        (" ; ", "Write your turn"),
        ("dance; end", "“dance”"),
        ("end", "at least one worker"),
        ("place palenque; pick palenque 2", "placing workers"),
        ("place rome; end", "“rome”"),
        ("place; end", "at least one place"),
        ("place palenque palenque palenque palenque palenque; end", "no worker"),
        ("pick palenque 2 gold; end", "“gold”"),
        ("pick tikal 4; end", "no worker on tikal 4"),
        ("pick palenque; end", "a gear and a number"),
        ("end; place palenque", "at least one worker"),
        ("place palenque; end; place tikal", "after the end"),
    ],
)
def test_a_line_that_is_wrong_names_the_part(game: Game, later: Game, line: str, part: str) -> None:
    stands = later if "pick" in line and "place" not in line else game
    before = stands.record()
    with pytest.raises(IllegalAction) as refused:
        read_turn(stands, 1, line)
    assert part.lower() in str(refused.value).lower(), str(refused.value)
    assert stands.record() == before


def test_lines_are_completed_up_to_the_closing_end(game: Game, later: Game) -> None:
    first = [c.text for c in complete_turn(T, later, 1, "")]
    assert first == ["pick palenque 2", "pick palenque 1", "pick yaxchilan 1"]
    assert [c.text for c in complete_turn(T, later, 1, "pick yax")] == ["pick yaxchilan 1"]
    assert "place start" in [c.text for c in complete_turn(T, game, 1, "place ")]
    assert complete_turn(T, game, 1, "")[0] == Completion(
        "place palenque → Free · Palenque 0", "place palenque"
    )
    texts = [c.text for c in complete_turn(T, later, 1, "pick palenque 2")]
    assert texts[:2] == ["pick palenque 2", "pick palenque 2; end"]
    assert "pick palenque 2 1" in texts
    more = complete_turn(T, later, 1, "pick palenque 2; ")
    assert "pick palenque 2; pick yaxchilan 1" in [c.text for c in more]
    assert complete_turn(T, later, 1, "rome; ") == []
    for one in more:
        read_turn(later, 1, one.text)


def test_everything_completed_can_be_read() -> None:
    for number, (before, seat, actions) in enumerate(turns(3, MODULES, 9)):
        if number % 3:
            continue
        game, text = before, ""
        for count in range(min(3, len(actions))):
            for one in complete_turn(T, game, seat, text):
                assert read_turn(game, seat, one.text)
                assert 0 < len(one.shown) <= 100
            text = write_turn(before, seat, actions[: count + 1])


def test_refusals_name_choices_as_people_type_them(later: Game) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_places(later, 1, "rome")
    assert "chichen itza, start" in str(refused.value)
    assert "quick" not in str(refused.value)
    with pytest.raises(IllegalAction) as refused:
        read_turn(later, 1, "dance")
    said = str(refused.value)
    assert "pick palenque 2" in said
    assert "_" not in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("palenque 2 yaxchilan 1", "Separate the workers with a comma: “palenque 2, yaxchilan 1”."),
        ("pal 2 1 yax 1", "Separate the workers with a comma: “pal 2 1, yax 1”."),
    ],
)
def test_a_forgotten_comma_is_named(later: Game, typed: str, said: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_pickups(later, 1, typed)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("typed", "example"),
    [
        ("pick palenque 2, yaxchilan 1", "pick palenque 2; pick yaxchilan 1"),
        ("place palenque pick yaxchilan 1", "place palenque; pick yaxchilan 1"),
        ("place palenque place tikal end", "place palenque; place tikal; end"),
    ],
)
def test_a_forgotten_semicolon_is_named(game: Game, later: Game, typed: str, example: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_turn(later, 1, typed)
    assert str(refused.value) == f"Separate the steps with a semicolon: “{example}”."


def test_too_many_workers_are_counted(game: Game) -> None:
    hand = game.snapshot().players[1].available
    with pytest.raises(IllegalAction) as refused:
        read_places(game, 1, "tikal " * (hand + 1))
    assert f"but have fewer workers in hand ({hand})" in str(refused.value)


def test_no_ids_in_what_is_suggested_while_one_types() -> None:
    for number, (before, seat, actions) in enumerate(turns(3, MODULES, 9)):
        if number % 5:
            continue
        for count in range(min(3, len(actions))):
            text = write_turn(before, seat, actions[:count])
            for one in complete_turn(T, before, seat, text):
                assert not re.search(r"_|[a-z]-\d|\b[a-z]+-(farm|tomb|shrine|school)", one.shown)


def test_tiles_are_typed_by_their_names() -> None:
    stands = {"gears.tikal.2": 0, "players.0.wood": 9, "players.0.stone": 9, "players.0.gold": 9}
    game = start(stands).game
    typed = read_turn(game, 0, "pick tikal 2 Builder's Tomb").actions
    assert typed[-1] == "build a1-builder-tomb"


# --- Names are found by people who type them without their accents, as on most keyboards ----------

WITHOUT = str.maketrans("", "", "'’")


def plainly(name: str) -> str:
    """The name as somebody types it without looking for accents."""
    apart = unicodedata.normalize("NFKD", name.translate(WITHOUT))
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).upper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_is_found(language: str) -> None:
    t = translator(language)
    for tile in TILE_IDS:
        name = tile_name(t, tile)
        for typed in (name, plainly(name), f"  {name.replace(chr(39), '’')} "):
            assert tile_name(t, find_tile(t, typed)) == name
            assert (name, tile_id := find_tile(t, name)) in suggest_tiles(t, typed, [tile_id])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_of_the_rules_is_found(language: str) -> None:
    t = translator(language)
    for topic in TOPICS:
        title = t.gettext(topic.title)
        found = topics_for(t, plainly(title))
        assert topic in found
        assert found == topics_for(t, title)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_close_up_is_found(language: str) -> None:
    table: Any = SimpleNamespace(seats=(), options=SimpleNamespace(modules=()))
    t = translator(language)
    for look in board.looks(t, table):
        assert board.find_look(t, table, plainly(look.label)) == look
        assert (look.label, look.word) in board.suggest_looks(t, table, plainly(look.label))


def test_zones_are_found_by_the_names_of_cities_as_people_there_write_them() -> None:
    assert zones_like(folded("São Paulo")) == ("America/Sao_Paulo",)
    assert all(folded(name) == name.casefold() for name in zone_names())


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Łódź", "lodz"), ("Ørsted", "orsted"), ("Straße", "STRASSE"), ("Æsir", "aesir"),
        ("K’inich", "kinich"), ("Ñandú", "nandu"), ("İzmir", "izmir"), ("Đà Nẵng", "da nang"),
        ("Ёлка", "елка"), ("Ｔｉｋａｌ", "tikal"),
    ],
)  # fmt: skip
def test_letters_that_keyboards_lack(name: str, typed: str) -> None:
    assert folded(name) == folded(typed) == folded(folded(name))


@given(st.text())
def test_what_is_compared_is_the_same_compared_again(name: str) -> None:
    once = folded(name)
    assert folded(once) == once
    assert folded(unicodedata.normalize("NFD", name)) == once


def test_signs_that_are_letters_of_their_own_stay() -> None:
    for one, other in (("が", "か"), ("ก็", "ก"), ("שּׁ", "ש")):
        assert folded(one) != folded(other)
