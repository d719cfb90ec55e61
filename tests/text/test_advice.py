"""What a computer advises, in words: whole turns, the first tiles, and why the best turn of a
puzzle is better."""

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from bot.engine import Game
from bot.engine.components import MONUMENTS, WEALTH
from bot.engine.happenings import GoodsChanged
from bot.model.computers import Advised, Ahead, Food, PickedUp
from bot.model.server import LANGUAGES
from bot.notation.position_line import read_position
from bot.tables import practice
from bot.text.advice import (
    comparison,
    differences,
    first_tiles_lines,
    known,
    prepared_by,
    way_lines,
)
from bot.text.names import tile_name
from bot.text.translation import translator
from tests.ai.planning import turns_of_games

# --- What a computer advises, in words ------------------------------------------------------------

ENGLISH = translator("en")
TILES = tuple(MONUMENTS)[:3]
NAMES = [tile_name(ENGLISH, tile) for tile in TILES]
CORN = GoodsChanged(0, "action", corn=5)
WORKER = PickedUp("palenque", 3, (CORN,))
SAME = "Just as good as the one above"
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
        ({"payable": TILES}, [f"Now: enough to pay for {NAMES[0]} and {NAMES[1]}"]),
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
    assert about(2, behind=0.6, place=2) == ["About 1 point less than the first"]
    assert about(2, behind=1.2, place=2) == ["About 1 point less than the first"]
    assert about(3, behind=5.6, place=3) == ["About 6 points less than the first"]
    hungry = "but workers go hungry"
    assert about(2, behind=-1.2, place=2) == [f"About 1 point more than the first, {hungry}"]
    assert about(3, behind=-5.6, place=3) == [f"About 6 points more than the first, {hungry}"]
    assert about(3, behind=5.6, place=2) == about(3, behind=0.4) == [SAME]


def test_turns_without_a_difference_have_the_same_number() -> None:
    game, seat = next(turns_of_games(2, (), seed=1, every=3))
    action = game.legal(seat)[0]
    for place in (1, 2):
        way = Advised((action, "end"), 20.0, place=place, behind=3.0 * (place - 1))
        assert way_lines(ENGLISH, game, seat, way, 3)[0].startswith(f"**{place}.** ")


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
                both = line.startswith("Both are")
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
