"""What Tribes & Prophecies add to the pictures: a panel, a band, five seats."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PIL import ImageChops

from bot.engine import Game
from bot.engine.components import MODULES, QUICK_TILES
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.position import Quick
from bot.scene import Scene, scene_of
from bot.text.translation import translator
from rendering import draw_closeup, draw_wheels
from rendering.drawing.encoding import numbers_of
from rendering.drawing.theme import THEMES, Theme
from rendering.ground import ground
from rendering.icons import tiles
from rendering.icons.effects import calamity_line, quick_line
from rendering.icons.tiles import caption
from rendering.layout import (
    BAND_HEIGHT,
    CITIES,
    FOOT_LEFT,
    FOOT_RIGHT,
    FOOT_TOP,
    QUICK_PANEL,
    START_SPACE,
    START_SPACE_RADIUS,
    WHEELS_HEIGHT,
    WIDTH,
    wheels_height,
)
from rendering.wheels.expansion import quick_space
from rendering.wheels.gears import tablet_size
from rendering.wheels.picture import empty_image, wheels_image
from tests.rendering.scenes import position_in_words, scene_at

NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
BAND = (FOOT_LEFT, FOOT_TOP, FOOT_RIGHT, FOOT_TOP + BAND_HEIGHT)
BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def scene(players: int = 5, modules: tuple[str, ...] = MODULES, **changes: Any) -> Scene:
    """The first turn of a game, perhaps changed."""
    game = Game.new(players, seed=2, modules=modules)
    while game.pending[0].kind != "turn":
        seat = game.pending[0].seat
        game.play(seat, game.legal(seat)[0])
    return replace(scene_of(game.snapshot(), NAMES[:players], waiting=(0,)), **changes)


def changed(one: Scene, other: Scene, theme: Theme) -> tuple[int, int, int, int] | None:
    """The box in which two scenes' pictures differ."""
    return ImageChops.difference(wheels_image(one, theme), wheels_image(other, theme)).getbbox()


def inside(box: tuple[int, int, int, int] | None, room: tuple[int, int, int, int]) -> bool:
    """Whether something differs, and only in that room (with the rim of a worker's marker)."""
    assert box is not None
    return all(a >= b - 12 for a, b in zip(box[:2], room[:2], strict=True)) and all(
        a <= b + 12 for a, b in zip(box[2:], room[2:], strict=True)
    )


@BOTH
def test_panel_and_band_have_their_places(theme: Theme) -> None:
    everything = scene()
    assert inside(changed(everything, replace(everything, quick=None), theme), QUICK_PANEL)
    without = wheels_image(replace(everything, prophecies=()), theme)
    assert without.height == wheels_height(5, prophecies=False)
    whole = wheels_image(everything, theme)
    assert whole.height == wheels_height(5, prophecies=True)
    upper = (0, 0, WIDTH, WHEELS_HEIGHT)
    assert ImageChops.difference(whole.crop(upper), without.crop(upper)).getbbox() is None
    # The lines of the seats are the same below the band as without it.
    rows = without.height - FOOT_TOP - 40
    ends = (whole.height - 40 - rows, without.height - 40 - rows)
    one, other = (
        image.crop((0, top, WIDTH, top + rows))
        for image, top in zip((whole, without), ends, strict=True)
    )
    assert ImageChops.difference(one, other).getbbox() is None


def test_the_panel_hides_no_tablet() -> None:
    left, _, right, bottom = QUICK_PANEL
    for city in CITIES.values():
        for space, (x, y) in enumerate(city.tablets, start=1):
            wide, high = (value / 2 for value in tablet_size(city.id, space))
            assert x + wide < left or x - wide > right or y - high > bottom, (city.id, space)


@BOTH
@pytest.mark.parametrize("seat", range(5))
def test_a_worker_on_a_quick_space_is_seen(theme: Theme, seat: int) -> None:
    empty = scene(quick=Quick("qa1-stone", (), (None, None, None)))
    standing = replace(empty, quick=Quick("qa1-stone", (), (None, seat, None)))
    assert inside(changed(empty, standing, theme), QUICK_PANEL)
    other = replace(empty, quick=Quick("qa1-stone", (), (None, (seat + 1) % 5, None)))
    assert inside(changed(standing, other, theme), QUICK_PANEL)


