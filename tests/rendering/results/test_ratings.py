"""The picture of ratings: all lines and numbers on it, nothing over anything else, its words."""

import random
from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image

from bot.text.descriptions.results import RatingLine, RatingsChart, alt_ratings
from bot.text.translation import rating_number, translator
from rendering.drawing.theme import THEMES
from rendering.results.statistics import MOST_POINTS, draw_ratings, ratings_image
from tests.rendering.test_names import EMPTY, LONG
from tests.rendering.written import Written, watched, written
from tests.text.descriptions.test_alt_text import Longwinded

ENGLISH = translator("en")
WIDEST = 11 / 7
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


def words_of(shown: RatingsChart, theme: str = "dark", t: Any = ENGLISH) -> list[Written]:
    """What is written on the picture."""
    with watched():
        image = ratings_image(shown, THEMES[theme], t)
    return written(image)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("lengths", [(1,), (0, 0, 40), (12, 30, 3, 8), (2, 700, 650, 1)])
def test_a_picture_for_a_chat(lengths: tuple[int, ...], theme: Any) -> None:
    picture = draw_ratings(chart(*lengths), theme=theme, t=ENGLISH)
    image = Image.open(BytesIO(picture.data))
    assert image.width == 1600
    assert image.width / image.height <= WIDEST
    assert len(picture.data) <= 250_000
    assert picture.filename == "ratings.png"


def test_every_rating_is_written_large_enough() -> None:
    shown = chart(12, 30, 3, 8)
    words = words_of(shown)
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
def test_names_of_any_length_leave_it_whole(name: str) -> None:
    check_whole(words_of(chart(12, 30, 3, 8, name=name)))


@pytest.mark.parametrize("seed", range(6))
def test_lines_that_end_together_keep_their_words_apart(seed: int) -> None:
    shown = chart(9, 9, 9, 9, seed=seed)
    level = tuple(replace(line, values=(*line.values, seed * 3.0)) for line in shown.lines)
    check_whole(words_of(replace(shown, lines=level)))
    check_whole(words_of(replace(shown, lines=level), t=Longwinded()))


def check_whole(words: list[Written]) -> None:
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
    assert last in {one.string for one in words_of(shown)}


def test_alt_text_tells_every_rating() -> None:
    shown = RatingsChart("Ada", (RatingLine(2, (1.0, -0.54, 2.26)), RatingLine(4, (3.0,))), 10)
    assert alt_ratings(shown, ENGLISH) == (
        "Ratings of Ada, game by game. 2 players: 2.3 (3 games), lowest −0.5, highest 2.3. "
        "4 players: 3.0 (1 game), lowest 3.0, highest 3.0."
    )
    assert len(alt_ratings(replace(chart(9, 9, 9, 9), name="W" * 3000), ENGLISH)) <= 1024
