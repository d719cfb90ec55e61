"""The names of tiles, gears, temples, technologies and modules are decided in one table."""

import tomllib
from pathlib import Path

from babel.messages.catalog import Catalog

from bot.engine.components import COMPONENTS
from bot.text.catalogue import (
    NAMES,
    TEMPLATE,
    TILE_KINDS,
    brought_up,
    catalogues,
    decided_names,
    read_catalogue,
)
from bot.text.names import TILE

LANGUAGES = {path.parents[1].name for path in catalogues()}


def test_names_are_of_tiles_and_in_our_languages() -> None:
    parts = [COMPONENTS[key] for key in TILE_KINDS]
    tiles = [t for part in parts for t in (part["tiles"] if isinstance(part, dict) else part)]
    tables = tomllib.loads(NAMES.read_text(encoding="utf-8"))
    assert set(tables[TILE]) <= {tile["name"] for tile in tiles}
    for table, rows in tables.items():
        for english, names in rows.items():
            assert set(names) <= LANGUAGES and all(names.values()), (table, english)


def test_no_two_tiles_share_a_name() -> None:
    for language in LANGUAGES:
        tiles = [n for (kind, _), n in decided_names(language).items() if kind == TILE]
        assert len(tiles) == len(set(tiles)), language


def test_every_name_of_the_table_is_said_somewhere() -> None:
    template: Catalog = read_catalogue(TEMPLATE)
    missing = [key for key in decided_names("de") if template.get(key[1], key[0]) is None]
    assert not missing


def test_catalogues_take_their_names_from_the_table(tmp_path: Path) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "tzolkin.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgctxt "tile"\nmsgid "Build"\nmsgstr "Bauhof"\n', encoding="utf-8")
    written = brought_up(path)
    assert 'msgctxt "tile"\nmsgid "Build"\nmsgstr "Bauen"\n' in written
    assert 'msgid "Chichen Itza"\nmsgstr "Chichén Itzá"\n' in written
