"""Icons of temples, technologies, buildings, monuments and building categories, and the emblems of
the cities. Each function draws one with a pen, 100 x 100 large."""

from collections.abc import Sequence

from rendering.drawing.canvas import (
    Pen,
    Point,
    around,
    box,
    curved,
    mirrored,
    moved,
    oval,
    path,
    soft_box,
)
from rendering.drawing.theme import (
    BLACK,
    DARK_SIGN,
    DISC,
    DOOR,
    GLYPH,
    HANDLE,
    NAVY,
    PALE,
    ROOF,
    ROOF_LIGHT,
    SERPENT_EYE,
    SPROUT,
    STELA,
    STELA_SHADE,
    TEMPLES,
    WALL,
    WALL_SHADE,
    WHITE,
    Colour,
    mix,
)

PYRAMID = [
    (27, 5), (73, 5), (73, 48), (84, 48), (84, 68), (95, 68), (95, 92),
    (5, 92), (5, 68), (16, 68), (16, 48), (27, 48),
]  # fmt: skip
_UP: list[Point] = [(50, 18), (73, 46), (60, 46), (60, 80), (40, 80), (40, 46), (27, 46)]


def rain(pen: Pen, colour: Colour) -> None:
    """Chaac's sign: a cloud bar and three drops."""
    pen.fill(soft_box(30, 28, 70, 39, 3), colour)
    for x, y in ((35, 58), (50, 67), (65, 58)):
        pen.fill(
            moved(
                path(
                    "M 0 -16 C 4 -7 7 -3 7 3 C 7 8 4 11 0 11 C -4 11 -7 8 -7 3 C -7 -3 -4 -7 0 -16"
                ),
                x,
                y,
            ),
            colour,
        )


def plume(pen: Pen, colour: Colour, vein: Colour) -> None:
    """Quetzalcoatl's sign: a feather."""
    pen.fill(path("M 74 24 C 78 46 68 70 34 76 C 30 48 44 28 74 24"), colour)
    pen.line([(66, 34), (27, 82)], 4, colour)
    pen.line([(66, 34), (40, 66)], 3, vein)


def serpent(pen: Pen, colour: Colour, eye: Colour) -> None:
    """Kukulkan's sign: a rearing snake."""
    body = [
        *curved([(22, 78), (22, 58), (30, 47), (37, 50)]),
        *curved([(37, 50), (45, 54), (42, 76), (54, 77)]),
        *curved([(54, 77), (64, 76), (68, 62), (69, 40)]),
    ]
    pen.line(body, 11, colour)
    pen.fill(oval(70, 36, 13, 12), colour)
    pen.dot((72, 34), 4.2, eye)


def _pyramid(pen: Pen, colour: Colour) -> None:
    """A temple with its steps lit from the left."""
    pen.shape(PYRAMID, colour)
    light, shade = mix(colour, WHITE, 0.22), mix(colour, BLACK, 0.25)
    for left, top, bottom in ((27, 5, 48), (16, 48, 68), (5, 68, 92)):
        pen.fill(box(left, top, left + 6, bottom), light)
        pen.fill(box(94 - left, top, 100 - left, bottom), shade)


def temple_chaac(pen: Pen) -> None:
    """A step in the brown temple."""
    _pyramid(pen, TEMPLES["chaac"])
    rain(pen, PALE)


def temple_quetzalcoatl(pen: Pen) -> None:
    """A step in the yellow temple."""
    _pyramid(pen, TEMPLES["quetzalcoatl"])
    plume(pen, DARK_SIGN, TEMPLES["quetzalcoatl"])


def temple_kukulkan(pen: Pen) -> None:
    """A step in the green temple."""
    _pyramid(pen, TEMPLES["kukulkan"])
    serpent(pen, WHITE, SERPENT_EYE)


