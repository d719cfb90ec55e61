"""Games of a net against itself, and the samples learned from them.

The games have various numbers of seats and modules. Half of the seats begin with gifts, and a few
turns bring another one; in the first iterations another player may have some seats. So the net
learns positions that its own play would not lead to.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from bot.ai.playing_on import is_last_turn
from bot.ai.search.limits import LEVELS, Budget
from bot.ai.search.plan import Planner
from bot.ai.search.players import decide
from bot.ai.value.judge import Judge
from bot.ai.value.net import NOTHING, Net
from bot.engine import Decision, Game
from bot.engine.board import MAX_WORKERS, MODULES, RESOURCES, TECHNOLOGIES, TOP_LEVEL
from bot.engine.position import load
from bot.engine.state import answer, run
from bot.engine.turn import end_turn
from training.match.players import Asked, Player, player

SEATS = (2, 2, 3, 3, 4, 4, 4, 4, 5, 5)
"""The numbers of seats, of which each game takes one at random."""
ALL_MODULES, NO_MODULE = 0.25, 0.45
"""The shares of games with all modules and with none."""
GIFTS_AT_START = 4
GIFT_IN_TURN = 0.035
"""The share of turns that bring a gift."""


class Sample(NamedTuple):
    """A position, and the value the net should have given it."""

    vector: bytes
    to_come: float
    """Points to come after this turn, without those that are certain."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game that was played, and its samples."""

    samples: tuple[Sample, ...]
    points: tuple[float, ...]
    guests: tuple[bool, ...]
    """Whether another player sat there, by seat."""
    modules: tuple[str, ...]


class _Seen(NamedTuple):
    """A position after a turn of one seat."""

    vector: bytes
    certain: float
    value: float
    last_turn: bool
    given: bool
    """Whether the seat got a gift before this turn, which earlier turns did not cause."""


@dataclass(frozen=True, slots=True)
class Way:
    """The way in which games are played and learned from."""

    net: Net | None
    """None before the first net: the guest plays alone, or without one each seat takes the turn
    with the most certain points."""
    trace: float
    """Lambda of TD(lambda): 1 learns from the end of the game only, 0 from the next turn only."""
    guest: str = ""
    """Another player, by a name of `training.match.players`; "" for none."""
    guests: float = 0.0
    """The share of seats that the guest has. From its turns the end of the game is learned."""
    gifts: bool = True
    level: str = "training"


def mixture(chance: random.Random) -> tuple[int, tuple[str, ...]]:
    """A random number of seats and random modules."""
    seats = chance.choice(SEATS)
    kind = chance.random()
    if kind < ALL_MODULES:
        return seats, MODULES
    if kind < ALL_MODULES + NO_MODULE:
        return seats, ()
    return seats, tuple(module for module in MODULES if chance.random() < 0.5)


def play_game(way: Way, seed: str) -> Lesson:
    """Play a game of a net against itself; the seed decides everything random in it."""
    chance = random.Random(seed)
    seats, modules = mixture(chance)
    game = Game.new(seats, modules=modules, seed=seed)
    setup = game.setup
    guests = [
        (chance.random() < way.guests or way.net is None) and way.guest != "" for _ in range(seats)
    ]
    seen: list[list[_Seen]] = [[] for _ in range(seats)]
    given = [False] * seats
    begun = False
    while game.pending:
        asked = game.pending[0]
        if asked.kind == "turn" and way.gifts:
            receiving = [asked.seat] if chance.random() < GIFT_IN_TURN else []
            times = 1
            if not begun:
                begun = True
                receiving = [seat for seat in range(seats) if chance.random() < 0.5]
                times = chance.randint(1, GIFTS_AT_START)
            if receiving:
                game = _with_gifts(game, setup, receiving, times, chance)
                for seat in receiving:
                    given[seat] = True
        if asked.kind == "turn":
            path, after = _turn(
                way, game, asked.seat, guest=guests[asked.seat], given=given[asked.seat]
            )
            given[asked.seat] = False
            seen[asked.seat].append(after)
            for action in path:
                game.play(asked.seat, action)
        else:
            game.play(asked.seat, _answer(way, game, asked, guest=guests[asked.seat]))
    points = tuple(player.points4 / 4 for player in game.snapshot().players)
    samples = [
        sample
        for turns, final, guest in zip(seen, points, guests, strict=True)
        for sample in learned(turns, final, 1.0 if guest or way.net is None else way.trace)
    ]
    return Lesson(tuple(samples), points, tuple(guests), tuple(game.snapshot().modules))


def _answer(way: Way, game: Game, asked: Decision, *, guest: bool) -> str:
    legal = game.legal(asked.seat)
    if guest:
        return _guest(way.guest)(Asked(game.snapshot(), *asked, legal))[0]
    return decide(game.snapshot(), *asked, legal, way.level, net=way.net or NOTHING)


def _turn(
    way: Way, game: Game, seat: int, *, guest: bool, given: bool
) -> tuple[Sequence[str], _Seen]:
    """The turn a seat takes, and the position after it as the seat sees it."""
    state = load(game.snapshot())
    run(state)
    net = way.net or NOTHING
    judge = Judge(net, state, seat)
    if guest:
        path, after = _guests_turn(_guest(way.guest), game.copy(), seat), state.copy()
        for action in path:
            answer(after, action, end_turn)
    else:
        level = LEVELS[way.level]
        turn = Planner(net, level).turns(state, seat, Budget(level.evaluations))[0]
        path, after = turn.path, turn.state
    last = is_last_turn(state)
    vector, certain = judge.features(after), judge.certain(after)
    (value,) = judge.values([vector], [certain])
    return path, _Seen(vector + judge.outlook.part, certain, value, last, given)


@cache
def _guest(name: str) -> Player:
    return player(name)


def _guests_turn(guest: Player, game: Game, seat: int) -> tuple[str, ...]:
    """The turn of another player, which is played on this copy of the game."""
    path: list[str] = []
    while not path or not game.turn_over(seat):
        kind = game.kind_asked(seat)
        assert kind is not None
        for action in guest(Asked(game.snapshot(), seat, kind, game.legal(seat))):
            game.play(seat, action)
            path.append(action)
    return tuple(path)


def learned(turns: Sequence[_Seen], final: float, trace: float) -> list[Sample]:
    """The samples of a seat's turns by TD(lambda), from the end. Nothing is learned across a gift,
    nor from the last turn, which is judged exactly."""
    samples: list[Sample] = []
    expected: float | None = final
    following: _Seen | None = None
    for turn in reversed(turns):
        if following is not None:
            if following.given:
                expected = None
            elif expected is None:
                expected = following.value
            else:
                expected = (1 - trace) * following.value + trace * expected
        if expected is not None and not turn.last_turn:
            samples.append(Sample(turn.vector, expected - turn.certain))
        following = turn
    return samples


def _with_gifts(
    game: Game,
    setup: Mapping[str, Any],
    receiving: Sequence[int],
    times: int,
    chance: random.Random,
) -> Game:
    """The game at the start of a turn, with gifts for the seats `receiving`, `times` each."""
    position = game.position()
    for seat in receiving:
        for _ in range(times):
            _give(position["players"][seat], chance)
    for stack in ("age1", "age2"):
        left = position[f"{stack}_left"]
        position[stack] = setup[stack][len(setup[stack]) - left :]
    for tiles in ("quick_age1", "quick_age2"):
        if tiles in setup:
            position[tiles] = setup[tiles]
    return Game.from_position(position)


def _give(player: dict[str, Any], chance: random.Random) -> None:
    """Give a seat a technology level, a worker, or goods."""
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
