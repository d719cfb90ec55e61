"""The close-up of a gear with its workers, and what each space gives now in icons and words."""

from collections.abc import Iterator, Sequence

from PIL import Image

from bot.engine.board import (
    CHICHEN_ITZA,
    FREE_CHOICE_FROM,
    GEARS,
    HIGHEST,
    NUMBERED,
    TEETH,
    YAXCHILAN,
)
from bot.engine.position import Jungle, Occupant
from bot.scene import Scene
from bot.text.descriptions.closeups import field_at, is_used, next_space, own_spaces, space_words
from bot.text.names import gear_name, gear_purpose
from bot.text.spaces import placement_extra, trouble_words
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.canvas import Sketch, paste
from rendering.drawing.geometry import Point, around
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.relief import boss, chamfered, tones, well
from rendering.drawing.theme import BLACK, Colour, Theme, mix
from rendering.icons.catalogue import icon
from rendering.icons.lines import Group, Line, Pic, Score, Words
from rendering.icons.markers import dummy, marker
from rendering.layout import CALENDAR, CALENDAR_TEETH, CITIES, City, M, day_angle
from rendering.wheels.gears import gear_outline
from rendering.wheels.tablets import marks

SIDE = 512
_NUMBER, _SLAB_LEFT, _SLAB, _WORDS_LEFT = 64, 116, 290, 432
_WORKERS = 80  # room for a worker at the end of a line
_BESIDE = LEFT + SIDE + 32  # left edge of what stands beside the gear
_ROW, _SHORT_ROW, _FIELD_ROW = 90, 76, 112
_FIELD = 46
_REACH = 6.95  # from the middle of a gear to the picture's edge, in modules, with ten teeth
_MORE = 1.45  # added to it for every three further teeth
_DIAL, _NUMERAL, _BOSS, _WORKER = 1.42, 2.3, 1.6, 2.4
_CHAMFER, _THICKNESS = 0.186, 8  # modules, pixels


