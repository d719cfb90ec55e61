"""Versions of the rules: that a game is played by its own, and the engine beside a second, naive
implementation of what version 2 changed."""

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.state import LATEST

from .deals import NEW_AGE_1, QUICK_1, QUICK_2
from .naive_rules import (
    TILES,
    Built,
    Hand,
    Learned,
    Learner,
    buildings,
    quick_offered,
    quick_tiles_shown,
    steps,
    tracks_offered,
)
from .random_play import MOODS, choose
from .scenario import GEARS, TEMPLES, TRACKS, parts, start

# --- Versions of the rules: how a game names its own, and that it is played by that one -----------
# What a later version leaves alone is held by the playthroughs, which name no version: they are of
# the first one for ever.


def test_a_new_game_of_the_first_version_does_not_say_so() -> None:
    game = Game.new(5, modules=MODULES, seed=1)
    assert game.rules_version == 1
    assert "rules" not in game.setup
    assert "rules" not in game.record()["setup"]
    assert "rules" not in Game.from_setup({**game.setup, "rules": 1}).setup
    assert Game.from_setup(game.setup).setup == game.setup


def test_a_game_of_another_version_says_so(version_99: int) -> None:
    setup = {**Game.new(3, modules=["quick_actions"], seed=1).setup, "rules": version_99}
    game = Game.from_setup(setup)
    for one in (game, game.copy(), Game.replay(game.record())):
        assert one.setup == setup
        assert one.rules_version == version_99


def test_a_game_from_a_position_has_a_version_too(version_99: int) -> None:
    first, other = start({}).game, start({"rules": version_99}).game
    assert set(first.setup) == {"position"}
    assert set(other.setup) == {"position", "rules"}
    assert "rules" not in other.setup["position"]
    assert first.position() == other.position()
    for game in (other, Game.from_setup(other.setup), Game.replay(other.record())):
        assert game.rules_version == version_99


def test_a_turn_looked_ahead_to_is_of_the_same_version(version_99: int) -> None:
    for version in (LATEST.version, version_99):
        ahead = start({"rules": version}).game.next_turn(1)
        assert ahead is not None
        assert ahead.rules_version == version


@pytest.mark.parametrize("version", [0, 99, "1", None])
def test_other_versions_are_refused(version: Any) -> None:
    game = Game.new(2, seed=1)
    with pytest.raises(ValueError, match="not known"):
        Game.from_setup({**game.setup, "rules": version})
    with pytest.raises(ValueError, match="not known"):
        start({"rules": version})


# --- The engine beside a second, naive implementation of what version 2 of the rules changed ------

HANDS = list(product(range(3), repeat=3))
TECHNOLOGY, BUILD = "qa1-technology", "qa1-build"
SCHOOLS = {
    "a1-field-school": "agriculture",
    "a1-mine-school": "extraction",
    "a1-mason-shrine": "architecture",
}
TOPS = {"players.1.temples": {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}}
BELOW = {"players.0.temples": {"chaac": 5, "quetzalcoatl": 7, "kukulkan": 6}}
Changes = dict[str, Any]


def learners(chance: random.Random, *, itzamna: bool) -> Iterator[tuple[Learner, Changes]]:
    """Every small hand with some levels, and the position for it."""
    for hand in HANDS:
        levels = tuple(chance.choice((0, 1, 2, 3, 3, 3)) for _ in TRACKS)
        shortage = chance.random() < 0.75
        dead = frozenset(bonus for bonus in ("agriculture", "theology") if chance.random() < 0.3)
        changes = parts(
            tribe="itzamna" if itzamna else None,
            prophecy="teacher-shortage" if shortage else "hunger",
            quick=TECHNOLOGY,
        )
        changes |= {"players.0.corn": 5, "players.1.corn": 9}
        changes |= holding(hand)
        changes["players.0.technologies"] = dict(zip(TRACKS, levels, strict=True))
        if "agriculture" in dead:
            changes |= TOPS | BELOW
        if "theology" in dead:
            changes["bank_skulls"] = 0
        yield Learner(hand, levels, itzamna, shortage, dead), changes  # type: ignore[arg-type]


def holding(hand: Hand) -> Changes:
    """These blocks in front of seat 0."""
    return dict(zip(("players.0.wood", "players.0.stone", "players.0.gold"), hand, strict=True))


def hand_of(position: Mapping[str, Any]) -> Hand:
    """The blocks of seat 0."""
    me = position["players"][0]
    return me["wood"], me["stone"], me["gold"]


def levels_of(position: Mapping[str, Any]) -> tuple[int, ...]:
    """The technology levels of seat 0."""
    return tuple(position["players"][0]["technologies"][track] for track in TRACKS)


def ends(game: Game) -> Iterator[Game]:
    """The game after every way to answer seat 0's questions of a step, its payment and its kind of
    bonus."""
    if game.kind_asked(0) not in ("action", "tech", "pay", "bonus"):
        yield game
        return
    for action in game.legal(0):
        then = game.copy()
        then.play(0, action)
        yield from ends(then)


