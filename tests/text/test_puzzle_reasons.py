"""Why the best turn of a puzzle is better than another: said of both turns, from the same facts."""

from collections.abc import Iterator
from itertools import permutations

from bot.engine import Game
from bot.model.computers import Advised
from bot.model.server import LANGUAGES
from bot.notation.position_line import read_position
from bot.tables import practice
from bot.text.advice import comparison, differences, known
from bot.text.translation import translator

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
                assert both == (not line.startswith("The price: ")), line
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
