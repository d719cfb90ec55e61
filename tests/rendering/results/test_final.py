"""The final-score picture: everything on it, nothing over anything else, and its words."""

import random
from collections import Counter
from io import BytesIO
from itertools import combinations, pairwise
from typing import Any

import pytest
from PIL import Image

from bot.engine import Game
from bot.engine.game_facts import PointsHistory, points_history
from bot.engine.happenings import POINTS_SOURCES
from bot.text.descriptions.results import alt_final
from bot.text.names import points_number, tile_name
from bot.text.points import source_name
from bot.text.translation import Translations, translator
from rendering.drawing.theme import THEMES, Theme, contrast
from rendering.results import final as final_picture
from rendering.results.charts import LOOKS, block, ink_on, sign
from rendering.results.final import FinalResult, draw_final, final_image
from tests.rendering.colour_vision import apart
from tests.rendering.scenes import NAMES, SEATS, history
from tests.rendering.test_names import EMPTY, LONG
from tests.rendering.written import Written, watched, written
from tests.text.test_alt_text import Longwinded

ENGLISH = translator("en")
WIDEST = 11 / 7
ROOM = 250_000
REDUCED = 400 / 1600


def result(players: int = 4, names: tuple[str, ...] = NAMES, **more: Any) -> FinalResult:
    """A made-up result."""
    return FinalResult(tuple(names[:players]), history(SEATS[:players], **more))


def words_of(
    shown: FinalResult, theme: str = "dark", t: Translations = ENGLISH
) -> tuple[Image.Image, list[Written]]:
    """The picture, and what is written on it."""
    with watched():
        image = final_image(shown, THEMES[theme], t)
    return image, written(image)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_picture_for_a_chat(players: int, theme: Any) -> None:
    picture = draw_final(result(players), theme=theme, t=ENGLISH)
    image = Image.open(BytesIO(picture.data))
    assert image.width == 1600
    assert image.width / image.height <= WIDEST
    assert image.height / image.width <= WIDEST
    assert len(picture.data) <= ROOM
    assert picture.filename == "final.png"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_names_points_sources_and_rounds_are_written(players: int) -> None:
    shown = result(players)
    _, words = words_of(shown)
    strings = Counter(one.string for one in words)
    for seat in shown.history.seats:
        whole = points_number(seat.points4).rstrip("¼½¾")
        assert strings[whole] or strings[points_number(seat.points4)]
        assert strings[points_number(seat.points4)]  # at the end of its line
    for name in shown.names:
        assert strings[name] == 1
    for source in {source for seat in shown.history.seats for source, _ in seat.sources}:
        name = source_name(ENGLISH, source)
        assert strings[name[0].upper() + name[1:]] == 1
    for food_day in ("8", "14", "21", "27"):
        assert strings[food_day]
    assert strings["Final score"] == strings["27 rounds, with quarter points"] == 1


def test_everything_that_matters_is_large_enough_at_400_pixels() -> None:
    shown = result(5)
    _, words = words_of(shown)
    size = {one.string: max(w.size for w in words if w.string == one.string) for one in words}
    for name in shown.names:
        assert size[name] * REDUCED >= 12
    for seat in shown.history.seats:
        assert size[points_number(seat.points4).rstrip("¼½¾")] * REDUCED >= 16
    for one in words:
        assert one.size * REDUCED >= 7


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_numbers_and_names_stand_out(theme: str) -> None:
    look = THEMES[theme]
    for source in POINTS_SOURCES:
        fill = LOOKS[source].fill(look)
        assert contrast(ink_on(fill, look), fill) >= 4.5
    for ink in (look.text, look.turn, look.dim):
        assert contrast(ink, look.panel) >= 3


def over(one: Written, other: Written) -> bool:
    """Whether two strings share ink's room."""
    (a, b, c, d), (e, f, g, h) = one.box, other.box
    return a < g and e < c and b < h and f < d


def check_whole(image: Image.Image, words: list[Written]) -> None:
    """Nothing leaves the picture, and nothing is written over anything else."""
    for one in words:
        left, top, right, bottom = one.box
        assert left >= 20 and top >= 0 and right <= 1580 and bottom <= image.height
    for one, other in combinations([one for one in words if one.string not in "ABCDE"], 2):
        assert not over(one, other), (one.string, other.string)


@pytest.mark.parametrize("first", range(0, len(LONG) + len(EMPTY), 5))
def test_names_of_any_length_leave_it_whole(first: int) -> None:
    names = [*LONG.values(), *EMPTY.values(), *LONG.values()]
    check_whole(*words_of(result(5, names=tuple(names[first : first + 5]))))


def test_longer_languages_leave_it_whole() -> None:
    image, words = words_of(result(5), t=Longwinded())
    check_whole(image, words)
    for source in set(POINTS_SOURCES) - {"earlier"}:
        assert any(one.string.lower().startswith(source[:6]) for one in words), source


@pytest.mark.parametrize("seed", range(4))
def test_random_games_leave_it_whole(seed: int) -> None:
    """Their points are mostly below zero, and their lines cross."""
    check_whole(*words_of(FinalResult(NAMES[: 2 + seed], random_history(2 + seed, seed))))


def random_history(players: int, seed: int) -> PointsHistory:
    """Where the points of a random game came from."""
    chance = random.Random(seed)
    modules = ("quick_actions", "prophecies") if players == 5 else ()
    game = Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        game.play(game.pending[0].seat, chance.choice(game.legal()))
    record = game.record()
    return points_history(record["setup"], [(seat, action) for seat, action in record["actions"]])


