"""Animated pictures: the calendar turning, and a whole game."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from bot.engine import Game, Step
from bot.engine.components import GEARS, MODULES
from bot.engine.happenings import CalendarTurned
from bot.engine.position import Occupant
from bot.engine.position import Position as OpenTable
from bot.scene import Moved, Scene, before_turning
from bot.tables.looking_back import LAST
from bot.text.names import TILE_IDS
from bot.text.translation import Translations, translator
from rendering import (
    DrawingPool,
    Picture,
    ThemeName,
    draw_tile,
    draw_wheels,
    draw_whole_game,
    small,
)
from rendering import draw_turning as draw_in_frames
from rendering.drawing import pool as asking
from rendering.drawing.canvas import Point
from rendering.drawing.encoding import coloured
from rendering.drawing.pool import MOST_BYTES, QUALITIES
from rendering.drawing.theme import DARK, SEATS, THEMES
from rendering.layout import CALENDAR, CALENDAR_TEETH, CITIES, HUB_RADIUS, WHEELS_HEIGHT, City
from rendering.small import (
    TURNING_SECONDS,
    TURNING_STEPS,
    draw_moment,
    draw_round,
    moments,
    prepare_turning,
    put_game_together,
    put_turning_together,
    turning_frame,
)
from rendering.wheels import calendar, gears
from rendering.wheels.gears import gear_outline
from rendering.wheels.picture import half_wheels
from tests.rendering import scenes
from tests.rendering.caches import much_kept
from tests.rendering.scenes import LONG_NAMES, crowded
from tests.rendering.scenes import scene as scene_of_dump
from tests.rendering.test_snapshots import frozen
from tests.rendering.wheels.test_picture import near, overlap
from tests.tables.test_looking_back import looked_at, played, scene

# --- The animation of the calendar turning: it moves what the table moves, and ends in the truth --

ENGLISH = translator("en")
LIMIT = 400_000
"""Bytes: it is sent every round, to phones."""
ALIKE = 4.0
"""How far a colour of a frame may be from the exact one in the mean, of 255."""
Position = dict[str, Any]


def draw_turning(
    before: Scene, after: Scene, *, theme: ThemeName = "dark", t: Translations
) -> Picture:
    """The whole animation, frame by frame."""
    frames = list[bytes]()
    while frame := turning_frame(before, after, len(frames), theme=theme, t=t):
        frames.append(frame)
    return put_turning_together(after, frames, theme=theme, t=t)


def moment(before: Scene, after: Scene, turned: float) -> Image.Image:
    """A moment of the animation as it is seen, half as large as the wheels."""
    return coloured(draw_moment(before, after, DARK, turned), DARK).convert("RGB")


def halved(place: Point, aside: float = 0.0) -> Point:
    """A place of the wheels, so many of their pixels to the right, on a moment."""
    return (place[0] + aside) / 2, place[1] / 2


def without_foot(scene: Scene) -> Image.Image:
    """The still picture of the wheels alone, as large as a moment."""
    whole = still(scene)
    return whole.crop((0, 0, whole.width, WHEELS_HEIGHT // 2))


def back(after: Scene, days: int = 1) -> Scene:
    """The scene from which the calendar turned to this one, nobody having fallen off."""
    gears = {}
    for gear, spaces in after.gears.items():
        stood: list[Occupant] = [None] * len(spaces)
        for space, worker in enumerate(spaces):
            if worker == "dummy" or space >= days:
                stood[(space - days) % len(spaces)] = worker
        gears[gear] = tuple(stood)
    return replace(
        after, gears=gears, tooth=after.tooth - days, round=after.round - 1, last_move=()
    )


def with_worker(scene: Scene, gear: str, space: int, worker: Occupant) -> Scene:
    """The scene with one space taken, or left by None."""
    changed = list(scene.gears[gear])
    changed[space] = worker
    return replace(scene, gears={**scene.gears, gear: tuple(changed)})


def pictures(data: bytes) -> list[Image.Image]:
    """The frames as they are seen."""
    animation = Image.open(BytesIO(data))
    found = []
    for frame in range(animation.n_frames):  # type: ignore[attr-defined]
        animation.seek(frame)
        found.append(animation.convert("RGB"))
    return found


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


def still(scene: Scene, theme: ThemeName = "dark") -> Image.Image:
    """The still picture, as large as the animation."""
    look = THEMES[theme]
    return coloured(half_wheels(scene, look, ENGLISH), look).convert("RGB")


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether a frame shows a picture: alike in the mean, and hardly different anywhere once both
    are blurred."""
    found = ImageChops.difference(one, other)
    coarse = ImageChops.difference(one.reduce(8), other.reduce(8))
    most = max(high for _, high in coarse.getextrema())  # type: ignore[misc]
    return sum(ImageStat.Stat(found).mean) / 3 < ALIKE and most < 24


