"""What the engine tells while it carries out an action, and what is noted of a game and of each
seat."""

import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import MODULES, TEETH, TOP
from bot.engine.game_facts import THE_END, GameFacts, feats, game_facts, points_history
from bot.engine.happenings import (
    AgeChanged,
    Begged,
    CalendarCornChanged,
    CalendarTurned,
    DummiesPlaced,
    Fed,
    FoodDayBegan,
    FoodDayEnded,
    GameEnded,
    GoodsChanged,
    Happening,
    JungleHarvested,
    Passed,
    PointsChanged,
    ProphecyBegan,
    QuickActionDone,
    QuickTilesOpened,
    QuickTileTurned,
    RoundEnded,
    RowRefilled,
    SkullPlaced,
    SpaceSkipped,
    StartingPlayerChanged,
    TechnologyMoved,
    TempleMoved,
    TileBuilt,
    TilesKept,
    TileTornDown,
    TurnBegan,
    TurnEnded,
    WorkerGained,
    WorkerPickedUp,
    WorkerPlaced,
    WorkerPushedOff,
    WorkerReturned,
)

from .deals import MODULES as ALL_MODULES
from .random_play import MOODS, choose
from .scenario import GEARS, TEMPLES, parts, start

# --- What the engine tells while it carries out an action: all of it, and in the right order ------

GOODS = ("corn", "wood", "stone", "gold", "skulls")


def carry_out(dump: dict[str, Any], happening: Happening) -> None:
    """Change a position's dump as a happening says, without knowing any rule."""
    seat = getattr(happening, "seat", None)
    mine = dump["players"][seat] if seat is not None else {}
    match happening:
        case TilesKept():
            dump["phase"] = "play"
            mine |= {"tribe": happening.tribe, "wealth": [*happening.wealth]}
            mine |= {"workers": happening.workers, "available": happening.workers}
        case DummiesPlaced():
            for gear, space in happening.spaces:
                dump["gears"][gear][space] = "dummy"
        case TurnBegan():
            dump["turn_seat"] = seat
            assert dump["round"] == happening.round
        case WorkerPlaced():
            mine["available"] -= 1
            _put(dump, happening.place, happening.space, seat)
        case WorkerPickedUp():
            mine["available"] += 1
            assert dump["gears"][happening.gear][happening.space] == seat
            dump["gears"][happening.gear][happening.space] = None
        case WorkerReturned():
            mine["available"] += 1
            _put(dump, happening.place, happening.space, None)
        case WorkerPushedOff():
            mine["available"] += 1
            spaces = dump["gears"][happening.gear]
            spaces[max(space for space, who in enumerate(spaces) if who == seat)] = None
        case GoodsChanged():
            for kind in GOODS:
                mine[kind] += getattr(happening, kind)
            dump["bank_skulls"] -= happening.skulls
        case SkullPlaced():
            dump["skull_spaces"][happening.space - 1] = True
            dump["bank_skulls"] -= 1
        case PointsChanged():
            mine["points4"] += happening.points4
        case TempleMoved():
            mine["temples"][happening.temple] += happening.steps
            assert mine["temples"][happening.temple] == happening.step
            if happening.steps > 0 and happening.step == TOP[TEMPLES.index(happening.temple)]:
                mine["light_side"] = True
        case TechnologyMoved():
            mine["technologies"][happening.technology] += happening.levels
            assert mine["technologies"][happening.technology] == happening.level
        case WorkerGained():
            mine["workers"] += 1
            mine["available"] += 1
        case TileBuilt():
            mine["monuments" if happening.monument else "buildings"].append(happening.tile)
            dump["bank_skulls"] -= happening.skulls_kept
            if happening.monument:
                dump["monument_row"].remove(happening.tile)
            else:
                row = dump["building_row"]
                row[row.index(happening.tile)] = None
        case TileTornDown():
            mine["buildings"].remove(happening.tile)
        case JungleHarvested():
            tiles = dump["jungle"][str(happening.group)]
            if happening.burnt or happening.taken == "wood":
                tiles["wood"] -= 1
            if happening.taken == "corn":
                tiles["corn"] -= 1
            mine[f"{happening.taken}_tiles"] += 1
        case RowRefilled():
            dump["building_row"] = [*happening.row]
            dump["age1_left"], dump["age2_left"] = happening.age1_left, happening.age2_left
        case AgeChanged():
            dump["age"] = happening.age
        case FoodDayEnded():
            dump["food_days_held"] += 1
            assert dump["food_days_held"] == happening.number
        case StartingPlayerChanged():
            dump["first_seat"] = seat
        case CalendarCornChanged():
            dump["calendar_corn"] = happening.corn
        case CalendarTurned():
            for gear, teeth in zip(GEARS, TEETH, strict=True):
                dump["gears"][gear] = [
                    dump["gears"][gear][(space - happening.days) % teeth] for space in range(teeth)
                ]
            dump["tooth"], dump["round"] = happening.tooth, happening.round
            if seat is not None:
                mine["light_side"] = False
        case QuickTileTurned():
            dump["quick"]["tile"] = happening.tile
            if happening.tile:
                assert dump["quick"]["coming"].pop(0) == happening.tile
        case QuickTilesOpened():
            dump["quick"]["coming"] += happening.tiles
        case ProphecyBegan():
            dump["active_prophecy"] = happening.prophecy
        case GameEnded():
            dump["phase"], dump["active_prophecy"] = "finished", None
        case _:
            assert isinstance(
                happening,
                Begged | Fed | FoodDayBegan | Passed | QuickActionDone | RoundEnded
                | SpaceSkipped | TurnEnded,
            )  # fmt: skip


