"""How many taps the turns of whole games take: the fewest that lead from the call through the
panels to the same turn confirmed. To open a menu is a tap, and to choose from it another one."""

import heapq
import itertools
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from discord import ui

from bot.engine import Game
from bot.tables import Table
from bot.tables.preparation import TURN_KIND
from bot.text.choices_in_one_tap import ALL_WORKERS, all_workers, first_choices
from bot.text.translation import translator
from cogs.kit.buttons import apart
from cogs.play.panel import panel
from cogs.telling.messages import Call, turn_message
from tests.cogs.driver import view_of
from tests.cogs.limits import BUTTON, components
from tests.cogs.test_panel import table
from tests.played import played

T = translator("en")
PLACING, PICKING_UP = 2, 4
"""What half of the turns take at most."""
LONGEST_PLACING, LONG = 5, 8
"""What every turn of placing takes at most, and nearly every one of picking up."""
NEARLY_EVERY = 0.97
"""The others pick up three workers and more, or build twice with all that follows, and each choice
in a menu is a tap more: menus keep panels as high as a phone."""


def turns(name: str) -> Iterator[tuple[Game, int, Sequence[str]]]:
    """The turns of a game: the game before, the seat, and what it does."""
    game, found = played(name)
    for seat, actions in found:
        before = game.copy()
        for action in actions:
            game.play(seat, action)
        if before.kind_asked(seat) == TURN_KIND:
            yield before, seat, actions


def pressed(
    view: ui.LayoutView, game: Game, seat: int, prepared: tuple[str, ...] = ()
) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """What can be chosen on a message: how many taps it takes, what is prepared then, and how many
    actions of that the tap did, 0 for a step back."""
    body: Mapping[str, Any] = {"components": view.to_components()}
    for one in components(body):
        _, verb, *_, word = one.get("custom_id", ":open:::").split(":", 4)
        if verb == "all" or (verb == "first" and word == ALL_WORKERS):
            every = all_workers(T, game, seat)
            assert every is not None
            yield 1, (*prepared, *every.actions), len(every.actions)
        elif verb in ("do", "first") and one["type"] == BUTTON:
            yield 1, (*prepared, *apart(word)), len(apart(word))
        elif verb == "instead":
            last_tap, *paid = apart(word)
            until = max(n for n, action in enumerate(prepared) if action.startswith("pay "))
            yield 1, (*prepared[:until], *paid), int(last_tap)
        elif verb == "undo" and word != "all":
            yield 1, prepared[: -int(word)], 0
        elif verb == "choose":
            for option in one["options"]:
                actions = apart(option["value"])
                yield 2, (*prepared, *actions), len(actions)


def can_be_mended(target: Counter[str], prepared: Sequence[str], tapped: int) -> bool:
    """Whether the last tap began as wanted and went on with another payment or action, which the
    panel offers to change."""
    kept, last = prepared[: len(prepared) - tapped], prepared[len(prepared) - tapped :]
    if tapped < 2 or Counter(kept) - target or (target - Counter(kept))[last[0]] == 0:
        return False
    nothing_wanted = (target - Counter(kept))["skip"] > 0
    wrong = {action.split()[0] for action in Counter(prepared) - target}
    return nothing_wanted or wrong <= {"do", "pay"}


def taps(at: Table, game: Game, seat: int, wanted: Sequence[str]) -> int | None:
    """The fewest taps from the call to the confirmed turn; None where no taps were found."""
    target = Counter(action for action in wanted if action != "end")
    call = Call([seat], TURN_KIND, first=first_choices(T, game, seat))
    begun = [(1, (), 0), *pressed(turn_message(T, at, game.snapshot(), call), game, seat)]
    ways = list[tuple[int, int, int, tuple[str, ...], int]]()
    seen, tried = set[tuple[object, ...]](), itertools.count()

    def try_later(count: int, prepared: tuple[str, ...], tapped: int) -> None:
        """What is not the turn yet takes another tap at least: so the turn is tried before."""
        at_least = count + (Counter(prepared) != target)
        heapq.heappush(ways, (at_least, -count, next(tried), prepared, tapped))

    for one in begun:
        try_later(*one)
    while ways:
        _, less, _, prepared, tapped = heapq.heappop(ways)
        count = -less
        missed = bool(Counter(prepared) - target)
        key = (tapped if missed else 0, *sorted(prepared))
        if key in seen or (missed and not can_be_mended(target, prepared, tapped)):
            continue
        seen.add(key)
        view = view_of(at, game, seat, prepared, "1r1")
        if Counter(prepared) == target and view.can_confirm:
            return count + 1
        shown = panel(T, view, tapped=tapped)
        for more, then, new in pressed(shown, view.game, seat, prepared):
            if not missed or len(then) <= len(prepared):
                try_later(count + more, then, new)
    return None


def check_taps(games: Sequence[str]) -> None:
    """The taps of all turns of these games stay within what is wanted."""
    placing, picking_up, not_found = list[int](), list[int](), list[Sequence[str]]()
    for name in games:
        for before, seat, actions in turns(name):
            at = table(len(before.snapshot().players))
            count = taps(at, before, seat, actions)
            if count is None:
                not_found.append(actions)
            else:
                picks = any(action.startswith("pick ") for action in actions)
                asked_which_temple = "beg" in actions  # takes a tap of its own
                (picking_up if picks else placing).append(count - asked_which_temple)
    assert len(placing) > 40 and len(picking_up) > 30
    assert statistics.median(placing) <= PLACING, Counter(placing)
    assert statistics.median(picking_up) <= PICKING_UP, Counter(picking_up)
    assert max(placing) <= LONGEST_PLACING, Counter(placing)
    short = sum(count <= LONG for count in picking_up)
    assert short / len(picking_up) >= NEARLY_EVERY, Counter(picking_up)
    assert len(not_found) <= 1, not_found


@pytest.mark.short
async def test_taps_of_two_games() -> None:
    check_taps(["2 base", "2 all"])


@pytest.mark.long
async def test_taps_of_more_games() -> None:
    check_taps(["3 base", "4 base", "5 base", "3 all", "5 all"])