@pytest.fixture(scope="module")
def quiet() -> Scene:
    """A scene of two seats whose gears are empty."""
    scene = frozen("base-2")
    gears = {gear: (None,) * len(spaces) for gear, spaces in scene.gears.items()}
    return replace(scene, gears=gears, last_move=(), waiting=())


# The whole animation


@pytest.mark.parametrize(
    ("name", "days", "theme"),
    [
        ("all-5", 1, "dark"),
        pytest.param("base-4-end", 1, "light", marks=pytest.mark.long),
        ("base-3", 2, "light"),
    ],
)
def test_it_ends_as_the_still_picture(name: str, days: int, theme: ThemeName) -> None:
    after = frozen(name)
    picture = draw_turning(back(after, days), after, theme=theme, t=ENGLISH)
    frames = pictures(picture.data)
    assert len(frames) == len(moments(days)) + 2
    wanted = still(after, theme)
    assert frames[0].size == wanted.size
    assert alike(frames[-1], wanted)
    assert alike(frames[0], wanted), "what does not move shows the new day too"
    assert not any(alike(frame, wanted) for frame in frames[1:-1])
    assert picture.filename == f"wheels-{after.round}.webp"
    assert picture.alt == draw_wheels(after, theme=theme, t=ENGLISH).alt
    assert len(picture.data) < LIMIT
    assert Image.open(BytesIO(picture.data)).info["loop"] == 1


@pytest.mark.parametrize(("days", "theme"), [(1, "light"), (2, "dark")])
def test_the_fullest_board_is_small_enough(theme: ThemeName, days: int) -> None:
    everything = frozen("all-5")
    after = replace(everything, gears=scenes.scene(scenes.crowded()).gears)
    assert sum(isinstance(worker, int) for gear in after.gears.values() for worker in gear) >= 25
    size = len(draw_turning(back(after, days), after, theme=theme, t=ENGLISH).data)
    assert 200_000 < size < LIMIT


def test_the_first_turn_of_a_game() -> None:
    after = replace(frozen("all-5-start"), tooth=1, round=2)
    frames = pictures(draw_turning(back(after), after, t=ENGLISH).data)
    assert alike(frames[-1], still(after))


@pytest.mark.parametrize("days", [-1, 0, 3])
def test_the_calendar_turns_by_one_day_or_two(quiet: Scene, days: int) -> None:
    with pytest.raises(ValueError, match="one day or two"):
        draw_turning(replace(quiet, tooth=quiet.tooth - days), quiet, t=ENGLISH)


