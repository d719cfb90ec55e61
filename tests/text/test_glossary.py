"""Translations say what the glossary says: data/locales/glossary.toml."""

from collections.abc import Iterator

import pytest

from bot.text.catalogue import TEMPLATE, catalogues, read_catalogue
from tests.text.catalogue_checks import STYLES, Pair, pairs, whole
from tests.text.glossary_checks import (
    NOT_SHOWN,
    english_faults,
    glossary,
    glossary_faults,
    raw_terms,
    terms_in,
)

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
