"""Seeds: the order of a season's players for the draw, and divisions that moderators chose."""

import pytest

from bot.refusal import Refusal
from bot.seasons.applying import replay
from bot.seasons.drawing import Announced, placed, seed_order
from bot.seasons.events import Created, Event, Rules, Seeded, SignedOff, SignedUp
from bot.seasons.season import Season


def seeded(*happened: Event) -> Season:
    """A season for which the people 1 to 6 have signed up, and then."""
    opened = Created("Rainy season", Rules(seats=2, division_size=3))
    return replay([opened, *map(SignedUp, range(1, 7)), *happened])


def test_seeds_come_before_everything_else() -> None:
    ladder = [Announced(person, "stays", 0) for person in (5, 2, 9)]
    assert seed_order(seeded(), ladder) == [5, 2, 1, 3, 4, 6]
    now = seeded(Seeded((6, 2, 4)), SignedOff(2), SignedUp(7))
    assert seed_order(now, ladder) == [6, 4, 1, 3, 5, 7], "who comes later comes last"
    assert seed_order(seeded(Seeded((6,)), Seeded()), ladder) == [5, 2, 1, 3, 4, 6], "taken back"


def test_moderators_place_people_in_divisions() -> None:
    seeds = Seeded((6, 5, 4, 3), (1, 0, 1, 0))
    drawn = placed(seed_order(seeded(seeds)), seeds)
    assert [one.entries for one in drawn] == [(5, 3), (6, 4, 1, 2)], "the others in the lowest"
    assert placed([6, 4, 1], seeds) == (), "the first has nobody any more"
    assert placed([1, 2], Seeded((2, 1))) == ()
    pyramid = placed([1, 2, 3, 4, 5, 6, 7, 8], Seeded((1, 2, 3, 4, 5, 6), (0, 0, 1, 1, 2, 2)),
        pyramid=True)  # fmt: skip
    assert [(one.tier, one.entries) for one in pyramid] == [
        (0, (1, 2)),
        (1, (3, 4, 7)),
        (1, (5, 6, 8)),
    ]
    for few in ((0, 0, 0, 1), (0, 0, 2, 2), (1, 1, 1, 1)):
        with pytest.raises(Refusal, match="needs at least 2"):
            seeded(Seeded((6, 5, 4, 3), few))
