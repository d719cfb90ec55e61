"""The city picture: every tile, every marker, every number, within the limits of a message."""

import re
from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.engine.components import COMPONENTS, STEP_POINTS, TECHNOLOGIES, TEMPLES, TOP_LEVEL
from bot.scene import Scene
from bot.text.names import tile_name
from bot.text.translation import translator
from rendering import draw_city, draw_wheels, prepare
from rendering.city import picture as city
from rendering.city.picture import city_image
from rendering.city.temples import RISE, step_of
from rendering.drawing.lettering import titled
from rendering.drawing.theme import THEMES
from rendering.icons.catalogue import SIGNS, sign
from rendering.icons.markers import place_markers
from rendering.icons.tiles import MARGIN, TILES, empty_place, tile_face
from rendering.layout import (
    BUILDINGS_BOX,
    CITY_HEIGHT,
    MONUMENTS_BOX,
    TECHNOLOGIES_BOX,
    TEMPLES_BOX,
    WIDTH,
    wheels_height,
)
from rendering.wheels import picture as wheels
from tests.rendering.scenes import (
    LONG_NAMES,
    before_food_day,
    crowded,
    levels,
    played,
    position,
    scene,
    steps,
)

ENGLISH = translator("en")
DARK = THEMES["dark"]
SIZES = ((248, 222), (210, 242), (248, 242), (379, 242))
Box = tuple[int, int, int, int]


def _difference(one: Image.Image, other: Image.Image) -> Box | None:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


def _with_seats(shown: Scene, **changes: object) -> Scene:
    return replace(
        shown,
        players=tuple(seat._replace(**changes) for seat in shown.players),
    )


def _face_of(tile: str) -> tuple[object, ...]:
    """What is printed on a tile; those that print the same may look the same."""
    raw = TILES[tile]
    return (raw["category"], raw["cost"], raw.get("effects"), raw.get("scoring"))


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("tile", TILES)
def test_every_tile_has_a_face(tile: str, look: str) -> None:
    theme = THEMES[look]
    for width, height in SIZES:
        face = tile_face(tile, width, height, 4, theme)
        assert face.size == (width + 2 * MARGIN, height + 2 * MARGIN)
        # Price and effect stand on the card: nothing reaches out over its sides.
        other = "mon-works" if "scoring" in TILES[tile] else "a1-field-school"
        card = tile_face(other, width, height, 4, theme)
        top = MARGIN + 70  # the band above has its category's colour
        for edge in (
            (0, top, MARGIN + 6, face.height),
            (face.width - MARGIN - 6, top, face.width, face.height),
            (0, face.height - MARGIN - 4, face.width, face.height),
        ):
            assert _difference(face.crop(edge), card.crop(edge)) is None
        body = face.crop((MARGIN + 10, MARGIN + 72, MARGIN + width - 10, MARGIN + height - 50))
        inner = ImageChops.difference(
            body.convert("RGB"), Image.new("RGB", body.size, theme.building_card)
        ).getbbox()
        assert inner is not None, "the tile shows no effect"
        assert inner[2] - inner[0] >= 50
        assert inner[3] - inner[1] >= 36


@pytest.mark.parametrize("look", THEMES)
def test_no_two_different_tiles_look_the_same(look: str) -> None:
    theme = THEMES[look]
    faces = {tile: tile_face(tile, 248, 250, 4, theme).tobytes() for tile in TILES}
    for one, other in combinations(TILES, 2):
        alike = _face_of(one) == _face_of(other)
        assert (faces[one] == faces[other]) is alike, f"{one} and {other}"


def test_tiles_whose_number_of_players_matters_show_it() -> None:
    changing = {
        tile
        for tile in TILES
        if tile_face(tile, 248, 250, 2, DARK).tobytes()
        != tile_face(tile, 248, 250, 5, DARK).tobytes()
    }
    assert changing == {"mon-all-monuments"}


@pytest.mark.parametrize("name", SIGNS)
def test_every_sign_is_drawn_in_both_themes(name: str) -> None:
    for theme in THEMES.values():
        for size in (30, 88):
            assert sign(name, size, theme).getbbox() is not None


def test_a_marker_stands_on_its_step() -> None:
    shown = scene(position(2), waiting=(0,))
    for temple, name in enumerate(TEMPLES):
        tops = []
        for step in range(len(STEP_POINTS[temple])):
            bare = _with_seats(shown, temples={**steps(1, 1, 1), name: 0})
            moved = bare.players[0]._replace(temples={**steps(1, 1, 1), name: step})
            one = replace(bare, players=(moved, bare.players[1]))
            found = _difference(city_image(bare, DARK), city_image(one, DARK))
            if step == 0:
                assert found is None
                continue
            assert found is not None
            left, top, right, bottom = found
            assert TEMPLES_BOX[0] + 280 * temple <= left < right <= 36 + 280 * (temple + 1), name
            assert bottom <= TEMPLES_BOX[3]
            tops.append(top)
        assert tops == sorted(tops, reverse=True), "higher steps are drawn higher"
        assert len(set(tops)) == len(tops)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    "room",
    [(100, 100, 290, 146), (100, 100, 194, 146), (100, 100, 204, 158)],
    ids=["start step", "step with reward", "technology"],
)
def test_several_markers_on_one_place_are_all_seen(room: Box, count: int) -> None:
    image = Image.new("RGB", (400, 260), DARK.panel)
    place_markers(image, range(count), room, 150, DARK)
    for seat in range(count):
        shown = image.getcolors(100_000) or []
        seen = sum(number for number, colour in shown if colour == DARK.seats[seat].fill)
        assert seen > 90, f"seat {seat} of {count} is hidden"
    found = _difference(image, Image.new("RGB", image.size, DARK.panel))
    assert found is not None
    assert found[0] >= room[0] - 4
    assert found[1] >= room[1] - 4
    assert found[2] <= room[2] + 4
    assert found[3] <= room[3] + 4


