"""What pictures and descriptions show of a game, frozen: the scene, the last move, and a food day
that was held.

A scene is the open position (`Game.snapshot()`), which holds no secret: neither the order of the
stacks nor a choice that is not yet revealed. It also has the seats' names and what to mark: the
last move, which is workers placed and picked up, markers moved, and new tiles. A turn in
preparation is marked, too, in its own way.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Protocol

from bot.engine import Step, components
from bot.engine.calendar import END_OF_AGE_1, MID_AGE_DAYS, MID_AGE_REWARDS, end_of_age_points4
from bot.engine.expansion import PROPHECIES
from bot.engine.happenings import (
    CalendarTurned,
    Fed,
    FoodDayBegan,
    FoodDayEnded,
    GoodsChanged,
    Happening,
    PointsChanged,
    TilesKept,
    WorkerPickedUp,
    WorkerPlaced,
)
from bot.engine.position import Player, Position, load
from bot.engine.scoring import prophecy_points

START, QUICK = "start", "quick"
ROW = "row"


class Turn(Protocol):
    """A turn that was played; `bot.tables.Confirmed` is one."""

    @property
    def seat(self) -> int:
        """The seat that took the turn."""

    @property
    def before(self) -> Position:
        """The position before the turn."""

    @property
    def steps(self) -> Sequence[Step]:
        """The actions, with what came of each."""


@dataclass(frozen=True)
class Moved:
    """A worker that the last move placed or picked up.

    `place` is a gear, `START` or `QUICK`. A worker that was `placed` now stands on `space`, even if
    the calendar has turned since; one that was picked up left `space` and did its action.
    """

    seat: int
    place: str
    space: int
    placed: bool
    prepared: bool = False
    """Whether the turn is still in preparation."""


@dataclass(frozen=True)
class Changed:
    """A part of the city that the last move changed.

    `what` is a temple or a technology in which the marker of `seat` moved, a monument that this
    seat built, or `ROW`: then the building in `place` of the row, counted from 0, is new or gone.
    """

    what: str
    seat: int | None = None
    place: int = 0
    prepared: bool = False
    """Whether the turn is still in preparation."""


def moved(
    turns: Sequence[Turn], position: Position, prepared: Turn | None = None
) -> tuple[Moved, ...]:
    """The workers moved in these turns and in the `prepared` one, as seen in the position after
    them; without those that were placed and have come back since."""
    found = []
    for turn in (*turns, prepared) if prepared else turns:
        for step in turn.steps:
            for happening in step.happenings:
                match happening:
                    case WorkerPickedUp(seat, gear, space):
                        found.append(Moved(seat, gear, space, False, turn is prepared))
                    case WorkerPlaced(seat, place, space):
                        if place in components.GEARS:
                            space += position.tooth - turn.before.tooth
                        if _stands(position, seat, place, space):
                            found.append(Moved(seat, place, space, True, turn is prepared))
    return tuple(found)


def changed(
    turns: Sequence[Turn], position: Position, prepared: Turn | None = None
) -> tuple[Changed, ...]:
    """What these turns and the `prepared` one changed in the city, as seen in the position after
    them. What the prepared turn changes again is only marked as its own."""
    begun = prepared.before if prepared else position
    now = _differences(begun, position, prepared=True) if prepared else ()
    own = {(one.what, one.seat, one.place) for one in now}
    before = _differences(turns[0].before, begun) if turns else ()
    return (*(one for one in before if (one.what, one.seat, one.place) not in own), *now)


def _differences(
    before: Position, after: Position, *, prepared: bool = False
) -> tuple[Changed, ...]:
    found = []
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        for temple in components.TEMPLES:
            if was.temples[temple] != now.temples[temple]:
                found.append(Changed(temple, seat, prepared=prepared))
        for track in components.TECHNOLOGIES:
            if was.technologies[track] != now.technologies[track]:
                found.append(Changed(track, seat, prepared=prepared))
        for tile in now.monuments:
            if tile not in was.monuments:
                found.append(Changed(tile, seat, prepared=prepared))
    rows = zip(before.building_row, after.building_row, strict=False)
    for place, (old, new) in enumerate(rows):
        if old != new:
            found.append(Changed(ROW, place=place, prepared=prepared))
    return tuple(found)


def _stands(position: Position, seat: int, place: str, space: int) -> bool:
    """Whether a worker of the seat stands on this space now."""
    if place == START:
        return position.start_space == seat
    if place == QUICK:
        return position.quick is not None and position.quick.spaces[space] == seat
    spaces = position.gears[place]
    return space < len(spaces) and spaces[space] == seat


def before_turning(turns: Sequence[Turn]) -> Position | None:
    """The position just before the calendar turned for the last time in these turns; None if it did
    not turn."""
    found = None
    for turn in turns:
        for number, step in enumerate(turn.steps):
            if any(isinstance(happening, CalendarTurned) for happening in step.happenings):
                found = turn.steps[number - 1].position if number else turn.before
    return found


def revealed(turns: Sequence[Turn]) -> tuple[TilesKept, ...]:
    """The tiles that all seats have kept, if these turns revealed them; otherwise empty."""
    return tuple(
        happening
        for turn in turns
        for step in turn.steps
        for happening in step.happenings
        if isinstance(happening, TilesKept)
    )


_KEEPS_SKULL = frozenset(
    tile.id
    for tile in components.BUILDINGS.values()
    if any(effect.get("skull_kept_on_tile") for effect in tile.raw["effects"])
)


@dataclass(frozen=True, slots=True)
class SeatView:
    """What is shown of a seat besides what it has."""

    name: str
    """The name as the server shows it; it may hold any characters and be long."""
    food_owed: int | None = None
    """The corn its workers would need on a food day now; None if no food day is left."""
    played: bool = False
    """Whether it has taken its turn of this round."""
    place: int | None = None
    """The place, from 1, shared by ties; None until the game is finished."""
    prophecy_points: int | None = None
    """The points for the active prophecy if it ended now; None if there is none, or if only the
    food day itself can tell."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board that a person can choose now, with its number on the private picture."""

    number: int
    place: str
    """A gear, `START` or `QUICK`."""
    space: int
    picks: bool
    """Whether the worker there would be picked up; otherwise one would be placed."""
    corn: int | None
    """The corn that it costs (below 0) or brings; None if there is none or it depends on a later
    choice."""


