"""The wheels picture: gears that mesh, everybody at their place, nothing cut off; and what was
moved last."""

import random
from dataclasses import replace
from io import BytesIO
from itertools import product
from math import hypot
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.engine import Game
from bot.engine.components import FOOD_DAY_TEETH, GEARS, HIGHEST, TEETH
from bot.engine.position import Jungle, Quick
from bot.scene import ROW, Changed, Moved, Scene, scene_of
from bot.text.translation import translator
from rendering import draw_city, draw_wheels, layout
from rendering.city.picture import city_image
from rendering.drawing.canvas import Point, around
from rendering.drawing.encoding import png
from rendering.drawing.theme import DARK, LIGHT, THEMES, Colour, Theme, contrast
from rendering.icons.markers import casing
from rendering.layout import (
    BUILDINGS_BOX,
    CALENDAR,
    CALENDAR_RADIUS,
    CITIES,
    DAY_ANGLE,
    HUB_RADIUS,
    MONUMENTS_BOX,
    QUICK_PANEL,
    TECHNOLOGIES_BOX,
    TEMPLES_BOX,
    WHEELS_HEIGHT,
    WORKER,
    M,
)
from rendering.wheels import picture as wheels
from rendering.wheels.calendar import days_shown
from rendering.wheels.expansion import quick_space
from rendering.wheels.gears import (
    gear_outline,
    is_changing,
    jungle_tablet,
    marks,
    offering_tablet,
    rows,
    tablet,
    tablet_size,
    temple_face,
)
from rendering.wheels.picture import wheels_image
from tests.rendering.scenes import (
    FINISHED,
    NAMES,
    played,
    position,
    position_in_words,
    scene_at,
    steps,
)
from tests.rendering.test_panel import moments

# --- The wheels picture: gears that mesh, everybody at their place, nothing cut off ---------------

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
SEATED = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")


def random_position(players: int = 4, rounds: int = 1, seed: int = 1) -> dict[str, Any]:
    """An open position of a random game at the first question of a round."""
    game, chance = Game.new(players, seed=seed), random.Random(seed)
    while game.position()["round"] < rounds or game.position()["phase"] == "keep":
        decision = game.pending[0]
        game.play(decision.seat, chance.choice(game.legal(decision.seat)))
    return game.position()


def quiet(players: int = 4, **changes: Any) -> dict[str, Any]:
    """The first position of a game, without workers on the gears, changed at the top level."""
    start = random_position(players)
    for gear, teeth in zip(GEARS, TEETH, strict=True):
        start["gears"][gear] = [None] * teeth
    return {**start, **changes}


def drawn(
    dump: dict[str, Any], theme: Theme = DARK, names: tuple[str, ...] = SEATED
) -> Image.Image:
    scene = scene_at(dump, names[: len(dump["players"])])
    return wheels.wheels_image(scene, theme)


def near(image: Image.Image, place: Point, colour: Colour, tolerance: int = 12) -> bool:
    found = image.getpixel((round(place[0]), round(place[1])))
    assert isinstance(found, tuple)
    return all(abs(a - b) <= tolerance for a, b in zip(found, colour, strict=False))


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


# The gears


def overlap(city: layout.City, calendar: list[Point], gear: list[Point]) -> float:
    """By how many square pixels two outlines overlap where the city meets the calendar."""
    x, y = around(CALENDAR, CALENDAR_RADIUS, city.tooth * DAY_ANGLE)
    scale, reach = 6, 110

    def mask(points: list[Point]) -> Image.Image:
        image = Image.new("L", (2 * reach * scale, 2 * reach * scale))
        place = [((px - x + reach) * scale, (py - y + reach) * scale) for px, py in points]
        ImageDraw.Draw(image).polygon(place, fill=255)
        return image

    return ImageChops.darker(mask(calendar), mask(gear)).histogram()[255] / scale**2


@pytest.mark.parametrize("tenth", range(10))
@pytest.mark.parametrize("city", CITIES.values(), ids=CITIES)
def test_gears_mesh_without_overlap_while_they_turn(city: layout.City, tenth: int) -> None:
    turned = tenth / 10
    calendar = gear_outline(CALENDAR, layout.CALENDAR_TEETH, 180 - turned * DAY_ANGLE)
    gear = gear_outline(city.centre, city.teeth, city.angle(0) + turned * city.step)
    assert overlap(city, calendar, gear) < 0.3  # square pixels: what rounding to a grid leaves
    # And they do reach into each other, rather than standing apart.
    deepest = min(hypot(px - CALENDAR[0], py - CALENDAR[1]) for px, py in gear)
    assert deepest < CALENDAR_RADIUS + 0.4 * M


