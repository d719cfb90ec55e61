"""The lines of the seats: what one has in hand, nothing outside its line."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.engine.position import Player
from bot.scene import Scene
from rendering.drawing.theme import THEMES, Theme
from rendering.layout import (
    FOOT_LEFT,
    FOOT_RIGHT,
    LINE_GAP,
    LINE_HEIGHT,
    seats_top,
    wheels_height,
)
from rendering.wheels.seats import draw_seats
from tests.rendering.scenes import LONG_NAMES, before_food_day, crowded, position, scene

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
