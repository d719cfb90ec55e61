"""Close-ups in words: their alt texts, and the sentences written on them."""

from collections.abc import Callable, Sequence

from bot.engine import components
from bot.engine.calendar import MID_AGE_DAYS
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.happenings import TilesKept
from bot.engine.position import Jungle, Player
from bot.scene import Scene
from bot.text import spaces
from bot.text.answers import technology_words
from bot.text.descriptions import board
from bot.text.descriptions.alt_text import fitting
from bot.text.descriptions.position import position_sections
from bot.text.names import (
    CORN_TILES,
    SEAT_LETTERS,
    WOOD_TILES,
    amount,
    choice_letter,
    technology_level,
    technology_name,
    temple_step,
    tile_name,
)
from bot.text.tiles import priced, tile_cost, tile_effects, tile_kind
from bot.text.translation import N_, Translations

Sentences = Sequence[str]
Ways = Sequence[Sentences]
"""The texts of a close-up: in full, and then ever shorter."""


def alt_closeup(scene: Scene, what: str, t: Translations, *, seat: int | None = None) -> str:
    """Describe a close-up in at most `LONGEST` characters; with a `seat`, its possessions."""
    if seat is not None:
        return fitting(_possessions(scene, seat, t))
    if what in components.GEARS:
        return fitting(_gear(scene, what, t))
    ways = {
        "temples": _temples,
        "technologies": _technologies,
        "buildings": _buildings,
        "monuments": _monuments,
        "calendar": _calendar,
    }
    return fitting(ways[what](scene, t))


def alt_tile(t: Translations, tile: str) -> str:
    """Describe the close-up of one tile in at most `LONGEST` characters."""
    name, cost = tile_name(t, tile), tile_cost(t, tile)
    head = f"{name}, {tile_kind(t, tile)}."
    # Translators: of a tile; {cost} as "2 wood, 1 stone".
    price = t.gettext("Price: {cost}.").format(cost=cost) if cost else ""
    # Translators: of a tile; {effects}: what it brings, in words.
    effects = t.gettext("Effect: {effects}").format(effects=tile_effects(t, tile))
    return fitting([[head, price, effects], [head, price]])


def alt_strip(t: Translations, tiles: Sequence[str]) -> str:
    """Describe tiles to choose from, each with its letter, in at most `LONGEST` characters."""
    offered = [(choice_letter(number), tile) for number, tile in enumerate(tiles)]
    return fitting(_tile_lines(t, offered))


def alt_kept(t: Translations, kept: Sequence[TilesKept], names: Sequence[str]) -> str:
    """Describe what each seat has kept at the start, in at most `LONGEST` characters: with the
    effects of the tiles, then by name alone, then without long names of people."""

    def lines(named: Callable[[int], str], told: Callable[[str], str]) -> list[str]:
        return [
            # Translators: in the description of a picture: a player, and the tribe and tiles kept
            t.gettext("{name}: {tiles}.").format(
                name=named(one.seat),
                tiles="; ".join(map(told, [*([one.tribe] if one.tribe else []), *one.wealth])),
            )
            for one in sorted(kept, key=lambda chosen: chosen.seat)
        ]

    def name(tile: str) -> str:
        return tile_name(t, tile)

    def effects(tile: str) -> str:
        return name(tile) if tile in TRIBES else f"{name(tile)} ({tile_effects(t, tile)})"

    head = t.gettext("Everybody has chosen:")
    return fitting(
        [
            [head, *lines(lambda seat: names[seat], effects)],
            [head, *lines(lambda seat: names[seat], name)],
            [head, *lines(lambda seat: SEAT_LETTERS[seat], name)],
        ]
    )


