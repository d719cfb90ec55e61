"""A position: what everybody at the table may see, frozen and typed.

A `Position` is made from a `State`, or read from plain JSON types and written as such (its dump).
It holds no secret: neither the order of the stacks nor choices that are not shown yet (R-017). For
a game that begins in a position, what nobody sees is dealt anew.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, NamedTuple, cast

from bot.engine.calendar import corn_for_workers, go_on_round
from bot.engine.components import (
    BUILDING_ROW,
    BUILDINGS,
    FOOD_DAY_TEETH,
    GEARS,
    JUNGLE_GROUPS,
    MONUMENTS,
    QUICK_TILES,
    QUICK_TILES_OF_AGE,
    TECHNOLOGIES,
    TEETH,
    TEMPLES,
    WEALTH,
    Building,
    QuickTile,
    buildings_played,
)
from bot.engine.deal import checked_modules
from bot.engine.expansion import NO_TRIBE, PROPHECIES, TRIBES, UNTROUBLED
from bot.engine.scoring import ranking
from bot.engine.state import LATEST, Rules, Seat, State

Phase = Literal["keep", "play", "finished"]
Occupant = int | Literal["dummy"] | None
"""Who stands on a space: a seat, "dummy", or nobody."""


class Player(NamedTuple):
    """What one seat has.

    It is a tuple because several are made for each position: a frozen dataclass takes three times
    as long.
    """

    corn: int
    wood: int
    stone: int
    gold: int
    skulls: int
    points4: int
    """The points, in quarters of a point."""
    workers: int
    """The workers in play."""
    available: int
    """The workers in hand."""
    light_side: bool
    """Whether the seat may still advance the calendar by two days."""
    temples: Mapping[str, int]
    """The step of the marker in each temple; 0 is the bottom one."""
    technologies: Mapping[str, int]
    """The level of each technology, 0 to 3."""
    buildings: tuple[str, ...]
    """The buildings in the order in which they were built."""
    monuments: tuple[str, ...]
    """The monuments in the order in which they were built."""
    wealth: tuple[str, ...]
    """The wealth tiles in alphabetical order; empty while tiles are chosen."""
    tribe: str | None
    corn_tiles: int
    wood_tiles: int

    @property
    def goods(self) -> Mapping[str, int]:
        """How much the seat has of corn, wood, stone, gold and skulls, by name."""
        return {
            "corn": self.corn,
            "wood": self.wood,
            "stone": self.stone,
            "gold": self.gold,
            "skulls": self.skulls,
        }


class Jungle(NamedTuple):
    """The tiles left in one group of the jungle: corn tiles, and wood tiles, which lie on some of
    them."""

    corn: int
    wood: int


@dataclass(frozen=True, slots=True)
class Quick:
    """The quick actions, as far as they lie open."""

    tile: str | None
    """The action under the arrow; None if it is not known."""
    coming: tuple[str, ...]
    """The open actions that follow, the next one first; each lies under the arrow for two teeth
    (R-178). Empty if a dump does not name them."""
    spaces: tuple[Occupant, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The whole table as everybody sees it."""

    round: int
    tooth: int
    """The day of the calendar, counted from 0; it goes on counting after 26 teeth."""
    age: int
    phase: Phase
    first_seat: int
    """The seat that holds the starting-player marker."""
    turn_seat: int
    """The seat whose turn it is, or whose turn was last."""
    calendar_corn: int
    food_days_held: int
    bank_skulls: int
    start_space: int | None
    """The seat that stands on the starting-player space; None if nobody does."""
    gears: Mapping[str, tuple[Occupant, ...]]
    jungle: Mapping[int, Jungle]
    """Harvest tiles left, by the number (2 to 5) of the Palenque action that takes them."""
    skull_spaces: tuple[bool, ...]
    """Whether a skull lies on each space of Chichen Itza; item 0 is space 1."""
    building_row: tuple[str | None, ...]
    age1_left: int
    age2_left: int
    monument_row: tuple[str, ...]
    modules: tuple[str, ...]
    prophecies: tuple[str, ...]
    active_prophecy: str | None
    quick: Quick | None
    """The quick actions; None if they are not played."""
    players: tuple[Player, ...]

    @classmethod
    def from_dump(cls, dump: Mapping[str, Any]) -> "Position":
        """Read a position from its dump; other keys, such as stacks, are left out. Raises KeyError
        for a missing key."""
        read = _frozen(Position.__slots__, dump)
        quick = read["quick"]
        read |= {
            "gears": {gear: tuple(read["gears"][gear]) for gear in GEARS},
            "jungle": {group: Jungle(**read["jungle"][str(group)]) for group in JUNGLE_GROUPS},
            "quick": Quick(quick["tile"], tuple(quick.get("coming", ())), tuple(quick["spaces"]))
            if quick
            else None,
            "players": tuple(_player_of(player) for player in read["players"]),
        }
        return cls(**read)

    def dump(self) -> dict[str, Any]:
        """The position as plain JSON types; the keys are the names of the fields."""
        return _plain(Position.__slots__, self) | {
            "gears": {gear: list(spaces) for gear, spaces in self.gears.items()},
            "jungle": {str(group): left._asdict() for group, left in self.jungle.items()},
            "quick": _plain(Quick.__slots__, self.quick) if self.quick else None,
            "players": [
                player._asdict()
                | {
                    "temples": {**player.temples},
                    "technologies": {**player.technologies},
                    "buildings": [*player.buildings],
                    "monuments": [*player.monuments],
                    "wealth": [*player.wealth],
                }
                for player in self.players
            ],
        }

    @property
    def quick_tile(self) -> str | None:
        """The quick action under the arrow; None if it is not known, or quick actions are not
        played."""
        return self.quick.tile if self.quick else None

    @property
    def rounds_to_food_day(self) -> int | None:
        """How many rounds it is until the next food day's round if the calendar turns one day a
        round: 0 in that round itself, None after the last food day."""
        if self.food_days_held >= len(FOOD_DAY_TEETH):
            return None
        return max(0, FOOD_DAY_TEETH[self.food_days_held] - self.tooth)

    @property
    def is_last_round(self) -> bool:
        """Whether the game ends with this round, after its last food day."""
        return self.food_days_held >= len(FOOD_DAY_TEETH) - 1 and not self.rounds_to_food_day

    @property
    def next_seat(self) -> int | None:
        """The seat whose turn comes after the present one, as things stand. A new round begins with
        who stands on the starting-player space or, if that seat holds the marker already, with its
        left neighbour (R-096). None in the last turn of the game, and while tiles are chosen."""
        if self.phase != "play":
            return None
        count = len(self.players)
        following = (self.turn_seat + 1) % count
        if following != self.first_seat:
            return following
        if self.is_last_round:
            return None
        if self.start_space is None:
            return self.first_seat
        again = self.start_space == self.first_seat
        return (self.first_seat + 1) % count if again else self.start_space

    def food_owed(self, seat: int) -> int:
        """The corn that a seat would need to feed all its workers on a food day now, before its
        buildings give anything."""
        player = self.players[seat]
        prophecy = self.active_prophecy
        return sum(
            corn_for_workers(
                player.workers,
                [BUILDINGS[tile] for tile in player.buildings],
                [WEALTH[tile] for tile in player.wealth],
                TRIBES[player.tribe].powers if player.tribe else NO_TRIBE,
                PROPHECIES[prophecy].calamity if prophecy else UNTROUBLED,
            )
        )

    def workers_of(self, seat: int) -> Iterator[tuple[str, int]]:
        """Yields gear and space of each worker that the seat has on a gear, in the order of the
        board."""
        for gear, spaces in self.gears.items():
            for space, who in enumerate(spaces):
                if who == seat:
                    yield gear, space

    def standings(self) -> list[dict[str, int]]:
        """List the seats by place as if the game had ended now, without final scoring; see
        `Game.standings`."""
        return ranking(
            [
                (player.points4, sum(1 for _ in self.workers_of(seat)))
                for seat, player in enumerate(self.players)
            ]
        )


