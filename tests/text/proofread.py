"""What the checks find in one language, for who translates: `python -m tests.text.proofread es`.

The tests find the same. Words after the language limit it to texts in which one of them stands.
"""

import sys

from bot.text.catalogue import read_catalogue, untranslated
from bot.text.translation import DOMAIN, LOCALES
from tests.text.catalogue_checks import dictionary, faults, glossary_faults, misspelt, pairs


def proofread(language: str, words: list[str]) -> list[str]:
    """A line for each text with faults, and what is untranslated."""
    catalog = read_catalogue(LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po")
    knows = dictionary(language)
    lines = []
    for pair in pairs(catalog, language):
        if words and not any(word in f"{pair.english} {pair.translated}" for word in words):
            continue
        spelling = [f"spelling: {word}" for word in misspelt(pair, knows)] if knows else []
        found = [*faults(pair), *glossary_faults(pair), *spelling]
        if found:
            lines.append("\n".join([str(pair), *(f"    {fault}" for fault in found)]))
    if not knows:
        lines.append("Spelling was not looked at: scripts/install dev brings the dictionaries.")
    return [*lines, f"{len(untranslated(catalog))} texts are not translated."]


if __name__ == "__main__":
    print("\n".join(proofread(sys.argv[1], sys.argv[2:])))
