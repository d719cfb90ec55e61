"""The card of a game that is over: fit for a phone and for others who did not play."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from PIL import Image

from bot.engine.game_facts import PointsHistory
from bot.model.computers import Told
from bot.model.server import LANGUAGES
from bot.text.descriptions.alt_text import LONGEST, length
from bot.text.descriptions.results import Card
from bot.text.names import points_number
from bot.text.translation import translator
from rendering import draw_card
from rendering.drawing.theme import DARK, THEMES, ThemeName
from rendering.ground import DIGITS, PAGE_HIGHEST, PAGE_WIDTH
from rendering.results.cards import card_image
from tests.rendering import reading
from tests.rendering.histories import SEATS, history
from tests.rendering.scenes import LONG_NAMES, NAMES
from tests.rendering.written import Written, watched, written

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
    assert "Last change of lead" in strings and "Turning point" not in strings
    assert "Last change of lead: Round 1." in draw_card(before, t=ENGLISH).alt
    strings = [one.string for one in words_on(after)]
    assert {"Turning point", "Round 14", "−6"} <= set(strings)
    assert "Last change of lead" not in strings
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
    assert f"Last change of lead: {told}." in draw_card(shown, t=ENGLISH).alt
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