@pytest.mark.parametrize("look", THEMES)
def test_what_the_next_food_day_brings_stands_out(look: str) -> None:
    """Goods on cream in the middle of an age, points at its end; after the last, neither."""
    theme = THEMES[look]
    plain = scene(position(2), waiting=())
    plain = _with_seats(plain, temples=steps(1, 1, 1))
    drawn = {
        kind: city_image(before_food_day(plain, 3, mid_age=kind == "mid"), theme)
        for kind in ("mid", "end")
    }
    drawn[None] = city_image(replace(plain, food_days_held=4), theme)
    for temple, raw in enumerate(COMPONENTS["temples"]):
        for index, step in enumerate(raw["steps_bottom_to_top"]):
            place = step_of(temple, index)
            low, middle = round(place.top), (place.left + place.right) / 2
            right = round(place.right + min(18, place.aside))
            ends = {
                "end": (round(place.left) - 18, low, round(place.left) + 40, low + round(RISE)),
                "mid": (round(middle) + 40, low, right, low + round(RISE)),
            }
            for kind, end in ends.items():
                changed = _difference(drawn[kind].crop(end), drawn[None].crop(end)) is not None
                assert changed is (kind == "end" or step["mid_age_reward"] is not None)
                other = "mid" if kind == "end" else "end"
                assert _difference(drawn[other].crop(end), drawn[None].crop(end)) is None


def test_the_leaders_step_is_golden_unless_nobody_is_ahead() -> None:
    shown = replace(scene(position(3, 9)), waiting=())

    def gold(standing: tuple[int, ...]) -> list[int]:
        """By step of the first temple, how much of its tread is golden."""
        seats = tuple(
            seat._replace(temples=steps(step, 1, 1))
            for seat, step in zip(shown.players, standing, strict=True)
        )
        drawn = city_image(replace(shown, players=seats), DARK)
        found = []
        for index in range(7):
            step = step_of(0, index)
            box = (round(step.left), round(step.top), round(step.right), round(step.top) + 9)
            colours = drawn.crop(box).getcolors(100_000) or []
            found.append(sum(count for count, colour in colours if colour == DARK.hub_turn))
        return found

    for standing, leading in (((1, 2, 5), 5), ((3, 3, 1), 3), ((0, 1, 6), 6)):
        found = gold(standing)
        assert found.index(max(found)) == leading
        assert max(found) > 500
        assert sum(found) == max(found)
    assert sum(gold((2, 2, 2))) == 0


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_beginners_hide_neither_each_other_nor_their_technology(count: int) -> None:
    shown = replace(scene(position(5)), waiting=())
    start = (TECHNOLOGIES_BOX[0] - 4, 60, TECHNOLOGIES_BOX[0] + 156, 204)

    def seen(reached: tuple[int, ...], seat: int) -> int:
        seats = tuple(
            one._replace(technologies=levels(level, 1, 1, 1))
            for one, level in zip(shown.players, reached, strict=True)
        )
        colours = city_image(replace(shown, players=seats), DARK).crop(start).getcolors(1 << 20)
        fill = DARK.seats[seat].fill
        return sum(number for number, colour in colours or [] if colour == fill)

    together = tuple(0 if seat < count else 3 for seat in range(5))
    for seat in range(count):
        alone = tuple(0 if one == seat else 3 for one in range(5))
        assert seen(together, seat) > 0.97 * seen(alone, seat)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_tile_bears_its_name(players: int) -> None:
    """Whole in English, but for two buildings whose long names end after a word."""
    cut = {"Brown-Green Tomb", "Brown-Yellow Tomb", "Three Gods Tomb"}
    monuments = 1560 / (players + 2) - 14
    for tile, raw in TILES.items():
        name = tile_name(ENGLISH, tile)
        room, lines = (monuments, 2) if "scoring" in raw else (248.0, 1)
        shown = titled(name, (32, 30, 28), room - 24, lines=lines)
        assert shown, name
        assert " ".join(line for line, _ in shown) == name or name in cut, name