def _player_of(plain: Mapping[str, Any]) -> Player:
    read = _frozen(Player._fields, plain)
    read["temples"] = {temple: read["temples"][temple] for temple in TEMPLES}
    read["technologies"] = {track: read["technologies"][track] for track in TECHNOLOGIES}
    return Player(**read)


def _plain(names: Iterable[str], value: Position | Quick) -> dict[str, Any]:
    """Copy these fields with the types of JSON: lists in place of tuples."""
    plain: dict[str, Any] = {}
    for name in names:
        field = getattr(value, name)
        if isinstance(field, tuple):
            field = list(field)
        elif isinstance(field, dict):
            field = field.copy()
        plain[name] = field
    return plain


def _frozen(names: Iterable[str], plain: Mapping[str, Any]) -> dict[str, Any]:
    """Copy these fields from `plain`, with tuples in place of lists and with new mappings."""
    read: dict[str, Any] = {}
    for name in names:
        field = plain[name]
        if isinstance(field, list):
            field = tuple(field)
        elif isinstance(field, Mapping):
            field = dict(field)
        read[name] = field
    return read


def snapshot(state: State) -> Position:
    """The position of a state: what everybody may see of it."""
    return Position(
        round=state.round,
        tooth=state.tooth,
        age=state.age,
        phase=cast(Phase, state.phase),
        first_seat=state.first_seat,
        turn_seat=state.turn_seat,
        calendar_corn=state.calendar_corn,
        food_days_held=state.food_days_held,
        bank_skulls=state.bank_skulls,
        start_space=state.start_space,
        gears={name: _gear(state, gear) for gear, name in enumerate(GEARS)},
        jungle={
            number: Jungle(state.jungle_corn[group], state.jungle_wood[group])
            for group, number in enumerate(JUNGLE_GROUPS)
        },
        skull_spaces=tuple(state.skull_spaces),
        building_row=tuple([tile.id if tile else None for tile in state.building_row]),
        age1_left=len(state.age1),
        age2_left=len(state.age2),
        monument_row=tuple([tile.id for tile in state.monument_row]),
        modules=state.modules,
        prophecies=tuple([prophecy.id for prophecy in state.prophecies]),
        active_prophecy=state.prophecy.id if state.prophecy else None,
        quick=_quick_actions(state) if state.quick_spaces else None,
        players=tuple([_player(seat) for seat in state.seats]),
    )


