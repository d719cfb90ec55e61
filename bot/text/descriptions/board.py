"""The board in sentences, one function for each part of it; a module's parts are empty without it.

Seats are called by letter, as on their markers, with the name where they are introduced.
"""

from collections.abc import Iterable, Iterator, Sequence

from bot.engine.components import LEADER_BONUS, TECHNOLOGIES, TEMPLES
from bot.engine.expansion import PROPHECIES
from bot.engine.position import Occupant
from bot.scene import QUICK, START, Changed, Scene
from bot.text.names import (
    CORN_TILES,
    SEAT_LETTERS,
    WOOD_TILES,
    amount,
    gear_name,
    is_tile,
    points,
    space_name,
    step_called,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.seats import food_day_words
from bot.text.spaces import calamity_words, fulfilment_words
from bot.text.tiles import priced, tile_effects
from bot.text.translation import N_, Translations


def seat_called(scene: Scene, number: int, longest: int | None = None) -> str:
    """Name a seat by letter and name. Of a name longer than `longest` characters only the whole
    words that fit are kept, perhaps none."""
    name = " ".join(scene.seats[number].name.split())
    while longest is not None and len(name) > longest:
        name = name.rpartition(" ")[0]
    return f"{SEAT_LETTERS[number]} {name}".rstrip()


def occasion(t: Translations, scene: Scene) -> str:
    """Tell the moment of the round, the age and the next food day."""
    begun = _moment(t, scene)
    if scene.phase == "finished":
        return t.gettext("The game ended after round {round}.").format(round=scene.round)
    if scene.food_day is None:
        return " ".join((begun, t.gettext("The last food day is over.")))
    # Translators: {when} as "Food day in 2 rounds"; {brings}: "goods for temple steps" or "points
    # for temple steps".
    day = t.gettext("{when} ({brings}).").format(
        when=food_day_words(t, scene.food_day.rounds),
        brings=food_day_brings(t, mid_age=scene.food_day.mid_age),
    )
    return " ".join((begun, day))


def _moment(t: Translations, scene: Scene) -> str:
    if scene.phase != "play":
        # Translators: sentence of the board in words; both are numbers
        words = t.gettext("Age {age}, round {round}.")
    elif scene.turn_seat not in scene.waiting:
        words = t.gettext("Age {age}, round {round}, all turns taken.")
    elif scene.turn_seat == scene.first_seat:
        words = t.gettext("Age {age}, round {round} begins.")
    else:
        words = t.gettext("Age {age}, round {round}, turn {turn} of {turns}.")
    seats = len(scene.players)
    turn = (scene.turn_seat - scene.first_seat) % seats + 1
    return words.format(round=scene.round, age=scene.age, turn=turn, turns=seats)


def food_day_brings(t: Translations, *, mid_age: bool) -> str:
    """Say what the temples give on a food day of this kind."""
    if mid_age:
        # Translators: what a food day brings, in brackets or after a colon; in a picture at most
        # 34 characters.
        return t.gettext("temple steps give goods")
    # Translators: what a food day brings, in brackets or after a colon; in a picture at most 34
    # characters.
    return t.gettext("temple steps give points")


def who_is_asked(t: Translations, scene: Scene, longest: int | None = None) -> str:
    """Name the seats to decide; empty if there is none."""
    seats = [seat_called(scene, number, longest) for number in scene.waiting]
    if not seats:
        return ""
    if scene.phase == "keep":
        # Translators: {seats}: players by letter and name, as "A Ann, C Chen".
        return t.gettext("Choosing wealth tiles: {seats}.").format(seats=", ".join(seats))
    # Translators: whose turn it is; {seats}: players by letter and name, as "A Ann".
    return t.gettext("To move: {seats}.").format(seats=", ".join(seats))


def places_words(t: Translations, scene: Scene) -> str:
    """List the seats by place, once the game is finished; empty before."""
    seats = [(seat.place, number) for number, seat in enumerate(scene.seats) if seat.place]
    if not seats:
        return ""
    places = [f"{place}. {SEAT_LETTERS[number]}" for place, number in sorted(seats)]
    # Translators: the players by rank at the end, as "1. B, 2. A".
    return t.gettext("Final places: {places}.").format(places=", ".join(places))


def last_move_words(t: Translations, scene: Scene) -> str:
    """List the workers moved last, which have rings on the board; empty if none is marked."""
    moves: tuple[list[str], list[str]] = ([], [])
    for worker in scene.last_move:
        if worker.placed:
            # Translators: where a player (a letter) has placed a worker: "A (Tikal 3)".
            words = t.gettext("{seat} ({place})")
        else:
            # Translators: from where a player (a letter) has picked up a worker: "A (Tikal 3,
            # picked up)".
            words = t.gettext("{seat} ({place}, picked up)")
        place = _place(t, worker.place, worker.space)
        told = words.format(seat=SEAT_LETTERS[worker.seat], place=place)
        moves[worker.prepared].append(told)
    # Translators: {moves}: workers, as "A (Tikal 3), B (Uxmal 1, picked up)".
    return _last_and_prepared(t, t.gettext("Latest moves: {moves}."), moves)


def city_changes_words(t: Translations, scene: Scene) -> str:
    """List the last changes of the city, which have rings on it; empty if nothing is marked."""
    changes: tuple[list[str], list[str]] = ([], [])
    for one in scene.changed:
        changes[one.prepared].append(_change(t, scene, one))
    # Translators: {moves}: changes in the city, as "A: Chaac step 4, new building 2: Farm".
    return _last_and_prepared(t, t.gettext("Latest changes: {moves}."), changes)


def _last_and_prepared(
    t: Translations, sentence: str, moves: tuple[Sequence[str], Sequence[str]]
) -> str:
    """Write confirmed and prepared moves, each in a sentence where there are any."""
    # Translators: part of a turn not yet confirmed; {moves} as in "Latest moves" or "Latest
    # changes".
    prepared = t.gettext("Prepared, not yet confirmed: {moves}.")
    return " ".join(
        words.format(moves=", ".join(told))
        for words, told in zip((sentence, prepared), moves, strict=True)
        if told
    )


def _change(t: Translations, scene: Scene, one: Changed) -> str:
    if one.seat is None:
        tile = scene.building_row[one.place]
        if tile is None:
            # Translators: in a list of changes; {number} counts the row of buildings from 1.
            return t.gettext("building {number} taken").format(number=one.place + 1)
        # Translators: in a list of changes; {number} counts the row of buildings from 1.
        return t.gettext("new building {number}: {tile}").format(
            number=one.place + 1, tile=tile_name(t, tile)
        )
    seat, letter = scene.players[one.seat], SEAT_LETTERS[one.seat]
    if one.what in TEMPLES:
        # Translators: in a list of changes: a player (a letter) is now on this step of a temple.
        return t.gettext("{seat}: {temple} step {points}").format(
            seat=letter,
            points=step_called(one.what, seat.temples[one.what]),
            temple=temple_name(t, one.what),
        )
    if one.what in TECHNOLOGIES:
        level = seat.technologies[one.what]
        # Translators: in a list of changes: a player (a letter) now has this level of a technology.
        return t.gettext("{seat}: {track} level {level}").format(
            seat=letter, track=technology_name(t, one.what), level=level
        )
    # Translators: in a list of changes: a player (a letter) has built a building or monument.
    return t.gettext("{seat} built: {tile}").format(seat=letter, tile=tile_name(t, one.what))


def _place(t: Translations, place: str, space: int) -> str:
    """Name a space where a worker was placed or picked up."""
    if place == START:
        # Translators: a place for a worker, in a list or in brackets, like "Tikal 3".
        return t.gettext("starting space")
    if place == QUICK:
        # Translators: a place for a worker, in a list or in brackets, like "Tikal 3"; {space} is 1
        # to 3.
        return t.gettext("quick action {space}").format(space=space + 1)
    return space_name(t, place, space)


def places_of(t: Translations, scene: Scene, seat: int) -> list[str]:
    """List every space on which a worker of the seat stands."""
    places = [
        _place(t, gear, space)
        for gear, spaces in scene.gears.items()
        for space, who in enumerate(spaces)
        if who == seat
    ]
    if scene.start_space == seat:
        places.append(_place(t, START, 0))
    quick = scene.quick.spaces if scene.quick is not None else ()
    return places + [_place(t, QUICK, n) for n, who in enumerate(quick) if who == seat]


def gear_words(t: Translations, scene: Scene, gear: str) -> str:
    """List every worker on a gear with its space."""
    # Translators: {gear} as "Tikal"; {workers} as "A on 3, B on 1" or "empty".
    return t.gettext("{gear}: {workers}.").format(
        gear=gear_name(t, gear), workers=_standing(t, enumerate(scene.gears[gear]))
    )


def _standing(t: Translations, spaces: Iterable[tuple[int, Occupant | None]]) -> str:
    """List the occupants of numbered spaces."""
    standing = [
        # Translators: a worker on a numbered space: "A on 3"; {who}: a player's letter or "dummy".
        t.gettext("{who} on {space}").format(who=occupant(t, who), space=space)
        for space, who in spaces
        if who is not None
    ]
    # Translators: no worker stands on this gear, or on the spaces of the quick action.
    return ", ".join(standing) or t.gettext("empty")


def occupant(t: Translations, who: Occupant) -> str:
    """Name the occupant of a space."""
    # Translators: noun: a worker that belongs to nobody and only takes a space.
    return SEAT_LETTERS[who] if isinstance(who, int) else t.gettext("dummy")


def start_words(t: Translations, scene: Scene) -> str:
    """Describe the starting-player space, the starting player and the corn on the calendar."""
    first = t.say(STARTING_PLAYER, seat=SEAT_LETTERS[scene.first_seat])
    return " ".join((first, start_space_words(t, scene), calendar_words(t, scene)))


# Translators: {seat}: a player's letter, perhaps with the name: "A Ann".
STARTING_PLAYER = N_("Starting player: {seat}.")


def start_space_words(t: Translations, scene: Scene) -> str:
    """Say whose worker stands on the starting-player space."""
    if scene.start_space is None:
        return t.gettext("Starting space: free.")
    # Translators: {seat}: the letter of the player whose worker stands there.
    words = t.gettext("Starting space: {seat}.")
    return words.format(seat=SEAT_LETTERS[scene.start_space])


def calendar_words(t: Translations, scene: Scene) -> str:
    """Tell the corn on the calendar."""
    # Translators: {corn}: how much corn lies there, as "3 corn".
    words = t.gettext("On the calendar: {corn}.")
    return words.format(corn=amount(t, "corn", scene.calendar_corn))


def skulls_lying(t: Translations, scene: Scene) -> str:
    """List the spaces of Chichen Itza with a skull."""
    lying = [str(number) for number, skull in enumerate(scene.skull_spaces, start=1) if skull]
    if not lying:
        return t.gettext("No skulls on Chichen Itza.")
    # Translators: {spaces}: numbers of spaces, as "1, 4, 6".
    return t.gettext("Skulls on these spaces of Chichen Itza: {spaces}.").format(
        spaces=", ".join(lying)
    )


def skull_words(t: Translations, scene: Scene) -> str:
    """Describe the skulls in Chichen Itza and in the supply."""
    return " ".join(
        (skulls_lying(t, scene), t.say(IN_THE_SUPPLY, skulls=amount(t, "skull", scene.bank_skulls)))
    )


# Translators: how many tiles of corn and of wood are left beside each space; {groups} as
# "2: 1/0, 3: 4/4": on space 2 one of corn, none of wood.
JUNGLE = N_("Jungle at Palenque, corn/wood tiles left at each space: {groups}.")


def temple_words(t: Translations, scene: Scene, temple: str) -> str:
    """Tell every marker in a temple with the points of its step, and this age's leader bonus."""
    steps = [
        # Translators: {seats}: letters of players, as "A, C"; {points} is what a step of a temple
        # is called by, as "6".
        t.gettext("{seats} at {points}").format(seats=seats, points=step_called(temple, step))
        for step, seats in seats_by_step(seat.temples[temple] for seat in scene.players)
    ]
    # Translators: {bonus}: points for the highest marker on this temple, as "6"; {steps} as
    # "A, C at 6; B at 2".
    return t.gettext("{temple} (leader gets {bonus}): {steps}.").format(
        temple=temple_name(t, temple),
        bonus=LEADER_BONUS[TEMPLES.index(temple)][scene.age - 1],
        steps="; ".join(steps),
    )


def seats_by_step(steps: Iterable[int]) -> Iterator[tuple[int, str]]:
    """Yield each step on which there are markers, the highest first, and the letters of their
    seats, as "A, C"; `steps` are those of all seats."""
    held = list(steps)
    for step in sorted({*held}, reverse=True):
        yield step, ", ".join(SEAT_LETTERS[seat] for seat, at in enumerate(held) if at == step)


def technology_words(t: Translations, scene: Scene, track: str) -> str:
    """List every seat's level in a technology."""
    levels = [
        # Translators: {seats}: letters of players, as "A, C"; {level} of a technology, 0-3.
        t.gettext("{seats} level {level}").format(seats=seats, level=level)
        for level, seats in seats_by_step(seat.technologies[track] for seat in scene.players)
    ]
    # Translators: {track}: a technology; {levels} as "A, C level 2; B level 0".
    return t.gettext("{track}: {levels}.").format(
        track=technology_name(t, track), levels="; ".join(levels)
    )


def building_words(
    t: Translations, scene: Scene, *, cost: bool = True, effects: bool = True
) -> str:
    """List the building row with the numbers to choose by."""
    row = [
        _numbered(t, number, tile, cost, effects)
        for number, tile in enumerate(scene.building_row, start=1)
        if tile is not None
    ]
    return buildings_line(t, row)


# Translators: {skulls}: how many can still be taken, as "5 skulls".
IN_THE_SUPPLY = N_("In the supply: {skulls}.")


def buildings_line(t: Translations, tiles: Sequence[str]) -> str:
    """List buildings, which are already in words."""
    if not tiles:
        # Translators: line of the board in words: no building is on offer
        return t.gettext("Buildings: none.")
    # Translators: {tiles}: buildings, each perhaps with number, price and effect.
    return t.gettext("Buildings: {tiles}.").format(tiles="; ".join(tiles))


def monuments_line(t: Translations, tiles: Sequence[str]) -> str:
    """List monuments, which are already in words."""
    if not tiles:
        # Translators: line of the board in words: no monument is on offer
        return t.gettext("Monuments: none.")
    # Translators: {tiles}: monuments, each perhaps with number, price and effect.
    return t.gettext("Monuments: {tiles}.").format(tiles="; ".join(tiles))


# Translators: {first}, {second}: how many buildings are still to come.
IN_THE_STACKS = N_("Buildings in the stacks: {first} of age 1, {second} of age 2.")


def monument_words(
    t: Translations, scene: Scene, *, cost: bool = True, effects: bool = True
) -> str:
    """List the monuments on offer with the numbers to choose by."""
    row = [
        _numbered(t, number, tile, cost, effects)
        for number, tile in enumerate(scene.monument_row, start=1)
    ]
    return monuments_line(t, row)


def built_words(t: Translations, scene: Scene) -> str:
    """List the monuments that are built, with their owners; empty if there is none."""
    built = [f"{tile_name(t, tile)} ({SEAT_LETTERS[seat]})" for tile, seat in scene.built_monuments]
    if not built:
        return ""
    # Translators: {tiles}: monuments, each with the letter of its owner in brackets.
    return t.gettext("Monuments built: {tiles}.").format(tiles=", ".join(built))


def _numbered(t: Translations, number: int, tile: str, cost: bool, effects: bool) -> str:
    words = f"{number} {tile_name(t, tile)}"
    if cost:
        words = priced(t, words, tile)
    if effects:
        words = f"{words}: {tile_effects(t, tile)}"
    return words


def seat_words(t: Translations, scene: Scene, number: int, *, longest: int | None = None) -> str:
    """Describe everything on a seat's card."""
    seat = scene.players[number]
    parts = [*_decisive(t, scene, number), *_goods_held(t, scene, number)]
    tiles = len(seat.buildings) + len(seat.monuments)
    if tiles:
        # Translators: in a list of what a player has; monuments count here, too.
        parts.append(t.ngettext("{n} building", "{n} buildings", tiles).format(n=tiles))
    if seat.corn_tiles:
        parts.append(t.say(CORN_TILES, n=seat.corn_tiles))
    if seat.wood_tiles:
        parts.append(t.say(WOOD_TILES, n=seat.wood_tiles))
    owed = scene.seats[number].food_owed
    if owed is not None:
        # Translators: in a list about a player: the food needed on the next food day, as "4 corn".
        parts.append(t.gettext("needs {corn} on food day").format(corn=amount(t, "corn", owed)))
    if seat.light_side:
        # Translators: in a list about a player: the player board lies with its light side up, so
        # the calendar may still be turned by two days.
        parts.append(t.gettext("light side up"))
    else:
        # Translators: in a list about a player: the player board lies with its dark side up, so
        # turning the calendar by two days is used up.
        parts.append(t.gettext("dark side up"))
    if scene.seats[number].played:
        # Translators: in a list about a player: this round's turn is done.
        parts.append(t.gettext("has played"))
    return _of_seat(t, scene, number, parts, longest)


def goods_seat_words(
    t: Translations, scene: Scene, number: int, *, longest: int | None = None
) -> str:
    """Tell corn, points, free workers and the goods of a seat."""
    goods = (*_decisive(t, scene, number), *_goods_held(t, scene, number))
    return _of_seat(t, scene, number, goods, longest)


def brief_seat_words(
    t: Translations, scene: Scene, number: int, *, longest: int | None = None
) -> str:
    """Tell corn, points and free workers of a seat."""
    return _of_seat(t, scene, number, _decisive(t, scene, number), longest)


def score_words(t: Translations, scene: Scene, number: int, *, longest: int | None = None) -> str:
    """Tell the points of a seat alone."""
    return _of_seat(t, scene, number, [points(t, scene.players[number].points4)], longest)


def _of_seat(
    t: Translations, scene: Scene, number: int, parts: Iterable[str], longest: int | None
) -> str:
    return f"{seat_called(scene, number, longest)}: {', '.join(parts)}."


def _decisive(t: Translations, scene: Scene, number: int) -> tuple[str, str, str]:
    """The numbers that decide a turn: corn, points, free workers."""
    seat = scene.players[number]
    return amount(t, "corn", seat.corn), points(t, seat.points4), free_workers(t, scene, number)


def free_workers(t: Translations, scene: Scene, number: int) -> str:
    """Say how many of a seat's workers are free."""
    seat = scene.players[number]
    # Translators: in a list about a player: "free workers: 2 of 4". A free worker is in the
    # player's hand, not on the board.
    return t.gettext("free workers: {free} of {all}").format(free=seat.available, all=seat.workers)


def _goods_held(t: Translations, scene: Scene, number: int) -> list[str]:
    seat = scene.players[number]
    goods = {"wood": seat.wood, "stone": seat.stone, "gold": seat.gold, "skull": seat.skulls}
    return [amount(t, kind, count) for kind, count in goods.items() if count]


def quick_words(t: Translations, scene: Scene) -> str:
    """Name the quick-action tile and the occupants of its spaces."""
    if scene.quick is None:
        return ""
    # Translators: {tile}: the name of a quick action; {workers} as "A on 1, dummy on 2" or "empty".
    return t.gettext("Quick action “{tile}”: {workers}.").format(
        tile=quick_name(t, scene),
        workers=_standing(t, enumerate(scene.quick.spaces, start=1)),
    )


def quick_name(t: Translations, scene: Scene) -> str:
    """Name the quick-action tile under the arrow."""
    tile = scene.quick.tile if scene.quick else None
    if not tile:
        # Translators: in place of the name of a quick action.
        return t.gettext("unknown")
    return tile_name(t, tile) if is_tile(tile) else tile


def next_quick_words(t: Translations, scene: Scene) -> str:
    """Say when the next quick-action tile comes; empty if none will."""
    if scene.quick is None or scene.rounds_of_quick_tile is None:
        return ""
    rounds = scene.rounds_of_quick_tile
    return t.ngettext(
        "A new quick action in {n} round.", "A new quick action in {n} rounds.", rounds
    ).format(n=rounds)


def coming_quick_words(t: Translations, scene: Scene) -> str:
    """List the open quick-action tiles that follow; empty if none is known."""
    if scene.quick is None or not scene.quick.coming:
        return ""
    names = [tile_name(t, tile) if is_tile(tile) else tile for tile in scene.quick.coming]
    # Translators: "days" are rounds, as the calendar counts them; {tiles}: names of quick actions.
    return t.gettext("Quick actions to come, two rounds each: {tiles}.").format(
        tiles=", ".join(names)
    )


def tribes_words(t: Translations, scene: Scene) -> str:
    """Say which seat plays which tribe."""
    tribes = [
        f"{SEAT_LETTERS[number]} {tile_name(t, seat.tribe)}"
        for number, seat in enumerate(scene.players)
        if seat.tribe
    ]
    # Translators: {tribes}: players' letters with their tribes.
    return t.gettext("Tribes: {tribes}.").format(tribes=", ".join(tribes)) if tribes else ""


def prophecy_words(t: Translations, scene: Scene) -> str:
    """List the prophecies, the active one marked."""
    if not scene.prophecies:
        return ""
    names = [
        # Translators: {prophecy}: the name of a prophecy, the one that holds now.
        t.gettext("{prophecy} (active)").format(prophecy=tile_name(t, tile))
        if tile == scene.active_prophecy
        else tile_name(t, tile)
        for tile in scene.prophecies
    ]
    # Translators: line of the board in words; {names}: “Drought, Hunger (active)”
    return t.gettext("Prophecies: {names}.").format(names=", ".join(names))


def calamity_and_bands(t: Translations, scene: Scene) -> str:
    """Describe the calamity of the prophecy that is shown, and its points."""
    shown = scene.prophecy_shown
    if shown is None or shown not in PROPHECIES:
        return ""
    return f"{calamity_words(t, shown)} {fulfilment_words(t, shown)}"


def prophecy_points_words(t: Translations, scene: Scene) -> str:
    """Tell the points of the active prophecy for each seat now."""
    seats = [
        f"{SEAT_LETTERS[number]} {str(seat.prophecy_points).replace('-', '−')}"
        for number, seat in enumerate(scene.seats)
        if seat.prophecy_points is not None
    ]
    if not seats or scene.active_prophecy is None:
        return ""
    # Translators: {points}: players' letters with points, as "A 6, B −2".
    return t.gettext("Points that “{prophecy}” would score now: {points}.").format(
        prophecy=tile_name(t, scene.active_prophecy), points=", ".join(seats)
    )


def kept_skull_words(t: Translations, scene: Scene) -> str:
    """Describe the skulls that lie on buildings for good."""
    seats = ", ".join(SEAT_LETTERS[number] for number in scene.skull_keepers)
    # Translators: skulls that stay on a building for good; {seats}: letters of players.
    return (
        t.gettext("Players who keep skulls on buildings: {seats}.").format(seats=seats)
        if seats
        else ""
    )
