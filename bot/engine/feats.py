"""The feats of a finished game: what each seat did, counted, for the titles given at its end. The
log is played again with a listener that counts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bot.engine.board import TOP_LEVEL
from bot.engine.components import BUILDINGS
from bot.engine.game import Game
from bot.engine.happenings import (
    Begged,
    CalendarTurned,
    Fed,
    GoodsChanged,
    Happening,
    JungleHarvested,
    Passed,
    PointsChanged,
    QuickActionDone,
    RoundEnded,
    SkullPlaced,
    TempleMoved,
    TileTornDown,
    TurnEnded,
    WorkerPickedUp,
    WorkerPlaced,
)
from bot.engine.position import Player

FAR = 6
"""A gear's space from which a pick-up counts as late."""
FIRST_WORKERS = 3
"""The most workers of a seat that got none besides those of the start."""
NEARLY = 12
"""The quarters of a point by which somebody misses the win narrowly."""

Feats = Mapping[str, int]
"""Counts by the name of what was counted; what never happened is left out."""


def feats(setup: Mapping[str, Any], actions: Iterable[tuple[int, str]]) -> tuple[Feats, ...] | None:
    """Count the feats of each seat in the game with this deal and these answers; None if it was not
    played to its end. Raises as `game_facts`."""
    game = Game.from_setup(setup)
    counts = [Counter[str]() for _ in game.snapshot().players]
    listener = _Listener(counts)
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
    """Count what a seat has at the end."""
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


class _Listener:
    """Counts what happens while a game is played again."""

    def __init__(self, counts: list[Counter[str]]) -> None:
        self._counts = counts
        self._placed, self._picked = Counter[int](), Counter[int]()
        self._points = Counter[int]()
        self.most_behind = Counter[int]()
        """The most quarters of a point that a seat was behind the first at the end of a round."""

    def hear(self, happening: Happening) -> None:
        """Count what has happened."""
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