def _gear(scene: Scene, gear: str, t: Translations) -> Ways:
    """Describe the picture of a gear, in full, and then ever shorter."""
    number = components.GEARS.index(gear)
    head = [board.gear_words(t, scene, gear)]
    following = next_space(scene, gear)
    if scene.phase == "play":
        if following is None:
            head.append(t.gettext("This gear has no free space."))
        else:
            price = following + spaces.placement_extra(gear, scene.active_prophecy)
            head.append(
                # Translators: on a gear; {space}: its number; {price} as "3 corn".
                t.gettext("The next worker goes to space {space} for {price}.").format(
                    space=following, price=amount(t, "corn", price)
                )
            )
    first_free = components.FREE_CHOICE_FROM[number]
    lines = []
    for space in range(1, first_free + 1):
        line = f"{space}: {space_words(scene, gear, space, t)}"
        field = field_at(scene, gear, space)
        if field is not None:
            tiles = ", ".join((t.say(CORN_TILES, n=field.corn), t.say(WOOD_TILES, n=field.wood)))
            # Translators: {space}: a space of Palenque and what it gives; {tiles}: what is left in
            # the jungle beside it, as "2 corn tiles, 1 wood tile".
            line = t.gettext("{space} (jungle: {tiles})").format(space=line, tiles=tiles)
        lines.append(f"{line}.")
    if gear == "chichen_itza":
        head.append(t.gettext("Every action on this gear costs a skull."))
    more = [spaces.trouble_words(t, gear, scene.active_prophecy)]
    if gear in (components.GEARS[components.YAXCHILAN], components.GEARS[components.CHICHEN_ITZA]):
        more.append(t.say(board.IN_THE_SUPPLY, skulls=amount(t, "skull", scene.bank_skulls)))
    return [[*head, *lines, *more], [*head, *lines], [*head]]


def next_space(scene: Scene, gear: str) -> int | None:
    """Find the space for the next worker; None if the gear is full."""
    free = (space for space, who in enumerate(scene.gears[gear]) if who is None)
    space = next(free, None)
    return (
        None if space is None or space > components.HIGHEST[components.GEARS.index(gear)] else space
    )


def own_spaces(seat: Player, number: int) -> int:
    """Find the spaces where the seat may stand on a gear, as a bit mask."""
    tribe = TRIBES.get(seat.tribe) if seat.tribe else None
    return tribe.powers.own_spaces[number] if tribe else components.NUMBERED[number]


def field_at(scene: Scene, gear: str, space: int) -> Jungle | None:
    """Find the harvest tiles left beside a space; None if it has none."""
    return scene.jungle.get(space) if gear == "palenque" else None


def is_used(scene: Scene, gear: str, space: int) -> bool:
    """Whether a skull lies on the space already."""
    return (
        gear == "chichen_itza"
        and 1 <= space <= len(scene.skull_spaces)
        and (scene.skull_spaces[space - 1])
    )


def space_words(scene: Scene, gear: str, space: int, t: Translations) -> str:
    """Say what the space gives; for a space that only tribes may use, also whose it is."""
    number = components.GEARS.index(gear)
    if space > components.HIGHEST[number]:
        letters = [
            SEAT_LETTERS[seat]
            for seat, view in enumerate(scene.players)
            if own_spaces(view, number) >> space & 1
        ]
        # Translators: a space that only some players may use: {seat}: their letters; {action}: what
        # it gives. In lists and in a picture.
        return t.gettext("only for {seat}: {action}").format(
            seat=", ".join(letters), action=spaces.space_now(t, gear, space)
        )
    return spaces.space_now(
        t, gear, space, jungle=field_at(scene, gear, space),
        skull=is_used(scene, gear, space), prophecy=scene.active_prophecy,
    )  # fmt: skip


def _temples(scene: Scene, t: Translations) -> Ways:
    """Describe the picture of the temples."""
    temples = [board.temple_words(t, scene, temple) for temple in components.TEMPLES]
    return [[board.occasion(t, scene), *temples, temple_trouble(t, scene)], temples]


def temple_trouble(t: Translations, scene: Scene) -> str:
    """Say how the active prophecy changes temple steps; empty if it does not."""
    return spaces.trouble_of(t, scene.active_prophecy, "temple_step_cost")


def _technologies(scene: Scene, t: Translations) -> Ways:
    """Describe the picture of the technologies: levels and their effects, then only levels."""
    standing = [board.technology_words(t, scene, track) for track in components.TECHNOLOGIES]
    effects = []
    for track in components.TECHNOLOGIES:
        levels = "; ".join(
            f"{level} {technology_words(t, track, level)}"
            for level in range(1, components.TOP_LEVEL + 2)
        )
        effects.append(f"{technology_name(t, track)}: {levels}.")
    now = technology_trouble(t, scene)
    return [[*standing, *effects, now], [*standing, now], standing]


