"""The position as one seat sees it after its turn, as small whole numbers for the net.

A vector has two parts: `own_part` changes with everything the seat does in its turn; `Outlook`
holds what stays as it is meanwhile (the others, the calendar, the modules) and is worked out once a
turn. `NAMES` says what each number is. Whoever changes the meaning of a name makes a new `VERSION`,
since weights belong to the names of one version. A new tile has a new name, which weighs nothing
until it is trained.

A vector is a string of signed bytes, put together with few operations: each of its pieces is looked
up in a table made once, and the pieces are joined; `numpy.frombuffer` then reads a whole batch.
Numbers beyond ±127 are cut off.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from struct import Struct, pack

from bot.engine.calendar import corn_for_workers
from bot.engine.components import (
    BUILDINGS,
    FOOD_DAY_TEETH,
    GEARS,
    JUNGLE_GROUPS,
    MODULES,
    MONUMENTS,
    QUICK_TILES,
    RESOURCES,
    TECHNOLOGIES,
    TEETH,
    TEMPLES,
    TOP,
    Building,
    Monument,
    QuickTile,
    WealthTile,
)
from bot.engine.expansion import PROPHECIES, TRIBES, Calamity, Powers, Prophecy
from bot.engine.scoring import monument_points, prophecy_count, prophecy_points
from bot.engine.state import Seat, State

MOST = 127


def as_bytes(numbers: Iterable[int]) -> bytes:
    """The numbers as signed bytes; beyond ±127 they are cut off."""
    cut = [max(-MOST, min(MOST, number)) for number in numbers]
    return pack(f"{len(cut)}b", *cut)


def one_of(count: int) -> list[bytes]:
    """A table with a vector for each number below `count`: all 0 but a 1 in the place of that
    number."""
    return [bytes(place == number for place in range(count)) for number in range(count)]


def up_to(most: int, thresholds: Sequence[int]) -> list[bytes]:
    """A table with a vector for each number from 0 to `most`: the number, and for each threshold a
    1 if it is reached."""
    return [
        as_bytes([number, *(number >= one for one in thresholds)]) for number in range(most + 1)
    ]


def bits(count: int) -> list[bytes]:
    """A table with a vector for each number of `count` bits: its bits, the lowest one first."""
    return [bytes(number >> place & 1 for place in range(count)) for number in range(1 << count)]


VERSION = 1

CORN_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)
BLOCK_STEPS = (1, 2, 3, 4)
MOST_SEATS = 5
NO_SPACE = 12
"""Stands for the lowest free space of a gear that is full."""
SPACES = (9, 9, 9, 9, 12)
"""How many numbered spaces of each gear workers can stand on, those of a tribe included (R-141)."""
CATEGORIES = ("farm", "tomb", "civic", "shrine")
OUT_OF_REACH = 6
"""Stands for the missing blocks where no tile of a category is on offer."""

_CORN = up_to(MOST, CORN_STEPS)
_BLOCKS = up_to(MOST, BLOCK_STEPS)
_WORKERS = up_to(6, (4, 5, 6))
_IN_HAND = up_to(6, range(1, 7))
_TEMPLE = [
    [bytes(step >= one for one in range(1, top + 1)) for step in range(top + 1)] for top in TOP
]
_LEVEL = [bytes(level >= one for one in (1, 2, 3)) for level in range(4)]
_ON = [bits(spaces) for spaces in SPACES]
_DUMMIES = [bits(teeth) for teeth in TEETH]
_LEAD = {
    ahead: as_bytes([ahead, ahead > 0, ahead == 0, ahead == 1, ahead == -1])
    for ahead in range(-9, 10)
}
_JUNGLE = [[bytes([corn, wood, corn > wood]) for wood in range(6)] for corn in range(6)]
_MINE, _ANOTHERS, _NOBODYS = bytes([1, 0]), bytes([0, 1]), bytes([0, 0])
_SEATS = one_of(MOST_SEATS)
_MONUMENTS = tuple(MONUMENTS.values())
_BUILDINGS = tuple(BUILDINGS.values())
_PROPHECIES = tuple(PROPHECIES.values())
_TRIBES = tuple(TRIBES.values())
_QUICK = tuple(QUICK_TILES.values())


def _time(state: State) -> bytes:
    """The calendar: the day, the rounds to the end and to the next food day, and the food days
    held."""
    held = state.food_days_held
    last = FOOD_DAY_TEETH[-1]
    next_day = FOOD_DAY_TEETH[held] if held < len(FOOD_DAY_TEETH) else last
    left = max(0, last - state.tooth)
    to_food = min(len(_TO_FOOD) - 1, max(0, next_day - state.tooth))
    return (
        _TIMES[min(state.tooth, last)] + as_bytes([left, to_food]) + _TO_FOOD[to_food] + _HELD[held]
    )


_TIMES = one_of(FOOD_DAY_TEETH[-1] + 1)
_TO_FOOD = one_of(FOOD_DAY_TEETH[0] + 1)
_HELD = one_of(len(FOOD_DAY_TEETH) + 1)
_TIME_NAMES = (
    *(f"tooth {tooth}" for tooth in range(len(_TIMES))),
    "rounds left",
    "rounds to food day",
    *(f"food day in {rounds}" for rounds in range(len(_TO_FOOD))),
    *(f"food days held {held}" for held in range(len(_HELD))),
)


def _other(state: State, me: Seat, other: Seat) -> bytes:
    """What another seat has; its points less this seat's."""
    return as_bytes(
        [
            1,
            (other.points4 - me.points4) // 4,
            other.corn,
            *other.blocks,
            other.skulls,
            other.workers,
            other.available,
            *other.temples,
            *other.technologies,
            len(other.buildings),
            len(other.monuments),
            other.light_side,
            state.start_space == other.index,
        ]
    )


