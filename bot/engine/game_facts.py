"""Facts about a game, found by playing its log again with a listener that takes notes: figures for
statistics, the feats of each seat for the titles given at the end, and where every seat's points
came from, with its steps in the temples."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bot.engine.components import BUILDINGS, GEARS, TOP_LEVEL
from bot.engine.game import Game
from bot.engine.happenings import (
    POINTS_SOURCES,
    Begged,
    CalendarTurned,
    Fed,
    FoodDayBegan,
    GoodsChanged,
    Happening,
    JungleHarvested,
    Passed,
    PointsChanged,
    PointsSource,
    QuickActionDone,
    RoundEnded,
    SkullPlaced,
    TempleMoved,
    TileTornDown,
    TurnEnded,
    WorkerPickedUp,
    WorkerPlaced,
)
from bot.engine.position import Player, Position

THE_END = 0
"""Stands in place of a round for points given at the end of the game."""


@dataclass(frozen=True)
class SeatFacts:
    """What one seat did, and how it ended. Points are in quarters."""

    place: int
    """The place, from 1; tied seats share it."""
    points4: int
    on_gears: int
    """The seat's workers on the five gears at the end, which break ties (R-126)."""
    tribe: str | None
    opening: tuple[str, ...]
    """The gears on which the seat placed workers in its first turn that put any on a gear, one for
    each worker, in the order of the board."""
    technologies: Mapping[str, int]
    """The final level of each technology, 0 to 3."""
    temples: Mapping[str, int]
    """The final step in each temple; 0 is the bottom one."""
    monuments: tuple[str, ...]
    buildings: tuple[str, ...]
    workers: int
    turns: int
    gears: Mapping[str, int]
    """How many workers were picked up from each gear."""
    gains: tuple[tuple[PointsSource, int, int], ...]
    """(source, round, quarters of a point) for each round in which a source gave or took points;
    the round is `THE_END` for the end of the game. They add up to `points4`: points that the seat
    began with are from "earlier", in round 1."""


@dataclass(frozen=True)
class GameFacts:
    """The facts of a finished game."""

    modules: tuple[str, ...]
    rounds: int
    prophecies: tuple[str, ...]
    seats: tuple[SeatFacts, ...]
    """The seats in playing order."""


def game_facts(setup: Mapping[str, Any], actions: Iterable[tuple[int, str]]) -> GameFacts | None:
    """Find the facts of the game with this setup and these actions; None if it was not played to
    its end.

    Raises ValueError for a setup that cannot be laid out, IllegalAction where the log breaks the
    rules.
    """
    game = Game.from_setup(setup)
    before = [player.points4 for player in game.snapshot().players]
    notes = [_Notes(points4) for points4 in before]
    listener = _FactsListener(notes)
    for seat, action in actions:
        game.play(seat, action, listener.hear)
    if not game.finished:
        return None
    last = game.snapshot()
    rounds = listener.rounds_ended
    by_seat = sorted(game.standings(), key=lambda row: row["seat"])
    return GameFacts(
        modules=last.modules,
        rounds=rounds,
        prophecies=last.prophecies,
        seats=tuple(
            SeatFacts(
                place=row["place"],
                points4=row["points4"],
                on_gears=row["workers_on_gears"],
                tribe=player.tribe,
                opening=own.opening,
                technologies=player.technologies,
                temples=player.temples,
                monuments=player.monuments,
                buildings=player.buildings,
                workers=player.workers,
                turns=own.turns,
                gears={gear: own.gears[gear] for gear in GEARS if own.gears[gear]},
                gains=own.gains_of(rounds),
            )
            for row, player, own in zip(by_seat, last.players, notes, strict=True)
        ),
    )