@pytest.mark.parametrize("days", [1, 2])
def test_it_takes_a_good_second_and_starts_and_stops_gently(days: int) -> None:
    turned, seen = zip(*moments(days), strict=True)
    assert turned[0] == 0
    assert list(turned) == sorted(set(turned))
    assert all((day * TURNING_STEPS) == round(day * TURNING_STEPS) for day in turned)
    assert 10 <= len(turned) <= 16
    moving = sum(seen[1:])
    assert moving <= 2000
    assert TURNING_SECONDS[days] * 0.8 < moving / 1000 < TURNING_SECONDS[days]
    assert min(seen) >= 11, "what is shorter is taken for a mistake"
    speeds = [
        (then - now) / ms for now, then, ms in zip(turned, [*turned[1:], days], seen, strict=True)
    ]
    assert max(speeds) == pytest.approx(speeds[len(speeds) // 2], rel=0.05)
    assert speeds[-1] < 0.7 * max(speeds)


# Frame by frame


async def test_other_pictures_come_between_the_frames() -> None:
    drawn = list[str]()
    begun = asyncio.Event()

    def note(function: Any, seconds: float) -> None:
        drawn.append(function.__name__)
        begun.set()

    pool = DrawingPool(drawn=note)
    after = frozen("base-2")
    async with asyncio.TaskGroup() as both:
        turning = both.create_task(draw_in_frames(pool, back(after), after, t=ENGLISH))
        await begun.wait()
        other = both.create_task(pool.draw(draw_wheels, after, t=ENGLISH))
        await other
        assert not turning.done()
    pool.close()
    before = drawn.index("draw_wheels")
    assert before <= 3 and drawn[before + 1 :].count("turning_frame") >= len(moments(1))
    picture = turning.result()
    assert picture is not None
    assert picture.data == draw_turning(back(after), after, t=ENGLISH).data


async def test_no_frame_is_begun_where_other_pictures_wait() -> None:
    drawn = list[str]()
    begun = asyncio.Event()

    def note(function: Any, seconds: float) -> None:
        drawn.append(function.__name__)
        begun.set()

    pool = DrawingPool(drawn=note)
    after = frozen("base-2")
    async with asyncio.TaskGroup() as all_of_them:
        turning = all_of_them.create_task(draw_in_frames(pool, back(after), after, t=ENGLISH))
        await begun.wait()
        for tile in TILE_IDS[:6]:
            all_of_them.create_task(pool.draw(draw_tile, tile, t=ENGLISH))
    pool.close()
    assert turning.result() is None
    assert drawn.count("turning_frame") < 4 and drawn.count("draw_tile") == 6


# What moves


@pytest.mark.parametrize("days", [1, 2])
@pytest.mark.parametrize("gear", GEARS)
def test_workers_go_round_with_their_teeth(quiet: Scene, gear: str, days: int) -> None:
    after = with_worker(quiet, gear, 4, 0)
    city = CITIES[gear]
    for turned in (0, 0.25, 0.5, 1):
        image = moment(back(after, days), after, turned)
        beside = halved(city.worker(4 - days + turned), 19)
        assert near(image, beside, SEATS[0].fill, 24), turned


def test_a_worker_that_falls_off_goes_on_with_its_tooth_and_fades(quiet: Scene) -> None:
    before = with_worker(back(quiet), "tikal", 7, 1)
    bare = [moment(back(quiet), quiet, turned) for turned in (0, 0.75, 1)]
    seen = [moment(before, quiet, turned) for turned in (0, 0.75, 1)]

    def colours(images: Sequence[Image.Image]) -> list[Any]:
        return [
            image.getpixel((round(x), round(y)))
            for image, (x, y) in zip(
                images,
                [halved(CITIES["tikal"].worker(7 + turned), 19) for turned in (0, 0.75, 1)],
                strict=True,
            )
        ]

    assert near(seen[0], halved(CITIES["tikal"].worker(7), 19), SEATS[1].fill, 24)
    there, gone = colours(seen), colours(bare)
    strength = [
        sum(abs(a - b) for a, b in zip(one, other, strict=True))
        for one, other in zip(there, gone, strict=True)
    ]
    assert strength[0] > strength[1] > strength[2] == 0
    assert same(seen[2], bare[2])


def test_dummies_never_fall_off(quiet: Scene) -> None:
    after = with_worker(quiet, "uxmal", 0, "dummy")
    before = with_worker(back(quiet), "uxmal", 9, "dummy")
    with_it, without = (
        moment(start, end, 0.75) for start, end in ((before, after), (back(quiet), quiet))
    )
    box = ImageChops.difference(with_it, without).getbbox()
    assert box is not None
    x, y = halved(CITIES["uxmal"].worker(9.75))
    assert abs((box[0] + box[2]) / 2 - x) < 4
    assert abs((box[1] + box[3]) / 2 - y) < 4
    pale = moment(before, quiet, 0.75)
    assert not same(pale, with_it), "it does not fade either"


def test_workers_placed_since_come_with_the_last_frame(quiet: Scene) -> None:
    after = with_worker(quiet, "palenque", 1, 0)
    before = back(quiet)
    for turned in (0, 0.5):
        assert same(moment(before, after, turned), moment(before, quiet, turned))


def test_rings_on_the_gears_come_with_the_last_frame(quiet: Scene) -> None:
    after = with_worker(quiet, "palenque", 2, 0)
    news = (Moved(0, "palenque", 2, placed=True), Moved(1, "start", 0, placed=True))
    ringed, elsewhere = replace(after, last_move=news), replace(after, last_move=news[1:])
    half = moment(back(after), ringed, 0.5)
    assert same(half, moment(back(after), elsewhere, 0.5))
    assert not same(half, moment(back(after), after, 0.5)), "others stay"
    assert not same(without_foot(ringed), without_foot(elsewhere))


def test_when_the_wheels_have_turned_it_is_the_still_picture(quiet: Scene) -> None:
    after = with_worker(with_worker(quiet, "palenque", 1, 0), "chichen_itza", 9, "dummy")
    assert same(moment(back(after), after, 1), without_foot(after))


def test_dials_and_hub_stand_still() -> None:
    after = frozen("all-5")
    end = without_foot(replace(after, last_move=()))
    for turned in (0, 1 / TURNING_STEPS, 0.5):
        image = moment(back(after), after, turned)
        for (x, y), radius in [
            (halved(CALENDAR), HUB_RADIUS * 0.35),
            *((halved(city.centre), city.radius * 0.2) for city in CITIES.values()),
        ]:
            box = tuple(round(value) for value in (x - radius, y - radius, x + radius, y + radius))
            part = ImageChops.difference(image.crop(box), end.crop(box))
            assert max(high for _, high in part.getextrema()) < 30, (turned, box)  # type: ignore[misc]


def test_the_gears_of_every_moment_mesh(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, float]] = []

    def sprite(teeth: int, turn: float, *colours: Any) -> Image.Image:
        drawn.append((teeth, turn))
        return Image.new("RGBA", (8, 8))

    monkeypatch.setattr(calendar, "gear_sprite", sprite)
    monkeypatch.setattr(gears, "gear_sprite", sprite)
    canvas = Image.new("RGB", (1600, 1400))
    for step in range(TURNING_STEPS):
        drawn.clear()
        calendar.draw_gear(canvas, DARK, step / TURNING_STEPS)
        large = gear_outline(CALENDAR, CALENDAR_TEETH, drawn[0][1])
        for city in CITIES.values():
            drawn.clear()
            gears.draw_city_gear(canvas, city, DARK, step / TURNING_STEPS)
            assert drawn[0][0] == city.teeth
            gear = gear_outline(city.centre, city.teeth, drawn[0][1])
            assert overlap(city, large, gear) < 0.3, (city.id, step)


@pytest.mark.parametrize("city", CITIES.values(), ids=CITIES)
def test_half_a_step_behind_a_gear_would_not_mesh(city: City) -> None:
    calendar = gear_outline(CALENDAR, CALENDAR_TEETH, 180.0)
    late = gear_outline(city.centre, city.teeth, city.angle(0) + 4 * city.step / TURNING_STEPS)
    assert overlap(city, calendar, late) > 1


# Between the steps


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_between_two_days_take_little_memory(theme: ThemeName) -> None:
    from rendering.small import _between_days

    with much_kept(1):
        for step in range(TURNING_STEPS):
            prepare_turning(step, theme)
        look, kept = THEMES[theme], _between_days.cache_info()
        assert sum(len(_between_days(look, step)) for step in range(TURNING_STEPS)) < 1_500_000
        assert _between_days.cache_info().misses == kept.misses, "all of them are kept"
        assert kept.bytes < kept.most


# From which position


@dataclass(frozen=True)
class Played:
    """A turn, as tables tell it."""

    seat: int
    before: OpenTable
    steps: tuple[Step, ...]


def at(tooth: int, mark: int = 0) -> OpenTable:
    return replace(Game.new(2, seed=1).snapshot(), tooth=tooth, calendar_corn=mark)


def step(action: str, after: OpenTable, days: int = 0) -> Step:
    turned = (CalendarTurned(days, None, after.tooth, after.round),) if days else ()
    return Step(action, turned, after)


def test_the_position_before_the_calendar_turned_last() -> None:
    first = Played(0, at(3), (step("place uxmal", at(3, 1)), step("end", at(4, 2), 1)))
    other = Played(1, at(4, 2), (step("place tikal", at(4, 3)), step("end", at(4, 4))))
    third = Played(1, at(4, 4), (step("advance 2", at(6), 2),))
    assert before_turning([first]) == at(3, 1)
    assert before_turning([first, other]) == at(3, 1)
    assert before_turning([first, other, third]) == at(4, 4)
    assert before_turning([other]) is None
    assert before_turning([]) is None


# --- A whole game as one animated picture: every round as it was, small enough in any case --------

MODERATE = 8.0
"""How far a colour of a lossy picture may be from the exact one in the mean, of 255."""


@pytest.fixture
async def pool() -> AsyncIterator[DrawingPool]:
    """A pool that is closed in the end."""
    made = DrawingPool()
    yield made
    made.close()


def rounds_of_a_game(players: int = 5, modules: tuple[str, ...] = tuple(MODULES)) -> list[Scene]:
    """The beginning of each round, and the end."""
    whole = looked_at(played(players, modules, 4))
    return [scene(whole.moment(n)) for n in (*(one.number for one in whole.rounds), LAST)]


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are from each other in the mean."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


async def test_the_fullest_game_fits_and_shows_each_round_as_it_was(pool: DrawingPool) -> None:
    moments = rounds_of_a_game()
    picture = await draw_whole_game(pool, moments, t=ENGLISH)
    assert len(picture.data) <= MOST_BYTES and picture.filename == "game.webp"
    assert picture.alt.startswith("The whole game, one picture for each round from 1 to 2")
    assert len(picture.alt) <= 1024
    stills = [draw_round(one, t=ENGLISH) for one in (*moments[:3], *moments[-3:])]
    exact = [Image.open(BytesIO(one.data)).convert("RGB") for one in stills]
    with Image.open(BytesIO(picture.data)) as shown:
        assert shown.size == exact[0].size and shown.width == 800 and shown.info["loop"] == 0
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(shown)]
        assert shown.info["duration"] > 3000, "the end is seen longer"
    assert len(frames) == len(moments) >= 25
    for frame, still in zip((*frames[:3], *frames[-3:]), exact, strict=True):
        assert difference(frame, still) < MODERATE
    # What a round has left behind would stay: so the end is nearer to itself than to any other.
    assert difference(frames[-1], exact[-1]) < difference(frames[-1], exact[-2]) / 2


