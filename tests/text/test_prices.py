"""The whole price of an answer stands first in its label, and is never cut."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.happenings import GoodsChanged, TempleMoved
from bot.text.answer_preview import Said, Tried, Written, in_one_form, no_deeds, no_words
from bot.text.choices import OTHER, Choice, alike, choices, details
from bot.text.choices_in_one_tap import (
    all_workers,
    first_choices,
    market_visits,
    one_tap_choices,
    other_actions,
)
from bot.text.names import temple_name
from bot.text.seats import GOODS
from bot.text.tiles import tile_line
from bot.text.translation import Translations, translator
from tests.engine.scenario import start

T = translator("en")
SIGNS = {"corn": "🌽", "wood": "🪵", "stone": "🪨", "gold": "🪙", "skulls": "💀"}


def asked(players: int, modules: Sequence[str], seed: int) -> Iterator[tuple[Game, int]]:
    """Every decision of a random game but the choice of tiles, handed out before it is made."""
    chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        seat, kind = game.pending[0]
        if kind not in ("keep", "calendar"):
            yield game, seat
        legal = game.legal(seat)
        stop = "end" in legal and chance.random() < 0.4
        game.play(seat, "end" if stop else chance.choice(legal))


def price_of(game: Game, seat: int, actions: Sequence[str]) -> tuple[Counter[str], list[str]]:
    """The goods that are paid while these actions are played, and the steps down on temples as
    they are written."""
    copy, paid, down = game.copy(), Counter[str](), Counter[str]()
    for action in actions:
        for one in copy.step(seat, action).happenings:
            if isinstance(one, GoodsChanged) and one.seat == seat and one.source != "food":
                paid.update({kind: -getattr(one, kind) for kind in GOODS if getattr(one, kind) < 0})
            if isinstance(one, TempleMoved) and one.seat == seat and one.steps < 0:
                down[temple_name(T, one.temple)] -= one.steps
    steps = [f"−{n} {temple}" for temple, n in down.items()]
    return paid, [*steps, *(["−1 step"] if copy.kind_asked(seat) == "anger" else [])]


def in_menus(game: Game, seat: int) -> list[Choice]:
    buttons = one_tap_choices(T, game, seat)
    menus = [*other_actions(T, game, seat, buttons), *market_visits(T, game, seat)]
    return [choice for menu in menus for choice in menu.choices]


def everything_offered(game: Game, seat: int) -> list[Choice]:
    every = all_workers(T, game, seat)
    return [
        *choices(T, game, seat),
        *one_tap_choices(T, game, seat),
        *(alike(T, [every]) if every else []),
        *chain(*first_choices(T, game, seat)),
        *in_menus(game, seat),
    ]


def given(game: Game, seat: int, choice: Choice) -> Counter[str]:
    """What trades cost in all: what is sold, but for what is bought of it or for it."""
    copy, before = game.copy(), game.snapshot().players[seat]
    for action in choice.actions:
        copy.play(seat, action)
    after = copy.snapshot().players[seat]
    return Counter({kind: getattr(before, kind) - getattr(after, kind) for kind in GOODS})


@pytest.mark.parametrize(
    ("players", "modules", "seed"),
    [(2, (), 1), (3, MODULES, 3), pytest.param(5, MODULES, 4, marks=pytest.mark.long)],
)
def test_every_price_stands_whole_in_the_label(
    players: int, modules: Sequence[str], seed: int
) -> None:
    with_price = 0
    for game, seat in asked(players, modules, seed):
        for choice in everything_offered(game, seat):
            paid, down = price_of(game, seat, choice.actions)
            price, _, words = choice.label.partition(" · ")
            if choice.action.split()[0] in ("sell", "buy"):
                paid = +given(game, seat, choice)
            for kind, n in paid.items():
                what = {"skulls": "skull"}.get(kind, kind)
                assert f"−{n} {what}" in price or f"−{n}{SIGNS[kind]}" in price, (choice, paid)
            assert all(step in price or step[:8] in price for step in down), choice
            if paid or down:
                with_price += 1
                assert words, choice
                assert choice.label.startswith("−"), choice
    assert with_price > 500


@pytest.mark.parametrize(
    ("stands", "action", "label"),
    [
        ({"gears.tikal.4": 0}, "do tikal 3", "−1 corn · Tikal 3: 2 technologies"),
        ({"gears.palenque.2": 0}, "do palenque 1", "−1 corn · Palenque 1: +3 corn"),
        ({"gears.palenque.4": 0}, "do palenque 3", "−1🌽 · Palenque 3: 5🌽 or 2🪵"),
    ],
)
def test_labels_that_hid_a_price(stands: dict[str, int], action: str, label: str) -> None:
    gear, space = next(iter(stands)).split(".")[1:]
    player = {"players.0.corn": 5, "players.0.wood": 2, "players.0.gold": 1}
    jungle = {"jungle.3": {"corn": 4, "wood": 3}}
    game = start({**stands, **player, **jungle}).play(0, f"pick {gear} {space}").game
    shown = next(one.label for one in choices(T, game, 0) if one.action == action)
    assert shown == label


@pytest.mark.parametrize(
    "players", [pytest.param(2, marks=pytest.mark.short), pytest.param(4, marks=pytest.mark.long)]
)
def test_what_one_tap_does_is_legal_and_offers_every_answer(players: int) -> None:
    """Each choice can be played as a whole, and each legal answer begins one."""
    for game, seat in asked(players, MODULES, 6):
        offered = one_tap_choices(T, game, seat)
        begun = {choice.actions[0] for choice in offered}
        assert begun <= set(game.legal(seat))
        pairs = game.kind_asked(seat) == "up"
        assert pairs or begun == set(game.legal(seat))
        for choice in [*offered, *in_menus(game, seat)]:
            copy = game.copy()
            for action in choice.actions:
                copy.play(seat, action)


def test_two_steps_on_temples_are_offered_together_once() -> None:
    stands = {"gears.tikal.5": 0, "players.0.wood": 1}
    game = start(stands).play(0, "pick tikal 5", "do tikal 5").game
    assert [one.actions for one in one_tap_choices(T, game, 0)] == [
        ("up chaac", "up quetzalcoatl"),
        ("up chaac", "up kukulkan"),
        ("up quetzalcoatl", "up kukulkan"),
    ]


def test_a_worker_brings_the_payment_and_the_answers_along() -> None:
    stands = {"gears.tikal.1": 0, "players.0.wood": 1, "players.0.gold": 1}
    found = {one.label: one.actions for one in one_tap_choices(T, start(stands).game, 0)}
    assert found["−1 wood · Tikal 1: Theology"] == (
        "pick tikal 1", "do tikal 1", "advance theology", "pay 1 0 0",
    )  # fmt: skip


def test_two_technologies_or_tiles_say_what_each_of_them_brings() -> None:
    resources = {f"players.0.{kind}": 4 for kind in ("wood", "stone", "gold")}
    offered = in_menus(start({"gears.tikal.3": 0, **resources}).game, 0)
    pair = next(one for one in offered if "Extraction + Architecture" in one.label)
    assert (
        pair.detail
        == "1 extra wood whenever an action gives you wood · 1 corn for each building you build"
    )
    twice = next(one for one in offered if "Agriculture + Agriculture" in one.label)
    assert "jungle" not in twice.detail, "both together are too long for the line"
    assert details(T, [pair, twice]) == [
        "Extraction: 1 extra wood whenever an action gives you wood",
        "Architecture: 1 corn for each building you build",
        "Agriculture: 1 extra corn from the jungle",
        "Agriculture: corn from the jungle even without an open corn tile, "
        "and 1 extra corn from fishing",
    ]
    offered = in_menus(start({"gears.tikal.4": 0, "players.0.wood": 4}).game, 0)
    tiles = next(one for one in offered if "Small Farm + Field School" in one.label)
    assert tiles.detail.endswith("1 worker needs no food · Agriculture: 1 free step")
    assert details(T, [tiles]) == [
        "**Small Farm (1 wood)**: 1 worker needs no food",
        "**Field School (2 wood)**: Agriculture: 1 free step",
    ]


def test_workers_with_nothing_to_choose_are_offered_together() -> None:
    stands = {"gears.yaxchilan.1": 0, "gears.yaxchilan.3": 0, "gears.tikal.1": 0}
    game = start({**stands, "players.0.wood": 1, "players.0.stone": 1}).game
    every = all_workers(T, game, 0)
    assert every is not None
    assert alike(T, [every])[0].label == "2 workers: +2🌽 +1🪵 +1🪙"
    assert [a for a in every.actions if a.startswith("pick")] == [
        "pick yaxchilan 3", "pick yaxchilan 1",
    ]  # fmt: skip
    assert all_workers(T, start({"gears.yaxchilan.1": 0}).game, 0) is None


def test_burning_names_the_temple_it_angers() -> None:
    stands = {"gears.palenque.3": 0, "jungle.3": {"corn": 2, "wood": 1}, "players.0.corn": 1}
    temples = {f"players.0.temples.{temple}": 2 for temple in ("chaac", "quetzalcoatl")}
    found = {
        one.actions[-1]: one.label
        for one in one_tap_choices(T, start({**stands, **temples}).game, 0)
        if "burn" in one.actions
    }
    assert found["down chaac"] == "−1 Chaac · burn, +5 corn"
    assert found["down quetzalcoatl"] == "−1 Quetzalcoatl · burn, +5 corn"


@pytest.mark.parametrize("most", [1, 3])
def test_workers_have_menus_of_their_own_where_one_is_too_small(most: int) -> None:
    blocks = {f"players.0.{kind}": 5 for kind in ("corn", "wood", "stone", "gold")}
    game = start({**blocks, "gears.uxmal.5": 0, "gears.tikal.7": 0, "gears.uxmal.2": 0}).game
    menus = other_actions(T, game, 0, one_tap_choices(T, game, 0), most)
    assert all(len(menu.choices) <= 25 for menu in menus)
    if most == 1:
        assert [menu.asked for menu in menus] == ["Actions not shown above"]
    else:
        assert [menu.asked for menu in menus] == ["Actions not shown above", "Use a lower space"]


def test_usual_actions_come_first_and_lower_spaces_apart() -> None:
    """Each worker once, then burning, which reads alike everywhere; nothing is offered twice."""
    gears = ("palenque.4", "palenque.3", "yaxchilan.2", "tikal.4")
    stands = {"players.0.corn": 3, "players.0.stone": 2, "players.0.available": 0}
    game = start({**stands, **{f"gears.{gear}": 0 for gear in gears}}).game
    offered = one_tap_choices(T, game, 0)
    assert [one.at for one in offered[:4]] == [
        ("palenque", 4), ("palenque", 3), ("yaxchilan", 2), ("tikal", 4),
    ]  # fmt: skip
    assert [one.actions[2:] for one in offered[4:]] == [("burn",), ("burn",)]
    [lower] = other_actions(T, game, 0, offered, 2)
    assert lower.asked == "Use a lower space" and lower.lower
    assert all(" → " in one.label for one in lower.choices)
    assert len(lower.choices) <= 12 and any("burn" in one.actions for one in lower.choices)
    every = [one.actions for one in (*offered, *lower.choices)]
    assert len({*every}) == len(every)


def test_a_step_down_names_its_temple_whole() -> None:
    game = start({"players.0.corn": 0}).play(0, "beg").game
    assert [one.label for one in one_tap_choices(T, game, 0)] == [
        "−1 Chaac · 0 → −1 point", "−1 Quetzalcoatl · 0 → −2 points", "−1 Kukulkan · 0 → −3 points",
    ]  # fmt: skip


def test_burning_is_offered_once() -> None:
    """Where each temple has an entry for it, there is none that asks for the temple."""
    stands = {"gears.palenque.4": 0, "gears.yaxchilan.1": 0, "players.0.corn": 2}
    game = start(stands).game
    offered = one_tap_choices(T, game, 0)
    burnt = [one.actions[2:] for one in offered if "burn" in one.actions]
    assert [(verb, down.split()[0]) for verb, down in burnt] == [("burn", "down")] * 3
    others = [one for menu in other_actions(T, game, 0, offered, 2) for one in menu.choices]
    assert all("pick palenque 4;do palenque 4" not in ";".join(one.actions) for one in others)


def test_blocks_are_sold_to_buy_another() -> None:
    stands = {"gears.uxmal.2": 0, "players.0.wood": 3, "players.0.corn": 1}
    game = start(stands).play(0, "pick uxmal 2", "do uxmal 2").game
    over, bought, going_on = market_visits(T, game, 0)
    assert [one.label for one in over.choices][-1] == "−3 wood · +6 corn"
    assert ("sell wood", "sell wood", "buy gold") in [one.actions for one in bought.choices]
    assert ("sell wood", "sell wood", "sell wood") in [one.actions for one in going_on.choices]


def test_a_technology_and_a_building_of_one_tap_are_told_each() -> None:
    actions = ("advance theology", "build a2-brown-shrine")
    each = tuple((action, "more of it") for action in actions)
    both = Choice(actions[0], Said(no_words, no_deeds), OTHER, actions, each=each)
    lines = details(T, [both])
    assert lines == ["Theology: more of it", tile_line(T, "a2-brown-shrine")]


def test_choices_are_put_into_words_only_when_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows: list[int] = []

    def counting(t: Translations, row: Sequence[Said], *args: int, **more: bool) -> list[Written]:
        rows.append(len(row))
        return in_one_form(t, row, *args, **more)

    monkeypatch.setattr("bot.text.choices.in_one_form", counting)
    game, seat = next(asked(3, (), 7))
    offered = choices(T, game, seat)
    assert len(offered) > 1 and rows == []
    assert offered[0].label and offered[1].label and offered[0].detail is not None
    assert rows == [len(offered)]
    assert offered[0].short and offered[1].short
    assert rows == [len(offered)] * 2


def test_the_answers_of_one_tap_are_tried_once_for_all_forms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[tuple[str, ...]] = []
    usual = Tried.of

    def counting(*args: Any, **more: Any) -> Tried:
        tried.append(args[3:])
        return usual(*args, **more)

    monkeypatch.setattr(Tried, "of", counting)
    game, seat = next(
        (game, seat) for game, seat in asked(3, (), 7)
        if any(len(one.actions) > 2 for one in one_tap_choices(T, game, seat))
    )  # fmt: skip
    offered = [one for one in one_tap_choices(T, game, seat) if len(one.actions) > 2]
    assert all(one.said.deeds(T) for one in offered)
    tried.clear()
    another = T.for_message()
    assert all(one.said.deeds(another) for one in offered)
    assert tried == []