def technology_trouble(t: Translations, scene: Scene) -> str:
    """Say how the active prophecy changes technologies; empty if it does not."""
    kinds = ("technology_step_cost", "technology_level_off")
    return spaces.trouble_of(t, scene.active_prophecy, *kinds)


def _buildings(scene: Scene, t: Translations) -> Ways:
    """Describe the picture of the buildings: in full, and then ever shorter."""
    offered = [(n, tile) for n, tile in enumerate(scene.building_row, start=1) if tile]
    stacks = f"{t.say(TO_COME, first=scene.age1_left, second=scene.age2_left)}."
    return [
        # Translators: above a list of buildings on offer.
        [t.gettext("Buildings:"), *lines, stacks, building_trouble(t, scene)]
        for lines in _tile_lines(t, offered)
    ]


def _monuments(scene: Scene, t: Translations) -> Ways:
    """Describe the picture of the monuments: in full, and then ever shorter."""
    offered = list(enumerate(scene.monument_row, start=1))
    built = [
        # Translators: a monument, and the letter of the player who built it.
        t.gettext("Built by {seat}: {tile}.").format(
            tile=tile_name(t, tile), seat=SEAT_LETTERS[seat]
        )
        for tile, seat in scene.built_monuments
    ]
    # Translators: above a list of monuments on offer.
    return [[t.gettext("Monuments:"), *lines, *built] for lines in _tile_lines(t, offered)]


def _tile_lines(t: Translations, offered: Sequence[tuple[object, str]]) -> list[list[str]]:
    """List the tiles, each behind its number or letter, with price and effect, then with the price,
    then by name alone."""
    full, with_price, named = [], [], []
    for number, tile in offered:
        name = f"{number} {tile_name(t, tile)}"
        paid = priced(t, name, tile)
        effects = tile_effects(t, tile).removesuffix(".")  # those of tribes are whole sentences
        full.append(f"{paid}: {effects}.")
        with_price.append(f"{paid}.")
        named.append(f"{name}.")
    return [full, with_price, named]


def building_trouble(t: Translations, scene: Scene) -> str:
    """Say how the active prophecy changes buildings; empty if it does not."""
    return spaces.trouble_of(t, scene.active_prophecy, "building_cost")


# Translators: numbers of buildings not yet on offer; also in a picture, below its title.
TO_COME = N_("Still to come: {first} of age 1, {second} of age 2")


def _calendar(scene: Scene, t: Translations) -> Ways:
    """Describe the picture of the calendar: in full, and then ever shorter."""
    head = [board.occasion(t, scene), board.start_words(t, scene)]
    quick = [
        board.quick_words(t, scene),
        board.next_quick_words(t, scene),
        board.coming_quick_words(t, scene),
    ]
    if scene.quick and scene.quick.tile and scene.quick.tile in components.QUICK_TILES:
        quick.append(f"{tile_effects(t, scene.quick.tile)}.")
    names = [board.prophecy_words(t, scene)]
    worth = [board.prophecy_points_words(t, scene)]
    harder, counted = [], []
    for prophecy in scene.prophecies:
        if prophecy in PROPHECIES:
            harder.append(f"{tile_name(t, prophecy)}: {spaces.calamity_words(t, prophecy)}")
            counted.append(f"{tile_name(t, prophecy)}: {spaces.fulfilment_words(t, prophecy)}")
    return [
        [*head, *quick, *names, *worth, *harder, *counted],
        [*head, *quick, *names, *worth, *harder],
        [*head, *quick, *names, *worth],
        [*head, *names],
    ]


def _possessions(scene: Scene, number: int, t: Translations) -> Ways:
    """Describe the picture of a seat's possessions: as in the whole position in words, then with
    tiles by name alone, then without them."""
    seat = scene.players[number]
    whole = position_sections(scene, t)[number - len(scene.players)]
    places = board.places_of(t, scene, number)
    levels = [technology_level(t, track, level) for track, level in seat.technologies.items()]
    steps = [temple_step(t, temple, step) for temple, step in seat.temples.items()]
    brief = [
        board.seat_words(t, scene, number, longest=14),
        # Translators: {places} as "Tikal 3, starting-player space".
        t.gettext("Workers on the board: {places}.").format(places=", ".join(places))
        if places
        else "",
        f"{', '.join(steps)}.",
        f"{', '.join(levels)}.",
        f"{t.say(CORN_TILES, n=seat.corn_tiles)}, {t.say(WOOD_TILES, n=seat.wood_tiles)}.",
    ]
    tiles = [*([seat.tribe] if seat.tribe else []), *seat.buildings, *seat.monuments, *seat.wealth]
    named = [*brief, *(f"{tile_name(t, tile)}." for tile in tiles)]
    return [[f"{whole.heading}.", *whole.lines], named, brief]