def _quick_actions(state: State) -> Quick:
    tile = state.quick_tile
    return Quick(
        tile=tile.id if tile else None,
        coming=tuple([tile.id for tile in state.quick_tiles_coming]),
        spaces=tuple(cast(list[Occupant], state.quick_spaces)),
    )


def _gear(state: State, gear: int) -> tuple[Occupant, ...]:
    """List who stands on each space of a gear, from space 0 on."""
    spaces: list[Occupant] = [None] * TEETH[gear]
    taken = state.taken[gear]
    while taken:
        bit = taken & -taken
        taken ^= bit
        who: Occupant = "dummy"
        for seat in state.seats:
            if seat.on[gear] & bit:
                who = seat.index
        spaces[bit.bit_length() - 1] = who
    return tuple(spaces)


def _player(seat: Seat) -> Player:
    wood, stone, gold = seat.blocks
    return Player(
        corn=seat.corn,
        wood=wood,
        stone=stone,
        gold=gold,
        skulls=seat.skulls,
        points4=seat.points4,
        workers=seat.workers,
        available=seat.available,
        light_side=seat.light_side,
        temples=dict(zip(TEMPLES, seat.temples, strict=True)),
        technologies=dict(zip(TECHNOLOGIES, seat.technologies, strict=True)),
        buildings=tuple([tile.id for tile in seat.buildings]),
        monuments=tuple([tile.id for tile in seat.monuments]),
        wealth=tuple([tile.id for tile in seat.wealth]),
        tribe=seat.tribe.id if seat.tribe else None,
        corn_tiles=seat.corn_tiles,
        wood_tiles=seat.wood_tiles,
    )


def load(
    position: Position,
    stacks: Mapping[str, Sequence[str]] | None = None,
    rules: Rules = LATEST,
) -> State:
    """Make a state that stands at the start of `turn_seat`'s turn.

    `stacks` may hold what does not lie open: `age1` and `age2` are the buildings left, next one
    first; `quick_age1` and `quick_age2` are all quick actions of that age. What is missing stays
    unknown.
    """
    stacks = stacks or {}
    players = position.players
    state = State(len(players), rules)
    state.modules = tuple(checked_modules(len(players), position.modules))
    state.round = position.round
    state.tooth = position.tooth
    state.age = position.age
    state.phase = position.phase
    state.first_seat = position.first_seat
    state.turn_seat = position.turn_seat
    state.calendar_corn = position.calendar_corn
    state.food_days_held = position.food_days_held
    state.bank_skulls = position.bank_skulls
    state.start_space = position.start_space
    for group, number in enumerate(JUNGLE_GROUPS):
        state.jungle_corn[group] = position.jungle[number].corn
        state.jungle_wood[group] = position.jungle[number].wood
    state.skull_spaces = list(position.skull_spaces)
    row = [BUILDINGS[tile] if tile else None for tile in position.building_row]
    state.building_row = [*row, *[None] * (BUILDING_ROW - len(row))]
    state.age1 = tuple([BUILDINGS[tile] for tile in stacks.get("age1", ())])
    state.age2 = tuple([BUILDINGS[tile] for tile in stacks.get("age2", ())])
    state.monument_row = [MONUMENTS[tile] for tile in position.monument_row]
    for seat, player in zip(state.seats, players, strict=True):
        _load_player(seat, player)
    for gear, name in enumerate(GEARS):
        _load_gear(state, gear, position.gears[name])
    state.prophecies = tuple([PROPHECIES[tile] for tile in position.prophecies])
    if position.active_prophecy:
        state.prophecy = PROPHECIES[position.active_prophecy]
        state.calamity = state.prophecy.calamity
    if position.quick:
        _load_quick(state, position.quick, stacks)
    go_on_round(state)
    return state


