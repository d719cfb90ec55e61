"""The close-ups of the gears.

That of a city's gear has its workers, and what each space gives now in icons and words. That of the
calendar has the food days, the starting player, the quick action and the prophecies in words.
"""

from collections.abc import Iterator, Sequence

from PIL import Image

from bot.engine import components
from bot.engine.calendar import MID_AGE_DAYS
from bot.engine.expansion import PROPHECIES
from bot.engine.placing import QUICK_SPACE_CORN
from bot.engine.position import Jungle, Occupant
from bot.scene import Scene
from bot.text.descriptions import board, closeups
from bot.text.names import GEAR_PURPOSES, amount, gear_name, tile_name
from bot.text.spaces import calamity_words, fulfilment_words, placement_extra, trouble_words
from bot.text.tiles import tile_effects
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.canvas import Point, Sketch, around, paste
from rendering.drawing.kept import kept
from rendering.drawing.lettering import text
from rendering.drawing.relief import boss, chamfered, tones, well
from rendering.drawing.theme import BLACK, Colour, Theme, mix
from rendering.icons.catalogue import icon, points_icon
from rendering.icons.effects import Group, Line, Pic, Score, Words, calamity_line, quick_line
from rendering.icons.markers import dummy, marker
from rendering.layout import CALENDAR, CALENDAR_TEETH, CITIES, City, M, day_angle
from rendering.wheels.gears import gear_outline, marks

SIDE = 512
_NUMBER, _SLAB_LEFT, _SLAB, _WORDS_LEFT = 64, 116, 290, 432
_WORKERS = 80  # room for a worker at the end of a line
_BESIDE = LEFT + SIDE + 32  # left edge of what stands beside the gear
_ROW, _SHORT_ROW, _FIELD_ROW = 90, 76, 112
_FIELD = 46
_REACH = 6.95  # modules from the middle of a gear with ten teeth to the picture's edge
_MORE = 1.45  # modules added to `_REACH` for every three further teeth
_DIAL, _NUMERAL, _BOSS, _WORKER = 1.42, 2.3, 1.6, 2.4
_CHAMFER, _THICKNESS = 0.186, 8  # modules, pixels


