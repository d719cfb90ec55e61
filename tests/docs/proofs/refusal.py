"""A refusal in other words: the new ones are said, and nothing else changes."""

import pytest

from bot.engine import IllegalAction
from bot.text.refusals import refusal_words
from tests.docs.proofs.shown import ENGLISH
from tests.engine.scenario import start
from tests.text.test_catalogue import test_the_template_is_what_the_source_says

__all__ = ["test_the_template_is_what_the_source_says"]


def test_the_new_words_are_said() -> None:
    table = start({"gears.palenque.3": 0, "jungle.3": {"corn": 1, "wood": 1}, "players.0.corn": 1})
    table.play(0, "pick palenque 3", "do palenque 3")
    with pytest.raises(IllegalAction) as refused:
        table.game.play(0, "corn")
    assert refused.value.code == "no-corn-tile"
    said = refusal_words(ENGLISH, refused.value)
    assert said == "Wood covers the corn here; take the wood, or burn it."