class _Notes:
    """What was noted about one seat."""

    def __init__(self, points4: int) -> None:
        self.turns = 0
        self.opening: tuple[str, ...] = ()
        self.placed: list[str] = []  # in this turn
        self.gears = Counter[str]()
        self.gained = Counter[tuple[PointsSource, int]]()
        if points4:
            self.gained["earlier", 1] = points4

    def gains_of(self, rounds: int) -> tuple[tuple[PointsSource, int, int], ...]:
        """List (source, round, quarters of a point) for a game of so many rounds, as in
        `SeatFacts`."""
        return tuple(
            (source, THE_END if number > rounds else number, points4)
            for source in POINTS_SOURCES
            for number in range(1, rounds + 2)
            if (points4 := self.gained[source, number])
        )


class _FactsListener:
    """Takes notes while a game is played again."""

    def __init__(self, notes: list[_Notes]) -> None:
        self._notes = notes
        self.rounds_ended = 0

    def hear(self, happening: Happening) -> None:
        """Note a happening."""
        match happening:
            case PointsChanged(seat, points4, source):
                self._notes[seat].gained[source, self.rounds_ended + 1] += points4
            case WorkerPlaced(seat, place) if place in GEARS:
                self._notes[seat].placed.append(place)
            case WorkerPickedUp(seat, gear):
                self._notes[seat].gears[gear] += 1
            case TurnEnded(seat):
                own = self._notes[seat]
                own.turns += 1
                own.opening = own.opening or tuple(sorted(own.placed, key=GEARS.index))
                own.placed.clear()
            case RoundEnded():
                self.rounds_ended += 1


FAR = 6
"""A worker picked up from this space of a gear, or a higher one, counts as picked up late."""
FIRST_WORKERS = 3
"""A seat with at most so many workers at the end has gained none."""
NEARLY = 12
"""A seat behind the winner by at most so many quarters of a point has nearly won."""

Feats = Mapping[str, int]
"""How often a seat did something, or how much of it, by name; a 0 is left out."""


def feats(setup: Mapping[str, Any], actions: Iterable[tuple[int, str]]) -> tuple[Feats, ...] | None:
    """Count the feats of each seat in the game with this setup and these actions; None if it was
    not played to its end. Raises as `game_facts`."""
    game = Game.from_setup(setup)
    counts = [Counter[str]() for _ in game.snapshot().players]
    listener = _FeatsListener(counts)
    for seat, action in actions:
        game.play(seat, action, listener.hear)
    if not game.finished:
        return None
    last, standings = game.snapshot(), game.standings()
    best = standings[0]["points4"]
    for row in standings:
        count = counts[row["seat"]]
        others = [one["points4"] for one in standings if one is not row]
        _count_end(count, last.players[row["seat"]])
        if row["place"] == 1:
            count["won"] = 1
            count["margin"] = (best - max(others)) // 4
            count["came_from"] = listener.most_behind[row["seat"]] // 4
            count["photo_finish"] = int(0 < best - max(others) <= 4)
        else:
            count["nearly"] = int(best - row["points4"] <= NEARLY)
    return tuple({name: n for name, n in count.items() if n} for count in counts)


def _count_end(count: Counter[str], player: Player) -> None:
    """Count what a seat has at the end of the game."""
    categories = Counter(BUILDINGS[tile].category for tile in player.buildings)
    count.update({f"built_{name}": n for name, n in categories.items()})
    levels = player.technologies
    count["levels"] = sum(levels.values())
    count["top_levels"] = sum(level == TOP_LEVEL for level in levels.values())
    count["no_levels"] = int(not any(levels.values()))
    count["buildings"] = len(player.buildings)
    count["no_buildings"] = int(not player.buildings)
    count["monuments"] = len(player.monuments)
    count["workers"] = player.workers
    count["stayed_three"] = int(player.workers <= FIRST_WORKERS)
    count["skulls_kept"] = player.skulls
    count["corn_left"] = player.corn
    count["gold_left"] = player.gold
    count["bare"] = int(not any(player.goods.values()))
    count["below"] = sum(step == 0 for step in player.temples.values())
    count["even_temples"] = int(len({*player.temples.values()}) == 1)


