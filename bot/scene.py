"""A frozen view of a game: what pictures and descriptions show, and nothing else.

A scene is made from the open position (`Game.snapshot()`), which holds no secret: neither the order
of the stacks nor a choice that is not yet revealed. Scenes are compared and hashed by value, so
that a drawing can be kept and used again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.engine.board import (
    FOOD_DAY_TEETH,
    GEARS,
    JUNGLE_GROUPS,
    QUICK_TILES_OF_AGE,
    TECHNOLOGIES,
    TEETH_PER_QUICK_TILE,
    TEMPLES,
)
from bot.engine.components import BUILDINGS
from bot.engine.food_day import MID_AGE_DAYS
from bot.engine.position import Player, Position, load
from bot.engine.prophecies import PROPHECIES
from bot.engine.scoring import prophecy_points
from bot.last_move import Changed, Moved, Turn, changed, moved

_KEEPS_SKULL = frozenset(
    tile.id
    for tile in BUILDINGS.values()
    if any(effect.get("skull_kept_on_tile") for effect in tile.raw["effects"])
)
Occupant = int | Literal["dummy"] | None
"""Who stands on a space: a seat, a dummy worker or nobody."""


@dataclass(frozen=True)
class SeatView:
    """What lies open in front of one seat."""

    name: str
    """As the server shows it; may hold any characters and be long."""
    corn: int
    wood: int
    stone: int
    gold: int
    skulls: int
    points4: int
    """Quarters of a point; may be negative."""
    workers: int
    """In play, 3 to 6."""
    available: int
    """Of these, not on a gear or another space."""
    light_side: bool
    """The player board's light side is up: the double advance is still there."""
    temples: tuple[int, ...]
    """Steps in the order of `TEMPLES`, 0 is the bottom, 1 the start."""
    technologies: tuple[int, ...]
    """Levels 0 to 3 in the order of `TECHNOLOGIES`."""
    buildings: tuple[str, ...]
    monuments: tuple[str, ...]
    wealth: tuple[str, ...]
    tribe: str | None
    corn_tiles: int
    wood_tiles: int
    food_owed: int | None = None
    """Corn its workers would need if the food day were now; None where none is to come."""
    played: bool = False
    """Its turn of this round is over."""
    place: int | None = None
    """1 for the winner and so on, ties sharing it; None before the game is finished."""
    prophecy_points: int | None = None
    """What the active prophecy would bring it if its time ended now; None where there is none, or
    where only the food day itself can tell."""

    @property
    def short_of_food(self) -> bool:
        """Whether it could not feed all its workers with the corn it holds."""
        return self.food_owed is not None and self.food_owed > self.corn


@dataclass(frozen=True)
class FoodDay:
    """The next food day. `rounds` is 0 in its own round; `mid_age` days bring goods for temple
    steps, the others points."""

    rounds: int
    mid_age: bool


@dataclass(frozen=True)
class QuickTile:
    """The quick-action tile of these two rounds and its three spaces."""

    tile: str | None
    """None where nobody knows which one lies there."""
    spaces: tuple[Occupant, ...]
    coming: tuple[str, ...] = ()
    """The tiles that lie open after it, the next one first; each is for two teeth."""