def test_a_level_shows_in_the_technology_table() -> None:
    shown = scene(position(2), waiting=(0,))
    row = (TECHNOLOGIES_BOX[3] - TECHNOLOGIES_BOX[1] - 44 + 8) / 4
    for track, name in enumerate(TECHNOLOGIES):
        places = []
        bare = _with_seats(shown, technologies=levels(0, 0, 0, 0))
        for level in range(1, TOP_LEVEL + 1):
            risen = bare.players[0]._replace(technologies={**levels(0, 0, 0, 0), name: level})
            one = replace(bare, players=(risen, bare.players[1]))
            found = _difference(city_image(bare, DARK), city_image(one, DARK))
            assert found is not None
            assert found[1] >= row * track + TECHNOLOGIES_BOX[1] + 40
            assert found[3] <= row * (track + 1) + TECHNOLOGIES_BOX[1] + 44
            places.append(found[2])
        assert places == sorted(set(places))


def test_everything_of_the_scene_shows() -> None:
    dump = position(4, 9)
    shown = scene(dump)
    drawn = city_image(shown, DARK)
    other = next(
        tile["id"] for tile in COMPONENTS["buildings"] if tile["id"] not in dump["building_row"]
    )
    for changed in (
        replace(shown, building_row=(other, *shown.building_row[1:])),
        replace(shown, building_row=(*shown.building_row[:5], None)),
        replace(shown, monument_row=shown.monument_row[1:]),
        replace(shown, monument_row=(*shown.monument_row[1:], shown.monument_row[0])),
        replace(shown, bank_skulls=shown.bank_skulls - 1),
        replace(shown, age1_left=shown.age1_left - 1),
        replace(shown, age=2),
        replace(shown, tooth=shown.tooth - 1),
        replace(shown, food_days_held=shown.food_days_held + 1),
        replace(shown, food_days_held=4),
    ):
        assert _difference(drawn, city_image(changed, DARK)) is not None


def test_a_built_monument_stays_in_the_row_with_its_owner() -> None:
    shown = scene(position(4, 1))
    tile, *rest = shown.monument_row
    row = replace(shown, monument_row=tuple(rest))

    def built_by(seat: int) -> Image.Image:
        seats = list(row.players)
        seats[seat] = seats[seat]._replace(monuments=(tile,))
        return city_image(replace(row, players=tuple(seats)), DARK)

    last = (20 + 5 * 262, MONUMENTS_BOX[1], 1580, MONUMENTS_BOX[3])
    corner = (last[2] - 90, last[3] - 90, last[2], last[3])
    for one, other in combinations(range(4), 2):
        assert _difference(built_by(one).crop(last), built_by(other).crop(last)) is not None
    for seat in range(4):
        colours = built_by(seat).crop(corner).getcolors(100_000) or []
        assert sum(n for n, c in colours if c == DARK.seats[seat].fill) > 300


def test_an_empty_place_is_no_tile() -> None:
    shown = scene(position(4, 9))
    without = city_image(replace(shown, building_row=(None,) * 6), DARK)
    place = (20, BUILDINGS_BOX[1], 268, BUILDINGS_BOX[3])
    assert _difference(city_image(shown, DARK).crop(place), without.crop(place)) is not None
    assert empty_place(248, 222, DARK).getcolors(1000)


def test_hidden_things_do_not_change_the_picture() -> None:
    game = played(4, 9)
    setup = game.setup
    one = game.position() | {"age1": setup["age1"], "age2": setup["age2"]}
    other = game.position() | {"age1": setup["age1"][::-1], "age2": setup["age2"][::-1]}
    assert city_image(scene(one), DARK) == city_image(scene(other), DARK)


@pytest.mark.parametrize("draw", [draw_city, draw_wheels])
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    "players", [2, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4)), 5]
)
def test_pictures_are_fit_to_be_posted(draw, theme, players) -> None:  # type: ignore[no-untyped-def]
    for dump in (position(players, 1), position(players, 18), crowded(players)):
        picture = draw(scene(dump, LONG_NAMES), theme=theme, t=ENGLISH)
        image = Image.open(BytesIO(picture.data))
        assert image.format == "PNG"
        assert image.mode == "P"
        tall = wheels_height(players, prophecies=False)
        assert image.size == (WIDTH, CITY_HEIGHT if draw is draw_city else tall)
        assert len(picture.data) <= 300_000
        assert re.fullmatch(r"[A-Za-z0-9.-]+\.png", picture.filename)
        assert 0 < len(picture.alt) <= 1024


def test_the_same_scene_gives_the_same_picture() -> None:
    shown = scene(position(4))
    assert draw_city(shown, t=ENGLISH) == draw_city(scene(position(4)), t=ENGLISH)
    assert draw_city(shown, t=ENGLISH).data != draw_city(shown, theme="light", t=ENGLISH).data


def test_what_never_changes_can_be_drawn_beforehand() -> None:
    prepare("light")
    before = city.empty_image.cache_info().misses, wheels.empty_image.cache_info().misses
    draw_city(scene(position(4)), theme="light", t=ENGLISH)
    draw_wheels(scene(position(4)), theme="light", t=ENGLISH)
    after = city.empty_image.cache_info().misses, wheels.empty_image.cache_info().misses
    assert before == after
