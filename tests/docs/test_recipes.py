"""The recipes of docs/recipes do what they promise, in as few files as they say.

They are followed in a copy of the project, several in one, since what takes long there is the same
for all; then the tests in `proofs/` of their names run in the copy.
"""

from pathlib import Path

import pytest

from tests.docs.recipes import by_hand, copied, titles

AT_ONCE = {
    "A tribe with an old power": ("tribe", 1),
    "A points scheme": ("points_scheme", 1),
    "A setting of a season": ("season_setting", 1),
}
"""What is followed in every run: by its heading, the proof of a recipe and how many files are
touched by hand."""
IN_THE_LONG_RUN = {
    "A tribe that combines old powers": ("combined_tribe", 2),
    "A tribe with a new power": ("new_power", 3),
    "A tile": ("tiles", 1),
    "A prophecy": ("prophecy", 1),
    "A command": ("command", 3),
    "A column": ("column", 3),
    "A version of the rules": ("rules_version", 2),
    "A refusal in other words": ("refusal", 1),
    "A colour": ("colour", 1),
    "A theme": ("theme", 3),
}
MADE = {"README.md", "data/palettes.json"}
"""What programs write that recipes run."""


@pytest.mark.parametrize(
    "recipes",
    [AT_ONCE, pytest.param(IN_THE_LONG_RUN, marks=pytest.mark.long)],
    ids=["at once", "in the long run"],
)
def test_the_recipes_work(recipes: dict[str, tuple[str, int]], tmp_path: Path) -> None:
    assert {one: len(by_hand(one)) for one in recipes} == {
        one: most for one, (_, most) in recipes.items()
    }
    copy = copied(tmp_path)
    copy.follow(*recipes)
    assert copy.touched() <= MADE.union(*map(by_hand, recipes))
    copy.passes(*(f"tests/docs/proofs/{proof}.py" for proof, _ in recipes.values()))


def test_every_recipe_is_followed() -> None:
    assert sorted(titles()) == sorted([*AT_ONCE, *IN_THE_LONG_RUN, "A language"])


@pytest.mark.long
def test_a_language_more_is_spoken(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    copy.follow("A language")
    copy.passes("tests/docs/proofs/language.py")
