"""What decides a turn can be read 400 pixels wide: round, days to the food day, every worker and
its space, each seat's corn, points and free workers. And no digit on the wheels picture is small.

Nothing is known here of places in the picture: drawing is watched (`written`), and what was
written is told apart by the layout, then measured in the reduced picture itself.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.engine.components import FOOD_DAY_TEETH, MODULES, QUICK_TILES
from bot.engine.expansion import PROPHECIES
from bot.engine.position import Quick
from bot.scene import Scene
from bot.text.names import SEAT_LETTERS, points_number
from rendering.drawing import lettering
from rendering.drawing.encoding import png
from rendering.drawing.theme import THEMES, Theme, mix
from rendering.layout import (
    CALENDAR,
    CITIES,
    DIGIT,
    HUB_RADIUS,
    LINE_GAP,
    LINE_HEIGHT,
    WIDTH,
    WORKER,
    seats_top,
    wheels_height,
)
from rendering.wheels.picture import wheels_image
from tests.rendering import reading
from tests.rendering.scenes import NAMES, before_food_day, crowded, scene_at
from tests.rendering.test_snapshots import POSITIONS, frozen
from tests.rendering.written import Written, watched, written

NUMBER_CONTRAST = 4.5
LETTER_CONTRAST = 4.0
"""Of the letter on a seat's marker, which says a third time what shape and colour say."""
GRAPHIC_CONTRAST = 3.0
NUMBER_SIZE, LETTER_SIZE = 18.0, 8.0
"""Least type size, in pixels at 400 (the em, as in the type scale of the board)."""
NUMBER_HEIGHT, LETTER_HEIGHT = 13.5, 6.0
"""Least height of the ink itself: a digit of Lato is 0.72 of its em high."""
DIGIT_HEIGHT = 54
"""Least height of every digit, in pixels of the picture: 9 where 265 of them are shown."""
STROKE = 1.0

PLAYERS = (2, 3, 4, 5)


@dataclass(frozen=True)
class Shown:
    """A drawn wheels picture: what is written on it, and how a phone shows it."""

    scene: Scene
    theme: Theme
    words: list[Written]
    small: Image.Image
    sent_on: Image.Image

    @cached_property
    def light(self) -> list[float]:
        """Luminance of each pixel of the small picture."""
        return reading.luminances(self.small)