class _FeatsListener:
    """Counts feats while a game is played again."""

    def __init__(self, counts: list[Counter[str]]) -> None:
        self._counts = counts
        self._placed, self._picked = Counter[int](), Counter[int]()
        self._points = Counter[int]()
        self.most_behind = Counter[int]()
        """How far each seat was behind the first at most, at the end of a round, in quarters."""

    def hear(self, happening: Happening) -> None:
        """Count a happening."""
        match happening:
            case PointsChanged(seat, points4, source):
                self._points[seat] += points4
                self._counts[seat][f"points_{source}"] += points4 // 4
            case WorkerPlaced(seat, place):
                self._placed[seat] += 1
                self._counts[seat][f"placed_{place}"] += 1
                self._counts[seat]["corn_for_placing"] += happening.corn
            case WorkerPickedUp(seat, gear, space):
                self._picked[seat] += 1
                self._counts[seat][f"picked_{gear}"] += 1
                self._counts[seat]["picked_late"] += space >= FAR
            case TurnEnded(seat):
                count = self._counts[seat]
                count["turns"] += 1
                count["most_placed"] = max(count["most_placed"], self._placed.pop(seat, 0))
                count["most_picked"] = max(count["most_picked"], self._picked.pop(seat, 0))
            case RoundEnded():
                first = max(self._points[seat] for seat in range(len(self._counts)))
                for seat in range(len(self._counts)):
                    behind = first - self._points[seat]
                    self.most_behind[seat] = max(self.most_behind[seat], behind)
                    self._counts[seat]["rounds_first"] += behind == 0
            case Begged(seat):
                self._counts[seat]["begged"] += 1
            case Passed(seat):
                self._counts[seat]["passed"] += 1
            case QuickActionDone(seat):
                self._counts[seat]["quick_actions"] += 1
            case Fed(seat):
                self._counts[seat]["hungry"] += happening.hungry
                self._counts[seat]["days_fed"] += happening.hungry == 0
            case CalendarTurned(2, int(seat)):
                self._counts[seat]["double_days"] += 1
            case TempleMoved(seat, temple, steps):
                climbed = "climbed" if steps > 0 else "fell"
                self._counts[seat][climbed] += abs(steps)
                if steps > 0:
                    self._counts[seat][f"climbed_{temple}"] += steps
            case SkullPlaced(seat, space):
                count = self._counts[seat]
                count["skulls_placed"] += 1
                count["skull_furthest"] = max(count["skull_furthest"], space)
            case JungleHarvested(seat):
                self._counts[seat][f"harvested_{happening.taken}"] += 1
                self._counts[seat]["burnt"] += happening.burnt
            case TileTornDown(seat):
                self._counts[seat]["torn_down"] += 1
            case GoodsChanged(seat, source):
                self._count_goods(self._counts[seat], happening, source)

    def _count_goods(self, count: Counter[str], change: GoodsChanged, source: str) -> None:
        if source == "calendar":
            count["corn_of_calendar"] += change.corn
        elif source == "market":
            count["trades"] += 1
        for name in ("corn", "wood", "stone", "gold", "skulls"):
            n = getattr(change, name)
            if n > 0:
                count[f"got_{name}"] += n
        count["most_corn_at_once"] = max(count["most_corn_at_once"], change.corn)


FoodDay = Literal["mid_age", "end_of_age"]


