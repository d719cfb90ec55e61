"""What people type is read into actions, and completed as they type."""

import pytest

from bot.engine import Game, IllegalAction
from bot.text.notation import complete_pickups, complete_places, read_pickups, read_places
from bot.text.translation import translator

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
        ("palenque palenque tikal start", ["palenque", "palenque", "tikal", "start"]),
        ("pal, ux; START", ["palenque", "uxmal", "start"]),
        ("Chichen Itza chichén-itzá ch", ["chichen_itza"] * 3),
    ],
)
def test_places_are_read(text: str, places: list[str]) -> None:
    assert read_places(text) == [f"place {place}" for place in places]


@pytest.mark.parametrize("text", ["", "  ", "rome", "palenque 3"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction):
        read_places(text)


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
        "palenque 2": "Palenque 2: 4 corn",
        "palenque 1": "Palenque 1: 3 corn",
        "yaxchilan 1": "Yaxchilan 1: 1 wood",
    }
    texts = [c.text for c in complete_pickups(T, later, 1, "palenque 2")]
    assert texts[0] == "palenque 2"
    assert "palenque 2 palenque 1" in texts
    more = [c.text for c in complete_pickups(T, later, 1, "palenque 2, ")]
    assert more == ["palenque 2, palenque 1", "palenque 2, yaxchilan 1"]
    for text in [*texts, *more]:
        read_pickups(later, 1, text)
