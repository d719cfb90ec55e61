"""Names, tiles, choices and telling: everything a game can ask or do has words."""

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields, replace
from typing import Any

import pytest

from bot.engine import Game, IllegalAction
from bot.engine.components import BUILDINGS, COMPONENTS, MONUMENTS, QUICK_TILES
from bot.engine.expansion import NO_TRIBE, PROPHECIES, TRIBES, Powers
from bot.engine.happenings import PointsChanged, WorkerPushedOff
from bot.text.answer_preview import DETAIL, WIDE_LABEL, width
from bot.text.choices import choices, question
from bot.text.names import TILE_IDS, points_number, tile_name
from bot.text.notation import read_turn, write_turn
from bot.text.points import standings_lines, winner_line
from bot.text.seats import effect_so_far, hunger_line
from bot.text.spaces import calamity_words, fulfilment_words
from bot.text.tiles import (
    powers_words,
    tile_cost,
    tile_effects,
    tile_kind,
    tile_line,
    tribe_words,
    when_it_comes,
)
from bot.text.translation import listed, translator
from bot.text.turns import deeds_words, doings_words, news, touched_line, turn_line, turn_sentences
from tests.engine.deals import QUICK_1, QUICK_2
from tests.engine.scenario import Table, parts, start
from tests.pseudo import MadeUp

# --- Names, tiles, choices and telling: everything a game can ask or do has words -----------------

T = translator("en")
NAMES = ("Ana", "Bob", "Cleo", "Dan")


