"""A comment for translators above a statement holds for each text in it that has no own comment."""

from pathlib import Path

from bot.text.catalogue import _marked

SOURCE = """
# Translators, for each: a colour,
# of a worker
COLOURS = {
    "red": N_("red"),
    # Translators: the metal, too
    "gold": N_("gold"),
}
OTHER = N_("other")


# Translators, for each: a button
@cache
def labels(t):
    if t:
        return t.gettext("Yes")
    return t.gettext("No")
"""


def test_it_holds_for_each_and_no_further(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "one.py").write_text(SOURCE, encoding="utf-8")
    found = {one.text: one.comments for one in _marked(tmp_path, ("words",))}
    assert found == {
        "red": ("a colour, of a worker",), "gold": ("the metal, too",), "other": (),
        "Yes": ("a button",), "No": ("a button",),
    }  # fmt: skip