def scene_with(players: int, modules: bool) -> Scene:
    """Workers on all gears, ordinary numbers, some zeros; perhaps all the expansion's panels."""
    dump = crowded(players)
    values = ((9, 0, 0), (0, 58, 1), (28, 93, 6), (14, -14, 2), (7, 402, 3))
    for seat, (corn, points4, free) in enumerate(values[:players]):
        dump["players"][seat].update(
            corn=corn, points4=4 * (points4 // 4), available=free, workers=6, wood=3, stone=0,
            gold=1, skulls=2, corn_tiles=2, wood_tiles=0, buildings=["a1-small-farm-1"],
        )  # fmt: skip
    if modules:
        dump["modules"] = list(MODULES)
        dump["prophecies"] = ["wrathful-gods", "drought", "hunger"]
        dump["active_prophecy"] = "drought" if dump["food_days_held"] else None
        dump["quick"] = {"tile": "qa1-stone", "spaces": [0, 1, None]}
        for player, tribe in zip(dump["players"], _TRIBES, strict=False):
            player["tribe"] = tribe
    return scene_at(dump, NAMES[:players], waiting=(players - 1,))


_TRIBES = ("balam", "huracan", "ixtab", "ahau-chamahez", "cit-bolon-tum")


def shown_of(scene: Scene, theme: Theme) -> Shown:
    """Draw it; inside `watched()` only."""
    image = wheels_image(scene, theme)
    sent = Image.open(BytesIO(png(image, theme)))
    small = reading.small(sent)
    return Shown(scene, theme, written(image), small, reading.as_sent_on(small))


CASES = [
    (players, modules, look) for players in PLAYERS for modules in (False, True) for look in THEMES
]
ALWAYS = {(2, False, "light"), (3, True, "light"), (4, False, "dark"), (5, True, "dark")}
"""The cases of every run; the others are in the long one."""


class Drawn:
    """The pictures looked at here, each drawn once."""

    @cache  # noqa: B019 - there is one of this kind
    def usual(self, players: int, modules: bool, look: str) -> Shown:
        """A scene of a round in the middle of a game."""
        with watched():
            return shown_of(scene_with(players, modules), THEMES[look])

    def calm(self, players: int, look: str) -> Shown:
        """The same with all modules and nobody asked."""
        with watched():
            return shown_of(replace(scene_with(players, modules=True), waiting=()), THEMES[look])

    @cache  # noqa: B019
    def moments(self, look: str) -> list[Shown]:
        """The food days themselves, rounds with other digits, long numbers."""
        with watched():
            return [shown_of(shown, THEMES[look]) for shown in _moments()]


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    return Drawn()


def _moments() -> list[Scene]:
    plain = scene_with(4, modules=True)
    scenes = [before_food_day(plain, 0, mid_age=kind) for kind in (False, True)]
    scenes += [replace(plain, round=number) for number in (1, 7, 20, 27)]
    # The most lines, with the longest numbers of real games.
    full = scene_with(5, modules=True)
    for corn, points4, free in ((28, 4 * 104, 5), (104, 4 * 99, 0), (12, 4 * -14, 6)):
        changes = {"corn": corn, "points4": points4, "available": free}
        scenes.append(
            replace(full, players=tuple(seat._replace(**changes) for seat in full.players))
        )
    return scenes


# Which of what is written is what.


def near(words: list[Written], string: str, at: tuple[float, float], reach: float) -> Written:
    """The string written last so close to a place, of those that are seen there."""
    found = [w for w in words if w.string == string and math.dist(w.middle, at) <= reach]
    assert found, f"{string} is not written near {at}"
    return found[-1]


def workers(made: Shown) -> Iterator[tuple[str, Written, Written | None]]:
    """Every worker: what it is, its letter, and the number of its space if that has one."""
    for gear, spaces in made.scene.gears.items():
        city = CITIES[gear]
        highest = 10 if gear == "chichen_itza" else 7
        for space, who in enumerate(spaces):
            if isinstance(who, int):
                letter = near(made.words, SEAT_LETTERS[who], city.worker(space), WORKER / 4)
                numeral = None
                if space <= highest:
                    numeral = near(made.words, str(space), city.numeral(space), WORKER / 4)
                yield f"{SEAT_LETTERS[who]} on {gear} {space}", letter, numeral


def hub(made: Shown) -> dict[str, Written]:
    """Round and days to the food day: the two largest numbers in the middle."""
    inside = [w for w in made.words if math.dist(w.middle, CALENDAR) < HUB_RADIUS]
    largest = sorted(inside, key=lambda w: -w.size)[:2]
    return dict(zip(("round", "days to the food day"), largest, strict=True))


def line(made: Shown, seat: int) -> dict[str, Written]:
    """Corn, free workers of all, and points: the first number of a seat's line and the last two."""
    top = seats_top(prophecies=bool(made.scene.prophecies)) + seat * (LINE_HEIGHT + LINE_GAP)
    numbers = [
        w
        for w in made.words
        if re.fullmatch(r"−?\d*[¼½¾]?", w.string) and top < w.middle[1] < top + LINE_HEIGHT
    ]
    numbers.sort(key=lambda w: w.middle[0])
    assert len(numbers) == 7, [w.string for w in numbers]
    return dict(zip(("corn", "free workers", "points"), (numbers[0], *numbers[-2:]), strict=True))


def named_numbers(made: Shown) -> dict[str, Written]:
    """Everything that must be read, with what it says checked."""
    found = hub(made)
    assert made.scene.food_day is not None
    said = {"round": str(made.scene.round), "days to the food day": str(made.scene.food_day.rounds)}
    for number, seat in enumerate(made.scene.players):
        for what, drawn in line(made, number).items():
            found[f"{what} of {SEAT_LETTERS[number]}"] = drawn
        said[f"corn of {SEAT_LETTERS[number]}"] = str(seat.corn)
        said[f"points of {SEAT_LETTERS[number]}"] = points_number(seat.points4)
        said[f"free workers of {SEAT_LETTERS[number]}"] = str(seat.available)
    assert {what: drawn.string for what, drawn in found.items()} == said
    for what, _, numeral in workers(made):
        if numeral is not None:
            found[f"space of {what}"] = numeral
    return found


def letters(made: Shown) -> dict[str, Written]:
    return {what: letter for what, letter, _ in workers(made)}


# What is wrong with a picture.


def hard_to_read(made: Shown) -> list[str]:
    """Every measure that is missed, in words with its value."""
    faults = []

    def hold(what: str, value: float, floor: float) -> None:
        if value < floor:
            faults.append(f"{what}: {value:.2f} instead of {floor}")

    for what, drawn in named_numbers(made).items():
        hold(f"contrast, {what}", contrast_of(made, drawn), NUMBER_CONTRAST)
        hold(f"type size, {what}", reading.type_size(drawn, WIDTH), NUMBER_SIZE)
        hold(f"height, {what}", reading.height(drawn, WIDTH), NUMBER_HEIGHT)
        hold(f"stroke, {what}", reading.stroke(drawn, WIDTH), STROKE)
    for what, drawn in letters(made).items():
        hold(f"contrast, {what}", contrast_of(made, drawn), LETTER_CONTRAST)
        hold(f"type size, {what}", reading.type_size(drawn, WIDTH), LETTER_SIZE)
        hold(f"height, {what}", reading.height(drawn, WIDTH), LETTER_HEIGHT)
        hold(f"stroke, {what}", reading.stroke(drawn, WIDTH), STROKE)
    return faults


def contrast_of(made: Shown, drawn: Written) -> float:
    return reading.contrast(reading.seen(made.small, drawn, WIDTH))


def misread(made: Shown) -> list[str]:
    """Numbers and letters that are taken for others, or for none, when the small picture has been
    sent on once more."""
    faults = []
    for what, drawn in named_numbers(made).items():
        found = reading.read(made.sent_on, drawn, WIDTH, "0123456789−¼½¾")
        if found != drawn.string:
            faults.append(f"{what}: {drawn.string} read as {found}")
    for what, drawn in letters(made).items():
        found = reading.read(made.sent_on, drawn, WIDTH, SEAT_LETTERS)
        if found != drawn.string:
            faults.append(f"{what}: {drawn.string} read as {found}")
    return faults


EACH = pytest.mark.parametrize(
    ("players", "modules", "look"),
    [pytest.param(*case, marks=() if case in ALWAYS else pytest.mark.long) for case in CASES],
)


@EACH
def test_what_decides_is_large_and_stands_out(
    drawn: Drawn, players: int, modules: bool, look: str
) -> None:
    assert not hard_to_read(drawn.usual(players, modules, look))


@EACH
def test_what_decides_is_read_right(drawn: Drawn, players: int, modules: bool, look: str) -> None:
    made = drawn.usual(players, modules, look)
    assert len(letters(made)) == sum(
        isinstance(who, int) for spaces in made.scene.gears.values() for who in spaces
    )
    assert not misread(made)


LOOKS = pytest.mark.parametrize("look", ["dark", pytest.param("light", marks=pytest.mark.long)])
"""For what has the same letters in both looks; whether they stand out in each is seen above."""


@LOOKS
def test_food_days_other_rounds_and_long_numbers_are_read(drawn: Drawn, look: str) -> None:
    for made in drawn.moments(look):
        assert not hard_to_read(made)
        assert not misread(made)


@EACH
def test_markers_stand_out_from_what_is_below_them(
    drawn: Drawn, players: int, modules: bool, look: str
) -> None:
    made = drawn.usual(players, modules, look)
    for what, letter, _ in workers(made):
        rays = sorted(_edge(made.light, letter, turn) for turn in range(0, 360, 15))
        # Beside a neighbour there may be no ground: three rays of four must have their edge.
        assert rays[len(rays) // 4] >= GRAPHIC_CONTRAST, what


def _edge(light: list[float], letter: Written, turn: int) -> float:
    """The strongest contrast on the way out from a marker's middle, beyond its letter."""
    scale = reading.SMALL / WIDTH
    x, y = (v * scale for v in letter.middle)
    reach = [WORKER * scale * part / 20 for part in range(8, 19)]
    way = [
        light[
            int(y + r * math.sin(math.radians(turn))) * reading.SMALL
            + int(x + r * math.cos(math.radians(turn)))
        ]
        for r in reach
    ]
    return reading.ratio(max(way), min(way))


@pytest.mark.parametrize(
    ("players", "look"),
    [
        pytest.param(
            players, look,
            marks=() if (players, True, look) in ALWAYS else pytest.mark.long,
        )
        for players in PLAYERS
        for look in THEMES
    ],
)  # fmt: skip
def test_whose_turn_it_is_stands_out(drawn: Drawn, players: int, look: str) -> None:
    """The same picture with nobody asked: what marks the seat to move changes the light of its
    line's frame and of its workers' rims by the contrast of a graphic."""
    made, calm = drawn.usual(players, True, look), drawn.calm(players, look)
    changes = [reading.ratio(one, other) for one, other in zip(made.light, calm.light, strict=True)]
    scale = reading.SMALL / WIDTH
    start = seats_top(prophecies=True) - 8
    frame = sorted(changes[round(start * scale) * reading.SMALL :], reverse=True)
    assert frame[150] >= GRAPHIC_CONTRAST
    for what, letter, _ in workers(made):
        x, y = (v * scale for v in letter.middle)
        reach = WORKER * scale
        near_by = sorted(
            (
                changes[j * reading.SMALL + i]
                for i in range(int(x - reach), int(x + reach) + 1)
                for j in range(int(y - reach), int(y + reach) + 1)
            ),
            reverse=True,
        )
        if what[0] == SEAT_LETTERS[made.scene.waiting[0]]:
            assert near_by[8] >= GRAPHIC_CONTRAST, what


# Every digit.


def small_digits(image: Image.Image, names: tuple[str, ...]) -> list[str]:
    """All digits of a picture that are too small. Quarters of a point are signs of their own."""
    return [
        f"{one.string} is {one.box[3] - one.box[1]} high"
        for one in written(image)
        if re.search(r"\d", one.string.translate(dict.fromkeys(map(ord, "¼½¾"))))
        and one.string not in names
        and one.box[3] - one.box[1] < DIGIT_HEIGHT
    ]


FROZEN = sorted(path.stem for path in POSITIONS.glob("*.json"))


@pytest.mark.parametrize(
    ("look", "cases"),
    [
        pytest.param("dark", sorted(ALWAYS), id="dark", marks=pytest.mark.short),
        pytest.param("dark", CASES, id="dark, all", marks=pytest.mark.long),
        pytest.param("light", CASES, id="light, all", marks=pytest.mark.long),
    ],
)
def test_no_digit_is_small(drawn: Drawn, look: str, cases: Sequence[tuple[int, bool, str]]) -> None:
    theme = THEMES[look]
    with watched():
        scenes = [frozen(name) for name in FROZEN]
        scenes += [scene_at(crowded(players), NAMES[:players]) for players in PLAYERS]
        scenes += [
            replace(scene_with(5, modules=True), quick=Quick(tile, (), (0, None, "dummy")))
            for tile in QUICK_TILES
        ]
        for prophecy in PROPHECIES:
            three = (prophecy, *[other for other in PROPHECIES if other != prophecy][:2])
            shown = replace(scene_with(5, modules=True), prophecies=three, food_days_held=1)
            seats = tuple(replace(seat, prophecy_points=-5) for seat in shown.seats)
            scenes.append(replace(shown, active_prophecy=prophecy, seats=seats))
        for scene in scenes:
            image = wheels_image(scene, theme)
            assert not small_digits(image, scene.names)
            assert len(written(image)) > 60
    usual = [drawn.usual(*case) for case in cases if case[2] == look]
    for made in (*usual, *drawn.moments(look)):
        assert not [w.string for w in made.words if w.string.isdigit() and w.size < DIGIT]


def test_the_fixtures_hold_all_kinds_of_numbers(drawn: Drawn) -> None:
    """Those on gears, calendar, tablets, lines, quick actions and prophecies are among them."""
    made = drawn.usual(5, True, "dark")
    strings = {w.string for w in made.words}
    coming = {day - made.scene.tooth + made.scene.round for day in FOOD_DAY_TEETH}
    assert {str(number) for number in coming if number > made.scene.round} <= strings
    assert {"0", "10", "11", "13", "−1"} <= strings


@pytest.mark.parametrize("prophecies", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_picture_is_no_higher_than_4_to_5(players: int, prophecies: bool) -> None:
    height = wheels_height(players, prophecies=prophecies)
    assert WIDTH * 0.98 <= height <= WIDTH * 5 / 4
    if players < 5 and not prophecies:
        assert height <= 1760


# The checks themselves can fail.


def test_a_small_digit_is_found() -> None:
    def a_little_smaller(
        image: Image.Image, xy: Any, string: str, weight: Any, size: int, *more: Any
    ) -> None:
        lettering.text(image, xy, string, weight, round(size * 0.9), *more)

    with watched(a_little_smaller):
        image = wheels_image(scene_with(2, modules=False), THEMES["dark"])
        assert len(small_digits(image, NAMES)) > 30


def _smaller(image: Image.Image, xy: Any, string: str, weight: Any, size: int, *more: Any) -> None:
    lettering.text(image, xy, string, weight, round(size * 0.5), *more)


def _wrong(image: Image.Image, xy: Any, string: str, *more: Any) -> None:
    lettering.text(image, xy, string.translate(str.maketrans("38DE", "83EF")), *more)


def _redrawn(text: Callable[..., None] | None = None, theme: Theme = THEMES["dark"]) -> Shown:
    with watched(text):
        return shown_of(scene_with(5, modules=True), theme)


def test_smaller_letters_are_found() -> None:
    faults = " ".join(hard_to_read(_redrawn(_smaller)))
    for what in ("height, corn of A", "height, space of", "height, A on", "stroke, "):
        assert what in faults
    # The round is large enough even so.
    assert "round" not in faults


def test_pale_letters_are_found() -> None:
    dark = THEMES["dark"]
    cities = {
        name: replace(colours, numeral=mix(colours.numeral, dark.obsidian, 0.5))
        for name, colours in dark.cities.items()
    }
    pale = replace(
        dark, text=mix(dark.text, dark.panel, 0.65), cities=cities,
        hub_text=mix(dark.hub_text, dark.obsidian, 0.7),
        seats=tuple(replace(seat, letter=mix(seat.letter, seat.fill, 0.5)) for seat in dark.seats),
    )  # fmt: skip
    faults = " ".join(hard_to_read(_redrawn(theme=pale)))
    for what in ("round", "days to the food day", "corn of A", "space of", "A on", "E on"):
        assert f"contrast, {what}" in faults
    assert "type size" not in faults


def test_wrong_numbers_and_letters_are_found() -> None:
    faults = " ".join(misread(_redrawn(_wrong)))
    for what in ("points of C: 23 read as 28", "D on", "space of"):
        assert what in faults


def test_what_is_covered_is_found() -> None:
    made = _redrawn()
    assert not misread(made)
    hidden = hub(made)["round"]
    for picture in (made.small, made.sent_on):
        left, top, right, bottom = (value // 4 for value in hidden.box)
        picture.paste((120, 120, 120), (left, top + 5, right, bottom))
    assert any(fault.startswith("round") for fault in misread(made))
