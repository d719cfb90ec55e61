"""The pictures of standings and of ratings: every place on them, nothing over anything else."""

import random
from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image

from bot.text.descriptions.results import (
    Band,
    RatingLine,
    RatingsChart,
    StandingsRow,
    StandingsTable,
    alt_ratings,
    alt_standings,
)
from bot.text.translation import rating_number, translator
from rendering.drawing.theme import THEMES, contrast
from rendering.results.standings import MOST_ROWS, draw_standings, standings_image
from rendering.results.statistics import MOST_POINTS, draw_ratings, ratings_image
from tests.rendering.colour_vision import apart
from tests.rendering.test_names import EMPTY, LONG
from tests.rendering.written import Written, watched, written
from tests.text.test_alt_text import Longwinded

# --- The standings picture: every place on it, nothing over anything else, and its words ----------

ENGLISH = translator("en")
NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
WIDEST = 11 / 7
COLUMNS = ("Points", "Games", "Wins")


def table(
    count: int, names: tuple[str, ...] = NAMES, signs: tuple[str, ...] = ("",), **more: Any
) -> StandingsTable:
    """Made-up standings: two go up, three go down, some are tied."""
    rows = []
    for number in range(count):
        band: Band = "up" if number < 2 else "down" if number >= count - 3 else "stays"
        rows.append(
            StandingsRow(
                place=number + 1,
                name=names[number % len(names)],
                values=(f"{100 - number}½", str(number % 7), str(number // 2)),
                moved=(2, -1, 0, None, 12)[number % 5],
                tie="ahead by wins: 3 to 2" if number % 4 == 1 else "",
                band=band,
                signs=signs[number % len(signs)],
            )
        )
    return StandingsTable("Division 2", COLUMNS, tuple(rows), note="After round 3 of 6", **more)


def words_of(shown: StandingsTable, theme: str = "dark") -> tuple[Image.Image, list[Written]]:
    """The picture, and what is written on it."""
    with watched():
        image = standings_image(shown, THEMES[theme])
    return image, written(image)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("count", [0, 1, 2, 4, 8, 14, MOST_ROWS])
def test_a_picture_for_a_chat(count: int, theme: Any) -> None:
    picture = draw_standings(table(count), theme=theme, t=ENGLISH)
    image = Image.open(BytesIO(picture.data))
    assert image.width == 1600
    assert 1 / WIDEST <= image.width / image.height <= WIDEST
    assert len(picture.data) <= 250_000
    assert len(picture.alt) <= 1024


@pytest.mark.parametrize("count", [3, MOST_ROWS])
def test_everything_is_written_and_large_enough(count: int) -> None:
    shown = table(count, tuple(f"Person {n}" for n in range(count)))
    _, words = words_of(shown)
    strings = Counter(one.string for one in words)
    assert strings["Division 2"] == strings["After round 3 of 6"] == 1
    assert all(strings[column] == 1 for column in COLUMNS)
    for row in shown.rows:
        assert strings[row.name] == 1
        assert all(strings[value] for value in row.values)
        assert strings[str(row.place)]
    assert strings["ahead by wins: 3 to 2"] == sum(row.tie != "" for row in shown.rows)
    for one in words:
        if one.string.startswith("Person") or one.string.endswith("½"):
            assert one.size / 4 >= 8  # at 400 pixels


def check_whole(image: Image.Image, words: list[Written]) -> None:
    """Nothing leaves the picture, and nothing is written over anything else."""
    for one in words:
        left, top, right, bottom = one.box
        assert left >= 20 and top >= 0 and right <= 1580 and bottom <= image.height, one.string
    for one, other in combinations(words, 2):
        (a, b, c, d), (e, f, g, h) = one.box, other.box
        assert not (a < g and e < c and b < h and f < d), (one.string, other.string)


@pytest.mark.parametrize("count", [2, 9, MOST_ROWS])
def test_names_of_any_length_leave_it_whole(count: int) -> None:
    names = (*LONG.values(), *EMPTY.values())
    for first in range(0, len(names), count):
        check_whole(*words_of(table(count, names[first:] + names[:first])))


def test_long_words_leave_it_whole() -> None:
    shown = table(12)
    rows = tuple(
        replace(row, tie="ahead by the points in the games against each other, " * 4)
        for row in shown.rows
    )
    columns = ("Erreichte Punkte", "Spiele", "Gewonnene Spiele")
    check_whole(*words_of(replace(shown, rows=rows, columns=columns)))
    check_whole(*words_of(replace(shown, title="A season with a long name " * 5, note="W" * 90)))


def test_more_rows_than_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="20 rows"):
        draw_standings(table(MOST_ROWS + 1), t=ENGLISH)


def test_a_row_without_all_its_values_is_refused() -> None:
    shown = table(2)
    with pytest.raises(ValueError, match="each column"):
        draw_standings(replace(shown, columns=("Points",)), t=ENGLISH)


def colours_at_the_left(shown: StandingsTable) -> list[tuple[int, int, int]]:
    """The colour beside the left edge in the middle of each row."""
    image, words = words_of(shown)
    found = []
    for row in shown.rows:
        at = next(one for one in words if one.string == row.name)
        pixel = image.getpixel((44, round(at.middle[1])))
        assert isinstance(pixel, tuple)
        found.append((pixel[0], pixel[1], pixel[2]))
    return found


def test_bands_are_seen_and_who_has_withdrawn_has_none() -> None:
    look = THEMES["dark"]
    shown = table(9, tuple(f"Person {n}" for n in range(9)))
    rows = (*shown.rows[:8], replace(shown.rows[8], gone=True))
    colours = colours_at_the_left(replace(shown, rows=rows))
    assert colours[:2] == [look.jade] * 2
    assert colours[6:8] == [look.food_mid] * 2
    assert {*colours[2:6], colours[8]} == {look.panel}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_bands_are_told_apart_by_every_eye(theme: str) -> None:
    look = THEMES[theme]
    for sight in ("usual", "protan", "deutan", "tritan"):
        assert apart(look.jade, look.food_mid, sight) >= 10
    for colour in (look.jade, look.food_mid):  # and by their triangles, which point up and down
        assert contrast(look.food_ink, colour) >= 4.5


def test_moves_are_told() -> None:
    _, words = words_of(table(5))
    strings = Counter(one.string for one in words)
    assert strings["12"] == 1  # places won by the fifth
    alt = alt_standings(table(5), ENGLISH)
    assert "12 places won" in alt and "1 place lost" in alt


def test_alt_text_tells_everything() -> None:
    shown = table(6)
    alt = draw_standings(shown, t=ENGLISH).alt
    assert alt.startswith("Standings: Division 2, After round 3 of 6.")
    for row in shown.rows:
        values = ", ".join(f"{c} {v}" for c, v in zip(COLUMNS, row.values, strict=True))
        assert f"{row.place}. {row.name}: {values}" in alt
    assert alt.count("set to go up") == 2 and alt.count("set to go down") == 3
    assert alt.count("ahead by wins") == 2


@pytest.mark.parametrize("count", [4, MOST_ROWS])
def test_alt_text_fits_whatever_people_are_called(count: int) -> None:
    for name in (*LONG.values(), "\U0001f9d9" * 32):
        for t in (ENGLISH, Longwinded()):
            alt = alt_standings(table(count, (name,)), t)
            assert len(alt.encode("utf-16-le")) // 2 <= 1024
            assert "100½" in alt
            if t is ENGLISH:  # else the last places may have to give way
                assert f"{101 - count}½" in alt
    assert len(alt_standings(replace(table(2), title="W" * 3000), ENGLISH)) <= 1024


def test_signs_stand_behind_names_and_are_explained() -> None:
    long = "a name so long that it has to be cut somewhere behind its middle part"
    shown = table(6, ("Ada", long, "Ben"), ("×‡", "§"), legend="× a table by forfeit")
    image, words = words_of(shown)
    assert [one.string for one in words if one.string in ("×‡", "§")] == ["×‡", "§"] * 3
    assert "× a table by forfeit" in [one.string for one in words]
    assert image.width / image.height >= 1 / WIDEST
    alt = draw_standings(shown, t=ENGLISH).alt
    assert "1. Ada ×‡: " in alt and alt.endswith("× a table by forfeit.")


# --- The picture of ratings: all lines and numbers on it, nothing over anything else, its words ---

REDUCED = 400 / 1600


def chart(*lengths: int, name: str = "Ixchel", seed: int = 1) -> RatingsChart:
    """Made-up ratings: for 2, 3, 4... players so many games each."""
    chance, lines = random.Random(seed), []
    for players, length in enumerate(lengths, start=2):
        value, values = 0.0, []
        for _ in range(length):
            value += chance.uniform(-2, 2.8)
            values.append(value)
        if values:
            lines.append(RatingLine(players, tuple(values)))
    return RatingsChart(name, tuple(lines), 10)


def words_of_chart(shown: RatingsChart, theme: str = "dark", t: Any = ENGLISH) -> list[Written]:
    """What is written on the picture."""
    with watched():
        image = ratings_image(shown, THEMES[theme], t)
    return written(image)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("lengths", [(1,), (0, 0, 40), (12, 30, 3, 8), (2, 700, 650, 1)])
def test_a_chart_for_a_chat(lengths: tuple[int, ...], theme: Any) -> None:
    picture = draw_ratings(chart(*lengths), theme=theme, t=ENGLISH)
    image = Image.open(BytesIO(picture.data))
    assert image.width == 1600
    assert image.width / image.height <= WIDEST
    assert len(picture.data) <= 250_000
    assert picture.filename == "ratings.png"


def test_every_rating_is_written_large_enough() -> None:
    shown = chart(12, 30, 3, 8)
    words = words_of_chart(shown)
    strings = Counter(one.string for one in words)
    assert strings["Ixchel"] == 1
    for line in shown.lines:
        assert strings[rating_number(ENGLISH, line.values[-1])] >= 1
        assert strings[f"{line.players} players"] == 1
    assert strings["provisional"] == sum(len(line.values) < 10 for line in shown.lines) == 2
    numbers = {rating_number(ENGLISH, line.values[-1]) for line in shown.lines}
    for one in words:
        if one.string in numbers or one.string.endswith("players"):
            assert one.size * REDUCED >= 8


@pytest.mark.parametrize("name", [*LONG.values(), *EMPTY.values()])
def test_names_of_any_length_leave_the_chart_whole(name: str) -> None:
    check_chart(words_of_chart(chart(12, 30, 3, 8, name=name)))


@pytest.mark.parametrize("seed", range(6))
def test_lines_that_end_together_keep_their_words_apart(seed: int) -> None:
    shown = chart(9, 9, 9, 9, seed=seed)
    level = tuple(replace(line, values=(*line.values, seed * 3.0)) for line in shown.lines)
    check_chart(words_of_chart(replace(shown, lines=level)))
    check_chart(words_of_chart(replace(shown, lines=level), t=Longwinded()))


def check_chart(words: list[Written]) -> None:
    """Nothing leaves the picture, and nothing is written over anything else."""
    for one in words:
        left, top, right, bottom = one.box
        assert left >= 20 and top >= 0 and right <= 1580 and bottom <= 1030, one.string
    for one, other in combinations(words, 2):
        (a, b, c, d), (e, f, g, h) = one.box, other.box
        assert not (a < g and e < c and b < h and f < d), (one.string, other.string)


def colours(shown: RatingsChart) -> Counter[Any]:
    image = ratings_image(shown, THEMES["dark"], ENGLISH)
    found = image.crop((130, 180, 1170, 920)).getcolors(10**6) or []
    return Counter({colour: count for count, colour in found})


def test_every_line_has_the_colour_of_its_number_of_players() -> None:
    look = THEMES["dark"]
    for players in range(4):
        lengths = [0] * 4
        lengths[players] = 30
        found = colours(chart(*lengths))
        for other in range(4):
            assert (found[look.seats[other].fill] > 2000) == (other == players)


def test_provisional_games_are_drawn_thinner() -> None:
    straight = RatingLine(2, tuple(float(n) for n in range(1, 21)))
    fill = THEMES["dark"].seats[0].fill
    settled = colours(RatingsChart("a", (straight,), 1))[fill]
    provisional = colours(RatingsChart("a", (straight,), 19))[fill]
    assert provisional < 0.75 * settled


def test_long_histories_keep_their_last_value() -> None:
    shown = chart(MOST_POINTS * 3 + 1)
    last = rating_number(ENGLISH, shown.lines[0].values[-1])
    assert last in {one.string for one in words_of_chart(shown)}


def test_alt_text_tells_every_rating() -> None:
    shown = RatingsChart("Ada", (RatingLine(2, (1.0, -0.54, 2.26)), RatingLine(4, (3.0,))), 10)
    assert alt_ratings(shown, ENGLISH) == (
        "Ratings of Ada, game by game. 2 players: 2.3 (3 games), lowest −0.5, highest 2.3. "
        "4 players: 3.0 (1 game), lowest 3.0, highest 3.0."
    )
    assert len(alt_ratings(replace(chart(9, 9, 9, 9), name="W" * 3000), ENGLISH)) <= 1024
