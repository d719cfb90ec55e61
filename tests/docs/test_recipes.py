"""The recipes of docs/recipes do what they promise, in as few files as they say.

They are followed in a copy of the project, several in one, since what takes long there is the same
for all; then their proofs, the tests in `proofs/`, run in the copy.
"""

import re
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from bot.store.database import newest_revision
from tests.docs.guides import ROOT
from tests.docs.recipes import by_hand, copied, titles

AT_ONCE = {
    "A tribe with an old power": ("at_once", 1),
    "A points scheme": ("at_once", 1),
    "A setting of a season": ("at_once", 1),
    "An act": ("act", 2),
}
"""What is followed in every run: by its heading, the module with the proof of a recipe and how
many files are touched by hand."""
IN_THE_LONG_RUN = {
    "A tribe that combines old powers": ("rules", 2),
    "A tribe with a new power": ("rules", 3),
    "A tile": ("rules", 1),
    "A prophecy": ("rules", 1),
    "A command": ("on_discord", 1),
    "A column": ("column", 2),
    "A setting of a server": ("on_discord", 1),
    "A version of the rules": ("rules", 2),
    "A refusal in other words": ("rules", 1),
    "A colour": ("on_discord", 1),
    "A theme": ("on_discord", 3),
}
MADE = {"docs/commands.md", "data/palettes.json"}
"""What programs write that recipes run."""


@pytest.mark.parametrize(
    "recipes",
    [
        pytest.param(AT_ONCE, marks=pytest.mark.first),
        pytest.param(IN_THE_LONG_RUN, marks=pytest.mark.long),
    ],
    ids=["at once", "in the long run"],
)
def test_the_recipes_work(recipes: dict[str, tuple[str, int]], tmp_path: Path) -> None:
    assert {one: len(by_hand(one)) for one in recipes} == {
        one: most for one, (_, most) in recipes.items()
    }
    copy = copied(tmp_path)
    copy.follow(*recipes)
    assert copy.touched() <= MADE.union(*map(by_hand, recipes))
    proofs = dict.fromkeys(proof for proof, _ in recipes.values())
    copy.passes(*(f"tests/docs/proofs/{proof}.py" for proof in proofs))


def test_the_recipe_of_a_column_goes_on_from_the_last_step() -> None:
    recipe = (ROOT / "docs" / "recipes" / "a-column.md").read_text(encoding="utf-8")
    assert re.findall(r'^down_revision = "(\w+)"', recipe, re.MULTILINE) == [newest_revision()]


def test_every_recipe_is_followed() -> None:
    assert sorted(titles()) == sorted([*AT_ONCE, *IN_THE_LONG_RUN, "A language"])


FRENCH = Path(__file__).parent / "proofs" / "french.po"
"""Some fifty texts, more than the one of the recipe."""
OF_FRENCH = (
    "fr or every_tile_has_a_name or no_two_tiles_share_a_name or name_of_the_table"
    " or from_the_table or glossary_is_whole or has_its_style"
)
"""What in the following is about this language, or about all together."""
CHECKS = (
    "tests/docs/proofs/language.py", "tests/docs/test_guides.py",
    "tests/hosting/test_written_games.py", "tests/rendering/drawing/test_lettering.py",
    "tests/rendering/test_languages.py::test_the_board_in_words_is_complete",
    "tests/text/test_catalogue.py", "tests/text/test_glossary.py",
    "tests/text/test_rules.py",
)  # fmt: skip


@pytest.mark.long
def test_a_language_that_has_just_begun(tmp_path: Path) -> None:
    """It is spoken, and no check fails; what waits for a translation is only told."""
    assert by_hand("A language") == {"bot/model/server.py"}
    copy = copied(tmp_path)
    catalogue = tmp_path / "data" / "locales" / "fr" / "LC_MESSAGES" / "tzolkin.po"
    copy.follow("A language", by_the_way=lambda: translate(catalogue))
    assert copy.touched() == {"bot/model/server.py"}
    copy.passes(*CHECKS, "-k", OF_FRENCH)
    assert "texts wait for a translation" in copy.run(
        sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/text/test_catalogue.py", "-k", "fr"
    )


def test_the_french_texts_are_of_today() -> None:
    """So that who rewords a text sees it at once, and not only the long test above."""
    german = ROOT / "data" / "locales" / "de" / "LC_MESSAGES" / "tzolkin.po"
    with german.open("rb") as file, FRENCH.open("rb") as french:
        today, said = read_po(file, locale="de"), read_po(french)
    assert [one.id for one in said if one.id and not today.get(one.id, one.context)] == []


def translate(path: Path) -> None:
    """Write the French texts into the catalogue."""
    with path.open("rb") as file, FRENCH.open("rb") as french:
        catalogue, said = read_po(file, locale="fr"), read_po(french)
    for one in said:
        if one.id:
            message = catalogue.get(one.id, one.context)
            assert message, f"{one.id!r} is said otherwise now: translate it anew in {FRENCH.name}"
            message.string = one.string
    with path.open("wb") as file:
        write_po(file, catalogue)