def learned(before: Mapping[str, Any], game: Game) -> Learned:
    """What came of a step by the engine."""
    position, gains, bonus = game.position(), 0, None
    hand, old, new = hand_of(position), before["players"][0], position["players"][0]
    copy = game.copy()
    while copy.kind_asked(0) == "gain":
        copy.play(0, "gain wood")
        gains += 1
    if gains:
        bonus = "extraction"
    elif new["points4"] != old["points4"]:
        assert new["points4"] - old["points4"] == 12
        bonus = "architecture"
    elif new["skulls"] != old["skulls"]:
        bonus = "theology"
    elif game.kind_asked(0) == "up" or new["temples"] != old["temples"]:
        bonus = "agriculture"
    return Learned(hand, levels_of(position), bonus, gains)  # type: ignore[arg-type]


@pytest.mark.parametrize("itzamna", [False, True])
def test_a_paid_step(itzamna: bool) -> None:
    chance, seen = random.Random(f"paid {itzamna}"), 0
    for _ in range(3):
        for who, changes in learners(chance, itzamna=itzamna):
            table = start(changes | {"gears.tikal.1": 0})
            before = table.game.position()
            game = table.play(0, "pick tikal 1").game
            wanted = steps(who) | {Learned(who.hand, who.levels)}
            assert {learned(before, end) for end in ends(game)} == wanted, who
            seen += any(one.gains == 1 for one in wanted)
    assert seen > 1, "the tax never came off a bonus"


@pytest.mark.parametrize("itzamna", [False, True])
def test_a_step_by_a_quick_action(itzamna: bool) -> None:
    chance = random.Random(f"quick {itzamna}")
    for _ in range(3):
        for who, changes in learners(chance, itzamna=itzamna):
            table = start(changes)
            before = table.game.position()
            game = table.play(0, "place quick", "end").game
            wanted, tracks = steps(who), tracks_offered(who)
            assert (game.kind_asked(0) == "tech") == bool(tracks), who
            if tracks:
                assert game.legal(0) == [*(f"advance {track}" for track in tracks), "decline"]
            assert {learned(before, end) for end in ends(game)} == wanted | {
                Learned(who.hand, who.levels)
            }, who


def with_price(hand: Hand, tile: str) -> Hand:
    """The hand with the price of a building more."""
    cost = TILES[tile]["cost"]
    wood, stone, gold = hand
    return (
        wood + cost.get("wood", 0),
        stone + cost.get("stone", 0),
        gold + cost.get("gold", 0),
    )


@pytest.mark.parametrize("tile", [*SCHOOLS, "a2-scholar-shrine"])
@pytest.mark.parametrize("itzamna", [False, True])
def test_free_steps(tile: str, itzamna: bool) -> None:
    chance = random.Random(f"free {itzamna} {tile}")
    tracks = (SCHOOLS[tile],) if tile in SCHOOLS else TRACKS
    for who, changes in learners(chance, itzamna=itzamna):
        row = {"building_row": [tile, *[None] * 5]}
        changes |= row | holding(with_price(who.hand, tile)) | {"quick.tile": BUILD}
        game = start(changes).play(0, "place quick", "end", f"build {tile}").game
        before, offered = game.position(), tracks_offered(who, tracks, free=True)
        if who.teacher_shortage:
            assert (game.kind_asked(0) == "tech") == bool(offered), who
        if game.kind_asked(0) == "tech":
            decline = ["decline"] * who.teacher_shortage
            assert game.legal(0) == [*(f"advance {track}" for track in offered), *decline]
        if tile in SCHOOLS:
            wanted = steps(who, tracks, free=True)
            if not wanted or who.teacher_shortage:
                wanted.add(Learned(who.hand, who.levels))
            if who.teacher_shortage:  # else the step was made together with the building
                assert {learned(before, end) for end in ends(game)} == wanted, who


