"""The tutorial's game: always the same for the same choices, over after its rounds."""

import random

import pytest

from bot.tables.lesson import LEARNER, ROUNDS, chosen, lesson


def test_it_begins_as_its_words_say() -> None:
    begun = lesson()
    me = begun.game.position()["players"][LEARNER]
    assert (begun.kind, begun.game.position()["round"]) == ("turn", 1)
    assert (me["corn"], me["available"]) == (10, 3)
    assert all(who is None for who in begun.game.position()["gears"]["palenque"])
    assert begun.deeds == ()


@pytest.mark.parametrize("seed", range(20))
def test_every_way_through_it_comes_to_an_end(seed: int) -> None:
    chance, now = random.Random(seed), lesson()
    while not now.over:
        assert now.legal
        again = lesson(now.choices)
        assert again.game.snapshot() == now.game.snapshot()
        before = now.game.position()["round"]
        now = lesson(chosen(now, chance.choice(now.legal)))
        assert now.game.position()["round"] >= before
    assert len(now.choices) < 60, "it fits on a button"
    assert now.game.position()["round"] == ROUNDS + 1
    assert now.deeds[0].seat == LEARNER
    assert now.legal == ()


def test_a_step_back_is_the_lesson_before() -> None:
    now = lesson(chosen(lesson(), "place palenque"))
    assert now.turn.steps[0].action == "place palenque"
    assert lesson(now.choices[:-1]).game.snapshot() == lesson().game.snapshot()


@pytest.mark.parametrize(
    "choices", ["z", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9", "?"]
)
def test_choices_nobody_made(choices: str) -> None:
    with pytest.raises(ValueError, match="not the choices of a lesson"):
        lesson(choices)
