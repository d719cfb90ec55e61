"""The recipes of docs/recipes do what they promise, in as few files as they say.

Each is followed in a copy of the project; then the tests in `proofs/` of that name run in the copy.
"""

from pathlib import Path

import pytest

from tests.docs.recipes import followed, titles

RECIPES = {
    "A tribe with an old power": ("tribe", 1),
    "A tribe that combines old powers": ("combined_tribe", 2),
    "A tribe with a new power": ("new_power", 3),
    "A tile": ("tiles", 1),
    "A prophecy": ("prophecy", 1),
    "A command": ("command", 3),
    "A column": ("column", 3),
    "A points scheme": ("points_scheme", 1),
    "A setting of a season": ("season_setting", 1),
    "A setting of a server": ("server_setting", 1),
    "A language": ("language", 0),
    "A version of the rules": ("rules_version", 2),
    "A refusal in other words": ("refusal", 1),
}
"""By its heading, the proof of a recipe and how many files it may touch by hand."""


AT_ONCE = "A tribe with an old power", "A points scheme", "A setting of a season"
"""What is followed in every run; the others in the long one."""


@pytest.mark.parametrize(
    "recipe",
    [pytest.param(r, marks=() if r in AT_ONCE else pytest.mark.long) for r in RECIPES],
)
def test_the_recipe_works(recipe: str, tmp_path: Path) -> None:
    proof, most = RECIPES[recipe]
    copy = followed(recipe, tmp_path)
    assert len(copy.touched()) <= most, copy.touched()
    copy.passes(f"tests/docs/proofs/{proof}.py")


@pytest.mark.long
def test_another_colour_is_drawn(tmp_path: Path) -> None:
    copy = followed("A colour", tmp_path, commands=False)
    assert copy.touched() == ["rendering/drawing/theme.py"]
    copy.passes("tests/docs/proofs/colour.py")


@pytest.mark.long
@pytest.mark.parametrize(
    ("recipe", "proofs", "most"),
    [("A colour", ("colour", "colour_kept"), 2), ("A theme", ("theme",), 4)],
)
def test_recipes_that_make_the_palettes_anew(
    recipe: str, proofs: tuple[str, ...], most: int, tmp_path: Path
) -> None:
    copy = followed(recipe, tmp_path)
    assert len(copy.touched()) <= most, copy.touched()
    copy.passes(*(f"tests/docs/proofs/{proof}.py" for proof in proofs))


def test_every_recipe_is_followed() -> None:
    assert sorted(titles()) == sorted([*RECIPES, "A colour", "A theme"])
