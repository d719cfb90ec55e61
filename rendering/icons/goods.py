"""Icons of what a seat owns: corn, blocks, skulls, points, workers, harvest tiles."""

from rendering.drawing.canvas import Pen
from rendering.drawing.geometry import curved, mirrored, moved, oval, path, soft_box
from rendering.drawing.theme import (
    BARK,
    BARK_LINE,
    CARTOUCHE,
    CARTOUCHE_LINE,
    CORN_TILE,
    CRYSTAL,
    CRYSTAL_SHADE,
    GOLD,
    GOLD_LIGHT,
    GOLD_SHADE,
    KERNEL,
    KERNEL_LINE,
    KERNEL_SHINE,
    LEAF,
    LEAF_SHADE,
    RING,
    ROCK,
    ROCK_LIGHT,
    ROCK_SHADE,
    SAPWOOD,
    SOCKET,
    STAR,
    STONE_SIDE,
    WOOD_TILE,
    Colour,
    mix,
)


def corn(pen: Pen) -> None:
    """An ear of maize between two leaves."""
    ear = path(
        "M 50 5 C 66 10 72 30 72 50 C 72 72 62 86 50 92 C 38 86 28 72 28 50 C 28 30 34 10 50 5"
    )
    leaf = path("M 8 36 C 24 40 36 52 40 66 C 43 78 46 88 50 95 C 26 92 6 76 8 36")
    pen.edge(ear, leaf, mirrored(leaf))
    pen.fill(ear, KERNEL)
    for x in (42, 58):
        bend = (x - 50) * 0.5
        pen.line(curved([(x - bend, 12), (x + bend, 50), (x - bend, 84)]), 2.2, KERNEL_LINE)
    for y in (24, 36, 48, 60, 72):
        half = 20 - abs(y - 46) * 0.16
        pen.line(curved([(50 - half, y - 2), (50, y + 3), (50 + half, y - 2)]), 2.2, KERNEL_LINE)
    pen.line([(38, 22), (36, 42)], 5, KERNEL_SHINE)
    for side, colour in ((leaf, LEAF), (mirrored(leaf), LEAF_SHADE)):
        pen.edge(side, width=2)
        pen.fill(side, colour)


def _log(pen: Pen, x: float, y: float, scale: float) -> None:
    """A log whose cut end looks to the upper right."""
    body = [(-38, -17), (28, -17), (28, 17), (-38, 17)]
    left, right = oval(-38, 0, 8, 17), oval(28, 0, 10, 17)
    parts = [moved(part, x, y, turn=-24, scale=scale) for part in (body, left, right)]
    pen.edge(*parts)
    for part in parts:
        pen.fill(part, BARK)
    for start, end, height in ((-40, 4, -6), (-26, 14, 3), (-38, 0, 11)):
        line = moved([(start, height), (end, height)], x, y, turn=-24, scale=scale)
        pen.line(line, 3.2 * scale, BARK_LINE)
    pen.fill(moved(oval(28, 0, 10, 17), x, y, turn=-24, scale=scale), SAPWOOD)
    pen.fill(moved(oval(28, 0, 5.6, 10), x, y, turn=-24, scale=scale), RING)
    pen.fill(moved(oval(28, 0, 3, 6), x, y, turn=-24, scale=scale), SAPWOOD)


def wood(pen: Pen) -> None:
    """A log."""
    _log(pen, 52, 50, 1.03)


def stone(pen: Pen) -> None:
    """A rock with three faces."""
    whole = [(14, 34), (54, 8), (86, 24), (95, 62), (74, 91), (24, 91), (6, 62)]
    pen.shape(whole, ROCK)
    pen.fill([(14, 34), (54, 8), (86, 24), (58, 44)], ROCK_LIGHT)
    pen.fill([(86, 24), (95, 62), (74, 91), (58, 44)], ROCK_SHADE)


