"""The lines of the seats, and what Tribes & Prophecies add to the pictures."""

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.engine import Game
from bot.engine.components import MODULES, QUICK_TILES
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.position import Player, Quick
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
    LINE_GAP,
    LINE_HEIGHT,
    QUICK_PANEL,
    START_SPACE,
    START_SPACE_RADIUS,
    WHEELS_HEIGHT,
    WIDTH,
    seats_top,
    wheels_height,
)
from rendering.wheels.expansion import quick_space
from rendering.wheels.gears import tablet_size
from rendering.wheels.picture import empty_image, wheels_image
from rendering.wheels.seats import draw_seats
from tests.rendering.scenes import (
    LONG_NAMES,
    before_food_day,
    crowded,
    position,
    position_in_words,
    scene,
    scene_at,
)

# --- The lines of the seats: what one has in hand, nothing outside its line -----------------------

DARK = THEMES["dark"]
TOP = seats_top(prophecies=False)
Box = tuple[int, int, int, int]


def _drawn(shown: Scene, theme: Theme = DARK) -> Image.Image:
    image = Image.new("RGB", (1600, wheels_height(5, prophecies=False)), theme.ground)
    draw_seats(image, shown, theme, TOP)
    return image


def _difference(one: Image.Image, other: Image.Image) -> Box | None:
    return ImageChops.difference(one, other).getbbox()


def _line(seat: int) -> Box:
    top = TOP + seat * (LINE_HEIGHT + LINE_GAP)
    return (FOOT_LEFT, top, FOOT_RIGHT, top + LINE_HEIGHT)


def _inside(inner: Box | None, outer: Box, slack: int = 0) -> bool:
    assert inner is not None, "nothing was drawn"
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def _with_seat(shown: Scene, number: int, **changes: object) -> Scene:
    players, seats = list(shown.players), list(shown.seats)
    for name, value in changes.items():
        if name in Player._fields:
            players[number] = players[number]._replace(**{name: value})
        else:
            seats[number] = replace(seats[number], **{name: value})  # type: ignore[arg-type]
    return replace(shown, players=tuple(players), seats=tuple(seats))


def _calm(players: int) -> Scene:
    """Everybody with the same small numbers, nobody asked, A the first player."""
    shown = scene(position(players, 1), waiting=(0,))
    shown = before_food_day(replace(shown, waiting=(), first_seat=0), 3, mid_age=True)
    for number in range(players):
        shown = _with_seat(
            shown, number, corn=5, wood=1, stone=1, gold=1, skulls=1, points4=48, workers=4,
            available=2, played=False, food_owed=4, light_side=True, name="Ana",
        )  # fmt: skip
    return shown


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_lines_keep_to_their_place(players: int, look: str) -> None:
    theme = THEMES[look]
    blank = Image.new("RGB", (1600, wheels_height(5, prophecies=False)), theme.ground)
    for shown in (scene(position(players)), scene(crowded(players), LONG_NAMES)):
        found = _difference(_drawn(shown, theme), blank)
        assert _inside(found, (FOOT_LEFT, TOP, FOOT_RIGHT, _line(players - 1)[3]), slack=5)


@pytest.mark.parametrize(
    "changes",
    [
        {"corn": 6},
        {"wood": 0},
        {"stone": 2},
        {"gold": 0},
        {"skulls": 3},
        {"points4": 52},
        {"points4": -12},
        {"workers": 5},
        {"available": 0},
        {"light_side": False},
        {"played": True},
        {"name": "Eva"},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 5])
def test_what_a_seat_has_in_hand_shows_on_its_line(
    players: int, changes: dict[str, object]
) -> None:
    plain = _calm(players)
    changed = _with_seat(plain, 1, **changes)
    assert _difference(_drawn(plain), _drawn(changed)) is not None
    calm_columns = _with_seat(plain, 0, points4=-4 * 10, corn=10)  # no column grows by a change
    changed = _with_seat(calm_columns, 1, **changes)
    assert _inside(_difference(_drawn(calm_columns), _drawn(changed)), _line(1))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", LONG_NAMES)