def test_half_a_tooth_out_of_phase_the_gears_would_overlap() -> None:
    city = CITIES["tikal"]
    calendar = gear_outline(CALENDAR, layout.CALENDAR_TEETH, 180)
    wrong = gear_outline(city.centre, city.teeth, city.angle(0) + city.step / 2)
    image = Image.new("L", (layout.WIDTH, layout.WHEELS_HEIGHT))
    ImageDraw.Draw(image).polygon(calendar, fill=255)
    other = Image.new("L", image.size)
    ImageDraw.Draw(other).polygon(wrong, fill=255)
    assert ImageChops.darker(image, other).histogram()[255] > 200


def test_gears_have_the_teeth_and_spaces_of_the_game() -> None:
    for gear, teeth, highest in zip(GEARS, TEETH, HIGHEST, strict=True):
        city = CITIES[gear]
        assert city.teeth == teeth
        assert len(city.tablets) == (highest if teeth > 10 else 6)


def test_no_city_overlaps_another_and_all_are_on_the_picture() -> None:
    cities = list(CITIES.values())
    for i, one in enumerate(cities):
        tip = one.radius + M
        assert tip <= one.centre[0] <= layout.WIDTH - tip
        assert tip <= one.centre[1] <= layout.WHEELS_HEIGHT - tip
        for other in cities[i + 1 :]:
            apart = hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1])
            assert apart > one.radius + other.radius + 2 * M


# Tablets


def tablet_boxes() -> dict[tuple[str, int], tuple[float, float, float, float]]:
    boxes = {}
    for city in CITIES.values():
        for space, (x, y) in enumerate(city.tablets, start=1):
            wide, high = (value / 2 for value in tablet_size(city.id, space))
            boxes[city.id, space] = (x - wide, y - high, x + wide, y + high)
    return boxes


def test_tablets_hide_neither_each_other_nor_a_worker() -> None:
    boxes = tablet_boxes()
    for key, box in boxes.items():
        assert box[0] >= 8
        assert box[2] <= layout.WIDTH - 8
        assert box[1] >= 8
        assert box[3] <= layout.WHEELS_HEIGHT
        for other, its in boxes.items():
            if key < other:
                beside = max(box[0], its[0]) - min(box[2], its[2])
                above = max(box[1], its[1]) - min(box[3], its[3])
                assert max(beside, above) > 4, (key, other)
        for city in CITIES.values():
            for space in range(city.teeth):
                x, y = city.worker(space)
                nearest = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
                assert hypot(x - nearest[0], y - nearest[1]) > 0.55 * WORKER, (key, city.id, space)


@pytest.mark.parametrize(
    ("city", "space", "expected"),
    [
        ("palenque", 1, ("fish", "3", "corn")),
        ("palenque", 2, ("4", "corn")),
        ("palenque", 5, ("9", "corn", "4", "wood")),
        ("yaxchilan", 1, ("wood",)),
        ("yaxchilan", 4, ("skull",)),
        ("yaxchilan", 5, ("gold", "stone", "2", "corn")),
        ("tikal", 1, ("tech-any",)),
        ("tikal", 3, ("tech-any", "tech-any")),
        ("tikal", 4, ("build", "build", "/", "monument")),
        ("tikal", 5, ("any-resource", "arrow", "temple-any", "temple-any")),
        ("uxmal", 1, ("3", "corn", "arrow", "temple-any")),
        ("uxmal", 2, ("market",)),
        ("uxmal", 3, ("+", "worker")),
        ("uxmal", 4, ("any-resource", "=", "2", "corn", "arrow", "build")),
        ("uxmal", 5, ("corn", "arrow", "any-city")),
        ("chichen_itza", 1, ("points 4", "temple-chaac")),
        ("chichen_itza", 6, ("points 8", "temple-kukulkan", "any-resource")),
        ("chichen_itza", 9, ("points 13", "temple-quetzalcoatl", "any-resource")),
        ("chichen_itza", 10, ("free-choice",)),
    ],
)
def test_tablets_say_what_the_components_say(
    city: str, space: int, expected: tuple[str, ...]
) -> None:
    assert marks(city, space) == expected