_OTHER_NAMES = (
    "there", "points more", "corn", "wood", "stone", "gold", "skulls", "workers", "in hand",
    *TEMPLES, *TECHNOLOGIES, "buildings", "monuments", "light side", "starting space",
)  # fmt: skip
_NO_OTHER = bytes(len(_OTHER_NAMES))


def _quick_tiles(state: State) -> bytes:
    shown = bytearray(2 * len(_QUICK))
    if state.quick_spaces:
        tiles: list[QuickTile | None] = [state.quick_tile, *state.quick_tiles_coming[:1]]
        for place, tile in enumerate(tiles):
            if tile is not None:
                shown[place * len(_QUICK) + _QUICK.index(tile)] = 1
    return bytes(shown)


class Outlook:
    """The part of a vector that does not change while a seat takes its turn."""

    def __init__(self, state: State, seat: int) -> None:
        me = state.seats[seat]
        count = len(state.seats)
        others = [state.seats[(seat + place) % count] for place in range(1, count)]
        self.seat = seat
        self.others_on = [
            state.taken[gear] & ~(me.on[gear] | state.dummies[gear]) for gear in range(len(GEARS))
        ]
        self.best_step = [
            max(other.temples[temple] for other in others) for temple in range(len(TEMPLES))
        ]
        self.best_points4 = max(other.points4 for other in others)
        self.all_points4 = sum(other.points4 for other in others)
        held = state.food_days_held
        self.prophecies = (
            list(state.prophecies[max(0, held - 1) :]) if state.prophecies and held <= 3 else []
        )
        self.scores: dict[tuple[object, ...], bytes] = {}
        """Scores of the monuments that lie open, by everything they depend on: most positions of a
        turn share them."""
        self.workers: dict[tuple[int, ...], tuple[bytes, bytes]] = {}
        """The parts for the seat's workers on gears, by their spaces: no others move in its
        turn."""
        self.part = self._part(state, me, others)
        """The second part of every vector of this turn."""

    def _part(self, state: State, me: Seat, others: list[Seat]) -> bytes:
        prophecies = bytearray(3 * len(_PROPHECIES))
        started = state.food_days_held >= 1
        for place, prophecy in enumerate(self.prophecies):
            when = min(2, place if started else place + 1)
            prophecies[when * len(_PROPHECIES) + _PROPHECIES.index(prophecy)] = 1
        return b"".join(
            [
                _time(state),
                _SEATS[(me.index - state.first_seat) % len(state.seats)],
                as_bytes([state.calendar_corn]),
                _SEATS[len(state.seats) - 1],
                bytes(module in state.modules for module in MODULES),
                bytes(tribe is me.tribe for tribe in _TRIBES),
                bytes(prophecies),
                _quick_tiles(state),
                *(
                    _ON[gear][self.others_on[gear] & ((1 << SPACES[gear]) - 1)]
                    for gear in range(len(GEARS))
                ),
                *(_DUMMIES[gear][dummies] for gear, dummies in enumerate(state.dummies)),
                as_bytes(self.best_step),
                *(_other(state, me, other) for other in others),
                _NO_OTHER * (MOST_SEATS - 1 - len(others)),
            ]
        )


