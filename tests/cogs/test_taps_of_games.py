"""How many taps the turns of whole games take, as computers play them: the fewest that lead from
the call through the panels to the same turn confirmed. To open a menu is a tap, and to choose from
it another one."""

import heapq
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from discord import ui

from bot.engine import Game
from bot.engine.board import MODULES
from bot.tables import Table
from bot.tables.preparation import TURN_KIND
from bot.text.one_tap import ALL_WORKERS, all_workers, first_choices
from bot.text.translation import translator
from cogs.buttons import apart
from cogs.messages import Call, turn_message
from cogs.panel import panel
from tests.ai.playing import computer
from tests.cogs.driver import view_of
from tests.cogs.limits import BUTTON, components
from tests.cogs.test_panel import table

T = translator("en")
PLACING, PICKING_UP, LONG = 3, 4, 8
"""What half of the turns take at most, and what nearly all do."""
NEARLY_ALL = 0.9


def turns(game: Game) -> Iterator[tuple[Game, int, list[str]]]:
    """The turns of a game of computers: the game before, the seat, and what it does."""
    while game.pending:
        asked = game.pending[0]
        if asked.kind != TURN_KIND:
            game.play(asked.seat, computer(game, asked))
            continue
        before, actions = game.copy(), list[str]()
        while not actions or not game.turn_over(asked.seat):
            now = next(one for one in game.pending if one.seat == asked.seat)
            actions.append(computer(game, now))
            game.play(asked.seat, actions[-1])
        yield before, asked.seat, actions


def pressed(view: ui.LayoutView, game: Game, seat: int) -> Iterator[tuple[int, Sequence[str]]]:
    """What can be chosen on a message: how many taps it takes, and the actions it adds."""
    body: Mapping[str, Any] = {"components": view.to_components()}
    for one in components(body):
        _, verb, *_, word = one.get("custom_id", ":open:::").split(":", 4)
        if verb == "all" or (verb == "first" and word == ALL_WORKERS):
            every = all_workers(T, game, seat)
            assert every is not None
            yield 1, every.actions
        elif verb in ("do", "first") and one["type"] == BUTTON:
            yield 1, apart(word)
        elif verb == "choose":
            for option in one["options"]:
                yield 2, apart(option["value"])


def taps(at: Table, game: Game, seat: int, wanted: Sequence[str]) -> int | None:
    """The fewest taps from the call to the confirmed turn; None where a step back is needed, as to
    pay with something else."""
    target = Counter(action for action in wanted if action != "end")
    call = Call([seat], TURN_KIND, first=first_choices(T, game, seat))
    begun = [(1, ()), *pressed(turn_message(T, at, game.snapshot(), call), game, seat)]
    ways = [(count, n, tuple(actions)) for n, (count, actions) in enumerate(begun)]
    heapq.heapify(ways)
    seen, tried = set[tuple[str, ...]](), len(ways)
    while ways:
        count, _, prepared = heapq.heappop(ways)
        left = target - Counter(prepared)
        key = tuple(sorted(prepared))
        if Counter(prepared) - target or key in seen:
            continue
        seen.add(key)
        view = view_of(at, game, seat, prepared, "1r1")
        if not left and view.can_confirm:
            return count + 1
        for more, actions in pressed(panel(T, view), view.game, seat):
            tried += 1
            heapq.heappush(ways, (count + more, tried, (*prepared, *actions)))
    return None


def check_taps(games: Sequence[Game]) -> None:
    """The taps of all turns of these games stay within what is wanted."""
    placing, picking_up = list[int](), list[int]()
    for game in games:
        at = table(len(game.snapshot().players))
        for before, seat, actions in turns(game):
            count = taps(at, before, seat, actions)
            if count is not None:
                picks = any(action.startswith("pick ") for action in actions)
                (picking_up if picks else placing).append(count)
    assert len(placing) > 40 and len(picking_up) > 30
    assert statistics.median(placing) <= PLACING, Counter(placing)
    assert statistics.median(picking_up) <= PICKING_UP, Counter(picking_up)
    assert max(placing) <= LONG, Counter(placing)
    short = sum(count <= LONG for count in picking_up)
    assert short / len(picking_up) >= NEARLY_ALL, Counter(picking_up)


async def test_taps_of_two_games() -> None:
    check_taps([Game.new(2, seed=1), Game.new(2, modules=MODULES, seed=1)])


@pytest.mark.long
async def test_taps_of_more_games() -> None:
    kinds = [(players, modules) for players in (2, 3, 4) for modules in ((), MODULES)]
    check_taps([Game.new(players, modules=modules, seed=2) for players, modules in kinds])
