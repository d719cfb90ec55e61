"""Names, tiles, choices and telling: everything a game can ask or do has words."""

import random
from collections.abc import Iterator

import pytest

from bot.engine import Game
from bot.engine.components import BUILDINGS, MONUMENTS
from bot.text.answer_preview import DETAIL, WIDE_LABEL, width
from bot.text.choices import choices, question
from bot.text.names import TILE_IDS, points_number, tile_name
from bot.text.points import standings_lines, winner_line
from bot.text.seats import effect_so_far, hunger_line
from bot.text.tiles import tile_cost, tile_effects, tile_kind, tile_line
from bot.text.translation import listed, translator
from bot.text.turns import doings_words, news, turn_line
from tests.engine.scenario import start
from tests.languages import MadeUp

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
        assert all(c.short == c.brief and c.at for c in found if c.brief)
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
            steps.append(step._replace(action="keep") if kind == "keep" else step)
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
    assert "Everyone has chosen" in story
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

    assert warned() == "⚠️ Hunger will cost 9 points."
    start_space = {"start_space": 0, "players.0.available": 2}
    assert warned(**start_space) == "⚠️ Hunger will cost 6 points."
    assert warned(**{"players.0.buildings": ["x1-store-farm"]}) == "⚠️ Hunger will cost 6 points."
    assert warned(tooth=6, round=7) == ""
