"""Plans in random games: whenever one plays itself, every number and space that its person was
shown is as it was, or within what was allowed in words. What is shown is taken from the texts."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain, takewhile
from typing import Any

import pytest

from bot.engine import Game, Step
from bot.engine.components import MODULES
from bot.engine.happenings import (
    FoodDayBegan,
    GameEnded,
    GoodsChanged,
    Happening,
    RoundEnded,
    TurnBegan,
    WorkerPlaced,
)
from bot.engine.position import Position
from bot.model.table import Options, PlannedTurn, Seat, Table
from bot.refusal import Refusal
from bot.tables import OpenTable, preparation, turns
from bot.tables.preparation import MOST_EXTRA, prepare
from bot.text.seats import effect_so_far
from bot.text.translation import ENGLISH
from bot.text.turns import doings_words
from tests.engine.random_play import MOODS, choose

NOW = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
AFTER_TURN = RoundEnded, TurnBegan, FoodDayBegan, GameEnded
"""With these the game goes on after a turn."""
PLACED = ("worker on", "workers on")
"""What the words about placed workers begin with."""


@dataclass(frozen=True)
class Shown:
    """What a person is shown of a turn."""

    words: str
    """What the turn does, its end included."""
    words_beside: tuple[str, ...]
    """The same without the workers placed and their price."""
    effect: str
    """What stands behind "After this"."""
    effect_beside: str
    """The same without the corn."""
    placed: tuple[tuple[str, int], ...]
    corn: int
    """The corn before the turn."""
    cost: int
    """The corn it costs in all; below 0 for corn gained."""
    food_day: tuple[int, int | None]
    """The food days held, and the rounds until the next."""


def shown(game: Game, seat: int, whole: Sequence[str]) -> Shown:
    """What is shown of a turn at the beginning of which the game stands."""
    played, steps, before = game.copy(), list[Step](), game.snapshot()
    for action in whole:
        step = played.step(seat, action)
        own = takewhile(lambda one: not isinstance(one, AFTER_TURN), step.happenings)
        steps.append(replace(step, happenings=(*own,)))
    words = doings_words(ENGLISH, seat, steps)
    happened: list[Happening] = [*chain.from_iterable(step.happenings for step in steps)]
    prepared = steps[-2].position if len(steps) > 1 else before
    return Shown(
        words=words,
        words_beside=tuple(one for one in words.split(" · ") if not one.startswith(PLACED)),
        effect=effect_so_far(ENGLISH, before, prepared, seat),
        effect_beside=effect_so_far(
            ENGLISH, _without_corn(before), _without_corn(prepared), seat
        ),
        placed=tuple((h.place, h.space) for h in happened if isinstance(h, WorkerPlaced)),
        corn=before.players[seat].corn,
        cost=-sum(h.corn for h in happened if isinstance(h, GoodsChanged) and h.seat == seat),
        food_day=(before.food_days_held, before.rounds_to_food_day),
    )  # fmt: skip


def _without_corn(position: Position) -> Position:
    return replace(position, players=tuple(player._replace(corn=0) for player in position.players))


def wrong(planned: Shown, now: Shown, extra: int, turns_before: int) -> str | None:
    """What is neither as it was nor allowed by "also for {extra} corn more"; `turns_before` are the
    turns of the plan that were played already, which may have cost more, too."""
    gone = planned.corn - now.corn
    dearer = now.cost - planned.cost
    if not 0 <= gone <= extra * turns_before or not 0 <= dearer <= extra:
        return "corn"
    if planned.food_day != now.food_day:
        return "food day"
    if [place for place, _ in planned.placed] != [place for place, _ in now.placed]:
        return "gears"
    if any(new < old for (_, old), (_, new) in zip(planned.placed, now.placed, strict=True)):
        return "lower spaces"
    if planned.words_beside != now.words_beside or planned.effect_beside != now.effect_beside:
        return "words"
    if not extra and (planned.words, planned.effect) != (now.words, now.effect):
        return "words at the same price"
    return None


def table_of(players: int, modules: Sequence[str]) -> Table:
    """A table in play, in memory alone."""
    return Table(
        id=1, guild_id=1, channel_id=1, status="playing", host_id=1, version=0,
        seats=tuple(Seat(seat, 1 + seat, f"p{seat}") for seat in range(players)),
        options=Options(modules=tuple(modules)), created_at=NOW, updated_at=NOW,
    )  # fmt: skip


class RandomGame:
    """A random game in which whoever waits plans."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.mood = MOODS[seed % len(MOODS)]
        players = 2 + seed // len(MOODS) % 3
        modules = [one for one in MODULES if self.chance.random() < 0.3]
        game = Game.new(players, modules=modules, seed=seed)
        never: Any = None
        table = table_of(players, modules)
        self.opened = OpenTable(table, game, NOW, never, computers_play=False)
        self.counted = Counter[str](games=1)
        self.faults: list[str] = []
        self.plans: dict[int, tuple[int, list[list[tuple[PlannedTurn, Shown]]]]] = {}
        """By seat the corn that is allowed more, and what was shown of each way of each turn."""

    def play(self) -> None:
        """Play it to its end."""
        opened = self.opened
        while opened.table.status == "playing":
            due = [one.seat for one in opened.table.seats if one.plan_due is not None]
            if due:
                self.play_planned(due[0])
                continue
            asked = opened.waiting[0]
            for seat in range(len(opened.table.seats)):
                if opened.game.kind_asked(seat) is None and self.chance.random() < 0.5:
                    self.plan(seat)
            turn = prepare(opened.game, asked, ())
            while turn.whole is None or (turn.legal and self.chance.random() < 0.5):
                options = [one for one in turn.legal if one != "end"] or [*turn.legal]
                if turn.complete:
                    break
                turn = prepare(
                    opened.game, asked, (*turn.actions, choose(self.chance, options, self.mood))
                )
                if turn.legal == ("end",) and turn.whole:
                    break
            assert turn.whole
            self.confirm(asked, turn.whole)

    def confirm(self, seat: int, actions: Sequence[str], *, planned: bool = False) -> None:
        """Confirm a turn."""
        earns = self.opened.game.kind_asked(seat) == "turn"
        done = turns.append(self.opened, seat, actions, user_id=1 + seat, planned=planned)
        assert done.planned == planned
        if earns and self.opened.table.seats[seat].plan is None:
            self.plans.pop(seat, None)

    def plan(self, seat: int) -> None:
        """Plan up to three turns with up to three ways, or let them stand as they are."""
        opened, person, chance = self.opened, 1 + seat, self.chance
        try:
            view = preparation.view_plan(opened, person)
            if view.kept.turns and chance.random() < 0.7:
                return
            preparation.drop_plan(opened, person)
            for number in range(chance.choice((1, 1, 2, 3))):
                for nth in range(chance.choice((1, 1, 2, 3))):
                    if nth or number:
                        more = preparation.add_way if nth else preparation.add_turn
                        view = more(opened, person)
                    else:
                        view = preparation.view_plan(opened, person)
                    steps: list[str] = []
                    while view.legal and (not steps or chance.random() < 0.6):
                        options = [one for one in view.legal if one != "end"]
                        if not options:
                            break
                        steps.append(choose(chance, options, self.mood))
                        view = preparation.plan_way(opened, person, steps)
                    if not (view.may_add_way or view.may_add_turn):
                        break
                if not view.may_add_turn:
                    break
            if not view.kept.turns:
                return
            extra = chance.randrange(MOST_EXTRA + 1) if chance.random() < 0.5 else 0
            view = preparation.set_plays(opened, person, plays=True, extra=extra)
        except Refusal:
            return
        self.counted["plans"] += 1
        told = []
        for ways, kept in zip(view.turns, view.kept.turns, strict=False):
            told.append([])
            for way, one in zip(ways, kept, strict=True):
                if way.begun is not None and way.holds and way.rests_on is not None:
                    whole = prepare(way.begun, seat, way.actions).whole
                    assert whole is not None
                    told[-1].append((one, shown(way.begun, seat, whole)))
        self.plans[seat] = extra, told

    def play_planned(self, seat: int) -> None:
        """Let a planned turn play itself, and hold it against what was shown."""
        self.counted["due"] += 1
        actions = preparation.as_planned(self.opened, seat)
        kept = self.opened.table.seats[seat].plan
        assert actions is not None and kept is not None
        extra, told = self.plans[seat]
        before = len(told) - len(kept.turns)
        now = shown(self.opened.game, seat, actions)
        ways = [one for one in told[before] if one[0].actions == actions[: len(one[0].actions)]]
        found = [wrong(one, now, extra, before) for _, one in ways]
        self.counted["dearer"] += all(one.cost != now.cost for _, one in ways)
        self.counted["later turns"] += bool(before)
        if None not in found:
            was = ways[0][1] if ways else None
            self.faults.append(f"{found}, {extra} more, turn {before + 1}: {was} → {now}")
        self.confirm(seat, actions, planned=True)


def play_games(seeds: range) -> Counter[str]:
    """Play them, and say what was counted. Raises AssertionError with what was not as shown."""
    counted, faults = Counter[str](), list[str]()
    for seed in seeds:
        game = RandomGame(seed)
        game.play()
        counted += game.counted
        faults += [f"{seed}: {fault}" for fault in game.faults]
    print(dict(counted), len(faults))
    assert not faults, "\n".join(faults[:5])
    return counted


@pytest.mark.short
def test_as_shown() -> None:
    counted = play_games(range(12))
    assert counted["due"] > 100
    assert counted["dearer"] and counted["later turns"]


@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
def test_as_shown_in_thousands(part: int) -> None:
    counted = play_games(range(30 * part, 30 * part + 30))
    assert counted["due"] > 700