def food_day_words(t: Translations, scene: Scene, held: int) -> str:
    """Say when one of the four food days is, and what it brings; `held` is its index from 0."""
    if held < scene.food_days_held:
        # Translators: in a picture, beside a food day that has been held.
        return t.pgettext("food day", "over")
    rounds = max(0, components.FOOD_DAY_TEETH[held] - scene.tooth)
    brings = board.food_day_brings(t, mid_age=held in MID_AGE_DAYS)
    if rounds == 0:
        # Translators: beside a food day; {brings}: "goods for temple steps" or "points for temple
        # steps".
        return t.gettext("this round: {brings}").format(brings=brings)
    # Translators: beside a food day; {brings}: "goods for temple steps" or "points for temple
    # steps".
    return t.ngettext("in {n} round: {brings}", "in {n} rounds: {brings}", rounds).format(
        n=rounds, brings=brings
    )


def prophecy_state(t: Translations, scene: Scene, number: int) -> str:
    """Say whether a prophecy of the game is active, over or to come."""
    if scene.prophecies[number] == scene.active_prophecy:
        # Translators: in a picture, beside the prophecy that holds now.
        return t.pgettext("prophecy", "active")
    if number < scene.food_days_held:
        # Translators: in a picture, beside a prophecy that does not hold any more.
        return t.pgettext("prophecy", "over")
    # Translators: in a picture, beside a prophecy that does not hold yet.
    return t.pgettext("prophecy", "to come")


MIDDLE_OF_AGE = N_(
    "In the middle of each age, you get the goods on your step and on every step below."
)
END_OF_AGE = N_(
    "At the end of each age, you get the points shown on your step; the highest marker also "
    "gets the bonus above, and markers tied for the lead get half of it each."
)


def level_words(t: Translations, scene: Scene, track: int, level: int) -> str:
    """Say what a level of a technology brings; one beyond the top is gained again each time."""
    words = technology_words(t, components.TECHNOLOGIES[track], level)
    if level > components.TOP_LEVEL:
        # Translators: in a picture: what a technology brings each time when its highest level is
        # reached already.
        words = t.gettext("each time you go beyond level 3: {effect}").format(effect=words)
    if level == spaces.level_off(scene.active_prophecy):
        # Translators: in a picture: a level of a technology that a prophecy has switched off.
        words = t.gettext("{effect} (switched off for now)").format(effect=words)
    return words


def seat_states(t: Translations, scene: Scene, number: int) -> list[str]:
    """Tell a seat's tribe, and whether it is asked, has played, or is the starting player."""
    seat, states = scene.players[number], []
    if seat.tribe:
        states.append(tile_name(t, seat.tribe))
    if number in scene.waiting:
        if scene.phase == "play":
            # Translators: in a picture, in a list about a player: it is this player's turn.
            states.append(t.pgettext("player", "to move"))
        else:
            # Translators: in a picture, in a list about a player who still has to choose tiles.
            states.append(t.pgettext("player", "choosing"))
    elif scene.seats[number].played:
        # Translators: in a list about a player: this round's turn is done.
        states.append(t.gettext("has played"))
    if number == scene.first_seat and scene.phase != "finished":
        # Translators: in a picture, in a list about a player: begins the rounds.
        states.append(t.gettext("starting player"))
    return states


def food_owed_words(t: Translations, scene: Scene, number: int) -> str:
    """Tell the corn a seat owes on the next food day, and whether it has too little."""
    corn = amount(t, "corn", scene.seats[number].food_owed or 0)
    if scene.short_of_food(number):
        # Translators: in a picture, about a player; {corn} as "6 corn".
        return t.gettext("needs {corn} on the next food day but has less").format(corn=corn)
    # Translators: in a picture, about a player; {corn} as "6 corn".
    return t.gettext("needs {corn} on the next food day").format(corn=corn)
