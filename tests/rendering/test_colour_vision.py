"""Nothing is told by a colour that some eyes do not see: either the colours stay apart in every
sight, or shape and sign tell the same, even in grey.

Differences are CIEDE2000: 10 is seen at a glance, side by side; 2 hardly.
"""

from collections.abc import Mapping
from itertools import combinations

import pytest
from PIL import Image

from bot.text.names import SEAT_LETTERS
from rendering.drawing.theme import THEMES, Colour, mix
from rendering.icons.catalogue import icon, sign
from rendering.icons.markers import dummy, marker
from rendering.layout import WORKER
from rendering.wheels.gears import temple_face
from tests.rendering.colour_vision import (
    COLOUR_SIGHTS,
    SIGHTS,
    apart,
    ciede2000,
    seen_as,
    share_apart,
)

AT_A_GLANCE = 15.0
"""For what colour alone tells, or tells first."""
SIDE_BY_SIDE = 10.0
WITH_NAMES = 7.0
"""For what large names and signs tell as well."""
SHARE = 0.2
"""Of two signs' ink, so much at least must differ by SIDE_BY_SIDE."""
SMALLER = 4  # from the picture to a phone

BOTH = pytest.mark.parametrize("look", THEMES)
EACH_SIGHT = pytest.mark.parametrize("sight", COLOUR_SIGHTS)


def closest(colours: Mapping[str, Colour], sight: str) -> tuple[float, str, str]:
    """The two colours that are hardest to tell apart, and by how much."""
    return min(
        (apart(colours[one], colours[other], sight), one, other)
        for one, other in combinations(colours, 2)
    )