def _outlook_names() -> Iterator[str]:
    yield from _TIME_NAMES
    yield from (f"turn {place} of the round" for place in range(MOST_SEATS))
    yield "corn on the calendar"
    yield from (f"{seats} seats" for seats in range(1, MOST_SEATS + 1))
    yield from MODULES
    yield from TRIBES
    yield from (f"{when}: {tile.id}" for when in ("runs", "next", "later") for tile in _PROPHECIES)
    yield from (f"{when}: {tile.id}" for when in ("now", "then") for tile in _QUICK)
    yield from (
        f"others on {name} {space}"
        for name, spaces in zip(GEARS, SPACES, strict=True)
        for space in range(spaces)
    )
    yield from (
        f"dummy on {name} {space}"
        for name, teeth in zip(GEARS, TEETH, strict=True)
        for space in range(teeth)
    )
    yield from (f"others' best step: {temple}" for temple in TEMPLES)
    yield from (f"other {place}: {what}" for place in range(1, MOST_SEATS) for what in _OTHER_NAMES)


@lru_cache(maxsize=1 << 11)
def _tiles(buildings: tuple[Building, ...], monuments: tuple[Monument, ...]) -> bytes:
    """What the seat's buildings and monuments are good for."""
    free = sum(tile.feeds_free for tile in buildings)
    cheaper = sum(tile.feeds_cheaper for tile in buildings)
    income = [sum(tile.income[1][kind] for tile in buildings) for kind in range(5)]
    categories = [tile.category for tile in buildings] + [tile.category for tile in monuments]
    kinds = [categories.count(kind) for kind in CATEGORIES]
    kept = sum(tile.renovation for tile in buildings)
    owned = (monument in monuments for monument in _MONUMENTS)
    numbers = [*kinds, len(buildings), len(monuments), free, cheaper, *income, kept, *owned]
    return as_bytes(numbers)


_TILES_NAMES = (
    *CATEGORIES, "buildings", "monuments", "fed for nothing", "fed cheaper",
    *(f"income {what}" for what in ("corn", "wood", "stone", "gold", "skulls")), "to renovate",
    *(f"has {monument}" for monument in MONUMENTS),
)  # fmt: skip


@lru_cache(maxsize=1 << 9)
def _row(row: tuple[Building | None, ...]) -> bytes:
    """A 1 for each building that is on offer."""
    return bytes(tile in row for tile in _BUILDINGS)


def _short(cost: tuple[int, int, int], wood: int, stone: int, gold: int) -> int:
    return max(0, cost[0] - wood) + max(0, cost[1] - stone) + max(0, cost[2] - gold)


@lru_cache(maxsize=1 << 12)
def _nearest(row: tuple[Building | None, ...], wood: int, stone: int, gold: int) -> bytes:
    """For each category the blocks missing for the building on offer that the seat could pay for
    most nearly."""
    missing = dict.fromkeys(CATEGORIES, OUT_OF_REACH)
    for tile in row:
        if tile is not None:
            short = _short(tile.cost, wood, stone, gold)
            missing[tile.category] = min(missing[tile.category], short)
    return bytes(missing.values())