def draw_gear(scene: Scene, gear: str, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of a gear."""
    emblem = icon(f"city-{gear}", 100, theme, theme.cities[gear].numeral)
    if not theme.is_dark:
        emblem = icon(f"city-{gear}", 100, theme, theme.cities[gear].gear)
    parts = [
        blocks.title(gear_name(t, gear), t.gettext(GEAR_PURPOSES[gear]), theme, emblem),
        blocks.gap(22),
        blocks.from_the_top(_gear(scene, gear, theme), _beside(scene, gear, theme, t)),
        blocks.gap(20),
    ]
    rows = [_row(scene, gear, space, theme, t) for space in _spaces(scene, gear)]
    return blocks.sheet([*parts, *rows], theme)


def _spaces(scene: Scene, gear: str) -> Iterator[int]:
    """Yields every space of the gear on which a seat's worker may stand, also those that a tribe
    adds, and any other on which one stands."""
    number = components.GEARS.index(gear)
    own = components.NUMBERED[number]
    for seat in scene.players:
        own |= closeups.own_spaces(seat, number)
    for space, who in enumerate(scene.gears[gear]):
        if own >> space & 1 or isinstance(who, int):
            yield space


def _gear(scene: Scene, gear: str, theme: Theme) -> Block:
    def draw(image: Image.Image, top: int) -> None:
        picture = _empty_gear(gear, theme).copy()
        following = closeups.next_space(scene, gear)
        if following is not None and scene.phase == "play":
            _draw_next(picture, gear, following, theme)
        _draw_workers(picture, gear, scene.gears[gear], scene.waiting, theme)
        image.paste(picture, (LEFT - 12, top))

    return Block(SIDE, draw)


def _beside(scene: Scene, gear: str, theme: Theme, t: Translations) -> Block:
    """The column beside the gear: the space and price of the next worker, the workers on the gear,
    and what the active prophecy changes here."""
    parts: list[Block] = []
    following = closeups.next_space(scene, gear)
    if scene.phase == "play":
        parts.append(
            # Translators: heading in a picture: where the next worker would stand.
            blocks.words(t.gettext("Next worker"), theme.dim, left=_BESIDE, weight="bold", size=36)
        )
        if following is None:
            # Translators: in a picture, below "Next worker": no worker can be placed on this gear.
            parts.append(blocks.words(t.gettext("no free space"), theme.text, left=_BESIDE))
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
    if gear in (components.GEARS[components.YAXCHILAN], components.GEARS[components.CHICHEN_ITZA]):
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
    """Who stands on the gear, each with the spaces: the seats in order, then "dummy"."""
    found: dict[int | str, list[int]] = {}
    for space, who in enumerate(scene.gears[gear]):
        if who is not None:
            found.setdefault(who, []).append(space)
    return sorted(found.items(), key=lambda item: (isinstance(item[0], str), str(item[0])))


def _person(scene: Scene, who: int | str, spaces: str, theme: Theme, t: Translations) -> Block:
    """A line with a marker, a name and, at its end, the spaces. `who` is a seat or "dummy"."""
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
    """A row for a space: its number, its tablet, what it does in words, and its worker."""
    colours = theme.cities[gear]
    who = scene.gears[gear][space]
    plain = space == 0 or space >= components.FREE_CHOICE_FROM[components.GEARS.index(gear)]
    used = closeups.is_used(scene, gear, space)
    field = closeups.field_at(scene, gear, space)
    words = blocks.words(
        closeups.space_words(scene, gear, space, t),
        theme.dim if used or space == 0 else theme.text,
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
    """The tiles of a jungle space in icons: wood lying on corn, corn alone, places where both are
    gone."""
    gone = len(scene.players) - left.corn
    names = ["wood-tile"] * left.wood + ["corn-tile"] * (left.corn - left.wood)
    names += ["tile-gone"] * gone
    line: Line = [(Pic(name),) for name in names]
    return blocks.signs(line, theme, left=_WORDS_LEFT, size=_FIELD, apart=0.16)


def _line(gear: str, space: int) -> Line:
    """The icons of the space's tablet on the board; on Chichen Itza with the skull that it
    takes."""
    found: list[Group] = []
    first_free = components.FREE_CHOICE_FROM[components.GEARS.index(gear)]
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
    """How many times larger the gear is than on the wheels picture."""
    more = (components.TEETH[components.GEARS.index(gear)] - 10) / 3
    return SIDE / 2 / ((_REACH + _MORE * more) * M)


@kept(5_000_000)
def _empty_gear(gear: str, theme: Theme) -> Image.Image:
    """The gear without workers, mode RGB, `SIDE` pixels square, in a slab with round corners. Copy
    it before drawing on it."""
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
    for space in range(components.HIGHEST[components.GEARS.index(gear)] + 1):
        at = _place(city, space, -_NUMERAL, k)
        text(image, at, str(space), "black", letters, colours.numeral, "mm")
    return image


def _seen(outline: Sequence[Point], city: City, k: float) -> list[Point]:
    """Points of the wheels picture as points of the close-up, which is `k` times larger."""
    x0, y0 = city.centre
    return [(SIDE / 2 + (x - x0) * k, SIDE / 2 + (y - y0) * k) for x, y in outline]


def _place(city: City, space: int, out: float, k: float) -> Point:
    """The point of the close-up at a space, `out` modules outside the pitch circle."""
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
    hub = (
        _BOSS * M * k * (1.5 if components.GEARS.index(city.id) == components.CHICHEN_ITZA else 1.0)
    )
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
    """Draw the workers on the gear; `workers` has one entry for each space. Seats `to_move` have a
    gold rim."""
    city, k = CITIES[gear], scale(gear)
    size = round(_WORKER * M * k)
    for space, worker in enumerate(workers):
        at = _place(city, space, 0.25, k)
        if worker == "dummy":
            paste(image, dummy(round(size * 0.9), theme), at)
        elif isinstance(worker, int):
            paste(image, marker(worker, size, theme, to_move=worker in to_move), at)


def _draw_next(image: Image.Image, gear: str, space: int, theme: Theme) -> None:
    """Draw a ring where the next worker would stand."""
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


_DAYS_LEFT = LEFT + 92
_CALENDAR_SLAB, _CALENDAR_SLAB_HIGH = 300, 92


def draw_calendar(scene: Scene, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of the calendar."""
    # Translators: below the title of a picture.
    when = t.gettext("Round {round}, age {age}").format(round=scene.round, age=scene.age)
    parts = [
        # Translators: title of a picture; at most 20 characters.
        blocks.title(t.gettext("Calendar"), when, theme, icon("sun", 92, theme)),
        blocks.gap(18),
        blocks.panel(blocks.stacked(list(_food_days(scene, theme, t)), 6), theme),
        blocks.gap(18),
        _start(scene, theme, t),
    ]
    if scene.quick is not None:
        parts += [blocks.rule(theme), *_quick(scene, theme, t)]
    for number in range(len(scene.prophecies)):
        parts += [blocks.rule(theme), _prophecy(scene, number, theme, t)]
    return blocks.sheet(parts, theme)


def _food_days(scene: Scene, theme: Theme, t: Translations) -> Iterator[Block]:
    """Yields a line for each of the four food days: whether it is over, next or still to come."""
    for held in range(len(components.FOOD_DAY_TEETH)):
        mid_age = held in MID_AGE_DAYS
        string = closeups.food_day_words(t, scene, held)
        following = held == scene.food_days_held
        yield blocks.beside(
            blocks.sprite(icon("food-mid" if mid_age else "food-end", 64, theme), LEFT + 8),
            blocks.words(
                string, theme.text if following else theme.dim, left=_DAYS_LEFT,
                weight="bold" if following else "regular", size=40, smaller=(36,),
            ),
            least=70,
        )  # fmt: skip


def _start(scene: Scene, theme: Theme, t: Translations) -> Block:
    """The starting player, and the starting-player space with its worker and corn."""
    first = scene.seats[scene.first_seat].name
    if scene.start_space is None:
        # Translators: in a picture, beside "Starting-player space": nobody stands there.
        space = t.pgettext("space", "free")
    else:
        space = scene.seats[scene.start_space].name
    line: Line = [(Words(f"+{scene.calendar_corn}", 1.1), Pic("corn"))]
    ink = theme.text if scene.calendar_corn else theme.faint
    return blocks.stacked(
        [
            blocks.beside(
                blocks.sprite(icon("first-player", 64, theme), LEFT + 8),
                # Translators: in a picture, before the player's name.
                blocks.words(t.gettext("Starting player"), theme.dim, left=_DAYS_LEFT, right=560),
                blocks.one_line(first, theme.text, left=576, right=RIGHT),
                least=70,
            ),
            blocks.beside(
                blocks.signs(line, theme, left=LEFT, right=LEFT + 120, size=56, ink=ink),
                blocks.words(
                    # Translators: in a picture, before the name of who stands there, or "free".
                    t.gettext("Starting space"), theme.dim, left=LEFT + 132, right=560,
                    smaller=(36,),
                ),
                blocks.one_line(space, theme.text, left=576, right=RIGHT),
                least=70,
            ),
        ]
    )  # fmt: skip


def _tablet(line: Line, theme: Theme, *, dim: bool = False) -> Block:
    return blocks.tablet(
        line, theme, left=LEFT, width=_CALENDAR_SLAB, height=_CALENDAR_SLAB_HIGH, size=66, dim=dim
    )


def _quick(scene: Scene, theme: Theme, t: Translations) -> Iterator[Block]:
    quick = scene.quick
    assert quick is not None
    left = LEFT + _CALENDAR_SLAB + 28
    column = [
        blocks.words(
            # Translators: in a picture; {tile}: the name of a quick action.
            t.gettext("Quick action: {tile}").format(tile=board.quick_name(t, scene)),
            theme.text, left=left, size=42, weight="bold", smaller=(38,),
        )
    ]  # fmt: skip
    if quick.tile and quick.tile in components.QUICK_TILES:
        column.append(blocks.words(tile_effects(t, quick.tile), theme.text, left=left))
    # Translators: in a picture, about the spaces of the quick action; {corn} as "1 corn".
    price = t.gettext("A space costs {corn}").format(corn=amount(t, "corn", QUICK_SPACE_CORN))
    column.append(blocks.words(price, theme.dim, left=left, size=36))
    line = quick_line(quick.tile) if quick.tile else [(Pic("tile-back"),)]
    yield blocks.beside(_tablet(line, theme), blocks.stacked(column))
    yield blocks.gap(14)

    def draw(image: Image.Image, top: int) -> None:
        x = LEFT + 34
        for who in quick.spaces:
            drawn = dummy(54, theme) if who == "dummy" else icon("worker", 40, theme, theme.faint)
            if isinstance(who, int):
                drawn = marker(who, 54, theme, to_move=who in scene.waiting)
            paste(image, drawn, (x, top + 32))
            x += 84

    spaces = Block(64, draw)
    soon = board.next_quick_words(t, scene)
    yield blocks.beside(spaces, blocks.words(soon, theme.dim, left=left, size=36))
    if quick.coming:
        yield blocks.gap(14)
        yield blocks.words(board.coming_quick_words(t, scene), theme.dim, size=36)


def _prophecy(scene: Scene, number: int, theme: Theme, t: Translations) -> Block:
    """A prophecy: what it makes harder, and what is counted when it ends. One that is over has only
    its name."""
    prophecy = scene.prophecies[number]
    runs = prophecy == scene.active_prophecy
    over = not runs and number < scene.food_days_held
    state = closeups.prophecy_state(t, scene, number)
    left = LEFT + _CALENDAR_SLAB + 28
    head = blocks.beside(
        _tablet(calamity_line(prophecy), theme, dim=over),
        blocks.stacked(
            [
                blocks.words(
                    tile_name(t, prophecy), theme.dim if over else theme.text,
                    left=left, size=42, weight="bold", smaller=(38,),
                ),
                blocks.words(state, theme.turn if runs else theme.dim, left=left, weight="bold"),
            ]
        ),
    )  # fmt: skip
    if over or prophecy not in PROPHECIES:
        return head
    parts = [head, blocks.gap(12)]
    ink = theme.text if runs else theme.dim
    for string in (calamity_words(t, prophecy), fulfilment_words(t, prophecy)):
        parts.append(blocks.words(string, ink, size=36))
    if runs and any(seat.prophecy_points is not None for seat in scene.seats):
        parts += [blocks.gap(10), _worth(scene, theme, t)]
    return blocks.stacked(parts)


def _worth(scene: Scene, theme: Theme, t: Translations) -> Block:
    """The points each seat would get from the active prophecy now."""
    worth = [(n, seat.prophecy_points) for n, seat in enumerate(scene.seats)]

    def draw(image: Image.Image, top: int) -> None:
        x = 400
        for number, points in worth:
            if points is not None:
                paste(image, marker(number, 46, theme), (x, top + 32))
                paste(image, points_icon(points, 56, theme), (x + 54, top + 32))
            x += 130

    # Translators: in a picture, before the points a prophecy would give each player; it wraps after
    # 14 characters.
    label = blocks.words(t.gettext("Would score now"), theme.dim, right=370, size=36)
    return blocks.beside(label, Block(64, draw))