@dataclass(frozen=True)
class Scene:
    """Everything that pictures and descriptions show of one game at one moment."""

    round: int
    """1 to 27; less at the end of a game with double advances."""
    tooth: int
    """Days the calendar has turned; not taken modulo 26."""
    age: int
    phase: Literal["keep", "play", "finished"]
    first_seat: int
    turn_seat: int
    waiting: tuple[int, ...]
    """Seats that are asked now."""
    calendar_corn: int
    food_days_held: int
    food_day: FoodDay | None
    """None after the last."""
    bank_skulls: int
    start_space: int | None
    """The seat on the starting-player space."""
    gears: tuple[tuple[Occupant, ...], ...]
    """By gear in the order of `GEARS`, then by space."""
    jungle: tuple[tuple[int, int], ...]
    """(corn, wood) tiles left beside Palenque 2 to 5."""
    skull_spaces: tuple[bool, ...]
    """Whether a skull lies on Chichen Itza 1 to 9; item 0 is space 1."""
    building_row: tuple[str | None, ...]
    stacks_left: tuple[int, int]
    """Buildings left in the stacks of age 1 and age 2."""
    monument_row: tuple[str, ...]
    modules: tuple[str, ...]
    prophecies: tuple[str, ...]
    active_prophecy: str | None
    quick: QuickTile | None
    seats: tuple[SeatView, ...]
    last_move: tuple[Moved, ...] = ()
    """The workers to be pointed out."""
    changed: tuple[Changed, ...] = ()
    """What is to be pointed out in the city."""

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, in seat order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def prophecy_shown(self) -> str | None:
        """The prophecy that is active, or will be after the next food day."""
        if self.active_prophecy is not None:
            return self.active_prophecy
        held = self.food_days_held
        return self.prophecies[held] if held < len(self.prophecies) else None

    @property
    def rounds_of_quick_tile(self) -> int | None:
        """In how many rounds another quick-action tile comes, this one counted; None where the
        last one lies there or the game is over."""
        last = sum(QUICK_TILES_OF_AGE) - 1
        if self.phase == "finished" or self.tooth // TEETH_PER_QUICK_TILE >= last:
            return None
        return TEETH_PER_QUICK_TILE - self.tooth % TEETH_PER_QUICK_TILE

    @property
    def skull_keepers(self) -> tuple[int, ...]:
        """For every building with a kept skull, the seat that owns it."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            for tile in seat.buildings
            if tile in _KEEPS_SKULL
        )

    def markers_moved(self, where: str) -> dict[int, bool]:
        """The seats whose markers are to be pointed out in a temple or a technology; True where
        the turn is still in preparation."""
        return {
            one.seat: one.prepared
            for one in self.changed
            if one.what == where and one.seat is not None
        }

    @property
    def built_monuments(self) -> tuple[tuple[str, int], ...]:
        """(monument, its owner's seat) for all that are built."""
        return tuple(
            (tile, number) for number, seat in enumerate(self.seats) for tile in seat.monuments
        )


def scene_of(
    position: Position,
    names: Sequence[str],
    *,
    waiting: Sequence[int] = (),
    last_move: Sequence[Turn] = (),
    prepared: Turn | None = None,
) -> Scene:
    """The scene of a position as `Game.snapshot()` gives it.

    `names[i]` is what seat i is called. `waiting` are the seats asked now (`Game.pending`);
    without it, in play, the seat whose turn it is. `last_move` are the turns to be pointed out,
    the newest last: those told with the picture, `bot.tables.Confirmed` or anything with `seat`,
    `before` and `steps` ((action, position after it), ...); none points out nothing. `prepared` is
    a turn in preparation that led to this position: it is pointed out in another way. Raises
    ValueError if there is not one name for each seat.
    """
    if len(names) != len(position.players):
        raise ValueError("a scene needs one name for each seat")
    if not waiting and position.phase == "play":
        waiting = (position.turn_seat,)
    owed = _food_owed(position)
    played = _played(position, waiting)
    places, prophecy = _places(position), _prophecy_points(position)
    return Scene(
        round=position.round,
        tooth=position.tooth,
        age=position.age,
        phase=position.phase,
        first_seat=position.first_seat,
        turn_seat=position.turn_seat,
        waiting=tuple(sorted(waiting)),
        calendar_corn=position.calendar_corn,
        food_days_held=position.food_days_held,
        food_day=_food_day(position),
        bank_skulls=position.bank_skulls,
        start_space=position.start_space,
        gears=tuple(tuple(position.gears[gear]) for gear in GEARS),
        jungle=tuple(
            (position.jungle[group].corn, position.jungle[group].wood) for group in JUNGLE_GROUPS
        ),
        skull_spaces=tuple(position.skull_spaces),
        building_row=tuple(position.building_row),
        stacks_left=(position.age1_left, position.age2_left),
        monument_row=tuple(position.monument_row),
        modules=tuple(position.modules),
        prophecies=tuple(position.prophecies),
        active_prophecy=position.active_prophecy,
        quick=_quick(position),
        seats=tuple(
            replace(
                _seat(player, str(names[seat])),
                food_owed=owed[seat],
                played=seat in played,
                place=places.get(seat),
                prophecy_points=prophecy.get(seat),
            )
            for seat, player in enumerate(position.players)
        ),
        last_move=moved(last_move, position, prepared),
        changed=changed(last_move, position, prepared),
    )


def _seat(player: Player, name: str) -> SeatView:
    return SeatView(
        name=name,
        corn=player.corn,
        wood=player.wood,
        stone=player.stone,
        gold=player.gold,
        skulls=player.skulls,
        points4=player.points4,
        workers=player.workers,
        available=player.available,
        light_side=player.light_side,
        temples=tuple(player.temples[temple] for temple in TEMPLES),
        technologies=tuple(player.technologies[track] for track in TECHNOLOGIES),
        buildings=tuple(player.buildings),
        monuments=tuple(player.monuments),
        wealth=tuple(player.wealth),
        tribe=player.tribe,
        corn_tiles=player.corn_tiles,
        wood_tiles=player.wood_tiles,
    )


def _quick(position: Position) -> QuickTile | None:
    quick = position.quick
    return QuickTile(quick.tile, quick.spaces, quick.coming) if quick else None


def _food_day(position: Position) -> FoodDay | None:
    held = position.food_days_held
    if held >= len(FOOD_DAY_TEETH):
        return None
    return FoodDay(max(0, FOOD_DAY_TEETH[held] - position.tooth), held in MID_AGE_DAYS)


def _food_owed(position: Position) -> list[int | None]:
    """What each seat would owe now, as the engine computes it."""
    seats = range(len(position.players))
    if position.phase != "play" or _food_day(position) is None:
        return [None] * len(seats)
    return [position.food_owed(seat) for seat in seats]


def _places(position: Position) -> dict[int, int]:
    """The place of each seat of a finished game, as the engine awards them."""
    if position.phase != "finished":
        return {}
    return {row["seat"]: row["place"] for row in position.standings()}


def _prophecy_points(position: Position) -> dict[int, int]:
    """What the active prophecy would give each seat now."""
    prophecy = PROPHECIES.get(position.active_prophecy or "")
    # How many workers are fed is not known before the food day.
    if prophecy is None or prophecy.raw["metric"]["type"].endswith("this_food_day"):
        return {}
    state = load(position)
    return {seat.index: prophecy_points(prophecy, seat) for seat in state.seats}


def _played(position: Position, waiting: Sequence[int]) -> frozenset[int]:
    """Seats whose turn of this round is over; none before the first choice of a game and after its
    end."""
    if position.phase != "play":
        return frozenset()
    count, first, turn = len(position.players), position.first_seat, position.turn_seat
    before = [(first + i) % count for i in range((turn - first) % count)]
    # A food day asks after the last turn: then the seat that had it has played as well.
    return frozenset(before if turn in waiting else [*before, turn])
