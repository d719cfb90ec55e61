"""The state of a game: what each seat has, everything on the table, and the agenda of steps still
to be done; the refusal of an action; and the versions of the rules.

States have plain slots and short lists of integers, because computer players copy them and play on
many thousand times a second.

The agenda is a stack of steps, the next one last. A step is a tuple; a docstring that begins with a
tuple, as "(climb, seat, temple)", shows what it holds. A step that starts with a function is
carried out at once. For a step that starts with a Question the legal answers are found: with none
the step is passed over, with one the engine takes it by itself, with several the game waits. An
answer that is not legal is refused in one sentence that can be translated.

Old games keep the version of the rules they began with. A log is the deal and the answers without
those that were forced, so one question or one answer more would put every later entry out of step.
A rule that differs between versions reads a field of `Rules` from the state; nothing else asks for
the number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.engine.components import (
    MOST_PLAYERS,
    QUICK_TILES_OF_AGE,
    SKULLS,
    TEETH_PER_QUICK_TILE,
    Building,
    Monument,
    QuickTile,
    Tile,
    WealthTile,
)
from bot.engine.expansion import NO_TRIBE, UNTROUBLED, Calamity, Powers, Prophecy, Tribe
from bot.engine.happenings import Listener
from bot.refusal import Refusal


class Goods(dict[str, int]):
    """Goods that a refusal names, such as a price: how much corn, wood, stone, gold, skulls and
    resources of any kind."""

    def __str__(self) -> str:
        return ", ".join(
            f"{n} {what.removesuffix('s') if n == 1 else what}" for what, n in self.items() if n
        )

    def __format__(self, spec: str) -> str:
        return str(self)


class Space(NamedTuple):
    """A space that a refusal names, such as Tikal 3."""

    gear: str
    number: int

    def __str__(self) -> str:
        return f"{self.gear} {self.number}"

    def __format__(self, spec: str) -> str:
        return str(self)


class IllegalAction(Refusal, ValueError):
    """An action that the rules do not allow now; the game is unchanged.

    Each reason has its own `code`. The sentences that players read come from `template` and
    `params`: both are translated, ids, Goods and Spaces included, before one is filled into the
    other.
    """


NOT_ON_OFFER = "not-on-offer"
"""The code of the general refusal, which gives no precise reason."""
OUT_OF_REACH = "out-of-reach"
"""The code for an action that the worker picked up cannot reach."""


def not_asked() -> IllegalAction:
    """The refusal for a seat that has nothing to decide now."""
    return IllegalAction("not-asked", "It is not this seat's turn.")


def not_on_offer(action: str, options: Sequence[str]) -> IllegalAction:
    """The general refusal: it lists what the seat may do instead."""
    return IllegalAction(
        NOT_ON_OFFER,
        "“{action}” is not possible now; choose one of these: {choices}.",
        action=action,
        choices=", ".join(options),
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """One version of the rules: its number, and how it differs from version 1."""

    version: int


RULES_VERSION = 1
"""The version by which new games are played."""
UNNAMED_VERSION = 1
"""The version of a setup that names none; this never changes."""
_ALL = [
    Rules(1),
]
_VERSIONS = {rules.version: rules for rules in _ALL}
LATEST = _VERSIONS[RULES_VERSION]


def rules_of(version: int) -> Rules:
    """The rules of a version. Raises ValueError for one that this engine does not know."""
    if version not in _VERSIONS:
        raise ValueError(f"version {version} of the rules is not known")
    return _VERSIONS[version]


NOWHERE = (0, 0, 0, 0, 0)
"""For each gear the bits of no space."""
Step = tuple[Any, ...]
"""A step still to be done: (what, seat, details...). `what` is a Question for the seat, or a
function(state, step) that is called at once."""


class Seat:
    """What one player has, and where the player's workers and markers stand."""

    __slots__ = (
        "available", "blocks", "buildings", "corn", "corn_tiles", "fed", "index", "light_side",
        "monuments", "on", "points4", "powers", "skulls", "technologies", "temples", "tribe",
        "wealth", "wood_tiles", "workers",
    )  # fmt: skip

    def __init__(self, index: int, *, blank: bool = False) -> None:
        self.index = index
        if blank:  # `copy` fills it
            return
        self.corn = 0
        self.blocks = [0, 0, 0]  # wood, stone, gold
        self.skulls = 0
        self.points4 = 0  # quarters of a point
        self.workers = 3  # in play
        self.available = 3  # in hand
        self.light_side = True  # may still advance the calendar by two days
        self.temples = [1, 1, 1]  # step of each temple, counted from the bottom
        self.technologies = [0, 0, 0, 0]
        self.on = [0, 0, 0, 0, 0]  # own workers on each gear, one bit a space
        self.buildings: list[Building] = []
        self.monuments: list[Monument] = []
        self.wealth: tuple[WealthTile, ...] = ()
        self.tribe: Tribe | None = None
        self.powers: Powers = NO_TRIBE  # of the seat's tribe
        self.fed = 0  # workers fully fed on the last food day
        self.corn_tiles = 0
        self.wood_tiles = 0

    def copy(self) -> "Seat":
        """An independent seat. Tiles are shared, since they never change."""
        new = Seat(self.index, blank=True)
        new.corn = self.corn
        new.blocks = self.blocks.copy()
        new.skulls = self.skulls
        new.points4 = self.points4
        new.workers = self.workers
        new.available = self.available
        new.light_side = self.light_side
        new.temples = self.temples.copy()
        new.technologies = self.technologies.copy()
        new.on = self.on.copy()
        new.buildings = self.buildings.copy()
        new.monuments = self.monuments.copy()
        new.wealth = self.wealth
        new.tribe = self.tribe
        new.powers = self.powers
        new.fed = self.fed
        new.corn_tiles = self.corn_tiles
        new.wood_tiles = self.wood_tiles
        return new