def test_dummies_stand_on_quick_spaces() -> None:
    empty = scene(quick=Quick("qa1-stone", (), (None, None, None)))
    standing = replace(empty, quick=Quick("qa1-stone", (), ("dummy", None, None)))
    assert inside(changed(empty, standing, THEMES["dark"]), QUICK_PANEL)


@pytest.mark.parametrize("tile", [*QUICK_TILES, "a-tile-of-tomorrow"])
def test_every_quick_action_is_drawn(tile: str) -> None:
    assert quick_line(tile)
    shown = scene(quick=Quick(tile, (), (None, None, None)))
    without = replace(shown, quick=Quick(None, (), (None, None, None)))
    assert inside(changed(shown, without, THEMES["dark"]), QUICK_PANEL)


@pytest.mark.parametrize("prophecy", PROPHECIES)
def test_every_prophecy_is_drawn_running_and_to_come(prophecy: str) -> None:
    others = [other for other in PROPHECIES if other != prophecy][:2]
    of_age = replace(scene(prophecies=(prophecy, *others)), food_days_held=1)
    coming = replace(of_age, prophecies=(others[0], prophecy, others[1]), active_prophecy=None)
    assert coming.prophecy_shown == prophecy
    runs = replace(of_age, active_prophecy=prophecy)
    assert inside(changed(coming, runs, THEMES["dark"]), BAND)


def test_no_two_prophecies_look_the_same() -> None:
    lines = [repr(calamity_line(prophecy)) for prophecy in PROPHECIES]
    assert len(set(lines)) == len(lines)


def test_after_the_last_food_day_no_prophecy_is_to_come() -> None:
    over = scene(food_days_held=3, active_prophecy=None)
    assert over.prophecy_shown is None
    wheels_image(over, THEMES["dark"])


def test_every_tribe_and_an_unknown_one_can_be_shown() -> None:
    everything = scene()
    for tribe in (*TRIBES, "a-tribe-of-tomorrow"):
        seats = (everything.players[0]._replace(tribe=tribe), *everything.players[1:])
        wheels_image(replace(everything, players=seats), THEMES["dark"])


def test_the_picture_tells_all_of_it_in_words() -> None:
    everything = scene(prophecies=("hunger", "drought", "desecration"), active_prophecy="drought")
    alt = draw_wheels(everything, t=translator("en")).alt
    assert len(alt) <= 1024
    for word in ("Hunger", "Drought (active)", "Desecration", "Quick action"):
        assert word in alt
    small = scene(2, ("tribes",))
    alt = draw_wheels(small, t=translator("en")).alt
    assert all(TRIBES[seat.tribe or ""].name in alt for seat in small.players)


@BOTH
def test_the_panel_stands_on_bare_ground(theme: Theme) -> None:
    """So that it can be drawn once on it and laid over the picture."""
    bare = ground(theme).crop(QUICK_PANEL)
    assert (
        ImageChops.difference(
            empty_image(theme).crop(QUICK_PANEL), numbers_of(bare, theme)
        ).getbbox()
        is None
    )


@pytest.mark.parametrize("players", [2, 5])
def test_the_points_of_a_prophecy_stand_at_their_seats(players: int) -> None:
    plain = scene(players, prophecies=("drought",), active_prophecy="drought", food_days_held=1)
    bare = replace(plain, seats=tuple(replace(seat, prophecy_points=None) for seat in plain.seats))
    boxes = []
    for number in range(players):
        seats = list(bare.seats)
        seats[number] = replace(seats[number], prophecy_points=-5)
        box = changed(bare, replace(bare, seats=tuple(seats)), THEMES["dark"])
        assert inside(box, BAND)
        assert box is not None
        boxes.append(box)
    for left, right in pairwise(boxes):
        assert left[2] < right[0]


