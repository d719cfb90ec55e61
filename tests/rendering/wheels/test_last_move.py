"""Rings round what was moved last, and how a finished game shows its winner."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageChops

from bot.last_move import Moved
from bot.scene import QuickTile, Scene, scene_of
from bot.text.translation import translator
from rendering import draw_city, draw_wheels
from rendering.drawing.theme import THEMES, Theme
from rendering.layout import CARDS_TOP, CITIES, HUB_RADIUS, QUICK_PANEL
from rendering.wheels.picture import wheels_image
from tests.rendering.scenes import FINISHED, NAMES, played, position, position_in_words, scene_at

ENGLISH = translator("en")
BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


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
