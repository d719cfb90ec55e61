"""The hints of newcomers: each is true of its position, speaks for the best turn, and is short in
every language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise, takewhile

import pytest

from bot.ai.advice import advise
from bot.engine import Game
from bot.engine.components import GEARS
from bot.engine.happenings import GoodsChanged
from bot.engine.position import Player
from bot.model.computers import Advised
from bot.model.server import LANGUAGES
from bot.scene import START, Spot
from bot.text.translation import ENGLISH, translator
from cogs.play.newcomers import (
    BOTH,
    GAINS,
    SENTENCES,
    STARTS,
    Hints,
    Reason,
    hint_words,
    new_hint,
    numbered_hint,
    reasons_for,
)
from cogs.play.panel import panel
from tests.cogs.driver import view_of
from tests.cogs.test_at_a_glance import count, said, turns_of_game
from tests.cogs.test_panel import table

MOST_WORDS = 18
LEVEL = "easy"
BEGINS = ("place", "pick", "beg", "pass", "end")


def turns(name: str, every: int) -> Iterator[tuple[Game, int, Sequence[Advised]]]:
    """Some turns of a game, with the best ways a computer finds."""
    for before, seat, _ in islice(turns_of_game(name), 0, None, every):
        yield before, seat, advise(before.snapshot(), seat, "turn", (), LEVEL)


def seat_after(begun: Game, seat: int, actions: Sequence[str]) -> Player:
    game = begun.copy()
    for action in actions:
        game.play(seat, action)
    return game.snapshot().players[seat]


def goods(player: Player) -> Mapping[str, int]:
    return {kind: getattr(player, kind) for kind in GAINS}


def check(begun: Game, seat: int, best: Advised, reason: Reason) -> None:
    """A reason is true of the position, and is about what the best turn does."""
    position, numbers = begun.snapshot(), dict(reason.numbers)
    me, actions = position.players[seat], [*takewhile(lambda one: one != "end", best.actions)]
    after = [seat_after(begun, seat, actions[:n]) for n in range(len(actions) + 1)]
    picks = any(one.startswith("pick ") for one in actions)
    match reason.kind:
        case "food":
            assert best.food and best.food.missing < best.food.missing_before
            assert numbers == {
                "corn": position.food_owed(seat),
                "have": me.corn,
                "rounds": position.rounds_to_food_day,
            }
            assert numbers["corn"] > numbers["have"]
        case "beg":
            assert after[actions.index("beg") + 1].corn == numbers["corn"]
        case "build":
            assert reason.about in (*after[-1].buildings, *after[-1].monuments)
            assert reason.about not in (*me.buildings, *me.monuments)
        case "worker":
            assert after[-1].workers > me.workers
        case "technology":
            levels = [one.technologies[reason.about] for one in after]
            assert max(levels) > levels[0]
        case "temple":
            steps = [one.temples[reason.about] for one in after]
            assert any(two > one for one, two in pairwise(steps))
            assert position.rounds_to_food_day is not None
        case "pick" | "skull":
            where = reason.about or reason.places[0]
            first = actions.index(f"pick {where}")
            rest = [n for n, one in enumerate(actions) if one.split()[0] in BEGINS and n > first]
            old, new = after[first], after[min([*rest, len(actions)])]
            if reason.kind == "skull":
                assert new.skulls < old.skulls
                assert new.points4 - old.points4 == numbers["points"] > 0
            else:
                won = {kind: goods(new)[kind] - goods(old)[kind] for kind in GAINS}
                assert numbers == {kind: n for kind, n in won.items() if n > 0}
        case "start" | "start corn" | "corn there":
            assert "place start" in actions
            assert (position.first_seat == seat) == (reason.kind == "corn there")
            assert numbers["corn"] == position.calendar_corn
            assert (reason.kind == "start") == (numbers["corn"] == 0)
        case "wait":
            assert not picks and [*position.workers_of(seat)]
        case "gear":
            assert reason.about in GEARS
            assert any(one.startswith(f"place {reason.about}") for one in actions)
        case _:
            raise AssertionError(reason)


PICKED = ("pick palenque 2", "do palenque 2")


@pytest.mark.parametrize(
    ("reason", "numbers"),
    [
        (Reason("start", deeds=("place start",)), "6 · "),
        (Reason("corn there", numbers=(("corn", 4),), deeds=("place start",)), "6 · "),
        (Reason("gear", "tikal", deeds=("place tikal",)), "3 · "),
        (Reason("pick", "palenque 2", (("corn", 4),), deeds=PICKED), "No. 7 in the menu · "),
        (Reason("technology", "agriculture", deeds=PICKED), "No. 7 in the menu · "),
        (Reason("pick", "palenque 3", (("corn", 7),), deeds=("pick palenque 3",)), ""),
        (Reason("wait"), ""),
    ],
)
def test_a_hint_begins_with_the_numbers_of_its_places_on_the_picture(
    reason: Reason, numbers: str
) -> None:
    places = [("palenque", 0), ("yaxchilan", 0), ("tikal", 0), ("uxmal", 0), ("chichen_itza", 0)]
    found = [
        *(Spot(n, *one, False, None) for n, one in enumerate([*places, (START, 0)], 1)),
        Spot(7, "palenque", 2, True, 4),
    ]
    words = hint_words(ENGLISH, reason)
    assert numbered_hint(ENGLISH, reason, ()) == words
    assert numbered_hint(ENGLISH, reason, found) == numbers + words


def test_nobody_who_begins_already_is_told_to_begin_the_next_round() -> None:
    """They would pass that on; others take it. Nor is it told once the space is taken; then the
    panel tells the corn that comes with Confirm."""
    seen = set()
    for begun, seat, _ in turns_of_game("2 base"):
        if "place start" not in begun.legal(seat):
            continue
        reasons = reasons_for(begun, seat, [Advised(("place start", "end"), 0.0)])
        kinds, begins = {one.kind for one in reasons}, begun.snapshot().first_seat == seat
        assert begins != bool(kinds & {"start", "start corn"})
        assert ("corn there" in kinds) == (begins and begun.snapshot().calendar_corn > 0)
        seen.add((begins, *sorted(kinds & set(STARTS))))
        told = {(one.kind, one.about): 0 for one in reasons if one.kind not in STARTS}
        hints = Hints("1", reasons, ("place start",), told={**told, (BOTH.kind, ""): 0})
        fresh = view_of(table(2), begun, seat, (), "1r1")
        new = new_hint(hints, fresh)
        assert (new.kind if new else "") in (kinds & set(STARTS) or {""})
        taken = view_of(table(2), begun, seat, ("place start",), "1r2")
        assert new_hint(hints, taken) is None
        corn = begun.snapshot().calendar_corn
        waits = f"+{corn} corn when you confirm"
        assert (waits in said(panel(ENGLISH, taken)).replace("\u00a0", " ")) == (corn > 0)
        assert "when you confirm" not in said(panel(ENGLISH, fresh))
        brought = taken.game.copy().step(seat, "end").happenings
        assert (GoodsChanged(seat, "calendar", corn=corn) in brought) == (corn > 0)
    assert {(True, "corn there"), (False, "start corn"), (False, "start")} <= seen


def check_words(reason: Reason) -> None:
    """In every language: short, and with the reason's numbers alone."""
    for language in LANGUAGES:
        words = hint_words(translator(language), reason)
        assert count(words) <= MOST_WORDS, words
        found = [int(one) for one in re.findall(r"\d+", words)]
        points = [n // 4 if kind == "points" else n for kind, n in reason.numbers]
        wanted = [n for n in points if n or reason.kind == "food"]
        spaces = [part for part in (reason.about, *reason.places) if " " in part]
        wanted += [int(part.split()[1]) for part in spaces]
        if reason.kind == "food":
            wanted = [n for kind, n in reason.numbers if n or kind != "rounds"]
        if reason.kind == "start":
            wanted = []
        assert sorted(found) == sorted(wanted), words


@pytest.mark.parametrize(
    ("games", "every"),
    [
        pytest.param(["2 base", "3 all", "4 base", "5 all"], 2, marks=pytest.mark.long),
        pytest.param(["2 base", "4 all"], 5, marks=pytest.mark.short),
    ],
)
def test_every_hint_is_true_and_speaks_for_the_best_turn(games: Sequence[str], every: int) -> None:
    kinds = set()
    for name in games:
        for begun, seat, ways in turns(name, every):
            for reason in reasons_for(begun, seat, ways):
                check(begun, seat, ways[0], reason)
                check_words(reason)
                kinds.add(reason.kind)
    assert len(kinds) >= len(SENTENCES) - 4, kinds


def test_a_hint_comes_once_and_only_for_a_turn_that_goes_the_best_way() -> None:
    begun, seat, ways = next(turns("2 base", 1))
    own = tuple(one for one in ways[0].actions if one != "end")
    hints = Hints("1", reasons_for(begun, seat, ways), own)
    at = table(2)
    hint = new_hint(hints, view_of(at, begun, seat, (), "1r1"))
    assert hint is not None and hint.kind == "gear" and hint.deeds == own[:1]
    assert new_hint(hints, view_of(at, begun, seat, own[:1], "1r2")) != hint, "it is done"
    other = next(one for one in begun.legal(seat) if one not in own)
    assert new_hint(hints, view_of(at, begun, seat, (other,), "1r2")) is None
    told = Hints("1", hints.reasons, own, None, {(hint.kind, hint.about): 1})
    assert new_hint(told, view_of(at, begun, seat, (), "4r1")) != hint
    assert new_hint(told, view_of(at, begun, seat, (), "1w1r1")) == hint, "taken back, told again"


def test_that_one_may_not_do_both_is_told_when_both_are_possible() -> None:
    begun, seat, _ = next(
        one
        for one in turns_of_game("2 base")
        if {"place", "pick"} <= {action.split()[0] for action in one[0].legal(one[1])}
    )
    view = view_of(table(2), begun, seat, (), "1r1")
    assert new_hint(Hints(), view) == BOTH
    assert new_hint(Hints(told={(BOTH.kind, BOTH.about): 0}), view) is None
