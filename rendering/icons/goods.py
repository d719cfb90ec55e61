"""Icons of what a seat owns (corn, blocks, skulls, points, workers, harvest tiles), and of actions,
food days and turn order. Each function draws one with a pen, 100 x 100 large."""

from math import hypot

from rendering.drawing.canvas import (
    Pen,
    Point,
    around,
    curved,
    mirrored,
    moved,
    oval,
    path,
    soft_box,
)
from rendering.drawing.theme import (
    ANY_CITY,
    BARK,
    BARK_LINE,
    BRONZE,
    CARTOUCHE,
    CARTOUCHE_LINE,
    COPPER,
    CORN_TILE,
    CRYSTAL,
    CRYSTAL_SHADE,
    EYE,
    EYE_RAYS,
    FISH,
    FLAME,
    FLAME_HEART,
    GOLD,
    GOLD_LIGHT,
    GOLD_SHADE,
    IRIS,
    KERNEL,
    KERNEL_LINE,
    KERNEL_SHINE,
    LEAF,
    LEAF_SHADE,
    MEDALS,
    MOON,
    RED_PLUME,
    RING,
    ROCK,
    ROCK_LIGHT,
    ROCK_SHADE,
    SAPWOOD,
    SILVER,
    SOCKET,
    STAR,
    STONE_SIDE,
    SUN,
    SUN_DISC,
    TEAL_PLUME,
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
    """A log about (x, y) whose cut end points to the upper right."""
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
    """The empty cream tablet on which points are written."""
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


def fish(pen: Pen) -> None:
    """Fishing."""
    body = path("M 5 50 C 20 22 52 20 70 50 C 52 80 20 78 5 50")
    tail = [(64, 50), (95, 24), (95, 76)]
    pen.edge(body, tail)
    pen.fill(tail, FISH)
    pen.fill(body, FISH)
    pen.dot((24, 45), 5.5, pen.theme.outline)


def burn(pen: Pen) -> None:
    """Burning the jungle."""
    pen.shape(
        path(
            "M 48 6 C 54 22 82 36 82 64 C 82 84 68 95 50 95 C 30 95 17 82 17 64 C 17 50 24 42 29 36"
            " C 32 42 35 46 40 48 C 42 32 40 18 48 6"
        ),
        FLAME,
    )
    pen.fill(
        path(
            "M 51 46 C 54 58 66 62 66 76 C 66 86 59 91 50 91 C 41 91 34 85 34 76"
            " C 34 64 46 58 51 46"
        ),
        FLAME_HEART,
    )


def market(pen: Pen) -> None:
    """The market: selling and buying."""
    right = [(6, 20), (62, 20), (62, 6), (95, 33), (62, 60), (62, 46), (6, 46)]
    left = [(94, 54), (38, 54), (38, 40), (5, 67), (38, 94), (38, 80), (94, 80)]
    pen.shape(right, COPPER)
    pen.shape(left, SILVER)


def free_choice(pen: Pen) -> None:
    """Free choice: any action of this gear."""
    star = [around((50, 50), 45 if i % 2 == 0 else 25, i * 22.5) for i in range(16)]
    pen.shape(star, BRONZE)
    pen.dot((50, 50), 11, pen.theme.outline)


def any_city(pen: Pen) -> None:
    """Any action of the four cities with ten teeth: a gear in their colours."""
    teeth = []
    for i in range(8):
        for angle, radius in ((-15, 30), (-10, 45), (10, 45), (15, 30)):
            teeth.append(around((50, 50), radius, i * 45 + angle))
    pen.edge(teeth)
    for quarter, colour in enumerate(ANY_CITY):
        start = quarter * 90
        part = [(50.0, 50.0)]
        for i in range(-1, 4):
            for angle, radius in ((-15, 30), (-10, 45), (10, 45), (15, 30)):
                turn = i * 45 + angle
                if 0 < turn < 90:
                    part.append(around((50, 50), radius, start + turn))
        first, last = around((50, 50), 45, start), around((50, 50), 45, start + 90)
        pen.fill([part[0], first, *part[1:], last], colour)
    pen.dot((50, 50), 16, pen.theme.outline)


def _bowl(pen: Pen, colour: Colour) -> None:
    heaps = [oval(28, 38, 15, 24), oval(72, 38, 15, 24), oval(50, 33, 17, 28)]
    pen.edge(*heaps)
    for heap in heaps:
        pen.edge(heap, width=2)
        pen.fill(heap, KERNEL)
    bowl = path("M 5 42 L 95 42 C 93 66 84 82 66 92 L 34 92 C 16 82 7 66 5 42")
    pen.shape(bowl, colour)
    pen.line([(20, 57), (80, 57)], 5, tuple(round(c * 0.6) for c in colour))  # type: ignore[arg-type]


def food_mid(pen: Pen) -> None:
    """A food day in the middle of an age."""
    _bowl(pen, pen.theme.food_mid)


def food_end(pen: Pen) -> None:
    """A food day at the end of an age."""
    _bowl(pen, pen.theme.food_end)


def first_player(pen: Pen) -> None:
    """The headdress of the first player."""
    feather = path("M 0 -6 C -9 -18 -14 -37 0 -51 C 14 -37 9 -18 0 -6")
    for turn, colour in (
        (-61, TEAL_PLUME), (61, TEAL_PLUME), (-33, RED_PLUME), (33, RED_PLUME), (0, COPPER),
    ):  # fmt: skip
        pen.shape(moved(feather, 50, 66, turn=turn), colour, width=4)
    pen.shape(soft_box(14, 62, 86, 93, 12), KERNEL)
    for x in (28, 50, 72):
        pen.dot((x, 77.5), 6, BARK)


def sun(pen: Pen) -> None:
    """The player board's light side: the double advance is still available."""
    for i in range(8):
        ray = [around((50, 50), 48, i * 45)] + [around((50, 50), 28, i * 45 + a) for a in (19, -19)]
        pen.fill(ray, SUN)
    pen.dot((50, 50), 29, pen.theme.panel)
    pen.dot((50, 50), 25, SUN_DISC if pen.theme.is_dark else SUN)


def moon(pen: Pen) -> None:
    """The player board's dark side: the double advance is used."""
    disc, bite = oval(48, 50, 41, 41), oval(66, 38, 35, 35)
    outer = [p for p in disc if hypot(p[0] - 66, p[1] - 38) >= 35]
    inner = [p for p in bite if hypot(p[0] - 48, p[1] - 50) <= 41]
    # Both run clockwise; the crescent goes round the disc and back along the bite.
    gap = max(range(len(outer)), key=lambda i: hypot(*_minus(outer[i], outer[i - 1])))
    back = max(range(len(inner)), key=lambda i: hypot(*_minus(inner[i], inner[i - 1])))
    pen.fill([*outer[gap:], *outer[:gap], *reversed([*inner[back:], *inner[:back]])], MOON)


def prophecy(pen: Pen) -> None:
    """The eye of the prophets."""
    pen.shape(path("M 5 56 C 24 18 76 18 95 56 C 76 90 24 90 5 56"), EYE)
    pen.dot((50, 54), 21, pen.theme.outline)
    pen.dot((50, 54), 15, IRIS)
    pen.dot((50, 54), 7, pen.theme.outline)
    for width, ink in ((14, pen.theme.outline), (7, EYE_RAYS)):
        for turn in (-38, 0, 38):
            pen.line([around((50, 62), 45, turn), around((50, 62), 53, turn)], width, ink)


def _minus(one: Point, other: Point) -> Point:
    return (one[0] - other[0], one[1] - other[1])


def feed_free(pen: Pen, colour: Colour) -> None:
    """Workers that need no corn."""
    pawn(pen, colour, x=39)
    pen.dot((72, 72), 25, pen.theme.outline)
    ring = oval(72, 72, 8, 12.5)
    pen.line([*ring, ring[0]], 6.5, KERNEL)


def arrow(pen: Pen, colour: Colour) -> None:
    """The arrow between cost and effect."""
    pen.line([(10, 50), (60, 50)], 13, colour)
    pen.fill([(54, 22), (95, 50), (54, 78)], colour)


def medal(pen: Pen, place: int) -> None:
    """The disc behind the number of a place (from 1); first place has a sun."""
    if place == 1:
        rays = [around((50, 50), 48 if i % 2 == 0 else 38, i * 15) for i in range(24)]
        pen.shape(rays, SUN, width=2)
    pen.dot((50, 50), 38, pen.theme.outline)
    pen.dot((50, 50), 34, MEDALS[min(place, len(MEDALS)) - 1])


def check(pen: Pen, colour: Colour) -> None:
    """The check mark of a seat that has taken its turn."""
    pen.line([(12, 54), (38, 80), (88, 22)], 14, colour)