def test_what_a_prophecy_would_give_is_reckoned_by_the_engine() -> None:
    game = Game.new(2, seed=2, modules=MODULES)
    while game.pending[0].kind != "turn":
        seat = game.pending[0].seat
        game.play(seat, game.legal(seat)[0])
    dump = game.position()
    dump["prophecies"], dump["active_prophecy"] = ["drought"], "drought"
    dump["food_days_held"], dump["tooth"], dump["round"] = 1, 8, 9
    dump["players"][0]["corn_tiles"], dump["players"][1]["corn_tiles"] = 7, 1
    assert [seat.prophecy_points for seat in scene_at(dump, NAMES[:2]).seats] == [13, -5]
    dump["prophecies"], dump["active_prophecy"] = ["hunger"], "hunger"  # only its day can tell
    assert [seat.prophecy_points for seat in scene_at(dump, NAMES[:2]).seats] == [None, None]


def test_a_skull_kept_on_a_building_shows_with_its_owner() -> None:
    plain = scene()
    for number in (0, 3):
        seats = list(plain.players)
        seats[number] = seats[number]._replace(buildings=("x2-skull-shrine",))
        kept = replace(plain, players=tuple(seats))
        assert kept.skull_keepers == (number,)
        box = changed(plain, kept, THEMES["dark"])
        assert box is not None
        assert START_SPACE[0] + START_SPACE_RADIUS < box[0] and box[2] < 560 and box[3] < 120
        assert "Skulls kept on buildings: " + "ABCDE"[number] in position_in_words(
            kept, translator("en")
        )


def test_rounds_to_the_next_quick_action() -> None:
    shown = scene()
    assert [
        replace(shown, tooth=tooth).rounds_of_quick_tile for tooth in (0, 1, 2, 23, 24, 26)
    ] == [2, 1, 2, 1, None, None]
    assert replace(shown, phase="finished").rounds_of_quick_tile is None
    one, other = (replace(shown, tooth=tooth) for tooth in (2, 3))
    box = ImageChops.difference(
        wheels_image(one, THEMES["dark"]).crop(QUICK_PANEL),
        wheels_image(other, THEMES["dark"]).crop(QUICK_PANEL),
    ).getbbox()
    assert box is not None and box[0] > 200 and box[3] < 100


def test_quick_spaces_are_on_the_panel_beside_each_other() -> None:
    shown = scene(quick=Quick("qa1-stone", (), (None, None, None)))
    left, top, right, bottom = QUICK_PANEL
    places = [quick_space(shown, space) for space in range(3)]
    assert all(left + 30 < x < right - 30 and top + 30 < y < bottom - 30 for x, y in places)
    assert all(other[0] - one[0] > 70 for one, other in pairwise(places))


def test_a_tile_without_icons_is_drawn_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    new = {
        "id": "x9-observatory", "name": "Observatory", "category": "civic", "cost": {"gold": 1},
        "effects": [{"type": "look_at_the_stars"}],
    }  # fmt: skip
    assert caption(new) == ("Observatory", "look at the stars")
    monkeypatch.setattr(tiles, "TILES", {**tiles.TILES, "x9-observatory": new})
    drawn = tiles.tile_face("x9-observatory", 248, 232, 4, THEMES["dark"])
    unknown = tiles.tile_face("a-tile-of-tomorrow", 248, 232, 4, THEMES["dark"])
    assert ImageChops.difference(drawn, unknown).getbbox() is not None
    assert quick_line("a-tile-of-tomorrow")
    assert calamity_line("a-prophecy-of-tomorrow")


COMING = (
    "qa1-wood-corn", "qa1-build", "qa1-corn", "qa2-corn", "qa2-build", "qa2-gold",
    "qa2-technology", "qa2-market", "qa2-stone",
)  # fmt: skip
"""As many as ever lie on the calendar, the widest among them."""


def test_tiles_to_come_are_told() -> None:
    known = scene(quick=Quick("qa1-stone", COMING[:2], (None, None, None)))
    sentence = "Quick actions to come, two days each: Wood and Corn, Build."
    assert sentence in position_in_words(known, translator("en"))
    assert sentence in draw_closeup(known, "calendar", t=translator("en")).alt
    assert (
        sentence
        in draw_wheels(scene(2, ("quick_actions",), quick=known.quick), t=translator("en")).alt
    )
    unknown = replace(known, quick=Quick("qa1-stone", (), (None, None, None)))
    assert "to come, two" not in position_in_words(unknown, translator("en"))
