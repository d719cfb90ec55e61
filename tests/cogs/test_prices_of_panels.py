"""Every button and option of the panels of random games says what it takes, in the form of its row
or menu, and none stands there twice."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.happenings import GoodsChanged, PointsChanged, TempleMoved
from bot.model.server import LANGUAGES
from bot.tables import TurnView
from bot.text.choices_in_one_tap import all_workers, one_tap_choices
from bot.text.names import temple_name
from bot.text.seats import GOODS
from bot.text.translation import Translations, translator
from cogs.kit.buttons import apart
from cogs.play.panel import offered_now, panel, spots, tiles_shown
from rendering import Picture, emoji_images
from tests.cogs.driver import view_of
from tests.cogs.limits import BUTTON, components
from tests.cogs.test_panel import sent, table
from tests.engine.scenario import start
from tests.text.numbers_said import said

LABEL, OPTION = 34, 100
"""The most characters of a button, and of a menu's option and its description."""
ICONS = {name: f"<:{name}:1>" for name in emoji_images()}
DRAWN = Picture(b"", "turn-1.png", "alt")
SIGNS = "🌽🪵🪨🪙💀"
GOODS_SAID = ("corn", "wood", "stone", "gold", "skull")


class Shown(NamedTuple):
    """A button or an option."""

    row: str
    """The group whose form it has: the buttons, a menu, or the other payments."""
    label: str
    description: str
    actions: tuple[str, ...]
    begins: int
    """The number of prepared actions that stay."""


def shown_on(body: Mapping[str, Any], t: Translations, turn: TurnView) -> Iterator[Shown]:
    """What can be chosen on a panel."""
    for one in components(body):
        _, verb, *_, word = one.get("custom_id", ":open:::").split(":", 4)
        prepared, label = len(turn.prepared), one.get("label", "")
        if verb == "all":
            every = all_workers(t, turn.game, turn.seat)
            assert every is not None
            yield Shown("buttons", label, "", every.actions, prepared)
        elif verb in ("do", "confirm") and one["type"] == BUTTON and word:
            yield Shown("buttons", label, "", tuple(apart(word)), prepared)
        elif verb == "instead":
            _, *paid = apart(word)
            until = max(n for n, done in enumerate(turn.prepared) if done.startswith("pay "))
            yield Shown("payments", label, "", tuple(paid), until)
        elif verb == "choose":
            for option in one["options"]:
                actions = tuple(apart(option["value"]))
                about = option.get("description") or ""
                yield Shown(one["custom_id"], option["label"], about, actions, prepared)


def panels(players: int, modules: Sequence[str], seed: int, every: int) -> Iterator[TurnView]:
    """One in `every` panels of a random game."""
    chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        seat, before, prepared = game.pending[0].seat, game.copy(), list[str]()
        while not prepared or any(one.seat == seat for one in game.pending):
            kind = game.kind_asked(seat)
            if chance.random() * every < 1 and kind != "keep":
                yield view_of(table(players), before, seat, prepared, "1r1")
            legal = game.legal(seat)
            stop = "end" in legal and chance.random() < 0.4
            prepared.append("end" if stop else chance.choice(legal))
            game.play(seat, prepared[-1])
            if prepared[-1] == "end" or kind in ("keep", "calendar"):
                break


