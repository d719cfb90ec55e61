"""The row of seat cards: everything shown, nothing outside its card."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.engine.components import BUILDINGS
from bot.engine.position import Player
from bot.engine.tribes import TRIBES
from bot.scene import Scene
from rendering.drawing.fonts import width
from rendering.drawing.theme import THEMES, Theme
from rendering.layout import CARDS_TOP
from rendering.seat_cards import HEIGHT, draw_cards
from tests.rendering.scenes import LONG_NAMES, before_food_day, crowded, position, scene

DARK = THEMES["dark"]
OVERHANG = 40  # the headdress and the frame of the seat to move reach above the row
Box = tuple[int, int, int, int]


def _drawn(shown: Scene, theme: Theme = DARK) -> Image.Image:
    image = Image.new("RGB", (1600, 1440), theme.ground)
    draw_cards(image, shown, theme, CARDS_TOP)
    return image


def _difference(one: Image.Image, other: Image.Image) -> Box | None:
    return ImageChops.difference(one, other).getbbox()


def _card(seat: int, count: int) -> Box:
    wide = (1560 - 14 * (count - 1)) / count
    left = 20 + seat * (wide + 14)
    return (round(left), CARDS_TOP, round(left + wide), CARDS_TOP + HEIGHT)


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
            shown, number, corn=5, wood=1, stone=1, gold=1, skulls=1, points4=12, workers=4,
            available=2, corn_tiles=1, wood_tiles=1, buildings=("a1-small-farm-1",), played=False,
            food_owed=4, light_side=True, name="Ana",
        )  # fmt: skip
    return shown


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_row_keeps_to_its_place(players: int, look: str) -> None:
    theme = THEMES[look]
    blank = Image.new("RGB", (1600, 1440), theme.ground)
    for shown in (scene(position(players)), scene(crowded(players), LONG_NAMES)):
        found = _difference(_drawn(shown, theme), blank)
        assert _inside(found, (17, CARDS_TOP - OVERHANG, 1583, CARDS_TOP + HEIGHT + 6))


@pytest.mark.parametrize(
    "changes",
    [
        {"corn": 6},
        {"wood": 0},
        {"stone": 2},
        {"gold": 0},
        {"skulls": 3},
        {"points4": 13},
        {"points4": -12},
        {"workers": 5},
        {"available": 0},
        {"light_side": False},
        {"corn_tiles": 2},
        {"wood_tiles": 0},
        {"buildings": ()},
        {"monuments": ("mon-works",)},
        {"played": True},
        {"food_owed": 6},
        {"name": "Eva"},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 4, 5])
def test_all_that_a_seat_owns_shows_on_its_card(players: int, changes: dict[str, object]) -> None:
    plain = _calm(players)
    changed = _with_seat(plain, 1, **changes)
    assert _inside(_difference(_drawn(plain), _drawn(changed)), _card(1, players))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", LONG_NAMES)
def test_a_long_name_ends_before_the_sun(players: int, name: str) -> None:
    plain = _calm(players)
    left, top, right, _ = _card(1, players)
    found = _difference(_drawn(plain), _drawn(_with_seat(plain, 1, name=name)))
    assert _inside(found, (left + 70, top + 15, right - 56, top + 85))


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\U0001f600"])
def test_a_name_without_letters_is_replaced_by_the_seats_letter(name: str) -> None:
    plain = _calm(4)
    assert _drawn(_with_seat(plain, 1, name=name)) == _drawn(_with_seat(plain, 1, name="B"))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_large_numbers_stay_on_their_card(players: int) -> None:
    plain = _calm(players)
    large = _with_seat(
        plain, 1, corn=104, points4=-403, workers=6, available=6, wood=112, stone=111, gold=110,
        skulls=113, corn_tiles=12, wood_tiles=12, buildings=("a1-small-farm-1",) * 14,
        food_owed=12,
    )  # fmt: skip
    left, top, right, bottom = _card(1, players)
    found = _difference(_drawn(plain), _drawn(large))
    assert _inside(found, (left + 8, top, right - 8, bottom - 4))


def test_the_seats_asked_are_framed_and_only_they() -> None:
    plain = _calm(4)
    for waiting in ((), (1,), (0, 3)):
        image = _drawn(replace(plain, waiting=waiting))
        framed = tuple(
            seat
            for seat in range(4)
            if image.getpixel((_card(seat, 4)[0] + 2, CARDS_TOP + 130)) == DARK.turn
        )
        assert framed == waiting


def test_the_headdress_moves_to_the_first_player() -> None:
    plain = _calm(4)
    left, _, right, _ = _card(2, 4)
    found = _difference(_drawn(plain), _drawn(replace(plain, first_seat=2)))
    assert found is not None
    assert found[0] < _card(0, 4)[2]
    assert left < found[2] < right
    assert found[1] < CARDS_TOP


def test_want_of_corn_is_pointed_out_when_the_food_day_is_near() -> None:
    calm = _calm(4)
    colours = {}
    for rounds in (5, 1):
        near = before_food_day(calm, rounds, mid_age=True)
        for corn in (3, 5):
            card = _drawn(_with_seat(near, 1, corn=corn)).crop(_card(1, 4))
            colours[rounds, corn] = sum(
                count for count, colour in card.getcolors(100_000) or [] if colour == DARK.warn
            )
    assert colours[1, 3] > 1000
    assert max(colours[1, 5], colours[5, 3], colours[5, 5]) == 0


def test_quarters_of_a_point_are_written() -> None:
    plain = _calm(4)
    drawn = [_drawn(_with_seat(plain, 1, points4=points4)) for points4 in range(12, 16)]
    for one, other in combinations(drawn, 2):
        assert _difference(one, other) is not None


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_headdress_leaves_the_marker_free(players: int, look: str) -> None:
    theme = THEMES[look]
    plain = _calm(players)
    for seat in range(players):
        fill = theme.seats[seat].fill
        seen = [
            sum(
                count
                for count, colour in _drawn(shown, theme)
                .crop(_card(seat, players))
                .getcolors(1 << 20)
                or []
                if colour == fill
            )
            for shown in (plain, replace(plain, first_seat=seat))
        ]
        assert min(seen) > 0.98 * max(seen)


def test_a_tribes_name_is_as_large_as_what_must_be_read_at_full_size() -> None:
    """In a game of five too, where cards are narrow: 20 pixels of type are the floor."""
    longest = max(
        (tribe.name for tribe in TRIBES.values()), key=lambda name: width(name, "bold", 20)
    )
    left, _, right, _ = _card(1, 5)
    assert width(longest, "bold", 21) <= right - left - 16 - (16 + 27 + 2 + 27 + 16)


def _built(shown: Scene, *, built: bool) -> Image.Image:
    image = Image.new("RGB", (1600, 1440), DARK.ground)
    draw_cards(image, shown, DARK, CARDS_TOP, built=built)
    return image


@pytest.mark.parametrize("count", [0, 1, 6, 8, 15, 30])
def test_wide_cards_of_the_city_picture_show_what_is_built(count: int) -> None:
    plain = _calm(2)
    tiles = tuple(BUILDINGS)[:count]
    shown = _with_seat(plain, 1, buildings=tiles, monuments=("mon-works",))
    left, top, right, bottom = _card(1, 2)
    found = _difference(_built(plain, built=True), _built(shown, built=True))
    assert _inside(found, (left + 8, top + 88, right - 8, bottom - 8))
    fewer = _with_seat(plain, 1, buildings=tiles, monuments=())
    assert _difference(_built(fewer, built=True), _built(shown, built=True)) is not None


def test_narrow_cards_are_the_same_on_both_pictures() -> None:
    for players in (3, 4, 5):
        shown = scene(position(players))
        assert _built(shown, built=True) == _built(shown, built=False)
