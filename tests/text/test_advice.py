"""What a computer advises, in words."""

import pytest

from bot.engine.components import MONUMENTS
from bot.engine.happenings import GoodsChanged
from bot.model.computers import Advised, Ahead, Food, PickedUp
from bot.text.advice import prepared_by, way_lines
from bot.text.names import tile_name
from bot.text.translation import translator
from tests.ai.planning import turns_of_games

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
        ({"leads": ("chaac", "kukulkan")}, ["Now: the lead in Chaac and Kukulkan"]),
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
            ["Now: 2 points better off; the lead in Chaac"],
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
