"""The card of a food day: fit for a phone, whole, with what each seat paid, lost and got."""

from io import BytesIO

import pytest
from PIL import Image

from bot.engine.happenings import Fed
from bot.scene import HeldFoodDay, SeatsDay
from bot.text.descriptions.alt_text import LONGEST
from bot.text.names import points_number, signed_points
from bot.text.translation import translator
from rendering import draw_food_day
from rendering.drawing.theme import DARK, THEMES, ThemeName
from rendering.ground import DIGITS, PAGE_HIGHEST, PAGE_WIDTH
from rendering.results.cards import food_day_image
from tests.rendering.scenes import LONG_NAMES, NAMES
from tests.rendering.written import Written, watched, written
from tests.test_held_food_day import game

ENGLISH = translator("en")
SEATS = (2, 3, 4, 5)


def crowded(seats: int, *, mid_age: bool, names: tuple[str, ...] = NAMES) -> HeldFoodDay:
    """A day on which every seat has as much to tell as there can be."""
    goods = ((("stone", 2),), (("gold", 2),), (("wood", 2), ("skull", 1)))
    return HeldFoodDay(
        number=3 if mid_age else 4,
        mid_age=mid_age,
        prophecy="drought",
        seats=tuple(
            SeatsDay(
                name=names[seat],
                fed=Fed(seat, 11 + seat, seat + 1, 5 - seat, 5 * (5 - seat)),
                goods=goods if mid_age else ((), (), ()),
                temples4=() if mid_age else (52, 34, -12),
                income=(("corn", 4), ("wood", 2)),
                prophecy4=-20 if mid_age else 52,
                points4=402 + 4 * seat,
                gained4=-4 * 28 if mid_age else 94,
                place=seat + 1,
                place_before=seats - seat,
            )
            for seat in range(seats)
        ),
    )


def words_on(day: HeldFoodDay) -> list[Written]:
    with watched():
        return written(food_day_image(day, DARK, ENGLISH))


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("mid_age", [True, False])
@pytest.mark.parametrize("seats", SEATS)
def test_it_is_fit_for_a_phone(seats: int, mid_age: bool, look: ThemeName) -> None:
    drawn = draw_food_day(crowded(seats, mid_age=mid_age), theme=look, t=ENGLISH)
    image = Image.open(BytesIO(drawn.data))
    assert (image.format, image.width) == ("PNG", PAGE_WIDTH)
    assert image.height <= PAGE_HIGHEST
    assert drawn.filename == f"food-day-{3 if mid_age else 4}.png"
    assert 0 < len(drawn.alt) <= LONGEST


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
@pytest.mark.parametrize("mid_age", [True, False])
def test_numbers_are_read_on_a_phone(mid_age: bool, names: tuple[str, ...]) -> None:
    words = words_on(crowded(5, mid_age=mid_age, names=names))
    assert not [one.string for one in words if one.cut]
    numbers = [one for one in words if one.string.strip("−+½").isdigit()]
    assert len(numbers) > 40
    least = min(one.size for one in numbers)
    assert least >= DIGITS - 2, "the fullest row of all may be a little smaller"


@pytest.mark.parametrize("players", SEATS)
def test_days_of_games_show_every_seat(players: int) -> None:
    for told in game(players):
        words = words_on(told.day)
        strings = [one.string for one in words]
        assert not [one.string for one in words if one.cut]
        assert f"Food day {told.day.number} of 4" in strings
        for one in told.day.seats:
            assert one.name in strings
            assert points_number(one.points4) in strings
            assert one.fed is not None
            if one.fed.hungry:
                assert f"−{one.fed.lost}" in strings
            if one.fed.corn:
                assert f"−{one.fed.corn}" in strings
            for points4 in one.temples4:
                assert not points4 or signed_points(points4) in strings
        numbers = [one for one in words if one.string.strip("−+½").isdigit()]
        assert not [(one.string, one.size) for one in numbers if one.size < DIGITS - 2]


@pytest.mark.parametrize("players", SEATS)
def test_the_alt_text_tells_who_was_fed_and_who_went_hungry(players: int) -> None:
    for told in game(players):
        said = draw_food_day(told.day, t=ENGLISH).alt
        assert said.startswith(f"Food day {told.day.number} of 4: ")
        for one in told.day.seats:
            assert one.fed is not None
            [own] = [part for part in said.split(". ") if part.startswith(f"{one.name}: ")]
            assert ("hungry" in own) == bool(one.fed.hungry)
            assert (" fed for " in own) == bool(one.fed.fed)
            assert ("(was " in own) == (one.place != one.place_before)


def test_long_names_do_not_crowd_out_seats() -> None:
    day = crowded(5, mid_age=False, names=("W" * 32,) * 5)
    assert draw_food_day(day, t=ENGLISH).alt.count("hungry") == 5


def test_the_ages_look_different() -> None:
    one, other = (
        food_day_image(told.day, DARK, ENGLISH).crop((300, 4, 780, 150)).resize((1, 1))
        for told in (game(2)[0], game(2)[2])
    )
    green, gold = one.getpixel((0, 0)), other.getpixel((0, 0))
    assert isinstance(green, tuple) and isinstance(gold, tuple)
    assert green[1] > green[0] and gold[0] > gold[1]


def test_feeding_told_before_is_left_out() -> None:
    told = game(2)[0].day
    seats = tuple(
        SeatsDay(**{**{f: getattr(one, f) for f in SeatsDay.__dataclass_fields__}, "fed": None})
        for one in told.seats
    )
    day = HeldFoodDay(told.number, told.mid_age, told.prophecy, seats)
    assert "fed for" not in draw_food_day(day, t=ENGLISH).alt
