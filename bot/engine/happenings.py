"""What happens while an action is carried out, told in order to the listener of `Game.play`.

All of it lies open: choices that are still secret and the order of the stacks never appear. The
happenings of an action account for every difference between the positions before and after it, so
nobody has to compare the two. Each gain and each price is one `GoodsChanged` or `PointsChanged`;
where another happening names a price (`WorkerPlaced`, `Fed`), that is the same one again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

PointsSource = Literal[
    "temples",
    "chichen_itza",  # skulls put there
    "buildings",
    "monuments",
    "technologies",
    "prophecies",
    "goods",  # corn and resources at the end
    "skulls",  # those held at the end
    "hunger",  # a worker was not fed
    "earlier",  # the points at the start of a game begun in the middle
]
"""Where points come from. The engine never gives any from "earlier"."""
POINTS_SOURCES: tuple[PointsSource, ...] = get_args(PointsSource)
"""These sources in the order in which they are shown."""

GoodsSource = Literal[
    "placing",  # the price of a worker placed
    "begging",
    "tribe",  # corn at the start of a turn
    "action",  # of a gear: its price, the way to it, and what it gives
    "tile",  # the effect of a building or a wealth tile
    "building",  # the price of a building or monument
    "technology",  # the price of a step, and what a technology gives
    "market",  # also a sale by a tribe
    "offering",  # theology 2
    "quick_action",
    "tax",  # what a prophecy asks for a gain
    "calendar",  # the corn on the calendar, for the starting-player space
    "income",  # of buildings on a food day
    "food",
    "temples",  # rewards in the middle of an age
]
"""Where goods come from, or what they are paid for."""


@dataclass(frozen=True, slots=True)
class TilesKept:
    """A seat's choice of tiles is shown. `wealth` is in alphabetical order, `workers` are those it
    begins with."""

    seat: int
    tribe: str | None
    wealth: tuple[str, ...]
    workers: int


@dataclass(frozen=True, slots=True)
class DummiesPlaced:
    """The last dummies were put on the gears, by tiles that were given back."""

    spaces: tuple[tuple[str, int], ...]
    """The (gear, space) of each new dummy."""


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat's turn began."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class Begged:
    """A seat begged for corn; its step down in a temple follows as `TempleMoved`."""

    seat: int


@dataclass(frozen=True, slots=True)
class SpaceSkipped:
    """A seat treats a free space as taken for the rest of its turn (R-145)."""

    seat: int
    gear: str
    space: int


@dataclass(frozen=True, slots=True)
class WorkerPlaced:
    """A worker was put on a gear, on the starting-player space or on a quick-action space."""

    seat: int
    place: str
    """The name of a gear, "start" or "quick"."""
    space: int
    """The space of the gear, or of the quick actions (from 0); 0 for the starting-player space."""
    corn: int
    """The corn paid for placing it."""


@dataclass(frozen=True, slots=True)
class WorkerPickedUp:
    """A worker was picked up from a gear; it may do an action now."""

    seat: int
    gear: str
    space: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed its turn (R-138)."""

    seat: int


@dataclass(frozen=True, slots=True)
class QuickActionDone:
    """The quick action of a worker placed in this turn is carried out or, if it is not `possible`,
    lost. A technology step or building that it allows may still be declined."""

    seat: int
    tile: str | None
    """The quick action; None if the tile is not known."""
    possible: bool


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat's turn is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class GoodsChanged:
    """A seat gained goods (above 0) or paid them (below 0)."""

    seat: int
    source: GoodsSource
    corn: int = 0
    wood: int = 0
    stone: int = 0
    gold: int = 0
    skulls: int = 0


@dataclass(frozen=True, slots=True)
class PointsChanged:
    """A seat won or lost points, in quarters of a point. A `monument` that scores 0 is told,
    too."""

    seat: int
    points4: int
    source: PointsSource
    monument: str | None = None


@dataclass(frozen=True, slots=True)
class TempleMoved:
    """A temple marker moved by `steps` (below 0: down) to `step`; 0 is the bottom one."""

    seat: int
    temple: str
    steps: int
    step: int


@dataclass(frozen=True, slots=True)
class TechnologyMoved:
    """A technology marker moved by `levels` (below 0: down) to `level`, 0 to 3."""

    seat: int
    technology: str
    levels: int
    level: int