@pytest.mark.parametrize(
    "seats",
    [
        ({}, {}),
        ({"hunger": -240}, {"hunger": -12}),
        ({"temples": 1}, {"goods": 1}),
        ({"temples": 1200, "chichen_itza": 603}, {"hunger": -300, "goods": 2}),
        tuple(dict.fromkeys(POINTS_SOURCES, 4) for _ in range(5)),
        tuple({"temples": 100, "goods": 3} for _ in range(5)),
    ],
    ids=["nothing", "below zero", "quarters", "hundreds", "all sources", "all level"],
)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_extreme_games(seats: tuple[dict[str, int], ...], theme: str) -> None:
    shown = FinalResult(NAMES[: len(seats)], history(seats, monuments=()))
    image, words = words_of(shown, theme)
    check_whole(image, words)
    picture = draw_final(shown, theme=theme, t=ENGLISH)  # type: ignore[arg-type]
    assert len(picture.data) <= ROOM and len(picture.alt) <= 1024


def test_blocks_are_as_long_as_their_points(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, int]] = []

    def noting(source: Any, width: int, height: int, theme: Theme) -> Image.Image:
        drawn.append((source, width))
        return block(source, width, height, theme)

    monkeypatch.setattr(final_picture, "block", noting)
    shown = FinalResult(("Ann", "Bob"), history(({"temples": 120}, {"goods": 30, "hunger": -60})))
    final_image(shown, THEMES["dark"], ENGLISH)
    bars = drawn[: 1 + 2 + 2]
    given = [("temples", 120), ("monuments", 40), ("monuments", 24), ("goods", 30), ("hunger", 60)]
    assert [source for source, _ in bars] == [source for source, _ in given]
    scale = bars[0][1] / 120
    for (_, wide), (_, points4) in zip(bars, given, strict=True):
        assert wide == pytest.approx(points4 * scale, abs=2)


def test_who_is_tied_shows_the_workers_that_decide() -> None:
    level = ({"temples": 100}, {"temples": 100}, {"temples": 60})
    shown = FinalResult(NAMES[:3], history(level, monuments=(), on_gears=(4, 5, 6)))
    _, words = words_of(shown)
    strings = Counter(one.string for one in words)
    assert shown.history.by_place == (1, 0, 2)
    assert strings["4"] >= 1 and strings["5"] >= 1 and not strings["6"]
    assert "5 workers on gears" in draw_final(shown, t=ENGLISH).alt


def test_a_running_game_has_no_winner_yet() -> None:
    shown = result(3, finished=False, rounds=10)
    picture = draw_final(shown, t=ENGLISH)
    _, words = words_of(shown)
    strings = [one.string for one in words]
    assert picture.filename == "points.png"
    assert "Points so far" in strings and "10 rounds, with quarter points" in strings
    assert picture.alt.startswith("Points after 10 rounds.")


def test_before_the_first_round() -> None:
    check_whole(*words_of(result(2, finished=False, rounds=0)))


SIGHTS = ("usual", "protan", "deutan", "tritan")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_neighbours_in_a_bar_are_told_apart_by_every_eye(theme: str) -> None:
    """By colour where they touch; by sign and pattern besides."""
    look = THEMES[theme]
    shown = [source for source in POINTS_SOURCES if source not in ("hunger", "earlier")]
    for one, other in pairwise(shown):
        for sight in SIGHTS:
            assert apart(LOOKS[one].fill(look), LOOKS[other].fill(look), sight) >= 10, (
                one,
                other,
                sight,
            )
    for one, other in combinations(POINTS_SOURCES, 2):
        same = LOOKS[one].pattern is LOOKS[other].pattern
        assert not same or {one, other} == {"skulls", "earlier"}
        assert LOOKS[one].sign != LOOKS[other].sign


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_blocks_differ_without_colour(theme: str) -> None:
    """Signs in grey: no two sources have the same."""
    look = THEMES[theme]
    grey = {}
    for source in POINTS_SOURCES:
        stone = block(source, 60, 60, look).copy()
        stone.alpha_composite(sign(source, 60, look))
        grey[source] = stone.convert("L").tobytes()
    for one, other in combinations(POINTS_SOURCES, 2):
        differing = sum(abs(a - b) > 24 for a, b in zip(grey[one], grey[other], strict=True))
        assert differing > 300, (one, other)


def test_alt_text_tells_everything() -> None:
    shown = result(4)
    alt = draw_final(shown, t=ENGLISH).alt
    assert alt.startswith("Final score after 27 rounds.")
    for seat, points in enumerate(shown.history.seats):
        assert f"{points.place}. {NAMES[seat]}, {points_number(points.points4)} points" in alt
        for source, points4 in points.sources:
            if source != "monuments":
                assert f"{source_name(ENGLISH, source)} {points_number(points4)}" in alt
    for tile, points4 in shown.history.seats[0].monuments:
        assert f"{tile_name(ENGLISH, tile)} {points_number(points4)}" in alt
    for food_day in (8, 14, 21, 27):
        assert f"food day of round {food_day}: {NAMES[0]}" in alt


@pytest.mark.parametrize("name", [*LONG.values(), "\U0001f9d9" * 32], ids=[*LONG, "wizards"])
def test_alt_text_fits_whatever_people_are_called(name: str) -> None:
    for t in (ENGLISH, Longwinded()):
        shown = result(5, names=(name,) * 5)
        alt = alt_final(shown.names, shown.history, t)
        assert len(alt.encode("utf-16-le")) // 2 <= 1024
        for points in shown.history.seats:
            assert points_number(points.points4) in alt


def test_the_same_result_is_the_same_key() -> None:
    assert result() == result() and hash(result()) == hash(result())
