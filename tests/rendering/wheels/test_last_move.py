"""Rings round what was moved last, and how a finished game shows its winner."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageChops

from bot.engine.position import Quick
from bot.scene import ROW, Changed, Moved, Scene, scene_of
from bot.text.translation import translator
from rendering import draw_city, draw_wheels
from rendering.city.picture import city_image
from rendering.drawing.theme import THEMES, Theme, contrast
from rendering.icons.markers import casing
from rendering.layout import (
    BUILDINGS_BOX,
    CALENDAR,
    CITIES,
    HUB_RADIUS,
    MONUMENTS_BOX,
    QUICK_PANEL,
    TECHNOLOGIES_BOX,
    TEMPLES_BOX,
    WHEELS_HEIGHT,
)
from rendering.wheels.expansion import quick_space
from rendering.wheels.picture import wheels_image
from tests.rendering.scenes import (
    FINISHED,
    NAMES,
    played,
    position,
    position_in_words,
    scene_at,
    steps,
)

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
            spaces = [who if n != space else None for n, who in enumerate(plain.gears[gear])]
            if placed:
                spaces[space] = 1
            plain = replace(plain, gears={**plain.gears, gear: tuple(spaces)})
            marked = replace(plain, last_move=(Moved(1, gear, space, placed),))
            found = ImageChops.difference(wheels_image(plain, theme), wheels_image(marked, theme))
            box = found.getbbox()
            assert box is not None
            x, y = CITIES[gear].worker(space)
            assert x - 51 <= box[0] < x < box[2] <= x + 51
            assert y - 51 <= box[1] < y < box[3] <= y + 51


def test_marks_are_told_in_words() -> None:
    marked = _marked(Moved(1, "tikal", 4, placed=False), Moved(2, "uxmal", 0, placed=True))
    said = position_in_words(marked, ENGLISH)
    assert "Moved last: B (Tikal 4, picked up), C (Uxmal 0)." in said
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
    assert found.crop((0, WHEELS_HEIGHT, *found.size)).getbbox() is not None
    x, y = CALENDAR
    hub = (x - HUB_RADIUS, y - HUB_RADIUS, x + HUB_RADIUS, y + HUB_RADIUS)
    box = found.crop((0, 0, 1600, WHEELS_HEIGHT)).getbbox()
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
    shown = replace(_marked(), quick=Quick(None, (), (0, 1, 2)))
    marked = replace(shown, last_move=(Moved(space, "quick", space, placed=True),))
    box = ImageChops.difference(wheels_image(shown, theme), wheels_image(marked, theme)).getbbox()
    assert box is not None
    left, top, _, bottom = QUICK_PANEL
    x, y = quick_space(shown, space)
    assert left <= x - 51 <= box[0] < x < box[2] <= x + 51
    assert top <= box[1] < y < box[3] <= bottom


IN_THE_CITY = {
    "chaac": TEMPLES_BOX,
    "kukulkan": TEMPLES_BOX,
    "agriculture": TECHNOLOGIES_BOX,
    "theology": TECHNOLOGIES_BOX,
    ROW: BUILDINGS_BOX,
    "monument": MONUMENTS_BOX,
}


def _of_the_city(what: str, *, prepared: bool) -> tuple[Scene, Scene]:
    """A scene, and the same with a mark."""
    plain = _marked()
    monument, *others = plain.monument_row
    seats = (plain.players[0], plain.players[1]._replace(monuments=(monument,)), *plain.players[2:])
    plain = replace(plain, players=seats, monument_row=tuple(others))
    mark = Changed(
        monument if what == "monument" else what, None if what == ROW else 1, 4, prepared
    )
    return plain, replace(plain, changed=(mark,))


@BOTH
@pytest.mark.parametrize("what", IN_THE_CITY)
def test_what_changed_in_the_city_is_ringed(what: str, theme: Theme) -> None:
    plain, marked = _of_the_city(what, prepared=False)
    found = ImageChops.difference(city_image(plain, theme), city_image(marked, theme))
    box, room = found.getbbox(), IN_THE_CITY[what]
    assert box is not None
    assert room[0] - 8 <= box[0] < box[2] <= room[2] + 8
    assert room[1] - 8 <= box[1] < box[3] <= room[3] + 12


@BOTH
@pytest.mark.parametrize("what", IN_THE_CITY)
def test_a_prepared_change_is_ringed_otherwise(what: str, theme: Theme) -> None:
    _, certain = _of_the_city(what, prepared=False)
    _, prepared = _of_the_city(what, prepared=True)
    assert city_image(certain, theme) != city_image(prepared, theme)


@pytest.mark.parametrize("place", ["tikal", "start", "quick"])
def test_a_prepared_move_is_ringed_otherwise(place: str) -> None:
    shown = replace(_marked(), quick=Quick(None, (), (0, 1, 2)))
    certain, prepared = (
        wheels_image(replace(shown, last_move=(Moved(1, place, 1, True, sure),)), THEMES["dark"])
        for sure in (False, True)
    )
    assert certain != prepared


def test_what_changed_in_the_city_is_told() -> None:
    plain, _ = _of_the_city("monument", prepared=False)
    seats = (plain.players[0]._replace(temples=steps(3, 1, 1)), *plain.players[1:])
    marks = (
        Changed("chaac", 0), Changed("theology", 0), Changed(plain.players[1].monuments[0], 1),
        Changed(ROW, None, 2, prepared=True),
    )  # fmt: skip
    shown = replace(
        plain, players=seats, changed=marks,
        building_row=(*plain.building_row[:2], None, *plain.building_row[3:]),
    )  # fmt: skip
    level = seats[0].technologies["theology"]
    said = draw_city(shown, t=ENGLISH).alt
    changed = f"Changed last: A: Chaac step 4, A: Theology level {level}, B built: "
    assert changed in said
    assert "Prepared, not yet confirmed: building 3 taken." in said
    assert said.split("Changed last")[1].split(" Buildings")[0] in position_in_words(shown, ENGLISH)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_rings_are_seen_by_light_alone(theme: Theme) -> None:
    """Their edges differ from them by the contrast of a graphic, so that every ground will do."""
    assert contrast(theme.news, casing(theme)) >= 3.0