@pytest.mark.parametrize(
    ("city", "space", "expected"),
    [
        ("palenque", 1, (("3", "corn"),)),
        ("yaxchilan", 3, (("gold", "2", "corn"),)),
        ("yaxchilan", 5, (("gold", "stone"), ("2", "corn"))),
        ("tikal", 4, (("build", "build"), ("/", "monument"))),
        ("tikal", 5, (("any-resource", "arrow"), ("temple-any", "temple-any"))),
        ("uxmal", 1, (("3", "corn"), ("arrow", "temple-any"))),
        ("uxmal", 4, (("corn", "arrow", "build"),)),
        ("uxmal", 6, (("free-choice",),)),
    ],
)
def test_tablets_on_the_picture_show_what_phones_can(
    city: str, space: int, expected: tuple[tuple[str, ...], ...]
) -> None:
    assert rows(city, space) == expected
    left_out = set(marks(city, space)) - {mark for row in expected for mark in row}
    assert left_out <= {"fish", "any-resource", "=", "2"}


def test_tablets_are_as_large_as_they_say() -> None:
    for city in CITIES.values():
        for space in range(1, len(city.tablets) + 1):
            if not is_changing(city.id, space):
                sprites = [tablet(city.id, space, DARK)]
            elif city.id == "palenque":
                wooded = "wood" in marks(city.id, space)
                sprites = [jungle_tablet(Jungle(n, n), wooded, DARK) for n in (0, 5)]
            else:
                sprites = [offering_tablet(space, used, DARK) for used in (True, False)]
            for sprite in sprites:
                size = (sprite.width - 24, sprite.height - 24)
                assert size == tablet_size(city.id, space), (city.id, space)


@BOTH
def test_every_number_of_tiles_left_looks_otherwise(theme: Theme) -> None:
    pictures = [
        jungle_tablet(Jungle(corn, wood), True, theme).tobytes()
        for corn in range(6)
        for wood in range(corn + 1)
    ]
    assert len(set(pictures)) == len(pictures)


@BOTH
def test_a_harvest_changes_its_own_tablet_only(theme: Theme) -> None:
    dump = quiet()
    before = drawn(dump, theme)
    dump["jungle"] = {**dump["jungle"], "4": {"corn": 4, "wood": 3}}
    box = changed(before, drawn(dump, theme))
    tablet_box = tablet_boxes()["palenque", 4]
    assert box is not None
    assert tablet_box[0] <= box[0] < box[2] <= tablet_box[2]
    assert tablet_box[1] <= box[1] < box[3] <= tablet_box[3] + 1


@BOTH
@pytest.mark.parametrize("space", range(1, 10))
def test_an_offered_skull_changes_its_own_tablet_only(theme: Theme, space: int) -> None:
    dump = quiet()
    before = drawn(dump, theme)
    dump["skull_spaces"] = [number == space for number in range(1, 10)]
    after = drawn(dump, theme)
    box, its = changed(before, after), tablet_boxes()["chichen_itza", space]
    assert box is not None
    assert its[0] - 6 <= box[0] < box[2] <= its[2] + 8
    assert its[1] - 6 <= box[1] < box[3] <= its[3] + 8
    x, y = CITIES["chichen_itza"].tablets[space - 1]
    assert near(after, (x - 5, y - 20), (201, 243, 244), 40)  # the skull's brow


@BOTH
@pytest.mark.parametrize("space", range(1, 10))
def test_an_offering_has_the_colour_of_its_temple(theme: Theme, space: int) -> None:
    temple = marks("chichen_itza", space)[1].removeprefix("temple-")
    left, _, right, bottom = tablet_boxes()["chichen_itza", space]
    face, ink = temple_face(theme, temple)
    assert near(drawn(quiet(), theme), ((left + right) / 2, bottom - 6), face, 8)
    assert contrast(face, ink) >= 4.5


# Workers

# A place on every marker that is neither letter nor ring.
ON_MARKER = (-0.30 * WORKER, 0.13 * WORKER)


def on_marker(place: Point) -> Point:
    return (place[0] + ON_MARKER[0], place[1] + ON_MARKER[1])


