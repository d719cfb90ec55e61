"""One gear: drawn large with its workers, and what each space gives now, in icons and words."""

from collections.abc import Iterator, Sequence

from PIL import Image

from bot.engine.board import CHICHEN_ITZA, FREE_CHOICE_FROM, GEARS, HIGHEST, NUMBERED, YAXCHILAN
from bot.engine.tribes import TRIBES
from bot.text.names import amount, corn_tiles, gear_name, gear_purpose, wood_tiles
from bot.text.spaces import field_of, placement_extra, space_now, trouble_words
from bot.text.translation import Translations
from rendering import words as told
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.closeups.gear_picture import SIDE, draw_next, draw_workers, empty_gear
from rendering.icons import icon
from rendering.inline import Group, Line, Pic, Score, Words
from rendering.markers import LETTERS, dummy, marker
from rendering.scene import Scene, SeatView
from rendering.tablets import marks
from rendering.theme import Theme

_NUMBER, _SLAB_LEFT, _SLAB, _WORDS_LEFT = 64, 116, 290, 432
_WORKERS = 80  # room for a worker at the end of a line
_BESIDE = LEFT + SIDE + 32  # left edge of what stands beside the gear
_ROW, _SHORT_ROW, _FIELD_ROW = 90, 76, 112
_FIELD = 46