def test_a_long_name_ends_before_the_corn(players: int, name: str) -> None:
    plain = _with_seat(_calm(players), 1, light_side=False)
    left, top, right, bottom = _line(1)
    found = _difference(_drawn(plain), _drawn(_with_seat(plain, 1, name=name)))
    assert _inside(found, (left + 70, top + 6, right, bottom - 4))
    assert found is not None
    more = _difference(_drawn(plain), _drawn(_with_seat(plain, 1, corn=7)))
    assert more is not None and found[2] < more[0] - 52, "the ear of corn is before its number"


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\U0001f600"])
def test_a_name_without_letters_is_replaced_by_the_seats_letter(name: str) -> None:
    plain = _calm(4)
    assert _drawn(_with_seat(plain, 1, name=name)) == _drawn(_with_seat(plain, 1, name="B"))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_large_numbers_stay_on_their_lines(players: int) -> None:
    plain = _calm(players)
    large = _with_seat(
        plain, 1, corn=104, points4=-403, workers=6, available=6, wood=12, stone=11, gold=10,
        skulls=13, name="W" * 32,
    )  # fmt: skip
    found = _difference(_drawn(plain), _drawn(large))
    last = _line(players - 1)
    assert _inside(found, (FOOT_LEFT + 60, TOP + 4, FOOT_RIGHT - 8, last[3] - 4))


def test_columns_stand_below_each_other() -> None:
    """A number longer than the others moves those of all seats."""
    plain = _calm(3)
    longer = _with_seat(plain, 1, points4=4 * 104)
    found = _difference(_drawn(plain), _drawn(longer))
    assert found is not None
    assert found[1] < _line(0)[3] and found[3] > _line(2)[1]


def test_the_seats_asked_are_framed_and_only_they() -> None:
    plain = _calm(4)
    for waiting in ((), (1,), (0, 3)):
        image = _drawn(replace(plain, waiting=waiting))
        framed = tuple(
            seat
            for seat in range(4)
            if image.getpixel((_line(seat)[0] + 3, _line(seat)[1] + 38)) == DARK.turn
        )
        assert framed == waiting


def test_the_winner_is_framed() -> None:
    plain = _with_seat(_calm(3), 1, place=1)
    image = _drawn(plain)
    assert image.getpixel((_line(1)[0] + 3, _line(1)[1] + 38)) == DARK.turn
    assert image.getpixel((_line(0)[0] + 3, _line(0)[1] + 38)) != DARK.turn


def test_the_headdress_moves_to_the_first_player() -> None:
    plain = _calm(4)
    found = _difference(_drawn(plain), _drawn(replace(plain, first_seat=2)))
    assert found is not None
    assert _line(0)[1] < found[1] < _line(0)[3]
    assert _line(2)[1] < found[3] < _line(2)[3]


def test_want_of_corn_is_pointed_out_when_the_food_day_is_near() -> None:
    calm = _calm(4)
    colours = {}
    for rounds in (5, 1):
        near = before_food_day(calm, rounds, mid_age=True)
        for corn in (3, 5):
            line = _drawn(_with_seat(near, 1, corn=corn)).crop(_line(1))
            colours[rounds, corn] = sum(
                count for count, colour in line.getcolors(100_000) or [] if colour == DARK.warn
            )
    assert colours[1, 3] > 1000
    assert max(colours[1, 5], colours[5, 3], colours[5, 5]) == 0


def test_quarters_of_a_point_are_written() -> None:
    plain = _calm(4)
    drawn = [_drawn(_with_seat(plain, 1, points4=points4)) for points4 in range(12, 16)]
    for one, other in combinations(drawn, 2):
        assert _difference(one, other) is not None


# --- What Tribes & Prophecies add to the pictures: a panel, a band, five seats --------------------

NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
BAND = (FOOT_LEFT, FOOT_TOP, FOOT_RIGHT, FOOT_TOP + BAND_HEIGHT)
BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def first_turn(players: int = 5, modules: tuple[str, ...] = MODULES, **changes: Any) -> Scene:
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
    everything = first_turn()
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
    empty = first_turn(quick=Quick("qa1-stone", (), (None, None, None)))
    standing = replace(empty, quick=Quick("qa1-stone", (), (None, seat, None)))
    assert inside(changed(empty, standing, theme), QUICK_PANEL)
    other = replace(empty, quick=Quick("qa1-stone", (), (None, (seat + 1) % 5, None)))
    assert inside(changed(standing, other, theme), QUICK_PANEL)


