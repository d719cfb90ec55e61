"""Translations can be filled, and keep to the typography of their language. Of texts that wait for
one only a warning tells; `python -m bot texts --check` fails for them, before a release."""

import re
import warnings
from functools import cache
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Catalog

from bot.__main__ import main
from bot.text.catalogue import (
    TEMPLATE,
    catalogues,
    read_catalogue,
    untranslated,
    waiting_for_translation,
)
from bot.text.names import points
from bot.text.translation import lesson_ending, lesson_presses, translator
from tests.text.catalogue_checks import CHECKS, STYLES, Pair, faults, pairs

PATHS = {path.parents[1].name: path for path in catalogues()}


@cache
def pairs_of(language: str) -> tuple[Pair, ...]:
    """All that is translated into a language, read once for all checks."""
    if waiting := waiting_for_translation(PATHS[language]):
        told = f"{language}: {len(waiting)} texts wait for a translation: {'; '.join(waiting[:3])}"
        warnings.warn(told, stacklevel=1)
    return tuple(pairs(read_catalogue(PATHS[language]), language))


def test_every_language_has_its_style() -> None:
    assert set(STYLES) == set(PATHS), "say in catalogue_checks.py how it is written"


@pytest.mark.parametrize("language", PATHS)
@pytest.mark.parametrize("check", CHECKS)
def test_translations_have_no_fault(language: str, check: str) -> None:
    found = [(pair, CHECKS[check](pair)) for pair in pairs_of(language)]
    assert [f"{pair}: {fault}" for pair, fault in found if fault] == []


@pytest.mark.parametrize("language", PATHS)
def test_plurals_are_counted_as_the_language_does(language: str) -> None:
    plurals = STYLES[language].plurals
    assert f'"Plural-Forms: {plurals}\\n"' in PATHS[language].read_text(encoding="utf-8")
    counted = [m for m in read_catalogue(PATHS[language]) if m.pluralizable]
    assert counted
    forms = int(plurals[len("nplurals=")])
    assert all(len(message.string) == forms for message in counted)
    t = translator(language)
    none, one, two = (points(t, 4 * n) for n in range(3))
    of_none, of_others = (two, one) if "n != 1" in plurals else (one, two)
    assert re.sub(r"\d", "0", of_none) == none != re.sub(r"\d", "0", of_others)


WRONG = [
    ("places", "es", "You have {held}.", "Tienes {tienes}."),
    ("places", "es", "You have {held}.", "Tienes."),
    ("places", "de", "You have {held}.", "Du hast {held."),
    ("commands", "es", "Use /tzolkin new.", "Usa /tzolkin nueva."),
    ("commands", "it", "Use /board.", "Usa /plancia."),
    ("commands", "it", "Use /board.", "Usa la plancia."),
    ("markdown", "de", "**Temples**", "**Tempel*"),
    ("markdown", "de", "**Temples** {n}", "** Tempel ** {n}"),
    ("markdown", "de", "`{n}`", "{n}"),
    ("line_breaks", "it", "One\nTwo", "Uno Due"),
    ("line_breaks", "it", "One\n\nTwo\n", "Uno\nDue\n\n"),
    ("line_breaks", "it", "- {tile}: {reason}", "{tile}: {reason}"),
    ("blanks", "es", "Done.", "Hecho. "),
    ("blanks", "es", "Done.", " Hecho."),
    ("blanks", "es", " or ", "o"),
    ("blanks", "es", "Wait for {names}.", "Espera a  {names}."),
    ("blanks", "es", "Why?", "¿ Por qué?"),
    ("blanks", "es", "Well, no.", "Pues , no."),
    ("blanks", "es", "Well, no.", "Pues,no."),
    ("blanks", "es", "Well. No.", "Pues.No hay."),
    ("typography", "pt_BR", "Look …", "Olhe ..."),
    ("typography", "pt_BR", "−3", "-3"),
    ("typography", "it", "The action", "L’azione"),
    ("typography", "it", "Three, yes", "Tre — sì"),
    ("typography", "de", "60 % of it", "60% davon"),
    ("typography", "it", "60 % of it", "60 % di questo"),
    ("typography", "it", "Round {n} · {day}", "Round {n} - {day}"),
    ("quotation_marks", "de", "“{word}” is wrong", "“{word}” ist falsch"),
    ("quotation_marks", "es", "“{word}” is wrong", "«{word}» está mal"),
    ("quotation_marks", "es", "“{word}” is wrong", "“{word} está mal"),
    ("quotation_marks", "es", "“{word}” is wrong", "{word} está mal"),
    ("quotation_marks", "it", "“{word}” is wrong", "„{word}“ non va"),
    ("question_marks", "es", "Why?", "Por qué?"),
    ("question_marks", "es", "{name} wins!", "{name} gana!"),
    ("question_marks", "pt_BR", "Why?", "¿Por quê?"),
    ("the_end", "es", "Done.", "Hecho"),
    ("the_end", "es", "Points", "Puntos."),
    ("the_end", "es", "**Why?**", "**Por qué**"),
    ("capitals", "it", "Place a worker", "piazza un lavoratore"),
    ("capitals", "it", "a place", "Un posto"),
    ("capitals", "it", "Done. Wait.", "Fatto. aspetta."),
    ("capitals", "es", "Choose your wealth tiles", "Elige tus Losetas"),
    ("letters", "de", "Feeding", "Ernаhren"),
    ("letters", "pt_BR", "Corn", "Maíñ"),
    ("repeated", "it", "The temple", "Il il tempio"),
    ("left_in_english", "de", "Choose a temple", "Choose a temple"),
]


