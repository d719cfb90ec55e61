"""The close-up of what one seat has: goods, workers and where they stand, temples, technologies,
tiles."""

from collections.abc import Iterator, Sequence

from PIL import Image

from bot.engine.calendar import MID_AGE_REWARDS
from bot.engine.components import BUILDINGS, RESOURCES, STEP_POINTS, TEMPLES, TOP
from bot.engine.position import Player
from bot.scene import Scene
from bot.text.answers import technology_words
from bot.text.descriptions import board
from bot.text.descriptions.closeups import food_owed_words, seat_states
from bot.text.names import (
    SEAT_LETTERS,
    points_number,
    step_called,
    technology_level,
    temple_name,
    tile_name,
)
from bot.text.tiles import tile_effects
from bot.text.translation import Translations
from rendering.closeups import blocks
from rendering.closeups.blocks import LEFT, RIGHT, Block
from rendering.drawing.theme import Theme
from rendering.icons.catalogue import icon, icon_or_sign, medal
from rendering.icons.effects import Group, Line, Pic, Score, Words
from rendering.icons.markers import marker
from rendering.icons.tiles import tile_sign

_ICON, _SHIELD = 54, 112
_WORDS_LEFT = LEFT + 78
_LASTING = {"feed_free", "feed_discount", "food_day_income", "skull_offering", "renovation"}
"""The types of effects that go on after a building is built."""


def draw_possessions(scene: Scene, number: int, theme: Theme, t: Translations) -> Image.Image:
    """The close-up of what the seat with this number has."""
    seat = scene.players[number]
    sections = [
        _workers(scene, number, theme, t),
        _temples(seat, theme, t),
        _technologies(seat, theme, t),
        *_tiles(seat, theme, t),
        _jungle(seat, theme, t),
    ]
    parts = [_head(scene, number, theme, t), blocks.gap(16), _goods(scene, number, theme, t)]
    for section in sections:
        parts += [blocks.rule(theme, 18), section]
    return blocks.sheet(parts, theme)


def _head(scene: Scene, number: int, theme: Theme, t: Translations) -> Block:
    """The seat's marker, name and state; at the right the medal of its place once the game is over,
    before that the side of its player board."""
    seat = scene.players[number]
    states = seat_states(t, scene, number)
    left, size = LEFT + 124, 84
    column = [
        blocks.one_line(
            scene.seats[number].name or SEAT_LETTERS[number], theme.text,
            left=left, right=RIGHT - 100, size=60, weight="black",
        )
    ]  # fmt: skip
    if states:
        column.append(
            blocks.words(" · ".join(states), theme.dim, left=left, right=RIGHT - 100, size=38)
        )
    drawn = marker(number, size, theme, to_move=number in scene.waiting)
    parts = [blocks.centred(drawn, LEFT + 52, size + 28), blocks.stacked(column)]
    if (place := scene.seats[number].place) is not None:
        parts.append(blocks.centred(medal(place, 92, theme), RIGHT - 46, 92))
    elif seat.light_side:
        parts.append(blocks.centred(icon("sun", 72, theme), RIGHT - 46, 72))
    else:
        parts.append(blocks.centred(icon("moon", 72, theme), RIGHT - 46, 72))
    return blocks.beside(*parts)


def _goods(scene: Scene, number: int, theme: Theme, t: Translations) -> Block:
    """The goods that decide a turn, large; below them the others, and the corn that the next food
    day takes."""
    seat = scene.players[number]
    first = [
        ("corn", str(seat.corn), ""),
        ("points", points_number(seat.points4), ""),
        ("worker", str(seat.available), f"/{seat.workers}"),
    ]
    goods = (seat.wood, seat.stone, seat.gold, seat.skulls)
    second = [(kind, str(n), "") for kind, n in zip((*RESOURCES, "skull"), goods, strict=True)]
    parts = [_numbers(first, 84, theme), blocks.gap(14), _numbers(second, 66, theme)]
    if scene.seats[number].food_owed is not None and scene.food_day is not None:
        bowl = "food-mid" if scene.food_day.mid_age else "food-end"
        row = blocks.beside(
            blocks.sprite(icon(bowl, _ICON, theme), LEFT + 8),
            blocks.words(
                food_owed_words(t, scene, number),
                theme.food_ink if scene.short_of_food(number) else theme.text,
                left=_WORDS_LEFT + 8, right=RIGHT - 8, weight="bold",
            ),
        )  # fmt: skip
        if scene.short_of_food(number):
            row = blocks.panel(row, theme, pad=8, fill=theme.maize, left=LEFT - 8)
        parts += [blocks.gap(16), row]
    return blocks.panel(blocks.stacked(parts), theme)