@dataclass(frozen=True)
class FoodDay:
    """The next food day: in how many `rounds` (0: in this one), and whether it is in the middle of
    an age (`mid_age`), when temple steps bring goods in place of points."""

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
        """Hash only what mostly differs between moments; scenes are equal only if everything is."""
        return hash((self.names, self.waiting, self.round, self.tooth, self.gears["palenque"]))

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, in seat order."""
        return tuple(seat.name for seat in self.seats)

    def short_of_food(self, seat: int) -> bool:
        """Whether a seat could not feed all its workers with the corn it has."""
        owed = self.seats[seat].food_owed
        return owed is not None and owed > self.players[seat].corn

    @property
    def food_day(self) -> FoodDay | None:
        """The next food day; None after the last."""
        rounds = self.rounds_to_food_day
        return None if rounds is None else FoodDay(rounds, self.food_days_held in MID_AGE_DAYS)

    @property
    def prophecy_shown(self) -> str | None:
        """The prophecy in force; before the first, the one that follows the next food day; None if
        there is none."""
        if self.active_prophecy is not None:
            return self.active_prophecy
        held = self.food_days_held
        return self.prophecies[held] if held < len(self.prophecies) else None

    @property
    def rounds_of_quick_tile(self) -> int | None:
        """In how many rounds the next quick-action tile comes, this round counted; None if the last
        one lies there or the game is over."""
        last = sum(components.QUICK_TILES_OF_AGE) - 1
        if self.phase == "finished" or self.tooth // components.TEETH_PER_QUICK_TILE >= last:
            return None
        return components.TEETH_PER_QUICK_TILE - self.tooth % components.TEETH_PER_QUICK_TILE

    @property
    def skull_keepers(self) -> tuple[int, ...]:
        """The seats that have a building with a kept skull, once for each such building."""
        return tuple(
            number
            for number, seat in enumerate(self.players)
            for tile in seat.buildings
            if tile in _KEEPS_SKULL
        )

    def markers_moved(self, where: str) -> dict[int, bool]:
        """The seats whose markers in this temple or technology are to be marked; True if the turn
        that moved them is in preparation."""
        return {
            one.seat: one.prepared
            for one in self.changed
            if one.what == where and one.seat is not None
        }

    @property
    def built_monuments(self) -> tuple[tuple[str, int], ...]:
        """(monument, seat of its owner) for all that are built."""
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

    `names[i]` is the name of seat i. `waiting` are the seats that are asked now (`Game.pending`);
    if it is empty while the game is played, the seat whose turn it is. `last_move` are the turns to
    mark, the newest last (`bot.tables.Confirmed`, or anything like `Turn`). `prepared` is a turn in
    preparation that led to this position, which is marked in another way. Raises ValueError if
    there is not one name for each seat.
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
    """The corn that a seat would owe now; None if no food day is left, or the game is not in
    play."""
    if position.phase != "play" or position.rounds_to_food_day is None:
        return None
    return position.food_owed(seat)


def _places(position: Position) -> dict[int, int]:
    """The place of each seat of a finished game, as the engine ranks them; empty before."""
    if position.phase != "finished":
        return {}
    return {row["seat"]: row["place"] for row in position.standings()}


def _prophecy_points(position: Position) -> dict[int, int]:
    """The points that the active prophecy would give each seat now; empty if there is none or it
    cannot be known."""
    prophecy = PROPHECIES.get(position.active_prophecy or "")
    # How many workers are fed is not known before the food day.
    if prophecy is None or prophecy.raw["metric"]["type"].endswith("this_food_day"):
        return {}
    state = load(position)
    return {seat.index: prophecy_points(prophecy, seat) for seat in state.seats}


def _played(position: Position, waiting: Sequence[int]) -> frozenset[int]:
    """The seats that have taken their turn of this round; none while tiles are chosen and after the
    end."""
    if position.phase != "play":
        return frozenset()
    count, first, turn = len(position.players), position.first_seat, position.turn_seat
    before = [(first + i) % count for i in range((turn - first) % count)]
    # A food day asks after the last turn: then the seat that had it has played as well.
    return frozenset(before if turn in waiting else [*before, turn])


def panel_scene(scene: Scene, seat: int) -> Scene:
    """What a seat's private panel shows of a scene (`rendering.draw_choices`), and nothing else:
    goods, names of those who are not asked, tiles and markers in the city are left out. So scenes
    that look the same there are equal, and drawn only once."""
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


Goods = tuple[tuple[str, int], ...]
"""(good, amount) for what a seat got; goods are called as their icons are."""
DAYS = len(components.FOOD_DAY_TEETH)
_KINDS = ("corn", *components.RESOURCES, "skull")
_TEMPLE_OF: Mapping[str, str] = MappingProxyType(
    {
        kind: temple
        for temple, rewards in zip(components.TEMPLES, MID_AGE_REWARDS, strict=True)
        for kind, most in zip((*components.RESOURCES, "skull"), rewards[-1], strict=True)
        if most
    }
)
"""The temple that gives a good in the middle of an age; each good is given by one temple only."""


@dataclass(frozen=True)
class SeatsDay:
    """What a food day meant for one seat."""

    name: str
    fed: Fed | None
    """None if workers were fed before the turns that are told."""
    goods: tuple[Goods, ...]
    """What each temple gave in the middle of an age; at the end of one, nothing."""
    temples4: tuple[int, ...]
    """The points that each temple gave at the end of an age, in quarters; empty in the middle of
    one."""
    income: Goods
    """What its buildings gave."""
    prophecy4: int
    """The points for the prophecy that ended, in quarters."""
    points4: int
    """The points after the day, in quarters."""
    gained4: int
    """By how many points the day changed them, in quarters."""
    place: int
    """The place by points after the day, from 1; equal points share it."""
    place_before: int


@dataclass(frozen=True)
class HeldFoodDay:
    """A food day, with everything that was given and taken on it."""

    number: int
    """1 to `DAYS`."""
    mid_age: bool
    """Whether the temples gave goods; otherwise they gave points."""
    prophecy: str | None
    seats: tuple[SeatsDay, ...]

    @property
    def age(self) -> int:
        """The age in which it was held: 1 or 2."""
        return 1 if self.number <= END_OF_AGE_1 + 1 else 2


def held_food_day(turns: Sequence[Turn], names: Sequence[str]) -> HeldFoodDay | None:
    """The last food day that ended in these turns; None if none did. `names` are those of the
    seats, in order. What the end of the game gives is not part of it."""
    heard: list[Happening] = []
    found = None
    for turn in turns:
        for step in turn.steps:
            for number, happening in enumerate(step.happenings):
                if isinstance(happening, FoodDayBegan):
                    heard = []
                heard.append(happening)
                if isinstance(happening, FoodDayEnded):
                    after = _points4(step.position)
                    after.subtract(_changed4(step.happenings[number + 1 :]))
                    found = _day(happening, heard, step.position, after, names)
    return found


def _points4(position: Position) -> Counter[int]:
    return Counter({seat: player.points4 for seat, player in enumerate(position.players)})


def _changed4(happenings: Sequence[Happening]) -> Counter[int]:
    """Add up the points won and lost by each seat, in quarters."""
    changed: Counter[int] = Counter()
    for happening in happenings:
        if isinstance(happening, PointsChanged):
            changed[happening.seat] += happening.points4
    return changed


def _day(
    ended: FoodDayEnded,
    heard: Sequence[Happening],
    position: Position,
    after: Counter[int],
    names: Sequence[str],
) -> HeldFoodDay:
    changed = _changed4(heard)
    before = Counter({seat: after[seat] - changed[seat] for seat in range(len(names))})
    fed = {one.seat: one for one in heard if isinstance(one, Fed)}
    steps = [
        [player.temples[temple] for temple in components.TEMPLES] for player in position.players
    ]
    points = () if ended.mid_age else end_of_age_points4(steps, ended.number - 1)
    seats = []
    for seat, name in enumerate(names):
        own = [one for one in heard if getattr(one, "seat", None) == seat]
        given = _goods(own, "temples")
        seats.append(
            SeatsDay(
                name=name,
                fed=fed.get(seat),
                goods=tuple(
                    tuple(one for one in given if _TEMPLE_OF[one[0]] == temple)
                    for temple in components.TEMPLES
                ),
                temples4=tuple(by_seat[seat] for by_seat in points),
                income=_goods(own, "income"),
                prophecy4=sum(
                    one.points4
                    for one in own
                    if isinstance(one, PointsChanged) and one.source == "prophecies"
                ),
                points4=after[seat],
                gained4=changed[seat],
                place=_place(after, seat),
                place_before=_place(before, seat),
            )
        )
    return HeldFoodDay(ended.number, ended.mid_age, ended.prophecy, tuple(seats))


def _goods(own: Sequence[Happening], source: str) -> Goods:
    """Add up the goods that a seat got from this source."""
    total = dict.fromkeys(_KINDS, 0)
    for one in own:
        if isinstance(one, GoodsChanged) and one.source == source:
            for kind in _KINDS:
                total[kind] += getattr(one, "skulls" if kind == "skull" else kind)
    return tuple((kind, n) for kind, n in total.items() if n)


def _place(points4: Mapping[int, int], seat: int) -> int:
    return 1 + sum(other > points4[seat] for other in points4.values())