def gold(pen: Pen) -> None:
    """An ingot."""
    pen.shape([(28, 20), (72, 20), (95, 84), (5, 84)], GOLD)
    pen.fill([(28, 20), (72, 20), (77, 36), (22, 36)], GOLD_LIGHT)
    pen.fill([(72, 20), (95, 84), (82, 84)], GOLD_SHADE)
    pen.fill([(28, 20), (5, 84), (15, 84), (30, 32)], mix(GOLD, GOLD_LIGHT, 0.5))


def skull(pen: Pen) -> None:
    """A crystal skull."""
    dome = path(
        "M 50 5 C 78 5 92 22 92 44 C 92 56 87 64 78 70 L 78 94 L 22 94 L 22 70"
        " C 13 64 8 56 8 44 C 8 22 22 5 50 5"
    )
    pen.shape(dome, CRYSTAL)
    pen.fill(
        path(
            "M 56 5 C 80 6 92 22 92 44 C 92 56 87 64 78 70 L 78 94 L 62 94 L 66 70"
            " C 76 52 76 24 56 5"
        ),
        CRYSTAL_SHADE,
    )
    pen.dot((31, 46), 13, SOCKET)
    pen.dot((69, 46), 13, SOCKET)
    pen.fill([(50, 56), (57, 70), (43, 70)], SOCKET)
    for x in (40, 60):
        pen.line([(x, 84), (x, 92)], 5, SOCKET)


def any_resource(pen: Pen) -> None:
    """A block with a wooden, a golden and a stone side: one resource of choice."""
    top = [(50, 5), (90, 27), (50, 49), (10, 27)]
    left = [(10, 27), (50, 49), (50, 95), (10, 73)]
    right = mirrored(left)
    pen.edge(top, left, right)
    for side, colour in ((top, BARK), (left, GOLD), (right, STONE_SIDE)):
        pen.fill(side, colour)
    for end in ((10, 27), (90, 27), (50, 95)):
        pen.line([(50, 49), end], 4, pen.theme.outline)


def cartouche(pen: Pen) -> None:
    """The cream tablet that stands for points, still empty."""
    pen.shape(soft_box(5, 5, 95, 95, 22), CARTOUCHE)
    pen.fill(soft_box(11, 11, 89, 89, 16), CARTOUCHE_LINE)
    pen.fill(soft_box(14.5, 14.5, 85.5, 85.5, 13), CARTOUCHE)


def points(pen: Pen) -> None:
    """Points, without a number: a star on a cartouche."""
    cartouche(pen)
    pen.fill(
        path("M 50 18 Q 55 45 82 50 Q 55 55 50 82 Q 45 55 18 50 Q 45 45 50 18"),
        STAR,
    )


def pawn(pen: Pen, colour: Colour, x: float = 50, scale: float = 1.0) -> None:
    """A worker; its feet stand on the lower edge."""
    head = oval(0, -65, 25, 25)
    body = path("M -17 -46 C -30 -38 -34 -20 -34 0 L 34 0 C 34 -20 30 -38 17 -46 L -17 -46")
    parts = [moved(part, x, 95, scale=scale) for part in (head, body)]
    pen.edge(*parts)
    for part in parts:
        pen.fill(part, colour)


def corn_tile(pen: Pen) -> None:
    """A harvested corn tile."""
    pen.shape(soft_box(5, 5, 95, 95, 14), CORN_TILE)
    corn(pen.part(14, 14, 72))


def wood_tile(pen: Pen) -> None:
    """A harvested wood tile."""
    pen.shape(soft_box(5, 5, 95, 95, 14), WOOD_TILE)
    _log(pen, 51, 50, 0.72)


def tile_gone(pen: Pen) -> None:
    """The place of a jungle tile that was taken."""
    pen.fill(soft_box(5, 5, 95, 95, 14), pen.theme.faint)
    pen.fill(soft_box(10, 10, 90, 90, 10), pen.theme.obsidian)