def temple_any(pen: Pen, arrow: Sequence[Point] = _UP) -> None:
    """A step in any temple; the arrow points up unless another is given."""
    pen.shape(PYRAMID, TEMPLES["quetzalcoatl"])
    pen.fill(
        [(27, 5), (35, 5), (35, 92), (5, 92), (5, 68), (16, 68), (16, 48), (27, 48)],
        TEMPLES["chaac"],
    )
    pen.fill(
        mirrored([(27, 5), (35, 5), (35, 92), (5, 92), (5, 68), (16, 68), (16, 48), (27, 48)]),
        TEMPLES["kukulkan"],
    )
    pen.shape(arrow, WHITE, width=3)


def _disc(pen: Pen) -> None:
    pen.dot((50, 50), 47, pen.theme.outline)
    pen.dot((50, 50), 42.5, DISC)


def tech_agriculture(pen: Pen) -> None:
    """A sprout."""
    _disc(pen)
    pen.line([(50, 48), (50, 80)], 9, NAVY)
    leaf = path("M 51 50 C 52 30 66 22 84 28 C 82 46 70 54 51 50")
    for side in (leaf, mirrored(leaf)):
        pen.fill(side, SPROUT)


def tech_extraction(pen: Pen) -> None:
    """A pickaxe."""
    _disc(pen)
    pen.line([(45, 32), (67, 80)], 9, HANDLE)
    pen.fill(
        path(
            "M 14 56 C 18 32 40 20 76 24 C 82 26 82 34 76 35"
            " C 48 33 32 38 22 60 C 18 64 13 62 14 56"
        ),
        NAVY,
    )


def tech_architecture(pen: Pen) -> None:
    """A stepped platform."""
    _disc(pen)
    pen.fill(box(35, 22, 65, 31), NAVY)
    pen.fill(
        [
            (38, 35),
            (62, 35),
            (62, 47),
            (72, 47),
            (72, 60),
            (82, 60),
            (82, 74),
            (58, 74),
            (58, 60),
            (42, 60),
            (42, 74),
            (18, 74),
            (18, 60),
            (28, 60),
            (28, 47),
            (38, 47),
        ],
        NAVY,
    )


def tech_theology(pen: Pen) -> None:
    """An eye."""
    _disc(pen)
    pen.fill(path("M 14 50 C 30 26 70 26 86 50 C 70 74 30 74 14 50"), NAVY)
    pen.dot((50, 50), 15.5, DISC)
    pen.dot((50, 50), 8, NAVY)


def tech_any(pen: Pen) -> None:
    """A technology of choice."""
    _disc(pen)
    pen.fill([(50, 16), (78, 47), (62, 47), (62, 80), (38, 80), (38, 47), (22, 47)], NAVY)


def build(pen: Pen) -> None:
    """A hut: to build, or a building."""
    wall, roof = box(15, 44, 85, 94), [(50, 7), (95, 50), (5, 50)]
    pen.edge(wall, roof)
    pen.fill(wall, WALL)
    pen.fill(box(68, 44, 85, 94), WALL_SHADE)
    pen.fill(box(41, 64, 61, 94), DOOR)
    pen.shape(roof, ROOF)
    pen.fill([(50, 7), (5, 50), (30, 50)], ROOF_LIGHT)


def monument(pen: Pen) -> None:
    """A stela."""
    slab = [(30, 20), (50, 5), (72, 16), (76, 80), (24, 80)]
    foot = box(5, 78, 95, 94)
    pen.edge(slab, foot)
    pen.fill(slab, STELA)
    pen.fill([(50, 5), (72, 16), (76, 80), (50, 80)], STELA_SHADE)
    pen.fill(foot, STELA)
    pen.fill(box(50, 78, 95, 94), STELA_SHADE)
    for y in (30, 47, 64):
        pen.fill(soft_box(40, y, 62, y + 10, 3), GLYPH)


# The emblems in the middle of the dials have one colour and no outline.