@lru_cache(maxsize=1 << 11)
def _monuments_open(
    row: tuple[Monument, ...], wood: int, stone: int, gold: int, skulls: int
) -> bytes:
    """For each monument whether it is on offer, and the blocks and skulls missing for it."""
    numbers: list[int] = []
    for monument in _MONUMENTS:
        if monument in row:
            short = _short(monument.cost, wood, stone, gold) + max(0, monument.skulls - skulls)
            numbers += [1, short, short == 0]
        else:
            numbers += [0, 0, 0]
    return bytes(numbers)


@lru_cache(maxsize=1 << 11)
def _owed(
    workers: int,
    buildings: tuple[Building, ...],
    wealth: tuple[WealthTile, ...],
    powers: Powers,
    calamity: Calamity,
) -> int:
    """The corn needed for all workers if a food day were now."""
    return sum(corn_for_workers(workers, buildings, wealth, powers, calamity))


@lru_cache(maxsize=1 << 9)
def _corn(corn: int, owed: int) -> bytes:
    return _CORN[min(corn, MOST)] + as_bytes(
        [owed, max(0, owed - corn), max(0, corn - owed), corn >= owed]
    )


def _scores(state: State, me: Seat) -> bytes:
    """What each monument on offer would score for the seat now."""
    scores = bytearray(len(_MONUMENTS))
    for monument in state.monument_row:
        scores[_PLACE[monument]] = min(MOST, max(0, monument_points(state, me, monument)))
    return bytes(scores)


def own_part(state: State, outlook: Outlook) -> bytes:
    """The first part of the vector: everything that the seat's turn can change."""
    seat = outlook.seat
    me = state.seats[seat]
    wood, stone, gold = me.blocks
    skulls = me.skulls
    buildings, built = tuple(me.buildings), tuple(me.monuments)
    owed = _owed(me.workers, buildings, me.wealth, me.powers, state.calamity)
    first, second, third = me.temples
    best = outlook.best_step
    levels = me.technologies
    on = tuple(me.on)
    found = outlook.workers.get(on)
    if found is None:
        found = outlook.workers[on] = _workers(state, me)
    standing, lowest = found
    row, monuments = tuple(state.building_row), tuple(state.monument_row)
    corn_left, wood_left = state.jungle_corn, state.jungle_wood
    points4 = me.points4
    parts = [
        _corn(me.corn, owed),
        _BLOCKS[wood if wood < MOST else MOST],
        _BLOCKS[stone if stone < MOST else MOST],
        _BLOCKS[gold if gold < MOST else MOST],
        _BLOCKS[skulls],
        _WORKERS[me.workers],
        _IN_HAND[me.available],
        _TEMPLE[0][first],
        _TEMPLE[1][second],
        _TEMPLE[2][third],
        _LEAD[first - best[0]],
        _LEAD[second - best[1]],
        _LEAD[third - best[2]],
        _LEVEL[levels[0]],
        _LEVEL[levels[1]],
        _LEVEL[levels[2]],
        _LEVEL[levels[3]],
        standing,
        _tiles(buildings, built),
        _JUNGLE[corn_left[0]][wood_left[0]],
        _JUNGLE[corn_left[1]][wood_left[1]],
        _JUNGLE[corn_left[2]][wood_left[2]],
        _JUNGLE[corn_left[3]][wood_left[3]],
        bytes(state.skull_spaces),
        _row(row),
        _nearest(row, wood, stone, gold),
        _monuments_open(monuments, wood, stone, gold, skulls),
        _NOBODYS
        if state.start_space is None
        else _MINE
        if state.start_space == seat
        else _ANOTHERS,
    ]
    spaces = state.quick_spaces
    count = len(state.seats) - 1
    ahead = (points4 - outlook.best_points4) // 4
    on_average = (points4 * count - outlook.all_points4) // (4 * count)
    numbers = [
        me.corn_tiles,
        me.wood_tiles,
        me.light_side,
        state.bank_skulls,
        ahead if -MOST < ahead < MOST else MOST if ahead > 0 else -MOST,
        on_average if -MOST < on_average < MOST else MOST if on_average > 0 else -MOST,
        spaces.count(None),
        seat in spaces,
    ]
    parts.append(_NUMBERS.pack(*numbers))
    parts.append(lowest)
    key = (
        monuments, built, buildings, me.corn_tiles, me.wood_tiles, me.workers, first, second, third,
        *levels, state.skull_spaces.count(True),
    )  # fmt: skip
    scores = outlook.scores.get(key)
    if scores is None:
        scores = outlook.scores[key] = _scores(state, me)
    parts.append(scores)
    parts.append(_progress(outlook.prophecies, me) if outlook.prophecies else _NO_PROGRESS)
    return b"".join(parts)


