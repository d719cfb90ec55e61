"""What a computer advises, in words: whole turns, the first tiles, and why the best turn of a
puzzle is better."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest

from bot.ai.advice import advise
from bot.ai.limits import Budget
from bot.engine import Game
from bot.engine import happenings as happened
from bot.engine.components import MODULES, MONUMENTS, TEMPLES, WEALTH
from bot.engine.happenings import GoodsChanged
from bot.engine.position import Position
from bot.model.computers import Advised, Ahead, Better, Food, PickedUp
from bot.model.server import LANGUAGES
from bot.notation.position_line import read_position
from bot.tables import practice
from bot.text.advice import (
    SOON,
    comparison,
    differences,
    first_reason,
    first_tiles_lines,
    known,
    prepared_by,
    reason_words,
    way_lines,
)
from bot.text.names import step_called, technology_name, temple_name, tile_name
from bot.text.translation import translator
from tests.ai.planning import turns_of_games
from tests.cogs.conftest import with_long

# --- What a computer advises, in words ------------------------------------------------------------

ENGLISH = translator("en")
TILES = tuple(MONUMENTS)[:3]
NAMES = [tile_name(ENGLISH, tile) for tile in TILES]
CORN = GoodsChanged(0, "action", corn=5)
WORKER = PickedUp("palenque", 3, (CORN,))
SAME = "Just as good as the turn above"
IDLE = PickedUp("tikal", 1, ())


def about(number: int = 1, **what: object) -> list[str]:
    """The lines about a way that begins with a worker on Palenque."""
    game, seat = next(turns_of_games(2, (), seed=1, every=3))
    way = Advised((game.legal(seat)[0], "end"), 20.0, **what)  # type: ignore[arg-type]
    return way_lines(ENGLISH, game, seat, way, number)[1]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({}, []),
        ({"certain": 3.6}, ["Now: 4 points better off"]),
        ({"certain": 0.75}, ["Now: 1 point better off"]),
        ({"certain": -2.0}, []),
        ({"leads": ("chaac", "kukulkan")}, ["Now: the lead on Chaac and Kukulkan"]),
        ({"food": Food(2, 0, 3, 0)}, ["Now: enough corn for the food day"]),
        ({"food": Food(2, 4, 0, 6)}, ["Now: 4 corn short for the food day: −6 points"]),
        ({"food": Food(2, 1, 0, 1)}, ["Now: 1 corn short for the food day: −1 point"]),
        ({"food": Food(7, 4, 0, 6)}, []),
        ({"food": Food(1, 0, 0, 0)}, []),
        ({"begging": 2}, ["Now: begging: −2 points at the end of the age"]),
        ({"payable": TILES[:1]}, ["Now: enough to pay for " + NAMES[0]]),
        ({"payable": TILES}, [f"Now: enough to pay for {NAMES[0]} / {NAMES[1]}"]),
        (
            {"certain": 2.0, "leads": ("chaac",)},
            ["Now: 2 points better off; the lead on Chaac"],
        ),
        ({"ahead": (Ahead((IDLE, WORKER), ()),) * 2}, ["Next turn: Palenque 3 (+5 corn)"]),
        ({"ahead": (Ahead((), ("tikal",)),)}, ["Next turn: placing on Tikal"]),
        (
            {"ahead": (Ahead((), ("tikal", "start")), Ahead((WORKER,), ()))},
            [
                "Next turn: placing on Tikal and Start",
                "In two turns: Palenque 3 (+5 corn)",
            ],
        ),
        ({"ahead": (Ahead((IDLE,), ()),)}, []),
        (
            {"ahead": (Ahead((WORKER,) * 4, ()),)},
            ["Next turn: " + "Palenque 3 (+5 corn), " * 3 + "…"],
        ),
    ],
)
def test_each_reason(what: dict[str, object], said: list[str]) -> None:
    assert [line.replace("\u00a0", " ") for line in about(**what)] == said


def test_how_far_a_way_is_behind() -> None:
    assert about(1, behind=0.0) == []
    assert about(2, behind=0.99) == [SAME]
    end, hungry = "at the end of the game than with the first", "but more of your workers go hungry"
    assert about(2, behind=0.6, place=2) == [f"About 1 point less {end}"]
    assert about(2, behind=1.2, place=2) == [f"About 1 point less {end}"]
    assert about(3, behind=5.6, place=3) == [f"About 6 points less {end}"]
    assert about(2, behind=-1.2, place=2) == [f"About 1 point more {end}, {hungry}"]
    assert about(3, behind=-5.6, place=3) == [f"About 6 points more {end}, {hungry}"]
    assert about(3, behind=5.6, place=2) == about(3, behind=0.4) == [SAME]


def test_each_of_several_turns_has_a_number_of_its_own() -> None:
    game, seat = next(turns_of_games(2, (), seed=1, every=3))
    action = game.legal(seat)[0]
    for place in (1, 2):
        way = Advised((action, "end"), 20.0, place=place, behind=3.0 * (place - 1))
        assert way_lines(ENGLISH, game, seat, way, 3)[0].startswith("**3.** ")


def test_what_closes_a_turn_is_not_prepared() -> None:
    assert prepared_by(Advised(("place tikal", "end"), 0.0)) == ("place tikal",)
    assert prepared_by(Advised(("place quick", "end", "corn"), 0.0))[-1] == "corn"
    assert prepared_by(Advised(("advance 1",), 0.0)) == ("advance 1",)


# --- Advice on the first tiles: a sentence for every tile there is --------------------------------


def test_every_tile_has_a_reason_of_one_sentence() -> None:
    for pair in combinations(WEALTH, 2):
        said = first_tiles_lines(ENGLISH, pair, tribes=False)
        assert len(said) == 4
        for tile, line in zip(pair, said[2:], strict=True):
            assert line.startswith(f"- {tile_name(ENGLISH, tile)}: ")
            assert line.endswith(".")
            assert line.count(".") == 1


def test_tribes_are_left_to_people() -> None:
    said = first_tiles_lines(ENGLISH, ["pal-1", "yax-1"], tribes=True)
    assert any("Tribes" in line for line in said)


# --- Why the best turn of a puzzle is better than another -----------------------------------------
# Said of both turns, from the same facts.

SOURCE = translator("en")


def pairs() -> Iterator[tuple[Game, int, Advised, Advised]]:
    """The best turn of each puzzle that comes with the program, beside each of its others."""
    for _, one in practice.shipped():
        position = read_position(one.position)
        begun = Game.from_position({"rules": one.rules, **position.dump()})
        for other in one.ways[1:]:
            yield begun, position.turn_seat, one.ways[0], other


def test_no_reason_is_true_of_both_turns() -> None:
    for begun, seat, best, other in pairs():
        one, two = known(begun, seat, (best, other))
        assert one.turns == two.turns, "looked at equally far"
        more, less = differences(one, two), differences(two, one)
        assert not {*more} & {*less}
        for kind in more:
            assert one.worth()[kind] > two.worth()[kind]


def test_every_page_has_a_reason_that_names_both_turns() -> None:
    for begun, seat, best, other in pairs():
        for own, names in ((False, ("he best turn", "ours")), (True, ("our turn", "next best"))):
            gain, *rest = comparison(SOURCE, begun, seat, best, other, own=own)
            assert all(name in gain for name in names), gain
            assert "food day" not in gain or best.food != other.food, "an absolute"
            for line in rest:
                both = line.startswith("Both turns leave you")
                assert both == (not line.startswith("The downside: ")), line
                if both:
                    assert best.food == other.food and best.food and best.food.missing
                else:
                    assert all(name in line for name in ("turn", names[1][1:])), line


def test_a_turn_beside_itself_has_no_reason_of_its_own() -> None:
    """What is said of the better turn is never said of the other one in the same words."""
    for begun, seat, best, other in pairs():
        there = comparison(SOURCE, begun, seat, best, other, own=False)
        back = comparison(SOURCE, begun, seat, other, best, own=False)
        assert there[0] != back[0]


def test_the_order_of_turns_does_not_change_what_is_known() -> None:
    for begun, seat, best, other in list(pairs())[::10]:
        found = {order: known(begun, seat, order) for order in permutations((best, other))}
        assert found[best, other] == found[other, best][::-1]


def test_reasons_are_told_in_every_language() -> None:
    begun, seat, best, other = next(pairs())
    said = {
        tuple(comparison(translator(one), begun, seat, best, other, own=False)) for one in LANGUAGES
    }
    assert len(said) == len(LANGUAGES)


# --- The coach: every number in a reason is true, and none speaks against the better turn -------

Facts = Counter[str]
"""What is true of a turn, by name: goods, points and so on, and 1 for what it has at all."""
WORTH = {"corn": 1, "wood": 2, "stone": 3, "gold": 4}
"""In corn, by the rules of the market."""
PIECE = {
    r"(\d+) (corn|wood|stone|gold|skull)s?": lambda n, good: {good: int(n)},
    r"([+−])(\d+) points?": lambda sign, n: {"points": -int(n) if sign == "−" else int(n)},
    r"([+−])(\d*)([¼½¾]) points?": lambda sign, n, part: {
        "points": (int(n or 0) + "¼½¾".index(part) / 4 + 0.25) * (-1 if sign == "−" else 1)
    },
    r"\+(\d+) workers?": lambda n: {"worker": int(n)},
    r"nothing": dict,
}  # fmt: skip
"""A piece of a sentence, and what it says of a turn."""


def said(words: str) -> Facts:
    """What a part of a sentence says, read without the program's help."""
    found = Facts()
    for piece in re.split(", | and ", words.replace("\u00a0", " ")):
        for pattern, read in PIECE.items():
            if match := re.fullmatch(pattern, piece):
                found.update(read(*match.groups()))
                break
        else:
            found[piece] += 1
    return found