def _numbers(entries: Sequence[tuple[str, str, str]], size: int, theme: Theme) -> Block:
    """Icons with numbers in equal columns; zeros are pale. An entry is (icon, number, what follows
    in small letters)."""
    pitch = (RIGHT - LEFT - 8) / len(entries)
    columns = []
    for place, (name, number, after) in enumerate(entries):
        left = round(LEFT + 8 + place * pitch)
        line: list[Group] = [(Pic(name),), (Words(number, 1.25),)]
        if after:
            line[-1] = (Words(number, 1.25), Words(after, 0.85, "bold"))
        ink = theme.faint if number == "0" else theme.text
        columns.append(
            blocks.signs(line, theme, left=left, right=round(left + pitch - 16), size=size, ink=ink)
        )
    return blocks.beside(*columns)


def _section(heading: str, parts: Sequence[Block], theme: Theme) -> Block:
    head = blocks.words(heading, theme.dim, weight="bold", size=36)
    return blocks.stacked([head, blocks.gap(8), *parts])


def _standing(scene: Scene, number: int) -> Iterator[tuple[str, str]]:
    """Yields (icon, number of the space) for every place where a worker of the seat stands."""
    for gear, spaces in scene.gears.items():
        for space, who in enumerate(spaces):
            if who == number:
                yield f"city-{gear}", str(space)
    if scene.start_space == number:
        yield "first-player", ""
    if scene.quick is not None:
        for who in scene.quick.spaces:
            if who == number:
                yield "tile-back", ""


def _workers(scene: Scene, number: int, theme: Theme, t: Translations) -> Block:
    seat = scene.players[number]
    chips: list[Group] = []
    for name, space in _standing(scene, number):
        chips.append((Pic(name), Words(f" {space}", 1.15)) if space else (Pic(name),))
    # Translators: heading in a picture: workers in hand, of all a player has.
    head = t.gettext("Free workers: {free} of {all}").format(free=seat.available, all=seat.workers)
    parts = [blocks.signs(chips, theme, size=60, apart=0.8)] if chips else []
    if chips:
        places = ", ".join(board.places_of(t, scene, number))
        parts.append(blocks.words(places, theme.dim, size=36))
    return _section(head, parts, theme)


def _temples(seat: Player, theme: Theme, t: Translations) -> Block:
    """For each temple the seat's step, the points it gives at the end of an age, and its goods in
    the middle of one."""
    rows = []
    for place, name in enumerate(TEMPLES):
        step = seat.temples[name]
        wood, stone, gold, skulls = MID_AGE_REWARDS[place][step]
        goods: list[Group] = []
        for kind, n in zip((*RESOURCES, "skull"), (wood, stone, gold, skulls), strict=True):
            if n:
                goods.append((Words(str(n)), Pic(kind)) if n > 1 else (Pic(kind),))
        line: Line = [(Pic("food-end", 0.9), Score(STEP_POINTS[place][step], 1.0))]
        # Translators: in a picture, after a temple's name: the step a player is on and the highest
        # step, each called by its points: "step 6, top 13"; at most 24 characters.
        where = t.gettext("step {n}, top {top}").format(
            n=step_called(name, step), top=step_called(name, TOP[place])
        )
        parts = [
            blocks.sprite(icon(f"temple-{name}", _ICON, theme), LEFT),
            blocks.words(
                temple_name(t, name),
                theme.text,
                left=_WORDS_LEFT,
                right=400,
                size=40,
                weight="bold",
                smaller=(36,),
            ),
            blocks.words(where, theme.dim, left=412, right=650, smaller=(36,)),
            blocks.signs(line, theme, left=662, right=800, size=_ICON),
        ]
        if goods:
            row: Line = [(Pic("food-mid", 0.9),), *goods]
            parts.append(blocks.signs(row, theme, left=816, right=RIGHT, size=_ICON, apart=0.12))
        rows.append(blocks.beside(*parts, least=64))
    return _section(t.gettext("Temples"), rows, theme)


