"""The template of texts is true, every language speaks, and translations are whole and can be
filled."""

import ast
import gettext
import re
import string
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import discord
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.__main__ import main
from bot.text.catalogue import (
    OF_ACTS,
    SOURCES,
    TEMPLATE,
    _marked,
    brought_up,
    catalogues,
    read_catalogue,
    template,
    untranslated,
    waiting_for_translation,
)
from bot.text.names import points
from bot.text.translation import Translations, fill, lesson_ending, lesson_presses, translator
from tests.text.catalogue_checks import CHECKS, STYLES, Pair, faults, pairs

# --- The template of texts is true, and every language speaks -------------------------------------

ROOT = Path(__file__).parents[2]


def places(text: str) -> set[str]:
    """The named places of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_template_is_what_the_source_says() -> None:
    assert TEMPLATE.read_text(encoding="utf-8") == template(), "run: python -m bot texts"


def test_every_text_can_be_filled() -> None:
    """No text has a place without a name, which translators could not reorder."""
    with TEMPLATE.open("rb") as file:
        catalog = read_po(file)
    texts = [t for m in catalog if m.id for t in (m.id if isinstance(m.id, tuple) else [m.id])]
    assert len(texts) > 200
    for text in texts:
        assert all(name.isidentifier() for name in places(text)), text
        assert "{}" not in text


def test_refusals_of_the_engine_and_the_tables_are_in_the_template() -> None:
    known = TEMPLATE.read_text(encoding="utf-8")
    assert "You can only beg once a turn." in known
    assert "There is already a game in this channel" in known.replace('"\n"', "")


def spoken_in(source: Path) -> Iterator[str]:
    """The texts a module says or marks, found in its syntax tree. Unlike Babel on Python 3.11
    this looks into f-strings, too."""
    positions = {"gettext": (0,), "ngettext": (0, 1), "N_": (0,), "P_": (0, 1), "C_": (1,),
                 "pgettext": (1,), "npgettext": (1, 2), "locale_str": (0,),
                 "IllegalAction": (1, 2), "Refusal": (1, 2)}  # fmt: skip
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for position in positions.get(name, ()):
                argument = node.args[position] if len(node.args) > position else None
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


@pytest.mark.parametrize("folder", SOURCES)
def test_everything_said_is_in_the_template(folder: str) -> None:
    with TEMPLATE.open("rb") as file:
        catalog = read_po(file)
    known = {t for m in catalog for t in (m.id if isinstance(m.id, tuple) else [m.id])}
    said = {(p, t) for p in sorted((ROOT / folder).rglob("*.py")) for t in spoken_in(p)}
    assert said
    assert [(p.name, text) for p, text in said if text not in known] == []


def test_unknown_languages_speak_english() -> None:
    assert translator("xx-YY").gettext("corn") == "corn"


def test_regions_give_way_before_languages() -> None:
    assert translator("de-AT").gettext("corn") == translator("de").gettext("corn")


def test_a_translation_with_a_wrong_place_falls_back_to_english() -> None:
    class Wrong(Translations):
        def gettext(self, message: str) -> str:
            return "Du hast {gibtsnicht}"

    assert fill(Wrong(), "You have {held}.", {"held": 3}) == "You have 3."


def test_no_text_is_put_together_from_halves() -> None:
    """A translatable text never begins or ends with a space."""
    known = re.findall(r'^msgid "(.+)"$', TEMPLATE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [t for t in known if t != t.strip()] == []


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parents[1].name)
def test_a_catalogue_has_the_texts_of_the_source(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == brought_up(path), "run: python -m bot texts"


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parents[1].name)
def test_a_catalogue_is_compiled_by_the_installation(path: Path) -> None:
    """It takes "95% confidence" for a place that is filled, and stops."""
    wrong = [(message.id, errors) for message, errors in read_catalogue(path).check()]
    assert not wrong


def test_a_catalogue_keeps_what_is_translated_and_drops_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "tzolkin.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "gold"\nmsgstr "Gold"\n\nmsgid "gone"\nmsgstr "weg"\n', encoding="utf-8")
    written = brought_up(path)
    assert 'msgid "gold"\nmsgstr "Gold"' in written and "weg" not in written
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in written
    path.write_text(written, encoding="utf-8")
    assert brought_up(path) == written
    assert "gold" not in {message.id for message in untranslated(read_catalogue(path))}


SOURCE = """
def f(t):
    return (
        t.gettext({text!r}), t.pgettext("button", "Feed them"),
        t.ngettext("{{n}} worker was fed", "{{n}} workers were fed", 2),
        t.gettext("Take it"), t.gettext("Feed your workers now"),
    )
"""
GERMAN = """
#: bot/words.py
msgid ""
"A long text with “{what}”, which no line can hold: it says \\"once\\", and\\ntells the rest."
msgstr "Ein langer Text."

#: bot/words.py
msgid "{n} worker is fed"
msgid_plural "{n} workers are fed"
msgstr[0] "{n} Arbeiter ist ernährt"
msgstr[1] "{n} Arbeiter sind ernährt"

#: bot/words.py
msgid "Feed him"
msgstr "Ernähre ihn"

#: bot/words.py
msgid "Give them back"
msgstr "Gib sie zurück"