def played(begun: Game, seat: int, way: Advised, turns: int) -> tuple[Facts, Position, Facts]:
    """What a turn and the next `turns` of its plan bring, counted one happening after another; the
    position after the turn; and the goods that workers of the plan bring."""
    game, told = begun.copy(), list[happened.Happening]()
    for action in way.actions:
        if action == "end":
            break
        game.play(seat, action, told.append)
    later = [h for one in way.ahead[:turns] for worker in one.picked for h in worker.happened]
    brought, goods = Facts(), Facts()
    steps, tops, levels = Facts(), dict[str, int](), dict[str, int]()
    for number, one in enumerate([*told, *later]):
        if getattr(one, "seat", seat) != seat:
            continue
        match one:
            case happened.GoodsChanged():
                brought["skull"] += max(0, one.skulls)
                if number >= len(told):
                    goods.update({kind: max(0, getattr(one, kind)) for kind in WORTH})
            case happened.PointsChanged():
                brought["points"] += one.points4 / 4  # type: ignore[assignment]
            case happened.WorkerGained():
                brought["worker"] += 1
            case happened.TileBuilt():
                brought[tile_name(ENGLISH, one.tile)] += 1
            case happened.TempleMoved():
                steps[one.temple] += one.steps
                tops[one.temple] = one.step
            case happened.TechnologyMoved():
                levels[one.technology] = one.level
    for temple, n in steps.items():
        if n:
            old, new = step_called(temple, tops[temple] - n), step_called(temple, tops[temple])
            brought[f"{temple_name(ENGLISH, temple)} {old} → {new}"] = 1
            brought["steps"] += n
            brought["down"] += min(0, n)
    for track, level in levels.items():
        brought[f"{technology_name(ENGLISH, track)} level {level}"] = 1
    return brought, game.snapshot(), goods


