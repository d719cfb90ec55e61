"""The scene of pictures and descriptions: everything they show of a game, frozen.

A scene is the open position (`Game.snapshot()`), which holds no secret: neither the order of the
stacks nor a choice that is not yet revealed. It also has the seats' names, and what to mark.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from bot.engine.board import QUICK_TILES_OF_AGE, TEETH_PER_QUICK_TILE
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


@dataclass(frozen=True, slots=True)
class SeatView:
    """The view of one seat, without its possessions."""

    name: str
    """The name as the server shows it; it may hold any characters and be long."""
    food_owed: int | None = None
    """Corn its workers would need on a food day now; None where none is to come."""
    played: bool = False
    """Whether its turn of this round is over."""
    place: int | None = None
    """The place, from 1, shared by ties; None before the game is finished."""
    prophecy_points: int | None = None
    """The points of the active prophecy if it ended now; None where there is none, or where only
    the food day itself can tell."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board that a person can choose now, as a private picture numbers it."""

    number: int
    place: str
    """A gear, or `bot.last_move.START` or `QUICK`."""
    space: int
    picks: bool
    """Whether the worker there is picked up, instead of one being placed."""
    corn: int | None
    """The corn it costs (below 0) or brings; None where that is yet to be chosen or nothing."""


@dataclass(frozen=True)
class FoodDay:
    """The next food day. `rounds` is 0 in its own round; `mid_age` days bring goods for temple
    steps, the others points."""

    rounds: int
    mid_age: bool