#: bot/others.py
msgid "Feed your workers"
msgstr "Ernähre deine Arbeiter"
"""
LONG = 'A long text with “{what}”, which no line can hold: it says "once", and\ntells the rest.'


@dataclass
class Words:
    """A small project with a German catalogue."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch

    @property
    def german(self) -> Path:
        return self.folder / "locales" / "de" / "LC_MESSAGES" / "tzolkin.po"

    def texts(self, text: str) -> Catalog:
        """The catalogue after `python -m bot texts`, when the source says this instead of the long
        text."""
        root = Path(mkdtemp(dir=self.folder))  # what a folder says is read once
        (root / "bot").mkdir()
        (root / "pyproject.toml").touch()
        (root / "bot" / "words.py").write_text(SOURCE.format(text=text), encoding="utf-8")
        self.monkeypatch.setattr("bot.text.catalogue.ROOT", root)
        assert main(["texts"]) == 0
        assert self.german.read_text("utf-8") == brought_up(self.german)
        return read_catalogue(self.german)

    def said(self, text: str) -> str:
        """What people read in German."""
        locales = self.folder / "locales"
        gettext._translations.clear()  # type: ignore[attr-defined]
        return gettext.translation("tzolkin", locales, ["de"]).gettext(text)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Words:
    found = Words(tmp_path, monkeypatch)
    found.german.parent.mkdir(parents=True)
    found.german.write_text(GERMAN, encoding="utf-8")
    monkeypatch.setattr("bot.text.catalogue.LOCALES", tmp_path / "locales")
    monkeypatch.setattr("bot.text.catalogue.TEMPLATE", tmp_path / "locales" / "tzolkin.pot")
    return found


def test_a_changed_text_keeps_its_old_translation_as_fuzzy(
    project: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    new = LONG.replace("no line", "hardly a line")
    catalog = project.texts(new)
    fuzzy = {message.id: message.string for message in catalog if message.id and message.fuzzy}
    assert fuzzy == {
        new: "Ein langer Text.",
        ("{n} worker was fed", "{n} workers were fed"): (
            "{n} Arbeiter ist ernährt", "{n} Arbeiter sind ernährt",
        ),
    }, "not what has another context, stands elsewhere or is another sentence"  # fmt: skip
    assert {*fuzzy} <= {message.id for message in untranslated(catalog)}
    assert ", 2 are fuzzy since" in capsys.readouterr().out
    assert project.said(new) == new
    written = project.german.read_text("utf-8")
    assert (
        "#: bot/words.py\n#, fuzzy, python-brace-format\n"
        '#| msgid "{n} worker is fed"\n#| msgid_plural "{n} workers are fed"\nmsgid "{n} worker was'
    ) in written
    long = "".join(re.findall(r'^#\| (?:msgid )?"(.*)"$', written, re.MULTILINE)[:-1])
    assert long.replace('\\"', '"').replace("\\n", "\n") == LONG


def test_a_text_that_changes_again_keeps_what_was_translated(project: Words) -> None:
    project.texts(LONG.replace("no line", "hardly a line"))
    twice = LONG.replace("no line", "hardly one line")
    project.texts(twice)
    written = project.german.read_text("utf-8")
    assert '#| "A long text with “{what}”, which no line can hold' in written
    assert project.texts(LONG)[LONG].string == "Ein langer Text."
    assert project.said(LONG) == "Ein langer Text.", "it was changed back"


def test_the_old_text_goes_with_the_mark(project: Words) -> None:
    new = LONG.replace("no line", "hardly a line")
    project.texts(new)
    written = project.german.read_text("utf-8").replace("#, fuzzy, ", "#, ")
    project.german.write_text(written, encoding="utf-8")
    project.texts(new)
    assert "#|" not in project.german.read_text("utf-8")
    assert project.said(new) == "Ein langer Text."


def test_contexts_and_comments_reach_the_translators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "words.py").write_text(
        "# Translators: a button\nSTART = C_('button', 'Start')\n"
        "def f(t):\n    return t.npgettext('counted', '{n} start', '{n} starts', 2)\n"
    )
    monkeypatch.setattr("bot.text.catalogue.ROOT", tmp_path)
    written = template()
    assert '#. a button\n#: bot/words.py\nmsgctxt "button"\nmsgid "Start"' in written
    assert 'msgctxt "counted"' in written and 'msgid_plural "{n} starts"' in written


def test_short_texts_tell_translators_what_they_are() -> None:
    """One or two words mean different things in different places."""
    silent = [
        message.id
        for message in read_catalogue(TEMPLATE)
        if message.id and not message.auto_comments
        and len(re.findall(r"[^\W\d_]+", re.sub(r"{\w+}", "", first_form(message.id)))) <= 2
    ]  # fmt: skip
    assert silent == []


def first_form(text: str | tuple[str, ...] | list[str]) -> str:
    """The singular of what is counted; else the text."""
    return text if isinstance(text, str) else text[0]


# --- Comments for several texts -------------------------------------------------------------------
# A comment for translators above a statement holds for each text in it that has no own comment.

COMMENTED = '''
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


class Applaud(Act):
    """Applaud somebody. It is short."""

    act = "applaud"
    called = N_("applause")
    tells_back: ClassVar[str] = N_("{moderator} is silent.")
    other = N_("another")
'''


def test_it_holds_for_each_and_no_further(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "one.py").write_text(COMMENTED, encoding="utf-8")
    found = {one.text: one.comments for one in _marked(tmp_path, ("words",))}
    assert found == {
        "red": ("a colour, of a worker",), "gold": ("the metal, too",), "other": (),
        "Yes": ("a button",), "No": ("a button",),
        "applause": (f"{OF_ACTS['called']}; of the act: Applaud somebody",),
        "{moderator} is silent.": (f"{OF_ACTS['tells']}; of the act: Applaud somebody",),
        "another": (),
    }  # fmt: skip


# --- Translations can be filled, and keep to the typography of their language ---------------------
# Of texts that wait for one only a warning tells; `python -m bot texts --check` fails for them,
# before a release.

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
