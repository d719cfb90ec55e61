"""The template of all texts, data/locales/tzolkin.pot, kept by Babel.

`python -m bot texts` writes it anew from the source; a test compares them. A new language is a
folder made from it with `pybabel init`, see data/locales/README.md.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.pofile import write_po

from bot.engine.components import COMPONENTS
from bot.text.translation import DOMAIN, LOCALES

SOURCES = ("bot", "cogs", "rendering")
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "N_": None,
    "locale_str": None,
    "IllegalAction": (2,),
    "Refusal": (2,),
    "power": (2,),
}
"""Calls whose marked argument is translated later, besides gettext's own functions."""
TILE_KEYS = ("wealth_tiles", "buildings", "monuments", "tribes", "prophecies")
TEMPLATE = LOCALES / f"{DOMAIN}.pot"


def template() -> str:
    """The content the template file should have."""
    root = Path(__file__).parents[2]
    catalog = Catalog(
        project="tzolkin-bot", fuzzy=False, charset="utf-8",
        header_comment="# Texts of the Tzolk'in bot. Written by `python -m bot texts`.",
    )  # fmt: skip
    for path, text, plural in _texts(root):
        message = (text, plural) if plural else text
        catalog.add(message, locations=[(path, 0)])
    tiles = [tile for key in TILE_KEYS for tile in COMPONENTS[key]]
    for tile in [*tiles, *COMPONENTS["quick_actions"]["tiles"]]:
        catalog.add(tile["name"], locations=[("data/components.json", 0)])
    written = BytesIO()
    write_po(written, catalog, omit_header=True, include_lineno=False, sort_output=True, width=100)
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    return f"{catalog.header_comment}\n{header}{written.getvalue().decode('utf-8')}"


def _texts(root: Path) -> Iterator[tuple[str, str, str]]:
    """Path, text and plural of everything marked in the source."""
    for folder in SOURCES:
        for source in sorted((root / folder).rglob("*.py")):
            found = extract_from_file("python", source, keywords=KEYWORDS, comment_tags=())
            for _, message, _, _ in found:
                text, plural = message[:2] if isinstance(message, tuple) else (message, "")
                if text:
                    yield source.relative_to(root).as_posix(), str(text), str(plural or "")


def write_template() -> Path:
    """Write the template; its path."""
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_text(template(), encoding="utf-8")
    return TEMPLATE