@dataclass(frozen=True, slots=True)
class Scene(Position):
    """The open position of a game, with everything else that pictures and descriptions show."""

    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    """The seats that are asked now."""
    last_move: tuple[Moved, ...] = ()
    """The workers to mark."""
    changed: tuple[Changed, ...] = ()
    """The parts of the city to mark."""

    def __hash__(self) -> int:
        """Hash what changes from one moment to the next; equal scenes are equal in everything."""
        return hash((self.names, self.waiting, self.round, self.tooth, self.gears["palenque"]))

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, in seat order."""
        return tuple(seat.name for seat in self.seats)

    def short_of_food(self, seat: int) -> bool:
        """Whether a seat could not feed all its workers with the corn it holds."""
        owed = self.seats[seat].food_owed
        return owed is not None and owed > self.players[seat].corn

    @property
    def food_day(self) -> FoodDay | None:
        """The next food day; None after the last."""
        rounds = self.rounds_to_food_day
        return None if rounds is None else FoodDay(rounds, self.food_days_held in MID_AGE_DAYS)

    @property
    def prophecy_shown(self) -> str | None:
        """The prophecy that is active, or else the one that follows the next food day."""
        if self.active_prophecy is not None:
            return self.active_prophecy
        held = self.food_days_held
        return self.prophecies[held] if held < len(self.prophecies) else None

    @property
    def rounds_of_quick_tile(self) -> int | None:
        """The rounds until another quick-action tile comes, this one counted; None if the last one
        lies there or the game is over."""
        last = sum(QUICK_TILES_OF_AGE) - 1
        if self.phase == "finished" or self.tooth // TEETH_PER_QUICK_TILE >= last:
            return None
        return TEETH_PER_QUICK_TILE - self.tooth % TEETH_PER_QUICK_TILE

    @property
    def skull_keepers(self) -> tuple[int, ...]:
        """The seats that own a building with a kept skull, once for each building."""
        return tuple(
            number
            for number, seat in enumerate(self.players)
            for tile in seat.buildings
            if tile in _KEEPS_SKULL
        )

    def markers_moved(self, where: str) -> dict[int, bool]:
        """Find the seats whose markers to mark in a temple or a technology; True where the turn is
        still in preparation."""
        return {
            one.seat: one.prepared
            for one in self.changed
            if one.what == where and one.seat is not None
        }

    @property
    def built_monuments(self) -> tuple[tuple[str, int], ...]:
        """(monument, its owner's seat) for all that are built."""
        return tuple(
            (tile, number) for number, seat in enumerate(self.players) for tile in seat.monuments
        )


def scene_of(
    position: Position,
    names: Sequence[str],
    *,
    waiting: Sequence[int] = (),
    last_move: Sequence[Turn] = (),
    prepared: Turn | None = None,
) -> Scene:
    """Make the scene of a position as `Game.snapshot()` gives it.

    `names[i]` is the name of seat i. `waiting` are the seats asked now (`Game.pending`); without
    it, in play, the seat whose turn it is. `last_move` are the turns to mark, the newest last:
    those told with the picture, `bot.tables.Confirmed` or anything with `seat`, `before` and
    `steps` ((action, position after it), ...); none marks nothing. `prepared` is a turn in
    preparation that led to this position: it is marked in another way. Raises ValueError if there
    is not one name for each seat.
    """
    if len(names) != len(position.players):
        raise ValueError("a scene needs one name for each seat")
    if not waiting and position.phase == "play":
        waiting = (position.turn_seat,)
    played, places = _played(position, waiting), _places(position)
    prophecy = _prophecy_points(position)
    seats = tuple(
        SeatView(
            name=str(names[seat]),
            food_owed=_food_owed(position, seat),
            played=seat in played,
            place=places.get(seat),
            prophecy_points=prophecy.get(seat),
        )
        for seat in range(len(position.players))
    )
    return Scene(
        **{field.name: getattr(position, field.name) for field in fields(Position)},
        seats=seats,
        waiting=tuple(sorted(waiting)),
        last_move=moved(last_move, position, prepared),
        changed=changed(last_move, position, prepared),
    )


def _food_owed(position: Position, seat: int) -> int | None:
    """Calculate the corn a seat would owe now, as the engine does."""
    if position.phase != "play" or position.rounds_to_food_day is None:
        return None
    return position.food_owed(seat)


def _places(position: Position) -> dict[int, int]:
    """Find the place of each seat of a finished game, as the engine awards them."""
    if position.phase != "finished":
        return {}
    return {row["seat"]: row["place"] for row in position.standings()}


def _prophecy_points(position: Position) -> dict[int, int]:
    """Count the points that the active prophecy would give each seat now."""
    prophecy = PROPHECIES.get(position.active_prophecy or "")
    # How many workers are fed is not known before the food day.
    if prophecy is None or prophecy.raw["metric"]["type"].endswith("this_food_day"):
        return {}
    state = load(position)
    return {seat.index: prophecy_points(prophecy, seat) for seat in state.seats}


def _played(position: Position, waiting: Sequence[int]) -> frozenset[int]:
    """List the seats whose turn of this round is over; none before the first choice of a game and
    after its end."""
    if position.phase != "play":
        return frozenset()
    count, first, turn = len(position.players), position.first_seat, position.turn_seat
    before = [(first + i) % count for i in range((turn - first) % count)]
    # A food day asks after the last turn: then the seat that had it has played as well.
    return frozenset(before if turn in waiting else [*before, turn])


def panel_scene(scene: Scene, seat: int) -> Scene:
    """Find what a seat's private panel shows of a scene (`rendering.draw_choices`), and nothing
    else: goods, names of those who are not asked, tiles and markers in the city are left out. So
    scenes of which the same is seen are equal, and are drawn once."""
    if scene.phase == "finished":  # then the hub has the points of all seats
        return scene
    keepers = scene.skull_keepers
    kept_skull = {
        number: tuple(
            tile
            for tile in player.buildings
            if replace(scene, players=(player._replace(buildings=(tile,)),)).skull_keepers
        )
        for number, player in enumerate(scene.players)
        if number in keepers
    }
    players = tuple(
        _NOTHING._replace(
            tribe=player.tribe if number == seat else None, buildings=kept_skull.get(number, ())
        )
        for number, player in enumerate(scene.players)
    )
    asked = scene.waiting if len(scene.waiting) == 1 else ()
    seats = tuple(
        SeatView(view.name if number in asked else "") for number, view in enumerate(scene.seats)
    )
    return replace(
        scene, players=players, seats=seats, changed=(), first_seat=0, turn_seat=0,
        building_row=(), monument_row=(), age1_left=0, age2_left=0, modules=(), prophecies=(),
        active_prophecy=None, quick=replace(scene.quick, coming=()) if scene.quick else None,
    )  # fmt: skip


_NOTHING = Player(
    corn=0, wood=0, stone=0, gold=0, skulls=0, points4=0, workers=0, available=0, light_side=False,
    temples={}, technologies={}, buildings=(), monuments=(), wealth=(), tribe=None, corn_tiles=0,
    wood_tiles=0,
)  # fmt: skip