@BOTH
@pytest.mark.parametrize("gear", GEARS)
def test_every_space_shows_every_seat_and_dummies(theme: Theme, gear: str) -> None:
    city = CITIES[gear]
    for who in (0, 1, 2, 3, 4, "dummy"):
        dump = quiet(4)
        dump["players"] = [*dump["players"], dump["players"][0]]
        dump["jungle"] = {group: {"corn": 5, "wood": 0} for group in "2345"}
        dump["gears"][gear] = [who] * city.teeth
        image = drawn(dump, theme)
        for space in range(city.teeth):
            colour = theme.dummy if who == "dummy" else theme.seats[int(who)].fill
            assert near(image, on_marker(city.worker(space)), colour), (who, space)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rounds", [1, 4, 9, 15, 22])
def test_every_worker_of_a_game_is_seen_where_it_stands(players: int, rounds: int) -> None:
    dump = random_position(players, rounds, seed=players)
    empty = drawn({**dump, "gears": quiet(players)["gears"], "start_space": None})
    with Image.open(BytesIO(png(drawn(dump), DARK))) as saved:
        image = saved.convert("RGB")
    workers = 0
    for gear in GEARS:
        for space, who in enumerate(dump["gears"][gear]):
            place = on_marker(CITIES[gear].worker(space))
            if who is None:
                background = empty.getpixel((round(place[0]), round(place[1])))
                assert isinstance(background, tuple)
                assert near(image, place, background[:3], 24)  # type: ignore[arg-type]
            else:
                workers += 1
                colour = DARK.dummy if who == "dummy" else DARK.seats[who].fill
                assert near(image, place, colour), (gear, space, who)
    assert workers >= (12 if players == 2 and rounds == 1 else 0)


def test_a_worker_on_the_starting_space_is_seen() -> None:
    for seat in range(4):
        image = drawn(quiet(start_space=seat))
        assert near(image, on_marker(layout.START_SPACE), DARK.seats[seat].fill)


@BOTH
def test_workers_of_the_seat_to_move_wear_the_rim(theme: Theme) -> None:
    dump = quiet(first_seat=0, turn_seat=0)
    dump["gears"]["tikal"][3] = 0
    dump["gears"]["tikal"][5] = 1
    image = drawn(dump, theme)
    for space, rim in ((3, True), (5, False)):
        x, y = CITIES["tikal"].worker(space)
        assert near(image, (x - 0.59 * WORKER, y), theme.turn, 30) is rim


# The calendar


def test_days_on_the_teeth() -> None:
    assert days_shown(0) == list(range(26))
    for tooth in range(28):
        days = days_shown(tooth)
        assert len({day % 26 for day in days}) == 26
        assert all(tooth - 26 <= day <= 26 for day in days)
        if tooth <= 26:
            assert tooth in days
        # Every food day still to come is on a tooth.
        assert {day for day in FOOD_DAY_TEETH if tooth <= day < tooth + 26} <= set(days)


@BOTH
@pytest.mark.parametrize("tooth", [0, 1, 6, 7, 12, 13, 19, 25, 26])
def test_food_days_colour_their_teeth(theme: Theme, tooth: int) -> None:
    held = sum(day < tooth for day in FOOD_DAY_TEETH)
    image = drawn(quiet(tooth=tooth, round=tooth + 1, food_days_held=held), theme)
    for day in days_shown(tooth):
        place = around(CALENDAR, CALENDAR_RADIUS + 0.5 * M, 180 + (day - tooth) * DAY_ANGLE)
        number = FOOD_DAY_TEETH.index(day) if day in FOOD_DAY_TEETH else None
        expected = theme.stone
        if number is not None:
            expected = theme.food_end if number % 2 else theme.food_mid
        assert near(image, place, expected, 6), day


@pytest.mark.parametrize("corn", [1, 3, 9])
def test_corn_lies_on_the_teeth_of_the_days_gone_by(corn: int) -> None:
    at = {"tooth": 12, "round": 13, "food_days_held": 1}
    without, image = drawn(quiet(**at)), drawn(quiet(calendar_corn=corn, **at))
    for ago in range(1, 12):
        x, y = around(CALENDAR, CALENDAR_RADIUS + 0.4 * M, 180 - ago * DAY_ANGLE)
        box = (round(x) - 8, round(y) - 8, round(x) + 8, round(y) + 8)
        different = changed(without.crop(box), image.crop(box)) is not None
        assert different is (ago <= corn)