def _technologies(seat: Player, theme: Theme, t: Translations) -> Block:
    """The technologies that have a level, each in words; the others together in one line."""
    rows: list[Block] = []
    noughts: list[Group] = []
    for track, level in seat.technologies.items():
        if not level:
            noughts.append((Pic(f"tech-{track}"), Words(" 0", 1.15)))
            continue
        name = technology_level(t, track, level)
        drawn = blocks.sprite(icon(f"tech-{track}", _ICON, theme), LEFT)
        effects = "; ".join(technology_words(t, track, n) for n in range(1, level + 1))
        column = [
            blocks.words(name, theme.text, left=_WORDS_LEFT, size=40, weight="bold"),
            blocks.words(effects, theme.text, left=_WORDS_LEFT, size=36),
        ]
        rows.append(blocks.beside(drawn, blocks.stacked(column), least=64, pad=5))
    if noughts:
        rows.append(blocks.signs(noughts, theme, size=_ICON, ink=theme.dim, apart=0.8))
    return _section(t.gettext("Technologies"), rows, theme)


def _tiles(seat: Player, theme: Theme, t: Translations) -> Iterator[Block]:
    """Yields tribe, buildings, monuments and wealth tiles. Of buildings without a lasting effect it
    shows only the names."""
    if seat.tribe:
        shield = blocks.sprite(icon_or_sign(f"tribe-{seat.tribe}", _SHIELD, theme), LEFT)
        left = LEFT + _SHIELD + 20
        words = blocks.words(tile_effects(t, seat.tribe), theme.text, left=left, size=36)
        # Translators: heading in a picture; {tribe}: a name.
        head = t.gettext("Tribe: {tribe}").format(tribe=tile_name(t, seat.tribe))
        yield _section(head, [blocks.beside(shield, words)], theme)
    if seat.buildings:
        lasting = [tile for tile in seat.buildings if _lasts(tile)]
        done = [tile for tile in seat.buildings if not _lasts(tile)]
        rows = [_tile(tile, theme, t) for tile in lasting]
        if done:
            names = ", ".join(tile_name(t, tile) for tile in done)
            signs = [(Pic(tile_sign(tile)),) for tile in done]
            rows.append(blocks.gap(4))
            rows.append(blocks.signs(signs, theme, size=46, apart=0.16))
            # Translators: in a picture: buildings whose effect came once, when they were built.
            string = t.gettext("Used when built: {tiles}").format(tiles=names)
            rows.append(blocks.words(string, theme.dim, size=36))
        yield _section(t.gettext("Buildings"), rows, theme)
    if seat.monuments:
        rows = [_tile(tile, theme, t) for tile in seat.monuments]
        yield _section(t.gettext("Monuments"), rows, theme)
    if seat.wealth:
        names = ", ".join(tile_name(t, tile) for tile in seat.wealth)
        # Translators: in a picture; {tiles}: names.
        string = t.gettext("Wealth tiles: {tiles}").format(tiles=names)
        yield blocks.words(string, theme.dim, size=36)


def _lasts(tile: str) -> bool:
    """Whether a building's effect lasts. An unknown building counts as lasting, so that it is
    described."""
    if tile not in BUILDINGS:
        return True
    return any(effect["type"] in _LASTING for effect in BUILDINGS[tile].raw["effects"])


def _tile(tile: str, theme: Theme, t: Translations) -> Block:
    drawn = icon_or_sign(tile_sign(tile), _ICON, theme)
    column = [
        blocks.words(tile_name(t, tile), theme.text, left=_WORDS_LEFT, size=40, weight="bold"),
        blocks.words(tile_effects(t, tile), theme.text, left=_WORDS_LEFT, size=36),
    ]
    return blocks.beside(blocks.sprite(drawn, LEFT), blocks.stacked(column), least=66, pad=5)


def _jungle(seat: Player, theme: Theme, t: Translations) -> Block:
    """The seat's harvest tiles, and whether it can still advance the calendar by two days."""
    line: Line = [
        (Pic("corn-tile"), Words(f" {seat.corn_tiles}", 1.1)),
        (Pic("wood-tile"), Words(f" {seat.wood_tiles}", 1.1)),
    ]
    # Translators: in a picture, before icons with numbers: tiles a player has taken.
    head = blocks.words(t.gettext("Taken from the jungle"), theme.dim, right=700, size=36)
    parts = [
        blocks.beside(head, blocks.signs(line, theme, left=720, size=_ICON, apart=0.8)),
    ]
    if seat.light_side:
        sun = blocks.sprite(icon("sun", 50, theme), LEFT + 2)
        # Translators: in a picture, about a player: the double advance is not used yet.
        words = t.gettext("may still turn the calendar by two days")
        parts.append(blocks.beside(sun, blocks.words(words, theme.dim, left=_WORDS_LEFT, size=36)))
    return blocks.stacked(parts, 10)
