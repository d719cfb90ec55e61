"""The tutorial's game: scripted, the same for everybody, and within the rules."""

import pytest

from bot.engine.happenings import FoodDayBegan
from bot.store import settings
from bot.tables import Tables
from bot.tables.practice import LEARNER, PRESSES, lesson, note_presses, presses_made


def test_it_begins_as_its_words_say() -> None:
    begun = lesson()
    me = begun.game.position()["players"][LEARNER]
    assert (begun.kind, begun.game.position()["round"]) == ("turn", 1)
    assert (me["available"], me["skulls"]) == (3, 1)
    assert begun.deeds == ()


def test_a_whole_small_arc_in_few_presses() -> None:
    """Placing, waiting, picking up, a building, a skull, a temple step and the first food day."""
    assert PRESSES <= 25
    rounds = []
    for presses in range(PRESSES):
        now = lesson(presses)
        assert now.presses == presses
        assert not now.over
        assert now.wanted[0] in now.game.legal(LEARNER)
        rounds.append(now.game.snapshot().round)
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, 8)), "no round passes by without the learner"
    over = lesson(PRESSES)
    assert over.over
    me = over.game.snapshot().players[LEARNER]
    assert me.buildings == ("a1-small-farm-1",)
    assert (me.skulls, me.points4, me.temples["kukulkan"]) == (0, 32, 2)
    assert over.game.snapshot().food_days_held == 1
    happened = [one for step in over.deeds[-1].steps for one in step.happenings]
    assert any(isinstance(one, FoodDayBegan) for one in happened)


def test_the_same_for_the_same_presses() -> None:
    assert lesson(9).game.snapshot() == lesson(9).game.snapshot()


@pytest.mark.parametrize("presses", [-1, PRESSES + 1])
def test_presses_nobody_can_have_made(presses: int) -> None:
    with pytest.raises(ValueError, match="a lesson has no press"):
        lesson(presses)


async def test_where_somebody_left_it_is_kept(tables: Tables) -> None:
    assert await presses_made(tables, 7) == 0
    await note_presses(tables, 7, 5)
    await note_presses(tables, 8, 3)
    assert (await presses_made(tables, 7), await presses_made(tables, 8)) == (5, 3)
    assert (await tables.store.read(settings.of_person, 7)).way == "mention"
    await note_presses(tables, 7, PRESSES)
    assert await presses_made(tables, 7) == 0, "whoever has finished it begins anew"
