"""What was moved last, and how a finished game shows its winner."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from PIL import ImageChops

from bot.engine import Game
from bot.engine.board import MODULES
from bot.last_move import Moved, moved
from bot.scene import QuickTile, Scene, scene_of
from bot.text.descriptions.position import position_in_words
from bot.text.translation import translator
from rendering import draw_city, draw_wheels
from rendering.drawing.theme import THEMES, Theme
from rendering.layout import CARDS_TOP, CITIES, HUB_RADIUS, QUICK_PANEL
from rendering.wheels.picture import wheels_image
from tests.rendering.scenes import FINISHED, NAMES, Position, played, position, scene_at

ENGLISH = translator("en")
BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@dataclass
class Turn:
    """A turn as the tables tell it."""

    seat: int
    before: Position
    steps: list[tuple[str, Position]]


def _play(game: Game, *actions: str) -> Turn:
    """The seat to move plays these actions, then answers something until its turn ends."""
    seat = game.pending[0].seat
    turn = Turn(seat, game.snapshot(), [])
    wanted = [*actions, "end"]
    while game.pending and game.pending[0].seat == seat and wanted:
        legal = game.legal(seat)
        action = wanted.pop(0) if wanted[0] in legal else legal[0]
        game.play(seat, action)
        turn.steps.append((action, game.snapshot()))
    return turn


def _begun(players: int = 2, **options: Any) -> Game:
    game = Game.new(players, seed=3, **options)
    while game.pending[0].kind != "turn":
        seat = game.pending[0].seat
        game.play(seat, game.legal(seat)[0])
    return game


def test_placed_workers_are_marked_where_they_stand() -> None:
    game = _begun()
    seat = game.pending[0].seat
    turn = _play(game, "place yaxchilan", "place uxmal")
    now = game.snapshot()
    marked = moved([turn], now)
    assert [(worker.seat, worker.place, worker.placed) for worker in marked] == [
        (seat, "yaxchilan", True),
        (seat, "uxmal", True),
    ]
    for worker in marked:
        assert now.gears[worker.place][worker.space] == seat


def test_marks_follow_when_the_calendar_turns() -> None:
    game = _begun()
    _play(game, "place tikal")
    turn = _play(game, "place yaxchilan")
    now = game.snapshot()
    assert now.round == 2
    (worker,) = moved([turn], now)
    assert worker.space == turn.steps[0][1].gears["yaxchilan"].index(turn.seat) + 1
    assert now.gears["yaxchilan"][worker.space] == turn.seat


def test_a_worker_picked_up_is_marked_on_the_space_whose_action_it_had() -> None:
    game = played(2, until=6)
    seat = game.pending[0].seat
    pick = next((action for action in game.legal(seat) if action.startswith("pick")), None)
    assert pick is not None
    turn = _play(game, pick)
    _, gear, space = pick.split()
    assert Moved(seat, gear, int(space), placed=False) in moved([turn], game.snapshot())


def test_a_worker_that_came_back_is_not_marked() -> None:
    game = _begun()
    first = _play(game, "place start")
    assert moved([first], game.snapshot()) == (Moved(first.seat, "start", 0, placed=True),)
    _play(game, "place tikal")
    if game.pending[0].kind == "calendar":
        game.play(first.seat, "advance 1")
    assert game.position()["round"] == 2
    assert moved([first], game.snapshot()) == ()


def test_a_worker_on_a_quick_space_is_marked() -> None:
    game = _begun(5, modules=MODULES)
    seat = game.pending[0].seat
    if "place quick" not in game.legal(seat):
        pytest.skip("no quick action can be done here")
    turn = _play(game, "place quick")
    assert any(worker.place == "quick" for worker in moved([turn], game.snapshot()))


def _marked(*workers: Moved) -> Scene:
    dump = position(4, 6)
    return replace(scene_at(dump, NAMES[:4], waiting=()), last_move=workers)


@BOTH
@pytest.mark.parametrize("gear", CITIES)
def test_a_mark_shows_at_its_space_only(gear: str, theme: Theme) -> None:
    for space in (0, 5):
        for placed in (True, False):
            plain = _marked()
            gears = list(plain.gears)
            number = list(CITIES).index(gear)
            spaces = [who if n != space else None for n, who in enumerate(gears[number])]
            if placed:
                spaces[space] = 1
            gears[number] = tuple(spaces)
            plain = replace(plain, gears=tuple(gears))
            marked = replace(plain, last_move=(Moved(1, gear, space, placed),))
            found = ImageChops.difference(wheels_image(plain, theme), wheels_image(marked, theme))
            box = found.getbbox()
            assert box is not None
            x, y = CITIES[gear].worker(space)
            assert x - 48 <= box[0] < x < box[2] <= x + 48
            assert y - 48 <= box[1] < y < box[3] <= y + 48


def test_marks_are_told_in_words() -> None:
    marked = _marked(Moved(1, "tikal", 4, placed=False), Moved(2, "uxmal", 0, placed=True))
    said = position_in_words(marked, ENGLISH)
    assert "Moved last: B picked up from Tikal 4, C on Uxmal 0." in said
    assert "Moved last" not in position_in_words(_marked(), ENGLISH)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_are_those_of_the_engine(players: int) -> None:
    game = played(players, FINISHED)
    shown = scene_of(game.snapshot(), NAMES[:players])
    assert {number: seat.place for number, seat in enumerate(shown.seats)} == {
        row["seat"]: row["place"] for row in game.standings()
    }
    assert all(seat.place is None for seat in scene_at(position(players), NAMES[:players]).seats)


@BOTH
def test_a_finished_game_shows_its_places(theme: Theme) -> None:
    shown = scene_at(position(4, FINISHED), NAMES[:4])
    order = [seat.place for seat in shown.seats]
    seats = tuple(
        replace(seat, place=place) for seat, place in zip(shown.seats, order[::-1], strict=True)
    )
    found = ImageChops.difference(
        wheels_image(shown, theme), wheels_image(replace(shown, seats=seats), theme)
    )
    assert found.crop((0, CARDS_TOP, 1600, 1440)).getbbox() is not None
    hub = (816 - HUB_RADIUS, 656 - HUB_RADIUS, 816 + HUB_RADIUS, 656 + HUB_RADIUS)
    box = found.crop((0, 0, 1600, CARDS_TOP - 50)).getbbox()
    assert box is not None
    assert box[0] > hub[0] and box[1] > hub[1] and box[2] < hub[2] and box[3] < hub[3]


@pytest.mark.parametrize("draw", [draw_wheels, draw_city])
def test_places_are_told(draw: Any) -> None:
    game = played(3, FINISHED)
    alt = draw(scene_of(game.snapshot(), NAMES[:3]), t=ENGLISH).alt
    first = game.standings()[0]
    assert f"Places: 1. {'ABC'[first['seat']]}" in alt


@BOTH
@pytest.mark.parametrize("space", range(3))
def test_a_mark_shows_on_its_quick_space_only(space: int, theme: Theme) -> None:
    shown = replace(_marked(), quick=QuickTile(None, (0, 1, 2)))
    marked = replace(shown, last_move=(Moved(space, "quick", space, placed=True),))
    box = ImageChops.difference(wheels_image(shown, theme), wheels_image(marked, theme)).getbbox()
    assert box is not None
    left, top, right, bottom = QUICK_PANEL
    step = (right - left) / 3
    assert left + step * (space - 0.2) <= box[0] < box[2] <= left + step * (space + 1.2)
    assert top <= box[1] < box[3] <= bottom