@BOTH
def test_the_hub_changes_with_round_days_and_seat(theme: Theme) -> None:
    pictures = [
        drawn(quiet(), theme),
        drawn(quiet(round=2, tooth=1), theme),
        drawn(quiet(round=7, tooth=6), theme),
        drawn(quiet(round=8, tooth=7), theme),
        drawn(quiet(round=8, tooth=7, food_days_held=1), theme),
        drawn(quiet(turn_seat=2), theme),
        drawn(quiet(age=2), theme),
    ]
    left, top = CALENDAR[0] - layout.HUB_RADIUS, CALENDAR[1] - layout.HUB_RADIUS
    side = 2 * layout.HUB_RADIUS
    hubs = [image.crop((round(left), round(top), round(left + side), round(top + side)))
            for image in pictures]  # fmt: skip
    for i, one in enumerate(hubs):
        assert all(changed(one, other) for other in hubs[i + 1 :])


@BOTH
@pytest.mark.parametrize(
    "name", ["W" * 32, "漢字漢字漢字漢字漢字漢字漢字漢字", "i" * 300, "@" * 20]
)
def test_the_longest_name_stays_inside_the_hub(theme: Theme, name: str) -> None:
    scene = scene_at(quiet(turn_seat=0), (name, *SEATED[1:4]))
    nobody = replace(scene, waiting=())
    top = (0, 0, layout.WIDTH, layout.WHEELS_HEIGHT)
    one = wheels.wheels_image(scene, theme).crop(top)
    other = wheels.wheels_image(nobody, theme).crop(top)
    difference = ImageChops.difference(one, other).convert("L").point(lambda v: 255 if v else 0)
    ring = Image.new("L", difference.size, 255)
    ImageDraw.Draw(ring).circle(CALENDAR, layout.HUB_RADIUS - 28, fill=0)  # inside the lit mosaic
    assert changed(one, other) is not None
    outside = ImageChops.darker(difference, ring).getbbox()
    assert outside is None
    # The name itself ends before the pill does.
    pill = ImageChops.difference(one, other).getbbox()
    assert pill is not None
    x, y = pill[2] - 12, (pill[1] + pill[3]) / 2
    assert near(one, (x, y), theme.hub_turn, 4)


# The whole picture


def crowded() -> dict[str, Any]:
    """Five seats, every tooth taken: more than a game can have."""
    dump = quiet(4, tooth=10, round=11, food_days_held=1, calendar_corn=9, start_space=2)
    dump["players"] = [
        {**dump["players"][0], "corn": 40 + seat, "points4": 400 + seat, "workers": 6}
        for seat in range(5)
    ]
    dump["jungle"] = {group: {"corn": 5, "wood": 3} for group in "2345"}
    for gear, teeth in zip(GEARS, TEETH, strict=True):
        dump["gears"][gear] = [space % 5 for space in range(teeth - 2)] + ["dummy", "dummy"]
    dump["skull_spaces"] = [True, False, True] * 3
    return dump


@BOTH
@pytest.mark.parametrize(
    "make", [quiet, crowded, lambda: random_position(2, 12), lambda: random_position(4, 20)]
)
def test_no_picture_is_larger_than_250_kilobytes(theme: Theme, make: Any) -> None:
    data = png(drawn(make(), theme), theme)
    assert len(data) <= 250_000
    with Image.open(BytesIO(data)) as image:
        assert image.format == "PNG"
        assert image.width == 1600
        assert 4 / 5 <= image.width / image.height <= 1.02


@BOTH
def test_the_palette_changes_no_pixel_much(theme: Theme) -> None:
    image = drawn(crowded(), theme)
    with Image.open(BytesIO(png(image, theme))) as saved:
        difference = ImageChops.difference(image, saved.convert("RGB"))
    # Few colours for all: a soft edge may be off a little, a face of the drawing may not.
    assert max(high for _, high in difference.getextrema()) < 70  # type: ignore[union-attr,misc]
    squares = sum(n * (i % 256) ** 2 for i, n in enumerate(difference.histogram()))
    assert squares / (3 * image.width * image.height) < 16  # 36 dB


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_scene_gives_the_same_picture(players: int) -> None:
    dump = random_position(players, 6)
    assert png(drawn(dump), DARK) == png(drawn(dump), DARK)
    assert changed(drawn(dump, DARK), drawn(dump, LIGHT)) is not None


def test_drawing_leaves_the_kept_pictures_untouched() -> None:
    before = wheels.empty_image(DARK).copy()
    drawn(crowded())
    assert changed(before, wheels.empty_image(DARK)) is None