def _loses(piece: str) -> bool:
    """Whether a piece is of steps down."""
    found = re.fullmatch(r".* (−?\d+) → (−?\d+)", piece)
    old, new = (int(n.replace("−", "-")) for n in found.groups()) if found else (0, 0)
    return old > new


BRINGS = re.compile(
    r"The best turn (brings|builds) (.*) (at once|by the next turn|within two turns); "
    r"yours (?:brings|builds) (.*)\."
)
LEAVES = re.compile(r"The best turn leaves (.*); yours leaves (.*)\.")
LEADS = re.compile(r"The best turn takes the lead on (.*); yours (?:takes it on (.*)|does not)\.")
COSTS = re.compile(
    r"Yours costs (points|steps on temples) \((.*)\); "
    r"the best turn (?:does not|costs fewer \((.*)\))\."
)
SHORT = re.compile(
    r"Yours is (\d+) corn short for the food day \((.*)\); the best turn is (\d+) corn short "
    r"\((.*)\)\.|The best turn leaves enough corn for the food day; yours is (\d+) corn short "
    r"\((.*)\)\."
)
WHEN = ("at once", "by the next turn", "within two turns")


def check_reason(line: str, begun: Game, seat: int, why: Better) -> str:
    """Hold a reason against the position; return what kind of reason it is."""
    ways = (why.better, why.played)
    turns = min(len(way.ahead) for way in ways)
    (mine, after, goods), (theirs, other_after, other_goods) = (
        played(begun, seat, way, turns) for way in ways
    )
    line = line.replace("\u00a0", " ")
    if found := BRINGS.fullmatch(line):
        assert found[3] == WHEN[turns]
        one, two = said(found[2]), said(found[4])
        names = set(one) | set(two)
        assert names, "nothing against nothing"
        if names <= {*WORTH}:
            assert {n: goods[n] for n in WORTH if goods[n]} == dict(one), line
            assert {n: other_goods[n] for n in WORTH if other_goods[n]} == dict(two), line
            assert sum(n * WORTH[g] for g, n in one.items()) > sum(
                n * WORTH[g] for g, n in two.items()
            ), line
            return "goods"
        for told, true in ((one, mine), (two, theirs)):
            assert all(true[name] == n for name, n in told.items()), (line, true)
        if names <= {"points", "worker", "skull"}:
            [name] = names
            assert mine[name] > theirs[name], line
            return name
        assert not any(map(_loses, one)) and "(−" not in found[2], "a loss is named as the reason"
        if any("→" in name for name in names):
            assert mine["steps"] > theirs["steps"], line
            return "temples"
        assert len(one) >= len(two) or found[1] == "builds", line
        return "tiles" if found[1] == "builds" else "technologies"
    if found := LEAVES.fullmatch(line):
        one, two = (position.players[seat].goods for position in (after, other_after))
        apart = [good for good in WORTH if one[good] != two[good]]
        for words, held in ((found[1], one), (found[2], two)):
            assert dict(said(words)) == {good: held[good] for good in apart}, line
        assert sum(WORTH[good] * (one[good] - two[good]) for good in apart) > 0, line
        return "kept"
    if found := LEADS.fullmatch(line):
        for words, position in ((found[1], after), (found[2] or "", other_after)):
            steps = {t: [one.temples[t] for one in position.players] for t in TEMPLES}
            leads = {t for t in TEMPLES if steps[t].count(max(steps[t])) == 1}
            tops = {temple_name(ENGLISH, t) for t in leads if steps[t][seat] == max(steps[t])}
            assert set(filter(None, re.split(", | and ", words))) <= tops, line
        return "leads"
    if found := COSTS.fullmatch(line):
        name = "points" if found[1] == "points" else "down"
        assert theirs[name] < 0 and theirs[name] < mine[name] <= 0, line
        assert (mine[name] < 0) == bool(found[3]), line
        if name == "down":
            for words, true in ((found[2], theirs), (found[3] or "nothing", mine)):
                assert all(true[climb] for climb in said(words)), line
                assert sum(map(_loses, said(words))) == len(said(words)), line
        return f"{name} lost"
    if found := SHORT.fullmatch(line):
        missing, lost = int(found[1] or found[5]), found[2] or found[6]
        assert why.played.food and missing == why.played.food.missing, line
        assert why.better.food and int(found[3] or 0) in (why.better.food.missing, 0), line
        assert said(lost)["points"] == -why.played.food.lost, line
        assert why.better.food.lost < why.played.food.lost, line
        assert why.better.food.rounds <= SOON
        return "food"
    assert line == "The best turn takes the starting space; yours does not.", line
    assert "place start" in why.better.actions and "place start" not in why.played.actions
    return "start"