def test_two_free_steps_one_after_the_other() -> None:
    """The blocks that the first brings pay the tax of the second."""
    chance, seen = random.Random("two"), 0
    for who, changes in learners(chance, itzamna=False):
        if not who.teacher_shortage:
            continue
        tile = "a2-scholar-shrine"
        row = {"building_row": [tile, *[None] * 5]}
        changes |= row | holding(with_price(who.hand, tile)) | {"quick.tile": BUILD}
        game = start(changes).play(0, "place quick", "end", f"build {tile}").game
        if "advance extraction" not in game.legal(0) or who.levels[1] < 3:
            continue
        game.play(0, "advance extraction")
        while game.kind_asked(0) in ("pay", "gain"):
            game.play(0, game.legal(0)[0])
        hand = hand_of(game.position())
        assert sum(hand) == max(sum(who.hand) - 1, 0) + (2 if any(who.hand) else 1)
        then = Learner(hand, who.levels, teacher_shortage=True, dead=who.dead)
        offered = tracks_offered(then, free=True)
        assert game.legal(0) == [*(f"advance {track}" for track in offered), "decline"]
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("crowded", [False, True])
def test_a_building_by_a_quick_action(crowded: bool) -> None:
    chance = random.Random(f"build {crowded}")
    rows = [
        tile for tile in TILES if TILES[tile]["age"] == 1 and "skulls" not in TILES[tile]["cost"]
    ]
    for corn, hand in product((1, 2), HANDS):
        row = chance.sample(rows, 4)
        own = [tile for tile in chance.sample(NEW_AGE_1, 2) if tile not in row]
        changes = parts(prophecy="crowded-cities" if crowded else "hunger", quick=BUILD)
        changes["modules"] = ["prophecies", "buildings", "quick_actions"]
        changes |= {"players.0.corn": corn, "players.1.corn": 9, "players.0.buildings": own}
        changes |= {"building_row": [*row, None, None], **holding(hand)}
        game = start(changes).offers(0, "place quick").play(0, "place quick", "end").game
        wanted = buildings(hand, corn - 1, row, own, crowded_cities=crowded)
        assert (game.kind_asked(0) == "build") == bool(wanted), (hand, row)
        if not wanted:
            assert game.position()["players"][0]["corn"] == corn - 1
            continue
        tiles = sorted({f"build {one.tile}" for one in wanted})
        assert game.legal(0) == [*tiles, "decline"], (hand, row)
        found = set()
        for action in tiles:
            built = game.copy()
            built.play(0, action)
            found |= set(ways_built(built, action.removeprefix("build "), own))
        assert found == wanted, (hand, row, own)
        game.play(0, "decline")
        assert hand_of(game.position()) == hand
        assert game.position()["players"][0]["corn"] == corn - 1


def ways_built(game: Game, tile: str, own: list[str]) -> Iterator[Built]:
    """Every way the engine lets a chosen building be paid; goods it gives at once are taken off."""
    if tile not in game.position()["players"][0]["buildings"]:
        for action in game.legal(0):
            then = game.copy()
            then.play(0, action)
            yield from ways_built(then, tile, own)
        return
    me = game.position()["players"][0]
    gained: dict[str, int] = {}
    for effect in TILES[tile]["effects"]:
        if effect["type"] == "gain":
            gained = effect["resources"]
    hand = tuple(me[kind] - gained.get(kind, 0) for kind in ("wood", "stone", "gold"))
    torn = [one for one in own if one not in me["buildings"]]
    yield Built(tile, torn[0] if torn else None, hand)  # type: ignore[arg-type]


def test_where_a_quick_action_may_be_used() -> None:
    chance, pitied = random.Random("quick space"), 0
    for _ in range(400):
        changes = parts(quick=chance.choice(QUICK_1), prophecy="high-floodwaters")
        changes["quick.tile"] = chance.choice([*QUICK_1, None])
        changes["quick.spaces"] = [chance.choice([None, None, "dummy", 1]) for _ in range(3)]
        if changes["quick.spaces"].count(1) > 1:
            continue
        changes["players.0.corn"] = chance.choice([0, 0, 0, 1, 2, 6])
        changes["players.0.temples"] = dict.fromkeys(TEMPLES, chance.choice([0, 0, 1]))
        changes |= chance.choice([{}, {"start_space": 1}, {"start_space": 1}])
        changes |= {"first_seat": 1, "turn_seat": 0, "players.1.workers": 6}
        for gear in GEARS:
            for space in range(chance.choice([0, 1, 1, 2])):
                changes[f"gears.{gear}.{space}"] = "dummy"
        if chance.random() < 0.2:
            changes["gears.uxmal.3"] = 0
        changes |= {"active_prophecy": chance.choice(["high-floodwaters", "hunger"])}
        changes["prophecies"] = [changes["active_prophecy"], "drought", "crowded-cities"]
        game = start(changes).game
        position = game.position()
        assert ("place quick" in game.legal(0)) == quick_offered(position, 0), changes
        pitied += "place quick" in game.legal(0) and position["players"][0]["corn"] == 0
    assert pitied > 10


@pytest.mark.parametrize("seed", range(6))
def test_quick_tiles_that_lie_open(seed: int) -> None:
    chance = random.Random(seed)
    game = Game.new(2 + seed % 4, modules=["quick_actions"], seed=seed)
    tiles = [*game.setup["quick_age1"], *game.setup["quick_age2"]]
    assert sorted(tiles) == sorted(QUICK_1 + QUICK_2)
    while not game.finished:
        position = game.position()
        shown = quick_tiles_shown(tiles, position["tooth"], position["food_days_held"])
        assert (position["quick"]["tile"], position["quick"]["coming"]) == shown
        seat = game.pending[0].seat
        game.play(seat, choose(chance, game.legal(seat), MOODS[seed % 3]))