@pytest.mark.parametrize("phase", ["keep", "play", "finished"])
def test_all_phases_can_be_drawn(phase: str) -> None:
    changes: dict[str, Any] = {"phase": phase}
    if phase == "finished":
        changes |= {"tooth": 27, "round": 27, "food_days_held": 4, "age": 2}
    scene = scene_at(quiet(**changes), SEATED[:4], waiting=(0, 1, 3) if phase == "keep" else ())
    assert wheels.wheels_image(scene, DARK).size == (
        1600,
        layout.wheels_height(4, prophecies=False),
    )


@pytest.mark.parametrize("players", [2, 5])
def test_no_board_of_a_game_is_larger_than_250_kilobytes(players: int) -> None:
    """With every module, over a whole game."""
    t = translator("de")
    boards = [scene for scene, _, _ in moments(players, 8)][::9]
    for draw, theme in product((draw_wheels, draw_city), THEMES):
        sizes = [len(draw(scene, theme=theme, t=t).data) for scene in boards]
        assert max(sizes) <= 250_000, (draw, theme)


@BOTH
def test_drawn_in_its_palette_it_looks_the_same(theme: Theme) -> None:
    """Mixing with what is in the palette already is no further from the true colours than a soft
    edge is."""
    shown = scene_at(crowded(), SEATED)
    for draw in (wheels.wheels_image, city_image):
        for _ in range(3):  # what is laid again is taken from what is kept
            saved = draw(shown, theme, paletted=True).convert("RGB")
        difference = ImageChops.difference(draw(shown, theme), saved)
        assert max(high for _, high in difference.getextrema()) < 70  # type: ignore[union-attr,misc]
        squares = sum(n * (i % 256) ** 2 for i, n in enumerate(difference.histogram()))
        assert squares / (3 * saved.width * saved.height) < 20  # 35 dB


# --- Rings round what was moved last, and how a finished game shows its winner --------------------

ENGLISH = translator("en")


def _marked(*workers: Moved) -> Scene:
    dump = position(4, 6)
    return replace(scene_at(dump, NAMES[:4], waiting=()), last_move=workers)


@BOTH
@pytest.mark.parametrize("gear", CITIES)
def test_a_mark_shows_at_its_space_only(gear: str, theme: Theme) -> None:
    for space in (0, 5):
        for placed in (True, False):
            plain = _marked()
            spaces = [who if n != space else None for n, who in enumerate(plain.gears[gear])]
            if placed:
                spaces[space] = 1
            plain = replace(plain, gears={**plain.gears, gear: tuple(spaces)})
            marked = replace(plain, last_move=(Moved(1, gear, space, placed),))
            found = ImageChops.difference(wheels_image(plain, theme), wheels_image(marked, theme))
            box = found.getbbox()
            assert box is not None
            x, y = CITIES[gear].worker(space)
            assert x - 51 <= box[0] < x < box[2] <= x + 51
            assert y - 51 <= box[1] < y < box[3] <= y + 51


def test_marks_are_told_in_words() -> None:
    marked = _marked(Moved(1, "tikal", 4, placed=False), Moved(2, "uxmal", 0, placed=True))
    said = position_in_words(marked, ENGLISH)
    assert "Latest moves: B (Tikal 4, picked up), C (Uxmal 0)." in said
    assert "Latest moves" not in position_in_words(_marked(), ENGLISH)


@BOTH
def test_a_finished_game_shows_its_places(theme: Theme) -> None:
    shown = scene_at(position(4, FINISHED), NAMES[:4])
    order = [seat.place for seat in shown.seats]
    seats = tuple(
        replace(seat, place=place) for seat, place in zip(shown.seats, order[::-1], strict=True)
    )
    found = ImageChops.difference(
        wheels_image(shown, theme), wheels_image(replace(shown, seats=seats), theme)
    )
    assert found.crop((0, WHEELS_HEIGHT, *found.size)).getbbox() is not None
    x, y = CALENDAR
    hub = (x - HUB_RADIUS, y - HUB_RADIUS, x + HUB_RADIUS, y + HUB_RADIUS)
    box = found.crop((0, 0, 1600, WHEELS_HEIGHT)).getbbox()
    assert box is not None
    assert box[0] > hub[0] and box[1] > hub[1] and box[2] < hub[2] and box[3] < hub[3]