def _put(dump: dict[str, Any], place: str, space: int, who: int | None) -> None:
    if place == "start":
        dump["start_space"] = who
    elif place == "quick":
        dump["quick"]["spaces"][space] = who
    else:
        assert dump["gears"][place][space] is None
        dump["gears"][place][space] = who


@pytest.mark.parametrize("modules", [(), MODULES], ids=["base", "everything"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_happenings_account_for_every_difference(players: int, modules: Sequence[str]) -> None:
    seen: set[type[Happening]] = set()
    for seed in range(6):
        chance, mood = random.Random(seed), MOODS[seed % len(MOODS)]
        game = Game.new(players, modules=modules, seed=seed)
        shown = game.position()
        while game.pending:
            seat = chance.choice(game.pending).seat
            heard: list[Happening] = []
            game.play(seat, choose(chance, game.legal(seat), mood), heard.append)
            for happening in heard:
                carry_out(shown, happening)
                seen.add(type(happening))
            now = game.position()
            assert shown == now, heard
            shown = deepcopy(now)
    if modules and players > 2:
        rare = {DummiesPlaced, Passed, TileTornDown, SpaceSkipped}
        assert set(Happening.__args__) - seen <= rare


def test_a_listener_changes_nothing_and_is_forgotten() -> None:
    chance = random.Random(3)
    one = Game.new(4, modules=MODULES, seed=3)
    heard: list[Happening] = []
    while one.pending:
        other = one.copy()
        seat = one.pending[0].seat
        action = chance.choice(one.legal(seat))
        one.play(seat, action, heard.append)
        told = len(heard)
        copy = one.copy()
        if copy.pending:
            copy.play(copy.pending[0].seat, copy.legal()[0])
        assert len(heard) == told, "copies tell nobody"
        other.play(seat, action)
        assert len(heard) == told, "nor does a game that was played without a listener"
        assert other.position() == one.position()


def test_choices_stay_secret_until_all_have_kept() -> None:
    game, heard = Game.new(3, seed=1), list[Happening]()
    for decision in game.pending[:2]:
        game.play(decision.seat, game.legal(decision.seat)[0], heard.append)
    assert heard == []
    game.play(2, game.legal(2)[0], heard.append)
    assert [type(h) for h in heard[:3]] == [TilesKept] * 3


def test_a_turn_of_placing() -> None:
    heard: list[Happening] = []
    game = start({"players.0.corn": 9, "gears.tikal.0": "dummy"}).game
    game.play(0, "place tikal", heard.append)
    game.play(0, "place start", heard.append)
    assert heard == [
        WorkerPlaced(0, "tikal", 1, 1),
        GoodsChanged(0, "placing", corn=-1),
        WorkerPlaced(0, "start", 0, 1),
        GoodsChanged(0, "placing", corn=-1),
    ]


@pytest.mark.parametrize(("wood", "possible"), [(9, True), (0, False)])
def test_r175_a_quick_action_says_whether_it_can_be_done(wood: int, possible: bool) -> None:
    heard: list[Happening] = []
    goods = {"players.0.corn": 9, "players.0.wood": wood}
    game = start(parts(quick="qa1-technology") | goods).game
    game.play(0, "place quick", heard.append)
    game.play(0, "end", heard.append)
    assert QuickActionDone(0, "qa1-technology", possible) in heard


def test_a_space_that_is_skipped_is_named() -> None:
    heard: list[Happening] = []
    changes = {"players.0.corn": 9, "gears.tikal.0": "dummy"}
    game = start(parts(tribe="vacub-caquix") | changes).game
    game.play(0, "skip-space tikal", heard.append)
    assert heard == [SpaceSkipped(0, "tikal", 1)]


def test_a_worker_that_is_picked_up_says_what_it_brings() -> None:
    heard: list[Happening] = []
    game = start({"gears.palenque.4": 0, "players.0.corn": 5}).game
    for action in ("pick palenque 4", "do palenque 4"):
        game.play(0, action, heard.append)
    if game.pending[0].kind == "harvest":
        game.play(0, "wood", heard.append)
    assert heard[0] == WorkerPickedUp(0, "palenque", 4)
    assert heard[1] == GoodsChanged(0, "action", wood=3)
    assert heard[2] == JungleHarvested(0, 4, "wood", burnt=False)


def test_a_food_day_says_who_was_fed() -> None:
    heard: list[Happening] = []
    table = start(
        {"round": 7, "tooth": 7, "turn_seat": 1, "players.0.corn": 5, "players.1.corn": 9}
    )
    table.game.play(1, "place start", heard.append)
    table.game.play(1, "end", heard.append)
    assert [h for h in heard if isinstance(h, Fed)] == [Fed(0, 4, 2, 1, 3), Fed(1, 6, 3, 0, 0)]
    food = [(h.seat, h.corn) for h in heard if isinstance(h, GoodsChanged) and h.source == "food"]
    assert food == [(0, -4), (1, -6)]
    kinds = [type(h) for h in heard]
    assert kinds.index(TurnEnded) < kinds.index(FoodDayBegan) < kinds.index(FoodDayEnded)
    assert kinds.index(FoodDayEnded) < kinds.index(RoundEnded)


FOOD_DAY = {"round": 8, "tooth": 7, "first_seat": 1, "turn_seat": 0}
"""The last turn before the first food day, seat 0 to move."""


@pytest.mark.parametrize(
    ("changes", "place", "fed", "income"),
    [
        ({"players.0.corn": 9}, "place tikal", Fed(0, 6, 3, 0, 0), 0),
        ({"players.0.corn": 5}, "place tikal", Fed(0, 4, 2, 1, 3), 0),
        ({"players.0.corn": 0}, "place tikal", Fed(0, 0, 0, 3, 9), 0),
        (
            {"players.0.corn": 9, "players.0.buildings": ["a1-small-farm-1"]},
            "place tikal",
            Fed(0, 4, 3, 0, 0),
            0,
        ),
        (
            {"players.0.corn": 1, "modules": ["buildings"]}
            | {"players.0.buildings": ["x1-store-farm"]},
            "place tikal",
            Fed(0, 4, 2, 1, 3),
            3,
        ),
        ({"calendar_corn": 5}, "place start", Fed(0, 4, 2, 1, 3), 0),
    ],
)
def test_what_was_paid_and_who_went_hungry(
    changes: dict[str, Any], place: str, fed: Fed, income: int
) -> None:
    table = start(FOOD_DAY | changes).play(0, place)
    before = table.game.snapshot()
    step = table.game.step(0, "end")
    assert step.position.food_days_held == 1
    assert [h for h in step.happenings if isinstance(h, Fed) and h.seat == 0] == [fed]
    corn = {
        h.source: h.corn
        for h in step.happenings
        if isinstance(h, GoodsChanged) and h.seat == 0 and h.corn
    }
    assert corn.get("food", 0) == -fed.corn
    assert corn.get("income", 0) == income
    assert corn.get("calendar", 0) == changes.get("calendar_corn", 0)
    assert step.position.players[0].corn == before.players[0].corn + sum(corn.values())


# --- What is noted of a game: the same as its record, its end and its points by source say --------


def whole_game(players: int, seed: int, modules: list[str]) -> Game:
    """A random game to its end."""
    chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        seat = game.pending[0].seat
        game.play(seat, choose(chance, game.legal(seat), MOODS[seed % len(MOODS)]))
    return game


def facts_of(game: Game) -> GameFacts:
    """The facts of a game that is over."""
    record = game.record()
    facts = game_facts(record["setup"], [(seat, action) for seat, action in record["actions"]])
    assert facts is not None
    return facts


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_facts_are_what_the_end_and_the_log_say(players: int) -> None:
    game = whole_game(players, players, list(ALL_MODULES) if players != 3 else [])
    facts, last, record = facts_of(game), game.snapshot(), game.record()

    assert (facts.modules, facts.prophecies) == (last.modules, last.prophecies)
    for seat, own in enumerate(facts.seats):
        player = last.players[seat]
        for name in ("tribe", "technologies", "temples", "monuments", "buildings", "workers"):
            assert getattr(own, name) == getattr(player, name), name
        picked = [action.split()[1] for who, action in record["actions"]
                  if who == seat and action.startswith("pick ")]  # fmt: skip
        assert dict(own.gears) == {gear: picked.count(gear) for gear in GEARS if gear in picked}
    assert [(own.place, own.points4, own.on_gears) for own in facts.seats] == [
        (row["place"], row["points4"], row["workers_on_gears"])
        for row in sorted(game.standings(), key=lambda row: row["seat"])
    ]
    assert sum(own.turns for own in facts.seats) == facts.rounds * players


@pytest.mark.parametrize("players", [2, 4])
def test_gains_add_up_to_the_points_and_to_each_round(players: int) -> None:
    game = whole_game(players, 11 + players, list(ALL_MODULES))
    facts, record = facts_of(game), game.record()
    history = points_history(
        record["setup"], [(seat, action) for seat, action in record["actions"]]
    )
    assert facts.rounds == len(history.food_days)
    for own, points in zip(facts.seats, history.seats, strict=True):
        sources = dict(points.sources)
        for source in {source for source, _, _ in own.gains} | sources.keys():
            gained = sum(n for of, _, n in own.gains if of == source)
            assert gained == sources.get(source, 0), source
        so_far = points.line[0]
        for number in range(1, facts.rounds + 1):
            so_far += sum(n for _, in_round, n in own.gains if in_round == number)
            assert so_far == points.line[number]
        at_the_end = sum(n for _, in_round, n in own.gains if in_round == THE_END)
        assert so_far + at_the_end == own.points4


def test_opening_is_the_first_turn_with_workers_on_gears() -> None:
    game = whole_game(4, 21, [])
    record = game.record()
    again, turns = Game.from_setup(record["setup"]), [list[str]() for _ in range(4)]
    openings: list[tuple[str, ...] | None] = [None] * 4
    for seat, action in record["actions"]:
        again.play(seat, action)
        match action.split():
            case ["place", gear] if gear in GEARS:
                turns[seat].append(gear)
        if again.turn_over(seat):
            if turns[seat] and openings[seat] is None:
                openings[seat] = tuple(sorted(turns[seat], key=list(GEARS).index))
            turns[seat] = []
    assert [own.opening for own in facts_of(game).seats] == openings
    assert all(openings)


def test_a_game_that_goes_on_has_no_facts() -> None:
    record = whole_game(2, 5, []).record()
    actions = [(seat, action) for seat, action in record["actions"]]
    assert game_facts(record["setup"], actions[:-1]) is None


# --- Feats: what each seat did in a game, held against the game itself ----------------------------


def played(seed: int) -> Game:
    """A whole random game."""
    game = Game.new(2 + seed % 4, modules=MODULES if seed % 2 else (), seed=seed)
    chance = random.Random(seed)
    while game.pending:
        seat, _ = chance.choice(game.pending)
        game.play(seat, choose(chance, game.legal(seat), MOODS[seed % 3]))
    return game


def test_counts_agree_with_the_log_and_the_end() -> None:
    seen: set[str] = set()
    for seed in range(9):
        game = played(seed)
        actions = [(seat, action) for seat, action in game.record()["actions"]]
        done = feats(game.setup, actions)
        assert done is not None
        last = game.snapshot()
        for seat, (count, player) in enumerate(zip(done, last.players, strict=True)):
            own = [action for who, action in actions if who == seat]
            assert count.get("begged", 0) == own.count("beg")
            assert count.get("passed", 0) == own.count("pass")
            assert count.get("double_days", 0) == own.count("advance 2")
            assert count.get("placed_start", 0) == own.count("place start")
            assert count.get("picked_tikal", 0) == sum(a.startswith("pick tikal") for a in own)
            assert count.get("buildings", 0) == len(player.buildings)
            assert count.get("corn_left", 0) == player.corn
            assert all(n for n in count.values())
            seen |= {*count}
        assert sum(bool(count.get("won")) for count in done) >= 1
        assert sum(count.get("skulls_placed", 0) for count in done) == sum(last.skull_spaces)
    assert {"hungry", "climbed_chaac", "fell", "most_picked", "trades", "levels"} <= seen


def test_a_game_that_goes_on_has_none() -> None:
    assert feats(Game.new(2, seed=1).setup, []) is None