def draw(scene: Scene, gear: str, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of a gear."""
    emblem = icon(f"city-{gear}", 100, theme, theme.cities[gear].numeral)
    if not theme.is_dark:
        emblem = icon(f"city-{gear}", 100, theme, theme.cities[gear].gear)
    parts = [
        blocks.title(gear_name(t, gear), gear_purpose(t, gear), theme, emblem),
        blocks.gap(22),
        blocks.from_the_top(_gear(scene, gear, theme), _beside(scene, gear, theme, t)),
        blocks.gap(20),
    ]
    rows = [_row(scene, gear, space, theme, t) for space in _spaces(scene, gear)]
    return blocks.sheet([*parts, *rows], theme)


def _spaces(scene: Scene, gear: str) -> Iterator[int]:
    """The spaces on which workers of seats may stand, with those that a tribe adds or on which one
    stands."""
    number = GEARS.index(gear)
    own = NUMBERED[number]
    for seat in scene.players:
        own |= own_spaces(seat, number)
    for space, who in enumerate(scene.gears[gear]):
        if own >> space & 1 or isinstance(who, int):
            yield space


def _gear(scene: Scene, gear: str, theme: Theme) -> Block:
    def draw(image: Image.Image, top: int) -> None:
        picture = _empty_gear(gear, theme).copy()
        following = next_space(scene, gear)
        if following is not None and scene.phase == "play":
            _draw_next(picture, gear, following, theme)
        _draw_workers(picture, gear, scene.gears[gear], scene.waiting, theme)
        image.paste(picture, (LEFT - 12, top))

    return Block(SIDE, draw)


def _beside(scene: Scene, gear: str, theme: Theme, t: Translations) -> Block:
    """The column beside the gear: where the next worker goes and its price, the workers on the
    gear, and what an active prophecy changes."""
    parts: list[Block] = []
    following = next_space(scene, gear)
    if scene.phase == "play":
        parts.append(
            # Translators: heading in a picture: where the next worker would stand.
            blocks.words(t.gettext("Next worker"), theme.dim, left=_BESIDE, weight="bold", size=36)
        )
        if following is None:
            # Translators: in a picture, below "Next worker": no worker can be placed on this gear.
            parts.append(blocks.words(t.gettext("no space free"), theme.text, left=_BESIDE))
        else:
            price = following + placement_extra(gear, scene.active_prophecy)
            colours = theme.cities[gear]
            number = blocks.disc(str(following), colours.dial, colours.numeral, left=_BESIDE)
            after = _BESIDE + _NUMBER + 24
            if price:
                line: Line = [(Words(f"−{price}", 1.2), Pic("corn"))]
                paid = blocks.signs(line, theme, left=after, size=60)
            else:
                # Translators: in a picture, after the number of a space: a worker there costs
                # nothing; at most 12 characters.
                nothing = t.pgettext("price", "free")
                paid = blocks.words(nothing, theme.text, left=after, weight="bold")
            parts += [blocks.gap(4), blocks.beside(number, paid)]
        parts.append(blocks.gap(18))
    standing = _standing(scene, gear)
    for who, spaces in standing:
        string = ", ".join(map(str, spaces))
        parts.append(_person(scene, who, string, theme, t))
    if not standing:
        # Translators: in a picture of a gear.
        parts.append(blocks.words(t.gettext("No workers here."), theme.dim, left=_BESIDE))
    if gear in (GEARS[YAXCHILAN], GEARS[CHICHEN_ITZA]):
        stock: Line = [(Pic("skull"), Words(f" {scene.bank_skulls}", 1.1))]
        # Translators: in a picture, after a number and the icon of a skull: left to be taken.
        words = blocks.words(t.gettext("in the supply"), theme.dim, left=_BESIDE + 150, size=36)
        row = blocks.beside(blocks.signs(stock, theme, left=_BESIDE, size=56, right=_BESIDE + 140))
        parts += [blocks.gap(14), blocks.beside(row, words)]
    trouble = trouble_words(t, gear, scene.active_prophecy)
    if trouble:
        note = blocks.words(trouble, theme.text, left=_BESIDE, size=36)
        parts += [blocks.gap(18), note]
    return blocks.stacked([blocks.gap(4), *parts])


def _standing(scene: Scene, gear: str) -> list[tuple[int | str, list[int]]]:
    """The spaces of the workers on the gear, by seat, then of the dummies."""
    found: dict[int | str, list[int]] = {}
    for space, who in enumerate(scene.gears[gear]):
        if who is not None:
            found.setdefault(who, []).append(space)
    return sorted(found.items(), key=lambda item: (isinstance(item[0], str), str(item[0])))


def _person(scene: Scene, who: int | str, spaces: str, theme: Theme, t: Translations) -> Block:
    """A marker, a name, and the spaces at the end of the line."""
    size = 46
    drawn = marker(who, size, theme) if isinstance(who, int) else dummy(size, theme)
    end = RIGHT - blocks.wide(spaces, "black", 42)
    left, right = _BESIDE + size + 24, end - 16
    if isinstance(who, int):
        name = blocks.one_line(scene.seats[who].name, theme.text, left=left, right=right, size=40)
    else:
        name = blocks.words(
            # Translators: in a picture, beside a list of spaces: workers that belong to nobody and
            # only take a space.
            t.gettext("dummies"),
            theme.dim,
            left=left,
            right=right,
            size=40,
            smaller=(36,),
        )
    return blocks.beside(
        blocks.centred(drawn, _BESIDE + size // 2 + 4, size),
        name,
        blocks.one_line(spaces, theme.text, left=end, right=RIGHT + 4, size=42, weight="black"),
        least=62,
    )


def _row(scene: Scene, gear: str, space: int, theme: Theme, t: Translations) -> Block:
    """The row of a space: its number, its tablet, its words, and its worker."""
    colours = theme.cities[gear]
    who = scene.gears[gear][space]
    plain = space == 0 or space >= FREE_CHOICE_FROM[GEARS.index(gear)]
    used = is_used(scene, gear, space)
    field = field_at(scene, gear, space)
    words = blocks.words(
        space_words(scene, gear, space, t), theme.dim if used or space == 0 else theme.text,
        left=_WORDS_LEFT, right=RIGHT - (0 if who is None else _WORKERS), size=40, smaller=(37,),
        weight="regular" if plain or used else "bold",
    )  # fmt: skip
    column = [words]
    if field is not None:
        column.append(_field(scene, field, theme))
    parts = [
        blocks.disc(str(space), colours.dial, colours.numeral, left=LEFT, size=_NUMBER),
        blocks.stacked(column, 4),
    ]
    if space:
        parts.append(
            blocks.tablet(
                _line(gear, space), theme, left=_SLAB_LEFT, width=_SLAB, height=66, size=52,
                dim=used, sign=icon("skull", 52, theme) if used else None,
            )
        )  # fmt: skip
    if who is not None:
        size = 60
        drawn = marker(who, size, theme) if isinstance(who, int) else dummy(size, theme)
        parts.append(blocks.centred(drawn, RIGHT - size // 2, size))
    least = _ROW if field is None else _FIELD_ROW
    plain = plain or gear == "chichen_itza"
    return blocks.beside(*parts, least=_SHORT_ROW if plain else least, pad=7)


def _field(scene: Scene, left: Jungle, theme: Theme) -> Block:
    """The tiles of a jungle space: wood lying on corn, corn alone, or gone."""
    gone = len(scene.players) - left.corn
    names = ["wood-tile"] * left.wood + ["corn-tile"] * (left.corn - left.wood)
    names += ["tile-gone"] * gone
    line: Line = [(Pic(name),) for name in names]
    return blocks.signs(line, theme, left=_WORDS_LEFT, size=_FIELD, apart=0.16)


def _line(gear: str, space: int) -> Line:
    """The icons of the space's tablet on the board; on Chichen Itza with the skull it takes."""
    found: list[Group] = []
    first_free = FREE_CHOICE_FROM[GEARS.index(gear)]
    for mark in marks(gear, min(space, first_free)):
        if mark.startswith("points "):
            found += [(Pic("skull"),), (Pic("arrow", 0.44),)]
            found.append((Score(int(mark.removeprefix("points ")), 1.1),))
        elif mark.isdigit() or mark in "/+=":
            found.append((Words(mark, 1.2),))
        else:
            found.append((Pic(mark, 0.5 if mark == "arrow" else 1.0),))
    return found


def scale(gear: str) -> float:
    """The factor by which the gear is larger than on the wheels picture."""
    more = (TEETH[GEARS.index(gear)] - 10) / 3
    return SIDE / 2 / ((_REACH + _MORE * more) * M)


@kept(5_000_000)
def _empty_gear(gear: str, theme: Theme) -> Image.Image:
    """The gear without workers, mode RGB, `SIDE` pixels square, on the colour of the slab
    with round corners on that of the ground. Copy it before drawing on it."""
    city, k = CITIES[gear], scale(gear)
    colours = theme.cities[gear]
    sketch = Sketch(SIDE, SIDE, smoothing=2)
    sketch.rounded((0, 0, SIDE, SIDE), 22, theme.base)
    calendar = _seen(gear_outline(CALENDAR, CALENDAR_TEETH, day_angle(0)), city, k)
    wheel = _seen(gear_outline(city.centre, city.teeth, city.angle(0)), city, k)
    for outline, face, shade in (
        (calendar, theme.stone, theme.stone_shade),
        (wheel, colours.gear, colours.shade),
    ):
        wall = mix(shade, BLACK, 0.35)
        sketch.polygon([(x + 6, y + 14) for x, y in outline], mix(theme.base, theme.shadow, 0.8))
        for down in range(1, _THICKNESS + 1):
            sketch.polygon([(x + down * 0.7, y + down) for x, y in outline], wall)
        chamfered(sketch, outline, _CHAMFER * M * k, face, tones(face, shade))
    _draw_dial(sketch, city, k, theme)
    image = Image.new("RGB", (SIDE, SIDE), theme.ground)
    drawn = sketch.sprite()
    mask = Sketch(SIDE, SIDE, smoothing=4, mode="L")
    mask.rounded((0, 0, SIDE, SIDE), 22, 255)
    image.paste(drawn, (0, 0), mask.sprite())
    middle = (SIDE / 2, SIDE / 2)
    size = round(_BOSS * M * k * 1.34)
    paste(image, icon(f"city-{gear}", size, theme), middle)
    letters = round((1.78 if city.teeth == 10 else 1.65) * M * k)
    for space in range(HIGHEST[GEARS.index(gear)] + 1):
        at = _place(city, space, -_NUMERAL, k)
        text(image, at, str(space), "black", letters, colours.numeral, "mm")
    return image


def _seen(outline: Sequence[Point], city: City, k: float) -> list[Point]:
    """Points of the wheels picture in the coordinates of the close-up, `k` times larger."""
    x0, y0 = city.centre
    return [(SIDE / 2 + (x - x0) * k, SIDE / 2 + (y - y0) * k) for x, y in outline]


def _place(city: City, space: int, out: float, k: float) -> Point:
    """The point `out` modules beyond the pitch circle, at a space."""
    return around((SIDE / 2, SIDE / 2), (city.radius + out * M) * k, city.angle(space))


def _draw_dial(sketch: Sketch, city: City, k: float, theme: Theme) -> None:
    colours = theme.cities[city.id]
    middle = (SIDE / 2, SIDE / 2)
    dark = mix(colours.dial, BLACK, 0.5)
    radius = (city.radius - _DIAL * M) * k
    edges = tones(colours.gear, colours.shade)
    well(
        sketch,
        middle,
        radius,
        colours.dial,
        edges,
        rim=0.124 * M * k,
        depth=0.248 * M * k,
        dark=dark,
    )
    hub = _BOSS * M * k * (1.5 if GEARS.index(city.id) == CHICHEN_ITZA else 1.0)
    sketch.circle((middle[0] + 4, middle[1] + 6), hub + 1, dark)
    face: Colour = mix(colours.gear, colours.shade, 0.45)
    boss(sketch, middle, hub, face, tones(face, mix(colours.shade, BLACK, 0.3)), 0.165 * M * k)


def _draw_workers(
    image: Image.Image,
    gear: str,
    workers: Sequence[Occupant],
    to_move: Sequence[int],
    theme: Theme,
) -> None:
    """All workers on the gear, one entry a space; seats `to_move` have a gold rim."""
    city, k = CITIES[gear], scale(gear)
    size = round(_WORKER * M * k)
    for space, worker in enumerate(workers):
        at = _place(city, space, 0.25, k)
        if worker == "dummy":
            paste(image, dummy(round(size * 0.9), theme), at)
        elif isinstance(worker, int):
            paste(image, marker(worker, size, theme, to_move=worker in to_move), at)


def _draw_next(image: Image.Image, gear: str, space: int, theme: Theme) -> None:
    """A ring where the next worker would stand."""
    city, k = CITIES[gear], scale(gear)
    side = round(_WORKER * M * k) + 12
    sketch = Sketch(side, side)
    middle = (side / 2, side / 2)
    sketch.circle(middle, side / 2 - 1, theme.outline)
    sketch.circle(middle, side / 2 - 4, theme.news)
    sketch.circle(middle, side / 2 - 13, theme.outline)
    sketch.circle(middle, side / 2 - 15, mix(theme.cities[gear].gear, theme.outline, 0.25))
    at = _place(city, space, 0.25, k)
    paste(image, sketch.sprite(), at)
    text(image, at, "+", "black", round(side * 0.62), theme.hub_text, "mm")
