"""The whole open position in words, for `/board`.

Headings divide it into sections, in the same order in every game; each line has one subject. Every
seat appears twice: on the board, and in a section of its own with its possessions.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine import components
from bot.engine.calendar import MID_AGE_DAYS
from bot.engine.expansion import PROPHECIES
from bot.engine.position import Player, Quick
from bot.scene import Scene
from bot.text import names
from bot.text.descriptions import board
from bot.text.spaces import calamity_words, fulfilment_words
from bot.text.tiles import priced, tile_cost, tile_effects, tile_kind
from bot.text.translation import N_, Translations


@dataclass(frozen=True)
class Section:
    """A heading and the lines below it. Both are plain text; names are as in the scene."""

    heading: str
    lines: tuple[str, ...]


# Translators, for each: heading of a section.
def position_sections(scene: Scene, t: Translations) -> tuple[Section, ...]:
    """Describe everything that lies open, on the board and of the seats; the last sections are the
    seats', in their order.

    Names are not escaped for Markdown: where that matters, make the scene with escaped names.
    """
    sections = [
        # Translators: heading of a section, noun.
        Section(t.gettext("Round"), tuple(_round(t, scene))),
        Section(
            t.gettext("Gears"), tuple(board.gear_words(t, scene, gear) for gear in components.GEARS)
        ),
        # Translators: heading of a section: starting-player space, jungle, skulls.
        Section(t.gettext("Beside the gears"), tuple(_beside_the_gears(t, scene))),
    ]
    if scene.quick is not None:
        sections.append(
            Section(t.gettext("Quick action"), tuple(_quick_action(t, scene, scene.quick)))
        )
    if scene.prophecies:
        sections.append(Section(t.gettext("Prophecies"), tuple(_prophecies(t, scene))))
    sections += [
        Section(t.gettext("Temples"), tuple(_temples(t, scene))),
        Section(t.gettext("Technologies"), tuple(_technologies(t, scene))),
        Section(t.gettext("Buildings on offer"), tuple(_buildings(t, scene))),
        Section(t.gettext("Monuments on offer"), tuple(_monuments(t, scene))),
    ]
    for number in range(len(scene.players)):
        # Translators: heading of a section; {seat}: a player by letter and name, as "A Ann".
        heading = t.gettext("Seat {seat}").format(seat=board.seat_called(scene, number))
        sections.append(Section(heading, tuple(_seat(t, scene, number))))
    return tuple(sections)


def _round(t: Translations, scene: Scene) -> Iterator[str]:
    yield board.occasion(t, scene)
    if scene.phase != "finished":
        for held in range(scene.food_days_held + 1, len(components.FOOD_DAY_TEETH)):
            rounds = components.FOOD_DAY_TEETH[held] - scene.tooth
            brings = board.food_day_brings(t, mid_age=held in MID_AGE_DAYS)
            # Translators: {brings}: "goods for temple steps" or "points for temple steps".
            yield t.ngettext(
                "Another food day in {n} round ({brings}).",
                "Another food day in {n} rounds ({brings}).",
                rounds,
            ).format(n=rounds, brings=brings)
    yield from _said(board.who_is_asked(t, scene), board.places_words(t, scene))
    yield t.say(board.STARTING_PLAYER, seat=board.seat_called(scene, scene.first_seat))
    played = [names.SEAT_LETTERS[number] for number, seat in enumerate(scene.seats) if seat.played]
    if played:
        # Translators: {seats}: letters of the players whose turn is done.
        yield t.gettext("Already played this round: {seats}.").format(seats=", ".join(played))
    yield from _said(board.last_move_words(t, scene), board.city_changes_words(t, scene))


def _said(*sentences: str) -> Iterator[str]:
    """Yield the sentences that are not empty."""
    yield from (sentence for sentence in sentences if sentence)


def _beside_the_gears(t: Translations, scene: Scene) -> Iterator[str]:
    yield board.start_space_words(t, scene)
    yield board.calendar_words(t, scene)
    for space, left in scene.jungle.items():
        # Translators: what is left beside a space, always of Palenque; {corn} as "2 corn tiles",
        # {wood} as "1 wood tile".
        yield t.gettext("Jungle at {gear} {space}: {corn}, {wood}.").format(
            gear=names.gear_name(t, "palenque"),
            space=space,
            corn=t.say(names.CORN_TILES, n=left.corn),
            wood=t.say(names.WOOD_TILES, n=left.wood),
        )
    yield board.skulls_lying(t, scene)
    yield t.say(board.IN_THE_SUPPLY, skulls=names.amount(t, "skull", scene.bank_skulls))
    yield from _said(board.kept_skull_words(t, scene))


def _quick_action(t: Translations, scene: Scene, quick: Quick) -> Iterator[str]:
    name, tile = board.quick_name(t, scene), quick.tile
    if tile is None or not names.is_tile(tile):
        # Translators: the quick action that lies there, where only its name is known, or
        # "unknown".
        yield t.gettext("Tile: {tile}.").format(tile=name)
    else:
        name = priced(t, name, tile)
        yield f"{name}: {tile_effects(t, tile).removesuffix('.')}."
    for number, who in enumerate(quick.spaces, start=1):
        if who is None:
            # Translators: a space for a worker beside the quick action; {space} is 1 to 3.
            yield t.gettext("Space {space}: free.").format(space=number)
        else:
            # Translators: a space for a worker beside the quick action; {worker}: a player's letter
            # or "dummy".
            words = t.gettext("Space {space}: {worker}.")
            yield words.format(space=number, worker=board.occupant(t, who))
    yield from _said(board.next_quick_words(t, scene), board.coming_quick_words(t, scene))


def _prophecies(t: Translations, scene: Scene) -> Iterator[str]:
    for number, prophecy in enumerate(scene.prophecies):
        if prophecy == scene.active_prophecy:
            # Translators: {prophecy}: the name of the prophecy that holds now.
            state = t.gettext("{prophecy} (active).")
        elif number < scene.food_days_held:
            # Translators: {prophecy}: the name of a prophecy that does not hold any more.
            state = t.gettext("{prophecy} (over).")
        else:
            # Translators: {prophecy}: the name of a prophecy that does not hold yet.
            state = t.gettext("{prophecy} (to come).")
        parts = [f"{number + 1}. {state.format(prophecy=names.tile_name(t, prophecy))}"]
        if prophecy in PROPHECIES:
            parts += [calamity_words(t, prophecy), fulfilment_words(t, prophecy)]
        yield " ".join(parts)
    yield from _said(board.prophecy_points_words(t, scene))


def _temples(t: Translations, scene: Scene) -> Iterator[str]:
    yield t.gettext("A step is named after the points it gives at the end of an age.")
    for place, temple in enumerate(components.TEMPLES):
        first, second = components.LEADER_BONUS[place]
        # Translators: {first}, {second} as "6 points".
        yield t.gettext("{temple}: its leader gets {first} in age 1 and {second} in age 2.").format(
            temple=names.temple_name(t, temple),
            first=names.points(t, 4 * first),
            second=names.points(t, 4 * second),
        )
        for step, seats in board.seats_by_step(seat.temples[temple] for seat in scene.players):
            yield f"{names.temple_name(t, temple)}, {_step(t, temple, step)}: {seats}."


def _step(t: Translations, temple: str, step: int) -> str:
    """Name a temple step by its points; the top and the start also as such."""
    called = names.step_called(temple, step)
    if step == components.TOP[components.TEMPLES.index(temple)]:
        # Translators: the highest step of a temple, called by its points: "step 13 (top)"; after
        # the temple's name.
        return t.gettext("step {points} (top)").format(points=called)
    if step == components.START_STEP:
        # Translators: the step of a temple where markers begin, called by its points; after the
        # temple's name.
        return t.gettext("step {points} (start)").format(points=called)
    # Translators: a step of a temple, called by its points: "step 6"; after the temple's name.
    return t.gettext("step {points}").format(points=called)


# Translators: {track}: a technology; {level}: 0 to 3.
LEVEL = N_("{track} level {level}")


def _technologies(t: Translations, scene: Scene) -> Iterator[str]:
    for track in components.TECHNOLOGIES:
        for level, seats in board.seats_by_step(s.technologies[track] for s in scene.players):
            yield f"{t.say(LEVEL, track=names.technology_name(t, track), level=level)}: {seats}."


def _buildings(t: Translations, scene: Scene) -> Iterator[str]:
    for number, tile in enumerate(scene.building_row, start=1):
        if tile is None:
            # Translators: a place in the numbered row of buildings that is empty.
            yield t.gettext("{number}. No building.").format(number=number)
        else:
            yield _offered(t, number, tile)
    yield t.ngettext(
        "Stack of age 1: {n} building.", "Stack of age 1: {n} buildings.", scene.age1_left
    ).format(n=scene.age1_left)
    yield t.ngettext(
        "Stack of age 2: {n} building.", "Stack of age 2: {n} buildings.", scene.age2_left
    ).format(n=scene.age2_left)


def _monuments(t: Translations, scene: Scene) -> Iterator[str]:
    for number, tile in enumerate(scene.monument_row, start=1):
        yield _offered(t, number, tile)
    if not scene.monument_row:
        # Translators: no monument is on offer.
        yield t.pgettext("monuments", "None.")
    for tile, seat in scene.built_monuments:
        # Translators: a monument, and the letter of the player who built it.
        yield t.gettext("Built by {seat}: {tile}.").format(
            seat=names.SEAT_LETTERS[seat], tile=names.tile_name(t, tile)
        )


def _offered(t: Translations, number: int, tile: str) -> str:
    """Describe a tile by the number to choose it: name, kind, price, effect."""
    # Translators: a building or monument on offer; {kind} as "building of age 1, farm"; {cost} as
    # "2 wood"; {effects}: what it brings.
    return t.gettext("{number}. {tile}, {kind}. Cost: {cost}. Effect: {effects}.").format(
        number=number,
        tile=names.tile_name(t, tile),
        kind=tile_kind(t, tile),
        cost=tile_cost(t, tile),
        effects=tile_effects(t, tile),
    )


def _seat(t: Translations, scene: Scene, number: int) -> Iterator[str]:
    seat = scene.players[number]
    yield _state(t, scene, number)
    yield f"{names.points(t, seat.points4)}."
    yield f"{', '.join(names.amount(t, kind, n) for kind, n in seat.goods.items())}."
    yield _workers(t, scene, number)
    owed = scene.seats[number].food_owed
    if owed is not None:
        owes = names.amount(t, "corn", owed)
        if scene.short_of_food(number):
            # Translators: about a player; {corn} as "6 corn".
            yield t.gettext("Needs {corn} on the next food day but has less.").format(corn=owes)
        else:
            # Translators: about a player; {corn} as "6 corn".
            yield t.gettext("Needs {corn} on the next food day.").format(corn=owes)
    yield (
        t.gettext(
            "Player board: light side up; this player may still turn the calendar by two days "
            "at once."
        )
        if seat.light_side
        else t.gettext(
            "Player board: dark side up; this player has already turned the calendar by two "
            "days at once."
        )
    )
    # Translators: {steps}: a player's steps on the three temples, as "Chaac step 2 (start); …".
    yield t.gettext("Temples: {steps}.").format(
        steps="; ".join(
            f"{names.temple_name(t, temple)} {_step(t, temple, step)}"
            for temple, step in seat.temples.items()
        )
    )
    # Translators: {levels}: a player's levels, as "Agriculture level 1, Extraction level 0, …".
    yield t.gettext("Technologies: {levels}.").format(
        levels=", ".join(
            t.say(LEVEL, track=names.technology_name(t, track), level=level)
            for track, level in seat.technologies.items()
        )
    )
    # Translators: tiles a player has taken; {corn} as "2 corn tiles", {wood} as "1 wood tile".
    yield t.gettext("From the jungle: {corn}, {wood}.").format(
        corn=t.say(names.CORN_TILES, n=seat.corn_tiles),
        wood=t.say(names.WOOD_TILES, n=seat.wood_tiles),
    )
    yield from _tiles(t, seat)


def _state(t: Translations, scene: Scene, number: int) -> str:
    """Tell the seat's tribe and state in one line, which its frame, headdress and tick show."""
    seat, parts = scene.seats[number], []
    if seat.place is not None:
        # Translators: a player's rank at the end of the game.
        parts.append(t.gettext("Final place: {n}.").format(n=seat.place))
    if number in scene.waiting:
        if scene.phase == "keep":
            # Translators: about a player who still has to choose.
            parts.append(t.gettext("Choosing wealth tiles."))
        else:
            # Translators: about a player: it is this player's turn.
            parts.append(t.gettext("It is this player's turn."))
    elif seat.played:
        # Translators: about a player whose turn is done.
        parts.append(t.gettext("Has played this round."))
    elif seat.place is None:
        # Translators: about a player whose turn in this round is still to come.
        parts.append(t.gettext("Has not played this round yet."))
    if number == scene.first_seat:
        # Translators: about a player who begins the rounds.
        parts.append(t.gettext("Starting player."))
    return " ".join(parts)


