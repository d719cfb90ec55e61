"""The English transcripts that are kept beside this. Those of other languages are put into words,
too, so that a translation that cannot be filled in fails; checks of translations do the rest."""

import os
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

from bot.model.server import LANGUAGES
from bot.text.translation import LOCALES, SOURCE_LANGUAGE

HERE = Path(__file__).parent
WRITE = "WRITE_TRANSCRIPTS"
"""The variable of the environment with which they are written anew instead of compared."""
COMMAND = "python -m tests.text.transcripts.write"
MOST_SHOWN = 60
"""Lines of a difference in the message of a test."""


def languages() -> list[str]:
    """English, and the languages that have a catalogue."""
    names = [one.replace("-", "_") for one in LANGUAGES]
    return [one for one in names if one == SOURCE_LANGUAGE or (LOCALES / one).is_dir()]


def compare(kind: str, written: Callable[[str], str]) -> None:
    """Fails where the English transcript is not what its file holds."""
    file, said = HERE / f"{kind}.md", {one: written(one) for one in languages()}
    text = said[SOURCE_LANGUAGE]
    if os.environ.get(WRITE):
        file.write_text(text, encoding="utf-8")
        return
    was = file.read_text(encoding="utf-8") if file.exists() else ""
    lines = list(unified_diff(was.splitlines(), text.splitlines(), file.name, "now", "", "", 1))
    assert not lines, (
        f"People read something else now; if it is what they should, write it anew: {COMMAND}\n"
        + "\n".join(lines[:MOST_SHOWN])
    )