def stack_unseen(
    state: State, left: Sequence[int], order: Callable[[int], Iterable[Building]]
) -> None:
    """Fill the stacks with buildings that nobody has seen. `left` is how many are left of age 1 and
    of age 2; `order(age)` gives all buildings of an age in the order in which they are taken."""
    seen = {tile.id for tile in state.building_row if tile is not None}
    for seat in state.seats:
        seen.update([tile.id for tile in seat.buildings])
    state.age1, state.age2 = [
        tuple([tile for tile in order(age) if tile.id not in seen][:count]) if count else ()
        for age, count in enumerate(left, start=1)
    ]


def _load_quick(state: State, quick: Quick, stacks: Mapping[str, Sequence[str]]) -> None:
    """Set the quick actions, each of which covers two teeth: those that lie open, from the present
    one on, and those that `stacks` names (R-178). All others are unknown."""
    tiles: list[QuickTile | None] = [None] * sum(QUICK_TILES_OF_AGE)
    state.quick_tiles = tuple(tiles)
    now = state.quick_tile_number
    lying_open = (quick.tile, *quick.coming)[: len(tiles) - now]
    for place, shown in enumerate(lying_open, now):
        tiles[place] = QUICK_TILES[shown] if shown else None
    for first, key in ((0, "quick_age1"), (QUICK_TILES_OF_AGE[0], "quick_age2")):
        for place, tile in enumerate(stacks.get(key, ()), first):
            tiles[place] = QUICK_TILES[tile]
    state.quick_tiles = tuple(tiles)
    state.quick_spaces = list(quick.spaces)


def _load_gear(state: State, gear: int, spaces: Sequence[Occupant]) -> None:
    for space, who in enumerate(spaces):
        if who is None:
            continue
        bit = 1 << space
        state.taken[gear] |= bit
        if isinstance(who, str):
            state.dummies[gear] |= bit
        else:
            state.seats[who].on[gear] |= bit


def _load_player(seat: Seat, player: Player) -> None:
    seat.corn = player.corn
    seat.blocks = [player.wood, player.stone, player.gold]
    seat.skulls = player.skulls
    seat.points4 = player.points4
    seat.workers = player.workers
    seat.available = player.available
    seat.light_side = player.light_side
    seat.corn_tiles = player.corn_tiles
    seat.wood_tiles = player.wood_tiles
    seat.temples = [player.temples[temple] for temple in TEMPLES]
    seat.technologies = [player.technologies[track] for track in TECHNOLOGIES]
    seat.buildings = [BUILDINGS[tile] for tile in player.buildings]
    seat.monuments = [MONUMENTS[tile] for tile in player.monuments]
    seat.tribe = TRIBES[player.tribe] if player.tribe else None
    seat.powers = seat.tribe.powers if seat.tribe else NO_TRIBE
    seat.wealth = tuple([WEALTH[tile] for tile in player.wealth])


def dealt_anew(position: Position, seed: int | str) -> dict[str, Any]:
    """Write down the setup of a game that goes on from this position (`Game.from_setup`), with new
    stacks. They follow from `seed` and from what lies open alone."""
    chance = Random(seed)

    def shuffled(age: int) -> list[Building]:
        tiles = [BUILDINGS[tile] for tile in buildings_played(age, position.modules)]
        chance.shuffle(tiles)
        return tiles

    state = load(position)
    stack_unseen(state, (position.age1_left, position.age2_left), shuffled)
    hidden = {
        "age1": [tile.id for tile in state.age1],
        "age2": [tile.id for tile in state.age2],
    }
    if position.quick and not position.food_days_held:  # those of age 2 lie face down
        tiles = [one for one in QUICK_TILES.values() if one.age == 2]
        hidden["quick_age2"] = [one.id for one in tiles for _ in range(one.raw["count"])]
        chance.shuffle(hidden["quick_age2"])
    return {"position": {**position.dump(), **hidden}}