def _workers(t: Translations, scene: Scene, number: int) -> str:
    """Tell the free workers of all, and the places of the others."""
    seat, places = scene.players[number], board.places_of(t, scene, number)
    if not places:
        # Translators: a player's workers in hand, of all: "Free workers: 2 of 4."
        words = t.gettext("Free workers: {free} of {all}.")
        return words.format(free=seat.available, all=seat.workers)
    # Translators: a player's workers in hand, of all, and where the others are: "Tikal 3, quick
    # action 1".
    words = t.gettext("Free workers: {free} of {all}; on the board: {places}.")
    return words.format(free=seat.available, all=seat.workers, places=", ".join(places))


def _tiles(t: Translations, seat: Player) -> Iterator[str]:
    """List the tiles of the seat, with their effects."""
    if seat.tribe is not None:
        # Translators: a player's tribe; {effects}: what it can do, in whole sentences.
        yield t.gettext("Tribe: {tile}. {effects}").format(
            tile=names.tile_name(t, seat.tribe), effects=tile_effects(t, seat.tribe)
        )
    for line, tiles in (
        (board.buildings_line, seat.buildings),
        (board.monuments_line, seat.monuments),
    ):
        told = [f"{names.tile_name(t, tile)} ({tile_effects(t, tile)})" for tile in tiles]
        yield line(t, told)
    if seat.wealth:
        # Translators: the tiles a player kept at the beginning; {tiles}: their names.
        yield t.gettext("Wealth tiles kept: {tiles}.").format(
            tiles=", ".join(names.tile_name(t, tile) for tile in seat.wealth)
        )