def _workers(state: State, me: Seat) -> tuple[bytes, bytes]:
    """Two pieces: the spaces of the seat's workers, and the lowest free space of each gear."""
    lowest = []
    for own, taken in zip(me.powers.own_spaces, state.taken, strict=True):
        free = own & ~taken
        lowest.append((free & -free).bit_length() - 1 if free else NO_SPACE)
    return b"".join([spaces[on] for spaces, on in zip(_ON, me.on, strict=True)]), bytes(lowest)


def _progress(prophecies: Sequence[Prophecy], me: Seat) -> bytes:
    """For the prophecy in force and the next one: how much the seat has of what is counted, and the
    points for that."""
    progress = [0, 0, 0, 0]
    for place, prophecy in enumerate(prophecies[:2]):
        progress[2 * place] = prophecy_count(prophecy, me)
        progress[2 * place + 1] = prophecy_points(prophecy, me)
    return _PROGRESS.pack(*progress)


_NUMBERS, _PROGRESS = Struct("8b"), Struct("4b")
_NO_PROGRESS = bytes(4)
_PLACE = {monument: place for place, monument in enumerate(_MONUMENTS)}


def _own_names() -> Iterator[str]:
    yield from ("corn", *(f"corn {least}" for least in CORN_STEPS))
    yield from ("corn owed", "corn missing", "corn left", "fed")
    for goods in (*RESOURCES, "skulls"):
        yield from (goods, *(f"{goods} {least}" for least in BLOCK_STEPS))
    yield from ("workers", "workers 4", "workers 5", "workers 6", "in hand")
    yield from (f"in hand {least}" for least in range(1, 7))
    yield from (
        f"{name} {step}"
        for name, top in zip(TEMPLES, TOP, strict=True)
        for step in range(1, top + 1)
    )
    yield from (
        f"{name}: {what}"
        for name in TEMPLES
        for what in ("steps ahead", "leads", "level", "one ahead", "one behind")
    )
    yield from (f"{name} {level}" for name in TECHNOLOGIES for level in (1, 2, 3))
    yield from (
        f"on {name} {space}"
        for name, spaces in zip(GEARS, SPACES, strict=True)
        for space in range(spaces)
    )
    yield from (f"own tiles: {what}" for what in _TILES_NAMES)
    yield from (
        f"jungle {number}: {what}"
        for number in JUNGLE_GROUPS
        for what in ("corn", "wood", "corn open")
    )
    yield from (f"skull on {space}" for space in range(1, 10))
    yield from (f"open: {tile}" for tile in BUILDINGS)
    yield from (f"missing for a {kind}" for kind in CATEGORIES)
    yield from (f"{tile}: {what}" for tile in MONUMENTS for what in ("open", "missing", "payable"))
    yield from ("start space", "start space taken")
    yield from (
        "corn tiles", "wood tiles", "light side", "skulls in the bank", "points ahead of the best",
        "points ahead on average", "quick spaces", "quick space",
    )  # fmt: skip
    yield from (f"lowest of {name}" for name in GEARS)
    yield from (f"{tile}: scores" for tile in MONUMENTS)
    yield from (f"prophecy {place}: {what}" for place in (1, 2) for what in ("count", "points"))


OWN_NAMES = tuple(_own_names())
OUTLOOK_NAMES = tuple(_outlook_names())
NAMES = (*OWN_NAMES, *OUTLOOK_NAMES)
"""What each number of a vector means, in order."""