def test_dummies_stand_on_quick_spaces() -> None:
    empty = first_turn(quick=Quick("qa1-stone", (), (None, None, None)))
    standing = replace(empty, quick=Quick("qa1-stone", (), ("dummy", None, None)))
    assert inside(changed(empty, standing, THEMES["dark"]), QUICK_PANEL)


@pytest.mark.parametrize("tile", [*QUICK_TILES, "a-tile-of-tomorrow"])
def test_every_quick_action_is_drawn(tile: str) -> None:
    assert quick_line(tile)
    shown = first_turn(quick=Quick(tile, (), (None, None, None)))
    without = replace(shown, quick=Quick(None, (), (None, None, None)))
    assert inside(changed(shown, without, THEMES["dark"]), QUICK_PANEL)


@pytest.mark.parametrize("prophecy", PROPHECIES)
def test_every_prophecy_is_drawn_running_and_to_come(prophecy: str) -> None:
    others = [other for other in PROPHECIES if other != prophecy][:2]
    of_age = replace(first_turn(prophecies=(prophecy, *others)), food_days_held=1)
    coming = replace(of_age, prophecies=(others[0], prophecy, others[1]), active_prophecy=None)
    assert coming.prophecy_shown == prophecy
    runs = replace(of_age, active_prophecy=prophecy)
    assert inside(changed(coming, runs, THEMES["dark"]), BAND)


def test_no_two_prophecies_look_the_same() -> None:
    lines = [repr(calamity_line(prophecy)) for prophecy in PROPHECIES]
    assert len(set(lines)) == len(lines)


def test_after_the_last_food_day_no_prophecy_is_to_come() -> None:
    over = first_turn(food_days_held=3, active_prophecy=None)
    assert over.prophecy_shown is None
    wheels_image(over, THEMES["dark"])


def test_every_tribe_and_an_unknown_one_can_be_shown() -> None:
    everything = first_turn()
    for tribe in (*TRIBES, "a-tribe-of-tomorrow"):
        seats = (everything.players[0]._replace(tribe=tribe), *everything.players[1:])
        wheels_image(replace(everything, players=seats), THEMES["dark"])


def test_the_picture_tells_all_of_it_in_words() -> None:
    everything = first_turn(
        prophecies=("hunger", "drought", "desecration"), active_prophecy="drought"
    )
    alt = draw_wheels(everything, t=translator("en")).alt
    assert len(alt) <= 1024
    for word in ("Hunger", "Drought (active)", "Desecration", "Quick action"):
        assert word in alt
    small = first_turn(2, ("tribes",))
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
    plain = first_turn(
        players, prophecies=("drought",), active_prophecy="drought", food_days_held=1
    )
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
    plain = first_turn()
    for number in (0, 3):
        seats = list(plain.players)
        seats[number] = seats[number]._replace(buildings=("x2-skull-shrine",))
        kept = replace(plain, players=tuple(seats))
        assert kept.skull_keepers == (number,)
        box = changed(plain, kept, THEMES["dark"])
        assert box is not None
        assert START_SPACE[0] + START_SPACE_RADIUS < box[0] and box[2] < 560 and box[3] < 120
        assert "Players who keep skulls on buildings: " + "ABCDE"[number] in position_in_words(
            kept, translator("en")
        )


def test_rounds_to_the_next_quick_action() -> None:
    shown = first_turn()
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
    shown = first_turn(quick=Quick("qa1-stone", (), (None, None, None)))
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
    known = first_turn(quick=Quick("qa1-stone", COMING[:2], (None, None, None)))
    sentence = "Quick actions to come, two rounds each: Wood and Corn, Build."
    assert sentence in position_in_words(known, translator("en"))
    assert sentence in draw_closeup(known, "calendar", t=translator("en")).alt
    assert (
        sentence
        in draw_wheels(first_turn(2, ("quick_actions",), quick=known.quick), t=translator("en")).alt
    )
    unknown = replace(known, quick=Quick("qa1-stone", (), (None, None, None)))
    assert "to come, two" not in position_in_words(unknown, translator("en"))