@pytest.mark.parametrize(("check", "language", "english", "translated"), WRONG)
def test_what_is_wrong_is_found(check: str, language: str, english: str, translated: str) -> None:
    assert CHECKS[check](Pair(language, english, translated))


def test_every_check_is_tried() -> None:
    assert {check for check, _, _, _ in WRONG} | {"limits"} == set(CHECKS)


RIGHT = [
    ("es", "Why not? Use /tzolkin new.", "¿Por qué no? Usa /tzolkin new."),
    ("es", "If so, why?", "Si es así, ¿por qué?"),
    ("es", "{n} stone, {what}", "{n} de piedra, {what}"),
    ("es", "Look closer at …", "Mirar de cerca …"),
    ("es", " or ", " o "),
    ("es", "“{word}” is no tile.", "“{word}” no es una loseta."),
    ("pt_BR", "On a food day", "Em um Dia de Alimentação"),
    ("pt_BR", "Space of Chichen Itza", "Espaço de Chichén Itzá"),
    ("it", "The food day comes. Feed them.", "Arriva il Giorno del Cibo. Nutrili."),
    ("it", "a worker", "un lavoratore"),
    ("it", "The action: 60 %", "L'azione: 60%"),
    ("de", "age {n}", "Zeitalter {n}"),
    ("de", "“{word}” is wrong.", "„{word}“ ist falsch."),
    ("de", "Age 1. Then it ends.", "1. Zeitalter. Dann ist Schluss."),
    ("de", "**Round {n}** · {day}\n- {tile}", "**Runde {n}** · {day}\n- {tile}"),
    ("de", "{name}: 2 points", "{name}: 2 Punkte"),
    ("de", "{n} of {all} free", "{n} von {all} frei, z. B. hier".removesuffix(", z. B. hier")),
]


@pytest.mark.parametrize(("language", "english", "translated"), RIGHT)
def test_what_is_right_has_no_fault(language: str, english: str, translated: str) -> None:
    assert faults(Pair(language, english, translated)) == []


def test_the_limit_of_a_comment_is_kept() -> None:
    comment = "button, at most 12 characters"
    assert faults(Pair("it", "Confirm", "Conferma subito", comment=comment)) == [
        "limits: 15 characters, 12 allowed"
    ]
    assert faults(Pair("it", "Confirm", "Conferma", comment=comment)) == []
    longer = Pair("it", "Confirm it all now", "Conferma tutto ora", comment=comment)
    assert faults(longer) == [], "the limit is of what fills a place"


def test_both_forms_of_what_is_counted_are_looked_at() -> None:
    catalog = Catalog()
    catalog.add(
        ("One table at a time", "Up to {n} tables at once"),
        ("Hasta {n} mesa a la vez", "Hasta {x} mesas a la vez"),
    )
    one, many = pairs(catalog, "es")
    assert faults(one) == [], "the singular may have the place of the plural"
    assert [fault.split(":")[0] for fault in faults(many)] == ["places"]


def test_what_is_untranslated_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "tzolkin.po"
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid "gold"\nmsgstr ""\n\nmsgid "{n} stone"\nmsgid_plural "{n} stones"\n'
        'msgstr[0] "{n} Stein"\nmsgstr[1] ""\n\nmsgid "corn"\nmsgstr "Mais"\n\n'
        '#, fuzzy\n#| msgid "some wood"\nmsgid "no wood"\nmsgstr "etwas Holz"\n',
        encoding="utf-8",
    )
    found = [message.id for message in untranslated(read_catalogue(path))]
    assert found == ["gold", ("{n} stone", "{n} stones"), "no wood"]
    monkeypatch.setattr("bot.text.catalogue.LOCALES", tmp_path)
    assert main(["texts", "--check"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "de: gold", "de: {n} stone / {n} stones", "de: no wood",
        "Texts that wait for a translation: de 3.",
    ]  # fmt: skip
    path.write_text('msgid "gold"\nmsgstr "Gold"\n', encoding="utf-8")
    assert main(["texts", "--check"]) == 0
    assert capsys.readouterr().out == "Texts that wait for a translation: de 0.\n"


def test_what_is_fuzzy_is_not_checked(tmp_path: Path) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "tzolkin.po"
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid "corn"\nmsgstr "Mais"\n\n'
        '#, fuzzy\n#| msgid "some wood"\nmsgid "no wood"\nmsgstr "etwas Holz"\n',
        encoding="utf-8",
    )
    checked = {pair.english: pair.translated for pair in pairs(read_catalogue(path), "de")}
    assert checked["corn"] == "Mais" and "no wood" not in checked


def test_english_keeps_to_the_same_typography() -> None:
    """Each text compared with itself, in whichever language writes such marks alike."""
    catalog = read_catalogue(TEMPLATE)
    for message in catalog:
        message.string = message.id if isinstance(message.id, str) else tuple(message.id)
    texts = list(pairs(catalog, "it"))
    assert len(texts) > 2000
    found = [(one, fault) for one in texts for fault in faults(one)]
    assert [(one.english, f) for one, f in found if not f.startswith("left_in_english")] == []


@pytest.mark.parametrize("locale", [one.value for one in discord.Locale])
def test_the_lesson_is_whole_in_every_locale_of_discord(locale: str) -> None:
    """Regions without pages of their own read those of their language: "es-419" Spanish."""
    t = translator(locale)
    own = translator(locale.split("-")[0]) if locale[:2] != "pt" else t
    for words in (*lesson_presses(), lesson_ending()):
        assert t.gettext(words)
        assert t.gettext(words) == own.gettext(words)