@dataclass(frozen=True, slots=True)
class WorkerGained:
    """A seat has one more worker in hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class TileBuilt:
    """A seat took a building or monument; what it paid was told before as `GoodsChanged`."""

    seat: int
    tile: str
    monument: bool
    skulls_kept: int
    """Skulls of the price that stay on the tile; the others return to the supply."""


@dataclass(frozen=True, slots=True)
class TileTornDown:
    """A building left the game by renovation (R-165)."""

    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class SkullPlaced:
    """A seat put a skull on this space of Chichen Itza, 1 to 9."""

    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class JungleHarvested:
    """A seat took a tile of the jungle, or burnt a wood tile and took the corn tile below it."""

    seat: int
    group: int
    """The number (2 to 5) of the Palenque action that harvests this group."""
    taken: Literal["corn", "wood"]
    burnt: bool
    """Whether a wood tile was burnt; it left the game."""


@dataclass(frozen=True, slots=True)
class RowRefilled:
    """The building row has new tiles: empty places were filled, or the age has changed."""

    row: tuple[str | None, ...]
    age1_left: int
    age2_left: int


@dataclass(frozen=True, slots=True)
class FoodDayBegan:
    """A food day begins."""

    number: int
    """The number of the food day, 1 to 4."""
    mid_age: bool
    """Whether the temples give goods; otherwise they give points."""
    prophecy: str | None
    """The prophecy that is scored at the end of this food day; None if none is in force."""


@dataclass(frozen=True, slots=True)
class Fed:
    """How the workers of one seat were fed on a food day."""

    seat: int
    corn: int
    """The corn paid."""
    fed: int
    """The workers that were fully fed."""
    hungry: int
    """The workers that were not fully fed."""
    lost: int
    """Points lost for hungry workers: whole points, at least 0."""


@dataclass(frozen=True, slots=True)
class AgeChanged:
    """The second age has begun; `RowRefilled` follows."""

    age: int


@dataclass(frozen=True, slots=True)
class FoodDayEnded:
    """All rewards of a food day are given."""

    number: int
    mid_age: bool
    prophecy: str | None
    """`mid_age` and `prophecy` are as in the `FoodDayBegan`, which may belong to an earlier
    action."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Every seat has had its turn, and the food day, if there was one, is over. The calendar is
    next."""

    round: int


@dataclass(frozen=True, slots=True)
class WorkerReturned:
    """A worker returned to hand from the starting-player space or from a quick-action space."""

    seat: int
    place: Literal["start", "quick"]
    space: int


@dataclass(frozen=True, slots=True)
class StartingPlayerChanged:
    """This seat now has the starting-player marker."""

    seat: int


@dataclass(frozen=True, slots=True)
class CalendarCornChanged:
    """The corn on the calendar, which the next worker on the starting-player space gets,
    changed."""

    corn: int
    """The corn that lies there now."""


@dataclass(frozen=True, slots=True)
class WorkerPushedOff:
    """A worker went beyond the last space of its gear when the calendar turned, and is in hand
    again."""

    seat: int
    gear: str


@dataclass(frozen=True, slots=True)
class CalendarTurned:
    """The calendar turned; workers pushed off were told before."""

    days: int
    seat: int | None
    """The seat that chose two days and so turned its board to the dark side; None for one day."""
    tooth: int
    round: int


@dataclass(frozen=True, slots=True)
class ProphecyBegan:
    """A prophecy is in force from now on."""

    prophecy: str


@dataclass(frozen=True, slots=True)
class QuickTileTurned:
    """The next quick-action tile lies under the arrow; it may be of the same kind as the one
    before."""

    tile: str | None


@dataclass(frozen=True, slots=True)
class QuickTilesOpened:
    """The quick actions of age 2 are shown (R-178)."""

    tiles: tuple[str, ...]
    """These tiles in the order in which they come."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; all points were given before."""


Happening = (
    TilesKept | DummiesPlaced | TurnBegan | Begged | SpaceSkipped | WorkerPlaced | WorkerPickedUp
    | Passed | QuickActionDone | TurnEnded | GoodsChanged | PointsChanged | TempleMoved
    | TechnologyMoved | WorkerGained | TileBuilt | TileTornDown | SkullPlaced | JungleHarvested
    | RowRefilled | FoodDayBegan | Fed | AgeChanged | FoodDayEnded | RoundEnded | WorkerReturned
    | StartingPlayerChanged | CalendarCornChanged | WorkerPushedOff | CalendarTurned
    | ProphecyBegan | QuickTileTurned | QuickTilesOpened | GameEnded
)  # fmt: skip
Listener = Callable[[Happening], object]
"""Called with each happening as it comes about; `list.append` is one."""
