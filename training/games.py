"""Games of a net against itself, and the samples that are learned from them.

The games have various numbers of seats and modules. So that the net also learns positions to which
its own play would not lead, half of the seats begin with gifts, some turns bring another one, and
some seats are played by members of a population, each of which prefers one way of playing.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.ai.chance import FEAR, imagine
from bot.ai.limits import LEVELS, Budget
from bot.ai.plan import Planner
from bot.ai.players import Liking, decide, liking, no_collecting
from bot.ai.turns import Turn
from bot.ai.value import NOTHING, Judge, Net, is_last_turn
from bot.engine import Decision, Game
from bot.engine.components import (
    FOOD_DAY_TEETH,
    MAX_WORKERS,
    MODULES,
    MONUMENTS,
    RESOURCES,
    TECHNOLOGIES,
    TOP_LEVEL,
)
from bot.engine.happenings import Fed, Happening
from bot.engine.state import State, run

COMMON = 0.4
"""The share of games that are the base game with four seats, apart from those that are so by
chance."""
SEATS = (2, 3, 4, 5)
"""The numbers of seats. Every other game takes one of them at random."""
ALL_MODULES, NO_MODULE = 0.3, 0.45
"""Of the games that are not `COMMON`, the share with all modules, and the share with none."""
GIFTS_AT_START = 4
GIFT_IN_TURN = 0.035
"""The share of turns that bring a gift."""
PACKAGES = ("technology", "agriculture", "monument", "skulls", "corn")
"""Larger gifts. Each is the beginning of a way to win."""
MEMBERS = {
    "technologist": Liking(levels=(2.0, 2.0, 2.0, 2.0)),
    "farmer": Liking(corn=0.25, worker=1.0, levels=(4.0, 0.0, 0.0, 0.0)),
    "builder": Liking(block=0.4, tile=3.0, levels=(0.0, 1.0, 3.0, 0.0)),
    "priest": Liking(skull=2.0, step=1.0, levels=(0.0, 0.0, 0.0, 2.0)),
    "granary": Liking(corn=0.5),
}
"""The population: the points that a member adds for what it likes. They shrink towards the end."""
OF_POPULATION = 0.25
"""The share of seats that are played by a member of the population."""


class Sample(NamedTuple):
    """A position as the net sees it, and the value the net should have given to it."""

    vector: bytes
    to_come: float
    """Points to come after this turn, without those that are certain."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game that was played, and its samples."""

    samples: tuple[Sample, ...]
    points: tuple[float, ...]
    modules: tuple[str, ...]


class _Seen(NamedTuple):
    """A position after a turn of one seat."""

    vector: bytes
    certain: float
    value: float
    """What the best turn of all that the seat could take was worth, in points."""
    last_turn: bool
    given: bool
    """Whether the seat got a gift before this turn, which its earlier turns did not earn."""
    explored: bool
    """Whether the seat took another turn than the best."""
    hungry: int = 0
    """The workers left hungry after this turn, before the next one."""


@dataclass(frozen=True, slots=True)
class Way:
    """The way in which games are played and learned from."""

    net: Net | None
    """None before the first net: each seat takes the turn with the most certain points."""
    trace: float
    """Lambda of TD(lambda): 1 learns from the end of the game only, 0 from the next turn only."""
    gifts: bool = True
    """Whether seats get gifts, and some belong to the population."""
    level: str = "training"


def mixture(chance: random.Random) -> tuple[int, tuple[str, ...]]:
    """A random number of seats and random modules."""
    if chance.random() < COMMON:
        return 4, ()
    seats = chance.choice(SEATS)
    kind = chance.random()
    if kind < ALL_MODULES:
        return seats, MODULES
    if kind < ALL_MODULES + NO_MODULE:
        return seats, ()
    return seats, tuple(module for module in MODULES if chance.random() < 0.5)


def play_game(way: Way, seed: str) -> Lesson:
    """Play a game of a net against itself. Everything random in it depends on the seed only."""
    with no_collecting():
        return _played(way, random.Random(seed), seed)


def _played(way: Way, chance: random.Random, seed: str) -> Lesson:
    seats, modules = mixture(chance)
    game = Game.new(seats, modules=modules, seed=seed)
    setup = game.setup
    members = [
        MEMBERS[chance.choice(list(MEMBERS))]
        if way.gifts and chance.random() < OF_POPULATION
        else None
        for _ in range(seats)
    ]
    seen: list[list[_Seen]] = [[] for _ in range(seats)]
    given = [False] * seats
    begun = False

    def hear(happening: Happening) -> None:
        if isinstance(happening, Fed) and happening.hungry:
            turns = seen[happening.seat]
            turns[-1] = turns[-1]._replace(hungry=happening.hungry)

    while game.pending:
        asked = game.pending[0]
        if asked.kind != "turn":
            game.play(asked.seat, _answer(way, game, asked), hear)
            continue
        if way.gifts:
            receiving = [asked.seat] if chance.random() < GIFT_IN_TURN else []
            if not begun:
                receiving = [seat for seat in range(seats) if chance.random() < 0.5]
            if receiving:
                game = _with_gifts(game, setup, receiving, chance, at_start=not begun)
                for seat in receiving:
                    given[seat] = True
            begun = True
        path, after = _turn(way, game, asked.seat, members[asked.seat], given=given[asked.seat])
        given[asked.seat] = False
        seen[asked.seat].append(after)
        for action in path:
            game.play(asked.seat, action, hear)
    points = tuple(player.points4 / 4 for player in game.snapshot().players)
    trace = 1.0 if way.net is None else way.trace
    samples = [
        sample
        for turns, final in zip(seen, points, strict=True)
        for sample in learned(turns, final, trace)
    ]
    return Lesson(tuple(samples), points, tuple(game.snapshot().modules))