def beginnings(seats: int, modules: tuple[str, ...], seed: int) -> Iterator[tuple[Game, int]]:
    """The beginnings of every third turn of a game played at random."""
    chance, game, turns, fresh = Random(seed), Game.new(seats, modules=modules, seed=seed), 0, True
    while game.pending:
        asked = game.pending[0]
        if asked.kind == "turn" and fresh:
            turns += 1
            if not turns % 3:
                yield game, asked.seat
        game.play(asked.seat, chance.choice(game.legal(asked.seat)))
        fresh = game.turn_over(asked.seat)


@pytest.mark.parametrize("seed", with_long([1], range(2, 8)))
@pytest.mark.parametrize("modules", [(), MODULES], ids=["base", "expansion"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_number_in_a_reason_of_the_coach_and_of_a_hint_is_true(
    seats: int, modules: tuple[str, ...], seed: int
) -> None:
    kinds, hints = Counter[str](), 0
    for begun, seat in beginnings(seats, modules, seed):
        ways = advise(begun.snapshot(), seat, "turn", (), "master", Budget(400))
        for one, two in permutations(ways, 2):
            why = Better(3.0, one, two)
            line = reason_words(ENGLISH, begun, seat, why)
            kinds[check_reason(line, begun, seat, why) if line else "none"] += 1
        first, *worse = [ways[0], *(way for way in ways if way.place > 1)]
        hint = first_reason(ENGLISH, begun, seat, ways)
        assert hint is None or worse, "a reason to prefer a turn to one that is just as good"
        if hint is not None:
            for name, whose in (("first", "best turn"), ("the next best turn", "yours")):
                hint = hint.replace(name, whose).replace(name[:1].upper() + name[1:], "Yours")
            check_reason(hint, begun, seat, Better(3.0, first, worse[0]))
            hints += 1
    assert len(kinds) >= 4 and kinds.total() - kinds["none"] >= 10, kinds
    assert hints >= 3
