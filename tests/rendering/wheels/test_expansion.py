"""What Tribes & Prophecies add to the pictures: two panels, tribes at their seats, five seats."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageChops
from rendering.seat_cards import HEIGHT as CARDS_HEIGHT

from bot.engine import Game
from bot.engine.board import MODULES
from bot.engine.components import QUICK_TILES
from bot.engine.position import Quick
from bot.engine.prophecies import PROPHECIES
from bot.engine.tribes import TRIBES
from bot.scene import Scene, scene_of
from bot.text.prophecies import least_counted
from bot.text.translation import translator
from rendering import draw_closeup, draw_wheels
from rendering.drawing.theme import THEMES, Theme
from rendering.ground import ground
from rendering.icons import tiles
from rendering.icons.effects import calamity_line, quick_line
from rendering.icons.tiles import caption
from rendering.layout import (
    CARDS_TOP,
    CITIES,
    PROPHECY_PANEL,
    QUICK_PANEL,
    START_SPACE,
    START_SPACE_RADIUS,
    WIDTH,
)
from rendering.wheels.expansion import band_words
from rendering.wheels.picture import empty_image, wheels_image
from rendering.wheels.tablets import marks, tablet
from tests.rendering.scenes import position_in_words, scene_at

NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
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
def test_the_panels_lie_in_their_corners(theme: Theme) -> None:
    everything = scene()
    assert inside(changed(everything, replace(everything, quick=None), theme), QUICK_PANEL)
    assert inside(changed(everything, replace(everything, prophecies=()), theme), PROPHECY_PANEL)


def test_the_panels_hide_no_tablet() -> None:
    theme = THEMES["dark"]
    for city in CITIES.values():
        for space, (x, y) in enumerate(city.tablets, start=1):
            fields = ("corn",) * 5 if city.id == "palenque" and 2 <= space <= 5 else ()
            sprite = tablet(marks(city.id, space), theme, fields=fields)
            wide, high = sprite.width / 2 - 12, sprite.height / 2 - 12
            for left, top, right, bottom in (QUICK_PANEL, PROPHECY_PANEL):
                apart = x + wide < left or x - wide > right or y + high < top or y - high > bottom
                assert apart, (city.id, space)


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
    assert inside(changed(coming, runs, THEMES["dark"]), PROPHECY_PANEL)


def test_no_two_prophecies_look_the_same() -> None:
    lines = [repr(calamity_line(prophecy)) for prophecy in PROPHECIES]
    assert len(set(lines)) == len(lines)


def test_after_the_last_food_day_no_prophecy_is_to_come() -> None:
    over = scene(food_days_held=3, active_prophecy=None)
    assert over.prophecy_shown is None
    wheels_image(over, THEMES["dark"])


def test_ranges_of_bands() -> None:
    told = {
        prophecy: [band_words(band, least_counted(raw)) for band in raw["bands"]]
        for prophecy, raw in ((prophecy, PROPHECIES[prophecy].raw) for prophecy in PROPHECIES)
    }
    assert told["wrathful-gods"] == ["≤0", "1–3", "4–9", "10+"]
    assert told["angry-chaac"] == ["−1", "0–1", "2–3", "4+"]
    assert told["forest-fires"] == ["0", "1–2", "3–5", "6+"]
    assert told["hunger"] == ["0–3", "4", "5", "6+"]


@BOTH
def test_a_tribe_stands_at_its_seat(theme: Theme) -> None:
    everything = scene()
    for number in range(5):
        seats = list(everything.players)
        seats[number] = seats[number]._replace(tribe=None)
        box = changed(everything, replace(everything, players=tuple(seats)), theme)
        wide = (WIDTH - 40) / 5
        room = (
            round(20 + number * wide) - 12, CARDS_TOP,
            round(20 + (number + 1) * wide) + 12, CARDS_TOP + CARDS_HEIGHT,
        )  # fmt: skip
        assert inside(box, room)


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
def test_the_panels_stand_on_bare_ground(theme: Theme) -> None:
    """So that they can be drawn once on it and laid over the picture."""
    for panel in (QUICK_PANEL, PROPHECY_PANEL):
        bare = ground(theme).crop(panel)
        assert ImageChops.difference(empty_image(theme).crop(panel), bare).getbbox() is None


def test_seats_stand_below_the_band_they_would_get() -> None:
    plain = scene(prophecies=("drought",), active_prophecy="drought", food_days_held=1)
    seats = [replace(seat, prophecy_points=None) for seat in plain.seats]
    bare = replace(plain, seats=tuple(seats))
    lefts = []
    for points in (13, 6, 0, -5):
        one = replace(bare, seats=(replace(seats[0], prophecy_points=points), *seats[1:]))
        box = changed(bare, one, THEMES["dark"])
        assert inside(box, PROPHECY_PANEL)
        assert box is not None
        lefts.append(box[0])
    assert lefts == sorted(set(lefts))


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
        difference = ImageChops.difference(
            wheels_image(plain, THEMES["dark"]), wheels_image(kept, THEMES["dark"])
        )
        box = difference.crop((0, 0, WIDTH, CARDS_TOP - 40)).getbbox()
        assert box is not None and box[0] > 130 and box[1] > 1040 and box[2] < 260
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
    assert inside(
        ImageChops.difference(
            wheels_image(one, THEMES["dark"]).crop(QUICK_PANEL),
            wheels_image(other, THEMES["dark"]).crop(QUICK_PANEL),
        ).getbbox(),
        (0, 150, 204, 216),
    )


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


@BOTH
@pytest.mark.parametrize("count", range(1, len(COMING) + 1))
def test_tiles_to_come_lie_on_the_panel(theme: Theme, count: int) -> None:
    plain = scene(quick=Quick("qa1-stone", (), (None, None, None)))
    known = replace(plain, quick=Quick("qa1-stone", COMING[:count], (None, None, None)))
    fewer = replace(plain, quick=Quick("qa1-stone", COMING[: count - 1], (None, None, None)))
    assert inside(changed(plain, known, theme), QUICK_PANEL)
    assert changed(fewer, known, theme) is not None
    top, bottom = QUICK_PANEL[1], changed(plain, known, theme)[3]  # type: ignore[index]
    assert top + 228 < bottom < START_SPACE[1] - START_SPACE_RADIUS - 10


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