def _answer(way: Way, game: Game, asked: Decision) -> str:
    legal = game.legal(asked.seat)
    return decide(game.snapshot(), *asked, legal, way.level, net=way.net or NOTHING)


def _turn(
    way: Way, game: Game, seat: int, member: Liking | None, *, given: bool
) -> tuple[Sequence[str], _Seen]:
    """The actions of the turn a seat takes, and what is kept of it for learning."""
    state = imagine(game.snapshot())
    run(state)
    net = way.net or NOTHING
    judge = Judge(net, state, seat)
    level, last = LEVELS[way.level], is_last_turn(state)
    turns = Planner(net, level).turns(state, seat, Budget(level.evaluations))
    best = turns[0]
    turn = best if member is None or last else _liked(turns, state, seat, member)
    vector = judge.features(turn.state) + judge.outlook.part
    certain = judge.certain(turn.state)
    return turn.path, _Seen(vector, certain, best.value, last, given, turn is not best)


def _liked(turns: Sequence[Turn], before: State, seat: int, member: Liking) -> Turn:
    """Choose the turn that a member of the population likes best, among those examined as deeply as
    the best one. Likings count less towards the end, when goods must be turned into points."""
    left = 1 - before.tooth / FOOD_DAY_TEETH[-1]
    equal = [turn for turn in turns if turn.depth == turns[0].depth]
    return max(equal, key=lambda turn: turn.value + left * liking(turn.state, seat, member))


def learned(turns: Sequence[_Seen], final: float, trace: float) -> list[Sample]:
    """The samples of one seat's turns by TD(lambda), computed backwards from the `final` points.

    `trace` is lambda. The last turn gives no sample, since it is judged exactly, and nothing
    learned after a gift counts for turns before it. If the seat explored, what came of it counts
    for that turn only: for earlier turns the value of the best turn counts in its place, unless
    `trace` is 1, as no value is known then. Each hungry worker costs `FEAR` points, as in the
    search.
    """
    samples: list[Sample] = []
    expected: float | None = final
    following: _Seen | None = None
    for turn in reversed(turns):
        if following is not None:
            if following.given:
                expected = None
            elif expected is None or (following.explored and trace < 1):
                expected = following.value
            else:
                expected = (1 - trace) * following.value + trace * expected
        if expected is not None and not turn.last_turn:
            expected -= FEAR * turn.hungry
            samples.append(Sample(turn.vector, expected - turn.certain))
        following = turn
    return samples


def _with_gifts(
    game: Game,
    setup: Mapping[str, Any],
    receiving: Sequence[int],
    chance: random.Random,
    *,
    at_start: bool,
) -> Game:
    """The game at the start of a turn, with gifts for the seats `receiving`: one each, or at the
    start of the game (`at_start`) either a package or up to `GIFTS_AT_START`."""
    position = game.position()
    for seat in receiving:
        player = position["players"][seat]
        if at_start and chance.random() < 0.5:
            _give_package(player, position["monument_row"], chance)
        else:
            for _ in range(chance.randint(1, GIFTS_AT_START) if at_start else 1):
                _give(player, chance)
    for stack in ("age1", "age2"):
        left = position[f"{stack}_left"]
        position[stack] = setup[stack][len(setup[stack]) - left :]
    for tiles in ("quick_age1", "quick_age2"):
        if tiles in setup:
            position[tiles] = setup[tiles]
    return Game.from_position(position)


def _give_package(player: dict[str, Any], monuments: Sequence[str], chance: random.Random) -> None:
    """Give a seat one of the `PACKAGES`."""
    levels = player["technologies"]
    kind = chance.choice(PACKAGES)
    if kind == "technology":
        for track in chance.sample(TECHNOLOGIES, 2):
            levels[track] = chance.randint(1, TOP_LEVEL)
    elif kind == "agriculture":
        levels["agriculture"] = chance.randint(2, TOP_LEVEL)
    elif kind == "monument":
        for block, count in zip(RESOURCES, MONUMENTS[chance.choice(monuments)].cost, strict=True):
            player[block] += max(0, count - chance.randint(0, 1))
    elif kind == "skulls":
        player["skulls"] += 2
        levels["theology"] = chance.randint(0, 2)
    else:
        player["corn"] += chance.randint(6, 12)


def _give(player: dict[str, Any], chance: random.Random) -> None:
    """Give a seat one random gift: a technology level, a worker, or goods."""
    kind = chance.choice(
        ("technology", "technology", "worker", "blocks", "blocks", "skull", "corn")
    )
    tracks = [track for track in TECHNOLOGIES if player["technologies"][track] < TOP_LEVEL]
    if kind == "technology" and tracks:
        player["technologies"][chance.choice(tracks)] += 1
    elif kind == "worker" and player["workers"] < MAX_WORKERS:
        player["workers"] += 1
        player["available"] += 1
    elif kind == "skull":
        player["skulls"] += 1
    elif kind == "corn":
        player["corn"] += chance.randint(2, 6)
    else:
        for _ in range(chance.randint(1, 3)):
            player[chance.choice(RESOURCES)] += 1
