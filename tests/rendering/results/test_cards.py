"""Cards: of a game that is over, of a food day, of a year."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from PIL import Image

from bot.engine.game_facts import PointsHistory
from bot.engine.happenings import Fed
from bot.model.computers import Told
from bot.model.figures import Most, Year
from bot.model.server import LANGUAGES
from bot.scene import HeldFoodDay, SeatsDay
from bot.text.descriptions.alt_text import LONGEST, length
from bot.text.descriptions.figures import YearCard, year_card
from bot.text.descriptions.results import Card
from bot.text.names import points_number, signed_points
from bot.text.translation import Translations, translator
from rendering import draw_card, draw_food_day, draw_year
from rendering.drawing.theme import DARK, THEMES, ThemeName
from rendering.ground import DIGITS, PAGE_HIGHEST, PAGE_WIDTH
from rendering.results.cards import card_image, food_day_image, year_image
from tests.rendering import reading
from tests.rendering.scenes import LONG_NAMES, NAMES, SEATS, history
from tests.rendering.written import Written, watched, written
from tests.test_scene import game

# --- The card of a game that is over: fit for a phone and for others who did not play -------------

ENGLISH = translator("en")
PLAYERS = (2, 3, 4, 5)
DAY = date(2026, 11, 27)
TURN = Told(14, 1, 1, 6.2, ("done",))
LEAST = 9
"""Pixels of height of every digit where the picture is shown `SHOWN` wide."""
SHOWN = 265
CONTRAST = 3.5
"""Least contrast of words and numbers, in the picture as a phone shows it."""


def card(
    seats: int,
    *,
    climbed: Sequence[int] = (14, 9, 17, 3, 11),
    names: Sequence[str] = NAMES,
    turn: Told | None = None,
) -> Card:
    """A game with these steps climbed; its lines climb evenly, so the best leads from the start."""
    points = history(SEATS[:seats])
    steps = zip(points.seats, climbed, strict=False)
    played = replace(points, seats=tuple(replace(one, climbed=n) for one, n in steps))
    return Card(tuple(names[:seats]), played, DAY, turn)


def with_lines(*lines: Sequence[int]) -> Card:
    """A game of three rounds in which the seats had so many points after each, and at the end."""
    seats = tuple(
        replace(
            one,
            line=tuple(4 * points for points in line),
            points4=4 * line[-1],
            place=1 + sum(other[-1] > line[-1] for other in lines),
        )
        for one, line in zip(history(SEATS[: len(lines)]).seats, lines, strict=True)
    )
    return Card(NAMES[: len(lines)], PointsHistory(seats, (None,) * 3, finished=True), DAY)


def words_on(shown: Card, language: str = "en") -> list[Written]:
    with watched():
        return written(card_image(shown, DARK, translator(language)))


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("turn", [None, TURN])
@pytest.mark.parametrize("seats", PLAYERS)
def test_it_is_fit_for_a_phone(seats: int, turn: Told | None, look: ThemeName) -> None:
    drawn = draw_card(card(seats, turn=turn), theme=look, t=ENGLISH)
    image = Image.open(BytesIO(drawn.data))
    assert (image.format, image.size) == ("PNG", (PAGE_WIDTH, PAGE_HIGHEST))
    assert drawn.filename == "result.png"
    assert 0 < length(drawn.alt) <= LONGEST


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES, ("W" * 32,) * 5])
@pytest.mark.parametrize("turn", [None, TURN])
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_digit_is_read_where_it_is_shown_small(
    seats: int, turn: Told | None, names: tuple[str, ...]
) -> None:
    words = words_on(card(seats, turn=turn, names=names))
    assert not [one.string for one in words if one.cut]
    digits = [one for one in words if any(map(str.isdigit, one.string))]
    assert len(digits) > 2 * seats + 4
    assert min(one.size for one in digits) >= DIGITS
    whole = [one for one in digits if one.string.isdigit()]
    for one in whole:
        _, top, _, bottom = one.box
        assert (bottom - top) * SHOWN / PAGE_WIDTH >= LEAST, one.string


@pytest.mark.parametrize("look", THEMES)
def test_what_is_written_stands_out(look: ThemeName) -> None:
    with watched():
        image = card_image(card(5, turn=TURN), THEMES[look], ENGLISH)
    small = reading.small(image)
    contrasts = {
        one.string: reading.contrast(reading.seen(small, one, PAGE_WIDTH))
        for one in written(image)
        if len(one.string) > 1  # letters and places of seats stand on their markers
    }
    assert len(contrasts) > 20
    assert not {words: n for words, n in contrasts.items() if n < CONTRAST}


@pytest.mark.parametrize("seats", PLAYERS)
def test_it_tells_everybody_s_points(seats: int) -> None:
    shown = card(seats)
    strings = [one.string for one in words_on(shown)]
    said = draw_card(shown, t=ENGLISH).alt
    for name, seat in zip(shown.names, shown.history.seats, strict=True):
        assert name in strings and points_number(seat.points4) in strings
        assert f"{seat.place}. {name}, {points_number(seat.points4)} points." in said
    winner = shown.names[shown.history.by_place[0]]
    assert f"{winner} wins!" in strings and said.startswith(f"{winner} wins!")
    assert any("27 rounds" in one and "2026" in one for one in strings)
    assert any("nofficial" in one for one in strings)


def test_the_turning_point_comes_with_the_review() -> None:
    before, after = card(3), card(3, turn=TURN)
    strings = [one.string for one in words_on(before)]
    assert "Last lead change" in strings and "Turning point" not in strings
    assert "Last lead change: Round 1." in draw_card(before, t=ENGLISH).alt
    strings = [one.string for one in words_on(after)]
    assert {"Turning point", "Round 14", "−6"} <= set(strings)
    assert "Last lead change" not in strings
    assert f"Turning point: Round 14, {NAMES[1]}, −6 points." in draw_card(after, t=ENGLISH).alt
    won = card(3, turn=replace(TURN, lost=-4.4))
    assert "+4" in [one.string for one in words_on(won)]
    assert f"Round 14, {NAMES[1]}, +4 points." in draw_card(won, t=ENGLISH).alt


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (((0, 1, 5, 9, 12), (0, 2, 3, 4, 6)), "Round 2"),
        (((0, 1, 2, 3, 4), (0, 0, 1, 1, 2)), "Round 1"),
        (((0, 1, 2, 3, 9), (0, 2, 3, 4, 5)), "Final score"),
        (((0, 1, 2, 4, 9), (0, 2, 3, 4, 5)), "Final score"),
        (((0, 5, 1, 4, 9), (0, 2, 3, 3, 5)), "Round 3"),
    ],
)
def test_the_lead_is_told_since_when(lines: Sequence[Sequence[int]], told: str) -> None:
    shown = with_lines(*lines)
    assert f"Last lead change: {told}." in draw_card(shown, t=ENGLISH).alt
    assert told in [one.string for one in words_on(shown)]


def test_a_shared_win_has_no_last_change_of_lead() -> None:
    shown = with_lines((0, 1, 2, 3, 9), (0, 2, 3, 4, 9))
    said = draw_card(shown, t=ENGLISH).alt
    assert "share the win" in said and "lead" not in said
    assert not [one for one in words_on(shown) if "lead" in one.string]


def test_who_climbed_most_is_told() -> None:
    assert f"Most temple steps: {NAMES[2]}, 17 steps." in draw_card(card(4), t=ENGLISH).alt
    assert "+17" in [one.string for one in words_on(card(4))]
    both = card(2, climbed=(9, 9))
    said = draw_card(both, t=ENGLISH).alt
    assert f"Most temple steps: {NAMES[0]} and {NAMES[1]}, 9 steps." in said
    nobody = card(3, climbed=(0, 0, 0))
    assert "climber" not in draw_card(nobody, t=ENGLISH).alt
    assert not [one for one in words_on(nobody) if "climber" in one.string]


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_names_leave_room_for_all_else(language: str) -> None:
    long = card(5, names=("W" * 32,) * 5, climbed=(9,) * 5, turn=TURN)
    t = translator(language)
    said = draw_card(long, t=t).alt
    assert length(said) <= LONGEST
    assert all(points_number(one.points4) in said for one in long.history.seats)
    assert not [one.string for one in words_on(long, language) if one.cut]


@pytest.mark.parametrize("names", [("\u0000", "🂡", "名", "x", "y")])
def test_names_that_no_letter_shows_leave_the_seat_s_letter(names: tuple[str, ...]) -> None:
    strings = [one.string for one in words_on(card(5, names=names))]
    assert "A" in strings


# --- The card of a food day: fit for a phone, whole, with what each seat paid, lost and got -------

NUMBERS_OF_SEATS = (2, 3, 4, 5)


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


def words_on_day(day: HeldFoodDay) -> list[Written]:
    with watched():
        return written(food_day_image(day, DARK, ENGLISH))


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("mid_age", [True, False])
@pytest.mark.parametrize("seats", NUMBERS_OF_SEATS)
def test_a_food_day_is_fit_for_a_phone(seats: int, mid_age: bool, look: ThemeName) -> None:
    drawn = draw_food_day(crowded(seats, mid_age=mid_age), theme=look, t=ENGLISH)
    image = Image.open(BytesIO(drawn.data))
    assert (image.format, image.width) == ("PNG", PAGE_WIDTH)
    assert image.height <= PAGE_HIGHEST
    assert drawn.filename == f"food-day-{3 if mid_age else 4}.png"
    assert 0 < len(drawn.alt) <= LONGEST


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
@pytest.mark.parametrize("mid_age", [True, False])
def test_numbers_are_read_on_a_phone(mid_age: bool, names: tuple[str, ...]) -> None:
    words = words_on_day(crowded(5, mid_age=mid_age, names=names))
    assert not [one.string for one in words if one.cut]
    numbers = [one for one in words if one.string.strip("−+½").isdigit()]
    assert len(numbers) > 40
    least = min(one.size for one in numbers)
    assert least >= DIGITS - 2, "the fullest row of all may be a little smaller"


@pytest.mark.parametrize("players", NUMBERS_OF_SEATS)
def test_days_of_games_show_every_seat(players: int) -> None:
    for told in game(players):
        words = words_on_day(told.day)
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


@pytest.mark.parametrize("players", NUMBERS_OF_SEATS)
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


# --- The card of a year: fit for a phone, of a person and of a server, with any numbers and names -

OF_A_PERSON = Year(
    True, (3, 5, 0, 2, 8, 12, 1, 0, 4, 6, 9, 2), (1, 2, 0, 0, 3, 7, 1, 0, 1, 2, 4, 1), 1, 463, 4,
    (Most("opponent", 1, 23), Most("source", "monuments", 5210), Most("gear", "chichen_itza", 312)),
)  # fmt: skip
OF_A_SERVER = Year(
    False, (13, 25, 30, 42, 68, 112, 71, 60, 54, 46, 39, 22), (0,) * 12, 38, 612, 0,
    (Most("games", 1, 123), Most("wins", 2, 41), Most("points", 0, 612)),
)  # fmt: skip
YEARS = (OF_A_PERSON, OF_A_SERVER)
BEGUN = Year(True, (1,) + 11 * (0,), 12 * (0,), 1, -10, 0, (Most("source", "temples", 4),))
"""Of one game, lost."""


def card_of_year(year: Year, t: Translations, names: tuple[str, ...] = NAMES) -> YearCard:
    """The year of the first of these people, or of a server of this name."""
    return year_card(t, names[0], 2026, year, lambda number: names[number])


def words_on_year(shown: YearCard, language: str = "en") -> list[Written]:
    """What is written on it."""
    with watched():
        return written(year_image(shown, DARK, translator(language)))


@pytest.mark.parametrize("names", [NAMES, ("W" * 32,) * 5, ("🂡",) * 5])
@pytest.mark.parametrize("year", [*YEARS, BEGUN])
def test_it_is_read_where_it_is_shown_small(year: Year, names: tuple[str, ...]) -> None:
    words = words_on_year(card_of_year(year, ENGLISH, names))
    assert not [one.string for one in words if one.cut]
    whole = [one for one in words if one.string.isdigit()]
    assert len(whole) >= 4
    for one in whole:
        _, top, _, bottom = one.box
        assert (bottom - top) * SHOWN / PAGE_WIDTH >= LEAST, one.string


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("year", YEARS)
def test_what_is_written_of_a_year_stands_out(year: Year, look: ThemeName) -> None:
    with watched():
        image = year_image(card_of_year(year, ENGLISH), THEMES[look], ENGLISH)
    assert image.size == (PAGE_WIDTH, PAGE_HIGHEST)
    small = reading.small(image)
    contrasts = {
        one.string: reading.contrast(reading.seen(small, one, PAGE_WIDTH)) for one in written(image)
    }
    assert len(contrasts) > 20
    assert not {words: n for words, n in contrasts.items() if n < CONTRAST}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_words(language: str) -> None:
    t = translator(language)
    for year in (*YEARS, BEGUN):
        drawn = draw_year(card_of_year(year, t, ("W" * 100,) * 5), t=t)
        assert drawn.filename == "year.png" and length(drawn.alt) <= LONGEST
    said = draw_year(card_of_year(OF_A_PERSON, t), t=t).alt
    assert said.startswith(NAMES[0]) and NAMES[1] in said and "2026" in said
    assert all(f"{games} ({won})" in said for games, won in ((8, 3), (12, 7)))