@pytest.mark.parametrize(
    "rounds", [pytest.param(4, marks=pytest.mark.short), pytest.param(6, marks=pytest.mark.long)]
)
async def test_what_is_too_large_is_drawn_in_less_quality(
    rounds: int, pool: DrawingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = rounds_of_a_game(2, ())[:rounds]
    best = await draw_whole_game(pool, moments, t=ENGLISH)
    tried: list[int] = []

    def watched(frames: tuple[bytes, ...], quality: int, alt: str) -> Picture:
        tried.append(quality)
        return put_game_together(frames, quality, alt)

    monkeypatch.setattr(small, "put_game_together", watched)
    monkeypatch.setattr(asking, "MOST_BYTES", len(best.data) // 2)
    less = await draw_whole_game(pool, moments, t=ENGLISH)
    assert len(less.data) <= len(best.data) // 2
    assert tried == list(QUALITIES[: len(tried)]) and len(tried) > 1
    monkeypatch.setattr(asking, "MOST_BYTES", 0)
    await draw_whole_game(pool, moments, t=ENGLISH)
    assert tried[-1] == QUALITIES[-1], "and then it stays as it is"


@pytest.mark.long
async def test_even_a_game_that_changes_everything_each_round_fits(pool: DrawingPool) -> None:
    """Fuller than any game, with the longest names, and no two rounds alike."""
    dumps = []
    for number in range(28):
        dump = crowded(5)
        dump["round"], dump["tooth"] = number + 1, number
        for gear in dump["gears"].values():
            gear[:] = [(n * 7 + number * 3) % 5 for n, _ in enumerate(gear)]
        for player in dump["players"]:
            player["corn"], player["points4"] = 77 + 13 * number % 900, 401 + 31 * number
        dumps.append(dump)
    moments = [scene_of_dump(dump, LONG_NAMES) for dump in dumps]
    for theme in get_args(ThemeName):
        picture = await draw_whole_game(pool, moments, theme=theme, t=ENGLISH)
        assert len(picture.data) <= MOST_BYTES


async def test_its_parts_take_no_other_picture_s_place(pool: DrawingPool) -> None:
    await draw_whole_game(pool, rounds_of_a_game(2, ())[:3], t=ENGLISH)
    assert not pool._pictures
    kept = Picture(b"1234", "game.webp", "")
    assert pool.kept("whole game", 1) is None
    pool.keep(kept, "whole game", 1)
    assert pool.kept("whole game", 1) is kept