@pytest.mark.parametrize("draw", [draw_wheels, draw_city])
def test_places_are_told(draw: Any) -> None:
    game = played(3, FINISHED)
    alt = draw(scene_of(game.snapshot(), NAMES[:3]), t=ENGLISH).alt
    first = game.standings()[0]
    assert f"Final places: 1. {'ABC'[first['seat']]}" in alt


@BOTH
@pytest.mark.parametrize("space", range(3))
def test_a_mark_shows_on_its_quick_space_only(space: int, theme: Theme) -> None:
    shown = replace(_marked(), quick=Quick(None, (), (0, 1, 2)))
    marked = replace(shown, last_move=(Moved(space, "quick", space, placed=True),))
    box = ImageChops.difference(wheels_image(shown, theme), wheels_image(marked, theme)).getbbox()
    assert box is not None
    left, top, _, bottom = QUICK_PANEL
    x, y = quick_space(shown, space)
    assert left <= x - 51 <= box[0] < x < box[2] <= x + 51
    assert top <= box[1] < y < box[3] <= bottom


IN_THE_CITY = {
    "chaac": TEMPLES_BOX,
    "kukulkan": TEMPLES_BOX,
    "agriculture": TECHNOLOGIES_BOX,
    "theology": TECHNOLOGIES_BOX,
    ROW: BUILDINGS_BOX,
    "monument": MONUMENTS_BOX,
}


def _of_the_city(what: str, *, prepared: bool) -> tuple[Scene, Scene]:
    """A scene, and the same with a mark."""
    plain = _marked()
    monument, *others = plain.monument_row
    seats = (plain.players[0], plain.players[1]._replace(monuments=(monument,)), *plain.players[2:])
    plain = replace(plain, players=seats, monument_row=tuple(others))
    mark = Changed(
        monument if what == "monument" else what, None if what == ROW else 1, 4, prepared
    )
    return plain, replace(plain, changed=(mark,))


@BOTH
@pytest.mark.parametrize("what", IN_THE_CITY)
def test_what_changed_in_the_city_is_ringed(what: str, theme: Theme) -> None:
    plain, marked = _of_the_city(what, prepared=False)
    found = ImageChops.difference(city_image(plain, theme), city_image(marked, theme))
    box, room = found.getbbox(), IN_THE_CITY[what]
    assert box is not None
    assert room[0] - 8 <= box[0] < box[2] <= room[2] + 8
    assert room[1] - 8 <= box[1] < box[3] <= room[3] + 12


@BOTH
@pytest.mark.parametrize("what", IN_THE_CITY)
def test_a_prepared_change_is_ringed_otherwise(what: str, theme: Theme) -> None:
    _, certain = _of_the_city(what, prepared=False)
    _, prepared = _of_the_city(what, prepared=True)
    assert city_image(certain, theme) != city_image(prepared, theme)


@pytest.mark.parametrize("place", ["tikal", "start", "quick"])
def test_a_prepared_move_is_ringed_otherwise(place: str) -> None:
    shown = replace(_marked(), quick=Quick(None, (), (0, 1, 2)))
    certain, prepared = (
        wheels_image(replace(shown, last_move=(Moved(1, place, 1, True, sure),)), THEMES["dark"])
        for sure in (False, True)
    )
    assert certain != prepared


def test_what_changed_in_the_city_is_told() -> None:
    plain, _ = _of_the_city("monument", prepared=False)
    seats = (plain.players[0]._replace(temples=steps(3, 1, 1)), *plain.players[1:])
    marks = (
        Changed("chaac", 0), Changed("theology", 0), Changed(plain.players[1].monuments[0], 1),
        Changed(ROW, None, 2, prepared=True),
    )  # fmt: skip
    shown = replace(
        plain, players=seats, changed=marks,
        building_row=(*plain.building_row[:2], None, *plain.building_row[3:]),
    )  # fmt: skip
    level = seats[0].technologies["theology"]
    said = draw_city(shown, t=ENGLISH).alt
    changed = f"Latest changes: A: Chaac step 4, A: Theology level {level}, B built: "
    assert changed in said
    assert "Prepared, not yet confirmed: building 3 taken." in said
    assert said.split("Latest changes")[1].split(" Buildings")[0] in position_in_words(
        shown, ENGLISH
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_rings_are_seen_by_light_alone(theme: Theme) -> None:
    """Their edges differ from them by the contrast of a graphic, so that every ground will do."""
    assert contrast(theme.news, casing(theme)) >= 3.0