def draw(scene: Scene, gear: str, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of a gear."""
    emblem = icon(f"city-{gear}", 100, theme, theme.cities[gear].numeral)
    if theme.name == "light":
        emblem = icon(f"city-{gear}", 100, theme, theme.cities[gear].gear)
    parts = [
        blocks.title(gear_name(t, gear), gear_purpose(t, gear), theme, emblem),
        blocks.gap(22),
        blocks.from_the_top(_gear(scene, gear, theme), _beside(scene, gear, theme, t)),
        blocks.gap(20),
    ]
    rows = [_row(scene, gear, space, theme, t) for space in _spaces(scene, gear)]
    return blocks.sheet([*parts, *rows], theme)


def _workers(scene: Scene, gear: str) -> Sequence[int | str | None]:
    return scene.gears[GEARS.index(gear)]


def _spaces(scene: Scene, gear: str) -> Iterator[int]:
    """The spaces on which a seat may stand; one more where its tribe or a worker says so."""
    number = GEARS.index(gear)
    own = NUMBERED[number]
    for seat in scene.seats:
        own |= _own_spaces(seat, number)
    for space, who in enumerate(_workers(scene, gear)):
        if own >> space & 1 or isinstance(who, int):
            yield space


def _own_spaces(seat: SeatView, number: int) -> int:
    """Bits of the spaces where the seat may stand on a gear."""
    tribe = TRIBES.get(seat.tribe) if seat.tribe else None
    return tribe.powers.own_spaces[number] if tribe else NUMBERED[number]


def next_space(scene: Scene, gear: str) -> int | None:
    """The space to which the next worker goes; None if the gear is full."""
    free = (space for space, who in enumerate(_workers(scene, gear)) if who is None)
    space = next(free, None)
    return None if space is None or space > HIGHEST[GEARS.index(gear)] else space


def _gear(scene: Scene, gear: str, theme: Theme) -> Block:
    def draw(image: Image.Image, top: int) -> None:
        picture = empty_gear(gear, theme).copy()
        following = next_space(scene, gear)
        if following is not None and scene.phase == "play":
            draw_next(picture, gear, following, theme)
        draw_workers(picture, gear, scene.gears[GEARS.index(gear)], scene.waiting, theme)
        image.paste(picture, (LEFT - 12, top))

    return Block(SIDE, draw)


def _beside(scene: Scene, gear: str, theme: Theme, t: Translations) -> Block:
    """Where the next worker goes and for how much; who stands here; what is out of the usual."""
    parts: list[Block] = []
    following = next_space(scene, gear)
    if scene.phase == "play":
        parts.append(
            blocks.words(t.gettext("Next worker"), theme.dim, left=_BESIDE, weight="bold", size=36)
        )
        if following is None:
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
                paid = blocks.words(t.gettext("free"), theme.text, left=after, weight="bold")
            parts += [blocks.gap(4), blocks.beside(number, paid)]
        parts.append(blocks.gap(18))
    standing = _standing(scene, gear)
    for who, spaces in standing:
        string = ", ".join(map(str, spaces))
        parts.append(_person(scene, who, string, theme, t))
    if not standing:
        parts.append(blocks.words(t.gettext("No workers here."), theme.dim, left=_BESIDE))
    if gear in (GEARS[YAXCHILAN], GEARS[CHICHEN_ITZA]):
        stock: Line = [(Pic("skull"), Words(f" {scene.bank_skulls}", 1.1))]
        words = blocks.words(t.gettext("in the stock"), theme.dim, left=_BESIDE + 150, size=36)
        row = blocks.beside(blocks.signs(stock, theme, left=_BESIDE, size=56, right=_BESIDE + 140))
        parts += [blocks.gap(14), blocks.beside(row, words)]
    trouble = trouble_words(t, gear, scene.active_prophecy)
    if trouble:
        note = blocks.words(trouble, theme.text, left=_BESIDE, size=36)
        parts += [blocks.gap(18), note]
    return blocks.stacked([blocks.gap(4), *parts])


def _standing(scene: Scene, gear: str) -> list[tuple[int | str, list[int]]]:
    """Everybody on the gear with the spaces, the seats in their order, then the dummies."""
    found: dict[int | str, list[int]] = {}
    for space, who in enumerate(_workers(scene, gear)):
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
            t.gettext("dummies"), theme.dim, left=left, right=right, size=40, smaller=(36,)
        )
    return blocks.beside(
        blocks.centred(drawn, _BESIDE + size // 2 + 4, size),
        name,
        blocks.one_line(spaces, theme.text, left=end, right=RIGHT + 4, size=42, weight="black"),
        least=62,
    )


def _row(scene: Scene, gear: str, space: int, theme: Theme, t: Translations) -> Block:
    """A space: its number, its tablet, its words, who stands there."""
    colours = theme.cities[gear]
    who = _workers(scene, gear)[space]
    plain = space == 0 or space >= FREE_CHOICE_FROM[GEARS.index(gear)]
    used = _is_used(scene, gear, space)
    field = field_of(space) if gear == "palenque" else None
    words = blocks.words(
        _now(scene, gear, space, t), theme.dim if used or space == 0 else theme.text,
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


def _is_used(scene: Scene, gear: str, space: int) -> bool:
    """Whether a skull lies on the space already."""
    return (
        gear == "chichen_itza"
        and 1 <= space <= len(scene.skull_spaces)
        and (scene.skull_spaces[space - 1])
    )


def _now(scene: Scene, gear: str, space: int, t: Translations) -> str:
    """What the space gives; of one that only tribes may use, whose it is."""
    number = GEARS.index(gear)
    if space > HIGHEST[number]:
        seats = [
            LETTERS[seat]
            for seat, view in enumerate(scene.seats)
            if _own_spaces(view, number) >> space & 1
        ]
        return t.gettext("{seat} alone: {action}").format(
            seat=", ".join(seats), action=space_now(t, gear, space)
        )
    field = field_of(space) if gear == "palenque" else None
    return space_now(
        t, gear, space,
        jungle=scene.jungle[field] if field is not None else None,
        skull=_is_used(scene, gear, space), prophecy=scene.active_prophecy,
    )  # fmt: skip


def _field(scene: Scene, field: int, theme: Theme) -> Block:
    """The tiles left on a field of the jungle: wood lying on corn, corn alone, gone."""
    corn, wood = scene.jungle[field]
    gone = len(scene.seats) - corn
    names = ["wood-tile"] * wood + ["corn-tile"] * (corn - wood) + ["tile-gone"] * gone
    line: Line = [(Pic(name),) for name in names]
    return blocks.signs(line, theme, left=_WORDS_LEFT, size=_FIELD, apart=0.16)


def _line(gear: str, space: int) -> Line:
    """What stands on the space's tablet on the board; on Chichen Itza with the skull it takes."""
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


def alt(scene: Scene, gear: str, t: Translations) -> list[list[str]]:
    """What the picture says, in sentences: in full, and then ever shorter."""
    number = GEARS.index(gear)
    head = [told.gear_words(t, scene, gear)]
    following = next_space(scene, gear)
    if scene.phase == "play":
        if following is None:
            head.append(t.gettext("No space is free."))
        else:
            price = following + placement_extra(gear, scene.active_prophecy)
            head.append(
                t.gettext("The next worker goes to space {space} for {price}.").format(
                    space=following, price=amount(t, "corn", price)
                )
            )
    first_free = FREE_CHOICE_FROM[number]
    lines = []
    for space in range(1, first_free + 1):
        line = f"{space}: {_now(scene, gear, space, t)}"
        field = field_of(space) if gear == "palenque" else None
        if field is not None:
            corn, wood = scene.jungle[field]
            tiles = ", ".join((corn_tiles(t, corn), wood_tiles(t, wood)))
            line = t.gettext("{space} ({tiles} left)").format(space=line, tiles=tiles)
        lines.append(f"{line}.")
    if gear == "chichen_itza":
        head.append(t.gettext("Every action there takes a skull."))
    more = [trouble_words(t, gear, scene.active_prophecy)]
    if gear in (GEARS[YAXCHILAN], GEARS[CHICHEN_ITZA]):
        skulls = amount(t, "skull", scene.bank_skulls)
        more.append(t.gettext("In the stock: {skulls}.").format(skulls=skulls))
    return [[*head, *lines, *more], [*head, *lines], [*head]]