def city_palenque(pen: Pen, colour: Colour) -> None:
    """A plant of the jungle."""
    pen.line([(50, 40), (50, 95)], 7, colour)
    pen.fill(path("M 50 2 C 66 16 66 32 50 42 C 34 32 34 16 50 2"), colour)
    for y, reach in ((55, 31), (79, 40)):
        leaf = path(
            f"M 53 {y} C 54 {y - 22} {50 + reach * 0.6} {y - 28} {50 + reach} {y - 26}"
            f" C {50 + reach} {y - 10} {50 + reach * 0.7} {y} 53 {y}"
        )
        for side in (leaf, mirrored(leaf)):
            pen.fill(side, colour)


def city_yaxchilan(pen: Pen, colour: Colour) -> None:
    """Mountains over a river."""
    pen.fill([(4, 68), (37, 10), (52, 34), (66, 22), (96, 68)], colour)
    for y in (77, 91):
        wave = [
            *curved([(4, y), (20, y - 11), (32, y - 9), (50, y)]),
            *curved([(50, y), (68, y + 9), (80, y + 9), (96, y - 2)]),
        ]
        pen.line(wave, 6, colour)


def city_tikal(pen: Pen, colour: Colour) -> None:
    """A stepped pyramid with its stairs."""
    rows = ((41, 4), (41, 26), (32, 44), (23, 62), (15, 80), (5, 96))
    for (left, bottom), (_, top) in zip(rows[1:], rows, strict=False):
        pen.fill(box(left, top - 1, 100 - left, bottom), colour)
    pen.fill(box(45, 30, 55, 97), pen.theme.obsidian)


def city_uxmal(pen: Pen, colour: Colour) -> None:
    """A painted jar of the market."""
    pen.fill([(30, 3), (70, 3), (64, 18), (36, 18)], colour)
    jar = path(
        "M 36 23 L 64 23 C 82 28 92 44 92 60 C 92 76 84 90 70 97 L 30 97"
        " C 16 90 8 76 8 60 C 8 44 18 28 36 23"
    )
    pen.fill(jar, colour)
    ground = pen.theme.obsidian
    zigzag = [(8, 56), (22, 44), (36, 60), (50, 44), (64, 60), (78, 44), (92, 56)]
    pen.line(zigzag, 6.5, ground)
    pen.line([(20, 78), (80, 78)], 6.5, ground)


def city_chichen_itza(pen: Pen, colour: Colour) -> None:
    """A spiral: the snail shell of the sacred well."""
    turns = [
        around((49, 48), 7 + 32 * i / 70, 180 + 640 * (1 - i / 70))  # it grows anticlockwise
        for i in range(71)
    ]
    pen.line([*turns, (64, 89), (80, 88)], 11, colour)
    pen.fill([(76, 76), (98, 73), (98, 99), (76, 96)], colour)


def farm_sign(pen: Pen, colour: Colour) -> None:
    """Three ears on their stalks."""
    for x in (30, 50, 70):
        pen.line([(x, 36), (x, 76)], 7, colour)
        pen.dot((x, 34), 9.5, colour)


def tomb_sign(pen: Pen, colour: Colour) -> None:
    """A gravestone."""
    pen.fill(path("M 30 76 L 30 44 C 30 14 70 14 70 44 L 70 76"), colour)
    pen.fill(box(20, 68, 80, 79), colour)


def civic_sign(pen: Pen, colour: Colour) -> None:
    """A hall with columns."""
    pen.fill([(50, 18), (84, 38), (16, 38)], colour)
    for x in (29, 50, 71):
        pen.fill(box(x - 6, 42, x + 6, 69), colour)
    pen.fill(box(20, 72, 80, 81), colour)


def shrine_sign(pen: Pen, colour: Colour) -> None:
    """An offering flame."""
    pen.fill(
        path(
            "M 50 14 C 56 28 70 38 70 54 C 70 65 61 72 50 72 C 39 72 30 65 30 54"
            " C 30 38 44 28 50 14"
        ),
        colour,
    )
    pen.fill(box(22, 76, 78, 84), colour)