class State:
    """The whole table, with the order of the stacks: never show a State to a player."""

    __slots__ = (
        "age", "age1", "age2", "agenda", "asked", "bank_skulls", "begged",
        "building_row", "calamity", "calendar_corn", "discounted", "dummies", "first_seat",
        "food_days_held", "jungle_corn", "jungle_wood", "kept", "listener", "modules",
        "monument_row", "options", "phase",
        "picked_after_placing", "placeable", "placed", "placed_on",
        "placed_out_of_pity", "prophecies", "prophecy",
        "quick_spaces", "quick_tiles", "round", "rules", "seats", "several", "skipped",
        "skull_spaces", "sold",
        "stage", "start_space", "taken", "tooth", "turn_seat",
    )  # fmt: skip

    def __init__(self, players: int, rules: Rules = LATEST, *, blank: bool = False) -> None:
        self.rules = rules
        if blank:  # `copy` fills it
            return
        self.seats = [Seat(index) for index in range(players)]
        self.phase = "keep"
        self.round = 1
        self.tooth = 0  # days of the calendar, never reset to 0 after 26 teeth
        self.age = 1
        self.first_seat = 0
        self.turn_seat = 0
        self.food_days_held = 0
        self.calendar_corn = 0
        self.bank_skulls = SKULLS
        self.start_space: int | None = None
        self.dummies = [0, 0, 0, 0, 0]  # bits, as in Seat.on
        self.taken = [0, 0, 0, 0, 0]  # the union of all workers, dummies included
        self.jungle_corn = [0, 0, 0, 0]  # corn tiles left in groups 2, 3, 4, 5
        self.jungle_wood = [0, 0, 0, 0]  # wood tiles left, each on top of a corn tile
        self.skull_spaces = [False] * 9  # item 0 is Chichen Itza space 1
        self.building_row: list[Building | None] = [None] * 6
        self.age1: tuple[Building, ...] = ()  # the stack, next tile first
        self.age2: tuple[Building, ...] = ()
        self.monument_row: list[Monument] = []
        self.modules: tuple[str, ...] = ()
        self.prophecies: tuple[Prophecy, ...] = ()  # of this game, in order
        self.prophecy: Prophecy | None = None  # the one in force
        self.calamity: Calamity = UNTROUBLED  # the changes it makes
        self.quick_tiles: tuple[QuickTile | None, ...] = ()  # one for two teeth; empty: not played
        self.quick_spaces: list[int | str | None] = []  # a seat or "dummy" on each
        self.placed = 0  # workers placed in this turn
        self.placeable = 0  # workers in hand since before this turn, still to be placed
        self.placed_on = NOWHERE  # bits of the spaces they were placed on, by gear
        self.skipped = NOWHERE  # bits of the spaces that count as taken in this turn
        self.begged = False  # in this turn, as the four below
        self.discounted = False
        self.sold = False
        self.picked_after_placing = False
        self.placed_out_of_pity = False
        self.kept: dict[int, tuple[Tribe | None, tuple[WealthTile, ...]]] = {}  # still secret
        self.agenda: list[Step] = []  # steps still to be done, the next one last
        self.asked: Step | None = None  # the one open question; None: nobody or several are asked
        self.options: list[str] = []  # its legal answers, sorted
        # The questions with their answers, while several seats choose in secret at the same time.
        self.several: tuple[tuple[Step, list[str]], ...] = ()
        self.stage = 0  # rises whenever something new is shown: no undo may go back before that
        self.listener: Listener | None = None  # told what happens, during one action

    def copy(self) -> "State":
        """An independent state, without the listener."""
        new = self._copy()
        new.seats = [seat.copy() for seat in self.seats]
        new.dummies = self.dummies.copy()
        new.kept = self.kept.copy()
        return new

    def copy_for(self, seat: int) -> "State":
        """Copy the state for playing on as this seat until its turn ends. The other seats are
        shared, since nothing in a turn changes what they have."""
        new = self._copy()
        seats = self.seats.copy()
        seats[seat] = seats[seat].copy()
        new.seats = seats
        return new

    def _copy(self) -> "State":
        """Copy the table without its seats, which the caller adds. Dummies and kept tiles are
        shared, since no turn changes them."""
        new = State(0, self.rules, blank=True)
        new.phase = self.phase
        new.round = self.round
        new.tooth = self.tooth
        new.age = self.age
        new.first_seat = self.first_seat
        new.turn_seat = self.turn_seat
        new.food_days_held = self.food_days_held
        new.calendar_corn = self.calendar_corn
        new.bank_skulls = self.bank_skulls
        new.start_space = self.start_space
        new.dummies = self.dummies
        new.taken = self.taken.copy()
        new.jungle_corn = self.jungle_corn.copy()
        new.jungle_wood = self.jungle_wood.copy()
        new.skull_spaces = self.skull_spaces.copy()
        new.building_row = self.building_row.copy()
        new.age1 = self.age1
        new.age2 = self.age2
        new.monument_row = self.monument_row.copy()
        new.modules = self.modules
        new.prophecies = self.prophecies
        new.prophecy = self.prophecy
        new.calamity = self.calamity
        new.quick_tiles = self.quick_tiles
        new.quick_spaces = self.quick_spaces.copy()
        new.placed = self.placed
        new.placeable = self.placeable
        new.placed_on = self.placed_on
        new.skipped = self.skipped
        new.begged = self.begged
        new.discounted = self.discounted
        new.sold = self.sold
        new.picked_after_placing = self.picked_after_placing
        new.placed_out_of_pity = self.placed_out_of_pity
        new.kept = self.kept
        new.agenda = self.agenda.copy()
        new.asked = self.asked
        new.options = self.options
        new.several = self.several
        new.stage = self.stage
        new.listener = None
        return new

    def questions(self) -> list[tuple[Step, list[str]]]:
        """The open questions with their legal answers, in seat order."""
        return [*self.several] if self.asked is None else [(self.asked, self.options)]

    def question_of(self, seat: int) -> tuple[Step | None, list[str]]:
        """The open question of a seat with its legal answers; None and no answers if it has
        none."""
        for step, options in self.questions():
            if step[1] == seat:
                return step, options
        return None, []

    def ask(self, questions: Sequence[tuple[Step, list[str]]]) -> None:
        """Ask these questions, at least one, in secret at the same time."""
        if len(questions) > 1:
            self.several = tuple(questions)
        else:
            self.several = ()
            self.asked, self.options = questions[0]

    def turn_order(self) -> list[Seat]:
        """All seats, beginning with the starting player."""
        return self.seats[self.first_seat :] + self.seats[: self.first_seat]

    @property
    def quick_tile(self) -> QuickTile | None:
        """The quick action under the arrow: each covers two teeth, the last one stays to the end
        (R-178). None if quick actions are not played or the tile is not known."""
        tiles = self.quick_tiles
        if not tiles:
            return None
        number = self.tooth // TEETH_PER_QUICK_TILE
        return tiles[number] if number < len(tiles) else tiles[-1]

    @property
    def quick_tile_number(self) -> int:
        """How many quick actions have lain under the arrow before this one; -1 if none are
        played."""
        return min(self.tooth // TEETH_PER_QUICK_TILE, len(self.quick_tiles) - 1)

    @property
    def quick_tiles_coming(self) -> tuple[QuickTile, ...]:
        """The quick actions that lie open after the one under the arrow, the next one first: those
        of age 1 always, those of age 2 from the first food day on (R-017, R-178)."""
        known = len(self.quick_tiles) if self.food_days_held else QUICK_TILES_OF_AGE[0]
        coming = self.quick_tiles[self.quick_tile_number + 1 : known]
        return tuple([tile for tile in coming if tile is not None])


class Decision(NamedTuple):
    """An open decision: who is asked, and the kind of question."""

    seat: int
    kind: str


@dataclass(frozen=True, eq=False, slots=True)
class Question:
    """A kind of decision: how its legal answers are found, and what an answer does.

    `options` lists the answers, in order if the question is `sorted`. `answer` carries one out.
    `why_not` says why an answer is not among them. If it is `always_asked`, the player is asked
    even if there is only one answer; such questions are sorted.
    """

    kind: str
    options: Callable[[State, Step], list[str]]
    answer: Callable[[State, Step, str], None]
    why_not: Callable[[State, Step, str], IllegalAction | None]
    always_asked: bool = False
    sorted: bool = False
    asked_alone: tuple[tuple[Decision], ...] = field(init=False)  # of each seat alone

    def __post_init__(self) -> None:
        alone = tuple((Decision(seat, self.kind),) for seat in range(MOST_PLAYERS))
        object.__setattr__(self, "asked_alone", alone)


def run(state: State, before: Callable[[State, Step], None] | None = None) -> None:
    """Carry out the agenda until a seat must be asked or nothing is left. With the function
    `before` it also stops at that function's step, which stays on the agenda."""
    agenda = state.agenda
    while agenda:
        step = agenda.pop()
        what = step[0]
        if type(what) is not Question:
            if what is before:
                agenda.append(step)
                break
            what(state, step)
            continue
        list_options = what.options  # first into a name: a function in a field is found faster so
        options = list_options(state, step)
        if what.always_asked:
            state.asked = step
            state.options = options
            return
        if len(options) > 1:
            if not what.sorted:
                options.sort()
            state.asked = step
            state.options = options
            return
        if options:
            what.answer(state, step, options[0])
    state.asked = None
    state.options = []


def answer(state: State, action: str, before: Callable[[State, Step], None] | None = None) -> None:
    """Give a legal answer to the only open question, and go on as `run` does. Nothing is checked:
    this is for trying out. Players answer through `Game.play`."""
    step = state.asked
    assert step is not None
    step[0].answer(state, step, action)
    run(state, before)


Carry = Callable[[State, Step], None]
"""carry(state, (function, seat, effect)): carry out an effect of a tile for the seat."""
_EFFECTS: dict[str, Carry] = {}


def effect(kind: str) -> Callable[[Carry], Carry]:
    """Register the function that carries out tile effects of this kind. It stands in the module of
    its subject, for instance technology steps in technology.py."""

    def register(carry: Carry) -> Carry:
        _EFFECTS[kind] = carry
        return carry

    return register


def resolve(state: State, seat: int, tile: Tile) -> None:
    """Put the tile's effects on the agenda, so that the first is carried out first."""
    for tile_effect in reversed(tile.effects):
        carry = _EFFECTS.get(tile_effect.kind)
        if carry is not None:  # a farm has no effect now, only on food days
            state.agenda.append((carry, seat, tile_effect))