@dataclass(frozen=True)
class SeatPoints:
    """One seat's points, all of them in quarters of a point."""

    points4: int
    """The points now, or at the end of the game."""
    place: int
    """The place, from 1; tied seats share it. Until the game is over it depends on points alone."""
    workers_on_gears: int
    """The seat's workers on the five gears, which break ties at the end of the game (R-126)."""
    sources: tuple[tuple[PointsSource, int], ...]
    """(source, points) in the order of `POINTS_SOURCES`, without sources that come to 0. They add
    up to `points4`."""
    monuments: tuple[tuple[str, int], ...]
    """(monument, points) at the end of the game, in the order in which they were built."""
    line: tuple[int, ...]
    """The points at the beginning, after each round played, and now. Those given at the end of the
    game are only in the last item."""
    climbed: int = 0
    """How many steps the seat climbed in the temples, not less for those it lost later."""


@dataclass(frozen=True)
class PointsHistory:
    """How the points of a game were won. Points lie open, so every player may see this."""

    seats: tuple[SeatPoints, ...]
    food_days: tuple[FoodDay | None, ...]
    """For each round played the food day held in it, None if there was none."""
    finished: bool

    @property
    def by_place(self) -> tuple[int, ...]:
        """The seats from first place to last; tied ones by number."""
        return tuple(sorted(range(len(self.seats)), key=lambda seat: self.seats[seat].place))


def points_history(setup: Mapping[str, Any], actions: Iterable[tuple[int, str]]) -> PointsHistory:
    """The points of the game with this setup and these actions, finished or not.

    Raises ValueError for a setup that cannot be laid out, IllegalAction where the log breaks the
    rules.
    """
    game, heard = Game.from_setup(setup), list[Happening]()
    begun = game.snapshot()
    for seat, action in actions:
        game.play(seat, action, heard.append)
    return points_of(begun, heard, game.snapshot())


def points_of(begun: Position, heard: Iterable[Happening], now: Position) -> PointsHistory:
    """The points of a game in which all this was heard between two positions."""
    ledger = _PointsListener([player.points4 for player in begun.players], begun.round - 1)
    for happening in heard:
        ledger.hear(happening)
    by_seat = sorted(now.standings(), key=lambda row: row["seat"])
    finished = now.phase == "finished"
    places = [row["place"] for row in by_seat]
    if not finished:
        points = [row["points4"] for row in by_seat]
        places = [1 + sum(other > own for other in points) for own in points]
    return PointsHistory(
        seats=tuple(
            SeatPoints(
                points4=row["points4"],
                place=place,
                workers_on_gears=row["workers_on_gears"],
                sources=tuple((s, n) for s in POINTS_SOURCES if (n := given[s])),
                monuments=tuple(monuments),
                line=(*line, row["points4"]),
                climbed=ledger.climbed[row["seat"]],
            )
            for row, place, given, monuments, line in zip(
                by_seat, places, ledger.given, ledger.monuments, ledger.lines, strict=True
            )
        ),
        food_days=tuple(ledger.food_days),
        finished=finished,
    )


class _PointsListener:
    """Notes points while a game is played again."""

    def __init__(self, points4: Sequence[int], before: int) -> None:
        """Begin with these points by seat. A game that began in the middle has `before` earlier
        rounds, which count as without changes."""
        self._food_day: FoodDay | None = None  # the one held in this round
        self.given = [Counter[PointsSource](earlier=points) for points in points4]
        self.monuments: list[list[tuple[str, int]]] = [[] for _ in points4]
        self.lines = [[points] * (before + 1) for points in points4]
        self.climbed = Counter[int]()
        self.food_days: list[FoodDay | None] = [None] * before

    def hear(self, happening: Happening) -> None:
        """Note the points of a happening."""
        match happening:
            case PointsChanged(seat, points4, source, monument):
                self.given[seat][source] += points4
                if monument is not None:
                    self.monuments[seat].append((monument, points4))
            case TempleMoved(seat, _, steps) if steps > 0:
                self.climbed[seat] += steps
            case FoodDayBegan():
                self._food_day = "mid_age" if happening.mid_age else "end_of_age"
            case RoundEnded():
                self.food_days.append(self._food_day)
                self._food_day = None
                for line, given in zip(self.lines, self.given, strict=True):
                    line.append(given.total())