def taken(t: Translations, turn: TurnView, one: Shown) -> tuple[list[str], list[str], Game]:
    """What a seat pays and loses by a choice, as `said` reads it and as words, and the game after:
    goods and points, and the steps down on temples."""
    game, paid, down = turn.begun.copy(), Counter[str](), Counter[str]()
    for action in turn.prepared[: one.begins]:
        game.play(turn.seat, action)
    before = game.snapshot().players[turn.seat]
    trade = one.actions[0].split()[0] in ("sell", "buy")
    for action in one.actions:
        for each in game.step(turn.seat, action).happenings:
            if getattr(each, "seat", None) != turn.seat:
                continue
            if isinstance(each, GoodsChanged):
                paid.update({kind: max(0, -getattr(each, kind)) for kind in GOODS})
            if isinstance(each, PointsChanged):
                paid["points"] += max(0, -each.points4 // 4)
            if isinstance(each, TempleMoved) and each.steps < 0:
                down[each.temple] -= each.steps
    if trade:
        after = game.snapshot().players[turn.seat]
        paid = Counter({kind: getattr(before, kind) - getattr(after, kind) for kind in GOODS})
    goods = [f"−{n} {kind.removesuffix('s')}" for kind, n in paid.items() if n > 0]
    steps = [f"−{n} {temple_name(t, temple)}" for temple, n in down.items()]
    if game.kind_asked(turn.seat) == "anger":
        steps.append(t.gettext("−1 step"))
    return goods, steps, game


def check(t: Translations, turn: TurnView, *, drawn: bool) -> int:
    """Check everything that can be chosen on a panel; how many of these take something."""
    offered = offered_now(t, turn)
    shows = drawn and (spots(turn, offered) or tiles_shown(turn, offered))
    body = sent(panel(t, turn, offered=offered, drawn=DRAWN if shows else None))
    found, takes, after = [*shown_on(body, t, turn)], 0, dict[Any, Shown]()
    for one in found:
        assert len(one.label) <= (LABEL if one.row in ("buttons", "payments") else OPTION), one
        assert len(one.description) <= OPTION, one
        goods, steps, game = taken(t, turn, one)
        told = said(t, one.label) + said(t, one.description)
        assert not Counter(goods) - Counter(told), (one, goods)
        for step in steps:
            cut = step.split(" ")[0] + " " + step.split(" ")[1][:5]
            assert cut in one.label, (one, step)
        takes += bool(goods or steps)
        where = [each for each in one.actions if each.split()[0] in ("pick", "do", "skip-space")]
        key = (repr(game.snapshot()), *game.legal(turn.seat), *where)
        assert key not in after, (one, after[key])
        after[key] = one
    for row in {one.row for one in found}:
        labels = [one.label for one in found if one.row == row]
        signs = [label for label in labels if any(sign in label for sign in SIGNS)]
        without = [label.translate(dict.fromkeys(map(ord, SIGNS))) for label in labels]
        words = [
            label for label in without if any(one.endswith(GOODS_SAID) for one in said(t, label))
        ]
        assert not (signs and words), (signs, words)
    return takes


def check_games(language: str, games: Sequence[tuple[int, Sequence[str], int]], every: int) -> None:
    t, takes, checked = translator(language).with_icons(ICONS), 0, 0
    for players, modules, seed in games:
        for turn in panels(players, modules, seed, every):
            checked += 1
            takes += check(t, turn, drawn=True) + check(t, turn, drawn=False)
    assert checked > 10 and takes > 100


@pytest.mark.short
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_choice_takes_stands_there_once_and_in_the_form_of_its_row(
    language: str,
) -> None:
    check_games(language, [(4, MODULES, 5)], 12)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_choices_of_more_games_take(language: str) -> None:
    check_games(language, [(2, (), 1), (5, MODULES, 7)], 2)


def test_a_step_down_for_burning_has_a_minus_beside_its_number() -> None:
    temples = {"players.0.temples.quetzalcoatl": 2, "players.0.temples.kukulkan": 2}
    game = start({"gears.palenque.3": 0, "jungle.3": {"corn": 2, "wood": 2}, **temples}).game
    t = translator("en").with_icons(ICONS)
    offered = one_tap_choices(t, game, 0)
    burnt = [(one.icon, one.short) for one in offered if "burn" in one.actions]
    assert burnt == [
        ("corn", "−1 Chaac · burn, +5🌽"),
        ("corn", "−1 Quetzalcoatl · burn, +5🌽"),
        ("corn", "−1 Kukulkan · burn, +5🌽"),
    ]