class Marked(MadeUp):
    """A language in which every translated text is put into ⟦brackets⟧."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"


def played(players: int, seed: int) -> Iterator[tuple[Game, int]]:
    """A random game, handed out before each decision; play goes on when it comes back."""
    chance = random.Random(seed)
    game = Game.new(players, seed=seed)
    while not game.finished:
        decision = game.pending[0]
        yield game, decision.seat
        legal = game.legal(decision.seat)
        stop = "end" in legal and chance.random() < 0.5
        game.play(decision.seat, "end" if stop else chance.choice(legal))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_of_random_games_has_words(players: int) -> None:
    kinds = set()
    for seed in range(4):
        for game, seat in played(players, seed):
            found = choices(T, game, seat)
            assert sorted(choice.action for choice in found) == game.legal(seat)
            kind = next(d.kind for d in game.pending if d.seat == seat)
            kinds.add(kind)
            assert question(T, kind).endswith(("?", "."))
            for choice in found:
                assert 0 < width(choice.label) <= WIDE_LABEL
                assert len(choice.detail) <= DETAIL
                assert "_" not in choice.label
            assert len({choice.label for choice in found}) >= len(found) - _twins(found)
    assert {"keep", "turn", "place", "pick", "action", "tech"} <= kinds


def _twins(found: list) -> int:  # type: ignore[type-arg]
    """Buildings that stand in the row twice are called the same."""
    names = [c.label for c in found if c.action.startswith("build ")]
    return len(names) - len(set(names))


def test_choices_change_nothing() -> None:
    for game, seat in played(2, 1):
        before = game.record(), game.snapshot()
        choices(T, game, seat)
        assert (game.record(), game.snapshot()) == before


def test_labels_say_costs_and_gains() -> None:
    game = Game.from_setup(Game.new(2, seed=5).setup)
    for seat in (0, 1):
        game.play(seat, game.legal(seat)[0])
    seat = game.pending[0].seat
    labels = {c.action: c.label for c in choices(T, game, seat)}
    assert labels["place palenque"] == "Free · Palenque 0"
    game.play(seat, "place palenque")
    labels = {c.action: c.label for c in choices(T, game, seat)}
    assert labels["place palenque"] == "−2 corn · Palenque 1"


def test_the_price_of_a_place_is_told_beside_its_number() -> None:
    game = Game.from_setup(Game.new(5, seed=5, modules=["quick_actions"]).setup)
    for seat in range(5):
        game.play(seat, game.legal(seat)[0])
    seat = game.pending[0].seat
    for prices in ([*["free"] * 6, "−1🌽"], ["−2🌽", *["−1🌽"] * 5, "−2🌽"]):
        found = choices(T, game, seat)
        assert {c.group for c in found if c.brief} == {"place"}
        assert [c.brief for c in found if c.brief] == prices
        placing = [c for c in found if c.brief and c.at]
        assert all(c.short == c.brief for c in placing if c.at and c.at[0] != "quick")
        [quick] = [c.short for c in placing if c.at and c.at[0] == "quick"]
        assert quick.startswith(f"{prices[-1]} · Quick: ")
        game.play(seat, "place palenque")


@pytest.mark.parametrize(
    ("changes", "lead_in", "labels"),
    [
        (
            {"gears.uxmal.1": 0, "players.0.corn": 3},
            ["pick uxmal 1", "do uxmal 1"],
            ["Chaac 0 → 2", "Quetzalcoatl 0 → 1", "Kukulkan 0 → 1"],
        ),
        (
            {"gears.tikal.1": 0, "players.0.wood": 1, "players.0.gold": 1},
            ["pick tikal 1", "do tikal 1"],
            [
                f"−1 block · {track} 0 → 1"
                for track in ("Agriculture", "Extraction", "Architecture", "Theology")
            ],
        ),
        (
            {"gears.tikal.1": 0, "players.0.wood": 1, "players.0.gold": 1},
            ["pick tikal 1", "do tikal 1", "advance theology"],
            ["−1 wood · Pay this", "−1 gold · Pay this"],
        ),
        (
            {"gears.palenque.3": 0, "jungle.3": {"corn": 2, "wood": 1}},
            ["pick palenque 3", "do palenque 3"],
            ["+5 corn", "+2 wood", "−1 step · Burn: +5 corn"],
        ),
        (
            {"gears.uxmal.2": 0, "players.0.corn": 9}
            | {f"players.0.{kind}": 1 for kind in ("wood", "stone", "gold")},
            ["pick uxmal 2", "do uxmal 2"],
            [
                *(f"−1 {what} · +" for what in ("wood", "stone", "gold")),
                *(f"−{n} corn · +1 {what}" for n, what in ((2, "wood"), (3, "stone"), (4, "gold"))),
                "Done",
            ],
        ),
        (
            {"gears.tikal.4": 0, "players.0.technologies.architecture": 1}
            | {"players.0.wood": 1, "players.0.gold": 5},
            ["pick tikal 4", "do tikal 4"],
            ["−1🪵 · Small Farm", "−1🪵 · Small Farm (full)", "−1🪙 · Mason Shrine"],
        ),
    ],
)
def test_choices_lie_as_on_the_board(
    changes: dict[str, object], lead_in: list[str], labels: list[str]
) -> None:
    found = [c.label for c in choices(T, start(changes).play(0, *lead_in).game, 0)]
    assert [shown[: len(label)] for shown, label in zip(found, labels, strict=False)] == labels


def test_one_press_picks_up_and_acts_where_nothing_is_to_be_chosen() -> None:
    stands = {"gears.yaxchilan.3": 0, "gears.tikal.6": 0, "gears.chichen_itza.2": 0}
    player = {"players.0.corn": 3, "players.0.skulls": 1, "players.0.wood": 1}

    def together(more: dict[str, object]) -> dict[str, tuple[str, ...]]:
        game = start(stands | player | more).game
        return {c.action: c.actions[1:] for c in choices(T, game, 0) if c.group == "pick"}

    assert together({}) == {
        "pick yaxchilan 3": ("do yaxchilan 3",),
        "pick tikal 6": (),
        "pick chichen_itza 2": ("do chichen_itza 2",),
    }
    # What the label names is done at once, also where another action is possible.
    further = together({"players.0.technologies.theology": 1})["pick chichen_itza 2"]
    assert further == ("do chichen_itza 2",)


@pytest.mark.parametrize("tile", TILE_IDS)
def test_every_tile_has_words(tile: str) -> None:
    assert tile_effects(T, tile)
    assert tile_kind(T, tile)
    assert tile_name(T, tile) in tile_line(T, tile)
    if tile in BUILDINGS or tile in MONUMENTS:
        assert tile_cost(T, tile)


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_are_told_line_by_line(players: int) -> None:
    game = Game.new(players, seed=3)
    chance = random.Random(3)
    names = NAMES[:players]
    lines = []
    while not game.finished:
        decision = game.pending[0]
        before, steps, seat = game.snapshot(), [], decision.seat
        while any(d.seat == seat for d in game.pending):
            legal = game.legal(seat)
            action = "end" if "end" in legal and chance.random() < 0.5 else chance.choice(legal)
            kind = next(d.kind for d in game.pending if d.seat == seat)
            step = game.step(seat, action)
            steps.append(replace(step, action="keep") if kind == "keep" else step)
            if kind in ("keep", "calendar") or action == "end":
                break
        lines.append(turn_line(T, names, seat, steps))
        lines += news(T, names, steps[-1], in_full=True)
        assert doings_words(T, seat, steps, still_open=True) is not None
        effect_so_far(T, before, steps[-1].position, seat)
    lines += standings_lines(T, names, game.standings())
    story = "\n".join(lines)
    assert story.count("**Food day**") == 3
    assert story.count("**Last food day") == 1
    assert "Everybody has chosen" in story
    assert "Second age" in story
    assert "no possible move" not in story
    assert "hungry (−" in story
    assert all(name in story for name in names)
    assert max(len(line) for line in lines) < 600


def test_what_is_told_goes_through_the_translations() -> None:
    """With every translated text in brackets, nothing but names and numbers stands outside."""
    marked = Marked()
    for game, seat in played(2, 8):
        for choice in choices(marked, game, seat):
            assert choice.label.lstrip("+").startswith("⟦"), choice.label


def test_ties_share_the_place_and_the_win() -> None:
    def row(seat: int, place: int) -> dict[str, int]:
        return {"seat": seat, "place": place, "points4": 40 - 10 * place, "workers_on_gears": 1}

    shared = [row(0, 1), row(2, 1), row(1, 3)]
    assert standings_lines(T, NAMES, shared) == [
        "1 · Ana: 7½ points", "1 · Cleo: 7½ points", "3 · Bob: 2½ points",
    ]  # fmt: skip
    assert winner_line(T, NAMES, shared) == "Ana and Cleo share the win!"
    assert winner_line(T, NAMES, shared[:1]) == "Ana wins!"


def test_points_in_quarters() -> None:
    assert [points_number(n) for n in (0, 1, 4, 5, 30, -1, -12, -14)] == [
        "0", "¼", "1", "1¼", "7½", "−¼", "−3", "−3½",
    ]  # fmt: skip


def test_lists_read_like_sentences() -> None:
    assert listed(T, []) == ""
    assert listed(T, ["a"]) == "a"
    assert listed(T, ["a", "b", "c"]) == "a, b and c"


def test_steps_of_temples_are_called_by_their_points_in_what_has_changed() -> None:
    begun = start({"players.0.corn": 2}).game
    before, after = begun.snapshot(), begun.step(0, "beg").position
    asked = [one for one in begun.legal(0) if one.startswith("down")]
    after = begun.step(0, asked[0]).position if asked else after
    changed = effect_so_far(T, before, after, 0).replace("\N{NO-BREAK SPACE}", " ")
    assert changed == "corn 2 → 3, Chaac 0 → −1"


def test_the_warning_of_hunger_knows_what_comes_before_the_food_day() -> None:
    """Three workers need six corn; the calendar's comes when the turn ends, a farm's on the day."""
    day = {"tooth": 7, "round": 8, "players.0.corn": 0, "calendar_corn": 2, "turn_seat": 0}

    def warned(**more: object) -> str:
        return hunger_line(T, start(day | more).game.snapshot(), 0)

    assert warned() == "⚠️ Hunger will cost you 9 points."
    start_space = {"start_space": 0, "players.0.available": 2}
    assert warned(**start_space) == "⚠️ Hunger will cost you 6 points."
    assert (
        warned(**{"players.0.buildings": ["x1-store-farm"]}) == "⚠️ Hunger will cost you 6 points."
    )
    assert warned(tooth=6, round=7) == ""


# --- The words about tribes, prophecies, new buildings and quick actions --------------------------

ENGLISH = translator("en")
NEW_BUILDINGS = [tile for tile, building in BUILDINGS.items() if building.raw["set"] != "base"]


def test_there_are_as_many_as_in_the_box() -> None:
    kinds = (len(TRIBES), len(PROPHECIES), len(NEW_BUILDINGS), len(QUICK_TILES))
    assert kinds == (13, 13, 8, 12), "one quick tile comes twice"


@pytest.mark.parametrize("tile", [*TRIBES, *PROPHECIES, *NEW_BUILDINGS, *QUICK_TILES])
def test_every_tile_is_explained_in_short_sentences(tile: str) -> None:
    assert tile in TILE_IDS
    told = [tile_name(ENGLISH, tile), tile_kind(ENGLISH, tile), tile_effects(ENGLISH, tile)]
    for words in told:
        assert words.strip()
        assert not re.search(r"[{}_]|None", words)
    assert len(" ".join(told)) < 400


@pytest.mark.parametrize("tribe", TRIBES)
def test_a_tribes_numbers_are_told(tribe: str) -> None:
    told = set(re.findall(r"\d+", tribe_words(ENGLISH, tribe)))
    ability = TRIBES[tribe].raw["ability"]
    for key in ("discount", "start_workers", "feed_extra_corn_per_worker", "keep", "beg_to"):
        if key in ability:
            assert str(ability[key]) in told


@pytest.mark.parametrize("field", fields(Powers), ids=lambda field: field.name)
def test_every_power_is_told(field: Field[Any]) -> None:
    value = getattr(NO_TRIBE, field.name)
    others = [getattr(tribe.powers, field.name) for tribe in TRIBES.values()]
    other = next(one for one in others if one != value)
    told = powers_words(ENGLISH, replace(NO_TRIBE, **{field.name: other}))
    assert told.endswith(".")


@pytest.mark.parametrize("prophecy", PROPHECIES)
def test_a_prophecys_bands_are_told(prophecy: str) -> None:
    words = fulfilment_words(ENGLISH, prophecy)
    for points in ("−5", "0", "+6", "+13"):
        assert f"{points} for " in words
    assert calamity_words(ENGLISH, prophecy).endswith(".")


def test_gold_shortage_is_asked_in_words_everyone_understands() -> None:
    assert calamity_words(ENGLISH, "gold-shortage") == (
        "Each gold costs 1 corn; you may take less gold."
    )


def test_a_quick_action_tells_its_price() -> None:
    assert tile_cost(ENGLISH, "qa1-build") == "1 corn"
    assert tile_cost(ENGLISH, "qa1-stone") == ""


def test_no_tribe_and_no_prophecy_has_a_price() -> None:
    for raw in (*COMPONENTS["tribes"], *COMPONENTS["prophecies"]):
        assert tile_cost(ENGLISH, raw["id"]) == ""


BLOCK = {"players.0.corn": 5, "players.0.wood": 1}


def asked(table: Table) -> tuple[str, dict[str, str]]:
    """The question to seat 0, and the label of each answer."""
    offered = choices(ENGLISH, table.game, 0)
    kind = table.game.kind_asked(0)
    assert kind is not None
    return question(ENGLISH, kind, offered), {choice.action: choice.label for choice in offered}


def test_a_step_and_a_building_of_a_quick_action_can_be_declined_in_words() -> None:
    step = start(parts(quick="qa1-technology") | BLOCK).play(0, "place quick", "end")
    words, labels = asked(step)
    assert words == "Would you like to raise a technology?"
    assert labels["decline"] == "No, thank you"
    build = start(parts(quick="qa1-build") | BLOCK).play(0, "place quick", "end")
    words, labels = asked(build)
    assert words == "Would you like to build something?"
    assert labels["decline"] == "No, thank you"
    assert "1 corn" in labels["build a1-small-farm-1"]


def test_a_single_step_with_a_price_asks_whether_it_is_taken() -> None:
    shortage = parts(prophecy="teacher-shortage") | {"gears.tikal.2": 0, "players.0.wood": 3}
    named = start(shortage | {"building_row": ["a1-field-school", *[None] * 5]})
    named.play(0, "pick tikal 2", "do tikal 2")
    assert asked(named)[0] == "This step now has a price. Would you like to take the step?"


def test_a_bonus_that_pays_its_own_levy_says_so() -> None:
    changes = parts(quick="qa1-technology", prophecy="teacher-shortage") | BLOCK
    changes["players.0.technologies.extraction"] = 3
    table = start(changes).play(0, "place quick", "end")
    one = next(c for c in choices(ENGLISH, table.game, 0) if c.action == "advance extraction")
    assert "2 resources: one pays the extra cost, you choose the other" in one.detail
    rich = start(changes | {"players.0.wood": 2}).play(0, "place quick", "end")
    one = next(c for c in choices(ENGLISH, rich.game, 0) if c.action == "advance extraction")
    assert "2 resources of your choice" in one.detail


@pytest.mark.parametrize(
    ("wood", "words"), [(1, "At the end of this turn"), (0, "This action would not be possible")]
)
def test_who_could_not_do_a_quick_action_reads_so_before(wood: int, words: str) -> None:
    table = start(parts(quick="qa1-build") | BLOCK | {"players.0.wood": wood})
    one = next(c for c in choices(ENGLISH, table.game, 0) if c.action == "place quick")
    assert words in one.detail


@pytest.mark.parametrize(("tile", "answer"), [("technology", "agriculture"), ("build", "farm")])
def test_a_quick_action_is_declined_in_a_typed_turn(tile: str, answer: str) -> None:
    game = start(parts(quick=f"qa1-{tile}") | BLOCK).game
    typed = read_turn(game, 0, "place quick; end decline; end")
    assert typed.actions == ("place quick", "end", "decline")
    assert write_turn(game, 0, typed.actions) == "place quick; end decline"
    assert read_turn(game, 0, write_turn(game, 0, typed.actions)).actions == typed.actions
    with pytest.raises(IllegalAction, match="decline"):
        read_turn(game, 0, f"place quick; end {answer}-nowhere")


def test_a_quick_action_says_when_it_comes() -> None:
    changes = parts(quick="qa1-stone") | {"tooth": 3, "round": 4}
    changes["quick"]["coming"] = ["qa1-market", "qa1-build"]
    position = start(changes).game.snapshot()
    said = {
        tile: when_it_comes(ENGLISH, position, f"qa1-{tile}")
        for tile in ("stone", "market", "build", "corn")
    }
    assert said == {
        "stone": "It can be used now.",
        "market": "It becomes available in 1 round.",
        "build": "It becomes available in 3 rounds.",
        "corn": "",
    }


# --- What happened is told with what came of it ---------------------------------------------------

TWO = ("Ana", "Bob")
QUICK: Mapping[str, Any] = {
    "modules": ["quick_actions"],
    "quick": {"tile": "qa2-market", "spaces": [None, None, None]},
    "age": 2,
    "round": 24,
    "tooth": 23,
    "food_days_held": 3,
}


def told(changes: Mapping[str, Any], seat: int, *actions: str) -> list[str]:
    """The line about a turn, and what the table did after it."""
    game = start(dict(changes)).game
    steps = [game.step(seat, action) for action in actions]
    return [turn_line(T, TWO, seat, steps), *news(T, TWO, steps[-1], in_full=True)]


def test_a_market() -> None:
    market = {"gears.uxmal.2": 0, "players.0.stone": 2}
    actions = ["pick uxmal 2", "do uxmal 2", "sell stone", "sell stone", "buy gold", "done", "end"]
    assert told(market, 0, *actions)[0] == "Ana ← Uxmal 2 (+2 corn, −2 stone, +1 gold)"


@pytest.mark.parametrize(
    ("tile", "holds", "answers", "words"),
    [
        (
            "qa2-market", {"stone": 1}, ["sell stone", "buy wood"],
            "“Market” (+1 corn, +1 wood, −1 stone)",
        ),
        (
            "qa1-technology", {"wood": 1}, ["advance agriculture"],
            "“Technology” (−1 wood, Agriculture level 1)",
        ),
        ("qa1-stone", {}, [], "“Stone” (+1 stone)"),
        ("qa1-technology", {"wood": 1}, ["decline"], "“Technology” (nothing)"),
        ("qa1-technology", {}, [], "“Technology” (nothing)"),
    ],
)  # fmt: skip
def test_a_quick_action(
    tile: str, holds: Mapping[str, int], answers: list[str], words: str
) -> None:
    changes = QUICK | {f"players.0.{kind}": n for kind, n in holds.items()}
    changes["quick"] = {"tile": tile, "spaces": [None, None, None]}
    line, *_ = told(changes | {"players.0.corn": 1}, 0, "place quick", "end", *answers)
    assert line == f"Ana → quick action (−1 corn) · {words}"


@pytest.mark.parametrize(
    ("changes", "actions", "label", "own", "sentences"),
    [
        (
            {"modules": ["tribes"], "players.0.tribe": "ahmakiq", "players.0.corn": 0},
            ["beg", "down chaac", "pass"],
            "begs (+3 corn, Chaac 0 → −1) · passes",
            "begging (+3 corn, Chaac 0 → −1) · passing",
            "Ana begged the gods for corn (+3 corn, Chaac 0 → −1). Ana passed.",
        ),
        (
            {"players.0.corn": 0},
            ["beg", "down chaac", "place tikal", "place tikal", "end"],
            "begs (+3 corn, Chaac 0 → −1) · → Tikal 0+1 (−2 corn)",
            "begging (+3 corn, Chaac 0 → −1) · workers on Tikal 0+1 (−2 corn)",
            "Ana begged the gods for corn (+3 corn, Chaac 0 → −1). "
            "Ana placed 2 workers: Tikal 0+1 (−2 corn).",
        ),
        (
            {"gears.palenque.1": 0, "gears.yaxchilan.2": 0},
            ["pick palenque 1", "do palenque 1", "pick yaxchilan 2", "do yaxchilan 2", "end"],
            "← Palenque 1 (+3 corn), Yaxchilan 2 (+1 corn, +1 stone)",
            "workers from Palenque 1 (+3 corn), Yaxchilan 2 (+1 corn, +1 stone)",
            "Ana picked up 2 workers from Palenque 1 (+3 corn) and Yaxchilan 2 (+1 corn, +1 "
            "stone).",
        ),
    ],
)  # fmt: skip
def test_each_deed_has_three_whole_forms(
    changes: Mapping[str, Any], actions: list[str], label: str, own: str, sentences: str
) -> None:
    """One for the channel, one for the turn in preparation, and one for the log; alone or with
    others."""
    game = start(dict(changes)).game
    assert deeds_words(T, game, 0, actions) == own
    steps = [game.step(0, action) for action in actions]
    assert turn_line(T, TWO, 0, steps) == f"Ana {label}"
    assert doings_words(T, 0, steps) == own
    assert turn_sentences(T, TWO, 0, steps) == sentences


def test_a_food_day_says_what_each_thing_cost_and_brought() -> None:
    changes = {
        "food_days_held": 1, "round": 14, "tooth": 13, "turn_seat": 1,
        "modules": ["prophecies"], "prophecies": ["hunger", "drought", "crowded-cities"],
        "active_prophecy": "hunger", "players.0.corn": 3, "players.1.corn": 99,
    }  # fmt: skip
    lines = told(changes, 1, "place palenque", "end")
    ana, bob = (next(line for line in lines if line.startswith(f"{name}: ")) for name in TWO)
    assert ana == (
        "Ana: −3 corn, 2 workers hungry (−6 points) · temples: +6 points · prophecy: −5 points"
    )
    assert bob.startswith("Bob: −9 corn · temples: +")


def test_who_is_asked_reads_what_others_did_to_them() -> None:
    position = start({"players.0.points4": 40, "players.1.points4": 44}).game.snapshot()
    home = [WorkerPushedOff(0, "tikal"), WorkerPushedOff(1, "uxmal")]
    assert touched_line(T, 0, home, position) == "**For you**: 1 worker back home"
    overtaken = [*home, PointsChanged(1, 8, "buildings")]
    assert touched_line(T, 0, overtaken, position) == (
        "**For you**: 1 worker back home; you fell from 1st to 2nd"
    )
    assert touched_line(T, 0, [], position) == ""
    tied = start({"players.1.points4": 20}).game.snapshot()
    first = [*home, PointsChanged(1, 20, "buildings")]
    assert touched_line(T, 0, first, tied) == "**For you**: 1 worker back home", "none was ahead"


def test_temples_give_goods_in_the_middle_of_an_age() -> None:
    changes = {
        "round": 7, "tooth": 7, "turn_seat": 1, "players.0.corn": 6, "players.1.corn": 4,
        "players.0.temples.chaac": 3,
    }  # fmt: skip
    lines = told(changes, 1, "place palenque", "end")
    assert any(line.startswith("Ana: −6 corn · temples: +") for line in lines)
    assert any("1 worker hungry (−3 points)" in line for line in lines)


def test_the_quick_actions_of_the_second_age_are_told_when_they_lie_open() -> None:
    changes = QUICK | {"round": 8, "tooth": 7, "age": 1, "food_days_held": 0, "turn_seat": 1}
    changes |= {"quick_age1": QUICK_1, "quick_age2": QUICK_2, "players.1.corn": 9}
    lines = told(changes, 1, "place palenque", "end")
    assert (
        "Quick actions of the second age: Corn, Stone, Gold, Technology, Market and Build" in lines
    )