def on_a_phone(sprite: Image.Image) -> Image.Image:
    """A sprite of the full picture as it is seen 400 pixels wide."""
    size = (max(1, sprite.width // SMALLER), max(1, sprite.height // SMALLER))
    return sprite.resize(size, Image.Resampling.LANCZOS)


def hard_to_tell(
    sprites: Mapping[str, Image.Image], sight: str, ground: Colour, share: float = SHARE
) -> list[str]:
    """The pairs of signs that look too much alike on a phone."""
    return [
        f"{one} and {other}: {part:.2f}"
        for one, other in combinations(sprites, 2)
        if (
            part := share_apart(
                on_a_phone(sprites[one]), on_a_phone(sprites[other]), sight, SIDE_BY_SIDE,
                ground=ground,
            )
        )
        < share
    ]  # fmt: skip


# The measure itself.


def test_differences_are_those_of_the_standard() -> None:
    # Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 13, 25, 34.
    for one, other, difference in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ):
        assert ciede2000(one, other) == pytest.approx(difference, abs=1e-4)
        assert ciede2000(other, one) == pytest.approx(difference, abs=1e-4)


def test_sights_see_what_they_should() -> None:
    white, black = (255, 255, 255), (0, 0, 0)
    for sight in SIGHTS:
        assert apart(white, black, sight) == pytest.approx(100, abs=0.5)
        assert abs(seen_as((119, 119, 119), sight)[1]) < 1
    red, green = (190, 90, 60), (121, 121, 40)
    assert apart(red, green, "usual") > 25
    assert apart(red, green, "deutan") < 10
    assert apart((0, 150, 160), (0, 140, 200), "tritan") < apart(
        (0, 150, 160), (0, 140, 200), "usual"
    )
    assert seen_as((200, 30, 30), "grey")[1] == pytest.approx(0, abs=0.5)


# Told by colour.


@EACH_SIGHT
@BOTH
def test_seats_are_told_apart_by_colour(look: str, sight: str) -> None:
    fills = {
        letter: seat.fill for letter, seat in zip(SEAT_LETTERS, THEMES[look].seats, strict=True)
    }
    assert closest(fills, sight) >= (AT_A_GLANCE,)


@EACH_SIGHT
@BOTH
def test_food_days_are_told_apart_by_colour_from_each_other_and_from_other_days(
    look: str, sight: str
) -> None:
    theme = THEMES[look]
    teeth = {"mid age": theme.food_mid, "age end": theme.food_end}
    assert closest(teeth, sight) >= (AT_A_GLANCE,)
    assert closest({**teeth, "other days": theme.stone}, sight) >= (SIDE_BY_SIDE,)


@EACH_SIGHT
@BOTH
def test_what_is_to_come_is_told_from_what_is_far(look: str, sight: str) -> None:
    theme = THEMES[look]
    for food in (theme.food_mid, theme.food_end):
        lit = mix(food, (255, 255, 255), 0.3)
        assert apart(lit, theme.jade_deep, sight) >= AT_A_GLANCE


@EACH_SIGHT
@BOTH
def test_the_temples_of_offerings_are_told_apart_by_colour_or_by_light(
    look: str, sight: str
) -> None:
    """Their points tell, too: no two temples have the same."""
    theme = THEMES[look]
    faces = {temple: temple_face(theme, temple)[0] for temple in theme.temples}
    assert closest(faces, sight) >= (SIDE_BY_SIDE,)


@EACH_SIGHT
@BOTH
def test_gears_are_told_apart_by_light_where_colour_does_not_tell(look: str, sight: str) -> None:
    """Their names and emblems tell, too."""
    gears = {city: colours.gear for city, colours in THEMES[look].cities.items()}
    assert closest(gears, sight) >= (WITH_NAMES,)


@EACH_SIGHT
@BOTH
def test_the_turn_stands_out_and_is_not_taken_for_the_last_move(look: str, sight: str) -> None:
    theme = THEMES[look]
    for ground in (theme.ground, theme.panel, theme.base, theme.base_edge):
        assert apart(theme.turn, ground, sight) >= AT_A_GLANCE
        assert apart(theme.news, ground, sight) >= AT_A_GLANCE
    assert apart(theme.turn, theme.news, sight) >= AT_A_GLANCE
    assert apart(theme.hub_turn, theme.obsidian, sight) >= AT_A_GLANCE
    # Want of corn is a patch on the line of a seat.
    assert apart(theme.warn, theme.panel, sight) >= AT_A_GLANCE


# Told by shape and sign too, even in grey.


@BOTH
def test_seats_have_shapes_of_their_own(look: str) -> None:
    theme = THEMES[look]
    black = Image.new("L", (1, 1))
    shapes = {}
    for seat, letter in enumerate(SEAT_LETTERS):
        alpha = marker(seat, WORKER, theme, letter=False).getchannel("A")
        shapes[letter] = Image.merge("RGBA", [black.resize(alpha.size)] * 3 + [alpha])
    size = shapes["A"].size
    grey_worker = dummy(round(WORKER * 0.9), theme).getchannel("A")
    octagon = Image.new("L", size)
    corner = (size[0] - grey_worker.width) // 2
    octagon.paste(grey_worker, (corner, corner))
    shapes["dummy"] = Image.merge("RGBA", [black.resize(size)] * 3 + [octagon])
    assert not hard_to_tell(shapes, "grey", (255, 255, 255), share=0.08)


@pytest.mark.parametrize("sight", SIGHTS)
@BOTH
def test_workers_are_told_apart_as_they_are_drawn(look: str, sight: str) -> None:
    theme = THEMES[look]
    drawn = {letter: marker(seat, WORKER, theme) for seat, letter in enumerate(SEAT_LETTERS)}
    assert not hard_to_tell(drawn, sight, theme.base)


SIGNS = {
    "cities": ("city-palenque", "city-yaxchilan", "city-tikal", "city-uxmal", "city-chichen_itza"),
    "temples": ("temple-chaac", "temple-quetzalcoatl", "temple-kukulkan", "temple-any"),
    "goods": ("corn", "wood", "stone", "gold", "skull", "any-resource", "fish"),
    "technologies": (
        "tech-agriculture", "tech-extraction", "tech-architecture", "tech-theology", "tech-any",
    ),
    "tiles": ("corn-tile", "wood-tile", "build", "monument"),
    "player boards": ("sun", "moon"),
}  # fmt: skip
SIZES = {"cities": 56, "technologies": 54, "player boards": 44}


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("kind", SIGNS)
@BOTH
def test_signs_are_told_apart(look: str, kind: str, sight: str) -> None:
    theme = THEMES[look]
    drawn = {name: icon(name, SIZES.get(kind, 43), theme) for name in SIGNS[kind]}
    ground = theme.obsidian if kind == "cities" else theme.tablet
    assert not hard_to_tell(drawn, sight, ground)


@EACH_SIGHT
@BOTH
def test_categories_are_told_apart_by_their_signs(look: str, sight: str) -> None:
    theme = THEMES[look]
    drawn = {name: sign(f"category-{name}", 44, theme) for name in theme.categories}
    assert not hard_to_tell(drawn, sight, theme.building_card)


@BOTH
def test_the_kinds_of_food_days_differ_in_their_bowls(look: str) -> None:
    theme = THEMES[look]
    bowls = {name: icon(name, 80, theme) for name in ("food-mid", "food-end")}
    for sight in COLOUR_SIGHTS:
        assert not hard_to_tell(bowls, sight, theme.obsidian)


# The checks can fail.


def test_colours_that_some_confuse_are_found() -> None:
    confused = {"A": (190, 90, 60), "B": (121, 121, 40)}
    assert closest(confused, "usual") > (AT_A_GLANCE,)
    assert closest(confused, "deutan") < (SIDE_BY_SIDE,)


def test_signs_of_one_shape_are_found() -> None:
    theme = THEMES["dark"]
    one, other = (
        Image.new("RGBA", (44, 44), (*fill, 255)) for fill in ((190, 90, 60), (121, 121, 40))
    )
    assert not hard_to_tell({"one": one, "other": other}, "usual", theme.panel)
    assert hard_to_tell({"one": one, "other": other}, "deutan", theme.panel)
    same = icon("corn", 44, theme)
    assert hard_to_tell({"one": same, "other": same}, "usual", theme.panel)
